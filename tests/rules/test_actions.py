"""ACT: basic and special actions."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import answers, scene
from tipover import IllegalChoice
from tipover.engine.core.event import Moved, StoodUp

PACK = pack("trials")

ROOM = """
    +---+---+---+---+
    | A   .   .   . |
    +   +   +   +   +
    | .   .   .   z |
    +   +   +   +   +
    | .   .   .   . |
    +   +   +   +   +
    | .   .   .   . |
    +---+---+---+---+
"""


def moves(options):
    return {line.removeprefix("A: move ") for line in options if line.startswith("A: move ")}


@rule("ACT-1")
def test_a_basic_move_is_up_to_two_squares():
    game = scene(ROOM)
    assert moves(game.options) == answers("""
        +---+---+---+---+
        | x   x   x   . |
        +   +   +   +   +
        | x   x   x   . |
        +   +   +   +   +
        | x   x   x   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    told = game.play("A: move c3")
    assert told == [Moved(0, 0, (5, 10))]
    assert game["A.square"] == "c3"


@rule("ACT-2")
def test_a_basic_challenge_rolls_2_dice_against_an_adjacent_target():
    game = scene(" A b . c ")
    assert [line for line in game.options if "challenge" in line] == ["A: challenge b"]
    game.play("A: challenge b")
    assert game.dice == "2 dice = 2 basic challenge"
    assert game.refused("roll b b b") == ["CHA-5"]
    assert sum(game.state.decision.weights) == 36


@rule("ACT-3")
def test_an_assist_stands_up_an_adjacent_knocked_down_ally():
    game = scene(
        """
        +---+---+---+---+
        | A   B   .   C |
        +   +   +   +   +
        | D   e   .   . |
        +---+---+---+---+
        """,
        B={"down": True},
        C={"down": True},
        e={"down": True},
    )
    assert [line for line in game.options if "assist" in line] == ["A: assist B"]
    helper, helped = game.state.setup.figure("A"), game.state.setup.figure("B")
    assert game.play("A: assist B") == [StoodUp(helped, helper, "ACT-3")]
    assert (game["B.down"], game["turn"]) == (False, "A"), "It costs one action."
    assert game.refused("A: assist C")[0] == "ACT-3"


@rule("ACT-3")
def test_nobody_assists_a_rival_or_itself_or_through_a_wall():
    game = scene(
        """
        +---+---+---+
        | B | A   c |
        +---+---+---+
        """,
        B={"down": True},
        c={"down": True},
    )
    for line in ("A: assist B", "A: assist c", "A: assist A"):
        assert game.refused(line)[0] == "ACT-3"
    assert not [line for line in game.options if "assist" in line]


@rule("ACT-4")
def test_interact_offers_the_point_markers_at_hand_and_nothing_else():
    game = scene(" A F . G b ", points={"F": "F", "G": "G"}, pieces=[{"kind": "Smoke", "square": "a1"}], catalog=PACK)
    assert [line for line in game.options if "interact" in line] == ["A: interact F"]
    assert game.refused("A: interact Smoke") == ["ACT-4"]
    assert game.refused("A: interact G")[0] == "PTS-1"
    game.play("A: interact F")
    assert game["sides.light.points"] == 1


@rule("ACT-5")
def test_a_basic_character_has_no_special_action():
    game = scene(" A b ")
    assert game.refused("A: Sucker Punch") == ["ACT-5"]
    verbs = {line.split()[1] for line in game.options}
    assert verbs == {"move", "challenge", "end"}


@rule("ACT-6")
def test_a_rival_in_the_square_of_a_token_or_marker_does_not_protect_it():
    game = scene(" A b ", points={"F": "b1"}, pieces=[{"kind": "Barrel", "square": "b1"}], catalog=PACK)
    assert game.options == ["A: move a1", "A: challenge b", "A: challenge Barrel", "A: interact F", "A: end"]
    game.play("A: interact F", "A: challenge Barrel", "roll b b", "roll b")
    assert game["sides.light.points"] == 1
    assert game.state.piece_at[1] < 0
    assert not game["b.down"]


@rule("ACT-7")
def test_an_action_without_an_object_is_not_offered_but_a_move_of_0_is():
    game = scene(" A B . z ")
    assert game.options == ["A: move a1", "A: move c1", "A: end"]
    assert game.refused("A: assist B") == ["ACT-3", "ACT-7"]
    assert game.play("A: move a1") == [Moved(0, 0, ())]
    assert game["turn"] == "A", "It was one of the two actions."


@rule("ACT-7")
def test_a_refused_action_costs_nothing():
    game = scene(" A B . z ")
    with pytest.raises(IllegalChoice):
        game.play("A: challenge z")
    game.play("A: move a1", "A: move a1")
    assert game["turn"] == "z"
