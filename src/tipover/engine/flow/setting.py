"""Set-up as decisions: base colours, the flip, picks, placing (SUP)."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.board.paths import closest
from tipover.cards.catalog import MINION, OBJECTIVE
from tipover.engine.decision import (
    ASK_FLIP,
    ASK_PICK,
    ASK_PLACE,
    ASK_SIDE,
    CHANCE,
    FLIP,
    PICK,
    PLACE,
    SIDE,
    Choice,
    Decision,
)
from tipover.engine.dice import flips
from tipover.engine.event import Event, Flipped, GameBegan, Picked, Placed, Revealed, SideTaken
from tipover.engine.field import free_squares
from tipover.engine.flow.kinds import DONE, ROUND_FRAME, STAGE
from tipover.engine.state import NOBODY, RESERVE, State
from tipover.engine.triggers import launch, set_off

COLOUR, FLIPPING, PICKING, SHOWING, PLACING = range(5)


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with set-up as far as no question is open."""
    stage = frame[STAGE]
    if stage == COLOUR:
        return _ask_side(state, frame)
    if stage == FLIPPING:
        if state.first != NOBODY:
            frame[STAGE] = PICKING
            return None
        options, weights = flips(state.setup.sides)
        return Decision(ASK_FLIP, [CHANCE], -1, -1, options, weights)
    if stage == PICKING:
        return _ask_pick(state, frame)
    if stage == SHOWING:
        _show(state, events)
        _fill_pools(state)
        _own_pieces(state)
        state.recast()
        frame[STAGE] = PLACING
        return None
    return _ask_place(state, frame, events)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take one answer of set-up."""
    if choice.verb == SIDE:
        state.set_team(choice.thing, frame[DONE])
        events.append(SideTaken(frame[DONE], choice.thing))
        frame[DONE] += 1
    elif choice.verb == FLIP:
        state.first = choice.thing
        events.append(Flipped(choice.thing))
        frame[STAGE] = PICKING
    elif choice.verb == PICK:
        hidden = state.setup.secret
        if hidden:
            state.set_secret(choice.figure, choice.thing)
        else:
            state.set_card(choice.figure, choice.thing)
        side = state.setup.side_of[choice.figure]
        events.append(Picked(side, choice.figure, -1 if hidden else choice.thing))
    else:
        state.where[choice.figure] = choice.thing
        events.append(Placed(choice.figure, choice.thing))


def _ask_side(state: State, frame: list[int]) -> Decision | None:
    setup = state.setup
    free = [side for side in setup.sides if state.team[side] < 0]
    if not free:
        frame[STAGE] = FLIPPING
        return None
    team = frame[DONE]
    return Decision(ASK_SIDE, setup.seats[team], -1, -1, [Choice(SIDE, -1, side) for side in free])


def clockwise(state: State) -> list[int]:
    """The sides in turn order, the first player's first."""
    sides = state.setup.sides
    k = sides.index(state.first)
    return sides[k:] + sides[:k]


def _ask_pick(state: State, frame: list[int]) -> Decision | None:
    """Open picks go round one by one from the first player; secret ones side by side (SUP-3, SUP-11)."""
    setup = state.setup
    waiting = [f for f, card in enumerate(state.card) if card < 0 and state.secret[f] < 0]
    if not waiting:
        frame[STAGE] = SHOWING
        return None
    order = clockwise(state)
    left = [sum(1 for f in waiting if setup.side_of[f] == side) for side in order]
    side = order[left.index(max(left))] if not setup.secret else order[next(k for k, n in enumerate(left) if n)]
    figure = next(f for f in waiting if setup.side_of[f] == side)
    options = [Choice(PICK, figure, card) for card in pickable(state, side)]
    return Decision(ASK_PICK, [state.seat_of(figure)], side, figure, options, secret=setup.secret)


def pickable(state: State, side: int) -> list[int]:
    """The cards a side may still pick: no name twice on a side (SUP-4), and each card of an open box once."""
    setup = state.setup
    taken: set[str] = set()
    for figure, slot in enumerate(setup.figures):
        if slot.side == side or not setup.secret:
            for card in (state.card[figure], state.secret[figure]):
                if card >= 0:
                    taken.add(setup.card(card).name)
    return [card for card in setup.box if setup.card(card).name not in taken]


def _show(state: State, events: list[Event]) -> None:
    if not any(card >= 0 for card in state.secret):
        return
    events.append(Revealed())
    for figure, card in enumerate(state.secret):
        if card >= 0:
            state.set_card(figure, card)
            events.append(Picked(state.setup.side_of[figure], figure, card))
    state.secret = [-1] * len(state.secret)


def _fill_pools(state: State) -> None:
    """One token for each dot on a side's cards (SUP-5)."""
    for figure, card in enumerate(state.card):
        if card >= 0:
            for colour in state.setup.card(card).tokens:
                state.pool[state.setup.side_of[figure] * 4 + colour] += 1


def _own_pieces(state: State) -> None:
    """Give every piece that belongs to a character to the figure with that card (TOK-7)."""
    setup = state.setup
    owners = list(state.owner)
    for piece, slot in enumerate(setup.pieces):
        if slot.part is None or not slot.part.of or slot.of >= 0:
            continue
        for figure, card in enumerate(state.card):
            if card >= 0 and setup.card(card).name == slot.part.of and setup.side_of[figure] == slot.side:
                owners[piece] = figure
    state.owner = owners


def _ask_place(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Each side's figures in turn order, then the bonus objectives, each by the next side clockwise (SUP-6, BON-1)."""
    setup = state.setup
    order = clockwise(state)
    for last in (False, True):
        for side in order:
            for figure, slot in enumerate(setup.figures):
                if slot.kind == MINION:
                    continue
                if slot.side != side or (slot.kind == OBJECTIVE) != last or state.where[figure] != RESERVE:
                    continue
                home = setup.next_side[side] if last else side
                squares = home_squares(state, home)
                if not squares:
                    continue
                options = [Choice(PLACE, figure, square) for square in squares]
                seats = state.seats_of(home)[:1] if last else [state.seat_of(figure)]
                return Decision(ASK_PLACE, seats, home, figure, options)
    state.first_at = list(state.where)
    events.append(GameBegan())
    state.round = 1
    state.stack[-1] = [ROUND_FRAME, 0, state.first]
    launch(state, set_off(state, "at start of the game"))
    return None


def home_squares(state: State, side: int) -> list[int]:
    """Where a figure may be put at home: free squares of the starting area, else the closest free ones (CDN-4)."""
    free = free_squares(state)
    area = state.setup.starts[side] or state.setup.enterable
    return squares_of(free & area or closest(state.setup.grid, area, free))
