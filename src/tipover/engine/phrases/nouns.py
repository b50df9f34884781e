"""Everything a noun names in one game, before anything narrows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.board.mask import Mask, Square, squares_of
from tipover.board.rubble import walls
from tipover.cards.ast import Group
from tipover.cards.catalog import CHARACTER, COLOURS, COMPANION, MINION, OBJECTIVE, SIDES
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import (
    ALL_COLOURS,
    AREA_AT,
    FIRST_PLAYER,
    NOBODY,
    PIECE,
    PIECE_THING,
    RESERVE,
    SIDE_THING,
    SQUARE_THING,
    WALL_AT,
    FigureId,
    Thing,
    is_figure,
    is_piece,
    is_square,
    is_token,
    is_wall,
    members,
    token_at,
    token_parts,
)
from tipover.engine.core.meanings import Reading
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, pool_index, tokens_at, track_index
from tipover.engine.phrases.entities import is_in_game, my_side, own_side, side_now
from tipover.engine.phrases.places import Things
from tipover.engine.phrases.terrain import MASK_AT, board

Test: TypeAlias = Callable[[State, list[int], Thing], bool]
KINDS: Final[dict[str, tuple[int, ...]]] = {
    "figure": (CHARACTER, COMPANION, MINION),
    "character": (CHARACTER,),
    "companion": (COMPANION,),
    "minion": (MINION,),
    "objective": (OBJECTIVE,),
}
TOKEN_NOUNS: Final = {"ability token", "type of ability token", "token paid", *(f"{colour} token" for colour in COLOURS)}
SQUARE_NOUNS: Final = ("square", "set-up square", "last square")
FROM_THE_FRAME: Final = {"target": text_frame.target, "challenger": text_frame.challenger, "owner": text_frame.owner}


def existing(thing: Thing) -> list[Thing]:
    """The thing alone, or nothing if there is none."""
    return [thing] if thing >= 0 else []


def _this(state: State, frame: list[int]) -> list[Thing]:
    return existing(text_frame.this(frame))


def _you(state: State, frame: list[int]) -> list[Thing]:
    return [SIDE_THING[text_frame.you(frame)]] if text_frame.you(frame) >= 0 else []


# The words that mean what the frame says, but for those that mean something kept in it.
REFERENCES: Final[dict[str, Things]] = {
    "this": _this,
    "you": _you,
    "yours": _you,
    "this card": lambda state, frame: existing(text_frame.card(frame)),
}


def names_figures(noun: str) -> bool:
    """Whether a noun names figures only."""
    return noun in KINDS or noun in ("ally", "rival") or noun.endswith(" minion")


def named_by(nouns: list[tuple[Things, Test]], tests: list[Test], state: State, frame: list[int]) -> list[Thing]:
    """What some nouns name, each thing once, as far as it passes every test."""
    found: list[Thing] = []
    for every_of, _ in nouns:
        more = every_of(state, frame)
        if tests:
            for test in tests:
                if not more:
                    break
                more = _passing(test, state, frame, more)
            if not found:
                found = more
                continue
        found += [thing for thing in more if thing not in found] if found else more
    return found


def _passing(test: Test, state: State, frame: list[int], things: list[Thing]) -> list[Thing]:
    """Those of some things that pass a test; a loop, because a comprehension would make a function each time."""
    found: list[Thing] = []
    for thing in things:
        if test(state, frame, thing):
            found.append(thing)
    return found


def standing_in(figures: list[Thing], where: list[Square], mask: Mask, is_wanted: bool) -> list[Thing]:
    """Those of some figures that are in certain squares, or those that are not."""
    found: list[Thing] = []
    for figure in figures:
        if (mask & MASK_AT[where[figure]] != 0) == is_wanted:
            found.append(figure)
    return found


def passes(tests: list[Test], state: State, frame: list[int], thing: Thing) -> bool:
    """Whether a thing passes every test."""
    for test in tests:  # noqa: SIM110 (a loop is faster than `all`, and nothing is asked more often)
        if not test(state, frame, thing):
            return False
    return True


def names_map(arg: object) -> bool:
    """Whether a phrase is `the map`."""
    return isinstance(arg, Group) and arg.nouns == ("map",)


def named_things(reading: Reading, name: str) -> Things:
    """The figures and pieces with a proper name: those of the text's side, if it has any; of a double-sided card the side that is shown."""
    setup = reading.texts.setup
    found: list[Thing] = [
        f for f, card in zip(setup.figure_ids, reading.texts.cards, strict=True) if card >= 0 and setup.card(card).name == name
    ]
    found += [PIECE_THING[p] for p, slot in enumerate(setup.pieces) if name in (slot.name, slot.double)]
    sides = {thing: setup.side_of[thing] if is_figure(thing) else setup.pieces[thing - PIECE].side for thing in found}
    of_side = {side: [thing for thing in found if sides[thing] == side] or found for side in (NOBODY, *range(len(SIDES)))}
    if all(is_figure(thing) or setup.other_side[thing - PIECE] < 0 for thing in found):
        return lambda state, frame: of_side[text_frame.you(frame)]
    return lambda state, frame: [thing for thing in of_side[text_frame.you(frame)] if not _is_hidden(reading, state, thing)]


