"""A second, slow reckoning of the basic rules, from the ledger alone: nothing of the engine is used here.

Characters with basic actions, on drawings with walls and covered squares. Squares are (column, row); a wall is a
pair of corners. Every question is asked as the ledger says, one with a single answer is not.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from itertools import combinations_with_replacement
from typing import Any

ORDER = ["light", "dark", "third", "fourth"]
SCENARIOS = {
    "": (0, False, 0),
    "First game (Golden Girls)": (1, False, 1),
    "First game (Squid Game)": (1, False, 3),
    "First game (Marvel, Game of Thrones)": (1, True, 3),
}

Square = tuple[int, int]
Game = dict[str, Any]


class Board:
    """Squares and steps."""

    def __init__(self, drawing: str) -> None:
        rows = [line.strip("\n") for line in drawing.split("\n") if line.strip()]
        margin = min(len(row) - len(row.lstrip()) for row in rows)
        rows = [row[margin:].ljust(max(len(one) for one in rows) - margin) for row in rows]
        self.columns, self.rows = len(rows[0]) // 4, len(rows) // 2
        self.walls: set[tuple[Square, Square]] = set()
        self.marks: dict[Square, str] = {}
        covered: set[Square] = set()
        for r in range(self.rows):
            for c in range(self.columns):
                sign = rows[2 * r + 1][4 * c + 2]
                if rows[2 * r][4 * c + 1] == "-":
                    self.walls.add(((c, r), (c + 1, r)))
                if rows[2 * r + 1][4 * c] == "|":
                    self.walls.add(((c, r), (c, r + 1)))
                if sign == "#":
                    covered.add((c, r))
                elif sign not in ".~":
                    self.marks[(c, r)] = sign
        for c, r in covered:
            self.walls |= {((c, r), (c + 1, r)), ((c, r), (c, r + 1)), ((c, r + 1), (c + 1, r + 1)), ((c + 1, r), (c + 1, r + 1))}
        self.squares = {(c, r) for c in range(self.columns) for r in range(self.rows)} - covered
        self.near = {one: [other for other in sorted(self.squares) if self.is_step(one, other)] for one in self.squares}

    def is_step(self, one: Square, other: Square) -> bool:
        """ADJ-1, MOV-1: a neighbour, no wall on the border, none touching the corner of a diagonal pair."""
        across, down = other[0] - one[0], other[1] - one[1]
        if max(abs(across), abs(down)) != 1:
            return False
        c, r = max(one[0], other[0]), max(one[1], other[1])
        if across and down:
            return not any((c, r) in wall for wall in self.walls)
        if across:
            return ((c, one[1]), (c, one[1] + 1)) not in self.walls
        return ((one[0], r), (one[0] + 1, r)) not in self.walls


def read(text: str) -> tuple[Board, Game]:
    """A scene's board and its first question."""
    data = tomllib.loads(text)
    board = Board(data["drawing"])
    figures: dict[str, dict[str, Any]] = {}
    declared = data.get("figures", {})
    areas = data.get("areas", {})
    starts = {
        key[6:]: {sq for sq, mark in board.marks.items() if mark == value} for key, value in areas.items() if key.startswith("start ")
    }
    named = set(areas.values())
    placed = {mark: square for square, mark in board.marks.items() if mark not in named or mark in declared}
    for mark in [*declared, *sorted((m for m in placed if m not in declared), key=lambda m: (placed[m][1], placed[m][0]))]:
        entry = declared.get(mark, {})
        side = entry.get("side", "light" if mark.isupper() else "dark")
        figures[mark] = {
            "side": side, "at": placed.get(mark), "place": 0,
            "down": entry.get("down", False), "spent": entry.get("exhausted", False),
        }  # fmt: skip
    sides = [side for side in ORDER if side in ("light", "dark") or any(f["side"] == side for f in figures.values())]
    points = {side: data.get("sides", {}).get(side, {}).get("points", 0) for side in sides}
    for part in data.get("sides", {}).values():
        for place, things in enumerate(part.get("track", []), 1):
            for thing in things:
                if thing in figures:
                    figures[thing]["place"] = place
    flood = set().union(*starts.values()) if starts else {f["at"] for f in figures.values() if f["at"]}
    while grown := {n for square in flood for n in board.near.get(square, [])} - flood:
        flood |= grown
    markers = {letter: ("abcdefgh".index(name[0]), int(name[1:]) - 1) for letter, name in data.get("points", {}).items()}
    score = SCENARIOS[data.get("scenario", "")]
    game: Game = {
        "figures": figures, "sides": sides, "points": points, "starts": starts, "open": flood & board.squares,
        "markers": {letter: (square, "", 0) for letter, square in markers.items()} if not score[0] else {},
        "squares": markers, "score": score, "first": data.get("first", "light"), "over": False, "todo": [],
    }  # fmt: skip
    turn = data.get("turn", "") or game["first"]
    if turn in ORDER:
        game["todo"] = [("turns", turn)]
    else:
        side = figures[turn]["side"]
        game["todo"] = [("turns", after(game, side)), ("act", turn, data.get("actions", 2))]
    go_on(board, game)
    return board, game


