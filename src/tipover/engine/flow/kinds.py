"""The kinds of frames and their slots. A frame is a list of ints: its kind, its stage, then its slots."""

from __future__ import annotations

SETUP_FRAME, ROUND_FRAME, TURN_FRAME, CHALLENGE_FRAME, RETURN_FRAME, TEXT_FRAME, ORDER_FRAME, MOVE_FRAME = range(8)

KIND, STAGE = 0, 1

# A set-up frame's slot: how far its stage has come.
DONE = 2

# A round frame's slot: the side that is next to take a turn, or how many sides have cooled down.
NEXT = 2

# A turn frame's slots.
TURN_SIDE, ACTOR, ACTIONS, COMPANION_USED = 2, 3, 4, 5

# A challenge frame's slots: who, whom, the dice of both, the challenger's successes.
CHALLENGER, TARGET, DICE, DEFENSE, HITS = 2, 3, 4, 5, 6

# A return frame's slots: whose figures, and which one was chosen to come back now.
RETURN_SIDE, RETURNING = 2, 3

ACTIONS_A_TURN = 2
