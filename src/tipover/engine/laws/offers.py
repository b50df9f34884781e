"""Actions that cards and scenarios offer, and the actions of companions (ACT-4, ACT-8, COM-2)."""

from __future__ import annotations

from collections.abc import Set

from tipover.cards.ast import Act, May, While, walk
from tipover.cards.catalog import COMPANION
from tipover.engine.core.blame import blame_text
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import IN_FORCE, FigureId
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry
from tipover.engine.laws.law import Law
from tipover.engine.laws.phrase_faults import why_unlike
from tipover.engine.laws.picks import can
from tipover.engine.laws.prohibitions import line_of
from tipover.engine.phrases.conditions import holds
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.kept import keep
from tipover.engine.phrases.meaning import fits
from tipover.engine.phrases.text_frames import frame_of


class OfferLaw(Law[int]):
    """`As a basic action …` and `As an interact …` for a figure now, by the number of the text that offers it (ACT-4, ACT-8)."""

    __slots__ = ("figure", "is_given", "kinds")

    def __init__(self, state: State, figure: FigureId, kinds: Set[str], is_given: bool = False) -> None:
        self.state = state
        self.figure = figure  # who would do it
        self.kinds = kinds  # the kinds of actions open to the figure; `basic` is every kind
        self.is_given = is_given  # whether it is the action that an offered action gives; then it gives none in turn (TIM-8)

    def all(self) -> list[int]:
        """Every text whose action is offered: it is in force, for this figure, and its first part can be done."""
        return self.among(self.state.texts.offers[self.figure])

    def among(self, entries: list[Entry]) -> list[int]:
        """As `all`, of these texts that offer something to the figure."""
        found: list[int] = []
        piece_at = self.state.piece_at
        for entry in entries:
            if entry.played >= 0 and piece_at[entry.played] != IN_FORCE:
                continue  # most cards of a deck: not worth a call
            if self._is_offered(entry):
                found.append(entry.number)
        return found

    def _is_offered(self, entry: Entry) -> bool:
        """Whether an action that may be open to the figure is of the kinds asked for, its card is in force and it can be done now."""
        noun, kinds = entry.offers, self.kinds
        if "basic" not in kinds and (noun == "action" or noun not in kinds):
            return False
        if self.is_given and _gives_an_action(entry):
            return False
        frame = offer_frame(self.state, entry, self.figure)
        return frame is not None and can(self.state, frame, 0)

    def faults(self, thing: int) -> list[Reason]:
        """Why the action that a text offers is not open to the figure: not in force, not for it, nothing to do."""
        state, setup, figure = self.state, self.state.setup, self.figure
        entry = state.texts.entries[thing]
        text, who = entry.text, FigurePart(figure)
        if not isinstance(text, While) or not entry.offers:
            return [reason_for(setup, "ACT-8", "reason.offer.none", things=[figure], card=entry.source.name)]
        rule = "ACT-4" if entry.offers == "interact" else "ACT-8"
        frame = frame_of(state, entry)
        if frame is None:
            return [reason_for(setup, rule, "reason.offer.not_in_force", things=[figure], card=entry.source.name)]
        line = line_of(entry)
        if _is_done(state, entry):
            return [reason_for(setup, "TRN-8", "reason.offer.done", things=[figure], line=line)]
        if entry in state.texts.offers[figure] and self._is_offered(entry):
            return []
        if self.is_given and _gives_an_action(entry):
            return [reason_for(setup, "TIM-8", "reason.offer.gives_in_turn", things=[figure], line=line)]
        if offer_frame(state, entry, figure) is not None:
            return [reason_for(setup, "ACT-7", "reason.offer.nothing_to_do", things=[figure], who=who, line=line)]
        may = text.change.steps[0]
        assert isinstance(may, May)
        frame = _frame_for(state, entry, frame, figure)
        return [
            reason_for(setup, rule, "reason.offer.not_for", things=[figure], who=who, line=line),
            *why_unlike(state, frame, may.who, figure),
        ]


def is_given_by_offer(state: State, frame: list[int]) -> bool:
    """Whether a text that gives an action is itself an offered action."""
    return isinstance(state.texts.program_texts[text_frame.program(frame)], While)


def _gives_an_action(entry: Entry) -> bool:
    return any(isinstance(node, Act) and node.verb == "do" for node in walk(entry.text))


def offer_frame(state: State, entry: Entry, figure: FigureId) -> list[int] | None:
    """The frame of an offered action for a doer, or None if it is not offered to it."""
    try:
        return _frame_if_offered(state, entry, figure)
    except Exception as error:
        blame_text(error, state, entry.text)
        raise


def _frame_if_offered(state: State, entry: Entry, figure: FigureId) -> list[int] | None:
    text = entry.text
    assert isinstance(text, While)
    base = None if _is_done(state, entry) else frame_of(state, entry)
    if base is None or (text.cond is not None and not holds(state, base, text.cond)):
        return None
    may = text.change.steps[0]
    assert isinstance(may, May)
    frame = base
    if text_frame.you(base) < 0:
        frame = _frame_for(state, entry, base, figure)
    if not fits(state, frame, may.who, figure):
        return None
    if frame is entry.fixed:
        frame = frame[:]
    text_frame.set_you(frame, state.setup.side_of[figure])  # what it does is its doer's, also of a controlled one (CTL-4)
    text_frame.set_who(frame, figure)
    keep(frame, may.who, figure)
    return frame


def _is_done(state: State, entry: Entry) -> bool:
    """Whether an offer that says how often it may be done was done so often (TRN-8)."""
    return entry.counter >= 0 and state.counts[entry.counter] > 0


def _frame_for(state: State, entry: Entry, base: list[int], figure: FigureId) -> list[int]:
    """A text's frame for a doer; a text of nobody's is its doer's side's."""
    frame = base[:] if base is entry.fixed else base
    if text_frame.you(frame) < 0:
        text_frame.set_you(frame, side_now(state, figure))
    return frame


def actor_of(state: State, figure: FigureId) -> FigureId:
    """The character in whose turn a figure acts: a companion's own character, else the figure itself (COM-2)."""
    if 0 <= figure < len(state.of) and state.setup.kind_of[figure] == COMPANION:
        return state.of[figure]
    return figure


def companions_of(state: State, figure: FigureId) -> list[FigureId]:
    """A character's companions on the map."""
    return [f for f in state.setup.companions if state.of[f] == figure and state.figure_at[f] >= 0]
