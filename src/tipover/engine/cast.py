"""Every text of one game: who has it, what it listens to, what it changes. Made once for a cast of cards.

The order of entries is fixed by the set-up, so their numbers mean the same in every state of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tipover.cards.ast import Act, Event, If, Instead, Loop, May, Num, Or, Step, Text, When, While
from tipover.cards.catalog import SIDES
from tipover.cards.compile import compile_steps
from tipover.cards.program import Program
from tipover.engine.decision import PIECE

if TYPE_CHECKING:
    from tipover.engine.setup import Setup

# Where a text stands.
TRAIT, CARD, ULTIMATE, PART, RULE, TABLE = range(6)


class Source(NamedTuple):
    """Where a text stands: with a figure, on a piece's card, or in the scenario; `side` is whose it is, -1 nobody's."""

    kind: int
    thing: int
    side: int
    name: str


class Entry:
    """One text of this game."""

    __slots__ = ("counter", "limit", "number", "program", "source", "text")

    def __init__(self, number: int, source: Source, text: Text, program: int) -> None:
        self.number = number
        self.source = source
        self.text = text
        self.program = program
        self.limit = next((limit for limit in text.limits if limit.startswith("Once")), "")
        self.counter = -1


class Cast:
    """The texts of a game, found by what they listen to or change."""

    def __init__(self, setup: Setup, cards: list[int]) -> None:
        self.setup = setup
        self.entries: list[Entry] = []
        self.programs: list[Program] = []
        self.whens: dict[str, list[Entry]] = {}
        self.insteads: dict[str, list[Entry]] = {}
        self.changes: dict[str, list[Entry]] = {}
        self.abilities: list[list[int]] = [[] for _ in setup.figures]
        self.uses: dict[int, int] = {}
        self.counted: dict[tuple[int, Event], int] = {}
        self.counter_times: list[str] = []
        self._add_figures(cards)
        self._add_pieces()
        self._add_scenario()

    # -- making --------------------------------------------------------------------------------------

    def _add_figures(self, cards: list[int]) -> None:
        for figure, number in enumerate(cards):
            if number < 0:
                continue
            slot = self.setup.figures[figure]
            card = self.setup.card(number)
            for ability in card.abilities:
                for text in ability.texts:
                    self.abilities[figure].append(self._program(ability.name, text))
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
            if part.sort == "item" and part.cost:
                for text in part.texts:
                    self.uses[piece] = self._program(part.name, text)
            else:
                kind = CARD if part.sort in ("item", "status", "card") else PART
                self._add(Source(kind, PIECE + piece, slot.side, part.name), part.texts)

    def _add_scenario(self) -> None:
        scenario = self.setup.scenario
        if scenario is None or scenario.knock_out:
            return
        for side in self.setup.sides:
            keys = ["rule", scenario.parts.get(SIDES[side], "")]
            if scenario.ultimate:
                keys.append("ultimate" if self.setup.ultimate_side == side else "others")
            for key in keys:
                self._add(Source(RULE, -1, side, scenario.name), scenario.texts.get(key, ()))
        self._add(Source(TABLE, -1, -1, scenario.name), scenario.texts.get("table", ()))

    def _add(self, source: Source, texts: tuple[Text, ...]) -> None:
        for text in texts:
            if isinstance(text, While):
                program = self._program(source.name, text) if text.change.verb == "offer" else -1
                entry = self._entry(source, text, program)
                self.changes.setdefault(text.change.verb, []).append(entry)
                continue
            entry = self._entry(source, text, self._program(source.name, text))
            if isinstance(text, When):
                key = f"{text.event.time} {text.event.verb}"
                self.whens.setdefault(key, []).append(entry)
            elif isinstance(text, Instead):
                self.insteads.setdefault(text.event.verb, []).append(entry)

    def _entry(self, source: Source, text: Text, program: int) -> Entry:
        entry = Entry(len(self.entries), source, text, program)
        if entry.limit:
            entry.counter = self._new_counter(entry.limit)
        self.entries.append(entry)
        return entry

    def _program(self, name: str, text: Text) -> int:
        steps = _offered(text) if isinstance(text, While) else text.steps
        self.programs.append(compile_steps(name, steps, text.limits))
        number = len(self.programs) - 1
        for limit in text.limits:
            if limit.startswith("Once") and not isinstance(text, While | When | Instead):
                self.counted[(number, _LIMIT)] = self._new_counter(limit)
        for event in _timed(steps):
            self.counted[(number, event)] = self._new_counter("Once per turn" if event.time == "turn" else "Once per round")
        return number

    def _new_counter(self, limit: str) -> int:
        self.counter_times.append(limit)
        return len(self.counter_times) - 1

    # -- asking --------------------------------------------------------------------------------------

    def counter(self, program: int, event: Event) -> int:
        """The counter of an event that a program counts, or -1."""
        return self.counted.get((program, event), -1)

    def limit_counter(self, program: int) -> int:
        """The counter of an ability's own limit, or -1."""
        return self.counted.get((program, _LIMIT), -1)


_LIMIT = Event("limit", "done")


def _offered(text: While) -> tuple[Step, ...]:
    """The steps of an offered action: its doer is settled by choosing it."""
    may = text.change.steps[0]
    assert isinstance(may, May)
    return may.cost + may.steps + text.change.steps[1:]


def _timed(steps: tuple[Step, ...]) -> list[Event]:
    """The events that some number in these steps counts."""
    found: list[Event] = []
    for step in steps:
        if isinstance(step, Act):
            found += _timed_number(step.n) + _timed(step.body)
        elif isinstance(step, May):
            found += _timed(step.cost) + _timed(step.steps)
        elif isinstance(step, Or):
            found += _timed(step.options)
        elif isinstance(step, If):
            found += _timed(step.steps) + _timed(step.other)
        elif isinstance(step, Loop):
            found += _timed(step.steps) + (_timed_number(step.over) if isinstance(step.over, Num) else [])
    return found


def _timed_number(num: Num | None) -> list[Event]:
    return [arg for _, kind, arg in num.terms if kind == "time" and isinstance(arg, Event)] if num else []
