"""One part of a typed line, read as a choice: heads such as `roll`, actions after a colon, picks after `>`.

Reading never judges legality; `apply` does.
"""

from __future__ import annotations

import re

from tipover.cards.catalog import HIGHEST_FACE, NUMBER_AT, SIDES, suggestion
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ACTION,
    ASK_ATTACH,
    ASK_ORDER,
    ASK_PICK,
    ASK_PLACE,
    ASK_RETURN,
    ASK_SIDE,
    ASK_TEXT,
    ASK_TURN,
    ASK_WHERE,
    ASSIST,
    CHALLENGE,
    END,
    FIGURE,
    FLIP,
    INTERACT,
    MOVE,
    OFFER,
    PIECE,
    PLACE,
    RALLY,
    ROLL,
    SIDE,
    SQUARE,
    THING,
    TURN,
    USE,
    Choice,
    Decision,
)
from tipover.engine.dice import FACES
from tipover.engine.flow.abilities import actor_of
from tipover.engine.reason import because
from tipover.engine.run import IllegalChoice, apply
from tipover.engine.state import State
from tipover.engine.why import why_not_choice
from tipover.engine.whyact import why_no_move
from tipover.play.attachwords import read_attachment
from tipover.play.naming import (
    NotationError,
    card_named,
    figure_named,
    marker_named,
    piece_named,
    square_named,
    thing_named,
)
from tipover.play.textanswers import is_square_meant, read_answer, read_way
from tipover.play.textwords import card_action_written, offer_written
from tipover.play.writing import PLAIN, notate

_ACTIONS = {"move": MOVE, "challenge": CHALLENGE, "assist": ASSIST, "interact": INTERACT, "rally": RALLY, "end": END}
_HEADS = ("roll", "flip", "pick", "place", "side")
_PLAIN = {word: verb for verb, word in PLAIN.items()}
# What people say for an action, and its word.
_OTHER_WORDS = {
    "stand": "rally", "stand up": "rally", "get up": "rally", "attack": "challenge", "fight": "challenge", "help": "assist",
    "go": "move", "walk": "move", "take": "interact", "pass": "end", "stop": "end", "done": "end",
}  # fmt: skip
MOST_TOLD = 8


def read(state: State, part: str, line: str) -> Choice:
    """One part of a line; an error gets the column of the word it is about."""
    try:
        return _read_part(state, part, line)
    except NotationError as error:
        if error.word and error.column == 1:
            error.column = line.lower().rfind(error.word.lower()) + 1 or 1
        raise


def _read_part(state: State, part: str, line: str) -> Choice:
    ask = state.decision
    if ask is None:
        raise IllegalChoice("The game is over.", why_not_choice(state, Choice(END, 0)), [])
    word, _, rest = part.partition(" ")
    lower = word.lower()
    if part.startswith("> "):
        return _read_pick(state, part[2:].strip(), line)
    if lower == "roll":
        return _read_roll(state, rest)
    if lower in ("side", "flip") and rest.lower() in SIDES:
        return Choice(SIDE if lower == "side" else FLIP, -1, SIDES.index(rest.lower()))
    if lower == "flip" or (lower == "side" and ask.asked == ASK_SIDE):
        raise NotationError(f"'{rest}' is no side; sides are {', '.join(SIDES)}{suggestion(rest, SIDES)}", word=rest)
    if lower == "pick":
        return read_attachment(state, rest) if ask.asked == ASK_ATTACH else card_named(state, rest)
    if lower == "place" and ask.asked not in (ASK_TEXT, ASK_ORDER):
        who, _, where = rest.rpartition(" ")
        return Choice(PLACE, figure_named(state, who or rest), square_named(state, where))
    if ":" in part and ask.asked != ASK_ORDER:
        who, _, action = part.partition(":")
        return _read_action(state, figure_named(state, who.strip()), action.strip())
    if ask.asked in (ASK_RETURN, ASK_WHERE, ASK_PLACE, ASK_TEXT, ASK_ORDER):
        return _read_pick(state, part, line)
    return Choice(TURN, figure_named(state, part))


def _read_pick(state: State, text: str, line: str) -> Choice:
    ask = state.decision
    assert ask is not None
    if ask.asked in (ASK_TEXT, ASK_ORDER):
        return _read_in_text(state, ask, text)
    grid = state.setup.grid
    if text.lower() in _PLAIN and state.setup.figure(text) < 0:
        return Choice(_PLAIN[text.lower()])
    if ":" in text or text.split()[0].lower() in _HEADS:
        return read(state, text, line)
    if ask.asked in (ASK_WHERE, ASK_PLACE):
        square = grid.square(text)
        if square >= 0 and (ask.asked == ASK_WHERE or text == text.lower() or state.setup.figure(text) < 0):
            return Choice(SQUARE if ask.asked == ASK_WHERE else PLACE, ask.figure, square)
        return Choice(FIGURE, figure_named(state, text))
    if ask.asked == ASK_PICK:
        return card_named(state, text)
    if ask.asked == ASK_ATTACH:
        return read_attachment(state, text)
    if ask.asked == ASK_SIDE and text.lower() in SIDES:
        return Choice(SIDE, -1, SIDES.index(text.lower()))
    if ask.asked == ASK_ACTION and ask.figure >= 0 and text.partition(" ")[0].lower() in _ACTIONS:
        return _read_action(state, ask.figure, text)
    square = grid.square(text)
    marks = [slot.mark.lower() for slot in state.setup.figures]
    if square >= 0 and text.lower() not in marks:
        return Choice(SQUARE, ask.figure, square)
    return Choice(FIGURE, figure_named(state, text))


