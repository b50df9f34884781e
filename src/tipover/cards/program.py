"""Compiled texts: flat lists of steps that a frame executes, with one question at a time.

Phrases, numbers and conditions remain trees, shared by all games; everything that changes is in the slots of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from tipover.cards.ast import Act, Cond, Num, Phrase, While

# Ops for control flow.
END, SELF, SET, PICK, SOME, EACH, NEXT, TIMES, ASK, OR, IF, JUMP, SECRET, REVEAL, CONTROL, RELEASE, LASTING = range(17)
# The op that does a deed; the verb is in its act.
DO = 17

OPS = [
    "END", "SELF", "SET", "PICK", "SOME", "EACH", "NEXT", "TIMES", "ASK", "OR", "IF", "JUMP", "SECRET", "REVEAL",
    "CONTROL", "RELEASE", "LASTING", "DO",
]  # fmt: skip

# The slots of a frame that a step may fill for the deed after it; KEEP fills only the slot of its phrase.
WHO, OBJ, DEST, KEEP = range(4)
SLOTS = ["who", "obj", "dest", "keep"]

# Where what a pronoun means is kept: in slots that every frame has, or in one of the text's own, from FIRST_KEPT on.
IS_THIS, SUBJECT, TARGET, CHALLENGER, OWNER, TARGETS = range(6)
FIRST_KEPT = 6
MOST_KEPT = 6

DEEPEST_LOOP = 4  # nested loops; an `each` inside a `for each` is one


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a program."""

    op: int  # the op, an index of OPS
    slot: int = WHO  # the slot it fills
    phrase: Phrase | None = None  # whom or what it picks or iterates over
    act: Act | None = None  # the deed of DO
    cond: Cond | None = None  # the condition of IF
    num: Num | None = None  # the number of TIMES
    lasting: While | None = None  # the standing rule that it puts in force
    goto: int = -1  # where to continue when there is nothing to do or the answer is no; -1 ends the text (ABI-4)
    may: bool = False  # whether its player may decline
    low: int = 0  # the fewest to pick
    high: int = 0  # the most to pick
    ways: tuple[int, ...] = ()  # where the alternatives of OR begin
    sure: bool = False  # of PICK: the deed after it can be done with anything the phrase names, so no candidate has to be tried
    out: int = -1  # of EACH: where to continue when nobody can be challenged; -1 ends the text (ABI-4)
    depth: int = 0  # of EACH and TIMES: how many loops enclose it
    random: bool = False  # of PICK and SOME: chance picks
    picked: tuple[int, ...] = ()  # of DO: the slots that earlier steps filled for it

    def __str__(self) -> str:
        parts = [OPS[self.op]]
        if self.op in (SET, PICK, SOME, EACH):
            parts.append(SLOTS[self.slot])
        if self.act is not None:
            parts.append(self.act.verb)
        if self.random:
            parts.append("random")
        if self.may:
            parts.append("may")
        if self.goto >= 0:
            parts.append(f"→{self.goto}")
        if self.ways:
            parts.append("/".join(str(way) for way in self.ways))
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Program:
    """The steps of one text."""

    name: str  # the name of its card
    steps: tuple[Step, ...]  # its steps in order
    limits: tuple[str, ...] = ()  # `Once per turn` and others
