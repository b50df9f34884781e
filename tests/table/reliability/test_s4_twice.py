"""S4: every accepted command sent again, on the same socket, on a new one, after a restart: done once, answered the same."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from kit.chains import MyChain
from kit.hostile import ME, OPEN, SOAK, Row, kept, log_of, message_types, quick_setup, two_people
from kit.server import Client, Json, Opened, ServerProcess, serving

GAMES = 20 if SOAK else 1
NEW = "5eed" * 16  # a token of a browser's own
CHUNK = 40  # messages to one socket: below what is too fast
COMMANDS = {
    "choose",
    "undo",
    "undo_answer",
    "say",
    "resign",
    "draw",
    "rematch",
    "stand_in",
    "rename",
    "revoke",
    "next_step",
    "share",
    "order",
}


class Book:
    """Every command that was accepted, with its seat and its answer. `again` sends one once more on the same socket."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.done: list[tuple[str, int, Json, Json]] = []  # table, seat, message, ack
        self.kinds: set[str] = set()

    async def do(self, client: Client, kind: str, **fields: Any) -> Json:
        """Have a command done, send it again at once, and write it down."""
        identity = f"{kind}-{len(self.done)}"
        ack = await client.ask(kind, identity, **fields)
        assert ack["type"] == "ack"
        rows = self.rows(client.code, kind)
        assert await client.ask(kind, identity, **fields) == ack
        assert self.rows(client.code, kind) == rows, f"{kind} was done twice on the same socket"
        assert sum(row[4] == identity for row in rows) == 1
        self.done.append((client.code, fields["seat"], {"type": kind, "id": identity, **fields}, ack))
        self.kinds.add(kind)
        return ack

    def rows(self, code: str, kind: str) -> list[Row]:
        """What is kept of a table; while a bot stands in it plays on, and its choices are left out."""
        return [row for row in kept(self.server, code) if kind != "stand_in" or row[2] != "choice"]

    async def all_again(self, tokens: dict[str, dict[int, str]]) -> None:
        """Send everything again on new sockets, newest and oldest alike; nothing changes and every answer is the same."""
        rows = {code: kept(self.server, code) for code in tokens}
        for code, seats in tokens.items():
            for seat, token in seats.items():
                mine = [one for one in self.done if one[0] == code and one[1] == seat]
                for start in range(0, len(mine), CHUNK):
                    async with Client(self.server, code, [token]) as client:
                        before = client.moment
                        for _, _, message, ack in mine[start : start + CHUNK]:
                            fields = {key: value for key, value in message.items() if key not in ("type", "id")}
                            assert await client.ask(message["type"], message["id"], **fields) == ack
                        await client.hello()
                        assert client.moment == before
        assert {code: kept(self.server, code) for code in tokens} == rows


