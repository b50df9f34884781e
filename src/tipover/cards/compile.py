"""Trees → flat steps. Who and what are settled first, by steps that pick or go round; then the deed is done."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import Act, Group, If, Join, Loop, May, Num, Or, Phrase, Ref, Step, While
from tipover.cards.program import (
    ASK,
    DEEPEST_LOOP,
    DEST,
    DO,
    EACH,
    END,
    FREE,
    HELD,
    HOLD,
    IF,
    IT,
    JUMP,
    NEXT,
    OBJ,
    OR,
    PICK,
    REVEAL,
    SECRET,
    SELF,
    SET,
    SOME,
    TIMES,
    WHO,
    Program,
)
from tipover.cards.program import Step as Op

FIGURE_NOUNS = {"figure", "character", "companion", "minion", "objective", "ally", "rival", "target", "owner", "challenger"}
COUNTED = {"gain", "lose", "do", "roll", "turn", "add", "win"}  # what follows is a number or a kind, not a thing to be picked
ONE_BY_ONE = ("move", "push", "pull", "place")  # each thing goes its own way, tokens and markers too
SURE = {"shift", "put", "return"}  # deeds that can be done with anything their phrase can name
IN_BULK = ("shift", "put", "return", "take", "remove")  # deeds that are done to all of a group at once, unless it has a number
MANY = 99

ONE, CHOSEN, SEVERAL, ROUND, BULK = range(5)


def is_figure(phrase: Phrase) -> bool:
    """Whether a phrase can only name figures: then going round asks for an order (TIM-7)."""
    if isinstance(phrase, Ref):
        return phrase.word in ("this", "it", "them")
    if isinstance(phrase, Join):
        return all(is_figure(part) for part in phrase.parts)
    return all(noun in FIGURE_NOUNS or noun.endswith(" minion") for noun in phrase.nouns)


def quantity(phrase: Phrase) -> int:
    """How a phrase is settled: the only one, one chosen, several chosen, each in turn, or all at once."""
    if isinstance(phrase, Ref):
        return ROUND if phrase.word == "them" else ONE
    if isinstance(phrase, Join):
        if phrase.word == "or":
            return CHOSEN
        return ROUND if is_figure(phrase) else BULK
    det = phrase.det
    if det in ("a", "another") or det == 1:
        return CHOSEN
    if det == "the" and any(one.rel == "nearest to" for one in phrase.filters):
        return CHOSEN  # of those equally near (DST-3)
    if det in ("each", "all"):
        return ROUND if is_figure(phrase) or phrase.nouns[0].endswith(" area") else BULK
    if isinstance(det, int | tuple) or det == "any":
        return SEVERAL if is_figure(phrase) else BULK
    return ONE


def compile_steps(name: str, steps: tuple[Step, ...], limits: tuple[str, ...] = ()) -> Program:
    """The program of a text's steps."""
    writer = _Writer()
    writer.all(steps)
    writer.put(Op(END))
    return Program(name, tuple(_with_sure_picks(_with_ways_out(writer.ops))), limits)


def _with_ways_out(ops: list[Op]) -> list[Op]:
    """Give every part inside `each` and `may` the place to go on at when it cannot be done: only its own part ends.

    Elsewhere such a part ends the text (ABI-4, ABI-15).
    """
    found = list(ops)
    for k, op in enumerate(ops):
        if op.op == EACH:
            found[k] = replace(op, out=_way_out(ops, k))
        elif op.op in (SET, PICK, SOME, OR, DO) and op.goto < 0:
            found[k] = replace(op, goto=_way_out(ops, k))
    return found


def _way_out(ops: list[Op], place: int) -> int:
    """Where the part around a step ends: the head of the nearest `each`, or the end of the nearest `may`; -1 is nowhere."""
    for gate in range(place - 1, -1, -1):
        outer = ops[gate]
        if not gate < place < outer.goto:
            continue
        if outer.op == EACH:
            return outer.goto - 1
        if outer.may:
            return outer.goto
    return -1


def _with_sure_picks(ops: list[Op]) -> list[Op]:
    """Mark the picks of things that the next deed can be done with, whichever it is: they need not be tried."""
    found = list(ops)
    for k, op in enumerate(ops[:-1]):
        act = ops[k + 1].act
        if op.op == PICK and op.slot == OBJ and act is not None and act.verb in SURE and ops[k + 1].picked == (OBJ,):
            found[k] = replace(op, sure=True)
    return found


class TooDeep(ValueError):
    """Loops inside loops beyond what a frame has slots for; the message is for the card's author."""


