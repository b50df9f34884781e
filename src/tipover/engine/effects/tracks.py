"""Figures, pieces and ability tokens go onto a cooldown track, along it and off it (CDN)."""

from __future__ import annotations

from typing import Final

from tipover.board.mask import NO_SQUARE, Square
from tipover.cards.ast import When
from tipover.cards.catalog import MINION, OBJECTIVE
from tipover.engine.core.event import CooledDown, Event, PutOnTrack, Returned, TokensGained, TokenShifted, TokensReturned
from tipover.engine.core.frames import return_frame
from tipover.engine.core.happening import ENTERS, RETURNS, Happening
from tipover.engine.core.ids import (
    ALL_COLOURS,
    NOBODY,
    ON_CARD,
    PIECE,
    PIECE_THING,
    PLACES,
    RESERVE,
    RETURNING,
    Colour,
    FigureId,
    PieceId,
    Side,
    Thing,
    is_figure,
    is_token,
    piece_of,
    token_at,
    token_parts,
)
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import TOKEN_COLOURS, add_tokens, at_place, cool_tokens, is_on_track, place_of
from tipover.engine.effects.figures import leave_map
from tipover.engine.effects.happen import happen, is_done, prevented
from tipover.engine.effects.pieces import leaving, note_square
from tipover.engine.phrases.events import matches
from tipover.engine.phrases.text_frames import frames_of

POINT_MARKER_PLACE: Final = 4  # of the track, to which a point marker goes (PTS-1)


def cool(state: State, side: Side, events: list[Event]) -> None:
    """Shift all of a side's track down by one at once; tokens and pieces are back, figures wait to be placed (CDN-2).

    What the pieces' return sets off is done before a figure returns.
    """
    setup = state.setup
    back = cool_tokens(state, side)
    events.append(CooledDown(side))
    if any(back):
        _return_tokens(state, side, back, events)
    returning: list[int] = []
    for piece, at in enumerate(state.piece_at):
        if at < 0 and state.piece_side[piece] == side and is_on_track(at):
            if place_of(at) == 1:
                returning.append(piece)
            else:
                state.piece_at[piece] = at_place(place_of(at) - 1)
    if returning:
        return_pieces(state, returning, events)
    for figure, where in enumerate(state.figure_at):
        if where < 0 and is_on_track(where) and setup.side_of[figure] == side:
            left = place_of(where) - 1
            state.figure_at[figure] = at_place(left) if left else RETURNING


def _return_tokens(state: State, side: Side, back: list[int], events: list[Event]) -> None:
    """Ability tokens, counted by colour, are back in a pool: each is a return (CDN-3). One whose return is prevented goes to the 1."""
    names: list[Happening] = []
    for colour in ALL_COLOURS if state.texts.listens[RETURNS] is not None else ():
        name = Happening(RETURNS, token_at(side, 0, colour))
        for _ in range(back[colour]):
            if prevented(state, name):
                add_tokens(state, side, 0, colour, -1)
                add_tokens(state, side, 1, colour, 1)
                events.append(TokenShifted(side, colour, 0, 1))
                back[colour] -= 1
            else:
                names.append(name)
    if any(back):
        events.append(TokensReturned(side, tuple(back)))
    happen(state, tuple(names), is_checked=True)


def return_pieces(state: State, pieces: list[int], events: list[Event]) -> None:
    """Pieces come off a track: a point marker to its letter's square, an item to its holder (CDN-3, PTS-5).

    A piece's own rule about its return applies even though the piece is nowhere yet; for it and others `you` are the side of the
    track (PWR-1, PWR-2). One whose return is prevented stays on the 1.
    """
    back: list[int] = []
    for piece in pieces:
        state.piece_at[piece] = RETURNING
        if prevented(state, Happening(RETURNS, PIECE_THING[piece])):
            state.piece_at[piece] = at_place(1)
            events.append(PutOnTrack(PIECE_THING[piece], state.piece_side[piece], 1))
        else:
            back.append(piece)
    names = tuple([Happening(RETURNS, PIECE_THING[piece]) for piece in back])
    depth = len(state.stack)

    def change() -> None:
        for piece in back:
            state.piece_at[piece] = ON_CARD if state.piece_holder[piece] >= 0 else RETURNING

    happen(state, names, change, is_checked=True, goes_on=True)
    for piece in back:
        holder = state.piece_holder[piece]
        state.piece_side = changed(state.piece_side, piece, state.setup.side_of[holder] if holder >= 0 else state.setup.pieces[piece].side)
        if state.piece_at[piece] == RETURNING:
            home = state.setup.pieces[piece].square
            state.piece_at[piece] = home if home >= 0 else RESERVE
        events.append(Returned(PIECE_THING[piece], state.piece_at[piece] if state.piece_at[piece] >= 0 else NO_SQUARE))
    is_done(state, names, depth=depth)


def begin_return(state: State, figure: FigureId) -> None:
    """A figure comes off its track: it waits to be put, by a question to its owner (CDN-3, CDN-8)."""
    state.figure_at[figure] = RETURNING
    state.stack.append(return_frame.new(state.setup.side_of[figure], figure))


def stay_on_track(state: State, figure: FigureId, events: list[Event]) -> None:
    """A figure that finds no square, or whose return is prevented, stays on the 1 (CDN-4)."""
    state.figure_at[figure] = at_place(1)
    events.append(PutOnTrack(figure, state.setup.side_of[figure], 1))


