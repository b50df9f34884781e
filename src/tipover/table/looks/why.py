"""Why lines are refused, with the squares and figures to show, and what would work instead."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import COLOURS
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ACTION,
    ASK_TURN,
    ASSIST,
    CHALLENGE,
    INTERACT,
    MOVE,
    PIECE,
    PLACE,
    RALLY,
    SQUARE,
    TURN,
    USE,
    Choice,
)
from tipover.engine.flow.abilities import actor_of
from tipover.engine.reason import Reason
from tipover.engine.run import IllegalChoice, apply
from tipover.engine.state import State
from tipover.engine.why import nearby
from tipover.play.naming import NotationError
from tipover.play.notation import follow, parse
from tipover.play.telling import figure_words
from tipover.table.looks.refusal import hides_something, reasons_shown
from tipover.table.protocol import ReasonShown, WhyShown

MOST_SQUARES = 6  # that are shown as a way round
MOST_NAMED = 3  # that are named in its sentence
PLACES = 4
_FROM_ELSEWHERE = (CHALLENGE, ABILITY, USE, INTERACT, ASSIST)


class Way(NamedTuple):
    """What would work: a sentence, and squares to show."""

    said: str = ""
    squares: tuple[int, ...] = ()


def why(state: State, lines: list[str], asked: bool = False) -> list[WhyShown]:
    """For each line the reasons against it, and a way if there is one; a line that may be played has neither.

    `asked`: who wants to know is who decides now. While something is secret nobody else is told reasons: they would tell
    what was picked (SUP-11).
    """
    return [_why(state, line, asked) for line in lines]


def _why(state: State, line: str, asked: bool) -> WhyShown:
    if hides_something(state) and not asked:
        told = "While something is chosen in secret, nobody is told what others could not choose."
        return WhyShown(line, [ReasonShown("SUP-11", told)])
    try:
        follow(state, line)
    except NotationError as error:
        return WhyShown(line, [ReasonShown("", sentence_of(str(error)))])
    except IllegalChoice as refusal:
        found = _way(state, line, refusal.reasons)
        return WhyShown(line, reasons_shown(state, refusal.reasons), found.said, list(found.squares))
    return WhyShown(line, [])


def sentence_of(text: str) -> str:
    """A mistake's words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _way(state: State, line: str, reasons: list[Reason]) -> Way:
    """What would work instead of a refused line, if it is known; it is found by trying on clones."""
    try:
        choice = parse(state, line)
    except (NotationError, IllegalChoice):
        return Way()
    if choice.verb in (PLACE, SQUARE):
        return _nearest(state, choice)
    if choice.verb != TURN and choice.verb not in ACTION_VERBS:
        return Way()
    rules = {reason.rule for reason in reasons}
    turn = _in_turn(state, choice.figure)
    if choice.verb == TURN or turn is None:
        return _who_can(state) if rules & {"TRN-1", "TRN-2", "TRN-3", "COM-2"} else Way()
    if "ABI-2" in rules and choice.verb == ABILITY:
        return _token_back(state, choice)
    if choice.verb == USE and -PLACES <= state.lies[choice.thing - PIECE] <= -1:
        place = -state.lies[choice.thing - PIECE]
        return Way(f"{state.setup.pieces[choice.thing - PIECE].name} is back at the end of round {state.round + place - 1}")
    if "TRN-4" in rules and turn.decision is not None and turn.decision.offers(Choice(RALLY, choice.figure)):
        return Way("Rally stands it up; that takes both actions")
    if choice.verb == MOVE:
        return _two_moves(turn, choice)
    return _way_round(turn, choice, line) if choice.verb in _FROM_ELSEWHERE else Way()


def _in_turn(state: State, figure: int) -> State | None:
    """A state where a figure chooses its action: this one, or with the turn taken on a clone; None if it cannot now."""
    ask = state.decision
    if ask is None:
        return None
    actor = actor_of(state, figure)
    if ask.asked == ASK_ACTION:
        return state if ask.figure == actor else None
    if ask.asked != ASK_TURN or not ask.offers(Choice(TURN, actor)):
        return None
    trial = state.clone()
    apply(trial, Choice(TURN, actor))
    return trial if trial.decision is not None and trial.decision.asked == ASK_ACTION and trial.acting == actor else None


