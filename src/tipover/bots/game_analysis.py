"""Analysis of a game: each side's chance to win over time, the cost of each decision, and the luck of the dice.

For every choice a `Study` estimates the chances before and after it in the same way, so that the difference has one
cause: for a decision it is its cost, for a roll it is luck. The change from there to the estimate before the next choice
(a search sees further from there) belongs to no single choice; it is called `drift`. So for every side, exactly,

    start + luck − what its own decisions cost + what its rivals' decisions gave it + drift = end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tipover.board.mask import NO_SQUARE, Square
from tipover.bots.hint import explained, with_plan
from tipover.bots.luck import FaceCount, faces_of, fallen, roller
from tipover.bots.play_outs import PlannedAnswer
from tipover.bots.prospects import Chances
from tipover.bots.reasons import danger, deed, judged, plain
from tipover.bots.referee import JUDGED
from tipover.bots.study import FLOOR, Look, Progress, Study
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.ids import CHANCE, Side
from tipover.engine.core.said import CountPart, InnerPart, Part, Said, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Takes
from tipover.engine.queries.figures import square_of
from tipover.engine.view import view
from tipover.play.match import Match
from tipover.play.notation.writing import notate
from tipover.play.printers import marked

NODES = 100  # search nodes for one decision, at most
FEWEST_NODES = 8
SEARCHED = 20_000  # search nodes for a whole game: a longer game has fewer for each decision
TOLD = 3  # how many of the costliest decisions are reported


class AnalysedChoice(NamedTuple):
    """One choice of a game with its estimates."""

    number: int  # its number from 1, as in the record; the position before it is moment `number` - 1
    round: int
    side: Side  # the side that decided, -1 for chance
    line: str  # the choice in the notation
    before: Chances  # the chances before it
    after: Chances  # the chances after it
    best: Choice | None = None  # the better answer, None if there was none
    better: str = ""  # the better answer in the notation
    other: Choice | None = None  # if there was no better answer although the chance fell: the next best one
    fell: float = 0.0  # by how much the chance fell until the side was asked again, without the effect of dice
    again: bool = False  # whether the judge was asked about it
    plan: tuple[PlannedAnswer, ...] = ()  # what would have followed the better answer


class CostlyDecision(NamedTuple):
    """A decision that cost something."""

    number: int  # its number in the record, from 1
    moment: int  # the moment at which the table shows it
    side: Side  # the side that decided
    played: str  # the choice in the notation
    better: str  # the better answer in the notation
    cost: float  # what it cost, as a chance
    percent: int  # the cost in percentage points, as it is reported
    said: Said  # what would have been better, and why
    in_brief: Said  # `move Rose to g2, better: challenge Blanche with Rose`
    state: State  # the state before it, whose names the sentences use
    choice: Choice  # what was chosen
    other: Choice  # the better answer, or the next best one
    chances: tuple[float, float]  # the side's chance after the choice, and with the better answer
    warning: Said | None  # what the choice risked, if that is more than the better answer risks
    why: Said  # why the other answer is good
    fell: float = 0.0  # if nothing better was found: by how much the chance fell from there, without the effect of dice

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return marked(self.state).text(self.said)

    @property
    def brief(self) -> str:
        """The short form in English."""
        return marked(self.state).text(self.in_brief)


class RollLuck(NamedTuple):
    """A roll of a side's own dice."""

    moment: int  # the moment at which the table shows it
    luck: float  # by how much it changed the side's chance, compared with what was to be expected


class Throw(NamedTuple):
    """A roll or flip that mattered to a side."""

    number: int  # its number in the record, from 1
    moment: int  # the moment at which the table shows it
    side: Side  # the side that it is reported for
    luck: float  # by how much it changed that side's chance
    said: Said  # what was rolled and what it gave
    state: State  # the state whose names the sentence uses

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return marked(self.state).text(self.said)


class Ledger(NamedTuple):
    """A side's account: `start` + `luck` - `errors` + `gifts` + `drift` = `end`."""

    start: float  # its chance at the start
    luck: float  # what the dice gave it
    errors: float  # what its own decisions cost it; never below 0
    gifts: float  # what its rivals' decisions gave it; with more than two sides it may be negative
    drift: float  # the differences between the estimate after a choice and the one before the next
    end: float  # its chance at the end

    def percent(self) -> dict[str, int]:
        """The same in whole percent that add up: the rounding error is added to the largest change."""
        parts = {name: in_percent(part) for name, part in self._asdict().items()}
        rest = parts["end"] - parts["start"] - parts["luck"] + parts["errors"] - parts["gifts"] - parts["drift"]
        largest = max(("luck", "errors", "gifts", "drift"), key=lambda name: abs(parts[name]))
        parts[largest] += -rest if largest == "errors" else rest
        return parts


