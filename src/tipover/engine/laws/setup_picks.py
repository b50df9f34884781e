"""What may be picked in set-up: characters, attachments and who has them (SUP-3, SUP-4, SUP-10, ATT-1)."""

from __future__ import annotations

from typing import Final

from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import setup_frame
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE, CardId, FigureId, Side, Thing
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law


def clockwise(state: State) -> list[Side]:
    """The sides in turn order, the first player's first."""
    sides = state.setup.sides
    k = sides.index(state.first)
    return sides[k:] + sides[:k]


def unpicked(state: State, side: Side) -> list[FigureId]:
    """The characters of a side that are still to be picked; those of another team never are (ULT-1)."""
    setup = state.setup
    return [
        f for f in setup.characters[side] if state.card[f] < 0 and state.secret[f] < 0 and setup.figures[f].team in (-1, state.team[side])
    ]


class CharacterPickLaw(Law[CardId]):
    """The cards a side may still pick: no name twice on a side (SUP-4), and each card of an open box once."""

    __slots__ = ("side", "taken")

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        """The side that picks."""
        self.taken: set[str] = set()
        """The names that were picked, by this side or, in the open, by any."""
        setup = state.setup
        for figure, slot in enumerate(setup.figures):
            if slot.side == side or not setup.secret:
                for card in (state.card[figure], state.secret[figure]):
                    if card >= 0:
                        self.taken.add(setup.card(card).name)

    def all(self) -> list[CardId]:
        """Every card that may be picked."""
        return [card for card in self.state.setup.box if self.state.setup.card(card).name not in self.taken]

    def faults(self, thing: CardId) -> list[Reason]:
        """Why a card cannot be picked."""
        state, setup = self.state, self.state.setup
        card = setup.card(thing)
        if thing not in setup.box:
            key = "reason.setup.basic_character" if card.basic else "reason.setup.not_in_box"
            return [reason_for(setup, "SUP-3", key, card=card.name)]
        if card.name not in self.taken:
            return []
        mine = [f for f, slot in enumerate(setup.figures) if slot.side == self.side]
        if any(thing in (state.card[f], state.secret[f]) for f in mine):
            return [reason_for(setup, "SUP-4", "reason.setup.on_side_already", card=card.name)]
        return [whole_reason(setup, "SUP-3", "reason.setup.card_taken", card=card.name)]


def next_team(state: State) -> int:
    """The team that takes a base colour now: the ultimate's first, or the starter's if the flip came first; then clockwise (SUP-2, ULT-1)."""
    order: list[int] = [slot.team for slot in state.setup.figures if slot.ultimate and slot.team >= 0]
    starter = max(setup_frame.starter(state.stack[-1]), 0) if state.setup.starter_picks else 0
    teams = range(len(state.setup.sides))
    order += [*teams[starter:], *teams[:starter]]
    return next(team for team in order if team not in state.team)


def next_attachment(state: State) -> int:
    """The number of the attachment that is chosen now, or -1 when all are."""
    waiting = {side: attachments_waiting(state, side) for side in clockwise(state)}
    if state.setup.secret:
        return next((numbers[0] for numbers in waiting.values() if numbers), -1)
    most = max(waiting.values(), key=len)
    return most[0] if most else -1


HOLDERS: Final = 512  # a pick is one number: the thing, times this, plus its holder, counted from 1; 0 is nobody


def pick_of(choice: Choice) -> int:
    """An attachment with its holder as one number, as stored in the state until all picks are revealed."""
    return choice.thing * HOLDERS + choice.figure + 1


