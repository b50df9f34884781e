"""Opening a table: the head and first rows that a request asks for."""

from __future__ import annotations

from typing import Any, NamedTuple

from tipover.cards.catalog import Catalog
from tipover.cards.toml import ContentError
from tipover.engine.core.said import ListPart, say
from tipover.engine.core.setup import Setup, SetupError
from tipover.play.fair import new_server_seed
from tipover.play.record import Record
from tipover.table import cardbox, quick
from tipover.table.attendance import NO_CLOCK, SECONDS
from tipover.table.commands import Done, bot_body, draft, person_body
from tipover.table.lessons import UnknownLesson, lesson
from tipover.table.protocol.literals import ClockName
from tipover.table.protocol.people import NewTable, SeatGiven, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.roompack import MOST_CARDS
from tipover.table.seats import LONGEST_NAME, OPEN, PERSON, hash_of, new_token, plain, seed_given
from tipover.table.store import EventRow
from tipover.table.table_head import GAME, LESSON, RECORD, Head, setup_of
from tipover.table.table_log import Table

LONGEST_TITLE = 60
MOST_CHOICES = 6000
DELAYS = (0, 30, 120)  # seconds by which those who watch may be behind; few, because each has a copy of the table


class Opened(NamedTuple):
    """A new table."""

    table: Table  # The table.
    rows: list[EventRow]  # Its first rows, to be stored.
    given: list[SeatGiven]  # The seats of the person who opened it.


class Library(NamedTuple):
    """The cards of a server."""

    catalog: Catalog  # All packs of the server.
    folders: tuple[str, ...] = ()  # The folders that further packs were loaded from.

    def of(self, cards: list[str]) -> Catalog:
        """The catalog of a table: the server's cards, and those written for this table only."""
        return cardbox.catalog_with(cards, self.catalog, *self.folders)


class GameSource(NamedTuple):
    """The game that a new one continues, as the person who asks may know it."""

    record: Record  # Its record.
    cards: list[str]  # TOML of the cards written for its table.


def source_of(table: Table, token: str) -> GameSource:
    """Copy a table's game to continue it; the caller must hold the table's lock."""
    if table.match is None:
        raise RefusedError("not_now", say("refused.other_not_begun"))
    seat = table.seat_with(hash_of(token)) if token else -1
    return GameSource(Record.shared(table.match, seat, ended=table.over), table.head.cards)


def head_of(wanted: NewTable, library: Library, source: GameSource | None = None, is_checked: bool = False) -> Head:
    """The head of the table that a request asks for; its cards may be checked already."""
    named = [bool(wanted.setup), bool(wanted.quick), bool(wanted.lesson), bool(wanted.record), bool(wanted.after)]
    if sum(named) != 1:
        raise RefusedError("malformed", say("refused.one_kind_of_table"))
    if not is_checked:
        check_cards(wanted.cards)
    head = Head(GAME, plain(wanted.title, LONGEST_TITLE), new_server_seed(), cards=wanted.cards, placed=wanted.placed, listed=wanted.listed)
    head.next_seed = new_server_seed()
    head.clock = _clock_of(wanted)
    head.delay = _delay_of(wanted)
    try:
        if wanted.lesson:
            head.kind, head.lesson, head.listed = LESSON, wanted.lesson, False
            head.title = lesson(wanted.lesson).title
        elif wanted.quick:
            found = quick.match(library.catalog, wanted.quick)
            head.setup = found.setup
            head.title = head.title or found.title
        elif wanted.setup is not None:
            head.setup = wanted.setup
        else:
            _from_record(head, wanted, library, source)
        head.title = head.title or _title(head, library)
    except UnknownLesson as error:
        raise RefusedError("unknown", _sentence(str(error))) from None
    except SetupError as error:
        raise RefusedError("illegal", say("refused.setup", error=quick.setup_fault(error))) from None
    except ContentError as error:
        raise RefusedError("illegal", _sentence(str(error.faults[0].message if error.faults else error))) from None
    return head


def _clock_of(wanted: NewTable) -> ClockName:
    """The clock of a game among people; lessons and records have none."""
    for clock in (NO_CLOCK, *SECONDS):
        if clock == wanted.clock:
            return clock if not wanted.lesson and not (wanted.record and wanted.at < 0) else NO_CLOCK
    raise RefusedError("malformed", say("refused.no_such_clock", names=ListPart(tuple(SECONDS), "or")))


def _delay_of(wanted: NewTable) -> int:
    """How much later those who watch see a game among people; lessons and records are told at once."""
    check_delay(wanted.delay)
    return wanted.delay if not wanted.lesson and not (wanted.record and wanted.at < 0) else 0


def check_delay(delay: int) -> None:
    """Refuse a delay that is not offered: each has a copy of the table."""
    if delay not in DELAYS:
        raise RefusedError("malformed", say("refused.no_such_delay", seconds=ListPart(DELAYS, "or")))


def check_cards(cards: list[str]) -> None:
    """Refuse cards with mistakes."""
    if len(cards) > MOST_CARDS:
        raise RefusedError("too_large", say("refused.too_many_cards", most=MOST_CARDS))
    for one in cardbox.check_all(cards) if cards else ():
        faults = [fault for fault in one.faults if not fault.warning]
        if faults:
            raise RefusedError("illegal", say("refused.card_mistake", line=faults[0].line, message=faults[0].message))