class Analysis(NamedTuple):
    """The analysis of a game."""

    sides: list[Side]  # the sides, in the order of all chances
    steps: list[AnalysedChoice]  # every choice
    chances: list[Chances]  # the chances at every moment, one more than `steps`: moment 0 is before the first choice
    ledgers: dict[int, Ledger]  # each side's account
    mistakes: dict[int, list[CostlyDecision]]  # each side's costliest decisions, worst first
    luckiest: dict[Side, Throw]  # each side's luckiest roll
    unluckiest: dict[Side, Throw]  # each side's unluckiest roll
    rolls: dict[Side, list[RollLuck]]  # the rolls of each side's dice, in order
    faces: dict[Side, list[FaceCount]]  # what fell on them
    decided: int  # the first moment from which on the winner's win is proved; the last moment if there is none before it
    over: bool  # whether the game was finished
    nodes: int  # search nodes for each decision
    skipped: int  # how many decisions were only evaluated, because `enough` stopped the search

    def worst(self, side: Side | None = None, most: int = TOLD) -> list[CostlyDecision]:
        """The costliest decisions of one side or of all, with those first for which a better answer was found."""
        found = [one for of, ones in self.mistakes.items() if side in (None, of) for one in ones]
        return sorted(found, key=lambda one: (-one.cost, -one.fell, one.number))[:most]


