"""Read the rules of a file at once, with their mistakes noted at their position in the file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tipover.cards.ast import Text
from tipover.cards.bound_texts import bound_texts
from tipover.cards.catalog import key_of
from tipover.cards.check_text import WrittenRule
from tipover.cards.follow import followed
from tipover.cards.lex import NAME, lex
from tipover.cards.read import RuleError, RuleMistake
from tipover.cards.refused import judged, misplaced
from tipover.cards.rule_texts import STANDING
from tipover.cards.toml import Path
from tipover.cards.vocabulary import LONGEST_RULE

if TYPE_CHECKING:
    from tipover.cards.card_file import CardFile


def read_now(source: CardFile, path: Path, rule: str, kind: str, what: str) -> tuple[Text, ...]:
    """The texts of a rule at a path; none if it cannot be read."""
    names = source.scope.names
    written = WrittenRule(source.document, path, rule, (), what, kind != STANDING, names)
    judge = partial(judged, written)
    try:
        texts = bound_texts(rule, names, what, lambda text: not judge(text, None)[1])
    except RuleError as error:
        _blame_rule(source, path, rule, followed(rule, error.mistakes, judge))
        return ()
    for mistake in followed(rule, misplaced(rule, texts, kind, what, names), judge):
        _blame_mistake(source, path, mistake)
    source.rules.append(replace(written, texts=texts))
    return texts


def _blame_rule(source: CardFile, path: Path, rule: str, mistakes: list[RuleMistake]) -> None:
    """Note the mistakes of a rule.

    A sentence with a name of a pack that is not needed gets a fault about that name instead, which explains more.
    """
    strange: list[tuple[int, int]] = []
    for token in lex(rule, source.scope.all_names) if len(rule) <= LONGEST_RULE else []:
        if token.kind == NAME and token.word not in {noun for noun, _, _ in source.scope.names.spellings.values()}:
            pack = source.scope.pack_of.get(key_of(token.word), "?")
            _blame_at(source, path, token.at.offset, f"`{token.text}` is of the pack '{pack}'; add it to this pack's needs", token.text)
            strange.append((rule.rfind(".", 0, token.at.offset), rule.find(".", token.at.offset) % (len(rule) + 1)))
    for mistake in mistakes:
        if not any(first < mistake.offset <= last for first, last in strange):
            _blame_mistake(source, path, mistake)


def _blame_mistake(source: CardFile, path: Path, mistake: RuleMistake) -> None:
    line, column = source.document.place_in(path, mistake.offset)
    meant = mistake.suggestion if mistake.replaced else ""
    source.document.blame_at(line, column, mistake.message, mistake.replaced or mistake.word, meant, mistake.expected)


def _blame_at(source: CardFile, path: Path, offset: int, message: str, word: str = "") -> None:
    line, column = source.document.place_in(path, offset)
    source.document.blame_at(line, column, message, word)
