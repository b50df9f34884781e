"""Scenario files: the envelope, the texts of sides and table, the scenario's own pieces, the areas it needs."""

from __future__ import annotations

from tipover.cards.ast import Text
from tipover.cards.catalog import PARTS, SCENARIO_RULES, SIDES, Scenario, suggestion
from tipover.cards.envelope import STANDING, Source
from tipover.cards.maps import flag_of, number_of, numbers_of, table, texts_of
from tipover.cards.parts import Parts, read_sort

SORTS = ["token", "marker", "minion", "status"]  # what a scenario may bring itself
SCENARIO_KEYS = [
    "name", "first", "sides", "characters", "basics", "attachments", "point_markers",
    "wins_at", "points", "flip", "maps", *SCENARIO_RULES, "parts", "areas", "free_for_all", *SORTS, "provenance", "about",
]  # fmt: skip


def scenario(source: Source) -> Scenario:
    """The scenario a file describes."""
    document = source.document
    source.known_keys((), SCENARIO_KEYS, "a scenario")
    rules: dict[str, str] = {}
    texts: dict[str, tuple[Text, ...]] = {}
    for key in SCENARIO_RULES:
        if key in document.data:
            rules[key], texts[key] = source.rule((key,), STANDING, "a scenario")
    own = Parts()
    for sort in SORTS:
        if sort in document.data:
            read_sort(source, sort, own)
    sides = numbers_of(document, ("sides",), [2], 2, 4)
    if not sides:
        source.blame(("sides",), "a scenario is for two, three or four sides, as sides = [2]")
        sides = [2]
    values = {key: rules.get(key, "") for key in document.data}
    return Scenario(
        name=source.name((), "a scenario"),
        pack=source.pack,
        sides=tuple(sides),
        first=flag_of(document, ("first",), False),
        characters=number_of(document, ("characters",), 0, 0, 6),
        basics=number_of(document, ("basics",), 0, 0, 1),
        point_markers=flag_of(document, ("point_markers",), True),
        wins_at=number_of(document, ("wins_at",), 0, 0, 99),
        points=_points(source),
        flip=flag_of(document, ("flip",), True),
        maps={key: str(value) for key, value in table(document, ("maps",)).items()},
        rules=rules,
        texts=texts,
        parts=_parts(source, rules),
        pieces=tuple(own.pieces),
        minions=tuple(own.figures),
        areas=_areas(source),
        free_for_all=flag_of(document, ("free_for_all",), False),
        ultimate="ultimate" in rules or "others" in rules,
        provenance=source.provenance(("provenance",), values),
    )


def _points(source: Source) -> tuple[int, int]:
    points = numbers_of(source.document, ("points",), [0, 0], 0, 99)
    if len(points) == 1:
        points = points * 2
    if len(points) != 2:
        source.blame(("points",), "'points' is the target with two characters a side and with three, as [6, 10]")
        return 0, 0
    return points[0], points[1]


def _parts(source: Source, rules: dict[str, str]) -> dict[str, str]:
    """`parts = { light = "attack", dark = "defend" }`; of an ultimate scenario the game decides who is which (ULT-1)."""
    found: dict[str, str] = {}
    for side, part in table(source.document, ("parts",)).items():
        if side not in SIDES:
            source.blame(("parts",), f"'{side}' is no side; sides are {', '.join(SIDES)}{suggestion(side, SIDES)}")
        elif part not in PARTS:
            source.blame(("parts",), f"{part!r} is no part; parts are {', '.join(PARTS)}{suggestion(str(part), PARTS)}")
        elif part not in rules:
            source.blame(("parts",), f"the side {side} has the part '{part}', which has no text")
        else:
            found[side] = str(part)
    for part in ("attack", "defend"):
        if part in rules and part not in table(source.document, ("parts",)).values():
            source.blame((part,), f'no side has the part \'{part}\'; write parts = {{ light = "attack", dark = "defend" }}')
    return found


def _areas(source: Source) -> tuple[str, ...]:
    """The names of the areas a map must fill, as the rules use them."""
    areas = [" ".join(area.split()) for area in texts_of(source.document, ("areas",))]
    for k, area in enumerate(areas):
        if area in areas[:k]:
            source.blame(("areas",), f"the area '{area}' is named twice")
        elif not area or any(area.endswith(f" {side}") for side in SIDES):
            source.blame(("areas",), f"'{area}' is no name of an area; maps add the sides, as \"Camp light\"")
    return tuple(areas)
