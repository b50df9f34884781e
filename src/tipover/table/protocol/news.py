"""What happened, as the browser animates it and reads it aloud: one type for each kind of event, tagged by `event`.

The types are made from the event classes of the engine: a field whose name is in `FIELDS` is sent under that name. `_OTHER` has
the events that are sent with other fields. A token's place is its place on the track from 1, or 0 for the pool.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple, Union, cast

import msgspec

from tipover.engine.core import event as happened
from tipover.engine.core.event import EVENTS, Event
from tipover.table.protocol.literals import ColourName, SideOrNone
from tipover.table.protocol.wire import Wire


class AnyNews(Wire, tag_field="event"):
    """The fields of all news."""

    text: str = ""  # What happened, as a sentence.
    rules: list[str] = []  # Ids of the rules it follows from.
    side: SideOrNone = ""  # The side it is about.
    figure: int = -1  # The figure that did it, -1 for nobody.

    @property
    def event(self) -> str:
        """The tag."""
        return str(self.__struct_config__.tag)


class NewsField(NamedTuple):
    """A field that some news have."""

    kind: object
    default: object
    meaning: str


FIELDS = {
    "area": NewsField(int, -1, "Its number among the map's areas."),
    "by": NewsField(int, -1, "The figure that did or helped it and gets the credit, or -1."),
    "colour": NewsField(ColourName, msgspec.NODEFAULT, "The token's colour."),
    "count": NewsField(int, 0, "How many."),
    "counts": NewsField(list[int], [], "What each face adds to the successes."),
    "defending": NewsField(bool, False, "Whether the target rolled."),
    "defense": NewsField(str, "", "The target's number of dice, in words."),
    "defense_count": NewsField(int, 0, "The target's number of dice."),
    "dice": NewsField(str, "", "The challenger's number of dice, in words."),
    "dice_count": NewsField(int, 0, "The challenger's number of dice."),
    "faces": NewsField(list[str], [], "The faces rolled."),
    "margin": NewsField(int, 0, "How many successes more than the target."),
    "name": NewsField(str, "", "The name of the card or text."),
    "path": NewsField(list[int], [], "The squares, in order."),
    "place": NewsField(int, 0, "The place on the track, from 1; 0 is the pool."),
    "points": NewsField(int, 0, "How many points."),
    "round": NewsField(int, 0, "The round, from 1."),
    "square": NewsField(int, -1, "The square, or -1."),
    "squares": NewsField(list[int], [], "At the end of a round: where the figures or markers are that scored."),
    "start": NewsField(int, -1, "The square it left."),
    "successes": NewsField(int, 0, "The sum of what the faces add."),
    "target": NewsField(int, -1, "The figure or piece that is challenged."),
    "thing": NewsField(int, -1, "The figure or piece."),
    "to": NewsField(int, 0, "The place of the track it went to; 0 is the pool."),
    "tokens": NewsField(list[int], [], "How many blue, red, silver, gold."),
    "total": NewsField(int, 0, "The sum of numbered dice."),
    "why": NewsField(str, "", "At the end of a round: what scored, as a sentence."),
    "win": NewsField(float, 0.0, "The chance of plain dice to win, before what cards do about it."),
}
# Fields of events that are sent as `figure` or `side`, and fields that no browser needs.
_NOT_SENT = {"figure", "challenger", "side", "first", "team", "rule", "words", "names", "program", "step"}

# Events that are sent with other fields than their own, each with what its news says; `present.news_fields` fills them.
_OTHER: dict[type[Event], tuple[str, tuple[str, ...]]] = {
    happened.Picked: ("A character was picked; `name` is empty while that is secret.", ("name",)),
    happened.Placed: ("A thing was placed on a square.", ("thing", "square")),
    happened.Moved: ("A thing went from `start` along the squares of `path`.", ("thing", "start", "path")),
    happened.Challenged: (
        "A challenge was declared, with the parts of both dice counts (CHA-24).",
        ("target", "dice", "defense", "dice_count", "defense_count", "win"),
    ),
    happened.PointsGained: ("A side gained points, at the end of a round with the reason.", ("points", "why", "squares")),
    happened.Rolled: ("The dice of a challenge were rolled.", ("target", "defending", "faces", "counts", "successes")),
    happened.DiceRolled: ("The dice of a card's text were rolled.", ("faces", "counts", "successes", "total")),
    happened.DieTurned: ("A die was turned from the first face to the second.", ("faces",)),
    happened.KnockedOut: ("A figure was knocked out on `square`.", ("square", "by")),
    happened.StoodUp: ("A figure stood up.", ("by",)),
    happened.TokenSpent: ("A token went from the pool to a place of the track.", ("colour", "to")),
}


def _type_of(event: type[Event]) -> type[AnyNews]:
    """The type of an event's news; a field that is neither sent nor left out on purpose is a TypeError."""
    own = tuple(field.name for field in dataclasses.fields(event) if field.name not in _NOT_SENT)
    about, names = _OTHER.get(event, (event.__doc__ or "", own))
    if unknown := [name for name in names if name not in FIELDS]:
        raise TypeError(f"no field of the news for {', '.join(unknown)} of the event {event.__name__}")
    fields: list[tuple[str, Any, Any]] = [(name, FIELDS[name].kind, _default(FIELDS[name].default)) for name in names]
    made = msgspec.defstruct(
        f"{event.__name__}News",
        fields,
        bases=(AnyNews,),
        tag=event.__name__,
        kw_only=True,
        module=__name__,
        namespace={"__doc__": about},
    )
    return cast("type[AnyNews]", made)


def _default(value: object) -> object:
    return msgspec.field(default_factory=list) if value == [] else msgspec.field() if value is msgspec.NODEFAULT else value


KINDS = {event: _type_of(event) for event in EVENTS.values()}

if TYPE_CHECKING:
    News = AnyNews
else:
    News = Union[tuple(KINDS.values())]  # noqa: UP007 (the members are known only when this runs)
