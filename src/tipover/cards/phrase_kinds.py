"""The kind of thing that a phrase names: a character, a token, a square … (`thing`, `ally`, `figure` are unions of kinds)."""

from __future__ import annotations

from dataclasses import replace
from enum import Flag, auto

from tipover.cards.ast import Group, Join, Phrase
from tipover.cards.name_table import NameTable
from tipover.cards.vocabulary import CLASS_NOUNS, VERBS


class Kind(Flag):
    """What a phrase can name."""

    CHARACTER = auto()
    COMPANION = auto()
    MINION = auto()
    OBJECTIVE = auto()
    TOKEN = auto()
    MARKER = auto()
    ITEM = auto()
    STATUS = auto()
    CARD = auto()
    ABILITY_TOKEN = auto()
    DIE = auto()
    SQUARE = auto()
    WALL = auto()
    AREA = auto()
    MAP = auto()
    TRACK = auto()
    POOL = auto()
    SIDE = auto()
    FIRST_PLAYER = auto()
    NUMBER = auto()
    ACTION = auto()


NONE = Kind(0)
FIGURE = Kind.CHARACTER | Kind.COMPANION | Kind.MINION
TARGET = FIGURE | Kind.OBJECTIVE
PIECE = Kind.TOKEN | Kind.MARKER
KEPT_CARD = Kind.STATUS | Kind.CARD | Kind.ITEM
ON_TRACK = TARGET | PIECE | Kind.ITEM | Kind.ABILITY_TOKEN | Kind.DIE
MOVABLE = TARGET | PIECE
WITH_A_PLACE = TARGET | PIECE | Kind.SQUARE | Kind.WALL | Kind.AREA
ANYTHING = ~NONE

# The words of a kind in a message, each with its article.
KIND_WORDS: dict[Kind, str] = {
    Kind.CHARACTER: "a character",
    Kind.COMPANION: "a companion",
    Kind.MINION: "a minion",
    Kind.OBJECTIVE: "an objective",
    Kind.TOKEN: "a token",
    Kind.MARKER: "a marker",
    Kind.ITEM: "an item",
    Kind.STATUS: "a status",
    Kind.CARD: "a card",
    Kind.ABILITY_TOKEN: "an ability token",
    Kind.DIE: "a die",
    Kind.SQUARE: "a square",
    Kind.WALL: "a wall",
    Kind.AREA: "an area",
    Kind.MAP: "the map",
    Kind.TRACK: "a track",
    Kind.POOL: "a pool",
    Kind.SIDE: "a side",
    Kind.FIRST_PLAYER: "the First Player marker",
    Kind.NUMBER: "a number",
    Kind.ACTION: "an action",
}

NOUN_KINDS: dict[str, Kind] = {
    "figure": FIGURE,
    "character": Kind.CHARACTER,
    "companion": Kind.COMPANION,
    "minion": Kind.MINION,
    "objective": Kind.OBJECTIVE,
    "ally": FIGURE,
    "rival": FIGURE,
    "opponent": Kind.SIDE,
    "side": Kind.SIDE,
    "owner": FIGURE,
    "target": TARGET,
    "challenger": FIGURE,
    "ability token": Kind.ABILITY_TOKEN,
    "blue token": Kind.ABILITY_TOKEN,
    "red token": Kind.ABILITY_TOKEN,
    "silver token": Kind.ABILITY_TOKEN,
    "gold token": Kind.ABILITY_TOKEN,
    "type of ability token": Kind.NUMBER,
    "token paid": Kind.ABILITY_TOKEN,
    "token": Kind.TOKEN,
    "marker": Kind.MARKER,
    "point marker": Kind.MARKER,
    "First Player marker": Kind.FIRST_PLAYER,
    "item": Kind.ITEM,
    "card": Kind.STATUS | Kind.CARD,
    "thing": ON_TRACK,
    "point": Kind.NUMBER,
    "die": Kind.DIE,
    "success": Kind.NUMBER,
    "square moved": Kind.NUMBER,
    "square": Kind.SQUARE,
    "set-up square": Kind.SQUARE,
    "last square": Kind.SQUARE,
    "area": Kind.AREA,
    "starting area": Kind.AREA,
    "wall": Kind.WALL,
    "map": Kind.MAP,
    "track": Kind.TRACK,
    "pool": Kind.POOL,
    "action": Kind.ACTION,
    "extra action": Kind.ACTION,
    "companion action": Kind.ACTION,
    "assist": Kind.ACTION,
    "interact": Kind.ACTION,
    "ability": Kind.ACTION,
    "challenge action": Kind.ACTION,
    **{verb: Kind.ACTION for verb, forms in VERBS.items() if forms.action},
}

