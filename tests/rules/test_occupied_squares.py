"""OCC: what takes up a square, and what happens when there is none."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import scene
from tipover import ContentError
from tipover.engine.core.event import PutOnTrack, Returned


@rule("OCC-1")
@pytest.mark.parametrize("name", ["Worker #28", "Gi-hun", "Ghost", "Drogon", "Data Terminal"])
def test_every_figure_takes_up_its_square(name: str) -> None:
    for side in ("light", "dark"):
        game = scene(" A q . ", q={"side": side, "character": name})
        assert game.refused("A: move b1")[0] in ("MOV-6", "MOV-8")


@rule("OCC-1")
def test_a_knocked_down_figure_takes_up_its_square_too() -> None:
    for mark in "Bz":
        game = scene(f" A {mark} . ", **{mark: {"down": True}})
        assert game.refused("A: move b1") == ["MOV-6"]


@rule("OCC-1")
def test_tokens_and_markers_take_up_nothing_and_pile_up() -> None:
    energy = {"kind": "Energy", "side": "dark", "square": "b1"}
    game = scene(" A . ", points={"A": "b1", "B": "b1"}, pieces=[energy, energy])
    game.play("A: move b1")
    assert game["A.square"] == "b1"


@rule("OCC-1")
def test_no_two_figures_stand_on_one_square_in_a_scene() -> None:
    with pytest.raises(ContentError, match=r"A and Drogon stand on one square \(OCC-1\)"):
        scene(" A . ", pieces=[{"kind": "Drogon", "side": "dark", "square": "a1"}])


@rule("OCC-1")
def test_nobody_comes_back_into_a_taken_square() -> None:
    game = scene(
        " A b . . ",
        C={"side": "light"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["a1", "c1", "d1"], "start dark": ["b1"]},
    )
    game.play("A: end", "b: end")
    assert game.options == ["> c1", "> d1"]
    assert game.refused("> a1") == ["OCC-1"]


@rule("OCC-2")
def test_without_a_free_square_on_the_map_a_returning_figure_stays_on_the_1() -> None:
    game = scene(
        """
        +---+---+---+---+
        | A   b   #   . |
        +---+---+---+---+
    """,
        C={"side": "light"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["a1"], "start dark": ["b1"]},
    )
    game.play("A: end", "b: end")
    c = game.state.setup.figure("C")
    assert game["round"] == 2
    assert game["sides.light.track"] == [["C"], [], [], []]
    assert PutOnTrack(c, 0, 1) in game.events
    assert game.happened(Returned) == []


@rule("OCC-2")
def test_it_comes_back_at_the_next_cooldown_that_finds_a_free_square() -> None:
    game = scene(
        " A b ",
        C={"side": "light"},
        b={"down": True},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["a1"], "start dark": ["b1"]},
    )
    game.play("A: end", "b: end")
    assert game["C.out"]
    game.play("b: end", "A: end")
    assert game["C.out"]
    game.play("A: challenge b", "roll b b", "roll b b", "A: end")
    assert game["C.square"] == "b1"
    assert game["sides.dark.track"] == [["b"], [], [], []]
