"""How a table opens: what a request for a new one asks for, as the head and first rows of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from tipover.cards.catalog import Catalog
from tipover.cards.toml import ContentError
from tipover.engine.arrange import arrange
from tipover.engine.setup import Setup, SetupError
from tipover.play.fair import new_server_seed
from tipover.play.record import Record
from tipover.table import cardbox, quick
from tipover.table.commands import Done, bot_body, draft, person_body
from tipover.table.lessons import UnknownLesson, lesson
from tipover.table.protocol import NewTable, SeatGiven, SeatWanted
from tipover.table.refusals import No
from tipover.table.roompack import MOST_CARDS
from tipover.table.seats import LONGEST_NAME, OPEN, PERSON, hash_of, new_token, plain, seed_given
from tipover.table.store import EventRow
from tipover.table.tables import GAME, LESSON, RECORD, Head, Table

LONGEST_TITLE = 60
MOST_CHOICES = 6000


class Opened(NamedTuple):
    """A new table with its first rows, and the seats given to whoever opened it."""

    table: Table
    rows: list[EventRow]
    given: list[SeatGiven]


class Library(NamedTuple):
    """The cards of a server, and the folders its further packs come from."""

    catalog: Catalog
    folders: tuple[str, ...] = ()

    def of(self, cards: list[str]) -> Catalog:
        """The cards of a room: the server's, and those written for it alone."""
        return cardbox.catalog_with(cards, self.catalog, *self.folders)


class Source(NamedTuple):
    """The game that a new one goes on from, as whoever asks may know it."""

    record: Record
    cards: list[str]


def source_of(table: Table, token: str) -> Source:
    """A table to go on from; while it is copied nothing may be played there."""
    if table.match is None:
        raise No("not_now", "That game has not begun.")
    seat = table.seat_with(hash_of(token)) if token else -1
    return Source(Record.shared(table.match, seat, ended=table.over), table.head.cards)


def head_of(wanted: NewTable, library: Library, source: Source | None = None) -> Head:
    """What a request asks for."""
    named = [bool(wanted.setup), bool(wanted.quick), bool(wanted.lesson), bool(wanted.record), bool(wanted.after)]
    if sum(named) != 1:
        raise No("malformed", "A new table has exactly one of setup, quick, lesson, record and after.")
    _check_cards(wanted.cards)
    head = Head(GAME, plain(wanted.title, LONGEST_TITLE), new_server_seed(), cards=wanted.cards, placed=wanted.placed, listed=wanted.listed)
    head.next_seed = new_server_seed()
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
        raise No("unknown", _sentence(str(error))) from None
    except SetupError as error:
        raise No("illegal", _sentence(f"This set-up cannot be played: {error}")) from None
    except ContentError as error:
        raise No("illegal", _sentence(str(error.faults[0].message if error.faults else error))) from None
    return head


def _check_cards(cards: list[str]) -> None:
    if len(cards) > MOST_CARDS:
        raise No("too_large", f"A room has at most {MOST_CARDS} characters of its own.")
    for one in cardbox.check_all(cards) if cards else ():
        faults = [fault for fault in one.faults if not fault.warning]
        if faults:
            raise No("illegal", f"A card has a mistake in line {faults[0].line}: {faults[0].message}")


def _from_record(head: Head, wanted: NewTable, library: Library, source: Source | None) -> None:
    """A record to look at, or a game that goes on from one of its moments, or from a moment of another table."""
    if source is not None:
        record, head.cards = source
    else:
        record = Record.parse(wanted.record)
        if len(record.lines) > MOST_CHOICES:
            raise No("too_large", f"A table shows records of at most {MOST_CHOICES} choices.")
        record.replay(library.of(head.cards))
    if wanted.at < 0:
        head.kind, head.placed, head.listed = RECORD, False, False
        head.record = record.text()
        return
    if wanted.at > len(record.lines):
        raise No("illegal", f"There is no moment {wanted.at}: the record has {len(record.lines)} choices.")
    if "scene" in record.setup:
        raise No("illegal", "A record that begins with a scene can be looked at, not played on.")
    head.setup = record.setup
    head.lines = record.lines[: wanted.at]


def _title(head: Head, library: Library) -> str:
    if head.kind == RECORD:
        record = Record.parse(head.record)
        return plain(" v ".join(name for name in record.names if name), LONGEST_TITLE) or "A record"
    setup = arrange(library.of(head.cards), head.setup)
    played = setup.scenario.name if setup.scenario is not None else ""
    return " on ".join(part for part in (played, setup.map.name) if part)


def open_table(code: str, head: Head, library: Library, wanted: list[SeatWanted], now: float) -> Opened:
    """A new table; it begins at once if no seat is left open."""
    try:
        table = Table(code, head, library.of(head.cards), now)
    except SetupError as error:
        raise No("illegal", _sentence(f"This set-up cannot be played: {error}")) from None
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
    """Who sits where: seats that are not named are open, and at least one is the opener's or open."""
    if len(wanted) > setup.seat_count:
        raise No("no_such_seat", f"This game has {setup.seat_count} seats, not {len(wanted)}.")
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
            raise No("malformed", f"A seat is 'me', 'open' or 'bot', not '{plain(one.kind, 20)}'.")
    if not bodies:
        raise No("malformed", "At least one seat is yours or a bot's.")
    return bodies, given


# -- the next table --------------------------------------------------------------------------------------


def next_seat(table: Table, seat: int) -> int:
    """Where somebody sits at the next table: the same place of the next side."""
    teams = table.setup.seats
    team = next(k for k, seats in enumerate(teams) if seat in seats)
    then = teams[(team + 1) % len(teams)]
    return then[teams[team].index(seat) % len(then)]


def can_change_sides(table: Table) -> bool:
    """Whether all sides have as many seats: else everybody keeps the own one."""
    return len({len(seats) for seats in table.setup.seats}) == 1


def open_next(code: str, table: Table, seeds: dict[int, str], now: float) -> tuple[Opened, dict[int, SeatGiven]]:
    """The same game with sides changed; each person's new seat and token by the old seat. `seeds` are the old seats'."""
    former = table.head
    head = Head(GAME, former.title, former.next_seed, former.setup, former.cards, former.lines, placed=former.placed, listed=former.listed)
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
    told = text[:1].upper() + text[1:]
    return told if told.endswith((".", "!", "?")) else f"{told}."
