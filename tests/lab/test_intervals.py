"""Intervals against values that others have worked out."""

from __future__ import annotations

import pytest

from tipover.lab.interval import mean, quantile, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.490162, 0.943318),  # the textbook's examples of Wilson's score interval at 95 %
        (50, 100, 0.403832, 0.596168),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (15, 148, 0.062394, 0.160525),  # Newcombe 1998, table I
        (81, 263, 0.255289, 0.366159),
        (1, 29, 0.006113, 0.171756),
    ],
)
def test_wilson_gives_the_known_values(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.value == pytest.approx(wins / games)
    assert (found.low, found.high) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_wilson_counts_draws_as_halves_and_nothing_as_unknown() -> None:
    assert wilson(4.5, 9).value == 0.5
    assert wilson(0, 0)[:3] == (0.0, 0.0, 1.0)
    assert wilson(30, 40).shown == "75 % (60–86)"
    assert wilson(30, 40).leaves_out(0.5) and not wilson(30, 40).leaves_out(0.7)


def test_means_and_quantiles() -> None:
    found = mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found.value == 5.0
    assert found.high - 5.0 == pytest.approx(1.96 * 2.13809 / 8**0.5, abs=1e-3)
    assert quantile([1.0, 2.0, 3.0, 4.0], 0.5) == 2.5 and quantile([7.0], 0.9) == 7.0
