"""A text being done: steering steps, one question at a time. Deeds are in `deeds`."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.ast import Group, Join, Phrase, Ref
from tipover.cards.compile import CHOSEN, quantity
from tipover.cards.program import Program, Step
from tipover.cards.words_phrases import PhraseWords
from tipover.engine.changes import acts_down
from tipover.engine.decision import ASK_TEXT, DONE, FIGURE, NO, PIECE, THING, WAY, YES, Choice, Decision
from tipover.engine.event import ChainStopped, Event, Replaced
from tipover.engine.flow.kinds import KIND, ORDER_FRAME, STAGE, TEXT_FRAME
from tipover.engine.state import State, changed
from tipover.engine.steps import deeds
from tipover.engine.steps import frame as slots
from tipover.engine.steps.facts import amount, holds
from tipover.engine.steps.frame import (
    CHAIN,
    IT,
    LEFT,
    LOOPS,
    ME,
    NOTHING,
    PROG,
    THEM,
    TRAIL,
    WHO,
    YOU,
    bit_of,
    is_figure,
)
from tipover.engine.steps.nouns import fits, things, things_held
from tipover.engine.steps.thing import side_now
from tipover.engine.triggers import MOST_IN_A_CHAIN, replacing, turn_order

LINKS_TOLD = 10
ORDER_HEAD = 4  # an order frame's own slots; the texts it orders follow
SLOT = {ops.WHO: slots.WHO, ops.OBJ: slots.OBJ, ops.DEST: slots.DEST, ops.IT: slots.IT}


def program_of(state: State, frame: list[int]) -> Program:
    """The program a frame walks through."""
    return state.cast.programs[frame[PROG]]


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a text until it needs an answer, is over, or something else has to be done first."""
    program = program_of(state, frame)
    if frame[CHAIN] > MOST_IN_A_CHAIN:
        state.stack.pop()
        events.append(ChainStopped(_names_in_chain(state, program.name)))
        return None
    if state.cast.insteads and (text := replacing(state, frame)) is not None:
        events.append(Replaced(frame[IT], program.name, PhraseWords().event(text.event)))
    found: list[Choice] | None = None
    while not found:
        if _is_stopped(state, frame, program):
            end(state, frame, events)
            return None
        op = program.steps[frame[STAGE]]
        is_quiet = op.op in _QUIET or (op.may and _is_used_up(state, frame))
        found = None if is_quiet else options(state, frame, op)
        if found is None:
            do(state, frame, op, None, events)
        elif not found:
            give_up(state, frame, op, events)
        if not state.stack or state.stack[-1] is not frame:
            return None
    seats, figure = decider(state, frame, op)
    side = state.setup.side_of[figure] if figure >= 0 else frame[YOU]
    return Decision(ASK_TEXT, seats, side, figure, found, secret=op.op == ops.SECRET, about=program.name)


