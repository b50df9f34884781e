"""Find packs on the disk, and replace their files atomically."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

ENVELOPE = "pack.toml"


def packs_in(place: Path) -> list[Path]:
    """The folders of packs at or below a place."""
    return [one.parent for one in sorted(place.rglob(ENVELOPE)) if not one.is_dir()] if place.is_dir() else []


def pack_of(file: Path) -> Path | None:
    """The folder of the pack a file belongs to: the one it lies in, or the one above."""
    for folder in (file.parent, file.parent.parent):
        if (folder / ENVELOPE).is_file() and file.is_file():
            return folder
    return None


def rounds(packs: list[Path]) -> list[list[Path]]:
    """Packs in groups that can be read together: of two with the same name the later would hide the earlier."""
    lots: list[list[Path]] = []
    for pack in packs:
        lot = next((lot for lot in lots if all(one.resolve().name != pack.resolve().name for one in lot)), None)
        if lot is None:
            lots.append([pack])
        else:
            lot.append(pack)
    return lots


def replace_file(file: Path, raw: bytes) -> None:
    """Replace a file atomically: a reader sees either the old or the new content."""
    goal = file.resolve()
    number, name = tempfile.mkstemp(dir=goal.parent, prefix=f".{goal.name}.")
    draft = Path(name)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(raw)
            out.flush()
            os.fsync(out.fileno())
        shutil.copymode(goal, draft)
        os.replace(draft, goal)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
