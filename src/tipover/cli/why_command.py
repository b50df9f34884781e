"""`tipover why`: why a line of play is refused, or a square seen or not."""

from __future__ import annotations

import click

from tipover.cards.catalog import SIDES
from tipover.cli.asides import idle_words, sight_between, tell_sight
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, tell
from tipover.cli.typed_lines import reasons_against
from tipover.cli.typed_places import TypedPlace, two_places
from tipover.engine.codec import reason_json
from tipover.engine.core.ids import Side, side_named
from tipover.engine.core.state import State
from tipover.play.narrate import reason_lines


@click.command("why")
@click.argument("scene")
@click.argument("words", metavar="LINE | FROM TO", nargs=-1, required=True)
@click.option("--side", type=click.Choice(SIDES), help="Look as this side. [default: whoever stands there]")
@json_option
@packs_option
def why_command(scene: str, words: tuple[str, ...], side: str | None, as_json: bool) -> None:
    """Why LINE is refused in SCENE, or why the square TO is seen or not from FROM; - is standard input.

    `tipover why scene.toml "A: move c4"` · `tipover why scene.toml a1 c4` · `tipover why scene.toml A b`

    D2 is the figure of that mark, d2 the square; a figure's name may be begun. With --json, `idle` says why an ability
    would do nothing now, and `walls` are [x1, y1, x2, y2] in quarter squares from the map's upper left corner: a square
    is 4 wide and 4 high.
    """
    state = read_state(scene)
    places = two_places(state, [part for word in words for part in word.split()])
    if places is not None:
        _sight(state, *places, None if side is None else side_named(side), as_json)
        return
    line = " ".join(words)
    reasons = reasons_against(state, line)
    idle = "" if reasons else idle_words(state, line)
    if as_json:
        found = {"line": line, "allowed": not reasons, "reasons": [reason_json(state, one) for one in reasons]}
        put_json(found | {"idle": idle} if idle else found)
        return
    tell(f"'{line}' is {'not ' if reasons else ''}allowed.{f' {idle}' if idle else ''}")
    for told in reason_lines(state, reasons):
        tell(f"  {told}", "  ")


def _sight(state: State, start: TypedPlace, end: TypedPlace, side: Side | None, as_json: bool) -> None:
    if not as_json:
        tell_sight(state, start, end, side)
        return
    name = state.setup.grid.name
    is_seen, reasons = sight_between(state, start, end, side)
    told = [reason_json(state, one) for one in reasons]
    put_json({"from": name(start.square), "to": name(end.square), "seen": is_seen, "reasons": told})
