"""The set-up options of `sim`, `play` and `terminal`: dealt games, wished-for games, set-up files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .runs import answer, run

KEYS = ["games", "decisions", "faults", "draws", "wins", "digest"]


def test_sim_deals_every_game_anew_and_alike_for_any_number_of_jobs() -> None:
    words = ["sim", "--random", "--games", "44", "--rounds", "1", "--seed", "deal"]
    one = answer(*words)
    assert list(one) == KEYS and one["games"] == 44 and one["faults"] == 0
    assert answer(*words, "--jobs", "2") == one


@pytest.mark.parametrize("mode", ["2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate", "first"])
def test_sim_plays_a_mode(mode: str) -> None:
    told = answer("sim", "--mode", mode, "--games", "2", "--rounds", "1", "--seed", "m")
    assert told["faults"] == 0 and {"ffa3": 3, "ffa4": 4}.get(mode, len(told["wins"])) == len(told["wins"])


def test_sim_keeps_what_is_wished_for() -> None:
    words = ["--scenario", "Leaders", "--map", "Barracks", "--light", "Iron Man, Needle, Iron Drone", "--games", "2", "--rounds", "1"]
    assert answer("sim", *words)["faults"] == 0


def test_one_game_of_a_seed_can_be_played_alone() -> None:
    words = ["sim", "--random", "--rounds", "1", "--seed", "x"]
    whole = answer(*words, "--games", "3")["decisions"]
    assert whole == sum(answer(*words, "--only", str(k))["decisions"] for k in range(3))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--first", "marvel", "--random"], "Give one of --first, --setup, and --random"),
        (["--setup", "x.json", "--mode", "2v2"], "Give one of --first, --setup, and --random"),
        (["--mode", "ffa4", "--map", "Barracks"], "no map and scenario fit this: mode ffa4, map Barracks (SUP-1)"),
        (["--map", "Barraks"], "there is no map 'Barraks'; did you mean 'Barracks'?"),
        (["--light", "Gihun, Il-nam"], "there is no character 'Gihun'; did you mean 'Gi-hun'?"),
        (["--light", "Gi-hun, Il-nam", "--dark", "Jon Snow", "--mode", "2v2"], "every side has the same number of characters (SUP-3)"),
    ],
)
def test_a_game_that_cannot_be_is_a_sentence_and_exit_code_2(words: list[str], told: str) -> None:
    assert told in " ".join(run("sim", *words, code=2).stderr.split())


@pytest.mark.parametrize("seed", range(6))
def test_a_dealt_game_can_be_played_in_the_terminal(seed: int) -> None:
    said = run("terminal", "--random", "--seed", f"t{seed}", typed="1\n" * 25).stdout
    assert "Type 'help' at any time." in said and "went wrong" not in said


def test_the_same_seed_sits_down_at_the_same_game() -> None:
    words = ["terminal", "--random", "--seed", "same", "--hotseat"]
    assert answer(*words)["state"] == answer(*words)["state"]


def test_the_terminal_says_what_is_played(tmp_path: Path) -> None:
    said = " ".join(run("terminal", "--mode", "ultimate", "--light", "Iron Man", "--quick", "--seed", "4", typed="").stdout.split())
    assert "Ultimate on" in said and "The ultimate: When you knock out a rival, gain 1 point." in said
    assert "At the end of a round 10 points" in said
    described = {"map": "Barracks", "sides": [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]}
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(described))
    assert "A game without a scenario on Barracks." in " ".join(run("terminal", "--setup", path, typed="").stdout.split())
    assert "sides go clockwise" in _wrong(tmp_path, described)


def _wrong(folder: Path, described: dict[str, object]) -> str:
    sides = described["sides"]
    assert isinstance(sides, list)
    path = folder / "wrong.json"
    path.write_text(json.dumps({**described, "sides": sides[::-1]}))
    return run("terminal", "--setup", path, code=2).stderr


def test_a_side_is_yours_by_name() -> None:
    data = answer("terminal", "--random", "--mode", "3v3", "--quick", "--seed", "5", "--side", "dark")
    assert data["decision"]["side"] == "dark"
    assert "--side fourth does not play" in run("terminal", "--mode", "2v2", "--side", "fourth", code=2).stderr


def test_a_file_does_not_go_with_a_deal(tmp_path: Path) -> None:
    scene = tmp_path / "scene.toml"
    scene.write_text('drawing = " A . b "\n')
    assert "--random goes with a new game, not with a file." in run("terminal", scene, "--random", code=2).stderr
    assert "--map goes with a new game" in run("terminal", scene, "--map", "Barracks", code=2).stderr
