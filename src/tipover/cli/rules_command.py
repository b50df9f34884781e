"""`tipover rules`: the rules by number, and in a clone which tests prove them."""

from __future__ import annotations

from pathlib import Path

import click

from tipover.cli.entry import fail, json_option
from tipover.cli.out import put_json, say, tell
from tipover.engine.core.rules import Chapter, Rule, chapters, pages, rules
from tipover.play.printers import count


@click.command("rules")
@click.argument("which", metavar="[ID|CHAPTER]", required=False)
@click.option("--coverage", is_flag=True, help="In a clone: each rule with the tests that name it, and those without.")
@click.option("--write", metavar="FOLDER", help="Write the reference's pages into this folder.")
@json_option
def rules_command(which: str | None, coverage: bool, write: str | None, as_json: bool) -> None:
    """The rules: all by chapter, one chapter (MOV), or one rule (MOV-5) with its text and source."""
    if coverage:
        _coverage(as_json)
    elif write:
        _write(Path(write), as_json)
    elif which and "-" in which:
        _one(which.upper(), as_json)
    else:
        _list((which or "").upper(), as_json)


def _one(name: str, as_json: bool) -> None:
    rule = rules().get(name)
    if rule is None:
        from tipover.cards.catalog import suggestion

        fail(f"There is no rule '{name}'{suggestion(name, list(rules()))}")
    if as_json:
        put_json(_json(rule))
        return
    say((rule.id, "bold"), f"  {_chapter_of(rule).title}")
    tell(rule.rule)
    say()
    tell(f"A player is told: {rule.sentence}")
    say(f"Source: {rule.source}")
    if rule.later:
        say("It comes with later sets.")


def _json(rule: Rule) -> dict[str, object]:
    data: dict[str, object] = {"id": rule.id, "chapter": _chapter_of(rule).title, "rule": rule.rule, "told": rule.sentence}
    return {**data, "source": rule.source, "later": rule.later}


def _chapter_of(rule: Rule) -> Chapter:
    return next(chapter for chapter in chapters() if rule.id[:3] in chapter.prefix)


def _list(prefix: str, as_json: bool) -> None:
    chosen = [chapter for chapter in chapters() if not prefix or prefix in chapter.prefix]
    if not chosen:
        known = ", ".join(one for chapter in chapters() for one in chapter.prefix)
        fail(f"There is no chapter '{prefix}'; there are {known}. One rule is written MOV-5.")
    found = [rule for rule in rules().values() if _chapter_of(rule) in chosen and (not prefix or rule.id[:3] == prefix)]
    if as_json:
        put_json([_json(rule) for rule in found])
        return
    for chapter in chosen:
        say((f"{chapter.title} ({', '.join(chapter.prefix)})", "bold"))
        for rule in found:
            if rule.id[:3] in chapter.prefix:
                tell(f"  {rule.id:<7} {rule.sentence}", " " * 10)
        say()
    say(f"{count(len(found), 'rule')}; `tipover rules MOV-5` shows one in full")


def clone_root() -> Path | None:
    """The clone this is run in, or the one this package is run from; None if there is neither."""
    from tipover.cli.coverage import LEDGER

    here = Path(__file__).resolve()
    for start in (Path.cwd(), here):
        for folder in (start, *start.parents):
            if (folder / LEDGER).is_file() and (folder / "tests").is_dir():
                return folder
    return None


def _coverage(as_json: bool) -> None:
    from tipover.cli.coverage import coverage, ledger, left, render

    root = clone_root()
    if root is None:
        fail("The coverage is read from the tests of a clone, and this is none: run it in the folder of a clone.")
    known, found = ledger(root), coverage(root)
    if as_json:
        rest = left(known, found)
        named = {rule: list(found.get(rule, [])) for rule in known}
        put_json({"rules": named, "left": {"later": rest.later, "missing": rest.missing}})
        return
    for line in render(known, found):
        say(line)


def _write(folder: Path, as_json: bool) -> None:
    written = pages()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    if as_json:
        put_json({"folder": str(folder), "pages": sorted(written)})
    else:
        say(f"{count(len(written), 'page')} written into {folder}")
