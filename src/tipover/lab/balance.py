"""Measure whether the content is fair: one bot plays dealt games against itself, each deal again with the teams swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tipover.cards.catalog import CHARACTER, Catalog
from tipover.engine.core.attachments import names_of
from tipover.engine.core.version import __version__
from tipover.lab.deals import NothingOfPack
from tipover.lab.interval import Rate, wilson
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of, described
from tipover.lab.result_rows import PlayedTeam, teams_of, text, winner_of
from tipover.lab.result_tables import first_player, side_rate, sound
from tipover.lab.schedule import SIDES_OF, whole_deals
from tipover.play.deal import ULTIMATE, Wish

BESIDE = ".beside"  # how the key of a game ends that the bot beside plays


class BalancePlan(NamedTuple):
    """What a balance run plays; `pack`: teams of that pack's characters; `beside`: a second bot, which plays the same deals by itself."""

    player: Player
    wishes: tuple[Wish, ...]
    seed: str
    games: int
    folders: tuple[str, ...] = ()
    pack: str = ""
    beside: Player | None = None

    def settings(self) -> Row:
        """What the results depend on; not the number of games, because a run can be continued with more."""
        told: Row = {
            "lab": "balance", "engine": __version__, "catalog": catalog_of(self.folders).digest, "player": self.player.name,
            "tables": [list(wish) for wish in self.wishes], "seed": self.seed, "pack": self.pack,
        }  # fmt: skip
        return told | ({"beside": self.beside.name} if self.beside is not None else {})

    @property
    def players(self) -> list[tuple[Player, str]]:
        """Who plays every deal, one after the other, and how the keys of their games end."""
        return [(self.player, ""), *([(self.beside, BESIDE)] if self.beside is not None else [])]


def with_pack(plan: BalancePlan) -> BalancePlan:
    """The plan without the wishes in whose deals the wanted pack can have no part."""
    kept: list[Wish] = []
    refused: NothingOfPack | None = None
    for wish in plan.wishes:
        try:
            described(LabGame("", plan.folders, plan.seed, wish, (plan.player,) * SIDES_OF.get(wish.mode, 2), 0, plan.pack))
        except NothingOfPack as error:
            refused = error
        else:
            kept.append(wish)
    if not kept and refused is not None:
        raise refused
    return plan._replace(wishes=tuple(kept))


class Balance:
    """A running balance experiment."""

    def __init__(self, plan: BalancePlan) -> None:
        self.plan = plan
        self.rows: list[Row] = []

    def games(self) -> Iterator[LabGame | None]:
        """The games: deals cycle through the wishes, each with its teams at every side, and so for each bot."""
        plan, count, deal = self.plan, 0, 0
        while count < plan.games:
            wish = plan.wishes[deal % len(plan.wishes)]
            sides = SIDES_OF.get(wish.mode, 2)
            for player, end in plan.players:
                for turn in range(sides):
                    yield LabGame(f"{deal}.{turn}{end}", plan.folders, f"{plan.seed}/{deal}", wish, (player,) * sides, turn, plan.pack)
            count, deal = count + sides, deal + 1

    def wants(self, game: LabGame) -> bool:
        """Always: every game counts."""
        return True

    def add(self, game: LabGame, row: Row) -> None:
        """Count a game."""
        self.rows.append(row)

    def total(self) -> int:
        """The number of games, in whole deals."""
        of_each = whole_deals([SIDES_OF.get(wish.mode, 2) for wish in self.plan.wishes], self.plan.games)[1]
        return of_each * len(self.plan.players)

    def played_by(self, end: str) -> list[Row]:
        """The rows of one bot's games, by how their keys end (`BalancePlan.players`)."""
        return [row for row in self.rows if text(row, "game").endswith(BESIDE) == bool(end)]


class Share:
    """How often something won in the games it was part of, and how often would be fair."""

    def __init__(self) -> None:
        self.score = self.fair = 0.0
        self.games = 0

    def add(self, score: float, fair: float) -> None:
        """Count one game."""
        self.score, self.fair, self.games = self.score + score, self.fair + fair, self.games + 1

    @property
    def rate(self) -> Rate:
        """The rate with its interval."""
        return wilson(self.score, self.games)

    @property
    def fair_rate(self) -> float:
        """The fair rate: a half between two sides, a third between three."""
        return self.fair / self.games if self.games else 0.5


Shares = dict[str, Share]


def _fresh(names: Sequence[str]) -> Shares:
    return {name: Share() for name in names}


class Findings:
    """The shares of every character, basic, attachment, pair of allies, team, set, ultimate, scenario and map."""

    def __init__(self, catalog: Catalog, rows: Sequence[Row]) -> None:
        self.rows = sound(rows)
        cards = [card for card in catalog.figures if card.kind == CHARACTER]
        self._set_of = {card.name: next((pack.name for pack in catalog.packs if pack.key == card.pack), card.pack) for card in cards}
        self._basic = {card.name for card in cards if card.basic}
        self.characters = _fresh([card.name for card in cards if not card.basic])
        self.basics = _fresh([card.name for card in cards if card.basic])
        self.attachments = _fresh(names_of(catalog))
        self.ultimates = _fresh([card.name for card in cards if card.ultimate is not None])
        self.sets: Shares = {}
        self.allies: Shares = {}
        self.teams: Shares = {}
        for row in self.rows:
            self._add(row)

    def _add(self, row: Row) -> None:
        teams, winner = teams_of(row), winner_of(row)
        for place, team in enumerate(teams):
            score = 1 / len(teams) if winner < 0 else float(winner == place)
            if text(row, "mode") == ULTIMATE:
                if len(team.figures) == 1:
                    self.ultimates.setdefault(team.figures[0], Share()).add(score, 0.5)
                continue  # one against three says little about the three
            self._add_team(team, score, 1 / len(teams))

    def _add_team(self, team: PlayedTeam, score: float, fair: float) -> None:
        lead = sorted(name for name in team.figures if name not in self._basic)
        for name in team.figures:
            (self.basics if name in self._basic else self.characters).setdefault(name, Share()).add(score, fair)
        for name in dict.fromkeys(
            self._set_of.get(name, "") for name in lead
        ):  # a side counts once for a set, however many cards it has of it
            self.sets.setdefault(name, Share()).add(score, fair)
        for name in team.attachments:
            self.attachments.setdefault(name, Share()).add(score, fair)
        self.teams.setdefault(" + ".join([*lead, *sorted(name for name in team.figures if name in self._basic)]), Share()).add(score, fair)
        for one, other in combinations(lead, 2):
            self.allies.setdefault(f"{one} + {other}", Share()).add(score, fair)

    def groups(self, by: str) -> list[tuple[str, list[Row]]]:
        """The games of each scenario or map."""
        names = sorted({text(row, by) for row in self.rows})
        return [(name, [row for row in self.rows if text(row, by) == name]) for name in names]

    def first_by(self, by: str) -> list[tuple[str, Rate]]:
        """The rate of the first player for each scenario or map, in games between two equal sides."""
        return [(name, rate) for name, rows in self.groups(by) if (rate := first_player(equal(rows))).number]

    def light_by(self, by: str) -> list[tuple[str, Rate]]:
        """The rate of the light side for each scenario or map."""
        return [(name, rate) for name, rows in self.groups(by) if (rate := side_rate(equal(rows))).number]


def equal(rows: Sequence[Row]) -> list[Row]:
    """The games between equal sides; an ultimate always goes first, so its games say nothing about going first."""
    return [row for row in rows if text(row, "mode") != ULTIMATE]
