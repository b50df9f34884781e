"""Who is away and whose time runs: said in the log, shown at the seats, and a bot plays on when a clock has run out."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest

from kit.hostile import kept
from kit.postgres import Postgres
from kit.server import Client, ServerProcess, serving
from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.play.notation.writing import notate
from tipover.table import attendance
from tipover.table.attendance import DAY, NOTED, RELAXED, SECONDS, attend, deadline
from tipover.table.commands import Done, back_again, choices, draft, judge
from tipover.table.opening import Library, head_of, open_next, open_table
from tipover.table.presence import Presence
from tipover.table.protocol.from_client import StandIn
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.seats import TABLE
from tipover.table.store import EventRow, open_store
from tipover.table.table_log import Table
from tipover.table.views import Views, table_now

LIBRARY = Library(load())
ABSENCE = 30.0
SHORT = 1.5  # seconds for a turn, where a test waits for its end
ME = {"kind": "me"}


class Clock:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of rows and of presence."""
    clock = Clock()
    monkeypatch.setattr("tipover.table.commands.time.time", clock)
    return clock


def table_with(name: str, people: int = 2) -> Table:
    setup = {**first_game("golden_girls", 2, quick=True, catalog=LIBRARY.catalog).source, "rounds": 6}
    head = head_of(NewTable(setup=setup, placed=True, clock=name), LIBRARY)
    seats = [SeatWanted("me", "Ann"), SeatWanted("me", "Ben") if people > 1 else SeatWanted("bot", bot="level2")]
    return open_table("ABCDEF", head, LIBRARY, seats, 0.0).table


def do(table: Table, rows: list[Any]) -> None:
    draft(table, Done(rows), "")


def first_line(table: Table) -> str:
    """The line of the first answer to the open question."""
    ask = table.state.decision
    assert ask is not None
    return notate(table.state, ask.options[0])


def said(table: Table, language: str = "en") -> list[str]:
    return [line.text for line in Views(table).notices(language)]


def test_a_turn_has_its_time_from_when_somebody_else_was_asked_before(clock: Clock) -> None:
    table = table_with(RELAXED)
    [first] = table.asked()
    assert deadline(table) == clock.now + SECONDS[RELAXED]
    begun = deadline(table)
    clock.now += 10
    ask = table.state.decision
    assert ask is not None
    figure = f"{table.setup.mark(ask.options[0].figure)}"
    do(table, choices(table, first, figure))
    assert table.asked() == [first] and deadline(table) == begun, "A turn of several answers has one time."
    clock.now += 10
    do(table, choices(table, first, f"{figure}: end"))
    assert table.asked() == [1 - first] and deadline(table) == clock.now + SECONDS[RELAXED]
    assert table_now(table).clock == RELAXED and table_now(table).deadline == deadline(table)


def test_each_of_two_turns_in_a_row_has_its_own_time(clock: Clock) -> None:
    """A side whose characters are all exhausted is passed over (TRN-3)."""
    table = table_with(RELAXED)
    [first] = table.asked()
    for rival in table.setup.characters[table.side_of(1 - first)]:
        table.state.exhaust_markers[rival] = 1
    figure = first_line(table)
    do(table, choices(table, first, figure))
    clock.now += 10
    do(table, choices(table, first, f"{figure}: end"))
    assert table.asked() == [first] and deadline(table) == clock.now + SECONDS[RELAXED]


def test_a_teams_turn_has_one_time_whoever_of_it_is_asked(clock: Clock) -> None:
    setup = {**first_game("golden_girls", 2, quick=True, catalog=LIBRARY.catalog).source, "rounds": 6}
    setup["sides"] = [{**side, "seats": 2} for side in setup["sides"]]
    head = head_of(NewTable(setup=setup, placed=True, clock=RELAXED), LIBRARY)
    table = open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", name) for name in ("Ann", "Bea", "Cid", "Dan")], 0.0).table
    begun, pair = deadline(table), table.asked()
    assert len(pair) == 2
    clock.now += 10
    do(table, choices(table, pair[1], first_line(table)))
    assert len(table.asked()) == 1 and deadline(table) == begun


