"""Every text of one game: who has it, what it listens to, what it changes. Made once for a cast of cards.

The order of entries is fixed by the set-up, so their numbers mean the same in every state of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tipover.cards import program as ops
from tipover.cards.ast import (
    Act,
    Change,
    Do,
    Event,
    Filter,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Ref,
    Step,
    Text,
    When,
    While,
)
from tipover.cards.catalog import CHARACTER, SIDES
from tipover.cards.compile import compile_steps
from tipover.cards.program import Program
from tipover.engine.decision import ABILITY, PIECE, Choice
from tipover.engine.flow.kinds import TEXT_FRAME
from tipover.engine.steps.frame import new_frame

if TYPE_CHECKING:
    from tipover.engine.setup import Setup
    from tipover.engine.state import State

# Where a text stands: in a trait or an ultimate card, on a piece's card, on a piece of the map, in the scenario.
TRAIT, CARD, ULTIMATE, PART, RULE, TABLE = range(6)

# Events that are told only when all of them is done.
_TOLD_AFTER = ("last token", "rolls")

# Of a program that begins with no challenge, and of one that must be looked at.
ANYWHERE, UNSURE = -1, -2

ONCE_A_TURN, ONCE_A_ROUND, ONCE_A_GAME = "Once per turn", "Once per round", "Once per game"


class Source(NamedTuple):
    """Where a text stands: with a figure, on a piece's card, or in the scenario; `side` is whose it is, -1 nobody's."""

    kind: int
    thing: int
    side: int
    name: str


class Entry:
    """One text of this game.

    `fixed` is the frame it is read in, if that never changes; nobody writes into it. `only` is the one figure that its
    event or change can speak of, or -1. Of an offered action `offers` is its kind, `yours` whether only the text's side may do it.
    `mine` is the side whose figures alone an event speaks of (`a character of yours`), or -1. `played` is the piece of a deck's card, which holds only while it is in force; -1 for every other text.
    """

    __slots__ = ("counter", "fixed", "limit", "mine", "number", "offers", "only", "played", "program", "source", "text", "yours")

    def __init__(self, number: int, source: Source, text: Text | While, program: int) -> None:
        self.number = number
        self.source = source
        self.text = text
        self.program = program
        self.limit = next((limit for limit in text.limits if limit.startswith("Once")), "")
        self.counter = -1
        self.fixed: list[int] | None = None
        self.offers, self.yours = _offer(text)
        self.played = -1
        self.mine = source.side if isinstance(text, When | Instead) and _is_yours(text.event.who) else -1
        self.only = source.thing if source.kind in (TRAIT, ULTIMATE) and _speaks_of_this(text) else -1


class Watch(NamedTuple):
    """An event that a text counts, or whose squares it remembers: in which slot, and the text it belongs to."""

    slot: int
    event: Event
    entry: Entry | None
    frame: list[int] | None


class Reading:
    """What phrases mean in a cast; `steps.nouns` fills the tables, by the identity of the tree's node.

    With `held` a controlled figure is its controller's, as for moves, challenges and sight; else its owner's (CTL-1, CTL-9).
    """

    __slots__ = ("areas", "cast", "held", "meanings", "names", "places", "relations", "without")

    def __init__(self, cast: Cast, held: bool) -> None:
        self.cast = cast
        self.held = held
        self.meanings: dict[int, object] = {}
        self.relations: dict[int, tuple[Filter, Callable[[State, list[int], int], bool]]] = {}
        self.places: dict[int, tuple[Filter, Callable[[State, list[int], int], int]]] = {}
        self.areas: dict[int, tuple[Phrase, Callable[[State, list[int]], int]]] = {}
        self.without: dict[int, tuple[Group, Group]] = {}
        self.names: dict[str, Ref] = {}


class Cast:
    """The texts of a game, found by what they listen to or change."""

    def __init__(self, setup: Setup, cards: list[int]) -> None:
        self.setup = setup
        self.cards = cards
        self.entries: list[Entry] = []
        self.programs: list[Program] = []
        self.whens: dict[str, list[Entry]] = {}
        self.insteads: dict[str, list[Entry]] = {}
        self.changes: dict[str, list[Entry]] = {}
        self.holds: dict[tuple[int, int], Entry] = {}
        self.abilities: list[list[int]] = [[] for _ in setup.figures]
        self.uses: dict[int, int] = {}
        self.limits: dict[int, int] = {}
        self.gates: dict[int, tuple[int, int]] = {}
        self.counted: dict[tuple[int, Event], int] = {}
        self.counters: dict[str, list[Watch]] = {}
        self.counter_times: list[str] = []
        self.watched: set[str] = set()
        self.sites: dict[tuple[int, Event], int] = {}
        self.site_watches: dict[str, list[Watch]] = {}
        self.own = Reading(self, False)
        self.held = Reading(self, True)
        self._add_figures(cards)
        self._add_pieces()
        self._add_scenario()
        self.reaches = [_reach(program) for program in self.programs]
        self.plain_abilities = [[Choice(ABILITY, figure, k) for k in range(len(own))] for figure, own in enumerate(self.abilities)]
        self.has_secrets = any(step.op == ops.SECRET for program in self.programs for step in program.steps)
        self.shifts_board = setup.on_walls or "counts-as" in self.changes or any(_speaks_of_walls(program) for program in self.programs)

    # -- making --------------------------------------------------------------------------------------

    def _add_figures(self, cards: list[int]) -> None:
        for figure, number in enumerate(cards):
            if number < 0:
                continue
            slot = self.setup.figures[figure]
            card = self.setup.card(number)
            for ability in card.abilities:
                for text in ability.texts:
                    frame = new_frame(TEXT_FRAME, len(self.programs), figure, slot.side)
                    self.abilities[figure].append(self._program(ability.name, text, None, frame))
            if card.trait is not None:
                self._add(Source(TRAIT, figure, slot.side, card.trait.name), card.trait.texts)
            if card.ultimate is not None and slot.ultimate:
                self._add(Source(ULTIMATE, figure, slot.side, card.ultimate.name), card.ultimate.texts)
            self._add(Source(TRAIT, figure, slot.side, card.name), card.texts)

    def _add_pieces(self) -> None:
        for piece, slot in enumerate(self.setup.pieces):
            part = slot.part
            if part is None:
                continue
            used = [text for text in part.texts if isinstance(text, Do)] if part.sort == "item" and part.cost else []
            for text in used:
                self.uses[piece] = self._program(part.name, text, None, None)
            kind = CARD if part.sort in ("item", "status", "card") else PART
            self._add(Source(kind, PIECE + piece, slot.side, part.name), tuple(text for text in part.texts if text not in used))

    def _add_scenario(self) -> None:
        scenario = self.setup.scenario
        if scenario is None:
            return
        for side in self.setup.sides:
            keys = ["rule", scenario.parts.get(SIDES[side], "")]
            if scenario.ultimate:
                keys.append("ultimate" if self.setup.ultimate_side(self.cards) == side else "others")
            for key in keys:
                self._add(Source(RULE, -1, side, scenario.name), scenario.texts.get(key, ()))
        self._add(Source(TABLE, -1, -1, scenario.name), scenario.texts.get("table", ()))

    def _add(self, source: Source, texts: tuple[Text, ...]) -> None:
        for text in texts:
            entry = Entry(len(self.entries), source, text, -1)
            self.entries.append(entry)
            if not isinstance(text, While) or text.change.verb == "offer":
                entry.program = self._program(source.name, text, entry, None)
            if source.thing >= PIECE and self.setup.pieces[source.thing - PIECE].deck:
                entry.played = source.thing - PIECE
            if entry.limit:
                entry.counter = self._new_counter(entry.limit)
                self._add_gate(entry)
            if source.kind in (RULE, TABLE) or (source.kind in (TRAIT, ULTIMATE) and self.setup.kind_of[source.thing] == CHARACTER):
                entry.fixed = new_frame(TEXT_FRAME, entry.program, source.thing, source.side)
            if isinstance(text, While):
                self._add_change(entry, text.change)
            elif isinstance(text, When):
                self.whens.setdefault(f"{text.event.time} {text.event.verb}", []).append(entry)
            elif isinstance(text, Instead):
                self.insteads.setdefault(text.event.verb, []).append(entry)

    def _add_gate(self, entry: Entry) -> None:
        """A limited text that begins with `may` is used up by doing it, not by being offered: remember where it asks."""
        if not isinstance(entry.text, When):
            return
        for place, step in enumerate(self.programs[entry.program].steps):
            if step.may:
                self.gates[entry.program] = (place, entry.counter)
            if step.op not in (ops.SET, ops.IF):
                return

    def _add_change(self, entry: Entry, change: Change) -> None:
        for key in change_keys(change):
            self.changes.setdefault(key, []).append(entry)

    def _program(self, name: str, text: Text, entry: Entry | None, frame: list[int] | None) -> int:
        steps = _offered(text) if isinstance(text, While) else text.steps
        program = compile_steps(name, steps, text.limits)
        self.programs.append(program)
        number = len(self.programs) - 1
        if entry is None:
            for limit in text.limits:
                if limit.startswith("Once"):
                    self.limits[number] = self._new_counter(limit)
        for event in timed(steps):
            counter = self._new_counter(ONCE_A_TURN if event.time == "turn" else ONCE_A_ROUND)
            self.counted[(number, event)] = counter
            self.counters.setdefault(event.verb, []).append(Watch(counter, event, entry, frame))
            self._watch(event)
        for event in sited(program):
            self.sites[(number, event)] = len(self.sites)
            self.site_watches.setdefault(event.verb, []).append(Watch(self.sites[(number, event)], event, entry, frame))
            self._watch(event)
        self._add_holds(number, program)
        return number

    def _add_holds(self, number: int, program: Program) -> None:
        """Standing rules that a text begins (`Until …`): known from the start, in force only while the state holds them."""
        for place, step in enumerate(program.steps):
            if step.op != ops.HOLD or step.hold is None:
                continue
            source = Source(TRAIT, -1, -1, program.name)
            self.holds[(number, place)] = Entry(-1, source, step.hold, number)
            for key in change_keys(step.hold.change):
                self.changes.setdefault(key, [])
            assert step.hold.until is not None
            self._listen(step.hold.until)

    def _listen(self, event: Event) -> None:
        """Have an event told though no text is set off by it, because one counts it or ends with it."""
        for time in ("at", "when", "after"):
            self.whens.setdefault(f"{time} {event.verb}", [])

    def _watch(self, event: Event) -> None:
        """Have an event noted once: as it happens, or when it is told only after all of it is done."""
        self._listen(event)
        self.watched.add(f"after {event.verb}" if event.verb in _TOLD_AFTER else f"when {event.verb}")

    def _new_counter(self, limit: str) -> int:
        self.counter_times.append(limit)
        return len(self.counter_times) - 1

    # -- asking --------------------------------------------------------------------------------------

    def counter(self, program: int, event: Event) -> int:
        """The counter of an event that a program counts, or -1."""
        return self.counted.get((program, event), -1)

    def limit_counter(self, program: int) -> int:
        """The counter of an ability's own limit, or -1."""
        return self.limits.get(program, -1)


