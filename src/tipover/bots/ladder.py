"""The ladder: the bots that people meet, each as a character, from the weakest to the strongest.

The numbers are those of the published arena (docs/results.md); a test compares them. Bots of the lab that are not on the ladder
(`random`, `search`) are not offered to people. A new bot is one more row in its place, its face in `figures.svg`, its line under `bot`.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

MOST_STARS = 5
STAR = 10  # rating points for one star


class Rung(NamedTuple):
    """A bot as people know it."""

    bot: str  # the bot's name in the lab and in requests
    name: str  # the character's name
    face: str  # the character's drawing
    rating: float  # its published rating
    doubt: float  # two standard deviations of the rating

    @property
    def stars(self) -> float:
        """Stars by rating, in halves."""
        return min(MOST_STARS, max(1, ceil(2 * self.rating / STAR)) / 2)


RUNGS = (
    Rung("level1", "Pip", "pip", 7.9, 7.3),
    Rung("level2", "Nell", "nell", 18.9, 6.3),
    Rung("level3", "Bruno", "bruno", 29.3, 6.0),
    Rung("level4", "Odile", "odile", 39.0, 6.0),
    Rung("greedy", "Marlow", "marlow", 43.9, 6.0),
    Rung("level5", "Magda", "magda", 49.5, 6.4),
)
FIRST = RUNGS[0].bot  # the opponent of a first game
STAND_IN = "greedy"  # plays for an absent person where no bot plays yet: strong, and quick to answer

_BY_BOT = {one.bot: one for one in RUNGS}


def rung(bot: str) -> Rung | None:
    """The rung of a bot; None for one of the lab."""
    return _BY_BOT.get(bot)