async def whole_game(book: Book, table: Opened, draws: random.Random) -> None:
    """A game with everything people do around it, every command twice."""
    server = book.server
    for _ in range(400):  # sockets are changed often enough never to be too fast
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            for _ in range(CHUNK // 4):
                asked = ann if ann.mine >= 0 else ben
                if asked.over:
                    return
                line = str(draws.choice(asked.options)["line"])
                ack = await book.do(asked, "choose", seat=asked.mine, seq=asked.moment["seq"], line=line)
                await ann.reach(ack["seq"])
                await ben.reach(ack["seq"])
                if asked.question.get("undo") and draws.random() < 0.3:
                    ack = await book.do(asked, "undo", seat=asked.you[0], seq=asked.moment["seq"])
                    if kept(server, table.code)[-1][2] == "undo_asked":  # the other has been asked: only with their consent
                        other = ben if asked is ann else ann
                        ack = await book.do(other, "undo_answer", seat=other.you[0], agree=True)
                    await ann.reach(ack["seq"])
                    await ben.reach(ack["seq"])
    raise AssertionError("the game is not over")


async def around(book: Book, table: Opened) -> None:
    """Chat, names, offers, a bot that stands in, a new token."""
    async with Client(book.server, table.code, [table.tokens[0]]) as ann:
        await book.do(ann, "say", seat=0, text="Hello there")
        await book.do(ann, "say", seat=0, phrase="hello")
        await book.do(ann, "rename", seat=0, name="Anna")
        await book.do(ann, "order", seat=0, about="Cheesecake", answer="always")
        await book.do(ann, "stand_in", seat=0, at=0, bot="random")
        await book.do(ann, "stand_in", seat=0, at=0, bot="")
        async with Client(book.server, table.code, [table.tokens[1]]) as ben:
            await book.do(ann, "draw", seat=0, answer="offer")
            await book.do(ben, "draw", seat=1, answer="decline")
            await book.do(ben, "revoke", seat=1, token=NEW)
            table.tokens[1] = NEW


async def ends(book: Book, server: ServerProcess) -> dict[str, dict[int, str]]:
    """Tables that end by resigning and by a draw, a rematch, a bot at an open seat, a lesson; their tokens."""
    resigned, drawn = two_people(server), two_people(server)
    async with Client(server, resigned.code, [resigned.tokens[0]]) as ann, Client(server, resigned.code, [resigned.tokens[1]]) as ben:
        await book.do(ben, "resign", seat=1)
        await book.do(ann, "rematch", seat=0)
        await book.do(ben, "rematch", seat=1)
        await ann.until(lambda: bool(ann.table.get("rematch")))
        assert len({one["code"] for one in ann.seated + ben.seated}) == 1
    async with Client(server, drawn.code, [drawn.tokens[0]]) as ann, Client(server, drawn.code, [drawn.tokens[1]]) as ben:
        await book.do(ann, "draw", seat=0, answer="offer")
        await book.do(ben, "draw", seat=1, answer="agree")
    opened = server.open([ME, OPEN], setup=quick_setup(server))
    async with Client(server, opened.code, [opened.tokens[0]]) as ann:
        await book.do(ann, "stand_in", seat=0, at=1, bot="random")
        await ann.until(lambda: ann.mine >= 0, 60)  # the bot has answered all that it is asked
    chain = MyChain("twice")
    rolling = server.open([{**ME, "seed": chain.end}, OPEN], setup=quick_setup(server))
    rolling.tokens |= server.sit(rolling.code, name="Ben", seed="5eed").tokens
    async with Client(server, rolling.code, [rolling.tokens[0]]) as ann:
        await book.do(ann, "share", seat=0, number=1, link=chain.link(1))
    lesson = server.open([], lesson=server.http("/api/lessons")[1][0]["key"])
    seat = next(iter(lesson.tokens))
    async with Client(server, lesson.code, [lesson.tokens[seat]]) as ann:
        await book.do(ann, "next_step", seat=seat)
        await book.do(ann, "next_step", seat=seat, again=True)
    return {one.code: one.tokens for one in (resigned, drawn, opened, rolling, lesson)}


def test_every_accepted_command_sent_again_is_done_once_and_answered_the_same() -> None:
    async def game(server: ServerProcess, number: int) -> None:
        book = Book(server)
        table = two_people(server)
        await around(book, table)
        await whole_game(book, table, random.Random(f"twice {number}"))
        tokens = {table.code: table.tokens, **await ends(book, server)}
        assert book.kinds == COMMANDS
        digest = await asked_digests(server, tokens)
        await book.all_again(tokens)
        for kill in (False, True):
            server.restart(kill=kill)
            await book.all_again(tokens)
            assert await asked_digests(server, tokens) == digest

    for number in range(GAMES):
        with serving() as server:
            asyncio.run(game(server, number))
            assert "Traceback" not in log_of(server)


async def asked_digests(server: ServerProcess, tokens: dict[str, dict[int, str]]) -> dict[str, tuple[int, str]]:
    """How each table stands."""
    found: dict[str, tuple[int, str]] = {}
    for code in tokens:
        async with Client(server, code) as watcher:
            found[code] = (watcher.moment["seq"], watcher.moment["digest"])
    return found


def test_a_new_token_whose_answer_was_lost_is_its_browsers_own() -> None:
    """The answer to revoke is lost, and its socket with it: the browser has both tokens, one of them is valid, and asking again is harmless."""

    async def game(server: ServerProcess) -> None:
        table = two_people(server)
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            ack = await ann.ask("revoke", "lost", seat=0, token=NEW)
        async with Client(server, table.code, [table.tokens[0], NEW]) as again:
            assert await again.ask("revoke", "lost", seat=0, token=NEW) == ack
        async with Client(server, table.code, [table.tokens[0]]) as former:
            assert former.you == []
        async with Client(server, table.code, [NEW]) as fresh:
            assert fresh.you == [0] and len([row for row in kept(server, table.code) if row[2] == "revoked"]) == 1

    with serving() as server:
        asyncio.run(game(server))


def test_every_command_of_the_protocol_is_repeated_here() -> None:
    questions = {kind for kind in message_types() if kind.startswith("ask_")} | {"hello", "ping", "review"}  # what changes no game
    assert message_types() - questions == COMMANDS
