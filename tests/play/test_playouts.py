"""Play-outs: exact, repeatable, and the same as a loop of one's own."""

from __future__ import annotations

import pytest

from tipover import CHANCE, Choice, Decision, IllegalChoice, State, apply, first_game, playout, playouts
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import questions, verbs
from tipover.engine.core.ids import NO_SIDE, NOBODY
from tipover.play.playouts import drawn
from tipover.play.stream import Stream


@pytest.fixture
def state() -> State:
    return first_game("squid_game", 2).start()


def test_a_playout_is_the_loop_one_would_write(state: State) -> None:
    """One number of the stream for each question, whatever build runs."""
    before = state.digest()
    done = playout(state, seed=7)
    assert state.digest() == before
    stream, count = Stream(7, "playout"), 0
    while (ask := state.decision) is not None:
        apply(state, drawn(ask, stream))
        count += 1
    assert (done.state.digest(), done.decisions) == (state.digest(), count)
    assert done.state.over and done.state.decision is None


def test_a_policy_answers_all_but_chance(state: State) -> None:
    asked: list[bool] = []

    def first(game: State, ask: Decision, stream: Stream) -> Choice:
        asked.append(ask.is_chance)
        return ask.options[0]

    done = playout(state, first, "seed", most=200)
    assert asked and not any(asked)
    assert len(asked) < done.decisions == 200 and not done.state.over
    assert playout(state, first, "seed", most=200) == done


def test_a_policy_that_answers_wrongly_is_refused(state: State) -> None:
    with pytest.raises(IllegalChoice):
        playout(state, lambda game, ask, stream: Choice(verbs.DONE))


def test_a_batch_has_a_seed_for_each(state: State) -> None:
    batch = playouts(state, 3, seed="s", most=50)
    assert [one.state.digest() for one in batch] == [playout(state, seed=f"s/{k}", most=50).state.digest() for k in range(3)]
    assert len({one.state.digest() for one in batch}) == 3
    assert playouts(state, 0) == []


def test_a_weighted_option_is_drawn_as_often_as_its_weight() -> None:
    options = [Choice(verbs.ROLL, path=(face,)) for face in range(3)]
    ask = Decision(questions.ROLL, [CHANCE], NO_SIDE, NOBODY, options, [1, 0, 5])
    stream = Stream("weights")
    found = [drawn(ask, stream) for _ in range(600)]
    assert 60 < found.count(options[0]) < 140 and options[1] not in found


def test_actions_drawn_without_a_list_make_the_same_game_again(state: State) -> None:
    before = state.digest()
    done = playout(state, seed="u", listed=False)
    assert state.digest() == before
    assert done.state.over and done.state.decision is None
    again = playout(state, seed="u", listed=False)
    assert (again.state.digest(), again.decisions) == (done.state.digest(), done.decisions)
    assert done.state.digest() != playout(state, seed="u").state.digest()
    assert [one.decisions for one in playouts(state, 2, seed="u", listed=False)] == [
        playout(state, seed=f"u/{k}", listed=False).decisions for k in range(2)
    ]


def test_a_game_left_where_an_action_was_drawn_asks_for_any_of_them(state: State) -> None:
    """The last question of a play-out that is not over has all its options, as if they had always been listed."""
    asked: set[int] = set()
    for most in range(12, 80):
        done = playout(state, seed="left", most=most, listed=False)
        ask = done.state.decision
        assert ask is not None and done.decisions == most
        fresh = state_from_json(state.setup, state_json(done.state)).decision
        assert fresh is not None and (ask.options, ask.weights, ask.seats) == (fresh.options, fresh.weights, fresh.seats)
        asked.add(ask.asked)
    assert {questions.TURN, questions.ACTION, questions.TEXT} <= asked


def test_a_policy_sees_all_options(state: State) -> None:
    with pytest.raises(ValueError, match="leave `listed` as it is"):
        playout(state, lambda game, ask, stream: ask.options[0], listed=False)
