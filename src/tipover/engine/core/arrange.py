"""Set-ups from a description: the one-line JSON of records, set-up files, and the first games (SUP, FST, ULT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tipover.cards.catalog import CHARACTER, KINDS, SIDES, Catalog, MapCard, Scenario
from tipover.cards.pack import load
from tipover.engine.core.attachments import Attaching, is_attachment
from tipover.engine.core.belongings import cards_in_force, parts_of, scenario_parts, with_minions
from tipover.engine.core.ids import NO_CARD, NO_SIDE, CardId, Side, side_named
from tipover.engine.core.nesting import DEEPEST_SETUP, is_nested_deeper
from tipover.engine.core.said import ListPart, Said, SidePart, say
from tipover.engine.core.setup import SIDE_LETTERS, FigureSlot, PieceSlot, Setup
from tipover.engine.core.setup_faults import SetupFault, meant

KEYS = ["map", "scenario", "sides", "box", "secret", "colours", "rounds", "in_force"]
SIDE_KEYS = ["side", "seats", "figures", "picks", "attachments", "attach", "ultimate"]
MOST_FIGURES = 6
STARTER = "starter"  # the value of `colours` if the flip comes first and the starter takes a colour (SUP-2)
MOST_ATTACHMENTS = 6
AGAINST_ULTIMATE = 3


class Team(NamedTuple):
    """One described side: its cards (-1 is still to be picked), its attachments, how many more it picks."""

    side: Side
    seats: int
    cards: list[CardId]
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
        raise SetupFault(say("setup_fault.no_first_game", name=name, known=ListPart(tuple(known))), name)
    if sides not in scenario.sides:
        raise SetupFault(say("setup_fault.first_sides", "FST-1", name=name, allowed=_numbers(scenario.sides), sides=sides), name)
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
    character; `secret` picks; `colours`: the teams take theirs in play, with `"starter"` after the flip; `rounds`, a limit; `in_force`, status cards.
    """
    if is_nested_deeper(described):
        raise SetupFault(say("setup_fault.nested", most=DEEPEST_SETUP))
    for key in described:
        if key not in KEYS:
            raise SetupFault(say("setup_fault.no_key", word=key, keys=ListPart(tuple(KEYS))), key)
    map_card = _map(catalog, described.get("map"))
    scenario = _scenario(catalog, described.get("scenario"))
    parts = described.get("sides")
    if not isinstance(parts, list) or not 2 <= len(parts) <= len(SIDES):
        raise SetupFault(say("setup_fault.two_to_four", "SUP-2"))
    _check_table(catalog, map_card, scenario, len(parts))
    if scenario is not None:
        map_card = map_card.for_scenario(scenario.name)
    teams = [_team(catalog, part) for part in parts]
    sides = _check_sides(map_card, scenario, teams)
    secret = _flag(described, "secret")
    starter_picks = described.get("colours") == STARTER
    colours = starter_picks or _flag(described, "colours", "setup_fault.colours_are")
    if starter_picks and any(team.ultimate for team in teams):
        raise SetupFault(say("setup_fault.ultimate_colour", "ULT-1", starter=STARTER), "colours", STARTER)
    rounds = _number(described.get("rounds", 0), 0, 9999, say("setup_fault.rounds", "RND-5"), "rounds")
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
        [team.seats for team in teams], box, secret, colours, starter_picks, rounds,
        source=described, attach=attaching.attach, shelf=attaching.shelf,
    )  # fmt: skip


def _numbers(numbers: Iterable[int]) -> ListPart:
    """`2 or 3`."""
    return ListPart(tuple(numbers), "or")


def _check_table(catalog: Catalog, map_card: MapCard, scenario: Scenario | None, sides: int) -> None:
    """Whether the scenario is for this number of sides and can be played on the map."""
    if scenario is None:
        return
    if sides not in scenario.sides:
        raise SetupFault(
            say("setup_fault.scenario_sides", "FFA-1", name=scenario.name, allowed=_numbers(scenario.sides), sides=sides), scenario.name
        )
    known = catalog.maps_for(scenario)
    if map_card not in known:
        where = say("setup_fault.on_maps", maps=ListPart(tuple(one.name for one in known))) if known else say("setup_fault.on_no_map")
        raise SetupFault(say("setup_fault.not_on_map", "SUP-1", name=scenario.name, map=map_card.name, where=where), scenario.name)


