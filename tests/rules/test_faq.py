"""The answers the books print to frequent questions, and their worked examples, where no other test has them.

Which question it is stands in each name; answers shown elsewhere: rally and costs (TRN-5, ABI-2), a rival in the same
square (ACT-6), once per turn (TRN-8), usable while knocked down (ABI-8), distances (DST-1), order of effects (TIM-1),
changed values (TIM-4), added dice (CHA-4), the raptor on the track (TRA-2), Wakanda Forever! (MOV-17), one die (CHA-22).
"""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover.engine.core.event import Challenged, KnockedDown

PACK = pack("rulings")


def targets(game):
    """Whom challenges have been declared against so far, by mark."""
    return [game.state.setup.mark(event.target) for event in game.happened(Challenged)]


# -- general ---------------------------------------------------------------------------------------------


@rule("TRN-5", "ACT-7")
def test_is_rally_a_basic_action_no_so_it_is_not_given_with_one():
    game = scene(" A . B . b ", A="Coach", B={"down": True}, catalog=PACK, pool="gold")
    game.play("A: Drill")
    assert (game["B.down"], game["turn"]) == (True, "A"), "B lies: no basic action is possible for it, and the card ends."
    assert "A: move b1" in game.options


@rule("OCC-1", "MOV-16")
def test_can_i_enter_this_square_tokens_and_markers_do_not_prevent_it_figures_do():
    game = scene(
        """
        +---+---+---+---+
        | A   .   G   # |
        +---+---+---+---+
        """,
        G={"character": "Ghost", "of": "A"},
        A="Jon Snow",
        catalog=PACK,
        points={"F": "b1"},
        pieces=[{"kind": "Box", "side": "light", "square": "b1"}, {"kind": "Portal", "side": "light", "square": "b1"}],
    )
    assert game.allows("A: move b1")
    assert game.refused("A: move c1")[0] == "MOV-6"
    assert game.refused("G: move d1")[0] == "MOV-2"


BURST = """
    +---+---+---+---+
    | b   A   c   . |
    +   +   +   +   +
    | .   .   .   . |
    +   +   +   +   +
    | .   .   d   . |
    +---+---+---+---+
"""


@rule("CHA-10", "CHA-11")
def test_several_targets_the_player_orders_them_all_are_challenged_and_losing_one_stops_nothing():
    game = scene(BURST, A="Black Panther", pool="blue")
    game.play("A: Kinetic Energy Burst")
    assert game.options == ["> b", "> c"]
    game.play("> c", "roll s s", "roll b b")
    assert targets(game) == ["c", "b"], "The other follows by itself, though the first was lost."


@rule("CHA-11")
def test_a_target_that_appears_meanwhile_is_challenged_too():
    game = scene(BURST, A="Black Panther", d="Onlooker", catalog=PACK, pool="blue")
    game.play("A: Kinetic Energy Burst > b", "roll b b", "roll b b", "> c2")
    assert game.happened(KnockedDown) != []
    game.play("> d", "roll s s", "roll b b")
    assert targets(game) == ["b", "d", "c"]


@rule("CHA-11")
def test_a_target_that_stops_being_one_is_not():
    game = scene(BURST, A="Black Panther", c="Onlooker", catalog=PACK, pool="blue")
    game.play("A: Kinetic Energy Burst > b", "roll b b", "roll b b", "> d1")
    assert targets(game) == ["b"]
    assert game["turn"] == "A", "It is over."


@rule("CHA-2")
def test_a_challenge_without_a_range_has_adjacent_targets():
    game = scene(" A . b c ", A="Jon Snow", pool="red")
    assert game.refused("A: Longclaw") == ["CHA-16"]
    game.play("A: move b1", "A: Longclaw")
    assert targets(game) == ["b"]


@rule("CHA-3")
def test_adding_range_to_a_challenge_without_one_makes_it_that_number_plus_1():
    game = scene(" A . b c ", A="Longarm", catalog=PACK, pool="red")
    game.play("A: Swing")
    assert targets(game) == ["b"]
    assert scene(" A . . b ", A="Longarm", catalog=PACK, pool="red").refused("A: Swing") == ["CHA-16"]


@rule("CHA-3")
def test_adding_range_to_a_ranged_challenge_adds_it():
    assert scene(" A . . b ", A="Longarm", catalog=PACK, pool="red").allows("A: Shot")
    assert scene(" A . . . b ", A="Longarm", catalog=PACK, pool="red").refused("A: Shot") == ["CHA-16"]


