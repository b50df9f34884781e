"""The faces that a challenge or roll frame shows for one side of it."""

from __future__ import annotations

from tipover.engine.core.frames import challenge_frame, kinds, roll_frame
from tipover.engine.core.frames.kinds import Frame


def span(frame: Frame, whose: int) -> tuple[int, int]:
    """Where the faces of one side of a challenge, or of a roll, stand in its frame."""
    if frame[kinds.KIND] == kinds.ROLL:
        return roll_frame.DICE_AT + frame[roll_frame.COUNT], len(frame)
    start = challenge_frame.EXTRAS_AT + frame[challenge_frame.EXTRAS]
    middle = min(len(frame), start + frame[challenge_frame.DICE])
    return (start, middle) if whose == roll_frame.FOR_CHALLENGER else (middle, len(frame))


def faces_for(frame: Frame, whose: int) -> list[int]:
    """The faces that a challenge or roll frame shows for one side of it."""
    start, end = span(frame, whose)
    return frame[start:end]


def take_face(frame: Frame, whose: int, die: int, face: int) -> None:
    """Take a die that has fallen out of a roll, to be rolled again."""
    start, end = span(frame, whose)
    del frame[frame.index(face, start, end)]
    if frame[kinds.KIND] == kinds.ROLL:
        roll_frame.take_die(frame, die)
    else:
        frame[challenge_frame.DICE if whose == roll_frame.FOR_CHALLENGER else challenge_frame.DEFENSE] -= 1


def add_face(frame: Frame, whose: int, die: int, face: int) -> None:
    """Add a die that has fallen to a roll."""
    if frame[kinds.KIND] == kinds.ROLL:
        roll_frame.add_die(frame, die)
        frame.append(face)
        return
    _, end = span(frame, whose)
    frame.insert(end, face)
    frame[challenge_frame.DICE if whose == roll_frame.FOR_CHALLENGER else challenge_frame.DEFENSE] += 1
