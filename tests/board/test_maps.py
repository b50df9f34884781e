"""The maps of the packs: they load, are fair, have an enclosed area and their point squares (content/sets.md)."""

from __future__ import annotations

import pytest

from tipover import load, read_map
from tipover.board.grid import Grid
from tipover.board.mask import Mask, squares_of
from tipover.cards.catalog import SIDES, MapCard

MAPS = load().maps
every_map = pytest.mark.parametrize("card", MAPS, ids=[card.name for card in MAPS])


def steps_to(grid: Grid, start: Mask, goal: Mask) -> int:
    """How many steps lead from one area to another on the bare map."""
    reached = start & ~grid.closed
    for count in range(grid.size):
        if reached & goal:
            return count
        for square in squares_of(reached):
            reached |= grid.steps(square)
    raise AssertionError("no steps lead there")


def goals_of(card: MapCard) -> dict[str, list[Mask]]:
    """The point squares together, and each scenario area; a side's own areas (`Flag light`) go by one name."""
    goals: dict[str, list[Mask]] = {"points": [1 << square for square in card.points.values()]}
    for name, parts in card.areas.items():
        if name.startswith("start "):
            continue
        own = name.rpartition(" ")
        goals.setdefault(own[0] if own[2] in SIDES else name, []).extend(parts)
    return goals


def sides_of(card: MapCard) -> list[int]:
    return [side for side in range(len(SIDES)) if card.start(side)]


def test_the_four_maps_of_the_first_games_are_there() -> None:
    sizes = {card.name: (card.grid.columns, card.grid.rows) for card in MAPS}
    assert sizes["Florida Boardwalk"] == (8, 8)
    assert sizes["Barracks"] == sizes["Shuri's Lab"] == sizes["Winterfell"] == (10, 12)


def test_a_shipped_map_is_read_by_itself_as_in_its_pack() -> None:
    from importlib.resources import as_file, files

    with as_file(files("tipover") / "packs" / "squid_game" / "maps" / "barracks.toml") as file:
        card = read_map(file)
    packed = load().map("Barracks")
    assert packed is not None
    assert (card.name, card.points, card.areas) == (packed.name, packed.points, packed.areas)


@every_map
def test_it_is_fair(card: MapCard) -> None:
    """Sorted step distances to the point squares and to each scenario area differ by at most 1 between sides."""
    sides = sides_of(card)
    assert len(sides) >= 2
    for name, goals in goals_of(card).items():
        far = [sorted(steps_to(card.grid, card.start(side), goal) for goal in goals) for side in sides]
        for one in far:
            for other in far:
                assert all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True)), f"{card.name}, {name}: {far}"


@every_map
def test_its_starting_areas_are_equal_apart_and_open(card: MapCard) -> None:
    starts = [card.start(side) for side in sides_of(card)]
    assert len({start.bit_count() for start in starts}) == 1
    assert sum(start.bit_count() for start in starts) == card.starts().bit_count()
    assert all(card.grid.flood(start) == card.grid.flood(card.starts()) for start in starts)
    assert not card.starts() & card.grid.closed


@every_map
def test_it_has_an_enclosed_area(card: MapCard) -> None:
    grid = card.grid
    assert grid.everywhere & ~grid.closed & ~grid.flood(card.starts())


@every_map
def test_it_has_point_squares_a_to_d_that_can_be_reached(card: MapCard) -> None:
    assert sorted(card.points) == ["A", "B", "C", "D"]
    assert len(set(card.points.values())) == 4
    assert all(card.grid.flood(card.starts()) >> square & 1 for square in card.points.values())
    assert not any(card.starts() >> square & 1 for square in card.points.values())


@every_map
def test_each_side_has_its_share_of_point_squares_nearer(card: MapCard) -> None:
    sides = sides_of(card)
    nearer = dict.fromkeys(sides, 0)
    for square in card.points.values():
        far = {side: steps_to(card.grid, card.start(side), 1 << square) for side in sides}
        best = [side for side in sides if far[side] == min(far.values())]
        assert len(best) == 1, f"{card.name}: {card.grid.name(square)} is as near to several sides"
        nearer[best[0]] += 1
    assert set(nearer.values()) == {4 // len(sides)}


@every_map
def test_its_scenario_areas_can_be_reached(card: MapCard) -> None:
    open_ground = card.grid.flood(card.starts())
    for name, parts in card.areas.items():
        for part in parts:
            assert part, f"{card.name}: {name} is empty"
            assert not part & ~open_ground, f"{card.name}: {name} is partly closed"


@every_map
def test_it_has_rooms_walls_and_partly_covered_squares(card: MapCard) -> None:
    grid = card.grid
    borders = [piece for piece in grid.pieces if max(abs(piece.x2 - piece.x1), abs(piece.y2 - piece.y1)) == 4]
    assert len(borders) >= 8
    assert len(grid.pieces) > len(borders)


@every_map
def test_the_first_games_it_names_are_known(card: MapCard) -> None:
    first = [name for name in card.scenarios if name.startswith("First game")]
    assert all(load().scenario(name) for name in first)
