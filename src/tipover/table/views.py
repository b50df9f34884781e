"""What each socket is told of a table: the same bytes for all who may see the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from tipover.cards.catalog import SIDES
from tipover.engine.view import has_secrets
from tipover.play.fair import commitment
from tipover.table.protocol import Game, LessonNow, LogLine, Moment, News, Question, SeatNow, TableNow, Update, Welcome
from tipover.table.seats import BOT
from tipover.table.show.game import game_shown
from tipover.table.show.moment import position
from tipover.table.show.news import log, news
from tipover.table.show.options import label
from tipover.table.show.question import question
from tipover.table.tables import GAME, RECORD, Table

Seats = tuple[int, ...]
ENCODER = msgspec.json.Encoder()


class Mark(NamedTuple):
    """How far a table was told: its game's last row and its number of choices."""

    game_seq: int
    choices: int


def mark(table: Table) -> Mark:
    """Note how far the table is; what changes after it is told next."""
    table.low = table.count
    return Mark(table.game_seq, table.count)


def eyes(table: Table, seats: Seats) -> Seats:
    """The seats with whose eyes a socket sees.

    On a screen that several sides share only those see who are asked now: the others' secrets are handed over, not shown.
    """
    if len({tuple(table.team_of(seat)) for seat in seats}) < 2:
        return seats
    asked = table.asked()
    return tuple(seat for seat in seats if seat in asked)


def readers(table: Table, seats: Seats) -> Seats:
    """The seats with whose eyes a socket reads the log, the news and earlier moments.

    They stay on the screen when it is handed over: on one that several sides share they tell what everybody may know.
    """
    return seats if len({tuple(table.team_of(seat)) for seat in seats}) < 2 else ()


class Views:
    """The views of one table; what was made for a moment is kept until the next."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._game: Game | None = None
        self._at = (-1, -1)
        self._positions: dict[Seats, Moment] = {}
        self._moments: dict[tuple[Seats, Seats], Moment] = {}
        self._others: Question | None = None  # the question as those see it who are not asked
        self._logs: dict[Seats, list[list[LogLine]]] = {}
        self._told: tuple[object, list[News]] | None = None  # the last news, and whom and what they were for

    # -- the game --------------------------------------------------------------------------------------

    def game(self) -> Game:
        """What does not change."""
        if self._game is None:
            self._game = game_shown(self.table.setup)
        return self._game

    def moment(self, seats: Seats) -> Moment | None:
        """The position and the question as a socket with these seats may see them."""
        table = self.table
        if table.match is None:
            return None
        if self._at != (table.game_seq, table.seq):
            self._at = (table.game_seq, table.seq)
            self._positions.clear()
            self._moments.clear()
            self._others = None
        seen = eyes(table, seats)
        key = (seats, seen)
        made = self._moments.get(key)
        if made is None:
            made = self._moments[key] = self._asked(self._position(seen), seats, seen)
        return made

    def _position(self, seen: Seats) -> Moment:
        table = self.table
        shared = seen if has_secrets(table.state) else ()
        if shared not in self._positions:
            self._positions[shared] = position(table.state, shared, table.game_seq, table.count)
        return self._positions[shared]

    def _asked(self, moment: Moment, seats: Seats, seen: Seats) -> Moment:
        table = self.table
        assert table.match is not None
        if table.ending is not None:
            winner = SIDES[table.ending.winner] if table.ending.winner >= 0 else ""
            return msgspec.structs.replace(moment, over=True, winner=winner, ending=table.ending.words)
        if table.over or table.head.kind == RECORD:
            return moment
        waits = table.lesson is not None and table.lesson.waits
        answering = [seat for seat in seen if not waits and not table.seats[seat].resigned]
        undo = [seat for seat in seats if not table.seats[seat].resigned and table.undo_to(seat) >= 0]
        if not undo and not set(answering).intersection(table.asked()):
            self._others = self._others or question(table.match, ())
            return msgspec.structs.replace(moment, question=self._others)
        asked = question(table.match, answering)
        if asked is not None:
            asked.undo = undo
            asked.undo_text = self._undo_text(undo, seen)
        return msgspec.structs.replace(moment, question=asked)

    def _undo_text(self, undo: list[int], seen: Seats) -> str:
        """The choice that is taken back first, in words; what was chosen in secret is told to those alone who see it."""
        match = self.table.match
        assert match is not None
        seat = next((seat for seat in undo if seat in seen or not has_secrets(match.state)), -1)
        if seat < 0:
            return ""
        to = self.table.undo_to(seat)
        before = match.before(to) if to >= match.kept_from else self.table.at(to)
        return label(before, match.choices[to])

    # -- what happened ---------------------------------------------------------------------------------

    def log(self, seen: Seats) -> list[LogLine]:
        """The whole log as these seats may read it."""
        lines = [line for lines in self._lines(seen) for line in lines]
        return sorted(lines + [line for _, line in self.table.notices], key=lambda line: line.count)

    def _lines(self, seen: Seats) -> list[list[LogLine]]:
        """The log's lines of each choice; made once. Only secret picks are told to some and not to others."""
        table = self.table
        assert table.match is not None
        kept = self._logs.setdefault(seen if table.setup.secret else (), [])
        for state, number in zip(table.afters(len(kept)), range(len(kept), table.count), strict=True):
            kept.append(log(state, table.events_of(number), number + 1, seen))
        return kept

    def forget(self) -> None:
        """Drop the lines of choices that were taken back."""
        for kept in self._logs.values():
            del kept[self.table.low :]

    def update(self, former: Mark, seats: Seats) -> bytes:
        """What changed since a mark, for a socket with these seats."""
        table = self.table
        moment = self.moment(seats)
        assert moment is not None and table.match is not None
        seen = readers(table, seats)
        told = self._news(former, seen)
        lines = [line for some in self._lines(seen)[table.low :] for line in some]
        lines += [line for seq, line in table.notices if seq > former.game_seq]
        return ENCODER.encode(Update(table.game_seq, moment, told, lines, max(0, former.choices - table.low), self.lesson()))

    def _news(self, former: Mark, seen: Seats) -> list[News]:
        """What happened since a mark; as with the log, only secret picks are told to some and not to others."""
        table = self.table
        assert table.match is not None
        key = (former, table.seq, seen if table.setup.secret else ())
        if self._told is None or self._told[0] != key:
            told: list[News] = []
            for state, number in zip(table.afters(table.low), range(table.low, table.count), strict=True):
                told += news(state, table.events_of(number), seen)
            self._told = (key, told)
        return self._told[1]

    def welcome(self, seats: Seats, now: TableNow, last: int = -1) -> bytes:
        """Everything, for a socket with these seats; of a game that stands where it did (`last`) only what is not the game."""
        table, moment = self.table, self.moment(seats)
        if moment is not None and 0 < last == moment.seq:
            return ENCODER.encode(Welcome(table.code, list(seats), None, now, None, chat=table.chat, same=moment.digest))
        lines = self.log(readers(table, seats)) if moment is not None else []
        return ENCODER.encode(Welcome(table.code, list(seats), self.game(), now, moment, lines, table.chat, self.lesson()))

    def lesson(self) -> LessonNow | None:
        """Where a lesson stands."""
        return self.table.lesson.now() if self.table.lesson is not None else None


