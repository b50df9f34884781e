"""The open question as a player reads it: numbered options, squares in one compact list, and what may be typed."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.cards.catalog import SIDES
from tipover.cli.out import Line, folded
from tipover.engine.decision import (
    ABILITY,
    ASK_ACTION,
    ASK_FLIP,
    ASK_ORDER,
    ASK_PLACE,
    ASK_ROLL,
    ASK_TEXT,
    ASK_TURN,
    ASK_WHERE,
    ASSIST,
    CHALLENGE,
    DONE,
    END,
    FIGURE,
    INTERACT,
    MOVE,
    NO,
    OFFER,
    ORDER,
    PICK,
    PLACE,
    RALLY,
    SIDE,
    SQUARE,
    THING,
    TURN,
    USE,
    YES,
    Choice,
    Decision,
)
from tipover.engine.flow.kinds import ACTIONS, KIND, ROLL_FRAME, STAGE, TURN_FRAME
from tipover.engine.flow.stages import ATTACKING
from tipover.engine.state import State
from tipover.play.asking import asked_by, card_option, dark_abilities, side_asked, squares_word, text_asking
from tipover.play.chances import outlook
from tipover.play.telling import count, figure_words, thing_words
from tipover.play.wallwords import area_words
from tipover.play.writing import notate

TO_SQUARES = (MOVE, PLACE, SQUARE)
DECLARING = (CHALLENGE, FIGURE, THING, YES)
CARD_VERBS = (ABILITY, USE, OFFER, ORDER, THING, YES, NO, DONE)
MOST_ROLLS_LISTED = 10


def numbered(ask: Decision) -> list[Choice]:
    """The options in the order of their numbers: what names a square comes last, `end` before it."""
    others = [option for option in ask.options if option.verb not in TO_SQUARES]
    return others + [option for option in ask.options if option.verb in TO_SQUARES]


def squares_asked(ask: Decision | None) -> Mask:
    """The squares an answer may name."""
    mask = 0
    for option in ask.options if ask else []:
        if option.verb in TO_SQUARES:
            mask |= BIT[option.thing]
    return mask


def meaning_of_squares(state: State, ask: Decision | None) -> str:
    """What the marked squares are to the one who is asked."""
    if ask is None or ask.figure < 0:
        return ""
    mark = state.setup.mark(ask.figure)
    if ask.asked == ASK_TEXT:
        return "what the card lets you choose"
    return f"where {mark} may {'move' if ask.asked == ASK_ACTION else 'stand'}"


def actions_left(state: State) -> int:
    """How many actions the acting figure has left."""
    for frame in reversed(state.stack):
        if frame[0] == TURN_FRAME:
            return frame[ACTIONS]
    return 0


def is_attack(state: State) -> bool:
    """Whether the dice asked for are the challenger's."""
    return state.stack[-1][STAGE] == ATTACKING


def _rolled_for(state: State, ask: Decision) -> str:
    """What dice are for: a challenge, a defense, or a card that rolls."""
    if state.stack[-1][KIND] == ROLL_FRAME:
        return f"the card, {figure_words(state, ask.figure)}" if ask.figure >= 0 else "the card"
    who = f" of {figure_words(state, ask.figure)}" if ask.figure >= 0 else ""
    return f"the {'challenge' if is_attack(state) else 'defense'}{who}"


def heading(state: State, ask: Decision, who: str = "") -> str:
    """Who is asked what, and by which rule."""
    rules = ", ".join(ask.rules)
    asked_side = side_asked(state, ask)
    side = SIDES[asked_side] if asked_side >= 0 else ""
    asked = f"{side or who or 'Chance'}{f' ({who})' if side and who else ''}"
    if ask.asked == ASK_ROLL:
        dice = count(len(ask.options[0].path), "die", "dice")
        return f"Roll {dice} for {_rolled_for(state, ask)} ({rules})."
    about = ""
    if ask.figure >= 0:
        about = f", {figure_words(state, ask.figure)}"
        if state.where[ask.figure] >= 0:
            about += f" on {state.setup.grid.name(state.where[ask.figure])}"
    left = f" {count(actions_left(state), 'action')} left." if ask.asked == ASK_ACTION else ""
    reason = asked_by(state, ask) if ask.asked in (ASK_TEXT, ASK_ORDER) else ask.reason
    return f"{asked[:1].upper()}{asked[1:]}{about}: {reason} ({rules}).{left}"


