"""A cursor over the tokens of a rule: looking ahead, taking words, failing with what could stand here."""

from __future__ import annotations

from typing import NoReturn

from tipover.cards.ast import Place
from tipover.cards.lex import END, NAME, NUMBER, STRANGE, WORD, Names, Token
from tipover.cards.read_errors import MOST_MISTAKES, SYNONYMS, Misread, Mistake, misplaced, nearest, shortened, unknown
from tipover.cards.vocabulary import HIGHEST_NUMBER, KNOWN_WORDS, NUMBER_WORDS


class Cursor:
    """Where the reader is; words tried in vain at a place are remembered for suggestions."""

    def __init__(self, tokens: list[Token], names: Names) -> None:
        self.tokens = tokens
        self.names = names
        self.k = 0
        self._tried: dict[int, set[str]] = {}

    @property
    def here(self) -> Token:
        """The token to be read next."""
        return self.tokens[self.k]

    @property
    def at(self) -> Place:
        """Where it stands."""
        return self.tokens[self.k].at

    def peek(self, ahead: int = 0) -> Token:
        """A token further on; beyond the end, the end."""
        return self.tokens[min(self.k + ahead, len(self.tokens) - 1)]

    def word(self, ahead: int = 0) -> str:
        """The word or sign further on; nothing for names and numbers."""
        token = self.peek(ahead)
        return token.word if token.kind not in (NAME, NUMBER, STRANGE) else ""

    def sees(self, words: str, ahead: int = 0) -> bool:
        """Whether these words (and signs) come next."""
        for k, word in enumerate(words.split()):
            if self.word(ahead + k) != word:
                if ahead + k == 0:
                    self._tried.setdefault(self.k, set()).add(words)
                return False
        return True

    def sees_any(self, *choices: str) -> bool:
        """Whether one of these comes next."""
        return any(self.sees(words) for words in choices)

    def take(self, words: str) -> bool:
        """Read these words if they come next."""
        if self.sees(words):
            self.k += len(words.split())
            return True
        return False

    def take_any(self, *choices: str) -> str:
        """Read the first of these that comes next; nothing if none does."""
        for words in choices:
            if self.take(words):
                return words
        return ""

    def expect(self, words: str) -> None:
        """Read these words or fail at the first that differs."""
        for word in words.split():
            if self.word() != word:
                self._tried.setdefault(self.k, set()).add(word)
                self.fail({".": "a full stop", ",": "a comma", ":": "a colon"}.get(word, f"`{word}`"))
            self.k += 1

    def expect_any(self, *choices: str) -> str:
        """Read one of these or fail."""
        return self.take_any(*choices) or self.fail(*(f"`{one}`" for one in choices))

    def fail(self, *expected: str) -> NoReturn:
        """Give up the sentence: what stands here cannot."""
        token = self.here
        if token.kind == END or token.word in (".", ",", ":", "'s"):
            raise Misread(misplaced(token.text, token.at, expected, ""))
        meant = nearest(token.text, self._tried.get(self.k, ()), self.names.spellings) if token.kind == WORD else ""
        raise Misread(misplaced(token.text, token.at, expected, meant))

    def refuse(self, message: str, token: Token | None = None, suggestion: str = "") -> NoReturn:
        """Give up the sentence with a sentence of its own."""
        token = token or self.here
        raise Misread(Mistake(token.at, token.text, message, (), suggestion))

    # --- numbers ---

    def sees_number(self, ahead: int = 0) -> bool:
        """Whether digits or a number word come next."""
        token = self.peek(ahead)
        return token.kind == NUMBER or (token.kind == WORD and token.word in NUMBER_WORDS)

    def number(self) -> int:
        """Read a number; over twenty is refused."""
        if not self.sees_number():
            self.fail("a number")
        token = self.here
        n = int(token.word) if token.kind == NUMBER else NUMBER_WORDS[token.word]
        if n > HIGHEST_NUMBER:
            self.refuse(f"`{shortened(token.text)}` is too large: numbers go up to {HIGHEST_NUMBER}", suggestion=str(HIGHEST_NUMBER))
        self.k += 1
        return n

    # --- sentences ---

    def sentence_end(self) -> int:
        """The index of the full stop, or end, that closes this sentence."""
        k = self.k
        while self.tokens[k].kind != END and self.tokens[k].word != ".":
            k += 1
        return k

    def strange_words(self) -> list[Mistake]:
        """The words of this sentence that no table and no pack knows, and those in the wrong case."""
        found: list[Mistake] = []
        for token in self.tokens[self.k : self.sentence_end()]:
            mistake = self._strange(token)
            if mistake:
                found.append(mistake)
            if len(found) >= MOST_MISTAKES:
                break
        return found

    def _strange(self, token: Token) -> Mistake | None:
        if token.kind == STRANGE:
            if len(token.text) > 1:
                return Mistake(token.at, token.text, f"`{shortened(token.text)}` is neither a word nor a number")
            if token.text.isprintable():
                right = "." if token.text in "!?;" else ""
                return Mistake(
                    token.at, token.text, f"`{token.text}` is no sign of the language: only letters, numbers and . , : ' are", (), right
                )
            return Mistake(token.at, token.text, f"a control character ({token.text!r}) cannot stand in a rule")
        if token.kind != WORD:
            return None
        if token.first:
            if token.word not in KNOWN_WORDS:
                return unknown(token.text, token.at, self._capital(nearest(token.text, (), self.names.spellings)))
            if not token.text[0].isupper():
                right = token.text.capitalize()
                return Mistake(token.at, token.text, f"a sentence begins with a capital letter: `{right}`", (), right)
        elif token.word not in KNOWN_WORDS:
            return self._unknown_inside(token)
        return None

    def _capital(self, word: str) -> str:
        return word[:1].upper() + word[1:]

    def _unknown_inside(self, token: Token) -> Mistake:
        low = token.word.lower()
        if low != token.word and low in KNOWN_WORDS:
            return Mistake(
                token.at, token.text, f"`{token.text}` inside a sentence is written `{low}`; only declared names are capitalised", (), low
            )
        if low != token.word and low not in SYNONYMS:
            whole = next((one for one in sorted(self.names.spellings) if one.startswith(token.text + " ")), "")
            if whole:
                return Mistake(token.at, token.text, f"`{token.text}` is not written whole: `{whole}`", (), whole)
            meant = nearest(token.text, self.names.spellings, self.names.spellings)
            said = f"`{shortened(token.text)}` is no declared name" + (f"; did you mean `{meant}`?" if meant else "")
            return Mistake(token.at, token.text, said, (), meant)
        return unknown(token.text, token.at, nearest(token.text, (), self.names.spellings))
