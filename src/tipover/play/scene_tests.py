"""Tests in scene files (lines to play, expectations, refusals), and the check of every kind of file."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import NamedTuple

from tipover.board.draw import DrawingError, read_drawing
from tipover.cards.catalog import SIDES, Catalog, suggestion
from tipover.cards.map_files import blame_scenarios, map_card, read_document
from tipover.cards.pack import load
from tipover.cards.toml import ContentError, Document, Fault, Path, Table, Value
from tipover.cards.toml_values import text_of
from tipover.engine.core.event import Challenged, Event
from tipover.engine.core.ids import IN_FORCE, NO_SIDE, NOBODY, Side, side_named
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.rules import rules
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, at_place, colours_of, is_on_track, pool_of, track_of
from tipover.engine.run import apply
from tipover.play.notation.lines import follow, parse, why_not
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import notate
from tipover.play.record import Record
from tipover.play.scene import read_scene_document

TEST_KEYS = ["name", "rules", "play", "dice", "expect", "refuse", "options", "after", "about"]
REFUSE_KEYS = ["try", "rule", "rules"]
SCENE_SIGNS = ("figures", "test", "turn", "pieces", "map", "first", "round", "actions")


class Failure(NamedTuple):
    """A failed test, or a mistake in a file."""

    file: str  # The file's path.
    line: int  # The line, from 1.
    column: int  # The column, from 1.
    test: str  # The test's name; empty for a mistake in the file.
    message: str  # What is wrong.

    def __str__(self) -> str:
        said = f"{self.test}: {self.message}" if self.test else self.message
        return f"{self.file}:{self.line}:{self.column}: {said}"


class Checked(NamedTuple):
    """The result of checking files."""

    files: int  # How many files were checked.
    tests: int  # How many tests were run.
    failures: list[Failure]  # What failed.


def check_files(paths: list[str], catalog: Catalog | None = None) -> Checked:
    """Check maps, scenes with their tests, and records; a folder means all files in it."""
    files = tests = 0
    failures: list[Failure] = []
    for path in _spread(paths):
        files += 1
        try:
            count, failed = check_file(path, catalog)
            tests += count
            failures += failed
        except ContentError as error:
            failures += [Failure(*fault[:3], "", fault.message) for fault in error.faults]
    return Checked(files, tests, failures)


def _spread(paths: list[str]) -> list[str]:
    found: list[str] = []
    for path in paths:
        place = FilePath(path)
        if place.is_dir():
            found += [str(one) for one in sorted(place.rglob("*")) if one.suffix in (".toml", ".tip") and not one.is_dir()]
        else:
            found.append(path)
    return found


def check_file(path: str, catalog: Catalog | None = None) -> tuple[int, list[Failure]]:
    """Check one file according to its kind; returns the number of its tests, and what failed."""
    if path.endswith(".tip"):
        Record.read(path).replay(catalog)
        return 0, []
    document = read_document(path)
    if is_map(document):
        card = map_card(document, "")
        if card.scenarios:
            blame_scenarios(document, card, (catalog or load()).scenarios)
        document.close()
        return 0, []
    if "drawing" in document.data or any(sign in document.data for sign in SCENE_SIGNS):
        return run_tests(document, catalog)
    raise ContentError([Fault(path, 1, 1, "this is no map, scene or record; a map or scene has a 'drawing'")])


def is_map(document: Document) -> bool:
    """Whether a file is a map: it has a name, nothing that only scenes have, and a starting area, wall colour, scenarios or
    number of sides."""
    data = document.data
    if "name" not in data or any(sign in data for sign in SCENE_SIGNS) or isinstance(data.get("sides"), dict):
        return False
    areas = data.get("areas")
    starts = isinstance(areas, dict) and any(name.startswith("start ") for name in areas)
    return starts or any(key in data for key in ("wall", "scenarios", "sides"))


def run_tests(document: Document, catalog: Catalog | None = None) -> tuple[int, list[Failure]]:
    """Run every `[[test]]` of a scene, each from the scene's position."""
    start = read_scene_document(document, catalog)
    entries = document.data.get("test", [])
    if not isinstance(entries, list):
        raise ContentError([Fault(document.file, *document.place(("test",)), "tests are tables [[test]]")])
    failures: list[Failure] = []
    for k, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise ContentError([Fault(document.file, *document.place(("test", k)), "a test is a table [[test]]")])
        begun = start.clone()
        begun.passed = list(start.passed)  # what was forced before the first question may be written, as any forced answer
        failures += _Trial(document, k, entry, begun).run()
    return len(entries), failures


