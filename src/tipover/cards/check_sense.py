"""Texts that read and can do nothing: zeros, places that are not there, what follows an end, limits that never bind, empty deeds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tipover.cards.ast import (
    THIS,
    Act,
    Change,
    Cond,
    Do,
    Event,
    Filter,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Node,
    Num,
    Or,
    Place,
    Ref,
    Step,
    Text,
    When,
    While,
)
from tipover.cards.check_contrary import check_contraries
from tipover.cards.check_text import Finding, Written, place_of, quoted, walk, word_at
from tipover.cards.vocabulary import LIMITS
from tipover.cards.words import phrase_words

HIGHEST_PLACE = 4  # of a track (CDN-1)
USABLE = next(iter(LIMITS))
ONCE = [limit for limit in LIMITS if limit.startswith("Once")]  # from the widest to the narrowest
# Moments that come no more often than a limit allows.
NEVER_TWICE: dict[str, tuple[str, ...]] = {
    "start of the game": ("Once per turn", "Once per round", "Once per game"),
    "start of each round": ("Once per turn", "Once per round"),
    "end of the round": ("Once per turn", "Once per round"),
    "round ends": ("Once per turn", "Once per round"),
    "start of its turn": ("Once per turn",),
    "end of its turn": ("Once per turn",),
}
LIMITED_CHANGES = ("offer", "may-pay")  # standing rules of which one makes use, time by time
SEEN_BY = ("in sight", "nearest to")


def check_sense(written: Written) -> list[Finding]:
    """What can never be done, never hold, or never matter."""
    found: list[Finding] = []
    said: list[Text] = []
    for text in written.texts:
        for node in walk(text):
            found += _numbers(written.rule, node)
            found += _alternatives(written.rule, node)
        found += check_contraries(written.rule, text)
        found += _limits(written, text)
        found += _secrets(written.rule, text)
        found += _on_itself(written.rule, text)
        found += _after_the_end(written, text)
        found += _no_deed(written, text)
        found += _unused_choices(written.rule, text)
        if text in said:
            found.append(_told(written.rule, text.at, "the same text stands twice in this rule", warning=True))
        said.append(text)
    if written.used:
        found += _standing_up(written)
    return found


def _told(rule: str, at: Place, message: str, suggestion: str = "", warning: bool = False) -> Finding:
    return Finding(at, word_at(rule, at), message, suggestion, warning)


# --- numbers -------------------------------------------------------------------------------------------------------------


def _numbers(rule: str, node: Node) -> Iterator[Finding]:
    """Zeros, places a track does not have, a range of nothing."""
    if isinstance(node, Num):
        k, kind, _ = node.terms[0]
        if k == 0 and (kind != "flat" or len(node.terms) == 1) and not _sets(rule, node):
            yield _told(rule, node.at, "`0` does nothing here: numbers begin at 1", "1")
        for k, _, _ in node.terms[1:]:
            if k == 0:
                yield _told(rule, place_of(rule, "plus 0", node.at), "`plus 0` adds nothing: leave it out")
    elif isinstance(node, Group):
        yield from _counts(rule, node)
    elif isinstance(node, Filter):
        if node.rel == "within" and node.n == 0:
            yield _told(
                rule,
                place_of(rule, "within 0", node.at),
                "`within 0` is the square itself: write `in the square of this`",
                "in the square of this",
            )
        elif node.rel == "on" and node.n is not None and not 1 <= node.n <= HIGHEST_PLACE:
            at = place_of(rule, str(node.n), node.at)
            yield _told(rule, at, f"`{node.n}` is no place of a track: it has 1 to {HIGHEST_PLACE} (CDN-1)", str(HIGHEST_PLACE))
    elif isinstance(node, Act):
        yield from _deed_numbers(rule, node)
    elif isinstance(node, Change) and node.verb in ("pay", "may-pay") and node.n is not None and _flat(node.n) > HIGHEST_PLACE:
        said = f"`{_flat(node.n)}` is more than any cost: costs are 1 to {HIGHEST_PLACE} (ABI-5)"
        yield _told(rule, node.n.at, said, str(HIGHEST_PLACE), warning=True)


def _flat(num: Num | None) -> int:
    """A plain number, or -1."""
    return num.terms[0][0] if num is not None and len(num.terms) == 1 and num.terms[0][1] == "flat" else -1


def _sets(rule: str, num: Num) -> bool:
    """Whether a 0 is what a number is set to: `has defense 0` (TIM-4)."""
    return rule[: num.at.offset].rstrip().endswith(("defense", "range", "movement"))


def _counts(rule: str, group: Group) -> Iterator[Finding]:
    det = group.det
    if det == 0 or det == ("up to", 0):
        yield _told(rule, group.at, f"{quoted(rule, group.at, 1 if det == 0 else 3)} takes nothing: write a number from 1, or `no`", "no")
    elif det == ("or more", 0):
        yield _told(rule, group.at, "`0 or more` is always so: leave it out", "1 or more")


def _deed_numbers(rule: str, act: Act) -> Iterator[Finding]:
    if act.verb == "put" and act.n is not None and not 1 <= _flat(act.n) <= HIGHEST_PLACE and _flat(act.n) != 0:
        yield _told(
            rule, act.n.at, f"{quoted(rule, act.n.at)} is no place of a track: it has 1 to {HIGHEST_PLACE} (CDN-1)", str(HIGHEST_PLACE)
        )
    if act.verb == "shift" and act.n is not None and _flat(act.n) > HIGHEST_PLACE:
        yield _told(
            rule, act.n.at, f"{quoted(rule, act.n.at)} is more than a track has places: at most {HIGHEST_PLACE} (CDN-1)", str(HIGHEST_PLACE)
        )
    for word, arg in act.how:
        if word == "range" and arg == 0:
            at = place_of(rule, "range 0", act.at)
            yield _told(rule, at, f"{quoted(rule, at, 2)} reaches nobody: leave it out for adjacent targets, or write `range 1`", "range 1")


# --- alternatives, choices, deeds ----------------------------------------------------------------------------------------


def _alternatives(rule: str, node: Node) -> Iterator[Finding]:
    if isinstance(node, Or) and len(set(node.options)) < len(node.options):
        yield _told(rule, node.at, "an alternative stands twice: leave one out")
    elif isinstance(node, Join) and len(set(node.parts)) < len(node.parts):
        yield _told(rule, node.at, f"the same is joined by `{node.word}`: leave one out")
    elif isinstance(node, If) and node.other == node.steps:
        at = place_of(rule, "otherwise", node.at)
        yield _told(rule, at, f"{quoted(rule, at)} does the same: leave out the `if`")
    elif isinstance(node, Loop) and _times(node) == 1:
        yield _told(rule, node.at, "`1 times` is once: leave it out")


def _times(loop: Loop) -> int:
    return _flat(loop.over) if isinstance(loop.over, Num) else -1


def _program(text: Text) -> tuple[Step, ...]:
    """The steps of a text; of an offered action those of the offer."""
    return text.change.steps if isinstance(text, While) else text.steps


def _no_deed(written: Written, text: Text) -> Iterator[Finding]:
    """A text that only chooses does nothing."""
    steps = _program(text)
    deeds = [node for step in steps for node in walk(step) if isinstance(node, Act | While)]
    if steps and all(isinstance(deed, Act) and deed.verb == "choose" for deed in deeds):
        yield _told(written.rule, deeds[0].at, f"{written.what} that only chooses does nothing: say what is done with `it`", "it")


def _unused_choices(rule: str, text: Text) -> Iterator[Finding]:
    """Something chosen that no later word takes up."""
    nodes = list(walk(text))
    for k, node in enumerate(nodes):
        if isinstance(node, Act) and node.verb == "choose":
            inside = sum(1 for _ in walk(node))
            later = nodes[k + inside :]
            more = any(isinstance(one, Act) for one in later)
            if more and not any(_takes_up(one) for one in later):
                yield _told(rule, node.at, "nothing is done with what is chosen here: name it with `it` (several: `them`)", "it")


def _takes_up(node: Node) -> bool:
    return (isinstance(node, Ref) and node.word in ("it", "them")) or (isinstance(node, Group) and node.det == "another")


# --- ends ----------------------------------------------------------------------------------------------------------------


def _after_the_end(written: Written, text: Text) -> Iterator[Finding]:
    for steps in _sequences(text):
        for before, after in pairwise(steps):
            if isinstance(before, Act) and before.verb == "win":
                yield _told(written.rule, after.at, "nothing comes after `win`: the game is over")
                break
            if written.used and isinstance(text, Do) and USABLE not in text.limits and _falls(before):
                said = f"this is never done: its figure cannot go on after {quoted(written.rule, before.at, 3)} (ABI-6); put that last"
                yield _told(written.rule, after.at, said)
                break


def _sequences(text: Text) -> Iterator[tuple[Step, ...]]:
    yield _program(text)
    for node in walk(text):
        if isinstance(node, May | Loop):
            yield node.steps
        elif isinstance(node, If):
            yield node.steps
            yield node.other
        elif isinstance(node, Act) and node.body:
            yield node.body


def _falls(step: Step) -> bool:
    """Whether a step surely knocks its own figure down or takes it off the map."""
    return isinstance(step, Act) and step.what == THIS and step.verb in ("knock", "remove", "put") and step.who in (None, THIS)


def _standing_up(written: Written) -> Iterator[Finding]:
    """`Stand up.` first in something that only the standing can use (ABI-8)."""
    for text in written.texts:
        first = text.steps[0] if isinstance(text, Do) else None
        if (
            isinstance(first, Act)
            and first.verb == "stand"
            and first.what in (None, THIS)
            and first.who in (None, THIS)
            and USABLE not in text.limits
        ):
            said = f"{written.what} is used standing, so there is nobody to stand up: close it with `{USABLE}.` (ABI-8)"
            yield _told(written.rule, first.at, said, f"{USABLE}.", warning=True)


# --- limits and secrets --------------------------------------------------------------------------------------------------


def _limits(written: Written, text: Text) -> Iterator[Finding]:
    rule = written.rule

    def at(limit: str) -> Place:
        return place_of(rule, limit.lower(), text.at)

    once = [limit for limit in ONCE if limit in text.limits]
    if len(once) > 1:
        yield _told(rule, at(once[0]), f"`{once[0]}.` never matters beside `{once[-1]}.`: leave it out")
    if USABLE in text.limits and not (written.used and isinstance(text, Do)):
        what = "a text that nobody uses" if written.used else written.what
        yield _told(rule, at(USABLE), f"`{USABLE}.` closes abilities and items with a cost; {what} holds knocked down anyway (TRA-1)")
    if isinstance(text, While) and text.change.verb not in LIMITED_CHANGES:
        for limit in once:
            yield _told(rule, at(limit), f"`{limit}.` cannot limit what holds all the time; it closes deeds and triggers")
    if isinstance(text, When) and len(once) == 1 and once[0] in NEVER_TWICE.get(text.event.verb, ()):
        yield _told(rule, at(once[0]), f"`{once[0]}.` never matters here: `{_moment(text.event)}` comes only so often")


def _moment(event: Event) -> str:
    return "before the round ends" if event.verb == "round ends" else f"at the {event.verb}"


def _secrets(rule: str, text: Text) -> Iterator[Finding]:
    if isinstance(text, When) and text.event.verb == "start of the game":
        return
    for node in walk(text):
        if isinstance(node, Act) and node.verb == "choose" and any(word == "secret" for word, _ in node.how):
            at = place_of(rule, "in secret", node.at)
            yield Finding(
                at,
                "in secret",
                "`in secret` is for the start of the game alone (SUP-11): `At the start of the game, choose in secret …`",
                "At the start of the game",
            )


# --- standing rules that hang on themselves ------------------------------------------------------------------------------


def _on_itself(rule: str, text: Text) -> Iterator[Finding]:
    """A change of sight or of areas that depends on that very sight or area would switch itself on and off."""
    if isinstance(text, Instead):
        return
    for node in walk(text):
        if isinstance(node, While):
            found = _depends(node)
            if found is not None:
                width = len((phrase_words(found) if isinstance(found, Group) else found.rel).split())
                said = f"{quoted(rule, found.at, width)} depends on what this rule itself changes: take a condition that it does not touch"
                yield _told(rule, found.at, said)


def _depends(rule: While) -> Filter | Group | None:
    change = rule.change
    hides = change.verb == "cannot-be" and any(word == "seen" for word, _ in change.how)
    obscures = change.verb == "counts-as" and any(word == "obscured" for word, _ in change.how)
    area = change.what if change.verb == "counts-as" else None
    if isinstance(change.who, Group) and hides:
        for one in change.who.filters:
            if one.rel == "in sight":
                return one
    looked_at: list[Node] = [part for part in (rule.cond, change.n) if part is not None]
    if change.who is not None and (obscures or area is not None):
        looked_at.append(change.who)
    for part in looked_at:
        for node in walk(part):
            if obscures and isinstance(node, Filter) and node.rel in SEEN_BY:
                return node
            if hides and (found := _sees(node, change)) is not None:
                return found
            if area is not None and isinstance(node, Group) and node == area:
                return node
    return None


def _sees(node: Node, change: Change) -> Filter | None:
    """The relation by which a condition or number asks whether the hidden thing is seen."""
    seen: list[Filter] = []
    who: object = None
    if isinstance(node, Cond) and node.op == "is" and isinstance(node.b, tuple):
        who, seen = node.a, list(node.b)
    elif isinstance(node, Group):
        who, seen = node, list(node.filters)
    for one in seen:
        if one.rel == "in sight" and (
            who == change.who or (isinstance(who, Group) and isinstance(change.who, Group) and who.nouns == change.who.nouns)
        ):
            return one
    return None
