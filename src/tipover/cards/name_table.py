"""The names that packs declare, as rules write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from tipover.cards.vocabulary import BARE_CLASSES, CLASS_NOUNS, KNOWN_WORDS, NAME_CLASSES, THE_CLASSES, plural_of


class NameTable:
    """The names that packs declare, by class. In a rule they are capitalised; the longest match wins."""

    def __init__(self, **names: Iterable[str]) -> None:
        """The names of each class, a word of NAME_CLASSES: `NameTable(token=["Energy"])`."""
        self.by_class: dict[str, frozenset[str]] = {sort: frozenset() for sort in NAME_CLASSES}
        for sort, declared in names.items():
            if sort not in NAME_CLASSES:
                raise ValueError(f"there is no class of names '{sort}'")
            self.by_class[sort] = frozenset(declared)
        self.numbers: dict[str, int] = {}  # how many pieces there are of a name that several have, by its noun (`Energy token`)
        self.faces: dict[str, tuple[int, int]] = {}  # the lowest and the highest number on a die, by its noun (`Boogie die`)
        self.spellings: dict[str, tuple[str, str, bool]] = {}
        self._small: dict[str, tuple[str, str, bool]] = {}  # spellings without capitals, which are read and never suggested
        self._shared: set[str] = set()  # those of them that two names have (`Energy` and `ENERGY`): only the capitals tell which
        for sort in (*THE_CLASSES, *reversed(BARE_CLASSES), *CLASS_NOUNS):
            for name in self.by_class[sort]:
                self._add_spellings(" ".join(name.split()), sort)
        self._small = {small: named for small, named in self._small.items() if small not in self._shared}

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """The expression that finds them; made on first use, because most tables are never searched."""
        longest_first = sorted(self._small | self.spellings, key=lambda one: (-len(one), one))
        pattern = "|".join(r"\s+".join(re.escape(part) for part in one.split()) for one in longest_first)
        return re.compile(rf"(?:{pattern})(?!\w)") if pattern else None

    def _add_spellings(self, name: str, sort: str) -> None:
        if sort not in CLASS_NOUNS:
            self.spellings[name] = (name, sort, False)
            return
        noun = f"{name} {CLASS_NOUNS[sort][0]}"
        self.spellings[noun] = (noun, sort, False)
        self.spellings[plural_of(noun)] = (noun, sort, True)
        if KNOWN_WORDS.isdisjoint(name.lower().split()):  # `an energy token` can mean only one thing; the printer capitalises it
            small = f"{name.lower()} {CLASS_NOUNS[sort][0]}"
            for spelling, is_plural in ((small, False), (plural_of(small), True)):
                if self._small.setdefault(spelling, (noun, sort, is_plural)) != (noun, sort, is_plural):
                    self._shared.add(spelling)

    def find_at(self, text: str, offset: int, first: bool) -> tuple[str, str, bool, int] | None:
        """The longest name at an offset: noun, class, whether it is plural, and its end.

        At the beginning of a sentence, where every word is capitalised, a word of the grammar takes precedence.
        """
        found = self._pattern.match(text, offset) if self._pattern else None
        if not found:
            return None
        spelling = " ".join(found[0].split())
        noun, sort, plural = self.spellings.get(spelling) or self._small[spelling]
        if first and noun.lower() in KNOWN_WORDS:
            return None
        return noun, sort, plural, found.end()

    def clashes(self) -> list[str]:
        """Names that could be mistaken for words of the grammar; packs must not declare them."""
        bare = [name for sort in (*BARE_CLASSES, *THE_CLASSES) for name in self.by_class[sort]]
        named = [name for names in self.by_class.values() for name in names]
        return sorted({name for name in bare if name.lower() in KNOWN_WORDS} | {name for name in named if not name[:1].isupper()})
