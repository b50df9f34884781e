"""CHA: challenges and dice, with the books' worked examples."""

from itertools import product

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene, seen_from
from tipover import ContentError
from tipover.engine.core.dice import FACE_COUNTS, distribution, rolls, successes, win_chance
from tipover.engine.core.event import (
    Challenged,
    ChallengeLost,
    ChallengeWon,
    KnockedDown,
    KnockedOut,
    PointsGained,
    PutOnTrack,
    Removed,
    Rolled,
)
from tipover.engine.core.frames import challenge_frame, kinds
from tipover.engine.run import reopen

PACK = pack("trials")

BURST, SHIELD, TRIPLE = range(3)


def challenge(game: Game, mark: str, target: str, dice: int) -> None:
    """Begin a challenge of so many dice, as a card would; the basic one has 2."""
    state = game.state
    who, whom = state.setup.figure(mark), state.setup.figure(target)
    state.stack.append(challenge_frame.new(who, whom))
    state.stack[-1][kinds.STAGE] = challenge_frame.ATTACKING
    state.stack[-1][challenge_frame.DICE], state.stack[-1][challenge_frame.DEFENSE] = dice, state.defense(whom)
    reopen(state)


def challenges(game: Game) -> list[str]:
    return [line.removeprefix("A: challenge ") for line in game.options if "challenge" in line]


# -- the target ------------------------------------------------------------------------------------------


@rule("CHA-1")
def test_a_target_is_a_rival_or_a_piece_with_a_defense_and_never_an_ally():
    game = scene(
        """
        +---+---+---+
        | B   c   . |
        +   +   +   +
        | .   A   . |
        +---+---+---+
        """,
        pieces=[
            {"kind": "Barrel", "square": "a2"},
            {"kind": "Statue", "square": "c2"},
            {"kind": "Smoke", "square": "c1"},
        ],
        catalog=PACK,
    )
    assert challenges(game) == ["c", "Barrel", "Statue"]
    for line in ("A: challenge B", "A: challenge A", "A: challenge Smoke"):
        assert game.refused(line) == ["CHA-1"]


@rule("CHA-1")
def test_a_token_of_ones_own_side_is_no_target():
    game = scene(
        " A . b ",
        pieces=[{"kind": "Barrel", "side": "light", "square": "b1"}, {"kind": "Statue", "side": "dark", "square": "b1"}],
        catalog=PACK,
    )
    assert challenges(game) == ["Statue"]
    assert game.refused("A: challenge Barrel") == ["CHA-1"]


@rule("CHA-2")
def test_without_a_range_the_target_is_adjacent():
    game = scene("""
        +---+---+---+---+
        | b   c   .   d |
        +   +   +   +   +
        | e | A   .   . |
        +---+---+---+---+
    """)
    assert challenges(game) == ["c"], "The end of the wall touches the corner between A and b."
    assert game.refused("A: challenge d") == ["CHA-2", "ADJ-1"]
    assert game.refused("A: challenge e") == ["CHA-2", "ADJ-1"]


@rule("CHA-2")
def test_range_3_reaches_what_is_within_3_squares_and_seen():
    drawing = """
        +---+---+---+---+---+
        | A   .   .   z   . |
        +---+---+   +   +   +
        | .   y   .   .   x |
        +---+---+---+---+---+
    """
    seen, game = seen_from("A", drawing), scene(drawing)
    grid = game.state.setup.grid
    near = {mark: grid.distance(0, game.state.figure_at[game.state.setup.figure(mark)]) for mark in "zyx"}
    assert near == {"z": 3, "y": 1, "x": 4}
    assert (seen["d1"], seen["b2"]) == (True, False)


@rule("CHA-16")
def test_a_challenge_is_chosen_only_if_a_target_exists_now():
    game = scene(" A . b ")
    assert challenges(game) == []
    game.play("A: move b1")
    assert challenges(game) == ["b"]


