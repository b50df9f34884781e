"""The table of tests: a scene from a drawing, played in the notation, asked in the words of expectations."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tipover import IllegalChoice, State, apply, notate, why_not
from tipover.board.draw import draw, read_drawing
from tipover.board.mask import SQUARE_OF, Mask, mask_of
from tipover.cards.catalog import SIDES, Catalog
from tipover.engine.core.event import Challenged, Event
from tipover.engine.explain.sight import viewer_side
from tipover.engine.phrases.terrain import seen_by
from tipover.play.notation.lines import follow
from tipover.play.scene import scene_state
from tipover.play.scene_tests import fact

Side = Mapping[str, object]


class Game:
    """A state being played in a test."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def play(self, *lines: str) -> list[Event]:
        """Play lines one after another; what happened in them."""
        happened: list[Event] = []
        for line in lines:
            for choice in follow(self.state, line):
                happened += apply(self.state, choice)
        self.events += happened
        return happened

    def refused(self, line: str) -> list[str]:
        """The rules that refuse a line, the weightiest first; the state must stay as it was."""
        before = self.state.digest()
        reasons = why_not(self.state, line)
        try:
            follow(self.state, line)
        except IllegalChoice as refusal:
            assert [reason.rule for reason in refusal.reasons] == [reason.rule for reason in reasons]
        assert self.state.digest() == before
        return [reason.rule for reason in reasons]

    def allows(self, line: str) -> bool:
        """Whether a line may be played now."""
        return not why_not(self.state, line)

    def __getitem__(self, key: str) -> object:
        """`game["A.square"]`, `game["sides.light.points"]`, `game["turn"]` …"""
        return fact(self.state, key)

    @property
    def options(self) -> list[str]:
        """Every option of the open question, written."""
        ask = self.state.decision
        return [notate(self.state, option) for option in ask.options] if ask else []

    @property
    def dice(self) -> str:
        """The dice count of the last challenge, with its parts."""
        return [str(event.dice) for event in self.events if isinstance(event, Challenged)][-1]

    def happened(self, kind: type[Event]) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def squares(self, mask: Mask) -> list[str]:
        """The names of the squares in a mask."""
        return self.state.setup.grid.names(mask)


def scene(
    drawing: str = "",
    *,
    turn: str = "",
    catalog: Catalog | None = None,
    sides: dict[str, Side] | None = None,
    areas: dict[str, object] | None = None,
    points: dict[str, str] | None = None,
    pieces: list[dict[str, object]] | None = None,
    lines: list[list[int]] | None = None,
    pool: str = "",
    **more: object,
) -> Game:
    """A game from a drawing. Further words are scene keys (`scenario`, `first`, `round`, `actions`, `map`, `in_force`) or marks.

    A mark is a character's name or a table (`A="Gi-hun"`, `b={"side": "dark", "down": True}`). Without `turn`
    figure A acts if there is one.
    """
    keys = {"scenario", "first", "round", "actions", "map", "in_force"}
    head = {key: value for key, value in more.items() if key in keys}
    if drawing:
        head["drawing"] = drawing
    if not turn and drawing and "A" in read_drawing(drawing).marks:
        turn = "A"
    if turn:
        head["turn"] = turn
    if lines:
        head["lines"] = lines
    text = [f"{key} = {_toml(value)}" for key, value in head.items()]
    for name, tables in (("areas", areas), ("points", points)):
        if tables:
            text += [f"[{name}]", *(f"{json.dumps(key)} = {_toml(value)}" for key, value in tables.items())]
    figures = {mark: _figure(mark, value) for mark, value in more.items() if mark not in keys}
    if figures:
        text += ["[figures]", *(f"{mark} = {_toml(value)}" for mark, value in figures.items())]
    everyone: dict[str, dict[str, object]] = {side: dict(values) for side, values in (sides or {}).items()}
    if pool:
        everyone.setdefault("light", {})["pool"] = pool.split()
    for side, values in everyone.items():
        text += [f"[sides.{side}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    for piece in pieces or []:
        text += ["[[pieces]]", *(f"{key} = {_toml(value)}" for key, value in piece.items())]
    return Game(scene_state("\n".join(text) + "\n", "scene", catalog))


def _figure(mark: str, value: object) -> dict[str, object]:
    entry = dict(value) if isinstance(value, dict) else {"character": value}
    entry.setdefault("side", "light" if mark[0].isupper() else "dark")
    return entry


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(key))} = {_toml(one)}" for key, one in value.items()) + " }"
    return str(value)


class Seen(dict[str, bool]):
    """Square name → whether it is seen; `drawn` is the answer as a drawing with `x`."""

    drawn: str = ""


def seen_from(mark: str, drawing: str, **more: object) -> Seen:
    """What the figure with a mark sees: every square's name with yes or no."""
    game = scene(drawing, **more)  # type: ignore[arg-type]
    state = game.state
    grid = state.setup.grid
    square = state.figure_at[state.setup.figure(mark)]
    mask = seen_by(state, square, viewer_side(state, square))
    answer = Seen({grid.name(k): bool(mask >> k & 1) for k in SQUARE_OF[: grid.size]})
    answer.drawn = draw(grid, {k: "x" for k in SQUARE_OF[: grid.size] if mask >> k & 1})
    return answer


def answers(drawing: str) -> set[str]:
    """The squares marked `x` in a drawing, by name: how a test states an answer about squares."""
    read = read_drawing(drawing)
    return set(read.grid.names(mask_of(read.marks.get("x", []))))


def side_number(name: str) -> int:
    """A side's number by its name."""
    return SIDES.index(name)
