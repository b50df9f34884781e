"""What each socket receives about a table: the same bytes for all that may see the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, cast

import msgspec

from tipover.bots.ladder import rung
from tipover.cards.catalog import SIDES
from tipover.engine.core.ids import CHANCE, Side
from tipover.engine.core.language import ENGLISH, languages
from tipover.engine.core.said import SidePart, say
from tipover.engine.core.state import State
from tipover.engine.view import has_secrets
from tipover.play.chain import is_chain
from tipover.play.fair import commitment
from tipover.table.attendance import deadline
from tipover.table.present.deciding import GameTally, deciding_numbers
from tipover.table.present.game import game_shown
from tipover.table.present.moment import ending, position
from tipover.table.present.news import act_lines, entries
from tipover.table.present.options import label
from tipover.table.present.plain_names import AND, table_printer
from tipover.table.present.question import open_question, with_answers
from tipover.table.protocol.from_server import Update, Welcome
from tipover.table.protocol.game import Game, LogLine, Moment, Question
from tipover.table.protocol.literals import StyleOrNone
from tipover.table.protocol.people import LessonNow, SeatNow, TableNow
from tipover.table.seats import BOT, LONGEST_NAME, PERSON, bot_name, plain
from tipover.table.shared_setups import memo_of
from tipover.table.shares import waiting_roll
from tipover.table.standing_orders import orderable_options, orders_shown, possible_orders
from tipover.table.store import EventRow
from tipover.table.table_head import GAME, RECORD
from tipover.table.table_log import Table
from tipover.table.written_log import PastLines, WrittenLog, as_lines, written

Seats = tuple[int, ...]
LOOK_BACK = 200  # events of the turn before an act, which it may depend on
LONG = 500  # choices: the log of a shorter game is written within 200 ms when somebody first reads it in a language
ENDLESS = 1_000_000_000
ENCODER = msgspec.json.Encoder()
QUIET = ("choice", "undone", "said", "share", "waived", "order", "ordered")  # rows that change nothing of the people


class Audience(NamedTuple):
    """A group of readers that get the same bytes."""

    seats: Seats  # The seats whose knowledge they share.
    language: str = ENGLISH  # The code of their language.


Updates = dict[Audience, bytes]  # what is told to whom


class Mark(NamedTuple):
    """How much of a table has been published."""

    game_seq: int  # The last row that changed the game.
    choices: int  # The number of choices.
    seq: int  # The last row.
    undo_wish: int  # The seat that asked to take something back, or -1.


def mark(table: Table) -> Mark:
    """The current mark of a table; the next update contains what changes after it."""
    table.low = table.count
    return Mark(table.game_seq, table.count, table.seq, table.undo_wish)


def eyes(table: Table, seats: Seats) -> Seats:
    """The seats whose knowledge a socket may show in the position.

    On a screen shared by several sides these are only the seats that are asked now, so that secrets of the others stay hidden.
    """
    if _is_one_side(table, seats):
        return seats
    asked = table.asked()
    return tuple(seat for seat in seats if seat in asked)


def readers(table: Table, seats: Seats) -> Seats:
    """The seats whose knowledge a socket may show in the log, the news and earlier moments.

    These stay visible when a screen is handed over, so on a screen shared by several sides they contain only public knowledge.
    """
    return seats if _is_one_side(table, seats) else ()


def _is_one_side(table: Table, seats: Seats) -> bool:
    """Whether all of these seats are of one side."""
    return len(seats) < 2 or len({tuple(table.team_of(seat)) for seat in seats}) < 2


class _Sight(NamedTuple):
    """What a socket sees of a moment: equal for all that are sent the same."""

    language: str  # The code of its language.
    knows: Seats  # The seats whose secrets it may show; none while there are no secrets.
    mine: Seats  # Its seats that are asked.
    undo: Seats  # Its seats that may take something back.
    undoing: tuple[Seats, Seats]  # If one may: all of its seats, and those whose knowledge it may show.


class PastLog(NamedTuple):
    """What is told of a game's first choices: their log for some audiences, and what is counted in them."""

    choices: int  # How many choices.
    logs: list[PastLines]  # Their log for each audience.
    tally: GameTally  # What the sides did and got.


