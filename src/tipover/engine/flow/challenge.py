"""One challenge from its declaration to its result (CHA-24)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import While
from tipover.cards.program import DO, LASTING
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import MOST_ROLLED, mixed_rolls, rollable, rolls, successes
from tipover.engine.core.event import ChallengeEnded, Event
from tipover.engine.core.frames import challenge_frame, kinds, order_frame, roll_frame, rolled_faces, text_frame
from tipover.engine.core.ids import CHANCE, NO_SIDE, NOBODY, PIECE, FigureId, Side, Thing, is_figure
from tipover.engine.core.state import State
from tipover.engine.effects.challenge_results import close, decide, declare, report_dice
from tipover.engine.effects.dice import comes_before, has_rolled, may_roll, report_roll
from tipover.engine.effects.figures import lose
from tipover.engine.effects.happen import Frames
from tipover.engine.effects.launch import launch
from tipover.engine.laws.challenge_dice import defense_of, dice_of, text_below
from tipover.engine.laws.dice import faces_of_die
from tipover.engine.laws.targets import is_kept_down
from tipover.engine.phrases.entities import character_of, side_now
from tipover.engine.phrases.modifiers import defense_settings
from tipover.engine.phrases.text_frames import program_of

# Acts that change the dice: texts that do them before the roll come last, the challenger's first (CHA-4).
_CHANGES_DICE: Final = ("turn", "add")


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a challenge until dice are asked for, it is over, or something else has to be done first.

    From stage to stage at once, as a round does. A first game may end after any of them.
    """
    while True:
        ask = _step(state, frame, events)
        if ask is not None or state.setup.wins_at > 0 or not state.stack or state.stack[-1] is not frame:
            return ask


def _step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Do what a challenge does at its stage; a roll of no dice is not asked (CHA-26)."""
    stage = frame[kinds.STAGE]
    if stage == challenge_frame.ATTACKING or stage == challenge_frame.DEFENDING:
        return _ask_dice(state, frame, events)
    if stage == challenge_frame.DECLARED:
        frame[kinds.STAGE] = challenge_frame.FIXING
        _declare(state, frame)
    elif stage in challenge_frame.UNROLLED:
        if _is_off(state, frame):
            _end_without_result(state, frame, events)
        elif not _waits_for_texts(state, frame) and not _orders_settings(state, frame):
            _fix(state, frame, events)
    elif stage == challenge_frame.ROLLED:
        frame[kinds.STAGE] = challenge_frame.AFTER_ATTACK
        if not state.texts.hears_rolls:
            frame[kinds.STAGE] = challenge_frame.COMPARING
        elif challenge_frame.challenger(frame) >= 0:
            _has_rolled(state, frame, challenge_frame.challenger(frame), roll_frame.FOR_CHALLENGER)
    elif stage == challenge_frame.AFTER_ATTACK:
        frame[kinds.STAGE] = challenge_frame.COMPARING
        _has_rolled(state, frame, challenge_frame.target(frame), roll_frame.FOR_DEFENDER)
    elif stage == challenge_frame.COMPARING:
        if _is_off(state, frame):
            _end_without_result(state, frame, events)
        else:
            frame[kinds.STAGE] = challenge_frame.CLOSING
            _compare(state, frame, events)
    elif stage == challenge_frame.CLOSING:
        _close(state, frame)
    else:
        assert stage == challenge_frame.ENDED
        _end_with_text(state, frame)
    return None


def _has_rolled(state: State, frame: list[int], roller: Thing, whose: int) -> None:
    dice = challenge_frame.extra_dice(frame, whose)
    faces, defending = rolled_faces.faces_for(frame, whose), whose == roll_frame.FOR_DEFENDER
    has_rolled(state, roller, faces, defending, challenge_frame.challenger(frame), dice)


def _declare(state: State, frame: list[int]) -> None:
    """What a challenge sets off: first what does not touch the dice (TIM-1), then the challenger's changes, then the defender's.

    So all changes are decided before anyone rolls (CHA-4, CHA-24).
    """
    challenger, target = challenge_frame.challenger(frame), challenge_frame.target(frame)
    position = len(state.stack) - 1

    def order(state: State, found: Frames) -> None:
        side = side_now(state, challenger) if challenger >= 0 else NOBODY
        dice = [text for text in found if _is_about_dice(state, text)]
        launch(state, [text for text in dice if text_frame.you(text) != side])
        launch(state, [text for text in dice if text_frame.you(text) == side])
        launch(state, [text for text in found if text not in dice])

    if not declare(state, challenger, target, order):
        del state.stack[position]


def _is_about_dice(state: State, text: list[int]) -> bool:
    """Whether a text changes the dice of the challenge: turns or adds some, or has more or fewer rolled for a while."""
    for op in program_of(state, text).steps:
        if op.op == DO and op.act is not None and op.act.verb in _CHANGES_DICE:
            return True
        if op.op == LASTING and isinstance(op.lasting, While) and op.lasting.change.verb in ("rolls", "has"):
            return True
    return False


def _waits_for_texts(state: State, frame: list[int]) -> bool:
    """Launch the texts that come before the roll, once: the challenger's side first, then the defender's (CHA-4)."""
    if frame[kinds.STAGE] == challenge_frame.FIXED:
        return False
    frame[kinds.STAGE] = challenge_frame.FIXED
    if not state.texts.before_rolls:
        return False
    challenger, target = challenge_frame.challenger(frame), challenge_frame.target(frame)
    added = [challenge_frame.extra_dice(frame, whose) for whose in (roll_frame.FOR_CHALLENGER, roll_frame.FOR_DEFENDER)]
    found = comes_before(state, target, challenger, True, added[1])
    if challenger >= 0:
        found = comes_before(state, challenger, challenger, False, added[0]) + found
    side = side_now(state, challenger) if challenger >= 0 else NOBODY
    launch(state, [text for text in found if text_frame.you(text) != side])
    launch(state, [text for text in found if text_frame.you(text) == side])
    return bool(found)


def _orders_settings(state: State, frame: list[int]) -> bool:
    """Ask the target's controller for the order of the texts that set its defense, if they differ and were not ordered yet (TIM-4)."""
    target = challenge_frame.target(frame)
    if not is_figure(target) or challenge_frame.last_setting(frame):
        return False
    found = defense_settings(state, target)
    if found:
        state.stack.append(order_frame.new(side_now(state, target), [text for text, _ in found], order_frame.SETTINGS))
    return bool(found)


