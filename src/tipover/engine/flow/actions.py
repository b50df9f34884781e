"""How an action begins (ACT, ABI-2, ITM-2, COM-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tipover.board.mask import SQUARE_OF
from tipover.cards.program import SELF
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, naming, thing_of
from tipover.engine.core.event import Event
from tipover.engine.core.frames import challenge_frame, choice_frame, text_frame
from tipover.engine.core.happening import DOES, ENTERS, REACHES_FARTHER
from tipover.engine.core.ids import ALL_COLOURS, FIGURE_OF, NOBODY, PIECE, Verb, piece_of
from tipover.engine.core.state import State
from tipover.engine.effects.actions_done import do_action, report_use
from tipover.engine.effects.challenge_results import reach_farther
from tipover.engine.effects.figures import stand_up
from tipover.engine.effects.launch import chain_of
from tipover.engine.effects.moves import begin_move
from tipover.engine.effects.points import gain
from tipover.engine.effects.tokens import has_paid, pay
from tipover.engine.effects.tracks import put_point_marker
from tipover.engine.laws.abilities import prices
from tipover.engine.laws.companions import companion_frames, plain_verb
from tipover.engine.laws.moves import basic_way, movement
from tipover.engine.laws.offers import offer_frame
from tipover.engine.laws.picks import step_options
from tipover.engine.laws.prohibitions import ANY_ACTION, kind_bits
from tipover.engine.laws.targets import basic_target_law
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.events import ACTION_BITS
from tipover.engine.phrases.modifiers import may_pay_less


def step(state: State, frame: list[int], events: list[Event]) -> None:
    """Begin the action that a text gave."""
    state.stack.pop()
    choice = choice_frame.choice_of(frame)
    if choice_frame.is_companions(frame):
        begin_companions(state, choice, events)
    else:
        begin_action(state, choice, events, choice_frame.is_free(frame))


def begin_action(state: State, choice: Choice, events: list[Event], is_free: bool = False) -> None:
    """Begin an action; what it sets in motion runs on frames of its own."""
    if state.texts.listens[DOES] is None:
        if is_free:
            _begin_free_ability(state, choice, events)
        elif choice.verb == verbs.MOVE:  # the commonest by name, which a compiler can call at once
            _begin_move(state, choice, events)
        else:
            _BEGINNINGS[choice.verb](state, choice, events)
        return
    _begin_heard(state, choice, events, _begin_free_ability if is_free else _BEGINNINGS[choice.verb])


def _begin_heard(state: State, choice: Choice, events: list[Event], begin: Callable[[State, Choice, list[Event]], None]) -> None:
    """Begin an action that texts wait for; a function of its own, because a closure is made on entering the one that has it."""
    is_text = choice.verb in (verbs.ABILITY, verbs.USE)
    do_action(state, choice.figure, kind_bits(state, choice), lambda: begin(state, choice, events), goes_on=is_text)


def begin_companions(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin a companion action, as its card has it (COM-2)."""
    bits = ANY_ACTION | ACTION_BITS["companion action"]
    do_action(state, choice.figure, bits, lambda: begin_companion(state, choice, events), goes_on=False)


def _begin_move(state: State, choice: Choice, events: list[Event]) -> None:
    figure, path = choice.figure, choice.path
    taken = choice.way if path else basic_way(state, figure, SQUARE_OF[choice.thing])
    left = movement(state, figure) - len(taken) if state.texts.listens[ENTERS] is not None else 0
    begin_move(state, figure, taken, events, left)


def _begin_challenge(state: State, choice: Choice, events: list[Event]) -> None:
    target = thing_of(choice)
    is_far = state.texts.listens[REACHES_FARTHER] is not None and basic_target_law(state, choice.figure).is_far(target)
    state.stack.append(challenge_frame.new(choice.figure, target))
    if is_far:
        reach_farther(state, choice.figure)


def _assist(state: State, choice: Choice, events: list[Event]) -> None:
    stand_up(state, FIGURE_OF[choice.thing], choice.figure, "ACT-3", events)


def _rally(state: State, choice: Choice, events: list[Event]) -> None:
    stand_up(state, choice.figure, choice.figure, "TRN-5", events)


