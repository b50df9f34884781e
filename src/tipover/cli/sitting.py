"""People and bots at one terminal: a match, who answers for which seat, and what a typed line does to it."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tipover.bots import Bot
from tipover.cards.catalog import SIDES
from tipover.cli.files import is_record
from tipover.cli.question import TO_SQUARES, numbered
from tipover.engine.codec import Json, decision_json, event_json, reason_json, state_json
from tipover.engine.decision import ASK_ACTION, CHANCE, MOVE, Choice, Decision
from tipover.engine.event import Event
from tipover.engine.run import IllegalChoice
from tipover.engine.state import State
from tipover.engine.view import view
from tipover.play.dice import answer_at
from tipover.play.match import Match
from tipover.play.notation import NotationError, follow, notate
from tipover.play.record import Record


class Sitting:
    """A match with its bots; every seat without one is a person's.

    `stated` says that the record keeps dice as they fell, because not all of them come from one seed;
    `opening` is a line that is answered before anybody is asked.
    """

    def __init__(self, match: Match, bots: dict[int, Bot] | None = None, stated: bool = False, opening: str = "") -> None:
        self.match = match
        self.bots = bots or {}
        self.stated = stated
        self.opening = opening
        self.owners: list[int] = [0] * len(match.choices)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.match.state

    def begin(self) -> list[Event]:
        """Let chance and bots answer until a person is asked."""
        events = self.match.roll()
        self._own(CHANCE)
        if self.opening:
            events += self.answer(self.opening)
        return events + self.let_bots()

    def let_bots(self) -> list[Event]:
        """Let bots answer until a person is asked, or nobody."""
        events: list[Event] = []
        while (seat := self._bot_asked()) >= 0:
            ask = self.state.decision
            assert ask is not None
            events += self._play(self.bots[seat].choose(view(self.state, seat), ask), seat)
        return events

    def _bot_asked(self) -> int:
        ask = self.state.decision
        if ask is None or ask.is_chance or any(seat not in self.bots for seat in ask.seats):
            return -1
        return ask.seat

    def _play(self, choice: Choice, seat: int) -> list[Event]:
        events = self.match.play(choice)
        self.owners.append(seat)
        self._own(CHANCE)
        return events

    def _own(self, seat: int) -> None:
        """Note who made the choices that have come since."""
        self.owners += [seat] * (len(self.match.choices) - len(self.owners))

    def answer(self, line: str) -> list[Event]:
        """Play a typed line: notation, an option's number, or a square; a refused line changes nothing."""
        ask = self.state.decision
        choices = [self._short(ask, line)] if ask else []
        if not choices or choices[0] is None:
            choices = list(follow(self.state, line))
        events: list[Event] = []
        for choice in choices:
            assert choice is not None
            seat = self.state.decision.seat if self.state.decision else CHANCE
            events += self._play(choice, seat)
        return events + self.let_bots()

    def _short(self, ask: Decision, line: str) -> Choice | None:
        """An option by its number, or a move by its square alone; None if the line is neither."""
        text = line.strip()
        if self.state.setup.figure(text) >= 0:
            return None
        if text.isascii() and text.isdigit():
            options = numbered(ask)
            if not 1 <= int(text[:6]) <= len(options):
                raise NotationError(f"there is no option {text}; there are 1 to {len(options)}")
            return options[int(text) - 1]
        square = self.state.setup.grid.square(text)
        if square < 0 or ask.asked != ASK_ACTION:
            return None
        return next((o for o in ask.options if o.verb in TO_SQUARES and o.thing == square), Choice(MOVE, ask.figure, square))

    def chance(self) -> list[Event]:
        """Answer an open question of chance from the machine's own source."""
        ask = self.state.decision
        assert ask is not None and ask.is_chance
        return self._play(answer_at(secrets.token_bytes(32), 1, ask), CHANCE) + self.let_bots()

    def undo(self) -> list[str]:
        """Take back choices up to and with the last one a person made; the lines taken back, newest first.

        Nothing is taken back behind a die: then the list is empty.
        """
        people = [k for k, seat in enumerate(self.owners) if seat != CHANCE and seat not in self.bots]
        if not people or CHANCE in self.owners[people[-1] :]:
            return []
        taken: list[str] = []
        while len(self.owners) > people[-1]:
            line = self.match.lines[-1]
            if self.match.undo() is None:
                break
            self.owners.pop()
            taken.append(line)
        return taken

    def record(self) -> str:
        """The game so far as a record's text."""
        record = Record.of(self.match)
        if self.stated:
            record.dice = "stated"
        return record.text()


def check_goal(path: str) -> None:
    """Refuse to write a record where there is no folder, or over a file that is no record."""
    goal = Path(path)
    if not goal.absolute().parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(goal.parent))
    if goal.exists():
        with open(goal, "rb") as file:
            begins = file.read(64)
        if begins and not is_record(begins.decode("utf-8", "replace")):
            raise FileExistsError(17, "a file that is no record stands there already", path)


def save(sitting: Sitting, path: str) -> None:
    """Write the record, whole or not at all; a file that is no record is not overwritten."""
    check_goal(path)
    goal = Path(path)
    draft = goal.with_name(f".{goal.name}.{os.getpid()}")
    try:
        draft.write_text(sitting.record(), encoding="utf-8", newline="\n")
        os.replace(draft, goal)
    finally:
        draft.unlink(missing_ok=True)


def moment_json(sitting: Sitting, events: list[Event]) -> dict[str, Json]:
    """State, events and decision; each option in parts and as it is written."""
    state = sitting.state
    decision = decision_json(state, state.decision)
    if isinstance(decision, dict) and state.decision is not None:
        options = decision["options"]
        assert isinstance(options, list)
        for data, option in zip(options, state.decision.options, strict=True):
            assert isinstance(data, dict)
            data["written"] = notate(state, option)
    return {"state": state_json(state), "events": [event_json(state, one) for one in events], "decision": decision}


def refusal_json(state: State, line: str, error: IllegalChoice | NotationError) -> dict[str, Json]:
    """Why a line was not played."""
    if isinstance(error, NotationError):
        return {"refused": line, "rule": None, "reason": str(error), "squares": [], "figures": [], "reasons": []}
    reasons: list[Json] = [reason_json(state, reason) for reason in error.reasons]
    first = reasons[0] if reasons else None
    if not isinstance(first, dict):
        return {"refused": line, "rule": None, "reason": str(error), "squares": [], "figures": [], "reasons": []}
    return {
        "refused": line,
        "rule": first["rule"],
        "reason": first["reason"],
        "squares": first["squares"],
        "figures": first["figures"],
        "reasons": reasons,
    }


def seats_of_side(state: State, side: str) -> list[int]:
    """The seats that play a side."""
    number = SIDES.index(side)
    return state.seats_of(number) if number in state.setup.sides else []
