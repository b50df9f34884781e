"""A law generates and explains: what it offers has no fault, and what it does not offer has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tipover import Choice, State
from tipover.cards import program as ops
from tipover.engine.core import questions, verbs
from tipover.engine.core.frames import kinds, text_frame, turn_frame
from tipover.engine.core.ids import PIECE
from tipover.engine.core.rules import rules
from tipover.engine.explain.action_faults import why_no_action
from tipover.engine.explain.choices import why_not_choice
from tipover.engine.laws.abilities import AbilityLaw, ItemLaw, prices
from tipover.engine.laws.assists import AssistLaw
from tipover.engine.laws.companions import CompanionLaw
from tipover.engine.laws.courses import law_asked
from tipover.engine.laws.interacts import InteractLaw
from tipover.engine.laws.law import Law
from tipover.engine.laws.move_law import MoveLaw
from tipover.engine.laws.moves import basic_move_law
from tipover.engine.laws.offers import OfferLaw
from tipover.engine.laws.picks import PickLaw
from tipover.engine.laws.placing import HomeLaw, PlaceLaw, wall_named
from tipover.engine.laws.setup_picks import AttachmentLaw, CharacterPickLaw, next_attachment
from tipover.engine.laws.targets import TargetLaw, TextTargetLaw, basic_target_law
from tipover.engine.laws.turns import RallyLaw, ReturnLaw, TurnLaw
from tipover.engine.phrases.acts import objects
from tipover.engine.run import takes
from tipover.play.dice import Stream

LONGEST_RANGE = 3
HIGHEST_PRICE = 5


class Case(NamedTuple):
    """A law, and everything it could be asked about."""

    law: Law
    candidates: list


def figures_of(state: State) -> list[int]:
    return list(range(len(state.figure_at)))


def pieces_of(state: State) -> list[int]:
    return [PIECE + piece for piece in range(len(state.setup.pieces))]


def squares_of_map(state: State) -> list[int]:
    return list(range(state.setup.grid.size))


def laws_of_the_table(state: State) -> Iterator[Case]:
    """The laws that can be asked about at any moment."""
    figures = figures_of(state)
    for side in state.setup.sides:
        yield Case(TurnLaw(state, side), figures)
        yield Case(ReturnLaw(state, side), figures)
        yield Case(HomeLaw(state, side, "CDN-3"), squares_of_map(state))
    for actions in range(turn_frame.ACTIONS_A_TURN + 1):
        yield Case(RallyLaw(state, actions), figures)


def laws_of_a_figure(state: State, figure: int) -> Iterator[Case]:
    """The laws of a figure's actions; it is on the map."""
    at, things = state.figure_at[figure], figures_of(state) + pieces_of(state)
    yield Case(basic_target_law(state, figure), things)
    for reach in range(LONGEST_RANGE + 1):
        for made in (False, True):
            yield Case(TargetLaw(state, figure, at, reach, made), things)
    yield Case(AssistLaw(state, figure), figures_of(state))
    yield Case(InteractLaw(state, figure), [-1, *things])
    yield Case(basic_move_law(state, figure), squares_of_map(state))
    yield Case(AbilityLaw(state, figure), abilities_at_prices(state, figure))
    yield Case(ItemLaw(state, figure), [Choice(verbs.USE, figure, thing) for thing in pieces_of(state)])
    yield Case(OfferLaw(state, figure, {"basic"}), list(range(len(state.texts.entries))))
    if state.setup.companions:
        companions = CompanionLaw(state, figure)
        tries = [choice for companion in state.setup.companions for choice in companion_choices(state, companion)]
        yield Case(companions, list(dict.fromkeys([*tries, *companions.all()])))


def companion_choices(state: State, companion: int) -> list[Choice]:
    """Everything a companion could try: a move, a challenge, an action by its card."""
    found = [Choice(verbs.MOVE, companion, square) for square in squares_of_map(state)]
    found += [Choice(verbs.CHALLENGE, companion, thing) for thing in figures_of(state) + pieces_of(state)]
    return found + [Choice(verbs.OFFER, companion, number) for number in range(len(state.texts.entries))]


def abilities_at_prices(state: State, figure: int) -> list[Choice]:
    """Every ability of a figure at every price as it is written: the full one is not."""
    card = state.setup.card(state.card[figure])
    found = []
    for k in range(len(state.texts.abilities[figure])):
        full = prices(state, figure, card.abilities[k].cost)[0]
        found += [Choice(verbs.ABILITY, figure, k, () if price == full else (price,)) for price in range(-HIGHEST_PRICE, HIGHEST_PRICE + 1)]
    return found


