"""All that changes in a game, and nothing else: small ints in flat lists and a stack of frames."""

from __future__ import annotations

from tipover.engine.decision import Decision
from tipover.engine.setup import Setup

# Where a figure or piece is when it is in no square: places 1 to 4 of the track are -1 to -4.
BACK = -5
RESERVE = -9
HELD = -8

NOBODY = -1


class State:
    """A game at a question. Change it with `apply` alone; `clone()` is cheap and independent.

    `card`, `secret` and `team` change in set-up alone: clones share them, and who changes one puts a new list there.
    """

    __slots__ = (
        "card", "decision", "down", "first", "held", "kept_by", "lies", "over", "points", "pool", "round", "secret",
        "setup", "spent", "stack", "team", "track", "where", "winner",
    )  # fmt: skip

    setup: Setup
    where: list[int]
    down: list[int]
    spent: list[int]
    card: list[int]
    secret: list[int]
    lies: list[int]
    held: list[int]
    kept_by: list[int]
    pool: list[int]
    track: list[int]
    points: list[int]
    team: list[int]
    round: int
    first: int
    winner: int
    over: bool
    stack: list[list[int]]
    decision: Decision | None

    def __init__(self, setup: Setup, empty: bool = False) -> None:
        """The state before set-up; `empty` leaves every list to be filled in, for `clone`."""
        self.setup = setup
        if empty:
            return
        figures, pieces = setup.figures, setup.pieces
        self.where = [RESERVE] * len(figures)
        self.down = [0] * len(figures)
        self.spent = [0] * len(figures)
        self.card = [figure.card for figure in figures]
        self.secret = [-1] * len(figures)
        self.lies = [piece.square if piece.square >= 0 else RESERVE for piece in pieces]
        self.held = [-1] * len(pieces)
        self.kept_by = [piece.side for piece in pieces]
        self.pool = [0] * 16
        self.track = [0] * 64
        self.points = [0] * 4
        self.team = [-1] * 4
        for k, side in enumerate(setup.sides):
            self.team[side] = -1 if setup.colours else k
        self.round = 0
        self.first = NOBODY
        self.winner = NOBODY
        self.over = False
        self.stack = []
        self.decision = None

    def clone(self) -> State:
        """An equal, independent state; what is fixed is shared."""
        other = State(self.setup, True)
        other.where = self.where[:]
        other.down = self.down[:]
        other.spent = self.spent[:]
        other.card = self.card
        other.secret = self.secret
        other.lies = self.lies[:]
        other.held = self.held[:]
        other.kept_by = self.kept_by[:]
        other.pool = self.pool[:]
        other.track = self.track[:]
        other.points = self.points[:]
        other.team = self.team
        other.round = self.round
        other.first = self.first
        other.winner = self.winner
        other.over = self.over
        other.stack = [frame[:] for frame in self.stack]
        other.decision = self.decision
        return other

    def digest(self) -> str:
        """Sixteen hex digits that tell this state from any other."""
        from tipover.engine.codec import digest

        return digest(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self.facts(), other.facts()
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]

    def facts(self) -> tuple[object, ...]:
        """Everything that tells two states of one set-up apart."""
        return (
            self.where, self.down, self.spent, self.card, self.secret, self.lies, self.held, self.kept_by, self.pool,
            self.track, self.points, self.team, self.round, self.first, self.winner, self.over, self.stack,
        )  # fmt: skip

    # -- set-up -------------------------------------------------------------------------------------

    def set_card(self, figure: int, card: int) -> None:
        """Give a figure its card."""
        self.card = [*self.card[:figure], card, *self.card[figure + 1 :]]

    def set_secret(self, figure: int, card: int) -> None:
        """Note a figure's secret pick, or forget it."""
        self.secret = [*self.secret[:figure], card, *self.secret[figure + 1 :]]

    def set_team(self, side: int, team: int) -> None:
        """Let a team play a side."""
        self.team = [*self.team[:side], team, *self.team[side + 1 :]]

    # -- reading ------------------------------------------------------------------------------------

    def seats_of(self, side: int) -> list[int]:
        """The seats that play a side."""
        return self.setup.seats[self.team[side]]

    def seat_of(self, figure: int) -> int:
        """The seat a figure belongs to (TEA-3)."""
        slot = self.setup.figures[figure]
        seats = self.setup.seats[self.team[slot.side]]
        return seats[slot.hand % len(seats)]

    def name(self, figure: int) -> str:
        """A figure's name: that of its card, or its mark while it has none."""
        card = self.card[figure]
        return self.setup.catalog.figures[card].name if card >= 0 else self.setup.figures[figure].mark

    def defense(self, figure: int) -> int:
        """The defense printed on a figure's card."""
        card = self.card[figure]
        return self.setup.catalog.figures[card].defense if card >= 0 else 2

    @property
    def turn(self) -> int:
        """The side whose turn it is, or -1 between turns."""
        from tipover.engine.flow.kinds import TURN_FRAME

        for frame in reversed(self.stack):
            if frame[0] == TURN_FRAME:
                return frame[2]
        return NOBODY

    @property
    def acting(self) -> int:
        """The figure whose turn it is, or -1 while it is still to be chosen."""
        from tipover.engine.flow.kinds import TURN_FRAME

        for frame in reversed(self.stack):
            if frame[0] == TURN_FRAME:
                return frame[3]
        return NOBODY
