"""What a phrase means now: figures, pieces, tokens, areas, squares (sections 1 and 2 of the language).

A phrase is turned into two small functions once for each set of cards: everything it names, and whether a thing is one of
them. Whatever does not change in a game (kinds, names, areas) is settled then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tipover.board.mask import BIT, Mask, squares_of
from tipover.cards.ast import EventClause, Filter, Group, Join, Phrase, Ref, is_other
from tipover.cards.relation_words import ALIGNED
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import (
    AREA_AT,
    SIDE_AT,
    SIDE_OF,
    SQUARE_THING,
    Side,
    Thing,
    is_area,
    is_figure,
    is_square,
    is_token,
    is_wall,
    token_parts,
)
from tipover.engine.core.meanings import Meaning, Reading, some_of
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track, place_of
from tipover.engine.phrases.adjectives import COMPARING, TEST_OF, is_with_you, near_doer
from tipover.engine.phrases.entities import belongs, carries, count_of, is_in_game, kept_side, owning_side, places_of, side_of, square_of
from tipover.engine.phrases.kept import another, meaning_kept, those_alone
from tipover.engine.phrases.nouns import (
    REFERENCES,
    SQUARE_NOUNS,
    Test,
    figures_with_you,
    named_by,
    named_things,
    names_figures,
    names_map,
    noun_test,
    passes,
    source,
    standing_in,
)
from tipover.engine.phrases.places import (
    A_FIGURE,
    AROUND,
    Area,
    MaskOf,
    Things,
    all_starts,
    around,
    how_many,
    joined_by,
    last_squares,
    nearest,
    opposing_starts,
    set_up_squares,
    starts_of,
    this_alone,
    union,
    within,
)
from tipover.engine.phrases.terrain import concealed

PLACE_RELATIONS: Final = ("within", "adjacent to", "in sight", "in", *ALIGNED)
NEAR_RELATIONS: Final = ("nearest to", "as near as possible to")
BRINGING: Final = ("place", "give", "play")  # deeds whose object may come from the reserve (TOK-1, STA-1, STA-2)


def meaning(reading: Reading, phrase: Phrase) -> Meaning:
    """The meaning of a phrase (cached by the text index)."""
    found = reading.meanings.get(id(phrase))
    if found is None:
        found = _meaning(reading, phrase)
        reading.meanings[id(phrase)] = found
    return found


def things(state: State, frame: list[int], phrase: Phrase) -> list[Thing]:
    """Everything a phrase names now, in the fixed order of the table (TIM-7)."""
    own = state.texts.own
    return (own.meanings.get(id(phrase)) or meaning(own, phrase)).every(state, frame)  # most were read before: without a call


def fits(state: State, frame: list[int], phrase: Phrase, thing: Thing) -> bool:
    """Whether a thing is one of those a phrase names, wherever it is."""
    own = state.texts.own
    return (own.meanings.get(id(phrase)) or meaning(own, phrase)).fits(state, frame, thing)


def things_by_control(state: State, frame: list[int], phrase: Phrase) -> list[Thing]:
    """Everything a phrase names in what is about moves, challenges and sight: the controlled are their controller's (CTL-9)."""
    return meaning(state.texts.by_control, phrase).every(state, frame)


def fits_by_control(state: State, frame: list[int], phrase: Phrase, thing: Thing) -> bool:
    """Whether a thing is one of those a phrase names in what is about moves, challenges and sight (CTL-9)."""
    return meaning(state.texts.by_control, phrase).fits(state, frame, thing)


def things_for(state: State, frame: list[int], phrase: Phrase, verb: str) -> list[Thing]:
    """Everything a phrase names as the object of a verb: of what is placed, given or played also what is not in play yet."""
    reading = state.texts.with_reserve if verb in BRINGING else state.texts.own
    return (reading.meanings.get(id(phrase)) or meaning(reading, phrase)).every(state, frame)


def _meaning(reading: Reading, phrase: Phrase) -> Meaning:
    if isinstance(phrase, Ref):
        return _reference(reading, phrase)
    if isinstance(phrase, Join):
        return _joined(reading, phrase)
    return _grouped(reading, phrase)


def _reference(reading: Reading, ref: Ref) -> Meaning:
    if ref.word in ("it", "them"):
        return meaning_kept(ref, ref.slot, is_group=ref.word == "them")
    every = REFERENCES.get(ref.word) or named_things(reading, ref.word)
    if ref.word == "this":
        return Meaning(ref, every, lambda state, frame, thing: thing == text_frame.this(frame))
    return Meaning(ref, every, lambda state, frame, thing: thing in every(state, frame))


