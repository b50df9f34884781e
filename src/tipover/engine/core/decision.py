"""One question at a time: who decides, for which figure, why, and every answer there is."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Final, NamedTuple, SupportsIndex, cast

from tipover.board.mask import Square
from tipover.engine.core import questions, verbs
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE, SIDE_AT, AbilityId, DecisionKind, FigureId, SeatId, Side, Thing, Verb
from tipover.engine.core.said import Said, say
from tipover.engine.core.translations import english

# What a text asks, by the verb of its first answer: keys of the catalogue.
_BY_VERB: Final = {
    verb: f"question_of_text.{verbs.VERBS[verb]}" for verb in (verbs.FIGURE, verbs.SQUARE, verbs.THING, verbs.WAY, verbs.YES)
}


class Choice(NamedTuple):
    """One answer. `thing` is a `Thing`, a square, an ability, a side, a card or a number, by the verb (`verbs.Takes`)."""

    verb: Verb
    figure: FigureId = NOBODY
    thing: int = -1
    path: tuple[int, ...] = ()

    @property
    def square(self) -> Square:
        """`thing` where the verb takes a square."""
        return Square(self.thing)

    @property
    def ability(self) -> AbilityId:
        """`thing` where the verb takes an ability."""
        return AbilityId(self.thing)

    @property
    def way(self) -> tuple[Square, ...]:
        """`path` where it is the squares of a move."""
        return tuple(map(Square, self.path))


def in_numbers(choice: Choice) -> Choice | None:
    """The same choice in Python's own numbers, whatever whole numbers it was made of (numpy's, say); None if they are none."""
    fields = list[object](choice)
    try:
        verb, figure, thing = [index(cast("SupportsIndex", field)) for field in fields[:3]]
        path = tuple([index(step) for step in cast("Iterable[SupportsIndex]", fields[3])])
    except TypeError:
        return None
    return Choice(Verb(verb), FigureId(Thing(figure)), thing, path)


def naming(thing: Thing) -> Choice:
    """The answer that names a thing."""
    if 0 <= thing < PIECE:  # not by `is_figure`: it is asked for every option of a text
        return NAMING[thing]
    if not PIECE <= thing < SIDE_AT:
        return Choice(verbs.THING, NOBODY, thing)
    known = _NAMING_OTHERS[thing]
    if known is None:
        known = _NAMING_OTHERS[thing] = Choice(verbs.THING, NOBODY, thing)
    return known


def naming_all(things: list[Thing]) -> list[Choice]:
    """The answers that name some things, as `naming` has them."""
    found: list[Choice] = []
    for thing in things:
        found.append(NAMING[thing] if 0 <= thing < PIECE else naming(thing))
    return found


def plain(verb: Verb, figure: FigureId, what: int = -1) -> Choice:
    """An answer without a path, made once and shared; `what` is the thing, square or text that it names."""
    key = (verb << 20 | figure + 1) << 20 | what + 1
    known = _PLAIN.get(key)
    if known is None:
        known = _PLAIN[key] = Choice(verb, figure, what)
    return known


def thing_of(choice: Choice) -> Thing:
    """The thing that an answer names."""
    return choice.figure if choice.verb == verbs.FIGURE else Thing(choice.thing)


# Answers given often: made once and shared.
YES: Final = Choice(verbs.YES)
NO: Final = Choice(verbs.NO)
DONE: Final = Choice(verbs.DONE)
_NAMING_OTHERS: Final[list[Choice | None]] = [None] * SIDE_AT  # by the number of the piece, square, area or token
_PLAIN: Final[dict[int, Choice]] = {}
NAMING: Final = [Choice(verbs.FIGURE, figure) for figure in FIGURE_OF[:PIECE]]
TURN_OF: Final = [Choice(verbs.TURN, figure) for figure in FIGURE_OF[:PIECE]]
END_OF: Final = [Choice(verbs.END, figure) for figure in FIGURE_OF[:PIECE]]


class Decision:
    """The open question; never changed once asked, so clones share it.

    `about` names the card whose text asks, or is empty. `weights` belong to the options of chance and sum to the number of equally likely outcomes.
    """

    __slots__ = ("about", "asked", "figure", "options", "seats", "secret", "side", "weights")

    def __init__(
        self,
        asked: DecisionKind,
        seats: list[SeatId],
        side: Side,
        figure: FigureId,
        options: list[Choice],
        weights: list[int] | None = None,
        secret: bool = False,
        about: str = "",
    ) -> None:
        self.asked = asked
        self.seats = seats
        self.side = side
        self.figure = figure
        self.options = options
        self.weights = weights
        self.secret = secret
        self.about = about

    def __copy__(self) -> Decision:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Decision:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A Decision cannot be pickled. Its options can, and the state that asks it has it.")

    @property
    def seat(self) -> SeatId:
        """The first of those who may answer; `CHANCE` for dice and flips."""
        return self.seats[0]

    @property
    def is_chance(self) -> bool:
        """Whether chance answers."""
        return self.weights is not None

    @property
    def wanted(self) -> Said:
        """What is asked for, without the card that asks."""
        key = _BY_VERB.get(self.options[0].verb, "") if self.asked == questions.TEXT and self.options else ""
        return Said(key or f"question.{questions.ASKS[self.asked]}")

    @property
    def said(self) -> Said:
        """Why this is asked; a question of a text begins with the card's name."""
        return say("question_of_text.of_card", card=self.about, asked=self.wanted) if self.about else self.wanted

    @property
    def reason(self) -> str:
        """Why this is asked, in English; a question of a text begins with the card's name."""
        return _printed(self.said)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that ask it."""
        return questions.ROWS[self.asked].rules

    def offers(self, choice: Choice) -> bool:
        """Whether this is one of the options."""
        return choice in self.options

    def __repr__(self) -> str:
        return f"<Decision {questions.ASKS[self.asked]} seat {self.seat} figure {self.figure}: {len(self.options)} options>"


def _printed(said: Said) -> str:
    """A question in English. Its parts are a card's name and another question, so that it needs no names of a set-up."""
    return english().text(said.key).format(**{name: _printed(part) if isinstance(part, Said) else part for name, part in said.parts})