def parts_of_pick(pick: int) -> tuple[Thing, FigureId]:
    """The attachment and its holder (-1: nobody, a bonus objective) of a pick."""
    return Thing(pick // HOLDERS), FIGURE_OF[pick % HOLDERS - 1]


def attachments_waiting(state: State, side: Side) -> list[int]:
    """The numbers of a side's attachments still to be chosen, those whose card is stated first."""
    slots = state.setup.attach
    left = [k for k, slot in enumerate(slots) if slot.side == side and state.picks[k] < 0]
    return sorted(left, key=lambda k: (slots[k].thing < 0, k))


class AttachmentLaw(Law[Choice]):
    """What may be chosen for one attachment: nothing twice on a side, each with every character that may have it (SUP-10, ATT-1)."""

    __slots__ = ("slot", "taken", "things")

    def __init__(self, state: State, number: int) -> None:
        self.state = state
        self.slot = state.setup.attach[number]
        """The attachment that is chosen."""
        self.taken = [thing for thing, _ in attachments_picked(state, self.slot.side)]
        """What the side has chosen before."""
        self.things = [self.slot.thing] if self.slot.thing >= 0 else state.setup.shelf.get(self.slot.side, [])
        """What there is to choose from."""

    def all(self) -> list[Choice]:
        """Every attachment with every holder."""
        found: list[Choice] = []
        for thing in self.things:
            if thing not in self.taken:
                found += [Choice(verbs.ATTACH, holder, thing) for holder in attachment_holders(self.state, self.slot.side, thing)]
        return found

    def faults(self, thing: Choice) -> list[Reason]:
        """Why an attachment, or its holder, cannot be chosen now."""
        state, setup, side = self.state, self.state.setup, self.slot.side
        attachment, holder = Thing(thing.thing), thing.figure
        on_shelf = [*setup.shelf.get(side, []), *(slot.thing for slot in setup.attach if slot.side == side)]
        if attachment not in on_shelf:
            return [whole_reason(setup, "ATT-1", "reason.setup.no_attachment")]
        name = attachment_name(state, attachment)
        if attachment in self.taken:
            return [reason_for(setup, "SUP-10", "reason.setup.attachment_chosen", card=name)]
        if holder not in attachment_holders(state, side, attachment):
            return [self._holder_fault(holder, attachment)]
        if attachment not in self.things:
            return [whole_reason(setup, "ATT-1", "reason.setup.another_attachment", card=name)]
        return []

    def _holder_fault(self, holder: FigureId, attachment: Thing) -> Reason:
        setup = self.state.setup
        if attachment_kind(self.state, attachment) == OBJECTIVE or not 0 <= holder < len(setup.figures):
            return whole_reason(setup, "ATT-1", "reason.setup.kinds_of_holders")
        who = FigurePart(holder)
        if setup.side_of[holder] != self.slot.side:
            return reason_for(setup, "ATT-1", "reason.setup.other_side", things=[holder], who=who)
        if not can_hold_attachment(self.state, holder):
            return reason_for(setup, "ITM-1", "reason.setup.cannot_have_it", things=[holder], who=who)
        return reason_for(setup, "SUP-10", "reason.setup.has_companion", things=[holder], who=who)


def attachment_holders(state: State, side: Side, thing: Thing) -> list[FigureId]:
    """Who of a side may have an attachment: no basic character, one companion each; an objective is nobody's (SUP-7, SUP-10)."""
    setup = state.setup
    if attachment_kind(state, thing) == OBJECTIVE:
        return [NOBODY]
    able = [f for f in setup.characters[side] if can_hold_attachment(state, f)]
    if attachment_kind(state, thing) != COMPANION:
        return able
    paired = [state.of[f] for f, slot in enumerate(setup.figures) if slot.kind == COMPANION and slot.side == side]
    paired += [holder for other, holder in attachments_picked(state, side) if attachment_kind(state, other) == COMPANION]
    return [f for f in able if f not in paired]


def attachment_name(state: State, thing: Thing) -> str:
    """An attachment by the name on its card; a bonus objective goes by its card, not by its marker."""
    if thing >= PIECE:
        return state.setup.pieces[thing - PIECE].name
    card = state.setup.card(state.setup.figures[thing].card)
    return card.card or card.name


def attachment_kind(state: State, thing: Thing) -> int:
    return -1 if thing >= PIECE else state.setup.kind_of[thing]


def can_hold_attachment(state: State, figure: FigureId) -> bool:
    card = max(state.card[figure], state.secret[figure])
    return state.setup.kind_of[figure] == CHARACTER and card >= 0 and not state.setup.card(card).basic


def attachments_picked(state: State, side: Side) -> list[tuple[Thing, FigureId]]:
    """The attachments a side has chosen so far, with their holders."""
    slots = state.setup.attach
    return [parts_of_pick(pick) for k, pick in enumerate(state.picks) if pick >= 0 and slots[k].side == side]
