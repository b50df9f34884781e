"""What a command appends to a table: rows, or a `RefusedError`. Pure except for choices, which are played on the table's match."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection
from typing import Any, NamedTuple, get_args

import msgspec

from tipover.bots import NAMES, STYLED, STYLES
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import ListPart, Said, say
from tipover.engine.core.state import State
from tipover.engine.core.translations import english
from tipover.play.notation.typed_names import NotationError
from tipover.table.attendance import owes_turn, table_level
from tipover.table.auto_setup import answer_setup
from tipover.table.protocol import from_client
from tipover.table.protocol.from_server import Ack
from tipover.table.protocol.literals import PhraseName
from tipover.table.queries.option_lines import NoSuchOption, option_line
from tipover.table.refusals import RefusedError
from tipover.table.seats import BOT, LONGEST_NAME, LONGEST_TEXT, OPEN, PERSON, TABLE, bot_name, hash_of, plain, seed_given, token_given
from tipover.table.shares import is_roll_due, missing, waiting_roll
from tipover.table.standing_orders import order_row, ordered
from tipover.table.store import EventRow
from tipover.table.table_head import GAME, RECORD
from tipover.table.table_log import OVER, WAITING, Table

LONGEST_ID = 80
MOST_UNDOS = 300  # in one game

Row = tuple[str, int, dict[str, Any]]  # kind, seat, body


class Done(NamedTuple):
    """What a command does."""

    rows: list[Row]  # Kind, seat and body of each row to append.
    token: str = ""  # A new token, sent only to the sender.
    sign: str = ""  # A digest that identifies the command's contents, see `sign_of`.


def rows_of(table: Table, done: Done, command: str) -> list[EventRow]:
    """The rows with their numbers; the first one has the command's id and sign."""
    now = time.time()
    rows: list[EventRow] = []
    for k, (kind, seat, body) in enumerate(done.rows, 1):
        signed = body | {"sign": done.sign} if k == 1 and done.sign else body
        rows.append(EventRow(table.seq + k, kind, seat, command if k == 1 else "", msgspec.json.encode(signed).decode(), now))
    return rows


def sign_of(command: from_client.FromBrowser) -> str:
    """A digest of all fields except `id` and `seq`, which tells a retry from another command with the same id."""
    said = msgspec.to_builtins(command)
    for part in ("id", "seq"):
        said.pop(part, None)
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:16]


def draft(table: Table, done: Done, command: str) -> list[EventRow]:
    """Apply what a command does to the table and return its rows, with those that start the game when the last seat is taken.

    If the rows cannot be stored, the caller must rebuild the table from the log.
    """
    rows = rows_of(table, done, command)
    if not rows:
        return []
    for row in rows:
        table.note(row)
    if is_full(table):
        rows += _noted(table, begin(table))
    elif is_roll_due(table):
        rows += _noted(table, _rolled(table))
    while (answer := ordered(table)) is not None:
        before = table.count
        table.play_choice(answer.choice)  # one of the options: nothing can refuse it after the rows before it
        table.roll()
        rows += _noted(table, [*_played(table, before, answer.seat), ("ordered", answer.seat, answer.body)])
    return rows


def _noted(table: Table, more: list[Row]) -> list[EventRow]:
    rows = rows_of(table, Done(more), "")
    for row in rows:
        table.note(row)
    return rows


def bot_rows(table: Table, seat: int, line: str) -> list[EventRow]:
    """The rows of a bot's answer, applied to the table."""
    return draft(table, Done(choices(table, seat, line)), f"bot:{table.seq + 1}")


def earlier_answer(table: Table, command: from_client.FromBrowser, seats: Collection[int]) -> Ack | None:
    """The answer that a command got earlier, if its seat asks again; otherwise None."""
    identity: str = getattr(command, "id", "")
    answered = table.commands.get(identity)
    if answered is None:
        return None
    if answered.seat not in seats:
        raise RefusedError("not_seated", say("refused.command_of_other_seat"))
    if answered.sign not in ("", sign_of(command)):
        raise RefusedError("malformed", say("refused.command_id_used"))
    return Ack(identity, answered.seq)


