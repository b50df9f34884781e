"""The answers to a question: each with its line, a short label, and what it lights up on the table."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.cards import program as ops
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine import field
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_TEXT,
    ASSIST,
    ATTACH,
    CHALLENGE,
    DONE,
    END,
    FIGURE,
    FLIP,
    INTERACT,
    MOVE,
    NO,
    OFFER,
    ORDER,
    PICK,
    PIECE,
    PLACE,
    RALLY,
    ROLL,
    SIDE,
    SQUARE,
    THING,
    TURN,
    USE,
    VERBS,
    WAY,
    YES,
    Choice,
    Decision,
)
from tipover.engine.dice import face_name
from tipover.engine.flow import actions
from tipover.engine.flow.attaching import attachment_name
from tipover.engine.flow.kinds import KIND, TEXT_FRAME
from tipover.engine.state import State
from tipover.engine.steps.frame import (
    AREA_AT,
    PROG,
    SIDE_AT,
    SQUARE_AT,
    WALL_AT,
    is_area,
    is_figure,
    is_piece,
    is_square,
    is_token,
    is_wall,
    token_parts,
)
from tipover.play.asking import card_option, squares_word
from tipover.play.textwords import card_action_written, order_words, plain_words, way_words
from tipover.play.wallwords import area_words, beside_wall, numbered_wall
from tipover.play.writing import notate
from tipover.table.protocol import Option
from tipover.table.show.names import name_of, thing_name

CARD_ACTIONS = (ABILITY, USE, OFFER)
DETAILED = (*CARD_ACTIONS, ORDER, THING)  # answers that a card explains


def options(state: State, ask: Decision) -> list[Option]:
    """Every answer in the engine's order, which is the order of their numbers."""
    ways = _ways(state, ask)
    declares = _text_challenges(state, ask)
    return [_option(state, number, choice, ways, declares) for number, choice in enumerate(ask.options)]


def _option(state: State, number: int, choice: Choice, ways: dict[tuple[int, int], list[int]], declares: bool) -> Option:
    verb, thing = choice.verb, choice.thing
    shown = Option(n=number, line=notate(state, choice), verb=VERBS[verb], label=label(state, choice), figure=choice.figure)
    if verb in (MOVE, SQUARE, PLACE):
        shown.square = thing
        shown.path = list(choice.path) or (ways.get((choice.figure, thing), []) if verb == MOVE else [])
    elif verb in (CHALLENGE, ASSIST, INTERACT):
        shown.target = thing
        shown.square = square_of(state, thing)
    elif verb in (FIGURE, TURN):
        shown.target = choice.figure
        shown.square = max(state.where[choice.figure], -1)
    elif verb == ABILITY:
        shown.ability = thing
    elif verb == USE:
        shown.target = thing
    elif verb == OFFER:
        shown.target = state.cast.entries[thing].source.thing
        shown.square = square_of(state, shown.target)
    elif verb == PICK:
        shown.card = state.setup.card(thing).name
    elif verb == ATTACH:
        shown.card = attachment_name(state, thing)
        shown.target = thing
    elif verb in (SIDE, FLIP):
        shown.side = SIDES[thing]
    elif verb == THING:
        _fill_thing(state, shown, thing)
    if verb in DETAILED:
        shown.detail = card_option(state, choice)
    elif verb in (TURN, FIGURE):
        shown.detail = condition(state, choice.figure)
    shown.challenge = _may_challenge(state, choice, declares)
    return shown


def _fill_thing(state: State, shown: Option, thing: int) -> None:
    """A piece, a token with its side and place, an area by its first square, a side; a wall has its label alone."""
    if is_token(thing):
        side, place, colour = token_parts(thing)
        shown.colour, shown.side, shown.place = COLOURS[colour], SIDES[side], place
    elif is_piece(thing) or is_figure(thing):
        shown.target = thing
        shown.square = square_of(state, thing)
    elif is_area(thing):
        mask = state.setup.areas[thing - AREA_AT].mask
        shown.square = (mask & -mask).bit_length() - 1
        shown.squares = squares_of(mask)
    elif is_square(thing):
        shown.square = thing - SQUARE_AT
    elif SIDE_AT <= thing < SIDE_AT + len(SIDES):
        shown.side = SIDES[thing - SIDE_AT]


def square_of(state: State, thing: int) -> int:
    """The square a figure or piece is in, or -1."""
    if thing < 0:
        return -1
    return max(state.where[thing] if thing < PIECE else state.lies[thing - PIECE], -1)


def condition(state: State, figure: int) -> str:
    """What matters about a figure that may be chosen: knocked down, knocked out; nothing if it stands."""
    if -4 <= state.where[figure] <= -1:
        return f"knocked out, on the {-state.where[figure]} of the track"
    return "knocked down" if state.down[figure] else ""


# -- labels ----------------------------------------------------------------------------------------------


def label(state: State, choice: Choice) -> str:
    """A short name of an answer: `Move to c4`, `Challenge Captain America`, `Sucker Punch`, `End turn`.

    An action of another figure than the acting one, a companion's, begins with its name: `Ghost: challenge Shuri`.
    """
    ask = state.decision
    if choice.verb in ACTION_VERBS and ask is not None and 0 <= ask.figure != choice.figure >= 0:
        said = _action(state, choice)
        if choice.verb not in CARD_ACTIONS:
            said = said[:1].lower() + said[1:]
        return f"{name_of(state, choice.figure)}: {said}"
    return _action(state, choice) if choice.verb in ACTION_VERBS else _answer(state, choice)


