"""Check rules that can be read and still cannot be meant: faults and warnings with position, word and remedy."""

from __future__ import annotations

from functools import partial

from tipover.cards.ast import TextPosition
from tipover.cards.check_chains import check_chains
from tipover.cards.check_names import check_names, mentioned_names
from tipover.cards.check_text import Finding, WrittenRule, word_at
from tipover.cards.declared_names import DeclaredName
from tipover.cards.follow import followed
from tipover.cards.refused import findings_of, judged, mistakes_of
from tipover.cards.toml import Fault


def check_rule(written: WrittenRule) -> list[Finding]:
    """The findings of one rule in the order of its words; nothing is suggested that would be refused in turn."""
    found = _all_findings(written)
    replaced = [(one.at.offset, one.at.offset + len(one.word)) for one in found if one.suggestion and not one.warning]
    return [one for one in found if not one.warning or not any(start < one.at.offset < end for start, end in replaced)]


def _all_findings(written: WrittenRule) -> list[Finding]:
    """The same with warnings about words for which something else is suggested anyway."""
    found = findings_of(written)
    faults = mistakes_of(found)
    if not any(one.replaced for one in faults):
        return found
    told = followed(written.rule, faults, partial(judged, written))
    if told == faults:
        return found
    better = [Finding(one.at, one.replaced or one.word, one.reason, False, one.suggestion, one.proposal) for one in told]
    return sorted([*better, *(one for one in found if one.warning)], key=lambda one: one.at.offset)


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
