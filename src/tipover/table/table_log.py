"""A table computed from its rows: seats, the match, chat, offers. Nothing here knows about sockets or stores.

`take` applies one row. A choice is played before its row is written, because the dice that follow belong to the same
command; then `note` only does the bookkeeping. If the rows cannot be stored, the caller must rebuild the table from the log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec

from tipover.cards.catalog import Catalog
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.ids import CHANCE, NO_SIDE, Side
from tipover.engine.core.said import ListPart, Said, SidePart, say
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import takes
from tipover.play.fair import FairDice
from tipover.play.match import Match
from tipover.play.notation.lines import follow, parse, unfolded
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import notate
from tipover.play.record import Record
from tipover.table.attendance import TurnClock, fold_away, fold_back, fold_bot_in, fold_bot_out
from tipover.table.game_history import SNAPSHOT, GameHistory
from tipover.table.lessons import LessonRun
from tipover.table.notices import Ending, Notice
from tipover.table.protocol.from_server import ChatLine
from tipover.table.protocol.literals import LogKind, TableStatus
from tipover.table.seats import BOT, PERSON, TABLE, Seat, tell_bots_apart
from tipover.table.shares import missing
from tipover.table.standing_orders import Order, fold_order, fold_ordered, forget_orders_used
from tipover.table.store import EventRow, log_digest
from tipover.table.table_head import LESSON, RECORD, Head, setup_of

WAITING, PLAYING, OVER = get_args(TableStatus)
CHAT_KEPT = 200
TALK = ("said", "renamed", "revoked", "draw_offered", "draw_agreed", "draw_declined", "bot_in", "bot_out", "order")  # rows beside the game
FOLLOWING = ("choice", "began", "rematch", "ordered")  # kinds of rows that may follow from the command in a row before them


class Answered(NamedTuple):
    """The answer to a command, for retries."""

    seq: int  # the command's last row
    seat: int  # the seat that sent it
    sign: str  # the digest of its contents, which tells a retry from another command with the same id


def body_of(row: EventRow) -> dict[str, Any]:
    """A row's body."""
    data: dict[str, Any] = msgspec.json.decode(row.body, type=dict) if row.body else {}
    return data


