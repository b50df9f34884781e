"""S1: a seat is only its owner's. Every message and route, from everybody who is not the owner: refused, nothing changed, nothing told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from kit.hostile import BOT, ME, Silent, kept, log_of, message_types, quick_setup, sample, tampered, told, two_people
from kit.server import Client, Json, Opened, ServerProcess, serving
from tipover.table import app as routes_of
from tipover.table.guard import Origins
from tipover.table.statics import Pages

PUBLIC = {
    "hello",
    "ping",
    "ask_why",
    "ask_sight",
    "ask_threats",
    "ask_moments",
    "ask_analysis",
}  # anybody may: they are told what a watcher is told
ANSWERS = {
    "ask_why": "reasons",
    "ask_sight": "sight",
    "ask_threats": "threats",
    "ask_moments": "moments",
    "ask_analysis": "analysis",
    "ping": "pong",
    "hello": "welcome",
}
STAGES = {
    "rematch": "over",
    "ask_analysis": "over",
    "next_step": "lesson",
}  # where the owner could send it; all others while the game goes on
OF_NO_SEAT = {"review"}  # a review room belongs to its guests, not to seats: test_review_room shows who may do what
SECRET = {
    "map": "Barracks", "secret": True, "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"],
    "sides": [{"side": side, "picks": 2} for side in ("light", "dark")],
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


# -- who comes -------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def strangers(server: ServerProcess, table: Opened, seat: int) -> AsyncIterator[dict[str, Client]]:
    """Sockets of everybody who is not the owner of a seat. The owner's token is changed on the way."""
    elsewhere = server.open([ME, BOT])
    old = table.tokens[seat]
    found: dict[str, Client] = {
        "no hello": Silent(server, table.code),
        "watcher": Client(server, table.code),
        "other room": Client(server, table.code, list(elsewhere.tokens.values())),
        "revoked, there before": Client(server, table.code, [old]),
    }
    if len(table.tokens) > 1:
        found["other seat"] = Client(server, table.code, [token for one, token in table.tokens.items() if one != seat])
    async with contextlib.AsyncExitStack() as stack:
        for client in found.values():
            await stack.enter_async_context(client)
        async with Client(server, table.code, [old]) as owner:
            table.tokens[seat] = (await owner.ask("revoke", seat=seat))["token"]
        later = {"revoked, there after": Client(server, table.code, [old])}
        later["tampered, many"] = Client(server, table.code, tampered(table.tokens[seat])[:8])
        later |= {f"tampered {k}": Client(server, table.code, [token]) for k, token in enumerate(tampered(table.tokens[seat]))}
        for client in later.values():
            await stack.enter_async_context(client)
        yield found | later


async def stage(server: ServerProcess, name: str) -> tuple[Opened, int]:
    """A table in a state where the owner of a seat could send the messages that belong to it; and that seat."""
    if name == "lesson":
        table = server.open([], lesson=server.http("/api/lessons")[1][0]["key"])
        return table, next(iter(table.tokens))
    table = two_people(server)
    async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
        if name == "over":
            await ben.ask("resign", seat=1)
            return table, 0
        asked = ann if ann.mine >= 0 else ben
        await asked.choose(asked.options[0]["line"].split(":")[0])
        return table, asked.mine


def messages(name: str, owner: Client, seat: int) -> list[Json]:
    """The messages of a stage, each as the owner could send it now."""
    line = owner.options[0]["line"] if owner.options else "L1"
    kinds = [kind for kind in sorted(message_types() - OF_NO_SEAT) if STAGES.get(kind, "playing") == name]
    return [sample(kind, seat, owner.moment["seq"], line, 1 - seat) for kind in kinds]


def of_the_seat(owner: Client) -> set[str]:
    """Texts that only the owner is told: the lines of the options, where they are long enough to be nothing else."""
    return {option["line"] for option in owner.options if ": " in option["line"]}


