"""Who plays better: every two players meet on the same deals, each deal with the sides changed and the same dice seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tipover.engine.version import __version__
from tipover.lab import LabError
from tipover.lab.field import ROUNDS, SIDES_OF, contestants, differing_scenarios, whole_deals, wishes
from tipover.lab.games import Game, Player, Row, catalog_of
from tipover.lab.interval import Rate, wilson
from tipover.lab.records import lineup_of, winner_of
from tipover.lab.run import Course, Told, run
from tipover.lab.sequential import ERROR, OPEN, Evidence
from tipover.play.deal import Wish

LOWEST = 0.01
LOWER = 0.2  # by how much the rate that is ruled out lies below the one to be shown, unless it is said


class Plan(NamedTuple):
    """What an arena plays; `beats` is the rate at which the later named of two should win, `unless` the one to be ruled out."""

    players: tuple[Player, ...]
    wishes: tuple[Wish, ...]
    seed: str
    games: int  # of each pair, whole deals
    folders: tuple[str, ...] = ()
    ladder: bool = False
    beats: float = 0.0
    unless: float = 0.0
    error: float = ERROR

    def pairs(self) -> list[tuple[Player, Player]]:
        """Who meets whom: everyone, or on a ladder only neighbours."""
        if self.ladder:
            return list(zip(self.players, self.players[1:], strict=False))
        return list(combinations(self.players, 2))

    def settings(self) -> Row:
        """What a run's results hang on; how many games is not among it: with more of them a run goes on."""
        told: Row = {
            "lab": "arena", "engine": __version__, "catalog": catalog_of(self.folders).digest,
            "players": [player.name for player in self.players], "ladder": self.ladder,
            "tables": [list(wish) for wish in self.wishes], "seed": self.seed,
        }  # fmt: skip
        return told | ({"beats": self.beats, "unless": self.unless, "error": self.error} if self.beats else {})


class Meeting:
    """How two players fared against each other, from the second's side: the one that is to beat the first."""

    def __init__(self, first: Player, second: Player, evidence: Evidence | None) -> None:
        self.first, self.second = first.name, second.name
        self.wins = self.losses = self.draws = self.faults = 0
        self.scores: list[float] = []  # of whole deals
        self.evidence = evidence
        self._open: list[float] = []

    def add(self, row: Row, last: bool) -> None:
        """Count a game; `last`: its deal is complete."""
        if "fault" in row:
            self.faults += 1
        else:
            place = winner_of(row)
            winner = lineup_of(row)[place] if place >= 0 else ""
            self.wins += winner == self.second
            self.losses += winner == self.first
            self.draws += not winner
            self._open.append(1.0 if winner == self.second else 0.0 if winner else 0.5)
        if last and self._open:
            self.scores.append(sum(self._open) / len(self._open))
            self._open = []
            if self.evidence is not None:
                self.evidence.add(self.scores[-1])

    @property
    def games(self) -> int:
        """How many were played to their end."""
        return self.wins + self.losses + self.draws

    @property
    def rate(self) -> Rate:
        """The second's score, a draw as half a win."""
        return wilson(self.wins + self.draws / 2, self.games)

    @property
    def verdict(self) -> str:
        """The sequential test's, or nothing if there is none."""
        return self.evidence.verdict if self.evidence is not None else ""

    @property
    def is_decided(self) -> bool:
        """Whether no further deal is needed."""
        return self.verdict not in ("", OPEN)


def lineups(first: Player, second: Player, sides: int) -> list[tuple[tuple[Player, ...], int]]:
    """Who sits where in the games of one deal, with the place of the one who sits alone.

    Two sides: both ways round. More: one against the rest at every side, and then the other against the rest.
    """
    alone = [(first, second)] if sides == 2 else [(first, second), (second, first)]
    return [(tuple(one if k == place else other for k in range(sides)), place) for one, other in alone for place in range(sides)]


def deal_size(wish: Wish) -> int:
    """How many games a deal has."""
    sides = SIDES_OF.get(wish.mode, 2)
    return 2 if sides == 2 else 2 * sides


