"""The maps of the packs against the sheet: scenarios, walls, areas, fairness."""

from __future__ import annotations

import pytest

from kit.content import CATALOG, SECOND_PART, map_of, scenario
from kit.marks import rule
from tipover.board.grid import Grid
from tipover.board.mask import Mask, squares_of
from tipover.cards.catalog import SIDES, MapCard

MAPS = CATALOG.maps
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