def _from_record(head: Head, wanted: NewTable, library: Library, source: GameSource | None) -> None:
    """Fill in a record to look at, or a game that continues from a moment of a record or of another table."""
    if source is not None:
        record, head.cards = source
    else:
        record = Record.parse(wanted.record)
        if len(record.lines) > MOST_CHOICES:
            raise RefusedError("too_large", say("refused.record_too_long", most=MOST_CHOICES))
        record.replay(library.of(head.cards))
    if wanted.at < 0:
        head.kind, head.placed, head.listed = RECORD, False, False
        head.record = record.text()
        return
    if wanted.at > len(record.lines):
        raise RefusedError("illegal", say("refused.no_moment_of_record", moment=wanted.at, choices=len(record.lines)))
    if "scene" in record.setup:
        raise RefusedError("illegal", say("refused.record_of_scene"))
    head.setup = record.setup
    head.lines = record.lines[: wanted.at]


def _title(head: Head, library: Library) -> str:
    if head.kind == RECORD:
        record = Record.parse(head.record)
        return plain(" v ".join(name for name in record.names if name), LONGEST_TITLE) or "A record"
    setup = setup_of(head, library.of(head.cards))
    played = setup.scenario.name if setup.scenario is not None else ""
    return " on ".join(part for part in (played, setup.map.name) if part)


def open_table(code: str, head: Head, library: Library, wanted: list[SeatWanted], now: float) -> Opened:
    """A new table; it begins at once if no seat is left open."""
    try:
        table = Table(code, head, library.of(head.cards), now)
    except SetupError as error:
        raise RefusedError("illegal", say("refused.setup", error=quick.setup_fault(error))) from None
    if head.kind == RECORD:
        return Opened(table, [], [])
    if table.lesson is not None:
        name = wanted[0].name if wanted else ""
        wanted = [
            SeatWanted("me", name or "You") if seat in table.lesson.seats else SeatWanted("bot", bot=table.lesson.lesson.bot or "random")
            for seat in range(table.setup.seat_count)
        ]  # fmt: skip
    bodies, given = _seated(table.setup, wanted)
    rows = draft(table, Done([("sat", body["seat"], body) for body in bodies]), "")
    return Opened(table, rows, given)


def _seated(setup: Setup, wanted: list[SeatWanted]) -> tuple[list[dict[str, Any]], list[SeatGiven]]:
    """The bodies of the rows that fill the seats. Seats that are not named are open; at least one must be the opener's or open."""
    if len(wanted) > setup.seat_count:
        raise RefusedError("no_such_seat", say("refused.other_number_of_seats", seats=setup.seat_count, wanted=len(wanted)))
    bodies: list[dict[str, Any]] = []
    given: list[SeatGiven] = []
    for number in range(setup.seat_count):
        one = wanted[number] if number < len(wanted) else SeatWanted(OPEN)
        if one.kind == "me":
            token = new_token()
            given.append(SeatGiven(number, token))
            bodies.append(person_body(number, plain(one.name, LONGEST_NAME), seed_given(one.seed), token))
        elif one.kind == "bot":
            bodies.append(bot_body(number, one.bot))
        elif one.kind != OPEN:
            raise RefusedError("malformed", say("refused.kind_of_seat", kind=plain(one.kind, 20)))
    if not bodies:
        raise RefusedError("malformed", say("refused.no_seat_taken"))
    return bodies, given


# -- the next table --------------------------------------------------------------------------------------


def next_seat(table: Table, seat: int) -> int:
    """A person's seat at the rematch: the same place on the next side."""
    teams = table.setup.seats
    team = next(k for k, seats in enumerate(teams) if seat in seats)
    then = teams[(team + 1) % len(teams)]
    return then[(seat - teams[team][0]) % len(then)]


def can_change_sides(table: Table) -> bool:
    """Whether all sides have the same number of seats; otherwise everybody keeps the same seat."""
    return len({len(seats) for seats in table.setup.seats}) == 1


def open_next(code: str, table: Table, seeds: dict[int, str], now: float) -> tuple[Opened, dict[int, SeatGiven]]:
    """The same game with sides swapped, and each person's new seat and token by old seat. `seeds` are by old seat."""
    former = table.head
    head = Head(
        GAME,
        former.title,
        former.next_seed,
        former.setup,
        former.cards,
        former.lines,
        placed=former.placed,
        listed=former.listed,
        clock=former.clock,
        delay=former.delay,
    )
    head.former, head.next_seed = table.code, new_server_seed()
    fresh = Table(code, head, table.catalog, now)
    given: dict[int, SeatGiven] = {}
    bodies: list[dict[str, Any]] = []
    for number, seat in enumerate(table.seats):
        place = next_seat(table, number) if can_change_sides(table) else number
        if seat.kind == PERSON:
            given[number] = SeatGiven(place, new_token())
            bodies.append(person_body(place, seat.name, seed_given(seeds.get(number, "")), given[number].token, seat.token_hash))
        else:
            bodies.append(bot_body(place, seat.bot))
    bodies.sort(key=lambda body: int(body["seat"]))
    rows = draft(fresh, Done([("sat", body["seat"], body) for body in bodies]), "")
    return Opened(fresh, rows, []), given


def _sentence(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
