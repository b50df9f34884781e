"""The numbers of the evaluation, measured in tenths of a point; `tipover lab tune` looks for better ones."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What each thing counts; the names are those of the parts of `Worth`."""

    point: float = 10.0  # what one point is worth
    close: float = 2.0  # more for each of the last three points before the target
    round_now: float = 0.35  # how much of what the round's end would give counts at its beginning
    round_late: float = 0.6  # … and how much more at its end
    standing: float = 3.0
    lying: float = 0.2
    away: float = -2.5  # a character on the cooldown track
    small_figure: float = 0.4  # companions and minions, as a part of a character
    ready: float = 0.6  # a turn still to come this round
    fall: float = 3.0  # what it is worth to knock a standing character down
    leave: float = 3.0  # what a knock-out is worth beside its points: time and place
    second: float = 0.6  # how surely a fall is followed up by the knock-out
    in_pool: float = 1.0
    track_1: float = 0.7  # a token by its place on the cooldown track
    track_2: float = 0.5
    track_3: float = 0.3
    track_4: float = 0.15
    item: float = 0.6
    now: float = 0.85  # how surely a figure gets to a challenge: it acts,
    soon: float = 0.55  # … it has a turn this round,
    later: float = 0.25  # … it has had it
    nearer: float = 0.86  # what is left of a goal's worth for each step towards it
    goal: float = 5.0  # how much the squares of a goal draw
    prey: float = 0.3  # how much a rival draws, as a part of its stake
    rival_will: float = 0.4  # how much of a rival's wish to come nearer counts against one


WEIGHTS = Weights()
# A chance, a part of something, what is left of something for each step: less than nothing or more than all makes no sense.
SHARES = frozenset({"round_now", "round_late", "small_figure", "second", "now", "soon", "later", "nearer", "prey", "rival_will"})
