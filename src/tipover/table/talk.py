"""How much may be said beside a game: chat, names, tokens, draws, stand-ins."""

from __future__ import annotations

from collections import defaultdict

from tipover.engine.core.said import say
from tipover.table.limits import Bucket
from tipover.table.protocol import from_client
from tipover.table.refusals import RefusedError
from tipover.table.table_log import Table
from tipover.table.views import Seats

RATE, BURST, MOST = 1.0, 20.0, 5000  # per second, in a burst, in total
TALK = (from_client.Say, from_client.Rename, from_client.Revoke, from_client.DrawOffer, from_client.StandIn, from_client.StandingOrder)


class TalkLimit:
    """The limits of one table, for each screen."""

    def __init__(self) -> None:
        self._rates: defaultdict[Seats, Bucket] = defaultdict(lambda: Bucket(RATE, BURST))

    def check(self, table: Table, command: from_client.FromBrowser, seats: Seats) -> None:
        """Refuse what is no part of the game beyond what a table may store."""
        if not isinstance(command, TALK) or command.seat not in seats:
            return
        if table.talked >= MOST:
            raise RefusedError("not_now", say("refused.too_much_talk", most=MOST))
        if not self._rates[seats].take():
            raise RefusedError("too_fast", say("refused.talk_too_fast"))
