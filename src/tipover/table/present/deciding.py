"""The three numbers that decided a finished game: what its winner had most more of than the others."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.catalog import SIDES
from tipover.engine.core import event as happened
from tipover.engine.core.event import Event
from tipover.engine.core.language import Printer
from tipover.engine.core.said import say
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.table.protocol.game import DecidingNumber

MOST_NUMBERS = 3


class GameTally:
    """What each side did and got so far, by the key of its words."""

    def __init__(self) -> None:
        self.numbers = {what: [0] * len(SIDES) for what in ("knock_outs", "challenges", "round_points", "turn_points", "successes")}
        self.is_round_end = False
        self.challenger = -1

    def copy(self) -> GameTally:
        """Another one with the same numbers."""
        other = GameTally()
        other.numbers = {what: list(numbers) for what, numbers in self.numbers.items()}
        other.is_round_end, other.challenger = self.is_round_end, self.challenger
        return other

    def count(self, setup: Setup, events: Iterable[Event]) -> GameTally:
        """Count what happened next."""
        found, side_of = self.numbers, setup.side_of
        for event in events:
            if isinstance(event, happened.RoundEnded):
                self.is_round_end = True
            elif isinstance(event, happened.RoundBegan):
                self.is_round_end = False
            elif isinstance(event, happened.Challenged | happened.TargetChanged):
                self.challenger = event.challenger
            elif isinstance(event, happened.KnockedOut) and event.credit >= 0:
                found["knock_outs"][side_of[event.credit]] += 1
            elif isinstance(event, happened.ChallengeWon) and event.challenger >= 0:
                found["challenges"][side_of[event.challenger]] += 1
            elif isinstance(event, happened.PointsGained):
                found["round_points" if self.is_round_end else "turn_points"][event.side] += max(0, event.points)
            elif isinstance(event, happened.Rolled):
                roller = event.target if event.defending else self.challenger
                if 0 <= roller < len(side_of):
                    found["successes"][side_of[roller]] += event.successes
        return self


def deciding_numbers(state: State, tally: GameTally, winner: int, printer: Printer) -> list[DecidingNumber]:
    """Of what is counted the three in which the winner led by most, in parts of the whole; nothing that nobody has."""
    counted = {what: numbers for what, numbers in tally.numbers.items() if any(numbers)}

    def lead(numbers: list[int]) -> float:
        others = [numbers[side] for side in state.setup.sides if side != winner]
        return (numbers[winner] - max(others)) / sum(numbers) if winner >= 0 else 0.0

    best = sorted(counted, key=lambda what: -lead(counted[what]))[:MOST_NUMBERS]
    return [
        DecidingNumber(printer.text(say(f"deciding.{what}")), {SIDES[side]: counted[what][side] for side in state.setup.sides})
        for what in best
    ]
