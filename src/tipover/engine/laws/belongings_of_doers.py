"""Who has the things that a deed speaks of without saying whose: `discard an item`, `an opponent gives an item to …` (ITM-1, TOK-1)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NO_SIDE, NOBODY, PIECE, SIDE_AT, SIDE_OF, FigureId, Side, Thing, is_figure
from tipover.engine.core.state import State


def doing_figure(state: State, frame: list[int]) -> FigureId:
    """The figure whose things are meant; NOBODY if a side does the deed, or a piece, minion or scenario, which have none of their own."""
    who, me = text_frame.who(frame), text_frame.this(frame)
    if is_figure(who) and who != me:
        return who
    is_own = who < SIDE_AT and is_figure(me) and state.setup.kind_of[me] == CHARACTER
    return FigureId(me) if is_own else NOBODY


def is_nobodys(state: State, frame: list[int]) -> bool:
    """Whether a text belongs to no figure: a scenario's, or a bonus objective's."""
    me = text_frame.this(frame)
    return not is_figure(text_frame.owner(frame)) and not (is_figure(me) and state.setup.kind_of[me] == CHARACTER)


def doing_side(frame: list[int]) -> Side:
    """The side that does a deed: the one that the text names, else the text's own."""
    who = text_frame.who(frame)
    return SIDE_OF[who - SIDE_AT] if who >= SIDE_AT else text_frame.you(frame)


def is_doers(state: State, frame: list[int], thing: Thing) -> bool:
    """Whether whoever does a deed has a piece: the figure itself, or any figure of the side that does it."""
    holder, doer = state.piece_holder[thing - PIECE], doing_figure(state, frame)
    if doer != NOBODY:
        return holder == doer
    return holder != NOBODY and state.setup.side_of[holder] == doing_side(frame)


def lies_for_doer(state: State, frame: list[int], thing: Thing) -> bool:
    """Whether a piece that nobody has is one that the doer may do something with: a side's own, or nobody's."""
    side = state.piece_side[thing - PIECE]
    return side in (NO_SIDE, doing_side(frame))
