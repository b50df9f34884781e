"""The set-up of a scene: its map and scenario, the figures and pieces, and what each figure has."""

from __future__ import annotations

from pathlib import Path as FilePath

from tipover.board.draw import Drawing
from tipover.board.mask import BIT, Mask, Square
from tipover.board.rubble import Opening, wall_number, wall_opening, why_no_rubble
from tipover.cards.ast import Act, Group, walk
from tipover.cards.catalog import CHARACTER, KINDS, OBJECTIVE, SIDES, Catalog, MapCard, PieceCard, Scenario, key_of, suggestion
from tipover.cards.map_files import areas_of, blame_mark, drawing_of, points_of, square_of
from tipover.cards.pack import load
from tipover.cards.toml import ContentError, Document, Fault, Path, Table
from tipover.cards.toml_values import flag_of, table, text_of, texts_of
from tipover.engine.core.arrange import point_markers
from tipover.engine.core.belongings import minions_of, parts_of, scenario_parts, slot_of
from tipover.engine.core.ids import ALL_SIDES, FIGURE_OF, NO_SIDE, NOBODY, RESERVE, CardId, FigureId, Side, Thing, side_named
from tipover.engine.core.setup import FigureSlot, PieceSlot, Setup

SCENE_KEYS = [
    "name", "about", "drawing", "map", "scenario", "lines", "areas", "points", "packs", "turn", "first", "round",
    "actions", "figures", "sides", "pieces", "test", "in_force",
]  # fmt: skip
FIGURE_KEYS = ["side", "character", "square", "down", "exhausted", "statuses", "items", "carries", "of", "ultimate"]
LYING = ("token", "marker")  # the sorts of pieces that lie on squares
PIECE_KEYS = ["kind", "side", "square", "on", "between"]
MOST_FIGURES = 40
MOST_PIECES = 200
MOST_KEYS = 50

# The piece that opens the wall it lies on, by the rules' name; a pack may declare it as a token (MAP-9).
OPENER = "Rubble"
AREA = " area"


