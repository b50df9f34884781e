"""ULT: one character with its ultimate card against three."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import SetupError, arrange, load
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.core import questions
from tipover.engine.core.event import Exhausted, MarkerTaken, Refreshed, Returned, TurnBegan
from tipover.engine.core.happening import KNOCKS_OUT
from tipover.engine.effects.figures import exhaust

THREE = ["Gi-hun", "Jon Snow", "Stark Guard"]


def described(alone: str = "light", hero: str = "Iron Man", **more: object) -> dict[str, object]:
    parts: list[dict[str, object]] = [{"side": "light", "figures": THREE}, {"side": "dark", "figures": THREE}]
    parts[SIDES.index(alone)] = {"side": alone, "ultimate": hero}
    return {"map": "Barracks", "scenario": "Leaders", "sides": parts, **more}


def placed(**more: object) -> Game:
    """An ultimate game at its first turn."""
    game = Game(arrange(load(), described(**more)).start())
    while game.state.round == 0:
        game.play(game.options[0])
    return game


def end_turn(game: Game, who: str) -> None:
    """A figure takes the turn and does nothing."""
    game.play(f"{who}: end")


# -- ULT-1 ---------------------------------------------------------------------------------------------------


@rule("ULT-1")
def test_its_own_scenario_stands_in_for_the_chosen_one():
    setup = arrange(load(), described())
    assert setup.scenario is not None and setup.scenario.ultimate
    assert setup.target == 10
    assert setup.to_json()["scenario"] == "Leaders"
    assert not [slot for slot in setup.pieces if slot.name == "Leader"], "the chosen scenario's own pieces stay in the box"


@rule("ULT-1")
def test_the_chosen_map_keeps_its_starting_areas_and_point_squares():
    setup = arrange(load(), described())
    barracks = load().map("Barracks")
    assert barracks is not None
    assert {slot.letter: slot.square for slot in setup.pieces if slot.letter} == barracks.points
    assert setup.starts[:2] == [barracks.start(0), barracks.start(1)]


@rule("ULT-1")
@pytest.mark.parametrize("alone", ["light", "dark"])
def test_the_ultimate_side_takes_the_marker_and_goes_first(alone):
    game = Game(arrange(load(), described(alone)).start())
    assert game.state.decision.asked != questions.FLIP, "nothing is flipped"
    assert game.state.first == SIDES.index(alone)
    while game.state.round == 0:
        game.play(game.options[0])
    assert game["turn"] in (alone, f"{alone[0].upper()}1")


@rule("ULT-1")
def test_after_the_first_round_the_marker_passes_as_usual():
    game = placed()
    for who in ("L1", "D1", "L1", "D2", "L1", "D3"):
        end_turn(game, who)
    assert game.state.round == 2 and SIDES[game.state.first] == "dark"


@rule("ULT-1")
def test_the_tokens_of_its_ultimate_card_are_in_the_pool():
    game = placed()
    card = load().figures[load().figure("Iron Man")]
    tokens = sorted(COLOURS[colour] for colour in card.tokens + card.ultimate.tokens)
    assert sorted(game["sides.light.pool"]) == tokens
    assert len(card.ultimate.tokens) == 3


@rule("ULT-1")
def test_an_ultimate_card_is_worth_nothing_without_the_mode():
    """Iron Man as anybody else: no further tokens, one marker."""
    sides = [{"side": "light", "figures": ["Iron Man"]}, {"side": "dark", "figures": ["Gi-hun"]}]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides}).start())
    game.play("flip light")
    assert sorted(game["sides.light.pool"]) == ["red", "silver"]
    assert game.state.setup.markers(0) == 1


@rule("ULT-1")
@pytest.mark.parametrize("taken", ["light", "dark"])
@pytest.mark.parametrize("alone", ["light", "dark"])
def test_the_ultimate_side_picks_its_colour_first(alone, taken):
    """Where colours are open the ultimate's team is asked first, wherever it stands in the description."""
    game = Game(arrange(load(), described(alone, colours=True)).start())
    team = SIDES.index(alone)
    assert game.state.decision.seats == [team] and game.options == ["side light", "side dark"]
    events = game.play(f"side {taken}")
    assert [event.side for event in events if isinstance(event, MarkerTaken)] == [SIDES.index(taken)]
    side, other = SIDES.index(taken), 1 - SIDES.index(taken)
    here = [game.state.name(f) for f, card in enumerate(game.state.card) if card >= 0 and game.state.setup.side_of[f] == side]
    there = [game.state.name(f) for f, card in enumerate(game.state.card) if card >= 0 and game.state.setup.side_of[f] == other]
    assert here == ["Iron Man"] and there == THREE
    assert game.state.seats_of(side) == [team]


