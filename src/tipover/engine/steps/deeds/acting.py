"""Challenges, given actions, standing up and falling, inside texts (CHA, ACT, TRN-9, TRN-19)."""

from __future__ import annotations

from dataclasses import replace

from tipover.board.mask import BIT
from tipover.cards.ast import Act, Group, Join, Ref
from tipover.cards.catalog import CHARACTER, OBJECTIVE
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.changes import acts_down, cannot_be, instead, prevented, stat_parts
from tipover.engine.decision import ASSIST, CHALLENGE, FIGURE, INTERACT, MOVE, PIECE, THING, Choice
from tipover.engine.event import Event, Exhausted, MarkersOff, StoodUp
from tipover.engine.field import board, seen_by
from tipover.engine.flow.kinds import (
    ACTIONS,
    ACTOR,
    CHALLENGE_FRAME,
    CHALLENGER,
    CREDIT_SIDE,
    EXTRAS_AT,
    PLACE,
    PROGRAM,
    STAGE,
    TURN_FRAME,
)
from tipover.engine.numbers import reckon
from tipover.engine.state import State
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.deeds.moving import how_of
from tipover.engine.steps.facts import is_zero_count, number
from tipover.engine.steps.frame import (
    CARD,
    DEST,
    IT,
    LEFT,
    ME,
    NOTHING,
    PROG,
    TARGET,
    WHO,
    WON,
    YOU,
    is_figure,
    is_piece,
)
from tipover.engine.steps.nouns import fits_held, things
from tipover.engine.steps.thing import side_now, square_of
from tipover.engine.triggers import launch, set_off

# -- challenges ------------------------------------------------------------------------------------------


def reach_of(state: State, frame: list[int], act: Act, who: int) -> int:
    """The range of a challenge, 0 for adjacent; more range does not help against named targets (CHA-3)."""
    stated = how_of(act, "range")
    base = stated if isinstance(stated, int) and not isinstance(stated, bool) else 0
    more = reckon(stat_parts(state, who, "range")) if is_figure(who) else 0
    against = how_of(act, "against")
    if not more or (isinstance(against, Group) and against.det in ("each", "all", "the")):
        return base
    return base + more if base else more + 1


def targets_of(state: State, who: int, source: int, reach: int, made: bool = False) -> list[int]:
    """Whom a figure may challenge from a square: rivals and pieces with a defense not of its side (CHA-1, CHA-2).

    Made to challenge without control it finds its targets on its own side, but never itself (CTL-2, CHA-29).
    """
    setup = state.setup
    grid = board(state)
    side = side_now(state, who)
    area = grid.within(source, reach) if reach else grid.steps(source)
    found: list[int] = []
    for other, at in enumerate(state.where):
        if at < 0 or not area & BIT[at] or other == who or setup.kind_of[other] == OBJECTIVE:
            continue
        if (side_now(state, other) == side) == made:
            found.append(other)
    for piece in setup.challengeable:
        at = state.lies[piece]
        if at >= 0 and (area | BIT[source]) & BIT[at] and (state.kept_by[piece] == side) == made:
            found.append(PIECE + piece)
    if found and reach:  # only now, because sight is dear and few stand in range
        seen = seen_by(state, source, side) | BIT[source]
        found = [thing for thing in found if seen & BIT[square_of(state, thing)]]
    if "cannot-be" in state.cast.changes:
        found = [t for t in found if cannot_be(state, t, "challenged") is None and (not reach or cannot_be(state, t, "seen") is None)]
    return found


def challenge_targets(state: State, frame: list[int], op: Step) -> list[int]:
    """The targets of a challenge inside a text."""
    act = op.act
    assert act is not None
    who = frame[WHO]
    if not is_figure(who) or state.where[who] < 0 or _lies_still(state, frame, who):
        return []
    source = state.where[who]
    origin = how_of(act, "from")
    if isinstance(origin, Ref | Group | Join):
        found = things(state, frame, origin)
        if not found or square_of(state, found[0]) < 0:
            return []
        source = square_of(state, found[0])
    among = targets_of(state, who, source, reach_of(state, frame, act, who), is_made(state, frame, op))
    if IN_DEST in op.picked:
        return [frame[DEST]] if frame[DEST] in among else []
    against = how_of(act, "against")
    if isinstance(against, Ref | Group | Join):
        among = [thing for thing in among if fits_held(state, frame, against, thing)]
    return among


