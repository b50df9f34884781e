"""Running the server: data folder, port, start and stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import uvicorn

from tipover.table import cardbox
from tipover.table.apart import ApartOptions, RoomsApart
from tipover.table.app import Server
from tipover.table.crash_report import report_crashes
from tipover.table.door import Door, DoorConfig, HttpConnection, LoopErrors, SocketConnection, raise_file_limit
from tipover.table.guard import Origins, behind_proxy
from tipover.table.limits import Clock
from tipover.table.opening import Library
from tipover.table.porch import Guest, Porch
from tipover.table.presence import ABSENCE
from tipover.table.protocol.wire import LARGEST_FRAME
from tipover.table.registry import TableRegistry
from tipover.table.statics import Pages
from tipover.table.store import StoreDown, keep_private, open_store
from tipover.table.store.upkeep import Claim
from tipover.table.thinkers import Thinkers
from tipover.table.thinking_cluster import NoCluster, ThinkingCluster

PORT = 8765
LONGEST_LOGGED = 300  # characters of a URL in the log
NEAR = 50  # ports tried after the first
QUEUE = 1024  # connections that the system keeps until they are accepted
TOGETHER = 16  # connections accepted at once where there is no porch: few enough to be counted before they use up all files
YOUNG = (2_000, 10, 1_000_000)  # thresholds of Python's garbage collector: it almost never collects the old generation by itself
TIDY_EVERY = 600.0  # seconds between two full collections
TIDY_LATEST = 3600.0  # the same if the server is never quiet
QUIET_FOR = 1.0


class ServeError(Exception):
    """The server cannot run; the message is a sentence for the user."""


class Place(NamedTuple):
    """The options of the server."""

    host: str  # The address to listen on.
    port: int  # The port to listen on.
    data: Path  # The data folder.
    store: str = ""  # A URL of PostgreSQL; empty for a file in the data folder.
    origins: tuple[str, ...] = ()  # Further origins whose pages may connect.
    proxy: bool = False  # Whether a proxy in front names the clients' addresses.
    cluster: bool = False  # Whether bots, hints and the like are thought about on a Ray cluster.
    absence: float = ABSENCE  # Seconds of absence after which somebody else may put a bot at a seat.


def data_folder(named: str = "") -> Path:
    """The data folder: the named one, otherwise TIPOVER_DATA, otherwise the platform's default."""
    chosen = named or os.environ.get("TIPOVER_DATA", "")
    if chosen:
        return Path(chosen).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tipover"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "tipover"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "tipover"


