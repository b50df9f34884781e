"""Numbers with their parts, and what is so: the counting half of a text."""

from __future__ import annotations

from tipover.cards.ast import Cond, Event, Filter, Group, Join, Num, Phrase, Ref
from tipover.engine.numbers import Number, Part
from tipover.engine.state import State
from tipover.engine.steps.adjectives import is_so
from tipover.engine.steps.frame import ALIKE, PROG, SIDE_AT, SUCCESSES, SUM, WON, YOU, N, token_parts
from tipover.engine.steps.nouns import fits, had, has, relates, some_of, things
from tipover.engine.steps.thing import count_of, side_of, square_of

FEWEST_THAT_MATCH = 2  # CHA-22
STATES = {"standing": "standing", "knocked down": "knocked-down", "exhausted": "exhausted", "ready": "ready"}


def count(state: State, frame: list[int], phrase: Phrase) -> int:
    """How many things a phrase names; ability tokens by their number, types of them by colour."""
    if isinstance(phrase, Group) and phrase.nouns[0] in ("success", "square moved"):
        return frame[SUCCESSES] if phrase.nouns[0] == "success" else frame[N]
    found = things(state, frame, phrase)
    if isinstance(phrase, Group) and phrase.nouns[0] == "type of ability token":
        return len({token_parts(thing)[2] for thing in found})
    return sum(count_of(state, thing) for thing in found)


def number(state: State, frame: list[int], num: Num, name: str, unit: str = "dice") -> Number:
    """A number reckoned now, with its parts by name (ABI-14)."""
    parts: list[Part] = []
    for amount, kind, arg in num.terms:
        if kind == "flat":
            parts.append(Part(amount, name))
        elif kind == "each":
            assert isinstance(arg, Ref | Group | Join)
            parts.append(Part(amount * count(state, frame, arg), label(arg)))
        elif kind == "time":
            assert isinstance(arg, Event)
            parts.append(Part(amount * times(state, frame, arg), f"times {arg.verb}"))
        elif kind == "if":
            assert isinstance(arg, Cond)
            if holds(state, frame, arg):
                parts.append(Part(amount, condition_label(arg)))
        else:
            assert isinstance(arg, Ref | Group | Join)
            highest = max((-square_of(state, thing) for thing in things(state, frame, arg)), default=0)
            parts.append(Part(max(0, highest), f"highest place of {label(arg)}"))
    return Number([part for k, part in enumerate(parts) if part.amount or k == 0], unit)


def amount(state: State, frame: list[int], num: Num | None, default: int = 1) -> int:
    """The plain value of a number."""
    if num is None:
        return default
    if len(num.terms) == 1 and num.terms[0][1] == "flat":
        return num.terms[0][0]
    return number(state, frame, num, "").total


def is_zero_count(state: State, frame: list[int], num: Num) -> bool:
    """Whether a number counts only what happened or is there, and that is nothing (ABI-4)."""
    return all(kind != "flat" for _, kind, _ in num.terms) and number(state, frame, num, "").total == 0


def label(phrase: Phrase) -> str:
    """A phrase as the name of a part: `silver in pool`, `adjacent rival`."""
    if isinstance(phrase, Ref):
        return phrase.word
    if isinstance(phrase, Join):
        return f" {phrase.word} ".join(label(part) for part in phrase.parts)
    words = [*phrase.adjs, " or ".join(phrase.nouns)]
    said = " ".join(words)
    for colour in ("blue", "red", "silver", "gold"):
        said = said.replace(f"{colour} token", colour)
    for one in phrase.filters:
        if one.rel in ("in", "on") and isinstance(one.arg, Group):
            said += f" {one.rel} {one.arg.nouns[0]}"
    return said


def condition_label(cond: Cond) -> str:
    """A condition as the name of a part."""
    if cond.op == "has" and isinstance(cond.b, Ref | Group):
        return label(cond.b)
    return cond.op


def times(state: State, frame: list[int], event: Event) -> int:
    """How often an event happened this turn or round: a counter is allotted to the text (ABI-4)."""
    counter = state.cast.counter(frame[PROG], event)
    return state.counts[counter] if counter >= 0 else 0


def holds(state: State, frame: list[int], cond: Cond) -> bool:
    """Whether a condition is true now."""
    if cond.op == "and":
        assert isinstance(cond.a, Cond) and isinstance(cond.b, Cond)
        return holds(state, frame, cond.a) and holds(state, frame, cond.b)
    if cond.op in ("wins", "loses"):
        return frame[WON] == (1 if cond.op == "wins" else 0)
    if cond.op == "match":
        return frame[ALIKE] >= FEWEST_THAT_MATCH
    if cond.op == "total":
        assert isinstance(cond.b, Num)
        return frame[SUM] >= amount(state, frame, cond.b)
    if cond.op == "aside":
        assert isinstance(cond.b, Group) and isinstance(cond.b.det, int)
        return max(len(state.setup.characters[side]) for side in state.setup.sides) >= cond.b.det
    if cond.op == "exists":
        assert isinstance(cond.b, Group)
        return _exists(state, frame, cond.b)
    assert isinstance(cond.a, Ref | Group | Join)
    subjects = things(state, frame, cond.a)
    if cond.op == "is":
        assert isinstance(cond.b, tuple)
        so = [all(_is(state, frame, one, thing) for one in cond.b) for thing in subjects]
        return any(so) if isinstance(cond.a, Group) and cond.a.det in ("a", "another") else bool(so) and all(so)
    assert isinstance(cond.b, Ref | Group | Join)
    if cond.op == "most":
        return _has_most(state, frame, subjects, cond.b)
    if _is_points(cond.b):
        return any(_reaches(cond.b, points_of(state, thing)) for thing in subjects)
    return any(has(state, frame, thing, cond.b) for thing in subjects)


def _is(state: State, frame: list[int], one: Filter, thing: int) -> bool:
    if one.rel in STATES:
        return is_so(state, frame, STATES[one.rel], thing) != one.neg
    if one.rel == "a":
        assert isinstance(one.arg, Ref | Group | Join)
        return fits(state, frame, one.arg, thing) != one.neg
    return relates(state, frame, one, thing)


def _exists(state: State, frame: list[int], group: Group) -> bool:
    wanted = group if group.det != "no" else some_of(state.cast.own, group)
    return _reaches(group, count(state, frame, wanted))


def _is_points(phrase: Phrase) -> bool:
    """Whether a phrase is of points of the score."""
    return isinstance(phrase, Group) and phrase.nouns == ("point",)


def points_of(state: State, thing: int) -> int:
    """The points of a thing's side."""
    side = side_of(state, thing)
    return state.points[side] if side >= 0 else 0


def _reaches(phrase: Phrase, count: int) -> bool:
    """Whether so many are as many as a phrase asks for: `2 points`, `2 or more`, `up to 2`, `no points`."""
    det = phrase.det if isinstance(phrase, Group) else "a"
    if det == "no":
        return count == 0
    if isinstance(det, int):
        return count >= det
    if isinstance(det, tuple):
        return count >= det[1] if det[0] == "or more" else count <= det[1]
    return count > 0


def _has_most(state: State, frame: list[int], subjects: list[int], group: Phrase) -> bool:
    """Strictly more than each opponent (FFA-2)."""
    counts = {
        side: state.points[side] if _is_points(group) else len(had(state, frame, SIDE_AT + side, group)) for side in state.setup.sides
    }
    side = subjects[0] - SIDE_AT if subjects and subjects[0] >= SIDE_AT else frame[YOU]
    mine = counts.get(side, 0)
    return mine > 0 and all(mine > other for one, other in counts.items() if one != side)
