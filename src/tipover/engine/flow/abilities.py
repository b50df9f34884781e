"""Abilities, items, offered actions and companions' actions: when they may be chosen, what they cost (ABI, ITM, COM)."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.ast import May, While
from tipover.cards.catalog import COMPANION
from tipover.engine import changes
from tipover.engine.cast import ANYWHERE, UNSURE, Entry
from tipover.engine.decision import ABILITY, CHALLENGE, FIGURE, MOVE, OFFER, PIECE, SQUARE, THING, USE, Choice
from tipover.engine.event import AbilityUsed, Event, TokenSpent
from tipover.engine.flow.kinds import STAGE, TEXT_FRAME
from tipover.engine.numbers import ADD, Part, reckon
from tipover.engine.state import HELD, IN_FORCE, NOBODY, State
from tipover.engine.steps import walk
from tipover.engine.steps.deeds.acting import targets_of
from tipover.engine.steps.facts import holds
from tipover.engine.steps.frame import (
    CARD,
    CHAIN,
    FREE_OF_TOKENS,
    IT,
    ITEM,
    LAST_OF_TYPE,
    LESS,
    PAID,
    WHO,
    YOU,
    new_frame,
)
from tipover.engine.steps.nouns import fits
from tipover.engine.steps.thing import side_now
from tipover.engine.triggers import chain_of, frame_of, launch, set_off

HIGHEST_PLACE = 4
UNKNOWN = -1
ADJACENT = 0  # the reach of a challenge that is not ranged


def abilities(state: State, figure: int, able: bool, near: bool | None = None) -> list[Choice]:
    """The abilities a figure may begin now, at each price it may pay (ABI-1, ABI-2, CHA-16).

    `near` says whether a target for an adjacent challenge is known to be there, or not to be.
    """
    found: list[Choice] = []
    cast = state.cast
    programs = cast.abilities[figure]
    if not programs:
        return found
    card = state.setup.card(state.card[figure])
    pool, tokens = state.setup.side_of[figure] * 4, state.pool
    less = changes.may_pay_less(state, figure)[0] if "may-pay" in cast.changes else 0
    plain = not less and "pay" not in cast.changes
    in_reach: dict[int, bool] = {} if near is None else {ADJACENT: near}
    for k, number in enumerate(programs):
        ability = card.abilities[k]
        has_token = tokens[pool + ability.colour] > 0
        if plain and not has_token:
            continue
        if not able and "Usable while knocked down" not in cast.programs[number].limits:
            continue
        counter = cast.limits.get(number, -1)
        if counter >= 0 and state.counts[counter]:
            continue
        if plain:
            if not ability.challenge or _finds_target(state, figure, number, in_reach):
                found.append(cast.plain_abilities[figure][k])
            continue
        asked = prices(state, figure, ability.cost, less)
        payable = [price for price in asked if price < 1 or has_token]
        if not payable or (ability.challenge and not _finds_target(state, figure, number, in_reach)):
            continue
        found += [Choice(ABILITY, figure, k, () if price == asked[0] else (price,)) for price in payable]
    return found


def _finds_target(state: State, figure: int, number: int, in_reach: dict[int, bool]) -> bool:
    """As `begins`; plain challenges of one reach find the same targets, so each reach is looked at once."""
    reach = state.cast.reaches[number]
    if reach == ANYWHERE:
        return True
    if reach == UNSURE or state.down[figure] or "has range" in state.cast.changes:
        return begins(state, figure, number)
    if reach not in in_reach:
        in_reach[reach] = bool(targets_of(state, figure, state.where[figure], reach))
    return in_reach[reach]


def prices(state: State, figure: int, cost: int, less: int = UNKNOWN) -> list[int]:
    """What an ability may cost a figure now: first the full price, then the one lowered by `less` (ABI-5, ABI-17)."""
    if less == UNKNOWN:
        less = changes.may_pay_less(state, figure)[0]
    price = cost
    if "pay" in state.cast.changes:
        price = reckon([Part(cost, "cost", ADD), *changes.price_parts(state, figure)])
    full = min(HIGHEST_PLACE, price)
    lowered = min(HIGHEST_PLACE, price - less)
    return [full, lowered] if lowered < full else [full]


def begins(state: State, figure: int, number: int) -> bool:
    """Whether a text that begins with its challenge has a target now (CHA-16)."""
    frame = new_frame(TEXT_FRAME, number, figure, state.setup.side_of[figure])
    steps = state.cast.programs[number].steps
    while steps[frame[STAGE]].op in (ops.IF, ops.SET):
        op = steps[frame[STAGE]]
        if walk.options(state, frame, op) == []:
            return False
        walk.do(state, frame, op, None, [])
    op = steps[frame[STAGE]]
    act = op.act if op.op == ops.DO else steps[frame[STAGE] + 1].act if op.op == ops.EACH else None
    return act is None or act.verb != "challenge" or walk.options(state, frame, op) != []


def begin_ability(state: State, choice: Choice, events: list[Event]) -> None:
    """Pay first, then do the parts in order (ABI-2, ABI-3)."""
    figure = choice.figure
    number = state.cast.abilities[figure][choice.thing]
    ability = state.setup.card(state.card[figure]).abilities[choice.thing]
    full = prices(state, figure, ability.cost, 0)[0]
    price = choice.path[0] if choice.path else full
    counter = state.cast.limit_counter(number)
    if counter >= 0:
        state.counts[counter] += 1
    events.append(AbilityUsed(figure, ability.name))
    paid = pay(state, figure, ability.colour, price, events)
    if price < full:
        paid |= LESS
        by = changes.may_pay_less(state, figure)[1]
        if by is not None and by.counter >= 0:
            state.counts[by.counter] += 1
    frame = new_frame(TEXT_FRAME, number, figure, state.setup.side_of[figure])
    frame[PAID] = paid
    frame[CHAIN] = chain_of(state)
    state.stack.append(frame)
    if price < full:
        launch(state, set_off(state, "when pays less", figure))


def pay(state: State, figure: int, colour: int, price: int, events: list[Event]) -> int:
    """Move a token from the pool to a place of the track; below 1 none is needed (ABI-5)."""
    if price < 1:
        return FREE_OF_TOKENS
    side = state.setup.side_of[figure]
    state.pool[side * 4 + colour] -= 1
    state.track[side * 16 + (price - 1) * 4 + colour] += 1
    events.append(TokenSpent(side, colour, price))
    return colour | (0 if state.pool[side * 4 + colour] else LAST_OF_TYPE)


def uses(state: State, figure: int, able: bool) -> list[Choice]:
    """The items a figure holds and may use now (ITM-2)."""
    found: list[Choice] = []
    for piece, number in state.cast.uses.items():
        if state.held[piece] != figure or state.lies[piece] != HELD:
            continue
        program = state.cast.programs[number]
        if not able and "Usable while knocked down" not in program.limits:
            continue
        counter = state.cast.limits.get(number, -1)
        if counter >= 0 and state.counts[counter]:
            continue
        part = state.setup.pieces[piece].part
        if part is not None and part.challenge and not begins(state, figure, number):
            continue
        found.append(Choice(USE, figure, PIECE + piece))
    return found


def begin_use(state: State, choice: Choice, events: list[Event]) -> None:
    """Use an item; its card goes to its number when it is over (ITM-2)."""
    piece = choice.thing - PIECE
    counter = state.cast.limits.get(state.cast.uses[piece], -1)
    if counter >= 0:
        state.counts[counter] += 1
    frame = new_frame(TEXT_FRAME, state.cast.uses[piece], choice.figure, state.setup.side_of[choice.figure])
    frame[PAID] = ITEM
    frame[CARD] = choice.thing
    frame[CHAIN] = chain_of(state)
    events.append(AbilityUsed(choice.figure, state.setup.pieces[piece].name))
    state.stack.append(frame)


# -- offered actions -------------------------------------------------------------------------------------


def offer_frame(state: State, entry: Entry, figure: int) -> list[int] | None:
    """The frame of an offered action for a doer, or None if it is not offered to it."""
    text = entry.text
    assert isinstance(text, While)
    if entry.counter >= 0 and state.counts[entry.counter]:
        return None
    base = frame_of(state, entry)
    if base is None or (text.cond is not None and not holds(state, base, text.cond)):
        return None
    may = text.change.steps[0]
    assert isinstance(may, May)
    frame = base[:] if base is entry.fixed else base
    if frame[YOU] < 0:
        frame[YOU] = side_now(state, figure)
    if not fits(state, frame, may.who, figure):
        return None
    frame[WHO] = frame[IT] = figure
    return frame


def offered_choices(state: State, figure: int, kinds: set[str]) -> list[Choice]:
    """`As a basic action …` and `As an interact …` for a figure now: offered only when the first part can be done."""
    found: list[Choice] = []
    side, every = state.setup.side_of[figure], "basic" in kinds  # what a scenario offers stays its owner's (CTL-3)
    for entry in state.cast.changes["offer"]:
        noun = entry.offers
        if noun == "companion action" or (entry.yours and entry.source.side not in (NOBODY, side)):
            continue
        if entry.played >= 0 and state.lies[entry.played] != IN_FORCE:
            continue
        if not every and (noun == "action" or noun not in kinds):
            continue
        if len(kinds) > 1 and f"no {noun}" in kinds:
            continue
        if noun == "interact" and "cannot" in state.cast.changes and changes.cannot(state, figure, "interact"):
            continue
        frame = offer_frame(state, entry, figure)
        if frame is not None and walk.can(state, frame, 0):
            found.append(Choice(OFFER, figure, entry.number))
    return found


def begin_offer(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin an offered action."""
    entry = state.cast.entries[choice.thing]
    frame = offer_frame(state, entry, choice.figure)
    assert frame is not None
    if entry.counter >= 0:
        state.counts[entry.counter] += 1
    frame[CHAIN] = chain_of(state)
    events.append(AbilityUsed(choice.figure, entry.source.name))
    state.stack.append(frame)


