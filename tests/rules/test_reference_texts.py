"""What the words of a text refer to when it is played: `it`, `them`, `that rival`, `another`, things in relations and conditions."""

import pytest

from kit.marks import rule
from kit.texts import tried, waiting


def test_it_after_each_means_what_it_meant_before():
    game = tried(
        "Choose a rival. Each ally may move 1. Push it 1.", " . . B A z . y ", B={"side": "light"}, y={"side": "dark"}, z={"side": "dark"}
    )
    game.play("> z", "> done", "> f1")  # the rival is pushed, not the ally
    assert game["z.square"] == "f1" and game["B.square"] == "c1"


def test_each_beside_a_chosen_rival_is_found_from_that_rival_and_never_chained():
    game = tried(
        "Choose a rival. Knock each rival adjacent to it down.", " A x y z . ", x={"side": "dark"}, y={"side": "dark"}, z={"side": "dark"}
    )
    game.play("> z")
    assert [game[f"{mark}.down"] for mark in "xyz"] == [False, True, False]  # x is beside y, not beside z


def test_a_thing_in_a_relation_is_chosen_when_a_later_word_means_it():
    game = tried("Place this adjacent to a rival within 3. Push it 1.", " A . . x . y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> c1", "> e1")  # y is not within 3
    assert game["x.square"] == "e1"


def test_a_thing_in_a_condition_is_the_one_for_which_it_holds():
    game = tried("If this is adjacent to a rival, push it 1.", " . x A . y ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> a1")
    assert game["x.square"] == "a1" and game["y.square"] == "e1"


def test_the_target_is_meant_by_it():
    game = tried("Challenge 2. Push it 1.", " A x . ", x={"side": "dark"})
    game.play("roll b b", "roll b b", "> c1")
    assert game["x.square"] == "c1"


def test_another_excludes_all_that_were_chosen():
    game = tried(
        "Choose a rival. Choose another rival. Choose another rival. Push it 1.",
        " x . y A z . w ",
        x={"side": "dark"},
        y={"side": "dark"},
        z={"side": "dark"},
        w={"side": "dark"},
    )
    game.play("> x", "> w")
    assert game.options == ["> y", "> z"]


RIVALS = {mark: {"side": "dark"} for mark in "xyz"}


@pytest.mark.parametrize("words", ["another rival", "a different rival"])
def test_another_in_a_loop_is_none_of_the_times_before(words: str):
    game = tried(f"2 times: push {words} within 3 1.", " . x A y . z . ", **RIVALS)
    game.play("> x", "> a1")
    assert game.options == ["> y", "> z"]


def test_another_for_each_is_none_of_those_chosen_for_the_ones_before():
    game = tried("Each ally may push another rival 1.", " . B A C . x . y . z . ", B={"side": "light"}, C={"side": "light"}, **RIVALS)
    game.play("> B", "> x", "> g1", "> C")
    assert game.options[:2] == ["> y", "> z"] and "> x" not in game.options


def test_another_excludes_a_thing_chosen_in_a_relation():
    game = tried("Place this adjacent to a rival within 3. Push another rival 1.", " A . x . y . z . ", **RIVALS)
    game.play("> b1")  # only x is within 3
    assert game.options == ["> y", "> z"]


def test_a_different_one_is_not_the_one_chosen():
    game = tried("Choose a rival. Push a different rival 1.", " . x A y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> x", "> e1")
    assert game["y.square"] == "e1"


def test_each_other_leaves_out_what_was_chosen():
    game = tried(
        "Choose an ally. Knock each other ally down.", " B A C . D ", B={"side": "light"}, C={"side": "light"}, D={"side": "light"}
    )
    game.play("> B", "> C")
    assert [game[f"{mark}.down"] for mark in "BCD"] == [False, True, True]


def test_a_thing_that_somebody_has_is_meant_where_only_it_fits():
    game = tried("Choose a rival with an item. Discard it.", " A x y ", x={"side": "dark", "character": "Gi-hun", "items": ["Cheesecake"]})
    assert game["x.items"] == []


def test_that_noun_means_the_last_one_brought_in_with_it():
    game = tried("Choose a rival. Choose a square within 4. Move that rival 2 toward that square.", " A . . x . ", x={"side": "dark"})
    game.play("> x", "> b1", "> b1")
    assert game["x.square"] == "b1"


