"""ALY: who is meant by ally, rival, character and opponent on cards."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not

PACK = pack("rulings")
THREE = """
    +---+---+---+
    | A   b   . |
    +   +   +   +
    | .   .   T |
    +---+---+---+
"""


@rule("ALY-1")
def test_nobody_is_its_own_ally_on_a_card():
    game = scene(" A . B . b ", A="Il-nam", pool="gold")
    game.play("A: Turn It Around > A > b1")
    assert game.options == ["> c1", "> d1"], "B, once; A itself is not asked again as an ally."


@rule("ALY-2")
def test_a_card_for_allies_reaches_companions_and_minions_not_objectives():
    game = scene(
        " A G P T B b ",
        A="Coach",
        G={"character": "Ghost", "of": "A"},
        P={"character": "Pet", "of": "A"},
        T="Data Terminal",
        catalog=PACK,
        pool="gold",
    )
    game.play("A: Drill")
    assert sorted(game.options) == ["> B", "> G", "> P"]


@rule("ALY-2")
def test_a_bonus_objective_has_no_allies():
    game = scene(" A T b ", A="Coach", T="Data Terminal", catalog=PACK)
    *_, last = why_not(game.state, "T: challenge A")
    assert last.rule == "CHA-1" and last.sentence.endswith("A is no rival.")


@rule("ALY-3")
def test_a_card_for_characters_reaches_basics_but_no_companion_or_minion():
    game = scene(
        """
        +---+---+---+---+
        | A   .   G   B |
        +   +   +   +   +
        | .   .   .   b |
        +   +   +   +   +
        | .   .   P   . |
        +---+---+---+---+
        """,
        A="Il-nam",
        G={"character": "Ghost", "of": "A"},
        P={"character": "Pet", "side": "light"},
        catalog=PACK,
        pool="gold",
    )
    game.play("A: Call for Aid")
    assert game.options == ["> B", "> b"]
    assert game.refused("> G")[0] == "ALY-3"
    assert game.refused("> P")[0] == "ALY-3"


@rule("ALY-4")
def test_with_several_opponents_the_acting_player_picks_one():
    game = scene(
        THREE,
        A="Bully",
        T={"side": "third"},
        catalog=PACK,
        sides={"light": {"pool": ["silver"]}, "dark": {"points": 3}, "third": {"points": 3}},
    )
    game.play("A: Fine")
    assert len(game.options) == 2 and game.state.decision.seat == 0
    game.play(game.options[1])
    assert (game["sides.light.points"], game["sides.dark.points"], game["sides.third.points"]) == (0, 3, 2)


@rule("ALY-4")
def test_with_one_opponent_nothing_is_asked():
    game = scene(" A b ", A="Bully", catalog=PACK, sides={"light": {"pool": ["silver"]}, "dark": {"points": 3}})
    game.play("A: Fine")
    assert game["sides.dark.points"] == 2


@rule("ALY-4")
def test_the_targets_opponent_is_meant_where_there_is_a_target():
    game = scene(
        THREE,
        A="Blanche Devereaux",
        T={"side": "third"},
        sides={"light": {"pool": ["red"]}, "dark": {"pool": ["gold"]}, "third": {"pool": ["blue"]}},
    )
    game.play("A: Flirt > b", "roll s s", "roll b b")
    assert (game["sides.dark.pool"], game["sides.third.pool"]) == ([], ["blue"])


@rule("ALY-5")
def test_knocked_down_figures_count_unless_the_card_says_standing():
    game = scene(
        """
        +---+---+---+
        | b   A   c |
        +---+---+---+
        """,
        A="Sae-byeok",
        b={"down": True},
        c={"down": True},
        sides={"light": {"pool": [], "track": [[], [], ["red"], []]}},
    )
    game.play("A: end")
    assert game["sides.light.track"] == [["red"], [], [], []], "Once for each adjacent rival, lying or not."


@rule("ALY-5")
def test_where_the_card_says_standing_they_do_not():
    game = scene(" A . B . C b ", A="Black Panther", B={"down": True}, pool="gold")
    game.play("A: Wakanda Forever!")
    assert game.refused("> B")[0] == "CHA-20"
