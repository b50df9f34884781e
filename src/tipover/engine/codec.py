"""State, decision, event, choice and reason as plain JSON data, there and back; the state's digest."""

from __future__ import annotations

from dataclasses import fields

from tipover.board.mask import Square
from tipover.board.rubble import wall_number
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.core import ids, questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.dice import face_written
from tipover.engine.core.event import Event
from tipover.engine.core.fields import MEMORY, NUMBERS
from tipover.engine.core.ids import CardId, FigureId, Thing, is_figure, side_named
from tipover.engine.core.numbers import Number
from tipover.engine.core.reason import Reason
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.core.state_json import Json as Json
from tipover.engine.core.state_json import digest as digest
from tipover.engine.core.state_json import side_json
from tipover.engine.core.state_json import state_json as state_json
from tipover.engine.core.tracks import ALL_PLACES, add_tokens, at_place, colours_of
from tipover.engine.core.verbs import Takes
from tipover.engine.run import reopen


class StateError(ValueError):
    """Data that is no state of this set-up."""


def thing_name(state: State, thing: Thing) -> str:
    """A figure's mark or a piece's name; several pieces of one name have a number."""
    setup = state.setup
    if is_figure(thing):
        return setup.mark(thing)
    slot = setup.pieces[thing - ids.PIECE]
    alike = [p for p, other in enumerate(setup.pieces) if other.name == slot.name]
    if len(alike) == 1:
        return slot.name
    return f"{slot.name} {alike.index(thing - ids.PIECE) + 1}"


def state_from_json(setup: Setup, data: object) -> State:
    """The state that `state_json` described, at its question; anything else is a `StateError`."""

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
    state.first = side_named(first) if first is not None else ids.NO_SIDE
    for f, slot in zip(setup.figure_ids, setup.figures, strict=True):
        entry = data["figures"][slot.mark]
        state.figure_at[f] = _where(setup, entry)
        state.down[f] = int(bool(entry.get("down", False)))
        state.exhaust_markers[f] = _int(entry.get("exhausted", 0))
        state.card[f] = _card(setup, entry.get("card"))
        state.secret[f] = _card(setup, entry.get("secret"))
    for p, entry in enumerate(data.get("pieces", [])):
        state.piece_holder[p] = setup.figure(entry["on"]) if "on" in entry else ids.NOBODY
        state.piece_at[p] = _where(setup, entry)
        if state.piece_holder[p] >= 0 and state.piece_at[p] == ids.RESERVE:
            state.piece_at[p] = ids.ON_CARD
        if entry.get("in_force"):
            state.piece_at[p] = ids.IN_FORCE
        state.piece_side[p] = side_named(entry["side"]) if "side" in entry else ids.NO_SIDE
    for side in setup.sides:
        part = data["sides"][SIDES[side]]
        state.points[side] = _int(part["points"])
        state.team[side] = _int(part["team"])
        for colour in part["pool"]:
            add_tokens(state, side, 0, ids.ALL_COLOURS[COLOURS.index(colour)], 1)
        for place, tokens in enumerate(part["track"], 1):
            for colour in tokens:
                add_tokens(state, side, place, ids.ALL_COLOURS[COLOURS.index(colour)], 1)
    state.find_texts()
    for key, field in MEMORY.items():
        values = [field.rest] * len(getattr(state, field.name))
        for k, value in data.get(key, []):
            values[_int(k)] = _int(value)
        setattr(state, field.name, values)
    for figure, of in data.get("of", []):
        state.of[_int(figure)] = FigureId(Thing(_int(of)))
    for key, field in NUMBERS.items():
        setattr(state, field.name, _int(data.get(key, field.rest)))
    state.lasting = [[_int(slot) for slot in rule] for rule in data.get("holds", [])]
    state.stack = [[_int(slot) for slot in frame] for frame in data["stack"]]
    if "winner" in data:
        state.over = True
        state.winner = side_named(data["winner"]) if data["winner"] != "none" else ids.NO_SIDE
    return state


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise StateError(f"{value!r} is no whole number")
    return value


