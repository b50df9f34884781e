"""Probes written from the rules ledger alone, for the rows that have the fewest tests: what plays is asked, never what is inside."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import scene, seen_from
from kit.texts import tried, waiting


@rule("MOV-7")
@pytest.mark.parametrize(
    ("first", "between", "second", "free"),
    [
        ("| A   z |", "+   +   +", "| y   . |", True),
        ("| A   z |", "+   +---+", "| y   . |", False),
        ("| A   z |", "+---+   +", "| y   . |", False),
        ("| A | z |", "+   +   +", "| y   . |", False),
        ("| A   z |", "+   +   +", "| y | . |", False),
    ],
)
def test_a_diagonal_step_between_two_rivals_needs_a_free_corner(first: str, between: str, second: str, free: bool):
    """Both rivals stand, so there is no other way; a wall at any of the four sides touches the corner."""
    game = scene(f"+---+---+\n{first}\n{between}\n{second}\n+---+---+")
    assert game.allows("A: move b2") is free


@rule("SEE-10")
def test_a_thing_sees_its_own_square_whatever_stands_around():
    assert seen_from("A", "+---+---+\n| A | z |\n+---+   +\n| .   . |\n+---+---+")["a1"]


@rule("SEE-3", "SEE-2")
def test_a_knocked_down_rival_lets_sight_pass_and_a_standing_one_behind_it_blocks():
    row = " A z y x "
    down = {"z": {"side": "dark", "down": True}}
    assert seen_from("A", row, **down)["c1"] and not seen_from("A", row, **down)["d1"]
    assert not seen_from("A", row)["c1"]


@rule("SEE-5")
def test_of_two_rivals_in_a_row_only_the_first_blocks_and_the_second_is_hidden():
    seen = seen_from("A", " A z y x w ")
    assert [seen[square] for square in ("b1", "c1", "d1", "e1")] == [True, False, False, False]


@rule("SEE-6", "SEE-3")
def test_an_ally_never_blocks_also_when_it_stands_between():
    assert all(seen_from("A", " A B C z ")[square] for square in ("b1", "c1", "d1"))


@rule("SEE-11", "CHA-2")
def test_sight_is_judged_anew_after_the_first_part_moved_the_blocker():
    """z hides y; pushed aside, it no longer does."""
    game = tried(
        "Push an adjacent rival 1. Range 4 challenge 1.",
        "+---+---+---+---+---+\n| A   z   .   y   . |\n+   +   +   +   +   +\n| .   .   .   .   . |\n+---+---+---+---+---+",
    )
    game.play("> c2")
    assert "> y" in game.options


@rule("ADJ-3", "ADJ-2")
def test_a_marker_in_ones_own_square_and_beside_it_is_adjacent_and_one_behind_a_wall_is_not():
    here = scene(" A . . ", points={"A": "a1"})
    beside = scene(" A . . ", points={"A": "b1"})
    far = scene(" A . . ", points={"A": "c1"})
    walled = scene("+---+---+\n| A | . |\n+---+---+", points={"A": "b1"})
    assert [game.allows("A: interact A") for game in (here, beside, far, walled)] == [True, True, False, False]


@rule("DST-5")
def test_a_character_within_one_is_never_the_figure_itself():
    game = tried("Knock each character within 1 down.", " A z . ")
    assert (game["A.down"], game["z.down"]) == (False, True)


@rule("DST-5", "DST-1")
@pytest.mark.parametrize(("square", "points"), [("a1", 1), ("b1", 1), ("c1", 0)])
def test_within_one_counts_ones_own_square(square: str, points: int):
    game = tried("Gain 1 point for each area within 1.", " A . . z ", areas={"Hill": [square]})
    assert game["sides.light.points"] == points


@rule("MOV-2", "MAP-4")
def test_a_covered_square_is_not_entered_nor_passed():
    game = scene(" A # . ")
    assert game.refused("A: move b1")[:1] in (["MOV-2"], ["MAP-4"])
    assert game.refused("A: move c1") != []


@rule("MOV-4", "MOV-6", "MOV-16")
def test_through_an_ally_yes_onto_it_no():
    game = scene(" A B . z ")
    assert game.allows("A: move c1") and game.refused("A: move b1")[:1] in (["MOV-6"], ["MOV-16"])


@rule("MOV-14", "MOV-23")
def test_a_swap_puts_each_exactly_where_the_other_was_and_keeps_who_lies():
    game = tried("Swap this with a rival.", " A . z ", z={"side": "dark", "down": True})
    assert (game["A.square"], game["z.square"], game["z.down"], game["A.down"]) == ("c1", "a1", True, False)


@rule("MOV-25")
def test_a_move_may_end_where_it_began():
    game = tried("Move 2.", " A . . ")
    assert "> a1" in game.options and "> b1" in game.options


@rule("MOV-17")
def test_moves_given_one_by_one_must_each_end_legally():
    game = tried("2 times: move 1.", " A B . ")
    assert "> b1" not in game.options and "> c1" not in game.options


@rule("MOV-8", "BON-3")
def test_a_bonus_objective_is_not_passed_ended_in_or_challenged():
    game = scene(" A t . ", t={"side": "dark", "character": "Hack the Terminal"}, turn="A")
    assert not game.allows("A: move b1") and not game.allows("A: move c1") and not game.allows("A: challenge t")


@rule("OCC-1", "CDN-7")
def test_any_number_of_things_lie_on_one_place_and_tokens_pile_up():
    game = tried(
        "Put this on the 1 of your track.",
        " A B . z ",
        sides={"light": {"track": [["blue", "gold", "gold"], [], [], []], "pool": ["red"]}},
    )
    assert game["A.out"] is True
    assert sorted(game["sides.light.track"][0]) == ["A", "blue", "gold", "gold", "red"]  # type: ignore[index]


@rule("TRN-1")
def test_an_exhausted_figure_is_not_chosen_and_nobody_passes():
    game = scene(" A B z ", turn="light", A={"side": "light", "exhausted": True})
    assert game.refused("A") != []
    assert all(not line.startswith("pass") for line in game.options)


@rule("TRN-3")
def test_a_side_that_has_run_out_is_passed_over():
    game = scene(" A B z ", turn="light", z={"side": "dark", "exhausted": True})
    game.play("A: end")
    assert game.state.round == 1 and game["A.exhausted"] is True
    assert game.allows("B: end")


@rule("TRN-5")
def test_a_rally_needs_two_unused_actions_of_any_origin():
    down = {"A": {"side": "light", "character": "Il-nam", "down": True}}
    one = scene(" A . z ", actions=1, **down)
    assert one.refused("A: rally") != []
    two = scene(" A . z ", actions=2, **down)
    assert two.allows("A: rally")


@rule("TRN-17", "ABI-9")
def test_an_exhausted_ally_still_does_what_a_text_lets_it_do():
    game = tried("An ally does a basic challenge.", " A B z ", B={"side": "light", "exhausted": True})
    game.play("roll b b", "roll b b")
    assert (game["z.down"], game["B.exhausted"]) == (True, True)


@rule("TRN-12")
def test_the_marker_comes_when_the_actions_are_used_up():
    game = scene(" A . . . . z ")
    game.play("A: move b1")
    assert game["A.exhausted"] is False
    game.play("A: move c1")
    assert game["A.exhausted"] is True and game["turn"] != "A"


@rule("ACT-2", "CHA-5")
def test_a_basic_challenge_is_two_dice_against_the_defense():
    game = scene(" A z ", z="Iron Man")
    game.play("A: challenge z")
    assert game.refused("roll b b b")[:1] == ["CHA-5"]
    game.play("roll b b", "roll s s")
    assert game["z.down"] is False


@rule("ACT-3")
def test_an_assist_stands_up_an_adjacent_ally_and_nobody_else():
    game = scene(
        " A B C z ",
        B={"side": "light", "down": True},
        C={"side": "light", "down": True},
        z={"side": "dark", "down": True},
    )
    assert game.allows("A: assist B") and not game.allows("A: assist C") and not game.allows("A: assist z")
    game.play("A: assist B")
    assert game["B.down"] is False


@rule("ACT-6")
def test_a_rival_on_the_marker_does_not_stop_the_interact():
    game = scene(" A z . ", points={"A": "b1"})
    game.play("A: interact A")
    assert game["sides.light.points"] == 1


@rule("ACT-7", "MOV-3")
def test_a_move_may_be_0_and_an_assist_needs_somebody():
    game = scene(" A . z ")
    assert game.allows("A: move a1") and not game.allows("A: assist z")


@rule("CHA-6", "CHA-7")
@pytest.mark.parametrize(
    ("first", "second", "down"),
    [("b b", "s b", True), ("b b", "s s", False), ("! s", "s s", True), ("! b", "! s", False), ("s s", "b b", False), ("! !", "! b", True)],
)
def test_bursts_for_the_challenger_shields_for_the_defender_three_for_the_triple(first: str, second: str, down: bool):
    game = scene(" A z ")
    game.play("A: challenge z", f"roll {first}", f"roll {second}")
    assert game["z.down"] is down


@rule("CHA-22")
def test_one_die_never_matches():
    one = tried("Roll 1 die. If the dice match, gain 1 point.", " A z ")
    one.play("roll b")
    two = tried("Roll 2 dice. If the dice match, gain 1 point.", " A z ")
    two.play("roll b b")
    assert (one["sides.light.points"], two["sides.light.points"]) == (0, 1)


@rule("CHA-28")
def test_knocked_down_by_a_rule_while_down_stays_down():
    game = tried("Knock each adjacent rival down.", " A z ", z={"side": "dark", "down": True})
    assert (game["z.down"], game["z.out"]) == (True, False)


@rule("CHA-27")
def test_put_on_the_track_is_no_knock_out():
    game = tried("Choose an adjacent rival. Put it on the 1 of its track.", " A z . ", scenario="First game (Squid Game)")
    assert game["z.out"] is True and game["sides.light.points"] == 0


@rule("CHA-27", "CHA-18")
def test_knocked_out_by_a_rule_is_one_and_credited():
    game = tried("Choose an adjacent rival. Knock it out.", " A z . ", scenario="First game (Squid Game)")
    assert game["z.out"] is True and game["sides.light.points"] == 1


@rule("CHA-17")
def test_who_defends_against_its_own_ability_gives_nobody_a_point():
    game = tried(
        "Defend against a challenge 3. Usable while knocked down.",
        " A z . ",
        scenario="First game (Squid Game)",
    )
    game.play("roll b b b", "roll b b")
    assert game["A.down"] is True and (game["sides.light.points"], game["sides.dark.points"]) == (0, 0)


@rule("ABI-2", "ABI-14")
def test_the_token_paid_is_gone_when_the_pool_is_counted():
    game = tried("Gain 1 point for each red token in your pool. Gain 1 point for each red token on your track.", " A z ")
    assert game["sides.light.points"] == 1


@rule("ABI-4")
def test_a_part_that_cannot_be_done_ends_the_text_and_an_empty_each_does_not():
    ends = tried("Push an adjacent rival 1. Gain 1 point.", " A . z ")
    goes_on = tried("Push each adjacent rival 1. Gain 1 point.", " A . z ")
    assert (ends["sides.light.points"], goes_on["sides.light.points"]) == (0, 1)


@rule("ABI-10")
def test_what_follows_a_lost_challenge_happens():
    game = tried("Move 1. Challenge 2. Push the target 1.", " . A z . . ")
    game.play("> b1", "roll s s", "roll s s", "> d1")
    assert (game["z.square"], game["z.down"]) == ("d1", False)


@rule("ABI-15")
def test_an_ally_that_is_knocked_down_in_its_part_does_not_end_the_rest():
    game = tried("An ally defends against a challenge 3. Gain 1 point.", " A B . z ")
    game.play("roll b b b", "roll b b")
    assert game["B.down"] is True and game["sides.light.points"] == 1


@rule("ABI-6")
def test_a_doer_knocked_down_in_the_middle_does_not_go_on():
    game = tried("Defend against a challenge 3. Gain 1 point.", " A . z ")
    game.play("roll b b b", "roll b b")
    assert game["A.down"] is True and game["sides.light.points"] == 0


@rule("CTL-8")
def test_a_controlled_ally_acts_as_itself():
    game = tried("Control an adjacent character: it does a basic challenge.", " A B z ")
    game.play("roll b b", "roll b b")
    assert game["z.down"] is True


@rule("CDN-9")
def test_an_item_cools_down_without_its_holder():
    game = scene(" A z ", A={"character": "Gi-hun", "items": ["Needle"]}, sides={"light": {"track": [["Needle"], [], [], []]}})
    assert not game.allows("A: use Needle")
    game.play("A: end", "z: end")
    assert game["sides.light.track"] == [[], [], [], []]


@rule("PTS-1")
def test_the_marker_goes_to_the_4_and_one_is_taken_at_a_time():
    game = scene(" A . z ", points={"A": "a1", "B": "b1"})
    game.play("A: interact A")
    assert game["sides.light.points"] == 1
    assert len(game["sides.light.track"][3]) == 1  # type: ignore[index, arg-type]
    game.play("A: interact B")
    assert game["sides.light.points"] == 2


@rule("WIN-1")
@pytest.mark.parametrize(("light", "dark", "winner"), [(6, 5, "light"), (6, 6, "none"), (5, 4, "none"), (7, 9, "dark")])
def test_at_the_end_of_a_round_the_target_and_strictly_more_win(light: int, dark: int, winner: str):
    game = scene(
        " A B . z y ",
        scenario="Scrimmage",
        areas={"start light": ["a1", "b1"], "start dark": ["d1", "e1"]},
        turn="light",
        A={"side": "light", "exhausted": True},
        B={"side": "light"},
        z={"side": "dark", "exhausted": True},
        y={"side": "dark", "exhausted": True},
        sides={"light": {"points": light}, "dark": {"points": dark}},
    )
    game.play("B: end")
    assert game["winner"] == winner


@rule("RND-5", "PTS-2")
def test_points_have_no_limit():
    game = tried("Gain 20 points.", " A z ", sides={"light": {"points": 95, "pool": ["red"]}})
    assert game["sides.light.points"] == 115


@rule("TIM-2")
def test_may_is_asked_and_never_forced():
    game = tried("This may gain 1 point.", " A z ")
    assert sorted(game.options) == ["> no", "> yes"]
    game.play("> no")
    assert game["sides.light.points"] == 0


@rule("MAP-2", "ADJ-1", "MOV-1")
def test_a_wall_stops_step_sight_and_challenge():
    game = scene("+---+---+\n| A | z |\n+   +   +\n| .   . |\n+---+---+")
    assert not seen_from("A", "+---+---+\n| A | z |\n+   +   +\n| .   . |\n+---+---+")["b1"]
    assert game.refused("A: challenge z")[0] in ("CHA-2", "ADJ-1")
    assert game.refused("A: move b1")[0] in ("MOV-6", "MOV-1"), "one rival's square, and a wall before it"
    assert not game.allows("A: move b2 b2"), "the corner where the wall ends is touched"
    assert game.allows("A: move a2")


@rule("DST-1", "DST-2")
@pytest.mark.parametrize(("within", "rivals"), [(1, 0), (2, 1), (3, 2)])
def test_distance_goes_through_walls_and_diagonals_cost_one(within: int, rivals: int):
    drawing = """
    +---+---+---+---+
    | A | .   .   . |
    +---+---+---+   +
    | .   .   .   . |
    +   +   +   +   +
    | .   .   z   y |
    +---+---+---+---+
    """
    assert tried(f"Gain 1 point for each rival within {within}.", drawing)["sides.light.points"] == rivals


@rule("MOV-26", "MOV-13", "TOK-4")
def test_placed_in_its_own_square_counts_as_placed_and_enters_nothing():
    """Hemmed in: no other square is free; the Coin under it is not entered, and the text goes on."""
    game = tried("Place this within 1. Gain 2 points.", "+---+---+\n| A | z |\n+---+---+", pieces="Coin a1 light")
    assert game["A.square"] == "a1" and game["sides.light.points"] == 2


@rule("TRN-9", "TRN-19")
def test_an_extra_action_makes_three_in_one_turn():
    game = tried("Do an extra action.", " A . . . . . . z ")
    game.play("A: move b1", "A: move c1")
    assert (game["A.square"], game["A.exhausted"]) == ("c1", True)


@rule("TRN-11", "CDN-3", "CHA-8")
def test_a_figure_that_comes_back_in_mid_round_keeps_its_marker():
    game = tried(
        "Return a character on a track.",
        " A . . z ",
        areas={"start light": ["a1", "b1", "c1"], "start dark": ["d1"]},
        B={"side": "light", "exhausted": True},
        sides={"light": {"pool": ["red"], "track": [[], ["B"], [], []]}},
    )
    game.play("> b1")
    assert (game["B.square"], game["B.exhausted"], game["B.down"]) == ("b1", True, False)


@rule("CHA-26")
def test_a_challenger_without_dice_loses_and_the_target_rolls_all_the_same():
    game = tried("Until the end of the round, rivals roll 3 dice fewer when challenging.", " A z . ")
    game.play("A: end", "z: challenge A")
    assert game.dice.startswith("0 dice")
    game.play("roll b b")
    assert (game["A.down"], game["turn"]) == (False, "z")


@rule("CHA-25", "CHA-24")
def test_a_challenge_goes_on_though_the_target_was_moved_out_of_reach():
    game = waiting("When this is challenged, this moves 2.", " z A . . ", turn="z")
    game.play("z: challenge A", "> d1", "roll b b", "roll b b")
    assert (game["A.square"], game["A.down"]) == ("d1", True)


@rule("CHA-25")
def test_a_challenge_ends_when_its_target_left_the_map():
    game = waiting("When this is challenged, put this on the 2 of your track.", " z A B . ", turn="z")
    game.play("z: challenge A")
    assert (game["A.out"], game["turn"]) == (True, "z")
    assert game.allows("z: end"), "no dice are asked"


@rule("CTL-2", "CHA-29")
def test_made_to_challenge_it_has_only_its_own_side_before_it_and_the_maker_chooses():
    drawing = """
    +---+---+---+
    | A   z   y |
    +   +   +   +
    | B   x   . |
    +---+---+---+
    """
    game = tried("An adjacent rival does a basic challenge.", drawing)
    game.play("> z")
    assert sorted(game.options) == ["> x", "> y"], "neither A nor B, who stand beside it too"
    assert game.state.decision is not None and game.state.decision.seats == [0]


@rule("CTL-2", "SEE-9")
def test_made_to_challenge_it_is_not_the_makers_ally():
    """Its own side's figures are no rivals of its in sight: z looks past y, its ally, to x."""
    game = tried("An adjacent rival does a range 3 challenge 1.", " A z y x ")
    assert sorted(game.options) == ["> x", "> y"]


