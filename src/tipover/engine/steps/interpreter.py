"""Runs the steps of a text, one question at a time. What each verb does is in `verbs`."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.ast import Join
from tipover.cards.program import DO, EACH, END, IF, JUMP, NEXT, PICK, SECRET, SELF, SET, Step
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, naming, thing_of
from tipover.engine.core.event import ChainStopped, Drawn, Event, NotDone, Replaced
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.frames.kinds import STAGE
from tipover.engine.core.ids import CHANCE, FIGURE_OF, NO_SIDE, NOBODY, NOTHING, PIECE, Thing, bit_of, is_figure, is_piece, piece_of
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import is_on_track
from tipover.engine.effects.actions_done import has_done
from tipover.engine.effects.happen import replacing
from tipover.engine.effects.launch import MOST_IN_A_CHAIN, turn_order
from tipover.engine.effects.tracks import put_on_track
from tipover.engine.laws.deciders import decider, of_one_seat, seats_asked
from tipover.engine.laws.picks import PickLaw, fill, settle, step_options, weights_of
from tipover.engine.laws.pieces import cost_of_other
from tipover.engine.laws.secrets import is_at_reveal, is_before_secret
from tipover.engine.laws.targets import is_kept_down
from tipover.engine.phrases.acts import objects
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.kept import forget_group, group_slot, keep
from tipover.engine.phrases.text_frames import program_of
from tipover.engine.steps.verbs.table import do_verb

MOST_CARDS_NAMED: Final = 10
MOST_STEPS: Final = 1000  # of all texts after one choice, so that no card makes a table wait; the cards of the sets need some dozens


def step(state: State, frame: list[int], events: list[Event], pause: int = -1) -> Decision | None:
    """Go on with a text until it needs an answer, is over, or something else has to be done first.

    A single answer is given at once, as `advance` would, which tells by `pause` which of these is to be asked all the same.
    """
    texts = state.texts
    number, chain, paid = text_frame.running(frame)
    program = texts.programs[number]
    if chain > MOST_IN_A_CHAIN or state.steps > MOST_STEPS:
        state.stack.pop()
        events.append(ChainStopped(_names_in_chain(state, program.name)))
        return None
    if texts.replacements and (text := replacing(state, frame)) is not None:
        events.append(Replaced(text_frame.subject(frame), program.name, PhraseWords().event(text.event)))
        if texts.witness is not None:
            texts.witness.deeds.add(text_frame.program(frame))
    steps = program.steps
    while True:
        state.steps += 1
        if state.steps > MOST_STEPS:
            events.append(ChainStopped(_names_in_chain(state, program.name)))
            end(state, frame, events)
            return None
        if paid >= 0 and _is_stopped(state, frame):
            frame[STAGE] = _next_deed(steps, frame[STAGE])
            if steps[frame[STAGE]].op != ops.END:
                _report_not_done(frame, events)
            end(state, frame, events)
            return None
        op = steps[frame[STAGE]]
        if _QUIET[op.op] or (op.may and texts.gates and _is_used_up(state, frame)):
            do(state, frame, op, None, events)
        else:
            found = step_options(state, frame, op)
            if found is None:
                do(state, frame, op, None, events)
            elif not found:
                give_up(state, frame, op, events)
            elif len(found) > 1 or op.random or op.op == SECRET or found[0].verb == verbs.FLIP or len(state.passed) == pause:
                break
            else:
                state.passed.append(found[0])
                do(state, frame, op, found[0], events)
                if state.setup.wins_at > 0:
                    return None  # the answer may have ended a first game
        if not state.stack or state.stack[-1] is not frame:
            return None
    if op.random or found[0].verb == verbs.FLIP:
        weights = weights_of(state, frame, op, found)
        asked = questions.FLIP if found[0].verb == verbs.FLIP else questions.TEXT
        return Decision(asked, [CHANCE], NO_SIDE, NOBODY, found, weights, about=program.name)
    seats, side, figure = decider(state, frame, op)
    seats = seats_asked(state, op, found, seats)
    return Decision(questions.TEXT, seats, side, figure, found, secret=op.op == SECRET, about=program.name)


def _names_in_chain(state: State, last: str) -> tuple[str, ...]:
    """The cards of a chain of texts that set each other off too often: the latest ones, each once."""
    recent = [program_of(state, frame).name for frame in state.stack if frame[kinds.KIND] == kinds.TEXT and text_frame.chain(frame)]
    return tuple(dict.fromkeys([*recent[-MOST_CARDS_NAMED:], last]))


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take an answer to the step that asked."""
    do(state, frame, state.texts.programs[text_frame.program(frame)].steps[frame[STAGE]], choice, events)


