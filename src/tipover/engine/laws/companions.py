"""The actions of companions, as their cards offer them (COM-2)."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.ast import THIS
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, plain, thing_of
from tipover.engine.core.ids import FigureId, Verb
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry
from tipover.engine.laws.courses import text_course
from tipover.engine.laws.law import Law
from tipover.engine.laws.move_law import MoveLaw
from tipover.engine.laws.offers import actor_of, companions_of, offer_frame
from tipover.engine.laws.picks import can, step_options
from tipover.engine.laws.targets import TextTargetLaw

_PLAIN_ACTS: Final = {"move": verbs.MOVE, "challenge": verbs.CHALLENGE}


def companion_frames(state: State, companion: FigureId) -> list[tuple[Entry, list[int]]]:
    """The texts that offer a companion an action now, each with its frame."""
    found: list[tuple[Entry, list[int]]] = []
    for entry in state.texts.changes.get("offer", ()):
        if entry.offers == "companion action" and entry.source.thing == companion:
            frame = offer_frame(state, entry, companion)
            if frame is not None:
                found.append((entry, frame))
    return found


def plain_verb(step: Step) -> Verb | None:
    """The verb by which an offered action is chosen together with its square or target; None if it is chosen by its card."""
    act = step.act if step.op == ops.DO else None
    return _PLAIN_ACTS.get(act.verb) if act is not None and act.what in (None, THIS) and act.who in (None, THIS) else None


class CompanionLaw(Law[Choice]):
    """What a character's companions may do now, written under the companion's own mark (COM-2).

    What begins with a move or a challenge is chosen together with its square or target, as such actions are; else by its card.
    """

    __slots__ = ("figure",)

    def __init__(self, state: State, figure: FigureId) -> None:
        self.state = state
        self.figure = figure
        """The character in whose turn they act."""

    def all(self) -> list[Choice]:
        """Every action of every companion."""
        state = self.state
        if not state.setup.companions or "offer" not in state.texts.changes:
            return []
        return [choice for companion in companions_of(state, self.figure) for choice in self._of(companion)]

    def _of(self, companion: FigureId) -> list[Choice]:
        state = self.state
        found: list[Choice] = []
        for entry, frame in companion_frames(state, companion):
            op = state.texts.programs[entry.program].steps[0]
            verb = plain_verb(op)
            if verb is not None:
                found += [Choice(verb, companion, thing_of(option), option.path) for option in step_options(state, frame, op) or []]
            elif can(state, frame, 0):
                found.append(plain(verbs.OFFER, companion, entry.number))
        return found

    def faults(self, thing: Choice) -> list[Reason]:
        """Why a companion cannot do this: whose turn it is, where it is, what its card offers, then the square or target."""
        state, setup, companion = self.state, self.state.setup, thing.figure
        who, owner = FigurePart(companion), actor_of(state, companion)
        if owner < 0:  # not attached to a character yet
            return [reason_for(setup, "COM-2", "reason.off_map", things=[companion], who=who)]
        if owner != self.figure:
            things = [companion, owner]
            return [reason_for(setup, "COM-2", "reason.companion.acts_in_turn_of", things=things, who=who, owner=FigurePart(owner))]
        if state.figure_at[companion] < 0:
            return [reason_for(setup, "COM-2", "reason.companion.on_track", things=[companion], who=who)]
        if thing in self._of(companion):
            return []
        card = setup.card(state.card[companion])
        otherwise = [reason_for(setup, "COM-2", "reason.companion.card_says", things=[companion], card=card.name, text=card.rule)]
        return self._object_faults(thing) or otherwise

    def _object_faults(self, choice: Choice) -> list[Reason]:
        """Why the square or target is not allowed, by the law of the card's first step; empty if the card offers no such action."""
        state = self.state
        for entry, frame in companion_frames(state, choice.figure):
            op = state.texts.programs[entry.program].steps[0]
            if plain_verb(op) != choice.verb:
                continue
            if choice.verb == verbs.CHALLENGE:
                return TextTargetLaw(state, frame, op).faults(thing_of(choice))
            course = text_course(state, frame, op, choice.figure)
            if course is not None:
                law = MoveLaw(state, course)
                return law.way_faults(choice.way) if choice.path else law.faults(choice.square)
        return []
