"""Tuning: two tries a step, the same way from the same rows, weights that move towards what wins."""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path

import pytest

from cli.runs import answer, run
from lab.runs import Page, rows_of
from tipover.bots.weights import SHARES, WEIGHTS, Weights
from tipover.lab import LabError
from tipover.lab.lab_games import Row, catalog_of
from tipover.lab.runner import run as play
from tipover.lab.schedule import wishes
from tipover.lab.tune import Tune, TunePlan, moved, read_weights


def small(**more: object) -> TunePlan:
    tables = tuple(wishes(catalog_of(()), (), ("Control",), rounds=1))
    return TunePlan(WEIGHTS, ("point", "away"), tables, "tune", 3, 1, 1)._replace(**more)  # type: ignore[arg-type]


def test_the_two_tries_of_a_step_lie_opposite_and_keep_their_signs() -> None:
    tune = Tune(small())
    one, other = (dict(zip(Weights._fields, player.weights, strict=True)) for player in tune.tries(0))
    for name, sign in zip(("point", "away"), tune.direction(0), strict=True):
        start = getattr(WEIGHTS, name)
        assert one[name] / start == pytest.approx(math.exp(0.25 * sign)) and other[name] / start == pytest.approx(math.exp(-0.25 * sign))
    assert {name: one[name] for name in one if name not in ("point", "away")} == {
        k: v for k, v in WEIGHTS._asdict().items() if k not in ("point", "away")
    }
    assert [tune.direction(k) for k in range(8)] == [Tune(small()).direction(k) for k in range(8)]


def test_a_share_stays_one_however_far_it_moves() -> None:
    tune = Tune(small(fields=Weights._fields))
    assert all(0 < getattr(WEIGHTS, name) < 1 for name in SHARES)
    for far in (0.25, 3.0, -3.0):
        found = tune.weights([far] * len(Weights._fields))._asdict()
        assert all(0 < found[name] < 1 for name in SHARES), "a chance of more than one, or a far goal worth more than a near one"
        assert found["point"] == pytest.approx(WEIGHTS.point * math.exp(far))
    assert moved("nearer", 0.5, math.log(3)) == pytest.approx(0.75) and moved("now", 1.0, 2.0) == 1.0 and moved("now", 0.0, 2.0) == 0.0


def test_weights_move_towards_the_winner_and_stay_after_a_draw() -> None:
    tune = Tune(small())
    drawn = tune.games()
    for winner in (0, 1):  # the first try wins from both sides
        game = next(drawn)
        assert game is not None
        row: Row = {
            "teams": [{"side": "", "player": player.name, "figures": [], "attachments": []} for player in game.players],
            "winner": winner,
        }
        tune.add(game, row)
    assert tune.scores == [1.0]
    assert tune.positions[1] == [pytest.approx(0.2 * sign) for sign in tune.direction(0)]
    assert next(drawn) is None, "the next step waits for this one"
    for _ in range(2):
        game = next(drawn)
        assert game is not None
        tune.add(game, {"teams": [], "winner": -1})
    assert tune.scores == [1.0, 0.5] and tune.positions[2] == tune.positions[1]


@pytest.mark.long
def test_a_run_goes_on_where_it_stopped_and_two_processes_find_the_same(tmp_path: Path) -> None:
    whole = Tune(small())
    play(whole, tmp_path / "whole", small().settings(), jobs=2)
    path = tmp_path / "part" / "results.jsonl"
    path.parent.mkdir()
    lines = (tmp_path / "whole" / "results.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:50])
    again = Tune(small())
    course = play(again, tmp_path / "part", small().settings())
    assert (course.games, course.played) == (8, 5)
    assert rows_of(tmp_path / "part") == rows_of(tmp_path / "whole")
    assert again.found() == whole.found() and again.better == whole.better


@pytest.mark.long
def test_the_command_writes_the_weights_and_says_how_much_better_they_are(tmp_path: Path) -> None:
    (tmp_path / "start.toml").write_text("point = 8.0\n")
    words = (
        "lab",
        "tune",
        "--only",
        "point",
        "--from",
        tmp_path / "start.toml",
        "--games",
        "2",
        "--deals",
        "1",
        "--check",
        "2",
        "--rounds",
        "1",
        "--scenario",
        "Control",
        "--jobs",
        "1",
        "--out",
        tmp_path / "out",
    )
    told = answer(*words)
    assert told["before"]["point"] == 8.0 and told["check"] == 2 and len(told["interval"]) == 2
    written = tomllib.loads((tmp_path / "out" / "weights.toml").read_text(encoding="utf-8"))
    assert written == told["weights"] and read_weights(tmp_path / "out" / "weights.toml") == Weights(**written)
    assert "The weights found score" in run(*words).output
    page = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "Weights" in page.words and "Check" in page.words


def test_a_file_of_weights_with_a_slip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    for text, told in (
        ("point = true", "'point' is a number from -1,000,000 to 1,000,000, not True"),
        ("pont = 1", "there is no weight 'pont'; did you mean 'point'?"),
        ("point =", "this is no TOML"),
        ("point = nan", "is a number"),
        (f"point = {'9' * 400}", "not a larger one"),
        ("nearer = 1.1", "'nearer' is a share, from 0 to 1, not 1.1"),
    ):
        path.write_text(text)
        with pytest.raises(LabError, match=told.replace("?", r"\?")):
            read_weights(path)


@pytest.mark.soak
def test_it_mends_a_spoiled_weight(tmp_path: Path) -> None:
    spoiled = WEIGHTS._replace(goal=WEIGHTS.goal / 20, point=WEIGHTS.point / 20)
    plan = small(
        start=spoiled,
        fields=("goal", "point"),
        steps=24,
        deals=4,
        checks=40,
        wishes=tuple(wishes(catalog_of(()), (), ("Control",), rounds=6)),
        gain=0.6,
        reach=0.6,
    )
    tune = Tune(plan)
    play(tune, tmp_path, plan.settings(), jobs=2)
    found = tune.found()
    assert found.point * found.goal > 4 * spoiled.point * spoiled.goal, json.dumps(found._asdict())
    assert tune.better.low > 0.5, tune.better.shown
