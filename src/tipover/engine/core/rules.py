"""The rules reference: every rule by its id, the sentence that explains it to a player, and the pages of docs/rules."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

RULE_ID = re.compile(r"\b[A-Z]{3}-\d+\b")
INDEX = """\
# The rules

Every rule of the game, numbered, in our own words. The number is the rule's name everywhere: in the code that
enforces it, in the test that proves it, in the reason a player is given when the table refuses a move.

Each rule has the law itself, the sentence a player is told, and its source: `XI` Expanded Instructions, `SG` Squid
Game 100, `MV` Marvel 100, `GT` Game of Thrones 100, `GG` Golden Girls 100. `D` marks a decision where the books are
silent or differ. These pages are generated from `src/tipover/engine/rules.toml`.
"""


@dataclass(frozen=True)
class Rule:
    """One row of the ledger; `later` rows wait for sets that are not here yet."""

    id: str
    rule: str
    sentence: str  # what a player reads
    source: str
    later: bool


@dataclass(frozen=True)
class Chapter:
    """Rules that are read together; a chapter may have several prefixes."""

    prefix: tuple[str, ...]
    title: str

    def page(self) -> str:
        """The name of the chapter's file in docs/rules."""
        return "-".join(re.findall(r"[a-z]+", self.title.lower())) + ".md"


def rules() -> dict[str, Rule]:
    """Every rule by id, in the ledger's order. The dict is shared: do not change it."""
    return _reference()[0]


def chapters() -> tuple[Chapter, ...]:
    """The chapters, in the ledger's order."""
    return _reference()[1]


def sentence_of(rule_id: str) -> str:
    """The sentence that explains a rule to a player. An unknown id is a KeyError."""
    found = rules().get(rule_id)
    if found is None:
        raise KeyError(f"There is no rule {rule_id!r}; a rule's id looks like MOV-5 and stands in rules.toml.")
    return found.sentence


def pages() -> dict[str, str]:
    """The Markdown of docs/rules by file name: an index, and a page for each chapter."""
    written = {"README.md": _index()}
    for chapter in chapters():
        written[chapter.page()] = _page(chapter)
    return written


@cache
def _reference() -> tuple[dict[str, Rule], tuple[Chapter, ...]]:
    document: dict[str, object] = tomllib.loads((files("tipover.engine") / "rules.toml").read_text("utf-8"))
    by_id: dict[str, Rule] = {}
    for table in _tables(document, "rule"):
        rule = Rule(
            id=_text(table, "id"),
            rule=_text(table, "rule"),
            sentence=_text(table, "sentence"),
            source=_text(table, "source"),
            later=table.get("later") is True,
        )
        if rule.id in by_id:
            raise ValueError(f"rules.toml: {rule.id} stands there twice; an id names one rule.")
        by_id[rule.id] = rule
    in_order = tuple(Chapter(_texts(table, "prefix"), _text(table, "title")) for table in _tables(document, "chapter"))
    return by_id, in_order


def _tables(document: dict[str, object], key: str) -> list[dict[str, object]]:
    found = document.get(key)
    if not isinstance(found, list):
        raise ValueError(f"rules.toml: no [[{key}]] tables.")
    return found


def _text(table: dict[str, object], key: str) -> str:
    found = table.get(key)
    if not isinstance(found, str):
        raise ValueError(f"rules.toml: {key} of {table.get('id', 'a chapter')} should be text.")
    return found


def _texts(table: dict[str, object], key: str) -> tuple[str, ...]:
    found = table.get(key)
    if not isinstance(found, list):
        raise ValueError(f"rules.toml: {key} of a chapter should be a list of texts.")
    return tuple(str(each) for each in found)


def _rules_of(chapter: Chapter) -> list[Rule]:
    return [rule for rule in rules().values() if rule.id[:3] in chapter.prefix]


def _index() -> str:
    lines = []
    for chapter in chapters():
        count = len(_rules_of(chapter))
        number = "1 rule" if count == 1 else f"{count} rules"
        lines.append(f"- [{chapter.title}]({chapter.page()}): {', '.join(chapter.prefix)}, {number}\n")
    return INDEX + "\n" + "".join(lines)


def _page(chapter: Chapter) -> str:
    blocks = [f"# {chapter.title}", "[All chapters](README.md)"]
    for rule in _rules_of(chapter):
        blocks += [f"## {rule.id}", _linked(rule.rule), f"> {rule.sentence}", f"Source: {_linked(rule.source)}"]
        if rule.later:
            blocks.append("*Later.*")
    return "\n\n".join(blocks) + "\n"


def _linked(text: str) -> str:
    """Text with every rule id in it linked, and pipes escaped, for in Markdown they may begin a table."""
    return RULE_ID.sub(_link, text.replace("|", "\\|"))


def _link(found: re.Match[str]) -> str:
    rule_id = found[0]
    home = [chapter.page() for chapter in chapters() if rule_id[:3] in chapter.prefix]
    return f"[{rule_id}]({home[0]}#{rule_id.lower()})" if home else rule_id
