"""A table's record as one may have it: everybody the shared one, a seat what it may know, all of it when the game is over."""

from __future__ import annotations

from tipover.engine.state import NOBODY
from tipover.play.record import Record
from tipover.table.refusals import No
from tipover.table.seats import hash_of
from tipover.table.tables import GAME, Table


def record_text(table: Table, token: str = "") -> str:
    """The record's text for the seat of a token, or for anybody."""
    if table.match is None:
        raise No("not_now", "The game has not begun: there is no record yet.")
    if table.record is not None:
        return table.head.record
    seat = table.seat_with(hash_of(token)) if token else NOBODY
    record = Record.shared(table.match, seat, ended=table.over)
    record.names = [one.name for one in table.seats]
    if table.head.kind == GAME and table.over and table.dice is not None:
        proof = str(table.dice.proof(revealed=True))
        if table.head.lines:
            # The dice before that moment fell in another game: they cannot be reckoned again from these seeds.
            record.note = f"played on from choice {len(table.head.lines)} of another game; the dice since: {proof}"
        else:
            record.dice = proof
    if table.ending is not None:
        record.note = " ".join(filter(None, [record.note, table.ending.words]))
    return record.text()
