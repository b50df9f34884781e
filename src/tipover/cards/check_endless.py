"""Check for actions that may be done again and again in one turn, because each gives another and uses nothing up."""

from __future__ import annotations

from collections.abc import Iterator

from tipover.cards import ast
from tipover.cards.chain_deeds import COSTS, USED_UP
from tipover.cards.check_text import Finding, WrittenRule, word_at

MEND = "so that a turn need not end: close it with `Once per turn.`"


def check_endless_turns(written: WrittenRule) -> Iterator[Finding]:
    """Offered actions that give an extra action, and abilities and items that give one and bring back what they cost."""
    for text in written.texts:
        if any(limit.startswith("Once") for limit in text.limits):
            continue
        if isinstance(text, ast.While) and text.change.verb == "offer":
            yield from _findings(written, _steps_of_offer(text.change), "gives back the action that it costs")
        elif isinstance(text, ast.Do) and any(_brings_back(written, node) for node in ast.walk(text)):
            yield from _findings(written, text.steps, "gives an action, and what this costs comes back")


def _steps_of_offer(change: ast.Change) -> tuple[ast.Step, ...]:
    """What is done as an offered action, one after the other: its `may` was answered when the action was taken."""
    first, *others = change.steps
    return (*first.cost, *first.steps, *others) if isinstance(first, ast.May) else change.steps


def _findings(written: WrittenRule, steps: tuple[ast.Step, ...], problem: str) -> Iterator[Finding]:
    act = next(_extra_actions(steps), None)
    if act is not None:
        word = word_at(written.rule, act.at)
        yield Finding(act.at, word, f"`{word}` {problem}, {MEND}")


def _extra_actions(steps: tuple[ast.Step, ...]) -> Iterator[ast.Act]:
    """The extra actions that are given by steps which use nothing up; those of others have an end."""
    for step in steps:
        if isinstance(step, ast.Act) and step.verb == "do" and step.what is not None:
            if any(isinstance(node, ast.Group) and "extra action" in node.nouns for node in ast.walk(step.what)):
                yield step
        elif isinstance(step, ast.Act) and step.verb in USED_UP:
            return
        if isinstance(step, ast.May) and any(isinstance(one, ast.Act) and one.verb in COSTS for one in step.cost):
            continue
        if not isinstance(step, ast.When):
            yield from _extra_actions(ast.inner_steps(step))


def _brings_back(written: WrittenRule, node: ast.Node) -> bool:
    """Whether a deed brings the token or the item that its card costs back from the track, or another of that colour."""
    if not isinstance(node, ast.Act) or node.verb not in ("return", "gain") or not isinstance(node.what, ast.Group):
        return False
    if any(one.rel == "other than" for one in node.what.filters):
        return False
    cost = str(written.entry.get("cost", ""))
    colour = f"{cost.split()[0]} token" if " " in cost else ""
    paid = {"ability token", "thing", colour} if colour else {"item", "thing", written.name}
    return bool(paid & {*node.what.nouns})
