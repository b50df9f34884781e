"""A good answer with its reason in words: what it gains, at what odds, and what it risks."""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots.evaluate import NEARER, Evaluator, against, steps_between
from tipover.bots.foresee import Outcome
from tipover.bots.greedy import Judged, judge, side_of
from tipover.engine.decision import (
    ABILITY,
    ASK_ACTION,
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
from tipover.engine.field import board, counts_for
from tipover.engine.state import State
from tipover.engine.view import View
from tipover.play.dice import Stream
from tipover.play.writing import action_written, notate

SURE = 0.995
WORTH_TELLING = 0.15  # a change of a part of the evaluation smaller than this is not a reason


class Hint(NamedTuple):
    """An answer and the sentence that says why."""

    choice: Choice
    sentence: str


def hint(view: View, decision: Decision, seed: int = 0) -> Hint:
    """The steady player's answer to a seat's question, with its reason; what others hide is not named."""
    state = view.sample(Stream(seed, "hint"))
    best = judge(state, view.seat, decision)[0]
    if view.hides or decision.secret or not best.outcomes:
        return Hint(best.choice, _plain(state, best.choice, decision))
    side = side_of(state, view.seat, decision)
    after = best.outcomes[0].state
    if best.choice.verb == TURN and after.decision is not None and after.decision.asked == ASK_ACTION:
        then = judge(after, view.seat, after.decision)[0]
        who = name_of(state, best.choice.figure)
        return Hint(best.choice, f"Let {who} take this turn. Then: {_lower(_reasoned(after, then, side))}")
    return Hint(best.choice, _reasoned(state, best, side))


def _reasoned(state: State, best: Judged, side: int) -> str:
    """`Challenge Blanche: 58 % to knock Blanche down. Nobody can hit Rose there.`"""
    reasons = _odds(state, best, side) or _gains(state, best, side)
    said = _deed(state, best.choice)
    said = f"{said}: {', '.join(reasons)}." if reasons else f"{said}: nothing else gains more just now."
    risk = _risk(best, side)
    return f"{said} {risk}" if risk else said


def name_of(state: State, figure: int) -> str:
    """A figure's short name."""
    card = state.card[figure]
    if card < 0:
        return state.name(figure)
    return state.setup.card(card).short or state.setup.card(card).name


# -- what is done ------------------------------------------------------------------------------------------


def _deed(state: State, choice: Choice) -> str:
    """An answer as an imperative."""
    who = name_of(state, choice.figure) if choice.figure >= 0 else ""
    grid = state.setup.grid
    if choice.verb == MOVE:
        return f"Move {who} to {grid.name(choice.thing)}"
    if choice.verb == CHALLENGE:
        return f"Challenge {_thing(state, choice.thing)} with {who}"
    if choice.verb == ASSIST:
        return f"Let {who} help {_thing(state, choice.thing)} up"
    if choice.verb == INTERACT:
        return f"Let {who} take {_thing(state, choice.thing)}"
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
        return f"Choose {_thing(state, choice.figure if choice.thing < 0 else choice.thing)}"
    if choice.verb in (YES, NO, DONE):
        return {YES: "Say yes", NO: "Say no", DONE: "Leave it at that"}[choice.verb]
    if choice.verb == SIDE:
        return "Take this colour"
    written = notate(state, choice).removeprefix("> ").partition(": ")
    return f"Choose {written[2] or written[0]}".replace("Choose pick ", "Pick ")


def _thing(state: State, thing: int) -> str:
    if 0 <= thing < PIECE:
        return name_of(state, thing)
    slot = state.setup.pieces[thing - PIECE]
    return f"point marker {slot.letter}" if slot.letter else f"the {slot.name}"


def _plain(state: State, choice: Choice, decision: Decision) -> str:
    """A deed without what it leads to: for secret answers, and for picks, which are judged by what stands on the card."""
    if choice.verb in (PICK, ATTACH):
        return f"{_deed(state, choice)}: of what is left, its card offers most."
    if decision.secret:
        return f"{_deed(state, choice)}: it stays secret until it is shown."
    return f"{_deed(state, choice)}: one is as good as the other here."


# -- why ---------------------------------------------------------------------------------------------------


def _odds(state: State, best: Judged, side: int) -> list[str]:
    """What the dice may bring, with chances: the game, a knock-out, a fall, points."""
    outcomes = best.outcomes
    found: list[str] = []
    won = sum(one.chance for one in outcomes if one.state.over and one.state.winner == side)
    if won > 0:
        found.append(f"{_percent(won)} to win the game")
    for figure in range(len(state.where)):
        if counts_for(state, figure) == side:
            continue
        name = name_of(state, figure)
        out = _chance(outcomes, KnockedOut, figure)
        down = _chance(outcomes, KnockedDown, figure)
        if out > won:
            found.append(f"{_percent(out)} to knock {name} out")
        elif down > 0 and not out:
            found.append(f"{_percent(down)} to knock {name} down")
    points = sum(one.chance * (one.state.points[side] - state.points[side]) for one in outcomes)
    if points >= SURE and len(outcomes) == 1:
        found.append(f"{points:.0f} point{'s' if points > 1.5 else ''} at once")
    return found


def _chance(outcomes: list[Outcome], kind: type[KnockedDown] | type[KnockedOut], figure: int) -> float:
    return sum(one.chance for one in outcomes if any(isinstance(event, kind) and event.figure == figure for event in one.events))


def _percent(chance: float) -> str:
    return "certain" if chance >= SURE else f"{chance * 100:.0f} %"


def _gains(state: State, best: Judged, side: int) -> list[str]:
    """Why the side stands better afterwards, the weightiest reasons first, two at most."""
    after = best.outcomes[0].state
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
    if any(isinstance(event, StoodUp) for event in best.outcomes[0].events):
        found.append("it brings a figure of yours to its feet")
    grown = [
        (then[side].holdings - before[side].holdings, "you have more to hold"),
        (then[side].threat - before[side].threat, f"from there {_prey(evaluator, after, side)} can be challenged"),
        (sum(before[other].threat - then[other].threat for other in others), "the rivals can do less to you"),
        (then[side].aims - before[side].aims, _nearer(evaluator, after, side, best.choice.figure)),
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
    table = steps_between(board(state))
    goal = max(goals, key=lambda one: one.worth * NEARER ** min(table[start][square] for square in one.squares))
    if goal.area >= 0:
        return f"it comes nearer to the {state.setup.areas[goal.area].name} area"
    return f"it comes nearer to {_thing(state, goal.thing)}"


def _prey(evaluator: Evaluator, state: State, side: int) -> str:
    """Whom a side can challenge best."""
    own = [threat for threat in evaluator.threats(state) if counts_for(state, threat.by) == side]
    if not own:
        return "a rival"
    return name_of(state, max(own, key=lambda threat: threat.chance * threat.surety).target)


def _risk(best: Judged, side: int) -> str:
    """Who could hit the figure that acts once this is done, as it most likely comes."""
    figure = best.choice.figure
    likely = max(best.outcomes, key=lambda one: one.chance).state
    if figure < 0 or likely.over or counts_for(likely, figure) != side or likely.where[figure] < 0:
        return ""
    rivals = [threat for threat in against(Evaluator(likely).threats(likely), figure) if counts_for(likely, threat.by) != side]
    name = name_of(likely, figure)
    if not rivals:
        return f"Nobody can come up and challenge {name} there."
    worst = rivals[0]
    danger = "out" if likely.down[figure] else "down"
    return f"Mind that {name_of(likely, worst.by)} could knock {name} {danger} ({_percent(worst.chance)})."


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