def _joined(reading: Reading, join: Join) -> Meaning:
    parts = [meaning(reading, part) for part in join.parts]

    def every(state: State, frame: list[int]) -> list[Thing]:
        found: list[Thing] = []
        for part in parts:
            found += [thing for thing in part.every(state, frame) if thing not in found]
        return found

    return Meaning(join, every, lambda state, frame, thing: any(part.fits(state, frame, thing) for part in parts))


def _grouped(reading: Reading, group: Group) -> Meaning:
    """A noun with what narrows it; relations of place are computed once for all its figures."""
    if group.det in ("that", "those"):
        is_group = group.det == "those"
        return meaning_kept(group, group.group_slot if is_group else group.slot, is_group)
    if group.nouns[0] in SQUARE_NOUNS and _owners(reading, group) is not None:
        return _squares_of_area(group, _area(reading, group))
    nouns = [(source(reading, group, noun), noun_test(reading, group, noun)) for noun in group.nouns]
    of_figures = all(names_figures(noun) for noun in group.nouns)
    those = those_alone(group)
    if those is not None and not of_figures:  # pieces are meant wherever they have gone: `Discard … . For each of those Oil tokens: …`
        return meaning_kept(group, those.group_slot if isinstance(those, Group) else those.slot, True)
    plain = _plain_tests(reading, group)
    masks = [(_place(reading, one), one.neg) for one in group.filters if _is_place(one) and not _may_hide(reading, one)]
    near = [_area(reading, one.arg) for one in group.filters if one.rel in NEAR_RELATIONS and not isinstance(one.arg, EventClause | None)]
    tests = plain + [relation(reading, one) for one in group.filters if _is_place(one)]
    if of_figures and "adjacent" in group.adjs:
        plain = [test for test in plain if test is not TEST_OF["adjacent"]]
        masks.insert(0, (near_doer, False))
    sources = nouns
    if of_figures and is_with_you in plain and not any(noun in ("ally", "rival") for noun in group.nouns):
        plain = [test for test in plain if test is not is_with_you]
        sources = [(figures_with_you(reading, group, noun), test) for noun, (_, test) in zip(group.nouns, nouns, strict=True)]

    def every(state: State, frame: list[int]) -> list[Thing]:
        found = named_by(nouns, tests, state, frame)
        for goal in near:
            found = nearest(state, frame, found, goal(state, frame))
        return found

    def every_figure(state: State, frame: list[int]) -> list[Thing]:
        found = named_by(sources, plain, state, frame)
        for mask_of, neg in masks:
            if not found:
                break
            found = standing_in(found, state.figure_at, mask_of(state, frame, A_FIGURE), not neg)
        for goal in near:
            found = nearest(state, frame, found, goal(state, frame))
        return found

    all_of = every_figure if of_figures else every

    def fits_one(state: State, frame: list[int], thing: Thing) -> bool:
        for _, is_one in nouns:
            if is_one(state, frame, thing):
                return passes(tests, state, frame, thing) and (not near or thing in all_of(state, frame))
        return False

    return Meaning(group, all_of, fits_one)


def _squares_of_area(group: Group, area: Area) -> Meaning:
    """The squares that somebody has: `within 2 of its last square`."""
    return Meaning(
        group,
        lambda state, frame: [SQUARE_THING[square] for square in squares_of(area(state, frame))],
        lambda state, frame, thing: is_square(thing) and bool(area(state, frame) & places_of(state, thing)),
    )


def _is_place(one: Filter) -> bool:
    return one.rel in PLACE_RELATIONS and not _is_pool(one.arg)


def _is_pool(arg: object) -> bool:
    return isinstance(arg, Group) and arg.nouns == ("pool",)


def _plain_tests(reading: Reading, group: Group) -> list[Test]:
    """What narrows a noun besides its place: the owner, adjectives, other relations; the cheap ones first."""
    tests: list[Test] = []
    if is_other(group) or group.excluded:
        tests.append(another(group))
    if any(one.rel == "within" and one.arg is None for one in group.filters):
        tests.append(lambda state, frame, thing: thing != text_frame.this(frame))  # another one (DST-5)
    tests += [TEST_OF[word] for word in group.adjs if word not in COMPARING]
    if isinstance(group.det, (Ref, Group)):
        tests.append(_possessed(reading, group.det))
    tests += [relation(reading, one) for one in group.filters if not _is_place(one) and one.rel not in NEAR_RELATIONS]
    return tests + [relation(reading, one) for one in group.filters if _may_hide(reading, one)]


def _may_hide(reading: Reading, one: Filter) -> bool:
    """Whether a relation of sight has to be asked of each thing, because some text conceals things (SEE-8)."""
    return one.rel == "in sight" and "cannot-be seen" in reading.texts.changes


