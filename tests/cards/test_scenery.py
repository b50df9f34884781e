"""A map's scenery: read beside the map, checked with sentences, and no part of any digest."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.cards.scenery_files import ENDING, SKINS, Scenery
from tipover.cards.toml import ContentError

ROOT = Path(__file__).resolve().parents[2]
DRAWN = (ROOT / "web/src/scenery.svg").read_text("utf-8")
PARTS = set(re.findall(r'<symbol id="s-([^"]+)"', DRAWN))
FLOORS = set(re.findall(r'<pattern id="f-([^"]+)"', DRAWN))
PLACES = [
    "Barracks", "Florida Boardwalk", "Funko Factory", "Godswood", "Golden Girls' Home", "Helicarrier Bridge", "Shuri's Lab",
    "The Yard", "Winterfell", "Castle Laboratory", "Black Lagoon", "The Court", "Smith House", "Blips and Chitz", "Visitor Center",
    "Raptor Paddock",
]  # fmt: skip


def scenery_of(name: str) -> Scenery:
    """The scenery of a shipped map."""
    card = load().map(name)
    assert card is not None and card.scenery is not None
    return card.scenery


def look_in(catalog: Catalog, name: str) -> Scenery | None:
    """How a map of a catalog looks."""
    card = catalog.map(name)
    assert card is not None
    return card.scenery


def drawn(part: str) -> bool:
    """Whether there is a drawing of this name, of whatever size."""
    return any(name == part or re.fullmatch(rf"{re.escape(part)}-\d+x\d+", name) for name in PARTS)


@pytest.mark.parametrize("name", PLACES)
def test_each_of_these_maps_is_a_place_of_drawings_that_there_are(name: str) -> None:
    look = scenery_of(name)
    assert look.laid
    assert {look.floor, *look.border} <= FLOORS
    assert look.wall in SKINS
    assert [part for part in (*look.covered, *look.obscured, *look.closed, *(one.part for one in look.laid)) if not drawn(part)] == []


def luminance(colour: str) -> float:
    """The relative luminance of `#RRGGBB` (WCAG)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", PLACES)
def test_a_floor_is_quiet(name: str) -> None:
    """Its second tone differs from the first by at most 12 % of lightness contrast."""
    look = scenery_of(name)
    for base, second, _ in (look.light, look.dark):
        high, low = sorted((luminance(base) + 0.05, luminance(second) + 0.05), reverse=True)
        assert high / low <= 1.12


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with one map of a shipped pack and its scenery."""
    place = tmp_path / "field"
    (place / "maps").mkdir(parents=True)
    (place / "pack.toml").write_text('name = "Field"\nversion = "1"\n', "utf-8")
    source = files("tipover") / "packs" / "squid_game" / "maps"
    text = (source / "barracks.toml").read_text("utf-8").replace('name = "Barracks"', 'name = "Field"')
    (place / "maps" / "field.toml").write_text(re.sub(r"(?m)^scenarios = .*\n", "", text), "utf-8")
    (place / "maps" / f"field{ENDING}").write_text((source / f"barracks{ENDING}").read_text("utf-8"), "utf-8")
    return place


def test_a_scenery_changes_no_digest(pack: Path) -> None:
    with_scenery = load(pack)
    assert look_in(with_scenery, "Field") is not None
    (pack / "maps" / f"field{ENDING}").unlink()
    without = load(pack)
    assert look_in(without, "Field") is None
    assert without.digest == with_scenery.digest


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('wall = "pipe"', 'wall = "pype"', "there is no wall skin 'pype'"),
        ('floor = "concrete"', "floor = 3", "'floor' is the name of a drawing"),
        ('light = ["#F7F4EF", ', 'light = ["red", ', "'light' is a list of three colours"),
        ('"a1", "b1"', '"z99", "b1"', "'z99' is no place; write \"c4\""),
        ('"west 2"', '"left 2"', "'left 2' is no place; write \"west 2.5\""),
        ("size = 0.75", "size = 90", "'size' is a number from 0.2 to 3, not 90"),
        ("closed = ", "shut = ", "a scenery has no key 'shut'"),
    ],
)
def test_a_mistake_is_told_with_its_place(pack: Path, was: str, becomes: str, told: str) -> None:
    file = pack / "maps" / f"field{ENDING}"
    file.write_text(file.read_text("utf-8").replace(was, becomes, 1), "utf-8")
    with pytest.raises(ContentError) as error:
        load(pack)
    [fault] = error.value.faults
    assert told in fault.message
    assert fault.file.endswith(ENDING)
    assert fault.line > 1


def test_a_map_without_a_scenery_is_as_good(pack: Path) -> None:
    shutil.copy(pack / "maps" / "field.toml", pack / "maps" / "other.toml")
    text = (pack / "maps" / "other.toml").read_text("utf-8")
    (pack / "maps" / "other.toml").write_text(text.replace('name = "Field"', 'name = "Other"'), "utf-8")
    assert look_in(load(pack), "Other") is None


def test_a_floor_of_slabs_changes_its_tone_where_squares_meet() -> None:
    """60 units are a square: concrete, the floor of every map without a scenery, changed it in mid-square."""
    concrete = DRAWN[DRAWN.index('id="f-concrete"') :].partition("</pattern>")[0]
    slabs = re.findall(r'<rect (?:x="(\d+)" )?(?:y="(\d+)" )?width="(\d+)" height="(\d+)"', concrete)
    assert len(slabs) == 3
    assert [number for slab in slabs for number in slab if number and int(number) % 60] == []
