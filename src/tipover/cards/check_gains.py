"""Check who gains tokens and markers: they lie on a card, which sides, scenarios and bonus objectives do not have."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards import ast
from tipover.cards.check_text import CARD, SCENARIO, TABLE, Finding, WrittenRule, finding
from tipover.cards.phrase_kinds import Kind

FIRST_PLAYER = "First Player marker"


def check_gains(written: WrittenRule) -> list[Finding]:
    """`An opponent gains an Oil token`, and `Gain an Oil token` where no figure gains it."""
    texts = [text for text in written.texts if not isinstance(text, ast.While)]  # what is offered, whoever takes it gains
    return [one for text in texts for step in ast.steps_of(text) for one in _gained(written, step, None)]


def _gained(written: WrittenRule, step: ast.Step, doer: ast.Phrase | None) -> Iterator[Finding]:
    if isinstance(step, ast.May):
        doer = step.who
    elif isinstance(step, ast.Act):
        who = step.who or doer
        if step.verb == "gain" and isinstance(step.what, ast.Group) and FIRST_PLAYER not in step.what.nouns:
            kinds = written.kinds.of(step.what)
            if kinds & (Kind.TOKEN | Kind.MARKER) and not kinds & Kind.ABILITY_TOKEN and _is_of_no_card(written, who):
                others = isinstance(who, ast.Group)
                write = f"`{'a rival' if others else 'a character of yours'} gains …`"
                yield finding(
                    written.rule, step.at, f"it is gained onto a card, and a {_who(written, who)} has none: write who, as {write}"
                )
        doer = None
    for inner in ast.inner_steps(step):
        yield from _gained(written, inner, doer)


def _is_of_no_card(written: WrittenRule, who: ast.Phrase | None) -> bool:
    """Whether a side does it, or a text that belongs to no figure."""
    if who is None or who == ast.YOU:
        return written.role in (SCENARIO, TABLE) or written.what == "a card" or written.kinds.this == Kind.OBJECTIVE
    return not written.kinds.of(who) & ~Kind.SIDE


def _who(written: WrittenRule, who: ast.Phrase | None) -> str:
    if who is not None and who != ast.YOU:
        return "side"
    return "scenario" if written.role in (SCENARIO, TABLE) else "card of a deck" if written.role == CARD else "bonus objective"