def _possessed(reading: Reading, owner: Phrase) -> Test:
    """Whether a thing belongs to what a phrase names; `yours` is by far the commonest and takes a short cut."""
    if isinstance(owner, Ref) and owner.word in ("you", "yours"):
        return is_with_you
    owners = meaning(reading, owner).every
    return lambda state, frame, thing: any(belongs(state, thing, one) for one in owners(state, frame))


def relates(state: State, frame: list[int], one: Filter, thing: Thing) -> bool:
    """Whether a relation holds for a thing."""
    return relation(state.texts.own, one)(state, frame, thing)


def relation(reading: Reading, one: Filter) -> Test:
    """The test of a relation (cached by the text index)."""
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
        return lambda state, frame, thing: (thing if is_wall(thing) else square_of(state, thing)) in text_frame.path(frame)
    if rel == "where":
        assert isinstance(arg, EventClause)
        return _where(reading, arg)
    if rel in NEAR_RELATIONS:
        return lambda state, frame, thing: True
    assert isinstance(arg, (Ref, Group, Join))
    if rel == "of":
        return _possessed(reading, arg)
    if rel == "with":
        return _having(reading, arg)
    assert rel == "other than", rel
    other = meaning(reading, arg)
    return lambda state, frame, thing: not other.fits(state, frame, thing)


def _where(reading: Reading, event: EventClause) -> Test:
    """The squares where something happened this round: the text index has a mask of them for each text that asks."""
    return lambda state, frame, thing: bool(
        places_of(state, thing) & state.event_squares[reading.texts.event_squares[(text_frame.program(frame), event)]]
    )


def _in_pool(reading: Reading, arg: object) -> Test:
    sides_of = _sides(reading, arg)

    def test(state: State, frame: list[int], thing: Thing) -> bool:
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

    def test(state: State, frame: list[int], thing: Thing) -> bool:
        if is_token(thing):
            side, place, _ = token_parts(thing)
            return place > 0 and wanted in (None, place) and side in sides_of(state, frame)
        at = square_of(state, thing)
        return is_on_track(at) and wanted in (None, place_of(at)) and side_of(state, thing) in sides_of(state, frame)

    return test


def _sides(reading: Reading, arg: object) -> Callable[[State, list[int]], list[Side]]:
    """The sides whose pool or track a phrase such as `your pool`, `the target's track`, `the track of a rival` names."""
    owner = next((one.arg for one in arg.filters if one.rel == "of"), arg.det) if isinstance(arg, Group) else None
    if isinstance(owner, (Ref, Group, Join)):
        owners = meaning(reading, owner).every
        return lambda state, frame: [side_of(state, owner) for owner in owners(state, frame)]
    every = list(reading.texts.setup.sides) if isinstance(arg, Group) else []
    return lambda state, frame: every


def pool_sides(state: State, frame: list[int], arg: object) -> list[Side]:
    """The sides whose pool or track a phrase names."""
    return _sides(state.texts.own, arg)(state, frame)


def has(state: State, frame: list[int], thing: Thing, arg: Phrase) -> bool:
    """Whether a figure carries or has something, an area contains it, or a side owns it; `no X` asks for none."""
    return _having(state.texts.own, arg)(state, frame, thing)


def _having(reading: Reading, arg: Phrase) -> Test:
    if isinstance(arg, Join):
        parts, needed = [_having(reading, part) for part in arg.parts], all if arg.word == "and" else any
        return lambda state, frame, thing: needed(part(state, frame, thing) for part in parts)
    det = arg.det if isinstance(arg, Group) else "a"
    if isinstance(arg, Group) and det == "no":
        among = meaning(reading, some_of(reading, arg))
        return lambda state, frame, thing: not had_of(state, frame, thing, among)
    among = meaning(reading, arg)
    least = det if isinstance(det, int) else det[1] if isinstance(det, tuple) and det[0] == "or more" else 1
    if isinstance(det, tuple) and det[0] == "up to":
        most = det[1]
        return lambda state, frame, thing: _number_had(state, frame, thing, among) <= most
    return lambda state, frame, thing: _number_had(state, frame, thing, among) >= least


def _number_had(state: State, frame: list[int], thing: Thing, among: Meaning) -> int:
    """How many of a meaning somebody has; of equal ability tokens all."""
    return sum(count_of(state, one) for one in had_of(state, frame, thing, among))


def had(state: State, frame: list[int], thing: Thing, arg: Phrase) -> list[Thing]:
    """Those of a phrase that a figure carries, an area contains, or a side has."""
    return had_of(state, frame, thing, meaning(state.texts.own, arg))


