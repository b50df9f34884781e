"""Sentences as fans write them first, and what obeying the checker's messages makes of them: the right card, and never a wrong one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from tipover.cards.card_file import CardFile, Scope
from tipover.cards.check import check_rule
from tipover.cards.name_table import NameTable
from tipover.cards.other_games import Idiom, idioms, other_words
from tipover.cards.read import RuleError, read_rule
from tipover.cards.read_errors import RuleMistake
from tipover.cards.rule_texts import DEED, STANDING
from tipover.cards.toml import Document
from tipover.cards.vocabulary import KNOWN_WORDS, SAME_WORDS
from tipover.cards.words import print_rule

NAMES = NameTable(token=["Energy"], minion=["Wight"], deck=["Game Rule"], status=["Poisoned"])
LISTS = tomllib.loads((Path(__file__).parent / "natural.toml").read_text("utf-8"))
SENTENCES = [(one["on"], one["say"], one["card"]) for group in LISTS.values() for one in group]
MOST_STEPS = 5


class Said(NamedTuple):
    """Something the checker says of a rule, with what may be written instead."""

    offset: int
    word: str
    suggestion: str
    message: str
    warning: bool = False


def checked(on: str, rule: str) -> tuple[list[Said], str]:
    """All that the checker says of a rule on an ability or a trait, and the rule as it is printed (empty if it cannot be read)."""
    start = 'rule = """'
    document = Document("x.toml", f'name = "X"\n{start}{rule}"""\n')
    file = CardFile(document, "mine", Scope(NAMES, NAMES))
    file.rule(("rule",), DEED if on == "ability" else STANDING, "an ability" if on == "ability" else "a trait")
    said = [Said(one.column - len(start) - 1, one.word, one.suggestion, one.message) for one in document.faults]
    if not said:
        said = [Said(one.at.offset, one.word, one.suggestion, one.message, one.warning) for one in check_rule(file.rules[0])]
    return said, print_rule(file.rules[0].texts) if file.rules else ""


def obeyed(rule: str, said: list[Said]) -> str:
    """The rule with every suggestion written where the checker says, the last first; unchanged if there is none."""
    last = len(rule)
    for one in sorted(said, key=lambda one: -one.offset):
        end = one.offset + len(one.word)
        if one.suggestion and end <= last and rule[one.offset : end] == one.word:
            rule, last = rule[: one.offset] + one.suggestion + rule[end:], one.offset
    return rule


def led_to(on: str, rule: str) -> tuple[str, int]:
    """The card that obeying leads to, and after how many checks; an empty card if the messages leave it to the author."""
    for steps in range(MOST_STEPS + 1):
        said, printed = checked(on, rule)
        better = obeyed(rule, said)
        if better == rule:
            return ("" if any(not one.warning for one in said) else printed), steps
        rule = better
    return "", MOST_STEPS


@pytest.mark.parametrize(("on", "say", "cards"), SENTENCES)
def test_obeying_never_leads_to_a_wrong_card(on: str, say: str, cards: list[str]) -> None:
    card, _ = led_to(on, say)
    assert not card or card in cards


def counted(name: str) -> tuple[int, int]:
    """How many sentences of a list become the right card in at most two steps, and how many there are."""
    found = [led_to(one["on"], one["say"]) for one in LISTS[name]]
    return sum(bool(card) and steps <= 2 for card, steps in found), len(found)


def test_most_sentences_become_the_right_card_in_two_steps() -> None:
    assert counted("first") >= (78, 90)
    assert counted("second") >= (26, 30)
    assert counted("third") >= (24, 30)


@pytest.mark.parametrize("card", sorted({card for _, _, cards in SENTENCES for card in cards}))
def test_the_right_cards_pass_the_checker(card: str) -> None:
    on = next(on for on, _, cards in SENTENCES if card in cards)
    said, printed = checked(on, card)
    assert (printed, [one.message for one in said if not one.warning]) == (card, [])


@pytest.mark.parametrize("idiom", idioms(), ids=lambda one: one.example[:40] + one.say.pattern[-20:])
def test_the_example_of_every_idiom_passes_the_checker(idiom: Idiom) -> None:
    example = idiom.example
    heads = ("When", "After", "At", "While", "Instead", "This ", "Adjacent", "Allies", "Rivals", "The square")
    on = "trait" if example.startswith(heads) and not example.startswith("This may push") else "ability"
    said, printed = checked(on, example)
    if any("nothing says when" in one.message for one in said):
        said, printed = checked("ability", example)
    assert (printed, [one.message for one in said if not one.warning]) == (example, [])


def test_every_idiom_says_why_and_ends_without_a_sign() -> None:
    assert [one.why for one in idioms() if one.why.endswith((".", ":", ",")) or not one.why] == []


def test_words_of_other_games_lead_to_words_of_the_language() -> None:
    assert [(word, right) for word, right in other_words().items() if not set(right.split()) <= KNOWN_WORDS | set("23")] == []
    assert sorted(set(SAME_WORDS) & KNOWN_WORDS) == []
    assert set(SAME_WORDS.values()) <= KNOWN_WORDS


def mistakes(rule: str) -> list[RuleMistake]:
    """The mistakes of a rule that cannot be read."""
    with pytest.raises(RuleError) as error:
        read_rule(rule, NAMES)
    return error.value.mistakes


def test_a_whole_sentence_is_proposed_and_only_the_words_that_differ_are_underlined() -> None:
    (one,) = mistakes("Move 1. Deal 2 damage to an adjacent rival.")
    assert (one.column, one.replaced, one.suggestion) == (9, "Deal 2 damage to", "Challenge 2 against")
    assert one.message == "there is no damage: a challenge rolls dice against a defense: write `Challenge 2 against an adjacent rival.`"


def test_what_cannot_be_said_is_said_to_be_so_with_the_nearest_thing() -> None:
    (one,) = mistakes("Take an extra turn.")
    assert one.message == "this cannot be said: nobody takes two turns in a row; the nearest is `Do an extra action.`"
    assert one.replaced == ""


@pytest.mark.parametrize(
    ("rule", "never"),
    [
        ("When this challenges, move 1.", "is challenged"),
        ("When a rival within 3 knocked out, gain 1 point.", "knock out"),
        ("At the start of each turn, move 1.", "the start of each round"),
        ("Choose an unexhausted ally. Move it 1.", "exhausted"),
        ("Unless this is standing, move 1.", "If"),
    ],
)
def test_the_opposite_is_never_suggested(rule: str, never: str) -> None:
    assert never not in [one.suggestion for one in mistakes(rule)]


def test_a_misspelling_is_suggested_only_where_it_can_stand() -> None:
    assert [one.suggestion for one in mistakes("Knock the loser down.")] == [""]
    assert [one.suggestion for one in mistakes("Push a rivel 1.")] == ["rival"]


@pytest.mark.parametrize(
    ("on", "rule", "suggestion"),
    [
        ("trait", "You have 1 more defense.", "This"),
        ("trait", "While this is standing, you cannot be pushed.", "this"),
        ("trait", "When you are challenged, move 1.", "this is"),
        ("ability", "Choose a rival within 3. Push them 1.", "it"),
        ("ability", "Take another action.", "Do an extra"),
    ],
)
def test_what_reads_and_is_seldom_meant_is_corrected_too(on: str, rule: str, suggestion: str) -> None:
    assert [one.suggestion for one in checked(on, rule)[0]] == [suggestion]
