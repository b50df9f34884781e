"""What could not be done is said: in the log when it happened, and before an ability or item is paid for nothing (ABI-4)."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.texts import card_with, waiting
from tipover import notate
from tipover.cli.question_text import option_lines
from tipover.engine.core.event import NotDone
from tipover.engine.queries.undone import why_idle
from tipover.play.narrate import sentences
from tipover.play.printers import marked
from tipover.table.present.options import options
from tipover.table.present.plain_names import table_printer


def ready(text: str, drawing: str, **more: object) -> Game:
    """A scene in which A may do what a text says."""
    return scene(drawing, catalog=card_with(text), A="Tester", pool="red red", **more)  # type: ignore[arg-type]


def idle(game: Game) -> str:
    """What is said of the ability before it is used; empty if it does something."""
    assert game.state.decision is not None
    (option,) = [one for one in game.state.decision.options if notate(game.state, one) == "A: Try"]
    said = why_idle(game.state, option)
    return marked(game.state).text(said) if said is not None else ""


@rule("ABI-4")
def test_a_part_that_could_not_be_done_is_a_line_of_the_log():
    game = ready("Gain 1 point. Push an adjacent rival 1. Gain 1 point.", " A . b ")
    game.play("A: Try")
    assert sentences(game.state, game.events)[-1] == "Try: “push an adjacent rival 1” cannot be done (ABI-4)."
    assert game["sides.light.points"] == 1


@rule("ABI-4", "ABI-15")
def test_a_part_of_one_among_several_is_told_as_well():
    game = ready("For each ally: it exhausts an adjacent rival. Gain 1 point.", " A C . b D . e ", C={}, D={})
    game.play("A: Try", "> C")
    told = [event for event in game.events if isinstance(event, NotDone)]
    assert len(told) == 1
    assert game["sides.light.points"] == 1


@rule("ABI-6")
@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Choose one: push an adjacent rival 1; or gain 1 point, then knock this down.", "knocked down"),
        ("Choose one: gain 1 point, then knock this down; or push an adjacent rival 1.", "knocked down"),
        ("If there is no adjacent rival, knock this down. Otherwise, gain 1 point.", "knocked down"),
        ("Choose one: knock this down, then gain 1 point; or push an adjacent rival 1.", "Try: “gain 1 point” cannot be done (ABI-4)."),
        ("If there is no adjacent rival, knock this down. Otherwise, move 1. Gain 1 point.", "Try: “gain 1 point” cannot be done (ABI-4)."),
    ],
)
def test_what_was_not_to_be_done_anyway_is_not_said_to_be_undone(text: str, last: str):
    """Behind the end of an alternative stands another one; it is nothing that a doer who was knocked down leaves undone."""
    game = ready(text, " A . b ")
    game.play("A: Try")
    assert game["A.down"] is True
    told = sentences(game.state, [event for event in game.events if type(event).__name__ in ("NotDone", "KnockedDown")])
    assert last in told[-1]


@rule("ABI-6")
def test_an_ability_that_stops_says_what_is_left_out():
    game = ready("Defend against a challenge 4. Gain 1 point.", " A . b ")
    game.play("A: Try", "roll b b b b", "roll b b")
    assert "Try: “gain 1 point” cannot be done (ABI-4)." in sentences(game.state, game.events)


@rule("ABI-4")
@pytest.mark.parametrize(
    ("text", "drawing", "said"),
    [
        ("Push an adjacent rival 1. Gain 1 point.", " A . b ", "Does nothing now: “push an adjacent rival 1” cannot be done (ABI-4)."),
        ("Choose an adjacent ally. Stand it up.", " A . b ", "Does nothing now: “choose an adjacent ally” cannot be done (ABI-4)."),
        ("Each ally stands up.", " A . b ", "Does nothing now (ABI-4)."),
        ("If there is an adjacent rival, gain 1 point.", " A . b ", "Does nothing now (ABI-4)."),
        ("Move 1.", " A . b ", ""),
        ("Until the end of the round, this has 1 more defense.", " A . b ", ""),
        ("Do an extra action.", " A . b ", ""),
        ("Return an ability token on your track.", " A . b ", ""),
    ],
)
def test_an_ability_that_can_do_nothing_says_so_before_it_is_paid_for(text: str, drawing: str, said: str):
    game = ready(text, drawing)
    before = game.state.digest()
    assert idle(game) == said
    assert game.state.digest() == before
    assert game.allows("A: Try"), "It may be done all the same."


@rule("ABI-4")
def test_it_is_said_of_the_last_action_too():
    game = ready("Push an adjacent rival 1.", " A . b ", actions=1)
    assert idle(game).startswith("Does nothing now")


@rule("ABI-4")
def test_the_terminal_and_the_table_show_it():
    game = ready("Push an adjacent rival 1.", " A . b ")
    state = game.state
    assert state.decision is not None
    lines = ["".join(part if isinstance(part, str) else part[0] for part in line) for line in option_lines(state, state.decision, 200)]
    assert any("Does nothing now" in line for line in lines)
    (option,) = [one for one in options(state, state.decision, table_printer(state, "de")) if one.verb == "ability"]
    assert option.idle == "Bewirkt jetzt nichts: „push an adjacent rival 1“ geht nicht."


ONE, TWO = " A z . ", " A z y "


@rule("ABI-4")
@pytest.mark.parametrize(
    ("text", "drawing", "options", "points"),
    [
        ("You may push 2 rivals within 3 1. Gain 1 point.", ONE, None, 1),
        ("You may push 2 rivals within 3 1. Gain 1 point.", TWO, ["> z", "> y", "> no"], 0),
        ("Push 2 rivals within 3 1 or gain 1 point.", ONE, None, 1),
        ("Push 2 rivals within 3 1 or gain 1 point.", TWO, ["> push 2 rivals within 3 1", "> gain 1 point"], 0),
        ("Gain 1 point. Push 2 rivals within 3 1. Gain 1 point.", ONE, None, 1),
    ],
)
def test_two_of_which_there_is_one_are_not_asked_for_and_left_off(text: str, drawing: str, options: list[str] | None, points: int):
    game = ready(text, drawing)
    game.play("A: Try")
    assert game.options == options if options is not None else game["turn"] == "A" and "A: end" in game.options
    assert game["sides.light.points"] == points


@rule("CHA-16", "CHA-10")
@pytest.mark.parametrize("text", ["Challenge 2 against 2 rivals.", "Range 3 challenge 2 against 2 or more rivals."])
def test_a_challenge_action_against_two_needs_two_targets(text: str):
    def action(drawing: str) -> Game:
        return scene(drawing, catalog=card_with(text, challenge=True), A="Tester", pool="red")

    assert action(ONE).refused("A: Try") == ["CHA-16"]
    assert action(" z A y ").allows("A: Try")


@rule("ABI-4")
def test_an_ability_that_loses_points_of_which_there_are_none_says_so():
    assert idle(ready("Lose 1 point.", " A . b ")) == "Does nothing now (ABI-4)."
    assert idle(ready("Lose 1 point.", " A . b ", sides={"light": {"points": 1, "pool": ["red"]}})) == ""


@rule("ABI-4")
@pytest.mark.parametrize(
    "text",
    [
        "Exhaust a rival within 1.",
        "Range 2 challenge 2.",
        "An adjacent rival does a basic challenge.",
        "Choose a rival within 1. Push it 1.",
    ],
)
def test_who_answers_a_part_that_could_not_be_done_is_told_so(text: str):
    """Nothing is asked, because nobody fits: that is the reason, and not that something else is asked."""
    game = ready(text, " A . . b ")
    assert game.refused("A: Try > b") == ["ABI-4", "TRN-2"]


@rule("CHA-14", "CHA-25")
@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("When this is challenged, knock the challenger down.", "The challenge against Waiter (A) ends without a result (CHA-25)."),
        ("When this is challenged, put this on the 2 of your track.", "The challenge against Waiter (A) ends without a result (CHA-25)."),
        (
            "When this is challenged, make an ally the target.",
            "Unsullied (C) could not have been chosen as the target, so the challenge ends, and its text with it (CHA-14).",
        ),
    ],
)
def test_a_challenge_that_ends_without_a_result_is_a_line_of_the_log(text: str, last: str):
    game = waiting(text, " A b . C ", C={"character": "Unsullied"})
    game.play("A: end", "b: challenge A")
    assert last in sentences(game.state, game.events)
