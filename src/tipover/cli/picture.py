"""The board and the sides as a terminal shows them: the drawing, with signs that need no colour."""

from __future__ import annotations

from tipover.board.draw import draw
from tipover.board.mask import BIT, Mask, Square
from tipover.cards.catalog import CHARACTER, KINDS, SIDES
from tipover.cli.out import Line, Part, clean, count, folded
from tipover.engine.state import NOBODY, State
from tipover.play.trial import on_place

SIDE_STYLES = ["bold yellow", "bold cyan", "bold magenta", "bold green"]
WALL_STYLE = "bold"
PLACE_STYLE = "bold green"
NARROWEST_PANEL = 22


def board(state: State, places: Mask = 0) -> list[Line]:
    """The drawing with row and column names; `places` are marked x where nobody stands.

    Cells are three wide, as in files; four where a mark has two characters.
    """
    grid = state.setup.grid
    cells = _cells(state)
    long = any(len(slot.mark) > 1 for slot in state.setup.figures) or any(len(mark) > 1 for mark, *_ in cells.values())
    wide = 4 if long else 3
    ground = [row.ljust(4 * grid.columns + 1) for row in draw(grid).split("\n")]
    lines: list[Line] = [["   " + "".join(f"  {chr(97 + c)}".ljust(wide + 1) for c in range(grid.columns)).rstrip()]]
    for y, row in enumerate(ground):
        if y % 2 == 0:
            border = "+" + "+".join((row[4 * c + 1] * wide) for c in range(grid.columns)) + "+"
            lines.append(["   ", (border, WALL_STYLE)])
            continue
        line: Line = [f"{y // 2 + 1:>2} "]
        for c in range(grid.columns):
            square = c + y // 2 * grid.columns
            line.append((row[4 * c], WALL_STYLE))
            line += _cell(row[4 * c + 1 : 4 * c + 4], cells.get(square), bool(places & BIT[square]), wide)
        line.append((row[4 * grid.columns], WALL_STYLE))
        lines.append(line)
    return lines


def _cells(state: State) -> dict[Square, tuple[str, bool, bool, int]]:
    """Square → the mark shown on it, down, exhausted, and its side; -1 for pieces."""
    setup = state.setup
    shown: dict[Square, tuple[str, bool, bool, int]] = {}
    for piece, square in enumerate(state.lies):
        if square >= 0:
            slot = setup.pieces[piece]
            shown[square] = (f"*{slot.letter or slot.name[:1]}", False, False, -1)
    for figure, square in enumerate(state.where):
        if square >= 0:
            mark = clean(setup.mark(figure))[:2]
            shown[square] = (mark, bool(state.down[figure]), bool(state.spent[figure]), setup.side_of[figure])
    return shown


def _cell(ground: str, there: tuple[str, bool, bool, int] | None, place: bool, wide: int) -> list[Part]:
    fog = "~" if "~" in ground else " "
    if there is None:
        if place:
            return [fog, ("x", PLACE_STYLE), " " * (wide - 2)]
        return [ground.ljust(wide)]
    mark, down, spent, side = there
    left = "(" if down else fog
    right = "'" if spent else ")" if down else ""
    style = SIDE_STYLES[side] if side >= 0 else "bold"
    if spent:
        style = style.replace("bold", "dim")
    return [(f"{left}{mark}{right}".ljust(wide)[:wide], style)]


def legend(state: State, places: Mask = 0, meaning: str = "") -> str:
    """What the signs on this board mean; only those that are there."""
    on_map = [figure for figure, square in enumerate(state.where) if square >= 0]
    said: list[str] = []
    fallen = [figure for figure in on_map if state.down[figure]]
    spent = [figure for figure in on_map if state.spent[figure]]
    if fallen:
        said.append(f"({state.setup.mark(fallen[0])}) knocked down")
    if spent:
        said.append(f"{state.setup.mark(spent[0])}' exhausted")
    if places and meaning:
        said.append(f"x {meaning}")
    if state.setup.grid.covered:
        said.append("# covered")
    if state.setup.grid.obscured:
        said.append("~ obscured")
    if any(square >= 0 and state.setup.pieces[piece].letter for piece, square in enumerate(state.lies)):
        said.append("*A point marker")
    for piece, square in enumerate(state.lies):
        slot = state.setup.pieces[piece]
        if square >= 0 and not slot.letter:
            said.append(f"*{slot.name[:1]} {slot.name} on {state.setup.grid.name(square)}")
    text = " · ".join(said)
    inside = _short_walls(state)
    if inside:
        text += f"{'. ' if text else ''}Short walls inside {', '.join(inside)} are not drawn."
    return text


