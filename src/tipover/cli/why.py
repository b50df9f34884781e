"""`tipover why`: why a line of play is refused, or a square seen or not."""

from __future__ import annotations

import click

from tipover.cards.catalog import SIDES
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, say, tell
from tipover.cli.words import reason_lines
from tipover.engine.codec import reason_json
from tipover.engine.reason import Reason
from tipover.engine.sightwhy import as_square, why_not_seen, why_seen
from tipover.engine.state import State
from tipover.play.notation import why_not


@click.command("why")
@click.argument("scene")
@click.argument("words", metavar="LINE | FROM TO", nargs=-1, required=True)
@click.option("--side", type=click.Choice(SIDES), help="Look as this side. [default: whoever stands there]")
@json_option
@packs_option
def why_command(scene: str, words: tuple[str, ...], side: str | None, as_json: bool) -> None:
    """Why LINE is refused in SCENE, or why the square TO is seen or not from FROM; - is standard input.

    `tipover why scene.toml "A: move c4"` · `tipover why scene.toml a1 c4` · `tipover why scene.toml A b`
    """
    state = read_state(scene)
    if len(words) == 2 and all(as_square(state, word) >= 0 for word in words):
        _sight(state, words[0], words[1], None if side is None else SIDES.index(side), as_json)
        return
    line = " ".join(words)
    reasons = why_not(state, line)
    if as_json:
        put_json({"line": line, "allowed": not reasons, "reasons": [reason_json(state, one) for one in reasons]})
        return
    say(f"'{line}' is {'not ' if reasons else ''}allowed.")
    _tell(state, reasons)


def _sight(state: State, start: str, end: str, side: int | None, as_json: bool) -> None:
    name = state.setup.grid.name
    a, b = as_square(state, start), as_square(state, end)
    seen = why_seen(state, a, b, side)
    reasons = seen or why_not_seen(state, a, b, side)
    if as_json:
        told = [reason_json(state, one) for one in reasons]
        put_json({"from": name(a), "to": name(b), "seen": bool(seen), "reasons": told})
        return
    say(f"{name(b)} is {'seen' if seen else 'not seen'} from {name(a)}.")
    _tell(state, reasons)


def _tell(state: State, reasons: list[Reason]) -> None:
    for line in reason_lines(reasons):
        tell(f"  {line}", "  ")
