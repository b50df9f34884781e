"""The server over HTTP: pages, headers, lists, refusals; and how `serve` and `play` say what is wrong."""

from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.server import ROOT, ServerProcess, serving
from tipover.cli import serve_commands as serve

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def test_every_answer_carries_strict_headers(server: ServerProcess) -> None:
    for path in ("/", "/t/ABCDEF", "/api/health", "/api/nothing", "/assets/nothing.js", "/favicon.png"):
        headers = server.http(path)[2]
        assert "default-src 'self'" in headers["content-security-policy"] and "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/learn", "/new", "/cards", "/rules", "/records", "/t/ABCDEF", "/r/ABCDEF"])
def test_page_paths_get_the_page(server: ServerProcess, path: str) -> None:
    status, text, headers = server.http(path)
    assert status == 200 and "<html" in text.lower() and headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_long_and_gzipped(server: ServerProcess) -> None:
    page = server.http("/")[1]
    path = next(part for part in page.split('"') if part.startswith("/assets/") and part.endswith(".js"))
    status, text, headers = server.http(path)
    assert status == 200 and "immutable" in headers["cache-control"] and headers["content-type"].startswith("text/javascript")
    _, zipped, also = server.http(path, headers={"accept-encoding": "gzip"})
    assert also["content-encoding"] == "gzip" and gzip.decompress(zipped).decode() == text
    assert server.http(path, headers={"if-none-match": headers["etag"]})[0] == 304


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/assets/../../../../etc/passwd", "/%2e%2e/app.py", "/assets/x.js"]
)
def test_nothing_outside_the_pages_is_served(server: ServerProcess, path: str) -> None:
    status, text, _ = server.http(path)
    assert status == 404 or "<html" in str(text).lower()
    assert "[project]" not in str(text) and "root:" not in str(text)


def test_catalog_rules_and_lessons_are_told(server: ServerProcess) -> None:
    catalog = server.http("/api/catalog")[1]
    assert catalog["quick"] and catalog["cards"] and {one["name"] for one in catalog["bots"]} >= {"level1", "greedy"}
    assert any(rule["id"] == "MOV-1" for rule in server.http("/api/rules")[1])
    assert len(server.http("/api/lessons")[1]) >= 10
    zipped = server.http("/api/catalog", headers={"accept-encoding": "gzip"})[1]
    assert json.loads(gzip.decompress(zipped)) == catalog


def test_open_tables_are_listed_until_they_are_full(server: ServerProcess) -> None:
    hidden = server.open([ME, OPEN])
    shown = server.open([ME, OPEN], listed=True, title=" An  open\u202e table ")
    listed = {one["code"]: one for one in server.http("/api/tables")[1]}
    assert shown.code in listed and hidden.code not in listed
    assert listed[shown.code]["title"] == "An open table" and listed[shown.code]["status"] == "waiting"
    server.sit(shown.code)
    assert server.http(f"/api/tables/{shown.code}")[1]["status"] == "playing"
    assert server.http(f"/api/tables/{shown.code.lower()}/sit", {})[1]["refused"] == "seat_taken"
    assert server.http(f"/api/tables/{hidden.code}/sit", {"seat": 9})[1]["refused"] == "no_such_seat"