@rule("ULT-1")
def test_a_colour_taken_by_the_ultimate_carries_its_scenario_texts():
    """Dark plays the ultimate: its knock-out gives 1, one of it 2."""
    game = Game(arrange(load(), described(colours=True)).start())
    game.play("side dark")
    state = game.state
    sides = {entry.source.side: entry.text for entry in state.texts.listens[KNOCKS_OUT].when}
    ultimate = load().scenario("Ultimate")
    assert sides == {1: ultimate.texts["ultimate"][0], 0: ultimate.texts["others"][0]}


@rule("ULT-1", "ATT-1")
@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ([{"side": "light", "ultimate": "Iron Man"}, {"side": "dark", "figures": THREE[:2]}], "an ultimate plays alone against one side with three characters (ULT-1)"),
        ([{"side": "light", "ultimate": "Iron Man"}, {"side": "dark", "ultimate": "Front Man"}], "an ultimate plays alone against one side with three characters (ULT-1)"),
        ([{"side": "light", "ultimate": "Iron Man", "figures": ["Gi-hun"]}, {"side": "dark", "figures": THREE}], "an ultimate plays alone; light has further characters (ULT-1)"),
        ([{"side": "light", "ultimate": "Iron Man", "seats": 2}, {"side": "dark", "figures": THREE}], "each player of a side has at least one character (TEA-1)"),
        ([{"side": "light", "ultimate": "Iron Man"}, {"side": "dark", "figures": THREE, "attachments": ["Needle"]}], "there are no attachments in ultimate mode (ULT-1, ATT-1)"),
        ([{"side": "light", "ultimate": "Iron Man", "attachments": ["Ghost"]}, {"side": "dark", "figures": THREE}], "there are no attachments in ultimate mode (ULT-1, ATT-1)"),
        ([{"side": "light", "ultimate": "Gi-hun"}, {"side": "dark", "figures": THREE}], "'Gi-hun' has no ultimate card; Daenerys Targaryen, Iron Man, Front Man have one (ULT-1)"),
        ([{"side": "light", "ultimate": True}, {"side": "dark", "figures": THREE}], "there is no character 'True'; did you mean 'T-Rex'?"),
    ],
)  # fmt: skip
def test_what_an_ultimate_game_cannot_be(sides, told):
    with pytest.raises(SetupError) as caught:
        arrange(load(), {"map": "Barracks", "sides": sides})
    assert str(caught.value) == told


@rule("ULT-1")
def test_the_ultimate_scenario_needs_an_ultimate():
    sides = [{"side": side, "figures": THREE} for side in ("light", "dark")]
    with pytest.raises(SetupError, match="needs a side with 'ultimate'"):
        arrange(load(), {"map": "Barracks", "scenario": "Ultimate", "sides": sides})


# -- ULT-2 ---------------------------------------------------------------------------------------------------


@rule("ULT-2")
def test_turns_alternate_until_it_has_three_markers_and_everyone_else_one():
    game = placed()
    for who in ("L1", "D1", "L1", "D2", "L1"):
        end_turn(game, who)
        assert not game.happened(Refreshed)
    end_turn(game, "D3")
    began = [game.state.setup.mark(event.figure) for event in game.happened(TurnBegan)]
    assert began[:6] == ["L1", "D1", "L1", "D2", "L1", "D3"]
    assert len(game.happened(Refreshed)) == 1 and game.state.exhaust_markers == [0] * len(game.state.exhaust_markers)


