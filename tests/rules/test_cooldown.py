"""CDN: cooldown tracks and what comes back from them."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from tipover.engine.core.event import CooledDown, Event, PutOnTrack, Refreshed, Returned, TokenShifted, TokensReturned
from tipover.engine.core.ids import ON_CARD, PIECE
from tipover.engine.effects.tracks import shift_thing, shift_token
from tipover.engine.run import reopen

PACK = pack("trials")

HALL = """
    +---+---+---+---+---+
    | l   .   .   .   d |
    +   +   +   +   +   +
    | l   A   .   b   d |
    +   +   +   +   +   +
    | l   .   .   .   d |
    +---+---+---+---+---+
"""
STARTS = {"start light": "l", "start dark": "d"}


def round_over(game: Game) -> list[object]:
    """Let A and b stop; everyone else is exhausted."""
    return game.play("A: end", "b: end")


@rule("CDN-1")
def test_a_track_holds_tokens_characters_items_companions_and_point_markers():
    track = [["red", "C"], ["gold", "G"], ["Needle"], ["E"]]
    game = scene(
        HALL,
        areas=STARTS,
        points={"E": "c3"},
        A={"character": "Arya Stark", "items": ["Needle"]},
        C={"exhausted": True},
        G={"character": "Ghost", "of": "A"},
        sides={"light": {"pool": [], "track": track}},
    )
    assert game["sides.light.track"] == track
    assert game["sides.dark.track"] == [[], [], [], []], "Each side has its own."
    assert (game["C.out"], game["G.out"], game["A.out"]) == (True, True, False)


@rule("CDN-2")
def test_at_the_end_of_a_round_everything_goes_down_by_one():
    game = scene(
        HALL,
        areas=STARTS,
        points={"E": "c3"},
        A="Arya Stark",
        C={"exhausted": True},
        sides={"light": {"pool": [], "track": [["blue"], ["red", "red"], ["C"], ["silver", "E"]]}},
    )
    round_over(game)
    assert game["sides.light.track"] == [["red", "red"], ["C"], ["silver", "E"], []]
    assert game["sides.light.pool"] == ["blue"]


@rule("CDN-2")
@pytest.mark.parametrize(("first", "order"), [("light", [0, 1, 2]), ("dark", [1, 2, 0]), ("third", [2, 0, 1])])
def test_sides_cool_down_one_by_one_from_the_first_player_clockwise(first, order):
    game = scene(" A . b . C ", first=first, C={"side": "third", "exhausted": True})
    told = round_over(game)
    assert [event.side for event in told if isinstance(event, CooledDown)] == order


@rule("CDN-2", "TIM-7")
def test_tokens_and_markers_come_back_first_then_figures_in_their_owners_order():
    game = scene(
        HALL,
        areas=STARTS,
        points={"E": "c3", "F": "c1"},
        C={"exhausted": True},
        D={"exhausted": True},
        sides={"light": {"track": [["C", "D", "gold", "red", "F", "E"], [], [], []]}},
    )
    told = round_over(game)
    assert [event for event in told if isinstance(event, TokensReturned | Returned)] == [
        TokensReturned(0, (0, 1, 0, 1)),
        Returned(256, 12),
        Returned(257, 2),
    ]
    assert game.options == ["> C", "> D"]
    game.play("> D")
    assert game.options == ["> a1", "> a2", "> a3"]
    game.play("> a2")
    assert game.options == ["> a1", "> a3"], "C is the last and not chosen; its square is."
    game.play("> a3")
    assert (game["C.square"], game["D.square"], game["round"]) == ("a3", "a2", 2)


@rule("CDN-2")
def test_a_side_is_back_on_the_map_before_the_next_side_cools_down():
    game = scene(
        HALL,
        areas=STARTS,
        C={"exhausted": True},
        e={"exhausted": True},
        sides={"light": {"track": [["C"], [], [], []]}, "dark": {"track": [["e"], [], [], []]}},
    )
    told = round_over(game)
    assert [event.side for event in told if isinstance(event, CooledDown)] == [0]
    assert game.state.decision.side == 0
    told = game.play("> a1")
    assert [event.side for event in told if isinstance(event, CooledDown)] == [1]
    assert game.options == ["> e1", "> e2", "> e3"]


@rule("CDN-3")
def test_figures_return_standing_to_a_free_square_of_their_own_start_and_the_owner_chooses():
    game = scene(HALL, areas=STARTS, C={"exhausted": True, "down": True}, sides={"light": {"track": [["C"], [], [], []]}})
    game.state.down[game.state.setup.figure("C")] = 0
    round_over(game)
    assert game.state.decision.side == 0
    assert game.options == ["> a1", "> a2", "> a3"]
    assert game.refused("> c2") == ["CDN-3"]
    game.play("> a1")
    assert (game["C.square"], game["C.down"], game["C.out"]) == ("a1", False, False)


@rule("CDN-3", "CHA-8")
def test_a_figure_knocked_out_lying_comes_back_standing():
    game = scene(" A b ", b={"down": True}, actions=1, areas={"start dark": ["b1"]})
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["b.square"], game["b.down"], game["round"]) == ("b1", False, 2), "Its only square is not asked for."


@rule("CDN-3")
def test_a_figure_keeps_or_lacks_its_marker_when_it_returns():
    for spent in (True, False):
        who = {"exhausted": spent}
        game = scene(HALL, areas=STARTS, turn="b", C=who, A={"exhausted": True}, sides={"light": {"track": [["C"], [], [], []]}})
        told = game.play("b: end")
        if not spent:
            assert game["round"] == 1, "C's empty turn came first."
        told += game.play("> a1")
        kinds = [type(event) for event in told]
        assert kinds.index(Returned) < kinds.index(Refreshed), "The marker goes at the refresh, not with the return."


@rule("CDN-3")
def test_tokens_return_to_the_pool_items_to_their_holder_and_point_markers_to_their_square():
    game = scene(
        HALL,
        areas=STARTS,
        points={"E": "c3"},
        A={"character": "Arya Stark", "items": ["Needle"]},
        sides={"light": {"pool": ["red"], "track": [["silver", "Needle", "E"], [], [], []]}},
    )
    round_over(game)
    assert game["sides.light.track"] == [[], [], [], []]
    assert game["sides.light.pool"] == ["red", "silver"]
    assert game["A.items"] == ["Needle"]
    game.play("A: move b3") if game["turn"] == "A" else game.play("b: end", "A: move b3")
    assert "A: interact E" in game.options


@rule("CDN-4")
def test_with_the_starting_area_full_a_figure_returns_as_close_to_it_as_can_be():
    game = scene(
        """
        +---+---+---+---+
        | A   .   .   . |
        +   +---+   +   +
        | C | .   #   b |
        +   +   +   +   +
        | D   .   .   . |
        +---+---+---+---+
        """,
        areas={"start light": ["a1", "a2", "a3"]},
        C={"exhausted": True},
        D={"exhausted": True},
        E={"exhausted": True},
        sides={"light": {"track": [["E"], [], [], []]}},
    )
    round_over(game)
    assert game.options == ["> b1", "> b2", "> b3"], "Walls do not count; only what can be entered does."
    assert game.refused("> c1") == ["CDN-4"]
    assert game.refused("> a1") == ["OCC-1"]
    assert game.refused("> c2") == ["MOV-2"]
    game.play("> b2")
    assert game["E.square"] == "b2"


@rule("CDN-5")
def test_a_shift_beyond_the_top_is_the_top_and_off_the_bottom_a_return():
    game = scene(" A b ", sides={"light": {"pool": [], "track": [["blue"], ["red"], ["gold"], []]}})
    state = game.state
    assert shift_token(state, 0, 3, 3, 5, []) == 4
    assert game["sides.light.track"] == [["blue"], ["red"], [], ["gold"]]
    assert shift_token(state, 0, 1, 2, -1, []) == 1
    assert game["sides.light.track"] == [["blue", "red"], [], [], ["gold"]]
    told = []
    assert shift_token(state, 0, 0, 1, -3, told) == 0
    assert told == [TokensReturned(0, (1, 0, 0, 0)), TokenShifted(0, 0, 1, 0)]
    assert (game["sides.light.pool"], game["sides.light.track"][0]) == (["blue"], ["red"])


@rule("CDN-7")
def test_any_number_of_things_share_a_place_and_what_is_put_there_waits_for_the_cooldown():
    game = scene(
        """
        +---+---+---+
        | A   b   E |
        +   +   +   +
        | .   c   . |
        +---+---+---+
        """,
        points={"E": "E"},
        b={"down": True},
        c={"exhausted": True},
        sides={"dark": {"pool": [], "track": [["red", "red", "gold", "d", "e"], [], [], []]}},
        d={"exhausted": True},
        e={"exhausted": True},
    )
    game.play("A: challenge b", "roll b b", "roll b b")
    assert sorted(game["sides.dark.track"][0]) == ["b", "d", "e", "gold", "red", "red"]
    assert game["round"] == 1
    game.play("A: end")
    assert game.options == ["> b", "> d", "> e"], "All of the 1 come back in the cooldown."


@rule("CDN-9")
def test_an_item_and_its_holder_a_companion_and_its_character_cool_down_on_their_own():
    game = scene(
        HALL,
        areas=STARTS,
        C={"character": "Arya Stark", "items": ["Needle"], "exhausted": True},
        G={"character": "Ghost", "of": "C"},
        sides={"light": {"pool": [], "track": [["Needle"], ["C"], ["G"], []]}},
    )
    assert game["C.items"] == ["Needle"]
    round_over(game)
    assert game["sides.light.track"] == [["C"], ["G"], [], []], "The item is back with its holder on the track."
    needle = [slot.name for slot in game.state.setup.pieces].index("Needle")
    assert (game["C.items"], game.state.piece_at[needle]) == (["Needle"], ON_CARD)
    again = scene(HALL, areas=STARTS, A="Arya Stark", G={"character": "Ghost", "of": "A"}, sides={"light": {"track": [["G"], [], [], []]}})
    round_over(again)
    assert again.options == ["> a1", "> a2", "> a3"]
    again.play("> a3")
    assert again["G.square"] == "a3"


@rule("CDN-10")
def test_what_a_figure_carries_stays_with_it_when_it_moves_or_is_knocked_down():
    game = scene(" A b . . ", b={"carries": ["Banner"]}, actions=1, catalog=PACK)
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["b.down"], game["b.carries"]) == (True, ["Banner"])
    game.play("b: rally")
    free = scene(" A b . . ", turn="b", b={"carries": ["Banner"]}, catalog=PACK)
    free.play("b: move d1")
    assert free["b.carries"] == ["Banner"]


@rule("CDN-10")
@pytest.mark.parametrize("who", [{"down": True}, {"character": "Ghost"}, {"character": "Rat"}])
def test_what_a_figure_carries_stays_in_the_square_it_left(who):
    game = scene(" A b . c ", b={**who, "carries": ["Banner"]}, catalog=PACK)
    game.play("A: challenge b", "roll b b")
    game.play("roll " + "b " * len(game.state.decision.options[0].path))
    assert game["b.square"] == "none"
    assert game["b.carries"] == []
    assert game.state.piece_at == [1], "The banner lies on b1."


@rule("CDN-10", "CDN-9")
def test_an_item_is_not_dropped_by_a_knock_out():
    game = scene(" A b . c ", b={"character": "Arya Stark", "items": ["Needle"], "down": True})
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["b.out"], game["b.items"]) == (True, ["Needle"])


@rule("CDN-5", "CDN-8")
def test_a_figure_shifted_off_in_mid_round_is_back_at_once_in_a_square_its_owner_picks():
    game = scene(
        """
        +---+---+---+
        | d   d   A |
        +---+---+---+
        """,
        areas={"start dark": "d"},
        z={"side": "dark"},
        sides={"dark": {"track": [["z"], [], [], []]}},
    )
    figure = game.state.setup.figure("z")
    events: list[Event] = []
    assert shift_thing(game.state, figure, 2, events) == 3
    assert game["sides.dark.track"] == [[], [], ["z"], []]
    assert shift_thing(game.state, figure, 9, events) == 4
    assert shift_thing(game.state, figure, -4, events) == 0
    reopen(game.state)
    assert game.options == ["> a1", "> b1"]
    game.play("> b1")
    assert game["z.square"] == "b1"
    assert game["turn"] == "A"


@rule("CDN-5", "PTS-5")
def test_a_point_marker_shifted_off_lies_on_its_square_again():
    game = scene(" A . . ", points={"B": "c1"}, sides={"light": {"track": [[], ["B"], [], []]}})
    events: list[Event] = []
    assert shift_thing(game.state, PIECE, -1, events) == 1
    assert shift_thing(game.state, PIECE, -1, events) == 0
    assert game.state.piece_at[0] == game.state.setup.grid.square("c1")
    assert [type(event) for event in events] == [PutOnTrack, Returned]
