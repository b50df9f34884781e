"""A small scene in which light can win at once, and the games of those who do and who walk past it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tipover.engine.core import verbs
from tipover.engine.core.arrange import first_game
from tipover.engine.core.decision import Choice
from tipover.engine.core.state import State
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


def walked_past() -> str:
    """The record of a first game of two rounds whose figures walk at one another and never challenge: two turns of each cost something."""
    match = Match(first_game("golden_girls", quick=True, rounds=2), 2, names=["Ann", "Ben"])
    while match.state.decision is not None:
        state, options = match.state, match.state.decision.options
        moves = [option for option in options if option.verb == verbs.MOVE]
        match.play(min(moves, key=partial(_far, state)) if moves else next((one for one in options if one.verb == verbs.END), options[0]))
    return Record.of(match).text()


def _far(state: State, move: Choice) -> int:
    """Steps from where a move ends to the nearest rival."""
    columns = state.setup.grid.columns
    sides = state.setup.side_of
    rivals = [at for figure, at in enumerate(state.figure_at) if at >= 0 and sides[figure] != sides[move.figure]]
    return min(max(abs(move.square % columns - at % columns), abs(move.square // columns - at // columns)) for at in rivals)


def record_of(lines: Sequence[str] = PASSED, names: Sequence[str] = ("Ann", "Ben"), scene: str = SURE_WIN) -> str:
    """The record of a game in this scene."""
    return Record.of(played(lines, scene, names)).text()
