"""The one-line notation: what is printed may be typed. Reading never judges legality; `apply` does."""

from __future__ import annotations

import re

from tipover.cards.catalog import SIDES, suggestion
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ACTION,
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
    Decision,
)
from tipover.engine.dice import FACES
from tipover.engine.reason import Reason, because
from tipover.engine.run import IllegalChoice, apply
from tipover.engine.setup import SIDE_LETTERS
from tipover.engine.state import State
from tipover.engine.why import why_not_choice
from tipover.engine.whyact import why_no_move
from tipover.play.textwords import is_inside_text, offer_written, passed_ways, read_answer, text_written, thing_words

LONGEST_LINE = 500


class NotationError(ValueError):
    """A line that says nothing; `column` is where reading stopped, from 1; `word` what could not be read."""

    def __init__(self, message: str, column: int = 1, word: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.word = word


# -- writing ---------------------------------------------------------------------------------------------


def notate(state: State, choice: Choice) -> str:
    """A choice as one line."""
    setup = state.setup
    verb = choice.verb
    grid = setup.grid
    if verb == TURN:
        return setup.mark(choice.figure)
    if verb == ROLL:
        return " ".join(["roll", *(FACES[face] for face in choice.path)])
    if verb in (SIDE, FLIP):
        return f"{'side' if verb == SIDE else 'flip'} {SIDES[choice.thing]}"
    if verb == PICK:
        return f"pick {setup.card(choice.thing).name}"
    if verb == PLACE:
        return f"place {setup.mark(choice.figure)} {grid.name(choice.thing)}"
    if verb == FIGURE:
        return f"> {setup.mark(choice.figure)}"
    if verb == SQUARE:
        return f"> {' '.join(grid.name(square) for square in choice.path or (choice.thing,))}"
    if verb in (THING, WAY, YES, NO, DONE, ORDER):
        return f"> {text_written(state, choice)}"
    who = setup.mark(choice.figure)
    if is_inside_text(state, choice):
        if verb in (ABILITY, USE, OFFER):
            return f"> {text_written(state, choice)}"
        return "> " + _action_written(state, choice)
    if verb in (ABILITY, USE, OFFER):
        return f"{who}: {text_written(state, choice)}"
    return f"{who}: {_action_written(state, choice)}"


def _action_written(state: State, choice: Choice) -> str:
    """A basic action without its figure."""
    verb, grid = choice.verb, state.setup.grid
    if verb == MOVE:
        squares = choice.path or (choice.thing,)
        return f"move {' '.join(grid.name(square) for square in squares)}"
    if verb in (RALLY, END):
        return "rally" if verb == RALLY else "end"
    word = {CHALLENGE: "challenge", ASSIST: "assist", INTERACT: "interact"}[verb]
    return f"{word} {thing_written(state, choice.thing)}"


def thing_written(state: State, thing: int) -> str:
    """A figure's mark; a piece's letter or name, with its square where several have it, and a number in one square."""
    setup = state.setup
    if thing < PIECE:
        return setup.mark(thing)
    piece = thing - PIECE
    slot = setup.pieces[piece]
    same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name]
    if len(same) == 1 or state.lies[piece] < 0:
        return slot.name
    here = [p for p in same if state.lies[p] == state.lies[piece]]
    number = f" {here.index(piece) + 1}" if len(here) > 1 else ""
    return f"{slot.name} {setup.grid.name(state.lies[piece])}{number}"


# -- reading ---------------------------------------------------------------------------------------------


def parse(state: State, line: str) -> Choice:
    """The choice a line stands for, whether it is allowed or not; a `NotationError` if it says nothing.

    `A: move c4` where the question is who takes the turn stands for both answers, and `apply` takes it so.
    """
    parts = split(line)
    return _read(state, parts[0], line)


