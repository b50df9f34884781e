"""CDN: cooldown tracks, with cards."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import card_with
from laws.watch import everything_is_somewhere
from tipover.cards.catalog import COLOURS
from tipover.engine.core import questions
from tipover.engine.core.event import Challenged
from tipover.engine.core.ids import ALL_COLOURS, ALL_SIDES
from tipover.engine.core.tracks import tokens_at

PACK = pack("rulings")
ROW = " A . . . b "


@rule("CDN-6")
def test_a_token_that_counts_as_the_starting_area_is_one_for_returns():
    game = scene(
        ROW,
        A="Doorkeeper",
        B={"exhausted": True},
        catalog=PACK,
        areas={"start light": ["a1"], "start dark": ["e1"]},
        pieces=[{"kind": "Portal", "side": "light", "square": "d1"}],
        sides={"light": {"track": [["B"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert (game["round"], game["B.square"]) == (2, "d1"), "a1 is taken, d1 counts as the starting area, b1 does not."


@rule("CDN-6")
def test_it_counts_for_scenarios_too():
    game = scene(
        " A . b . c ",
        A="Doorkeeper",
        catalog=PACK,
        scenario="Flags",
        areas={"start light": ["b1"], "start dark": ["e1"], "Flag light": ["b1"], "Flag dark": ["b1"]},
        pieces=[
            {"kind": "Flag", "side": "dark", "square": "b1"},
            {"kind": "Flag", "side": "light", "square": "e1"},
            {"kind": "Portal", "side": "light", "square": "d1"},
        ],
    )
    game.play("A: interact Flag")
    assert game.options == ["> b1", "> d1"]
    game.play("> d1")
    assert (game["A.square"], game["sides.light.points"]) == ("d1", 2)


@rule("CDN-6")
def test_it_counts_for_ones_own_side_only():
    game = scene(
        " A . . . b ",
        A="Doorkeeper",
        c={"exhausted": True},
        catalog=PACK,
        areas={"start light": ["a1"], "start dark": ["e1"]},
        pieces=[{"kind": "Portal", "side": "light", "square": "b1"}],
        sides={"dark": {"track": [["c"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert game["c.square"] == "d1"


@rule("CDN-5")
def test_shifting_up_stops_at_the_4():
    game = scene(" A b ", A="Black Widow", sides={"light": {"pool": ["silver"]}, "dark": {"track": [[], [], [], ["red"]]}})
    game.play("A: Widow's Bite > b", "roll b b b", "roll b b", "> no")
    assert game["sides.dark.track"] == [[], [], [], ["red"]]


@rule("CDN-8")
def test_what_shifts_off_by_a_rule_returns_at_once_before_its_next_part():
    game = scene(
        " A . . . b ",
        A="Coach",
        B={"exhausted": True},
        catalog=PACK,
        areas={"start light": ["c1", "d1"]},
        sides={"light": {"pool": ["silver"], "track": [[], [], ["B"], []]}},
    )
    game.play("A: Call Back")
    assert game.options == ["> c1", "> d1"], "Its owner picks the square."
    game.play("> c1")
    assert (game["B.square"], game.options) == ("c1", ["> a1", "> b1"]), "Only then the move."


@rule("CDN-9")
def test_an_item_trait_works_while_its_holder_is_on_the_track():
    game = scene(
        " A b ",
        c={"character": "Gi-hun", "items": ["Honeycomb"]},
        turn="start",
        first="light",
        sides={"dark": {"pool": [], "track": [["c"], [], [], []]}},
    )
    assert game["sides.dark.pool"] == ["gold"]


@rule("CDN-9")
def test_an_item_cools_down_apart_from_its_holder():
    game = scene(
        " A b ",
        B={"character": "Gi-hun", "items": ["Needle"], "exhausted": True},
        sides={"light": {"track": [["Needle"], [], ["B"], []]}},
    )
    game.play("A: end", "b: end")
    assert game["sides.light.track"] == [[], ["B"], [], []]
    assert game["B.items"] == ["Needle"]


@rule("CDN-10")
def test_what_is_carried_stays_when_its_carrier_is_swapped_controlled_or_moved():
    game = scene(
        " A . B b ",
        A="Black Widow",
        B={"carries": ["Triumph"]},
        scenario="Triumph",
        areas={"Middle": ["b1"]},
        pool="silver",
    )
    game.play("A: Spy Disguise")
    assert (game["A.square"], game["B.square"], game["B.carries"]) == ("c1", "a1", ["Triumph"])


@rule("CDN-10")
def test_a_carried_marker_stays_in_the_square_when_its_carrier_is_put_out():
    game = scene(
        " A b . ",
        A="Bully",
        b={"carries": ["Triumph"]},
        scenario="Triumph",
        catalog=PACK,
        areas={"Middle": ["c1"]},
        pool="red",
    )
    game.play("A: Throw Out")
    assert (game["b.out"], game["b.carries"]) == (True, [])
    game.play("A: interact Triumph")
    assert game["A.carries"] == ["Triumph"], "It lies in b1, where b stood."


@rule("CDN-3")
def test_a_returning_character_keeps_its_status_cards():
    game = scene(
        " A . b ",
        B={"statuses": ["Friendship"], "exhausted": True},
        A="Rose Nylund",
        areas={"start light": ["b1"]},
        sides={"light": {"track": [["B"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert (game["B.square"], game["B.statuses"]) == ("b1", ["Friendship"])
    game.play("b: challenge B")
    assert game.happened(Challenged) == [], "Friendship asks Rose first."


@rule("CDN-3", "CDN-4")
def test_a_minion_whose_text_finds_no_square_returns_to_the_starting_area():
    game = scene(
        """
        +---+---+---+---+
        | A   B   .   . |
        +   +   +   +   +
        | C   E   .   b |
        +---+---+---+---+
        """,
        A="Daenerys Targaryen",
        B={"exhausted": True},
        C={"exhausted": True},
        E={"exhausted": True},
        R="Drogon",
        areas={"start light": ["c1", "d1"]},
        sides={"light": {"track": [["R"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert game.options == ["> c1", "> d1"], "No square adjacent to her is free: home, and its owner chooses."
    game.play("> d1")
    assert (game["R.square"], game["round"]) == ("d1", 2)


@rule("CDN-3")
def test_a_minion_without_a_text_about_it_returns_to_the_starting_area_where_its_owner_wants():
    game = scene(
        " A . . b ",
        A="Coach",
        P={"character": "Pet", "of": "A"},
        catalog=PACK,
        areas={"start light": ["b1", "c1"]},
        sides={"light": {"track": [["P"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert game.options == ["> b1", "> c1"]
    game.play("> c1")
    assert game["P.square"] == "c1"


@rule("OCC-2")
def test_a_minion_for_which_there_is_no_square_at_all_stays_on_the_1():
    game = scene(
        " A b ",
        A="Coach",
        P={"character": "Pet", "of": "A"},
        catalog=PACK,
        sides={"light": {"track": [["P"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert (game["P.out"], game["sides.light.track"]) == (True, [["P"], [], [], []])


@rule("CDN-2")
def test_what_a_markers_return_sets_off_is_done_before_a_figure_returns():
    game = scene(
        " A . . b ",
        A="Doorkeeper",
        B={"exhausted": True},
        catalog=PACK,
        areas={"start light": ["b1", "c1"]},
        pieces=[{"kind": "Beacon", "side": "light", "square": "a1"}],
        sides={"light": {"track": [["B", "Beacon"], [], [], []]}},
    )
    game.play("A: end", "b: end")
    assert game.options == ["> b1", "> c1"]
    assert game.state.decision.figure != game.state.setup.figure("B"), "First the Beacon."
    game.play("> b1", "> b1")
    assert (game["B.square"], game.state.piece_at[0]) == ("b1", 1), "Markers occupy nothing; B came after it."


@rule("CDN-5")
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Shift a gold token on your track down 1. Shift it down 1.", 2),
        ("Choose a gold token on your track. Put it on the 1 of your track. Return it.", 0),
    ],
)
def test_a_word_for_an_ability_token_means_it_where_it_is_now(text: str, place: int) -> None:
    light: dict[str, object] = {"pool": ["red"], "track": [[], [], [], ["gold"]]}
    game = scene("+---+---+\n| A   b |\n+---+---+", catalog=card_with(text), A="Tester", sides={"light": light})  # type: ignore[dict-item]
    game.play("A: Try")
    while game.state.decision is not None and game.state.decision.asked == questions.TEXT:
        game.play(game.options[0])
    gold = ALL_COLOURS[COLOURS.index("gold")]
    assert [tokens_at(game.state, ALL_SIDES[0], one, gold) for one in range(5)] == [int(one == place) for one in range(5)]


@rule("CDN-1", "STA-1")
def test_a_marker_that_is_given_from_a_track_is_no_longer_on_it():
    rule_text = "Give a Sign marker on your track to this."
    game = scene(
        " A b ",
        catalog=card_with(rule_text, "workshop"),
        A="Tester",
        sides={"light": {"pool": ["red"], "track": [[], ["Sign"], [], []]}},
        pieces=[{"kind": "Sign", "side": "light", "square": "a1"}],
    )
    game.play("A: Try")
    assert game["sides.light.track"] == [["red"], [], [], []]
    everything_is_somewhere(game.state)
