"""Why an answer is a good one, in words: what it gains, at what odds, and what it risks."""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots.evaluate import Evaluator, against
from tipover.bots.foresee import Foresight, Outcome
from tipover.bots.greedy import Judged
from tipover.engine.decision import (
    ABILITY,
    ASSIST,
    ATTACH,
    CHALLENGE,
    DONE,
    END,
    FIGURE,
    INTERACT,
    MOVE,
    NO,
    OFFER,
    PICK,
    PIECE,
    PLACE,
    RALLY,
    SIDE,
    SQUARE,
    TURN,
    USE,
    YES,
    Choice,
    Decision,
)
from tipover.engine.event import KnockedDown, KnockedOut, StoodUp
from tipover.engine.field import counts_for
from tipover.engine.state import NOBODY, State
from tipover.play.writing import action_written, notate

SURE = 0.995
WORTH_TELLING = 0.15  # a change of a part of the evaluation smaller than this is not a reason


def reasoned(state: State, one: Judged, side: int, is_best: bool = True) -> str:
    """`Challenge Blanche: 58 % to knock Blanche down. Nobody can hit Rose there.`"""
    reasons = _odds(state, one, side) or _gains(state, one, side)
    bare = "nothing else promises more" if is_best else "it gains nothing at once"
    said = f"{deed(state, one.choice)}: {', '.join(reasons) or bare}."
    risk = danger(one, side)
    return f"{said} {risk.words}" if risk.words else said


def judged(state: State, choice: Choice, side: int, most: int = 60) -> Judged:
    """An answer with what it may lead to, trying so many answers at most."""
    foresight = Foresight(Evaluator(state), side, most)
    outcomes = foresight.after(state, choice)
    return Judged(choice, foresight.score(outcomes), outcomes)


def name_of(state: State, figure: int) -> str:
    """A figure's short name."""
    card = state.card[figure]
    if card < 0:
        return state.name(figure)
    return state.setup.card(card).short or state.setup.card(card).name


# -- what is done ------------------------------------------------------------------------------------------


def deed(state: State, choice: Choice) -> str:
    """An answer as an imperative."""
    who = name_of(state, choice.figure) if choice.figure >= 0 else ""
    grid = state.setup.grid
    if choice.verb == MOVE:
        return f"Move {who} to {grid.name(choice.thing)}"
    if choice.verb == CHALLENGE:
        return f"Challenge {thing_named(state, choice.thing)} with {who}"
    if choice.verb == ASSIST:
        return f"Let {who} help {thing_named(state, choice.thing)} up"
    if choice.verb == INTERACT:
        return f"Let {who} take {thing_named(state, choice.thing)}"
    if choice.verb == RALLY:
        return f"Stand {who} up with both actions"
    if choice.verb == END:
        return f"End {who}'s turn"
    if choice.verb == PLACE:
        return f"Place {who} on {grid.name(choice.thing)}"
    if choice.verb == TURN:
        return f"Let {who} take this turn"
    if choice.verb in (ABILITY, USE):
        return f"Use {action_written(state, choice).removeprefix('use ')} with {who}"
    if choice.verb == OFFER:
        return f"With {who}: {action_written(state, choice)}"
    if choice.verb == SQUARE:
        return f"Choose {grid.name(choice.thing)}"
    if choice.verb == FIGURE:
        return f"Choose {thing_named(state, choice.figure if choice.thing < 0 else choice.thing)}"
    if choice.verb in (YES, NO, DONE):
        return {YES: "Say yes", NO: "Say no", DONE: "Leave it at that"}[choice.verb]
    if choice.verb == SIDE:
        return "Take this colour"
    written = notate(state, choice).removeprefix("> ").partition(": ")
    return f"Choose {written[2] or written[0]}".replace("Choose pick ", "Pick ")


def thing_named(state: State, thing: int) -> str:
    """A figure by its short name, a piece by what it is."""
    if 0 <= thing < PIECE:
        return name_of(state, thing)
    slot = state.setup.pieces[thing - PIECE]
    return f"point marker {slot.letter}" if slot.letter else f"the {slot.name}"


def plain(state: State, choice: Choice, decision: Decision, is_best: bool = True) -> str:
    """A deed without what it leads to: for secret answers, and for picks, which are judged by what stands on the card."""
    if choice.verb in (PICK, ATTACH):
        return f"{deed(state, choice)}: {'of what is left, its card offers most' if is_best else 'its card offers nearly as much'}."
    if decision.secret:
        return f"{deed(state, choice)}: it stays secret until it is shown."
    return f"{deed(state, choice)}: one is as good as the other here."


# -- why ---------------------------------------------------------------------------------------------------


