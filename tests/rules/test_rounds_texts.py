"""RND: what happens at the start and end of rounds, with cards."""

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from tipover import arrange, load
from tipover.engine.core.event import PointsGained, RoundBegan, RoundEnded, TurnBegan

PACK = pack("rulings")


@rule("RND-2")
def test_start_of_round_effects_come_before_the_first_turn_in_turn_order():
    game = scene(" A . . b ", A="Onlooker", b="Onlooker", catalog=PACK, first="light", turn="light")
    game.play("A: end", "b: end")
    assert game.state.round == 2
    assert game.state.decision.side == 1, "Dark is first player now."
    game.play("> d1")
    assert game.state.decision.side == 0
    assert not [event for event in game.events[-3:] if isinstance(event, TurnBegan)]
    assert isinstance(game.play("> no")[-1], TurnBegan)
    assert game["turn"] == "b"


@rule("RND-4")
def test_start_of_the_game_then_start_of_the_round_then_the_first_turn():
    game = scene(" F . . b ", F="Front Man", b="Onlooker", catalog=PACK, turn="start", first="light")
    assert game.options == ["> Accelerated Pace", "> Brutal Contest", "> Ground Rules"], "At the start of the game."
    game.play("> Ground Rules")
    assert (game.options[-1], game.state.decision.side) == ("> no", 0), "At the start of round 1 he may replace it."
    game.play("> no")
    assert game.state.decision.side == 1, "Then the Onlooker, in turn order."
    game.play("> no")
    assert (game["round"], game["turn"]) == (1, "F")


@rule("RND-4")
def test_start_of_the_game_comes_after_everybody_is_placed():
    sides = [{"side": "light", "figures": ["Il-nam"]}, {"side": "dark", "figures": ["Gi-hun"]}]
    state = arrange(load(), {"map": "Barracks", "sides": sides}).start()
    game = Game(state)
    game.play("flip light")
    while game.state.round == 0 and game.state.decision is not None:
        assert game["sides.light.points"] == 0, "Wisdom waits."
        game.play(game.options[0])
    assert game["sides.light.points"] == 1
    kinds = [type(event).__name__ for event in game.events]
    last = len(kinds) - 1 - kinds[::-1].index("Placed")
    assert last < kinds.index("PointsGained") < kinds.index("RoundBegan")


@rule("RND-1")
def test_before_ending_comes_before_end_of_round_points_and_the_cooldown():
    game = scene(
        """
        +---+---+---+---+
        | A   .   .   F |
        +   +   +   +   +
        | b   .   .   . |
        +---+---+---+---+
        """,
        F={"side": "light"},
        scenario="Red Light Green Light",
        areas={
            "start light": ["a1"],
            "start dark": ["a2"],
            "Finish": ["d1", "d2"],
            "Lane": [["a1", "b1", "c1", "d1"], ["a2", "b2", "c2", "d2"]],
            "Sprinter Start light": ["b1"],
            "Sprinter Start dark": ["b2"],
        },
        turn="light",
    )
    game.play("A: end", "b: end")
    told = game.play("F: end")
    kinds = [type(event) for event in told]
    assert kinds.index(RoundEnded) < kinds.index(PointsGained)
    assert game["sides.light.points"] == 1
    assert RoundBegan not in kinds, "The doll's challenges come before the cooldown."
