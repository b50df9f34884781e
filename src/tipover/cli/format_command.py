"""`tipover format`: every rule of a pack in its one spelling, all else of the files as it was."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import click

from tipover.cards.pack import inspect
from tipover.cards.pack_folder import PackFolder
from tipover.cards.reformat import respelled
from tipover.cards.toml import Fault
from tipover.cli.entry import BAD_INPUT, fail, json_option, packs_option
from tipover.cli.files import folders
from tipover.cli.out import put_json, say
from tipover.cli.packs import pack_of, packs_in, replace_file, rounds
from tipover.play.printers import count

WOULD_CHANGE = 1


@dataclass
class Formatted:
    """The result: files with rules, those that were rewritten, and the faults of the others."""

    files: int = 0
    changed: list[str] = field(default_factory=list)
    failures: list[Fault] = field(default_factory=list)


def format_packs(packs: list[Path], only: set[Path], dry: bool) -> Formatted:
    """Format packs, or only some of their files; `dry` writes nothing. A file with a mistake is left as it is."""
    done = Formatted()
    for lot in rounds(packs):
        inspected, _, _ = inspect(lot, folders())
        for pack in inspected:
            _format(pack, only, dry, done)
    return done


def _format(pack: PackFolder, only: set[Path], dry: bool, done: Formatted) -> None:
    place = Path(str(pack.place))
    faults = [fault for fault in pack.all_faults() if not only or Path(fault.file) in only]
    done.failures += faults
    wrong = {fault.file for fault in faults}
    drafts: dict[str, bytes] = {}
    for _, document in pack.files:
        name = document.file
        if (only and Path(name) not in only) or not any(one.document is document for one in pack.rules):
            continue
        done.files += 1
        if name in wrong:
            continue
        raw = Path(name).read_bytes()
        new = respelled(raw.decode("utf-8-sig"), [one for one in pack.rules if one.document is document]).encode("utf-8")
        if new != raw:
            drafts[name] = new
    if drafts:
        spoiled = _spoiled(pack, place, drafts)
        done.failures += spoiled
        for name, new in drafts.items():
            if not any(fault.file == name for fault in spoiled):
                done.changed.append(name)
                if not dry:
                    replace_file(Path(name), new)


def _spoiled(pack: PackFolder, place: Path, drafts: dict[str, bytes]) -> list[Fault]:
    """The drafts that may not be written: with them the pack would have new mistakes, or another meaning.

    A value's provenance can name words of a rule, which the printer may spell otherwise: the author must change both.
    """
    with tempfile.TemporaryDirectory(prefix="tipover-format-") as folder:
        copy = Path(folder) / pack.key
        for _, document in [("", pack.envelope), *pack.files]:
            if document is not None:
                file = Path(document.file)
                goal = copy / file.relative_to(place)
                goal.parent.mkdir(parents=True, exist_ok=True)
                goal.write_bytes(drafts.get(document.file, file.read_bytes()))
        inspected, _, _ = inspect([copy], folders())
        (again,) = inspected
        here = {str(copy / Path(name).relative_to(place)): name for name in drafts}
        found = [
            fault._replace(file=here[fault.file], message=f"with its rules in their one spelling: {fault.message}")
            for fault in again.all_faults()
            if fault.file in here
        ]
        meant = {(here[one.document.file], one.path): one.texts for one in again.rules if one.document.file in here}
        for one in pack.rules:
            name = one.document.file
            if name in drafts and meant.get((name, one.path)) != one.texts and not any(fault.file == name for fault in found):
                found.append(
                    Fault(
                        name, *one.document.place(one.path), "this rule cannot be rewritten where it stands; write it on a line of its own"
                    )
                )
    return found


@click.command("format")
@click.argument("paths", metavar="PACK|FILE...", nargs=-1, required=True)
@click.option("--check", "dry", is_flag=True, help="Only say which files would change; exit code 1 if any would.")
@json_option
@packs_option
def format_command(paths: tuple[str, ...], dry: bool, as_json: bool) -> None:
    """Write every rule of a pack in its one spelling; comments, order and all else stay.

    A rule on one line stays on one line; in a block of three quotes each text gets a line of its own.
    Files with mistakes are reported and left as they are (exit code 2).
    """
    packs, only = _asked(paths)
    done = format_packs(packs, only, dry)
    if as_json:
        put_json({"files": done.files, "changed": done.changed, "failures": [fault._asdict() for fault in done.failures]})
    else:
        for fault in done.failures:
            say(str(fault))
        for name in done.changed:
            say(f"{name}: {'would be rewritten' if dry else 'rewritten'}")
        left = f", {count(len({fault.file for fault in done.failures}), 'file')} with mistakes left as they are" if done.failures else ""
        changed = count(len(done.changed), "file") if done.changed else "nothing"
        say(f"{count(done.files, 'file')} with rules: {changed} {'to rewrite' if dry else 'rewritten'}{left}", err=bool(done.failures))
    if done.failures:
        raise click.exceptions.Exit(BAD_INPUT)
    if dry and done.changed:
        raise click.exceptions.Exit(WOULD_CHANGE)


def _asked(paths: tuple[str, ...]) -> tuple[list[Path], set[Path]]:
    """The packs to be formatted; if files were named, only these."""
    packs: list[Path] = []
    only: set[Path] = set()
    for path in paths:
        place = Path(path)
        inside = packs_in(place)
        home = pack_of(place)
        if not inside and home is None:
            fail(f"{path}: there is no pack here; a pack is a folder with a pack.toml, and `tipover new pack NAME` makes one")
        if home is not None and not inside:
            only.add(place)
            inside = [home]
        packs += [one for one in inside if one not in packs]
    return packs, only