def _read_in_text(state: State, ask: Decision, text: str) -> Choice:
    """An answer to a text's question; one that is not offered is still read, so that the refusal can say why."""
    found = read_answer(state, text)
    if found is not None:
        return found
    text = _without_verb(ask, text)
    found = read_answer(state, text) or read_way(state, text)
    if found is not None:
        return found
    if text.lower() in _PLAIN and state.setup.figure(text) < 0:
        return Choice(_PLAIN[text.lower()])
    given = next((option.figure for option in ask.options if option.verb in ACTION_VERBS), -1)
    who, colon, action = text.partition(":")
    if colon and given >= 0:
        return _read_action(state, figure_named(state, who.strip()), action.strip())
    if given >= 0:
        moves = any(option.verb == MOVE and option.figure == given for option in ask.options)
        return _read_action(state, given, f"move {text}" if moves and state.setup.grid.square(text) >= 0 else text)
    if any(option.verb == FIGURE for option in ask.options) and not is_square_meant(state, text):
        return Choice(FIGURE, figure_named(state, text))
    if state.setup.grid.square(text) >= 0:
        return Choice(SQUARE, ask.options[0].figure, state.setup.grid.square(text))
    piece = piece_named(state, text)
    if piece >= 0:
        return Choice(THING, -1, piece)
    known = ", ".join(notate(state, option) for option in ask.options[:MOST_TOLD])
    more = ", …" if len(ask.options) > MOST_TOLD else ""
    raise NotationError(f"'{text}' is no answer here; there are {known}{more}", word=text)


def _without_verb(ask: Decision, text: str) -> str:
    """`challenge D2`, `move c4` where a text asks only for the figure or the square."""
    word, _, rest = text.partition(" ")
    asked = {"challenge": FIGURE, "move": SQUARE}.get(word.lower(), -1)
    return rest if rest and any(option.verb == asked for option in ask.options) else text


# -- actions ---------------------------------------------------------------------------------------------


def _read_action(state: State, figure: int, text: str) -> Choice:
    word, _, rest = text.partition(" ")
    verb = _ACTIONS.get(word.lower(), -1)
    rest = rest.strip()
    if verb in (RALLY, END) and rest:
        named = _card_action(state, figure, text)
        if named is not None:
            return named
        raise NotationError(f"nothing follows '{word}', not '{rest}'", word=rest)
    if verb in (RALLY, END):
        return Choice(verb, figure)
    if verb == MOVE:
        return _read_move(state, figure, rest)
    if verb in (CHALLENGE, ASSIST):
        if not rest:
            raise NotationError(f"whom? write '{state.setup.mark(figure)}: {word.lower()}' and a figure")
        return Choice(verb, figure, thing_named(state, rest))
    named = _card_action(state, figure, text)
    if verb == INTERACT:
        # A piece's own name goes before the beginning of an offer's: point marker C before the Control area.
        if named is not None and named.verb == OFFER and (_is_written(state, named, text) or piece_named(state, rest) < 0):
            return named
        marker = marker_named(state, rest)
        short = _before_square(state, text)
        offered = _card_action(state, figure, short) if marker >= PIECE else None
        is_offer = offered is not None and offered.verb == OFFER and _is_written(state, offered, short)
        return offered if offered is not None and is_offer else Choice(INTERACT, figure, marker)
    if named is not None:
        return named
    if not text:
        raise NotationError(f"what does {state.setup.mark(figure)} do? write move, challenge, assist, interact, rally or end")
    other = _OTHER_WORDS.get(" ".join(text.lower().split()), _OTHER_WORDS.get(word.lower(), ""))
    raise _no_ability(state, figure, text, f"; did you mean '{other}'?" if other else suggestion(word, list(_ACTIONS)))


def _is_written(state: State, named: Choice, text: str) -> bool:
    """Whether a card's action is written like this, to the last letter."""
    return card_action_written(_as_if_acting(state, named.figure), named).lower() == " ".join(text.lower().split())


def without_square(state: State, part: str) -> list[str]:
    """`H: interact Crate d3` as the offered action and the piece it takes, `H: interact Crate` and `> Crate d3`; else the part alone."""
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
    if choice.verb != OFFER or _is_written(state, choice, action):
        return [part]
    return [f"{head}: {short}" if head else f"> {short}", f"> {' '.join(words[1:])}"]


