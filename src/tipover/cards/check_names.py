"""Names that a pack declares and no text ever speaks of."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.ast import Group, Ref
from tipover.cards.check_text import Written, walk
from tipover.cards.names import Declared

# What only texts bring into play; items, companions and objectives are chosen at set-up, cards come with their deck.
BROUGHT = ("token", "marker", "minion", "status", "deck", "die", "area")


def spoken_of(rules: Iterable[Written]) -> set[str]:
    """Every name and noun that stands in these rules, names with their class."""
    found: set[str] = set()
    for written in rules:
        for text in written.texts:
            for node in walk(text):
                if isinstance(node, Ref):
                    found.add(node.word)
                elif isinstance(node, Group):
                    found.update(node.nouns)
    return found


def check_names(names: list[Declared], spoken: set[str], here: set[str]) -> list[tuple[Declared, str]]:
    """The names never spoken of, each with a sentence.

    `spoken` stands in rules of any pack, `here` in those of its own: a text of its own that says `a marker` speaks of every
    marker. A marker lies in the areas of its name, so these speak of it too.
    """
    found: list[tuple[Declared, str]] = []
    entries: dict[tuple[str, object, object], list[Declared]] = {}
    for one in names:
        entries.setdefault((one.document.file, one.path[:2], one.name if _sort(one) == "area" else ""), []).append(one)
    for one, *sides in entries.values():  # a double-sided card has a name for each side
        sort = _sort(one)
        generic = {"deck": "card"}.get(sort, sort)
        if sort not in BROUGHT or generic in here or any(side.spelling in spoken for side in (one, *sides)):
            continue
        if sort == "marker" and f"{one.name} area" in spoken:
            continue
        word = one.spelling if one.spelling != one.name or one.sort == "status" else f"the {one.name}"
        found.append((one, f"the {sort} '{one.name}' is in no rule, so it never comes into play: write `{word}` in one, or leave it out"))
    return found


def _sort(one: Declared) -> str:
    """What a name was declared as: single minions have the class of figures and pieces."""
    return str(one.path[0]) if one.sort in ("figure", "piece") else one.sort