class _Trial:
    """Runs one test."""

    def __init__(self, document: Document, number: int, entry: Table, state: State) -> None:
        self.document = document
        self.path: Path = ("test", number)
        self.entry = entry
        self.state = state
        self.name = str(entry.get("name", f"test {number + 1}"))
        self.events: list[Event] = []
        self.failures: list[Failure] = []

    def fail(self, key: str, message: str) -> None:
        line, column = self.document.place((*self.path, key) if key else self.path)
        self.failures.append(Failure(self.document.file, line, column, self.name, message))

    def run(self) -> list[Failure]:
        for key in self.entry:
            if key not in TEST_KEYS:
                self.fail(key, f"a test has no key '{key}'{suggestion(key, TEST_KEYS)}")
        for rule in self._list("rules"):
            if rule not in rules():
                self.fail("rules", f"there is no rule '{rule}'")
        for line in self._list("play"):
            if not self._play(line):
                return self.failures
        self._dice()
        expect = self.entry.get("expect", {})
        if not isinstance(expect, dict):
            self.fail("expect", '\'expect\' is a table, as { "A.square" = "c4" }')
        else:
            for key, value in flat(expect).items():
                self._expect(key, value)
        self._refusals()
        self._options()
        self._after()
        return self.failures

    def _list(self, key: str) -> list[str]:
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fail(key, f"'{key}' is a list of texts")
            return []
        return [str(one) for one in value]

    def _play(self, line: str) -> bool:
        try:
            for choice in follow(self.state, line):
                self.events += apply(self.state, choice)
        except NotationError as error:
            self.fail("play", f"'{line}': {error}")
            return False
        except IllegalChoice as refusal:
            self.fail("play", f"'{line}' is refused: {refusal}")
            return False
        return True

    def _dice(self) -> None:
        if "dice" not in self.entry:
            return
        wanted = text_of(self.document, (*self.path, "dice"), "")
        counts = [str(event.dice) for event in self.events if isinstance(event, Challenged)]
        if not counts or counts[-1] != wanted.replace(" - ", " − "):
            self.fail("dice", f"expected '{wanted}', found '{counts[-1] if counts else 'no challenge'}'")

    def _expect(self, key: str, wanted: Value) -> None:
        try:
            found = fact(self.state, key)
        except KeyError as error:
            self.fail("expect", str(error.args[0]))
            return
        if key == "turn" and self.state.turn != NO_SIDE and wanted == SIDES[self.state.turn]:
            return
        if _sorted(found) != _sorted(wanted):
            self.fail("expect", f"expected {key} = {_shown(wanted)}, found {_shown(found)}")

    def _refusals(self) -> None:
        entries = self.entry.get("refuse", [])
        if not isinstance(entries, list):
            self.fail("refuse", '\'refuse\' is a list of tables, as [{ try = "A: move c4", rule = "MOV-5" }]')
            return
        for entry in entries:
            if not isinstance(entry, dict) or not isinstance(entry.get("try"), str):
                self.fail("refuse", 'a refusal is a table, as { try = "A: move c4", rule = "MOV-5" }')
                continue
            self._refusal(entry)

    def _refusal(self, entry: Table) -> None:
        for key in entry:
            if key not in REFUSE_KEYS:
                self.fail("refuse", f"a refusal has no key '{key}'; it has {', '.join(REFUSE_KEYS)}")
        line = str(entry["try"])
        named = entry.get("rules", [entry["rule"]] if "rule" in entry else [])
        wanted = [str(one) for one in named] if isinstance(named, list) else [str(named)]
        for rule in wanted:
            if rule not in rules():
                self.fail("refuse", f"there is no rule '{rule}'")
        try:
            reasons = why_not(self.state, line)
        except NotationError as error:
            self.fail("refuse", f"'{line}': {error}")
            return
        given = [reason.rule for reason in reasons]
        if not given:
            self.fail("refuse", f"'{line}' should be refused, and is allowed")
        elif wanted and not set(given) & set(wanted):
            self.fail("refuse", f"'{line}' is refused by {', '.join(given)}, expected {' or '.join(wanted)}")

    def _options(self) -> None:
        if "options" not in self.entry:
            return
        ask = self.state.decision
        offered = {notate(self.state, option) for option in ask.options} if ask else set()
        wanted = {self._written(line) for line in self._list("options")}
        if wanted != offered:
            missing, more = sorted(wanted - offered), sorted(offered - wanted)
            said = [f"not offered: {', '.join(missing)}"] if missing else []
            said += [f"offered too: {', '.join(more)}"] if more else []
            self.fail("options", "; ".join(said))

    def _written(self, line: str) -> str:
        """A line as the notation writes it, whatever its case and spaces."""
        try:
            return notate(self.state, parse(self.state, line))
        except (NotationError, IllegalChoice):
            return " ".join(line.split())

    def _after(self) -> None:
        if "after" not in self.entry:
            return
        try:
            drawing = read_drawing(str(self.entry["after"]))
        except DrawingError as error:
            line, column = self.document.within((*self.path, "after"), error.line, error.column)
            self.failures.append(Failure(self.document.file, line, column, self.name, error.message))
            return
        setup = self.state.setup
        wanted = {(mark, square) for mark, squares in drawing.marks.items() for square in squares}
        for figure, square in zip(self.state.setup.figure_ids, self.state.figure_at, strict=True):
            mark = setup.mark(figure)
            shown = (mark[0], square) if mark[:1] in drawing.marks else (mark, square)
            if square >= 0 and (mark, square) not in wanted and shown not in wanted:
                self.fail("after", f"{mark} is on {setup.grid.name(square)}")
        there = {
            (setup.mark(f)[0], square) for f, square in zip(self.state.setup.figure_ids, self.state.figure_at, strict=True) if square >= 0
        }
        figures = {setup.mark(f)[0] for f in setup.figure_ids}
        for mark, square in sorted(wanted):
            if mark in figures and (mark, square) not in there:
                self.fail("after", f"{mark} is not on {setup.grid.name(square)}")


