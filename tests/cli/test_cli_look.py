"""`see`, `reach`, `odds`, `why`, `perft`: their JSON, what they show people, and what bad input gets."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

from kit.marks import rule
from kit.packs import FOLDER

from .runs import answer, process, run

SCENE = '''
drawing = """
+---+---+---+---+
| A   b   . | z |
+   +---+   +   +
| ~   . | .   # |
+---+---+---+---+
"""
turn = "A"
'''


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.toml"
    path.write_text(SCENE, encoding="utf-8")
    return path


def test_see_is_as_the_design_has_it(scene: Path) -> None:
    assert answer("see", scene, "a1") == {"from": "a1", "seen": ["a1", "b1", "a2"]}
    assert answer("see", scene, "A") == answer("see", scene, "a1")


def test_from_an_empty_square_nobody_blocks_unless_a_side_looks(scene: Path) -> None:
    free = answer("see", scene, "c1")["seen"]
    assert "a1" in free
    assert "a1" not in answer("see", scene, "c1", "--side", "light")["seen"]
    assert "a1" in answer("see", scene, "c1", "--side", "dark")["seen"]


def test_see_draws_what_is_seen(scene: Path) -> None:
    shown = run("see", scene, "a1").stdout
    assert " 2 |~x   . | .   # |" in shown
    assert "Unsullied (b) on b1" in shown


def test_a_scene_may_come_by_standard_input() -> None:
    assert answer("see", "-", "a1", typed=SCENE) == {"from": "a1", "seen": ["a1", "b1", "a2"]}


def test_reach_is_as_the_design_has_it(scene: Path) -> None:
    assert answer("reach", scene, "A") == {"figure": "A", "steps": 2, "squares": ["a1", "a2", "b2"]}
    assert answer("reach", scene, "A", "0") == {"figure": "A", "steps": 0, "squares": ["a1"]}
    assert answer("reach", scene, "b", "1")["squares"] == ["b1", "c1"]


def test_reach_of_a_figure_that_is_out_says_so(tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    path.write_text(
        SCENE.replace("A   b", ".   b")
        + '[figures]\nA = { side = "light" }\nb = { side = "dark" }\nz = { side = "dark" }\n[sides.light]\ntrack = [["A"], [], [], []]\n'
    )
    assert "A is not on the map" in run("reach", path, "A", code=2).stderr


def test_odds_are_exact() -> None:
    assert answer("odds", "2", "2") == {"attack": 2, "defense": 2, "win": 0.47685185185185186, "exact": "103/216"}
    assert answer("odds", "0", "3")["exact"] == "0"
    assert answer("odds", "40", "40")["win"] < 1


def test_the_outcomes_of_odds_add_up() -> None:
    data = answer("odds", "3", "1", "--outcomes")
    ways = {one["margin"]: one["ways"] for one in data["outcomes"]}
    assert sum(ways.values()) == data["rolls"] == 6**4
    assert str(Fraction(sum(n for margin, n in ways.items() if margin > 0), 6**4)) == data["exact"]
    shown = run("odds", "2", "2").stdout
    assert "103/216 = 47.69 %" in shown
    assert "    +6     9     0.69 %" in shown


def test_why_a_line_is_refused(scene: Path) -> None:
    data = answer("why", scene, "A: move d1")
    assert data["line"] == "A: move d1" and data["allowed"] is False
    assert data["reasons"][0]["rule"] == "MOV-3"
    assert answer("why", scene, "A:", "move", "d1") == data
    assert answer("why", scene, "A: move a2") == {"line": "A: move a2", "allowed": True, "reasons": []}
    assert "(MOV-3)" in run("why", scene, "A: move d1").stdout


def test_why_tells_that_an_ability_would_do_nothing_now(tmp_path: Path) -> None:
    path = tmp_path / "idle.toml"
    table = '[figures]\nA = { character = "Rose Nylund", side = "light" }\nb = { side = "dark" }\n[sides.light]\npool = ["gold"]\n'
    path.write_text(SCENE + table)
    data = answer("why", path, "A: Story Time")
    assert data["allowed"] is True and "pull" in data["idle"]
    assert f"allowed. {data['idle']}" in " ".join(run("why", path, "A: Story Time").stdout.split())


def test_why_a_square_is_seen_or_not(scene: Path) -> None:
    hidden = answer("why", scene, "a1", "c1")
    assert (hidden["seen"], hidden["reasons"][0]["rule"], hidden["reasons"][0]["figures"]) == (False, "SEE-2", ["b"])
    assert answer("why", scene, "A", "b")["seen"] is True
    assert answer("why", scene, "a1", "c1", "--side", "dark")["seen"] is True
    assert "c1 is not seen from a1." in run("why", scene, "a1", "c1").stdout


def test_perft_counts_every_way(scene: Path) -> None:
    assert [answer("perft", scene, str(depth)) for depth in range(4)] == [
        {"depth": 0, "leaves": 1},
        {"depth": 1, "leaves": 5},
        {"depth": 2, "leaves": 21},
        {"depth": 3, "leaves": 73},
    ]
    divided = answer("perft", scene, "2", "--divide")["divide"]
    assert divided == {"A: move a1": 5, "A: move a2": 4, "A: move b2": 4, "A: challenge b": 6, "A: end": 2}
    assert "21 leaves at depth 2" in run("perft", scene, "2").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["see", "SCENE", "z9"], "'z9' is no square of this map (a1 to d2) and no figure on it"),
        (["see", "SCENE", "a1", "--side", "pink"], "'pink' is not one of"),
        (["reach", "SCENE", "Q"], "there is no figure 'Q'; there are A, b, z"),
        (["reach", "SCENE", "A", "-1"], "-1"),
        (["why", "SCENE", "A: move q9"], "'q9' is no square of this map"),
        (["why", "SCENE"], "Missing argument"),
        (["odds", "2"], "Missing argument"),
        (["odds", "2", "41"], "41 is not in the range"),
        (["perft", "SCENE", "99"], "99 is not in the range"),
        (["see", "nowhere.toml", "a1"], "nowhere.toml:1:1: the file cannot be read: No such file or directory"),
        (["see", ".", "a1"], ".:1:1: the file cannot be read: Is a directory"),
        (["perf"], "There is no command 'perf'. Did you mean 'perft'?"),
        (["see", "SCENE", "a1", "--packs", "nowhere"], "nowhere:1:1: there is no such folder of packs"),
    ],
)
def test_wrong_usage_gets_a_sentence_and_exit_code_2(scene: Path, words: list[str], said: str) -> None:
    result = run(*(scene if word == "SCENE" else word for word in words), code=2)
    assert said in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfe\x00", "the file is not UTF-8 text"),
        (b"drawing = \x00", "the file is not text"),
        (b"drawing = ", "this is not TOML"),
        (b"", "drawing"),
        (b'drawing = "A b"\nturm = "A"', "a scene has no key 'turm'; did you mean 'turn'?"),
        (b'drawing = "A b"\nturn = "Q"', "'Q' is no side and no figure of this scene"),
    ],
)
def test_a_malformed_scene_gets_its_place_and_a_sentence(tmp_path: Path, raw: bytes, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(raw)
    result = run("see", path, "a1", code=2)
    assert result.stderr.startswith(f"{path}:") and said in result.stderr
    assert run("perft", "-", "1", typed=raw, code=2).stderr.startswith("standard input:")


@pytest.mark.parametrize("words", [["see", "PIPE", "a1"], ["replay", "PIPE"], ["sim", "--setup", "PIPE"], ["terminal", "--record", "PIPE"]])
def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(tmp_path: Path, words: list[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = process(*(str(pipe) if word == "PIPE" else word for word in words))
    assert done.returncode == 2 and b"a pipe or a device" in done.stderr, done


def test_a_device_is_refused_and_a_pipe_that_the_shell_opened_is_read() -> None:
    assert "give a file, or `-`" in run("see", "/dev/zero", "a1", code=2).stderr
    out, into = os.pipe()
    os.write(into, b'drawing = " A . z "\n')
    os.close(into)
    try:
        assert answer("see", f"/dev/fd/{out}", "a1") == {"from": "a1", "seen": ["a1", "b1", "c1"]}
    finally:
        os.close(out)


@rule("SEE-8")
def test_see_and_why_know_who_cannot_be_seen(tmp_path: Path) -> None:
    """The square of the Phantom is seen, the Phantom is not."""
    path = tmp_path / "phantom.toml"
    path.write_text('drawing = " A . p . "\nturn = "A"\n[figures]\np = { side = "dark", character = "Phantom" }\n', encoding="utf-8")
    packs = ("--packs", str(FOLDER / "terrain"))
    assert answer("see", path, "A", *packs) == {"from": "a1", "seen": ["a1", "b1", "c1", "d1"], "concealed": ["p"]}
    assert answer("why", path, "A", "p", *packs)["seen"] is False
    assert [one["rule"] for one in answer("why", path, "A", "p", *packs)["reasons"]] == ["SEE-8"]
    assert answer("why", path, "A", "c1", *packs)["seen"] is True
    shown = run("see", path, "A", *packs).output
    assert "Standing there: " in shown and "Phantom (p) on c1, " not in shown and "Phantom (p) on c1 is not seen." in shown
    assert "is not seen from A (a1)" in run("why", path, "A", "p", *packs).output
