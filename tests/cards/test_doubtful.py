"""Sentences that a careful reader takes another way than they would be played are refused, with the way out; what never or always holds is warned of."""

from __future__ import annotations

from copy import copy

import pytest

from tipover.cards.check import check_rule
from tipover.cards.check_text import Finding, WrittenRule
from tipover.cards.read import RuleError, read_rule
from tipover.cards.toml import Document
from tipover.cards.words import print_rule

from .matrix import NAMES

KNOWN = copy(NAMES)
KNOWN.numbers, KNOWN.faces = {"Net token": 3}, {"Bone die": (2, 9)}


def checked(rule: str, what: str) -> list[Finding]:
    texts = tuple(read_rule(rule, NAMES))
    path, of = ("table", "a scenario") if what == "the table" else ("rule", what)
    written = WrittenRule(Document("x.toml", 'name = "X"'), (path,), rule, texts, of, what == "an ability", KNOWN)
    return check_rule(written)


REFUSED = [
    ("a trait", "Instead of this being knocked down, this may move 1.", "leave out `may`"),
    ("a trait", "Instead of this being knocked down, you may discard a Net token.", "leave out `may`"),
    ("a trait", "As an ability, this may move 2.", "`As a basic action, …`"),
    ("a trait", "As an item, this may move 2.", "`As a basic action, …`"),
    ("a trait", "As an action, this may move 2.", "`As a basic action, …`"),
    ("a trait", "As a companion action, this may move 2.", "COM-2"),
    ("an objective", "As an interact, a character adjacent to this may put this on the 2 of your track.", "`the track of this`"),
    ("an ability", "Choose 2 squares. For each square: place a Net token in it.", "nothing is done with what is chosen"),
    ("an ability", "Choose 2 rivals. For each rival: push it 1.", "`For each of them: …`"),
    ("an ability", "For each ability token on your track: shift it down 1.", "`Shift each ability token on your track down 1.`"),
    ("an ability", "Choose 2 red tokens on your track. Shift them up 1.", "`Shift 2 red tokens on your track down 1.`"),
    ("an ability", "A rival may discard 2 items.", "or name one kind, as `2 Energy tokens`"),
    ("an ability", "Discard 2 items.", "or name one kind, as `2 Energy tokens`"),
    ("a trait", "As an interact, a character adjacent to a rival may push it 1.", "name a rival in the deed"),
    ("an ability", "Place a Net token adjacent to each rival.", "`For each rival: place a Net token adjacent to it.`"),
    ("an ability", "Place another Net token within 2 of each rival.", "`For each rival: place another Net token within 2 of it.`"),
    (
        "an ability",
        "Choose 2 rivals. Place a Net token adjacent to those rivals.",
        "`For each of those rivals: place a Net token adjacent to it.`",
    ),
    ("an ability", "Place a Net token in each adjacent square.", "`For each adjacent square: place a Net token in it.`"),
    ("an ability", "Place a Net token in the square of each rival.", "`For each rival: place a Net token in its square.`"),
    ("an ability", "Choose 2 squares. Place a Net token in those squares.", "`For each of those squares: place a Net token in it.`"),
    ("an ability", "If a rival has the most points, gain 1 point.", "`an opponent has the most`"),
    ("an ability", "Challenge 2 against a rival not adjacent to this.", "`Range 3 challenge 2 against a rival not adjacent to this.`"),
    ("an ability", "Exhaust a character of each opponent.", "`For each opponent: …`"),
    ("an ability", "Move 1 for each point.", "`If you have 3 or more points, …`"),
    ("a companion", "As a companion action, the owner may move 1.", "`As a companion action, this may …`"),
    ("a companion", "At the start of its turn, this may move 1.", "`At the start of each round, …`"),
    ("a minion", "At the end of its turn, gain 1 point.", "`When the owner becomes exhausted, …`"),
    ("a minion", "When this becomes exhausted, gain 1 point.", "`When the owner becomes exhausted, …`"),
    ("a card", "At the start of its turn, each character stands up.", "`At the start of each round, …`"),
    ("a scenario", "At the start of its turn, gain 1 point.", "`At the start of each round, …`"),
    ("a trait", "When this becomes exhausted, refresh this.", "`Once per round.`"),
    ("a trait", "When an ally becomes exhausted, refresh it.", "`Once per round.`"),
    ("an ultimate card", "At the end of its turn, refresh this.", "`Once per round.`"),
    ("the table", "At the end of the round, each rival stands up.", "write `character`"),
    ("the table", "At the end of the round, each opponent gains 1 point.", "write `each side`"),
    ("a card", "Rivals have 1 less movement.", "write `character`"),
    ("a card", "Figures within 2 have 1 more movement.", "`within 2 of it`"),
    ("a scenario", "As a basic action, a character of yours may push a rival within 2 1.", "`within 2 of it`"),
    ("an ability", "Control an adjacent rival: it does a challenge 2 against an ally.", "CTL-1"),
    ("an ability", "Control an adjacent rival: it does a challenge 2 against this.", "CTL-1"),
    ("an ability", "Control a rival: it moves 1, then do a basic challenge.", "for who is controlled write `it does …`"),
    ("an ability", "Control a rival: do a basic action.", "for who is controlled write `it does …`"),
    ("an ability", "Control a rival: move 2.", "for who is controlled write `it moves …`"),
    ("an ability", "Control an adjacent rival: challenge 2 against it.", "a sentence of its own after this one"),
    ("an ability", "Control an adjacent rival: it moves 1. Challenge 2 against an ally.", "CHA-1"),
]


