"""Deals: read and rotate the sides of a set-up's description, and find deals in which a wanted pack has a part."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards.catalog import CHARACTER, Catalog
from tipover.engine.core.arrange import arrange
from tipover.engine.core.attachments import names_of
from tipover.engine.core.setup import SetupError
from tipover.lab import LabError
from tipover.play.deal import FIRST, Described, Draw, Wish, deal

MOST_TRIES = 60  # deals tried until one has a card of the wanted pack; after that a card is exchanged


class NothingOfPack(LabError):
    """Raised when no deal of a kind can include anything of a pack."""


def passed_on(dealt: Described, turn: int) -> Described:
    """The deal with every team moved `turn` sides on, with its attachments; starting areas stay."""
    parts = parts_of(dealt)
    return {**dealt, "sides": [{**parts[(k - turn) % len(parts)], "side": part["side"]} for k, part in enumerate(parts)]}


def parts_of(dealt: Described) -> list[dict[str, object]]:
    """The sides of a description."""
    parts = dealt.get("sides")
    assert isinstance(parts, list)
    return parts


def figures_of(part: dict[str, object]) -> list[str]:
    """The names of the characters of a described side, including an ultimate."""
    figures = part.get("figures", [])
    assert isinstance(figures, list)
    return [str(name) for name in figures] + ([str(part["ultimate"])] if "ultimate" in part else [])


def attachments_of(part: dict[str, object]) -> list[str]:
    """The names of the attachments of a described side."""
    found = part.get("attachments", [])
    assert isinstance(found, list)
    return [str(one["name"]) if isinstance(one, dict) else str(one) for one in found]


def deal_with(catalog: Catalog, pack: str, seed: str, wish: Wish) -> Described:
    """A deal whose teams are characters of the pack, as far as it has enough; of a pack without characters the first of the seed's
    deals in which another card of it is played, or its scenario or map if it has no cards.

    If none of MOST_TRIES deals has one, a card is exchanged; whether that is possible depends on the wish, not on the seed.
    """
    wanted = _Wanted(catalog, pack)
    tried: list[Described] = []
    for number in range(MOST_TRIES):
        tried.append(deal(catalog, f"{seed}.{number}", wish))
        teams = wanted.teams(tried[-1], Draw(f"{seed}.{number} {pack}")) if wanted.heroes and wish.mode != FIRST else tried[-1]
        if teams is not None and wanted.is_in(teams):
            return teams
    found = next(wanted.put_in(tried, seed, wish), None)
    if found is None:
        raise NothingOfPack(f"nothing of the pack '{pack}' can come up in such games; wish for its scenario or map")
    return found


class _Wanted:
    """A pack that must have a part in every deal: by its cards, or by its scenarios and maps if it has no cards."""

    def __init__(self, catalog: Catalog, pack: str) -> None:
        self.catalog = catalog
        self.pack = pack
        self.characters = [card.name for card in catalog.figures if card.pack == pack and card.kind == CHARACTER]
        self.heroes = [card.name for card in catalog.figures if card.name in self.characters and not card.basic]
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

    def teams(self, dealt: Described, draw: Draw) -> Described | None:
        """The deal with characters of the pack in the places of the dealt ones, one team after another, as far as it has enough.

        A basic character makes room for one of the pack with the same base, or for one of its other characters if there are enough for
        all of them. An ultimate stays if the pack has none. None if one would then play twice.
        """
        parts = list(parts_of(dealt))
        deck = draw.mixed(self.heroes)
        for place in sorted(draw.mixed(list(range(len(parts)))), key=lambda k: "ultimate" not in parts[k]):
            cards = {name: self.catalog.figures[self.catalog.figure(name)] for name in (*figures_of(parts[place]), *deck)}
            able = [name for name in deck if cards[name].ultimate is not None] if "ultimate" in parts[place] else deck
            others = dict(zip((name for name in figures_of(parts[place]) if not cards[name].basic), able, strict=False))
            deck = [name for name in deck if name not in others.values()]
            parts[place] = _renamed(parts[place], others)
        for place, part in enumerate(parts):
            parts[place] = _renamed(part, self._own_basics(part, {name for one in parts for name in figures_of(one)}))
        foreign = [[name for name in figures_of(part) if self._is_foreign_basic(name)] for part in parts]
        if sum(map(len, foreign)) <= len(deck):  # enough of its own are left: nobody of another pack plays
            for place, names in enumerate(foreign):
                parts[place] = _renamed(parts[place], dict(zip(names, deck, strict=False)))
                deck = deck[len(names) :]
        names = [name for part in parts for name in figures_of(part) if name in self.heroes]
        if len(set(names)) < len(names):  # one that was dealt and stays is now also in a place of another
            return None
        found = {**dealt, "sides": parts}
        arrange(self.catalog, found)
        return found

    def _is_foreign_basic(self, name: str) -> bool:
        card = self.catalog.figures[self.catalog.figure(name)]
        return card.basic and card.pack != self.pack

    def _own_basics(self, part: dict[str, object], playing: set[str]) -> dict[str, str]:
        """Basic characters of the pack for those of a side that are not its own, by name; nobody who plays already."""
        cards = {name: self.catalog.figures[self.catalog.figure(name)] for name in (*self.characters, *figures_of(part))}
        free = [name for name in self.characters if cards[name].basic and name not in playing]
        others: dict[str, str] = {}
        for name in figures_of(part):
            own = next((one for one in free if cards[one].base == cards[name].base), "")
            if own and cards[name].basic and cards[name].pack != self.pack:
                others[name] = own
                free.remove(own)
        return others

    def put_in(self, tried: list[Described], seed: str, wish: Wish) -> Iterator[Described]:
        """Deals changed so that the pack has a part, in an order drawn from the seed."""
        if self.cards and wish.mode != FIRST:
            for dealt in tried:
                yield from self._exchanged(dealt, Draw(seed))
            return
        for other in Draw(seed).mixed(self._tables(wish)):  # a first game uses only the cards of its own box
            try:
                dealt = deal(self.catalog, seed, other)
            except SetupError:
                continue
            if self.is_in(dealt):
                yield dealt

    def _tables(self, wish: Wish) -> list[Wish]:
        """The wish with a scenario or map of the pack, or the map of its first game, where the wish leaves them open."""
        scenarios = [one.name for one in self.catalog.scenarios if one.pack == self.pack and not wish.scenario]
        maps = {one.name: None for one in self.catalog.maps if one.pack == self.pack}
        maps |= {one.maps[self.pack]: None for one in self.catalog.scenarios if one.first and self.pack in one.maps}
        return [wish._replace(scenario=name) for name in scenarios] + [wish._replace(map=name) for name in maps if not wish.map]

    def _exchanged(self, dealt: Described, draw: Draw) -> Iterator[Described]:
        """The deal with one card exchanged for a card of the pack of the same kind."""
        parts = parts_of(dealt)
        for place in draw.mixed(list(range(len(parts)))):
            for part in (*self._with_figure(parts[place], draw), *self._with_attachment(parts[place], draw)):
                changed = {**dealt, "sides": [part if k == place else one for k, one in enumerate(parts)]}
                try:
                    arrange(self.catalog, changed)
                except SetupError:  # the same name twice, or an attachment without its holder
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


def _renamed(part: dict[str, object], others: dict[str, str]) -> dict[str, object]:
    """A described side with other characters in the places of some, who take over their attachments."""
    found = dict(part)
    if isinstance(figures := part.get("figures"), list):
        found["figures"] = [others.get(str(name), name) for name in figures]
    if "ultimate" in part:
        found["ultimate"] = others.get(str(part["ultimate"]), part["ultimate"])
    if isinstance(attached := part.get("attachments"), list):
        found["attachments"] = [
            {**one, "of": others.get(str(one["of"]), one["of"])} if isinstance(one, dict) and "of" in one else one for one in attached
        ]
    return found
