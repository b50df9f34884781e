"""What each verb of the language asks before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.late import Late
from tipover.engine.core.state import State
from tipover.engine.laws import dice, figures, moves, pieces, placing, targets

Options: TypeAlias = Callable[[State, list[int], Step], "list[Choice] | None"]

# The actions that a text gives; bound by `actions`, whose abilities are texts themselves.
ACTION_OPTIONS: Final[Late[Options]] = Late("laws.actions")


def _always(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Acts that can always be done and ask nothing; the faces of dice are asked of chance."""
    return None


def _actions(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    return ACTION_OPTIONS.call(state, frame, op)


VERB_OPTIONS: Final[dict[str, Options]] = {
    "move": moves.move_options,
    "push": moves.move_options,
    "pull": moves.move_options,
    "place": moves.move_options,
    "swap": placing.swap_options,
    "gain": pieces.gain_options,
    "lose": pieces.gain_options,
    "discard": pieces.discard_options,
    "remove": pieces.put_options,
    "play": pieces.play_options,
    "take": pieces.take_options,
    "give": pieces.give_options,
    "claim": pieces.claim_options,
    "put": pieces.put_options,
    "shift": pieces.shift_options,
    "return": pieces.shift_options,
    "challenge": targets.challenge_options,
    "defend": figures.defend_options,
    "stand": figures.stand_options,
    "knock": figures.knock_options,
    "exhaust": figures.exhaust_options,
    "refresh": figures.refresh_options,
    "do": _actions,
    "roll": _always,
    "turn": dice.turn_options,
    "reroll": dice.turn_options,
    "add": dice.add_options,
    "make": dice.make_options,
    "flip": pieces.flip_options,
    "win": _always,
}


def verb_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The answers that an act asks for: None if it asks nothing, an empty list if it cannot be done."""
    assert op.act is not None
    verb = op.act.verb
    if verb == "move":  # the commonest by name, which a compiler can call at once
        return moves.move_options(state, frame, op)
    if verb == "challenge":
        return targets.challenge_options(state, frame, op)
    return VERB_OPTIONS[verb](state, frame, op)
