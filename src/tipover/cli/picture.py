"""The board as a terminal shows it: the drawing, with signs that need no colour; and the sides beside it."""

from __future__ import annotations

from collections.abc import Mapping

from tipover.board.draw import draw
from tipover.board.mask import BIT, Mask, Square
from tipover.cards.catalog import SIDES
from tipover.cli.out import Line, Part, clean, folded
from tipover.cli.panel import SIDE_STYLES, sides
from tipover.cli.walls import inner_lines, on_walls, shut_off
from tipover.engine.core.ids import NO_SIDE
from tipover.engine.core.state import State
from tipover.engine.queries import board as boards
from tipover.play.prompts import in_force

WALL_STYLE = "bold"
PLACE_STYLE = "bold green"
NARROWEST_PANEL = 22
NARROWEST_CELL = 4
ROW_NAME = "12 "
POINT, OTHER_PIECE = "*", "&"  # before a point marker's letter, and before the first letter of any other piece
INSIDE = ","
SHUT = ":"


def board(state: State, places: Mask = 0, columns: int = 0) -> list[Line]:
    """The drawing with row and column names; `places` are marked x where nobody stands.

    Cells are three wide, as in files; wider where a mark needs it and so many `columns` have room: else a sign loses its end.
    """
    grid = boards.board(state)
    cells = _cells(state)
    wide = max([4 if any(len(slot.mark) > 1 for slot in state.setup.figures) else 3, *(len(_sign(one)) for one in cells.values())])
    if columns and len(ROW_NAME) + 1 + (wide + 1) * grid.columns > columns:
        wide = max(NARROWEST_CELL, (columns - len(ROW_NAME) - 1) // grid.columns - 1)
    ground = [row.ljust(4 * grid.columns + 1) for row in draw(grid).split("\n")]
    letters = "   " + "".join(f"  {chr(97 + c)}".ljust(wide + 1) for c in range(grid.columns)).rstrip()
    lines: list[Line] = [[letters]]
    inside, shut = inner_lines(grid), shut_off(state)
    for y, row in enumerate(ground):
        if y % 2 == 0:
            border = "+" + "+".join((row[4 * c + 1] * wide) for c in range(grid.columns)) + "+"
            lines.append(["   ", (border, WALL_STYLE)])
            continue
        line: Line = [f"{y // 2 + 1:>2} "]
        for c in range(grid.columns):
            square = grid.at(c, y // 2)
            floor = row[4 * c + 1 : 4 * c + 4]
            if shut & BIT[square]:
                floor = floor.replace(".", SHUT)
            line.append((row[4 * c], WALL_STYLE))
            line += _cell(floor, cells.get(square), bool(places & BIT[square]), square in inside, wide)
        line.append((row[4 * grid.columns], WALL_STYLE))
        lines.append(line)
    return [*lines, [letters]]


def _cells(state: State) -> dict[Square, tuple[str, bool, bool, int]]:
    """Square → the mark shown on it, down, exhausted, and its side; -1 for pieces."""
    setup = state.setup
    shown: dict[Square, tuple[str, bool, bool, int]] = {}
    for piece, square in enumerate(state.piece_at):
        if square >= 0:
            slot = setup.pieces[piece]
            shown[square] = (f"{POINT}{slot.letter}" if slot.letter else f"{OTHER_PIECE}{slot.name[:1]}", False, False, -1)
    for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if square >= 0:
            mark = clean(setup.mark(figure))[:2]
            shown[square] = (mark, bool(state.down[figure]), state.is_exhausted(figure), setup.side_of[figure])
    return shown


def _sign(there: tuple[str, bool, bool, int], fog: str = " ") -> str:
    """`(D2')`: a mark in brackets if it is knocked down, with a stroke if it is exhausted."""
    mark, down, spent, _ = there
    return f"{'(' if down else fog}{mark}{chr(39) if spent else ''}{')' if down else ''}"


def _cell(ground: str, there: tuple[str, bool, bool, int] | None, place: bool, inside: bool, wide: int) -> list[Part]:
    fog = "~" if "~" in ground else " "
    sign = ground.rstrip() if there is None else _sign(there, fog)[:wide]
    if there is None and place:
        return [fog, ("x", PLACE_STYLE), _tail(2, inside, wide)]
    if there is None:
        return [sign + _tail(len(sign), inside, wide)]
    style = SIDE_STYLES[there[3]] if there[3] >= 0 else "bold"
    if there[2]:
        style = style.replace("bold", "dim")
    return [(sign, style), _tail(len(sign), inside, wide)]


def _tail(used: int, inside: bool, wide: int) -> str:
    """What is left of a cell: blanks, after the sign for lines inside the square if there is room."""
    return (INSIDE if inside else " ").ljust(wide - used) if wide > used else ""


def legend(state: State, places: Mask = 0, meaning: str = "") -> str:
    """What the signs on this board mean; only those that are there."""
    grid = boards.board(state)
    on_map = [figure for figure, square in zip(state.setup.figure_ids, state.figure_at, strict=True) if square >= 0]
    said: list[str] = []
    if places and meaning:
        said.append(f"x {meaning}")
    if any(state.is_exhausted(figure) for figure in on_map):
        said.append("exhausted '")
    if any(state.down[figure] for figure in on_map):
        said.append("knocked down ( )")
    if grid.covered:
        said.append("# covered")
    if grid.obscured:
        said.append("~ obscured")
    if shut_off(state):
        said.append(f"{SHUT} enclosed")
    if inner_lines(grid):
        said.append(f"{INSIDE} lines inside the square")
    if any(square >= 0 and state.setup.pieces[piece].letter for piece, square in enumerate(state.piece_at)):
        said.append(f"{POINT}A point marker A")
    for piece, square in enumerate(state.piece_at):
        slot = state.setup.pieces[piece]
        if square >= 0 and not slot.letter:
            said.append(f"{OTHER_PIECE}{slot.name[:1]} {slot.name} on {grid.name(square)}")
    said += on_walls(state)
    if now := in_force(state):
        said.append(now)
    return " · ".join(said)


def spread(state: State, columns: int, places: Mask = 0, meaning: str = "", names: Mapping[int, str] | None = None) -> list[Line]:
    """The board with the score, the sides and a legend of its signs, beside it if there is room, otherwise below."""
    left = board(state, places, columns)
    broad = max(_length(line) for line in left)
    room = columns - broad - 3
    signs = legend(state, places, meaning)
    if room < NARROWEST_PANEL:
        below: list[Line] = [[(line, "bold")] for line in folded(_heading(state), columns)]
        below += [*left, *sides(state, columns, names or {}, tight=True)]
        return below + ([[line] for line in folded(signs, columns)] if signs else [])
    right: list[Line] = [[(line, "bold")] for line in folded(_heading(state), room)]
    right += [[], *sides(state, room, names or {})]
    beside: list[Line] = [[]] + [[line] for line in folded(signs, room)] if signs else []
    if len(right) + len(beside) > len(left):
        beside = beside[1:]
    if len(right) + len(beside) <= len(left):
        right, signs = right + beside, ""
    lines: list[Line] = []
    for k in range(max(len(left), len(right))):
        one = left[k] if k < len(left) else []
        other = right[k] if k < len(right) else []
        lines.append([*one, " " * (broad - _length(one) + 3), *other] if other else one)
    return lines + ([[line] for line in folded(signs, columns)] if signs else [])


def _heading(state: State) -> str:
    scenario = state.setup.scenario
    title = f"{scenario.name}, {state.setup.map.name}" if scenario else state.setup.map.name
    said = f"{title} · round {state.round}" if state.round else f"{title} · set-up"
    if state.turn != NO_SIDE:
        said += f" · {SIDES[state.turn]}'s turn"
    if state.over:
        said += f" · {SIDES[state.winner]} has won" if state.winner != NO_SIDE else " · a draw"
    return said


def _length(line: Line) -> int:
    return sum(len(part if isinstance(part, str) else part[0]) for part in line)
