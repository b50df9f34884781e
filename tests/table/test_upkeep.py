"""A store that is damaged, copied, tidied or served twice: what is wrong is said, and the rest goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from kit.figures import note
from kit.hostile import BOT, ME, SOAK, kept, log_of, two_people
from kit.postgres import Postgres
from kit.server import ROOT, Client, Refused, ServerProcess, play_out, serving
from kit.stores import with_store
from tipover.table.store import Store, StoreDown
from tipover.table.store.upkeep import Claim, put_back

COPIED = 40 if SOAK else 4  # tables that are copied while they are played
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "200"}


def tipover(*words: object, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    where = ["--data", str(data)] if data is not None else []
    command = [sys.executable, "-m", "tipover", *map(str, words), *where]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False)


def gone(process: int, within: float = 20.0) -> bool:
    """Whether a process ends in time."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.1)
    return False


def children(process: int) -> list[int]:
    """The child processes of a process."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def write(data: Path, statement: str, *values: object) -> None:
    """Change a store behind its server's back."""
    with closing(sqlite3.connect(data / "tables.sqlite", timeout=30)) as base, base:
        base.execute("PRAGMA foreign_keys = OFF")
        base.execute(statement, values)


# -- one server ------------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_games_says_so_and_ends() -> None:
    with serving() as server:
        table = two_people(server)
        second = tipover("serve", "--port", 0, data=server.data)
        assert second.returncode == 2 and "Traceback" not in second.stderr
        assert server.process is not None
        assert f"another Tipover server (process {server.process.pid}) serves the games in" in " ".join(second.stderr.split())
        assert server.http(f"/api/tables/{table.code}")[0] == 200
        (server.data / "tables.sqlite.lock").unlink()
        second = tipover("serve", "--port", 0, data=server.data)
        assert second.returncode == 2 and "another Tipover server serves the games in" in " ".join(second.stderr.split())
        server.restart(kill=True)
        assert server.http(f"/api/tables/{table.code}")[0] == 200, "A killed server leaves no claim behind."


def test_thinking_processes_end_with_their_server_however_it_ends() -> None:
    with serving() as server:

        async def think() -> None:
            table = two_people(server)
            async with Client(server, table.code, list(table.tokens.values())) as both:
                await both.ask("ask_threats", side="light")

        for kill in (True, False):
            asyncio.run(think())
            assert server.process is not None
            found = children(server.process.pid)
            assert found
            server.restart(kill=kill)
            assert all(gone(one) for one in found)


