"""How a game went, at the table: told when it is over and not before, to seats and watchers alike, and no game waits for it."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.runs import answer, run
from kit.server import Client, Json, Refused, ServerProcess, play_out, serving
from kit.surewin import record_of
from tipover.engine.core.language import sentence
from tipover.table import analysischild, children
from tipover.table.protocol import from_server
from tipover.table.queries import analysis as analysis_queue
from tipover.table.queries.analysis import BUSY, FAILED, MOST_OF_ONE, MOST_WAITING, AnalysisQueue
from tipover.table.queries.refusal import NotNow

ME, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "open"}
PATIENCE = 120.0  # seconds, on a machine that does much else


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


async def refused(asked: object) -> Refused:
    with pytest.raises(Refused) as no:
        await asked  # type: ignore[misc]
    return no.value


async def analysis(client: Client) -> tuple[Json, list[float]]:
    """Ask until all of it is told; what was told, and how far it was each time."""
    told: list[float] = []
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer = await client.ask("ask_analysis")
        assert answer["type"] == "analysis"
        told.append(answer["done"])
        if answer["done"] == 1:
            return answer, told
        await asyncio.sleep(0.1)
    raise AssertionError(f"it is not done after {PATIENCE} s: {told[-1]}")


def test_it_is_refused_while_the_game_goes_on_and_told_to_all_after_it(server: ServerProcess) -> None:
    async def game() -> None:
        quick = next(one for one in server.http("/api/catalog")[1]["quick"] if one["key"] == "first-golden_girls")
        table = server.open([ME, OPEN], setup={**quick["setup"], "rounds": 1}, placed=True)
        other = server.sit(table.code, name="Ben", seed="5eed")
        ann, ben = (Client(server, table.code, list(one.tokens.values())) for one in (table, other))
        watcher = Client(server, table.code)
        async with ann, ben, watcher:
            for one in (ann, ben, watcher):
                no = await refused(one.ask("ask_analysis"))
                assert no.code == "not_now" and "when it is over" in no.told["sentence"]
            await play_out([ann, ben, watcher], random.Random(4))
            found, told = await analysis(ann)
            assert told == sorted(told)
            assert [one["side"] for one in found["accounts"]] == ["light", "dark"]
            for one in found["accounts"]:
                assert len(one["chances"]) == ann.moment["count"] + 1 and all(0 <= chance <= 100 for chance in one["chances"])
                first, last = one["chances"][0], one["chances"][-1]
                assert first + one["luck"] - one["errors"] + one["gifts"] + one["drift"] == last, "it adds up as it is told"
            assert all(0 <= mistake["moment"] < ann.moment["count"] for mistake in found.get("mistakes", []))
            assert found["rounds"][0][0] == 1 and found["rounds"][0][1] > 0, "round 1 begins after the set-up"
            again = await watcher.ask("ask_analysis")
            assert {**again, "id": ""} == {**found, "id": ""}, "it is kept, and the same for all"

    asyncio.run(game())


def test_the_record_of_a_lost_game_names_the_decision_that_cost_most_in_the_words_of_the_command(
    server: ServerProcess, tmp_path: Path
) -> None:
    record = tmp_path / "lost.tip"
    record.write_text(record_of(), encoding="utf-8")
    said = answer("analyse", record)
    told = " ".join(run("analyse", record).output.split())

    async def look() -> None:
        table = server.open([], record=record_of())
        async with Client(server, table.code) as watcher:
            found, _ = await analysis(watcher)
            assert {one["moment"] for one in found["mistakes"] if one["side"] == "light"} == {0, 3}
            blunder = next(one for one in found["mistakes"] if one["moment"] == 0)
            assert "Better: let " in blunder["sentence"] and blunder["cost"] > 25
            light = found["accounts"][0]
            assert light["chances"][0] == 100 and light["chances"][-1] == 0 and light["luck"] == 0 and light["errors"] > 80
            assert [one["sentence"] for one in found["mistakes"]] == [one["sentence"] for one in said["worst"]]
            for one in found["accounts"]:
                changes = (one["luck"], -one["errors"], one["gifts"], one["drift"])
                cells = [one["chances"][0], *(f"{change:+d}".replace("-", "−") if change else 0 for change in changes), one["chances"][-1]]
                assert " ".join(map(str, (one["side"], *cells))) in told
            await watcher.ask("ask_moments", first=blunder["moment"], last=blunder["moment"])

    asyncio.run(look())


def test_a_lesson_is_not_looked_through(server: ServerProcess) -> None:
    async def look() -> None:
        table = server.open([], lesson=server.http("/api/lessons")[1][0]["key"])
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            no = await refused(ann.ask("ask_analysis"))
            assert no.code == "not_now" and no.told["sentence"].startswith("A lesson")

    asyncio.run(look())


def test_a_hint_tells_further_answers_in_order(server: ServerProcess) -> None:
    async def look() -> None:
        table = server.open([ME, {"kind": "me", "name": "Ben"}])
        async with Client(server, table.code, list(table.tokens.values())) as both:
            hint = await both.ask("ask_hint", seat=both.mine)
            offered = [one["line"] for one in both.options]
            for one in (hint, *hint.get("more", [])):
                assert one["line"] == offered[one.get("option", -1)] and one["sentence"].endswith(".")
            assert len({one["line"] for one in (hint, *hint.get("more", []))}) == 1 + len(hint.get("more", [])) <= 3

    asyncio.run(look())


# -- the queue of analyses --------------------------------------------------------------------------------------------


class Idle(AnalysisQueue):
    """A queue on which nobody works: every game stays as it was given."""

    def _work(self, study: object, task: bytes) -> None:
        return


def test_a_desk_that_has_enough_to_do_says_so() -> None:
    analyses = Idle()
    for number in range(MOST_WAITING):
        assert analyses.ask(("ABCDEF", number), "", []) == from_server.AnalysisIs("", 0.0)
    with pytest.raises(NotNow) as no:
        analyses.ask(("GHJKMN", 1), "", [])
    assert no.value.said == BUSY
    assert analyses.ask(("ABCDEF", 0), "", []).done == 0, "who has asked already may ask on"


def test_one_address_does_not_fill_the_desk() -> None:
    analyses = Idle()
    for number in range(MOST_OF_ONE):
        analyses.ask(("ABCDEF", number), "", [], address=f"2001:db8:1:2::{number}")  # one household
    with pytest.raises(NotNow) as no:
        analyses.ask(("ABCDEF", 9), "", [], address="2001:db8:1:2::9")
    assert no.value.said == BUSY
    assert analyses.ask(("GHJKMN", 1), "", [], address="203.0.113.1").done == 0, "another has room"
    assert analyses.ask(("ABCDEF", 0), "", [], address="2001:db8:1:2::9").done == 0, "who has asked already may ask on"


class Tied(AnalysisQueue):
    """A queue whose worker has told a part, and then waits to be let go."""

    def __init__(self) -> None:
        super().__init__()
        self.has_told, self.may_end = threading.Event(), threading.Event()

    def _run_child(self, study: Any, task: bytes) -> None:
        study.told = {"en": from_server.AnalysisIs("", 0.4, [from_server.AccountShown("light", [50], 0, 0, 0, 0)], skipped=7)}
        self.has_told.set()
        self.may_end.wait(PATIENCE)


def test_what_is_known_so_far_is_told_and_if_no_more_comes_the_next_request_starts_again() -> None:
    analyses = Tied()
    analyses.ask(("ABCDEF", 1), "", [])
    assert analyses.has_told.wait(PATIENCE)
    known = analyses.ask(("ABCDEF", 1), "", [])
    assert known.done == 0.4 and known.accounts and known.skipped == 7
    analyses.may_end.set()
    until = time.monotonic() + PATIENCE
    while (known := analyses.ask(("ABCDEF", 1), "", [])).done < 1 and time.monotonic() < until:
        time.sleep(0.01)
    assert known.done == 1 and known.accounts and known.skipped == 7, "it is not given up: it says what was not searched"
    analyses.may_end.clear()
    assert analyses.ask(("ABCDEF", 1), "", []).done < 1, "what broke off is not kept as the result"
    analyses.may_end.set()


def test_a_child_tells_the_whole_curve_before_it_has_searched_and_a_silent_one_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(analysischild, "SHOW_EVERY", 0.0)
    monkeypatch.setattr(analysischild, "_say", lambda line: told.append(msgspec.json.decode(line)) if line.startswith(b"{") else None)
    found = analysischild.looked_through(analysischild.Task(record_of(), [], []), analysischild._Teller())["en"]
    parts = [msgspec.convert(one["en"], from_server.AnalysisIs) for one in told]
    assert len(parts) > 2 and all(one.done < 1 for one in parts) and found.done == 1
    assert parts[0].skipped > 0 and not parts[0].mistakes, "nothing is searched yet"
    assert all(len(one.accounts[0].chances) == len(found.accounts[0].chances) for one in parts)
    assert [one.skipped for one in parts] == sorted((one.skipped for one in parts), reverse=True) and not found.skipped

    monkeypatch.setattr(analysis_queue, "MOST_SILENT", 0.2)
    monkeypatch.setattr(children, "_BEGIN", "import time; print(0.1, flush=True); time.sleep(600)")
    analyses = AnalysisQueue()
    begun = time.monotonic()
    with pytest.raises(NotNow):
        while time.monotonic() < begun + PATIENCE:
            analyses.ask(("ABCDEF", 1), "", [])
            time.sleep(0.05)


class Broken(AnalysisQueue):
    """A analyses whose child never finds anything."""

    def _run_child(self, study: object, task: bytes) -> None:
        return


@pytest.mark.parametrize("analyses", [AnalysisQueue(), Broken()], ids=["a real child", "no child"])
def test_a_game_that_cannot_be_looked_through_is_a_sentence(analyses: AnalysisQueue) -> None:
    told, until = "", time.monotonic() + PATIENCE
    while not told and time.monotonic() < until:
        try:
            assert analyses.ask(("ABCDEF", 1), "no record at all", []).done < 1
            time.sleep(0.05)
        except NotNow as no:
            told = str(no)
    assert told == sentence(FAILED)


def test_a_game_that_failed_may_be_tried_again() -> None:
    analyses, tries = Broken(), 0
    until = time.monotonic() + PATIENCE
    while tries < 2 and time.monotonic() < until:
        try:
            analyses.ask(("ABCDEF", 1), "", [])
        except NotNow:
            tries += 1
    assert tries == 2
