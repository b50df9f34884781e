"""Names that a sentence of plain English has without their class: `2 Energy`, `one of your Wights`, `an Energy counter`."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.lex import NAME, NUMBER, WORD, Token
from tipover.cards.name_table import NameTable
from tipover.cards.plain_english import known_words
from tipover.cards.vocabulary import CLASS_NOUNS, KNOWN_WORDS, NUMBER_WORDS

_SORTS = ("token", "marker", "minion", "die")
_COUNTERS = {"counter": False, "counters": True, "chip": False, "chips": True, "cube": False, "cubes": True}
_ONE = ("1", "one", "a", "an")


def with_whole_names(tokens: Iterable[Token], names: NameTable) -> list[Token]:
    """The tokens of a sentence with such names as names; a word of the frames (`mine`) is one only with its capital."""
    bare = {spelling: (noun, sort, many) for sort in _SORTS for spelling, noun, many in _spellings(sort, names)}
    found: list[Token] = []
    for token in tokens:
        last = found[-1] if found else None
        if last is not None and last.kind == NAME and last.sort == "token" and token.word in _COUNTERS:
            found[-1] = last._replace(plural=_COUNTERS[token.word])
            continue
        named = bare.get(token.text.lower()) if token.kind == WORD else None
        is_name = named is not None and ((token.text[0].isupper() and not token.first) or token.text.lower() not in known_words())
        if named is None or not is_name or token.text.lower() in KNOWN_WORDS:
            found.append(token)
            continue
        noun, sort, many = named
        several = last is not None and (last.kind == NUMBER or last.word in NUMBER_WORDS) and last.word not in _ONE
        found.append(token._replace(kind=NAME, word=noun, sort=sort, plural=many or several))
    return found


def _spellings(sort: str, names: NameTable) -> list[tuple[str, str, bool]]:
    found: list[tuple[str, str, bool]] = []
    for name in names.by_class[sort]:
        noun = f"{name} {CLASS_NOUNS[sort][0]}"
        found += [(name.lower(), noun, False), (f"{name.lower()}s", noun, True)]
    return found
