"""Positions for a trial: the figures of a game close together, some knocked down, exhausted or on a track, its pieces and cards in play."""

from __future__ import annotations

from typing import TypeVar

from tipover.board.mask import BIT, NO_SQUARE, Square, squares_of
from tipover.cards.catalog import CHARACTER, COMPANION, MINION, OBJECTIVE
from tipover.engine.core.ids import (
    ALL_COLOURS,
    IN_FORCE,
    NOBODY,
    ON_CARD,
    PLACES,
    RESERVE,
    FigureId,
    PieceId,
    Side,
)
from tipover.engine.core.setup import PieceSlot
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import add_tokens, at_place
from tipover.engine.run import begin_at, reopen
from tipover.play.dice import Stream, shuffled

Item = TypeVar("Item")

MOST_POINTS = 4
FRESH, MIXED, LATE = range(3)  # nobody is exhausted; some are; all but one of each side are, so that the round ends soon


class _Shaker:
    """Changes a state into another lawful one."""

    def __init__(self, state: State, stream: Stream, bearers: set[int]) -> None:
        self.state = state
        self.bearers = bearers  # the figures whose texts are tried
        self.stream = stream
        self.free: list[Square] = []  # the squares still to be filled, the nearest to the middle last
        self.time = stream.randrange(3)  # FRESH, MIXED or LATE

    def chance(self, percent: int) -> bool:
        return self.stream.randrange(100) < percent

    def shake(self) -> None:
        state = self.state
        squares = squares_of(state.setup.enterable)
        middle = squares[self.stream.randrange(len(squares))]
        reach = 2 + self.stream.randrange(4)
        near = state.setup.grid.within(middle, reach)
        rest = [one for one in squares if not near & BIT[one]]
        close = [one for one in squares if near & BIT[one]]
        self.free = shuffled(rest, self.stream) + shuffled(close, self.stream)
        obscured = [one for one in self.free if state.setup.grid.obscured & BIT[one]]
        if self.chance(40):  # the first figures stand in obscured squares
            self.free = [one for one in self.free if one not in obscured] + obscured
        for figure in sorted(state.setup.figure_ids, key=lambda one: one not in self.bearers):
            self._figure(figure)
        for side in state.setup.sides:
            self._tokens(side)
            limit = min(one for one in (state.setup.target, state.setup.wins_at, MOST_POINTS) if one > 0)
            state.points = changed(state.points, side, self.stream.randrange(limit))
        for piece in state.setup.piece_ids:
            self._piece(piece)
        state.claims = [
            state.setup.sides[self.stream.randrange(len(state.setup.sides))] if self.chance(30) else one for one in state.claims
        ]
        self._turn()

    def _figure(self, figure: FigureId) -> None:
        """Put a figure on another square or on its track; a minion in reserve may come into play."""
        state, kind = self.state, self.state.setup.kind_of[figure]
        at = state.figure_at[figure]
        is_new = kind == MINION and at == RESERVE and (state.of[figure] >= 0 or state.setup.figures[figure].of < 0) and self.chance(60)
        if at == RESERVE and not is_new:
            return
        state.last[figure] = NO_SQUARE
        if kind == OBJECTIVE and self.chance(30) and (bearer := self._anyone()) >= 0:
            state.figure_at[figure], state.carried_by = RESERVE, changed(state.carried_by, figure, bearer)
            return
        if not self.free:  # a map of very few squares
            state.figure_at[figure] = at_place(1) if kind in (CHARACTER, COMPANION) else RESERVE
            return
        state.figure_at[figure] = self.free.pop()
        if kind == CHARACTER:
            state.down[figure] = int(self.chance(40))
            spent = self.time == LATE or (self.time == MIXED and self.chance(40))
            state.exhaust_markers[figure] = state.setup.markers(figure) if spent else 0
        if self.chance(20 if kind != CHARACTER else 12) and self._others_left(figure):
            state.last[figure], state.figure_at[figure] = state.figure_at[figure], at_place(1 + self.stream.randrange(PLACES))
            state.down[figure] = 0

    def _others_left(self, figure: FigureId) -> bool:
        """Whether another character of a figure's side stays on the map."""
        state, side = self.state, self.state.setup.side_of[figure]
        return any(one != figure and state.figure_at[one] >= 0 for one in state.setup.characters[side])

    def _tokens(self, side: Side) -> None:
        state = self.state
        for colour in ALL_COLOURS:
            for place in range(PLACES + 1):
                add_tokens(state, side, place, colour, 1 + self.stream.randrange(2) if not place else int(self.chance(35)))

    def _piece(self, piece: PieceId) -> None:
        state, slot = self.state, self.state.setup.pieces[piece]
        other = state.setup.other_side[piece]
        if slot.in_force or (other >= 0 and (state.piece_at[other] != RESERVE or (slot.sort == "status" and self.chance(40)))):
            return
        if slot.deck:
            state.piece_at[piece] = IN_FORCE if self.chance(40) else RESERVE
            state.owner = changed(state.owner, piece, self._owner(slot))
        elif slot.sort == "status":
            self._hand(piece, self._anyone(), 60)
        elif slot.sort == "item":
            if state.piece_at[piece] == ON_CARD and self.chance(15):
                state.piece_at[piece] = at_place(1 + self.stream.randrange(PLACES))
        elif slot.letter:
            self._on_map(piece, 20, self._anyone() if self.chance(30) else NOBODY)
        elif slot.part is not None and slot.part.on == "card":
            self._hand(piece, slot.of if slot.of >= 0 else self._anyone(), 60)
        elif slot.sort in ("token", "marker") and state.piece_at[piece] in (RESERVE, ON_CARD, *range(state.setup.grid.size)):
            self._on_map(piece, 15, self._anyone() if self.chance(40 if slot.sort == "marker" else 15) else NOBODY)
        elif slot.sort == "die" and self.chance(50):
            state.piece_at[piece] = at_place(1 + self.stream.randrange(PLACES))

    def _owner(self, slot: PieceSlot) -> FigureId:
        """The character of a side that brings a card."""
        named = slot.part.of if slot.part is not None else ""
        mine = self.state.setup.characters[slot.side] if slot.side >= 0 else []
        return next((figure for figure in mine if self.state.name(figure) == named), slot.of)

    def _on_map(self, piece: PieceId, on_track: int, holder: FigureId) -> None:
        """Put a piece on a square, with a figure, on a track, or leave it where it is."""
        state = self.state
        if self.chance(25):
            return
        side = state.setup.sides[self.stream.randrange(len(state.setup.sides))]
        if self.chance(on_track):
            state.piece_at[piece], state.piece_holder[piece] = at_place(1 + self.stream.randrange(PLACES)), NOBODY
            state.piece_side = changed(state.piece_side, piece, state.piece_side[piece] if state.piece_side[piece] >= 0 else side)
        elif holder >= 0 and not state.setup.pieces[piece].letter:
            self._hand(piece, holder, 100)
        elif self.free:
            state.piece_at[piece], state.piece_holder[piece] = self.free[-1 - self.stream.randrange(min(8, len(self.free)))], NOBODY

    def _hand(self, piece: PieceId, figure: FigureId, percent: int) -> None:
        state = self.state
        if figure >= 0 and self.chance(percent):
            state.piece_at[piece], state.piece_holder[piece] = ON_CARD, figure

    def _anyone(self) -> FigureId:
        state = self.state
        there = [one for side in state.setup.sides for one in state.setup.characters[side] if state.figure_at[one] >= 0]
        return there[self.stream.randrange(len(there))] if there else NOBODY

    def _turn(self) -> None:
        """Let a side, or one of its figures, have the turn."""
        state = self.state
        sides = shuffled(list(state.setup.sides), self.stream)
        ready = [one for side in sides for one in state.setup.characters[side] if state.figure_at[one] >= 0]
        if not ready:
            begin_at(state, state.first)
            return
        wanted = [one for one in ready if one in self.bearers]
        actor = wanted[0] if wanted and self.chance(60) else ready[0]
        state.exhaust_markers[actor] = 0
        side = state.setup.side_of[actor]
        begin_at(state, side) if self.chance(30) else begin_at(state, side, actor)


def shaken(state: State, stream: Stream, bearers: set[int]) -> State:
    """A position with the figures and pieces of a game, whose first question is open; `bearers` often have the turn."""
    other = state.clone()
    other.lasting, other.chain = [], 0
    other.counts = [0] * len(other.counts)
    other.controlled_by = other.setup.nobody_controlled
    other.carried_by = [NOBODY] * len(other.carried_by)
    _Shaker(other, stream, bearers).shake()
    reopen(other)
    return other
