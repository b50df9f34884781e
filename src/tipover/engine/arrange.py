"""Set-ups from a description: the one-line JSON of records, set-up files, and the first games (SUP, FST, ULT)."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import CHARACTER, KINDS, SIDES, Catalog, MapCard, Scenario
from tipover.cards.pack import load
from tipover.engine.attachments import Attaching, is_attachment
from tipover.engine.belongings import cards_in_force, parts_of, scenario_parts, with_minions
from tipover.engine.setup import SIDE_LETTERS, FigureSlot, PieceSlot, Setup, SetupError

KEYS = ["map", "scenario", "sides", "box", "secret", "colours", "rounds", "in_force"]
SIDE_KEYS = ["side", "seats", "figures", "picks", "attachments", "attach", "ultimate"]
MOST_FIGURES = 6
MOST_ATTACHMENTS = 6
AGAINST_ULTIMATE = 3


class Team(NamedTuple):
    """One described side: its cards (-1 is still to be picked), its attachments, how many more it picks."""

    side: int
    seats: int
    cards: list[int]
    attachments: list[object]
    attach: int
    ultimate: bool


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
    """The set-up a description stands for; what is wrong with it is a `SetupError` with its rule.

    `map`, `scenario`; `sides`, each with `side`, `seats`, `figures`, how many it `picks` from the `box`, its
    `attachments` (a name, or `name` and `of`), how many it may `attach` from the box, or alone `ultimate`, its
    character; `secret` picks; `colours`: the teams take theirs in play; `rounds`, a limit; `in_force`, status cards.
    """
    for key in described:
        if key not in KEYS:
            raise SetupError(f"a set-up has no key '{key}'; it has {', '.join(KEYS)}")
    map_card = _map(catalog, described.get("map"))
    scenario = _scenario(catalog, described.get("scenario"))
    parts = described.get("sides")
    if not isinstance(parts, list) or not 2 <= len(parts) <= len(SIDES):
        raise SetupError("a set-up lists two to four sides (SUP-2)")
    _check_table(catalog, map_card, scenario, len(parts))
    teams = [_team(catalog, part) for part in parts]
    sides = _check_sides(map_card, scenario, teams)
    secret, colours = _flag(described, "secret"), _flag(described, "colours")
    rounds = _number(described.get("rounds", 0), 0, 9999, "'rounds' is a whole number; 0 is no limit (RND-5)")
    names = _texts(described.get("box", []), "box")
    box = [_card(catalog, name) for name in names if not is_attachment(catalog, name)]
    _enough(box, teams, secret)
    if any(team.ultimate for team in teams) or (scenario is not None and scenario.ultimate):
        scenario = _ultimate_scenario(catalog, scenario, teams)
    _check_numbers(catalog, scenario, teams)
    slots = _figures(teams, colours and any(team.ultimate for team in teams))
    pieces = point_markers(map_card, scenario) + scenario_parts(catalog, scenario, sides)
    own = _names(catalog, slots, sides, box)
    for side in sides:
        pieces += parts_of(catalog, side, own[side])
    pieces += cards_in_force(catalog, _texts(described.get("in_force", []), "in_force"))
    attaching = Attaching(catalog, slots, pieces, [name for name in names if is_attachment(catalog, name)])
    for team in teams:
        attaching.add(team.side, team.attachments, team.attach, _able(catalog, team, box))
    return Setup(
        catalog, map_card, scenario, sides, with_minions(catalog, slots, own, scenario), pieces,
        [team.seats for team in teams], box, secret, colours, rounds,
        source=described, attach=attaching.attach, shelf=attaching.shelf,
    )  # fmt: skip


def maps_of(catalog: Catalog, scenario: Scenario) -> list[MapCard]:
    """The maps a scenario is played on: a first game's own ones, else all that fill its areas (SUP-1, FST-2)."""
    maps = catalog.maps_for(scenario)
    return [one for one in maps if one.name in scenario.maps.values()] if scenario.first else maps


# -- checks ----------------------------------------------------------------------------------------------


def _check_table(catalog: Catalog, map_card: MapCard, scenario: Scenario | None, sides: int) -> None:
    """Whether the scenario is for so many sides and lies on the map."""
    if scenario is None:
        return
    if sides not in scenario.sides:
        allowed = " or ".join(str(n) for n in scenario.sides)
        raise SetupError(f"'{scenario.name}' is for {allowed} sides, not {sides} (FFA-1)")
    if map_card not in maps_of(catalog, scenario):
        known = ", ".join(one.name for one in maps_of(catalog, scenario))
        raise SetupError(f"'{scenario.name}' is not played on {map_card.name}; it is on {known} (SUP-1)")


