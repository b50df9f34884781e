"""Who can stand up, be knocked down or out, defend, be exhausted (CHA-9, CHA-28, TRN-11)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, OBJECTIVE
from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import Thing, is_figure
from tipover.engine.core.state import State
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.modifiers import cannot_be


def defend_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The defender must be on the map."""
    who = text_frame.who(frame)
    return None if is_figure(who) and state.figure_at[who] >= 0 else []


def stand_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Only who is knocked down on the map stands up."""
    found = [f for f in objects(state, frame, op) if is_figure(f) and state.figure_at[f] >= 0 and state.down[f]]
    return None if found else []


def knock_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Somebody on the map; only characters are ever knocked down (CHA-9)."""
    assert op.act is not None
    out = how_of(op.act, "out") is not None
    return None if any(can_be_knocked(state, thing, out) for thing in objects(state, frame, op)) else []


def can_be_knocked(state: State, thing: Thing, out: bool) -> bool:
    if not is_figure(thing) or state.figure_at[thing] < 0:
        return False
    kind = state.setup.kind_of[thing]
    return kind == CHARACTER or (out and kind != OBJECTIVE)


def exhaust_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Only characters have exhausted markers, and never more than they take (TRN-11)."""
    return None if any(takes_exhaust_marker(state, thing) for thing in objects(state, frame, op)) else []


def refresh_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Only who has an exhausted marker is rid of one (TRN-11)."""
    return None if any(is_figure(f) and state.exhaust_markers[f] for f in objects(state, frame, op)) else []


def takes_exhaust_marker(state: State, thing: Thing) -> bool:
    if not is_figure(thing) or state.setup.kind_of[thing] != CHARACTER or state.is_exhausted(thing):
        return False
    return "cannot-be exhausted" not in state.texts.changes or cannot_be(state, thing, "exhausted") is None