@rule("CHA-23")
def test_a_token_with_a_defense_is_challenged_from_its_own_square():
    game = scene(" A . b ", pieces=[{"kind": "Barrel", "square": "a1"}], catalog=PACK)
    assert challenges(game) == ["Barrel"]
    game.play("A: challenge Barrel", "roll b s", "roll b")
    assert game.happened(Removed) == [Removed(256)]


# -- dice ------------------------------------------------------------------------------------------------


@rule("CHA-5")
def test_the_challenger_rolls_2_dice_and_the_defender_its_defense():
    game = scene(" A b ", b="Il-nam")
    game.play("A: challenge b")
    assert len(game.state.decision.options[0].path) == 2
    game.play("roll b b")
    assert len(game.state.decision.options[0].path) == 1, "Il-nam has a defense of 1."
    assert game.refused("roll s s") == ["CHA-5"]


@rule("CHA-5", "CHA-9")
def test_a_piece_defends_with_the_defense_printed_on_it():
    game = scene(" A . b ", pieces=[{"kind": "Statue", "square": "b1"}], catalog=PACK)
    (declared,) = [event for event in game.play("A: challenge Statue") if isinstance(event, Challenged)]
    assert str(declared.defense) == "2 dice = 2 defense of Statue"


@rule("CHA-6")
@pytest.mark.parametrize(
    ("faces", "attack", "defense"),
    [
        ((BURST,), 1, 0),
        ((SHIELD,), 0, 1),
        ((TRIPLE,), 3, 3),
        ((BURST, SHIELD, TRIPLE), 4, 4),
        ((BURST, BURST, SHIELD), 2, 1),
        ((), 0, 0),
    ],
)
def test_bursts_count_for_the_challenger_shields_for_the_defender_and_a_triple_three(faces, attack, defense):
    assert (successes(faces, defending=False), successes(faces, defending=True)) == (attack, defense)


@rule("CHA-6")
def test_the_successes_of_both_rolls_are_told():
    game = scene(" A b ")
    told = game.play("A: challenge b", "roll b !", "roll s !")
    b = game.state.setup.figure("b")
    assert [event for event in told if isinstance(event, Rolled)] == [
        Rolled(b, False, (BURST, TRIPLE), 4),
        Rolled(b, True, (SHIELD, TRIPLE), 4),
    ]


@rule("CHA-7")
@pytest.mark.parametrize(
    ("attack", "defense", "down"),
    [("b b", "b b", True), ("b s", "s b", False), ("b b", "s s", False), ("s s", "b b", False), ("! b", "! b", True)],
)
def test_only_strictly_more_successes_win_and_else_nothing_happens(attack, defense, down):
    game = scene(" A b ")
    told = game.play("A: challenge b", f"roll {attack}", f"roll {defense}")
    assert game["b.down"] is down
    assert any(isinstance(event, ChallengeWon) for event in told) is down
    assert any(isinstance(event, ChallengeLost) for event in told) is not down
    assert not game["A.down"]


@rule("CHA-19", "CHA-7")
def test_two_dice_win_against_a_defense_of_2_in_103_of_216():
    assert win_chance(2, 2) == pytest.approx(103 / 216, abs=0)
    assert (win_chance(2, 2).numerator, win_chance(2, 2).denominator) == (103, 216)


@rule("CHA-19")
def test_a_die_has_three_bursts_two_shields_and_a_triple():
    assert FACE_COUNTS == [3, 2, 1]
    assert distribution(1, defending=False) == {0: 2, 1: 3, 3: 1}
    assert distribution(1, defending=True) == {0: 3, 1: 2, 3: 1}


@rule("CHA-19", "CHA-30")
@pytest.mark.parametrize("dice", range(9))
def test_every_roll_weighs_as_many_outcomes_as_there_are(dice):
    options, weights = rolls(dice)
    assert sum(weights) == 6**dice
    assert len(options) == len(set(options)) == (dice + 1) * (dice + 2) // 2
    assert all(len(option.path) == dice for option in options)