def leaks(frames: list[str], own: set[str], sent: list[Json]) -> set[str]:
    """What of a seat's view stands in frames, besides what the stranger has said itself."""
    said = {str(value) for message in sent for value in (message.get("line", ""), *message.get("lines", []))}
    return {text for text in own - said if any(text in frame for frame in frames)} | {
        word for word in ('"options":', '"mine":') if any(word in frame for frame in frames)
    }


async def attempts(server: ServerProcess, name: str) -> int:
    """Let every stranger send every message of a stage, then the owner; the number of tries."""
    table, seat = await stage(server, name)
    tries = 0
    async with strangers(server, table, seat) as everybody:
        async with Client(server, table.code, [table.tokens[seat]]) as owner:
            plan, before, own = messages(name, owner, seat), owner.moment, of_the_seat(owner)
        assert own or name != "playing"
        rows = kept(server, table.code)
        watcher_said: dict[str, Json] = {}
        for who, client in sorted(everybody.items(), key=lambda one: one[0] != "watcher"):
            for message in plan:
                kind, identity = message["type"], f"{who} {message['type']}"
                asked = {**message, "id": identity} if kind not in ("hello", "ping") else dict(message)
                if kind == "hello":
                    if who == "no hello":
                        continue
                    asked |= {"code": table.code, "tokens": client.tokens}
                if isinstance(client, Silent):
                    await client.anew()
                number = len(client.told)
                answer = await told(client, asked, asked.get("id", ""))
                if kind == "hello" and answer["type"] != "welcome":
                    await client.until(lambda client=client, number=number: any(one["type"] == "welcome" for one in client.told[number:]))  # type: ignore[misc]
                    answer = next(one for one in client.told[number:] if one["type"] == "welcome")
                tries += 1
                if kind not in PUBLIC or (who == "no hello" and kind != "ping"):
                    wanted = "not_now" if who == "no hello" else "not_seated"
                    assert (answer["type"], answer.get("refused")) == ("refused", wanted), (who, message, answer)
                    assert answer["sentence"].endswith(".") and not answer.get("reasons")
                    continue
                assert answer["type"] == ANSWERS[kind], (who, answer)
                plain = {key: value for key, value in answer.items() if key not in ("id", "table")}
                if kind not in ("ping", "ask_analysis") and who != "other seat":  # an analysis is the further on the later it is asked for
                    assert plain == watcher_said.setdefault(kind, plain), f"{who} is told something else than a watcher"
                if kind == "hello":
                    assert answer["you"] == ([1 - seat] if who == "other seat" else [])
            if who != "revoked, there before":
                assert not leaks(client.frames, own, plan), who
        assert kept(server, table.code) == rows
    async with Client(server, table.code, [table.tokens[seat]]) as owner:
        assert owner.moment == before
        await owners_turn(owner, seat, plan)
    return tries


async def owners_turn(owner: Client, seat: int, plan: list[Json]) -> None:
    """The same messages do what they say when the owner sends them: else nothing was shown by their refusal."""
    last = ["draw", "stand_in", "undo", "choose", "rename", "revoke", "resign"]
    for message in sorted(plan, key=lambda one: last.index(one["type"]) if one["type"] in last else -1):
        kind, fields = message["type"], {key: value for key, value in message.items() if key != "type"}
        if kind in ("hello", "ping", "undo_answer", "share"):  # nobody waits for these here: test_undo_consent and S15 show their effect
            continue
        if kind in ("undo", "choose"):
            fields["seq"] = owner.moment["seq"]
        if kind == "choose":
            fields["line"] = owner.options[0]["line"]
        answer = await owner.ask(kind, **fields)
        assert answer["type"] in ("ack", *ANSWERS.values(), "odds", "planned", "hint"), answer
        owner.tokens = [answer["token"]] if kind == "revoke" else owner.tokens
        if answer["type"] == "ack":
            await owner.hello()


