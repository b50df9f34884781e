"""Sentences as fans write them first, and what obeying the checker's messages makes of them: the right card, and never a wrong one."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tipover.cards.card_file import CardFile, Scope
from tipover.cards.check import check_rule
from tipover.cards.name_table import NameTable
from tipover.cards.other_games_table import idioms, other_words
from tipover.cards.read import RuleError, read_rule
from tipover.cards.read_errors import RuleMistake
from tipover.cards.rule_texts import DEED, STANDING
from tipover.cards.toml import Document
from tipover.cards.vocabulary import ADJECTIVES, KNOWN_WORDS, NOUNS, PLURALS, SAME_WORDS, VERB_FORMS, VERBS
from tipover.cards.words import print_rule

NAMES = NameTable(token=["Energy"], minion=["Wight"], deck=["Game Rule"], status=["Poisoned"])
LISTS = tomllib.loads((Path(__file__).parent / "natural.toml").read_text("utf-8"))
# With the pieces that the sentences bring of their own.
WITH_THEIR_OWN = NameTable(
    token=["Energy", "Coin", "Power", "Trap", "Tunnel", "Banana", "Mine", "Smoke Bomb", "Ice", "Box"],
    minion=["Wight", "Skeleton"],
    deck=["Game Rule"],
    status=["Poisoned"],
    piece=["Dog"],
)
MOST_STEPS = 5
CANNOT = "this cannot be said"
UNMENDED = "twenty_first"  # the last list: only what led to a wrong card was mended for it


class Said(NamedTuple):
    """Something the checker says of a rule, with what may be written instead."""

    offset: int
    word: str
    suggestion: str
    message: str
    warning: bool = False


@cache
def checked(on: str, rule: str, names: NameTable = NAMES) -> tuple[list[Said], str]:
    """All that the checker says of a rule on an ability or a trait, and the rule as it is printed (empty if it cannot be read).

    Cached, because each sentence is asked for by several tests, here and in test_suggestions.py.
    """
    start = 'rule = """'
    document = Document("x.toml", f'name = "X"\n{start}{rule}"""\n')
    file = CardFile(document, "mine", Scope(names, names))
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


def with_declared(names: NameTable, said: list[Said]) -> NameTable:
    """The names with the pieces that the checker tells to declare; one named with `the` is single."""
    for one in said:
        for table, name in re.findall(r'`\[\[(\w+)\]\]` with `name = "(.+?)"`', one.message):
            sort = "piece" if f"the {name}" in one.suggestion else table
            names = NameTable(**(names.by_class | {sort: names.by_class[sort] | {name}}))
    return names


class Led(NamedTuple):
    """Where obeying the messages leads."""

    card: str  # empty if the messages leave it to the author
    steps: int  # checks
    impossible: bool  # whether the last message says that it cannot be said


@cache
def led_to(on: str, rule: str) -> Led:
    """Where obeying every message leads, word for word."""
    names = NAMES
    for steps in range(MOST_STEPS + 1):
        said, printed = checked(on, rule, names)
        before, names = names, with_declared(names, said)
        better = obeyed(rule, said)
        if better == rule and names is before:
            faults = [one.message for one in said if not one.warning]
            return Led("" if faults else printed, steps, any(CANNOT in message for message in faults))
        rule = better
    return Led("", MOST_STEPS, False)


_BESIDE_THIS = re.compile(rf"((?:(?:{'|'.join(ADJECTIVES)}) )*)({'|'.join([*NOUNS, *PLURALS])}) adjacent to this")
_ADJECTIVES = re.compile(rf"(?:(?:{'|'.join(ADJECTIVES)}) ){{2,}}")
_DONE_BY_THIS = re.compile(rf"(^|[.,:] |then )this ({'|'.join(verb.third for verb in VERBS.values())})\b")


def meaning(card: str) -> str:
    """A card in one of the ways to write it: `you may` is asked of the side of `this`, and what is adjacent is so to `this`."""
    card = f"{card[:1].lower()}{card[1:]}"
    card = re.sub(r"\. (\w)", lambda found: f". {found[1].lower()}", card)
    card = re.sub(r"\b(within \d+|in sight) of this\b", r"\1", card).replace("you may", "this may")
    card = _BESIDE_THIS.sub(r"adjacent \1\2", re.sub(r"\ban? ", "a ", card))
    card = _ADJECTIVES.sub(lambda found: "".join(f"{word} " for word in sorted(found[0].split())), card)
    return _DONE_BY_THIS.sub(lambda found: f"{found[1]}{VERB_FORMS[found[2]]}", card).replace("stand this up", "stand up")


def is_right(one: dict[str, list[str]], card: str) -> bool:
    """Whether a card is one of those that a sentence means."""
    return bool(card) and meaning(card) in [meaning(right) for right in one["card"]]


@pytest.mark.parametrize("name", LISTS)
def test_obeying_never_leads_to_a_wrong_card(name: str) -> None:
    found = [(one, led_to(one["on"], one["say"]).card) for one in LISTS[name]]
    assert [(one["say"], card) for one, card in found if card and not is_right(one, card)] == []