def ruled_out(beats: float, unless: float = 0.0) -> float:
    """The rate that a test for `beats` rules out: the one that is named, or one a good deal lower."""
    found = unless or max(LOWEST, round(beats - LOWER, 6))
    if not LOWEST <= found < beats < 1:
        raise LabError(
            f"a test needs a rate to be shown (--beats) and a lower one to be ruled out (--unless), from {LOWEST} and below 1, not {beats:g} and {found:g}"
        )
    return found


class Arena:
    """An arena under way: deal by deal every pair that is not decided plays it, both ways round."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rows: list[Row] = []
        self.meetings = [Meeting(first, second, self._evidence()) for first, second in plan.pairs()]

    def _evidence(self) -> Evidence | None:
        plan = self.plan
        return Evidence(plan.unless, plan.beats, plan.error, min(map(deal_size, plan.wishes))) if plan.beats else None

    def _deals(self) -> tuple[int, int]:
        """How many deals it takes until every pair has its games, and how many games of a pair they are."""
        return whole_deals([deal_size(wish) for wish in self.plan.wishes], self.plan.games)

    def games(self) -> Iterator[Game | None]:
        """Deals in turn through the tables; all pairs play a deal before the next is dealt."""
        plan = self.plan
        for deal in range(self._deals()[0]):
            wish = plan.wishes[deal % len(plan.wishes)]
            for number, (first, second) in enumerate(plan.pairs()):
                if self.meetings[number].is_decided:
                    continue
                for turn, (lineup, place) in enumerate(lineups(first, second, SIDES_OF.get(wish.mode, 2))):
                    moved = place if first.team or second.team else 0  # whoever brings a team takes it along, dealt rivals too
                    yield Game(f"{number}.{deal}.{turn}", plan.folders, f"{plan.seed}/{deal}", wish, lineup, moved)

    def wants(self, game: Game) -> bool:
        """Whether its pair is still undecided."""
        return not self.meetings[int(game.key.split(".")[0])].is_decided

    def add(self, game: Game, row: Row) -> None:
        """Count a game."""
        number, _, turn = (int(part) for part in game.key.split("."))
        self.rows.append(row)
        self.meetings[number].add(row, turn == deal_size(game.wish) - 1)

    def total(self) -> int:
        """The games of all pairs; of one that is decided, those it has had."""
        whole = self._deals()[1]
        return sum(one.games + one.faults if one.is_decided else whole for one in self.meetings)


def pair(
    bot_a: str, bot_b: str, deals: int, seed: int | str, jobs: int = 1, *,
    scenarios: Sequence[str] = (), modes: Sequence[str] = (), beats: float = 0.0, unless: float = 0.0,
    error: float = ERROR, rounds: int = ROUNDS, folder: Path | None = None, told: Told | None = None,
) -> Meeting:  # fmt: skip
    """Let two bots meet on so many deals, each played both ways round; counted for `bot_b`, who may have to beat `bot_a`.

    With `beats` the meeting ends as soon as the sequential test is sure that b's rate is above `unless`, or below `beats`.
    """
    players = contestants([bot_a, bot_b])
    cards = catalog_of(())
    tables = wishes(cards, modes, scenarios or differing_scenarios(cards), rounds=rounds, players=players)
    games = sum(deal_size(tables[deal % len(tables)]) for deal in range(deals))
    plan = Plan(
        tuple(players), tuple(tables), str(seed), games, beats=beats, unless=ruled_out(beats, unless) if beats else 0.0, error=error
    )
    arena = Arena(plan)
    run(arena, folder, plan.settings(), jobs, told=told)
    return arena.meetings[0]


def play(plan: Plan, folder: Path | None, jobs: int = 1, cluster: bool = False, told: Told | None = None) -> tuple[Arena, Course]:
    """A whole arena, and how it went."""
    arena = Arena(plan)
    return arena, run(arena, folder, plan.settings(), jobs, cluster, told)