def check_id(command: str) -> None:
    """Refuse an id that is empty, too long or not printable, because the store keeps it for ever."""
    if not command or len(command) > LONGEST_ID or not command.isascii() or not command.isprintable():
        raise RefusedError("malformed", say("refused.command_id", most=LONGEST_ID))
    if command.startswith("bot:"):
        raise RefusedError("malformed", say("refused.command_id_of_bot"))


def judge(table: Table, command: from_client.FromBrowser, seats: Collection[int], present: Collection[int]) -> Done:
    """What a command does that comes from a socket with these seats; `present` are the seats whose people are or were just connected."""
    if table.head.kind == RECORD:
        raise RefusedError("over", say("refused.is_record"))
    match command:
        case from_client.Choose():
            return _choose(table, command, seats)
        case from_client.Undo():
            return _undo(table, command, seats)
        case from_client.UndoAnswer():
            return _answer_undo(table, command, seats)
        case from_client.Say():
            return _say(table, command, seats)
        case from_client.Resign():
            return _resign(table, command, seats)
        case from_client.DrawOffer():
            return _draw(table, command, seats)
        case from_client.Rematch():
            return _rematch(table, command, seats, present)
        case from_client.StandIn():
            return _stand_in(table, command, seats, present)
        case from_client.Rename():
            return _rename(table, command, seats)
        case from_client.Revoke():
            return _revoke(table, command, seats)
        case from_client.NextStep():
            return _next_step(table, command, seats)
        case from_client.StandingOrder():
            _playing(table)
            _own(table, command.seat, seats)
            return Done([order_row(table, command)])
        case from_client.DiceShare():
            return _share(table, command, seats)
    raise RefusedError("malformed", say("refused.no_command"))


# -- playing ---------------------------------------------------------------------------------------------


def begin(table: Table) -> list[Row]:
    """Start the match of a table whose seats are all taken, and play the dice and set-up answers that follow."""
    table.begin()
    return [("began", TABLE, {}), *_rolled(table)]


def _rolled(table: Table) -> list[Row]:
    """Roll what chance is asked, and answer the set-up if the table does so."""
    before = table.count
    table.roll()
    if table.head.placed:
        answer_setup(table)
    return _played(table, before, TABLE)


