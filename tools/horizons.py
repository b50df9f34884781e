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

import tipover
from tipover.bots import PLAYED_OUT, Bot, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import USUAL, Judging, LineJudge, rolled
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
from tipover.engine.queries.turns import ACTIONS_A_TURN, turns_to_come
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
    is_judged: bool = True  # whether it is among those that the first bot's judge would play on


def smaller_greedy() -> ModuleType:
    """The module of `greedy` with fewer answers."""
    source = Path(str(tipover.__file__)).with_name("bots").joinpath("greedy.py").read_text(encoding="utf-8")
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
                number,
                k,
                round(line.static, 4),
                float(alike(line.end.state, own)),
                float(alike(line.end.state, rival)),
                values,
                results,
                line in best,
            )
        )
    return rows


Judge = Callable[[LineRow], float]
Positions = list[list[LineRow]]


def judge_of(judging: Judging, plays: Sequence[int], leaf: int = 0, is_fair: bool = True) -> Judge:
    """What a judge with these settings says of a line by some of its play-outs."""
    shares = [judging.at_round_end, *[judging.at_later_end] * judging.rounds]

    def judge(row: LineRow) -> float:
        found: list[float] = []
        for play in plays:
            values = [at[0 if len(at) == 2 else leaf] - (at[-1] if is_fair else 0.0) for at in row.values[play]]
            value = values[0]
            for share, later in zip(shares, values[1:], strict=False):
                value += share * (later - value)
            found.append(value + judging.at_once * (row.static - value))
        return float(np.mean(found))

    return judge


def reaching(horizon: int) -> Judging:
    """The judge that values positions at one horizon alone."""
    return Judging(at_round_end=float(horizon > 0), rounds=max(0, horizon - 1), at_later_end=float(horizon > 1))


SETTINGS = {
    "two turns and this round (as it is)": USUAL,
    "as it is, and at once": Judging(at_once=0.25),
    "this round": Judging(at_round_end=1.0),
    "and the next round": Judging(rounds=1, at_round_end=0.55, at_later_end=0.55),
    "the same, and at once": Judging(rounds=1, at_round_end=0.55, at_later_end=0.55, at_once=0.25),
    "and two more rounds": Judging(rounds=2, at_round_end=0.55, at_later_end=0.4),
}


def covariance(positions: Positions, one: Judge, other: Judge) -> float:
    """Of two judges over the lines of a position, on average over positions."""
    found: list[float] = []
    for rows in positions:
        a, b = np.array([one(row) for row in rows]), np.array([other(row) for row in rows])
        found.append(float((a - a.mean()) @ (b - b.mean()) / (len(rows) - 1)))
    return float(np.mean(found))


def gain(positions: Positions, judge: Judge) -> str:
    """By how much the line that a judge takes is better than one by lot, with its standard error over the positions."""
    gains: list[float] = []
    for rows in positions:
        values = [judge(row) for row in rows]
        best = [k for k, value in enumerate(values) if value >= max(values) - 1e-9]
        measures = [measured_mean(row) for row in rows]
        gains.append(float(np.mean([measures[k] for k in best]) - np.mean(measures)))
    return f"{np.mean(gains):+.3f} ± {np.std(gains, ddof=1) / len(gains) ** 0.5:.3f}"


def measured_mean(row: LineRow) -> float:
    """The measure of a line."""
    return float(np.mean(row.measures))


def first_half(row: LineRow) -> float:
    """The measure by half of its games."""
    return float(np.mean(row.measures[::2]))


def second_half(row: LineRow) -> float:
    """The measure by the other half."""
    return float(np.mean(row.measures[1::2]))


def agreement(positions: Positions, judging: Judging, plays: int, leaf: int = 0, is_fair: bool = True) -> float:
    """How well a judge of so many play-outs orders lines: its correlation with the measure, as if that had no noise."""
    spread = covariance(positions, first_half, second_half)
    most = len(positions[0][0].values)
    found: list[float] = []
    for begin in range(0, most, plays):
        judge = judge_of(judging, [(begin + k) % most for k in range(plays)], leaf, is_fair)
        own = covariance(positions, judge, judge)
        found.append(covariance(positions, judge, measured_mean) / max(1e-9, own * spread) ** 0.5)
    return float(np.mean(found))


