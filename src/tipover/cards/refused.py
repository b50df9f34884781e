"""All that is refused of one rule: what cannot be read, what cannot stand there, and what cannot be meant."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import Do, Text, text_position
from tipover.cards.bound_texts import bound_texts
from tipover.cards.check_counts import check_counts
from tipover.cards.check_doubtful import check_doubtful
from tipover.cards.check_events import check_events
from tipover.cards.check_gains import check_gains
from tipover.cards.check_gone import check_gone
from tipover.cards.check_kinds import check_kinds
from tipover.cards.check_pronouns import is_unfit
from tipover.cards.check_refs import check_references
from tipover.cards.check_sense import check_sense
from tipover.cards.check_text import ABILITY, Finding, WrittenRule
from tipover.cards.name_table import NameTable
from tipover.cards.plain_english import Purpose
from tipover.cards.read import RuleError, RuleMistake, meant_instead
from tipover.cards.read_errors import MOST_MISTAKES
from tipover.cards.rule_texts import DEED, EITHER, STANDING
from tipover.cards.words import print_rule


def findings_of(written: WrittenRule) -> list[Finding]:
    """What cannot be meant, or perhaps not, in the order of its words, at most MOST_MISTAKES."""
    kinds = [one if _is_settled(one) else _by_meaning(written, one) for one in check_kinds(written)]
    events = [one if one.warning or one.suggestion else _by_meaning(written, one) for one in check_events(written)]
    blamed = {one.at.offset for one in kinds}
    found = [
        *kinds,
        *(one for one in check_references(written) if not (is_unfit(one) and one.at.offset in blamed)),
        *check_sense(written),
        *check_doubtful(written),
        *check_counts(written),
        *check_gains(written),
        *check_gone(written),
        *events,
    ]
    return sorted(dict.fromkeys(found), key=lambda one: one.at.offset)[:MOST_MISTAKES]


def _is_settled(found: Finding) -> bool:
    """Whether a finding about kinds is not read by its meaning: it suggests something, or is about whom a pronoun stands for."""
    word = found.word.lower()
    return word in ("it", "they") or (bool(found.suggestion) and word != "you")


def _by_meaning(written: WrittenRule, found: Finding) -> Finding:
    """A finding, or what its sentence means in the words of other games: `Take another action.`"""
    meant = meant_instead(written.rule, found.at.offset, written.names, found.reason, Purpose(not written.used))
    if meant is None:
        return found
    return Finding(meant.at, meant.replaced or meant.word, meant.reason, False, meant.suggestion if meant.replaced else "", meant.proposal)


def misplaced(rule: str, texts: tuple[Text, ...], kind: str, what: str, names: NameTable) -> list[RuleMistake]:
    """The texts of a rule that cannot stand on what it is the rule of."""
    found: list[RuleMistake] = []
    for text in texts:
        if kind == DEED and not isinstance(text, Do):
            found.append(RuleMistake(text.at, "", f"{what} is something done: it begins with a deed and has no other text"))
        if kind == STANDING and isinstance(text, Do):
            message = f"nothing says when {what} does this: begin with When, At, After, While, As or Instead of"
            found.append(meant_instead(rule, text.at.offset, names, message, Purpose(True)) or RuleMistake(text.at, "", message))
    if kind == EITHER and texts and not any(isinstance(text, Do) for text in texts):
        found.append(RuleMistake(text_position(rule, 0), "", f"{what} is used: a text of it begins with a deed"))
    return found


def judged(written: WrittenRule, rule: str, names: NameTable | None = None) -> tuple[str, list[RuleMistake]]:
    """A rule as it is printed, and all that would be refused of it, were it written in the place of another.

    The first is empty if it cannot be read. With `names`, these are declared instead.
    """
    names = names or written.names
    try:
        texts = bound_texts(rule, names, written.what)
    except RuleError as error:
        return "", error.mistakes
    kind = STANDING if not written.used else DEED if written.role == ABILITY else EITHER
    found = misplaced(rule, texts, kind, written.what, names)
    return print_rule(list(texts)), found or mistakes_of(findings_of(replace(written, rule=rule, texts=texts, names=names)))


def mistakes_of(findings: list[Finding]) -> list[RuleMistake]:
    """Those findings that are faults."""
    return [
        RuleMistake(one.at, one.word, one.reason, (), one.suggestion, one.word if one.suggestion else "", proposal=one.proposal)
        for one in findings
        if not one.warning
    ]