def _choose(table: Table, command: from_client.Choose, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    _check_plays(table, command.seat)
    fresh(table, command.seq)
    if table.lesson is not None and table.lesson.waits:
        raise RefusedError("not_now", say("refused.lesson_waits"))
    if command.seat not in table.asked():
        raise RefusedError("not_your_turn", _whose(table))
    return Done(choices(table, command.seat, line_of(table.state, command.option) if command.option >= 0 else command.line))


def line_of(state: State, option: int) -> str:
    """The record's line for an option of the open question."""
    try:
        return option_line(state, option)
    except NoSuchOption as error:
        raise RefusedError("unknown", error.said) from None


def choices(table: Table, seat: int, line: str) -> list[Row]:
    """Play a line and the dice that follow, and return the rows."""
    before = table.count
    try:
        table.play(line)
    except IllegalChoice as refusal:
        no = RefusedError("illegal", str(refusal), refusal.reasons, table.state)
        no.rows = tried(table, line, [one.rule for one in refusal.reasons])
        raise no from None
    except NotationError as error:
        raise RefusedError("illegal", say("refused.not_understood", error=error.said)) from None
    if table.count == before:
        raise RefusedError("illegal", say("refused.done_already"))
    table.roll()
    return _played(table, before, seat)


def _played(table: Table, before: int, seat: int) -> list[Row]:
    """The rows of the choices since number `before`: the seat's own, then the table's dice."""
    match = table.match
    assert match is not None
    rows: list[Row] = []
    for number in range(before, len(match.lines)):
        chance = match.seats[number] == [-1]
        body: dict[str, Any] = {"line": match.lines[number]}
        if number > before and not chance and seat != TABLE:
            body["more"] = True
        rows.append(("choice", TABLE if chance else seat, body))
    return rows


def _undo(table: Table, command: from_client.Undo, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    _check_plays(table, command.seat)
    fresh(table, command.seq)
    if table.undone >= MOST_UNDOS:
        raise RefusedError("not_now", say("refused.too_many_undos", most=MOST_UNDOS))
    to = table.undo_to(command.seat)
    if to < 0:
        raise RefusedError("not_now", say("refused.nothing_to_undo"))
    others = [seat for seat in table.people() if seat not in seats]
    if table.lesson is None and set(others).intersection(table.asked()):
        if table.undo_wish >= 0:
            raise RefusedError("not_now", say("refused.undo_asked_already"))
        return Done([("undo_asked", command.seat, {})])
    return Done([("undone", command.seat, {"to": to, "told": True} if others else {"to": to})])


def _answer_undo(table: Table, command: from_client.UndoAnswer, seats: Collection[int]) -> Done:
    """The answer to the wish to take back a choice, by who would lose a turn; the one who wishes it may only withdraw it."""
    _playing(table)
    _own(table, command.seat, seats)
    wish = table.undo_wish
    to = table.undo_to(wish) if wish >= 0 else -1
    if to < 0:
        raise RefusedError("not_now", say("refused.no_undo_asked"))
    if wish not in seats and not set(seats).intersection(table.asked()):
        raise RefusedError("not_now", say("refused.undo_asked_agree"))
    if not command.agree:
        return Done([("undo_declined", command.seat, {})])
    if wish in seats:
        raise RefusedError("not_now", say("refused.undo_others_agree"))
    return Done([("undone", command.seat, {"to": to, "told": True, "for": wish})])


def tried(table: Table, line: str, rules: list[str]) -> list[Row]:
    """In a lesson whose goal is to see a refusal, trying counts: the rows that continue from its step."""
    reasons = [Reason(rule, "") for rule in rules]
    if table.lesson is None or not line or not table.lesson.refused(line, reasons):
        return []
    return [("lesson", TABLE, {"step": table.lesson.step})]


def _next_step(table: Table, command: from_client.NextStep, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    run = table.lesson
    if run is None:
        raise RefusedError("not_now", say("refused.no_lesson"))
    if command.again:
        return Done([("lesson", command.seat, {"again": True})])
    if not run.go_on():
        raise RefusedError("not_now", say("refused.step_not_done"))
    return Done([("lesson", command.seat, {"step": run.step})])


def _share(table: Table, command: from_client.DiceShare, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    if command.number != waiting_roll(table) or command.seat not in missing(table):
        raise RefusedError("stale", say("refused.no_share_due"))
    assert table.dice is not None
    if not command.link:
        return Done([("waived", command.seat, {"seats": [command.seat]})])
    if not table.dice.chains[command.seat].fits(command.number, command.link):
        raise RefusedError("illegal", say("refused.share_does_not_fit"))
    return Done([("share", command.seat, {"number": command.number, "link": command.link})])


# -- people ----------------------------------------------------------------------------------------------


def sit(table: Table, seat: int, name: str, seed: str, token: str = "") -> tuple[Done, int, str]:
    """Seat a person: the rows, the seat and its token. A token that already has a seat gets the same seat."""
    token = token_given(token)
    there = table.seat_with(hash_of(token))
    if there >= 0:
        return Done([]), there, token
    if table.head.kind != GAME or table.status != WAITING:
        raise RefusedError("seat_taken", say("refused.no_seat_free"))
    free = [k for k, one in enumerate(table.seats) if one.kind == OPEN]
    if seat >= len(table.seats) or seat < -1:
        raise RefusedError("no_such_seat", say("refused.no_such_seat", last=len(table.seats) - 1))
    if seat >= 0 and seat not in free:
        raise RefusedError("seat_taken", say("refused.seat_taken"))
    if not free:
        raise RefusedError("seat_taken", say("refused.no_seat_free"))
    seat = free[0] if seat < 0 else seat
    body = person_body(seat, name, seed, token)
    return Done([("sat", seat, body)]), seat, token


def person_body(seat: int, name: str, seed: str, token: str, claim: str = "") -> dict[str, Any]:
    """The body of a row that seats a person."""
    body: dict[str, Any] = {"seat": seat, "name": plain(name, LONGEST_NAME) or f"Player {seat + 1}", "kind": PERSON}
    body |= {"seed": seed, "token_hash": hash_of(token) if token else ""}
    return body | ({"claim": claim} if claim else {})


def bot_body(seat: int, bot: str) -> dict[str, Any]:
    """The body of a row that seats a bot."""
    known_bot(bot)
    return {"seat": seat, "name": bot_name(bot), "kind": BOT, "bot": bot, "seed": "bot"}


def known_bot(bot: str) -> None:
    """Refuse a name that is not exactly one of the listed bots', perhaps with a style that it can have."""
    plain, plus, style = bot.partition("+")
    if plain not in NAMES:
        raise RefusedError("unknown", say("refused.no_such_bot", name=plain, names=ListPart(tuple(NAMES), "or")))
    if plus and style not in STYLES:
        raise RefusedError("unknown", say("refused.no_such_style", name=style, names=ListPart(STYLES, "or")))
    if plus and plain not in STYLED:
        raise RefusedError("unknown", say("refused.bot_without_style", name=bot_name(plain)))


def _say(table: Table, command: from_client.Say, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if command.phrase:
        if command.phrase not in get_args(PhraseName):
            raise RefusedError("unknown", say("refused.no_such_phrase"))
        return Done([("said", command.seat, {"text": english().text(f"web.phrase.{command.phrase}"), "phrase": command.phrase})])
    if len(command.text) > LONGEST_TEXT:
        raise RefusedError("malformed", say("refused.chat_too_long", most=LONGEST_TEXT))
    text = plain(command.text, LONGEST_TEXT)
    if not text:
        raise RefusedError("malformed", say("refused.chat_empty"))
    return Done([("said", command.seat, {"text": text})])


def _resign(table: Table, command: from_client.Resign, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    if table.seats[command.seat].resigned:
        raise RefusedError("not_now", say("refused.resigned_already"))
    return Done([("resigned", command.seat, {"bot": "random"})])


def _draw(table: Table, command: from_client.DrawOffer, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    seat = command.seat
    if table.seats[seat].resigned:
        raise RefusedError("not_now", say("refused.resigned"))
    if command.answer == "offer":
        if not table.can_draw():
            raise RefusedError("not_now", say("refused.bots_take_no_draw"))
        if table.draw_offer >= 0:
            raise RefusedError("not_now", say("refused.draw_on_offer"))
        return Done([("draw_offered", seat, {})])
    if command.answer not in ("agree", "decline"):
        raise RefusedError("malformed", say("refused.answer_to_draw"))
    if table.draw_offer < 0:
        raise RefusedError("not_now", say("refused.no_draw_on_offer"))
    if command.answer == "decline":
        return Done([("draw_declined", seat, {})])
    if seat in table.agreed:
        raise RefusedError("not_now", say("refused.agreed_already"))
    return Done([("draw_agreed", seat, {})])


def _rematch(table: Table, command: from_client.Rematch, seats: Collection[int], present: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if table.head.kind != GAME or table.status != OVER:
        raise RefusedError("not_now", say("refused.rematch_when_over"))
    if table.rematch:
        raise RefusedError("not_now", say("refused.next_table_open", code=table.rematch))
    if command.seat in table.rematch_wanted and not is_rematch_due(table, command.seat, present):
        raise RefusedError("not_now", say("refused.rematch_asked_already"))
    return Done([("rematch_wanted", command.seat, {"seed": seed_given(command.seed)})])


def is_rematch_due(table: Table, seat: int, present: Collection[int]) -> bool:
    """Whether the next table opens when this seat asks for it: then all people who are present want it, including those who resigned.

    A person who is away can claim the seat at the next table with this table's token.
    """
    people = {k for k, one in enumerate(table.seats) if one.kind == PERSON and k in present}
    return {*table.rematch_wanted, seat} >= people


def _stand_in(table: Table, command: from_client.StandIn, seats: Collection[int], present: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if not 0 <= command.at < len(table.seats):
        raise RefusedError("no_such_seat", say("refused.no_such_seat", last=len(table.seats) - 1))
    if table.over:
        raise RefusedError("over", say("refused.game_over"))
    at = table.seats[command.at]
    if not command.bot:
        if command.at not in seats:
            raise RefusedError("not_seated", say("refused.not_your_stand_in"))
        if not at.stand_in or at.resigned:
            raise RefusedError("not_now", say("refused.no_stand_in"))
        if owes_turn(table, command.at):
            raise RefusedError("not_now", say("refused.bot_plays_turn"))
        return Done([("bot_out", command.seat, {"at": command.at})])
    known_bot(command.bot)
    if at.kind == OPEN:
        return Done([("sat", command.seat, bot_body(command.at, command.bot))])
    if at.player:
        raise RefusedError("seat_taken", say("refused.bot_plays_already"))
    if command.at in present and command.at not in seats:
        raise RefusedError("seat_taken", say("refused.person_is_here"))
    bot = command.bot if command.at in seats else table_level(table)
    return Done([("bot_in", command.seat, {"at": command.at, "bot": bot})])


def is_full(table: Table) -> bool:
    """Whether all seats are taken and the game can begin."""
    return table.match is None and bool(table.seats) and all(one.kind != OPEN for one in table.seats)


def _rename(table: Table, command: from_client.Rename, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    name = plain(command.name, LONGEST_NAME)
    if not name:
        raise RefusedError("malformed", say("refused.name_length", most=LONGEST_NAME))
    return Done([("renamed", command.seat, {"name": name})])


def _revoke(table: Table, command: from_client.Revoke, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    token = token_given(command.token)
    return Done([("revoked", command.seat, {"token_hash": hash_of(token)})], "" if command.token else token)


def back_again(table: Table, seats: Collection[int]) -> list[Row]:
    """Rows that give returning people their seats back, unless a bot that somebody else put there has answered, or the time was up."""
    rows: list[Row] = []
    for number in seats:
        seat = table.seats[number]
        if not seat.stand_in or seat.put_in < 0 or seat.resigned or table.over:
            continue
        if number not in table.makers[seat.put_in :] and not owes_turn(table, number):
            rows.append(("bot_out", number, {"at": number}))
    return rows


# -- what is checked first -------------------------------------------------------------------------------


def _playing(table: Table) -> None:
    if table.status == WAITING:
        raise RefusedError("not_now", say("refused.not_begun"))
    if table.over:
        raise RefusedError("over", say("refused.game_over"))


def _own(table: Table, seat: int, seats: Collection[int]) -> None:
    if not 0 <= seat < len(table.seats):
        raise RefusedError("no_such_seat", say("refused.no_such_seat", last=len(table.seats) - 1))
    if seat not in seats:
        raise RefusedError("not_seated", say("refused.not_your_seat"))


def _check_plays(table: Table, seat: int) -> None:
    if table.seats[seat].resigned:
        raise RefusedError("over", say("refused.resigned"))


def fresh(table: Table, seq: int) -> None:
    """Refuse a command that was made for an earlier moment."""
    if seq < table.game_seq or seq > table.seq:
        raise RefusedError("stale", say("refused.stale"))


def _whose(table: Table) -> Said:
    asked = table.asked()
    if not asked:
        return say("refused.nobody_asked")
    return say("refused.turn_of_others", names=ListPart(tuple(table.seats[seat].name for seat in asked), "or"))
