"""What each socket receives about a table: the same bytes for all that may see the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from tipover.bots.ladder import rung
from tipover.cards.catalog import SIDES
from tipover.engine.core.ids import CHANCE, Side
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import SidePart, say
from tipover.engine.core.state import State
from tipover.engine.view import has_secrets
from tipover.play.chain import is_chain
from tipover.play.fair import commitment
from tipover.table.present.deciding import deciding_numbers
from tipover.table.present.game import game_shown
from tipover.table.present.moment import position
from tipover.table.present.news import act_lines, entries
from tipover.table.present.options import label
from tipover.table.present.plain_names import table_printer
from tipover.table.present.question import question
from tipover.table.protocol.from_server import Update, Welcome
from tipover.table.protocol.game import Game, LogLine, Moment, Question
from tipover.table.protocol.news import News
from tipover.table.protocol.people import LessonNow, SeatNow, TableNow
from tipover.table.seats import BOT, bot_name
from tipover.table.shares import waiting_roll
from tipover.table.table_head import GAME, RECORD
from tipover.table.table_log import Table

Seats = tuple[int, ...]
LOOK_BACK = 200  # events of the turn before an act, which it may depend on
ENCODER = msgspec.json.Encoder()


class Audience(NamedTuple):
    """A group of readers that get the same bytes."""

    seats: Seats  # The seats whose knowledge they share.
    language: str = ENGLISH  # The code of their language.


class Mark(NamedTuple):
    """How much of a table has been published."""

    game_seq: int  # The last row that changed the game.
    choices: int  # The number of choices.


def mark(table: Table) -> Mark:
    """The current mark of a table; the next update contains what changes after it."""
    table.low = table.count
    return Mark(table.game_seq, table.count)


def eyes(table: Table, seats: Seats) -> Seats:
    """The seats whose knowledge a socket may show in the position.

    On a screen shared by several sides these are only the seats that are asked now, so that secrets of the others stay hidden.
    """
    if len({tuple(table.team_of(seat)) for seat in seats}) < 2:
        return seats
    asked = table.asked()
    return tuple(seat for seat in seats if seat in asked)


def readers(table: Table, seats: Seats) -> Seats:
    """The seats whose knowledge a socket may show in the log, the news and earlier moments.

    These stay visible when a screen is handed over, so on a screen shared by several sides they contain only public knowledge.
    """
    return seats if len({tuple(table.team_of(seat)) for seat in seats}) < 2 else ()


class _Choice(NamedTuple):
    """The log and news of one choice."""

    lines: list[LogLine]  # Lines of the log.
    news: list[News]  # What is animated; empty once it is no longer needed.
    is_told: bool  # Whether the acts up to it are told; otherwise what happened in it is told with the next choice.


class Views:
    """The views of one table, cached until the next moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._games: dict[str, Game] = {}  # by language
        self._at = (-1, -1)
        self._positions: dict[Audience, Moment] = {}
        self._moments: dict[tuple[Audience, Seats], Moment] = {}
        self._others: dict[str, Question | None] = {}  # by language: the question for seats that are not asked
        self._choices: dict[Audience, list[_Choice]] = {}

    # -- the game --------------------------------------------------------------------------------------

    def game(self, language: str = ENGLISH) -> Game:
        """What stays the same during the game."""
        if language not in self._games:
            self._games[language] = game_shown(self.table.setup, language)
        return self._games[language]

    def moment(self, seats: Seats, language: str = ENGLISH) -> Moment | None:
        """The position and the question as a socket with these seats may see them."""
        table = self.table
        if table.match is None:
            return None
        if self._at != (table.game_seq, table.seq):
            self._at = (table.game_seq, table.seq)
            self._positions.clear()
            self._moments.clear()
            self._others.clear()
        seen = eyes(table, seats)
        key = (Audience(seats, language), seen)
        made = self._moments.get(key)
        if made is None:
            made = self._moments[key] = self._asked(self._position(seen, language), seats, seen, language)
        return made

    def _position(self, seen: Seats, language: str) -> Moment:
        table = self.table
        shared = Audience(seen if has_secrets(table.state) else (), language)
        if shared not in self._positions:
            self._positions[shared] = position(table.state, shared.seats, table.game_seq, table.count, language)
        return self._positions[shared]

    def _asked(self, moment: Moment, seats: Seats, seen: Seats, language: str) -> Moment:
        table = self.table
        assert table.match is not None
        if table.over:
            winner = table.state.winner if table.ending is None else table.ending.winner
            printer = table_printer(table.state, language)
            decided_by = deciding_numbers(table.state, table.match.events, winner, printer)
            moment = msgspec.structs.replace(moment, decided_by=decided_by)
            if table.ending is not None:
                name = SIDES[winner] if winner >= 0 else ""
                moment = msgspec.structs.replace(moment, over=True, winner=name, ending=printer.text(table.ending.said))
        if table.over or table.head.kind == RECORD:
            return moment
        moment = msgspec.structs.replace(moment, roll_waits=waiting_roll(table))
        waits = table.lesson is not None and table.lesson.waits
        answering = [seat for seat in seen if not waits and not table.seats[seat].resigned]
        undo = [seat for seat in seats if not table.seats[seat].resigned and table.undo_to(seat) >= 0]
        if not undo and not set(answering).intersection(table.asked()):
            if language not in self._others:
                self._others[language] = question(table.match, (), language)
            return msgspec.structs.replace(moment, question=self._others[language])
        asked = question(table.match, answering, language)
        if asked is not None:
            asked.undo = undo
            asked.undo_text = self._undo_text(undo, seats, seen, language)
        return msgspec.structs.replace(moment, question=asked)

    def _undo_text(self, undo: list[int], seats: Seats, seen: Seats, language: str) -> str:
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
        return label(before, match.choices[to], table_printer(before, language))

    # -- what happened ---------------------------------------------------------------------------------

    def log(self, seen: Seats, language: str = ENGLISH) -> list[LogLine]:
        """The whole log as these seats may read it."""
        lines = [line for choice in self._entries(seen, language) for line in choice.lines]
        return sorted(lines + self._notices(language), key=lambda line: line.count)

    def _notices(self, language: str, after: int = -1) -> list[LogLine]:
        """The notices for the log after row `after`."""
        printer = table_printer(self.table.state, language)
        return [LogLine(one.choices, printer.text(one.said), kind=one.kind, head=True) for one in self.table.notices if one.seq > after]

    def _entries(self, seen: Seats, language: str) -> list[_Choice]:
        """The log and news of every choice (cached); only secret picks differ between audiences.

        News are kept for the last command only, because nobody needs older ones.
        """
        table = self.table
        assert table.match is not None
        kept = self._choices.setdefault(Audience(seen if table.setup.secret else (), language), [])
        for state, number in zip(table.afters(len(kept)), range(len(kept), table.count), strict=True):
            found = entries(state, table.events_of(number), number + 1, seen, language)
            lines = [entry.line for entry in found if entry.line is not None]
            acts = self._acts(state, number, kept, language)
            kept.append(_Choice(lines + acts, [entry.news for entry in found] if number >= table.low else [], bool(acts)))
        return kept

    def _acts(self, state: State, number: int, kept: list[_Choice], language: str) -> list[LogLine]:
        """The acts that a choice completes, with what earlier choices left untold; none while dice still belong to it."""
        table = self.table
        assert table.match is not None
        following = table.match.seats[number + 1] if number + 1 < table.count else list(state.decision.seats) if state.decision else []
        if following == [CHANCE]:
            return []
        first = number
        while first and not kept[first - 1].is_told:
            first -= 1
        begin = table.marks[first - 1] if first else 0
        events = table.match.events
        earlier = events[max(0, begin - LOOK_BACK) : begin]
        return act_lines(state, events[begin : table.marks[number]], earlier, number + 1, people(table), language)

    def forget(self) -> None:
        """Drop cached lines of choices that were taken back, and news that are no longer needed."""
        for kept in self._choices.values():
            del kept[self.table.low :]
            for number in reversed(range(len(kept))):
                if not kept[number].news:
                    break
                kept[number] = kept[number]._replace(news=[])

    def update(self, former: Mark, seats: Seats, language: str = ENGLISH) -> bytes:
        """What changed since a mark, for a socket with these seats."""
        table = self.table
        moment = self.moment(seats, language)
        assert moment is not None and table.match is not None
        fresh = self._entries(readers(table, seats), language)[table.low :]
        news = [one for choice in fresh for one in choice.news]
        lines = [line for choice in fresh for line in choice.lines] + self._notices(language, former.game_seq)
        return ENCODER.encode(Update(table.game_seq, moment, news, lines, max(0, former.choices - table.low), self.lesson(language)))

    def welcome(self, seats: Seats, now: TableNow, last: int = -1, language: str = ENGLISH) -> bytes:
        """Everything for a socket with these seats; without the game if its last row is still `last`."""
        table, moment = self.table, self.moment(seats, language)
        if moment is not None and 0 < last == moment.seq:
            return ENCODER.encode(Welcome(table.code, list(seats), None, now, None, chat=table.chat, same=moment.digest))
        lines = self.log(readers(table, seats), language) if moment is not None else []
        return ENCODER.encode(Welcome(table.code, list(seats), self.game(language), now, moment, lines, table.chat, self.lesson(language)))

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
        found[side] = " & ".join(names[seat] for seat in seats if seat < len(names) and names[seat])
    return found


