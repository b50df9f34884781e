"""A no with its code and sentence, on its way to whoever asked."""

from __future__ import annotations

from typing import Any

from tipover.table.protocol import ReasonShown, Refusal, Refused

STATUS = {
    "malformed": 400, "too_large": 413, "too_fast": 429, "not_seated": 403, "not_your_turn": 409, "stale": 409, "illegal": 422,
    "unknown": 404, "over": 409, "no_such_table": 404, "no_such_seat": 404, "seat_taken": 409, "not_now": 409, "closed": 503,
    "store": 503, "version": 409, "origin": 403,
}  # fmt: skip


class No(Exception):
    """A command or request is refused; nothing has changed."""

    def __init__(self, refused: str, sentence: str, reasons: list[ReasonShown] | None = None) -> None:
        super().__init__(sentence)
        self.refused = refused
        self.sentence = sentence
        self.reasons = reasons or []
        self.rows: list[tuple[str, int, dict[str, Any]]] = []  # what is kept all the same: a lesson's step that a no is the goal of

    @property
    def status(self) -> int:
        """The status of its HTTP answer."""
        return STATUS[self.refused]

    @staticmethod
    def not_understood(what: str, error: Exception) -> No:
        """The no to a message or request that cannot be read, with what its reader says of it."""
        told = " ".join(str(error).split())[:200] or "it is nested too deeply"
        return No("malformed", f"This {what} is not understood: {told}.")

    def over_http(self) -> Refusal:
        """As an HTTP answer."""
        return Refusal(self.refused, self.sentence, self.reasons)

    def over_socket(self, command: str, seq: int = -1) -> Refused:
        """As an answer to a command."""
        return Refused(command, self.refused, self.sentence, self.reasons, seq)
