"""A lesson being taken: which step it is at, what rivals and dice do, and whether a step is done.

Everything follows from the choices played and the steps gone on from, so a table rebuilds a lesson from its events:
`after` for each choice, `go_to` for each step, `rewind` for each undo.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from tipover.bots.hint import hint
from tipover.cards.catalog import SIDES
from tipover.engine.decision import CHANCE, Choice, Decision
from tipover.engine.event import Event
from tipover.engine.reason import Reason
from tipover.engine.run import IllegalChoice
from tipover.engine.view import view
from tipover.play.dice import SeededDice
from tipover.play.match import Match
from tipover.play.naming import NotationError
from tipover.play.notation import follow
from tipover.play.trial import fact, flat
from tipover.table.lessons.course import ORDER, Lesson, Step, lesson
from tipover.table.protocol import LessonNow

ASTRAY = "That is legal, but {why}. Take it back, or start the lesson again."
ASTRAY_WHY = "this step is about something else"


class _Kept(NamedTuple):
    """How far the lesson was after a number of choices."""

    step: int
    lines: tuple[str, ...]
    rivals: int
    dice: int
    tip: str
    told: frozenset[str]
    astray: bool


class LessonRun:
    """One learner's way through a lesson; `match` is played by the table, which tells what was played."""

    def __init__(self, key: str, seed: str = "") -> None:
        self.lesson: Lesson = lesson(key)
        self._dice = SeededDice(f"lesson {key} {seed}")
        self.match = self._fresh()
        self._kept: dict[int, _Kept] = {}
        self._begin()

    def _fresh(self) -> Match:
        start = self.lesson.start()
        return Match(start.setup, start=start)

    def _begin(self) -> None:
        self.step = 0
        self._lines: tuple[str, ...] = ()
        self._rivals = self._stated = self._seen = 0
        self._tip = ""
        self._told: frozenset[str] = frozenset()
        self._astray = False
        self._dice.asked = 0
        self._hinted = (-1, "")
        self._kept = {0: self._keep()}

    # -- what the table asks -------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether every step is done."""
        return self.step >= len(self.lesson.steps)

    @property
    def astray(self) -> bool:
        """Whether the learner left the step's way; taking back (`rewind(back_to)`) or starting again helps."""
        return self._astray

    @property
    def back_to(self) -> int:
        """How many choices were played before the present step."""
        return min((count for count, kept in self._kept.items() if kept.step == self.step), default=0)

    @property
    def waits(self) -> bool:
        """Whether nobody plays now, not even a rival: the learner reads, or the lesson is over, or is to take something back."""
        return self.done or self._now.tell or self._astray

    @property
    def seats(self) -> list[int]:
        """The learner's seats."""
        return self.match.state.seats_of(self.lesson.you)

    @property
    def _now(self) -> Step:
        return self.lesson.steps[min(self.step, len(self.lesson.steps) - 1)]

    def now(self) -> LessonNow:
        """Where the lesson stands, in words."""
        here, one = self._now, self.lesson
        after = ORDER[one.number] if one.number < len(ORDER) else ""
        grid = self.match.setup.grid
        return LessonNow(
            one.key,
            one.number,
            len(ORDER),
            one.title,
            min(self.step + 1, len(one.steps)),
            len(one.steps),
            self._tip or here.text,
            goal="" if self.done else here.goal,
            hint="" if self.done else self._hint(),
            done=self.done,
            next=after if self.done else "",
            points_at=[] if self.done else [grid.square(name) for name in here.points_at],
            tell=here.tell and not self.done,
            astray=ASTRAY.format(why=here.astray or ASTRAY_WHY) if self._astray else "",
        )

    def _hint(self) -> str:
        """The step's own hint; in a game without one the steady player's, for the question that is open."""
        ask = self.match.state.decision
        if self._now.hint or not self.lesson.game or ask is None or ask.is_chance:
            return self._now.hint
        mine = [seat for seat in ask.seats if seat in self.seats]
        count = len(self.match.choices)
        if self._hinted[0] != count:
            self._hinted = (count, hint(view(self.match.state, mine[0]), ask).sentence if mine else "")
        return self._hinted[1]

    def answer_chance(self, decision: Decision) -> Choice:
        """What the dice show: as the step states it, else as the seed has it."""
        if self._stated < len(self._now.dice) and not self.done:
            line = self._now.dice[self._stated]
            try:
                choice = follow(self.match.state, line)[0]
            except (NotationError, IllegalChoice):
                choice = None
            if choice is not None and decision.offers(choice):
                return choice
        self._dice.asked = len(self.match.choices)
        return self._dice.answer(decision)

    def rival_line(self) -> str | None:
        """What a rival plays now if the step says so; None leaves it to a bot (`lesson.bot`), or it is not a rival's question."""
        ask = self.match.state.decision
        if ask is None or ask.is_chance or self.done or any(seat in self.seats for seat in ask.seats):
            return None
        if self._rivals >= len(self._now.rival):
            return None
        line = self._now.rival[self._rivals]
        try:
            follow(self.match.state, line)
        except (NotationError, IllegalChoice):
            return None
        return line

    # -- what the table tells ------------------------------------------------------------------------------

    def after(self, line: str, events: list[Event]) -> None:
        """A line was played (a learner's, a rival's, of chance), as one choice or several, and this came of it; call it after each."""
        if self.done:
            return
        for written_as, seats in zip(self.match.lines[self._seen :], self.match.seats[self._seen :], strict=True):
            if any(seat in self.seats for seat in seats):
                self._lines = (*self._lines, written_as)
                self._tip = ""
            elif seats == [CHANCE]:
                self._count_dice(written_as)
            else:
                self._count_rival(written_as)
        self._seen = len(self.match.choices)
        self._tell_tips(events)
        ask = self.match.state.decision
        if ask is None or not ask.is_chance:
            if self.is_reached(line):
                self._next()
            else:
                self._astray = self._is_astray()
        self._kept[self._seen] = self._keep()

    def refused(self, line: str, reasons: list[Reason]) -> bool:
        """The learner tried something that is not allowed; whether that was the step's goal, which is then done."""
        if self.done or not set(self._now.refused) & {reason.rule for reason in reasons}:
            return False
        self._next()
        self._kept[len(self.match.choices)] = self._keep()
        return True

    def go_on(self) -> bool:
        """Go on from a step that only tells; whether there was one."""
        if self.done or not self._now.tell:
            return False
        self._next()
        self._kept[len(self.match.choices)] = self._keep()
        return True

    def go_to(self, step: int) -> None:
        """Be at a step (from 0), as a table's event says; at the step already, nothing changes."""
        if step != self.step:
            self.step = step
            self._enter()
            self._kept[len(self.match.choices)] = self._keep()

    def again(self) -> None:
        """Start the lesson again."""
        self.match = self._fresh()
        self._begin()

    def rewind(self, to: int) -> None:
        """Be where the lesson was after so many choices, dice or not: it is a lesson."""
        choices = self.match.choices[:to]
        kept = {count: one for count, one in self._kept.items() if count <= to}
        self.match = self._fresh()
        for choice in choices:
            self.match.play(choice)
        self._kept = kept
        self._seen = len(self.match.choices)
        self._hinted = (-1, "")
        last = kept[max(kept)]
        self.step, self._lines, self._rivals, self._stated, self._tip, self._told, self._astray = last

    def is_reached(self, line: str = "") -> bool:
        """Whether the present step's goal is reached as things stand; `line` is what was just played, as it was typed."""
        step = self._now
        if step.over:
            return self.match.over
        if step.expect:
            return all(_is(self.match, key, value) for key, value in flat(step.expect).items())
        return bool(step.played) and any(fnmatchcase(one, step.played) for one in (line, *self._lines))

    # -- inside --------------------------------------------------------------------------------------------

    def _keep(self) -> _Kept:
        return _Kept(self.step, self._lines, self._rivals, self._stated, self._tip, self._told, self._astray)

    def _next(self) -> None:
        self.step += 1
        self._enter()

    def _enter(self) -> None:
        self._lines, self._rivals, self._stated, self._astray = (), 0, 0, False

    def _count_dice(self, line: str) -> None:
        """A stated roll is used up when it was played; the order of its dice does not matter."""
        if self._stated < len(self._now.dice) and sorted(line.split()) == sorted(self._now.dice[self._stated].split()):
            self._stated += 1

    def _count_rival(self, line: str) -> None:
        """A rival's line may be several choices (its turn and its action): it is used up when its last one was played."""
        if self._rivals < len(self._now.rival):
            said = self._now.rival[self._rivals]
            if line == (f"> {said.rpartition('> ')[2]}" if "> " in said else said):
                self._rivals += 1

    def _is_astray(self) -> bool:
        """Whether what the learner played in this step is not the beginning of the step's own way; a game has none."""
        if self.lesson.game:
            return False
        return self._lines != written(self.lesson.key)[self.step][: len(self._lines)]

    def _tell_tips(self, events: list[Event]) -> None:
        """The tip of the last event that has one which was not told yet."""
        for event in reversed(events):
            for number, tip in enumerate(self.lesson.tips):
                if str(number) in self._told or tip.on != type(event).__name__ or not self._concerns(tip.mine, event):
                    continue
                self._told |= {str(number)}
                self._tip = tip.text
                return

    def _concerns(self, mine: bool | None, event: Event) -> bool:
        """Whether an event happened to the side a tip is about."""
        if mine is None:
            return True
        figure = getattr(event, "figure", getattr(event, "challenger", -1))
        side = getattr(event, "side", self.match.setup.side_of[figure] if figure >= 0 else -1)
        return bool(side == self.lesson.you) == mine


