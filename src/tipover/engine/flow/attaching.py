"""Attachments as decisions of set-up: which a side takes, and which character has them (ATT-1, ITM-1, COM-1, SUP-10)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE
from tipover.engine.decision import ATTACH, PIECE, Choice
from tipover.engine.event import Attached, Event
from tipover.engine.reason import Reason, because
from tipover.engine.state import HELD, State, changed

HOLDERS = 512  # a pick is one number: the thing, times this, plus its holder, counted from 1; 0 is nobody


def pick_of(choice: Choice) -> int:
    """An attachment with its holder as one number, as the state keeps it until all picks are shown."""
    return choice.thing * HOLDERS + choice.figure + 1


def parts_of_pick(pick: int) -> tuple[int, int]:
    """The attachment and its holder (-1: nobody, a bonus objective) of a pick."""
    return pick // HOLDERS, pick % HOLDERS - 1


def waiting(state: State, side: int) -> list[int]:
    """The numbers of a side's attachments still to be chosen, those whose card is stated first."""
    slots = state.setup.attach
    left = [k for k, slot in enumerate(slots) if slot.side == side and state.picks[k] < 0]
    return sorted(left, key=lambda k: (slots[k].thing < 0, k))


def choices(state: State, number: int) -> list[Choice]:
    """What may be chosen for one attachment: nothing twice on a side, each with every character that may have it."""
    slot = state.setup.attach[number]
    taken = [thing for thing, _ in _picked(state, slot.side)]
    things = [slot.thing] if slot.thing >= 0 else state.setup.shelf.get(slot.side, [])
    found: list[Choice] = []
    for thing in things:
        if thing not in taken:
            found += [Choice(ATTACH, holder, thing) for holder in holders(state, slot.side, thing)]
    return found


def holders(state: State, side: int, thing: int) -> list[int]:
    """Who of a side may have an attachment: no basic character, one companion each; an objective is nobody's (SUP-7, SUP-10)."""
    setup = state.setup
    if _kind(state, thing) == OBJECTIVE:
        return [-1]
    able = [f for f in setup.characters[side] if _is_holder(state, f)]
    if _kind(state, thing) != COMPANION:
        return able
    paired = [state.of[f] for f, slot in enumerate(setup.figures) if slot.kind == COMPANION and slot.side == side]
    paired += [holder for other, holder in _picked(state, side) if _kind(state, other) == COMPANION]
    return [f for f in able if f not in paired]


def attach(state: State, events: list[Event]) -> None:
    """Bring every picked attachment into the game: items to their holders, companions and objectives to be placed."""
    for number, pick in enumerate(state.picks):
        if pick < 0:
            continue
        thing, holder = parts_of_pick(pick)
        if thing >= PIECE:
            state.held[thing - PIECE] = holder
            state.lies[thing - PIECE] = HELD
            state.owner = changed(state.owner, thing - PIECE, holder)
        else:
            state.set_card(thing, state.setup.figures[thing].card)
            state.of = changed(state.of, thing, holder)
        events.append(Attached(state.setup.attach[number].side, thing, holder))
    state.picks = [-1] * len(state.picks)


def why_no_attachment(state: State, side: int, choice: Choice) -> list[Reason]:
    """Why an attachment, or its holder, cannot be chosen now."""
    setup = state.setup
    thing, holder = choice.thing, choice.figure
    if thing not in [*setup.shelf.get(side, []), *(slot.thing for slot in setup.attach if slot.side == side)]:
        return [Reason("ATT-1", "This is no attachment that the side may choose.")]
    if thing in [other for other, _ in _picked(state, side)]:
        return [because("SUP-10", f"The side has {attachment_name(state, thing)} already.")]
    if holder not in range(-1, len(setup.figures)):
        return []
    if _kind(state, thing) == OBJECTIVE or holder < 0:
        return [Reason("ATT-1", "Items and companions are for a character, bonus objectives for nobody.")]
    mark = setup.mark(holder)
    if setup.side_of[holder] != side:
        return [because("ATT-1", f"{mark} is on another side.", things=[holder])]
    if not _is_holder(state, holder):
        return [because("ITM-1", f"{mark} is no character that can have it.", things=[holder])]
    if holder not in holders(state, side, thing):
        return [because("SUP-10", f"{mark} has a companion already.", things=[holder])]
    return [Reason("ATT-1", f"{attachment_name(state, thing)} is not what is chosen now.")]


def attachment_name(state: State, thing: int) -> str:
    """An attachment by the name on its card; a bonus objective goes by its card, not by its marker."""
    if thing >= PIECE:
        return state.setup.pieces[thing - PIECE].name
    card = state.setup.card(state.setup.figures[thing].card)
    return card.card or card.name


def _kind(state: State, thing: int) -> int:
    return -1 if thing >= PIECE else state.setup.kind_of[thing]


def _is_holder(state: State, figure: int) -> bool:
    card = max(state.card[figure], state.secret[figure])
    return state.setup.kind_of[figure] == CHARACTER and card >= 0 and not state.setup.card(card).basic


def _picked(state: State, side: int) -> list[tuple[int, int]]:
    """The attachments a side has chosen so far, with their holders."""
    slots = state.setup.attach
    return [parts_of_pick(pick) for k, pick in enumerate(state.picks) if pick >= 0 and slots[k].side == side]
