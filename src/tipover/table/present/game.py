"""What stays the same during a game: its map, its scenario, and every card and piece that can appear."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.catalog import SIDES
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.setup import Setup
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE
from tipover.table.present.cards import card_shown, map_shown, piece_shown, scenario_shown
from tipover.table.protocol.game import Game


def game_shown(setup: Setup, language: str = ENGLISH) -> Game:
    """Map, scenario, mode, target, and the cards of every figure that plays or may be picked."""
    catalog = setup.catalog
    cards = [catalog.figures[number] for number in _cards(setup)]
    pieces = {slot.name: slot.part for slot in setup.pieces if slot.part is not None}
    return Game(
        map=map_shown(replace(setup.map, grid=setup.grid), setup.sides),
        scenario=scenario_shown(setup.scenario, catalog, language) if setup.scenario is not None else None,
        mode=mode_of(setup),
        sides=[SIDES[side] for side in setup.sides],
        target=_target(setup),
        cards={card.name: card_shown(card, catalog) for card in cards},
        pieces={name: piece_shown(part) for name, part in pieces.items()},
        rounds=setup.rounds,
    )


def mode_of(setup: Setup) -> str:
    """The mode, by the name that deals use: `2v2`, `3v3`, `teams`, `ffa3`, `ffa4`, `ultimate`, `first`."""
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
    """The score that wins: at once if the scenario says so, otherwise at the end of a round; 0 for none."""
    return (setup.scenario.wins_at if setup.scenario is not None else 0) or setup.target


def _cards(setup: Setup) -> list[int]:
    """The numbers of all cards that are in the game or may be picked, each once."""
    return list(dict.fromkeys([*(slot.card for slot in setup.figures if slot.card >= 0), *setup.box]))
