"""Actions that a text gives (TRN-9, TRN-19)."""

from __future__ import annotations

from tipover.cards.ast import Act, Join
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import ChainStopped, Event
from tipover.engine.core.frames import choice_frame, kinds, text_frame, turn_frame
from tipover.engine.core.ids import NOTHING, FigureId
from tipover.engine.core.state import State
from tipover.engine.core.text_facts import is_done_once_a_turn
from tipover.engine.effects.launch import MOST_IN_A_CHAIN
from tipover.engine.laws.actions import is_several, kinds_of, own_turn
from tipover.engine.laws.prohibitions import kind_bits
from tipover.engine.phrases.acts import how_of


def _note_kind(frame: list[int], act: Act, choice: Choice) -> None:
    """Mark which of several given actions is being done; while some are left the step is repeated."""
    assert isinstance(act.what, Join)
    done = max(text_frame.left(frame), 0)
    noun = verbs.VERBS[choice.verb] if choice.verb in verbs.BASIC_VERBS else ""
    left = [k for k in range(len(act.what.parts)) if not done >> k & 1]
    fitting = [k for k in left if kinds_of(act, act.what.parts[k]) & {noun, "basic", "any"}]
    done |= 1 << (fitting or left)[0]
    if len(left) > 1:
        text_frame.set_left(frame, done)
        frame[kinds.STAGE] -= 1
    else:
        text_frame.set_left(frame, NOTHING)


def do_action(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take the given action; an extra one is added to the figure's turn (TRN-9).

    At most as many as a chain may have effects (TIM-8), besides those of texts that are done once a turn, which end by themselves.
    """

    act = op.act
    assert act is not None
    if choice is None:
        turn = own_turn(state, FigureId(text_frame.who(frame)))
        assert turn is not None
        if is_done_once_a_turn(state.texts.program_texts[text_frame.program(frame)]):
            turn_frame.add_actions(turn, 1)
        elif state.extra_actions < MOST_IN_A_CHAIN:
            state.extra_actions += 1
            turn_frame.add_actions(turn, 1)
        else:
            events.append(ChainStopped((state.texts.programs[text_frame.program(frame)].name,)))
        return
    if is_several(act):
        _note_kind(frame, act, choice)
    text_frame.add_given(frame, kind_bits(state, choice))
    is_companions = choice.figure != text_frame.who(frame)
    is_free = how_of(act, "free") is not None and choice.verb == verbs.ABILITY
    sort = choice_frame.COMPANIONS if is_companions else choice_frame.FREE if is_free else choice_frame.OWN
    state.stack.append(choice_frame.new_action(choice, sort))
