"""Names in the notation for what card texts involve: abilities, items, offered actions, alternatives, things, order."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tipover.board.mask import SQUARE_OF, squares_of
from tipover.cards.ast import Act, Do, Group, May, While
from tipover.cards.catalog import COLOURS, SIDES
from tipover.cards.program import EACH, PICK, SET, SOME, WHO, Program
from tipover.cards.words import phrase_words, words
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.dice import face_name
from tipover.engine.core.ids import (
    AREA_AT,
    FACE_AT,
    FIRST_PLAYER,
    NOBODY,
    ON_WALL,
    PIECE,
    SIDE_AT,
    SQUARE_AT,
    WALL_AT,
    FigureId,
    Thing,
    is_area,
    is_figure,
    is_piece,
    is_token,
    is_wall,
    token_parts,
    wall_of,
)
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track, place_of
from tipover.engine.queries.card_texts import ability_of, offer
from tipover.engine.queries.figures import prices
from tipover.engine.queries.texts import asking_text, bearer_of, running_texts, waiting_texts
from tipover.play.walls_in_words import beside_wall

# -- actions that cards give -----------------------------------------------------------------------------


def ability_written(state: State, choice: Choice) -> str:
    """An ability's name, with its price if there is a choice."""
    ability = ability_of(state, choice.figure, choice.ability)
    costs = prices(state, choice.figure, ability.cost)
    if len(costs) == 1:
        return ability.name
    return f"{ability.name} for {choice.path[0] if choice.path else costs[0]}"


def offer_written(state: State, number: int) -> str:
    """An offered action by its card, with the card's owner if two cards of that name are in force."""
    said = offer_name(state, number)
    ask = state.decision
    twins = (
        [one.thing for one in ask.options if one.verb == verbs.OFFER and offer_name(state, one.thing) == said] if ask is not None else []
    )
    if len(twins) < 2 or number not in twins:
        return said
    owners = [_owner(state, twin) for twin in twins]
    mine = _owner(state, number)
    if mine >= 0 and owners.count(mine) == 1:
        return f"{said} of {state.setup.mark(mine)}"
    return f"{said} {twins.index(number) + 1}"


def offer_name(state: State, number: int) -> str:
    """An offered action by its card; the interact of a scenario or objective by the piece or area."""
    entry = offer(state, number)
    text = entry.text
    assert isinstance(text, While) and isinstance(text.change.what, Group)
    if text.change.what.nouns[0] != "interact":
        return entry.source.name
    return f"interact {_offered_thing(state, entry.source.thing, text)}"


def _owner(state: State, number: int) -> FigureId:
    """The figure that placed or bears the card that offers an action, or -1."""
    this, owner = bearer_of(state, offer(state, number))
    return owner if owner >= 0 else this if is_figure(this) else NOBODY


def _offered_thing(state: State, thing: Thing, text: While) -> str:
    may = text.change.steps[0]
    assert isinstance(may, May)
    if is_figure(thing):
        return state.name(thing)
    if is_piece(thing):
        return plain_words(state, thing)
    groups = [one.arg for one in may.who.filters if isinstance(one.arg, Group)] if isinstance(may.who, Group) else []
    groups += [step.what for step in may.steps if isinstance(step, Act) and isinstance(step.what, Group)]
    for group in groups:
        noun = group.nouns[0]
        if noun[:1].isupper():
            return noun.rpartition(" ")[0] or noun
    return "scenario"


# -- things ----------------------------------------------------------------------------------------------


def thing_words(state: State, thing: Thing) -> str:
    """A piece, token, area or side that a text asks for, with its place or holder if others have the same name."""
    said = plain_words(state, thing)
    ask = state.decision
    options = [thing_of(one) for one in ask.options if one.verb == verbs.THING] if ask is not None else []
    twins = [one for one in options if plain_words(state, one) == said]
    if len(twins) < 2 or thing not in twins:
        return said
    marked = [f"{said}{_apart(state, one)}" for one in twins]
    written = f"{said}{_apart(state, thing)}"
    return written if marked.count(written) == 1 else f"{written} {twins.index(thing) + 1}"


