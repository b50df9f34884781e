"""The garbage collector stands still while a search keeps many states, and only then."""

from __future__ import annotations

import gc
from threading import Barrier, Thread

import pytest

from kit.bot_scenes import OPEN_FIELD, asked
from tipover.bots import make
from tipover.engine.view import view
from tipover.play.collection_pause import CollectionPause
from tipover.play.scene import scene_state

FEW = 10  # runs outside the search: before the tree is begun and after it


def test_pauses_may_be_nested_and_the_last_one_out_resumes() -> None:
    assert gc.isenabled()
    with CollectionPause():
        with CollectionPause():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with CollectionPause():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_error_resumes_it() -> None:
    with pytest.raises(ValueError, match="broken"), CollectionPause():
        raise ValueError("broken")
    assert gc.isenabled()


def test_of_two_threads_the_first_one_out_leaves_it_paused() -> None:
    both, left = Barrier(2, timeout=60), Barrier(2, timeout=60)
    seen: list[bool] = []

    def first() -> None:
        with CollectionPause():
            both.wait()
        left.wait()

    def second() -> None:
        with CollectionPause():
            both.wait()
            left.wait()
            seen.append(gc.isenabled())

    threads = [Thread(target=first), Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("bot", ["greedy", "search:400", "plan:400"])
def test_nothing_is_collected_while_a_bot_looks_ahead(bot: str) -> None:
    """What it would walk through are the tree, which stays, and every card that is loaded."""
    state = scene_state(OPEN_FIELD)
    ask = asked(state)
    player = make(bot, 1)
    seen = view(state, ask.seats[0])
    runs: list[int] = []

    def told(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            runs.append(info["generation"])

    thresholds = gc.get_threshold()
    gc.collect()
    gc.callbacks.append(told)
    gc.set_threshold(100, 1, 1)  # so that it runs often where it may
    try:
        player.choose(seen, ask)
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(told)
    assert gc.isenabled()
    assert len(runs) < FEW
