"""What scores in a scenario, as signs: one for each way to points, with its number, read from the scenario's own texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards import ast
from tipover.cards.catalog import Scenario
from tipover.cards.words import phrase_words, shown, step_words
from tipover.table.present.scoring_rules import AREA, MARKER, ROUND_ENDS, SUMMED_UP
from tipover.table.protocol.content import SignShown
from tipover.table.protocol.literals import SignKind, SignTime

BEGINNING = "start of the game"
POINTS_OF_A_MARKER = 1  # PTS-1
EVERYONE = ("rule", "table")  # texts that are not those of one part


class _Told(NamedTuple):
    """What a sign says of what is scored for."""

    kind: SignKind
    thing: str = ""  # the name of a marker or area
    says: str = ""  # the words of the card, where the kind does not say enough


def signs_of(scenario: Scenario) -> list[SignShown]:
    """The signs of a scenario, in the order of its texts; point markers come last for each part that may take them."""
    found: list[SignShown] = []
    parts = [key for key in scenario.texts if key not in EVERYONE] or ["rule"]
    for key, texts in scenario.texts.items():
        actions = iter(scenario.actions)
        for text in texts:
            name = next(actions, "") if ast.is_basic_offer(text) else ""
            found += [sign for sign in _signs(text, name, "" if key in EVERYONE else key) if sign not in found]
    if scenario.point_markers:
        shares = [key for key in parts if not any(map(_forbids_markers, scenario.texts.get(key, ())))]
        part = "" if shares == parts else shares[0] if shares else None
        found += [SignShown("once", "marker", POINTS_OF_A_MARKER, part=part)] if part is not None else []
    return found


def _signs(text: ast.Text, action: str, part: str) -> Iterator[SignShown]:
    time, told = _occasion(text, action)
    if isinstance(text, ast.While) and text.change.verb == "offer" and not action and told.kind != "beside":
        yield SignShown(time, told.kind, thing=told.thing, part=part)
    for step in ast.steps_of(text):
        if isinstance(step, ast.Act) and step.verb == "choose" and any(word == "secret" for word, _ in step.how):
            yield SignShown(time, "secret", part=part)
        yield from _gains(step, time, told, part, 0)


def _occasion(text: ast.Text, action: str) -> tuple[SignTime, _Told]:
    """When a text scores, and what for, as far as its head tells."""
    if action:
        return "once", _Told("action", says=action)
    if isinstance(text, ast.While):
        return "once", _offer(text)
    if not isinstance(text, ast.When):
        return "once", _Told("text")
    event = text.event
    if event.verb in ROUND_ENDS:
        return "round", _Told("text")
    if event.verb == BEGINNING:
        return "start", _Told("text")
    beaten = event.what if event.verb == "knocks out" and event.who == ast.YOU else event.who if event.verb == "knocked out" else None
    if isinstance(beaten, ast.Group) and beaten.nouns == ("rival",):
        thing = _held(beaten)
        return "once", _Told("out_with" if thing else "out", thing)
    if event.verb == "ends" and isinstance(event.who, ast.Group) and (thing := _held(event.who)):
        return "once", _Told("brings", thing)
    return "once", _Told("text", says=shown(text, "this"))


def _offer(text: ast.While) -> _Told:
    """What an interact of a scenario is: to claim an area, to take a marker, or to stand beside one."""
    for node in ast.walk(text):
        if isinstance(node, ast.Act) and node.verb in ("claim", "take") and isinstance(node.what, ast.Group):
            return _Told("claim" if node.verb == "claim" else "take", _bare(node.what))
        if isinstance(node, ast.Filter) and node.rel == "adjacent to" and isinstance(node.arg, ast.Group):
            return _Told("beside", _bare(node.arg))
    return _Told("text")


def _gains(step: ast.Step, time: SignTime, told: _Told, part: str, aside: int) -> Iterator[SignShown]:
    """The signs of the points that a step gives; `aside` is the number of characters a side that it needs, 0 for any."""
    if isinstance(step, ast.If):
        needed, about = _condition(step.cond)
        inner = told if time != "round" else about or _Told("text", says=step_words(step))
        for one in step.steps:
            yield from _gains(one, time, inner, part, needed or aside)
        return
    if isinstance(step, ast.Act) and step.verb == "win":
        yield SignShown(time, told.kind, wins=True, thing=told.thing, says=told.says, part=part)
    elif isinstance(step, ast.Act) and step.verb == "gain" and step.n is not None and step.who in (None, ast.YOU):
        for number, how, over in step.n.terms:
            about = told if how == "flat" else _counted(how, over)
            said = about.says or (step_words(step) if about.kind == "text" else "")
            yield SignShown(time, about.kind, number, thing=about.thing, says=said, characters=aside, part=part)
    for one in ast.inner_steps(step):
        yield from _gains(one, time, told, part, aside)


def _counted(how: str, over: object) -> _Told:
    """What a further term of a number counts."""
    if how == "each" and isinstance(over, ast.Group):
        if over.nouns == ("starting area",):
            return _Told("each_camp")
        held = over.nouns[0].removesuffix(MARKER) if over.nouns[0].endswith(MARKER) else ""
        return _Told("each_marker" if held else "each", held, phrase_words(over))
    if how == "if" and isinstance(over, ast.Cond) and over.op == "has" and isinstance(over.b, ast.Group):
        return _Told("out_with" if over.a == ast.Ref("it") else "out_by", _bare(over.b))
    return _Told("text")


def _condition(cond: ast.Cond) -> tuple[int, _Told | None]:
    """How many characters a side a condition needs (0 for any), and what it says of a round's end."""
    if cond.op == "and" and isinstance(cond.a, ast.Cond) and isinstance(cond.b, ast.Cond):
        (left, about), (right, further) = _condition(cond.a), _condition(cond.b)
        return left or right, further or about
    group = cond.b if isinstance(cond.b, ast.Group) else None
    if group is None:
        return 0, None
    if cond.op == "aside":
        return (group.det if isinstance(group.det, int) else 0), None
    if cond.a != ast.YOU or group.det not in SUMMED_UP.get(cond.op, ()):
        return 0, None
    if group.nouns[0].endswith(AREA):
        return 0, _Told("most_areas" if cond.op == "most" else "an_area", _bare(group))
    if thing := _held(group):
        return 0, _Told("holds", thing)
    area = next((_bare(one.arg) for one in group.filters if one.rel == "in" and isinstance(one.arg, ast.Group)), "")
    return 0, _Told("most_in" if cond.op == "most" else "in_area", area) if area else None


def _held(group: ast.Group | None) -> str:
    """The marker that something is said to have: `Leader` of `a rival with a Leader marker`."""
    filters = group.filters if group is not None else ()
    return next((_bare(one.arg) for one in filters if one.rel == "with" and isinstance(one.arg, ast.Group)), "")


def _bare(group: ast.Group) -> str:
    """A declared name without its class: `Control` of `Control area`."""
    return group.nouns[0].removesuffix(MARKER).removesuffix(AREA)


def _forbids_markers(text: ast.Text) -> bool:
    change = text.change if isinstance(text, ast.While) else None
    return (
        change is not None
        and change.verb == "cannot-interact"
        and isinstance(change.what, ast.Group)
        and "point marker" in change.what.nouns
    )
