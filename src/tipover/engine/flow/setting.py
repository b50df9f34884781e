"""Set-up as decisions: base colours, the flip, picks, placing (SUP)."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.board.paths import closest
from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.engine.decision import (
    ASK_ATTACH,
    ASK_FLIP,
    ASK_PICK,
    ASK_PLACE,
    ASK_SIDE,
    ATTACH,
    CHANCE,
    FLIP,
    PICK,
    PLACE,
    SIDE,
    Choice,
    Decision,
)
from tipover.engine.dice import flips
from tipover.engine.event import Attached, Event, Flipped, GameBegan, MarkerTaken, Picked, Placed, Revealed, SideTaken
from tipover.engine.field import board, free_squares, home
from tipover.engine.flow import attaching
from tipover.engine.flow.kinds import DONE, ROUND_FRAME, STAGE
from tipover.engine.state import NOBODY, RESERVE, State, changed
from tipover.engine.triggers import launch, set_off

COLOUR, FLIPPING, PICKING, SHOWING, PLACING = range(5)


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with set-up as far as no question is open."""
    stage = frame[STAGE]
    if stage == COLOUR:
        return _ask_side(state, frame)
    if stage == FLIPPING:
        return _ask_flip(state, frame, events)
    if stage == PICKING:
        return _ask_pick(state, frame)
    if stage == SHOWING:
        _show(state, events)
        _fill_pools(state)
        _own(state)
        state.recast()
        frame[STAGE] = PLACING
        return None
    return _ask_place(state, frame, events)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take one answer of set-up."""
    hidden = state.setup.secret
    if choice.verb == SIDE:
        team = _next_team(state)
        state.set_team(choice.thing, team)
        events.append(SideTaken(team, choice.thing))
        frame[DONE] += 1
    elif choice.verb == FLIP:
        state.first = choice.thing
        events.append(Flipped(choice.thing))
        frame[STAGE] = PICKING
    elif choice.verb == PICK:
        if hidden:
            state.set_secret(choice.figure, choice.thing)
        else:
            state.set_card(choice.figure, choice.thing)
        side = state.setup.side_of[choice.figure]
        events.append(Picked(side, choice.figure, -1 if hidden else choice.thing))
    elif choice.verb == ATTACH:
        number = _next_attachment(state)
        state.picks = changed(state.picks, number, attaching.pick_of(choice))
        if hidden:
            events.append(Attached(state.setup.attach[number].side, -1, -1))
    else:
        state.where[choice.figure] = choice.thing
        events.append(Placed(choice.figure, choice.thing))


# -- colours and first player ----------------------------------------------------------------------------


def _ask_side(state: State, frame: list[int]) -> Decision | None:
    setup = state.setup
    free = [side for side in setup.sides if state.team[side] < 0]
    if not free:
        frame[STAGE] = FLIPPING
        return None
    return Decision(ASK_SIDE, setup.seats[_next_team(state)], -1, -1, [Choice(SIDE, -1, side) for side in free])


def _next_team(state: State) -> int:
    """The team that takes a base colour now: the ultimate's first, then the others as they stand (SUP-2, ULT-1)."""
    order: list[int] = [slot.team for slot in state.setup.figures if slot.ultimate and slot.team >= 0]
    order += range(len(state.setup.sides))
    return next(team for team in order if team not in state.team)


