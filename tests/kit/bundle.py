"""The weight of what a browser loads of the built web."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from kit.generated import STATIC


def weight(parts: set[Path]) -> int:
    """Bytes, gzipped."""
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in parts)


def loaded(*first: Path) -> set[Path]:
    """These files, what they import or link at once, and the styles of all of them; not what is loaded later on demand."""
    found: set[Path] = set()
    waiting = list(first)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        text = path.read_text("utf-8")
        if path.suffix == ".html":
            waiting += [STATIC / name for name in re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', text)]
        elif path.suffix == ".js":
            waiting += [path.parent / name for name in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text)]
            waiting += path.parent.glob(f"{path.name[:-12]}-????????.css")  # the name of a file ends with 8 characters of its digest
    return found


def start_page() -> set[Path]:
    """What the start page loads, with its drawings."""
    return loaded(STATIC / "index.html") | set((STATIC / "assets").glob("figures-*.svg"))
