"""The open question as a player reads it: numbered options, squares in one compact list, and what may be typed."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.cards.catalog import SIDES
from tipover.cli.out import Line, folded
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.ids import CardId
from tipover.engine.core.language import english
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.core.verbs import Takes
from tipover.engine.queries.challenges import is_attack_roll, is_text_roll
from tipover.engine.queries.undone import why_idle
from tipover.play.chances import outlook
from tipover.play.notation.writing import notate
from tipover.play.printers import count, figure_words, marked, thing_words
from tipover.play.prompts import asked_by, card_option, dark_abilities, side_asked, squares_verb, text_asking
from tipover.play.walls_in_words import area_words

DECLARING = (verbs.CHALLENGE, verbs.FIGURE, verbs.THING, verbs.YES)
EXPLAINED_BY_CARD = (Takes.ABILITY, Takes.ITEM, Takes.OFFER, Takes.EFFECT, Takes.THING)
MOST_ROLLS_LISTED = 10


def numbered(ask: Decision) -> list[Choice]:
    """The options in the order of their numbers: what names a square comes last, `end` before it."""
    others = [option for option in ask.options if option.verb not in verbs.TO_SQUARES]
    return others + [option for option in ask.options if option.verb in verbs.TO_SQUARES]


def squares_asked(ask: Decision | None) -> Mask:
    """The squares an answer may name."""
    mask = 0
    for option in ask.options if ask else []:
        if option.verb in verbs.TO_SQUARES:
            mask |= BIT[option.thing]
    return mask


def meaning_of_squares(state: State, ask: Decision | None) -> str:
    """What the marked squares are to the one who is asked."""
    if ask is None or ask.figure < 0:
        return ""
    mark = state.setup.mark(ask.figure)
    if ask.asked == questions.TEXT:
        return "what the card lets you choose"
    return f"where {mark} may {'move' if ask.asked == questions.ACTION else 'stand'}"


def _rolled_for(state: State, ask: Decision) -> str:
    """What dice are for: a challenge, a defense, or a card that rolls."""
    if is_text_roll(state):
        return f"the card, {figure_words(state, ask.figure)}" if ask.figure >= 0 else "the card"
    who = f" of {figure_words(state, ask.figure)}" if ask.figure >= 0 else ""
    return f"the {'challenge' if is_attack_roll(state) else 'defense'}{who}"


def heading(state: State, ask: Decision, who: str = "") -> str:
    """Who is asked what, and by which rule."""
    rules = ", ".join(ask.rules)
    asked_side = side_asked(state, ask)
    side = SIDES[asked_side] if asked_side >= 0 else ""
    asked = f"{side or who or 'Chance'}{f' ({who})' if side and who else ''}"
    if ask.asked == questions.ROLL:
        dice = count(len(ask.options[0].path), "die", "dice")
        return f"Roll {dice} for {_rolled_for(state, ask)} ({rules})."
    about = ""
    if ask.figure >= 0:
        about = f", {figure_words(state, ask.figure)}"
        if state.figure_at[ask.figure] >= 0:
            about += f" on {state.setup.grid.name(state.figure_at[ask.figure])}"
    left = f" {count(state.actions_left, 'action')} left." if ask.asked == questions.ACTION else ""
    reason = marked(state).text(asked_by(state, ask)) if ask.asked in (questions.TEXT, questions.ORDER) else ask.reason
    return f"{asked[:1].upper()}{asked[1:]}{about}: {reason} ({rules}).{left}"


def option_lines(state: State, ask: Decision, columns: int) -> list[Line]:
    """Every option with its number; squares together, the rest one a line."""
    options = numbered(ask)
    if ask.asked == questions.ROLL and len(options) > MOST_ROLLS_LISTED:
        return []
    lines: list[Line] = []
    text = text_asking(state, ask)
    if text:
        lines += [[line] for line in folded(f"     “{text}”", columns, " " * 6)]
    for number, option in enumerate(options, 1):
        if option.verb in verbs.TO_SQUARES:
            continue
        said = explained(state, option)
        idle = why_idle(state, option)
        if idle is not None:
            said += f"  {marked(state).text(idle)}"
        if ask.weights is not None:
            said = f"{ask.weights[ask.options.index(option)]} in {sum(ask.weights)}"
        lines += _option(number, notate(state, option), said, columns)
    lines += _square_lines(state, ask, options, columns)
    for name, reason in dark_abilities(state, ask) if ask.asked == questions.ACTION else []:
        lines += [[(line, "dim")] for line in folded(f"   – {name}: {reason}", columns, " " * 7)]
    return lines


def _square_lines(state: State, ask: Decision, options: list[Choice], columns: int) -> list[Line]:
    """The options that name squares, one list for each figure and deed; a way is written where ways differ."""
    grid = state.setup.grid
    groups: dict[str, list[str]] = {}
    for number, option in enumerate(options, 1):
        if option.verb in verbs.TO_SQUARES:
            word = {verbs.MOVE: "move to", verbs.PLACE: "place on"}.get(option.verb) or (
                english().text(f"square.{squares_verb(state)}") if ask.asked == questions.TEXT else "return to"
            )
            other = option.verb == verbs.MOVE and 0 <= option.figure != ask.figure
            head = f"{state.setup.mark(option.figure)} {word} " if other else f"{word} "
            way = "-".join(grid.name(square) for square in option.way or (option.square,))
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
    if verb == verbs.YES and challenge is not None:
        return f"{marked(state).part(card_option(state, option))}: {challenge.words(state)}"
    if challenge is not None and challenge.target == (option.figure if verb == verbs.FIGURE else option.thing):
        return challenge.words(state)
    takes = verbs.TAKES[verb]
    if takes in EXPLAINED_BY_CARD or takes is Takes.NOTHING:
        return marked(state).part(card_option(state, option))
    if takes in (Takes.TARGET, Takes.ALLY, Takes.MARKER):
        return thing_words(state, thing_of(option))
    if takes is Takes.FIGURE:
        said = state.name(option.figure)
        where = state.figure_at[option.figure]
        if where >= 0:
            said += f" on {state.setup.grid.name(where)}"
        elif is_on_track(where):
            said += ", knocked out: it can only let its turn pass (TRN-6)"
        return said + (", knocked down" if state.down[option.figure] else "")
    if verb == verbs.SIDE:
        return f"starting area: {area_words(state.setup.grid, state.setup.starts[option.thing])}"
    if takes is Takes.CARD:
        return f"defense {state.setup.card(CardId(option.thing)).defense}"
    return ""


def hint(state: State, ask: Decision) -> str:
    """What to type, in one line."""
    first = notate(state, numbered(ask)[-1])
    if ask.asked == questions.ROLL:
        return "Type what fell (b burst, s shield, ! triple), or 'roll' alone to have it rolled."
    if ask.asked == questions.FLIP:
        return f"Type how it fell, as '{first}', or 'roll' to have it flipped."
    if ask.asked == questions.ACTION:
        return f"Type a number, a square, or a line such as '{first}' ('help' for more)."
    if ask.asked in (questions.PLACE, questions.WHERE):
        return f"Type a number or a square, as '{state.setup.grid.name(numbered(ask)[-1].square)}' ('help' for more)."
    if ask.asked == questions.TURN:
        return f"Type a number, a figure ('{first}'), or its action at once ('{first}: end')."
    return f"Type a number, or a line such as '{first}' ('help' for more)."
