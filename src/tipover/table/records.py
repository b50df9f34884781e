"""A table's record for a reader: the public one, a seat's own, or the complete one when the game is over."""

from __future__ import annotations

from tipover.engine.core.ids import NOBODY
from tipover.engine.core.said import say
from tipover.play.record import Record
from tipover.table.present.plain_names import table_printer
from tipover.table.refusals import RefusedError
from tipover.table.seats import hash_of
from tipover.table.table_head import GAME
from tipover.table.table_log import Table


def record_text(table: Table, token: str = "") -> str:
    """The record's text for the seat with this token, or for the public."""
    if table.match is None:
        raise RefusedError("not_now", say("refused.no_record_yet"))
    if table.record is not None:
        return table.head.record
    seat = table.seat_with(hash_of(token)) if token else NOBODY
    record = Record.shared(table.match, seat, ended=table.over)
    record.names = [one.name for one in table.seats]
    if table.head.kind == GAME and table.over and table.dice is not None:
        proof = str(table.dice.proof(revealed=True))
        if table.head.lines:
            # The dice before that moment belong to another game and cannot be recomputed from these seeds.
            record.note = f"played on from choice {len(table.head.lines)} of another game; the dice since: {proof}"
        else:
            record.dice = proof
    if table.ending is not None:
        record.note = " ".join(filter(None, [record.note, table_printer(table.state).text(table.ending.said)]))
    return record.text()
