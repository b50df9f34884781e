"""Mistakes in a rule: where, which word, what could stand there, and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from tipover.cards.ast import TextPosition
from tipover.cards.name_table import NameTable
from tipover.cards.other_games_table import other_words
from tipover.cards.proposals import Proposal, message_of, proposed_word
from tipover.cards.vocabulary import KNOWN_WORDS

MOST_MISTAKES = 20
LONGEST_SHOWN = 40
MOST_LISTED = 12
SHORTEST_MISSPELT = 4  # letters; a shorter word of other games is too like too many
LIKE_ENOUGH = 0.8  # how like a word must be to pass for a misspelling
MOST_LIKENESSES = 20_000  # cached: of about fifty words with all that are known
MOST_ALIKE = 500  # words whose like are cached


class RuleMistake(NamedTuple):
    """One mistake in a rule, with the parts of its message as data."""

    at: TextPosition  # where the word stands in the rule
    word: str  # the first word that cannot be read, as written; empty at the end of the rule
    reason: str  # what is wrong, for the author
    expected: tuple[str, ...] = ()  # what could stand there
    suggestion: str = ""  # what would be right, or an example of it
    replaced: str = ""  # the words, as written, that `suggestion` can replace one for one; empty if it is only an example
    is_unknown: bool = False  # whether the word is in no table and no pack, rather than out of place
    is_certain: bool = False  # whether nothing but `suggestion` can be meant by `replaced`
    names: NameTable | None = None  # the names with the one that `suggestion` needs declared
    proposal: Proposal | None = None  # what the message ends with

    @property
    def message(self) -> str:
        """The sentence for the author: the reason and the proposal."""
        return message_of(self.reason, self.proposal)

    @property
    def offset(self) -> int:
        return self.at.offset

    @property
    def line(self) -> int:
        return self.at.line

    @property
    def column(self) -> int:
        return self.at.column

    def __str__(self) -> str:
        return f"line {self.at.line}, column {self.at.column}: {self.message}"


class RuleError(ValueError):
    """Raised for a rule that cannot be read; `mistakes` lists all mistakes in the order of the text."""

    def __init__(self, mistakes: list[RuleMistake]) -> None:
        super().__init__("\n".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


class Misread(Exception):
    """Raised by the readers to abandon a sentence; caught where sentences are read, so that it never leaves the reader."""

    def __init__(self, mistake: RuleMistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def nearest(word: str, first: Iterable[str], names: Iterable[str] = ()) -> str:
    """What was probably meant by a word, or empty.

    A word of other games comes first, then the word of which this is a misspelling: of those tried here (`first`), then of all known words
    and names. A word that only looks similar is none: it could mean the opposite.
    """
    low = word.lower()
    if low in other_words() or low in KNOWN_WORDS:
        return other_words().get(low, "")
    likely = {one.lower(): one for one in first}
    near = max(((_likeness(low, one), one) for one in likely if _is_as_long(low, one) and likely[one] != word), default=(0.0, ""))
    if near[0] >= LIKE_ENOUGH:
        return likely[near[1]]
    named = {one.lower(): one for one in names} | {one.lower().split()[0]: one for one in names if one}
    known = {one: named.get(one, one) for _, one in _alike(low)} | {one: named[one] for one in named if _is_as_long(low, one)}
    known |= {one: _others()[one] for one in known if one in _others()}
    near = max(((_likeness(low, one), one) for one in known if known[one] != word), default=(0.0, ""))
    return known[near[1]] if near[0] >= LIKE_ENOUGH else ""


def _is_as_long(word: str, other: str) -> bool:
    """Whether two words are about as long as each other; others are never alike."""
    return -2 <= len(word) - len(other) <= 2


@cache
def _others() -> dict[str, str]:
    """The words of other games that are long enough to be recognised when they are misspelt."""
    return {one: right for one, right in other_words().items() if len(one) > SHORTEST_MISSPELT}


@lru_cache(maxsize=MOST_ALIKE)
def _alike(low: str) -> tuple[tuple[float, str], ...]:
    """The known words that a word is like enough, with how like. Cached, because a sentence is read in several ways."""
    found = [(_likeness(low, one), one) for one in KNOWN_WORDS | _others().keys() if _is_as_long(low, one)]
    return tuple(one for one in found if one[0] >= LIKE_ENOUGH)


@lru_cache(maxsize=MOST_LIKENESSES)
def _likeness(word: str, right: str) -> float:
    """How little a word differs from the right one, up to 1.

    0 if they are not like enough, if it says the opposite, as with `un-`, or is too short to tell. Cached, because a sentence is read
    in several ways, and each asks for the same word.
    """
    if abs(len(word) - len(right)) > 2 or len(word) < 3 or word in (f"un{right}", f"non{right}", f"dis{right}"):
        return 0.0
    shared = sum(min(word.count(letter), right.count(letter)) for letter in set(word))
    if 2 * shared / (len(word) + len(right)) < LIKE_ENOUGH:
        return 0.0  # at best, whatever their order; most words end here, and the matcher is expensive
    return difflib.SequenceMatcher(None, word, right).ratio()


def shortened(word: str) -> str:
    """A word cut to a length that fits into a message."""
    return word if len(word) <= LONGEST_SHOWN else word[: LONGEST_SHOWN - 1] + "…"


def listed(words: Iterable[str]) -> str:
    """Words as an enumeration without repetitions: `a, b or c`; of many only the first."""
    parts = list(dict.fromkeys(words))
    if len(parts) > MOST_LISTED:
        return ", ".join(parts[:MOST_LISTED]) + " …"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1] if parts else ""


def unknown(word: str, at: TextPosition, meant: str, expected: tuple[str, ...] = ()) -> RuleMistake:
    """The mistake for a word that is in no table."""
    reason = f"`{shortened(word)}` is not known" + (f": expected {listed(expected)}" if expected and not meant else "")
    return RuleMistake(at, word, reason, expected, meant, word if meant else "", is_unknown=True, proposal=proposed_word(meant))


def misplaced(word: str, at: TextPosition, expected: tuple[str, ...], meant: str) -> RuleMistake:
    """The mistake for a known word that cannot stand here; an empty word is the end of the rule."""
    here = (
        "the rule ends too early"
        if not word
        else "the sentence ends too early"
        if word == "."
        else f"`{shortened(word)}` cannot stand here"
    )
    reason = f"{here}: expected {listed(expected)}" if expected else here
    meant = meant if meant != word.lower() else ""
    return RuleMistake(at, word, reason, expected, meant, word if meant else "", proposal=proposed_word(meant))
