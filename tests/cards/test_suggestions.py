"""Nothing is suggested that is refused in turn: what a message says to write passes the checker."""

from __future__ import annotations

import pytest

from tipover.cards.plain_grammar import frame

from .test_natural import LISTS, NAMES, Said, checked, led_to, obeyed, with_declared

# Sentences whose suggestion was refused, and the one that is suggested now.
MENDED = [
    (
        "trait",
        "When this knocks down a rival, push it 1.",
        "After this wins a challenge, if the target is knocked down, push the target 1.",
    ),
    (
        "trait",
        "When this knocks a rival down, this may push it 1.",
        "After this wins a challenge, if the target is knocked down, this may push the target 1.",
    ),
    (
        "trait",
        "When this knocks down a rival, exhaust it.",
        "After this wins a challenge, if the target is knocked down, exhaust the target.",
    ),
    ("trait", "Allies within 2 may reroll a die.", "After an ally within 2 rolls dice, it may reroll a die."),
    ("trait", "You ignore enemies when moving.", "This can move through rivals."),
    ("trait", "You get +1 defense while adjacent to an ally.", "While this is adjacent to an ally, this has 1 more defense."),
    ("ability", "Choose an enemy; it must move 2 squares away from you.", "Choose a rival. It moves 2 away from this."),
    (
        "ability",
        "Challenge a rival with 2 dice. If you win, it loses an item.",
        "Challenge 2 against a rival. If it wins, the target discards an item.",
    ),
    ("ability", "Move 2, then fall.", "Move 2. Knock this down."),
    ("ability", "You may move 2, then fall.", "You may move 2, then knock this down."),
    ("trait", "When you are challenged, you may move 2, then fall.", "When this is challenged, you may move 2, then knock this down."),
    (
        "trait",
        "When this knocks down a rival, gain 1 point and move 1.",
        "After this wins a challenge, if the target is knocked down, gain 1 point, then move 1.",
    ),
    (
        "trait",
        "Each ally gets +1 defense for each rival adjacent to it.",
        "Allies have 1 more defense for each rival adjacent to them.",
    ),
    ("trait", "Each ally may move through rivals adjacent to it.", "Allies can move through rivals adjacent to them."),
    ("ability", "Shift an ally 2 squares away.", "Push an ally 2."),
    ("ability", "Walk a rival 2 squares away.", "Move a rival 2 away from this."),  # nobody said that it is pushed
    ("ability", "Move a rival 2 away.", "Move a rival 2 away from this."),
    ("ability", "A rival moves 2 squares away.", "A rival moves 2 away from this."),  # a push would choose its way for it
    ("ability", "Adjacent rivals move 2 squares away.", "Each adjacent rival moves 2 away from this."),
    ("ability", "Swap places with an ally.", "Swap this with an ally."),
    (
        "trait",
        "When this pays with the last red token, move 1.",
        "When this does an ability paid with the last red token, move 1.",
    ),
    (
        "trait",
        "After this spends its last gold token, gain 1 point.",
        "After this does an ability paid with the last gold token, gain 1 point.",
    ),
]


# The same where a name is to be declared first.
@pytest.mark.parametrize(("rule", "right"), [("Place two traps on empty squares within 2.", "Place 2 Trap tokens within 2.")])
def test_what_is_suggested_with_a_name_to_declare_is_right_too(rule: str, right: str) -> None:
    (one,), _ = checked("ability", rule)
    assert obeyed(rule, [one]) == right
    assert one.message.endswith(f"; then write `{right}`")


def refused(on: str, said: list[Said], rule: str) -> list[str]:
    """What is refused of a rule for which everything suggested was written, and every name declared that has to be."""
    names = with_declared(NAMES, said)
    return [one.message for one in checked(on, obeyed(rule, said), names)[0] if not one.warning]


@pytest.mark.parametrize(("on", "rule", "right"), MENDED, ids=[row[1] for row in MENDED])
def test_what_is_suggested_is_right_at_once(on: str, rule: str, right: str) -> None:
    said, _ = checked(on, rule)
    assert obeyed(rule, said) == right
    assert refused(on, said, rule) == []
    assert right in said[0].message or len(said) > 1, "one message says the whole; of several each says its part"


@pytest.mark.parametrize(
    ("on", "rule", "start", "end"),
    [
        ("ability", "Push the target 2 spaces away.", "a push is always away from the doer; then", "or name `a rival`"),
        ("ability", "Vanish. Move two spaces.", "`Vanish` is not known: say what is done", "if it only names what follows, leave it out"),
        ("ability", "Vanish. Move 2.", "`Vanish` is not known: say what is done", "if it only names what follows, leave it out"),
        ("ability", "Your opponent loses an action.", "this cannot be said: single actions are not taken away", "cannot do a challenge.`"),
    ],
)
def test_where_nothing_right_is_known_the_message_says_why_and_suggests_nothing(on: str, rule: str, start: str, end: str) -> None:
    (one,), _ = checked(on, rule)
    assert (one.suggestion, one.message.startswith(start), one.message.endswith(end)) == ("", True, True)


