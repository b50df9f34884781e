"""`tipover check`: are packs, maps, scenes with their tests and records sound?"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import click

from tipover.cards.catalog import Catalog
from tipover.cards.check import explain
from tipover.cards.pack import inspect
from tipover.cards.pack_folder import PackFolder
from tipover.cards.toml import Fault
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import catalog, folders
from tipover.cli.out import put_json, say
from tipover.cli.packs import pack_of, packs_in, rounds
from tipover.play.printers import count
from tipover.play.scene_tests import Failure, check_files
from tipover.play.trial.card_trial import Trial

FOUND = 1
TESTS = "tests"
SUFFIXES = (".toml", ".tip")


@dataclass
class Report:
    """The result of a check; warnings are no faults."""

    files: int = 0
    tests: int = 0
    failures: list[Failure] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    antecedents: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    with_trial: bool = True

    def run(self, files: list[str], catalog: Catalog | None) -> None:
        """Check files that belong to no pack: scenes with their tests, maps, records."""
        if files:
            done = check_files(files, catalog)
            self.files += done.files
            self.tests += done.tests
            self.failures += done.failures


def check_all(paths: list[str], with_trial: bool = True) -> Report:
    """Check packs, files and folders of them. A file of a pack is checked with its pack, but only its own faults are reported."""
    report = Report(with_trial=with_trial)
    whole: list[Path] = []
    single: dict[Path, list[Path]] = {}
    alone: list[str] = []
    for path in paths:
        place = Path(path)
        inside = packs_in(place)
        pack = None if place.is_dir() else pack_of(place)
        if inside:
            whole += [one for one in inside if one not in whole]
            alone += [str(one) for one in _files(place) if not any(home in one.parents for home in inside)]
        elif pack is not None:
            single.setdefault(pack, []).append(place)
        else:
            alone.append(path)
    for packs in rounds(whole):
        _packs(report, packs, {})
    for pack, files in single.items():
        if pack not in whole:
            _packs(report, [pack], {pack: files})
    report.run(alone, catalog() if folders() and alone else None)
    return report


def _files(place: Path) -> list[Path]:
    return [one for one in sorted(place.rglob("*")) if one.suffix in SUFFIXES and not one.is_dir()]


def _packs(report: Report, packs: list[Path], only: dict[Path, list[Path]]) -> None:
    """Check packs; `only` lists the files to report on, if not all of a pack."""
    inspected, sound, notes = inspect(packs, folders())
    report.notes += notes
    for pack in inspected:
        place = Path(str(pack.place))
        asked = only.get(place) or _files(place)
        tests = [file for file in asked if file.parent.name == TESTS]
        mine = {str(file) for file in asked if file not in tests}
        faults = pack.all_faults()
        told = faults if tests and faults else [fault for fault in faults if not only or fault.file in mine]
        report.files += len(asked) - len(tests)
        report.failures += [Failure(*fault[:3], "", fault.message) for fault in told]
        report.warnings += [one for one in sorted(pack.warnings) if one.file in mine]
        report.antecedents += _explained(pack, mine)
        if faults:
            report.files += len(tests)
            continue
        report.run([str(file) for file in tests], sound)
        if report.with_trial and mine:
            _try(report, pack, sound, mine)


def _try(report: Report, pack: PackFolder, sound: Catalog, files: set[str]) -> None:
    """Play a sound pack's texts, and report what broke or never did anything."""
    own = {document.file for _, document in pack.files}
    trial = Trial(sound, pack.key, [one for one in sound.rules if one.document.file in own])
    trial.run()
    report.failures += [Failure(*fault[:3], "", fault.message) for fault in sorted(trial.faults) if fault.file in files]
    report.warnings += [one for one in sorted(trial.warnings) if one.file in files]


def _explained(pack: PackFolder, files: set[str]) -> list[Fault]:
    return [fault for written in pack.rules if written.document.file in files for fault, _ in explain(written)]


@click.command("check")
@click.argument("paths", metavar="PACK|FILE...", nargs=-1, required=True)
@click.option("--explain", "explained", is_flag=True, help="Also say what each `it` and `them` of a pack's rules stands for.")
@click.option("--no-trial", is_flag=True, help="Do not play the texts of packs to see that each does something.")
@json_option
@packs_option
def check_command(paths: tuple[str, ...], explained: bool, no_trial: bool, as_json: bool) -> None:
    """Check packs with their rules and tests, maps, scenes, records (.tip), or folders of them.

    The texts of a sound pack are also played: one that breaks a game or never ends is a fault, one that never does anything a warning.
    Every mistake is listed as file:line:column with what would be right; warnings are marked and are no faults.
    Exit code 1: faults were found.
    """
    found = check_all(list(paths), not no_trial)
    for note in found.notes:
        say(f"Note: {note}.", err=True)
    if as_json:
        put_json(_as_data(found, explained))
    else:
        _tell(found, explained)
    if found.failures:
        raise click.exceptions.Exit(FOUND)


def _as_data(found: Report, explained: bool) -> dict[str, object]:
    failures = [failure._asdict() for failure in found.failures]
    data: dict[str, object] = {"files": found.files, "tests": found.tests, "failures": failures}
    if found.warnings:
        data["warnings"] = [warning._asdict() for warning in found.warnings]
    if explained:
        data["antecedents"] = [one._asdict() for one in found.antecedents]
    return data


def _tell(found: Report, explained: bool) -> None:
    for failure in found.failures:
        say(str(failure))
    for warning in found.warnings:
        say(str(warning._replace(message=f"warning: {warning.message}")))
    for one in found.antecedents if explained else []:
        say(str(one))
    said = [count(found.files, "file"), count(found.tests, "test")]
    said.append(count(len(found.failures), "fault") if found.failures else "no faults")
    if found.warnings:
        said.append(count(len(found.warnings), "warning"))
    say(", ".join(said), err=bool(found.failures))
