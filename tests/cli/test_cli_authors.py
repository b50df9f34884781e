"""What a pack's author uses: `new pack`, `check` of packs, `format`; and packs with mistakes beside sound ones."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tipover.cli.new_command import called

from .runs import SOURCE, answer, run

OURS = SOURCE / "tipover" / "packs"
HERO = "characters/hero.toml"
HEAVE = "Challenge 3. If it wins, push the target 1."


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A new pack, as `tipover new pack` writes it."""
    run("new", "pack", "Space Opera", "--into", tmp_path)
    return tmp_path / "space_opera"


def change(pack: Path, old: str, new: str, file: str = HERO) -> None:
    """Edit a file of a pack."""
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new), encoding="utf-8")


# --- new -----------------------------------------------------------------------------------------------------------------


def test_a_new_pack_passes_its_check_is_well_spelled_and_plays(mine: Path) -> None:
    assert answer("check", mine) == {"files": 3, "tests": 2, "failures": []}
    assert run("check", mine).stdout == "3 files, 2 tests, no faults\n"
    assert answer("format", "--check", mine)["changed"] == []
    assert answer("cards", "Space Opera Hero", "--packs", mine)["abilities"][0]["rule"] == HEAVE


def test_a_new_pack_says_what_to_do_next(tmp_path: Path) -> None:
    said = run("new", "pack", "space  opera", "--into", tmp_path / "deep" / "er", columns=200).stdout
    goal = tmp_path / "deep" / "er" / "space_opera"
    assert f"tipover check {goal}" in said
    assert f"tipover terminal --light 'Space opera Hero' --packs {goal}" in said
    assert 'name = "Space opera"' in (goal / "pack.toml").read_text(encoding="utf-8")


def test_the_next_commands_are_called_as_this_one_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / ".venv" / "bin" / "tipover"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert called(str(program)) == called(".venv/bin/tipover") == ".venv/bin/tipover"
    assert called(str(tmp_path / "src" / "tipover" / "__main__.py")).endswith(" -m tipover")
    monkeypatch.setenv("PATH", str(program.parent))
    assert called(str(program)) == "tipover"


def test_a_new_pack_overwrites_nothing(mine: Path) -> None:
    before = {file: file.read_bytes() for file in mine.rglob("*.toml")}
    said = run("new", "pack", "Space opera!", "--into", mine.parent, code=2).stderr
    assert "is there already, and nothing was written" in said
    assert {file: file.read_bytes() for file in mine.rglob("*.toml")} == before
    assert [one.name for one in mine.parent.iterdir()] == ["space_opera"]


@pytest.mark.parametrize("name", ["", "  ", "!!!", "1st", "x" * 41, "\x1b[31m", "../up", "Marvel", "core"])
def test_a_name_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    said = run("new", "pack", name, "--into", tmp_path, code=2).stderr
    assert "name" in said
    assert list(tmp_path.iterdir()) == []


def test_a_new_pack_as_json(tmp_path: Path) -> None:
    data = answer("new", "pack", "Émile", "--into", tmp_path)
    assert data["pack"] == "emile"
    assert data["folder"] == str(tmp_path / "emile")
    assert [Path(file).name for file in data["files"]] == ["hero.toml", "pack.toml", "hero.toml"]
    assert answer("check", tmp_path)["failures"] == []


# --- check ---------------------------------------------------------------------------------------------------------------


def test_every_mistake_of_a_pack_is_listed_and_its_tests_are_not_run(mine: Path) -> None:
    change(mine, HEAVE, "If it wins, shove the target 1. Move 0.")
    change(mine, '"blue 2"', '"blue 9"')
    data = answer("check", mine, code=1)
    assert (data["files"], data["tests"]) == (3, 0)
    assert list(data) == ["files", "tests", "failures"]
    assert all(list(failure) == ["file", "line", "column", "test", "message"] for failure in data["failures"])
    lines = run("check", mine, code=1).stdout.splitlines()
    assert [line.replace(f"{mine}/", "") for line in lines] == [
        f"{HERO}:11:1: 'blue 9' is no cost: after its colour stands a number from 1 to 4, as \"blue 3\"",
        f"{HERO}:13:21: `shove` is not known; did you mean `push`?",
    ]


def test_what_reads_and_cannot_be_meant_is_a_fault(mine: Path) -> None:
    change(mine, HEAVE, "Push the target 1. Challenge 0.")
    lines = run("check", mine, code=1).stdout.splitlines()
    assert [line.split(": ")[0].replace(f"{mine}/", "") for line in lines] == [f"{HERO}:13:14", f"{HERO}:13:38"]


