"""Refusals of queries, and reasons for the wire."""

from __future__ import annotations

from tipover.engine.core.language import Printer, sentence
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import Said, say
from tipover.engine.core.state import State
from tipover.engine.view import has_secrets
from tipover.play.walls_in_words import walls_said
from tipover.table.protocol.game import ReasonShown


class NotNow(ValueError):
    """A query that cannot be answered at this moment."""

    def __init__(self, said: Said) -> None:
        super().__init__(sentence(said))
        self.said = said


def reasons_shown(state: State, reasons: list[Reason], printer: Printer) -> list[ReasonShown]:
    """Reasons with what to draw; walls are described where they are first mentioned."""
    found: list[ReasonShown] = []
    named: set[object] = set()
    for reason in reasons:
        text = reason_text(reason, printer)
        in_the_way = walls_said(state, reason) if reason.walls not in named else None
        if in_the_way is not None:
            text += f" {printer.text(in_the_way)}"
        named.add(reason.walls)
        walls = [(wall.x1, wall.y1, wall.x2, wall.y2) for wall in reason.walls]
        short = reason_text(reason, printer, short=True)
        found.append(ReasonShown(reason.rule, text, list(reason.squares), list(reason.things), walls, short))
    return found


def reason_text(reason: Reason, printer: Printer, short: bool = False) -> str:
    """A reason with the printer's names, in its language. `short`: without what it is about here."""
    rule = printer.language.text(f"rule.{reason.rule}")
    if reason.detail is None or (short and not reason.is_whole):
        return rule
    detail = printer.text(reason.detail)
    return detail if reason.is_whole else f"{rule} {detail}"


def hides_something(state: State) -> bool:
    """Whether a secret choice is open or not yet revealed: trying things out could then leak it (SUP-11)."""
    return has_secrets(state) or (state.decision is not None and state.decision.secret)


def check_playing(state: State, what: str) -> None:
    """Raise `NotNow` outside rounds or while something is secret; `what` is the last part of the catalogue's key."""
    if state.round < 1:
        raise NotNow(say("refused.before_first_round", what=say(f"refused.what_{what}")))
    if hides_something(state):
        raise NotNow(say("refused.while_secret", "SUP-11", what=say(f"refused.what_{what}")))