def _is_hidden(reading: Reading, state: State, thing: Thing) -> bool:
    """Whether a thing is a side of a card that is not shown; one that is not in play has none, unless a deed brings it in (DBL-1)."""
    if is_figure(thing) or state.piece_at[thing - PIECE] != RESERVE:
        return False
    other = state.setup.other_side[thing - PIECE]
    return other >= 0 and (not reading.with_reserve or state.piece_at[other] != RESERVE)


def source(reading: Reading, group: Group, noun: str) -> Things:
    """All things of a noun's kind, before anything narrows them."""
    setup = reading.texts.setup
    if noun == "target" and group.det in ("each", "all"):
        return lambda state, frame: members(text_frame.targets(frame))
    if noun in FROM_THE_FRAME:
        kept = FROM_THE_FRAME[noun]
        return lambda state, frame: existing(kept(frame))
    if noun == "opponent":
        others = [[SIDE_THING[side] for side in setup.sides if side != you] for you in (*range(len(SIDES)), NOBODY)]
        return lambda state, frame: others[text_frame.you(frame)]
    if noun == "side":
        sides = [SIDE_THING[side] for side in setup.sides]
        return lambda state, frame: sides
    if noun == "First Player marker":
        return lambda state, frame: [FIRST_PLAYER]
    if names_figures(noun):
        return _figure_source(reading, group, noun)
    if noun == "token paid":
        return lambda state, frame: [token for token in (_token_paid(frame),) if token >= 0 and tokens_at(state, *token_parts(token))]
    if noun in TOKEN_NOUNS:
        return _token_source(reading, group, noun)
    if noun == "area" or noun.endswith(" area"):
        name = noun.removesuffix(" area")
        areas = [Thing(AREA_AT + k) for k, area in enumerate(setup.areas) if noun == "area" or area.name == name]
        return lambda state, frame: areas
    if noun == "wall":
        return lambda state, frame: [Thing(WALL_AT + wall) for wall in walls(board(state), setup.enterable)]
    if noun in SQUARE_NOUNS:
        squares = [SQUARE_THING[square] for square in squares_of(setup.enterable)]
        return lambda state, frame: squares
    if noun == "thing":
        tokens, pieces = _token_source(reading, group, "ability token"), _piece_source(reading, group, PIECE_THING[: len(setup.pieces)])
        return lambda state, frame: (
            [f for f in setup.figure_ids if state.figure_at[f] != RESERVE] + pieces(state, frame) + tokens(state, frame)
        )
    if _names_pieces(noun):
        return _piece_source(reading, group, [*filter(_piece_test(reading, noun), PIECE_THING[: len(setup.pieces)])])
    return named_things(reading, noun)


def _piece_source(reading: Reading, group: Group, possible: list[Thing]) -> Things:
    """Those of some pieces that are in play; what a deed brings in, or is said to be `not on the map`, may be in reserve."""
    if reading.with_reserve or any(one.rel == "on" and one.neg and names_map(one.arg) for one in group.filters):
        return lambda state, frame: possible
    return lambda state, frame: [thing for thing in possible if is_in_game(state, thing)]


def _names_pieces(noun: str) -> bool:
    if noun == "First Player marker":
        return False
    kinds = ("token", "marker", "card", "die")
    return noun in ("item", "point marker") or noun in kinds or noun.rpartition(" ")[2] in kinds


def _figure_source(reading: Reading, group: Group, noun: str) -> Things:
    """Figures on the map; also those on a track if a relation of the phrase is about tracks (DST-6)."""
    on_track = any(one.rel == "on" and not names_map(one.arg) for one in group.filters)
    if noun in ("ally", "rival"):
        return _ally_source(reading, noun == "ally", on_track)
    possible = _figures_of(reading, noun)

    def on_map(state: State, frame: list[int]) -> list[Thing]:
        where = state.figure_at
        return [f for f in possible if where[f] >= 0]

    def anywhere(state: State, frame: list[int]) -> list[Thing]:
        where = state.figure_at
        return [f for f in possible if where[f] != RESERVE]

    return anywhere if on_track else on_map


def figures_with_you(reading: Reading, group: Group, noun: str) -> Things:
    """As the source of a noun that names figures, but allies and rivals: those alone that are with the text's side, which never changes."""
    on_track = any(one.rel == "on" and not names_map(one.arg) for one in group.filters)
    side_of, possible = reading.texts.setup.side_of, _figures_of(reading, noun)
    own = [[f for f in possible if side_of[f] == side] for side in range(len(SIDES))] + [[]]  # the last for a text of nobody's

    def on_map(state: State, frame: list[int]) -> list[Thing]:
        where = state.figure_at
        return [f for f in own[text_frame.you(frame)] if where[f] >= 0]

    def anywhere(state: State, frame: list[int]) -> list[Thing]:
        where = state.figure_at
        return [f for f in own[text_frame.you(frame)] if where[f] != RESERVE]

    return anywhere if on_track else on_map