def test_processes_of_a_server_that_was_killed_end(postgres_server: Postgres) -> None:
    server = ServerProcess(None, postgres_server.database(), "--workers", "2")
    with server:
        assert server.process is not None
        deadline = time.monotonic() + 30
        while len(workers := children(server.process.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        server.kill()
        assert len(workers) >= 2 and all(gone(one) for one in workers)


# -- damage ----------------------------------------------------------------------------------------------


def test_an_empty_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").touch()
    said = tipover("serve", "--port", 0, data=tmp_path)
    assert said.returncode == 2 and "Traceback" not in said.stderr
    assert "is empty" in said.stderr and "restore a copy" in " ".join(said.stderr.split())
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all " * 1000)
    said = tipover("serve", "--port", 0, data=tmp_path)
    assert said.returncode == 2 and "is no SQLite file" in " ".join(said.stderr.split())


# As in a store of an older version, which does not know what its rows come to.
UNKNOWN = "UPDATE games SET log_digest = '' WHERE code = ?"
OTHER_LINE = "UPDATE events SET body = '{\"line\":\"L9: fly\"}' WHERE game = ? AND kind = 'choice'"
DAMAGE: dict[str, tuple[list[str], str]] = {
    "a missing row": (["DELETE FROM events WHERE game = ? AND seq = 4"], "rows are missing"),
    "a missing end": (["DELETE FROM events WHERE game = ? AND seq > 3"], "rows are missing: it should have"),
    "a missing end that nothing counts": (
        ["DELETE FROM events WHERE game = ? AND seq > 3", "UPDATE games SET last = 3 WHERE code = ?"],
        "rows are missing: it should have",
    ),
    "a name that could be true": (["UPDATE events SET body = replace(body, 'Ann', 'Eve') WHERE game = ?"], "is not what was written"),
    "another time": (["UPDATE events SET at = at + 1 WHERE game = ? AND seq = 3"], "is not what was written"),
    "another title": (['UPDATE games SET head = replace(head, \'"title":"\', \'"title":"x\') WHERE code = ?'], "is not what was written"),
    "a body that is no JSON": (["UPDATE events SET body = 'x' || body WHERE game = ? AND seq = 2", UNKNOWN], "cannot be read"),
    "a kind that is none": (["UPDATE events SET kind = 'eaten' WHERE game = ? AND seq = 2", UNKNOWN], "cannot be read"),
    "a head that is no JSON": (["UPDATE games SET head = substr(head, 5) WHERE code = ?", UNKNOWN], "cannot be read"),
    "another line": ([OTHER_LINE], "is not what was written"),
    "a line of other cards": ([OTHER_LINE, UNKNOWN], "other cards or another version"),
}


def test_a_damaged_table_is_refused_with_the_truth_and_the_others_open() -> None:
    with serving() as server:
        good = two_people(server)
        tables = {name: two_people(server) for name in DAMAGE}
        listed = server.open([ME, {"kind": "open"}], listed=True)
        server.stop()
        for name, table in tables.items():
            for statement in DAMAGE[name][0]:
                write(server.data, statement, table.code)
        write(server.data, "UPDATE games SET summary = '{' WHERE code = ?", listed.code)
        server.start()
        for name, table in tables.items():
            status, answer, _ = server.http(f"/api/tables/{table.code}/record")
            assert status == 503 and answer["refused"] == "closed", name
            wanted = "damaged" if "other cards" not in DAMAGE[name][1] else "other cards"
            assert wanted in answer["sentence"], (name, answer)
        assert server.http(f"/api/tables/{good.code}")[0] == 200
        assert server.http("/api/tables")[0] == 200
        assert "Traceback" not in log_of(server)
        checked = tipover("store", "check", data=server.data)
        assert checked.returncode == 1 and good.code not in checked.stdout
        for name, table in tables.items():
            line = next(one for one in checked.stdout.splitlines() if table.code in one)
            assert DAMAGE[name][1] in line, line


@pytest.mark.parametrize("what", ["page", "index"])
def test_a_file_with_flipped_bytes_is_named_and_no_copy_of_it_is_left(tmp_path: Path, what: str) -> None:
    """A page that is none, and an index that says something else than its table, which only a look through the whole file finds."""
    with ServerProcess(tmp_path / "data") as server:
        code = server.open([ME, {"kind": "open"}], listed=True).code.encode()
    file = tmp_path / "data" / "tables.sqlite"
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = base.execute("PRAGMA page_size").fetchone()[0]
        table = "name = 'events'" if what == "page" else "type = 'index' AND tbl_name = 'games' AND sql IS NULL"
        page = base.execute(f"SELECT rootpage FROM sqlite_master WHERE {table}").fetchone()[0]
    content = bytearray(file.read_bytes())
    there = slice((page - 1) * size, page * size)
    content[there] = b"\xff" * size if what == "page" else content[there].replace(code, b"ZZZZZZ")
    assert bytes(content) != file.read_bytes()
    file.write_bytes(content)
    done = tipover("store", "backup", tmp_path / "copy.sqlite", data=tmp_path / "data")
    assert done.returncode == 2 and "No copy was made" in done.stderr and "Traceback" not in done.stderr
    assert not [one.name for one in tmp_path.iterdir() if one.name.startswith("copy")]
    checked = tipover("store", "check", data=tmp_path / "data")
    assert checked.returncode and "Traceback" not in checked.stderr, checked
    assert "malformed" in checked.stdout + checked.stderr or "missing from index" in checked.stdout, checked


# -- copies ----------------------------------------------------------------------------------------------


@pytest.mark.figure(75, 40)
def test_a_copy_made_under_load_is_the_store_at_one_moment(tmp_path: Path) -> None:
    """F9: restored elsewhere, every table has the digest that its players saw at that row."""
    with serving() as server:
        clients: list[Client] = []

        async def play() -> None:
            tables = [two_people(server) for _ in range(COPIED)]
            for one in tables:
                clients.append(await Client(server, one.code, list(one.tokens.values())).connect())
            over = asyncio.Event()
            games = [asyncio.create_task(play_out([one], random.Random(k), stop=over.is_set)) for k, one in enumerate(clients)]
            await asyncio.sleep(3.0 if SOAK else 0.5)
            done = await asyncio.to_thread(tipover, "store", "backup", tmp_path / "copy.sqlite", data=server.data)
            assert done.returncode == 0 and done.stdout.startswith(f"{COPIED} tables"), done
            over.set()
            await asyncio.gather(*games)
            for one in clients:
                await one.close()

        asyncio.run(play())
        again = tipover("store", "backup", tmp_path / "copy.sqlite", data=server.data)
        assert again.returncode == 2 and "exists already" in " ".join(again.stderr.split())
        rows = {one.code: kept(server, one.code) for one in clients}

    elsewhere = tmp_path / "elsewhere"
    assert tipover("store", "restore", tmp_path / "copy.sqlite", data=elsewhere).returncode == 0
    assert tipover("store", "restore", tmp_path / "copy.sqlite", data=elsewhere).returncode == 2
    assert tipover("store", "check", data=elsewhere).returncode == 0
    with ServerProcess(elsewhere) as other:

        async def compare() -> None:
            for one in clients:
                found = kept(other, one.code)
                assert found and found == rows[one.code][: len(found)]
                async with Client(other, one.code, one.tokens) as there:
                    assert there.you == one.you and there.moment["digest"] == one.digests[there.moment["seq"]]

        asyncio.run(compare())
    note("F9", f"a copy of {COPIED} tables made while all are played: every digest equal at its row", True)


def test_nothing_is_restored_under_a_server_that_begins(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    claim = Claim(store)
    claim.take()  # as a server does before it makes its file
    with pytest.raises(StoreDown, match="another Tipover server"):
        put_back(tmp_path / "copy.sqlite", store)
    assert not store.exists()
    claim.give_up()


def test_a_restored_store_is_private_and_has_nothing_of_a_former_one_beside_it(tmp_path: Path) -> None:
    """Leftovers of another store's write-ahead log would be taken for its own; other users of the machine read no games."""

    async def nothing(store: Store) -> None:
        pass

    copy, store = tmp_path / "copy.sqlite", tmp_path / "elsewhere" / "tables.sqlite"
    with_store(str(copy), nothing)
    copy.chmod(0o644)
    store.parent.mkdir()
    for leftover in ("-wal", "-shm"):
        store.with_name(store.name + leftover).write_bytes(b"of another store")
    assert put_back(copy, store) == 0
    assert sorted(one.name for one in store.parent.iterdir()) == ["tables.sqlite", "tables.sqlite.lock"]
    assert os.name == "nt" or store.stat().st_mode & 0o777 == 0o600
    claim = Claim(store)
    claim.take()  # a server may begin now
    claim.give_up()


def test_old_tables_are_deleted_and_ended_games_are_written_as_records(tmp_path: Path) -> None:
    with serving() as server:
        open_table, playing, ended = server.open([ME, {"kind": "open"}]), two_people(server), two_people(server)

        async def resign() -> None:
            async with Client(server, ended.code, [ended.tokens[0]]) as ann:
                await ann.ask("resign", seat=0)

        asyncio.run(resign())
        done = tipover("store", "export", tmp_path / "records", data=server.data)
        assert done.returncode == 0 and [one.name for one in (tmp_path / "records").iterdir()] == [f"{ended.code}.tip"]
        assert tipover("verify", tmp_path / "records" / f"{ended.code}.tip").returncode == 0
        assert tipover("store", "prune", data=server.data).stdout.startswith("0 tables")
        write(server.data, "UPDATE games SET updated = updated - 100 * 86400")
        assert tipover("store", "prune", data=server.data).stdout.startswith("2 tables")
        server.restart()
        assert server.http(f"/api/tables/{playing.code}")[0] == 200
        assert {server.http(f"/api/tables/{one.code}")[0] for one in (open_table, ended)} == {404}
    assert tipover("store", "check", data=tmp_path / "nowhere").returncode == 2


# -- PostgreSQL, stand-ins, bounds -----------------------------------------------------------------------


def test_a_database_that_is_killed_is_told_in_a_sentence_and_found_again(postgres_server: Postgres) -> None:
    with serving(store=postgres_server.database()) as server:

        async def play() -> None:
            table = two_people(server)
            async with Client(server, table.code, list(table.tokens.values())) as both:
                await asyncio.to_thread(postgres_server.stop, hard=True)
                with pytest.raises(Refused) as no:
                    await both.choose(both.options[0]["line"])
                assert no.value.code == "store" and "does not answer" in str(no.value)
                said = json.dumps(no.value.told)
                assert "postgres" not in said.lower() and "5432" not in said and "/tmp" not in said
                status, answer, _ = await asyncio.to_thread(server.http, "/api/tables")
                assert status == 503 and answer["refused"] == "store"
                await asyncio.to_thread(postgres_server.start)
                deadline = time.monotonic() + 30
                while time.monotonic() < deadline:
                    try:
                        await both.choose(both.options[0]["line"])
                        break
                    except Refused:
                        await asyncio.sleep(0.3)
                assert len(both.digests) > 1

        asyncio.run(play())
        assert "Traceback" not in log_of(server)


def test_the_table_chooses_who_stands_in_for_an_absent_person() -> None:
    """Not the rival, who would choose the weakest; one's own seat is one's own choice."""
    with serving() as server:

        async def play() -> None:
            table = two_people(server)
            async with Client(server, table.code, [table.tokens[0]]) as ann:
                await ann.ask("stand_in", seat=0, at=1, bot="random")
                await ann.until(lambda: ann.table["seats"][1].get("bot") == "greedy")
                await ann.ask("stand_in", seat=0, at=0, bot="level2")
                await ann.until(lambda: ann.table["seats"][0].get("bot") == "level2")

        asyncio.run(play())


def test_a_game_takes_back_only_so_often() -> None:
    program = "import tipover.table.commands as c; c.MOST_UNDOS = 3; from tipover.cli import main; main()"
    with serving(program=program) as server:

        async def play() -> None:
            table = server.open([ME, BOT])
            async with Client(server, table.code, list(table.tokens.values())) as ann:
                await ann.until(lambda: ann.mine >= 0)
                for _ in range(3):
                    await ann.choose(next(one["line"] for one in ann.options if one["line"].count(":") == 0))
                    ack = await ann.ask("undo", seat=0, seq=ann.moment["seq"])
                    await ann.reach(ack["seq"])
                await ann.choose(ann.options[0]["line"])
                with pytest.raises(Refused, match="3 times"):
                    await ann.ask("undo", seat=0, seq=ann.moment["seq"])

        asyncio.run(play())
