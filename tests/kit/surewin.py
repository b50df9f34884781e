"""A small scene in which light can win at once, and the games of those who do and who walk past it."""

from __future__ import annotations

from collections.abc import Sequence

from tipover.play.match import Match
from tipover.play.record import Record
from tipover.play.scene import scene_state

SURE_WIN = """
drawing = '''
+---+---+---+---+---+---+---+
| .   A   .   .   .   .   b |
+---+---+---+---+---+---+---+
'''
turn = "A"
round = 2
first = "light"
scenario = "Territory"
[points]
A = "a1"
B = "f1"
[figures]
A = { side = "light" }
b = { side = "dark", exhausted = true }
[sides.light]
points = 5
[sides.dark]
points = 5
"""

# Dark has one turn left in the round, and no three points within reach.
HELD = """
drawing = '''
+---+---+---+---+---+---+---+
| .   A   .   .   .   .   b |
+---+---+---+---+---+---+---+
'''
turn = "A"
round = 2
first = "light"
scenario = "Territory"
[points]
A = "a1"
[figures]
A = { side = "light" }
b = { side = "dark" }
[sides.light]
points = 6
[sides.dark]
points = 3
"""

TAKEN = ("A: interact A", "A: end")  # light wins
TO_ITS_END = ("A: interact A", "A: end", "b: move e1", "b: end")  # of what is held
PASSED = ("A: end", "b: interact B", "b: end", "A: end")  # light walks past it, and loses
# Light walks to and fro before it wins: a log of some length, with costly turns of both.
WALKED = (
    "A: move c1", "A: move b1", "b: move f1", "b: move g1", "A: move c1", "A: move b1",
    "A: interact A", "A: end", "b: move f1", "b: move g1",
)  # fmt: skip


def played(lines: Sequence[str], scene: str = SURE_WIN, names: Sequence[str] = ()) -> Match:
    """A match from a scene with stated dice, after these lines."""
    start = scene_state(scene)
    match = Match(start.setup, None, list(names), start)
    for line in lines:
        match.play(line)
    return match


def record_of(lines: Sequence[str] = PASSED, names: Sequence[str] = ("Ann", "Ben"), scene: str = SURE_WIN) -> str:
    """The record of a game in this scene."""
    return Record.of(played(lines, scene, names)).text()
