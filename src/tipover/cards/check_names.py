"""Check for names that a pack declares and no rule mentions."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.ast import Group, Ref, walk
from tipover.cards.check_text import WrittenRule
from tipover.cards.declared_names import DeclaredName

# What comes into play only by a text; items, companions and objectives are chosen at set-up, cards come with their deck.
BROUGHT = ("token", "marker", "minion", "status", "deck", "die", "area")


def mentioned_names(rules: Iterable[WrittenRule]) -> set[str]:
    """Every name and noun in these rules; names carry their class."""
    found: set[str] = set()
    for written in rules:
        for text in written.texts:
            for node in walk(text):
                if isinstance(node, Ref):
                    found.add(node.word)
                elif isinstance(node, Group):
                    found.update(node.nouns)
    return found


def check_names(names: list[DeclaredName], mentioned: set[str], here: set[str]) -> list[tuple[DeclaredName, str]]:
    """The names that no rule mentions, each with a message.

    `mentioned` are the names and nouns in the rules of all packs, `here` those of the pack itself, in which `a marker` mentions
    every marker. An area mentions the marker of the same name, which lies in it.
    """
    found: list[tuple[DeclaredName, str]] = []
    entries: dict[tuple[str, object, object], list[DeclaredName]] = {}
    for one in names:
        entries.setdefault((one.document.file, one.path[:2], one.name if _sort(one) == "area" else ""), []).append(one)
    for one, *sides in entries.values():  # a double-sided card has two names
        sort = _sort(one)
        generic = {"deck": "card"}.get(sort, sort)
        if sort not in BROUGHT or generic in here or any(side.spelling in mentioned for side in (one, *sides)):
            continue
        if sort == "marker" and f"{one.name} area" in mentioned:
            continue
        word = one.spelling if one.spelling != one.name or one.sort == "status" else f"the {one.name}"
        found.append((one, f"the {sort} '{one.name}' is in no rule, so it never comes into play: write `{word}` in one, or leave it out"))
    return found


def _sort(one: DeclaredName) -> str:
    """What a name was declared as; single minions have the class of figures or pieces."""
    return str(one.path[0]) if one.sort in ("figure", "piece") else one.sort
