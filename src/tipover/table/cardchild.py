"""The child process of the card box: reads a table's cards, checks and test-plays each, prints the results, and exits.

It first loads the packs and reports that it is ready, then limits its own resources, and only then reads the cards.
"""

from __future__ import annotations

import re
import resource
import signal
import sys
import time

import msgspec

from tipover.cards.catalog import Catalog, key_of
from tipover.cards.declared_names import DeclaredName
from tipover.cards.loader import LoadedPacks
from tipover.cards.pack import load
from tipover.cards.pack_folder import PackFolder
from tipover.cards.toml import LARGEST_FILE, Fault
from tipover.play.trial.card_trial import Trial
from tipover.table.echoes import cut_sentence
from tipover.table.present.cards import card_shown
from tipover.table.protocol.people import CardChecked, FaultShown
from tipover.table.roompack import MOST_CARDS, READY, folders_with, of_room, room_folder

MOST_CPU = 0.9  # seconds for one card
MOST_MEMORY = 100 * 1024 * 1024
MOST_FAULTS = 40
MOST_VALUES = 400  # keys and entries; the largest card of the sets has a tenth of that
SLOWEST_STEP = 0.15  # seconds that the engine may need for one answer
MOST_SLOW = 2  # so many slower answers refuse a card: a busy machine makes any answer slow once in a while
MOST_PLAYING = 0.45  # seconds for the trial; the rest is not played


def main(*folders: str) -> None:
    """Load the packs of further folders, read cards from standard input, and print one line of answer for each."""
    base = load(*folders, forgiving=True)
    _limit()
    _tell(READY)
    for text in msgspec.json.decode(sys.stdin.buffer.read(), type=list[str]):
        signal.setitimer(signal.ITIMER_PROF, MOST_CPU)  # its signal ends the process
        _tell(msgspec.json.encode(checked(text.encode(), base, *folders)) + b"\n")


