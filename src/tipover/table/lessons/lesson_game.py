"""A running lesson: its current step, what rivals and dice do, and whether a step's goal is reached.

Everything follows from the choices and the steps that were continued, so a table can rebuild a lesson from its events:
`after` for each choice, `go_to` for each step, `rewind` for each undo.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from tipover.bots.hint import Hint, hint
from tipover.cards.catalog import SIDES
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import Event
from tipover.engine.core.ids import CHANCE
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.language import ENGLISH, sentence
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import say
from tipover.engine.view import view
from tipover.play.dice import SeededDice
from tipover.play.match import Match
from tipover.play.notation.lines import follow
from tipover.play.notation.typed_names import NotationError
from tipover.play.scene_tests import fact, flat
from tipover.table.lessons.course import ORDER, Lesson, LessonStep, lesson
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.people import LessonNow


class _Kept(NamedTuple):
    """A snapshot of the lesson after some number of choices, for `rewind`."""

    step: int  # The step, from 0.
    lines: tuple[str, ...]  # The learner's lines in the step.
    rivals: int  # How many of the rivals' lines are used.
    dice: int  # How many of the stated rolls are used.
    tip: str  # The tip that is shown.
    tips_shown: frozenset[str]  # Numbers of the tips that were shown.
    astray: bool  # Whether the learner has left the step's way.


class LessonRun:
    """A learner's run through a lesson. The table plays on `match` and reports every choice."""

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
        self._tips_shown: frozenset[str] = frozenset()
        self._astray = False
        self._dice.asked = 0
        self._hinted: tuple[int, Hint | None] = (-1, None)
        self._kept = {0: self._keep()}

    # -- called by the table -------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether every step is done."""
        return self.step >= len(self.lesson.steps)

    @property
    def astray(self) -> bool:
        """Whether the learner did something other than what the step asks for; `rewind(back_to)` or `again` helps."""
        return self._astray

    @property
    def back_to(self) -> int:
        """The number of choices before the current step."""
        return min((count for count, kept in self._kept.items() if kept.step == self.step), default=0)

    def undo_to(self, seat: int, begins: list[int], makers: list[int]) -> int:
        """Where an undo leads, as for any table; dice can be undone too: to the start of the step if the learner went astray."""
        if seat not in self.seats or self.done:
            return -1
        if self.astray:
            return self.back_to
        own = [begin for begin, maker in zip(begins, makers, strict=True) if maker == seat]
        return own[-1] if own and own[-1] >= self.back_to else -1

    @property
    def waits(self) -> bool:
        """Whether even rivals wait: the learner has to read or to undo something, or the lesson is done."""
        return self.done or self._now.tell or self._astray

    @property
    def seats(self) -> list[int]:
        """The learner's seats."""
        return list(self.match.state.seats_of(self.lesson.you))

    @property
    def meant(self) -> dict[int, str]:
        """The squares that the step asks to try in vain, each with the line that is meant by a click on it."""
        step = self._now
        if self.done or not (step.refused and step.attempt):
            return {}
        return {self.match.setup.grid.square(name): step.attempt for name in step.points_at}

    @property
    def _now(self) -> LessonStep:
        return self.lesson.steps[min(self.step, len(self.lesson.steps) - 1)]

    def now(self, language: str = ENGLISH) -> LessonNow:
        """The lesson for the wire; texts from the lesson's file are always English."""
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
            hint="" if self.done else self._hint(language),
            done=self.done,
            next=after if self.done else "",
            points_at=[] if self.done else [grid.square(name) for name in here.points_at],
            tell=here.tell and not self.done,
            astray=sentence(say("lesson.astray", why=here.astray or say("lesson.astray_why")), language) if self._astray else "",
        )

    def _hint(self, language: str) -> str:
        """The step's own hint; in a game without one, the bot's hint for the open question."""
        ask = self.match.state.decision
        if self._now.hint or not self.lesson.game or ask is None or ask.is_chance:
            return self._now.hint
        mine = [seat for seat in ask.seats if seat in self.seats]
        count = len(self.match.choices)
        if self._hinted[0] != count:
            self._hinted = (count, hint(view(self.match.state, mine[0]), ask) if mine else None)
        found = self._hinted[1]
        return table_printer(found.state, language).text(found.said) if found is not None else ""

    def answer_chance(self, decision: Decision) -> Choice:
        """The outcome of dice: as the step states it, otherwise from the seed."""
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
        """The line that a rival plays now; None if the step has none (then `lesson.bot` plays) or no rival is asked."""
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

    # -- reported by the table -----------------------------------------------------------------------------

    def after(self, line: str, events: list[Event]) -> None:
        """Report a line that was played by the learner, a rival or chance, and its events; must be called after every line."""
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
        """Report a refused attempt of the learner; whether that was the step's goal, which is then reached."""
        if self.done or not set(self._now.refused) & {reason.rule for reason in reasons}:
            return False
        self._next()
        self._kept[len(self.match.choices)] = self._keep()
        return True

    def go_on(self) -> bool:
        """Continue after a step without a goal; False if the current step has one."""
        if self.done or not self._now.tell:
            return False
        self._next()
        self._kept[len(self.match.choices)] = self._keep()
        return True

    def go_to(self, step: int) -> None:
        """Go to a step (from 0), as a row of the table says; does nothing if it is the current one."""
        if step != self.step:
            self.step = step
            self._enter()
            self._kept[len(self.match.choices)] = self._keep()

    def again(self) -> None:
        """Start the lesson again."""
        self.match = self._fresh()
        self._begin()

    def rewind(self, to: int) -> None:
        """Return to the snapshot after `to` choices; in a lesson dice can be undone too."""
        choices = self.match.choices[:to]
        kept = {count: one for count, one in self._kept.items() if count <= to}
        self.match = self._fresh()
        for choice in choices:
            self.match.play(choice)
        self._kept = kept
        self._seen = len(self.match.choices)
        self._hinted = (-1, None)
        last = kept[max(kept)]
        self.step, self._lines, self._rivals, self._stated, self._tip, self._tips_shown, self._astray = last

    def is_reached(self, line: str = "") -> bool:
        """Whether the current step's goal is reached; `line` is what was just played, as it was typed."""
        step = self._now
        if step.over:
            return self.match.over
        if step.expect:
            return all(_is(self.match, key, value) for key, value in flat(step.expect).items())
        return bool(step.played) and any(fnmatchcase(one, step.played) for one in (line, *self._lines))

    # -- details -------------------------------------------------------------------------------------------

    def _keep(self) -> _Kept:
        return _Kept(self.step, self._lines, self._rivals, self._stated, self._tip, self._tips_shown, self._astray)

    def _next(self) -> None:
        self.step += 1
        self._enter()

    def _enter(self) -> None:
        self._lines, self._rivals, self._stated, self._astray = (), 0, 0, False

    def _count_dice(self, line: str) -> None:
        """Count a stated roll as used when it is played; the order of its dice does not matter."""
        if self._stated < len(self._now.dice) and sorted(line.split()) == sorted(self._now.dice[self._stated].split()):
            self._stated += 1

    def _count_rival(self, line: str) -> None:
        """Count a rival's line as used when its last choice (a turn, then an action) is played."""
        if self._rivals < len(self._now.rival):
            said = self._now.rival[self._rivals]
            if line == (f"> {said.rpartition('> ')[2]}" if "> " in said else said):
                self._rivals += 1

    def _is_astray(self) -> bool:
        """Whether the learner's lines in this step are not a beginning of `play`; a lesson that is a whole game has no such lines."""
        if self.lesson.game:
            return False
        return self._lines != written(self.lesson.key)[self.step][: len(self._lines)]

    def _tell_tips(self, events: list[Event]) -> None:
        """Show the tip of the last event whose tip was not shown yet."""
        for event in reversed(events):
            for number, tip in enumerate(self.lesson.tips):
                if str(number) in self._tips_shown or tip.on != type(event).__name__ or not self._concerns(tip.mine, event):
                    continue
                self._tips_shown |= {str(number)}
                self._tip = tip.text
                return

    def _concerns(self, mine: bool | None, event: Event) -> bool:
        """Whether an event happened to the side that a tip is about."""
        if mine is None:
            return True
        figure = getattr(event, "figure", getattr(event, "challenger", -1))
        side = getattr(event, "side", self.match.setup.side_of[figure] if figure >= 0 else -1)
        return bool(side == self.lesson.you) == mine


def _is(match: Match, key: str, wanted: Any) -> bool:
    """Whether an expectation of a step holds; it is written like those of scene tests."""
    state = match.state
    found = fact(state, key)
    if key == "turn" and state.turn >= 0 and wanted == SIDES[state.turn]:
        return True
    if isinstance(found, list) and isinstance(wanted, list) and not any(isinstance(one, list) for one in wanted):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    return bool(found == wanted)


@cache
def written(key: str) -> tuple[tuple[str, ...], ...]:
    """The learner's choices in each step in the notation, if the lesson is played by its `play` lines."""
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
    """Play a choice and the stated dice that follow."""
    run.match.play(choice)
    while (ask := run.match.state.decision) is not None and ask.is_chance:
        run.match.play(run.answer_chance(ask))
        run._count_dice(run.match.lines[-1])


def _others(run: LessonRun) -> None:
    """Play the rivals' lines of the current step while rivals are asked."""
    while (line := run.rival_line()) is not None:
        for choice in follow(run.match.state, line):
            _play(run, choice)
        run._rivals += 1
