"""The printer that makes text of a `Said` with the catalogue of a language, and how it names things.

A key that a language lacks is taken from English.
"""

from __future__ import annotations

from collections.abc import Callable

from tipover.board.mask import Square
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.core.dice import FACE_NAMES, face_name
from tipover.engine.core.ids import PIECE, FigureId, PieceId, Side, is_figure, piece_of
from tipover.engine.core.numbers import ADD, SET, SUBTRACT, Number
from tipover.engine.core.numbers import Part as NumberTerm
from tipover.engine.core.said import (
    ColourPart,
    CountPart,
    FacePart,
    FigurePart,
    InnerPart,
    ListPart,
    NumberPart,
    Part,
    PickPart,
    Said,
    ShortPart,
    SidePart,
    SquarePart,
    ThingPart,
)
from tipover.engine.core.setup import Setup
from tipover.engine.core.translations import ENGLISH as ENGLISH
from tipover.engine.core.translations import Language as Language
from tipover.engine.core.translations import english as english
from tipover.engine.core.translations import language as language
from tipover.engine.core.translations import languages as languages

_SENTENCE_ENDS = (".", "?", "!")
_ENDS_TWICE = tuple(f"{end}{quote}." for end in _SENTENCE_ENDS for quote in ("", "”", "“"))
_UNITS = {"dice": "die", "movement": "movement"}
_SIGNS = {ADD: "number.add", SUBTRACT: "number.subtract", SET: "number.set"}


