"""A grammar of plain English that writes while it reads: every rule says how something may be said, and what the language writes for it.

The rules are frames: a verb with the places of its doer, its object, a number, where, how. A sentence has a meaning here only if every one
of its words has found a place in a frame, so that nothing that was said is left out of what is proposed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias, TypedDict, cast

from tipover.cards.other_games_table import verb_forms

MOST_READINGS = 60  # of one part of a sentence; the later ones are the less likely
_PART = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]|\S+")
_SORT = re.compile(r"[A-Z][A-Z_]*")  # a part with frames of its own, or a class of verbs
_OBJECT = "NP"
SAME, NOTHING = ("=",), ("-",)  # what is written for a frame: its own words, or none


class Plain(NamedTuple):
    """One word of a sentence of plain English."""

    text: str  # in lower case; a declared name as the language writes it
    sort: str = ""  # the class of a declared name
    plural: bool = False  # whether a declared name is plural


Reading: TypeAlias = tuple[int, str]  # where a part of the sentence ends, and what the language writes for it
Reader: TypeAlias = Callable[["Sentence", int], list[Reading]]


class Words(NamedTuple):
    """A place for one of several words or turns of phrase, by their first word."""

    by_first: dict[str, list[tuple[str, ...]]]


class Sort(NamedTuple):
    """A place for a part of a sentence that has rules of its own."""

    name: str
    key: str  # what it is called in what is written: `NP`, or `NP2` for the second


class Maybe(NamedTuple):
    """A place that may stay empty."""

    parts: tuple[Part, ...]


Part: TypeAlias = Words | Sort | Maybe


class Frame(NamedTuple):
    """One way to say something, and what the language writes for it."""

    parts: tuple[Part, ...]
    write: tuple[str, ...]


class _File(TypedDict):
    verbs: dict[str, str]  # verbs of one meaning
    words: dict[str, str]  # words that mean the same everywhere, by the word that the rules use
    left_out: str  # words that add nothing
    frames: dict[str, str]  # for each sort of a part its rules, one a line: `say -> write`
    nouns: dict[str, str]  # what a noun of the language is called elsewhere; the plural follows a stroke
    adjectives: dict[str, str]
    relations: str


@cache
def plain_table() -> _File:
    """The file as it stands."""
    return cast("_File", tomllib.loads((files("tipover.cards") / "plain_english.toml").read_text("utf-8")))


@cache
def frames() -> dict[str, list[Frame]]:
    """The rules of each sort, in the order in which they are tried."""
    found: dict[str, list[Frame]] = {}
    for sort, rules in plain_table()["frames"].items():
        for line in rules.strip().splitlines():
            say, _, write = line.partition("->")
            if not say.strip() or say.startswith("#"):
                continue
            found.setdefault(sort, []).append(frame(say, write))
            if sort == "DEED" and (passive := _passive(say)):
                found.setdefault("PASSIVE", []).append(frame(f"{_OBJECT} {passive}", write))
                found.setdefault("BE_DONE", []).append(frame(passive, _of_the_last(write)))
            if sort == "EVENT" and say.startswith(f"{_OBJECT} ") and write.startswith(f" {_OBJECT} "):
                found.setdefault("EVP", []).append(frame(say.removeprefix(_OBJECT), _renumbered(write.removeprefix(f" {_OBJECT}"))))
    return found


def _frames_at(sort: str, word: str) -> list[Frame]:
    """The rules of a sort for a part that begins with this word, in the order in which they are tried."""
    by_word, others = _by_first_word(sort)
    return by_word.get(word, others)


@cache
def _by_first_word(sort: str) -> tuple[dict[str, list[Frame]], list[Frame]]:
    """The rules of a sort by each word that one of them begins with, and those for any other word."""
    known = [(one, _first_words(one.parts)) for one in frames()[sort]]
    words = frozenset().union(*(first for _, first in known if first is not None))
    by_word = {word: [one for one, first in known if first is None or word in first] for word in words}
    return by_word, [one for one, first in known if first is None]


def _first_words(parts: tuple[Part, ...]) -> frozenset[str] | None:
    """The words with which parts may begin; None if they may be empty, or begin with a part that has rules of its own."""
    found: frozenset[str] = frozenset()
    for part in parts:
        if isinstance(part, Words):
            return found.union(part.by_first)
        first = _first_words(part.parts) if isinstance(part, Maybe) else None
        if first is None:
            return None
        found |= first
    return None


def frame(say: str, write: str) -> Frame:
    """One way to say something; raises ValueError for one that could never match."""
    counts: dict[str, int] = {}
    return Frame(_parts(say, counts), tuple(write.split()))


def _passive(say: str) -> str:
    """The frame of a verb with an object, said of the object; empty for any other."""
    first, *rest = say.split()
    if first not in plain_table()["verbs"] or rest[:1] != [_OBJECT]:
        return ""
    return f"BE [all|each|instead] {first}.ed {' '.join(rest[1:])} [by_this|by_you|by_me]"


def _of_the_last(write: str) -> str:
    """What is written for a frame of which the object was said before."""
    return " ".join("@it" if word == _OBJECT else _OBJECT if word == f"{_OBJECT}2" else word for word in write.split())


def _renumbered(write: str) -> str:
    """What is written for a frame without its first object."""
    return " ".join(_OBJECT if word == f"{_OBJECT}2" else word for word in write.split())


def _parts(say: str, counts: dict[str, int]) -> tuple[Part, ...]:
    return tuple(_part(one, counts) for one in _PART.findall(say))


def _part(part: str, counts: dict[str, int]) -> Part:
    if part[0] == "[":
        return Maybe(_parts(part[1:-1], counts))
    if _SORT.fullmatch(part) and part not in plain_table()["verbs"]:
        counts[part] = counts.get(part, 0) + 1
        return Sort(part, part if counts[part] == 1 else f"{part}{counts[part]}")
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for one in part.split("|"):
        if _SORT.fullmatch(one) and one not in plain_table()["verbs"]:
            raise ValueError(
                f"`{one}` in `{part}` is a part with frames of its own: it cannot be one of several words, so write two frames"
            )
        for words in _spellings(one):
            by_first.setdefault(words[0], []).append(words)
    return Words(by_first)


def _spellings(one: str) -> Iterator[tuple[str, ...]]:
    verb, _, form = one.partition(".")
    if verb in plain_table()["verbs"]:
        for each in verb_forms(plain_table()["verbs"][verb], form):
            yield tuple(each.split())
    else:
        yield tuple(one.split("_"))


def frame_words() -> Iterator[str]:
    """Every word that stands in a frame."""
    for several in frames().values():
        for one in several:
            yield from _words_of(one.parts)


def _words_of(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Words):
            for spellings in part.by_first.values():
                for words in spellings:
                    yield from words
        elif isinstance(part, Maybe):
            yield from _words_of(part.parts)


class Sentence:
    """The words of a sentence, and what was found of each of its parts."""

    def __init__(self, words: list[Plain], readers: dict[str, Reader]) -> None:
        self.words = words
        self._texts = tuple("" if word.sort else word.text for word in words)
        self._readers = readers
        self._found: dict[tuple[str, int], list[Reading]] = {}

    def word(self, at: int) -> str:
        """The word at a position; empty behind the last one, and for a declared name."""
        return self._texts[at] if at < len(self._texts) else ""

    def is_at(self, at: int, words: tuple[str, ...]) -> bool:
        """Whether these words stand at a position."""
        return self._texts[at : at + len(words)] == words

    def readings(self, sort: str, at: int) -> list[Reading]:
        """All that a part of this sort can be at a position, the likeliest first."""
        key = (sort, at)
        if key not in self._found:
            self._found[key] = []  # what contains itself at its beginning is nothing
            found = self._readers[sort](self, at) if sort in self._readers else self._by_frames(sort, at)
            self._found[key] = list(dict.fromkeys(found))[:MOST_READINGS]
        return self._found[key]

    def _by_frames(self, sort: str, at: int) -> list[Reading]:
        found: list[Reading] = []
        for one in _frames_at(sort, self.word(at)):
            for end, values in self._match(one.parts, 0, at, {}):
                found.append((end, self._written(one.write, values, at, end)))
        return found

    def _written(self, write: tuple[str, ...], values: dict[str, str], start: int, end: int) -> str:
        if write == SAME:
            return " ".join(one.text for one in self.words[start:end])
        words = [values.get(word, "" if word.rstrip("23").isupper() else word) for word in write if write != NOTHING]
        return " ".join(word for word in words if word)

    def _match(self, parts: tuple[Part, ...], k: int, at: int, values: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
        if k == len(parts):
            yield at, values
            return
        part = parts[k]
        if isinstance(part, Words):
            for words in part.by_first.get(self.word(at), ()):
                if self.is_at(at, words):
                    yield from self._match(parts, k + 1, at + len(words), values)
        elif isinstance(part, Maybe):
            for end, more in self._match(part.parts, 0, at, values):
                yield from self._match(parts, k + 1, end, more)
            yield from self._match(parts, k + 1, at, values)
        else:
            for end, text in self.readings(part.name, at):
                yield from self._match(parts, k + 1, end, {**values, part.key: text})
