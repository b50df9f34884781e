"""A whole game between bots, as fast as the rules go: no notation, no clones, no log."""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots import Bot, make
from tipover.engine.core.ids import NO_SIDE, Side
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.play.collection_pause import CollectionPause
from tipover.play.dice import SeededDice


class Played(NamedTuple):
    """A finished game, how many decisions it took, those of chance included, and the side that went first in round 1."""

    state: State
    decisions: int
    first: Side


def play_out(setup: Setup, bots: list[Bot], seed: int | str) -> Played:
    """Play from set-up to the end; `bots` by seat, chance from the seed. A game without an end needs a limit of rounds."""
    dice = SeededDice(seed)
    state = setup.start()
    count, first = 0, NO_SIDE
    while (ask := state.decision) is not None:
        count += 1
        if ask.weights is not None:
            apply(state, dice.answer(ask))
        else:
            seat = ask.seats[0]
            apply(state, bots[seat].choose(view(state, seat), ask))
        if first == NO_SIDE:
            first = state.first  # noted on the way, for the marker moves on
    return Played(state, count, first)


def random_game(setup: Setup, seed: int | str) -> Played:
    """A game between random players, all drawn from one seed."""
    bots = [make("random", f"{seed}/{seat}") for seat in range(setup.seat_count)]
    with CollectionPause():  # nothing of it refers to itself, and each full collection walks through every card that is loaded
        return play_out(setup, bots, seed)
