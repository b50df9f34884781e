"""Where the keys and the string values of a TOML file are, for messages and so that a single string can be rewritten.

`tomllib` says whether a text is TOML, but gives no positions. The scanner knows the outline of TOML, and no more than `tomllib` accepts.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import NamedTuple, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"

DEEPEST = 32
NO_VALUE = "here stands no value: text is written in quotation marks, and yes and no are true and false"

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_PLAIN = re.compile(r"""[^,\]}\s#][^,\]}\n#]*""")
_STRING = re.compile(r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL)
_ESCAPE = re.compile(r"""\\(?:[btnfr"\\]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[ \t]*\r?\n)?""")


class Literal(NamedTuple):
    """The span of a string as written, quotes included."""

    start: int  # the offset of the opening quote
    end: int  # the offset after the closing quote


class Spans(NamedTuple):
    """The positions of a file, by path such as `("ability", 1, "rule")`."""

    keys: dict[Path, int]  # the offsets of keys at the start of a line and of the headers of tables
    strings: dict[Path, Literal]  # all string values


class _Lost(Exception):
    """Raised at an offset where the text is not what the scanner expects, with what is wrong."""

    def __init__(self, at: int, problem: str) -> None:
        super().__init__(problem)
        self.at = at
        self.problem = problem


def spans_in(text: str) -> Spans:
    """The positions of keys and strings; empty if the text is not valid TOML."""
    scanner = _Scanner(text)
    try:
        scanner.file()
    except _Lost:
        return Spans({}, {})
    return Spans(scanner.keys, scanner.strings)


def fault_in(text: str) -> tuple[int, str]:
    """The offset at which a text that `tomllib` refuses stops being TOML, and what is wrong there."""
    scanner = _Scanner(text)
    lost: _Lost | None = None
    try:
        scanner.file()
    except _Lost as error:
        lost = error
    for value in scanner.values:
        if not _is_toml(f"key = {text[value.start : value.end]}"):
            escapes = _ESCAPE.finditer(text, value.start, value.end) if text[value.start] == '"' else iter(())
            stray = next((escape.start() for escape in escapes if len(escape[0]) == 1), -1)
            return (stray, "Unescaped '\\' in a string") if stray >= 0 else (value.start, NO_VALUE)
    if lost is not None:
        return lost.at, lost.problem
    ends = [*scanner.entries[1:], len(text)]
    wrong = bisect_left(range(len(ends)), True, key=lambda k: not _is_toml(text[: ends[k]]))
    return scanner.entries[wrong], "this entry cannot be read here: its key or table may stand above already"


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def content_start(text: str, literal: Literal) -> int:
    """The offset at which the value of a string begins: after its quotes, and after the line break below three quotes."""
    quotes = 3 if text.startswith(('"""', "'''"), literal.start) else 1
    start = literal.start + quotes
    return start + 1 if quotes == 3 and text.startswith("\n", start) else start


class _Scanner:
    """Scans a file from its beginning."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.keys: dict[Path, int] = {}
        self.strings: dict[Path, Literal] = {}
        self.counts: dict[Path, int] = {}
        self.entries: list[int] = []  # where entries and headers begin
        self.values: list[Literal] = []  # strings, numbers, dates and the like

    def file(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            start = self.at
            self.entries.append(start)
            if self.text[start] == "[":
                table = self._head()
                self.keys.setdefault(table, start)
            else:
                self.keys[self._entry(table, 0)] = start
            self._skip(_SPACE)
            if not self.text.startswith(("\n", "\r\n", "#"), self.at) and self.at < len(self.text):
                raise _Lost(self.at, "an entry ends with its line")
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _take(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise _Lost(self.at, f"'{sign}' is missing")

    def _keys(self) -> Path:
        keys: list[str] = []
        while True:
            self._skip(_SPACE)
            match = _KEY.match(self.text, self.at)
            if not match or not _is_toml(f"key = {match[0]}" if match[0][0] in "\"'" else ""):
                raise _Lost(self.at, "a key is missing")
            self.at = match.end()
            keys.append(_unquoted(match[0]))
            self._skip(_SPACE)
            if not self._take("."):
                return tuple(keys)

    def _head(self) -> Path:
        """The path of a header, with the indices of the arrays of tables that contain it."""
        is_list = self._take("[[") or not self._take("[")
        keys = self._keys()
        self._need("]]" if is_list else "]")
        path: Path = ()
        for k, key in enumerate(keys):
            path = (*path, key)
            if is_list and k == len(keys) - 1:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts:
                path = (*path, self.counts[path])
        return path

    def _entry(self, table: Path, depth: int) -> Path:
        path = (*table, *self._keys())
        self._need("=")
        self._skip(_SPACE)
        self._value(path, depth)
        return path

    def _value(self, path: Path, depth: int) -> None:
        if depth > DEEPEST:
            raise _Lost(self.at, f"brackets nested deeper than {DEEPEST}")
        if self._take("["):
            number = 0
            while self._goes_on("]", number):
                self._value((*path, number), depth + 1)
                number += 1
        elif self._take("{"):
            number = 0
            while self._goes_on("}", number):
                self._entry(path, depth + 1)
                number += 1
        else:
            self._plain(path)

    def _goes_on(self, close: str, number: int) -> bool:
        """Whether a list or inline table has another part after so many."""
        self._skip(_BLANK)
        if number and not self.text.startswith(close, self.at) and self.at < len(self.text):
            if not self._take(","):
                raise _Lost(self.at, f"',' or '{close}' is missing")
            self._skip(_BLANK)
        if self.at >= len(self.text):
            raise _Lost(self.at, f"a {'list' if close == ']' else 'table'} has no closing {close}")
        return not self._take(close)

    def _plain(self, path: Path) -> None:
        start, is_string = self.at, self.text.startswith(('"', "'"), self.at)
        match = (_STRING if is_string else _PLAIN).match(self.text, start)
        if not match and is_string:
            is_long = self.text.startswith(('"""', "'''"), start)
            end = -1 if is_long else self.text.find("\n", start)
            raise _Lost(end if end >= 0 else len(self.text), "a text has no closing quotation mark")
        if not match:
            raise _Lost(start, NO_VALUE)
        self.at = match.end()
        self.values.append(Literal(start, self.at))
        if is_string:
            self.strings[path] = self.values[-1]


def _unquoted(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] != '"':
        return key
    return str(tomllib.loads(f"key = {key}")["key"])
