"""S10: whoever has seen a roll never gets another one for it: not by undo, abort, a lost socket, a race, a bot, or a killed server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from kit.hostile import SOAK, eager, kept, log_of, quick_setup, two_people
from kit.server import Client, Opened, Refused, ServerProcess, serving
from tipover.engine.core.ids import CHANCE
from tipover.play.fair import Proof
from tipover.play.record import Record

GAMES = 20 if SOAK else 2
KILLS = 60 if SOAK else 4
RACES = 200 if SOAK else 12
ROLLS = 12 if SOAK else 5  # in each game


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def rolls(server: ServerProcess, code: str) -> list[str]:
    """Every roll and flip that a table has kept, in order; none is ever taken out."""
    lines = [json.loads(row[5])["line"] for row in kept(server, code) if row[2] == "choice" and row[3] == CHANCE]
    return [line for line in lines if line.startswith(("roll", "flip"))]  # the table places figures too


def promised(server: ServerProcess, code: str) -> str:
    """What the server has promised of its seed, as everybody is told before the first die."""
    return str(server.http(f"/api/tables/{code}")[1]["commitment"])


def reckoned(text: str, promise: str) -> list[str]:
    """The answers of chance in a finished record, each checked against what the promised seeds give at its place."""
    record = Record.parse(text)
    proof = Proof.read(record.dice)
    assert proof.is_kept and proof.commitment == promise
    match = record.replay()
    return [line for line, seats in zip(match.lines, match.seats, strict=True) if seats == [CHANCE]]


async def no_way_back(*clients: Client) -> None:
    """Nobody may take back what has been rolled."""
    for client in clients:
        for seat in client.you:
            assert seat not in client.question.get("undo", [])
            with pytest.raises(Refused) as no:
                await client.ask("undo", seat=seat, seq=client.moment["seq"])
            assert no.value.code == "not_now", no.value


async def game(server: ServerProcess, table: Opened, draws: random.Random, wanted: int) -> int:
    """A game in which undo is tried after every answer, until dice have fallen often enough or it is over; how often they fell."""
    fell = 0
    while fell < wanted:
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            for _ in range(12):
                asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
                if asked.over:
                    return fell
                seat, before, count = asked.mine, rolls(server, table.code), asked.moment["count"]
                await asked.choose(eager(asked, draws))
                await other.reach(asked.moment["seq"])
                now = rolls(server, table.code)
                assert now[: len(before)] == before
                if len(now) > len(before):
                    fell += 1
                    if not asked.over:
                        await no_way_back(ann, ben)
                    if fell == wanted and not asked.over:
                        await asked.ask("resign", seat=asked.you[0])
                        await other.until(lambda other=other: other.over)  # type: ignore[misc]
                        return fell
                elif asked.question.get("undo") == [seat] and draws.random() < 0.4:
                    ack = await asked.ask("undo", seat=seat, seq=asked.moment["seq"])
                    if kept(server, table.code)[-1][2] == "undo_asked":  # the other has been asked: only with their consent
                        ack = await other.ask("undo_answer", seat=other.you[0], agree=True)
                    await ann.reach(ack["seq"])
                    await ben.reach(ack["seq"])
                    assert asked.moment["count"] == count and rolls(server, table.code) == before
    return fell


@pytest.mark.parametrize("number", range(GAMES))
def test_undo_never_gives_another_roll(server: ServerProcess, number: int) -> None:
    fell = 0
    for again in range(12):  # the server's seed is its own: a game may be over before dice have fallen often
        table = two_people(server, setup=quick_setup(server, 30))
        promise = promised(server, table.code)
        fell += asyncio.run(game(server, table, random.Random(f"undo {number} {again}"), ROLLS - fell))
        assert reckoned(server.record(table.code), promise) == rolls(server, table.code), (
            "Every die is the one that its place in the game has."
        )
        if fell == ROLLS:
            break
    assert fell == ROLLS, "dice hardly ever fall"


def test_a_killed_server_rolls_the_same_dice_again() -> None:
    """The answer is aborted at any moment: before it is kept, after it, on its way. Each roll that was kept stays; each that was not is the same."""

    async def play(server: ServerProcess, table: Opened, draws: random.Random) -> bool:
        seen: dict[int, str] = {}
        for _ in range(KILLS):
            before = rolls(server, table.code)
            client = Client(server, table.code, list(table.tokens.values()))
            await client.connect()
            for _ in range(draws.randrange(1, 5)):
                if client.over:
                    return True
                await client.choose(eager(client, draws))
            if not client.over:
                with contextlib.suppress(ConnectionClosed, ConnectionError):
                    await client.send(
                        {
                            "type": "choose",
                            "id": f"k{draws.random()}",
                            "seat": client.mine,
                            "seq": client.moment["seq"],
                            "line": eager(client, draws),
                        }
                    )
                    await asyncio.sleep(draws.random() * 0.05)
            server.restart(kill=True)
            with contextlib.suppress(ConnectionClosed, ConnectionError):
                await client.close()
            now = rolls(server, table.code)
            assert now[: len(before)] == before and all(now[number] == line for number, line in seen.items())
            seen = dict(enumerate(now))
        return False

    with serving() as server:
        table = two_people(server, setup=quick_setup(server, 30))
        promise = promised(server, table.code)
        asyncio.run(play(server, table, random.Random("killed")))

        async def end() -> None:
            async with Client(server, table.code, list(table.tokens.values())) as both:
                if not both.over:
                    await both.ask("resign", seat=0)
                    await both.until(lambda: both.over)

        asyncio.run(end())
        assert reckoned(server.record(table.code), promise) == rolls(server, table.code)
        assert "Traceback" not in log_of(server)


def test_two_answers_at_once_give_one_roll(server: ServerProcess) -> None:
    """Two devices of one seat answer the same question with different lines: one is done, the other is refused."""

    async def race() -> int:
        draws = random.Random("race")
        table = two_people(server, setup=quick_setup(server, 30))
        fell = 0
        for number in range(20 * RACES):
            if number >= RACES and fell:
                break
            async with contextlib.AsyncExitStack() as stack:
                devices = [await stack.enter_async_context(Client(server, table.code, list(table.tokens.values()))) for _ in range(3)]
                if devices[0].over:
                    table = two_people(server)
                    continue
                before = kept(server, table.code)
                tries = [one.ask("choose", seat=one.mine, seq=one.moment["seq"], line=eager(one, draws)) for one in devices]
                answers = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(isinstance(one, dict) for one in answers) == 1
                assert all(isinstance(one, dict) or (isinstance(one, Refused) and one.code in ("stale", "over")) for one in answers), (
                    answers
                )
                fresh = kept(server, table.code)[len(before) :]
                assert sum(bool(row[4]) for row in fresh) == 1
                fell += any(row[3] == CHANCE for row in fresh)
        return fell

    assert asyncio.run(race()) >= 1


def test_leaving_bots_and_other_tables_give_no_other_roll(server: ServerProcess) -> None:
    """After a roll a bot may stand in, the seat may be moved, the game may go on from there elsewhere: the roll here stays."""

    async def around() -> None:
        draws = random.Random("around")
        table = two_people(server, setup=quick_setup(server, 30))
        promise = promised(server, table.code)
        async with Client(server, table.code, list(table.tokens.values())) as both:
            for _ in range(200):
                before = rolls(server, table.code)
                await both.choose(eager(both, draws))
                if len(rolls(server, table.code)) > len(before):
                    break
            rolled, count = rolls(server, table.code), both.moment["count"]
            assert len(rolled) > len(before) and not both.over
            await no_way_back(both)
            plan = await both.ask("ask_plan", seat=both.mine, seq=both.moment["seq"], answers=[eager(both, draws)])
            assert not any(news.get("faces") for news in plan.get("news", [])), "A plan shows no die."
            mine = both.mine
            await both.ask("stand_in", seat=mine, at=mine, bot="random")
            await both.ask("stand_in", seat=mine, at=mine, bot="")
            table.tokens[mine] = (await both.ask("revoke", seat=mine))["token"]
            assert rolls(server, table.code)[: len(rolled)] == rolled
            commitment = both.table["commitment"]
        elsewhere = server.open([{"kind": "me"}, {"kind": "me"}], after=table.code, at=count)
        async with Client(server, elsewhere.code, list(elsewhere.tokens.values())) as there:
            assert there.table["commitment"] != commitment, "What falls elsewhere tells nothing of what falls here."
            assert there.moment["count"] == count
        async with Client(server, table.code, list(table.tokens.values())) as both:
            assert both.table["commitment"] == commitment
            await both.ask("resign", seat=0)
            await both.until(lambda: both.over)
        assert reckoned(server.record(table.code), promise) == rolls(server, table.code)

    asyncio.run(around())