class Stage:
    """Reads the set-up of a scene; mistakes are collected in the document, which is closed before the set-up is made."""

    def __init__(self, document: Document, catalog: Catalog | None) -> None:
        self.document = document
        self.data = document.data
        packs = texts_of(document, ("packs",))
        folder = FilePath(document.file).parent
        self.catalog = catalog or load(*(folder / one for one in packs))
        self.slots: list[FigureSlot] = []
        self.at: list[Square] = []
        self.entries: list[Path] = []
        self.named: set[tuple[int, int]] = set()
        self.pieces: list[PieceSlot] = []
        self.openings: list[tuple[Opening, Path]] = []
        self.baked: list[Opening] = []
        self.on_walls: list[tuple[int, int]] = []
        self.claimed: list[tuple[str, int, Side]] = []
        self.held: list[tuple[int, str, Path]] = []
        self.items: list[tuple[int, FigureId]] = []
        self.borne: list[tuple[int, FigureId]] = []
        for key in list(self.data)[:MOST_KEYS]:
            if key not in SCENE_KEYS:
                document.blame((key,), f"a scene has no key '{key}'{suggestion(key, SCENE_KEYS)}")
        self.map, drawing = self._map()
        self.scenario = self._scenario()
        self.claimable = claimed_areas(self.scenario)
        self._figures(drawing)
        self.pieces += point_markers(self.map, self.scenario)
        self._pieces()
        self._belongings_named()
        self._belongings_unnamed()
        if len(self.slots) > MOST_FIGURES:
            self.blame(("figures",), f"{len(self.slots)} figures; a scene has at most {MOST_FIGURES}")
        document.close()

    def blame(self, path: Path, message: str) -> None:
        self.document.blame(path, message)

    def setup(self) -> Setup:
        """The set-up of the scene."""
        sides = sorted({*ALL_SIDES[:2], *(slot.side for slot in self.slots), *self._declared_sides()})
        return Setup(
            self.catalog,
            self.map,
            self.scenario,
            sides,
            self.slots,
            self.pieces,
            enterable=self._enterable(),
            openings=self._openings(),
            on_walls=bool(self.on_walls),
            source={"scene": self.document.text},
        )

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
        for figure, slot in enumerate(self.slots):
            self._of(FigureId(Thing(figure)), slot)

    def _declare(self, mark: str, entry: Table, squares: list[Square]) -> None:
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
        card = self._card(path, entry, side_named(str(side)))
        if card < 0:
            return
        if "character" in entry:
            self._only_once((*path, "character"), card, side_named(str(side)), len(squares))
        for k, square in enumerate(squares or [RESERVE]):
            kind = self.catalog.figures[card].kind
            ultimate = flag_of(self.document, (*path, "ultimate"), False)
            slot = FigureSlot(side_named(str(side)), kind, card, mark if k == 0 else f"{mark}{k + 1}", ultimate=ultimate)
            self._add(slot, square, path)

    def _only_once(self, path: Path, card: CardId, side: Side, squares: int) -> None:
        """Refuse a named character that its side already has; unnamed basics may repeat (SUP-4)."""
        if self.catalog.figures[card].kind != CHARACTER or self.catalog.figures[card].basic:
            return
        if squares > 1 or (card, side) in self.named:
            self.blame(path, f"{SIDES[side]} has {self.catalog.figures[card].name} twice; characters of one name cannot be allies (SUP-4)")
        self.named.add((card, side))

    def _add(self, slot: FigureSlot, square: Square, path: Path) -> None:
        marks = {one.mark for one in self.slots}
        mark, k = slot.mark, 1
        while mark in marks:
            k += 1
            mark = f"{slot.mark}{k}"
        self.slots.append(slot._replace(mark=mark))
        self.at.append(square)
        self.entries.append(path)

    def _card(self, path: Path, entry: Table, side: Side) -> CardId:
        name = entry.get("character")
        if name is None:
            return self._any_basic(side)
        card = CardId(self._figure_card(str(name)))
        if card < 0:
            self.blame((*path, "character"), f"there is no character {name!r}{self.catalog.nearest(str(name), 'figure')}")
        return card

    def _figure_card(self, name: str) -> int:
        """The index of a figure's card, -1 if there is none; the only one of its kind may be written `the Arm`, as texts do."""
        card = self.catalog.figure(name)
        return card if card >= 0 or not name.lower().startswith("the ") else self.catalog.figure(name[4:])

    def _any_basic(self, side: Side) -> CardId:
        """A basic character of a side's colour, of a pack that has one for every side if there is such a pack; -1 for none."""
        cards = self.catalog.figures
        basics = [k for k, card in enumerate(cards) if card.basic and card.base == side]
        whole = [k for k in basics if {card.base for card in cards if card.basic and card.pack == cards[k].pack} >= {*range(len(SIDES))}]
        return CardId((whole or basics or [-1])[0])

    def _of(self, figure: FigureId, slot: FigureSlot) -> None:
        """Set the figure that a companion or minion belongs to."""
        path = self.entries[figure]
        of = text_of(self.document, (*path, "of"), "") if path[0] == "figures" else ""
        if of:
            owner = next((k for k, one in enumerate(self.slots) if one.mark == of), -1)
            if owner < 0:
                self.blame(path, f"there is no figure '{of}' in this scene")
        elif slot.kind != CHARACTER:
            whose = self.catalog.figures[slot.card].of
            owner = next(
                (k for k, one in enumerate(self.slots) if one.side == slot.side and whose and self.catalog.figures[one.card].name == whose),
                -1,
            )
        else:
            return
        self.slots[figure] = slot._replace(of=FigureId(Thing(owner)))

    def _pieces(self) -> None:
        entries = self.data.get("pieces", [])
        if not isinstance(entries, list):
            self.blame(("pieces",), "pieces are tables [[pieces]]")
            return
        if len(entries) > MOST_PIECES:
            self.blame(("pieces",), f"{len(entries)} pieces; a scene has at most {MOST_PIECES}")
            return
        for k in range(len(entries)):
            path: Path = ("pieces", k)
            fields = table(self.document, path)
            for key in fields:
                if key not in PIECE_KEYS:
                    self.blame((*path, key), f"a piece has no key '{key}'{suggestion(key, PIECE_KEYS)}")
            self._piece(path, fields)

    def _piece(self, path: Path, entry: Table) -> None:
        kind = str(entry.get("kind", ""))
        side = side_named(str(entry["side"])) if entry.get("side") in SIDES else NO_SIDE
        if "side" in entry and side < 0:
            self.blame((*path, "side"), f"{entry['side']!r} is no side; sides are {', '.join(SIDES)}")
        square = square_of(self.document, (*path, "square"), self.map.grid, entry["square"]) if "square" in entry else RESERVE
        if kind == OPENER or "between" in entry:
            self._on_wall(path, entry, kind, side)
            return
        if kind in self.claimable and square >= 0:
            self._claim(path, kind, square, side)
            return
        figure = self._figure_card(kind)
        if figure >= 0:
            if "side" not in entry:
                self.blame(path, f'whose is {kind}? give it a side, as side = "light"')
            self._only_once(path, CardId(figure), max(side, ALL_SIDES[0]), 1)
            slot = FigureSlot(max(side, ALL_SIDES[0]), self.catalog.figures[figure].kind, CardId(figure), kind)
            self._add(slot, square, path)
            self._of(FigureId(Thing(len(self.slots) - 1)), self.slots[-1])
            return
        card = self.catalog.piece(kind) if square < 0 else self._lying(kind)
        if card < 0:
            known = [one.name for one in self.catalog.pieces] + [one.name for one in self.catalog.figures] + sorted(self.claimable)
            self.blame((*path, "kind"), f"there is no piece '{kind}'{suggestion(kind, known)}")
            return
        part = self.catalog.pieces[card]
        if square >= 0 and part.sort not in LYING:
            self.blame((*path, "kind"), f"{kind} lies on no square; it stands among a figure's statuses or items, or in 'in_force'")
            return
        self.pieces.append(slot_of(card, part, side, self._giver(part.of, "", side) if side >= 0 else NOBODY, square))
        if "on" in entry:
            self.held.append((len(self.pieces) - 1, str(entry["on"]), path))

    def _lying(self, kind: str) -> int:
        """The number of a piece on a square; a card's name means the one marker called after it (`Padding`: Padding Power-up)."""
        pieces, card = self.catalog.pieces, self.catalog.piece(kind)
        if card < 0 or pieces[card].sort in LYING:
            return card
        called = [k for k, one in enumerate(pieces) if one.sort in LYING and key_of(one.name).startswith(f"{key_of(kind)} ")]
        return called[0] if len(called) == 1 else card

    def _claim(self, path: Path, kind: str, square: Square, side: Side) -> None:
        """Claim an area, named by one of its squares, for a side."""
        if side < 0:
            self.blame(path, f'whose is the {kind} area? give it a side, as side = "light"')
        elif not any(mask & BIT[square] for name in (kind, *(f"{kind} {one}" for one in SIDES)) for mask in self.map.areas.get(name, ())):
            self.blame((*path, "square"), f"{self.map.grid.name(square)} is in no {kind} area")
        else:
            self.claimed.append((kind, square, side))

    def _on_wall(self, path: Path, entry: Table, kind: str, side: Side) -> None:
        """`between = ["c3", "d3"]`: on the wall piece between two squares, or on the corner of a diagonal pair (MAP-9).

        A token that a pack declares becomes a piece, which cards can take; otherwise the wall is permanently open.
        """
        pair = entry.get("between")
        if not isinstance(pair, list) or len(pair) != 2:
            self.blame(path, f'{kind} lies between two squares, as between = ["c3", "d3"]')
            return
        grid = self.map.grid
        a = square_of(self.document, path, grid, pair[0])
        b = square_of(self.document, path, grid, pair[1])
        number = wall_number(grid, a, b) if a >= 0 and b >= 0 else -1
        if number < 0:
            self.blame(path, f"{pair[0]} and {pair[1]} are not neighbours")
            return
        self.openings.append((wall_opening(grid, number), path))
        card = self.catalog.piece(kind)
        if card >= 0 and self.catalog.pieces[card].sort == "token":
            part = self.catalog.pieces[card]
            self.pieces.append(slot_of(card, part, side, self._giver(part.of, "", side) if side >= 0 else NOBODY))
            self.on_walls.append((len(self.pieces) - 1, number))
        elif kind == OPENER:
            self.baked.append(wall_opening(grid, number))
        else:
            self.blame((*path, "kind"), f"'{kind}' is no token that lies on a wall")

    def _openings(self) -> list[Opening]:
        """The openings that are not pieces; one that is not allowed is reported as a mistake (MAP-9)."""
        for opening, path in self.openings:
            said = why_no_rubble(self.map.grid, opening, self._enterable())
            if said:
                self.blame(path, f"{said} (MAP-9)")
        return self.baked

    def _belongings_named(self) -> None:
        """Make pieces of the items, statuses and carried things that figures have; objectives are carried as figures."""
        for figure, path in list(enumerate(self.entries)):
            if path[0] != "figures":
                continue
            for key in ("items", "carries", "statuses"):
                for written in texts_of(self.document, (*path, key)):
                    self._belonging(FigureId(Thing(figure)), (*path, key), written)
        for name in texts_of(self.document, ("in_force",)):
            card = self._part(("in_force",), name)
            if card >= 0:
                self.pieces.append(slot_of(card, self.catalog.pieces[card], NO_SIDE))
                self.items.append((len(self.pieces) - 1, NOBODY))

    def _belonging(self, figure: FigureId, path: Path, written: str) -> None:
        name, _, giver_mark = (written, "", "") if self.catalog.piece(written) >= 0 else written.partition(" of ")
        borne = self.catalog.figure(written) if path[-1] == "carries" else -1
        if borne >= 0:
            self._carry(figure, path, CardId(borne))
            return
        card = self._part(path, name)
        if card < 0:
            return
        part = self.catalog.pieces[card]
        side = self.slots[figure].side
        self.may_have(path, figure, part)
        if path[-1] == "items" and any(slot.card == card and slot.side == side for slot in self.pieces):
            self.blame(path, f"{SIDES[side]} has '{name}' twice (SUP-10)")
        giver = self._giver(part.of or self._deck_owner(part.deck), giver_mark)
        side = self.slots[giver].side if giver >= 0 else side
        if not part.a_side and self.scenario is not None and part in self.scenario.pieces:
            side = NO_SIDE  # a scenario's one ball is nobody's, whoever carries it
        self.pieces.append(slot_of(card, part, side, figure if part.sort == "item" else giver))
        self.items.append((len(self.pieces) - 1, figure))

    def may_have(self, path: Path, figure: FigureId, part: PieceCard) -> None:
        """Refuse an item for a figure that is not a character, or is a basic one (ITM-1)."""
        card = self.catalog.figures[self.slots[figure].card]
        if part.sort == "item" and (card.basic or card.kind != CHARACTER):
            what = "a basic character" if card.basic else f"a {KINDS[card.kind]}"
            self.blame(path, f"{self.slots[figure].mark} is {what} and cannot have '{part.name}' (ITM-1)")

    def _part(self, path: Path, name: str) -> int:
        """A piece's card by name; an unknown name is reported as a mistake."""
        card = self.catalog.piece(name)
        if card < 0:
            known = [one.name for one in self.catalog.pieces]
            self.blame(path, f"no pack declares '{name}'{suggestion(name, known)}")
        return card

    def _carry(self, figure: FigureId, path: Path, card: CardId) -> None:
        """A carried bonus objective: the one that the scene declares but does not draw, otherwise a new one of the carrier's side."""
        name = self.catalog.figures[card].name
        taken = [thing for thing, _ in self.borne]
        waiting = [k for k, slot in enumerate(self.slots) if slot.card == card and self.at[k] == RESERVE and k not in taken]
        if self.catalog.figures[card].kind != OBJECTIVE:
            self.blame(path, f"{name} is a {KINDS[self.catalog.figures[card].kind]} and is not carried")
            return
        if not waiting and any(slot.card == card for slot in self.slots):
            self.blame(path, f"{name} is drawn on the map and cannot be carried too")
            return
        if not waiting:
            self._add(FigureSlot(self.slots[figure].side, OBJECTIVE, card, name), RESERVE, ("pieces",))
            waiting = [len(self.slots) - 1]
        self.borne.append((waiting[0], figure))

    def _giver(self, name: str, mark: str, side: Side = NO_SIDE) -> FigureId:
        """The figure that a piece or card belongs to: the one with this mark, otherwise the character it is of, on this side if known."""
        for k, slot in enumerate(self.slots):
            if mark and slot.mark == mark:
                return FIGURE_OF[k]
        named = [k for k, slot in enumerate(self.slots) if name and self.catalog.figures[slot.card].name == name]
        return FIGURE_OF[next((k for k in named if side in (-1, self.slots[k].side)), -1)]

    def _deck_owner(self, deck: str) -> str:
        return next((one.of for one in self.catalog.decks if deck and one.name == deck), "")

    def _belongings_unnamed(self) -> None:
        """Put in reserve what the characters and the scenario bring and the scene does not mention."""
        sides = sorted({slot.side for slot in self.slots})
        wanted = scenario_parts(self.catalog, self.scenario, sides)
        for side in sides:
            names = [self.catalog.figures[slot.card].name for slot in self.slots if slot.side == side]
            items = [slot.name for slot in self.pieces if slot.side == side and slot.sort == "item"]
            wanted += parts_of(self.catalog, side, names + items)
            for number, card in minions_of(self.catalog, side, names, self.scenario):
                there = sum(1 for slot in self.slots if slot.card == number and slot.side == side)
                if there < card.number:
                    slot = FigureSlot(side, card.kind, number, card.short or card.name)
                    self._add(slot, RESERVE, ("pieces",))
                    self._of(FigureId(Thing(len(self.slots) - 1)), self.slots[-1])
        for part in wanted:
            there = sum(1 for slot in self.pieces if slot.name == part.name and slot.side in (part.side, -1))
            if there < sum(1 for one in wanted if one.name == part.name and one.side == part.side):
                self.pieces.append(
                    part._replace(of=self._giver(part.part.of or self._deck_owner(part.deck), "", part.side) if part.part else NOBODY)
                )

    def _declared_sides(self) -> list[Side]:
        found: list[Side] = []
        for side in table(self.document, ("sides",)):
            if side in SIDES:
                found.append(side_named(side))
            else:
                self.blame(("sides", side), f"'{side}' is no side; sides are {', '.join(SIDES)}")
        return found

    def _enterable(self) -> Mask:
        """Squares outside enclosed areas: reachable from the starting areas, otherwise from the figures (MAP-3)."""
        grid = self.map.grid
        starts = self.map.starts()
        if not starts:
            for square in self.at:
                if square >= 0:
                    starts |= BIT[square]
        return grid.flood(starts) if starts else grid.everywhere & ~grid.closed


def claimed_areas(scenario: Scenario | None) -> set[str]:
    """The names of the areas that a scenario's texts allow to be claimed."""
    texts = [text for part in scenario.texts.values() for text in part] if scenario is not None else []
    deeds = [node for text in texts for node in walk(text) if isinstance(node, Act) and node.verb == "claim"]
    nouns = [noun for deed in deeds if isinstance(deed.what, Group) for noun in deed.what.nouns]
    return {noun.removesuffix(AREA) for noun in nouns if noun.endswith(AREA)}
