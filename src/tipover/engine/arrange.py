"""Set-ups from a description: the one-line JSON of records, set-up files, and the first games (SUP, FST)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, KINDS, OBJECTIVE, SIDES, Catalog, MapCard, Scenario
from tipover.cards.pack import load
from tipover.engine.belongings import parts_of, scenario_parts, slot_of, with_minions
from tipover.engine.setup import SIDE_LETTERS, FigureSlot, PieceSlot, Setup, SetupError

KEYS = ["map", "scenario", "sides", "box", "secret", "colours", "rounds"]
SIDE_KEYS = ["side", "seats", "figures", "picks", "attachments", "ultimate"]
MOST_FIGURES = 6


def first_game(
    name: str,
    sides: int = 2,
    quick: bool = False,
    seats: int = 1,
    rounds: int = 0,
    catalog: Catalog | None = None,
    characters: list[list[str]] | None = None,
) -> Setup:
    """The first game of a set (FST-1, FST-2). `quick` deals the characters in the sheet's order and fixes the colours."""
    catalog = catalog or load()
    scenario = next((one for one in catalog.scenarios if one.first and name in one.maps), None)
    if scenario is None:
        known = sorted(key for one in catalog.scenarios if one.first for key in one.maps)
        raise SetupError(f"there is no first game '{name}'; there are {', '.join(known)}")
    if sides not in scenario.sides:
        allowed = " or ".join(str(n) for n in scenario.sides)
        raise SetupError(f"the first game of '{name}' is for {allowed} sides, not {sides} (FST-1)")
    box = [card.name for card in catalog.figures if card.pack == name and card.kind == CHARACTER and not card.basic]
    box = _in_order(catalog, name, box)
    parts: list[dict[str, object]] = []
    for k in range(sides):
        basics = [c.name for c in catalog.figures if c.pack == name and c.basic and c.base == k][: scenario.basics]
        part: dict[str, object] = {"side": SIDES[k], "seats": seats, "picks": scenario.characters, "figures": basics}
        if characters:
            part["figures"] = [*characters[k], *basics]
            part["picks"] = 0
        elif quick:
            part["figures"] = [*(box[k + sides * n] for n in range(scenario.characters)), *basics]
            part["picks"] = 0
        parts.append(part)
    described: dict[str, object] = {"map": scenario.maps[name], "scenario": scenario.name, "sides": parts}
    if not quick and not characters:
        described["box"] = box
        described["colours"] = True
    if rounds:
        described["rounds"] = rounds
    return arrange(catalog, described)


def _in_order(catalog: Catalog, name: str, box: list[str]) -> list[str]:
    """A box's characters in the order its pack lists them."""
    order = next((list(pack.order) for pack in catalog.packs if pack.key == name), [])
    return sorted(box, key=lambda one: (order.index(one) if one in order else len(order), one))