def _names_in_chain(state: State, last: str) -> tuple[str, ...]:
    """The cards of a chain that set itself off too often: those of its last links, each once."""
    recent = [program_of(state, frame).name for frame in state.stack if frame[0] == TEXT_FRAME and frame[CHAIN]]
    return tuple(dict.fromkeys([*recent[-LINKS_TOLD:], last]))


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take an answer to the step that asked."""
    do(state, frame, program_of(state, frame).steps[frame[STAGE]], choice, events)


def _is_stopped(state: State, frame: list[int], program: Program) -> bool:
    """An ability stops when its doer is knocked down or leaves the map in its middle (ABI-6)."""
    me = frame[ME]
    if frame[slots.PAID] < 0 or not is_figure(me) or frame[STAGE] == 0:
        return False
    if state.where[me] < 0:
        return True
    return bool(state.down[me]) and "Usable while knocked down" not in program.limits and not acts_down(state, me)


def end(state: State, frame: list[int], events: list[Event]) -> None:
    """The text is over: who was controlled is free, and what waits for its end happens (ABI-18)."""
    state.stack.pop()
    release(state, frame)
    deeds.after_text(state, frame, events)


def release(state: State, frame: list[int]) -> None:
    """Free whoever this text controls."""
    if not frame[slots.HELD]:
        return
    for figure in range(len(state.holder)):
        if frame[slots.HELD] >> figure & 1:
            state.holder = changed(state.holder, figure, -1)
    frame[slots.HELD] = 0
    if state.holder == state.setup.nobody_held:
        state.holder = state.setup.nobody_held


def give_up(state: State, frame: list[int], op: Step, events: list[Event]) -> None:
    """A part that cannot be done: its own part ends inside `each` and `may`, else the text (ABI-4, ABI-15)."""
    if op.act is not None and isinstance(op.act.what, Join):
        frame[LEFT] = NOTHING
    way_out = op.out if op.op == ops.EACH else op.goto
    if way_out >= 0:
        frame[STAGE] = way_out
    else:
        end(state, frame, events)


# -- questions -------------------------------------------------------------------------------------------


def options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The answers a step allows: None needs none, an empty list cannot be done."""
    code = op.op
    if code == ops.DO:
        return deeds.options(state, frame, op)
    if code in (ops.PICK, ops.SECRET):
        named = _candidates(state, frame, op)
        found = [choice_of(thing) for thing in named]
        if op.may or deeds.may_leave(state, frame, program_of(state, frame), named):
            return [*found, Choice(NO)] if found else None
        return found
    if code == ops.EACH:
        found = [choice_of(thing) for thing in _candidates(state, frame, op)]
        if not found:
            return [] if frame[LOOPS + op.depth] == NOTHING and _is_challenged(state, frame, op) else None
        if not op.may and found[0].verb != FIGURE:
            return found[:1]  # areas, tokens and markers go in a fixed order (TIM-7)
        return [*found, Choice(DONE)] if op.may else found
    if code == ops.SOME:
        found = [choice_of(thing) for thing in _candidates(state, frame, op)]
        picked = frame[THEM].bit_count() if frame[LOOPS + op.depth] != NOTHING else 0
        if picked >= op.high or not found:
            return None if picked >= op.low else []
        return [*found, Choice(DONE)] if picked >= op.low else found
    if code == ops.ASK:
        return _ask(state, frame, op)
    if code == ops.OR:
        return [Choice(WAY, -1, k) for k, way in enumerate(op.ways) if can(state, frame, way)]
    if code == ops.SET:
        return None if op.phrase is not None and things(state, frame, op.phrase) else []
    return None


