"""Why an answer is good: what it gains, at what odds, and what it risks, as sentences."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import NO_SQUARE
from tipover.bots.evaluate import Evaluator, against
from tipover.bots.foresee import Foresight, Outcome
from tipover.bots.greedy import Judged
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.event import KnockedDown, KnockedOut, StoodUp
from tipover.engine.core.ids import NOBODY, FigureId, Side, is_figure
from tipover.engine.core.language import english
from tipover.engine.core.said import CountPart, ListPart, Part, Said, ShortPart, SquarePart, say
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Takes
from tipover.engine.queries.figures import side_now
from tipover.play.notation.writing import object_written
from tipover.play.prompts import answer_label

SURE = 0.995
EVERY = 800  # answers and outcomes of one deed that are all looked at
WORTH_TELLING = 0.15  # a smaller change of a part of the evaluation is not given as a reason


def reasoned(state: State, one: Judged, side: Side, is_best: bool = True, goes_on: bool = False) -> Said:
    """`Challenge Blanche: 58 % to knock Blanche down. Nobody can hit Rose there.` What it risks is left out if the turn goes on as planned."""
    reasons = _odds(state, one, side) or _gains(state, one, side)
    bare = say("hint.nothing_better" if is_best else "hint.nothing_at_once")
    said = say("hint.deed_and_why", deed=deed(state, one.choice), why=ListPart(tuple(reasons) or (bare,)))
    return said if goes_on else with_risk(said, one, side)


def with_risk(said: Said, one: Judged, side: Side) -> Said:
    """A sentence followed by what an answer risks."""
    risk = danger(one, side)
    return say("hint.both", first=said, second=risk.warning) if risk.warning is not None else said


def judged(state: State, choice: Choice, side: Side, most: int = 60) -> Judged:
    """An answer with its outcomes: with all of every roll, whose chances are told, if these are not too many; else trying at most `most`."""
    foresight = Foresight(Evaluator(state), side, EVERY, EVERY)
    outcomes = foresight.after(state, choice)
    if foresight.left <= 0:
        foresight = Foresight(foresight.evaluator, side, most)
        outcomes = foresight.after(state, choice)
    return Judged(choice, foresight.score(outcomes), outcomes)


# -- what is done ------------------------------------------------------------------------------------------


def deed(state: State, choice: Choice) -> Said:
    """An answer as an imperative."""
    who: Part = ShortPart(choice.figure) if is_figure(choice.figure) else ""
    answer = answer_label(state, choice) if verbs.TAKES[choice.verb] is Takes.NOTHING else None
    if answer is not None:
        return answer
    return say(_IMPERATIVES[choice.verb], who=who, object=_object(state, choice))


def _object(state: State, choice: Choice) -> Part:
    """The object of an answer: the last square of a path, the short name of a figure, otherwise as in the notation."""
    takes = verbs.TAKES[choice.verb]
    if takes is Takes.SQUARE:
        return SquarePart(choice.square)
    if takes in (Takes.TARGET, Takes.ALLY, Takes.MARKER):
        return ShortPart(thing_of(choice))
    if takes is Takes.FIGURE:
        return ShortPart(choice.figure if thing_of(choice) < 0 else thing_of(choice))
    return object_written(state, choice)


_IMPERATIVES = verbs.keys_in("imperative", english().texts)


def plain(state: State, choice: Choice, decision: Decision, is_best: bool = True) -> Said:
    """An answer without its outcomes: for secret answers, and for picks, which are valued by the card."""
    if choice.verb in (verbs.PICK, verbs.ATTACH):
        why = say("hint.best_card" if is_best else "hint.good_card")
    else:
        why = say("hint.stays_secret" if decision.secret else "hint.as_good")
    return say("hint.deed_and_why", deed=deed(state, choice), why=why)


# -- why ---------------------------------------------------------------------------------------------------


def _odds(state: State, one: Judged, side: Side) -> list[Said]:
    """The chances of winning the game, a knock-out, a knock-down, points."""
    outcomes = one.outcomes
    found: list[Said] = []
    won = sum(way.chance for way in outcomes if way.state.over and way.state.winner == side)
    if won > 0:
        found.append(say("hint.to_win", chance=percent(won)))
    for figure in state.setup.figure_ids:
        if side_now(state, figure) == side:
            continue
        out = _chance(outcomes, KnockedOut, figure)
        down = _chance(outcomes, KnockedDown, figure)
        if out > won:
            found.append(say("hint.to_knock_out", chance=percent(out), figure=ShortPart(figure)))
        elif down > 0 and not out:
            found.append(say("hint.to_knock_down", chance=percent(down), figure=ShortPart(figure)))
    points = sum(way.chance * (way.state.points[side] - state.points[side]) for way in outcomes)
    if points >= SURE and len(outcomes) == 1:
        found.append(say("hint.points_at_once", points=CountPart(round(points), "point")))
    return found


def _chance(outcomes: list[Outcome], kind: type[KnockedDown] | type[KnockedOut], figure: FigureId) -> float:
    return sum(one.chance for one in outcomes if any(isinstance(event, kind) and event.figure == figure for event in one.events))


def percent(chance: float) -> Part:
    """`58 %`, or `certain`."""
    return say("hint.certain") if chance >= SURE else f"{chance * 100:.0f} %"


def _gains(state: State, one: Judged, side: Side) -> list[Said]:
    """Why the position is better afterwards: at most two reasons, the most important first."""
    after = one.outcomes[0].state
    if after.over:
        return []
    evaluator = Evaluator(state)
    before, then = evaluator.worths(state), evaluator.worths(after)
    others = [other for other in state.setup.sides if other != side]
    scored, scores = evaluator.round_gains(state), evaluator.round_gains(after)
    more = scores[side] - scored[side]
    less = sum(scored[other] - scores[other] for other in others)
    found: list[Said] = []
    if more > 0:
        found.append(say("hint.more_points", points=CountPart(more, "point")))
    if less > 0:
        found.append(say("hint.rivals_score_less", points=less))
    if any(isinstance(event, StoodUp) for event in one.outcomes[0].events):
        found.append(say("hint.on_its_feet"))
    grown: list[tuple[float, int, Said | None]] = [  # the change, the order among equal changes, the sentence
        (then[side].holdings - before[side].holdings, 3, say("hint.more_to_hold")),
        (then[side].threat - before[side].threat, 0, say("hint.can_be_challenged", figure=_prey(evaluator, after, side))),
        (sum(before[other].threat - then[other].threat for other in others), 2, say("hint.rivals_do_less")),
        (then[side].aims - before[side].aims, 1, _nearer(evaluator, after, side, one.choice.figure)),
        (then[side].tokens - before[side].tokens, 4, say("hint.more_tokens")),
    ]
    grown.sort(key=lambda gain: gain[:2], reverse=True)
    found += [said for amount, _, said in grown if amount > WORTH_TELLING and said is not None]
    return found[:2]


def _nearer(evaluator: Evaluator, state: State, side: Side, figure: FigureId) -> Said | None:
    """The goal that attracts a figure most."""
    start = state.figure_at[figure] if is_figure(figure) else NO_SQUARE  # a piece that is put down has no way to a goal
    goals = evaluator.goals(state, side)
    if start < 0 or not goals:
        return None
    goal = max(goals, key=lambda one: evaluator.pull([one], start))
    if goal.area >= 0:
        return say("hint.nearer_to_area", area=state.setup.areas[goal.area].name)
    return say("hint.nearer", thing=ShortPart(goal.thing))


def _prey(evaluator: Evaluator, state: State, side: Side) -> Part:
    """The best target of a side's challenges."""
    own = [threat for threat in evaluator.threats(state) if side_now(state, threat.by) == side]
    if not own:
        return say("hint.a_rival")
    return ShortPart(max(own, key=lambda threat: threat.chance * threat.surety).target)