def is_made(state: State, frame: list[int], op: Step) -> bool:
    """Whether a text of another side makes a figure challenge that it does not control (CTL-2).

    What a figure `may` do names its doer at the `may`, not at the deed: that is allowed, not made.
    """
    who = frame[WHO]
    if op.act is None or op.act.verb != "challenge" or op.act.who is None or frame[YOU] < 0 or not is_figure(who):
        return False
    return who != frame[ME] and side_now(state, who) != frame[YOU]


def could_be_target(state: State, place: int, thing: int) -> bool:
    """Whether the challenge at a place of the stack could have been declared against a thing, as things stand (CHA-14)."""
    challenge = state.stack[place]
    challenger, program = challenge[CHALLENGER], challenge[PROGRAM]
    if challenger < 0:
        return is_figure(thing)
    if program < 0:
        more = reckon(stat_parts(state, challenger, "range"))
        return thing in targets_of(state, challenger, state.where[challenger], more + 1 if more else 0)
    op = state.cast.programs[program].steps[challenge[PLACE]]
    trial = state.stack[place - 1][:]
    trial[WHO], trial[DEST] = challenger, thing
    assert op.act is not None
    against = how_of(op.act, "against")
    fitting = not isinstance(against, Ref | Group | Join) or fits_held(state, trial, against, thing)
    return fitting and thing in challenge_targets(state, trial, op)


def _lies_still(state: State, frame: list[int], who: int) -> bool:
    """Whether a figure cannot challenge because it is knocked down (TRN-4, ABI-6)."""
    if not state.down[who] or acts_down(state, who):
        return False
    return who != frame[ME] or "Usable while knocked down" not in state.cast.programs[frame[PROG]].limits


def challenge_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Which target; a named one is not asked."""
    found = challenge_targets(state, frame, op)
    if IN_DEST in op.picked:
        return None if found else []
    return [Choice(FIGURE, thing) if is_figure(thing) else Choice(THING, -1, thing) for thing in found]


def do_challenge(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Declare it; the challenge runs on a frame of its own and leaves its result here."""
    target = frame[DEST] if choice is None else choice.figure if choice.verb == FIGURE else choice.thing
    act = op.act
    against = how_of(act, "against") if act is not None else None
    if isinstance(against, Group) and against.det in ("a", "another"):
        frame[IT] = target
    frame[TARGET] = target
    frame[WON] = NOTHING
    credit, side = whose_deed(state, frame) if is_made(state, frame, op) else (NOTHING, NOTHING)
    push_challenge(state, frame[WHO], target, frame[PROG], frame[STAGE] - 1, credit, side)


def whose_deed(state: State, frame: list[int]) -> tuple[int, int]:
    """The character whose rule a text is, -1 none, and its side: of a token or status who put it in play (CHA-18)."""
    me = frame[ME]
    piece = frame[CARD] if is_piece(frame[CARD]) else me
    if is_piece(piece) and state.setup.pieces[piece - PIECE].sort != "item":
        giver = state.owner[piece - PIECE]
        return giver, state.setup.side_of[giver] if giver >= 0 else state.setup.pieces[piece - PIECE].side
    if not is_figure(me):
        return NOTHING, frame[YOU]
    return character_of(state, me), frame[YOU]


def character_of(state: State, figure: int) -> int:
    """A character itself; of a companion or minion the character it belongs to, -1 if it is the scenario's (CHA-18)."""
    return figure if state.setup.kind_of[figure] == CHARACTER else state.of[figure]


def push_challenge(
    state: State, challenger: int, target: int, program: int, place: int, credit: int = NOTHING, side: int = NOTHING
) -> None:
    """Put a challenge on the stack; `program` and `place` say which text's dice it rolls, -1 the basic ones.

    `credit` and `side` say whose a knock-out is where it is not by the challenger (CHA-29).
    """
    frame = [0] * EXTRAS_AT
    frame[: CREDIT_SIDE + 1] = [CHALLENGE_FRAME, 0, challenger, target, 0, 0, 0, program, place, credit, side]
    state.stack.append(frame)


