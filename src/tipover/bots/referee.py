"""The one judge of hints and of the analysis: the best few turns are played on with the same dice, until it is clear which is best.

Both ask with the same seed and the same number of positions, so a hint is never called a mistake afterwards. Questions that
are not about a turn (texts, placing) are judged by the tree of turns; near the end of a round that may end the game both are exact.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots.search import BY_CARD, Weighed
from tipover.bots.turn_planner import PLAYED_ON, TO_FINISH, Grasp, TurnBot
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.view import View

JUDGED = 4500  # positions for one question
OTHERWISE = 800  # the same for a question that is not played on, which takes longer for each
WIDE = 250  # of these for the lines of the turn
SEED = 0


class Verdict(NamedTuple):
    """What the judge says of a question."""

    weighed: list[Weighed]  # the answers, best first; those that were not played on as the tree sees them
    given: Weighed | None = None  # the answer that was asked about, after as many play-outs as the best one


def verdict(view: View, decision: Decision, given: Choice | None = None, judged: int = JUDGED) -> Verdict:
    """What the answers to a seat's question are worth, from what the seat may know. The same question has the same answer.

    `given`: an answer that is to be compared with the best; asking about it changes nothing of the rest.
    """
    is_played_on = decision.asked in PLAYED_ON
    nodes = judged if is_played_on else max(1, judged * OTHERWISE // JUDGED)
    wide = min(WIDE, nodes // 3) if is_played_on else 0
    bot = TurnBot(SEED, Grasp(nodes, finish=min(TO_FINISH, TO_FINISH * judged // JUDGED), wide=wide))
    weighed = bot.weigh(view, decision)
    if given is None or decision.asked in BY_CARD:
        return Verdict(weighed)
    return Verdict(weighed, bot.caught_up(given) or next((one for one in weighed if one.choice == given), None))