@rule("CHA-29", "CHA-18")
def test_a_knock_out_made_so_is_the_makers():
    game = tried(
        "An adjacent rival does a basic challenge.", " A z y . ", scenario="First game (Squid Game)", y={"side": "dark", "down": True}
    )
    game.play("roll b b", "roll b b")
    assert game["y.out"] is True and (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("CTL-1", "CTL-6", "PTS-1")
def test_a_controlled_rivals_point_and_its_marker_go_to_the_controller():
    game = tried("Control an adjacent rival: it does an interact.", " A z . ", points={"A": "c1"})
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)
    assert (game["sides.light.track"], game["sides.dark.track"]) == ([["red"], [], [], ["A"]], [[], [], [], []])


@rule("PTS-4", "ABI-9")
def test_a_minion_given_an_interact_scores_for_its_side():
    game = tried(
        "An ally does an interact.",
        " A B . z ",
        B={"side": "light", "character": "Wight"},
        points={"A": "c1"},
    )
    assert game["sides.light.points"] == 1


@rule("TIM-4", "CHA-21")
def test_what_subtracts_comes_after_what_adds_whatever_came_first():
    """2 + 1 − 5 is 0, not (2 − 5 → 0) + 1."""
    less, more = "Until the end of the round, rivals have 5 less defense.", "Until the end of the round, rivals have 1 more defense."
    for text in (f"{less} {more}", f"{more} {less}"):
        game = tried(text, " A z ")
        game.play("A: challenge z", "roll b s")
        assert game["z.down"] is True, "one success against no dice"


