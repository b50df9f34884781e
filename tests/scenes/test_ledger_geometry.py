"""Sight, steps, pushes, pulls and places on random maps, reckoned a second time from the ledger's words with fractions.

Nothing here is the engine's: squares are 4 × 4 quarter squares, a line is tried against every obstruction, a way is every way.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from kit.marks import rule
from kit.table import Game
from kit.texts import card_with
from tipover.cli.entry import tipover
from tipover.play.scene import scene_state

Point = tuple[int, int]
LIGHT, MARKS = "light", {"A": "light", "B": "light", "x": "dark", "y": "dark", "z": "dark", "p": "third", "q": "third"}


def turn_of(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def lies_on(a: Point, b: Point, c: Point) -> bool:
    return turn_of(a, b, c) == 0 and min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common; a touch counts (MAP-5)."""
    across = turn_of(a, b, c) * turn_of(a, b, d) < 0 and turn_of(c, d, a) * turn_of(c, d, b) < 0
    return across or lies_on(a, b, c) or lies_on(a, b, d) or lies_on(c, d, a) or lies_on(c, d, b)


def is_crossed(a: Point, b: Point, square: Point) -> bool:
    """Whether a line passes through the inside of a square; along its border or through its corner is not inside (SEE-4)."""
    low, high = Fraction(0), Fraction(1)
    for k in (0, 1):
        near, far, step = 4 * square[k] - a[k], 4 * square[k] + 4 - a[k], b[k] - a[k]
        if step == 0:
            if not near < 0 < far:
                return False
            continue
        first, last = sorted((Fraction(near, step), Fraction(far, step)))
        low, high = max(low, first), min(high, last)
    return low < high


def middle(square: Point) -> Point:
    return 4 * square[0] + 2, 4 * square[1] + 2


