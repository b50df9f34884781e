"""Dice are rolled, and texts that wait for it get the result (CHA-12, CHA-22, CHA-24)."""

from __future__ import annotations

from tipover.engine.core.dice import alike, successes, total_of
from tipover.engine.core.event import DiceRolled, Event, Rolled
from tipover.engine.core.frames import roll_frame, text_frame
from tipover.engine.core.happening import ROLLS, ROLLS_IN_A_CHALLENGE, ROLLS_TO_DEFEND, Happening
from tipover.engine.core.ids import FigureId, Thing
from tipover.engine.core.state import State
from tipover.engine.effects.happen import Frames, before, is_done, prevented
from tipover.engine.effects.launch import launch


def _names(state: State, roller: Thing, challenger: FigureId, defending: bool, dice: list[int]) -> tuple[Happening, ...]:
    """The happenings of a roll that texts wait for: of any dice, and once more for each declared die among its `dice`."""
    listens = state.texts.listens
    is_heard = listens[ROLLS] is not None
    found = [Happening(ROLLS, roller, by=challenger)] if is_heard else []
    if (defending or challenger >= 0) and listens[ROLLS_IN_A_CHALLENGE] is not None:
        found.append(Happening(ROLLS_IN_A_CHALLENGE, roller, by=challenger))
    if defending and listens[ROLLS_TO_DEFEND] is not None:
        found.append(Happening(ROLLS_TO_DEFEND, roller, by=challenger))
    if is_heard:
        found += [Happening(ROLLS, roller, die, by=challenger) for die in sorted({*dice} - {roll_frame.PLAIN})]
    return tuple(found)


def comes_before(state: State, roller: Thing, challenger: FigureId, defending: bool, dice: list[int]) -> Frames:
    """The texts that come before a figure rolls (CHA-4)."""
    return before(state, _names(state, roller, challenger, defending, dice))


def may_roll(state: State, roller: Thing, challenger: FigureId, defending: bool, dice: list[int]) -> bool:
    """Whether a figure rolls its dice, in a challenge of `challenger` or for a text; if not, a text is done instead."""
    return not any(prevented(state, name) for name in _names(state, roller, challenger, defending, dice))


def report_roll(target: Thing, defending: bool, faces: tuple[int, ...], events: list[Event]) -> None:
    """Report the dice of a challenge, of its challenger or of the defending target (CHA-5, CHA-6)."""
    events.append(Rolled(target, defending, faces, successes(faces, defending)))


def report_text_roll(roller: Thing, defending: bool, faces: tuple[int, ...], events: list[Event]) -> None:
    """Report the dice that a text rolls or adds (CHA-12)."""
    events.append(DiceRolled(roller, faces, successes(faces, defending), total_of(faces)))


def has_rolled(state: State, roller: Thing, faces: list[int], defending: bool, challenger: FigureId, dice: list[int]) -> None:
    """A figure has rolled: set off the texts that wait for it, each with the result in its frame (CHA-24)."""

    def noted(state: State, texts: Frames) -> None:
        for text in texts:
            note_roll(text, faces, defending)
        launch(state, texts)

    is_done(state, _names(state, roller, challenger, defending, dice), order=noted)


def note_roll(text: list[int], faces: list[int], defending: bool) -> None:
    """Write the result of the last roll into the frame of a text: `for each success`, `the total is`, `the dice match` (CHA-12, CHA-22)."""
    text_frame.set_roll(text, total_of(faces), successes(faces, defending), alike(faces))
