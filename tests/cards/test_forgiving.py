"""What the reader forgives and the printer mends; and what a player sees."""

import pytest

from tipover.cards.read import RuleError, read_rule
from tipover.cards.words import print_lines, print_rule, shown

from .samples import NAMES

MENDED = [
    ("Then do an extra action.", "Do an extra action."),
    ("Move 1. Then, do an extra action.", "Move 1. Do an extra action."),
    ("Move two.", "Move 2."),
    ("When this is challenged gain 1 point.", "When this is challenged, gain 1 point."),
    ("Challenge 2. If it wins push the target 1.", "Challenge 2. If it wins, push the target 1."),
    ("Challenge 2. If it wins, move 1 then push the target 1.", "Challenge 2. If it wins, move 1, then push the target 1."),
    ("Challenge 2. If it wins, move 1 and then push the target 1.", "Challenge 2. If it wins, move 1, then push the target 1."),
    ("If there are no adjacent rivals, move 1.", "If there is no adjacent rival, move 1."),
    ("If no rival is adjacent, gain a point.", "If no rival is adjacent to this, gain 1 point."),
    ("Up to 2 allies may each move 1.", "Up to 2 allies may move 1."),
    ("Until end of turn, this has 1 more range. Move 1.", "Until the end of the turn, this has 1 more range. Move 1."),
    ("Choose a rival. Until end of turn, it has 1 less defense.", "Choose a rival. Until the end of the turn, it has 1 less defense."),
    ("Until the end of round, this has 1 more range.", "Until the end of the round, this has 1 more range."),
    ("Push a rival within 4 that you can see 1.", "Push a rival within 4 and in sight 1."),
    ("Three times: this or a standing ally moves one.", "3 times: this or a standing ally moves 1."),
    ("Choose an rival.", "Choose a rival."),
    ("Exhaust a ally.", "Exhaust an ally."),
    ("Each ally move 1.", "Each ally moves 1."),
    ("This and it moves 2.", "This and it move 2."),
    ("This may moves 1.", "This may move 1."),
    ("When you knocks out a rival, gain 1 point.", "When you knock out a rival, gain 1 point."),
    ("When this become exhausted, move 1.", "When this becomes exhausted, move 1."),
    ("Adjacent rivals rolls 1 die fewer when challenging.", "Adjacent rivals roll 1 die fewer when challenging."),
    ("Adjacent rivals has 1 less movement.", "Adjacent rivals have 1 less movement."),
    ("If you has an item, move 1.", "If you have an item, move 1."),
    ("Choose an ally within 3 in sight.", "Choose an ally within 3 and in sight."),
    ("Place this within 3 not adjacent to a rival.", "Place this within 3 and not adjacent to a rival."),
    ("Gain 1 points.", "Gain 1 point."),
    ("This rolls 1 dice more when challenging.", "This rolls 1 die more when challenging."),
    ("Do a basic challenge.", "Basic challenge."),
    ("Do a range 3 challenge 2.", "Range 3 challenge 2."),
    ("This may basic challenge.", "This may do a basic challenge."),
    ("Move 3, ending in sight, through rivals.", "Move 3, through rivals, ending in sight."),
    ("It moves 1, or it stands up.", "It moves 1 or stands up."),
    ("Them stand up.", "They stand up."),
    ("Stand up. Once per turn. Usable while knocked down.", "Stand up. Usable while knocked down. Once per turn."),
    ("Discard the target’s item.", "Discard the target's item."),
    ("Move 2 towards a rival.", "Move 2 toward a rival."),
    ("Whenever this returns, move 1.", "When this returns, move 1."),
    ("Once per round, when this is challenged, gain 1 point. Move 1.", "When this is challenged, gain 1 point. Move 1. Once per round."),
    ("After this is knocked out, your opponent loses 1 point.", "After this is knocked out, an opponent loses 1 point."),
    ("When your ally within 2 is knocked down, gain 1 point.", "When an ally within 2 is knocked down, gain 1 point."),
    ("Once per turn, after this moves, it may move 1.", "After this moves, it may move 1. Once per turn."),
    ("Once per game, instead of this being knocked out, stand up.", "Instead of this being knocked out, stand up. Once per game."),
    ("Once per round, as a basic action, this may move 3.", "As a basic action, this may move 3. Once per round."),
    ("Move up to 2.", "Move 2."),
    (
        "Challenge 1 against each adjacent rival, plus 1 for each adjacent ally.",
        "Challenge 1, plus 1 for each adjacent ally against each adjacent rival.",
    ),
    ("Move 2, toward a rival, ending adjacent to it.", "Move 2 toward a rival, ending adjacent to it."),
    ("Push a rival 2, away from an ally.", "Push a rival 2 away from an ally."),
    ("All allies move 1.", "Each ally moves 1."),
    ("Every ally moves 1.", "Each ally moves 1."),
    ("At the beginning of the game, gain 1 point.", "At the start of the game, gain 1 point."),
    ("Move 2 spaces.", "Move 2."),
    ("Move 2 hexes.", "Move 2."),
    ("Push an enemy 1.", "Push a rival 1."),
    ("Push a rival you can see up to 2 spaces.", "Push a rival in sight 2."),
    ("This character cannot be seen.", "This cannot be seen."),
    (
        "Whenever an enemy within 3 spaces is knocked out, this character may move up to 1.",
        "When a rival within 3 is knocked out, this may move 1.",
    ),
    ("Remove all Energy tokens within 2.", "Remove each Energy token within 2."),
    ("Shift all ability tokens on your track down 1.", "Shift each ability token on your track down 1."),
    ("Place this in a square you cannot see.", "Place this in a square not in sight."),
    ("Adjacent enemies can't do an interact.", "Adjacent rivals cannot do an interact."),
    ("  Move\t2.\n\n\nStand   up. ", "Move 2. Stand up."),
    ("Gain a\nGame\nRule card.", "Gain a Game Rule card."),
]


@pytest.mark.parametrize(("text", "mended"), MENDED)
def test_the_printer_mends(text: str, mended: str) -> None:
    assert print_rule(read_rule(text, NAMES)) == mended
    assert print_rule(read_rule(mended, NAMES)) == mended


def test_each_text_gets_its_line() -> None:
    rule = "This has 1 more range. When this returns, move 1. Stand up. This cannot be seen."
    assert print_lines(read_rule(rule, NAMES)) == "This has 1 more range.\nWhen this returns, move 1. Stand up.\nThis cannot be seen."


SHOWN = [
    ("Place this adjacent to an ally within 2.", "Place Rose adjacent to an ally within 2."),
    ("This may move 1.", "Rose may move 1."),
    ("The square of this counts as obscured.", "The square of Rose counts as obscured."),
    ("Take this's item.", "Take Rose's item."),
    ("After a challenge against this, discard this card.", "After a challenge against Rose, discard this card."),
    ("Challenge 1 for each time this paid less this turn.", "Challenge 1 for each time Rose paid less this turn."),
    ("If it wins, it moves 1.", "If it wins, it moves 1."),
]


@pytest.mark.parametrize(("text", "seen"), SHOWN)
def test_a_player_sees_the_short_name_for_this_and_nothing_else_changed(text: str, seen: str) -> None:
    assert " ".join(shown(one, "Rose") for one in read_rule(text, NAMES)) == seen


def test_the_end_of_a_turn_is_not_guessed_where_it_may_be_anybodys() -> None:
    with pytest.raises(RuleError):
        read_rule("When this is challenged, until end of turn, this has 1 more defense.", NAMES)
