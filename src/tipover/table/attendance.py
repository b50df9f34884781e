"""Who is away and whose time runs: what a table does by itself about its people, and when.

A turn's time is counted from the row that began it, so it goes on while the server does not run. Absence is counted by each
process since it knows of it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tipover.bots.ladder import STAND_IN
from tipover.engine.core.ids import NOBODY
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.queries.turns import turn_of
from tipover.table.presence import Presence
from tipover.table.protocol.literals import ClockName
from tipover.table.protocol.people import TableNow
from tipover.table.seats import BOT, TABLE, bot_name
from tipover.table.store import EventRow

if TYPE_CHECKING:
    from tipover.table.table_log import Table

NO_CLOCK: Final = ""
RELAXED: Final = "relaxed"
DAY: Final = "day"
SECONDS: dict[ClockName, float] = {RELAXED: 300.0, DAY: 86_400.0}  # the time for a turn, by the name of the clock
NOTED = 0.4  # of the absence after which a bot may play: so long after leaving somebody is said to be away; a reload takes less
MOST_ABSENCES = 100  # rows about them at one table

Deed = tuple[str, int, dict[str, Any]]  # kind, seat and body of a row


class TurnClock:
    """Since when those who are asked have been thinking: since another team was asked, or since their own turn before ended.

    A team's turn is one, whoever of it is asked; a side may have several turns in a row if the others are passed over (TRN-3).
    While bots answer for all of them the clock stands still: who takes the seat back has the time that was left.
    """

    def __init__(self) -> None:
        self.teams: frozenset[int] = frozenset()  # who is asked
        self.turn: tuple[int, int, int] = (0, NOBODY, 0)  # the round, the figure that has the turn, and its exhausted markers
        self.since = 0.0
        self.stopped = 0.0  # when bots took over; 0 while a person thinks

    def follow(self, table: Table, at: float) -> None:
        """Note who is asked after a row of this time; while dice fall or the table waits the turn goes on."""
        asked = table.asked()
        if not asked:
            return
        teams = frozenset(k for k, seats in enumerate(table.setup.seats) if set(seats) & set(asked))
        turn = _turn(table.state)
        is_chosen = self.turn[:2] == (turn[0], NOBODY)  # the figure that takes the turn which had begun
        is_new = teams != self.teams or (turn != self.turn and not is_chosen)
        self.teams, self.turn = teams, turn
        if is_new:
            self.since, self.stopped = at, 0.0
            for seat in table.seats:
                seat.late = False
        if all(table.seats[seat].player for seat in asked):
            self.stopped = self.stopped or at
        elif self.stopped:
            self.since += at - self.stopped
            self.stopped = 0.0


def _turn(state: State) -> tuple[int, int, int]:
    _, figure, _ = turn_of(state)
    return state.round, figure, state.exhaust_markers[figure] if figure != NOBODY else 0


def deadline(table: Table) -> float:
    """When the time of those who are asked is up, in seconds since 1970; 0 if no clock runs for them."""
    seconds = SECONDS.get(table.head.clock, 0.0)
    runs = seconds and any(seat in table.people() for seat in table.asked())
    return table.turn_clock.since + seconds if runs else 0.0


def table_level(table: Table) -> str:
    """The bot that stands in for an absent person: the one that plays here already, so that no rival chooses a weak one."""
    return next((seat.bot for seat in table.seats if seat.kind == BOT), STAND_IN)


def attend(table: Table, people: Presence, here: Collection[int], now: float) -> tuple[list[Deed], float]:
    """The rows that are due about the people of a table, and after how many seconds the next could be.

    `here` are the seats whose people are connected to this process.
    """
    if table.match is None or table.over or table.lesson is not None or not table.seats:
        return [], math.inf
    playing, connected = table.people(), {*here, *people.elsewhere()}
    people.expect(playing)
    rows: list[Deed] = [("back", TABLE, {"at": seat}) for seat in sorted(table.away & connected)]
    soonest = math.inf
    until = deadline(table)
    bot = table_level(table)
    out: set[int] = set()
    if until and until <= now:
        out = {seat for seat in table.asked() if seat in playing}
        rows += [("bot_in", TABLE, {"at": seat, "bot": bot, "why": "clock"}) for seat in sorted(out)]
    elif until:
        soonest = until - now
    for seat in playing if people.absence > 0 else ():
        if seat in connected or seat in out or not connected.intersection(playing):
            continue  # nobody waits for them
        gone = people.gone(seat)
        if seat not in table.away and table.absences < MOST_ABSENCES:
            if gone >= NOTED * people.absence:
                rows.append(("away", TABLE, {"at": seat, "bot": bot, "seconds": max(0, round(people.absence - gone))}))
            else:
                soonest = min(soonest, NOTED * people.absence - gone)
        if table.head.clock == RELAXED:
            if gone >= people.absence:
                rows.append(("bot_in", TABLE, {"at": seat, "bot": bot, "why": "absence"}))
            else:
                soonest = min(soonest, people.absence - gone)
    return rows, soonest


def owes_turn(table: Table, at: int) -> bool:
    """Whether the time of a seat was up in this turn, which its bot plays to the end: until then nobody takes the seat back."""
    return table.seats[at].late and at in table.asked()


def seconds_left(table_deadline: float) -> float:
    """The seconds until a deadline, for a page whose clock may be wrong; 0 without one."""
    return max(0.1, round(table_deadline - time.time(), 1)) if table_deadline else 0.0


def deadline_in(summary: str) -> float:
    """The deadline that a stored summary of a table tells; told without reading the summaries that have none."""
    return msgspec.json.decode(summary, type=TableNow).deadline if '"deadline":' in summary else 0.0


# -- rows ------------------------------------------------------------------------------------------------


def fold_away(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Somebody has been away for a while."""
    table.absences += 1
    table.away.add(body["at"])
    minutes, seconds = divmod(body["seconds"], 60)
    key = "table.away_soon" if table.head.clock == RELAXED else "table.away"
    said = say(key, name=table.seats[body["at"]].name, bot=bot_name(body["bot"]), time=f"{minutes}:{seconds:02}")
    table.tell(row, said, "table")


def fold_back(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Somebody is back."""
    table.absences += 1
    table.away.discard(body["at"])
    seat = table.seats[body["at"]]
    key = "table.back_beside_bot" if seat.stand_in else "table.back"
    table.tell(row, say(key, name=seat.name, bot=bot_name(seat.stand_in) if seat.stand_in else ""), "table")


def fold_bot_in(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """A bot plays for somebody: the table, another seat or the person decided so."""
    seat = table.seats[body["at"]]
    seat.stand_in = body["bot"]
    seat.put_in = table.count if row.seat != body["at"] else -1
    seat.late = body.get("why") == "clock"
    key = {"clock": "table.time_up", "absence": "table.stays_away"}.get(body.get("why", ""), "table.bot_in")
    table.tell(row, say(key, name=seat.name, bot=bot_name(seat.stand_in)), "table")
    table.settle_draw(row)


def fold_bot_out(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """A person plays again."""
    seat = table.seats[body["at"]]
    seat.stand_in = ""
    seat.put_in = -1
    seat.late = False
    table.away.discard(body["at"])
    table.tell(row, say("table.bot_out", name=seat.name), "table")
