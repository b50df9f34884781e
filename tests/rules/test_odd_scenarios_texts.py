"""Scenarios that no set has, written by hand: what each says is what happens (§2 of the language's page)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import load

AREAS: dict[str, object] = {"start light": ["a1"], "start dark": ["e1"], "Zone": ["b1"]}
CLAIM = "As an interact, a character of yours may claim an adjacent Zone area."


def scenario(folder: Path, text: str, key: str = "rule") -> Game:
    """A row of five squares with a Zone in b1, A at one end and b at the other, in a scenario of this text."""
    (folder / "odd" / "scenarios").mkdir(parents=True)
    (folder / "odd" / "pack.toml").write_text('name = "Odd"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    card = f'name = "Odd Game"\npoints = [6, 10]\nareas = ["Zone"]\n{key} = {json.dumps(text)}\n'
    (folder / "odd" / "scenarios" / "odd.toml").write_text(card, encoding="utf-8")
    return scene(" A . . . b ", catalog=load(folder / "odd"), scenario="Odd Game", areas=AREAS)


@rule("TIM-5")
@pytest.mark.parametrize(
    ("text", "play", "points"),
    [
        (f"{CLAIM} At the end of the round, gain 1 point for each Zone area of yours.", ("A: interact Zone", "A: end", "b: end"), (1, 0)),
        (f"{CLAIM} At the end of the round, gain 1 point for each Zone area of an opponent.", ("A: interact Zone", "A: end", "b: end"), (0, 1)),
        ("At the end of the round, for each Zone area: gain 1 point for each character of yours in it.", ("A: move b1", "A: end", "b: end"), (1, 0)),
        ("As an interact, a character may gain 1 point.", ("A: end", "b: interact scenario"), (0, 1)),
        ("As an interact, a rival may gain 1 point.", ("A: end", "b: interact scenario"), (0, 1)),
    ],
)  # fmt: skip
def test_an_odd_scenario_does_what_it_says(tmp_path: Path, text: str, play: tuple[str, ...], points: tuple[int, int]):
    game = scenario(tmp_path, text)
    game.play(*play)
    assert (game["sides.light.points"], game["sides.dark.points"]) == points


@rule("ACT-4")
def test_an_action_for_everybody_is_offered_once_though_each_side_has_the_rule(tmp_path: Path):
    game = scenario(tmp_path, "As an interact, a character may gain 1 point. Once per round.")
    assert [one for one in game.options if "interact" in one] == ["A: interact scenario"]
