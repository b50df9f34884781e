"""Standing rules: what traits, statuses and scenario cards change while they hold (TIM-4, CHA-3, CHA-21, TRN-4)."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards.ast import Change, Group, While
from tipover.engine.cast import RULE, TABLE, Entry, change_keys
from tipover.engine.flow.kinds import STAGE
from tipover.engine.numbers import ADD, SET, SUBTRACT, Part
from tipover.engine.state import State
from tipover.engine.steps.facts import amount, holds
from tipover.engine.steps.frame import PROG
from tipover.engine.steps.nouns import fits, fits_held
from tipover.engine.triggers import frame_of, launch, replaced


def standing(state: State, key: str, figure: int = -1) -> Iterator[tuple[Entry, list[int], Change]]:
    """Every change of a kind that holds now, with the frame of its text, which is not to be written into.

    `key` is the change's verb, or its verb and a word of how (`has defense`). With a figure, those that can speak of it.
    """
    for entry in state.cast.changes.get(key, ()):
        if figure >= 0 and entry.only >= 0 and entry.only != figure:
            continue
        text = entry.text
        assert isinstance(text, While)
        frame = frame_of(state, entry)
        if frame is None or (text.cond is not None and not holds(state, frame, text.cond)):
            continue
        yield entry, frame, text.change
    for hold in state.holds:
        entry = state.cast.holds[(hold[PROG], hold[STAGE])]
        text = entry.text
        assert isinstance(text, While)
        if key in change_keys(text.change) and (text.cond is None or holds(state, hold, text.cond)):
            yield entry, hold, text.change


def _hows(change: Change) -> list[str]:
    return [word for word, _ in change.how]


# Changes that are about moves and challenges: in them a controlled figure is its controller's (CTL-9).
_HELD = ("rolls", "has", "can")


def _applies(state: State, frame: list[int], change: Change, figure: int) -> bool:
    test = fits_held if change.verb in _HELD else fits
    return change.who is not None and test(state, frame, change.who, figure)


def _named(state: State, frame: list[int], change: Change, thing: int) -> bool:
    test = fits_held if change.verb in _HELD else fits
    return change.what is None or (thing >= 0 and test(state, frame, change.what, thing))


def dice_parts(state: State, challenger: int, target: int, is_basic: bool) -> list[Part]:
    """What changes the challenger's dice (CHA-4, CHA-21, ACT-9)."""
    parts: list[Part] = []
    if challenger < 0 or "rolls" not in state.cast.changes:
        return parts
    for entry, frame, change in standing(state, "rolls", challenger):
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
    if "rolls defending" in state.cast.changes:
        for entry, frame, change in standing(state, "rolls defending", target):
            if _applies(state, frame, change, target) and _named(state, frame, change, challenger):
                parts.append(_part(state, frame, change, entry, "fewer" in _hows(change)))
    return parts


def stat_parts(state: State, figure: int, stat: str) -> list[Part]:
    """What changes a figure's defense, range or movement."""
    parts: list[Part] = []
    key = f"has {stat}"
    if key not in state.cast.changes:
        return parts
    for entry, frame, change in sorted(standing(state, key, figure), key=_weight):
        if not _applies(state, frame, change, figure):
            continue
        hows = _hows(change)
        if "set" in hows:
            parts.append(Part(amount(state, frame, change.n), entry.source.name, SET))
        else:
            parts.append(_part(state, frame, change, entry, "less" in hows))
    return parts


def _weight(standing_rule: tuple[Entry, list[int], Change]) -> int:
    """The scenario's texts come first, so that what a card sets holds against them (PRE-1)."""
    return 0 if standing_rule[0].source.kind in (RULE, TABLE) else 1


def _part(state: State, frame: list[int], change: Change, entry: Entry, is_less: bool) -> Part:
    return Part(amount(state, frame, change.n), entry.source.name, SUBTRACT if is_less else ADD)


def price_parts(state: State, figure: int) -> list[Part]:
    """What must be paid more or less for an ability."""
    parts: list[Part] = []
    for entry, frame, change in standing(state, "pay", figure):
        if _applies(state, frame, change, figure):
            parts.append(_part(state, frame, change, entry, "less" in _hows(change)))
    return parts


def may_pay_less(state: State, figure: int) -> tuple[int, Entry | None]:
    """By how much a figure may lower a price, and the text that lets it: at most one of them an ability (ABI-17)."""
    best, best_by = 0, None
    for entry, frame, change in standing(state, "may-pay", figure):
        if entry.counter >= 0 and state.counts[entry.counter]:
            continue
        if _applies(state, frame, change, figure) and amount(state, frame, change.n) > best:
            best, best_by = amount(state, frame, change.n), entry
    return best, best_by


def acts_down(state: State, figure: int) -> bool:
    """Whether a figure can do actions while knocked down (TRN-4)."""
    if "can while knocked down" not in state.cast.changes:
        return False
    return any(_applies(state, frame, change, figure) for _, frame, change in standing(state, "can while knocked down", figure))


def cannot(state: State, figure: int, action: str) -> Entry | None:
    """The text that forbids a figure an action (`an interact`), or None."""
    for entry, frame, change in standing(state, "cannot", figure):
        named = isinstance(change.what, Group) and (action in change.what.nouns or change.what.nouns == ("action",))
        if named and _applies(state, frame, change, figure):
            return entry
    return None


def cannot_be(state: State, thing: int, passive: str) -> Entry | None:
    """The text that keeps something from being seen, challenged, pushed …, or None."""
    for entry, frame, change in standing(state, f"cannot-be {passive}", thing):
        if _applies(state, frame, change, thing):
            return entry
    return None


def instead(state: State, verb: str, thing: int, foe: int = -1, what: int = -1, side: int = -1, before: int = -1) -> bool:
    """Whether a text is done instead of an event; it is launched then."""
    if verb not in state.cast.insteads:
        return False
    frame = replaced(state, verb, thing, foe, what, side, before)
    if frame is None:
        return False
    launch(state, [frame])
    return True


def prevented(state: State, verb: str, thing: int, foe: int = -1, what: int = -1, side: int = -1, before: int = -1) -> bool:
    """Whether an event does not happen: a text is done instead of it, or keeps it from happening."""
    if instead(state, verb, thing, foe, what, side, before):
        return True
    return f"cannot-be {verb}" in state.cast.changes and cannot_be(state, thing, verb) is not None


def cannot_interact(state: State, figure: int, thing: int) -> Entry | None:
    """The text that keeps a figure from interacting with a thing, or None (PTS-3)."""
    for entry, frame, change in standing(state, "cannot-interact", figure):
        if _applies(state, frame, change, figure) and _named(state, frame, change, thing):
            return entry
    return None
