"""The collector is paused while a search grows its tree, and what was made meanwhile is not walked through at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tipover import apply, first_game, view
from tipover.bots import make
from tipover.engine.core.setup import Setup
from tipover.play.collection_pause import MANY, CollectionPause
from tipover.play.dice import SeededDice


@contextmanager
def counted() -> Iterator[list[int]]:
    """The generations that are collected inside."""
    seen: list[int] = []

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            seen.append(told["generation"])

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def test_a_tree_that_has_grown_in_a_pause_is_not_collected_when_it_ends() -> None:
    gc.collect()
    with counted() as seen:
        with CollectionPause():
            tree = [[number] for number in range(2 * MANY)]
        more = [[number] for number in range(100)]
    assert seen == [] and gc.isenabled() and len(tree) + len(more) == 2 * MANY + 100


def test_what_refers_to_itself_is_still_found_by_a_full_collection() -> None:
    gc.collect()
    with CollectionPause():
        kept = [[number] for number in range(2 * MANY)]
        for _ in range(50):
            ring: list[object] = []
            ring.append(ring)
        del ring
    assert gc.collect() >= 50 and len(kept) == 2 * MANY


def test_what_is_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with CollectionPause():
            tree = [[number] for number in range(2 * MANY)]
        assert gc.get_freeze_count() >= frozen - 10 and len(tree) == 2 * MANY
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("name", ["greedy", "search", "level3", "level5", "master:300", "playouts:200"])
def test_bots_leave_nothing_that_only_a_collection_finds(name: str) -> None:
    """The lab plays whole games in a pause: what a bot left behind that refers to itself would stay until the game is over."""
    setup = first_game("squid_game", 2)  # it refers to itself, and is there once
    played(setup, name)  # what is imported and made once
    gc.collect()
    with CollectionPause():
        played(setup, name)
        assert gc.collect() == 0


def played(setup: Setup, name: str) -> None:
    """The first choices of a game between two bots."""
    state, dice = setup.start(), SeededDice("pause")
    bots = [make(name, f"pause/{seat}") for seat in range(2)]
    for _ in range(24):
        ask = state.decision
        assert ask is not None
        apply(state, dice.answer(ask) if ask.weights is not None else bots[ask.seats[0]].choose(view(state, ask.seats[0]), ask))
