"""Dice that a text rolls: asked of chance, changed by what waits for the roll, then told to the text (CHA-12, CHA-13)."""

from __future__ import annotations

from tipover.engine.decision import ASK_ROLL, CHANCE, Choice, Decision
from tipover.engine.dice import PLAIN_DIE, alike, mixed_rolls, rollable, successes, total_of
from tipover.engine.event import DiceRolled, Event
from tipover.engine.flow.kinds import CHALLENGE_FRAME, DEFENSE, DICE, EXTRAS, EXTRAS_AT, ROLL_FRAME, STAGE, TEXT_FRAME
from tipover.engine.state import State
from tipover.engine.steps import frame as slots
from tipover.engine.triggers import launch, set_off

# A roll frame's slots: who rolls, for whom, how many dice; then the dice, then their faces.
ROLLER, WHOSE, COUNT = 2, 3, 4
DICE_AT = 5

# For whom dice are rolled: a text, or added to a roll that lies below on the stack.
FOR_TEXT, FOR_CHALLENGER, FOR_DEFENDER, FOR_ROLL = range(4)

ROLLING, TOLD, CLOSING = range(3)

PLAIN = -1


def faces_of_die(state: State, die: int) -> tuple[int, ...]:
    """The faces of a plain die or of one that a pack declares."""
    return PLAIN_DIE if die == PLAIN else state.setup.catalog.dice[die].faces


def push_roll(state: State, roller: int, dice: list[int], whose: int) -> None:
    """Ask chance for dice; what they show goes to the text or roll below when all that waits for it is done."""
    state.stack.append([ROLL_FRAME, ROLLING, roller, whose, len(dice), *dice])


def rolled_by(frame: list[int]) -> list[int]:
    """The faces a roll frame shows so far."""
    return frame[DICE_AT + frame[COUNT] :]


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask for the dice; then what waits for a roll of this figure happens; then it is over."""
    stage = frame[STAGE]
    if stage == ROLLING:
        dice = tuple(faces_of_die(state, die) for die in frame[DICE_AT:])
        if not dice:
            _fell(state, frame, (), events)
            return None
        options, weights = mixed_rolls(rollable(dice))
        return Decision(ASK_ROLL, [CHANCE], -1, frame[ROLLER] if slots.is_figure(frame[ROLLER]) else -1, options, weights)
    if stage == TOLD:
        frame[STAGE] = CLOSING
        if frame[WHOSE] == FOR_TEXT:
            launch(state, after_rolling(state, frame[ROLLER], rolled_by(frame), False, -1))
        return None
    state.stack.pop()
    _deliver(state, frame)
    return None


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the dice as they fell."""
    _fell(state, frame, choice.path, events)


def _fell(state: State, frame: list[int], faces: tuple[int, ...], events: list[Event]) -> None:
    frame += faces
    frame[STAGE] = TOLD
    hits = successes(faces, frame[WHOSE] == FOR_DEFENDER)
    events.append(DiceRolled(frame[ROLLER], faces, hits, total_of(faces)))


def after_rolling(state: State, roller: int, faces: list[int], defending: bool, challenger: int) -> list[list[int]]:
    """The texts that wait for a roll of a figure; each knows what the dice show (CHA-24)."""
    found = set_off(state, "after rolls", roller, foe=challenger)
    for text in found:
        note(text, faces, defending)
    return found


def note(text: list[int], faces: list[int], defending: bool) -> None:
    """Let a text know what the last roll shows: `for each success`, `the total is`, `the dice match` (CHA-12, CHA-22)."""
    text[slots.SUM] = total_of(faces)
    text[slots.SUCCESSES] = successes(faces, defending)
    text[slots.ALIKE] = alike(faces)


def _deliver(state: State, frame: list[int]) -> None:
    """Give the faces to whom they were rolled for."""
    faces = rolled_by(frame)
    if frame[WHOSE] == FOR_TEXT:
        note(state.stack[-1], faces, False)
        return
    found = roll_below(state)
    assert found is not None
    for die, face in zip(frame[DICE_AT : DICE_AT + frame[COUNT]], faces, strict=True):
        add_face(found, frame[WHOSE], die, face)
    if state.stack[-1][0] == TEXT_FRAME:
        note(state.stack[-1], faces_for(found, frame[WHOSE]), frame[WHOSE] == FOR_DEFENDER)


# -- the roll that is going on -----------------------------------------------------------------------------


def roll_below(state: State) -> list[int] | None:
    """The challenge or roll nearest below on the stack whose dice a text may change; None if there is none."""
    for frame in reversed(state.stack):
        if frame[0] == CHALLENGE_FRAME or (frame[0] == ROLL_FRAME and frame[STAGE] == CLOSING):
            return frame
    return None


def faces_for(frame: list[int], whose: int) -> list[int]:
    """The faces that a challenge or roll frame shows for one side of it."""
    start, end = span(frame, whose)
    return frame[start:end]


def span(frame: list[int], whose: int) -> tuple[int, int]:
    """Where the faces of one side of a challenge, or of a roll, stand in its frame."""
    if frame[0] == ROLL_FRAME:
        return DICE_AT + frame[COUNT], len(frame)
    start = EXTRAS_AT + frame[EXTRAS]
    middle = min(len(frame), start + frame[DICE])
    return (start, middle) if whose == FOR_CHALLENGER else (middle, len(frame))


def add_face(frame: list[int], whose: int, die: int, face: int) -> None:
    """Add a die that has fallen to a roll."""
    if frame[0] == ROLL_FRAME:
        frame.insert(DICE_AT + frame[COUNT], die)
        frame[COUNT] += 1
        frame.append(face)
        return
    _, end = span(frame, whose)
    frame.insert(end, face)
    frame[DICE if whose == FOR_CHALLENGER else DEFENSE] += 1
