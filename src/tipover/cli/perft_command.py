"""`tipover perft`: how many ways a scene can go on, to a depth; the count guards the rules."""

from __future__ import annotations

import os
import sys
import time

import click

from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import read_state
from tipover.cli.out import put_json, say
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.notation.writing import notate
from tipover.play.perft import perft

DEEPEST = 12
QUIET_SECONDS = 1.0


class _Watch:
    """The progress of the count, printed on standard error if that is a terminal and it takes more than a second."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.shown = False
        self.leaves = 0
        self.about = ""
        self.seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def note(self, about: str = "", leaves: int = 0) -> None:
        """Add to the count, and print it if it is time."""
        self.about = about or self.about
        self.leaves += leaves
        if self.seen and time.monotonic() - self.began > QUIET_SECONDS:
            self.shown = True
            print(f"\r{self.about}, {self.leaves:,} leaves so far".ljust(60), end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clear the line."""
        if self.shown:
            print("\r".ljust(61) + "\r", end="", file=sys.stderr, flush=True)


def _counted(state: State, depth: int, watched: _Watch) -> int:
    """The leaves behind a choice, noted one further choice at a time."""
    ask = state.decision
    if depth <= 1 or ask is None:
        leaves = perft(state, depth)
        watched.note(leaves=leaves)
        return leaves
    total = 0
    for option in ask.options:
        after = state.clone()
        apply(after, option)
        leaves = perft(after, depth - 1)
        watched.note(leaves=leaves)
        total += leaves
    return total


@click.command("perft")
@click.argument("scene")
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, help="The count behind each first choice too.")
@json_option
@packs_option
def perft_command(scene: str, depth: int, divide: bool, as_json: bool) -> None:
    """Count the ways SCENE can go on for DEPTH choices, each chance option once; - is standard input."""
    state = read_state(scene)
    watched = _Watch()
    parts: dict[str, int] = {}
    total = 1
    if depth > 0 and state.decision is not None:
        for option in state.decision.options:
            after = state.clone()
            apply(after, option)
            watched.note(f"{len(parts)} of {len(state.decision.options)} first choices")
            parts[notate(state, option)] = _counted(after, depth - 1, watched)
        total = sum(parts.values())
    watched.end()
    if as_json:
        put_json({"depth": depth, "leaves": total, **({"divide": parts} if divide else {})})
        return
    for line, number in parts.items() if divide else ():
        say(f"{number:>12,}  {line}")
    say(f"{total:,} leaves at depth {depth}")
