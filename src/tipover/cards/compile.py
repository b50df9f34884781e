"""Trees → flat steps. Who and what are settled first, by steps that pick or go round; then the deed is done."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import Act, Group, If, Join, Loop, May, Num, Or, Phrase, Ref, Step, While
from tipover.cards.program import (
    ASK,
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
COUNTED = {"gain", "lose", "do", "roll", "win"}  # what follows is a number or a kind, not a thing to be picked
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
    return Program(name, tuple(_with_ways_out(writer.ops)), limits)


def _with_ways_out(ops: list[Op]) -> list[Op]:
    """Give every part inside `each` and `may` the place to go on at when it cannot be done: only its own part ends.

    Elsewhere such a part ends the text (ABI-4, ABI-15).
    """
    found = list(ops)
    for k, op in enumerate(ops):
        if op.op not in (SET, PICK, SOME, OR, DO) or op.goto >= 0:
            continue
        for gate in range(k - 1, -1, -1):
            outer = ops[gate]
            if not gate < k < outer.goto:
                continue
            if outer.op == EACH:
                found[k] = replace(op, goto=outer.goto - 1)
                break
            if outer.may:
                found[k] = replace(op, goto=outer.goto)
                break
    return found


class _Writer:
    """Writes ops in order; jumps forward are filled in when their end is known."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.doer_is_me = True

    def put(self, op: Op) -> int:
        self.ops.append(op)
        return len(self.ops) - 1

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
        if how in (ROUND, BULK):
            start = self.put(Op(EACH, WHO, act.who))
            self.deed(act)
            self.put(Op(NEXT, goto=start))
            self.here(start)
        else:
            self.put(Op(PICK if how == CHOSEN else SET, WHO, act.who))
            self.deed(act)
        self.back_to_self()

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
        picked: list[int] = []
        round_at = -1
        if act.what is not None and act.verb not in COUNTED:
            round_at = self.settle(act.what, OBJ, picked)
        if isinstance(act.to, Ref | Group | Join) and act.verb in ("give", "swap"):
            self.settle(act.to, DEST, picked)
        for word, value in act.how:
            if word in ("against", "toward", "away from") and isinstance(value, Ref | Group | Join):
                if word == "against" and quantity(value) in (ROUND, BULK):
                    round_at = self.settle(value, DEST, picked)
                elif word != "against" and quantity(value) == CHOSEN:
                    self.settle(value, DEST, picked)
        self.put(Op(DO, act=act, picked=tuple(picked)))
        if round_at >= 0:
            self.put(Op(NEXT, goto=round_at))
            self.here(round_at)

    def settle(self, phrase: Phrase, slot: int, picked: list[int]) -> int:
        """Write how a phrase is settled; gives the place of a loop that must be closed, or -1."""
        how = quantity(phrase)
        if how in (ONE, BULK):
            return -1
        picked.append(slot)
        if how == CHOSEN:
            self.put(Op(PICK, slot, phrase))
            return -1
        if how == SEVERAL:
            low, high = _bounds(phrase)
            self.put(Op(SOME, slot, phrase, low=low, high=high))
            return self.put(Op(EACH, slot, Ref("them")))
        return self.put(Op(EACH, slot, phrase))

    def choose(self, act: Act) -> None:
        assert act.what is not None
        if any(word == "secret" for word, _ in act.how):
            self.put(Op(SECRET, IT, act.what))
            self.put(Op(REVEAL))
            return
        how = quantity(act.what)
        if how == SEVERAL:
            low, high = _bounds(act.what)
            self.put(Op(SOME, IT, act.what, low=low, high=high))
        else:
            self.put(Op(PICK, IT, act.what))

    def control(self, act: Act) -> None:
        """A controlled figure is held for the controller's side until the body is over (CTL-1)."""
        assert act.what is not None
        self.put(Op(PICK if quantity(act.what) == CHOSEN else SET, IT, act.what))
        self.put(Op(HELD, act=act))
        self.all(act.body)
        self.put(Op(FREE))

    def repeated(self, act: Act, what: Group) -> None:
        """`Do 3 basic actions` is that deed three times."""
        assert isinstance(what.det, int)
        start = self.put(Op(TIMES, low=what.det))
        self.put(Op(DO, act=replace(act, what=replace(what, det="a"))))
        self.put(Op(NEXT, goto=start))
        self.here(start)

    def shifts(self, act: Act) -> None:
        """`Shift a token 1 for each X` is once for each, the token chosen anew (ABI-16)."""
        assert act.n is not None
        by, kind, arg = act.n.terms[0]
        start = self.put(Op(TIMES, num=Num(((1, kind, arg),))))
        self.deed(replace(act, n=Num(((by, "flat", None),))))
        self.put(Op(NEXT, goto=start))
        self.here(start)

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
            gate = self.put(Op(EACH, WHO, may.who, may=True))
        self.all(may.cost)
        self.all(may.steps)
        if how == ROUND:
            self.put(Op(NEXT, goto=gate))
        self.here(gate)
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
            start = self.put(Op(EACH, IT, step.over))
        else:
            start = self.put(Op(TIMES, num=step.over))
        self.all(step.steps)
        self.put(Op(NEXT, goto=start))
        self.here(start)


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
