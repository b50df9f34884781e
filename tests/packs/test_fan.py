"""A pack written from docs/cards.md alone, by somebody who never saw the code: it loads, its tests hold, its games end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tipover import Catalog, arrange, load
from tipover.bots.playout import random_game
from tipover.cli.check_command import check_all
from tipover.play.deal import Wish, deal
from tipover.play.scene_tests import check_files

FAN = Path(__file__).parent / "fan"
TEAMS = [
    (("Hulda Brack", "Fitch Wren"), ("Quill Ambrose", "Mire Hand")),
    (("Hulda Brack", "Mire Hand", "Mud Clogs"), ("Quill Ambrose", "Fitch Wren", "Brass Whistle")),
]
GAMES = 20


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load(FAN)


def test_its_tests_hold(catalog: Catalog) -> None:
    scenes = sorted(str(path) for path in (FAN / "tests").glob("*.toml"))
    found = check_files(scenes, catalog)
    assert [str(failure) for failure in found.failures] == []
    assert (found.files, found.tests) == (len(scenes), sum(Path(path).read_text(encoding="utf-8").count("[[test]]") for path in scenes))


def test_the_checker_has_nothing_to_say() -> None:
    found = check_all([str(FAN)])
    assert [str(fault) for fault in [*found.failures, *found.warnings]] == []


@pytest.mark.parametrize("k", range(GAMES))
def test_random_games_of_its_characters_end(catalog: Catalog, k: int) -> None:
    seed = f"fan/{k}"
    wish = Wish(mode="2v2", map="Mire Crossing", scenario="Market Day", teams=TEAMS[k % len(TEAMS)], rounds=60)
    state, decisions, _ = random_game(arrange(catalog, deal(catalog, seed, wish)), seed)
    assert state.decision is None and decisions > 0
