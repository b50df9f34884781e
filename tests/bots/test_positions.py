"""Positions of played games that were once answered wrongly: records cut before the decision, with what is right there.

What is right was found by play-outs with common dice, or by following every line to the end of the round.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.bot_scenes import asked
from tipover import State, apply, load, notate
from tipover.bots import make
from tipover.bots.game_analysis import NODES
from tipover.bots.hint import hints
from tipover.bots.study import Study
from tipover.bots.turn_planner import weigh
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.queries.turns import turn_of
from tipover.engine.view import view
from tipover.play.dice import SeededDice
from tipover.play.match import Match
from tipover.play.notation.typed_names import square_named
from tipover.play.record import Record

HERE = Path(__file__).parent / "positions"
LEVEL = "level5"


def replayed(name: str) -> Match:
    """The game of a record up to its last line."""
    return Record.read(HERE / f"{name}.tip").replay(load())


def turn_played(name: str, seed: int, level: str = LEVEL) -> tuple[State, list[Choice]]:
    """The state after the turn that a record stops in, and what the level did in it; dice fall by the seed."""
    state = replayed(name).state.clone()
    bot, dice = make(level, seed), SeededDice(seed)
    mine, figure, _ = turn_of(state)
    done: list[Choice] = []
    while not state.over and turn_of(state)[:2] == (mine, figure):
        ask = asked(state)
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        choice = bot.choose(view(state, ask.seats[0]), ask)
        if ask.asked == questions.ACTION:
            done.append(choice)
        apply(state, choice)
    return state, done


@pytest.mark.parametrize("seed", [1, 2])
def test_a_free_marker_is_walked_to_instead_of_ending_the_turn(seed: int) -> None:
    """Ending the turn there won 32 of 100 play-outs, walking towards the marker 56."""
    before = replayed("lead1-18").state
    arya = before.setup.figure("D2")
    state, done = turn_played("lead1-18", seed)
    assert done and done[0].verb != verbs.END
    assert state.figure_at[arya] != before.figure_at[arya], "She walks."


@pytest.mark.parametrize("seed", [1, 2])
def test_who_stands_outside_the_area_walks_to_it(seed: int) -> None:
    _, done = turn_played("terr1-22", seed)
    assert done and all(choice.verb != verbs.END for choice in done[:1])


def stands_in_the_way(seed: int, level: str) -> bool:
    """Whether the guard ends its turn on the runner's way to the flag: there it won 50 of 100 play-outs, where it stood 15."""
    state, _ = turn_played("flag1-33", seed, level)
    return state.figure_at[state.setup.figure("L1")] in {square_named(state, name) for name in ("c6", "d6")}


@pytest.mark.long
def test_a_runner_is_kept_from_its_flag() -> None:
    assert stands_in_the_way(1, "master:6000")


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_master_keeps_a_runner_from_its_flag(seed: int) -> None:
    assert stands_in_the_way(seed, "master")


def test_hints_step_in_the_runners_way() -> None:
    state = replayed("flag1-33").state
    ask = asked(state)
    assert notate(state, hints(view(state, ask.seats[0]), ask)[0].choice) == "L1: move c6"


def test_a_lost_position_is_told_as_lost() -> None:
    """Every line was followed to the end of the round: dark wins in all of them."""
    match = replayed("ctrl1-80")
    state, ask = match.state, asked(match.state)
    shown = view(state, ask.seats[0])
    found = weigh(shown, ask, 800)
    assert {one.choice for one in found} == {*ask.options}
    assert all(one.chance == 0 and one.is_proved for one in found)
    given = hints(shown, ask)
    assert all(one.chance == 0 and one.sentence.endswith("The game is already lost then, whatever the dice say.") for one in given)


def test_the_analysis_knows_it_as_well() -> None:
    """With the nodes that a game of ordinary length gets."""
    match = replayed("ctrl1-80")
    states = [match.before(k) for k in range(len(match.choices))] + [match.state, match.state]
    study = Study(states, [*match.choices, asked(match.state).options[0]], NODES, 0, lambda: False)
    look = study._first_look(len(match.choices), study._evaluated(len(match.choices)))
    assert look.before == look.after == (0.0, 1.0), "Nothing that is played there costs anything: it was lost before."


def test_every_answer_is_told_once() -> None:
    state = replayed("terr1-22").state
    found = weigh(view(state, asked(state).seats[0]), asked(state), 60)
    told = [notate(state, one.choice) for one in found]
    assert len(set(told)) == len(told)
