"""Words that no sentence can contain: unknown, wrongly capitalised, or not words at all.

They are looked for before the grammar is tried, because one misspelt word would otherwise be reported as a broken sentence.
"""

from __future__ import annotations

from collections.abc import Iterable

from tipover.cards.lex import STRANGE, WORD, Token
from tipover.cards.name_table import NameTable
from tipover.cards.other_games_table import other_words
from tipover.cards.proposals import proposed_word
from tipover.cards.read_errors import MOST_MISTAKES, RuleMistake, nearest, shortened, unknown
from tipover.cards.vocabulary import KNOWN_WORDS


def misspelt_words(sentence: Iterable[Token], names: NameTable) -> list[RuleMistake]:
    """One mistake for each word of a sentence that neither the vocabulary nor a pack knows, and for each in the wrong case."""
    found: list[RuleMistake] = []
    for token in sentence:
        mistake = _misspelling(token, names)
        if mistake:
            found.append(mistake)
        if len(found) >= MOST_MISTAKES:
            break
    return found


def _misspelling(token: Token, names: NameTable) -> RuleMistake | None:
    if token.kind == STRANGE:
        return _no_word(token)
    if token.kind != WORD:
        return None
    if token.first:
        if token.word not in KNOWN_WORDS:
            meant = nearest(token.text, (), names.spellings)
            return unknown(token.text, token.at, meant[:1].upper() + meant[1:])
        if not token.text[0].isupper():
            right = token.text.capitalize()
            return RuleMistake(
                token.at, token.text, f"a sentence begins with a capital letter: `{right}`", (), right, token.text, is_certain=True
            )
    elif token.word not in KNOWN_WORDS:
        return _unknown_inside(token, names)
    return None


def _no_word(token: Token) -> RuleMistake:
    if len(token.text) > 1:
        return RuleMistake(token.at, token.text, f"`{shortened(token.text)}` is neither a word nor a number")
    if token.text.isprintable():
        right = "." if token.text in "!?;" else ""
        return RuleMistake(
            token.at, token.text, f"`{token.text}` is no sign of the language: only letters, numbers and . , : ' are", (), right
        )
    return RuleMistake(token.at, token.text, f"a control character ({token.text!r}) cannot stand in a rule")


def _unknown_inside(token: Token, names: NameTable) -> RuleMistake:
    """A word inside a sentence; a capital letter says that a declared name was meant."""
    low = token.word.lower()
    if low != token.word and low in KNOWN_WORDS:
        message = f"`{token.text}` inside a sentence is written `{low}`; only declared names are capitalised"
        return RuleMistake(token.at, token.text, message, (), low, token.text, is_certain=True)
    if low != token.word and low not in other_words():
        whole = next((one for one in sorted(names.spellings) if one.startswith(token.text + " ")), "")
        if whole:
            return RuleMistake(
                token.at, token.text, f"`{token.text}` is not written whole: `{whole}`", (), whole, token.text, is_certain=True
            )
        meant = nearest(token.text, names.spellings, names.spellings)
        reason, replaced = f"`{shortened(token.text)}` is no declared name", token.text if meant else ""
        return RuleMistake(token.at, token.text, reason, (), meant, replaced, proposal=proposed_word(meant))
    return unknown(token.text, token.at, nearest(token.text, (), names.spellings))
