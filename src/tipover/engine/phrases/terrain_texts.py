"""What texts make of the terrain: obscured squares, further starting squares, concealed things (SEE-7, SEE-8, CDN-6).

These texts read the board, and the board depends on them: they are judged on the bare map.
"""

from __future__ import annotations

from tipover.board.mask import Mask
from tipover.cards.ast import Group, Ref
from tipover.engine.core.ids import PIECE, Thing
from tipover.engine.core.state import State
from tipover.engine.phrases.entities import side_of
from tipover.engine.phrases.meaning import area_mask, things
from tipover.engine.phrases.modifiers import applies, standing
from tipover.engine.phrases.terrain import CONCEALED, OBSCURED, STARTING, TERRAIN
from tipover.engine.phrases.text_frames import is_out


@TERRAIN.bind
def terrain(state: State, kind: str) -> list[tuple[int, Mask]]:
    """The squares that texts turn into terrain of a kind now, each with the side it is so for, -1 for all."""
    found: list[tuple[int, Mask]] = []
    if not state.lasting and all(is_out(state, entry) for entry in state.texts.changes["counts-as"]):
        return found
    bare = state.on_bare_map()
    for _, frame, change in standing(bare, "counts-as", texts=state.texts):
        assert change.who is not None
        if change.what is None:
            if kind == OBSCURED:
                found.append((-1, area_mask(bare, frame, change.who)))
        elif kind == STARTING and isinstance(change.what, Group) and change.what.nouns == ("starting area",):
            owners = things(bare, frame, change.what.det) if isinstance(change.what.det, (Ref, Group)) else []
            mask = area_mask(bare, frame, change.who) & state.setup.enterable
            found += [(side_of(bare, owner), mask) for owner in owners]
    return found


@CONCEALED.bind
def concealed_things(state: State) -> list[Thing]:
    """The figures and pieces that texts keep from being seen now."""
    found: list[Thing] = []
    if not state.lasting and all(is_out(state, entry) for entry in state.texts.changes["cannot-be seen"]):
        return found
    bare = state.on_bare_map()
    for thing in (*range(len(state.figure_at)), *range(PIECE, PIECE + len(state.piece_at))):
        if any(applies(bare, frame, change, thing) for _, frame, change in standing(bare, "cannot-be seen", thing, state.texts)):
            found.append(thing)
    return found
