"""One challenge from declaring to its result (CHA-24), and how figures fall and leave the map (CHA-8, CHA-9)."""

from __future__ import annotations

from tipover.cards.catalog import BURST, CHARACTER, COMPANION, SHIELD
from tipover.cards.program import DO, HOLD
from tipover.engine import changes
from tipover.engine.decision import ASK_ROLL, CHANCE, PIECE, Choice, Decision
from tipover.engine.dice import MOST_ROLLED, mixed_rolls, rollable, rolls, successes
from tipover.engine.event import (
    Challenged,
    ChallengeLost,
    ChallengeWon,
    Event,
    KnockedDown,
    KnockedOut,
    Placed,
    PutOnTrack,
    Removed,
    Rolled,
)
from tipover.engine.flow.kinds import (
    CHALLENGER,
    CREDIT,
    CREDIT_SIDE,
    DEFENSE,
    DICE,
    HITS,
    PLACE,
    PROGRAM,
    STAGE,
    TARGET,
    TEXT_FRAME,
)
from tipover.engine.flow.rolling import (
    FOR_CHALLENGER,
    FOR_DEFENDER,
    PLAIN,
    after_rolling,
    faces_for,
    faces_of_die,
)
from tipover.engine.flow.stages import (
    AFTER_ATTACK,
    ATTACKING,
    CLOSING,
    COMPARING,
    DECLARED,
    DEFENDING,
    ENDED,
    FIXING,
    ROLLED,
)
from tipover.engine.numbers import Number, Part
from tipover.engine.state import NOBODY, RESERVE, State, changed
from tipover.engine.steps import frame as slots
from tipover.engine.steps import walk
from tipover.engine.steps.deeds.acting import character_of, is_basic, text_dice
from tipover.engine.steps.deeds.dice import extra_dice, set_slot
from tipover.engine.steps.thing import side_now
from tipover.engine.triggers import launch, set_off

BASIC_DICE = 2
BASIC_PART = Part(BASIC_DICE, "basic challenge")

# Deeds that change the dice: texts that do them before the roll come last, the challenger's first (CHA-4).
_CHANGES_DICE = ("turn", "add")


# -- the numbers -----------------------------------------------------------------------------------------


def dice_of(state: State, challenger: int, target: int, frame: list[int]) -> Number:
    """The challenger's dice with their parts (CHA-4, CHA-5, TIM-4)."""
    program, place = frame[PROGRAM], frame[PLACE]
    basic = is_basic(state, program, place)
    if basic:
        parts = [BASIC_PART]
    else:
        text = _text(state, frame)
        assert text is not None
        parts = [Part(amount, name) for amount, name in text_dice(state, text, program, place)]
    return Number(parts + changes.dice_parts(state, challenger, target, basic) + _added(state, frame, FOR_CHALLENGER))


def basic_dice_of(state: State, challenger: int, target: int) -> Number:
    """The dice a basic challenge would roll now, with their parts, before any text adds some."""
    return Number([BASIC_PART, *changes.dice_parts(state, challenger, target, True)])


def defense_of(state: State, target: int, challenger: int = -1, frame: list[int] | None = None) -> Number:
    """The defender's dice with their parts (CHA-5)."""
    added = _added(state, frame, FOR_DEFENDER) if frame is not None else []
    if target >= PIECE:
        slot = state.setup.pieces[target - PIECE]
        return Number([Part(slot.defense, f"defense of {slot.name}"), *added])
    base = [Part(state.defense(target), f"defense of {state.name(target)}")]
    return Number(base + changes.defense_parts(state, target, challenger) + added)


def _added(state: State, frame: list[int], whose: int) -> list[Part]:
    """The dice that texts have added before the roll."""
    return [Part(1, "added die" if die == PLAIN else f"{state.setup.catalog.dice[die].name} die") for die in extra_dice(frame, whose)]


def _text(state: State, frame: list[int]) -> list[int] | None:
    """The frame of the text that the topmost challenge is part of, right below it; a given action's challenge is part of none."""
    if frame[PROGRAM] < 0:
        return None
    below = state.stack[-2]
    return below if below[0] == TEXT_FRAME else None


