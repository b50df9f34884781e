"""The actions a figure may take now, and how one begins (ACT, TRN-4 to TRN-6, ABI, ITM, COM)."""

from __future__ import annotations

from tipover.board.mask import BIT, squares_of
from tipover.board.paths import reach, walk
from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.engine import changes
from tipover.engine.decision import ABILITY, ASSIST, CHALLENGE, END, INTERACT, MOVE, OFFER, PIECE, RALLY, USE, Choice
from tipover.engine.event import AbilityUsed, Event, PutOnTrack, StoodUp, TokenSpent
from tipover.engine.field import Survey, endable, passable
from tipover.engine.flow.abilities import (
    abilities,
    begin_ability,
    begin_offer,
    begin_use,
    companion_choices,
    offered_choices,
    uses,
)
from tipover.engine.flow.kinds import ACTIONS_A_TURN
from tipover.engine.flow.moving import begin_move
from tipover.engine.flow.points import ends_at_once, gain
from tipover.engine.numbers import ADD, Part, reckon
from tipover.engine.state import State
from tipover.engine.steps.deeds.acting import push_challenge, targets_of
from tipover.engine.steps.nouns import side_now
from tipover.engine.triggers import ACTION_BITS, launch, set_off

BASIC_MOVE = 2
BASIC_DICE = 2
POINT_MARKER_PLACE = 4


def offered(state: State, figure: int, actions: int, free_companion: bool = False) -> list[Choice]:
    """Every action of a figure's own turn, and stopping (TRN-2, TRN-12, ACT-7)."""
    options: list[Choice] = []
    if actions > 0:
        if state.where[figure] >= 0:
            down = bool(state.down[figure])
            able = not down or ("can" in state.cast.changes and changes.acts_down(state, figure))
            if able:
                options = basics(state, figure, {"basic"})
            options += abilities(state, figure, able) + uses(state, figure, able)
            if down and actions >= ACTIONS_A_TURN:
                options.append(Choice(RALLY, figure))
    if actions > 0 or free_companion:
        options += companion_choices(state, figure)
    options.append(Choice(END, figure))
    return options


def given(state: State, figure: int, kinds: set[str]) -> list[Choice]:
    """The actions a text gives: of these kinds, for a figure that can act now (TRN-19, ABI-9)."""
    if state.where[figure] < 0:
        return []
    able = not state.down[figure] or changes.acts_down(state, figure)
    options = basics(state, figure, {"basic"} if "any" in kinds else kinds) if able else []
    if "any" in kinds:
        options += abilities(state, figure, able) + uses(state, figure, able)
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
        table = setup.moves(figure)
        through, ends_in = passable(state, survey), endable(state, survey)
        if "can" in state.cast.changes and changes.passes_rivals(state, figure):
            through |= survey.rivals
        options = [table[end] for end in squares_of(reach(setup.grid, square, movement(state, figure), through, ends_in))]
    near = setup.grid.steps(square)
    if (near & survey.occupied or setup.challengeable or "has" in state.cast.changes) and (every or "challenge" in kinds):
        options += [Choice(CHALLENGE, figure, target) for target in targets(state, figure)]
    if near & survey.allies and (every or "assist" in kinds):
        options += [Choice(ASSIST, figure, ally) for ally in fallen_allies(state, figure)]
    if (every or "interact" in kinds) and "no interact" not in kinds:
        options += [Choice(INTERACT, figure, PIECE + piece) for piece in point_markers(state, figure)]
    if "offer" in state.cast.changes:
        options += offered_choices(state, figure, kinds)
    if "cannot" in state.cast.changes:
        options = [choice for choice in options if changes.cannot(state, figure, _NOUNS.get(choice.verb, "")) is None]
    return options


_NOUNS = {MOVE: "move", CHALLENGE: "challenge", ASSIST: "assist", INTERACT: "interact"}


def movement(state: State, figure: int) -> int:
    """The squares of a basic move (MOV-3), as standing rules change it."""
    if "has" not in state.cast.changes:
        return BASIC_MOVE
    return reckon([Part(BASIC_MOVE, "basic move", ADD), *changes.stat_parts(state, figure, "movement")])


def targets(state: State, figure: int) -> list[int]:
    """Whom a basic challenge may name: adjacent rivals, and adjacent pieces with a defense not of one's side.

    A piece may lie in the challenger's own square (CHA-1, CHA-23, ACT-6); more range makes it ranged (CHA-3).
    """
    more = reckon(changes.stat_parts(state, figure, "range")) if "has" in state.cast.changes else 0
    return targets_of(state, figure, state.where[figure], more + 1 if more else 0)


def fallen_allies(state: State, figure: int) -> list[int]:
    """Adjacent knocked-down allies (ACT-3); for a controlled figure those of its controller (CTL-5)."""
    setup = state.setup
    near = setup.grid.steps(state.where[figure])
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
    square = state.where[figure]
    near = setup.grid.steps(square) | BIT[square]
    found = [piece for piece in setup.point_pieces if state.lies[piece] >= 0 and near & BIT[state.lies[piece]]]
    if found and "cannot-interact" in state.cast.changes:
        found = [piece for piece in found if changes.cannot_interact(state, figure, PIECE + piece) is None]
    return found


def way(state: State, figure: int, end: int) -> list[int]:
    """The way a plain move takes: a shortest one."""
    survey = Survey(state, side_now(state, figure))
    through = passable(state, survey)
    if "can" in state.cast.changes and changes.passes_rivals(state, figure):
        through |= survey.rivals
    return walk(state.setup.grid, state.where[figure], end, 20, through)


def begin_action(state: State, choice: Choice, events: list[Event]) -> None:
    """Begin an action; what it sets in motion runs on frames of its own."""
    figure, verb = choice.figure, choice.verb
    if "after does" in state.cast.whens and verb in _BITS:
        launch(state, set_off(state, "after does", figure, what=_BITS[verb]))
    if verb == MOVE:
        begin_move(state, figure, list(choice.path) or way(state, figure, choice.thing), events)
    elif verb == CHALLENGE:
        push_challenge(state, figure, choice.thing, -1, -1)
    elif verb in (ASSIST, RALLY):
        who = choice.thing if verb == ASSIST else figure
        state.down[who] = 0
        events.append(StoodUp(who, figure))
        if "when stands" in state.cast.whens:
            launch(state, set_off(state, "when stands", who))
    elif verb == INTERACT:
        _take_point(state, figure, choice.thing - PIECE, events)
    elif verb == ABILITY:
        begin_ability(state, choice, events)
    elif verb == USE:
        begin_use(state, choice, events)
    elif verb == OFFER:
        begin_offer(state, choice, events)


_BITS = {
    MOVE: 1 | ACTION_BITS["move"] | 128,
    CHALLENGE: 1 | ACTION_BITS["challenge"] | 128,
    ASSIST: 1 | ACTION_BITS["assist"] | 128,
    INTERACT: 1 | ACTION_BITS["interact"] | 128,
}


def _take_point(state: State, figure: int, piece: int, events: list[Event]) -> None:
    """A point at once; the marker goes to the 4 of that side's track, the controller's for a controlled one (PTS-1, CTL-6)."""
    side = side_now(state, figure)
    state.lies[piece] = -POINT_MARKER_PLACE
    state.kept_by[piece] = side
    events.append(PutOnTrack(PIECE + piece, side, POINT_MARKER_PLACE))
    gain(state, side, 1, "PTS-1", events)
    ends_at_once(state, events)


__all__ = ["COMPANION", "AbilityUsed", "TokenSpent", "begin_action", "given", "offered"]
