"""How a scenario gives points, read from its syntax tree: known patterns, and whole sentences for everything else."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from tipover.cards.ast import YOU, Act, Cond, EventClause, Filter, Group, If, May, Or, Phrase, Ref, Step, Text, When, While
from tipover.cards.words import shown

AREA, MARKER = " area", " marker"
ROUND_ENDS = ("end of the round", "round ends")
CHARACTERS = ("character",)
OF_YOURS = Filter("of", Ref("yours"))
# The determiners that a summary understands: `you have a …`, `you have the most …`. Others (`no`, `3`, `2 or more`) ask for a number.
SUMMED_UP = {"has": ("a", "the"), "most": ("all",)}
KNOCK_OUTS = ("knocks out", "knocked out")


class GainBy(Enum):
    """What gives points."""

    KNOCK_OUT = auto()  # any rival that is knocked out
    AREAS_CLAIMED = auto()  # areas that show the side's colour
    STANDING_IN_AREA = auto()
    IN_AREA = auto()  # characters in an area, standing or not
    MARKERS_IN_AREA = auto()
    OPPOSING_AREAS = auto()  # opposing starting areas with a standing character
    MARKER_HELD = auto()  # having a character with a marker
    MARKER_HOLDERS = auto()  # each character with a marker
    MARKER_TAKEN = auto()  # taking an opponent's marker
    SENTENCE = auto()  # anything else: shown as its own sentence


class Gain(NamedTuple):
    """One thing that gives points. Which fields are set depends on `way`."""

    way: GainBy  # The pattern.
    area: str = ""  # The area's name.
    marker: str = ""  # The marker's name.
    points: int = 0  # The number of points, if it is fixed.
    text: str = ""  # The sentence.


def ways_to_score(text: Text) -> list[Gain]:
    """What a text gives points for: at least one entry for each of its sentences with `gain … point`."""
    if isinstance(text, While):
        if not any(_gives_points(step) for step in text.change.steps):
            return []
        return [_offered(text) or _whole(text)]
    found: list[Gain] = []
    for step in text.steps:
        if not _gives_points(step):
            continue
        known = _of_step(text, step) if isinstance(text, When) and not text.limits else None
        found.append(known or _whole(replace(text, steps=(step,))))
    return found


def pays_for_knock_outs(text: Text) -> bool:
    """Whether a text gives points when a figure is knocked out."""
    return isinstance(text, When) and text.event.verb in KNOCK_OUTS and any(_gives_points(step) for step in text.steps)


def _whole(text: Text) -> Gain:
    return Gain(GainBy.SENTENCE, text=shown(text, "this"))


def _gives_points(step: Step) -> bool:
    """Whether a step gives points to anyone."""
    if isinstance(step, Act):
        return (step.verb == "gain" and step.n is not None) or any(_gives_points(inner) for inner in step.body)
    if isinstance(step, Or):
        return any(_gives_points(option) for option in step.options)
    if isinstance(step, While):
        return any(_gives_points(inner) for inner in step.change.steps)
    inside = [*step.steps, *(step.other if isinstance(step, If) else step.cost if isinstance(step, May) else ())]
    return any(_gives_points(inner) for inner in inside)


# -- known patterns --------------------------------------------------------------------------------------


def _of_step(text: When, step: Step) -> Gain | None:
    event = text.event
    if isinstance(step, Act) and event.verb == "knocks out" and event.who == YOU and event.what == Group("a", (), ("rival",)):
        points = _flat(step)
        return Gain(GainBy.KNOCK_OUT, points=points) if points else None
    if event.verb not in ROUND_ENDS or event.who is not None:
        return None
    if isinstance(step, Act):
        return _for_each(step)
    if isinstance(step, If) and not step.other and len(step.steps) == 1 and isinstance(step.steps[0], Act) and _flat(step.steps[0]):
        wanted = [cond for cond in _conditions(step.cond) if cond.op != "aside"]
        return _had(wanted[0]) if len(wanted) == 1 else None
    return None


def _flat(act: Act) -> int:
    """How many points the side itself gains; 0 if the number varies or another side gains them."""
    if act.verb != "gain" or act.who not in (None, YOU) or act.n is None or len(act.n.terms) != 1 or act.n.terms[0][1] != "flat":
        return 0
    return act.n.terms[0][0]


def _conditions(cond: Cond) -> list[Cond]:
    """The conditions that `and` joins."""
    if cond.op != "and":
        return [cond]
    return [one for side in (cond.a, cond.b) if isinstance(side, Cond) for one in _conditions(side)]


def _had(cond: Cond) -> Gain | None:
    """The pattern of `if you have …` or `if you have the most …`."""
    what = cond.b
    if cond.a != YOU or not isinstance(what, Group) or len(what.nouns) != 1 or what.det not in SUMMED_UP.get(cond.op, ()):
        return None
    if what.nouns[0].endswith(AREA) and not what.adjs and not what.filters:
        return Gain(GainBy.AREAS_CLAIMED, what.nouns[0].removesuffix(AREA))
    filters = _beside_owner(what) if OF_YOURS in what.filters else what.filters  # what a side has is its own
    found = _in_area(what, filters)
    if found is None and cond.op == "has" and (marker := _with_marker(what, filters)):
        return Gain(GainBy.MARKER_HELD, marker=marker)
    return found


def _for_each(act: Act) -> Gain | None:
    """The pattern of `gain 1 point for each …`."""
    terms = act.n.terms if act.n is not None else ()
    if act.who not in (None, YOU) or len(terms) != 1 or terms[0][1] != "each" or not isinstance(terms[0][2], Group):
        return None
    what = terms[0][2]
    if what.nouns == ("starting area",) and what.adjs == ("opposing",) and _is_with_standing(what.filters):
        return Gain(GainBy.OPPOSING_AREAS)
    if len(what.nouns) == 1 and what.nouns[0].endswith(MARKER) and not what.adjs and len(what.filters) == 1:
        area = _area_of(what.filters[0])
        return Gain(GainBy.MARKERS_IN_AREA, area, what.nouns[0].removesuffix(MARKER)) if area else None
    filters = _beside_owner(what)
    found = _in_area(what, filters)
    if found is None and (marker := _with_marker(what, filters)):
        return Gain(GainBy.MARKER_HOLDERS, marker=marker)
    return found


def _in_area(what: Group, filters: tuple[Filter, ...]) -> Gain | None:
    """The pattern of own characters in an area: `standing characters of yours in the Scoring area`; `filters` leaves out the owner."""
    area = _area_of(filters[0]) if what.nouns == CHARACTERS and len(filters) == 1 else ""
    if not area or what.adjs not in ((), ("standing",)):
        return None
    return Gain(GainBy.STANDING_IN_AREA if what.adjs else GainBy.IN_AREA, area)


def _with_marker(what: Group, filters: tuple[Filter, ...]) -> str:
    """The marker that own characters have: `a character with the Triumph marker`; empty if it is another phrase."""
    if what.nouns != CHARACTERS or what.adjs or len(filters) != 1 or filters[0].rel != "with" or filters[0].neg:
        return ""
    return _plain_noun(filters[0].arg, MARKER)


def _beside_owner(what: Group) -> tuple[Filter, ...]:
    """The filters of a group `of yours` other than this one; none if the group is not said to be of yours."""
    return tuple(one for one in what.filters if one != OF_YOURS) if OF_YOURS in what.filters else ()


def _area_of(one: Filter) -> str:
    return _plain_noun(one.arg, AREA) if one.rel == "in" and not one.neg else ""


def _plain_noun(phrase: Phrase | EventClause | None, ending: str) -> str:
    """The name in `the Scoring area`, `a Crate marker`; empty if the phrase has further filters."""
    if not isinstance(phrase, Group) or phrase.det not in ("the", "a") or phrase.adjs or phrase.filters or len(phrase.nouns) != 1:
        return ""
    return phrase.nouns[0].removesuffix(ending) if phrase.nouns[0].endswith(ending) else ""


def _is_with_standing(filters: tuple[Filter, ...]) -> bool:
    """Whether it is `with a standing character of yours`."""
    return filters == (Filter("with", Group("a", ("standing",), ("character",), (OF_YOURS,))),)


def _offered(text: While) -> Gain | None:
    """The pattern of points for interacting with an opponent's marker."""
    may = text.change.steps[0]
    if text.cond is not None or not isinstance(may, May) or may.cost or not isinstance(may.who, Group) or len(may.steps) != 1:
        return None
    filters = _beside_owner(may.who)
    act = may.steps[0]
    if (
        may.who.nouns != CHARACTERS
        or len(filters) != 1
        or filters[0].rel != "adjacent to"
        or filters[0].neg
        or not isinstance(act, Act)
        or not _flat(act)
    ):
        return None
    target = filters[0].arg
    if not isinstance(target, Group) or target.det != Group("a", (), ("opponent",)) or len(target.nouns) != 1 or target.filters:
        return None
    return Gain(GainBy.MARKER_TAKEN, marker=target.nouns[0].removesuffix(MARKER)) if target.nouns[0].endswith(MARKER) else None
