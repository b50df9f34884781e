"""Where every string of a TOML file stands: its exact first and last character, so that it alone can be rewritten.

`tomllib` tells no places. The text must have been parsed by it before: here nothing is judged, and what is no TOML ends the search.
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

from tipover.cards.toml import DEEPEST, Path

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_PLAIN = re.compile(r"""[^,\]}\s#][^,\]}\n#]*""")
_STRING = re.compile(r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL)


class Literal(NamedTuple):
    """A string as it is written in a file, quotes included."""

    start: int
    end: int


class _Lost(Exception):
    """What stands here is not what was expected."""


def literals(text: str) -> dict[Path, Literal]:
    """Every string value by its path, lists counted from 0: `("ability", 1, "rule")`."""
    scanner = _Scanner(text)
    try:
        scanner.file()
    except (_Lost, IndexError):
        return {}
    return scanner.found


class _Scanner:
    """Goes through a file from its beginning."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, Literal] = {}
        self.counts: dict[Path, int] = {}

    def file(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._head()
            else:
                self._entry(table, 0)
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
        """A header, with the numbers of the lists of tables it stands in."""
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

    def _entry(self, table: Path, depth: int) -> None:
        path = (*table, *self._keys())
        self._need("=")
        self._skip(_SPACE)
        self._value(path, depth)

    def _value(self, path: Path, depth: int) -> None:
        if depth > DEEPEST:
            raise _Lost
        sign = self.text[self.at]
        if sign in "\"'":
            match = _STRING.match(self.text, self.at)
            if not match:
                raise _Lost
            self.found[path] = Literal(self.at, match.end())
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
