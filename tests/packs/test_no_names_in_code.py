"""No card, piece, scenario or map is named in code: the text on the card is the program."""

import ast
import re
from pathlib import Path

import pytest

from tipover import load

SOURCE = Path(__file__).parents[2] / "src" / "tipover"
ROOMS = ["board", "cards", "engine", "play", "bots"]
COMMON = {
    "Control",
    "Energy",
    "Squid",
}  # names that are also words of the rules or of plain English; as a whole string they are looked for too

NAMED_BY_A_RULE = {"Rubble"}  # the rules themselves say what it is (MAP-9)


def names() -> list[str]:
    """Every name of the packs: cards, abilities, traits, pieces, decks, scenarios, maps."""
    catalog = load()
    found: set[str] = set()
    for card in catalog.figures:
        found.add(card.name)
        found |= {ability.name for ability in card.abilities}
        found |= {trait.name for trait in (card.trait, card.ultimate) if trait is not None}
    found |= {piece.name for piece in catalog.pieces} | {deck.name for deck in catalog.decks}
    found |= {scenario.name for scenario in catalog.scenarios} | {one.name for one in catalog.maps}
    return sorted(found)


def strings(path: Path) -> list[tuple[int, str]]:
    """Every string in a module that is no docstring, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_no_card_is_named_in_code(room):
    words = [re.compile(rf"\b{re.escape(name)}\b") for name in names() if name not in COMMON | NAMED_BY_A_RULE]
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text!r}"
        for path in sorted((SOURCE / room).rglob("*.py"))
        for line, text in strings(path)
        if text in COMMON or any(word.search(text) for word in words)
    ]
    assert not found