# -- sockets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["playing", "over", "lesson"])
def test_no_message_of_a_stranger_does_anything_or_tells_anything(server: ServerProcess, name: str) -> None:
    tries = asyncio.run(attempts(server, name))
    assert tries >= {"playing": 200, "over": 14, "lesson": 14}[name]
    assert "Traceback" not in log_of(server)


def test_an_answer_that_was_given_once_is_given_again_only_to_its_seat(server: ServerProcess) -> None:
    """Whoever repeats another seat's command id is refused: an answer may hold a token."""

    async def game() -> None:
        table = two_people(server)
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            said = await ann.ask("say", "known-say", seat=0, text="hello")
            new = await ann.ask("revoke", "known-revoke", seat=0)
            strangers = [
                Client(server, table.code),
                Client(server, table.code, [table.tokens[1]]),
                Client(server, table.code, tampered(new["token"])[:8]),
            ]
            for stranger in strangers:
                async with stranger:
                    for identity in ("known-say", "known-revoke"):
                        for message in (sample("revoke", 0, 0, ""), sample("say", 1, 0, "")):
                            answer = await told(stranger, {**message, "id": identity}, identity)
                            assert (answer["type"], answer.get("refused")) == ("refused", "not_seated"), answer
                    assert new["token"] not in "".join(stranger.frames)
            assert await ann.ask("say", "known-say", seat=0, text="hello") == said
            assert await ann.ask("revoke", "known-revoke", seat=0) == {key: value for key, value in new.items() if key != "token"}

    asyncio.run(game())


def test_every_message_type_has_a_sample_and_says_whose_it_is() -> None:
    assert all(sample(kind, 0, 1, "L1") for kind in message_types()), "A new message type needs a sample in kit.hostile."
    assert set(ANSWERS) == PUBLIC <= message_types() and set(STAGES) <= message_types()


# -- HTTP ------------------------------------------------------------------------------------------------

ROUTES: dict[tuple[str, str], Any] = {
    ("GET", "/healthz"): None, ("GET", "/readyz"): None, ("GET", "/metrics"): None,
    ("GET", "/api/health"): None, ("GET", "/api/catalog"): None, ("GET", "/api/rules"): None, ("GET", "/api/lessons"): None,
    ("GET", "/api/tables"): None, ("GET", "/api/tables/{code}"): None, ("GET", "/api/tables/{code}/record"): None, ("GET", "/{path:path}"): None,
    ("POST", "/api/commitments"): {},
    ("POST", "/api/tables"): {"seats": [ME, BOT], "after": "{code}"},
    ("POST", "/api/tables/{code}/sit"): {"name": "Eve"},
    ("POST", "/api/deal"): {"seed": "1"}, ("POST", "/api/check"): {"text": "x"},
    ("WS", "/ws"): None,
}  # fmt: skip