def test_warnings_are_marked_and_are_no_faults(mine: Path) -> None:
    (mine / "pieces.toml").write_text('[[token]]\nname = "Spark"\n')
    line, last = run("check", mine).stdout.splitlines()
    assert line.startswith(f"{mine}/pieces.toml:2:1: warning: the token 'Spark' is in no rule")
    assert last == "4 files, 2 tests, no faults, 1 warning"
    data = answer("check", mine)
    assert data["failures"] == []
    assert [(one["line"], one["column"]) for one in data["warnings"]] == [(2, 1)]


def test_a_failing_test_of_a_pack_is_told_by_its_name(mine: Path) -> None:
    change(mine, '"b.square" = "d2"', '"b.square" = "d3"', "tests/hero.toml")
    (failure,) = answer("check", mine, code=1)["failures"]
    assert failure["test"] == "Heave knocks down and pushes"
    assert failure["message"] == "expected b.square = 'd3', found 'd2'"


def test_explain_says_what_it_and_them_stand_for(mine: Path) -> None:
    change(mine, HEAVE, "Challenge 3. Choose an ally in sight. Move it 1. Choose up to 2 rivals. Push them 1.")
    change(mine, "This has 1 more defense.", "When a rival within 3 is knocked out, place this in its last square.")
    said = [line.replace(f"{mine}/{HERO}:", "") for line in run("check", mine, "--explain", code=1).stdout.splitlines() if "` is " in line]
    assert said == ["13:52: `it` is an ally in sight", "13:86: `them` is up to 2 rivals", "20:53: `its` is a rival within 3"]
    assert [one["line"] for one in answer("check", mine, "--explain", code=1)["antecedents"]] == [13, 13, 20]


def test_one_file_of_a_pack_is_checked_with_its_pack(mine: Path) -> None:
    assert answer("check", mine / "tests" / "hero.toml") == {"files": 1, "tests": 2, "failures": []}
    assert answer("check", mine / HERO) == {"files": 1, "tests": 0, "failures": []}
    (mine / "status.toml").write_text('[[status]]\nname = "Fear"\nrule = "Shove it 1."\n')
    assert answer("check", mine / HERO)["failures"] == []
    assert len(answer("check", mine / "status.toml", code=1)["failures"]) == 1
    (failure,) = answer("check", mine / "tests" / "hero.toml", code=1)["failures"]
    assert failure["file"] == str(mine / "status.toml")


def test_two_packs_of_one_name_are_both_checked(mine: Path, tmp_path: Path) -> None:
    run("new", "pack", "Space Opera", "--into", tmp_path / "other")
    change(mine, HEAVE, "Push the target 1. Challenge 2.")
    data = answer("check", mine, tmp_path / "other" / "space_opera", code=1)
    assert (data["files"], data["tests"]) == (6, 2)
    assert len(data["failures"]) == 1
    change(tmp_path / "other" / "space_opera", HEAVE, "Push the target 1. Challenge 2.")
    assert len(answer("check", mine, tmp_path / "other", code=1)["failures"]) == 2


def test_the_sets_have_no_fault_and_no_warning() -> None:
    data = answer("check", OURS, "--no-trial")  # tests/play/test_card_trial.py has the trial of every pack
    assert data["failures"] == []
    assert "warnings" not in data
    assert data["tests"] > 300


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100,
        "a" + ".b" * 50 + " = 1",
        "#" * 300_000,
        "n = " + "9" * 5000,
        'name = "\\ud800"',
        'name = "Hero"\n[[ability]]\nname = "A"\ncost = "blue 1"\nrule = "' + "Move 1. " * 300 + '"',
        "\x00",
    ],
    ids=["nested", "dots", "large", "digits", "surrogate", "long rule", "nul"],
)
def test_hostile_files_of_a_pack_are_told_and_the_rest_is_checked(mine: Path, text: str) -> None:
    (mine / "characters" / "a.toml").write_text(text, encoding="utf-8")
    change(mine, HEAVE, "Push the target 1. Challenge 2.")
    failures = answer("check", mine, code=1)["failures"]
    assert {Path(failure["file"]).name for failure in failures} == {"a.toml", "hero.toml"}
    assert answer("format", mine, code=2)["changed"] == []


# --- a faulty pack beside others -----------------------------------------------------------------------------------------


def test_a_faulty_pack_is_told_in_a_sentence_and_the_others_play(mine: Path, tmp_path: Path) -> None:
    run("new", "pack", "Second", "--into", tmp_path)
    change(mine, HEAVE, "Shove the target 1.")
    done = run("cards", "Second Hero", "--packs", tmp_path, columns=300)
    assert "Challenge 3." in done.stdout
    assert done.stderr.startswith(f"Note: the pack 'space_opera' is left out: {mine}/{HERO}:13:9: `Shove` is not known")
    assert answer("cards", "Gi-hun", "--packs", mine)["pack"] == "squid_game"
    assert "There is no card 'Space Opera Hero'" in run("cards", "Space Opera Hero", "--packs", mine, code=2).stderr


