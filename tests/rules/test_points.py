"""PTS, RND, WIN: points, rounds, winning."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from kit.texts import waiting
from tipover import apply, arrange, first_game
from tipover.engine.core import verbs
from tipover.engine.core.event import (
    CooledDown,
    Exhausted,
    FirstPlayerPassed,
    GameDrawn,
    GameWon,
    PointsGained,
    PutOnTrack,
    Refreshed,
    Returned,
    RoundBegan,
    RoundEnded,
    TurnBegan,
)

PACK = pack("trials")


def points(light: int, dark: int, third: int | None = None) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {"light": {"points": light}, "dark": {"points": dark}}
    if third is not None:
        found["third"] = {"points": third}
    return found


def race(light: int, dark: int, third: int | None = None, drawing: str = " A . b . c ", **more: object) -> Game:
    """The last turn of a round is dark's b."""
    more.setdefault("A", {"exhausted": True})
    if third is not None:
        more["c"] = {"side": "third", "exhausted": True}
    else:
        more.setdefault("c", {"exhausted": True})
    return scene(drawing, turn="b", scenario="Race", catalog=PACK, sides=points(light, dark, third), **more)


# -- points ------------------------------------------------------------------------------------------------


@rule("PTS-1")
def test_interacting_gives_a_point_at_once_and_puts_the_marker_on_the_4():
    game = scene(" A E . b ", points={"E": "E"})
    told = game.play("A: interact E")
    assert told == [PutOnTrack(256, 0, 4), PointsGained(0, 1, "PTS-1")]
    assert (game["sides.light.points"], game["sides.light.track"]) == (1, [[], [], [], ["E"]])
    assert game["turn"] == "A", "It took one action."


@rule("PTS-1")
def test_a_marker_is_reached_from_its_square_and_from_adjacent_ones_only():
    game = scene(
        """
        +---+---+---+---+
        | F   .   H   . |
        +   +   +   +   +
        | G | A   .   E |
        +---+---+---+---+
        """,
        points={"D": "b2", "E": "E", "F": "F", "G": "G", "H": "H"},
    )
    assert [line for line in game.options if "interact" in line] == ["A: interact D", "A: interact H"]
    for letter in "EFG":
        assert game.refused(f"A: interact {letter}") == ["PTS-1", "ADJ-1"]


@rule("PTS-1")
def test_one_marker_an_interact():
    game = scene(" E A F b ", points={"E": "E", "F": "F"})
    game.play("A: interact E")
    assert game["sides.light.points"] == 1
    game.play("A: interact F")
    assert game["sides.light.points"] == 2
    assert game["turn"] == "b"


@rule("PTS-2")
def test_points_are_unlimited():
    game = scene(" A E . b ", points={"E": "E"}, sides=points(998, 0))
    game.play("A: interact E")
    assert (game["sides.light.points"], game["winner"]) == (999, "none")


@rule("PTS-2", "TIM-8")
def test_a_text_that_waits_for_points_and_gains_some_is_set_off_once():
    game = waiting("When you reach 1 point, gain 2 points.", " A E . b ", points={"E": "E"})
    game.play("A: interact E")
    assert game["sides.light.points"] == 3


@rule("PTS-5")
def test_a_marker_on_a_track_is_out_of_reach_until_that_sides_cooldown():
    game = scene(" E A b ", points={"E": "E"}, sides={"dark": {"track": [["E"], [], [], []]}})
    assert game.refused("A: interact E") == ["PTS-5"]
    game.play("A: end", "b: end")
    assert game["sides.dark.track"] == [[], [], [], []]
    assert game["round"] == 2
    assert "b: interact E" not in game.options
    game.play("b: end")
    assert "A: interact E" in game.options


@rule("PTS-5")
def test_a_marker_taken_waits_four_cooldowns_on_its_takers_track():
    game = scene(" E A . b ", points={"E": "E"}, actions=1)
    game.play("A: interact E")
    for left in (4, 3, 2, 1):
        track = [[], [], [], []]
        track[left - 1] = ["E"]
        assert game["sides.light.track"] == track
        for _ in range(2 if left < 4 else 1):
            game.play(f"{game['turn']}: end")
    assert game["sides.light.track"] == [[], [], [], []]
    assert game.state.piece_at == [0]


