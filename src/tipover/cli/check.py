"""`tipover check`: are maps, scenes with their tests, records and packs sound?"""

from __future__ import annotations

from pathlib import Path

import click

from tipover.cards.pack import load
from tipover.cards.toml import ContentError
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import folders
from tipover.cli.out import count, put_json, say
from tipover.play.trial import Checked, Failure, check_files

FOUND = 1


def check_all(paths: list[str]) -> Checked:
    """Check files and folders; a pack's folder is read as a pack, and its maps and tests as files."""
    files: list[str] = []
    packs: list[Path] = []
    for path in paths:
        place = Path(path)
        inside = [one.parent for one in sorted(place.rglob("pack.toml"))] if place.is_dir() else []
        packs += inside
        if not inside:
            files.append(path)
            continue
        for one in sorted(place.rglob("*")):
            if one.suffix in (".toml", ".tip") and one.is_file() and _is_own_file(one, inside):
                files.append(str(one))
    try:
        cards = load(*folders(), *packs) if folders() or packs else None
    except ContentError as error:
        return Checked(len(files) + len(packs), 0, [Failure(*fault[:3], "", fault.message) for fault in error.faults])
    found = check_files(files, cards) if files else Checked(0, 0, [])
    return found._replace(files=found.files + len(packs))


def _is_own_file(file: Path, packs: list[Path]) -> bool:
    """Whether a file is checked by itself: outside packs, or among a pack's maps and tests."""
    return not any(pack in file.parents for pack in packs) or file.parent.name in ("maps", "tests")


@click.command("check")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@json_option
@packs_option
def check_command(paths: tuple[str, ...], as_json: bool) -> None:
    """Check maps, scenes with their tests, records (.tip), packs, or folders of them. Exit code 1: faults were found."""
    found = check_all(list(paths))
    if as_json:
        failures = [failure._asdict() for failure in found.failures]
        put_json({"files": found.files, "tests": found.tests, "failures": failures})
    else:
        for failure in found.failures:
            say(str(failure))
        faults = count(len(found.failures), "fault") if found.failures else "no faults"
        say(f"{count(found.files, 'file')}, {count(found.tests, 'test')}, {faults}", err=bool(found.failures))
    if found.failures:
        raise click.exceptions.Exit(FOUND)
