"""What a card's text asks, in words: which card, what for, the text itself; and what each answer means."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import Program, Step
from tipover.cards.words import phrase_words, shown
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ORDER,
    DONE,
    FIGURE,
    NO,
    OFFER,
    ORDER,
    PIECE,
    SQUARE,
    THING,
    USE,
    YES,
    Choice,
    Decision,
)
from tipover.engine.flow.abilities import prices
from tipover.engine.flow.kinds import KIND, MOVE_FRAME, STAGE, TEXT_FRAME
from tipover.engine.rules import told
from tipover.engine.state import IN_FORCE, State
from tipover.engine.steps.frame import (
    AREA_AT,
    CARD,
    ME,
    PROG,
    WALL_AT,
    is_area,
    is_figure,
    is_piece,
    is_token,
    is_wall,
    token_parts,
)
from tipover.engine.whytext import why_no_text
from tipover.play.telling import figure_words
from tipover.play.textwords import waiting_texts
from tipover.play.wallwords import area_words, numbered_wall

# What a deed that asks for a square or a figure asks.
_SQUARES = {"move": "move to", "push": "push to", "pull": "pull to", "place": "place on", "swap": "swap to"}
_FIGURES = {"challenge": "choose whom to challenge", "swap": "choose whom to swap with"}


def side_asked(state: State, ask: Decision) -> int:
    """The side whose seat answers: of a rival that is controlled or made to do something not its own (CTL-3, CHA-29)."""
    if ask.is_chance or (ask.side >= 0 and set(ask.seats) <= set(state.seats_of(ask.side))):
        return ask.side
    own = [side for side in state.setup.sides if set(ask.seats) <= set(state.seats_of(side))]
    return own[0] if own else ask.side


def asked_by(state: State, ask: Decision) -> str:
    """`Friendship: choose an ally within 3`: the card that asks, and what for."""
    if ask.asked == ASK_ORDER:
        return "choose which effect comes first"
    frame = state.stack[-1]
    if frame[KIND] != TEXT_FRAME:
        return ask.reason
    program = state.cast.programs[frame[PROG]]
    return f"{program.name}: {_wanted(program, frame[STAGE], ask)}"


def _wanted(program: Program, place: int, ask: Decision) -> str:
    """What the step asks for; of a `may` the step after it."""
    op = program.steps[place]
    may = op.op == ops.ASK or op.may
    if op.op == ops.ASK:
        op = program.steps[place + 1]
    said = _asked_for(op, ask)
    if not may:
        return said
    return "do it, or not?" if any(option.verb == YES for option in ask.options) else f"{said}, or not"


def _asked_for(op: Step, ask: Decision) -> str:
    verbs = {option.verb for option in ask.options}
    if op.op in (ops.PICK, ops.SECRET, ops.SOME, ops.EACH) and op.phrase is not None:
        order = "; one after another, in your order" if op.op == ops.EACH else ""
        return f"choose {phrase_words(op.phrase)}{' in secret' if op.op == ops.SECRET else ''}{order}"
    if op.op == ops.OR:
        return "choose one of these"
    if verbs & set(ACTION_VERBS):
        return "choose the action"
    verb = op.act.verb if op.act is not None else ""
    if SQUARE in verbs:
        return f"choose the square to {_SQUARES.get(verb, 'go to')}"
    return _FIGURES.get(verb, "choose") if FIGURE in verbs else "go on"


def squares_word(state: State) -> str:
    """What is done with the squares a text asks for: `move to`, `place on`."""
    frame = state.stack[-1]
    if frame[KIND] != TEXT_FRAME:
        return "move to" if frame[KIND] == MOVE_FRAME else "return to"
    steps = state.cast.programs[frame[PROG]].steps
    op = steps[frame[STAGE] + 1] if steps[frame[STAGE]].op == ops.ASK else steps[frame[STAGE]]
    return _SQUARES.get(op.act.verb if op.act is not None else "", "go to")


def text_asking(state: State, ask: Decision) -> str:
    """The words of the card that asks, as it is read aloud; nothing where no text asks."""
    frame = state.stack[-1]
    return text_of(state, frame) if frame[KIND] == TEXT_FRAME and ask.asked != ASK_ORDER else ""


def text_of(state: State, frame: list[int]) -> str:
    """The text a frame walks through, with its bearer's short name for `this`."""
    number, me = frame[PROG], frame[ME]
    short = short_name(state, me)
    for entry in state.cast.entries:
        if entry.program == number:
            return shown(entry.text, short)
    if is_piece(frame[CARD]):
        part = state.setup.pieces[frame[CARD] - PIECE].part
        return " ".join(shown(text, short) for text in part.texts) if part is not None else ""
    if is_figure(me) and number in state.cast.abilities[me]:
        ability = state.setup.card(state.card[me]).abilities[state.cast.abilities[me].index(number)]
        return " ".join(shown(text, short) for text in ability.texts)
    return ""


def short_name(state: State, figure: int) -> str:
    """What a figure's texts call it: its card's short name, else its name; `this` for what is no figure with a card."""
    if not is_figure(figure) or state.card[figure] < 0:
        return "this"
    card = state.setup.card(state.card[figure])
    return card.short or card.name


# -- what an answer means --------------------------------------------------------------------------------


