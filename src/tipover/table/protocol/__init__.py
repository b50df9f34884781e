"""The wire: every message between server and browser, as types.

`docs/protocol.md` and `web/src/lib/protocol.ts` are generated from here (`python3 run.py generate`).
Squares are numbers, `column + row × columns`, or -1 for none. Things are numbers: figures from 0, pieces from 256 (`PIECE`).
Sides are words: `light`, `dark`, `third`, `fourth`, or `""` for none. Coordinates of walls are in quarter squares.
"""