def defend_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The defender must be on the map."""
    who = frame[WHO]
    return None if is_figure(who) and state.where[who] >= 0 else []


def do_defend(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Challenged by nobody (CHA-17); no dice counted: nothing happens (ABI-4)."""
    act = op.act
    assert act is not None and act.n is not None
    if not is_zero_count(state, frame, act.n):
        push_challenge(state, -1, frame[WHO], frame[PROG], frame[STAGE] - 1)


def text_dice(state: State, frame: list[int], program: int, place: int) -> list[tuple[int, str]]:
    """The parts of a text's challenge, counted now."""
    step = state.cast.programs[program].steps[place]
    assert step.act is not None and step.act.n is not None
    name = state.cast.programs[program].name
    return [(part.amount, part.name) for part in number(state, frame, step.act.n, name).parts]


def is_basic(state: State, program: int, place: int) -> bool:
    """Whether a challenge is the basic one (ACT-9)."""
    if program < 0:
        return True
    act = state.cast.programs[program].steps[place].act
    return act is not None and act.verb == "challenge" and how_of(act, "basic") is not None


# -- bodies ----------------------------------------------------------------------------------------------


def stand_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Only who is knocked down on the map stands up."""
    found = [f for f in objects(state, frame, op) if is_figure(f) and state.where[f] >= 0 and state.down[f]]
    return None if found else []


def do_stand(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Stand up, or stand somebody up."""
    for figure in objects(state, frame, op):
        if is_figure(figure) and state.down[figure]:
            stand_up(state, figure, frame[ME], state.cast.programs[frame[PROG]].name, events)


def stand_up(state: State, figure: int, helper: int, card: str, events: list[Event]) -> None:
    """A knocked-down figure stands, by a rule or a card's text."""
    if prevented(state, "stands", figure, helper):
        return
    state.down[figure] = 0
    events.append(StoodUp(figure, helper, card))
    launch(state, set_off(state, "when stands", figure))


def knock_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Somebody on the map; only characters are ever knocked down (CHA-9)."""
    assert op.act is not None
    out = how_of(op.act, "out") is not None
    return None if any(_is_knocked(state, thing, out) for thing in objects(state, frame, op)) else []


def _is_knocked(state: State, thing: int, out: bool) -> bool:
    if not is_figure(thing) or state.where[thing] < 0:
        return False
    kind = state.setup.kind_of[thing]
    return kind == CHARACTER or (out and kind != OBJECTIVE)


def do_knock(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Knock down (who is down stays down, CHA-28) or out, to the credit of the character whose rule it is (CHA-27)."""
    from tipover.engine.flow.challenge import knock_down, lose_out

    act = op.act
    assert act is not None
    out = how_of(act, "out") is not None
    credit, side = whose_deed(state, frame)
    for figure in objects(state, frame, op):
        if not _is_knocked(state, figure, out):
            continue
        if out:
            lose_out(state, figure, credit, side, events)
        elif not state.down[figure]:
            knock_down(state, figure, credit, events)


def exhaust_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Markers lie on characters, and one that is exhausted is given no further one (TRN-11)."""
    return None if any(_takes_marker(state, thing) for thing in objects(state, frame, op)) else []


def _takes_marker(state: State, thing: int) -> bool:
    if not is_figure(thing) or state.setup.kind_of[thing] != CHARACTER or state.spent[thing] >= state.setup.markers(thing):
        return False
    return "cannot-be exhausted" not in state.cast.changes or cannot_be(state, thing, "exhausted") is None


def do_exhaust(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A marker moved onto a character: it takes no turn this round (TRN-7)."""
    for figure in objects(state, frame, op):
        if _takes_marker(state, figure):
            exhaust(state, figure, events)


def exhaust(state: State, figure: int, events: list[Event]) -> None:
    """Put an exhausted marker on a figure, unless it has all it takes; an ultimate is exhausted with its third (TRN-11, ULT-2)."""
    if state.spent[figure] >= state.setup.markers(figure) or instead(state, "exhausted", figure):
        return
    state.spent[figure] += 1
    events.append(Exhausted(figure))
    if state.spent[figure] >= state.setup.markers(figure):
        launch(state, set_off(state, "when exhausted", figure))


