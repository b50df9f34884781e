"""What the protocol refuses: wrong seats, stale moments, illegal lines, what is no message, floods, foreign pages; nobody else is hurt."""

from __future__ import annotations

import asyncio
import random

import pytest
from websockets.exceptions import ConnectionClosed

from kit.duo import clients, refused, short, two
from kit.server import Client, ServerProcess, play_out


def test_wrong_seats_stale_moments_and_illegal_lines_are_refused_and_change_nothing(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        watcher = Client(server, ann.code, ["not-a-token"])
        async with ann, ben, watcher:
            asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
            line, seq, seat = asked.options[0]["line"], asked.moment["seq"], asked.mine
            for client, wanted, code in [
                (other, {"seat": other.you[0], "seq": seq, "line": line}, "not_your_turn"),
                (other, {"seat": seat, "seq": seq, "line": line}, "not_seated"),
                (watcher, {"seat": seat, "seq": seq, "line": line}, "not_seated"),
                (asked, {"seat": 7, "seq": seq, "line": line}, "no_such_seat"),
                (asked, {"seat": seat, "seq": seq - 1, "line": line}, "stale"),
                (asked, {"seat": seat, "seq": seq + 99, "line": line}, "stale"),
                (asked, {"seat": seat, "seq": seq, "line": "L1: move z99"}, "illegal"),
                (asked, {"seat": seat, "seq": seq, "line": "\ud800"}, "malformed"),
                (asked, {"seat": "0", "seq": seq, "line": line}, "malformed"),
                (asked, {"seat": seat, "seq": seq, "line": line, "more": 1}, "malformed"),
                (asked, {"seat": seat, "seq": 10**30, "line": line}, "stale"),
            ]:
                assert (await refused(client.ask("choose", **wanted))).code == code, wanted
            fresh = Client(server, ann.code)
            async with fresh:
                assert fresh.moment["digest"] == ann.moment["digest"] and fresh.moment["seq"] == seq

    asyncio.run(game())


def test_an_illegal_line_is_refused_with_its_rule(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            asked = ann if ann.mine >= 0 else ben
            foe = "D1" if asked is ann else "L1"
            no = await refused(asked.ask("choose", seat=asked.mine, seq=asked.moment["seq"], line=f"{foe}: end"))
            assert no.code == "illegal" and no.told["reasons"][0]["rule"] == "TRN-3" and no.told["reasons"][0]["things"]
            why = await asked.ask("ask_why", lines=[f"{foe}: end"])
            assert why["why"][0]["reasons"][0]["rule"] == "TRN-3"

    asyncio.run(game())


def test_what_is_no_message_is_answered_and_the_socket_stays(server: ServerProcess) -> None:
    async def game() -> None:
        table, _ = two(server)
        async with Client(server, table.code) as ann:
            nested = "[" * 20000 + "]" * 20000
            for text in [
                "",
                "nonsense",
                "NaN",
                "[]",
                '{"type":"choose"}',
                '{"type":"nothing"}',
                nested,
                '{"type":"say","id":"x","seat":NaN,"text":""}',
            ]:
                ann.told.clear()
                await ann.send(text)
                await ann.until(lambda: any(told["type"] == "refused" for told in ann.told))
                [no] = [told for told in ann.told if told["type"] == "refused"]
                assert no["refused"] == "malformed", text
            assert no["id"] == "x"
            await ann.send({"type": "ping"})
            await ann.until(lambda: any(told["type"] == "pong" for told in ann.told))

    asyncio.run(game())


def test_too_many_messages_are_refused_and_a_flood_is_cut_off(server: ServerProcess) -> None:
    async def game() -> None:
        table, _ = two(server)
        async with Client(server, table.code) as ann:
            with pytest.raises((ConnectionError, ConnectionClosed)):
                for _ in range(3000):
                    await ann.send({"type": "ping"})
                await ann.until(lambda: False)
            assert any(told.get("refused") == "too_fast" for told in ann.told)

    asyncio.run(game())


def test_a_frame_that_is_too_large_closes_the_socket_and_nothing_else(server: ServerProcess) -> None:
    async def game() -> None:
        table, _ = two(server)
        async with Client(server, table.code) as ann:
            async with Client(server, table.code) as other:
                with pytest.raises(ConnectionError):
                    await other.send('{"type":"ping"}' + " " * 70_000)
                    await other.until(lambda: False)
            await ann.send({"type": "ping"})
            await ann.until(lambda: any(told["type"] == "pong" for told in ann.told))

    asyncio.run(game())


def test_a_foreign_page_gets_no_socket(server: ServerProcess) -> None:
    async def knock(origin: str) -> None:
        table, _ = two(server)
        async with Client(server, table.code, origin=origin):
            pass

    asyncio.run(knock(server.url))
    with pytest.raises(Exception, match="403"):
        asyncio.run(knock("http://evil.example"))


@pytest.mark.long
def test_one_that_never_reads_hurts_nobody_and_is_dropped(server: ServerProcess) -> None:
    def frame(text: str) -> bytes:
        data = text.encode()
        return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data

    async def game() -> None:
        ann, ben = clients(server, *two(server, setup=short(server, rounds=200)))
        async with ann, ben:
            await play_out([ann, ben], random.Random(3), stop=lambda: ann.moment["count"] > 25)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2048)
            head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            writer.write(f"{head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(f'{{"type":"hello","code":"{ann.code}"}}'))
            await ann.until(lambda: ann.table.get("watching") == 1)
            loop = asyncio.get_running_loop()
            begun, slowest = loop.time(), 0.0
            draws = random.Random(3)
            while ann.table.get("watching") and loop.time() - begun < 40:
                for number in range(2):
                    writer.write(frame(f'{{"type":"ask_moments","id":"{number}","first":1,"last":20}}'))
                asked = ann if ann.mine >= 0 else ben
                if not asked.options:  # the question to the other is still on its way
                    await asyncio.sleep(0.02)
                    continue
                then = loop.time()
                await asked.play(draws)
                slowest = max(slowest, loop.time() - then)
                await asyncio.sleep(0.08)
            assert not ann.table.get("watching"), "the deaf socket is still there"
            writer.transport.abort()
            assert slowest < 3

    asyncio.run(game())
