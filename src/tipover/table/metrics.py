"""Figures of a running server in the text format of Prometheus: counts only, never a code, a name or an address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds


class Figure(NamedTuple):
    """One figure."""

    name: str  # Its name, without the prefix.
    about: str  # What it counts.
    value: float  # The figure.
    kind: str = "gauge"  # `gauge`, or `counter` for what only grows.
    label: str = ""  # Its label, as `name="value"`.


class Metrics:
    """What is counted while commands are handled."""

    def __init__(self) -> None:
        self.refusals = 0
        self._acks = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def refused(self) -> None:
        """A command or question was refused."""
        self.refusals += 1

    def acknowledged(self, seconds: float) -> None:
        """A command was stored and acknowledged after so long."""
        self._acks[next((k for k, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1
        self._seconds += seconds

    def text(self, figures: list[Figure]) -> str:
        """All figures: these, and what was counted here."""
        more = [*figures, Figure("refusals_total", "Commands and questions that were refused.", self.refusals, "counter")]
        return "\n".join([*self._lines(more), *self._histogram()]) + "\n"

    def _lines(self, figures: list[Figure]) -> Iterator[str]:
        told: set[str] = set()
        for one in figures:
            if one.name not in told:
                told.add(one.name)
                yield f"# HELP tipover_{one.name} {one.about}"
                yield f"# TYPE tipover_{one.name} {one.kind}"
            yield f"tipover_{one.name}{f'{{{one.label}}}' if one.label else ''} {one.value:g}"

    def _histogram(self) -> Iterator[str]:
        yield "# HELP tipover_ack_seconds Time from a command's arrival to its acknowledgement."
        yield "# TYPE tipover_ack_seconds histogram"
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._acks, strict=True):
            total += count
            yield f'tipover_ack_seconds_bucket{{le="{bound}"}} {total}'
        yield f"tipover_ack_seconds_sum {self._seconds:g}"
        yield f"tipover_ack_seconds_count {total}"
