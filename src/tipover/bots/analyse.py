"""How a game went: the chance to win along it, what each decision cost, and what the dice gave.

Every choice is looked at twice: what was to be expected before it, and what is to be expected after it, by one and the
same reckoning, so that the difference has one cause. Before a decision that is the chance after its best answer, and after
it the chance after the answer that was given: the difference is what the decision cost. Before a roll it is the mean over
every outcome by its exact weight, and after it the chance after the outcome that came: the difference is luck. What the
next look then sees anew (a search sees further from there) is no choice's doing; it is kept apart as `drift`. So
for every side, exactly,

    start + luck − what its own decisions cost + what its rivals' decisions gave it + drift = end.

A decision costs only what two looks agree on: the tree in which all its answers were compared, and the position that it led
to against the one after the best answer, both searched alike. Those that seem to have cost most are looked at again with
more nodes before they are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.greedy import side_of
from tipover.bots.hint import explained
from tipover.bots.luck import thrown, told
from tipover.bots.prospects import Chances, standing, with_own
from tipover.bots.reasons import danger, deed, judged, lower, plain
from tipover.bots.search import weigh
from tipover.cards.catalog import SIDES
from tipover.engine.decision import ASK_ATTACH, ASK_PICK, ASK_SIDE, CHANCE, Choice, Decision
from tipover.engine.run import apply
from tipover.engine.state import State
from tipover.engine.view import view
from tipover.play.match import Match
from tipover.play.writing import notate

NODES = 120  # of search for one decision
IN_SET_UP = 2  # a decision of set-up has so many times fewer
AGAIN = 3  # the costliest decisions are looked at again with so many times more
MOST_AGAIN = 9
STRIDE = 7  # so many decisions lie between those that are looked at one after the other
FLOOR = 0.01  # what costs less than this may be the search's own doubt: it counts as nothing
TOLD = 3  # the costliest decisions that are told
BY_CARD = (ASK_SIDE, ASK_PICK, ASK_ATTACH)  # answers that search does not weigh

Progress = Callable[[int, int], None]  # how much is done, of how much


class Step(NamedTuple):
    """One choice of a game. `side` is -1 for chance; `best` the better answer, None where there was none."""

    number: int  # from 1, as in the record; the position before it is moment `number` - 1
    round: int
    side: int
    line: str
    before: Chances
    after: Chances
    best: Choice | None = None
    better: str = ""  # the better answer's line
    doubted: Choice | None = None  # an answer that one of the looks alone found better …
    doubt: float = 0.0  # … by so much


class Mistake(NamedTuple):
    """A decision that cost something, in a sentence; the table shows it at `moment`."""

    number: int
    moment: int
    side: int
    played: str
    better: str
    cost: float
    sentence: str
    brief: str  # `move Rose to g2, better: challenge Blanche with Rose`
    doubt: float = 0.0  # what it cost at most, where the looks do not agree


class Throw(NamedTuple):
    """A roll or flip, in a sentence; `luck` is what it gave the side it is told for."""

    number: int
    moment: int
    side: int
    luck: float
    sentence: str


class Ledger(NamedTuple):
    """A side's account: `start` + `luck` - `errors` + `gifts` + `drift` is `end`."""

    start: float
    luck: float
    errors: float  # what its own decisions cost it, never below 0
    gifts: float  # what its rivals' decisions gave it; with more than two sides one may also take
    drift: float  # what the looks saw anew
    end: float


class Analysis(NamedTuple):
    """A game looked through. `chances` has one more entry than `steps`: moment 0 is before the first choice."""

    sides: list[int]
    steps: list[Step]
    chances: list[Chances]
    ledgers: dict[int, Ledger]
    mistakes: dict[int, list[Mistake]]  # each side's costliest, the worst first
    luckiest: dict[int, Throw]
    unluckiest: dict[int, Throw]
    over: bool
    nodes: int
    skipped: int  # decisions that were only judged as they stood, since there was enough

    def worst(self, side: int | None = None, most: int = TOLD) -> list[Mistake]:
        """The decisions that cost most, of one side or of all; the sure ones first."""
        found = [one for of, ones in self.mistakes.items() if side in (None, of) for one in ones]
        return sorted(found, key=lambda one: (-one.cost, -one.doubt, one.number))[:most]