@rule("ULT-2")
def test_when_the_others_have_run_out_it_takes_its_turns_one_after_another():
    """Two of dark's three are exhausted already: dark has one turn, the ultimate three (TRN-3)."""
    game = scene(
        " A . . . b c d ", scenario="Ultimate", turn="light",
        A={"side": "light", "character": "Iron Man", "ultimate": True},
        b={"side": "dark", "character": "Gi-hun", "exhausted": True}, c={"side": "dark", "character": "Jon Snow", "exhausted": True},
        d={"side": "dark", "character": "Stark Guard"},
    )  # fmt: skip
    for who in ("A", "d", "A", "A"):
        assert game["turn"] == who, "each is alone with a turn left, so nobody is asked who takes it"
        end_turn(game, who)
    assert game["round"] == 2


@rule("ULT-2", "ULT-4", "TRN-13")
def test_on_the_track_it_shifts_off_first_and_has_its_turn():
    """It lies on the 3 of the track: at the start of its turn it is back at home and may act."""
    game = scene(
        """
        +---+---+---+---+
        | l   l   .   b |
        +---+---+---+---+
        """, scenario="Ultimate", turn="light", areas={"start light": "l", "start dark": ["d1"]},
        A={"side": "light", "character": "Iron Man", "ultimate": True},
        sides={"light": {"track": [[], [], ["A"], []]}},
    )  # fmt: skip
    assert game.options == ["> a1", "> b1"], "it is alone and has the turn; before it acts it comes back"
    events = game.play("> a1")
    assert [type(event) for event in events] == [Returned]
    assert game["A.square"] == "a1" and game["turn"] == "A" and game.allows("A: move b1")


# -- ULT-3 ---------------------------------------------------------------------------------------------------


@rule("ULT-3")
def test_it_becomes_exhausted_with_its_third_marker_only():
    game = placed()
    for turn, who in enumerate(("L1", "D1", "L1", "D2", "L1"), 1):
        end_turn(game, who)
        if who == "L1" and turn < 5:
            assert not game["L1.exhausted"]
    assert len([event for event in game.happened(Exhausted) if event.figure == 0]) == 3
    assert game["L1.exhausted"]


@rule("ULT-3")
def test_at_the_start_of_its_turn_comes_three_times_a_round():
    """Hall of Armor shifts a token down at each of its turns: from the 4 to the 3, 2 and 1."""
    game = scene(
        " A . . . . b . c . d ", scenario="Ultimate", turn="dark", A={"side": "light", "character": "Iron Man", "ultimate": True},
        sides={"light": {"pool": [], "track": [[], [], [], ["red"]]}},
    )  # fmt: skip
    tracks = []
    for who in "bcd":
        game.play(f"{who}: end")
        tracks.append([bool(place) for place in game["sides.light.track"]].index(True) + 1)
        game.play("A: end")
    assert tracks == [3, 2, 1]


@rule("ULT-3")
def test_a_marker_moved_onto_it_is_one_of_the_three():
    game = placed()
    exhaust(game.state, 0, [])
    assert game.state.exhaust_markers[0] == 1 and not game["L1.exhausted"]
    for who in ("L1", "D1", "L1"):
        end_turn(game, who)
    assert game["L1.exhausted"]


# -- ULT-4 ---------------------------------------------------------------------------------------------------


@rule("ULT-4")
def test_on_the_track_at_the_rounds_end_it_cools_down_like_anyone():
    """With its three markers it lies on the 2: the round's end brings it to the 1."""
    game = scene(
        """
        +---+---+---+---+
        | l   l   .   b |
        +---+---+---+---+
        """, scenario="Ultimate", turn="b", areas={"start light": "l", "start dark": ["d1"]},
        A={"side": "light", "character": "Iron Man", "ultimate": True, "exhausted": 3},
        sides={"light": {"track": [[], ["A"], [], []]}},
    )  # fmt: skip
    game.play("b: end")
    assert game["round"] == 2 and game["sides.light.track"][0] == ["A"]
