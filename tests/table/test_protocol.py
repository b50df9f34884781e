"""The protocol over real sockets against a real server: whole games, watched, restarted, looked at again and proved."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from click.testing import CliRunner

from kit.duo import BOT, ME, clients, refused, short, two
from kit.server import Client, ServerProcess, play_out
from tipover.cli.entry import tipover
from tipover.play.record import Record


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


def test_a_restart_in_the_middle_loses_nothing(server: ServerProcess) -> None:
    async def game() -> None:
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

    asyncio.run(game())


def test_a_server_that_stops_tells_its_sockets_to_come_back(server: ServerProcess) -> None:
    async def game() -> None:
        tables = two(server)
        ann, ben = clients(server, *tables)
        async with ann, ben:
            before = ann.moment
            assert await asyncio.to_thread(server.stop) in (0, -15)
            await ann.until(lambda: any(told["type"] == "resync" for told in ann.told))
        await asyncio.to_thread(server.start)
        async with Client(server, tables[0].code, ann.tokens) as again:
            assert again.moment == before
        assert "Traceback" not in server.log.read_text("utf-8")

    asyncio.run(game())


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
            planned = await asked.ask("ask_plan", seat=seat, seq=seq, answers=[mark])
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


def test_three_sides_go_on_with_a_bot_when_one_resigns(server: ServerProcess) -> None:
    async def game() -> None:
        setup = server.http("/api/deal", {"mode": "ffa3", "seed": "2"})
        assert setup[0] == 200, setup[1]
        table = server.open(
            [ME, {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cid"}], setup={**setup[1]["setup"], "rounds": 3}, placed=True
        )
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


def test_a_character_written_for_one_room_plays_there_and_nowhere_else(server: ServerProcess) -> None:
    async def game() -> None:
        checked = server.http("/api/check", {"text": CARD})[1]
        assert checked.get("card", {}).get("name") == "Fitch Wren", checked
        sides = [
            {"side": "light", "figures": ["Fitch Wren", "Lifeguard"]},
            {"side": "dark", "figures": ["Rose Nylund", "Gentleman Caller"]},
        ]
        setup = {"map": "Florida Boardwalk", "sides": sides, "rounds": 2}
        assert server.http("/api/tables", {"setup": setup, "seats": [ME, BOT]})[1]["refused"] == "illegal"
        table = server.open([ME, BOT], setup=setup, cards=[CARD], placed=True)
        await asyncio.to_thread(server.restart)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert "Fitch Wren" in ann.game["cards"]
            await play_out([ann], random.Random(1))

    asyncio.run(game())


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
