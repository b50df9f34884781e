"""The frame in which a text is read: who has it now, and whether it is in force (TRA-1, STA-1, STA-2)."""

from __future__ import annotations

from tipover.cards.program import Program
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.ids import IN_FORCE, NO_SIDE, NOBODY, NOTHING, ON_CARD, PIECE, RESERVE, RETURNING, FigureId, Side, Thing
from tipover.engine.core.state import State
from tipover.engine.core.text_index import CARD as CARD_SOURCE
from tipover.engine.core.text_index import PART, RULE, TABLE, TRAIT, ULTIMATE, Entry
from tipover.engine.core.tracks import is_on_track


def bearer(state: State, entry: Entry) -> tuple[Thing, Side, FigureId, Thing] | None:
    """Who has a text now: `this`, side, owner, card; None while it is not in force (TRA-1, STA-1, STA-2)."""
    source = entry.source
    if source.kind in (TRAIT, ULTIMATE):
        if state.figure_at[source.thing] == RESERVE and state.carried_by[source.thing] < 0:
            return None
        return source.thing, source.side, state.of[source.thing], NOTHING
    if source.kind in (RULE, TABLE):
        return NOTHING, source.side, NOBODY, NOTHING
    piece = source.thing - PIECE
    if source.kind == PART:
        at = state.piece_at[piece]
        is_there = at >= 0 or at in (RETURNING, ON_CARD)  # also while somebody carries it (CDN-10)
        return (source.thing, state.piece_side[piece], state.owner[piece], NOTHING) if is_there else None
    assert source.kind == CARD_SOURCE
    if state.piece_at[piece] == IN_FORCE:
        return NOTHING, NO_SIDE, state.owner[piece], source.thing
    holder = state.piece_holder[piece]
    if holder < 0 or state.setup.pieces[piece].deck or is_on_track(state.piece_at[piece]):
        return None  # an item that lies on a track is not used until it is back (ITM-2)
    return holder, state.setup.side_of[holder], state.owner[piece], source.thing


def is_out(state: State, entry: Entry) -> bool:
    """Whether a text stands on a card that nobody has and that is not in force: most cards of a box, which are not worth more."""
    piece = entry.piece
    return piece >= 0 and state.piece_holder[piece] < 0 and state.piece_at[piece] != IN_FORCE


def frame_of(state: State, entry: Entry) -> list[int] | None:
    """The frame in which a text is read, which the caller must not mutate; None if the text is not in force.

    A trigger that lasts may have several: see `frames_of`. This is the first.
    """
    fixed = entry.fixed
    if fixed is not None:  # of a character or the scenario: it stands on no piece and is not begun by another
        thing = text_frame.this(fixed)
        return None if thing >= 0 and state.figure_at[thing] == RESERVE and state.carried_by[thing] < 0 else fixed
    if entry.begun_by is not None:
        return next(iter(frames_of(state, entry)), None)
    piece = entry.piece
    if piece >= 0 and state.piece_holder[piece] < 0 and state.piece_at[piece] != IN_FORCE:
        return None  # as `is_out`, without the call
    part = entry.part
    if part >= 0:
        at = state.piece_at[part]
        if at < 0 and at not in (RETURNING, ON_CARD):
            return None  # as `bearer` has it
    if entry.played >= 0 and state.piece_at[entry.played] != IN_FORCE:
        return None
    found = bearer(state, entry)
    if found is None:
        return None
    me, you, owner, card = found
    frame = text_frame.new(entry.program, me, you)
    text_frame.set_source(frame, owner, card)
    return frame


def frames_of(state: State, entry: Entry) -> list[list[int]]:
    """The frames in which a trigger is read: one if it is in force; of a trigger that lasts, one for each time it was begun."""
    if entry.begun_by is not None:
        begun = [rule for rule in state.lasting if (text_frame.program(rule), rule[kinds.STAGE]) == entry.begun_by]
        return [text_frame.begun_again(rule, entry.program) for rule in begun]
    frame = frame_of(state, entry)
    return [] if frame is None else [frame]


def program_of(state: State, frame: list[int]) -> Program:
    """The program that a frame runs."""
    return state.texts.programs[text_frame.program(frame)]