def do_refresh(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take exhausted markers off; who has its turn back may take it (TRN-16)."""
    for figure in objects(state, frame, op):
        if is_figure(figure) and state.spent[figure]:
            state.spent[figure] = 0
            events.append(MarkersOff(figure))


# -- given actions ---------------------------------------------------------------------------------------


def kinds_of(act: Act) -> set[str]:
    """The kinds of actions a text gives: `basic`, `any`, `extra`, or names."""
    phrases = act.what.parts if isinstance(act.what, Join) else (act.what,)
    found: set[str] = set()
    for phrase in phrases:
        if not isinstance(phrase, Group):
            continue
        noun = phrase.nouns[0]
        if noun == "extra action":
            found.add("extra")
        elif noun == "action":
            found.add("basic" if "basic" in phrase.adjs else "any")
        else:
            found.add(noun)
        for one in phrase.filters:
            if one.rel == "other than" and isinstance(one.arg, Group):
                found.add(f"no {one.arg.nouns[0]}")
    return found


def is_several(act: Act) -> bool:
    """Whether a text gives several actions, one after the other (`a basic move and a basic challenge`)."""
    return isinstance(act.what, Join) and act.what.word == "and"


def kinds_left(frame: list[int], act: Act) -> set[str]:
    """The kinds of actions still to be done: of several the next, or any in either order."""
    if not is_several(act):
        return kinds_of(act)
    assert isinstance(act.what, Join)
    done = max(frame[LEFT], 0)
    left = [part for k, part in enumerate(act.what.parts) if not done >> k & 1]
    if how_of(act, "either order") is None:
        left = left[:1]
    found: set[str] = set()
    for part in left:
        found |= kinds_of(replace(act, what=part))
    return found


def _note_kind(frame: list[int], act: Act, choice: Choice) -> None:
    """Mark which of several given actions is being done; while some are left the deed comes again."""
    assert isinstance(act.what, Join)
    done = max(frame[LEFT], 0)
    noun = {MOVE: "move", CHALLENGE: "challenge", ASSIST: "assist", INTERACT: "interact"}.get(choice.verb, "")
    left = [k for k in range(len(act.what.parts)) if not done >> k & 1]
    fitting = [k for k in left if kinds_of(replace(act, what=act.what.parts[k])) & {noun, "basic", "any"}]
    done |= 1 << (fitting or left)[0]
    if len(left) > 1:
        frame[LEFT] = done
        frame[STAGE] -= 1
    else:
        frame[LEFT] = NOTHING


def action_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The actions the doer may take now, of the kinds given (TRN-19)."""
    from tipover.engine.flow.abilities import companion_choices
    from tipover.engine.flow.actions import given

    act = op.act
    assert act is not None
    who = frame[WHO]
    if not is_figure(who):
        return []
    kinds = kinds_left(frame, act)
    if "extra" in kinds and own_turn(state, who) is not None:
        return None
    kinds = kinds - {"extra"} or {"any"}
    found = given(state, who, kinds)
    if "any" in kinds and own_turn(state, who) is not None:
        found += companion_choices(state, who)  # special actions of the character (COM-3, TRN-19)
    return found


def own_turn(state: State, figure: int) -> list[int] | None:
    """The frame of a figure's own turn, if it is on."""
    for frame in state.stack:
        if frame[0] == TURN_FRAME and frame[ACTOR] == figure:
            return frame
    return None


def do_action(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take the given action; an extra one is added to the figure's turn (TRN-9)."""
    from tipover.engine.flow.actions import begin_action, begin_companions

    act = op.act
    assert act is not None
    if choice is None:
        turn = own_turn(state, frame[WHO])
        assert turn is not None
        turn[ACTIONS] += 1
        return
    if is_several(act):
        _note_kind(frame, act, choice)
    if choice.figure == frame[WHO]:
        begin_action(state, choice, events)
    else:
        begin_companions(state, choice, events)