def _check_sides(map_card: MapCard, scenario: Scenario | None, teams: list[Team]) -> list[Side]:
    """The sides that play, clockwise, each with a starting area and the part a scenario has for it."""
    sides: list[Side] = []
    for team in teams:
        if team.side in sides:
            raise SetupFault(say("setup_fault.side_twice", side=SidePart(team.side)))
        if not map_card.start(team.side):
            raise SetupFault(say("setup_fault.no_start", "MAP-6", map=map_card.name, side=SidePart(team.side)))
        sides.append(team.side)
    if sides != sorted(sides):
        raise SetupFault(say("setup_fault.clockwise", sides=ListPart(tuple(SIDES))))
    wanted = list(scenario.parts) if scenario is not None and not scenario.ultimate else []
    if wanted and set(wanted) != {SIDES[side] for side in sides}:
        assert scenario is not None
        raise SetupFault(
            say(
                "setup_fault.played_by",
                "SUP-2",
                name=scenario.name,
                sides=ListPart(tuple(SidePart(side_named(one)) for one in wanted), "and"),
            ),
            scenario.name,
        )
    return sides


def _check_numbers(catalog: Catalog, scenario: Scenario | None, teams: list[Team]) -> None:
    """Equal numbers of characters and attachments on every side; one against three with an ultimate (SUP-3, ATT-1, ULT-1)."""
    attached = [len(team.attachments) + team.attach for team in teams]
    if any(team.ultimate for team in teams):
        others = [team for team in teams if not team.ultimate]
        if len(teams) != 2 or len(others) != 1 or len(others[0].cards) != AGAINST_ULTIMATE:
            raise SetupFault(say("setup_fault.ultimate_against_three", "ULT-1"))
        if any(attached):
            raise SetupFault(say("setup_fault.no_attachments_in_ultimate", "ULT-1", "ATT-1"))
        return
    if len({len(team.cards) for team in teams}) > 1:
        raise SetupFault(say("setup_fault.same_characters", "SUP-3"))
    if scenario is not None and scenario.first:
        _first_cast(catalog, scenario, teams)
        if any(attached):
            raise SetupFault(say("setup_fault.no_attachments_at_first", "FST-2"))
    if len(set(attached)) > 1:
        counts = ListPart(
            tuple(say("setup_fault.side_count", side=SidePart(team.side), count=n) for team, n in zip(teams, attached, strict=True))
        )
        raise SetupFault(say("setup_fault.same_attachments", "ATT-1", counts=counts))


def _first_cast(catalog: Catalog, scenario: Scenario, teams: list[Team]) -> None:
    """A first game has a fixed number of characters and basics a side (FST-1)."""
    for team in teams:
        basics = sum(1 for card in team.cards if card >= 0 and catalog.figures[card].basic)
        others = len(team.cards) - basics
        if (others, basics) != (scenario.characters, scenario.basics):
            raise SetupFault(
                say(
                    "setup_fault.first_cast",
                    "FST-1",
                    name=scenario.name,
                    characters=scenario.characters,
                    basics=scenario.basics,
                    side=SidePart(team.side),
                    others=others,
                    basic_ones=basics,
                ),
                scenario.name,
            )


def _ultimate_scenario(catalog: Catalog, chosen: Scenario | None, teams: list[Team]) -> Scenario:
    """The ultimate scenario that stands in for the chosen one: the one chosen, its character's pack's, or any (ULT-1)."""
    ultimate = next((team.cards[0] for team in teams if team.ultimate), -1)
    if ultimate < 0:
        raise SetupFault(say("setup_fault.needs_ultimate", "ULT-1"), "ultimate")
    if chosen is not None and (chosen.ultimate or chosen.first):
        if chosen.first:
            raise SetupFault(say("setup_fault.no_ultimates", "FST-1", name=chosen.name), chosen.name)
        return chosen
    found = [scenario for scenario in catalog.scenarios if scenario.ultimate]
    if not found:
        raise SetupFault(say("setup_fault.no_ultimate_scenario", "ULT-1"))
    pack = catalog.figures[ultimate].pack
    return next((scenario for scenario in found if scenario.pack == pack), found[0])


def _enough(box: list[CardId], teams: list[Team], secret: bool) -> None:
    """Whether the box has enough characters for all that are still to be picked; who is dealt is not in it."""
    if len(set(box)) < len(box):
        raise SetupFault(say("setup_fault.twice_in_box", "SUP-4"))
    groups = [team.cards for team in teams] if secret else [[card for team in teams for card in team.cards]]
    for there in groups:
        needed, left = there.count(NO_CARD), len(set(box) - set(there))
        if left < needed:
            raise SetupFault(say("setup_fault.too_few_in_box", "SUP-3", needed=needed, left=left))


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


def _names(catalog: Catalog, slots: list[FigureSlot], sides: list[Side], box: list[CardId]) -> dict[Side, list[str]]:
    """The characters each side has or may still pick."""
    picked = [catalog.figures[card].name for card in box]
    found: dict[Side, list[str]] = {}
    for side in sides:
        mine = [slot for slot in slots if slot.side == side]
        own = [catalog.figures[slot.card].name for slot in mine if slot.card >= 0]
        found[side] = own + (picked if any(slot.card < 0 for slot in mine) else [])
    return found


