"""The card box: a pasted character is checked by the real loader in a child process with limits, and played with before it counts.

A child answers for one card and is gone; the next one gets ready meanwhile. Strangers' cards are data: what the child cannot
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
from tipover.table.roompack import MOST_CARDS, READY, room_folder, set_folders

MOST_ANSWER = 1024 * 1024
MOST_READYING = 20.0  # seconds for a child to get ready, on a machine that is busy
MOST_WAITING = 5.0  # seconds for its answer; its own limit is one second of the processor's time
AT_ONCE = 2
KEPT_CATALOGS = 8

HAS_LIMITS = find_spec("resource") is not None  # not on Windows
_BEGIN = "import sys; at = sys.argv.index('--'); sys.path[:0] = sys.argv[1:at]; from tipover.table.cardchild import main; main(*sys.argv[at + 1 :])"


class _Children:
    """The child that is ready for the next card."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next: subprocess.Popen[bytes] | None = None
        self._folders: tuple[str, ...] = ()
        self._room = threading.BoundedSemaphore(AT_ONCE)

    def use(self, folders: tuple[str, ...]) -> None:
        """Know the cards of the packs in these folders too."""
        if folders != self._folders:
            self.close()
            self._folders = folders

    def warm(self) -> None:
        """Let a child get ready, if none is."""
        with self._lock:
            if self._next is None or self._next.poll() is not None:
                self._next = _start(self._folders)

    def ask(self, raw: bytes) -> bytes | None:
        """A child's answer about a card, or None if it died over it."""
        with self._room:
            child = self._take()
            try:
                return _asked(child, raw)
            finally:
                _end(child)
                self.warm()

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            child, self._next = self._next, None
        return child if child is not None and child.poll() is None else _start(self._folders)

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


def close() -> None:
    """End the child that waits for a card; a later check starts another."""
    _children.close()


def _start(folders: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """A child with nothing of ours but two pipes: no environment, no other files; where the program lies it is told."""
    where = [str(Path(tipover.__file__).parents[1]), *(path for path in sys.path if path)]
    command = [sys.executable, "-I", "-c", _BEGIN, *where, "--", *(str(Path(one).absolute()) for one in folders)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/")


def _asked(child: subprocess.Popen[bytes], raw: bytes) -> bytes | None:
    timer = threading.Timer(MOST_READYING, child.kill)
    timer.start()
    try:
        assert child.stdout is not None
        if child.stdout.readline() != READY:
            return None
    finally:
        timer.cancel()
    try:
        answer, _ = child.communicate(raw, timeout=MOST_WAITING)
    except (subprocess.TimeoutExpired, BrokenPipeError, OSError):
        return None
    return answer if child.returncode == 0 and len(answer) <= MOST_ANSWER else None


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
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:
        return _refused("The card is not UTF-8 text.")
    if len(raw) > LARGEST_FILE:
        return _refused(f"The card is larger than {LARGEST_FILE // 1024} KB.")
    if not HAS_LIMITS:
        return _refused("The card box is not open here: this system cannot hold a card to its share of time and memory. Put the card into a pack instead.")
    answer = _children.ask(raw)
    if answer is None:
        return _refused("This card takes more time or memory to check and play than a card may: make it shorter or simpler.")
    return msgspec.json.decode(answer, type=CardChecked)


def _refused(told: str) -> CardChecked:
    return CardChecked([FaultShown(1, 1, told)])


# -- the catalog of a room -------------------------------------------------------------------------------

_catalogs: OrderedDict[str, Catalog] = OrderedDict()
_catalogs_lock = threading.Lock()


def catalog_with(cards: list[str], *folders: str) -> Catalog:
    """The catalog of a room with these characters, which `check` has accepted; mistakes raise a `ContentError`.

    The sets' packs come first, then those of further folders, then the room's own. Without cards it is the common catalog.
    """
    if not cards:
        return load(*folders)
    if len(cards) > MOST_CARDS:
        raise ContentError([Fault("room", 1, 1, f"a room has at most {MOST_CARDS} characters of its own, not {len(cards)}")])
    key = hashlib.sha256("\0".join([*folders, "", *cards]).encode("utf-8", "surrogatepass")).hexdigest()
    with _catalogs_lock:
        if key in _catalogs:
            _catalogs.move_to_end(key)
            return _catalogs[key]
    made = build([*set_folders(*folders), room_folder(cards)], [], forgiving=False)
    with _catalogs_lock:
        _catalogs[key] = made
        while len(_catalogs) > KEPT_CATALOGS:
            _catalogs.popitem(last=False)
    return made
