"""Further probes written from the rules ledger alone, with the sets' own cards: the rows that had none, and the books' worked examples."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene, seen_from
from kit.texts import card_with, tried
from tipover import SetupError, arrange, load

OPEN = """
+---+---+---+---+---+
| {}   {}   {}   {}   {} |
+   +   +   +   +   +
| {}   {}   {}   {}   {} |
+   +   +   +   +   +
| {}   {}   {}   {}   {} |
+---+---+---+---+---+
"""


def open_floor(*rows: str) -> str:
    """Three rows of five squares without walls: `A.z..`."""
    return OPEN.format(*"".join(rows))


def deciding(game: Game) -> list[int]:
    assert game.state.decision is not None
    return list(game.state.decision.seats)


def to_squares(game: Game) -> list[str]:
    return sorted(line.split()[-1] for line in game.options)


# --- moving ---


@rule("MOV-11", "ABI-10")
@pytest.mark.parametrize("roll", ["b b b", "s s s"])
def test_a_push_goes_to_every_farther_square_won_or_lost(roll: str):
    game = scene(open_floor(".....", ".Az..", "....."), A="Captain America", pool="red")
    game.play("A: No, You Move > z", f"roll {roll}", "roll b b")
    assert to_squares(game) == ["c2", "d1", "d2", "d3"], "c1 and c3 are as near as before; less is always allowed"


@rule("MOV-11", "MOV-21", "MOV-1")
def test_a_push_stops_at_a_wall_and_its_ends():
    drawing = "+---+---+---+\n| .   .   . |\n+   +   +   +\n| A   z | . |\n+   +   +   +\n| .   .   . |\n+---+---+---+"
    game = scene(drawing, A="Captain America", pool="red")
    game.play("A: No, You Move > z", "roll b b b", "roll b b")
    assert game["z.square"] == "b2" and game["turn"] == "A", "nothing farther is free: pushed 0, nobody is asked"


@rule("MOV-21", "ABI-4", "CHA-8")
def test_a_target_that_was_knocked_out_is_not_pushed():
    game = scene(open_floor(".....", ".Az..", "....."), A="Captain America", z={"down": True}, pool="red")
    game.play("A: No, You Move > z", "roll b b b", "roll b b")
    assert game["z.out"] is True and game["turn"] == "A"


@rule("MOV-11", "SEE-2", "SEE-4")
def test_a_pull_enters_only_squares_that_the_puller_sees():
    game = scene(open_floor("A...B", "..x..", "....."), A="Rose Nylund", pool="gold", x={})
    game.play("A: Story Time")
    assert to_squares(game) == ["b1", "b2", "c1", "d1", "e1"], "d2 is hidden behind x; c2 is taken"


@rule("MOV-13", "ADJ-1")
def test_adjacent_to_somebody_is_judged_from_that_figure():
    drawing = "+---+---+---+---+\n| A   .   B | . |\n+   +   +   +---+\n| .   .   .   . |\n+---+---+---+---+"
    game = scene(drawing, A="Gi-hun", pool="gold")
    game.play("A: Heart of Gold")
    assert to_squares(game) == ["b1", "b2", "c2"], "d1 is walled off; the wall below d1 touches the corner of d2"


@rule("MOV-15", "MOV-10", "TOK-4")
def test_knocked_down_on_the_way_the_move_ends_there():
    game = scene(
        " A . . . j ",
        j="The Joker",
        pieces=[{"kind": "Mystery Box", "side": "dark", "square": "b1"}],
        A={},
    )
    game.play("A: move b1 c1" if not game.allows("A: move c1") else "A: move c1", "roll b b b b", "roll b b")
    assert (game["A.square"], game["A.down"]) == ("b1", True)
    assert game["turn"] == "j", "one action is left, a rally needs two: the turn is over (TRN-14, TRN-5)"


@rule("MOV-20", "MOV-3")
def test_one_that_lies_may_be_moved_by_a_text_but_does_no_basic_move():
    game = scene(" A . B . z ", A="Il-nam", B={"down": True}, pool="gold")
    game.play("A: Turn It Around")
    while ">" in game.options[0]:
        pick = next((line for line in game.options if line == "> B"), None) or next(
            (line for line in game.options if line.endswith("d1")), game.options[-1]
        )
        game.play(pick)
    assert (game["B.square"], game["B.down"]) == ("d1", True)


@rule("MOV-22", "MOV-12")
def test_who_was_passed_is_moved_after_the_move_in_the_movers_order():
    game = scene(open_floor("Azy..", ".....", "....."), A="Front Man", z={"down": True}, y={}, pool="red")
    game.play("A: Intimidating Stride")
    assert "> b1" not in game.options and "> c1" not in game.options and "> e1" not in game.options, "the end is free, at most 3 away"
    game.play("> b1 c1 d1")
    assert sorted(game.options) == ["> y", "> z"], "each once, in the order of Front Man's player"


@rule("MOV-23", "MOV-10", "TOK-4")
def test_swapped_onto_a_box_it_goes_off():
    game = scene(
        " A . B . j ",
        A="Black Widow",
        B={},
        j="The Joker",
        pool="silver",
        pieces=[{"kind": "Mystery Box", "side": "dark", "square": "c1"}],
    )
    game.play("A: Spy Disguise")
    assert game["A.square"] == "c1" and game["B.square"] == "a1"
    assert game.options[0].startswith("roll"), game.options
    game.play("roll b b b b", "roll b b")
    assert game["A.down"] is True


@rule("MOV-9")
def test_a_token_is_moved_through_figures_and_not_through_walls():
    drawing = "+---+---+---+---+\n| A   z   .   . |\n+---+---+---+---+\n| .   .   .   . |\n+---+---+---+---+"
    game = tried("Move a Fog token 2.", drawing, pieces="Fog a1 light")
    assert to_squares(game) == ["a1", "b1", "c1"]


# --- turns ---


@rule("TRN-15", "CHA-27", "ABI-8")
@pytest.mark.parametrize("down", [False, True])
def test_on_the_track_in_its_own_turn_nothing_is_left_to_do(down: bool):
    game = scene(" A . z ", A={"character": "Bellatrix Lestrange", "down": down}, pool="blue", sides={"dark": {"points": 0}})
    game.play("A: Morsmordre")
    assert game["A.out"] is True and game["A.exhausted"] is True and game["turn"] == "z"
    assert game["sides.dark.points"] == 0, "no knock-out"


@rule("TRN-14", "COM-2")
def test_knocked_down_in_its_turn_its_companion_still_acts():
    game = scene(
        " A . G . j ",
        A="Jon Snow",
        G={"character": "Ghost", "of": "A"},
        j="The Joker",
        pieces=[{"kind": "Mystery Box", "side": "dark", "square": "b1"}],
    )
    game.play("A: move b1", "roll b b b b", "roll b b")
    assert game["A.down"] is True and game["turn"] == "A"
    assert any(line.startswith("G: move") for line in game.options) and "A: rally" not in game.options


@rule("TRN-20", "TRN-8")
def test_once_per_turn_done_in_anothers_turn_counts_against_that_turn():
    given = card_with("2 times: an ally may do an action.")
    game = scene(" A B . z ", catalog=given, A="Tester", B="Captain America", pool="red gold gold gold")
    game.play("A: Try")
    all_day = "> I Can Do This All Day"
    game.play("> B", all_day, "> move c1", "> move b1")
    assert all_day not in game.options, "once per turn"
    game.play("> B")
    assert all_day not in game.options and any("move" in line for line in game.options)
    game.play("> move c1")
    game.play("A: end")
    assert game["turn"] == "z"
    game.play("z: end")
    assert game["turn"] == "B" and "B: I Can Do This All Day" in game.options, "a new turn"


@rule("TRN-13", "TRN-10")
def test_what_happens_at_the_start_of_a_turn_comes_before_its_first_action():
    game = scene(" A B . z ", turn="light", A="Batgirl")
    game.play("A")
    assert any(line == "> no" for line in game.options), "One Step Ahead is asked first"
    game.play("> no")
    assert "A: end" in game.options


# --- control ---


@rule("CTL-3")
def test_what_a_controlled_rivals_own_trait_offers_is_its_owners():
    game = scene(" A z y . ", A="Sae-byeok", z="Black Widow", y={}, pool="silver")
    game.play("A: Intimidating Demand > challenge y", "roll s s", "roll s s")
    assert deciding(game) == [1], "Agile Acrobat: dark may move her"
    assert "> no" in game.options


@rule("CTL-4", "ACT-8", "CTL-1")
def test_its_track_of_a_controlled_rival_is_its_owners():
    game = scene(
        " A z . . ",
        A={"character": "Sae-byeok", "statuses": ["Accelerated Pace"]},
        z={},
        sides={"light": {"pool": ["silver"], "track": [["blue"], [], [], []]}, "dark": {"track": [[], [], ["red"], []]}},
    )
    game.play("A: Intimidating Demand")
    line = next(line for line in game.options if "Accelerated Pace" in line)
    game.play(line)
    assert game["sides.dark.track"] == [["red"], [], [], []]


@rule("CTL-1", "CHA-18")
def test_a_knock_out_by_a_controlled_rival_is_the_controllers_point():
    game = scene(
        " A z y . ",
        A="Sae-byeok",
        z={},
        y={"down": True},
        pool="silver",
        scenario="First game (Squid Game)",
    )
    game.play("A: Intimidating Demand > challenge y", "roll b b", "roll b b")
    assert game["y.out"] is True and game["sides.light.points"] == 1 and game["sides.dark.points"] == 0


# --- pieces, status cards ---


@rule("TOK-7", "TOK-1")
def test_each_of_two_equal_characters_has_its_own_tokens():
    boxes = [{"kind": "Mystery Box", "side": "light", "square": square} for square in ("a2", "b2", "c2")]
    game = scene(
        open_floor("A...j", ".....", "....."),
        A="The Joker",
        j="The Joker",
        pool="silver",
        pieces=boxes,
        sides={"dark": {"pool": ["silver"]}},
        turn="j",
    )
    game.play("j: Mystery Box > e1")
    assert all(line.startswith("> ") and len(line) == 4 for line in game.options), "dark has boxes of its own: only the square is asked"


@rule("TOK-1", "STA-2")
def test_tokens_and_scenario_cards_work_when_their_owner_is_out():
    game = scene(
        " A . . j ",
        A={},
        j={},
        sides={"dark": {"track": [["f"], [], [], []]}},
        f={"side": "dark", "character": "Front Man", "statuses": ["Brutal Contest"]},
        turn="j",
    )
    game.play("j: move b1", "j: challenge A")
    assert game.dice.startswith("3 dice"), game.dice


@rule("STA-3", "DST-6")
def test_friendship_does_nothing_while_its_giver_is_on_the_track():
    game = scene(
        " B z . ",
        turn="z",
        A={"side": "light", "character": "Rose Nylund"},
        B={"statuses": ["Friendship"]},
        z={},
        sides={"light": {"track": [["A"], [], [], []]}},
    )
    game.play("z: challenge B")
    assert game.options[0].startswith("roll"), game.options


@rule("TOK-5")
def test_what_is_discarded_can_be_gained_again():
    game = scene(
        " A z . . ",
        turn="light",
        A={"character": "Black Panther"},
        z={},
        pieces=[
            {"kind": "Energy", "side": "light", "on": "A"},
            {"kind": "Energy", "side": "light", "on": "A"},
            {"kind": "Energy", "side": "light", "on": "A"},
        ],
    )
    game.play("A")
    assert "> no" in game.options
    game.play(next(line for line in game.options if "extra" in line or "yes" in line))
    game.play("A: end")
    game.play("z: challenge A", "roll s s", "roll s s")
    assert sum(name == "Energy" for name in game["A.carries"]) == 2  # type: ignore[union-attr]


@rule("TOK-6", "SEE-6")
def test_boxes_and_point_markers_block_nothing():
    game = scene(
        " A . . z ",
        points={"A": "b1"},
        pieces=[{"kind": "Mystery Box", "side": "light", "square": "c1"}],
        A="The Joker",
    )
    assert game.allows("A: move c1") or game.allows("A: move b1 c1")


# --- cooldown and rounds ---


@rule("CDN-5")
def test_beyond_the_top_is_the_top():
    game = scene(" A z . ", A="Black Widow", z={}, pool="silver", sides={"dark": {"track": [[], [], [], ["red"]]}})
    game.play("A: Widow's Bite", "roll b b b", "roll b b")
    while game.options[0].startswith(">"):
        game.play(game.options[-1])
    assert game["sides.dark.track"] == [[], [], [], ["red"]]


@rule("CDN-2", "CDN-3", "RND-1")
def test_the_first_player_cools_down_first_and_its_figures_return_in_its_order():
    game = scene(
        open_floor("A....", ".....", "....z"),
        turn="z",
        first="dark",
        A={"exhausted": True},
        z={},
        B={"side": "light", "exhausted": True},
        y={"side": "dark", "exhausted": True},
        x={"side": "dark", "exhausted": True},
        areas={"start light": ["a1", "a2", "a3"], "start dark": ["e1", "e2", "e3"]},
        sides={"light": {"track": [["B"], [], [], []]}, "dark": {"track": [["y", "x", "red"], [], [], []]}},
    )
    game.play("z: end")
    assert deciding(game) == [1] and sorted(game.options) == ["> x", "> y"]
    assert game["sides.dark.pool"] == ["red"], "tokens first"
    game.play("> x")
    assert to_squares(game) == ["e1", "e2"], "e3 is taken by z"
    game.play("> e1")
    assert game["y.square"] == "e2", "one square is left: not asked"
    assert deciding(game) == [0] and to_squares(game) == ["a2", "a3"]
    game.play("> a2")
    assert (game["round"], game["turn"]) == (2, "A") or game["turn"] == "light"


@rule("CDN-4", "OCC-1")
def test_a_full_starting_area_takes_the_nearest_squares_walls_ignored():
    drawing = "+---+---+---+---+\n| A | .   .   . |\n+---+   +   +   +\n| B   .   .   z |\n+---+---+---+---+"
    game = scene(
        drawing,
        turn="z",
        A={"exhausted": True},
        B={"exhausted": True},
        C={"side": "light", "exhausted": True},
        z={},
        areas={"start light": ["a1", "a2"], "start dark": ["d1", "d2"]},
        sides={"light": {"track": [["C"], [], [], []]}},
    )
    game.play("z: end")
    assert to_squares(game) == ["b1", "b2"]


@rule("RND-1", "WIN-1", "CDN-2")
def test_a_winner_ends_the_game_before_the_cooldown():
    game = scene(
        " A . . z ",
        turn="z",
        scenario="Territory",
        A={"exhausted": True},
        areas={"start light": ["a1"], "start dark": ["d1"], "Scoring": ["b1"]},
        sides={"light": {"points": 7, "track": [["red"], [], [], []]}},
    )
    game.play("z: end")
    assert game["winner"] == "light" and game["sides.light.track"] == [["red"], [], [], []]


@rule("RND-4", "RND-2")
def test_the_start_of_the_game_comes_before_the_start_of_the_round():
    game = scene(" A . . z ", turn="start", A="Front Man", areas={"start light": ["a1"], "start dark": ["d1"]})
    assert sorted(line[2:] for line in game.options) == ["Accelerated Pace", "Brutal Contest", "Ground Rules"]
    game.play("> Ground Rules")
    assert sorted(game.options) == ["> Ground Rules", "> no"], "round 1 has begun: it may be discarded for another at once"
    game.play("> Ground Rules")
    assert sorted(line[2:] for line in game.options) == ["Accelerated Pace", "Brutal Contest"], "another one"


# --- set-up and modes ---


def built(sides: list[dict[str, object]], **more: object) -> Game:
    return Game(arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides, **more}).start())


@rule("ULT-1")
@pytest.mark.parametrize("colour", ["light", "dark"])
def test_the_ultimate_goes_first_in_the_first_round_and_the_marker_passes(colour: str):
    other = "dark" if colour == "light" else "light"
    sides = [{"side": colour, "ultimate": "Iron Man"}, {"side": other, "figures": ["Gi-hun", "Jon Snow", "Stark Guard"]}]
    sides.sort(key=lambda side: side["side"] == "dark")
    game = built(sides, map="Winterfell", scenario="Triumph")
    while game.state.round == 0:
        game.play(game.options[0])
    assert game.state.turn == game.state.first == (0 if colour == "light" else 1)
    while game.state.round == 1:
        line = game.options[0]
        game.play(next((one for one in game.options if one.endswith(": end")), line))
    assert game.state.first == (1 if colour == "light" else 0)


@rule("FFA-1")
@pytest.mark.parametrize("scenario", ["Leaders", "Territory"])
def test_other_scenarios_only_with_two_sides(scenario: str):
    sides = [{"side": side, "figures": [name]} for side, name in (("light", "Gi-hun"), ("dark", "Il-nam"), ("third", "Iron Man"))]
    with pytest.raises(SetupError) as refused:
        arrange(load(), {"map": "Godswood", "scenario": scenario, "sides": sides})
    assert "FFA-1" in str(refused.value) or "SUP-1" in str(refused.value) or "SUP-2" in str(refused.value)


@rule("FFA-1")
def test_a_starting_area_that_nobody_uses_is_no_opponents():
    game = scene(
        open_floor("A...z", ".....", "B...."),
        turn="z",
        scenario="Infiltrate",
        A={"exhausted": True},
        B={"exhausted": True},
        areas={"start light": ["a1"], "start dark": ["e1"], "start third": ["a3"], "start fourth": ["e3"]},
    )
    game.play("z: end")
    assert game["sides.light.points"] == 0


@rule("FST-2", "ATT-1")
def test_a_first_game_has_no_attachments():
    sides = [
        {"side": "light", "figures": ["Rose Nylund", "Lifeguard"], "attachments": ["Cheesecake"]},
        {"side": "dark", "figures": ["Blanche Devereaux", "Gentleman Caller"], "attachments": ["Cheesecake"]},
    ]
    with pytest.raises(SetupError):
        arrange(load(), {"map": "Florida Boardwalk", "scenario": "First game (Golden Girls)", "sides": sides})


@rule("WIN-4", "WIN-1")
def test_after_a_tie_at_the_target_one_that_was_behind_may_win():
    game = scene(
        " A . w . z ",
        turn="w",
        scenario="Infiltrate",
        first="third",
        A={"exhausted": True},
        z={"side": "dark", "exhausted": True},
        w={"side": "third"},
        areas={"start light": ["a1"], "start dark": ["e1"], "start third": ["c1"]},
        sides={"light": {"points": 7}, "dark": {"points": 7}, "third": {"points": 8}},
    )
    game.play("w: end")
    assert game["winner"] == "third"


# --- the worked examples of the books ---


@rule("SEE-1")
def test_a_wall_hides_the_two_from_one_another_and_only_what_is_behind_it():
    drawing = "+---+---+---+\n| A | y   . |\n+   +   +   +\n| .   .   z |\n+---+---+---+"
    assert not seen_from("A", drawing)["b1"] and not seen_from("y", drawing)["a1"]


@rule("SEE-4")
def test_two_rivals_at_a_corner_are_seen_past():
    assert seen_from("A", "+---+---+\n| A   z |\n+   +   +\n| y   x |\n+---+---+")["b2"]


@rule("SEE-7")
def test_obscured_ground_is_seen_into_from_beside_it_and_out_of():
    row = " A . ~ . z "
    assert not seen_from("A", row)["c1"] and not seen_from("A", row)["e1"]
    assert seen_from("B", " . B ~ . z ")["c1"] and not seen_from("B", " . B ~ . z ")["d1"]
    inside = seen_from("A", "+---+---+---+---+---+\n| .   .  ~A   .   z |\n+---+---+---+---+---+")
    assert inside["e1"] and inside["a1"]
    assert seen_from("A", "+---+---+\n| A   ~ |\n+   +   +\n| ~   x |\n+---+---+")["b2"], "past its corner"


@rule("ADJ-1")
def test_not_adjacent_across_a_wall_or_an_obstructed_corner():
    drawing = "+---+---+---+\n| y | A   z |\n+---+   +   +\n| x   .   . |\n+---+---+---+"
    game = scene(drawing)
    assert [game.allows(f"A: challenge {mark}") for mark in "zyx"] == [True, False, False]


@rule("CHA-16")
def test_hurricane_throw_moves_first_and_then_challenges():
    game = scene(" A . z . . ", A="Black Widow", pool="blue")
    assert game.allows("A: Hurricane Throw")
    game.play("A: Hurricane Throw > b1", "roll s s s s", "roll s s")
    game.play("> no")  # her trait comes first, after the challenge and before the ability goes on (CHA-24)
    assert to_squares(game) == ["c1", "d1"], "ABI-10: lost, and still pushed"


@rule("CHA-2", "SEE-1")
def test_in_range_and_seen_is_a_target_in_range_behind_a_wall_is_not():
    drawing = "+---+---+---+---+\n| A   .   . | y |\n+   +   +   +   +\n| .   .   .   . |\n+   +   +   +   +\n| .   z   .   . |\n+---+---+---+---+"
    game = scene(drawing, A="Iron Man", pool="red")
    assert game.allows("A: Repulsor Blast > z") and not game.allows("A: Repulsor Blast > y")


@rule("DST-4", "ACT-8")
def test_a_straight_line_has_eight_directions_and_no_knights_way():
    game = scene(open_floor(".....", "..A..", "....."), A={"character": "Front Man", "statuses": ["Ground Rules"]})
    game.play("A: Ground Rules")
    assert to_squares(game) == sorted(["c2", "a2", "b2", "d2", "e2", "b1", "c1", "d1", "b3", "c3", "d3"])


@rule("WIN-1", "CHA-8")
def test_three_to_two_knocks_down_and_a_second_loss_knocks_out_onto_the_1():
    game = scene(" A z . y ", A="Batman", y={}, pool="red red")
    game.play("A: POW!", "roll b b b", "roll s s")
    assert game["z.down"] is True
    game.play("A: POW!", "roll b b s", "roll s b")
    assert game["z.out"] is True and game["sides.dark.track"][0] == ["z"]  # type: ignore[index]
