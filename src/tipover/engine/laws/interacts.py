"""Which point markers a figure may interact with (ACT-4, PTS-1, PTS-3, ADJ-2)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.engine.core.ids import PIECE, PIECE_THING, FigureId, Thing, is_figure
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law
from tipover.engine.laws.obstacles import why_not_adjacent
from tipover.engine.laws.prohibitions import why_no_interact_by_card
from tipover.engine.phrases.modifiers import cannot_interact
from tipover.engine.phrases.terrain import board


def markers_in(state: State, squares: Mask) -> list[Thing]:
    """The point markers that lie in some squares."""
    lies = state.piece_at
    found: list[Thing] = []
    for piece in state.setup.point_pieces:
        at = lies[piece]
        if at >= 0 and squares & BIT[at]:  # most often it is held or on a track, and a mask need not be asked
            found.append(PIECE_THING[piece])
    return found


class InteractLaw(Law[Thing]):
    """Point markers in the figure's square or an adjacent one, unless a card forbids it. Things are pieces from `PIECE` on."""

    __slots__ = ("figure", "near")

    def __init__(self, state: State, figure: FigureId, near: Mask | None = None) -> None:
        """`near` are the adjacent squares, if the caller knows them."""
        self.state = state
        self.figure = figure
        """Who interacts; it is on the map."""
        at = state.figure_at[figure]
        self.near: Mask = (board(state).steps(at) if near is None else near) | BIT[at]
        """The squares in reach."""

    def all(self) -> list[Thing]:
        """Every piece that may be interacted with."""
        state = self.state
        found = markers_in(state, self.near)
        if found and "cannot-interact" in state.texts.changes:
            found = [thing for thing in found if cannot_interact(state, self.figure, thing) is None]
        return found

    def faults(self, thing: Thing) -> list[Reason]:
        """Why nothing comes of interacting with a piece or figure; -1 is a piece this game does not have."""
        state, setup = self.state, self.state.setup
        if thing < PIECE:
            scenario = setup.scenario
            if scenario is not None and not scenario.point_markers:
                return [reason_for(setup, "FST-2" if scenario.first else "ACT-4")]
            if is_figure(thing):
                return [reason_for(setup, "ACT-4", "reason.interact.offers_nothing", things=[thing], thing=FigurePart(thing))]
            return [reason_for(setup, "ACT-4", "reason.interact.no_such_marker")]
        piece = thing - PIECE
        slot = setup.pieces[piece]
        if not slot.letter:
            return [reason_for(setup, "ACT-4", "reason.interact.offers_nothing", things=[thing], thing=slot.name)]
        at = state.piece_at[piece]
        if at < 0:
            return [reason_for(setup, "PTS-5", "reason.interact.marker_on_track", things=[thing], letter=slot.letter)]
        kept = why_no_interact_by_card(state, self.figure, thing)
        if kept or self.near & BIT[at]:
            return kept
        far = why_not_adjacent(state, state.figure_at[self.figure], at)
        return [reason_for(setup, "PTS-1", things=[thing], walls=far[0].walls), *far]