def counted(name: str) -> tuple[int, int]:
    """How many sentences of a list become the right card in at most two steps, and of how many it is said that they cannot be said."""
    found = [(one, led_to(one["on"], one["say"])) for one in LISTS[name]]
    right = sum(is_right(one, led.card) and led.steps <= 2 for one, led in found)
    return right, sum(led.impossible and led.steps <= 2 and one.get("cannot", False) for one, led in found)


@pytest.mark.parametrize(
    ("name", "right", "told"),
    [
        ("first", 78, 0),
        ("second", 26, 0),
        ("third", 24, 0),
        ("fourth", 50, 8),
        ("fifth", 47, 11),
        ("sixth", 38, 16),
        ("seventh", 52, 7),
        ("eighth", 48, 7),
        ("ninth", 45, 11),
        ("tenth", 39, 9),
        ("eleventh", 46, 4),
        ("twelfth", 42, 9),
        ("thirteenth", 47, 3),
        ("fourteenth", 44, 5),
        ("fifteenth", 53, 6),
        ("sixteenth", 47, 9),
        ("seventeenth", 40, 10),
        ("eighteenth", 45, 8),
        ("nineteenth", 41, 11),
        ("twentieth", 39, 14),
        ("twenty_first", 36, 6),
        ("twenty_second", 40, 14),
        ("twenty_third", 44, 4),
        ("twenty_fourth", 40, 9),
        ("twenty_fifth", 37, 11),
        ("twenty_sixth", 49, 6),
        ("twenty_seventh", 53, 7),
        ("twenty_eighth", 50, 8),
        ("twenty_ninth", 47, 8),
        ("thirtieth", 50, 8),
        ("thirty_first", 46, 9),
    ],
)
def test_most_sentences_become_the_right_card_in_two_steps(name: str, right: int, told: int) -> None:
    found = counted(name)
    assert found[0] >= right
    assert found[1] >= told
    assert len(LISTS[name]) < 60 or sum(found) >= 48 or name == UNMENDED


@pytest.mark.parametrize("name", LISTS)
def test_the_right_cards_pass_the_checker(name: str) -> None:
    for one in LISTS[name]:
        for card in one["card"]:
            said, printed = checked(one["on"], card, WITH_THEIR_OWN)
            assert (printed, [said.message for said in said if not said.warning]) == (card, [])


@pytest.mark.parametrize("example", sorted({idiom.example for idiom in idioms()}))
def test_the_example_of_every_idiom_passes_the_checker(example: str) -> None:
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
        ("Choose an unexhausted ally. Move it 1.", " exhausted"),
        ("Unless this is standing, move 1.", "If this is standing"),
    ],
)
def test_the_opposite_is_never_suggested(rule: str, never: str) -> None:
    assert not any(never in one.suggestion for one in mistakes(rule))


@pytest.mark.parametrize(
    ("on", "rule", "never"),
    [
        ("trait", "When an enemy's turn starts, gain 1 point.", "of its turn"),
        ("trait", "At the end of an ally's turn, it moves 1.", "of its turn"),
        ("ability", "Choose an enemy. It gets -1 defense this round.", "this has"),
        ("ability", "Choose an adjacent standing rival. It gets -1 defense this round.", "this has"),
        ("ability", "Put a rival in its starting area.", "your starting area"),
        ("ability", "An ally heals one of its friends.", "rival"),
        ("ability", "Attack a minion within your reach.", "Basic challenge."),
        ("ability", "Shoot an enemy within 3 and within 2 of an ally with 2 dice.", "Range 3 challenge 2."),
        ("ability", "Throw an enemy at another enemy.", "asic challenge"),
        ("trait", "The first time this would be knocked out, knock it down instead.", "Instead"),
        ("ability", "Push a rival exactly 2 squares.", "Push a rival 2."),
        ("ability", "Challenge 2. An ally may move 1. If it does, gain 1 point.", "it wins"),
        ("trait", "Whenever an ally goes, gain 1 point.", "knocked down"),
        ("trait", "Enemies cannot push this.", "cannot be pushed"),
        ("trait", "This cannot be pushed by opponents.", "cannot be pushed"),
    ],
)
def test_nothing_that_was_said_is_left_out_or_turned_round(on: str, rule: str, never: str) -> None:
    said = [one for one in checked(on, rule)[0] if not one.warning]
    assert not any(never in one.suggestion or never in one.message for one in said)


def test_a_misspelling_is_suggested_only_where_it_can_stand() -> None:
    assert [one.suggestion for one in mistakes("Knock the lozer down.")] == [""]
    assert [one.suggestion for one in mistakes("Push a rivel 1.")] == ["rival"]


@pytest.mark.parametrize(
    ("on", "rule", "suggestion"),
    [
        ("trait", "You have 1 more defense.", "This has"),
        ("trait", "While this is standing, you cannot be pushed.", "this"),
        ("trait", "When you are challenged, move 1.", "this is"),
        ("trait", "When you lose a challenge, gain an energy token.", "this loses"),
        ("trait", "You and adjacent allies cannot be pulled.", "This cannot be pulled. Adjacent"),
        ("ability", "Choose a rival within 3. Push them 1.", "it"),
        ("ability", "Take another action.", "Do an extra"),
    ],
)
def test_what_reads_and_is_seldom_meant_is_corrected_too(on: str, rule: str, suggestion: str) -> None:
    assert [one.suggestion for one in checked(on, rule)[0]] == [suggestion]
