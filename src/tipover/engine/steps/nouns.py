"""What a phrase means now: figures, pieces, tokens, areas, squares (sections 1 and 2 of the language).

A phrase is turned once for each cast into two small functions: all it names, and whether a thing is one of them. Whatever
does not change in a game (kinds, names, areas) is settled then.
"""

from __future__ import annotations

from dataclasses import replace

from tipover.board.mask import BIT, Mask, squares_of
from tipover.cards.ast import Event, Filter, Group, Join, Phrase, Ref
from tipover.engine.cast import Reading
from tipover.engine.field import concealed
from tipover.engine.state import State
from tipover.engine.steps import places
from tipover.engine.steps.adjectives import adjective
from tipover.engine.steps.frame import (
    AREA_AT,
    CARD,
    IT,
    ME,
    PROG,
    SIDE_AT,
    SQUARE_AT,
    THEM,
    TRAIL,
    YOU,
    is_area,
    is_figure,
    is_token,
    is_wall,
    members,
    token_parts,
)
from tipover.engine.steps.places import A_FIGURE, Area, MaskOf, Things
from tipover.engine.steps.sources import SQUARE_NOUNS, Test, named_things, names_figures, names_map, noun_test, source
from tipover.engine.steps.thing import (
    PLACES,
    belongs,
    carries,
    kept_side,
    owning_side,
    places_of,
    side_of,
    square_of,
)

PLACE_RELATIONS = ("within", "adjacent to", "in sight", "in")
NEAR_RELATIONS = ("nearest to", "as near as possible to")


class Meaning:
    """A phrase in one cast: `every` gives all it names in the fixed order of the table (TIM-7), `fits` tests one thing.

    `fits` asks wherever a thing is, for events speak also of what is leaving.
    """

    __slots__ = ("every", "fits", "phrase")

    def __init__(self, phrase: Phrase, every: Things, fits: Test) -> None:
        self.phrase = phrase
        self.every = every
        self.fits = fits


def meaning(reading: Reading, phrase: Phrase) -> Meaning:
    """The meaning of a phrase, found once for a cast."""
    found = reading.meanings.get(id(phrase))
    if found is None:
        found = _meaning(reading, phrase)
        reading.meanings[id(phrase)] = found
    assert isinstance(found, Meaning)
    return found


def things(state: State, frame: list[int], phrase: Phrase) -> list[int]:
    """Everything a phrase names now, in the fixed order of the table (TIM-7)."""
    return meaning(state.cast.own, phrase).every(state, frame)


def fits(state: State, frame: list[int], phrase: Phrase, thing: int) -> bool:
    """Whether a thing is one of those a phrase names, wherever it is."""
    return meaning(state.cast.own, phrase).fits(state, frame, thing)


def things_held(state: State, frame: list[int], phrase: Phrase) -> list[int]:
    """Everything a phrase names in what is about moves, challenges and sight: the controlled are their controller's (CTL-9)."""
    return meaning(state.cast.held, phrase).every(state, frame)


def fits_held(state: State, frame: list[int], phrase: Phrase, thing: int) -> bool:
    """Whether a thing is one of those a phrase names in what is about moves, challenges and sight (CTL-9)."""
    return meaning(state.cast.held, phrase).fits(state, frame, thing)


def _meaning(reading: Reading, phrase: Phrase) -> Meaning:
    if isinstance(phrase, Ref):
        return _reference(reading, phrase)
    if isinstance(phrase, Join):
        return _joined(reading, phrase)
    return _grouped(reading, phrase)


# -- words that stand for one thing ----------------------------------------------------------------------


def _reference(reading: Reading, ref: Ref) -> Meaning:
    every = _REFERENCES.get(ref.word) or named_things(reading, ref.word)
    if ref.word == "this":
        return Meaning(ref, every, lambda state, frame, thing: thing == frame[ME])
    return Meaning(ref, every, lambda state, frame, thing: thing in every(state, frame))


def _this(state: State, frame: list[int]) -> list[int]:
    return [frame[ME]] if frame[ME] >= 0 else []


def _it(state: State, frame: list[int]) -> list[int]:
    it = frame[IT] if frame[IT] >= 0 else frame[ME]
    return [it] if it >= 0 else []


def _you(state: State, frame: list[int]) -> list[int]:
    return [SIDE_AT + frame[YOU]] if frame[YOU] >= 0 else []


_REFERENCES: dict[str, Things] = {
    "this": _this,
    "it": _it,
    "them": lambda state, frame: members(frame[THEM]),
    "you": _you,
    "yours": _you,
    "this card": lambda state, frame: [frame[CARD]] if frame[CARD] >= 0 else [],
}


def named(state: State, frame: list[int], name: str) -> list[int]:
    """The figures and pieces with a proper name, those of the text's side if it has any."""
    return things(state, frame, state.cast.own.names.setdefault(name, Ref(name)))


