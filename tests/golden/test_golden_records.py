"""F7: records of every release replay to the same position after every choice. `TIPOVER_GOLDEN=1` writes those of this release anew.

One file for each release, `VERSION.xz`: a line of JSON for each game with its set-up, its choices, and one digest over the
digests of all positions. Files of earlier releases are never written again.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from pathlib import Path
from typing import Any

import pytest

from kit.hostile import SOAK
from laws.players import choose
from tipover import Match, arrange, load
from tipover.engine.core.version import __version__
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE, Wish, deal
from tipover.play.dice import SeededDice, Stream

HERE = Path(__file__).parent
NOW = HERE / f"{__version__}.xz"
GAMES = 504
SAMPLE = 1 if SOAK else 21  # one game in so many is replayed
MODES = (TWO, THREE, TEAMS, FFA_3, FFA_4, FIRST, ULTIMATE)
ROUNDS = 2
EAGER = 80
MOST = 400  # choices

Json = dict[str, Any]


def digest_over(parts: list[str]) -> str:
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:32]


def played(number: int) -> Json:
    """A short game of any map, scenario, teams and attachments."""
    wish = Wish(MODES[number % len(MODES)], rounds=ROUNDS, dealt=number % 3 != 0)
    setup = deal(load(), f"golden {__version__} {number}", wish)
    match = Match(arrange(load(), setup), SeededDice(f"golden {number}"))
    stream = Stream(f"golden {number}", "players")
    while not match.over and len(match.choices) < MOST:
        match.play(choose(match.state, stream, EAGER))
    return {"setup": setup, "lines": match.lines, "digest": digest_over(digests(setup, match.lines))}


def digests(setup: Json, lines: list[str]) -> list[str]:
    """The digest of the position after each choice; dice are as written."""
    match = Match(arrange(load(), setup), None)
    found = [match.state.digest()]
    for line in lines:
        match.play(line)
        found.append(match.state.digest())
    return found


def release(file: Path) -> list[Json]:
    return [json.loads(line) for line in lzma.decompress(file.read_bytes()).decode().splitlines()]


@pytest.mark.parametrize("file", sorted(HERE.glob("*.xz")), ids=lambda file: file.stem)
def test_records_of_a_release_replay_to_the_same_positions(file: Path) -> None:
    games = release(file)
    assert len(games) >= 500
    for number, game in enumerate(games):
        if number % SAMPLE == 0:
            assert digest_over(digests(game["setup"], game["lines"])) == game["digest"], f"game {number} of {file.stem}"


def test_this_release_has_its_records() -> None:
    if os.environ.get("TIPOVER_GOLDEN"):
        games = [json.dumps(played(number), separators=(",", ":"), ensure_ascii=False) for number in range(GAMES)]
        NOW.write_bytes(lzma.compress("\n".join(games).encode(), preset=9))
    assert NOW.is_file(), "run `python3 run.py generate --golden`"
