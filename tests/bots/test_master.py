"""Master: how long it thinks about what, and what it thinks while others do."""

from __future__ import annotations

import time

import pytest

from kit.bot_scenes import asked
from tipover import State, apply, arrange, load
from tipover.bots import make
from tipover.bots.pondering import expected, ponder
from tipover.bots.tempo import FIRST, LATE, LATER, USUAL, seconds_for
from tipover.bots.turn_planner import TurnBot
from tipover.engine.core import questions
from tipover.engine.core.decision import Decision
from tipover.engine.queries.turns import ACTIONS_A_TURN, turns_to_come
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice

FEW = "master:200"


def positions(seed: str, most: int = 60) -> list[State]:
    """Copies of the positions of a dealt game in which somebody decides."""
    state = arrange(load(), deal(load(), seed, Wish("2v2", rounds=6, dealt=True))).start()
    dice, bot = SeededDice(seed), make("level2", seed)
    found: list[State] = []
    while (ask := state.decision) is not None and len(found) < most:
        if ask.weights is None:
            found.append(state.clone())
            apply(state, bot.choose(view(state, ask.seats[0]), ask))
        else:
            apply(state, dice.answer(ask))
    return found


def test_most_time_is_for_the_first_decision_of_a_turn_and_near_the_end_of_a_round() -> None:
    seen: set[tuple[bool, bool]] = set()
    for state in positions("tempo"):
        ask = asked(state)
        seconds = seconds_for("master", state, ask)
        assert seconds_for("level5", state, ask) == USUAL and seconds_for("master:100", state, ask) == seconds
        is_late = state.round > 0 and sum(turns_to_come(state).values()) <= 2
        if ask.asked == questions.ACTION:
            is_first = state.actions_left >= ACTIONS_A_TURN and turns_to_come(state)[ask.side] == 1
            assert seconds == (FIRST if is_first else LATER) * (LATE if is_late else 1)
            seen.add((is_first, is_late))
        elif ask.asked == questions.TURN:
            assert turns_to_come(state)[ask.side] > 1 and seconds == FIRST * (LATE if is_late else 1)
            seen.add((True, is_late))
        else:
            assert seconds < LATER
    assert len(seen) == 4
    assert FIRST >= 5 and (FIRST + 2 * LATER) * LATE <= 10, "five to ten seconds a turn, also if its plan does not hold"


def test_what_is_forced_or_planned_takes_no_thought() -> None:
    bot = make(FEW, 1)
    assert isinstance(bot, TurnBot)
    thought = forced = planned = 0
    state = next(one for one in positions("forced", 12) if one.round)
    dice = SeededDice("forced")
    for _ in range(30):
        ask = asked(state)
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        choice = bot.choose(view(state, ask.seats[0]), ask)
        thought += bot.spent > 0
        forced += len(ask.options) == 1
        planned += len(ask.options) > 1 and bot.spent == 0
        assert bot.spent == 0 or len(ask.options) > 1
        apply(state, choice)
    assert thought and planned, (thought, planned, forced)
    only = Decision(questions.ACTION, [0], asked(state).side, asked(state).figure, asked(state).options[:1])
    assert bot.choose(view(state, 0), only) == only.options[0] and bot.spent == 0


@pytest.mark.parametrize("seed", ["ahead 2"])
def test_an_expected_position_is_answered_at_once_as_it_was_thought_out(seed: str) -> None:
    hits = 0
    for state in positions(seed, 40):
        ask = asked(state)
        seat = 1 - ask.seats[0]
        if not state.round or len(ask.options) < 2:
            continue
        bot = make(FEW, seed)
        assert isinstance(bot, TurnBot)
        before = state.digest()
        found = expected(view(state, seat), seed, time.monotonic() + 60)
        ready = [ponder(bot, view(state, seat), seed, time.monotonic() + 60) for _ in found]
        assert state.digest() == before and ready == [*range(1, len(found) + 1)], "each time it thinks about one more"
        for then in found[:1]:
            assert seat in asked(then).seats
            choice = bot.choose(view(then, seat), asked(then))
            assert asked(then).offers(choice) and bot.spent == 0 and bot.ready == 0
            hits += 1
        if hits >= 2:
            break
    assert hits >= 2


def test_who_is_asked_itself_expects_nothing_and_another_position_is_thought_about() -> None:
    state = next(one for one in positions("own", 20) if one.round and asked(one).asked == questions.ACTION)
    seat = asked(state).seats[0]
    assert expected(view(state, seat), 1, time.monotonic() + 60) == []
    bot = make(FEW, 1)
    assert isinstance(bot, TurnBot)
    ponder(bot, view(state, 1 - seat), 1, time.monotonic() + 60)
    bot.choose(view(state, seat), asked(state))
    assert bot.spent > 0, "what came was not what it had expected"
    assert ponder(make("greedy", 1), view(state, 1 - seat), 1, time.monotonic() + 60) == 0


def test_a_plan_that_had_too_little_time_is_not_used() -> None:
    state = next(one for one in positions("hasty", 20) if one.round and asked(one).asked == questions.ACTION)
    seat = 1 - asked(state).seats[0]
    bot = make("master", 1)
    assert isinstance(bot, TurnBot)
    then = expected(view(state, seat), 1, time.monotonic() + 60)[0]
    bot.think_ahead(view(then, seat), time.monotonic() + 0.1)
    assert bot.ready == 1
    bot.choose(view(then, seat), asked(then), budget=1.0)
    assert bot.spent > 0


def test_time_that_is_up_ends_the_pondering() -> None:
    state = next(one for one in positions("up", 20) if one.round and asked(one).asked == questions.ACTION)
    bot = make(FEW, 1)
    assert ponder(bot, view(state, 1 - asked(state).seats[0]), 1, 0.0) == 0