def _joined(reading: Reading, join: Join) -> Meaning:
    parts = [meaning(reading, part) for part in join.parts]

    def every(state: State, frame: list[int]) -> list[int]:
        found: list[int] = []
        for part in parts:
            found += [thing for thing in part.every(state, frame) if thing not in found]
        return found

    return Meaning(join, every, lambda state, frame, thing: any(part.fits(state, frame, thing) for part in parts))


# -- groups ----------------------------------------------------------------------------------------------


def _grouped(reading: Reading, group: Group) -> Meaning:
    """A noun with what narrows it; relations of place are worked out once for all its figures."""
    nouns = [(source(reading, group, noun), noun_test(reading, group, noun)) for noun in group.nouns]
    plain = _plain_tests(reading, group)
    masks = [(_place(reading, one), one.neg) for one in group.filters if _is_place(one) and not _may_hide(reading, one)]
    near = [_area(reading, one.arg) for one in group.filters if one.rel in NEAR_RELATIONS and not isinstance(one.arg, Event | None)]
    tests = plain + [relation(reading, one) for one in group.filters if _is_place(one)]
    of_figures = all(names_figures(noun) for noun in group.nouns)

    def every(state: State, frame: list[int]) -> list[int]:
        found: list[int] = []
        for every_of, _ in nouns:
            for thing in every_of(state, frame):
                if thing not in found and passes(tests, state, frame, thing):
                    found.append(thing)
        for goal in near:
            found = places.nearest(state, frame, found, goal(state, frame))
        return found

    def every_figure(state: State, frame: list[int]) -> list[int]:
        found: list[int] = []
        for every_of, _ in nouns:
            for thing in every_of(state, frame):
                if thing not in found and passes(plain, state, frame, thing):
                    found.append(thing)
        where = state.where
        for mask_of, neg in masks:
            if not found:
                break
            mask = mask_of(state, frame, A_FIGURE)
            found = [thing for thing in found if (where[thing] >= 0 and bool(mask & BIT[where[thing]])) != neg]
        for goal in near:
            found = places.nearest(state, frame, found, goal(state, frame))
        return found

    def fits_one(state: State, frame: list[int], thing: int) -> bool:
        for _, is_one in nouns:
            if is_one(state, frame, thing):
                return passes(tests, state, frame, thing)
        return False

    return Meaning(group, every_figure if of_figures else every, fits_one)


def passes(tests: list[Test], state: State, frame: list[int], thing: int) -> bool:
    """Whether a thing passes every test."""
    for test in tests:  # noqa: SIM110 (a loop is faster than `all`, and nothing is asked more often)
        if not test(state, frame, thing):
            return False
    return True


def _is_place(one: Filter) -> bool:
    return one.rel in PLACE_RELATIONS and not _is_pool(one.arg)


def _is_pool(arg: object) -> bool:
    return isinstance(arg, Group) and arg.nouns == ("pool",)


def _plain_tests(reading: Reading, group: Group) -> list[Test]:
    """What narrows a noun besides its place: the owner, adjectives, other relations; the cheap ones first."""
    tests: list[Test] = []
    if group.det == "another":
        tests.append(lambda state, frame, thing: thing != (frame[IT] if frame[IT] >= 0 else frame[ME]))
    if any(one.rel == "within" and one.arg is None for one in group.filters):
        tests.append(lambda state, frame, thing: thing != frame[ME])  # another one (DST-5)
    tests += [adjective(word) for word in group.adjs if word != "different"]
    if isinstance(group.det, Ref | Group):
        tests.append(_possessed(reading, group.det))
    tests += [relation(reading, one) for one in group.filters if not _is_place(one) and one.rel not in NEAR_RELATIONS]
    return tests + [relation(reading, one) for one in group.filters if _may_hide(reading, one)]


def _may_hide(reading: Reading, one: Filter) -> bool:
    """Whether a relation of sight has to be asked of each thing, because some text conceals things (SEE-8)."""
    return one.rel == "in sight" and "cannot-be seen" in reading.cast.changes


def _possessed(reading: Reading, owner: Phrase) -> Test:
    """Whether a thing belongs to what a phrase names; `yours` is by far the commonest and is asked straight."""
    if isinstance(owner, Ref) and owner.word in ("you", "yours"):
        return lambda state, frame, thing: frame[YOU] >= 0 and kept_side(state, thing) == frame[YOU]
    owners = meaning(reading, owner).every
    return lambda state, frame, thing: any(belongs(state, thing, one) for one in owners(state, frame))


# -- relations -------------------------------------------------------------------------------------------


def relates(state: State, frame: list[int], one: Filter, thing: int) -> bool:
    """Whether a relation holds for a thing."""
    return relation(state.cast.own, one)(state, frame, thing)