# -- the people ------------------------------------------------------------------------------------------


def table_now(table: Table, present: Collection[int] = (), watching: int = 0) -> TableNow:
    """The table as everybody may know it."""
    has_dice = table.head.kind == GAME
    playing = table.match is not None
    return TableNow(
        code=table.code,
        title=table.head.title,
        status=table.status,
        seats=[_seat(table, number, number in present) for number in range(len(table.seats))],
        kind=table.head.kind,
        listed=table.head.listed,
        commitment=commitment(table.head.server_seed) if has_dice else "",
        dice=f"dice {table.dice.proof(revealed=True)}" if has_dice and table.over and table.dice is not None else "",
        watching=watching,
        draw_offer=table.draw_offer,
        rematch=table.rematch,
        rematch_wanted=sorted(table.rematch_wanted),
        next_commitment=commitment(table.head.next_seed) if has_dice and table.head.next_seed else "",
        round=table.state.round if playing else 0,
        score=score(table) if playing else "",
        result=result(table),
        changed=table.changed,
        asked=table.asked(),
    )


def _seat(table: Table, number: int, present: bool) -> SeatNow:
    seat = table.seats[number]
    side = table.side_of(number)
    return SeatNow(
        seat=number,
        kind=seat.kind,
        side=SIDES[side] if side >= 0 else "",
        name=seat.name,
        bot=seat.player,
        present=present or seat.kind == BOT,
        resigned=seat.resigned,
    )


def score(table: Table) -> str:
    """`2 : 1`, in the order of the sides."""
    return " : ".join(str(table.state.points[side]) for side in table.setup.sides)


def result(table: Table) -> str:
    """`Light won`, or how the people ended it; empty while it goes on."""
    if not table.over:
        return ""
    if table.ending is not None:
        return table.ending.words.rstrip(".")
    return f"{SIDES[table.state.winner].capitalize()} won" if table.state.winner >= 0 else "A draw"
