"""Why an ability, an item or an offered action cannot be begun now (ABI, ITM, CHA-16, TRN-8)."""

from __future__ import annotations

from tipover.cards.catalog import COLOURS
from tipover.engine import changes
from tipover.engine.decision import ABILITY, PIECE, USE, Choice
from tipover.engine.flow.abilities import begins, prices
from tipover.engine.reason import Reason, because
from tipover.engine.state import HELD, State


def why_no_text(state: State, choice: Choice) -> list[Reason]:
    """The reasons against beginning a card's text, the weightiest first; empty if it may be begun."""
    if choice.verb == ABILITY:
        return _why_no_ability(state, choice)
    if choice.verb == USE:
        return _why_no_use(state, choice)
    if state.down[choice.figure] and not changes.acts_down(state, choice.figure):
        return [because("TRN-4", f"{state.setup.mark(choice.figure)} is knocked down.", things=[choice.figure])]
    return [because("ACT-7", f"{state.setup.mark(choice.figure)} finds nothing to do it with.", things=[choice.figure])]


def _why_down(state: State, figure: int, number: int) -> list[Reason]:
    usable = "Usable while knocked down" in state.cast.programs[number].limits
    if not state.down[figure] or usable or changes.acts_down(state, figure):
        return []
    return [because("TRN-4", f"{state.setup.mark(figure)} is knocked down.", things=[figure])]


def _why_no_ability(state: State, choice: Choice) -> list[Reason]:
    figure = choice.figure
    mark = state.setup.mark(figure)
    programs = state.cast.abilities[figure]
    card = state.setup.card(state.card[figure])
    if not 0 <= choice.thing < len(programs):
        return [because("ACT-5" if card.basic else "ABI-1", f"{mark} has no such ability.", things=[figure])]
    ability, number = card.abilities[choice.thing], programs[choice.thing]
    reasons = _why_down(state, figure, number)
    counter = state.cast.limit_counter(number)
    if counter >= 0 and state.counts[counter]:
        reasons.append(because("TRN-8", f"{ability.name} was done this turn.", things=[figure]))
    costs = prices(state, figure, ability.cost)
    side = state.setup.side_of[figure]
    price = choice.path[0] if choice.path else costs[0]
    if price not in costs:
        told = " or ".join(str(cost) for cost in costs)
        reasons.append(because("ABI-5", f"{ability.name} costs {told}.", things=[figure]))
    elif price >= 1 and not state.pool[side * 4 + ability.colour]:
        told = f"{ability.name} needs a {COLOURS[ability.colour]} token, and the pool has none."
        reasons.append(because("ABI-2", told, things=[figure]))
    if ability.challenge and not begins(state, figure, number):
        reasons.append(because("CHA-16", f"{ability.name} has no target now.", things=[figure]))
    return reasons


def _why_no_use(state: State, choice: Choice) -> list[Reason]:
    figure, piece = choice.figure, choice.thing - PIECE
    slot = state.setup.pieces[piece]
    if state.held[piece] != figure:
        return [because("ITM-1", f"{state.setup.mark(figure)} does not hold {slot.name}.", things=[figure, choice.thing])]
    if piece not in state.cast.uses:
        return [because("ITM-2", f"{slot.name} is not used: it works by itself.", things=[choice.thing])]
    reasons = _why_down(state, figure, state.cast.uses[piece])
    if state.lies[piece] != HELD:
        reasons.append(because("ITM-2", f"{slot.name} is on the track.", things=[choice.thing]))
    if slot.part is not None and slot.part.challenge and not begins(state, figure, state.cast.uses[piece]):
        reasons.append(because("CHA-16", f"{slot.name} has no target now.", things=[figure]))
    return reasons