@rule("TIM-4")
def test_what_sets_comes_last():
    game = tried("Until the end of the round, rivals have 3 more defense. Until the end of the round, rivals have defense 1.", " A z ")
    game.play("A: challenge z", "roll b b")
    assert game.refused("roll b b")[:1] == ["CHA-5"]
    game.play("roll b")


@rule("ABI-16", "CDN-5")
def test_a_token_is_shifted_once_for_each_and_chosen_anew():
    game = tried(
        "Shift an ability token on your track down 1 for each adjacent rival.",
        " y A z ",
        sides={"light": {"pool": ["red"], "track": [[], ["blue"], [], ["gold"]]}},
    )
    game.play("> blue")
    assert game.state.decision is not None and game["turn"] == "A"
    game.play("> gold")
    assert game["sides.light.track"] == [["blue", "red"], [], ["gold"], []]


@rule("ABI-16", "CDN-8")
def test_what_leaves_the_1_is_in_the_pool_before_the_next_part():
    game = tried(
        "Shift a blue token on your track down 1. Gain 1 point for each blue token in your pool.",
        " A z ",
        sides={"light": {"pool": ["red"], "track": [["blue"], [], [], []]}},
    )
    assert game["sides.light.points"] == 1 and game["sides.light.pool"] == ["blue"]


