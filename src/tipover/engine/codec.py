"""State, decision, event, choice and reason as plain JSON data, there and back; the state's digest."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import TypeAlias

from tipover.board.rubble import wall_between, wall_number
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.decision import (
    ASKS,
    ASSIST,
    ATTACH,
    CHALLENGE,
    FLIP,
    INTERACT,
    MOVE,
    PICK,
    PIECE,
    PLACE,
    ROLL,
    SIDE,
    SQUARE,
    USE,
    VERBS,
    Choice,
    Decision,
)
from tipover.engine.dice import face_written
from tipover.engine.event import Event
from tipover.engine.field import ON_WALL, wall_of
from tipover.engine.numbers import Number
from tipover.engine.reason import Reason
from tipover.engine.setup import Setup
from tipover.engine.state import BACK, HELD, IN_FORCE, NOBODY, RESERVE, State

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


class StateError(ValueError):
    """Data that is no state of this set-up."""


def _side(side: int) -> str | None:
    return SIDES[side] if side >= 0 else None


def thing_name(state: State, thing: int) -> str:
    """A figure's mark or a piece's name; several pieces of one name are told apart by their number."""
    setup = state.setup
    if thing < PIECE:
        return setup.mark(thing)
    slot = setup.pieces[thing - PIECE]
    alike = [p for p, other in enumerate(setup.pieces) if other.name == slot.name]
    if len(alike) == 1:
        return slot.name
    return f"{slot.name} {alike.index(thing - PIECE) + 1}"


# -- state ---------------------------------------------------------------------------------------------


def state_json(state: State) -> dict[str, Json]:
    """A state in words a person can read; what is at rest is left out."""
    setup = state.setup
    figures: dict[str, Json] = {}
    for f, slot in enumerate(setup.figures):
        entry: dict[str, Json] = _place(state, state.where[f])
        if state.card[f] >= 0:
            entry["card"] = setup.card(state.card[f]).name
        if state.secret[f] >= 0:
            entry["secret"] = setup.card(state.secret[f]).name
        if state.down[f]:
            entry["down"] = True
        if state.spent[f]:
            entry["exhausted"] = state.spent[f]
        figures[slot.mark] = entry
    pieces: list[Json] = []
    for p, piece in enumerate(setup.pieces):
        entry = _place(state, state.lies[p])
        entry["name"] = piece.name
        if state.kept_by[p] >= 0:
            entry["side"] = SIDES[state.kept_by[p]]
        if state.held[p] >= 0:
            entry["on"] = setup.mark(state.held[p])
        pieces.append(entry)
    sides: dict[str, Json] = {side: _side_json(state, k) for k, side in enumerate(SIDES) if k in setup.sides}
    data: dict[str, Json] = {
        "round": state.round,
        "first": _side(state.first),
        "figures": figures,
        "sides": sides,
        "stack": [list(frame) for frame in state.stack],
    }
    if pieces:
        data["pieces"] = pieces
    data |= _memory_json(state)
    if state.over:
        data["winner"] = _side(state.winner) or "none"
    return data


_MEMORY = {"last": -1, "first_at": -1, "holder": -1, "borne": -1, "owner": -1, "claims": -1, "counts": 0, "picks": -1, "sites": 0}


def _memory_json(state: State) -> dict[str, Json]:
    """What texts remember, as numbers, where there is something to remember: pairs of place and value."""
    data: dict[str, Json] = {}
    for name, rest in _MEMORY.items():
        values: list[int] = getattr(state, name)
        kept: list[Json] = [[k, value] for k, value in enumerate(values) if value != rest]
        if kept:
            data[name] = kept
    paired: list[Json] = [[f, of] for f, of in enumerate(state.of) if of != state.setup.figures[f].of]
    if paired:
        data["of"] = paired
    if state.chain:
        data["chain"] = state.chain
    if state.holds:
        data["holds"] = [list(hold) for hold in state.holds]
    return data


def _place(state: State, where: int) -> dict[str, Json]:
    if where >= 0:
        return {"square": state.setup.grid.name(where)}
    if -4 <= where <= -1:
        return {"track": -where}
    if where == IN_FORCE:
        return {"in_force": True}
    if where <= ON_WALL:
        grid = state.setup.grid
        return {"between": [grid.name(square) for square in wall_between(grid, wall_of(where))]}
    return {"returning": True} if where == BACK else {}


def _side_json(state: State, side: int) -> dict[str, Json]:
    pool: list[Json] = [COLOURS[c] for c in range(4) for _ in range(state.pool[side * 4 + c])]
    track: list[Json] = []
    for place in range(4):
        base = side * 16 + place * 4
        track.append([COLOURS[c] for c in range(4) for _ in range(state.track[base + c])])
    return {"points": state.points[side], "pool": pool, "track": track, "team": state.team[side]}


def digest(state: State) -> str:
    """The first 16 hex digits of SHA-256 over the state's JSON with sorted keys and no spaces."""
    text = json.dumps(state_json(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def state_from_json(setup: Setup, data: object) -> State:
    """The state that `state_json` described, at its question; anything else is a `StateError`."""
    from tipover.engine.run import reopen

    try:
        state = _read_state(setup, data)
        reopen(state)
    except StateError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise StateError(f"this is no state of the set-up: {error}") from None
    return state


def _read_state(setup: Setup, data: object) -> State:
    if not isinstance(data, dict):
        raise StateError("a state is a JSON object")
    state = State(setup)
    state.round = _int(data["round"])
    first = data["first"]
    state.first = SIDES.index(first) if first is not None else NOBODY
    for f, slot in enumerate(setup.figures):
        entry = data["figures"][slot.mark]
        state.where[f] = _where(setup, entry)
        state.down[f] = int(bool(entry.get("down", False)))
        state.spent[f] = _int(entry.get("exhausted", 0))
        state.card[f] = _card(setup, entry.get("card"))
        state.secret[f] = _card(setup, entry.get("secret"))
    for p, entry in enumerate(data.get("pieces", [])):
        state.held[p] = setup.figure(entry["on"]) if "on" in entry else -1
        state.lies[p] = _where(setup, entry)
        if state.held[p] >= 0 and state.lies[p] == RESERVE:
            state.lies[p] = HELD
        if entry.get("in_force"):
            state.lies[p] = IN_FORCE
        state.kept_by[p] = SIDES.index(entry["side"]) if "side" in entry else -1
    for side in setup.sides:
        part = data["sides"][SIDES[side]]
        state.points[side] = _int(part["points"])
        state.team[side] = _int(part["team"])
        for colour in part["pool"]:
            state.pool[side * 4 + COLOURS.index(colour)] += 1
        for place, tokens in enumerate(part["track"]):
            for colour in tokens:
                state.track[side * 16 + place * 4 + COLOURS.index(colour)] += 1
    state.recast()
    for name in _MEMORY:
        values = [_MEMORY[name]] * len(getattr(state, name))
        for k, value in data.get(name, []):
            values[_int(k)] = _int(value)
        setattr(state, name, values)
    for figure, of in data.get("of", []):
        state.of[_int(figure)] = _int(of)
    state.chain = _int(data.get("chain", 0))
    state.holds = [[_int(slot) for slot in hold] for hold in data.get("holds", [])]
    state.stack = [[_int(slot) for slot in frame] for frame in data["stack"]]
    if "winner" in data:
        state.over = True
        state.winner = SIDES.index(data["winner"]) if data["winner"] != "none" else NOBODY
    return state


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise StateError(f"{value!r} is no whole number")
    return value


def _where(setup: Setup, entry: dict[str, object]) -> int:
    if "square" in entry:
        square = setup.grid.square(str(entry["square"]))
        if square < 0:
            raise StateError(f"{entry['square']!r} is no square of this map")
        return square
    if "track" in entry:
        place = _int(entry["track"])
        if not 1 <= place <= 4:
            raise StateError(f"{place} is no place of a track")
        return -place
    if "between" in entry:
        return _wall(setup, entry["between"])
    return BACK if entry.get("returning") else RESERVE


def _wall(setup: Setup, between: object) -> int:
    """Where a piece on a wall lies: the two squares the wall is between, or those of a corner that lie across (MAP-9)."""
    squares = [setup.grid.square(str(name)) for name in between] if isinstance(between, list) else []
    number = wall_number(setup.grid, *squares) if len(squares) == 2 and min(squares) >= 0 else -1
    if number < 0:
        raise StateError(f"between {between!r} there is no wall: name two neighbouring squares")
    return ON_WALL - number


def _card(setup: Setup, name: object) -> int:
    if name is None:
        return -1
    card = setup.catalog.figure(str(name))
    if card < 0:
        raise StateError(f"there is no card {name!r}")
    return card


# -- decision, choice, event, reason --------------------------------------------------------------------


def choice_json(state: State, choice: Choice) -> dict[str, Json]:
    """A choice by its verb and what it names."""
    setup = state.setup
    data: dict[str, Json] = {"verb": VERBS[choice.verb]}
    if choice.figure >= 0:
        data["figure"] = thing_name(state, choice.figure)
    if choice.verb in (SIDE, FLIP):
        data["side"] = SIDES[choice.thing]
    elif choice.verb == PICK:
        data["card"] = setup.card(choice.thing).name
    elif choice.verb in (PLACE, MOVE, SQUARE):
        data["square"] = setup.grid.name(choice.thing)
    elif choice.verb in (CHALLENGE, ASSIST, INTERACT, USE, ATTACH):
        data["target"] = thing_name(state, choice.thing)
    elif choice.thing >= 0:
        data["thing"] = choice.thing
    if choice.verb == ROLL:
        data["faces"] = [face_written(face) for face in choice.path]
    elif choice.path:
        data["path"] = [setup.grid.name(square) for square in choice.path]
    return data


def decision_json(state: State, ask: Decision | None) -> Json:
    """The open question with every option; None when nothing is asked."""
    if ask is None:
        return None
    data: dict[str, Json] = {
        "asked": ASKS[ask.asked],
        "seat": "chance" if ask.is_chance else ask.seat,
        "seats": ["chance"] if ask.is_chance else list(ask.seats),
        "side": _side(ask.side),
        "figure": thing_name(state, ask.figure) if ask.figure >= 0 else None,
        "reason": ask.reason,
        "rules": list(ask.rules),
        "options": [choice_json(state, option) for option in ask.options],
    }
    if ask.weights is not None:
        data["weights"] = list(ask.weights)
    return data


def number_json(number: Number) -> dict[str, Json]:
    """A reckoned number with its parts."""
    return {"total": number.total, "text": str(number), "parts": [[part.amount, part.name] for part in number.parts]}


_FIGURE_FIELDS = ("figure", "challenger", "credit", "helper", "target", "thing")
_SQUARE_FIELDS = ("square", "start")


def event_json(state: State, event: Event) -> dict[str, Json]:
    """An event by its name and fields, in marks, squares and side names."""
    grid = state.setup.grid
    data: dict[str, Json] = {"event": type(event).__name__}
    for field in fields(event):
        value = getattr(event, field.name)
        name = field.name
        if isinstance(value, Number):
            data[name] = number_json(value)
        elif name in _FIGURE_FIELDS:
            data[name] = thing_name(state, value) if value >= 0 else None
        elif name in _SQUARE_FIELDS:
            data[name] = grid.name(value) if value >= 0 else None
        elif name == "path":
            data[name] = [grid.name(square) for square in value]
        elif name in ("side", "first"):
            data[name] = _side(value)
        elif name == "card":
            data[name] = state.setup.card(value).name if value >= 0 else None
        elif name == "faces":
            data[name] = [face_written(face) for face in value]
        elif name in ("face", "into"):
            data[name] = face_written(value) if value >= 0 else None
        elif name == "tokens":
            data[name] = [COLOURS[c] for c in range(4) for _ in range(value[c])]
        else:
            data[name] = value
    return data


def reason_json(state: State, reason: Reason) -> dict[str, Json]:
    """A reason with the squares, things and walls it is about."""
    return {
        "rule": reason.rule,
        "reason": reason.sentence,
        "squares": [state.setup.grid.name(square) for square in reason.squares],
        "figures": [thing_name(state, thing) for thing in reason.things],
        "walls": [list(wall) for wall in reason.walls],
    }
