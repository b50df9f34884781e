"""S13: a card is bounded by steps in the engine, whatever the game around it is; the table names it and goes on."""

from __future__ import annotations

import time

import pytest

from kit.miller import miller_card
from kit.table import Game, scene
from tipover.cards.toml import ContentError
from tipover.engine.core.event import ChainStopped
from tipover.engine.steps.interpreter import MOST_STEPS
from tipover.table.cardbox import catalog_with

FIGURES = "ABCDEFabcdef"


def miller(rule: str) -> Game:
    """A scene of six a side in which the Miller may grind."""
    return scene(
        " " + " ".join(FIGURES) + " ",
        A="The Miller",
        catalog=catalog_with([miller_card(rule)]),
        sides={"light": {"pool": ["blue"]}},
    )


@pytest.mark.parametrize(
    "rule",
    [
        "20 times: 20 times: gain 1 point.",
        "20 times: 20 times: 20 times: 20 times: gain 1 point.",
        "For each character: for each character: for each character: gain 1 point.",
        "20 times: for each rival: gain 1 point.",
    ],
)
def test_loops_that_multiply_are_refused_with_their_place(rule: str) -> None:
    with pytest.raises(ContentError, match="loops inside one another repeat something at most 60 times") as no:
        catalog_with([miller_card(rule)])
    assert no.value.faults[0].line == 9


@pytest.mark.parametrize(
    "rule", ["20 times: gain 1 point.", "For each character: for each rival: gain 1 point.", "3 times: for each rival: move 1."]
)
def test_loops_that_stay_small_are_played(rule: str) -> None:
    assert "A: Grind" in str(miller(rule).options)


def test_one_answer_takes_so_many_steps_and_no_more() -> None:
    """Each sentence is small enough; a text of many of them is not."""
    game = miller(" ".join(["20 times: gain 1 point."] * 30))
    begun = time.process_time()
    game.play("A: Grind")
    assert time.process_time() - begun < 2.0
    assert game.state.steps <= MOST_STEPS + 1
    assert game.happened(ChainStopped), "The table says which card it was."
    assert game.state.decision is not None, "The game goes on."
