"""Train a net by games: in every generation games are sampled, a net is fitted to all samples so far, and it has to prove itself.

A fit begins with the net that judged best before. A new net is taken only if it scores at least `PLACE` in paired games against what judged best before, at first the evaluation
by hand. The files of the run are its rows, the nets of all generations, and `learned.net`, the last that was taken.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tipover.bots.net_file import NetError, read_made, read_net, written
from tipover.engine.core.version import __version__
from tipover.lab import LabError
from tipover.lab.fitting import FitStep, fit
from tipover.lab.interval import Rate, wilson
from tipover.lab.journal import write_file
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of
from tipover.lab.result_rows import lineup_of, winner_of
from tipover.play.deal import THREE, TWO, Wish
from tipover.play.dice import Stream

PLACE = 0.53  # the score that a new net needs
NODES = 120  # positions that the learner judges for a turn
PASSES = 16  # through the samples, for a fit
BOT = "turns:250"  # who plays the proof, with either evaluation
PROVING = ("turns", "plan", "playouts")  # bots that can have a net
MODES = (TWO, THREE)
BY_HAND = "the evaluation by hand"
LEARNED = "learned.net"
SEED_RANGE = 1 << 31


class TrainPlan(NamedTuple):
    """What a training run plays."""

    wishes: tuple[Wish, ...]  # what the deals cycle through
    seed: str
    generations: int
    games: int  # that are sampled in each generation
    proofs: int  # deals that a new net has to prove itself in, two games each
    folders: tuple[str, ...] = ()  # of further packs
    bot: str = BOT
    start: str = ""  # the file of the net to begin with, if not the evaluation by hand

    def settings(self) -> Row:
        """What the results depend on; not the number of generations, because a run can be continued with more."""
        return {
            "lab": "train", "engine": __version__, "catalog": catalog_of(self.folders).digest, "tables": [list(wish) for wish in self.wishes],
            "seed": self.seed, "games": self.games, "proofs": self.proofs, "bot": self.bot, "start": self._start_digest(),
        }  # fmt: skip

    def _start_digest(self) -> str:
        """What the net to begin with is: the same path may hold another one later."""
        return hashlib.sha256(Path(self.start).read_bytes()).hexdigest()[:16] if self.start else ""


class Generation:
    """A net of the run, and what is known of it."""

    def __init__(self, number: int, path: Path, against: str) -> None:
        self.number = number
        self.path = path
        self.against = against  # the name of what it has to beat
        self.steps: list[FitStep] = []
        self.samples = 0
        self.games = 0  # sampled so far
        self.scores: list[float] = []  # of its games in the proof
        self.broken = 0  # games of the proof that broke off

    @property
    def rate(self) -> Rate:
        """Its score in the proof."""
        return wilson(math.fsum(self.scores), len(self.scores))

    @property
    def is_taken(self) -> bool:
        """Whether it has proved itself, in all games that the proof has: one that broke off counts as lost."""
        return bool(self.scores) and math.fsum(self.scores) >= PLACE * (len(self.scores) + self.broken)


class Train:
    """A training run in progress; its nets are files of its folder."""

    def __init__(self, plan: TrainPlan, folder: Path, on_fit: Callable[[int], None] | None = None) -> None:
        self.plan = plan
        self.folder = folder
        self.rows: list[Row] = []
        self.generations: list[Generation] = []
        self._samples: list[str] = []
        self._on_fit = on_fit
        self._best = Player(plan.bot, label="the net it began with", net=plan.start) if plan.start else Player(plan.bot, label=BY_HAND)

    def games(self) -> Iterator[LabGame | None]:
        """The games of each generation: those that are sampled, then those of the proof."""
        plan = self.plan
        for number in range(1, plan.generations + 1):
            learner = Player("learner", net=self._best.net)
            for k in range((number - 1) * plan.games, number * plan.games):
                wish = plan.wishes[k % len(plan.wishes)]
                yield LabGame(f"{number}.sample.{k}", plan.folders, f"{plan.seed}/{k}", wish, (learner, learner), sampled=NODES)
            yield None
            fresh = self._fitted(number)
            for deal in range(plan.proofs):
                wish = plan.wishes[deal % len(plan.wishes)]
                for turn, players in enumerate(((fresh, self._best), (self._best, fresh))):
                    yield LabGame(f"{number}.proof.{deal}.{turn}", plan.folders, f"{plan.seed}/{number}/proof {deal}", wish, players)
            yield None
            if self.generations[-1].is_taken:
                self._best = fresh

    def _fitted(self, number: int) -> Player:
        """The player with the net of a generation; a net that the folder has already is not fitted again."""
        path = self.folder / f"generation-{number}.net"
        made = Generation(number, path, self._best.label)
        made.games = number * self.plan.games
        told = self._kept(path, number)
        if told:
            made.steps, made.samples = [FitStep(*step) for step in _lists(told.get("steps"))], int(str(told.get("samples", 0)))
        else:
            seed = Stream(self.plan.seed, "fit").randrange(SEED_RANGE)
            if self._on_fit is not None:
                self._on_fit(number)
            found = fit(self._samples, PASSES, seed, first=read_net(Path(self._best.net)) if self._best.net else None)
            made.steps, made.samples = found.steps, found.samples
            how: dict[str, object] = {
                "by": "tipover lab train", "engine": __version__, "samples": found.samples, **self._marks(number),
                "steps": [[round(value, 5) for value in step] for step in found.steps],
            }  # fmt: skip
            write_file(path, written(found.net, how))
        self.generations.append(made)
        return Player(self.plan.bot, label=f"generation {number}", net=str(path))

    def _kept(self, path: Path, number: int) -> dict[str, object]:
        """How the net of a generation was made that the folder has already; empty if it has none of this run."""
        if not path.is_file():
            return {}
        try:
            read_net(path)
            told = read_made(path)
        except NetError as error:
            raise LabError(f"{error}. Take the file away, and the same command makes it again") from None
        return told if all(told.get(key) == value for key, value in self._marks(number).items()) else {}

    def _marks(self, number: int) -> dict[str, object]:
        """By what the net of a generation is known as one of this run."""
        plan = self.plan
        return {
            "seed": plan.seed, "generation": number, "games": number * plan.games, "catalog": catalog_of(plan.folders).digest,
        }  # fmt: skip

    def wants(self, game: LabGame) -> bool:
        """Always: every game counts."""
        return True

    def add(self, game: LabGame, row: Row) -> None:
        """Keep the samples of a game, or count a game of a proof."""
        self.rows.append(row)
        if "fault" in row:
            if not game.sampled:
                self.generations[-1].broken += 1
            return
        if game.sampled:
            samples = row.get("samples")
            if not isinstance(samples, str):
                raise LabError(f"game {game.key} has no samples; give another folder with --out")
            self._samples.append(samples)
            return
        winner = winner_of(row)
        own = f"generation {self.generations[-1].number}"
        self.generations[-1].scores.append(0.5 if winner < 0 else float(lineup_of(row)[winner] == own))

    def total(self) -> int:
        """The number of games of all generations."""
        return self.plan.generations * (self.plan.games + 2 * self.plan.proofs)

    def finish(self) -> Path | None:
        """Write the last net that was taken as `learned.net`; None if none was."""
        taken = [one for one in self.generations if one.is_taken]
        if not taken:
            return None
        path = self.folder / LEARNED
        write_file(path, taken[-1].path.read_bytes())
        return path


def _lists(value: object) -> list[list[float]]:
    return [one for one in value if isinstance(one, list)] if isinstance(value, list) else []
