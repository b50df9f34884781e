"""Standing rules: what traits, statuses and scenario cards change while they are in force (TIM-4, CHA-3, CHA-21, TRN-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tipover.cards.ast import Change, Group, Join, While
from tipover.cards.program import FIRST_KEPT
from tipover.engine.core.blame import blame_change, blame_text
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.ids import IN_FORCE, NOBODY, FigureId, Thing
from tipover.engine.core.numbers import ADD, SET, SUBTRACT, Part
from tipover.engine.core.state import State
from tipover.engine.core.text_facts import change_keys, sets_value
from tipover.engine.core.text_index import RULE, TABLE, Entry, TextIndex
from tipover.engine.phrases.conditions import amount, holds
from tipover.engine.phrases.events import names_action
from tipover.engine.phrases.kept import keep
from tipover.engine.phrases.meaning import fits, fits_by_control
from tipover.engine.phrases.text_frames import frame_of


def standing(state: State, key: str, figure: Thing = NOBODY, texts: TextIndex | None = None) -> Iterator[tuple[Entry, list[int], Change]]:
    """Every change of a kind that is in force now, with the frame of its text, which the caller must not mutate.

    `key` is the verb of the change, or its verb and an adverb (`has defense`). With a figure, only changes that can
    concern it. `texts` is the index to search, if it is not the state's own.
    """
    holders, lies = state.piece_holder, state.piece_at
    for entry in (texts or state.texts).changes.get(key, ()):
        if figure >= 0 and entry.only >= 0 and entry.only != figure:
            continue
        piece = entry.piece
        if piece >= 0 and holders[piece] < 0 and lies[piece] != IN_FORCE:
            continue  # as `is_out`: most cards of a box are
        text = entry.text
        assert isinstance(text, While)
        frame = frame_of(state, entry)
        if frame is None or (text.cond is not None and not _is_met(state, frame, text)):
            continue
        yield entry, frame, text.change
    for rule in state.lasting:
        entry = state.texts.lasting_rules[(text_frame.program(rule), rule[kinds.STAGE])]
        text = entry.text
        if isinstance(text, While) and key in change_keys(text.change) and _is_met(state, rule, text):
            yield entry, rule, text.change


def _is_met(state: State, frame: list[int], text: While) -> bool:
    """Whether the condition of a standing rule is met; without one it always is."""
    try:
        return text.cond is None or holds(state, frame, text.cond)
    except Exception as error:
        blame_text(error, state, text)
        raise


def _words_of(change: Change) -> list[str]:
    return [word for word, _ in change.how]


# Changes that are about moves and challenges: for them a controlled figure counts for its controller (CTL-9).
_BY_CONTROL: Final = ("rolls", "has", "may-have", "can")


def applies(state: State, frame: list[int], change: Change, figure: Thing) -> bool:
    test = fits_by_control if change.verb in _BY_CONTROL else fits
    try:
        return change.who is not None and test(state, frame, change.who, figure)
    except Exception as error:
        blame_change(error, state, change)
        raise


def speaking_of(frame: list[int], change: Change, figure: Thing) -> list[int]:
    """The frame in which the rest of a change is read, where `it` or `them` may be the figure that it is about."""
    who = change.who
    if not isinstance(who, Group) or (who.slot < FIRST_KEPT and who.group_slot < FIRST_KEPT):
        return frame
    own = frame[:]
    keep(own, who, figure)
    return own


def _named(state: State, frame: list[int], change: Change, thing: Thing) -> bool:
    test = fits_by_control if change.verb in _BY_CONTROL else fits
    try:
        return change.what is None or (thing >= 0 and test(state, frame, change.what, thing))
    except Exception as error:
        blame_change(error, state, change)
        raise


def _amount(state: State, frame: list[int], change: Change) -> int:
    try:
        return amount(state, frame, change.n)
    except Exception as error:
        blame_change(error, state, change)
        raise


def dice_parts(state: State, challenger: FigureId, target: Thing, is_basic: bool) -> list[Part]:
    """What changes the challenger's dice (CHA-4, CHA-21, ACT-9)."""
    parts: list[Part] = []
    if challenger < 0 or "rolls" not in state.texts.changes:
        return parts
    for entry, frame, change in standing(state, "rolls", challenger):
        words = _words_of(change)
        if "defending" in words or not applies(state, frame, change, challenger):
            continue
        if "doing" in words:
            if not is_basic or not isinstance(change.what, Group) or change.what.nouns != ("challenge",):
                continue
        elif not _named(state, speaking_of(frame, change, challenger), change, target):
            continue
        parts.append(_part(state, speaking_of(frame, change, challenger), change, entry, "fewer" in words))
    return parts


def defense_parts(state: State, target: FigureId, challenger: FigureId) -> list[Part]:
    """What changes the defender's dice: more or less defense, a set defense, more dice when defending (CHA-21, TIM-4)."""
    parts: list[Part] = stat_parts(state, target, "defense")
    if "rolls defending" in state.texts.changes:
        for entry, frame, change in standing(state, "rolls defending", target):
            own = speaking_of(frame, change, target)
            if applies(state, frame, change, target) and _named(state, own, change, challenger):
                parts.append(_part(state, own, change, entry, "fewer" in _words_of(change)))
    return parts


