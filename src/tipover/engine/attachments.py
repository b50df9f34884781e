"""The attachments of a described set-up: those a side has, those it picks from the box (ATT-1, SUP-10)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE, SIDES, Catalog, key_of, suggestion
from tipover.engine.belongings import owner_of, slot_of
from tipover.engine.decision import PIECE
from tipover.engine.setup import SIDE_LETTERS, AttachSlot, FigureSlot, PieceSlot, SetupError


def names_of(catalog: Catalog) -> list[str]:
    """Every attachment there is, by the name on its card: items, companions, bonus objectives."""
    figures = [card.card or card.name for card in catalog.figures if card.kind in (COMPANION, OBJECTIVE)]
    return [card.name for card in catalog.pieces if card.sort == "item" and not card.is_back] + figures


def is_attachment(catalog: Catalog, name: str) -> bool:
    """Whether a name is an attachment's; an objective goes by its card's or its marker's name."""
    figure, piece = catalog.figure(name), catalog.piece(name)
    if figure >= 0 and catalog.figures[figure].kind in (COMPANION, OBJECTIVE):
        return True
    return piece >= 0 and catalog.pieces[piece].sort == "item"


class Attaching:
    """Puts attachments into the slots of a set-up, side by side; what is wrong is a `SetupError`."""

    def __init__(self, catalog: Catalog, slots: list[FigureSlot], pieces: list[PieceSlot], box: list[str]) -> None:
        self.catalog = catalog
        self.slots = slots
        self.pieces = pieces
        self.box = box
        self.attach: list[AttachSlot] = []
        self.shelf: dict[int, list[int]] = {}
        self._kinds: dict[int, int] = {}  # thing → kind of figure, -1 an item

    def add(self, side: int, entries: list[object], picks: int, able: int) -> None:
        """A side's own attachments and its picks; `able` is how many of its characters may have one (ITM-1, COM-1)."""
        on_side: list[str] = []
        companions = 0
        for entry in entries:
            name, of = _entry(entry)
            if not is_attachment(self.catalog, name):
                raise SetupError(f"there is no attachment '{name}'{suggestion(name, names_of(self.catalog))} (ATT-1)")
            if self._key(name) in on_side:
                raise SetupError(f"{SIDES[side]} has '{name}' twice (SUP-10)")
            on_side.append(self._key(name))
            companions += self._put(side, name, of, able)
        if companions > able:
            raise SetupError(f"a character has one companion at most; {SIDES[side]} has {companions} for {able} (SUP-10)")
        if not picks:
            return
        on_shelf = [name for name in self.box if self._key(name) not in on_side]
        self.shelf[side] = [self._slot(side, name, -1, True) for name in on_shelf]
        kinds = [self._kinds[thing] for thing in self.shelf[side]]
        pairs = min(kinds.count(COMPANION), able - companions)
        left = kinds.count(OBJECTIVE) + (kinds.count(-1) if able else 0) + pairs
        if left < picks:
            raise SetupError(f"{SIDES[side]} picks {picks} attachments and the box holds {left} that it may have (SUP-10)")
        self.attach += [AttachSlot(side)] * picks

    def _put(self, side: int, name: str, of: str, able: int) -> int:
        """One stated attachment; 1 if it is a companion. Its holder is stated, or else chosen in set-up."""
        figure = self.catalog.figure(name)
        kind = self.catalog.figures[figure].kind if figure >= 0 else -1
        if kind == OBJECTIVE:
            if of:
                raise SetupError(f"'{name}' is a bonus objective and nobody's; leave out 'of' (BON-1)")
            self._slot(side, name, -1, False)
            return 0
        what, rule = ("the companion ", "COM-1") if kind == COMPANION else ("", "ITM-1")
        if not able:
            raise SetupError(f"nobody of {SIDES[side]} can have {what}'{name}': basic characters have no attachments ({rule}, SUP-7)")
        if not of:
            self.attach.append(AttachSlot(side, self._slot(side, name, -1, True)))
            return int(kind == COMPANION)
        holder = self._holder(side, of, name, rule)
        if kind == COMPANION and any(slot.kind == COMPANION and slot.of == holder for slot in self.slots):
            raise SetupError(f"'{of}' has two companions; a character has one at most (SUP-10)")
        self._slot(side, name, holder, False)
        return int(kind == COMPANION)

    def _holder(self, side: int, of: str, name: str, rule: str) -> int:
        card = self.catalog.figure(of)
        if card >= 0 and self.catalog.figures[card].basic:
            raise SetupError(f"'{of}' is a basic character and cannot have '{name}' ({rule}, SUP-7)")
        found = owner_of(self.catalog, self.slots, side, self.catalog.figures[card].name if card >= 0 else "")
        if found < 0:
            raise SetupError(f"'{name}' is for '{of}', who is not on {SIDES[side]} ({rule})")
        return found

    def _slot(self, side: int, name: str, holder: int, waits: bool) -> int:
        """The figure or piece of an attachment; one that waits comes into the game when it is picked."""
        figure = self.catalog.figure(name)
        if figure < 0 or self.catalog.figures[figure].kind == CHARACTER:
            number = self.catalog.piece(name)
            self.pieces.append(slot_of(number, self.catalog.pieces[number], side, holder))
            thing = PIECE + len(self.pieces) - 1
            self._kinds[thing] = -1
            return thing
        count = sum(1 for slot in self.slots if slot.side == side)
        kind = self.catalog.figures[figure].kind
        self.slots.append(FigureSlot(side, kind, figure, f"{SIDE_LETTERS[side]}{count + 1}", count, holder, waits=waits))
        self._kinds[len(self.slots) - 1] = kind
        return len(self.slots) - 1

    def _key(self, name: str) -> str:
        """A name under which an attachment is the same, whether it is called by its card or its marker."""
        figure = self.catalog.figure(name)
        return key_of(self.catalog.figures[figure].name if figure >= 0 else name)


def _entry(entry: object) -> tuple[str, str]:
    """Name and holder of an entry: `"Needle"` or `{ "name": "Needle", "of": "Arya Stark" }`."""
    if isinstance(entry, str):
        return entry, ""
    if isinstance(entry, dict):
        name, of = entry.get("name"), entry.get("of", "")
        if isinstance(name, str) and isinstance(of, str) and set(entry) <= {"name", "of"}:
            return name, of
    raise SetupError("an attachment is a name, or a table with 'name' and 'of', who has it (ATT-1)")
