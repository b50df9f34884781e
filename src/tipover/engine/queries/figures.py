"""Figures and pieces: whose they are, where they are, what they can reach, what their abilities cost."""

from __future__ import annotations

from tipover.board.mask import Square
from tipover.cards.ast import Act
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import FigureId, Thing
from tipover.engine.core.numbers import Part, sum_parts
from tipover.engine.core.state import State
from tipover.engine.laws.abilities import prices
from tipover.engine.laws.challenge_dice import BASIC_DICE, defense_of
from tipover.engine.laws.ground import free_course
from tipover.engine.laws.moves import basic_course, basic_way
from tipover.engine.laws.offers import actor_of, companions_of
from tipover.engine.laws.prohibitions import BASIC_CHALLENGE
from tipover.engine.laws.setup_picks import attachment_name, parts_of_pick
from tipover.engine.laws.targets import TargetLaw
from tipover.engine.phrases.acts import how_of
from tipover.engine.phrases.conditions import number
from tipover.engine.phrases.entities import side_now, square_of
from tipover.engine.phrases.modifiers import acts_down, cannot, defense_parts, dice_parts, may_have_range, stat_parts

__all__ = [
    "actor_of",
    "attachment_name",
    "basic_course",
    "basic_way",
    "can_challenge",
    "challenge_numbers",
    "challenge_reach",
    "companions_of",
    "defense_now",
    "free_course",
    "is_from_elsewhere",
    "parts_of_pick",
    "prices",
    "side_now",
    "square_of",
    "targets_of",
]


def targets_of(state: State, who: FigureId, source: Square, reach: int) -> list[Thing]:
    """Whom a figure may challenge from a square at a range, 0 for adjacent."""
    return TargetLaw(state, who, source, reach).all()


def can_challenge(state: State, figure: FigureId) -> bool:
    """Whether nothing keeps a figure from a basic challenge but the lack of a target: it stands, and no text forbids it (TRN-4)."""
    if state.down[figure] and not acts_down(state, figure):
        return False
    return "cannot" not in state.texts.changes or cannot(state, figure, BASIC_CHALLENGE) is None


def challenge_reach(state: State, figure: FigureId, act: Act | None = None) -> int:
    """How far a challenge of a text, or a basic one, reaches for a figure now; 0 is adjacent (CHA-3)."""
    stated = how_of(act, "range") if act is not None else None
    base = stated if isinstance(stated, int) and not isinstance(stated, bool) else 0
    more = sum_parts(stat_parts(state, figure, "range")) + may_have_range(state, figure) if "has range" in state.texts.changes else 0
    return (base + more if base else more + 1) if more else base


def is_from_elsewhere(act: Act) -> bool:
    """Whether a text's challenge is measured from another place than its challenger's square."""
    return how_of(act, "from") is not None


def challenge_numbers(state: State, challenger: FigureId, target: FigureId, text: int = -1, act: Act | None = None) -> tuple[int, int]:
    """The dice of a basic challenge, or of the part of a text that challenges, and of the defense, as standing rules make them now."""
    dice = [Part(BASIC_DICE, "")]
    is_basic = act is None or how_of(act, "basic") is not None
    if act is not None and act.n is not None and not is_basic:
        frame = text_frame.new(text, challenger, state.setup.side_of[challenger])
        text_frame.set_target(frame, target)
        dice = number(state, frame, act.n, "").parts
    elif not state.texts.changes:
        return BASIC_DICE, state.defense(target)
    attack = sum_parts([*dice, *dice_parts(state, challenger, target, is_basic)])
    return attack, sum_parts([Part(state.defense(target), ""), *defense_parts(state, target, challenger)])


def defense_now(state: State, figure: FigureId) -> int:
    """A figure's defense as standing rules make it now."""
    changes = state.texts.changes
    if not state.lasting and "has defense" not in changes and "rolls defending" not in changes:
        return state.defense(figure)  # nothing could change it, as for most figures
    return defense_of(state, figure).total
