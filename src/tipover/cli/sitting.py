"""A match at one terminal: which seats are bots', and what a typed line does."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tipover.bots import NAMES, Bot
from tipover.cards.catalog import SIDES
from tipover.cli.files import is_record
from tipover.cli.typed_lines import read_line, refuse_figure
from tipover.engine.codec import Json, decision_json, event_json, reason_json, state_json
from tipover.engine.core.event import Event
from tipover.engine.core.ids import CHANCE, NOBODY, SeatId, side_named
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.state import State
from tipover.engine.view import view
from tipover.play.dice import answer_at
from tipover.play.match import Match
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import notate
from tipover.play.record import Record


class Sitting:
    """A match with its bots; people play all other seats.

    `stated`: the record lists the dice as they fell, because not all of them come from one seed.
    `opening`: a line that is played before anybody is asked.
    """

    def __init__(self, match: Match, bots: dict[int, Bot] | None = None, stated: bool = False, opening: str = "") -> None:
        self.match = match
        self.bots = bots or {}
        self.stated = stated
        self.opening = opening

    @property
    def state(self) -> State:
        """The current state."""
        return self.match.state

    def begin(self) -> list[Event]:
        """Let chance and bots answer until a person is asked."""
        events = self.match.roll()
        if self.opening:
            events += self.answer(self.opening)
        return events + self.let_bots()

    def let_bots(self) -> list[Event]:
        """Let bots answer until a person is asked, or nobody."""
        events: list[Event] = []
        while (seat := self._bot_asked()) >= 0:
            ask = self.state.decision
            assert ask is not None
            events += self.match.play(self.bots[seat].choose(view(self.state, seat), ask))
        return events

    def _bot_asked(self) -> int:
        ask = self.state.decision
        if ask is None or ask.is_chance or any(seat not in self.bots for seat in ask.seats):
            return -1
        return ask.seat

    def answer(self, line: str) -> list[Event]:
        """Play a typed line: notation, an option's number, a square, a bare verb; a refused line changes nothing."""
        refuse_figure(self.state, line)
        events: list[Event] = []
        for choice in read_line(self.state, line):
            events += self.match.play(choice)
        return events + self.let_bots()

    def name_of(self, seat: int) -> str:
        """The name at a seat: a bot's name, `you` in a game against bots, otherwise the name in the record."""
        names = self.match.names
        if seat in self.bots:
            return names[seat] if seat < len(names) and names[seat] in NAMES else NAMES[0]
        return "you" if self.bots else names[seat] if seat < len(names) else ""

    def side_names(self) -> dict[int, str]:
        """Who plays each side, for the sides that are already chosen."""
        state = self.state
        taken = [side for side in state.setup.sides if state.team[side] >= 0]
        return {side: " and ".join(dict.fromkeys(filter(None, map(self.name_of, state.seats_of(side))))) for side in taken}

    def outcome(self) -> str:
        """How the game ended: `you win`, `you lose to dark`, `light wins`, `a draw`."""
        state = self.state
        if state.winner < 0:
            return "a draw" if state.over else "nobody is left to act"
        side = SIDES[state.winner]
        if not self.bots:
            return f"{side} wins"
        return f"you win with {side}" if self.side_names().get(state.winner, "") == "you" else f"you lose; {side} wins"

    def chance(self) -> list[Event]:
        """Answer an open question of chance at random."""
        ask = self.state.decision
        assert ask is not None and ask.is_chance
        return self.match.play(answer_at(secrets.token_bytes(32), 1, ask)) + self.let_bots()

    def undo(self) -> list[str]:
        """Take back choices up to and including the last one of a person; returns their lines, newest first.

        Returns an empty list if dice have fallen since, or if only bots have chosen.
        """
        last = self.last_own()
        if last < self.match.fixed:
            return []
        known = self.match.open_to(self.seat)
        taken: list[str] = []
        while len(self.match.choices) > last:
            taken.append(self.match.lines[-1] if len(self.match.choices) <= known else "what was chosen in secret")
            self.match.undo()
        return taken

    def last_own(self) -> int:
        """The number, from 0, of the last choice that was a person's; -1 if there is none."""
        people = [k for k in range(len(self.match.seats)) if self.is_own(k)]
        return people[-1] if people else -1

    def is_own(self, number: int) -> bool:
        """Whether a choice, counted from 0, was a person's."""
        return any(seat != CHANCE and seat not in self.bots for seat in self.match.seats[number])

    @property
    def seat(self) -> int:
        """The seat whose secrets may be shown: of the person who is asked, or of the only person; otherwise NOBODY."""
        ask = self.state.decision
        people = [seat for seat in range(self.match.setup.seat_count) if seat not in self.bots]
        asked = [seat for seat in ask.seats if seat in people] if ask is not None else []
        if asked:
            return asked[0]
        teams = [team for team in self.match.setup.seats if any(seat in people for seat in team)]
        return people[0] if len(teams) == 1 else NOBODY

    def record(self, shared: bool) -> str:
        """The game so far as the text of a record; if `shared` and not over, without its seed and its secrets."""
        record = Record.shared(self.match) if shared else Record.of(self.match)
        if self.stated:
            record.dice = "stated"
        return record.text()