# -- the stages ------------------------------------------------------------------------------------------


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a challenge until dice are asked for or it is over; a roll of no dice is not asked (CHA-26)."""
    stage = frame[STAGE]
    if stage in (ATTACKING, DEFENDING):
        return _ask_dice(state, frame, events)
    if stage == DECLARED:
        frame[STAGE] = FIXING
        _declare(state, frame)
    elif stage == FIXING:
        if _is_off(state, frame):
            state.stack.pop()
        else:
            _fix(state, frame, events)
    elif stage == ROLLED:
        frame[STAGE] = AFTER_ATTACK
        if "after rolls" not in state.cast.whens:
            frame[STAGE] = COMPARING
        elif frame[CHALLENGER] >= 0:
            launch(state, after_rolling(state, frame[CHALLENGER], faces_for(frame, FOR_CHALLENGER), False, frame[CHALLENGER]))
    elif stage == AFTER_ATTACK:
        frame[STAGE] = COMPARING
        launch(state, after_rolling(state, frame[TARGET], faces_for(frame, FOR_DEFENDER), True, frame[CHALLENGER]))
    elif stage == COMPARING:
        if _is_off(state, frame):
            state.stack.pop()
        else:
            frame[STAGE] = CLOSING
            _compare(state, frame, events)
    elif stage == CLOSING:
        _close(state, frame)
    else:
        assert stage == ENDED
        _end_with_text(state, frame, events)
    return None


def _declare(state: State, frame: list[int]) -> None:
    """What a challenge sets off: first what does not touch the dice (TIM-1), then the challenger's changes, then the defender's.

    So all changes are decided before anyone rolls (CHA-4, CHA-24).
    """
    challenger, target = frame[CHALLENGER], frame[TARGET]
    place = len(state.stack) - 1
    if changes.prevented(state, "challenged", target, challenger):
        del state.stack[place]
        return
    if not state.cast.counted and not any(key in state.cast.whens for key in _DECLARED):
        return
    found = set_off(state, "when challenged", target, foe=challenger)
    found += set_off(state, "when challenge against", target, foe=challenger)
    if challenger >= 0:
        found += set_off(state, "when challenge by", challenger, foe=challenger)
    side = side_now(state, challenger) if challenger >= 0 else NOBODY
    dice = [text for text in found if _is_about_dice(state, text)]
    launch(state, [text for text in dice if text[slots.YOU] != side])
    launch(state, [text for text in dice if text[slots.YOU] == side])
    launch(state, [text for text in found if text not in dice])


_DECLARED = ("when challenged", "when challenge against", "when challenge by")


def _is_about_dice(state: State, text: list[int]) -> bool:
    """Whether a text changes the dice of the challenge: turns or adds some, or has more or fewer rolled for a while."""
    for op in state.cast.programs[text[slots.PROG]].steps:
        if op.op == DO and op.act is not None and op.act.verb in _CHANGES_DICE:
            return True
        if op.op == HOLD and op.hold is not None and op.hold.change.verb in ("rolls", "has"):
            return True
    return False


def _fix(state: State, frame: list[int], events: list[Event]) -> None:
    """Reckon both numbers with the board as it stands."""
    challenger, target = frame[CHALLENGER], frame[TARGET]
    text = _text(state, frame)
    if text is not None and challenger >= 0:
        text[slots.TARGET] = target
    dice, defense = dice_of(state, challenger, target, frame), defense_of(state, target, challenger, frame)
    frame[DICE], frame[DEFENSE] = min(dice.total, MOST_ROLLED), min(defense.total, MOST_ROLLED)
    frame[STAGE] = ATTACKING
    events.append(Challenged(challenger, target, dice, defense))


def _is_off(state: State, frame: list[int]) -> bool:
    """A challenge ends if its target left the map or its challenger fell or left it (CHA-25).

    One that lies and acts all the same, or whose ability is usable while knocked down, goes on (ABI-6).
    """
    challenger, target = frame[CHALLENGER], frame[TARGET]
    there = state.where[target] if target < PIECE else state.lies[target - PIECE]
    if there < 0:
        return True
    if challenger < 0:
        return False
    if state.where[challenger] < 0:
        return True
    if not state.down[challenger] or changes.acts_down(state, challenger):
        return False
    text = _text(state, frame)
    if text is None or text[slots.ME] != challenger:
        return True
    return "Usable while knocked down" not in state.cast.programs[frame[PROGRAM]].limits


def _end_with_text(state: State, frame: list[int], events: list[Event]) -> None:
    """The target was changed to one that could not have been chosen: the rest of the text goes too (CHA-14)."""
    text = _text(state, frame)
    state.stack.pop()
    if text is not None:
        walk.end(state, text, events)


# -- rolling ---------------------------------------------------------------------------------------------


def _ask_dice(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask chance for the dice of one side that are not set to a face (CHA-13)."""
    whose = FOR_CHALLENGER if frame[STAGE] == ATTACKING else FOR_DEFENDER
    dice = frame[DICE] if frame[STAGE] == ATTACKING else frame[DEFENSE]
    left = dice - len(_set_faces(frame, whose))
    roller = _figure(frame)
    if left and roller >= 0 and "rolls" in state.cast.insteads and changes.prevented(state, "rolls", roller):
        frame[DICE if whose == FOR_CHALLENGER else DEFENSE] -= left
        left = 0
    if not left:
        _rolled(state, frame, (), events)
        return None
    named = [faces_of_die(state, die) for die in extra_dice(frame, whose) if die != PLAIN][:left]
    options, weights = mixed_rolls(rollable((*named, *[faces_of_die(state, PLAIN)] * (left - len(named))))) if named else rolls(left)
    return Decision(ASK_ROLL, [CHANCE], -1, _figure(frame), options, weights)