def follow(state: State, line: str) -> list[Choice]:
    """The choices a whole line stands for, one for each question it answers; the state stays as it is.

    A line may go on (`A: Sucker Punch > b`). Anything refused raises `IllegalChoice`.
    """
    trial = state.clone()
    choices: list[Choice] = []
    parts = split(line)
    passed: list[Choice] = []
    for k, part in enumerate(parts):
        if k and part.lstrip("> ").lower() == "yes" and k + 1 < len(parts):
            continue
        if k and (_was_passed(trial, passed, part.removeprefix(">").strip()) or _is_over(trial, part)):
            continue
        choice = _read(trial, part, line)
        answers = unfolded(trial, choice)
        apply(trial, choice)
        passed = list(trial.passed)
        choices += answers
    return choices


def _is_over(state: State, part: str) -> bool:
    """Whether a typed `> done` ends what has ended by itself, because nobody was left."""
    ask = state.decision
    return part.lower() == "> done" and ask is not None and not any(option.verb == DONE for option in ask.options)


def _was_passed(state: State, passed: list[Choice], text: str) -> bool:
    """Whether a typed answer names the only one there was, which was not asked for."""
    for k, choice in enumerate(passed):
        if choice.verb == FIGURE:
            try:
                same = figure_named(state, text) == choice.figure
            except NotationError:
                same = False
        elif choice.verb == SQUARE:
            same = state.setup.grid.square(text) == choice.thing
        elif choice.verb == THING:
            same = thing_words(state, choice.thing).lower().startswith(text.lower())
        elif choice.verb in (MOVE, CHALLENGE, ASSIST, INTERACT):
            same = _action_written(state, choice).lower() == " ".join(text.lower().split())
        elif choice.verb == WAY:
            same = any(said.lower().startswith(text.lower()) for said in passed_ways(state, choice.thing))
        else:
            same = choice.verb == DONE and text.lower() == "done"
        if same:
            del passed[: k + 1]
            return True
    return False


def unfolded(state: State, choice: Choice) -> list[Choice]:
    """A choice as the answers it gives: an action typed where the turn is asked is two."""
    ask = state.decision
    if ask is not None and ask.asked == ASK_TURN and choice.verb != TURN and ask.offers(Choice(TURN, choice.figure)):
        turn = Choice(TURN, choice.figure)
        trial = state.clone()
        apply(trial, turn)
        passed = choice.verb == END and trial.spent[choice.figure] > state.spent[choice.figure]
        return [turn] if passed else [turn, choice]
    return [choice]


def split(line: str) -> list[str]:
    """A line's parts: its head, then each `> …`."""
    if len(line) > LONGEST_LINE:
        raise NotationError(f"a line has at most {LONGEST_LINE} characters")
    text = " ".join(line.split())
    if not text:
        raise NotationError("an empty line; type a choice, as 'L1: move c4'")
    parts = [part.strip() for part in text.split(">")]
    head = [parts[0]] if parts[0] else []
    if any(not part for part in parts[1:]):
        raise NotationError("nothing after '>'; name a figure or a square, as '> c4'", line.rindex(">") + 1)
    return head + [f"> {part}" for part in parts[1:]]


def _read(state: State, part: str, line: str) -> Choice:
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
        return _read_roll(rest)
    if lower in ("side", "flip") and rest.lower() in SIDES:
        return Choice(SIDE if lower == "side" else FLIP, -1, SIDES.index(rest.lower()))
    if lower == "flip" or (lower == "side" and ask.asked == ASK_SIDE):
        raise NotationError(f"'{rest}' is no side; sides are {', '.join(SIDES)}{suggestion(rest, SIDES)}", word=rest)
    if lower == "pick":
        return _read_card(state, rest)
    if lower == "place":
        who, _, where = rest.rpartition(" ")
        return Choice(PLACE, figure_named(state, who or rest), square_named(state, where))
    if ":" in part:
        who, _, action = part.partition(":")
        return _read_action(state, figure_named(state, who.strip()), action.strip())
    if ask.asked in (ASK_RETURN, ASK_WHERE, ASK_PLACE, ASK_TEXT, ASK_ORDER):
        return _read_pick(state, part, line)
    return Choice(TURN, figure_named(state, part))