class _Look(NamedTuple):
    """What was found about one choice before it is compared with the next look."""

    side: int
    before: Chances
    after: Chances  # by the same reckoning as `before`
    best: Choice | None = None
    weighed: bool = True  # whether the answer that was given was among those looked at
    doubted: Choice | None = None  # what the tree found better, though the other look does not agree
    doubt: float = 0.0  # by how much


class _Study:
    """Goes through a game once, then again where it matters."""

    def __init__(self, states: list[State], choices: Sequence[Choice], nodes: int, seed: int | str, enough: Callable[[], bool]) -> None:
        self.states = states
        self.choices = choices
        self.nodes = nodes
        self.seed = seed
        self.enough = enough
        self.looks: dict[int, _Look] = {}
        self.again: set[int] = set()
        self.skipped = 0

    def roll(self, number: int, evaluator: Evaluator) -> _Look:
        """What a roll or flip gave against what was to be expected of it."""
        state = self.states[number]
        ask = state.decision
        assert ask is not None
        both = thrown(state, ask, self.choices[number], evaluator)
        return _Look(CHANCE, both.expected, both.given)

    def decide(self, number: int) -> _Look:
        """What was to be expected before and after a decision."""
        state = self.states[number]
        ask = state.decision
        assert ask is not None
        if self.enough():
            self.skipped += 1
        nodes = self.nodes if state.round else max(1, self.nodes // IN_SET_UP)
        return self._decided(state, ask, self.choices[number], nodes, f"{self.seed}/{number}")

    def look(self, progress: Callable[[], None]) -> None:
        """Look at every choice: rolls one after another, decisions here and there, so that who stops early has seen something of all."""
        evaluator: Evaluator | None = None
        decisions: list[int] = []
        for number, state in enumerate(self.states[:-1]):
            if state.decision is None or state.decision.weights is None:
                evaluator = None
                decisions.append(number)
                continue
            evaluator = evaluator or Evaluator(state)  # both rolls of a challenge are judged by one
            self.looks[number] = self.roll(number, evaluator)
            progress()
        for first in range(STRIDE):
            for number in decisions[first::STRIDE]:
                self.looks[number] = self.decide(number)
                progress()

    def _decided(self, state: State, ask: Decision, choice: Choice, nodes: int, seed: str) -> _Look:
        side = side_of(state, ask.seats[0], ask)
        bare = ask.asked in BY_CARD or len(ask.options) == 1 or self.enough()
        weighed = [] if bare else weigh(view(state, ask.seats[0]), ask, nodes, seed)
        if not weighed:
            before = standing(state)
            return _Look(side, before, before)
        sides, best = state.setup.sides, weighed[0]
        place = sides.index(side)
        given = next((one.chance for one in weighed if one.choice == choice), None)
        cost = max(0.0, best.chance - given) if given is not None else 0.0
        # In set-up only the difference counts: nobody is ahead yet, whoever has placed more.
        before = standing(state)
        if state.round:
            before = with_own(before, place, best.chance)
        after = with_own(before, place, before[place] - min(cost, before[place]))
        return _Look(side, before, after, best.choice if best.choice != choice else None, given is not None)

    def position(self, state: State, nodes: int, seed: str) -> Chances:
        """The chances in a position: by search where somebody is asked."""
        ask = state.decision
        if ask is None or ask.weights is not None:
            return standing(state)
        return self._decided(state, ask, ask.options[0], nodes, seed).before

    def chances(self) -> list[Chances]:
        """The chances at every moment."""
        return [self.looks[number].before for number in range(len(self.choices))] + [self.last]

    def settle(self, number: int, then: Chances) -> _Look:
        """A look with its cost by the tree; where the answer given was not looked at there, by the look at the position it led to."""
        look = self.looks[number]
        if look.side < 0 or look.best is None:
            return look if look.side < 0 else look._replace(after=look.before)
        place = self.states[number].setup.sides.index(look.side)
        had = look.before[place]
        if look.weighed:
            return self._costing(look, place, had - look.after[place])
        return self._costing(look, place, had - then[place] if self.states[number].round else 0.0)

    def _costing(self, look: _Look, place: int, cost: float) -> _Look:
        if cost < FLOOR:
            doubt = max(0.0, look.before[place] - look.after[place])
            return look._replace(after=look.before, best=None, doubted=look.best, doubt=doubt)
        return look._replace(after=with_own(look.before, place, look.before[place] - cost))

    def compared(self, number: int, look: _Look, nodes: int) -> _Look:
        """A look whose cost is no more than the positions after both answers differ by, each searched alike.

        In the tree the best answer is looked into more than the one that was given, and so looks better than it is.
        """
        state = self.states[number]
        if look.side < 0 or look.best is None or self.enough():
            return look
        place = state.setup.sides.index(look.side)
        other = state.clone()
        apply(other, look.best)
        seed = f"{self.seed}/{number}/compared"
        better, given = (self._worth(one, look.side, nodes, seed) for one in (other, self.states[number + 1]))
        return self._costing(look, place, min(_cost(look, state), better - given))

    def _worth(self, state: State, side: int, nodes: int, seed: str) -> float:
        """A position's chance for a side; in set-up it is only good for comparing, since nobody is ahead yet."""
        ask = state.decision
        place = state.setup.sides.index(side)
        if state.round or ask is None or ask.weights is not None or ask.asked in BY_CARD or len(ask.options) == 1:
            return self.position(state, nodes, seed)[place]
        best = weigh(view(state, ask.seats[0]), ask, nodes, seed)[0].chance
        return best if side_of(state, ask.seats[0], ask) == side else 1 - best

    def run(self, progress: Progress) -> list[_Look]:
        """Look at every choice, and again at those that seem to have cost most; each with its cost at last."""
        whole = len(self.choices) + MOST_AGAIN
        self.look(lambda: progress(len(self.looks), whole))
        self.last = self.position(self.states[-1], self.nodes, f"{self.seed}/last")
        then = self.chances()[1:]
        settled = [self.compared(number, self.settle(number, then[number]), max(1, self.nodes // 2)) for number in range(len(self.choices))]
        for count in range(MOST_AGAIN):
            number = self._doubtful(settled)
            if number < 0 or self.enough():
                break
            settled[number] = self._deeper(number)
            progress(len(self.choices) + count + 1, whole)
        progress(whole, whole)
        return settled

    def _doubtful(self, settled: list[_Look]) -> int:
        """The costliest decision of those that would be told and were looked at only once; -1 if there is none."""
        waiting: list[tuple[float, int]] = []
        for side in self.states[0].setup.sides:
            costs = sorted(((-_cost(look, self.states[0]), k) for k, look in enumerate(settled) if look.side == side and look.best is not None))
            waiting += [one for one in costs[:TOLD] if one[1] not in self.again]
        return min(waiting)[1] if waiting else -1

    def _deeper(self, number: int) -> _Look:
        """Look again at a decision and at the position that it led to, with more nodes."""
        self.again.add(number)
        state = self.states[number]
        ask = state.decision
        assert ask is not None
        nodes = self.nodes * AGAIN
        self.looks[number] = self._decided(state, ask, self.choices[number], nodes, f"{self.seed}/{number}/again")
        settled = self.settle(number, self.position(self.states[number + 1], nodes, f"{self.seed}/{number + 1}/again"))
        return self.compared(number, settled, nodes)


def _cost(look: _Look, state: State) -> float:
    place = state.setup.sides.index(look.side)
    return look.before[place] - look.after[place]


def analyse(
    match: Match, nodes: int = NODES, seed: int | str = 0, progress: Progress | None = None, enough: Callable[[], bool] | None = None
) -> Analysis:
    """Look through a match whose states are all kept, a replayed record's for one; the same nodes and seed find the same.

    `enough` says when to stop searching: what is left then is judged as it stands, and costs nobody anything.
    """
    choices = match.choices
    states = [match.before(k) for k in range(len(choices))] + [match.state]
    study = _Study(states, choices, nodes, seed, enough or (lambda: False))
    looks = study.run(progress or (lambda done, of: None))
    steps = [_step(k, look, states[k], choices[k]) for k, look in enumerate(looks)]
    chances = [look.before for look in looks] + [study.last]
    sides = list(states[0].setup.sides)
    return Analysis(
        sides,
        steps,
        chances,
        {side: _ledger(steps, chances, place, side) for place, side in enumerate(sides)},
        {side: _mistakes(steps, states, choices, place, side) for place, side in enumerate(sides)},
        {side: throw for place, side in enumerate(sides) if (throw := _throw(steps, states, choices, place, side, 1))},
        {side: throw for place, side in enumerate(sides) if (throw := _throw(steps, states, choices, place, side, -1))},
        states[-1].over,
        nodes,
        study.skipped,
    )


def _step(number: int, look: _Look, state: State, choice: Choice) -> Step:
    better = notate(state, look.best) if look.best is not None else ""
    return Step(number + 1, state.round, look.side, notate(state, choice), look.before, look.after, look.best, better, look.doubted, look.doubt)


def _ledger(steps: list[Step], chances: list[Chances], place: int, side: int) -> Ledger:
    """A side's account; see the head of this module."""
    luck = errors = gifts = drift = 0.0
    for step, then in zip(steps, chances[1:], strict=True):
        change = step.after[place] - step.before[place]
        if step.side < 0:
            luck += change
        elif step.side == side:
            errors -= change
        else:
            gifts += change
        drift += then[place] - step.after[place]
    return Ledger(chances[0][place], luck, errors, gifts, drift, chances[-1][place])


# -- in words ----------------------------------------------------------------------------------------------


def points_of(part: float) -> str:
    """`21 percentage points`; what is less than one is `under 1 percentage point`."""
    number = round(abs(part) * 100)
    if number < 1:
        return "under 1 percentage point"
    return f"{number} percentage point{'' if number == 1 else 's'}"


def _mistakes(steps: list[Step], states: list[State], choices: Sequence[Choice], place: int, side: int) -> list[Mistake]:
    """A side's costliest decisions with their sentences; where fewer are sure, those follow that one look alone found costly."""
    own = [(k, step) for k, step in enumerate(steps) if step.side == side]
    costs = sorted(((step.after[place] - step.before[place], k) for k, step in own if step.best is not None))[:TOLD]
    found = [_mistake(steps[k], states[k], choices[k], place, -change) for change, k in costs if change < 0]
    doubts = sorted(((-step.doubt, k) for k, step in own if step.round and step.doubted is not None and step.doubt > 0))
    return found + [_mistake(steps[k], states[k], choices[k], place, 0.0) for _, k in doubts[: TOLD - len(found)]]


def _mistake(step: Step, state: State, choice: Choice, place: int, cost: float) -> Mistake:
    """A decision in words; one that cost nothing sure says so."""
    ask = state.decision
    best = step.best if cost else step.doubted
    assert ask is not None and best is not None
    known = view(state, ask.seats[0])
    risk = ""
    if known.hides or ask.secret:
        better = plain(state, best, ask)
    else:
        then, given = judged(state, best, step.side), judged(state, choice, step.side)
        better = explained(state, known, ask, then)
        dangers = danger(given, step.side), danger(then, step.side)
        risk = f", {dangers[0].threat}" if dangers[0].chance > dangers[1].chance else ""
    said = f"Choice {step.number}, {_when(step)}: {SIDES[step.side]} chose: {lower(deed(state, choice))}{risk}. "
    if cost:
        had, has = round(step.before[place] * 100), round(step.after[place] * 100)
        said += f"Better: {lower(better)} It cost {points_of(cost)}: {had} % to win before it, {has} % after it."
    else:
        said += f"Perhaps better: {lower(better)} It cost {points_of(step.doubt)} at most; a closer look does not agree."
    brief = f"{lower(deed(state, choice))}, {'better' if cost else 'perhaps better'}: {lower(deed(state, best))}"
    return Mistake(step.number, step.number - 1, step.side, step.line, notate(state, best), cost, said, brief, 0.0 if cost else step.doubt)


def _throw(steps: list[Step], states: list[State], choices: Sequence[Choice], place: int, side: int, sign: int) -> Throw | None:
    """The roll that gave a side most (`sign` 1) or took most from it (-1); None if none did."""
    rolls = [(sign * (step.after[place] - step.before[place]), -k) for k, step in enumerate(steps) if step.side < 0]
    most, k = max(rolls, default=(0.0, 0))
    if most <= FLOOR:
        return None
    step = steps[-k]
    gave = f"gave {SIDES[side]} {points_of(most)} more" if sign > 0 else f"left {SIDES[side]} {points_of(most)} less"
    had, has = round(step.before[place] * 100), round(step.after[place] * 100)
    fell = told(states[-k], choices[-k])
    said = f"Choice {step.number}, {_when(step)}: {fell}. It {gave} than the dice do on average: {had} % to win expected, {has} % after it."
    return Throw(step.number, step.number - 1, side, sign * most, said)


def _when(step: Step) -> str:
    return f"round {step.round}" if step.round else "set-up"
