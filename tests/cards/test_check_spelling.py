"""Strings found in a file to the character, and rules rewritten there: nothing else changes."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from tipover.cards.check_text import WrittenRule
from tipover.cards.read import read_rule
from tipover.cards.reformat import respelled
from tipover.cards.toml import Document, Value
from tipover.cards.toml_spans import spans_in

from .samples import NAMES

OURS = [Path(str(one)) for one in sorted(Path(str(files("tipover") / "packs")).rglob("*.toml"))]

ODD = r'''
# a comment with "quotes" and 'more' = "x"
"a key" = "one" # rule = "not this"
'b.c'.d = 'tw"o'
numbers = [1, 2.5, true, 1979-05-27]
strings = ["a", 'b', """c
d""", ]  # "e"
inline = { x = "1", y = { z = '2' }, w = ["3", "4"] }
escaped = "say \"hi\" \\"
ends = """two quotes"""""
literal = \'\'\'
it's "raw" \n
\'\'\'

[[ability]]
rule = "first"
[[ability]]
rule = "second"
[ability.deep]
more = "third"
[[ability.list]]
k = "fourth"
'''.replace("\\'", "'")


def strings(value: Value, path: tuple[str | int, ...] = ()) -> dict[tuple[str | int, ...], str]:
    """Every string of parsed TOML by its path."""
    if isinstance(value, str):
        return {path: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: dict[tuple[str | int, ...], str] = {}
    for key, part in parts:
        found |= strings(part, (*path, key))
    return found


@pytest.mark.parametrize(
    "text",
    [ODD, ODD.replace("\n", "\r\n"), *(file.read_text(encoding="utf-8") for file in OURS)],
    ids=["odd", "odd-crlf", *map(str, range(len(OURS)))],
)
def test_every_string_is_found_where_it_stands(text: str) -> None:
    wanted = strings(tomllib.loads(text))
    found = spans_in(text).strings
    assert found.keys() == wanted.keys()
    for path, literal in found.items():
        assert tomllib.loads(f"x = {text[literal.start : literal.end]}")["x"] == wanted[path]


@pytest.mark.parametrize("text", ["= = =", "a = [1", "[[x", 'a = "', "a = {", "[" * 5000, "a = " + "[" * 500])
def test_what_is_no_toml_has_no_strings(text: str) -> None:
    assert spans_in(text) == ({}, {})


def respell(text: str) -> str:
    """A file whose every key `rule` is a rule, rewritten."""
    document = Document("x.toml", text.replace("\r\n", "\n"))
    found = [(path, rule) for path, rule in strings(document.data).items() if path[-1] == "rule"]
    return respelled(
        text, [WrittenRule(document, path, rule, tuple(read_rule(rule, NAMES)), "an ability", used=True) for path, rule in found]
    )


CASES = [
    ('rule = "Move 2. Then do an extra action."', 'rule = "Move 2. Do an extra action."'),
    ("rule   =  'Move  two.'   # why", "rule   =  'Move 2.'   # why"),
    ("rule = 'Push the target’s item 1.'", 'rule = "Push the target\'s item 1."'),
    ('rule = "Move \\u0032."', 'rule = "Move 2."'),
    ('rule = """\n  Move 2.\n\n  Do an extra action.\n  """\nb = 1', 'rule = """\nMove 2. Do an extra action.\n"""\nb = 1'),
    (
        'rule = """When this stands up, move 1. This has 1 more defense."""',
        'rule = """\nWhen this stands up, move 1.\nThis has 1 more defense.\n"""',
    ),
    ("rule = '''\nMove 1.\n'''", "rule = '''\nMove 1.\n'''"),
    ('t = { a = "Move  9.", rule = "Move  1." }', 't = { a = "Move  9.", rule = "Move 1." }'),
    ('rule = """\r\nMove  1.\r\n"""\r\n', 'rule = """\r\nMove 1.\r\n"""\r\n'),
    ('rule = ""', 'rule = ""'),
]


@pytest.mark.parametrize(("before", "after"), CASES, ids=range(len(CASES)))
def test_a_rule_gets_its_one_spelling_and_nothing_else_changes(before: str, after: str) -> None:
    assert respell(before) == after
    assert respell(after) == after
