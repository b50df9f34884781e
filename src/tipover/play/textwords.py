"""The notation inside and around card texts: abilities, items, offered actions, picks, alternatives, tokens."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.cards.ast import Act, Do, Group, May, While
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import Program
from tipover.cards.words import words
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ORDER,
    ASK_TEXT,
    DONE,
    FIGURE,
    MOVE,
    NO,
    OFFER,
    ORDER,
    PIECE,
    SQUARE,
    THING,
    USE,
    WAY,
    YES,
    Choice,
)
from tipover.engine.flow.abilities import prices
from tipover.engine.flow.kinds import STAGE, TEXT_FRAME
from tipover.engine.state import State
from tipover.engine.steps.frame import AREA_AT, PROG, SIDE_AT, is_area, is_piece, is_token, token_parts

TEXT_VERBS = [ABILITY, USE, OFFER, THING, WAY, YES, NO, DONE, ORDER]


def text_written(state: State, choice: Choice) -> str:
    """A choice of a text, or an action that a card gives, as the notation writes it without its figure."""
    verb = choice.verb
    if verb == ABILITY:
        return ability_written(state, choice)
    if verb == USE:
        return f"use {state.setup.pieces[choice.thing - PIECE].name}"
    if verb == OFFER:
        return offer_written(state, choice.thing)
    if verb == THING:
        return thing_words(state, choice.thing)
    if verb == WAY:
        return way_words(state, choice.thing)
    if verb == ORDER:
        return state.cast.programs[choice.thing].name
    return {YES: "yes", NO: "no", DONE: "done"}[verb]


def ability_written(state: State, choice: Choice) -> str:
    """An ability by its name, with its price if that can be chosen."""
    ability = state.setup.card(state.card[choice.figure]).abilities[choice.thing]
    costs = prices(state, choice.figure, ability.cost)
    if len(costs) == 1:
        return ability.name
    return f"{ability.name} for {choice.path[0] if choice.path else costs[0]}"


def offer_written(state: State, number: int) -> str:
    """An offered action by its card; a scenario's or objective's interact by the piece or area."""
    entry = state.cast.entries[number]
    text = entry.text
    assert isinstance(text, While) and isinstance(text.change.what, Group)
    if text.change.what.nouns[0] != "interact":
        return entry.source.name
    return f"interact {_offered_thing(state, entry.source.thing, text)}"


def _offered_thing(state: State, thing: int, text: While) -> str:
    may = text.change.steps[0]
    assert isinstance(may, May)
    if 0 <= thing < PIECE:
        return state.name(thing)
    groups = [one.arg for one in may.who.filters if isinstance(one.arg, Group)] if isinstance(may.who, Group) else []
    groups += [step.what for step in may.steps if isinstance(step, Act) and isinstance(step.what, Group)]
    for group in groups:
        noun = group.nouns[0]
        if noun[:1].isupper():
            return noun.rpartition(" ")[0] or noun
    return "scenario"


def thing_words(state: State, thing: int) -> str:
    """A piece, token, area or side inside a text."""
    setup = state.setup
    if is_piece(thing):
        slot = setup.pieces[thing - PIECE]
        same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name and state.lies[p] >= 0]
        return slot.name if len(same) < 2 or state.lies[thing - PIECE] < 0 else f"{slot.name} {setup.grid.name(state.lies[thing - PIECE])}"
    if is_token(thing):
        _, place, colour = token_parts(thing)
        return f"{COLOURS[colour]} {place}" if place else COLOURS[colour]
    if is_area(thing):
        return setup.grid.name(squares_of(setup.areas[thing - AREA_AT].mask)[0])
    return SIDES[thing - SIDE_AT] if thing >= SIDE_AT else setup.grid.name(thing - 4096)


def way_words(state: State, number: int) -> str:
    """An alternative in the card's own words."""
    frame = state.stack[-1]
    program = state.cast.programs[frame[PROG]]
    asked = frame[STAGE] if program.steps[frame[STAGE]].ways else frame[STAGE] + 1
    return _way_words(program, asked, number)


def passed_ways(state: State, number: int) -> list[str]:
    """The words an alternative may have had that was not asked for: those of the texts going on."""
    found: list[str] = []
    for frame in state.stack:
        if frame[0] == TEXT_FRAME:
            program = state.cast.programs[frame[PROG]]
            found += [_way_words(program, k, number) for k, op in enumerate(program.steps) if number < len(op.ways)]
    return found


def _way_words(program: Program, at: int, number: int) -> str:
    place = program.steps[at].ways[number]
    while program.steps[place].act is None:
        place += 1
    act = program.steps[place].act
    assert act is not None
    said = words(Do((act,))).rstrip(".")
    return said[:1].lower() + said[1:]


def written_options(state: State) -> list[tuple[str, Choice]]:
    """The answers to a text's question as they are written, without `> `."""
    from tipover.play.notation import notate

    ask = state.decision
    assert ask is not None
    return [(notate(state, option).removeprefix("> "), option) for option in ask.options]


def read_answer(state: State, text: str) -> Choice | None:
    """The answer a typed text stands for: as written, by its number, or by an unambiguous beginning; None if none."""
    ask = state.decision
    assert ask is not None and ask.asked in (ASK_TEXT, ASK_ORDER)
    wanted = " ".join(text.lower().split())
    options = written_options(state)
    for said, option in options:
        if said == text.strip() or (said.lower() == wanted and option.verb != FIGURE):
            return option
    numbered = [option for option in ask.options if option.verb == WAY]
    wanted = wanted.removeprefix("do a ") if numbered else wanted
    if wanted.isdigit() and numbered and 1 <= int(wanted) <= len(numbered):
        return numbered[int(wanted) - 1]
    starts = [option for said, option in options if said.lower().startswith(wanted) and option.verb not in (FIGURE, SQUARE, MOVE)]
    if len(starts) == 1:
        return starts[0]
    chosen = [option for option in ask.options if option.verb not in (NO, DONE)]
    if wanted == "yes" and len(chosen) == 1 and len(ask.options) > 1:
        return chosen[0]
    token = [option for said, option in options if option.verb == THING and said.lower().split()[0] == wanted]
    return token[0] if token else None


def is_inside_text(state: State, choice: Choice) -> bool:
    """Whether an action is given inside a text, and so written without its figure."""
    return state.decision is not None and state.decision.asked == ASK_TEXT and choice.verb in (*ACTION_VERBS, ABILITY, USE, OFFER)
