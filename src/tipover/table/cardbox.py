"""The card box: a pasted character is checked by the real loader in a child process with limits, and test-played before it is accepted.

A child checks one card, or all cards of a table, and exits; the next one is started in advance. Strangers' cards are untrusted data: a card
that exceeds the child's time or memory is refused with a sentence, and the server is not affected.
"""

from __future__ import annotations

import atexit
import hashlib
import subprocess
import threading
from collections import OrderedDict
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import msgspec

from tipover.cards.catalog import Catalog
from tipover.cards.loader import build
from tipover.cards.pack import load
from tipover.cards.toml import LARGEST_FILE, ContentError, Fault
from tipover.table.children import CHECKING, command
from tipover.table.protocol.people import CardChecked, FaultShown
from tipover.table.roompack import MOST_CARDS, READY, folders_with

MOST_ANSWER = 1024 * 1024  # bytes for each card
MOST_READYING = 20.0  # seconds for a child to start, on a busy machine
MOST_WAITING = 20.0  # seconds for its answer to one card, likewise; its own limit is one second of processor time
AT_ONCE = 2
KEPT_CATALOGS = 8

HAS_LIMITS = find_spec("resource") is not None  # not on Windows


class TooBusy(Exception):
    """A child did not answer by the clock; its own limits, of processor time and memory, it had not reached."""


class _Children:
    """Keeps one child process ready for the next cards."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next: subprocess.Popen[bytes] | None = None
        self.folders: tuple[str, ...] = ()
        self._room = threading.BoundedSemaphore(AT_ONCE)

    def use(self, folders: tuple[str, ...]) -> None:
        """Load the packs in these folders too."""
        if folders != self.folders:
            self.close()
            self.folders = folders

    def warm(self) -> None:
        """Start a child if none is waiting."""
        with self._lock:
            if self._next is None or self._next.poll() is not None:
                self._next = _start(self.folders)

    def ask(self, cards: list[str]) -> list[CardChecked]:
        """A child's answers for cards; if it died on one, only the answers before that. Raises `TooBusy` if the machine left it no time."""
        with self._room:
            child = self._take()
            try:
                return _asked(child, cards)
            finally:
                _end(child)
                self.warm()

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            child, self._next = self._next, None
        return child if child is not None and child.poll() is None else _start(self.folders)

    def close(self) -> None:
        """End the waiting child."""
        with self._lock:
            child, self._next = self._next, None
        if child is not None:
            _end(child)


_children = _Children()
atexit.register(_children.close)


def use(*folders: str) -> None:
    """Load the packs in these folders too; a pasted card may not have the name of one of theirs."""
    _children.use(folders)


def folders() -> tuple[str, ...]:
    """The folders of further packs."""
    return _children.folders


def _start(folders: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """A child with two pipes and nothing else: no environment, no open files."""
    program = command("tipover.table.cardchild", CHECKING, *(str(Path(one).absolute()) for one in folders))
    return subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/")


def _asked(child: subprocess.Popen[bytes], cards: list[str]) -> list[CardChecked]:
    timer = threading.Timer(MOST_READYING, child.kill)
    timer.start()
    try:
        assert child.stdout is not None
        if child.stdout.readline() != READY:
            raise TooBusy  # no card was read yet
    finally:
        timer.cancel()
    try:
        output, _ = child.communicate(msgspec.json.encode(cards), timeout=MOST_WAITING * len(cards))
    except subprocess.TimeoutExpired:
        raise TooBusy from None
    except (BrokenPipeError, OSError):
        return []
    whole = [line for line in output[: MOST_ANSWER * len(cards)].split(b"\n")[:-1] if line]
    return [msgspec.json.decode(line, type=CardChecked) for line in whole]


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # nobody needs what was not written yet
                pipe.close()
    child.wait()


def check(text: str) -> CardChecked:
    """The faults of a character's TOML with their places, or the card. Takes up to a second: call it in a thread."""
    return check_all([text])[0]


def check_all(cards: list[str]) -> list[CardChecked]:
    """The same for each of a table's cards, up to the first that cannot be checked or is too large."""
    for text in cards:
        if message := _too_much(text):
            return [_refused(message)]
    try:
        found = _children.ask(cards)
    except TooBusy:
        return [_refused("The card could not be checked: the server is too busy now. Try again in a moment.")]
    return (
        found
        if len(found) == len(cards)
        else [*found, _refused("This card takes more time or memory to check and play than a card may: make it shorter or simpler.")]
    )


def _too_much(text: str) -> str:
    """Why a card is refused before it reaches a child; empty if it is not."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        return "The card is not UTF-8 text."
    if size > LARGEST_FILE:
        return f"The card is larger than {LARGEST_FILE // 1024} KB."
    if not HAS_LIMITS:
        return "The card box is not open here: this system cannot hold a card to its share of time and memory. Put the card into a pack instead."
    return ""


def _refused(message: str) -> CardChecked:
    return CardChecked([FaultShown(1, 1, message)])


# -- the catalog of a table ------------------------------------------------------------------------------

_catalogs: OrderedDict[str, Catalog] = OrderedDict()
_catalogs_lock = threading.Lock()


def catalog_with(cards: list[str], base: Catalog | None = None, *folders: str) -> Catalog:
    """The catalog of a table with these characters, which `check` has accepted; mistakes raise `ContentError`.

    The packs of the common catalog (`base`, loaded with these folders) come first, then the table's own.
    """
    base = base or load()
    if not cards:
        return base
    if len(cards) > MOST_CARDS:
        raise ContentError([Fault("room", 1, 1, f"a room has at most {MOST_CARDS} characters of its own, not {len(cards)}")])
    key = hashlib.sha256("\0".join([base.digest, *cards]).encode("utf-8", "surrogatepass")).hexdigest()
    with _catalogs_lock:
        if key in _catalogs:
            _catalogs.move_to_end(key)
            return _catalogs[key]
    made = build(folders_with(cards, base, folders), [], forgiving=False)
    with _catalogs_lock:
        _catalogs[key] = made
        while len(_catalogs) > KEPT_CATALOGS:
            _catalogs.popitem(last=False)
    return made