@rule("ABI-4", "CHA-11")
def test_a_challenge_against_each_that_finds_nobody_is_a_part_that_cannot_be_done():
    game = tried("Gain 1 point. Challenge 2 against each adjacent rival. Gain 1 point.", " A . . z ")
    assert game["sides.light.points"] == 1


@rule("ABI-4", "MOV-18")
def test_a_push_of_0_is_done():
    game = tried("Push an adjacent rival 1. Gain 1 point.", "+---+---+\n| A   z |\n+---+---+")
    assert game["z.square"] == "b1" and game["sides.light.points"] == 1


@rule("MOV-20")
def test_one_that_lies_is_moved_pushed_and_pulled_and_stays_down():
    game = tried("Push an adjacent rival 1. Move it 1.", " A z . . ", z={"side": "dark", "down": True})
    game.play("> c1", "> d1")
    assert (game["z.square"], game["z.down"]) == ("d1", True)


@rule("MOV-11")
def test_every_step_of_a_push_leads_farther_and_of_a_pull_nearer():
    drawing = "+---+---+---+\n| A   z   . |\n+   +   +   +\n| .   .   . |\n+   +   +   +\n| .   .   . |\n+---+---+---+"
    push = tried("Push an adjacent rival 1.", drawing)
    assert sorted(push.options) == ["> b1", "> c1", "> c2"]
    pull = tried("Pull a rival in sight 1.", "+---+---+---+\n| A   .   z |\n+   +   +   +\n| .   .   . |\n+---+---+---+")
    assert sorted(pull.options) == ["> b1", "> b2", "> c1"]