def arrange(catalog: Catalog, described: dict[str, object]) -> Setup:
    """The set-up a description stands for; what is wrong with it is a `SetupError` with its rule."""
    for key in described:
        if key not in KEYS:
            raise SetupError(f"a set-up has no key '{key}'; it has {', '.join(KEYS)}")
    map_card = _map(catalog, described.get("map"))
    scenario = _scenario(catalog, described.get("scenario"))
    parts = described.get("sides")
    if not isinstance(parts, list) or not 2 <= len(parts) <= 4:
        raise SetupError("a set-up lists two to four sides (SUP-2)")
    if scenario is not None and len(parts) not in scenario.sides:
        allowed = " or ".join(str(n) for n in scenario.sides)
        raise SetupError(f"'{scenario.name}' is for {allowed} sides, not {len(parts)} (FFA-1)")
    if scenario is not None and map_card not in catalog.maps_for(scenario):
        known = ", ".join(one.name for one in catalog.maps_for(scenario))
        raise SetupError(f"'{scenario.name}' is not played on {map_card.name}; it is on {known} (SUP-1)")
    slots: list[FigureSlot] = []
    sides: list[int] = []
    seats: list[int] = []
    for part in parts:
        side, hands, figures = _side(catalog, part)
        if side in sides:
            raise SetupError(f"the side {SIDES[side]} stands twice")
        if not map_card.start(side):
            raise SetupError(f"{map_card.name} has no starting area for {SIDES[side]} (MAP-6)")
        sides.append(side)
        seats.append(hands)
        slots += figures
    if sides != sorted(sides):
        raise SetupError(f"sides go clockwise: {', '.join(SIDES)}")
    counts = {sum(1 for slot in slots if slot.side == side) for side in sides}
    if len(counts) > 1:
        raise SetupError("every side has the same number of characters (SUP-3)")
    box = [_card(catalog, name) for name in _texts(described.get("box", []), "box")]
    colours, secret = bool(described.get("colours", False)), bool(described.get("secret", False))
    _enough(box, slots, secret)
    rounds = described.get("rounds", 0)
    if not isinstance(rounds, int) or rounds < 0:
        raise SetupError("'rounds' is a whole number; 0 is no limit (RND-5)")
    if scenario is not None and scenario.first:
        _first_cast(catalog, scenario, slots, sides)
    names = _names(catalog, slots, sides, box)
    pieces = point_markers(map_card, scenario) + scenario_parts(catalog, scenario, sides)
    for side in sides:
        pieces += parts_of(catalog, side, names[side])
    for part in parts:
        _attach(catalog, part, slots, pieces)
    slots = with_minions(catalog, slots, names, scenario)
    return Setup(
        catalog, map_card, scenario, sides, slots, pieces, seats, box, secret, colours, rounds, source=described,
    )  # fmt: skip


def _names(catalog: Catalog, slots: list[FigureSlot], sides: list[int], box: list[int]) -> dict[int, list[str]]:
    """The characters each side has or may still pick."""
    picked = [catalog.figures[card].name for card in box]
    found: dict[int, list[str]] = {}
    for side in sides:
        mine = [slot for slot in slots if slot.side == side]
        own = [catalog.figures[slot.card].name for slot in mine if slot.card >= 0]
        found[side] = own + (picked if any(slot.card < 0 for slot in mine) else [])
    return found


def _attach(catalog: Catalog, part: dict[str, object], slots: list[FigureSlot], pieces: list[PieceSlot]) -> None:
    """Items, companions and bonus objectives of a side: `{ "name": "Needle", "of": "Arya Stark" }` (ATT-1)."""
    side = SIDES.index(str(part["side"]))
    entries = part.get("attachments", [])
    for entry in entries if isinstance(entries, list) else []:
        described = entry if isinstance(entry, dict) else {"name": entry}
        name, of = str(described.get("name", "")), str(described.get("of", ""))
        holder = _holder(catalog, slots, side, of)
        card, item = catalog.figure(name), catalog.piece(name)
        if item >= 0 and catalog.pieces[item].sort == "item":
            if holder < 0:
                raise SetupError(f"nobody of {SIDES[side]} can hold '{name}' (ITM-1)")
            pieces.append(slot_of(item, catalog.pieces[item], side, holder))
        elif card >= 0 and catalog.figures[card].kind in (COMPANION, OBJECTIVE):
            kind = catalog.figures[card].kind
            if kind == COMPANION and holder < 0:
                raise SetupError(f"nobody of {SIDES[side]} can have the companion '{name}' (COM-1)")
            count = sum(1 for slot in slots if slot.side == side)
            mark = f"{SIDE_LETTERS[side]}{count + 1}"
            slots.append(FigureSlot(side, kind, card, mark, count, holder if kind == COMPANION else -1))
        else:
            raise SetupError(f"there is no attachment '{name}' (ATT-1)")


def _holder(catalog: Catalog, slots: list[FigureSlot], side: int, of: str) -> int:
    """The character an attachment goes to: the one named, else the first that is not basic (ITM-1, SUP-7)."""
    for k, slot in enumerate(slots):
        if slot.side == side and slot.kind == CHARACTER and slot.card >= 0:
            card = catalog.figures[slot.card]
            if not card.basic and of in ("", card.name):
                return k
    return -1