def check_goal(path: str) -> None:
    """Refuse to write a record where there is no folder, or over a file that is no record."""
    goal = Path(path)
    if not goal.absolute().parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(goal.parent))
    if goal.exists():
        if not goal.is_file() and not goal.is_dir():
            raise FileExistsError(17, "a pipe or a device stands there; a record is written to a file", path)
        with open(goal, "rb") as file:
            begins = file.read(64)
        if begins and not is_record(begins.decode("utf-8", "replace")):
            raise FileExistsError(17, "a file that is no record stands there already", path)


def save(sitting: Sitting, path: str, shared: bool) -> None:
    """Write the record atomically; a file that is no record is not overwritten.

    `shared`: it may be given to others while the game goes on.
    """
    check_goal(path)
    goal = Path(path)
    draft = goal.with_name(f".{goal.name}.{os.getpid()}")
    try:
        draft.write_text(sitting.record(shared), encoding="utf-8", newline="\n")
        os.replace(draft, goal)
    finally:
        draft.unlink(missing_ok=True)


def moment_json(sitting: Sitting, events: list[Event]) -> dict[str, Json]:
    """State, events and decision; each option in parts and as it is written.

    The state is what the person who is asked may see (SUP-11); a scene without bots is shown whole, for its author.
    """
    state = sitting.state
    decision = decision_json(state, state.decision)
    if isinstance(decision, dict) and state.decision is not None:
        options = decision["options"]
        assert isinstance(options, list)
        for data, option in zip(options, state.decision.options, strict=True):
            assert isinstance(data, dict)
            data["written"] = notate(state, option)
    whole = "scene" in state.setup.source and not sitting.bots
    seen = state_json(state) if whole else view(state, sitting.seat).json()
    return {"state": seen, "events": [event_json(state, one) for one in events], "decision": decision}


def refusal_json(state: State, line: str, error: IllegalChoice | NotationError) -> dict[str, Json]:
    """Why a line was not played."""
    told: dict[str, Json] = {"refused": line, "rule": None, "reason": str(error), "squares": [], "figures": [], "reasons": []}
    if isinstance(error, NotationError):
        return {**told, "column": error.column}
    reasons: list[Json] = [reason_json(state, reason) for reason in error.reasons]
    first = reasons[0] if reasons else None
    if isinstance(first, dict):
        told |= {key: first[key] for key in ("rule", "reason", "squares", "figures")}
    return {**told, "reasons": reasons}


def seats_of_side(state: State, side: str) -> list[SeatId]:
    """The seats that play a side."""
    number = side_named(side)
    return state.seats_of(number) if number in state.setup.sides else []