def budget(match: Match) -> int:
    """The number of search nodes for each decision of a game, the same at the table and on the command line."""
    decisions = sum(seats != [CHANCE] for seats in match.seats)
    return max(FEWEST_NODES, min(NODES, SEARCHED // max(1, 2 * decisions)))


def analyse(
    match: Match,
    nodes: int = NODES,
    seed: int | str = 0,
    progress: Progress | None = None,
    enough: Callable[[], bool] | None = None,
    partly: Callable[[Callable[[], Analysis]], None] | None = None,
    judged_by: int = 0,
) -> Analysis:
    """Analyse a match that keeps all its states, such as a replayed record. Deterministic for the same nodes and seed.

    `enough` says when to stop searching; decisions left then are only evaluated and count as free of cost. `partly` is called
    now and then with a function that makes the analysis of what is known so far, whose `skipped` counts what is not searched yet.
    `judged_by`: positions for each decision that the judge of the hints is asked about, `JUDGED` if it is to say what hints say; if it is
    not given, fewer for few nodes.
    """
    choices = match.choices
    states = [match.before(k) for k in range(len(choices))] + [match.state]
    judged_by = judged_by or min(JUDGED, nodes * JUDGED // NODES)
    study = Study(states, choices, nodes, seed, enough or (lambda: False), judged_by)
    tell = partly or (lambda so_far: None)
    study.run(progress or (lambda done, of: None), lambda: tell(lambda: _analysis(study, study.level())))
    return _analysis(study, study.looks)


def _analysis(study: Study, looks: list[Look]) -> Analysis:
    """What a study has found, with these looks at its choices."""
    states, choices = study.states, study.choices
    steps = [_step(k, look, states[k], choices[k], k in study.again) for k, look in enumerate(looks)]
    chances = [look.before for look in looks] + [study.last]
    sides = list(states[0].setup.sides)
    own = {side: _rolls_of(states[:-1], side) for side in sides}
    return Analysis(
        sides,
        steps,
        chances,
        {side: _ledger(steps, chances, place, side) for place, side in enumerate(sides)},
        {side: _mistakes(steps, states, choices, place, side) for place, side in enumerate(sides)},
        {side: throw for place, side in enumerate(sides) if (throw := _throw(steps, states, choices, place, side, 1))},
        {side: throw for place, side in enumerate(sides) if (throw := _throw(steps, states, choices, place, side, -1))},
        {side: [RollLuck(k, steps[k].after[place] - steps[k].before[place]) for k in own[side]] for place, side in enumerate(sides)},
        {side: faces_of([(ask, choices[k]) for k in own[side] if (ask := states[k].decision)]) for side in sides},
        study.decided,
        states[-1].over,
        study.nodes,
        study.skipped,
    )


def _step(number: int, look: Look, state: State, choice: Choice, again: bool) -> AnalysedChoice:
    better = notate(state, look.best) if look.best is not None else ""
    return AnalysedChoice(
        number + 1, state.round, look.side, notate(state, choice), look.before, look.after, look.best, better, look.other, look.fell, again,
        look.plan,
    )  # fmt: skip


def _ledger(steps: list[AnalysedChoice], chances: list[Chances], place: int, side: Side) -> Ledger:
    """A side's account; see the module's docstring."""
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


def _rolls_of(states: list[State], side: Side) -> list[int]:
    """The moments at which a side's dice fell."""
    return [k for k, state in enumerate(states) if (ask := state.decision) is not None and ask.is_chance and roller(state, ask) == side]


def rounds_of(steps: list[AnalysedChoice]) -> list[tuple[int, int]]:
    """Each round with the moment at which it begins."""
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
    """The difference of two chances after rounding: 43 % and 21 % are 22 points apart."""
    return in_percent(before) - in_percent(after)


def _points(number: int) -> CountPart:
    return CountPart(number, "percentage_point")


def _mistakes(steps: list[AnalysedChoice], states: list[State], choices: Sequence[Choice], place: int, side: Side) -> list[CostlyDecision]:
    """A side's costliest decisions, one of each turn, followed by those after which its chance fell most if there are too few."""
    own = [(k, step) for k, step in enumerate(steps) if step.side == side]
    costs = sorted((step.after[place] - step.before[place], k) for k, step in own if step.best is not None)
    least = 0.0 if steps and steps[-1].after[place] < steps[0].before[place] else FLOOR  # a side that lost gets some in any case
    falls = sorted((-step.fell, k) for k, step in own if step.best is None and step.other is not None and step.again and step.fell >= least)
    turns: dict[object, int] = {}
    for _, k in costs + falls:
        turns.setdefault((states[k].round, tuple(states[k].exhaust_markers)), k)
    return [_mistake(steps[k], states[k], choices[k], place) for k in [*turns.values()][:TOLD]]


def _mistake(step: AnalysedChoice, state: State, choice: Choice, place: int) -> CostlyDecision:
    """A decision with its sentences: what would have been better, or that nothing was found although the chance fell."""
    ask = state.decision
    best = step.best if step.best is not None else step.other
    assert ask is not None and best is not None
    known = view(state, ask.seats[0])
    risk: Part = ""
    warning: Said | None = None
    if known.hides or ask.secret:
        better = plain(state, best, ask)
    else:
        then, given = judged(state, best, step.side), judged(state, choice, step.side)
        plan = step.plan if step.best is not None else ()
        better = with_plan(explained(state, known, ask, then, plan=plan), state, best, plan, step.side)
        dangers = danger(given, step.side), danger(then, step.side)
        if dangers[0].chance > dangers[1].chance and dangers[0].threat is not None:
            risk, warning = say("analysis.risk", threat=dangers[0].threat), dangers[0].warning
    chose = InnerPart(deed(state, choice))
    percent = lost_percent(step.before[place], step.after[place])
    parts: dict[str, Part] = {
        "number": step.number,
        "when": _when(step),
        "side": SidePart(step.side),
        "deed": chose,
        "risk": risk,
        "better": InnerPart(better),
    }
    points = in_percent(step.fell)
    if step.best is not None:
        said = say("analysis.cost", points=_points(percent), percent=in_percent(step.before[place]), **parts)
    elif points:
        said = say("analysis.chance_fell", points=_points(points), **parts)
    else:
        said = say("analysis.nothing_better", **parts)
    brief = say(
        "analysis.brief_better" if step.best is not None else "analysis.brief_next", deed=chose, better=InnerPart(deed(state, best))
    )
    cost = step.before[place] - step.after[place]
    fell_by = step.fell if step.best is None else 0.0
    return CostlyDecision(
        step.number, step.number - 1, step.side, step.line, notate(state, best), cost, percent, said, brief, state,
        choice, best, (step.after[place], step.before[place]), warning, better, fell_by,
    )  # fmt: skip


def spot(state: State, choice: Choice) -> Square:
    """The square that a choice is about: where a move ends, where its target is; -1 for none."""
    takes = verbs.TAKES[choice.verb]
    if takes is Takes.SQUARE:
        return choice.square
    if takes in (Takes.TARGET, Takes.ALLY, Takes.MARKER, Takes.FIGURE):
        return square_of(state, thing_of(choice)) if thing_of(choice) >= 0 else NO_SQUARE
    return NO_SQUARE


def _throw(steps: list[AnalysedChoice], states: list[State], choices: Sequence[Choice], place: int, side: Side, sign: int) -> Throw | None:
    """The roll that gave a side most (`sign` 1) or cost it most (-1); None if there is none."""
    rolls = [(sign * (step.after[place] - step.before[place]), -k) for k, step in enumerate(steps) if step.side < 0]
    most, k = max(rolls, default=(0.0, 0))
    if most <= FLOOR:
        return None
    step = steps[-k]
    said = say(
        "analysis.lucky" if sign > 0 else "analysis.unlucky",
        number=step.number,
        when=_when(step),
        fell=fallen(states[-k], choices[-k]),
        side=SidePart(side),
        points=_points(-sign * lost_percent(step.before[place], step.after[place])),
        had=in_percent(step.before[place]),
        has=in_percent(step.after[place]),
    )
    return Throw(step.number, step.number - 1, side, sign * most, said, states[-k])


def _when(step: AnalysedChoice) -> Said:
    return say("analysis.round", round=step.round) if step.round else say("analysis.set_up")
