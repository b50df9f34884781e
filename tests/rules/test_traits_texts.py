"""TRA: traits."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene

PACK = pack("rulings")


@rule("TRA-1")
@pytest.mark.parametrize("down", [False, True])
def test_a_trait_costs_nothing_and_holds_lying_too(down):
    game = scene(" A b ", b={"character": "Blanche Devereaux", "down": down})
    game.play("A: challenge b")
    assert game.dice == "1 die = 2 basic challenge − 1 Devastatingly Beautiful"


@rule("TRA-1")
def test_a_trait_that_needs_the_map_does_nothing_from_the_track():
    game = scene(" A b ", c="Blanche Devereaux", sides={"dark": {"track": [["c"], [], [], []]}})
    game.play("A: challenge b")
    assert game.dice == "2 dice = 2 basic challenge"


@rule("TRA-1")
def test_a_trait_works_for_a_figure_on_the_track_if_it_can():
    game = scene(
        " . b ",
        A={"character": "Sae-byeok"},
        turn="light",
        sides={"light": {"pool": [], "track": [["A"], ["red"], [], []]}},
    )
    assert (game["A.exhausted"], game["turn"]) == (True, "b"), "Its empty turn passed; nobody is adjacent: nothing shifted."
    assert game["sides.light.track"] == [["A"], ["red"], [], []]


@rule("TRA-1", "ABI-4")
def test_a_part_of_a_trait_that_cannot_be_done_ends_it():
    game = scene(" A b . ", A="Arya Stark", b={"statuses": ["The List"], "down": True}, pool="red")
    game.play("A: Water Dance > a1 > b", "roll b b b", "roll b b")
    assert (game["b.out"], game["b.statuses"]) == (True, []), "Taken back, and there is nobody else to give it to."


@rule("TRA-2")
def test_a_trait_that_places_its_figure_brings_it_back_from_the_track():
    game = scene(" A . . b ", L="Lurker", turn="light", catalog=PACK, sides={"light": {"track": [[], [], ["L"], []]}})
    game.play("L")
    assert game.options == ["> b1", "> no"]
    game.play("> b1")
    assert (game["L.square"], game["L.out"], game["L.down"]) == ("b1", False, False)
    assert game["turn"] == "L", "It goes on with its turn on the map."
    assert "L: move c1" in game.options


@rule("TRA-2")
def test_the_same_trait_may_be_left_aside_and_then_the_turn_is_empty():
    game = scene(" A . . b ", L="Lurker", turn="light", catalog=PACK, sides={"light": {"track": [[], [], ["L"], []]}})
    game.play("L", "> no")
    assert (game["L.out"], game["L.exhausted"], game["turn"]) == (True, True, "b")


@rule("TRA-2")
def test_nobody_else_is_placed_from_the_track_by_a_text():
    game = scene(
        " A . . b ",
        A="Il-nam",
        L="Lurker",
        catalog=PACK,
        sides={"light": {"pool": ["gold"], "track": [[], [], ["L"], []]}},
    )
    game.play("A: Call for Aid")
    assert game["L.out"], "It is not on the map, so it is not chosen (DST-6)."


@rule("TRA-3")
def test_a_trait_that_is_no_may_happens_by_itself():
    game = scene(" A b ", b="Black Panther", turn="A")
    told = game.play("A: challenge b")
    assert game.state.decision.is_chance, "Nobody was asked."
    assert any(type(event).__name__ == "Given" for event in told), "He has gained an Energy."


@rule("TRA-3")
def test_a_trait_with_a_choice_is_offered_to_its_owners_side_also_in_the_opponents_turn():
    game = scene(" A b ", b="Rose Nylund")
    game.play("A: challenge b", "roll s s", "roll b b")
    ask = game.state.decision
    assert (ask.side, ask.figure) == (1, game.state.setup.figure("b"))
    assert game.options == ["> A", "> no"]
    game.play("> no")
    assert game["turn"] == "A"


@rule("TRA-1")
def test_a_trait_that_needs_no_square_works_from_the_track():
    front = {"character": "Front Man", "statuses": ["Ground Rules"], "exhausted": True}
    game = scene(" A . . b ", F=front, sides={"light": {"track": [[], [], ["F"], []]}})
    game.play("A: end", "b: end")
    assert (game["F.out"], game["round"], game.options[-1]) == (True, 2, "> no"), "Game Master, at the start of the round."
    arya = {"character": "Arya Stark", "exhausted": True}
    listed = {"statuses": ["The List of S"], "down": True}
    other = scene(" A b c ", S=arya, b=listed, sides={"light": {"track": [[], [], ["S"], []]}})
    other.play("A: challenge b", "roll b b", "roll b b")
    assert (other["b.statuses"], other["c.statuses"]) == ([], ["The List"])


@rule("TRA-3", "TRN-7")
def test_exhausted_by_a_rival_its_owners_side_is_asked_in_the_rivals_turn():
    wight = {"character": "Wight", "side": "dark", "of": "n"}
    game = scene(" A n W . ", A="Bully", n="The Night King", W=wight, catalog=PACK, pool="silver")
    game.play("A: Tire Out > n")
    assert (game.options, game.state.decision.seat) == (["> move 2", "> no"], 1)
    game.play("> no")
    assert game["turn"] == "A"
