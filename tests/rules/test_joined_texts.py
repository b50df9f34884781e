"""Phrases joined by `and` and `or`, and groups that a condition names: everyone who is meant, and nobody else."""

from kit.texts import tried

RIVALS = {mark: {"side": "dark"} for mark in "xyz"}
ALLIES = {mark: {"side": "light"} for mark in "BC"}


def test_this_and_an_ally_are_two():
    game = tried("This and an ally move 1.", " A . B . C . ", **ALLIES)
    assert game.options == ["> B", "> C"]
    game.play("> C", "> A", "> b1", "> d1")
    assert [game[f"{mark}.square"] for mark in "ABC"] == ["b1", "c1", "d1"]


def test_a_rival_and_an_ally_are_one_each():
    game = tried("Push a rival and an ally 1.", " . B A x . y . ", B={"side": "light"}, x={"side": "dark"}, y={"side": "dark"})
    game.play("> y", "> y", "> g1", "> a1")
    assert [game[f"{mark}.square"] for mark in "Bxy"] == ["a1", "d1", "g1"]


def test_this_and_up_to_two_allies_are_those_chosen():
    game = tried("This and up to 2 allies move 1.", " A . B . C . ", **ALLIES)
    game.play("> B", "> done")
    assert game.options == ["> A", "> B"]


def test_another_joined_to_one_is_not_that_one():
    game = tried("Push a rival and another rival 1.", " . x A y . z . ", **RIVALS)
    game.play("> x")
    assert game.options == ["> y", "> z"]


def test_two_that_are_chosen_at_once_are_each_known_later():
    text = "Choose a rival and an ally. Push that rival 1. That ally moves 1."
    game = tried(text, " . x A . B . ", B={"side": "light"}, x={"side": "dark"})
    game.play("> a1", "> f1")
    assert (game["x.square"], game["B.square"]) == ("a1", "f1")


def test_adjacent_to_this_and_an_ally_is_adjacent_to_both():
    game = tried(
        "Place this adjacent to a rival and an ally.", " A . . x . B . y ", B={"side": "light"}, x={"side": "dark"}, y={"side": "dark"}
    )
    assert game.options == ["> e1", "> g1"]


def test_adjacent_to_this_or_an_ally_is_adjacent_to_one_of_them():
    game = tried("Push a rival adjacent to this or an ally 1.", " . x A . y B . z . ", B={"side": "light"}, **RIVALS)
    assert game.options == ["> x", "> y"]


def test_with_two_things_is_with_both():
    x = {"side": "dark", "character": "Gi-hun", "items": ["Torch"]}
    y = {"side": "dark", "character": "Sae-byeok", "items": ["Mask", "Baton"]}
    game = tried("Exhaust a rival with an item and the Baton.", " x A y ", beside="workshop", x=x, y=y)
    assert (game["x.exhausted"], game["y.exhausted"]) == (False, True)


def test_them_after_a_condition_are_all_for_whom_it_holds():
    game = tried("If 2 or more rivals are adjacent to this, push them 1.", " . x A y . z . ", **RIVALS)
    game.play("> x", "> a1", "> e1")
    assert [game[f"{mark}.square"] for mark in "xyz"] == ["a1", "e1", "f1"]


def test_them_after_a_condition_of_state_are_those_in_it():
    lying = {"side": "dark", "down": True}
    game = tried("If 2 or more rivals are knocked down, push them 1.", " . x A y . z ", x=lying, y=lying, z={"side": "dark"})
    assert game.options == ["> x", "> y"]


def test_a_thing_where_a_move_must_end_can_be_meant_later():
    game = tried("Move 2, ending adjacent to a rival. Push it 1.", " A . . x . . y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> e1")  # y is out of reach
    assert (game["A.square"], game["x.square"], game["y.square"]) == ("c1", "e1", "g1")


def test_a_thing_in_a_relation_of_one_of_two_phrases_can_be_meant_later():
    surveyor = {"side": "light", "character": "Surveyor"}
    game = tried(
        "Push an ally or a rival adjacent to a token 1. Remove it.",
        " . x A . S ",
        "Fog b1 light,Fog e1 light",
        S=surveyor,
        x={"side": "dark"},
    )
    game.play("> Fog b1", "> x", "> a1")
    assert [at for at in game.state.piece_at if at >= 0] == [game.state.setup.grid.square("e1")]


def test_them_in_a_loop_are_those_of_this_time():
    game = tried("2 times: choose up to 2 rivals, then push them 1.", " . x A y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> x", "> done", "> a1", "> y", "> done", "> e1")
    assert (game["x.square"], game["y.square"], game["turn"]) == ("a1", "e1", "A")


def test_them_after_a_condition_in_a_loop_are_those_of_this_time():
    drawing = """
        +---+---+---+---+
        | .   x   .   . |
        +   +   +   +   +
        | y   A   z   . |
        +---+---+---+---+
    """
    game = tried("2 times: if 2 or more rivals are adjacent to this, push them 1.", drawing, **RIVALS)
    game.play("> z", "> d2", "> x", "> b1", "> a2")  # x and y stand at the edge
    assert game.options == ["> x", "> y"]


def test_another_is_never_this():
    game = tried("Exhaust another character.", " A x ", x={"side": "dark"})
    assert (game["A.exhausted"], game["x.exhausted"]) == (False, True)