def laws_of_the_question(state: State) -> Iterator[Case]:
    """The law that the open question of a text or of set-up is asked by."""
    ask = state.decision
    assert ask is not None
    if ask.asked == questions.PICK:
        yield Case(CharacterPickLaw(state, ask.side), list(range(len(state.setup.catalog.figures))))
    if ask.asked == questions.ATTACH:
        holders, things = [-1, *figures_of(state)], figures_of(state) + pieces_of(state)
        every = [Choice(verbs.ATTACH, holder, thing) for thing in things for holder in holders]
        yield Case(AttachmentLaw(state, next_attachment(state)), every)
    if ask.asked != questions.TEXT:
        return
    course = law_asked(state)
    if course is not None:
        yield Case(MoveLaw(state, course), squares_of_map(state))
    frame = state.stack[-1]
    if frame[0] != kinds.TEXT:
        return
    steps = state.texts.programs[text_frame.program(frame)].steps
    op = steps[frame[kinds.STAGE]]
    if op.op == ops.ASK:
        frame = frame[:]
        frame[kinds.STAGE] += 1
        op = steps[frame[kinds.STAGE]]
    if op.op in (ops.PICK, ops.SOME, ops.EACH, ops.SECRET):
        yield Case(PickLaw(state, frame, op), figures_of(state) + pieces_of(state))
    elif op.op == ops.DO and op.act is not None and op.act.verb == "challenge":
        yield Case(TextTargetLaw(state, frame, op), figures_of(state) + pieces_of(state))
    elif op.op == ops.DO and op.act is not None and op.act.verb == "place" and wall_named(op) is None:
        moved = objects(state, frame, op)
        if moved:
            yield Case(PlaceLaw(state, frame, op, moved[0]), squares_of_map(state))


def offered_exactly_without_fault(state: State, stream: Stream) -> None:
    """Of every law: a thing is offered exactly if it has no fault; of the actions of one figure, picked by chance."""
    asked_exactly_without_fault(state)
    hold(laws_of_the_table(state))
    there = [figure for figure, at in enumerate(state.figure_at) if at >= 0 and state.card[figure] >= 0]
    if there:
        hold(laws_of_a_figure(state, there[stream.randrange(len(there))]))


def asked_exactly_without_fault(state: State) -> None:
    """The same of the law of the open question alone."""
    if state.decision is not None:
        hold(laws_of_the_question(state))


def hold(cases: Iterable[Case]) -> None:
    for law, candidates in cases:
        offered = law.all()
        for thing in candidates:
            fault = law.fault(thing)
            assert (thing in offered) == (fault is None), (type(law).__name__, thing, fault)
            assert fault is None or (fault.rule in rules() and fault.sentence)
        assert all(thing in candidates for thing in offered) or isinstance(law, PickLaw), type(law).__name__


def action_choices(state: State, figure: int) -> list[Choice]:
    """Everything a figure could try as an action."""
    found = [Choice(verbs.MOVE, figure, square) for square in squares_of_map(state)]
    found += [Choice(verbs.CHALLENGE, figure, thing) for thing in figures_of(state) + pieces_of(state)]
    found += [Choice(verbs.ASSIST, figure, other) for other in figures_of(state)]
    found += [Choice(verbs.INTERACT, figure, thing) for thing in figures_of(state) + pieces_of(state)]
    found += [Choice(verbs.USE, figure, thing) for thing in pieces_of(state)]
    found += [Choice(verbs.OFFER, figure, number) for number in range(len(state.texts.entries))]
    return found + abilities_at_prices(state, figure) + [Choice(verbs.RALLY, figure), Choice(verbs.END, figure)]


def refused_exactly_with_a_reason(state: State) -> None:
    """Of the actions of a turn: those that no law faults are the options, and only what is no option is given a reason."""
    ask = state.decision
    if ask is None or ask.asked != questions.ACTION or state.figure_at[ask.figure] < 0:
        return
    frame = state.stack[-1]
    left = frame[turn_frame.ACTIONS]
    if left < 1:
        return  # only the companion may still act
    for choice in action_choices(state, ask.figure):
        is_offered = takes(state, choice)
        assert is_offered == (not why_no_action(state, choice, left)), choice
        assert is_offered == (not why_not_choice(state, choice)), choice
