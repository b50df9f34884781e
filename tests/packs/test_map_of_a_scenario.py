"""A map may have other starting areas and point squares in one scenario (MAP-6, PTS-1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from tipover import arrange, load
from tipover.cards.toml import ContentError

MAP = """
name = "Two Ways"
drawing = '''
+---+---+---+---+
| l   A   .   k |
+   +   +   +   +
| l   .   B   k |
+---+---+---+---+
'''

[areas]
"start light" = "l"
"start dark" = "k"

[points]
A = "A"
B = "B"
{more}
"""
MORE = """
[scenario.Sideways.areas]
"start light" = ["a1", "b1"]

[scenario.Sideways.points]
A = "c1"
"""
SCENARIO = 'name = "{name}"\nsides = [2]\npoints = [6, 10]\nrule = "When you knock out a rival, gain 1 point."\n'


def written(folder: Path, more: str) -> Path:
    pack = folder / "ways"
    for sub in ("maps", "scenarios"):
        (pack / sub).mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Ways"\nneeds = ["core"]\n', encoding="utf-8")
    (pack / "maps" / "two_ways.toml").write_text(MAP.replace("{more}", more), encoding="utf-8")
    for name in ("Sideways", "Straight"):
        (pack / "scenarios" / f"{name.lower()}.toml").write_text(SCENARIO.format(name=name), encoding="utf-8")
    return pack


@rule("MAP-6", "PTS-1", "SUP-6")
def test_a_scenario_has_the_areas_and_points_that_the_map_names_for_it(tmp_path: Path):
    catalog = load(written(tmp_path, MORE))
    names: dict[str, tuple[list[str], list[tuple[str, int]]]] = {}
    for scenario in ("Sideways", "Straight"):
        sides = [{"side": side, "figures": ["Gi-hun"]} for side in ("light", "dark")]
        setup = arrange(catalog, {"map": "Two Ways", "scenario": scenario, "sides": sides})
        points = [(slot.letter, setup.grid.name(slot.square)) for slot in setup.pieces if slot.letter]
        names[scenario] = setup.grid.names(setup.starts[0]), points
    assert names["Straight"] == (["a1", "a2"], [("A", "b1"), ("B", "c2")])
    assert names["Sideways"] == (["a1", "b1"], [("A", "c1")])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[scenario.Sideways]\nwall = "red"\n', "of one scenario a map has areas and points, no 'wall'"),
        ('[scenario.Sideways.points]\nA = "z9"\n', "'z9' is no square of this map"),
        ('[scenario.Sideways.areas]\n"start left" = ["a1"]\n', "'left' is no side"),
    ],
)
def test_a_mistake_there_is_told_in_its_place(tmp_path: Path, more: str, said: str):
    with pytest.raises(ContentError, match=said) as refused:
        load(written(tmp_path, more))
    assert "two_ways.toml" in str(refused.value)