def _read_pick(state: State, text: str, line: str) -> Choice:
    ask = state.decision
    assert ask is not None
    if ask.asked in (ASK_TEXT, ASK_ORDER):
        found = read_answer(state, text)
        if found is not None:
            return found
        text = _without_verb(ask, text)
        found = read_answer(state, text) or _read_way(state, text)
        if found is not None:
            return found
        given = next((option.figure for option in ask.options if option.verb in ACTION_VERBS), -1)
        if given >= 0:
            return _read_action(state, given, text)
        figures = [option for option in ask.options if option.verb == FIGURE]
        if figures:
            return Choice(FIGURE, figure_named(state, text))
        if state.setup.grid.square(text) >= 0:
            return Choice(SQUARE, ask.options[0].figure, state.setup.grid.square(text))
        named = [p for p, slot in enumerate(state.setup.pieces) if slot.name.lower() == text.lower()]
        if named:
            return Choice(THING, -1, PIECE + named[0])
        known = ", ".join(notate(state, option) for option in ask.options[:8])
        raise NotationError(f"'{text}' is no answer here; there are {known}")
    grid = state.setup.grid
    if ":" in text or text.split()[0].lower() in ("roll", "flip", "pick", "place", "side"):
        return _read(state, text, line)
    if ask.asked in (ASK_WHERE, ASK_PLACE):
        square = grid.square(text)
        if square >= 0 and (ask.asked == ASK_WHERE or text == text.lower() or state.setup.figure(text) < 0):
            return Choice(SQUARE if ask.asked == ASK_WHERE else PLACE, ask.figure, square)
        return Choice(FIGURE, figure_named(state, text))
    if ask.asked == ASK_PICK:
        return _read_card(state, text)
    if ask.asked == ASK_SIDE and text.lower() in SIDES:
        return Choice(SIDE, -1, SIDES.index(text.lower()))
    if ask.asked == ASK_ACTION and ask.figure >= 0 and text.partition(" ")[0].lower() in _ACTIONS:
        return _read_action(state, ask.figure, text)
    square = grid.square(text)
    marks = [slot.mark.lower() for slot in state.setup.figures]
    if square >= 0 and text.lower() not in marks:
        return Choice(SQUARE, ask.figure, square)
    return Choice(FIGURE, figure_named(state, text))


def _without_verb(ask: Decision, text: str) -> str:
    """`challenge D2`, `move c4` where a text asks only for the figure or the square."""
    word, _, rest = text.partition(" ")
    asked = {"challenge": FIGURE, "move": SQUARE}.get(word.lower(), -1)
    return rest if rest and any(option.verb == asked for option in ask.options) else text


def _read_way(state: State, text: str) -> Choice | None:
    """A move inside a text by its path, or by its end alone: then the way that passes the fewest (MOV-22)."""
    ask = state.decision
    assert ask is not None
    squares = [state.setup.grid.square(word) for word in re.split(r"[\s,]+", text)]
    if min(squares) < 0:
        return None
    ends = [option for option in ask.options if option.verb == SQUARE and option.thing == squares[-1]]
    if len(squares) == 1:
        return ends[0] if ends else None
    taken = set(state.where)
    for option in ends:
        if not option.path or set(option.path) & taken == set(squares) & taken:
            return option
    return Choice(SQUARE, ask.options[0].figure, squares[-1], tuple(squares))


_ACTIONS = {"move": MOVE, "challenge": CHALLENGE, "assist": ASSIST, "interact": INTERACT, "rally": RALLY, "end": END}


