"""The protocol over real sockets against a real server: whole games, and everything people do around them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kit.server import Client, Opened, Refused, ServerProcess, play_out, serving
from tipover.cli.entry import tipover
from tipover.play.record import Record
from tipover.table.lessons import lesson

ME = {"kind": "me", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def short(server: ServerProcess, key: str = "first-golden_girls", rounds: int = 3) -> dict[str, Any]:
    """A ready-made game that ends after a few rounds."""
    quick = {one["key"]: one for one in server.http("/api/catalog")[1]["quick"]}
    return {**quick[key]["setup"], "rounds": rounds}


def two(server: ServerProcess, **wanted: Any) -> tuple[Opened, Opened]:
    """A table with two people: who opened it, and who sat down."""
    table = server.open([ME, OPEN], **({"setup": short(server), "placed": True} | wanted))
    return table, server.sit(table.code, name="Ben", seed="5eed")


def clients(server: ServerProcess, *tables: Opened) -> list[Client]:
    return [Client(server, tables[0].code, list(one.tokens.values())) for one in tables]


async def refused(asked: Any) -> Refused:
    with pytest.raises(Refused) as no:
        await asked
    return no.value


# -- games -----------------------------------------------------------------------------------------------


def test_a_whole_game_of_two_people_and_a_watcher_is_the_same_for_all(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        watcher = Client(server, ann.code)
        async with ann, ben, watcher:
            assert (ann.you, ben.you, watcher.you) == ([0], [1], [])
            await play_out([ann, ben, watcher], random.Random(4))
            for one in (ben, watcher):
                assert {seq: one.digests[seq] for seq in one.digests} == {seq: ann.digests[seq] for seq in one.digests}
            assert ann.log == ben.log == watcher.log and ann.log
            await ann.until(lambda: ann.table["status"] == "over")
            assert ann.table["dice"].startswith(f"dice fair {ann.table['commitment']} ")
            assert not any(told.get("moment", {}).get("question", {}).get("options") for told in watcher.told)
        text = server.record(ann.code)
        assert Record.parse(text).replay().state.digest() == ann.moment["digest"]
        assert ann.table["dice"].removeprefix("dice ") in text

    asyncio.run(game())


def test_a_bot_answers_and_the_table_places_the_figures(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([ME, BOT], setup=short(server), placed=True)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert ann.moment["round"] == 1 and all(one["square"] >= 0 for one in ann.moment["figures"] if one["at"] == "board")
            await play_out([ann], random.Random(5))
            assert ann.over and ann.moment["ending"]

    asyncio.run(game())


def test_a_new_socket_sees_what_the_old_one_saw(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            await play_out([ann, ben], random.Random(6), stop=lambda: ann.moment["count"] > 20)
            async with Client(server, ann.code, ann.tokens) as again:
                assert again.moment == ann.moment and again.log == ann.log and again.game == ann.game

    asyncio.run(game())


def test_a_restart_in_the_middle_loses_nothing() -> None:
    async def game(server: ServerProcess) -> None:
        tables = two(server)
        ann, ben = clients(server, *tables)
        async with ann, ben:
            await play_out([ann, ben], random.Random(7), stop=lambda: ann.moment["count"] > 12)
            before = ann.moment
        for kill in (False, True):
            server.restart(kill=kill)
            ann, ben = clients(server, *tables)
            async with ann, ben:
                assert ann.moment == before
                line = random.Random(8).choice((ann if ann.mine >= 0 else ben).options)["line"]
                asked = ann if ann.mine >= 0 else ben
                ack = await asked.choose(line, identity=f"once-{kill}")
                assert await asked.ask("choose", f"once-{kill}", seat=asked.you[0], seq=0, line=line) == ack
                assert (await refused(asked.ask("choose", f"once-{kill}", seat=asked.you[0], seq=0, line="nonsense"))).code == "malformed"
                await ann.reach(ack["seq"])
                before = ann.moment
        server.restart(kill=True)
        async with Client(server, tables[0].code, list(tables[0].tokens.values())) as ann:
            assert ann.moment == before
        async with Client(server, tables[0].code, asked.tokens) as again:
            assert (await again.ask("choose", "once-True", seat=asked.you[0], seq=0, line=line))["seq"] == ack["seq"]

    with serving() as server:
        asyncio.run(game(server))


# -- what is refused -------------------------------------------------------------------------------------


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
            for text in ["", "nonsense", "NaN", "[]", '{"type":"choose"}', '{"type":"nothing"}', nested, '{"type":"say","id":"x","seat":NaN,"text":""}']:
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
            with pytest.raises((ConnectionError, Exception)):
                for _ in range(3000):
                    await ann.send({"type": "ping"})
                await ann.until(lambda: False, 5)
            assert any(told.get("refused") == "too_fast" for told in ann.told)

    asyncio.run(game())


def test_a_frame_that_is_too_large_closes_the_socket_and_nothing_else(server: ServerProcess) -> None:
    async def game() -> None:
        table, _ = two(server)
        async with Client(server, table.code) as ann:
            async with Client(server, table.code) as other:
                with pytest.raises(ConnectionError):
                    await other.send('{"type":"ping"}' + " " * 70_000)
                    await other.until(lambda: False, 5)
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


# -- undo ------------------------------------------------------------------------------------------------


def test_my_last_choice_can_be_taken_back_and_no_die_ever(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
            start = asked.moment
            mark = start["question"]["options"][0]["line"].split(":")[0]
            await asked.choose(mark)
            assert asked.question["undo"] == asked.you and asked.question["undo_text"]
            assert (await refused(other.ask("undo", seat=other.you[0], seq=asked.moment["seq"]))).code == "not_now"
            ack = await asked.ask("undo", "back", seat=asked.you[0], seq=asked.moment["seq"])
            await asked.reach(ack["seq"])
            await other.reach(ack["seq"])
            assert asked.moment["digest"] == start["digest"] == other.moment["digest"]
            assert [told["undone"] for told in asked.told if told.get("undone")] == [1] and asked.log == other.log
            assert await asked.ask("undo", "back", seat=asked.you[0], seq=0) == ack
            assert (await refused(asked.ask("undo", seat=asked.you[0], seq=asked.moment["seq"]))).code == "not_now"

    asyncio.run(game())


# -- people ----------------------------------------------------------------------------------------------


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
            await play_out([ann], random.Random(1), stop=lambda: ann.moment["count"] > 25)
            [ben] = [Client(server, ann.code, ben.tokens)]
            async with ben:
                await ben.ask("stand_in", seat=1, at=1, bot="")
                await ben.until(lambda: not ben.table["seats"][1].get("bot"))
                await play_out([ann, ben], random.Random(2), stop=lambda: ann.moment["count"] > 35)
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


# -- secrets, moments, records, lessons ------------------------------------------------------------------


def test_a_secret_pick_reaches_nobody_else_before_it_is_shown(server: ServerProcess) -> None:
    async def game() -> None:
        sides = [{"side": side, "picks": 2} for side in ("light", "dark")]
        setup = {"map": "Barracks", "sides": sides, "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True}
        ann, ben = clients(server, *two(server, setup=setup, placed=False))
        watcher = Client(server, ann.code)
        async with ann, ben, watcher:
            asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
            assert asked.question["secret"]
            seen = [len(other.frames), len(watcher.frames)]
            pick = asked.options[0]
            await asked.choose(pick["line"])
            await other.reach(asked.moment["seq"])
            await watcher.reach(asked.moment["seq"])
            for client, start in zip((other, watcher), seen, strict=True):
                assert pick["card"] not in "".join(client.frames[start:])
            assert (await refused(watcher.ask("ask_why", lines=[pick["line"]]))).code == "not_now"
            assert pick["line"] not in server.record(ann.code)
            assert pick["line"] in server.record(ann.code, asked.tokens[0])

    asyncio.run(game())


def test_earlier_moments_are_told_as_they_were(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            await play_out([ann, ben], random.Random(11), stop=lambda: ann.moment["count"] > 40)
            seen = {told["moment"]["count"]: told["moment"]["digest"] for told in ann.told if told.get("moment")}
            for first in range(0, ann.moment["count"] - 19, 20):
                answer = await ann.ask("ask_moments", first=first, last=first + 19)
                for moment in answer["moments"]:
                    assert seen.get(moment["count"], moment["digest"]) == moment["digest"]
            assert (await refused(ann.ask("ask_moments", first=0, last=20))).code == "too_large"
            assert (await refused(ann.ask("ask_moments", first=0, last=9999))).code == "unknown"

    asyncio.run(game())


def test_a_record_is_looked_at_and_played_on_from_a_moment(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            await play_out([ann, ben], random.Random(12))
            text = server.record(ann.code)
            end = ann.moment
        shown = server.open([], record=text)
        async with Client(server, shown.code) as reader:
            assert reader.table["kind"] == "record" and reader.moment["digest"] == end["digest"] and reader.moment["over"]
            moments = (await reader.ask("ask_moments", first=5, last=9))["moments"]
            assert [one["count"] for one in moments] == [5, 6, 7, 8, 9]
            assert (await refused(reader.ask("choose", seat=0, seq=0, line="L1"))).code == "over"
        for wanted in ({"record": text}, {"after": ann.code}, {"after": shown.code}):
            table = server.open([ME, BOT], at=9, **wanted)
            async with Client(server, table.code, list(table.tokens.values())) as on:
                first = (await on.ask("ask_moments", first=9, last=9))["moments"][0]
                assert first["digest"] == moments[-1]["digest"]
                assert on.table["commitment"] != ann.table["commitment"]
                await play_out([on], random.Random(13))
                Record.parse(server.record(table.code)).replay()

    asyncio.run(game())


def test_plans_odds_sight_threats_and_hints_change_nothing(server: ServerProcess) -> None:
    async def game() -> None:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
            seat, seq = asked.mine, asked.moment["seq"]
            before = asked.moment["digest"]
            mark = asked.options[0]["line"]
            planned = await asked.ask("ask_plan", seat=seat, seq=seq, lines=[mark])
            assert planned["played"] == [mark] and planned["moment"]["digest"] != before
            assert "odds" in await asked.ask("ask_odds", seat=seat, seq=seq, options=[0])
            assert (await asked.ask("ask_sight", figure=0))["seen"]
            assert "threats" in await asked.ask("ask_threats", side="light")
            hint = await asked.ask("ask_hint", seat=seat)
            assert hint["sentence"] and hint["line"]
            assert (await refused(other.ask("ask_hint", seat=seat))).code == "not_seated"
            assert (await refused(other.ask("ask_hint", seat=other.you[0]))).code == "not_your_turn"
            async with Client(server, ann.code) as fresh:
                assert fresh.moment["digest"] == before

    asyncio.run(game())


def test_a_lesson_is_taken_step_by_step(server: ServerProcess) -> None:
    async def game() -> None:
        lessons = server.http("/api/lessons")[1]
        table = server.open([], lesson=lessons[0]["key"])
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert ann.table["kind"] == "lesson" and ann.lesson["step"] == 1 and ann.lesson["of"] == len(lessons)
            seat = ann.you[0]
            told = ann.lesson
            for _ in range(40):
                told = ann.lesson
                if told.get("done"):
                    break
                if told.get("tell"):
                    ack = await ann.ask("next_step", seat=seat)
                    await ann.reach(ack["seq"])
                elif ann.mine >= 0:
                    hint = await ann.ask("ask_hint", seat=seat)
                    await ann.choose(hint["line"])
                else:
                    break
            await ann.ask("next_step", seat=seat, again=True)
            await ann.until(lambda: ann.lesson["step"] == 1 and ann.moment["count"] == 0)

    asyncio.run(game())


def test_three_sides_go_on_with_a_bot_when_one_resigns(server: ServerProcess) -> None:
    async def game() -> None:
        setup = server.http("/api/deal", {"mode": "ffa3", "seed": "2"})
        assert setup[0] == 200, setup[1]
        table = server.open([ME, {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cid"}], setup={**setup[1]["setup"], "rounds": 3}, placed=True)
        async with Client(server, table.code, list(table.tokens.values())) as all_three:
            await all_three.ask("resign", seat=1)
            await all_three.until(lambda: bool(all_three.table["seats"][1].get("resigned")))
            assert not all_three.over and all_three.table["seats"][1]["bot"]
            await play_out([all_three], random.Random(1), stop=lambda: all_three.moment["count"] > 30)
            assert (await refused(all_three.ask("choose", seat=1, seq=all_three.moment["seq"], line="x"))).code in ("over", "not_your_turn")
            if not all_three.over:
                await all_three.ask("resign", seat=0)
                await all_three.until(lambda: all_three.over)
                assert all_three.moment["winner"] == all_three.table["seats"][2]["side"]

    asyncio.run(game())


def test_a_server_that_stops_tells_its_sockets_to_come_back() -> None:
    async def game(server: ServerProcess) -> None:
        tables = two(server)
        ann, ben = clients(server, *tables)
        async with ann, ben:
            before = ann.moment
            assert await asyncio.to_thread(server.stop) in (0, -15)
            await asyncio.sleep(0.1)
            assert any(told["type"] == "resync" for told in ann.told)
        await asyncio.to_thread(server.start)
        async with Client(server, tables[0].code, ann.tokens) as again:
            assert again.moment == before
        assert "Traceback" not in server.log.read_text("utf-8")

    with serving() as server:
        asyncio.run(game(server))


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
                then = loop.time()
                await asked.play(draws)
                slowest = max(slowest, loop.time() - then)
                await asyncio.sleep(0.08)
            assert not ann.table.get("watching"), "the deaf socket is still there"
            writer.transport.abort()
            assert slowest < 3

    asyncio.run(game())

def test_every_lesson_is_taken_to_its_end_and_survives_a_new_socket(server: ServerProcess) -> None:
    async def take(key: str) -> None:
        table = server.open([], lesson=key)
        tokens = list(table.tokens.values())
        steps = lesson(key).steps
        async with Client(server, table.code, tokens) as ann:
            seat = ann.you[0]
            for _ in range(60):
                if ann.lesson.get("done"):
                    break
                here = ann.lesson["step"]
                step = steps[here - 1]
                if step.tell:
                    await ann.reach((await ann.ask("next_step", seat=seat))["seq"])
                elif step.attempt:
                    await ann.until(lambda: ann.mine >= 0)
                    no = await refused(ann.ask("choose", seat=seat, seq=ann.moment["seq"], line=step.attempt))
                    assert no.told["reasons"]
                elif not step.play:
                    break  # the guided game: free from here on
                for line in step.play:
                    await ann.until(lambda: ann.mine >= 0)
                    await ann.choose(line)
                await ann.until(lambda here=here: ann.lesson["step"] > here or bool(ann.lesson.get("done")))  # type: ignore[misc]
            else:
                raise AssertionError(f"{key} does not end: {ann.lesson}")
            assert ann.lesson.get("done") or lesson(key).game, (key, ann.lesson)
            async with Client(server, table.code, tokens) as again:
                assert again.lesson == ann.lesson and again.moment == ann.moment

    async def course() -> None:
        for one in server.http("/api/lessons")[1]:
            await take(one["key"])

    asyncio.run(course())


def test_a_wrong_turn_in_a_lesson_is_taken_back(server: ServerProcess) -> None:
    async def take() -> None:
        key = server.http("/api/lessons")[1][0]["key"]
        table = server.open([], lesson=key)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            seat = ann.you[0]
            while ann.lesson.get("tell"):
                await ann.reach((await ann.ask("next_step", seat=seat))["seq"])
            before = ann.moment
            wrong = next(one["line"] for one in ann.options if one["line"] not in lesson(key).steps[ann.lesson["step"] - 1].play)
            await ann.choose(wrong)
            if ann.lesson.get("astray"):
                assert ann.mine < 0 and (await refused(ann.choose("L1", seat=seat))).code == "not_now"
            await ann.reach((await ann.ask("undo", seat=seat, seq=ann.moment["seq"]))["seq"])
            assert ann.moment["digest"] == before["digest"] and not ann.lesson.get("astray")

    asyncio.run(take())


CARD = """
name = "Fitch Wren"
short = "Fitch"
tokens = ["blue", "silver"]
defense = 1

