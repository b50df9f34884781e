"""Refusals of commands and requests, with code and sentence."""

from __future__ import annotations

import logging
from typing import Any

from tipover.engine.core.language import ENGLISH, sentence
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import InnerPart, Said, say
from tipover.engine.core.state import State
from tipover.table.echoes import cut_said, cut_sentence
from tipover.table.limits import Bucket
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_server import Refused
from tipover.table.protocol.game import ReasonShown
from tipover.table.protocol.literals import RefusalCode
from tipover.table.protocol.people import Refusal
from tipover.table.queries.refusal import reasons_shown
from tipover.table.store import StoreDown

STATUS: dict[RefusalCode, int] = {
    "malformed": 400, "too_large": 413, "too_fast": 429, "not_seated": 403, "not_your_turn": 409, "stale": 409, "illegal": 422,
    "unknown": 404, "over": 409, "no_such_table": 404, "no_such_seat": 404, "seat_taken": 409, "not_now": 409, "closed": 503,
    "store": 503, "version": 409, "origin": 403,
}  # fmt: skip

logger = logging.getLogger("tipover.table")
_told = Bucket(1 / 60, 3)  # lines of the log about an unavailable store


class RefusedError(Exception):
    """A command or request is refused; nothing has changed.

    `said` is a sentence of the catalogue, or a text that is not translated. An illegal choice has `reasons`, the first of
    which is the sentence, and a copy of the state that they are about.
    """

    def __init__(self, refused: RefusalCode, said: Said | str, reasons: list[Reason] | None = None, state: State | None = None) -> None:
        super().__init__(said if isinstance(said, str) else sentence(said))
        self.refused = refused
        self.said = said
        self.reasons = reasons or []
        self.rows: list[tuple[str, int, dict[str, Any]]] = []  # stored despite the refusal: a lesson's step whose goal is to see it
        self._state = state.clone() if state is not None else None

    @property
    def status(self) -> int:
        """The HTTP status code."""
        return STATUS[self.refused]

    @staticmethod
    def of_store(key: str, down: StoreDown) -> RefusedError:
        """The refusal while the store is unavailable. The log says more than the sentence: a stranger learns no path or address."""
        if _told.take():
            logger.error("the store is unavailable: %s", down)
        return RefusedError("store", say(key, error=InnerPart(say(f"trouble.{down.trouble}"))))

    @staticmethod
    def not_understood(what: str, error: Exception) -> RefusedError:
        """The refusal of a message or request that cannot be parsed, with the parser's message."""
        why = " ".join(cut_sentence(str(error)).split()) or "it is nested too deeply"
        return RefusedError("malformed", f"This {what} is not understood: {why}.")

    def over_http(self, language: str = ENGLISH) -> Refusal:
        """The refusal as an HTTP answer."""
        return Refusal(self.refused, *self._printed(language))

    def over_socket(self, command: str, seq: int = -1, language: str = ENGLISH) -> Refused:
        """The refusal as an answer to a command."""
        return Refused(command, self.refused, *self._printed(language), seq)

    def _printed(self, language: str) -> tuple[str, list[ReasonShown]]:
        shown: list[ReasonShown] = []
        if self._state is not None:
            shown = reasons_shown(self._state, self.reasons, table_printer(self._state, language))
        if shown:
            return shown[0].sentence, shown
        return cut_sentence(self.said) if isinstance(self.said, str) else sentence(cut_said(self.said), language), []
