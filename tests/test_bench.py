"""The measurements can still be made: the language and the engine change under them, and nobody runs them every day."""

from __future__ import annotations

from bench import peers, versus
from bench.growth import RULES, with_texts
from bench.pace import MEASURES, Pace
from bench.versus import ROWS, Found, cell


def test_the_cards_against_which_growth_is_measured_can_be_read() -> None:
    state = with_texts(len(RULES))
    assert state.decision is not None
    assert len(state.setup.catalog.rules) >= len(RULES)


def test_every_row_of_the_bars_is_measured() -> None:
    assert set(ROWS) == set(MEASURES)


def test_a_bar_is_met_or_not() -> None:
    before, now = Found(Pace([10, 10], [1.0, 1.0])), Found(Pace([10, 10], [0.5, 0.3]))
    now.add(Pace([10, 10], [0.2, 0.4]))  # of each part the least counts
    now.of = 50.0
    assert cell(ROWS["texts"], 5.0, now, before) == "40.00 decisions/s, 4.00 ×: NOT MET (≥ 5)"
    assert cell(ROWS["texts"], 4.0, now, before) == "40.00 decisions/s, 4.00 ×: met (≥ 4)"
    assert cell(ROWS["texts"], 4.0, now, None) == "40.00 decisions/s"
    assert cell(ROWS["sim"], 80.0, now, before) == "40.00 decisions/s, 80.00 %: met (≥ 80)"
    assert cell(ROWS["server"], 24.0, now, None) == "40.00 moves/s, 25.00 ms: NOT MET (≤ 24)"
    assert cell(ROWS["texts"], 4.0, None, before) == "–"


def test_the_peers_bar_is_for_the_compiled_build_with_texts() -> None:
    told = peers.table(
        {"python-chess": 10.0, "catanatron": 20.0, "pure, every card text live": 5.0, "compiled, every card text live": 60.0}
    )
    assert told.splitlines()[-1] == "| compiled, every card text live | 60 | 6.00 ×: met (≥ 4) | 3.00 ×: NOT MET (≥ 4) |"
    assert "pure, every card text live | 5 | 0.50 × | 0.25 × |" in told
    assert versus.table({"texts": {}}, ["pure"]).endswith("| – |")
