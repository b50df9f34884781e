"""Challenges, given actions, standing up and falling, inside texts (CHA, ACT, TRN-9, TRN-19)."""

from __future__ import annotations

from dataclasses import replace

from tipover.board.mask import BIT
from tipover.cards.ast import Act, Group, Join, Ref
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.changes import acts_down, cannot_be, stat_parts
from tipover.engine.decision import ASSIST, CHALLENGE, FIGURE, INTERACT, MOVE, PIECE, THING, Choice
from tipover.engine.event import Event, Exhausted, StoodUp
from tipover.engine.field import seen_by
from tipover.engine.flow.kinds import ACTIONS, ACTOR, CHALLENGE_FRAME, STAGE, TURN_FRAME
from tipover.engine.numbers import reckon
from tipover.engine.state import State
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.deeds.moving import how_of
from tipover.engine.steps.facts import is_zero_count, number
from tipover.engine.steps.frame import DEST, IT, LEFT, ME, NOTHING, PROG, SUM, WHO, is_figure
from tipover.engine.steps.nouns import fits, side_now, square_of, things
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


def targets_of(state: State, who: int, source: int, reach: int) -> list[int]:
    """Whom a figure may challenge from a square: rivals and pieces with a defense (CHA-1, CHA-2)."""
    setup = state.setup
    grid = setup.grid
    side = side_now(state, who)
    area = grid.within(source, reach) & seen_by(state, source, side) if reach else grid.steps(source)
    found: list[int] = []
    for other, at in enumerate(state.where):
        if at >= 0 and area & BIT[at] and side_now(state, other) != side and setup.kind_of[other] != 3:
            found.append(other)
    for piece in setup.challengeable:
        at = state.lies[piece]
        if at >= 0 and (area | BIT[source]) & BIT[at] and setup.pieces[piece].side != side:
            found.append(PIECE + piece)
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
    among = targets_of(state, who, source, reach_of(state, frame, act, who))
    if IN_DEST in op.picked:
        return [frame[DEST]] if frame[DEST] in among else []
    against = how_of(act, "against")
    if isinstance(against, Ref | Group | Join):
        among = [thing for thing in among if fits(state, frame, against, thing)]
    return among


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
    push_challenge(state, frame[WHO], target, frame[PROG], frame[STAGE] - 1)


def push_challenge(state: State, challenger: int, target: int, program: int, place: int) -> None:
    """Put a challenge on the stack; `program` and `place` say which text's dice it rolls, -1 the basic ones."""
    state.stack.append([CHALLENGE_FRAME, 0, challenger, target, 0, 0, 0, program, place])


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
            stand_up(state, figure, frame[ME], events)


def stand_up(state: State, figure: int, helper: int, events: list[Event]) -> None:
    """A knocked-down figure stands."""
    state.down[figure] = 0
    events.append(StoodUp(figure, helper))
    launch(state, set_off(state, "when stands", figure))


def knock_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Somebody on the map."""
    return None if any(is_figure(f) and state.where[f] >= 0 for f in objects(state, frame, op)) else []


def do_knock(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Knock down (who is down stays down, CHA-28) or out."""
    from tipover.engine.flow.challenge import knock_down, knock_out

    act = op.act
    assert act is not None
    for figure in objects(state, frame, op):
        if not is_figure(figure) or state.where[figure] < 0:
            continue
        if how_of(act, "out") is not None:
            knock_out(state, figure, frame[ME], events)
        elif not state.down[figure]:
            knock_down(state, figure, frame[ME], events)


def do_exhaust(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A marker moved onto a figure: it takes no turn this round (TRN-7)."""
    for figure in objects(state, frame, op):
        if is_figure(figure):
            exhaust(state, figure, events)


def exhaust(state: State, figure: int, events: list[Event]) -> None:
    """Put an exhausted marker on a figure; an ultimate is exhausted with its third (ULT-2, ULT-3)."""
    state.spent[figure] += 1
    events.append(Exhausted(figure))
    if state.spent[figure] >= state.setup.markers(figure):
        launch(state, set_off(state, "when exhausted", figure))


def do_refresh(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take exhausted markers off."""
    for figure in objects(state, frame, op):
        if is_figure(figure):
            state.spent[figure] = 0


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
    from tipover.engine.flow.actions import given

    act = op.act
    assert act is not None
    who = frame[WHO]
    if not is_figure(who):
        return []
    kinds = kinds_left(frame, act)
    if "extra" in kinds and own_turn(state, who) is not None:
        return None
    return given(state, who, kinds - {"extra"} or {"any"})


def own_turn(state: State, figure: int) -> list[int] | None:
    """The frame of a figure's own turn, if it is on."""
    for frame in state.stack:
        if frame[0] == TURN_FRAME and frame[ACTOR] == figure:
            return frame
    return None


def do_action(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take the given action; an extra one is added to the figure's turn (TRN-9)."""
    from tipover.engine.flow.actions import begin_action

    act = op.act
    assert act is not None
    if choice is None:
        turn = own_turn(state, frame[WHO])
        assert turn is not None
        turn[ACTIONS] += 1
        return
    if is_several(act):
        _note_kind(frame, act, choice)
    begin_action(state, choice, events)


def roll_result(frame: list[int], total: int) -> None:
    """Keep what a roll came to."""
    frame[SUM] = total
