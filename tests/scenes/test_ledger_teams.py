"""Probes of teams and set-up written from the rules ledger alone (TEA, SUP): who is asked, what is shared, what counts."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game
from scenes.test_ledger_setup import TEAMS, begun, in_turn, placed, refusal
from tipover.engine.core import questions

PLAIN: list[dict[str, object]] = [
    {"side": "light", "figures": ["Gi-hun", "Worker #28"]},
    {"side": "dark", "figures": ["Il-nam", "Worker #29"]},
]


def close(game: Game, *marks: str, squares: tuple[str, ...]) -> None:
    """Put figures into squares, as moves would."""
    for mark, square in zip(marks, squares, strict=True):
        game.state.figure_at[game.state.setup.figure(mark)] = game.state.setup.grid.square(square)


@rule("TEA-1", "ABI-2")
def test_one_players_ability_costs_a_token_of_the_pool_that_both_have():
    game = in_turn()
    close(game, "L2", "D1", squares=("e6", "e7"))
    before = list(game["sides.light.pool"])  # type: ignore[call-overload]
    game.play("L2", "L2: Intimidating Demand")
    after = list(game["sides.light.pool"])  # type: ignore[call-overload]
    assert len(after) == len(before) - 1
    assert sum(len(place) for place in game["sides.light.track"]) == 1  # type: ignore[attr-defined]


@rule("TEA-1", "SUP-5")
def test_the_pool_of_a_team_is_that_of_all_its_cards():
    """Two dots or three on each character's card, none on a basic's; who plays which does not matter."""
    alone = begun([{**side, "seats": 1} for side in TEAMS], "light")
    placed(alone)
    assert sorted(in_turn()["sides.light.pool"]) == sorted(alone["sides.light.pool"])  # type: ignore[call-overload]


@rule("TEA-2", "TEA-3")
def test_both_players_are_asked_who_takes_the_turn_and_then_the_figures_own():
    game = in_turn()
    ask = game.state.decision
    assert ask is not None and (ask.asked, ask.seats, game.options) == (questions.TURN, [0, 1], ["L1", "L2", "L3"])
    game.play("L2")
    assert game.state.decision is not None and game.state.decision.seats == [1]
    game.play("L2: end")
    assert game.state.decision is not None and game.state.decision.seats == [2, 3], "then the other side, both of it"


@rule("TEA-3", "TRN-1")
def test_a_player_without_a_ready_character_is_not_asked():
    game = in_turn()
    game.play("L2: end", "D1: end")
    assert game.state.decision is not None and game.state.decision.seats == [0]
    assert game.options == ["L1", "L3"]


@rule("TEA-3", "CDN-3")
def test_where_a_figure_returns_is_asked_of_its_own_player():
    game = in_turn()
    state = game.state
    state.figure_at[1] = -1
    for mark in ("L1", "D1", "L2", "D2", "L3", "D3"):
        game.play(f"{mark}: end")
    ask = state.decision
    assert ask is not None and (ask.seats, state.setup.mark(ask.figure)) == ([1], "L2")


@rule("TEA-4", "RND-1")
def test_the_marker_goes_to_the_other_side_and_its_players_begin_the_next_round():
    game = in_turn()
    for mark in ("L1", "D1", "L2", "D2", "L3", "D3"):
        game.play(f"{mark}: end")
    assert (game.state.round, game.state.first) == (2, 1)
    assert game.state.decision is not None and game.state.decision.seats == [2, 3]


@rule("SUP-2")
@pytest.mark.parametrize(("flip", "first"), [("light", 0), ("dark", 1)])
def test_the_side_of_the_colour_that_falls_starts(flip: str, first: int):
    game = begun(PLAIN, flip)
    assert placed(game)[0][1] == first
    assert (game.state.first, game.state.turn) == (first, first)


@rule("SUP-5", "SUP-7")
def test_a_basic_adds_nothing_to_the_pool_and_an_item_neither():
    """With the basic, or with a Needle, the pool is what Gi-hun's own dots are."""
    alone: list[dict[str, object]] = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    games = [begun(alone, "light"), begun(PLAIN, "light"), begun([{**side, "attachments": ["Needle"]} for side in PLAIN], "light")]
    for game in games:
        placed(game)
    pools = [game["sides.light.pool"] for game in games]
    assert pools[0] and pools[0] == pools[1] == pools[2]


@rule("SUP-7")
def test_a_basic_is_offered_no_ability_and_no_item():
    game = begun(PLAIN, "light")
    placed(game)
    game.play("L2")
    assert {line.split()[1] for line in game.options} <= {"move", "end", "challenge", "interact", "assist"}


@rule("SUP-8", "WIN-3")
@pytest.mark.parametrize(
    ("light", "dark", "target"),
    [
        (["Gi-hun", "Worker #28"], ["Jon Snow", "Worker #29"], 6),
        (["Gi-hun", "Iron Man", "Worker #28"], ["Jon Snow", "Rose Nylund", "Worker #29"], 10),
        (["Gi-hun"], ["Jon Snow"], 6),
    ],
)
def test_a_basic_counts_for_the_points_that_win(light: list[str], dark: list[str], target: int):
    sides: list[dict[str, object]] = [{"side": "light", "figures": light}, {"side": "dark", "figures": dark}]
    game = begun(sides, "light", map="Winterfell", scenario="Triumph")
    assert game.state.setup.target == target


@rule("SUP-9", "CHA-8")
def test_a_side_uses_its_own_track_for_its_figures_and_tokens():
    game = begun(PLAIN, "light")
    placed(game)
    state = game.state
    close(game, "L1", "D1", squares=("e6", "e7"))
    state.down[state.setup.figure("D1")] = 1
    game.play("L1", "L1: challenge D1")
    while game.options[0].startswith("roll"):
        game.play("roll " + " ".join("b" * (len(game.options[0].split()) - 1)))
    assert "D1" in str(game["sides.dark.track"]) and "D1" not in str(game["sides.light.track"])


@rule("SUP-10", "COM-1")
@pytest.mark.parametrize(
    ("own", "fault"),
    [
        ([{"name": "Ghost", "of": "Gi-hun"}, {"name": "Ghost", "of": "Iron Man"}], "SUP-10"),
        ([{"name": "Ghost", "of": "Gi-hun"}, {"name": "Needle", "of": "Iron Man"}], ""),
    ],
)
def test_a_side_has_one_of_each_attachment(own: list[object], fault: str):
    found = refusal(["Gi-hun", "Iron Man"], ["Il-nam", "Jon Snow"], own, ["Ghost", "Needle"])
    assert fault in found and bool(fault) == bool(found)
