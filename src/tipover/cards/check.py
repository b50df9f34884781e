"""Check rules that can be read and still cannot be meant: faults and warnings with position, word and remedy."""

from __future__ import annotations

from tipover.cards.ast import TextPosition
from tipover.cards.check_chains import check_chains
from tipover.cards.check_events import check_events
from tipover.cards.check_kinds import check_kinds
from tipover.cards.check_names import check_names, mentioned_names
from tipover.cards.check_refs import check_references
from tipover.cards.check_sense import check_sense
from tipover.cards.check_text import Finding, WrittenRule, word_at
from tipover.cards.declared_names import DeclaredName
from tipover.cards.read import meant_instead
from tipover.cards.read_errors import MOST_MISTAKES
from tipover.cards.toml import Fault


def check_rule(written: WrittenRule) -> list[Finding]:
    """The findings of one rule in the order of its words, at most MOST_MISTAKES."""
    kinds = [one if one.suggestion else _by_meaning(written, one) for one in check_kinds(written)]
    found = [*kinds, *check_references(written), *check_sense(written), *check_events(written)]
    return sorted(dict.fromkeys(found), key=lambda one: one.at.offset)[:MOST_MISTAKES]


def _by_meaning(written: WrittenRule, found: Finding) -> Finding:
    """A finding, or what its sentence means in the words of other games: `Take another action.`"""
    meant = meant_instead(written.rule, found.at.offset, written.names, found.message)
    return Finding(meant.at, meant.replaced, meant.message, False, meant.suggestion if meant.replaced else "") if meant else found


def check_pack(rules: list[WrittenRule], names: list[DeclaredName], mentioned: set[str]) -> tuple[list[Fault], list[Fault]]:
    """Faults and warnings of a pack. `mentioned` are the names in the rules of all packs, because another pack may use those of this one."""
    faults: list[Fault] = []
    warnings: list[Fault] = []
    findings = [(written, finding) for written in rules for finding in check_rule(written)]
    for written, finding in [*findings, *check_chains(rules)]:
        (warnings if finding.warning else faults).append(fault_at(written, finding.at, finding.message, finding.word, finding.suggestion))
    for one, message in check_names(names, mentioned, mentioned_names(rules)):
        warnings.append(Fault(one.document.file, *one.document.place(one.path), message, one.name))
    return faults, warnings


def explain(written: WrittenRule) -> list[tuple[Fault, str]]:
    """Every `it` and `them` of a rule: its position in the file, and what it refers to."""
    return [
        (fault_at(written, one.at, f"`{word_at(written.rule, one.at)}` is {one.description}"), one.description)
        for _, resolution in written.resolved
        for one in resolution.references
    ]


def fault_at(written: WrittenRule, at: TextPosition, message: str, word: str = "", suggestion: str = "") -> Fault:
    """A fault at a position of a rule, with its place in the file."""
    return Fault(written.document.file, *written.place(at), message, word, suggestion)