def _check_sides(map_card: MapCard, scenario: Scenario | None, teams: list[Team]) -> list[int]:
    """The sides that play, clockwise, each with a starting area and the part a scenario has for it."""
    sides: list[int] = []
    for team in teams:
        if team.side in sides:
            raise SetupError(f"the side {SIDES[team.side]} stands twice")
        if not map_card.start(team.side):
            raise SetupError(f"{map_card.name} has no starting area for {SIDES[team.side]} (MAP-6)")
        sides.append(team.side)
    if sides != sorted(sides):
        raise SetupError(f"sides go clockwise: {', '.join(SIDES)}")
    wanted = list(scenario.parts) if scenario is not None and not scenario.ultimate else []
    if wanted and set(wanted) != {SIDES[side] for side in sides}:
        assert scenario is not None
        raise SetupError(f"'{scenario.name}' is played by {' and '.join(wanted)} (SUP-2)")
    return sides


def _check_numbers(catalog: Catalog, scenario: Scenario | None, teams: list[Team]) -> None:
    """Equal numbers of characters and attachments on every side; one against three with an ultimate (SUP-3, ATT-1, ULT-1)."""
    attached = [len(team.attachments) + team.attach for team in teams]
    if any(team.ultimate for team in teams):
        others = [team for team in teams if not team.ultimate]
        if len(teams) != 2 or len(others) != 1 or len(others[0].cards) != AGAINST_ULTIMATE:
            raise SetupError("an ultimate plays alone against one side with three characters (ULT-1)")
        if any(attached):
            raise SetupError("there are no attachments in ultimate mode (ULT-1, ATT-1)")
        return
    if len({len(team.cards) for team in teams}) > 1:
        raise SetupError("every side has the same number of characters (SUP-3)")
    if scenario is not None and scenario.first:
        _first_cast(catalog, scenario, teams)
        if any(attached):
            raise SetupError("there are no attachments in first games (FST-2)")
    if len(set(attached)) > 1:
        told = ", ".join(f"{SIDES[team.side]} {count}" for team, count in zip(teams, attached, strict=True))
        raise SetupError(f"every side has the same number of attachments, not {told} (ATT-1)")


def _first_cast(catalog: Catalog, scenario: Scenario, teams: list[Team]) -> None:
    """A first game has so many characters and basics a side (FST-1)."""
    for team in teams:
        basics = sum(1 for card in team.cards if card >= 0 and catalog.figures[card].basic)
        others = len(team.cards) - basics
        if (others, basics) != (scenario.characters, scenario.basics):
            wanted = f"{scenario.characters} and {scenario.basics} basic a side"
            raise SetupError(f"'{scenario.name}' is played with {wanted}; {SIDES[team.side]} has {others} and {basics} (FST-1)")


def _ultimate_scenario(catalog: Catalog, chosen: Scenario | None, teams: list[Team]) -> Scenario:
    """The ultimate scenario that stands in for the chosen one: the one chosen, its character's pack's, or any (ULT-1)."""
    ultimate = next((team.cards[0] for team in teams if team.ultimate), -1)
    if ultimate < 0:
        raise SetupError("an ultimate scenario needs a side with 'ultimate', the name of its character (ULT-1)")
    if chosen is not None and (chosen.ultimate or chosen.first):
        if chosen.first:
            raise SetupError(f"'{chosen.name}' has no ultimates (FST-1)")
        return chosen
    found = [scenario for scenario in catalog.scenarios if scenario.ultimate]
    if not found:
        raise SetupError("no pack has an ultimate scenario (ULT-1)")
    pack = catalog.figures[ultimate].pack
    return next((scenario for scenario in found if scenario.pack == pack), found[0])


def _enough(box: list[int], teams: list[Team], secret: bool) -> None:
    """Whether the box holds enough characters for all that are still to be picked; who is dealt is not in it."""
    if len(set(box)) < len(box):
        raise SetupError("a character stands twice in the box (SUP-4)")
    groups = [team.cards for team in teams] if secret else [[card for team in teams for card in team.cards]]
    for there in groups:
        needed, left = there.count(-1), len(set(box) - set(there))
        if left < needed:
            raise SetupError(f"{needed} characters are to be picked and the box holds {left} (SUP-3)")


# -- slots -----------------------------------------------------------------------------------------------


