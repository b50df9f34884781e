"""Where a thing may be placed, laid on a wall, swapped to, or put at home (MOV-13, MOV-23, MAP-9, CDN-4)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.paths import closest
from tipover.cards.ast import Phrase, Ref
from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NOTHING, ON_WALL, PIECE, Side, Thing, is_figure, is_piece, is_wall
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import SidePart, SquarePart, say
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.laws.courses import squares_with
from tipover.engine.laws.ground import ground, names_walls
from tipover.engine.laws.law import Law
from tipover.engine.laws.obstacles import why_closed, why_taken
from tipover.engine.laws.phrase_faults import RELATION_RULES, why_not_the_square
from tipover.engine.laws.prohibitions import kept_from, why_kept_from
from tipover.engine.phrases.acts import destination, objects
from tipover.engine.phrases.entities import square_of
from tipover.engine.phrases.terrain import board, free_squares, home, touched


class PlaceLaw(Law[Square]):
    """Where a text may place a thing (MOV-13); its own square counts as free for itself (MOV-26)."""

    __slots__ = ("filters", "frame", "thing")

    def __init__(self, state: State, frame: list[int], op: Step, thing: Thing) -> None:
        assert op.act is not None and isinstance(op.act.to, tuple)
        self.state = state
        self.frame = frame
        """The text's frame."""
        self.filters = op.act.to
        """The relations that the square must have."""
        self.thing = thing
        """What is placed."""

    def ends(self) -> Mask:
        """Every square where the thing may be placed; a figure on the track is placed by its own text alone."""
        thing, frame = self.thing, self.frame
        if not _can_be_placed(self.state, thing) or kept_from(self.state, thing, "place", text_frame.who(frame)) is not None:
            return 0
        if is_figure(thing) and is_on_track(self.state.figure_at[thing]) and thing != text_frame.this(frame):
            return 0
        return self._free() & squares_with(self.state, self.frame, self.filters, self.thing)

    def all(self) -> list[Square]:
        """Every square where the thing may be placed."""
        return squares_of(self.ends())

    def faults(self, thing: Square) -> list[Reason]:
        """Why the thing cannot be placed in a square: the square itself, then the words of the card, then a card that protects the thing."""
        state, setup, square = self.state, self.state.setup, thing
        closed = why_not_enterable(state, square)
        if closed:
            return closed
        where = SquarePart(square)
        reasons: list[Reason] = []
        if not self._free() & BIT[square]:
            reasons.append(reason_for(setup, "MOV-13", "reason.place.occupied", [square], square=where))
        for one in self.filters:
            if one.rel in RELATION_RULES:
                reasons += why_not_the_square(state, self.frame, one, self.thing, square)
        reasons = reasons or why_kept_from(state, self.thing, "place", text_frame.who(self.frame))
        if reasons or self.ends() & BIT[square]:
            return reasons
        return [reason_for(setup, "MOV-13", "reason.place.nothing_now", [square], square=where)]

    def _free(self) -> Mask:
        """The squares that are free for the thing."""
        if not is_figure(self.thing):
            return self.state.setup.enterable
        at = self.state.figure_at[self.thing]
        return ground(self.state, self.thing)[1] | (BIT[at] if at >= 0 else 0)


def _can_be_placed(state: State, thing: Thing) -> bool:
    """Whether a thing can be on the map at all: figures, tokens and markers, not cards, items or ability tokens."""
    return is_figure(thing) or (is_piece(thing) and state.setup.pieces[thing - PIECE].sort in ("token", "marker"))


def why_not_enterable(state: State, square: Square) -> list[Reason]:
    """Why nothing can be brought into a square: off the map, covered, enclosed; empty if it can."""
    grid = state.setup.grid
    if not 0 <= square < grid.size:
        return why_closed(state, square)
    if state.setup.enterable & BIT[square]:
        return []
    rule = "MAP-4" if grid.closed & BIT[square] else "MAP-3"
    return [reason_for(state.setup, rule, "reason.place.not_enterable", [square], square=SquarePart(square))]


