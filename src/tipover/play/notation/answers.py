"""One part of a typed line, read as a choice: heads such as `roll`, actions after a colon, picks after `>`.

Reading does not check legality; `apply` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tipover.cards.catalog import HIGHEST_FACE, NUMBER_AT, SIDES
from tipover.cards.suggest import closest
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.dice import FACES
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE, PIECE_THING, SQUARE_THING, FigureId, Side, Thing, Verb, is_figure, is_square
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.reason import reason_for
from tipover.engine.core.said import ListPart, say
from tipover.engine.core.setup_faults import meant
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Form, Takes
from tipover.engine.explain.action_faults import why_no_move
from tipover.engine.explain.choices import why_not_choice
from tipover.engine.queries.card_texts import offers
from tipover.engine.queries.figures import actor_of
from tipover.engine.queries.texts import is_way_heard
from tipover.engine.run import apply
from tipover.play.notation.attachment_answers import read_attachment
from tipover.play.notation.text_answers import is_square_meant, read_answer, read_way
from tipover.play.notation.text_words import offer_written
from tipover.play.notation.typed_names import (
    NotationError,
    card_named,
    figure_named,
    marker_named,
    piece_named,
    square_named,
    thing_named,
)
from tipover.play.notation.writing import PLAIN, action_written, notate

_ACTIONS = {verbs.ROWS[verb].word: verb for verb in verbs.PLAIN_ACTIONS}
_HEADS = {row.word for row in verbs.ROWS if row.form is Form.HEAD}
_PLAIN = {word: verb for verb, word in PLAIN.items()}
# Synonyms of actions.
_OTHER_WORDS = {
    "stand": "rally", "stand up": "rally", "get up": "rally", "attack": "challenge", "fight": "challenge", "help": "assist",
    "go": "move", "walk": "move", "take": "interact", "pass": "end", "stop": "end", "done": "end",
}  # fmt: skip
MOST_NAMED = 8


def read(state: State, part: str, line: str) -> Choice:
    """Read one part of a line; an error has the column of the faulty word."""
    try:
        return _read_part(state, part, line)
    except NotationError as error:
        if error.word and error.column == 1:
            error.column = line.lower().rfind(error.word.lower()) + 1 or 1
        raise


def _read_part(state: State, part: str, line: str) -> Choice:
    ask = state.decision
    if ask is None:
        raise IllegalChoice("The game is over.", why_not_choice(state, Choice(verbs.END, FIGURE_OF[0])), [])
    word, _, rest = part.partition(" ")
    lower = word.lower()
    if part.startswith("> "):
        return _read_pick(state, part[2:].strip(), line)
    if lower == "roll":
        return _read_roll(state, rest)
    if lower in ("side", "flip") and rest.lower() in SIDES:
        return Choice(verbs.SIDE if lower == "side" else verbs.FLIP, NOBODY, SIDES.index(rest.lower()))
    if lower == "flip" or (lower == "side" and ask.asked == questions.SIDE):
        raise NotationError(say("notation.no_side", text=rest, sides=ListPart(tuple(SIDES)), hint=meant(rest, SIDES)), word=rest)
    if lower == "pick":
        return read_attachment(state, rest) if ask.asked == questions.ATTACH else card_named(state, rest)
    if lower == "place" and ask.asked not in (questions.TEXT, questions.ORDER):
        who, _, where = rest.rpartition(" ")
        return Choice(verbs.PLACE, figure_named(state, who or rest), square_named(state, where))
    if ":" in part and ask.asked != questions.ORDER:
        who, _, action = part.partition(":")
        return _read_action(state, figure_named(state, who.strip()), action.strip())
    if ask.asked == questions.PLACE or ask.asked in questions.ANSWERED_BY_ARROW:
        return _read_pick(state, part, line)
    return Choice(verbs.TURN, figure_named(state, part))


def _read_pick(state: State, text: str, line: str) -> Choice:
    ask = state.decision
    assert ask is not None
    if ask.asked in (questions.TEXT, questions.ORDER):
        return _read_in_text(state, ask, text)
    grid = state.setup.grid
    if text.lower() in _PLAIN and state.setup.figure(text) < 0:
        return Choice(_PLAIN[text.lower()])
    if ":" in text or text.split()[0].lower() in _HEADS:
        return read(state, text, line)
    if ask.asked in (questions.WHERE, questions.PLACE):
        square = grid.square(text)
        if square >= 0 and (ask.asked == questions.WHERE or text == text.lower() or state.setup.figure(text) < 0):
            return Choice(verbs.SQUARE if ask.asked == questions.WHERE else verbs.PLACE, ask.figure, square)
        return Choice(verbs.FIGURE, figure_named(state, text))
    if ask.asked == questions.PICK:
        return card_named(state, text)
    if ask.asked == questions.ATTACH:
        return read_attachment(state, text)
    if ask.asked == questions.SIDE and text.lower() in SIDES:
        return Choice(verbs.SIDE, NOBODY, SIDES.index(text.lower()))
    if ask.asked == questions.ACTION and ask.figure >= 0 and text.partition(" ")[0].lower() in _ACTIONS:
        return _read_action(state, ask.figure, text)
    square = grid.square(text)
    marks = [slot.mark.lower() for slot in state.setup.figures]
    if square >= 0 and text.lower() not in marks:
        return Choice(verbs.SQUARE, ask.figure, square)
    return Choice(verbs.FIGURE, figure_named(state, text))


def _read_in_text(state: State, ask: Decision, text: str) -> Choice:
    """An answer to a text's question. Answers that are not offered are read too, so that the refusal can say why."""
    found = read_answer(state, text)
    if found is not None:
        return found
    text = _without_verb(ask, text)
    found = read_answer(state, text) or read_way(state, text)
    if found is not None:
        return found
    if text.lower() in _PLAIN and state.setup.figure(text) < 0:
        return Choice(_PLAIN[text.lower()])
    given = next((option.figure for option in ask.options if option.verb in verbs.ACTION_VERBS), NOBODY)
    who, colon, action = text.partition(":")
    if colon and given >= 0:
        return _read_action(state, figure_named(state, who.strip()), action.strip())
    if given >= 0:
        moves = any(option.verb == verbs.MOVE and option.figure == given for option in ask.options)
        return _read_action(state, given, f"move {text}" if moves and state.setup.grid.square(text) >= 0 else text)
    if any(option.verb == verbs.FIGURE for option in ask.options) and not is_square_meant(state, text):
        return Choice(verbs.FIGURE, figure_named(state, text))
    if state.setup.grid.square(text) >= 0:
        square = state.setup.grid.square(text)
        if any(option.verb == verbs.THING and is_square(thing_of(option)) for option in ask.options):
            return Choice(verbs.THING, NOBODY, SQUARE_THING[square])
        return Choice(verbs.SQUARE, ask.options[0].figure, square)
    piece = piece_named(state, text)
    if piece >= 0:
        return Choice(verbs.THING, NOBODY, piece)
    known = [notate(state, option) for option in ask.options[:MOST_NAMED]] + (["…"] if len(ask.options) > MOST_NAMED else [])
    raise NotationError(say("notation.no_answer", text=text, answers=ListPart(tuple(known))), word=text)


