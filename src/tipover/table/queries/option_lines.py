"""Answers by number: the record's line for an option."""

from __future__ import annotations

from tipover.engine.core.said import Said, say
from tipover.engine.core.state import State
from tipover.play.notation.writing import notate


class NoSuchOption(Exception):
    """The open question has no option with this number; `said` is the sentence that says how many it has."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.key)
        self.said = said


def option_line(state: State, number: int) -> str:
    """The record's line for the option with this number of the open question."""
    ask = state.decision
    options = ask.options if ask is not None and not ask.is_chance else []
    if not options:
        raise NoSuchOption(say("refused.no_options", number=number))
    if not 0 <= number < len(options):
        raise NoSuchOption(say("refused.no_such_option", number=number, last=len(options) - 1))
    return notate(state, options[number])