def _is(match: Match, key: str, wanted: Any) -> bool:
    """Whether an expectation holds, in the words of scene tests."""
    state = match.state
    found = fact(state, key)
    if key == "turn" and state.turn >= 0 and wanted == SIDES[state.turn]:
        return True
    if isinstance(found, list) and isinstance(wanted, list) and not any(isinstance(one, list) for one in wanted):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    return bool(found == wanted)


@cache
def written(key: str) -> tuple[tuple[str, ...], ...]:
    """The learner's own choices in each step, as the notation writes them, when the lesson goes by its `play` lines."""
    run = LessonRun(key)
    found: list[tuple[str, ...]] = []
    for number, step in enumerate(run.lesson.steps):
        run.go_to(number)
        begun = len(run.match.choices)
        for line in step.play:
            _others(run)
            for choice in follow(run.match.state, line):
                _play(run, choice)
        mine = [
            line
            for line, seats in zip(run.match.lines[begun:], run.match.seats[begun:], strict=True)
            if any(seat in run.seats for seat in seats)
        ]
        found.append(tuple(mine))
    return tuple(found)


def _play(run: LessonRun, choice: Choice) -> None:
    """Play a choice and the dice that follow it, as stated."""
    run.match.play(choice)
    while (ask := run.match.state.decision) is not None and ask.is_chance:
        run.match.play(run.answer_chance(ask))
        run._count_dice(run.match.lines[-1])


def _others(run: LessonRun) -> None:
    """Play the rivals' lines of the present step as far as they are asked."""
    while (line := run.rival_line()) is not None:
        for choice in follow(run.match.state, line):
            _play(run, choice)
        run._rivals += 1
