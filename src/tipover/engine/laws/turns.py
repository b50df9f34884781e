"""Who may take a turn, who comes back from the track, who may rally (TRN-1, TRN-3, TRN-5, TRN-6, CDN-2)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, MINION
from tipover.engine.core.decision import TURN_OF, Choice
from tipover.engine.core.frames import turn_frame
from tipover.engine.core.ids import RESERVE, RETURNING, FigureId, Side
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart, SidePart
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law


class TurnLaw(Law[FigureId]):
    """The characters of a side that may take its turn: not exhausted, possibly on the track (TRN-1, TRN-6)."""

    __slots__ = ("side",)

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side  # the side whose turn it is

    def all(self) -> list[FigureId]:
        """Every character that may take the turn."""
        return [option.figure for option in turn_options(self.state, self.side)]

    def faults(self, thing: FigureId) -> list[Reason]:
        """Why a figure cannot take the turn."""
        state, setup = self.state, self.state.setup
        if setup.side_of[thing] != self.side:
            return [reason_for(setup, "TRN-3", "reason.turn.of_side", things=[thing], side=SidePart(self.side))]
        who = FigurePart(thing)
        if setup.kind_of[thing] != CHARACTER:
            return [reason_for(setup, "TRN-1", "reason.turn.no_character", things=[thing], who=who)]
        if state.is_exhausted(thing):
            return [reason_for(setup, "TRN-1", "reason.exhausted", things=[thing], who=who)]
        if state.figure_at[thing] == RESERVE:
            return [reason_for(setup, "TRN-1", "reason.turn.not_in_play", things=[thing], who=who)]
        return []


def turn_options(state: State, side: Side) -> list[Choice]:
    """Whom a side may choose to take its turn, without a law around it."""
    markers, most, where = state.exhaust_markers, state.setup.most_markers, state.figure_at
    found: list[Choice] = []
    for figure in state.setup.characters[side]:
        if markers[figure] < most[figure] and where[figure] != RESERVE:
            found.append(TURN_OF[figure])
    return found


def likeness(state: State, figure: FigureId) -> object:
    """What makes figures the same answer: minions of one card and side in one place off the map; any other figure is itself (TIM-7).

    In a scene each has a mark of its own, and expectations name it: there they are told apart.
    """
    setup, at = state.setup, state.figure_at[figure]
    if at >= 0 or setup.kind_of[figure] != MINION or setup.is_marked(figure):
        return figure
    return setup.side_of[figure], state.card[figure], at, state.of[figure]


class ReturnLaw(Law[FigureId]):
    """The figures of a side that come back from the track now, in any order their owner chooses (CDN-2)."""

    __slots__ = ("side",)

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side  # the side whose figures come back

    def all(self) -> list[FigureId]:
        """Every figure that is still to be put on the map."""
        first: dict[object, FigureId] = {}
        for figure in self.state.setup.figure_ids:
            if self.state.figure_at[figure] == RETURNING and self.state.setup.side_of[figure] == self.side:
                first.setdefault(likeness(self.state, figure), figure)
        return list(first.values())

    def faults(self, thing: FigureId) -> list[Reason]:
        """Why a figure does not come back now."""
        if thing in self.all():
            return []
        if self.state.figure_at[thing] == RETURNING and self.state.setup.side_of[thing] == self.side:
            return [reason_for(self.state.setup, "TIM-7", "reason.place.alike", things=[thing], who=FigurePart(thing))]
        return [reason_for(self.state.setup, "CDN-2", "reason.place.not_coming_back", things=[thing], who=FigurePart(thing))]


class RallyLaw(Law[FigureId]):
    """Whether a figure may rally: knocked down, with all actions of its turn left (TRN-5)."""

    __slots__ = ("actions",)

    def __init__(self, state: State, actions: int) -> None:
        self.state = state
        self.actions = actions  # the actions left in the turn

    def all(self) -> list[FigureId]:
        """Every figure that may rally if it has the turn."""
        return [figure for figure in self.state.setup.figure_ids if self.state.figure_at[figure] >= 0 and self.allows(figure)]

    def allows(self, figure: FigureId) -> bool:
        """Whether a figure on the map may rally."""
        return bool(self.state.down[figure]) and self.actions >= turn_frame.ACTIONS_A_TURN

    def faults(self, thing: FigureId) -> list[Reason]:
        """Why a figure cannot rally."""
        setup, who = self.state.setup, FigurePart(thing)
        if self.state.figure_at[thing] < 0:
            return [reason_for(setup, "TRN-6", "reason.off_map", things=[thing], who=who)]
        if not self.state.down[thing]:
            return [reason_for(setup, "TRN-5", "reason.standing", things=[thing], who=who)]
        if not self.allows(thing):
            return [reason_for(setup, "TRN-5", "reason.turn.actions_left", things=[thing], who=who, actions=self.actions)]
        return []
