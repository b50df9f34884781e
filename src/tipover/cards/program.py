"""What a card's text becomes: a flat list of steps that a frame walks through, one question at a time.

Phrases, numbers and conditions stay trees: they are content, shared by every game. What changes is in the frame's slots.
"""

from __future__ import annotations

from dataclasses import dataclass

from tipover.cards.ast import Act, Cond, Num, Phrase, While

# Ops that steer.
END, SELF, SET, PICK, SOME, EACH, NEXT, TIMES, ASK, OR, IF, JUMP, SECRET, REVEAL, HELD, FREE, HOLD = range(17)
# The op that does a deed.
DO = 17

OPS = [
    "END", "SELF", "SET", "PICK", "SOME", "EACH", "NEXT", "TIMES", "ASK", "OR", "IF", "JUMP", "SECRET", "REVEAL",
    "HELD", "FREE", "HOLD", "DO",
]  # fmt: skip

# Slots that a step may fill.
WHO, OBJ, DEST, IT = range(4)
SLOTS = ["who", "obj", "dest", "it"]

DEEPEST_LOOP = 4  # loops inside loops: an `each` inside `for each` is one


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `goto` is where to go on when there is nothing to do, or the answer is no; -1 ends the text (ABI-4)."""

    op: int
    slot: int = WHO
    phrase: Phrase | None = None
    act: Act | None = None
    cond: Cond | None = None
    num: Num | None = None
    hold: While | None = None
    goto: int = -1
    may: bool = False
    low: int = 0
    high: int = 0
    ways: tuple[int, ...] = ()
    sure: bool = False  # of PICK: whatever it names, the deed after it can be done with
    out: int = -1  # of EACH: where to go on when nobody can be challenged; -1 ends the text (ABI-4)
    depth: int = 0  # of EACH and TIMES: how many loops are around it
    picked: tuple[int, ...] = ()  # of DO: the slots that earlier steps have filled for it

    def __str__(self) -> str:
        said = [OPS[self.op]]
        if self.op in (SET, PICK, SOME, EACH):
            said.append(SLOTS[self.slot])
        if self.act is not None:
            said.append(self.act.verb)
        if self.may:
            said.append("may")
        if self.goto >= 0:
            said.append(f"→{self.goto}")
        if self.ways:
            said.append("/".join(str(way) for way in self.ways))
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class Program:
    """The steps of one text, the name of its card, and its limits (`Once per turn` …)."""

    name: str
    steps: tuple[Step, ...]
    limits: tuple[str, ...] = ()