def is_placed_by_text(state: State, figure: FigureId) -> bool:
    """Whether texts are asked first where a figure comes back: of a minion or objective always, of others if one places it (TRA-2)."""
    if state.setup.kind_of[figure] in (MINION, OBJECTIVE):
        return True
    name, side = Happening(RETURNS, figure, square=state.last[figure]), state.setup.side_of[figure]
    for entry in state.texts.placing_returns:
        text = entry.text
        if isinstance(text, When) and any(matches(state, frame, text.event, name, side) for frame in frames_of(state, entry)):
            return True
    return False


def set_off_by_return(state: State, figure: FigureId) -> None:
    """Ask the texts that say where a figure comes back; until they have placed it, it is in reserve (CDN-3, CDN-4)."""
    happen(state, (Happening(RETURNS, figure, square=state.last[figure]),), is_checked=True, goes_on=True)
    state.figure_at[figure] = RESERVE


def is_back(state: State, figure: FigureId) -> None:
    """A minion or objective is back as its texts said: all of its return is done."""
    is_done(state, (Happening(RETURNS, figure, square=state.last[figure]),))


def return_figure(state: State, figure: FigureId, square: Square, is_announced: bool, events: list[Event]) -> None:
    """A figure comes back into a square and enters it; it stands, and is exhausted or not as before (CDN-3, TRN-11, MOV-10).

    `is_announced`: the texts that wait for its return were set off before it had a square.
    """

    def change() -> None:
        state.figure_at[figure] = square
        events.append(Returned(figure, square))

    entered = Happening(ENTERS, figure, square)
    if not is_announced:
        happen(state, (Happening(RETURNS, figure), entered), change, is_checked=True)
        return
    depth = len(state.stack)
    happen(state, (entered,), change, is_checked=True)
    is_done(state, (Happening(RETURNS, figure, square=state.last[figure]),), depth=depth)


def shift_token(state: State, side: Side, colour: Colour, place: int, by: int, events: list[Event]) -> int:
    """Shift one ability token on a track; below its places is the pool. Returns its new place (CDN-5)."""
    goal = max(0, min(PLACES, place + by))
    back = Happening(RETURNS, token_at(side, 0, colour))
    if not goal and prevented(state, back):
        goal = 1
    add_tokens(state, side, place, colour, -1)
    add_tokens(state, side, goal, colour, 1)
    if not goal:
        events.append(TokensReturned(side, tuple(int(k == colour) for k in range(TOKEN_COLOURS))))
    events.append(TokenShifted(side, colour, place, goal))
    if not goal:
        happen(state, (back,), is_checked=True)
    return goal


def shift_thing(state: State, thing: Thing, by: int, events: list[Event]) -> int:
    """Shift a figure or piece on a track: up is positive, beyond the top is the top. Returns its new place (CDN-5).

    Off the bottom it is back at once: a piece by itself, a figure by a question to its owner (CDN-3, CDN-8).
    """
    place = place_of(state.figure_at[thing] if is_figure(thing) else state.piece_at[thing - PIECE])
    goal = max(0, min(PLACES, place + by))
    if not is_figure(thing):
        if not goal:
            return_pieces(state, [thing - PIECE], events)
        else:
            state.piece_at[thing - PIECE] = at_place(goal)
            events.append(PutOnTrack(thing, state.piece_side[thing - PIECE], goal))
    elif goal:
        state.figure_at[thing] = at_place(goal)
        events.append(PutOnTrack(thing, state.setup.side_of[thing], goal))
    else:
        begin_return(state, thing)
    return goal


def put_on_track(state: State, thing: Thing, side: Side, place: int, events: list[Event]) -> None:
    """Put one thing on a place of a side's track."""
    if is_token(thing):
        owner, at, colour = token_parts(thing)
        add_tokens(state, owner, at, colour, -1)
        add_tokens(state, side, place, colour, 1)
        if owner != side:
            events.append(TokensGained(owner, colour, -1))
            events.append(TokensGained(side, colour, 1))
        events.append(TokenShifted(side, colour, at if owner == side else 0, place))
        return
    if is_figure(thing):
        leave_map(state, thing, at_place(place), events, lambda: events.append(PutOnTrack(thing, side, place)))
        return
    piece = piece_of(thing)

    def change() -> None:
        sort = state.setup.pieces[piece].sort
        note_square(state, piece)
        state.piece_holder[piece] = state.piece_holder[piece] if sort == "item" else NOBODY
        state.piece_at[piece] = at_place(place)
        state.piece_side = changed(state.piece_side, piece, side)
        if sort == "marker":
            state.owner = changed(state.owner, piece, NOBODY)
        events.append(PutOnTrack(thing, side, place))

    happen(state, leaving(state, piece), change)


def put_point_marker(state: State, piece: PieceId, side: Side, events: list[Event]) -> None:
    """A point marker that was interacted with goes to the 4 of that side's track (PTS-1)."""

    def change() -> None:
        state.piece_at[piece] = at_place(POINT_MARKER_PLACE)
        state.piece_side = changed(state.piece_side, piece, side)
        events.append(PutOnTrack(PIECE_THING[piece], side, POINT_MARKER_PLACE))

    happen(state, leaving(state, piece), change)
