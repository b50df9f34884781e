"""What a command appends to a table: rows, or a `No`. Pure but for choices, which are played on the table's match."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from tipover.bots import ABOUT, UnknownBot, make
from tipover.engine.reason import Reason
from tipover.engine.run import IllegalChoice
from tipover.play.naming import NotationError
from tipover.table import protocol
from tipover.table.looks.refusal import reasons_shown
from tipover.table.placing import answer_setup
from tipover.table.refusals import No
from tipover.table.seats import BOT, LONGEST_NAME, LONGEST_TEXT, OPEN, PERSON, hash_of, plain, seed_given, token_given
from tipover.table.store import EventRow
from tipover.table.tables import GAME, OVER, RECORD, TABLE, WAITING, Table

LONGEST_ID = 80

Row = tuple[str, int, dict[str, Any]]  # kind, seat, body


class Done(NamedTuple):
    """What a command appends: kind, seat and body of each row; `token` is told to its sender alone, `sign` tells it from others."""

    rows: list[Row]
    token: str = ""
    sign: str = ""


def rows_of(table: Table, done: Done, command: str) -> list[EventRow]:
    """The rows with their numbers; the command's id and sign stand on the first."""
    now = time.time()
    rows: list[EventRow] = []
    for k, (kind, seat, body) in enumerate(done.rows, 1):
        signed = body | {"sign": done.sign} if k == 1 and done.sign else body
        rows.append(EventRow(table.seq + k, kind, seat, command if k == 1 else "", msgspec.json.encode(signed).decode(), now))
    return rows


def sign_of(command: protocol.FromBrowser) -> str:
    """What tells a command from others with the same id: all it says but what its browser had seen."""
    said = msgspec.to_builtins(command)
    for part in ("id", "seq"):
        said.pop(part, None)
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:16]


def draft(table: Table, done: Done, command: str) -> list[EventRow]:
    """The rows of what was judged, folded, if it does anything; the beginning of the game follows when the last seat is taken.

    Whoever cannot write them has to fold the table anew.
    """
    rows = rows_of(table, done, command)
    if not rows:
        return []
    for row in rows:
        table.note(row)
    if is_full(table):
        rows += _noted(table, begin(table))
    elif rows[0].kind == "lesson":
        before = table.count
        table.roll()
        rows += _noted(table, _played(table, before, TABLE))
    return rows


def _noted(table: Table, more: list[Row]) -> list[EventRow]:
    rows = rows_of(table, Done(more), "")
    for row in rows:
        table.note(row)
    return rows


def check_id(command: str) -> None:
    """Refuse an id that is none: it stands in the store for ever."""
    if not command or len(command) > LONGEST_ID or not command.isascii() or not command.isprintable():
        raise No("malformed", f"A command's id is 1 to {LONGEST_ID} plain characters.")
    if command.startswith("bot:"):
        raise No("malformed", "A command's id does not begin with 'bot:'.")


def judge(table: Table, command: protocol.FromBrowser, seats: Collection[int], present: Collection[int]) -> Done:
    """What a command of a socket that holds these seats does; `present` are the seats whose people are here or were just now."""
    if table.head.kind == RECORD:
        raise No("over", "This is a finished record: look at its moments, or play on from one.")
    match command:
        case protocol.Choose():
            return _choose(table, command, seats)
        case protocol.Undo():
            return _undo(table, command, seats)
        case protocol.Say():
            return _say(table, command, seats)
        case protocol.Resign():
            return _resign(table, command, seats)
        case protocol.Draw():
            return _draw(table, command, seats)
        case protocol.Rematch():
            return _rematch(table, command, seats, present)
        case protocol.StandIn():
            return _stand_in(table, command, seats, present)
        case protocol.Rename():
            return _rename(table, command, seats)
        case protocol.Revoke():
            return _revoke(table, command, seats)
        case protocol.NextStep():
            return _next_step(table, command, seats)
    raise No("malformed", "This message is no command.")


# -- playing ---------------------------------------------------------------------------------------------


def begin(table: Table) -> list[Row]:
    """Start the match of a table whose seats are all taken; the dice and set-up answers that follow belong to it."""
    table.begin()
    before = table.count
    table.roll()
    if table.head.placed:
        answer_setup(table)
    return [("began", TABLE, {}), *_played(table, before, TABLE)]