@pytest.mark.parametrize(
    ("on", "rule"),
    [
        ("trait", "When this knocks down a rival, gain 1 point. Move 1."),  # the second sentence would leave the condition
        ("trait", "When this knocks down a rival, push it 1. Move 1."),
        ("trait", "After knocking down a rival, gain 1 point. Move 1."),
        ("trait", "When this is exhausted in a starting area, gain 1 point. Move 1."),
        ("ability", "An ally may move 2, then fall."),  # the ally falls
        ("ability", "Carry an ally 2 squares away."),  # who carries goes along
        ("ability", "Carry an ally 2 squares."),
        ("ability", "Choose an ally. It may switch places with another ally."),  # the ally's square, not that of `this`
        ("ability", "An ally may swap with a rival."),
        ("ability", "Each ally may swap places with this."),
        ("ability", "Choose an ally. It swaps places with a rival."),
        ("ability", "Move 1 for each ability token on the map."),
        ("ability", "Gain 1 point for each blue token on the map."),
        ("ability", "All of them move 1."),  # nobody was named
        ("ability", "Move 2. Both of them stand up."),
        ("ability", "Each adjacent ally stands up. All of them move 1."),
    ],
)
def test_nothing_is_suggested_that_would_do_something_else(on: str, rule: str) -> None:
    assert obeyed(rule, checked(on, rule)[0]) == rule


@pytest.mark.parametrize("several", ["All of them", "All of those allies", "Both of them"])
def test_several_that_were_chosen_are_suggested_by_their_pronoun(several: str) -> None:
    rule = f"Choose 2 allies. {several} move 1."
    said, _ = checked("ability", rule)
    assert obeyed(rule, said) == "Choose 2 allies. They move 1."


@pytest.mark.parametrize(
    ("on", "rule", "right"),
    [
        ("ability", "Challenge 2. Push that rival 1.", "Challenge 2. Push the target 1."),
        ("ability", "Basic challenge. If it wins, exhaust that character.", "Basic challenge. If it wins, exhaust the target."),
        ("trait", "After this wins a challenge, push that rival 1.", "After this wins a challenge, push the target 1."),
        ("trait", "After a challenge against this, push that rival 1.", "After a challenge against this, push the challenger 1."),
        ("trait", "When an ally is beaten, push that rival 1.", "When an ally is beaten, push the challenger 1."),
        ("ability", "An opponent exhausts one of its characters.", "An opponent exhausts its character."),
        ("ability", "Each opponent must exhaust one of their characters.", "Each opponent exhausts its character."),
        ("ability", "An opponent moves one of your characters 2.", "An opponent moves a character of yours 2."),
        ("trait", "When a rival challenges another rival, this may move 1.", ""),
        ("trait", "When a rival attacks a rival, gain 1 point.", ""),
        ("trait", "When an enemy is attacked by another enemy, gain 1 point.", ""),
        ("trait", "When a rival is knocked out by a rival, gain 1 point.", "When a rival knocks out a rival, gain 1 point."),
        ("trait", "When an ally attacks an enemy, push it 1.", "After a challenge by an ally, push the target 1."),
        ("trait", "When an ally beats a rival, push it 1.", "When an ally wins a challenge, push the target 1."),
        ("trait", "When an ally beats an enemy, it may move 1.", "When an ally wins a challenge, it may move 1."),
        (
            "trait",
            "While a Wight is next to your target, you roll 1 more die.",
            "This rolls 1 die more when challenging a rival adjacent to a Wight minion.",
        ),
        ("ability", "Push an ally 2 squares straight away from this.", ""),
        (
            "ability",
            "Force an adjacent enemy to challenge another enemy, you choose the target.",
            "Control an adjacent rival: it does a basic challenge against another rival.",
        ),
        ("ability", "Challenge 2, then challenge 2 against a different rival.", "Challenge 2. Challenge 2 against another rival."),
        ("ability", "An ally may use an ability.", "An ally may do an ability."),
        ("ability", "An ally may use one of its abilities for free.", "An ally may do an ability without paying."),
        ("ability", "Give one of your items to an ally and take one of its items.", "Give an item to an ally. Take an item of that ally."),
        ("trait", "You may reroll one die when you attack.", "After this rolls dice in a challenge, this may reroll a die."),
        ("ability", "Jump over an adjacent figure.", "Move 2, through figures."),
        ("ability", "Take control of a rival until the end of the round.", ""),
        ("trait", "Whenever one of your tokens returns, move 1.", "When an ability token of yours returns, move 1."),
        (
            "ability",
            "Control a rival within 3: it moves 1, then does a basic challenge.",
            "Control a rival within 3: it moves 1, then it does a basic challenge.",
        ),
        ("ability", "For each ally: it moves 1, then stands up.", "For each ally: it moves 1, then it stands up."),
        (
            "ability",
            "Challenge 2. If it wins, this moves 1, then pushes the target 1.",
            "Challenge 2. If it wins, this moves 1, then push the target 1.",
        ),
        ("ability", "Each opponent must lose a point.", "Each opponent loses 1 point."),
        ("ability", "Every opponent has to discard an item.", "Each opponent discards an item."),
        ("trait", "Each opponent cannot interact with a point marker.", "Rivals cannot interact with a point marker."),
        ("trait", "Opponents can't interact with objectives.", "Rivals cannot interact with objectives."),
        ("ability", "Choose up to 3 rivals. Push two of those rivals 1.", ""),
        ("ability", "Choose up to 3 rivals. Shove all those rivals 1.", ""),
        ("ability", "Discard any number of Energy tokens. If there are 2 or more of those Energy tokens, gain 1 point.", ""),
        (
            "ability",
            "Choose up to 2 rivals. Until the end of the round, when they are knocked down, gain 1 point.",
            "Choose up to 2 rivals. Until the end of the round, when one of those rivals is knocked down, gain 1 point.",
        ),
        (
            "ability",
            "Give an Energy token to an adjacent ally. Until the end of the round, when that ally is challenged, this may become the target.",
            "Give an Energy token to an adjacent ally. Until the end of the round, when that ally is challenged, this may make this the target.",
        ),
        ("ability", "Take an item or a marker from an adjacent rival.", "Take an item or marker of an adjacent rival."),
        (
            "trait",
            "When a rival loses a challenge against this, take a marker of that rival.",
            "When this withstands a challenge, take a marker of the challenger.",
        ),
        ("trait", "This cannot challenge a knocked-down rival.", ""),
        ("ability", "Challenge 2. If it wins, give Poisoned to the target instead of knocking it down.", ""),
        ("ability", "Teleport next to an enemy and knock it over.", "Place this adjacent to a rival. Knock it down."),
        ("ability", "Push a rival lying next to you 1.", "Push an adjacent knocked-down rival 1."),
        ("ability", "Take a marker lying next to you.", "Take an adjacent marker."),
        (
            "trait",
            "When an ally loses a challenge against a rival, push that rival 1.",
            "When an ally loses a challenge, push the target 1.",
        ),
    ],
)
def test_who_is_meant_stays_who_was_said(on: str, rule: str, right: str) -> None:
    assert led_to(on, rule).card == right