def test_the_fold_of_the_rows_has_the_same_deadline_as_the_live_table(clock: Clock) -> None:
    """It is folded later, and comes to the same at every row: after turns, and while a bot plays for who is asked and afterwards."""
    opened = open_table("ABCDEF", table_with(DAY).head, LIBRARY, [SeatWanted("me"), SeatWanted("me")], 0.0)
    table, rows, deadlines = opened.table, list(opened.rows), {opened.rows[-1].seq: deadline(opened.table)}

    def kept(deeds: list[Any]) -> None:
        clock.now += 7
        rows.extend(draft(table, Done(deeds), ""))
        deadlines[rows[-1].seq] = deadline(table)

    for _ in range(12):
        [asked] = table.asked()
        kept(choices(table, asked, first_line(table)))
    [asked] = table.asked()
    kept([("bot_in", TABLE, {"at": asked, "bot": "random", "why": "absence"})])
    kept([("bot_out", asked, {"at": asked})])
    assert len(set(deadlines.values())) > 4 and 0.0 in deadlines.values() and deadline(table) > clock.now
    clock.now += 5000
    again = Table("ABCDEF", table.head, LIBRARY.catalog)
    for row in rows:
        again.take(row)
        assert row.seq not in deadlines or deadline(again) == deadlines[row.seq]
    assert deadline(again) == deadline(table)


def test_who_lets_the_time_run_out_is_replaced_by_a_bot_of_the_tables_level(clock: Clock) -> None:
    table = table_with(DAY)
    people = Presence(ABSENCE, clock)
    [asked] = table.asked()
    rows, soonest = attend(table, people, {0, 1}, clock.now)
    assert not rows and soonest == SECONDS[DAY]
    clock.now += SECONDS[DAY]
    rows, _ = attend(table, people, {0, 1}, clock.now)
    assert rows == [("bot_in", -1, {"at": asked, "bot": "greedy", "why": "clock"})]
    do(table, rows)
    name = table.seats[asked].name
    assert said(table) == [f"{name}’s time is up: Marlow plays on."] and said(table, "de") == [
        f"Die Zeit von {name} ist um: Marlow spielt weiter."
    ]
    assert deadline(table) == 0.0 and attend(table, people, {0, 1}, clock.now) == ([], math.inf)
    with pytest.raises(RefusedError) as no:
        judge(table, StandIn("s", asked, asked, ""), [asked], [0, 1])
    assert no.value.refused == "not_now" and "plays this turn to its end" in str(no.value)
    assert back_again(table, [asked]) == [], "Nor does coming back give it."


def test_a_bot_that_came_because_time_was_up_plays_the_turn_to_its_end(clock: Clock) -> None:
    table = table_with(DAY)
    [asked] = table.asked()
    clock.now += SECONDS[DAY]
    do(table, attend(table, Presence(ABSENCE, clock), {0, 1}, clock.now)[0])
    figure = first_line(table)
    do(table, choices(table, asked, figure))
    assert table.asked() == [asked]
    with pytest.raises(RefusedError) as no:
        judge(table, StandIn("s", asked, asked, ""), [asked], [0, 1])
    assert no.value.refused == "not_now", "One answer of the bot does not give a whole turn's time again."
    assert back_again(table, [asked]) == []
    do(table, choices(table, asked, f"{figure}: end"))
    assert table.asked() == [1 - asked]
    name = table.seats[asked].name
    do(table, judge(table, StandIn("s", asked, asked, ""), [asked], [0, 1]).rows)
    assert not table.seats[asked].stand_in and deadline(table) == clock.now + SECONDS[DAY] and said(table)[-1] == f"{name} plays again."


@pytest.mark.parametrize("answers", [0, 1])
def test_who_takes_the_seat_back_has_the_time_that_was_left(clock: Clock, answers: int) -> None:
    table = table_with(DAY)
    [asked] = table.asked()
    until = deadline(table)
    clock.now += 1000
    do(table, judge(table, StandIn("s", asked, asked, "random"), [asked], [0, 1]).rows)
    for _ in range(answers):
        do(table, choices(table, asked, first_line(table)))
    clock.now += 500
    do(table, judge(table, StandIn("s", asked, asked, ""), [asked], [0, 1]).rows)
    assert table.asked() == [asked] and deadline(table) == until + 500, "A bot buys no time, and takes none."


def test_a_turn_that_began_with_a_bot_has_its_whole_time_for_who_comes_back(clock: Clock) -> None:
    table = table_with(DAY)
    [first] = table.asked()
    second = 1 - first
    do(table, judge(table, StandIn("s", second, second, "random"), [second], [0, 1]).rows)
    figure = first_line(table)
    do(table, choices(table, first, figure))
    do(table, choices(table, first, f"{figure}: end"))
    assert table.asked() == [second] and deadline(table) == 0.0
    clock.now += 700
    do(table, judge(table, StandIn("t", second, second, ""), [second], [0, 1]).rows)
    assert deadline(table) == clock.now + SECONDS[DAY]


