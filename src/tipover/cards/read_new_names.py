"""Pieces and status cards that a sentence means and no pack declares: `a trap` is a token of the author's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tipover.cards.lex import NUMBER, WORD, Token
from tipover.cards.name_table import NameTable
from tipover.cards.other_games_table import other_words, statuses
from tipover.cards.plain_english import MOST_WORDS
from tipover.cards.plain_phrases import known_nouns
from tipover.cards.proposals import THEN_WRITE, Proposal
from tipover.cards.read_errors import RuleMistake
from tipover.cards.read_meaning import proposed
from tipover.cards.vocabulary import KNOWN_WORDS, NUMBER_WORDS

ONE = ("a", "an", "another", "each", "one", "1")
TABLES = {"token": "token", "tokens": "token", "marker": "marker", "markers": "marker", "minion": "minion", "minions": "minion"}
AFTER_PIECES = tuple(
    [
        "in",
        "on",
        "within",
        "adjacent",
        "next",
        "near",
        "at",
        "to",
        "and",
        "from",
        "into",
        "onto",
        "beside",
        "behind",
        "here",
        "around",
        ".",
        ",",
    ]
)
ALIVE = ("summon", "summons", "spawn", "conjure", "raise", "call")  # what is brought so is a minion


class NewName(NamedTuple):
    """Something to declare, and the sentence that names it."""

    table: str  # token, marker, minion or status
    name: str
    sentence: str  # as written, but with the name as the language writes it
    names: NameTable  # with the name


def new_names(rule: str, sentence: Sequence[Token], names: NameTable) -> Iterator[NewName]:
    """What could be of the author's own in a sentence, given by its tokens without the full stop; the shortest name first."""
    if not sentence or len(sentence) > MOST_WORDS:
        return
    first, last = sentence[0], sentence[-1]
    end = last.at.offset + len(last.text)
    if first.word in statuses():
        name = statuses()[first.word]
        rest = rule[first.at.offset + len(first.text) : end]
        yield NewName("status", name, f"Give {name} to{rest}.", _with(names, "status", name))
    for k, count in enumerate(sentence):
        if not (count.word in (*ONE, "the", "all", *NUMBER_WORDS) or count.kind == NUMBER):
            continue
        stop = k + 1
        while stop < len(sentence) and _is_unknown(sentence[stop]):
            stop += 1
        for behind in range(k + 2, stop + 1):
            if behind < len(sentence) and sentence[behind].word not in (*TABLES, *AFTER_PIECES):
                continue
            yield _piece(rule, (first.at.offset, end), count, sentence[k + 1 : behind], sentence[behind : behind + 1], names)


def declared(rule: str, sentence: Sequence[Token], new: NewName, better: str) -> RuleMistake:
    """The mistake that says what to declare, and what to write for the whole sentence then."""
    kind = "status card" if new.table == "status" else "piece"
    file = "status.toml" if new.table == "status" else "pieces.toml"
    reason = f'no pack declares `{new.name}`: a {kind} of your own stands in `{file}` as `[[{new.table}]]` with `name = "{new.name}"`'
    return proposed(rule, sentence, reason, Proposal(THEN_WRITE, better))._replace(names=new.names)


def _piece(rule: str, span: tuple[int, int], count: Token, words: Sequence[Token], after: Sequence[Token], names: NameTable) -> NewName:
    """A piece with the name that these words make; a single one is named with `the`."""
    is_many = count.word not in (*ONE, "the")
    name = " ".join(word.text[:1].upper() + word.text[1:] for word in words)
    if is_many:
        name = re.sub("(?<=[xz])es$|(?<=[sc]h)es$|(?<!s)s$", "", name)
    classed = after[0].word if after and after[0].word in TABLES else ""
    is_brought = any(word in rule[span[0] : count.at.offset].lower().split() for word in ALIVE)
    is_single = count.word == "the" and not classed
    table = TABLES.get(classed, "minion" if is_brought or is_single else "token")
    noun = "" if classed or is_single else f" {table}s" if is_many else f" {table}"
    start, stop = words[0].at.offset, words[-1].at.offset + len(words[-1].text)
    sentence = f"{rule[span[0] : start]}{name}{noun}{rule[stop : span[1]]}."
    return NewName(table, name, sentence, _with(names, "piece" if is_single else table, name))


def _with(names: NameTable, sort: str, name: str) -> NameTable:
    return NameTable(**(names.by_class | {sort: names.by_class[sort] | {name}}))


def _is_unknown(token: Token) -> bool:
    low = token.word.lower()
    return token.kind == WORD and low not in KNOWN_WORDS and low not in other_words() and low not in known_nouns()
