"""The cyclic garbage collector paused while a search keeps many states.

A growing tree is reachable all the time, and each full collection would walk through it and through every card that is loaded:
a fifth of the search. What is dropped meanwhile is freed as ever, by its count of references. When it resumes, a tree that has
grown is handed to the oldest generation at once; otherwise the next object that is made would set off a walk through it.
"""

from __future__ import annotations

import gc
from threading import Lock
from typing import ClassVar, Final

MANY: Final = 5_000  # objects made in a pause and still there, from which on they are handed over


class CollectionPause:
    """A context in which the collector does not run. It may be nested and entered by several threads; the last one out resumes it."""

    _lock: ClassVar[Lock] = Lock()
    _open: ClassVar[int] = 0  # how many such contexts there are now
    _was_on: ClassVar[bool] = False  # whether the collector ran before the first of them

    def __enter__(self) -> None:
        with CollectionPause._lock:
            if CollectionPause._open == 0:
                CollectionPause._was_on = gc.isenabled()
                gc.disable()
            CollectionPause._open += 1

    def __exit__(self, *error: object) -> None:
        with CollectionPause._lock:
            CollectionPause._open -= 1
            if CollectionPause._open == 0 and CollectionPause._was_on:
                if gc.get_count()[0] > MANY and not gc.get_freeze_count():  # what somebody has frozen stays so
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()
