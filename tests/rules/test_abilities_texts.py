"""ABI: abilities, shown with cards."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not
from tipover.engine.core.event import AbilityUsed, Challenged, TokenSpent, TokensReturned

PACK = pack("rulings")
EMPTY = [[], [], [], []]


def begun(game):
    """The abilities and items that may be begun now, by name."""
    return {line.partition(": ")[2] for line in game.options if line.partition(": ")[2][:1].isupper()}


# -- choosing and paying ---------------------------------------------------------------------------------


@rule("ABI-1")
def test_only_the_abilities_on_ones_own_card_are_offered_each_at_its_colour_and_number():
    game = scene(" A b . C ", A="Sae-byeok", C="Gi-hun", sides={"light": {"pool": ["blue", "silver", "gold"]}})
    assert begun(game) == {"Sucker Punch", "Easily Overlooked", "Intimidating Demand"}
    assert game.refused("A: Take the Lead")[0] == "ABI-1"
    game.play("A: Sucker Punch > b")
    assert game.happened(TokenSpent) == [TokenSpent(0, 0, 3)], "Sucker Punch is blue 3."


@rule("ABI-1")
def test_an_ability_that_nobody_has_is_refused_by_name():
    game = scene(" A b ", A="Sae-byeok")
    assert game.refused("A: Longclaw")[0] == "ABI-1"


@rule("ABI-2")
def test_the_cost_is_moved_before_anything_is_done():
    game = scene(" A b ", A="Sae-byeok", pool="blue")
    told = [type(event) for event in game.play("A: Sucker Punch > b")]
    assert told[:3] == [AbilityUsed, TokenSpent, Challenged]
    assert (game["sides.light.pool"], game["sides.light.track"]) == ([], [[], [], ["blue"], []])


@rule("ABI-2")
def test_no_token_of_that_colour_in_the_pool_no_ability():
    game = scene(" A b ", A="Sae-byeok", sides={"light": {"pool": ["silver", "gold"], "track": [["blue"], [], [], []]}})
    assert begun(game) == {"Intimidating Demand"}
    assert game.refused("A: Sucker Punch") == ["ABI-2"]
    (reason,) = why_not(game.state, "A: Sucker Punch")
    assert "blue" in reason.sentence and "Sucker Punch" in reason.sentence


@rule("ABI-2")
def test_the_token_comes_from_the_sides_one_pool_whoever_brought_it():
    game = scene(" A b . C ", A="Sae-byeok", C="Black Widow", pool="blue")
    game.play("A: Sucker Punch > b", "roll s s s", "roll b b", "A: end", "b: end")
    assert game["turn"] == "C"
    assert game.refused("C: Hurricane Throw") == ["ABI-2"]


@rule("ABI-3")
def test_parts_are_done_in_the_order_written():
    game = scene(" A . b . ", A="Black Widow", pool="blue")
    game.play("A: Hurricane Throw")
    assert game.options == ["> a1", "> b1"], "First the move."
    game.play("> b1", "roll s s s s", "roll b b", "> b1")
    assert game.options == ["> c1", "> d1"], "Agile Acrobat, then the push away from where she is."
    game.play("> d1")
    assert (game["A.square"], game["b.square"]) == ("b1", "d1")


# -- parts that cannot be done ---------------------------------------------------------------------------


@rule("ABI-4")
def test_a_part_that_cannot_be_done_skips_the_later_parts():
    game = scene(" A . B . b ", A="Coach", catalog=PACK, pool="silver")
    game.play("A: Pep Talk")
    assert game["A.square"] == "a1"
    assert game["turn"] == "A", "B stands already: no move after it, and one action is left."
    assert game["sides.light.track"] == [[], [], [], ["silver"]]


@rule("ABI-4")
def test_an_each_part_that_finds_nobody_is_done():
    game = scene(" A . B . b ", A="Coach", catalog=PACK, pool="silver")
    game.play("A: Everybody Up")
    assert game.options == ["> a1", "> b1"], "Nobody to stand up is no failure: the move follows."


@rule("ABI-4")
def test_a_may_part_that_is_declined_is_done():
    game = scene(" A b . ", A="Rose Nylund", pool="red")
    game.play("A: Life Isn't Fair, Kiddo > b", "roll b b b b", "roll b b", "> no")
    assert (game["b.square"], game["b.down"]) == ("b1", True)


@rule("ABI-4")
def test_a_count_of_0_is_a_move_of_0_and_no_failure():
    game = scene(" A b . ", A="Sae-byeok", pool="silver")
    game.play("A: Intimidating Demand > move c1")
    assert (game["b.square"], game["A.square"], game["turn"]) == ("c1", "a1", "A")


@rule("ABI-4")
def test_a_part_about_a_thing_that_has_left_the_map_is_not_done():
    game = scene(" A b . ", A="Captain America", b={"down": True}, pool="red")
    game.play("A: No, You Move > b", "roll b b b", "roll b b")
    assert (game["b.out"], game["turn"]) == (True, "A")


@rule("ABI-4", "CHA-16")
def test_with_no_target_when_the_challenge_comes_the_ability_ends_there():
    game = scene(" A . . . b ", A="Black Widow", pool="blue")
    game.play("A: Hurricane Throw > b1")
    assert (game["A.square"], game["turn"], game.happened(Challenged)) == ("b1", "A", [])
    assert game["sides.light.track"] == [[], [], [], ["blue"]]


# -- the changed number ----------------------------------------------------------------------------------


@rule("ABI-5")
def test_above_4_the_token_goes_to_the_4():
    game = scene(" A . z ", A="Captain America", z="Miser", B={"down": True}, catalog=PACK, pool="gold red")
    game.play("A: I Can Do This All Day > move b1")
    assert game["sides.light.track"] == [[], [], [], ["gold"]]


@rule("ABI-5")
def test_the_token_goes_to_the_changed_number():
    game = scene(" A b z ", A="Sae-byeok", z="Miser", catalog=PACK, pool="blue")
    game.play("A: Sucker Punch > b")
    assert game["sides.light.track"] == [[], [], [], ["blue"]]
    far = scene(" A b . z ", A="Sae-byeok", z="Miser", catalog=PACK, pool="blue")
    far.play("A: Sucker Punch > b")
    assert far["sides.light.track"] == [[], [], ["blue"], []], "The Miser is too far away to matter."


@rule("ABI-5")
def test_below_1_no_token_is_needed_nor_one_of_that_colour():
    game = scene(" P A b ", A="Sae-byeok", P="Patron", catalog=PACK, sides={"light": {"pool": []}})
    assert "Sucker Punch" in begun(game)
    game.play("A: Sucker Punch > b", "roll s s s", "roll b b")
    assert (game["sides.light.pool"], game["sides.light.track"], game.happened(TokenSpent)) == ([], EMPTY, [])
    assert game["turn"] == "A", "It was an action all the same."
    game.play("A: Sucker Punch > b", "roll s s s", "roll b b")
    assert game["turn"] != "A"


# -- stopping --------------------------------------------------------------------------------------------


@rule("ABI-6")
def test_knocked_down_in_the_middle_the_ability_stops():
    game = scene(" A b . ", A="Iron Man", b="Rose Nylund", pool="silver")
    game.play("A: Override Protocol > challenge b", "roll s s", "roll b b", "> yes", "roll b b", "roll b b")
    assert game["A.down"]
    assert len(game.happened(Challenged)) == 2, "His own and Rose's answer; not the one that closes the ability."
    assert (game["A.exhausted"], game["turn"]) == (True, "b"), "No further basic action; lying with one action he can only stop."


@rule("ABI-6")
def test_knocked_down_after_its_challenge_the_rest_of_the_ability_is_left_out():
    game = scene(" A b . ", A="Captain America", b="Rose Nylund", pool="red")
    game.play("A: No, You Move", "roll s s s", "roll b b", "> A", "roll b b", "roll b b")
    assert (game["A.down"], game["b.square"], game["turn"]) == (True, "b1", "b"), "No push: Rose's answer came first."
    spared = scene(" A b . ", A="Captain America", b="Rose Nylund", pool="red")
    spared.play("A: No, You Move", "roll s s s", "roll b b", "> A", "roll b b", "roll s s")
    assert spared.options == ["> b1", "> c1"], "Still standing he pushes."


@rule("ABI-6")
def test_who_may_act_while_knocked_down_is_not_stopped():
    game = scene(" A . B ", A={"character": "Il-nam", "down": True}, pool="gold")
    game.play("A: Turn It Around > A > b1")
    assert (game["A.square"], game["A.down"]) == ("b1", True)


@rule("ABI-6")
def test_an_ability_usable_while_knocked_down_goes_on_lying():
    game = scene(" A . B ", A={"character": "Captain America", "down": True}, pool="gold")
    game.play("A: I Can Do This All Day")
    assert (game["A.down"], game["turn"]) == (False, "A")
    game.play("A: move b1", "A: move a1")
    assert game["turn"] == "B", "One action for the ability, one left, one extra: two moves."


@rule("ABI-8")
def test_usable_while_knocked_down_is_usable_standing_too():
    for down in (True, False):
        game = scene(" A . b ", A={"character": "Captain America", "down": down}, pool="gold")
        assert begun(game) == {"I Can Do This All Day"}
    game.play("A: I Can Do This All Day > move b1")
    assert game["A.square"] == "b1"


@rule("ABI-8")
def test_another_ability_is_not_usable_while_knocked_down():
    game = scene(" A b ", A={"character": "Captain America", "down": True}, pool="red gold")
    assert game.refused("A: No, You Move") == ["TRN-4"]


# -- allies ----------------------------------------------------------------------------------------------


@rule("ABI-9")
def test_actions_for_allies_reach_companions_and_minions():
    game = scene(
        " A . G P b ",
        A="Coach",
        G={"character": "Ghost", "of": "A"},
        P={"character": "Pet", "of": "A"},
        catalog=PACK,
        pool="gold",
    )
    game.play("A: Drill")
    assert game.options == ["> G", "> P"]


@rule("ABI-9")
def test_given_a_basic_action_a_companion_may_do_any_not_only_those_of_its_card():
    game = scene(" A G B b ", A="Coach", B={"down": True}, G={"character": "Ghost", "of": "A"}, catalog=PACK, pool="gold")
    game.play("A: Drill > G")
    assert "> assist B" in game.options
    game.play("> assist B")
    assert not game["B.down"]


@rule("ABI-10")
def test_a_lost_challenge_is_a_part_that_was_done():
    game = scene(" A b . ", A="Captain America", pool="red")
    game.play("A: No, You Move > b", "roll s s s", "roll b b", "> c1")
    assert (game["b.down"], game["b.square"]) == (False, "c1")


@rule("ABI-10")
def test_where_the_card_asks_for_a_win_a_lost_challenge_gives_nothing():
    game = scene(" A b ", A="Black Widow", sides={"light": {"pool": ["silver"]}, "dark": {"track": [["red"], [], [], []]}})
    game.play("A: Widow's Bite > b", "roll s s s", "roll b b", "> no")
    assert game["turn"] == "A"
    assert game["sides.dark.track"] == [["red"], [], [], []]


# -- items and drawbacks ---------------------------------------------------------------------------------


@rule("ABI-11")
def test_an_items_parts_are_done_in_order_and_one_that_cannot_be_done_ends_it():
    game = scene(" A . z B ", A={"character": "Gi-hun", "items": ["Invitation"]})
    game.play("A: use Invitation")
    assert (game["A.items"], game["turn"]) == (["Invitation"], "A"), "Nobody is in sight: nothing is placed or given."
    assert game["sides.light.track"] == [[], ["Invitation"], [], []]


@rule("ABI-11")
def test_an_item_stops_when_its_user_is_knocked_down():
    game = scene(" A b ", A={"character": "Gi-hun", "items": ["Tonic"]}, b="Rose Nylund", catalog=PACK, pool="red")
    game.play("A: use Tonic > challenge b", "roll s s", "roll b b", "> yes", "roll b b", "roll b b")
    assert game["A.down"]
    assert (game["sides.light.pool"], game["sides.light.track"]) == (["red"], [[], ["Tonic"], [], []])


@rule("ABI-11")
def test_the_mark_on_an_item_makes_it_a_challenge_action():
    game = scene(" A . b ", A={"character": "Gi-hun", "items": ["Needle", "Tonic"]}, catalog=PACK)
    assert game.refused("A: use Needle") == ["CHA-16"]
    assert "use Tonic" in {line.partition(": ")[2] for line in game.options}


@rule("ABI-12")
def test_a_drawback_that_finds_an_empty_pool_does_not_bar_the_use():
    game = scene(" A . b ", A={"character": "Gi-hun", "items": ["Tonic"]}, catalog=PACK, sides={"light": {"pool": []}})
    game.play("A: use Tonic > move b1")
    assert (game["A.square"], game["sides.light.track"]) == ("b1", [[], ["Tonic"], [], []])
    paid = scene(" A . b ", A={"character": "Gi-hun", "items": ["Tonic"]}, catalog=PACK, pool="red")
    paid.play("A: use Tonic > move b1")
    assert paid["sides.light.track"] == [[], ["Tonic"], [], ["red"]]


@rule("ABI-12")
def test_flirt_may_be_used_against_an_empty_pool():
    game = scene(" A b ", A="Blanche Devereaux", sides={"light": {"pool": ["red"]}, "dark": {"pool": []}})
    game.play("A: Flirt > b", "roll b b", "roll b b")
    assert (game["b.down"], game["sides.dark.track"]) == (True, EMPTY)


@rule("ABI-13")
def test_a_non_challenge_ability_may_be_chosen_though_its_first_part_will_fail():
    game = scene(" A . . b ", A="Sae-byeok", pool="silver blue")
    game.play("A: Intimidating Demand")
    assert (game["sides.light.track"], game["A.square"]) == ([[], [], ["silver"], []], "a1"), "Token spent, ability over."
    assert game["turn"] == "A"


# -- counting --------------------------------------------------------------------------------------------


@rule("ABI-14")
def test_tokens_are_counted_after_the_cost_was_moved():
    game = scene(" A b ", A="Sae-byeok", pool="blue silver silver")
    game.play("A: Sucker Punch > b")
    assert game.dice == "5 dice = 3 Sucker Punch + 2 silver in pool"
    throw = scene(" A b ", A="Captain America", sides={"light": {"pool": ["blue"], "track": [["red"], ["red"], [], []]}})
    throw.play("A: Shield Throw > b")
    assert throw.dice == "3 dice = 1 Shield Throw + 2 types of ability token on track", "Red, and the blue that paid."


@rule("ABI-14")
def test_what_the_paid_token_leaves_in_the_pool_is_counted():
    game = scene(" A b . . . ", A="Sae-byeok", pool="silver blue blue")
    game.play("A: Intimidating Demand > move d1")
    assert game.options == ["> a1", "> b1", "> c1"]


@rule("ABI-15")
def test_an_ally_that_falls_inside_an_ability_ends_only_its_own_part():
    game = scene(
        """
        +---+---+---+---+
        | A   b   .   . |
        +   +   +   +   +
        | B   r   C   . |
        +---+---+---+---+
        """,
        A="Front Man",
        r="Rose Nylund",
        pool="red",
    )
    game.play("A: Keep Order > b", "roll b b", "roll b b", "> B", "> r")
    game.play("roll s s", "roll b b", "> yes", "roll b b", "roll b b")
    assert game["B.down"], "Rose has answered."
    assert any(line.startswith("> C") for line in game.options), "The next ally may still challenge."


@rule("ABI-16")
def test_shifting_for_each_is_done_once_for_each_the_token_chosen_anew():
    game = scene(
        """
        +---+---+---+
        | b   A   c |
        +---+---+---+
        """,
        A="Sae-byeok",
        sides={"light": {"pool": [], "track": [["red"], ["blue"], [], []]}},
    )
    game.play("A: end")
    assert game.options == ["> red 1", "> blue 2"]
    game.play("> blue")
    assert game["sides.light.track"] == [["blue", "red"], [], [], []]
    game.play("> blue")
    assert (game["sides.light.track"], game["sides.light.pool"]) == ([["red"], [], [], []], ["blue"])


@rule("ABI-16")
def test_a_token_that_leaves_the_1_is_in_the_pool_at_once():
    game = scene(" A b ", A="Sae-byeok", sides={"light": {"pool": [], "track": [["red"], [], [], []]}})
    told = game.play("A: end")
    assert TokensReturned(0, (0, 1, 0, 0)) in told
    assert game["sides.light.pool"] == ["red"]


@rule("ABI-17")
def test_the_lower_price_is_said_before_paying_and_lowers_by_1_only():
    game = scene(" A b ", A="Gi-hun", pool="red gold")
    assert {line for line in begun(game) if "Back to Back" in line} == {"Back to Back for 3", "Back to Back for 2"}
    assert game.refused("A: Back to Back for 1") == ["ABI-17"]
    game.play("A: Back to Back for 2 > b")
    assert game["sides.light.track"] == [[], ["red"], [], []]


@rule("ABI-17")
def test_nobody_else_may_lower_a_price():
    game = scene(" A b ", A="Sae-byeok", pool="blue")
    assert game.refused("A: Sucker Punch for 2")[0] in ("ABI-5", "ABI-17")


# -- afterwards ------------------------------------------------------------------------------------------


@rule("ABI-18")
def test_an_interrupted_ability_is_over_and_what_waits_for_its_end_happens_lying_too():
    game = scene(" A b . ", A="Iron Man", b="Rose Nylund", sides={"light": {"pool": ["silver"], "track": [[], ["red"], [], []]}})
    game.play("A: Override Protocol > challenge b", "roll s s", "roll b b", "> yes", "roll b b", "roll b b")
    assert game["A.down"]
    assert game.options == ["> red 2", "> silver 4"], "I Am Iron Man, though he lies."
    game.play("> red")
    assert game["sides.light.track"] == [["red"], [], [], ["silver"]]


@rule("ABI-18")
def test_an_ability_not_paid_with_the_last_token_sets_nothing_off():
    game = scene(" A b . ", A="Iron Man", sides={"light": {"pool": ["red", "red"], "track": [[], ["blue"], [], []]}})
    game.play("A: Repulsor Blast > b", "roll s s", "roll b b", "> c1")
    assert game["sides.light.track"] == [[], ["blue", "red"], [], []]


@rule("ABI-19")
def test_the_targets_track_is_its_sides_though_the_target_has_left_the_map():
    game = scene(
        " A b ", A="Black Widow", b={"down": True}, sides={"light": {"pool": ["silver"]}, "dark": {"track": [["red"], [], [], []]}}
    )
    game.play("A: Widow's Bite > b", "roll b b b", "roll b b", "> no")
    assert (game["b.out"], game["sides.dark.track"]) == (True, [["b"], ["red"], [], []])


@rule("ABI-19")
def test_the_targets_pool_too():
    game = scene(" A b ", A="Blanche Devereaux", b={"down": True}, sides={"light": {"pool": ["red"]}, "dark": {"pool": ["gold"]}})
    game.play("A: Flirt > b", "roll b b", "roll b b")
    assert (game["b.out"], game["sides.dark.pool"], game["sides.dark.track"]) == (True, [], [["b"], ["gold"], [], []])


# -- prices at both ends, and challenges against nobody ---------------------------------------------------


@rule("ABI-5", "TIM-4")
def test_a_price_is_reckoned_whole_before_it_is_held_to_the_4():
    game = scene(" A . z ", A="Haggler", z="Miser", catalog=PACK, pool="blue")
    dear = sorted(line for line in begun(game) if line.startswith("Dear"))
    assert dear and "Dear for 3" not in dear, "4 and 1 more and 1 less are 4."
    game.play(f"A: {dear[0]} > b1")
    assert game["sides.light.track"] == [[], [], [], ["blue"]]


@rule("ABI-5", "ABI-17")
def test_lowered_below_1_an_ability_needs_no_token():
    game = scene(" A . b ", A="Haggler", catalog=PACK, sides={"light": {"pool": []}})
    assert begun(game) == {"Cheap for 0"}
    game.play("A: Cheap for 0 > b1")
    assert (game["A.square"], game["sides.light.track"], game.happened(TokenSpent)) == ("b1", EMPTY, [])


@rule("ABI-4")
def test_a_challenge_against_each_that_finds_nobody_is_not_done():
    game = scene(" A . . . b ", A="Haggler", catalog=PACK, pool="gold")
    game.play("A: Rush for 2 > b1")
    assert (game["A.square"], game["sides.light.points"]) == ("b1", 0)
    near = scene(" A . b . ", A="Haggler", catalog=PACK, pool="gold")
    near.play("A: Rush for 2 > b1", "roll s s", "roll b b")
    assert near["sides.light.points"] == 1, "Lost, but done (ABI-10)."
