"""Scenes: a position as a TOML file, for tests, bug reports and puzzles."""

from __future__ import annotations

from pathlib import Path as FilePath

from tipover.board.draw import Drawing
from tipover.board.mask import BIT, Mask
from tipover.board.rubble import Opening, opening_between, why_no_rubble
from tipover.cards.catalog import CHARACTER, COLOURS, OBJECTIVE, SIDES, Catalog, MapCard, Scenario, suggestion
from tipover.cards.maps import (
    areas_of,
    blame_mark,
    drawing_of,
    flag_of,
    number_of,
    points_of,
    read_document,
    square_of,
    table,
    text_of,
    texts_of,
)
from tipover.cards.pack import load
from tipover.cards.toml import ContentError, Document, Fault, Path, Table
from tipover.engine.arrange import point_markers
from tipover.engine.belongings import minions_of, parts_of, scenario_parts, slot_of
from tipover.engine.flow.kinds import ACTIONS_A_TURN, ROUND_FRAME, TURN_FRAME
from tipover.engine.flow.rounds import BEGIN, TURNS
from tipover.engine.flow.turns import ACTING
from tipover.engine.run import reopen
from tipover.engine.setup import FigureSlot, PieceSlot, Setup
from tipover.engine.state import HELD, IN_FORCE, RESERVE, State, changed
from tipover.engine.triggers import launch, set_off

