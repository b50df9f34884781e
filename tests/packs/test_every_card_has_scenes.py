"""Every card and scenario of the packs is shown in at least three scenes' tests, working, not working, meeting another card; and they hold."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import tipover
from tipover import load
from tipover.cards.catalog import COMPANION, OBJECTIVE
from tipover.play.scene_tests import check_files

PACKS = Path(tipover.__file__).parent / "packs"
CATALOG = load()
ENOUGH = 3
KINDS_OF_PIECES = {"item": "item", "status": "status", "card": "deck card"}


@dataclass(frozen=True)
class Shown:
    """One `[[test]]` of a scene file: its name, the lines it plays or sees refused, and the scenario of its scene."""

    name: str
    lines: tuple[str, ...]
    scenario: str

    def names(self, card: str) -> bool:
        """Whether the test begins with the card's name, plays or tries it, or is a scene of that scenario."""
        return self.name.startswith(card) or any(spells(line, card) for line in self.lines) or self.scenario == card


def spells(line: str, card: str) -> bool:
    """Whether a played line holds the card's whole name. *Wisdom* is not named by a longer word that begins with it."""
    return card in line and not line.split(card, 1)[1][:1].isalpha()


def read_tests() -> list[Shown]:
    """Every test of every scene file of the packs."""
    shown = []
    for path in sorted(PACKS.glob("*/tests/*.toml")):
        scene = tomllib.loads(path.read_text(encoding="utf-8"))
        for test in scene.get("test", []):
            tried = [one["try"] for one in test.get("refuse", [])]
            shown.append(Shown(test["name"], (*test.get("play", []), *tried), scene.get("scenario", "")))
    return shown


def cards() -> Iterator[tuple[str, str]]:
    """What kind of card, and its name: all that has a text of its own, and a status or trait whose text stands elsewhere."""
    for figure in CATALOG.figures:
        for ability in figure.abilities:
            yield "ability", ability.name
        if figure.trait:
            yield "trait", figure.trait.name
        if figure.ultimate:
            yield "ultimate card", figure.ultimate.name
        if figure.kind == COMPANION:
            yield "companion", figure.name
        if figure.kind == OBJECTIVE:
            yield "objective", figure.card or figure.name
    for piece in CATALOG.pieces:
        if piece.sort in KINDS_OF_PIECES:
            yield KINDS_OF_PIECES[piece.sort], piece.name
    for scenario in CATALOG.scenarios:
        yield "scenario", scenario.name


CARDS = list(dict.fromkeys(cards()))
TESTS = read_tests()


@pytest.mark.parametrize(("kind", "card"), CARDS, ids=[f"{kind} {card}" for kind, card in CARDS])
def test_at_least_three_tests_name_the_card(kind: str, card: str) -> None:
    naming = [test.name for test in TESTS if test.names(card)]
    assert len(naming) >= ENOUGH, f"the {kind} '{card}' is named by {len(naming)} tests, {ENOUGH} are wanted: {naming}"


@pytest.mark.parametrize("pack", sorted(folder.parent.name for folder in PACKS.glob("*/tests")))
def test_the_scenes_of_a_pack_do_what_they_say(pack: str) -> None:
    found = check_files([str(PACKS / pack / "tests")], CATALOG)
    assert [str(failure) for failure in found.failures] == []
    assert found.tests > 0


def test_the_packs_hold_cards_of_every_kind() -> None:
    """A kind that the catalog came to spell otherwise would pass unseen."""
    assert {kind for kind, _ in CARDS} == {
        "ability", "trait", "ultimate card", "companion", "objective", "item", "status", "deck card", "scenario",
    }  # fmt: skip
