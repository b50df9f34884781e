"""Pictograms: every way to points that a scenario's texts tell has its sign, with its number and when it counts."""

from __future__ import annotations

import pytest

from tipover import load
from tipover.cards.ast import Act, walk
from tipover.table.present.signs import signs_of

CATALOG = load()
SCENARIOS = {scenario.name: scenario for scenario in CATALOG.scenarios}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_number_of_points_in_the_texts_has_a_sign(name: str) -> None:
    """Counted, not compared by words: what each sign says is told below."""
    scenario = SCENARIOS[name]
    numbers: set[int] = set()
    wins = False
    for texts in scenario.texts.values():
        for node in (node for text in texts for node in walk(text)):
            if isinstance(node, Act) and node.verb == "gain" and node.n is not None:
                numbers |= {number for number, _, _ in node.n.terms}
            wins |= isinstance(node, Act) and node.verb == "win"
    signs = signs_of(scenario)
    assert {sign.points for sign in signs if sign.points and sign.kind != "marker"} == numbers
    assert any(sign.wins for sign in signs) == wins
    assert any(sign.kind == "marker" for sign in signs) == scenario.point_markers
    assert scenario.aim.endswith((".", "?"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Territory", ["round in_area +1 Scoring (3 a side)", "round most_in +1 Scoring", "once out +1", "once marker +1"]),
        ("Control", ["once claim Control", "round an_area +1 Control (3 a side)", "round most_areas +1 Control", "once out +1", "once marker +1"]),
        ("Flags", ["once beside +2 Flag", "once out +1", "once marker +1"]),
        ("Leaders", ["start secret", "once out +1", "once out_with +1 Leader", "once out_by +1 Leader", "once marker +1"]),
        ("Triumph", ["once take Triumph", "round holds +2 Triumph", "once out +1", "once marker +1"]),
        (
            "Squid Game",
            [
                "attack: once brings +2 Squid", "defend: once out +1", "defend: once out_with +1 Squid",
                "defend: round each_marker +1 Squid", "attack: once marker +1",
            ],
        ),
        ("First game (Golden Girls)", ["once out wins"]),
    ],
)  # fmt: skip
def test_what_the_signs_say(name: str, told: list[str]) -> None:
    found = []
    for sign in signs_of(SCENARIOS[name]):
        words = [f"{sign.part}:" if sign.part else "", sign.time, sign.kind, f"+{sign.points}" if sign.points else ""]
        words += ["wins" if sign.wins else "", sign.thing, f"({sign.characters} a side)" if sign.characters else ""]
        found.append(" ".join(word for word in words if word))
    assert found == told
