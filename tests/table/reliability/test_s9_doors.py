"""S9: foreign pages get nothing, tokens stay out of addresses and logs, and codes are not guessed."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator

import pytest

from kit.hostile import BOT, ME, SOAK, kept, log_of, raw_http, told, two_people, wire
from kit.server import Client, Refused, ServerProcess, play_out, serving
from tipover.table.codes import ALPHABET

GUESSES = 5_000 if SOAK else 120
GUESSER, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


# -- origins ---------------------------------------------------------------------------------------------


def foreign(server: ServerProcess) -> list[dict[str, str]]:
    """Headers of pages that are not ours."""
    own = f"127.0.0.1:{server.port}"
    origins = [
        "http://evil.example", "https://evil.example", "null", f"http://{own}.evil.example", f"http://evil.example/{own}", f"http://evil.example@{own}x",
        f"http://{own}0", "http://127.0.0.1", "http://127.0.0.1:1", f"http://localhost:{server.port}", f"file://{own}", f"javascript://{own}",
        f"{own}", "http://[", "http://[::1", "http://]", "://", "%00", f"http://{own} http://evil.example", "*",
    ]  # fmt: skip
    found = [{"Origin": origin} for origin in origins]
    found += [{"Origin": "", "Sec-Fetch-Site": site} for site in ("cross-site", "same-site")]
    found += [
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": f"evil.example:{server.port}"},
        {"Host": "[::1"},
        {"Host": "["},
    ]
    found += [{"Host": f"127.0.0.1.evil.example:{server.port}", "Origin": f"http://127.0.0.1.evil.example:{server.port}"}]
    return found


def test_a_foreign_page_gets_no_socket(server: ServerProcess) -> None:
    async def knock() -> None:
        for headers in foreign(server):
            async with await wire(server, headers) as raw:
                assert raw.status == 403, (headers, raw.answer)
                body = json.loads(await asyncio.wait_for(raw.reader.readuntil(b"}"), 10))
                assert body["refused"] == "origin" and body["sentence"].endswith(".")
        for headers in ({"Origin": server.url}, {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}, {"Origin": ""}):
            async with await wire(server, headers) as raw:
                assert raw.status == 101, headers

    asyncio.run(knock())
    assert "Traceback" not in log_of(server)


def test_a_foreign_page_can_post_nothing(server: ServerProcess) -> None:
    table = server.open([ME, {"kind": "open"}])
    rows = kept(server, table.code)
    posts: dict[str, object] = {
        "/api/tables": {"seats": [ME, BOT], "quick": "first-golden_girls"}, f"/api/tables/{table.code}/sit": {}, "/api/deal": {}, "/api/check": {"text": "x"},
    }  # fmt: skip
    for headers in foreign(server):
        for path, body in posts.items():
            status, answer, got = server.http(path, body, {name: value for name, value in headers.items() if value})
            assert status == 403 and answer["refused"] == "origin", (path, headers, answer)
            assert "access-control-allow-origin" not in got
    assert kept(server, table.code) == rows and "Traceback" not in log_of(server)
    assert server.http("/api/deal", {}, {"origin": server.url, "sec-fetch-site": "same-origin"})[0] == 200


def test_an_origin_that_was_allowed_by_name_is_let_in_and_no_other() -> None:
    async def knock(server: ServerProcess) -> None:
        for origin, status in (
            ("https://play.example.org", 101),
            ("https://play.example.org.evil", 403),
            ("http://play.example.org:8", 403),
        ):
            async with await wire(server, {"Origin": origin}) as raw:
                assert raw.status == status, origin

    with serving("--origin", "https://play.example.org") as server:
        asyncio.run(knock(server))


# -- tokens ----------------------------------------------------------------------------------------------


def test_no_token_is_in_an_address_or_in_a_line_of_the_log() -> None:
    """A game with all that could write a token down: hellos, retries, refusals, a new token, a rematch, records, addresses with a token."""
    tokens: set[str] = set()

    async def game(server: ServerProcess) -> None:
        table = two_people(server)
        tokens.update(table.tokens.values())
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            await play_out([ann, ben], random.Random(9), stop=lambda: ann.moment["count"] > 20)
            for token in list(tokens):
                for message in (
                    {"type": "say", "id": token, "seat": 5, "text": token},
                    {"type": token},
                    {"type": "choose", "id": "x", "seat": 0, "seq": 0, "line": token},
                ):
                    assert (await told(ann, message))["type"] == "refused"
                with pytest.raises(Refused):
                    await hello_with(server, token)
            tokens.add((await ann.ask("revoke", seat=0))["token"])
            await ben.ask("resign", seat=1)
            await ann.ask("rematch", seat=0)
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.seated))
            await ben.until(lambda: bool(ben.seated))
            tokens.update(one["seats"][0]["token"] for one in ann.seated + ben.seated)
        for token in tokens:
            for path in (
                f"/api/tables/{table.code}/record?token={token}",
                f"/api/tables?{token}",
                f"/ws?token={token}",
                f"/t/{table.code}?t={token}",
            ):
                server.http(path, headers={"authorization": f"Bearer {token}"})
            async with await wire(server, path=f"/ws?token={token}") as raw:
                assert raw.status == 101
            assert token not in server.record(table.code, token)
            assert token not in json.dumps([server.http(f"/api/tables/{table.code}")[1], server.http("/api/tables")[1]])

    with serving() as server:
        asyncio.run(game(server))
        server.restart()
        log = log_of(server)
        assert log.count("GET /api/tables") > 5 and log.count("WebSocket") > 5, "The log is written."
        assert len(tokens) == 5
        for token in tokens:
            assert token not in log and token[:20] not in log
            for file in server.data.rglob("*"):
                assert not file.is_file() or token.encode() not in file.read_bytes(), f"{file.name} holds a token, not its hash"


async def hello_with(server: ServerProcess, code: str) -> None:
    """Say hello with a token where the code should be."""
    async with Client(server, code):
        pass


# -- guessing --------------------------------------------------------------------------------------------


def test_guessing_codes_is_throttled_while_players_go_on() -> None:
    """From one address by HTTP and by sockets; its neighbours and those who sit at a table behind the same address play on."""

    def at(address: str) -> dict[str, str]:
        return {"x-forwarded-for": address}

    async def game(server: ServerProcess) -> None:
        draws = random.Random(3)
        table = two_people(server)
        loop = asyncio.get_running_loop()

        def guess() -> str:
            code = "".join(draws.choice(ALPHABET) for _ in range(6))
            path = draws.choice(["/api/tables/{}", "/api/tables/{}/record"])
            return str(server.http(path.format(code), headers=at(GUESSER))[1]["refused"])

        async with Client(server, table.code, list(table.tokens.values())) as both:
            said: list[str] = []
            begun = time.monotonic()
            for _ in range(GUESSES):
                said.append(await loop.run_in_executor(None, guess))
                if len(said) % 10 == 0 and not both.over:
                    await both.play(draws)
            refilled = (time.monotonic() - begun) / 4  # one more guess in four seconds would be generous
            first = said.index("too_fast")
            assert set(said[:first]) == {"no_such_table"} and 10 <= first <= 40 + refilled
            assert said[first:].count("no_such_table") <= 2 + refilled, "It hardly gets another guess."
        await by_socket(server, table.code, table.tokens[0])
        assert server.http("/api/tables/ABCDEF", headers=at(NEIGHBOUR))[1]["refused"] == "no_such_table"
        assert server.http(f"/api/tables/{table.code}", headers=at(NEIGHBOUR))[0] == 200
        assert server.http(f"/api/tables/{table.code}", headers=at(GUESSER))[1]["refused"] == "too_fast", (
            "A right guess is not told either."
        )
        bearers = [{"authorization": f"Bearer {token}"} for token in (table.tokens[0], "wrong")]
        told = [server.http(f"/api/tables/{table.code}", headers=at(GUESSER) | bearer)[0] for bearer in bearers]
        assert told == [200, 429], "Who has a seat there is told of it."

    with serving("--proxy") as server:
        asyncio.run(game(server))
        assert "Traceback" not in log_of(server)


async def by_socket(server: ServerProcess, code: str, token: str) -> None:
    """The guesser's sockets are throttled too, right code or wrong; a player's token at the same address opens the door."""
    for hello, wanted in (
        ({"code": code}, "too_fast"), ({"code": "ABCDEF"}, "too_fast"), ({"code": code, "tokens": ["wrong"]}, "too_fast"),
        ({"code": "ABCDEF", "tokens": [token]}, "too_fast"), ({"code": code, "tokens": [token]}, "welcome"),
    ):  # fmt: skip
        async with await wire(server, {"X-Forwarded-For": GUESSER}) as raw:
            raw.frame(json.dumps({"type": "hello", **hello}).encode())
            answer = (await asyncio.wait_for(raw.reader.read(2000), 20)).decode("utf-8", "replace")
            assert f'"{wanted}"' in answer, (hello, answer[:200])


def test_guesses_at_once_and_bogus_tokens_get_no_further() -> None:
    """Two hundred guesses at the same moment are looked up no more often than one after another, with a token or without."""

    async def guess(server: ServerProcess, code: str, token: str) -> bytes:
        head = f"GET /api/tables/{code} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nx-forwarded-for: {GUESSER}\r\n"
        return await raw_http(server, f"{head}authorization: Bearer {token}\r\nconnection: close\r\n\r\n".encode())

    async def game(server: ServerProcess) -> None:
        draws = random.Random(5)
        table = two_people(server)
        codes = ["".join(draws.choice(ALPHABET) for _ in range(6)) for _ in range(200)]
        said = await asyncio.gather(*(guess(server, code, "x" * 40) for code in codes))
        assert sum(b" 404 " in one[:20] for one in said) <= 32 and sum(b" 429 " in one[:20] for one in said) >= 168
        right = [(await told_hello(server, code))["refused"] for code in [table.code, *codes[:30]]]
        assert set(right) == {"too_fast"}, "With a bogus token nobody is told which code is right."

    async def told_hello(server: ServerProcess, code: str) -> dict[str, str]:
        async with await wire(server, {"X-Forwarded-For": GUESSER}) as raw:
            raw.frame(json.dumps({"type": "hello", "code": code, "tokens": ["y" * 43]}).encode())
            answer = await asyncio.wait_for(raw.reader.read(2000), 20)
            found: dict[str, str] = json.loads(answer[answer.index(b"{") :])
            return found

    with serving("--proxy") as server:
        asyncio.run(game(server))


def test_a_token_is_long_and_never_twice(server: ServerProcess) -> None:
    tokens = [token for _ in range(40) for token in server.open([ME, ME]).tokens.values()]
    assert len(set(tokens)) == 80 and all(len(token) >= 43 for token in tokens), "256 bits"
    codes = {server.open([ME, BOT]).code for _ in range(20)}
    assert len(codes) == 20 and all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)
