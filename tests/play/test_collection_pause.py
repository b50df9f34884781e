"""The collector is paused while a search grows its tree, and what was made meanwhile is not walked through at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from tipover.play.collection_pause import MANY, CollectionPause


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
