"""Standing rules: what traits, statuses and scenario cards change while they hold (TIM-4, CHA-3, CHA-21, TRN-4)."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards.ast import Change, Group, Join, Ref, While
from tipover.engine.cast import Entry
from tipover.engine.numbers import ADD, SET, SUBTRACT, Part
from tipover.engine.state import State
from tipover.engine.steps.facts import amount, holds
from tipover.engine.steps.nouns import fits
from tipover.engine.triggers import frame_of


def standing(state: State, verb: str) -> Iterator[tuple[Entry, list[int], Change]]:
    """Every change of a kind that holds now, with the frame of its text."""
    for entry in state.cast.changes.get(verb, ()):
        text = entry.text
        assert isinstance(text, While)
        frame = frame_of(state, entry)
        if frame is None or (text.cond is not None and not holds(state, frame, text.cond)):
            continue
        yield entry, frame, text.change


def _hows(change: Change) -> list[str]:
    return [word for word, _ in change.how]


def _applies(state: State, frame: list[int], change: Change, figure: int) -> bool:
    return change.who is not None and fits(state, frame, change.who, figure)


def _named(state: State, frame: list[int], change: Change, thing: int) -> bool:
    return change.what is None or (thing >= 0 and fits(state, frame, change.what, thing))


def dice_parts(state: State, challenger: int, target: int, is_basic: bool) -> list[Part]:
    """What changes the challenger's dice (CHA-4, CHA-21, ACT-9)."""
    parts: list[Part] = []
    if challenger < 0 or "rolls" not in state.cast.changes:
        return parts
    for entry, frame, change in standing(state, "rolls"):
        hows = _hows(change)
        if "defending" in hows or not _applies(state, frame, change, challenger):
            continue
        if "doing" in hows:
            if not is_basic or not isinstance(change.what, Group) or change.what.nouns != ("challenge",):
                continue
        elif not _named(state, frame, change, target):
            continue
        parts.append(_part(state, frame, change, entry, "fewer" in hows))
    return parts


def defense_parts(state: State, target: int, challenger: int) -> list[Part]:
    """What changes the defender's dice: more or less defense, a set defense, more dice when defending (CHA-21, TIM-4)."""
    parts: list[Part] = stat_parts(state, target, "defense")
    for entry, frame, change in standing(state, "rolls"):
        hows = _hows(change)
        if "defending" in hows and _applies(state, frame, change, target) and _named(state, frame, change, challenger):
            parts.append(_part(state, frame, change, entry, "fewer" in hows))
    return parts


def stat_parts(state: State, figure: int, stat: str) -> list[Part]:
    """What changes a figure's defense, range or movement."""
    parts: list[Part] = []
    if "has" not in state.cast.changes:
        return parts
    for entry, frame, change in standing(state, "has"):
        hows = _hows(change)
        if stat not in hows or not _applies(state, frame, change, figure):
            continue
        if "set" in hows:
            parts.append(Part(amount(state, frame, change.n), entry.source.name, SET))
        else:
            parts.append(_part(state, frame, change, entry, "less" in hows))
    return parts


def _part(state: State, frame: list[int], change: Change, entry: Entry, is_less: bool) -> Part:
    return Part(amount(state, frame, change.n), entry.source.name, SUBTRACT if is_less else ADD)


def price_parts(state: State, figure: int) -> list[Part]:
    """What must be paid more or less for an ability."""
    parts: list[Part] = []
    for entry, frame, change in standing(state, "pay"):
        if _applies(state, frame, change, figure):
            parts.append(_part(state, frame, change, entry, "less" in _hows(change)))
    return parts


def may_pay_less(state: State, figure: int) -> int:
    """By how much a figure may lower a price: at most once an ability (ABI-17)."""
    best = 0
    for _, frame, change in standing(state, "may-pay"):
        if _applies(state, frame, change, figure):
            best = max(best, amount(state, frame, change.n))
    return best


def acts_down(state: State, figure: int) -> bool:
    """Whether a figure can do actions while knocked down (TRN-4)."""
    for _, frame, change in standing(state, "can"):
        if "while knocked down" in _hows(change) and _applies(state, frame, change, figure):
            return True
    return False


def passes_rivals(state: State, figure: int) -> bool:
    """Whether a figure can move through rivals."""
    for _, frame, change in standing(state, "can"):
        if "through" in _hows(change) and _applies(state, frame, change, figure):
            return True
    return False


def cannot(state: State, figure: int, action: str) -> Entry | None:
    """The text that forbids a figure an action (`an interact`), or None."""
    for entry, frame, change in standing(state, "cannot"):
        named = isinstance(change.what, Group) and (action in change.what.nouns or change.what.nouns == ("action",))
        if named and _applies(state, frame, change, figure):
            return entry
    return None


def cannot_be(state: State, thing: int, passive: str) -> Entry | None:
    """The text that keeps something from being seen, challenged, pushed …, or None."""
    for entry, frame, change in standing(state, "cannot-be"):
        if passive in _hows(change) and _applies(state, frame, change, thing):
            return entry
    return None


def cannot_interact(state: State, figure: int, thing: int) -> Entry | None:
    """The text that keeps a figure from interacting with a thing, or None (PTS-3)."""
    for entry, frame, change in standing(state, "cannot-interact"):
        if _applies(state, frame, change, figure) and _named(state, frame, change, thing):
            return entry
    return None


def offers(state: State) -> Iterator[tuple[Entry, list[int], Change]]:
    """The actions that texts offer now."""
    return standing(state, "offer")


__all__ = ["Join", "Ref", "dice_parts"]
