"""Where the keys and the string values of a TOML file are, for messages and so that a single string can be rewritten.

`tomllib` gives no positions. The text must have been parsed by it before: this scanner does not validate, and stops at invalid TOML.
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"

DEEPEST = 32

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_PLAIN = re.compile(r"""[^,\]}\s#][^,\]}\n#]*""")
_STRING = re.compile(r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL)


class Literal(NamedTuple):
    """The span of a string as written, quotes included."""

    start: int  # the offset of the opening quote
    end: int  # the offset after the closing quote


class Spans(NamedTuple):
    """The positions of a file, by path such as `("ability", 1, "rule")`."""

    keys: dict[Path, int]  # the offsets of keys at the start of a line and of the headers of tables
    strings: dict[Path, Literal]  # all string values


class _Lost(Exception):
    """Raised when the text is not what the scanner expects."""


def spans_in(text: str) -> Spans:
    """The positions of keys and strings; empty if the text is not valid TOML."""
    scanner = _Scanner(text)
    try:
        scanner.file()
    except (_Lost, IndexError):
        return Spans({}, {})
    return Spans(scanner.keys, scanner.strings)


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

    def file(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            start = self.at
            if self.text[start] == "[":
                table = self._head()
                self.keys.setdefault(table, start)
            else:
                self.keys[self._entry(table, 0)] = start
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
            raise _Lost

    def _keys(self) -> Path:
        keys: list[str] = []
        while True:
            self._skip(_SPACE)
            match = _KEY.match(self.text, self.at)
            if not match:
                raise _Lost
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
            raise _Lost
        sign = self.text[self.at]
        if sign in "\"'":
            match = _STRING.match(self.text, self.at)
            if not match:
                raise _Lost
            self.strings[path] = Literal(self.at, match.end())
            self.at = match.end()
        elif sign == "[":
            self._list(path, depth)
        elif sign == "{":
            self._table(path, depth)
        else:
            match = _PLAIN.match(self.text, self.at)
            if not match:
                raise _Lost
            self.at = match.end()

    def _list(self, path: Path, depth: int) -> None:
        self._need("[")
        self._skip(_BLANK)
        number = 0
        while not self._take("]"):
            self._value((*path, number), depth + 1)
            number += 1
            self._skip(_BLANK)
            self._take(",")
            self._skip(_BLANK)

    def _table(self, path: Path, depth: int) -> None:
        self._need("{")
        self._skip(_BLANK)
        while not self._take("}"):
            self._entry(path, depth + 1)
            self._skip(_BLANK)
            self._take(",")
            self._skip(_BLANK)


def _unquoted(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] != '"':
        return key
    return str(tomllib.loads(f"key = {key}")["key"])