@rule("CHA-3")
def test_range_is_not_added_where_the_card_names_its_targets():
    game = scene(" A . b ", A="Longarm", catalog=PACK, pool="red")
    assert game.refused("A: Sweep") == ["CHA-16"]
    assert game.refused("A: Flurry") == ["CHA-16"], "Each standing rival: those beside it, and b is not."
    near = scene(" A b c ", A="Longarm", catalog=PACK, pool="red")
    near.play("A: Flurry", "roll s s", "roll b b")
    assert targets(near) == ["b"]


@rule("CDN-4")
def test_my_starting_area_is_full_as_close_as_possible():
    game = scene(
        " A . . b ",
        B={"exhausted": True},
        areas={"start light": ["a1"], "start dark": ["d1"]},
        sides={"light": {"track": [["B"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert game["B.square"] == "b1"


@rule("MOV-3", "MOV-18")
def test_do_i_have_to_move_the_full_distance_never_not_even_a_rival_i_move():
    game = scene(" A b . ", A="Rose Nylund", pool="red")
    game.play("A: Life Isn't Fair, Kiddo > b", "roll s s s s", "roll b b")
    assert game.options == ["> b1", "> c1", "> no"]


# -- tokens ----------------------------------------------------------------------------------------------


@rule("TOK-1")
def test_tokens_stay_and_work_when_the_one_who_placed_them_is_knocked_out():
    game = scene(
        " A B . b ",
        D="Doorkeeper",
        turn="b",
        catalog=PACK,
        pieces=[{"kind": "Box", "side": "light", "square": "c1"}],
        sides={"light": {"track": [["D"], [], [], []]}},
    )
    game.play("b: move c1")
    assert (targets(game), game.dice) == (["b"], "4 dice = 4 Box")


@rule("TOK-4")
def test_a_box_moved_under_a_rival_does_nothing():
    game = scene(
        " A . . b ",
        A="Doorkeeper",
        catalog=PACK,
        pool="blue",
        pieces=[{"kind": "Box", "side": "light", "square": "c1"}],
    )
    game.play("A: Slide a Box > d1")
    assert (targets(game), game.state.piece_at[0]) == ([], 3)


@rule("TOK-4", "CTL-1")
def test_a_rival_controlled_onto_my_box_is_challenged():
    game = scene(
        " A b . . ",
        A="Doorkeeper",
        catalog=PACK,
        pool="gold",
        pieces=[{"kind": "Box", "side": "light", "square": "c1"}],
    )
    game.play("A: Step Here > move c1")
    assert targets(game) == ["b"]


@rule("MOV-13", "OCC-1")
def test_nobody_is_placed_onto_a_token_whose_square_is_taken():
    for drawing, square in ((" A . . b ", "c1"), (" A . b . ", "a1")):
        game = scene(
            drawing,
            A="Doorkeeper",
            catalog=PACK,
            pool="gold",
            pieces=[{"kind": "Portal", "side": "light", "square": "c1"}],
        )
        game.play("A: Through the Door")
        assert game["A.square"] == square


@rule("MOV-11")
def test_a_rival_pulled_toward_a_square_may_end_in_that_very_square():
    game = scene(
        " A . . b ",
        A="Doorkeeper",
        catalog=PACK,
        pool="gold",
        pieces=[{"kind": "Box", "side": "light", "square": "c1"}],
    )
    game.play("A: Flare")
    assert "> c1" in game.options
    game.play("> c1")
    assert game["b.square"] == "c1"


# -- worked examples -------------------------------------------------------------------------------------


@rule("CHA-2", "SEE-1")
def test_example_range_3_challenge_2_z_is_a_target_and_y_behind_an_obstruction_is_not():
    game = scene(
        """
        +---+---+---+---+
        | A   .   .   z |
        +   +---+   +   +
        | .   y   .   . |
        +---+---+---+---+
        """,
        A="Iron Man",
        pool="red",
    )
    game.play("A: Repulsor Blast")
    assert (targets(game), game.dice) == (["z"], "2 dice = 2 Repulsor Blast")


@rule("CHA-16")
def test_example_hurricane_throw_with_the_only_rival_two_squares_away():
    game = scene(" A . b . ", A="Black Widow", pool="blue")
    game.play("A: Hurricane Throw > b1", "roll b b b b", "roll s s")
    assert targets(game) == ["b"]


@rule("ABI-10")
def test_example_no_you_move_lost_the_target_is_still_pushed():
    game = scene(" A b . ", A="Captain America", pool="red")
    game.play("A: No, You Move", "roll s s s", "roll s s", "> c1")
    assert (game["b.square"], game["b.down"]) == ("c1", False)
