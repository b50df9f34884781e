"""Which things a pick of a text may name, by the act it is for (ABI-4, STA-1, TOK-1)."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.ast import Act, Group
from tipover.cards.catalog import MINION
from tipover.cards.program import OBJ, SOME, Program
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.ids import NO_SIDE, NOBODY, PIECE, RESERVE, Side, Thing, is_piece, is_token, token_parts
from tipover.engine.core.state import State
from tipover.engine.core.tracks import at_place
from tipover.engine.laws.belongings_of_doers import doing_figure, is_doers, lies_for_doer
from tipover.engine.laws.pieces import (
    are_all_placed,
    in_play,
    is_in_others_reserve,
    is_in_reserve,
    is_item_of_others,
    is_pointed_out,
    placeable,
    says_whose,
)
from tipover.engine.laws.targets import TextTargetLaw
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.entities import side_of, square_of
from tipover.engine.phrases.meaning import pool_sides

CHOOSY_VERBS: Final = frozenset(
    ("", "place", "play", "discard", "put", "give")
)  # after a pick of one thing, those that `pickable` looks at
CARRIED: Final = ("item", "token", "marker")  # who has one discards it, whoever brought it


def pickable(state: State, frame: list[int], program: Program, place: int, found: list[Thing]) -> list[Thing]:
    """What a pick may name for the act after it: a card to play is one not in force, one to discard is."""
    nxt = program.steps[place + (2 if program.steps[place].op == SOME else 1)]
    verb = nxt.act.verb if nxt.act is not None else ""
    if verb == "place" and OBJ in nxt.picked:
        return placeable(state, frame, program.steps[place].phrase, found)
    if verb == "challenge" and program.steps[place].op == SOME and ops.DEST in nxt.picked:
        common = TextTargetLaw(state, frame, nxt).common
        targets = common.all() if common is not None else []
        return [t for t in found if t in targets]
    if verb in ("play", "discard") and program.steps[place].slot == ops.WHO:
        return found  # who does it, not what it is done with
    if verb == "play":
        return [t for t in found if is_in_reserve(state, t) and _mine(state, frame, t)]
    if verb == "discard":
        op = program.steps[place]
        is_told = op.cond is not None or (isinstance(op.phrase, Group) and says_whose(op.phrase))
        return [t for t in found if in_play(state, t) and (not is_piece(t) or _mine(state, frame, t, is_told))]
    phrase = program.steps[place].phrase
    if verb == "put" and OBJ in nxt.picked and nxt.act is not None:
        found = _elsewhere(state, frame, nxt.act, found)
        is_told = not isinstance(phrase, Group) or says_whose(phrase)
        return [t for t in found if is_told or not is_item_of_others(state, frame, t)]
    if verb == "give" or (verb == "" and place + 2 < len(program.steps) and _gives(program, place)):
        is_told = phrase is not None and is_pointed_out(phrase)
        if isinstance(phrase, Group) and not says_whose(phrase):
            found = [t for t in found if not is_item_of_others(state, frame, t)]
        if isinstance(phrase, Group) and (says_whose(phrase) or phrase.det == "each"):
            found = [t for t in found if not _is_token_to_come(state, t)]
        return [
            t for t in found if not is_piece(t) or (not is_in_others_reserve(state, frame, t) if is_told else _to_give(state, frame, t))
        ]
    return found


def _elsewhere(state: State, frame: list[int], act: Act, found: list[Thing]) -> list[Thing]:
    """Without what already lies where it is to be put: that would be nothing done, and a price paid for nothing (ABI-4)."""
    assert isinstance(act.to, Group)
    sides = pool_sides(state, frame, act.to)
    side = sides[0] if sides else text_frame.you(frame)
    place = amount(state, frame, act.n)

    def lies_there(thing: Thing) -> bool:
        if is_token(thing):
            return token_parts(thing)[:2] == (side, place)
        return square_of(state, thing) == at_place(place) and side_of(state, thing) == side

    return [thing for thing in found if not lies_there(thing)]


def may_leave(state: State, frame: list[int], program: Program, found: list[Thing]) -> bool:
    """Whether an act need not be done with any of these: nobody has to move a token that is already on the map (TOK-1)."""
    op, nxt = program.steps[frame[kinds.STAGE]], program.steps[frame[kinds.STAGE] + 1]
    if nxt.act is None or nxt.act.verb != "place" or OBJ not in nxt.picked or (op.phrase is not None and is_pointed_out(op.phrase)):
        return False
    return are_all_placed(state, found)


def in_reserve(state: State, side: Side) -> list[Thing]:
    """The minions of a side that wait to be placed: `place` takes what is on the map or in one's own reserve (TOK-7)."""
    setup = state.setup
    return [
        f
        for f, at in zip(setup.figure_ids, state.figure_at, strict=True)
        if at == RESERVE and setup.kind_of[f] == MINION and side in (NO_SIDE, setup.side_of[f])
    ]


def _gives(program: Program, place: int) -> bool:
    """Whether a pick is of something to be given, the receiver being settled in between."""
    act = program.steps[place + 2].act
    return act is not None and act.verb == "give" and OBJ in program.steps[place + 2].picked and program.steps[place].slot == OBJ


def _to_give(state: State, frame: list[int], thing: Thing) -> bool:
    """A mark from the reserve is one of the text's own side, if it has its own; anything else as it is (STA-1)."""
    slot = state.setup.pieces[thing - PIECE]
    if slot.sort != "marker":
        return True
    return state.piece_at[thing - PIECE] == RESERVE and slot.side in (-1, text_frame.you(frame))


def _is_token_to_come(state: State, thing: Thing) -> bool:
    """Whether a thing is a token that is not in play: `an Oil token` may be a new one, those of somebody and `each` are there (TOK-1)."""
    return is_piece(thing) and state.setup.pieces[thing - PIECE].sort == "token" and not in_play(state, thing)


def _mine(state: State, frame: list[int], thing: Thing, is_told: bool = False) -> bool:
    """Whether a card is the doer's own to play or discard; those in force from the start are nobody's (STA-2, STA-4).

    `is_told`: the text says whose a piece is; a card of a deck is its owner's even then.
    """
    piece = thing - PIECE
    if is_told and not state.setup.pieces[piece].deck:
        return True
    slot, owner = state.setup.pieces[piece], state.owner[piece]
    if slot.in_force:
        return False
    if owner == NOBODY and slot.side not in (NO_SIDE, text_frame.you(frame)):
        return False  # of a character that this side could pick and did not
    me, holder = text_frame.this(frame), state.piece_holder[piece]
    if slot.sort in CARRIED:
        if holder != NOBODY:
            return is_doers(state, frame, thing)
        doer = doing_figure(state, frame)
        return owner in (NOBODY, doer) if doer != NOBODY else lies_for_doer(state, frame, thing)
    return owner in (NOBODY, me, text_frame.owner(frame)) or holder == me
