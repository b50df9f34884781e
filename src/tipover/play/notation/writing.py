"""Writing choices as lines of the notation; everything written here can be typed."""

from __future__ import annotations

from collections.abc import Callable

from tipover.cards.catalog import SIDES
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.dice import face_written
from tipover.engine.core.ids import PIECE, CardId, Thing, is_figure
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Form, Takes
from tipover.engine.queries.figures import attachment_name
from tipover.play.notation.text_words import ability_written, offer_written, order_words, thing_words, way_words

FOR = " for "  # between an attachment and its holder

PLAIN = {verb: verbs.ROWS[verb].word for verb in verbs.PLAIN_ANSWERS}


def notate(state: State, choice: Choice) -> str:
    """A choice as one line."""
    row = verbs.ROWS[choice.verb]
    if row.form is Form.MARK:
        return object_written(state, choice)
    if row.form is Form.HEAD:
        who = state.setup.mark(choice.figure) if row.takes is Takes.SQUARE else ""
        return " ".join(part for part in (row.word, who, object_written(state, choice)) if part)
    if row.form is Form.ANSWER or (state.decision is not None and state.decision.asked == questions.TEXT):
        return f"> {answer_written(state, choice)}"
    return f"{state.setup.mark(choice.figure)}: {action_written(state, choice)}"


def answer_written(state: State, choice: Choice) -> str:
    """An answer inside a text, without `> `; an action is written without its figure, unless it is a companion's."""
    row = verbs.ROWS[choice.verb]
    if row.form is Form.ACTION:
        ask = state.decision
        is_anothers = ask is not None and 0 <= ask.figure != choice.figure
        return f"{state.setup.mark(choice.figure)}: {action_written(state, choice)}" if is_anothers else action_written(state, choice)
    if row.form is not Form.ANSWER:
        return notate(state, choice)
    if row.takes is Takes.SQUARE and len(choice.path) == 1:
        # A path of one step starts with its first square, to distinguish it from the default path to its end.
        return f"{state.setup.grid.name(state.figure_at[choice.figure])} {object_written(state, choice)}"
    return row.word or object_written(state, choice)


def action_written(state: State, choice: Choice) -> str:
    """An action without its figure."""
    row = verbs.ROWS[choice.verb]
    return " ".join(part for part in (row.word, object_written(state, choice)) if part)


def object_written(state: State, choice: Choice) -> str:
    """The object of a choice, as the notation writes it."""
    return _OBJECTS[verbs.TAKES[choice.verb]](state, choice)


def _squares_written(state: State, choice: Choice) -> str:
    return " ".join(state.setup.grid.name(square) for square in choice.way or (choice.square,))


def attachment_written(state: State, choice: Choice) -> str:
    """An attachment with its holder's mark; a bonus objective has no holder."""
    name = attachment_name(state, thing_of(choice))
    return f"{name}{FOR}{state.setup.mark(choice.figure)}" if choice.figure >= 0 else name


def thing_written(state: State, thing: Thing) -> str:
    """A figure's mark, or a piece's name."""
    return state.setup.mark(thing) if is_figure(thing) else piece_written(state, thing)


def piece_written(state: State, thing: Thing) -> str:
    """A piece's letter or name, with its square if several have that name, and a number if they share a square."""
    setup = state.setup
    piece = thing - PIECE
    slot = setup.pieces[piece]
    same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name]
    if len(same) == 1 or state.piece_at[piece] < 0:
        return slot.name
    here = [p for p in same if state.piece_at[p] == state.piece_at[piece]]
    number = f" {here.index(piece) + 1}" if len(here) > 1 else ""
    return f"{slot.name} {setup.grid.name(state.piece_at[piece])}{number}"


_OBJECTS: dict[Takes, Callable[[State, Choice], str]] = verbs.complete("the notation", Takes, {
    Takes.NOTHING: lambda _, __: "",
    Takes.FIGURE: lambda state, choice: state.setup.mark(choice.figure),
    Takes.SQUARE: _squares_written,
    Takes.TARGET: lambda state, choice: thing_written(state, thing_of(choice)),
    Takes.ALLY: lambda state, choice: thing_written(state, thing_of(choice)),
    Takes.MARKER: lambda state, choice: thing_written(state, thing_of(choice)),
    Takes.ABILITY: ability_written,
    Takes.ITEM: lambda state, choice: state.setup.pieces[choice.thing - PIECE].name,
    Takes.OFFER: lambda state, choice: offer_written(state, choice.thing),
    Takes.SIDE: lambda _, choice: SIDES[choice.thing],
    Takes.CARD: lambda state, choice: state.setup.card(CardId(choice.thing)).name,
    Takes.ATTACHMENT: attachment_written,
    Takes.THING: lambda state, choice: thing_words(state, thing_of(choice)),
    Takes.ALTERNATIVE: lambda state, choice: way_words(state, choice.thing),
    Takes.EFFECT: order_words,
    Takes.FACES: lambda _, choice: " ".join(face_written(face) for face in choice.path),
})  # fmt: skip
