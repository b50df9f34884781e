"""Duels and the measure of lines: the tools with which a change of a bot is tried (`tools/duel`, `tools/horizons`)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tipover import arrange, load
from tipover.bots.play_outs import USUAL, Judging
from tipover.bots.turn_planner import TurnBot
from tipover.lab.deals import attachments_of, figures_of, parts_of
from tools.duel import Duel, Row, bot_of, given, kept, played, told
from tools.horizons import HORIZONS, LEAVES, LineRow, agreement, counts, judge_of, line_rows, reaching, smaller_greedy, turns_taken
from tools.horizons import told as told_of_lines

SHORT = Duel("quick", "quick", "short", alone=True, scenarios=("Territory",), modes=("2v2",), rounds=1)


def test_a_duel_goes_on_where_it_stopped_and_tells_whose_games_they_were(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    first = kept(SHORT, 2, rows, 2, None)
    again = kept(SHORT, 4, rows, 2, None)
    assert again[:2] == first and len(again) == 4
    assert [(row.deal, row.turn, row.place) for row in again] == [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1)]
    fresh = kept(SHORT, 4, tmp_path / "fresh.jsonl", 2, None)
    assert [row._replace(seconds=0, rival_seconds=0) for row in fresh] == [row._replace(seconds=0, rival_seconds=0) for row in again]
    assert "without luck" in told(again, 2)
    assert kept(SHORT, 2, rows, 2, None) == first and len(rows.read_text(encoding="utf-8").splitlines()) == 5, (
        "no game that was paid for is lost"
    )
    with pytest.raises(SystemExit, match="other bots or settings"):
        kept(SHORT._replace(modes=("3v3",)), 2, rows, 2, None)


def test_the_games_of_a_deal_have_the_same_dice_unless_a_bot_plays_itself_alone() -> None:
    catalog = load()
    both = SHORT._replace(alone=False)
    one, other = (played(both, catalog, 0, turn) for turn in (0, 1))
    assert one.score + other.score == 1 and one.lead == -other.lead and one.luck == pytest.approx(-other.luck, abs=1e-3), (
        "the same game, told for both"
    )
    one, other = (played(SHORT, catalog, 0, turn) for turn in (0, 1))
    assert (one.luck, one.lead) != (-other.luck, -other.lead), "two games"


def test_in_a_mirror_both_sides_have_the_same_team() -> None:
    duel = SHORT._replace(mirror=True, modes=("2v2", "3v3"))
    for number in range(4):
        one, other = parts_of(duel.dealt(load(), number))
        assert figures_of(one) == figures_of(other) and attachments_of(one) == attachments_of(other)
        arrange(load(), duel.dealt(load(), number))


def test_who_is_ahead_begins_with_points() -> None:
    plain, ahead = (played(SHORT._replace(ahead=points), load(), 0, 0) for points in (0, 3))
    assert ahead.lead >= plain.lead + 1 and ahead.score == 1.0


def test_what_a_team_decides_is_told_apart_from_luck() -> None:
    def row(deal: int, turn: int, light_wins: bool, luck: float) -> Row:
        score = float(light_wins == (turn % 2 == 0))
        return Row(deal, turn, turn % 2, "2v2", "Control", score, 0, 5, luck, luck * luck, 0.0, 1, 0.0, 1)

    lot = random.Random(1)
    by_deal = [row(deal, turn, deal % 2 == 0, 0.0) for deal in range(40) for turn in range(2)]
    assert "the same team won twice: 100 %" in told(by_deal, 2)
    by_luck = [row(deal, turn, lot.random() < 0.5, 0.0) for deal in range(400) for turn in range(2)]
    by_luck = [one._replace(luck=one.score - 0.5) for one in by_luck]
    assert "left without luck: 0.000" in told(by_luck, 2)


def test_a_bot_may_have_other_settings_of_its_judge() -> None:
    bot = bot_of("level5+nodes=500+rounds=1+at_once=0.25+is_short_first=1", "x")
    assert isinstance(bot, TurnBot) and bot._grasp.nodes == 500
    assert bot._grasp.judging == USUAL._replace(rounds=1, at_once=0.25, is_short_first=True)
    with pytest.raises(SystemExit, match="horizon"):
        bot_of("level5+horizon=3", "x")


def test_what_a_roll_gave_is_nothing_on_average() -> None:
    catalog = load()
    state = arrange(catalog, SHORT.dealt(catalog, 0)).start()
    ask = state.decision
    assert ask is not None and ask.weights is not None
    gave = [given(state, ask, option) for option in ask.options]
    for side in range(2):
        assert sum(weight * one[side] for weight, one in zip(ask.weights, gave, strict=True)) == pytest.approx(0.0, abs=1e-9)


def test_the_lines_of_a_turn_are_played_on_and_measured() -> None:
    catalog = load()
    duel = Duel("greedy", "greedy", "lines", scenarios=("Territory",), modes=("2v2",), rounds=2)
    taken = turns_taken(catalog, duel, 0, 1, False)
    rows = line_rows(taken[0], 0, duel, 2, 2, smaller_greedy())
    assert len(rows) > 4 and sum(row.rival for row in rows) <= 1
    assert {row.is_judged for row in rows} == {True, False}
    for row in rows:
        assert len(row.values) == 2 and all(len(values) == len(HORIZONS) for values in row.values)
        assert all(len(at) in (2, len(LEAVES) + 1) for values in row.values for at in values)
        assert set(row.measures) <= {0.0, 0.5, 1.0}
    assert "correlation" in told_of_lines([*rows, *(row._replace(position=1) for row in rows)])


def test_play_outs_of_lines_are_counted() -> None:
    duel = Duel("greedy", "greedy", "lines", scenarios=("Territory",), modes=("2v2",), rounds=1)
    none, many = (counts(load(), duel, 1, nodes).split("\n") for nodes in (10, 8000))
    assert len(none) == len(many) > 1
    for counted, wanted in ((none, True), (many, False)):
        assert all((number == "0") == wanted for line in counted for number in line.partition(": ")[2].split(", ")), counted


def test_a_judge_that_knows_the_measure_agrees_with_it_and_one_by_lot_does_not() -> None:
    lot = random.Random(2)

    def line(position: int, number: int) -> LineRow:
        worth = lot.random()
        results = [float(lot.random() < worth) for _ in range(8)]
        values = [[[lot.random(), 0.0, 0.0, 0.0], *[[worth, 0.0, 0.0, 0.0]] * (len(HORIZONS) - 1)] for _ in range(4)]
        return LineRow(position, number, 0.0, 0.0, 0.0, values, results)

    positions = [[line(position, number) for number in range(8)] for position in range(60)]
    assert agreement(positions, reaching(1), 4) > 0.9
    assert abs(agreement(positions, reaching(0), 4)) < 0.3
    half = Judging(at_round_end=0.5)
    row = positions[0][0]
    assert judge_of(half, [0])(row) == pytest.approx((row.values[0][0][0] + row.values[0][1][0]) / 2)
