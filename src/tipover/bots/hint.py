"""Good answers to a seat's question, each with its reason in words: what it gains, at what odds, what it risks.

`hint` is the steady player's answer, at once. `hints` are the best answers that a search finds, with the chance to win
after each; neither knows more than the seat does.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots.greedy import Judged, judge, side_of
from tipover.bots.reasons import SURE, judged, lower, name_of, percent, plain, reasoned
from tipover.bots.search import BY_CARD, Weighed, weigh
from tipover.bots.tree import WON
from tipover.engine.decision import ASK_ACTION, MOVE, SQUARE, TURN, Choice, Decision
from tipover.engine.state import State
from tipover.engine.view import View
from tipover.play.dice import Stream

NODES = 300  # positions looked at for the hints of one question: about a second
MOST = 3


class Hint(NamedTuple):
    """An answer and the sentence that says why; `chance` is the side's chance to win after it, -1 where nobody searched."""

    choice: Choice
    sentence: str
    chance: float = -1.0


def hint(view: View, decision: Decision, seed: int = 0) -> Hint:
    """The steady player's answer to a seat's question, with its reason; what others hide is not named."""
    state = view.sample(Stream(seed, "hint"))
    best = judge(state, view.seat, decision)[0]
    return Hint(best.choice, explained(state, view, decision, best))


def hints(view: View, decision: Decision, most: int = MOST, nodes: int = NODES, seed: int = 0) -> list[Hint]:
    """The best answers that so many nodes of search find, best first, each with its reason and its chance to win.

    Moves of one figure, and squares of one question, are alike: of those only the best is told while there is anything else.
    """
    if len(decision.options) == 1:
        return [hint(view, decision, seed)]
    state = view.sample(Stream(seed, "hint"))
    side = side_of(state, view.seat, decision)
    found: list[Hint] = []
    least = 1.0
    for number, one in enumerate(_unlike(weigh(view, decision, nodes, seed), most)):
        least = min(least, one.chance)  # what was looked at less is not told as the better one
        if decision.asked in BY_CARD:
            found.append(Hint(one.choice, plain(state, one.choice, decision, number == 0)))
            continue
        said = explained(state, view, decision, judged(state, one.choice, side), number == 0)
        found.append(Hint(one.choice, f"{said} {_winning(least)}", least))
    return found


def explained(state: State, view: View, decision: Decision, one: Judged, is_best: bool = True) -> str:
    """An answer and why, in a sentence or three; `state` is what the seat knows or supposes."""
    if view.hides or decision.secret or not one.outcomes:
        return plain(state, one.choice, decision, is_best)
    side = side_of(state, view.seat, decision)
    after = one.outcomes[0].state
    if one.choice.verb == TURN and after.decision is not None and after.decision.asked == ASK_ACTION:
        then = judge(after, view.seat, after.decision)[0]
        return f"Let {name_of(state, one.choice.figure)} take this turn. Then: {lower(reasoned(after, then, side))}"
    return reasoned(state, one, side, is_best)


def _winning(chance: float) -> str:
    if chance >= WON:
        return "It wins the game."
    if chance >= SURE:
        return "The game is as good as won then."
    return "There is hardly a chance to win then." if chance < 1 - SURE else f"The chance to win then: {percent(chance)}."


def _unlike(weighed: list[Weighed], most: int) -> list[Weighed]:
    """So many answers, the best first: those unlike the ones before them, and if these are too few the next best."""
    chosen: list[int] = []
    kinds: set[tuple[int, int]] = set()
    for number, one in enumerate(weighed):
        kind = (one.choice.verb, one.choice.figure) if one.choice.verb in (MOVE, SQUARE) else (-1, number)
        if kind not in kinds:
            kinds.add(kind)
            chosen.append(number)
    rest = [number for number in range(len(weighed)) if number not in chosen]
    return [weighed[number] for number in sorted((chosen + rest)[:most])]
