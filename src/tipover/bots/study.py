"""The study of a game, choice by choice: the chances before and after each, estimated in the same way.

A roll is averaged over every outcome with its exact weight. A decision is searched. If another answer looks better than
the one given, the positions after both are searched in the same way, and the difference is a suspicion. Then the judge who
gives the hints (`referee`) is asked about the rolls that gave or cost most, about those decisions that seem to have cost most, and those after which the chance fell
although neither dice nor a known mistake explain it, since a short search may have missed what came. What it says is final:
a decision costs what its best answer is worth more than the given one, both played on with the same dice, and a suspicion
that it was not asked about costs nothing. What is proved (see `proof`) is not estimated: from there on chances are 1 and 0, and no
decision costs anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following
from tipover.bots.greedy import side_of
from tipover.bots.luck import thrown
from tipover.bots.play_outs import PlannedAnswer, going_on
from tipover.bots.proof import decided_from
from tipover.bots.prospects import Chances, standing, with_own
from tipover.bots.referee import JUDGED, Verdict, is_kept, roll_verdict, verdict
from tipover.bots.rolls import outcomes
from tipover.bots.search import BY_CARD
from tipover.bots.turn_planner import weigh
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NO_SIDE, Side
from tipover.engine.core.state import State
from tipover.engine.view import view

IN_SET_UP = 2  # a decision in set-up has nodes divided by this
MOST_AGAIN = 10  # decisions that the judge is asked about
GIVEN_AWAY = 0.1  # suspicion of a turn's end for each action that it leaves unused: a short search sees no harm in it
MOST_ROLLS = 4  # rolls that it is asked about, with half the positions
OF_A_LOSER = 3  # of these at least for a side that lost
STRIDE = 7  # the first search visits every n-th decision, then the ones between
TO_FINISH = 5  # positions for each node that the look at a further answer follows to the end of a round: there are many such looks
EARLIER = 3  # questions of a turn before the one that is judged, at which a hint may have planned its answer
FLOOR = 0.01  # a smaller cost may be noise of the search and counts as 0

Progress = Callable[[int, int], None]  # takes how much is done, and of how much


class Look(NamedTuple):
    """The estimates for one choice."""

    side: Side  # the side that decided, -1 for chance
    before: Chances  # the chances before it
    after: Chances  # the chances after it
    best: Choice | None = None  # the better answer, None if there was none
    other: Choice | None = None  # if there was none: the next best answer by the judge
    plan: tuple[PlannedAnswer, ...] = ()  # what the judge would do after the better answer, in the same turn
    fell: float = 0.0  # what the side's chance lost from here until it was asked again, without the effect of dice


class Study:
    """Searches a game once, then asks the judge where it matters; `looks` has the results."""

    def __init__(
        self, states: list[State], choices: Sequence[Choice], nodes: int, seed: int | str, enough: Callable[[], bool], judged: int = JUDGED
    ) -> None:
        self.states = states
        self.choices = choices
        self.nodes = nodes
        self.seed = seed
        self.judged = judged  # positions for each decision that the judge is asked about
        self.enough = enough
        self.looks: list[Look] = []
        self.last: Chances = ()
        self.again: set[int] = set()
        self.skipped = 0  # how many decisions are only evaluated
        self._verdicts: dict[tuple[int, Choice | None], Verdict] = {}  # by question and what was planned there, for a whole study
        self._unsearched = 0  # of these, those for which there was no time
        self.decided = len(choices)  # the first moment from which on the winner's win is proved

    def run(self, progress: Progress, partly: Callable[[], None] = lambda: None) -> None:
        """Study every choice, then ask the judge about the apparently costliest decisions, one of each side in turn, the worst side first.

        `partly` is called whenever `looks` covers the whole game but is not final: what is not yet searched is evaluated, and
        `skipped` counts it.
        """
        whole = len(self.choices) + MOST_AGAIN
        self.decided = decided_from(self.states, self.enough)
        self.last = standing(self.states[-1])
        self._first_looks(lambda done: progress(done, whole), partly)
        self.last = self._end()
        sides = self.states[0].setup.sides
        order = sorted(range(len(sides)), key=lambda place: self.last[place])
        for count in range(MOST_AGAIN):
            turn = count % len(order)
            number = next((found for place in order[turn:] + order[:turn] if (found := self._suspect(place)) >= 0), -1)
            if number < 0 or self.enough():
                break
            self.looks[number] = self._last_look(number)
            self.again.add(number)
            progress(len(self.choices) + count + 1, whole)
            partly()
        self._judge_rolls()
        self.looks = self.level()
        for number in self.again:
            look = self.looks[number]
            self.looks[number] = look._replace(fell=max(0.0, self._fall(number, sides.index(look.side))))
        progress(whole, whole)

    # -- the first search ----------------------------------------------------------------------------------

    def _first_looks(self, progress: Callable[[int], None], partly: Callable[[], None]) -> None:
        """Study every choice: rolls in order, decisions in strides, so that an early stop leaves a sample of the whole game."""
        evaluator: Evaluator | None = None
        found: dict[int, Look] = {}
        decisions: list[int] = []
        for number, state in enumerate(self.states[:-1]):
            ask = state.decision
            assert ask is not None
            if number >= self.decided:
                side = NO_SIDE if ask.is_chance else side_of(state, ask.seats[0], ask)
                found[number] = Look(side, self._settled(), self._settled())
                continue
            if ask.weights is None:
                evaluator = None
                decisions.append(number)
                continue
            evaluator = evaluator or Evaluator(state)  # both rolls of a challenge share one evaluator
            both = thrown(state, ask, self.choices[number], evaluator)
            found[number] = Look(NO_SIDE, both.expected, both.given)
            progress(len(found))
        evaluated: dict[int, Look] = {}
        for number in decisions:
            evaluated[number] = self._evaluated(number)
            progress(len(found))
        for first in range(STRIDE):
            self.looks = [found[number] if number in found else evaluated[number] for number in range(len(self.choices))]
            self.skipped = len(self.choices) - len(found) + self._unsearched
            partly()
            for number in decisions[first::STRIDE]:
                found[number] = self._first_look(number, evaluated[number])
                progress(len(found))
        self.looks = [found[number] for number in range(len(self.choices))]
        self.skipped = self._unsearched

    def _settled(self) -> Chances:
        """The chances once the game is decided."""
        end = self.states[-1]
        return tuple(float(side == end.winner) for side in end.setup.sides)

    def _evaluated(self, number: int) -> Look:
        """A decision by evaluation alone, free of cost."""
        state, ask = self._asked(number)
        before = standing(state)
        return Look(side_of(state, ask.seats[0], ask), before, before)

    def _first_look(self, number: int, evaluated: Look) -> Look:
        """A decision by its tree. If another answer seems better, the cost is the difference when both are searched separately."""
        state, ask = self._asked(number)
        side = evaluated.side
        if ask.asked in BY_CARD or len(ask.options) == 1 or self.enough():
            self._unsearched += self.enough()
            return evaluated
        nodes = self.nodes if state.round else max(1, self.nodes // IN_SET_UP)
        weighed = weigh(view(state, ask.seats[0]), ask, nodes, f"{self.seed}/{number}")
        best, choice = weighed[0], self.choices[number]
        look = self._expecting(number, side, best.chance)
        given = next((one.chance for one in weighed if one.choice == choice), None)
        if best.choice == choice or (given is not None and best.chance - given < FLOOR):
            return look
        cost = self._after(number, best.choice, nodes // 2) - self._after(number, choice, nodes // 2)
        return self._costing(look, best.choice, cost if given is None else min(cost, best.chance - given))

    def _end(self) -> Chances:
        """The chances at the end of the record."""
        state = self.states[-1]
        return standing(state) if self.enough() or not state.round else self._searched(state, self.nodes, f"{self.seed}/last")

    # -- the judge -----------------------------------------------------------------------------------------

    def _suspect(self, place: int) -> int:
        """The decision of a side that the judge most needs to be asked about, or -1. A side that lost gets some in any case."""
        side = self.states[0].setup.sides[place]
        few = sum(self.looks[number].side == side for number in self.again) < OF_A_LOSER
        least = -0.99 if few and self.last[place] < self.chances()[0][place] else FLOOR
        found = [
            (self._suspicion(number, look, place), -number)
            for number, look in enumerate(self.looks)
            if look.side == side and number < self.decided and number not in self.again and self._asked(number)[1].asked not in BY_CARD
        ]
        worst, number = max(found, default=(-1.0, 0))
        return -number if worst >= least else -1

    def _suspicion(self, number: int, look: Look, place: int) -> float:
        """What a decision may have cost: what a short search says, or what the chance lost after it; more if it gave actions away."""
        state = self.states[number]
        if not state.round:
            return look.before[place] - look.after[place] or -1.0
        given_away = state.actions_left if self.choices[number].verb == verbs.END else 0
        cost = max(look.before[place] - look.after[place] or -1.0, self._fall(number, place))
        return max(0.0, cost) + GIVEN_AWAY * given_away if given_away else cost

    def _fall(self, number: int, place: int) -> float:
        """What a side's chance lost from its decision until it was asked again or the game ended, without the effect of dice."""
        side = self.looks[number].side
        then = next((k for k in range(number + 1, len(self.looks)) if self.looks[k].side == side), len(self.looks))
        luck = sum(look.after[place] - look.before[place] for look in self.looks[number:then] if look.side < 0)
        return self.looks[number].before[place] - self.chances()[then][place] + luck

    def _last_look(self, number: int) -> Look:
        """A decision by the judge that gives the hints: its best answer and the given one, played on with the same dice."""
        state, ask = self._asked(number)
        choice = self.choices[number]
        found = verdict(view(state, ask.seats[0]), ask, choice, self.judged)
        best = found.weighed[0]
        look = self._expecting(number, self.looks[number].side, best.chance)
        if best.choice != choice and not (is_kept(found.weighed, choice) and self._was_planned(number, choice)):
            return self._costing(
                look._replace(plan=found.plan), best.choice, best.chance - (found.given.chance if found.given is not None else best.chance)
            )
        other = next((one.choice for one in found.weighed if one.choice != choice), None)
        return look._replace(other=other)

    def _was_planned(self, number: int, choice: Choice) -> bool:
        """Whether a hint at an earlier question of the turn would have planned this answer."""
        first, side = number, self.looks[number].side
        while first > max(0, number - EARLIER) and self.looks[first - 1].side == side:
            first -= 1
        for start in range(first, number):
            plan: tuple[PlannedAnswer, ...] = ()
            for k in range(start, number):
                if self.enough():
                    return True  # nobody is condemned for want of time
                plan = self._verdict(k, going_on(plan, self.states[k])).plan
            rest = going_on(plan, self.states[number])
            if rest and rest[0].choice == choice:
                return True
        return False

    def _verdict(self, number: int, planned: tuple[PlannedAnswer, ...]) -> Verdict:
        """What the judge says of a question, with what was planned there."""
        key = (number, planned[0].choice if planned else None)
        if key not in self._verdicts:
            state, ask = self._asked(number)
            self._verdicts[key] = verdict(view(state, ask.seats[0]), ask, None, self.judged, planned)
        return self._verdicts[key]

    def _judge_rolls(self) -> None:
        """Ask the judge about the rolls that seem to have given or cost most: luck and skill are told by the same judge."""
        rolls = [number for number, look in enumerate(self.looks) if look.side < 0 and number < self.decided and self.states[number].round]
        rolls.sort(key=lambda number: -max(abs(after - before) for before, after in zip(*self.looks[number][1:3], strict=True)))
        for number in rolls[:MOST_ROLLS]:
            if self.enough():
                break
            state, ask = self._asked(number)
            both = roll_verdict(state, ask, self.choices[number], self.judged // 2)
            self.looks[number] = Look(NO_SIDE, both.expected, both.given)

    def _without_suspicion(self, number: int, look: Look) -> Look:
        """What is only suspected costs nothing: the judge was not asked, and might say otherwise."""
        return look if look.best is None or number in self.again else look._replace(after=look.before, best=None)

    # -- used by both --------------------------------------------------------------------------------------

    def _asked(self, number: int) -> tuple[State, Decision]:
        ask = self.states[number].decision
        assert ask is not None
        return self.states[number], ask

    def _after(self, number: int, choice: Choice, nodes: int) -> float:
        """The deciding side's chance after one answer to its question, searched from there.

        In the tree of the question the best answer has the most visits and so looks better than it is.
        """
        state, ask = self._asked(number)
        return self._worth(following(state, [choice]), side_of(state, ask.seats[0], ask), nodes, f"{self.seed}/{number}/after")

    def _worth(self, state: State, side: Side, nodes: int, seed: str) -> float:
        """A side's chance in a position; an open roll is averaged over its outcomes."""
        ask = state.decision
        if ask is not None and ask.weights is not None:
            return sum(
                one.chance * self._worth(following(state, one.faces), side, max(1, round(nodes * one.chance)), seed)
                for one in outcomes(state, ask)
            )
        return self._searched(state, nodes, seed)[state.setup.sides.index(side)]

    def _searched(self, state: State, nodes: int, seed: str) -> Chances:
        """The chances in a position by search, or by evaluation if the open question cannot be searched."""
        ask = state.decision
        if ask is None or ask.weights is not None or ask.asked in BY_CARD:
            return standing(state)
        best = weigh(view(state, ask.seats[0]), ask, max(1, nodes), seed, TO_FINISH)[0]
        return with_own(standing(state), state.setup.sides.index(side_of(state, ask.seats[0], ask)), best.chance)

    def _expecting(self, number: int, side: Side, chance: float) -> Look:
        """The assessment of a decision that cost nothing. During set-up only differences count: placing more figures first is no advantage."""
        state = self.states[number]
        before = standing(state)
        if state.round:
            before = with_own(before, state.setup.sides.index(side), chance)
        return Look(side, before, before)

    def _costing(self, look: Look, other: Choice, cost: float) -> Look:
        """The look with the cost of its decision compared with another answer."""
        place = self.states[0].setup.sides.index(look.side)
        had = look.before[place]
        cost = min(cost, had)  # nobody loses more than they had
        if cost < FLOOR:
            return look._replace(other=other)
        return look._replace(after=with_own(look.before, place, had - cost), best=other)

    def chances(self) -> list[Chances]:
        """The chances at every moment."""
        return [look.before for look in self.looks] + [self.last]

    def level(self) -> list[Look]:
        """The looks without mere suspicions; both chances of each roll are shifted alike, within 0 and 1, to end where the next look begins.

        A roll is evaluated and the next question is searched. Without the shift the report would say that a roll ends at one
        chance while the next moment shows another. The luck of the roll does not change.
        """
        looks, then = [self._without_suspicion(number, look) for number, look in enumerate(self.looks)], self.last
        for number in reversed(range(len(looks))):
            look = looks[number]
            if look.side < 0:
                by = [later - after for later, after in zip(then, look.after, strict=True)]
                part = min([1.0, *((1 - had if step > 0 else had) / abs(step) for had, step in zip(look.before, by, strict=True) if step)])
                before, after = (tuple(one + part * step for one, step in zip(ones, by, strict=True)) for ones in (look.before, look.after))
                looks[number] = look = look._replace(before=before, after=after)
            then = look.before
        return looks
