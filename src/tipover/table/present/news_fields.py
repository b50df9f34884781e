"""Events as news of the wire: how the fields that the page draws are filled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tipover.cards.catalog import COLOURS
from tipover.engine.core import event as happened
from tipover.engine.core.dice import face_name, successes
from tipover.engine.core.event import Event
from tipover.engine.core.ids import FigureId
from tipover.engine.core.state import State
from tipover.play.chances import plain_chance
from tipover.table.protocol.literals import SideOrNone
from tipover.table.protocol.news import KINDS, AnyNews, News


def news_of(state: State, event: Event, text: str, rules: list[str], side: SideOrNone, figure: FigureId) -> News:
    """The news of an event; `figure` is the one that did it, or -1."""
    struct = KINDS[type(event)]
    other = _OTHER.get(type(event))
    own = other(state, event) if other is not None else {}
    for name in struct.__struct_fields__:
        if name not in own and name not in AnyNews.__struct_fields__:
            own[name] = _VALUES.get(name, _unchanged)(getattr(event, name))
    return struct(text=text, rules=rules, side=side, figure=figure, **own)


def _unchanged(value: object) -> object:
    return value


# How a field of an event is written, if it is not sent unchanged.
_VALUES: dict[str, Callable[[Any], object]] = {
    "colour": lambda colour: COLOURS[colour],
    "path": list,
    "tokens": list,
    "dice": str,
    "defense": str,
    "faces": lambda faces: [face_name(face) for face in faces],
}


def _counts(faces: tuple[int, ...], total: int, defending: bool) -> list[int]:
    """What each face adds to the successes. Dice of a text do not say which faces count, so that is inferred from the sum."""
    for side in (defending, True):
        if successes(faces, side) == total:
            return [successes((face,), side) for face in faces]
    return [0] * len(faces)


# The fields of news that the event does not have under the same name.
_OTHER: dict[type[Event], Callable[[State, Any], dict[str, Any]]] = {
    happened.Picked: lambda state, event: {"name": state.setup.card(event.card).name if event.card >= 0 else ""},
    happened.Placed: lambda _, event: {"thing": event.figure},
    happened.Moved: lambda _, event: {"thing": event.figure},
    happened.Challenged: lambda _, event: {
        "dice_count": event.dice.total,
        "defense_count": event.defense.total,
        "win": plain_chance(event.dice.total, event.defense.total),
    },
    happened.PointsGained: lambda _, event: {"why": "", "squares": []},
    happened.Rolled: lambda _, event: {"counts": _counts(event.faces, event.successes, event.defending)},
    happened.DiceRolled: lambda _, event: {"counts": _counts(event.faces, event.successes, False)},
    happened.DieTurned: lambda _, event: {"faces": [face_name(face) for face in (event.face, event.into) if face >= 0]},
    happened.KnockedOut: lambda _, event: {"by": event.credit},
    happened.StoodUp: lambda _, event: {"by": event.helper},
    happened.TokenSpent: lambda _, event: {"to": event.place},
}
