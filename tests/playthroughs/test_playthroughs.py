"""Golden playthroughs: whole first games as text, read as a diff. `TIPOVER_GOLDEN=1` writes them anew.

Each choice with its number, what happened, points when they change, and the state's digest every ten choices. A
change here is a change of the rules, of the dice, of the packs or of the notation: say in the commit which and why.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from laws.players import choose
from tipover import Match, Record, first_game
from tipover.cards.catalog import SIDES
from tipover.engine.codec import event_json
from tipover.engine.event import Event, PointsGained
from tipover.engine.state import State
from tipover.play.dice import SeededDice, Stream

HERE = Path(__file__).parent
LARGEST = 60 * 1024

# Name, sides, seed, and how many of a hundred actions go for a rival; the seeds are those of short games.
GAMES = [("golden_girls", 2, 1, 40), ("squid_game", 2, 1, 40), ("marvel", 4, 1, 40), ("game_of_thrones", 3, 1, 40)]


def told(state: State, event: Event) -> str:
    """An event in one phrase: its name and what it names."""
    words = [type(event).__name__]
    for key, value in event_json(state, event).items():
        if key == "event":
            continue
        if isinstance(value, dict):
            value = value["text"]
        elif isinstance(value, list):
            value = "[" + " ".join(str(one) for one in value) + "]"
        elif isinstance(value, bool):
            value = key if value else "-"
        words.append("-" if value is None else str(value))
    return " ".join(words)


def scores(state: State) -> str:
    return " ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)


def story(match: Match, seed: int, eager: int) -> Iterator[str]:
    """Play to the end, telling every choice."""
    dice, stream = SeededDice(seed), Stream(seed, "players")
    while (ask := match.state.decision) is not None:
        events = match.play(dice.answer(ask) if ask.is_chance else choose(match.state, stream, eager))
        number = len(match.choices)
        yield f"{number} {match.lines[-1]}"
        if events:
            yield "    " + "; ".join(told(match.state, event) for event in events)
        if any(isinstance(event, PointsGained) for event in events):
            yield f"    points: {scores(match.state)}"
        if number % 10 == 0:
            yield f"    digest: {match.state.digest()}"
    winner = SIDES[match.state.winner] if match.state.winner >= 0 else "nobody"
    yield f"=== {winner} wins in round {match.state.round}: {scores(match.state)}; digest {match.state.digest()}"


def playthrough(name: str, sides: int, seed: int, eager: int) -> tuple[Match, str]:
    match = Match(first_game(name, sides=sides))
    head = f"# {name}, {sides} sides, seed {seed}, random players of whose actions {eager} in 100 go for a rival"
    return match, "\n".join([head, *story(match, seed, eager)]) + "\n"


@pytest.mark.parametrize(("name", "sides", "seed", "eager"), GAMES)
def test_the_game_goes_as_it_went(name, sides, seed, eager):
    match, text = playthrough(name, sides, seed, eager)
    assert match.over and match.state.winner >= 0, "the game is played to a winner"
    path = HERE / f"{name}.txt"
    if os.environ.get("TIPOVER_GOLDEN") == "1":
        path.write_bytes(text.encode())
    assert len(text.encode()) < LARGEST
    assert path.read_bytes() == text.encode(), f"{path.name} tells another game; TIPOVER_GOLDEN=1 writes it anew"


@pytest.mark.parametrize(("name", "sides", "seed", "eager"), GAMES)
def test_its_record_replays(name, sides, seed, eager):
    match, _ = playthrough(name, sides, seed, eager)
    match.dice = SeededDice(seed)
    again = Record.parse(Record.of(match).text()).replay()
    assert again.state.digest() == match.state.digest()