class Names:
    """How a printer names figures, pieces, squares and sides; this one by marks, as reasons do."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup  # the set-up whose figures and squares are named

    def figure(self, figure: FigureId) -> str:
        """A figure: `L1`."""
        return self.setup.mark(figure)

    def short(self, figure: FigureId) -> str:
        """A figure where it is named often: `L1`."""
        return self.figure(figure)

    def picked(self, figure: FigureId, name: str) -> str:
        """A figure with the card that is picked for it: `Rose Nylund (L1)`."""
        return f"{name} ({self.setup.mark(figure)})"

    def piece(self, piece: PieceId, language: Language) -> str:
        """A piece by what it is: `point marker A`."""
        slot = self.setup.pieces[piece]
        return language.text("name.point_marker").format(letter=slot.letter) if slot.letter else slot.name

    def short_piece(self, piece: PieceId, language: Language) -> str:
        """A piece inside a sentence: `point marker A`, `the Energy`."""
        slot = self.setup.pieces[piece]
        has_article = slot.letter or slot.name.startswith("The ")
        return self.piece(piece, language) if has_article else language.text("name.piece").format(name=slot.name)

    def square(self, square: Square) -> str:
        """A square: `c4`."""
        return self.setup.grid.name(square)

    def side(self, side: Side, language: Language) -> str:
        """A side: `light`."""
        return language.text(f"side.{SIDES[side]}")

    def are_several(self, side: Side) -> bool:
        """Whether a side is named by several people: `Mara & Tom win`; its colour is one."""
        return False


class NoNames(Names):
    """For sentences that name sides at most, and nothing else of a game."""

    def __init__(self) -> None:
        pass


class Printer:
    """Makes text of sentences in one language, with one way to name things, with or without rule ids."""

    def __init__(self, names: Names, language: Language | None = None, with_rules: bool = False) -> None:
        self.names = names  # how things are named
        self.language = language or english()  # the catalogue
        self.with_rules = with_rules  # whether rule ids are written
        self.memo: dict[Said, str] = {}  # what was printed with these names, also by printers before this one if they share it

    def again(self, said: Said) -> str:
        """The same as `text`, for sentences that are likely to be printed again: each is made once."""
        found = self.memo.get(said)
        if found is None:
            found = self.memo[said] = self.text(said)
        return found

    def text(self, said: Said) -> str:
        """The sentence. Rule ids stand at `{rules}`, otherwise before the final full stop; a sentence begins with a capital."""
        pieces = self.language.pieces(said.key)
        if not said.parts and not said.rules and len(pieces) == 1:
            return capital(pieces[0][0]) if pieces[0][0].endswith(_SENTENCE_ENDS) else pieces[0][0]
        parts = dict(said.parts)
        rules = f" ({', '.join(said.rules)})" if self.with_rules and said.rules else ""
        written: list[str] = []
        is_placed = False
        for literal, name in pieces:
            written.append(literal)
            if name == "rules":
                written.append(rules)
                is_placed = True
            elif name is not None:
                written.append(self.part(parts[name]) if name in parts else self._form(name, parts))
        text = "".join(written)
        ends = pieces[-1][1] is None and pieces[-1][0].endswith(_SENTENCE_ENDS)
        if rules and not is_placed:
            text = f"{text[:-1]}{rules}{text[-1:]}" if text.endswith(_SENTENCE_ENDS) else f"{text}{rules}"
        if text.endswith(_ENDS_TWICE):
            text = text[:-1]  # a card's name or a sentence of a card that ends in a sign of its own
        return capital(text) if ends and not self._begins_with_mark(said) else text

    def _form(self, gap: str, parts: dict[str, Part]) -> str:
        """The form of a word that fits those who play a side, of a gap such as `side:wins|win`."""
        name, _, forms = gap.partition(":")
        part = parts[name]
        one, _, several = forms.partition("|")
        return several if isinstance(part, SidePart) and self.names.are_several(part.side) else one

    def part(self, part: Part) -> str:
        """One part as text."""
        write = _WRITTEN.get(type(part)) or next(write for kind, write in _WRITTEN.items() if isinstance(part, kind))
        return write(self, part)

    def _thing(self, part: ThingPart) -> str:
        return self.names.figure(part.thing) if is_figure(part.thing) else self.names.piece(piece_of(part.thing), self.language)

    def _short(self, part: ShortPart) -> str:
        return self.names.short(part.thing) if is_figure(part.thing) else self.names.short_piece(piece_of(part.thing), self.language)

    def _side(self, part: SidePart) -> str:
        side = self.names.side(part.side, self.language)
        return capital(side) if part.capital else side

    def _face(self, part: FacePart) -> str:
        return self.language.text(f"face.{FACE_NAMES[part.face]}") if part.face < len(FACE_NAMES) else face_name(part.face)

    def _count(self, part: CountPart) -> str:
        noun = self.language.text(f"noun.{part.noun}.{'one' if part.number == 1 else 'other'}")
        return f"{part.number} {noun.replace('{of}', self.part(part.of))}"

    def _inner(self, part: InnerPart) -> str:
        text = self.text(part.said)
        if part.capital:
            return capital(text)
        return text[:1].lower() + text[1:] if self._begins_with_words(part.said) else text

    def _list(self, part: ListPart) -> str:
        return self.language.text(f"joint.{part.joint}").join([self.part(one) for one in part.parts])

    def _begins_with_mark(self, said: Said) -> bool:
        """Whether a text begins with the mark of a figure or with a square, whose small letter stays."""
        literal, name = self.language.pieces(said.key)[0]
        part = dict(said.parts).get(name or "") if not literal else None
        while isinstance(part, ListPart) and part.parts:
            part = part.parts[0]
        if isinstance(part, Said):
            return self._begins_with_mark(part)
        return isinstance(part, FigurePart | SquarePart) or (isinstance(part, ThingPart | ShortPart) and part.thing < PIECE)

    def _begins_with_words(self, said: Said) -> bool:
        """Whether a sentence begins with words of the catalogue, and not with a name."""
        literal, name = self.language.pieces(said.key)[0]
        first = dict(said.parts).get(name or "")
        return bool(literal) or (isinstance(first, Said) and self._begins_with_words(first))

    def _number(self, number: Number) -> str:
        """A total with what adds up to it: `5 dice = 3 Sucker Punch + 2 silver in pool`."""
        said = ""
        for part in number.parts:
            said += f"{self.language.text(_SIGNS[part.how]) if said else ''}{part.amount} {self.number_part(part)}"
        return f"{self.part(CountPart(number.total, _UNITS[number.unit]))} = {said}"

    def number_part(self, part: NumberTerm) -> str:
        """What a part of a number comes from: `basic challenge`, or as a card calls it."""
        return self.language.text(f"number.{part.key}").format(of=part.of) if part.key else part.name


# How each kind of part is written.
_WRITTEN: dict[type, Callable[..., str]] = {
    str: lambda _, part: part,
    int: lambda _, part: str(part),
    Said: Printer.text,
    FigurePart: lambda printer, part: printer.names.figure(part.figure),
    ThingPart: Printer._thing,
    ShortPart: Printer._short,
    PickPart: lambda printer, part: printer.names.picked(part.figure, part.name),
    SquarePart: lambda printer, part: printer.names.square(part.square),
    SidePart: Printer._side,
    ColourPart: lambda printer, part: printer.language.text(f"colour.{COLOURS[part.colour]}"),
    FacePart: Printer._face,
    CountPart: Printer._count,
    NumberPart: lambda printer, part: printer._number(part.number),
    InnerPart: Printer._inner,
    ListPart: Printer._list,
}


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(said: Said, code: str = ENGLISH) -> str:
    """A sentence that names nothing of a game but sides, with its rule ids, in the language with this code."""
    return Printer(NoNames(), language(code), with_rules=True).text(said)