def _able(catalog: Catalog, team: Team, box: list[CardId]) -> int:
    """How many of a side's characters may have attachments, whatever it picks: all but basics (SUP-7)."""
    safe = not any(catalog.figures[card].basic for card in box)
    return sum(1 for card in team.cards if (safe if card < 0 else not catalog.figures[card].basic))


def point_markers(map_card: MapCard, scenario: Scenario | None) -> list[PieceSlot]:
    """The point markers on their squares, unless the scenario has none (SUP-1, FST-2)."""
    if scenario is not None and not scenario.point_markers:
        return []
    return [PieceSlot(-1, letter, "marker", NO_SIDE, 0, letter, square) for letter, square in sorted(map_card.points.items())]


def _map(catalog: Catalog, name: object) -> MapCard:
    found = catalog.map(name) if isinstance(name, str) else None
    if found is None:
        raise SetupFault(say("setup_fault.no_map", name=repr(name), hint=meant(str(name), [one.name for one in catalog.maps])), str(name))
    return found


def _scenario(catalog: Catalog, name: object) -> Scenario | None:
    if name is None:
        return None
    found = catalog.scenario(name) if isinstance(name, str) else None
    if found is None:
        raise SetupFault(
            say("setup_fault.no_scenario", name=repr(name), hint=meant(str(name), [one.name for one in catalog.scenarios])), str(name)
        )
    return found


def _card(catalog: Catalog, name: str) -> CardId:
    card = CardId(catalog.figure(name))
    if card >= 0 and catalog.figures[card].kind != CHARACTER:
        raise SetupFault(say("setup_fault.another_sort", name=name, kind=KINDS[catalog.figures[card].kind]), name)
    if card < 0:
        raise SetupFault(say("setup_fault.no_character", name=name, hint=meant(name, [one.name for one in catalog.figures])), name)
    return card


def _texts(value: object, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise SetupFault(say("setup_fault.list_of_names", word=key), key)
    return value


def _number(value: object, low: int, high: int, message: Said, *words: str) -> int:
    """A whole number of a description; `true` is none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetupFault(message, *words)
    return value


def _flag(described: dict[str, object], key: str, otherwise: str = "setup_fault.true_or_false") -> bool:
    value = described.get(key, False)
    if not isinstance(value, bool):
        raise SetupFault(say(otherwise, word=key, value=repr(value)), key, str(value))
    return value


def _team(catalog: Catalog, part: object) -> Team:
    """One side as it is described."""
    if not isinstance(part, dict) or part.get("side") not in SIDES:
        raise SetupFault(say("setup_fault.side_table", sides=ListPart(tuple(SIDES))), "side")
    for key in part:
        if key not in SIDE_KEYS:
            raise SetupFault(say("setup_fault.no_side_key", word=key, keys=ListPart(tuple(SIDE_KEYS))), key)
    side = side_named(part["side"])
    seats = _number(part.get("seats", 1), 1, 2, say("setup_fault.seats", "TEA-1"))
    picks = _number(part.get("picks", 0), 0, MOST_FIGURES, say("setup_fault.picks", most=MOST_FIGURES))
    attach = _number(part.get("attach", 0), 0, MOST_ATTACHMENTS, say("setup_fault.attach", "ATT-1", most=MOST_ATTACHMENTS))
    attachments = part.get("attachments", [])
    if not isinstance(attachments, list) or len(attachments) > MOST_ATTACHMENTS:
        raise SetupFault(say("setup_fault.list_of_attachments", "ATT-1", most=MOST_ATTACHMENTS), "attachments")
    cards = [_card(catalog, name) for name in _texts(part.get("figures", []), "figures")]
    if len(set(cards)) < len(cards):
        raise SetupFault(say("setup_fault.allies_of_one_name", "SUP-4", side=SidePart(side)))
    if "ultimate" in part:
        if cards or picks:
            raise SetupFault(say("setup_fault.ultimate_alone", "ULT-1", side=SidePart(side)))
        cards = [_ultimate(catalog, part["ultimate"])]
    everyone = [NO_CARD] * picks + cards
    if not 1 <= len(everyone) <= MOST_FIGURES:
        raise SetupFault(say("setup_fault.one_to_most", "SUP-3", most=MOST_FIGURES))
    if seats > len(everyone):
        raise SetupFault(say("setup_fault.one_each", "TEA-1"))
    return Team(side, seats, everyone, attachments, attach, "ultimate" in part)


def _ultimate(catalog: Catalog, name: object) -> CardId:
    card = _card(catalog, name if isinstance(name, str) else repr(name))
    if catalog.figures[card].ultimate is None:
        known = ListPart(tuple(one.name for one in catalog.figures if one.ultimate is not None))
        raise SetupFault(say("setup_fault.no_ultimate_card", "ULT-1", name=str(name), known=known), str(name))
    return card