class Views:
    """The views of one table, cached until the next moment."""

    def __init__(self, table: Table, past: PastLog | None = None) -> None:
        self.table = table
        self._past = past
        self._memo = memo_of(table.setup)
        self._games: dict[str, Game] = {}  # by language
        self._at = (-1, -1)
        self._asked: list[int] = []  # the seats that may answer
        self._is_secret = False  # whether some seats know more than others
        self._positions: dict[Audience, Moment] = {}
        self._questions: dict[str, Question | None] = {}  # by language: the question without answers
        self._moments: dict[_Sight, Moment] = {}
        self._updates: dict[tuple[Mark, _Sight, Seats], bytes] = {}
        self._logs: dict[Audience, WrittenLog] = {}
        for one in past.logs if past is not None else ():
            self._logs[Audience(one.seats, one.language)] = WrittenLog(one.lines, one.told)

    # -- the game --------------------------------------------------------------------------------------

    def game(self, language: str = ENGLISH) -> Game:
        """What stays the same during the game."""
        if language not in self._games:
            self._games[language] = game_shown(self.table.setup, language)
        return self._games[language]

    def moment(self, seats: Seats, language: str = ENGLISH) -> Moment | None:
        """The position and the question as a socket with these seats may see them."""
        return self._moment(self._sight(seats, language)) if self.table.match is not None else None

    def _sight(self, seats: Seats, language: str) -> _Sight:
        """What a socket with these seats sees of the present moment; everything of another moment is forgotten."""
        table = self.table
        if self._at != (table.game_seq, table.seq):
            self._at = (table.game_seq, table.seq)
            self._asked = table.asked()
            self._is_secret = has_secrets(table.state)
            for kept in (self._positions, self._questions, self._moments, self._updates):
                kept.clear()
        seen = eyes(table, seats)
        mine, undo = Seats(), Seats()
        if seats and not table.over and table.head.kind != RECORD:
            mine = tuple(seat for seat in self._asked if seat in seen and not table.seats[seat].resigned)
            undo = tuple(seat for seat in seats if not table.seats[seat].resigned and table.undo_to(seat) >= 0)
        return _Sight(language, seen if self._is_secret else (), mine, undo, (seats, seen) if undo else ((), ()))

    def _moment(self, sight: _Sight) -> Moment:
        """The moment for all who see the same; made once."""
        if sight not in self._moments:
            audience = Audience(sight.knows, sight.language)
            if audience not in self._positions:
                self._positions[audience] = self._position(audience)
            moment = self._positions[audience]
            if not self.table.over and self.table.head.kind != RECORD:
                moment = msgspec.structs.replace(moment, question=self._question(sight))
            self._moments[sight] = moment
        return self._moments[sight]

    def _position(self, audience: Audience) -> Moment:
        """The position without its question, with how the game ended or which roll is waited for."""
        table = self.table
        moment = position(table.state, audience.seats, table.game_seq, table.count, audience.language, self._memo)
        if table.over:
            winner = table.state.winner if table.ending is None else table.ending.winner
            printer = table_printer(table.state, audience.language, people(table))
            moment.decided_by = deciding_numbers(table.state, self.tally(table.count), winner, printer)
            if table.ending is not None:
                moment.over, moment.winner = True, SIDES[winner] if winner >= 0 else ""
            said = table.ending.said if table.ending is not None else ending(table.state)
            moment.ending = printer.text(said) if said is not None else ""
        elif table.head.kind != RECORD:
            moment.roll_waits = waiting_roll(table)
        return moment

    def _question(self, sight: _Sight) -> Question | None:
        """The open question: the same for all but those who are asked, or may take something back."""
        match, language = self.table.match, sight.language
        assert match is not None
        if language not in self._questions:
            self._questions[language] = open_question(match, language, self._memo)
        asked = self._questions[language]
        if asked is not None and sight.mine:
            asked = with_answers(match, asked, sight.mine, language, self._memo)
            asked.orders, asked.order_options = possible_orders(match.state), orderable_options(match.state)
        if asked is not None and sight.undo:
            seats, seen = sight.undoing
            asked = msgspec.structs.replace(asked, undo=list(sight.undo), undo_text=self._undo_text(sight.undo, seats, seen, language))
        return asked

    def _undo_text(self, undo: Seats, seats: Seats, seen: Seats, language: str) -> str:
        """The choice that an undo would take back, as a label; a secret choice is not named on a screen of several people."""
        match = self.table.match
        assert match is not None
        seat = next((seat for seat in undo if seat in seen or not has_secrets(match.state)), -1)
        if seat < 0:
            return ""
        to = self.table.undo_to(seat)
        before = match.before(to) if to >= match.kept_from else self.table.at(to)
        if len(seats) > 1 and before.decision is not None and before.decision.secret:
            return ""  # several people look at this screen
        return label(before, match.choices[to], table_printer(before, language, memo=self._memo))

    # -- what happened ---------------------------------------------------------------------------------

    def log(self, seen: Seats, language: str = ENGLISH) -> list[LogLine]:
        """The whole log as these seats may read it."""
        return self._log(seen, language).with_notices(self.notices(language))

    def notices(self, language: str, after: int = -1) -> list[LogLine]:
        """The lines of the log about what people did after row `after`."""
        found = [one for one in self.table.notices if one.seq > after]
        printer = table_printer(self.table.state, language, people(self.table)) if found else None
        return [LogLine(one.choices, printer.text(one.said), kind=one.kind, head=True) for one in found] if printer is not None else []

    def _log(self, seen: Seats, language: str, most: int = ENDLESS) -> WrittenLog:
        """What is told of every choice, `most` of them written now; only secret picks differ between audiences.

        News are those of the last command only.
        """
        table = self.table
        assert table.match is not None
        log = self._logs.setdefault(Audience(seen if table.setup.secret else (), language), WrittenLog())
        numbers = range(len(log), min(table.count, len(log) + most))
        for number, state in zip(numbers, table.afters(len(log)), strict=False):  # no state is computed after the last number
            found = entries(state, table.events_of(number), number + 1, seen, language)
            lines = [entry.line for entry in found if entry.line is not None]
            acts = self._acts(state, number, log, language)
            log.add(lines + acts, [entry.news for entry in found] if number >= table.low else [], bool(acts))
        return log

    def _acts(self, state: State, number: int, log: WrittenLog, language: str) -> list[LogLine]:
        """The acts that a choice completes, with what earlier choices left untold; none while dice still belong to it."""
        table = self.table
        assert table.match is not None
        following = table.match.seats[number + 1] if number + 1 < table.count else list(state.decision.seats) if state.decision else []
        if following == [CHANCE]:
            return []
        first = number
        while first and not log.told[first - 1]:
            first -= 1
        begin = table.marks[first - 1] if first else 0
        earlier = table.events_in(max(0, begin - LOOK_BACK), begin)
        return act_lines(state, table.events_in(begin, table.marks[number]), earlier, number + 1, people(table), language)

    def tally(self, count: int) -> GameTally:
        """What the sides did and got in the first choices."""
        table, past = self.table, self._past
        tally, first = GameTally(), 0
        if past is not None and 0 < past.choices <= count:
            tally, first = past.tally.copy(), table.marks[past.choices - 1]
        return tally.count(table.setup, table.events_in(first, table.marks[count - 1] if count else 0))

    def write_on(self, most: int) -> bool:
        """Write at most so many choices of a long game for languages that nobody reads yet; whether there are more."""
        table = self.table
        if table.match is None or table.count < LONG:
            return False
        for language in languages():
            if len(self._log((), language, 0)) < table.count:
                self._log((), language, most)
                return True
        return False

    def past(self, count: int) -> PastLog:
        """What is told of the first choices to whoever is here; of a long game also to the public, in every language."""
        while self.write_on(ENDLESS):
            pass
        logs = [
            PastLines(audience.seats, audience.language, log.lines[:count], log.told[:count])
            for audience, log in self._logs.items()
            if len(log) >= count
        ]
        return PastLog(count, logs, self.tally(count))

    def forget(self) -> None:
        """Drop cached lines of choices that were taken back, and news that are no longer needed."""
        for log in self._logs.values():
            log.cut(self.table.low)

    def updates(self, former: Mark, audiences: Collection[Audience]) -> Updates:
        """What changed in the game since a mark, for each audience; nothing if that is nothing."""
        if self.table.match is None or self.table.game_seq <= former.game_seq:
            return {}
        self.forget()
        found = {audience: self.update(former, *audience) for audience in audiences}
        self._updates.clear()  # told at once, and to nobody again
        return found

    def update(self, former: Mark, seats: Seats, language: str = ENGLISH) -> bytes:
        """What changed since a mark, for a socket with these seats."""
        table, sight = self.table, self._sight(seats, language)
        seen = readers(table, seats) if table.setup.secret else ()
        key = (former, sight, seen)
        if key not in self._updates:
            log = self._log(seen, language)
            news = log.news(table.low)
            lines = as_lines([*log.lines[table.low :], written(self.notices(language, former.seq))])
            undone = max(0, former.choices - table.low)
            self._updates[key] = ENCODER.encode(Update(table.game_seq, self._moment(sight), news, lines, undone, self.lesson(language)))
        return self._updates[key]

    def welcome(self, seats: Seats, now: TableNow, last: int = -1, language: str = ENGLISH) -> bytes:
        """Everything for a socket with these seats; without the game if its last row is still `last`."""
        table, moment = self.table, self.moment(seats, language)
        orders = orders_shown(table, seats, language)
        has_more = table.notices and table.notices[-1].seq > last  # lines that the browser may not have
        if moment is not None and 0 < last == moment.seq and not has_more:
            return ENCODER.encode(Welcome(table.code, list(seats), None, now, None, chat=table.chat, orders=orders, same=moment.digest))
        lines = self.log(readers(table, seats), language) if moment is not None else []
        return ENCODER.encode(
            Welcome(table.code, list(seats), self.game(language), now, moment, lines, table.chat, self.lesson(language), orders)
        )

    def lesson(self, language: str = ENGLISH) -> LessonNow | None:
        """The state of a lesson, if this table is one."""
        return self.table.lesson.now(language) if self.table.lesson is not None else None