def option_lines(state: State, ask: Decision, columns: int) -> list[Line]:
    """Every option with its number; squares together, the rest one a line."""
    options = numbered(ask)
    if ask.asked == ASK_ROLL and len(options) > MOST_ROLLS_LISTED:
        return []
    lines: list[Line] = []
    text = text_asking(state, ask)
    if text:
        lines += [[line] for line in folded(f"     “{text}”", columns, " " * 6)]
    for number, option in enumerate(options, 1):
        if option.verb in TO_SQUARES:
            continue
        said = explained(state, option)
        if ask.weights is not None:
            said = f"{ask.weights[ask.options.index(option)]} in {sum(ask.weights)}"
        lines += _option(number, notate(state, option), said, columns)
    lines += _square_lines(state, ask, options, columns)
    for name, reason in dark_abilities(state, ask) if ask.asked == ASK_ACTION else []:
        lines += [[(line, "dim")] for line in folded(f"   – {name}: {reason}", columns, " " * 7)]
    return lines


def _square_lines(state: State, ask: Decision, options: list[Choice], columns: int) -> list[Line]:
    """The options that name squares, one list for each figure and deed; a way is written where ways differ."""
    grid = state.setup.grid
    groups: dict[str, list[str]] = {}
    for number, option in enumerate(options, 1):
        if option.verb in TO_SQUARES:
            word = {MOVE: "move to", PLACE: "place on"}.get(option.verb) or (squares_word(state) if ask.asked == ASK_TEXT else "return to")
            other = option.verb == MOVE and 0 <= option.figure != ask.figure
            head = f"{state.setup.mark(option.figure)} {word} " if other else f"{word} "
            way = "-".join(grid.name(square) for square in option.path or (option.thing,))
            groups.setdefault(head, []).append(f"{number}:{way}")
    return [
        [line] for head, squares in groups.items() for line in folded(f"     {head}{' '.join(squares)}", columns, " " * (5 + len(head)))
    ]


def _option(number: int, written: str, said: str, columns: int) -> list[Line]:
    """One option; what it means goes on below where the line is full."""
    whole = folded(f"  {number:>2} {written}{f'  {said}' if said else ''}", columns, " " * 7)
    head = f"  {number:>2} {written}"
    if not whole[0].startswith(head):
        return [[line] for line in whole]
    lines: list[Line] = [[head[: -len(written)], (written, "bold"), whole[0][len(head) :]]]
    return lines + [[line] for line in whole[1:]]


def explained(state: State, option: Choice) -> str:
    """What an option means beyond its notation: names, and the chance of a challenge."""
    verb = option.verb
    challenge = outlook(state, option) if verb in DECLARING else None
    if verb == YES and challenge is not None:
        return f"{card_option(state, option)}: {challenge.words(state)}"
    if challenge is not None and challenge.target == (option.figure if verb == FIGURE else option.thing):
        return challenge.words(state)
    if verb in CARD_VERBS:
        return card_option(state, option)
    if verb in (ASSIST, INTERACT, CHALLENGE):
        return thing_words(state, option.thing)
    if verb in (TURN, FIGURE):
        said = state.name(option.figure)
        where = state.where[option.figure]
        if where >= 0:
            said += f" on {state.setup.grid.name(where)}"
        elif -4 <= where <= -1:
            said += ", knocked out: it can only let its turn pass (TRN-6)"
        return said + (", knocked down" if state.down[option.figure] else "")
    if verb == SIDE:
        return f"starting area: {area_words(state.setup.grid, state.setup.starts[option.thing])}"
    if verb == PICK:
        card = state.setup.card(option.thing)
        return f"defense {card.defense}"
    return {RALLY: "stand up, for both actions", END: "no more actions this turn"}.get(verb, "")


def hint(state: State, ask: Decision) -> str:
    """What to type, in one line."""
    first = notate(state, numbered(ask)[-1])
    if ask.asked == ASK_ROLL:
        return "Type what fell (b burst, s shield, ! triple), or 'roll' alone to have it rolled."
    if ask.asked == ASK_FLIP:
        return f"Type how it fell, as '{first}', or 'roll' to have it flipped."
    if ask.asked == ASK_ACTION:
        return f"Type a number, a square, or a line such as '{first}' ('help' for more)."
    if ask.asked in (ASK_PLACE, ASK_WHERE):
        return f"Type a number or a square, as '{state.setup.grid.name(numbered(ask)[-1].thing)}' ('help' for more)."
    if ask.asked == ASK_TURN:
        return f"Type a number, a figure ('{first}'), or its action at once ('{first}: end')."
    return f"Type a number, or a line such as '{first}' ('help' for more)."
