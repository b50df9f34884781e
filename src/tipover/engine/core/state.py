"""All that changes in a game, and nothing else: small ints in flat lists and a stack of frames."""

from __future__ import annotations

from typing import TypeVar

from tipover.board.mask import NO_SQUARE, Square
from tipover.engine.core import ids, state_json
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.fields import FIELDS
from tipover.engine.core.frames import kinds, turn_frame
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import CardId, FigureId, SeatId, Side
from tipover.engine.core.setup import PieceSlot, Setup
from tipover.engine.core.text_index import TextIndex
from tipover.engine.core.tracks import POOL_SLOTS, TRACK_SLOTS

Item = TypeVar("Item")


def changed(values: list[Item], index: int, value: Item) -> list[Item]:
    """A new list with one value changed, for lists that clones share."""
    fresh = values[:]
    fresh[index] = value
    return fresh


def _first_place(piece: PieceSlot) -> Square:
    """Where a piece is when the game begins: on its square, with its holder, or in reserve."""
    if piece.square >= 0:
        return piece.square
    if piece.in_force:
        return ids.IN_FORCE
    return ids.ON_CARD if piece.sort == "item" and piece.of >= 0 else ids.RESERVE


class State:
    """A game at a question. Change it with `apply` alone; `clone()` is cheap and independent.

    Its fields are the rows of `fields`; those that clones share are replaced by a new list (`changed`), never written into.
    """

    # generated from `fields`: begin
    __slots__ = (
        "card", "carried_by", "chain", "claims", "controlled_by", "counts", "decision", "down", "event_squares", "exhaust_markers",
        "extra_actions", "figure_at", "first", "first_at", "last", "lasting", "of", "over", "owner", "passed", "picks", "piece_at",
        "piece_first", "piece_holder", "piece_last", "piece_side", "points", "pool", "round", "secret", "setup", "stack", "steps", "team",
        "texts", "track", "winner",
    )  # fmt: skip

    setup: Setup  # all that is fixed for the game
    texts: TextIndex  # the texts of the cards in play
    figure_at: list[Square]  # each figure's square, or where it is otherwise: a place of the track, `RETURNING`, `RESERVE`
    down: list[int]  # whether each figure is knocked down
    exhaust_markers: list[int]  # how many exhausted markers each figure has (TRN-3, ULT-2)
    card: list[CardId]  # each figure's card in the catalog, -1 while it is to be picked
    secret: list[CardId]  # the card each figure was given in secret and not shown yet, or -1 (SUP-11)
    piece_at: list[Square]  # each piece's square, or where it is otherwise: track, wall, `ON_CARD`, `IN_FORCE`, `RESERVE`
    piece_holder: list[FigureId]  # the figure that has each piece on its card, or -1
    piece_side: list[Side]  # the side each piece is with, or -1
    pool: list[int]  # ability tokens in the pools, by side and colour (`tracks.pool_index`)
    track: list[int]  # ability tokens on the tracks, by side, place and colour (`tracks.track_index`)
    points: list[int]  # the points of each side
    team: list[int]  # the team that plays each side, -1 while that is open (SUP-2)
    round: int  # the round, 0 during set-up
    first: Side  # the side with the First Player marker, or `NO_SIDE`
    winner: Side  # the side that has won, or `NO_SIDE`
    over: bool  # whether the game is over
    stack: list[Frame]  # the frames under way, the topmost last
    last: list[Square]  # the square each figure left last, or -1
    piece_last: list[Square]  # the square that each piece left last, or -1
    first_at: list[Square]  # the square in which each figure began, or -1
    piece_first: list[Square]  # the square in which each piece first lay if a text asks for it, or -1
    controlled_by: list[Side]  # the side that controls each figure instead of its own, or -1 (CTL-1)
    carried_by: list[FigureId]  # the figure that carries each bonus objective, or -1
    owner: list[FigureId]  # the figure that put each piece into play, or whose it is, or -1 (CHA-18, TOK-7)
    claims: list[Side]  # the side whose colour each area shows, or -1
    counts: list[int]  # the counters of texts: limits used up, events that happened (TRN-8)
    lasting: list[Frame]  # standing rules that a text began with `Until`, each as the frame it was begun in
    event_squares: list[int]  # masks of the squares where events happened that texts remember
    chain: int  # how many effects one event has set off so far (TIM-8)
    of: list[FigureId]  # the figure each figure belongs to, or -1
    picks: list[int]  # the attachments picked and not shown yet, or -1 (ATT-1)
    steps: int  # how many steps of texts were done since the last choice
    extra_actions: int  # how many extra actions texts that can go on and on gave in this turn (TIM-8)
    decision: Decision | None  # the open question; None when the game is over
    passed: list[Choice]  # the forced answers given since the last choice, which were not asked for

    def clone(self) -> State:
        """An equal, independent state; what is fixed is shared."""
        other = State(self.setup, True)
        other.texts = self.texts
        other.figure_at = self.figure_at[:]
        other.down = self.down[:]
        other.exhaust_markers = self.exhaust_markers[:]
        other.card = self.card
        other.secret = self.secret
        other.piece_at = self.piece_at[:]
        other.piece_holder = self.piece_holder[:]
        other.piece_side = self.piece_side
        other.pool = self.pool
        other.track = self.track
        other.points = self.points
        other.team = self.team
        other.round = self.round
        other.first = self.first
        other.winner = self.winner
        other.over = self.over
        other.stack = [frame[:] for frame in self.stack]
        other.last = self.last[:]
        other.piece_last = self.piece_last
        other.first_at = self.first_at
        other.piece_first = self.piece_first
        other.controlled_by = self.controlled_by
        other.carried_by = self.carried_by
        other.owner = self.owner
        other.claims = self.claims
        other.counts = self.counts[:]
        other.lasting = self.lasting
        other.event_squares = self.event_squares
        other.chain = self.chain
        other.of = self.of
        other.picks = self.picks
        other.steps = self.steps
        other.extra_actions = self.extra_actions
        other.decision = self.decision
        other.passed = []
        return other

    def facts(self) -> tuple[object, ...]:
        """Everything by which two states of one set-up can differ."""
        return (
            self.figure_at, self.down, self.exhaust_markers, self.card, self.secret, self.piece_at, self.piece_holder, self.piece_side,
            self.pool, self.track, self.points, self.team, self.round, self.first, self.winner, self.over, self.stack, self.last,
            self.piece_last, self.first_at, self.piece_first, self.controlled_by, self.carried_by, self.owner, self.claims, self.counts,
            self.lasting, self.event_squares, self.chain, self.of, self.picks, self.extra_actions,
        )  # fmt: skip

    # generated from `fields`: end

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A State cannot be pickled. Keep its setup and its JSON (`tipover.engine.codec`), or the record of its match.")

    def __init__(self, setup: Setup, empty: bool = False) -> None:
        """The state before set-up; `empty` leaves every other field to be filled in, for `clone`."""
        self.setup = setup
        if empty:
            return
        figures, pieces = setup.figures, setup.pieces
        self.figure_at = [ids.RESERVE] * len(figures)
        self.down = [0] * len(figures)
        self.exhaust_markers = [0] * len(figures)
        self.card = [ids.NO_CARD if figure.waits else figure.card for figure in figures]
        self.secret = [ids.NO_CARD] * len(figures)
        self.piece_at = [_first_place(piece) for piece in pieces]
        self.piece_holder = [piece.of if piece.sort == "item" else ids.NOBODY for piece in pieces]
        self.piece_side = [piece.side for piece in pieces]
        self.pool = [0] * POOL_SLOTS
        self.track = [0] * TRACK_SLOTS
        self.points = [0] * 4
        self.team = [-1] * 4
        for k, side in enumerate(setup.sides):
            self.team[side] = -1 if setup.colours else k
        self.last = [NO_SQUARE] * len(figures)
        self.piece_last = [NO_SQUARE] * len(pieces)
        self.first_at = [NO_SQUARE] * len(figures)
        self.piece_first = [NO_SQUARE] * len(pieces)
        self.controlled_by = setup.nobody_controlled
        self.carried_by = [ids.NOBODY] * len(figures)
        self.owner = [piece.of for piece in pieces]
        self.of = [figure.of for figure in figures]
        self.picks = [-1] * len(setup.attach)
        self.claims = [ids.NO_SIDE] * len(setup.areas)
        self.lasting = []
        self.passed = []
        self.find_texts()
        self.round = 0
        self.first = ids.NO_SIDE
        self.winner = ids.NO_SIDE
        self.over = False
        self.stack = []
        self.decision = None
        self.chain = 0
        self.steps = 0
        self.extra_actions = 0

    def digest(self) -> str:
        """Sixteen hex digits that identify this state."""
        return state_json.digest(self)

    def __eq__(self, other: object) -> bool:
        return self.facts() == other.facts() if isinstance(other, State) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def find_texts(self) -> None:
        """Find the texts of the cards that are now in play."""
        self.texts = self.setup.text_index(self.card)
        self.counts = [0] * len(self.texts.counter_times)
        self.event_squares = [0] * len(self.texts.event_squares)

    # -- assumptions --------------------------------------------------------------------------------

    def alias(self) -> State:
        """A state that shares every list with this one, to be read under one changed assumption and never written into."""
        other = State(self.setup, True)
        for field in FIELDS:
            setattr(other, field.name, getattr(self, field.name))
        return other

    def on_bare_map(self) -> State:
        """This state for the texts that make terrain: they are judged on the map without it, otherwise they would depend on their own result."""
        other = self.alias()
        other.texts = self.texts.without_terrain()
        return other

    def if_controlled(self, figure: FigureId, side: Side) -> State:
        """This state as if a side controlled a figure (CTL-7)."""
        other = self.alias()
        other.controlled_by = changed(self.controlled_by, figure, side)
        return other

    # -- set-up -------------------------------------------------------------------------------------

    def set_card(self, figure: FigureId, card: CardId) -> None:
        """Give a figure its card."""
        self.card = changed(self.card, figure, card)
        self.find_texts()

    def set_secret(self, figure: FigureId, card: CardId) -> None:
        """Note a figure's secret pick, or forget it."""
        self.secret = changed(self.secret, figure, card)

    def set_team(self, side: Side, team: int) -> None:
        """Let a team play a side."""
        self.team = changed(self.team, side, team)

    # -- reading ------------------------------------------------------------------------------------

    def seats_of(self, side: Side) -> list[SeatId]:
        """The seats that play a side."""
        return self.setup.seats[self.team[side]]

    def seat_of(self, figure: FigureId) -> SeatId:
        """The seat a figure belongs to; a companion's or minion's is its character's (TEA-3)."""
        setup, owner = self.setup, self.of[figure]
        if owner < 0:
            owner = figure
        seats = setup.seats[self.team[setup.side_of[owner]]]
        return seats[0] if len(seats) == 1 else seats[setup.hand_of[owner] % len(seats)]

    def seats_for(self, figure: FigureId) -> list[SeatId]:
        """The seat a figure belongs to, as `seat_of` has it, in a list that is not to be changed."""
        owner = self.of[figure]
        seats = self.setup.seats[self.team[self.setup.side_of[figure if owner < 0 else owner]]]
        return seats if len(seats) == 1 else [self.seat_of(figure)]

    def name(self, figure: FigureId) -> str:
        """A figure's name: that of its card, or its mark while it has none."""
        card = self.card[figure]
        return self.setup.catalog.figures[card].name if card >= 0 else self.setup.figures[figure].mark

    def defense(self, figure: FigureId) -> int:
        """The defense printed on a figure's card."""
        card = self.card[figure]
        return self.setup.catalog.figures[card].defense if card >= 0 else 2

    def is_exhausted(self, figure: FigureId) -> bool:
        """Whether a figure has every exhausted marker it can have: three for an ultimate, otherwise one (TRN-11, ULT-2)."""
        return self.exhaust_markers[figure] >= self.setup.markers(figure)

    def topmost(self, kind: int) -> Frame | None:
        """The topmost frame of a kind, or None."""
        for frame in reversed(self.stack):
            if frame[kinds.KIND] == kind:
                return frame
        return None

    @property
    def turn(self) -> Side:
        """The side whose turn it is, or -1 between turns."""
        frame = self.topmost(kinds.TURN)
        return turn_frame.side(frame) if frame is not None else ids.NO_SIDE

    @property
    def acting(self) -> FigureId:
        """The figure whose turn it is, or -1 while it is still to be chosen."""
        frame = self.topmost(kinds.TURN)
        return turn_frame.actor(frame) if frame is not None else ids.NOBODY

    @property
    def actions_left(self) -> int:
        """How many actions the acting figure has left; 0 between turns."""
        frame = self.topmost(kinds.TURN)
        return turn_frame.actions_left(frame) if frame is not None else 0
