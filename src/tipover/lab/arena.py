"""Compare players: every two of them meet on the same deals, each played with the sides swapped and the same dice seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tipover.engine.core.version import __version__
from tipover.lab import LabError
from tipover.lab.interval import Rate, wilson
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of
from tipover.lab.result_rows import lineup_of, winner_of
from tipover.lab.runner import OnProgress, RunSummary, run
from tipover.lab.schedule import ROUNDS, SIDES_OF, contestants, differing_scenarios, whole_deals, wishes
from tipover.lab.sequential import ERROR, OPEN, Evidence
from tipover.play.deal import Wish

LOWEST = 0.01
LOWER = 0.2  # default distance between the rate to be shown and the rate to be ruled out


class ArenaPlan(NamedTuple):
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
        """The pairs that meet: all, or on a ladder only neighbours."""
        if self.ladder:
            return list(zip(self.players, self.players[1:], strict=False))
        return list(combinations(self.players, 2))

    def settings(self) -> Row:
        """What the results of a run depend on; not the number of games, because a run can be continued with more."""
        told: Row = {
            "lab": "arena", "engine": __version__, "catalog": catalog_of(self.folders).digest,
            "players": [player.name for player in self.players], "ladder": self.ladder,
            "tables": [list(wish) for wish in self.wishes], "seed": self.seed,
        }  # fmt: skip
        return told | ({"beats": self.beats, "unless": self.unless, "error": self.error} if self.beats else {})


class Meeting:
    """The results of two players against each other, counted for the second, which is to beat the first."""

    def __init__(self, first: Player, second: Player, evidence: Evidence | None) -> None:
        self.first, self.second = first.name, second.name
        self.wins = self.losses = self.draws = self.faults = 0
        self.scores: list[float] = []  # of whole deals
        self.evidence = evidence
        self._open: list[float] = []

    def add(self, row: Row, last: bool) -> None:
        """Count a game; `last` says that it completes its deal."""
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
        """The number of finished games."""
        return self.wins + self.losses + self.draws

    @property
    def rate(self) -> Rate:
        """The score of the second player; a draw is half a win."""
        return wilson(self.wins + self.draws / 2, self.games)

    @property
    def verdict(self) -> str:
        """The verdict of the sequential test; empty if there is no test."""
        return self.evidence.verdict if self.evidence is not None else ""

    @property
    def is_decided(self) -> bool:
        """Whether no further deal is needed."""
        return self.verdict not in ("", OPEN)


def lineups(first: Player, second: Player, sides: int) -> list[tuple[tuple[Player, ...], int]]:
    """The seatings of the games of one deal, each with the side of the player who sits alone.

    With two sides, both seatings; with more, each player in turn sits alone at every side against the other.
    """
    alone = [(first, second)] if sides == 2 else [(first, second), (second, first)]
    return [(tuple(one if k == place else other for k in range(sides)), place) for one, other in alone for place in range(sides)]


def deal_size(wish: Wish) -> int:
    """The number of games of a deal."""
    sides = SIDES_OF.get(wish.mode, 2)
    return 2 if sides == 2 else 2 * sides


def ruled_out(beats: float, unless: float = 0.0) -> float:
    """The rate that a test for `beats` rules out: `unless` if given, otherwise one clearly lower."""
    found = unless or max(LOWEST, round(beats - LOWER, 6))
    if not LOWEST <= found < beats < 1:
        raise LabError(
            f"a test needs a rate to be shown (--beats) and a lower one to be ruled out (--unless), from {LOWEST} and below 1, not {beats:g} and {found:g}"
        )
    return found


class Arena:
    """A running arena: every undecided pair plays each deal, with the sides swapped."""

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self.rows: list[Row] = []
        self.meetings = [Meeting(first, second, self._evidence()) for first, second in plan.pairs()]

    def _evidence(self) -> Evidence | None:
        plan = self.plan
        return Evidence(plan.unless, plan.beats, plan.error, min(map(deal_size, plan.wishes))) if plan.beats else None

    def _deals(self) -> tuple[int, int]:
        """The number of deals until every pair has its games, and the number of games of a pair in them."""
        return whole_deals([deal_size(wish) for wish in self.plan.wishes], self.plan.games)

    def games(self) -> Iterator[LabGame | None]:
        """The games: deals cycle through the wishes, and all pairs play a deal before the next one."""
        plan = self.plan
        for deal in range(self._deals()[0]):
            wish = plan.wishes[deal % len(plan.wishes)]
            for number, (first, second) in enumerate(plan.pairs()):
                if self.meetings[number].is_decided:
                    continue
                for turn, (lineup, place) in enumerate(lineups(first, second, SIDES_OF.get(wish.mode, 2))):
                    moved = place if first.team or second.team else 0  # whoever brings a team takes it along, dealt rivals too
                    yield LabGame(f"{number}.{deal}.{turn}", plan.folders, f"{plan.seed}/{deal}", wish, lineup, moved)

    def wants(self, game: LabGame) -> bool:
        """Whether the pair of a game is still undecided."""
        return not self.meetings[int(game.key.split(".")[0])].is_decided

    def add(self, game: LabGame, row: Row) -> None:
        """Count a game."""
        number, _, turn = (int(part) for part in game.key.split("."))
        self.rows.append(row)
        self.meetings[number].add(row, turn == deal_size(game.wish) - 1)

    def total(self) -> int:
        """The number of games of all pairs; for a decided pair, those it played."""
        whole = self._deals()[1]
        return sum(one.games + one.faults if one.is_decided else whole for one in self.meetings)


def pair(
    bot_a: str, bot_b: str, deals: int, seed: int | str, jobs: int = 1, *,
    scenarios: Sequence[str] = (), modes: Sequence[str] = (), beats: float = 0.0, unless: float = 0.0,
    error: float = ERROR, rounds: int = ROUNDS, folder: Path | None = None, on_progress: OnProgress | None = None,
) -> Meeting:  # fmt: skip
    """Let two bots play each other on a number of deals with the sides swapped; counted for `bot_b`.

    With `beats` the meeting ends as soon as the sequential test is sure that b's rate is above `unless`, or below `beats`.
    """
    players = contestants([bot_a, bot_b])
    cards = catalog_of(())
    tables = wishes(cards, modes, scenarios or differing_scenarios(cards), rounds=rounds, players=players)
    games = sum(deal_size(tables[deal % len(tables)]) for deal in range(deals))
    plan = ArenaPlan(
        tuple(players), tuple(tables), str(seed), games, beats=beats, unless=ruled_out(beats, unless) if beats else 0.0, error=error
    )
    arena = Arena(plan)
    run(arena, folder, plan.settings(), jobs, on_progress=on_progress)
    return arena.meetings[0]


def play(
    plan: ArenaPlan, folder: Path | None, jobs: int = 1, cluster: bool = False, on_progress: OnProgress | None = None
) -> tuple[Arena, RunSummary]:
    """Run an arena; returns it with a summary of the run."""
    arena = Arena(plan)
    return arena, run(arena, folder, plan.settings(), jobs, cluster, on_progress)