class _Writer:
    """Writes ops in order; jumps forward are filled in when their end is known."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.depth = 0

    def put(self, op: Op) -> int:
        self.ops.append(op)
        return len(self.ops) - 1

    def begin(self, op: Op) -> int:
        """Begin a loop; the loops inside it are one deeper."""
        if self.depth >= DEEPEST_LOOP:
            raise TooDeep(f"`each` and `times` stand inside one another at most {DEEPEST_LOOP} deep; write two texts")
        self.depth += 1
        return self.put(replace(op, depth=self.depth - 1))

    def close(self, start: int) -> None:
        """End a loop: back to its head, which leads past it."""
        self.depth -= 1
        self.put(Op(NEXT, goto=start))
        self.here(start)

    def here(self, at: int) -> None:
        """Let the jump of an earlier op lead to what is written next."""
        self.ops[at] = replace(self.ops[at], goto=len(self.ops))

    def all(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self.one(step)

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
            assert isinstance(step, While)
            self.put(Op(HOLD, hold=step))

    # -- deeds ---------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        if act.who is None or act.who == Ref("you"):
            self.deed(act)
            return
        how = quantity(act.who)
        if how in (ROUND, BULK, SEVERAL):
            start = self.round(act.who, how)
            self.deed(act)
            self.close(start)
        else:
            self.put(Op(PICK if how == CHOSEN else SET, WHO, act.who))
            self.deed(act)
        self.back_to_self()

    def round(self, who: Phrase, how: int, may: bool = False) -> int:
        """Begin to go round to doers; of a number of them those who do it are chosen first."""
        if how != SEVERAL:
            return self.begin(Op(EACH, WHO, who, may=may))
        low, high = _bounds(who)
        self.put(Op(SOME, WHO, who, low=low, high=high, depth=self.depth))
        return self.begin(Op(EACH, WHO, Ref("them"), may=may))

    def back_to_self(self) -> None:
        self.put(Op(SELF))

    def deed(self, act: Act) -> None:
        """Settle the object and the goal of a deed, then do it."""
        if act.verb == "control":
            self.control(act)
            return
        if act.verb == "choose":
            self.choose(act)
            return
        if act.verb == "do" and isinstance(act.what, Group) and isinstance(act.what.det, int) and act.what.det > 1:
            self.repeated(act, act.what)
            return
        if act.verb == "shift" and act.what is not None and quantity(act.what) == CHOSEN and _is_counted(act.n):
            self.shifts(act)
            return
        if act.verb in IN_BULK and isinstance(act.what, Group) and quantity(act.what) == BULK and _is_number(act.what):
            self.one_after_another(act, act.what)
            return
        picked: list[int] = []
        loops: list[int] = []
        wall = _wall_of(act)
        if wall is not None and quantity(wall) != ONE:
            picked.append(DEST)
            if quantity(wall) in (ROUND, BULK):
                loops.append(self.begin(Op(EACH, DEST, wall)))
            else:
                self.put(Op(PICK, DEST, wall))
        if isinstance(act.to, Ref | Group | Join) and act.verb in ("give", "swap"):
            loops.append(self.settle(act.to, DEST, picked))
        if act.what is not None and act.verb not in COUNTED:
            loops.append(self.settle(act.what, OBJ, picked, act.verb in ONE_BY_ONE))
        for word, value in act.how:
            if word in ("against", "toward", "away from") and isinstance(value, Ref | Group | Join):
                if word == "against" and quantity(value) in (ROUND, BULK):
                    loops.append(self.settle(value, DEST, picked))
                elif word != "against" and quantity(value) == CHOSEN:
                    self.settle(value, DEST, picked)
        self.put(Op(DO, act=act, picked=tuple(picked)))
        for loop in reversed(loops):
            if loop >= 0:
                self.close(loop)

    def settle(self, phrase: Phrase, slot: int, picked: list[int], one_by_one: bool = False) -> int:
        """Write how a phrase is settled; gives the place of a loop that must be closed, or -1."""
        how = quantity(phrase)
        if how == ONE or (how == BULK and not one_by_one):
            return -1
        if how == BULK and isinstance(phrase, Group) and _is_number(phrase):
            how = SEVERAL
        picked.append(slot)
        if how == CHOSEN:
            self.put(Op(PICK, slot, phrase))
            return -1
        if how == SEVERAL:
            low, high = _bounds(phrase)
            self.put(Op(SOME, slot, phrase, low=low, high=high, depth=self.depth))
            return self.begin(Op(EACH, slot, Ref("them")))
        return self.begin(Op(EACH, slot, phrase))

    def choose(self, act: Act) -> None:
        assert act.what is not None
        if any(word == "secret" for word, _ in act.how):
            self.put(Op(SECRET, IT, act.what))
            self.put(Op(REVEAL))
            return
        how = quantity(act.what)
        if how == SEVERAL:
            low, high = _bounds(act.what)
            self.put(Op(SOME, IT, act.what, low=low, high=high, depth=self.depth))
        else:
            self.put(Op(PICK, IT, act.what))

    def control(self, act: Act) -> None:
        """A controlled figure is held for the controller's side until the body is over (CTL-1)."""
        assert act.what is not None
        how = quantity(act.what)
        start = -1
        if how == SEVERAL:
            low, high = _bounds(act.what)
            self.put(Op(SOME, IT, act.what, low=low, high=high, depth=self.depth))
            start = self.begin(Op(EACH, IT, Ref("them")))
        elif how in (ROUND, BULK):
            start = self.begin(Op(EACH, IT, act.what))
        else:
            self.put(Op(PICK if how == CHOSEN else SET, IT, act.what))
        self.put(Op(HELD, act=act))
        self.all(act.body)
        self.put(Op(FREE))
        if start >= 0:
            self.close(start)

    def one_after_another(self, act: Act, what: Group) -> None:
        """`Shift 2 ability tokens` is that deed so many times, each thing chosen anew; `up to 2` may end sooner."""
        low, high = _bounds(what)
        start = self.begin(Op(TIMES, low=high))
        one = replace(what, det="a")
        pick = self.put(Op(PICK, OBJ, one, may=low < high, depth=self.depth - 1))
        self.put(Op(DO, act=replace(act, what=one), picked=(OBJ,)))
        self.close(start)
        if low < high:
            self.ops[pick] = replace(self.ops[pick], out=len(self.ops), goto=len(self.ops))

    def repeated(self, act: Act, what: Group) -> None:
        """`Do 3 basic actions` is that deed three times."""
        assert isinstance(what.det, int)
        start = self.begin(Op(TIMES, low=what.det))
        self.put(Op(DO, act=replace(act, what=replace(what, det="a"))))
        self.close(start)

    def shifts(self, act: Act) -> None:
        """`Shift a token 1 for each X` is once for each, the token chosen anew (ABI-16)."""
        assert act.n is not None
        by, kind, arg = act.n.terms[0]
        start = self.begin(Op(TIMES, num=Num(((1, kind, arg),))))
        self.deed(replace(act, n=Num(((by, "flat", None),))))
        self.close(start)

    # -- choices and loops ---------------------------------------------------------------------------

    def may(self, may: May) -> None:
        how = quantity(may.who) if may.who != Ref("you") else ONE
        if how == ONE:
            if may.who != Ref("you"):
                self.put(Op(SET, WHO, may.who, goto=-2))
            gate = self.put(Op(ASK, may=True))
        elif how == CHOSEN:
            gate = self.put(Op(PICK, WHO, may.who, may=True))
        else:
            gate = self.round(may.who, how, may=True)
        self.all(may.cost)
        self.all(may.steps)
        if how in (ONE, CHOSEN):
            self.here(gate)
        else:
            self.close(gate)
        for k in range(gate):
            if self.ops[k].goto == -2:
                self.ops[k] = replace(self.ops[k], goto=len(self.ops))
        self.back_to_self()

    def either(self, step: Or) -> None:
        """Alternatives: only what can be done is offered."""
        fork = self.put(Op(OR))
        ways: list[int] = []
        ends: list[int] = []
        for option in step.options:
            ways.append(len(self.ops))
            self.act(option) if option.who is not None else self.deed(option)
            ends.append(self.put(Op(JUMP)))
        for end in ends:
            self.here(end)
        self.ops[fork] = replace(self.ops[fork], ways=tuple(ways))

    def condition(self, step: If) -> None:
        test = self.put(Op(IF, cond=step.cond))
        self.all(step.steps)
        if step.other:
            over = self.put(Op(JUMP))
            self.here(test)
            self.all(step.other)
            self.here(over)
        else:
            self.here(test)

    def loop(self, step: Loop) -> None:
        if isinstance(step.over, Group):
            start = self.begin(Op(EACH, IT, step.over))
        else:
            start = self.begin(Op(TIMES, num=step.over))
        self.all(step.steps)
        self.close(start)


def _wall_of(act: Act) -> Phrase | None:
    """The wall that something is placed on: a text settles it before the piece (MAP-9)."""
    if act.verb != "place" or not isinstance(act.to, tuple):
        return None
    for one in act.to:
        if one.rel == "on" and isinstance(one.arg, Group) and "wall" in one.arg.nouns:
            return one.arg
    return None


def _is_number(group: Group) -> bool:
    """Whether a phrase is of a number of things: `2`, `up to 2`, `any number of`."""
    return isinstance(group.det, int | tuple) or group.det == "any"


def _is_counted(num: Num | None) -> bool:
    """Whether a number is `N for each X` alone."""
    return num is not None and len(num.terms) == 1 and num.terms[0][1] in ("each", "time")


def _bounds(phrase: Phrase) -> tuple[int, int]:
    """The fewest and the most of a phrase with a number."""
    assert isinstance(phrase, Group)
    det = phrase.det
    if isinstance(det, int):
        return det, det
    if isinstance(det, tuple):
        return (0, det[1]) if det[0] == "up to" else (det[1], MANY)
    return 0, MANY
