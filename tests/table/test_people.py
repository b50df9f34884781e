"""What people do at a table besides playing: seats and tokens, absence, draws, rematches, seeds, and what a record says of it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from kit.server import Client, Refused, ServerProcess
from kit.shown import lines_told
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange, first_game
from tipover.play.deal import Wish, deal
from tipover.play.notation.writing import notate
from tipover.play.record import Record
from tipover.table.attendance import NOTED
from tipover.table.commands import Done, back_again, choices, draft, judge
from tipover.table.opening import GameSource, Library, Opened, head_of, open_next, open_table, source_of
from tipover.table.presence import BELIEVED, LONGEST_SILENCE, Presence, report_every
from tipover.table.protocol.from_client import Choose, DrawOffer, Rematch, Resign, Revoke, StandIn, Undo
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.seats import BOT, hash_of
from tipover.table.table_log import Table
from tipover.table.views import Views, mark, table_now

Command = Choose | DrawOffer | Rematch | Resign | Revoke | StandIn | Undo

LIBRARY = Library(load())
TOKEN = "0123456789abcdef" * 4
AWAY = 1.0  # seconds after which somebody is away
SECRET = {
    "map": "Barracks", "sides": [{"side": side, "picks": 2} for side in ("light", "dark")],
    "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True,
}  # fmt: skip


def opened(sides: int = 2, setup: dict[str, Any] | None = None, rounds: int = 6, source: GameSource | None = None, **wanted: Any) -> Opened:
    described = setup or {
        **first_game("marvel" if sides > 2 else "golden_girls", sides, quick=sides == 2, catalog=LIBRARY.catalog).source,
        "rounds": rounds,
    }
    new = NewTable(**wanted) if source else NewTable(setup=described, placed=setup is None)
    return open_table("ABCDEF", head_of(new, LIBRARY, source), LIBRARY, [SeatWanted("me", name) for name in "ABCD"[:sides]], 0.0)


def do(table: Table, command: Command, present: tuple[int, ...] = ()) -> None:
    draft(table, judge(table, command, [command.seat], present), command.id)


def refusal(table: Table, command: Command, present: tuple[int, ...] = ()) -> str:
    with pytest.raises(RefusedError) as no:
        do(table, command, present)
    return no.value.refused


async def refused(asked: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(Refused) as no:
        await asked
    return no.value.code


def play(table: Table, draws: random.Random, most: int) -> None:
    """Let every seat answer at random."""
    for number in range(most):
        ask = table.state.decision
        if table.over or ask is None:
            return
        draft(table, Done(choices(table, ask.seat, notate(table.state, draws.choice(ask.options)))), f"play{number}")


# -- taking back -----------------------------------------------------------------------------------------


def test_who_resigned_takes_back_nothing_of_the_bot_that_plays_on() -> None:
    table = opened(3).table
    draws = random.Random(2)
    do(table, Resign("r", 0))
    seen = 0
    for _ in range(200):
        if table.over or seen > 3:
            break
        play(table, draws, 1)
        if not table.over and table.makers[-1] == 0 and table.undo_to(0) >= 0:
            assert refusal(table, Undo("u", 0, table.game_seq)) == "over"
            moment = Views(table).moment((0,))
            assert moment is not None and moment.question is not None and not moment.question.undo
            seen += 1
    assert seen


def test_the_words_of_taking_back_name_the_choice_that_is_taken_back() -> None:
    table = opened().table
    ask = table.state.decision
    assert ask is not None and table.match is not None
    before = Views(table).moment((ask.seat,))
    assert before is not None and before.question is not None
    line = f"{table.setup.mark(ask.options[0].figure)}: end"
    do(table, Choose("c", ask.seat, table.game_seq, line))
    to = table.undo_to(ask.seat)
    assert table.count - to == 2, "Two answers of one line are taken back together."
    moment = Views(table).moment((ask.seat,))
    assert moment is not None and moment.question is not None
    first = next(one for one in before.question.options if one.line == table.match.lines[to])
    assert moment.question.undo == [ask.seat] and moment.question.undo_text == first.label


def test_what_a_person_chose_after_it_stays_and_what_a_bot_chose_goes_with_it() -> None:
    table = opened().table
    begun = table.count
    for number in range(2):
        ask = table.state.decision
        assert ask is not None
        do(table, Choose(f"c{number}", ask.seat, table.game_seq, f"{table.setup.mark(ask.options[0].figure)}: end"))
    first, second = table.makers[begun], table.makers[-1]
    assert first != second and table.undo_to(second) > begun and table.undo_to(first) == -1
    table.seats[second].kind = BOT
    assert table.undo_to(first) == begun
    moment = Views(table).moment((first,))
    assert moment is not None and moment.question is not None and moment.question.undo == [first] and moment.question.undo_text


# -- absence ---------------------------------------------------------------------------------------------


def test_nobody_is_away_before_the_time_is_up_wherever_they_were() -> None:
    now = [100.0]
    people = Presence(30, lambda: now[0])
    assert people.recent((), 2) == {0, 1}, "A process that has just begun knows of nobody's absence."
    now[0] = 131
    assert people.recent({0}, 2) == {0}
    people.saw([1])
    now[0] = 160
    assert people.recent({0}, 2) == {0, 1}
    now[0] = 162
    assert people.recent({0}, 2) == {0}
    people.report("other", [1])
    assert people.elsewhere() == {1}
    people.report("other", [])
    assert people.elsewhere() == set() and people.recent((), 2) == {1}
    people.report("dead", [0])
    now[0] += BELIEVED * LONGEST_SILENCE + 1
    assert people.elsewhere() == set(), "A process that tells nothing any more is not believed for ever."


@pytest.mark.parametrize("absence", [1.0, 2.0, 30.0, 600.0])
def test_who_is_connected_to_another_process_is_never_away_however_short_the_absence(absence: float) -> None:
    """A process that loads a table hears of them in time, and one report that is lost changes nothing."""
    now = [100.0]
    people, every = Presence(absence, lambda: now[0]), report_every(absence)
    now[0] += every
    assert people.gone(1) < NOTED * absence, "It has not said yet that anybody is away."
    for number in range(20):
        if number % 3 < 2:  # every third report is lost
            people.report("other", [1])
        assert people.elsewhere() == {1} == people.recent((), 2) - {0}
        now[0] += every
    now[0] += BELIEVED * every
    assert people.elsewhere() == set()
    assert report_every(0.0) == LONGEST_SILENCE and report_every(0.001) > 0


def test_who_comes_back_before_the_bot_has_answered_plays_on() -> None:
    table = opened().table
    absent = 1 - table.asked()[0]
    do(table, StandIn("s", 1 - absent, absent, "random"))
    assert back_again(table, [1 - absent]) == [] and back_again(table, [absent]) == [("bot_out", absent, {"at": absent})]
    play(table, random.Random(1), 30)
    assert absent in table.makers and back_again(table, [absent]) == []
    own = opened().table
    do(own, StandIn("s", 0, 0, "random"))
    assert back_again(own, [0]) == [], "Who put a bot at the own seat wants it there."


def test_a_seat_cannot_be_taken_while_its_person_reloads_the_page() -> None:
    async def game() -> None:
        with ServerProcess(None, "", "--absence", str(AWAY)) as server:
            table = server.open([{"kind": "me"}, {"kind": "me"}])
            async with Client(server, table.code, list(table.tokens.values())) as both:
                asked = both.mine
                left = time.monotonic()
            other = 1 - asked
            async with Client(server, table.code, [table.tokens[asked]]) as ann:
                while True:
                    try:
                        await ann.ask("stand_in", seat=asked, at=other, bot="random")
                        break
                    except Refused as no:
                        assert no.code == "seat_taken" and time.monotonic() - left < 10 * AWAY, no
                        await asyncio.sleep(AWAY / 10)
                assert time.monotonic() - left >= AWAY
                await ann.until(lambda: ann.table["seats"][other].get("bot") == "greedy")  # the table's choice, not Ann's
                async with Client(server, table.code, [table.tokens[other]]):
                    await ann.until(lambda: not ann.table["seats"][other].get("bot"))

    asyncio.run(game())


# -- tokens ----------------------------------------------------------------------------------------------


def test_a_new_token_is_the_browsers_own_and_never_told() -> None:
    table = opened().table
    done = judge(table, Revoke("r", 0, TOKEN), [0], [])
    assert done.token == "" and done.rows == [("revoked", 0, {"token_hash": hash_of(TOKEN)})]
    assert refusal(table, Revoke("r", 0, "short")) == "malformed"
    assert judge(table, Revoke("r", 0), [0], []).token


def test_a_seat_taken_again_with_the_same_token_is_the_same_seat(server: ServerProcess) -> None:
    table = server.open([{"kind": "me"}, {"kind": "open"}])
    wanted = {"name": "Ben", "seed": "abc", "token": TOKEN}
    first = server.http(f"/api/tables/{table.code}/sit", wanted)
    again = server.http(f"/api/tables/{table.code}/sit", wanted)
    assert first[0] == again[0] == 200 and first[1] == again[1] == {"code": table.code, "seats": [{"seat": 1, "token": TOKEN}]}
    assert server.http(f"/api/tables/{table.code}/sit", {"token": "f" * 64})[1]["refused"] == "seat_taken"


def test_a_lost_answer_to_revoke_locks_nobody_out_even_after_a_restart(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([{"kind": "me"}, {"kind": "me"}])
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            ack = await ann.ask("revoke", "lost", seat=0, token=TOKEN)
            assert "token" not in ack
        server.restart(kill=True)
        async with Client(server, table.code, [table.tokens[0], TOKEN]) as ann:
            assert ann.you == [0] and await ann.ask("revoke", "lost", seat=0, token=TOKEN) == ack
        async with Client(server, table.code, [table.tokens[0]]) as former:
            assert former.you == []

    asyncio.run(game())


# -- commands sent twice ---------------------------------------------------------------------------------


def test_an_answer_tells_the_last_row_of_its_command_and_an_id_is_one_commands_alone(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([{"kind": "me"}, {"kind": "me"}])
        async with Client(server, table.code, list(table.tokens.values())) as both:
            seat = both.mine
            mark_of = both.question["options"][0]["line"].partition(":")[0]
            ack = await both.ask("choose", "two", seat=seat, seq=both.moment["seq"], line=f"{mark_of}: end")
            await both.until(lambda: both.moment["seq"] >= ack["seq"])
            assert ack["seq"] == both.moment["seq"], "The next command may go on from it."
            assert await both.ask("choose", "two", seat=seat, seq=0, line=f"{mark_of}: end") == ack
            assert await refused(both.ask("choose", "two", seat=seat, seq=0, line=mark_of)) == "malformed"
            assert await refused(both.ask("resign", "two", seat=seat)) == "malformed"
        server.restart()
        async with Client(server, table.code, list(table.tokens.values())) as both:
            assert await both.ask("choose", "two", seat=seat, seq=0, line=f"{mark_of}: end") == ack
            assert await refused(both.ask("resign", "two", seat=seat)) == "malformed" and not both.over

    asyncio.run(game())


# -- draws -----------------------------------------------------------------------------------------------


def test_a_draw_is_agreed_when_the_last_who_had_not_resigns() -> None:
    table = opened(3).table
    do(table, DrawOffer("o", 0, "offer"))
    do(table, DrawOffer("a", 1, "agree"))
    assert not table.over
    do(table, Resign("r", 2))
    assert table.over and table.ending is not None and table.ending.winner == -1
    assert [line.text.partition(" ")[2] for line in lines_told(Views(table))[-2:]] == [
        "resigned; a bot plays on.",
        "draw, agreed on by all.",
    ]


def test_a_bot_that_stands_in_blocks_no_draw_of_others_and_gives_none_away() -> None:
    table = opened(3).table
    do(table, DrawOffer("o", 0, "offer"))
    do(table, DrawOffer("a", 1, "agree"))
    do(table, StandIn("s", 0, 2, "random"))
    assert table.over
    two = opened().table
    do(two, DrawOffer("o", 0, "offer"))
    do(two, StandIn("s", 0, 1, "random"))
    assert not two.over and two.draw_offer == -1
    assert refusal(two, DrawOffer("p", 0, "offer")) == "not_now"


# -- the next table and its dice -------------------------------------------------------------------------


def test_a_rematch_needs_those_who_are_here_and_keeps_the_seat_of_who_is_not(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}])
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            async with Client(server, table.code, [table.tokens[1]]) as ben:
                await ben.ask("resign", seat=1)
                promised = ben.table["next_commitment"]
                await ann.ask("rematch", seat=0, seed="a1b2")
                assert not ann.table.get("rematch")
            await ann.until(lambda: not ann.table["seats"][1].get("present"))
            await ann.ask("rematch", "now", seat=0, seed="a1b2")
            await ann.until(lambda: bool(ann.table.get("rematch")))
            code = ann.table["rematch"]
        kept = server.http(f"/api/tables/{code}/sit", {"token": TOKEN}, {"authorization": f"Bearer {table.tokens[1]}"})
        assert kept[0] == 200 and kept[1]["seats"] == [{"seat": 0, "token": TOKEN}]
        async with Client(server, code, [TOKEN]) as ben:
            assert ben.you == [0] and ben.table["commitment"] == promised != ben.table["next_commitment"]
            await ben.ask("resign", seat=0)
            await ben.until(lambda: "dice" in ben.table)
            assert ben.table["dice"].split()[3].split(",")[1] == "a1b2"

    asyncio.run(game())


def test_a_token_made_invalid_claims_nothing_at_the_next_table(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([{"kind": "me"}, {"kind": "me"}])
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            await ben.ask("resign", seat=1)
            await ann.ask("rematch", seat=0)
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.table.get("rematch")))
            await ann.ask("revoke", seat=0, token=TOKEN)
        path = f"/api/tables/{ann.table['rematch']}/sit"
        assert server.http(path, {}, {"authorization": f"Bearer {table.tokens[0]}"})[1]["refused"] == "seat_taken"
        assert server.http(path, {}, {"authorization": f"Bearer {table.tokens[1]}"})[0] == 200

    asyncio.run(game())


def test_the_next_table_takes_the_seed_that_was_promised_and_the_seats_own() -> None:
    table = opened().table
    do(table, Resign("r", 1))
    promised = table_now(table).next_commitment
    do(table, Rematch("w", 0, "a1"), (0, 1))
    again = Table(table.code, table.head, LIBRARY.catalog)
    assert msgspec.json.encode(table_now(again)).decode().count(table.head.next_seed) == 0
    fresh, _ = open_next("BCDEFG", table, {**table.rematch_wanted, 1: "b2"}, 0.0)
    assert table_now(fresh.table).commitment == promised
    assert sorted(seat.seed for seat in fresh.table.seats) == ["a1", "b2"]


def test_the_server_is_bound_to_its_seed_before_it_sees_the_openers(server: ServerProcess) -> None:
    told = server.http("/api/commitments", {})
    assert told[0] == 201
    promised = told[1]["commitment"]
    table = server.open([{"kind": "me", "seed": "a1"}, {"kind": "me", "seed": "b2"}], commitment=promised)
    assert server.http(f"/api/tables/{table.code}")[1]["commitment"] == promised
    status, answer, _ = server.http("/api/tables", {"quick": "first-golden_girls", "seats": [{"kind": "me"}], "commitment": promised})
    assert status >= 400 and answer["refused"] == "unknown", "A seed is good for one table."


# -- what is read on a shared screen ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["2v2", "ffa3", "teams"])
def test_a_shared_screen_keeps_no_secret_of_one_side_in_its_log_for_the_other(mode: str) -> None:
    """What a page has heard stays on it: all frames of the secret part together tell no pick, nor does the label of undo."""
    setup = next(one for seed in range(200) if (one := deal(LIBRARY.catalog, seed, Wish(mode=mode))).get("secret"))
    everybody = tuple(range(arrange(LIBRARY.catalog, setup).seat_count))
    table = opened(len(everybody), setup).table
    while table.state.decision is not None and not table.state.decision.secret:
        do(
            table,
            Choose(f"s{table.count}", table.state.decision.seat, table.game_seq, notate(table.state, table.state.decision.options[0])),
        )
    views = Views(table)
    told = ""
    picks: list[str] = []
    for number in range(12):
        ask = table.state.decision
        assert ask is not None
        if not ask.secret:
            break
        former = mark(table)
        line = notate(table.state, ask.options[0])
        draft(table, judge(table, Choose(f"c{number}", ask.seat, table.game_seq, line), [ask.seat], []), f"c{number}")
        views.forget()
        update = msgspec.json.decode(views.update(former, everybody))
        ask = table.state.decision
        if ask is None or not ask.secret:
            break
        picks.append(line.split(None, 1)[1])
        assert not (update["moment"]["question"] or {}).get("undo_text"), "the label of undo names the pick"
        told += msgspec.json.encode([update.get("log"), update.get("news")]).decode()
    assert picks and all(pick not in told for pick in picks), (picks, told)


# -- records ---------------------------------------------------------------------------------------------


def test_a_record_tells_its_result_and_the_proof_of_a_game_played_on() -> None:
    first = opened(rounds=2).table
    play(first, random.Random(1), 400)
    assert first.over
    then = opened(source=source_of(first, ""), after="ABCDEF", at=6).table
    play(then, random.Random(2), 400)
    assert then.match is not None and then.match.over
    text = record_text(then)
    assert then.head.server_seed in text and "\n=== " in text and "\n# played on from choice 6" in text
    assert Record.parse(text).replay(LIBRARY.catalog).over


def test_a_record_of_a_game_that_was_given_up_tells_points_and_why() -> None:
    table = opened().table
    play(table, random.Random(3), 12)
    do(table, Resign("r", 0))
    lines = record_text(table).splitlines()
    assert lines[-2].startswith("=== light ") and "resigned" in lines[-1]
    assert Record.parse("\n".join(lines)).replay(LIBRARY.catalog).over is False
