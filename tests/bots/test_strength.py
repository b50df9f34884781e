"""How strong the bots are against each other: paired deals over three scenarios, both sides played.

Bots and dice go by seeds and budgets by nodes, so a meeting ends the same on every machine; the quick ones are small, and
ask for what so few games can show. The full ones are sequential tests with an error of 1 %: the bar lies in the middle of
what is told apart, and they end as soon as they are sure.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tipover.bots import LEVELS
from tipover.lab.arena import Meeting, pair
from tipover.lab.sequential import BEATS

SCENARIOS = ("Leaders", "Control", "Territory")
NAMES = list(LEVELS)
NEIGHBOURS = list(pairwise(NAMES))
MOST_DEALS = 60


def meeting(weaker: str, stronger: str, deals: int, beats: float = 0.0, unless: float = 0.0) -> Meeting:
    """The two over so many deals, counted for the stronger."""
    jobs = 2 if deals == MOST_DEALS else 1
    found = pair(weaker, stronger, deals, "strength", jobs, scenarios=SCENARIOS, modes=["2v2"], beats=beats, unless=unless)
    assert found.faults == 0
    return found


@pytest.mark.long
def test_the_steady_player_beats_the_careless_one() -> None:
    assert meeting("random", "greedy", 6).rate.value >= 0.95


@pytest.mark.long
@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS[:2])
def test_each_low_level_beats_the_one_below(weaker: str, stronger: str) -> None:
    assert meeting(weaker, stronger, 6).rate.value >= 0.7


@pytest.mark.long
def test_a_high_level_beats_the_one_two_below() -> None:
    """Neighbours that think long need more games to be told apart than a quick run can play; the soak plays them."""
    assert meeting("level2", "level4", 3).rate.value >= 0.8


@pytest.mark.long
def test_the_highest_level_beats_a_lower_one() -> None:
    assert meeting("level2", "level5", 1).rate.value >= 0.9


def test_level_one_loses_to_the_steady_player() -> None:
    assert meeting("level1", "greedy", 6).rate.value >= 0.9


@pytest.mark.soak
def test_the_steady_player_beats_the_careless_one_in_95_of_100() -> None:
    assert meeting("random", "greedy", MOST_DEALS, beats=0.99, unless=0.91).verdict == BEATS


@pytest.mark.soak
@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS)
def test_each_level_beats_the_one_below_in_70_of_100(weaker: str, stronger: str) -> None:
    assert meeting(weaker, stronger, MOST_DEALS, beats=0.8, unless=0.6).verdict == BEATS


@pytest.mark.soak
def test_level_one_loses_to_the_steady_player_in_90_of_100() -> None:
    assert meeting("level1", "greedy", MOST_DEALS, beats=0.97, unless=0.83).verdict == BEATS


@pytest.mark.soak
def test_level_five_beats_the_careless_player_in_99_of_100() -> None:
    assert meeting("random", "level5", MOST_DEALS).rate.value >= 0.99
