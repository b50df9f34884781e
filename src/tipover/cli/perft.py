"""`tipover perft`: how many ways a scene can go on, to a depth; the count guards the rules."""

from __future__ import annotations

import click

from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, say
from tipover.engine.run import apply
from tipover.play.notation import notate
from tipover.play.perft import perft

DEEPEST = 12


@click.command("perft")
@click.argument("scene")
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, help="The count behind each first choice too.")
@json_option
@packs_option
def perft_command(scene: str, depth: int, divide: bool, as_json: bool) -> None:
    """Count the ways SCENE can go on for DEPTH choices, each chance option once; - is standard input."""
    state = read_state(scene)
    parts: dict[str, int] = {}
    if divide and depth > 0 and state.decision is not None:
        for option in state.decision.options:
            after = state.clone()
            apply(after, option)
            parts[notate(state, option)] = perft(after, depth - 1)
        total = sum(parts.values())
    else:
        total = perft(state, depth)
    if as_json:
        put_json({"depth": depth, "leaves": total, **({"divide": parts} if divide else {})})
        return
    for line, number in parts.items():
        say(f"{number:>12,}  {line}")
    say(f"{total:,} leaves at depth {depth}")
