"""Results survive: a kill at any moment, a torn line, a full disk; other settings and strangers' files are refused."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.runs import SOURCE, run
from lab.runs import QUICK, plan, rows_of
from tipover.lab import LabError, lab_games
from tipover.lab.arena import play
from tipover.lab.journal import Journal, default_folder
from tipover.lab.result_rows import is_result

COMMAND = ["lab", "arena", *QUICK, "--scenario", "Leaders", "--rounds", "8", "--seed", "kill"]


def begin(folder: Path, *more: str, limit: int = 0) -> subprocess.Popen[bytes]:
    """A run as a process of its own; `limit` is the size at which its files are full."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-m", "tipover", *COMMAND, "--out", str(folder), *more]
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "80"}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=bound if limit else None)


def lines(folder: Path) -> int:
    path = folder / "results.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_run_goes_on_and_ends_as_an_undisturbed_one(tmp_path: Path, ending: signal.Signals) -> None:
    going = begin(tmp_path / "killed", "--games", "4000", "--jobs", "2")
    until = time.monotonic() + 60
    while lines(tmp_path / "killed") < 6 and time.monotonic() < until:
        time.sleep(0.02)
    players = [int(word) for word in Path(f"/proc/{going.pid}/task/{going.pid}/children").read_text().split()]
    assert len(players) >= 2
    going.send_signal(ending)
    _, said = going.communicate(timeout=60)
    assert going.returncode == (-signal.SIGKILL if ending == signal.SIGKILL else 130)
    if ending != signal.SIGKILL:
        assert b"Stopped. The results so far are kept in" in said and b"Traceback" not in said
    kept = lines(tmp_path / "killed")
    assert kept >= 6
    play(plan(games=kept + 5, rounds=8, seed="kill"), tmp_path / "whole")
    play(plan(games=kept + 5, rounds=8, seed="kill"), tmp_path / "killed")
    assert rows_of(tmp_path / "killed") == rows_of(tmp_path / "whole")
    until = time.monotonic() + 30
    while any(_is_alive(player) for player in players) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(_is_alive(player) for player in players), "its processes end with it"


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_full_disk_is_a_sentence_and_the_games_before_are_kept(tmp_path: Path) -> None:
    full = begin(tmp_path, "--games", "30", "--jobs", "1", limit=4000)
    _, said = full.communicate(timeout=60)
    assert full.returncode == 2
    told = " ".join(said.decode().split())
    assert "the results cannot be written: File too large" in told and "The" in told and "Traceback" not in told
    kept = lines(tmp_path) - 1
    assert f"The {kept} games before are kept" in told and kept > 2
    play(plan(games=30, rounds=8, seed="kill"), tmp_path)
    play(plan(games=30, rounds=8, seed="kill"), tmp_path / "whole")
    assert rows_of(tmp_path) == rows_of(tmp_path / "whole")


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_torn_last_line_is_dropped_and_played_again(tmp_path: Path, cut: int) -> None:
    play(plan(games=6), tmp_path / "whole")
    play(plan(games=6), tmp_path / "torn")
    path = tmp_path / "torn" / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    play(plan(games=6), tmp_path / "torn")
    assert rows_of(tmp_path / "torn") == rows_of(tmp_path / "whole")


def test_more_games_go_on_and_fewer_leave_the_rest_alone(tmp_path: Path) -> None:
    play(plan(games=4), tmp_path)
    arena, course = play(plan(games=8), tmp_path)
    assert (course.games, course.played) == (8, 4)
    arena, course = play(plan(games=2), tmp_path)
    assert (course.games, course.played, arena.meetings[0].games) == (2, 0, 2)
    assert len(rows_of(tmp_path)) == 9


def test_other_settings_are_refused_with_what_differs(tmp_path: Path) -> None:
    play(plan(games=2), tmp_path)
    with pytest.raises(LabError, match=r'other settings is there \(seed is "lab", not "other"\); give another folder with --out'):
        play(plan(games=2, seed="other"), tmp_path)
    assert len(rows_of(tmp_path)) == 3


