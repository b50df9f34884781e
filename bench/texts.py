"""Games with every card text live: decisions a second, clone in the middle of an ability, loading the packs."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.engine import clone_time, decisions_a_second, drawn
from bench.measure import Row, at_least, at_most, environment
from tipover import State, apply, load
from tipover.engine.core import questions
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import Setup
from tipover.play.dice import Stream

# Three against three over all sets: every character of the sheet is in one of them, each scenario of two sides is played.
GAMES: list[tuple[str, str, list[str], list[str]]] = [
    ("Territory", "Funko Factory", ["Gi-hun", "Iron Man", "Arya Stark"], ["Blanche Devereaux", "The Night King", "Front Man"]),
    ("Leaders", "Barracks", ["Sae-byeok", "Black Panther", "Rose Nylund"], ["Captain America", "Jon Snow", "Il-nam"]),
    ("Control", "Funko Factory", ["Daenerys Targaryen", "Black Widow", "Il-nam"], ["Gi-hun", "Front Man", "Rose Nylund"]),
    ("Flags", "Funko Factory", ["Captain America", "Sae-byeok", "Jon Snow"], ["Arya Stark", "Iron Man", "Blanche Devereaux"]),
    ("Squid Game", "The Yard", ["Black Widow", "Gi-hun", "The Night King"], ["Black Panther", "Daenerys Targaryen", "Front Man"]),
    ("Red Light Green Light", "The Yard", ["Rose Nylund", "Iron Man", "Il-nam"], ["Sae-byeok", "Captain America", "Arya Stark"]),
]


def setups() -> list[tuple[str, Setup]]:
    """The games that are measured."""
    catalog = load()
    found: list[tuple[str, Setup]] = []
    for scenario, where, light, dark in GAMES:
        sides = [{"side": "light", "figures": light}, {"side": "dark", "figures": dark}]
        found.append((scenario, arrange(catalog, {"map": where, "scenario": scenario, "sides": sides, "rounds": 30})))
    return found


def random_texts(seconds: float) -> list[Row]:
    """The bar of card texts: 15,000 decisions a second on one core, over all these games together."""
    rows: list[Row] = []
    rates: list[float] = []
    for name, setup in setups():
        decisions_a_second(setup, seconds / 4, Stream(1))
        rates.append(max(decisions_a_second(setup, seconds / 3, Stream(k))[0] for k in range(6)))
        rows.append(Row(f"random play, three against three, {name}", rates[-1], "decisions/s"))
    together = len(rates) / sum(1 / rate for rate in rates)
    return [at_least("random play, three against three, all of them", together, "decisions/s", 15_000), *rows]


def inside_an_ability(setup: Setup) -> State:
    """A state at a question inside a card's text."""
    stream = Stream(11)
    while True:
        state = setup.start()
        while (ask := state.decision) is not None:
            if ask.asked == questions.TEXT and state.round > 1:
                return state
            apply(state, drawn(ask, stream))


def clones_and_loading() -> list[Row]:
    """Clone in the middle of an ability, and a first load of every pack in a new process."""
    states = [inside_an_ability(setup) for _, setup in setups()]
    program = "import time; from tipover import load; begun = time.process_time(); load(); print(time.process_time() - begun)"
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment()) for _ in range(5)
    ]
    cold = min(float(run.stdout) for run in runs)
    begun = time.perf_counter()
    load()
    warm = time.perf_counter() - begun
    return [
        at_most("clone in the middle of an ability", max(clone_time(state) for state in states), "µs", 4),
        at_most("load of every pack, new process, processor time", cold, "s", 0.3),
        Row("load of every pack again, same process", warm, "s"),
    ]
