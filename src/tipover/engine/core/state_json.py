"""A state as plain JSON data in words a person can read, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

from tipover.board.mask import Square
from tipover.board.rubble import wall_between
from tipover.cards.catalog import SIDES
from tipover.engine.core.fields import MEMORY
from tipover.engine.core.ids import IN_FORCE, ON_WALL, RETURNING, Side, wall_of
from tipover.engine.core.tracks import colours_of, is_on_track, place_of, pool_of, track_of

if TYPE_CHECKING:
    from tipover.engine.core.state import State

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def side_json(side: Side) -> str | None:
    """A side's name, None for nobody."""
    return SIDES[side] if side >= 0 else None


def state_json(state: State) -> dict[str, Json]:
    """A state in words a person can read; what is at rest is left out."""
    setup = state.setup
    figures: dict[str, Json] = {}
    for f, slot in enumerate(setup.figures):
        entry: dict[str, Json] = _place(state, state.figure_at[f])
        if state.card[f] >= 0:
            entry["card"] = setup.card(state.card[f]).name
        if state.secret[f] >= 0:
            entry["secret"] = setup.card(state.secret[f]).name
        if state.down[f]:
            entry["down"] = True
        if state.exhaust_markers[f]:
            entry["exhausted"] = state.exhaust_markers[f]
        figures[slot.mark] = entry
    pieces: list[Json] = []
    for p, piece in enumerate(setup.pieces):
        entry = _place(state, state.piece_at[p])
        entry["name"] = piece.name
        if state.piece_side[p] >= 0:
            entry["side"] = SIDES[state.piece_side[p]]
        if state.piece_holder[p] >= 0:
            entry["on"] = setup.mark(state.piece_holder[p])
        pieces.append(entry)
    sides: dict[str, Json] = {SIDES[side]: _side_json(state, side) for side in sorted(setup.sides)}
    data: dict[str, Json] = {
        "round": state.round,
        "first": side_json(state.first),
        "figures": figures,
        "sides": sides,
        "stack": [list(frame) for frame in state.stack],
    }
    if pieces:
        data["pieces"] = pieces
    data |= _memory_json(state)
    if state.over:
        data["winner"] = side_json(state.winner) or "none"
    return data


def _memory_json(state: State) -> dict[str, Json]:
    """What texts remember, as numbers, where there is something to remember: pairs of place and value."""
    data: dict[str, Json] = {}
    for key, field in MEMORY.items():
        values: list[int] = getattr(state, field.name)
        if values.count(field.rest) != len(values):
            kept: list[Json] = [[k, value] for k, value in enumerate(values) if value != field.rest]
            data[key] = kept
    paired: list[Json] = [[f, of] for f, of in enumerate(state.of) if of != state.setup.figures[f].of]
    if paired:
        data["of"] = paired
    if state.chain:
        data["chain"] = state.chain
    if state.lasting:
        data["holds"] = [list(frame) for frame in state.lasting]
    return data


def _place(state: State, at: Square) -> dict[str, Json]:
    if at >= 0:
        return {"square": state.setup.grid.name(at)}
    if is_on_track(at):
        return {"track": place_of(at)}
    if at == IN_FORCE:
        return {"in_force": True}
    if at <= ON_WALL:
        grid = state.setup.grid
        return {"between": [grid.name(square) for square in wall_between(grid, wall_of(at))]}
    return {"returning": True} if at == RETURNING else {}


def _side_json(state: State, side: Side) -> dict[str, Json]:
    pool: list[Json] = list(colours_of(pool_of(state, side)))
    track: list[Json] = [list(colours_of(counts)) if any(counts) else [] for counts in track_of(state, side)]
    return {"points": state.points[side], "pool": pool, "track": track, "team": state.team[side]}


def digest(state: State) -> str:
    """The first 16 hex digits of SHA-256 over the state's JSON with sorted keys and no spaces."""
    return hashlib.sha256(_ENCODER.encode(state_json(state)).encode()).hexdigest()[:16]


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