def _choose(table: Table, command: protocol.Choose, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    _check_plays(table, command.seat)
    fresh(table, command.seq)
    if table.lesson is not None and table.lesson.waits:
        raise No("not_now", "The lesson waits: read on, take back what you did, or start again.")
    if command.seat not in table.asked():
        raise No("not_your_turn", _whose(table))
    return Done(choices(table, command.seat, command.line))


def choices(table: Table, seat: int, line: str) -> list[Row]:
    """Play a line and the dice that follow."""
    before = table.count
    try:
        table.play(line)
    except IllegalChoice as refusal:
        reasons = reasons_shown(table.state, refusal.reasons)
        no = No("illegal", reasons[0].sentence if reasons else str(refusal), reasons)
        no.rows = tried(table, line, [one.rule for one in reasons])
        raise no from None
    except NotationError as error:
        raise No("illegal", f"Not understood: {error}.") from None
    if table.count == before:
        raise No("illegal", "This is done already, and the question is still open.")
    table.roll()
    return _played(table, before, seat)


def _played(table: Table, before: int, seat: int) -> list[Row]:
    """The rows of the choices since `before`: the seat's own, then the table's dice."""
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


def _undo(table: Table, command: protocol.Undo, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    _check_plays(table, command.seat)
    fresh(table, command.seq)
    to = table.undo_to(command.seat)
    if to < 0:
        raise No("not_now", "There is nothing of yours to take back: dice that fell, secrets shown and what others did since stay.")
    return Done([("undone", command.seat, {"to": to})])


def tried(table: Table, line: str, rules: list[str]) -> list[Row]:
    """In a lesson that wants a no to be seen, trying is doing: the rows that go on from its step."""
    reasons = [Reason(rule, "") for rule in rules]
    if table.lesson is None or not table.lesson.refused(line, reasons):
        return []
    return [("lesson", TABLE, {"step": table.lesson.step})]


def _next_step(table: Table, command: protocol.NextStep, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    run = table.lesson
    if run is None:
        raise No("not_now", "This table is no lesson.")
    if command.again:
        return Done([("lesson", command.seat, {"again": True})])
    if not run.go_on():
        raise No("not_now", "This step asks you to do something first.")
    return Done([("lesson", command.seat, {"step": run.step})])


# -- people ----------------------------------------------------------------------------------------------


def sit(table: Table, seat: int, name: str, seed: str, token: str = "") -> tuple[Done, int, str]:
    """A person takes a seat; the rows, which seat, and its token. Whose token sits there already sits there."""
    token = token_given(token)
    there = table.seat_with(hash_of(token))
    if there >= 0:
        return Done([]), there, token
    if table.head.kind != GAME or table.status != WAITING:
        raise No("seat_taken", "All seats of this table are taken.")
    free = [k for k, one in enumerate(table.seats) if one.kind == OPEN]
    if seat >= len(table.seats) or seat < -1:
        raise No("no_such_seat", f"This table has the seats 0 to {len(table.seats) - 1}.")
    if seat >= 0 and seat not in free:
        raise No("seat_taken", "Somebody sits there already; take another seat.")
    if not free:
        raise No("seat_taken", "All seats of this table are taken.")
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
    """Refuse a bot there is not."""
    try:
        make(bot, "name")
    except UnknownBot as error:
        raise No("unknown", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def bot_name(bot: str) -> str:
    """What a bot is called at the table."""
    return ABOUT[bot][0] if bot in ABOUT else bot


def _say(table: Table, command: protocol.Say, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if len(command.text) > LONGEST_TEXT:
        raise No("malformed", f"A line of chat has at most {LONGEST_TEXT} characters.")
    text = plain(command.text, LONGEST_TEXT)
    if not text:
        raise No("malformed", "There is nothing to say in this line.")
    return Done([("said", command.seat, {"text": text})])


def _resign(table: Table, command: protocol.Resign, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    if table.seats[command.seat].resigned:
        raise No("not_now", "This seat has resigned already.")
    return Done([("resigned", command.seat, {"bot": "random"})])


def _draw(table: Table, command: protocol.Draw, seats: Collection[int]) -> Done:
    _playing(table)
    _own(table, command.seat, seats)
    seat = command.seat
    if table.seats[seat].resigned:
        raise No("not_now", "This seat has resigned.")
    if command.answer == "offer":
        if not table.can_draw():
            raise No("not_now", "The others are bots just now: they take no draw. You can resign.")
        if table.draw_offer >= 0:
            raise No("not_now", "A draw is on offer already: agree or decline.")
        return Done([("draw_offered", seat, {})])
    if command.answer not in ("agree", "decline"):
        raise No("malformed", "The answer to a draw is offer, agree or decline.")
    if table.draw_offer < 0:
        raise No("not_now", "No draw is on offer.")
    if command.answer == "decline":
        return Done([("draw_declined", seat, {})])
    if seat in table.agreed:
        raise No("not_now", "You have agreed already; the others are asked.")
    return Done([("draw_agreed", seat, {})])


def _rematch(table: Table, command: protocol.Rematch, seats: Collection[int], present: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if table.head.kind != GAME or table.status != OVER:
        raise No("not_now", "A rematch can be asked for when the game is over.")
    if table.rematch:
        raise No("not_now", f"The next table is open: {table.rematch}.")
    if command.seat in table.rematch_wanted and not is_rematch_due(table, command.seat, present):
        raise No("not_now", "You have asked for it already; the others are asked.")
    return Done([("rematch_wanted", command.seat, {"seed": seed_given(command.seed)})])


def is_rematch_due(table: Table, seat: int, present: Collection[int]) -> bool:
    """Whether the next table opens when this seat wants it: all people who are here do then, those who resigned too.

    Whoever is away claims the seat that is kept at the next table with the token of this one.
    """
    people = {k for k, one in enumerate(table.seats) if one.kind == PERSON and k in present}
    return {*table.rematch_wanted, seat} >= people


def _stand_in(table: Table, command: protocol.StandIn, seats: Collection[int], present: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    if not 0 <= command.at < len(table.seats):
        raise No("no_such_seat", f"This table has the seats 0 to {len(table.seats) - 1}.")
    if table.over:
        raise No("over", "The game is over.")
    at = table.seats[command.at]
    if not command.bot:
        if command.at not in seats:
            raise No("not_seated", "Only the person of a seat takes it back from a bot.")
        if not at.stand_in or at.resigned:
            raise No("not_now", "No bot stands in for this seat.")
        return Done([("bot_out", command.seat, {"at": command.at})])
    known_bot(command.bot)
    if at.kind == OPEN:
        return Done([("sat", command.seat, bot_body(command.at, command.bot))])
    if at.player:
        raise No("seat_taken", "A bot plays for this seat already.")
    if command.at in present and command.at not in seats:
        raise No("seat_taken", "The person of this seat is here, or has been until a moment ago.")
    return Done([("bot_in", command.seat, {"at": command.at, "bot": command.bot})])


def is_full(table: Table) -> bool:
    """Whether all seats are taken and the game can begin."""
    return table.match is None and bool(table.seats) and all(one.kind != OPEN for one in table.seats)


def _rename(table: Table, command: protocol.Rename, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    name = plain(command.name, LONGEST_NAME)
    if not name:
        raise No("malformed", f"A name has 1 to {LONGEST_NAME} characters.")
    return Done([("renamed", command.seat, {"name": name})])


def _revoke(table: Table, command: protocol.Revoke, seats: Collection[int]) -> Done:
    _own(table, command.seat, seats)
    token = token_given(command.token)
    return Done([("revoked", command.seat, {"token_hash": hash_of(token)})], "" if command.token else token)


def back_again(table: Table, seats: Collection[int]) -> list[Row]:
    """Who comes back plays on at once, unless the bot that another put in has answered already."""
    rows: list[Row] = []
    for number in seats:
        seat = table.seats[number]
        if seat.stand_in and seat.put_in >= 0 and not seat.resigned and not table.over and number not in table.makers[seat.put_in :]:
            rows.append(("bot_out", number, {"at": number}))
    return rows


# -- what is checked first -------------------------------------------------------------------------------


def _playing(table: Table) -> None:
    if table.status == WAITING:
        raise No("not_now", "The game has not begun: seats are open.")
    if table.over:
        raise No("over", "The game is over.")


def _own(table: Table, seat: int, seats: Collection[int]) -> None:
    if not 0 <= seat < len(table.seats):
        raise No("no_such_seat", f"This table has the seats 0 to {len(table.seats) - 1}.")
    if seat not in seats:
        raise No("not_seated", "This seat is not yours here.")


def _check_plays(table: Table, seat: int) -> None:
    if table.seats[seat].resigned:
        raise No("over", "This seat has resigned.")


def fresh(table: Table, seq: int) -> None:
    """Refuse what was said about a moment that is past."""
    if seq < table.game_seq or seq > table.seq:
        raise No("stale", "The game has gone on since; look at it as it stands now.")


def _whose(table: Table) -> str:
    asked = table.asked()
    names = " or ".join(table.seats[seat].name for seat in asked)
    return f"It is {names}'s turn to choose." if names else "Nobody is asked now."
