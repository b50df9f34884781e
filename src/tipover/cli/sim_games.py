"""The games that `sim` plays: a first game, a set-up from a file, or a new deal for each game, from its seed."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange, first_game
from tipover.engine.core.setup import Setup
from tipover.play.deal import Wish, deal


class Deal(NamedTuple):
    """Which games are played; plain data, so that it goes to other processes."""

    folders: tuple[str, ...]
    first: str
    sides: int
    described: dict[str, object] | None
    rounds: int
    wish: Wish | None = None

    @property
    def is_random(self) -> bool:
        """Whether each game has its own deal."""
        return not self.first and self.described is None


_kept: dict[str, Setup | Catalog] = {}


def setup_for(plan: Deal, seed: str) -> Setup:
    """The set-up of the game with this seed; those that are all alike are made once in a process."""
    if plan.is_random:
        wish = plan.wish or Wish()
        return arrange(_catalog(plan), deal(_catalog(plan), seed, wish._replace(rounds=plan.rounds)))
    key = repr(plan)
    kept = _kept.get(key)
    if not isinstance(kept, Setup):
        if plan.described is not None:
            kept = arrange(_catalog(plan), plan.described)
        else:
            kept = first_game(plan.first, plan.sides, rounds=plan.rounds, catalog=_catalog(plan))
        _kept[key] = kept
    return kept


def _catalog(plan: Deal) -> Catalog:
    key = f"catalog {plan.folders!r}"
    kept = _kept.get(key)
    if not isinstance(kept, Catalog):
        kept = load(*plan.folders, forgiving=True)  # packs left out were reported when the plan was made
        _kept[key] = kept
    return kept
