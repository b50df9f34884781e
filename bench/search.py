"""The searching player: positions judged a second, how long each level takes, and how strong it is for that time."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row, at_most
from tipover import Setup, arrange, load
from tipover.bots import LEVELS, Bot, make
from tipover.bots.playout import play_out
from tipover.bots.turn_planner import Grasp, TurnBot
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.run import apply
from tipover.engine.view import View, view
from tipover.lab import library, plots
from tipover.lab.interval import Rate, wilson
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice

SCENARIOS = ("Leaders", "Control", "Territory")
NODES = 500
NODE_DEALS = 2  # of each scenario, along which positions are judged
BETWEEN = (50, 200)  # budgets between the levels', in nodes
ROUNDS = 12


class Timed:
    """A bot with a clock: how many decisions with more than one option, and how long they took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.number = 0
        self.seconds = 0.0

    def choose(self, seen: View, decision: Decision, budget: float | None = None) -> Choice:
        """What the bot chooses."""
        begun = time.perf_counter()
        choice = self.bot.choose(seen, decision, budget)
        if len(decision.options) > 1:
            self.number += 1
            self.seconds += time.perf_counter() - begun
        return choice


def searching(seconds: float, deals: int, drawn: Path | None = None) -> list[Row]:
    """The bar: level five answers within a second on average. Each plays so many deals of each scenario with the sides changed."""
    if drawn is not None:
        library("matplotlib", "lab")  # missing, it should be said before the games
    rows = [Row("plan, positions judged on one core", _nodes(seconds), "nodes/s")]
    budgets = [(nodes, name, name) for name, (nodes, _, _) in LEVELS.items()] + [(nodes, "plan", f"plan:{nodes}") for nodes in BETWEEN]
    bars: list[plots.Bar] = []
    for nodes, told, name in sorted(budgets):
        won, spent = _strength(name, deals)
        called = f"{told}, {nodes} nodes"
        rows.append(at_most(f"{called}: a decision, on average", spent, "ms", 1000))
        rows.append(Row(f"{called}: won against greedy, of {won.number} games", 100 * won.value, "%"))
        bars.append(plots.Bar(f"{called}: {spent:,.0f} ms", won))
    if drawn is not None:
        _draw(bars, drawn)
    return rows


def _draw(bars: list[plots.Bar], folder: Path) -> None:
    """Keep the rates as a picture."""
    caption = (
        f"How often a budget wins against greedy, {', '.join(SCENARIOS)}, and what a decision takes on average on one core. "
        "Thin lines are 95 % intervals (Wilson)."
    )
    plot = plots.rates("strength-time", "What time to think brings", caption, bars, ordered=False)
    with TemporaryDirectory() as place:  # with a PNG, which the page does not need
        plots.save(plot, Path(place))
        shutil.copy(Path(place) / f"{plot.stem}.svg", folder)


def _setups(deals: int) -> Iterator[tuple[str, Setup]]:
    for number in range(deals):
        for scenario in SCENARIOS:
            seed = f"bench {number} {scenario}"
            yield seed, arrange(load(), deal(load(), seed, Wish("2v2", scenario=scenario, rounds=ROUNDS, dealt=True)))


def _nodes(seconds: float) -> float:
    """New trees from positions along games of the steady player."""
    made, spent = 0, 0.0
    for seed, setup in _setups(NODE_DEALS):
        state, dice, bots = setup.start(), SeededDice(seed), [make("greedy", f"{seed}/{seat}") for seat in range(setup.seat_count)]
        while (ask := state.decision) is not None and spent < seconds:
            if ask.weights is not None:
                apply(state, dice.answer(ask))
                continue
            seen = view(state, ask.seats[0])
            if len(ask.options) > 1:
                bot = TurnBot(seed, Grasp(NODES))
                begun = time.perf_counter()
                bot.choose(seen, ask)
                spent += time.perf_counter() - begun
                made += bot.spent
            apply(state, bots[ask.seats[0]].choose(seen, ask))
    return made / spent


def _strength(name: str, deals: int) -> tuple[Rate, float]:
    """How often a bot wins against the steady player, and its time for a decision in ms."""
    won, games, number, seconds = 0.0, 0, 0, 0.0
    for seed, setup in _setups(deals):
        for own in (0, 1):
            timed = Timed(make(name, seed))
            bots: list[Bot] = [timed if seat == own else make("greedy", f"{seed}/{seat}") for seat in range(setup.seat_count)]
            winner = play_out(setup, bots, seed).state.winner
            won += 0.5 if winner < 0 else float(winner == setup.sides[own])
            games += 1
            number += timed.number
            seconds += timed.seconds
    return wilson(won, games), 1000 * seconds / max(1, number)
