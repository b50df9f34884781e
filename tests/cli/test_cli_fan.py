"""A fan's pack at the terminal: who is asked, both sides of a card, what was done instead, pieces told from point markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from tipover import load
from tipover.cli.picture import board, legend
from tipover.cli.question_text import heading
from tipover.engine.core.event import Event
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.narrate import sentences
from tipover.play.notation.lines import follow
from tipover.play.scene import read_scene

from .runs import answer, run

FAN = Path(__file__).parents[1] / "packs" / "fan"
PACK = load(FAN)


def fan(name: str, *lines: str) -> tuple[State, list[Event]]:
    """A scene of the pack played on, and what happened."""
    state, events = read_scene(str(FAN / "tests" / f"{name}.toml"), PACK), []
    for line in lines:
        for choice in follow(state, line):
            events += apply(state, choice)
    return state, events


@rule("CTL-3")
@pytest.mark.parametrize(
    ("name", "line", "head"),
    [("quill", "Q: Bribe", "Light (you), Fitch Wren (q) on d2: Bribe"), ("fitch", "F: False Lantern > d3 > q > d2", "Light (you), ")],
)
def test_the_head_names_the_side_that_is_asked(name: str, line: str, head: str) -> None:
    state, _ = fan(name, line)
    assert state.decision is not None and state.decision.seats == state.seats_of(0)
    assert heading(state, state.decision, "you").startswith(head)


@rule("DBL-1")
@pytest.mark.parametrize("name", ["Ledger", "Open Book", "closed book"])
def test_a_double_sided_card_is_found_by_every_name_and_shows_both_sides(name: str) -> None:
    shown = run("cards", name, "--packs", FAN).stdout
    assert "front of Ledger, other side Closed Book" in shown and "back of Ledger, other side Open Book" in shown
    assert "Allies within 2 pay 1 less" in shown and "has 1 more defense" in shown
    assert [(one["name"], one["double"], one["is_back"]) for one in answer("cards", name, "--packs", FAN)] == [
        ("Open Book", "Ledger", False),
        ("Closed Book", "Ledger", True),
    ]


@rule("PRE-1")
def test_the_log_says_what_was_done_instead() -> None:
    state, events = fan("quill_trait", "q: challenge B", "roll b b b", "roll b b")
    wanted = "Paymaster is done for Stark Guard (B) instead of “an ally within 2 being knocked out”, which does not happen (PRE-1)."
    assert sentences(state, events).count(wanted) == 1


def test_a_crate_is_not_drawn_as_point_marker_c() -> None:
    state, _ = fan("market_day")
    drawn = "\n".join("".join(part if isinstance(part, str) else part[0] for part in line) for line in board(state))
    assert drawn.count("&C") == 2 and drawn.count("*C") == 1
    assert "&C Crate on d3" in legend(state) and "*A point marker A" in legend(state)
