"""The attachments of a described set-up: those a side has, those it picks from the box (ATT-1, SUP-10)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE, Catalog, key_of
from tipover.engine.core.belongings import owner_of, parts_of, slot_of
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE_THING, CardId, FigureId, Side, Thing
from tipover.engine.core.said import SidePart, say
from tipover.engine.core.setup import SIDE_LETTERS, AttachSlot, FigureSlot, PieceSlot
from tipover.engine.core.setup_faults import SetupFault, meant


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
    """Puts attachments into the slots of a set-up, one side after the other; what is wrong is a `SetupError`."""

    def __init__(self, catalog: Catalog, slots: list[FigureSlot], pieces: list[PieceSlot], box: list[str]) -> None:
        self.catalog = catalog
        self.slots = slots
        self.pieces = pieces
        self.box = box
        self.attach: list[AttachSlot] = []
        self.shelf: dict[Side, list[Thing]] = {}
        self._kinds: dict[int, int] = {}  # thing → kind of figure, -1 an item

    def add(self, side: Side, entries: list[object], picks: int, able: int) -> None:
        """A side's own attachments and its picks; `able` is how many of its characters may have one (ITM-1, COM-1)."""
        on_side: list[str] = []
        companions = 0
        for entry in entries:
            name, of = _entry(entry)
            if not is_attachment(self.catalog, name):
                raise SetupFault(say("setup_fault.no_attachment", "ATT-1", name=name, hint=meant(name, names_of(self.catalog))), name)
            if self._key(name) in on_side:
                raise SetupFault(say("setup_fault.attachment_twice", "SUP-10", side=SidePart(side), name=name), name)
            on_side.append(self._key(name))
            companions += self._put(side, name, of, able)
        if companions > able:
            raise SetupFault(say("setup_fault.too_many_companions", "SUP-10", side=SidePart(side), companions=companions, able=able))
        if not picks:
            return
        on_shelf = [name for name in self.box if self._key(name) not in on_side]
        self.shelf[side] = [self._slot(side, name, NOBODY, True) for name in on_shelf]
        kinds = [self._kinds[thing] for thing in self.shelf[side]]
        pairs = min(kinds.count(COMPANION), able - companions)
        left = kinds.count(OBJECTIVE) + (kinds.count(-1) if able else 0) + pairs
        if left < picks:
            raise SetupFault(say("setup_fault.too_few_attachments", "SUP-10", side=SidePart(side), picks=picks, left=left))
        self.attach += [AttachSlot(side)] * picks

    def _put(self, side: Side, name: str, of: str, able: int) -> int:
        """One stated attachment; 1 if it is a companion. Its holder is stated, or chosen in set-up."""
        figure = self.catalog.figure(name)
        kind = self.catalog.figures[figure].kind if figure >= 0 else -1
        if kind == OBJECTIVE:
            if of:
                raise SetupFault(say("setup_fault.objective_of_nobody", "BON-1", name=name), name, "of")
            self._slot(side, name, NOBODY, False)
            return 0
        what, rule = (say("setup_fault.the_companion"), "COM-1") if kind == COMPANION else ("", "ITM-1")
        if not able:
            raise SetupFault(say("setup_fault.nobody_can_have", rule, "SUP-7", side=SidePart(side), what=what, name=name), name)
        if not of:
            self.attach.append(AttachSlot(side, self._slot(side, name, NOBODY, True)))
            return int(kind == COMPANION)
        holder = self._holder(side, of, name, rule)
        if kind == COMPANION and any(slot.kind == COMPANION and slot.of == holder for slot in self.slots):
            raise SetupFault(say("setup_fault.two_companions", "SUP-10", of=of), of)
        self._slot(side, name, holder, False)
        return int(kind == COMPANION)

    def _holder(self, side: Side, of: str, name: str, rule: str) -> FigureId:
        card = self.catalog.figure(of)
        if card >= 0 and self.catalog.figures[card].basic:
            raise SetupFault(say("setup_fault.basic_cannot", rule, "SUP-7", of=of, name=name), of, name)
        found = owner_of(self.catalog, self.slots, side, self.catalog.figures[card].name if card >= 0 else "")
        if found < 0:
            raise SetupFault(say("setup_fault.not_on_side", rule, name=name, of=of, side=SidePart(side)), name, of)
        return found

    def _slot(self, side: Side, name: str, holder: FigureId, waits: bool) -> Thing:
        """The figure or piece of an attachment; one that waits comes into the game when it is picked."""
        figure = self.catalog.figure(name)
        if figure < 0 or self.catalog.figures[figure].kind == CHARACTER:
            number = self.catalog.piece(name)
            self.pieces.append(slot_of(number, self.catalog.pieces[number], side, holder))
            thing = PIECE_THING[len(self.pieces) - 1]
            self._kinds[thing] = -1
            self.pieces += parts_of(self.catalog, side, [self.catalog.pieces[number].name])
            return thing
        count = sum(1 for slot in self.slots if slot.side == side)
        kind = self.catalog.figures[figure].kind
        self.slots.append(FigureSlot(side, kind, CardId(figure), f"{SIDE_LETTERS[side]}{count + 1}", count, holder, waits=waits))
        self._kinds[len(self.slots) - 1] = kind
        return FIGURE_OF[len(self.slots) - 1]

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
    raise SetupFault(say("setup_fault.attachment_form", "ATT-1"), "name", "of")