def _where(setup: Setup, entry: dict[str, object]) -> Square:
    if "square" in entry:
        square = setup.grid.square(str(entry["square"]))
        if square < 0:
            raise StateError(f"{entry['square']!r} is no square of this map")
        return square
    if "track" in entry:
        place = _int(entry["track"])
        if place not in ALL_PLACES:
            raise StateError(f"{place} is no place of a track")
        return at_place(place)
    if "between" in entry:
        return _wall(setup, entry["between"])
    return ids.RETURNING if entry.get("returning") else ids.RESERVE


def _wall(setup: Setup, between: object) -> Square:
    """Where a piece on a wall lies: the two squares the wall is between, or those of a corner that lie across (MAP-9)."""
    squares = [setup.grid.square(str(name)) for name in between] if isinstance(between, list) else []
    number = wall_number(setup.grid, *squares) if len(squares) == 2 and min(squares) >= 0 else -1
    if number < 0:
        raise StateError(f"between {between!r} there is no wall: name two neighbouring squares")
    return ids.on_wall(number)


def _card(setup: Setup, name: object) -> CardId:
    if name is None:
        return ids.NO_CARD
    card = setup.catalog.figure(str(name))
    if card < 0:
        raise StateError(f"there is no card {name!r}")
    return CardId(card)


# The key of what a choice takes.
_OBJECT_KEY = verbs.complete("the JSON of choices", Takes, {
    Takes.SIDE: "side", Takes.CARD: "card", Takes.SQUARE: "square",
    Takes.TARGET: "target", Takes.ALLY: "target", Takes.MARKER: "target", Takes.ITEM: "target", Takes.ATTACHMENT: "target",
    Takes.ABILITY: "thing", Takes.OFFER: "thing", Takes.THING: "thing", Takes.ALTERNATIVE: "thing",
    Takes.NOTHING: "thing", Takes.FIGURE: "thing", Takes.EFFECT: "thing", Takes.FACES: "thing",
})  # fmt: skip


def choice_json(state: State, choice: Choice) -> dict[str, Json]:
    """A choice by its verb and what it names."""
    setup = state.setup
    data: dict[str, Json] = {"verb": verbs.VERBS[choice.verb]}
    if choice.figure >= 0:
        data["figure"] = thing_name(state, choice.figure)
    takes = verbs.TAKES[choice.verb]
    key = _OBJECT_KEY[takes]
    if key == "side":
        data[key] = SIDES[choice.thing]
    elif key == "card":
        data[key] = setup.card(CardId(choice.thing)).name
    elif key == "square":
        data[key] = setup.grid.name(choice.square)
    elif key == "target":
        data[key] = thing_name(state, thing_of(choice))
    elif choice.thing >= 0:
        data[key] = choice.thing
    if takes is Takes.FACES:
        data["faces"] = [face_written(face) for face in choice.path]
    elif choice.path:
        data["path"] = [setup.grid.name(square) for square in choice.way]
    return data


def decision_json(state: State, ask: Decision | None) -> Json:
    """The open question with every option; None when nothing is asked."""
    if ask is None:
        return None
    data: dict[str, Json] = {
        "asked": questions.ASKS[ask.asked],
        "seat": "chance" if ask.is_chance else ask.seat,
        "seats": ["chance"] if ask.is_chance else list(ask.seats),
        "side": side_json(ask.side),
        "figure": thing_name(state, ask.figure) if ask.figure >= 0 else None,
        "reason": ask.reason,
        "rules": list(ask.rules),
        "options": [choice_json(state, option) for option in ask.options],
    }
    if ask.weights is not None:
        data["weights"] = list(ask.weights)
    return data


def number_json(number: Number) -> dict[str, Json]:
    """A number with its parts."""
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
            data[name] = side_json(value)
        elif name == "card":
            data[name] = state.setup.card(value).name if value >= 0 else None
        elif name == "faces":
            data[name] = [face_written(face) for face in value]
        elif name in ("face", "into"):
            data[name] = face_written(value) if value >= 0 else None
        elif name == "tokens":
            data[name] = list(colours_of([*value]))
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
