"""The order of one player's simultaneous effects, and of the texts that set one value, as decisions (TIM-1, TIM-4)."""

from __future__ import annotations

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import Event as Happened
from tipover.engine.core.frames import challenge_frame, kinds, order_frame, text_frame
from tipover.engine.core.ids import NOBODY, PIECE, is_figure, is_piece
from tipover.engine.core.state import State
from tipover.engine.phrases.modifiers import defense_settings
from tipover.engine.phrases.text_frames import program_of


def step(state: State, frame: list[int], events: list[Happened]) -> Decision | None:
    """Ask which of a player's effects comes first, until one is left."""
    waiting = order_frame.waiting(frame)
    if len(waiting) <= 1:
        if frame[kinds.STAGE] == order_frame.SETTINGS:
            state.stack.pop()
            _settle_defense(state, waiting[0])
        else:
            state.stack[-1] = waiting[0]
        return None
    side = order_frame.side(frame)
    if side < 0:
        side = state.first
    distinct: dict[object, int] = {}
    for k, text in enumerate(waiting):
        distinct.setdefault(_likeness(state, text), k)
    options = [Choice(verbs.ORDER, NOBODY, text_frame.program(waiting[k]), (k,)) for k in distinct.values()]
    return Decision(questions.ORDER, state.seats_of(side)[:1], side, NOBODY, options)


def _likeness(state: State, text: list[int]) -> object:
    """What makes effects the same answer: the same text of cards of one name with the same figure (TIM-7)."""
    card = text_frame.card(text)
    if not is_piece(card):
        return tuple(text)
    return program_of(state, text), state.setup.pieces[card - PIECE].name, text_frame.registers_but_card(text)


def answer(state: State, frame: list[int], choice: Choice, events: list[Happened]) -> None:
    """Run the chosen effect, the others wait below it; a setting that comes first does not hold."""
    chosen = order_frame.take(frame, choice.path[0])
    if frame[kinds.STAGE] == order_frame.EFFECTS:
        state.stack.append(chosen)


def _settle_defense(state: State, text: list[int]) -> None:
    """Write into the challenge on top which text sets the target's defense last (TIM-4)."""
    challenge = state.stack[-1]
    target = challenge_frame.target(challenge)
    assert is_figure(target)
    settings = [found[: len(text)] for found, _ in defense_settings(state, target)]
    challenge_frame.set_last_setting(challenge, 1 + settings.index(text))
