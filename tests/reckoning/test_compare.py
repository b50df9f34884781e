"""The fast board against the slow reckoning, on random boards: sight, steps, reach, push, pull, lines, enclosed areas.

The fast grid is read from the slow board's drawing, so the reader is tried too. Ten times as many with TIPOVER_SOAK=1.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest

from tipover.board import paths, sight
from tipover.board.draw import draw, read_drawing
from tipover.board.geometry import Point, Segment
from tipover.board.grid import Grid
from tipover.board.mask import Mask, mask_of, squares_of
from tipover.board.movement import Course
from tipover.board.rubble import Opening, why_no_rubble, with_rubble

from . import chance, drawn, slow
from .slow import Figures, SlowBoard, Square

TIMES = 10 if os.environ.get("TIPOVER_SOAK") == "1" else 1
SMALL, SMALL_CHUNKS = 1000 * TIMES, 20
LARGE = 20 * TIMES
LARGE_VIEWERS = 20


class Pair:
    """One random board in both forms, with the figures on it, and a way to say where the two differ."""

    def __init__(self, seed: int, columns: int, rows: int, rng: random.Random) -> None:
        self.seed = seed
        self.rng = rng
        self.board: SlowBoard = chance.random_board(rng, columns, rows)
        self.figures: Figures = chance.random_figures(rng, self.board)
        lines = [Segment(*line) for line in drawn.undrawn(self.board)]
        read = read_drawing(drawn.draw(self.board, dict.fromkeys(self.board.starts, "s")), lines)
        self.bare: Grid = read.grid
        self.starts: Mask = mask_of(read.marks["s"])
        self.enterable: Mask = self.bare.flood(self.starts)
        self.openings: list[Opening] = [Segment(*a, *b) for a, b in sorted(self.board.rubble_pieces)]
        self.openings += [Point(*point) for point in sorted(self.board.rubble_points)]
        self.grid: Grid = with_rubble(self.bare, self.openings)

    def number(self, square: Square) -> int:
        """A slow square as the grid numbers it."""
        return square[0] + square[1] * self.grid.columns

    def mask(self, squares: Iterable[Square]) -> Mask:
        """Slow squares as a mask."""
        return mask_of([self.number(square) for square in squares])

    def same(self, what: str, fast: Mask, slowly: Iterable[Square]) -> None:
        """Fail with the board drawn if the two answers differ."""
        wanted = self.mask(slowly)
        if fast != wanted:
            pytest.fail(self.told(what, fast, wanted), pytrace=False)

    def told(self, what: str, fast: Mask, wanted: Mask) -> str:
        """The board as a drawing with everything it takes to see the difference."""
        f = self.figures
        marks = {f.mover: "A"}
        for letter, group in (("B", f.allies), ("z", f.rivals_standing), ("y", f.rivals_down), ("T", f.objectives)):
            marks |= dict.fromkeys(group, letter)
        names = self.grid.names
        return (
            f"seed {self.seed}: {what}\n{drawn.draw(self.board, marks)}"
            f"lines = {drawn.undrawn(self.board)}\nrubble = {self.openings}\nstarts = {names(self.starts)}\n"
            f"A mover, B allies, z rivals, y rivals down, T objectives\n"
            f"only the fast board has {names(fast & ~wanted)}\nonly the slow one has {names(wanted & ~fast)}"
        )

    # -- the comparisons -----------------------------------------------------------------------------

    def compare(self, viewers: int) -> None:
        """Everything, with sight from so many squares."""
        self.compare_map()
        everywhere = slow.squares(self.board)
        looking = everywhere if viewers >= len(everywhere) else self.rng.sample(everywhere, viewers)
        self.compare_sight([self.figures.mover, *looking])
        self.compare_moves()
        self.compare_push_and_pull()

    def compare_map(self) -> None:
        shut = slow.enclosed(self.board)
        self.same("enclosed", self.grid.everywhere & ~self.enterable, shut)
        closed = [square for square in slow.squares(self.board) if not slow.clear(self.board, square, square)]
        self.same("covered centres", self.grid.closed, closed)
        for square in slow.squares(self.board):
            self.same(f"steps from {square}", self.grid.steps(self.number(square)), slow.adjacent(self.board, square))
        for opening in self.openings:
            if said := why_no_rubble(self.bare, opening, self.enterable):
                pytest.fail(self.told(f"Rubble on {opening}: {said}", 0, 0), pytrace=False)
        for piece in slow.borders(self.board.columns, self.board.rows):
            if not shut.isdisjoint(slow.beside(piece)):
                opening = Segment(*piece[0], *piece[1])
                assert why_no_rubble(self.bare, opening, self.enterable), self.told(f"Rubble on {opening}", 0, 0)

    def compare_sight(self, viewers: list[Square]) -> None:
        blockers = self.mask(self.figures.blockers)
        for viewer in viewers:
            rivals = self.figures.blockers - {viewer}
            self.same(
                f"seen from {viewer}",
                sight.seen_from(self.grid, self.number(viewer), blockers),
                slow.seen(self.board, viewer, rivals),
            )

    def masks(self, figures: Figures) -> tuple[Mask, Mask]:
        """Where the mover may pass and where it may stay."""
        standing = self.mask(figures.rivals_standing | figures.objectives)
        occupied = standing | self.mask(figures.allies | figures.rivals_down)
        return self.enterable & ~standing, self.enterable & ~occupied

    def compare_moves(self) -> None:
        f = self.figures
        start = self.number(f.mover)
        passable, endable = self.masks(f)
        others = (f.allies, f.rivals_standing, f.rivals_down, f.objectives)
        for steps in (0, 1, 2, 3):
            self.same(
                f"reach {steps} from {f.mover}",
                paths.reach(self.grid, start, steps, passable, endable),
                slow.reach(self.board, f.mover, steps, *others),
            )
            self.same(
                f"straight {steps} from {f.mover}",
                self.course(start, steps, passable, endable, straight=True).ends(),
                slow.straight(self.board, f.mover, steps, *others),
            )
            self.same(
                f"a token's reach {steps} from {f.mover}",
                paths.reach(self.grid, start, steps, self.enterable, self.enterable),
                slow.reach_token(self.board, f.mover, steps),
            )
        self.compare_walks(start, passable, endable)

    def compare_walks(self, start: int, passable: Mask, endable: Mask) -> None:
        """Every listed walk ends in reach, every square in reach has a walk, and a shortest one is found."""
        ends = paths.reach(self.grid, start, 2, passable, endable)
        law = self.course(start, 2, passable, endable)
        near = [*squares_of(self.grid.within(start, 1))]
        tried = [(), *((one,) for one in near), *((one, two) for one in near for two in squares_of(self.grid.within(one, 1)))]
        found = {way for way in tried if law.fault(way) is None}
        slowly = {tuple(self.number(square) for square in way) for way in self.slow_walks()}
        assert found == slowly, self.told(f"walks of 2: {sorted(found ^ slowly)} differ", 0, 0)
        walked = mask_of([walk[-1] if walk else start for walk in found])
        assert walked == ends, self.told("walks of 2", walked, ends)
        for end in squares_of(ends):
            way = paths.walk(self.grid, start, end, 2, passable)
            assert (tuple(way) in found) if end != start else way == [], self.told(f"walk to {end}", walked, ends)

    def slow_walks(self) -> Iterable[tuple[Square, ...]]:
        """Every walk of up to two steps that may end where it ends, by the slow board; squares may be crossed twice (MOV-25)."""
        f, shut = self.figures, slow.enclosed(self.board)
        standing = f.rivals_standing | f.objectives
        taken = standing | f.allies | f.rivals_down
        yield ()
        for one in slow.adjacent(self.board, f.mover):
            if one not in shut and one not in taken:
                yield (one,)
            if one in shut or one in standing:
                continue
            for two in slow.adjacent(self.board, one):
                if two == f.mover or (two not in shut and two not in taken):
                    yield (one, two)

    def course(self, start: int, steps: int, passable: Mask, endable: Mask, **bound: Mask | bool) -> Course:
        """The law of a move as the engine uses it; `bound` are its further rules, such as `away` or `straight`."""
        law = Course(self.grid, start, steps, passable, endable)
        for name, value in bound.items():
            setattr(law, name, value)
        return law

    def compare_push_and_pull(self) -> None:
        f, rng = self.figures, self.rng
        thing = f.mover
        free = [s for s in slow.squares(self.board) if s not in slow.enclosed(self.board)]
        source, goal, viewer = rng.choice(free), rng.choice(free), rng.choice(free)
        others = (f.allies, f.rivals_standing, f.rivals_down, f.objectives)
        passable, endable = self.masks(f)
        steps = rng.randint(1, 3)
        self.same(
            f"{thing} pushed {steps} from {source}",
            self.course(self.number(thing), steps, passable, endable, away=self.mask([source])).ends(),
            slow.pushed(self.board, thing, source, steps, *others),
        )
        if viewer == thing:
            return
        rivals = (f.allies | f.objectives) - {viewer, thing}
        seen = sight.seen_from(self.grid, self.number(viewer), self.mask(rivals))
        pulled = slow.pulled(self.board, thing, goal, viewer, steps, rivals, *others)
        self.same(
            f"{thing} pulled {steps} toward {goal}, seen from {viewer}",
            self.course(self.number(thing), steps, passable, endable, toward=self.mask([goal]), seen=seen, sighted=seen).ends(),
            pulled or {thing},  # unseen at the start: the fast board leaves it where it is
        )


@pytest.mark.parametrize("chunk", range(SMALL_CHUNKS))
def test_small_boards_are_reckoned_alike(chunk: int) -> None:
    for seed in range(chunk, SMALL, SMALL_CHUNKS):
        rng = random.Random(seed)
        pair = Pair(seed, rng.randint(1, 6), rng.randint(1, 6), rng)
        pair.compare(viewers=36)


@pytest.mark.parametrize("seed", range(LARGE))
def test_boards_of_10_by_12_are_reckoned_alike(seed: int) -> None:
    Pair(seed, 10, 12, random.Random(f"large {seed}")).compare(viewers=LARGE_VIEWERS)


@pytest.mark.parametrize("chunk", range(4))
def test_the_drawing_of_a_grid_is_the_drawing_it_was_read_from(chunk: int) -> None:
    for seed in range(chunk, 200 * TIMES, 4):
        rng = random.Random(f"drawn {seed}")
        board = chance.random_board(rng, rng.randint(1, 8), rng.randint(1, 8))
        text = drawn.draw(board)
        assert draw(read_drawing(text).grid) == text.rstrip("\n"), f"seed {seed}\n{text}"
