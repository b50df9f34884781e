"""One build measured by itself, in a process of its own: what each thing costs in processor time, and the games it played.

`python -m bench.pace NAME…` prints a line of JSON. `bench.versus` runs it by turns on two builds; it uses only names that
the version before has too. Time is the processor's, so that what else the machine does falls out of it.
"""

from __future__ import annotations

import gc
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import tipover
from bench.engine import drawn, middle, without_texts
from bench.texts import setups
from tipover import State, apply, first_game, load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import Setup
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream


@dataclass
class Pace:
    """How much was done in which time, part by part (a game, a tree, some steps); `games` is a digest of what was played.

    Two builds that play alike have the same parts, and so has one that is measured again.
    """

    done: list[int]
    seconds: list[float]
    games: str = ""
    of: float = 0.0  # what it is measured against, in the same unit: how much is done in a second without what is around it


def played(games: list[Setup], decisions: int, seed: int) -> Pace:
    """Random play of fresh games, one set-up after the other, until so many decisions were made."""
    digest = hashlib.sha256()
    stream = Stream(seed)
    for setup in games:  # the tables of each set-up are made in its first game
        _random_game(setup, stream)
    settle()
    done: list[int] = []
    seconds: list[float] = []
    while sum(done) < decisions:
        for setup in games:
            begun = time.process_time()
            state, count = _random_game(setup, stream)
            seconds.append(time.process_time() - begun)
            done.append(count)
            digest.update(state.digest().encode())
    return Pace(done, seconds, digest.hexdigest()[:16])


def settle() -> None:
    """Have the collector look at everything that was loaded, before anything is measured.

    It does so once, some time after loading, and walks through every card: 25 ms, which would fall into whatever is measured then,
    in one build and not in another, and always at the same place, so that no number of rounds finds it out.
    """
    gc.collect()


def _random_game(setup: Setup, stream: Stream) -> tuple[State, int]:
    state = setup.start()
    return state, _played_on(state, stream)


def _played_on(state: State, stream: Stream) -> int:
    """Random play of a game from where it is, and how many decisions that took."""
    count = 0
    while (ask := state.decision) is not None:
        apply(state, drawn(ask, stream))
        count += 1
    return count


def bare(seed: int) -> Pace:
    """Basic characters, three against three, no card text."""
    return played([without_texts()], 12_000, seed)


def texts(seed: int) -> Pace:
    """Three against three over all sets, every card text live."""
    return played([setup for _, setup in setups()], 12_000, seed)


def playouts(seed: int) -> Pace:
    """Play-outs inside the core with every card text live, a turn's action drawn without listing all.

    A version that has none plays in a loop of its own, by listing: games of the same set-ups, but not the same ones.
    """
    inner = getattr(tipover, "playout", None)
    done: list[int] = []
    spent: list[float] = []
    digest = hashlib.sha256()
    for number in range(5):
        if number == 1:
            settle()
        for _, setup in _kept_setups():
            state = setup.start()
            begun = time.process_time()
            if inner is not None:
                state, count = inner(state, None, f"{seed}/{number}", listed=False)
            else:
                count = _played_on(state, Stream(f"{seed}/{number}", "playout"))
            if number:  # the tables of each set-up are made in its first game
                spent.append(time.process_time() - begun)
                done.append(count)
            digest.update(state.digest().encode())
    return Pace(done, spent, digest.hexdigest()[:16])


@lru_cache(maxsize=1)
def _kept_setups() -> list[tuple[str, Setup]]:
    return setups()


def clones(seed: int) -> Pace:
    """Copies of a state in the middle of a game, each dropped at once."""
    state = middle(first_game("squid_game", 2), 60)
    for _ in range(1000):
        state.clone()

    def work() -> None:
        for _ in range(100):
            state.clone()

    return _in_parts(work, 100, 200, state.digest())


def _in_parts(work: Callable[[], object], done: int, parts: int, games: str = "") -> Pace:
    """A work that does so much each time, measured so many times."""
    seconds: list[float] = []
    for _ in range(parts):
        begun = time.process_time()
        work()
        seconds.append(time.process_time() - begun)
    return Pace([done] * parts, seconds, games)


def env_steps(seed: int) -> Pace:
    """Steps of an environment with observation and mask, as PettingZoo's users play, resets included."""
    from bench.envs import _seeing, games

    work = _seeing(games()[1][1])
    work(500)
    settle()
    return _in_parts(lambda: work(100), 100, 30)


