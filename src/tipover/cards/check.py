"""The checker: what reads and still cannot be meant. Refusals and warnings, each with its place, the word, what would be right."""

from __future__ import annotations

from tipover.cards.ast import Place
from tipover.cards.check_chains import check_chains
from tipover.cards.check_names import check_names, spoken_of
from tipover.cards.check_refs import check_references
from tipover.cards.check_sense import check_sense
from tipover.cards.check_text import Finding, Written, word_at
from tipover.cards.envelope import spot
from tipover.cards.names import Declared
from tipover.cards.read_antecedents import antecedents
from tipover.cards.read_errors import MOST_MISTAKES
from tipover.cards.toml import Fault


def check_rule(written: Written) -> list[Finding]:
    """What is wrong, or perhaps wrong, in one rule; in the order of its words, and no more than a reader can bear."""
    found = [*check_references(written), *check_sense(written)]
    return sorted(dict.fromkeys(found), key=lambda one: one.at.offset)[:MOST_MISTAKES]


def check_pack(rules: list[Written], names: list[Declared], spoken: set[str]) -> tuple[list[Fault], list[Fault]]:
    """Refusals and warnings of a pack. `spoken`: the names in the rules of all packs, for another may speak of this one's."""
    faults: list[Fault] = []
    warnings: list[Fault] = []
    told = [(written, finding) for written in rules for finding in check_rule(written)]
    for written, finding in [*told, *check_chains(rules)]:
        (warnings if finding.warning else faults).append(_fault(written, finding.at, finding.message))
    for one, message in check_names(names, spoken, spoken_of(rules)):
        warnings.append(Fault(one.document.file, *one.document.place(one.path), message))
    return faults, warnings


def explain(written: Written) -> list[tuple[Fault, str]]:
    """Every `it` and `them` of a rule, with its place in the file, and what it stands for."""
    return [
        (_fault(written, one.at, f"`{word_at(written.rule, one.at)}` is {one.description}"), one.description)
        for text in written.texts
        for one in antecedents(text)
    ]


def _fault(written: Written, at: Place, message: str) -> Fault:
    return Fault(written.document.file, *spot(written.document, written.path, written.rule, at.offset), message)
