"""What is dealt: the sides of a description read and passed on, and deals in which a pack that is wanted has a part."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards.catalog import CHARACTER, Catalog
from tipover.engine.arrange import arrange
from tipover.engine.attachments import names_of
from tipover.engine.setup import SetupError
from tipover.lab import LabError
from tipover.play.deal import FIRST, Described, Draw, Wish, deal

MOST_TRIES = 60  # deals looked at until one has a card of the pack that is wanted; then a card is put into one


class NothingOfPack(LabError):
    """Deals of a kind in which a pack has no part."""


def passed_on(dealt: Described, turn: int) -> Described:
    """The same deal with each side's team gone to the side `turn` places on: who they are, what they have, not where they start."""
    parts = parts_of(dealt)
    return {**dealt, "sides": [{**parts[(k - turn) % len(parts)], "side": part["side"]} for k, part in enumerate(parts)]}


def parts_of(dealt: Described) -> list[dict[str, object]]:
    """The sides of a description."""
    parts = dealt.get("sides")
    assert isinstance(parts, list)
    return parts


def figures_of(part: dict[str, object]) -> list[str]:
    """The names of a described side's characters, an ultimate's among them."""
    figures = part.get("figures", [])
    assert isinstance(figures, list)
    return [str(name) for name in figures] + ([str(part["ultimate"])] if "ultimate" in part else [])


def attachments_of(part: dict[str, object]) -> list[str]:
    """The names of a described side's attachments."""
    found = part.get("attachments", [])
    assert isinstance(found, list)
    return [str(one["name"]) if isinstance(one, dict) else str(one) for one in found]


def deal_with(catalog: Catalog, pack: str, seed: str, wish: Wish) -> Described:
    """The first of the seed's deals in which a card of the pack is played, or its scenario or map if it has no cards.

    Where luck leaves it out of all of them it is put in: whether that can be done hangs on the wish, not on the seed.
    """
    wanted = _Wanted(catalog, pack)
    tried: list[Described] = []
    for number in range(MOST_TRIES):
        tried.append(deal(catalog, f"{seed}.{number}", wish))
        if wanted.is_in(tried[-1]):
            return tried[-1]
    found = next(wanted.put_in(tried, seed, wish), None)
    if found is None:
        raise NothingOfPack(f"nothing of the pack '{pack}' can come up in such games; wish for its scenario or map")
    return found


class _Wanted:
    """A pack that is to have a part in every deal: by its characters, basics and attachments, or its scenarios and maps if it has none."""

    def __init__(self, catalog: Catalog, pack: str) -> None:
        self.catalog = catalog
        self.pack = pack
        self.characters = [card.name for card in catalog.figures if card.pack == pack and card.kind == CHARACTER]
        self.attachments = [name for name in names_of(catalog) if self._pack_of(name) == pack]
        self.cards = {*self.characters, *self.attachments}

    def _pack_of(self, attachment: str) -> str:
        figure, piece = self.catalog.figure(attachment), self.catalog.piece(attachment)
        return self.catalog.figures[figure].pack if figure >= 0 else self.catalog.pieces[piece].pack if piece >= 0 else ""

    def is_in(self, dealt: Described) -> bool:
        """Whether it has a part in a deal."""
        if self.cards:
            return any(name in self.cards for part in parts_of(dealt) for name in (*figures_of(part), *attachments_of(part)))
        scenario, one = self.catalog.scenario(str(dealt.get("scenario"))), self.catalog.map(str(dealt.get("map")))
        return self.pack in (scenario.pack if scenario else "", one.pack if one else "")

    def put_in(self, tried: list[Described], seed: str, wish: Wish) -> Iterator[Described]:
        """Deals without it, changed so that it has a part, in an order that the seed draws."""
        if self.cards and wish.mode != FIRST:
            for dealt in tried:
                yield from self._exchanged(dealt, Draw(seed))
            return
        for other in Draw(seed).mixed(self._tables(wish)):  # a first game has its own box's cards, and those alone
            try:
                dealt = deal(self.catalog, seed, other)
            except SetupError:
                continue
            if self.is_in(dealt):
                yield dealt

    def _tables(self, wish: Wish) -> list[Wish]:
        """The wish with a scenario or map of the pack, or its first game's map, where none is wished for."""
        scenarios = [one.name for one in self.catalog.scenarios if one.pack == self.pack and not wish.scenario]
        maps = {one.name: None for one in self.catalog.maps if one.pack == self.pack}
        maps |= {one.maps[self.pack]: None for one in self.catalog.scenarios if one.first and self.pack in one.maps}
        return [wish._replace(scenario=name) for name in scenarios] + [wish._replace(map=name) for name in maps if not wish.map]

    def _exchanged(self, dealt: Described, draw: Draw) -> Iterator[Described]:
        """A deal with one of its cards exchanged for one of the pack's, like for like."""
        parts = parts_of(dealt)
        for place in draw.mixed(list(range(len(parts)))):
            for part in (*self._with_figure(parts[place], draw), *self._with_attachment(parts[place], draw)):
                changed = {**dealt, "sides": [part if k == place else one for k, one in enumerate(parts)]}
                try:
                    arrange(self.catalog, changed)
                except SetupError:  # two of a name, or an attachment whose holder has gone
                    continue
                yield changed

    def _with_figure(self, part: dict[str, object], draw: Draw) -> Iterator[dict[str, object]]:
        names = figures_of({"figures": part.get("figures", [])})
        for fresh in draw.mixed(self.characters):
            card = self.catalog.figures[self.catalog.figure(fresh)]
            if "ultimate" in part and card.ultimate is not None:
                yield {**part, "ultimate": fresh}
            for k in draw.mixed(list(range(len(names)))):
                old = self.catalog.figures[self.catalog.figure(names[k])]
                if (old.basic, old.basic and old.base) == (card.basic, card.basic and card.base):
                    yield {**part, "figures": [*names[:k], fresh, *names[k + 1 :]]}

    def _with_attachment(self, part: dict[str, object], draw: Draw) -> Iterator[dict[str, object]]:
        entries = part.get("attachments", [])
        assert isinstance(entries, list)
        for fresh in draw.mixed(self.attachments):
            for k in draw.mixed(list(range(len(entries)))):
                yield {**part, "attachments": [*entries[:k], fresh, *entries[k + 1 :]]}
