"""Numbers with their parts, and conditions: the counting half of a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tipover.cards.ast import Cond, EventClause, Filter, Group, Join, Num, Phrase, Ref, chosen_by
from tipover.cards.catalog import COLOURS
from tipover.cards.vocabulary import STATES, plural_of
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import ALL_COLOURS, NO_COLOUR, PIECE, SIDE_THING, Colour, Thing, is_piece, token_parts
from tipover.engine.core.meanings import some_of
from tipover.engine.core.numbers import Number, Part
from tipover.engine.core.state import State
from tipover.engine.phrases.adjectives import is_so
from tipover.engine.phrases.entities import count_of, is_in_game, side_of, square_of
from tipover.engine.phrases.kept import those_alone
from tipover.engine.phrases.meaning import fits, had, has, relates, things

FEWEST_THAT_MATCH: Final = 2  # CHA-22


def count(state: State, frame: list[int], phrase: Phrase) -> int:
    """How many things a phrase names; ability tokens by their number, types of them by colour."""
    if isinstance(phrase, Group) and phrase.nouns[0] in ("success", "square moved"):
        return text_frame.successes(frame) if phrase.nouns[0] == "success" else text_frame.squares_moved(frame)
    those = those_alone(phrase)
    if those is not None:  # all of them, also who is gone by then
        kept = text_frame.kept_group(frame, those.group_slot if isinstance(those, Group) else those.slot)
        return kept.bit_count() if kept > 0 else 0
    found = things(state, frame, phrase)
    if isinstance(phrase, Group) and phrase.nouns[0] == "type of ability token":
        return len({token_parts(thing)[2] for thing in found})
    return sum(count_of(state, thing) for thing in found)


def number(state: State, frame: list[int], num: Num, name: str, unit: str = "dice") -> Number:
    """A number computed now, with its parts by name (ABI-14)."""
    parts: list[Part] = []
    for amount, kind, arg in num.terms:
        found = _how_often(state, frame, kind, arg)
        if kind == "flat":
            parts.append(Part(amount, name))
        elif kind == "each":
            assert isinstance(arg, (Ref, Group, Join))
            parts.append(_counted(amount, arg, found))
        elif kind == "time":
            assert isinstance(arg, EventClause)
            parts.append(Part(amount * found, f"times {arg.verb}"))
        elif kind == "if":
            assert isinstance(arg, Cond)
            if found:
                parts.append(_of_condition(amount, arg))
        else:
            assert isinstance(arg, (Ref, Group, Join))
            parts.append(Part(amount * found, f"highest place of {label(arg)}"))
    return Number([part for k, part in enumerate(parts) if part.amount or k == 0], unit)


def _how_often(state: State, frame: list[int], kind: str, arg: Phrase | EventClause | Cond | None) -> int:
    """How often the amount of a term counts now."""
    if kind == "flat":
        return 1
    if kind == "each":
        assert isinstance(arg, (Ref, Group, Join))
        return count(state, frame, arg)
    if kind == "time":
        assert isinstance(arg, EventClause)
        return times(state, frame, arg)
    if kind == "if":
        assert isinstance(arg, Cond)
        return 1 if holds(state, frame, arg) else 0
    assert isinstance(arg, (Ref, Group, Join))
    highest = 0
    for thing in things(state, frame, arg):
        highest = max(highest, -square_of(state, thing))
    return highest


def amount(state: State, frame: list[int], num: Num | None, default: int = 1) -> int:
    """The plain value of a number."""
    if num is None:
        return default
    if len(num.terms) == 1 and num.terms[0][1] == "flat":
        return num.terms[0][0]
    total = 0  # as `number` has it, without the names of its parts
    for each, kind, arg in num.terms:
        total += each * _how_often(state, frame, kind, arg)
    return total


def is_zero_count(state: State, frame: list[int], num: Num) -> bool:
    """Whether a number counts only what happened or is there, and that is nothing (ABI-4)."""
    return all(kind != "flat" for _, kind, _ in num.terms) and amount(state, frame, num) == 0


def _counted(amount: int, phrase: Phrase, found: int = 1) -> Part:
    """The part that each of so many things gives that a phrase names; of ability tokens also their colour: `2 adjacent rivals`, `4 for 2 adjacent rivals`."""
    colour = _TOKENS.get(phrase.nouns, NO_COLOUR) if isinstance(phrase, Group) else NO_COLOUR
    if colour < 0:
        named = label(phrase, found != 1)
        return Part(amount * found, named if amount == 1 or found == 1 else f"for {found} {named}")
    assert isinstance(phrase, Group)
    return Part(amount * found, label(phrase), colour=colour, rest=_label_of_group(phrase, ()))


_TOKENS: Final[dict[tuple[str, ...], Colour]] = {(f"{COLOURS[colour]} token",): colour for colour in ALL_COLOURS}


def label(phrase: Phrase, is_several: bool = False) -> str:
    """A phrase as the name of a part: `silver in pool`, `adjacent rival`; of several `adjacent rivals`."""
    if isinstance(phrase, Ref):
        return phrase.word
    if isinstance(phrase, Join):
        return f" {phrase.word} ".join(label(part, is_several) for part in phrase.parts)
    return _label_of_group(
        phrase, tuple(noun if (noun,) in _TOKENS else plural_of(noun) for noun in phrase.nouns) if is_several else phrase.nouns
    )


def _label_of_group(phrase: Group, nouns: tuple[str, ...]) -> str:
    """A group as the name of a part, with these nouns; without any, what is left of its name."""
    said = " ".join([*phrase.adjs, " or ".join(nouns)]).strip()
    for colour in COLOURS:
        said = said.replace(f"{colour} token", colour)
    for one in phrase.filters:
        if one.rel in ("in", "on") and isinstance(one.arg, Group):
            said += f" {one.rel} {one.arg.nouns[0]}"
    return said.strip()


def _of_condition(amount: int, cond: Cond) -> Part:
    """The part that a condition gives, named by its words: `The List`, `target exhausted`, `the dice match`."""
    if cond.op == "has" and isinstance(cond.b, (Ref, Group)):
        return _counted(amount, cond.b) if not isinstance(cond.b, Group) or cond.b.det != "no" else Part(amount, f"no {label(cond.b)}")
    if cond.op == "is" and isinstance(cond.a, (Ref, Group, Join)) and isinstance(cond.b, tuple):
        return Part(amount, f"{label(cond.a)} {PhraseWords().filters(cond.b)}")
    return Part(amount, PhraseWords().cond(cond))


def times(state: State, frame: list[int], event: EventClause) -> int:
    """How often an event happened this turn or round: each text that asks has its own counter (ABI-4)."""
    counter = state.texts.counter(text_frame.program(frame), event)
    return state.counts[counter] if counter >= 0 else 0


def holds(state: State, frame: list[int], cond: Cond) -> bool:
    """Whether a condition is true now."""
    if cond.op == "and":
        assert isinstance(cond.a, Cond) and isinstance(cond.b, Cond)
        return holds(state, frame, cond.a) and holds(state, frame, cond.b)
    if cond.op in ("wins", "loses"):
        return text_frame.won(frame) == (1 if cond.op == "wins" else 0)
    if cond.op == "match":
        return text_frame.alike(frame) >= FEWEST_THAT_MATCH
    if cond.op == "total":
        assert isinstance(cond.b, Num)
        return text_frame.total(frame) >= amount(state, frame, cond.b)
    if cond.op == "happened":
        assert isinstance(cond.b, EventClause)
        return times(state, frame, cond.b) > 0
    if cond.op == "aside":
        assert isinstance(cond.b, Group) and isinstance(cond.b.det, int)
        return max(len(state.setup.characters[side]) for side in state.setup.sides) >= cond.b.det
    if cond.op == "exists":
        assert isinstance(cond.b, Group)
        return _exists(state, frame, cond.b)
    assert isinstance(cond.a, (Ref, Group, Join))
    if cond.op == "is":
        relations = cond.b
        assert isinstance(relations, tuple)
        return _is_said_of(state, frame, cond.a, lambda thing: all(_is(state, frame, one, thing) for one in relations))
    what = cond.b
    assert isinstance(what, (Ref, Group, Join))
    if cond.op == "most":
        return _has_most(state, frame, things(state, frame, cond.a), what)
    if _is_points(what):
        return _is_said_of(state, frame, cond.a, lambda thing: _reaches(what, points_of(state, thing)))
    if cond.op == "carries":
        return _is_said_of(state, frame, cond.a, lambda thing: any(not _is_mark(state, one) for one in had(state, frame, thing, what)))
    return _is_said_of(state, frame, cond.a, lambda thing: has(state, frame, thing, what))


def _is_said_of(state: State, frame: list[int], phrase: Phrase, test: Callable[[Thing], bool]) -> bool:
    """Whether something is true of those a phrase names: of one (`an ally`), of none (`no ally`), of so many, of all there are."""
    if isinstance(phrase, Join):
        found = [_is_said_of(state, frame, part, test) for part in phrase.parts]
        return any(found) if phrase.word == "or" else all(found)
    det = phrase.det if isinstance(phrase, Group) else "the"
    if isinstance(phrase, Group) and isinstance(det, Group) and chosen_by(phrase) == "a":
        det = "a"  # `an opponent's character`
    if isinstance(phrase, Group) and det == "no":
        return not any(test(thing) for thing in things(state, frame, some_of(state.texts.own, phrase)))
    so = [test(thing) for thing in things(state, frame, phrase)]
    if det in ("a", "another"):
        return any(so)
    if isinstance(det, int):
        return sum(so) >= det
    if isinstance(det, tuple):
        return sum(so) >= det[1] if det[0] == "or more" else sum(so) <= det[1]
    return bool(so) and all(so)


def _is_mark(state: State, thing: Thing) -> bool:
    """Whether a thing stays with its figure like a status, and so is not carried (CDN-10, STA-1)."""
    return is_piece(thing) and (state.setup.pieces[thing - PIECE].sort != "marker" or state.setup.pieces[thing - PIECE].is_mark)


def _is(state: State, frame: list[int], one: Filter, thing: Thing) -> bool:
    if one.rel in STATES:
        return is_so(state, frame, STATES[one.rel], thing) != one.neg
    if one.rel == "a":
        assert isinstance(one.arg, (Ref, Group, Join))
        return fits(state, frame, one.arg, thing) != one.neg
    return relates(state, frame, one, thing)


def _exists(state: State, frame: list[int], group: Group) -> bool:
    wanted = group if group.det != "no" else some_of(state.texts.own, group)
    if group.det == "the":
        return any(is_in_game(state, thing) for thing in things(state, frame, group))
    return _reaches(group, count(state, frame, wanted))


def _is_points(phrase: Phrase) -> bool:
    """Whether a phrase is of points of the score."""
    return isinstance(phrase, Group) and phrase.nouns == ("point",)


def points_of(state: State, thing: Thing) -> int:
    """The points of a thing's side."""
    side = side_of(state, thing)
    return state.points[side] if side >= 0 else 0


def _reaches(phrase: Phrase, count: int) -> bool:
    """Whether a count is what a phrase asks for: `2 points`, `2 or more`, `up to 2`, `no points`."""
    det = phrase.det if isinstance(phrase, Group) else "a"
    if det == "no":
        return count == 0
    if isinstance(det, int):
        return count >= det
    if isinstance(det, tuple):
        return count >= det[1] if det[0] == "or more" else count <= det[1]
    return count > 0


def _has_most(state: State, frame: list[int], subjects: list[Thing], group: Phrase) -> bool:
    """Whether one of these sides has strictly more than every other side (FFA-2)."""
    counts: dict[int, int] = {}
    for side in state.setup.sides:
        found = () if _is_points(group) else had(state, frame, SIDE_THING[side], group)
        counts[side] = state.points[side] if _is_points(group) else sum(count_of(state, thing) for thing in found)
    most = max(counts.values())
    leading = [side for side, count in counts.items() if count == most > 0]
    return len(leading) == 1 and SIDE_THING[leading[0]] in subjects