def _figures_of(reading: Reading, noun: str) -> list[Thing]:
    """The figures of a noun's kind, wherever they are."""
    return [f for f in reading.texts.setup.figure_ids if _is_kind(reading, noun, f)]


def _ally_source(reading: Reading, are_allies: bool, on_track: bool) -> Things:
    """The allies or the rivals of `this`: those on the map, or all in play."""
    setup = reading.texts.setup
    possible = [f for f in setup.figure_ids if setup.kind_of[f] != OBJECTIVE]

    def found(state: State, frame: list[int]) -> list[Thing]:
        where, this = state.figure_at, text_frame.this(frame)
        side, sides = own_side(state, frame), setup.side_of
        if reading.by_control and state.controlled_by is not setup.nobody_controlled:
            side, sides = my_side(state, frame), [side_now(state, f) for f in setup.figure_ids]
        there = [f for f in possible if where[f] >= 0 or (on_track and where[f] != RESERVE)]
        return [f for f in there if (sides[f] == side and f != this if are_allies else sides[f] != side)]

    return found


def _is_kind(reading: Reading, noun: str, figure: FigureId) -> bool:
    kind = reading.texts.setup.kind_of[figure]
    if noun.endswith(" minion"):
        return kind == MINION and reading.texts.setup.card(reading.texts.cards[figure]).name == noun.removesuffix(" minion")
    return kind in KINDS[noun]


def _token_source(reading: Reading, group: Group, noun: str) -> Things:
    """Ability tokens, one of each kind that is there: places from 1, colours in order; pools last (TIM-7)."""
    every_colour = noun in ("ability token", "type of ability token")
    colours = ALL_COLOURS if every_colour else [ALL_COLOURS[COLOURS.index(noun.split()[0])]]
    spots = (
        [0]
        if any(one.rel == "in" for one in group.filters)
        else [*ALL_PLACES]
        if any(one.rel == "on" for one in group.filters)
        else [*ALL_PLACES, 0]
    )
    pool: list[tuple[Thing, int]] = []
    track: list[tuple[Thing, int]] = []
    for side in reading.texts.setup.sides:
        for place in spots:
            for colour in colours:
                token = token_at(side, place, colour)
                if place:
                    track.append((token, track_index(side, place, colour)))
                else:
                    pool.append((token, pool_index(side, colour)))

    def there(state: State, frame: list[int]) -> list[Thing]:
        on_track, in_pool = state.track, state.pool
        return [token for token, k in track if on_track[k]] + [token for token, k in pool if in_pool[k]]

    return there


def _token_paid(frame: list[int]) -> Thing:
    """The token that a text cost, on the place where it was put; -1 if none was paid (ABI-2)."""
    paid = text_frame.paid(frame)
    place = max(paid, 0) // text_frame.PLACE
    return token_at(text_frame.you(frame), place, ALL_COLOURS[paid % len(COLOURS)]) if place else NOBODY


def noun_test(reading: Reading, group: Group, noun: str) -> Test:
    """Whether a thing is of a noun's kind."""
    if noun in ("ally", "rival"):
        return _ally_test(reading.by_control, noun == "ally")
    if names_figures(noun):
        possible = frozenset(f for f in reading.texts.setup.figure_ids if _is_kind(reading, noun, f))
        return lambda state, frame, thing: thing in possible
    if noun == "thing":
        return lambda state, frame, thing: is_figure(thing) or is_piece(thing) or is_token(thing)
    if noun == "token paid":  # beside another of its colour on its place it cannot be told apart, so one of them is not it
        return lambda state, frame, thing: thing == _token_paid(frame) and tokens_at(state, *token_parts(thing)) == 1
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


def _ally_test(by_control: bool, are_allies: bool) -> Test:
    """Whether a figure is an ally, or a rival, of `this`; bonus objectives are neither (ALY-2)."""

    def test(state: State, frame: list[int], thing: Thing) -> bool:
        if not is_figure(thing) or state.setup.kind_of[thing] == OBJECTIVE or (are_allies and thing == text_frame.this(frame)):
            return False
        if by_control:
            return (side_now(state, thing) == my_side(state, frame)) == are_allies
        return (state.setup.side_of[thing] == own_side(state, frame)) == are_allies

    return test


def _piece_test(reading: Reading, noun: str) -> Callable[[Thing], bool]:
    slots = reading.texts.setup.pieces

    def test(thing: Thing) -> bool:
        if not is_piece(thing):
            return False
        slot = slots[thing - PIECE]
        if noun == "point marker":
            return bool(slot.letter)
        if noun in ("token", "marker", "item", "die"):
            return slot.sort == noun
        if noun == "card":
            return slot.sort in ("card", "status")
        if noun.endswith(" card"):
            return slot.deck == noun.removesuffix(" card")
        return f"{slot.name} {slot.sort}" == noun

    return test
