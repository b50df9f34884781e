"""The log of a game as one audience reads it, written as it is sent: a text is much smaller than the objects it is written from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

import msgspec

from tipover.table.protocol.game import LogLine
from tipover.table.protocol.news import News

_ENCODER = msgspec.json.Encoder()


def written(lines: Iterable[LogLine]) -> bytes:
    """Lines as they are sent, with commas between."""
    return b",".join(_ENCODER.encode(line) for line in lines)


def as_lines(texts: Iterable[bytes]) -> list[LogLine]:
    """Written lines as the list of lines in a message: they are sent as they are."""
    text = b",".join(filter(None, texts))
    return cast(list[LogLine], [msgspec.Raw(text)]) if text else []


class PastLines(NamedTuple):
    """The log of a game's first choices for one audience."""

    seats: tuple[int, ...]  # The audience's seats.
    language: str  # The code of its language.
    lines: list[bytes]  # What is written of each choice.
    told: list[bool]  # Whether the acts up to each are told.


class WrittenLog:
    """What one audience is told of each choice."""

    def __init__(self, lines: list[bytes] | None = None, told: list[bool] | None = None) -> None:
        self.lines = lines or []  # of each choice
        self.told = told or []  # whether the acts up to it are told; otherwise what happened in it is told with the next choice
        self._news: dict[int, list[News]] = {}  # what is animated of the last choices

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, lines: list[LogLine], news: list[News], is_told: bool) -> None:
        """Add the next choice; news that nobody needs are left out."""
        if news:
            self._news[len(self.lines)] = news
        self.lines.append(written(lines))
        self.told.append(is_told)

    def cut(self, count: int) -> None:
        """Forget all choices after so many, and the news of all others: whoever wanted them has got them."""
        del self.lines[count:], self.told[count:]
        self._news.clear()

    def news(self, first: int) -> list[News]:
        """What is animated of the choices from number `first` on."""
        return [one for number, news in self._news.items() if number >= first for one in news]

    def with_notices(self, notices: list[LogLine]) -> list[LogLine]:
        """The whole log, each notice after the choices that had been made."""
        texts: list[bytes] = []
        first = 0
        for notice in sorted(notices, key=lambda line: line.count):
            texts += self.lines[first : notice.count]
            first = max(first, notice.count)
            texts.append(_ENCODER.encode(notice))
        return as_lines([*texts, *self.lines[first:]])