def relation(reading: Reading, one: Filter) -> Test:
    """The test of a relation, found once for a cast."""
    found = reading.relations.get(id(one))
    if found is None:
        test = _relation(reading, one)
        found = (one, (lambda state, frame, thing: not test(state, frame, thing)) if one.neg else test)
        reading.relations[id(one)] = found
    return found[1]


def _relation(reading: Reading, one: Filter) -> Test:
    rel, arg = one.rel, one.arg
    if _is_place(one):
        mask_of = _place(reading, one)
        if _may_hide(reading, one):
            return lambda state, frame, thing: (
                bool(places_of(state, thing) & mask_of(state, frame, thing)) and thing not in concealed(state)
            )
        return lambda state, frame, thing: bool(places_of(state, thing) & mask_of(state, frame, thing))
    if rel in ("in", "on"):
        return _in_pool(reading, arg) if rel == "in" else _on(reading, one)
    if rel == "passed through":
        return lambda state, frame, thing: (thing if is_wall(thing) else square_of(state, thing)) in frame[TRAIL:]
    if rel == "where":
        assert isinstance(arg, Event)
        return _where(reading, arg)
    if rel in NEAR_RELATIONS:
        return lambda state, frame, thing: True
    assert isinstance(arg, Ref | Group | Join)
    if rel == "of":
        return _possessed(reading, arg)
    if rel == "with":
        return _having(reading, arg)
    assert rel == "other than", rel
    other = meaning(reading, arg)
    return lambda state, frame, thing: not other.fits(state, frame, thing)


def _where(reading: Reading, event: Event) -> Test:
    """The squares where something happened this round: the cast keeps a mask of them for the text."""
    return lambda state, frame, thing: bool(places_of(state, thing) & state.sites[reading.cast.sites[(frame[PROG], event)]])


def _in_pool(reading: Reading, arg: object) -> Test:
    sides_of = _sides(reading, arg)

    def test(state: State, frame: list[int], thing: int) -> bool:
        if not is_token(thing):
            return False
        side, place, _ = token_parts(thing)
        return place == 0 and side in sides_of(state, frame)

    return test


def _on(reading: Reading, one: Filter) -> Test:
    if names_map(one.arg):
        return lambda state, frame, thing: bool(places_of(state, thing))
    sides_of = _sides(reading, one.arg)
    wanted = one.n

    def test(state: State, frame: list[int], thing: int) -> bool:
        if is_token(thing):
            side, place, _ = token_parts(thing)
            return place > 0 and wanted in (None, place) and side in sides_of(state, frame)
        at = square_of(state, thing)
        return -PLACES <= at <= -1 and wanted in (None, -at) and side_of(state, thing) in sides_of(state, frame)

    return test


def _sides(reading: Reading, arg: object) -> Things:
    """The sides whose pool or track a phrase such as `your pool`, `the target's track` names."""
    if isinstance(arg, Group) and isinstance(arg.det, Ref | Group):
        owners = meaning(reading, arg.det).every
        return lambda state, frame: [side_of(state, owner) for owner in owners(state, frame)]
    every = list(reading.cast.setup.sides) if isinstance(arg, Group) else []
    return lambda state, frame: every


def pool_sides(state: State, frame: list[int], arg: object) -> list[int]:
    """The sides whose pool or track a phrase names."""
    return _sides(state.cast.own, arg)(state, frame)


# -- having ----------------------------------------------------------------------------------------------


def has(state: State, frame: list[int], thing: int, arg: Phrase) -> bool:
    """Whether a figure carries or has something, an area contains it, or a side owns it; `no X` asks for none."""
    return _having(state.cast.own, arg)(state, frame, thing)


def some_of(reading: Reading, group: Group) -> Group:
    """What `no X` denies: `an X`, made once for a reading."""
    found = reading.without.get(id(group))
    if found is None:
        found = (group, Group("a", group.adjs, group.nouns, group.filters))
        reading.without[id(group)] = found
    return found[1]


def _having(reading: Reading, arg: Phrase) -> Test:
    det = arg.det if isinstance(arg, Group) else "a"
    if isinstance(arg, Group) and det == "no":
        among = meaning(reading, some_of(reading, arg))
        return lambda state, frame, thing: not had_of(state, frame, thing, among)
    among = meaning(reading, arg)
    least = det if isinstance(det, int) else det[1] if isinstance(det, tuple) and det[0] == "or more" else 1
    if isinstance(det, tuple) and det[0] == "up to":
        most = det[1]
        return lambda state, frame, thing: len(had_of(state, frame, thing, among)) <= most
    return lambda state, frame, thing: len(had_of(state, frame, thing, among)) >= least


def had(state: State, frame: list[int], thing: int, arg: Phrase) -> list[int]:
    """Those of a phrase that a figure carries, an area contains, or a side has."""
    return had_of(state, frame, thing, meaning(state.cast.own, arg))


