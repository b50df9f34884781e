"""Why a set-up cannot be played, as data: a sentence in every language."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.suggest import closest
from tipover.engine.core.language import sentence
from tipover.engine.core.said import Part, Said, say
from tipover.engine.core.setup import SetupError


class SetupFault(SetupError):
    """A set-up that cannot be played. Its text is English with rule ids; `said` is the same as data, for other languages."""

    def __init__(self, said: Said, *words: str) -> None:
        super().__init__(sentence(said), *words)
        self.said = said


def meant(word: str, known: Iterable[str]) -> Part:
    """The end of a sentence about an unknown word: the closest known one as a question, or nothing."""
    found = closest(word, known)
    return say("notation.did_you_mean", word=found) if found else ""
