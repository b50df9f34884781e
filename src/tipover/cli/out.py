"""Print lines without control characters, styled by rich only on a terminal, or JSON; progress bars."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console

Part: TypeAlias = "str | tuple[str, str]"
Line: TypeAlias = "list[Part]"

NARROWEST, WIDEST = 40, 120

_console: list[Console] = []


def clean(text: str) -> str:
    """A text without control sequences: characters that cannot be printed are written as `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    code = ord(sign)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width() -> int:
    """The width of the terminal, within NARROWEST and WIDEST."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def card_width() -> int:
    """The width of a drawn card: that of the terminal, at most 80."""
    return min(80, width())


def say(*parts: Part, err: bool = False, flush: bool = False) -> None:
    """Print one line; a part is a text, or a text with a style for terminals with colours. `flush`: do not buffer it in a pipe."""
    stream = sys.stderr if err else sys.stdout
    texts = [part if isinstance(part, str) else part[0] for part in parts]
    if _is_plain(stream) or all(isinstance(part, str) for part in parts):
        print(clean("".join(texts)), file=stream, flush=flush)
        return
    from rich.text import Text

    line = Text()
    for part in parts:
        if isinstance(part, str):
            line.append(clean(part))
        else:
            line.append(clean(part[0]), style=part[1])
    _rich(stream).print(line, soft_wrap=True)


def _is_plain(stream: TextIO) -> bool:
    if os.environ.get("FORCE_COLOR"):
        return False
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb" or not stream.isatty()


def _rich(stream: TextIO) -> Console:
    if not _console or _console[0].file is not stream:
        from rich.console import Console

        _console[:] = [Console(file=stream, highlight=False, markup=False, emoji=False)]
    return _console[0]


def say_all(lines: Iterable[Line]) -> None:
    """Print lines of parts."""
    for line in lines:
        say(*line)


def tell(text: str, indent: str = "", err: bool = False) -> None:
    """Print a sentence, wrapped at the width of the terminal."""
    for line in folded(text, width(), indent):
        say(line, err=err)


def folded(text: str, columns: int, indent: str = "") -> list[str]:
    """A text wrapped to lines of at most `columns` characters; lines after the first are indented."""
    return textwrap.wrap(clean(text), columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error if that is a terminal; yields a function that takes how much is done, and of how much."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=600) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def put_json(data: object) -> None:
    """Print one JSON value on one line; anything that is not ASCII is escaped, so that every terminal and locale can show it."""
    import json

    print(json.dumps(data))
