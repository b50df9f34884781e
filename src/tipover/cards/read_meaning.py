"""Mistakes explained by what the sentence probably means: the whole sentence to write, where there is one that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tipover.cards.ast import text_position
from tipover.cards.lex import Token
from tipover.cards.other_games import Meant
from tipover.cards.proposals import THAT_IS, WRITE, Proposal
from tipover.cards.read_errors import RuleMistake


def explained(rule: str, sentence: Sequence[Token], mistakes: list[RuleMistake], meant: Meant) -> list[RuleMistake]:
    """The mistakes of a sentence, given by its tokens with the one that ends it, or the one mistake that says what to write for all of it."""
    first = mistakes[0]
    if not meant.sentence:
        assert meant.idiom is not None
        reason, proposal = meant.idiom.explanation
        return [first._replace(reason=reason, proposal=proposal, suggestion=meant.idiom.example, replaced="")]
    if meant.by_words and all(mistake.replaced for mistake in mistakes):
        return mistakes
    reason, how = (meant.idiom.why, WRITE) if meant.idiom else (first.reason, THAT_IS)
    one = proposed(rule, sentence, reason, Proposal(how, meant.sentence), first.expected)
    return [one] if one.replaced else mistakes


def proposed(rule: str, sentence: Sequence[Token], reason: str, proposal: Proposal, expected: tuple[str, ...] = ()) -> RuleMistake:
    """The mistake that replaces the words of a sentence that differ from the one proposed; it replaces nothing if none does."""
    better = proposal.words
    start, end = sentence[0].at.offset, sentence[-1].at.offset + len(sentence[-1].text)
    old = rule[start:end]
    if old.split() == better.split():
        return RuleMistake(sentence[0].at, sentence[0].text, reason, expected, proposal=proposal)
    offset, words, others = difference(old.removesuffix("."), better.removesuffix(".") if old.endswith(".") else better)
    return RuleMistake(text_position(rule, start + offset), words.split()[0], reason, expected, others, words, proposal=proposal)


def mended(text: str, mistake: RuleMistake) -> str:
    """A text without one mistake of which it is certain what was meant; empty for any other."""
    before, after = text[: mistake.offset], text[mistake.offset :]
    if mistake.is_certain:
        return before + mistake.suggestion + after.removeprefix(mistake.replaced)
    if mistake.word in ("and", "then") and mistake.suggestion in (".", ", then"):
        rest = after.removeprefix(mistake.word).lstrip().removeprefix("then ")
        if mistake.suggestion == ".":
            rest = rest[:1].upper() + rest[1:]
        return f"{before.rstrip(' ,')}{mistake.suggestion} {rest}"
    return ""


def difference(old: str, new: str) -> tuple[int, str, str]:
    """Where two sentences begin to differ, and the words of both that do; at least one word of each."""
    words, others = list(re.finditer(r"\S+", old)), new.split()
    most = min(len(words), len(others)) - 1
    same = 0
    while same < most and words[same][0] == others[same]:
        same += 1
    end = 0
    while end < most - same and words[-1 - end][0] == others[-1 - end]:
        end += 1
    first, last = words[same].start(), words[len(words) - 1 - end].end()
    return first, old[first:last], " ".join(others[same : len(others) - end])
