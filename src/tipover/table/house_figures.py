"""Figures of a server's house: its tables, who is there, its store and its thinking."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tipover.table.live_table import LiveTable
from tipover.table.metrics import Figure
from tipover.table.thinkers import Thinkers


def rooms_in_figures(live: Collection[LiveTable]) -> list[Figure]:
    """Tables and who is there."""
    return [
        Figure("tables", "Tables in memory.", len(live)),
        Figure("seated", "Sockets with a seat.", sum(bool(one.seats) for room in live for one in room.listeners)),
        Figure("watching", "Sockets without a seat.", sum(room.watching for room in live)),
    ]


def with_those(figures: list[Figure], more: Sequence[float]) -> list[Figure]:
    """Figures with those of another process added; it may have told none."""
    return [one._replace(value=one.value + further) for one, further in zip(figures, more or [0.0] * len(figures), strict=True)]


def store_in_figures(seconds: float) -> list[Figure]:
    """The store, which took so long to answer."""
    return [
        Figure("store_up", "Whether the store answers.", seconds >= 0),
        Figure("store_seconds", "How long the store takes to answer, -1 if it does not.", seconds),
    ]


def thinking_in_figures(thinkers: Thinkers) -> list[Figure]:
    """Who thinks and who waits for it."""
    waiting = thinkers.queue.waiting
    about = "Questions that wait for a thinking process, by rank."
    return [
        Figure("thinking", "Thinking processes at work.", thinkers.busy),
        *(Figure("thoughts_waiting", about, waiting[rank], label=f'rank="{rank.name.lower()}"') for rank in waiting),
    ]


def choices_in_memory(live: LiveTable) -> int:
    """How many choices are in memory for a table and its copies for those who watch later."""
    return live.table.count + sum(late.table.count for late in live.late)
