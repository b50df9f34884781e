"""What the compiled build is trained on: games of every kind, so that the C compiler knows which code runs often.

`tools/build_core.py` runs it on a library that counts (`-fprofile-generate`), and compiles again by the counts. The same games each
time, other ones than those of `bench/`.
"""

from __future__ import annotations

import time

from tipover import Setup, apply, arrange, load, playout
from tipover.bots import make
from tipover.bots.playout import play_out, random_game
from tipover.bots.search import SearchBot
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice

RANDOM_GAMES = 24
TREES = 6
NODES = 150
ENOUGH = 240.0  # seconds of the processor, after which it is left at what was played: a count need not be complete


def dealt(seed: str, mode: str) -> Setup:
    """A game of some mode, dealt, of twelve rounds."""
    catalog = load()
    return arrange(catalog, deal(catalog, seed, Wish(mode, rounds=12, dealt=True)))


def search(setup: Setup, seed: str) -> None:
    """Trees of the searching player along a game of the steady one."""
    state, dice, bots = setup.start(), SeededDice(seed), [make("greedy", f"{seed}/{seat}") for seat in range(setup.seat_count)]
    trees = 0
    while (ask := state.decision) is not None and trees < TREES:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        seen = view(state, ask.seats[0])
        if len(ask.options) > 1:
            trees += 1
            SearchBot(seed, NODES).choose(seen, ask)
        apply(state, bots[ask.seats[0]].choose(seen, ask))


def observe(setup: Setup) -> None:
    """Steps of an environment with observation and mask, where what it needs is installed."""
    try:
        from tipover.envs import tipover_v0
    except ImportError:
        return
    env = tipover_v0.env(setup=setup)
    env.reset(seed=1)
    for step in range(300):
        if not env.agents:
            env.reset()
        seen, _, is_over, _, _ = env.last()
        legal = seen["action_mask"].nonzero()[0]
        env.step(None if is_over else int(legal[step % len(legal)]))


def main() -> None:
    """Play, and leave the counts behind."""
    begun = time.process_time()
    for number in range(RANDOM_GAMES):
        setup = dealt(f"training {number}", ("3v3", "2v2", "3v3", "teams")[number % 4])
        playout(setup.start(), None, number)
        random_game(setup, number)
        if number % 6 == 0:
            search(setup, f"training {number}")
            play_out(setup, [make("greedy", f"{number}/{seat}") for seat in range(setup.seat_count)], number)
            observe(setup)
        if time.process_time() - begun > ENOUGH:
            return


if __name__ == "__main__":
    main()
