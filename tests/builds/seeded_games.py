"""Seeded games by random players, told as one digest of the position after every choice: `python seeded_games.py FIRST LAST`.

Prints the build, then for each game its number, how many choices it took, and the digest.
"""

from __future__ import annotations

import hashlib
import json
import sys

from tipover.cards.pack import load
from tipover.compiled import running
from tipover.engine.codec import event_json
from tipover.engine.core.arrange import arrange
from tipover.engine.run import apply
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream

MODES = ("2v2", "3v3")


def game(number: int) -> str:
    """One game: dealt from all packs by its number, played to its end."""
    seed = f"both builds {number}"
    setup = arrange(load(), deal(load(), seed, Wish(MODES[number % len(MODES)], rounds=8)))
    state, dice, stream = setup.start(), SeededDice(seed), Stream(seed)
    digest = hashlib.sha256()
    count = 0
    while (ask := state.decision) is not None:
        choice = dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))]
        told = [event_json(state, event) for event in apply(state, choice)]
        digest.update(f"{ask.options} {choice} {json.dumps(told)} {state.digest()}\n".encode())
        count += 1
    return f"{number} {count} {digest.hexdigest()}"


if __name__ == "__main__":
    print(running(), flush=True)
    for one in range(int(sys.argv[1]), int(sys.argv[2])):
        print(game(one), flush=True)