def table_now(table: Table, present: Collection[int] = (), watching: int = 0) -> TableNow:
    """The public view of the table."""
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
        undo_wish=table.undo_wish,
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
    on_ladder = rung(seat.player)
    return SeatNow(
        seat=number,
        kind=seat.kind,
        side=SIDES[side] if side >= 0 else "",
        name=seat.name,
        bot=seat.player,
        present=present or seat.kind == BOT,
        resigned=seat.resigned,
        known_as=bot_name(seat.player) if seat.player else "",
        face=on_ladder.face if on_ladder is not None else "",
        stars=on_ladder.stars if on_ladder is not None else 0.0,
        rating=on_ladder.rating if on_ladder is not None else 0.0,
        chain=seat.seed if is_chain(seat.seed) else "",
    )


def score(table: Table) -> str:
    """`2 : 1`, in the order of the sides."""
    return " : ".join(str(table.state.points[side]) for side in table.setup.sides)


def result(table: Table, language: str = ENGLISH) -> str:
    """`Light won`, or how the people ended it; empty while it goes on."""
    if not table.over:
        return ""
    printer = table_printer(table.state, language)
    if table.ending is not None:
        return printer.text(table.ending.said).rstrip(".")
    winner = table.state.winner
    return printer.text(say("table.won", side=SidePart(winner, capital=True)) if winner >= 0 else say("table.drawn"))