def _first_cast(catalog: Catalog, scenario: Scenario, slots: list[FigureSlot], sides: list[int]) -> None:
    """A first game has so many characters and basics a side (FST-1)."""
    for side in sides:
        mine = [slot for slot in slots if slot.side == side]
        basics = sum(1 for slot in mine if slot.card >= 0 and catalog.figures[slot.card].basic)
        if (len(mine) - basics, basics) != (scenario.characters, scenario.basics):
            wanted = f"{scenario.characters} and {scenario.basics} basic a side"
            raise SetupError(f"'{scenario.name}' is played with {wanted}; {SIDES[side]} has {len(mine) - basics} and {basics} (FST-1)")


def point_markers(map_card: MapCard, scenario: Scenario | None) -> list[PieceSlot]:
    """The point markers on their squares, unless the scenario has none (SUP-1, FST-2)."""
    if scenario is not None and not scenario.point_markers:
        return []
    return [
        PieceSlot(-1, letter, "marker", -1, 0, letter, square) for letter, square in sorted(map_card.points.items())
    ]


def _map(catalog: Catalog, name: object) -> MapCard:
    found = catalog.map(name) if isinstance(name, str) else None
    if found is None:
        raise SetupError(f"there is no map {name!r}{catalog.nearest(str(name), 'map')}")
    return found


def _scenario(catalog: Catalog, name: object) -> Scenario | None:
    if name is None:
        return None
    found = catalog.scenario(name) if isinstance(name, str) else None
    if found is None:
        raise SetupError(f"there is no scenario {name!r}{catalog.nearest(str(name), 'scenario')}")
    return found


def _card(catalog: Catalog, name: str) -> int:
    card = catalog.figure(name)
    if card >= 0 and catalog.figures[card].kind != CHARACTER:
        raise SetupError(f"'{name}' is no character but a card of another sort: {KINDS[catalog.figures[card].kind]}")
    if card < 0:
        raise SetupError(f"there is no character '{name}'{catalog.nearest(name, 'figure')}")
    return card


def _texts(value: object, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise SetupError(f"'{key}' is a list of names")
    return value


def _side(catalog: Catalog, part: object) -> tuple[int, int, list[FigureSlot]]:
    if not isinstance(part, dict) or part.get("side") not in SIDES:
        raise SetupError(f"each side is a table with 'side' = one of {', '.join(SIDES)}")
    for key in part:
        if key not in SIDE_KEYS:
            raise SetupError(f"a side has no key '{key}'; it has {', '.join(SIDE_KEYS)}")
    side = SIDES.index(part["side"])
    hands, picks = part.get("seats", 1), part.get("picks", 0)
    if not isinstance(hands, int) or not 1 <= hands <= 2:
        raise SetupError("a side has one or two seats (TEA-1)")
    if not isinstance(picks, int) or not 0 <= picks <= MOST_FIGURES:
        raise SetupError(f"a side picks at most {MOST_FIGURES} characters")
    cards = [_card(catalog, name) for name in _texts(part.get("figures", []), "figures")]
    if len(set(cards)) < len(cards):
        raise SetupError(f"two characters of one name cannot be allies; {SIDES[side]} has one twice (SUP-4)")
    everyone = [-1] * picks + cards
    if not 1 <= len(everyone) <= MOST_FIGURES:
        raise SetupError(f"a side has one to {MOST_FIGURES} characters (SUP-3)")
    if hands > len(everyone):
        raise SetupError("each player of a side has at least one character (TEA-1)")
    letter = SIDE_LETTERS[side]
    return side, hands, [
        FigureSlot(side, CHARACTER, card, f"{letter}{k + 1}", k) for k, card in enumerate(everyone)
    ]


def _enough(box: list[int], slots: list[FigureSlot], secret: bool) -> None:
    """Whether the box holds enough characters for all that are still to be picked; who is dealt is not in it."""
    if len(set(box)) < len(box):
        raise SetupError("a character stands twice in the box (SUP-4)")
    for side in range(len(SIDES)) if secret else [-1]:
        there = [slot.card for slot in slots if side in (-1, slot.side)]
        needed, left = there.count(-1), len(set(box) - set(there))
        if left < needed:
            raise SetupError(f"{needed} characters are to be picked and the box holds {left} (SUP-3)")