def _without_verb(ask: Decision, text: str) -> str:
    """Drop the verb of `challenge D2` or `move c4` if a text asks only for the figure or the square."""
    word, _, rest = text.partition(" ")
    asked = {"challenge": verbs.FIGURE, "move": verbs.SQUARE}.get(word.lower(), -1)
    return rest if rest and any(option.verb == asked for option in ask.options) else text


# -- actions ---------------------------------------------------------------------------------------------


def _read_action(state: State, figure: FigureId, text: str) -> Choice:
    word, _, rest = text.partition(" ")
    verb = _ACTIONS.get(word.lower())
    if verb is not None:
        return _READERS[verbs.TAKES[verb]](state, verb, figure, rest.strip(), text)
    named = _card_action(state, figure, text)
    if named is not None:
        return named
    if not text:
        *words, last = _ACTIONS
        raise NotationError(say("notation.what_does", who=state.setup.mark(figure), words=ListPart(tuple(words)), last=last))
    other = _OTHER_WORDS.get(" ".join(text.lower().split()), _OTHER_WORDS.get(word.lower(), ""))
    raise _no_ability(state, figure, text, other or closest(word, _ACTIONS))


def _read_alone(state: State, verb: Verb, figure: FigureId, rest: str, text: str) -> Choice:
    """An action without an object; a card's action may begin with the same word."""
    if not rest:
        return Choice(verb, figure)
    named = _card_action(state, figure, text)
    if named is not None:
        return named
    raise NotationError(say("notation.nothing_follows", word=text.partition(" ")[0], rest=rest), word=rest)


