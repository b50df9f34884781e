"""The sides as a terminal shows them: points, pool, track and figures, beside the board or below it."""

from __future__ import annotations

from collections.abc import Mapping

from tipover.cards.catalog import CHARACTER, KINDS, SIDES
from tipover.cli.out import Line, clean, folded
from tipover.engine.core.ids import RESERVE, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, colours_of, is_on_track, place_of, pool_of
from tipover.play.printers import count
from tipover.play.prompts import belongings
from tipover.play.scene_tests import on_place

SIDE_STYLES = ["bold yellow", "bold cyan", "bold magenta", "bold green"]


def sides(state: State, columns: int, names: Mapping[int, str], tight: bool = False) -> list[Line]:
    """Each side's points, pool, track and figures; `tight` puts the figures of a side on one line."""
    lines: list[Line] = []
    for side in state.setup.sides:
        if lines and not tight:
            lines.append([])
        lines += _side(state, side, columns, names.get(side, ""), tight)
    return lines


def _side(state: State, side: Side, columns: int, name: str, tight: bool) -> list[Line]:
    who = f" ({clean(name)[:20]})" if name else ""
    points = f" · {count(state.points[side], 'point')}"
    fits = len(SIDES[side] + who + points) <= columns
    head: Line = [(SIDES[side].upper(), SIDE_STYLES[side]), who + points if fits else who]
    facts = ["first player"] if state.first == side else []
    if not fits:
        facts = [" · ".join([points[3:], *facts])]
    facts.append(f"pool {' '.join(on_pool(state, side)) or 'empty'}")
    track = [on_place(state, side, place) for place in ALL_PLACES]
    shown = " ".join(f"{place}:{'+'.join(str(one) for one in on)}" for place, on in enumerate(track, 1) if on)
    figures = [_figure(state, figure) for figure in _shown(state, side)]
    facts.append(f"track {shown or 'empty'}")
    told = facts[:1] if len(facts) > 2 and columns < 34 else []
    rest = " · ".join(facts[len(told) :])
    if tight and len(SIDES[side] + who + points + rest) + 3 <= columns:
        head.append(f" · {rest}")
    else:
        told.append(rest)
    told += [" · ".join(figures)] if tight else figures
    lines: list[Line] = [head]
    for text in told:
        lines += [[f"  {line}"] for line in folded(text, columns - 2, "   ")]
    return lines


def on_pool(state: State, side: Side) -> list[str]:
    """The colours in a side's pool."""
    return list(colours_of(pool_of(state, side)))


def _shown(state: State, side: Side) -> list[FigureId]:
    """A side's figures; minions and attachments that are not in the game, and what is carried, are left out."""
    setup = state.setup
    mine = [figure for figure in setup.figure_ids if setup.side_of[figure] == side]
    return [figure for figure in mine if setup.kind_of[figure] == CHARACTER or state.figure_at[figure] != RESERVE]


def _figure(state: State, figure: FigureId) -> str:
    setup = state.setup
    where = state.figure_at[figure]
    place = setup.grid.name(where) if where >= 0 else f"out, track {place_of(where)}" if is_on_track(where) else "not placed"
    name = state.name(figure) if state.card[figure] >= 0 else "to be picked"
    if setup.kind_of[figure] != CHARACTER:
        name += f", {KINDS[setup.kind_of[figure]]}"
    said = f"{setup.mark(figure)} {name}: {place}"
    if state.down[figure]:
        said += ", knocked down"
    if state.is_exhausted(figure):
        said += ", exhausted"
    elif state.exhaust_markers[figure]:
        said += f", markers {state.exhaust_markers[figure]}/{setup.markers(figure)}"
    has = belongings(state, figure)
    return f"{said}, with {', '.join(has)}" if has else said
