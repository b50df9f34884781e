"""Reading a file that somebody else made: it is looked at before it is opened, and never read beyond its limit."""

from __future__ import annotations

import errno
import stat
from pathlib import Path as FilePath

from tipover.cards.toml import LARGEST_FILE, ContentError, Fault


def read_raw(file: FilePath, largest: int = LARGEST_FILE, inside: FilePath | None = None, told: str = "the file is larger than") -> bytes:
    """The bytes of a regular file; a pipe, a device, a file above the limit, or a link that leads out of `inside` raises `ContentError`.

    `told` is the sentence for a file above the limit, up to the limit.
    """
    try:
        leads_out = inside is not None and not file.resolve().is_relative_to(inside.resolve())
        found = file.stat() if not leads_out else None
    except (RuntimeError, OSError) as error:  # Python before 3.13 tells of a link that leads to itself when it is resolved
        if isinstance(error, OSError) and error.errno != errno.ELOOP:
            raise
        raise _fault(file, "this link leads to itself; put the file itself here") from None
    if found is None:
        raise _fault(file, "this link leads out of the pack; put the file itself here")
    if not stat.S_ISREG(found.st_mode):
        raise _fault(file, "this is a folder, a pipe or a device; a file with text belongs here")
    raw = b""
    if found.st_size <= largest:
        with file.open("rb") as opened:
            raw = opened.read(largest + 1)
    if max(found.st_size, len(raw)) > largest:
        limit = f"{largest // 1024} KB" if largest < 1024 * 1024 else f"{largest // 1024 // 1024} MB"
        raise _fault(file, f"{told} {limit}")
    return raw


def _fault(file: FilePath, message: str) -> ContentError:
    return ContentError([Fault(str(file), 1, 1, message)])
