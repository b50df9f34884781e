"""Proofs near the end of a round when there are three sides: who cannot win may still decide who does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tipover import State, load, notate
from tipover.bots.evaluate import Evaluator
from tipover.bots.round_finish import OPEN, Finish, RoundFinish
from tipover.bots.turn_planner import weigh
from tipover.engine.view import view
from tipover.play.scene import scene_state

RULINGS = Path(__file__).parents[1] / "packs" / "rulings"

# Dark has the last turn of the last round, no points, and a Bully whose Fine takes a point from an opponent that it picks.
KINGMAKER = """
drawing = " A . b . T "
turn = "b"
round = 2
scenario = "Territory"
[figures]
A = { side = "light", exhausted = true }
b = { side = "dark", character = "Bully" }
T = { side = "third", exhausted = true }
[sides.light]
points = 4
[sides.dark]
pool = ["silver"]
[sides.third]
points = 4
"""
RUNNER_UP = KINGMAKER.replace("points = 4", "points = 5", 1).replace("points = 4", "points = 1")  # third cannot win either


def last_round(text: str) -> State:
    """A scene in the last of the agreed rounds."""
    state = scene_state(text, catalog=load(RULINGS))
    state.setup.rounds = state.round
    return state


def results(state: State) -> dict[str, Finish]:
    """What every answer comes to, by its notation."""
    assert state.decision is not None
    found = RoundFinish(Evaluator(state), 5_000, 0).solve(state, state.decision)
    return {notate(state, choice): one for choice, one in found.items()}


def test_nothing_is_proved_while_a_side_that_loses_may_choose_the_winner() -> None:
    fined = results(last_round(KINGMAKER))["b: Fine"]
    assert fined.values[1] == 0, "dark loses, whoever is fined"
    assert fined.sure == OPEN and not fined.is_exact, "light or third wins, as dark likes"


def test_a_win_is_proved_if_every_answer_of_the_others_leads_to_it() -> None:
    found = results(last_round(RUNNER_UP))
    assert len(found) > 1
    assert all(one.sure == 0 and one.is_exact and one.values == pytest.approx((1.0, 0.0, 0.0)) for one in found.values())


def test_no_such_proof_is_told() -> None:
    state = last_round(KINGMAKER)
    assert state.decision is not None
    told = weigh(view(state, 1), state.decision, 200)
    assert told and not any(one.is_proved for one in told if notate(state, one.choice) == "b: Fine")