def test_them_means_all_of_each():
    game = tried("Push each adjacent rival 1. Exhaust them.", " . x A y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("> x", "> a1", "> e1", "> x")
    assert game["x.exhausted"] and game["y.exhausted"]


def test_them_in_a_relation_means_all_that_were_chosen():
    game = tried("Choose 2 rivals. Knock each rival adjacent to them down.", " A x y . z w ", **{mark: {"side": "dark"} for mark in "xyzw"})
    game.play("> x", "> w", "> y")
    assert [game[f"{mark}.down"] for mark in "xyzw"] == [False, True, True, False]


@rule("CDN-5")
def test_an_ability_token_in_a_pool_is_neither_returned_nor_shifted():
    game = tried("Return an ability token.", " A z ", beside="terrain")
    assert game["sides.light.pool"] == ["red"]  # the token paid was on the track and is back; there is none more than before


@rule("MOV-9")
def test_a_token_is_moved_by_a_text_that_says_so():
    game = tried("Move a token within 3 2.", " A . . . . z ", pieces="Fog c1 light")
    game.play("> e1")
    assert game.state.piece_at[0] == 4


def test_the_place_of_an_event_names_somebody_that_it_can_mean():
    game = waiting("When this ends its movement adjacent to a rival, push it 1.", " A . . x . y . ", x={"side": "dark"}, y={"side": "dark"})
    game.play("A: move c1", "> e1")
    assert (game["A.square"], game["x.square"], game["y.square"]) == ("c1", "e1", "f1")


def test_of_several_at_the_place_of_an_event_one_is_chosen():
    game = waiting(
        "When this ends its movement adjacent to a rival, push it 1.",
        "+---+---+---+---+\n| A   .   x   . |\n+   +   +   +   +\n| .   .   y   . |\n+---+---+---+---+",
        x={"side": "dark"},
        y={"side": "dark"},
    )
    game.play("A: move b1")
    assert game.options == ["> x", "> y"]
    game.play("> y", "> d2")
    assert game["y.square"] == "d2" and game["x.square"] == "c1"


def test_who_was_knocked_out_can_be_meant():
    game = waiting("When this knocks out a rival, put that rival on the 4 of that rival's track.", " A x . y ", x={"down": True})
    game.play("A: challenge x", "roll b b", "roll b b")
    assert game["sides.dark.track"] == [[], [], [], ["x"]]


def test_the_object_of_somebody_elses_event_can_be_meant_beside_its_subject():
    rule_text = "When a rival knocks out an ally, put that ally on the 3 of your track. Push it 1."
    game = waiting(rule_text, " A B x . y ", B={"down": True}, turn="x")
    game.play("x: challenge B", "roll b b", "roll b b")
    assert game["sides.light.track"] == [[], [], ["B"], []]
    assert game.options == ["> c1", "> d1"], "the rival is pushed"


def test_what_a_condition_says_somebody_has_is_the_very_thing():
    sides = {"light": {"pool": ["red"]}}
    game = tried(
        "If a rival has an item, discard it.", " A . x y ", x="Gi-hun", y={"character": "Iron Man", "items": ["Needle"]}, sides=sides
    )
    assert game["y.items"] == []


def test_who_has_what_a_condition_says_can_be_meant():
    game = tried("If a rival has an item, push it 1.", " A . x . y . ", x="Gi-hun", y={"character": "Iron Man", "items": ["Needle"]})
    game.play("> f1")
    assert game["y.square"] == "f1" and game["x.square"] == "c1"


@pytest.mark.parametrize("words", ["within 3 adjacent to this", "within 3 and adjacent to this", "within 3 and in sight adjacent to this"])
def test_of_somebody_placed_the_first_relation_says_whom_when_another_says_where(words: str):
    game = tried(f"Place an ally {words}.", " A . . B . . . C ")
    assert game["B.square"] == "b1", "C is too far"


@pytest.mark.parametrize("words", ["an item of a rival", "a rival's item", "an item of an opponent"])
def test_an_item_of_somebody_else_can_be_discarded(words: str):
    game = tried(f"Discard {words}.", " A . x y ", x="Gi-hun", y={"character": "Iron Man", "items": ["Needle"]})
    assert game["y.items"] == []


def test_what_lies_about_is_discarded_only_if_the_text_says_whose_it_is():
    game = tried("Discard an item.", " A . x y ", x="Gi-hun", y={"character": "Iron Man", "items": ["Needle"]})
    assert game["y.items"] == ["Needle"]


# --- the nearest ---


@rule("DST-3", "CHA-2")
@pytest.mark.parametrize(
    "text",
    [
        "Range 3 challenge 2 against the rival nearest to this.",
        "Range 3 challenge 2 against a rival nearest to this.",
        "Challenge 2 against the rival nearest to this.",
        "Challenge 2 against a rival nearest to an ally.",
    ],
)
def test_a_challenge_against_the_nearest_is_against_no_other(text: str):
    game = tried(text, " B y A . x . z ", B={"side": "light"}, **RIVALS)
    game.play("roll b b", "roll b b")  # nobody is asked for: y is next to both
    assert [game[f"{mark}.down"] for mark in "xyz"] == [False, True, False]


@rule("DST-3")
def test_who_is_farther_than_the_nearest_is_refused_for_that():
    game = tried("Range 3 challenge 2 against a rival nearest to this.", " x . A . y . z ", **RIVALS)
    assert game.options == ["> x", "> y"]
    assert "DST-3" in game.refused("> z")


@rule("DST-3")
@pytest.mark.parametrize(("mover", "to", "points"), [("x", "b1", 1), ("y", "f1", 0)])
def test_an_event_of_the_nearest_is_of_no_other(mover: str, to: str, points: int):
    rivals = {mark: {"side": "dark"} for mark in "xy"}
    game = waiting("When the rival nearest to this moves, gain 1 point.", " A . x . y . . ", turn=mover, **rivals)
    game.play(f"{mover}: move {to}")
    assert game["sides.light.points"] == points


# --- alternatives of one doer ---

LYING = {"side": "light", "down": True}


def test_each_of_several_chooses_among_alternatives_for_itself():
    game = tried("Each ally moves 1 or stands up.", " . B A C . ", B=LYING, C=LYING)
    game.play("> B", "> stand up", "> move 1")
    assert game["B.down"] is False and game["C.down"] is True


@rule("ALY-4")
def test_the_doer_that_is_chosen_is_asked_for_the_alternative():
    rivals = {"x": {"side": "dark"}, "y": {"side": "dark"}}
    game = tried("An adjacent rival moves 1 or gains 1 point.", " . x A y . ", **rivals)
    game.play("> y")
    assert game.state.decision is not None and game.state.decision.side == 1
    game.play("> gain 1 point")
    assert game["sides.dark.points"] == 1 and game["y.square"] == "d1"


def test_alternatives_of_two_doers_are_chosen_between_once():
    game = tried("Choose one: each ally moves 1, then gain 1 point; or each ally stands up.", " . B A C . ", B=LYING, C=LYING)
    game.play("> each ally stands up", "> B")
    assert game["B.down"] is False and game["C.down"] is False


def test_one_choice_for_several_is_made_once_and_a_choice_of_each_by_each():
    game = tried("Choose one: each ally moves 1; or each ally stands up.", " . B A C . ", B=LYING, C=LYING)
    game.play("> each ally stands up", "> B")
    assert game["B.down"] is False and game["C.down"] is False
    own = tried("Each ally moves 1 or stands up.", " . B A C . ", B=LYING, C=LYING)
    own.play("> B", "> stand up", "> move 1", "> e1")
    assert game["B.down"] is False and (own["C.down"], own["C.square"]) == (True, "e1")


@pytest.mark.parametrize(("way", "rival", "to"), [("push", "x", "a1"), ("pull", "y", "d1")])
def test_it_after_alternatives_is_the_one_of_the_way_that_was_gone(way: str, rival: str, to: str):
    rivals = {mark: {"side": "dark"} for mark in "xy"}
    game = tried("Push a rival 1 or pull a rival 1. Knock it down.", " . x A . y ", **rivals)
    game.play(f"> {way} a rival 1", f"> {rival}", f"> {to}")
    assert {mark for mark in "xy" if game[f"{mark}.down"]} == {rival}


@rule("CHA-2", "ADJ-2")
def test_the_figure_that_a_challenge_comes_from_is_chosen():
    figures = {"B": {"side": "light"}, "C": {"side": "light"}, "x": {"side": "dark"}, "y": {"side": "dark"}}
    game = tried("Range 1 challenge 2 from an ally.", " A B x . C y ", **figures)
    game.play("> C", "roll b b", "roll b b")
    assert (game["x.down"], game["y.down"]) == (False, True)


@rule("DST-3")
def test_a_standing_rule_of_the_nearest_is_of_no_other():
    rivals = {mark: {"side": "dark"} for mark in "xy"}
    game = waiting("The rival nearest to this has 1 less defense.", " A x . y B ", turn="B", B={"side": "light"}, **rivals)
    game.play("B: challenge y", "roll s s")
    assert game.options[0] == "roll b b"  # y, which is farther off, has its 2 dice


@rule("CHA-11")
def test_the_target_in_the_words_of_each_is_the_one_before_them():
    drawing = """
        +---+---+---+
        | A   x   y |
        +   +   +   +
        | .   .   z |
        +---+---+---+
    """
    game = tried("Challenge 2. Challenge 3 against each rival adjacent to the target.", drawing, **RIVALS)
    game.play("roll b b", "roll b b", "> y", "roll b b b", "roll b b", "roll b b b", "roll b b")
    assert [game[f"{mark}.down"] for mark in "xyz"] == [True, True, True]  # z is adjacent to x, the first target