SCENE_KEYS = [
    "name", "about", "drawing", "map", "scenario", "lines", "areas", "points", "packs", "turn", "first", "round",
    "actions", "figures", "sides", "pieces", "test", "in_force",
]  # fmt: skip
FIGURE_KEYS = ["side", "character", "square", "down", "exhausted", "statuses", "items", "carries", "of", "ultimate"]
PIECE_KEYS = ["kind", "side", "square", "on", "between"]
MOST_FIGURES = 40
MOST_PIECES = 200
MOST_KEYS = 50


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
    """One scene being read: first what is fixed, then who stands where."""

    def __init__(self, document: Document, catalog: Catalog | None) -> None:
        self.document = document
        self.data = document.data
        packs = texts_of(document, ("packs",))
        folder = FilePath(document.file).parent
        self.catalog = catalog or load(*(folder / one for one in packs))
        self.slots: list[FigureSlot] = []
        self.at: list[int] = []
        self.entries: list[Path] = []
        self.pieces: list[PieceSlot] = []
        self.openings: list[tuple[Opening, Path]] = []
        self.claimed: list[tuple[int, int]] = []
        for key in list(self.data)[:MOST_KEYS]:
            if key not in SCENE_KEYS:
                document.blame((key,), f"a scene has no key '{key}'{suggestion(key, SCENE_KEYS)}")

    def blame(self, path: Path, message: str) -> None:
        self.document.blame(path, message)

    # -- what is fixed -------------------------------------------------------------------------------

    def state(self) -> State:
        self.map, drawing = self._map()
        self.scenario = self._scenario()
        self._figures(drawing)
        self.pieces += point_markers(self.map, self.scenario)
        self._pieces()
        self._items()
        self._belongings()
        if len(self.slots) > MOST_FIGURES:
            self.blame(("figures",), f"{len(self.slots)} figures; a scene has at most {MOST_FIGURES}")
        self.document.close()
        sides = sorted({0, 1, *(slot.side for slot in self.slots), *self._declared_sides()})
        setup = Setup(
            self.catalog,
            self.map,
            self.scenario,
            sides,
            self.slots,
            self.pieces,
            enterable=self._enterable(),
            openings=self._rubble(),
            source={"scene": self.document.text},
        )
        state = State(setup)
        state.where = list(self.at)
        self._bodies(state)
        self._sides(state)
        self._carried(state)
        self._moment(state)
        self.document.close()
        reopen(state)
        return state

    def _map(self) -> tuple[MapCard, Drawing]:
        name = text_of(self.document, ("map",), "")
        if name and "drawing" not in self.data:
            found = self.catalog.map(name)
            if found is None:
                line, column = self.document.place(("map",))
                said = f"there is no map '{name}'{self.catalog.nearest(name, 'map')}"
                raise ContentError([Fault(self.document.file, line, column, said)])
            return found, Drawing(found.grid, {})
        drawing = drawing_of(self.document)
        areas = areas_of(self.document, drawing)
        points = points_of(self.document, drawing)
        known = self.catalog.map(name) if name else None
        if name and known is None:
            self.blame(("map",), f"there is no map '{name}'{self.catalog.nearest(name, 'map')}")
        if known is not None:
            if (known.grid.columns, known.grid.rows) != (drawing.grid.columns, drawing.grid.rows):
                self.blame(("drawing",), f"{known.name} is {known.grid.columns} × {known.grid.rows} squares, the drawing is not")
            areas, points = known.areas | areas, known.points | points
        return MapCard(name or "scene", "", drawing.grid, areas, points), drawing

    def _scenario(self) -> Scenario | None:
        name = text_of(self.document, ("scenario",), "")
        if not name:
            return None
        found = self.catalog.scenario(name)
        if found is None:
            self.blame(("scenario",), f"there is no scenario '{name}'{self.catalog.nearest(name, 'scenario')}")
        return found

    def _figures(self, drawing: Drawing) -> None:
        declared = table(self.document, ("figures",))
        named = {value for value in table(self.document, ("areas",)).values() if isinstance(value, str)}
        named |= {value for value in table(self.document, ("points",)).values() if isinstance(value, str)}
        if len(declared) > MOST_FIGURES:
            self.blame(("figures",), f"{len(declared)} figures; a scene has at most {MOST_FIGURES}")
            return
        for mark in declared:
            self._declare(mark, table(self.document, ("figures", mark)), drawing.marks.get(mark, []))
        for mark, squares in drawing.marks.items():
            if mark in declared or mark in named:
                continue
            if not mark.isalpha() or not mark.isascii():
                where = drawing.grid.name(squares[0])
                said = f"the mark '{mark}' on {where} has no meaning; name it under [figures], [areas] or [points]"
                blame_mark(self.document, drawing, squares[0], said)
                continue
            self._declare(mark, {"side": "light" if mark.isupper() else "dark"}, squares)
        for k, slot in enumerate(self.slots):
            self._of(k, slot)

    def _declare(self, mark: str, entry: Table, squares: list[int]) -> None:
        path: Path = ("figures", mark)
        if not mark or not mark.isprintable() or any(sign in " :>#," for sign in mark):
            self.blame(path, f"{mark!r} is no mark; a mark is a sign of the drawing, without blank, ':', '>', '#' or ','")
            return
        for key in entry:
            if key not in FIGURE_KEYS:
                self.blame((*path, key), f"a figure has no key '{key}'{suggestion(key, FIGURE_KEYS)}")
        side = entry.get("side", "light" if mark[:1].isupper() else "dark")
        if side not in SIDES:
            self.blame((*path, "side"), f"{side!r} is no side; sides are {', '.join(SIDES)}")
            return
        if "square" in entry and not squares:
            squares = [square_of(self.document, (*path, "square"), self.map.grid, entry["square"])]
        card = self._card(path, entry, SIDES.index(str(side)))
        if card < 0:
            return
        for k, square in enumerate(squares or [RESERVE]):
            kind = self.catalog.figures[card].kind
            ultimate = bool(entry.get("ultimate", False))
            slot = FigureSlot(SIDES.index(str(side)), kind, card, mark if k == 0 else f"{mark}{k + 1}", ultimate=ultimate)
            self._add(slot, square, path)

    def _add(self, slot: FigureSlot, square: int, path: Path) -> None:
        marks = {one.mark for one in self.slots}
        mark, k = slot.mark, 1
        while mark in marks:
            k += 1
            mark = f"{slot.mark}{k}"
        self.slots.append(slot._replace(mark=mark))
        self.at.append(square)
        self.entries.append(path)

    def _card(self, path: Path, entry: Table, side: int) -> int:
        name = entry.get("character")
        if name is None:
            basics = [k for k, card in enumerate(self.catalog.figures) if card.basic and card.base == side]
            return basics[0] if basics else -1
        card = self.catalog.figure(str(name))
        if card < 0:
            self.blame((*path, "character"), f"there is no character {name!r}{self.catalog.nearest(str(name), 'figure')}")
        return card

    def _of(self, figure: int, slot: FigureSlot) -> None:
        """Who a companion is paired with, or whose minion it is."""
        path = self.entries[figure]
        of = text_of(self.document, (*path, "of"), "") if path[0] == "figures" else ""
        if of:
            owner = next((k for k, one in enumerate(self.slots) if one.mark == of), -1)
            if owner < 0:
                self.blame(path, f"there is no figure '{of}' in this scene")
        elif slot.kind != CHARACTER:
            whose = self.catalog.figures[slot.card].of
            owner = next((k for k, one in enumerate(self.slots) if one.side == slot.side and whose and self.catalog.figures[one.card].name == whose), -1)
        else:
            return
        self.slots[figure] = slot._replace(of=owner)

    def _pieces(self) -> None:
        entries = self.data.get("pieces", [])
        if not isinstance(entries, list):
            self.blame(("pieces",), "pieces are tables [[pieces]]")
            return
        if len(entries) > MOST_PIECES:
            self.blame(("pieces",), f"{len(entries)} pieces; a scene has at most {MOST_PIECES}")
            return
        self.held: list[tuple[int, str, Path]] = []
        for k in range(len(entries)):
            path: Path = ("pieces", k)
            fields = table(self.document, path)
            for key in fields:
                if key not in PIECE_KEYS:
                    self.blame((*path, key), f"a piece has no key '{key}'{suggestion(key, PIECE_KEYS)}")
            self._piece(path, fields)

    def _piece(self, path: Path, entry: Table) -> None:
        kind = str(entry.get("kind", ""))
        side = SIDES.index(str(entry["side"])) if entry.get("side") in SIDES else -1
        if "side" in entry and side < 0:
            self.blame((*path, "side"), f"{entry['side']!r} is no side; sides are {', '.join(SIDES)}")
        square = square_of(self.document, (*path, "square"), self.map.grid, entry["square"]) if "square" in entry else RESERVE
        if kind == "Rubble":
            self._rubble_piece(path, entry)
            return
        figure = self.catalog.figure(kind)
        if figure >= 0:
            if "side" not in entry:
                self.blame(path, f"whose is {kind}? give it a side, as side = \"light\"")
            slot = FigureSlot(max(side, 0), self.catalog.figures[figure].kind, figure, kind)
            self._add(slot, square, path)
            self._of(len(self.slots) - 1, slot)
            return
        card = self.catalog.piece(kind)
        if card < 0:
            known = [one.name for one in self.catalog.pieces] + [one.name for one in self.catalog.figures]
            self.blame((*path, "kind"), f"there is no piece '{kind}'{suggestion(kind, known)}")
            return
        part = self.catalog.pieces[card]
        if kind == "Control" and square >= 0:
            self.claimed.append((square, side))
            return
        self.pieces.append(slot_of(card, part, side, square=square))
        if "on" in entry:
            self.held.append((len(self.pieces) - 1, str(entry["on"]), path))

    def _rubble_piece(self, path: Path, entry: Table) -> None:
        """`between = ["c3", "d3"]`: on the wall piece between two squares, or on the corner of a diagonal pair (MAP-9)."""
        pair = entry.get("between")
        if not isinstance(pair, list) or len(pair) != 2:
            self.blame(path, 'Rubble lies between two squares, as between = ["c3", "d3"]')
            return
        a = square_of(self.document, path, self.map.grid, pair[0])
        b = square_of(self.document, path, self.map.grid, pair[1])
        opening = opening_between(self.map.grid, a, b) if a >= 0 and b >= 0 else None
        if opening is None:
            self.blame(path, f"{pair[0]} and {pair[1]} are not neighbours")
            return
        self.openings.append((opening, path))

    def _rubble(self) -> list[Opening]:
        for opening, path in self.openings:
            said = why_no_rubble(self.map.grid, opening, self._enterable())
            if said:
                self.blame(path, f"{said} (MAP-9)")
        return [opening for opening, _ in self.openings]

    def _items(self) -> None:
        """Items on figures become pieces held by them; statuses wait for their texts."""
        self.items: list[tuple[int, int]] = []
        for figure, path in enumerate(self.entries):
            if path[0] != "figures":
                continue
            for key in ("items", "carries", "statuses"):
                for written in texts_of(self.document, (*path, key)):
                    name = written if self.catalog.piece(written) >= 0 else written.partition(" of ")[0]
                    card = self.catalog.piece(name)
                    if card < 0:
                        known = [one.name for one in self.catalog.pieces]
                        self.blame((*path, key), f"no pack declares '{name}'{suggestion(name, known)}")
                        continue
                    part = self.catalog.pieces[card]
                    side = self.slots[figure].side
                    if key == "items" and any(slot.card == card and slot.side == side for slot in self.pieces):
                        self.blame((*path, key), f"{SIDES[side]} has '{name}' twice (SUP-10)")
                    giver = self._giver(part.of or self._deck_owner(part.deck), written.partition(" of ")[2])
                    side = self.slots[giver].side if giver >= 0 else side
                    self.pieces.append(slot_of(card, part, side, figure if part.sort == "item" else giver))
                    self.items.append((len(self.pieces) - 1, figure))
        for name in texts_of(self.document, ("in_force",)):
            card = self.catalog.piece(name)
            if card < 0:
                known = [one.name for one in self.catalog.pieces]
                self.blame(("in_force",), f"no pack declares '{name}'{suggestion(name, known)}")
                continue
            self.pieces.append(slot_of(card, self.catalog.pieces[card], -1))
            self.items.append((len(self.pieces) - 1, -1))

    def _giver(self, name: str, mark: str) -> int:
        """The figure a status or card belongs to: the one named by its mark, else the character it is of."""
        for k, slot in enumerate(self.slots):
            if mark and slot.mark == mark:
                return k
        return next((k for k, slot in enumerate(self.slots) if name and self.catalog.figures[slot.card].name == name), -1)

    def _deck_owner(self, deck: str) -> str:
        return next((one.of for one in self.catalog.decks if deck and one.name == deck), "")

    def _belongings(self) -> None:
        """What the characters and the scenario bring with them and the scene does not name waits in reserve."""
        sides = sorted({slot.side for slot in self.slots})
        wanted = scenario_parts(self.catalog, self.scenario, sides)
        for side in sides:
            names = [self.catalog.figures[slot.card].name for slot in self.slots if slot.side == side]
            wanted += parts_of(self.catalog, side, names)
            for number, card in minions_of(self.catalog, side, names, self.scenario):
                there = sum(1 for slot in self.slots if slot.card == number and slot.side == side)
                if there < card.number:
                    slot = FigureSlot(side, card.kind, number, card.short or card.name)
                    self._add(slot, RESERVE, ("pieces",))
                    self._of(len(self.slots) - 1, slot)
        for part in wanted:
            there = sum(1 for slot in self.pieces if slot.name == part.name and slot.side in (part.side, -1))
            if there < sum(1 for one in wanted if one.name == part.name and one.side == part.side):
                self.pieces.append(part._replace(of=self._giver(part.part.of or self._deck_owner(part.deck), "") if part.part else -1))

    def _declared_sides(self) -> list[int]:
        found: list[int] = []
        for side in table(self.document, ("sides",)):
            if side in SIDES:
                found.append(SIDES.index(side))
            else:
                self.blame(("sides", side), f"'{side}' is no side; sides are {', '.join(SIDES)}")
        return found

    def _enterable(self) -> Mask:
        """Squares outside enclosed areas: reached from the starting areas, else from the figures (MAP-3)."""
        grid = self.map.grid
        starts = self.map.starts()
        if not starts:
            for square in self.at:
                if square >= 0:
                    starts |= BIT[square]
        return grid.flood(starts) if starts else grid.everywhere & ~grid.closed

    # -- what changes --------------------------------------------------------------------------------

    def _bodies(self, state: State) -> None:
        taken: dict[int, str] = {}
        for f, path in enumerate(self.entries):
            square = state.where[f]
            if square >= 0:
                if square in taken:
                    self.blame(path, f"{taken[square]} and {self.slots[f].mark} stand on one square (OCC-1)")
                if self.map.grid.closed & BIT[square]:
                    self.blame(path, f"{self.slots[f].mark} stands on {self.map.grid.name(square)}, whose centre is covered (MAP-4)")
                taken[square] = self.slots[f].mark
            if path[0] != "figures":
                continue
            if flag_of(self.document, (*path, "down"), False):
                if self.slots[f].kind != CHARACTER:
                    self.blame(path, f"only characters are knocked down, not {self.slots[f].mark} (CHA-9)")
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
                for dot in self.catalog.figures[state.card[figure]].tokens:
                    state.pool[side * 4 + dot] += 1
        for k in range(16):
            out = state.track[side * 16 + k]
            state.pool[side * 4 + k % 4] = max(0, state.pool[side * 4 + k % 4] - out)

    def _track(self, state: State, side: int, path: Path) -> None:
        places = table(self.document, path[:-1]).get("track", [])
        if not isinstance(places, list) or len(places) > 4 or not all(isinstance(one, list) for one in places):
            self.blame(path, "a track is four lists, places 1 to 4, as [[\"red\"], [], [], []]")
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
        for piece, figure in self.items:
            if state.setup.pieces[piece].deck:
                state.lies[piece] = IN_FORCE
                state.owner = changed(state.owner, piece, figure)
                continue
            state.held[piece] = figure
            if state.lies[piece] == RESERVE:
                state.lies[piece] = HELD
        for square, side in self.claimed:
            for k, area in enumerate(state.setup.areas):
                if area.mask & BIT[square]:
                    state.claims = changed(state.claims, k, side)
        for piece, mark, path in self.held:
            figure = state.setup.figure(mark)
            if figure < 0:
                self.blame(path, f"there is no figure '{mark}' in this scene")
            else:
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