def had_of(state: State, frame: list[int], thing: Thing, among: Meaning) -> list[Thing]:
    """Those of a meaning that a figure carries, an area contains, or a side has."""
    found = among.every(state, frame)
    if is_area(thing):
        inside = places_of(state, thing)
        return [one for one in found if places_of(state, one) & inside]
    if is_figure(thing):
        return [one for one in found if carries(state, thing, one)]
    if thing >= SIDE_AT:
        side = SIDE_OF[thing - SIDE_AT]
        return [one for one in found if _is_sides(state, one, side)]
    return []


def _is_sides(state: State, thing: Thing, side: Side) -> bool:
    """Whether a side has a thing: an area it claimed, a figure or piece of its own, tokens in its pool or on its track."""
    if is_area(thing):
        return state.claims[thing - AREA_AT] == side
    if not is_in_game(state, thing):
        return False
    return (owning_side(state, thing) if is_figure(thing) else kept_side(state, thing)) == side


def place_mask(state: State, frame: list[int], one: Filter, asking: Thing) -> Mask:
    """The squares for which a relation of place holds, its `not` left aside."""
    return _place(state.texts.own, one)(state, frame, asking)


def _place(reading: Reading, one: Filter) -> MaskOf:
    found = reading.places.get(id(one))
    if found is None:
        found = (one, _placed(reading, one))
        reading.places[id(one)] = found
    return found[1]


def _placed(reading: Reading, one: Filter) -> MaskOf:
    arg = one.arg
    if one.rel == "in":
        assert isinstance(arg, (Ref, Group, Join))
        area = _area(reading, arg)
        return lambda state, frame, asking: area(state, frame)
    if one.rel == "where":
        assert isinstance(arg, EventClause)
        return lambda state, frame, asking: state.event_squares[reading.texts.event_squares[(text_frame.program(frame), arg)]]
    if one.rel not in PLACE_RELATIONS:
        return _squares_that(replace(one, neg=False), reading)
    near = within(one.n or 0) if one.rel == "within" else AROUND[one.rel]
    if isinstance(arg, Join):
        word = "or" if one.neg else arg.word  # `not adjacent to a rival and an ally`: near neither
        return joined_by(word, [around(near, meaning(reading, part).every, *how_many(part)) for part in arg.parts])
    centres = meaning(reading, arg).every if isinstance(arg, (Ref, Group, Join)) else this_alone
    return around(near, centres, *how_many(arg))


def _squares_that(one: Filter, reading: Reading) -> MaskOf:
    """The squares of which a relation that is not of place is true, tested one by one (`place it on the map`)."""
    test = relation(reading, one)

    def squares(state: State, frame: list[int], asking: Thing) -> Mask:
        mask = 0
        for square in squares_of(state.setup.enterable):
            if test(state, frame, SQUARE_THING[square]):
                mask |= BIT[square]
        return mask

    return squares


def area_mask(state: State, frame: list[int], arg: object) -> Mask:
    """The squares of `the Entry area`, `its starting area`, `its last square`, `the square of X`, `an empty square`."""
    assert isinstance(arg, (Ref, Group, Join))
    return _area(state.texts.own, arg)(state, frame)


def _area(reading: Reading, arg: Phrase) -> Area:
    found = reading.areas.get(id(arg))
    if found is None:
        found = (arg, _area_of(reading, arg))
        reading.areas[id(arg)] = found
    return found[1]


def _area_of(reading: Reading, arg: Phrase) -> Area:
    if not isinstance(arg, Group):
        return union(meaning(reading, arg).every)
    noun = arg.nouns[0]
    owners = _owners(reading, arg)
    if noun == "starting area":
        if "opposing" in arg.adjs:
            return opposing_starts
        return starts_of(owners) if owners is not None else all_starts
    if owners is not None and noun in SQUARE_NOUNS:
        return {"square": union, "set-up square": set_up_squares, "last square": last_squares}[noun](owners)
    if noun.endswith(" area") and not arg.filters and not arg.adjs and not isinstance(arg.det, (Ref, Group)):
        mask = 0
        for area in reading.texts.setup.areas:
            if f"{area.name} area" in arg.nouns:
                mask |= area.mask
        return lambda state, frame: mask
    return union(meaning(reading, arg).every)


def _owners(reading: Reading, arg: Group) -> Things | None:
    if isinstance(arg.det, (Ref, Group)):
        return meaning(reading, arg.det).every
    for one in arg.filters:
        if one.rel == "of" and isinstance(one.arg, (Ref, Group, Join)):
            return meaning(reading, one.arg).every
    return None
