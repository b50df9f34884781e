"""Follow what messages suggest to its end: a suggestion that would be refused in turn gives way to the one it leads to, or to none.

Words are exchanged one sentence at a time, so that what is suggested can be read and still not be meant: `Push the target 1.` where nobody is
challenged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tipover.cards.ast import text_position
from tipover.cards.name_table import NameTable
from tipover.cards.proposals import NEAREST, WRITE, Proposal
from tipover.cards.read_errors import RuleMistake
from tipover.cards.read_meaning import difference

MOST_FOLLOWED = 4  # suggestions one after the other
MOST_AT_ONCE = 3  # mistakes of one rule; with more of them each is told alone

# A rule as it is printed, and what is refused of it; with other names than those that are declared, if any are given.
Judge: TypeAlias = Callable[[str, NameTable | None], tuple[str, list[RuleMistake]]]


def followed(rule: str, mistakes: list[RuleMistake], judge: Judge) -> list[RuleMistake]:
    """The mistakes of a rule, with nothing suggested that is refused in turn."""
    first = better = _obeyed(rule, mistakes)
    declaring = [one.names for one in mistakes if one.names]
    if better == rule or len(mistakes) > MOST_AT_ONCE or len(declaring) > 1:
        return mistakes
    names = declaring[0] if declaring else None
    printed, left = judge(better, names)
    if not left:
        return mistakes
    refused, is_read = left, bool(printed)
    for _ in range(MOST_FOLLOWED):
        if not left or any(one.names for one in left) or (further := _obeyed(better, left)) == better:
            break
        better = further
        printed, left = judge(better, names)
    return _without_suggestions(first, mistakes, refused, left, is_read) if left else _leading_to(rule, printed, mistakes)


def _obeyed(rule: str, mistakes: list[RuleMistake]) -> str:
    """The rule with everything suggested written where it belongs, the last first."""
    last = len(rule)
    for one in sorted(mistakes, key=lambda one: -one.offset):
        end = one.offset + len(one.replaced)
        if one.replaced and end <= last and rule[one.offset : end] == one.replaced:
            rule, last = rule[: one.offset] + one.suggestion + rule[end:], one.offset
    return rule


def _silent(mistake: RuleMistake) -> RuleMistake:
    """A mistake that proposes nothing."""
    return mistake._replace(reason=_reason(mistake), proposal=None, suggestion="", replaced="")


def _reason(mistake: RuleMistake) -> str:
    """What a message says without what it proposes; the nearest thing to what cannot be said belongs to it."""
    return mistake.message if _is_impossible(mistake) else mistake.reason


def _is_impossible(mistake: RuleMistake) -> bool:
    """Whether what is meant cannot be said at all."""
    return mistake.proposal is not None and mistake.proposal.how == NEAREST


def _leading_to(rule: str, right: str, mistakes: list[RuleMistake]) -> list[RuleMistake]:
    """The mistakes; the first of them proposes all that makes the rule right."""
    offset, words, others = difference(rule, right)
    start = right.rfind(". ", 0, offset) + 2 if ". " in right[:offset] else 0
    end = right.find(".", offset + len(others) - 1) + 1 or len(right)
    first, *rest = mistakes
    how = first.proposal.how if first.proposal and first.proposal.is_sentence else WRITE
    at, right_words = text_position(rule, offset), Proposal(how, right[start:end])
    one = RuleMistake(at, words.split()[0], _reason(first), first.expected, others, words, names=first.names, proposal=right_words)
    return [one, *map(_silent, rest)]


def _without_suggestions(
    better: str, mistakes: list[RuleMistake], refused: list[RuleMistake], left: list[RuleMistake], is_read: bool
) -> list[RuleMistake]:
    """The mistakes; one that proposes a sentence which would be refused says why instead. A misspelt word is corrected if it can stand there.

    `better` is the rule with all suggestions, `refused` what is wrong with that, `left` what was wrong with it in the end; `is_read`: whether
    `better` can be read.
    """
    told: list[RuleMistake] = []
    shift = 0
    for one in mistakes:
        at = one.offset + shift
        start = better.rfind(".", 0, at) + 1
        end = better.find(".", at + len(one.suggestion) - 1) % (len(better) + 1)
        inside = [other for other in refused if start <= other.offset <= end]
        if one.replaced:
            shift += len(one.suggestion) - len(one.replaced)
        is_impossible = len(mistakes) == 1 and _is_impossible(left[0])
        is_sentence = one.proposal is not None and one.proposal.is_sentence
        is_name = one.suggestion[:1].isupper()  # a name stays right where its sentence has another mistake
        is_there = any(other.offset == at and not other.replaced for other in inside)
        is_unfit = not is_read and (one.is_unknown or (is_there and not is_name))
        is_kept = not is_sentence and not is_impossible and not is_unfit
        if not one.replaced or not inside or is_kept:
            told.append(one)
            continue
        if is_impossible:
            told.append(_silent(one)._replace(reason=left[0].reason, proposal=left[0].proposal))
        else:
            told.append(
                _silent(one)._replace(
                    reason=_reason(one) + (f"; then {then}" if is_sentence and (then := _reason(inside[0])) != _reason(one) else "")
                )
            )
    return told