def told(rows: Sequence[LineRow]) -> str:
    """What each judge gains, and how well it orders the lines."""
    of: dict[int, list[LineRow]] = {}
    for row in rows:
        of.setdefault(row.position, []).append(row)
    every = [lines for lines in of.values() if len(lines) > 1]
    lot = np.mean([np.mean([measured_mean(row) for row in lines]) for lines in every])
    lines = [f"{len(every)} turns with {len(rows)} lines; a line by lot {lot:.3f}. What a judge's line is better than that:"]
    lines.append(f"  the evaluation: {gain(every, lambda row: row.static)}")
    bots: list[tuple[str, Judge]] = [("the first bot", lambda row: row.judged), ("the second", lambda row: row.rival)]
    for name, judge in bots:
        known = [position for position in every if any(judge(row) for row in position)]
        if len(known) > 1:
            lines.append(f"  {name} ({len(known)} turns in which its line is among them): {gain(known, judge)}")
    most = len(rows[0].values)
    for name, judging in SETTINGS.items():
        lines.append(f"  {name}, {most} plays: {gain(every, judge_of(judging, range(most)))}")
    lines.append("How well they order lines (correlation with the measure, as if that had no noise), by play-outs of a line:")
    told_of = [1 << k for k in range(most.bit_length())]
    for what, positions in (("all lines", every), ("lines that are judged", [[row for row in lines if row.is_judged] for lines in every])):
        positions = [lines for lines in positions if len(lines) > 1]
        still = covariance(positions, lambda row: row.static, measured_mean)
        own = covariance(positions, lambda row: row.static, lambda row: row.static)
        halves = covariance(positions, first_half, second_half)
        lines.append(
            f" {what}; they differ by {max(0.0, halves) ** 0.5:.3f} (standard deviation); the evaluation alone {still / max(1e-9, own * halves) ** 0.5:.2f}"
        )
        for k, name in enumerate(HORIZONS):
            for leaf, by in enumerate(LEAVES):
                if not leaf or k < len(HORIZONS) - 1:
                    shown = ", ".join(f"{agreement(positions, reaching(k), plays, leaf):.2f}" for plays in told_of)
                    lines.append(f"  {name}, {by}: {shown}; with luck {agreement(positions, reaching(k), most, leaf, False):.2f}")
        for name, judging in SETTINGS.items():
            lines.append(f"  {name}: {', '.join(f'{agreement(positions, judging, plays):.2f}' for plays in told_of)}")
    return "\n".join(lines)


def counts(catalog: Catalog, duel: Duel, games: int, nodes: int) -> str:
    """How many play-outs the line that a judge of so many positions takes has had, by mode and by the turns to come in the round."""
    found: dict[tuple[str, int], list[int]] = {}
    for number in range(games):
        for taken in turns_taken(catalog, duel, number, 8, False):
            ask = taken.state.decision
            assert ask is not None
            tree = TurnTree(taken.state.clone(), taken.seat, ask, list(ask.options), PLAYED)
            tree.grow_turn(WIDE)
            lines = LineJudge(tree, nodes - tree.made, Stream(number, "counts")).judge()
            key = duel.wish(number).mode, sum(turns_to_come(taken.state).values())
            found.setdefault(key, []).append(lines[0].plays if lines else 0)
    return "\n".join(
        f"{mode}, turns to come {turns}: {', '.join(map(str, sorted(plays)))}" for (mode, turns), plays in sorted(found.items())
    )


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
    parser.add_argument("--counts", type=int, default=0, help="only count play-outs of the lines that are taken, in so many games")
    parser.add_argument("--nodes", type=int, default=PLAYED_OUT["level5"], help="positions of the judge whose play-outs are counted")
    parser.add_argument("--rows", type=Path)
    chosen = parser.parse_args()
    duel = Duel(chosen.bots[0], chosen.bots[1], chosen.seed)
    if chosen.counts:
        print(counts(load(), duel, chosen.counts, chosen.nodes))
        return
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