def _reach(program: Program) -> int:
    """How far the challenge reaches that a program begins with, 0 for adjacent.

    `ANYWHERE` if it begins with another deed, `UNSURE` if that must be looked at in play.
    """
    act = program.steps[0].act if program.steps[0].op == ops.DO else None
    if act is None:
        return UNSURE
    if act.verb != "challenge":
        return ANYWHERE
    if any(word not in ("basic", "range") for word, _ in act.how):
        return UNSURE
    return next((value for word, value in act.how if word == "range" and isinstance(value, int)), 0)


def change_keys(change: Change) -> list[str]:
    """Under which keys a standing rule is found: its verb, and its verb with each plain word of how (`has defense`)."""
    return [change.verb, *(f"{change.verb} {word}" for word, _ in change.how)]


def _speaks_of_this(text: Text | While) -> bool:
    """Whether the subject of a text's event or change is `this` and nothing else."""
    if isinstance(text, When | Instead):
        return text.event.who == Ref("this") or text.event.verb in ("start of its turn", "end of its turn")
    return isinstance(text, While) and text.change.who == Ref("this")


def _offer(text: Text | While) -> tuple[str, bool]:
    """The kind of action a text offers, or nothing; and whether to its own side alone (`a character of yours`)."""
    if not isinstance(text, While) or text.change.verb != "offer" or not isinstance(text.change.what, Group):
        return "", False
    may = text.change.steps[0]
    assert isinstance(may, May)
    return text.change.what.nouns[0], _is_yours(may.who)


