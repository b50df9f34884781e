"""What one seat may see: secret picks are hidden until they are shown, and samples fit what is known."""

from __future__ import annotations

import json

import pytest

from kit.table import Game
from tipover import State, apply, arrange, first_game, load, view
from tipover.engine.codec import decision_json, state_from_json, state_json
from tipover.play.dice import Stream

BOX = ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"]


def picking(picks: int = 2, seats: int = 1) -> Game:
    """Light picks in secret first."""
    sides = [{"side": side, "picks": picks, "seats": seats} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": BOX, "secret": True}).start())
    game.play("flip light")
    return game


def names(state: State) -> list[str]:
    return [state.setup.card(card).name if card >= 0 else "" for card in state.secret]


def test_nothing_hidden_the_view_is_the_state():
    state = first_game("golden_girls").start()
    seen = view(state, 0)
    assert seen.hidden == [] and seen.json() == state_json(state)
    sample = seen.sample(Stream(1))
    assert sample == state and sample is not state
    assert decision_json(sample, sample.decision) == decision_json(state, state.decision)


def test_the_json_hides_the_picks_of_others():
    game = picking()
    game.play("pick Gi-hun", "pick Il-nam")
    own, other = view(game.state, 0), view(game.state, 1)
    assert own.hidden == [] and json.dumps(own.json()) == json.dumps(state_json(game.state))
    assert other.hidden == [0, 1]
    assert "secret" not in json.dumps(other.json())
    assert "Gi-hun" not in json.dumps(other.json())


def test_what_a_seat_may_not_know_does_not_change_its_view():
    seen = set()
    for first in BOX:
        for second in BOX:
            if first != second:
                game = picking()
                game.play(f"pick {first}", f"pick {second}")
                seen.add(json.dumps(view(game.state, 1).json()))
    assert len(seen) == 1


def test_players_of_one_side_see_each_others_picks():
    game = picking(seats=2)
    game.play("pick Gi-hun")
    assert [view(game.state, seat).hidden for seat in range(4)] == [[], [], [0], [0]]


def test_a_view_never_changes_the_state():
    game = picking()
    game.play("pick Gi-hun")
    before = game.state.digest()
    seen = view(game.state, 1)
    seen.sample(Stream(3))
    seen.redacted()
    assert game.state.digest() == before and names(game.state)[0] == "Gi-hun"


def test_a_redacted_state_has_no_open_question_that_could_tell():
    """Light's second pick is asked without its first: the options would give it away."""
    game = picking()
    game.play("pick Gi-hun")
    assert "pick Gi-hun" not in game.options
    assert view(game.state, 1).redacted().decision is None
    assert view(game.state, 0).redacted().decision is not None


def test_samples_are_lawful_and_random():
    game = picking()
    game.play("pick Gi-hun", "pick Il-nam", "pick Gi-hun")
    stream = Stream("samples")
    drawn = set()
    for _ in range(300):
        sample = view(game.state, 1).sample(stream)
        picks = names(sample)
        assert picks[2] == "Gi-hun", "one's own pick stays"
        assert picks[0] != picks[1] and {picks[0], picks[1]} <= set(BOX), "no name twice on a side (SUP-4)"
        drawn.add((picks[0], picks[1]))
    assert len(drawn) == 12, "every pair of four, in either order"


def test_samples_do_not_favour_the_truth():
    game = picking(picks=1)
    game.play("pick Il-nam")
    stream = Stream("fair")
    hits = sum(names(view(game.state, 1).sample(stream))[0] == "Il-nam" for _ in range(2000))
    assert 400 < hits < 600


def test_a_sample_can_be_played_on():
    game = picking()
    game.play("pick Gi-hun")
    for seed in range(30):
        sample = view(game.state, 1).sample(Stream(seed))
        taken = names(sample)[0]
        assert taken not in [sample.setup.card(option.thing).name for option in sample.decision.options]
        while sample.round == 0:
            apply(sample, sample.decision.options[0])
        assert len({sample.name(f) for f in (0, 1)}) == 2


def test_a_sample_is_a_state_like_any_other():
    game = picking()
    game.play("pick Gi-hun", "pick Il-nam")
    sample = view(game.state, 1).sample(Stream(0))
    back = state_from_json(sample.setup, json.loads(json.dumps(state_json(sample))))
    assert back == sample and back.decision.options == sample.decision.options


def test_the_same_stream_gives_the_same_sample():
    game = picking()
    game.play("pick Gi-hun", "pick Il-nam")
    assert view(game.state, 1).sample(Stream(5)) == view(game.state, 1).sample(Stream(5))


@pytest.mark.parametrize("seat", [0, 1])
def test_once_shown_nothing_is_hidden(seat):
    game = picking(picks=1)
    game.play("pick Gi-hun", "pick Il-nam")
    assert view(game.state, seat).hidden == []
    assert view(game.state, seat).json() == state_json(game.state)
