"""How a game went: the chance to win along it, what each decision cost, and what the dice gave.

For every choice a study says what was to be expected before it and after it, by one and the same reckoning, so that the
difference has one cause: the difference of a decision is what it cost, and of a roll it is luck. What the next look then
sees anew (a search sees further from there) is no single choice's doing; it is kept apart as `drift`. So for every side, exactly,

    start + luck − what its own decisions cost + what its rivals' decisions gave it + drift = end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tipover.bots.hint import explained
from tipover.bots.luck import told
from tipover.bots.prospects import Chances
from tipover.bots.reasons import danger, deed, judged, lower, plain
from tipover.bots.study import AGAIN, FLOOR, MOST_AGAIN, OTHERS, Look, Progress, Study
from tipover.cards.catalog import SIDES
from tipover.engine.decision import CHANCE, Choice
from tipover.engine.state import State
from tipover.engine.view import view
from tipover.play.match import Match
from tipover.play.writing import notate

NODES = 100  # of search for one decision, at most
FEWEST_NODES = 8
SEARCHED = 32_000  # positions for a whole game: a longer game has fewer for each decision
TOLD = 3  # the costliest decisions that are told


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
    other: Choice | None = None  # where there was none, though the chance fell: the next best
    fell: float = 0.0  # by how much it fell until the side was asked again, the dice apart
    again: bool = False  # whether it was looked at again


class Mistake(NamedTuple):
    """A decision that cost something, in a sentence; the table shows it at `moment`."""

    number: int
    moment: int
    side: int
    played: str
    better: str
    cost: float
    percent: int  # the cost as it is told
    sentence: str
    brief: str  # `move Rose to g2, better: challenge Blanche with Rose`
    fell: float = 0.0  # where nothing better was found: by how much the chance fell from there, the dice apart


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

    def percent(self) -> dict[str, int]:
        """The same in whole percent that add up: what rounding leaves goes to the largest change."""
        parts = {name: in_percent(part) for name, part in self._asdict().items()}
        rest = parts["end"] - parts["start"] - parts["luck"] + parts["errors"] - parts["gifts"] - parts["drift"]
        largest = max(("luck", "errors", "gifts", "drift"), key=lambda name: abs(parts[name]))
        parts[largest] += -rest if largest == "errors" else rest
        return parts


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
        return sorted(found, key=lambda one: (-one.cost, -one.fell, one.number))[:most]


def budget(match: Match) -> int:
    """How many nodes each decision of a game has, the same at the table and on the command line."""
    decisions = sum(seats != [CHANCE] for seats in match.seats)
    return max(FEWEST_NODES, min(NODES, SEARCHED // (2 * decisions + (2 + OTHERS) * AGAIN * MOST_AGAIN)))


def analyse(
    match: Match, nodes: int = NODES, seed: int | str = 0, progress: Progress | None = None, enough: Callable[[], bool] | None = None
) -> Analysis:
    """Look through a match whose states are all kept, a replayed record's for one; the same nodes and seed find the same.

    `enough` says when to stop searching: what is left then is judged as it stands, and costs nobody anything.
    """
    choices = match.choices
    states = [match.before(k) for k in range(len(choices))] + [match.state]
    study = Study(states, choices, nodes, seed, enough or (lambda: False))
    study.run(progress or (lambda done, of: None))
    steps = [_step(k, look, states[k], choices[k], k in study.again) for k, look in enumerate(study.looks)]
    chances = study.chances()
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


def _step(number: int, look: Look, state: State, choice: Choice, again: bool) -> Step:
    better = notate(state, look.best) if look.best is not None else ""
    return Step(
        number + 1, state.round, look.side, notate(state, choice), look.before, look.after, look.best, better, look.other, look.fell, again
    )


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


def rounds_of(steps: list[Step]) -> list[tuple[int, int]]:
    """Each round with the moment it begins at."""
    found: dict[int, int] = {}
    for step in steps:
        if step.round:
            found.setdefault(step.round, step.number - 1)
    return list(found.items())


# -- in words ----------------------------------------------------------------------------------------------


def in_percent(part: float) -> int:
    """A chance or a change of it in whole percent."""
    return round(part * 100)


def lost_percent(before: float, after: float) -> int:
    """What lies between two chances as they are told: 43 % and 21 % are 22 points apart, whatever was rounded."""
    return in_percent(before) - in_percent(after)


def _points(number: int) -> str:
    return f"{number} percentage point{'' if number == 1 else 's'}"


def _mistakes(steps: list[Step], states: list[State], choices: Sequence[Choice], place: int, side: int) -> list[Mistake]:
    """A side's costliest decisions with their sentences; where there are fewer, those follow after which the chance fell most."""
    own = [(k, step) for k, step in enumerate(steps) if step.side == side]
    costs = sorted((step.after[place] - step.before[place], k) for k, step in own if step.best is not None)[:TOLD]
    least = 0.0 if steps and steps[-1].after[place] < steps[0].before[place] else FLOOR  # who lost is told of some in any case
    falls = sorted((-step.fell, k) for k, step in own if step.best is None and step.other is not None and step.again and step.fell >= least)
    return [_mistake(steps[k], states[k], choices[k], place) for _, k in costs + falls[: TOLD - len(costs)]]


def _mistake(step: Step, state: State, choice: Choice, place: int) -> Mistake:
    """A decision in words: what would have been better, or that nothing was found though the chance fell."""
    ask = state.decision
    best = step.best if step.best is not None else step.other
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
    chose = lower(deed(state, choice))
    said = f"Choice {step.number}, {_when(step)}: {SIDES[step.side]} chose: {chose}{risk}. "
    percent = lost_percent(step.before[place], step.after[place])
    if step.best is not None:
        said += f"Better: {lower(better)} It cost {_points(percent)} of a {in_percent(step.before[place])} % chance to win."
    else:
        points = in_percent(step.fell)
        fell = f"From there the chance to win fell by {_points(points)}, the dice apart, but nothing" if points else "Nothing"
        said += f"{fell} better was found. Next best: {lower(better)}"
    brief = f"{chose}, {'better' if step.best is not None else 'next best'}: {lower(deed(state, best))}"
    cost = step.before[place] - step.after[place]
    fell_by = step.fell if step.best is None else 0.0
    return Mistake(step.number, step.number - 1, step.side, step.line, notate(state, best), cost, percent, said, brief, fell_by)


def _throw(steps: list[Step], states: list[State], choices: Sequence[Choice], place: int, side: int, sign: int) -> Throw | None:
    """The roll that gave a side most (`sign` 1) or took most from it (-1); None if none did."""
    rolls = [(sign * (step.after[place] - step.before[place]), -k) for k, step in enumerate(steps) if step.side < 0]
    most, k = max(rolls, default=(0.0, 0))
    if most <= FLOOR:
        return None
    step = steps[-k]
    points = _points(-sign * lost_percent(step.before[place], step.after[place]))
    gave = f"gave {SIDES[side]} {points} more" if sign > 0 else f"left {SIDES[side]} {points} less"
    had, has = in_percent(step.before[place]), in_percent(step.after[place])
    fell = told(states[-k], choices[-k])
    said = f"Choice {step.number}, {_when(step)}: {fell}. It {gave} than the dice do on average: {had} % to win expected, {has} % after it."
    return Throw(step.number, step.number - 1, side, sign * most, said)


def _when(step: Step) -> str:
    return f"round {step.round}" if step.round else "set-up"
