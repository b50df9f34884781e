"""Compiled texts: flat lists of steps that a frame executes, with one question at a time.

Phrases, numbers and conditions remain trees, shared by all games; everything that changes is in the slots of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tipover.cards.ast import Act, Cond, Lasting, Num, Phrase

# Ops for control flow.
END: Final = 0
SELF: Final = 1
SET: Final = 2
PICK: Final = 3
SOME: Final = 4
EACH: Final = 5
NEXT: Final = 6
TIMES: Final = 7
ASK: Final = 8
OR: Final = 9
IF: Final = 10
JUMP: Final = 11
SECRET: Final = 12
REVEAL: Final = 13
CONTROL: Final = 14
RELEASE: Final = 15
LASTING: Final = 16
# The op that does a deed; the verb is in its act.
DO: Final = 17

OPS: Final = [
    "END", "SELF", "SET", "PICK", "SOME", "EACH", "NEXT", "TIMES", "ASK", "OR", "IF", "JUMP", "SECRET", "REVEAL",
    "CONTROL", "RELEASE", "LASTING", "DO",
]  # fmt: skip

# The slots of a frame that a step may fill for the deed after it; KEEP fills only the slot of its phrase.
WHO: Final = 0
OBJ: Final = 1
DEST: Final = 2
KEEP: Final = 3
SLOTS: Final = ["who", "obj", "dest", "keep"]

# Where what a pronoun means is kept: in slots that every frame has, or in one of the text's own, from FIRST_KEPT on.
IS_THIS: Final = 0
SUBJECT: Final = 1
TARGET: Final = 2
CHALLENGER: Final = 3
OWNER: Final = 4
TARGETS: Final = 5
FIRST_KEPT: Final = 6
MOST_KEPT: Final = 6

DEEPEST_LOOP: Final = 4  # nested loops; an `each` inside a `for each` is one


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a program."""

    op: int  # the op, an index of OPS
    slot: int = WHO  # the slot it fills
    phrase: Phrase | None = None  # whom or what it picks or iterates over
    act: Act | None = None  # the deed of DO
    cond: Cond | None = None  # the condition of IF
    num: Num | None = None  # the number of TIMES
    lasting: Lasting | None = None  # the standing rule or trigger that it puts in force
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
    in_full: bool = False  # whether it pays for something: it cannot be done in part (ABI-4)

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
    keeps_target: bool = False  # whether an `another` in it is not who is challenged by the event that it waits for