@rule("MOV-12", "MOV-4", "MOV-5")
@pytest.mark.parametrize(("who", "down", "passes"), [("y", False, True), ("B", False, False), ("B", True, True)])
def test_a_rival_made_to_move_passes_its_own_allies_and_not_the_makers(who: str, down: bool, passes: bool):
    """The only way from z to d1 leads through c1, where its ally y stands, or B, an ally of A, who makes it move."""
    drawing = f"+---+---+---+---+\n| .   z   {who}   . |\n+---+   +---+---+\n| . | A | .   . |\n+---+---+---+---+"
    side = "dark" if who == "y" else "light"
    game = tried("Move an adjacent rival 2.", drawing, **{who: {"side": side, "down": down}})
    assert set(game.options) == {"> a1", "> b1"} | ({"> d1"} if passes else set())


@rule("MOV-12", "MOV-5")
def test_a_rival_made_to_move_does_not_pass_its_maker():
    game = tried("Move an adjacent rival 2.", " . z A . ")
    assert set(game.options) == {"> a1", "> b1"}


@rule("MOV-22")
def test_rivals_moved_through_are_those_whose_square_was_entered():
    game = tried("Move 3, through rivals. Knock each rival passed through down.", " A z . y ")
    game.play("> c1")
    assert (game["z.down"], game["y.down"]) == (True, False)