def make_folder(folder: Path) -> Path:
    """Create the data folder and its subfolders, for this user alone; raises `ServeError` if it cannot be written."""
    try:
        for part in ("packs", "cache"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        for one in (folder, *(folder / part for part in ("packs", "cache"))):
            keep_private(one)
        probe = folder / "cache" / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ServeError(f"The data folder {folder} cannot be written: {error.strerror}. Name another with --data.") from None
    return folder


def listen(host: str, port: int, near: bool = False) -> socket.socket:
    """A listening socket; with `near` the next free port is used if this one is taken."""
    last: OSError | None = None
    for number in range(port, min(port + (NEAR if near and port else 1), 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.socket(family)
        if os.name != "nt":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, number))
            bound.listen(QUEUE)
            bound.set_inheritable(True)
            return bound
        except OSError as error:
            bound.close()
            last = error
    why = last.strerror if last is not None else "there is no such port"
    raise ServeError(f"Port {port} of {host} cannot be used: {why}. Give another with --port.")


def where_kept(place: Place) -> str:
    """The store: a URL, or the file in the data folder."""
    return place.store or str(place.data / "tables.sqlite")


async def probe(place: Place) -> None:
    """Open and close the store once, so that an unusable store is reported before anybody connects."""
    try:
        store = open_store(where_kept(place))
        await store.open()
        await store.close()
    except StoreDown as error:
        raise ServeError(f"The store cannot be used: {error}") from None


def server_of(place: Place, library: Library) -> Server:
    """The server for these options, not yet started."""
    try:
        store = open_store(where_kept(place))
    except StoreDown as error:
        raise ServeError(f"The store cannot be used: {error}") from None
    cardbox.use(*library.folders)
    try:
        cluster = ThinkingCluster(library.folders) if place.cluster else None
    except NoCluster as error:
        raise ServeError(str(error)) from None
    loopback = place.host in ("127.0.0.1", "::1", "localhost") and not place.proxy
    options = ApartOptions(library.folders, str(place.data.absolute()), place.proxy, place.absence, place.origins, loopback)
    registry = TableRegistry(store, library, place.proxy, place.absence, Thinkers(library.folders, cluster=cluster))
    if os.name != "nt":  # its event loop cannot hear what comes through a pipe that was there before it
        registry.apart = RoomsApart(options, store, registry.thinkers, registry.metrics)
    return Server(registry, Origins(list(place.origins), loopback), Pages())


def config_of(server: Server, place: Place, log: bool) -> uvicorn.Config:
    """The configuration of uvicorn: small frames, no compression, pings, an access log of paths only."""
    config = DoorConfig(
        behind_proxy(server.app()) if place.proxy else server.app(),
        host=place.host,
        port=place.port,
        http=HttpConnection,
        ws=SocketConnection,
        backlog=TOGETHER,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        access_log=log,
        log_level="info" if log else "warning",
        log_config=None if not log else _log_config(),
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=32 * 1024,
        callback_notify=Tidying(server.registry).look,
        timeout_notify=1,
    )
    config.door = Door(raise_file_limit(), place.proxy)
    return config


def serve(server: Server, place: Place, bound: socket.socket, log: bool, ready: Callable[[], None] | None = None) -> None:
    """Serve until a signal stops it; `ready` is called once it listens."""
    sys.setswitchinterval(0.001)  # so that the event loop does not wait longer than this for a busy thread
    _spare_the_games()
    report_crashes(place.data, sys.argv[1:])
    run = _Run(config_of(server, place, log), server, ready, None if place.store else Claim(Path(where_kept(place))))
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after everything is closed
        run.run([bound])
    if run.failed:
        raise ServeError(run.failed)


def _spare_the_games() -> None:
    """Collect only young garbage.

    A full collection takes over half a second with 500 games in memory, and would stop all of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


class Tidying:
    """Runs a full collection from time to time in a quiet second; young collections leave little behind."""

    def __init__(self, registry: TableRegistry, clock: Clock = time.monotonic) -> None:
        self.registry = registry
        self.clock = clock
        self.last = clock()

    async def look(self) -> None:
        """Run a full collection if it is due and the server is quiet."""
        now = self.clock()
        due = now - self.last > TIDY_EVERY and now - self.registry.heard > QUIET_FOR
        if due or now - self.last > TIDY_LATEST:
            gc.collect()
            self.last = now


class _Run(uvicorn.Server):
    """A server that reports when it is ready, and warns its sockets before it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None] | None, claim: Claim | None) -> None:
        super().__init__(config)
        self.claim = claim
        self.table = server
        self.ready = ready
        self.failed = ""
        self.porch: Porch | None = None
        self._handing_over: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store first, so that its failure is a sentence and not a traceback."""
        try:
            if self.claim is not None:
                self.claim.take()
            await self.table.registry.open()
        except StoreDown as error:
            self.failed = f"The store cannot be used: {error}"
            self.should_exit = True
            return
        asyncio.get_running_loop().set_exception_handler(LoopErrors())
        if sockets and Porch.is_possible():
            await super().startup([])
            loop = asyncio.get_running_loop()
            config = cast(DoorConfig, self.config)
            self.porch = config.resting_place = Porch(sockets, config.door, self._let_in, loop)
        else:
            await super().startup(sockets)
            for one in sockets or ():
                one.listen(QUEUE)  # uvicorn has made the system's queue as short as `TOGETHER`
        if self.started and self.ready is not None:
            self.ready()

    def _let_in(self, guest: Guest) -> None:
        """Serve a connection whose first request has come."""
        task = asyncio.get_running_loop().create_task(self._served(guest))
        self._handing_over.add(task)
        task.add_done_callback(self._handing_over.discard)

    async def _served(self, guest: Guest) -> None:
        connection = HttpConnection(self.config, self.server_state, self.lifespan.state)
        connection.waited, connection.head = guest, bytes(guest.head)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, guest.socket)
        except OSError:  # it has gone
            guest.socket.close()
            connection.door.leave(guest)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the sockets to reconnect, then stop."""
        if self.porch is not None:
            self.porch.close()
        await self.table.stop()
        await super().shutdown(sockets)


class _Paths(logging.Filter):
    """Removes query strings from log lines: they may contain anything, even a token."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the line; no line is dropped."""
        if isinstance(record.args, tuple):
            record.args = tuple(one.partition("?")[0][:LONGEST_LOGGED] if isinstance(one, str) else one for one in record.args)
        return True


def _log_config() -> dict[str, Any]:
    """Plain lines with paths only; a path never contains a token."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(message)s"}},
        "filters": {"paths": {"()": _Paths}},
        "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr", "filters": ["paths"]}},
        "loggers": {
            "uvicorn": {"handlers": ["err"], "level": "INFO", "propagate": False},
            "tipover.table": {"handlers": ["err"], "level": "INFO", "propagate": False},
            "asyncpg": {
                "handlers": [],
                "level": "CRITICAL",
                "propagate": False,
            },  # its failures reach us as errors, and are told in one line
        },
    }
