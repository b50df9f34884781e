"""The challenge under way: who, whom, with how many dice, and whose roll is asked for."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.core.decision import Decision
from tipover.engine.core.dice import successes
from tipover.engine.core.frames import challenge_frame, kinds, roll_frame, rolled_faces, turn_frame
from tipover.engine.core.ids import NO_SIDE, NOBODY, FigureId, Side, Thing
from tipover.engine.core.state import State


class OpenChallenge(NamedTuple):
    """A challenge under way. `target` is a figure or piece; `hits` is by how many successes the challenger is ahead, once compared."""

    challenger: FigureId
    target: Thing
    dice: int
    defense: int
    hits: int


def open_challenge(state: State) -> OpenChallenge | None:
    """The innermost challenge under way, or None."""
    frame = state.topmost(kinds.CHALLENGE)
    return None if frame is None else _told(frame)


def _told(frame: list[int]) -> OpenChallenge:
    return OpenChallenge(
        challenge_frame.challenger(frame),
        challenge_frame.target(frame),
        challenge_frame.dice_count(frame, roll_frame.FOR_CHALLENGER),
        challenge_frame.dice_count(frame, roll_frame.FOR_DEFENDER),
        challenge_frame.hits(frame),
    )


def under_way(state: State) -> tuple[Side, FigureId, int, OpenChallenge | None]:
    """The turn under way as `turn_of` has it, and the innermost challenge: both in one look at the stack."""
    turn: list[int] | None = None
    challenge: OpenChallenge | None = None
    for frame in state.stack:
        kind = frame[kinds.KIND]
        if kind == kinds.TURN:
            turn = frame
        elif kind == kinds.CHALLENGE:
            challenge = _told(frame)
    if turn is None:
        return NO_SIDE, NOBODY, 0, challenge
    actor, actions, side = turn_frame.acting(turn)
    return side, actor, actions, challenge


def targets_under_way(state: State) -> list[Thing]:
    """The targets of all challenges under way that somebody declared."""
    return [
        challenge_frame.target(frame)
        for frame in state.stack
        if frame[kinds.KIND] == kinds.CHALLENGE and challenge_frame.challenger(frame) >= 0
    ]


def is_attack_roll(state: State) -> bool:
    """Whether the dice asked for are the challenger's."""
    return _stage(state) == challenge_frame.ATTACKING


def is_defense_roll(state: State) -> bool:
    """Whether the dice asked for are the defender's."""
    return _stage(state) == challenge_frame.DEFENDING


def is_text_roll(state: State) -> bool:
    """Whether the dice asked for are those of a text."""
    return bool(state.stack) and state.stack[-1][kinds.KIND] == kinds.ROLL


def _stage(state: State) -> int:
    frame = state.stack[-1] if state.stack else [-1, -1]
    return frame[kinds.STAGE] if frame[kinds.KIND] == kinds.CHALLENGE else -1


def is_plain_roll(state: State) -> bool:
    """Whether the dice asked for are a challenge's and no text looks at their faces, so that only successes count."""
    return _stage(state) >= 0 and not state.texts.hears_rolls


def has_set_dice(state: State) -> bool:
    """Whether some dice of the topmost challenge are set to a face before the roll (CHA-13)."""
    return challenge_frame.has_set_dice(state.stack[-1])


def successes_to_beat(state: State) -> int:
    """The challenger's successes when the defender of the topmost challenge is to roll."""
    return successes(rolled_faces.faces_for(state.stack[-1], roll_frame.FOR_CHALLENGER), False)


def is_asked(ask: Decision | None, state: State, defending: bool) -> bool:
    """Whether a question asks for the dice of one side of the topmost challenge."""
    return ask is not None and ask.weights is not None and (is_defense_roll(state) if defending else is_attack_roll(state))
