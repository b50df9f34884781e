"""TOML documents with positions: limits that are checked before parsing, and file:line:column for every fault.

`tomllib` gives no positions of values, so a scan of the text finds them, and only when something is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from tipover.cards.suggest import closest, did_you_mean
from tipover.cards.toml_spans import DEEPEST, Spans, content_start, fault_in, spans_in
from tipover.cards.toml_spans import Path as Path

LARGEST_FILE = 256 * 1024
MOST_DOTS = 8
MOST_DIGITS = 64

Value: TypeAlias = "str | int | float | bool | list[Value] | Table | object"
Table: TypeAlias = "dict[str, Value]"


class Fault(NamedTuple):
    """One mistake in a file: where it is, a sentence for the author, and the parts of that sentence as data."""

    file: str  # the file's name as the author gave it
    line: int  # the line, from 1
    column: int  # the column, from 1: of the key, or of the word inside a rule
    message: str  # what is wrong and what would be right
    word: str = ""  # the faulty words as they stand in the file, at the place or behind the key there; empty if the place itself is meant
    suggestion: str = ""  # what may be written instead of `word` as it stands; empty if nothing is close
    expected: tuple[str, ...] = ()  # what could stand there, if that is a closed list

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ContentError(ValueError):
    """Raised for files that cannot be used; `faults` lists every mistake found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Document:
    """The data of a TOML file, with the position of each value and the faults noted so far."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.faults: list[Fault] = []
        self._spans: Spans | None = None
        _check_limits(file, text)
        try:
            self.data: Table = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            at, problem = fault_in(text)
            is_end = at >= len(text)
            line, column = self.line_and_column(at)
            message = f"this is not TOML: {problem}{', at the end of the file' if is_end else ''}"
            raise ContentError([Fault(file, line, 1 if is_end else column, message)]) from None
        except (RecursionError, ValueError) as error:
            raise ContentError([Fault(file, 1, 1, f"this is not TOML: {error}")]) from None

    @property
    def spans(self) -> Spans:
        """Where its keys and strings are, found on first use."""
        if self._spans is None:
            self._spans = spans_in(self.text)
        return self._spans

    def place(self, path: Path) -> tuple[int, int]:
        """Line and column of the key at a path, or of its nearest known parent."""
        while path and path not in self.spans.keys:
            path = path[:-1]
        return self.line_and_column(self.spans.keys.get(path, 0))

    def within(self, path: Path, line: int, column: int) -> tuple[int, int]:
        """The line and column in the file of a line and column inside a string value; all count from 1."""
        if path not in self.spans.strings:
            return self.place(path)
        first, before = self.line_and_column(content_start(self.text, self.spans.strings[path]))
        return first + line - 1, column + (before - 1 if line == 1 else 0)

    def place_in(self, path: Path, offset: int) -> tuple[int, int]:
        """Line and column of an offset inside a string value; escapes and line continuations are counted."""
        literal = self.spans.strings.get(path)
        if literal is None:
            return self.place(path)
        text = self.text
        at = content_start(text, literal)
        done = 0
        while at < literal.end:
            width, counts = _escape(text, at) if text[literal.start] == '"' and text[at] == "\\" else (1, 1)
            if counts and done == offset:
                break
            at += width
            done += counts
        return self.line_and_column(at)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the file, from 1."""
        return self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset)

    def blame(self, path: Path, message: str, word: object = "") -> None:
        """Note a mistake at a path, which `close` will raise; `word` is the faulty value or key."""
        line, column = self.place(path)
        self.faults.append(Fault(self.file, line, column, message, str(word)))

    def blame_unknown(self, path: Path, problem: str, word: str, known: Iterable[str], otherwise: str = "") -> None:
        """Note a word that is not among the known ones; the message goes on with the closest of them, or with `otherwise`."""
        line, column = self.place(path)
        expected = tuple(known)
        meant = closest(word, expected)
        message = problem + (did_you_mean(meant) or otherwise)
        self.faults.append(Fault(self.file, line, column, message, word, meant, expected))

    def blame_at(self, line: int, column: int, message: str, word: str = "", suggestion: str = "", expected: tuple[str, ...] = ()) -> None:
        """Note a mistake at a line and column of the file, with the parts of its message."""
        self.faults.append(Fault(self.file, line, column, message, word, suggestion, expected))

    def close(self) -> None:
        """Raise one ContentError with all mistakes noted so far, if there are any."""
        if self.faults:
            raise ContentError(sorted(dict.fromkeys(self.faults), key=lambda fault: (fault.line, fault.column)))


def _check_limits(file: str, text: str) -> None:
    """Refuse files on which `tomllib` would take very long."""
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
    """The number of dots in the longest dotted key that a line might contain, quoted parts and inline tables included."""
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


def _escape(text: str, at: int) -> tuple[int, int]:
    """The number of characters of an escape in the file, and the number it stands for."""
    sign = text[at + 1 : at + 2]
    if sign in "uU" and sign:
        return (6 if sign == "u" else 10), 1
    if sign.isspace():
        end = at + 1
        while end < len(text) and text[end].isspace():
            end += 1
        return end - at, 0
    return 2, 1