def _read_action(state: State, figure: int, text: str) -> Choice:
    word, _, rest = text.partition(" ")
    verb = _ACTIONS.get(word.lower(), -1)
    rest = rest.strip()
    if verb in (RALLY, END):
        if rest:
            raise NotationError(f"nothing follows '{word}', not '{rest}'", word=rest)
        return Choice(verb, figure)
    if verb == MOVE:
        return _read_move(state, figure, rest)
    if verb in (CHALLENGE, ASSIST):
        if not rest:
            raise NotationError(f"whom? write '{state.setup.mark(figure)}: {word.lower()}' and a figure")
        return Choice(verb, figure, thing_named(state, rest))
    if verb == INTERACT:
        offered = _ability_named(state, figure, text)
        if offered is not None and offered.verb == OFFER:
            return offered
        return Choice(INTERACT, figure, _marker_named(state, rest))
    named = _ability_named(state, figure, text)
    if named is not None:
        return named
    if not text:
        raise NotationError(f"what does {state.setup.mark(figure)} do? write move, challenge, assist, interact, rally or end")
    raise _no_ability(state, figure, text, suggestion(word, list(_ACTIONS)))


def _ability_named(state: State, figure: int, text: str) -> Choice | None:
    """An ability, an item's use or an offered action by what is written, or by an unambiguous beginning."""
    ask = state.decision
    wanted = " ".join(text.lower().split())
    ready = _as_if_acting(state, figure)
    offered = [option for option in (ready.decision.options if ready.decision else []) if option.figure == figure and option.verb in (ABILITY, USE, OFFER)]
    known = {text_written(ready, option).lower(): option for option in offered}
    if wanted in known:
        return known[wanted]
    starts = [option for said, option in known.items() if said.startswith(wanted)]
    plain = [option for option in starts if option.verb != ABILITY or not option.path]
    if len(plain) == 1 and wanted:
        return plain[0]
    card = state.setup.card(state.card[figure]) if state.card[figure] >= 0 else None
    for k, ability in enumerate(card.abilities if card is not None else ()):
        name, _, price = wanted.partition(" for ")
        if ability.name.lower().startswith(name) and name:
            return Choice(ABILITY, figure, k, (int(price),) if price.isdigit() and int(price) != ability.cost else ())
    for piece, slot in enumerate(state.setup.pieces):
        if slot.sort == "item" and wanted == f"use {slot.name.lower()}":
            return Choice(USE, figure, PIECE + piece)
    for entry in state.cast.changes.get("offer", ()):
        if wanted == offer_written(state, entry.number).lower():
            return Choice(OFFER, figure, entry.number)
    assert ask is not None
    return None


def _as_if_acting(state: State, figure: int) -> State:
    """The state itself, or how it would be if the figure took the turn that is asked for."""
    ask = state.decision
    turn = Choice(TURN, figure)
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


def _read_roll(text: str) -> Choice:
    faces: list[int] = []
    for word in text.replace(",", " ").split():
        for sign in word.lower() if all(s in FACES for s in word.lower()) else [word.lower()]:
            if sign not in FACES or len(sign) != 1:
                raise NotationError(f"'{word}' is no face; write b (burst), s (shield) or ! (triple)", word=word)
            faces.append(FACES.index(sign))
    return Choice(ROLL, -1, -1, tuple(sorted(faces)))


def _read_card(state: State, text: str) -> Choice:
    ask = state.decision
    figure = ask.figure if ask is not None else -1
    catalog = state.setup.catalog
    card = catalog.figure(text)
    if card < 0:
        starts = [k for k in state.setup.box if catalog.figures[k].name.lower().startswith(text.lower())]
        if len(starts) > 1 and text:
            names = ", ".join(catalog.figures[k].name for k in starts)
            raise NotationError(f"'{text}' could be {names}; write more of the name", word=text)
        if len(starts) != 1:
            raise NotationError(f"there is no character '{text}'{catalog.nearest(text, 'figure')}", word=text)
        card = starts[0]
    return Choice(PICK, figure, card)


def square_named(state: State, text: str) -> int:
    """A square by its name."""
    grid = state.setup.grid
    square = grid.square(text)
    if square < 0:
        raise NotationError(f"'{text}' is no square of this map; its squares are a1 to {grid.name(grid.size - 1)}", word=text)
    return square


