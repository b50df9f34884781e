"""Figures are knocked down, stand up, leave the map, are exhausted (CHA-8, CHA-9, TRN-3, TRN-11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tipover.board.mask import NO_SQUARE, Square
from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.engine.core.event import (
    Event,
    Exhausted,
    KnockedDown,
    KnockedOut,
    MarkerPassed,
    MarkersOff,
    Placed,
    PutOnTrack,
    Refreshed,
    Removed,
    StoodUp,
)
from tipover.engine.core.frames import text_frame
from tipover.engine.core.happening import EXHAUSTED, KNOCKED_DOWN, KNOCKED_OUT, KNOCKS_OUT, LEAVES, REMOVED, STANDS, Happening
from tipover.engine.core.ids import FIGURE_OF, NO_SIDE, NOBODY, PIECE, PIECE_THING, RESERVE, FigureId, Side, Thing, is_figure, piece_of
from tipover.engine.core.state import State, changed
from tipover.engine.effects.happen import happen
from tipover.engine.effects.pieces import remove_piece

# Events and happenings are never changed once given, so that those that name only a figure can be shared.
_EXHAUSTED: Final = [Exhausted(figure) for figure in FIGURE_OF[:PIECE]]
_IS_EXHAUSTED: Final = [(Happening(EXHAUSTED, figure),) for figure in FIGURE_OF[:PIECE]]


def lose(state: State, target: Thing, challenger: FigureId, events: list[Event], credit: FigureId = NOBODY, by: Side = NO_SIDE) -> None:
    """What losing a challenge does to a figure or piece; a knock-out is credited to `credit` and its side `by`."""
    if not is_figure(target):
        remove_piece(state, piece_of(target), events, challenger)
    elif state.setup.kind_of[target] == CHARACTER and not state.down[target]:
        knock_down(state, target, challenger, events)
    else:
        lose_out(state, target, credit, by, events, challenger)


def lose_out(state: State, figure: FigureId, credit: FigureId, by: Side, events: list[Event], challenger: FigureId = NOBODY) -> None:
    """A character is knocked out; a companion goes to the 1, a minion is removed, and nobody gains by it (CHA-8, CHA-9)."""
    kind = state.setup.kind_of[figure]
    if kind == CHARACTER:
        knock_out(state, figure, credit, by, events)
    elif kind == COMPANION:
        leave_map(state, figure, NO_SQUARE, events, lambda: events.append(PutOnTrack(figure, state.setup.side_of[figure], 1)))
    else:
        remove(state, figure, events, challenger)


def knock_down(state: State, figure: FigureId, challenger: FigureId, events: list[Event]) -> None:
    """A standing character is knocked down in its square."""

    def change() -> None:
        state.down[figure] = 1
        events.append(KnockedDown(figure))

    happen(state, (Happening(KNOCKED_DOWN, figure, by=challenger),), change)


def remove(state: State, figure: FigureId, events: list[Event], challenger: FigureId = NOBODY) -> None:
    """A minion leaves the map; its texts say where it goes (CHA-9)."""
    removed = Happening(REMOVED, figure, by=challenger, square=state.figure_at[figure])
    leave_map(state, figure, RESERVE, events, lambda: events.append(Removed(figure)), removed)


def knock_out(state: State, figure: FigureId, credit: FigureId, by: Side, events: list[Event]) -> None:
    """Off the map, onto the 1 of its side's track, standing again when it is back (CHA-8, CDN-3).

    `credit` is the character that did it and `by` its side; -1 is nobody (CHA-17, CHA-18).
    """
    square = state.figure_at[figure]
    out = Happening(KNOCKED_OUT, figure, by=credit, square=square)
    credited = (Happening(KNOCKS_OUT, credit, figure, by=credit, square=square, side=by),) if by >= 0 else ()

    def append_events() -> None:
        events.append(KnockedOut(figure, square, credit))
        events.append(PutOnTrack(figure, state.setup.side_of[figure], 1))

    leave_map(state, figure, NO_SQUARE, events, append_events, out, *credited)


def leave_map(
    state: State, figure: FigureId, where: Square, events: list[Event], append_events: Callable[[], None], *names: Happening
) -> None:
    """A figure leaves the map for a place of its track or the reserve; what it carried stays in its square (CDN-10).

    `append_events` appends the events of the caller. `names` are what else happens: a removal, a knock-out. A figure that is not on the map does not leave it.
    """
    square = state.figure_at[figure]
    if square < 0:
        leaving: tuple[Happening, ...] = names
    else:
        leaving = (*names[:1], Happening(LEAVES, figure, square=square), *names[1:])

    def change() -> None:
        state.figure_at[figure] = where
        state.down[figure] = 0
        if square >= 0:
            state.last[figure] = square
            drop(state, figure, square, events)

    found = happen(state, leaving, change)
    if found is None:
        return
    if square >= 0:
        _drop_objectives(state, figure, square, found.get(LEAVES, []), events)
    append_events()


def _drop_objectives(state: State, figure: FigureId, square: Square, texts: list[list[int]], events: list[Event]) -> None:
    """Bonus objectives that a figure carried stay in the square it left, except those whose own text says where they go (BON)."""
    for objective in state.setup.objectives:
        if state.carried_by[objective] == figure and all(text_frame.this(frame) != objective for frame in texts):
            state.carried_by = changed(state.carried_by, objective, NOBODY)
            state.figure_at[objective] = square
            events.append(Placed(objective, square))


def drop(state: State, figure: FigureId, square: Square, events: list[Event]) -> None:
    """What a figure carried stays in the square it left; marks and items stay with it (CDN-10, CDN-9, STA-1)."""
    for piece, holder in enumerate(state.piece_holder):
        slot = state.setup.pieces[piece]
        if holder == figure and slot.sort == "marker" and not slot.is_mark:
            state.piece_holder[piece] = NOBODY
            state.piece_at[piece] = square
            state.owner = changed(state.owner, piece, figure)
            events.append(Placed(PIECE_THING[piece], square))


def stand_up(state: State, figure: FigureId, helper: Thing, card: str, events: list[Event]) -> None:
    """A knocked-down figure stands, by a rule or a card's text."""

    def change() -> None:
        state.down[figure] = 0
        events.append(StoodUp(figure, helper, card))

    happen(state, (Happening(STANDS, figure),), change)