def _ask_flip(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Flip for the first player, unless an ultimate plays: its side takes the marker (SUP-2, ULT-1)."""
    _settle_teams(state)
    first = state.setup.ultimate_side(state.card)
    if state.first == NOBODY and first >= 0:
        state.first = first
        events.append(MarkerTaken(first))
    if state.first != NOBODY:
        frame[STAGE] = PICKING
        return None
    options, weights = flips(state.setup.sides)
    return Decision(ASK_FLIP, [CHANCE], -1, -1, options, weights)


def _settle_teams(state: State) -> None:
    """Figures that go with a team come into the game on the side the team has taken (ULT-1)."""
    for figure, slot in enumerate(state.setup.figures):
        if slot.team >= 0 and slot.card >= 0 and state.card[figure] < 0 and state.team[slot.side] == slot.team:
            state.set_card(figure, slot.card)


def clockwise(state: State) -> list[int]:
    """The sides in turn order, the first player's first."""
    sides = state.setup.sides
    k = sides.index(state.first)
    return sides[k:] + sides[:k]


# -- picks -----------------------------------------------------------------------------------------------


def unpicked(state: State, side: int) -> list[int]:
    """The characters of a side that are still to be picked; those of another team never are (ULT-1)."""
    setup = state.setup
    return [
        f for f in setup.characters[side] if state.card[f] < 0 and state.secret[f] < 0 and setup.figures[f].team in (-1, state.team[side])
    ]


def _ask_pick(state: State, frame: list[int]) -> Decision | None:
    """Characters, then attachments. Open picks go round one by one from the first player; secret ones side by side (SUP-3, SUP-11)."""
    setup = state.setup
    order = clockwise(state)
    if setup.secret:
        order = [side for side in order if unpicked(state, side) or attaching.waiting(state, side)][:1]
    left = [len(unpicked(state, side)) for side in order]
    if any(left):
        return _ask_character(state, order[left.index(max(left))])
    number = _next_attachment(state)
    if number < 0:
        frame[STAGE] = SHOWING
        return None
    side = setup.attach[number].side
    options = attaching.choices(state, number)
    return Decision(ASK_ATTACH, state.seats_of(side)[:1], side, -1, options, secret=setup.secret)


def _ask_character(state: State, side: int) -> Decision:
    figure = unpicked(state, side)[0]
    options = [Choice(PICK, figure, card) for card in pickable(state, side)]
    return Decision(ASK_PICK, [state.seat_of(figure)], side, figure, options, secret=state.setup.secret)


def _next_attachment(state: State) -> int:
    """The number of the attachment that is chosen now, or -1 when all are."""
    waiting = {side: attaching.waiting(state, side) for side in clockwise(state)}
    if state.setup.secret:
        return next((numbers[0] for numbers in waiting.values() if numbers), -1)
    most = max(waiting.values(), key=len)
    return most[0] if most else -1


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
    """Show what was picked in secret, all at once, and bring the attachments into the game (SUP-11)."""
    if state.setup.secret and (any(card >= 0 for card in state.secret) or any(pick >= 0 for pick in state.picks)):
        events.append(Revealed())
    for figure, card in enumerate(state.secret):
        if card >= 0:
            state.set_card(figure, card)
            events.append(Picked(state.setup.side_of[figure], figure, card))
    state.secret = [-1] * len(state.secret)
    attaching.attach(state, events)


def _fill_pools(state: State) -> None:
    """One token for each dot on a side's cards, an ultimate card's too (SUP-5, ULT-1)."""
    for figure, card in enumerate(state.card):
        if card < 0:
            continue
        slot = state.setup.figures[figure]
        tokens = state.setup.card(card).tokens
        ultimate = state.setup.card(card).ultimate
        for colour in tokens + ultimate.tokens if slot.ultimate and ultimate is not None else tokens:
            state.pool[slot.side * 4 + colour] += 1


def _own(state: State) -> None:
    """Give every piece and minion that belongs to a character to the figure with that card (TOK-7, CHA-18)."""
    setup = state.setup
    named: dict[tuple[int, str], int] = {}
    for figure, card in enumerate(state.card):
        if card >= 0 and setup.kind_of[figure] == CHARACTER:
            named[(setup.side_of[figure], setup.card(card).name)] = figure
    decks = {deck.name: deck.of for deck in setup.catalog.decks}
    owners = list(state.owner)
    for piece, slot in enumerate(setup.pieces):
        if slot.part is not None and slot.of < 0 and slot.side >= 0 and slot.sort != "item":
            owners[piece] = named.get((slot.side, slot.part.of or decks.get(slot.deck, "")), owners[piece])
    state.owner = owners
    of = list(state.of)
    for figure, mine in enumerate(setup.figures):
        if mine.kind == MINION and mine.of < 0:
            of[figure] = named.get((mine.side, setup.card(mine.card).of), -1)
    state.of = of


# -- placing ---------------------------------------------------------------------------------------------


def _ask_place(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Each side's figures in turn order, then the bonus objectives, each by the next side clockwise (SUP-6, BON-1)."""
    setup = state.setup
    order = clockwise(state)
    for last in (False, True):
        for side in order:
            for figure, slot in enumerate(setup.figures):
                if slot.kind == MINION or state.card[figure] < 0:
                    continue
                if slot.side != side or (slot.kind == OBJECTIVE) != last or state.where[figure] != RESERVE:
                    continue
                home = setup.next_side[side] if last else side
                squares = home_squares(state, home)
                if not squares:
                    continue
                options = [Choice(PLACE, figure, square) for square in squares]
                seat = state.seats_of(home)[0] if last else state.seat_of(figure)
                return Decision(ASK_PLACE, [seat], home, figure, options)
    state.first_at = list(state.where)
    events.append(GameBegan())
    state.round = 1
    state.stack[-1] = [ROUND_FRAME, 0, state.first]
    launch(state, set_off(state, "at start of the game"))
    return None


def home_squares(state: State, side: int) -> list[int]:
    """Where a figure may be put at home: free squares of the starting area, else the closest free ones (CDN-4)."""
    free = free_squares(state)
    area = home(state, side) or state.setup.enterable
    return squares_of(free & area or closest(board(state), area, free))
