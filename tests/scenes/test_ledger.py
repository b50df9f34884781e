"""Scenes made from the rules ledger and the sets' sheets alone: one file a chapter in `ledger/`, many scenes a file.

A `[[scene]]` has a `name` and its `text`, which is a scene file as `tipover check` reads it; `see` and `reach` are answers of
those two commands about it.
"""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from tipover.cli.entry import tipover
from tipover.play.scene_tests import check_files

LEDGER = Path(__file__).parent / "ledger"


def answer(*words):
    result = CliRunner().invoke(tipover, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("chapter", sorted(path.stem for path in LEDGER.glob("*.toml")))
def test_every_scene_does_what_the_ledger_says(chapter, tmp_path):
    wrong = []
    for number, scene in enumerate(tomllib.loads((LEDGER / f"{chapter}.toml").read_text(encoding="utf-8"))["scene"]):
        file = tmp_path / f"{number}.toml"
        file.write_text(scene["text"], encoding="utf-8")
        found = check_files([str(file)])
        wrong += [f"{scene['name']}: {failure.test}: {failure.message}" for failure in found.failures]
        assert found.tests or "see" in scene or "reach" in scene, f"{scene['name']} asks for nothing"
        if see := scene.get("see"):
            side = ["--side", see["side"]] if "side" in see else []
            if (said := answer("see", str(file), see["from"], *side)) != {"from": see["from"], "seen": see["seen"]}:
                wrong.append(f"{scene['name']}: see answers {said}")
        if reach := scene.get("reach"):
            if (said := answer("reach", str(file), reach["figure"], str(reach["steps"]))) != reach:
                wrong.append(f"{scene['name']}: reach answers {said}")
    assert wrong == []
