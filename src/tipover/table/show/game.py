"""What does not change in a game: its map, its scenario, and every card and piece that may come up."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.catalog import SIDES
from tipover.engine.setup import Setup
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE
from tipover.table.protocol import Game
from tipover.table.show.cards import card_shown, map_shown, piece_shown, scenario_shown


def game_shown(setup: Setup) -> Game:
    """Map, scenario, mode, target, and the cards of everyone who plays or may be picked."""
    catalog = setup.catalog
    cards = [catalog.figures[number] for number in _cards(setup)]
    pieces = {slot.name: slot.part for slot in setup.pieces if slot.part is not None}
    return Game(
        map=map_shown(replace(setup.map, grid=setup.grid)),
        scenario=scenario_shown(setup.scenario, catalog) if setup.scenario is not None else None,
        mode=mode_of(setup),
        sides=[SIDES[side] for side in setup.sides],
        target=_target(setup),
        cards={card.name: card_shown(card, catalog) for card in cards},
        pieces={name: piece_shown(part) for name, part in pieces.items()},
        rounds=setup.rounds,
    )


def mode_of(setup: Setup) -> str:
    """How it is played, as deals call it: `2v2`, `3v3`, `teams`, `ffa3`, `ffa4`, `ultimate`, `first`."""
    if setup.scenario is not None and setup.scenario.first:
        return FIRST
    if setup.ultimate >= 0:
        return ULTIMATE
    if len(setup.sides) > 2:
        return FFA_3 if len(setup.sides) == 3 else FFA_4
    if any(len(seats) > 1 for seats in setup.seats):
        return TEAMS
    return TWO if max((len(setup.characters[side]) for side in setup.sides), default=0) <= 2 else THREE


def _target(setup: Setup) -> int:
    """The points that win: at once in first games that have such, else at a round's end; 0 is none."""
    return (setup.scenario.wins_at if setup.scenario is not None else 0) or setup.target


def _cards(setup: Setup) -> list[int]:
    """The numbers of all cards that stand on the map or may be picked, each once."""
    return list(dict.fromkeys([*(slot.card for slot in setup.figures if slot.card >= 0), *setup.box]))