def card_option(state: State, option: Choice) -> str:
    """What an answer that a card gives means beyond its notation."""
    verb = option.verb
    if verb == ABILITY:
        return ability_words(state, option.figure, option.thing)
    if verb == USE:
        part = state.setup.pieces[option.thing - PIECE].part
        assert part is not None
        return f"{part.cost}: {' '.join(shown(text, short_name(state, option.figure)) for text in part.texts)}"
    if verb == OFFER:
        return shown(state.cast.entries[option.thing].text, short_name(state, option.figure))
    if verb == ORDER:
        return text_of(state, waiting_texts(state)[option.path[0]])
    if verb == THING:
        return _thing(state, option.thing)
    return {YES: "do it", NO: "do not", DONE: "that is all"}.get(verb, "")


def ability_words(state: State, figure: int, number: int) -> str:
    """`blue 3: Challenge 3 …`: the price now, then the text."""
    ability = state.setup.card(state.card[figure]).abilities[number]
    costs = "/".join(str(max(0, price)) for price in prices(state, figure, ability.cost))
    said = " ".join(shown(text, short_name(state, figure)) for text in ability.texts)
    return f"{COLOURS[ability.colour]} {costs}: {said}"


def card_lines(state: State, figure: int) -> list[tuple[str, str]]:
    """A figure's card: each ability with its price and text, its trait, what stands on the card itself."""
    if state.card[figure] < 0:
        return []
    card = state.setup.card(state.card[figure])
    short = short_name(state, figure)
    found = [(ability.name, ability_words(state, figure, k)) for k, ability in enumerate(card.abilities)]
    ultimate = card.ultimate if state.setup.figures[figure].ultimate else None
    found += [(trait.name, " ".join(shown(text, short) for text in trait.texts)) for trait in (card.trait, ultimate) if trait is not None]
    if card.texts:
        found.append((card.name, " ".join(shown(text, short) for text in card.texts)))
    return found


def _thing(state: State, thing: int) -> str:
    setup = state.setup
    if is_token(thing):
        side, place, colour = token_parts(thing)
        return f"{COLOURS[colour]} token {f'on the {place} of the track' if place else 'in the pool'} of {SIDES[side]}"
    if is_area(thing):
        area = setup.areas[thing - AREA_AT]
        return f"{area.name}: {area_words(setup.grid, area.mask)}"
    if is_wall(thing):
        return numbered_wall(setup.grid, thing - WALL_AT)
    if not is_piece(thing):
        return ""
    piece = thing - PIECE
    slot = setup.pieces[piece]
    text = " ".join(shown(text, "this") for text in slot.part.texts) if slot.part is not None and slot.deck else ""
    held = f" of {figure_words(state, state.held[piece])}" if state.held[piece] >= 0 else ""
    return text or f"{slot.sort}{held}"


def dark_abilities(state: State, ask: Decision) -> list[tuple[str, str]]:
    """The abilities and items of the acting figure that it cannot use now: each with its reason and rule."""
    figure = ask.figure
    if figure < 0 or state.where[figure] < 0:
        return []
    offered = {(option.verb, option.thing) for option in ask.options if option.figure == figure}
    found: list[tuple[str, str]] = []
    for k in range(len(state.cast.abilities[figure])):
        if (ABILITY, k) not in offered:
            ability = state.setup.card(state.card[figure]).abilities[k]
            found.append((f"{ability.name} ({COLOURS[ability.colour]} {ability.cost})", _against(state, Choice(ABILITY, figure, k))))
    for piece in state.cast.uses:
        if state.held[piece] == figure and (USE, PIECE + piece) not in offered:
            found.append((f"use {state.setup.pieces[piece].name}", _against(state, Choice(USE, figure, PIECE + piece))))
    return found


def _against(state: State, choice: Choice) -> str:
    reasons = why_no_text(state, choice)
    if not reasons:
        return "no action is left for it (TRN-2)"
    here = reasons[0].sentence.removeprefix(told(reasons[0].rule)).strip() or reasons[0].sentence
    return f"{here} ({reasons[0].rule})"


# -- what lies on the table ------------------------------------------------------------------------------


def belongings(state: State, figure: int) -> list[str]:
    """What a figure has: items, statuses, marks, tokens on its card, what it carries."""
    setup = state.setup
    names = [slot.name for piece, slot in enumerate(setup.pieces) if state.held[piece] == figure and not -4 <= state.lies[piece] <= -1]
    names += [state.name(thing) for thing, bearer in enumerate(state.borne) if bearer == figure]
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def in_force(state: State) -> str:
    """The scenario status cards in force, and the areas that show a colour; nothing if there are none."""
    setup = state.setup
    said: list[str] = []
    for piece, at in enumerate(state.lies):
        if at == IN_FORCE:
            owner = state.owner[piece]
            said.append(f"{setup.pieces[piece].name}{f' ({setup.mark(owner)})' if owner >= 0 else ''}")
    shown_now = [f"in force: {', '.join(said)}"] if said else []
    for k, side in enumerate(state.claims):
        if side >= 0:
            shown_now.append(f"{setup.areas[k].name} {setup.grid.names(setup.areas[k].mask)[0]} is {SIDES[side]}'s")
    return " · ".join(shown_now)
