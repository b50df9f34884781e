"""A fair deal of any game that the packs allow: mode, map, scenario, teams and attachments, drawn from a seed.

The n-th draw is HMAC-SHA256(seed, `deal n`), reduced without bias like the match's dice. Wishes are respected and the
rest is drawn; every side gets the same number of characters, basics, attachments and picks (SUP-3, ATT-1).
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from tipover.cards.catalog import CHARACTER, SIDES, Catalog, MapCard, Scenario
from tipover.engine.core.arrange import AGAINST_ULTIMATE
from tipover.engine.core.attachments import is_attachment, names_of
from tipover.engine.core.said import ListPart, Part, say
from tipover.engine.core.setup_faults import SetupFault, meant
from tipover.play.dice import below, shuffled

Item = TypeVar("Item")
Described = dict[str, object]

TWO, THREE, TEAMS, FFA_3, FFA_4, ULTIMATE, FIRST = MODES = ["2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate", "first"]
_SIDES = {FFA_3: 3, FFA_4: 4}

DEALT, OPEN, SECRET = range(3)  # how teams are chosen: dealt, picked openly, picked in secret
ONE_IN = 4  # one deal in so many has something unusual: status cards in force, the same character on both sides


class DealError(SetupFault):
    """Wishes that no deal can meet."""


class Wish(NamedTuple):
    """What a deal must have; fields that are empty are drawn."""

    mode: str = ""  # The mode.
    map: str = ""  # The map's name.
    scenario: str = ""  # The scenario's name.
    teams: tuple[tuple[str, ...], ...] = ()  # Names by side: characters, basics and attachments.
    rounds: int = 0  # The number of rounds, 0 for the mode's own.
    dealt: bool = False  # Whether nobody picks: what is not wished for is dealt.
    sides: int = 0  # The number of sides of a first game, which may be more than two; other modes have their own.
    size: int = 0  # The number of characters a side in teams and free-for-all, 1 to 6; other modes have their own (SUP-3).


class Draw:
    """Random numbers from a seed, the same on every machine and in every version."""

    def __init__(self, seed: int | str) -> None:
        self._key = str(seed).encode()
        self._count = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
        self._count += 1
        return below(self._key, f"deal {self._count}", stop)

    def one_of(self, items: list[Item]) -> Item:
        """One of the items, uniformly."""
        return items[self.randrange(len(items))]

    def seldom(self) -> bool:
        """True with probability 1 / `ONE_IN`."""
        return self.randrange(ONE_IN) == 0

    def mixed(self, items: list[Item]) -> list[Item]:
        """The items in a uniformly random order."""
        return shuffled(items, self)


def deal(catalog: Catalog, seed: int | str, wish: Wish | None = None) -> Described:
    """The description of a game that fulfils the wish. The same seed and packs give the same game."""
    return _Dealer(catalog, Draw(seed), wish or Wish()).deal()


class _Dealer:
    """The state of one deal."""

    def __init__(self, catalog: Catalog, draw: Draw, wish: Wish) -> None:
        self.catalog = catalog
        self.draw = draw
        self.wish = wish
        self.characters = [card.name for card in catalog.figures if card.kind == CHARACTER and not card.basic]
        self.given = [_team_of(catalog, names) for names in wish.teams]

    def deal(self) -> Described:
        mode = self._mode()
        tables = self._tables(mode)
        if not tables:
            raise DealError(say("deal.no_map_and_scenario", "SUP-1", wishes=self._wishes(mode)))
        # The scenario is drawn before its map, so that a scenario with many maps is not more likely than one with a single map.
        scenario = self.draw.one_of(list(dict.fromkeys(one.name for one, _ in tables)))
        chosen = self.draw.one_of([one for other, one in tables if other.name == scenario])
        described: Described = {"map": chosen.name, "scenario": scenario}
        found = next(one for one in self.catalog.scenarios if one.name == scenario)
        if mode == ULTIMATE:
            described |= self._ultimate()
        elif mode == FIRST:
            described |= self._first(found, chosen)
        else:
            described |= self._teams(mode)
        cards = [card.name for card in self.catalog.pieces if card.is_for_all]
        if mode != FIRST and cards and self.draw.seldom():
            described["in_force"] = self.draw.mixed(cards)[: 1 + self.draw.randrange(min(2, len(cards)))]
        if self.wish.rounds:
            described["rounds"] = self.wish.rounds
        return described

    # -- mode, scenario, map----------------------------------------------------------------------------

    def _mode(self) -> str:
        """The wished-for mode, or one that fits the other wishes."""
        if self.wish.mode:
            if self.wish.mode not in MODES:
                hint = meant(self.wish.mode, MODES)
                raise DealError(say("deal.no_mode", mode=self.wish.mode, modes=ListPart(tuple(MODES)), hint=hint))
            return self.wish.mode
        fitting = [mode for mode in MODES if self._suits(mode) and self._tables(mode)]
        if not fitting:
            raise DealError(say("deal.no_way_to_play", "SUP-1", wishes=self._wishes("")))
        return self.draw.one_of(fitting)

    def _suits(self, mode: str) -> bool:
        """Whether the wished-for teams have the sizes of a mode."""
        sizes = [len(names) for names, _ in self.given if names]
        if len(self.given) > _SIDES.get(mode, 2):
            return False
        if mode == ULTIMATE:
            return not sizes and not any(attached for _, attached in self.given)
        if mode == FIRST:
            return not self.given
        if mode in (TWO, THREE):
            return all(size == (2 if mode == TWO else 3) for size in sizes)
        return all(size <= 3 for size in sizes) and not (mode == TEAMS and any(size < 2 for size in sizes))

    def _tables(self, mode: str) -> list[tuple[Scenario, MapCard]]:
        """Every pair of scenario and map that a mode can be played on."""
        sides = (mode == FIRST and self.wish.sides) or _SIDES.get(mode, 2)
        found: list[tuple[Scenario, MapCard]] = []
        for scenario in self.catalog.scenarios:
            if self.wish.scenario and scenario is not self._wished_scenario():
                continue
            if scenario.first != (mode == FIRST) or (scenario.ultimate and mode != ULTIMATE) or sides not in scenario.sides:
                continue
            for one in self.catalog.maps_for(scenario):
                if self.wish.map and one is not self._wished_map():
                    continue
                if all(one.start(side) for side in range(sides)):
                    found.append((scenario, one))
        return found

    def _wished_scenario(self) -> Scenario:
        found = self.catalog.scenario(self.wish.scenario)
        if found is None:
            hint = meant(self.wish.scenario, [one.name for one in self.catalog.scenarios])
            raise DealError(say("deal.no_scenario", name=self.wish.scenario, hint=hint))
        return found

    def _wished_map(self) -> MapCard:
        found = self.catalog.map(self.wish.map)
        if found is None:
            hint = meant(self.wish.map, [one.name for one in self.catalog.maps])
            raise DealError(say("deal.no_map", name=self.wish.map, hint=hint))
        return found

    def _wishes(self, mode: str) -> Part:
        """What is wished for, as part of a sentence."""
        wish = self.wish
        said = [say("deal.wish_mode", mode=mode)] if mode else []
        said += [say("deal.wish_scenario", name=wish.scenario)] if wish.scenario else []
        said += [say("deal.wish_map", name=wish.map)] if wish.map else []
        said += [say("deal.wish_sides", number=wish.sides)] if wish.sides else []
        said += [say("deal.wish_teams", sizes=ListPart(tuple(len(names) for names, _ in self.given)))] if self.given else []
        return ListPart(tuple(said)) if said else say("deal.wish_nothing")

    # -- teams -----------------------------------------------------------------------------------------

    def _teams(self, mode: str) -> Described:
        """Two to four sides with the same number of characters, dealt or picked, perhaps with attachments."""
        sides = _SIDES.get(mode, 2)
        given = [*self.given, *([((), ())] * (sides - len(self.given)))]
        sizes = [len(names) for names, _ in given if names]
        size = sizes[0] if sizes else {TWO: 2, THREE: 3}.get(mode) or self.wish.size or 2 + self.draw.randrange(2)
        way = DEALT if sizes or self.wish.dealt else self.draw.randrange(3)
        basics = min(self.draw.randrange(2), size - 1)  # at least one character must be able to have an attachment (SUP-7)
        attached = [len(names) for _, names in given if names]
        attach = attached[0] if attached else min(self.draw.randrange(3), len(names_of(self.catalog)) // 2)
        hands = self._hands(given, size - basics)
        picked = bool(way and attach and not attached)
        parts: list[Described] = []
        for side in range(sides):
            names, own = given[side]
            part: Described = {"side": SIDES[side], "seats": 2 if mode == TEAMS and size > 1 else 1}
            part["figures"] = list(names) or self._basics(side, basics) + ([] if way else hands[side])
            if way:
                part["picks"] = size - basics
            if picked:
                part["attach"] = attach
            elif own:
                part["attachments"] = list(own)
            elif attach:
                part["attachments"] = self._attachments(attach, [one for one in hands[side] if not way and not names])
            parts.append(part)
        described: Described = {"sides": parts}
        if way:
            described |= {"box": self._box(picked), "secret": way == SECRET, "colours": bool(self.draw.randrange(2))}
        return described

    def _hands(self, given: list[tuple[tuple[str, ...], tuple[str, ...]]], size: int) -> list[list[str]]:
        """Characters for every side, usually from one deck, so that nobody is on two sides; seldom from a full deck for each side."""
        taken = [name for names, _ in given for name in names]
        deck = self.draw.mixed([name for name in self.characters if name not in taken])
        if self.draw.seldom() or len(deck) < size * len(given):
            return [self.draw.mixed(self.characters)[:size] for _ in given]
        return [deck[k * size : (k + 1) * size] for k in range(len(given))]

    def _basics(self, side: int, count: int) -> list[str]:
        """Basic characters of the side's colour, from any set."""
        known = [card.name for card in self.catalog.figures if card.basic and card.base == side]
        known = known or [card.name for card in self.catalog.figures if card.basic]
        return self.draw.mixed(known)[:count]

    def _attachments(self, count: int, holders: list[str]) -> list[object]:
        """Attachments of any kind; their holders are sometimes dealt, otherwise chosen by the players."""
        found: list[object] = []
        companions = 0
        for name in self.draw.mixed(names_of(self.catalog)):
            figure = self.catalog.figure(name)
            is_bound = figure < 0 or not self.catalog.figures[figure].card
            companions += figure >= 0 and is_bound
            if len(found) < count and not (figure >= 0 and is_bound and companions > 1):
                bound = is_bound and holders and self.draw.randrange(2)
                found.append({"name": name, "of": self.draw.one_of(holders)} if bound else name)
        return found

    def _box(self, attachments: bool) -> list[str]:
        return self.draw.mixed(self.characters) + (self.draw.mixed(names_of(self.catalog)) if attachments else [])

    # -- other modes -------------------------------------------------------------------------------------

    def _ultimate(self) -> Described:
        """One ultimate character against three; sides are drawn, or chosen in the game (ULT-1)."""
        able = [card.name for card in self.catalog.figures if card.ultimate is not None]
        teams = [names for names, _ in self.given] + [()] * (2 - len(self.given))
        sizes = [len(names) for names in teams]
        if len(teams) > 2 or any(attached for _, attached in self.given):
            raise DealError(say("deal.ultimate_alone", "ULT-1"))
        alone = sizes.index(1) if 1 in sizes else 1 - sizes.index(max(sizes)) if any(sizes) else self.draw.randrange(2)
        hero = teams[alone][0] if sizes[alone] else self.draw.one_of(able)
        seats = 1 + self.draw.randrange(2)
        other: Described = {"side": SIDES[1 - alone], "seats": seats}
        described: Described = {}
        if sizes[1 - alone]:
            other["figures"] = list(teams[1 - alone])
        elif self.wish.dealt or self.draw.randrange(2):
            rest = self.draw.mixed([name for name in self.characters if name != hero])
            basics = self._basics(1 - alone, self.draw.randrange(2))
            other["figures"] = rest[: AGAINST_ULTIMATE - len(basics)] + basics
        else:
            other["picks"] = AGAINST_ULTIMATE
            described["box"] = self.draw.mixed([name for name in self.characters if name != hero])
        if not self.wish.dealt and not self.given:
            described["colours"] = bool(self.draw.randrange(2))
        parts = [{"side": SIDES[alone], "ultimate": hero}, other]
        return {"sides": parts if alone == 0 else parts[::-1], **described}

    def _first(self, scenario: Scenario, chosen: MapCard) -> Described:
        """A first game as in its box, with characters dealt or picked openly (FST-1).

        Without a wish for the number of sides it has two if everything is dealt, otherwise two or more.
        """
        pack = next(key for key, name in scenario.maps.items() if name == chosen.name)
        fitting = [number for number in scenario.sides if all(chosen.start(side) for side in range(number))]
        sides = self.wish.sides or (min(fitting) if self.wish.dealt else self.draw.one_of(fitting))
        cards = [card for card in self.catalog.figures if card.pack == pack and card.kind == CHARACTER]
        box = self.draw.mixed([card.name for card in cards if not card.basic])
        pick = not self.wish.dealt and bool(self.draw.randrange(2))
        parts: list[Described] = []
        for side in range(sides):
            basics = [card.name for card in cards if card.basic and card.base == side][: scenario.basics]
            own = box[side * scenario.characters : (side + 1) * scenario.characters]
            part: Described = {"side": SIDES[side], "seats": 1, "figures": basics if pick else own + basics}
            parts.append(part | {"picks": scenario.characters} if pick else part)
        return {"sides": parts, **({"box": box, "colours": True} if pick else {})}


def _team_of(catalog: Catalog, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters and the attachments among a side's names."""
    attached = tuple(name for name in names if is_attachment(catalog, name))
    return tuple(name for name in names if name not in attached), attached