def _ask(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """`may` and what follows are one question: its choices and `no`, or yes and no (TIM-2)."""
    following = frame[STAGE] + 1
    nxt = program_of(state, frame).steps[following]
    if nxt.op not in _FALLIBLE:
        return [Choice(YES), Choice(NO)]
    found = options(state, _moved(frame, following), nxt)
    if found is None:
        return [Choice(YES), Choice(NO)]
    if not found:
        return None
    return found if any(choice.verb in (NO, DONE) for choice in found) else [*found, Choice(NO)]


def _moved(frame: list[int], place: int) -> list[int]:
    fresh = frame[:]
    fresh[STAGE] = place
    return fresh


def can(state: State, frame: list[int], place: int) -> bool:
    """Whether the step at a place could be done now."""
    op = program_of(state, frame).steps[place]
    if op.op not in _FALLIBLE:
        return True
    if op.op == ops.DO and deeds.is_free_move(op) and "cannot-be" not in state.cast.changes:
        moved = frame[slots.OBJ] if ops.OBJ in op.picked else frame[WHO]
        return is_figure(moved) and state.where[moved] >= 0  # less, down to 0, is always allowed (MOV-3)
    return options(state, _moved(frame, place), op) != []


# Steps that never ask and can always be done.
_QUIET = frozenset((ops.SELF, ops.NEXT, ops.JUMP, ops.IF, ops.TIMES, ops.END, ops.HELD, ops.FREE, ops.HOLD, ops.REVEAL))
_FALLIBLE = (ops.SET, ops.PICK, ops.SOME, ops.OR, ops.DO, ops.SECRET)


def choice_of(thing: int) -> Choice:
    """A thing as an answer."""
    return Choice(FIGURE, thing) if is_figure(thing) else Choice(THING, -1, thing)


def thing_of(choice: Choice) -> int:
    """The thing an answer names."""
    return choice.figure if choice.verb == FIGURE else choice.thing


def _candidates(state: State, frame: list[int], op: Step) -> list[int]:
    """What a phrase names and what the next step can be done with; equal pieces once."""
    assert op.phrase is not None
    nxt = program_of(state, frame).steps[frame[STAGE] + 1].act
    aims = op.slot == ops.DEST and nxt is not None and nxt.verb in ("challenge", "move")
    found = things_held(state, frame, op.phrase) if aims else things(state, frame, op.phrase)
    if nxt is not None and nxt.verb == "place" and op.slot == ops.OBJ:
        found = found + [f for f in deeds.in_reserve(state, frame[YOU]) if f not in found and fits(state, frame, op.phrase, f)]
    if op.op == ops.EACH:
        gone = max(frame[LOOPS + op.depth], 0)
        found = [thing for thing in found if not gone & bit_of(thing)]
    elif op.op == ops.SOME:
        chosen = frame[THEM] if frame[LOOPS + op.depth] != NOTHING else 0
        found = deeds.pickable(state, frame, program_of(state, frame), frame[STAGE], found)
        found = [thing for thing in found if not chosen & bit_of(thing)]
    elif op.op == ops.PICK:
        found = deeds.pickable(state, frame, program_of(state, frame), frame[STAGE], found)
    following = frame[STAGE] + 1
    if (op.op == ops.PICK and not op.sure) or (op.op == ops.EACH and (op.may or _is_challenged(state, frame, op))):
        found = [thing for thing in found if _usable(state, frame, op, thing, following)]
    return _distinct(state, found)


def _is_challenged(state: State, frame: list[int], op: Step) -> bool:
    """Whether a loop goes round to those that are to be challenged (CHA-10, CHA-16)."""
    nxt = program_of(state, frame).steps[frame[STAGE] + 1].act
    return op.slot == ops.DEST and nxt is not None and nxt.verb == "challenge"


def _usable(state: State, frame: list[int], op: Step, thing: int, following: int) -> bool:
    trial = frame[:]
    fill(trial, op.slot, thing)
    if program_of(state, frame).steps[following].op == ops.HELD:
        return can_if_held(state, trial, following) and not deeds.is_kept_from(state, thing, "controlled")
    return can(state, trial, following)


def can_if_held(state: State, trial: list[int], place: int) -> bool:
    """Whether a figure could do at least one of the things it would be controlled for (CTL-7)."""
    steps = program_of(state, trial).steps
    before = state.holder
    trial[slots.HELD] = 0
    _held(state, trial, steps[place], None, [])
    after = place + 1
    while steps[after].op == ops.SET:
        trial[WHO] = trial[IT]
        after += 1
    able = can(state, trial, after)
    state.holder = before
    return able


def _distinct(state: State, found: list[int]) -> list[int]:
    """Pieces of one name in one place are the same answer."""
    seen: set[tuple[str, int, int]] = set()
    kept: list[int] = []
    for thing in found:
        if slots.is_piece(thing):
            piece = thing - PIECE
            key = (state.setup.pieces[piece].name, state.lies[piece], state.held[piece])
            if key in seen:
                continue
            seen.add(key)
        kept.append(thing)
    return kept


def fill(frame: list[int], slot: int, thing: int) -> None:
    """Put a thing into the slot a step fills; it is also what `it` means from now on."""
    frame[SLOT[slot]] = thing
    if slot in (ops.WHO, ops.IT):
        frame[IT] = thing


def decider(state: State, frame: list[int], op: Step) -> tuple[list[int], int]:
    """Whose question it is: a doer's own side for what it does, unless it is made to; else the text's (CTL-3, CHA-29, TEA-3)."""
    who = frame[WHO]
    if op.op in (ops.DO, ops.OR, ops.ASK) and is_figure(who) and who != frame[ME]:
        if state.holder[who] < 0 and not deeds.is_made(state, frame, op):
            return [state.seat_of(who)], who
    me = frame[ME]
    if is_figure(me) and side_now(state, me) == frame[YOU]:
        return [state.seat_of(me)], who if is_figure(who) else me
    side = frame[YOU] if frame[YOU] >= 0 else state.first
    return state.seats_of(side)[:1], who if is_figure(who) else -1


# -- doing -----------------------------------------------------------------------------------------------


def do(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Do a step with its answer, and go on."""
    code = op.op
    if op.may and choice is not None and choice.verb not in (NO, DONE):
        _use_up(state, frame)
    if code == ops.DO:
        frame[STAGE] += 1
        deeds.do(state, frame, op, choice, events)
        _bring(frame, op)
        return
    if code == ops.END:
        end(state, frame, events)
        return
    _HANDLERS[code](state, frame, op, choice, events)


def _is_used_up(state: State, frame: list[int]) -> bool:
    """Whether a limited text was done meanwhile, so that its `may` is no longer asked."""
    place, counter = state.cast.gates.get(frame[PROG], (-1, -1))
    return place == frame[STAGE] and state.counts[counter] > 0


def _use_up(state: State, frame: list[int]) -> None:
    """Count a limited text as done when its first `may` is taken (TRN-8, TIM-2)."""
    place, counter = state.cast.gates.get(frame[PROG], (-1, -1))
    if place == frame[STAGE]:
        state.counts[counter] += 1


def _bring(frame: list[int], op: Step) -> None:
    """What a deed was done to is `it` from now on, if it was one that was chosen."""
    act = op.act
    if not op.picked or act is None:
        return
    aims = [arg for word, arg in act.how if word in ("toward", "away from", "against")]
    for slot, phrases in ((ops.OBJ, [act.what]), (ops.DEST, [act.to, *aims])):
        if slot in op.picked and any(isinstance(one, Group | Join) and quantity(one) == CHOSEN for one in phrases):
            frame[IT] = frame[SLOT[slot]]


def _self(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    frame[WHO] = frame[ME]
    frame[STAGE] += 1


def _set(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    assert op.phrase is not None
    frame[SLOT[op.slot]] = things(state, frame, op.phrase)[0]
    frame[STAGE] += 1


def _pick(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is None or choice.verb == NO:
        frame[STAGE] = op.goto if op.may else frame[STAGE] + 2  # past the deed that nobody has to do (TOK-1)
        return
    fill(frame, op.slot, thing_of(choice))
    frame[STAGE] += 1


def _some(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    slot = LOOPS + op.depth
    if frame[slot] == NOTHING:
        frame[THEM] = frame[slot] = 0
    if choice is None or choice.verb == DONE:
        frame[slot] = NOTHING
        frame[STAGE] += 1
        return
    frame[THEM] |= bit_of(thing_of(choice))


def _each(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is None or choice.verb == DONE:
        frame[LOOPS + op.depth] = NOTHING
        frame[STAGE] = op.goto
        return
    thing = thing_of(choice)
    frame[LOOPS + op.depth] = max(frame[LOOPS + op.depth], 0) | bit_of(thing)
    frame[SLOT[op.slot]] = thing
    if op.phrase is None or not says_it(op.phrase):
        frame[IT] = thing
    frame[STAGE] += 1


def says_it(phrase: Phrase) -> bool:
    """Whether a phrase that is gone round names `it`, which must then keep its meaning (`This and it move 2.`)."""
    if isinstance(phrase, Join):
        return any(says_it(part) for part in phrase.parts)
    return isinstance(phrase, Ref) and phrase.word == "it"


def _next(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    frame[STAGE] = op.goto


def _times(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    slot = LOOPS + op.depth
    if frame[slot] == NOTHING:
        frame[slot] = op.low if op.num is None else amount(state, frame, op.num)
    if frame[slot] <= 0:
        frame[slot] = NOTHING
        frame[STAGE] = op.goto
        return
    frame[slot] -= 1
    frame[STAGE] += 1


def _asked(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    if choice is None or choice.verb == NO:
        frame[STAGE] = op.goto
        return
    frame[STAGE] += 1
    if choice.verb != YES:
        following = program_of(state, frame).steps[frame[STAGE]]
        do(state, frame, following, choice, events)


def _or(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    assert choice is not None
    frame[STAGE] = op.ways[choice.thing]


def _if(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    assert op.cond is not None
    frame[STAGE] = frame[STAGE] + 1 if holds(state, frame, op.cond) else op.goto


def _jump(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    frame[STAGE] = op.goto


def _held(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A rival counts for the controller while it does what it is made to do; an ally acts as itself (CTL-1, CTL-8)."""
    figure = frame[IT]
    if is_figure(figure) and side_now(state, figure) != frame[YOU]:
        state.holder = changed(state.holder, figure, frame[YOU])
        frame[slots.HELD] |= 1 << figure
    frame[STAGE] += 1


def _free(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    release(state, frame)
    frame[STAGE] += 1


def _hold(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A standing rule that this text begins: the frame as it is now says what its words mean until it ends."""
    state.holds = [*state.holds, frame[:TRAIL]]
    frame[STAGE] += 1


def _secret(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Note a secret choice; the others do not know it until all have chosen (SUP-11)."""
    assert choice is not None
    frame[IT] = thing_of(choice)
    frame[STAGE] += 1


def _reveal(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Wait until nobody has a secret choice left to make; then all go on, in turn order (SUP-11)."""
    waiting = [k for k, other in enumerate(state.stack[:-1]) if is_before_secret(state, other)]
    if waiting:
        state.stack.insert(waiting[0], state.stack.pop())
        return
    chosen = [k for k, other in enumerate(state.stack) if _is_at_reveal(state, other)]
    order = turn_order(state)
    later_first = sorted((state.stack[k] for k in chosen), key=lambda other: -order.index(other[YOU]))
    for k, other in zip(chosen, later_first, strict=True):
        other[STAGE] += 1
        state.stack[k] = other


def _is_at_reveal(state: State, frame: list[int]) -> bool:
    return frame[KIND] == TEXT_FRAME and state.cast.programs[frame[PROG]].steps[frame[STAGE]].op == ops.REVEAL


def is_before_secret(state: State, frame: list[int]) -> bool:
    """Whether a secret choice is still to be made in a text, or in one that waits for its player's order."""
    if frame[KIND] == ORDER_FRAME:
        return any(is_before_secret(state, frame[k : k + TRAIL]) for k in range(ORDER_HEAD, len(frame), TRAIL))
    if frame[KIND] != TEXT_FRAME:
        return False
    coming = (step.op for step in state.cast.programs[frame[PROG]].steps[frame[STAGE] :])
    return next((op for op in coming if op in (ops.SECRET, ops.REVEAL)), -1) == ops.SECRET


_HANDLERS = {
    ops.SECRET: _secret,
    ops.REVEAL: _reveal,
    ops.SELF: _self,
    ops.SET: _set,
    ops.PICK: _pick,
    ops.SOME: _some,
    ops.EACH: _each,
    ops.NEXT: _next,
    ops.TIMES: _times,
    ops.ASK: _asked,
    ops.OR: _or,
    ops.IF: _if,
    ops.JUMP: _jump,
    ops.HELD: _held,
    ops.FREE: _free,
    ops.HOLD: _hold,
}
