"""The words of the notation inside and around card texts: abilities, items, offered actions, alternatives, things, order."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.cards.ast import Act, Do, Group, May, While
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import Program
from tipover.cards.words import words
from tipover.engine.decision import ABILITY, OFFER, PIECE, THING, USE, WAY, Choice
from tipover.engine.dice import face_name
from tipover.engine.field import ON_WALL, wall_of
from tipover.engine.flow.abilities import prices
from tipover.engine.flow.kinds import KIND, ORDER_FRAME, STAGE, TEXT_FRAME
from tipover.engine.state import State
from tipover.engine.steps.frame import (
    AREA_AT,
    FACE_AT,
    ME,
    PROG,
    SIDE_AT,
    SQUARE_AT,
    TRAIL,
    WALL_AT,
    is_area,
    is_figure,
    is_piece,
    is_token,
    is_wall,
    token_parts,
)
from tipover.engine.triggers import bearer
from tipover.play.wallwords import beside_wall

ORDERED_FROM = 4  # where the first waiting text of an order frame begins


# -- actions that cards give -----------------------------------------------------------------------------


def card_action_written(state: State, choice: Choice) -> str:
    """An ability, an item's use or an offered action, without its figure."""
    if choice.verb == ABILITY:
        return ability_written(state, choice)
    if choice.verb == USE:
        return f"use {state.setup.pieces[choice.thing - PIECE].name}"
    return offer_written(state, choice.thing)


def ability_written(state: State, choice: Choice) -> str:
    """An ability by its name, with its price if that can be chosen."""
    ability = state.setup.card(state.card[choice.figure]).abilities[choice.thing]
    costs = prices(state, choice.figure, ability.cost)
    if len(costs) == 1:
        return ability.name
    return f"{ability.name} for {choice.path[0] if choice.path else costs[0]}"


def offer_written(state: State, number: int) -> str:
    """An offered action by its card, and by whose it is where two of the name are in force."""
    said = offer_name(state, number)
    ask = state.decision
    twins = [one.thing for one in ask.options if one.verb == OFFER and offer_name(state, one.thing) == said] if ask is not None else []
    if len(twins) < 2 or number not in twins:
        return said
    owners = [_owner(state, twin) for twin in twins]
    mine = _owner(state, number)
    if mine >= 0 and owners.count(mine) == 1:
        return f"{said} of {state.setup.mark(mine)}"
    return f"{said} {twins.index(number) + 1}"


def offer_name(state: State, number: int) -> str:
    """An offered action by its card; a scenario's or objective's interact by the piece or area."""
    entry = state.cast.entries[number]
    text = entry.text
    assert isinstance(text, While) and isinstance(text.change.what, Group)
    if text.change.what.nouns[0] != "interact":
        return entry.source.name
    return f"interact {_offered_thing(state, entry.source.thing, text)}"


def _owner(state: State, number: int) -> int:
    """The figure that put an offering card there, or bears it; -1 is nobody."""
    found = bearer(state, state.cast.entries[number])
    if found is None:
        return -1
    me, _, owner, _ = found
    return owner if owner >= 0 else me if is_figure(me) else -1


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


# -- things ----------------------------------------------------------------------------------------------


def thing_words(state: State, thing: int) -> str:
    """A piece, token, area or side that a text asks for; what else has its name is told apart by place or holder."""
    said = plain_words(state, thing)
    ask = state.decision
    options = [one.thing for one in ask.options if one.verb == THING] if ask is not None else []
    twins = [one for one in options if plain_words(state, one) == said]
    if len(twins) < 2 or thing not in twins:
        return said
    marked = [f"{said}{_apart(state, one)}" for one in twins]
    told = f"{said}{_apart(state, thing)}"
    return told if marked.count(told) == 1 else f"{told} {twins.index(thing) + 1}"


def plain_words(state: State, thing: int) -> str:
    """A thing by its name alone: a piece with its square where several lie on the map, a token with its place."""
    setup = state.setup
    if is_piece(thing):
        slot = setup.pieces[thing - PIECE]
        same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name and state.lies[p] >= 0]
        return slot.name if len(same) < 2 or state.lies[thing - PIECE] < 0 else f"{slot.name} {setup.grid.name(state.lies[thing - PIECE])}"
    if is_token(thing):
        _, place, colour = token_parts(thing)
        return f"{COLOURS[colour]} {place}" if place else COLOURS[colour]
    if thing >= FACE_AT:
        return face_name(thing - FACE_AT)
    if is_area(thing):
        return setup.grid.name(squares_of(setup.areas[thing - AREA_AT].mask)[0])
    if is_wall(thing):
        return " ".join(beside_wall(setup.grid, thing - WALL_AT))
    return SIDES[thing - SIDE_AT] if thing >= SIDE_AT else setup.grid.name(thing - SQUARE_AT)


def _apart(state: State, thing: int) -> str:
    """What tells a thing from its twins: the side of a token, who has a piece, its place on a track or on a wall."""
    if is_token(thing):
        return f" {SIDES[token_parts(thing)[0]]}"
    if not is_piece(thing):
        return ""
    piece = thing - PIECE
    if state.held[piece] >= 0:
        return f" of {state.setup.mark(state.held[piece])}"
    if -4 <= state.lies[piece] <= -1:
        return f" {SIDES[state.kept_by[piece]]} {-state.lies[piece]}"
    if state.lies[piece] <= ON_WALL:
        return f" {' '.join(beside_wall(state.setup.grid, wall_of(state.lies[piece])))}"
    return ""


# -- alternatives and order ------------------------------------------------------------------------------


def way_words(state: State, number: int) -> str:
    """An alternative in the card's own words; by its number where two say the same."""
    frame = state.stack[-1]
    program = state.cast.programs[frame[PROG]]
    asked = frame[STAGE] if program.steps[frame[STAGE]].ways else frame[STAGE] + 1
    said = _way_words(program, asked, number)
    ask = state.decision
    offered = [one.thing for one in ask.options if one.verb == WAY] if ask is not None else []
    twins = [one for one in offered if _way_words(program, asked, one) == said]
    return said if len(twins) < 2 else str(number + 1)


def passed_ways(state: State, number: int) -> list[str]:
    """The words an alternative may have had that was not asked for: those of the texts going on."""
    found: list[str] = []
    for frame in state.stack:
        if frame[KIND] == TEXT_FRAME:
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


def order_words(state: State, choice: Choice) -> str:
    """An effect that waits for its turn, by its card; with the figure that has it, or a number, where several do."""
    waiting = waiting_texts(state)
    (place,) = choice.path
    names = [state.cast.programs[frame[PROG]].name for frame in waiting]
    if names.count(names[place]) == 1:
        return names[place]
    marked = [f"{name} {state.setup.mark(frame[ME])}" if is_figure(frame[ME]) else name for name, frame in zip(names, waiting, strict=True)]
    same = [k for k, one in enumerate(marked) if one == marked[place]]
    return marked[place] if len(same) == 1 else f"{marked[place]} {same.index(place) + 1}"


def waiting_texts(state: State) -> list[list[int]]:
    """The frames of the texts whose order is asked."""
    frame = state.stack[-1]
    if frame[KIND] != ORDER_FRAME:
        return []
    return [frame[start : start + TRAIL] for start in range(ORDERED_FROM, len(frame), TRAIL)]
