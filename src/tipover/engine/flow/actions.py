"""The actions a figure may take now, and how one begins (ACT, TRN-4 to TRN-6, ABI, ITM, COM)."""

from __future__ import annotations

from collections.abc import Callable

from tipover.board.course import Course
from tipover.board.mask import BIT, squares_of
from tipover.board.paths import reach, walk
from tipover.cards.ast import Group, While
from tipover.cards.catalog import CHARACTER
from tipover.engine import changes
from tipover.engine.decision import ABILITY, ASSIST, CHALLENGE, END_OF, INTERACT, MOVE, OFFER, PIECE, RALLY, USE, Choice
from tipover.engine.event import Event, PutOnTrack
from tipover.engine.field import Survey, board, endable, passable
from tipover.engine.flow.abilities import (
    abilities,
    begin_ability,
    begin_companion,
    begin_offer,
    begin_use,
    companion_choices,
    offered_choices,
    uses,
)
from tipover.engine.flow.kinds import ACTIONS_A_TURN
from tipover.engine.flow.moving import begin_move, free_course, listening, ways_written
from tipover.engine.flow.points import gain
from tipover.engine.numbers import ADD, Part, reckon
from tipover.engine.state import State
from tipover.engine.steps.deeds.acting import push_challenge, stand_up, targets_of
from tipover.engine.steps.thing import side_now
from tipover.engine.triggers import ACTION_BITS, launch, set_off

BASIC_MOVE = 2
POINT_MARKER_PLACE = 4


def offered(state: State, figure: int, actions: int, free_companion: bool = False) -> list[Choice]:
    """Every action of a figure's own turn, and stopping (TRN-2, TRN-12, ACT-7)."""
    options: list[Choice] = []
    if actions > 0:
        if state.where[figure] >= 0:
            down = bool(state.down[figure])
            able = not down or changes.acts_down(state, figure)
            near: bool | None = None
            if able:
                options = basics(state, figure, {"basic"})
                if "cannot" not in state.cast.changes:
                    near = _has_challenge(options)
            options += _lawful(state, figure, abilities(state, figure, able, near) + uses(state, figure, able))
            if down and actions >= ACTIONS_A_TURN:
                options.append(Choice(RALLY, figure))
    if actions > 0 or free_companion:
        options += companion_choices(state, figure)
    options.append(END_OF[figure])
    return options


def _has_challenge(options: list[Choice]) -> bool:
    """Whether a challenge is among basic actions; the moves, which come first and are many, are not looked through."""
    for choice in reversed(options):
        if choice.verb == CHALLENGE:
            return True
        if choice.verb == MOVE:
            break
    return False


def given(state: State, figure: int, kinds: set[str]) -> list[Choice]:
    """The actions a text gives: of these kinds, for a figure that can act now (TRN-19, ABI-9)."""
    if state.where[figure] < 0:
        return []
    able = not state.down[figure] or changes.acts_down(state, figure)
    options = basics(state, figure, {"basic"} if "any" in kinds else kinds) if able else []
    if "any" in kinds or "ability" in kinds:
        options += _lawful(state, figure, abilities(state, figure, able))
    if "any" in kinds:
        options += _lawful(state, figure, uses(state, figure, able))
    return options


def basics(state: State, figure: int, kinds: set[str]) -> list[Choice]:
    """The basic actions of some kinds that find an object (ACT-7)."""
    setup = state.setup
    square = state.where[figure]
    every = "basic" in kinds
    side = side_now(state, figure)
    survey = Survey(state, side)
    options: list[Choice] = []
    if every or "move" in kinds:
        options = moves(state, figure, survey)
    near = board(state).steps(square)
    if (near & survey.occupied or setup.challengeable or "has range" in state.cast.changes) and (every or "challenge" in kinds):
        options += [Choice(CHALLENGE, figure, target) for target in targets(state, figure)]
    if near & survey.allies and (every or "assist" in kinds):
        options += [Choice(ASSIST, figure, ally) for ally in fallen_allies(state, figure)]
    if (every or "interact" in kinds) and "no interact" not in kinds:
        options += [Choice(INTERACT, figure, PIECE + piece) for piece in point_markers(state, figure)]
    if "offer" in state.cast.changes:
        options += offered_choices(state, figure, kinds)
    return _lawful(state, figure, options)


def _lawful(state: State, figure: int, options: list[Choice]) -> list[Choice]:
    """Actions without those that a text forbids the figure (`Rivals within 2 cannot do an interact.`)."""
    if not options or "cannot" not in state.cast.changes:
        return options
    return [choice for choice in options if changes.cannot(state, figure, NOUNS.get(choice.verb, "")) is None]


def moves(state: State, figure: int, survey: Survey) -> list[Choice]:
    """The basic moves: by their end, and by their path where ways differ in what they set off (MOV-10)."""
    if "when enters" in state.cast.whens or "enters" in state.cast.insteads:
        entered = listening(state, figure, movement(state, figure))
        if entered:
            return ways_written(MOVE, figure, course(state, figure).ways(entered))
    table = state.setup.moves(figure)
    if "can through" in state.cast.changes:
        return [table[end] for end in squares_of(course(state, figure).ends())]
    through, ends_in = passable(state, survey), endable(state, survey)
    return [table[end] for end in squares_of(reach(board(state), state.where[figure], movement(state, figure), through, ends_in))]


def course(state: State, figure: int) -> Course:
    """The law of a figure's basic move."""
    return free_course(state, figure, movement(state, figure))


# What an action is called where a card forbids it.
NOUNS = {MOVE: "move", CHALLENGE: "challenge", ASSIST: "assist", INTERACT: "interact", ABILITY: "ability"}


