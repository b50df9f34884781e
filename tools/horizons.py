"""How good is the line of a turn that a judge takes: for finding out which part of the judge of turns gives most away.

`python -m tools.horizons level5 greedy --positions 24` plays games of the first bot against the second and takes some turns of the first,
`--lost` only of games that it lost. Of every turn it takes a few lines: the best by the evaluation, some of the others, by lot, and what
both bots would play. Each line is played on by the player of the play-outs, to the end of the game, `--plays` times with the same dice;
after two turns, at the end of that round, of the next ones and of the game it is noted what the position is worth by each evaluation,
without luck. Apart from that each line is played to its end `--measures` times by a smaller `greedy`: that is the measure.

So one set of play-outs answers for every judge: how far it looks, by what it values, how often it plays. Told is the measure
of the line that each of them takes, less that of a line by lot. A row for every line is kept in `--rows`; a run goes on from there.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np

import tipover.bots.greedy
from tipover.bots import Bot, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import LineJudge, rolled
from tipover.bots.quick_player import QuickPlayer, drawn
from tipover.bots.turn_lines import stamp_of
from tipover.bots.turn_tree import TurnTree
from tipover.bots.value import outlooks, quick_chance
from tipover.bots.weights import PLAYED, WEIGHTS
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.engine.core import questions
from tipover.engine.core.arrange import arrange
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.queries.turns import ACTIONS_A_TURN
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.play.dice import SeededDice, Stream, shuffled
from tools.duel import Duel

ENDLESS = 1 << 60
WIDE = 250  # positions for the lines of a turn
BEST, OTHERS = 6, 4  # lines of a turn: the best by the evaluation, and some of the others
ROUNDS_ON = 3  # ends of rounds at which a play-out is judged
SMALLER = {"MOST_TRIED": 40, "LOOKED_AT": 12}  # of the greedy that measures
HORIZONS = ("two turns", "this round", "next round", "third round", "end")
LEAVES = ("played", "usual", "points")


class LineRow(NamedTuple):
    """A line of a turn, and what came of it."""

    position: int
    line: int
    static: float  # by the evaluation
    judged: float  # by the first bot's own judge: 1 for its line
    rival: float  # 1 for the line that `greedy` would play
    values: list[list[list[float]]]  # by play-out, horizon and evaluation, as chances of the side without luck
    measures: list[float]  # results of the games that measure


def smaller_greedy() -> ModuleType:
    """The module of `greedy` with fewer answers."""
    source = Path(str(tipover.bots.greedy.__file__)).with_suffix(".py").read_text(encoding="utf-8")
    for name, number in SMALLER.items():
        source = re.sub(rf"^{name}: Final = \d+", f"{name}: Final = {number}", source, flags=re.M)
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader("smaller_greedy", None) or sys.exit("no module"))
    sys.modules["smaller_greedy"] = found
    exec(compile(source, "smaller_greedy", "exec"), found.__dict__)
    return found


class Taken(NamedTuple):
    """A turn that is looked at."""

    state: State
    seat: int


def turns_taken(catalog: Catalog, duel: Duel, number: int, most: int, is_lost: bool) -> list[Taken]:
    """Some turns of the first bot in a game, by lot; none if only lost games count and it did not lose."""
    setup = arrange(catalog, duel.dealt(catalog, number))
    seed = f"{duel.seed}/{number}"
    place = number // 2 % 2
    bots: list[Bot] = [make("random", "")] * setup.seat_count
    own = [False] * setup.seat_count
    for side, seats in enumerate(setup.seats):
        for seat in seats:
            own[seat] = side == place
            bots[seat] = make(duel.first if side == place else duel.second, f"{seed}/{seat}")
    dice, state = SeededDice(seed), setup.start()
    found: list[Taken] = []
    last: object = None
    while (ask := state.decision) is not None:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        seat = ask.seats[0]
        is_first = ask.asked == questions.TURN or (ask.asked == questions.ACTION and state.actions_left >= ACTIONS_A_TURN)
        if own[seat] and is_first and state.round and (state.round, sum(state.exhaust_markers)) != last:
            last = (state.round, sum(state.exhaust_markers))
            found.append(Taken(state.clone(), seat))
        apply(state, bots[seat].choose(view(state, seat), ask))
    mine = next(side for side in setup.sides if state.team[side] == place)
    if is_lost and (state.winner == mine or state.winner not in setup.sides):
        return []
    return sorted(shuffled(found, Stream(seed, "taken"))[:most], key=lambda one: (one.state.round, sum(one.state.exhaust_markers)))


def points_chance(state: State, side: Side) -> float:
    """A chance by the points alone."""
    lead = state.points[side] - max(state.points[one] for one in state.setup.sides if one != side)
    return float(1 / (1 + np.exp(-0.5 * lead)))


def played_on(begun: State, side: Side, evaluator: Evaluator, usual: Evaluator, stream: Stream) -> list[list[float]]:
    """What a position is worth at each horizon, by each evaluation, in one play-out without luck."""
    player = QuickPlayer(evaluator, ENDLESS)
    player.watched = side
    found: list[list[float]] = []
    state = begun
    for k in range(1 + ROUNDS_ON + 1):
        if not state.over:
            if k == 0:
                state = player.play_on(state, 2, stream)
            elif k <= ROUNDS_ON:
                state = player.play_on(state, 0 if k == 1 else 1, stream, is_to_round_end=True)
            else:
                state = player.play_on(state, ENDLESS, stream)
        if state.over:
            found.append([float(state.winner == side) if state.winner in state.setup.sides else 0.5, player.luck])
            continue
        chances = outlooks(state, evaluator)
        found.append([chances[side] / sum(chances), quick_chance(state, usual, side), points_chance(state, side), player.luck])
    return found


def measured(begun: State, side: Side, small: ModuleType, stream: Stream, seed: str) -> float:
    """The result of a game played to its end by a smaller greedy on both sides."""
    state = begun.clone()
    bot = small.GreedyBot(seed)
    while (ask := state.decision) is not None:
        if ask.weights is not None:
            apply(state, drawn(ask, stream))
        else:
            apply(state, ask.options[0] if len(ask.options) == 1 else bot.choose(view(state, ask.seats[0]), ask))
    return float(state.winner == side) if state.winner in state.setup.sides else 0.5


def line_of(bot: Bot, taken: Taken) -> State:
    """The position at the end of a bot's turn, as far as it goes without dice and others' answers."""
    state = taken.state.clone()
    turn = stamp_of(state)
    while (ask := state.decision) is not None and ask.weights is None and taken.seat in ask.seats:
        now = stamp_of(state)
        if now.round != turn.round or now.spent > turn.spent + 1:
            break
        apply(state, ask.options[0] if len(ask.options) == 1 else bot.choose(view(state, taken.seat), ask))
    return state


def alike(one: State, other: State) -> bool:
    """Whether two positions look the same on the table."""
    return (
        (one.figure_at, one.down, one.exhaust_markers, one.pool, one.points, one.claims, one.piece_at)
        == (other.figure_at, other.down, other.exhaust_markers, other.pool, other.points, other.claims, other.piece_at)
    )  # fmt: skip


def line_rows(taken: Taken, number: int, duel: Duel, plays: int, measures: int, small: ModuleType) -> list[LineRow]:
    """The lines of a turn."""
    ask = taken.state.decision
    assert ask is not None
    seed = f"{duel.seed}/{number}"
    tree = TurnTree(taken.state.clone(), taken.seat, ask, list(ask.options), PLAYED)
    tree.grow_turn(WIDE)
    own, rival = (line_of(make(name, seed), taken) for name in (duel.first, duel.second))
    judge = LineJudge(tree, 0, Stream(seed, "judge"))
    best = judge._chosen()
    rest = shuffled([line for line in judge.lines if line not in best], Stream(seed, "others"))
    chosen = best[:BEST]
    for end in (own, rival):
        same = [line for line in judge.lines if alike(line.end.state, end)]
        if same and not any(line in chosen for line in same):
            chosen.append(same[0])
    chosen += [line for line in shuffled(best[BEST:], Stream(seed, "more"))[: OTHERS // 2] + rest[: OTHERS // 2] if line not in chosen]
    usual = Evaluator(taken.state, WEIGHTS)
    rows: list[LineRow] = []
    for k, line in enumerate(chosen):
        values: list[list[list[float]]] = []
        results: list[float] = []
        for play in range(plays):
            stream = Stream(f"{seed}/{play}", "play-out")
            begun = rolled(line.end, (0.5 + play * 0.618034) % 1.0, stream)
            values.append([[round(one, 4) for one in row] for row in played_on(begun.state, tree.side, tree.evaluator, usual, stream)])
            for row in values[-1]:
                row[-1] = round(row[-1] + begun.luck[tree.side], 4)
        for play in range(measures):
            stream = Stream(f"{seed}/{play}", "measure")
            begun = rolled(line.end, (0.25 + play * 0.618034) % 1.0, stream)
            results.append(measured(begun.state, tree.side, small, stream, f"{seed}/{play}"))
        rows.append(
            LineRow(
                number, k, round(line.static, 4), float(alike(line.end.state, own)), float(alike(line.end.state, rival)), values, results
            )
        )
    return rows


Judge = Callable[[LineRow], float]


def judge_of(horizon: int, leaf: int, plays: range, is_fair: bool = True, share: float = 1.0) -> Judge:
    """The mean of some play-outs of a line at a horizon; `share` of it, the rest at the horizon of two turns."""

    def value(row: list[list[float]], at: int) -> float:
        over = len(row[at]) == 2
        return row[at][0 if over else leaf] - (row[at][-1] if is_fair else 0.0)

    def judge(row: LineRow) -> float:
        found = [share * value(row.values[k], horizon) + (1 - share) * value(row.values[k], 0) for k in plays]
        return float(np.mean(found))

    return judge


def gain(positions: list[list[LineRow]], judge: Judge, measure: Judge) -> str:
    """By how much the line that a judge takes is better than one by lot, with its standard error over the positions."""
    gains: list[float] = []
    for rows in positions:
        values = [judge(row) for row in rows]
        best = [k for k, value in enumerate(values) if value >= max(values) - 1e-9]
        measures = [measure(row) for row in rows]
        gains.append(float(np.mean([measures[k] for k in best]) - np.mean(measures)))
    return f"{np.mean(gains):+.3f} ± {np.std(gains, ddof=1) / len(gains) ** 0.5:.3f}"


def covariance(positions: list[list[LineRow]], one: Judge, other: Judge) -> float:
    """Of two judges over the lines of a position, on average over positions."""
    found: list[float] = []
    for rows in positions:
        a, b = np.array([one(row) for row in rows]), np.array([other(row) for row in rows])
        found.append(float((a - a.mean()) @ (b - b.mean()) / (len(rows) - 1)))
    return float(np.mean(found))


def told(rows: Sequence[LineRow]) -> str:
    """What each judge gains."""
    of: dict[int, list[LineRow]] = {}
    for row in rows:
        of.setdefault(row.position, []).append(row)
    positions = [lines for lines in of.values() if len(lines) > 1]
    plays, measures = len(rows[0].values), len(rows[0].measures)
    half = measures // 2

    def measure(row: LineRow) -> float:
        return float(np.mean(row.measures))

    def first(row: LineRow) -> float:
        return float(np.mean(row.measures[:half]))

    def second(row: LineRow) -> float:
        return float(np.mean(row.measures[half:]))

    lines = [
        f"{len(positions)} turns with {len(rows)} lines; a line by lot {np.mean([np.mean([measure(r) for r in p]) for p in positions]):.3f}; better than that by"
    ]
    lines.append(f"the evaluation: {gain(positions, lambda row: row.static, measure)}")
    for name, judge in (("the first bot", lambda row: row.judged), ("the second", lambda row: row.rival)):
        known = [position for position in positions if any(judge(row) for row in position)]
        if len(known) > 1:
            lines.append(f"{name} ({len(known)} turns in which its line is among them): {gain(known, judge, measure)}")
    lines.append(f"half of the measure itself, by the other half: {gain(positions, first, second)}")
    for horizon, name in enumerate(HORIZONS):
        for leaf, what in enumerate(LEAVES):
            if horizon == len(HORIZONS) - 1 and leaf:
                continue
            found = [gain(positions, judge_of(horizon, leaf, range(k)), measure) for k in (1, plays // 2, plays)]
            unfair = gain(positions, judge_of(horizon, leaf, range(plays), False), measure)
            lines.append(f"{name}, {what}: 1, {plays // 2}, {plays} plays {', '.join(found)}; with luck {unfair}")
    lines.append(f"two turns and this round, half each: {gain(positions, judge_of(1, 0, range(plays), True, 0.5), measure)}")
    early, late = range(plays // 2), range(plays // 2, plays)
    whole = covariance(positions, first, second)
    lines.append(
        f"spread of lines by the measure {max(0.0, whole) ** 0.5:.3f}, by the evaluation {covariance(positions, lambda r: r.static, lambda r: r.static) ** 0.5:.3f}; and correlation with the measure (noise taken out)"
    )
    for horizon, name in enumerate(HORIZONS):
        own = covariance(positions, judge_of(horizon, 0, early), judge_of(horizon, 0, late))
        both = covariance(positions, judge_of(horizon, 0, range(plays)), measure)
        told_by = both / (own * whole) ** 0.5 if own > 0 and whole > 0 else float("nan")
        end = len(HORIZONS) - 1
        by_own = covariance(positions, judge_of(horizon, 0, early), judge_of(end, 0, late))
        lines.append(
            f"  {name}: spread {max(0.0, own) ** 0.5:.3f}, covariance {1e4 * both:.1f}e-4, correlation {told_by:.2f}; covariance with its own games' ends {1e4 * by_own:.1f}e-4"
        )
    both = covariance(positions, lambda row: row.static, measure)
    lines.append(f"  the evaluation at once: covariance {1e4 * both:.1f}e-4")
    return "\n".join(lines)


def main() -> None:
    """Take positions, play their lines, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, help="the bot whose turns are looked at, and its rival")
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--of-game", type=int, default=2, help="turns of a game")
    parser.add_argument("--plays", type=int, default=6)
    parser.add_argument("--measures", type=int, default=8)
    parser.add_argument("--seed", default="horizons")
    parser.add_argument("--lost", action="store_true", help="only games that the first bot lost")
    parser.add_argument("--rows", type=Path)
    chosen = parser.parse_args()
    duel = Duel(chosen.bots[0], chosen.bots[1], chosen.seed)
    path = chosen.rows or Path("tipover-lab/horizons") / f"{'-'.join(chosen.bots)}-{chosen.seed}{'-lost' * chosen.lost}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [LineRow(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    done = {row.position for row in rows}
    catalog, small = load(), smaller_greedy()
    number = 1 + max(done, default=-1) // 100
    with path.open("a", encoding="utf-8") as file:
        while len(done) < chosen.positions:
            for k, taken in enumerate(turns_taken(catalog, duel, number, chosen.of_game, chosen.lost)):
                found = line_rows(taken, 100 * number + k, duel, chosen.plays, chosen.measures, small)
                file.writelines(f"{json.dumps(row)}\n" for row in found)
                file.flush()
                rows += found
                done.add(100 * number + k)
            number += 1
    print(told(rows))


if __name__ == "__main__":
    main()
