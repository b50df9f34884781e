"""A verb is a row: what other rooms say, write, read and number by it fails at once where a row is missing."""

import importlib
import sys
from pathlib import Path

import pytest

from tipover.engine.core import verbs
from tipover.engine.core.language import english
from tipover.engine.core.verbs import Form, Takes
from tipover.envs.action_numbers import BLOCKS, FURTHER

TABLES = ("label", "imperative")
USERS = ("tipover.play.notation.writing", "tipover.engine.codec", "tipover.table.present.options")


def test_each_verb_has_one_row_in_the_order_of_its_number():
    assert [row.verb for row in verbs.ROWS] == list(range(len(verbs.VERBS)))
    assert [row.name for row in verbs.ROWS] == list(verbs.VERBS)
    for name in verbs.VERBS:
        assert verbs.VERBS[getattr(verbs, name.upper())] == name


@pytest.mark.parametrize(
    "old, new",
    [
        ('"order", "attach",\n', '"order", "attach", "shout",\n'),  # a name without a number
        ('    Row(RALLY, Form.ACTION, Takes.NOTHING, "rally"),\n', ""),  # a number without a row
    ],
)
def test_a_verb_without_a_row_fails_when_the_module_is_imported(old: str, new: str):
    source = Path(verbs.__file__).read_text("utf-8")
    assert source.count(old) == 1
    broken = compile(source.replace(old, new), verbs.__file__, "exec")
    with pytest.raises((LookupError, ValueError)):
        exec(broken, {"__name__": verbs.__name__})


@pytest.mark.parametrize("name", USERS)
def test_a_table_without_a_row_fails_when_its_module_is_imported(name: str):
    """The module is read again with one row of its table of what verbs take left out."""
    module = importlib.import_module(name)
    assert module.__file__ is not None
    source = Path(module.__file__).read_text("utf-8")
    line = next(line for line in source.splitlines() if line.strip().startswith("Takes.") and "ALTERNATIVE" in line)
    start = line.index("Takes.ALTERNATIVE:")
    end = line.index(",", line.index(")", start)) if "(" in line[start:] else line.index(",", start)
    broken = compile(source.replace(line, line[:start] + line[end + 1 :]), module.__file__, "exec")
    with pytest.raises(LookupError, match=r"lacks Takes\.ALTERNATIVE"):
        exec(broken, {"__name__": name, "__package__": name.rpartition(".")[0]})
    assert sys.modules[name] is module


def test_a_catalogue_without_a_verb_is_named():
    texts = {key: text for key, text in english().texts.items() if key != "label.rally"}
    with pytest.raises(LookupError, match=r"the catalogue lacks label\.rally"):
        verbs.keys_in("label", texts)


@pytest.mark.parametrize("table", TABLES)
def test_the_catalogue_has_words_for_each_verb_and_no_more(table: str):
    assert {key.partition(".")[2] for key in english().texts if key.startswith(f"{table}.")} == set(verbs.VERBS)


def test_basic_actions_are_actions_that_begin_with_their_own_name():
    for verb in verbs.BASIC_VERBS:
        row = verbs.ROWS[verb]
        assert row.form is Form.ACTION and row.word == row.name
    assert [verbs.VERBS[verb] for verb in verbs.BASIC_VERBS] == ["move", "challenge", "assist", "interact"]


def test_what_no_answer_of_a_seat_takes_has_no_block_of_numbers():
    names = {block.name for block in BLOCKS}
    for row in verbs.ROWS:
        by_chance = row.verb in (verbs.ROLL, verbs.FLIP)
        assert (row.name in names) is (not by_chance and row.takes is not Takes.THING), row.name
    assert BLOCKS[-1] is FURTHER
