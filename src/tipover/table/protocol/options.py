"""The answers to a question: one type for each verb of the engine, tagged by `verb`. Its fields follow from what the verb takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

import msgspec

from tipover.engine.core.ids import Verb
from tipover.engine.core.verbs import ROWS, Row, Takes, complete
from tipover.table.protocol.literals import ColourOrNone, SideName, SideOrNone
from tipover.table.protocol.wire import Wire


class AnyOption(Wire, tag_field="verb"):
    """An answer that names nothing."""

    n: int  # Its number, from 0: what the browser sends.
    line: str  # The answer as the record writes it.
    label: str  # A short name for a button.
    challenge: bool = False  # Whether its odds can be asked for.
    rolls: bool = False  # Whether dice follow at once, so that it cannot be taken back.

    @property
    def verb(self) -> str:
        """The tag."""
        return str(self.__struct_config__.tag)


class TakesNothing(AnyOption):
    """An answer that names at most the figure that acts."""

    figure: int = -1  # The figure that acts, -1 for nobody.


class TakesFigure(AnyOption, kw_only=True):
    """Choose a figure."""

    figure: int  # The figure.
    square: int = -1  # Where it stands, or -1.
    detail: str = ""  # Its condition, in words.


class TakesSquare(AnyOption, kw_only=True):
    """Choose a square, for a figure that moves or is placed there, or for a text."""

    square: int  # The square.
    figure: int = -1  # The figure that goes there, or -1.
    path: list[int] = []  # The squares of the way, in order; empty to stay or to be placed.


class TakesTarget(AnyOption, kw_only=True):
    """An action aimed at a figure or piece."""

    figure: int  # The figure that acts.
    target: int  # The figure or piece it is aimed at.
    square: int = -1  # Where the target is, or -1.


class TakesAbility(AnyOption, kw_only=True):
    """Use an ability of the figure's card."""

    figure: int  # The figure that acts.
    ability: int  # Its number on the card, from 0.
    detail: str = ""  # Its text.
    idle: str = ""  # Why it would do nothing now; then ask before it is used.


class TakesItem(AnyOption, kw_only=True):
    """Use an item or card that the figure has."""

    figure: int  # The figure that acts.
    target: int  # The item or card.
    detail: str = ""  # Its text.
    idle: str = ""  # Why it would do nothing now; then ask before it is used.


class TakesOffer(AnyOption, kw_only=True):
    """Use an action that a text offers."""

    figure: int  # The figure that acts.
    target: int = -1  # The figure or piece whose text it is, -1 for the scenario.
    square: int = -1  # Where that is, or -1.
    detail: str = ""  # Its text.


class TakesSide(AnyOption, kw_only=True):
    """Choose a side; by chance, the one that the First Player marker shows."""

    side: SideName  # The side.


class TakesCard(AnyOption, kw_only=True):
    """Pick a character for a figure."""

    figure: int  # The figure that gets the character.
    card: str  # The character's name.


class TakesAttachment(AnyOption, kw_only=True):
    """Pick an attachment, for a figure or for nobody."""

    card: str  # The attachment's name.
    target: int  # The attachment.
    figure: int = -1  # The figure that gets it, -1 for nobody.


class TakesThing(AnyOption):
    """Choose a piece, token, area, wall, square or side for a text.

    A token has `colour`, `side` and `place`; a piece is `target`; an area has `squares`, and `square` is the first of them.
    """

    target: int = -1  # The piece, or -1.
    square: int = -1  # Where the target is, or -1.
    squares: list[int] = []  # The squares of an area.
    colour: ColourOrNone = ""  # The token's colour.
    side: SideOrNone = ""  # The side, or the token's side.
    place: int = -1  # The token's place on the track, 0 for the pool, -1 if it is no token.
    detail: str = ""  # A second line under the label.


class TakesEffect(AnyOption):
    """Choose which of several pending texts comes first."""

    detail: str = ""  # The text.


# The fields of an answer, by what its verb takes.
SHAPES: dict[Takes, type[AnyOption]] = complete(
    "the options of the wire",
    Takes,
    {
        Takes.NOTHING: TakesNothing,
        Takes.FIGURE: TakesFigure,
        Takes.SQUARE: TakesSquare,
        Takes.TARGET: TakesTarget,
        Takes.ALLY: TakesTarget,
        Takes.MARKER: TakesTarget,
        Takes.ABILITY: TakesAbility,
        Takes.ITEM: TakesItem,
        Takes.OFFER: TakesOffer,
        Takes.SIDE: TakesSide,
        Takes.CARD: TakesCard,
        Takes.ATTACHMENT: TakesAttachment,
        Takes.THING: TakesThing,
        Takes.ALTERNATIVE: AnyOption,
        Takes.EFFECT: TakesEffect,
        Takes.FACES: AnyOption,
    },
)


def _type_of(row: Row) -> type[AnyOption]:
    """The type of a verb's answers."""
    shape = SHAPES[row.takes]
    named = {"__doc__": shape.__doc__}
    made = msgspec.defstruct(f"{row.name.title()}Option", [], bases=(shape,), tag=row.name, module=__name__, namespace=named)
    return cast("type[AnyOption]", made)


KINDS: dict[Verb, type[AnyOption]] = {row.verb: _type_of(row) for row in ROWS}

if TYPE_CHECKING:
    Option = AnyOption
else:
    Option = Union[tuple(KINDS.values())]  # noqa: UP007 (the members are known only when this runs)