def _action(state: State, choice: Choice) -> str:
    verb, thing, grid = choice.verb, choice.thing, state.setup.grid
    if verb == MOVE:
        if state.where[choice.figure] == thing and not choice.path:
            return f"Stay on {grid.name(thing)}"
        return f"Move to {_way(state, choice)}"
    if verb in (CHALLENGE, ASSIST, INTERACT):
        word = {CHALLENGE: "Challenge", ASSIST: "Assist", INTERACT: "Take"}[verb]
        return f"{word} {thing_name(state, thing)}"
    if verb in CARD_ACTIONS:
        said = card_action_written(state, choice)
        return said[:1].upper() + said[1:]
    return {RALLY: "Rally", END: "End turn"}[verb]


def _answer(state: State, choice: Choice) -> str:
    verb, thing = choice.verb, choice.thing
    if verb == SQUARE:
        return f"{squares_word(state).capitalize()} {_way(state, choice)}"
    if verb in (TURN, FIGURE):
        return name_of(state, choice.figure)
    if verb == PLACE:
        return f"Place {name_of(state, choice.figure)} on {state.setup.grid.name(thing)}"
    if verb in (PICK, ATTACH):
        return _pick(state, choice)
    if verb in (SIDE, FLIP):
        return SIDES[thing].capitalize()
    if verb == ROLL:
        return ", ".join(face_name(face) for face in choice.path) or "nothing"
    if verb == THING:
        return thing_label(state, thing)
    if verb == WAY:
        said = way_words(state, thing)
        return said[:1].upper() + said[1:]
    if verb == ORDER:
        return order_words(state, choice)
    return {YES: "Yes", NO: "No", DONE: "That is all"}[verb]


def _way(state: State, choice: Choice) -> str:
    """Where a move ends, and by which squares if that is part of the answer."""
    grid = state.setup.grid
    by = f" by {', '.join(grid.name(square) for square in choice.path[:-1])}" if len(choice.path) > 1 else ""
    return f"{grid.name(choice.thing)}{by}"


def _pick(state: State, choice: Choice) -> str:
    if choice.verb == PICK:
        return state.setup.card(choice.thing).name
    name = attachment_name(state, choice.thing)
    if choice.figure < 0:
        return name
    # Answers are told only to those who are asked, and they know whom they picked in secret.
    secret = state.secret[choice.figure]
    return f"{name} for {state.setup.card(secret).name if secret >= 0 else name_of(state, choice.figure)}"


def thing_label(state: State, thing: int) -> str:
    """A thing that a text asks for: `Light's blue token on 3`, `Scoring area, the middle, c3 to f6`, a piece, a wall, a side."""
    setup = state.setup
    if is_token(thing):
        side, place, colour = token_parts(thing)
        return f"{SIDES[side].capitalize()}'s {COLOURS[colour]} token {f'on {place}' if place else 'in the pool'}"
    if is_area(thing):
        area = setup.areas[thing - AREA_AT]
        return f"{area.name} area, {area_words(setup.grid, area.mask)}"
    if is_piece(thing):
        at, wall = square_of(state, thing), field.wall_of(state.lies[thing - PIECE])
        lies = f" on {setup.grid.name(at)}" if at >= 0 else f" between {' and '.join(beside_wall(setup.grid, wall))}" if wall >= 0 else ""
        return f"{thing_name(state, thing)}{lies}"
    if is_wall(thing):
        return f"The {numbered_wall(setup.grid, thing - WALL_AT).removeprefix('the ')}"
    said = plain_words(state, thing)
    return said.capitalize() if SIDE_AT <= thing < SIDE_AT + len(SIDES) else said


# -- moves and challenges --------------------------------------------------------------------------------


def _ways(state: State, ask: Decision) -> dict[tuple[int, int], list[int]]:
    """Figure and square → the way a plain move takes there, so that reach can be shown step by step; companions move too (COM-2)."""
    moves = [(choice.figure, choice.thing) for choice in ask.options if choice.verb == MOVE and not choice.path]
    return {(figure, end): actions.way(state, figure, end) for figure, end in moves if state.where[figure] >= 0}


def _text_challenges(state: State, ask: Decision) -> bool:
    """Whether the text that asks has a challenge in it."""
    frame = state.stack[-1] if state.stack else [-1]
    return ask.asked == ASK_TEXT and frame[KIND] == TEXT_FRAME and _has_challenge(state, frame[PROG])


def _has_challenge(state: State, program: int) -> bool:
    return any(step.op == ops.DO and step.act is not None and step.act.verb == "challenge" for step in state.cast.programs[program].steps)


def _may_challenge(state: State, choice: Choice, declares: bool) -> bool:
    """Whether an answer may declare a challenge at once; the odds say whether it does."""
    if choice.verb == CHALLENGE:
        return True
    if choice.verb == ABILITY:
        return _has_challenge(state, state.cast.abilities[choice.figure][choice.thing])
    if choice.verb == USE:
        return _has_challenge(state, state.cast.uses[choice.thing - PIECE])
    if choice.verb == OFFER:
        return _has_challenge(state, state.cast.entries[choice.thing].program)
    return declares and choice.verb in (FIGURE, THING, YES)