@rule("CHA-19", "CHA-6")
@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("defending", [False, True])
def test_the_distribution_is_the_count_over_all_faces(dice, defending):
    faces = [BURST] * 3 + [SHIELD] * 2 + [TRIPLE]
    counted: dict[int, int] = {}
    for roll in product(faces, repeat=dice):
        hits = sum(3 if face == TRIPLE else face == (SHIELD if defending else BURST) for face in roll)
        counted[hits] = counted.get(hits, 0) + 1
    assert distribution(dice, defending) == counted


@rule("CHA-26")
def test_no_defense_dice_are_a_legal_roll_without_success_and_are_not_asked_for():
    game = scene(" A b ", b="Straw Man", catalog=PACK)
    told = game.play("A: challenge b", "roll b s")
    assert Rolled(game.state.setup.figure("b"), True, (), 0) in told
    assert game["b.down"]


@rule("CHA-26")
def test_a_challenger_with_0_dice_loses_even_against_0():
    game = scene(" A b ", b="Straw Man", catalog=PACK)
    challenge(game, "A", "b", dice=0)
    assert (game["b.down"], game["turn"]) == (False, "A")
    assert win_chance(0, 0) == 0


@rule("CHA-30")
def test_more_dice_are_rolled_than_the_box_holds():
    game = scene(" A b ", b="Iron Wall", catalog=PACK)
    game.play("A: challenge b", "roll ! !")
    assert sum(game.state.decision.weights) == 6**8
    game.play("roll s s s s s b b b")
    assert game["b.down"], "6 against 5."


# -- what losing means ------------------------------------------------------------------------------------


@rule("CHA-8")
def test_a_standing_character_is_knocked_down_in_its_square_and_a_lying_one_knocked_out():
    game = scene(" A b . c ")
    told = game.play("A: challenge b", "roll b b", "roll s b")
    a, b = game.state.setup.figure("A"), game.state.setup.figure("b")
    assert told[-1] == KnockedDown(b)
    assert (game["b.down"], game["b.square"], game["b.out"]) == (True, "b1", False)
    told = game.play("A: challenge b", "roll b b", "roll s b")
    assert [event for event in told if isinstance(event, KnockedOut | PutOnTrack)] == [
        KnockedOut(b, 1, a),
        PutOnTrack(b, 1, 1),
    ]
    assert (game["b.square"], game["b.out"], game["sides.dark.track"]) == ("none", True, [["b"], [], [], []])


@rule("CHA-8")
def test_a_knocked_down_figure_that_wins_its_defense_stays_where_it_is():
    game = scene(" A b ", b={"down": True})
    game.play("A: challenge b", "roll b b", "roll s s")
    assert (game["b.down"], game["b.square"], game["b.out"]) == (True, "b1", False)


@rule("CHA-9")
def test_a_companion_that_loses_goes_to_the_1_of_its_owners_track_and_gives_no_points():
    game = scene(" A g . b ", b="Arya Stark", g={"character": "Ghost", "of": "b"}, scenario="Duel", catalog=PACK)
    game.play("A: challenge g", "roll b b", "roll b")
    assert (game["g.out"], game["g.down"], game["sides.dark.track"]) == (True, False, [["g"], [], [], []])
    assert game["sides.light.points"] == 0


@rule("CHA-9")
@pytest.mark.parametrize("what", ["Drogon", "Barrel", "Statue"])
def test_a_minion_token_or_marker_that_loses_is_removed_and_gives_no_points(what):
    game = scene(" A . b ", pieces=[{"kind": what, "side": "dark", "square": "b1"}], scenario="Duel", catalog=PACK)
    told = game.play(f"A: challenge {what}", "roll ! !")
    told += game.play("roll " + "b " * len(game.state.decision.options[0].path))
    assert [type(event) for event in told][-1] is Removed
    assert game["sides.light.points"] == 0
    assert game["sides.dark.track"] == [[], [], [], []]
    assert challenges(game) == []
    assert "A: move b1" in game.options