def stat_parts(state: State, figure: FigureId, stat: str) -> list[Part]:
    """What changes a figure's defense, range or movement.

    Of several texts that set it the highest comes last, for its controller orders them (TIM-4): more range or movement
    leaves every lesser one open. The order of a challenge's defense is asked (`defense_settings`).
    """
    parts: list[Part] = []
    key = f"has {stat}"
    if key not in state.texts.changes:
        return parts
    for entry, frame, change in standing(state, key, figure):
        if change.verb == "has" and applies(state, frame, change, figure) and not sets_value(change):
            parts.append(_part(state, speaking_of(frame, change, figure), change, entry, "less" in _words_of(change)))
    return parts + [part for _, _, part in _settings(state, figure, key)]


def may_have_range(state: State, figure: FigureId) -> int:
    """By how much a figure may raise the range of a challenge (CHA-3)."""
    if "may-have" not in state.texts.changes:
        return 0
    found = standing(state, "may-have", figure)
    return sum(
        _amount(state, speaking_of(frame, change, figure), change) for _, frame, change in found if applies(state, frame, change, figure)
    )


def _settings(state: State, figure: FigureId, key: str) -> list[tuple[int, list[int], Part]]:
    """What sets a figure's value: weight, frame of the text, and part, the one that holds last (PRE-1, TIM-4)."""
    found: list[tuple[int, list[int], Part]] = []
    for entry, frame, change in standing(state, key, figure):
        if sets_value(change) and applies(state, frame, change, figure):
            value = _amount(state, speaking_of(frame, change, figure), change)
            found.append((_weight(entry), frame, Part(value, entry.source.name, SET)))
    return sorted(found, key=lambda one: (one[0], one[2].amount)) if len(found) > 1 else found


def defense_settings(state: State, figure: FigureId) -> list[tuple[list[int], Part]]:
    """The texts that set a figure's defense to different numbers, with their frames: its controller orders them (TIM-4).

    Empty if the order makes no difference.
    """
    if "has defense" not in state.texts.changes:
        return []
    found = _settings(state, figure, "has defense")
    weightiest = [(frame, part) for weight, frame, part in found if weight == found[-1][0]]
    return weightiest if len({part.amount for _, part in weightiest}) > 1 else []


def _weight(entry: Entry) -> int:
    """The scenario's texts come first, so that a value set by a card overrides theirs (PRE-1)."""
    return 0 if entry.source.kind in (RULE, TABLE) else 1


def _part(state: State, frame: list[int], change: Change, entry: Entry, is_less: bool) -> Part:
    return Part(_amount(state, frame, change), entry.source.name, SUBTRACT if is_less else ADD)


def price_parts(state: State, figure: FigureId) -> list[Part]:
    """What must be paid more or less for an ability."""
    parts: list[Part] = []
    for entry, frame, change in standing(state, "pay", figure):
        if applies(state, frame, change, figure):
            parts.append(_part(state, speaking_of(frame, change, figure), change, entry, "less" in _words_of(change)))
    return parts


def may_pay_less(state: State, figure: FigureId) -> tuple[int, Entry | None]:
    """By how much a figure may lower a price, and the text that lets it: at most one of them an ability (ABI-17)."""
    best, best_by = 0, None
    for entry, frame, change in standing(state, "may-pay", figure):
        if entry.counter >= 0 and state.counts[entry.counter]:
            continue
        if not applies(state, frame, change, figure):
            continue
        less = _amount(state, speaking_of(frame, change, figure), change)
        if less > best:
            best, best_by = less, entry
    return best, best_by


def acts_down(state: State, figure: FigureId) -> bool:
    """Whether a figure can do actions while knocked down (TRN-4)."""
    if not state.texts.acts_down:
        return False
    return any(applies(state, frame, change, figure) for _, frame, change in standing(state, "can while knocked down", figure))


def cannot(state: State, figure: FigureId, bits: int) -> Entry | None:
    """The text that forbids a figure an action of a kind (`an interact`, `an action other than a move`), or None."""
    for entry, frame, change in standing(state, "cannot", figure):
        named = isinstance(change.what, (Group, Join)) and names_action(change.what, bits)
        if named and applies(state, frame, change, figure):
            return entry
    return None


def cannot_be(state: State, thing: Thing, passive: str) -> Entry | None:
    """The text that protects a thing from being seen, challenged, pushed …, or None."""
    for entry, frame, change in standing(state, f"cannot-be {passive}", thing):
        if applies(state, frame, change, thing):
            return entry
    return None


def cannot_interact(state: State, figure: FigureId, thing: Thing) -> Entry | None:
    """The text that forbids a figure to interact with a thing, or None (PTS-3)."""
    for entry, frame, change in standing(state, "cannot-interact", figure):
        if applies(state, frame, change, figure) and _named(state, speaking_of(frame, change, figure), change, thing):
            return entry
    return None


def is_kept_from(state: State, thing: Thing, passive: str) -> bool:
    """Whether a text says that something cannot be done to a thing (`This cannot be controlled.`)."""
    return f"cannot-be {passive}" in state.texts.changes and cannot_be(state, thing, passive) is not None