def figure_named(state: State, text: str) -> int:
    """A figure by its mark, else by any unambiguous beginning of its name."""
    setup = state.setup
    figure = setup.figure(text)
    if figure >= 0:
        return figure
    lower = text.lower()
    if not lower:
        raise NotationError("which figure? begin with its mark, as 'L1: move c4'")
    marks = [f for f in range(len(setup.figures)) if setup.mark(f).lower() == lower]
    if len(marks) == 1:
        return marks[0]
    for whole in (True, False):
        found = [f for f in range(len(setup.figures)) if _answers_to(state, f, lower, whole)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = ", ".join(f"{setup.mark(f)} ({state.name(f)})" for f in found)
            raise NotationError(f"'{text}' could be {names}; write the mark", word=text)
    counted = _counted(state, text)
    if counted >= 0:
        return counted
    known = [setup.mark(f) for f in range(len(setup.figures))]
    raise NotationError(f"there is no figure '{text}'; there are {', '.join(known)}", word=text)


def _counted(state: State, text: str) -> int:
    """A figure by side letter and number, `L1`, where figures have other marks; -1 if there is none."""
    letter, number = text[:1].upper(), text[1:]
    if letter not in SIDE_LETTERS or not number.isdecimal() or not number.isascii():
        return -1
    mine = [f for f, side in enumerate(state.setup.side_of) if side == SIDE_LETTERS.index(letter)]
    return mine[int(number) - 1] if 1 <= int(number) <= len(mine) else -1


def _answers_to(state: State, figure: int, lower: str, whole: bool) -> bool:
    names = [state.name(figure).lower()]
    if state.card[figure] >= 0:
        names.append(state.setup.card(state.card[figure]).short.lower())
    return any(name == lower if whole else name.startswith(lower) for name in names)


def thing_named(state: State, text: str) -> int:
    """A figure, or a piece by its name, with its square where several have it."""
    piece = _piece_named(state, text)
    if state.setup.figure(text) < 0 and piece >= 0:
        return piece
    return figure_named(state, text)


def _piece_named(state: State, text: str) -> int:
    """A piece by its name, with its square and number where several have it; -1 if there is none."""
    setup = state.setup
    words = text.split()
    number = int(words.pop()) if len(words) > 2 and words[-1].isdigit() else 0
    square = setup.grid.square(words[-1]) if len(words) > 1 else -1
    name = " ".join(words[:-1] if square >= 0 else words).lower()
    found = [p for p, slot in enumerate(setup.pieces) if slot.name.lower() == name]
    if square >= 0:
        found = [p for p in found if state.lies[p] == square]
    if number:
        return PIECE + found[number - 1] if 0 < number <= len(found) else -1
    ask = state.decision
    offered = [p for p in found if ask is not None and any(option.thing == PIECE + p for option in ask.options)]
    if len(offered) > 1:
        known = ", ".join(thing_written(state, PIECE + p) for p in offered)
        raise NotationError(f"'{text}' could be {known}; write which")
    return PIECE + (offered or found)[0] if found else -1


def _marker_named(state: State, text: str) -> int:
    """A piece or figure to interact with; -1 for one this game does not have, so that the refusal can say why."""
    piece = _piece_named(state, text)
    if piece < 0 and not text:
        raise NotationError("with what? write 'interact' and the marker's letter")
    return piece if piece >= 0 else state.setup.figure(text)


def why_not(state: State, tried: str | Choice) -> list[Reason]:
    """Why something cannot be done now, weightiest reason first; empty if it can.

    Takes a choice or a line of the notation; of a line that goes on, the first part that is refused counts.
    """
    if isinstance(tried, Choice):
        return why_not_choice(state, tried)
    try:
        follow(state, tried)
    except IllegalChoice as refusal:
        return refusal.reasons
    return []
