"""The one judge of hints and of the analysis: the best few turns are played on with the same dice, until it is clear which is best.

Both ask with the same seed and the same number of positions, so a hint is never called a mistake afterwards. What was planned at an
earlier question of a turn is kept unless something is clearly better: a second look changes a quarter of all plans and gains nothing. Questions that
are not about a turn (texts, placing) are judged by the tree of turns, and what a roll gave by play-outs of all it could have given; near the end of a round that may end the game both are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following
from tipover.bots.luck import Thrown, roller
from tipover.bots.play_outs import PlannedAnswer, compared
from tipover.bots.prospects import kind_of, mean, merged_outcomes, standing, with_own
from tipover.bots.search import BY_CARD, Weighed
from tipover.bots.turn_planner import PLAYED_ON, TO_FINISH, Grasp, TurnBot
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.state import State
from tipover.engine.view import View
from tipover.play.dice import Stream

JUDGED = 4500  # positions for one question
OTHERWISE = 800  # the same for a question that is not played on, which takes longer for each
WIDE = 250  # of these for the lines of the turn
SEED = 0
CLEARLY: Final = 0.05  # a plan is left for an answer whose chance is so much better


class Verdict(NamedTuple):
    """What the judge says of a question."""

    weighed: list[Weighed]  # the answers, best first; those that were not played on as the tree sees them
    plan: tuple[PlannedAnswer, ...] = ()  # what follows the best answer in its turn, up to the first roll
    given: Weighed | None = None  # the answer that was asked about, after as many play-outs as the best one


def roll_verdict(state: State, ask: Decision, choice: Choice, judged: int = JUDGED) -> Thrown:
    """What a roll or flip gave compared with what dice give on average: every outcome played on with the same dice.

    Outcomes that no text tells apart are one. The same roll has the same verdict.
    """
    weights, first = merged_outcomes(state, ask)
    sides = state.setup.sides
    thrower = roller(state, ask)
    side = thrower if thrower in sides else sides[0]
    evaluator = Evaluator(state)
    after = [following(state, (option,)) for option in first.values()]
    chances = [
        with_own(standing(then, evaluator), sides.index(side), own)
        for then, own in zip(after, compared(after, side, evaluator, judged, Stream(SEED, "rolls")), strict=True)
    ]
    found = dict(zip(first, chances, strict=True))
    return Thrown(mean((weights[key], found[key]) for key in first), found[kind_of(state, ask)(choice)])


def verdict(
    view: View, decision: Decision, given: Choice | None = None, judged: int = JUDGED, planned: Sequence[PlannedAnswer] = ()
) -> Verdict:
    """What the answers to a seat's question are worth, from what the seat may know. The same question has the same answer.

    `given`: an answer that is to be compared with the best; asking about it changes nothing of the rest. `planned`: what an earlier
    verdict of the turn planned from here on, which comes first unless something is clearly better.
    """
    is_played_on = decision.asked in PLAYED_ON
    nodes = judged if is_played_on else max(1, judged * OTHERWISE // JUDGED)
    wide = min(WIDE, nodes // 3) if is_played_on else 0
    bot = TurnBot(SEED, Grasp(nodes, finish=min(TO_FINISH, TO_FINISH * judged // JUDGED), wide=wide))
    weighed = bot.weigh(view, decision)
    plan = tuple(bot.plan)
    if planned and is_kept(weighed, planned[0].choice):
        weighed = sorted(weighed, key=lambda one: one.choice != planned[0].choice)
        plan = tuple(planned[1:])
    if given is None or decision.asked in BY_CARD:
        return Verdict(weighed, plan)
    return Verdict(weighed, plan, bot.caught_up(given) or next((one for one in weighed if one.choice == given), None))


def is_kept(weighed: Sequence[Weighed], planned: Choice) -> bool:
    """Whether a planned answer is still as good as any, or nearly; never instead of a proved win."""
    chance = next((one.chance for one in weighed if one.choice == planned), -1.0)
    return weighed[0].choice == planned or (not weighed[0].is_proved and weighed[0].chance - chance <= CLEARLY)
