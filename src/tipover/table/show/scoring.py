"""What a side can still score this round, in short sentences made from the position and the words of the scenario."""

from __future__ import annotations

import re
from typing import NamedTuple
from weakref import WeakKeyDictionary

from tipover.board.mask import BIT, Mask
from tipover.cards.catalog import CHARACTER, SIDES
from tipover.cards.words import words
from tipover.engine import field
from tipover.engine.cast import RULE, Cast
from tipover.engine.state import State
from tipover.play.telling import count
from tipover.table.show.names import name_of

# What counts: an area's colour, the standing characters in it, the characters standing or not, or the markers in it; opposing
# starting areas with a standing character; a marker that is held; opponents' markers that can be taken.
COLOUR, STANDING, PRESENT, MARKERS, OPPOSING, HELD, TAKEN = range(7)

_told: WeakKeyDictionary[Cast, dict[int, list[Told]]] = WeakKeyDictionary()


class Told(NamedTuple):
    """Something that gives a side points, as the scenario's words say."""

    how: int
    area: str = ""
    marker: str = ""


def scoring(state: State, side: int) -> list[str]:
    """What is missing to the target, free point markers, knocked-down rivals, and who stands where the scenario gives points."""
    if not state.round or state.over:
        return []
    said = _missing(state, side)
    letters = [state.setup.pieces[piece].letter for piece in state.setup.point_pieces if state.lies[piece] >= 0]
    if letters:
        said.append(f"{count(len(letters), 'point marker')} free: {', '.join(letters)}.")
    down = [
        figure
        for figure, fallen in enumerate(state.down)
        if fallen and state.where[figure] >= 0 and field.counts_for(state, figure) != side and state.setup.kind_of[figure] == CHARACTER
    ]
    if down:
        said.append(f"{count(len(down), 'rival')} knocked down: {', '.join(name_of(state, figure) for figure in down)}.")
    return said + [_sentence(state, side, one) for one in _told_to(state, side)]


def _missing(state: State, side: int) -> list[str]:
    """How many points are still needed, and when they are judged (WIN-1, WIN-2)."""
    scenario = state.setup.scenario
    at_once = scenario.wins_at if scenario is not None else 0
    target = at_once or state.setup.target
    if not target:
        return []
    missing = target - state.points[side]
    if missing > 0:
        return [f"{count(missing, 'more point')} to {target}{'' if at_once else ', judged at the end of the round'}."]
    return [f"Has {state.points[side]} of {target}: wins {'' if at_once else 'at the end of the round '}if ahead of everybody."]


def _told_to(state: State, side: int) -> list[Told]:
    """What gives this side points by where figures and markers are, read once from the scenario's words."""
    cast = state.cast
    told = _told.get(cast)
    if told is None:
        told = {}
        for entry in cast.entries:
            if entry.source.kind == RULE:
                known = told.setdefault(entry.source.side, [])
                known += [one for one in _read(state, words(entry.text)) if one not in known]
        _told[cast] = told
    return told.get(side, [])


def _read(state: State, text: str) -> list[Told]:
    scenario = state.setup.scenario
    if scenario is None or "point" not in text:
        return []
    found: list[Told] = []
    markers = "|".join(sorted({re.escape(piece.name) for piece in state.setup.pieces if piece.sort == "marker" and piece.name})) or "(?!)"
    for name in scenario.areas:
        if re.search(rf"\bhave (?:the most|an?) {re.escape(name)} areas?\b", text):
            found.append(Told(COLOUR, name))
        elif found_in := re.search(rf"\b(standing )?characters? (?:of yours )?in the {re.escape(name)} area\b", text):
            found.append(Told(STANDING if found_in[1] else PRESENT, name))
        found += [Told(MARKERS, name, one) for one in re.findall(rf"\bfor each ({markers}) marker in the {re.escape(name)} area\b", text)]
    if re.search(r"\beach opposing starting area with a standing character\b", text):
        found.append(Told(OPPOSING))
    found += [Told(HELD, marker=one) for one in re.findall(rf"\bif you have a character with the ({markers}) marker, gain\b", text)]
    found += [Told(TAKEN, marker=one) for one in re.findall(rf"\badjacent to an opponent's ({markers}) marker may gain\b", text)]
    return found


def _sentence(state: State, side: int, told: Told) -> str:
    setup = state.setup
    pieces = [number for number, piece in enumerate(setup.pieces) if piece.name == told.marker]
    if told.how == OPPOSING:
        areas = [slot for slot in setup.areas if slot.name == "starting" and slot.side >= 0 and slot.side != side]
        reached = sum(any(_counts(state, figure, slot.mask, True) == side for figure in range(len(state.where))) for slot in areas)
        return f"Opposing starting areas: stands in {reached} of {len(areas)}."
    if told.how == HELD:
        holders = [state.held[number] for number in pieces if state.held[number] >= 0]
        return f"{told.marker} marker: {'held by ' + name_of(state, holders[0]) if holders else 'nobody has it'}."
    if told.how == TAKEN:
        squares = [
            setup.grid.name(state.lies[number]) for number in pieces if setup.pieces[number].side != side and state.lies[number] >= 0
        ]
        return f"{told.marker} of an opponent: {'to be taken at ' + ' and '.join(squares) if squares else 'none on the map'}."
    if told.how == MARKERS:
        mask = field.sum_of(slot.mask for slot in setup.areas if slot.name == told.area)
        inside = sum(state.lies[number] >= 0 and bool(mask & BIT[state.lies[number]]) for number in pieces)
        return f"{told.area} area: {count(inside, f'{told.marker} marker')} in it."
    return _area(state, side, told.area, told.how)


def _counts(state: State, figure: int, mask: Mask, standing: bool) -> int:
    """The side for which a figure counts as a character in an area, -1 if for none."""
    at = state.where[figure]
    if at < 0 or not mask & BIT[at] or (standing and state.down[figure]) or state.setup.kind_of[figure] != CHARACTER:
        return -1
    return field.counts_for(state, figure)


def _area(state: State, side: int, name: str, how: int) -> str:
    """`Scoring area: 2 in it, the most.`, or `Control areas: 1 of 3 in its colour.`"""
    setup = state.setup
    numbers = [k for k, slot in enumerate(setup.areas) if slot.name == name]
    counts = [0] * len(SIDES)
    if how == COLOUR:
        for number in numbers:
            if state.claims[number] >= 0:
                counts[state.claims[number]] += 1
    else:
        mask = field.sum_of(setup.areas[number].mask for number in numbers)
        for figure in range(len(state.where)):
            if (one := _counts(state, figure, mask, how == STANDING)) >= 0:
                counts[one] += 1
    most = counts[side] and all(counts[other] < counts[side] for other in setup.sides if other != side)
    what = (
        f"areas: {counts[side]} of {len(numbers)} in its colour"
        if how == COLOUR
        else f"area: {counts[side]} {'standing ' if how == STANDING else ''}in it"
    )
    return f"{name} {what}{', the most' if most else ''}."