def test_a_file_that_is_no_run_and_a_line_that_is_no_result_are_refused(tmp_path: Path) -> None:
    play(plan(games=4), tmp_path)
    path = tmp_path / "results.jsonl"
    good = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*good[:2], "nonsense\n", *good[3:]]))
    with pytest.raises(LabError, match=r"results\.jsonl:3: this line is no result"):
        play(plan(games=4), tmp_path)
    path.write_text("".join([good[0], good[2], *good[3:]]))
    with pytest.raises(LabError, match="result 1 is that of another game"):
        play(plan(games=4), tmp_path)
    for strange in ('{"my": "notes"}\n', "my notes", '{"mine":1}\n{"mine":2}\n{"mine":3}', '{"form":"mine"}', "\n"):
        path.write_text(strange)
        with pytest.raises(LabError, match="not of a run of the lab"):
            play(plan(games=4), tmp_path)
        assert path.read_text() == strange, "a stranger's file is left as it is"


@pytest.mark.parametrize("lost", ["teams", "winner", "rounds", "map", "seconds", "seed"])
def test_a_line_without_what_a_result_has_is_refused(tmp_path: Path, lost: str) -> None:
    play(plan(games=2), tmp_path)
    path = tmp_path / "results.jsonl"
    good = path.read_text().splitlines()
    path.write_text(
        "\n".join([good[0], json.dumps({key: value for key, value in json.loads(good[1]).items() if key != lost}), good[2]]) + "\n"
    )
    with pytest.raises(LabError, match=r"results\.jsonl:2: this line is no result"):
        play(plan(games=2), tmp_path)


def test_a_winner_that_is_nobody_is_no_result(tmp_path: Path) -> None:
    play(plan(games=2), tmp_path)
    row = rows_of(tmp_path)[1] | {"seconds": 0.1}
    teams = row["teams"]
    assert isinstance(teams, list) and is_result(row)
    for wrong in (
        {"winner": 2},
        {"first": -2},
        {"teams": teams[:1]},
        {"teams": [teams[0], {**teams[1], "figures": "all"}]},
        {"teams": [1, 2]},
    ):
        assert not is_result(row | wrong)
    assert is_result({"game": "0.0", "seed": "x", "fault": "broken", "seconds": 0.1})


def test_two_runs_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    settings = plan().settings()
    open_one = Journal(tmp_path, settings)
    with pytest.raises(LabError, match="another run is writing there"):
        Journal(tmp_path, settings)
    open_one.close()
    Journal(tmp_path, settings).close()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run(*COMMAND, "--games", "2", "--out", tmp_path / "file" / "below", code=2).output
    assert "the results cannot be kept there: Not a directory." in said


@pytest.mark.parametrize("words", [("tune",), ("balance",)])
def test_a_file_in_the_folders_place_is_refused_before_a_game_is_played(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_games, "play", None)
    (tmp_path / "file").write_text("mine")
    said = " ".join(run("lab", *words, "--out", tmp_path / "file", code=2).output.split())
    assert said.endswith("file: this is a file, not a folder; give a folder with --out.")
    assert (tmp_path / "file").read_text() == "mine"


def test_without_a_folder_every_choice_of_settings_has_its_own() -> None:
    one, other = default_folder(plan().settings()), default_folder(plan(seed="2").settings())
    assert one != other and one == default_folder(plan(games=99).settings())
    assert one.parent.name == "tipover-lab" and one.name.startswith("arena-")


def test_the_first_line_holds_the_settings(tmp_path: Path) -> None:
    play(plan(games=2), tmp_path)
    first = json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0])
    assert first["lab"] == "arena" and first["seed"] == "lab" and first["players"] == list(QUICK) and first["catalog"]
