"""All that changes in a game, and nothing else: small ints in flat lists and a stack of frames."""

from __future__ import annotations

from tipover.engine.cast import Cast
from tipover.engine.decision import Choice, Decision
from tipover.engine.setup import PieceSlot, Setup

# Where a figure or piece is when it is in no square: places 1 to 4 of the track are -1 to -4.
BACK = -5
RESERVE = -9
HELD = -8
IN_FORCE = -7

NOBODY = -1


def changed(values: list[int], place: int, value: int) -> list[int]:
    """A new list with one value changed, for lists that clones share."""
    fresh = values[:]
    fresh[place] = value
    return fresh


def _first_place(piece: PieceSlot) -> int:
    """Where a piece is when the game begins: on its square, with its holder, or in reserve."""
    if piece.square >= 0:
        return piece.square
    if piece.in_force:
        return IN_FORCE
    return HELD if piece.sort == "item" and piece.of >= 0 else RESERVE


class State:
    """A game at a question. Change it with `apply` alone; `clone()` is cheap and independent.

    Lists that seldom change (`card`, `secret`, `team`, `first_at`, `holder`, `borne`, `owner`, `of`, `picks`, `claims`,
    `holds`, `sites`) are shared by clones: who changes one puts a new list there (`changed`). `chain` counts the effects that
    one event has set off (TIM-8). `passed` are the answers that were the only ones and so not asked for since the last
    choice; `bare` says that texts of terrain are being judged, which see the bare map:
    neither is part of the game.
    """

    __slots__ = (
        "bare", "borne", "card", "cast", "chain", "claims", "counts", "decision", "down", "first", "first_at", "held", "holder", "holds",
        "kept_by", "last", "lies", "of", "over", "owner", "passed", "picks", "points", "pool", "round", "secret", "setup", "sites", "spent", "stack", "team",
        "track", "where", "winner",
    )  # fmt: skip

    setup: Setup
    cast: Cast
    where: list[int]
    last: list[int]
    first_at: list[int]
    holder: list[int]
    borne: list[int]
    owner: list[int]
    of: list[int]
    picks: list[int]
    claims: list[int]
    counts: list[int]
    holds: list[list[int]]
    sites: list[int]
    passed: list[Choice]
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
    bare: bool
    chain: int

    def __init__(self, setup: Setup, empty: bool = False) -> None:
        """The state before set-up; `empty` leaves every list to be filled in, for `clone`."""
        self.setup = setup
        if empty:
            return
        figures, pieces = setup.figures, setup.pieces
        self.where = [RESERVE] * len(figures)
        self.down = [0] * len(figures)
        self.spent = [0] * len(figures)
        self.card = [-1 if figure.waits else figure.card for figure in figures]
        self.secret = [-1] * len(figures)
        self.lies = [_first_place(piece) for piece in pieces]
        self.held = [piece.of if piece.sort == "item" else -1 for piece in pieces]
        self.kept_by = [piece.side for piece in pieces]
        self.pool = [0] * 16
        self.track = [0] * 64
        self.points = [0] * 4
        self.team = [-1] * 4
        for k, side in enumerate(setup.sides):
            self.team[side] = -1 if setup.colours else k
        self.last = [-1] * len(figures)
        self.first_at = [-1] * len(figures)
        self.holder = setup.nobody_held
        self.borne = [-1] * len(figures)
        self.owner = [piece.of for piece in pieces]
        self.of = [figure.of for figure in figures]
        self.picks = [-1] * len(setup.attach)
        self.claims = [-1] * len(setup.areas)
        self.holds = []
        self.passed = []
        self.recast()
        self.round = 0
        self.first = NOBODY
        self.winner = NOBODY
        self.over = False
        self.stack = []
        self.decision = None
        self.bare = False
        self.chain = 0

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
        other.cast = self.cast
        other.last = self.last[:]
        other.first_at = self.first_at
        other.holder = self.holder
        other.borne = self.borne
        other.owner = self.owner
        other.of = self.of
        other.picks = self.picks
        other.claims = self.claims
        other.counts = self.counts[:]
        other.holds = self.holds
        other.sites = self.sites
        other.passed = []
        other.round = self.round
        other.first = self.first
        other.winner = self.winner
        other.over = self.over
        other.stack = [frame[:] for frame in self.stack]
        other.decision = self.decision
        other.bare = False
        other.chain = self.chain
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
            self.track, self.points, self.team, self.round, self.first, self.winner, self.over, self.stack, self.last,
            self.first_at, self.holder, self.borne, self.owner, self.claims, self.counts, self.holds, self.sites, self.chain,
            self.of, self.picks,
        )  # fmt: skip

    def recast(self) -> None:
        """Find the texts of the cards that are now in play."""
        self.cast = self.setup.cast(self.card)
        self.counts = [0] * len(self.cast.counter_times)
        self.sites = [0] * len(self.cast.sites)

    # -- set-up -------------------------------------------------------------------------------------

    def set_card(self, figure: int, card: int) -> None:
        """Give a figure its card."""
        self.card = changed(self.card, figure, card)
        self.recast()

    def set_secret(self, figure: int, card: int) -> None:
        """Note a figure's secret pick, or forget it."""
        self.secret = changed(self.secret, figure, card)

    def set_team(self, side: int, team: int) -> None:
        """Let a team play a side."""
        self.team = changed(self.team, side, team)

    # -- reading ------------------------------------------------------------------------------------

    def seats_of(self, side: int) -> list[int]:
        """The seats that play a side."""
        return self.setup.seats[self.team[side]]

    def seat_of(self, figure: int) -> int:
        """The seat a figure belongs to; a companion's or minion's is its character's (TEA-3)."""
        slot = self.setup.figures[self.of[figure] if self.of[figure] >= 0 else figure]
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
