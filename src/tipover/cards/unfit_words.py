"""Words before an event that make no sense with it, and what to write instead."""

from __future__ import annotations

from typing import NamedTuple


class UnfitWord(NamedTuple):
    """Why a word cannot stand before an event, and what to write instead."""

    why: str
    suggestion: str


# Words that make no sense with an event: the event, and `when`, `after`, `instead`, `times` (how often), `where`, `until`.
UNFIT_WORDS: dict[tuple[str, str], UnfitWord] = {
    ("rolls to defend", "when"): UnfitWord("the dice have fallen or not: something is done before or after that", "Before` or `After"),
    ("rolls in a challenge", "when"): UnfitWord("the dice have fallen or not: something is done before or after that", "Before` or `After"),
    ("rolls", "when"): UnfitWord("the dice have fallen or not: something is done before or after that", "Before` or `After"),
    ("moves", "instead"): UnfitWord("a move is told when it has been made", "doing a move"),
    ("pays less", "instead"): UnfitWord("a price is chosen with its ability, so only the ability can be replaced", "doing an ability"),
    ("reaches farther", "instead"): UnfitWord(
        "the range is chosen with its target, so only the challenge can be replaced", "a rival being challenged"
    ),
    ("last token", "instead"): UnfitWord(
        "the token is paid when the ability begins, so only the ability can be replaced", "doing an ability"
    ),
    ("reaches", "where"): UnfitWord("points have no square", "for each time"),
}
