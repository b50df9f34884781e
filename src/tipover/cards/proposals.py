"""What a message about a rule ends with: the words to write instead, and how sure they are."""

from __future__ import annotations

from typing import NamedTuple

WRITE = ": write"  # the right sentence
THAT_IS = "; that is"  # the same in words of the language
THEN_WRITE = "; then write"  # the right sentence when a name is declared
DID_YOU_MEAN = "; did you mean"  # a word that is spelt like the one that is written
NEAREST = "; the nearest is"  # an example, because what is meant cannot be said at all


class Proposal(NamedTuple):
    """The end of a message that tells its author what to write."""

    how: str  # one of the constants above
    words: str

    def __str__(self) -> str:
        return f"{self.how} `{self.words}`" + ("?" if self.how == DID_YOU_MEAN else "")

    @property
    def is_sentence(self) -> bool:
        """Whether it says what to write for the whole, not which word may have been meant."""
        return self.how in (WRITE, THAT_IS, THEN_WRITE)


def proposed_word(words: str) -> Proposal | None:
    """The proposal of words that may have been meant; None for empty ones."""
    return Proposal(DID_YOU_MEAN, words) if words else None


def message_of(reason: str, proposal: Proposal | None) -> str:
    """A whole message."""
    return f"{reason}{proposal or ''}"
