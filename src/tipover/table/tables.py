"""A table as the fold of its rows: seats, the match, chat, offers. Nothing here knows of sockets or stores.

`take` folds one row. A choice is played before its row is written (the dice that follow it belong to the same rows):
then `note` keeps the books. Whoever cannot write the rows has to fold the table anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from tipover.cards.catalog import SIDES, Catalog
from tipover.engine.arrange import arrange
from tipover.engine.decision import CHANCE, Choice
from tipover.engine.event import Event
from tipover.engine.run import apply, takes
from tipover.engine.setup import Setup
from tipover.engine.state import State
from tipover.play.fair import FairDice
from tipover.play.match import Match
from tipover.play.naming import NotationError
from tipover.play.notation import follow, parse, unfolded
from tipover.play.record import Record
from tipover.play.writing import notate
from tipover.table.lessons import LessonRun
from tipover.table.protocol import LogLine, Said
from tipover.table.seats import BOT, PERSON, Seat
from tipover.table.store import EventRow

GAME, LESSON, RECORD = "game", "lesson", "record"
WAITING, PLAYING, OVER = "waiting", "playing", "over"
SNAPSHOT = 25  # choices between two kept positions
CHAT_KEPT = 200
TABLE = -1  # the seat of what the table itself answers, chance with it
FOLLOWING = ("choice", "began", "rematch")  # kinds of rows that may follow from the command before them


class Head(msgspec.Struct, omit_defaults=True):
    """What a table was opened with; it never changes."""

    kind: str
    title: str
    server_seed: str
    setup: dict[str, Any] = {}
    cards: list[str] = []
    lines: list[str] = []  # the choices it begins after, when it goes on from a moment of another game
    record: str = ""
    lesson: str = ""
    placed: bool = False
    listed: bool = False
    former: str = ""  # the code of the table that this is the rematch of
    next_seed: str = ""  # the server's for the rematch, fixed before anybody gives a seed for it


class Answered(NamedTuple):
    """How a command was done: its last row, its seat, and what tells it from another with the same id."""

    seq: int
    seat: int
    sign: str


class Ending(msgspec.Struct):
    """An end that the people made, not the rules: `winner` is a side, or -1 for a draw."""

    winner: int
    words: str


def body_of(row: EventRow) -> dict[str, Any]:
    """A row's body."""
    data: dict[str, Any] = msgspec.json.decode(row.body, type=dict) if row.body else {}
    return data


