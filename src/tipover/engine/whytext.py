"""Why an ability, an item, an offered or a companion's action cannot be begun now (ABI, ITM, COM, CHA-16, TRN-8)."""

from __future__ import annotations

from tipover.cards.ast import Group, May, While
from tipover.cards.catalog import COLOURS
from tipover.cards.words import words
from tipover.engine import changes
from tipover.engine.decision import ABILITY, PIECE, USE, Choice, Decision
from tipover.engine.flow.abilities import actor_of, begins, offer_frame, prices
from tipover.engine.reason import Reason, because
from tipover.engine.state import HELD, State
from tipover.engine.steps.frame import YOU
from tipover.engine.steps.thing import side_now
from tipover.engine.triggers import frame_of
from tipover.engine.whykept import why_nobody_to_challenge
from tipover.engine.whypick import why_unlike

WHILE_DOWN = "Usable while knocked down"


def why_no_text(state: State, choice: Choice) -> list[Reason]:
    """The reasons against beginning a card's text, the weightiest first; empty if it may be begun."""
    if choice.verb == ABILITY:
        return _why_no_ability(state, choice)
    if choice.verb == USE:
        return _why_no_use(state, choice)
    return _why_no_offer(state, choice)


def _why_no_offer(state: State, choice: Choice) -> list[Reason]:
    """Why an action that a card or scenario offers is not open to a figure: not in force, not for it, nothing to do (ACT-4, ACT-8)."""
    figure = choice.figure
    mark = state.setup.mark(figure)
    if state.down[figure] and not changes.acts_down(state, figure):
        return [because("TRN-4", f"{mark} is knocked down.", things=[figure])]
    entry = state.cast.entries[choice.thing]
    text = entry.text
    if not isinstance(text, While) or not isinstance(text.change.what, Group) or text.change.verb != "offer":
        return [because("ACT-7", f"{entry.source.name} offers no action.", things=[figure])]
    rule = "ACT-4" if text.change.what.nouns == ("interact",) else "ACT-8"
    frame = frame_of(state, entry)
    if frame is None:
        return [because(rule, f"{entry.source.name} is not in force.", things=[figure])]
    said = f'{entry.source.name} says "{words(text)}"'
    if entry.counter >= 0 and state.counts[entry.counter]:
        return [because("TRN-8", f"It was done: {said}", things=[figure])]
    if offer_frame(state, entry, figure) is not None:
        return [because("ACT-7", f"{mark} finds nothing to do it with: {said}", things=[figure])]
    may = text.change.steps[0]
    assert isinstance(may, May)
    frame = frame[:]
    if frame[YOU] < 0:
        frame[YOU] = side_now(state, figure)
    return [because(rule, f"It is not for {mark} now: {said}", things=[figure]), *why_unlike(state, frame, may.who, figure)]


def why_no_companion(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    """Why a companion cannot do this in a turn of its side; empty if its card offers such an action now (COM-2)."""
    setup = state.setup
    companion = choice.figure
    mark, owner = setup.mark(companion), actor_of(state, companion)
    if owner != state.acting:
        return [because("COM-2", f"{mark} acts in the turn of {setup.mark(owner)}.", things=[companion, owner])]
    if state.where[companion] < 0:
        return [because("COM-2", f"{mark} is on the track.", things=[companion])]
    if any(one.figure == companion and one.verb == choice.verb for one in ask.options):
        return []
    card = setup.card(state.card[companion])
    return [because("COM-2", f'The card of {card.name} says "{card.rule}"', things=[companion])]


def _why_down(state: State, figure: int, number: int) -> list[Reason]:
    program = state.cast.programs[number]
    if not state.down[figure] or WHILE_DOWN in program.limits or changes.acts_down(state, figure):
        return []
    told = f'{state.setup.mark(figure)} is knocked down, and {program.name} does not say "{WHILE_DOWN}".'
    return [because("TRN-4", told, things=[figure])]


def _is_kept_down(reasons: list[Reason]) -> bool:
    """Whether a figure lies: then nothing can be said about its targets, for whoever lies has none."""
    return any(reason.rule == "TRN-4" for reason in reasons)


def _why_used_up(state: State, number: int, name: str, figure: int) -> list[Reason]:
    """Whether a text that says how often it may be done was done so often (TRN-8)."""
    counter = state.cast.limit_counter(number)
    if counter < 0 or not state.counts[counter]:
        return []
    said = next(limit for limit in state.cast.programs[number].limits if limit.startswith("Once"))
    return [because("TRN-8", f'{name} says "{said}", and it was done.', things=[figure])]


def _why_no_ability(state: State, choice: Choice) -> list[Reason]:
    figure = choice.figure
    mark = state.setup.mark(figure)
    programs = state.cast.abilities[figure]
    card = state.setup.card(state.card[figure])
    if not 0 <= choice.thing < len(programs):
        return [because("ACT-5" if card.basic else "ABI-1", f"{mark} has no such ability.", things=[figure])]
    ability, number = card.abilities[choice.thing], programs[choice.thing]
    reasons = _why_down(state, figure, number)
    reasons += _why_used_up(state, number, ability.name, figure)
    costs = prices(state, figure, ability.cost)
    side = state.setup.side_of[figure]
    price = choice.path[0] if choice.path else costs[0]
    if price not in costs:
        told = " or ".join(str(cost) for cost in costs)
        reasons.append(because("ABI-5", f"{ability.name} costs {told}.", things=[figure]))
    elif price >= 1 and not state.pool[side * 4 + ability.colour]:
        told = f"{ability.name} ({COLOURS[ability.colour]} {ability.cost}) needs a {COLOURS[ability.colour]} token, and the pool has none."
        reasons.append(because("ABI-2", told, things=[figure]))
    if ability.challenge and not _is_kept_down(reasons) and not begins(state, figure, number):
        reasons.append(because("CHA-16", f'{ability.name} has no target now: "{ability.rule}"', things=[figure]))
        reasons += why_nobody_to_challenge(state, figure, state.cast.programs[number])
    return reasons


def _why_no_use(state: State, choice: Choice) -> list[Reason]:
    figure, piece = choice.figure, choice.thing - PIECE
    slot = state.setup.pieces[piece]
    if state.held[piece] != figure:
        return [because("ITM-1", f"{state.setup.mark(figure)} does not hold {slot.name}.", things=[figure, choice.thing])]
    if piece not in state.cast.uses:
        return [because("ITM-2", f"{slot.name} is not used: it works by itself.", things=[choice.thing])]
    number = state.cast.uses[piece]
    reasons = _why_down(state, figure, number) + _why_used_up(state, number, slot.name, figure)
    if state.lies[piece] != HELD:
        reasons.append(because("ITM-2", f"{slot.name} is on the track.", things=[choice.thing]))
    if slot.part is not None and slot.part.challenge and not _is_kept_down(reasons) and not begins(state, figure, number):
        reasons.append(because("CHA-16", f'{slot.name} has no target now: "{slot.part.rule}"', things=[figure]))
        reasons += why_nobody_to_challenge(state, figure, state.cast.programs[number])
    return reasons
