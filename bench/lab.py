"""The lab: games a second on one process and on two, and how much the second one brings."""

from __future__ import annotations

import time

from bench.measure import Row
from tipover.lab.arena import Arena, ArenaPlan
from tipover.lab.lab_games import LabGame, catalog_of
from tipover.lab.schedule import contestants, differing_scenarios, wishes
from tipover.lab.worker_pools import Here, Pool, Workers, played

SCALING = 1.7
STRETCHES = 5
WARM = 24  # deals played before the clock starts: processes come up, and in each of them the maps make their tables


def scaling(seconds: float = 10.0) -> list[Row]:
    """The same games on one process and on two; the bar is for their ratio."""
    rows: list[Row] = []
    for names, number in (
        (("random", "greedy"), max(12, round(seconds * 1.6))),
        (("random", "random=Gi-hun, Worker #29"), max(40, round(seconds * 10))),
    ):
        alone, both = _rates(_games(names, number))
        told = f"{names[1].partition('=')[0]} against {names[0]}"
        ratio = both / alone
        rows += [
            Row(f"lab, {told}, one process", alone, "games/s"),
            Row(f"lab, {told}, two processes", both, "games/s"),
            Row(f"lab, {told}, two against one", ratio, "×", f"≥ {SCALING} × on two cores", ratio >= SCALING),
        ]
    return rows


def _games(names: tuple[str, ...], number: int) -> list[LabGame]:
    players = contestants(names)
    catalog = catalog_of(())
    plan = ArenaPlan(
        tuple(players), tuple(wishes(catalog, (), differing_scenarios(catalog), players=players)), "bench", number + number % 2
    )
    return [game for game in Arena(plan).games() if game is not None]


def _rates(games: list[LabGame]) -> tuple[float, float]:
    """Games a second on one process and on two: of each the best of some stretches, in turn, so that both are disturbed alike."""
    here, pool = Here(), Pool(2)
    try:
        _warm(games, here)
        _warm(games, pool)
        stretches = [(_rate(games, here), _rate(games, pool)) for _ in range(STRETCHES)]
    finally:
        pool.close()
    return max(alone for alone, _ in stretches), max(both for _, both in stretches)


def _warm(games: list[LabGame], workers: Workers) -> None:
    """Let every process play some of the deals, quickly: whoever plays, a map's tables are the same."""
    deals = [game._replace(players=tuple(player._replace(bot="random") for player in game.players)) for game in games[: 2 * WARM : 2]]
    for rows in [workers.submit(deals) for _ in range(2 * workers.count if workers.count > 1 else 1)]:
        rows()


def _rate(games: list[LabGame], workers: Workers) -> float:
    began = time.perf_counter()
    count = sum(1 for _ in played(iter(games), workers))
    return count / (time.perf_counter() - began)
