"""The readers of one rule, each with the others that it calls."""

from __future__ import annotations

from tipover.cards.read_changes import ChangeReader
from tipover.cards.read_conditions import ConditionReader
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_deeds import DeedReader
from tipover.cards.read_events import EventReader
from tipover.cards.read_numbers import NumberReader
from tipover.cards.read_phrases import PhraseReader
from tipover.cards.read_steps import StepReader


class Grammar:
    """The readers that share a cursor.

    The grammar is recursive in two places: phrases contain events, and the deed `control` contains steps. There the reader
    below is given a function of the reader above, so that no module has to import one that imports it.
    """

    def __init__(self, cursor: Cursor) -> None:
        self.phrases = PhraseReader(cursor, past_event=lambda: self.events.past_event())  # noun phrases and relations
        self.conditions = ConditionReader(cursor, self.phrases)  # what follows `if` and `while`
        self.events = EventReader(cursor, self.phrases)  # events and moments
        self.numbers = NumberReader(cursor, self.phrases, self.conditions, self.events)  # numbers with their parts
        self.deeds = DeedReader(cursor, self.phrases, self.numbers, body=lambda: self.steps.controlled_body())  # verbs with what they take
        self.changes = ChangeReader(cursor, self.phrases, self.numbers, self.deeds)  # what standing rules change
        self.steps = StepReader(cursor, self.phrases, self.conditions, self.events, self.deeds, self.changes)
        """Deeds joined by `may`, `or`, `if`, loops and `, then`."""

    def reset(self) -> None:
        """Forget what an abandoned sentence had begun."""
        self.phrases.reset()
        self.steps.reset()
