"""What a side can still score this round, in short sentences made from the position and the syntax tree of the scenario."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import BIT, Mask, Square
from tipover.cards.ast import Text, While
from tipover.cards.catalog import CHARACTER, SIDES
from tipover.engine.core.ids import FigureId, Side
from tipover.engine.core.said import CountPart, FigurePart, ListPart, Part, Said, say, squares_part
from tipover.engine.core.state import State
from tipover.engine.queries.board import sum_of
from tipover.engine.queries.card_texts import scenario_rules
from tipover.engine.queries.figures import side_now
from tipover.table.present.scoring_rules import Gain, GainBy, pays_for_knock_outs, ways_to_score


class _SideGains(NamedTuple):
    """What gives one side points."""

    gains: tuple[Gain, ...]
    knock_outs: bool  # Whether a knock-out gives points.


def scoring(state: State, side: Side) -> list[Said]:
    """Points missing to the target, free point markers, knocked-down rivals, and the state of everything that gives points."""
    if not state.round or state.over:
        return []
    said = _missing(state, side)
    letters = [state.setup.pieces[piece].letter for piece in state.setup.point_pieces if state.piece_at[piece] >= 0]
    if letters:
        said.append(say("scoring.free", markers=CountPart(len(letters), "point_marker"), letters=ListPart(tuple(letters))))
    down = [
        figure
        for figure, fallen in zip(state.setup.figure_ids, state.down, strict=True)
        if fallen and state.figure_at[figure] >= 0 and side_now(state, figure) != side and state.setup.kind_of[figure] == CHARACTER
    ]
    known = _gains_of(state, side)
    said += [_sentence(state, side, one) for one in known.gains if one.way is GainBy.KNOCK_OUT]
    if down and known.knock_outs:
        figures = ListPart(tuple(FigurePart(figure) for figure in down))
        said.append(say("scoring.down", rivals=CountPart(len(down), "rival"), figures=figures))
    return said + [_sentence(state, side, one) for one in known.gains if one.way is not GainBy.KNOCK_OUT]


class Scored(NamedTuple):
    """What a side scored for at the end of a round."""

    said: list[Said]  # The reasons, as sentences.
    squares: list[Square]  # Where the figures or markers are that scored.


def scored(state: State, side: Side) -> Scored:
    """What gives a side points at the end of a round, as it stands, and where."""
    gains = [one for one in _gains_of(state, side).gains if one.way not in (GainBy.KNOCK_OUT, GainBy.MARKER_TAKEN)]
    squares = [square for one in gains for square in _squares(state, side, one)]
    return Scored([_sentence(state, side, one) for one in gains], list(dict.fromkeys(squares)))


def _squares(state: State, side: Side, gain: Gain) -> list[Square]:
    """The squares of what counts for a gain: characters in an area, markers in it, or who has a marker."""
    setup = state.setup
    pieces = [number for number, piece in enumerate(setup.pieces) if piece.name == gain.marker]
    if gain.way in (GainBy.MARKER_HELD, GainBy.MARKER_HOLDERS):
        holders = [state.piece_holder[number] for number in pieces if state.piece_holder[number] >= 0]
        return [Square(state.figure_at[one]) for one in holders if side_now(state, one) == side and state.figure_at[one] >= 0]
    name, owned = ("starting", True) if gain.way is GainBy.OPPOSING_AREAS else (gain.area, False)
    mask = sum_of(slot.mask for slot in setup.areas if slot.name == name and (not owned or slot.side not in (-1, side)))
    if gain.way is GainBy.MARKERS_IN_AREA:
        return [Square(at) for at in (state.piece_at[number] for number in pieces) if at >= 0 and mask & BIT[at]]
    standing = gain.way in (GainBy.STANDING_IN_AREA, GainBy.OPPOSING_AREAS)
    return [Square(state.figure_at[one]) for one in setup.figure_ids if _counts(state, one, mask, standing) == side]


def _missing(state: State, side: Side) -> list[Said]:
    """How many points are still needed, and when they are checked (WIN-1, WIN-2)."""
    scenario = state.setup.scenario
    at_once = scenario.wins_at if scenario is not None else 0
    target = at_once or state.setup.target
    if not target:
        return []
    missing = target - state.points[side]
    when = "at_once" if at_once else "at_end"
    if missing > 0:
        return [say(f"scoring.missing_{when}", points=CountPart(missing, "more_point"), target=target)]
    return [say(f"scoring.reached_{when}", points=state.points[side], target=target)]


def _gains_of(state: State, side: Side) -> _SideGains:
    """What gives this side points, read from the scenario's rules; known for as long as the same texts are in play."""
    rules = scenario_rules(state, side)
    known = _KNOWN.get(id(rules))
    if known is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(rules)] = (rules, _gains(rules))  # with the rules, so that no others get their id
    return known[1]


MOST_KNOWN = 256
_KNOWN: dict[int, tuple[list[Text | While], _SideGains]] = {}


def _gains(rules: list[Text | While]) -> _SideGains:
    gains = dict.fromkeys(gain for text in rules for gain in ways_to_score(text))
    return _SideGains(tuple(gains), any(pays_for_knock_outs(text) for text in rules))


