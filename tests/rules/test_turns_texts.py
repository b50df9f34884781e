"""TRN: turns, where cards give actions, markers and effects."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import card_with
from tipover.engine.core.event import Challenged, Exhausted, TurnBegan

PACK = pack("rulings")


# -- exhausted -------------------------------------------------------------------------------------------


@rule("TRN-7")
def test_when_exhausted_effects_happen_as_the_marker_is_placed():
    game = scene(" A b ", A="Sae-byeok", sides={"light": {"pool": [], "track": [[], ["red"], [], []]}})
    told = [type(event).__name__ for event in game.play("A: end")]
    assert told[:2] == ["Exhausted", "TokenShifted"]
    assert game["sides.light.track"] == [["red"], [], [], []]


@rule("TRN-7")
def test_a_marker_moved_onto_a_character_sets_them_off_and_it_takes_no_turn():
    game = scene(
        " A b c ",
        A="Bully",
        b="Sae-byeok",
        catalog=PACK,
        sides={"light": {"pool": ["silver"]}, "dark": {"pool": [], "track": [[], ["red"], [], []]}},
    )
    game.play("A: Tire Out")
    assert (game["b.exhausted"], game["sides.dark.track"]) == (True, [["red"], [], [], []])
    game.play("A: end")
    assert game["turn"] == "c", "Only c can take the turn."
    assert game.refused("b")[0] in ("TRN-1", "TRN-3")


@rule("TRN-7", "TRN-11")
def test_an_exhausted_character_is_given_no_second_marker():
    game = scene(
        " A b c ",
        A="Bully",
        b={"character": "Sae-byeok", "exhausted": True},
        catalog=PACK,
        sides={"light": {"pool": ["silver"]}, "dark": {"pool": [], "track": [[], ["red"], [], []]}},
    )
    game.play("A: Tire Out")
    assert game.happened(Exhausted) == []
    assert game["sides.dark.track"] == [[], ["red"], [], []], "It did not become exhausted: it was."
    assert game.state.exhaust_markers[game.state.setup.figure("b")] == 1


# -- once per turn ---------------------------------------------------------------------------------------


@rule("TRN-8")
def test_once_per_turn_is_refused_the_second_time_in_a_turn():
    game = scene(" A . . b ", A="Captain America", pool="gold gold")
    game.play("A: I Can Do This All Day > move b1")
    assert game.refused("A: I Can Do This All Day") == ["TRN-8"]


@rule("TRN-8")
def test_another_turn_of_the_same_round_may_use_it_again():
    game = scene(
        """
        +---+---+---+---+
        | A   .   B   b |
        +---+---+---+---+
        """,
        A="Captain America",
        B="Coach",
        turn="B",
        catalog=PACK,
        pool="gold gold gold gold",
    )
    game.play("B: Your Go > I Can Do This All Day > move b1", "> move a1")
    assert game["turn"] == "B"
    game.play("B: end", "b: end")
    assert game["turn"] == "A"
    assert game.allows("A: I Can Do This All Day > move b1")


@rule("TRN-20")
def test_done_in_another_figures_turn_it_counts_against_that_turn():
    game = scene(
        " A . B b ",
        A="Captain America",
        B="Coach",
        turn="B",
        catalog=PACK,
        pool="gold gold gold gold",
    )
    game.play("B: Your Go > I Can Do This All Day > move b1 > move a1")
    assert game["turn"] == "B"
    game.play("B: Your Go")
    assert "> I Can Do This All Day" not in game.options
    assert game.refused("> I Can Do This All Day")[0] == "TRN-8"


# -- given and extra actions -----------------------------------------------------------------------------


@rule("TRN-9")
def test_a_given_action_costs_none_of_the_two():
    game = scene(" A . B b ", A="Coach", catalog=PACK, pool="gold")
    game.play("A: Drill > move c1")
    assert game["turn"] == "A"
    game.play("A: move b1")
    assert game["turn"] == "b", "The ability and one move are A's two actions."
    game.play("b: end", "B: move c1", "B: move c1")
    assert game["round"] == 2, "B had its own two as well."


@rule("TRN-9")
def test_an_extra_action_is_added_to_the_actions_of_its_turn():
    game = scene(
        " A . . b ",
        A="Black Panther",
        turn="light",
        pieces=[{"kind": "Energy", "on": "A"}, {"kind": "Energy", "on": "A"}],
    )
    game.play("> yes")
    game.play("A: move b1", "A: move a1")
    assert game["turn"] == "A"
    game.play("A: move b1")
    assert game["turn"] != "A"


@rule("TRN-9")
def test_outside_its_own_turn_an_extra_action_is_done_at_once():
    game = scene(" A . B b ", A="Coach", catalog=PACK, pool="gold")
    game.play("A: Once More")
    assert "> challenge b" in game.options
    game.play("> challenge b", "roll s s", "roll b b")
    assert game["turn"] == "A"
    game.play("A: end", "b: end", "B: move c1", "B: move c1")
    assert game["round"] == 2


# -- the start of a turn ---------------------------------------------------------------------------------


@rule("TRN-10")
def test_start_of_turn_effects_come_when_the_character_is_chosen_before_its_first_action():
    game = scene(
        " A B . b ",
        A={"character": "Black Panther", "down": True},
        turn="light",
        pieces=[{"kind": "Energy", "on": "A"}, {"kind": "Energy", "on": "A"}],
    )
    assert game.options == ["A", "B"]
    told = game.play("A")
    assert isinstance(told[0], TurnBegan)
    game.play("> yes", "> stand up")
    assert (game["A.down"], game["turn"]) == (False, "A")
    game.play("A: move c1", "A: move c1")
    assert game["turn"] == "b"


@rule("TRN-10")
def test_another_figures_turn_sets_off_nothing():
    game = scene(
        " A B . b ",
        A={"character": "Black Panther", "down": True},
        turn="light",
        pieces=[{"kind": "Energy", "on": "A"}, {"kind": "Energy", "on": "A"}],
    )
    game.play("B")
    assert "B: move c1" in game.options


@rule("TRN-13")
def test_the_order_of_a_turn_chosen_start_actions_marker_exhausted_next_side():
    game = scene(" A B b ", A={"character": "Sleeper", "down": True}, B={"exhausted": True}, turn="dark", catalog=PACK)
    told = [type(event).__name__ for event in game.play("b: end")]
    assert told.index("Exhausted") < told.index("TurnBegan")
    assert told.index("TurnBegan") < told.index("StoodUp")
    assert (game["A.down"], game["turn"]) == (False, "A")


# -- back on the map, exhausted, on the track ------------------------------------------------------------


@rule("TRN-16")
def test_back_in_mid_round_it_takes_its_turn_if_it_has_no_marker():
    for spent, turn in ((False, "B"), (True, "b")):
        game = scene(
            " A . . b ",
            A="Coach",
            B={"exhausted": spent},
            catalog=PACK,
            areas={"start light": ["b1", "c1"]},
            sides={"light": {"pool": ["silver"], "track": [[], [], ["B"], []]}},
        )
        game.play("A: Call Back > b1")
        assert (game["B.square"], game["B.exhausted"]) == ("b1", spent)
        game.play("A: end", "b: end")
        if spent:
            assert game["round"] == 2
        else:
            assert game["turn"] == turn
            assert "B: move c1" in game.options


@rule("TRN-17")
def test_an_exhausted_figure_acts_when_a_rule_lets_it():
    game = scene(
        """
        +---+---+---+
        | A   b   . |
        +   +   +   +
        | B   .   . |
        +---+---+---+
        """,
        A="Gi-hun",
        B={"exhausted": True},
        pool="red",
    )
    game.play("A: Back to Back for 3 > b", "roll s s", "roll b b", "> B")
    assert len(game.happened(Challenged)) == 2
    assert game["B.exhausted"]


@rule("TRN-17")
def test_an_exhausted_figure_moves_and_interacts_when_a_card_makes_it():
    game = scene(" A F B . b ", A="Coach", B={"exhausted": True}, catalog=PACK, points={"F": "F"}, pool="gold gold")
    game.play("A: Fetch")
    assert game["sides.light.points"] == 1
    game.play("A: Drill > move d1")
    assert (game["B.square"], game["B.exhausted"]) == ("d1", True)


@rule("TRN-18")
def test_on_the_track_what_needs_the_map_does_nothing():
    for trait in ("Sleeper", "Hurrier"):
        game = scene(" A . b ", L=trait, turn="light", catalog=PACK, sides={"light": {"track": [[], [], ["L"], []]}})
        game.play("L")
        assert (game["L.out"], game["L.exhausted"], game["turn"]) == (True, True, "b"), trait


@rule("TRN-18")
def test_on_the_track_an_extra_action_can_only_be_a_companion_action():
    game = scene(
        " A G . . . . . . . . b ",
        L="Hurrier",
        G={"character": "Ghost", "of": "L"},
        turn="light",
        catalog=PACK,
        sides={"light": {"track": [[], [], ["L"], []]}},
    )
    game.play("L")
    for end in ("c1", "d1", "e1", "f1"):
        assert game["turn"] == "L"
        assert [line for line in game.options if line.startswith("L")] == ["L: end"]
        game.play(f"G: move {end}")
    assert game["L.exhausted"], "One free, two of its own, one extra."


@rule("TRN-19")
def test_a_given_action_is_any_the_figure_could_take_now_abilities_paid_as_usual():
    game = scene(" A . B b ", A="Coach", B={"character": "Sae-byeok", "items": ["Needle"]}, catalog=PACK, pool="gold blue")
    game.play("A: Your Go")
    assert {"> move c1", "> challenge b", "> Sucker Punch", "> Easily Overlooked", "> use Needle"} <= set(game.options)
    game.play("> Sucker Punch")
    assert game["sides.light.track"] == [["gold"], [], ["blue"], []]


@rule("TRN-19")
def test_without_a_token_the_given_action_is_no_ability():
    game = scene(" A . B b ", A="Coach", B="Sae-byeok", catalog=PACK, pool="gold")
    game.play("A: Your Go")
    assert game.refused("> Sucker Punch")[0] == "ABI-2"


@rule("TRN-19", "TRN-4")
def test_a_knocked_down_figure_can_do_only_what_it_may_do_lying():
    game = scene(" A . B b ", A="Coach", B={"character": "Captain America", "down": True}, catalog=PACK, pool="gold red")
    game.play("A: Your Go")
    assert (game["B.square"], game["turn"]) == ("c1", "A"), "No gold is left for the one ability it could do: the card ends."
    rich = scene(" A . B b ", A="Coach", B={"character": "Captain America", "down": True}, catalog=PACK, pool="gold gold red")
    rich.play("A: Your Go")
    assert not rich["B.down"], "The only action it can do lying was done."


@rule("TRN-14")
def test_knocked_down_in_its_own_turn_the_unused_action_is_for_its_companion():
    game = scene(
        """
        +---+---+---+
        | A   b   . |
        +   +   +   +
        | G   .   . |
        +---+---+---+
        """,
        A="Iron Man",
        b="Rose Nylund",
        G={"character": "Ghost", "of": "A"},
        pool="silver",
    )
    game.play("A: Override Protocol > challenge b", "roll s s", "roll b b", "> yes", "roll b b", "roll b b")
    assert (game["A.down"], game["turn"]) == (True, "A")
    assert {line.split(":")[0] for line in game.options} == {"G", "A"}
    assert [line for line in game.options if line.startswith("A")] == ["A: end"]
    game.play("G: move b2", "G: move a2")
    assert game["A.exhausted"]


@rule("TRN-15")
def test_knocked_out_in_its_own_turn_it_does_not_rally_and_is_exhausted():
    game = scene(
        """
        +---+---+---+
        | A   b   . |
        +   +   +   +
        | G   .   . |
        +---+---+---+
        """,
        A={"character": "Il-nam", "down": True},
        b="Rose Nylund",
        G={"character": "Ghost", "of": "A"},
    )
    game.play("A: challenge b", "roll s s", "roll b b", "> yes", "roll b b", "roll b")
    assert (game["A.out"], game["turn"]) == (True, "A")
    assert [line for line in game.options if line.startswith("A")] == ["A: end"]
    game.play("A: end")
    assert game["A.exhausted"]


@rule("TRN-11")
def test_a_marker_taken_off_by_a_rule_lets_it_take_a_turn_again_and_is_told():
    game = scene(" A . B b ", A="Coach", B={"exhausted": True}, catalog=PACK, pool="silver")
    told = game.play("A: Second Wind")
    assert not game["B.exhausted"]
    assert {type(event).__name__ for event in told} - {"AbilityUsed", "TokenSpent"}, "Something tells the table of it."
    game.play("A: end", "b: end")
    assert game["turn"] == "B"


@rule("TRN-8", "ACT-8")
def test_once_per_turn_holds_for_an_offered_action_too():
    game = scene(" A . . b ", A="Fidget", catalog=PACK)
    game.play("A: Restless > b1")
    assert game.refused("A: Restless") == ["TRN-8"]
    game.play("A: end", "b: end", "b: end")
    assert game["turn"] == "A"
    assert game.allows("A: Restless"), "Another turn."


@rule("TRN-20", "TRN-8")
def test_once_per_turn_counts_in_the_turn_in_which_it_is_done_whosever_that_is():
    """Catwoman's Cartwheel, once per turn, is given to her twice in another figure's turn, and is hers again in her own."""
    given = card_with("2 times: an ally within 6 does an ability without paying.")
    rival = {"side": "dark", "character": "Gi-hun", "items": ["Invitation"]}
    game = scene(" A B . . . . x ", catalog=given, A="Tester", B={"side": "light", "character": "Catwoman"}, x=rival, pool="red blue")
    game.play("A: Try", "> Cartwheel", "> c1")
    assert game["turn"] == "A" and "A: end" in game.options, "the second time nothing but Even the Odds was left, which asks nothing"
    game.play("A: end", "x: end")
    assert game.allows("B: Cartwheel")
