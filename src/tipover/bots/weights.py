"""The weights of the evaluation, in tenths of a point; `tipover lab tune` searches for better ones."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What each feature counts."""

    point: float = 10.0  # one point
    close: float = 2.0  # added for each of the last three points before the target
    round_now: float = 0.35  # the part of what the end of the round would give that counts at its beginning
    round_late: float = 0.6  # added to that part at the end of the round
    standing: float = 3.0  # a standing character
    lying: float = 0.2  # a knocked-down character
    away: float = -2.5  # a character on the cooldown track
    small_figure: float = 0.4  # a companion or minion, as a part of a character
    ready: float = 0.6  # a turn still to come this round, of a standing character
    ready_lying: float = 0.6  # the same of a knocked-down one
    ready_away: float = 0.6  # the same of one on the cooldown track
    fall: float = 3.0  # knocking down a standing character
    leave: float = 3.0  # a knock-out, apart from its points: time and position
    second: float = 0.6  # how likely a knock-down is followed by the knock-out
    in_pool: float = 1.0  # a token in the pool
    track_1: float = 0.7  # a token on place 1 of the cooldown track
    track_2: float = 0.5  # a token on place 2
    track_3: float = 0.3  # a token on place 3
    track_4: float = 0.15  # a token on place 4
    item: float = 0.6  # an item
    now: float = 0.85  # how likely a figure gets to a challenge if it is acting
    soon: float = 0.55  # the same if it has a turn this round
    later: float = 0.25  # the same if it has had its turn
    nearer: float = 0.86  # what is left of a goal's value after each step of distance
    goal: float = 5.0  # how attractive the squares of a goal are
    prey: float = 0.3  # how attractive a rival is, as a part of its stake
    rival_will: float = 0.4  # the part of a rival's aims that counts against a side
    rival_threat: float = 1.0  # how much a rival's possible challenges count against a side, compared with its own
    verdict: float = 15.0  # that a side would win the game if the round ended now, at its beginning
    verdict_late: float = 30.0  # added to that at the end of the round
    by_challenger: float = (
        0.0  # how much it counts what a knock-out pays its challenger; the rest is what it pays the first figure of the side
    )


WEIGHTS = Weights()
# Those of the bots that judge by play-outs (level five, Master): fitted to results of `greedy`'s games, then found by games between
# displaced ones (docs/decisions/0036). In `greedy`'s own search they won 111 of 192 games against those above.
PLAYED = Weights(
    point=10.0,
    close=1.71,
    round_now=0.33,
    round_late=0.53,
    standing=0.89,
    lying=0.43,
    away=-0.64,
    small_figure=0.23,
    ready=3.66,
    ready_lying=0.84,
    ready_away=-0.34,
    fall=2.37,
    leave=3.33,
    second=0.43,
    in_pool=0.82,
    track_1=0.72,
    track_2=0.56,
    track_3=0.56,
    track_4=0.52,
    item=0.78,
    now=0.64,
    soon=0.46,
    later=0.21,
    nearer=0.86,
    goal=7.47,
    prey=0.35,
    rival_will=0.32,
    rival_threat=0.95,
    verdict=18.39,
    verdict_late=20.96,
    by_challenger=1.0,
)
# Probabilities and fractions, which must stay between 0 and 1.
SHARES = frozenset({"round_now", "round_late", "small_figure", "second", "now", "soon", "later", "nearer", "prey", "rival_will"})
