"""`tipover see` and `tipover reach`: what is seen from a square, and where a move may end."""

from __future__ import annotations

import click

from tipover.board.mask import Mask
from tipover.cards.catalog import SIDES
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, say, say_all, tell
from tipover.cli.picture import board, legend
from tipover.cli.places import place_named
from tipover.cli.walls import inner_words
from tipover.engine import field
from tipover.engine.field import seen_by
from tipover.engine.flow.actions import course
from tipover.engine.flow.moving import free_course
from tipover.engine.sightwhy import viewer_side
from tipover.engine.state import State
from tipover.play.naming import figure_named
from tipover.play.telling import count, figure_words

MOST_STEPS = 256


def _show(state: State, mask: Mask, meaning: str, names: list[str]) -> None:
    say_all(board(state, mask))
    tell(legend(state, mask, meaning))
    inside = inner_words(field.board(state))
    if inside:
        tell(f"Lines inside squares: {'; '.join(inside)}.")
    say()
    tell(f"{count(len(names), 'square')} {meaning}: {' '.join(names)}")
    there = [figure for figure, square in enumerate(state.where) if square >= 0 and state.setup.grid.name(square) in names]
    if there:
        tell("Standing there: " + ", ".join(f"{figure_words(state, f)} on {state.setup.grid.name(state.where[f])}" for f in there) + ".")


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
    looking = viewer_side(state, viewer) if side is None else SIDES.index(side)
    mask = seen_by(state, viewer, looking)
    names = grid.names(mask)
    if as_json:
        put_json({"from": grid.name(viewer), "seen": names})
        return
    _show(state, mask, f"seen from {place.words(state)}", names)


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
    if state.where[who] < 0:
        fail(f"{mark} is not on the map, so it has nowhere to move from (TRN-6).")
    law = course(state, who) if steps is None else free_course(state, who, steps)
    mask = law.ends()
    names = state.setup.grid.names(mask)
    if as_json:
        put_json({"figure": mark, "steps": law.steps, "squares": names})
        return
    _show(state, mask, f"where {mark} may end a move of {law.steps}", names)
    if state.down[who]:
        tell(f"{mark} is knocked down: it has to stand up before it can move (TRN-4).")
