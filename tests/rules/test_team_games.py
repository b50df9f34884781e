"""TEA: one or two players a side."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import SetupError, arrange, first_game, load
from tipover.engine.core import questions
from tipover.engine.core.state import State

SIDES = [
    {"side": "light", "seats": 2, "figures": ["Gi-hun", "Il-nam", "Worker #28"]},
    {"side": "dark", "seats": 2, "figures": ["Black Widow", "Jon Snow", "Worker #29"]},
]


def team(described: dict[str, object] | None = None, upto_round: int = 1) -> Game:
    """Two players a side: seats 0 and 1 play light, 2 and 3 dark; ready for light's first turn."""
    game = Game(arrange(load(), {"map": "Barracks", "sides": SIDES, **(described or {})}).start())
    game.play("flip light")
    while game.state.round < upto_round:
        game.play(game.options[0])
    return game


def finish_round(game: Game) -> None:
    """Everybody left stops at once."""
    now = game.state.round
    while game.state.round == now:
        game.play(game.options[-1])


def asked(state: State) -> str:
    return questions.ASKS[state.decision.asked] if state.decision else ""


# -- TEA-1 ---------------------------------------------------------------------------------------------------


@rule("TEA-1")
@pytest.mark.parametrize("seats", [0, 3, -1, "two"])
def test_a_side_has_one_or_two_players(seats):
    with pytest.raises(SetupError, match=r"one or two seats \(TEA-1\)"):
        arrange(load(), {"map": "Barracks", "sides": [{**SIDES[0], "seats": seats}, SIDES[1]]})


@rule("TEA-1")
def test_each_player_has_at_least_one_character():
    alone = [{"side": "light", "seats": 2, "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    with pytest.raises(SetupError, match=r"at least one character \(TEA-1\)"):
        arrange(load(), {"map": "Barracks", "sides": alone})


@rule("TEA-1")
def test_each_player_has_a_character_whatever_colour_the_team_takes():
    """Team 0 is one player, team 1 two; team 1 gets light, whose part of the set-up was written for one."""
    sides = [{**SIDES[0], "seats": 1}, {**SIDES[1], "seats": 2}]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "colours": True}).start())
    game.play("side dark", "flip light")
    assert game.state.seats_of(0) == [1, 2] and game.state.seats_of(1) == [0]
    assert [game.state.seat_of(f) for f in range(6)] == [1, 2, 1, 0, 0, 0]


@rule("TEA-1")
def test_the_players_of_a_side_share_one_pool_track_and_score():
    game = team()
    # Gi-hun (red, gold), Il-nam (silver, gold): one pool, though two players brought them.
    assert game["sides.light.pool"] == ["red", "silver", "gold", "gold"]
    assert [game.state.seat_of(f) for f in range(3)] == [0, 1, 0]
    assert game["sides.light.track"] == [[], [], [], []]
    assert game["sides.light.points"] == 1, "by Il-nam's Wisdom, for the whole side"


@rule("TEA-1")
def test_the_first_games_can_be_played_by_teams():
    setup = first_game("squid_game", seats=2)
    assert setup.seats == [[0, 1], [2, 3]] and setup.seat_count == 4


# -- TEA-2, TEA-3 ----------------------------------------------------------------------------------------------


@rule("TEA-2", "TEA-3")
def test_either_player_may_take_the_sides_turn_with_an_own_character():
    game = team()
    ask = game.state.decision
    assert asked(game.state) == "turn" and ask.seats == [0, 1] and ask.seat == 0
    assert game.options == ["L1", "L2", "L3"]


@rule("TEA-2", "TEA-3")
def test_the_first_to_choose_has_the_turn():
    game = team()
    game.play("L2")
    assert game.state.decision.seats == [1]
    assert game.refused("L1: move a10") == ["TRN-1"]
    assert game.refused("L1") == ["TRN-1"]


@rule("TEA-3")
def test_only_a_player_with_an_unexhausted_character_is_asked():
    game = team()
    game.play("L2: end", "D1: end")
    assert game.state.decision.seats == [0] and game.options == ["L1", "L3"]
    game.play("L1: end", "D2: end")
    # L3 is the last one and seat 0's: the turn is not asked, its action is.
    assert asked(game.state) == "action" and game.state.decision.seats == [0]


@rule("TEA-3")
def test_choices_about_a_figure_are_its_seats():
    game = team()
    game.play("L2")
    assert game.state.decision.seats == [1]
    game.play("L2: end", "D1")
    assert game.state.decision.seats == [2]
    game.play("D1: end", "L1")
    assert game.state.decision.seats == [0]


@rule("TEA-3")
def test_each_seat_picks_and_places_its_own_figures():
    sides = [{"side": "light", "seats": 2, "picks": 2}, {"side": "dark", "seats": 2, "picks": 2}]
    box = ["Gi-hun", "Il-nam", "Sae-byeok", "Front Man"]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": box}).start())
    game.play("flip dark")
    seats = []
    while game.state.round == 0:
        seats.append((asked(game.state), tuple(game.state.decision.seats)))
        game.play(game.options[0])
    # Dark is seats 2 and 3; the last pick is not asked.
    assert seats == [
        ("pick", (2,)), ("pick", (0,)), ("pick", (3,)),
        ("place", (2,)), ("place", (3,)), ("place", (0,)), ("place", (1,)),
    ]  # fmt: skip


@rule("TEA-3")
def test_who_returns_first_is_the_sides_first_seats_and_where_the_figures():
    game = team()
    for figure in (0, 1):
        game.state.figure_at[figure] = -1
    finish_round_to_returns(game)
    assert asked(game.state) == "return" and game.state.decision.seats == [0]
    game.play("> L2")
    assert asked(game.state) == "where" and game.state.decision.seats == [1]
    game.play("> a12")
    assert asked(game.state) == "where" and game.state.decision.seats == [0]


def finish_round_to_returns(game: Game) -> None:
    while asked(game.state) in ("turn", "action"):
        game.play(game.options[-1])


# -- TEA-4 -------------------------------------------------------------------------------------------------------


@rule("TEA-4")
def test_sides_alternate_not_players():
    game = team()
    sides = []
    while game.state.round == 1:
        sides.append(game["turn"] if asked(game.state) == "turn" else str(game["turn"])[0])
        if asked(game.state) == "turn":
            game.play(game.options[0])
        game.play(game.options[-1])
    assert [side[0].lower() for side in sides] == ["l", "d", "l", "d", "l", "d"]


@rule("TEA-4")
def test_the_same_player_may_take_two_turns_of_its_side():
    game = team()
    game.play("L1: end", "D1: end", "L3: end")
    assert game.state.seat_of(0) == game.state.seat_of(2) == 0
    assert game["turn"] == "dark"


@rule("TEA-4")
def test_the_first_player_marker_passes_between_sides():
    game = team()
    assert game.state.first == 0
    finish_round(game)
    assert game.state.first == 1 and game.state.decision.seats == [2, 3]
    finish_round(game)
    assert game.state.first == 0 and game.state.decision.seats == [0, 1]