# -- the people ------------------------------------------------------------------------------------------


def people(table: Table) -> dict[Side, str]:
    """The names of those who play each side: `Mara`, `Mara & Tom`; a side without names is called by its colour."""
    names = [seat.name for seat in table.seats] or (table.match.names if table.match is not None else [])
    found: dict[Side, str] = {}
    for side in table.setup.sides:
        seats = table.state.seats_of(side) if table.state.team[side] >= 0 else ()
        found[side] = AND.join(names[seat] for seat in seats if seat < len(names) and names[seat])
    return found


def table_now(table: Table) -> TableNow:
    """The public view of the table, with nobody present."""
    has_dice = table.head.kind == GAME
    return TableNow(
        code=table.code,
        title=table.head.title,
        seats=_players(table) if table.head.kind == RECORD else [_seat(table, number) for number in range(len(table.seats))],
        kind=table.head.kind,
        listed=table.head.listed,
        commitment=commitment(table.head.server_seed) if has_dice else "",
        next_commitment=commitment(table.head.next_seed) if has_dice and table.head.next_seed else "",
        clock=table.head.clock,
        delay=table.head.delay,
        sides_chosen=bool(table.setup.colours) and table.head.kind != RECORD,
        **_changing(table),
    )


def table_after(table: Table, former: TableNow, rows: list[EventRow]) -> TableNow:
    """The public view of the table after one of before these rows; once a round has begun, choices change nothing about the seats."""
    is_same = former.round and table.state.round and all(row.kind in QUIET for row in rows)
    return msgspec.structs.replace(former, **_changing(table)) if is_same else table_now(table)


