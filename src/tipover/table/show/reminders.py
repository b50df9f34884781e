"""Reminders before a turn ends: abilities and a companion's action that would be left unused, and texts that the turn's end sets off."""

from __future__ import annotations

from tipover.cards.ast import When
from tipover.cards.words import shown
from tipover.engine.cast import Entry
from tipover.engine.decision import ABILITY, OFFER, PIECE, USE, Decision
from tipover.engine.flow.kinds import ACTIONS, KIND, TURN_FRAME
from tipover.engine.state import State
from tipover.engine.steps.frame import YOU
from tipover.engine.steps.nouns import fits
from tipover.engine.triggers import frame_of
from tipover.play.asking import short_name
from tipover.play.textwords import offer_name

# What happens to the acting figure when its turn ends.
AT_END_OF_TURN, WHEN_EXHAUSTED = "at end of its turn", "when exhausted"


def reminders(state: State, ask: Decision) -> list[str]:
    """What the acting figure could still do, and what the end of its turn sets off."""
    left = next((frame[ACTIONS] for frame in reversed(state.stack) if frame[KIND] == TURN_FRAME), 0)
    names = _usable(state, ask)
    said = [f"Can still be used: {'; '.join(names)}."] if names else []
    free = [choice.figure for choice in ask.options if choice.figure not in (ask.figure, -1)]
    if free and left <= 0:
        said.append(f"{state.name(free[0])} has its action left.")
    return said + _at_the_end(state, ask.figure)


def _usable(state: State, ask: Decision) -> list[str]:
    """Abilities, items and offered actions that the acting figure may begin now."""
    found: list[str] = []
    for choice in ask.options:
        if choice.figure != ask.figure:
            continue
        if choice.verb == ABILITY:
            found.append(state.setup.card(state.card[choice.figure]).abilities[choice.thing].name)
        elif choice.verb == USE:
            found.append(state.setup.pieces[choice.thing - PIECE].name)
        elif choice.verb == OFFER:
            found.append(offer_name(state, choice.thing))
    return list(dict.fromkeys(found))


def _at_the_end(state: State, figure: int) -> list[str]:
    """The texts of the figure's side that its turn's end or its last exhausted marker sets off (TRN-13, ULT-2)."""
    times = [AT_END_OF_TURN]
    if state.spent[figure] + 1 >= state.setup.markers(figure):
        times.append(WHEN_EXHAUSTED)
    entries = [entry for time in times for entry in state.cast.whens.get(time, ()) if _speaks_of(state, entry, figure)]
    return [f"{entry.source.name}: {shown(entry.text, short_name(state, entry.source.thing))}" for entry in entries]


def _speaks_of(state: State, entry: Entry, figure: int) -> bool:
    """Whether a text of the figure's own side is in force and its event is about the figure."""
    text = entry.text
    frame = frame_of(state, entry)
    if frame is None or not isinstance(text, When) or (entry.counter >= 0 and state.counts[entry.counter]):
        return False
    if frame[YOU] != state.setup.side_of[figure]:
        return False
    return entry.only == figure if text.event.who is None else fits(state, frame, text.event.who, figure)
