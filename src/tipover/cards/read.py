"""Read a rule: from its words to syntax trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from tipover.cards.ast import Change, Cond, Do, EventClause, If, Instead, May, Step, Text, TextPosition, When, While, text_position
from tipover.cards.bare_names import with_whole_names
from tipover.cards.lex import END, Token, lex
from tipover.cards.name_table import NameTable
from tipover.cards.other_games import Meant, leaves_condition, meant_by
from tipover.cards.other_games_table import other_words
from tipover.cards.plain_english import ANYWHERE, Purpose, goes_on, in_the_language, is_heading
from tipover.cards.plain_references import names_somebody
from tipover.cards.proposals import WRITE, Proposal
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_errors import MOST_MISTAKES, Misread, RuleError, RuleMistake, listed, unknown
from tipover.cards.read_grammar import Grammar
from tipover.cards.read_meaning import explained, mended, proposed
from tipover.cards.read_new_names import declared, new_names
from tipover.cards.read_spelling import misspelt_words
from tipover.cards.vocabulary import LIMITS, LONGEST_RULE
from tipover.cards.words import print_rule

MOST_EXPLAINED = 8  # mistakes; what follows more is told as the grammar sees it

__all__ = ["NameTable", "RuleError", "RuleMistake", "read_rule"]


def read_rule(text: str, names: NameTable, purpose: Purpose = ANYWHERE) -> list[Text]:
    """The texts of a rule in order; an empty rule has none. Raises one RuleError with all mistakes.

    `purpose` decides which sentence is proposed where one cannot be read.
    """
    if len(text) > LONGEST_RULE:
        message = f"the rule has {len(text):,} characters; {LONGEST_RULE:,} are the most"
        raise RuleError([RuleMistake(text_position(text, LONGEST_RULE), "", message)])
    return _TextReader(text, names, purpose=purpose).texts()


def meant_instead(rule: str, offset: int, names: NameTable, reason: str, purpose: Purpose = ANYWHERE) -> RuleMistake | None:
    """What is probably meant by the sentence at an offset of a rule that reads and cannot be meant; None if no table of other games says.

    `reason` says what is wrong with the sentence as it is; `purpose` is that of `read_rule`.
    """
    cursor = Cursor(lex(rule, names), names)
    while cursor.tokens[end := cursor.sentence_end()].at.offset < offset:
        cursor.index = end + 1
    sentence = cursor.tokens[cursor.index : end + 1]
    before = rule[: sentence[0].at.offset].strip()
    written = rule[sentence[0].at.offset : sentence[-1].at.offset] + "."
    plain = in_the_language(with_whole_names(sentence[:-1], names), before, partial(_printed, names), purpose)
    meant = Meant(None, plain) if plain and plain != written else meant_by(sentence[:-1], partial(_attempt, names), by_idiom=True)
    if not meant or not meant.is_final or leaves_condition(sentence, meant.sentence, cursor.tokens[end + 1 :]):
        return None
    return explained(rule, sentence, [RuleMistake(sentence[0].at, sentence[0].text, reason)], meant)[0]


def _attempt(names: NameTable, text: str) -> tuple[str, bool]:
    """The text as it is printed and True, or a text that is nearer to one that can be read (perhaps empty) and False."""
    other = "Otherwise, " if text.startswith("Otherwise, ") else ""
    text = text.removeprefix(other)
    text = text[:1].upper() + text[1:]
    try:
        printed, is_read = print_rule(_TextReader(text, names, suggests=False).texts()), True
    except RuleError as error:
        printed, is_read = mended(text, error.mistakes[0]), False
    return other + (printed[:1].lower() + printed[1:] if other else printed), is_read


def _printed(names: NameTable, text: str) -> str:
    """A text as it is printed; empty if it cannot be read."""
    printed, is_read = _attempt(names, text)
    return printed if is_read else ""


def _undeclared(rule: str, sentence: list[Token], names: NameTable, before: str, purpose: Purpose) -> RuleMistake | None:
    """What to declare and to write for a sentence that names something of the author's own; None if no such name lets it be read."""
    for new in new_names(rule, sentence[:-1], names):
        read = partial(_attempt, new.names)
        printed, is_read = read(new.sentence)
        tokens = lex(new.sentence, new.names)[:-2]
        better = printed if is_read else in_the_language(tokens, before, partial(_printed, new.names), Purpose(purpose.holds))
        if not better and (meant := meant_by(tokens, read)):
            better = meant.sentence
        if better:
            return declared(rule, sentence, new, better)
    return None


_HEADS = ("when", "after", "at the", "before", "instead of", "as a", "as an")  # with these a text begins that may be limited