def after(game: Game, side: str) -> str:
    """The next side clockwise."""
    sides = game["sides"]
    return sides[(sides.index(side) + 1) % len(sides)]


def go_on(board: Board, game: Game) -> None:
    """Until a question with more than one answer, or dice, is open; `ask` has its options."""
    while not game["over"] and game["todo"]:
        options = ask(board, game)
        if options is None:
            continue
        if len(options) > 1 or options[0][0] == "roll":
            game["ask"] = options
            return
        take(board, game, options[0])
    game["ask"] = []


def ask(board: Board, game: Game) -> list[tuple[Any, ...]] | None:
    """The options of what is to be done next, or None after a step without a question."""
    figures, task = game["figures"], game["todo"][-1]
    kind = task[0]
    if kind == "turns":
        side = task[1]
        for _ in game["sides"]:
            ready = [mark for mark, f in figures.items() if f["side"] == side and not f["spent"]]
            if ready:
                game["todo"][-1] = ("turns", after(game, side))
                game["todo"].append(("choose", side))
                return None
            side = after(game, side)
        game["todo"] = [("cool", game["first"], len(game["sides"]))]
        return None
    if kind == "choose":
        return [("turn", mark) for mark, f in figures.items() if f["side"] == task[1] and not f["spent"]]
    if kind == "act":
        if task[2] <= 0:
            figures[task[1]]["spent"] = True
            game["todo"].pop()
            return None
        return actions(board, game, task[1], task[2])
    if kind == "roll":
        return [("roll", faces) for faces in combinations_with_replacement("bs!", task[3])]
    if kind == "cool":
        return cool(game, task)
    if kind == "back":
        waiting = [mark for mark, f in figures.items() if f["side"] == task[1] and f["place"] == -1]
        if not waiting:
            game["todo"].pop()
            return None
        return [("who", mark) for mark in waiting]
    squares = homes(game, task[1])
    if not squares:  # OCC-2
        figures[task[1]]["place"] = 1
        game["todo"].pop()
        return None
    return [("where", task[1], square) for square in squares]


def cool(game: Game, task: tuple[Any, ...]) -> None:
    """CDN-2 for one side; after the last side refresh and pass the marker (RND-1)."""
    if not task[2]:
        for figure in game["figures"].values():
            figure["spent"] = False
        game["first"] = after(game, game["first"])
        game["todo"] = [("turns", game["first"])]
        return
    side = task[1]
    game["todo"] = [("cool", after(game, side), task[2] - 1), ("back", side)]
    for figure in game["figures"].values():
        if figure["side"] == side and figure["place"] > 0:
            figure["place"] = figure["place"] - 1 or -1
    for letter, (_, kept, place) in list(game["markers"].items()):
        if kept == side and place:
            done = place == 1
            game["markers"][letter] = (game["squares"][letter], "", 0) if done else (None, side, place - 1)


def homes(game: Game, mark: str) -> list[Square]:
    """CDN-3, CDN-4: free squares of the starting area, else the closest."""
    taken = {f["at"] for f in game["figures"].values()}
    free = game["open"] - taken
    area = game["starts"].get(game["figures"][mark]["side"], set()) & game["open"] or game["open"]
    if free & area:
        return sorted(free & area)
    if not free:
        return []
    far = {square: min(max(abs(square[0] - a), abs(square[1] - b)) for a, b in area) for square in free}
    return sorted(square for square in free if far[square] == min(far.values()))


