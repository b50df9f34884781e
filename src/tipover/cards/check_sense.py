"""Check for texts without effect: zeros, places that do not exist, steps after an end, useless limits, empty deeds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tipover.cards import ast
from tipover.cards.catalog import TRACK_PLACES
from tipover.cards.check_contrary import check_contraries
from tipover.cards.check_text import Finding, WrittenRule, finding, finding_about, position_of, quoted
from tipover.cards.vocabulary import LIMITS
from tipover.cards.words import phrase_words

USABLE = next(iter(LIMITS))
ONCE = [limit for limit in LIMITS if limit.startswith("Once")]  # from the loosest to the strictest
# Moments that occur no more often than a limit allows.
NEVER_TWICE: dict[str, tuple[str, ...]] = {
    "start of the game": ("Once per turn", "Once per round", "Once per game"),
    "start of each round": ("Once per turn", "Once per round"),
    "end of the round": ("Once per turn", "Once per round"),
    "round ends": ("Once per turn", "Once per round"),
    "start of its turn": ("Once per turn",),
    "end of its turn": ("Once per turn",),
}
LIMITED_CHANGES = ("offer", "may-pay")  # standing rules that a player uses each time anew
SEEN_BY = ("in sight", "nearest to")


def check_sense(written: WrittenRule) -> list[Finding]:
    """What can never be done, never be true, or never matter."""
    found: list[Finding] = []
    earlier: list[ast.Text] = []
    for text in written.texts:
        for node in ast.walk(text):
            found += _numbers(written.rule, node)
            found += _alternatives(written.rule, node)
        found += check_contraries(written.rule, text)
        found += _limits(written, text)
        found += _misplaced_secrets(written.rule, text)
        found += _self_dependent(written.rule, text)
        found += _steps_after_the_end(written, text)
        found += _no_deed(written, text)
        if text in earlier:
            found.append(finding(written.rule, text.at, "the same text stands twice in this rule", warning=True))
        earlier.append(text)
    if written.used:
        found += _standing_up(written)
    return found


# --- numbers -------------------------------------------------------------------------------------------------------------


def _numbers(rule: str, node: ast.Node) -> Iterator[Finding]:
    """Zeros, places that a track does not have, a range of 0."""
    if isinstance(node, ast.Num):
        k, kind, _ = node.terms[0]
        if k == 0 and (kind != "flat" or len(node.terms) == 1) and not _sets(rule, node):
            yield finding(rule, node.at, "`0` does nothing here: numbers begin at 1")
        for k, _, _ in node.terms[1:]:
            if k == 0:
                yield finding(rule, position_of(rule, "plus 0", node.at), "`plus 0` adds nothing: leave it out")
    elif isinstance(node, ast.Group):
        yield from _counts(rule, node)
    elif isinstance(node, ast.Filter):
        if node.rel == "within" and node.n == 0:
            at = position_of(rule, "within 0", node.at)
            yield finding(rule, at, "`within 0` is the square itself", write="in the square of this")
        elif node.rel == "on" and node.n is not None and not 1 <= node.n <= TRACK_PLACES:
            at = position_of(rule, str(node.n), node.at)
            yield finding(rule, at, f"`{node.n}` is no place of a track: it has 1 to {TRACK_PLACES} (CDN-1)")
    elif isinstance(node, ast.Act):
        yield from _deed_numbers(rule, node)
        yield from _needless_gift(rule, node)
        yield from _left_out_of_an_extra_action(rule, node)
    elif isinstance(node, ast.Change) and node.verb == "rolls" and any(word == "doing" for word, _ in node.how):
        yield from _dice_of_an_action(rule, node)
    elif isinstance(node, ast.Change) and node.verb in ("pay", "may-pay") and node.n is not None and _flat(node.n) > TRACK_PLACES:
        yield finding(rule, node.n.at, f"`{_flat(node.n)}` is more than any cost: costs are 1 to {TRACK_PLACES} (ABI-5)", warning=True)


def _flat(num: ast.Num | None) -> int:
    """A number without further parts, or -1."""
    return num.terms[0][0] if num is not None and len(num.terms) == 1 and num.terms[0][1] == "flat" else -1


def _sets(rule: str, num: ast.Num) -> bool:
    """Whether a 0 is a value that is set: `has defense 0` (TIM-4)."""
    return rule[: num.at.offset].rstrip().endswith(("defense", "range", "movement"))


def _counts(rule: str, group: ast.Group) -> Iterator[Finding]:
    det = group.det
    if det == 0 or det == ("up to", 0):
        words = quoted(rule, group.at, 1 if det == 0 else 3)
        yield finding(rule, group.at, f"{words} takes nothing: write a number from 1, or `no`")
    elif det == ("or more", 0):
        yield finding(rule, group.at, "`0 or more` is always so: leave it out")


def _needless_gift(rule: str, act: ast.Act) -> Iterator[Finding]:
    """`without paying` of an action that costs nothing; an extra action is chosen later, and then paid as usual."""
    if any(word == "free" for word, _ in act.how) and not any(_costs(node) for node in ast.walk_value(act.what)):
        at = position_of(rule, "without paying", act.at)
        yield finding(rule, at, "`without paying` is said of what costs a token: `Do an ability without paying.`")


def _left_out_of_an_extra_action(rule: str, act: ast.Act) -> Iterator[Finding]:
    """`Do an extra action other than a move`: it is one action more in the turn, and which one is chosen only then."""
    for node in ast.walk_value(act.what):
        if isinstance(node, ast.Group) and "extra action" in node.nouns and any(one.rel == "other than" for one in node.filters):
            at = position_of(rule, "other than", act.at)
            yield finding(rule, at, "an extra action is any that the figure may do: `Do an action other than a move.`")


def _dice_of_an_action(rule: str, change: ast.Change) -> Iterator[Finding]:
    """`rolls 1 die more when doing an ability`: of all actions the basic challenge alone has dice that are its own (ACT-9)."""
    what = change.what
    if not isinstance(what, ast.Group) or what.nouns != ("challenge",) or "basic" not in what.adjs:
        at = position_of(rule, "when doing", change.at)
        yield finding(
            rule, at, "only of `a basic challenge` it is known which action it is; for the dice of every challenge write `when challenging`"
        )


def _costs(node: ast.Node) -> bool:
    return isinstance(node, ast.Group) and (
        node.nouns[0] in ("ability", "challenge action") or (node.nouns[0] == "action" and "basic" not in node.adjs)
    )


def _deed_numbers(rule: str, act: ast.Act) -> Iterator[Finding]:
    if act.verb == "put" and act.n is not None and not 1 <= _flat(act.n) <= TRACK_PLACES and _flat(act.n) != 0:
        yield finding_about(rule, act.n.at, f"is no place of a track: it has 1 to {TRACK_PLACES} (CDN-1)")
    if act.verb == "shift" and act.n is not None and _flat(act.n) > TRACK_PLACES:
        yield finding_about(rule, act.n.at, f"is more than a track has places: at most {TRACK_PLACES} (CDN-1)")
    for word, arg in act.how:
        if word == "range" and arg == 0:
            at = position_of(rule, "range 0", act.at)
            message = f"{quoted(rule, at, 2)} reaches nobody: leave it out for adjacent targets, or write `range 1`"
            yield finding(rule, at, message)


# --- alternatives, choices, deeds ----------------------------------------------------------------------------------------


def _alternatives(rule: str, node: ast.Node) -> Iterator[Finding]:
    if isinstance(node, ast.Or) and len(set(node.options)) < len(node.options):
        yield finding(rule, node.at, "an alternative stands twice: leave one out")
    elif isinstance(node, ast.Join) and len(set(node.parts)) < len(node.parts):
        yield finding(rule, node.at, f"the same is joined by `{node.word}`: leave one out")
    elif isinstance(node, ast.If) and node.other == node.steps:
        at = position_of(rule, "otherwise", node.at)
        yield finding_about(rule, at, "does the same: leave out the `if`")
    elif isinstance(node, ast.Loop) and _times(node) == 1:
        yield finding(rule, node.at, "`1 times` is once: leave it out")


def _times(loop: ast.Loop) -> int:
    return _flat(loop.over) if isinstance(loop.over, ast.Num) else -1


def _no_deed(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    """A text that only chooses does nothing."""
    lasting = [node for node in ast.walk(text) if isinstance(node, ast.When) and node is not text]
    for steps in (ast.steps_of(text), *(one.steps for one in lasting)):
        deeds = [node for step in steps for node in ast.walk(step) if isinstance(node, ast.Act | ast.While | ast.When)]
        if steps and all(isinstance(deed, ast.Act) and deed.verb == "choose" for deed in deeds):
            yield finding(written.rule, deeds[0].at, f"{written.what} that only chooses does nothing: say what is done with `it`")


# --- ends ----------------------------------------------------------------------------------------------------------------


def _steps_after_the_end(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    for steps in _sequences(text):
        for before, after in pairwise(steps):
            if isinstance(before, ast.Act) and before.verb == "win":
                yield finding(written.rule, after.at, "nothing comes after `win`: the game is over")
                break
            if written.used and isinstance(text, ast.Do) and USABLE not in text.limits and _ends_its_figure(before):
                message = f"this is never done: its figure cannot go on after {quoted(written.rule, before.at, 3)} (ABI-6); put that last"
                yield finding(written.rule, after.at, message)
                break


def _sequences(text: ast.Text) -> Iterator[tuple[ast.Step, ...]]:
    yield ast.steps_of(text)
    for node in ast.walk(text):
        if isinstance(node, ast.May | ast.Loop) or (isinstance(node, ast.When) and node is not text):
            yield node.steps
        elif isinstance(node, ast.If):
            yield node.steps
            yield node.other
        elif isinstance(node, ast.Act) and node.body:
            yield node.body


def _ends_its_figure(step: ast.Step) -> bool:
    """Whether a step certainly knocks its own figure down or takes it off the map."""
    return isinstance(step, ast.Act) and step.what == ast.THIS and step.verb in ("knock", "remove", "put") and step.who in (None, ast.THIS)


def _standing_up(written: WrittenRule) -> Iterator[Finding]:
    """`Stand up.` as the first deed of something that only a standing figure can use (ABI-8)."""
    for text in written.texts:
        first = text.steps[0] if isinstance(text, ast.Do) else None
        if (
            isinstance(first, ast.Act)
            and first.verb == "stand"
            and first.what in (None, ast.THIS)
            and first.who in (None, ast.THIS)
            and USABLE not in text.limits
        ):
            message = f"{written.what} is used standing, so there is nobody to stand up: close it with `{USABLE}.` (ABI-8)"
            yield finding(written.rule, first.at, message, warning=True)


# --- limits and secrets --------------------------------------------------------------------------------------------------


def _limits(written: WrittenRule, text: ast.Text) -> Iterator[Finding]:
    rule = written.rule

    def at(limit: str) -> ast.TextPosition:
        return position_of(rule, limit.lower(), text.at)

    once = [limit for limit in ONCE if limit in text.limits]
    if len(once) > 1:
        yield finding(rule, at(once[0]), f"`{once[0]}.` never matters beside `{once[-1]}.`: leave it out")
    if USABLE in text.limits and not (written.used and isinstance(text, ast.Do)):
        what = "a text that nobody uses" if written.used else written.what
        yield finding(rule, at(USABLE), f"`{USABLE}.` closes abilities and items with a cost; {what} holds knocked down anyway (TRA-1)")
    if isinstance(text, ast.While) and text.change.verb not in LIMITED_CHANGES:
        for limit in once:
            yield finding(rule, at(limit), f"`{limit}.` cannot limit what holds all the time; it closes deeds and triggers")
    if isinstance(text, ast.When) and len(once) == 1 and once[0] in NEVER_TWICE.get(text.event.verb, ()):
        yield finding(rule, at(once[0]), f"`{once[0]}.` never matters here: `{_moment(text.event)}` comes only so often")


def _moment(event: ast.EventClause) -> str:
    return "before the round ends" if event.verb == "round ends" else f"at the {event.verb}"


def _misplaced_secrets(rule: str, text: ast.Text) -> Iterator[Finding]:
    if isinstance(text, ast.When) and text.event.verb == "start of the game":
        return
    for node in ast.walk(text):
        if isinstance(node, ast.Act) and node.verb == "choose" and any(word == "secret" for word, _ in node.how):
            at = position_of(rule, "in secret", node.at)
            remedy = "`At the start of the game, choose in secret …`"
            yield Finding(at, "in secret", f"`in secret` is for the start of the game alone (SUP-11): {remedy}")


# --- standing rules that depend on themselves ----------------------------------------------------------------------------


def _self_dependent(rule: str, text: ast.Text) -> Iterator[Finding]:
    """A change of sight or of areas whose condition depends on the same sight or area would switch itself on and off."""
    if isinstance(text, ast.Instead):
        return
    for node in ast.walk(text):
        if isinstance(node, ast.While):
            found = _depends(node)
            if found is not None:
                width = len((phrase_words(found) if isinstance(found, ast.Group) else found.rel).split())
                message = (
                    f"{quoted(rule, found.at, width)} depends on what this rule itself changes: take a condition that it does not touch"
                )
                yield finding(rule, found.at, message)


def _depends(rule: ast.While) -> ast.Filter | ast.Group | None:
    change = rule.change
    hides = change.verb == "cannot-be" and any(word == "seen" for word, _ in change.how)
    obscures = change.verb == "counts-as" and any(word == "obscured" for word, _ in change.how)
    area = change.what if change.verb == "counts-as" else None
    if isinstance(change.who, ast.Group) and hides:
        for one in change.who.filters:
            if one.rel == "in sight":
                return one
    looked_at: list[ast.Node] = [part for part in (rule.cond, change.n) if part is not None]
    made = "concealed" if hides else "obscured" if obscures else ""
    for part in (*looked_at, *([change.who] if change.who is not None else [])):
        for node in ast.walk(part):
            if (isinstance(node, ast.Group) and made in node.adjs) or (isinstance(node, ast.Filter) and node.rel == made):
                return node
    if change.who is not None and (obscures or area is not None):
        looked_at.append(change.who)
    for part in looked_at:
        for node in ast.walk(part):
            if obscures and isinstance(node, ast.Filter) and node.rel in SEEN_BY:
                return node
            if hides and (found := _depends_on_sight(node, change)) is not None:
                return found
            if area is not None and isinstance(node, ast.Group) and node == area:
                return node
    return None


def _depends_on_sight(node: ast.Node, change: ast.Change) -> ast.Filter | None:
    """The relation in a condition or number that depends on whether the hidden thing is seen."""
    seen: list[ast.Filter] = []
    who: object = None
    if isinstance(node, ast.Cond) and node.op == "is" and isinstance(node.b, tuple):
        who, seen = node.a, list(node.b)
    elif isinstance(node, ast.Group):
        who, seen = node, list(node.filters)
    for one in seen:
        if one.rel == "in sight" and (
            who == change.who or (isinstance(who, ast.Group) and isinstance(change.who, ast.Group) and who.nouns == change.who.nouns)
        ):
            return one
    return None