@rule("TOK-3", "OCC-1")
def test_a_minion_occupies_and_is_removed_on_losing_without_a_point():
    game = scene(" A w . ", w={"side": "dark", "character": "Wight"}, scenario="First game (Squid Game)", turn="A")
    assert not game.allows("A: move b1") and not game.allows("A: move c1")
    game.play("A: challenge w", "roll b b", "roll b")
    assert (game["w.square"], game["w.out"], game["sides.light.points"]) == ("none", False, 0)


@rule("COM-1", "CHA-9")
def test_a_companion_that_loses_goes_to_the_1_and_gives_nothing():
    game = scene(
        " A g z . ",
        g={"side": "dark", "character": "Ghost", "of": "z"},
        z={"side": "dark", "character": "Jon Snow"},
        scenario="First game (Squid Game)",
        turn="A",
    )
    game.play("A: challenge g", "roll b b", "roll b")
    assert (game["g.out"], game["g.down"], game["sides.light.points"]) == (True, False, 0)
    assert game["sides.dark.track"] == [["g"], [], [], []]


@rule("COM-2", "TRN-4", "COM-3")
def test_the_companion_acts_for_one_that_lies_once_free_and_twice_paid():
    game = scene(
        " A G . . . . . z ",
        A={"character": "Jon Snow", "down": True},
        G={"side": "light", "character": "Ghost", "of": "A"},
    )
    assert not game.allows("A: move b1")
    for square in ("c1", "d1", "e1"):
        game.play(f"G: move {square}")
    assert (game["G.square"], game["A.exhausted"]) == ("e1", True)


