"""The dice of a challenge with their parts (CHA-4, CHA-5, TIM-4)."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import challenge_frame, kinds, roll_frame
from tipover.engine.core.ids import NOBODY, PIECE, FigureId, Thing, is_figure
from tipover.engine.core.numbers import Number, Part
from tipover.engine.core.state import State
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.conditions import number
from tipover.engine.phrases.modifiers import defense_parts, defense_settings, dice_parts

BASIC_DICE: Final = 2
BASIC_PART: Final = Part(BASIC_DICE, "basic challenge", key="basic_challenge")


def dice_of(state: State, challenger: FigureId, target: Thing, frame: list[int]) -> Number:
    """The challenger's dice with their parts (CHA-4, CHA-5, TIM-4)."""
    program, place = challenge_frame.program(frame), challenge_frame.step_number(frame)
    basic = is_basic(state, program, place)
    if basic:
        parts = [BASIC_PART]
    else:
        text = text_below(state, frame)
        assert text is not None
        parts = text_dice(state, text, program, place)
    return Number(parts + dice_parts(state, challenger, target, basic) + _added(state, frame, roll_frame.FOR_CHALLENGER))


def defense_of(state: State, target: Thing, challenger: FigureId = NOBODY, frame: list[int] | None = None) -> Number:
    """The defender's dice with their parts (CHA-5)."""
    added = _added(state, frame, roll_frame.FOR_DEFENDER) if frame is not None else []
    if not is_figure(target):
        slot = state.setup.pieces[target - PIECE]
        return Number([Part(slot.defense, f"defense of {slot.name}", key="defense_of", of=slot.name), *added])
    base = [_defense_part(state.defense(target), state.name(target))]
    parts = defense_parts(state, target, challenger)
    if frame is not None and challenge_frame.last_setting(frame):
        holds = defense_settings(state, target)[challenge_frame.last_setting(frame) - 1][1]
        parts.remove(holds)
        parts.append(holds)
    return Number(base + parts + added)


_DEFENSES: Final[dict[tuple[int, str], Part]] = {}
_MOST_DEFENSES: Final = 1024


def _defense_part(defense: int, name: str) -> Part:
    """The part of a number that is the defense on a card (cached)."""
    known = _DEFENSES.get((defense, name))
    if known is None:
        if len(_DEFENSES) >= _MOST_DEFENSES:
            _DEFENSES.clear()
        known = _DEFENSES[(defense, name)] = Part(defense, f"defense of {name}", key="defense_of", of=name)
    return known


def _added(state: State, frame: list[int], whose: int) -> list[Part]:
    """The dice that texts have added before the roll."""
    return [
        Part(1, "added die", key="added_die") if die == roll_frame.PLAIN else Part(1, f"{state.setup.catalog.dice[die].name} die")
        for die in challenge_frame.extra_dice(frame, whose)
    ]


def text_below(state: State, frame: list[int]) -> list[int] | None:
    """The frame of the text that the topmost challenge is part of, right below it; a given action's challenge is part of none."""
    if challenge_frame.program(frame) < 0:
        return None
    below = state.stack[-2]
    return below if below[kinds.KIND] == kinds.TEXT else None


def text_dice(state: State, frame: list[int], program: int, place: int) -> list[Part]:
    """The parts of a text's challenge, counted now."""
    step = state.texts.programs[program].steps[place]
    assert step.act is not None and step.act.n is not None
    name = state.texts.programs[program].name
    return number(state, frame, step.act.n, name).parts


def is_basic(state: State, program: int, place: int) -> bool:
    """Whether a challenge is the basic one (ACT-9)."""
    if program < 0:
        return True
    act = state.texts.programs[program].steps[place].act
    return act is not None and act.verb == "challenge" and how_of(act, "basic") is not None
