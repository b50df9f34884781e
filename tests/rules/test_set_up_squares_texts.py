"""Where the game put a thing first, in a game that was set up: no drawing tells it (CDN-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import arrange, load

MAP = """
name = "Track"
wall = "yellow"
sides = [2]
scenarios = ["Relay"]
drawing = '''
+---+---+---+---+---+---+
| l   .   .   S   .   d |
+---+---+---+---+---+---+
'''
[areas]
"start light" = "l"
"start dark" = "d"
Scoring = "S"
[points]
"""
SCENARIO = """
name = "Relay"
points = [6, 10]
areas = ["Scoring"]
rule = "As an interact, a character of yours may take an adjacent Baton marker. When a character of yours with the Baton marker is knocked down, put the Baton marker on the 1 of your track."
table = "At the start of the game, place the Baton marker in the Scoring area.{table}"
[[marker]]
name = "Baton"
number = 1
{own}
"""


@rule("CDN-3")
@pytest.mark.parametrize(
    ("table", "own"),
    [
        (" When the Baton marker returns, place it in its set-up square.", ""),
        ("", 'rule = "When this returns, place this in its set-up square."'),
    ],
    ids=["the table's rule", "the marker's own"],
)
def test_a_marker_that_a_text_laid_out_comes_back_to_where_it_lay_first(table: str, own: str, tmp_path: Path):
    for name, text in (
        ("pack.toml", 'name = "Relay"\nversion = "0.1.0"\nneeds = ["core"]\nwall = "yellow"\nshort = "RL"\n'),
        ("maps/track.toml", MAP),
        ("scenarios/relay.toml", SCENARIO.format(table=table, own=own)),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    sides = [{"side": "light", "figures": ["Lifeguard"]}, {"side": "dark", "figures": ["Henchman"]}]
    game = Game(arrange(load(tmp_path), {"map": "Track", "scenario": "Relay", "sides": sides}).start())
    game.play("flip light")
    game.play("L1: move c1", "L1: interact Baton", "D1: move d1", "D1: challenge L1", "roll b b", "roll b b")
    assert (game["L1.down"], game["L1.carries"], game["round"]) == (True, [], 2), "both have had their turn: the baton is off the 1"
    assert [game.state.setup.grid.name(at) for at in game.state.piece_at if at >= 0] == ["d1"]
