"""Serving a table: where its data lies, on which port it listens, how it starts and stops."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tipover.table import cardbox
from tipover.table.app import Server
from tipover.table.guard import Origins, behind_proxy
from tipover.table.hall import Hall
from tipover.table.limits import Clock
from tipover.table.opening import Library
from tipover.table.presence import ABSENCE
from tipover.table.protocol import LARGEST_FRAME
from tipover.table.statics import Pages
from tipover.table.store import StoreDown, open_store

PORT = 8765
NO_TEXT = 1007  # how a socket is closed whose text is none
LONGEST_LOGGED = 300  # signs of an address
NEAR = 50  # ports tried after the first
YOUNG = (2_000, 10, 1_000_000)  # Python's thresholds: by itself it as good as never looks at the old
TIDY_EVERY = 600.0  # seconds between two looks through everything
TIDY_LATEST = 3600.0  # and at most so many, though it is never quiet
QUIET_FOR = 1.0


class ServeError(Exception):
    """The table cannot be served; a sentence."""


class Place(NamedTuple):
    """Where to listen and what for."""

    host: str
    port: int
    data: Path
    store: str = ""
    origins: tuple[str, ...] = ()
    proxy: bool = False
    absence: float = ABSENCE


def data_folder(named: str = "") -> Path:
    """The data folder: as named, else TIPOVER_DATA, else the platform's own place."""
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
    """The data folder with its parts; refused if it cannot be written."""
    try:
        for part in ("packs", "cache"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        probe = folder / "cache" / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ServeError(f"The data folder {folder} cannot be written: {error.strerror}. Name another with --data.") from None
    return folder


def listen(host: str, port: int, near: bool = False) -> socket.socket:
    """A socket that listens there; `near` takes the next free port where that one is in use."""
    last: OSError | None = None
    for number in range(port, min(port + (NEAR if near and port else 1), 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.socket(family)
        if os.name != "nt":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, number))
            bound.listen(1024)
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
    """Open and close the store once, so that one that cannot be used is told before anybody waits."""
    try:
        store = open_store(where_kept(place))
        await store.open()
        await store.close()
    except StoreDown as error:
        raise ServeError(f"The store cannot be used: {error}") from None


def server_of(place: Place, library: Library) -> Server:
    """The server of a place, still to be started."""
    try:
        store = open_store(where_kept(place))
    except StoreDown as error:
        raise ServeError(f"The store cannot be used: {error}") from None
    cardbox.use(*library.folders)
    loopback = place.host in ("127.0.0.1", "::1", "localhost") and not place.proxy
    return Server(Hall(store, library, place.proxy, place.absence), Origins(list(place.origins), loopback), Pages())


def config_of(server: Server, place: Place, log: bool) -> uvicorn.Config:
    """How uvicorn runs it: small frames, no deflate, pings, no access log but of paths."""
    return uvicorn.Config(
        behind_proxy(server.app()) if place.proxy else server.app(),
        host=place.host,
        port=place.port,
        ws=_Protocol,
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
        callback_notify=Tidying(server.hall).look,
        timeout_notify=1,
    )


def serve(server: Server, place: Place, bound: socket.socket, log: bool, ready: Callable[[], None] | None = None) -> None:
    """Serve until told to stop; `ready` is called once it listens."""
    sys.setswitchinterval(0.001)  # the event loop waits for a busy thread no longer than this
    _spare_the_games()
    run = _Run(config_of(server, place, log), server, ready)
    with suppress(KeyboardInterrupt):  # it is raised again once everything is kept and closed
        run.run([bound])
    if run.failed:
        raise ServeError(run.failed)


def _spare_the_games() -> None:
    """Look for garbage among what is young only.

    A look through everything takes over half a second with five hundred games in memory, and would stop all of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


class Tidying:
    """Looks through everything once in a long while, in a quiet second: what the young looks leave behind is little."""

    def __init__(self, hall: Hall, clock: Clock = time.monotonic) -> None:
        self.hall = hall
        self.clock = clock
        self.last = clock()

    async def look(self) -> None:
        """Tidy if it is time to and nobody would feel it."""
        now = self.clock()
        due = now - self.last > TIDY_EVERY and now - self.hall.heard > QUIET_FOR
        if due or now - self.last > TIDY_LATEST:
            gc.collect()
            self.last = now


class _Run(uvicorn.Server):
    """A server that says when it is ready, and tells its sockets before it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.table = server
        self.ready = ready
        self.failed = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store first: what it lacks is a sentence, not a traceback."""
        try:
            await self.table.hall.open()
        except StoreDown as error:
            self.failed = f"The store cannot be used: {error}"
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the sockets to come back, then stop."""
        await self.table.stop()
        await super().shutdown(sockets)


class _Protocol(WebSocketsSansIOProtocol):
    """uvicorn's own, which also lets a socket be dropped that does not read, and closes one that sends no text quietly."""

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; text that is none closes the socket without a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """Give the application a way to drop the connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            state: dict[str, Any] = self.scope["state"]
            state["abort"] = self.transport.abort


class _Paths(logging.Filter):
    """Leaves out of a line what stands behind an address's question mark: a stranger may write anything there, a token too."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten it; every line passes."""
        if isinstance(record.args, tuple):
            record.args = tuple(one.partition("?")[0][:LONGEST_LOGGED] if isinstance(one, str) else one for one in record.args)
        return True


def _log_config() -> dict[str, Any]:
    """Lines without colours; paths alone, for no token is ever in a path."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(message)s"}},
        "filters": {"paths": {"()": _Paths}},
        "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr", "filters": ["paths"]}},
        "loggers": {
            "uvicorn": {"handlers": ["err"], "level": "INFO", "propagate": False},
            "tipover.table": {"handlers": ["err"], "level": "INFO", "propagate": False},
        },
    }
