"""The known word that an unknown one was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def closest(word: str, known: Iterable[str]) -> str:
    """The known word most similar to `word`, ignoring case; empty if none is similar enough."""
    import difflib

    folded = {one.lower(): one for one in known}
    close = difflib.get_close_matches(word.lower(), list(folded), 1, 0.6)
    return folded[close[0]] if close else ""


def did_you_mean(word: str) -> str:
    """The end of a message that proposes a word: `; did you mean 'red'?`, or nothing for an empty word."""
    return f"; did you mean '{word}'?" if word else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the closest known one as a question, or nothing."""
    return did_you_mean(closest(word, known))
