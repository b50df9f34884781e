"""Tactical scenes: the planning player picks the answer with the highest exact win chance, from simple to hard.

Each file of `tactics/` is a scene in the last round (RND-5). Its `[[test]]` is the puzzle: the last line is the best answer,
the lines before it lead to the question. The exact chances are reckoned here, by `kit.exact`, not written down.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kit.exact import Solver, after, decider, exact, solve
from tipover import State, apply, notate
from tipover.bots import Bot, make
from tipover.bots.turn_planner import Grasp, TurnBot, weigh
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import win_chance
from tipover.engine.view import view
from tipover.play.notation.lines import follow
from tipover.play.scene import read_scene
from tipover.play.scene_tests import check_files

HERE = Path(__file__).parent / "tactics"
NAMES = sorted(path.stem for path in HERE.glob("*.toml"))
HARDEST = {"36_spend_it_now"}  # more than two thousand positions: reckoned in the full tests only
SCENES = [pytest.param(name, marks=pytest.mark.soak) if name in HARDEST else name for name in NAMES]
NODES = 800  # about what level five looks at
SEEDS = (1, 2, 3)
TO_SPARE = 5000  # more nodes than the simple scenes have positions
MARGIN = Fraction(2, 100)  # what the best answer is better by than any that leads elsewhere
UPPER = ("level4", "level5", "master")
REPORTED = ("greedy", "level1")


class Puzzle(NamedTuple):
    """A scene at its question, the answer its author means, and every option's exact chance to win."""

    state: State
    answer: Choice
    chances: dict[Choice, Fraction]

    @property
    def best(self) -> Fraction:
        """The highest chance there is."""
        return max(self.chances.values())


def position(name: str) -> tuple[State, str]:
    """A scene at its question, in the last round, and the line that answers it best."""
    path = HERE / f"{name}.toml"
    state = read_scene(path)
    state.setup.rounds = state.round
    *lead, answer = tomllib.loads(path.read_text(encoding="utf-8"))["test"][0]["play"]
    for line in lead:
        for choice in follow(state, line):
            apply(state, choice)
    return state, answer


@cache
def puzzle(name: str) -> Puzzle:
    """A scene with its exact chances, reckoned once."""
    state, answer = position(name)
    return Puzzle(state, follow(state, answer)[0], solve(state).chances)


def picked(bot: Bot, state: State) -> Choice:
    """What a bot answers to the open question."""
    ask = state.decision
    assert ask is not None
    return bot.choose(view(state, ask.seats[0]), ask)


# -- the scenes ------------------------------------------------------------------------------------------------


def test_there_are_enough_scenes_and_each_says_what_it_is_about() -> None:
    assert len(NAMES) >= 24
    for name in NAMES:
        data = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
        assert data["name"] and data["about"].endswith(".") and len(data["test"]) == 1, name
    assert check_files([str(HERE)]).failures == []


@pytest.mark.parametrize("name", SCENES)
def test_the_authors_answer_is_the_best_by_a_clear_margin(name: str) -> None:
    state, answer, chances = puzzle(name)
    assert chances[answer] == max(chances.values()), told(puzzle(name))
    meant = after(state, answer)
    others = [chance for option, chance in chances.items() if after(state, option) != meant]
    assert others and chances[answer] - max(others) >= MARGIN, told(puzzle(name))


@pytest.mark.parametrize("name", SCENES)
def test_planning_picks_the_option_with_the_highest_exact_win_chance(name: str, record_property: Callable[[str, object], None]) -> None:
    state, _, chances = puzzle(name)
    ask = state.decision
    assert ask is not None
    for simple in REPORTED:
        choice = make(simple, 1).choose(view(state, ask.seats[0]), ask)
        record_property(simple, "hit" if chances[choice] == puzzle(name).best else "miss")
    answers = [picked(TurnBot(seed, Grasp(NODES)), state) for seed in SEEDS]
    assert [chances[one] for one in answers] == [puzzle(name).best] * len(SEEDS), (
        f"it answers {', '.join(notate(state, one) for one in answers)}; {told(puzzle(name))}"
    )


@pytest.mark.parametrize("name", SCENES)
def test_the_upper_levels_find_it(name: str) -> None:
    state, _, chances = puzzle(name)
    for level in UPPER:
        choice = picked(make(level, 1), state)
        assert chances[choice] == puzzle(name).best, f"{level} answers {notate(state, choice)}; {told(puzzle(name))}"


@pytest.mark.parametrize("name", NAMES[:20])
def test_where_all_can_be_seen_the_chance_it_tells_is_the_exact_one(name: str) -> None:
    state, _, chances = puzzle(name)
    ask = state.decision
    assert ask is not None
    first = weigh(view(state, ask.seats[0]), ask, TO_SPARE, seed=1)[0]
    assert first.chance == pytest.approx(float(chances[first.choice])), told(puzzle(name))


def told(found: Puzzle) -> str:
    """The options with their exact chances, the best first, for whoever reads a failure."""
    ranked = sorted(found.chances.items(), key=lambda one: -one[1])
    return "exact chances: " + ", ".join(f"{notate(found.state, option)} {float(chance):.3f}" for option, chance in ranked[:8])


# -- the solver ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES[:8])
def test_rolls_taken_together_give_the_same_chances_as_every_roll_alone(name: str) -> None:
    assert solve(position(name)[0], grouped=False).chances == puzzle(name).chances


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES[8:])
def test_rolls_taken_together_give_the_same_chances_in_every_scene(name: str) -> None:
    assert solve(position(name)[0], grouped=False).chances == puzzle(name).chances


def test_the_solver_agrees_with_the_odds_of_one_challenge() -> None:
    """One challenge is left against a fallen rival: won it wins the game, lost the game is drawn."""
    state, answer, chances = puzzle("05_more_dice")
    assert state.points == [0, 0, 0, 0]
    for dice, option in ((4, answer), (2, Choice(verbs.CHALLENGE, state.setup.figure("A"), state.setup.figure("b")))):
        won = win_chance(dice, 2)
        assert chances[option] == won + (1 - won) / 2


def test_the_sides_chances_sum_to_one_and_the_state_is_left_alone() -> None:
    for name in ("08_out_of_reach", "24_three_at_the_table"):
        state, _ = position(name)
        digest = state.digest()
        assert sum(Solver().chances(state)) == 1
        ask = state.decision
        assert ask is not None
        mine = decider(state, ask)
        assert exact(state, mine) == puzzle(name).chances
        others = [exact(state, side) for side in state.setup.sides if side != mine]
        assert all(sum((one[option] for one in others), chance) == 1 for option, chance in puzzle(name).chances.items())
        assert state.digest() == digest