def _deals() -> list[tuple[str, Setup]]:
    """Two against two of each of three scenarios, dealt."""
    seeds = {f"pace {scenario}": scenario for scenario in ("Leaders", "Control", "Territory")}
    return [
        (seed, arrange(load(), deal(load(), seed, Wish("2v2", scenario=scenario, rounds=12, dealt=True))))
        for seed, scenario in seeds.items()
    ]


def nodes(seed: int) -> Pace:
    """New trees of the searching player, from positions along games of the steady player."""
    from tipover.bots import make
    from tipover.bots.search import SearchBot
    from tipover.engine.view import view

    done: list[int] = []
    spent: list[float] = []
    deals = _deals()
    settle()
    for name, setup in deals:
        state, dice, bots = setup.start(), SeededDice(name), [make("greedy", f"{name}/{seat}") for seat in range(setup.seat_count)]
        trees = 0
        while (ask := state.decision) is not None and trees < 4:
            if ask.weights is not None:
                apply(state, dice.answer(ask))
                continue
            seen = view(state, ask.seats[0])
            if len(ask.options) > 1:
                trees += 1
                bot = SearchBot(name, 300)
                begun = time.process_time()
                bot.choose(seen, ask)
                spent.append(time.process_time() - begun)
                done.append(bot.spent)
            apply(state, bots[ask.seats[0]].choose(seen, ask))
    return Pace(done, spent)


def greedy(seed: int) -> Pace:
    """Decisions of games between steady players, as the lab and `sim` play them."""
    from tipover.bots import make
    from tipover.bots.playout import play_out

    done: list[int] = []
    spent: list[float] = []
    digest = hashlib.sha256()
    deals = _deals()
    settle()
    for name, setup in deals:
        bots = [make("greedy", f"{name}/{seed}/{seat}") for seat in range(setup.seat_count)]
        begun = time.process_time()
        match = play_out(setup, bots, f"{name} {seed}")
        spent.append(time.process_time() - begun)
        done.append(match.decisions)
        digest.update(match.state.digest().encode())
    return Pace(done, spent, digest.hexdigest()[:16])


def sim(seed: int) -> Pace:
    """Games of random players as `tipover sim` plays them, and the engine's own pace in games of the same set-up."""
    from tipover.bots.playout import random_game

    setup = first_game("squid_game", 2, rounds=60)
    random_game(setup, f"{seed}/first")
    settle()
    done: list[int] = []
    seconds: list[float] = []
    count, spent = 0, 0.0
    for number in range(16):
        begun = time.process_time()
        done.append(random_game(setup, f"{seed}/{number}").decisions)
        seconds.append(time.process_time() - begun)
        begun = time.process_time()
        count += _random_game(setup, Stream(f"{seed}/{number}"))[1]
        spent += time.process_time() - begun
    return Pace(done, seconds, of=count / spent)


def lab(seed: int) -> Pace:
    """Games of the lab on two processes: the steady player against a random one, in time that passes."""
    from bench.lab import _games, _rate, _warm
    from tipover.lab.worker_pools import Pool

    games, pool = _games(("random", "greedy"), 6), Pool(2)
    try:
        _warm(games, pool)
        rate = _rate(games, pool)
    finally:
        pool.close()
    return Pace([len(games)], [len(games) / rate])


def server(seed: int) -> Pace:
    """Moves of four people at twelve tables, without sockets."""
    from bench.moves import in_process

    cost = in_process(seed, 360)
    return Pace([cost.moves], [cost.seconds])


def packs(seed: int) -> Pace:
    """All packs loaded in a new process, its start and imports included: this one, so it is measured alone."""
    command = [sys.executable, "-c", "import time, tipover; tipover.load(); print(time.process_time())"]
    told = [float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(3)]
    return Pace([1], [min(told)])


MEASURES: dict[str, Callable[[int], Pace]] = {
    "packs": packs,
    "bare": bare,
    "texts": texts,
    "playouts": playouts,
    "clones": clones,
    "env_steps": env_steps,
    "nodes": nodes,
    "greedy": greedy,
    "sim": sim,
    "lab": lab,
    "server": server,
}


def main() -> None:
    """Measure what is named, with the seed in the first word."""
    seed, names = int(sys.argv[1]), sys.argv[2:] or list(MEASURES)
    print(json.dumps({name: vars(MEASURES[name](seed)) for name in names}))


if __name__ == "__main__":
    main()
