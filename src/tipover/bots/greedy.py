"""The greedy bot: takes the answer with the best position one decision ahead, including the second action of a turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.bots.card_worths import pick_worth
from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import Foresight, Outcome, listed, spread
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.view import View
from tipover.play.collection_pause import CollectionPause
from tipover.play.dice import Stream

MOST_TRIED: Final = 140  # answers tried for one decision, including dice
AT_LEAST: Final = 6  # of these for each option
LOOKED_AT: Final = 48  # options that are evaluated; if there are more, evenly spaced ones are taken
DEEPENED: Final = 4  # how many of the best actions are evaluated with the action after them
FOLLOWING: Final = 12  # how many following actions are tried
EVEN: Final = 0.01  # options closer than this count as equal, and the stream decides


class Judged(NamedTuple):
    """An option with its value."""

    choice: Choice  # the option
    score: float  # its value
    outcomes: list[Outcome]  # what it may lead to; empty for picks, which are valued by the card


class GreedyBot:
    """Evaluates every option by its outcomes; the same seed makes the same choices."""

    def __init__(self, seed: int | str, weights: Weights = WEIGHTS) -> None:
        self._stream = Stream(seed, "greedy")
        self._weights = weights

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """The option with the highest value; ties are broken by the stream."""
        if len(decision.options) == 1:
            return decision.options[0]
        ranked = judge(view.sample(self._stream), view.seat, decision, self._weights)
        best = [one for one in ranked if one.score >= ranked[0].score - EVEN]
        return best[self._stream.randrange(len(best))].choice


def judge(state: State, seat: int, decision: Decision, weights: Weights = WEIGHTS, knows_cards: bool = False) -> list[Judged]:
    """The options from best to worst for a seat; `state` is what it knows or assumes, `knows_cards` whether it knows what cards did in games."""
    if decision.asked == questions.SIDE:
        return [Judged(option, 0.0, []) for option in decision.options]
    if decision.asked in (questions.PICK, questions.ATTACH):
        worth_of = pick_worth if knows_cards else printed_worth
        found = [Judged(option, worth_of(state, option, decision.asked == questions.ATTACH), []) for option in decision.options]
        return sorted(found, key=lambda one: -one.score)
    side = side_of(state, seat, decision)
    with CollectionPause():
        foresight = Foresight(Evaluator(state, weights), side, MOST_TRIED)
        if decision.asked == questions.TURN:
            ranked = [_turn(foresight, state, option, len(decision.options)) for option in decision.options]
        else:
            ranked = _options(foresight, state, decision)
    return sorted(ranked, key=lambda one: -one.score)


def side_of(state: State, seat: int, decision: Decision) -> Side:
    """The side that a seat decides for: its own, even if it answers for a rival that it controls (CTL-1)."""
    if decision.side >= 0 and seat in state.seats_of(decision.side):
        return decision.side
    return next((side for side in state.setup.sides if state.team[side] >= 0 and seat in state.seats_of(side)), state.setup.sides[0])


def printed_worth(state: State, option: Choice, is_attachment: bool) -> float:
    """The value of a card to pick, from what is printed on it: defense, tokens, abilities, a trait."""
    if is_attachment or not 0 <= option.thing < len(state.setup.catalog.figures):
        return 0.0
    card = state.setup.catalog.figures[option.thing]
    return card.defense + 0.8 * len(card.tokens) + 0.5 * len(card.abilities) + (0.5 if card.trait is not None else 0.0)


def _turn(foresight: Foresight, state: State, option: Choice, of: int) -> Judged:
    """The value of giving a figure the turn, by the best of its first actions."""
    foresight.left = MOST_TRIED // of
    outcomes = foresight.after(state, option)
    if len(outcomes) != 1 or not _is_acting(outcomes[0].state, foresight.side):
        return Judged(option, foresight.score(outcomes), outcomes)
    return Judged(option, _best_action(foresight, outcomes[0].state), outcomes)


def _options(foresight: Foresight, state: State, decision: Decision) -> list[Judged]:
    """Every option with its value; the best actions are evaluated with the action after them."""
    options = _by_promise(decision.options, LOOKED_AT)
    found: list[Judged] = []
    for option in options:
        foresight.left = max(foresight.left, AT_LEAST)  # each option gets a minimum, however many answers the options before it took
        outcomes = foresight.after(state, option)
        found.append(Judged(option, foresight.score(outcomes), outcomes))
    if decision.asked != questions.ACTION:
        return found
    found.sort(key=lambda one: -one.score)
    for k, one in enumerate(found[:DEEPENED]):
        if len(one.outcomes) == 1 and _is_acting(one.outcomes[0].state, foresight.side):
            foresight.left = max(foresight.left, MOST_TRIED // DEEPENED)
            further = _best_action(foresight, one.outcomes[0].state)
            found[k] = one._replace(score=max(one.score, further))
    return found


def _best_action(foresight: Foresight, state: State) -> float:
    """The value of the best next action."""
    ask = listed(state)
    assert ask is not None
    best = foresight.evaluator.score(state, foresight.side)
    for option in _by_promise(ask.options, FOLLOWING):
        if foresight.left <= 0:
            break
        best = max(best, foresight.score(foresight.after(state, option, 1, 4)))
    return best


def _is_acting(state: State, side: Side) -> bool:
    ask = state.decision
    return ask is not None and ask.asked == questions.ACTION and ask.side == side


def _by_promise(options: list[Choice], most: int) -> list[Choice]:
    """At most `most` options in the order to try: challenges and interacts, other actions, then evenly spaced moves."""
    hits = [option for option in options if option.verb in (verbs.CHALLENGE, verbs.INTERACT)]
    moves = [option for option in options if option.verb == verbs.MOVE]
    others = [option for option in options if option.verb not in (verbs.CHALLENGE, verbs.INTERACT, verbs.MOVE)]
    front = spread(hits + others, most)
    return front + spread(moves, max(0, most - len(front)))