@rule("CHA-20", "CHA-9")
def test_companions_minions_and_pieces_with_a_defense_always_stand():
    with pytest.raises(ContentError, match="only characters are knocked down"):
        scene(" A g ", g={"character": "Ghost", "down": True})
    seen = seen_from("A", " A d . ", d="Drogon")
    assert (seen["b1"], seen["c1"]) == (True, False), "A minion blocks as a standing rival."
    seen = seen_from("A", " A g . ", g="Ghost")
    assert not seen["c1"]


@rule("CHA-18")
def test_the_credit_for_a_knock_out_is_the_challengers():
    game = scene(" A b C ", b={"down": True}, scenario="Duel", catalog=PACK)
    told = game.play("A: challenge b", "roll b b", "roll b b")
    (out,) = [event for event in told if isinstance(event, KnockedOut)]
    assert out.credit == game.state.setup.figure("A")
    assert PointsGained(0, 1, "Duel") in told
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("CHA-18")
@pytest.mark.parametrize(
    ("helper", "owner"),
    [({"character": "Ghost", "of": "B"}, "B"), ({"character": "Rat"}, "B"), ({"character": "Rat", "side": "third"}, "")],
)
def test_a_companions_knock_out_is_its_characters_and_a_minions_its_owners(helper, owner):
    game = scene(" G c . B ", turn="G", B="Gi-hun", G=helper, c={"down": True}, scenario="Duel", catalog=PACK)
    told = game.play("G: challenge c", "roll b b", "roll b b")
    (out,) = [event for event in told if isinstance(event, KnockedOut)]
    assert out.credit == game.state.setup.figure(owner)
    assert game[f"sides.{helper.get('side', 'light')}.points"] == 1


@rule("CHA-24")
def test_a_challenge_goes_declare_roll_roll_compare_result():
    game = scene(" A b ")
    told = game.play("A: challenge b", "roll b b", "roll b b")
    assert [type(event) for event in told] == [Challenged, Rolled, Rolled, ChallengeWon, KnockedDown]
    assert [event.defending for event in told if isinstance(event, Rolled)] == [False, True]
    assert told[3] == ChallengeWon(game.state.setup.figure("A"), game.state.setup.figure("b"), 2)


@rule("CHA-24")
def test_the_challengers_dice_are_asked_for_before_the_defenders():
    game = scene(" A b ")
    game.play("A: challenge b")
    assert game.state.decision.figure == game.state.setup.figure("A")
    game.play("roll s s")
    assert game.state.decision.figure == game.state.setup.figure("b"), "The defender rolls even against 0."


# -- the books' worked examples -------------------------------------------------------------------------------


@rule("CHA-5", "CHA-6", "CHA-7", "CHA-8")
def test_example_2_dice_against_defense_2_and_3_successes_against_2_knock_down():
    game = scene(" A z ")
    game.play("A: challenge z")
    (declared,) = game.happened(Challenged)
    assert (declared.dice.total, declared.defense.total) == (2, 2)
    game.play("roll ! s", "roll s s")
    assert [event.successes for event in game.happened(Rolled)] == [3, 2]
    assert (game["z.down"], game["z.square"]) == (True, "b1")


@rule("CHA-5", "CHA-8")
def test_example_challenge_3_knocks_down_then_knocks_out_onto_the_1():
    game = scene(" A z . ")
    challenge(game, "A", "z", dice=3)
    game.play("roll b b s", "roll s b")
    assert [event.successes for event in game.happened(Rolled)] == [2, 1]
    assert (game["z.down"], game["z.square"]) == (True, "b1")
    challenge(game, "A", "z", dice=3)
    game.play("roll b b b", "roll s b")
    assert (game["z.out"], game["sides.dark.track"]) == (True, [["z"], [], [], []])
