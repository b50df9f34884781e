"""The searching player: positions judged a second, how long each level takes, and how strong it is for that time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measure import Row, at_most
from tipover import Setup, arrange, load
from tipover.bots import LEVELS, Bot, make
from tipover.bots.game import play_out
from tipover.bots.search import SearchBot
from tipover.engine.decision import Choice, Decision
from tipover.engine.run import apply
from tipover.engine.view import View, view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice

SCENARIOS = ("Leaders", "Control", "Territory")
NODES = 500
DEALS = 2  # of each scenario, each played with the sides changed
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


def searching(seconds: float) -> list[Row]:
    """The bar: level five answers within a second on average."""
    rows = [Row("search, positions judged on one core", _nodes(seconds), "nodes/s")]
    for name in LEVELS:
        won, spent = _strength(name)
        rows.append(at_most(f"{name}, {LEVELS[name]} nodes: a decision, on average", spent, "ms", 1000))
        rows.append(Row(f"{name}: won against greedy, of {DEALS * 2 * len(SCENARIOS)} games", 100 * won, "%"))
    return rows


def _setups() -> Iterator[tuple[str, Setup]]:
    for number in range(DEALS):
        for scenario in SCENARIOS:
            seed = f"bench {number} {scenario}"
            yield seed, arrange(load(), deal(load(), seed, Wish("2v2", scenario=scenario, rounds=ROUNDS, dealt=True)))


def _nodes(seconds: float) -> float:
    """New trees from positions along games of the steady player."""
    made, spent = 0, 0.0
    for seed, setup in _setups():
        state, dice, bots = setup.start(), SeededDice(seed), [make("greedy", f"{seed}/{seat}") for seat in range(setup.seat_count)]
        while (ask := state.decision) is not None and spent < seconds:
            if ask.weights is not None:
                apply(state, dice.answer(ask))
                continue
            seen = view(state, ask.seats[0])
            if len(ask.options) > 1:
                bot = SearchBot(seed, NODES)
                begun = time.perf_counter()
                bot.choose(seen, ask)
                spent += time.perf_counter() - begun
                made += bot.spent
            apply(state, bots[ask.seats[0]].choose(seen, ask))
    return made / spent


def _strength(name: str) -> tuple[float, float]:
    """The part of its games a level wins against the steady player, and its time for a decision in ms."""
    won, games, number, seconds = 0.0, 0, 0, 0.0
    for seed, setup in _setups():
        for own in (0, 1):
            level = Timed(make(name, seed))
            bots: list[Bot] = [level if seat == own else make("greedy", f"{seed}/{seat}") for seat in range(setup.seat_count)]
            winner = play_out(setup, bots, seed).state.winner
            won += 0.5 if winner < 0 else float(winner == setup.sides[own])
            games += 1
            number += level.number
            seconds += level.seconds
    return won / games, 1000 * seconds / max(1, number)
