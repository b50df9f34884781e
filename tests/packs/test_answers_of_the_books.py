"""The answers that the Expanded Instructions print for the sets beyond the first four, each under its name on the sheet.

Those about shipped cards are scenes of the packs, found here by their names. The others are played with a card made for them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import tipover
from kit.marks import rule
from kit.table import scene
from tipover import Catalog, load

PACKS = Path(tipover.__file__).parent / "packs"
IN_SCENES = (
    "DC100-1", "DC100-2", "DC102-1", "HP101-1", "RM100-1", "RM100-2", "RM100-3", "RM100-4", "JP100-1", "JP100-2", "JP100-3", "JP100-4",
    "SJ100-1", "SJ100-2", "SJ100-3", "SJ100-4",
)  # fmt: skip


@pytest.mark.parametrize("answer", IN_SCENES)
def test_an_answer_is_a_scene_of_its_pack(answer: str) -> None:
    named = [
        test["name"]
        for path in PACKS.glob("*/tests/*.toml")
        for test in tomllib.loads(path.read_text(encoding="utf-8")).get("test", [])
        if test["name"].startswith(f"{answer}: ")
    ]
    assert named, f"no scene shows {answer}"


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """A gambler with the trait of Oogie Boogie, who rolls one die, or two."""
    folder = tmp_path_factory.mktemp("packs") / "gambler"
    (folder / "characters").mkdir(parents=True)
    (folder / "pack.toml").write_text('name = "Gambler"\nneeds = ["core", "nightmare_before_christmas"]\n', encoding="utf-8")
    oogie = load().figures[load().figure("Oogie Boogie")]
    assert oogie.trait is not None
    (folder / "characters" / "gambler.toml").write_text(
        'name = "Gambler"\ntokens = ["blue", "red"]\n'
        '[[ability]]\nname = "One"\ncost = "blue 2"\nrule = "Roll a Boogie die. If the total is 7 or more, move 1."\n'
        '[[ability]]\nname = "Two"\ncost = "blue 2"\nrule = "Roll 2 Boogie dice. If the total is 13 or more, move 1."\n'
        f'[trait]\nname = "Jackpot"\nrule = "{oogie.trait.rule}"\n',
        encoding="utf-8",
    )
    return load(folder)


@rule("CHA-22")
def test_tnbc100_1_a_single_die_is_never_a_match(catalog: Catalog) -> None:
    """TNBC100-1."""
    game = scene(" A . b ", A="Gambler", catalog=catalog, pool="blue")
    game.play("A: One", "roll 6")
    assert game["sides.light.track"] == [[], ["blue"], [], []]
    game = scene(" A . b ", A="Gambler", catalog=catalog, pool="blue")
    game.play("A: Two", "roll 6 6")
    assert game["sides.light.track"] == [["blue"], [], [], []]
