"""What a phrase names: one of somebody's things (`an opponent's character`, `its item`), and nothing that is still in the reserve."""

import pytest

from kit.marks import rule
from kit.texts import tried

RIVALS = {mark: {"side": "dark"} for mark in "xy"}
SURVEYOR = {"side": "light", "character": "Surveyor"}  # three Fog tokens come with it
TWO_ITEMS = {"side": "dark", "character": "Gi-hun", "items": ["Invitation", "Cheesecake"]}


# --- one of somebody's things ---


def test_an_opponents_character_is_one_that_is_chosen():
    game = tried("Push an opponent's character 1.", " . x A y . ", **RIVALS)
    assert game.options == ["> x", "> y"]
    game.play("> y", "> e1")
    assert (game["x.square"], game["y.square"]) == ("b1", "e1")


def test_an_opponents_character_is_meant_by_it():
    game = tried("Choose an opponent's character. Push it 1.", " . x A y . ", **RIVALS)
    game.play("> x", "> a1")
    assert (game["x.square"], game["y.square"]) == ("a1", "d1")


def test_an_opponents_character_is_said_of_one_in_a_condition():
    game = tried("If an opponent's character is knocked down, move 1.", " A . x y ", x={"side": "dark", "down": True}, y={"side": "dark"})
    assert "> b1" in game.options


def test_of_several_items_of_one_figure_one_is_chosen():
    game = tried("Choose a rival. Put its item on the 2 of its track.", " A x ", x=TWO_ITEMS)
    assert game.options == ["> Invitation", "> Cheesecake"]
    game.play("> Cheesecake")
    assert game["sides.dark.track"][1] == ["Cheesecake"]  # type: ignore[index]


def test_each_rivals_item_is_all_of_them():
    y = {"side": "dark", "character": "Sae-byeok", "items": ["Dagger"]}
    game = tried("Put each rival's item on the 2 of your track.", " A x y ", x=TWO_ITEMS, y=y)
    assert sorted(game["sides.light.track"][1]) == ["Cheesecake", "Dagger", "Invitation"]  # type: ignore[index]


def test_whose_it_is_can_be_meant_later():
    items = {"side": "dark", "character": "Sae-byeok", "items": ["Dagger"]}
    game = tried("Put an adjacent rival's item on the 2 of your track. Push that rival 1.", " . x A y . ", x=TWO_ITEMS, y=items)
    game.play("> y", "> e1")
    assert (game["x.square"], game["y.square"]) == ("b1", "e1")
    assert game["sides.light.track"][1] == ["Dagger"]  # type: ignore[index]


# --- nothing from the reserve ---


def test_tokens_in_the_reserve_are_not_counted():
    game = tried("Gain 1 point for each Fog token.", " A S . . ", "Fog c1 light", S=SURVEYOR)
    assert game["sides.light.points"] == 1


def test_a_side_does_not_have_what_is_in_its_reserve():
    game = tried("If you have a Fog token, gain 1 point. Otherwise, gain 2 points.", " A S . . ", S=SURVEYOR)
    assert game["sides.light.points"] == 2


def test_there_is_no_token_while_all_are_in_the_reserve():
    game = tried("If there is no Fog token, gain 1 point.", " A S . . ", S=SURVEYOR)
    assert game["sides.light.points"] == 1


def test_a_token_in_the_reserve_is_not_chosen():
    game = tried("Choose a Fog token. Push it 1.", " A S . . ", "Fog c1 light", S=SURVEYOR)
    game.play("> d1")
    assert game.state.piece_at.count(game.state.setup.grid.square("d1")) == 1


def test_what_is_not_on_the_map_may_be_in_the_reserve():
    game = tried("Gain 1 point for each Fog token not on the map.", " A S . . ", "Fog c1 light", S=SURVEYOR)
    assert game["sides.light.points"] == 2


def test_each_token_is_each_on_the_map():
    game = tried("Put each Fog token on the 2 of your track.", " A S . . ", "Fog c1 light", S=SURVEYOR)
    assert game["sides.light.track"][1] == ["Fog"]  # type: ignore[index]


@rule("TOK-1")
def test_a_token_that_is_pointed_out_is_placed_from_where_it_lies():
    game = tried("Place an adjacent token in an empty square within 3 of this.", " . A . . S ", "Fog c1 light", S=SURVEYOR)
    assert game.options == ["> a1", "> c1", "> d1"]  # the token beside A; the other two are not adjacent to anybody


OWNERS = ["a rival's Fog token", "a Fog token of a rival", "an opponent's Fog token", "a Fog token of an opponent"]


@rule("TOK-1", "TOK-7")
@pytest.mark.parametrize("whose", OWNERS)
def test_a_rivals_token_is_placed_from_the_map_and_never_from_its_reserve(whose: str):
    rival = {"side": "dark", "character": "Surveyor"}
    game = tried(f"Place {whose} within 2.", " A . . z . . ", "Fog e1 dark", z=rival)
    game.play("> b1")
    assert sorted(game.state.setup.grid.name(at) for at in game.state.piece_at if at >= 0) == ["b1"]
    waiting = tried(f"Place {whose} within 2.", " A . . z . . ", z=rival)
    assert waiting["turn"] == "A" and "> b1" not in waiting.options, "three wait in the reserve, which is not ours"


@rule("TOK-7")
def test_a_rivals_token_is_not_given_from_its_reserve():
    game = tried("Give a rival's Fog token to this.", " A . . z . . ", z={"side": "dark", "character": "Surveyor"})
    assert game["A.carries"] == []


def test_the_one_minion_is_not_there_while_it_waits_in_the_reserve():
    game = tried("If there is the Arm, gain 1 point. Otherwise, gain 2 points.", " A R ", beside="workshop", R="Rider")
    assert game["sides.light.points"] == 2


def test_what_nobody_brought_is_not_there():
    game = tried("If there is the Arm, gain 1 point. Otherwise, gain 2 points.", " A B ", beside="workshop", B={"side": "light"})
    assert game["sides.light.points"] == 2


def test_a_side_does_not_have_its_minion_that_waits_in_the_reserve():
    game = tried("If you have the Arm, gain 1 point. Otherwise, gain 2 points.", " A R ", beside="workshop", R="Rider")
    assert game["sides.light.points"] == 2


def test_a_thing_is_none_that_waits_in_the_reserve():
    game = tried("Put a thing on the 2 of your track.", " A R x ", beside="workshop", R="Rider", x={"side": "dark"})
    assert game.options == ["> A", "> R", "> x", "> red 1"]
