"""Which dice of a roll a text may turn or add to, and which challenge may get another target (CHA-12 to CHA-14, CHA-24)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Act, Group, Join, Phrase
from tipover.cards.catalog import BLANK, BURST, SHIELD, TRIPLE
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import DONE, Choice, plain
from tipover.engine.core.dice import PLAIN_DIE
from tipover.engine.core.frames import challenge_frame, kinds, roll_frame, rolled_faces, text_frame
from tipover.engine.core.ids import FACE_AT, NOBODY, NOTHING, PIECE, Thing, is_figure, is_piece
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.entities import side_now

FACE_WORDS: Final = {"burst": BURST, "shield": SHIELD, "triple": TRIPLE, "blank": BLANK}


def dice_named(state: State, phrase: Phrase | None) -> list[int]:
    """The dice a phrase names: `3 dice`, `2 Boogie dice`, `the Champion die`, or several kinds joined by `and`."""
    if isinstance(phrase, Join):
        return [die for part in phrase.parts for die in dice_named(state, part)]
    if not isinstance(phrase, Group):
        return []
    count = phrase.det if isinstance(phrase.det, int) else phrase.det[1] if isinstance(phrase.det, tuple) else 1
    name = phrase.nouns[0].removesuffix("die").strip()
    return [state.setup.catalog.die(name) if name else roll_frame.PLAIN] * count


def whose_dice(state: State, frame: list[int], roll: list[int]) -> int:
    """Whose dice of a roll a text means: those it waited for; before the roll, those of its doer's side (CHA-24)."""
    if roll[kinds.KIND] != kinds.CHALLENGE:
        return roll_frame.FOR_ROLL
    if not challenge_frame.is_unrolled(roll):
        return roll_frame.FOR_CHALLENGER if roll[kinds.STAGE] == challenge_frame.AFTER_ATTACK else roll_frame.FOR_DEFENDER
    me = text_frame.subject(frame) if text_frame.program(frame) in state.texts.before_rolls else text_frame.doer(frame)
    if me in (challenge_frame.challenger(roll), challenge_frame.target(roll)):
        return roll_frame.FOR_CHALLENGER if me == challenge_frame.challenger(roll) else roll_frame.FOR_DEFENDER
    side = side_now(state, challenge_frame.challenger(roll)) if challenge_frame.challenger(roll) >= 0 else NOTHING
    return roll_frame.FOR_CHALLENGER if is_figure(me) and side_now(state, me) == side else roll_frame.FOR_DEFENDER


def open_roll(state: State) -> list[int] | None:
    """The roll whose dice may still be changed; None once they were compared."""
    roll = roll_below(state)
    if roll is None or (
        roll[kinds.KIND] == kinds.CHALLENGE and (roll[kinds.STAGE] == challenge_frame.DECLARED or not challenge_frame.is_open(roll))
    ):
        return None
    return roll


def roller_of(roll: list[int], whose: int) -> Thing:
    if whose == roll_frame.FOR_ROLL:
        return roll_frame.roller(roll)
    return challenge_frame.challenger(roll) if whose == roll_frame.FOR_CHALLENGER else challenge_frame.target(roll)


def add_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """There must be a roll to add to; a die that is a character's own is not on a track."""
    assert op.act is not None
    return None if open_roll(state) is not None and _has_dice(state, frame, dice_named(state, op.act.what)) else []


def dice_added(state: State, frame: list[int], op: Step) -> list[int]:
    """The dice that a challenge inside a text adds to its own (`, adding the Storm die`); none if its side does not have them now."""
    assert op.act is not None
    added = how_of(op.act, "adding")
    dice = dice_named(state, added) if isinstance(added, Phrase) else []
    return dice if _has_dice(state, frame, dice) else []


