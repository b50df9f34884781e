"""What further cards need: walls crossed, range that may be used, dice added to a challenge, the token paid, a turn of its own."""

from __future__ import annotations

import json

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import Catalog, load
from tipover.engine.core.event import Placed, WallOpened

PIECES = """
[[token]]
name = "Rubble"
number = 2
of = "Breaker"

[[die]]
name = "Odd"
faces = ["blank", "blank", "blank", "triple", "triple", "triple"]
number = 1
of = "Gambler"
"""
RETURNS = "If you have a gold token in your pool, return an ability token of yours other than the token paid."
CHARACTERS = {
    "Breaker": ("When this crosses a wall, place a Rubble token on it.", {"Burst": "Move 3, through walls."}),
    "Shover": ("When a rival crosses a wall, push it 1.", {}),
    "Scout": (
        "This may have 2 more range. When this reaches farther, gain 1 point.",
        {"Shot": "Range 3 challenge 2.", "Sweep": "Move 1. Basic challenge against each adjacent rival."},
    ),
    "Gambler": (
        "Before this rolls dice in a challenge, this may add the Odd die to the roll.",
        {
            "Bet": "Challenge 2, adding the Odd die.",
            "Stake": "Put the Odd die on the 2 of your track.",
            "Throw": "Roll 2 dice. Gain 1 point for each success.",
        },
    ),
    "Payer": ("", {"Swap": RETURNS}),
    "Runner": ("When this becomes exhausted, gain 1 point for each time this moved this turn of its own.", {}),
    "Captain": ("", {"Go": "An ally moves 2. It does a basic action."}),
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    pack = tmp_path_factory.mktemp("packs") / "more"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "More"\nneeds = ["core"]\n', encoding="utf-8")
    (pack / "pieces.toml").write_text(PIECES, encoding="utf-8")
    for name, (trait, abilities) in CHARACTERS.items():
        lines = [f'name = "{name}"', 'tokens = ["gold", "gold"]']
        for title, text in abilities.items():
            star = text.startswith(("Range", "Challenge"))
            lines += ["[[ability]]", f'name = "{title}"', 'cost = "gold 2"', f"rule = {json.dumps(text)}"]
            lines += ["challenge = true"] if star else []
        lines += ["[trait]", 'name = "Own"', f"rule = {json.dumps(trait)}"] if trait else []
        (pack / "characters" / f"{name.lower()}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(pack)


# ---------------------------------------------------------------- walls that are crossed

WALLED = """
    +---+---+---+---+
    | A   . | .   . |
    +   +   +   +   +
    | .   . | .   b |
    +---+---+---+---+
"""


@rule("MAP-9")
def test_a_text_gets_the_very_wall_that_was_crossed(catalog: Catalog) -> None:
    game = scene(WALLED, A="Breaker", catalog=catalog)
    game.play("A: Burst > b1 c1")
    grid = game.state.setup.grid
    assert [event.path for event in game.happened(WallOpened)] == [(grid.square("b1"), grid.square("c1"))]
    game.play("A: move b1")
    assert game["A.square"] == "b1", "the gap is open to everyone"


@rule("MAP-9")
def test_the_same_gap_is_crossed_once(catalog: Catalog) -> None:
    game = scene(WALLED, A="Breaker", catalog=catalog)
    game.play("A: Burst > b1 c1", "A: Burst > b1 a1")
    assert len(game.happened(WallOpened)) == 1


def test_it_is_the_mover_where_a_wall_does_not_fit(catalog: Catalog) -> None:
    game = scene(WALLED.replace("b", "z").replace("| A   . |", "| .   a |"), A={"square": "b2", "character": "Shover"}, a="Breaker",
                 turn="a", catalog=catalog, sides={"dark": {"pool": ["gold"]}})  # fmt: skip
    game.play("a: Burst > c1")
    assert game.options == ["> c1", "> d1"], "the Shover pushes whoever came through"


# ---------------------------------------------------------------- range that may be used

FAR = """
    +---+---+---+---+---+---+
    | A   b   .   .   .   d |
    +   +   +   +   +   +   +
    | .   .   .   c   .   . |
    +---+---+---+---+---+---+
"""
HIT = ("roll b b", "roll b b")


@rule("CHA-3")
def test_range_that_may_be_used_reaches_farther_and_is_noticed(catalog: Catalog) -> None:
    game = scene(FAR, A="Scout", catalog=catalog)
    game.play("A: challenge b", *HIT)
    assert game["sides.light.points"] == 0, "a neighbour needs none of it"
    game.play("A: challenge c", *HIT)
    assert (game["sides.light.points"], game["c.down"]) == (1, True)


@rule("CHA-3")
def test_it_is_added_to_a_range_and_becomes_one_more_without(catalog: Catalog) -> None:
    game = scene(FAR, A="Scout", b={"down": True}, catalog=catalog)
    assert "CHA-2" in game.refused("A: challenge d"), "2 more than none is 3"
    game.play("A: Shot > d", *HIT)
    assert (game["sides.light.points"], game["d.down"]) == (1, True)
    game.play("A: Shot > c", "roll s s", "roll s s")
    assert game["sides.light.points"] == 1, "within 3 the ability reaches by itself"


@rule("CHA-3")
def test_it_never_goes_on_challenges_that_name_their_targets(catalog: Catalog) -> None:
    game = scene(FAR, A="Scout", catalog=catalog)
    game.play("A: Sweep > a1", *HIT)
    assert (game["b.down"], game["c.down"], game["sides.light.points"]) == (True, False, 0)


# ---------------------------------------------------------------- a die added to a challenge


def bet(catalog: Catalog) -> Game:
    return scene(" A b ", A="Gambler", catalog=catalog, pool="gold gold")


@rule("CHA-4")
def test_a_challenge_adds_a_die_and_there_is_only_one_of_it(catalog: Catalog) -> None:
    game = bet(catalog)
    game.play("A: Bet")
    assert game.dice == "3 dice = 2 Bet + 1 Odd die"
    assert "roll s s -" in game.options and "roll s s s" not in game.options
    game = bet(catalog)
    game.play("A: challenge b > yes")
    assert game.dice == "3 dice = 2 basic challenge + 1 Odd die"


@rule("CHA-12")
def test_a_roll_by_a_text_is_none_in_a_challenge(catalog: Catalog) -> None:
    game = bet(catalog)
    game.play("A: Throw")
    assert "roll b b" in game.options, "nothing is asked before it"
    game = bet(catalog)
    game.play("A: end", "b: challenge A")
    assert game.options == ["> yes", "> no"], "defending is in a challenge"


@rule("CDN-1")
def test_a_die_on_the_track_is_not_added(catalog: Catalog) -> None:
    game = bet(catalog)
    game.play("A: Stake", "A: Bet")
    assert game.dice == "2 dice = 2 Bet"


# ---------------------------------------------------------------- the token paid; a turn of its own


@rule("ABI-2")
def test_the_token_paid_is_told_from_those_on_other_places_only(catalog: Catalog) -> None:
    sides = {"light": {"pool": ["gold", "gold"], "track": [["gold"], [], [], ["red"]]}}
    game = scene(" A b ", A="Payer", catalog=catalog, sides=sides)
    game.play("A: Swap")
    assert game.options == ["> gold 1", "> red 4"]
    sides = {"light": {"pool": ["gold", "gold"], "track": [[], ["gold"], [], ["red"]]}}
    game = scene(" A b ", A="Payer", catalog=catalog, sides=sides)
    game.play("A: Swap")
    assert game.options == ["> gold 2", "> red 4"], "beside an equal one it cannot be told apart"


def test_what_is_done_in_the_turn_of_another_is_not_in_a_turn_of_its_own(catalog: Catalog) -> None:
    drawing = """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | R   .   b |
        +---+---+---+
    """
    game = scene(drawing, A="Captain", R="Runner", catalog=catalog, pool="gold")
    game.play("A: Go > R > b2 > move c1", "A: end", "b: end")
    assert game.state.acting == game.state.setup.figure("R")
    game.play("R: end")
    assert game["sides.light.points"] == 0
    game = scene(drawing, A="Captain", R="Runner", catalog=catalog, turn="R")
    game.play("R: move b2", "R: move b2")
    assert game["sides.light.points"] == 1, "a move of 0 is none"
    assert not game.happened(Placed)
