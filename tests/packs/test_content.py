"""The packs against the sheet: every text verbatim and read back, every value with its provenance, every area filled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cards.samples import SHEET
from tipover import load
from tipover.board.grid import Grid
from tipover.board.mask import Mask, squares_of
from tipover.cards.ast import Text
from tipover.cards.catalog import (
    CHARACTER,
    COLOURS,
    COMPANION,
    MINION,
    OBJECTIVE,
    PROVENANCES,
    SIDES,
    FigureCard,
    MapCard,
    PieceCard,
    Scenario,
    provenance_of,
)
from tipover.cards.read import read_rule
from tipover.cards.words import print_rule

CATALOG = load()
MAPS = CATALOG.maps


def texts() -> Iterator[tuple[str, str, tuple[Text, ...]]]:
    """Every text of every pack: whose it is, its words, its trees."""
    for card in CATALOG.figures:
        for ability in card.abilities:
            yield f"{card.name}: {ability.name}", ability.rule, ability.texts
        for one in (card.trait, card.ultimate):
            if one:
                yield f"{card.name}: {one.name}", one.rule, one.texts
        yield card.card or card.name, card.rule, card.texts
    for piece in CATALOG.pieces:
        yield piece.name, piece.rule, piece.texts
    for scenario in CATALOG.scenarios:
        for key in scenario.rules:
            yield f"{scenario.name}: {key}", scenario.rules[key], scenario.texts[key]


TEXTS = [(name, rule, trees) for name, rule, trees in texts() if rule]


@pytest.mark.parametrize(("name", "rule", "trees"), TEXTS, ids=[name for name, _, _ in TEXTS])
def test_every_text_prints_as_it_is_written(name: str, rule: str, trees: tuple[Text, ...]) -> None:
    assert trees
    assert print_rule(list(trees)) == " ".join(rule.split())
    assert read_rule(rule, CATALOG.names) == list(trees)


# --- the sheet ----------------------------------------------------------------------------------------------------------


def figure(name: str) -> FigureCard:
    number = CATALOG.figure(name)
    assert number >= 0, f"there is no {name}"
    return CATALOG.figures[number]


def piece(name: str) -> PieceCard:
    number = CATALOG.piece(name)
    assert number >= 0, f"there is no {name}"
    return CATALOG.pieces[number]


def scenario(name: str) -> Scenario:
    found = CATALOG.scenario(name)
    assert found is not None, f"there is no {name}"
    return found


def stands(entry: dict[str, str]) -> tuple[str, str]:
    """What the packs say where the sheet has a text: its kind and its words."""
    name, kind, of = entry["name"], entry["kind"], entry.get("of", "")
    if kind.startswith("scenario"):
        part = kind.split()[1]
        return f"scenario {part}", scenario(name).rules[part]
    if kind in ("trait", "ultimate") and of:
        found = figure(of).trait if kind == "trait" else figure(of).ultimate
        assert found is not None
        assert found.name == name
        return kind, found.rule
    if of:
        (ability,) = [one for one in figure(of).abilities if one.name == name]
        return f"{COLOURS[ability.colour]} {ability.cost}{' ★' if ability.challenge else ''}", ability.rule
    if kind.startswith("item"):
        item = piece(name)
        assert item.sort == "item"
        return f"item{f' {item.cost}' if item.cost else ''}{' ★' if item.challenge else ''}", item.rule
    if kind.split(",")[0] in ("minion", "companion", "objective"):
        card = figure(name)
        word = {MINION: "minion", COMPANION: "companion", OBJECTIVE: "objective"}[card.kind]
        return f"{word}, defense {card.defense}" if card.kind != OBJECTIVE else word, card.rule
    return piece(name).deck or piece(name).sort, piece(name).rule


@pytest.mark.parametrize(
    "entry", SHEET["text"], ids=[f"{one.get('of', one['pack'])}: {one['name']} ({one['kind']})" for one in SHEET["text"]]
)
def test_every_text_of_the_sheet_stands_in_its_pack(entry: dict[str, str]) -> None:
    assert stands(entry) == (entry["kind"], entry["rule"])


def test_every_text_of_the_packs_is_the_sheets() -> None:
    known = {entry["rule"] for entry in SHEET["text"]}
    assert {name for name, rule, _ in TEXTS if rule not in known} == set()


CHARACTERS = {
    "Gi-hun": ("red gold", 2), "Sae-byeok": ("blue silver", 2), "Front Man": ("red silver", 2), "Il-nam": ("silver gold", 1),
    "Captain America": ("blue red gold", 2), "Iron Man": ("red silver", 2), "Black Panther": ("blue gold", 2), "Black Widow": ("blue silver", 2),
    "Arya Stark": ("red silver", 2), "Daenerys Targaryen": ("red gold", 1), "Jon Snow": ("red gold", 2), "The Night King": ("red silver", 2),
    "Rose Nylund": ("red gold", 2), "Blanche Devereaux": ("red silver", 2),
}  # fmt: skip


def test_the_fourteen_characters_have_their_tokens_defense_abilities_and_trait() -> None:
    own = [card for card in CATALOG.figures if card.kind == CHARACTER and not card.basic]
    assert {card.name: (" ".join(COLOURS[one] for one in card.tokens), card.defense) for card in own} == CHARACTERS
    assert all(len(card.abilities) == 3 and card.trait for card in own)


def test_the_basic_characters_have_no_text() -> None:
    basics = [card for card in CATALOG.figures if card.basic]
    assert len(basics) == 12
    assert all((card.defense, card.tokens, card.abilities, card.trait) == (2, (), (), None) for card in basics)


def test_there_are_three_ultimate_cards_with_more_tokens() -> None:
    found = {card.name: [COLOURS[one] for one in card.ultimate.tokens] for card in CATALOG.figures if card.ultimate}
    assert found == {
        "Iron Man": ["red", "red", "silver"],
        "Daenerys Targaryen": ["red", "gold", "gold"],
        "Front Man": ["red", "silver", "silver"],
    }


def test_the_game_rule_deck_is_the_front_mans() -> None:
    assert [(deck.name, deck.of) for deck in CATALOG.decks] == [("Game Rule", "Front Man")]
    cards = [CATALOG.pieces[k] for k in CATALOG.deck("game rule")]
    assert [(card.name, card.sort, card.of) for card in cards] == [
        ("Accelerated Pace", "card", "Front Man"),
        ("Brutal Contest", "card", "Front Man"),
        ("Ground Rules", "card", "Front Man"),
    ]


def test_pieces_and_minions_have_their_numbers() -> None:
    assert [(piece("Energy").number, piece("Energy").on, piece("Energy").of)] == [(3, "card", "Black Panther")]
    numbers = {one.name: (one.number, one.a_side) for one in CATALOG.scenarios for one in (*one.pieces, *one.minions)}
    assert numbers == {
        "Squid": (2, False), "Sprinter": (2, True), "Leader": (1, True), "Flag": (1, True), "Scrimmage": (1, True),
        "Triumph": (1, False), "Control": (3, False),
    }  # fmt: skip
    assert figure("Sprinter").defense == 1
    assert piece("Squid") in scenario("Squid Game").pieces


def test_the_scenarios_have_their_targets_sides_and_parts() -> None:
    shared = ["Territory", "Leaders", "Control", "Flags", "Squid Game", "Red Light Green Light", "Triumph", "Scrimmage", "Infiltrate"]
    assert all(scenario(name).points == (6, 10) and scenario(name).point_markers for name in shared)
    assert scenario("Ultimate").points == (10, 10)
    free = {one.name: one.sides for one in CATALOG.scenarios if one.free_for_all}
    assert free == {"Triumph": (2, 3, 4), "Scrimmage": (2, 3, 4), "Infiltrate": (2, 3, 4)}
    assert all(one.sides == (2,) for one in CATALOG.scenarios if not one.free_for_all and not one.first)
    assert scenario("Squid Game").parts == {"light": "attack", "dark": "defend"}
    assert [one.name for one in CATALOG.scenarios if one.ultimate] == ["Ultimate"]
    assert {one.name for one in CATALOG.scenarios if one.first and one.rules} == {one.name for one in CATALOG.scenarios if one.first}


# --- provenance ---------------------------------------------------------------------------------------------------------

SAMPLES = [
    # Squid Game: printed but for tokens, colours, most numbers
    ("Gi-hun", "name", "printed"), ("Gi-hun", "tokens", "house"), ("Gi-hun", "defense", "house"),
    ("Gi-hun", "ability.Heart of Gold.cost.colour", "house"), ("Gi-hun", "ability.Heart of Gold.cost.number", "printed"),
    ("Gi-hun", "ability.Take the Lead.cost.number", "house"), ("Gi-hun", "ability.Back to Back.challenge", "house"),
    ("Gi-hun", "ability.Back to Back.rule", "printed"), ("Gi-hun", "trait.rule", "printed"),
    ("Sae-byeok", "defense", "printed"), ("Sae-byeok", "ability.Sucker Punch.cost.number", "printed"),
    ("Sae-byeok", "ability.Sucker Punch.cost.colour", "house"), ("Sae-byeok", "ability.Sucker Punch.rule", "printed"),
    ("Sae-byeok", "ability.Sucker Punch.rule.silver token", "house"), ("Sae-byeok", "ability.Intimidating Demand.rule.blue token", "house"),
    ("Sae-byeok", "ability.Easily Overlooked.cost.number", "house"), ("Front Man", "ability.Keep Order.challenge", "house"),
    ("Front Man", "ability.Change the Rules.cost.colour", "house"), ("Front Man", "ultimate.rule", "house"), ("Front Man", "ultimate.tokens", "house"),
    ("Il-nam", "defense", "house"), ("Il-nam", "ability.Turn It Around.cost.number", "house"), ("Il-nam", "trait.name", "printed"),
    ("Worker #28", "base", "house"), ("Worker #28", "defense", "known"), ("Worker #29", "name", "printed"),
    # Marvel: Captain America printed, the others known
    ("Captain America", "tokens", "printed"), ("Captain America", "defense", "printed"),
    ("Captain America", "ability.I Can Do This All Day.cost.colour", "house"), ("Captain America", "ability.I Can Do This All Day.cost.number", "printed"),
    ("Captain America", "ability.Shield Throw.challenge", "printed"), ("Captain America", "ability.No, You Move.rule", "printed"),
    ("Iron Man", "tokens", "house"), ("Iron Man", "defense", "house"), ("Iron Man", "ability.Override Protocol.cost.number", "known"),
    ("Iron Man", "ability.Repulsor Blast.cost.number", "house"), ("Iron Man", "ability.Unibeam.cost.number", "known"), ("Iron Man", "ultimate.name", "house"),
    ("Black Panther", "tokens", "known"), ("Black Panther", "ability.Panther Leap.rule", "known"), ("Black Panther", "ability.Wakanda Forever!.cost.number", "house"),
    ("Black Widow", "ability.Spy Disguise.cost.number", "known"), ("Black Widow", "ability.Spy Disguise.cost.colour", "house"),
    ("Data Terminal", "name", "printed"), ("Data Terminal", "rule", "house"), ("Vibranium Case", "rule", "house"),
    # Game of Thrones: effects house
    ("Arya Stark", "name", "printed"), ("Arya Stark", "tokens", "house"), ("Arya Stark", "ability.Water Dance.cost", "house"),
    ("Daenerys Targaryen", "name", "known"), ("Jon Snow", "name", "house"), ("The Night King", "trait.rule", "house"),
    ("Drogon", "name", "printed"), ("Drogon", "defense", "house"), ("Wight", "name", "house"), ("Ghost", "name", "printed"), ("Ghost", "rule", "house"),
    ("Stark Guard", "name", "house"), ("Stark Guard", "defense", "known"),
    # Golden Girls: known, numbers house
    ("Rose Nylund", "tokens", "house"), ("Rose Nylund", "defense", "house"), ("Rose Nylund", "ability.Story Time.cost.colour", "known"),
    ("Rose Nylund", "ability.Story Time.cost.number", "house"), ("Blanche Devereaux", "tokens", "known"), ("Blanche Devereaux", "ability.Flirt.cost.number", "house"),
    ("Blanche Devereaux", "ability.Flirt.rule.on the 2 of the target's track", "house"), ("Blanche Devereaux", "ability.Flirt.rule", "known"),
    ("Lifeguard", "base", "printed"), ("Sprinter", "name", "printed"), ("Sprinter", "defense", "house"),
]  # fmt: skip
PIECE_SAMPLES = [
    ("Invitation", "cost", "printed"), ("Honeycomb", "rule", "printed"), ("Honeycomb", "rule.gold token", "house"), ("Cheesecake", "cost", "house"),
    ("Cheesecake", "rule", "known"), ("Needle", "name", "printed"), ("Needle", "cost", "house"), ("The List", "number", "printed"),
    ("The List", "name", "house"), ("Friendship", "rule", "known"), ("Brutal Contest", "rule", "printed"), ("Energy", "number", "printed"),
]  # fmt: skip
SCENARIO_SAMPLES = [
    ("Territory", "rule", "known"), ("Leaders", "rule", "printed"), ("Control", "rule", "known"), ("Control", "rule.there are 3 characters a side", "house"),
    ("Flags", "rule.gain 2 points", "house"), ("Triumph", "rule", "house"), ("Triumph", "name", "printed"), ("Scrimmage", "rule", "house"),
    ("Infiltrate", "rule", "house"), ("Ultimate", "points", "house"), ("Squid Game", "attack", "printed"), ("Red Light Green Light", "rule", "printed"),
]  # fmt: skip
MAP_SAMPLES = [
    ("The Yard", "name", "house"),
    ("The Yard", "wall", "printed"),
    ("Godswood", "name", "printed"),
    ("Godswood", "drawing", "house"),
]


def test_samples_of_provenance_are_the_sheets() -> None:
    wrong = [one for one in SAMPLES if provenance_of(figure(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in PIECE_SAMPLES if provenance_of(piece(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in SCENARIO_SAMPLES if provenance_of(scenario(one[0]).provenance, one[1]) != one[2]]
    wrong += [one for one in MAP_SAMPLES if provenance_of(map_of(one[0]).provenance, one[1]) != one[2]]
    assert wrong == []


def map_of(name: str) -> MapCard:
    found = CATALOG.map(name)
    assert found is not None
    return found


def test_every_value_has_a_provenance() -> None:
    cards: list[FigureCard | PieceCard | Scenario | MapCard] = [*CATALOG.figures, *CATALOG.pieces, *CATALOG.scenarios, *CATALOG.maps]
    for card in cards:
        assert set(card.provenance.values()) <= set(PROVENANCES)
        assert provenance_of(card.provenance, "name") in PROVENANCES
        if isinstance(card, FigureCard) and card.short != card.name:
            assert provenance_of(card.provenance, "short") == "house", f"{card.name}: short names are ours"


def test_every_house_colour_of_the_sheet_is_marked() -> None:
    """Outside Game of Thrones, whose effects are all house, and Golden Girls, every colour of a cost is a house value."""
    for card in CATALOG.figures:
        for ability in card.abilities:
            expected = "known" if card.pack == "golden_girls" else "house"
            assert provenance_of(card.provenance, f"ability.{ability.name}.cost.colour") == expected, f"{card.name}: {ability.name}"


# --- maps ---------------------------------------------------------------------------------------------------------------

every_map = pytest.mark.parametrize("card", MAPS, ids=[card.name for card in MAPS])
ASSIGNED = {
    "Barracks": ["Leaders", "Territory", "First game (Squid Game)"],
    "The Yard": ["Squid Game", "Red Light Green Light"],
    "Shuri's Lab": ["Triumph", "Scrimmage", "First game (Marvel, Game of Thrones)"],
    "Helicarrier Bridge": ["Leaders", "Territory"],
    "Winterfell": ["Triumph", "Infiltrate", "First game (Marvel, Game of Thrones)"],
    "Godswood": ["Leaders", "Territory"],
    "Florida Boardwalk": ["Flags", "Control", "First game (Golden Girls)"],
    "Golden Girls' Home": ["Leaders", "Territory"],
    "Funko Factory": ["Territory", "Leaders", "Control", "Flags"],
}
WALLS = {"core": "yellow", "squid_game": "magenta", "marvel": "red", "game_of_thrones": "silver", "golden_girls": "coral"}


def test_the_nine_maps_have_the_scenarios_of_the_sheet() -> None:
    assert {card.name: list(card.scenarios) for card in MAPS} == ASSIGNED


@every_map
def test_a_map_has_its_sets_colour_and_size(card: MapCard) -> None:
    assert card.wall == WALLS[card.pack]
    assert (card.grid.columns, card.grid.rows) == ((8, 8) if card.name == "Florida Boardwalk" else (10, 12))


@every_map
def test_a_map_fills_every_area_of_its_scenarios(card: MapCard) -> None:
    for name in card.scenarios:
        assert card in CATALOG.maps_for(scenario(name))
        for area in scenario(name).areas:
            assert card.fills(area), f"{card.name}: {area}"


SIZES = {"Control": 3, "Out of Bounds": 4, "Scoring": 1, "Middle": 1, "Entry": 1, "Entry Centre": 1, "Finish": 1}


@every_map
def test_an_area_has_as_many_parts_as_its_scenario_says(card: MapCard) -> None:
    for name, parts in card.areas.items():
        if name in SIZES:
            assert len(parts) == SIZES[name], f"{card.name}: {name}"
        stem, _, side = name.rpartition(" ")
        if side in SIDES and stem != "start":
            assert [part.bit_count() for part in parts] == [{"Flag": 1, "Sprinter Start": 2}[stem]]


def steps_to(grid: Grid, start: Mask, goal: Mask) -> int:
    reached = start & ~grid.closed
    for count in range(grid.size):
        if reached & goal:
            return count
        for square in squares_of(reached):
            reached |= grid.steps(square)
    raise AssertionError("no steps lead there")


@every_map
def test_a_map_is_fair_by_the_sheets_test(card: MapCard) -> None:
    sides = [side for side in range(len(SIDES)) if card.start(side)]
    assert len(sides) == max(card.sides)
    goals: dict[str, list[Mask]] = {"points": [1 << square for square in card.points.values()]}
    for name, parts in card.areas.items():
        stem, _, side = name.rpartition(" ")
        goals.setdefault(stem if side in SIDES else name, []).extend(parts)
    for name, places in goals.items():
        far = [sorted(steps_to(card.grid, card.start(side), place) for place in places) for side in sides]
        assert all(max(row) - min(row) <= 1 for row in zip(*far, strict=True)), f"{card.name}, {name}: {far}"


@every_map
def test_a_map_has_no_pocket_behind_one_square(card: MapCard) -> None:
    """Taking any one square away leaves the rest connected: nobody can be shut in by a single rival."""
    grid = card.grid
    ground = grid.flood(card.starts())
    for square in squares_of(ground):
        rest = ground & ~(1 << square)
        reached = rest & -rest
        while True:
            more = reached
            for one in squares_of(reached):
                more |= grid.steps(one) & rest
            if more == reached:
                break
            reached = more
        assert (rest & ~reached).bit_count() <= 1, f"{card.name}: {grid.name(square)}"


def test_the_yard_serves_both_its_scenarios() -> None:
    card = map_of("The Yard")
    grid = card.grid
    top, bottom = [{f"{letter}{row}" for letter in "abcdefghij"} for row in (1, 12)]
    assert set(grid.names(card.areas["Finish"][0])) == top
    assert all(set(grid.names(card.start(side))) & bottom for side in (0, 1))
    assert all(set(grid.names(card.areas[f"Sprinter Start {side}"][0])) <= bottom for side in ("light", "dark"))
    lanes = [grid.names(lane) for lane in card.areas["Lane"]]
    ground = set(grid.names(grid.flood(card.starts())))
    assert lanes == [[f"{letter}{row}" for row in range(1, 13) if f"{letter}{row}" in ground] for letter in "abcdefghij"]
    assert not card.areas["Entry Centre"][0] & ~card.areas["Entry"][0]
    assert not card.areas["Sprinter Start light"][0] & card.starts(), "sprinters take no room from characters"
    own = [part for name in ("Entry", "Scoring", "Finish", "Out of Bounds") for part in card.areas[name]]
    assert all(not a & b for k, a in enumerate(own) for b in own[:k])


def test_only_the_godswood_has_mist() -> None:
    assert [card.name for card in MAPS if card.grid.obscured] == ["Godswood"]
    assert map_of("Godswood").grid.obscured.bit_count() >= 10


def test_a_scenario_can_be_played_on_any_map_that_fills_its_areas() -> None:
    names = {one.name: {card.name for card in CATALOG.maps_for(one)} for one in CATALOG.scenarios}
    assert names["Territory"] >= {"Barracks", "Funko Factory", "Helicarrier Bridge", "Godswood", "Golden Girls' Home"}
    assert names["Flags"] == {"Florida Boardwalk", "Funko Factory"}
    assert len(names["Leaders"]) == len(names["Ultimate"]) == 9
