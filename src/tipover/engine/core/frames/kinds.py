"""The kinds of frames. A frame is a list of ints: its kind, its stage, then the slots of its kind.

`ACTION` and `ANSWER` frames are gone before the next question, so no stored state holds one.
"""

from __future__ import annotations

from typing import TypeAlias

Frame: TypeAlias = list[int]

SETUP, ROUND, TURN, CHALLENGE, RETURN, TEXT, ORDER, MOVE, ROLL, ACTION, ANSWER = range(11)
KIND, STAGE = 0, 1
