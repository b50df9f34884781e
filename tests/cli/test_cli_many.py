"""`sim`, `replay`, `check`, `rules`, and the command line as a process: start, pipes, guards."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tipover import first_game
from tipover.cli.entry import COMMANDS, tipover
from tipover.cli.out import clean
from tipover.engine.core import event as happened
from tipover.engine.core.numbers import Number, Part
from tipover.play import narrate as said_words

from .runs import SOURCE, answer, process, run

# -- sim -----------------------------------------------------------------------------------------------------


def test_sim_is_as_the_design_has_it() -> None:
    data = answer("sim", "--first", "squid_game", "--games", "3", "--rounds", "3", "--seed", "77")
    assert list(data) == ["games", "decisions", "faults", "draws", "wins", "digest"]
    assert data["games"] == 3 and data["faults"] == 0
    assert sum(data["wins"].values()) + data["draws"] == 3 and list(data["wins"]) == ["light", "dark"]
    assert len(data["digest"]) == 16


def test_the_digest_is_the_same_for_any_number_of_jobs() -> None:
    """Of a game that is not dealt; dealt ones are played in test_cli_modes.py."""
    words = ["sim", "--first", "squid_game", "--games", "45", "--rounds", "1", "--seed", "a"]
    one = answer(*words)
    assert one == answer(*words, "--jobs", "2")
    assert one["digest"] != answer(*words[:-1], "b")["digest"]


def test_games_depend_on_their_own_number_only() -> None:
    from tipover.cli.sim_command import play_batch
    from tipover.cli.sim_games import Deal

    deal = Deal((), "marvel", 2, None, 2)
    assert play_batch(deal, "s", 0, 3)[2] == play_batch(deal, "s", 2, 3)[0]


def test_sim_plays_a_set_up_from_a_file(tmp_path: Path) -> None:
    described = first_game("golden_girls", quick=True).to_json()
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(described))
    toml = tmp_path / "setup.toml"
    toml.write_text(
        'map = "Florida Boardwalk"\nscenario = "First game (Golden Girls)"\nrounds = 2\n'
        '[[sides]]\nside = "light"\nfigures = ["Rose Nylund", "Lifeguard"]\n[[sides]]\nside = "dark"\nfigures = ["Blanche Devereaux", "Gentleman Caller"]\n'
    )
    assert answer("sim", "--setup", path, "--games", "2", "--rounds", "2")["games"] == 2
    assert answer("sim", "--setup", toml, "--games", "2")["faults"] == 0
    path.write_text("{")
    assert f"{path}:1:2: this is not JSON" in run("sim", "--setup", path, code=2).stderr
    path.write_text('{"map": "Nowhere"}')
    assert "there is no map 'Nowhere'" in run("sim", "--setup", path, code=2).stderr


def test_every_dealt_set_up_can_be_played() -> None:
    from tipover import arrange, load
    from tipover.play.deal import deal

    maps = {one.name for one in load().maps}
    sizes: set[int] = set()
    for k in range(3000):  # the most seldom of the maps comes about once in a hundred deals; it is enough when every one has come
        setup = arrange(load(), deal(load(), str(k)))
        sizes.add(len(setup.sides))
        maps.discard(setup.map.name)
        if k >= 200 and not maps:
            break
    assert sizes == {2, 3, 4}
    assert maps == set(), "maps that are never dealt"


def test_a_fault_is_counted_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    from tipover.cli import sim_command as sim

    def broken(setup: object, seed: str) -> object:
        raise RuntimeError("the die\nis cast")

    monkeypatch.setattr(sim, "random_game", broken)
    result = run("sim", "--games", "2", "--seed", "x", "--json", code=1)
    assert json.loads(result.stdout)["faults"] == 2
    assert "fault: the game with seed 'x/1' broke off: RuntimeError: the die is cast" in result.stderr


def test_sim_tells_people_who_won() -> None:
    shown = run("sim", "--games", "2", "--rounds", "1").stdout
    assert "draws          2  100.0%" in shown and "decisions/s" in shown
    assert "Give one of" in run("sim", "--random", "--first", "marvel", code=2).stderr


# -- replay --------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tip"
    run("terminal", "--seed", "3", "--hotseat", "--record", path, typed="1\n1\n1\n1\n1\nL1: move c6\n")
    return path


def test_replay_tells_the_game_as_sentences(record: Path) -> None:
    shown = run("replay", record).stdout
    assert "   2 place L1 c7\n     Rose Nylund (L1) is placed on c7 (SUP-6).\n" in shown
    assert shown.splitlines()[-1].startswith("7 choices, not finished (light 0, dark 0), digest ")


def test_replay_is_brief_if_asked_for_it(record: Path) -> None:
    """Acts in a sentence each: nobody is told that a turn begins."""
    told = run("replay", record, "--brief").stdout.splitlines()
    assert "   2 Rose starts on c7." in told and "   7 Rose moves c7 to c6." in told
    assert not any("takes the turn" in line for line in told)


def test_replay_shows_the_board_after_a_choice(record: Path) -> None:
    assert "L1 Rose Nylund: not placed" in run("replay", record, "--at", "1").stdout
    assert "L1 Rose Nylund: c7" in run("replay", record, "--at", "2").stdout
    data = answer("replay", record, "--at", "0")
    assert data["choices"] == 0 and data["state"]["round"] == 0
    assert "the record has 7 choices" in run("replay", record, "--at", "8", code=2).stderr


def test_another_version_and_changed_cards_are_said_plainly(record: Path) -> None:
    text = record.read_text()
    record.write_text(text.replace("engine 0.1.0", "engine 0.0.1").replace("catalog ", "catalog 0"))
    data = answer("replay", record)
    assert len(data["warnings"]) == 2
    told = run("replay", record).stderr
    assert "engine 0.0.1; this is 0.1.0" in told and "the cards have changed" in " ".join(told.split())


def test_a_broken_record_gets_its_line(record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    record.write_text(text.replace("2 place L1 c7", "2 place L1 a1"))
    assert f"{record}:9:3: 'place L1 a1' is refused" in run("replay", record, code=2).stderr
    assert "is refused" in answer("check", record, code=1)["failures"][0]["message"]
    record.write_text(text.replace("1 flip", "1 flop"))
    assert run("terminal", record, code=2).stderr.startswith(f"{record}:8:")
    assert "this is no record" in run("replay", "-", typed='drawing = "A b"', code=2).stderr


def test_a_file_is_told_in_the_words_of_what_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "game.tip").write_text("hello\n")
    (tmp_path / "setup.json").write_text("[1, 2")
    (tmp_path / "list.json").write_text("[[1, 2]]")
    assert "a record begins with 'tipover-record 1'" in run("terminal", str(tmp_path / "game.tip"), "--do", "x", code=2).stderr
    assert "setup.json:1:6: this is not JSON" in run("sim", "--setup", str(tmp_path / "setup.json"), code=2).stderr
    assert "a set-up is a JSON object" in run("sim", "--setup", str(tmp_path / "list.json"), code=2).stderr


# -- check and rules --------------------------------------------------------------------------------------------


def test_check_runs_the_tests_of_scenes(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    test = 'drawing = "A b ."\nturn = "A"\n[[test]]\nname = "it"\nplay = ["A: move a1"]\nexpect = { "A.square" = "%s" }\n'
    good.write_text(test % "a1")
    bad.write_text(test % "c1")
    assert answer("check", good) == {"files": 1, "tests": 1, "failures": []}
    assert "1 file, 1 test, no faults" in run("check", good).stdout
    data = answer("check", tmp_path, code=1)
    assert (data["files"], data["tests"]) == (2, 2)
    assert list(data["failures"][0]) == ["file", "line", "column", "test", "message"]
    assert (data["failures"][0]["test"], data["failures"][0]["line"]) == ("it", 6)
    assert run("check", bad, code=1).stdout.startswith(f"{bad}:6:1: it: expected A.square = 'c1', found 'a1'")


def test_check_finds_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff")
    data = answer("check", tmp_path / "x.toml", tmp_path / "none.toml", code=1)
    assert [failure["message"] for failure in data["failures"]] == [
        "the file is not UTF-8 text",
        "the file cannot be read: No such file or directory",
    ]


def test_a_broken_pack_is_not_sound(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Mine"\nversion = "1"\n')
    (pack / "characters" / "one.toml").write_text('name = "One"\ndefense = 99\n')
    data = answer("check", pack, code=1)
    assert data["failures"][0]["file"].endswith("one.toml") and "0 to 20" in data["failures"][0]["message"]


def test_further_packs_are_read_and_named(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Mine"\nversion = "1"\n')
    (pack / "characters" / "one.toml").write_text('name = "Tip the Cat"\ndefense = 3\n')
    scene = tmp_path / "scene.toml"
    scene.write_text('drawing = "A b"\n[figures]\nA = { side = "light", character = "Tip the Cat" }\n')
    assert "there is no character 'Tip the Cat'" in run("terminal", scene, "--json", code=2).stderr
    assert answer("terminal", scene, "--packs", pack)["state"]["figures"]["A"]["card"] == "Tip the Cat"
    assert answer("--packs", str(tmp_path), "terminal", scene)["state"]["figures"]["A"]["card"] == "Tip the Cat"
    own = tmp_path / "own.toml"
    own.write_text('packs = ["mine"]\n' + scene.read_text())
    assert answer("terminal", own)["state"]["figures"]["A"]["card"] == "Tip the Cat"
    found = process("terminal", scene, "--json", TIPOVER_PACKS=str(tmp_path))
    assert found.returncode == 0


def test_rules_by_number_chapter_and_all() -> None:
    rule = answer("rules", "mov-5")
    assert rule["id"] == "MOV-5" and rule["told"] and rule["rule"] and rule["source"]
    assert "A player is told:" in run("rules", "MOV-5").stdout
    every = answer("rules")
    assert len(every) > 200 and {one["id"] for one in answer("rules", "MOV")} < {one["id"] for one in every}
    assert "There is no rule 'MOV-999'" in run("rules", "MOV-999", code=2).stderr
    assert "There is no chapter 'XYZ'" in run("rules", "XYZ", code=2).stderr


def test_coverage_needs_a_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = answer("rules", "--coverage")
    assert data["rules"]["MOV-5"] and set(data["left"]) == {"later", "missing"}
    assert "ids named by a test" in run("rules", "--coverage").stdout
    from tipover.cli import rules_command as rules

    monkeypatch.setattr(rules, "clone_root", lambda: None)
    assert "run it in the folder of a clone" in run("rules", "--coverage", code=2).stderr


def test_the_pages_of_the_reference_are_written(tmp_path: Path) -> None:
    data = answer("rules", "--write", tmp_path / "pages")
    docs = SOURCE.parent / "docs" / "rules"
    assert data["pages"] == sorted(path.name for path in docs.iterdir())
    for page in data["pages"]:
        assert (tmp_path / "pages" / page).read_text() == (docs / page).read_text()
    (tmp_path / "file").write_text("")
    assert run("rules", "--write", tmp_path / "file", code=2).stderr


# -- the process -------------------------------------------------------------------------------------------------


def test_help_and_version_load_no_more_than_they_need() -> None:
    told = process("--help")
    assert told.returncode == 0 and b"perft" in told.stdout
    assert re.fullmatch(rb"tipover 0\.1\.0 \((compiled|pure Python: .+)\)", process("--version").stdout.strip())
    code = (
        "import sys; sys.argv = ['tipover', '--help']\nfrom tipover.cli import main\ntry:\n    main()\nexcept SystemExit:\n"
        "    print(*sorted(m for m in sys.modules if m.startswith(('rich', 'tipover.cli.', 'tipover.bots'))), file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, text=True, check=True)
    assert done.stderr.split() == ["tipover.cli.entry", "tipover.cli.out"]


def test_no_command_is_the_help_and_exit_code_2() -> None:
    assert b"Usage: tipover" in process().stderr + process().stdout


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("new", "play", "serve", "store", "lab")])
def test_every_command_has_help_and_json(command: str) -> None:
    """All that docs/command-line.md promises it of; those of `lab` have it each."""
    assert "--json" in run(command, "--help").stdout


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{shlex.quote(sys.executable)} -m tipover rules | head -1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env={**os.environ, "PYTHONPATH": str(SOURCE)}, check=False)
    assert done.stderr == b"" and done.stdout


def test_ctrl_c_ends_quietly() -> None:
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-u", "-m", "tipover", "terminal"]
    pipe = subprocess.PIPE
    kept = signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it, and so would its children
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env) as running:
        signal.signal(signal.SIGINT, kept)
        assert running.stdout is not None and running.stdin is not None
        while not running.stdout.readline().startswith(b"Type a number"):
            pass
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (130, b"", b"")


def test_an_ascii_locale_gets_replacements_not_errors() -> None:
    done = process("odds", "2", "2", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0 and b"103/216" in done.stdout
    done = process("terminal", typed=b"\xff\xfe\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and b"Not understood" in done.stdout


def test_colours_come_only_where_they_are_wanted() -> None:
    assert b"\x1b" not in process("rules", "MOV-5").stdout
    assert b"\x1b[1m" in process("rules", "MOV-5", FORCE_COLOR="1", TERM="xterm-256color").stdout


def test_a_fault_of_our_own_is_a_sentence_with_a_report_and_with_debug_a_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tipover.cli import odds_command as odds

    def broken(attack: int, defense: int) -> None:
        raise ZeroDivisionError("oh\x1b[31m")

    monkeypatch.setattr(odds, "win_chance", broken)
    monkeypatch.setenv("TIPOVER_DATA", str(tmp_path))
    told = run("odds", "1", "1", code=70).stderr
    (file,) = (tmp_path / "crashes").iterdir()
    begun = "Something went wrong inside Tipover (ZeroDivisionError: oh\\x1b[31m). "
    assert told == f"{begun}A report without names or secrets is in {file}: please send it to us.\n"
    assert "ZeroDivisionError" in file.read_text("utf-8")
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("TIPOVER_DATA", str(tmp_path / "no folder"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "no folder"))
    assert run("odds", "1", "1", code=70).stderr == f"{begun}Set TIPOVER_DEBUG=1 to see where.\n"
    monkeypatch.setenv("TIPOVER_DEBUG", "1")
    assert isinstance(CliRunner().invoke(tipover, ["odds", "1", "1"]).exception, ZeroDivisionError)


# -- words -------------------------------------------------------------------------------------------------------


def test_every_event_has_a_sentence_with_a_rule() -> None:
    state = first_game("golden_girls", quick=True).start()
    number = Number([Part(2, "basic challenge")])
    values: dict[str, object] = {
        "dice": number,
        "defense": number,
        "path": (1,),
        "faces": (0, 2),
        "tokens": (1, 0, 0, 1),
        "rule": "FST-1",
        "name": "Cheesecake",
        "names": ("Friendship", "The List"),
    }
    quiet = {"CooledDown", "Refreshed"}
    for name, kind in happened.EVENTS.items():
        fields = {field.name: values.get(field.name, 1) for field in dataclasses.fields(kind)}
        told = "".join(said_words.sentences(state, [kind(**fields)]))
        if name in quiet:
            assert told == ""
        else:
            assert told.endswith(".") and "-" in told and told[0].isupper(), name


def test_what_cannot_be_printed_is_written_out() -> None:
    assert clean("a\x1b[31mb\x07\u202e\x9b\ud800") == "a\\x1b[31mb\\x07\\u202e\\x9b\\ud800"
    assert clean("two\nlines · ✓") == "two\nlines · ✓"


def test_a_set_up_that_cannot_be_played_is_told_with_its_file_and_place(tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    path.write_text('{"rounds": ' + "9" * 5000 + "}")
    assert f"{path}:1:1: the JSON holds a number with too many digits" in run("sim", "--setup", path, code=2).stderr
    path.write_text("{}")
    assert f"{path}:1:1: there is no map None" in run("sim", "--setup", path, code=2).stderr
    path.write_text('{\n "map": "Barraks"}')
    assert f"{path}:2:10: there is no map 'Barraks'" in run("sim", "--setup", path, code=2).stderr


def test_a_malformed_line_names_its_column(tmp_path: Path) -> None:
    scene = tmp_path / "scene.toml"
    scene.write_text('drawing = " A . b "\nturn = "A"\n')
    assert "column" in run("why", scene, "A: move z9", code=2).stderr
    assert json.loads(run("terminal", scene, "--do", "A: move z9", "--json", code=2).stdout)["column"] >= 1


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_no_character_that_nobody_sees(command: str) -> None:
    """What it shows is copied into files: a mark for the writer of the help among a proxy's lines is an error there."""
    told = run(*filter(None, [command]), "--help").stdout
    assert all(one.isprintable() or one == "\n" for one in told)