@dataclass
class _Draft:
    """A text while it is being read: sentences are added until the next text begins."""

    kind: str  # `do`, `when`, `instead`, `while` or `offer`
    at: TextPosition  # where it begins
    event: EventClause | None = None  # what a trigger waits for or replaces
    cond: Cond | None = None  # when a standing rule applies
    change: Change | None = None  # what a standing rule changes
    steps: list[Step] = field(default_factory=list)  # the sentences so far
    limits: list[str] = field(default_factory=list)  # the limits so far
    limit_ahead: str = ""  # one that was said before it, `Once per round, when …`: sentences may still follow

    def can_take_steps(self) -> bool:
        """Whether a following sentence belongs to it."""
        return self.kind != "while" and not self.limits

    def text(self) -> Text:
        """The finished text."""
        steps = tuple(self.steps)
        limits = tuple(limit for limit in LIMITS if limit in (*self.limits, self.limit_ahead))
        if self.change:
            change = self.change
            if self.kind == "offer":
                change = Change(change.verb, change.who, change.n, change.what, change.how, steps, change.at)
            return While(self.cond, change, None, limits, self.at)
        if self.event:
            return (Instead if self.kind == "instead" else When)(self.event, steps, limits, at=self.at)
        return Do(steps, limits, self.at)


class _TextReader:
    """Reads sentence by sentence; a sentence with a mistake is skipped, so that all mistakes are found."""

    def __init__(self, rule: str, names: NameTable, suggests: bool = True, purpose: Purpose = ANYWHERE) -> None:
        self.rule = rule
        self.purpose = purpose  # what it is written for
        self.cursor = Cursor(lex(rule, names), names)
        self.grammar = Grammar(self.cursor)
        self.suggests = suggests  # whether a sentence that cannot be read is explained by what it probably means
        self._drafts: list[_Draft] = []
        self._mistakes: list[RuleMistake] = []
        self._broken = False  # the sentence before was skipped
        self._last: list[Token] = []  # the sentence before
        self._before = ""  # what the sentences before say, as far as it is known

    def texts(self) -> list[Text]:
        """All texts of the rule, or all its mistakes raised together."""
        while self.cursor.token.kind != END and len(self._mistakes) < MOST_MISTAKES:
            self._read_sentence()
        if self._mistakes:
            raise RuleError(sorted(self._mistakes[:MOST_MISTAKES], key=lambda mistake: mistake.at.offset))
        return [draft.text() for draft in self._drafts]

    def _read_sentence(self) -> None:
        end = self.cursor.sentence_end()
        sentence = self.cursor.tokens[self.cursor.index : end + 1]
        last, self._last = self._last, sentence
        mistakes = misspelt_words(sentence[:-1], self.cursor.names)
        is_foreign = bool(mistakes)
        if mistakes:
            mistakes[0] = self._in_context(mistakes[0])
        else:
            try:
                self._sentence()
                if self.cursor.is_next(", then"):
                    self.cursor.refuse(
                        "`, then` stands inside `if`, `may`, `control` and loops; here begin a new sentence", self.cursor.peek(1), "."
                    )
                if self.cursor.is_next("and") and self.grammar.deeds.is_deed_next(1):
                    self.cursor.refuse("deeds are not joined by `and`: begin a new sentence", suggestion=".")
                self.cursor.expect(".")
                self._broken = False
                self._before += f" {self.rule[sentence[0].at.offset : sentence[-1].at.offset]}."
                return
            except Misread as error:
                mistakes = [error.mistake]
        names_misspelt = any(one.suggestion in self.cursor.names.spellings and one.word[0].isupper() for one in mistakes if one.replaced)
        said = with_whole_names(sentence[:-1], self.cursor.names)
        if names_misspelt and sentence[0].at != mistakes[0].at and (said == sentence[:-1] or not self._plainly(said)):
            self._skip_sentence(mistakes)
            return
        if not self.suggests or len(self._mistakes) >= MOST_EXPLAINED:
            self._skip_sentence(mistakes)
            return
        if self._is_joined_to(last, sentence):
            return
        mended_words = self._with_words_mended(sentence, mistakes)
        if mended_words and not any(one.word.lower() in other_words() for one in mistakes):
            self._before += f" {mended_words}"
            self._skip_sentence(mistakes)
            return
        plain = self._plainly(said)
        if plain and self._is_anothers_turn(sentence, plain):
            plain = ""
        if mended_words and plain and not self.purpose.accepts(f"{self._before} {plain}"):
            plain = ""  # the word alone is told: with it the sentence can at least be read
        meant = meant_by(sentence[:-1], partial(_attempt, self.cursor.names))
        if meant and self._is_anothers_turn(sentence, meant.sentence):
            meant = None
        if plain and (not meant or (meant.sentence != plain and not self._is_rather_meant(meant, plain))):
            meant = Meant(None, plain, by_words=plain == mended_words)
        if meant and not (meant.sentence or is_foreign or (meant.idiom and not meant.idiom.rewriting.write)):
            meant = None
        if meant and leaves_condition(sentence, meant.sentence, self.cursor.tokens[end + 1 :]):
            meant = Meant(meant.idiom, "") if meant.idiom else None
        new = None if not is_foreign or (meant and meant.is_final) else self._undeclared(sentence)
        self._before += f" {meant.sentence}" if meant else ""
        if new:
            mistakes = [new]
        elif meant:
            mistakes = explained(self.rule, sentence, mistakes, meant)
        elif len(mistakes) == 1 and mistakes[0].is_unknown and is_heading(sentence) and sentence[-1].kind != END:
            mistakes = [
                mistakes[0]._replace(
                    reason=f"`{mistakes[0].word}` is not known: say what is done; if it only names what follows, leave it out"
                )
            ]
        elif len(mistakes) == 1 and mistakes[0].is_unknown and mistakes[0].replaced:
            mistakes = [self._if_it_fits(mistakes[0], sentence)]
        self._skip_sentence(mistakes)

    def _is_joined_to(self, last: list[Token], sentence: list[Token]) -> bool:
        """Whether a sentence says something only with the one before it (`If you do, …`, or after a heading); then both are mended as one.

        In an ability a word alone may be a deed (`Vanish.`), so it is never left out there without the author's word.
        """
        is_headed = bool(last) and self.purpose.holds is not False and is_heading(last)
        if not last or not (goes_on(sentence) or is_headed):
            return False
        both = last + sentence
        said = sentence if is_headed else both
        plain = in_the_language(said[:-1], self._before if is_headed else "", partial(_printed, self.cursor.names), self.purpose)
        if not plain:
            return False
        start = last[0].at.offset
        self._mistakes = [mistake for mistake in self._mistakes if mistake.offset < start]
        reason = "a rule has no headings" if is_headed else "what is had for something is said in one sentence"
        self._before += f" {plain}"
        self._skip_sentence([proposed(self.rule, both, reason, Proposal(WRITE, plain))])
        return True

    def _is_anothers_turn(self, sentence: list[Token], meant: str) -> bool:
        """Whether `its turn` would be the turn of somebody named before, where the author speaks of another."""
        if "of its turn" not in meant or not names_somebody(self._before):
            return False
        words = [token.word.lower() for token in sentence]
        return "turn" in words and not {"its", "their", "his", "her"}.intersection(words)

    def _is_rather_meant(self, meant: Meant, plain: str) -> bool:
        """Whether what the table of other games says is to be told rather than a sentence that would be refused in turn."""
        if not meant.is_final or self.purpose.accepts(f"{self._before} {plain}"):
            return False
        return not meant.sentence or self.purpose.accepts(f"{self._before} {meant.sentence}")

    def _plainly(self, said: list[Token]) -> str:
        """What the language writes for a sentence of plain English; empty if some word has no place in it."""
        return in_the_language(said, self._before, partial(_printed, self.cursor.names), self.purpose)

    def _with_words_mended(self, sentence: list[Token], mistakes: list[RuleMistake]) -> str:
        """The sentence as it is printed with every suggestion written; empty if some mistake has none, or if it cannot be read."""
        start, end = sentence[0].at.offset, sentence[-1].at.offset
        text = self.rule[start:end]
        for one in reversed(mistakes):
            if not one.replaced or not one.suggestion:
                return ""
            at = one.offset - start
            text = f"{text[:at]}{one.suggestion}{text[at:].removeprefix(one.replaced)}"
        return _printed(self.cursor.names, f"{text}.")

    def _undeclared(self, sentence: list[Token]) -> RuleMistake | None:
        return _undeclared(self.rule, sentence, self.cursor.names, self._before, self.purpose)

    def _if_it_fits(self, mistake: RuleMistake, sentence: list[Token]) -> RuleMistake:
        """The mistake for an unknown word, without its suggestion if that cannot stand there either."""
        start, end = sentence[0].at.offset, sentence[-1].at.offset
        before, after = self.rule[start : mistake.offset], self.rule[mistake.offset : end].removeprefix(mistake.replaced)
        try:
            _TextReader(f"{before}{mistake.suggestion}{after}.", self.cursor.names, suggests=False).texts()
        except RuleError as error:
            if error.mistakes[0].offset == len(before):
                return unknown(mistake.word, mistake.at, "", mistake.expected)
        return mistake

    def _in_context(self, mistake: RuleMistake) -> RuleMistake:
        """The mistake for an unknown word, with what could stand there: the grammar fails at it if all before it is right."""
        try:
            self._sentence()
        except Misread as error:
            found = error.mistake
            if found.at == mistake.at and mistake.is_unknown:
                first = self.cursor.token.first or mistake.suggestion == other_words().get(mistake.word.lower())
                return unknown(mistake.word, mistake.at, mistake.suggestion if first else found.suggestion, found.expected)
        return mistake

    def _skip_sentence(self, mistakes: list[RuleMistake]) -> None:
        self._mistakes += mistakes
        self._broken = True
        self.grammar.reset()
        self.cursor.index = self.cursor.sentence_end()
        if self.cursor.token.kind != END:
            self.cursor.skip()

    def _sentence(self) -> None:
        if self.cursor.is_next("."):
            self.cursor.refuse("a sentence without words")
        if self.cursor.token.first and self.cursor.take("then"):
            self.cursor.take(",")
        at = self.cursor.at
        if limit := self._limit_ahead():
            self._sentence()
            self._drafts[-1].limit_ahead = limit
            return
        if self._limit() or self._otherwise():
            return
        if self.cursor.is_any_next("when", "after", "at", "before", "instead of"):
            self._trigger(at)
        elif self.cursor.take("while"):
            cond = self.grammar.conditions.condition()
            self.cursor.comma()
            self._standing_rule(at, cond)
        elif self.cursor.is_next("as"):
            self._standing_rule(at, None)
        elif (
            self.grammar.deeds.is_deed_next()
            or self.cursor.is_any_next("if", "for each", "until")
            or not self.grammar.phrases.is_phrase_next()
        ):
            self._append_step(self.grammar.steps.step(), at)
        else:
            who = self.grammar.deeds.doer()
            change = self.grammar.changes.change_of(who)
            if change:
                self._drafts.append(_Draft("while", at, change=change))
            else:
                self._append_step(self.grammar.steps.alternatives(self.grammar.steps.clause_of(who)), at)

    def _append_step(self, step: Step, at: TextPosition) -> None:
        if not self._drafts or not self._drafts[-1].can_take_steps():
            self._drafts.append(_Draft("do", at))
        self._drafts[-1].steps.append(step)

    def _trigger(self, at: TextPosition) -> None:
        kind = "instead" if self.cursor.is_next("instead of") else "when"
        event = self.grammar.steps.awaited()
        draft = _Draft(kind, at, event=event)
        draft.steps.append(self.grammar.steps.step())
        self._drafts.append(draft)

    def _standing_rule(self, at: TextPosition, cond: Cond | None) -> None:
        place = self.cursor.at
        if not self.cursor.take("as"):
            self._drafts.append(_Draft("while", at, cond=cond, change=self.grammar.changes.change()))
            return
        if not self.cursor.is_any_next("a", "an"):
            self.cursor.fail("`a`")
        what = self.grammar.phrases.phrase("none")
        self.cursor.expect(",")
        who = self.grammar.deeds.doer()
        if not self.cursor.is_next("may"):
            self.cursor.fail("`may`")
        offered: May = self.grammar.steps.may(who)
        draft = _Draft("offer", at, cond=cond, change=Change("offer", what=what, at=place))
        draft.steps.append(offered)
        self._drafts.append(draft)

    def _limit_ahead(self) -> str:
        """A limit that stands before a trigger or an offered action, which it can only mean: `Once per round, when …`; read up to the comma."""
        for limit in LIMITS:
            words = limit.lower()
            if self.cursor.is_next(f"{words} ,") and any(self.cursor.is_next(f"{words} , {head}") for head in _HEADS):
                self.cursor.skip(len(words.split()) + 1)
                return limit
        return ""

    def _limit(self) -> bool:
        for limit in LIMITS:
            if self.cursor.take(limit.lower()):
                if not self._drafts and not self._mistakes:
                    self.cursor.refuse(f"`{limit}.` closes a text: something must stand before it", self.cursor.peek(-len(limit.split())))
                if self._drafts and limit in self._drafts[-1].limits:
                    self.cursor.refuse(f"`{limit}.` is said twice", self.cursor.peek(-len(limit.split())))
                if self._drafts:
                    self._drafts[-1].limits.append(limit)
                return True
        if self.cursor.is_any_next("once", "usable"):
            self.cursor.refuse(f"only these close a text: {listed(f'`{limit}.`' for limit in LIMITS)}")
        return False

    def _otherwise(self) -> bool:
        token = self.cursor.token
        if not self.cursor.take("otherwise"):
            return False
        steps = self._drafts[-1].steps if self._drafts else []
        before = steps[-1] if steps else None
        fits = isinstance(before, If) and not before.other and not self._drafts[-1].limits
        if not fits and not self._broken:
            self.cursor.refuse("`Otherwise` follows a sentence that begins with `if`", token)
        self.cursor.expect(",")
        other = self.grammar.steps.body()
        if fits and isinstance(before, If):
            steps[-1] = If(before.cond, before.steps, other, before.at)
        return True
