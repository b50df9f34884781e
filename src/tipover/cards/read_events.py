"""Events and moments: what `When`, `After`, `Until`, `At` and `Instead of` wait for."""

from __future__ import annotations

from typing import NoReturn

from tipover.cards.ast import EventClause, Filter, Group, Num, Phrase
from tipover.cards.proposals import proposed_word
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_errors import Misread, RuleMistake
from tipover.cards.read_phrases import PhraseReader, read_flat
from tipover.cards.vocabulary import COLOUR_TOKENS, EVENTS, LAST_OF_ANY, MOMENTS, PAST_TIMES, UNTIL_MOMENTS

# The columns of EVENTS with the forms of a verb.
_THIRD, _PLURAL, _ING, _PAST, _PAST_PLURAL = range(5)
_FINITE = (_THIRD, _PLURAL)
_NOUN_EVENTS = ("challenge by", "challenge against")  # written as nouns, without a verb
_LONGEST_QUOTE = 8  # words of an unknown event that a message repeats
_EMPTY_WORDS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "being",
        "been",
        "get",
        "gets",
        "becomes",
        "become",
        "becoming",
        "a",
        "the",
        "of",
        "its",
        "their",
        "your",
        "each",
        "this",
    ]
)


def _content(words: str) -> list[str]:
    """The words that say what happens or when, without those that only join them."""
    return [word for word in words.lower().split() if word not in _EMPTY_WORDS]


class EventReader:
    """Reads events and moments."""

    def __init__(self, cursor: Cursor, phrases: PhraseReader) -> None:
        self.cursor = cursor
        self.phrases = phrases

    def event(self, time: str) -> EventClause:
        """An event after When, After, Until (finite verb) or Instead of (-ing form)."""
        at = self.cursor.at
        for verb in _NOUN_EVENTS:
            if self.cursor.take(f"a {verb}"):
                return EventClause(time, verb, self.phrases.phrase(), None, at)
        who = self.phrases.phrase()
        return self._event_of(who, time, (_ING,) if time == "instead" else _FINITE)

    def moment(self, time: str) -> EventClause | None:
        """A moment such as `the start of its turn`, after At and Until; None if none comes next."""
        at = self.cursor.at
        for moment in MOMENTS if time == "at" else UNTIL_MOMENTS:
            if moment != "round ends" and self.cursor.take(f"the {moment}"):
                return EventClause(time, moment, None, None, at)
        return None

    def past_event(self) -> EventClause:
        """An event of this turn or round: `this paid less this turn`."""
        with self.phrases.stopping_nowhere():  # `this turn` closes it, so no word around it has to
            found = self._event_of(self.phrases.phrase(), "turn", (_PAST, _PAST_PLURAL))
        time = next((time for time in PAST_TIMES if self.cursor.take(f"this {time}")), "")
        if not time:
            self.cursor.fail("`this turn`", "`this round`")
        return EventClause(time, found.verb, found.who, found.what, found.at)

    def refuse_unknown(self, what: str, known: list[str]) -> NoReturn:
        """Refuse the words up to the next comma or full stop, with the known ones that say the same."""
        words: list[str] = []
        while self.cursor.word(len(words)) not in (",", ".", ":", "") and len(words) < _LONGEST_QUOTE:
            words.append(self.cursor.peek(len(words)).text)
        if not words:
            self.cursor.fail(f"an {what}" if what[0] in "aeiou" else f"a {what}")
        written = " ".join(words)
        meant = next((one for one in known if _content(one) == _content(written)), "")
        reason, replaced = f"`{written}` is no {what}", written if meant else ""
        at, word = self.cursor.at, self.cursor.token.text
        raise Misread(RuleMistake(at, word, reason, tuple(known), meant, replaced, proposal=proposed_word(meant)))

    def _event_of(self, who: Phrase, time: str, forms: tuple[int, ...]) -> EventClause:
        """The verb of an event in one of these forms, and what follows it."""
        colour = self._last_of_colour(forms)
        if colour is not None:
            return EventClause(time, "last token", who, colour, who.at)
        for verb, row in EVENTS.items():
            if verb not in _NOUN_EVENTS and any(self._take_form(row[form]) for form in forms):
                what: Phrase | Num | tuple[Filter, ...] | None = None
                if row.follows == "phrase":
                    what = self.phrases.phrase()
                elif row.follows == "points":
                    what = read_flat(self.cursor)
                    self.cursor.expect_any("point", "points")
                elif row.follows == "relations":
                    what = self.phrases.filters() or self.cursor.fail("a relation")
                return EventClause(time, verb, who, what, who.at)
        if self._is_roll_of_named_dice(forms):
            self.cursor.skip()
            return EventClause(time, "rolls", who, self.phrases.phrase(), who.at)
        known = [row[form].format(its="its") for verb, row in EVENTS.items() if verb not in _NOUN_EVENTS for form in forms]
        self.refuse_unknown("event in its -ing form" if time == "instead" else "event", known)

    def _last_of_colour(self, forms: tuple[int, ...]) -> Group | None:
        """The token, if a payment with the last of its colour comes next: `does an ability paid with the last red token`."""
        for form in forms:
            for token in COLOUR_TOKENS:
                at = self.cursor.at
                if self.cursor.take(EVENTS["last token"][form].replace(LAST_OF_ANY, f"the last {token}")):
                    return Group("a", (), (token,), (), at)
        return None

    def _is_roll_of_named_dice(self, forms: tuple[int, ...]) -> bool:
        """Whether a roll of dice that a pack declares comes next: `rolls Boogie dice`."""
        said = any(self.cursor.is_next(EVENTS["rolls"][form].removesuffix(" dice")) for form in forms)
        return said and self.cursor.peek(1).sort == "die"

    def _take_form(self, form: str) -> bool:
        if "{its}" in form:
            return any(self.cursor.take(form.format(its=its)) for its in ("its", "their", "your"))
        return self.cursor.take(form)
