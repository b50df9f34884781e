"""Ratings by openskill (Plackett-Luce): mean and uncertainty, for two sides, free-for-alls and one against three."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tipover.lab import library
from tipover.lab.lab_games import Row
from tipover.lab.result_rows import lineup_of, winner_of


class Rating(NamedTuple):
    """A player's rating: strength is `mu`, and lies within two `sigma` of it with 95 %; it begins at 25 with 8.3."""

    name: str
    mu: float
    sigma: float
    games: int


def ratings(names: Iterable[str], rows: Iterable[Row]) -> list[Rating]:
    """Every player's rating after all games in their order, the best first.

    Bots do not change, so no drift is added between games. Who sits at several sides of a free-for-all is rated
    once a game, by the mean of what its sides gained or lost.
    """
    models = library("openskill.models", "lab")
    model = models.PlackettLuce(tau=0.0)
    known = {name: model.rating(name=name) for name in names}
    games = dict.fromkeys(known, 0)
    for row in rows:
        lineup, winner = lineup_of(row), winner_of(row)
        if len(set(lineup)) < 2 or "fault" in row:
            continue
        teams = [[model.rating(mu=known[name].mu, sigma=known[name].sigma, name=name)] for name in lineup]
        ranks = [1 if winner < 0 or place == winner else 2 for place in range(len(lineup))]
        after = [team[0] for team in model.rate(teams, ranks=ranks)]
        for name in dict.fromkeys(lineup):
            own = [rated for rated, who in zip(after, lineup, strict=True) if who == name]
            mu, sigma = sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own)
            known[name] = model.rating(mu=mu, sigma=sigma, name=name)
            games[name] += 1
    found = [Rating(name, float(one.mu), float(one.sigma), games[name]) for name, one in known.items()]
    return sorted(found, key=lambda one: -one.mu)