def _is_stopped(state: State, frame: list[int]) -> bool:
    """An ability, which was paid for, stops when its doer is knocked down or leaves the map in its middle (ABI-6)."""
    me = text_frame.this(frame)
    if frame[STAGE] == 0 or me < 0 or me >= PIECE:
        return False
    return state.figure_at[me] < 0 or (state.down[me] > 0 and is_kept_down(state, frame, FIGURE_OF[me]))


def _next_deed(steps: tuple[Step, ...], at: int) -> int:
    """The step at which something would be done next: behind those that only lead on, such as the end of an alternative."""
    while steps[at].op in (ops.JUMP, ops.SELF, ops.RELEASE):
        at = steps[at].goto if steps[at].op == ops.JUMP else at + 1
    return at


def end(state: State, frame: list[int], events: list[Event]) -> None:
    """The text is over: its control ends, and what waits for its end happens (ABI-18)."""
    if state.texts.witness is not None:
        state.texts.witness.ended.add(text_frame.program(frame))
    state.stack.pop()
    release(state, frame)
    after_text(state, frame, events)


def release(state: State, frame: list[int]) -> None:
    """End the control of every figure that this text controls."""
    if not text_frame.controlled(frame):
        return
    for figure in range(len(state.controlled_by)):
        if text_frame.controlled(frame) >> figure & 1:
            state.controlled_by = changed(state.controlled_by, figure, NO_SIDE)
    text_frame.set_controlled(frame, 0)
    if state.controlled_by == state.setup.nobody_controlled:
        state.controlled_by = state.setup.nobody_controlled


def give_up(state: State, frame: list[int], op: Step, events: list[Event]) -> None:
    """A part cannot be done: inside `each` and `may` only that part ends, otherwise the text (ABI-4, ABI-15)."""
    if state.texts.witness is not None:
        state.texts.witness.could_not(text_frame.program(frame), frame[STAGE])
    if op.act is not None and isinstance(op.act.what, Join):
        text_frame.set_left(frame, NOTHING)
    way_out = op.out if op.op == ops.EACH else op.goto
    if text_frame.this(frame) >= 0 or way_out < 0:  # that nobody is in one of a scenario's lanes is no news
        _report_not_done(frame, events)
    if way_out >= 0:
        frame[STAGE] = way_out
    else:
        end(state, frame, events)


def _report_not_done(frame: list[int], events: list[Event]) -> None:
    events.append(NotDone(text_frame.this(frame), text_frame.program(frame), frame[STAGE]))