def _short_walls(state: State) -> list[str]:
    """The squares with obstructions that a drawing does not show."""
    grid = state.setup.grid
    found: set[int] = set()
    for piece in grid.pieces:
        straight = (piece.x1 == piece.x2 and piece.x1 % 4 == 0) or (piece.y1 == piece.y2 and piece.y1 % 4 == 0)
        if not straight:
            column = min((piece.x1 + piece.x2) // 8, grid.columns - 1)
            row = min((piece.y1 + piece.y2) // 8, grid.rows - 1)
            found.add(column + row * grid.columns)
    return [grid.name(square) for square in sorted(found)]


def sides(state: State, columns: int) -> list[Line]:
    """Each side's points, pool, track and figures, in lines of at most so many columns."""
    lines: list[Line] = []
    for side in state.setup.sides:
        if lines:
            lines.append([])
        lines += _side(state, side, columns)
    return lines


def _side(state: State, side: int, columns: int) -> list[Line]:
    first = "" if state.first != side else " · first player" if columns >= 34 else ", first"
    head: Line = [(SIDES[side].upper(), SIDE_STYLES[side]), f" {count(state.points[side], 'point')}{first}"]
    track = [on_place(state, side, place) for place in range(1, 5)]
    pool = on_pool(state, side)
    told = [f"pool {' '.join(pool) or '–'}"]
    told.append("track " + " ".join(f"{place}:{'+'.join(str(one) for one in on) or '–'}" for place, on in enumerate(track, 1)))
    told += [_figure(state, figure) for figure, of in enumerate(state.setup.side_of) if of == side]
    lines: list[Line] = [head]
    for text in told:
        lines += [[f"  {line}"] for line in folded(text, columns - 2, "   ")]
    return lines


def on_pool(state: State, side: int) -> list[str]:
    """The colours in a side's pool."""
    from tipover.cards.catalog import COLOURS

    return [colour for k, colour in enumerate(COLOURS) for _ in range(state.pool[side * 4 + k])]


def _figure(state: State, figure: int) -> str:
    setup = state.setup
    where = state.where[figure]
    place = setup.grid.name(where) if where >= 0 else f"out, track {-where}" if -4 <= where <= -1 else "not placed"
    name = state.name(figure) if state.card[figure] >= 0 else "to be picked"
    if setup.kind_of[figure] != CHARACTER:
        name += f", {KINDS[setup.kind_of[figure]]}"
    said = f"{setup.mark(figure)} {name}: {place}"
    if state.down[figure]:
        said += ", knocked down"
    if state.spent[figure]:
        said += ", exhausted"
    return said


def spread(state: State, columns: int, places: Mask = 0, meaning: str = "") -> list[Line]:
    """Board and sides beside each other where there is room, else below; then the legend."""
    left = board(state, places)
    broad = max(_length(line) for line in left)
    room = columns - broad - 3
    heading: Line = [(_heading(state), "bold")]
    lines: list[Line] = [heading]
    if room >= NARROWEST_PANEL:
        right = sides(state, room)
        for k in range(max(len(left), len(right))):
            one = left[k] if k < len(left) else []
            other = right[k] if k < len(right) else []
            lines.append([*one, " " * (broad - _length(one) + 3), *other] if other else one)
    else:
        lines += [*left, *sides(state, columns)]
    signs = legend(state, places, meaning)
    lines += [[line] for line in folded(signs, columns)] if signs else []
    return lines


def _heading(state: State) -> str:
    scenario = state.setup.scenario
    title = f"{scenario.name}, {state.setup.map.name}" if scenario else state.setup.map.name
    said = f"{title} · round {state.round}" if state.round else f"{title} · set-up"
    if state.turn != NOBODY:
        said += f" · {SIDES[state.turn]}'s turn"
    if state.over:
        said += f" · {SIDES[state.winner]} has won" if state.winner != NOBODY else " · a draw"
    return said


def _length(line: Line) -> int:
    return sum(len(part if isinstance(part, str) else part[0]) for part in line)
