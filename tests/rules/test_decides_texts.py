"""The side of the doer decides about its deed, also where the text is another side's (ALY-4, CTL-3, TEA-3)."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.texts import card_with, tried

LIGHT, DARK, THIRD = range(3)


def asked(game: Game) -> tuple[int, int, list[str]]:
    """The seat that is asked, its side, and the options."""
    ask = game.state.decision
    assert ask is not None
    return ask.seat, ask.side, game.options


def tried_with(rule_text: str, drawing: str, pool: str) -> Game:
    game = scene(drawing, catalog=card_with(rule_text), A="Tester", pool=pool)
    game.play("A: Try")
    return game


@rule("ALY-4", "ABI-12")
def test_an_opponent_chooses_what_it_puts_on_your_track():
    game = tried_with("An opponent puts an ability token in your pool on the 2 of your track.", " A b . c ", "red blue gold")
    assert asked(game) == (DARK, DARK, ["> blue", "> gold"])
    game.play("> gold")
    assert game["sides.light.track"] == [["red"], ["gold"], [], []]


@rule("ALY-4")
def test_an_opponent_chooses_one_of_your_characters():
    game = tried("An opponent chooses a character of yours. Move it 1.", " A b . C . ")
    assert asked(game) == (DARK, DARK, ["> A", "> C"])
    game.play("> C")
    assert asked(game)[:2] == (LIGHT, LIGHT), "`Move it 1` is this figure's own deed."


@rule("ALY-4", "FFA-1")
def test_of_several_opponents_the_text_s_side_picks_the_one_that_chooses():
    game = tried("An opponent chooses a character of yours. Move it 1.", " A b . C c ", c={"side": "third"})
    assert asked(game) == (LIGHT, LIGHT, ["> dark", "> third"])
    game.play("> third")
    assert asked(game) == (THIRD, THIRD, ["> A", "> C"])


@rule("CTL-3")
@pytest.mark.parametrize(
    ("text", "drawing", "about"),
    [
        ("An adjacent rival pushes an ally within 3 1.", " D . A b C ", "b"),
        ("Choose an adjacent rival. It chooses an ally. Move it 1.", " D . A b C ", "b"),
        ("An adjacent rival swaps this with an ally.", " D . A b C ", "b"),
    ],
)
def test_a_rival_that_does_something_decides_what_it_is_done_to(text: str, drawing: str, about: str):
    game = tried(text, drawing)
    assert asked(game) == (DARK, DARK, ["> D", "> C"])
    assert game.state.decision.figure == game.state.setup.figure(about)


@rule("CTL-3")
def test_a_rival_that_may_do_something_is_asked_itself():
    game = tried("An adjacent rival may move 1.", " . A b . ")
    assert asked(game) == (DARK, DARK, ["> c1", "> d1", "> no"])


@rule("CTL-3", "FFA-1")
def test_which_rival_may_is_the_text_s_side_s_choice_and_whether_it_does_is_its_own():
    game = tried("A rival within 3 may move 1.", " A b . c . ", c={"side": "third"})
    assert asked(game) == (LIGHT, LIGHT, ["> c", "> b"])
    game.play("> c")
    assert asked(game) == (THIRD, THIRD, ["> c1", "> d1", "> e1", "> no"])
    game.play("> no")
    assert game["c.square"] == "d1"


@rule("CTL-3", "FFA-1")
def test_each_rival_that_may_is_asked_for_itself():
    game = tried("Each rival may move 1. Gain 1 point.", " A b . c . ", c={"side": "third"})
    assert asked(game) == (LIGHT, LIGHT, ["> c", "> b"]), "The text's side orders them."
    game.play("> c")
    assert asked(game)[:2] == (THIRD, THIRD)
    game.play("> e1")
    assert asked(game)[:2] == (DARK, DARK)
    game.play("> no")
    assert (game["b.square"], game["c.square"], game["sides.light.points"]) == ("b1", "e1", 1)


@rule("CTL-3")
def test_an_ally_that_may_is_still_one_question_to_its_own_side():
    game = tried("An ally may move 1.", " A B . b C . ")
    assert asked(game) == (LIGHT, LIGHT, ["> B", "> C", "> no"])


@rule("MOV-12", "ALY-4")
def test_an_opponent_that_moves_a_figure_chooses_its_way():
    game = tried("An opponent moves this 1.", " . A . b ")
    assert asked(game) == (DARK, DARK, ["> a1", "> b1", "> c1"])


@rule("TEA-3")
def test_of_a_side_with_two_seats_the_doer_s_own_seat_is_asked():
    game = tried("An ally within 3 pushes a rival within 3 1.", " . b A C d . ")
    assert game.state.decision.figure == game.state.setup.figure("C")
    assert game.state.decision.seats == [game.state.seat_of(game.state.setup.figure("C"))]
