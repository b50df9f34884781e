"""Whom a figure may help up (ACT-3, CTL-5)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.engine.core.ids import FigureId
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law
from tipover.engine.laws.obstacles import why_not_adjacent
from tipover.engine.phrases.entities import is_ally
from tipover.engine.phrases.terrain import board


class AssistLaw(Law[FigureId]):
    """Adjacent knocked-down allies; for a controlled figure those of its controller (ACT-3, CTL-5)."""

    __slots__ = ("figure", "near")

    def __init__(self, state: State, figure: FigureId, near: Mask | None = None) -> None:
        """`near` are the adjacent squares, if the caller knows them."""
        self.state = state
        self.figure = figure  # who assists; it is on the map
        self.near: Mask = board(state).steps(state.figure_at[figure]) if near is None else near

    def all(self) -> list[FigureId]:
        """Every figure that may be helped up."""
        state, near, where = self.state, self.near, self.state.figure_at
        found: list[FigureId] = []
        for f in state.setup.figure_ids:  # who is down first: few are
            if state.down[f] and where[f] >= 0 and near & BIT[where[f]] and is_ally(state, self.figure, f):
                found.append(f)
        return found

    def faults(self, thing: FigureId) -> list[Reason]:
        """Why a figure cannot be helped up."""
        state, setup = self.state, self.state.setup
        who = FigurePart(thing)
        if not is_ally(state, self.figure, thing):
            return [reason_for(setup, "ACT-3", "reason.assist.no_ally", things=[thing], who=who)]
        at = state.figure_at[thing]
        if at < 0:
            return [reason_for(setup, "ACT-3", "reason.off_map", things=[thing], who=who), reason_for(setup, "DST-6", things=[thing])]
        if not state.down[thing]:
            return [reason_for(setup, "ACT-3", "reason.standing", things=[thing], who=who), reason_for(setup, "ACT-7")]
        if self.near & BIT[at]:
            return []
        far = why_not_adjacent(state, state.figure_at[self.figure], at)
        return [reason_for(setup, "ACT-3", things=[thing], walls=far[0].walls if far else ()), *far]