def exhaust(state: State, figure: FigureId, events: list[Event]) -> None:
    """Put an exhausted marker on a figure, unless it has all it takes; an ultimate is exhausted with its third (TRN-11, ULT-2)."""
    markers, most = state.exhaust_markers[figure] + 1, state.setup.most_markers[figure]
    if markers > most:
        return
    if markers < most or state.texts.listens[EXHAUSTED] is None:
        state.exhaust_markers[figure] = markers  # as `_put_marker`, without the call
        events.append(_EXHAUSTED[figure])
    else:
        _exhaust_heard(state, figure, markers, events)


def _exhaust_heard(state: State, figure: FigureId, markers: int, events: list[Event]) -> None:
    """As `exhaust` where texts wait for it; a function of its own, because a closure is made on entering the one that has it."""
    happen(state, _IS_EXHAUSTED[figure], lambda: _put_marker(state, figure, markers, events))


def _put_marker(state: State, figure: FigureId, markers: int, events: list[Event]) -> None:
    state.exhaust_markers[figure] = markers
    events.append(_EXHAUSTED[figure])


def take_off_markers(state: State, figure: FigureId, events: list[Event]) -> None:
    """Take all exhausted markers off a figure: it may take its turn again (TRN-16)."""
    state.exhaust_markers[figure] = 0
    events.append(MarkersOff(figure))


def pass_marker(state: State, figure: FigureId, to: FigureId, events: list[Event]) -> None:
    """An exhausted marker goes from one figure to another, which becomes exhausted by it (TRN-7, TRN-16)."""
    before = state.exhaust_markers[to]
    exhaust(state, to, events)
    if state.exhaust_markers[to] > before:
        state.exhaust_markers[figure] -= 1
        events.append(MarkerPassed(figure, to))


def refresh_all(state: State, events: list[Event]) -> None:
    """Take the exhausted markers off everyone, when a round is over (RND-1)."""
    state.exhaust_markers = [0] * len(state.exhaust_markers)
    events.append(Refreshed())
