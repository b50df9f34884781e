"""All things of a noun's kind in one cast: where a phrase begins to look, before anything narrows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tipover.board.mask import squares_of
from tipover.board.rubble import walls
from tipover.cards.ast import Group
from tipover.cards.catalog import CHARACTER, COLOURS, COMPANION, MINION, OBJECTIVE
from tipover.engine.cast import Reading
from tipover.engine.decision import PIECE
from tipover.engine.field import board
from tipover.engine.state import NOBODY, RESERVE, State
from tipover.engine.steps.frame import (
    AREA_AT,
    FOE,
    ME,
    OWNER,
    SIDE_AT,
    SQUARE_AT,
    TARGET,
    TARGETS,
    WALL_AT,
    YOU,
    is_figure,
    is_piece,
    is_square,
    is_token,
    is_wall,
    token_at,
    token_parts,
)
from tipover.engine.steps.places import Things
from tipover.engine.steps.thing import my_side, own_side, pool_index, side_now, track_index

Test: TypeAlias = Callable[[State, list[int], int], bool]

KINDS: dict[str, tuple[int, ...]] = {
    "figure": (CHARACTER, COMPANION, MINION),
    "character": (CHARACTER,),
    "companion": (COMPANION,),
    "minion": (MINION,),
    "objective": (OBJECTIVE,),
}
TOKEN_NOUNS = {"ability token", "type of ability token", *(f"{colour} token" for colour in COLOURS)}
SQUARE_NOUNS = ("square", "set-up square", "last square")
SLOTS = {"target": TARGET, "challenger": FOE, "owner": OWNER}


def names_figures(noun: str) -> bool:
    """Whether a noun names figures only."""
    return noun in KINDS or noun in ("ally", "rival") or noun.endswith(" minion")


def names_map(arg: object) -> bool:
    """Whether a phrase is `the map`."""
    return isinstance(arg, Group) and arg.nouns == ("map",)


def named_things(reading: Reading, name: str) -> Things:
    """The figures and pieces with a proper name: those of the text's side, if it has any."""
    setup = reading.cast.setup
    found = [f for f, card in enumerate(reading.cast.cards) if card >= 0 and setup.card(card).name == name]
    found += [PIECE + p for p, slot in enumerate(setup.pieces) if name in (slot.name, slot.double)]
    sides = {thing: setup.side_of[thing] if is_figure(thing) else setup.pieces[thing - PIECE].side for thing in found}
    of_side = {side: [thing for thing in found if sides[thing] == side] or found for side in (NOBODY, *range(4))}
    return lambda state, frame: of_side[frame[YOU]]


def source(reading: Reading, group: Group, noun: str) -> Things:
    """All things of a noun's kind, before anything narrows them."""
    setup = reading.cast.setup
    if noun == "target" and group.det in ("each", "all"):
        return lambda state, frame: squares_of(frame[TARGETS])
    if noun in SLOTS:
        slot = SLOTS[noun]
        return lambda state, frame: [frame[slot]] if frame[slot] >= 0 else []
    if noun == "opponent":
        return lambda state, frame: [SIDE_AT + side for side in setup.sides if side != frame[YOU]]
    if names_figures(noun):
        return _figure_source(reading, group, noun)
    if noun in TOKEN_NOUNS:
        return _token_source(reading, group, noun)
    if noun == "area" or noun.endswith(" area"):
        name = noun.removesuffix(" area")
        areas = [AREA_AT + k for k, area in enumerate(setup.areas) if noun == "area" or area.name == name]
        return lambda state, frame: areas
    if noun == "wall":
        return lambda state, frame: [WALL_AT + wall for wall in walls(board(state), setup.enterable)]
    if noun in SQUARE_NOUNS:
        squares = [SQUARE_AT + square for square in squares_of(setup.enterable)]
        return lambda state, frame: squares
    if noun == "thing":
        fixed = [*range(len(setup.figures)), *(PIECE + p for p in range(len(setup.pieces)))]
        tokens = _token_source(reading, group, "ability token")
        return lambda state, frame: fixed + tokens(state, frame)
    if _names_pieces(noun):
        test = _piece_test(reading, noun)
        pieces = [PIECE + p for p in range(len(setup.pieces)) if test(PIECE + p)]
        return lambda state, frame: pieces
    return named_things(reading, noun)


def _names_pieces(noun: str) -> bool:
    return noun in ("item", "card", "token", "marker", "point marker") or noun.rpartition(" ")[2] in ("token", "marker", "card")


