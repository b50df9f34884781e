"""The child of the card box: reads a room's cards, checks each, plays with it, tells what it found, and is gone.

It makes itself ready first (packs loaded), says so, puts limits on itself, and only then reads the cards.
"""

from __future__ import annotations

import re
import resource
import signal
import sys
import time

import msgspec

from tipover.cards.catalog import Catalog, FigureCard, key_of
from tipover.cards.folder import Folder
from tipover.cards.pack import load
from tipover.cards.shelf import Shelf
from tipover.cards.toml import LARGEST_FILE, Fault
from tipover.engine.arrange import arrange
from tipover.engine.run import apply
from tipover.engine.setup import SetupError
from tipover.play.deal import TWO, ULTIMATE, Draw, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.table.protocol import CardChecked, FaultShown
from tipover.table.roompack import MOST_CARDS, READY, folders_with, of_room, room_folder
from tipover.table.show.cards import card_shown

MOST_CPU = 0.9  # seconds for one card
MOST_MEMORY = 100 * 1024 * 1024
MOST_FAULTS = 40
MOST_VALUES = 400  # keys and entries; the fullest card of the sets has a tenth of that
GAMES = 3
ROUNDS = 4
MOST_DECISIONS = 600  # of one game; what comes later shows nothing new
SLOWEST_STEP = 0.15  # seconds that one answer may take the engine
MOST_PLAYING = 0.4  # seconds for all games; what is left then is not played


def main(*folders: str) -> None:
    """Get ready with the packs of further folders, wait for cards on standard input, answer on standard output, a line for each."""
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
    """No more memory, files or processes than a card needs; the processor's time as a last resort besides the timer."""
    seconds = int(time.process_time() + MOST_CPU * MOST_CARDS) + 2
    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def checked(raw: bytes, base: Catalog, *folders: str) -> CardChecked:
    """The faults of a card, or the card as it will be printed with what the checker warns of; `base` was loaded with the folders."""
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
    shelf = Shelf(packs, [])
    shelf.fill()
    if folder.all_faults():
        return CardChecked(_shown(text, folder))
    sound = Catalog(shelf)
    card = of_room(sound.figures)[0]
    if _stands_in(base, card):
        told = f"There is a card '{card.name}' already; give this one another name."
        line, column, length = _place(text, *folder.files[0][1].place(("name",)), told)
        return CardChecked([FaultShown(line, column, told, length)])
    slow = _play(sound, card)
    if slow:
        return _one_fault(slow)
    return CardChecked(_shown(text, folder, warnings=True), card_shown(card, sound))


def _values(data: object) -> int:
    """How many keys and entries there are, counted no further than too many."""
    count, left = 0, [data]
    while left and count <= MOST_VALUES:
        one = left.pop()
        inside = list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else []
        count += len(inside)
        left += inside[:MOST_VALUES]
    return count


def _one_fault(told: str) -> CardChecked:
    return CardChecked([FaultShown(1, 1, told)])


def _stands_in(base: Catalog, card: FigureCard) -> bool:
    """Whether a card of the sets has the name: records and ready-made matches speak of that one."""
    return (
        base.figure(card.name) >= 0
        or base.piece(card.name) >= 0
        or key_of(card.name) in {key_of(one.card) for one in base.figures if one.card}
    )


# -- places ----------------------------------------------------------------------------------------------


def _shown(text: str, folder: Folder, warnings: bool = False) -> list[FaultShown]:
    faults = [(fault, False) for fault in folder.all_faults()[:MOST_FAULTS]]
    if warnings:
        faults = [(fault, True) for fault in sorted(folder.warnings)[:MOST_FAULTS]]
    return [_fault(text, fault, is_warning) for fault, is_warning in faults]


_MEANT = re.compile(r"; did you mean ['`](.+?)['`]\?")
_THERE = re.compile(r"\bnot ['`]?([^'`,;.]+)")
_QUOTED = re.compile(r"['`]([^'`]+)['`]")
_WORD = re.compile(r"\[+[^\]\n]*\]+|[^\s\"'=,;:.\[\](){}#]+")
_PARTS = re.compile(r"^\[", re.MULTILINE)