def _changing(table: Table) -> dict[str, Any]:
    """The fields of the public view that may change while the same people play."""
    playing = table.match is not None
    has_dice = table.head.kind == GAME and table.over and table.dice is not None
    return {
        "status": table.status,
        "dice": f"dice {table.dice.proof(revealed=True)}" if has_dice and table.dice is not None else "",
        "draw_offer": table.draw_offer,
        "undo_wish": table.undo_wish,
        "rematch": table.rematch,
        "rematch_wanted": sorted(table.rematch_wanted),
        "round": table.state.round if playing else 0,
        "score": score(table) if playing else "",
        "result": result(table),
        "changed": table.game_at if table.over else table.changed,  # talk after the end changes nothing
        "renamed": table.renamed_at if table.head.delay else 0.0,
        "asked": table.asked(),
        "deadline": deadline(table),
    }


def _seat(table: Table, number: int) -> SeatNow:
    seat = table.seats[number]
    side = table.side_of(number)
    bot, _, style = seat.player.partition("+")
    on_ladder = rung(bot)
    return SeatNow(
        seat=number,
        kind=seat.kind,
        side=SIDES[side] if side >= 0 else "",
        name=seat.name,
        bot=bot,
        style=cast(StyleOrNone, style),
        present=seat.kind == BOT,
        resigned=seat.resigned,
        known_as=bot_name(seat.player) if seat.player else "",
        face=on_ladder.face if on_ladder is not None else "",
        stars=on_ladder.stars if on_ladder is not None else 0.0,
        rating=on_ladder.rating if on_ladder is not None and not style else 0.0,
        chain=seat.seed if is_chain(seat.seed) else "",
    )


def _players(table: Table) -> list[SeatNow]:
    """Those who played a recorded game, by the names in the record; none if nobody is named."""
    names = [plain(name, LONGEST_NAME) for name in table.match.names] if table.match is not None else []
    if not any(names):
        return []
    sides = {number: table.side_of(number) for seats in table.setup.seats for number in seats}
    return [
        SeatNow(seat=number, kind=PERSON, side=SIDES[side] if side >= 0 else "", name=names[number] if number < len(names) else "")
        for number, side in sorted(sides.items())
    ]


def score(table: Table) -> str:
    """`2 : 1`, in the order of the sides."""
    return " : ".join(str(table.state.points[side]) for side in table.setup.sides)


def results(table: Table) -> dict[str, str]:
    """How a finished game ended, by language."""
    return {code: result(table, code) for code in languages()} if table.over else {}


def result(table: Table, language: str = ENGLISH) -> str:
    """`Mara won`, or how the people ended it; empty while it goes on."""
    if not table.over:
        return ""
    printer = table_printer(table.state, language, people(table))
    if table.ending is not None:
        return printer.text(table.ending.said).rstrip(".")
    winner = table.state.winner
    return printer.text(say("table.won", side=SidePart(winner, capital=True)) if winner >= 0 else say("table.drawn"))
