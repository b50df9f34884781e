"""Text → tree → text, and tree → text → tree."""

import os
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings

from tipover.cards.ast import Text
from tipover.cards.read import RuleError, read_rule
from tipover.cards.vocabulary import LONGEST_RULE
from tipover.cards.words import print_lines, print_rule

from .samples import FORMS, NAMES, TEXTS
from .trees import NAMES as RANDOM_NAMES
from .trees import rules


@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[name for name, _ in TEXTS])
def test_every_text_of_the_sheet_prints_as_it_is_written(name: str, text: str) -> None:
    assert print_rule(read_rule(text, NAMES)) == text


@pytest.mark.parametrize("text", FORMS)
def test_every_form_prints_as_it_is_written(text: str) -> None:
    assert print_rule(read_rule(text, NAMES)) == text


@pytest.mark.parametrize("text", [*(text for _, text in TEXTS), *FORMS])
def test_line_breaks_mean_nothing(text: str) -> None:
    texts = read_rule(text, NAMES)
    assert read_rule(print_lines(texts), NAMES) == texts
    broken = text.replace(" ", "\n  ")
    if len(broken) > LONGEST_RULE:  # the breaks alone: indented too, it would be longer than any rule may be
        broken = text.replace(" ", "\n")
    assert read_rule(broken, NAMES) == texts


PIECE = re.compile(r"[A-Za-z'-]+|\d+|[.,:]")
SOAK = os.environ.get("TIPOVER_SOAK") == "1"


@pytest.mark.long
@settings(
    max_examples=2000 if SOAK else 100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(rules())
def test_every_tree_is_read_back_from_its_words(rule: list[Text]) -> None:
    said = print_rule(rule)
    if len(said) <= LONGEST_RULE:
        assert read_rule(said, RANDOM_NAMES) == rule


def test_whatever_is_read_prints_to_the_same_tree() -> None:
    """Sentences of the sheet with a word changed, dropped or put in, and halves of two joined."""
    chance = random.Random(7)
    sentences = [
        PIECE.findall(f"{part}.") for text in [*(text for _, text in TEXTS), *FORMS] if text for part in text.rstrip(".").split(". ")
    ]
    pieces = [piece for sentence in sentences for piece in sentence]
    read = 0
    for _ in range(4000 if SOAK else 500):
        one, other = list(chance.choice(sentences)), chance.choice(sentences)
        k = chance.randrange(len(one))
        one[k : k + chance.randrange(2)] = chance.choice([[], [chance.choice(pieces)], other[chance.randrange(len(other)) :][:3]])
        try:
            rule = read_rule(" ".join(one), NAMES)
        except RuleError:
            continue
        read += 1
        assert read_rule(print_rule(rule), NAMES) == rule, " ".join(one)
    assert read > 30