def actions(board: Board, game: Game, mark: str, left: int) -> list[tuple[Any, ...]]:
    """TRN-2 to TRN-6, ACT-1 to ACT-4, MOV-3 to MOV-6."""
    figures = game["figures"]
    me = figures[mark]
    if me["at"] is None:
        return [("end", mark)]
    if me["down"]:
        return [("rally", mark), ("end", mark)] if left >= 2 else [("end", mark)]
    standing = {f["at"] for f in figures.values() if f["at"] and f["side"] != me["side"] and not f["down"]}
    taken = {f["at"] for f in figures.values() if f["at"]}
    ends = {me["at"]}
    for one in board.near[me["at"]]:
        if one not in game["open"]:
            continue
        ends.add(one)
        if one not in standing:
            ends |= {two for two in board.near[one] if two in game["open"]}
    ends -= taken - {me["at"]}
    found: list[tuple[Any, ...]] = [("move", mark, end) for end in sorted(ends)]
    near = board.near[me["at"]]
    found += [("challenge", mark, other) for other, f in figures.items() if f["side"] != me["side"] and f["at"] in near]
    found += [("assist", mark, other) for other, f in figures.items() if f["side"] == me["side"] and f["at"] in near and f["down"]]
    found += [("interact", mark, letter) for letter, (at, _, _) in game["markers"].items() if at == me["at"] or at in near]
    return [*found, ("end", mark)]


def take(board: Board, game: Game, choice: tuple[Any, ...]) -> None:
    """Do what was chosen."""
    figures, todo = game["figures"], game["todo"]
    kind = choice[0]
    if kind == "turn":
        todo[-1] = ("act", choice[1], 2)
    elif kind == "end":
        todo[-1] = ("act", choice[1], 0)
    elif kind == "who":
        todo.append(("where", choice[1]))
    elif kind == "where":
        figures[choice[1]].update(at=choice[2], place=0)
        todo.pop()
    elif kind == "roll":
        rolled(board, game, choice[1])
    else:
        todo[-1] = ("act", choice[1], todo[-1][2] - (2 if kind == "rally" else 1))
        if kind == "move":
            figures[choice[1]]["at"] = choice[2]
        elif kind == "rally":
            figures[choice[1]]["down"] = False
        elif kind == "assist":
            figures[choice[2]]["down"] = False
        elif kind == "interact":
            side = figures[choice[1]]["side"]
            game["points"][side] += 1
            game["markers"][choice[2]] = (None, side, 4)
        else:
            todo.append(("roll", choice[1], choice[2], 2, None))


def rolled(board: Board, game: Game, faces: tuple[str, ...]) -> None:
    """CHA-5 to CHA-8, and what a knock-out gives (FST-1, FFA-3, WIN-2). Every figure here has a defense of 2."""
    _, challenger, target, dice, hits = game["todo"].pop()
    if hits is None:
        game["todo"].append(("roll", challenger, target, dice, sum({"b": 1, "s": 0, "!": 3}[face] for face in faces)))
        return
    figures = game["figures"]
    if hits <= sum({"b": 0, "s": 1, "!": 3}[face] for face in faces):
        return
    victim = figures[target]
    if not victim["down"]:
        victim["down"] = True
        return
    near = board.near[victim["at"]]
    victim.update(at=None, down=False, place=1)
    points, adjacent, wins = game["score"]
    for side in game["sides"]:
        there = adjacent and any(f["side"] == side and f["at"] in near for f in figures.values())
        if side != victim["side"] and (side == figures[challenger]["side"] or there):
            game["points"][side] += points
    best = max(game["points"].values())
    if wins and best >= wins and list(game["points"].values()).count(best) == 1:
        game["over"] = True


def leaves(board: Board, game: Game, depth: int) -> int:
    """The leaves of the tree of choices."""
    if depth == 0 or not game["ask"]:
        return 1
    count = 0
    for option in game["ask"]:
        then = deepcopy(game)
        take(board, then, option)
        go_on(board, then)
        count += leaves(board, then, depth - 1)
    return count