class Danger(NamedTuple):
    """What may go wrong after an answer."""

    chance: float  # how likely it is
    warning: Said | None = None  # the sentence, None if there is nothing to say
    threat: Said | None = None  # the same as a part of another sentence


def danger(one: Judged, side: Side) -> Danger:
    """Losing the game at once, or a challenge against the acting figure, in the likeliest outcome."""
    lost = sum(way.chance for way in one.outcomes if way.state.over and way.state.winner not in (side, NOBODY))
    if lost >= SURE:
        return Danger(1 + lost, say("hint.mind_loss"), say("analysis.loses"))
    if lost > 0:
        return Danger(1 + lost, say("hint.mind_loss_in", chance=percent(lost)), say("analysis.loses_in", chance=percent(lost)))
    figure = one.choice.figure
    likely = max(one.outcomes, key=lambda way: way.chance).state
    if not is_figure(figure) or likely.over or side_now(likely, figure) != side or likely.figure_at[figure] < 0:
        return Danger(0.0)
    rivals = [threat for threat in against(Evaluator(likely).threats(likely), figure) if side_now(likely, threat.by) != side]
    if not rivals:
        return Danger(0.0, say("hint.nobody_can_challenge", figure=ShortPart(figure)))
    worst = rivals[0]
    how = "out" if likely.down[figure] else "down"
    parts: dict[str, Part] = {"rival": ShortPart(worst.by), "figure": ShortPart(figure), "chance": percent(worst.chance)}
    return Danger(worst.chance, say(f"hint.mind_knock_{how}", **parts), say(f"analysis.then_knock_{how}", **parts))
