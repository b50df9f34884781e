"""The lab: games a second on one process and on two, and how much the second one brings."""

from __future__ import annotations

import time

from bench.measure import Row
from tipover.lab.arena import Arena, Plan
from tipover.lab.field import contestants, differing_scenarios, wishes
from tipover.lab.games import Game, catalog_of
from tipover.lab.workers import Here, Pool, Workers, played

SCALING = 1.7
WARM = 4  # games before the clock starts: processes come up, maps make their tables


def scaling(seconds: float = 10.0) -> list[Row]:
    """The same games on one process and on two, one after the other in the same run; the bar is for their ratio."""
    rows: list[Row] = []
    for names, games in ((("random", "greedy"), max(8, round(seconds * 1.2))), (("random", "random=Gi-hun, Worker #29"), max(40, round(seconds * 20)))):
        alone, both = _rate(names, games, Here()), _rate(names, games, Pool(2))
        told = f"{names[1].partition('=')[0]} against {names[0]}"
        ratio = both / alone
        rows += [
            Row(f"lab, {told}, one process", alone, "games/s"),
            Row(f"lab, {told}, two processes", both, "games/s"),
            Row(f"lab, {told}, two against one", ratio, "×", f"≥ {SCALING} × on two cores", ratio >= SCALING),
        ]
    return rows


def _rate(names: tuple[str, ...], number: int, workers: Workers) -> float:
    """Games a second, without the time the processes take to start."""
    players = contestants(names)
    catalog = catalog_of(())
    plan = Plan(tuple(players), tuple(wishes(catalog, (), differing_scenarios(catalog), players=players)), "bench", number + number % 2)
    games: list[Game] = [game for game in Arena(plan).games() if game is not None]
    try:
        warm = [workers.submit(games[:WARM]) for _ in range(2 * workers.count)]
        for rows in warm:
            rows()
        began = time.perf_counter()
        count = sum(1 for _ in played(iter(games), workers))
        return count / (time.perf_counter() - began)
    finally:
        workers.close()


