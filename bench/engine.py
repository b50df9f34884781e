"""Decisions per second in random play, clone, options, games, growth with squares and figures, size of a state."""

from __future__ import annotations

import json
import sys
import time

from bench.measure import Row, at_least, at_most, best_time
from tipover import State, apply, first_game, load
from tipover.engine.codec import state_json
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.setup import Setup
from tipover.engine.laws.actions import turn_actions
from tipover.play.dice import SeededDice, Stream
from tipover.play.scene import scene_state

FIRST_GAMES = [("golden_girls", 2), ("squid_game", 2), ("marvel", 4), ("game_of_thrones", 3)]


def drawn(ask: Decision, stream: Stream) -> Choice:
    """An option by its weight, else any with equal chance."""
    if ask.weights is None:
        return ask.options[stream.randrange(len(ask.options))]
    left = stream.randrange(sum(ask.weights))
    for option, weight in zip(ask.options, ask.weights, strict=True):
        left -= weight
        if left < 0:
            return option
    return ask.options[-1]


def decisions_a_second(setup: Setup, seconds: float, stream: Stream) -> tuple[float, float]:
    """Random play, options made at each decision: decisions and games a second."""
    decisions = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = setup.start()
        games += 1
        while (ask := state.decision) is not None:
            apply(state, drawn(ask, stream))
            decisions += 1
    spent = time.perf_counter() - begun
    return decisions / spent, games / spent


def without_texts() -> Setup:
    """Three basic characters a side on a map of the sets, no scenario: the rules without any card text."""
    catalog = load()
    names = [card.name for card in catalog.figures if card.basic]
    sides = [{"side": side, "figures": names[3 * k : 3 * k + 3]} for k, side in enumerate(("light", "dark"))]
    return arrange(catalog, {"map": "Barracks", "sides": sides, "rounds": 60})


def middle(setup: Setup, steps: int) -> State:
    """A state some way into a game."""
    stream = Stream(7)
    state = setup.start()
    for _ in range(steps):
        if state.decision is None:
            break
        apply(state, drawn(state.decision, stream))
    return state


def random_play(seconds: float) -> list[Row]:
    """The bar of the bare rules, with basic characters alone: 30,000 decisions a second on one core; and the first games."""
    basics = without_texts()
    decisions_a_second(basics, seconds / 4, Stream(1))
    rate = max(decisions_a_second(basics, seconds, Stream(k))[0] for k in range(3))
    rows: list[Row] = [at_least("random play, basic characters, three against three", rate, "decisions/s", 30_000)]
    for name, sides in FIRST_GAMES:
        setup = first_game(name, sides, rounds=60)
        decisions_a_second(setup, seconds / 4, Stream(1))
        best = max((decisions_a_second(setup, seconds, Stream(k)) for k in range(3)), key=lambda one: one[0])
        rows.append(Row(f"random play with card texts, {name}, {sides} sides", best[0], "decisions/s"))
        rows.append(Row(f"random games to 60 rounds, {name}", best[1], "games/s"))
    dice = SeededDice(1)
    ask = middle(first_game("marvel", 4), 0).decision
    assert ask is not None
    rolls = best_time(lambda: [dice.answer(ask) for _ in range(1000)]) / 1000 * 1e6 if ask.is_chance else 0.0
    if rolls:
        rows.append(Row("a seeded chance answer", rolls, "µs"))
    return rows


def _clones(state: State, number: int) -> None:
    for _ in range(number):
        state.clone()


def clone_time(state: State) -> float:
    """Microseconds of a clone; each is dropped at once, as search does."""
    return best_time(lambda: _clones(state, 5000), 9) / 5000 * 1e6


def clones() -> list[Row]:
    """Clone and options of a state in the middle of a game."""
    state = middle(first_game("squid_game", 2), 60)
    clone = clone_time(state)
    figure = next(f for f in state.setup.figure_ids if state.figure_at[f] >= 0 and not state.down[f])
    options = best_time(lambda: [turn_actions(state, figure, 2) for _ in range(2000)]) / 2000 * 1e6
    text = json.dumps(state_json(state), separators=(",", ":"))
    held = sys.getsizeof(state) + sum(
        sys.getsizeof(getattr(state, slot)) for slot in state.__slots__ if isinstance(getattr(state, slot), list)
    )
    held += sum(sys.getsizeof(frame) for frame in state.stack)
    return [
        at_most("clone", clone, "µs", 3),
        Row("options of one figure", options, "µs"),
        at_most("state as JSON", len(text) / 1024, "KB", 2),
        Row("state in memory, lists and frames", held / 1024, "KB"),
        Row("digest", best_time(lambda: [state.digest() for _ in range(200)]) / 200 * 1e6, "µs"),
    ]


def field(columns: int, rows: int, figures: int) -> State:
    """An open board with so many figures in two camps."""
    marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    squares: dict[int, str] = {}
    for k in range(figures):
        column, row = k // 2 % columns, k // 2 // columns
        squares[(rows - 1 - row) * columns + column if k % 2 else row * columns + column] = (
            marks[k // 2].lower() if k % 2 else marks[k // 2]
        )
    lines = ["+---" * columns + "+"]
    for row in range(rows):
        cells = [f" {squares.get(row * columns + c, '.')} " for c in range(columns)]
        lines += ["|" + " ".join(cells) + "|", ("+   " * columns + "+") if row < rows - 1 else "+---" * columns + "+"]
    return scene_state('drawing = """\n' + "\n".join(lines) + '\n"""\n')


def growth(seconds: float) -> list[Row]:
    """How the cost of a decision grows with the map and with the figures on it."""
    rows: list[Row] = []
    for columns, height in [(8, 8), (10, 12), (12, 12), (16, 16)]:
        rows.append(Row(f"{columns} × {height}, 6 figures", _rate(field(columns, height, 6), seconds), "decisions/s"))
    for figures in [2, 4, 8, 12]:
        rows.append(Row(f"10 × 12, {figures} figures", _rate(field(10, 12, figures), seconds), "decisions/s"))
    return rows


def _rate(start: State, seconds: float) -> float:
    stream = Stream(3)
    decisions = 0
    state = start.clone()
    for _ in range(2000):
        if state.decision is not None:
            apply(state, drawn(state.decision, stream))
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(200):
            if state.decision is None:
                state = start.clone()
            assert state.decision is not None
            apply(state, drawn(state.decision, stream))
            decisions += 1
    return decisions / (time.perf_counter() - begun)