def test_a_game_without_a_clock_hands_nobodys_seat_over() -> None:
    table = table_with("")
    assert deadline(table) == 0.0 and attend(table, Presence(ABSENCE), {0, 1}, 1e12) == ([], math.inf)


def test_absence_is_said_after_a_while_and_so_is_the_return(clock: Clock) -> None:
    table = table_with("")
    people = Presence(ABSENCE, clock)
    people.saw([0, 1])
    clock.now += NOTED * ABSENCE - 1
    rows, soonest = attend(table, people, {0}, clock.now)
    assert not rows and soonest == pytest.approx(1)
    clock.now += 1
    rows, _ = attend(table, people, {0}, clock.now)
    do(table, rows)
    assert said(table) == ["Ben is away. Marlow can take over in 0:18."]
    assert said(table, "de") == ["Ben ist weg. Marlow kann in 0:18 übernehmen."]
    assert attend(table, people, {0}, clock.now)[0] == [], "It is said once."
    clock.now += ABSENCE
    assert attend(table, people, {0}, clock.now)[0] == [], "Without a clock the others decide whether a bot plays."
    do(table, attend(table, people, {0, 1}, clock.now)[0])
    assert said(table)[-1] == "Ben is back."


def test_who_has_just_sat_down_is_not_away_since_the_table_was_opened(clock: Clock) -> None:
    people = Presence(ABSENCE, clock)
    clock.now += 10 * ABSENCE
    table = table_with(RELAXED)
    people.saw([0])
    rows, soonest = attend(table, people, {0}, clock.now)
    assert not rows and soonest == pytest.approx(NOTED * ABSENCE)
    clock.now += ABSENCE
    assert [kind for kind, _, _ in attend(table, people, {0}, clock.now)[0]] == ["away", "bot_in"]


def test_nobody_is_said_to_be_away_where_nobody_waits(clock: Clock) -> None:
    for table in (table_with(""), table_with("", people=1)):
        people = Presence(ABSENCE, clock)
        clock.now += 10 * ABSENCE
        assert attend(table, people, set(), clock.now)[0] == []


def test_with_the_relaxed_clock_a_bot_plays_by_itself_for_who_stays_away(clock: Clock) -> None:
    table = table_with(RELAXED)
    people = Presence(ABSENCE, clock)
    people.saw([0, 1])
    clock.now += NOTED * ABSENCE
    do(table, attend(table, people, {0}, clock.now)[0])
    assert said(table) == ["Ben is away. Marlow takes over in 0:18."]
    clock.now += ABSENCE
    do(table, attend(table, people, {0}, clock.now)[0])
    assert said(table)[-1] == "Ben is still away: Marlow plays on." and table.seats[1].stand_in == "greedy"
    do(table, back_again(table, [1]))
    assert said(table)[-1] == "Ben plays again." and not table.seats[1].stand_in
    assert attend(table, people, {0, 1}, clock.now)[0] == [], "It is said once."


def test_who_comes_back_after_a_bot_has_answered_is_said_to_be_back_beside_it(clock: Clock) -> None:
    table = table_with(RELAXED)
    [asked] = table.asked()
    people = Presence(ABSENCE, clock)
    people.saw([0, 1])
    clock.now += NOTED * ABSENCE
    do(table, attend(table, people, {1 - asked}, clock.now)[0])
    clock.now += ABSENCE
    do(table, attend(table, people, {1 - asked}, clock.now)[0])
    do(table, choices(table, asked, first_line(table)))
    assert back_again(table, [asked]) == []
    do(table, attend(table, people, {0, 1}, clock.now)[0])
    assert said(table)[-1] == f"{table.seats[asked].name} is back; Marlow still plays."
    assert attend(table, people, {0, 1}, clock.now)[0] == [], "It is said once."


def test_a_rematch_has_the_same_clock_and_an_unknown_one_is_refused() -> None:
    table = table_with(DAY)
    assert open_next("GHJKLM", table, {}, 0.0)[0].table.head.clock == DAY
    with pytest.raises(RefusedError) as no:
        head_of(NewTable(quick="golden_girls", clock="blitz"), LIBRARY)
    assert no.value.refused == "malformed" and "relaxed" in str(no.value)


def log_texts(client: Client) -> list[str]:
    """The lines of the log that a client has."""
    return [line["text"] for line in client.log]


# -- a running server ------------------------------------------------------------------------------------

HURRIED = f"""
from tipover.table import attendance
attendance.SECONDS.update(relaxed={SHORT}, day={SHORT})
from tipover.cli import main
main()
"""


