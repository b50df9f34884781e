"""COM: companions and their actions."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not

PACK = pack("rulings")
ROOM = """
    +---+---+---+---+---+
    | .   .   .   .   . |
    +   +   +   +   +   +
    | A   .   G   .   b |
    +   +   +   +   +   +
    | .   .   .   .   B |
    +---+---+---+---+---+
"""


def with_ghost(drawing=ROOM, **more):
    return scene(drawing, **({"A": "Jon Snow", "G": {"character": "Ghost", "of": "A"}} | more))


@rule("COM-2")
def test_one_action_is_free_and_further_ones_cost_one_of_the_two_each():
    game = with_ghost()
    game.play("G: move c1", "G: move c2", "A: move a1")
    assert game["A.exhausted"], "Free, paid, and his own."
    other = with_ghost()
    other.play("A: move a1", "A: move a2")
    assert other["turn"] == "A", "The free one is left."
    assert {line.split(":")[0] for line in other.options} == {"G", "A"}
    other.play("G: move c1")
    assert other["A.exhausted"]


@rule("COM-2")
def test_a_companion_acts_while_its_character_lies_or_is_on_the_track():
    lying = with_ghost(A={"character": "Jon Snow", "down": True})
    lying.play("G: move c1")
    assert lying["G.square"] == "c1"
    out = scene(
        ROOM.replace("A", "."),
        A="Jon Snow",
        G={"character": "Ghost", "of": "A"},
        turn="light",
        sides={"light": {"track": [[], ["A"], [], []]}},
    )
    out.play("A", "G: move c1", "G: move c2", "G: move c1")
    assert out["A.exhausted"], "One free and two paid (COM-3)."


@rule("COM-2")
def test_nothing_while_the_companion_is_on_the_track():
    game = scene(
        ROOM.replace("G", "."),
        A="Jon Snow",
        G={"character": "Ghost", "of": "A"},
        sides={"light": {"track": [["G"], [], [], []]}},
    )
    assert [line for line in game.options if line.startswith("G")] == []
    (reason, *_) = why_not(game.state, "G: move c1")
    assert reason.rule == "COM-2"
    assert "track" in reason.sentence


@rule("COM-2")
def test_not_in_the_turn_of_another_character():
    game = with_ghost(turn="B")
    assert [line for line in game.options if line.startswith("G")] == []
    assert game.refused("G: move c1")[0] in ("COM-2", "TRN-1")


@rule("COM-2")
def test_not_inside_another_action():
    game = with_ghost(pool="gold")
    game.play("A: Hold the Wall")
    assert [line for line in game.options if line.startswith("G:")] == []


@rule("COM-3")
def test_companion_actions_come_in_any_order_with_its_characters_own():
    game = with_ghost()
    game.play("A: move a1", "G: move c1", "A: move a2")
    assert game["A.exhausted"]


@rule("COM-3")
def test_a_companion_action_is_an_action_of_its_own_kind_not_a_basic_one_of_the_character():
    game = with_ghost()
    game.play("G: move c1")
    assert game["G.square"] == "c1"
    assert game.refused("G: interact A") != [], "Only what its card offers."


@rule("COM-4")
def test_a_marker_moved_onto_the_character_costs_the_companion_its_action_too():
    game = scene(
        """
        +---+---+---+---+
        | A   b   c   . |
        +   +   +   +   +
        | .   g   .   . |
        +---+---+---+---+
        """,
        A="Bully",
        b="Jon Snow",
        g={"character": "Ghost", "of": "b"},
        catalog=PACK,
        pool="silver",
    )
    game.play("A: Tire Out > b", "A: end")
    assert (game["b.exhausted"], game["turn"]) == (True, "c")
    assert [line for line in game.options if line.startswith("g")] == []
    assert game.refused("g: move d2") != []
    game.play("c: end")
    assert game["round"] == 2


@rule("COM-4")
def test_a_companion_is_given_no_exhausted_marker_of_its_own():
    game = scene(" A g c b ", A="Bully", b="Jon Snow", g={"character": "Ghost", "of": "b"}, catalog=PACK, pool="silver")
    game.play("A: Tire Out")
    assert game.state.exhaust_markers[game.state.setup.figure("g")] == 0, "Markers lie on characters (TRN-11)."


@rule("COM-1")
def test_a_companion_is_paired_with_one_character_and_acts_in_its_turn_only():
    game = with_ghost(B="Gi-hun", turn="light")
    game.play("B")
    assert [line for line in game.options if line.startswith("G")] == []


@rule("COM-3", "TRN-19")
def test_an_action_given_in_its_own_turn_may_be_its_companions():
    ghost = {"character": "Ghost", "side": "light", "of": "A"}
    game = scene(" A G . . z ", A="Captain America", G=ghost, pool="gold")
    game.play("A: I Can Do This All Day > do an action")
    assert "> G: move d1" in game.options
    game.play("> G: move d1")
    assert game["G.square"] == "d1"
    assert game.allows("G: challenge z"), "the free one is still there"
