"""Let a bot with a style play against one without, and tell what both did: who challenges, who runs, who keeps together.

`python -m tools.habits level3+brawler level3 --games 96 --seed x` plays each deal twice, with the seats changed, 2v2 and 3v3 by turns in four
scenarios, and keeps a row for each game in `--rows`, from where it goes on if it was stopped. Every difference has the interval that
resampling the deals gives.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tipover.bots import Bot, make
from tipover.bots.distances import steps_between
from tipover.bots.evaluate import Evaluator
from tipover.bots.styles import beside_allies, in_the_way, nearest, standing, ways_to_goals
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.compiled import running
from tipover.engine.core import questions, verbs
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.state import State
from tipover.engine.queries.board import board
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.lab.interval import wilson
from tipover.play.deal import THREE, TWO, Wish, deal
from tipover.play.dice import SeededDice

SCENARIOS = ("Control", "Leaders", "Territory", "Flags")
ROUNDS = 10
RESAMPLED = 1000
# What is told, and of what it is a share: turns, figures seen before each turn, those seen while there were goals, or games.
SHARES = {
    "challenges": "turns", "interacts": "turns", "steps walked": "turns", "beside an ally": "figures", "in a rival's way": "figures",
    "steps to a rival": "figures", "steps to a goal": "with goals", "knocked down": "games", "knocked out": "games",
}  # fmt: skip
COUNTS = (*SHARES, "turns", "figures", "with goals", "games")


class Row(NamedTuple):
    """A game: the result of the first bot, and what each of the two did."""

    deal: int
    place: int  # the side of the first bot
    score: float
    first: dict[str, int]
    second: dict[str, int]


def played(bots: tuple[str, str], catalog: Catalog, seed: str, number: int, place: int, rounds: int = ROUNDS) -> Row:
    """One game of a deal."""
    wish = Wish((TWO, THREE)[number % 2], scenario=SCENARIOS[number // 2 % len(SCENARIOS)], rounds=rounds, dealt=True)
    name = f"{seed}/{number}"
    setup = arrange(catalog, deal(catalog, name, wish))
    seats: list[Bot] = [make("random", "")] * setup.seat_count
    for side, of_side in enumerate(setup.seats):
        for seat in of_side:
            seats[seat] = make(bots[side != place], f"{name}/{seat}")
    dice, state = SeededDice(name), setup.start()
    did = (dict.fromkeys(COUNTS, 0), dict.fromkeys(COUNTS, 0))
    while (ask := state.decision) is not None:
        choice = dice.answer(ask) if ask.weights is not None else seats[ask.seats[0]].choose(view(state, ask.seats[0]), ask)
        if state.round and ask.weights is None:
            _note(state, ask, choice, place, did)
        was = [*state.figure_at], [*state.down]
        apply(state, choice)
        if state.round:
            _note_falls(state, *was, place, did)
    for one in did:
        one["games"] = 1
    won = next(side for side in setup.sides if state.team[side] == place)
    return Row(number, place, 0.5 if state.winner not in setup.sides else float(state.winner == won), *did)


def _note(state: State, ask: Decision, choice: Choice, place: int, did: Sequence[dict[str, int]]) -> None:
    """Note an answer, and before each turn where everybody stands."""
    counts = did[state.team[ask.side] != place]
    table = steps_between(board(state))
    if ask.asked == questions.ACTION:
        counts["challenges"] += choice.verb == verbs.CHALLENGE
        counts["interacts"] += choice.verb == verbs.INTERACT
        if choice.verb == verbs.MOVE and state.figure_at[choice.figure] >= 0:
            counts["steps walked"] += table[state.figure_at[choice.figure]][choice.square]
    if choice.verb != verbs.TURN:
        return
    counts["turns"] += 1
    evaluator = Evaluator(state)
    for side in state.setup.sides:
        counts, own = did[state.team[side] != place], standing(state, side)
        rivals = [square for other in state.setup.sides if other != side for square in standing(state, other)]
        counts["figures"] += len(own)
        counts["beside an ally"] += beside_allies(table, own)
        counts["in a rival's way"] += in_the_way(state, side, evaluator)
        counts["steps to a rival"] += sum(nearest(table[one], rivals) for one in own)
        if ways := ways_to_goals(state, side, evaluator):
            counts["with goals"] += len(own)
            counts["steps to a goal"] += sum(min(way[one] for way in ways) for one in own)


def _note_falls(state: State, was_at: Sequence[int], was_down: Sequence[int], place: int, did: Sequence[dict[str, int]]) -> None:
    for side in state.setup.sides:
        counts = did[state.team[side] != place]
        for one in state.setup.characters[side]:
            counts["knocked down"] += state.figure_at[one] >= 0 and state.down[one] > was_down[one]
            counts["knocked out"] += was_at[one] >= 0 > state.figure_at[one]


def difference(rows: Sequence[Row], habit: str) -> tuple[float, float, float, float]:
    """What the first bot and the second one do, and between what their difference lies with 95 %."""
    of = SHARES[habit]
    found = np.array([[[did[habit], did[of]] for did in (row.first, row.second)] for row in rows], dtype=float)
    deals = found[: len(found) // 2 * 2].reshape(-1, 2, 2, 2).sum(axis=1)
    drawn = np.random.default_rng(1).integers(0, len(deals), (RESAMPLED, len(deals)))
    sums = deals[drawn].sum(axis=1)
    rates = sums[:, :, 0] / np.maximum(sums[:, :, 1], 1)
    low, high = np.quantile(rates[:, 0] - rates[:, 1], [0.025, 0.975])
    whole = found.sum(axis=0)
    first, second = whole[:, 0] / np.maximum(whole[:, 1], 1)
    return float(first), float(second), float(low), float(high)


def told(rows: Sequence[Row]) -> str:
    """The results in words."""
    score = sum(row.score for row in rows)
    lines = [f"score of the first bot: {score:g} of {len(rows)}, {wilson(score, len(rows)).shown}"]
    for habit, of in SHARES.items():
        first, second, low, high = difference(rows, habit)
        sign = " (shown)" if low * high > 0 else ""
        lines.append(f"  {habit} / {of}: {first:.2f} and {second:.2f}, difference {low:+.2f} to {high:+.2f}{sign}")
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--seed", default="habits")
    parser.add_argument("--rows", type=Path, help="where the rows are kept")
    chosen = parser.parse_args()
    path: Path = chosen.rows or Path("tipover-lab", "habits", f"{chosen.first}-{chosen.second}-{chosen.seed}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [Row(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    catalog = load()
    with path.open("a", encoding="utf-8") as file:
        for number in range(len(rows), chosen.games):
            rows.append(played((chosen.first, chosen.second), catalog, chosen.seed, number // 2, number % 2))
            file.write(f"{json.dumps(rows[-1])}\n")
            file.flush()
    print(f"{running()}, seed {chosen.seed}")
    print(told(rows[: chosen.games]))


if __name__ == "__main__":
    main()
