"""A Ray cluster gives what one process gives and what a pool gives; without Ray there is a sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.runs import run
from lab.runs import QUICK, plan, rows_of
from tipover.lab.arena import play


@pytest.mark.soak  # a cluster takes ten seconds to start on a free machine, and a minute on a busy one
def test_one_process_a_pool_and_a_ray_cluster_give_the_same_lines(tmp_path: Path) -> None:
    for name, jobs, cluster in (("alone", 1, False), ("pool", 2, False), ("ray", 2, True)):
        play(plan("random", "greedy", games=8, rounds=1), tmp_path / name, jobs, cluster)
    alone = rows_of(tmp_path / "alone")
    assert len(alone) == 9
    assert rows_of(tmp_path / "pool") == alone
    assert rows_of(tmp_path / "ray") == alone


def test_without_ray_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = " ".join(run("lab", "arena", *QUICK, "--games", "2", "--rounds", "1", "--cluster", "--out", tmp_path, code=2).output.split())
    assert "this needs the library 'ray', which is not installed: pip install 'tipover[cluster]', in a clone " in said
