"""Small runs of the lab in tests: quick players, results without their times, a page that is read."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

from tipover.lab.arena import ArenaPlan
from tipover.lab.lab_games import Row, catalog_of
from tipover.lab.schedule import contestants, wishes

VOID = {"meta", "link", "br", "img", "input", "hr"}
# Two careless players, one of whom brings its team: games of a few hundredths of a second.
QUICK = ("random", "random=Gi-hun, Worker #29")


def plan(*names: str, games: int = 8, rounds: int = 2, modes: tuple[str, ...] = (), seed: str = "lab", **more: object) -> ArenaPlan:
    """A small arena."""
    players = contestants(names or QUICK)
    tables = wishes(catalog_of(()), modes, ("Leaders",) if not modes else (), rounds=rounds, players=players)
    return ArenaPlan(tuple(players), tuple(tables), seed, games)._replace(**more)  # type: ignore[arg-type]


def rows_of(folder: Path) -> list[Row]:
    """The results in a folder, settings first, without the times."""
    rows: list[Row] = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows[1:]:
        assert isinstance(row.pop("seconds"), float)
    return rows


class Page(HTMLParser):
    """A page that must be well formed: every tag closed in order, no id twice, nothing fetched from anywhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert text.startswith("<!DOCTYPE html>") and not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                assert value not in self.ids, f"the id {value} stands twice"
                self.ids.add(value or "")
            if name in ("src", "href", "xlink:href"):
                assert (value or "").startswith("#"), f"{tag} fetches {value}"

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(" ".join(data.split()))
