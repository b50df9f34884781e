"""Read scenes, records and set-ups from files or standard input, with the packs they need."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

import click

from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.cards.toml import ContentError, Document, Fault
from tipover.cards.toml_values import texts_of
from tipover.cli.entry import fail
from tipover.cli.out import say, tell
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import SetupError
from tipover.engine.core.state import State
from tipover.play.match import Match
from tipover.play.record import LARGEST_RECORD, Record
from tipover.play.scene import read_scene_document

STDIN = "-"


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`; at most as large as a record may be."""
    name = _name(path)
    try:
        if path == STDIN:
            raw = sys.stdin.buffer.read(LARGEST_RECORD + 1)
        else:
            with _opened(path) as file:
                raw = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise _fault(name, f"the file cannot be read: {error.strerror}") from None
    except ContentError:
        raise
    except ValueError:
        raise _fault(name, "this is no name of a file") from None
    if len(raw) > LARGEST_RECORD:
        raise _fault(name, f"the file is larger than {LARGEST_RECORD // 1024 // 1024} MB")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _fault(name, "the file is not UTF-8 text") from None
    if "\0" in text:
        raise _fault(name, "the file is not text")
    return text.replace("\r\n", "\n")


def _opened(path: str) -> BinaryIO:
    """A file that can be read without waiting for anybody; a named pipe or a device is refused.

    A pipe that the shell has opened already (`<(…)`) has no name of its own and a writer, so it is read.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISFIFO(mode) and not os.path.exists(os.path.realpath(path)):
            os.set_blocking(number, True)
        elif not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise _fault(path, f"this is a pipe or a device; give a file, or `{STDIN}` to read standard input")
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def _name(path: str) -> str:
    return "standard input" if path == STDIN else path


def _fault(name: str, message: str) -> ContentError:
    return ContentError([Fault(name, 1, 1, message)])


def folders() -> list[str]:
    """The folders of further packs: TIPOVER_PACKS first, then --packs."""
    named = os.environ.get("TIPOVER_PACKS", "")
    found = [one for one in named.split(os.pathsep) if one]
    context = click.get_current_context(silent=True)
    if context is not None:
        found += context.find_root().meta.get("tipover.packs", [])
    return found


def catalog(*more: Path) -> Catalog:
    """The packs of the sets and the further ones. Prints a note for a pack that replaces another or is left out as faulty.

    A folder that does not exist is refused, because it was probably misspelt.
    """
    named = [*(Path(one) for one in folders()), *more]
    for folder in named:
        if not folder.is_dir():
            raise _fault(str(folder), "there is no such folder of packs")
    loaded = load(*named, forgiving=True)
    for note in loaded.notes:
        say(f"Note: {note}.", err=True)
    return loaded


def is_record(text: str, path: str = "") -> bool:
    """Whether a text is meant as a record's rather than a scene's: by how it begins, or by the name of its file."""
    return text.lstrip("\ufeff").startswith("tipover-record") or path.endswith(".tip")


def read_state(path: str) -> State:
    """The state of a scene, or of a record at its end."""
    text = read_text(path)
    if is_record(text, path):
        return read_record(path, text).replay(catalog()).state
    return scene_of(path, text)


def read_record(path: str, text: str) -> Record:
    """Parse a record; the caller reports what has changed since it was made."""
    return Record.parse(text, _name(path))


def record_with_cards(path: str, quiet: bool, then: str = "") -> tuple[Record, Catalog, list[str]]:
    """A record, its cards, and what has changed since it was made, which is printed on standard error, then `then`, unless `quiet`."""
    text = read_text(path)
    if not is_record(text):
        fail(f"{path}:1:1: this is no record; a record begins with 'tipover-record 1'")
    record, cards = read_record(path, text), catalog()
    warnings = record.warnings(cards)
    for warning in [] if quiet else warnings:
        tell(f"Note: {warning}.{then}", err=True)
    return record, cards, warnings


def begin(record: Record, cards: Catalog) -> Match:
    """The match at a record's start; where its set-up cannot be played with other cards than its own, says how to add packs."""
    record.seeded()
    try:
        return record.begin(cards)
    except ContentError as error:
        if folders() or record.catalog == cards.digest:
            raise
        hint = "if it was played with further packs, name their folder with --packs"
        raise ContentError([fault._replace(message=f"{fault.message.rstrip('.')}; {hint}") for fault in error.faults]) from None


def scene_of(path: str, text: str) -> State:
    """The state of a scene, with the packs that it names and those of the command line."""
    document = Document(_name(path), text)
    base = Path.cwd() if path == STDIN else Path(path).parent
    own = [base / one for one in texts_of(document, ("packs",))]
    return read_scene_document(document, catalog(*own))


def read_table(path: str) -> dict[str, object]:
    """A set-up's description from TOML or JSON."""
    import json

    text = read_text(path)
    if text.lstrip().startswith("{") or path.endswith(".json"):
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ContentError([Fault(_name(path), error.lineno, error.colno, f"this is not JSON: {error.msg}")]) from None
        except RecursionError:
            raise _fault(_name(path), "the JSON is nested too deeply") from None
        except ValueError:
            raise _fault(_name(path), "the JSON holds a number with too many digits") from None
        if not isinstance(data, dict):
            raise _fault(_name(path), 'a set-up is a JSON object, as {"map": "Barracks", …}')
        return data
    return dict(Document(_name(path), text).data)


def read_setup(path: str, read: Catalog) -> dict[str, object]:
    """A description of a set-up that can be played; otherwise raises a ContentError at the faulty word."""
    described = read_table(path)
    try:
        arrange(read, described)
    except SetupError as error:
        line, column = _place_of(read_text(path) if path != STDIN else "", error.words)
        raise ContentError([Fault(_name(path), line, column, str(error))]) from None
    return described


def _place_of(text: str, words: tuple[str, ...]) -> tuple[int, int]:
    """Line and column of the first of these words that occurs in a text; 1, 1 if none does."""
    for word in words:
        for number, line in enumerate(text.split("\n"), 1):
            if word in line:
                return number, line.index(word) + 1
    return 1, 1


def is_interactive() -> bool:
    """Whether standard input is a terminal."""
    return sys.stdin.isatty()