# -- companions ------------------------------------------------------------------------------------------


def actor_of(state: State, figure: int) -> int:
    """The character in whose turn a figure acts: a companion's own character, else the figure itself (COM-2)."""
    if 0 <= figure < len(state.of) and state.setup.kind_of[figure] == COMPANION:
        return state.of[figure]
    return figure


def companions_of(state: State, figure: int) -> list[int]:
    """A character's companions on the map."""
    return [f for f in state.setup.companions if state.of[f] == figure and state.where[f] >= 0]


def companion_choices(state: State, figure: int) -> list[Choice]:
    """What a character's companion may do now, written under the companion's own mark (COM-2).

    What begins with a move or a challenge is chosen together with its square or target, as such actions are; else by its card.
    """
    found: list[Choice] = []
    if not state.setup.companions or "offer" not in state.cast.changes:
        return found
    for companion in companions_of(state, figure):
        for entry, frame in _companion_frames(state, companion):
            op = state.cast.programs[entry.program].steps[0]
            verb = _PLAIN_DEEDS.get(op.act.verb) if op.op == ops.DO and op.act is not None else None
            if verb is not None:
                for option in walk.options(state, frame, op) or []:
                    thing = option.figure if option.verb == FIGURE else option.thing
                    found.append(Choice(verb, companion, thing, option.path))
            elif walk.can(state, frame, 0):
                found.append(Choice(OFFER, companion, entry.number))
    return found


_PLAIN_DEEDS = {"move": MOVE, "challenge": CHALLENGE}


def _companion_frames(state: State, companion: int) -> list[tuple[Entry, list[int]]]:
    found: list[tuple[Entry, list[int]]] = []
    for entry in state.cast.changes["offer"]:
        if entry.offers == "companion action" and entry.source.thing == companion:
            frame = offer_frame(state, entry, companion)
            if frame is not None:
                found.append((entry, frame))
    return found


def begin_companion(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin a companion's action as chosen."""
    if choice.verb == OFFER:
        begin_offer(state, choice, events)
        return
    for entry, frame in _companion_frames(state, choice.figure):
        op = state.cast.programs[entry.program].steps[0]
        if op.act is None or _PLAIN_DEEDS.get(op.act.verb) != choice.verb:
            continue
        if choice.verb == MOVE:
            inner = Choice(SQUARE, choice.figure, choice.thing, choice.path)
        else:
            inner = Choice(FIGURE, choice.thing) if choice.thing < PIECE else Choice(THING, -1, choice.thing)
        if inner in (walk.options(state, frame, op) or []):
            if entry.counter >= 0:
                state.counts[entry.counter] += 1
            state.stack.append(frame)
            walk.do(state, frame, op, inner, events)
            return
