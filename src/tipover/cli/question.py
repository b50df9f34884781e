"""The open question as a player reads it: numbered options, squares in one compact list, and what may be typed."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.cards.catalog import SIDES
from tipover.cli.out import Line, count, folded
from tipover.cli.walls import area_words
from tipover.cli.words import figure_words, thing_words
from tipover.engine.decision import (
    ASK_ACTION,
    ASK_FLIP,
    ASK_PLACE,
    ASK_ROLL,
    ASK_TURN,
    ASK_WHERE,
    ASSIST,
    CHALLENGE,
    END,
    FIGURE,
    INTERACT,
    MOVE,
    PICK,
    PIECE,
    PLACE,
    RALLY,
    SIDE,
    SQUARE,
    TURN,
    Choice,
    Decision,
)
from tipover.engine.dice import win_chance
from tipover.engine.flow.challenge import ATTACKING, defense_of, dice_of
from tipover.engine.flow.kinds import ACTIONS, STAGE, TURN_FRAME
from tipover.engine.state import State
from tipover.play.notation import notate

TO_SQUARES = (MOVE, PLACE, SQUARE)
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


def heading(state: State, ask: Decision, who: str = "") -> str:
    """Who is asked what, and by which rule."""
    rules = ", ".join(ask.rules)
    side = SIDES[ask.side] if ask.side >= 0 else ""
    asked = f"{side or who or 'Chance'}{f' ({who})' if side and who else ''}"
    if ask.asked == ASK_ROLL:
        whose = f"the {'challenge' if is_attack(state) else 'defense'} of {figure_words(state, ask.figure)}" if ask.figure >= 0 else "the defense"
        dice = count(len(ask.options[0].path), "die", "dice")
        return f"Roll {dice} for {whose} ({rules})."
    about = ""
    if ask.figure >= 0:
        about = f", {figure_words(state, ask.figure)}"
        if state.where[ask.figure] >= 0:
            about += f" on {state.setup.grid.name(state.where[ask.figure])}"
    left = f" {count(actions_left(state), 'action')} left." if ask.asked == ASK_ACTION else ""
    return f"{asked[:1].upper()}{asked[1:]}{about}: {ask.reason} ({rules}).{left}"


def option_lines(state: State, ask: Decision, columns: int) -> list[Line]:
    """Every option with its number; squares together, the rest one a line."""
    options = numbered(ask)
    if ask.asked == ASK_ROLL and len(options) > MOST_ROLLS_LISTED:
        return []
    lines: list[Line] = []
    squares: list[str] = []
    grid = state.setup.grid
    for number, option in enumerate(options, 1):
        if option.verb in TO_SQUARES:
            squares.append(f"{number}:{grid.name(option.thing)}")
            continue
        said = explained(state, option)
        if ask.weights is not None:
            said = f"{ask.weights[ask.options.index(option)]} in {sum(ask.weights)}"
        lines += _option(number, notate(state, option), said, columns)
    if squares:
        word = {MOVE: "move to ", PLACE: "place on ", SQUARE: "return to "}[options[-1].verb]
        lines += [[line] for line in folded(f"     {word}{' '.join(squares)}", columns, " " * (5 + len(word)))]
    return lines


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
    if verb == CHALLENGE:
        dice, defense = dice_of(state, option.figure, option.thing, [0] * 7 + [-1, -1]), defense_of(state, option.thing)
        chance = win_chance(dice.total, defense.total)
        down = option.thing < PIECE and state.down[option.thing]
        outcome = " to knock out" if down else ""
        return f"{thing_words(state, option.thing)}: {chance} = {float(chance):.1%}{outcome}"
    if verb in (ASSIST, INTERACT):
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
