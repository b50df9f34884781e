"""Why lines are refused, with the squares and figures to draw, and what would work instead."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import Square
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import ALL_COLOURS, PIECE, FigureId
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.language import ENGLISH, Printer
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import ColourPart, FigurePart, ListPart, Part, SquarePart, say, squares_part
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, is_on_track, place_of, tokens_at
from tipover.engine.explain.choices import nearby
from tipover.engine.queries.card_texts import ability_of
from tipover.engine.queries.figures import actor_of
from tipover.engine.run import apply
from tipover.play.notation.lines import follow, parse
from tipover.play.notation.typed_names import NotationError
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_server import WhyShown
from tipover.table.protocol.game import ReasonShown
from tipover.table.queries.refusal import hides_something, reasons_shown

MOST_SQUARES = 6  # shown as a way round
MOST_NAMED = 3  # named in its sentence
_FROM_ELSEWHERE = (verbs.CHALLENGE, verbs.ABILITY, verbs.USE, verbs.INTERACT, verbs.ASSIST)


class Way(NamedTuple):
    """What would work instead."""

    said: Part = ""  # The sentence, if something is known.
    squares: tuple[int, ...] = ()  # Squares to draw.


def why(state: State, lines: list[str], asked: bool = False, language: str = ENGLISH) -> list[WhyShown]:
    """For each line the reasons against it, and what would work instead; a legal line has neither.

    `asked`: the reader is the one who decides now. While something is secret nobody else gets reasons, because they would
    reveal what was picked (SUP-11).
    """
    printer = table_printer(state, language)
    return [_why(state, line, asked, printer) for line in lines]


def _why(state: State, line: str, asked: bool, printer: Printer) -> WhyShown:
    if hides_something(state) and not asked:
        return WhyShown(line, [ReasonShown("SUP-11", printer.text(say("why.secret")))])
    try:
        follow(state, line)
    except NotationError as error:
        return WhyShown(line, [ReasonShown("", sentence_of(printer.text(error.said)))])
    except IllegalChoice as refusal:
        found = _way(state, line, refusal.reasons)
        return WhyShown(line, reasons_shown(state, refusal.reasons, printer), printer.part(found.said), list(found.squares))
    return WhyShown(line, [])


def sentence_of(text: str) -> str:
    """An error message as a sentence: with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _way(state: State, line: str, reasons: list[Reason]) -> Way:
    """What would work instead of a refused line, if anything does; found by trying on clones."""
    try:
        choice = parse(state, line)
    except (NotationError, IllegalChoice):
        return Way()
    if choice.verb in (verbs.PLACE, verbs.SQUARE):
        return _nearest(state, choice)
    if choice.verb != verbs.TURN and choice.verb not in verbs.ACTION_VERBS:
        return Way()
    rules = {reason.rule for reason in reasons}
    turn = _in_turn(state, choice.figure)
    if choice.verb == verbs.TURN or turn is None:
        return _who_can(state) if rules & {"TRN-1", "TRN-2", "TRN-3", "COM-2"} else Way()
    if "ABI-2" in rules and choice.verb == verbs.ABILITY:
        return _token_back(state, choice)
    if choice.verb == verbs.USE and is_on_track(state.piece_at[choice.thing - PIECE]):
        place = place_of(state.piece_at[choice.thing - PIECE])
        item = state.setup.pieces[choice.thing - PIECE].name
        return Way(say("why.item_back", item=item, round=state.round + place - 1))
    if "TRN-4" in rules and turn.decision is not None and turn.decision.offers(Choice(verbs.RALLY, choice.figure)):
        return Way(say("why.rally"))
    if choice.verb == verbs.MOVE:
        return _two_moves(turn, choice)
    return _way_round(turn, choice, line) if choice.verb in _FROM_ELSEWHERE else Way()