def _has_dice(state: State, frame: list[int], dice: list[int]) -> bool:
    """Whether a text's side has so many of each die, neither on the track nor in this roll; of dice that nobody brings there is no end."""
    catalog = state.setup.catalog
    roll = open_roll(state)
    used = challenge_frame.extra_dice(roll, whose_dice(state, frame, roll)) if roll and roll[kinds.KIND] == kinds.CHALLENGE else []
    for die in {*dice} - {roll_frame.PLAIN}:
        name = catalog.dice[die].name
        if not catalog.dice[die].of:
            continue
        mine = [p for p, slot in enumerate(state.setup.pieces) if (slot.sort, slot.name, slot.side) == ("die", name, text_frame.you(frame))]
        if sum(not is_on_track(state.piece_at[p]) for p in mine) < dice.count(die) + used.count(die):
            return False
    return True


def turned_into(act: Act) -> int:
    """The face that dice are turned to; -1 if they are rolled again."""
    return FACE_WORDS[act.how[0][0]] if act.how else NOTHING


def turnable(act: Act, faces: list[int]) -> list[int]:
    """Those of some faces that may be turned: not the one they are turned to, and only the one that is named (`turn a burst`)."""
    named = _face_named(act)
    return [face for face in faces if face != turned_into(act) and named in (NOTHING, face)]


def _face_named(act: Act) -> int:
    """The face that the dice to be turned must show; -1 for `a die`."""
    return FACE_WORDS.get(act.what.nouns[0], NOTHING) if isinstance(act.what, Group) else NOTHING


def dice_turned(act: Act) -> int:
    """How many dice are turned; -1 is all."""
    if not isinstance(act.what, Group):
        return 1
    det = act.what.det
    if det in ("each", "all", "any"):
        return -1
    return det if isinstance(det, int) else det[1] if isinstance(det, tuple) else 1


def turn_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Which die, of those that show another face; before the roll no die has a face, so nothing is asked (CHA-13)."""
    act = op.act
    assert act is not None
    roll = open_roll(state)
    if roll is None:
        return []
    if challenge_frame.is_unrolled(roll):
        return None if _face_named(act) == NOTHING and turned_into(act) >= 0 else []
    shown = sorted(set(turnable(act, rolled_faces.faces_for(roll, whose_dice(state, frame, roll)))))
    if not shown:
        return [] if text_frame.left(frame) == NOTHING else None
    if dice_turned(act) < 0:
        return None
    found = [plain(verbs.THING, NOBODY, FACE_AT + face) for face in shown]
    upto = isinstance(act.what, Group) and isinstance(act.what.det, tuple) and act.what.det[0] == "up to"
    return [*found, DONE] if upto else found


def die_showing(state: State, roll: list[int], whose: int, face: int) -> int:
    """A die of a roll that can show a face: a plain one, if one can, otherwise one that a pack declares."""
    if face in PLAIN_DIE:
        return roll_frame.PLAIN
    dice = roll_frame.dice(roll) if roll[kinds.KIND] == kinds.ROLL else challenge_frame.extra_dice(roll, whose)
    return next((die for die in dice if face in faces_of_die(state, die)), roll_frame.PLAIN)


def make_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A challenge must be going on, and the new target on the map."""
    found = objects(state, frame, op)
    return None if found and _is_there(state, found[0]) and open_challenge(state) is not None else []


def _is_there(state: State, thing: Thing) -> bool:
    if is_figure(thing):
        return state.figure_at[thing] >= 0
    return is_piece(thing) and state.piece_at[thing - PIECE] >= 0


def open_challenge(state: State) -> int | None:
    """The place on the stack of the challenge that is going on and not yet compared."""
    for k in range(len(state.stack) - 1, -1, -1):
        if state.stack[k][kinds.KIND] == kinds.CHALLENGE:
            return k if challenge_frame.is_open(state.stack[k]) else None
    return None


def faces_of_die(state: State, die: int) -> tuple[int, ...]:
    """The faces of a plain die or of one that a pack declares."""
    return PLAIN_DIE if die == roll_frame.PLAIN else state.setup.catalog.dice[die].faces


def roll_below(state: State) -> list[int] | None:
    """The challenge or roll nearest below on the stack whose dice a text may change; None if there is none."""
    for frame in reversed(state.stack):
        if frame[kinds.KIND] == kinds.CHALLENGE or (
            frame[kinds.KIND] == kinds.ROLL and frame[kinds.STAGE] in (roll_frame.CLOSING, roll_frame.PREPARED)
        ):
            return frame
    return None