def _figures(teams: list[Team], colours: bool) -> list[FigureSlot]:
    """The characters of each side. Where an ultimate's colour is open, both teams have theirs on both sides (ULT-1)."""
    if not colours:
        return [
            FigureSlot(team.side, CHARACTER, card, f"{SIDE_LETTERS[team.side]}{k + 1}", k, ultimate=team.ultimate)
            for team in teams
            for k, card in enumerate(team.cards)
        ]
    found: list[FigureSlot] = []
    for side in [team.side for team in teams]:
        count = 0
        for number, team in sorted(enumerate(teams), key=lambda one: not one[1].ultimate):
            for k, card in enumerate(team.cards):
                count += 1
                mark = f"{SIDE_LETTERS[side]}{count}"
                found.append(FigureSlot(side, CHARACTER, card, mark, k, ultimate=team.ultimate, waits=True, team=number))
    return found


def _names(catalog: Catalog, slots: list[FigureSlot], sides: list[int], box: list[int]) -> dict[int, list[str]]:
    """The characters each side has or may still pick."""
    picked = [catalog.figures[card].name for card in box]
    found: dict[int, list[str]] = {}
    for side in sides:
        mine = [slot for slot in slots if slot.side == side]
        own = [catalog.figures[slot.card].name for slot in mine if slot.card >= 0]
        found[side] = own + (picked if any(slot.card < 0 for slot in mine) else [])
    return found


def _able(catalog: Catalog, team: Team, box: list[int]) -> int:
    """How many of a side's characters may have attachments, whatever it picks: all but basics (SUP-7)."""
    safe = not any(catalog.figures[card].basic for card in box)
    return sum(1 for card in team.cards if (safe if card < 0 else not catalog.figures[card].basic))


def point_markers(map_card: MapCard, scenario: Scenario | None) -> list[PieceSlot]:
    """The point markers on their squares, unless the scenario has none (SUP-1, FST-2)."""
    if scenario is not None and not scenario.point_markers:
        return []
    return [PieceSlot(-1, letter, "marker", -1, 0, letter, square) for letter, square in sorted(map_card.points.items())]


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


def _number(value: object, low: int, high: int, told: str) -> int:
    """A whole number of a description; `true` is none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetupError(told)
    return value


def _flag(described: dict[str, object], key: str) -> bool:
    value = described.get(key, False)
    if not isinstance(value, bool):
        raise SetupError(f"'{key}' is true or false, not {value!r}")
    return value


def _team(catalog: Catalog, part: object) -> Team:
    """One side as it is described."""
    if not isinstance(part, dict) or part.get("side") not in SIDES:
        raise SetupError(f"each side is a table with 'side' = one of {', '.join(SIDES)}")
    for key in part:
        if key not in SIDE_KEYS:
            raise SetupError(f"a side has no key '{key}'; it has {', '.join(SIDE_KEYS)}")
    side = SIDES.index(part["side"])
    seats = _number(part.get("seats", 1), 1, 2, "a side has one or two seats (TEA-1)")
    picks = _number(part.get("picks", 0), 0, MOST_FIGURES, f"a side picks at most {MOST_FIGURES} characters")
    attach = _number(part.get("attach", 0), 0, MOST_ATTACHMENTS, f"a side picks at most {MOST_ATTACHMENTS} attachments (ATT-1)")
    attachments = part.get("attachments", [])
    if not isinstance(attachments, list) or len(attachments) > MOST_ATTACHMENTS:
        raise SetupError(f"'attachments' is a list of at most {MOST_ATTACHMENTS} (ATT-1)")
    cards = [_card(catalog, name) for name in _texts(part.get("figures", []), "figures")]
    if len(set(cards)) < len(cards):
        raise SetupError(f"two characters of one name cannot be allies; {SIDES[side]} has one twice (SUP-4)")
    if "ultimate" in part:
        if cards or picks:
            raise SetupError(f"an ultimate plays alone; {SIDES[side]} has further characters (ULT-1)")
        cards = [_ultimate(catalog, part["ultimate"])]
    everyone = [-1] * picks + cards
    if not 1 <= len(everyone) <= MOST_FIGURES:
        raise SetupError(f"a side has one to {MOST_FIGURES} characters (SUP-3)")
    if seats > len(everyone):
        raise SetupError("each player of a side has at least one character (TEA-1)")
    return Team(side, seats, everyone, attachments, attach, "ultimate" in part)


def _ultimate(catalog: Catalog, name: object) -> int:
    card = _card(catalog, name if isinstance(name, str) else repr(name))
    if catalog.figures[card].ultimate is None:
        known = ", ".join(one.name for one in catalog.figures if one.ultimate is not None)
        raise SetupError(f"'{name}' has no ultimate card; {known} have one (ULT-1)")
    return card