def test_games_are_dealt_from_the_packs_that_are_sound(mine: Path) -> None:
    change(mine, HEAVE, "Push the target 1. Challenge 2.")
    done = run("sim", "--games", "1", "--seed", "3", "--rounds", "2", "--packs", mine, "--json", columns=300)
    assert '"faults": 0' in done.stdout
    assert f"the pack 'space_opera' is left out: {mine}/{HERO}:13:14: `the target` needs a challenge" in done.stderr


def test_a_faulty_pack_beside_does_not_spoil_a_check(mine: Path, tmp_path: Path) -> None:
    run("new", "pack", "Second", "--into", tmp_path)
    change(mine, HEAVE, "Shove the target 1.")
    done = run("check", tmp_path / "second", "--packs", mine, columns=300)
    assert done.stdout == "3 files, 2 tests, no faults\n"
    assert "the pack 'space_opera' is left out" in done.stderr


# --- format --------------------------------------------------------------------------------------------------------------


def test_format_rewrites_rules_alone_and_twice_changes_nothing(mine: Path) -> None:
    change(mine, f'"{HEAVE}"', '"Challenge three. If it wins, push the target 1.  Then move 1."  # mine')
    change(mine, "This has 1 more defense.\n", "   This has 1 more defense.  ")
    before = (mine / HERO).read_text(encoding="utf-8")
    assert answer("format", "--check", mine, code=1) == {"files": 1, "changed": [str(mine / HERO)], "failures": []}
    assert (mine / HERO).read_text(encoding="utf-8") == before
    assert answer("format", mine)["changed"] == [str(mine / HERO)]
    after = (mine / HERO).read_text(encoding="utf-8")
    expected = before.replace("Challenge three.", "Challenge 3.").replace("1.  Then move", "1. Move")
    assert after == expected.replace("   This has 1 more defense.  ", "This has 1 more defense.\n")
    assert answer("format", mine) == {"files": 1, "changed": [], "failures": []}
    assert run("format", mine).stdout == "1 file with rules: nothing rewritten\n"
    assert sorted(one.name for one in (mine / "characters").iterdir()) == ["hero.toml"]


def test_format_keeps_line_ends_and_the_rights_of_the_file(mine: Path) -> None:
    file = mine / HERO
    raw = file.read_bytes().replace(b"Challenge 3.", b"Challenge  3.").replace(b"\n", b"\r\n")
    file.write_bytes(raw)
    file.chmod(0o640)
    answer("format", mine)
    assert file.read_bytes() == raw.replace(b"Challenge  3.", b"Challenge 3.")
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o640


def test_format_leaves_files_with_mistakes_and_says_so(mine: Path) -> None:
    (mine / "status.toml").write_text('[[status]]\nname = "Fear"\nrule = "This  has 1 more defense."\n')
    change(mine, HEAVE, "Challenge  3. Shove the target 1.")
    before = (mine / HERO).read_bytes()
    data = answer("format", mine, code=2)
    assert data["changed"] == [str(mine / "status.toml")]
    assert [failure["line"] for failure in data["failures"]] == [13]
    assert (mine / HERO).read_bytes() == before
    assert "This has 1 more" in (mine / "status.toml").read_text()


def test_format_does_not_break_a_provenance_that_names_words(mine: Path) -> None:
    change(mine, HEAVE, "Challenge 3. If it wins,  push the target one.")
    change(mine, 'default = "house"', 'default = "house"\n"ability.Heave.rule.push the target one" = "known"')
    before = (mine / HERO).read_bytes()
    (failure,) = answer("format", mine, code=2)["failures"]
    assert failure["message"].startswith("with its rules in their one spelling: there is no value 'ability.Heave.rule.push the target one'")
    assert (mine / HERO).read_bytes() == before


def test_format_of_one_file_leaves_the_others(mine: Path) -> None:
    (mine / "status.toml").write_text('[[status]]\nname = "Fear"\nrule = "This  has 1 more defense."\n')
    change(mine, HEAVE, "Challenge  3.")
    assert answer("format", mine / "status.toml")["changed"] == [str(mine / "status.toml")]
    assert "Challenge  3." in (mine / HERO).read_text(encoding="utf-8")


def test_the_sets_are_well_spelled() -> None:
    data = answer("format", "--check", OURS)
    assert data["changed"] == []
    assert data["files"] > 30


@pytest.mark.parametrize("path", ["nowhere", "."])
def test_format_of_what_is_no_pack_is_refused(tmp_path: Path, path: str) -> None:
    assert "there is no pack here" in run("format", tmp_path / path, code=2).stderr


@pytest.mark.parametrize("words", [["new"], ["new", "pack"], ["format"], ["check"]])
def test_each_has_a_help_text(words: list[str]) -> None:
    assert len(run(*words, "--help").stdout) > 100
