"""What is done before a roll, dice with blank faces, and what a text knows of the turn so far (CHA-4, CHA-24)."""

from __future__ import annotations

import json

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import Catalog, load
from tipover.engine.core import questions
from tipover.engine.core.event import Challenged, DiceRolled

TRAITS = {
    "Eager": "Before this rolls dice, this may add a die to the roll.",
    "Wary": "Before this rolls dice to defend, this may add a Chaos die to the roll.",
    "Coach": "Before an adjacent ally rolls dice, you may add a die to the roll.",
    "Jinx": "Before an adjacent rival rolls dice, turn a die to a shield.",
    "Quick": "When this is challenged, this may move 1.",
    "Lucky": "After this rolls dice, this may reroll a die.",
    "Stubborn": "After this rolls dice, this may reroll each die.",
    "Stirred": "When a rival moves, gain 1 point.",
}
ABILITIES = {
    "Throw": "Roll 2 dice. Gain 1 point for each success.",
    "Splash": "If this moved this turn, challenge 3 against each adjacent rival. Gain 1 point.",
    "Lunge": "Challenge 1, plus 2 if this moved this turn.",
}
SUIT = (
    "Before this rolls dice, this may discard this card to add 2 dice to the roll, "
    "then an opponent puts an ability token in your pool on the 2 of your track."
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    pack = tmp_path_factory.mktemp("packs") / "before"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Before"\nneeds = ["core"]\n', encoding="utf-8")
    for name, text in {**TRAITS, "Plain": ""}.items():
        lines = [f'name = "{name}"', 'tokens = ["red"]', "defense = 2"]
        for title, ability in ABILITIES.items():
            lines += ["[[ability]]", f'name = "{title}"', 'cost = "red 1"', f"rule = {json.dumps(ability)}"]
        lines += ["[trait]", 'name = "Trait"', *([f"rule = {json.dumps(text)}"] if text else [])]
        (pack / "characters" / f"{name.lower()}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (pack / "pieces.toml").write_text(
        '[[die]]\nname = "Chaos"\nfaces = ["blank", "blank", "blank", "triple", "triple", "triple"]\n', encoding="utf-8"
    )
    (pack / "status.toml").write_text(f'[[status]]\nname = "Suit"\nnumber = 1\nrule = {json.dumps(SUIT)}\n', encoding="utf-8")
    return load(pack)


def challenged(game: Game) -> tuple[int, int]:
    """The dice of the last challenge: the challenger's and the defender's."""
    (event,) = game.happened(Challenged)
    assert isinstance(event, Challenged)
    return event.dice.total, event.defense.total


@rule("CHA-4", "CHA-24")
def test_the_challenger_decides_before_the_defender_and_both_before_any_die_falls(catalog: Catalog):
    game = scene(" A b ", A="Eager", b="Eager", catalog=catalog)
    game.play("A: challenge b")
    assert (game.state.decision.seat, game.options) == (0, ["> yes", "> no"])
    game.play("> yes")
    assert game.state.decision.seat == 1
    assert not game.happened(Challenged), "The numbers are not fixed yet."
    game.play("> no")
    assert challenged(game) == (3, 2)
    assert game.state.decision.asked == questions.ROLL


@rule("CHA-4", "CHA-24")
def test_what_the_challenge_sets_off_comes_first(catalog: Catalog):
    game = scene(" A b . ", A="Eager", b="Quick", catalog=catalog)
    game.play("A: challenge b")
    assert (game.state.decision.seat, game.options) == (1, ["> b1", "> c1", "> no"])
    game.play("> no")
    assert (game.state.decision.seat, game.options) == (0, ["> yes", "> no"])


@rule("CHA-4")
def test_a_defender_adds_a_die_with_blank_faces(catalog: Catalog):
    game = scene(" A b ", A="Plain", b="Wary", catalog=catalog)
    game.play("A: challenge b", "> yes")
    assert challenged(game) == (2, 3)
    game.play("roll b b")
    assert "roll b s -" in game.options
    game.play("roll b b -")
    assert game["b.down"] is True, "A blank face counts for nobody."


@rule("CHA-4")
def test_only_a_defender_s_roll_is_a_roll_to_defend(catalog: Catalog):
    game = scene(" A b ", A="Wary", b="Plain", catalog=catalog)
    game.play("A: challenge b")
    assert game.state.decision.asked == questions.ROLL


@rule("CHA-4", "CHA-13")
def test_the_dice_meant_are_those_of_the_roll_that_is_waited_for(catalog: Catalog):
    helped = scene(" A C b ", A="Coach", C="Plain", b="Plain", turn="C", catalog=catalog)
    helped.play("C: challenge b", "> yes")
    assert challenged(helped) == (3, 2)
    defended = scene(" A C b ", A="Coach", C="Plain", b="Plain", turn="b", catalog=catalog)
    defended.play("b: challenge C", "> yes")
    assert challenged(defended) == (2, 3)
    jinxed = scene(" A b ", A="Plain", b="Jinx", catalog=catalog)
    jinxed.play("A: challenge b")
    assert jinxed.options == ["roll b", "roll s", "roll !"], "One of A's two dice is a shield."


@rule("CHA-12")
def test_a_roll_of_a_text_is_waited_for_as_well(catalog: Catalog):
    game = scene(" A . b ", A="Eager", b="Plain", catalog=catalog, pool="red")
    game.play("A: Throw", "> yes", "roll b b b")
    (rolled,) = game.happened(DiceRolled)
    assert len(rolled.faces) == 3
    assert game["sides.light.points"] == 3


@rule("CHA-4", "ABI-12")
def test_a_card_is_used_up_before_the_roll_and_an_opponent_takes_the_price(catalog: Catalog):
    game = scene(" A b ", A={"character": "Plain", "statuses": ["Suit"]}, b="Plain", catalog=catalog, pool="red blue")
    game.play("A: challenge b")
    assert (game.state.decision.seat, game.options) == (0, ["> yes", "> no"])
    game.play("> yes")
    assert (game.state.decision.seat, game.options) == (1, ["> blue", "> red"])
    game.play("> blue")
    assert challenged(game) == (4, 2)
    assert game["sides.light.track"] == [[], ["blue"], [], []]


@rule("ABI-12")
def test_the_card_can_be_used_though_nothing_is_left_to_pay_with(catalog: Catalog):
    game = scene(" A b ", A={"character": "Plain", "statuses": ["Suit"]}, b="Plain", catalog=catalog)
    game.play("A: challenge b", "> yes")
    assert challenged(game) == (4, 2)


@rule("ABI-2")
def test_a_text_asks_whether_its_figure_moved_this_turn(catalog: Catalog):
    still = scene(" A . b . ", A="Plain", b="Plain", catalog=catalog, pool="red red")
    still.play("A: Splash")
    assert not still.happened(Challenged)
    assert still["sides.light.points"] == 1
    moved = scene(" A . b . ", A="Plain", b="Plain", catalog=catalog, pool="red red")
    moved.play("A: move b1", "A: Splash")
    assert challenged(moved) == (3, 2)


@rule("ABI-14")
def test_the_number_of_dice_can_depend_on_it(catalog: Catalog):
    game = scene(" A . b . ", A="Plain", b="Plain", catalog=catalog, pool="red red")
    game.play("A: move b1", "A: Lunge")
    (event,) = game.happened(Challenged)
    assert str(event.dice) == "3 dice = 1 Lunge + 2 this moved this turn"


@rule("TRN-13")
def test_a_move_in_another_turn_does_not_count(catalog: Catalog):
    game = scene(" A . b . ", A="Plain", b="Plain", turn="light", catalog=catalog, pool="red red")
    game.play("A: move b1", "A: end", "b: end", "b: end", "A: Splash")
    assert not game.happened(Challenged)


@rule("MOV-18")
def test_a_text_waits_for_a_move_of_at_least_a_square(catalog: Catalog):
    game = scene(" A . b . ", A="Stirred", b="Plain", turn="b", catalog=catalog)
    game.play("b: move c1")
    assert game["sides.light.points"] == 0, "It moved 0."
    game.play("b: move d1")
    assert game["sides.light.points"] == 1


@rule("CHA-12", "CHA-24")
def test_dice_that_have_fallen_are_rolled_again(catalog: Catalog):
    game = scene(" A . b ", A="Lucky", b="Plain", catalog=catalog, pool="red")
    game.play("A: Throw", "roll b s")
    assert game.options == ["> burst", "> shield", "> no"]
    game.play("> shield", "roll !")
    assert game["sides.light.points"] == 4, "A burst and a triple."


@rule("CHA-24")
def test_a_die_of_a_challenge_is_rolled_again_before_the_comparison(catalog: Catalog):
    game = scene(" A b ", A="Lucky", b="Plain", catalog=catalog)
    game.play("A: challenge b", "roll s s", "roll s b")
    assert game.options == ["> shield", "> no"]
    game.play("> shield", "roll !")
    assert game["b.down"] is True, "Three successes to one."


@rule("CHA-24")
def test_every_die_is_rolled_again_at_once(catalog: Catalog):
    game = scene(" A b ", A="Stubborn", b="Plain", catalog=catalog)
    game.play("A: challenge b", "roll s s", "roll b b", "> yes", "roll b !")
    assert game["b.down"] is True