def _before_square(state: State, text: str) -> str:
    """A text without the square at its end."""
    words = text.split()
    return " ".join(words[:-1]) if len(words) > 1 and state.setup.grid.square(words[-1]) >= 0 else text


def _card_action(state: State, figure: int, text: str) -> Choice | None:
    """An ability, an item's use or an offered action by what is written, or by an unambiguous beginning.

    One that cannot be begun now is found too, so that the refusal can say why.
    """
    wanted = " ".join(text.lower().split())
    ready = _as_if_acting(state, figure)
    options = ready.decision.options if ready.decision is not None else []
    offered = [option for option in options if option.figure == figure and option.verb in (ABILITY, USE, OFFER)]
    known = {card_action_written(ready, option).lower(): option for option in offered}
    if wanted in known:
        return known[wanted]
    starts = [option for said, option in known.items() if said.startswith(wanted)]
    plain = [option for option in starts if option.verb != ABILITY or not option.path]
    if len(plain) == 1 and wanted:
        return plain[0]
    return _ability(state, figure, wanted) or _item(state, figure, wanted) or _offer(state, figure, wanted)


def _ability(state: State, figure: int, wanted: str) -> Choice | None:
    """An ability of a figure's card, whether it can pay for it or not."""
    card = state.setup.card(state.card[figure]) if state.card[figure] >= 0 else None
    name, _, price = wanted.partition(" for ")
    for k, ability in enumerate(card.abilities if card is not None else ()):
        if ability.name.lower().startswith(name) and name:
            return Choice(ABILITY, figure, k, (int(price),) if price.isdecimal() and int(price) != ability.cost else ())
    return None


def _item(state: State, figure: int, wanted: str) -> Choice | None:
    """An item of this game, the figure's own first; `use` may be left out."""
    named = wanted.removeprefix("use ")
    found = [p for p, slot in enumerate(state.setup.pieces) if slot.sort == "item" and named == slot.name.lower()]
    found.sort(key=lambda p: state.held[p] != figure)
    return Choice(USE, figure, PIECE + found[0]) if found else None


def _offer(state: State, figure: int, wanted: str) -> Choice | None:
    """An action that some card of this game offers, to whomever; that of the figure's own side first."""
    entries = state.cast.changes.get("offer", ())
    found = [entry for entry in entries if wanted == offer_written(state, entry.number).lower()]
    found.sort(key=lambda entry: entry.source.side != state.setup.side_of[figure])
    return Choice(OFFER, figure, found[0].number) if found else None


def _as_if_acting(state: State, figure: int) -> State:
    """The state itself, or how it would be if the figure took the turn that is asked for."""
    ask = state.decision
    turn = Choice(TURN, actor_of(state, figure))
    if ask is None or ask.asked != ASK_TURN or not ask.offers(turn):
        return state
    trial = state.clone()
    apply(trial, turn)
    return trial


def _no_ability(state: State, figure: int, text: str, hint: str) -> IllegalChoice:
    """Anything else after the colon is taken for an ability; a figure without it is refused with the rule."""
    card = state.card[figure]
    basic = card >= 0 and state.setup.card(card).basic
    rule = "ACT-5" if basic else "ABI-1"
    detail = f"{state.name(figure)} has no '{text}'{hint.replace('; did', '. Did')}"
    reason = because(rule, detail if hint else detail + ".", things=[figure])
    return IllegalChoice(str(reason), [reason], state.decision.options[:5] if state.decision else [])


def _read_move(state: State, figure: int, text: str) -> Choice:
    squares = [square_named(state, word) for word in re.split(r"[\s,]+", text) if word]
    if not squares:
        raise NotationError(f"where to? write '{state.setup.mark(figure)}: move c4'")
    end = squares[-1]
    if len(squares) == 1:
        return Choice(MOVE, figure, end)
    path = tuple(squares)
    here = state.where[figure]
    if here >= 0 and path[0] == here:
        path = path[1:]
    if here >= 0 and "when enters" not in state.cast.whens and not why_no_move(state, figure, end, path):
        return Choice(MOVE, figure, end)
    return Choice(MOVE, figure, end, path)


def _read_roll(state: State, text: str) -> Choice:
    """The faces of a roll; numbers only where a pack has numbered dice."""
    faces: list[int] = []
    numbered = any(face >= NUMBER_AT for die in state.setup.catalog.dice for face in die.faces)
    for word in text.replace(",", " ").split():
        if numbered and word.isdecimal() and word.isascii() and int(word) <= HIGHEST_FACE:
            faces.append(NUMBER_AT + int(word))
            continue
        for sign in word.lower() if all(s in FACES for s in word.lower()) else [word.lower()]:
            if sign not in FACES or len(sign) != 1:
                more = ", or the number on a numbered die" if numbered else ""
                raise NotationError(f"'{word}' is no face; write b (burst), s (shield) or ! (triple){more}", word=word)
            faces.append(FACES.index(sign))
    return Choice(ROLL, -1, -1, tuple(sorted(faces)))
