"""What the texts of a trial game have done. Only trials have a witness; elsewhere nothing is noted."""

from __future__ import annotations


class Witness:
    """Programs by number, and their steps, as a trial saw them."""

    __slots__ = ("deeds", "ended", "stuck")

    def __init__(self) -> None:
        self.deeds: set[int] = set()  # the programs of which a deed changed something
        self.ended: set[int] = set()  # the programs that were run to their end
        self.stuck: dict[int, set[int]] = {}  # the steps of each program that could not be done

    def could_not(self, program: int, step: int) -> None:
        """Note a step that could not be done."""
        self.stuck.setdefault(program, set()).add(step)
