"""ALY: allies, rivals, opponents."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene, seen_from
from kit.terrain import asked
from kit.texts import tried
from tipover import SetupError, arrange
from tipover.engine.phrases.entities import is_ally

PACK = pack("trials")

EVERYONE = """
    +---+---+---+
    | B   G   M |
    +   +   +   +
    | t   A   O |
    +   +   +   +
    | c   g   m |
    +---+---+---+
"""
WHO = {
    "B": "Arya Stark",
    "G": {"character": "Ghost", "of": "B"},
    "M": "Rat",
    "O": {"character": "Vibranium Case", "side": "dark"},
    "g": {"character": "Ghost", "of": "c"},
    "m": "Drogon",
    "t": {"side": "third"},
}


def of_a(game: Game, asked) -> str:
    setup = game.state.setup
    a = setup.figure("A")
    return "".join(sorted(slot.mark for f, slot in enumerate(setup.figures) if asked(game.state, a, f)))


@rule("ALY-1")
def test_allies_are_characters_companions_and_minions_of_the_same_side_and_nobody_is_its_own():
    game = scene(EVERYONE, catalog=PACK, **WHO)
    assert of_a(game, is_ally) == "BGM"
    assert game.refused("A: assist A") == ["ACT-3"]
    assert {"A: challenge B", "A: challenge G", "A: challenge M"}.isdisjoint(game.options)


@rule("ALY-1")
def test_one_side_cannot_have_a_name_twice_but_two_sides_can():
    both = {"map": "Yard", "sides": [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Gi-hun"]}]}
    assert arrange(PACK, both).start().decision is not None
    both["sides"][0]["figures"] = ["Gi-hun", "Gi-hun"]
    with pytest.raises(SetupError, match="SUP-4"):
        arrange(PACK, both)


@rule("ALY-2")
def test_rivals_are_those_of_every_opposing_side_and_a_bonus_objective_is_neither():
    game = scene(EVERYONE, catalog=PACK, **WHO)
    assert asked(tried("Choose a rival. Push it 1.", EVERYONE, beside="trials", **WHO)) == {"c", "g", "m", "t"}
    assert [line for line in game.options if "challenge" in line] == [f"A: challenge {mark}" for mark in "gmtc"]
    assert asked(tried("Choose an ally. Move it 1.", EVERYONE, beside="trials", **WHO)) == {"B", "G", "M"}


@rule("ALY-3")
def test_a_character_is_a_character_or_a_basic_and_no_companion_or_minion():
    game = scene(EVERYONE, catalog=PACK, **WHO)
    setup = game.state.setup
    assert "".join(sorted(setup.mark(f) for side in setup.sides for f in setup.characters[side])) == "ABct"
    calm = scene(EVERYONE, turn="light", catalog=PACK, **WHO)
    assert calm.options == ["B", "A"], "Only characters take turns."


@rule("ALY-5")
def test_knocked_down_figures_still_count_as_adjacent_rivals_and_allies():
    game = scene(" B A c ", B={"down": True}, c={"down": True})
    assert of_a(game, is_ally) == "B"
    assert game.options == ["A: move b1", "A: challenge c", "A: assist B", "A: end"]
    assert seen_from("A", " A c . ", c={"down": True})["c1"], "But only standing rivals block."


@rule("ALY-2")
def test_the_other_three_sides_are_all_opponents():
    game = scene(
        """
        +---+---+
        | A   b |
        +   +   +
        | c   d |
        +---+---+
        """,
        c={"side": "third"},
        d={"side": "fourth"},
    )
    assert sorted(line for line in game.options if "challenge" in line) == [f"A: challenge {mark}" for mark in "bcd"]
    game.play("A: end", "b: challenge c", "roll b b", "roll b b")
    assert game["c.down"]