def test_a_condition_that_nobody_said_is_suggested_before_another_text() -> None:
    rule = "When this knocks down a rival, gain 1 point. Once per round."
    said, _ = checked("trait", rule)
    assert obeyed(rule, said) == "After this wins a challenge, if the target is knocked down, gain 1 point. Once per round."


def test_a_word_before_what_holds_is_a_heading_and_left_out() -> None:
    (one,), _ = checked("trait", "Fast. This character moves one extra square.")
    assert one.message == "a rule has no headings: write `This has 1 more movement.`"


@pytest.mark.parametrize(
    ("on", "rule", "right"),
    [
        ("trait", "Enemies hit by this hero are pushed 1.", "When this wins a challenge, push the target 1."),
        ("trait", "Enemies beaten by you are pushed 1.", "When this wins a challenge, push the target 1."),
        ("ability", "Attack rolling a die for each adjacent ally.", "Challenge 1 for each adjacent ally."),
        ("ability", "Attack using 2 dice for each adjacent ally.", "Challenge 2 for each adjacent ally."),
    ],
)
def test_a_frame_with_a_part_among_several_words_is_read(on: str, rule: str, right: str) -> None:
    assert obeyed(rule, checked(on, rule)[0]) == right


def test_a_frame_with_a_part_among_several_words_would_never_match_and_is_refused() -> None:
    with pytest.raises(ValueError, match=r"`NP` in `NP\|somebody` is a part with frames of its own: .* write two frames"):
        frame("push NP|somebody N", "push NP N")


def test_what_cannot_be_said_is_told_at_a_word_where_the_sentence_can_be_read() -> None:
    (one,), printed = checked("ability", "An interact within 4 claims an area.")
    assert printed and (one.offset, one.word) == (0, "An")
    assert one.message.startswith("this cannot be said: an interact reaches what is adjacent")


@pytest.mark.parametrize("name", LISTS)
def test_nothing_is_suggested_that_is_refused_in_turn(name: str) -> None:
    found = [(one["on"], one["say"], checked(one["on"], one["say"], NAMES)[0]) for one in LISTS[name]]
    obeyable = [(on, say, said) for on, say, said in found if said and all(one.suggestion for one in said if not one.warning)]
    assert obeyable
    assert [(say, obeyed(say, said), bad) for on, say, said in obeyable if (bad := refused(on, said, say))] == []
