"""Each word in one table, with an example that reads; names by class."""

from collections.abc import Mapping

import pytest

from tipover.cards import vocabulary as v
from tipover.cards.name_table import NameTable
from tipover.cards.read import read_rule
from tipover.cards.read_errors import RuleError
from tipover.cards.relation_words import RELATIONS
from tipover.cards.words import print_rule

NONE = NameTable()
TABLES: dict[str, Mapping[str, object]] = {
    "verbs": v.VERBS, "refs": v.REFS, "possessives": v.POSSESSIVES, "determiners": v.DETERMINERS, "adjectives": v.ADJECTIVES,
    "nouns": v.NOUNS, "relations": RELATIONS, "stats": v.STATS, "occasions": v.OCCASIONS, "faces": v.FACES, "moving": v.MOVING,
    "moments": v.MOMENTS, "numbers": v.NUMBER_WORDS,
}  # fmt: skip
EXAMPLES = [
    *(verb.example for verb in v.VERBS.values()),
    *(relation.example for relation in RELATIONS.values()),
    *(happening.example for happening in v.EVENTS.values()),
    *v.MOMENTS.values(),
    *(example for _, example in v.CONDITIONS.values()),
    *(example for _, example in v.CHANGES.values()),
]


def test_the_size_of_the_language() -> None:
    assert len(v.VERBS) == 32
    assert len(v.EVENTS) == 28
    assert len(v.MOMENTS) == 6
    assert len(v.CHANGES) == 11
    assert len(RELATIONS) == 14


def test_each_word_is_in_one_table() -> None:
    words = [word for table in TABLES.values() for word in table]
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_reads_and_prints(example: str) -> None:
    assert print_rule(read_rule(example, NONE)) == example


@pytest.mark.parametrize("noun", sorted(v.NOUNS))
def test_every_noun_reads_in_both_numbers(noun: str) -> None:
    for rule in (f"Choose the {noun}.", f"Choose 2 {v.plural_of(noun)}."):
        assert print_rule(read_rule(rule, NONE)) == rule


@pytest.mark.parametrize("word", [*v.ADJECTIVES, *v.PASSIVES, *v.FACES, *v.STATS, *v.STATES])
def test_every_small_word_reads(word: str) -> None:
    rule = (
        f"Choose a {word} rival." if word in v.ADJECTIVES and word[0] not in "aeo" else
        f"Choose an {word} rival." if word in v.ADJECTIVES else
        f"This cannot be {word}." if word in v.PASSIVES else
        f"Turn a die to a {word}." if word in v.FACES else
        f"This has 1 more {word}." if word in v.STATS else
        f"If this is {word}, move 1."
    )  # fmt: skip
    assert print_rule(read_rule(rule, NONE)) == rule


def test_names_are_found_longest_first_and_with_their_class() -> None:
    names = NameTable(area=["Entry", "Entry Centre", "Control"], token=["Control"], status=["The List"], character=["S.H.I.E.L.D. Agent"])
    for rule in (
        "Place The List in the Entry Centre area. Place it in the Entry area.",
        "Control an area: it moves 1.",
        "Control areas cannot be seen.",
        "Gain a Control token. Push S.H.I.E.L.D. Agent 1. S.H.I.E.L.D. Agent moves 1.",
    ):
        assert print_rule(read_rule(rule, names)) == rule


def test_a_name_without_capitals_that_two_names_share_is_neither() -> None:
    """`Energy` of one pack and `ENERGY` of another: only the capitals tell which is meant, never the order of a set."""
    names = NameTable(token=["Energy", "ENERGY", "Rage"])
    for small in ("an energy token", "2 energy tokens"):
        with pytest.raises(RuleError):
            read_rule(f"Gain {small}.", names)
    for rule in ("Gain an Energy token.", "Gain an ENERGY token.", "Gain 2 Energy tokens.", "Gain 2 ENERGY tokens."):
        assert print_rule(read_rule(rule, names)) == rule
    assert print_rule(read_rule("Gain a rage token.", names)) == "Gain a Rage token."


def test_names_that_clash_with_words_are_told() -> None:
    assert NameTable(token=["Energy"], status=["The List"]).clashes() == []
    assert NameTable(status=["Control", "The List"], character=["eve"], area=["Control"]).clashes() == ["Control", "eve"]
