"""Read scenario files: who plays, the texts of the sides and of the table, own pieces, needed areas."""

from __future__ import annotations

from tipover.cards.card_file import CardFile
from tipover.cards.catalog import PARTS, SCENARIO_RULES, SIDES, Scenario
from tipover.cards.part_files import own_parts
from tipover.cards.rule_texts import NO_TEXTS, STANDING, RuleTexts
from tipover.cards.toml_values import flag_of, number_of, numbers_of, table, text_of, texts_of

SORTS = ["token", "marker", "minion", "status"]  # what a scenario may declare itself
SCENARIO_KEYS = [
    "name", "aim", "first", "sides", "characters", "basics", "attachments", "point_markers",
    "wins_at", "points", "flip", "maps", *SCENARIO_RULES, "actions", "parts", "areas", "free_for_all", *SORTS, "provenance", "about",
]  # fmt: skip


def scenario(source: CardFile) -> Scenario:
    """The scenario that a file describes."""
    document = source.document
    source.check_keys((), SCENARIO_KEYS, "a scenario")
    rules: dict[str, str] = {}
    readings: dict[str, RuleTexts] = {}
    for key in SCENARIO_RULES:
        if key in document.data:
            rules[key], readings[key] = source.rule((key,), STANDING, "a scenario")
    own = own_parts(source, SORTS)
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
        readings=readings,
        parts=_parts(source, rules),
        pieces=tuple(own.pieces),
        minions=tuple(own.figures),
        areas=_areas(source),
        actions=_actions(source, readings.get("rule", NO_TEXTS)),
        free_for_all=flag_of(document, ("free_for_all",), False),
        ultimate="ultimate" in rules or "others" in rules,
        aim=text_of(document, ("aim",), ""),
        provenance=source.provenance(("provenance",), values),
    )


def _points(source: CardFile) -> tuple[int, int]:
    points = numbers_of(source.document, ("points",), [0, 0], 0, 99)
    if len(points) == 1:
        points = points * 2
    if len(points) != 2:
        source.blame(("points",), "'points' is the target with two characters a side and with three, as [6, 10]")
        return 0, 0
    return points[0], points[1]


def _parts(source: CardFile, rules: dict[str, str]) -> dict[str, str]:
    """`parts = { light = "attack", dark = "defend" }`; in an ultimate scenario the set-up decides which side has which (ULT-1)."""
    found: dict[str, str] = {}
    for side, part in table(source.document, ("parts",)).items():
        if side not in SIDES:
            source.document.blame_unknown(("parts",), f"'{side}' is no side; sides are {', '.join(SIDES)}", side, SIDES)
        elif part not in PARTS:
            source.document.blame_unknown(("parts",), f"{part!r} is no part; parts are {', '.join(PARTS)}", str(part), PARTS)
        elif part not in rules:
            source.blame(("parts",), f"the side {side} has the part '{part}', which has no text", part)
        else:
            found[side] = str(part)
    for part in ("attack", "defend"):
        if part in rules and part not in table(source.document, ("parts",)).values():
            source.blame((part,), f'no side has the part \'{part}\'; write parts = {{ light = "attack", dark = "defend" }}')
    return found


def _actions(source: CardFile, rule: RuleTexts) -> tuple[str, ...]:
    """What the basic actions that a scenario offers are called: all of them or none."""
    names = [" ".join(name.split()) for name in texts_of(source.document, ("actions",))]
    if source.trusted or not names:
        return tuple(names)
    from tipover.cards.ast import is_basic_offer

    offered = sum(is_basic_offer(text) for text in rule.texts)
    if len(names) != offered or len({*names}) < offered or "" in names:
        source.blame(("actions",), f"'rule' offers {offered} basic actions; 'actions' has a name of its own for each, in their order")
    return tuple(names)


def _areas(source: CardFile) -> tuple[str, ...]:
    """The names of the areas that a map must have, as the rules use them."""
    areas = [" ".join(area.split()) for area in texts_of(source.document, ("areas",))]
    for k, area in enumerate(areas):
        if area in areas[:k]:
            source.blame(("areas",), f"the area '{area}' is named twice", area)
        elif not area or any(area.endswith(f" {side}") for side in SIDES):
            source.blame(("areas",), f"'{area}' is no name of an area; maps add the sides, as \"Camp light\"", area)
    return tuple(areas)