@rule("PTS-5")
def test_a_marker_comes_back_though_a_figure_stands_there_and_nothing_is_gained():
    game = scene(" A . b ", points={"E": "a1"}, sides={"light": {"track": [["E"], [], [], []]}})
    told = game.play("A: end", "b: end")
    assert Returned(256, 0) in told
    assert not [event for event in told if isinstance(event, PointsGained)]
    assert game["sides.light.points"] == 0
    game.play("b: end")
    assert "A: interact E" in game.options, "From its own square."


# -- rounds ------------------------------------------------------------------------------------------------


@rule("RND-1")
def test_a_round_ends_with_the_winner_check_cooldown_refresh_and_the_marker_passed_on():
    game = scene(" A E b ", points={"E": "E"}, scenario="Race", catalog=PACK, sides={"light": {"points": 5, "track": [["E"], [], [], []]}})
    told = game.play("A: end", "b: end")
    kinds = [type(event) for event in told]
    assert kinds == [
        Exhausted, TurnBegan, Exhausted, RoundEnded, CooledDown, Returned, CooledDown, Refreshed, FirstPlayerPassed,
        RoundBegan, TurnBegan,
    ]  # fmt: skip
    assert told[-2] == RoundBegan(2, 1)
    assert (game["A.exhausted"], game["b.exhausted"], game["turn"]) == (False, False, "b")


@rule("RND-1")
def test_a_winner_ends_the_game_before_the_cooldown():
    game = race(6, 0)
    told = game.play("b: end")
    assert [type(event) for event in told] == [Exhausted, RoundEnded, GameWon]
    assert game.state.decision is None
    assert game["b.exhausted"], "There was no refresh."


@rule("RND-1")
def test_the_first_player_marker_goes_to_the_next_side_clockwise():
    game = scene(" A . b . C ", turn="start", C={"side": "third"})
    for order in ("AbC", "bCA", "CAb", "AbC"):
        for mark in order:
            assert game["turn"] == mark
            game.play(f"{mark}: end")


@rule("RND-5")
def test_rounds_have_no_limit():
    game = scene(" A . b ", round=9998, turn="start")
    for _ in range(4):
        game.play(f"{game['turn']}: end")
    assert (game["round"], game["winner"], game.state.over) == (10000, "none", False)


def play_out(state) -> list[object]:
    """Everyone stops at once until the game is over; figures are placed in the first square offered."""
    told: list[object] = []
    while ask := state.decision:
        stop = [option for option in ask.options if option.verb == verbs.END]
        told += apply(state, stop[0] if stop else ask.options[0])
    return told


@rule("RND-5")
@pytest.mark.parametrize(("light", "dark", "winner"), [(2, 1, 0), (1, 2, 1), (2, 2, -1), (0, 0, -1)])
def test_with_a_limit_of_rounds_more_points_win_and_equal_is_a_draw(light, dark, winner):
    nobody_scores = [["Gi-hun", "Sae-byeok"], ["Gi-hun", "Sae-byeok"]]
    setup = first_game("squid_game", rounds=3, characters=nobody_scores)
    state = setup.start()
    state.points[:2] = [light, dark]
    told = play_out(state)
    assert (state.round, state.over, state.winner) == (3, True, winner)
    assert told[-1] == (GameWon(winner, "RND-5") if winner >= 0 else GameDrawn("RND-5"))


# -- winning ------------------------------------------------------------------------------------------------


@rule("WIN-1")
@pytest.mark.parametrize(
    ("light", "dark", "winner"),
    [(6, 5, "light"), (5, 0, "none"), (6, 6, "none"), (7, 9, "dark"), (0, 6, "dark"), (9, 9, "none")],
)
def test_at_a_rounds_end_the_target_and_more_than_the_other_side_wins(light, dark, winner):
    game = race(light, dark)
    game.play("b: end")
    assert game["winner"] == winner
    assert game.state.over is (winner != "none")


@rule("WIN-1")
@pytest.mark.parametrize(
    ("light", "dark", "third", "winner"),
    [(7, 3, 6, "light"), (7, 7, 3, "none"), (3, 7, 7, "none"), (6, 7, 8, "third"), (6, 5, 5, "light")],
)
def test_with_three_sides_the_winner_has_more_than_every_other(light, dark, third, winner):
    game = race(light, dark, third)
    game.play("b: end")
    assert game["winner"] == winner


