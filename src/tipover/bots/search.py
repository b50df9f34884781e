"""The searching bot: answers by a tree search over all sides' answers and the dice, one decision at a time. It is a peer in the lab."""

from __future__ import annotations

import time
from math import inf, sqrt
from typing import Final, NamedTuple

from tipover.bots.greedy import judge
from tipover.bots.tree import Tree
from tipover.bots.value import win_chances
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.view import View
from tipover.play.dice import Stream

NODES: Final = 400  # the default for one decision
DOUBT: Final = 0.15  # subtracted from the chance of an answer with one visit; less with more visits
SAMPLES: Final = 4  # guesses of what is hidden, each searched with its share of the nodes
BY_CARD: Final = (
    questions.SIDE,
    questions.PICK,
    questions.ATTACH,
)  # questions before anything is on the board, answered by the card


class Weighed(NamedTuple):
    """An answer with the result of the search."""

    choice: Choice  # the answer
    chance: float  # the chance to win of the side that gives it
    visits: int  # how often the search visited it
    is_proved: bool = False  # whether nothing can change the result: won, lost or drawn for sure


class SearchBot:
    """Searches for a number of nodes or milliseconds; `spent` is the number of nodes of its last decision.

    With nodes the same seed makes the same choices; with milliseconds they depend on the machine.
    """

    def __init__(self, seed: int | str, nodes: int = NODES, ms: float = inf, weights: Weights = WEIGHTS) -> None:
        self._stream = Stream(seed, "search")
        self._nodes = nodes
        self._ms = ms
        self._weights = weights
        self._tree: Tree | None = None
        self.spent = 0

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """The option with the best chance to win within the budget."""
        if len(decision.options) == 1:
            return decision.options[0]
        until = time.monotonic() + min(self._ms / 1000, inf if budget is None else budget)
        return self.weigh(view, decision, until)[0].choice

    def weigh(self, view: View, decision: Decision, until: float = inf) -> list[Weighed]:
        """The options that were searched, best first."""
        if decision.asked in BY_CARD:
            return by_card(view, decision, self._stream)
        self.spent = 0
        samples = min(SAMPLES, self._nodes) if view.hides else 1
        found: dict[Choice, Weighed] = {}
        thought: dict[Choice, float] = {}  # the sum of the side's own estimates of each option, times visits
        order: dict[Choice, tuple[float, int]] = {}
        for k in range(samples):
            tree = self._planted(view, decision)
            before = tree.made
            tree.grow(self._nodes // samples, time_for_part(until, samples - k))
            self.spent += tree.made - before
            for choice, child in tree.root.answers.items():
                known = found.get(choice, Weighed(choice, 0.0, 0))
                visits = known.visits + child.visits
                own = child.values[tree.side]
                chance = known.chance + (own / sum(child.values) - known.chance) * child.visits / visits
                found[choice] = Weighed(choice, chance, visits)
                thought[choice] = thought.get(choice, 0.0) + own * child.visits
                seen_through = child.done and samples == 1
                order[choice] = (-own, visits) if seen_through else (DOUBT / sqrt(visits) - thought[choice] / visits, -visits)
        # Among equal answers, one whose tree is finished in fewer visits comes first: it is the shorter way.
        return sorted(found.values(), key=lambda one: order[one.choice])

    def _planted(self, view: View, decision: Decision) -> Tree:
        """The tree to grow: the last one if this position is in it (within a turn), otherwise a new one."""
        state = view.sample(self._stream)
        old = self._tree
        if old is not None and not view.hides and decision.asked != questions.TURN and old.moved_to(state, self._stream):
            return old
        self._tree = Tree(state, view.seat, decision, self._stream, self._weights)
        return self._tree


def time_for_part(until: float, parts: int) -> float:
    """When the first of `parts` equal parts of the remaining time ends."""
    if until == inf or parts <= 1:
        return until
    now = time.monotonic()
    return now + (until - now) / parts


def by_card(view: View, decision: Decision, stream: Stream, knows_cards: bool = False) -> list[Weighed]:
    """Options valued by their card, best first; all have the chance of the position. `knows_cards`: by its worth in games, not by its print."""
    state = view.sample(stream)
    ranked = judge(state, view.seat, decision, knows_cards=knows_cards)
    even = [one for one in ranked if one.score >= ranked[0].score]
    first = even[stream.randrange(len(even))]
    side = decision.side if decision.side in state.setup.sides else state.setup.sides[0]
    chance = win_chances(state)[side]
    return [Weighed(one.choice, chance, 1) for one in (first, *(one for one in ranked if one is not first))]
