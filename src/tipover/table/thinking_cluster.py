"""Thinking on other machines: the same minds as in processes of this one, as actors of a Ray cluster."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from tipover.cards.pack import load
from tipover.table.children import SEARCHING, be_kind
from tipover.table.opening import Library
from tipover.table.thinkers import KEPT_ROOMS, LONGEST
from tipover.table.thoughts import Mind

WITHOUT_RAY = "Thinking on a cluster needs Ray, which is not installed: pip install 'tipover[cluster]', in a clone python -m pip install -e '.[cluster]'"
BEGINNING = 60.0  # seconds more for the first answer: a machine may have to start a process for it


class NoCluster(Exception):
    """There is no cluster to think on; the message is a sentence for the host."""


def ray() -> Any:
    """The library; raises `NoCluster` if it is not installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise NoCluster(WITHOUT_RAY) from None


class RemoteMind:
    """What thinks, on whichever machine it was started. It answers exactly as a thinking process of the server does."""

    def __init__(self, folders: Sequence[str] = (), kindness: int = SEARCHING) -> None:
        there = tuple(folder for folder in folders if os.path.isdir(folder))
        self._mind = Mind(Library(load(*there, forgiving=True), there))
        be_kind(kindness)

    def answer(self, thought: bytes) -> bytes:
        """The encoded answer to an encoded thought."""
        return self._mind.answer(thought)


class ThinkingCluster:
    """A Ray cluster: the one at RAY_ADDRESS, otherwise one on this machine."""

    def __init__(self, folders: Sequence[str] = (), processes: int = 0) -> None:
        self._folders = tuple(os.path.abspath(folder) for folder in folders)
        self._ray = ray()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage reports
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        address = os.environ.get("RAY_ADDRESS", "")
        count = processes or os.cpu_count() or 1
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": _paths()}
        local: dict[str, Any] = {"num_cpus": count, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        try:
            self._ray.init(**quiet, **({"address": address} if address else local))
            cpus = int(self._ray.cluster_resources().get("CPU", count))
            # A mind reserves no processor: it thinks now and then, and where there is one, two must find room.
            self._actors: Any = self._ray.remote(num_cpus=0, max_restarts=0, scheduling_strategy="SPREAD")(RemoteMind)
        except Exception as error:  # whatever a library of that size raises
            with suppress(Exception):
                self._ray.shutdown()
            raise NoCluster(f"The Ray cluster cannot be used: {' '.join(str(error).split())[:200]}") from None
        self.count = max(2, cpus)  # thinking processes: one is always left for quick thoughts

    def thinker(self, kindness: int) -> RemoteThinker:
        """A thinker on the cluster, with its `nice` value."""
        return RemoteThinker(self, kindness)

    def actor(self, kindness: int = SEARCHING) -> Any:
        """Start a mind on a machine that has room."""
        return self._actors.remote(self._folders, kindness)

    def end(self, actor: Any) -> None:
        """End a mind at once."""
        with suppress(Exception):  # it may be gone already
            self._ray.kill(actor)

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        with suppress(Exception):
            self._ray.shutdown()


class RemoteThinker:
    """One thinker of a cluster; its mind is started for its first thought."""

    def __init__(self, cluster: ThinkingCluster, kindness: int) -> None:
        self.rooms: deque[str] = deque(maxlen=KEPT_ROOMS)
        self._cluster = cluster
        self._kindness = kindness
        self._actor: Any = None

    def warm_up(self) -> None:
        """Nothing: a mind is started for its first thought, for a thread has to wait for it."""

    async def think(self, thought: bytes) -> bytes:
        """The answer to a thought. Any error ends the mind; the next thought starts another one."""
        is_first = self._actor is None
        try:
            async with asyncio.timeout(LONGEST + (BEGINNING if is_first else 0.0)):
                if is_first:
                    self._actor = await asyncio.to_thread(self._cluster.actor, self._kindness)
                answer = await asyncio.wrap_future(self._actor.answer.remote(thought).future())
                assert isinstance(answer, bytes)
                return answer
        except (asyncio.CancelledError, TimeoutError):
            self.kill()
            raise
        except Exception as error:  # a machine that is gone is told like a process that is gone
            self.kill()
            raise OSError("the cluster lost a thought") from error

    def kill(self) -> None:
        """End the mind at once."""
        actor, self._actor = self._actor, None
        self.rooms.clear()
        if actor is not None:
            self._cluster.end(actor)


def _paths() -> dict[str, object]:
    """Make workers import the same Tipover as this process, also from a clone."""
    return {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}}
