"""The cursor over the tokens of a rule: it looks ahead, takes words, and fails with what could have stood there."""

from __future__ import annotations

from functools import cache
from typing import NoReturn

from tipover.cards.ast import TextPosition
from tipover.cards.lex import END, NUMBER, SIGN, WORD, Token
from tipover.cards.name_table import NameTable
from tipover.cards.read_errors import Misread, RuleMistake, misplaced, nearest, shortened
from tipover.cards.vocabulary import HIGHEST_NUMBER, NUMBER_WORDS, VERB_FORMS

_SUBJECT_WORDS = ("this", "you", "it", "each", "a", "an", "the", "another", "if")  # with which a clause begins
_SIGN_NAMES = {".": "a full stop", ",": "a comma", ":": "a colon"}


@cache
def split(words: str) -> list[str]:
    """The single words and signs of an entry of the vocabulary (cached: there are few, and each is looked for often)."""
    return words.split()


class Cursor:
    """A position in a list of tokens, shared by all readers of one rule.

    Words that were looked for in vain are remembered with their position, because they are the likeliest suggestions.
    """

    def __init__(self, tokens: list[Token], names: NameTable) -> None:
        self.tokens = tokens  # the tokens of the whole rule; the last is the end
        self.names = names  # the names that the rule may use
        self.index = 0  # the index of the next token
        self._words = [token.word if token.kind in (WORD, SIGN, END) else "" for token in tokens]
        self._tried: dict[int, set[str]] = {}

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.index]

    @property
    def at(self) -> TextPosition:
        """Where the next token stands in the rule."""
        return self.tokens[self.index].at

    def peek(self, ahead: int = 0) -> Token:
        """The token that many positions ahead (a negative number looks back); the end, if the rule is shorter."""
        return self.tokens[min(self.index + ahead, len(self.tokens) - 1)]

    def word(self, ahead: int = 0) -> str:
        """The word or sign that many positions ahead; empty for names and numbers."""
        index = self.index + ahead
        return self._words[index] if index < len(self._words) else ""

    def skip(self, count: int = 1) -> None:
        """Move on over tokens that were looked at before."""
        self.index += count

    # --- looking and taking ---

    def is_next(self, words: str, ahead: int = 0) -> bool:
        """Whether these words and signs come next, or that many positions ahead."""
        index = self.index + ahead
        for k, word in enumerate(split(words), index):
            if k >= len(self._words) or self._words[k] != word:
                if k == self.index:
                    self._tried.setdefault(k, set()).add(words)
                return False
        return True

    def is_any_next(self, *choices: str) -> bool:
        """Whether one of these comes next."""
        return any(self.is_next(words) for words in choices)

    def take(self, words: str) -> bool:
        """Read these words if they come next."""
        if self.is_next(words):
            self.index += len(split(words))
            return True
        return False

    def take_any(self, *choices: str) -> str:
        """Read the first of these that comes next and return it; empty if none does."""
        for words in choices:
            if self.take(words):
                return words
        return ""

    def expect(self, words: str) -> None:
        """Read these words, or fail at the first that differs."""
        for word in words.split():
            if self.word() != word:
                self._tried.setdefault(self.index, set()).add(word)
                self.fail(_SIGN_NAMES.get(word, f"`{word}`"))
            self.index += 1

    def comma(self) -> None:
        """Read a comma after an event, a condition or a moment; before a verb or a subject it may be left out."""
        if not self.is_next(",") and self.token.kind == WORD and (self.word() in VERB_FORMS or self.word() in _SUBJECT_WORDS):
            return
        self.expect(",")

    def expect_any(self, *choices: str) -> str:
        """Read one of these and return it, or fail."""
        return self.take_any(*choices) or self.fail(*(f"`{one}`" for one in choices))

    def suggest(self, *words: str) -> None:
        """Let the next failure here suggest one of these words, if it is close to what is written."""
        for one in words:
            self.is_next(one)

    # --- failing ---

    def fail(self, *expected: str) -> NoReturn:
        """Raise that the next token cannot stand here, and what could."""
        token = self.token
        if token.kind == END or token.word in (".", ",", ":", "'s"):
            raise Misread(misplaced(token.text, token.at, expected, ""))
        meant = nearest(token.text, self._tried.get(self.index, ()), self.names.spellings) if token.kind == WORD else ""
        raise Misread(misplaced(token.text, token.at, expected, meant))

    def refuse(self, message: str, token: Token | None = None, suggestion: str = "", certain: bool = False) -> NoReturn:
        """Raise a message about a token (the next one, if none is given); if `certain`, the suggestion replaces it."""
        token = token or self.token
        raise Misread(RuleMistake(token.at, token.text, message, (), suggestion, token.text if certain else "", is_certain=certain))

    # --- numbers and sentences ---

    def is_number_next(self, ahead: int = 0) -> bool:
        """Whether digits or a number word come next."""
        token = self.peek(ahead)
        return token.kind == NUMBER or (token.kind == WORD and token.word in NUMBER_WORDS)

    def number(self) -> int:
        """Read a number; one over `HIGHEST_NUMBER` is refused."""
        if not self.is_number_next():
            self.fail("a number")
        token = self.token
        n = int(token.word) if token.kind == NUMBER else NUMBER_WORDS[token.word]
        if n > HIGHEST_NUMBER:
            self.refuse(f"`{shortened(token.text)}` is too large: numbers go up to {HIGHEST_NUMBER}", suggestion=str(HIGHEST_NUMBER))
        self.index += 1
        return n

    def sentence_end(self) -> int:
        """The index of the full stop that closes this sentence, or of the rule's end."""
        k = self.index
        while self.tokens[k].kind != END and self.tokens[k].word != ".":
            k += 1
        return k
