"""FST: the first games."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import Match, Record, SetupError, arrange, first_game, load
from tipover.cards.catalog import COMPANION, OBJECTIVE
from tipover.engine.core import questions, verbs
from tipover.engine.core.event import GameWon, PointsGained
from tipover.engine.core.ids import CHANCE
from tipover.play.dice import Stream

GG = "First game (Golden Girls)"
SG = "First game (Squid Game)"
MVGT = "First game (Marvel, Game of Thrones)"
WIN = ("roll b b", "roll b b")


def down(side: str, **more: object) -> dict[str, object]:
    return {"side": side, "down": True, **more}


def begun(name: str, sides: int = 2) -> Game:
    """A first game placed at random and ready for its first turn."""
    game = Game(first_game(name, sides=sides).start())
    stream = Stream(f"{name} {sides}")
    while game.state.round == 0 or game.state.decision.asked != questions.TURN:
        game.play(game.options[stream.randrange(len(game.options))])
    return game


# -- FST-1: who plays ------------------------------------------------------------------------------------


@rule("FST-1")
@pytest.mark.parametrize(
    ("name", "sides", "characters"),
    [("golden_girls", [2], 1), ("squid_game", [2], 2), ("marvel", [2, 3, 4], 1), ("game_of_thrones", [2, 3, 4], 1)],
)
def test_each_first_game_has_its_sides_and_characters(name, sides, characters):
    for count in (1, 2, 3, 4, 5):
        if count not in sides:
            with pytest.raises(SetupError, match="FST-1"):
                first_game(name, sides=count)
            continue
        setup = first_game(name, sides=count)
        assert len(setup.sides) == count
        for side in setup.sides:
            slots = [setup.figures[f] for f in setup.characters[side]]
            assert sum(slot.card < 0 for slot in slots) == characters
            basics = [setup.card(slot.card) for slot in slots if slot.card >= 0]
            assert len(basics) == 1 and basics[0].basic and basics[0].base == side and basics[0].pack == name


@rule("FST-1")
def test_quick_deals_the_characters_in_the_sheets_order():
    names = [load().figures[slot.card].name for slot in first_game("squid_game", quick=True).figures]
    assert names == ["Gi-hun", "Front Man", "Worker #28", "Sae-byeok", "Il-nam", "Worker #29"]


# -- FST-1: what wins ---------------------------------------------------------------------------------------


@rule("FST-1")
def test_golden_girls_the_first_knock_out_wins_and_a_knock_down_does_not():
    game = scene(" A b . ", A="Rose Nylund", scenario=GG)
    game.play("A: challenge b", *WIN)
    assert game["b.down"] is True and game.state.decision is not None
    game.play("A: challenge b", *WIN)
    assert game["winner"] == "light" and game.state.decision is None
    assert game.happened(GameWon)[-1] == GameWon(0, "WIN-2")


@rule("FST-1")
@pytest.mark.parametrize(("points", "winner"), [(0, "none"), (1, "none"), (2, "light")])
def test_squid_game_a_knock_out_is_a_point_and_three_win(points, winner):
    game = scene(" A b c ", b=down("dark"), scenario=SG, sides={"light": {"points": points}})
    game.play("A: challenge b", *WIN)
    assert game["sides.light.points"] == points + 1
    assert game["winner"] == winner


@rule("FST-1")
def test_squid_game_only_the_side_that_did_it_scores():
    game = scene(
        """
        +---+---+---+
        | A   b   C |
        +---+---+---+
        """, b=down("dark"), C={"side": "light"}, scenario=SG,
    )  # fmt: skip
    events = game.play("A: challenge b", *WIN)
    assert [event for event in events if isinstance(event, PointsGained)] == [PointsGained(0, 1, "FST-1")]


THREE = """
    +---+---+---+
    | A   b   T |
    +   +   +   +
    | .   .   . |
    +---+---+---+
