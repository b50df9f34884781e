"""Abilities, items, offered actions and companions' actions: when they may be chosen, what they cost (ABI, ITM, COM)."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.ast import Group, May, While
from tipover.cards.catalog import COMPANION
from tipover.engine import changes
from tipover.engine.cast import Entry
from tipover.engine.decision import ABILITY, CHALLENGE, FIGURE, MOVE, OFFER, PIECE, SQUARE, THING, USE, Choice
from tipover.engine.event import AbilityUsed, Event, TokenSpent
from tipover.engine.flow.kinds import STAGE, TEXT_FRAME
from tipover.engine.numbers import ADD, Part, reckon
from tipover.engine.state import HELD, State
from tipover.engine.steps import walk
from tipover.engine.steps.facts import holds
from tipover.engine.steps.frame import CARD, IT, PAID, WHO, YOU, new_frame
from tipover.engine.steps.nouns import fits, side_now
from tipover.engine.triggers import frame_of, launch, set_off

HIGHEST_PLACE = 4
LAST_OF_TYPE, LESS, FREE_OF_TOKENS, ITEM = 4, 8, 16, 32


def abilities(state: State, figure: int, able: bool) -> list[Choice]:
    """The abilities a figure may begin now, at each price it may pay (ABI-1, ABI-2, CHA-16)."""
    found: list[Choice] = []
    programs = state.cast.abilities[figure]
    if not programs:
        return found
    card = state.setup.card(state.card[figure])
    for k, number in enumerate(programs):
        ability = card.abilities[k]
        program = state.cast.programs[number]
        if not able and "Usable while knocked down" not in program.limits:
            continue
        counter = state.cast.limit_counter(number)
        if counter >= 0 and state.counts[counter]:
            continue
        if ability.challenge and not begins(state, figure, number):
            continue
        for price in prices(state, figure, ability.cost):
            if price < 1 or state.pool[state.setup.side_of[figure] * 4 + ability.colour]:
                found.append(Choice(ABILITY, figure, k, () if price == prices(state, figure, ability.cost)[0] else (price,)))
    return found


def prices(state: State, figure: int, cost: int) -> list[int]:
    """What an ability may cost a figure now: first the full price, then the lowered one (ABI-5, ABI-17)."""
    price = cost
    if "pay" in state.cast.changes:
        price = reckon([Part(cost, "cost", ADD), *changes.price_parts(state, figure)])
    price = min(HIGHEST_PLACE, price)
    less = changes.may_pay_less(state, figure) if "may-pay" in state.cast.changes else 0
    return [price, price - less] if less else [price]


def begins(state: State, figure: int, number: int) -> bool:
    """Whether a text that begins with its challenge has a target now (CHA-16)."""
    frame = new_frame(TEXT_FRAME, number, figure, state.setup.side_of[figure])
    steps = state.cast.programs[number].steps
    place = 0
    while steps[place].op == ops.IF:
        cond = steps[place].cond
        assert cond is not None
        place = place + 1 if holds(state, frame, cond) else steps[place].goto
    op = steps[place]
    frame[STAGE] = place
    if op.op == ops.DO and op.act is not None and op.act.verb == "challenge":
        return walk.options(state, frame, op) != []
    if op.op == ops.EACH and steps[place + 1].act is not None and steps[place + 1].act.verb == "challenge":  # type: ignore[union-attr]
        return bool(walk.options(state, frame, op))
    return True


def begin_ability(state: State, choice: Choice, events: list[Event]) -> None:
    """Pay first, then do the parts in order (ABI-2, ABI-3)."""
    figure = choice.figure
    number = state.cast.abilities[figure][choice.thing]
    ability = state.setup.card(state.card[figure]).abilities[choice.thing]
    full = prices(state, figure, ability.cost)[0]
    price = choice.path[0] if choice.path else full
    counter = state.cast.limit_counter(number)
    if counter >= 0:
        state.counts[counter] += 1
    events.append(AbilityUsed(figure, ability.name))
    paid = pay(state, figure, ability.colour, price, events)
    if price < full:
        paid |= LESS
    frame = new_frame(TEXT_FRAME, number, figure, state.setup.side_of[figure])
    frame[PAID] = paid
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
        part = state.setup.pieces[piece].part
        if part is not None and part.challenge and not begins(state, figure, number):
            continue
        found.append(Choice(USE, figure, PIECE + piece))
    return found


def begin_use(state: State, choice: Choice, events: list[Event]) -> None:
    """Use an item; its card goes to its number when it is over (ITM-2)."""
    piece = choice.thing - PIECE
    frame = new_frame(TEXT_FRAME, state.cast.uses[piece], choice.figure, state.setup.side_of[choice.figure])
    frame[PAID] = ITEM
    frame[CARD] = choice.thing
    events.append(AbilityUsed(choice.figure, state.setup.pieces[piece].name))
    state.stack.append(frame)


# -- offered actions -------------------------------------------------------------------------------------


def offer_frame(state: State, entry: Entry, figure: int) -> list[int] | None:
    """The frame of an offered action for a doer, or None if it is not offered to it."""
    text = entry.text
    assert isinstance(text, While)
    frame = frame_of(state, entry)
    if frame is None or (text.cond is not None and not holds(state, frame, text.cond)):
        return None
    may = text.change.steps[0]
    assert isinstance(may, May)
    if frame[YOU] < 0:
        frame[YOU] = side_now(state, figure)
    if not fits(state, frame, may.who, figure):
        return None
    frame[WHO] = frame[IT] = figure
    return frame


def offered_choices(state: State, figure: int, kinds: set[str]) -> list[Choice]:
    """`As a basic action …` and `As an interact …` for a figure now: offered only when the first part can be done."""
    found: list[Choice] = []
    for entry in state.cast.changes["offer"]:
        text = entry.text
        assert isinstance(text, While) and isinstance(text.change.what, Group)
        noun = text.change.what.nouns[0]
        wanted = "basic" in kinds if noun == "action" else ("basic" in kinds or noun in kinds) and f"no {noun}" not in kinds
        if noun == "companion action" or not wanted:
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
    events.append(AbilityUsed(choice.figure, entry.source.name))
    state.stack.append(frame)


# -- companions ------------------------------------------------------------------------------------------


def companions_of(state: State, figure: int) -> list[int]:
    """A character's companions on the map."""
    setup = state.setup
    return [
        f
        for f, slot in enumerate(setup.figures)
        if slot.kind == COMPANION and slot.of == figure and state.where[f] >= 0
    ]


