"""Observations for the learning libraries: dictionaries of arrays, and their spaces."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tipover.board.draw import draw
from tipover.board.mask import Square
from tipover.cards.catalog import SIDES
from tipover.engine.core.setup import SIDE_LETTERS, Setup
from tipover.engine.core.state import State
from tipover.engine.queries.board import board
from tipover.envs.action_numbers import ACTIONS, EDGE, FIGURES, PIECES
from tipover.envs.core import Core
from tipover.envs.layout import FIGURE_ROWS, GLOBAL_COUNT, PIECE_ROWS, PLANES
from tipover.envs.observe import Observer

Observation: TypeAlias = dict[str, NDArray[np.int8] | NDArray[np.int16]]

LOOKED_AT = ("observation", "figures", "pieces", "globals")  # what an observer writes, by its name
_HIGHEST = np.iinfo(np.int16).max


def observation_space() -> spaces.Dict:
    """The observation space, the same for all games."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 127, (len(PLANES), EDGE, EDGE), np.int8),
            "figures": spaces.Box(-1, _HIGHEST, (len(FIGURE_ROWS), FIGURES), np.int16),
            "pieces": spaces.Box(-1, _HIGHEST, (len(PIECE_ROWS), PIECES), np.int16),
            "globals": spaces.Box(-_HIGHEST, _HIGHEST, (GLOBAL_COUNT,), np.int16),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The action space, the same for all games."""
    return spaces.Discrete(ACTIONS)


class BatchRow:
    """A row of a batch as plain bytes, which is quicker to write than the rows of its arrays."""

    def __init__(self, batch: Observation, row: int) -> None:
        self.parts = [_bytes_of(batch[name][row]) for name in LOOKED_AT]
        self.mask = _bytes_of(batch["action_mask"][row])


def _bytes_of(part: NDArray[np.int8] | NDArray[np.int16]) -> memoryview:
    return part.data.cast("B")


class Eyes:
    """The observers of the seats of a game, created on first use."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._of: list[Observer | None] = [None] * setup.seat_count
        self._bytes: list[list[memoryview]] = [[] for _ in range(setup.seat_count)]  # what each observer writes

    def _looking(self, state: State, seat: int) -> Observer:
        """The observer of a seat, after a look at a state."""
        observer = self._of[seat]
        if observer is None:
            observer = self._of[seat] = Observer(self.setup, seat)
            self._bytes[seat] = [_bytes_of(part) for part in (observer.planes, observer.figures, observer.pieces, observer.globals)]
        observer.look(state)
        return observer

    def observation(self, core: Core, seat: int) -> Observation:
        """The observation of a seat in new arrays, with the mask of its options."""
        observer = self._of[seat]
        if observer is None:
            observer = self._looking(core.state, seat)
        else:
            observer.look(core.state)
        return {
            "observation": observer.planes.copy(),
            "figures": observer.figures.copy(),
            "pieces": observer.pieces.copy(),
            "globals": observer.globals.copy(),
            "action_mask": np.frombuffer(_mask_bytes(core, seat), np.int8),
        }

    def write(self, core: Core, seat: int, row: BatchRow) -> None:
        """Write the observation of a seat into a row of a batch."""
        self.look_into(core.state, seat, row)
        row.mask[:] = _mask_bytes(core, seat)

    def look_into(self, state: State, seat: int, row: BatchRow) -> None:
        """Write what a seat sees into a row of a batch, without a mask."""
        self._looking(state, seat)
        for part, seen in zip(row.parts, self._bytes[seat], strict=True):
            part[:] = seen


def empty_batch(rows: int) -> Observation:
    """Observations of several games one below the other, all 0."""
    space = observation_space()
    return {name: np.zeros((rows, *part.shape), part.dtype) for name, part in space.spaces.items() if isinstance(part, spaces.Box)}


def mask(core: Core, seat: int) -> NDArray[np.int8]:
    """A mask with 1 for every option of a seat; all 0 while it is not asked."""
    return np.frombuffer(_mask_bytes(core, seat), np.int8)


def _mask_bytes(core: Core, seat: int) -> bytearray:
    found = bytearray(ACTIONS)  # faster to write element by element than an array
    ask = core.state.decision
    if ask is not None and ask.seats[0] == seat:
        for number in core.numbers_of(ask):
            found[number] = 1
    return found


RENDER_MODES = ["ansi", "human"]


def checked_mode(render_mode: str | None) -> str | None:
    """A known render mode, or None; anything else raises."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {render_mode!r}; there are {' and '.join(RENDER_MODES)}")
    return render_mode


def shown(state: State, render_mode: str | None) -> str | None:
    """The map as text: returned in the mode `ansi`, printed in the mode `human`."""
    if render_mode is None:
        return None
    if render_mode == "ansi":
        return picture(state)
    print(picture(state))
    return None


def picture(state: State) -> str:
    """The map with its figures as text (the letter of the side, lower case if knocked down), round, points and who is asked."""
    marks: dict[Square, str] = {}
    for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if square >= 0:
            letter = SIDE_LETTERS[state.setup.side_of[figure]]
            marks[square] = letter.lower() if state.down[figure] else letter
    points = ", ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)
    if state.decision is None:
        asked = "over: " + (f"{SIDES[state.winner]} wins" if state.winner >= 0 else "a draw")
    else:
        asked = f"seat {state.decision.seat}: {state.decision.reason}"
    return f"{draw(board(state), marks)}\nround {state.round}; {points}; {asked}"
