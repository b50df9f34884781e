"""Rewrite the rules of a file in canonical spelling and leave everything else unchanged."""

from __future__ import annotations

from tipover.cards.check_text import WrittenRule
from tipover.cards.toml_spans import Literal, spans_in
from tipover.cards.words import print_lines, print_rule

BLOCKS = ('"""', "'''")


def respelled(text: str, rules: list[WrittenRule]) -> str:
    """The text of a file with each of its rules in canonical spelling.

    The kind of string is kept: a rule on one line stays on one line; in a triple-quoted block each text gets its own line.
    """
    places = spans_in(text).strings
    found = [(places[written.path], written) for written in rules if written.path in places]
    for literal, written in sorted(found, key=lambda one: one[0].start, reverse=True):
        text = text[: literal.start] + _literal(text, literal, written) + text[literal.end :]
    return text


def _literal(text: str, literal: Literal, written: WrittenRule) -> str:
    raw = text[literal.start : literal.end]
    texts = list(written.texts)
    if not texts:
        return raw
    if not raw.startswith(BLOCKS):
        line = print_rule(texts)
        return f"'{line}'" if raw[0] == "'" and "'" not in line else f'"{_escaped(line)}"'
    new_line = "\r\n" if "\r\n" in text else "\n"
    block = print_lines(texts)
    quotes = raw[:3] if raw[0] == '"' or "'''" not in block else BLOCKS[0]
    lines = block.split("\n") if quotes == "'''" else [line.replace("\\", "\\\\").replace('"""', '""\\"') for line in block.split("\n")]
    return new_line.join([quotes, *lines, quotes])


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"', '\\"')
