"""S16: every text that strangers send has a length; what is told about it repeats at most 80 characters, and nothing breaks."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from kit.hostile import BOT, ME, log_of, two_people
from kit.server import Client, Json, ServerProcess, serving

LONGEST = 80
LARGEST_ANSWER = 4000  # bytes of a refusal: a sentence that may list what there is
HOSTILE = {
    "a megabyte": "x" * 1_000_000,
    "spaces": "search:" + " " * 900_000,
    "digits": "search:" + "0" * 5_000,
    "controls": "a\x00\x07\x1b[31m\x7f" * 50,
    "directions": "\u202e\u2066\u200f\u2028\ufeff" * 50,
    "quotes": "'a' \"b\" " * 500,
}
HIDDEN = "\x00\x07\x1b\x7f\u202e\u2066\u200f\u2028\ufeff"


def posts(text: str, code: str) -> Iterator[tuple[str, Json]]:
    """Every text field of every request, with this text in it."""
    new: Json = {"seats": [ME, BOT], "quick": "first-golden_girls"}
    for field in ("name", "bot", "kind", "seed"):
        yield "/api/tables", {**new, "seats": [{**(BOT if field == "bot" else ME), field: text}, BOT]}
    for field in ("quick", "lesson", "record", "after"):
        yield "/api/tables", {"seats": [ME, BOT], field: text}
    for field in ("title", "commitment", "clock"):
        yield "/api/tables", {**new, field: text}
    yield "/api/tables", {**new, "cards": [f'name = "{text}"']}
    yield "/api/tables", {"seats": [ME, BOT], "record": f"tipover record 1\nsetup {{}}\ndice stated\n---\n1 {text}"}
    for setup in ({text: 1}, {"map": text}, {"teams": [[text]]}, {"scenario": text, "map": text}, {"rounds": text}):
        yield "/api/tables", {"seats": [ME, BOT], "setup": setup}
    for field in ("name", "seed", "token"):
        yield f"/api/tables/{code}/sit", {field: text}
    for wish in ({"mode": text}, {"map": text}, {"scenario": text}, {"teams": [[text]]}, {"seed": text}):
        yield "/api/deal", wish
    yield "/api/check", {"text": text}
    yield "/api/check", {"text": f'name = "{text[:200_000]}"\n{text[:50]} = 1'}


MESSAGES: dict[str, Json] = {
    "choose": {"seat": 0, "seq": 0, "line": ""}, "say": {"seat": 0, "text": "", "phrase": ""}, "order": {"seat": 0, "about": "", "answer": ""}, "rename": {"seat": 0, "name": ""},
    "stand_in": {"seat": 0, "at": 1, "bot": ""}, "rematch": {"seat": 0, "seed": ""}, "revoke": {"seat": 9, "token": ""},
    "draw": {"seat": 0, "answer": ""}, "ask_threats": {"side": ""}, "ask_why": {"lines": [""]}, "ask_plan": {"seat": 0, "seq": 0, "answers": [""]},
    "hello": {"code": "", "language": "", "tokens": [""]}, "": {},
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def check_echo(answer: Any, text: str, where: object) -> None:
    """Nothing that is told repeats much of a text, or shows what cannot be seen."""
    told = json.dumps(answer, ensure_ascii=False)
    assert len(told) < LARGEST_ANSWER, (where, len(told))
    assert text[: LONGEST + 1] not in told, (where, told[:300])
    assert not any(sign in str(answer) for sign in HIDDEN), (where, told[:300])


@pytest.mark.parametrize("name", HOSTILE)
def test_requests_with_such_texts_are_refused_shortly(server: ServerProcess, name: str) -> None:
    text = HOSTILE[name]
    open_table = server.open([ME, {"kind": "open"}])
    for path, body in posts(text, open_table.code):
        status, answer, _ = server.http(path, body)
        where = (path, next(iter(body)), str(body)[:100])
        assert status in (200, 201, 400, 404, 409, 413, 422, 429), (where, status, str(answer)[:200])
        if status >= 400:
            check_echo(answer, text, where)
            assert answer["sentence"], where
        elif path == "/api/check":
            check_echo(answer["faults"], text, where)
    status, tables, _ = server.http("/api/tables")
    assert status == 200 and len(json.dumps(tables)) < 200_000
    assert "Traceback" not in log_of(server)


@pytest.mark.parametrize("name", HOSTILE)
def test_messages_with_such_texts_are_refused_shortly(server: ServerProcess, name: str) -> None:
    text = HOSTILE[name][:50_000]

    async def talk() -> None:
        table = two_people(server)
        async with Client(server, table.code, list(table.tokens.values())) as both:
            seq = both.moment["seq"]
            for kind, fields in MESSAGES.items():
                for field, value in [*fields.items(), ("id", ""), ("type", "")]:
                    if isinstance(value, int):
                        continue
                    message = {"type": kind, "id": "q", **fields, **({"seq": seq} if "seq" in fields else {})}
                    message[field] = [text] if isinstance(value, list) else text
                    number = len(both.told)
                    await both.send(message)
                    await both.until(lambda number=number: len(both.told) > number, 30)  # type: ignore[misc]
                    for answer in both.told[number:]:
                        if answer["type"] in ("refused", "reasons", "planned"):
                            said = [one["reasons"] for one in answer["why"]] if "why" in answer else answer.get("sentence", answer)
                            check_echo(said, text, (kind, field))
                    await asyncio.sleep(0.06)

    asyncio.run(talk())
    assert "Traceback" not in log_of(server)


def test_a_bot_is_one_of_the_listed_names_exactly(server: ServerProcess) -> None:
    """`search:800` and `GREEDY ` are names of the command line, not of the table."""
    for bot in ("search:800", "search:200ms", "playouts:50ms", "GREEDY", " greedy", "greedy ", "search:" + "0" * 70, "level6"):
        status, answer, _ = server.http("/api/tables", {"seats": [ME, {"kind": "bot", "bot": bot}], "quick": "first-golden_girls"})
        assert status == 404 and answer["refused"] == "unknown" and "level5" in answer["sentence"], bot


def test_the_data_folder_and_its_files_are_for_its_owner_alone(server: ServerProcess) -> None:
    server.open([ME, BOT])
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    found = list(server.data.glob("tables.sqlite*"))
    assert found
    for file in found:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


def test_what_is_wrong_with_the_store_names_no_path(server: ServerProcess) -> None:
    file = server.data / "tables.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, answer, _ = server.http("/api/tables", {"seats": [ME, BOT], "quick": "first-golden_girls"})
        other.execute("ROLLBACK")
    assert status == 503 and answer["refused"] == "store", answer
    assert answer["sentence"] == "A new table cannot be kept just now: another program uses the store; try again in a moment."
    assert str(file) in log_of(server), "The host is told."
