"""Every verb with every kind of thing is refused, or acts in a game: nothing that is accepted is dead or breaks a game."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import scene
from tipover import load

from .matrix import ACTS, OBJECTS, PHRASES, REFUSED, accepted, cells, tried, write_pack

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
ONE_IN = 12  # of the accepted rules, besides a rule for every verb, noun and form
DOCS = Path(__file__).parents[2] / "docs" / "results.md"


def sample(good: list[str]) -> list[str]:
    """The rules that every run plays: one for each form of each verb, one for each noun, and one in twelve of all."""
    known, first = set(good), {}
    for cell in cells():
        if cell.rule in known:
            form = cell.rule.lower().replace(PHRASES[cell.noun].lower(), "X")
            first.setdefault((cell.verb, cell.role, form), cell.rule)
            first.setdefault(cell.noun, cell.rule)
    chosen = {*first.values(), *good[::ONE_IN]}
    return [rule for rule in good if rule in chosen]


@pytest.mark.long
def test_every_verb_with_every_kind_is_refused_or_acts(tmp_path: Path) -> None:
    rules = list(dict.fromkeys(cell.rule for cell in cells()))
    good = accepted(rules)
    found = tried(tmp_path / "matrix", good if SOAK else sample(good))
    assert found == {}, "accepted, and dead or breaking the game"
    counts = Counter({REFUSED: len(rules) - len(good), ACTS: len(good)})
    told = f"| {len(rules):,} | {counts[ACTS]:,} | {counts[REFUSED]:,} | 0 | 0 |"
    assert told in DOCS.read_text(encoding="utf-8"), f"docs/results.md says something else than {told}"


JOINED = [
    "a rival",
    "a Net token",
    "the Rope",
    "Soaked",
    "a gold token",
    "1 point",
    "a die",
    "a square",
    "a wall",
    "the First Player marker",
]


@pytest.mark.parametrize("verb", sorted(OBJECTS))
def test_what_is_joined_is_refused_if_one_of_it_is(verb: str) -> None:
    """`Put a square and an item on the 2 of your track` was accepted for the item, and broke the game at the square."""
    for form in OBJECTS[verb]:
        alone = {phrase: bool(accepted([form.replace("X", phrase)])) for phrase in JOINED}
        good = next((phrase for phrase in JOINED if alone[phrase]), "")
        bad = [phrase for phrase in JOINED if not alone[phrase]]
        assert accepted([form.replace("X", f"{one} {word} {good}") for one in bad for word in ("or", "and") if good]) == []


@rule("STA-1", "STA-2")
def test_a_status_is_given_and_never_played(tmp_path: Path) -> None:
    """Found by the laws: `Play a card.` put a status into force, so that both of its sides were in play."""
    write_pack(tmp_path / "matrix", ["Play a card."])
    game = scene(" A . b ", catalog=load(tmp_path / "matrix"), A="Testeraa", pool="red")
    game.play("A: Try 0")
    assert sorted(game.options) == ["> Calmaa", "> Swellaa"]
