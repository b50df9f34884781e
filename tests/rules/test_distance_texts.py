"""DST: distance on cards."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene

PACK = pack("rulings")


@rule("DST-2")
def test_within_asks_for_no_sight():
    game = scene(
        """
        +---+---+---+---+---+
        | A | B   .   .   C |
        +---+---+---+---+---+
        """,
        A="Coach",
        catalog=PACK,
        pool="gold",
    )
    game.play("A: Drill")
    assert game.options == ["> B", "> C"]


@rule("DST-3")
def test_the_nearest_is_the_nearest_that_is_seen():
    game = scene(
        """
        +---+---+---+---+
        | b | A   .   c |
        +---+---+---+---+
        """,
        A="Bully",
        catalog=PACK,
        pool="red",
    )
    game.play("A: Pick on the Nearest")
    assert (game["b.down"], game["c.down"]) == (False, True), "b is nearer, but behind a wall."


@rule("DST-3")
def test_ties_are_settled_by_the_player_of_the_card():
    game = scene(" b . A . c ", A="Bully", catalog=PACK, pool="red")
    game.play("A: Pick on the Nearest")
    assert game.options == ["> b", "> c"]
    assert game.state.decision.seat == 0
    game.play("> c")
    assert (game["b.down"], game["c.down"]) == (False, True)


@rule("DST-4")
def test_ground_rules_keeps_one_of_the_eight_directions():
    game = scene(
        """
        +---+---+---+---+
        | F   .   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +   +   +   +   +
        | b   .   .   . |
        +---+---+---+---+
        """,
        F={"side": "light", "character": "Front Man", "statuses": ["Ground Rules"]},
        turn="F",
    )
    game.play("F: Ground Rules")
    assert set(game.options) == {"> a1", "> b1", "> c1", "> d1", "> a2", "> b2", "> c3"}
    assert game.refused("> c2")[0] == "DST-4"


@rule("DST-5")
def test_a_character_within_a_number_means_another_one():
    game = scene(" A b . c ", A="Bully", catalog=PACK, pool="red")
    game.play("A: Shove Anyone")
    assert {option.figure for option in game.state.decision.options} == {game.state.setup.figure("b")}, game.options


@rule("DST-5")
def test_alone_there_is_nobody_within():
    game = scene(" A . . . c ", A="Bully", catalog=PACK, pool="red")
    game.play("A: Shove Anyone")
    assert (game["A.square"], game["turn"]) == ("a1", "A")
    assert "A: move b1" in game.options, "The ability is over."


@rule("DST-6")
def test_each_ally_and_a_character_are_those_on_the_map():
    game = scene(
        """
        +---+---+---+---+
        | A   .   B   . |
        +   +   +   +   +
        | .   .   b   . |
        +---+---+---+---+
        """,
        A="Il-nam",
        C={"exhausted": True},
        sides={"light": {"pool": ["gold", "gold"], "track": [["C"], [], [], []]}},
    )
    game.play("A: Turn It Around > A > a1 > c1")
    assert (game["C.out"], game["turn"]) == (True, "A")
    game.play("A: Call for Aid")
    assert game.options == ["> B", "> b"]
    assert game.refused("> C")[0] == "DST-6"
