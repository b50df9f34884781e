"""Perft: how many ways a scene can go on. The counts come from `slow.py`, a second reckoning from the ledger alone.

The smallest three by hand (a question with one answer is not asked; chance options count once):

alone: A may stay, go to b1 or c1, or end: 4. After each of 3 moves the same 4 again, after `end` b, shut in, has
2 (stay, end): 3 · 4 + 2 = 14. Then 9 double moves and 3 moves with an end leave b its 2; after A's end b stays
(2 more) or ends, and being first in the new round has its 2 again: 9 · 2 + 3 · 2 + 2 + 2 = 28.

face to face: stay, challenge, end: 3. Stay → 3; challenge → a roll of 2 dice has 6 outcomes; end → b's 3: 12.
Stay → (stay → b's 3, challenge → 6, end → 3); challenge → 6 · 6; end → (3, 6, and 3 in the next round): 60.

down: rally or end: 2; then b the same: 4. Whoever rallied, b begins the next round: standing it may stay,
challenge or end, lying it may rally or end: 2 · (3 + 2) = 10.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from perft.slow import leaves, read
from tipover import load, read_scene
from tipover.play.dice import Stream
from tipover.play.perft import perft
from tipover.play.scene import scene_state

HERE = Path(__file__).parent

COUNTS = {
    "01_alone": (4, 14, 28),
    "02_face_to_face": (3, 12, 60),
    "03_down": (2, 4, 10),
    "04_open_field": (2, 18, 190),
    "05_walls": (4, 20, 99),
    "06_crowd": (13, 108, 426),
    "07_last_action": (9, 22, 68),
    "08_full_home": (7, 18, 76),
    "09_points": (8, 71, 551),
    "10_first_knock_out": (4, 16, 66),
    "11_three_sides": (6, 34, 116),
    "12_enclosed": (6, 35, 135),
}


def test_every_scene_has_its_counts():
    assert sorted(path.stem for path in HERE.glob("*.toml")) == sorted(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_engine_counts_what_stands_here(name, depth):
    state = read_scene(HERE / f"{name}.toml")
    before = state.digest()
    assert perft(state, depth) == COUNTS[name][depth - 1]
    assert state.digest() == before


@pytest.mark.parametrize("name", COUNTS)
def test_the_slow_reckoning_counts_the_same(name):
    board, game = read((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    assert tuple(leaves(board, game, depth) for depth in (1, 2, 3)) == COUNTS[name]


def test_no_depth_is_one_leaf_and_so_is_a_finished_game():
    state = read_scene(HERE / "10_first_knock_out.toml")
    assert perft(state, 0) == 1
    assert perft(scene_state('drawing = " . . "\n'), 3) == 1


def random_board(stream: Stream) -> str:
    """Two to five basic characters on a board of up to 5 × 4, some down, some exhausted, some on the track."""
    columns, rows = 1 + stream.randrange(5), 1 + stream.randrange(4)
    cells = [["#" if stream.randrange(9) == 0 else "." for _ in range(columns)] for _ in range(rows)]
    free = [(c, r) for r in range(rows) for c in range(columns) if cells[r][c] == "."]
    if len(free) < 2:
        return random_board(stream)
    figures, track = [], {"light": [], "dark": [], "third": []}
    for mark, side in zip("AbCdT", ("light", "dark", "light", "dark", "third"), strict=True):
        if mark not in "Ab" and stream.randrange(2):
            continue
        entry = f'{mark} = {{ side = "{side}"'
        if free and (mark in "Ab" or stream.randrange(4)):
            c, r = free.pop(stream.randrange(len(free)))
            cells[r][c] = mark
            entry += ", down = true" if stream.randrange(3) == 0 else ""
        else:
            track[side].append(mark)
        figures.append(entry + (", exhausted = true }" if stream.randrange(3) == 0 else " }"))
    wall = [
        "+" + "+".join("---" if r in (0, rows) or stream.randrange(5) == 0 else "   " for _ in range(columns)) + "+"
        for r in range(rows + 1)
    ]
    lines = [wall[0]]
    for r in range(rows):
        lines.append("".join(("|" if c == 0 or stream.randrange(5) == 0 else " ") + f" {cells[r][c]} " for c in range(columns)) + "|")
        lines.append(wall[r + 1])
    text = 'drawing = """\n' + "\n".join(lines) + '\n"""\n'
    scenario = ["", "First game (Golden Girls)", "First game (Marvel, Game of Thrones)"][stream.randrange(3)]
    text += f'scenario = "{scenario}"\n' if scenario else ""
    text += f'first = "{("light", "dark")[stream.randrange(2)]}"\n'
    text += "[figures]\n" + "\n".join(figures) + "\n"
    for side, marks in track.items():
        if marks:
            text += f"[sides.{side}]\ntrack = [{marks}, [], [], []]\npoints = {stream.randrange(3)}\n"
    return text


@pytest.mark.parametrize("part", range(4))
def test_both_reckonings_agree_on_random_boards(part):
    stream = Stream(part, "perft")
    catalog = load()
    for _ in range(60):
        text = random_board(stream)
        state = scene_state(text, "board", catalog)
        board, game = read(text)
        for depth in (1, 2):
            assert perft(state, depth) == leaves(board, game, depth), text
        if perft(state, 2) < 60:
            assert perft(state, 3) == leaves(board, game, 3), text
