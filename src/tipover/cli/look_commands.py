"""`tipover see` and `tipover reach`: what is seen from a square, and where a move may end."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tipover.board.mask import Mask
from tipover.cards.catalog import SIDES
from tipover.cli.asides import tell_concealed
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, say, say_all, tell
from tipover.cli.picture import board, legend
from tipover.cli.typed_places import place_named
from tipover.cli.walls import inner_words
from tipover.engine.core.ids import FigureId, side_named
from tipover.engine.core.state import State
from tipover.engine.explain.sight import concealed_there, viewer_side
from tipover.engine.queries import board as boards
from tipover.engine.queries.board import seen_by
from tipover.engine.queries.figures import basic_course, free_course
from tipover.play.notation.typed_names import figure_named
from tipover.play.printers import count, figure_words

MOST_STEPS = 256


def _show(state: State, mask: Mask, meaning: str, names: list[str], hidden: Sequence[FigureId] = ()) -> None:
    say_all(board(state, mask))
    tell(legend(state, mask, meaning))
    inside = inner_words(boards.board(state))
    if inside:
        tell(f"Lines inside squares: {'; '.join(inside)}.")
    say()
    tell(f"{count(len(names), 'square')} {meaning}: {' '.join(names)}")
    there = [
        figure
        for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True)
        if square >= 0 and figure not in hidden and state.setup.grid.name(square) in names
    ]
    if there:
        tell(
            "Standing there: " + ", ".join(f"{figure_words(state, f)} on {state.setup.grid.name(state.figure_at[f])}" for f in there) + "."
        )


@click.command("see")
@click.argument("scene")
@click.argument("square")
@click.option("--side", type=click.Choice(SIDES), help="Look as this side: its rivals block. [default: whoever stands there]")
@json_option
@packs_option
def see_command(scene: str, square: str, side: str | None, as_json: bool) -> None:
    """What is seen from SQUARE (or from the figure with that mark) in SCENE; - is standard input.

    D2 is the figure of that mark, d2 the square. Whoever stands there looks; from an empty square nobody blocks, unless --side says who looks.
    """
    state = read_state(scene)
    grid = state.setup.grid
    place = place_named(state, square)
    viewer = place.square
    looking = viewer_side(state, viewer) if side is None else side_named(side)
    mask = seen_by(state, viewer, looking)
    names = grid.names(mask)
    hidden = concealed_there(state, mask, looking)
    if as_json:
        named = {"concealed": [state.setup.mark(figure) for figure in hidden]} if hidden else {}
        put_json({"from": grid.name(viewer), "seen": names, **named})
        return
    _show(state, mask, f"seen from {place.words(state)}", names, hidden)
    tell_concealed(state, mask, looking)


@click.command("reach")
@click.argument("scene")
@click.argument("figure")
@click.argument("steps", type=click.IntRange(0, MOST_STEPS), required=False)
@json_option
@packs_option
def reach_command(scene: str, figure: str, steps: int | None, as_json: bool) -> None:
    """Where a move of FIGURE in SCENE may end, with up to STEPS squares (as many as its basic move has now); - is standard input."""
    state = read_state(scene)
    who = figure_named(state, figure)
    mark = state.setup.mark(who)
    if state.figure_at[who] < 0:
        fail(f"{mark} is not on the map, so it has nowhere to move from (TRN-6).")
    law = basic_course(state, who) if steps is None else free_course(state, who, steps)
    mask = law.ends()
    names = state.setup.grid.names(mask)
    if as_json:
        put_json({"figure": mark, "steps": law.steps, "squares": names})
        return
    _show(state, mask, f"where {mark} may end a move of {law.steps}", names)
    if state.down[who]:
        tell(f"{mark} is knocked down: it has to stand up before it can move (TRN-4).")
