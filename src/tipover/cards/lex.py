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


_TURNS_OF_PHRASE = frozenset(("all", "see", "no", "each", "until", "then", "adjacent", "point", *SELF_NOUNS))
_ENDS = {"turn": "the", "round": "the"}  # `until end of turn`
_WAITING = frozenset(("when", "whenever", "after", "before", "at"))  # so begins a text that may be set off in anybody's turn


def _plain(tokens: list[Token]) -> list[Token]:
    """Turns of phrase that can mean only one thing, in the words of the language: `this character`, `you can see`, `all allies`."""
    found: list[Token] = []
    waits = any(one.word in _WAITING and (k == 0 or tokens[k - 1].word == ".") for k, one in enumerate(tokens))
    for token in tokens:
        words = [one.word for one in (*found[-2:], token)]
        if token.kind != WORD:
            if token.word in (",", ".") and words[:2] in (["is", "adjacent"], ["are", "adjacent"]):
                found += [token._replace(kind=WORD, word=one) for one in ("to", "this")]
            found.append(token)
        elif token.word in SELF_NOUNS and words[-2:-1] == ["this"]:
            continue
        elif words in (["you", "can", "see"], ["this", "can", "see"], ["you", "cannot", "see"], ["this", "cannot", "see"]):
            del found[-2:]
            if found[-1:] and found[-1].word in ("that", "who", "which", "whom"):
                del found[-1:]
            found += [token._replace(word=one) for one in ("not", "in", "sight")[words[1] == "can" :]]
        elif token.word in _ENDS and words[:2] == ["end", "of"] and not (waits and token.word == "turn"):
            found += [token._replace(word=_ENDS[token.word]), token]
        elif token.word == "end" and words[-2:-1] == ["until"]:
            found += [token._replace(word="the"), token]
        elif token.word == "point" and words[0] in ("gain", "gains", "lose", "loses") and words[1] in ("a", "an"):
            found[-1] = found[-1]._replace(kind=NUMBER, word="1")
            found.append(token)
        elif token.word == "each" and words[-2:-1] == ["may"]:
            continue
        elif token.word == "then" and found and (found[-1].kind in (WORD, NUMBER, NAME)):
            if found[-1].word == "and":
                del found[-1:]
            found += [token._replace(kind=SIGN, word=","), token]
        else:
            found.append(token)
    for k, token in enumerate(found):
        if token.word in ("all", "no") and token.kind == WORD:
            _to_one(found, k)
        elif token.word == "marker" and k > 1 and found[k - 1].word == "point" and found[k - 2].text in ("a", "an"):
            found[k - 2] = found[k - 2]._replace(kind=WORD, word="a")  # `gain a point marker` is no number
    return found


def _to_one(tokens: list[Token], k: int) -> None:
    """`all adjacent rivals`, from the k-th token on, as `each adjacent rival`; `no rivals` as `no rival`."""
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
    tokens[k] = tokens[k]._replace(word="each" if tokens[k].word == "all" else "no")


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
