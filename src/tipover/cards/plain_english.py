"""What a sentence of plain English is in the language of the cards: read by frames, only if every one of its words has found a place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tipover.cards.lex import NAME, NUMBER, Token
from tipover.cards.plain_grammar import Plain, Sentence, frame_words, plain_table
from tipover.cards.plain_phrases import known_nouns
from tipover.cards.plain_references import swaps_another, with_references
from tipover.cards.plain_sorts import READERS
from tipover.cards.vocabulary import HIGHEST_NUMBER, LIMITS, NOUNS, NUMBER_WORDS

MOST_WORDS = 60  # of a sentence; a longer one is none
MOST_TRIED = 24  # readings of one sentence, the likeliest first
SHORTEST_MISSPELT = 5  # letters
LIKE_ENOUGH = 0.84  # how like a word must be to pass for a misspelling
LONGEST_HEADING = 3  # words before a colon that only name what follows


class Purpose(NamedTuple):
    """What a rule is written for, as far as it is known."""

    holds: bool | None = None  # whether something holds or waits there (a trait), rather than that something is done (an ability)
    judge: Callable[[str], bool] | None = None  # whether nothing would be refused of a rule that stood there

    def accepts(self, rule: str) -> bool:
        """Whether nothing would be refused of a rule, as far as that is known."""
        return self.judge is None or self.judge(rule.strip())


ANYWHERE = Purpose()
_SAYS_WHO = frozenset(  # words that say more than a name does
    [
        "a",
        "an",
        "the",
        "each",
        "all",
        "it",
        "this",
        "you",
        "i",
        "if",
        "when",
        "while",
        "may",
        "can",
        "cannot",
        "is",
        "are",
        "has",
        "times",
        "for",
        "control",
        "choose",
        "twice",
    ]
    + [*NUMBER_WORDS, *map(str, range(HIGHEST_NUMBER + 1))]
)
_SHORT_FORMS = {"d": "would", "ll": "will", "re": "are", "ve": "have", "m": "am"}
# Nobody is beside itself; what is done instead of an event is done in any case; and whom somebody has to challenge is not said as a deed.
_NEVER_MEANT = re.compile(
    r"this is adjacent to this|this is with |this with this|this knocks out this|each rival loses? \d|^instead of .* may |each rival.* do a (?:basic )?challenge.* against this"
)
_BEFORE_IS = ("there", "it", "he", "she", "that", "who", "what")  # `there's`
_STROKES = ("-", "–", "—", "−")


def in_the_language(sentence: Iterable[Token], before: str, read: Callable[[str], str], purpose: Purpose = ANYWHERE) -> str:
    """What the language writes for a sentence, given by its tokens without the full stop; empty if some word has no place in it.

    `before` is what the rule says up to here, in the language; `read` returns a text as the printer writes it, empty if it cannot be read.
    """
    words = list(_words(sentence))
    while words and words[0].text == ",":
        del words[0]
    if len(words) > MOST_WORDS:
        return ""
    for said in (words[start:] for start in _starts(words)):
        readings = _readings(said) or _readings(_spelt_right(said))
        if purpose.holds is not None and not (purpose.holds and before):
            readings = [text for text in readings if is_standing(text) is purpose.holds]
        first = ""
        for whole in _wholes(readings[:MOST_TRIED], before):
            if not whole or _NEVER_MEANT.search(whole):
                continue
            limit = _sentences(whole).removesuffix(".") if before else ""  # of the text that ends here
            printed = f"{limit}." if limit in LIMITS else read(_sentences(whole))
            if not printed or swaps_another(printed):
                continue
            if purpose.accepts(f"{before} {printed}"):
                return printed
            first = first or printed
        if first:
            return first
    return ""


def _wholes(readings: list[str], before: str) -> Iterator[str]:
    """The readings with words for those they meant before; last those that name them by a noun."""
    found = [with_references(text, before) for text in readings]
    yield from found
    yield from (whole for text in readings if (whole := with_references(text, before, by_noun=True)) not in found)


def is_standing(text: str) -> bool:
    """Whether a text of the grammar holds or waits, rather than that something is done."""
    first = text.split(" . ")[0]
    head = first.split(" , ")[0]
    if re.match(r"(?:until|if|<if>|choose|for each|control|\d+ times)\b", first) or (" may " in head and " may pay " not in head):
        return False
    is_head = re.match(r"(?:when|while|at|after|before|instead|as)\b", first)
    return bool(is_head or re.search(r" (?:has|pays|may pay|cannot|can|counts as) | rolls \d+ die (?:more|fewer)", first))


def goes_on(sentence: list[Token]) -> bool:
    """Whether a sentence only says what is had for something said before: `If you do, …`"""
    return [token.word for token in sentence[:3]] == ["if", "you", "do"]


def is_heading(sentence: list[Token]) -> bool:
    """Whether a sentence, with its full stop, only names what follows: `Fast.`"""
    words = [token.word.lower() for token in sentence[:-1]]
    return 0 < len(words) <= LONGEST_HEADING - 1 and not _SAYS_WHO.intersection(words) and not any(word in known_words() for word in words)


def _readings(words: list[Plain]) -> list[str]:
    return list(dict.fromkeys(text for _, text in Sentence(words, READERS).readings("TEXT", 0)))


def _spelt_right(words: list[Plain]) -> list[Plain]:
    """The words, with those that no frame has replaced by the one that is spelt much like it; none if there is nothing to replace."""
    found = [word if word.sort or word.text in known_words() else Plain(_nearest(word.text)) for word in words]
    return found if found != words and all(word.text for word in found) else []


@cache
def _nearest(word: str) -> str:
    if len(word) < SHORTEST_MISSPELT:
        return ""
    return next(iter(difflib.get_close_matches(word, known_words(), 1, LIKE_ENOUGH)), "")


@cache
def known_words() -> frozenset[str]:
    """Every word that has a place in a frame."""
    return frozenset([*frame_words(), *known_nouns(), *NUMBER_WORDS, *map(str, range(HIGHEST_NUMBER + 1))])


def _starts(words: list[Plain]) -> list[int]:
    """Where a sentence may begin: at its first word, and behind a heading."""
    colon = next((k for k, word in enumerate(words) if word.text == ":"), 0)
    is_named = 0 < colon <= LONGEST_HEADING and not any(word.text in _SAYS_WHO or word.sort for word in words[:colon])
    return [0, colon + 1] if is_named else [0]


def _words(sentence: Iterable[Token]) -> Iterator[Plain]:
    """The words of a sentence as the frames spell them, without those that add nothing."""
    words: list[Plain] = []
    short = False
    for token in sentence:
        if token.kind == NAME:
            words.append(Plain(token.word, token.sort, token.plural))
            continue
        text = token.word if token.kind == NUMBER else token.word.lower()
        if short and text in _SHORT_FORMS and words[-1].text not in ("ko",):
            words.append(Plain(_SHORT_FORMS[text]))
        elif short and words and words[-1].text == "ko":
            words[-1] = Plain("ko'd")
        elif text == "'s" and words and words[-1].text in _BEFORE_IS:
            words.append(Plain("is"))
        elif text in ("'", "’"):
            short = True
            continue
        elif text == "!" and len(words) <= LONGEST_HEADING:
            words.append(Plain(":"))
        elif text == "then" and len(words) > 1 and words[-1].text == "," and words[-2].text in ("is", "are", "am", "may", "can"):
            del words[-1]  # `if you are then next to …`
        elif text in _STROKES:
            words.append(Plain("-"))
        else:
            words.append(Plain(text))
        short = False
    words = [word for k, word in enumerate(words) if not (word.text == "-" and k and words[k - 1].text.isdigit())]  # `a 3-dice attack`
    for k, word in enumerate(words[:-1]):
        if word.text == "-" and not (words[k + 1].text.isdigit() or words[k + 1].text in NUMBER_WORDS):
            words[k] = Plain(":" if k <= LONGEST_HEADING else ",")
    k = 0
    while k < len(words):
        left_out = next((one for one in _left_out().get(words[k].text, ()) if tuple(w.text for w in words[k : k + len(one)]) == one), ())
        if not left_out or _says_something([one.text for one in words[max(0, k - 2) : k]], left_out):
            yield words[k]
            left_out = ()
        k += len(left_out) or 1
        if left_out and k < len(words) and words[k].text == "," and words[k - len(left_out) - 1].text == ",":
            k += 1  # `, friend and foe,`: its first comma is left to the frames


_ABILITY_TOKENS = frozenset(
    one for noun, row in NOUNS.items() if noun.count(" ") == 1 and noun.endswith(" token") for one in (noun, row.plural)
)


def _says_something(before: list[str], left_out: tuple[str, ...]) -> bool:
    """Whether words that mostly add nothing do after these: `1 square of your choice` says who decides, `ability tokens on the map` which.

    An ability `for free` is done without paying.
    """
    if before[-1:] in (["ability"], ["abilities"]) and left_out in (("for", "free"), ("at", "no", "cost"), ("free", "of", "charge")):
        return True
    if before[-1:] in (["go"], ["act"]) and left_out[0] in ("right", "now", "immediately", "instantly"):
        return True  # to take a turn, not to move
    return before[-1:] in (["square"], ["squares"]) or (left_out[0] == "on" and " ".join(before) in _ABILITY_TOKENS)


@cache
def _left_out() -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for one in plain_table()["left_out"].split():
        words = tuple(one.split("_"))
        found.setdefault(words[0], []).append(words)
    for entries in found.values():
        entries.sort(key=len, reverse=True)
    return found


def _sentences(text: str) -> str:
    """Words and signs with single spaces as sentences."""
    text = re.sub(r"\s+([.,:;])", r"\1", f"{text.strip()}.")
    text = re.sub(r"(?:,\s*)+,", ",", text).replace(",.", ".")
    return re.sub(r"(^|\. )(\w)", lambda found: found[1] + found[2].upper(), text)
