"""The arena: paired deals, both sides played, the same results however many play, stops when it is sure."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.runs import QUICK, plan, rows_of
from tipover.cards.catalog import SIDES
from tipover.lab.arena import Arena, lineups, pair, play
from tipover.lab.deals import parts_of
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of, described
from tipover.lab.lab_games import play as play_game
from tipover.lab.ratings import ratings
from tipover.lab.result_rows import teams_of
from tipover.lab.schedule import wishes
from tipover.lab.sequential import BEATS, DOES_NOT
from tipover.play.deal import Wish


def games(arena: Arena) -> list[LabGame]:
    return [game for game in arena.games() if game is not None]


def test_a_deal_is_played_with_sides_changed_and_everything_else_the_same() -> None:
    first, second, third, _ = games(Arena(plan("random", "greedy", games=4)))
    assert [player.name for player in first.players] == ["random", "greedy"]
    assert [player.name for player in second.players] == ["greedy", "random"]
    assert described(first) == described(second) != described(third)
    assert first.seed == second.seed != third.seed
    assert first._replace(key="", players=()) == second._replace(key="", players=())


def test_the_dice_of_both_games_come_of_the_same_numbers() -> None:
    one, other = games(Arena(plan("random", "search:1", games=2)))
    same = one._replace(players=(Player("random"), Player("random")))
    again = other._replace(players=(Player("random"), Player("random")))
    assert play_game(same)["digest"] == play_game(again)["digest"], "with the same players at both sides the two games are one"


def test_every_pair_plays_the_same_deals() -> None:
    found: dict[str, list[object]] = {}
    for game in games(Arena(plan("random", "greedy", "search:1", games=6))):
        deal = game.key.split(".")[1]
        found.setdefault(deal, []).append(described(game))
    assert len(found) == 3
    for dealt in found.values():
        assert len(dealt) == 6 and all(one == dealt[0] for one in dealt)


def test_a_player_takes_its_team_along_and_its_dealt_rivals_too() -> None:
    one, other = games(Arena(plan(games=2)))
    here, there = parts_of(described(one)), parts_of(described(other))
    assert there[0]["figures"] == ["Gi-hun", "Worker #29"] == here[1]["figures"]
    assert here[0]["figures"] == there[1]["figures"]
    assert [part["side"] for part in there] == ["light", "dark"]


def test_in_a_free_for_all_one_plays_against_the_rest_at_every_side_both_ways() -> None:
    a, b = Player("random"), Player("greedy")
    found = ["".join("a" if player is a else "b" for player in lineup) for lineup, _ in lineups(a, b, 4)]
    assert found == ["abbb", "babb", "bbab", "bbba", "baaa", "abaa", "aaba", "aaab"]
    arena, _ = play(plan("random", "search:1", games=1, modes=("ffa3",), rounds=1), None)
    meeting = arena.meetings[0]
    assert meeting.games == 6 and len(meeting.scores) == 1


@pytest.mark.parametrize("mode", ["teams", "ultimate", "first", "3v3"])
def test_every_mode_can_be_played(mode: str) -> None:
    arena, _ = play(plan("random", "search:1", games=2, modes=(mode,), rounds=1), None)
    assert not [row for row in arena.rows if "fault" in row]
    assert arena.meetings[0].games == 2


def test_where_teams_are_picked_the_row_tells_who_they_became() -> None:
    catalog = catalog_of(())
    tables = wishes(catalog, ("first",), rounds=1, picks=True)
    players = (Player("random"), Player("random", label="other"))
    swapped = 0
    for k in range(24):
        game = LabGame(str(k), (), f"picks {k}", tables[0], players)
        assert len(parts_of(described(game))) == 2, "a first game of the lab is for two"
        if not described(game).get("colours"):
            continue
        row = play_game(game)
        teams = teams_of(row)
        assert {team.side for team in teams} == {"light", "dark"}
        for team in teams:
            cards = [catalog.figures[catalog.figure(name)] for name in team.figures]
            assert [SIDES[card.base] for card in cards if card.basic] == [team.side] and len(cards) > 1
        swapped += teams[0].side == "dark"
    assert swapped, "who is described first may take the dark side"


def test_attachments_that_were_picked_are_told() -> None:
    for k in range(40):
        game = LabGame(str(k), (), f"shelf {k}", Wish("2v2", rounds=1), (Player("random"),) * 2)
        if any("attach" in part for part in parts_of(described(game))):
            wanted = parts_of(described(game))[0]["attach"]
            assert [len(team.attachments) for team in teams_of(play_game(game))] == [wanted, wanted]
            return
    raise AssertionError("no deal has picks")


def test_one_process_and_two_write_the_same_lines(tmp_path: Path) -> None:
    for jobs in (1, 2):
        play(plan(games=30), tmp_path / str(jobs), jobs)
    assert rows_of(tmp_path / "1") == rows_of(tmp_path / "2")
    assert len(rows_of(tmp_path / "1")) == 31


def test_a_decided_pair_stops_at_the_same_game_however_many_play(tmp_path: Path) -> None:
    small = plan("random", *QUICK[1:], "random=Iron Man, Black Widow", games=24, rounds=2, beats=0.98, unless=0.9)
    arenas = [play(small, tmp_path / str(jobs), jobs)[0] for jobs in (1, 2)]
    assert rows_of(tmp_path / "1") == rows_of(tmp_path / "2")
    assert arenas[0].meetings[1].verdict == DOES_NOT, "careless players draw too much to win so often"
    assert 2 <= arenas[0].meetings[1].games < 40
    assert arenas[0].total() == len(arenas[0].rows)


def test_a_pair_as_the_strength_tests_use_it() -> None:
    meeting = pair("random", "greedy", 60, "strength", scenarios=["Control"], rounds=6, beats=0.9, unless=0.1)
    assert meeting.verdict == BEATS and meeting.is_decided
    assert meeting.games == 2 * len(meeting.scores) < 12
    assert meeting.wins + meeting.losses + meeting.draws == meeting.games
    assert meeting.rate.low > 0.3


def test_ratings_rise_for_winners_and_know_draws_and_free_for_alls() -> None:
    def row(players: list[str], winner: int) -> Row:
        return {"teams": [{"side": "light", "player": name, "figures": [], "attachments": []} for name in players], "winner": winner}

    found = {one.name: one for one in ratings(["a", "b", "c"], [row(["a", "b"], 0), row(["b", "a"], 1), row(["b", "c"], -1)])}
    assert found["a"].mu > 25 > found["b"].mu and found["a"].games == 2
    assert found["b"].mu < found["c"].mu < 25, "a draw against the weak costs"
    assert found["a"].sigma < found["c"].sigma < 25 / 3
    alone = ratings(["a", "b"], [row(["b", "b", "a", "b"], 2)])
    assert [one.name for one in alone] == ["a", "b"] and alone[0].mu - 25 > 25 - alone[1].mu


def test_a_game_that_breaks_off_is_a_row_and_counts_for_nobody() -> None:
    game = games(Arena(plan(games=2)))[0]
    broken = play_game(game._replace(wish=game.wish._replace(scenario="Nowhere")))
    assert "there is no scenario" in str(broken["fault"])
    arena = Arena(plan(games=2))
    arena.add(game, broken)
    assert arena.meetings[0].games == 0 and arena.meetings[0].faults == 1