def flat(values: Table, before: str = "") -> dict[str, Value]:
    """Expectations by dotted key, whatever the nesting in the file."""
    found: dict[str, Value] = {}
    for key, value in values.items():
        name = f"{before}.{key}" if before else key
        if isinstance(value, dict):
            found.update(flat(value, name))
        else:
            found[name] = value
    return found


def _sorted(value: Value) -> object:
    """A value with its lists sorted, so that their order does not matter; the places of a track keep their order."""
    if isinstance(value, list):
        if value and all(isinstance(one, list) for one in value):
            return [_sorted(one) for one in value]
        return sorted(str(one) for one in value)
    return value


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def fact(state: State, key: str) -> Value:
    """The current value of an expectation's key: `A.square`, `sides.light.points`, `turn`, `round`, `winner` …"""
    setup = state.setup
    if key == "round":
        return state.round
    if key == "winner":
        return SIDES[state.winner] if state.winner != NO_SIDE else "none"
    if key == "turn":
        if state.acting != NOBODY:
            return setup.mark(state.acting)
        return SIDES[state.turn] if state.turn != NO_SIDE else "none"
    head, _, rest = key.partition(".")
    if head == "sides":
        return _side_fact(state, rest, key)
    figure = setup.figure(head)
    if figure < 0:
        raise KeyError(f"there is no figure '{head}' to expect something of")
    where = state.figure_at[figure]
    if rest == "square":
        return setup.grid.name(where) if where >= 0 else "none"
    if rest == "down":
        return bool(state.down[figure])
    if rest == "exhausted":
        return state.is_exhausted(figure)
    if rest == "out":
        return is_on_track(where)
    if rest in ("items", "carries", "statuses"):
        sorts = {"items": ("item",), "carries": ("marker", "token"), "statuses": ("status",)}[rest]
        found: list[Value] = [slot.name for p, slot in enumerate(setup.pieces) if state.piece_holder[p] == figure and slot.sort in sorts]
        if rest == "statuses":
            in_force = (p for p, lies in enumerate(state.piece_at) if lies == IN_FORCE and state.owner[p] == figure)
            found += [setup.pieces[p].name for p in in_force]
        if rest == "carries":
            found += [setup.card(state.card[f]).name for f, by in enumerate(state.carried_by) if by == figure]
        return found
    raise KeyError(f"'{rest}' cannot be expected of a figure; it has square, down, exhausted, out, statuses, items, carries")


def _side_fact(state: State, rest: str, key: str) -> Value:
    name, _, what = rest.partition(".")
    if name not in SIDES or SIDES.index(name) not in state.setup.sides:
        raise KeyError(f"'{name}' is no side of this scene")
    side = side_named(name)
    if what == "points":
        return state.points[side]
    if what == "pool":
        return list(colours_of(pool_of(state, side)))
    if what == "track":
        return [on_place(state, side, place) for place in ALL_PLACES]
    raise KeyError(f"'{key}' cannot be expected; a side has points, pool, track")


def on_place(state: State, side: Side, place: int) -> list[Value]:
    """What is on a place of a side's track: tokens, then figures' marks, items and point letters."""
    setup = state.setup
    found: list[Value] = list(colours_of(track_of(state, side)[place - 1]))
    found += [
        setup.mark(f)
        for f, where in zip(state.setup.figure_ids, state.figure_at, strict=True)
        if where == at_place(place) and setup.side_of[f] == side
    ]
    found += [slot.name for p, slot in enumerate(setup.pieces) if state.piece_at[p] == at_place(place) and state.piece_side[p] == side]
    return found