def _fix(state: State, frame: list[int], events: list[Event]) -> None:
    """Compute the dice of both from the present board."""
    challenger, target = challenge_frame.challenger(frame), challenge_frame.target(frame)
    text = text_below(state, frame)
    if text is not None and challenger >= 0:
        text_frame.set_target(text, target)
    dice, defense = dice_of(state, challenger, target, frame), defense_of(state, target, challenger, frame)
    challenge_frame.fix_dice(frame, min(dice.total, MOST_ROLLED), min(defense.total, MOST_ROLLED))
    report_dice(challenger, target, dice, defense, events)


def _is_off(state: State, frame: list[int]) -> bool:
    """Whether a challenge ends because its target left the map, or its challenger was knocked down or left it (CHA-25).

    It goes on if the challenger may act, or its ability is usable, while knocked down (ABI-6).
    """
    challenger, target = challenge_frame.challenger(frame), challenge_frame.target(frame)
    there = state.figure_at[target] if target < PIECE else state.piece_at[target - PIECE]
    if there < 0:
        return True
    if challenger < 0:
        return False
    if state.figure_at[challenger] < 0:
        return True
    return is_kept_down(state, text_below(state, frame), challenger)


def _close(state: State, frame: list[int]) -> None:
    """The challenge is over, with a result or without one: what waits for its end happens (CHA-24, CHA-25)."""
    state.stack.pop()
    close(state, challenge_frame.challenger(frame), challenge_frame.target(frame))


def _end_without_result(state: State, frame: list[int], events: list[Event]) -> None:
    """The challenge ends before it is decided (CHA-25)."""
    events.append(ChallengeEnded(challenge_frame.challenger(frame), challenge_frame.target(frame)))
    _close(state, frame)


def _end_with_text(state: State, frame: list[int]) -> None:
    """The target was changed to one that could not have been chosen: the challenge is over, and the rest of the text (CHA-14)."""
    text = text_below(state, frame)
    _close(state, frame)
    if text is not None:
        text[kinds.STAGE] = len(program_of(state, text).steps) - 1


