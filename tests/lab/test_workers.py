"""Who plays games may be lost on the way: always a sentence, whoever notices first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace

import pytest

from tipover.lab import LabError
from tipover.lab.worker_pools import Cluster, Pool


def test_a_pool_that_is_broken_when_a_task_is_given_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*task: object) -> None:
        raise BrokenProcessPool

    pool = Pool(2)
    monkeypatch.setattr(pool._pool, "submit", broken)
    with pytest.raises(LabError, match="was ended from outside"):
        pool.submit([])
    pool.close()


class OnProgress(Exception):
    """As Ray tells what a task of its own raised."""

    cause = LabError("the task's own sentence")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("the node\nis gone"), "lost games that it was to play: the node is gone"),
        (OnProgress("a long trace"), "^the task's own sentence$"),
    ],
)
def test_a_cluster_that_is_lost_is_a_sentence(error: Exception, said: str) -> None:
    def lost(*task: object) -> object:
        raise error

    def cluster(give: Callable[..., object], take: Callable[..., object]) -> Cluster:
        found = object.__new__(Cluster)
        found._ray, found._task = SimpleNamespace(get=take), SimpleNamespace(remote=give)  # type: ignore[assignment]
        return found

    with pytest.raises(LabError, match=said):
        cluster(lost, lost).submit([])
    rows = cluster(lambda task: "handle", lost).submit([])
    with pytest.raises(LabError, match=said):
        rows()
