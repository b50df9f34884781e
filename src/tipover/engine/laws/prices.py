"""What is paid for something else, by `may A to B` and instead of an event: there has to be enough of it (ABI-4)."""

from __future__ import annotations

from tipover.cards.ast import Act, Group
from tipover.cards.catalog import COLOURS
from tipover.cards.program import Step
from tipover.engine.core.ids import ALL_COLOURS, PIECE_THING, PLACES, is_figure, is_token
from tipover.engine.core.state import State
from tipover.engine.core.tracks import place_of, tokens_at
from tipover.engine.laws.belongings_of_doers import is_doers
from tipover.engine.laws.pieces import gainer, place_on_track
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.entities import square_of


def is_payable(state: State, frame: list[int], op: Step) -> bool:
    """Whether a deed that pays for something takes all that it says: points and tokens that are there, who stands, what can go up a track."""
    act = op.act
    assert act is not None
    if act.verb == "lose":
        return _owned(state, frame, act) >= _price(state, frame, act)
    if isinstance(act.what, Group) and act.what.det == "each":
        return True
    found = objects(state, frame, op)
    if act.verb == "knock" and how_of(act, "down") is not None:
        return any(is_figure(thing) and not state.down[thing] for thing in found)
    if act.verb == "shift" and how_of(act, "down") is None:
        places = [place_on_track(thing) if is_token(thing) else place_of(square_of(state, thing)) for thing in found]
        return any(0 < place < PLACES for place in places)
    return True


def _price(state: State, frame: list[int], act: Act) -> int:
    """How many points or tokens are lost."""
    if act.what is None:
        return amount(state, frame, act.n)
    assert isinstance(act.what, Group)
    return act.what.det if isinstance(act.what.det, int) else 1


def _owned(state: State, frame: list[int], act: Act) -> int:
    """How many of the points or tokens that are lost there are to lose."""
    side = gainer(state, frame)
    if act.what is None:
        return state.points[side] if side >= 0 else 0
    assert isinstance(act.what, Group)
    noun = act.what.nouns[0]
    for colour in ALL_COLOURS:
        if noun == f"{COLOURS[colour]} token":
            return tokens_at(state, side, 0, colour) if side >= 0 else 0
    pieces = zip(state.setup.pieces, state.setup.piece_ids, strict=True)
    return sum(f"{slot.name} {slot.sort}" in act.what.nouns and is_doers(state, frame, PIECE_THING[piece]) for slot, piece in pieces)
