"""Read the rules of a file at once, with their mistakes noted at their position in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tipover.cards.ast import Do, Text
from tipover.cards.bound_texts import bound_texts
from tipover.cards.catalog import key_of
from tipover.cards.check_text import WrittenRule
from tipover.cards.lex import NAME, lex
from tipover.cards.read import RuleError, RuleMistake, meant_instead
from tipover.cards.rule_texts import DEED, EITHER, STANDING
from tipover.cards.toml import Path
from tipover.cards.vocabulary import LONGEST_RULE

if TYPE_CHECKING:
    from tipover.cards.card_file import CardFile


def read_now(source: CardFile, path: Path, rule: str, kind: str, what: str) -> tuple[Text, ...]:
    """The texts of a rule at a path; none if it cannot be read."""
    try:
        texts = bound_texts(rule, source.scope.names, what)
    except RuleError as error:
        _blame_rule(source, path, rule, error)
        return ()
    for text in texts:
        if kind == DEED and not isinstance(text, Do):
            _blame_at(source, path, text.at.offset, f"{what} is something done: it begins with a deed and has no other text")
        if kind == STANDING and isinstance(text, Do):
            message = f"nothing says when {what} does this: begin with When, At, After, While, As or Instead of"
            meant = meant_instead(rule, text.at.offset, source.scope.names, message)
            _blame_mistake(source, path, meant or RuleMistake(text.at, "", message))
    if kind == EITHER and texts and not any(isinstance(text, Do) for text in texts):
        _blame_at(source, path, 0, f"{what} is used: a text of it begins with a deed")
    source.rules.append(WrittenRule(source.document, path, rule, texts, what, kind != STANDING, source.scope.names))
    return texts


def _blame_rule(source: CardFile, path: Path, rule: str, error: RuleError) -> None:
    """Note the mistakes of a rule.

    A sentence with a name of a pack that is not needed gets a fault about that name instead, which explains more.
    """
    strange: list[tuple[int, int]] = []
    for token in lex(rule, source.scope.all_names) if len(rule) <= LONGEST_RULE else []:
        if token.kind == NAME and token.word not in {noun for noun, _, _ in source.scope.names.spellings.values()}:
            pack = source.scope.pack_of.get(key_of(token.word), "?")
            _blame_at(source, path, token.at.offset, f"`{token.text}` is of the pack '{pack}'; add it to this pack's needs", token.text)
            strange.append((rule.rfind(".", 0, token.at.offset), rule.find(".", token.at.offset) % (len(rule) + 1)))
    for mistake in error.mistakes:
        if not any(first < mistake.offset <= last for first, last in strange):
            _blame_mistake(source, path, mistake)


def _blame_mistake(source: CardFile, path: Path, mistake: RuleMistake) -> None:
    line, column = source.document.place_in(path, mistake.offset)
    meant = mistake.suggestion if mistake.replaced else ""
    source.document.blame_at(line, column, mistake.message, mistake.replaced or mistake.word, meant, mistake.expected)


def _blame_at(source: CardFile, path: Path, offset: int, message: str, word: str = "") -> None:
    line, column = source.document.place_in(path, offset)
    source.document.blame_at(line, column, message, word)
