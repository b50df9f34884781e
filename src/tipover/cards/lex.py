"""From text to tokens: words, numbers, signs, and the names that packs declare."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tipover.cards.ast import Place
from tipover.cards.vocabulary import BARE_CLASSES, CLASS_NOUNS, KNOWN_WORDS, THE_CLASSES, plural_of

WORD, NUMBER, NAME, SIGN, STRANGE, END = "word", "number", "name", "sign", "strange", "end"


class Token(NamedTuple):
    """One piece of a rule. `word` is its meaning: a word in lower case, a declared name in the singular, digits, a sign."""

    kind: str
    word: str
    text: str
    at: Place
    first: bool = False
    sort: str = ""
    plural: bool = False


class Names:
    """The names that packs declare, by class; they stand capitalised in a rule and are found longest first."""

    def __init__(
        self,
        *,
        tokens: Iterable[str] = (),
        markers: Iterable[str] = (),
        minions: Iterable[str] = (),
        figures: Iterable[str] = (),
        pieces: Iterable[str] = (),
        statuses: Iterable[str] = (),
        decks: Iterable[str] = (),
        cards: Iterable[str] = (),
        items: Iterable[str] = (),
        areas: Iterable[str] = (),
        dice: Iterable[str] = (),
        characters: Iterable[str] = (),
    ) -> None:
        self.by_class: dict[str, frozenset[str]] = {
            "token": frozenset(tokens),
            "marker": frozenset(markers),
            "minion": frozenset(minions),
            "deck": frozenset(decks),
            "area": frozenset(areas),
            "die": frozenset(dice),
            "character": frozenset(characters),
            "figure": frozenset(figures),
            "status": frozenset(statuses),
            "card": frozenset(cards),
            "item": frozenset(items),
            "piece": frozenset(pieces),
        }
        self.spellings: dict[str, tuple[str, str, bool]] = {}
        for sort in (*THE_CLASSES, *reversed(BARE_CLASSES), *CLASS_NOUNS):
            for name in self.by_class[sort]:
                self._spell(" ".join(name.split()), sort)
        longest_first = sorted(self.spellings, key=lambda one: (-len(one), one))
        pattern = "|".join(r"\s+".join(re.escape(part) for part in one.split()) for one in longest_first)
        self._pattern = re.compile(rf"(?:{pattern})(?!\w)") if pattern else None

    def _spell(self, name: str, sort: str) -> None:
        if sort not in CLASS_NOUNS:
            self.spellings[name] = (name, sort, False)
            return
        noun = f"{name} {CLASS_NOUNS[sort][0]}"
        self.spellings[noun] = (noun, sort, False)
        self.spellings[plural_of(noun)] = (noun, sort, True)

    def at(self, text: str, offset: int, first: bool) -> tuple[str, str, bool, int] | None:
        """The longest name at an offset: noun, class, plural, where it ends. At the head of a sentence a word of the grammar wins."""
        found = self._pattern.match(text, offset) if self._pattern else None
        if not found:
            return None
        noun, sort, plural = self.spellings[" ".join(found[0].split())]
        if first and noun.lower() in KNOWN_WORDS:
            return None
        return noun, sort, plural, found.end()

    def clashes(self) -> list[str]:
        """Names that a reader could take for words of the grammar; a pack that declares one is refused."""
        bare = [name for sort in (*BARE_CLASSES, *THE_CLASSES) for name in self.by_class[sort]]
        named = [name for names in self.by_class.values() for name in names]
        return sorted({name for name in bare if name.lower() in KNOWN_WORDS} | {name for name in named if not name[:1].isupper()})


_PIECE = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+)(?!\w)|(?P<odd>[0-9_]\w*)|(?P<owns>['’]s)(?!\w)|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)|(?P<sign>[.,:])"
)


def lex(text: str, names: Names) -> list[Token]:
    """All tokens of a rule, the end last; what fits nowhere is one strange token a sign."""
    tokens: list[Token] = []
    offset, line, start, first = 0, 1, 0, True
    while offset < len(text):
        found = _PIECE.match(text, offset)
        at = Place(offset, line, offset - start + 1)
        named = names.at(text, offset, first) if _at_word(text, offset) else None
        if named:
            end = named[3]
            tokens.append(Token(NAME, named[0], text[offset:end], at, first, named[1], named[2]))
        elif found and found["space"]:
            end = found.end()
        elif found:
            end = found.end()
            tokens.append(_token(found, at, first))
        else:
            end = offset + 1
            tokens.append(Token(STRANGE, text[offset], text[offset], at, first))
        line += text.count("\n", offset, end)
        if "\n" in text[offset:end]:
            start = text.rindex("\n", offset, end) + 1
        if named or not found or not found["space"]:
            first = text[end - 1] in ".!?" and not named
        offset = end
    tokens.append(Token(END, "", "", Place(offset, line, offset - start + 1)))
    return tokens


def _at_word(text: str, offset: int) -> bool:
    return offset == 0 or not (text[offset - 1].isalnum() or text[offset - 1] in "_-")


def _token(found: re.Match[str], at: Place, first: bool) -> Token:
    if found["number"]:
        return Token(NUMBER, found["number"], found[0], at, first)
    if found["odd"]:
        return Token(STRANGE, found[0], found[0], at, first)
    if found["owns"]:
        return Token(SIGN, "'s", found[0], at)
    if found["sign"]:
        return Token(SIGN, found[0], found[0], at, first)
    return Token(WORD, found[0].lower() if first else found[0], found[0], at, first)
