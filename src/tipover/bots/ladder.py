"""The ladder: the bots that people meet, each as a character, from the weakest to the strongest.

A rating is that of the ladder's games that docs/results.md tells of: 400 more is ten times as likely to win, the mean of all is 1400.
This is its only place: every page shows what stands here, and a test wants that all have one or none, and that they rise with the
ladder. Bots of the lab that are not on the ladder (`random`, `search`) are not offered to
people. A new bot is one more row in its place, its face in `figures.svg`, its line under `bot`.
"""

from __future__ import annotations

from typing import NamedTuple


class Rung(NamedTuple):
    """A bot as people know it."""

    bot: str  # the bot's name in the lab and in requests
    name: str  # the character's name
    face: str  # the character's drawing
    stars: float  # by its place, in halves, at most 5
    rating: float = 0.0  # its published rating; 0 while it has none
    doubt: float = 0.0  # two standard deviations of the rating


RUNGS = (
    Rung("level1", "Pip", "pip", 1.0, 338, 280),
    Rung("level2", "Nell", "nell", 2.0, 986, 140),
    Rung("level3", "Bruno", "bruno", 3.0, 1397, 97),
    Rung("level4", "Odile", "odile", 3.5, 1603, 89),
    Rung("greedy", "Marlow", "marlow", 4.0, 1727, 96),
    Rung("level5", "Magda", "magda", 4.5, 1824, 107),
    Rung("master", "Old Fenn", "fenn", 5.0, 1924, 152),
)
FIRST = RUNGS[0].bot  # the opponent of a first game
STAND_IN = "greedy"  # plays for an absent person where no bot plays yet: strong, and quick to answer

_BY_BOT = {one.bot: one for one in RUNGS}


def rung(bot: str) -> Rung | None:
    """The rung of a bot; None for one of the lab."""
    return _BY_BOT.get(bot)
