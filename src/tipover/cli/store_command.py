"""`tipover store`: looks after the games of a server, also while it runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tipover.cli.entry import fail
from tipover.cli.files import catalog, folders
from tipover.cli.out import say
from tipover.play.printers import count as in_words
from tipover.table.kept_tables import every_table, export, spoiled_snapshot
from tipover.table.opening import Library
from tipover.table.serving import Place, data_folder, where_kept
from tipover.table.store import Store, StoreDown, open_store
from tipover.table.store.upkeep import back_up, faults_of, put_back

T = TypeVar("T")
DAY = 86_400.0


def _place_options(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option("--store", "url", metavar="URL", default="", help="The store is postgresql://…, not a file.")(function)
    return click.option("--data", metavar="FOLDER", default="", help="The server's data folder (also TIPOVER_DATA).")(function)


def _are(number: int, thing: str = "table") -> str:
    """`1 table is`, `3 tables are`."""
    return f"{in_words(number, thing)} {'is' if number == 1 else 'are'}"


def _file(data: str, url: str = "") -> Path:
    if url:
        fail("A PostgreSQL store is copied with pg_dump and pg_restore.")
    return data_folder(data) / "tables.sqlite"


def _library(data: str) -> Library:
    packs = data_folder(data) / "packs"
    return Library(catalog(packs), (*folders(), str(packs))) if packs.is_dir() else Library(catalog(), tuple(folders()))


def _with_store(data: str, url: str, deed: Callable[[Store], Awaitable[T]]) -> T:
    where = where_kept(Place("", 0, data_folder(data), url))

    async def run() -> T:
        if not url and not Path(where).is_file():
            raise StoreDown(f"there is no store at {where}")
        store = open_store(where)
        await store.open()
        try:
            return await deed(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StoreDown as error:
        fail(f"The store cannot be used: {error}.")


@click.group("store")
def store_command() -> None:
    """Check, copy, tidy and export the games that a server keeps. A running server goes on meanwhile."""


@store_command.command("check")
@_place_options
def check_store(data: str, url: str) -> None:
    """Replay every game and say which are damaged."""
    wrong = [] if url else faults_of(_file(data))
    for fault in wrong:
        say(f"the file: {fault}")

    async def look(store: Store) -> tuple[int, int]:
        count = bad = 0
        library = _library(data)
        async for one in every_table(store, library):
            count += 1
            if await spoiled_snapshot(store, one, library):
                say(f"table {one.game.code}: its snapshot is spoiled; it opens from its rows, and gets a new one")
            if one.fault:
                bad += 1
                say(f"table {one.game.code}: {one.fault}")
        return count, bad

    count, bad = _with_store(data, url, look)
    say(f"{in_words(count, 'table')}, {bad} of them damaged or not to be opened here.")
    if bad or wrong:
        raise SystemExit(1)


@store_command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@_place_options
def backup_store(file: Path, data: str, url: str) -> None:
    """Copy the store, as it is at one moment, to a new FILE."""
    try:
        say(f"{_are(back_up(_file(data, url), file))} in {file}.")
    except StoreDown as error:
        fail(f"No copy was made: {error}.")


@store_command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_place_options
def restore_store(file: Path, data: str, url: str) -> None:
    """Make a copy the store of a data folder that has none, before its server is started."""
    try:
        say(f"{_are(put_back(file, _file(data, url)))} in {data_folder(data)}.")
    except StoreDown as error:
        fail(f"Nothing was restored: {error}.")


@store_command.command("prune")
@click.option("--days", type=click.FloatRange(1), default=90.0, show_default=True, help="Tables that have not changed for so many days.")
@_place_options
def prune_store(days: float, data: str, url: str) -> None:
    """Delete old tables that nobody plays at: those that ended, and those that still wait for people."""
    count = _with_store(data, url, lambda store: store.prune(time.time() - days * DAY))
    say(f"{_are(count)} deleted.")


@store_command.command("export")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@_place_options
def export_store(folder: Path, data: str, url: str) -> None:
    """Write the record of every game that has ended to FOLDER."""
    written, bad = _with_store(data, url, lambda store: export(store, _library(data), folder))
    for one in bad:
        say(f"table {one.game.code}: {one.fault}")
    say(f"{_are(written, 'record')} in {folder}.")
    if bad:
        raise SystemExit(1)