@pytest.mark.parametrize(("what", "rule", "way_out"), REFUSED, ids=[rule for _, rule, _ in REFUSED])
def test_what_would_be_taken_another_way_is_refused_with_the_way_out(what: str, rule: str, way_out: str) -> None:
    (found,) = checked(rule, what)
    assert way_out in found.message and not found.warning


GONE = [
    ("a trait", "When this is knocked out, each rival within 2 moves 1.", "`within 2 of the last square of this`"),
    ("a trait", "When this is knocked out, push an adjacent rival 1.", "`adjacent to the last square of this`"),
    ("a trait", "When an ally is knocked out, gain 1 point for each rival adjacent to it.", "`adjacent to its last square`"),
    ("a trait", "When an ally is knocked out, if it is adjacent to a rival, gain 1 point.", "`if its last square is …`"),
    ("a trait", "When a rival is knocked out, move 2 toward it.", "`toward its last square`"),
    ("a trait", "When a rival is knocked out, place a Net token in its square.", "`in its last square`"),
    ("a minion", "When this is removed, gain 1 point for each adjacent rival.", "`adjacent to the last square of this`"),
    ("a token", "When a rival enters the square of this, remove this. Each figure adjacent to this moves 1.", "`adjacent to the last square of this`"),
    ("a token", "At the end of the round, remove this. A character of yours within 2 of this moves 1.", "`within 2 of the last square of this`"),
    ("an ability", "Choose an adjacent rival. Knock that rival out. Each ally adjacent to that rival moves 1.", "`adjacent to the last square of that rival`"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "rule", "way_out"), GONE, ids=[rule for _, rule, _ in GONE])
def test_near_what_has_left_the_map_is_said_of_the_square_that_it_left(what: str, rule: str, way_out: str) -> None:
    (found,) = checked(rule, what)
    assert found.message.endswith(way_out) and not found.warning


ACCEPTED = [
    ("an ability", "Discard 2 Net tokens."),
    ("an ability", "Discard 2 items of a rival."),
    ("an ability", "A rival discards up to 2 items."),
    ("a trait", "When this is knocked out, each rival within 2 of the last square of this moves 1."),
    ("a trait", "When an ally adjacent to this is knocked out, gain 1 point for each rival adjacent to its last square."),
    ("a trait", "When this leaves the map, an ally may push a rival adjacent to that ally 1."),
    ("a trait", "When this becomes exhausted, if this is on the map, push an adjacent rival 1."),
    ("a minion", "When this is removed, place this adjacent to the owner. Push an adjacent rival 1."),
    ("a trait", "Instead of this being knocked down, move 1."),
    ("a trait", "As a basic move, this may move 4."),
    ("a companion", "As a companion action, this may move 2."),
    ("an objective", "As an interact, a character of yours adjacent to this may put this on the 2 of your track."),
    ("an objective", "As an interact, a character adjacent to this may put this on the 2 of the track of this."),
    ("the table", "As a basic action, a character may push an adjacent rival 1."),
    ("a scenario", "As a basic action, a character of yours may push a rival within 2 of it 1."),
    ("a trait", "When this becomes exhausted, refresh this. Once per round."),
    ("a trait", "When a rival becomes exhausted, refresh this."),
    ("an ability", "For each ability token on your track: you may move 1."),
    ("an ability", "Control an adjacent rival: it does a challenge 2 against a rival."),
    ("an ability", "Control an adjacent rival: it moves 1. Challenge 2 against it."),
    ("an ability", "Range 3 challenge 2 against a rival not adjacent to this."),
    ("an ability", "Stand each ally up. Gain 1 point for each of those allies."),
    ("an ability", "Choose 2 rivals. For each of those rivals: push it 1."),
    ("an ability", "Choose 2 rivals. Push one of those rivals 1."),
    ("an ability", "Choose 2 rivals. One of those rivals moves 1."),
    ("an ability", "Choose 2 squares within 2. For each of those squares: place a Net token in it."),
    ("an ability", "Place this adjacent to each rival."),
    ("an ability", "Place an ally adjacent to each rival."),
    ("an ability", "Place 2 Net tokens adjacent to each rival."),
    ("an ability", "Place a Net token not adjacent to each rival."),
    ("an ability", "Place a Net token within 2 of a rival."),
    ("a trait", "As an interact, a character adjacent to a rival may move 1. It stands up."),
    ("a trait", "As an interact, a character of yours may push an adjacent rival 1. Knock it down."),
]


