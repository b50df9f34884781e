"""What the evaluation by hand says of a position: its worth for each side in parts, who threatens whom, and where figures should go."""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.engine.core.ids import NO_SIDE, NOTHING, FigureId, Side, Thing

UNKNOWN: Final = -1e9  # what a net has not said yet


class Threat(NamedTuple):
    """A challenge that one figure may declare against another in its next turn."""

    by: FigureId  # the challenger
    target: FigureId  # the figure that is challenged
    chance: float  # the chance to win
    surety: float  # how likely the challenger gets to it


class Worth:
    """The value of a position for a side, in parts, and their sum; a plain class, because two are made for every position judged."""

    __slots__ = (
        "aims",
        "figures",
        "gain",
        "holdings",
        "learned",
        "points",
        "round_end",
        "threat",
        "threats",
        "tokens",
        "total",
        "verdict",
        "wins",
    )

    def __init__(
        self, points: float, round_end: float, figures: float, tokens: float, holdings: float, threat: float, aims: float, verdict: float,
        gain: int, wins: bool, threats: list[Threat],
    ) -> None:  # fmt: skip
        self.points = points
        self.round_end = round_end  # what the end of the round would give in this position
        self.figures = figures  # figures: standing, knocked down, on the track, ready
        self.tokens = tokens  # ability tokens, by place
        self.holdings = holdings  # items, markers, claimed areas
        self.threat = threat  # what it can knock down or out next
        self.aims = aims  # how near its figures are to goals and rivals
        self.verdict = verdict  # that it would win the game if the round ended now
        self.total = points + round_end + figures + tokens + holdings + threat + aims + verdict
        self.gain = gain  # the points that it would gain if the round ended now
        self.wins = wins  # whether it would win the game then
        self.threats = threats  # those of all sides in this position
        self.learned = UNKNOWN  # what a net adds to the logarithm of its odds, once that was asked (`value`)


class RoundResult:
    """What the end of the round would bring if it came now."""

    __slots__ = ("gains", "winner")

    def __init__(self, gains: dict[Side, int], winner: int = NO_SIDE) -> None:
        self.gains = gains  # the points of each side
        self.winner = winner  # the side that would win the game (WIN-1, RND-5), -1 for none


class Goal:
    """Something that figures should go to."""

    __slots__ = ("area", "steps", "thing", "worth")

    def __init__(self, steps: list[int], worth: float, area: int = -1, thing: Thing = NOTHING) -> None:
        self.steps = steps  # the number of steps to it from each square
        self.worth = worth  # what it is worth
        self.area = area  # the area's number, or -1
        self.thing = thing  # the figure, or piece (`PIECE +` its number), or -1
