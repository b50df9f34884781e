"""Compile syntax trees to flat steps: steps that pick or iterate over figures and things, then the deed with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tipover.cards import program as ops
from tipover.cards.ast import (
    THIS,
    Act,
    Cond,
    EventClause,
    Filter,
    Group,
    If,
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Ref,
    Step,
    shared_doer,
    walk,
)
from tipover.cards.program import Program
from tipover.cards.program import Step as Op
from tipover.cards.quantity import (
    BULK,
    CHOSEN,
    ONE,
    ROUND,
    SEVERAL,
    bounds,
    can_be_others,
    is_chosen_one_by_one,
    is_counted,
    is_number,
    is_per_thing,
    quantity,
)
from tipover.cards.references import those_meeting
from tipover.cards.settle_program import with_sure_picks, with_ways_out

COUNTED = {"gain", "lose", "do", "roll", "turn", "reroll", "add", "win"}  # followed by a number or a kind, not by a thing to pick
ONE_BY_ONE = ("move", "push", "pull", "place", "give", "take", "play")  # done once for each thing, also for tokens, markers and cards
IN_BULK = ("shift", "put", "return", "take", "remove", "play", "discard")  # done to a whole group at once, unless it has a number
PRONOUNS = (Ref("it"), Ref("them"))


def compile_steps(
    name: str,
    steps: tuple[Step, ...],
    limits: tuple[str, ...] = (),
    event: EventClause | None = None,
    is_offered: bool = False,
    is_instead: bool = False,
    price: int = 0,
) -> Program:
    """The program of a text's steps, after the event that sets it off. Those of an offered action are its doer's: also after another's deed.

    `is_instead`: the first deed is done instead of the event, and pays for that. `price`: how many of the first steps pay for the others.
    """
    writer, whole = _Writer(), steps
    if event is not None:
        writer.pick_from_event(event)
    writer.price(steps[:price])
    steps = steps[price:]
    writer.all(steps[:1])
    if is_instead:
        writer.ops = [replace(op, in_full=True) if op.op == ops.TIMES or _is_loss(op) else op for op in writer.ops]
    writer.all(steps[1:])
    writer.emit(Op(ops.END))
    if is_offered:
        writer.ops = [replace(op, slot=ops.KEEP) if op.op == ops.SELF else op for op in writer.ops]
    keeps_target = event is not None and any(
        isinstance(node, Group) and ops.TARGETS in node.excluded_groups for step in whole for node in walk(step)
    )
    return Program(name, tuple(with_sure_picks(with_ways_out(writer.ops))), limits, keeps_target)


class TooDeep(ValueError):
    """Loops are nested deeper than a frame has slots for; the message is for the author of the card."""


def _is_loss(op: Op) -> bool:
    return op.act is not None and op.act.verb == "lose"


class _Writer:
    """Emits ops in order; forward jumps are filled in when their target is known."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.depth = 0

    def emit(self, op: Op) -> int:
        self.ops.append(op)
        return len(self.ops) - 1

    def begin_loop(self, op: Op) -> int:
        """Begin a loop; loops inside it are one deeper."""
        if self.depth >= ops.DEEPEST_LOOP:
            raise TooDeep(f"`each` and `times` stand inside one another at most {ops.DEEPEST_LOOP} deep; write two texts")
        self.depth += 1
        return self.emit(replace(op, depth=self.depth - 1))

    def close_loop(self, start: int) -> None:
        """End a loop: jump back to its head, whose own jump leads past the loop."""
        self.depth -= 1
        self.emit(Op(ops.NEXT, goto=start))
        self.set_jump(start)

    def set_jump(self, at: int) -> None:
        """Set the jump of an earlier op to the next op."""
        self.ops[at] = replace(self.ops[at], goto=len(self.ops))

    def all(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self.one(step)

    def price(self, steps: tuple[Step, ...]) -> None:
        """Write what is paid for something: it is done in full or not at all."""
        start = len(self.ops)
        self.all(steps)
        self.ops[start:] = [replace(op, in_full=True) for op in self.ops[start:]]

    def one(self, step: Step) -> None:
        if isinstance(step, Act):
            self.act(step)
        elif isinstance(step, May):
            self.may(step)
        elif isinstance(step, Or):
            self.either(step)
        elif isinstance(step, If):
            self.condition(step)
        elif isinstance(step, Loop):
            self.loop(step)
        else:
            self.emit(Op(ops.LASTING, lasting=step))

    # -- deeds ---------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        self.done_by(act.who, lambda: self.deed(act))

    def done_by(self, who: Phrase | None, deed: Callable[[], None]) -> None:
        """Settle the doer, or begin a loop over several, then write what is done."""
        if who is None or who == Ref("you"):
            deed()
            return
        who = self.with_picked_relations(who)
        how = quantity(who)
        if how in (ROUND, BULK, SEVERAL):
            start = self.begin_doers(who, how)
            deed()
            self.close_loop(start)
        else:
            self.emit(Op(ops.PICK if how == CHOSEN else ops.SET, ops.WHO, who))
            deed()
        self.emit(Op(ops.SELF))

    def begin_doers(self, who: Phrase, how: int, may: bool = False) -> int:
        """Begin a loop over doers; if the phrase has a number, they are chosen first."""
        if how != SEVERAL:
            return self.begin_loop(Op(ops.EACH, ops.WHO, who, may=may))
        self.choose_some(ops.WHO, who)
        return self.begin_loop(Op(ops.EACH, ops.WHO, _those_picked(who), may=may))

    def choose_some(self, slot: int, phrase: Phrase) -> None:
        """Choose as many as the phrase says; `them` is what was chosen."""
        low, high = bounds(phrase)
        self.emit(Op(ops.SOME, slot, phrase, low=low, high=high, depth=self.depth))

    def deed(self, act: Act) -> None:
        """Pick the object and the destination of a deed, then do it."""
        act = self.with_picked_things(act)
        if act.verb == "control":
            self.control(act)
            return
        if act.verb == "choose":
            self.choose(act)
            return
        if act.verb == "do" and isinstance(act.what, Group) and isinstance(act.what.det, int) and act.what.det > 1:
            self.repeated(act, act.what)
            return
        if act.verb == "shift" and act.what is not None and quantity(act.what) == CHOSEN and is_per_thing(act.n):
            self.shifts(act)
            return
        if act.verb in IN_BULK and isinstance(act.what, Group) and quantity(act.what) == BULK and is_chosen_one_by_one(act, act.what):
            self.one_after_another(act, act.what)
            return
        picked: list[int] = []
        loops: list[int] = []
        wall = _wall_of(act)
        if wall is not None:
            picked.append(ops.DEST)
            if quantity(wall) in (ROUND, BULK):
                loops.append(self.begin_loop(Op(ops.EACH, ops.DEST, wall)))
            else:
                self.emit(Op(ops.PICK if quantity(wall) == CHOSEN else ops.SET, ops.DEST, wall))
        ends = [(act.to, ops.DEST)] if isinstance(act.to, Phrase) and act.verb in ("give", "swap") else []
        ends += [(act.what, ops.OBJ)] if act.what is not None and act.verb not in COUNTED else []
        for phrase, slot in reversed(ends) if any(word == "exhausted marker" for word, _ in act.how) else ends:
            loops.append(self.pick_for(phrase, slot, picked, slot == ops.OBJ and act.verb in ONE_BY_ONE))
        for word, value in act.how:
            if word in ("against", "toward", "away from") and isinstance(value, Phrase):
                if word == "against" and quantity(value) in (ROUND, BULK, SEVERAL):
                    loops.append(self.pick_for(value, ops.DEST, picked))
                elif word != "against" and quantity(value) == CHOSEN:
                    self.pick_for(value, ops.DEST, picked)
        named = [one for one in (act.what, act.to) if isinstance(one, Phrase) and _is_kept(one) and quantity(one) == ONE]
        if act.verb != "place":
            self.keep(named)
        self.emit(Op(ops.DO, act=act, picked=tuple(picked)))
        if act.verb == "place":
            self.keep(named)
        for loop in reversed(loops):
            if loop >= 0:
                self.close_loop(loop)

    def keep(self, named: list[Phrase]) -> None:
        """Keep what a later word refers to and nobody is asked for: `the Wight`."""
        for phrase in named:
            self.emit(Op(ops.SET, ops.KEEP, phrase))

    def with_picked_things(self, act: Act) -> Act:
        """A deed after the picks of things in its relations that later words refer to: `adjacent to a rival. Push it 1.`"""
        what = self.with_picked_relations(act.what) if act.what is not None else None
        to = self.with_picked_filters(act.to) if isinstance(act.to, tuple) else act.to
        to = self.with_picked_relations(to) if isinstance(to, Phrase) else to
        how = tuple((word, self.picked(arg) if word == "from" and _is_kept(arg) else self.with_picked_way(arg)) for word, arg in act.how)
        return act if (what, to, how) == (act.what, act.to, act.how) else replace(act, what=what, to=to, how=how)

    def with_picked_way(self, arg: Phrase | int | tuple[Filter, ...] | None) -> Phrase | int | tuple[Filter, ...] | None:
        """What follows a word such as `toward`, `against`, `ending`, after such picks."""
        if isinstance(arg, tuple):
            return self.with_picked_filters(arg)
        return self.with_picked_relations(arg) if isinstance(arg, Phrase) else arg

    def with_picked_relations(self, phrase: Phrase) -> Phrase:
        """A phrase after the picks of things in its relations that later words refer to, and of those joined by `and`."""
        if isinstance(phrase, Join):
            return replace(phrase, parts=tuple(self.picked_part(part, phrase.word) for part in phrase.parts))
        if isinstance(phrase, Group) and isinstance(phrase.det, Group) and _is_kept(phrase.det):
            phrase = replace(phrase, det=self.picked(phrase.det))
        if isinstance(phrase, Group) and phrase.filters:
            filters = self.with_picked_filters(phrase.filters)
            return phrase if filters == phrase.filters else replace(phrase, filters=filters)
        return phrase

    def with_picked_filters(self, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        return tuple(replace(one, arg=self.picked(one.arg)) if _is_kept(one.arg) else one for one in filters)

    def picked_part(self, part: Ref | Group, word: str) -> Ref | Group:
        """One of several joined phrases: what `and` leaves open is picked before anything is done to all of them."""
        how = quantity(part) if word == "and" else ONE
        if how == CHOSEN and _is_kept(part):
            return self.picked(part)
        if how == SEVERAL and isinstance(part, Group) and part.group_slot >= ops.FIRST_KEPT:
            self.choose_some(ops.KEEP, part)
            return _those_picked(part)
        found = self.with_picked_relations(part)
        assert isinstance(found, Ref | Group)
        return found

    def picked(self, phrase: object) -> Ref:
        """Pick a thing that stands in a relation, and refer to it there."""
        assert isinstance(phrase, Phrase)
        self.emit(Op(ops.PICK if quantity(phrase) == CHOSEN else ops.SET, ops.KEEP, self.with_picked_relations(phrase)))
        return Ref("it", phrase.at, phrase.slot)

    def pick_for(self, phrase: Phrase, slot: int, picked: list[int], one_by_one: bool = False) -> int:
        """Emit the pick or loop for a phrase; returns the index of a loop that the caller must close, or -1."""
        how = quantity(phrase)
        if how == ONE or (how == BULK and not one_by_one):
            return -1
        if how == BULK and isinstance(phrase, Group) and is_number(phrase):
            how = SEVERAL
        picked.append(slot)
        if how == CHOSEN:
            self.emit(Op(ops.PICK, slot, phrase))
            return -1
        if how == SEVERAL:
            self.choose_some(slot, phrase)
            return self.begin_loop(Op(ops.EACH, slot, _those_picked(phrase)))
        return self.begin_loop(Op(ops.EACH, slot, phrase))

    def choose(self, act: Act) -> None:
        assert act.what is not None
        if any(word == "secret" for word, _ in act.how):
            self.emit(Op(ops.SECRET, ops.KEEP, act.what))
            self.emit(Op(ops.REVEAL))
            return
        if isinstance(act.what, Join) and act.what.word == "and":
            return  # each of them was picked before
        if quantity(act.what) == SEVERAL or (isinstance(act.what, Group) and is_number(act.what) and act.what.det != 1):
            self.choose_some(ops.KEEP, act.what)
        else:
            self.emit(Op(ops.PICK, ops.KEEP, act.what))
        if any(word == "random" for word, _ in act.how):
            self.ops[-1] = replace(self.ops[-1], random=True)

    def control(self, act: Act) -> None:
        """A controlled figure belongs to the controller's side until the body ends (CTL-1)."""
        assert act.what is not None
        how = quantity(act.what)
        start = -1
        if how == SEVERAL:
            self.choose_some(ops.OBJ, act.what)
            start = self.begin_loop(Op(ops.EACH, ops.OBJ, _those_picked(act.what)))
        elif how in (ROUND, BULK):
            start = self.begin_loop(Op(ops.EACH, ops.OBJ, act.what))
        else:
            self.emit(Op(ops.PICK if how == CHOSEN else ops.SET, ops.OBJ, act.what))
        self.emit(Op(ops.CONTROL, act=act))
        self.all(act.body)
        self.emit(Op(ops.RELEASE))
        if start >= 0:
            self.close_loop(start)

    def one_after_another(self, act: Act, what: Group) -> None:
        """`Shift 2 ability tokens` repeats the deed and asks for a thing each time; `up to 2` may stop early.

        `2 different` ones are chosen before any of it is done.
        """
        if "different" in what.adjs:
            self.choose_some(ops.OBJ, what)
            start = self.begin_loop(Op(ops.EACH, ops.OBJ, _those_picked(what)))
            self.emit(Op(ops.DO, act=act, picked=(ops.OBJ,)))
            self.close_loop(start)
            return
        low, high = bounds(what)
        start = self.begin_loop(Op(ops.TIMES, phrase=what, low=high))
        one = replace(what, det="a")
        pick = self.emit(Op(ops.PICK, ops.OBJ, one, may=low < high, depth=self.depth - 1))
        self.emit(Op(ops.DO, act=replace(act, what=one), picked=(ops.OBJ,)))
        self.close_loop(start)
        if low < high:
            self.ops[pick] = replace(self.ops[pick], out=len(self.ops), goto=len(self.ops))

    def repeated(self, act: Act, what: Group) -> None:
        """`Do 3 basic actions` repeats the deed three times."""
        assert isinstance(what.det, int)
        start = self.begin_loop(Op(ops.TIMES, low=what.det))
        self.emit(Op(ops.DO, act=replace(act, what=replace(what, det="a"))))
        self.close_loop(start)

    def shifts(self, act: Act) -> None:
        """`Shift a token 1 for each X` is done once for each X, and the token is chosen each time (ABI-16)."""
        assert act.n is not None
        by, kind, arg = act.n.terms[0]
        start = self.begin_loop(Op(ops.TIMES, num=Num(((1, kind, arg),))))
        self.deed(replace(act, n=Num(((by, "flat", None),))))
        self.close_loop(start)

    # -- choices and loops ---------------------------------------------------------------------------

    def may(self, may: May) -> None:
        """A permission: one question to the doer's side. A doer of another side is picked by the text's side before it is asked."""
        how = quantity(may.who) if may.who != Ref("you") else ONE
        asks = how == ONE or can_be_others(may.who)
        head = len(self.ops)
        if how in (ONE, CHOSEN):
            if may.who != Ref("you") and asks:
                self.emit(Op(ops.SET if how == ONE else ops.PICK, ops.WHO, may.who, goto=-2))
            gate = self.emit(Op(ops.ASK, may=True) if asks else Op(ops.PICK, ops.WHO, may.who, may=True))
        else:
            gate = self.begin_doers(may.who, how, may=not asks)
            if asks:
                self.emit(Op(ops.ASK, may=True, goto=-2))
        self.price(may.cost)
        self.all(may.steps)
        end = len(self.ops)
        if how in (ONE, CHOSEN):
            self.set_jump(gate)
        else:
            self.close_loop(gate)
        for k in range(head, end):
            if self.ops[k].goto == -2:
                self.ops[k] = replace(self.ops[k], goto=end)
        self.emit(Op(ops.SELF))

    def either(self, step: Or) -> None:
        """Alternatives; if they have one doer, or each of several, it is settled first and chooses for itself."""
        doer = shared_doer(step)
        self.done_by(doer, lambda: self.fork(step, self.deed if doer is not None else self.act))

    def fork(self, step: Or, write: Callable[[Act], None]) -> None:
        """The ways of an alternative; the engine offers only those that can be done."""
        fork = self.emit(Op(ops.OR))
        ways: list[int] = []
        ends: list[int] = []
        for option in step.options:
            start = len(self.ops)
            ways.append(start)
            write(option)
            self.ops[start:] = [replace(op, in_full=True) if _is_loss(op) else op for op in self.ops[start:]]
            if option.verb != "control":
                self.all(option.body)
            ends.append(self.emit(Op(ops.JUMP)))
        for end in ends:
            self.set_jump(end)
        self.ops[fork] = replace(self.ops[fork], ways=tuple(ways))

    def condition(self, step: If) -> None:
        test = self.emit(Op(ops.IF, cond=step.cond))
        self.pick_from_condition(step.cond)
        self.all(step.steps)
        if step.other:
            over = self.emit(Op(ops.JUMP))
            self.set_jump(test)
            self.all(step.other)
            self.set_jump(over)
        else:
            self.set_jump(test)

    def pick_from_condition(self, cond: Cond) -> None:
        """Pick what a later word refers to among those for which a condition holds: `If this is adjacent to a rival, push it 1.`"""
        for part in (cond.a, cond.b):
            if isinstance(part, Cond):
                self.pick_from_condition(part)
        of = cond.a
        if isinstance(of, Group) and of.group_slot >= ops.FIRST_KEPT:
            self.emit(Op(ops.SET, ops.KEEP, those_meeting(cond)))
        elif isinstance(of, Phrase) and _is_kept(of):
            cond = replace(cond, a=Ref("it", of.at, of.slot))
            self.emit(Op(ops.PICK, ops.KEEP, of, cond=cond))
        if isinstance(cond.b, Phrase) and _is_kept(cond.b):
            had = replace(cond, b=Ref("it", cond.b.at, cond.b.slot)) if cond.a is not None else None
            self.emit(Op(ops.PICK, ops.KEEP, cond.b, cond=had))
        for k, one in enumerate(cond.b if isinstance(cond.b, tuple) else ()):
            if isinstance(one.arg, Phrase) and _is_kept(one.arg) and isinstance(cond.b, tuple):
                related = (*cond.b[:k], replace(one, arg=Ref("it", one.arg.at, one.arg.slot)), *cond.b[k + 1 :])
                self.emit(Op(ops.PICK, ops.KEEP, one.arg, cond=replace(cond, b=related)))

    def pick_from_event(self, event: EventClause) -> None:
        """Pick what a later word refers to in the place of an event: `When this ends its movement adjacent to a rival, push it 1.`"""
        if not isinstance(event.who, Phrase):
            return
        subject = event.who if event.who == THIS else Ref("it", event.who.at, ops.SUBJECT)
        if isinstance(event.what, tuple):
            self.pick_from_condition(Cond("is", subject, event.what, event.at))
        elif event.verb == "enters" and isinstance(event.what, Group):
            for one in event.what.filters:
                if isinstance(one.arg, Phrase) and _is_kept(one.arg):
                    square = replace(event.what, filters=(replace(one, arg=Ref("it", one.arg.at, one.arg.slot)),))
                    self.emit(Op(ops.PICK, ops.KEEP, one.arg, cond=Cond("is", subject, (Filter("in", square, at=event.at),), event.at)))

    def loop(self, step: Loop) -> None:
        over = step.over
        if isinstance(over, Group) and not is_counted(over):
            start = self.begin_loop(Op(ops.EACH, ops.KEEP, over))
        else:
            start = self.begin_loop(Op(ops.TIMES, num=Num(((1, "each", over),)) if isinstance(over, Group) else over))
        self.all(step.steps)
        self.close_loop(start)


def _is_kept(phrase: object) -> bool:
    """Whether a later word refers to what a phrase means, so that it has a slot of its own."""
    return isinstance(phrase, Phrase) and phrase.slot >= ops.FIRST_KEPT and phrase not in PRONOUNS and not _is_that(phrase)


def _is_that(phrase: Phrase) -> bool:
    return isinstance(phrase, Group) and phrase.det == "that"


def _those_picked(phrase: Phrase) -> Ref:
    """All that were picked for a phrase with a number."""
    assert isinstance(phrase, Group)
    return Ref("them", phrase.at, phrase.group_slot)


def _wall_of(act: Act) -> Phrase | None:
    """The wall that something is placed on, which is picked before the piece (MAP-9)."""
    if act.verb != "place" or not isinstance(act.to, tuple):
        return None
    for one in act.to:
        if one.rel == "on" and (isinstance(one.arg, Ref) or (isinstance(one.arg, Group) and "wall" in one.arg.nouns)):
            return one.arg
    return None
