"""What a seat sees: as the state has it, the same however it came to look, and nothing it may not know."""

from __future__ import annotations

import os

import numpy as np
import pytest

from laws.players import COMBINATIONS, choose, own_setup
from tipover import Setup, State, arrange, load, view
from tipover.cards.catalog import COLOURS
from tipover.engine.core.setup import PieceSlot
from tipover.envs.action_numbers import EDGE, FIGURES, PIECES, Numbering
from tipover.envs.core import Core
from tipover.envs.layout import FIGURE_ROWS, GLOBALS, PIECE_ROWS, PLANES, at, plane
from tipover.envs.observe import Observer
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
PARTS = ("planes", "figures", "pieces", "globals")
ROW = {part.name: k for k, part in enumerate(FIGURE_ROWS)}
PIECE_ROW = {part.name: k for k, part in enumerate(PIECE_ROWS)}


def same(one: Observer, other: Observer) -> list[str]:
    """The parts in which two observers differ."""
    return [part for part in PARTS if not np.array_equal(getattr(one, part), getattr(other, part))]


def marked(observer: Observer, name: str) -> dict[str, int]:
    """The squares of a plane that are not 0, by name, with their values."""
    rows, columns = np.nonzero(observer.planes[plane(name)])
    return {
        f"{'abcdefghijklmnop'[column]}{row + 1}": int(observer.planes[plane(name), row, column])
        for row, column in zip(rows, columns, strict=True)
    }


def check(state: State, observer: Observer) -> None:
    """Reckon the moving parts of an observation again, slowly, from the state's own words."""
    setup, grid = state.setup, state.setup.grid
    own = next((side for side in setup.sides if state.team[side] >= 0 and observer.seat in state.seats_of(side)), None)
    if own is None:
        return
    order = [side for k in range(4) for side in [(own + k) % 4] if side in setup.sides]
    names = ["own side", "next side clockwise", "second next side", "third next side"]
    on_map = [figure for figure, square in enumerate(state.figure_at) if square >= 0]
    name = {figure: grid.name(state.figure_at[figure]) for figure in on_map}
    for whose, side in zip(names, order, strict=False):
        assert set(marked(observer, f"figure, {whose}")) == {name[figure] for figure in on_map if setup.side_of[figure] == side}
    assert set(marked(observer, "down")) == {name[figure] for figure in on_map if state.down[figure]}
    assert marked(observer, "exhausted") == {
        name[figure]: state.exhaust_markers[figure] for figure in on_map if state.exhaust_markers[figure]
    }
    assert marked(observer, "figure number") == {name[figure]: figure + 1 for figure in on_map}
    letters = {grid.name(state.piece_at[p]) for p, slot in enumerate(setup.pieces) if slot.letter and state.piece_at[p] >= 0}
    assert set(marked(observer, "point marker")) == letters
    for figure in range(len(state.figure_at[:FIGURES])):
        square = int(observer.figures[ROW["square"], figure])
        told = f"{'abcdefghijklmnop'[square % EDGE]}{square // EDGE + 1}" if square >= 0 else None
        assert told == name.get(figure)
        assert observer.figures[ROW["card"], figure] - 1 in (state.card[figure], state.secret[figure])
        assert observer.figures[ROW["side"], figure] == order.index(setup.side_of[figure])
    for piece, slot in enumerate(setup.pieces[:PIECES]):
        assert observer.pieces[PIECE_ROW["holder"], piece] - 1 == state.piece_holder[piece]
        assert observer.pieces[PIECE_ROW["card"], piece] == card_of(slot)
    for k, side in enumerate(order):
        assert observer.globals[at("points") + k] == state.points[side]
        for c in range(len(COLOURS)):
            assert observer.globals[at("pool") + 4 * k + c] == state.pool[side * 4 + c]
            for place in range(4):
                assert observer.globals[at("track") + 16 * k + 4 * place + c] == state.track[side * 16 + 4 * place + c]
    assert observer.globals[at("round")] == state.round
    assert observer.globals[at("is asked")] == (state.decision is not None and state.decision.seat == observer.seat)
    assert observer.globals[at("acting")] - 1 == state.acting


def card_of(slot: PieceSlot) -> int:
    return slot.card + 1 if slot.card >= 0 else -1