def _read_target(state: State, verb: Verb, figure: FigureId, rest: str, text: str) -> Choice:
    """An action with a figure or piece as its target."""
    if not rest:
        raise NotationError(say("notation.whom", who=state.setup.mark(figure), word=text.partition(" ")[0].lower()))
    return Choice(verb, figure, thing_named(state, rest))


def _read_marker(state: State, verb: Verb, figure: FigureId, rest: str, text: str) -> Choice:
    """An interact with a marker, or one that a card offers.

    The full name of a piece is preferred to the beginning of an offer's name: point marker C to the Control area.
    """
    named = _card_action(state, figure, text)
    if named is not None and named.verb == verbs.OFFER and (_is_written(state, named, text) or piece_named(state, rest) < 0):
        return named
    marker = marker_named(state, rest)
    if marker < 0:
        marker = _objective_of_card(state, rest, state.setup.side_of[figure])
    if is_figure(marker):  # a bonus objective: what its card offers
        own = [entry for entry in offers(state) if entry.source.thing == marker and entry.offers == "interact"]
        return Choice(verbs.OFFER, figure, own[0].number) if own else Choice(verb, figure, marker)
    short = _before_square(state, text)
    offered = _card_action(state, figure, short) if marker >= PIECE or (marker < 0 and short != text) else None
    is_offer = offered is not None and offered.verb == verbs.OFFER and _is_written(state, offered, short)
    return offered if offered is not None and is_offer else Choice(verb, figure, marker)


def _objective_of_card(state: State, name: str, side: Side) -> Thing:
    """The bonus objective with a card of this name, that of a side first; -1 if there is none."""
    setup = state.setup
    found = [one for one in setup.objectives if state.card[one] >= 0 and setup.card(state.card[one]).card.lower() == name.lower()]
    return next((one for one in found if setup.side_of[one] == side), found[0] if found else NOBODY)


def _is_written(state: State, named: Choice, text: str) -> bool:
    """Whether this is the complete written form of a card's action."""
    return action_written(_as_if_acting(state, named.figure), named).lower() == " ".join(text.lower().split())


def without_square(state: State, part: str) -> list[str]:
    """Split `H: interact Crate d3` into the offered action `H: interact Crate` and its piece `> Crate d3`; otherwise the part unchanged.

    What lies there may be an area instead (`interact Control c3`): then its square alone follows.
    """
    head, _, action = part.rpartition(":") if ":" in part else ("", "", part.removeprefix("> "))
    words = action.split()
    if state.decision is None or len(words) < 3 or words[0].lower() != "interact":
        return [part]
    short = _before_square(state, " ".join(words))
    if short == " ".join(words):
        return [part]
    try:
        choice = read(state, part, part)
    except (NotationError, IllegalChoice):
        return [part]
    if choice.verb != verbs.OFFER or _is_written(state, choice, action):
        return [part]
    object_named = " ".join(words[1:]) if piece_named(state, " ".join(words[1:])) >= 0 else words[-1]
    return [f"{head}: {short}" if head else f"> {short}", f"> {object_named}"]


def _before_square(state: State, text: str) -> str:
    """A text without a square at its end."""
    words = text.split()
    return " ".join(words[:-1]) if len(words) > 1 and state.setup.grid.square(words[-1]) >= 0 else text


def _card_action(state: State, figure: FigureId, text: str) -> Choice | None:
    """An ability, an item's use or an offered action by its written form or an unambiguous beginning.

    Finds actions that cannot be used now too, so that the refusal can say why.
    """
    wanted = " ".join(text.lower().split())
    ready = _as_if_acting(state, figure)
    options = ready.decision.options if ready.decision is not None else []
    offered = [option for option in options if option.figure == figure and option.verb in verbs.CARD_ACTIONS]
    known = {action_written(ready, option).lower(): option for option in offered}
    if wanted in known:
        return known[wanted]
    starts = [option for said, option in known.items() if said.startswith(wanted)]
    plain = [option for option in starts if option.verb != verbs.ABILITY or not option.path]
    if len(plain) == 1 and wanted:
        return plain[0]
    return _ability(state, figure, wanted) or _item(state, figure, wanted) or _offer(state, figure, wanted)


def _ability(state: State, figure: FigureId, wanted: str) -> Choice | None:
    """An ability of a figure's card, whether or not it can be paid for."""
    card = state.setup.card(state.card[figure]) if state.card[figure] >= 0 else None
    name, _, price = wanted.partition(" for ")
    for k, ability in enumerate(card.abilities if card is not None else ()):
        if ability.name.lower().startswith(name) and name:
            return Choice(verbs.ABILITY, figure, k, (int(price),) if price.isdecimal() and int(price) != ability.cost else ())
    return None