def _odds(state: State, one: Judged, side: int) -> list[str]:
    """What the dice may bring, with chances: the game, a knock-out, a fall, points."""
    outcomes = one.outcomes
    found: list[str] = []
    won = sum(way.chance for way in outcomes if way.state.over and way.state.winner == side)
    if won > 0:
        found.append(f"{percent(won)} to win the game")
    for figure in range(len(state.where)):
        if counts_for(state, figure) == side:
            continue
        name = name_of(state, figure)
        out = _chance(outcomes, KnockedOut, figure)
        down = _chance(outcomes, KnockedDown, figure)
        if out > won:
            found.append(f"{percent(out)} to knock {name} out")
        elif down > 0 and not out:
            found.append(f"{percent(down)} to knock {name} down")
    points = sum(way.chance * (way.state.points[side] - state.points[side]) for way in outcomes)
    if points >= SURE and len(outcomes) == 1:
        found.append(f"{points:.0f} point{'s' if points > 1.5 else ''} at once")
    return found


def _chance(outcomes: list[Outcome], kind: type[KnockedDown] | type[KnockedOut], figure: int) -> float:
    return sum(one.chance for one in outcomes if any(isinstance(event, kind) and event.figure == figure for event in one.events))


def percent(chance: float) -> str:
    """`58 %`, or `certain`."""
    return "certain" if chance >= SURE else f"{chance * 100:.0f} %"


def _gains(state: State, one: Judged, side: int) -> list[str]:
    """Why the side stands better afterwards, the weightiest reasons first, two at most."""
    after = one.outcomes[0].state
    if after.over:
        return []
    evaluator = Evaluator(state)
    before, then = evaluator.worths(state), evaluator.worths(after)
    others = [other for other in state.setup.sides if other != side]
    scored, scores = evaluator.round_gains(state), evaluator.round_gains(after)
    more = scores[side] - scored[side]
    less = sum(scored[other] - scores[other] for other in others)
    found: list[str] = []
    if more > 0:
        found.append(f"{more} point{'s' if more > 1 else ''} more at the end of the round, as things stand")
    if less > 0:
        found.append(f"the rivals would score {less} less at the end of the round")
    if any(isinstance(event, StoodUp) for event in one.outcomes[0].events):
        found.append("it brings a figure of yours to its feet")
    grown = [
        (then[side].holdings - before[side].holdings, "you have more to hold"),
        (then[side].threat - before[side].threat, f"from there {_prey(evaluator, after, side)} can be challenged"),
        (sum(before[other].threat - then[other].threat for other in others), "the rivals can do less to you"),
        (then[side].aims - before[side].aims, _nearer(evaluator, after, side, one.choice.figure)),
        (then[side].tokens - before[side].tokens, "you have more tokens to use"),
    ]
    found += [words for amount, words in sorted(grown, reverse=True) if amount > WORTH_TELLING and words]
    return found[:2]


def _nearer(evaluator: Evaluator, state: State, side: int, figure: int) -> str:
    """What a figure is drawn to most where it stands."""
    start = state.where[figure] if figure >= 0 else -1
    goals = evaluator.goals(state, side)
    if start < 0 or not goals:
        return ""
    goal = max(goals, key=lambda one: evaluator.pull([one], start))
    if goal.area >= 0:
        return f"it comes nearer to the {state.setup.areas[goal.area].name} area"
    return f"it comes nearer to {thing_named(state, goal.thing)}"


def _prey(evaluator: Evaluator, state: State, side: int) -> str:
    """Whom a side can challenge best."""
    own = [threat for threat in evaluator.threats(state) if counts_for(state, threat.by) == side]
    if not own:
        return "a rival"
    return name_of(state, max(own, key=lambda threat: threat.chance * threat.surety).target)


class Danger(NamedTuple):
    """What may go wrong after an answer: how likely it is, and a sentence; none if there is nothing to say."""

    chance: float
    words: str
    threat: str = ""  # the same inside another sentence


def danger(one: Judged, side: int) -> Danger:
    """The game lost at once, or who could hit the figure that acts, as it most likely comes."""
    lost = sum(way.chance for way in one.outcomes if way.state.over and way.state.winner not in (side, NOBODY))
    if lost > 0:
        words = f"it loses the game{'' if lost >= SURE else f' in {percent(lost)}'}"
        return Danger(1 + lost, f"Mind that {words}.", f"which {words.removeprefix('it ')}")
    figure = one.choice.figure
    likely = max(one.outcomes, key=lambda way: way.chance).state
    if figure < 0 or likely.over or counts_for(likely, figure) != side or likely.where[figure] < 0:
        return Danger(0.0, "")
    rivals = [threat for threat in against(Evaluator(likely).threats(likely), figure) if counts_for(likely, threat.by) != side]
    name = name_of(likely, figure)
    if not rivals:
        return Danger(0.0, f"Nobody can come up and challenge {name} there.")
    worst = rivals[0]
    words = f"{name_of(likely, worst.by)} could knock {name} {'out' if likely.down[figure] else 'down'} ({percent(worst.chance)})"
    return Danger(worst.chance, f"Mind that {words}.", f"after which {words}")


def lower(sentence: str) -> str:
    """A sentence as it goes on inside another."""
    return sentence[:1].lower() + sentence[1:]
