"""The kinds of frames and their slots. A frame is a list of ints: its kind, its stage, then its slots."""

from __future__ import annotations

SETUP_FRAME, ROUND_FRAME, TURN_FRAME, CHALLENGE_FRAME, RETURN_FRAME, TEXT_FRAME, ORDER_FRAME, MOVE_FRAME, ROLL_FRAME = range(9)

KIND, STAGE = 0, 1

# A set-up frame's slot: how far its stage has come.
DONE = 2

# A round frame's slot: the side that is next to take a turn, or how many sides have cooled down.
NEXT = 2

# A turn frame's slots.
TURN_SIDE, ACTOR, ACTIONS, COMPANION_USED = 2, 3, 4, 5

# A challenge frame's slots: who, whom, the dice of both, by how many successes the challenger is ahead; the text and step
# whose dice they are (-1: the basic ones); who has the credit, and its side, if that is not by the challenger (CHA-29).
CHALLENGER, TARGET, DICE, DEFENSE, HITS, PROGRAM, PLACE, CREDIT, CREDIT_SIDE = range(2, 11)
# Dice set before the roll: bursts and shields of the challenger, then of the defender; how many dice texts have added, then
# those, then the faces of the challenger's dice and of the defender's as they fall.
SET_DICE, EXTRAS, EXTRAS_AT = 11, 15, 16

# A return frame's slots: whose figures, and which one was chosen to come back now.
RETURN_SIDE, RETURNING = 2, 3

ACTIONS_A_TURN = 2
