"""`tipover serve` and `tipover play`: the table in the browser, for a host or for oneself."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from tipover.cli.entry import fail, packs_option
from tipover.cli.files import catalog, folders
from tipover.cli.out import say, tell
from tipover.table.opening import Library
from tipover.table.presence import ABSENCE
from tipover.table.serving import PORT, Place, ServeError, data_folder, listen, make_folder, serve, server_of
from tipover.table.workers import serve_many

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::", "")
OUTSIDE = ("192.0.2.1", 9)  # a reserved address: connecting a datagram socket to it sends nothing


def _folder_option(function: Callable[..., Any]) -> Callable[..., Any]:
    text = f"Keep games, packs and cache in this folder, not in {_shown(data_folder())} (also TIPOVER_DATA)."
    return click.option("--data", metavar="FOLDER", default="", help=text)(function)


def _library(folder: Path) -> Library:
    """The sets' packs, those of the command line, and those in the data folder."""
    return Library(catalog(folder / "packs"), (*folders(), str(folder / "packs")))


def _shown(folder: Path) -> str:
    """A folder as a text, with `~` for the home folder."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)


def _addresses(host: str, port: int) -> list[str]:
    """The URLs of a table; for a wildcard host those of this machine, the one for other machines last."""
    names = [host] if host not in EVERYWHERE else ["localhost", *_own_address()]
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}/" for name in names]


def _own_address() -> list[str]:
    """This machine's address in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _where_kept(store: str, folder: Path) -> str:
    """Where games are stored, as a text without user and password."""
    parts = urlsplit(store)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if store else str(folder)


def _refused(error: ServeError) -> None:
    fail(str(error))


@click.command(
    "serve",
    epilog="""\b
Behind a proxy: give --proxy, and let the proxy hand on Host and X-Forwarded-For, and upgrade WebSockets at /ws
(HTTP/1.1 with the headers Upgrade and Connection, a read timeout above 60 s). In nginx:

\b
  location / {
    proxy_pass http://127.0.0.1:8765;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection "upgrade";
    proxy_read_timeout 120s;
  }

\b
Pages of other addresses are refused; allow one with --origin https://play.example.org.""",
)
@click.option("--host", default=LOOPBACK, show_default=True, help="Listen at this address; 0.0.0.0 is every one.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Listen at this port; 0 is any free one.")
@_folder_option
@click.option("--store", metavar="URL", default="", help="Keep games in postgresql://… instead of a file in the data folder.")
@click.option("--origin", "origins", metavar="URL", multiple=True, help="Allow pages of this address too; may be repeated.")
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="So many processes; more than one needs --store postgresql://….",
)
@click.option(
    "--absence",
    default=ABSENCE,
    show_default=True,
    type=click.FloatRange(0),
    metavar="SECONDS",
    help="How long somebody is away before another may let a bot play there.",
)
@click.option("--cluster", is_flag=True, help="Let bots and hints think on a Ray cluster: RAY_ADDRESS's, else one on this machine.")
@click.option("--proxy", is_flag=True, help="A proxy stands before this server: believe the last address of its X-Forwarded-For.")
@packs_option
def serve_command(
    host: str, port: int, data: str, store: str, origins: tuple[str, ...], workers: int, absence: float, cluster: bool, proxy: bool
) -> None:
    """Serve tables to browsers until Ctrl-C: everything is kept as it is played."""
    if workers > 1 and not store.startswith(("postgresql://", "postgres://")):
        raise click.UsageError("--workers needs --store postgresql://…: one SQLite file has one server.")
    try:
        folder = make_folder(data_folder(data))
        bound = listen(host, port)
        place = Place(host, bound.getsockname()[1], folder, store, origins, proxy, cluster, absence)
        library = _library(folder)
        said = " and ".join(_addresses(host, place.port))
        if workers > 1:
            serve_many(workers, place, bound, library.folders, lambda: tell(f"Tables are served at {said}", err=True))
        else:
            serve(server_of(place, library), place, bound, True, lambda: tell(f"Tables are served at {said}", err=True))
    except ServeError as error:
        _refused(error)
    tell(f"Games are kept in {_where_kept(store, folder)}.", err=True)


@click.command("play")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Listen at this port, or at the next free one."
)
@_folder_option
@click.option("--host", default=LOOPBACK, show_default=True, help="Listen at this address; 0.0.0.0 lets others in your network in.")
@click.option("--no-browser", is_flag=True, help="Only say the address; open no browser.")
@packs_option
def play_command(port: int, host: str, data: str, no_browser: bool) -> None:
    """Play in the browser: opens a table of your own, alone, with friends at one screen, or by link.

    Ctrl-C ends it; games are kept as they are played. In the terminal: `tipover terminal`.
    """
    try:
        folder = make_folder(data_folder(data))
        bound = listen(host, port, near=True)
        place = Place(host, bound.getsockname()[1], folder)
        addresses = _addresses(host, place.port)

        def ready() -> None:
            say(f"The table is at {addresses[0]}  (Ctrl-C ends it)", flush=True)
            for address in addresses[1:]:
                say(f"Others in your network come by {address}", flush=True)
            if not no_browser:
                webbrowser.open(addresses[-1])  # so that the links it shows work for the others too

        serve(server_of(place, _library(folder)), place, bound, False, ready)
    except ServeError as error:
        _refused(error)
    tell(f"Games are kept in {folder}.")
