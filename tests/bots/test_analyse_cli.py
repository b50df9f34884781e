"""`tipover analyse`: a report that names the blunders, JSON, a picture, and sentences for bad input."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.runs import answer, run
from kit.surewin import PASSED, SURE_WIN, TAKEN, record_of
from tipover.cli.chart import ruler, sparkline


def record(folder: Path, *lines: str) -> Path:
    """A record of the scene in which light can win at once."""
    path = folder / "game.tip"
    path.write_text(record_of(lines, ["Ann <3", "Ben"]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Light walks past a sure win, and loses."""
    return record(tmp_path_factory.mktemp("records"), *PASSED)


def test_the_report_names_the_blunder_luck_and_skill(lost: Path) -> None:
    said = " ".join(run("analyse", lost, "--nodes", "40").output.split())
    assert said.startswith("Light (Ann <3) against dark (Ben): 4 choices, dark won (light 5, dark 6).")
    assert "Choice 1, round 2: light chose: end " in said and "Better: let " in said and "It cost " in said
    assert "Luck and skill" in said and "100 % to 0 %" in said
    assert "The chances after every choice" not in said
    told = run("analyse", lost, "--nodes", "40", "--moments", "--side", "light").output
    assert "The decisions of light that cost most" in told and "   1  light" in told and "better A: interact A" in told
    narrow = run("analyse", lost, "--nodes", "40", columns=40).output
    assert max(map(len, narrow.splitlines())) <= 90


def test_the_json_has_chances_costs_and_accounts(lost: Path) -> None:
    found = answer("analyse", lost, "--nodes", "40")
    assert (found["choices"], found["over"], found["winner"], found["sides"]) == (4, True, "dark", ["light", "dark"])
    assert found["chances"]["light"][0] == 1 and found["chances"]["dark"] == [round(1 - one, 4) for one in found["chances"]["light"]]
    assert {one["number"] for one in found["worst"]} >= {1, 4}
    one = found["account"]["light"]
    assert one["start"] + one["luck"] - one["errors"] + one["gifts"] + one["drift"] == pytest.approx(one["end"], abs=1e-3)
    assert found["steps"][0] == {
        "number": 1,
        "round": 2,
        "side": "light",
        "line": "A: end",
        "cost": found["steps"][0]["cost"],
        "better": "A: interact A",
    }
    assert found == answer("analyse", lost, "--nodes", "40")
    assert {one["side"] for one in answer("analyse", lost, "--nodes", "40", "--side", "light")["worst"]} == {"light"}


def test_the_picture_is_a_drawing_that_can_be_read(lost: Path, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    run("analyse", lost, "--nodes", "40", "--svg", picture)
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f"{name}polyline")
    assert len(lines) == 2 and len({line.get("stroke-dasharray") for line in lines}) == 2, "each side has a stroke of its own"
    assert all(len((line.get("points") or "").split()) == 5 for line in lines)
    words = " ".join(text.text or "" for text in root.iter(f"{name}text"))
    assert "Ann <3" in words and "light 0 %" in words and "dark 100 %" in words and "choice 1, light" in words
    assert "light from 100 to 0 %" in (root.get("aria-label") or "")


def test_who_takes_a_sure_win_hears_that_nothing_was_lost(tmp_path: Path) -> None:
    said = " ".join(run("analyse", record(tmp_path, *TAKEN), "--nodes", "40", "--side", "light").output.split())
    assert "No decision of light cost anything, as far as 40 nodes of search see." in said


def test_what_is_not_over_or_not_begun_is_told_so_far(tmp_path: Path) -> None:
    said = " ".join(run("analyse", record(tmp_path, "A: end"), "--nodes", "40").output.split())
    assert "1 choice, not finished" in said and "Better: let " in said
    said = run("analyse", record(tmp_path), "--svg", tmp_path / "empty.svg").output
    assert "Nothing has been played yet." in said
    assert answer("analyse", record(tmp_path))["winner"] is None


def test_bad_input_gets_a_sentence(lost: Path, tmp_path: Path) -> None:
    assert "cannot be read" in run("analyse", tmp_path / "none.tip", code=2).output
    scene = tmp_path / "scene.toml"
    scene.write_text(SURE_WIN, encoding="utf-8")
    assert "this is no record" in run("analyse", scene, code=2).output
    assert "the sides of this game are light, dark" in run("analyse", lost, "--side", "third", code=2).output
    assert "--nodes" in run("analyse", lost, "--nodes", "0", code=2).output
    assert "No such file or directory" in run("analyse", lost, "--svg", tmp_path / "no" / "folder.svg", code=2).output
    broken = tmp_path / "broken.tip"
    broken.write_text(lost.read_text(encoding="utf-8").replace("1 A: end", "1 A: move z9"), encoding="utf-8")
    assert "broken.tip:" in run("analyse", broken, code=2).output
    assert "4 choices" in run("analyse", "-", "--nodes", "20", typed=lost.read_text(encoding="utf-8")).output


def test_a_sparkline_has_at_most_its_columns_and_ends_where_it_ends() -> None:
    assert sparkline([0.0, 0.5, 1.0], 10) == "▁▅█"
    assert len(sparkline([k / 99 for k in range(100)], 20)) == 20
    assert sparkline([k / 99 for k in range(100)], 20)[-1] == "█"
    assert ruler([], 10) == ""
