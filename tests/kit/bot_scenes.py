"""Small scenes that tests of several bots share, and the open question of a game that goes on."""

from __future__ import annotations

from tipover import State
from tipover.engine.core.decision import Decision

OPEN_FIELD = """
scenario = "Territory"
drawing = '''
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   A   b   .   c |
+   +   +   +   +   +
| .   B   .   .   . |
+---+---+---+---+---+
'''
turn = "A"
"""

# A point for whoever takes E: A is there in one move, b can take it next.
CORRIDOR = """
scenario = "Territory"
drawing = '''
+---+---+---+---+---+---+---+
| A   .   .   E   .   .   b |
+   +   +   +   +   +   +   +
| #   #   #   #   .   .   c |
+---+---+---+---+---+---+---+
'''
turn = "A"
[points]
E = "E"
"""


def asked(state: State) -> Decision:
    """The open question, which there is."""
    ask = state.decision
    assert ask is not None
    return ask