def watch(setup: Setup, seed: str) -> None:
    """Follow a random game with eyes that stay open, and now and then with fresh ones."""
    core, stream = Core(setup, seed), Stream(seed)
    eyes = [Observer(setup, seat) for seat in range(setup.seat_count)]
    while not core.over:
        now = stream.randrange(6) == 0
        for observer in [eyes[core.seat], *(eyes if now else [])]:
            observer.look(core.state)
        if now:
            for seat, observer in enumerate(eyes):
                fresh = Observer(setup, seat)
                fresh.look(core.state)
                assert same(observer, fresh) == []
                check(core.state, observer)
        core.step(core.options.index(choose(core.state, stream, 60)))


@pytest.mark.parametrize("first", range(9) if SOAK else [2])
def test_observations_are_as_the_state_has_it_in_every_scenario_mode_and_map(first):
    for table in COMBINATIONS[first :: 9 if SOAK else 19]:
        watch(table.setup("observed", 4 if SOAK else 2), f"observed {table}")


@pytest.mark.parametrize("pack", ["terrain", "workshop"])
def test_observations_follow_broken_walls_fog_and_cards_of_two_sides(pack):
    for seed in range(10 if SOAK else 1):
        watch(own_setup(pack, f"observed {seed}", 4), f"observed {seed}")


def test_the_map_is_drawn_as_it_is():
    sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
    setup = arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides})
    observer = Observer(setup, 0)
    observer.look(setup.start())
    grid = setup.grid
    assert len(marked(observer, "map")) == grid.size
    assert set(marked(observer, "start, own side")) == set(grid.names(setup.starts[0]))
    assert set(marked(observer, "start, next side clockwise")) == set(grid.names(setup.starts[1]))
    assert {f"{'abcdefghij'[column]}1" for column in range(grid.columns)} <= set(marked(observer, "closed north"))
    for square in range(grid.size):
        east = square + 1
        is_open = east % grid.columns != 0 and bool(grid.steps(square) >> east & 1)
        assert (grid.name(square) in marked(observer, "closed east")) == (not is_open)


def test_the_parts_have_the_sizes_that_are_told():
    assert len({part.name for part in PLANES}) == len(PLANES) and len({part.name for part in GLOBALS}) == len(GLOBALS)
    assert at("claims") + GLOBALS[-1].size == sum(part.size for part in GLOBALS)
    with pytest.raises(KeyError, match="there is no 'walls'; there are map"):
        plane("walls")


# -- secrets ---------------------------------------------------------------------------------------------------


def seen_by(state: State, seat: int) -> tuple[bytes, ...]:
    """All a seat is given: its observation and its mask."""
    observer = Observer(state.setup, seat)
    observer.look(state)
    ask = state.decision
    mask = sorted(Numbering(state.setup).numbers(ask.options)) if ask is not None and ask.seat == seat else []
    return (*(getattr(observer, part).tobytes() for part in PARTS), bytes(str(mask), "ascii"))


def test_a_pick_in_secret_changes_only_what_its_own_side_sees():
    """Pairs of games that differ in one secret pick alone."""
    box = ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"]
    sides = [{"side": side, "picks": 2, "seats": 2} for side in ("light", "dark")]
    setup = arrange(load(), {"map": "Barracks", "sides": sides, "box": box, "secret": True, "rounds": 2})
    seen: dict[int, set[tuple[bytes, ...]]] = {seat: set() for seat in range(4)}
    for pick in range(4):
        core = Core(setup, 3)
        chooser = core.seat
        core.step(pick)
        for seat in range(4):
            seen[seat].add(seen_by(core.state, seat))
    partners = next(team for team in setup.seats if chooser in team)
    assert {seat: len(found) for seat, found in seen.items()} == {seat: 4 if seat in partners else 1 for seat in range(4)}


@pytest.mark.parametrize("scenario", ["Leaders", "Scrimmage"])
def test_whatever_a_seat_may_not_know_does_not_change_what_it_sees(scenario):
    """Characters, attachments and choices inside texts: every hidden thing is drawn anew, and the seat sees no difference."""
    hidden = 0
    for seed in range(40 if SOAK else 8):
        described = deal(load(), f"secret {seed}", Wish("2v2", scenario=scenario, rounds=1))
        core, stream = Core(arrange(load(), described), seed), Stream(seed)
        for _ in range(40):
            if core.over:
                break
            for seat in range(core.setup.seat_count):
                seat_view = view(core.state, seat)
                if seat_view.hides:
                    hidden += 1
                    assert seen_by(core.state, seat) == seen_by(seat_view.sample(stream), seat)
            core.step(stream.randrange(len(core.options)))
    assert hidden > 20