def _in_turn(state: State, figure: FigureId) -> State | None:
    """A state in which the figure chooses an action: this one, or a clone with its turn begun; None if it cannot act now."""
    ask = state.decision
    if ask is None:
        return None
    actor = actor_of(state, figure)
    if ask.asked == questions.ACTION:
        return state if ask.figure == actor else None
    if ask.asked != questions.TURN or not ask.offers(Choice(verbs.TURN, actor)):
        return None
    trial = state.clone()
    apply(trial, Choice(verbs.TURN, actor))
    return trial if trial.decision is not None and trial.decision.asked == questions.ACTION and trial.acting == actor else None


def _moves(turn: State, figure: FigureId) -> list[Choice]:
    """The offered moves of a figure, shortest first, one for each square."""
    ask = turn.decision
    if ask is None or turn.figure_at[figure] < 0:
        return []
    start, grid = turn.figure_at[figure], turn.setup.grid
    by_end: dict[int, Choice] = {}
    for option in ask.options:
        if option.verb == verbs.MOVE and option.figure == figure:
            by_end.setdefault(option.thing, option)
    return sorted(by_end.values(), key=lambda one: (grid.distance(start, one.square), one.square))


def _goes_on(turn: State, move: Choice) -> State | None:
    """The state after a move, if the turn then asks for another action; otherwise None."""
    trial = turn.clone()
    apply(trial, move)
    ask = trial.decision
    return trial if ask is not None and ask.asked == questions.ACTION and trial.acting == turn.acting else None


def _way_round(turn: State, choice: Choice, line: str) -> Way:
    """The squares that an offered move leads to and from which the same line would be legal."""
    squares: list[Square] = []
    for move in _moves(turn, choice.figure):
        after = _goes_on(turn, move)
        if after is not None and _is_offered(after, choice, line):
            squares.append(move.square)
            if len(squares) == MOST_SQUARES:
                break
    said = say("why.way_round", squares=squares_part(squares[:MOST_NAMED])) if squares else ""
    return Way(said, tuple(squares))


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
    ways: list[Square] = []
    for move in _moves(turn, choice.figure):
        after = _goes_on(turn, move)
        if after is not None and any(one.thing == choice.thing for one in _moves(after, choice.figure)):
            ways.append(move.square)
    if not ways:
        return Way()
    ways.sort(key=lambda square: (grid.distance(square, choice.square), square))
    return Way(say("why.two_moves", first=SquarePart(ways[0]), then=SquarePart(choice.square)), (ways[0], choice.square))


def _token_back(state: State, choice: Choice) -> Way:
    """When a token of the ability's colour returns from the track, or that the side has none of it."""
    ability = ability_of(state, choice.figure, choice.ability)
    side, colour = state.setup.side_of[choice.figure], ALL_COLOURS[ability.colour]
    for place in ALL_PLACES:
        if tokens_at(state, side, place, colour):
            return Way(say("why.token_back", colour=ColourPart(colour), round=state.round + place - 1))
    return Way(say("why.no_token", colour=ColourPart(colour)))


def _who_can(state: State) -> Way:
    """Who may act now."""
    ask = state.decision
    if ask is None:
        return Way()
    figures = [ask.figure] if ask.asked == questions.ACTION else [one.figure for one in ask.options] if ask.asked == questions.TURN else []
    squares = tuple(state.figure_at[figure] for figure in figures if state.figure_at[figure] >= 0)
    said = say("why.who_can_act", figures=ListPart(tuple(FigurePart(figure) for figure in figures), "or")) if figures else ""
    return Way(said, squares)


def _nearest(state: State, choice: Choice) -> Way:
    """The nearest squares that can be chosen instead."""
    grid = state.setup.grid
    if not 0 <= choice.thing < grid.size:
        return Way()
    squares = [one.square for one in nearby(state, choice) if one.verb == choice.verb][:MOST_NAMED]
    return Way(say("why.nearest", squares=squares_part(squares)) if squares else "", tuple(squares))