def _figure_source(reading: Reading, group: Group, noun: str) -> Things:
    """Figures on the map; those on a track too where a relation speaks of tracks (DST-6)."""
    on_track = any(one.rel == "on" and not names_map(one.arg) for one in group.filters)
    test = noun_test(reading, group, noun)
    if noun in ("ally", "rival"):
        possible = [f for f, kind in enumerate(reading.cast.setup.kind_of) if kind != OBJECTIVE]
    else:
        possible = [f for f in range(len(reading.cast.setup.figures)) if _is_kind(reading, noun, f)]

    def on_map(state: State, frame: list[int]) -> list[int]:
        where = state.where
        return [f for f in possible if where[f] >= 0 and test(state, frame, f)]

    def anywhere(state: State, frame: list[int]) -> list[int]:
        where = state.where
        return [f for f in possible if where[f] != RESERVE and test(state, frame, f)]

    return anywhere if on_track else on_map


def _is_kind(reading: Reading, noun: str, figure: int) -> bool:
    kind = reading.cast.setup.kind_of[figure]
    if noun.endswith(" minion"):
        return kind == MINION and reading.cast.setup.card(reading.cast.cards[figure]).name == noun.removesuffix(" minion")
    return kind in KINDS[noun]


def _token_source(reading: Reading, group: Group, noun: str) -> Things:
    """Ability tokens, one of each kind that is there: places from 1, colours in order; pools last (TIM-7)."""
    every_colour = noun in ("ability token", "type of ability token")
    colours = list(range(4)) if every_colour else [COLOURS.index(noun.split()[0])]
    spots = (
        [0]
        if any(one.rel == "in" for one in group.filters)
        else [1, 2, 3, 4]
        if any(one.rel == "on" for one in group.filters)
        else [1, 2, 3, 4, 0]
    )
    pool: list[tuple[int, int]] = []
    track: list[tuple[int, int]] = []
    for side in reading.cast.setup.sides:
        for place in spots:
            for colour in colours:
                token = token_at(side, place, colour)
                if place:
                    track.append((token, track_index(side, place, colour)))
                else:
                    pool.append((token, pool_index(side, colour)))

    def there(state: State, frame: list[int]) -> list[int]:
        on_track, in_pool = state.track, state.pool
        return [token for token, k in track if on_track[k]] + [token for token, k in pool if in_pool[k]]

    return there


def noun_test(reading: Reading, group: Group, noun: str) -> Test:
    """Whether a thing is of a noun's kind."""
    if noun in ("ally", "rival"):
        if reading.held:
            return _counts_as_ally if noun == "ally" else _counts_as_rival
        return _is_ally if noun == "ally" else _is_rival
    if names_figures(noun):
        possible = frozenset(f for f in range(len(reading.cast.setup.figures)) if _is_kind(reading, noun, f))
        return lambda state, frame, thing: thing in possible
    if noun == "thing":
        return lambda state, frame, thing: is_figure(thing) or is_piece(thing) or is_token(thing)
    if noun in TOKEN_NOUNS:
        if noun in ("ability token", "type of ability token"):
            return lambda state, frame, thing: is_token(thing)
        colour = COLOURS.index(noun.split()[0])
        return lambda state, frame, thing: is_token(thing) and token_parts(thing)[2] == colour
    if _names_pieces(noun):
        test = _piece_test(reading, noun)
        return lambda state, frame, thing: test(thing)
    if noun == "wall":
        return lambda state, frame, thing: is_wall(thing)
    if noun in SQUARE_NOUNS:
        return lambda state, frame, thing: is_square(thing)
    every = source(reading, group, noun)
    return lambda state, frame, thing: thing in every(state, frame)


def _is_ally(state: State, frame: list[int], thing: int) -> bool:
    if not is_figure(thing) or thing == frame[ME] or state.setup.kind_of[thing] == OBJECTIVE:
        return False
    return state.setup.side_of[thing] == own_side(state, frame)


def _is_rival(state: State, frame: list[int], thing: int) -> bool:
    if not is_figure(thing) or state.setup.kind_of[thing] == OBJECTIVE:
        return False
    return state.setup.side_of[thing] != own_side(state, frame)


def _counts_as_ally(state: State, frame: list[int], thing: int) -> bool:
    if not is_figure(thing) or thing == frame[ME] or state.setup.kind_of[thing] == OBJECTIVE:
        return False
    return side_now(state, thing) == my_side(state, frame)


def _counts_as_rival(state: State, frame: list[int], thing: int) -> bool:
    if not is_figure(thing) or state.setup.kind_of[thing] == OBJECTIVE:
        return False
    return side_now(state, thing) != my_side(state, frame)


def _piece_test(reading: Reading, noun: str) -> Callable[[int], bool]:
    slots = reading.cast.setup.pieces

    def test(thing: int) -> bool:
        if not is_piece(thing):
            return False
        slot = slots[thing - PIECE]
        if noun == "point marker":
            return bool(slot.letter)
        if noun in ("token", "marker", "item"):
            return slot.sort == noun
        if noun == "card":
            return slot.sort in ("card", "status")
        if noun.endswith(" card"):
            return slot.deck == noun.removesuffix(" card")
        return f"{slot.name} {slot.sort}" == noun

    return test
