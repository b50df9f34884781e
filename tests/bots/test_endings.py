"""Positions of played games in the last turns of a round, cut before a decision that greed gets wrong or that is lost already.

What is right is not written down: a solver that shares nothing with the bots follows every line to the end of the game, and levels
four, five and Master must answer with the highest exact chance, and what is proved must be told.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kit.exact import Solved, decider, solve
from tipover import State, load, notate
from tipover.bots import make
from tipover.bots.turn_planner import weigh
from tipover.engine.view import view
from tipover.play.record import Record

HERE = Path(__file__).parent / "positions"
ENDINGS = sorted(path.stem for path in HERE.glob("*.tip") if path.stem.startswith(("find", "lost")))
# Those that are quick even in pure Python; the others are solved in the full tests only.
QUICK = (
    "find-control-1201-83", "find-leaders-206-146", "find-leaders-306-82", "find-territory-111-74", "lost-control-105-41",
    "lost-leaders-106-114", "lost-territory-15-58", "lost-territory-307-53",
)  # fmt: skip
CASES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in ENDINGS]


UPPER = ("level4", "level5", "master")


@cache
def ending(name: str) -> tuple[State, Solved]:
    """A position with its exact chances, reckoned once."""
    state = Record.read(HERE / f"{name}.tip").replay(load()).state
    return state, solve(state)


def test_there_are_enough_endings() -> None:
    assert len(ENDINGS) >= 20 and {*QUICK} < {*ENDINGS}


@pytest.mark.parametrize("name", CASES)
def test_the_upper_levels_find_the_best_answer_and_the_tree_tells_its_exact_chance(name: str) -> None:
    state, solved = ending(name)
    ask = state.decision
    assert ask is not None
    best = max(solved.chances.values())
    for level in UPPER:
        choice = make(level, 1).choose(view(state, ask.seats[0]), ask)
        has = f"{level}: {notate(state, choice)} has {float(solved.chances[choice]):.3f}, the best {float(best):.3f}"
        assert solved.chances[choice] == best, has
    for one in weigh(view(state, ask.seats[0]), ask, 800):
        assert one.chance == pytest.approx(float(solved.chances[one.choice])), notate(state, one.choice)
        if one.is_proved:
            shared = 1 / len(state.setup.sides)
            assert solved.chances[one.choice] in (0, 1) or float(solved.chances[one.choice]) == pytest.approx(shared)


@pytest.mark.parametrize("name", [one for one in QUICK if one.startswith("lost")])
def test_what_is_lost_is_told_as_proved(name: str) -> None:
    state, solved = ending(name)
    ask = state.decision
    assert ask is not None and decider(state, ask) in state.setup.sides
    assert max(solved.chances.values()) == 0
    assert all(one.is_proved and one.chance == 0 for one in weigh(view(state, ask.seats[0]), ask, 800))
