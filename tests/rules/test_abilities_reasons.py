"""ABI: why an ability may not be used now, in sentences that name the card, its cost and its words."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import card_with, tried
from tipover import why_not

PACK = pack("rulings")
EMPTY = [[], [], [], []]


def told(game, line):
    """The first reason against a line: its rule and its sentence."""
    reason = why_not(game.state, line)[0]
    return reason.rule, reason.sentence


@rule("ABI-2")
def test_without_a_token_the_reason_names_the_ability_its_cost_and_the_colour():
    game = scene(" A b ", A="Sae-byeok", pool="silver")
    number, sentence = told(game, "A: Sucker Punch")
    assert number == "ABI-2"
    assert "Sucker Punch (blue 3) needs a blue token" in sentence


@rule("CHA-16")
def test_without_a_target_the_reason_quotes_the_cards_line():
    game = scene(" A . b ", A="Jon Snow", pool="red")
    number, sentence = told(game, "A: Longclaw")
    assert number == "CHA-16"
    assert 'Longclaw has no target now: "Challenge 4."' in sentence


@rule("TRN-8")
def test_used_this_turn_the_reason_quotes_the_limit():
    game = scene(" A . . b ", A="Captain America", pool="gold gold")
    game.play("A: I Can Do This All Day > move b1")
    number, sentence = told(game, "A: I Can Do This All Day")
    assert number == "TRN-8"
    assert 'I Can Do This All Day says "Once per turn"' in sentence


@rule("TRN-4")
def test_knocked_down_the_reason_says_that_the_card_does_not_allow_it():
    game = scene(" A b ", A={"character": "Jon Snow", "down": True}, pool="red")
    assert game.refused("A: Longclaw") == ["TRN-4"], "A target stands beside him: that is not the reason."
    assert "Longclaw does not say" in told(game, "A: Longclaw")[1]


@rule("TRN-3")
def test_on_the_wrong_side_the_reason_says_whose_turn_it_is():
    game = scene(" A b ", A="Jon Snow", b="Jon Snow", sides={"dark": {"pool": ["red"]}})
    number, sentence = told(game, "b: Longclaw")
    assert number == "TRN-3"
    assert "light" in sentence.lower()


@rule("ABI-3")
def test_an_answer_to_what_is_over_is_refused_with_a_sentence():
    game = scene(
        " A . B . b ",
        A="Il-nam",
        C={"exhausted": True},
        sides={"light": {"pool": ["gold", "gold"], "track": [["C"], [], [], []]}},
    )
    game.play("A: Turn It Around > A > a1 > c1", "A: Call for Aid")
    assert game["turn"] == "b"
    assert game.refused("> C")[0] in ("TRN-2", "TRN-1", "DST-6"), "Only B could come, so it was not asked for; the turn has passed."


# -- the true reasons inside card texts -------------------------------------------------------------------------

CROWD = """
    +---+---+---+---+
    | A   b   c   E |
    +   +   +   +   +
    | D   d   .   F |
    +---+---+---+---+
"""


@rule("SEE-2")
def test_a_rival_hidden_behind_a_rival_is_refused_because_of_that_rival():
    game = tried("Choose a rival in sight. Push it 1.", CROWD)
    assert game.refused("> c") == ["SEE-2"]
    (reason,) = why_not(game.state, "> c")
    assert "b on b1" in reason.sentence


@rule("SEE-1")
def test_a_rival_behind_a_wall_is_refused_because_of_the_wall():
    game = tried("Choose a rival in sight. Push it 1.", CROWD.replace("b   c", "b | c").replace("d   .", "d | ."))
    assert "SEE-1" in game.refused("> c")


@rule("TRN-4")
@pytest.mark.parametrize("text", ["An ally does a basic action.", "An ally may do a basic challenge.", "An ally does a challenge 2."])
def test_who_is_knocked_down_can_be_given_no_action(text):
    game = tried(text, CROWD, E={"side": "light", "down": True})
    assert game.refused("> E") == ["TRN-4"]


@rule("TRN-11")
def test_who_is_exhausted_cannot_be_exhausted():
    game = tried("Exhaust a rival within 3.", CROWD, b={"side": "dark", "exhausted": True})
    assert game.refused("> b") == ["TRN-11"]


@rule("CHA-29")
def test_a_rival_that_can_challenge_nobody_of_its_own_side_cannot_be_made_to():
    drawing = """
        +---+---+---+---+---+
        | A   .   b   c   g |
        +   +   +   +   +   +
        | h   .   .   .   . |
        +---+---+---+---+---+
    """
    game = tried("A rival within 3 does a basic challenge.", drawing)
    assert game.refused("> h") == ["CHA-29"]


@rule("CHA-29", "CHA-2")
@pytest.mark.parametrize(
    "text",
    [
        "An adjacent rival does a basic challenge.",
        "An adjacent rival does a challenge 2.",
        "An adjacent rival does a range 2 challenge 2.",
        "Choose an adjacent rival. It does a basic challenge against a standing rival.",
        "Choose an adjacent rival. It does a challenge 2 against another rival.",
        "Each adjacent rival does a basic challenge.",
    ],
)
def test_who_is_made_to_challenge_is_refused_the_maker_s_side_before_the_range_is_looked_at(text: str):
    """Those of the maker's side are no targets, beside it or far away (CHA-29); only its own side can be out of reach (CHA-2)."""
    drawing = """
        +---+---+---+---+---+---+
        | .   .   .   .   .   B |
        +   +   +   +   +   +   +
        | A   x   y   .   z   . |
        +   +   +   +   +   +   +
        | C   w   .   .   .   . |
        +---+---+---+---+---+---+
    """
    game = tried(text, drawing)
    game.play("> x")
    assert sorted(game.options) == ["> w", "> y"]
    assert [game.refused(f"> {mark}") for mark in "ABCz"] == [["CHA-29"], ["CHA-29"], ["CHA-29"], ["CHA-2"]]


