"""Scenes: a position as a TOML file, for tests, bug reports and puzzles. `Stage` reads the set-up, this module the state."""

from __future__ import annotations

import json
from pathlib import Path as FilePath

from tipover.board.mask import BIT, NO_SQUARE
from tipover.cards.catalog import CHARACTER, COLOURS, OBJECTIVE, SIDES, Catalog, suggestion
from tipover.cards.map_files import read_document
from tipover.cards.toml import Document, Path
from tipover.cards.toml_values import flag_of, number_of, table, text_of, texts_of
from tipover.cards.vocabulary import NUMBER_WORDS
from tipover.engine.core.ids import ALL_COLOURS, IN_FORCE, ON_CARD, PLACES, RESERVE, Side, on_wall, side_named
from tipover.engine.core.state import State, changed
from tipover.engine.core.tracks import add_tokens, at_place, is_on_track, tokens_at, track_of
from tipover.engine.queries.turns import ACTIONS_A_TURN
from tipover.engine.run import begin_at, begin_game, reopen
from tipover.play.scene_setup import Stage

_NUMBER_WORD = {number: word for word, number in NUMBER_WORDS.items()}


def read_scene(path: str | FilePath, catalog: Catalog | None = None) -> State:
    """The state that a scene file describes; the `ContentError` lists every mistake in it."""
    return read_scene_document(read_document(path), catalog)


def scene_state(text: str, name: str = "scene", catalog: Catalog | None = None) -> State:
    """The state of a scene given as text."""
    return read_scene_document(Document(name, text), catalog)


def read_scene_document(document: Document, catalog: Catalog | None = None) -> State:
    """The state of a scene's document."""
    state = _Scene(document, catalog).state()
    document.close()
    return state