[[ability]]
name = "Long Step"
cost = "silver 1"
rule = "This moves 3."

[[ability]]
name = "Mud in the Eye"
cost = "blue 2"
challenge = true
rule = "Range 2 challenge 2."
"""


def test_a_character_written_for_one_room_plays_there_and_nowhere_else() -> None:
    async def game(server: ServerProcess) -> None:
        checked = server.http("/api/check", {"text": CARD})[1]
        assert checked.get("card", {}).get("name") == "Fitch Wren", checked
        sides = [{"side": "light", "figures": ["Fitch Wren", "Lifeguard"]}, {"side": "dark", "figures": ["Rose Nylund", "Gentleman Caller"]}]
        setup = {"map": "Florida Boardwalk", "sides": sides, "rounds": 2}
        assert server.http("/api/tables", {"setup": setup, "seats": [ME, BOT]})[1]["refused"] == "illegal"
        table = server.open([ME, BOT], setup=setup, cards=[CARD], placed=True)
        await asyncio.to_thread(server.restart)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert "Fitch Wren" in ann.game["cards"]
            await play_out([ann], random.Random(1))

    with serving() as server:
        asyncio.run(game(server))


def test_the_dice_of_a_finished_game_are_proved(server: ServerProcess, tmp_path: Path) -> None:
    async def game() -> str:
        ann, ben = clients(server, *two(server))
        async with ann, ben:
            await play_out([ann, ben], random.Random(21), stop=lambda: ann.moment["count"] > 30)
            assert "fair" not in server.record(ann.code, ann.tokens[0])
            if not ann.over:
                await ben.ask("resign", seat=1)
                await ann.until(lambda: ann.over)
            return server.record(ann.code)

    record = tmp_path / "game.tip"
    record.write_text(asyncio.run(game()), encoding="utf-8")
    done = CliRunner().invoke(tipover, ["verify", str(record)])
    assert done.exit_code == 0, done.output
    text = record.read_text("utf-8")
    flipped = text.replace("roll !", "roll s", 1) if "roll !" in text else text.replace("roll s", "roll b", 1)
    record.write_text(flipped, encoding="utf-8")
    assert flipped == text or CliRunner().invoke(tipover, ["verify", str(record)]).exit_code != 0