@rule("ITM-2", "ABI-11")
def test_an_item_goes_to_its_number_after_its_effect():
    game = scene(" A z ", A={"character": "Gi-hun", "items": ["Needle"]})
    game.play("A: use Needle", "roll b b")
    assert game["sides.light.track"] == [[], [], [], []]
    game.play("roll b b")
    assert (game["z.down"], game["sides.light.track"]) == (True, [["Needle"], [], [], []])


@rule("STA-1")
def test_a_status_is_kept_when_knocked_out_and_a_copy_in_play_is_not_given_again():
    game = scene(
        " A B z . ", A="Rose Nylund", B={"side": "light", "statuses": ["Friendship of A"]}, C={"side": "light", "square": "d1"}, pool="gold"
    )
    game.play("A: Thank You For Being A Friend")
    assert (game["B.statuses"], game["C.statuses"]) == (["Friendship"], [])


@rule("TRN-7")
def test_exhausted_by_a_rule_it_takes_no_turn():
    game = tried("Exhaust an adjacent rival.", " A z y ")
    game.play("A: end")
    assert game["z.exhausted"] is True and not game.allows("z: end") and game.allows("y: end")


@rule("CHA-1", "CHA-2")
def test_no_ally_is_challenged_and_no_rival_two_squares_away():
    game = scene(" B A . z ")
    assert game.refused("A: challenge B")[0] == "CHA-1" and game.refused("A: challenge z")[0] == "CHA-2"


@rule("CHA-3")
def test_range_that_is_added_makes_an_adjacent_challenge_range_2_and_needs_sight():
    game = tried("Until the end of the round, this has 1 more range.", " A . z y ")
    assert game.allows("A: challenge z") and not game.allows("A: challenge y")
    hidden = tried("Until the end of the round, this has 1 more range.", " A z y ")
    assert "SEE-2" in hidden.refused("A: challenge y")


@rule("ALY-3", "ALY-5")
def test_ally_reaches_minions_and_those_who_lie_and_character_does_not_reach_minions():
    allies = tried(
        "Each ally within 3 defends against a challenge 1. Gain 1 point.", " A B w . ", w={"side": "light", "character": "Wight"}
    )
    assert sorted(allies.options) == ["> B", "> w"]
    characters = tried("Each character within 3 defends against a challenge 1.", " A B w . ", w={"side": "light", "character": "Wight"})
    assert all("w" not in line for line in characters.options)


@rule("DST-6")
def test_each_ally_means_those_on_the_map():
    game = tried(
        "Each ally may move 1. Gain 1 point for each ally.",
        " A . . z ",
        B={"side": "light"},
        sides={"light": {"pool": ["red"], "track": [["B"], [], [], []]}},
    )
    assert game["sides.light.points"] == 0


@rule("RND-1", "CDN-2", "TRN-11")
def test_the_end_of_a_round_cools_down_refreshes_and_passes_the_first_player():
    game = scene(" A z ", first="light", turn="A", sides={"light": {"track": [[], ["blue"], [], ["gold"]]}})
    game.play("A: end", "z: end")
    assert (game["round"], game["turn"], game["A.exhausted"]) == (2, "z", False)
    assert game["sides.light.track"] == [["blue"], [], ["gold"], []]
