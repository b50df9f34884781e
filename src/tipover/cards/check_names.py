"""Check for names that a pack declares and no rule mentions."""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.ast import Act, Group, Ref, walk
from tipover.cards.check_text import WrittenRule
from tipover.cards.declared_names import DeclaredName

# What comes into play only by a text; items, companions and objectives are chosen at set-up, cards come with their deck.
BROUGHT = ("token", "marker", "minion", "status", "deck", "die", "area")
GIVEN = "give "  # before the name, or the noun, of what some rule gives


def mentioned_names(rules: Iterable[WrittenRule]) -> set[str]:
    """Every name and noun in these rules, and once more with `give ` if something gives it; names carry their class."""
    found: set[str] = set()
    for written in rules:
        for text in written.texts:
            for node in walk(text):
                found.update(_words(node))
                if isinstance(node, Act) and node.verb == "give" and node.what is not None:
                    found.update(f"{GIVEN}{word}" for part in walk(node.what) for word in _words(part))
    return found


def _words(node: object) -> tuple[str, ...]:
    return (node.word,) if isinstance(node, Ref) else node.nouns if isinstance(node, Group) else ()


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
        if sort not in BROUGHT or generic in here:
            continue
        if any(side.spelling in mentioned for side in (one, *sides)):
            if sort == "status" and not any(
                f"{GIVEN}{word}" in mentioned for word in ("card", "it", *(side.spelling for side in (one, *sides)))
            ):
                found.append(
                    (one, f"nobody ever has the status '{one.name}', because no rule gives it: write `Give {one.name} to …` in one")
                )
            continue
        if sort == "marker" and f"{one.name} area" in mentioned:
            continue
        word = one.spelling if one.spelling != one.name or one.sort == "status" else f"the {one.name}"
        found.append((one, f"the {sort} '{one.name}' is in no rule, so it never comes into play: write `{word}` in one, or leave it out"))
    return found


def _sort(one: DeclaredName) -> str:
    """What a name was declared as; single minions have the class of figures or pieces."""
    return str(one.path[0]) if one.sort in ("figure", "piece") else one.sort