def wall_named(op: Step) -> Phrase | None:
    """The phrase of the wall an act places something on, or None if it places it elsewhere (MAP-9)."""
    if op.act is None or not isinstance(op.act.to, tuple):
        return None
    for one in op.act.to:
        if one.rel == "on" and isinstance(one.arg, Phrase) and (isinstance(one.arg, Ref) or names_walls(one.arg)):
            return one.arg
    return None


def wall_options(state: State, frame: list[int], op: Step, moved: list[Thing]) -> list[Choice] | None:
    """A piece goes on the wall that was settled before; figures stand on none."""
    return None if len(moved) == 1 and is_piece(moved[0]) and is_wall(text_frame.destination(frame)) else []


def squares_off_wall(state: State, thing: Thing) -> Mask:
    """The squares in which Rubble on a wall counts as lying, and from which it is moved; empty for what lies on none (MAP-9)."""
    if not is_piece(thing) or state.piece_at[thing - PIECE] > ON_WALL:
        return 0
    return touched(state, state.piece_at[thing - PIECE]) & state.setup.enterable


def swap_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Both must be on the map, and no two figures may share a square afterwards (MOV-23, OCC-1).

    What swaps with Rubble on a wall goes to one of the squares that it touches (MAP-9).
    """
    one, other = swapped_pair(state, frame, op)
    a, b = square_of(state, one), square_of(state, other)
    for rubble, mover, goal in ((one, other, b), (other, one, a)):
        if squares := squares_off_wall(state, rubble):
            squares &= free_squares(state) if is_figure(mover) else squares
            options = state.setup.into_squares(mover, squares_of(squares))
            return options if goal >= 0 else []
    if a < 0 or b < 0 or one == other:
        return []
    bystanders = [at for figure, at in enumerate(state.figure_at) if figure not in (one, other)]
    taken = (is_figure(one) and b in bystanders) or (is_figure(other) and a in bystanders)
    return [] if taken else None


def swapped_pair(state: State, frame: list[int], op: Step) -> tuple[Thing, Thing]:
    """The two things that change places."""
    found = objects(state, frame, op)
    return found[0] if found else NOTHING, destination(state, frame, op)


class HomeLaw(Law[Square]):
    """Where a figure may be put at home: free squares of the starting area, else the free ones closest to it (CDN-4)."""

    __slots__ = ("area", "free", "rule", "side")

    def __init__(self, state: State, side: Side, rule: str) -> None:
        self.state = state
        self.rule = rule
        """The rule by which the figure is put there: set-up, return, bonus objective."""
        self.free: Mask = free_squares(state)
        """The squares with nobody in them."""
        start = home(state, side) or state.setup.enterable
        self.area: Mask = self.free & start or closest(board(state), start, self.free)
        """The squares where the figure may be put."""
        self.side = side
        """Whose starting area it is."""

    def all(self) -> list[Square]:
        """Every square where the figure may be put."""
        return squares_of(self.area)

    def faults(self, thing: Square) -> list[Reason]:
        """Why the figure cannot be put in a square."""
        state, setup, square = self.state, self.state.setup, thing
        closed = why_closed(state, square)
        if closed:
            return closed
        if not self.free & BIT[square]:
            taken = why_taken(state, square)[0]
            assert taken.detail is not None
            said = say("reason.place.taken", rule=say(f"rule.{taken.rule}"), detail=taken.detail)
            return [reason_for(setup, "OCC-1", said, taken.squares, taken.things)]
        if self.area & BIT[square]:
            return []
        if self.free & home(state, self.side):
            said = say("reason.place.not_at_home", square=SquarePart(square), side=SidePart(self.side))
            return [reason_for(setup, self.rule, said, [square])]
        return [reason_for(setup, "CDN-4", "reason.place.nearer_free", [square], square=SquarePart(square))]


def home_squares(state: State, side: Side) -> list[Square]:
    """Where a figure may be put at home (CDN-4)."""
    return HomeLaw(state, side, "CDN-3").all()