def _take_point(state: State, choice: Choice, events: list[Event]) -> None:
    """A point at once; the marker goes to the 4 of that side's track, the controller's for a controlled one (PTS-1, CTL-6)."""
    side = side_now(state, choice.figure)
    put_point_marker(state, piece_of(thing_of(choice)), side, events)
    gain(state, side, 1, "PTS-1", events)


def _begin_free_ability(state: State, choice: Choice, events: list[Event]) -> None:
    """An ability for free: no token, and so no lower price either (ABI-5)."""
    begin_ability(state, choice, events, is_free=True)


def begin_ability(state: State, choice: Choice, events: list[Event], is_free: bool = False) -> None:
    """Pay first, then do the parts in order (ABI-2, ABI-3)."""
    figure = choice.figure
    number = state.texts.abilities[figure][choice.thing]
    ability = state.setup.card(state.card[figure]).abilities[choice.thing]
    full = 0 if is_free else prices(state, figure, ability.cost, 0)[0]
    price = choice.path[0] if choice.path else full
    counter = state.texts.limit_counter(number)
    if counter >= 0:
        state.counts[counter] += 1
    report_use(figure, ability.name, events)
    paid = pay(state, figure, ALL_COLOURS[ability.colour], price, events)
    if price < full:
        paid |= text_frame.LESS
        by = may_pay_less(state, figure)[1]
        if by is not None and by.counter >= 0:
            state.counts[by.counter] += 1
    frame = text_frame.new(number, figure, state.setup.side_of[figure])
    text_frame.set_paid(frame, paid)
    text_frame.set_chain(frame, chain_of(state))
    state.stack.append(frame)
    has_paid(state, figure, paid)


def begin_use(state: State, choice: Choice, events: list[Event]) -> None:
    """Use an item; its card goes to its number when it is over (ITM-2)."""
    piece = choice.thing - PIECE
    counter = state.texts.limits.get(state.texts.uses[piece], -1)
    if counter >= 0:
        state.counts[counter] += 1
    frame = text_frame.new(state.texts.uses[piece], choice.figure, state.setup.side_of[choice.figure])
    text_frame.set_paid(frame, text_frame.ITEM)
    text_frame.set_card(frame, thing_of(choice))
    text_frame.set_chain(frame, chain_of(state))
    report_use(choice.figure, state.setup.pieces[piece].name, events)
    state.stack.append(frame)


def begin_offer(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin an offered action."""
    entry = state.texts.entries[choice.thing]
    frame = offer_frame(state, entry, choice.figure)
    assert frame is not None
    if entry.counter >= 0:
        state.counts[entry.counter] += 1
    if text_frame.this(frame) != choice.figure and any(step.op == SELF for step in state.texts.programs[entry.program].steps):
        text_frame.set_event(frame, choice.figure, NOBODY)  # who is at it again when another's deed in it is over
    text_frame.set_chain(frame, chain_of(state))
    report_use(choice.figure, entry.source.name, events)
    state.stack.append(frame)


# How each action begins; to end the turn is no action that begins something.
_BEGINNINGS: Final[dict[Verb, Callable[[State, Choice, list[Event]], None]]] = verbs.complete(
    "the beginning of actions",
    [verb for verb in verbs.ACTION_VERBS if verb != verbs.END],
    {
        verbs.MOVE: _begin_move,
        verbs.CHALLENGE: _begin_challenge,
        verbs.ASSIST: _assist,
        verbs.INTERACT: _take_point,
        verbs.RALLY: _rally,
        verbs.ABILITY: begin_ability,
        verbs.USE: begin_use,
        verbs.OFFER: begin_offer,
    },
)


def begin_companion(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin a companion's action as chosen."""
    if choice.verb == verbs.OFFER:
        begin_offer(state, choice, events)
        return
    for entry, frame in companion_frames(state, choice.figure):
        op = state.texts.programs[entry.program].steps[0]
        if plain_verb(op) != choice.verb:
            continue
        if choice.verb == verbs.MOVE:
            inner = Choice(verbs.SQUARE, choice.figure, choice.thing, choice.path)
        else:
            inner = naming(thing_of(choice))
        if inner in (step_options(state, frame, op) or []):
            if entry.counter >= 0:
                state.counts[entry.counter] += 1
            state.stack += [frame, choice_frame.new_answer(inner)]
            return