# What Python's reader of TOML says, by how it begins, and what a player can do about it.
_TOML = {
    "Illegal character '\\n'": "the text of this line has no closing quotation mark",
    "Unterminated string": "a text has no closing quotation mark",
    "Invalid value": "here stands no value: text is written in quotation marks, and yes and no are true and false",
    "Cannot overwrite a value": "this key stands here for the second time",
    "Cannot declare": "this part stands here for the second time",
    "Expected '=' after a key": "after a key stands =, then its value",
    "Unclosed array": "a list has no closing ]",
}
_TRUTHS = {"yes": "true", "no": "false", "True": "true", "False": "false"}


def _fault(text: str, fault: Fault, is_warning: bool) -> FaultShown:
    told = fault.message
    for begins, better in _TOML.items():
        told = told.replace(told[told.index(begins) :], better) if begins in told else told
    line, column, length = _place(text, fault.line, fault.column, fault.message)
    meant = _MEANT.search(told)
    wrong = text.split("\n")[line - 1][column - 1 :][:length] if 0 < line <= text.count("\n") + 1 else ""
    message = f"{told[:1].upper()}{told[1:]}"
    if not message.endswith((".", "?", "!", '"', "”")):
        message += "."
    return FaultShown(line, column, message, length, meant[1] if meant else _TRUTHS.get(wrong, ""), is_warning)


def _place(text: str, line: int, column: int, message: str) -> tuple[int, int, int]:
    """Where to underline, and how much: the words a message quotes, which may stand after the key it points at, else what stands there."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return line, column, 1
    start = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    part = _PARTS.search(text, start + 1)
    until = part.start() if part and "no key" not in message else len(text)
    told = _MEANT.sub("", message)
    for words in _THERE.findall(told) + _QUOTED.findall(told):  # what is there comes before what should be
        if found := re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE).search(text, start, until):
            before = text.count("\n", 0, found.start())
            return before + 1, found.start() - text.rfind("\n", 0, found.start()), len(words)
    word = _WORD.match(text, start)
    if word:
        return line, column, len(word[0])
    whole = lines[line - 1].strip()
    return line, lines[line - 1].find(whole) + 1, max(1, len(whole))


# -- playing ---------------------------------------------------------------------------------------------


def _play(catalog: Catalog, card: FigureCard) -> str:
    """Play a few games with the card, all players drawing at random; what is wrong with that as a sentence, or nothing."""
    begun = time.process_time()
    for number in range(GAMES):
        mode = ULTIMATE if card.ultimate is not None and number == GAMES - 1 else TWO
        try:
            told = _game(catalog, _setup(catalog, card, mode, number), number, begun)
        except SetupError as error:
            return f"No game can be set up with this card: {error}."
        except RecursionError:
            return "A game with this card does not come to an end: its texts set each other off."
        if told or time.process_time() - begun > MOST_PLAYING:
            return told
    return ""


def _setup(catalog: Catalog, card: FigureCard, mode: str, number: int) -> dict[str, object]:
    draw = Draw(f"card box {number}")
    others = draw.mixed([one.name for one in catalog.figures if one.kind == card.kind and not one.basic and one.name != card.name])
    teams = ((card.name,), tuple(others[:3])) if mode == ULTIMATE else ((card.name, others[0]), (others[1], others[2]))
    return deal(catalog, f"card box {number}", Wish(mode, "", "", teams, ROUNDS, True))


def _game(catalog: Catalog, described: dict[str, object], number: int, begun: float) -> str:
    dice, stream = SeededDice(f"card box {number}"), Stream(f"card box {number}", "players")
    state = arrange(catalog, described).start()
    before = time.process_time()
    for _ in range(MOST_DECISIONS):
        ask = state.decision
        if ask is None:
            break
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
        now = time.process_time()
        if now - before > SLOWEST_STEP:
            return f"A game with this card is too slow: one answer took {now - before:.1f} seconds, and may take {SLOWEST_STEP}."
        if now - begun > MOST_PLAYING:
            break
        before = now
    return ""
