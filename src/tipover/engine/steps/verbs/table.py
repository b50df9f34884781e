"""What each verb of the language does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.state import State
from tipover.engine.effects.points import finish
from tipover.engine.laws.pieces import gainer
from tipover.engine.laws.verb_options import VERB_OPTIONS
from tipover.engine.steps.verbs.actions import do_action
from tipover.engine.steps.verbs.challenge import do_challenge, do_defend
from tipover.engine.steps.verbs.dice import do_add, do_make, do_reroll, do_roll, do_turn
from tipover.engine.steps.verbs.figures import do_exhaust, do_knock, do_refresh, do_stand
from tipover.engine.steps.verbs.move import do_move, do_swap
from tipover.engine.steps.verbs.pieces import do_claim, do_discard, do_flip, do_gain, do_give, do_play, do_remove, do_take, note_placer
from tipover.engine.steps.verbs.tokens import do_put, do_return, do_shift

Doing: TypeAlias = Callable[[State, list[int], Step, "Choice | None", list[Event]], None]


def _win(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    finish(state, gainer(state, frame), "WIN-2", events)


VERBS: Final[dict[str, Doing]] = {
    "move": do_move,
    "push": do_move,
    "pull": do_move,
    "place": do_move,
    "swap": do_swap,
    "gain": do_gain,
    "lose": do_gain,
    "discard": do_discard,
    "remove": do_remove,
    "play": do_play,
    "take": do_take,
    "give": do_give,
    "claim": do_claim,
    "put": do_put,
    "shift": do_shift,
    "return": do_return,
    "challenge": do_challenge,
    "defend": do_defend,
    "stand": do_stand,
    "knock": do_knock,
    "exhaust": do_exhaust,
    "refresh": do_refresh,
    "do": do_action,
    "roll": do_roll,
    "turn": do_turn,
    "reroll": do_reroll,
    "add": do_add,
    "make": do_make,
    "flip": do_flip,
    "win": _win,
}
if VERBS.keys() != VERB_OPTIONS.keys():
    raise ImportError(f"a verb lacks its options or its doing: {VERBS.keys() ^ VERB_OPTIONS.keys()}")


def do_verb(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Do the act of a step."""
    assert op.act is not None
    if op.act.verb == "place":
        note_placer(state, frame, op)
    VERBS[op.act.verb](state, frame, op, choice, events)
