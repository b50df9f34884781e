"""What people do around a game, over real sockets: chat, resign, draw, rematch, a bot in a seat, tokens, names."""

from __future__ import annotations

import asyncio
import random

from kit.duo import ME, OPEN, clients, refused, short, two
from kit.server import Client, ServerProcess, play_out


def test_chat_is_plain_short_and_only_of_those_who_sit(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        watcher = Client(server, ann.code)
        async with ann, ben, watcher:
            ack = await ann.ask("say", "hi", seat=0, text=" <b>hello</b>\u202e\n  there ")
            assert await ann.ask("say", "hi", seat=0, text=" <b>hello</b>\u202e\n  there ") == ack
            assert (await refused(ann.ask("say", "hi", seat=0, text="again"))).code == "malformed"
            await watcher.until(lambda: bool(watcher.chat))
            assert [one["text"] for one in watcher.chat] == ["<b>hello</b> there"]
            assert (await refused(ann.ask("say", seat=0, text="x" * 201))).code == "malformed"
            assert (await refused(ann.ask("say", seat=0, text=" \u200b "))).code == "malformed"
            assert (await refused(watcher.ask("say", seat=0, text="me too"))).code == "not_seated"
            seq = ann.moment["seq"]
            asked = ann if ann.mine >= 0 else ben
            await asked.choose(asked.options[0]["line"], seq=seq)  # chat does not make a move stale
            async with Client(server, ann.code) as late:
                assert len(late.chat) == 1

    asyncio.run(game())


def test_resigning_gives_the_game_to_the_other_and_a_rematch_changes_sides(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            assert (await refused(ann.ask("rematch", seat=0))).code == "not_now"
            await ben.ask("resign", seat=1)
            await ann.until(lambda: ann.over)
            assert ann.moment["winner"] == "light" and "Ben" in ann.moment["ending"]
            assert ann.log[-1]["text"] == ann.moment["ending"] == "Ann wins: Ben resigned." and ann.log[-1]["kind"] == "end"
            assert server.http(f"/api/tables/{ann.code}")[1]["result"] == "Ann wins: Ben resigned"
            async with Client(server, ann.code) as late:
                assert late.log == ann.log, "who comes later reads the same"
            assert (await refused(ann.ask("resign", seat=0))).code == "over"
            assert "# " in server.record(ann.code) and ann.table["dice"].split(" ")[-1] in server.record(ann.code)
            await ann.ask("rematch", "again", seat=0)
            await ben.until(lambda: ben.table.get("rematch_wanted") == [0])
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.seated and ann.table.get("rematch")))
            await ben.until(lambda: bool(ben.seated))
            code = ann.table["rematch"]
            assert ann.seated[0]["code"] == code == ben.seated[0]["code"]
            assert ann.seated[0]["seats"][0]["seat"] == 1 and ben.seated[0]["seats"][0]["seat"] == 0
            token = ann.seated[0]["seats"][0]["token"]
            assert token not in "".join(ben.frames)
            async with Client(server, code, [token]) as next_ann:
                assert next_ann.you == [1] and next_ann.table["status"] == "playing"
                assert [one["name"] for one in next_ann.table["seats"]] == ["Ben", "Ann"]
            old = {"authorization": f"Bearer {ben.tokens[0]}"}
            status, given, _ = server.http(f"/api/tables/{code}/sit", {}, old)
            assert status == 200 and given["seats"][0]["seat"] == 0
            assert server.http(f"/api/tables/{code}/sit", {}, old)[0] == 409

    asyncio.run(game())


def test_a_draw_is_offered_declined_and_agreed(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            assert (await refused(ben.ask("draw", seat=1, answer="agree"))).code == "not_now"
            await ann.ask("draw", seat=0, answer="offer")
            await ben.until(lambda: ben.table.get("draw_offer") == 0)
            await ben.ask("draw", seat=1, answer="decline")
            await ann.until(lambda: ann.table.get("draw_offer", -1) == -1)
            await ben.ask("draw", seat=1, answer="offer")
            assert (await refused(ben.ask("draw", seat=1, answer="agree"))).code == "not_now"
            await ann.ask("draw", seat=0, answer="agree")
            await ben.until(lambda: ben.over)
            assert ben.moment.get("winner", "") == "" and "draw" in ben.moment["ending"].lower()
        async with Client(server, ann.code) as late:
            assert late.over and late.table["status"] == "over"

    asyncio.run(game())


def test_a_bot_stands_in_for_an_absent_seat_and_gives_it_back(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server, setup=short(server, rounds=30)))
        async with ann:
            async with ben:
                assert (await refused(ann.ask("stand_in", seat=0, at=1))).code == "seat_taken"
            await ann.until(lambda: not ann.table["seats"][1].get("present"))
            await ann.ask("stand_in", seat=0, at=1, bot="random")
            assert (await refused(ann.ask("stand_in", seat=0, at=1, bot=""))).code == "not_seated"
            await play_out([ann], random.Random(1), stop=lambda: ann.moment["count"] > 10)
            [ben] = [Client(server, ann.code, ben.tokens)]
            async with ben:
                await ben.ask("stand_in", seat=1, at=1, bot="")
                await ben.until(lambda: not ben.table["seats"][1].get("bot"))
                await play_out([ann, ben], random.Random(2), stop=lambda: ann.moment["count"] > 18)
                assert any(ben.mine >= 0 or told.get("type") == "ack" for told in ben.told)

    asyncio.run(game())


def test_a_bot_takes_an_open_seat_and_the_game_begins(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([ME, OPEN], setup=short(server), placed=True)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert ann.table["status"] == "waiting" and not ann.moment and ann.game
            assert (await refused(ann.ask("choose", seat=0, seq=0, line="L1"))).code == "not_now"
            await ann.ask("stand_in", seat=0, at=1, bot="random")
            await ann.until(lambda: bool(ann.moment) and ann.table["status"] == "playing")
            await play_out([ann], random.Random(3))

    asyncio.run(game())


def test_a_revoked_token_loses_its_seat_at_once(server: ServerProcess) -> None:
    async def game() -> None:
        table, _ = two(server)
        ann, elsewhere = clients(server, table, table)
        async with ann, elsewhere:
            ack = await ann.ask("revoke", "new", seat=0)
            assert ack["token"] and await ann.ask("revoke", "new", seat=0) == {"type": "ack", "id": "new", "seq": ack["seq"]}
            assert (await refused(elsewhere.ask("say", seat=0, text="still here"))).code == "not_seated"
            await ann.ask("say", seat=0, text="still here")
            assert (await elsewhere.hello())["you"] == []
            async with Client(server, table.code, [ack["token"]]) as fresh:
                assert fresh.you == [0]

    asyncio.run(game())


def test_a_name_is_changed(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            await ann.ask("rename", seat=0, name="  Anna\tLee ")
            await ben.until(lambda: ben.table["seats"][0]["name"] == "Anna Lee")
            assert (await refused(ann.ask("rename", seat=0, name=" "))).code == "malformed"

    asyncio.run(game())
