"""`tipover lab` as people use it: sentences for slips, JSON, tables, plots and a page with all its parts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.runs import answer, process, run
from lab.runs import QUICK, Page

SMALL = ("--games", "4", "--rounds", "2", "--jobs", "1", "--scenario", "Leaders")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("arena", "gredy", "random"), "there is no bot 'gredy'"),
        (("arena", "gredy", "random"), "did you mean 'greedy'?"),
        (("arena", "search:0", "random"), "or `search:200ms`, at most 1000000."),
        (("arena", "greedy"), "an arena needs at least two players"),
        (("arena", "greedy", "greedy"), "'greedy' is named twice; a player does not meet itself."),
        (("arena", "--scenario", "Leadrs"), "there is no scenario 'Leadrs'; did you mean 'Leaders'?"),
        (("arena", "--map", "Barraks"), "there is no map 'Barraks'; did you mean 'Barracks'?"),
        (("arena", "--mode", "ffa3", "--scenario", "Control"), "no map and scenario fit this: mode ffa3, scenario Control (SUP-1)."),
        (("arena", "random=Gi-hun", "greedy"), "a team of 2v2 has 2 characters, not 1: Gi-hun (SUP-3)."),
        (("arena", "random=Gi-hun, Gi-hum", "greedy"), "there is no character 'Gi-hum'; did you mean 'Gi-hun'?"),
        (("arena", "random=", "greedy"), "names no team"),
        (("arena", "random=Gi-hun, Iron Man", "greedy", "--light", "Arya Stark"), "give teams to players (BOT=NAMES) or to sides"),
        (("arena", "--light", "Gi-hun, Gi-hun"), "two characters of one name cannot be allies"),
        (("arena", "--unless", "0.9"), "--unless is a rate below that of --beats."),
        (("arena", "--beats", "0.01"), "a lower one to be ruled out (--unless), from 0.01 and below 1, not 0.01 and 0.01."),
        (("arena", "--beats", "nan"), "not nan and 0.01."),
        (("arena", "--beats", "0.6", "--unless", "0.7"), "not 0.6 and 0.7."),
        (("balance", "--bot", "levl1"), "did you mean 'level1'?"),
        (("balance", "--pack", "marvle"), "there is no pack 'marvle'; did you mean 'marvel'?"),
        (("balance", "--packs", "/nowhere"), "there is no such folder of packs"),
        (("tune", "--only", "pont"), "there is no weight 'pont'; did you mean 'point'?"),
        (("tune", "--mode", "ffa3"), "weights are tuned in games between two sides"),
        (("tune", "--from", "nowhere.toml"), "nowhere.toml: the weights cannot be read"),
    ],
)
def test_a_slip_gets_a_sentence(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    said = " ".join(run("lab", *words, "--out", tmp_path / "none", code=2).output.split())
    assert told in said
    assert not (tmp_path / "none").exists(), "nothing is begun"


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A small finished arena, and what it printed."""
    folder = tmp_path_factory.mktemp("arena")
    return folder, run("lab", "arena", *QUICK, *SMALL, "--out", folder).output


def test_tables_on_the_screen(arena: tuple[Path, str]) -> None:
    folder, said = arena
    for title in ("Ratings", "Meetings", "Meetings by scenario", "How long games are", "Who goes first, and who is light"):
        assert f"{title}\n" in said
    assert re.search(r"^  random=Gi-hun, Worker #29 against random +4 +\d +\d +\d +\d+ % \(\d+–\d+\)$", said, re.M)
    assert "by Wilson" in said and "openskill" in said
    assert all(len(line) <= 100 for line in said.splitlines() if str(folder) not in line)


def test_the_page_has_all_its_parts(arena: tuple[Path, str]) -> None:
    text = (arena[0] / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    words = " ".join(page.words)
    for part in ("Ratings", "Meetings", "How this was made", "command", "seed", "games", "date", "machine", "time", "Wilson"):
        assert part in words
    assert page.tags.count("svg") == page.tags.count("figure") == page.tags.count("figcaption") == 2
    assert page.tags.count("table") == 5
    assert "prefers-color-scheme: dark" in text and "var(--ink)" in text
    assert not re.search(r"(?:src|href)=\"https?:|@import|url\(http", text)
    inside = text[text.index("<main>") :]
    assert not re.search(r"#231e2c|#fffdf8", inside, re.I), "plots take their colours from the page"


def test_plots_are_kept_as_svg_and_png(arena: tuple[Path, str]) -> None:
    for stem in ("ratings", "meetings"):
        assert (arena[0] / f"{stem}.svg").read_bytes().startswith(b"<?xml")
        assert (arena[0] / f"{stem}.png").read_bytes().startswith(b"\x89PNG")


def test_json_of_the_same_run_plays_nothing_again(arena: tuple[Path, str]) -> None:
    before = (arena[0] / "results.jsonl").read_bytes()
    told = answer("lab", "arena", *QUICK, *SMALL, "--out", arena[0])
    assert (arena[0] / "results.jsonl").read_bytes() == before
    assert told["games"] == 4 and told["faults"] == 0 and told["folder"] == str(arena[0])
    meeting = told["meetings"][0]
    assert meeting["wins"] + meeting["draws"] + meeting["losses"] == meeting["games"] == 4
    assert meeting["interval"][0] <= meeting["score"] <= meeting["interval"][1]
    assert [one["name"] for one in told["ratings"]] and {"mu", "sigma"} <= set(told["ratings"][0])


def test_no_bar_where_nobody_watches(tmp_path: Path) -> None:
    done = process("lab", "arena", *QUICK, "--games", "2", "--rounds", "1", "--jobs", "1", "--out", tmp_path, "--json")
    assert done.returncode == 0 and done.stderr == b"" and done.stdout.startswith(b"{")


def test_without_the_libraries_it_says_what_to_install_and_the_rest_works(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "for name in ('matplotlib', 'openskill', 'ray'): sys.modules[name] = None\n"
        "from tipover.cli.entry import tipover\n"
        "tipover.main(sys.argv[1:])\n"
    )
    for words, extra in ((("arena",), "lab"), (("balance",), "lab"), (("tune",), "lab")):
        done = subprocess.run(
            [sys.executable, "-c", code, "lab", *words, "--out", str(tmp_path / "x")], capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 2 and f"pip install 'tipover[{extra}]'".encode() in b" ".join(done.stderr.split())
    assert (
        subprocess.run([sys.executable, "-c", code, "odds", "2", "2", "--json"], capture_output=True, timeout=60, check=False).returncode
        == 0
    )
