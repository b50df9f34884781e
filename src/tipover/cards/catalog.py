"""What the loaded packs hold: figures' cards, pieces, scenarios, maps."""

from __future__ import annotations

from dataclasses import dataclass, field

from tipover.board.grid import Grid
from tipover.board.mask import Mask, Square

COLOURS = ["blue", "red", "silver", "gold"]
SIDES = ["light", "dark", "third", "fourth"]

CHARACTER, COMPANION, MINION, OBJECTIVE = range(4)
KINDS = ["character", "companion", "minion", "objective"]

HIGHEST_DEFENSE = 20


@dataclass(frozen=True)
class FigureCard:
    """A card whose piece stands on the map: character, basic character, companion, minion, bonus objective."""

    name: str
    pack: str
    kind: int
    defense: int
    tokens: tuple[int, ...] = ()
    basic: bool = False
    base: int = -1
    short: str = ""
    of: str = ""
    number: int = 1
    card: str = ""
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True)
class PieceCard:
    """A token, marker or item: it occupies nothing (OCC-1, TOK-6); with a defense it can be challenged (CHA-1)."""

    name: str
    pack: str
    sort: str
    number: int = 0
    defense: int = 0
    of: str = ""
    cost: int = 0
    challenge: bool = False
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True)
class Scenario:
    """A scenario's envelope: what is counted and when somebody has won."""

    name: str
    pack: str
    sides: tuple[int, ...] = (2,)
    first: bool = False
    characters: int = 0
    basics: int = 0
    point_markers: bool = True
    knock_out: int = 0
    adjacent: bool = False
    wins_at: int = 0
    points: tuple[int, int] = (0, 0)
    flip: bool = True
    maps: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True, eq=False)
class MapCard:
    """A map: its grid, the areas it names (several of one name in the map's order), and point squares."""

    name: str
    pack: str
    grid: Grid
    areas: dict[str, list[Mask]]
    points: dict[str, Square]
    wall: str = ""
    sides: tuple[int, ...] = (2,)
    scenarios: tuple[str, ...] = ()
    drawing: str = ""

    def start(self, side: int) -> Mask:
        """A side's starting area; empty if the map names none (MAP-6)."""
        mask = 0
        for part in self.areas.get(f"start {SIDES[side]}", []):
            mask |= part
        return mask

    def starts(self) -> Mask:
        """All starting areas together."""
        mask = 0
        for side in range(len(SIDES)):
            mask |= self.start(side)
        return mask


@dataclass(frozen=True)
class Pack:
    """One pack's envelope."""

    key: str
    name: str
    version: str
    wall: str = ""
    short: str = ""
    needs: tuple[str, ...] = ()


class Catalog:
    """Every card, map and scenario of the loaded packs, found by name; `digest` changes with any of them."""

    def __init__(
        self,
        packs: list[Pack],
        figures: list[FigureCard],
        pieces: list[PieceCard],
        scenarios: list[Scenario],
        maps: list[MapCard],
        digest: str,
    ) -> None:
        self.packs = packs
        self.figures = figures
        self.pieces = pieces
        self.scenarios = scenarios
        self.maps = maps
        self.digest = digest
        self.notes: list[str] = []
        self._figures = {_key(card.name): k for k, card in enumerate(figures)}
        self._pieces = {_key(card.name): k for k, card in enumerate(pieces)}
        self._scenarios = {_key(scenario.name): scenario for scenario in scenarios}
        self._maps = {_key(one.name): one for one in maps}

    def figure(self, name: str) -> int:
        """The number of a figure's card, or -1. An objective goes by its marker's or its card's name."""
        found = self._figures.get(_key(name), -1)
        if found < 0:
            for k, card in enumerate(self.figures):
                if card.card and _key(card.card) == _key(name):
                    return k
        return found

    def piece(self, name: str) -> int:
        """The number of a token's, marker's or item's card, or -1."""
        return self._pieces.get(_key(name), -1)

    def scenario(self, name: str) -> Scenario | None:
        """A scenario by name."""
        return self._scenarios.get(_key(name))

    def map(self, name: str) -> MapCard | None:
        """A map by name."""
        return self._maps.get(_key(name))

    def nearest(self, name: str, sort: str) -> str:
        """`; did you mean …?` for a name nobody declares, or nothing."""
        known = {
            "figure": [card.name for card in self.figures],
            "piece": [card.name for card in self.pieces],
            "scenario": [scenario.name for scenario in self.scenarios],
            "map": [one.name for one in self.maps],
        }[sort]
        return suggestion(name, known)


def suggestion(word: str, known: list[str]) -> str:
    """`; did you mean …?` with the nearest known word, or nothing."""
    import difflib

    folded = {one.lower(): one for one in known}
    close = difflib.get_close_matches(word.lower(), list(folded), 1, 0.6)
    return f"; did you mean '{folded[close[0]]}'?" if close else ""


def _key(name: str) -> str:
    return " ".join(name.lower().split())