def _moves(turn: State, figure: int) -> list[Choice]:
    """The moves of a figure that are offered now, the shortest first, one for each square."""
    ask = turn.decision
    if ask is None or turn.where[figure] < 0:
        return []
    start, grid = turn.where[figure], turn.setup.grid
    by_end: dict[int, Choice] = {}
    for option in ask.options:
        if option.verb == MOVE and option.figure == figure:
            by_end.setdefault(option.thing, option)
    return sorted(by_end.values(), key=lambda one: (grid.distance(start, one.thing), one.thing))


def _goes_on(turn: State, move: Choice) -> State | None:
    """The state after a move, if the same turn then asks for its next action."""
    trial = turn.clone()
    apply(trial, move)
    ask = trial.decision
    return trial if ask is not None and ask.asked == ASK_ACTION and trial.acting == turn.acting else None


def _way_round(turn: State, choice: Choice, line: str) -> Way:
    """The squares a move now offered leads to, from which the very same line may be played."""
    name = turn.setup.grid.name
    squares: list[int] = []
    for move in _moves(turn, choice.figure):
        after = _goes_on(turn, move)
        if after is not None and _is_offered(after, choice, line):
            squares.append(move.thing)
            if len(squares) == MOST_SQUARES:
                break
    said = ", ".join(name(square) for square in squares[:MOST_NAMED])
    return Way(f"Way round: {said}" if said else "", tuple(squares))


def _is_offered(state: State, choice: Choice, line: str) -> bool:
    assert state.decision is not None
    if not state.decision.offers(choice):
        return False
    try:
        follow(state, line)
    except (NotationError, IllegalChoice):
        return False
    return True


def _two_moves(turn: State, choice: Choice) -> Way:
    """The square to stop at if two moves lead where one does not."""
    grid = turn.setup.grid
    ways: list[int] = []
    for move in _moves(turn, choice.figure):
        after = _goes_on(turn, move)
        if after is not None and any(one.thing == choice.thing for one in _moves(after, choice.figure)):
            ways.append(move.thing)
    if not ways:
        return Way()
    ways.sort(key=lambda square: (grid.distance(square, choice.thing), square))
    return Way(f"In two moves: {grid.name(ways[0])}, then {grid.name(choice.thing)}", (ways[0], choice.thing))


def _token_back(state: State, choice: Choice) -> Way:
    """When a token of the ability's colour comes off the track; a side that has none at all is told so."""
    ability = state.setup.card(state.card[choice.figure]).abilities[choice.thing]
    side, colour = state.setup.side_of[choice.figure], ability.colour
    for place in range(1, PLACES + 1):
        if state.track[side * 16 + (place - 1) * 4 + colour]:
            return Way(f"A {COLOURS[colour]} token is back at the end of round {state.round + place - 1}")
    return Way(f"No {COLOURS[colour]} token is on the track either")


def _who_can(state: State) -> Way:
    """Who may act now."""
    ask = state.decision
    if ask is None:
        return Way()
    figures = [ask.figure] if ask.asked == ASK_ACTION else [one.figure for one in ask.options] if ask.asked == ASK_TURN else []
    squares = tuple(state.where[figure] for figure in figures if state.where[figure] >= 0)
    said = " or ".join(figure_words(state, figure) for figure in figures)
    return Way(f"Can act now: {said}" if said else "", squares)


def _nearest(state: State, choice: Choice) -> Way:
    """The nearest squares that can be chosen instead."""
    grid = state.setup.grid
    if not 0 <= choice.thing < grid.size:
        return Way()
    squares = [one.thing for one in nearby(state, choice) if one.verb == choice.verb][:MOST_NAMED]
    said = ", ".join(grid.name(square) for square in squares)
    return Way(f"Nearest: {said}" if said else "", tuple(squares))
