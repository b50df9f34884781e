"""The kinds of frames. A frame is a list of ints: its kind, its stage, then the slots of its kind.

`ACTION` and `ANSWER` frames are gone before the next question, so no stored state holds one.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Frame: TypeAlias = list[int]

SETUP: Final = 0
ROUND: Final = 1
TURN: Final = 2
CHALLENGE: Final = 3
RETURN: Final = 4
TEXT: Final = 5
ORDER: Final = 6
MOVE: Final = 7
ROLL: Final = 8
ACTION: Final = 9
ANSWER: Final = 10
KIND: Final = 0
STAGE: Final = 1