@pytest.mark.parametrize(("what", "rule"), ACCEPTED, ids=[rule for _, rule in ACCEPTED])
def test_what_has_one_meaning_is_accepted(what: str, rule: str) -> None:
    assert checked(rule, what) == []
    assert print_rule(read_rule(rule, NAMES)) == rule


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("Instead of this becoming exhausted, gain 1 point.", "no round would ever end"),
        ("Roll 1 die. If the dice match, gain 1 point.", "can never hold"),
        ("If there are 9 characters a side, gain 1 point.", "can never hold"),
        ("If there is 1 character a side, gain 1 point.", "always holds"),
        ("Roll 2 Bone dice. If the total is 19 or more, gain 1 point.", "18 at most"),
        ("Roll 2 Bone dice. If the total is 4 or more, gain 1 point.", "always holds"),
        ("Gain 4 Net tokens.", "only 3"),
        ("If this has 4 or more Net tokens, gain 1 point.", "only 3"),
    ],
)
def test_a_condition_that_never_or_always_holds_is_warned_of(rule: str, why: str) -> None:
    (found,) = checked(rule, "a trait" if rule.startswith("Instead") else "an ability")
    assert found.warning and why in found.message


@pytest.mark.parametrize(
    ("rule", "warnings"),
    [
        ("When a rival becomes exhausted, refresh that rival. Once per turn.", [False]),
        ("When an ally becomes exhausted, refresh it.", [False]),
        ("When an ally becomes exhausted, refresh another ally.", [True]),
        ("When a character becomes exhausted, you may refresh each ally.", [True]),
        ("When an ally becomes exhausted, refresh a rival.", []),
        ("When this becomes exhausted, refresh an ally.", []),
        ("When an ally becomes exhausted, refresh another ally. Once per round.", []),
    ],
)
def test_a_round_has_an_end(rule: str, warnings: list[bool]) -> None:
    assert [one.warning for one in checked(rule, "a trait") if "no round would ever end" in one.message] == warnings


def test_each_of_them_has_the_noun_that_stood_there() -> None:
    assert print_rule(read_rule("Stand each ally up. Move 1 for each of them.", NAMES)).endswith("Move 1 for each of those allies.")
    assert print_rule(read_rule("Choose 2 rivals. Knock one of them down.", NAMES)).endswith("Knock one of those rivals down.")
    said = "Choose up to 2 standing rivals. For each of them: push it 1. Each of them may move 1."
    assert print_rule(read_rule(said, NAMES)) == (
        "Choose up to 2 standing rivals. For each of those rivals: push it 1. Each of those rivals may move 1."
    )


@pytest.mark.parametrize(
    ("rule", "way_out"),
    [
        ("Choose 2 allies. Choose 2 rivals. For each of them: push it 1.", "`For each of those rivals: …`"),
        ("Gain 1 point or a gold token.", "`gain 1 point or gain a gold token`"),
        ("Gain 1 point and a gold token.", "`gain 1 point. Gain a gold token.`"),
        ("An opponent loses 1 point or a gold token.", "`an opponent loses 1 point or loses a gold token`"),
        ("Knock down a rival and an ally.", "`Knock a rival and an ally down.`"),
        ("An ally interacts with a point marker.", "`An ally does an interact.`"),
        (
            "When this pays with its last token, gain 1 point.",
            "`When this does an ability paid with the last token of its type, gain 1 point.`",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_what_can(rule: str, way_out: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_rule(rule, NAMES)
    assert any(way_out in mistake.message for mistake in refused.value.mistakes)