def test_every_route_is_known_to_these_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The routes are read from the application itself, so that a new one cannot be forgotten."""
    found: list[Any] = []

    class Catching(Starlette):
        def __init__(self, routes: list[Any], **more: Any) -> None:
            found.extend(routes)
            super().__init__(routes=routes, **more)

    monkeypatch.setattr(routes_of, "Starlette", Catching)
    routes_of.Server(None, Origins([], True), Pages()).app()  # type: ignore[arg-type]
    named = {("WS", one.path) for one in found if isinstance(one, WebSocketRoute)}
    named |= {(method, one.path) for one in found if isinstance(one, Route) for method in (one.methods or set()) - {"HEAD"}}
    assert named == set(ROUTES)


async def _secret_picks(server: ServerProcess, table: Opened) -> tuple[int, str, str]:
    """Play on until a secret pick is made and another is asked for; its seat, its line, its card."""
    async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
        asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
        assert asked.question["secret"]
        pick, seat = asked.options[0], asked.mine
        await asked.choose(pick["line"])
        await other.reach(asked.moment["seq"])
        return seat, pick["line"], pick["card"]


def test_no_route_tells_a_stranger_what_a_seat_knows(server: ServerProcess) -> None:
    """Every route with every token but the owner's answers as it answers with none, and changes nothing."""

    async def game() -> None:
        table = two_people(server, setup=SECRET, placed=False)
        seat, line, _ = await _secret_picks(server, table)
        async with strangers(server, table, seat) as everybody:
            tokens = [token.strip() for client in everybody.values() for token in client.tokens if token.strip() != table.tokens[seat]]
            rows = kept(server, table.code)
            seats_before = server.http(f"/api/tables/{table.code}")[1]["seats"]
            for (method, path), body in ROUTES.items():
                if path == "/metrics":
                    continue  # its figures change with every request; test_metrics looks at them
                if method == "WS":
                    continue
                path = path.replace("{code}", table.code).replace("{path:path}", f"t/{table.code}")
                if path == f"/api/tables/{table.code}/sit":
                    wanted: Any = body
                elif body is not None:
                    wanted = {key: value if value != "{code}" else table.code for key, value in body.items()}
                else:
                    wanted = None
                plain = server.http(path, wanted)
                tried = (
                    tokens[:2] if path in ("/api/catalog", "/api/deal", "/api/check") else [*tokens, table.tokens[seat].upper(), "x" * 5000]
                )
                for token in tried:
                    shown = {"authorization": f"Bearer {token.replace(chr(0), '%00')}"}
                    status, answer, _ = server.http(path, wanted, shown)
                    if path == "/api/tables" and method == "POST":
                        assert status == 201
                        assert line not in server.record(answer["code"], token.replace("\x00", ""))
                    elif path == "/api/commitments":
                        assert status == 201 and answer != plain[1] and set(answer) == {"commitment"}
                    elif path.endswith("/record") and token == table.tokens[1 - seat]:
                        assert status == 200 and line not in answer
                    else:
                        assert (status, answer) == plain[:2], (path, token)
                if path.endswith("/sit"):
                    assert plain[1]["refused"] == "seat_taken"
                if path.endswith("/record"):
                    assert line not in plain[1] and line in server.record(table.code, table.tokens[seat])
                    for sort in ("Basic {}", "bearer{}", "Token {}", "Bearer", "{}"):
                        assert server.http(path, headers={"authorization": sort.format(table.tokens[seat])})[1] == plain[1]
                    assert server.http(f"{path}?token={table.tokens[seat]}")[1] == plain[1]
                    assert server.http(path, headers={"cookie": f"token={table.tokens[seat]}"})[1] == plain[1]
            assert kept(server, table.code) == rows
            after = server.http(f"/api/tables/{table.code}")[1]["seats"]
            assert [one["name"] for one in after] == [one["name"] for one in seats_before]

    asyncio.run(game())
    assert "Traceback" not in log_of(server)


def test_the_seat_of_a_next_table_is_given_only_for_the_former_token(server: ServerProcess) -> None:
    async def game() -> None:
        table = two_people(server, setup=quick_setup(server))
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            await ben.ask("resign", seat=1)
            await ann.ask("rematch", seat=0)
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.seated))
            await ben.until(lambda: bool(ben.seated))
            code, given = ann.seated[0]["code"], ann.seated[0]["seats"][0]
            rows = kept(server, code)
            for token in [*tampered(table.tokens[0]), given["token"][::-1]]:
                status, answer, _ = server.http(
                    f"/api/tables/{code}/sit", {"seat": given["seat"]}, {"authorization": f"Bearer {token.replace(chr(0), '')}1"}
                )
                assert status == 409 and answer["refused"] == "seat_taken"
            assert kept(server, code) == rows
            async with Client(server, code, [table.tokens[0]]) as former, Client(server, code) as watcher:
                assert former.you == [] and not former.seated and not watcher.seated
            assert given["token"] not in "".join(ben.frames) and ben.seated[0]["seats"][0]["token"] not in "".join(ann.frames)
        async with Client(server, table.code) as watcher:
            assert not watcher.seated and given["token"] not in "".join(watcher.frames)

    asyncio.run(game())