def _is_yours(who: Phrase | None) -> bool:
    """Whether a phrase names things of the text's side alone."""
    return isinstance(who, Group) and any(one.rel == "of" and one.arg in (Ref("you"), Ref("yours")) for one in who.filters)


def _offered(text: While) -> tuple[Step, ...]:
    """The steps of an offered action: its doer is settled by choosing it."""
    may = text.change.steps[0]
    assert isinstance(may, May)
    return may.cost + may.steps + text.change.steps[1:]


def timed(steps: tuple[Step, ...]) -> list[Event]:
    """The events that some number in these steps counts."""
    found: list[Event] = []
    for step in steps:
        if isinstance(step, Act):
            found += _timed_number(step.n) + timed(step.body)
        elif isinstance(step, May):
            found += timed(step.cost) + timed(step.steps)
        elif isinstance(step, Or):
            found += timed(step.options)
        elif isinstance(step, If):
            found += timed(step.steps) + timed(step.other)
        elif isinstance(step, Loop):
            found += timed(step.steps) + (_timed_number(step.over) if isinstance(step.over, Num) else [])
    return found


def _timed_number(num: Num | None) -> list[Event]:
    return [arg for _, kind, arg in num.terms if kind == "time" and isinstance(arg, Event)] if num else []


def sited(program: Program) -> list[Event]:
    """The events whose squares a program asks for (`where a rival was knocked out this round`)."""
    found: list[Event] = []
    for step in program.steps:
        phrases: list[object] = [step.phrase]
        if step.act is not None:
            phrases += [step.act.what, step.act.to, *(value for _, value in step.act.how)]
        for phrase in phrases:
            found += _sited_in(phrase)
    return list(dict.fromkeys(found))


def _speaks_of_walls(program: Program) -> bool:
    """Whether a program can break walls (`Move 3, through walls.`), so that the board changes (MAP-9)."""
    for step in program.steps:
        if step.act is not None and any(
            word == "through" and isinstance(value, Group) and "wall" in value.nouns for word, value in step.act.how
        ):
            return True
    return False


def _sited_in(phrase: object) -> list[Event]:
    if isinstance(phrase, Join):
        return [event for part in phrase.parts for event in _sited_in(part)]
    filters = phrase.filters if isinstance(phrase, Group) else phrase if isinstance(phrase, tuple) else ()
    found: list[Event] = []
    for one in filters:
        if isinstance(one, Filter):
            found += [one.arg] if isinstance(one.arg, Event) else _sited_in(one.arg)
    return found