def do(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Do a step with its answer, and go on."""
    code = op.op
    if op.may and choice is not None and choice.verb not in (verbs.NO, verbs.DONE):
        _use_up(state, frame)
    if code == DO:
        frame[STAGE] += 1
        _keep_objects(state, frame, op)
        if state.texts.witness is not None:
            _do_watched(state, frame, op, choice, events)
        else:
            do_verb(state, frame, op, choice, events)
        return
    if code == END:  # the commonest first and by name, which a compiler can call at once
        end(state, frame, events)
    elif code == SELF:
        doer = text_frame.subject(frame) if op.slot == ops.KEEP else NOTHING  # of another card's offer
        text_frame.set_who(frame, doer if doer >= 0 else text_frame.this(frame))
        frame[STAGE] += 1
    elif code == PICK:
        _pick(state, frame, op, choice, events)
    elif code == EACH:
        _each(state, frame, op, choice, events)
    elif code in (NEXT, JUMP):
        frame[STAGE] = op.goto
    elif code in (IF, SET):
        settle(state, frame, op)
    else:
        _HANDLERS[code](state, frame, op, choice, events)


def _do_watched(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Do a deed in a trial, and note whether it changed anything but its own frame."""
    before, told, depth = state.clone(), len(events), len(state.stack)
    do_verb(state, frame, op, choice, events)
    below = [one for one in state.stack if one is not frame]
    if len(events) == told and len(state.stack) == depth and below == before.stack[:-1]:
        before.stack = state.stack
        if before == state:
            return
    assert state.texts.witness is not None
    state.texts.witness.deeds.add(text_frame.program(frame))


# Steps that never ask and can always be done.
_QUIET_STEPS: Final = frozenset(
    (ops.SELF, ops.NEXT, ops.JUMP, ops.IF, ops.TIMES, ops.END, ops.CONTROL, ops.RELEASE, ops.LASTING, ops.REVEAL)
)
_QUIET: Final = [code in _QUIET_STEPS for code in range(ops.DO + 1)]  # by code: asked at every step


def _is_used_up(state: State, frame: list[int]) -> bool:
    """Whether a limited text was done meanwhile, so that its `may` is no longer asked."""
    step_index, counter = state.texts.gates.get(text_frame.program(frame), (-1, -1))
    return step_index == frame[STAGE] and state.counts[counter] > 0


def _use_up(state: State, frame: list[int]) -> None:
    """Count a limited text as done when its first `may` is taken (TRN-8, TIM-2)."""
    step_index, counter = state.texts.gates.get(text_frame.program(frame), (-1, -1))
    if step_index == frame[STAGE]:
        state.counts[counter] += 1


def _keep_objects(state: State, frame: list[int], op: Step) -> None:
    """Keep all the things that an act is done to at once, if a later word refers to them."""
    if op.act is not None and ops.OBJ not in op.picked and group_slot(op.act.what) >= 0:
        forget_group(frame, op.act.what)
        for thing in objects(state, frame, op):
            keep(frame, op.act.what, thing)


def _pick(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is None or choice.verb == verbs.NO:
        frame[STAGE] = op.goto if op.may else frame[STAGE] + 2  # past the act that nobody has to do (TOK-1)
        return
    _report_draw(op, choice, events)
    fill(frame, op, thing_of(choice))
    frame[STAGE] += 1


def _report_draw(op: Step, choice: Choice, events: list[Event]) -> None:
    if op.random:
        events.append(Drawn(thing_of(choice)))


def _some(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if text_frame.loop(frame, op.depth) == NOTHING:
        text_frame.set_loop(frame, op.depth, 0)
        forget_group(frame, op.phrase)
    if choice is None or choice.verb == verbs.DONE:
        text_frame.set_loop(frame, op.depth, NOTHING)
        frame[STAGE] += 1
        return
    _report_draw(op, choice, events)
    keep(frame, op.phrase, thing_of(choice))


def _each(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is not None and choice.verb == verbs.DONE and _leaves_to_others(state, frame, op):
        return
    if choice is None or choice.verb == verbs.DONE:
        text_frame.set_loop(frame, op.depth, NOTHING)
        frame[STAGE] = op.goto
        return
    thing = thing_of(choice)
    if text_frame.loop(frame, op.depth) == NOTHING:
        text_frame.set_aim(frame, text_frame.target(frame))
        forget_group(frame, op.phrase)
    text_frame.set_loop(frame, op.depth, max(text_frame.loop(frame, op.depth), 0) | bit_of(thing))
    fill(frame, op, thing)
    frame[STAGE] += 1


def _leaves_to_others(state: State, frame: list[int], op: Step) -> bool:
    """Whether one seat of a side is done with its own figures, and the other is asked about its own then (TEA-3)."""
    left = [naming(thing) for thing in PickLaw(state, frame, op).all()]
    declined = of_one_seat(state, left)
    if len(declined) == len(left):
        return False
    gone = max(text_frame.loop(frame, op.depth), 0)
    for one in declined:
        gone |= bit_of(thing_of(one))
    text_frame.set_loop(frame, op.depth, gone)
    return True


def _times(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    left = text_frame.loop(frame, op.depth)
    if left == NOTHING:
        left = op.low if op.num is None else amount(state, frame, op.num)
        forget_group(frame, op.phrase)
    if left <= 0:
        text_frame.set_loop(frame, op.depth, NOTHING)
        frame[STAGE] = op.goto
        return
    text_frame.set_loop(frame, op.depth, left - 1)
    frame[STAGE] += 1


def _asked(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is None or choice.verb == verbs.NO:
        frame[STAGE] = op.goto
        return
    frame[STAGE] += 1
    if choice.verb != verbs.YES:
        following = program_of(state, frame).steps[frame[STAGE]]
        do(state, frame, following, choice, events)


def _or(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    assert choice is not None
    frame[STAGE] = op.ways[choice.thing]


def _take_control(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A rival counts for its controller while it is controlled; an ally acts as itself (CTL-1, CTL-8)."""
    figure = text_frame.object_of(frame)
    if is_figure(figure) and side_now(state, figure) != text_frame.you(frame):
        state.controlled_by = changed(state.controlled_by, figure, text_frame.you(frame))
        text_frame.set_controlled(frame, text_frame.controlled(frame) | 1 << figure)
    frame[STAGE] += 1


def _free(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    release(state, frame)
    frame[STAGE] += 1


def _begin_lasting_rule(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Begin a standing rule: a copy of the present frame says what its words mean until it ends."""
    state.lasting = [*state.lasting, text_frame.without_path(frame)]
    if state.texts.witness is not None:
        state.texts.witness.deeds.add(text_frame.program(frame))
    frame[STAGE] += 1


def _secret(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Store a secret choice; the others do not know it until all have chosen (SUP-11)."""
    assert choice is not None
    fill(frame, op, thing_of(choice))
    frame[STAGE] += 1


def _reveal(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Wait until nobody has a secret choice left to make; then all go on, in turn order (SUP-11)."""
    waiting = [k for k, other in enumerate(state.stack[:-1]) if is_before_secret(state, other)]
    if waiting:
        state.stack.insert(waiting[0], state.stack.pop())
        return
    chosen = [k for k, other in enumerate(state.stack) if is_at_reveal(state, other)]
    order = turn_order(state)
    later_first = sorted((state.stack[k] for k in chosen), key=lambda other: -order.index(text_frame.you(other)))
    for k, other in zip(chosen, later_first, strict=True):
        other[kinds.STAGE] += 1
        state.stack[k] = other


# What is done at the other steps.
_HANDLERS: Final = {
    ops.SECRET: _secret,
    ops.REVEAL: _reveal,
    ops.SOME: _some,
    ops.TIMES: _times,
    ops.ASK: _asked,
    ops.OR: _or,
    ops.CONTROL: _take_control,
    ops.RELEASE: _free,
    ops.LASTING: _begin_lasting_rule,
}


def after_text(state: State, frame: list[int], events: list[Event]) -> None:
    """When an ability is over for any reason: what waits for it (ABI-18)."""
    if text_frame.paid(frame) < 0:
        return
    is_item = is_piece(text_frame.card(frame))
    if is_item:
        _spend_item(state, text_frame.card(frame), events)
    has_done(state, frame, is_item)


def _spend_item(state: State, thing: Thing, events: list[Event]) -> None:
    """A used item goes to its number of its present holder's side, whatever became of its user (ITM-2, ITM-4)."""
    piece = piece_of(thing)
    part = state.setup.pieces[piece].part
    holder = state.piece_holder[piece]
    if part is not None and holder >= 0 and not is_on_track(state.piece_at[piece]):  # its text may have put it elsewhere on a track
        put_on_track(state, thing, state.setup.side_of[holder], part.cost or cost_of_other(state, piece), events)
