"""The First Player marker in texts, and what chance picks (RND-3, TIM-3)."""

from __future__ import annotations

import json

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.texts import tried
from tipover import CHANCE, load
from tipover.cards.catalog import Catalog
from tipover.engine.core import questions
from tipover.engine.core.event import Drawn, FirstPlayerGained, FirstPlayerPassed, Flipped
from tipover.engine.laws.challenge_dice import defense_of

LIGHT, DARK = range(2)


@pytest.fixture(scope="module")
def tied(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """A scenario that ties the marker to a ball: whoever takes it has the marker, and it is not passed."""
    pack = tmp_path_factory.mktemp("packs") / "ballgame"
    for folder in ("characters", "scenarios"):
        (pack / folder).mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Ball Game"\nneeds = ["core"]\n', encoding="utf-8")
    rule_text = (
        "The First Player marker cannot be passed. When a character of yours takes the Ball marker, gain the First Player marker. "
        "While you have the First Player marker, characters of yours have 1 more defense."
    )
    (pack / "scenarios" / "ball.toml").write_text(
        f'name = "Ball"\nrule = {json.dumps(rule_text)}\n[[marker]]\nname = "Ball"\nnumber = 1\n', encoding="utf-8"
    )
    (pack / "characters" / "catcher.toml").write_text(
        'name = "Catcher"\ntokens = ["red"]\n[[ability]]\nname = "Catch"\ncost = "red 1"\nrule = "Take an adjacent Ball marker."\n',
        encoding="utf-8",
    )
    return load(pack)


def ball_game(catalog: Catalog, turn: str) -> Game:
    ball = {"kind": "Ball", "square": "b1"}
    return scene(
        " A . b ", A="Catcher", b="Catcher", catalog=catalog, scenario="Ball", turn=turn, pieces=[ball],
        sides={"light": {"pool": ["red"]}, "dark": {"pool": ["red"]}}, first="light",
    )  # fmt: skip


@rule("RND-3")
def test_who_gets_the_thing_takes_the_marker_and_begins_the_next_round(tied: Catalog):
    game = ball_game(tied, "light")
    game.play("A: end", "b: Catch")
    assert game.happened(FirstPlayerGained) == [FirstPlayerGained(DARK)]
    assert game.state.first == DARK
    game.play("b: end")
    assert game.state.round == 2
    assert game.state.decision.side == DARK, "The marker's side begins, and the marker was not passed."
    assert not game.happened(FirstPlayerPassed)


@rule("RND-3")
def test_a_change_within_a_round_leaves_its_order_alone(tied: Catalog):
    ball = {"kind": "Ball", "square": "b1"}
    game = scene(
        " A . b C c ", A="Catcher", b="Catcher", C={}, c={}, catalog=tied, scenario="Ball", turn="light", pieces=[ball],
        sides={"light": {"pool": ["red"]}, "dark": {"pool": ["red"]}}, first="light",
    )  # fmt: skip
    game.play("A: end", "b: Catch", "b: end")
    assert game.state.decision.side == LIGHT, "Light's second character comes as if nothing had happened."
    game.play("C: end", "c: end")
    assert game.state.decision.side == DARK


@rule("RND-3")
def test_a_text_can_ask_who_has_the_marker(tied: Catalog):
    game = ball_game(tied, "A")
    assert str(defense_of(game.state, game.state.setup.figure("A"))) == "3 dice = 2 defense of Catcher + 1 Ball"
    game.play("A: end", "b: Catch")
    assert defense_of(game.state, game.state.setup.figure("A")).total == 2


@rule("TIM-3")
def test_a_text_that_flips_the_marker_asks_chance():
    game = tried("Flip the First Player marker.", " A . b ", first="light")
    ask = game.state.decision
    assert (ask.asked, ask.seats, ask.weights, game.options) == (questions.FLIP, [CHANCE], [1, 1], ["flip light", "flip dark"])
    game.play("flip dark")
    assert (game.state.first, game.happened(Flipped)) == (DARK, [Flipped(DARK)])


@rule("TIM-3")
def test_chance_picks_with_equal_weights_and_the_log_says_what():
    game = tried("Choose a rival at random. Knock it down.", " A b . c d ")
    ask = game.state.decision
    assert (ask.asked, ask.seats, ask.weights) == (questions.TEXT, [CHANCE], [1, 1, 1])
    assert sorted(game.options) == ["> b", "> c", "> d"]
    game.play("> c")
    assert game.happened(Drawn) == [Drawn(game.state.setup.figure("c"))]
    assert game["c.down"] is True


@rule("TIM-3")
def test_chance_picks_also_what_the_next_part_cannot_use():
    game = tried("Choose an adjacent rival at random. Exhaust it. Gain 1 point.", " b A c ", b={"exhausted": True})
    assert sorted(game.options) == ["> b", "> c"]
    game.play("> b")
    assert game["sides.light.points"] == 0, "b is exhausted already: that part cannot be done, and ends it (ABI-4)."


@rule("TIM-3")
def test_chance_picks_several_one_after_another():
    game = tried("Choose 2 rivals at random. Push them 1.", " A b . c . d . ")
    assert sorted(game.options) == ["> b", "> c", "> d"]
    game.play("> d")
    assert (game.state.decision.seats, sorted(game.options)) == ([CHANCE], ["> b", "> c"])
    game.play("> b")
    assert len(game.happened(Drawn)) == 2
    assert game.state.decision.seats == [LIGHT]


@rule("TIM-3")
def test_equal_pieces_are_one_answer_with_the_weight_of_all_of_them():
    game = tried("Choose a token at random. Remove it.", " A . . b ", pieces="Fog b1 light, Fog b1 light, Fog c1 light")
    assert sorted(zip(game.options, game.state.decision.weights, strict=True)) == [("> Fog b1", 2), ("> Fog c1", 1)]
