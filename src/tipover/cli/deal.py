"""The games that `sim` plays: a first game, a set-up from a file, or anything the packs allow, dealt by the seed."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import CHARACTER, SIDES, Catalog
from tipover.cards.pack import load
from tipover.engine.arrange import arrange, first_game
from tipover.engine.setup import Setup
from tipover.play.dice import Stream


class Deal(NamedTuple):
    """Which games are played; plain data, so that it goes to other processes."""

    folders: tuple[str, ...]
    first: str
    sides: int
    described: dict[str, object] | None
    rounds: int

    @property
    def is_random(self) -> bool:
        """Whether every game is dealt anew."""
        return not self.first and self.described is None


_kept: dict[str, Setup | Catalog] = {}


def setup_for(deal: Deal, seed: str) -> Setup:
    """The set-up of the game with this seed; those that are all alike are made once in a process."""
    if deal.is_random:
        return arrange(_catalog(deal), dealt(_catalog(deal), seed, deal.rounds))
    key = repr(deal)
    kept = _kept.get(key)
    if not isinstance(kept, Setup):
        if deal.described is not None:
            kept = arrange(_catalog(deal), deal.described)
        else:
            kept = first_game(deal.first, deal.sides, rounds=deal.rounds, catalog=_catalog(deal))
        _kept[key] = kept
    return kept


def _catalog(deal: Deal) -> Catalog:
    key = f"catalog {deal.folders!r}"
    kept = _kept.get(key)
    if not isinstance(kept, Catalog):
        kept = load(*deal.folders)
        _kept[key] = kept
    return kept


def dealt(catalog: Catalog, seed: str, rounds: int) -> dict[str, object]:
    """Any scenario with any number of sides on any map for it, any characters, dealt or picked openly or in secret."""
    draw = Stream(seed, "deal").randrange
    tables = [
        (scenario, number, one)
        for scenario in catalog.scenarios
        if scenario.plays_by_envelope
        for number in scenario.sides
        for one in catalog.maps
        if (not one.scenarios or scenario.name in one.scenarios) and all(one.start(side) for side in range(number))
    ]
    scenario, number, chosen = tables[draw(len(tables))]
    box = [card.name for card in catalog.figures if card.kind == CHARACTER and not card.basic]
    for k in range(len(box) - 1, 0, -1):
        other = draw(k + 1)
        box[k], box[other] = box[other], box[k]
    wanted = max(1, scenario.characters)
    way = draw(3)  # dealt, picked openly, picked in secret
    parts: list[dict[str, object]] = []
    for side in range(number):
        basics = [card.name for card in catalog.figures if card.basic and card.base == side]
        basics = [basics[draw(len(basics))]] if basics and scenario.basics else []
        own = box[side * wanted : (side + 1) * wanted] if way == 0 else []
        seats = 1 + draw(2) if wanted + len(basics) > 1 else 1
        picks = 0 if way == 0 else wanted
        parts.append({"side": SIDES[side], "seats": seats, "picks": picks, "figures": [*own, *basics]})
    described: dict[str, object] = {"map": chosen.name, "scenario": scenario.name, "sides": parts, "rounds": rounds}
    if way:
        described |= {"box": box, "secret": way == 2, "colours": bool(draw(2))}
    return described
