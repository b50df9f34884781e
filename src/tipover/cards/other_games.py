"""What an author meant who writes the words of other games: the sentence to write instead, or why it cannot be said.

A sentence that cannot be read is rewritten by the table: its phrases (`an injured teammate` is `a knocked-down ally`), then its idioms
(`heal X` is `stand X up`), over and over until nothing changes. A sentence is proposed only if it can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from tipover.cards.lex import END, NAME, Token
from tipover.cards.other_games_table import (
    Idiom,
    deed_behind,
    find_idioms,
    find_phrases,
    idioms,
    left_out,
    nouns,
    other_words,
    phrases,
)
from tipover.cards.plain_references import swaps_another
from tipover.cards.vocabulary import NUMBER_WORDS, PLURALS, VERB_FORMS

MOST_REWRITINGS = 12  # of one text, each without one mistake more
LONGEST_SENTENCE = 60  # words; a longer one has more than one mistake
MOST_PASSES = 4  # over the whole table

# A head, and another that is read only if the sentence has the other meaning: `If` asks, `While` holds, `When` waits.
_OTHER_HEADS = (("If ", "While "), ("If ", "When "), ("When ", "While "))
# After these, what follows stays in the sentence.
_KEEPS_ON = re.compile(r"(?:^|[.,:] )(?:if|for each|\S+ times|otherwise|control)\b|\bmay\b", re.IGNORECASE)
# A condition behind what a text waits for: it ends with its sentence.
_CONDITION = " , if "
_BEGINS_TEXT = frozenset(["when", "whenever", "while", "after", "at", "before", "instead", "as", "once"])
_NEXT_DEED = re.compile(r" \. (?!once\b)")
# `the rival` would be the only one there is: who is meant has to be said.
_ONLY_ONE = re.compile(r"\bthe (?:rival|ally|figure|character|minion)(?! (?:nearest|with|in|on|of)\b)", re.IGNORECASE)
# What an author says on purpose, and one of the words that must say it in the end.
_MUST_STAY = tuple(
    (re.compile(rf"\b(?:{said})\b", re.IGNORECASE), re.compile(rf"\b(?:{right})\b", re.IGNORECASE))
    for said, right in (
        (
            "if|when|while|after|before|unless|during",
            "if|when|while|after|before|at|instead|until|once|with|against|adjacent|within|may|can|cannot|counts as",
        ),
        ("for each|for every|per (?!round|turn|game)", "each"),
        ("squares? of (?:your|its|their) choice", "move (?:an?|another|each|it|them|that|this)"),
        ("cannot|can't|never|not|nobody", "cannot|not|no|fewer|less|instead|counts as|except"),
    )
)
# A clause before a comma that is no deed of its own.
_HEAD = re.compile(r"(?:^|, |and )(?:when|after|if|while|at|on|before|until|instead|as|for|once|the|otherwise|choose one)\b", re.IGNORECASE)


class Meant(NamedTuple):
    """The sentence to write instead of one that cannot be read."""

    idiom: Idiom | None  # the idiom that explains most; None if only words and phrases were exchanged
    sentence: str  # one or more sentences; empty if there are none that can be read
    by_words: bool = False  # whether only single words were exchanged

    @property
    def is_final(self) -> bool:
        """Whether nothing is left to look for: there is a sentence, or none at all."""
        return bool(self.sentence) or (self.idiom is not None and self.idiom.cannot)


def meant_by(sentence: Iterable[Token], read: Callable[[str], tuple[str, bool]], by_idiom: bool = False) -> Meant | None:
    """What to write for a sentence, given by its tokens without the full stop; None if no idiom and no word helps.

    `read` tries to read a text: it returns the text as the printer writes it and True, or a text nearer to what can be read (empty if
    there is none) and False. With `by_idiom` the sentence itself can be read, so only other words help.
    """
    words = [token.text if token.kind == NAME and token.plural else token.word for token in sentence]
    if len(words) > LONGEST_SENTENCE:
        return None
    text = "".join(f"{_exchanged(word, k == 0)} " for k, word in enumerate(words))
    original, any_number = text, False
    first: Idiom | None = None
    left_open: Idiom | None = None
    if not by_idiom and (printed := _sentences(text, partial(_kept, original, any_number, read))):
        return Meant(None, printed, by_words=True)
    for _ in range(MOST_PASSES):
        before = text
        text = _with_phrases(text)
        if text != before and (printed := _sentences(text, partial(_kept, original, any_number, read))):
            return Meant(first, printed)
        possible = find_idioms().rows_for(text)
        for number, idiom in enumerate(idioms()):
            if number not in possible:
                continue
            if not idiom.rewriting.write:
                if idiom.rewriting.is_said(text):
                    left_open = left_open or idiom
                    if idiom.cannot:
                        return Meant(idiom, "")
                continue
            better = _in_its_condition(text, idiom.rewriting.rewritten(text))
            if better != text:
                first, text, any_number = first or idiom, better, any_number or idiom.new_number
                possible = find_idioms().rows_for(text)
                if printed := _sentences(text, partial(_kept, original, any_number, read)):
                    return Meant(first, printed)
        if text == before:
            break
    impossible = next((idiom for idiom in idioms() if idiom.cannot and idiom.rewriting.is_said(original)), None)
    found = impossible or left_open or first
    return Meant(found, "") if found else None


def _exchanged(word: str, is_first: bool) -> str:
    """The word of the language for a noun of other games; a first word in the singular is a verb: `Counter target ability.`"""
    noun = nouns().get(word, word)
    return word if is_first and noun not in PLURALS else noun


def _in_its_condition(text: str, better: str) -> str:
    """A rewritten text whose later deeds stay in a condition that was not said before."""
    if _CONDITION not in better or _CONDITION in text:
        return better
    head, condition, rest = better.partition(_CONDITION)
    return f"{head}{condition}{_NEXT_DEED.sub(' , then ', rest)}"


def leaves_condition(said: Sequence[Token], meant: str, following: Sequence[Token]) -> bool:
    """Whether a sentence to write has a condition that nobody said, and the sentence that follows, given by its tokens, would not be in it."""
    if ", if " not in meant.rpartition(". ")[2] or any(token.word == "if" for token in said[1:]):
        return False
    return bool(following) and following[0].kind != END and following[0].word.lower() not in _BEGINS_TEXT


def _kept(original: str, any_number: bool, read: Callable[[str], tuple[str, bool]], text: str) -> tuple[str, bool]:
    """What `read` makes of a text; nothing if the text leaves out a number, a condition or a count of the original, or asks for the only one.

    With `any_number` other numbers may stand for those of the original.
    """
    printed, is_read = read(text)
    if not is_read:
        return printed, False
    lost = any(said.search(original) and not right.search(printed) for said, right in _MUST_STAY)
    lost = lost or not (any_number or _numbers(original) - {1} <= _numbers(printed))
    return ("", False) if lost or _ONLY_ONE.search(printed) or swaps_another(printed) else (printed, True)


def _numbers(text: str) -> set[int]:
    words = re.findall(r"\w+", text.lower())
    return {int(word) if word.isdigit() else NUMBER_WORDS[word] for word in words if word.isdigit() or word in NUMBER_WORDS}


def _with_phrases(text: str) -> str:
    """The text with its phrases in words of the language, and a sentence for each deed."""
    text = left_out().rewritten(text)
    possible = find_phrases().rows_for(text)
    for number, phrase in enumerate(phrases()):
        if number in possible and (better := phrase.rewritten(text)) != text:
            text, possible = better, find_phrases().rows_for(better)
    return deed_behind().sub(lambda found: _before_deed(text[: found.start()], found), text)


def _before_deed(before: str, found: re.Match[str]) -> str:
    """What stands before the second of two deeds: a full stop, or `, then` where the sentence has to go on."""
    sentence = before[before.rfind(". ") + 1 :].lstrip()
    if found["comma"] and _HEAD.search(sentence):
        return found[0]
    if _KEEPS_ON.search(sentence):
        return ", then "
    deed = found["deed"]
    return ". it " if VERB_FORMS.get(deed, deed) != deed else ". "


def _sentences(text: str, read: Callable[[str], tuple[str, bool]]) -> str:
    """The sentences of a text of words as the printer writes them, with words of other games exchanged; empty if they cannot be read."""
    written = _tidy(" ".join(other_words().get(word.lower(), word) for word in text.split()))
    for head, other in (("", ""), *_OTHER_HEADS):
        if written.startswith(head) and (printed := _readable(other + written.removeprefix(head), read)):
            return printed
    return ""


def _readable(text: str, read: Callable[[str], tuple[str, bool]]) -> str:
    """The text, or one nearer to what can be read, as the printer writes it; empty if none can be read."""
    for _ in range(MOST_REWRITINGS):
        printed, is_read = read(text)
        if is_read:
            return printed
        if not printed or printed == text:
            return ""
        text = printed
    return ""


def _tidy(text: str) -> str:
    """Words and signs with single spaces as sentences: no space before a sign, a capital after a full stop, one at the end."""
    text = re.sub(r"\s+([.,:;]|'s)", r"\1", f"{text.strip()}.".replace("..", "."))
    text = re.sub(r"\s+", " ", text).replace(",,", ",")
    return re.sub(r"(^|\. )(\w)", lambda found: found[1] + found[2].upper(), text)
