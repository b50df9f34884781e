"""Published games of bots: the tool that plays, analyses and lists them, and the games that are published."""

from __future__ import annotations

from pathlib import Path

import pytest

from tipover import load
from tipover.play.record import Record
from tools.record_games import PAGE, main, told

GAMES = Path(__file__).resolve().parents[2] / "docs" / "games"
PUBLISHED = sorted(GAMES.glob("*.tip"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games of a deal."""
    into = tmp_path_factory.mktemp("games")
    main(["random", "level1", "--games", "2", "--seed", "few", "--nodes", "1", "--into", str(into)])
    return into


def test_a_deal_is_played_from_both_sides_and_every_game_has_its_record_and_analysis(recorded: Path) -> None:
    one, other = (told(load(), recorded / f"{name}.tip") for name in ("01", "02"))
    assert one.bots == ["random", "level1"] and other.bots == ["level1", "random"]
    assert [team.partition(": ")[2] for team in one.teams] == [team.partition(": ")[2] for team in other.teams]
    for name in ("01", "02"):
        assert "Luck and skill" in (recorded / f"{name}.txt").read_text(encoding="utf-8")


def test_the_page_lists_the_games_and_who_won_how_many(recorded: Path) -> None:
    page = (recorded / PAGE).read_text(encoding="utf-8")
    assert page.startswith("# random against level1\n") and "--games 2 --seed few" in page
    won = [
        game.bots[game.winner] == "random" for game in (told(load(), recorded / f"{name}.tip") for name in ("01", "02")) if game.winner >= 0
    ]
    assert len(won) == 2 and f"**random scores {sum(won)} of 2, " in page
    for name in ("01", "02"):
        assert f"[record]({name}.tip)" in page and f"[analysis]({name}.txt)" in page


def test_what_is_there_already_is_not_made_again(recorded: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in recorded.glob("0*")}
    main(["random", "level1", "--games", "2", "--seed", "few", "--nodes", "1", "--into", str(recorded)])
    assert before == {path.name: path.stat().st_mtime_ns for path in recorded.glob("0*")} and len(before) == 4


def test_the_published_games_are_over_and_have_their_analyses_and_rows() -> None:
    page = (GAMES / PAGE).read_text(encoding="utf-8") if PUBLISHED else ""
    for path in PUBLISHED:
        assert Record.read(path).replay(load()).over, path.name
        assert "Luck and skill" in path.with_suffix(".txt").read_text(encoding="utf-8"), path.name
        assert f"[record]({path.name})" in page, path.name
