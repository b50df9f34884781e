"""The packs against the sheet: every text verbatim and read back, every value with its provenance, every area filled."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cards.samples import SHEET
from kit.marks import rule
from tipover import load
from tipover.board.grid import Grid
from tipover.board.mask import Mask, squares_of
from tipover.cards.ast import Text
from tipover.cards.catalog import (
    BLANK,
    CHARACTER,
    COLOURS,
    COMPANION,
    MINION,
    NUMBER_AT,
    OBJECTIVE,
    PROVENANCES,
    SHIELD,
    SIDES,
    TRIPLE,
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
    "Gi-hun": ("red gold", 2), "Sae-byeok": ("blue silver", 2), "Front Man": ("red silver", 3), "Il-nam": ("silver gold", 1),
    "Captain America": ("blue red gold", 2), "Iron Man": ("red silver", 2), "Black Panther": ("blue gold", 2), "Black Widow": ("blue silver", 2),
    "Arya Stark": ("red silver", 2), "Daenerys Targaryen": ("red gold", 1), "Jon Snow": ("red gold", 2), "The Night King": ("red silver", 2),
    "Rose Nylund": ("red gold", 2), "Blanche Devereaux": ("red silver", 2),
    # the sheet's second part
    "Batman": ("blue red", 2), "Batgirl": ("blue silver", 2), "The Joker": ("red silver", 2), "Harley Quinn": ("red gold", 2),
    "Robin": ("blue red", 2), "Catwoman": ("blue silver", 1), "Wonder Woman": ("red gold", 2), "Cheetah": ("blue red", 2),
    "Lord Voldemort": ("silver gold", 1), "Bellatrix Lestrange": ("blue silver", 2), "Hermione Granger": ("silver gold", 1), "Harry Potter": ("blue gold", 2),
    "Ron Weasley": ("blue gold", 2), "Draco Malfoy": ("blue silver", 1),
    "Dr. Finkelstein": ("silver gold", 2), "Sally": ("blue silver", 2), "Oogie Boogie": ("red silver", 3), "Jack Skellington": ("blue gold", 2),
    "Kool-Aid Man": ("blue red", 2), "Rick Sanchez": ("silver gold", 2), "Morty Smith": ("red gold gold", 2),
    "Raptor": ("blue silver", 1), "Dr. Ellie Sattler": ("blue gold", 1), "Dr. Ian Malcolm": ("blue silver", 1), "T-Rex": ("red red", 2),
    "Invisible Man": ("blue silver", 2), "The Bride": ("blue red", 2), "The Creature": ("blue red", 2),
    "LeBron James": ("blue blue", 2), "Bugs Bunny": ("blue silver", 2),
}  # fmt: skip


def test_the_characters_have_their_tokens_defense_abilities_and_trait() -> None:
    own = [card for card in CATALOG.figures if card.kind == CHARACTER and not card.basic]
    assert {card.name: (" ".join(COLOURS[one] for one in card.tokens), card.defense) for card in own} == CHARACTERS
    assert all(len(card.abilities) == 3 and card.trait for card in own)


def test_the_basic_characters_have_no_text() -> None:
    basics = [card for card in CATALOG.figures if card.basic]
    assert len(basics) == 28
    assert all((card.defense, card.tokens, card.abilities, card.trait) == (2, (), (), None) for card in basics)


def test_there_are_three_ultimate_cards_with_more_tokens() -> None:
    found = {card.name: [COLOURS[one] for one in card.ultimate.tokens] for card in CATALOG.figures if card.ultimate}
    assert found == {
        "Iron Man": ["red", "red", "silver"],
        "Daenerys Targaryen": ["red", "gold", "gold"],
        "Front Man": ["red", "silver", "silver"],
    }


def test_the_decks_are_the_front_mans_and_the_brides() -> None:
    assert [(deck.name, deck.of) for deck in CATALOG.decks] == [("Game Rule", "Front Man"), ("Tactics", "The Bride")]
    assert [CATALOG.pieces[k].name for k in CATALOG.deck("tactics")] == ["Shriek", "Static", "Stitches", "Galvanized"]
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
        "Triumph": (1, False), "Control": (3, False), "Ball": (1, False), "Hoop": (1, False),
        "Springs Power-up": (1, False), "Hot Hand Power-up": (1, False), "Padding Power-up": (1, False), "Turbo Power-up": (1, False),
        "Springs": (1, False), "Hot Hand": (1, False), "Padding": (1, False), "Turbo": (1, False),
    }  # fmt: skip
    assert figure("Sprinter").defense == 1
    own = {
        one.name: (one.number, one.of) for one in CATALOG.pieces if one.pack in SECOND_PART and one.of and one.sort not in ("item", "card")
    }
    assert own == {
        "Mystery Box": (3, "The Joker"), "Champion": (1, "Wonder Woman"), "Intel": (2, "Batgirl"), "Partner": (1, "Robin"),
        "Confundo": (2, "Bellatrix Lestrange"), "Protego": (2, "Harry Potter"), "Liquid Luck": (1, "Felix Felicis"),
        "Pumpkin King": (1, "Jack Skellington"), "Rubble": (4, "Kool-Aid Man"), "Portal": (1, "Portal Gun"),
        "Combat Suit": (1, "Rick Sanchez"), "Rocket Shoes": (1, "Rick Sanchez"), "Long Scope": (1, "Rick Sanchez"),
        "Ambush": (2, "Raptor"), "Chaos": (1, "Dr. Ian Malcolm"),
    }  # fmt: skip
    assert {one.name: (one.defense, one.number, one.of) for one in (figure("Igor"), figure("Arm"))} == {
        "Igor": (1, 1, "Dr. Finkelstein"),
        "Arm": (1, 1, "Sally"),
    }


def test_declared_dice_have_their_faces() -> None:
    faces = {die.name: tuple(die.faces) for die in CATALOG.dice}
    assert faces["Champion"] == (SHIELD,) * 4 + (TRIPLE,) * 2
    assert sorted(faces["Chaos"]) == sorted((BLANK,) * 3 + (TRIPLE,) * 3)
    assert faces["Boogie"] == tuple(NUMBER_AT + n for n in range(1, 7))


def test_squid_markers_are_the_scenarios() -> None:
    assert piece("Squid") in scenario("Squid Game").pieces


def test_the_scenarios_have_their_targets_sides_and_parts() -> None:
    shared = [
        "Territory",
        "Leaders",
        "Control",
        "Flags",
        "Squid Game",
        "Red Light Green Light",
        "Triumph",
        "Scrimmage",
        "Infiltrate",
        "Basketball",
    ]
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
    ("Sae-byeok", "ability.Easily Overlooked.cost.number", "house"), ("Front Man", "ability.Keep Order.challenge", "house"), ("Front Man", "defense", "printed"),
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
    # The sheet's second part: known but for colours, and what carries (h)
    ("Batman", "name", "known"), ("Batman", "tokens", "known"), ("Batman", "ability.Grappling Swing.cost.number", "known"),
    ("Batman", "ability.Grappling Swing.cost.colour", "house"), ("Batman", "ability.Relentless.cost.colour", "known"),
    ("Batgirl", "ability.Flying Tackle.cost.number", "house"), ("Batgirl", "ability.Flying Tackle.rule.in sight", "house"),
    ("The Joker", "tokens", "house"), ("The Joker", "trait.name", "house"), ("The Joker", "trait.rule", "known"),
    ("Harley Quinn", "ability.Whirlwind.name", "house"), ("Robin", "ability.At Your Side.name", "house"), ("Robin", "trait.rule", "known"),
    ("Wonder Woman", "ability.Amazon Charge.rule", "house"), ("Cheetah", "ability.Ferocious Slash.rule", "known"),
    ("Lord Voldemort", "ability.Fiendfyre.rule", "known"), ("Bellatrix Lestrange", "ability.Imperio.cost.number", "house"),
    ("Ron Weasley", "name", "known"), ("Ron Weasley", "trait.rule", "house"), ("Draco Malfoy", "tokens", "known"),
    ("Dr. Finkelstein", "ability.It's Alive!!!.challenge", "house"), ("Oogie Boogie", "defense", "house"), ("Oogie Boogie", "trait.rule", "house"),
    ("Invisible Man", "tokens", "known"), ("Invisible Man", "ability.Trip.cost.number", "house"), ("The Bride", "trait.rule", "house"),
    ("Villager", "name", "house"), ("Villager", "defense", "known"), ("LeBron James", "name", "known"), ("Bugs Bunny", "ability.Anvil.rule", "house"),
    ("Jack Skellington", "ability.What's This?.rule", "house"), ("Igor", "defense", "house"), ("Mummy", "base", "house"), ("Mummy", "name", "known"),
    # Golden Girls: known, numbers house
    ("Rose Nylund", "tokens", "house"), ("Rose Nylund", "defense", "house"), ("Rose Nylund", "ability.Story Time.cost.colour", "known"),
    ("Rose Nylund", "ability.Story Time.cost.number", "house"), ("Blanche Devereaux", "tokens", "known"), ("Blanche Devereaux", "ability.Flirt.cost.number", "house"),
    ("Blanche Devereaux", "ability.Flirt.rule.on the 2 of the target's track", "house"), ("Blanche Devereaux", "ability.Flirt.rule", "known"),
    ("Lifeguard", "base", "printed"), ("Sprinter", "name", "printed"), ("Sprinter", "defense", "house"),
]  # fmt: skip
PIECE_SAMPLES = [
    ("Invitation", "cost", "printed"), ("Honeycomb", "rule", "printed"), ("Honeycomb", "rule.gold token", "house"), ("Cheesecake", "cost", "house"),
    ("Cheesecake", "rule", "known"), ("Needle", "name", "printed"), ("Needle", "cost", "house"), ("The List", "number", "printed"),
    ("Batarang", "cost", "house"), ("Mallet", "rule", "house"), ("Mallet", "cost", "known"), ("Intel", "number", "house"), ("Pumpkin King", "rule", "house"),
    ("Felix Felicis", "cost", "known"), ("Broom", "name", "house"), ("Stitches", "rule", "house"), ("Padding", "rule", "house"),
    ("Padding Power-up", "rule.discard Padding", "printed"), ("Padding Power-up", "rule", "house"),
    ("The List", "name", "house"), ("Friendship", "rule", "known"), ("Brutal Contest", "rule", "printed"), ("Energy", "number", "printed"),
]  # fmt: skip
SCENARIO_SAMPLES = [
    ("Territory", "rule", "known"), ("Leaders", "rule", "known"), ("Leaders", "name", "known"), ("Flags", "rule", "known"), ("Flags", "name", "known"), ("Control", "rule", "known"), ("Control", "rule.there are 3 characters a side", "house"),
    ("Flags", "rule.gain 2 points", "house"), ("Triumph", "rule", "house"), ("Triumph", "name", "printed"), ("Scrimmage", "rule", "house"),
    ("Infiltrate", "rule", "house"), ("Ultimate", "points", "house"), ("Squid Game", "attack", "printed"), ("Red Light Green Light", "rule", "printed"),
    ("Basketball", "rule", "house"), ("Basketball", "rule.at random", "printed"), ("Basketball", "rule.gain the First Player marker", "printed"),
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
    known = [("Batman", "Relentless"), ("Kool-Aid Man", "Hey Kool-Aid!")]  # the row of the sheet says so
    for card in CATALOG.figures:
        for ability in card.abilities:
            expected = "known" if card.pack == "golden_girls" or (card.name, ability.name) in known else "house"
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
    "Gotham City Streets": ["Leaders", "Territory"],
    "Joker's Carnival": ["Flags", "Control"],
    "Arkham Asylum": ["Leaders", "Territory"],
    "Catwoman's Penthouse": ["Flags", "Control"],
    "Room of Requirement": ["Leaders", "Territory"],
    "Diagon Alley": ["Flags", "Control"],
    "Halloween Town": ["Territory", "Leaders"],
    "Oogie's Lair": ["Control", "Flags"],
    "Smith House": ["Leaders", "Territory"],
    "Blips and Chitz": ["Flags", "Control"],
    "Visitor Center": ["Leaders", "Territory"],
    "Raptor Paddock": ["Flags", "Control"],
    "Castle Laboratory": ["Leaders", "Territory"],
    "Black Lagoon": ["Flags", "Control"],
    "The Court": ["Basketball"],
}
WALLS = {
    "core": "yellow", "squid_game": "magenta", "marvel": "red", "game_of_thrones": "silver", "golden_girls": "coral",
    "dc": "violet", "harry_potter": "bottle-green", "nightmare_before_christmas": "orange",
    "rick_and_morty": "lime", "jurassic_park": "brown", "universal_monsters": "black-and-white", "space_jam": "sky-blue",
}  # fmt: skip
SECOND_PART = (
    "dc", "harry_potter", "nightmare_before_christmas", "kool_aid_man", "rick_and_morty", "jurassic_park", "universal_monsters", "space_jam",
)  # fmt: skip
OF_ANOTHER_BOX = {"Arkham Asylum": "dark-green", "Catwoman's Penthouse": "dark-green"}
SMALL = ("Florida Boardwalk", "Catwoman's Penthouse", "Blips and Chitz")


def test_the_maps_have_the_scenarios_of_the_sheet() -> None:
    assert {card.name: list(card.scenarios) for card in MAPS} == ASSIGNED


@every_map
def test_a_map_has_its_sets_colour_and_size(card: MapCard) -> None:
    assert card.wall == OF_ANOTHER_BOX.get(card.name, WALLS[card.pack])
    assert (card.grid.columns, card.grid.rows) == ((8, 8) if card.name in SMALL else (10, 12))


@every_map
def test_a_map_fills_every_area_of_its_scenarios(card: MapCard) -> None:
    for name in card.scenarios:
        assert card in CATALOG.maps_for(scenario(name))
        for area in scenario(name).areas:
            assert card.fills(area), f"{card.name}: {area}"


SIZES = {"Control": 3, "Out of Bounds": 4, "Scoring": 1, "Middle": 1, "Entry": 1, "Entry Centre": 1, "Finish": 1, "Hoop": 1, "Power-up": 4}


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


def test_only_maps_of_the_sheet_that_say_so_have_mist() -> None:
    assert {card.name for card in MAPS if card.grid.obscured} == {
        "Godswood", "Diagon Alley", "Halloween Town", "Black Lagoon", "Raptor Paddock",
    }  # fmt: skip
    assert map_of("Godswood").grid.obscured.bit_count() >= 10
    assert map_of("Diagon Alley").grid.obscured.bit_count() == 2


@every_map
def test_a_map_of_the_second_part_has_an_enclosed_area_and_is_the_same_turned_half_round(card: MapCard) -> None:
    grid = card.grid
    if card.pack in SECOND_PART and card.name != "The Court":
        ground = grid.flood(card.starts())
        assert grid.everywhere & ~ground, "nothing is enclosed"
        turned = sum(1 << (grid.size - 1 - square) for square in squares_of(ground))
        assert turned == ground
        assert all(
            grid.steps(grid.size - 1 - square) == sum(1 << (grid.size - 1 - one) for one in squares_of(grid.steps(square)))
            for square in squares_of(ground)
        )


def test_the_court_is_mirrored_in_the_row_of_its_hoop() -> None:
    card = map_of("The Court")
    grid = card.grid
    ground = grid.flood(card.starts())
    assert grid.everywhere & ~ground, "nothing is enclosed"
    (hoop,) = squares_of(card.areas["Hoop"][0])
    middle = hoop // grid.columns

    def mirrored(squares: Mask) -> Mask:
        return sum(1 << ((2 * middle - square // grid.columns) * grid.columns + square % grid.columns) for square in squares_of(squares))

    assert mirrored(ground) == ground
    assert mirrored(card.start(0)) == card.start(1)
    assert all(mirrored(grid.steps(square)) == grid.steps(next(iter(squares_of(mirrored(1 << square))))) for square in squares_of(ground))
    assert steps_to(grid, card.start(0), 1 << hoop) == steps_to(grid, card.start(1), 1 << hoop) == 5


@rule("SUP-1")
def test_a_scenario_is_played_on_the_maps_that_list_it() -> None:
    names = {one.name: {card.name for card in CATALOG.maps_for(one)} for one in CATALOG.scenarios}
    listed = {name: {card.name for card in MAPS if name in card.scenarios} for name in names}
    homes = {"Barracks", "Funko Factory", "Helicarrier Bridge", "Godswood", "Golden Girls' Home"}
    homes |= {"Gotham City Streets", "Arkham Asylum", "Room of Requirement", "Halloween Town", "Castle Laboratory"}
    homes |= {"Smith House", "Visitor Center"}
    assert names["Territory"] == names["Leaders"] == homes
    assert names["Flags"] == names["Control"] == listed["Flags"] == listed["Control"]
    assert names["Squid Game"] == names["Red Light Green Light"] == {"The Yard"}
    assert names["Basketball"] == {"The Court"}
    assert (names["Infiltrate"], names["Scrimmage"], names["Triumph"]) == ({"Winterfell"}, {"Shuri's Lab"}, {"Winterfell", "Shuri's Lab"})
    assert len(names["Ultimate"]) == len(MAPS), "it stands in for whatever is played there (ULT-1)"


def test_texts_of_the_sets_are_read_when_they_are_used_and_all_can_be() -> None:
    lazy = "import sys, tipover; tipover.load(); print('tipover.cards.read' in sys.modules, 'tipover.cards.ast' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", lazy], capture_output=True, text=True, check=True).stdout.split() == ["False", "False"]
    catalog = load()
    cards = [*catalog.figures, *catalog.pieces]
    parts = [part for card in catalog.figures for part in (*card.abilities, card.trait, card.ultimate) if part is not None]
    assert [one.name for one in (*cards, *parts) if bool(one.rule) != bool(one.texts) and not getattr(one, "double", "")] == []
    assert all(texts for scenario in catalog.scenarios for key, texts in scenario.texts.items() if scenario.rules[key])
    ability = next(card for card in catalog.figures if card.abilities).abilities[0]
    assert ability.texts is ability.texts, "read once"
    assert pickle.loads(pickle.dumps(ability)).texts == ability.texts


@pytest.mark.parametrize("name", ["Leaders", "Flags"])
def test_a_scenario_that_no_book_prints_claims_nothing_printed(name: str) -> None:
    scenario = load().scenario(name)
    assert scenario is not None and scenario.pieces
    whence = [scenario.provenance, *(piece.provenance for piece in scenario.pieces)]
    assert {provenance_of(one, key) for one in whence for key in ("name", "rule", "number", "points")} <= {"known", "house"}