def movement(state: State, figure: int) -> int:
    """The squares of a basic move (MOV-3), as standing rules change it."""
    if "has movement" not in state.cast.changes:
        return BASIC_MOVE
    return reckon([Part(BASIC_MOVE, "basic move", ADD), *changes.stat_parts(state, figure, "movement")])


def targets(state: State, figure: int) -> list[int]:
    """Whom a basic challenge may name: adjacent rivals, and adjacent pieces with a defense not of one's side.

    A piece may lie in the challenger's own square (CHA-1, CHA-23, ACT-6); more range makes it ranged (CHA-3).
    """
    more = reckon(changes.stat_parts(state, figure, "range")) if "has range" in state.cast.changes else 0
    return targets_of(state, figure, state.where[figure], more + 1 if more else 0)


def fallen_allies(state: State, figure: int) -> list[int]:
    """Adjacent knocked-down allies (ACT-3); for a controlled figure those of its controller (CTL-5)."""
    setup = state.setup
    near = board(state).steps(state.where[figure])
    side = side_now(state, figure)
    return [
        other
        for other, at in enumerate(state.where)
        if at >= 0
        and state.down[other]
        and other != figure
        and near & BIT[at]
        and side_now(state, other) == side
        and setup.kind_of[other] == CHARACTER
    ]


def point_markers(state: State, figure: int) -> list[int]:
    """Point markers in the figure's square or an adjacent one, if nothing forbids it (PTS-1, PTS-3, ADJ-2)."""
    setup = state.setup
    if not setup.point_pieces:
        return []
    square, lies = state.where[figure], state.lies
    near = board(state).steps(square) | BIT[square]
    found = [piece for piece in setup.point_pieces if lies[piece] >= 0 and near & BIT[lies[piece]]]
    if found and "cannot-interact" in state.cast.changes:
        found = [piece for piece in found if changes.cannot_interact(state, figure, PIECE + piece) is None]
    return found


def way(state: State, figure: int, end: int) -> list[int]:
    """The way a plain move takes: the one that sets off least, then a shortest one (MOV-10)."""
    entered = listening(state, figure, movement(state, figure)) if "when enters" in state.cast.whens else {}
    if not entered and "can through" not in state.cast.changes:
        if board(state).steps(state.where[figure]) & BIT[end]:
            return [end]
        through = passable(state, Survey(state, side_now(state, figure)))
        return walk(board(state), state.where[figure], end, movement(state, figure), through)
    law = course(state, figure)
    if entered or not law.is_plain:
        return list(law.ways(entered)[end][0])
    return walk(law.grid, law.start, end, law.steps, law.passable)


def begin_action(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin an action; what it sets in motion runs on frames of its own."""
    _told(state, choice, _bits(state, choice), _begin, events)


def begin_companions(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin a companion action, as its card has it (COM-2)."""
    _told(state, choice, _ANY | ACTION_BITS["companion action"], begin_companion, events)


def _told(state: State, choice: Choice, bits: int, begin: Callable[[State, Choice, list[Event]], None], events: list[Event]) -> None:
    """Begin an action unless a text is done instead of it, and let those who wait for it know; an ability tells of its own end (ABI-18)."""
    whens = state.cast.whens
    if "does" in state.cast.insteads and changes.prevented(state, "does", choice.figure, what=bits):
        return
    if "after does" in whens and choice.verb not in (ABILITY, USE):
        launch(state, set_off(state, "after does", choice.figure, what=bits))
    begin(state, choice, events)
    if "when does" in whens:
        launch(state, set_off(state, "when does", choice.figure, what=bits))


def _bits(state: State, choice: Choice) -> int:
    """What kind of action it is, as bits."""
    if choice.verb == OFFER:
        text = state.cast.entries[choice.thing].text
        assert isinstance(text, While) and isinstance(text.change.what, Group)
        return _BASIC | ACTION_BITS.get(text.change.what.nouns[0], 0)
    return _BITS.get(choice.verb, _ANY)


_ANY = ACTION_BITS["action"]
_BASIC = _ANY | ACTION_BITS["basic"]
_BITS = {
    MOVE: _BASIC | ACTION_BITS["move"],
    CHALLENGE: _BASIC | ACTION_BITS["challenge"],
    ASSIST: _BASIC | ACTION_BITS["assist"],
    INTERACT: _BASIC | ACTION_BITS["interact"],
    ABILITY: _ANY | ACTION_BITS["ability"],
}


def _begin(state: State, choice: Choice, events: list[Event]) -> None:
    figure, verb = choice.figure, choice.verb
    if verb == MOVE:
        taken = list(choice.path) or way(state, figure, choice.thing)
        left = movement(state, figure) - len(taken) if "when enters" in state.cast.whens else 0
        begin_move(state, figure, taken, events, left)
    elif verb == CHALLENGE:
        push_challenge(state, figure, choice.thing, -1, -1)
    elif verb in (ASSIST, RALLY):
        who = choice.thing if verb == ASSIST else figure
        stand_up(state, who, figure, "ACT-3" if verb == ASSIST else "TRN-5", events)
    elif verb == INTERACT:
        _take_point(state, figure, choice.thing - PIECE, events)
    elif verb == ABILITY:
        begin_ability(state, choice, events)
    elif verb == USE:
        begin_use(state, choice, events)
    elif verb == OFFER:
        begin_offer(state, choice, events)


def _take_point(state: State, figure: int, piece: int, events: list[Event]) -> None:
    """A point at once; the marker goes to the 4 of that side's track, the controller's for a controlled one (PTS-1, CTL-6)."""
    side = side_now(state, figure)
    state.lies[piece] = -POINT_MARKER_PLACE
    state.kept_by[piece] = side
    events.append(PutOnTrack(PIECE + piece, side, POINT_MARKER_PLACE))
    gain(state, side, 1, "PTS-1", events)