def _sentence(state: State, side: Side, gain: Gain) -> Said:
    setup = state.setup
    if gain.way in _IN_AREAS:
        return _area(state, side, gain)
    if gain.way is GainBy.SENTENCE:
        return say("scoring.sentence", text=gain.text)
    if gain.way is GainBy.KNOCK_OUT:
        return say("scoring.knock_out", points=CountPart(gain.points, "point"))
    if gain.way is GainBy.OPPOSING_AREAS:
        areas = [slot for slot in setup.areas if slot.name == "starting" and slot.side >= 0 and slot.side != side]
        reached = sum(any(_counts(state, figure, slot.mask, True) == side for figure in state.setup.figure_ids) for slot in areas)
        return say("scoring.opposing_areas", number=reached, all=len(areas))
    return _of_markers(state, side, gain)


def _of_markers(state: State, side: Side, gain: Gain) -> Said:
    """What there is to say of a gain by markers: who has them, or where they lie."""
    setup = state.setup
    pieces = [number for number, piece in enumerate(setup.pieces) if piece.name == gain.marker]
    holders = [state.piece_holder[number] for number in pieces if state.piece_holder[number] >= 0]
    if gain.way is GainBy.MARKER_HELD:
        if not holders:
            return say("scoring.marker_free", marker=gain.marker)
        return say("scoring.marker_held", marker=gain.marker, figures=_figures(holders))
    if gain.way is GainBy.MARKER_HOLDERS:
        own = [figure for figure in dict.fromkeys(holders) if side_now(state, figure) == side]
        if not own:
            return say("scoring.no_holders", marker=gain.marker)
        return say("scoring.holders", marker=gain.marker, figures=_figures(own))
    if gain.way is GainBy.MARKER_TAKEN:
        squares = [state.piece_at[number] for number in pieces if setup.pieces[number].side != side and state.piece_at[number] >= 0]
        if not squares:
            return say("scoring.none_to_take", marker=gain.marker)
        return say("scoring.to_take", marker=gain.marker, squares=squares_part(squares, "and"))
    mask = sum_of(slot.mask for slot in setup.areas if slot.name == gain.area)
    inside = sum(state.piece_at[number] >= 0 and bool(mask & BIT[state.piece_at[number]]) for number in pieces)
    return say("scoring.markers_in_area", area=gain.area, markers=CountPart(inside, "marker", gain.marker))


def _figures(figures: list[FigureId]) -> ListPart:
    return ListPart(tuple(FigurePart(figure) for figure in figures), "and")


def _counts(state: State, figure: FigureId, mask: Mask, standing: bool) -> int:
    """The side for which a figure counts as a character in an area, or -1."""
    at = state.figure_at[figure]
    if at < 0 or not mask & BIT[at] or (standing and state.down[figure]) or state.setup.kind_of[figure] != CHARACTER:
        return -1
    return side_now(state, figure)


def standings(state: State) -> list[Said]:
    """What counts in the areas that the scenario scores, side against side: `In the Scoring area 2 against 1.`"""
    gains = dict.fromkeys(gain for side in state.setup.sides for gain in _gains_of(state, side).gains if gain.way in _IN_AREAS)
    found = {gain.area: _count_in_areas(state, gain) for gain in gains}
    return [
        say("scoring.standing", area=area, numbers=ListPart(tuple(counts[side] for side in state.setup.sides), "against"))
        for area, counts in found.items()
        if any(counts)
    ]


_IN_AREAS = (GainBy.AREAS_CLAIMED, GainBy.STANDING_IN_AREA, GainBy.IN_AREA)


def _count_in_areas(state: State, gain: Gain) -> list[int]:
    """How many count for each side: areas in its colour, or its characters in them."""
    setup = state.setup
    numbers = [k for k, slot in enumerate(setup.areas) if slot.name == gain.area]
    counts = [0] * len(SIDES)
    if gain.way is GainBy.AREAS_CLAIMED:
        for number in numbers:
            if state.claims[number] >= 0:
                counts[state.claims[number]] += 1
        return counts
    mask = sum_of(setup.areas[number].mask for number in numbers)
    for figure in state.setup.figure_ids:
        if (one := _counts(state, figure, mask, gain.way is GainBy.STANDING_IN_AREA)) >= 0:
            counts[one] += 1
    return counts


def _area(state: State, side: Side, gain: Gain) -> Said:
    """`Scoring area: 2 in it, the most.`, or `Control areas: 1 of 3 in its colour.`"""
    counts = _count_in_areas(state, gain)
    most = counts[side] and all(counts[other] < counts[side] for other in state.setup.sides if other != side)
    key = {GainBy.AREAS_CLAIMED: "colour", GainBy.STANDING_IN_AREA: "standing", GainBy.IN_AREA: "present"}[gain.way]
    there = sum(slot.name == gain.area for slot in state.setup.areas)
    parts: dict[str, Part] = {"all": there} if gain.way is GainBy.AREAS_CLAIMED else {}
    return say(f"scoring.area_{key}{'_most' if most else ''}", area=gain.area, number=counts[side], **parts)
