"""Pieces and cards come into play, change hands and leave play (TOK, STA, DBL-1, CDN-10)."""

from __future__ import annotations

from tipover.engine.core.event import CardDiscarded, CardFlipped, CardPlayed, Claimed, Event, Given, Removed, Taken
from tipover.engine.core.happening import LEAVES, REMOVED, TAKES, Happening
from tipover.engine.core.ids import (
    IN_FORCE,
    NOBODY,
    NOTHING,
    ON_CARD,
    PIECE,
    PIECE_THING,
    RESERVE,
    FigureId,
    PieceId,
    Side,
    Thing,
    is_figure,
    piece_of,
)
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import is_on_track
from tipover.engine.effects.happen import happen


def leaving(state: State, piece: PieceId) -> tuple[Happening, ...]:
    """What else happens when a piece goes elsewhere: it leaves the map, if it is there."""
    square = state.piece_at[piece]
    return (Happening(LEAVES, PIECE_THING[piece], square=square),) if square >= 0 else ()


def remove_piece(state: State, piece: PieceId, events: list[Event], challenger: FigureId = NOBODY) -> None:
    """A token or marker leaves the map and is available again, unless its rule says where it goes (CHA-9, TOK-5)."""
    thing = PIECE_THING[piece]

    def change() -> None:
        _leave_play(state, piece)
        events.append(Removed(thing))

    happen(state, (Happening(REMOVED, thing, by=challenger, square=state.piece_at[piece]), *leaving(state, piece)), change)


def note_square(state: State, piece: PieceId) -> None:
    """Remember the square of a piece that is about to leave it, if a text asks for it."""
    if state.texts.asks_last and state.piece_at[piece] >= 0:
        state.piece_last = changed(state.piece_last, piece, state.piece_at[piece])


def _leave_play(state: State, piece: PieceId) -> None:
    if state.piece_at[piece] >= 0:  # remembered in every game
        state.piece_last = changed(state.piece_last, piece, state.piece_at[piece])
    state.piece_at[piece] = RESERVE
    state.piece_holder[piece] = NOBODY


def discard_piece(state: State, piece: PieceId, events: list[Event]) -> None:
    """Out of play and available again (TOK-5)."""

    def change() -> None:
        _leave_play(state, piece)
        events.append(CardDiscarded(PIECE_THING[piece]))

    happen(state, leaving(state, piece), change)


def take(state: State, who: FigureId, thing: Thing, events: list[Event]) -> None:
    """A figure takes something and carries it: on its card, off the map (CDN-10)."""

    def change() -> None:
        if is_figure(thing):
            state.last[thing] = state.figure_at[thing]
            state.figure_at[thing] = RESERVE
            state.carried_by = changed(state.carried_by, thing, who)
        else:
            note_square(state, piece_of(thing))
            state.piece_at[thing - PIECE] = ON_CARD
            state.piece_holder[thing - PIECE] = who
            state.piece_side = changed(state.piece_side, thing - PIECE, state.setup.side_of[who])
        events.append(Taken(who, thing))

    happen(state, (Happening(TAKES, who, thing), *_leaving_of(state, thing)), change)


def _leaving_of(state: State, thing: Thing) -> tuple[Happening, ...]:
    """The happening that a figure or piece leaves the map, if it is there."""
    if not is_figure(thing):
        return leaving(state, piece_of(thing))
    square = state.figure_at[thing]
    return (Happening(LEAVES, thing, square=square),) if square >= 0 else ()


def give(state: State, thing: Thing, figure: FigureId, giver: FigureId, events: list[Event]) -> None:
    """Give a status, a mark or an item to a figure; a status belongs to who gave it (STA-1)."""
    piece = piece_of(thing)

    def change() -> None:
        sort = state.setup.pieces[piece].sort
        note_square(state, piece)
        state.piece_holder[piece] = figure
        if sort != "item" or not is_on_track(state.piece_at[piece]):  # an item cools down wherever its holder is (CDN-9, ITM-4)
            state.piece_at[piece] = ON_CARD
        if sort == "status":
            state.owner = changed(state.owner, piece, giver)
        if sort == "item":
            state.piece_side = changed(state.piece_side, piece, state.setup.side_of[figure])
        events.append(Given(thing, figure))

    happen(state, leaving(state, piece), change)


def gain_piece(state: State, piece: PieceId, figure: FigureId, events: list[Event]) -> None:
    """A token of one's own comes from the reserve onto the card."""
    state.piece_at[piece] = ON_CARD
    state.piece_holder[piece] = figure
    events.append(Given(PIECE_THING[piece], figure))


def play_card(state: State, piece: PieceId, owner: FigureId, events: list[Event]) -> None:
    """A deck's card comes into force for everyone (STA-2)."""
    state.piece_at[piece] = IN_FORCE
    state.owner = changed(state.owner, piece, owner)
    events.append(CardPlayed(PIECE_THING[piece]))


def flip_card(state: State, shown: int, events: list[Event]) -> int:
    """Flip a card: its other side is in force from now on, wherever it is, and the hidden one is ignored. Returns the side in force (DBL-1)."""
    hidden = state.setup.other_side[shown]
    state.piece_at[hidden], state.piece_at[shown] = state.piece_at[shown], RESERVE
    state.piece_holder[hidden], state.piece_holder[shown] = state.piece_holder[shown], NOTHING
    state.piece_side = changed(state.piece_side, hidden, state.piece_side[shown])
    state.owner = changed(state.owner, hidden, state.owner[shown])
    events.append(CardFlipped(PIECE_THING[hidden]))
    return hidden


def own_piece(state: State, piece: PieceId, side: Side, owner: Thing) -> None:
    """A token that is nobody's becomes the side's whose character places it, and that character's (TOK-7)."""
    state.piece_side = changed(state.piece_side, piece, side)
    if is_figure(owner):
        state.owner = changed(state.owner, piece, owner)


def claim(state: State, figure: FigureId, area: int, side: Side, events: list[Event]) -> None:
    """An area's marker shows a side's colour."""
    state.claims = changed(state.claims, area, side)
    events.append(Claimed(figure, area, side))
