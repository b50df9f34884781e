"""FFA: three or four sides, each against all."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.terrain import asked
from kit.texts import tried
from tipover import SetupError, arrange, first_game, load
from tipover.engine.core import questions
from tipover.engine.core.event import FirstPlayerPassed, Placed
from tipover.engine.effects.points import leader
from tipover.table.present.game import game_shown

MVGT = "First game (Marvel, Game of Thrones)"
WIN = ("roll b b", "roll b b")
FOUR = {
    "A": {"side": "light"},
    "b": {"side": "dark"},
    "T": {"side": "third"},
    "F": {"side": "fourth"},
}


NEAR = {"A": "bTF", "b": "ATF", "T": "Ab", "F": "Ab"}  # who stands next to whom in the drawing below


def down(side: str) -> dict[str, object]:
    return {"side": side, "down": True}


def started(name: str, sides: int, first: str) -> Game:
    game = Game(first_game(name, sides=sides, quick=True).start())
    game.play(f"flip {first}")
    while game.state.round == 0:
        game.play(game.options[0])
    return game


# -- FFA-1 ---------------------------------------------------------------------------------------------------


@rule("FFA-1")
def test_all_other_sides_are_rivals():
    drawing = """
        +---+---+---+
        | .   b   . |
        +   +   +   +
        | T   A   F |
        +---+---+---+
    """
    for turn in "AbTF":
        game = scene(drawing, turn=turn, **FOUR)
        assert {line for line in game.options if "challenge" in line} == {f"{turn}: challenge {mark}" for mark in NEAR[turn]}
    assert asked(tried("Choose a rival. Push it 1.", drawing, **{mark: who for mark, who in FOUR.items() if mark != "A"})) == {
        "b",
        "T",
        "F",
    }


@rule("FFA-1")
def test_every_other_side_blocks_the_way():
    game = scene(" . A T . b ", A={"side": "light"}, T={"side": "third"}, b={"side": "dark"})
    assert game.refused("A: move d1") == ["MOV-5"]


@rule("FFA-1")
def test_turns_and_the_first_player_marker_go_clockwise():
    game = started("game_of_thrones", 4, "third")
    turns = []
    while game.state.round < 3:
        if game.state.decision.asked == questions.TURN:
            turns.append((game.state.round, game["turn"]))
        game.play(game.options[-1])
    # The second turn of each side has one figure left and is not asked.
    assert turns == [
        (1, "third"), (1, "fourth"), (1, "light"), (1, "dark"),
        (2, "fourth"), (2, "light"), (2, "dark"), (2, "third"),
    ]  # fmt: skip
    assert [event.side for event in game.happened(FirstPlayerPassed)] == [3, 0]


@rule("FFA-1")
def test_three_sides_skip_the_one_that_does_not_play():
    game = started("marvel", 3, "third")
    order = []
    while game.state.round == 1:
        order.append(str(game["turn"])[0].lower())
        game.play(game.options[0] if ":" not in game.options[0] else game.options[-1])
    assert [order[k] for k in range(0, len(order)) if k == 0 or order[k] != order[k - 1]] == ["t", "l", "d", "t", "l", "d"]


@rule("FFA-1")
def test_starting_areas_not_used_are_ignored():
    """With two sides on a map for four nobody is placed in the other areas, and one may walk there as anywhere."""
    game = started("game_of_thrones", 2, "light")
    setup = game.state.setup
    unused = setup.map.start(2) | setup.map.start(3)
    placed = [event.square for event in game.happened(Placed)]
    assert len(placed) == 4 and not any(unused >> square & 1 for square in placed)
    assert setup.enterable & unused == unused


@rule("FFA-1")
@pytest.mark.parametrize(("third", "points"), [({}, 0), ({"T": {"side": "third", "exhausted": True}}, 1)])
def test_an_area_that_nobody_starts_in_gives_no_point_of_infiltrate(third, points):
    """A stands in the third side's starting area: a point at the round's end only if that side plays."""
    game = scene(
        """
        +---+---+---+---+---+
        | d   d   .   t   t |
        +   +   +   +   +   +
        | .   b   .   .   A |
        +   +   +   +   +   +
        | l   l   .   T   . |
        +---+---+---+---+---+
        """.replace("T", "T" if third else "."),
        scenario="Infiltrate",
        areas={"start light": "l", "start dark": "d", "start third": "t"},
        b={"side": "dark", "exhausted": True},
        **third,
    )
    game.play("A: move e1", "A: end")
    assert (game["round"], game["sides.light.points"]) == (2, points)


@rule("FFA-1")
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_areas_of_a_game_are_those_of_the_sides_that_play(sides):
    """What the table draws is numbered as in the game."""
    names = ["light", "dark", "third", "fourth"][:sides]
    teams = [{"side": side, "figures": [one]} for side, one in zip(names, ["Gi-hun", "Jon Snow", "Iron Man", "Arya Stark"], strict=False)]
    setup = arrange(load(), {"map": "Winterfell", "scenario": "Infiltrate", "sides": teams})
    assert [area.side for area in setup.areas if area.name == "starting"] == list(range(sides))
    assert [(one.name, one.side) for one in game_shown(setup).map.areas] == [
        (area.name, names[area.side] if area.side >= 0 else "") for area in setup.areas
    ]


@rule("FFA-1")
@pytest.mark.parametrize(("name", "sides"), [("marvel", 2), ("marvel", 3), ("marvel", 4), ("game_of_thrones", 2)])
def test_a_free_for_all_is_offered_to_two_three_and_four(name, sides):
    assert first_game(name, sides=sides).sides == list(range(sides))


@rule("FFA-1")
@pytest.mark.parametrize("count", [3, 4])
def test_other_scenarios_are_for_two_sides(count):
    sides = [{"side": side, "figures": ["Gi-hun"]} for side in ("light", "dark", "third", "fourth")[:count]]
    with pytest.raises(SetupError, match=rf"is for 2 sides, not {count} \(FFA-1\)"):
        arrange(load(), {"map": "Barracks", "scenario": "First game (Squid Game)", "sides": sides})


@rule("FFA-1")
def test_each_side_is_a_seat_of_its_own():
    setup = first_game("marvel", sides=4)
    assert setup.seats == [[0], [1], [2], [3]]


# -- FFA-2 ---------------------------------------------------------------------------------------------------


@rule("FFA-2")
@pytest.mark.parametrize(
    ("points", "most"),
    [((1, 0, 0), 0), ((0, 2, 1), 1), ((2, 2, 1), -1), ((2, 2, 2), -1), ((0, 0, 0), -1), ((1, 2, 3), 2), ((3, 1, 3), -1)],
)
def test_the_most_is_more_than_each_other_side(points, most):
    sides = {name: {"points": count} for name, count in zip(("light", "dark", "third"), points, strict=True)}
    game = scene(" A b T ", T={"side": "third"}, sides=sides)
    assert leader(game.state) == most


@rule("FFA-2")
@pytest.mark.parametrize(("points", "winner"), [((2, 0, 1), "light"), ((2, 2, 1), "none"), ((1, 2, 0), "dark")])
def test_at_the_set_limit_the_side_with_the_most_wins_and_a_tie_wins_for_nobody(points, winner):
    game = Game(first_game("marvel", sides=3, quick=True, rounds=1).start())
    game.play("flip light")
    while game.state.round == 0:
        game.play(game.options[0])
    game.state.points[:3] = points
    while game.state.decision:
        game.play(game.options[-1])
    assert game["winner"] == winner and game.state.over


@rule("FFA-2")
def test_two_of_three_at_the_target_do_not_win():
    game = scene(
        " A b T . . . F ", **{**FOUR, "b": down("dark")}, scenario=MVGT,
        sides={"light": {"points": 2}, "third": {"points": 2}, "fourth": {"points": 0}},
    )  # fmt: skip
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (3, 3)
    assert game["winner"] == "none" and not game.state.over


# -- FFA-3 ---------------------------------------------------------------------------------------------------


@rule("FFA-3")
def test_an_adjacent_knocked_down_character_counts():
    game = scene(" A b T ", b=down("dark"), T=down("third"), scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 1)


@rule("FFA-3")
def test_a_character_on_the_track_does_not_count():
    third = {"third": {"track": [["T"], [], [], []]}}
    game = scene(" A b . ", b=down("dark"), T={"side": "third"}, scenario=MVGT, sides=third)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 0)


@rule("FFA-3")
def test_allies_of_the_one_knocked_out_gain_nothing():
    game = scene(" A b c ", b=down("dark"), scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("FFA-3", "FST-1")
def test_a_companion_beside_it_is_no_character():
    ghost = {"side": "third", "character": "Ghost", "of": "T"}
    game = scene(" A b G . T ", b=down("dark"), G=ghost, T={"side": "third", "character": "Jon Snow"}, scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 0)
