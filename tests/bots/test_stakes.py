"""What a knock-out pays, found on clones: by who is knocked out, and for bots that judge by play-outs by who does it."""

from __future__ import annotations

import pytest

from kit.bot_scenes import asked
from tipover import State, apply, notate
from tipover.bots.evaluate import Evaluator
from tipover.bots.stakes import mean_stake, stakes_by_challenger
from tipover.bots.weights import PLAYED, WEIGHTS, Weights
from tipover.play.scene import scene_state

# A and B are both beside a figure that lies; a point more for whoever carries the marker.
LEADERS = """
scenario = "Leaders"
drawing = '''
+---+---+---+---+---+
| .   A   a   .   . |
+   +   +   +   +   +
| .   B   b   .   . |
+   +   +   +   +   +
| .   .   .   .   c |
+---+---+---+---+---+
'''
turn = "start"
[figures]
a = { side = "dark", down = true }
b = { side = "dark", down = true }
"""


def led_by(leader: str) -> State:
    """The position in which one of light's characters and c are the leaders."""
    state = scene_state(LEADERS)
    for name in (leader, "c"):
        apply(state, next(one for one in asked(state).options if notate(state, one) == f"> {name}"))
    return state


def threat(state: State, weights: Weights) -> float:
    """What light's challenges are worth."""
    return Evaluator(state, weights).worths(state)[0].threat


@pytest.mark.parametrize("leader", ["A", "B"])
def test_a_knock_out_pays_what_its_challenger_is_paid(leader: str) -> None:
    state = led_by(leader)
    of_each = stakes_by_challenger(state, 1.0)
    for by in "AB":
        for target, worth in (("a", 1.0), ("b", 1.0), ("c", 2.0)):
            assert of_each[state.setup.figure(by)][state.setup.figure(target)] == worth + (by == leader)


def test_who_stands_first_in_the_list_of_a_side_does_not_change_what_its_threats_are_worth() -> None:
    assert threat(led_by("A"), PLAYED) == pytest.approx(threat(led_by("B"), PLAYED)), "as many figures, dice and leaders in reach"


def test_the_steady_player_still_sees_what_the_first_figure_is_paid() -> None:
    by_first = PLAYED._replace(by_challenger=0.0)
    for weights in (WEIGHTS, by_first):
        assert threat(led_by("A"), weights) > threat(led_by("B"), weights)
    half = threat(led_by("B"), PLAYED._replace(by_challenger=0.5))
    assert threat(led_by("B"), by_first) < half < threat(led_by("B"), PLAYED)


def test_who_is_paid_most_challenges_first() -> None:
    assert mean_stake([1.0, 1.0], [0.3, 0.4]) == 1.0
    assert mean_stake([1.0, 2.0], [0.5, 0.5]) == pytest.approx((0.5 * 2 + 0.25 * 1) / 0.75)
    assert mean_stake([1.0, 2.0], [1.0, 1.0]) == 2.0
    assert mean_stake([1.0, 2.0], [1.0, 0.0]) == 1.0
    assert mean_stake([1.0, 2.0], [0.0, 0.0]) == 2.0, "nobody gets to it: anything will do but a division by nothing"