class _Scene:
    """Fills in a scene's state: figures on squares, things on the tracks, the current turn."""

    def __init__(self, document: Document, catalog: Catalog | None) -> None:
        self.document = document
        self.stage = Stage(document, catalog)

    def blame(self, path: Path, message: str) -> None:
        self.document.blame(path, message)

    def state(self) -> State:
        state = State(self.stage.setup())
        state.figure_at = list(self.stage.at)
        self._bodies(state)
        self._sides(state)
        self._carried(state)
        self._moment(state)
        self.document.close()
        reopen(state)
        return state

    def _bodies(self, state: State) -> None:
        taken: dict[int, str] = {}
        for f, path in enumerate(self.stage.entries):
            square = state.figure_at[f]
            if square >= 0:
                if square in taken:
                    self.blame(path, f"{taken[square]} and {self.stage.slots[f].mark} stand on one square (OCC-1)")
                if self.stage.map.grid.closed & BIT[square]:
                    self.blame(
                        path, f"{self.stage.slots[f].mark} stands on {self.stage.map.grid.name(square)}, whose centre is covered (MAP-4)"
                    )
                taken[square] = self.stage.slots[f].mark
            if path[0] != "figures":
                continue
            if flag_of(self.document, (*path, "down"), False):
                if self.stage.slots[f].kind != CHARACTER:
                    self.blame(path, f"only characters are knocked down, not {self.stage.slots[f].mark} (CHA-9)")
                state.down[f] = 1
            spent = table(self.document, path).get("exhausted", False)
            if isinstance(spent, int) and 0 <= spent <= 3:
                state.exhaust_markers[f] = int(spent)
            else:
                self.blame((*path, "exhausted"), f"'exhausted' is true or false, not {spent!r}")

    def _sides(self, state: State) -> None:
        for side in state.setup.sides:
            path: Path = ("sides", SIDES[side])
            state.points[side] = number_of(self.document, (*path, "points"), 0, 0, 999)
            for key in table(self.document, path):
                if key not in ("pool", "track", "points"):
                    self.blame((*path, key), f"a side has no key '{key}'; it has pool, track, points")
            self._track(state, side, (*path, "track"))
            self._pool(state, side, (*path, "pool"))

    def _pool(self, state: State, side: Side, path: Path) -> None:
        """The side's pool as written; by default the tokens of its cards, minus those on the track (SUP-5)."""
        if "pool" in table(self.document, path[:-1]):
            for colour in texts_of(self.document, path):
                if colour in COLOURS:
                    add_tokens(state, side, 0, ALL_COLOURS[COLOURS.index(colour)], 1)
                else:
                    self.blame(path, f"'{colour}' is no token; tokens are {', '.join(COLOURS)}{suggestion(colour, COLOURS)}")
            return
        for figure, slot in enumerate(state.setup.figures):
            if slot.side == side:
                card = self.stage.catalog.figures[state.card[figure]]
                more = card.ultimate.tokens if slot.ultimate and card.ultimate is not None else ()
                for dot in (*card.tokens, *more):
                    add_tokens(state, side, 0, ALL_COLOURS[dot], 1)
        for tokens in track_of(state, side):
            for dot, out in zip(ALL_COLOURS, tokens, strict=True):
                add_tokens(state, side, 0, dot, -min(out, tokens_at(state, side, 0, dot)))

    def _track(self, state: State, side: Side, path: Path) -> None:
        places = table(self.document, path[:-1]).get("track", [])
        if not isinstance(places, list) or len(places) > PLACES or not all(isinstance(one, list) for one in places):
            example = json.dumps([["red"], *([] for _ in range(PLACES - 1))])
            self.blame(path, f"a track is {_NUMBER_WORD[PLACES]} lists, places 1 to {PLACES}, as {example}")
            return
        for place, things in enumerate(places, 1):
            for thing in things if isinstance(things, list) else []:
                self._on_track(state, side, place, str(thing), path)

    def _on_track(self, state: State, side: Side, place: int, thing: str, path: Path) -> None:
        setup = state.setup
        if thing in COLOURS:
            add_tokens(state, side, place, ALL_COLOURS[COLOURS.index(thing)], 1)
            return
        figure = setup.figure(thing)
        if figure >= 0 and state.figure_at[figure] == RESERVE:
            if setup.side_of[figure] != side:
                self.blame(path, f"{thing} is not a figure of {SIDES[side]}")
            state.figure_at[figure] = at_place(place)
            state.down[figure] = 0
            return
        there = [p for p, slot in enumerate(setup.pieces) if thing in (slot.letter, slot.name) and not is_on_track(state.piece_at[p])]
        there.sort(key=lambda p: setup.pieces[p].side != side)
        if there:
            state.piece_at[there[0]] = at_place(place)
            state.piece_side[there[0]] = side
            return
        if figure >= 0:
            self.blame(path, f"{thing} is drawn on the map and cannot lie on a track too")
        else:
            self.blame(path, f"'{thing}' is no token, figure, item or point marker of this scene")

    def _carried(self, state: State) -> None:
        for piece, figure in self.stage.items:
            if state.setup.pieces[piece].deck:
                state.piece_at[piece] = IN_FORCE
                state.owner = changed(state.owner, piece, figure)
                continue
            state.piece_holder[piece] = figure
            if state.piece_at[piece] == RESERVE:
                state.piece_at[piece] = ON_CARD
        for thing, bearer in self.stage.borne:
            state.carried_by = changed(state.carried_by, thing, bearer)
        for name, square, side in self.stage.claimed:
            for k, area in enumerate(state.setup.areas):
                if area.name == name and area.mask & BIT[square]:
                    state.claims = changed(state.claims, k, side)
        for piece, number in self.stage.on_walls:
            state.piece_at[piece] = on_wall(number)
        for piece, mark, path in self.stage.held:
            figure = state.setup.figure(mark)
            if figure < 0:
                self.blame(path, f"there is no figure '{mark}' in this scene")
            else:
                part = state.setup.pieces[piece].part
                if part is not None:
                    self.stage.may_have(path, figure, part)
                state.piece_holder[piece] = figure
                state.piece_at[piece] = ON_CARD

    def _moment(self, state: State) -> None:
        """Set the current turn, with the frames of a round in progress."""
        setup = state.setup
        first = text_of(self.document, ("first",), "light")
        turn = text_of(self.document, ("turn",), "")
        state.round = number_of(self.document, ("round",), 1, 1, 9999)
        actions = number_of(self.document, ("actions",), ACTIONS_A_TURN, 0, 20)
        if first not in SIDES or SIDES.index(first) not in setup.sides:
            self.blame(("first",), f"'{first}' is no side of this scene")
            return
        state.first = side_named(first)
        if not any(setup.characters[side] for side in setup.sides):
            return
        state.first_at = [max(at, NO_SQUARE) for at in state.figure_at]
        if turn == "start":
            begin_game(state)
            return
        if turn in SIDES or not turn:
            side = side_named(turn) if turn else state.first
            if side not in setup.sides:
                self.blame(("turn",), f"'{turn}' has no figures in this scene")
            begin_at(state, side)
            return
        figure = setup.figure(turn)
        if figure < 0 or setup.kind_of[figure] == OBJECTIVE:
            self.blame(("turn",), f"'{turn}' is no side and no figure of this scene")
            return
        begin_at(state, setup.side_of[figure], figure, actions)
