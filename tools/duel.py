"""Let two bots play paired games, and tell how far the deals and the dice decided them: for trying a change of a bot.

`python -m tools.duel greedy level5 --games 96 --seed x` plays each deal twice, with the seats changed, 2v2 and 3v3 by turns in four scenarios,
and keeps a row for each game in `--rows`, from where it goes on if it was stopped. Besides the score it tells

- the *luck* of a game: what its rolls gave the second bot beyond their mean, as chances by the evaluation. On average that is
  nothing, so the score less what luck explains of it says the same with fewer games;
- how often the same *team* won both games of a deal, whoever played it: what the deal decides.

`--mirror` gives both sides the same characters and attachments. With `--alone` the first bot plays itself and every game has dice
of its own: then what is left between the games of a deal is luck alone. `--ahead 2` gives the second bot points to begin with. `--unless 0.5 --beats 0.6` stops when it is sure.
A bot is a name that `tipover lab arena` knows, or `playouts+nodes=3200+turns=3`: with other settings of its judge (`Judging` in `bots/play_outs`) and
weights; `level5+…` is the level five without a net, which judged by play-outs too.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tipover.bots import PLAYED_OUT, WIDE, WIDE_SHARE, Bot, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import USUAL, Judging
from tipover.bots.prospects import falls, kind_of, mean
from tipover.bots.quick_player import QuickPlayer
from tipover.bots.turn_planner import Grasp, TurnBot
from tipover.bots.weights import PLAYED
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.compiled import running
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.setup import SetupError
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.engine.view import View, view
from tipover.lab.deals import parts_of
from tipover.lab.interval import wilson
from tipover.lab.sequential import OPEN, Evidence
from tipover.play.deal import THREE, TWO, Described, Wish, deal
from tipover.play.dice import SeededDice, Stream

SCENARIOS = ("Control", "Leaders", "Territory", "Flags")
ROUNDS = 12
ENDLESS = 1 << 60
MOST_DEALS = 40  # deals tried until one can be played with the same team on both sides


class Row(NamedTuple):
    """A game that was played; everything is counted for the second bot."""

    deal: int
    turn: int  # which game of its deal
    place: int  # the side of the second bot
    mode: str
    scenario: str
    score: float  # 1, 0 or a half
    lead: int  # points
    rounds: int
    luck: float  # what the dice gave it beyond their mean, as a chance
    scatter: float  # the sum of the squares of what single rolls gave
    seconds: float  # that it thought, of the processor
    asked: int  # how often it was asked
    rival_seconds: float
    rival_asked: int


class Duel(NamedTuple):
    """What is played."""

    first: str
    second: str
    seed: str
    mirror: bool = False
    alone: bool = False
    scenarios: tuple[str, ...] = SCENARIOS
    modes: tuple[str, ...] = (TWO, THREE)
    rounds: int = ROUNDS
    ahead: int = 0  # points that the second bot begins with

    def wish(self, number: int) -> Wish:
        """The table of a deal: modes by turns, then scenarios."""
        scenario = self.scenarios[number // len(self.modes) % len(self.scenarios)]
        return Wish(self.modes[number % len(self.modes)], scenario=scenario, rounds=self.rounds, dealt=True)

    def dealt(self, catalog: Catalog, number: int) -> Described:
        """The description of a deal."""
        seed = f"{self.seed}/{number}"
        if not self.mirror:
            return deal(catalog, seed, self.wish(number))
        for tried in range(MOST_DEALS):
            found = deal(catalog, f"{seed}/{tried}", self.wish(number))
            one, other = parts_of(found)
            twice = {**found, "sides": [one, {**other, "figures": one["figures"], "attachments": one.get("attachments", [])}]}
            try:
                arrange(catalog, twice)
            except SetupError:  # a card that there is only once
                continue
            return twice
        raise SetupError(f"none of {MOST_DEALS} deals can be played with the same team on both sides")


def played(duel: Duel, catalog: Catalog, number: int, turn: int) -> Row:
    """One game of a deal."""
    setup = arrange(catalog, duel.dealt(catalog, number))
    seed = f"{duel.seed}/{number}" + (f"/{turn}" if duel.alone else "")
    place = turn % 2
    bots: list[Bot] = [make("random", "")] * setup.seat_count
    is_second = [False] * setup.seat_count
    for side, seats in enumerate(setup.seats):
        for seat in seats:
            is_second[seat] = side == place
            bots[seat] = bot_of(duel.second if side == place and not duel.alone else duel.first, f"{seed}/{seat}")
    dice = SeededDice(seed)
    state = setup.start()
    spent, asked = [0.0, 0.0], [0, 0]
    luck = scatter = 0.0
    ahead = duel.ahead
    while (ask := state.decision) is not None:
        if ahead and state.round:
            second = _side_at(state, place)
            state.points = [points + ahead * (side == second) for side, points in enumerate(state.points)]
            ahead = 0
        if ask.weights is not None:
            choice = dice.answer(ask)
            if len(ask.options) > 1 and state.round:
                gave = given(state, ask, choice)[setup.sides.index(_side_at(state, place))]
                luck += gave
                scatter += gave * gave
            apply(state, choice)
            continue
        seat = ask.seats[0]
        began = time.process_time()
        choice = bots[seat].choose(view(state, seat), ask)
        if len(ask.options) > 1:
            spent[is_second[seat]] += time.process_time() - began
            asked[is_second[seat]] += 1
        apply(state, choice)
    side = _side_at(state, place)
    rival = next(one for one in setup.sides if one != side)
    score = 0.5 if state.winner not in setup.sides else float(state.winner == side)
    wish = duel.wish(number)
    return Row(
        number, turn, place, wish.mode, wish.scenario, score, state.points[side] - state.points[rival], state.round,
        round(luck, 4), round(scatter, 4), round(spent[1], 3), asked[1], round(spent[0], 3), asked[0],
    )  # fmt: skip


def _side_at(state: State, place: int) -> Side:
    """The side that a described team plays: colours may have been chosen."""
    return next(side for side in state.setup.sides if state.team[side] == place)


def given(state: State, ask: Decision, choice: Choice) -> list[float]:
    """What a roll gave each side beyond the mean of its outcomes."""
    found = falls(state, ask, Evaluator(state, PLAYED))
    means = mean((fall.weight, fall.chances) for fall in found.values())
    fell = found[kind_of(state, ask)(choice)].chances
    return [one - other for one, other in zip(fell, means, strict=True)]


class QuickBot:
    """The player of the play-outs as a bot."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed, "quick")

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """What it would answer in a play-out."""
        state = view.sample(self._stream)
        return QuickPlayer(Evaluator(state, PLAYED), ENDLESS)._answer(state, decision, self._stream)


