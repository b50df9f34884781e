"""TOML files with places: limits before parsing, and file:line:column for every fault.

`tomllib` tells no places for values, so a light scan of the text finds them, only when something is wrong.
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple, TypeAlias

LARGEST_FILE = 256 * 1024
MOST_DOTS = 8
DEEPEST = 32
MOST_DIGITS = 64

Value: TypeAlias = "str | int | float | bool | list[Value] | Table | object"
Table: TypeAlias = "dict[str, Value]"
Path: TypeAlias = "tuple[str | int, ...]"


class Fault(NamedTuple):
    """One mistake in a file: where, and a sentence that says what would be right."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ContentError(ValueError):
    """A file that cannot be used; `faults` lists every mistake found in it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Document:
    """A TOML file's data, able to say where each value stands."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.faults: list[Fault] = []
        self._places: dict[Path, tuple[int, int, int, int]] | None = None
        _check_limits(file, text)
        try:
            self.data: Table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ContentError([_decode_fault(file, text, str(error))]) from None
        except (RecursionError, ValueError) as error:
            raise ContentError([Fault(file, 1, 1, f"this is not TOML: {error}")]) from None

    def place(self, path: Path) -> tuple[int, int]:
        """Line and column of the key at a path, or of its nearest known parent."""
        line, column, _, _ = self._found(path)
        return line, column

    def within(self, path: Path, line: int, column: int) -> tuple[int, int]:
        """Where a place inside a string value lies in the file; both count from 1."""
        _, _, first, before = self._found(path)
        return first + line - 1, column + (before if line == 1 else 0)

    def _found(self, path: Path) -> tuple[int, int, int, int]:
        if self._places is None:
            self._places = _scan(self.text)
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path, (1, 1, 1, 0))

    def blame(self, path: Path, message: str) -> None:
        """Note a mistake at a path; `close` raises them together."""
        line, column = self.place(path)
        self.faults.append(Fault(self.file, line, column, message))

    def blame_at(self, line: int, column: int, message: str) -> None:
        """Note a mistake at a line and column of the file."""
        self.faults.append(Fault(self.file, line, column, message))

    def close(self) -> None:
        """Raise all mistakes noted so far, if there are any."""
        if self.faults:
            raise ContentError(sorted(dict.fromkeys(self.faults), key=lambda fault: (fault.line, fault.column)))


def _check_limits(file: str, text: str) -> None:
    """Refuse what `tomllib` would take for ever over, before it sees it."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise ContentError([Fault(file, 1, 1, f"the file is larger than {LARGEST_FILE // 1024} KB")])
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS and _longest_chain(line) > MOST_DOTS:
            raise ContentError([Fault(file, number, 1, f"a key with more than {MOST_DOTS} dots")])
        if len(line) > MOST_DIGITS and (found := _LONG_NUMBER.search(line)):
            column = found.start() + 1
            raise ContentError([Fault(file, number, column, f"a number with more than {MOST_DIGITS} digits")])
    depth = deepest = 0
    for number, line in enumerate(text.split("\n"), 1):
        for sign in line:
            if sign in "[{":
                depth += 1
                deepest = max(deepest, depth)
            elif sign in "]}":
                depth = max(0, depth - 1)
        if deepest > DEEPEST:
            raise ContentError([Fault(file, number, 1, f"brackets nested deeper than {DEEPEST}")])


_LONG_NUMBER = re.compile(rf"(?<![\w\"'])\d[0-9a-fA-Fxob_]{{{MOST_DIGITS},}}")
_WORD = re.compile(r"""[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s+|.""")


def _longest_chain(line: str) -> int:
    """The dots of the longest dotted key that might stand in a line, quoted parts and inline tables included."""
    longest = dots = 0
    after_part = after_dot = False
    for word in _WORD.findall(line):
        if word == ".":
            dots = dots + 1 if after_part else 0
            after_part, after_dot = False, True
        elif not word.isspace():
            is_part = word[0] in "\"'-_" or word[0].isalnum()
            if not is_part or not after_dot:
                dots = 0
            after_part, after_dot = is_part, False
        longest = max(longest, dots)
    return longest


def _decode_fault(file: str, text: str, message: str) -> Fault:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    said = re.sub(r"\s*\(at .*\)", "", message)
    if place:
        return Fault(file, int(place[1]), int(place[2]), f"this is not TOML: {said}")
    return Fault(file, text.count("\n") + 1, 1, f"this is not TOML: {said}, at the end of the file")


_HEAD = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def _parts(text: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(text))


def _scan(text: str) -> dict[Path, tuple[int, int, int, int]]:
    """For every key at the start of a line: its line and column, the line where its text begins, and what stands before.

    The last counts the characters before the text on that line: none if it begins below the three quotes.
    """
    places: dict[Path, tuple[int, int, int, int]] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    quote = ""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        rest = 0
        if not quote and depth == 0:
            head = _HEAD.match(line)
            key = _KEY.match(line)
            if head and not key:
                table = _resolve(_parts(head[2]), counts, head[1] == "[[")
                places.setdefault(table, (number, line.index("[") + 1, number, 0))
                continue
            if key:
                column = key.start(1) + 1
                rest = key.end()
                below = line[rest:].strip() in ('"""', "'''")
                quotes = 3 if line.startswith(('"""', "'''"), rest) else 1
                places[table + _parts(key[1])] = (number, column, number + below, 0 if below else rest + quotes)
        quote, depth = _over(line, rest, quote, depth)
    return places


def _resolve(parts: Path, counts: dict[Path, int], is_list: bool) -> Path:
    """A header's path with the numbers of the lists of tables it stands in."""
    path: Path = ()
    for k, part in enumerate(parts):
        path += (part,)
        if k == len(parts) - 1 and is_list:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path


def _over(line: str, start: int, quote: str, depth: int) -> tuple[str, int]:
    """The open quote and bracket depth after a line."""
    k = start
    while k < len(line):
        if quote:
            if quote in ('"', '"""') and line[k] == "\\":
                k += 2
                continue
            if line.startswith(quote, k):
                k += len(quote)
                quote = ""
                continue
        elif line.startswith('"""', k) or line.startswith("'''", k):
            quote = line[k : k + 3]
            k += 3
            continue
        elif line[k] in "\"'":
            quote = line[k]
        elif line[k] == "#":
            break
        elif line[k] in "[{":
            depth += 1
        elif line[k] in "]}":
            depth -= 1
        k += 1
    return (quote if len(quote) == 3 else ""), max(0, depth)