class Table(GameHistory):
    """One table. `seq` is the last row, `game_seq` the last that changed the game, `count` the choices so far."""

    def __init__(self, code: str, head: Head, catalog: Catalog, created: float = 0.0) -> None:
        self.code = code
        self.head = head
        self.catalog = catalog
        self.changed = created
        self.seq = 0
        self.head_digest = self.log_digest = log_digest.UNKNOWN  # what the stored head comes to; and the rows so far, see `log_digest`
        self.game_seq = 0
        self.game_at = created  # when the row `game_seq` was made
        self.record = Record.parse(head.record) if head.record else None
        self.lesson = LessonRun(head.lesson, code) if head.kind == LESSON else None
        self.setup: Setup = self.lesson.match.setup if self.lesson is not None else setup_of(head, catalog)
        self.seats = [Seat() for _ in range(self.setup.seat_count if head.kind != RECORD else 0)]
        self.match: Match | None = None
        self.dice: FairDice | None = None
        self.waived: set[int] = set()  # the seats that add nothing to the open roll
        self.ending: Ending | None = None
        self.notices: list[Notice] = []
        self.chat: list[ChatLine] = []
        self.said = 0
        self.renamed_at = 0.0  # when somebody changed the name last
        self.talked = 0  # rows that are no part of the game: chat, names, tokens, draws, stand-ins
        self.away: set[int] = set()  # the seats whose people were said to be away
        self.absences = 0  # rows about it
        self.turn_clock = TurnClock()
        self.orders: dict[int, dict[str, Order]] = {}  # standing orders by seat and card
        self.unordered = -1  # the number of choices at which an answer was taken back: no order gives it again; -1 after another choice
        self.undone = 0  # how often something was taken back
        self.draw_offer = -1
        self.undo_wish = -1
        self.agreed: set[int] = set()
        self.rematch = ""
        self.rematch_wanted: dict[int, str] = {}  # the seats that want a rematch, each with its seed
        self.makers: list[int] = []  # the seat that made each choice
        self.begins: list[int] = []  # for each choice the number, from 0, of its command's first choice
        self.seqs: list[int] = []  # the row of each choice
        self.marks: list[int] = []  # the total number of events after each choice
        self.low = 0  # the smallest number of choices since the last `mark`
        self.commands: dict[str, Answered] = {}  # by the command's id
        self._doing = ""  # the command whose rows are being applied
        self._kept: dict[int, State] = {}
        if head.kind == RECORD:
            self._open_record()

    # -- the current state -----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of choices so far."""
        return len(self.match.choices) if self.match is not None else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by the people."""
        match = self.match
        return match is not None and (self.ending is not None or match.state.decision is None)

    @property
    def status(self) -> TableStatus:
        """`waiting` for people, `playing`, or `over`."""
        status: TableStatus = WAITING if self.match is None else OVER if self.over or self.head.kind == RECORD else PLAYING
        return status

    @property
    def state(self) -> State:
        """The current state of the game; only once it has begun."""
        assert self.match is not None
        return self.match.state

    def side_of(self, seat: int) -> Side:
        """The side that a seat plays, or -1 while sides are not chosen yet."""
        team = next(k for k, seats in enumerate(self.setup.seats) if seat in seats)
        if self.match is None:
            return NO_SIDE if self.setup.colours else self.setup.sides[team]
        return next((side for side in self.setup.sides if self.state.team[side] == team), NO_SIDE)

    def team_of(self, seat: int) -> list[int]:
        """All seats of the same side."""
        return next(list[int](seats) for seats in self.setup.seats if seat in seats)

    def asked(self) -> list[int]:
        """The seats that may answer now."""
        if self.match is None or self.over or self.head.kind == RECORD or (self.lesson is not None and self.lesson.waits):
            return []
        ask = self.state.decision
        return [] if ask is None or ask.is_chance else list(ask.seats)

    def bot_asked(self) -> int:
        """The seat that a bot has to answer for now, or -1."""
        asked = self.asked()
        return asked[0] if asked and all(self.seats[seat].player for seat in asked) else -1

    def people(self) -> list[int]:
        """The seats that people play themselves: not resigned, and no bot stands in."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.resigned and not seat.stand_in]

    def can_draw(self) -> bool:
        """Whether people of at least two sides are left to agree on a draw."""
        return len({self.team_of(seat)[0] for seat in self.people()}) > 1

    def is_alone(self, seat: int) -> bool:
        """Whether all other seats are bots'."""
        return all(one.kind == BOT for k, one in enumerate(self.seats) if k != seat)

    def seat_with(self, token_hash: str) -> int:
        """The seat whose token has this hash, or -1."""
        return next((k for k, seat in enumerate(self.seats) if seat.token_hash and seat.token_hash == token_hash), -1)

    def undo_to(self, seat: int) -> int:
        """The number of choices left if this seat took back its last one; -1 if it may not.

        Dice, revealed secrets and later choices of others cannot be taken back, except choices of bots if all others are bots.
        """
        match = self.match
        if match is None or not self.makers or self.over:
            return -1
        if self.lesson is not None:
            return self.lesson.undo_to(seat, self.begins, self.makers) if not missing(self) else -1
        place = len(self.makers) - 1
        if self.makers[place] not in (seat, TABLE) and self.is_alone(seat):
            while place >= match.fixed and self.makers[place] not in (seat, TABLE):
                place -= 1
        if place < match.fixed or self.makers[place] != seat or missing(self):
            return -1
        begin = self.begins[place]
        return begin if begin >= match.fixed else -1

    # -- applying rows ---------------------------------------------------------------------------------

    def count_from(self, head_digest: str) -> None:
        """Begin the digest of the log, before its first row is applied."""
        self.head_digest = self.log_digest = head_digest

    def take(self, row: EventRow) -> None:
        """Apply one row."""
        if row.kind == "choice":
            ask = self.match.state.decision if self.match is not None else None
            if self.lesson is not None and ask is not None and ask.is_chance:
                self.lesson.answer_chance(ask)  # the lesson counts the dice that a step states
            self.play(body_of(row)["line"])
        elif row.kind == "began":
            self.begin()
        self.note(row)

    def note(self, row: EventRow) -> None:
        """Do the bookkeeping for a row whose choice has already been played."""
        self.seq = row.seq
        self.log_digest = log_digest.linked(self.log_digest, row)
        self.changed = row.at
        body = body_of(row)
        self._answered(row, body)
        self.talked += row.kind in TALK
        _FOLDS[row.kind](self, row, body)
        if self.game_seq == row.seq:
            self.game_at = row.at
        self.turn_clock.follow(self, row.at)

    def _answered(self, row: EventRow, body: dict[str, Any]) -> None:
        """Remember a command's answer; rows that follow from it have no id."""
        if row.command:
            self._doing = row.command
            self.commands[row.command] = Answered(row.seq, row.seat, body.get("sign", ""))
        elif row.kind not in FOLLOWING:
            self._doing = ""
        elif self._doing:
            self.commands[self._doing] = self.commands[self._doing]._replace(seq=row.seq)

    def begin(self) -> None:
        """Start the match: the seats' seeds fix the dice, and a continued game is played up to its moment."""
        if self.lesson is not None:
            self.match = self.lesson.match
            return
        self.dice = FairDice(self.head.server_seed, [seat.seed for seat in self.seats])
        self.match = Match(self.setup, None, [seat.name for seat in self.seats])
        for line in self.head.lines:
            self.play(line)
            self._booked(TABLE, 0, 0)
        self.low = 0

    def play(self, line: str) -> list[Event]:
        """Play a line as one or more choices; a refused line changes nothing. Dice are not rolled."""
        events: list[Event] = []
        for choice in self._choices(line):
            events += self.play_choice(choice)
        return events

    def play_choice(self, choice: Choice) -> list[Event]:
        """Play one choice that is among the options."""
        match = self.match
        assert match is not None
        events = match.play(choice)
        self.marks.append(match.event_count)
        if self.lesson is not None:
            self.lesson.after(match.lines[-1], events)
        if self.dice is not None and match.seats[-1] == [CHANCE] and len(match.choices) > len(self.head.lines):
            self.dice.fell()
            self.waived.clear()
        self.keep_position()
        return events

    def _choices(self, line: str) -> list[Choice]:
        """The choices of a line; a line that is written exactly like an option is found without trying it."""
        assert self.match is not None
        state = self.state
        try:
            choice = parse(state, line)
            if takes(state, choice) and notate(state, choice) == line:
                return [choice]
        except NotationError:
            pass  # the whole line may still be valid: `follow` finds out, or says what is wrong
        choices: list[Choice] = []
        for one in follow(state, line):
            choices += unfolded(state, one) if not choices else [one]
        return choices

    def roll(self) -> None:
        """Let the table's dice answer questions of chance, up to one that waits for a seat's share."""
        while self.match is not None and (ask := self.match.state.decision) is not None and ask.is_chance and not missing(self):
            if self.lesson is not None:
                choice = self.lesson.answer_chance(ask)
            else:
                assert self.dice is not None
                choice = self.dice.foretold(ask)
            self.play_choice(choice)

    def back_to(self, count: int) -> None:
        """Take choices back until `count` are left."""
        match = self.match
        assert match is not None
        if self.lesson is not None:
            self.lesson.rewind(count)
            match = self.match = self.lesson.match
        self.take_back(match, count)
        for part in (self.makers, self.begins, self.seqs, self.marks):
            del part[count:]
        self._kept = {number: state for number, state in self._kept.items() if number <= count}
        self.low = min(self.low, count)

    def _open_record(self) -> None:
        assert self.record is not None
        self.match = self.record.begin(self.catalog)
        self.match.dice = None

        def book(match: Match) -> None:
            while len(self.marks) < len(match.choices):
                self.marks.append(match.event_count)
                self._booked(TABLE, 0, 0)
            if self.count % SNAPSHOT == 0:
                self._kept[self.count] = match.state.clone()

        done = self.record.replay(self.catalog, lambda match: _follow(self, match, book))
        self.match = done

    def _booked(self, seat: int, seq: int, begin: int) -> None:
        self.makers.append(seat)
        self.seqs.append(seq)
        self.begins.append(begin)

    # -- rows by kind ----------------------------------------------------------------------------------

    def _sat(self, row: EventRow, body: dict[str, Any]) -> None:
        seat = self.seats[body["seat"]]
        seat.kind = body["kind"]
        seat.name = body["name"]
        seat.bot = body.get("bot", "")
        seat.seed = body["seed"]
        seat.token_hash = body.get("token_hash", "")
        seat.claim = body.get("claim", "")
        tell_bots_apart(self.seats, self.side_of)

    def _began(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq

    def _choice(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq
        self.undo_wish = -1
        self.unordered = -1
        number = len(self.makers)
        self._booked(row.seat, row.seq, self.begins[-1] if body.get("more") else number)

    def _share(self, row: EventRow, body: dict[str, Any]) -> None:
        assert self.dice is not None
        self.dice.chains[row.seat].show(body["number"], body["link"])

    def _waived(self, row: EventRow, body: dict[str, Any]) -> None:
        self.waived.update(body["seats"])
        if row.seat == TABLE:
            names = ListPart(tuple(self.seats[seat].name for seat in body["seats"]), "and")
            self.tell(row, say("table.rolled_without", names=names), "table")

    def _undone(self, row: EventRow, body: dict[str, Any]) -> None:
        self.undone += 1
        self.game_seq = row.seq
        self.undo_wish = -1
        self.back_to(body["to"])
        self.unordered = self.count
        forget_orders_used(self)
        if body.get("told"):
            self.tell(row, say("table.undone", name=self.seats[body.get("for", row.seat)].name), "table")

    def _undo_answered(self, row: EventRow, body: dict[str, Any]) -> None:
        key = "withdrawn" if self.undo_wish == row.seat else "declined" if self.undo_wish >= 0 else "asked"
        self.undo_wish = row.seat if key == "asked" else -1
        self.tell(row, say(f"table.undo_{key}", name=self.seats[row.seat].name), "table")

    def _said(self, row: EventRow, body: dict[str, Any]) -> None:
        self.said += 1
        self.chat.append(ChatLine(self.said, row.seat, self.seats[row.seat].name, body["text"], body.get("phrase", "")))
        del self.chat[:-CHAT_KEPT]

    def _resigned(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq
        seat = self.seats[row.seat]
        seat.resigned = True
        left = [seats for seats in self.setup.seats if not all(self.seats[one].resigned for one in seats)]
        if len(left) > 1:
            seat.stand_in = seat.stand_in or body.get("bot", "random")
            self.tell(row, say("table.resigned", name=seat.name), "table")
            self.settle_draw(row)
            return
        winner = self.side_of(left[0][0]) if left else NO_SIDE
        said = say("table.all_resigned")
        if winner >= 0:
            said = say("table.won_by_resignation", side=SidePart(winner), name=self.seats[row.seat].name)
        self.ending = Ending(winner, said)
        self.tell(row, said, "end")

    def tell(self, row: EventRow, said: Said, kind: LogKind) -> None:
        """Put a line into the log."""
        self.notices.append(Notice(row.seq, self.count, said, kind))

    def _draw_offered(self, row: EventRow, body: dict[str, Any]) -> None:
        self.draw_offer = row.seat
        self.agreed = {row.seat}

    def _draw_agreed(self, row: EventRow, body: dict[str, Any]) -> None:
        self.agreed.add(row.seat)
        self.settle_draw(row)

    def settle_draw(self, row: EventRow) -> None:
        """End the game in a draw once all people left have agreed; drop the offer if its seat is no longer played or only bots remain."""
        if self.draw_offer < 0:
            return
        if self.draw_offer not in self.people() or not self.can_draw():
            self.draw_offer = -1
            self.agreed = set()
        elif self.agreed.issuperset(self.people()):
            self.game_seq = row.seq
            self.draw_offer = -1
            self.ending = Ending(-1, say("table.draw_agreed"))
            self.tell(row, self.ending.said, "end")

    def _draw_declined(self, row: EventRow, body: dict[str, Any]) -> None:
        self.draw_offer = -1
        self.agreed = set()

    def _renamed(self, row: EventRow, body: dict[str, Any]) -> None:
        self.renamed_at = row.at
        self.seats[row.seat].name = body["name"]
        if self.match is not None and self.match.names:
            self.match.names[row.seat] = body["name"]

    def _revoked(self, row: EventRow, body: dict[str, Any]) -> None:
        self.seats[row.seat].token_hash = body["token_hash"]
        self.seats[row.seat].claim = ""

    def _rematch(self, row: EventRow, body: dict[str, Any]) -> None:
        self.rematch = body["code"]

    def _rematch_wanted(self, row: EventRow, body: dict[str, Any]) -> None:
        self.rematch_wanted[row.seat] = body.get("seed", "")

    def _lesson(self, row: EventRow, body: dict[str, Any]) -> None:
        assert self.lesson is not None
        self.game_seq = row.seq
        if body.get("again"):
            self.lesson.again()
            self.match = self.lesson.match
            for part in (self.makers, self.begins, self.seqs, self.marks):
                part.clear()
            self._kept.clear()
            self.low = 0
        else:
            self.lesson.go_to(body["step"])


def fold(table: Table, rows: list[EventRow]) -> None:
    """Apply rows one after another."""
    for row in rows:
        table.take(row)


def _follow(table: Table, match: Match, book: Callable[[Match], None]) -> None:
    table.match = match
    book(match)


_Fold = Callable[[Table, EventRow, dict[str, Any]], None]
_FOLDS: dict[str, _Fold] = {
    "sat": Table._sat, "began": Table._began, "choice": Table._choice, "undone": Table._undone, "undo_asked": Table._undo_answered,
    "undo_declined": Table._undo_answered, "said": Table._said, "resigned": Table._resigned, "draw_offered": Table._draw_offered, "draw_agreed": Table._draw_agreed,
    "draw_declined": Table._draw_declined, "bot_in": fold_bot_in, "bot_out": fold_bot_out, "away": fold_away, "order": fold_order, "ordered": fold_ordered, "back": fold_back, "renamed": Table._renamed,
    "revoked": Table._revoked, "rematch": Table._rematch, "rematch_wanted": Table._rematch_wanted, "lesson": Table._lesson,
    "share": Table._share, "waived": Table._waived,
}  # fmt: skip