@rule("ACT-8")
def test_an_offered_basic_action_is_not_the_basic_move_that_a_card_gives():
    """Ground Rules is in force: a basic action, but not a basic move."""
    game = tried("Do a basic move.", " A . . . b F ", F={"character": "Front Man", "side": "light", "statuses": ["Ground Rules of F"]})
    assert game.refused("A: Ground Rules") == ["ACT-8"]


# -- labels of dice ------------------------------------------------------------------------------------------


@rule("TIM-4")
@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("Challenge 1, plus 1 if the target is exhausted.", "2 dice = 1 Try + 1 target exhausted"),
        ("Challenge 1, plus 2 if this is adjacent to 2 or more rivals.", "3 dice = 1 Try + 2 this adjacent to 2 or more rivals"),
        ("Challenge 1, plus 1 for each rival.", "3 dice = 1 Try + 2 rivals"),
        ("Challenge 1, plus 2 for each rival.", "5 dice = 1 Try + 4 for 2 rivals"),
        ("Challenge 1, plus 1 if there is a knocked-down rival.", "2 dice = 1 Try + 1 there is a knocked-down rival"),
    ],
)
def test_the_parts_of_dice_read_as_words(text, dice):
    drawing = """
        +---+---+
        | A   b |
        +   +   +
        | .   d |
        +---+---+
    """
    game = tried(text, drawing, b={"side": "dark", "exhausted": True}, d={"side": "dark", "down": True})
    game.play("> b")
    assert game.dice == dice


@rule("CHA-2", "SEE-1", "SEE-2")
def test_a_target_in_range_that_is_hidden_is_refused_with_what_hides_it():
    drawing = """
        +---+---+---+---+---+---+---+
        | d | A   b   c   .   .   e |
        +   +   +   +   +   +   +   +
        | .   f   .   .   .   .   . |
        +---+---+---+---+---+---+---+
    """
    game = tried("Range 4 challenge 2.", drawing)
    assert game.refused("> c") == ["CHA-2", "SEE-2"]
    assert game.refused("> d") == ["CHA-2", "SEE-1"]
    assert game.refused("> e") == ["CHA-2"], "it is too far, whatever stands between"


@rule("CHA-16")
def test_a_challenge_action_whose_condition_keeps_it_from_challenging_cannot_be_chosen():
    """ABI-13 lets only other abilities be wasted; a part after the condition is something else to do."""
    drawing = "+---+---+---+\n| A   .   b |\n+---+---+---+"
    splash = "If this moved this turn, challenge 3 against each adjacent rival."
    game = scene(drawing, catalog=card_with(splash, challenge=True), A="Tester", pool="red")
    assert game.refused("A: Try") == ["CHA-16"]
    game.play("A: move b1", "A: Try", "roll b b b", "roll b b")
    assert game["b.down"]
    more = scene(drawing, catalog=card_with(f"{splash} Gain 1 point.", challenge=True), A="Tester", pool="red")
    more.play("A: Try")
    assert more["sides.light.points"] == 1


@rule("CHA-16", "SEE-1", "SEE-2", "SEE-7")
@pytest.mark.parametrize(
    ("text", "drawing", "reasons"),
    [
        ("Range 4 challenge 2.", "| A | b |", ["CHA-16", "SEE-1"]),
        ("Range 4 challenge 2.", "| A   .  ~b |", ["CHA-16", "SEE-7"]),
        ("Range 4 challenge 2 against a knocked-down rival.", "| A   c   b |", ["CHA-16", "SEE-2"]),
        ("Range 4 challenge 2 against each knocked-down rival.", "| A   c   b |", ["CHA-16", "SEE-2"]),
        ("Range 4 challenge 2 against an exhausted rival.", "| A | b |", ["CHA-16"]),
        ("Range 1 challenge 2.", "| A   . | b |", ["CHA-16"]),
        ("Challenge 2.", "| A | b |", ["CHA-16"]),
    ],
)
def test_an_ability_whose_only_targets_are_hidden_is_refused_with_what_hides_them(text, drawing, reasons):
    edge = "+---" * (len(drawing) // 4) + "+"
    down = {"b": {"side": "dark", "down": True}} if "knocked-down" in text else {}
    game = scene(f"{edge}\n{drawing}\n{edge}", catalog=card_with(text, challenge=True), A="Tester", pool="red", **down)
    assert game.refused("A: Try") == reasons