def had_of(state: State, frame: list[int], thing: int, among: Meaning) -> list[int]:
    """Those of a meaning that a figure carries, an area contains, or a side has."""
    found = among.every(state, frame)
    if is_area(thing):
        inside = places_of(state, thing)
        return [one for one in found if places_of(state, one) & inside]
    if is_figure(thing):
        return [one for one in found if carries(state, thing, one)]
    if thing >= SIDE_AT:
        side = thing - SIDE_AT
        return [one for one in found if _is_sides(state, one, side)]
    return []


def _is_sides(state: State, thing: int, side: int) -> bool:
    """Whether a side has a thing: an area it claimed, a figure or piece of its own, tokens in its pool or on its track."""
    if is_area(thing):
        return state.claims[thing - AREA_AT] == side
    return (owning_side(state, thing) if is_figure(thing) else kept_side(state, thing)) == side


# -- places ----------------------------------------------------------------------------------------------


def place_mask(state: State, frame: list[int], one: Filter, asking: int) -> Mask:
    """The squares for which a relation of place holds, its `not` left aside."""
    return _place(state.cast.own, one)(state, frame, asking)


def _place(reading: Reading, one: Filter) -> MaskOf:
    found = reading.places.get(id(one))
    if found is None:
        found = (one, _placed(reading, one))
        reading.places[id(one)] = found
    return found[1]


def _placed(reading: Reading, one: Filter) -> MaskOf:
    arg = one.arg
    if one.rel == "in":
        assert isinstance(arg, Ref | Group | Join)
        area = _area(reading, arg)
        return lambda state, frame, asking: area(state, frame)
    if one.rel == "where":
        assert isinstance(arg, Event)
        return lambda state, frame, asking: state.sites[reading.cast.sites[(frame[PROG], arg)]]
    if one.rel not in PLACE_RELATIONS:
        return _squares_that(replace(one, neg=False), reading)
    centres = meaning(reading, arg).every if isinstance(arg, Ref | Group | Join) else places.this_alone
    near = {"within": places.within(one.n or 0), "adjacent to": places.next_to, "in sight": places.in_sight}[one.rel]
    return places.around(near, centres, *_how_many(arg))


def _squares_that(one: Filter, reading: Reading) -> MaskOf:
    """The squares of which a relation that is not of place is true, each asked for itself (`place it on the map`)."""
    test = relation(reading, one)

    def squares(state: State, frame: list[int], asking: int) -> Mask:
        mask = 0
        for square in squares_of(state.setup.enterable):
            if test(state, frame, SQUARE_AT + square):
                mask |= BIT[square]
        return mask

    return squares


def _how_many(arg: object) -> tuple[int, int]:
    """How many of a phrase a place must be near: the fewest and the most."""
    det = arg.det if isinstance(arg, Group) else "a"
    if det == "each":
        return places.ALL, places.MANY
    if det == "no":
        return 0, 0
    if isinstance(det, int):
        return det, places.MANY
    if isinstance(det, tuple):
        return (det[1], places.MANY) if det[0] == "or more" else (0, det[1])
    return 1, places.MANY


def area_mask(state: State, frame: list[int], arg: object) -> Mask:
    """The squares of `the Entry area`, `its starting area`, `its last square`, `the square of X`, `an empty square`."""
    assert isinstance(arg, Ref | Group | Join)
    return _area(state.cast.own, arg)(state, frame)


def _area(reading: Reading, arg: Phrase) -> Area:
    found = reading.areas.get(id(arg))
    if found is None:
        found = (arg, _area_of(reading, arg))
        reading.areas[id(arg)] = found
    return found[1]


def _area_of(reading: Reading, arg: Phrase) -> Area:
    if not isinstance(arg, Group):
        return places.union(meaning(reading, arg).every)
    noun = arg.nouns[0]
    owners = _owners(reading, arg)
    if noun == "starting area":
        if "opposing" in arg.adjs:
            return places.opposing_starts
        return places.starts_of(owners) if owners is not None else places.all_starts
    if owners is not None and noun in SQUARE_NOUNS:
        return {"square": places.union, "set-up square": places.set_up_squares, "last square": places.last_squares}[noun](owners)
    if noun.endswith(" area") and not arg.filters and not arg.adjs and not isinstance(arg.det, Ref | Group):
        mask = 0
        for area in reading.cast.setup.areas:
            if f"{area.name} area" in arg.nouns:
                mask |= area.mask
        return lambda state, frame: mask
    return places.union(meaning(reading, arg).every)


def _owners(reading: Reading, arg: Group) -> Things | None:
    if isinstance(arg.det, Ref | Group):
        return meaning(reading, arg.det).every
    for one in arg.filters:
        if one.rel == "of" and isinstance(one.arg, Ref | Group | Join):
            return meaning(reading, one.arg).every
    return None