def test_a_clock_runs_on_through_a_restart_while_nobody_is_there() -> None:
    async def game() -> None:
        with serving(program=HURRIED) as server:
            table = server.open([ME, ME], clock="day")
            server.restart(kill=True)
            assert attendance.SECONDS[DAY] > 1000, "Only the server's clock is fast."
            async with Client(server, table.code) as watcher:
                await watcher.until(lambda: "time is up" in " ".join(log_texts(watcher)))
                await watcher.until(lambda: any(seat.get("bot") == "greedy" for seat in watcher.table["seats"]))

    asyncio.run(game())


def test_a_table_that_nobody_opens_is_played_on_when_its_time_is_up() -> None:
    async def game() -> None:
        with serving(program=HURRIED) as server:
            table = server.open([ME, ME], clock="day")
            server.restart()
            for _ in range(100):
                if any("bot_in" in row for row in kept(server, table.code)):
                    break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError("the seat was never handed over")

    asyncio.run(game())


def test_everybody_is_told_who_is_here_away_and_offline() -> None:
    async def game() -> None:
        with ServerProcess(None, "", "--absence", "2") as server:
            table = server.open([ME, ME], clock="relaxed")
            async with Client(server, table.code, [table.tokens[0]]) as ann:
                async with Client(server, table.code, [table.tokens[1]]) as ben:
                    await ann.until(lambda: [seat["presence"] for seat in ann.table["seats"]] == ["here", "here"])
                    assert 0 < ben.table["time_left"] <= SECONDS[RELAXED]
                await ann.until(lambda: ann.table["seats"][1]["presence"] == "away" and 0 < ann.table["seats"][1]["bot_in"] <= 2)
                await ann.until(lambda: any("takes over in" in text for text in log_texts(ann)))
                await ann.until(lambda: ann.table["seats"][1].get("bot") == "greedy")
                await ann.until(lambda: any("is still away" in text for text in log_texts(ann)))

    asyncio.run(game())


def test_a_clock_runs_out_once_on_two_processes_of_one_database(postgres_server: Postgres) -> None:
    """Each process watches the clock; the seat is handed over by one row, everybody hears of it, and the game goes on."""
    where = postgres_server.database()

    async def game(one: ServerProcess, two: ServerProcess) -> None:
        table = one.open([{**ME, "name": "Ann"}, {**ME, "name": "Ben"}], clock="day")
        ann = Client(one, table.code, [table.tokens[0]])
        ben = Client(two, table.code, [table.tokens[1]])
        async with ann, ben:
            for client in (ann, ben):
                await client.until(lambda client=client: sum("time is up" in text for text in log_texts(client)) >= 2)  # type: ignore[misc]
            await ann.until(lambda: ann.over or all(seat.get("bot") for seat in ann.table["seats"]))
            seq = min(ann.moment["seq"], ben.moment["seq"])
            assert {seq: ann.digests[seq]}.items() <= ben.digests.items()
        store = open_store(where)
        await store.open()
        rows = await store.events(table.code)
        await store.close()
        handed = [row for row in rows if row.kind == "bot_in"]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert sorted(json.loads(row.body)["at"] for row in handed) == [0, 1], "Each seat is handed over once."

    with ServerProcess(None, where, program=HURRIED) as one, ServerProcess(None, where, program=HURRIED) as two:
        asyncio.run(game(one, two))
        for server in (one, two):
            assert "Traceback" not in server.log.read_text("utf-8")


def test_the_clock_of_a_process_that_died_is_kept_by_another(postgres_server: Postgres) -> None:
    """The table is in nobody's memory any more, and nobody comes back to it."""
    where = postgres_server.database()
    soon = HURRIED.replace(
        "from tipover.cli",
        "from tipover.table import stored_clocks\nstored_clocks.LOOK_FOR_CLOCKS, stored_clocks.OTHERS_LATER = 0.5, (0.5, 1.0)\nfrom tipover.cli",
    )

    async def handed(code: str) -> list[EventRow]:
        store = open_store(where)
        await store.open()
        try:
            for _ in range(200):
                rows = [row for row in await store.events(code) if row.kind == "bot_in"]
                if rows:
                    return rows
                await asyncio.sleep(0.1)
        finally:
            await store.close()
        raise AssertionError("the seat was never handed over")

    with ServerProcess(None, where, program=soon):
        with ServerProcess(None, where, program=HURRIED) as dying:
            code = dying.open([ME, ME], clock="day").code
            dying.kill()
        assert len(asyncio.run(handed(code))) == 1