def bot_of(text: str, seed: str) -> Bot:
    """A bot by its name, perhaps with other settings of its judge: `level5+nodes=3200+rounds=1`; `quick` is the player of the play-outs."""
    if text == "quick":
        return QuickBot(seed)
    name, *changes = text.split("+")
    if not changes:
        return make(text, seed)
    settings = {key: float(value) for key, _, value in (change.partition("=") for change in changes)}
    nodes = int(settings.pop("nodes", PLAYED_OUT[name]))
    wide = int(settings.pop("wide", max(WIDE, nodes // WIDE_SHARE)))
    weights = PLAYED._replace(**{key: type(getattr(PLAYED, key))(settings.pop(key)) for key in set(settings) & set(PLAYED._fields)})
    unknown = set(settings) - set(Judging._fields)
    if unknown:
        raise SystemExit(f"a judge has no {', '.join(sorted(unknown))}; it has nodes, wide, {', '.join(Judging._fields)}")
    judging = USUAL._replace(**{key: type(getattr(USUAL, key))(value) for key, value in settings.items()})
    return TurnBot(seed, Grasp(nodes, wide=wide, judging=judging), weights=weights)


def kept(duel: Duel, games: int, path: Path, plays: int, evidence: Evidence | None) -> list[Row]:
    """The rows of so many games, those that are missing in the file played and added; its first line is what is played."""
    catalog = load()
    settings = json.dumps([*duel, plays])
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if lines and lines[0] != settings:
        raise SystemExit(f"{path} holds games of other bots or settings; name another file with --rows.")
    rows = [Row(*json.loads(line)) for line in lines[1:]]
    whole = rows[: len(rows) // plays * plays]
    path.parent.mkdir(parents=True, exist_ok=True)
    if not lines or len(whole) < len(rows):  # new, or stopped in the middle of a deal
        path.write_text("".join(f"{line}\n" for line in [settings, *map(json.dumps, whole)]), encoding="utf-8")
    rows = whole[: games // plays * plays]
    with path.open("a", encoding="utf-8") as file:
        for number in range(games // plays):
            of_deal = rows[number * plays : (number + 1) * plays]
            if not of_deal:
                of_deal = [played(duel, catalog, number, turn) for turn in range(plays)]
                file.writelines(f"{json.dumps(row)}\n" for row in of_deal)
                file.flush()
                rows += of_deal
            if evidence is not None and evidence.add(sum(row.score for row in of_deal) / plays) != OPEN:
                return rows[: (number + 1) * plays]
    return rows


def told(rows: Sequence[Row], plays: int) -> str:
    """The results in words."""
    lines = [f"score of the second bot: {_rate(rows)}"]
    lines += [f"  {name}: {_rate([row for row in rows if row.scenario == name])}" for name in dict.fromkeys(row.scenario for row in rows)]
    lines += [f"  {name}: {_rate([row for row in rows if row.mode == name])}" for name in dict.fromkeys(row.mode for row in rows)]
    scores = np.array([row.score for row in rows])
    luck = np.array([row.luck for row in rows])
    part = float((scores - scores.mean()) @ luck / max(1e-9, float(luck @ luck)))
    rest = scores - part * luck
    deals = rest[: len(rest) // plays * plays].reshape(-1, plays).mean(axis=1)
    doubt = 1.96 * float(deals.std(ddof=1)) / len(deals) ** 0.5 if len(deals) > 1 else 0.0
    lines.append(f"without luck: {100 * deals.mean():.1f} % ± {100 * doubt:.1f} (a chance by luck counts {part:.2f})")
    whole = float(scores.var())
    lines.append(
        f"variance of the results: {whole:.3f}; left without luck: {float(rest.var()):.3f}; squares of single rolls: {np.mean([row.scatter for row in rows]):.3f}"
    )
    teams = np.array([row.score if row.place == 0 else 1 - row.score for row in rows]).reshape(-1, plays)
    pairs = plays * (plays - 1)
    alike = np.mean([(of.sum() ** 2 - (of**2).sum()) / pairs + ((1 - of).sum() ** 2 - ((1 - of) ** 2).sum()) / pairs for of in teams])
    between = float(alike) / 2 - 0.25  # E[p²] + E[(1 - p)²] = 2 (1/4 + variance)
    lines.append(
        f"the same team won twice: {100 * float(alike):.0f} % of deals; variance of a deal's chances {max(0.0, between):.3f} of {whole:.3f}"
    )
    lines.append(
        f"points ahead {np.mean([row.lead for row in rows]):+.2f}, rounds {np.mean([row.rounds for row in rows]):.1f}; "
        f"a decision {1000 * sum(row.seconds for row in rows) / max(1, sum(row.asked for row in rows)):.1f} ms, "
        f"the rival's {1000 * sum(row.rival_seconds for row in rows) / max(1, sum(row.rival_asked for row in rows)):.1f} ms"
    )
    return "\n".join(lines)


def _rate(rows: Sequence[Row]) -> str:
    score = sum(row.score for row in rows)
    return f"{score:g} of {len(rows)}, {wilson(score, len(rows)).shown}"


def main() -> None:
    """Play what is missing and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="the first bot and the second")
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--plays", type=int, default=2, help="games of a deal, an even number")
    parser.add_argument("--seed", default="duel")
    parser.add_argument("--scenario", action="append", dest="scenarios", help="again for each; four if nothing is said")
    parser.add_argument("--mode", action="append", dest="modes", choices=(TWO, THREE), help="again for each; both if nothing is said")
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--ahead", type=int, default=0, help="points that the second bot begins with: what a lead is worth")
    parser.add_argument("--rows", type=Path, help="where the games are kept")
    parser.add_argument("--beats", type=float, default=0.0)
    parser.add_argument("--unless", type=float, default=0.5)
    chosen = parser.parse_args()
    first, second = chosen.bots[0], chosen.bots[-1]
    tables = tuple(chosen.scenarios or SCENARIOS), tuple(chosen.modes or (TWO, THREE))
    duel = Duel(first, second, chosen.seed, chosen.mirror, chosen.alone, *tables, ahead=chosen.ahead)
    settled = f"{chosen.seed}{'-mirror' * chosen.mirror}{'-alone' * chosen.alone}{f'-{chosen.ahead}-ahead' if chosen.ahead else ''}"
    narrowed = "".join(f"-{one}" for one in [*(chosen.modes or ()), *(chosen.scenarios or ())])
    rows = chosen.rows or Path("tipover-lab/duels") / f"{first}-{second}-{settled}{narrowed}.jsonl"
    evidence = Evidence(chosen.unless, chosen.beats, 0.05, chosen.plays) if chosen.beats else None
    found = kept(duel, chosen.games, rows, chosen.plays, evidence)
    print(f"{first} against {second}, {running()}")
    print(told(found, chosen.plays))
    if evidence is not None:
        print(f"sequential test of {chosen.beats:g} against {chosen.unless:g}: {evidence.verdict}")


if __name__ == "__main__":
    main()
