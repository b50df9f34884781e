"""The game as its events alone tell it, to be held against the state: nothing changes that no event tells.

It knows no rule of the game: where things are, who is down or exhausted, points and tokens follow from the events, and
from the dots of the cards when the game begins (SUP-5).
"""

from __future__ import annotations

from collections.abc import Callable

from tipover import State
from tipover.engine.core import event as told
from tipover.engine.core.event import Event
from tipover.engine.core.ids import PIECE

OFF = -1  # not in a square: on a track, coming back, in reserve, on a card, on a wall
COLOURS, PLACES = 4, 4


class Chronicle:
    """What is known from events: squares of figures and pieces, markers, points, ability tokens, first player, winner."""

    def __init__(self, state: State) -> None:
        self.squares = [max(OFF, where) for where in state.figure_at]
        self.lies = [max(OFF, where) for where in state.piece_at]
        self.down, self.spent, self.points = state.down[:], state.exhaust_markers[:], state.points[:]
        self.pool, self.track = state.pool[:], state.track[:]
        self.claims = state.claims[:]
        self.begun = state.round > 0
        self.first, self.round, self.over, self.winner = state.first, state.round, state.over, state.winner
        self._told: dict[type[Event], Callable[..., None]] = {
            told.Flipped: lambda event: self._lead(event.side),
            told.MarkerTaken: lambda event: self._lead(event.side),
            told.FirstPlayerPassed: lambda event: self._lead(event.side),
            told.FirstPlayerGained: lambda event: self._lead(event.side),
            told.Placed: lambda event: self._put(event.thing if hasattr(event, "thing") else event.figure, event.square),
            told.Moved: self._move,
            told.Returned: lambda event: self._put(event.thing, event.square),
            told.PutOnTrack: lambda event: self._put(event.thing, OFF),
            told.Removed: lambda event: self._put(event.thing, OFF),
            told.KnockedOut: lambda event: self._put(event.figure, OFF),
            told.Taken: lambda event: self._put(event.thing, OFF),
            told.Given: lambda event: self._put(event.thing, OFF),
            told.CardPlayed: lambda event: self._put(event.thing, OFF),
            told.CardDiscarded: lambda event: self._put(event.thing, OFF),
            told.WallOpened: lambda event: self._put(event.thing, OFF),
            told.KnockedDown: self._knock_down,
            told.StoodUp: self._stand,
            told.Exhausted: self._exhaust,
            told.MarkersOff: self._refresh,
            told.MarkerPassed: self._pass_marker,
            told.Refreshed: lambda event: self._refresh_all(),
            told.PointsGained: self._gain,
            told.TokensGained: self._gain_tokens,
            told.TokenSpent: self._spend,
            told.TokenShifted: self._shift,
            told.TokensReturned: self._return_tokens,
            told.CooledDown: self._cool,
            told.Claimed: self._claim,
            told.RoundBegan: self._begin_round,
            told.GameWon: self._win,
            told.GameDrawn: lambda event: self._end(-1),
        }

    def tell(self, state: State, events: list[Event]) -> None:
        """Take in what one choice set off; the state is asked for the cards alone."""
        for event in events:
            if isinstance(event, told.GameBegan):
                self.pool = dots(state)
                self.begun, self.round = True, 1  # what is done at the start of the game is done in round 1
            elif isinstance(event, told.CardFlipped):
                self._flip(state, event)
            else:
                self._told.get(type(event), lambda event: None)(event)

    def agrees(self, state: State) -> None:
        """The state is as it was told."""
        assert self.points == state.points, "points changed, and no event says so (PTS-2)"
        pools = [self.pool] if self.begun else [self.pool, dots(state)]  # filled in the course of set-up
        assert state.pool in pools and self.track == state.track, "a token came from nowhere or went there (SUP-5)"
        assert self.squares == [max(OFF, where) for where in state.figure_at], "a figure is where no event put it"
        assert self.lies == [max(OFF, where) for where in state.piece_at], "a piece is where no event put it"
        assert self.down == state.down, "knocked down or stood up, and no event says so (CHA-8)"
        assert self.spent == state.exhaust_markers, "an exhausted marker came or went, and no event says so (TRN-3)"
        assert self.claims == state.claims, "an area changed its colour, and no event says so"
        assert self.first == state.first, "the First Player marker went, and no event says so (RND-1)"
        assert (self.over, self.winner) == (state.over, state.winner), "the game ended otherwise than told (WIN-1)"
        assert self.round == state.round or state.over, "a round began, and no event says so (RND-1)"

    # -- one event each ----------------------------------------------------------------------------------

    def _put(self, thing: int, square: int) -> None:
        if thing >= PIECE:
            self.lies[thing - PIECE] = square
            return
        if OFF in (square, self.squares[thing]):  # who leaves the map or comes back stands (CDN-3)
            self.down[thing] = 0
        self.squares[thing] = square

    def _move(self, event: told.Moved) -> None:
        if event.figure < PIECE:
            assert event.start == self.squares[event.figure], "a move from where the figure was not"
        if event.path:
            self._put(event.figure, event.path[-1])

    def _knock_down(self, event: told.KnockedDown) -> None:
        assert not self.down[event.figure] and self.squares[event.figure] >= 0, "knocked down twice, or off the map (CHA-8)"
        self.down[event.figure] = 1

    def _stand(self, event: told.StoodUp) -> None:
        assert self.down[event.figure], "stood up who was not down (ACT-4)"
        self.down[event.figure] = 0

    def _exhaust(self, event: told.Exhausted) -> None:
        self.spent[event.figure] += 1

    def _refresh(self, event: told.MarkersOff) -> None:
        self.spent[event.figure] = 0

    def _pass_marker(self, event: told.MarkerPassed) -> None:
        self.spent[event.figure] -= 1

    def _refresh_all(self) -> None:
        self.spent = [0] * len(self.spent)

    def _gain(self, event: told.PointsGained) -> None:
        self.points[event.side] += event.points

    def _gain_tokens(self, event: told.TokensGained) -> None:
        self.pool[event.side * COLOURS + event.colour] += event.count

    def _spend(self, event: told.TokenSpent) -> None:
        self.pool[event.side * COLOURS + event.colour] -= 1
        self.track[_at(event.side, event.place, event.colour)] += 1

    def _shift(self, event: told.TokenShifted) -> None:
        """Off its place and onto another; what goes into the pool is told by `TokensReturned` as well."""
        if event.place:
            self.track[_at(event.side, event.place, event.colour)] -= 1
        else:
            self.pool[event.side * COLOURS + event.colour] -= 1
        if event.to:
            self.track[_at(event.side, event.to, event.colour)] += 1

    def _return_tokens(self, event: told.TokensReturned) -> None:
        for colour, count in enumerate(event.tokens):
            self.pool[event.side * COLOURS + colour] += count

    def _cool(self, event: told.CooledDown) -> None:
        start, end = _at(event.side, 1, 0), _at(event.side, 1, 0) + COLOURS * PLACES
        self.track[start:end] = [*self.track[start + COLOURS : end], *([0] * COLOURS)]

    def _claim(self, event: told.Claimed) -> None:
        self.claims[event.area] = event.side

    def _flip(self, state: State, event: told.CardFlipped) -> None:
        shown = event.thing - PIECE
        hidden = state.setup.other_side[shown]
        self.lies[shown], self.lies[hidden] = self.lies[hidden], OFF

    def _begin_round(self, event: told.RoundBegan) -> None:
        assert event.first == self.first and event.round in (1, self.round + 1), "rounds follow one another (RND-1)"
        self.round = event.round

    def _lead(self, side: int) -> None:
        self.first = side

    def _win(self, event: told.GameWon) -> None:
        self._end(event.side)

    def _end(self, winner: int) -> None:
        self.over, self.winner = True, winner


def _at(side: int, place: int, colour: int) -> int:
    """Where a token stands among those of all tracks."""
    return (side * PLACES + place - 1) * COLOURS + colour


def dots(state: State) -> list[int]:
    """The tokens that the dots on every side's cards give it (SUP-5, ULT-1)."""
    pool = [0] * len(state.pool)
    for slot, number in zip(state.setup.figures, state.card, strict=True):
        if number < 0:
            continue
        card = state.setup.card(number)
        ultimate = card.ultimate.tokens if slot.ultimate and card.ultimate is not None else ()
        for colour in [*card.tokens, *ultimate]:
            pool[slot.side * COLOURS + colour] += 1
    return pool