@pytest.mark.parametrize(
    ("wanted", "refused"),
    [
        ({}, "malformed"),
        ({"quick": "none"}, "illegal"),
        ({"quick": "first-golden_girls", "lesson": "turns"}, "malformed"),
        ({"lesson": "none"}, "unknown"),
        ({"setup": {"map": "Nowhere"}}, "illegal"),
        ({"setup": {"nothing": 1}}, "illegal"),
        ({"record": "nonsense"}, "illegal"),
        ({"after": "ABCDEF"}, "no_such_table"),
        ({"quick": "first-golden_girls", "seats": [{"kind": "king"}]}, "malformed"),
        ({"quick": "first-golden_girls", "seats": [{"kind": "bot", "bot": "none"}]}, "unknown"),
        ({"quick": "first-golden_girls", "seats": [ME] * 9}, "no_such_seat"),
        ({"quick": "first-golden_girls", "seats": []}, "malformed"),
        ({"quick": "first-golden_girls", "seats": [ME], "cards": ["nonsense ["]}, "illegal"),
        ({"quick": 7}, "malformed"),
        ([], "malformed"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(server: ServerProcess, wanted: object, refused: str) -> None:
    status, answer, _ = server.http("/api/tables", wanted)
    assert 400 <= status < 500 and answer["refused"] == refused and answer["sentence"].endswith((".", "?", "!")), answer


def test_bodies_are_bounded_and_read_as_json_alone(server: ServerProcess) -> None:
    assert server.http("/api/deal", raw=b"x" * 600_000)[1]["refused"] == "too_large"
    for raw in (b"", b"\xff", b"[" * 50_000, b'{"mode": NaN}', b'{"mode": "\\ud800"}'):
        assert server.http("/api/deal", raw=raw)[1]["refused"] == "malformed", raw[:20]


def test_foreign_pages_and_foreign_names_are_refused(server: ServerProcess) -> None:
    wanted = {"quick": "first-golden_girls", "seats": [ME, BOT]}
    for headers in (
        {"origin": "http://evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
    ):
        status, answer, _ = server.http("/api/tables", wanted, headers)
        assert status == 403 and answer["refused"] == "origin"
    assert server.http("/api/tables", wanted, {"origin": server.url})[0] == 201


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/catalog", "/t/ABCDEF"])
def test_what_is_read_needs_our_own_name_too(server: ServerProcess, path: str) -> None:
    assert server.http(path, headers={"host": "evil.example"})[1]["refused"] == "origin"
    assert server.http(path, headers={"host": f"localhost:{server.port}"})[0] == 200


def test_a_page_reaches_no_other_server(server: ServerProcess) -> None:
    rules = server.http("/")[2]["content-security-policy"].split("; ")
    assert "connect-src 'self'" in rules


def test_one_address_brings_only_so_many_cards_and_deals() -> None:
    def brought(path: str, address: str) -> str:
        body = {"mode": "none"} if path == "/api/deal" else {"text": ""}
        told: dict[str, str] = server.http(path, body, {"x-forwarded-for": f"127.0.0.1, {address}"})[1]
        return told.get("refused", "")

    with serving("--proxy") as server:
        said = [brought("/api/deal", "203.0.113.7") for _ in range(60)]
        assert said[0] == "illegal" and said[-1] == "too_fast" and brought("/api/check", "203.0.113.7") == "too_fast"
        assert brought("/api/deal", "203.0.113.8") == "illegal" and not brought("/api/check", "203.0.113.8")


def test_codes_cannot_be_guessed_for_long() -> None:
    with serving("--proxy") as server:
        said = [
            server.http(f"/api/tables/ABCDE{letter}", headers={"x-forwarded-for": "203.0.113.7"})[1]["refused"]
            for letter in "ABCDEFGHJKMNPQRSTUVWXYZ" * 2
        ]
        assert said[0] == "no_such_table" and said[-1] == "too_fast"
        assert server.http("/api/tables/ABCDEF", headers={"x-forwarded-for": "203.0.113.8"})[1]["refused"] == "no_such_table"


def test_no_token_and_no_traceback_is_in_the_log(server: ServerProcess) -> None:
    table = server.open([ME, BOT])
    server.record(table.code, table.tokens[0])
    log = server.log.read_text("utf-8")
    assert table.tokens[0] not in log and "Traceback" not in log


def test_the_record_of_a_seat_needs_its_token(server: ServerProcess) -> None:
    table = server.open([ME, OPEN])
    assert server.http(f"/api/tables/{table.code}/record")[1]["refused"] == "not_now"
    server.sit(table.code)
    assert server.record(table.code).startswith("tipover-record 1\n") and "dice stated" in server.record(table.code)


# -- the command line ------------------------------------------------------------------------------------


def tipover(*words: str | Path, within: float = 60) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "tipover", *map(str, words)], capture_output=True, text=True, env=environment, timeout=within, check=False
    )


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = tipover("serve", "--port", str(taken.getsockname()[1]), "--data", tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "Port" in done.stderr


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = tipover("serve", "--port", "0", "--data", tmp_path / "file" / "under")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "data folder" in done.stderr


def test_a_corrupt_store_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"this is no database, and it is long enough to be one" * 100)
    done = tipover("serve", "--port", "0", "--data", tmp_path)
    assert done.returncode == 2 and "Traceback" not in done.stderr and "store" in done.stderr.splitlines()[-1]


def test_several_processes_need_a_store_that_they_share(tmp_path: Path) -> None:
    done = tipover("serve", "--workers", "2", "--data", tmp_path)
    assert done.returncode == 2 and "postgresql" in done.stderr


@pytest.mark.parametrize("host", ["", "0.0.0.0"])
def test_play_says_its_address_at_once_and_ends_kindly(tmp_path: Path, host: str) -> None:
    environment = {**{key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "tipover", "play", "--no-browser", "--port", "18765", "--data", str(tmp_path)]
    command += ["--host", host] if host else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as playing:
        assert playing.stdout is not None
        late = threading.Timer(40, playing.kill)  # what is said too late is not said
        late.start()
        said = playing.stdout.readline()
        late.cancel()
        assert f"http://{'localhost' if host else '127.0.0.1'}:187" in said
        playing.send_signal(2)
        out, err = playing.communicate(timeout=30)
    assert playing.returncode == 0 and "Games are kept in" in out and not err


def test_the_address_that_is_said_can_be_opened_and_no_password_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serve, "_own_address", lambda: ["192.168.1.7"])
    assert serve._addresses("0.0.0.0", 80) == ["http://localhost:80/", "http://192.168.1.7:80/"]
    assert serve._addresses("::1", 80) == ["http://[::1]:80/"]
    assert (
        serve._where_kept("postgresql://me:p@ss@db.example.org:5432/tables?password=x", tmp_path)
        == "postgresql://db.example.org:5432/tables"
    )
    assert serve._where_kept("postgresql:///tables?password=x", tmp_path) == "postgresql:///tables"
    assert serve._where_kept("", tmp_path) == str(tmp_path)


def test_the_help_says_where_games_are_kept() -> None:
    told = " ".join(tipover("play", "--help").stdout.split())
    assert "not in" in told and "tipover (also TIPOVER_DATA)" in told and "--host" in told
