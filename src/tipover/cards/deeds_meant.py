"""The deed to write instead of one that is not done to its object, with the words of that object."""

from __future__ import annotations

from tipover.cards.ast import THIS, Group, Phrase, Ref
from tipover.cards.words_phrases import PhraseWords


def deed_done_to(meant: str, what: Phrase) -> str:
    """`Knock it out` for `a rival` is `Knock a rival out`: `it` alone would be `this`, or what was named before."""
    words = meant.split()
    if "it" not in words or (isinstance(what, Ref) and what != THIS):
        return meant
    said = PhraseWords().phrase(what)
    if isinstance(what, Group) and "its" in words:
        return f"Choose {said}. {meant}"
    return " ".join({"it": said, "its": "your"}.get(word, word) for word in words)
