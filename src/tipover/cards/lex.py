"""Split the text of a rule into tokens: words, numbers, signs, and the names that packs declare."""

from __future__ import annotations

import re
from typing import NamedTuple

from tipover.cards.ast import TextPosition
from tipover.cards.name_table import NameTable
from tipover.cards.vocabulary import ADJECTIVES, PLURALS, SAME_WORDS, SELF_NOUNS

WORD, NUMBER, NAME, SIGN, STRANGE, END = "word", "number", "name", "sign", "strange", "end"


class Token(NamedTuple):
    """One token of a rule."""

    kind: str  # WORD, NUMBER, NAME, SIGN, STRANGE or END
    word: str  # what the grammar compares: a word in lower case, a declared name in the singular, digits, or a sign
    text: str  # the characters as written
    at: TextPosition  # where it begins
    first: bool = False  # whether it begins a sentence
    sort: str = ""  # the class of a declared name
    plural: bool = False  # whether a declared name is plural


_PIECE = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+)(?!\w)|(?P<odd>[0-9_]\w*)|(?P<owns>['’]s)(?!\w)|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*(?:['’]t(?!\w))?)|(?P<sign>[.,:]|;(?=\s+or\b))"
)


def lex(text: str, names: NameTable) -> list[Token]:
    """The tokens of a rule, ending with END; every character that fits nowhere becomes a STRANGE token."""
    tokens: list[Token] = []
    offset, line, start, first = 0, 1, 0, True
    while offset < len(text):
        found = _PIECE.match(text, offset)
        at = TextPosition(offset, line, offset - start + 1)
        named = names.find_at(text, offset, first) if _is_word_start(text, offset) else None
        if named:
            end = named[3]
            tokens.append(Token(NAME, named[0], text[offset:end], at, first, named[1], named[2]))
        elif found and found["space"]:
            end = found.end()
        elif found:
            end = found.end()
            tokens.append(_token_of(found, at, first))
        else:
            end = offset + 1
            tokens.append(Token(STRANGE, text[offset], text[offset], at, first))
        line += text.count("\n", offset, end)
        if "\n" in text[offset:end]:
            start = text.rindex("\n", offset, end) + 1
        if named or not found or not found["space"]:
            first = text[end - 1] in ".!?" and not named
        offset = end
    tokens.append(Token(END, "", "", TextPosition(offset, line, offset - start + 1)))
    return _plain(tokens) if any(token.word in _TURNS_OF_PHRASE for token in tokens) else tokens


_TURNS_OF_PHRASE = frozenset(("all", "see", *SELF_NOUNS))


def _plain(tokens: list[Token]) -> list[Token]:
    """Turns of phrase that can mean only one thing, in the words of the language: `this character`, `you can see`, `all allies`."""
    found: list[Token] = []
    for token in tokens:
        words = [one.word for one in (*found[-2:], token)]
        if token.kind != WORD:
            found.append(token)
        elif token.word in SELF_NOUNS and words[-2:-1] == ["this"]:
            continue
        elif words in (["you", "can", "see"], ["this", "can", "see"], ["you", "cannot", "see"], ["this", "cannot", "see"]):
            del found[-2:]
            found += [token._replace(word=one) for one in ("not", "in", "sight")[words[1] == "can" :]]
        else:
            found.append(token)
    for k, token in enumerate(found):
        if token.word == "all" and token.kind == WORD:
            _all_to_each(found, k)
    return found


def _all_to_each(tokens: list[Token], k: int) -> None:
    """`all adjacent rivals`, from the k-th token on, as `each adjacent rival`."""
    noun = k + 1
    while tokens[noun].word in ADJECTIVES:
        noun += 1
    last = next((end for end in (noun + 1, noun) if " ".join(one.word for one in tokens[noun : end + 1]) in PLURALS), 0)
    if tokens[noun].kind == NAME and tokens[noun].plural:
        tokens[noun] = tokens[noun]._replace(plural=False)
    elif last:
        singular = PLURALS[" ".join(one.word for one in tokens[noun : last + 1])].split()
        for at, word in enumerate(singular, noun):
            tokens[at] = tokens[at]._replace(word=word)
    else:
        return
    tokens[k] = tokens[k]._replace(word="each")


def _is_word_start(text: str, offset: int) -> bool:
    return offset == 0 or not (text[offset - 1].isalnum() or text[offset - 1] in "_-")


def _token_of(found: re.Match[str], at: TextPosition, first: bool) -> Token:
    if found["number"]:
        return Token(NUMBER, found["number"], found[0], at, first)
    if found["odd"]:
        return Token(STRANGE, found[0], found[0], at, first)
    if found["owns"]:
        return Token(SIGN, "'s", found[0], at)
    if found["sign"]:
        return Token(SIGN, found[0], found[0], at, first)
    word = (found[0].lower() if first else found[0]).replace("’", "'")
    return Token(WORD, SAME_WORDS.get(word, word), found[0], at, first)