def plain_words(state: State, thing: Thing) -> str:
    """A thing by its name: a piece with its square if several are on the map, a token with its place."""
    setup = state.setup
    if is_piece(thing):
        slot = setup.pieces[thing - PIECE]
        same = [p for p, other in enumerate(setup.pieces) if other.name == slot.name and state.piece_at[p] >= 0]
        return (
            slot.name
            if len(same) < 2 or state.piece_at[thing - PIECE] < 0
            else f"{slot.name} {setup.grid.name(state.piece_at[thing - PIECE])}"
        )
    if is_token(thing):
        _, place, colour = token_parts(thing)
        return f"{COLOURS[colour]} {place}" if place else COLOURS[colour]
    if thing == FIRST_PLAYER:
        return "First Player marker"
    if thing >= FACE_AT:
        return face_name(thing - FACE_AT)
    if is_area(thing):
        return setup.grid.name(squares_of(setup.areas[thing - AREA_AT].mask)[0])
    if is_wall(thing):
        return " ".join(beside_wall(setup.grid, thing - WALL_AT))
    return SIDES[thing - SIDE_AT] if thing >= SIDE_AT else setup.grid.name(SQUARE_OF[thing - SQUARE_AT])


def _apart(state: State, thing: Thing) -> str:
    """What distinguishes a thing from others of its name: a token's side, a piece's holder, its place on a track or wall."""
    if is_token(thing):
        return f" {SIDES[token_parts(thing)[0]]}"
    if not is_piece(thing):
        return ""
    piece = thing - PIECE
    if state.piece_holder[piece] >= 0:
        return f" of {state.setup.mark(state.piece_holder[piece])}"
    if is_on_track(state.piece_at[piece]):
        return f" {SIDES[state.piece_side[piece]]} {place_of(state.piece_at[piece])}"
    if state.piece_at[piece] <= ON_WALL:
        return f" {' '.join(beside_wall(state.setup.grid, wall_of(state.piece_at[piece])))}"
    return ""


# -- alternatives and order ------------------------------------------------------------------------------


_SETTLING: Final = (SET, PICK, SOME, EACH)


def way_words(state: State, number: int) -> str:
    """An alternative in the card's words; its number if two have the same words."""
    text = asking_text(state)
    assert text is not None
    program = text.program
    asked = text.step_index if program.steps[text.step_index].ways else text.step_index + 1
    said = _way_words(program, asked, number)
    ask = state.decision
    offered = [one.thing for one in ask.options if one.verb == verbs.WAY] if ask is not None else []
    twins = [one for one in offered if _way_words(program, asked, one) == said]
    return said if len(twins) < 2 else str(number + 1)


def passed_ways(state: State, number: int) -> list[str]:
    """The words that a forced alternative may have had, from the running texts."""
    found: list[str] = []
    for text in running_texts(state):
        found += [_way_words(text.program, k, number) for k, op in enumerate(text.program.steps) if number < len(op.ways)]
    return found


def _way_words(program: Program, at: int, number: int) -> str:
    """What an alternative does first; one that only chooses for what follows says whom."""
    chosen: Group | None = None
    is_settled = True  # who does it, before the ways part
    for step in program.steps[program.steps[at].ways[number] : _end_of_way(program, at, number)]:
        if step.act is not None:
            said = words(Do((replace(step.act, who=None) if is_settled else step.act,))).rstrip(".")
            return said[:1].lower() + said[1:]
        is_settled = is_settled and not (step.op in _SETTLING and step.slot == WHO)
        if chosen is None and isinstance(step.phrase, Group):
            chosen = step.phrase
    return str(number + 1) if chosen is None else f"choose {phrase_words(chosen)}"


def _end_of_way(program: Program, at: int, number: int) -> int:
    """Where the steps of an alternative end: the next begins there, or what follows all of them, to which the one before goes on."""
    ways = program.steps[at].ways
    if number + 1 < len(ways):
        return ways[number + 1]
    after = program.steps[ways[number] - 1].goto if number else -1
    return after if after > ways[number] else len(program.steps)


def order_words(state: State, choice: Choice) -> str:
    """A pending effect by its card, with its figure or a number if several have the same card."""
    waiting = waiting_texts(state)
    (place,) = choice.path
    names = [text.program.name for text in waiting]
    if names.count(names[place]) == 1:
        return names[place]
    marked = [f"{name} {state.setup.mark(text.this)}" if is_figure(text.this) else name for name, text in zip(names, waiting, strict=True)]
    same = [k for k, one in enumerate(marked) if one == marked[place]]
    return marked[place] if len(same) == 1 else f"{marked[place]} {same.index(place) + 1}"
