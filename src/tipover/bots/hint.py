"""Good answers to a seat's question, each with its reason: what it gains, at what odds, and what it risks.

`hint` is the greedy bot's answer, which is fast. `hints` are the best answers by the judge that the analysis asks as well
(`referee`), with the chance to win after each. Neither uses more than the seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following, listed
from tipover.bots.greedy import Judged, judge, side_of
from tipover.bots.play_outs import PlannedAnswer, going_on
from tipover.bots.reasons import SURE, deed, judged, percent, plain, reasoned, with_risk
from tipover.bots.referee import JUDGED, verdict
from tipover.bots.search import BY_CARD, Weighed
from tipover.bots.turn_lines import is_idle
from tipover.bots.turn_planner import PLAYED_ON
from tipover.bots.turn_tree import WON
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.said import CountPart, InnerPart, Said, ShortPart, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.view import View
from tipover.play.dice import Stream
from tipover.play.printers import marked

MOST = 3


class Hint(NamedTuple):
    """A good answer with its reason."""

    choice: Choice  # the answer
    said: Said  # why it is good
    state: State  # the state whose names the sentence uses
    chance: float = -1.0  # the side's chance to win after it, -1 without a search
    plan: tuple[PlannedAnswer, ...] = ()  # what is planned after the best answer, in the same turn

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return marked(self.state).text(self.said)

    def __hash__(self) -> int:
        """Of what it says; a state has no hash."""
        return hash((self.choice, self.said, self.chance))


def hint(view: View, decision: Decision, seed: int = 0) -> Hint:
    """The greedy bot's answer to a seat's question, with its reason; nothing that others hide is mentioned."""
    state = view.sample(Stream(seed, "hint"))
    best = judge(state, view.seat, decision, knows_cards=True)[0]
    return Hint(best.choice, explained(state, view, decision, best), state)


def hints(view: View, decision: Decision, most: int = MOST, nodes: int = JUDGED, seed: int = 0, before: Hint | None = None) -> list[Hint]:
    """The best answers, best first, each with its reason and its chance to win, by the judge with so many positions.

    `before`: an earlier first hint of the turn. If its plan leads here, it is kept unless something is clearly better, and a question of a
    text, which is not played on, has the plan's chance.

    Moves of one figure, and squares of one question, are similar: only the best of them is included while others are left.
    """
    if len(decision.options) == 1:
        return [hint(view, decision, seed)]
    state = view.sample(Stream(seed, "hint"))
    side = side_of(state, view.seat, decision)
    found: list[Hint] = []
    least = 1.0
    planned = going_on(before.plan, state) if before is not None else ()
    judgement = verdict(view, decision, judged=nodes, planned=planned)
    for number, one in enumerate(_unlike(judgement.weighed, most)):
        if before is not None and planned and one.choice == planned[0].choice and decision.asked not in PLAYED_ON and not one.is_proved:
            one = one._replace(chance=before.chance)
        least = min(least, one.chance)  # an answer with fewer visits must not be shown as better than one before it
        if decision.asked in BY_CARD:
            found.append(Hint(one.choice, plain(state, one.choice, decision, number == 0), state))
            continue
        plan = judgement.plan if number == 0 and not view.hides and not decision.secret else ()
        said = explained(state, view, decision, judged(state, one.choice, side), number == 0, plan)
        said = with_plan(said, state, one.choice, plan, side)
        found.append(Hint(one.choice, say("hint.both", first=said, second=_winning(least, one.is_proved)), state, least, plan))
    return found


def explained(state: State, view: View, decision: Decision, one: Judged, is_best: bool = True, plan: Sequence[PlannedAnswer] = ()) -> Said:
    """An answer and its reason, in one to three sentences; `state` is what the seat knows or assumes, `plan` what follows the answer."""
    if view.hides or decision.secret or not one.outcomes:
        return plain(state, one.choice, decision, is_best)
    side = side_of(state, view.seat, decision)
    after = one.outcomes[0].state
    ask = listed(after) if one.choice.verb == verbs.TURN else None
    if ask is not None and ask.asked == questions.ACTION:
        then = judged(after, plan[0].choice, side) if plan and plan[0].state == after else judge(after, view.seat, ask)[0]
        return say(
            "hint.turn_then", figure=ShortPart(one.choice.figure), then=InnerPart(reasoned(after, then, side, goes_on=len(plan) > 1))
        )
    return reasoned(state, one, side, is_best, goes_on=bool(plan))


def with_plan(said: Said, state: State, choice: Choice, plan: Sequence[PlannedAnswer], side: Side) -> Said:
    """A sentence about an answer, followed by what is planned after it."""
    steps = plan[1:] if choice.verb == verbs.TURN else plan
    for step in steps:
        if not is_idle(step.state, step.choice) and step.state.decision is not None and step.state.decision.asked == questions.ACTION:
            said = say("hint.both", first=said, second=say("hint.then_do", deed=InnerPart(deed(step.state, step.choice))))
    if steps:
        said = with_risk(said, judged(steps[-1].state, steps[-1].choice, side), side)
    comes = _round_end(state, choice, plan, side)
    return said if comes is None else say("hint.both", first=said, second=comes)


def _round_end(state: State, choice: Choice, plan: Sequence[PlannedAnswer], side: Side) -> Said | None:
    """What the end of the round would bring after a plan that ends without a roll; nothing while figures are placed."""
    after = following(plan[-1].state, (plan[-1].choice,)) if plan else following(state, (choice,))
    ask = after.decision
    if not state.round or ask is None or ask.is_chance or after.round != state.round:
        return None
    evaluator = Evaluator(after)
    if not evaluator.listens:
        return None
    areas = sum(claim == side for claim in after.claims)
    points = CountPart(after.points[side] + evaluator.round_gains(after)[side], "point")
    if areas:
        return say("hint.round_with_areas", side=SidePart(side), areas=CountPart(areas, "area"), points=points)
    return say("hint.round_with", side=SidePart(side), points=points)


def _winning(chance: float, is_proved: bool) -> Said:
    """What an answer makes of the game: what is proved is said as sure."""
    if is_proved:
        return say("hint.wins") if chance >= WON else say("hint.lost") if chance <= 1 - WON else say("hint.drawn")
    if chance >= SURE:
        return say("hint.as_good_as_won")
    return say("hint.hardly_a_chance") if chance < 1 - SURE else say("hint.chance_then", chance=percent(chance))


def _unlike(weighed: list[Weighed], most: int) -> list[Weighed]:
    """At most `most` answers: the best ones that differ from those before them, filled up with the next best."""
    chosen: list[int] = []
    kinds: set[tuple[int, int]] = set()
    for number, one in enumerate(weighed):
        kind = (one.choice.verb, one.choice.figure) if one.choice.verb in (verbs.MOVE, verbs.SQUARE) else (-1, number)
        if kind not in kinds:
            kinds.add(kind)
            chosen.append(number)
    rest = [number for number in range(len(weighed)) if number not in chosen]
    return [weighed[number] for number in sorted((chosen + rest)[:most])]
