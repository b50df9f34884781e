"""Scenes: a position as a TOML file, for tests, bug reports and puzzles. `Stage` reads what is fixed, this what changes."""

from __future__ import annotations

from pathlib import Path as FilePath

from tipover.board.mask import BIT
from tipover.cards.catalog import CHARACTER, COLOURS, OBJECTIVE, SIDES, Catalog, suggestion
from tipover.cards.maps import flag_of, number_of, read_document, table, text_of, texts_of
from tipover.cards.toml import Document, Path
from tipover.engine.field import ON_WALL
from tipover.engine.flow.kinds import ACTIONS_A_TURN, ROUND_FRAME, TURN_FRAME
from tipover.engine.flow.rounds import BEGIN, TURNS
from tipover.engine.flow.turns import ACTING
from tipover.engine.run import reopen
from tipover.engine.state import HELD, IN_FORCE, RESERVE, State, changed
from tipover.engine.triggers import launch, set_off
from tipover.play.stage import Stage


def read_scene(path: str | FilePath, catalog: Catalog | None = None) -> State:
    """The state a scene file describes; every mistake in it is in the `ContentError`."""
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
    """A scene's state being filled in: who stands where, what lies on the tracks, whose turn it is."""

    def __init__(self, document: Document, catalog: Catalog | None) -> None:
        self.document = document
        self.stage = Stage(document, catalog)

    def blame(self, path: Path, message: str) -> None:
        self.document.blame(path, message)

    def state(self) -> State:
        state = State(self.stage.setup())
        state.where = list(self.stage.at)
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
            square = state.where[f]
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
                state.spent[f] = int(spent)
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

    def _pool(self, state: State, side: int, path: Path) -> None:
        """The tokens given; without a line the dots of the side's cards, less what is on the track (SUP-5)."""
        if "pool" in table(self.document, path[:-1]):
            for colour in texts_of(self.document, path):
                if colour in COLOURS:
                    state.pool[side * 4 + COLOURS.index(colour)] += 1
                else:
                    self.blame(path, f"'{colour}' is no token; tokens are {', '.join(COLOURS)}{suggestion(colour, COLOURS)}")
            return
        for figure, slot in enumerate(state.setup.figures):
            if slot.side == side:
                card = self.stage.catalog.figures[state.card[figure]]
                more = card.ultimate.tokens if slot.ultimate and card.ultimate is not None else ()
                for dot in (*card.tokens, *more):
                    state.pool[side * 4 + dot] += 1
        for k in range(16):
            out = state.track[side * 16 + k]
            state.pool[side * 4 + k % 4] = max(0, state.pool[side * 4 + k % 4] - out)

    def _track(self, state: State, side: int, path: Path) -> None:
        places = table(self.document, path[:-1]).get("track", [])
        if not isinstance(places, list) or len(places) > 4 or not all(isinstance(one, list) for one in places):
            self.blame(path, 'a track is four lists, places 1 to 4, as [["red"], [], [], []]')
            return
        for place, things in enumerate(places, 1):
            for thing in things if isinstance(things, list) else []:
                self._on_track(state, side, place, str(thing), path)

    def _on_track(self, state: State, side: int, place: int, thing: str, path: Path) -> None:
        setup = state.setup
        if thing in COLOURS:
            state.track[side * 16 + (place - 1) * 4 + COLOURS.index(thing)] += 1
            return
        figure = setup.figure(thing)
        if figure >= 0 and state.where[figure] == RESERVE:
            if setup.side_of[figure] != side:
                self.blame(path, f"{thing} is not a figure of {SIDES[side]}")
            state.where[figure] = -place
            state.down[figure] = 0
            return
        there = [p for p, slot in enumerate(setup.pieces) if thing in (slot.letter, slot.name) and not -4 <= state.lies[p] <= -1]
        there.sort(key=lambda p: setup.pieces[p].side != side)
        if there:
            state.lies[there[0]] = -place
            state.kept_by[there[0]] = side
            return
        if figure >= 0:
            self.blame(path, f"{thing} is drawn on the map and cannot lie on a track too")
        else:
            self.blame(path, f"'{thing}' is no token, figure, item or point marker of this scene")

    def _carried(self, state: State) -> None:
        for piece, figure in self.stage.items:
            if state.setup.pieces[piece].deck:
                state.lies[piece] = IN_FORCE
                state.owner = changed(state.owner, piece, figure)
                continue
            state.held[piece] = figure
            if state.lies[piece] == RESERVE:
                state.lies[piece] = HELD
        for thing, bearer in self.stage.borne:
            state.borne = changed(state.borne, thing, bearer)
        for name, square, side in self.stage.claimed:
            for k, area in enumerate(state.setup.areas):
                if area.name == name and area.mask & BIT[square]:
                    state.claims = changed(state.claims, k, side)
        for piece, number in self.stage.on_walls:
            state.lies[piece] = ON_WALL - number
        for piece, mark, path in self.stage.held:
            figure = state.setup.figure(mark)
            if figure < 0:
                self.blame(path, f"there is no figure '{mark}' in this scene")
            else:
                part = state.setup.pieces[piece].part
                if part is not None:
                    self.stage.may_have(path, figure, part)
                state.held[piece] = figure
                state.lies[piece] = HELD

    def _moment(self, state: State) -> None:
        """Whose turn it is; the frames of a round begun."""
        setup = state.setup
        first = text_of(self.document, ("first",), "light")
        turn = text_of(self.document, ("turn",), "")
        state.round = number_of(self.document, ("round",), 1, 1, 9999)
        actions = number_of(self.document, ("actions",), ACTIONS_A_TURN, 0, 20)
        if first not in SIDES or SIDES.index(first) not in setup.sides:
            self.blame(("first",), f"'{first}' is no side of this scene")
            return
        state.first = SIDES.index(first)
        if not any(setup.characters[side] for side in setup.sides):
            return
        state.first_at = [at if at >= 0 else -1 for at in state.where]
        if turn == "start":
            state.stack = [[ROUND_FRAME, BEGIN, state.first]]
            launch(state, set_off(state, "at start of the game"))
            return
        if turn in SIDES or not turn:
            side = SIDES.index(turn) if turn else state.first
            if side not in setup.sides:
                self.blame(("turn",), f"'{turn}' has no figures in this scene")
            state.stack = [[ROUND_FRAME, TURNS, side]]
            return
        figure = setup.figure(turn)
        if figure < 0 or setup.kind_of[figure] == OBJECTIVE:
            self.blame(("turn",), f"'{turn}' is no side and no figure of this scene")
            return
        side = setup.side_of[figure]
        state.stack = [
            [ROUND_FRAME, TURNS, setup.next_side[side]],
            [TURN_FRAME, ACTING, side, figure, actions, 0],
        ]