def _item(state: State, figure: FigureId, wanted: str) -> Choice | None:
    """An item of this game, the figure's own ones first; `use` is optional."""
    named = wanted.removeprefix("use ")
    found = [p for p, slot in enumerate(state.setup.pieces) if slot.sort == "item" and named == slot.name.lower()]
    found.sort(key=lambda p: state.piece_holder[p] != figure)
    return Choice(verbs.USE, figure, PIECE_THING[found[0]]) if found else None


def _offer(state: State, figure: FigureId, wanted: str) -> Choice | None:
    """An action that any card of this game offers to anyone, those of the figure's own side first."""
    found = [entry for entry in offers(state) if wanted == offer_written(state, entry.number).lower()]
    found.sort(key=lambda entry: entry.source.side != state.setup.side_of[figure])
    return Choice(verbs.OFFER, figure, found[0].number) if found else None


def _as_if_acting(state: State, figure: FigureId) -> State:
    """The state itself, or a copy in which the figure has taken the turn that is being asked for."""
    ask = state.decision
    turn = Choice(verbs.TURN, actor_of(state, figure))
    if ask is None or ask.asked != questions.TURN or not ask.offers(turn):
        return state
    trial = state.clone()
    apply(trial, turn)
    return trial


def _no_ability(state: State, figure: FigureId, text: str, meant: str) -> IllegalChoice:
    """The refusal of an ability that the figure does not have: anything unknown after the colon is read as an ability, after `use` as an item.

    `meant` is the action that was probably meant, or empty.
    """
    card = state.card[figure]
    basic = card >= 0 and state.setup.card(card).basic
    item = text[4:].strip() if text.lower().startswith("use ") else ""
    rule = "ACT-5" if basic else "ITM-1" if item else "ABI-1"
    key = "reason.item.not_held" if item else "reason.text.no_such_name_but" if meant else "reason.text.no_such_name"
    reason = reason_for(state.setup, rule, key, things=[figure], who=state.name(figure), typed=text, word=meant, item=item)
    return IllegalChoice(str(reason), [reason], state.decision.options[:5] if state.decision else [])


def _read_move(state: State, verb: Verb, figure: FigureId, text: str, _: str) -> Choice:
    """An action to a square, or along a path to it; a path that makes no difference is read as its last square."""
    squares = [square_named(state, word) for word in re.split(r"[\s,]+", text) if word]
    if not squares:
        raise NotationError(say("notation.where_to", who=state.setup.mark(figure)))
    end = squares[-1]
    if len(squares) == 1:
        return Choice(verb, figure, end)
    path = tuple(squares)
    here = state.figure_at[figure]
    if here >= 0 and path[0] == here:
        path = path[1:]
    if here >= 0 and not is_way_heard(state) and not why_no_move(state, figure, end, path):
        return Choice(verb, figure, end)
    return Choice(verb, figure, end, path)


# The reader of each action with its own word, by the kind of its object.
_READERS: dict[Takes, Callable[[State, Verb, FigureId, str, str], Choice]] = verbs.complete(
    "the reader of actions",
    {verbs.TAKES[verb] for verb in verbs.PLAIN_ACTIONS},
    {
        Takes.NOTHING: _read_alone,
        Takes.SQUARE: _read_move,
        Takes.TARGET: _read_target,
        Takes.ALLY: _read_target,
        Takes.MARKER: _read_marker,
    },
)


def _read_roll(state: State, text: str) -> Choice:
    """The faces of a roll; numbers only where numbered dice are rolled now."""
    faces: list[int] = []
    ask = state.decision
    rolled = {face for one in ask.options for face in one.path} if ask is not None and ask.weights is not None else set()
    numbered = any(face >= NUMBER_AT for face in rolled)
    unknown = "no_face_or_number" if numbered else "no_face_or_blank" if FACES.index("-") in rolled else "no_face"
    for word in text.replace(",", " ").split():
        if numbered and word.isdecimal() and word.isascii() and int(word) <= HIGHEST_FACE:
            faces.append(NUMBER_AT + int(word))
            continue
        for sign in word.lower() if all(s in FACES for s in word.lower()) else [word.lower()]:
            if sign not in FACES or len(sign) != 1:
                raise NotationError(say(f"notation.{unknown}", text=word), word=word)
            faces.append(FACES.index(sign))
    return Choice(verbs.ROLL, NOBODY, -1, tuple(sorted(faces)))