class Table:
    """One table. `seq` is the last row, `game_seq` the last that changed the game, `count` the choices so far."""

    def __init__(self, code: str, head: Head, catalog: Catalog, created: float = 0.0) -> None:
        self.code = code
        self.head = head
        self.catalog = catalog
        self.changed = created
        self.seq = 0
        self.game_seq = 0
        self.record = Record.parse(head.record) if head.record else None
        self.lesson = LessonRun(head.lesson, code) if head.kind == LESSON else None
        self.setup: Setup = self._setup()
        self.seats = [Seat() for _ in range(self.setup.seat_count if head.kind != RECORD else 0)]
        self.match: Match | None = None
        self.dice: FairDice | None = None
        self.ending: Ending | None = None
        self.notices: list[tuple[int, LogLine]] = []  # what people did that the log tells, each with its row
        self.chat: list[Said] = []
        self.said = 0
        self.talked = 0  # lines of chat and new names ever
        self.draw_offer = -1
        self.agreed: set[int] = set()
        self.rematch = ""
        self.rematch_wanted: dict[int, str] = {}  # who would play again, with the seed for it
        self.makers: list[int] = []  # who made each choice
        self.begins: list[int] = []  # the number, from 0, of the first choice of the command each choice belongs to
        self.seqs: list[int] = []  # the row of each choice
        self.marks: list[int] = []  # how many events there were after each choice
        self.low = 0  # the fewest choices there were since the last `mark`
        self.commands: dict[str, Answered] = {}  # by the command's id
        self._doing = ""  # the command whose rows are being folded
        self._kept: dict[int, State] = {}
        if head.kind == RECORD:
            self._open_record()

    def _setup(self) -> Setup:
        if self.lesson is not None:
            return self.lesson.match.setup
        return arrange(self.catalog, self.head.setup) if self.record is None else self.record.begin(self.catalog).setup

    # -- what it is now --------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The choices so far."""
        return len(self.match.choices) if self.match is not None else 0

    @property
    def over(self) -> bool:
        """Whether the game is decided, by the rules or by the people."""
        return self.match is not None and (self.ending is not None or self.match.over)

    @property
    def status(self) -> str:
        """`waiting` for people, `playing`, or `over`."""
        if self.match is None:
            return WAITING
        return OVER if self.over or self.head.kind == RECORD else PLAYING

    @property
    def state(self) -> State:
        """The game as it stands; only once it has begun."""
        assert self.match is not None
        return self.match.state

    def side_of(self, seat: int) -> int:
        """The side a seat plays, or -1 while colours are still to be chosen."""
        team = next(k for k, seats in enumerate(self.setup.seats) if seat in seats)
        if self.match is None:
            return -1 if self.setup.colours else self.setup.sides[team]
        return next((side for side in self.setup.sides if self.state.team[side] == team), -1)

    def team_of(self, seat: int) -> list[int]:
        """All seats of the same side."""
        return next(seats for seats in self.setup.seats if seat in seats)

    def asked(self) -> list[int]:
        """The seats that may answer now."""
        if self.match is None or self.over or self.head.kind == RECORD or (self.lesson is not None and self.lesson.waits):
            return []
        ask = self.state.decision
        return [] if ask is None or ask.is_chance else ask.seats

    def bot_asked(self) -> int:
        """The seat a bot has to answer for now, or -1."""
        asked = self.asked()
        return asked[0] if asked and all(self.seats[seat].player for seat in asked) else -1

    def people(self) -> list[int]:
        """The seats that people play themselves: they have not resigned, and no bot stands in."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.resigned and not seat.stand_in]

    def can_draw(self) -> bool:
        """Whether people of two sides at least are left to agree on a draw."""
        return len({self.team_of(seat)[0] for seat in self.people()}) > 1

    def is_alone(self, seat: int) -> bool:
        """Whether all others are bots."""
        return all(one.kind == BOT for k, one in enumerate(self.seats) if k != seat)

    def seat_with(self, token_hash: str) -> int:
        """The seat whose token has this hash, or -1."""
        return next((k for k, seat in enumerate(self.seats) if seat.token_hash and seat.token_hash == token_hash), -1)

    def undo_to(self, seat: int) -> int:
        """How many choices would be left if this seat took back its last; -1 if it may not.

        Never behind a die or a revealed secret; what others chose after it stays too, unless all others are bots.
        """
        match = self.match
        if match is None or self.over or not self.makers:
            return -1
        if self.lesson is not None:
            return self._lesson_back(seat)
        place = len(self.makers) - 1
        if self.is_alone(seat):
            while place >= match.fixed and self.makers[place] not in (seat, TABLE):
                place -= 1
        if place < match.fixed or self.makers[place] != seat:
            return -1
        begin = self.begins[place]
        return begin if begin >= match.fixed else -1

    def _lesson_back(self, seat: int) -> int:
        """In a lesson dice are taken back too: to where its step began after a wrong turn, else before one's last choice."""
        assert self.lesson is not None
        if seat not in self.lesson.seats or self.lesson.done:
            return -1
        if self.lesson.astray:
            return self.lesson.back_to
        own = [begin for begin, maker in zip(self.begins, self.makers, strict=True) if maker == seat]
        return own[-1] if own and own[-1] >= self.lesson.back_to else -1

    # -- the fold --------------------------------------------------------------------------------------

    def take(self, row: EventRow) -> None:
        """Fold one row."""
        if row.kind == "choice":
            ask = self.match.state.decision if self.match is not None else None
            if self.lesson is not None and ask is not None and ask.is_chance:
                self.lesson.answer_chance(ask)  # it counts the dice that a step states
            self.play(body_of(row)["line"])
        elif row.kind == "began":
            self.begin()
        self.note(row)

    def note(self, row: EventRow) -> None:
        """Keep the books of a row whose choice has been played."""
        self.seq = row.seq
        self.changed = row.at
        body = body_of(row)
        self._answered(row, body)
        _FOLDS[row.kind](self, row, body)

    def _answered(self, row: EventRow, body: dict[str, Any]) -> None:
        """Keep how a command was answered: what follows from it stands in rows without an id."""
        if row.command:
            self._doing = row.command
            self.commands[row.command] = Answered(row.seq, row.seat, body.get("sign", ""))
        elif row.kind not in FOLLOWING:
            self._doing = ""
        elif self._doing:
            self.commands[self._doing] = self.commands[self._doing]._replace(seq=row.seq)

    def begin(self) -> None:
        """Start the match: the dice are fixed by the seats' seeds, and a game that goes on is brought to its moment."""
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
        self.marks.append(len(match.events))
        if self.lesson is not None:
            self.lesson.after(match.lines[-1], events)
        if self.dice is not None and match.seats[-1] == [CHANCE] and len(match.choices) > len(self.head.lines):
            self.dice.asked += 1
        if self.count % SNAPSHOT == 0:
            self._kept[self.count] = match.state.clone()
            match.thin(SNAPSHOT)
        return events

    def _choices(self, line: str) -> list[Choice]:
        """The choices of a line; one written as the options are written is found without trying it."""
        assert self.match is not None
        state = self.state
        try:
            choice = parse(state, line)
            if takes(state, choice) and notate(state, choice) == line:
                return [choice]
        except NotationError:
            pass  # the whole line may still say something: `follow` knows, or says what is wrong
        choices: list[Choice] = []
        for one in follow(state, line):
            choices += unfolded(state, one) if not choices else [one]
        return choices

    def roll(self) -> None:
        """Let the table's dice answer while chance is asked."""
        while self.match is not None and (ask := self.match.state.decision) is not None and ask.is_chance:
            if self.lesson is not None:
                choice = self.lesson.answer_chance(ask)
            else:
                assert self.dice is not None
                choice = self.dice.answer(ask)
                self.dice.asked -= 1  # `play_choice` counts it, as it does when the row is folded again
            self.play_choice(choice)

    def back_to(self, count: int) -> None:
        """Take choices back until so many are left."""
        match = self.match
        assert match is not None
        if self.lesson is not None:
            self.lesson.rewind(count)
            match = self.match = self.lesson.match
        while len(match.choices) > count:
            if match.undo() is None:
                raise ValueError("a die or a revealed secret cannot be taken back")
        for part in (self.makers, self.begins, self.seqs, self.marks):
            del part[count:]
        self._kept = {number: state for number, state in self._kept.items() if number <= count}
        self.low = min(self.low, count)

    def at(self, count: int) -> State:
        """A copy of the position after so many choices."""
        match = self.match
        assert match is not None
        if count == len(match.choices):
            return match.state.clone()
        nearest = max((number for number in self._kept if number <= count), default=0)
        state = self._kept[nearest].clone() if nearest else self._first()
        for choice in match.choices[nearest:count]:
            apply(state, choice)
        return state

    def afters(self, first: int) -> Iterator[State]:
        """The states that the choices from this one on led to, one after another; neither to be changed nor to be kept."""
        match = self.match
        assert match is not None
        state: State | None = None
        for number in range(first, self.count):
            if number + 1 >= match.kept_from:
                yield match.after(number)
                continue
            state = state or self.at(number)
            apply(state, match.choices[number])
            yield state

    def _first(self) -> State:
        if self.lesson is not None:
            return self.lesson.lesson.start()
        return self.setup.start() if self.record is None else self.record.begin(self.catalog).state

    def events_of(self, number: int) -> list[Event]:
        """The events of one choice, counted from 0."""
        assert self.match is not None
        return self.match.events[self.marks[number - 1] if number else 0 : self.marks[number]]

    def _open_record(self) -> None:
        assert self.record is not None
        self.match = self.record.begin(self.catalog)
        self.match.dice = None

        def book(match: Match) -> None:
            while len(self.marks) < len(match.choices):
                self.marks.append(len(match.events))
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

    def _began(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq

    def _choice(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq
        number = len(self.makers)
        self._booked(row.seat, row.seq, self.begins[-1] if body.get("more") else number)

    def _undone(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq
        self.back_to(body["to"])

    def _said(self, row: EventRow, body: dict[str, Any]) -> None:
        self.said += 1
        self.talked += 1
        self.chat.append(Said(self.said, row.seat, self.seats[row.seat].name, body["text"]))
        del self.chat[:-CHAT_KEPT]

    def _resigned(self, row: EventRow, body: dict[str, Any]) -> None:
        self.game_seq = row.seq
        seat = self.seats[row.seat]
        seat.resigned = True
        left = [seats for seats in self.setup.seats if not all(self.seats[one].resigned for one in seats)]
        if len(left) > 1:
            seat.stand_in = seat.stand_in or body.get("bot", "random")
            self._tell(row, f"{seat.name} resigned; a bot plays on.", "table")
            self._settle_draw(row)
            return
        winner = self.side_of(left[0][0]) if left else -1
        words = (
            f"{SIDES[winner].capitalize()} wins: {self.seats[row.seat].name} resigned." if winner >= 0 else "A draw: everybody resigned."
        )
        self.ending = Ending(winner, words)
        self._tell(row, words, "end")

    def _tell(self, row: EventRow, text: str, kind: str) -> None:
        self.notices.append((row.seq, LogLine(self.count, text, kind=kind)))

    def _draw_offered(self, row: EventRow, body: dict[str, Any]) -> None:
        self.draw_offer = row.seat
        self.agreed = {row.seat}

    def _draw_agreed(self, row: EventRow, body: dict[str, Any]) -> None:
        self.agreed.add(row.seat)
        self._settle_draw(row)

    def _settle_draw(self, row: EventRow) -> None:
        """An offer ends in a draw when all who are left have agreed; it lapses when who made it is not, or only bots could agree."""
        if self.draw_offer < 0:
            return
        if self.draw_offer not in self.people() or not self.can_draw():
            self.draw_offer = -1
            self.agreed = set()
        elif self.agreed.issuperset(self.people()):
            self.game_seq = row.seq
            self.draw_offer = -1
            self.ending = Ending(-1, "A draw, agreed on by all.")
            self._tell(row, self.ending.words, "end")

    def _draw_declined(self, row: EventRow, body: dict[str, Any]) -> None:
        self.draw_offer = -1
        self.agreed = set()

    def _bot_in(self, row: EventRow, body: dict[str, Any]) -> None:
        seat = self.seats[body["at"]]
        seat.stand_in = body["bot"]
        seat.put_in = self.count if row.seat != body["at"] else -1
        self._settle_draw(row)

    def _bot_out(self, row: EventRow, body: dict[str, Any]) -> None:
        self.seats[body["at"]].stand_in = ""
        self.seats[body["at"]].put_in = -1

    def _renamed(self, row: EventRow, body: dict[str, Any]) -> None:
        self.talked += 1
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


def _follow(table: Table, match: Match, book: Callable[[Match], None]) -> None:
    table.match = match
    book(match)


_Fold = Callable[[Table, EventRow, dict[str, Any]], None]
_FOLDS: dict[str, _Fold] = {
    "sat": Table._sat, "began": Table._began, "choice": Table._choice, "undone": Table._undone, "said": Table._said,
    "resigned": Table._resigned, "draw_offered": Table._draw_offered, "draw_agreed": Table._draw_agreed,
    "draw_declined": Table._draw_declined, "bot_in": Table._bot_in, "bot_out": Table._bot_out, "renamed": Table._renamed,
    "revoked": Table._revoked, "rematch": Table._rematch, "rematch_wanted": Table._rematch_wanted, "lesson": Table._lesson,
}  # fmt: skip
