"""The card box: a pasted character is checked by the real loader in a child process with limits, and played with before it counts.

A child answers for a card, or for all of a room, and is gone; the next one gets ready meanwhile. Strangers' cards are data: what the child cannot
bear in its second and its memory is refused with a sentence, and the table does not feel it.
"""

from __future__ import annotations

import atexit
import hashlib
import subprocess
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import msgspec

import tipover
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.cards.shelf import build
from tipover.cards.toml import LARGEST_FILE, ContentError, Fault
from tipover.table.protocol import CardChecked, FaultShown
from tipover.table.roompack import MOST_CARDS, READY, folders_with

MOST_ANSWER = 1024 * 1024  # for each card
MOST_READYING = 20.0  # seconds for a child to get ready, on a machine that is busy
MOST_WAITING = 20.0  # seconds for its answer to one card, likewise; its own limit is one second of the processor's time
AT_ONCE = 2
KEPT_CATALOGS = 8

HAS_LIMITS = find_spec("resource") is not None  # not on Windows
_BEGIN = "import sys; at = sys.argv.index('--'); sys.path[:0] = sys.argv[1:at]; from tipover.table.cardchild import main; main(*sys.argv[at + 1 :])"


class _Children:
    """The child that is ready for the next cards."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next: subprocess.Popen[bytes] | None = None
        self.folders: tuple[str, ...] = ()
        self._room = threading.BoundedSemaphore(AT_ONCE)

    def use(self, folders: tuple[str, ...]) -> None:
        """Know the cards of the packs in these folders too."""
        if folders != self.folders:
            self.close()
            self.folders = folders

    def warm(self) -> None:
        """Let a child get ready, if none is."""
        with self._lock:
            if self._next is None or self._next.poll() is not None:
                self._next = _start(self.folders)

    def ask(self, cards: list[str]) -> list[CardChecked]:
        """A child's answers about cards; if it died over one, those before it."""
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
        """End the child that waits."""
        with self._lock:
            child, self._next = self._next, None
        if child is not None:
            _end(child)


_children = _Children()
atexit.register(_children.close)


def warm() -> None:
    """Let the box get ready, so that the first card is checked quickly."""
    if HAS_LIMITS:
        _children.warm()


def use(*folders: str) -> None:
    """Know the cards of the packs in these folders too: none of theirs may be written anew."""
    _children.use(folders)


def folders() -> tuple[str, ...]:
    """Where the further packs lie that the box knows."""
    return _children.folders


def close() -> None:
    """End the child that waits for a card; a later check starts another."""
    _children.close()


def _start(folders: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """A child with nothing of ours but two pipes: no environment, no other files; where the program lies it is told."""
    where = [str(Path(tipover.__file__).parents[1]), *(path for path in sys.path if path)]
    command = [sys.executable, "-I", "-c", _BEGIN, *where, "--", *(str(Path(one).absolute()) for one in folders)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/")


def _asked(child: subprocess.Popen[bytes], cards: list[str]) -> list[CardChecked]:
    timer = threading.Timer(MOST_READYING, child.kill)
    timer.start()
    try:
        assert child.stdout is not None
        if child.stdout.readline() != READY:
            return []
    finally:
        timer.cancel()
    try:
        told, _ = child.communicate(msgspec.json.encode(cards), timeout=MOST_WAITING * len(cards))
    except (subprocess.TimeoutExpired, BrokenPipeError, OSError):
        return []
    whole = [line for line in told[: MOST_ANSWER * len(cards)].split(b"\n")[:-1] if line]
    return [msgspec.json.decode(line, type=CardChecked) for line in whole]


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not yet written is of no use to anybody
                pipe.close()
    child.wait()


def check(text: str) -> CardChecked:
    """The faults of a character's TOML with their places, or the card; call it in a thread, it takes up to a second."""
    return check_all([text])[0]


def check_all(cards: list[str]) -> list[CardChecked]:
    """The same for each of a room's cards, up to the first that cannot be looked at or is more than a card may be."""
    for text in cards:
        if told := _too_much(text):
            return [_refused(told)]
    found = _children.ask(cards)
    return (
        found
        if len(found) == len(cards)
        else [*found, _refused("This card takes more time or memory to check and play than a card may: make it shorter or simpler.")]
    )


def _too_much(text: str) -> str:
    """Why a card reaches no child; empty if it does."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        return "The card is not UTF-8 text."
    if size > LARGEST_FILE:
        return f"The card is larger than {LARGEST_FILE // 1024} KB."
    if not HAS_LIMITS:
        return "The card box is not open here: this system cannot hold a card to its share of time and memory. Put the card into a pack instead."
    return ""


def _refused(told: str) -> CardChecked:
    return CardChecked([FaultShown(1, 1, told)])


# -- the catalog of a room -------------------------------------------------------------------------------

_catalogs: OrderedDict[str, Catalog] = OrderedDict()
_catalogs_lock = threading.Lock()


def catalog_with(cards: list[str], base: Catalog | None = None, *folders: str) -> Catalog:
    """The catalog of a room with these characters, which `check` has accepted; mistakes raise a `ContentError`.

    The packs of the common catalog (`base`, loaded with these folders) come first, then the room's own.
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