# The kinds of the classes of declared names.
CLASS_KINDS: dict[str, Kind] = {
    "token": Kind.TOKEN,
    "marker": Kind.MARKER,
    "minion": Kind.MINION,
    "deck": Kind.CARD,
    "area": Kind.AREA,
    "die": Kind.DIE,
    "character": Kind.CHARACTER,
    "figure": Kind.COMPANION | Kind.MINION,
    "status": Kind.STATUS,
    "card": Kind.CARD,
    "item": Kind.ITEM,
    "piece": Kind.MINION | Kind.OBJECTIVE,
}
_CLASS_OF_NOUN = {noun: sort for sort, (noun, _) in CLASS_NOUNS.items()}

# What `this` is on the card a rule stands on, by what the rule belongs to.
THIS_KINDS: dict[str, Kind] = {
    "an ability": Kind.CHARACTER,
    "a trait": Kind.CHARACTER,
    "an ultimate card": Kind.CHARACTER,
    "an item": Kind.CHARACTER,
    "a status": FIGURE,
    "a card": NONE,
    "a companion": Kind.COMPANION,
    "a minion": Kind.MINION,
    "a token": Kind.TOKEN,
    "a marker": Kind.MARKER,
    "an objective": Kind.OBJECTIVE,
    "a scenario": NONE,
}


def single_parts(phrase: Phrase) -> list[Phrase]:
    """What a phrase joins, one by one: `a token or marker` is a token, and a marker."""
    if isinstance(phrase, Join):
        return [one for part in phrase.parts for one in single_parts(part)]
    if isinstance(phrase, Group) and len(phrase.nouns) > 1:
        return [replace(phrase, nouns=(noun,)) for noun in phrase.nouns]
    return [phrase]


class PhraseKinds:
    """Finds the kinds of phrases, with the names that packs declare and what `this` is."""

    def __init__(self, names: NameTable, this: Kind, meant: dict[int, Kind] | None = None) -> None:
        self.names = names
        self.this = this
        self.meant = meant or {}  # the kinds of what pronouns refer to, by the id of their node

    def of(self, phrase: Phrase) -> Kind:
        """The kinds of what a phrase may name; of a pronoun those of what it refers to, everything while that is not known."""
        if isinstance(phrase, Join):
            found = NONE
            for part in phrase.parts:
                found |= self.of(part)
            return found
        if isinstance(phrase, Group):
            found = NONE
            for noun in phrase.nouns:
                found |= self.of_noun(noun)
            return found
        if phrase.word == "this":
            return self.this
        if phrase.word == "this card":
            return KEPT_CARD
        if phrase.word in ("you", "yours"):
            return Kind.SIDE
        if phrase.word in ("it", "them"):
            return self.meant.get(id(phrase), ANYTHING)
        return self.of_noun(phrase.word)

    def of_noun(self, noun: str) -> Kind:
        """The kinds of a noun of the language or of a declared name."""
        if noun in NOUN_KINDS:
            return NOUN_KINDS[noun]
        spelling = self.names.spellings.get(noun)
        if spelling is not None:
            return CLASS_KINDS[spelling[1]]
        sort = _CLASS_OF_NOUN.get(noun.rpartition(" ")[2])
        return CLASS_KINDS[sort] if sort is not None else ANYTHING


def kind_words(kinds: Kind) -> str:
    """Kinds in words: `a character, a companion or a minion`; `a figure` for these three, `a thing` for all of a track."""
    words: list[str] = []
    for union, word in ((ON_TRACK, "a thing"), (FIGURE, "a figure")):
        if union & kinds == union:
            words.append(word)
            kinds &= ~union
    words += [word for kind, word in KIND_WORDS.items() if kind & kinds]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "nothing"
