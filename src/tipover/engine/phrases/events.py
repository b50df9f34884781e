"""Whether something that happened is the event that a text names."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from tipover.board.mask import BIT
from tipover.cards.ast import EventClause, Group, Join, Num, Phrase, Ref
from tipover.cards.catalog import COLOURS
from tipover.cards.vocabulary import ACTIONS_DONE
from tipover.engine.core.frames import text_frame
from tipover.engine.core.happening import Happening
from tipover.engine.core.ids import SIDE_THING, Side, Thing
from tipover.engine.core.state import State
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.meaning import area_mask, fits, relates


def matches(state: State, frame: list[int], event: EventClause, happening: Happening, side: Side) -> bool:
    """Whether what happens is the event that a text names; `side` is the side that it concerns."""
    who, subject, what = event.who, happening.subject, happening.object
    if who is None:
        return subject < 0 or subject == text_frame.this(frame)
    if event.what is None and event.verb != "rolls":
        return _is_subject(state, frame, who, subject, side)
    if (event.verb == "enters" and not _is_entered(state, frame, event.what, happening.square, what)) or not _is_subject(
        state, frame, who, subject, side
    ):
        return False
    if event.verb == "rolls":
        return _is_roll_of(state, event.what, what)
    if event.verb == "last token" and isinstance(event.what, Group):
        return f"{COLOURS[what]} token" in event.what.nouns
    if event.verb == "enters":
        return True
    if isinstance(event.what, tuple):
        return all(relates(state, frame, one, subject) for one in event.what)
    if isinstance(event.what, Num):
        return happening.before < amount(state, frame, event.what) <= what
    return _is_what(state, frame, event, what)


def _is_roll_of(state: State, dice: object, die: int) -> bool:
    """Whether a roll is the one a text waits for: a roll of dice is told once, and once more for each declared die in it."""
    if not isinstance(dice, Group):
        return die < 0
    return die >= 0 and f"{state.setup.catalog.dice[die].name} die" in dice.nouns


def _is_subject(state: State, frame: list[int], who: Phrase, subject: Thing, side: Side) -> bool:
    """Whether a phrase names the subject of an event; `you` and `an opponent` name the side that it concerns."""
    if isinstance(who, Group):
        if who.nouns == ("opponent",):
            return side >= 0 and fits(state, frame, who, SIDE_THING[side])
    elif isinstance(who, Join):
        return any(_is_subject(state, frame, part, subject, side) for part in who.parts)
    elif who.word == "you":
        return side == text_frame.you(frame)
    return subject >= 0 and fits(state, frame, who, subject)


def _is_what(state: State, frame: list[int], event: EventClause, what: int) -> bool:
    phrase = event.what
    assert isinstance(phrase, (Ref, Group, Join))
    if event.verb == "does":
        return names_action(phrase, what)
    return what >= 0 and fits(state, frame, phrase, Thing(what))


def _is_entered(state: State, frame: list[int], phrase: object, left: int, entered: int) -> bool:
    """Whether a square that is entered is one of those that a phrase names; an area is entered from outside of it."""
    assert isinstance(phrase, (Ref, Group, Join))
    if isinstance(phrase, Join):
        return any(_is_entered(state, frame, part, left, entered) for part in phrase.parts)
    mask = area_mask(state, frame, phrase)
    if entered < 0 or not mask & BIT[entered]:
        return False
    if left < 0 or not is_area(phrase):
        return True
    areas = [area.mask for area in state.setup.areas if area.mask & mask & BIT[entered]]
    return any(not area & BIT[left] for area in areas)


def is_area(phrase: Phrase) -> bool:
    """Whether a phrase names areas rather than squares."""
    return isinstance(phrase, Group) and all(noun == "area" or noun.endswith(" area") for noun in phrase.nouns)


# What was done, as bits: `After an ally does an assist`.
ACTION_BITS: Final = {word: 1 << k for k, word in enumerate((*ACTIONS_DONE, "basic"))}


def names_action(phrase: Phrase, bits: int) -> bool:
    """Whether a phrase names an action of this kind: `a move`, `a basic action`, `an action other than an ability`."""
    if isinstance(phrase, Join):
        return any(names_action(part, bits) for part in phrase.parts)
    assert isinstance(phrase, Group)
    return bool(_kinds_named(phrase) & bits) and not is_left_out(phrase, bits)


def may_mean_action(phrase: Phrase, bits: int) -> bool:
    """The same, where a phrase for which there is no kind, such as `a challenge action`, may mean any action that it does not leave out."""
    if isinstance(phrase, Group) and not _kinds_named(phrase):
        return not is_left_out(phrase, bits)
    return names_action(phrase, bits)


def _kinds_named(phrase: Group) -> int:
    return ACTION_BITS["basic"] if _is_basic_action(phrase) else reduce(or_, (ACTION_BITS.get(noun, 0) for noun in phrase.nouns))


def _is_basic_action(phrase: Group) -> bool:
    return "basic" in phrase.adjs and phrase.nouns == ("action",)


def is_left_out(phrase: Phrase, bits: int) -> bool:
    """Whether a phrase says that it means actions `other than` those of this kind."""
    if not isinstance(phrase, Group):
        return False
    others = [one.arg for one in phrase.filters if one.rel == "other than"]
    return any(names_action(other, bits) for other in others if isinstance(other, (Group, Join)))