def _ask_dice(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask chance for the dice of one side that are not set to a face (CHA-13)."""
    whose = roll_frame.FOR_CHALLENGER if frame[kinds.STAGE] == challenge_frame.ATTACKING else roll_frame.FOR_DEFENDER
    left = challenge_frame.dice_count(frame, whose) - len(challenge_frame.set_faces(frame, whose))
    roller = _figure(frame)
    extra = challenge_frame.extra_dice(frame, whose)
    if left and roller >= 0 and state.texts.hears_rolls:
        if not may_roll(state, roller, challenge_frame.challenger(frame), whose == roll_frame.FOR_DEFENDER, extra):
            challenge_frame.take_dice(frame, whose, left)
            left = 0
    if not left:
        _rolled(state, frame, (), events)
        return None
    named = [faces_of_die(state, die) for die in extra if die != roll_frame.PLAIN][:left]
    options, weights = (
        mixed_rolls(rollable((*named, *[faces_of_die(state, roll_frame.PLAIN)] * (left - len(named))))) if named else rolls(left)
    )
    return Decision(questions.ROLL, [CHANCE], NO_SIDE, _figure(frame), options, weights)


def _figure(frame: list[int]) -> FigureId:
    """Who rolls: the challenger, then a defending figure."""
    if frame[kinds.STAGE] == challenge_frame.ATTACKING:
        return challenge_frame.challenger(frame)
    target = challenge_frame.target(frame)
    return target if is_figure(target) else NOBODY


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the faces that were rolled."""
    _rolled(state, frame, choice.path, events)


def _rolled(state: State, frame: list[int], fallen: tuple[int, ...], events: list[Event]) -> None:
    """Store the faces in the frame, where texts may still change them."""
    defending = frame[kinds.STAGE] == challenge_frame.DEFENDING
    faces = tuple(sorted(fallen + challenge_frame.set_faces(frame, roll_frame.FOR_DEFENDER if defending else roll_frame.FOR_CHALLENGER)))
    frame += faces
    report_roll(challenge_frame.target(frame), defending, faces, events)
    frame[kinds.STAGE] = challenge_frame.ROLLED if defending else challenge_frame.DEFENDING


def _compare(state: State, frame: list[int], events: list[Event]) -> None:
    """Strictly more successes win (CHA-7); the target loses by what it is (CHA-8, CHA-9)."""
    challenger, target = challenge_frame.challenger(frame), challenge_frame.target(frame)
    attack = successes(rolled_faces.faces_for(frame, roll_frame.FOR_CHALLENGER), False)
    hits = attack - successes(rolled_faces.faces_for(frame, roll_frame.FOR_DEFENDER), True)
    challenge_frame.set_hits(frame, hits)
    won = hits > 0
    text = text_below(state, frame)

    def note() -> None:
        if text is not None and _is_declared(state, frame):
            text_frame.set_won(text, int(won))
            text_frame.set_target(text, target)
            if target < PIECE:
                text_frame.add_target(text, target)

    if decide(state, challenger, target, hits, note, events) and won:
        lose(state, target, challenger, events, *_credit(state, frame))


def _is_declared(state: State, frame: list[int]) -> bool:
    """Whether a text's challenge was done by a figure or token, rather than defended against (CHA-17)."""
    act = state.texts.programs[challenge_frame.program(frame)].steps[challenge_frame.step_number(frame)].act
    return act is not None and act.verb == "challenge"


def _credit(state: State, frame: list[int]) -> tuple[FigureId, Side]:
    """Who is credited with a challenge, and its side: who forced it, who controls the challenger, otherwise the challenger (CHA-18, CHA-29)."""
    challenger = challenge_frame.challenger(frame)
    if challenger < 0 or challenge_frame.credit_side(frame) >= 0:
        return challenge_frame.credit(frame), challenge_frame.credit_side(frame)
    side = side_now(state, challenger)
    if state.controlled_by[challenger] >= 0:
        for text in reversed(state.stack):
            if text[kinds.KIND] == kinds.TEXT and text_frame.controlled(text) >> challenger & 1:
                me = text_frame.this(text)
                return character_of(state, me) if is_figure(me) else NOBODY, side
    return character_of(state, challenger), side