@rule("WIN-1")
def test_the_target_reached_in_mid_round_ends_nothing_until_the_round_does():
    game = scene(" A E . b ", points={"E": "E"}, scenario="Race", catalog=PACK, sides=points(5, 0))
    game.play("A: interact E")
    assert (game["sides.light.points"], game["winner"], game["turn"]) == (6, "none", "A")
    game.play("A: end", "b: end")
    assert game["winner"] == "light"
    assert game.refused("b: end") == ["WIN-1"]


@rule("WIN-1")
def test_tied_at_the_top_another_round_is_played():
    game = race(6, 6)
    game.play("b: end")
    assert (game["round"], game["winner"]) == (2, "none")


@rule("WIN-2")
def test_a_first_game_ends_the_moment_its_objective_is_met():
    game = scene(" A b . c ", b={"down": True}, scenario="First game (Golden Girls)")
    told = game.play("A: challenge b", "roll b b", "roll b b")
    assert told[-1] == GameWon(0, "WIN-2")
    assert (game["winner"], game["round"], game.state.decision) == ("light", 1, None)
    assert game.refused("A: end") == ["WIN-2"]


@rule("WIN-2")
def test_equal_at_the_goal_plays_on_until_one_has_more():
    together = """
        +---+---+---+
        | A   b   C |
        +   +   +   +
        | .   d   . |
        +---+---+---+
    """
    game = scene(
        together,
        C={"side": "third"},
        b={"down": True},
        d={"down": True},
        scenario="First game (Marvel, Game of Thrones)",
        sides={"light": {"points": 2}, "third": {"points": 2}},
    )
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["sides.light.points"], game["sides.third.points"], game["winner"]) == (3, 3, "none")
    game.play("A: move a2", "d: end", "C: move c2", "C: challenge d", "roll b b", "roll b b")
    assert (game["sides.light.points"], game["sides.third.points"]) == (4, 4), "A stands next to d."
    assert game["winner"] == "none"


@rule("WIN-2")
def test_of_several_at_the_goal_the_one_with_more_points_wins():
    game = scene(
        " A b C ",
        C={"side": "third"},
        b={"down": True},
        scenario="First game (Marvel, Game of Thrones)",
        sides={"light": {"points": 2}, "third": {"points": 3}, "dark": {"points": 3}},
    )
    game.play("A: challenge b", "roll b b", "roll b b")
    assert (game["sides.light.points"], game["sides.third.points"], game["winner"]) == (3, 4, "third")


@rule("WIN-3")
@pytest.mark.parametrize(("drawing", "target"), [(" A . b ", 6), (" A C . b d ", 6), (" A C E . b d f ", 10), (" A C E G . b d f h ", 10)])
def test_the_target_goes_by_the_number_of_characters_a_side(drawing, target):
    short = scene(drawing, turn="start", scenario="Race", catalog=PACK, sides=points(target - 1, 0))
    enough = scene(drawing, turn="start", scenario="Race", catalog=PACK, sides=points(target, 0))
    for game in (short, enough):
        while not game.state.over and game["round"] == 1:
            line = game.options[0]
            game.play(f"{line.split(':')[0]}: end")
    assert (short["winner"], enough["winner"]) == ("none", "light")


@rule("WIN-3")
def test_companions_and_minions_do_not_raise_the_target():
    game = scene(" A C G R . b d ", turn="start", scenario="Race", catalog=PACK, G={"character": "Ghost", "of": "A"}, R="Rat")
    assert game.state.setup.target == 6
    setup = arrange(
        PACK,
        {
            "map": "Yard",
            "scenario": "Race",
            "sides": [
                {"side": "light", "figures": ["Gi-hun", "Arya Stark", "Worker #28"]},
                {"side": "dark", "figures": ["Gi-hun", "Arya Stark", "Worker #29"]},
            ],
        },
    )
    assert setup.target == 10, "Basics are counted."


@rule("WIN-4")
def test_after_a_tie_above_the_target_a_side_that_was_behind_may_win_a_later_round():
    game = race(6, 6, 5, " A . b E c F ", points={"E": "E", "F": "F"})
    game.play("b: end")
    assert game["round"] == 2
    game.play("b: end", "c: interact E", "c: interact F", "A: end")
    assert (game["sides.third.points"], game["winner"]) == (7, "third")