def _set_faces(frame: list[int], whose: int) -> tuple[int, ...]:
    """The faces of the dice that were set before the roll, no more than there are dice."""
    dice = frame[DICE] if whose == FOR_CHALLENGER else frame[DEFENSE]
    bursts = min(dice, frame[set_slot(whose, BURST)])
    shields = min(dice - bursts, frame[set_slot(whose, SHIELD)])
    return (BURST,) * bursts + (SHIELD,) * shields


def _figure(frame: list[int]) -> int:
    """For whom the dice roll: the challenger, then a defending figure."""
    if frame[STAGE] == ATTACKING:
        return frame[CHALLENGER]
    return frame[TARGET] if frame[TARGET] < PIECE else -1


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the dice as they fell."""
    _rolled(state, frame, choice.path, events)


def _rolled(state: State, frame: list[int], fallen: tuple[int, ...], events: list[Event]) -> None:
    """Keep the faces in the frame: texts may still change them."""
    defending = frame[STAGE] == DEFENDING
    faces = tuple(sorted(fallen + _set_faces(frame, FOR_DEFENDER if defending else FOR_CHALLENGER)))
    frame += faces
    events.append(Rolled(frame[TARGET], defending, faces, successes(faces, defending)))
    frame[STAGE] = ROLLED if defending else DEFENDING


# -- the result ------------------------------------------------------------------------------------------


def _compare(state: State, frame: list[int], events: list[Event]) -> None:
    """Strictly more successes win (CHA-7); the target loses by what it is (CHA-8, CHA-9)."""
    challenger, target = frame[CHALLENGER], frame[TARGET]
    frame[HITS] = successes(faces_for(frame, FOR_CHALLENGER), False) - successes(faces_for(frame, FOR_DEFENDER), True)
    won = frame[HITS] > 0
    text = _text(state, frame)
    if challenger >= 0 and changes.prevented(state, "wins" if won else "loses", challenger, target):
        return
    if text is not None and challenger >= 0:
        text[slots.WON] = int(won)
        text[slots.TARGET] = target
        if target < PIECE:
            text[slots.TARGETS] |= 1 << target
    events.append(ChallengeWon(challenger, target, frame[HITS]) if won else ChallengeLost(challenger, target))
    if challenger >= 0:
        launch(state, set_off(state, "when wins" if won else "when loses", challenger, foe=target))
    if won:
        lose(state, target, challenger, events, *_credit(state, frame))


def _credit(state: State, frame: list[int]) -> tuple[int, int]:
    """Who has the credit of a challenge and its side: who made it happen, who controls, else the challenger (CHA-18, CHA-29)."""
    challenger = frame[CHALLENGER]
    if challenger < 0 or frame[CREDIT_SIDE] >= 0:
        return frame[CREDIT], frame[CREDIT_SIDE]
    side = side_now(state, challenger)
    if state.holder[challenger] >= 0:
        for text in reversed(state.stack):
            if text[0] == TEXT_FRAME and text[slots.HELD] >> challenger & 1:
                me = text[slots.ME]
                return character_of(state, me) if slots.is_figure(me) else NOBODY, side
    return character_of(state, challenger), side


def _close(state: State, frame: list[int]) -> None:
    """The challenge is over: what waits for its end happens."""
    challenger, target = frame[CHALLENGER], frame[TARGET]
    state.stack.pop()
    whens = state.cast.whens
    found: list[list[int]] = []
    if challenger >= 0 and "after challenge by" in whens:
        found += set_off(state, "after challenge by", challenger, foe=challenger)
    if "after challenge against" in whens:
        found += set_off(state, "after challenge against", target, foe=challenger)
    launch(state, found)


def lose(state: State, target: int, challenger: int, events: list[Event], credit: int = NOBODY, by: int = NOBODY) -> None:
    """What losing a challenge does to a figure or piece; `credit` and its side `by` have a knock-out."""
    if target >= PIECE:
        remove_piece(state, target - PIECE, events, challenger)
    elif state.setup.kind_of[target] == CHARACTER and not state.down[target]:
        knock_down(state, target, challenger, events)
    else:
        lose_out(state, target, credit, by, events, challenger)


def lose_out(state: State, figure: int, credit: int, by: int, events: list[Event], challenger: int = NOBODY) -> None:
    """A character is knocked out; a companion goes to the 1, a minion is removed, and nobody gains by it (CHA-8, CHA-9)."""
    kind = state.setup.kind_of[figure]
    if kind == CHARACTER:
        knock_out(state, figure, credit, by, events)
    elif kind == COMPANION:
        if stays(state, figure, challenger):
            return
        off_the_map(state, figure, -1, events)
        events.append(PutOnTrack(figure, state.setup.side_of[figure], 1))
    else:
        remove(state, figure, events, challenger)


def knock_down(state: State, figure: int, challenger: int, events: list[Event]) -> None:
    """A standing character falls in its square."""
    if changes.prevented(state, "knocked down", figure, challenger):
        return
    state.down[figure] = 1
    events.append(KnockedDown(figure))
    launch(state, set_off(state, "when knocked down", figure, foe=challenger))


def stays(state: State, figure: int, foe: int) -> bool:
    """Whether a figure does not leave the map though it should, because a text is done instead."""
    return state.where[figure] >= 0 and changes.prevented(state, "leaves", figure, foe)


def remove(state: State, figure: int, events: list[Event], challenger: int = NOBODY) -> None:
    """A minion leaves the map; where it goes its texts say (CHA-9)."""
    if changes.prevented(state, "removed", figure, challenger) or stays(state, figure, challenger):
        return
    found = set_off(state, "when removed", figure, foe=challenger, last=state.where[figure])
    off_the_map(state, figure, RESERVE, events)
    events.append(Removed(figure))
    launch(state, found)


def remove_piece(state: State, piece: int, events: list[Event], challenger: int = NOBODY) -> None:
    """A token or marker leaves the map and is available again, unless its rule says where it goes (CHA-9, TOK-5)."""
    thing = PIECE + piece
    if changes.prevented(state, "removed", thing, challenger):
        return
    found = set_off(state, "when removed", thing, foe=challenger, last=state.lies[piece])
    state.lies[piece] = RESERVE
    state.held[piece] = -1
    events.append(Removed(thing))
    launch(state, found)


def knock_out(state: State, figure: int, credit: int, by: int, events: list[Event]) -> None:
    """Off the map, onto the 1 of its side's track, standing again when it is back (CHA-8, CDN-3).

    `credit` is the character that did it and `by` its side; -1 is nobody (CHA-17, CHA-18).
    """
    if changes.prevented(state, "knocked out", figure, credit) or stays(state, figure, credit):
        return
    if by >= 0 and changes.prevented(state, "knocks out", credit, credit, figure, by):
        return
    square = state.where[figure]
    found = set_off(state, "when knocked out", figure, foe=credit, last=square)
    if by >= 0:
        found += set_off(state, "when knocks out", credit, what=figure, foe=credit, last=square, side=by)
    off_the_map(state, figure, -1, events)
    side = state.setup.side_of[figure]
    events.append(KnockedOut(figure, square, credit))
    events.append(PutOnTrack(figure, side, 1))
    launch(state, found)


def off_the_map(state: State, figure: int, where: int, events: list[Event]) -> None:
    """A figure leaves the map for a place of its track or the reserve; what it carried stays in its square (CDN-10)."""
    square = state.where[figure]
    found = set_off(state, "when leaves", figure, last=square) if square >= 0 else []
    if square >= 0:
        state.last[figure] = square
    state.where[figure] = where
    state.down[figure] = 0
    if square >= 0:
        drop(state, figure, square, events)
        for objective, carrier in enumerate(state.borne):
            if carrier == figure and all(frame[slots.ME] != objective for frame in found):
                state.borne = changed(state.borne, objective, -1)
                state.where[objective] = square
                events.append(Placed(objective, square))
    launch(state, found)


def drop(state: State, figure: int, square: int, events: list[Event]) -> None:
    """What a figure carried stays in the square it left; marks and items stay with it (CDN-10, CDN-9, STA-1)."""
    for piece, holder in enumerate(state.held):
        slot = state.setup.pieces[piece]
        if holder == figure and slot.sort == "marker" and not slot.is_mark:
            state.held[piece] = -1
            state.lies[piece] = square
            state.owner = changed(state.owner, piece, figure)
            events.append(Placed(PIECE + piece, square))
