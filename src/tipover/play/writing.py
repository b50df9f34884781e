"""A choice as one line of the notation: what is printed here may be typed."""

from __future__ import annotations

from tipover.cards.catalog import SIDES
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
    WAY,
    YES,
    Choice,
)
from tipover.engine.dice import face_written
from tipover.engine.flow.attaching import attachment_name
from tipover.engine.state import State
from tipover.play.textwords import card_action_written, order_words, thing_words, way_words

FOR = " for "  # between an attachment and who has it

PLAIN = {YES: "yes", NO: "no", DONE: "done"}


def notate(state: State, choice: Choice) -> str:
    """A choice as one line."""
    setup = state.setup
    verb = choice.verb
    grid = setup.grid
    if verb == TURN:
        return setup.mark(choice.figure)
    if verb == ROLL:
        return " ".join(["roll", *(face_written(face) for face in choice.path)])
    if verb in (SIDE, FLIP):
        return f"{'side' if verb == SIDE else 'flip'} {SIDES[choice.thing]}"
    if verb == PICK:
        return f"pick {setup.card(choice.thing).name}"
    if verb == ATTACH:
        return f"pick {attachment_written(state, choice)}"
    if verb == PLACE:
        return f"place {setup.mark(choice.figure)} {grid.name(choice.thing)}"
    if verb in (FIGURE, SQUARE, THING, WAY, YES, NO, DONE, ORDER) or (state.decision is not None and state.decision.asked == ASK_TEXT):
        return f"> {answer_written(state, choice)}"
    return f"{setup.mark(choice.figure)}: {action_written(state, choice)}"


def answer_written(state: State, choice: Choice) -> str:
    """An answer inside a text, without its `> `; an action given there goes without its figure, unless it is a companion's."""
    verb, grid = choice.verb, state.setup.grid
    if verb == FIGURE:
        return state.setup.mark(choice.figure)
    if verb == SQUARE:
        # A way of one step is told from the least way to its end by the square it begins in.
        start = (state.where[choice.figure],) if len(choice.path) == 1 else ()
        return " ".join(grid.name(square) for square in (*start, *choice.path) or (choice.thing,))
    if verb == THING:
        return thing_words(state, choice.thing)
    if verb == WAY:
        return way_words(state, choice.thing)
    if verb == ORDER:
        return order_words(state, choice)
    if verb in PLAIN:
        return PLAIN[verb]
    if verb not in ACTION_VERBS:
        return notate(state, choice)
    ask = state.decision
    is_anothers = ask is not None and 0 <= ask.figure != choice.figure
    return f"{state.setup.mark(choice.figure)}: {action_written(state, choice)}" if is_anothers else action_written(state, choice)


def action_written(state: State, choice: Choice) -> str:
    """An action without its figure."""
    verb, grid = choice.verb, state.setup.grid
    if verb in (ABILITY, USE, OFFER):
        return card_action_written(state, choice)
    if verb == MOVE:
        squares = choice.path or (choice.thing,)
        return f"move {' '.join(grid.name(square) for square in squares)}"
    if verb in (RALLY, END):
        return "rally" if verb == RALLY else "end"
    word = {CHALLENGE: "challenge", ASSIST: "assist", INTERACT: "interact"}[verb]
    return f"{word} {thing_written(state, choice.thing)}"


def attachment_written(state: State, choice: Choice) -> str:
    """An attachment with its holder's mark; a bonus objective has none."""
    name = attachment_name(state, choice.thing)
    return f"{name}{FOR}{state.setup.mark(choice.figure)}" if choice.figure >= 0 else name


def thing_written(state: State, thing: int) -> str:
    """A figure's mark, or a piece as it is written."""
    return state.setup.mark(thing) if thing < PIECE else piece_written(state, thing)


def piece_written(state: State, thing: int) -> str:
    """A piece's letter or name, with its square where several have it, and a number in one square."""
    setup = state.setup
    piece = thing - PIECE
    slot = setup.pieces[piece]
    same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name]
    if len(same) == 1 or state.lies[piece] < 0:
        return slot.name
    here = [p for p in same if state.lies[p] == state.lies[piece]]
    number = f" {here.index(piece) + 1}" if len(here) > 1 else ""
    return f"{slot.name} {setup.grid.name(state.lies[piece])}{number}"