def companion_choices(state: State, figure: int) -> list[Choice]:
    """What a character's companion may do now, written under the companion's own mark (COM-2)."""
    found: list[Choice] = []
    if "offer" not in state.cast.changes:
        return found
    for companion in companions_of(state, figure):
        for entry, frame in _companion_frames(state, companion):
            op = state.cast.programs[entry.program].steps[0]
            for option in walk.options(state, frame, op) or []:
                verb = {SQUARE: MOVE, FIGURE: CHALLENGE, THING: CHALLENGE}[option.verb]
                thing = option.figure if option.verb == FIGURE else option.thing
                found.append(Choice(verb, companion, thing))
    return found


def _companion_frames(state: State, companion: int) -> list[tuple[Entry, list[int]]]:
    found: list[tuple[Entry, list[int]]] = []
    for entry in state.cast.changes["offer"]:
        text = entry.text
        assert isinstance(text, While) and isinstance(text.change.what, Group)
        if text.change.what.nouns[0] == "companion action" and entry.source.thing == companion:
            frame = offer_frame(state, entry, companion)
            if frame is not None:
                found.append((entry, frame))
    return found


def begin_companion(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin a companion's action as chosen."""
    wanted = "move" if choice.verb == MOVE else "challenge"
    for entry, frame in _companion_frames(state, choice.figure):
        op = state.cast.programs[entry.program].steps[0]
        if op.act is not None and op.act.verb == wanted:
            state.stack.append(frame)
            inner = Choice(SQUARE, choice.figure, choice.thing) if choice.verb == MOVE else Choice(FIGURE, choice.thing)
            if choice.verb == CHALLENGE and choice.thing >= PIECE:
                inner = Choice(THING, -1, choice.thing)
            walk.do(state, frame, op, inner, events)
            return