def far(a: Point, b: Point) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def name(square: Point) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class Board:
    """A random map with figures: walls, lines inside squares, covered and obscured squares, some who lie."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.wide, self.high = draw.randint(2, 7), draw.randint(1, 6)
        self.squares = [(c, r) for r in range(self.high) for c in range(self.wide)]
        self.ground = {square: draw.choice(".........~~#") for square in self.squares}
        often = draw.choice((0, 0.1, 0.25))
        self.right = {(c, r) for c, r in self.squares if c + 1 < self.wide and draw.random() < often}
        self.below = {(c, r) for c, r in self.squares if r + 1 < self.high and draw.random() < often}
        self.lines: list[list[int]] = []
        for _ in range(draw.choice((0, 1, 3))):
            x, y = draw.randint(0, 4 * self.wide), draw.randint(0, 4 * self.high)
            to = min(4 * self.wide, max(0, x + draw.randint(-4, 4))), min(4 * self.high, max(0, y + draw.randint(-4, 4)))
            self.lines += [[x, y, *to]] if to != (x, y) else []
        self.walls: list[tuple[Point, Point]] = [((x, y), (to_x, to_y)) for x, y, to_x, to_y in self.lines]
        self.walls += [((4 * c + 4, 4 * r), (4 * c + 4, 4 * r + 4)) for c, r in self.right]
        self.walls += [((4 * c, 4 * r + 4), (4 * c + 4, 4 * r + 4)) for c, r in self.below]
        for c, r in (square for square in self.squares if self.ground[square] == "#"):
            corners = [(4 * c, 4 * r), (4 * c + 4, 4 * r), (4 * c + 4, 4 * r + 4), (4 * c, 4 * r + 4)]
            self.walls += zip(corners, corners[1:] + corners[:1], strict=True)
        self.covered = {one for one in self.squares if self.ground[one] == "#" or any(lies_on(*wall, middle(one)) for wall in self.walls)}
        free = [one for one in self.squares if one not in self.covered]
        draw.shuffle(free)
        self.at = dict(zip(list(MARKS)[: draw.randint(2, len(MARKS))], free, strict=False))
        self.down = {mark for mark in self.at if mark != "A" and draw.random() < 0.25}

    def text(self, rule: str = "") -> str:
        taken = {square: mark for mark, square in self.at.items()}
        rows = ["+" + "---+" * self.wide]
        for r in range(self.high):
            cells, under = "|", "+"
            for c in range(self.wide):
                ground, mark = self.ground[c, r], taken.get((c, r), "")
                cells += ("~" if mark and ground == "~" else " ") + (mark or ground) + " "
                cells += "|" if c + 1 == self.wide or (c, r) in self.right else " "
                under += "---+" if r + 1 == self.high or (c, r) in self.below else "   +"
            rows += [cells, under]
        text = 'turn = "A"\ndrawing = """\n' + "\n".join(rows) + f'\n"""\nlines = {self.lines}\n[figures]\n'
        for mark in self.at:
            who = ', character = "Tester"' if rule and mark == "A" else ""
            text += f'{mark} = {{ side = "{MARKS[mark]}", down = {str(mark in self.down).lower()}{who} }}\n'
        return text + '[sides.light]\npool = ["red"]\n'

    @cache  # noqa: B019 - a few boards
    def is_clear(self, a: Point, b: Point) -> bool:
        return not any(meet(middle(a), middle(b), *wall) for wall in self.walls)

    def sees(self, viewer: Point, square: Point, side: str) -> bool:
        """SEE-1 to SEE-7 and SEE-10."""
        if viewer == square:
            return True
        if not self.is_clear(viewer, square) or (self.ground[square] == "~" and far(viewer, square) > 1):
            return False
        standing = {at for mark, at in self.at.items() if MARKS[mark] != side and mark not in self.down}
        return not any(
            one not in (viewer, square)
            and is_crossed(middle(viewer), middle(square), one)
            and (self.ground[one] == "~" or (one in standing and self.sees(viewer, one, side)))
            for one in self.squares
        )

    def is_adjacent(self, a: Point, b: Point) -> bool:
        return far(a, b) == 1 and self.is_clear(a, b)

    def ends(self, mark: str, most: int, may: Callable[[Point, Point], bool] = lambda a, b: True, through: bool = False) -> list[str]:
        """Where a move may end (MOV-1 to MOV-7); `may` judges each step."""
        start, others = self.at[mark], {at: one for one, at in self.at.items() if one != mark}
        reached, edge = {start}, {start}
        for _ in range(most):
            edge = {
                b
                for a in edge
                for b in self.squares
                if b not in self.covered and self.is_adjacent(a, b) and may(a, b)
                if through or b not in others or MARKS[others[b]] == MARKS[mark] or others[b] in self.down
            }
            reached |= edge
        return sorted(name(one) for one in reached if one not in others)

    def enterable(self) -> set[Point]:
        """What steps lead to from any figure (MAP-3)."""
        found, edge = set(self.at.values()), list(self.at.values())
        while edge:
            here = edge.pop()
            new = [one for one in self.squares if one not in found and one not in self.covered and self.is_adjacent(here, one)]
            found.update(new)
            edge += new
        return found

    def from_square(self, mark: str, square: Point, viewer: str, goal: Point) -> bool:
        """Whether a figure sees a square while another one (or itself) stands elsewhere on its way."""
        before = self.at[mark]
        self.at[mark] = square
        seen = self.sees(self.at[viewer], goal, MARKS[viewer])
        self.at[mark] = before
        return seen


def boards(count: int) -> Iterator[Board]:
    return (board for board in map(Board, range(count)) if "A" in board.at and "x" in board.at)


def asked(*words: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(CliRunner().invoke(tipover, [*words, "--json"]).stdout)
    return found


@rule("SEE-1", "SEE-2", "SEE-3", "SEE-4", "SEE-5", "SEE-7", "MOV-1", "MOV-2", "MOV-4", "MOV-5", "MOV-6")
def test_what_is_seen_and_where_a_move_ends(tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    for board in boards(40):
        file.write_text(board.text(), encoding="utf-8")
        for mark in list(board.at)[:4]:
            here = board.at[mark]
            seen = [name(one) for one in board.squares if board.sees(here, one, MARKS[mark])]
            assert asked("see", str(file), name(here)) == {"from": name(here), "seen": seen}, board.text()
            if mark not in board.down:
                found = asked("reach", str(file), mark, "3")["squares"]
                assert isinstance(found, list) and sorted(found) == board.ends(mark, 3), board.text()


def squares_asked(board: Board, text: str, *picks: str) -> list[str]:
    """The squares that a text asks for, after some picks; a single one is not asked for."""
    game = Game(scene_state(board.text(text), "scene", card_with(text)))
    game.play("A: Try")
    for pick in picks:
        if pick in game.options:
            game.play(pick)
    return sorted({line.split()[-1] for line in game.options if line.startswith("> ")})


def answers(board: Board, rival: str) -> dict[str, list[str]]:
    """Some texts, and the squares that each may bring its figure to."""
    here, there = board.at["A"], board.at[rival]
    taken = {at for mark, at in board.at.items() if mark != "A"}
    places = [one for one in board.enterable() - taken if far(here, one) <= 2]
    rivals = [mark for mark in board.at if MARKS[mark] != LIGHT]

    def is_pulled(a: Point, b: Point) -> bool:
        return far(b, here) < far(a, here) and board.from_square(rival, a, "A", b)

    def is_toward(a: Point, b: Point) -> bool:
        return far(b, there) < far(a, there) and board.from_square("A", a, "A", there) and board.from_square("A", a, "A", b)

    alone = [one for one in places if not any(board.is_adjacent(board.at[mark], one) for mark in rivals)]
    hidden = [one for one in places if not any(board.sees(board.at[mark], one, MARKS[mark]) for mark in rivals)]
    return {
        "Move 3, through rivals.": board.ends("A", 3, through=True),
        "Place this within 2 and in sight.": sorted(name(one) for one in places if board.sees(here, one, LIGHT)),
        "Place this within 2 and not adjacent to a rival.": sorted(map(name, alone)),
        "Place this within 2 and not in sight of a rival.": sorted(map(name, hidden)),
        "Choose a rival within 9. Push it 2.": board.ends(rival, 2, lambda a, b: far(b, here) > far(a, here)),
        "Choose a rival within 9. Pull it 2.": board.ends(rival, 2, is_pulled) if board.sees(here, there, LIGHT) else [name(there)],
        "Choose a rival within 9. Move 3 toward it.": board.ends("A", 3, is_toward),
    }


@rule("MOV-11", "MOV-13", "MOV-22", "MOV-24", "ADJ-1", "DST-1", "DST-2", "MAP-3")
def test_where_a_text_may_bring_somebody() -> None:
    for board in boards(40):
        for text, squares in answers(board, "x").items():
            found = squares_asked(board, text, "> x")
            assert found == squares or (not found and len(squares) < 2), f"{text}\n{board.text()}"


@rule("CHA-7", "CHA-19", "CHA-26")
@pytest.mark.parametrize("attack", range(5))
def test_the_odds_are_those_of_every_roll_counted(attack: int) -> None:
    def rolls(dice: int, faces: tuple[int, ...]) -> list[int]:
        sums = [0]
        for _ in range(dice):
            sums = [one + face for one in sums for face in faces]
        return sums

    for defense in range(4):
        challenger, defender = rolls(attack, (1, 1, 1, 0, 0, 3)), rolls(defense, (0, 0, 0, 1, 1, 3))
        won = sum(sum(one > other for other in set(defender) for _ in range(defender.count(other))) for one in challenger)
        assert Fraction(str(asked("odds", str(attack), str(defense))["exact"])) == Fraction(won, 6 ** (attack + defense))