"""


@rule("FST-1")
def test_marvel_who_did_it_and_each_opponent_adjacent_gain_one():
    game = scene(THREE, b=down("dark"), T={"side": "third"}, scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"], game["sides.dark.points"]) == (1, 1, 0)


@rule("FST-1")
def test_marvel_an_opponent_two_squares_away_gains_nothing():
    drawing = " A b . T "
    game = scene(drawing, b=down("dark"), T={"side": "third"}, scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 0)


@rule("FST-1")
def test_marvel_an_opponent_behind_a_wall_is_not_adjacent():
    game = scene(THREE.replace("b   T", "b | T"), b=down("dark"), T={"side": "third"}, scenario=MVGT)
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 0)


@rule("FST-1")
def test_marvel_never_two_points_for_one_knock_out():
    """Light did it, and has two characters adjacent; third has two as well."""
    game = scene(
        """
        +---+---+---+
        | A   b   T |
        +   +   +   +
        | L   .   U |
        +---+---+---+
        """, b=down("dark"), T={"side": "third"}, U={"side": "third"}, scenario=MVGT,
    )  # fmt: skip
    game.play("A: challenge b", *WIN)
    assert (game["sides.light.points"], game["sides.third.points"]) == (1, 1)


@rule("FST-1")
def test_marvel_three_win():
    points = {"light": {"points": 2}, "third": {"points": 1}}
    game = scene(THREE, b=down("dark"), T={"side": "third"}, scenario=MVGT, sides=points)
    game.play("A: challenge b", *WIN)
    assert game["winner"] == "light"


@rule("FST-1", "WIN-2")
def test_marvel_two_at_three_play_on_and_the_one_with_more_wins():
    both = {"light": {"points": 2}, "third": {"points": 2}}
    game = scene(THREE, b=down("dark"), T={"side": "third"}, scenario=MVGT, sides=both)
    game.play("A: challenge b", *WIN)
    assert game["winner"] == "none" and game.state.decision is not None
    more = {"light": {"points": 2}, "third": {"points": 3}}
    game = scene(THREE, b=down("dark"), T={"side": "third"}, scenario=MVGT, sides=more)
    game.play("A: challenge b", *WIN)
    assert game["winner"] == "third"


@rule("FST-1")
def test_a_lost_challenge_scores_nothing():
    game = scene(THREE, b=down("dark"), T={"side": "third"}, scenario=MVGT)
    game.play("A: challenge b", "roll b b", "roll s s")
    assert game["b.down"] is True and game["sides.light.points"] == 0


# -- FST-2 ---------------------------------------------------------------------------------------------------


@rule("FST-2")
@pytest.mark.parametrize(
    ("name", "map_name"),
    [
        ("golden_girls", "Florida Boardwalk"),
        ("squid_game", "Barracks"),
        ("marvel", "Shuri's Lab"),
        ("game_of_thrones", "Winterfell"),
    ],
)
def test_the_map_is_the_sets_own_and_nothing_lies_on_it(name, map_name):
    game = begun(name)
    setup = game.state.setup
    assert setup.map.name == map_name
    assert setup.map.points, "the map has point squares, and no marker lies there"
    assert not [slot for slot in setup.pieces if slot.letter] and all(at < 0 for at in game.state.piece_at)
    assert not [slot for slot in setup.figures if slot.kind in (COMPANION, OBJECTIVE)]


@rule("FST-2")
@pytest.mark.parametrize("name", ["golden_girls", "squid_game", "marvel", "game_of_thrones"])
def test_there_is_nothing_to_interact_with(name):
    game = begun(name)
    figure = game.options[0]
    assert game.refused(f"{figure}: interact A") == ["FST-2"]
    game.play(figure)
    assert all(option.verb != verbs.INTERACT for option in game.state.decision.options)


@rule("FST-2")
def test_point_squares_of_the_drawing_have_no_marker_in_a_first_game():
    game = scene(" A . b ", points={"B": "b1"}, scenario=SG)
    assert game.state.setup.pieces == [] and game.refused("A: interact B") == ["FST-2"]
    assert scene(" A . b ", points={"B": "b1"}).allows("A: interact B")


@rule("FST-2")
@pytest.mark.parametrize(("name", "sides"), [("golden_girls", 2), ("squid_game", 2), ("marvel", 4), ("game_of_thrones", 3)])
def test_the_first_player_is_flipped_or_drawn(name, sides):
    ask = first_game(name, sides=sides, quick=True).start().decision
    assert ask.seat == CHANCE and ask.weights == [1] * sides
    flips = {one.name: one.flip for one in load().scenarios}
    assert flips[first_game(name, sides=sides).scenario.name] is (name in ("golden_girls", "squid_game"))


@rule("FST-2")
def test_no_attachment_can_be_brought():
    cast = {"light": ["Rose Nylund", "Lifeguard"], "dark": ["Blanche Devereaux", "Gentleman Caller"]}
    sides = [{"side": side, "figures": names, "attachments": ["Cheesecake"]} for side, names in cast.items()]
    with pytest.raises(SetupError, match=r"there are no attachments in first games \(FST-2\)"):
        arrange(load(), {"map": "Florida Boardwalk", "scenario": GG, "sides": sides})
    with pytest.raises(SetupError, match="there is no character 'Cheesecake'"):
        arrange(load(), {"map": "Florida Boardwalk", "sides": [{"side": "light", "figures": ["Cheesecake"]}, {"side": "dark"}]})


@rule("FST-2")
def test_a_game_stopped_early_by_agreement_has_a_record_without_result():
    match = Match(first_game("golden_girls", quick=True), 3)
    match.play(match.state.decision.options[0])
    text = Record.of(match).text()
    assert "===" not in text
    assert Record.parse(text).replay().state.digest() == match.state.digest()


@rule("FST-1")
def test_a_first_game_has_its_own_number_of_characters_and_basics():
    described = {
        "map": "Florida Boardwalk",
        "scenario": "First game (Golden Girls)",
        "sides": [{"side": "light", "figures": ["Jon Snow"]}, {"side": "dark", "figures": ["Gi-hun"]}],
    }
    with pytest.raises(SetupError, match="FST-1"):
        arrange(load(), described)
