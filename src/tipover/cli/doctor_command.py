"""`tipover doctor`: what is installed, where data is kept, and whether a server could run here. Its lines can be pasted into a report."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sys
import webbrowser
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import click

from tipover.cards.pack import load
from tipover.cards.toml import ContentError
from tipover.cli.entry import json_option
from tipover.cli.out import put_json, say
from tipover.engine.core.version import __version__
from tipover.table import cardbox
from tipover.table.door import raise_file_limit
from tipover.table.serving import PORT, Place, ServeError, data_folder, listen, where_kept
from tipover.table.snapshots import code_digest
from tipover.table.store import StoreDown, open_store

NEEDED = ("click", "rich", "starlette", "uvicorn", "websockets", "msgspec")
FURTHER = ("asyncpg", "openskill", "matplotlib", "numpy", "ray")
LEAST_FREE = 200 * 1024 * 1024  # bytes of disk
FEW_CONNECTIONS = 400


class Symptom(NamedTuple):
    """One thing that was looked at."""

    what: str  # What was looked at.
    found: str  # What was found.
    is_well: bool = True  # Whether that is as it should be.


@click.command("doctor")
@click.option("--data", metavar="FOLDER", default="", help="The server's data folder (also TIPOVER_DATA).")
@click.option("--store", "url", metavar="URL", default="", help="A store at postgresql://….")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port to look at.")
@json_option
def doctor_command(data: str, url: str, port: int, as_json: bool) -> None:
    """Say what is installed and whether a server can run here. Nothing is changed; no name or address of yours is shown."""
    lines = list(_lines(data, url, port))
    bad = sum(not line.is_well for line in lines)
    if as_json:
        put_json({"well": not bad, "lines": [{"what": line.what, "found": line.found, "well": line.is_well} for line in lines]})
    else:
        for line in lines:
            say(f"{'ok' if line.is_well else '!!'}  {line.what}: {line.found}")
        say("All is well." if not bad else f"{bad} of these need a look: the lines with !!.")
    if bad:
        raise click.exceptions.Exit(1)


def _lines(data: str, url: str, port: int) -> Iterator[Symptom]:
    yield Symptom("tipover", f"{__version__}, build {code_digest()}")
    yield Symptom("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}", sys.version_info >= (3, 11))
    yield from (_package(name, True) for name in NEEDED)
    yield from (_package(name, False) for name in FURTHER)
    yield _packs()
    yield from _folder(data_folder(data))
    yield _store(Place("", 0, data_folder(data), url), bool(url))
    yield _port(port)
    most = raise_file_limit()
    yield Symptom("connections", f"{most} at once (ulimit -n)", most >= FEW_CONNECTIONS)
    yield Symptom("card box", "open" if cardbox.HAS_LIMITS else "closed: this system cannot limit a card's time and memory")
    yield Symptom("browser", _browser())


def _package(name: str, needed: bool) -> Symptom:
    try:
        return Symptom(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Symptom(name, "is not installed" if needed else "not installed (only some commands need it)", not needed)


def _packs() -> Symptom:
    try:
        catalog = load()
    except ContentError as error:
        return Symptom("packs", str(error.faults[0]), False)
    return Symptom("packs", f"{len(catalog.packs)}, with {len(catalog.figures)} figures")


def _folder(folder: Path) -> Iterator[Symptom]:
    there = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    shown = str(folder).replace(str(Path.home()), "~", 1)
    can = os.access(there, os.W_OK)
    yield Symptom("data folder", f"{shown}{'' if folder.exists() else ', not made yet'}{'' if can else ', cannot be written'}", can)
    if folder.exists() and os.name != "nt":
        mode = folder.stat().st_mode & 0o777
        yield Symptom("its mode", f"{mode:o}{'' if not mode & 0o077 else ', others can read it; a server will change that'}")
    if reports := sorted((folder / "crashes").glob("crash-*.txt")):
        yield Symptom("reports of errors", f"{len(reports)}, the last is {shown}/crashes/{reports[-1].name}: it can be sent as it is")
    free = shutil.disk_usage(there).free
    yield Symptom("disk", f"{free // 1024 // 1024} MB free", free >= LEAST_FREE)


def _store(place: Place, is_remote: bool) -> Symptom:
    where = where_kept(place)
    if not is_remote and not Path(where).exists():
        return Symptom("store", "a new SQLite file will be made")

    async def count() -> int:
        store = open_store(where)
        await store.open()
        try:
            return len(await store.games(limit=1_000_000))
        finally:
            await store.close()

    try:
        return Symptom("store", f"{'PostgreSQL' if is_remote else 'SQLite'}, {asyncio.run(count())} tables")
    except StoreDown as error:
        return Symptom("store", str(error).replace(str(Path.home()), "~"), False)


def _port(port: int) -> Symptom:
    try:
        listen("127.0.0.1", port).close()
    except ServeError:
        return Symptom("port", f"{port} is taken: by a running server, or give another with --port", False)
    return Symptom("port", f"{port} is free")


def _browser() -> str:
    try:
        return type(webbrowser.get()).__name__
    except webbrowser.Error:
        return "none found: open the address by hand"
