"""What people are told of rolls with many outcomes is exact: where bots only estimate, neighbouring rolls are merged."""

from __future__ import annotations

import pytest

from tipover import State, apply, arrange, load, notate
from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import MOST_OUTCOMES, Foresight, grouped
from tipover.bots.reasons import judged
from tipover.engine.core import questions
from tipover.engine.core.event import KnockedDown
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.table.queries.plan import branches


def played(number: int, choices: int) -> State:
    """A dealt game after so many choices of random players."""
    state = arrange(load(), deal(load(), f"thinned {number}", Wish("3v3", rounds=4, dealt=True))).start()
    dice, lot = SeededDice(f"{number}"), Stream(f"{number}", "thinned")
    for _ in range(choices):
        ask = state.decision
        assert ask is not None
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[lot.randrange(len(ask.options))])
    return state


def test_a_hint_tells_the_chance_over_all_rolls() -> None:
    """Of Robin's challenger twelve kinds of rolls count; merged to six, each with a triple in it, they would hit in 91 of 100."""
    state = played(108, 55)
    ask = state.decision
    assert ask is not None
    choice = next(one for one in ask.options if notate(state, one) == "D2: challenge L2")
    merged = Foresight(Evaluator(state), ask.side, 60).after(state, choice)
    every = judged(state, choice, ask.side).outcomes
    assert len(every) > len(merged)
    told = [sum(one.chance for one in ways if any(isinstance(event, KnockedDown) for event in one.events)) for ways in (merged, every)]
    assert told[0] == pytest.approx(0.9097, abs=1e-4) and told[1] == pytest.approx(0.6933, abs=1e-4)
    assert sum(one.chance for one in every) == pytest.approx(1)


def test_a_plan_has_a_branch_for_every_roll() -> None:
    state, many = played(17, 0), 0
    dice, lot = SeededDice("17"), Stream("17", "thinned")
    while (ask := state.decision) is not None and many < 3:
        if ask.asked == questions.ROLL and ask.weights is not None:
            all_of_them = grouped(state, ask, len(ask.options))
            found = branches(state, 0)
            if len(all_of_them) > MOST_OUTCOMES and len(found[0].choices) == 1:
                many += 1
                assert {one.choices[0]: one.chance for one in found} == pytest.approx(dict(all_of_them))
            assert sum(one.chance for one in found) == pytest.approx(1)
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[lot.randrange(len(ask.options))])
    assert many
