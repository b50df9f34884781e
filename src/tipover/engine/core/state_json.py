"""A state as plain JSON data in words a person can read, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

from tipover.board.mask import Square
from tipover.board.rubble import wall_between
from tipover.cards.catalog import SIDES
from tipover.engine.core.fields import MEMORY, NUMBERS
from tipover.engine.core.ids import FIGURE_OF, IN_FORCE, ON_WALL, RETURNING, FigureId, PieceId, Side, wall_of
from tipover.engine.core.tracks import colours_of, flat_track_of, is_on_track, place_of, pool_of, track_of

if TYPE_CHECKING:
    from tipover.engine.core.setup import Setup
    from tipover.engine.core.state import State

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def side_json(side: Side) -> str | None:
    """A side's name, None for nobody."""
    return SIDES[side] if side >= 0 else None


def state_json(state: State) -> dict[str, Json]:
    """A state in words a person can read; what is at rest is left out."""
    setup = state.setup
    data = _rest_json(state)
    data["figures"] = {slot.mark: _figure_json(state, FIGURE_OF[f]) for f, slot in enumerate(setup.figures)}
    data["sides"] = {SIDES[side]: _side_json(state, side) for side in sorted(setup.sides)}
    if setup.pieces:
        data["pieces"] = [_piece_json(state, PieceId(p)) for p in range(len(setup.pieces))]
    return data


def _rest_json(state: State) -> dict[str, Json]:
    """A state without its figures, sides and pieces."""
    data: dict[str, Json] = {"round": state.round, "first": side_json(state.first), "stack": [list(frame) for frame in state.stack]}
    data |= _memory_json(state)
    if state.over:
        data["winner"] = side_json(state.winner) or "none"
    return data


def _figure_json(state: State, figure: FigureId) -> dict[str, Json]:
    """One figure; all that it says depends on the facts that `digested_text` looks at."""
    setup = state.setup
    entry: dict[str, Json] = _place(state, state.figure_at[figure])
    if state.card[figure] >= 0:
        entry["card"] = setup.card(state.card[figure]).name
    if state.secret[figure] >= 0:
        entry["secret"] = setup.card(state.secret[figure]).name
    if state.down[figure]:
        entry["down"] = True
    if state.exhaust_markers[figure]:
        entry["exhausted"] = state.exhaust_markers[figure]
    return entry


def _piece_json(state: State, piece: PieceId) -> dict[str, Json]:
    """One piece; all that it says depends on the facts that `digested_text` looks at."""
    entry: dict[str, Json] = _place(state, state.piece_at[piece])
    entry["name"] = state.setup.pieces[piece].name
    if state.piece_side[piece] >= 0:
        entry["side"] = SIDES[state.piece_side[piece]]
    if state.piece_holder[piece] >= 0:
        entry["on"] = state.setup.mark(state.piece_holder[piece])
    return entry


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
    for key, field in NUMBERS.items():
        value: int = getattr(state, field.name)
        if value != field.rest:
            data[key] = value
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
    return hashlib.sha256(digested_text(state).encode()).hexdigest()[:16]


def digested_text(state: State) -> str:
    """The state's JSON with sorted keys and no spaces. A figure, piece or side that was like that before is not written again."""
    setup = state.setup
    known = _texts_of(setup)
    encode = _ENCODER.encode
    figures: list[tuple[str, str]] = []
    facts = zip(state.figure_at, state.card, state.secret, state.down, state.exhaust_markers, strict=True)
    for f, fact in enumerate(facts):
        text = known.get((f, fact))
        if text is None:
            text = known[(f, fact)] = f"{encode(setup.figures[f].mark)}:{encode(_figure_json(state, FIGURE_OF[f]))}"
        figures.append((setup.figures[f].mark, text))
    pieces: list[str] = []
    for p, placed in enumerate(zip(state.piece_at, state.piece_side, state.piece_holder, strict=True)):
        text = known.get((p, placed))
        if text is None:
            text = known[(p, placed)] = encode(_piece_json(state, PieceId(p)))
        pieces.append(text)
    sides: list[str] = []
    for side in setup.sides:
        owned = (state.points[side], state.team[side], *pool_of(state, side), *flat_track_of(state, side))
        text = known.get((side, owned))
        if text is None:
            text = known[(side, owned)] = f"{encode(SIDES[side])}:{encode(_side_json(state, side))}"
        sides.append(text)
    written = {key: _of_numbers(value) if isinstance(value, int | list) else encode(value) for key, value in _rest_json(state).items()}
    written["figures"] = f"{{{','.join(text for _, text in sorted(figures))}}}"
    written["sides"] = f"{{{','.join(sorted(sides))}}}"
    if pieces:
        written["pieces"] = f"[{','.join(pieces)}]"
    fields = [f'"{key}":{written[key]}' for key in sorted(written)]  # the keys are plain words
    return f"{{{','.join(fields)}}}"


def _of_numbers(value: Json) -> str:
    """A number, or a list of numbers and such lists, as JSON: Python writes them alike, but for the spaces, and faster than its encoder."""
    return str(value).replace(" ", "")


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_Known: TypeAlias = "dict[tuple[int, tuple[int, ...]], str]"  # by number and facts: facts of figures, pieces and sides differ in length
MOST_SETUPS, MOST_TEXTS = 32, 4000
_known: dict[int, tuple[Setup, _Known]] = {}  # by identity, with the set-up, so that no other gets it


def _texts_of(setup: Setup) -> _Known:
    """What was written of a set-up's figures, pieces and sides; bounded."""
    found = _known.get(id(setup))
    if found is None or len(found[1]) > MOST_TEXTS:
        if len(_known) >= MOST_SETUPS:
            _known.clear()
        found = _known[id(setup)] = (setup, {})
    return found[1]