def _tell(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def _limit() -> None:
    """Limit memory, files and processes to what a card needs; the limit on processor time backs up the timer."""
    seconds = int(time.process_time() + MOST_CPU * MOST_CARDS) + 2
    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def checked(raw: bytes, base: Catalog, *folders: str) -> CardChecked:
    """The faults of a card, or the card with the checker's warnings; `base` was loaded with the folders."""
    if len(raw) > LARGEST_FILE:
        return _one_fault(f"The card is larger than {LARGEST_FILE // 1024} KB.")
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return _one_fault("The card is not UTF-8 text.")
    if not text.strip():
        return _one_fault('This is an empty card; a card begins with name = "…".')
    alone = room_folder([text], ())
    alone.read()
    if alone.all_faults():
        return CardChecked(_shown(text, alone))
    if _values(alone.files[0][1].data) > MOST_VALUES:
        return _one_fault(f"A card has at most {MOST_VALUES} keys and entries; this one has more.")
    packs = folders_with([text], base, folders)
    folder = packs[-1]
    shelf = LoadedPacks(folders=packs)
    shelf.read()
    if folder.all_faults():
        return CardChecked(_shown(text, folder))
    sound = Catalog(shelf)
    card = of_room(sound.figures)[0]
    taken = [_taken(text, one) for one in folder.names if _stands_in(base, one.name)]
    if taken:
        return CardChecked(taken)
    slow = _play(sound, folder)
    if slow:
        return _one_fault(slow)
    if folder.all_faults():
        return CardChecked(_shown(text, folder))
    brings = [one.spelling for one in folder.names if one.name != card.name]
    return CardChecked(_shown(text, folder, warnings=True), card_shown(card, sound), brings)


def _values(data: object) -> int:
    """The number of keys and entries; counting stops when there are too many."""
    count, left = 0, [data]
    while left and count <= MOST_VALUES:
        one = left.pop()
        inside = list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else []
        count += len(inside)
        left += inside[:MOST_VALUES]
    return count


def _one_fault(message: str) -> CardChecked:
    return CardChecked([FaultShown(1, 1, message)])


def _stands_in(base: Catalog, name: str) -> bool:
    """Whether a card of the sets has this name: records and ready-made matches refer to that one."""
    others = {key_of(one.card) for one in base.figures if one.card}
    others |= {key_of(one.name) for one in base.decks} | {key_of(one.name) for one in base.dice}
    return base.figure(name) >= 0 or base.piece(name) >= 0 or key_of(name) in others


def _taken(text: str, one: DeclaredName) -> FaultShown:
    line, column, length = _place(text, *one.document.place(one.path), one.name)
    return FaultShown(line, column, f"There is a card '{one.name}' already; give this one another name.", length)


# -- places ----------------------------------------------------------------------------------------------


def _shown(text: str, folder: PackFolder, warnings: bool = False) -> list[FaultShown]:
    faults = [(fault, False) for fault in folder.all_faults()[:MOST_FAULTS]]
    if warnings:
        faults = [(fault, True) for fault in sorted(folder.warnings)[:MOST_FAULTS]]
    return [_fault(text, fault, is_warning) for fault, is_warning in faults]


_WORD = re.compile(r"\[+[^\]\n]*\]+|[^\s\"'=,;:.\[\](){}#]+")
_PARTS = re.compile(r"^\[", re.MULTILINE)

_TRUTHS = {"yes": "true", "no": "false", "True": "true", "False": "false"}


def _fault(text: str, fault: Fault, is_warning: bool) -> FaultShown:
    line, column, length = _place(text, fault.line, fault.column, fault.word)
    wrong = text.split("\n")[line - 1][column - 1 :][:length] if 0 < line <= text.count("\n") + 1 else ""
    message = f"{fault.message[:1].upper()}{fault.message[1:]}"
    if not message.endswith((".", "?", "!", '"', "”")):
        message += "."
    return FaultShown(line, column, cut_sentence(message), length, fault.suggestion or _TRUTHS.get(wrong, ""), is_warning)


def _place(text: str, line: int, column: int, faulty: str) -> tuple[int, int, int]:
    """Where to underline, and how much: the faulty words, which may follow the key at the place, otherwise whatever is at the place."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return line, column, 1
    start = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    part = _PARTS.search(text, start + 1)
    for until in (part.start() if part else len(text), len(text)) if faulty else ():
        if found := re.compile(rf"(?<!\w){re.escape(faulty)}(?!\w)", re.IGNORECASE).search(text, start, until):
            before = text.count("\n", 0, found.start())
            return before + 1, found.start() - text.rfind("\n", 0, found.start()), len(faulty)
    word = _WORD.match(text, start)
    if word:
        return line, column, len(word[0])
    whole = lines[line - 1].strip()
    return line, lines[line - 1].find(whole) + 1, max(1, len(whole))


# -- playing ---------------------------------------------------------------------------------------------


class _Clock:
    """Ends a trial when its time is up, and notices answers that took too long."""

    def __init__(self) -> None:
        self.begun = self.last = time.process_time()
        self.slowest = 0.0
        self.slow = 0  # how many answers were too slow

    @property
    def is_too_slow(self) -> bool:
        return self.slow >= MOST_SLOW

    def __call__(self) -> bool:
        now = time.process_time()
        took, self.last = now - self.last, now
        self.slowest = max(self.slowest, took)
        self.slow += took > SLOWEST_STEP
        return self.is_too_slow or now - self.begun > MOST_PLAYING


def _play(catalog: Catalog, folder: PackFolder) -> str:
    """Try the texts of the card; its faults and warnings go to the folder. Returns why it is refused otherwise, or an empty string."""
    clock = _Clock()
    trial = Trial(catalog, folder.key, folder.rules, clock)
    trial.run()
    folder.faults += trial.faults
    folder.warnings += trial.warnings
    if clock.is_too_slow:
        return f"A game with this card is too slow: one answer took {clock.slowest:.1f} seconds, and may take {SLOWEST_STEP}."
    return ""
