"""Odd texts for teams, prices, other rivals and what is gone: what each says is what happens, and what can mean nothing is refused.

Each was written with what a careful reader expects of it before it was played.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.odd_pack import Odd, holds, name_of, odd_game, odd_pack
from tipover import ContentError, load

HIT = ("roll b b", "roll b b")
LIGHT, DARK = "sides.light.points", "sides.dark.points"


def lies(kind: str, square: str, side: str = "light") -> dict[str, object]:
    return {"pieces": [{"kind": kind, "side": side, "square": square}]}


def owns(*pool: str, points: int = 0, track: tuple[str, ...] = ()) -> dict[str, object]:
    """What light has; `track` lies on the 4."""
    return {"sides": {"light": {"pool": list(pool), "points": points, "track": [[], [], [], list(track)]}}}


ALLIES: dict[str, object] = {"B": {"side": "light"}, "C": {"side": "light"}}
DOWN: dict[str, object] = {"side": "dark", "down": True}
STEPS = ("A: end", "A: move a1", "A: move a2", "A: move b1", "A: move b2", "A: move c1", "A: move c2")
OTHERS = [
    Odd("trait", "After this wins a challenge, another rival within 2 of the target moves 1.", "Az.y.", ("A: challenge z", *HIT), {}, ("> c1", "> d1", "> e1", "> c2", "> d2", "> e2"), 1),
    Odd("trait", "After a challenge against this, push another rival within 3 1.", "Az.y.", ("A: end", "z: challenge A", "roll s s", "roll b b"), {}, ("> d1", "> e1", "> e2")),
    Odd("trait", "After this wins a challenge, challenge 1 against another rival within 3. Another rival within 4 moves 1. Once per turn.", "Az.y.", ("A: challenge z", *HIT, "> y", "roll s", "roll b b"), {}, ("> b2", "> c1", "> c2", "> d2"), 1, "..x.."),
    Odd("trait", "When an ally is challenged, choose another ally within 1 of it. You may make that ally the target.", "A.BCz", ("A: end", "z: move c2", "z: challenge C"), {}, ("> no", "> yes"), 0, more=ALLIES),
]  # fmt: skip
PRICES = [
    Odd("ability", "This may lose 1 point to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more=owns("red")),
    Odd("ability", "This may lose 2 points to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 2}, more=owns("red", points=1)),
    Odd("ability", "This may lose 2 points to gain 5 points. Gain 1 point.", "A...z", ("A: Try", "> yes"), {LIGHT: 6}, more=owns("red", points=2)),
    Odd("ability", "This may lose 2 gold tokens to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more=owns("red", "gold")),
    Odd("ability", "This may lose 2 Oil tokens to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more={"A": {"character": "Tester", "carries": ["Oil"]}}),
    Odd("ability", "This may put 2 ability tokens in your pool on the 4 of your track to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more=owns("red", "gold")),
    Odd("ability", "This may put 2 ability tokens in your pool on the 4 of your track to gain 5 points. Gain 1 point.", "A...z", ("A: Try", "> yes", "> gold"), {LIGHT: 6}, more=owns("red", "gold", "gold")),
    Odd("ability", "This may remove 2 Net tokens to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more=lies("Net", "b1")),
    Odd("ability", "Each ally within 2 may put 2 ability tokens in your pool on the 4 of your track to move 1.", "AB..z", ("A: Try",), {"turn": "A"}, ("A: end", "A: move a1", "A: move a2", "A: move b2", "A: move c1", "A: move c2"), more={**ALLIES, **owns("red", "gold")}, second="....."),
    Odd("ability", "This may shift a gold token on your track up 1 to gain 5 points. Gain 1 point.", "A...z", ("A: Try",), {LIGHT: 1}, more=owns("red", track=("gold",))),
    Odd("ability", "This may knock an adjacent ally down to gain 5 points. Gain 1 point.", "AB..z", ("A: Try",), {LIGHT: 1}, more={"B": {"side": "light", "down": True}}),
    Odd("ability", "An ally within 2 may lose 1 point to move 1. Gain 1 point.", "AB..z", ("A: Try",), {LIGHT: 1}, more={"B": {"side": "light"}, **owns("red")}),
    Odd("ability", "An opponent loses 1 point or puts an ability token in its pool on the 4 of its track.", "A...z", ("A: Try",), {"sides.dark.track": [[], [], [], ["red"]]}, more={"sides": {"light": {"pool": ["red"]}, "dark": {"pool": ["red"]}}}),
    Odd("trait", "Instead of an adjacent ally being knocked down, lose 1 point.", "ABz..", ("A: end", "z: challenge B", *HIT), {"B.down": True}, more={"B": {"side": "light"}, **owns("red")}),
    Odd("trait", "Instead of an adjacent ally being knocked down, lose 1 point.", "ABz..", ("A: end", "z: challenge B", *HIT), {"B.down": False, LIGHT: 0}, more={"B": {"side": "light"}, **owns("red", points=1)}),
    Odd("trait", "Instead of this being knocked out, lose 2 points.", "Az...", ("A: end", "z: challenge A", *HIT), {"A.out": True, LIGHT: 1}, more={"A": {"character": "Tester", "down": True}, **owns("red", points=1)}),
    Odd("trait", "As a basic action, this may lose 1 point to move 4.", "A...z", (), {}, ("A: Try", *STEPS), more=owns("red")),
    Odd("trait", "As a basic action, this may lose 1 point to move 4.", "A...z", (), {}, ("A: Try", "A: Waits", *STEPS), more=owns("red", points=1)),
    Odd("ability", "Lose a red token in your pool.", "A...z", ("A: Try",), {"sides.light.pool": ["gold"]}, more=owns("red", "red", "gold")),
]  # fmt: skip
TEAMS = [
    Odd("ability", "Each ally within 3 may move 1.", "ABC.z", ("A: Try",), {}, ("> C", "> done"), 0, more=ALLIES, two_seats=True),
    Odd("ability", "Each ally within 3 may move 1.", "ABC.z", ("A: Try", "> done"), {}, ("> B", "> done"), 1, more=ALLIES, two_seats=True),
    Odd("ability", "Each ally within 3 may move 1.", "ABC.z", ("A: Try", "> C", "> d1"), {}, ("> B", "> done"), 1, more=ALLIES, two_seats=True),
    Odd("ability", "Each ally within 3 may move 1.", "ABC.z", ("A: Try", "> done", "> done"), {"turn": "A"}, None, 0, more=ALLIES, two_seats=True),
    Odd("ability", "Each ally within 3 may move 1.", "ABC.z", ("A: Try",), {}, ("> B", "> C", "> done"), 0, more=ALLIES),
    Odd("ability", "An ally within 3 may move 1.", "AB..z", ("A: Try",), {}, ("> B", "> no"), 1, more={"B": {"side": "light"}}, two_seats=True),
    Odd("ability", "An ally within 3 may move 1.", "ABC.z", ("A: Try",), {}, ("> B", "> C", "> no"), 0, more=ALLIES, two_seats=True),
    Odd("ability", "Each ally within 2 may push an adjacent rival 1.", ".ABz.", ("A: Try",), {}, ("> B", "> done"), 1, more={"B": {"side": "light"}}, two_seats=True),
]  # fmt: skip
OIL: dict[str, object] = {"A": {"character": "Tester", "carries": ["Oil"]}, "M": {"side": "light", "character": "Mate"}}
GIVEN = [
    Odd("ability", "Give an Oil token of this to an adjacent ally.", "AM..z", ("A: Try",), {"A.carries": [], "M.carries": ["Oil"]}, more=OIL),
    Odd("ability", "Give an Oil token of this to an adjacent ally.", "AM..z", ("A: Try",), {"M.carries": []}, more={"M": OIL["M"]}),
    Odd("ability", "Give each Oil token to an adjacent ally.", "AM..z", ("A: Try",), {"A.carries": [], "M.carries": ["Oil"]}, more=OIL),
    Odd("ability", "Give a Lamp marker to an adjacent ally. Give a Lamp marker to another ally within 3. Give a Lamp marker to this.", "ABC.z", ("A: Try",), {"A.carries": [], "B.carries": ["Lamp"], "C.carries": ["Lamp"]}, more=ALLIES),
    Odd("ability", "Give an Oil token to an adjacent ally.", "AM..z", ("A: Try",), {"M.carries": ["Oil"]}, more={"M": OIL["M"]}),
]  # fmt: skip
ABSENT = [
    Odd("ability", "The Wolf moves 2. Gain 1 point.", "A..z.", ("A: Try",), {LIGHT: 0}, STEPS),
    Odd("ability", "The Wolf may move 2. Gain 1 point.", "A..z.", ("A: Try",), {LIGHT: 1}, STEPS),
]


@rule("CHA-11", "CHA-14")
@pytest.mark.parametrize("odd", OTHERS, ids=name_of)
def test_another_is_nobody_of_the_challenge_that_is_waited_for(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("ABI-4")
@pytest.mark.parametrize("odd", PRICES, ids=name_of)
def test_what_is_paid_is_paid_in_full_or_not_at_all(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("TEA-3")
@pytest.mark.parametrize("odd", TEAMS, ids=name_of)
def test_each_seat_decides_whether_its_own_figures_do_something(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("TOK-1", "STA-1")
@pytest.mark.parametrize("odd", GIVEN, ids=name_of)
def test_a_token_of_somebody_is_one_that_is_there(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("ABI-4", "TOK-3")
@pytest.mark.parametrize("odd", ABSENT, ids=name_of)
def test_who_is_not_there_does_nothing_and_nobody_does_it_instead(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("CHA-17", "CHA-4")
def test_a_card_about_challengers_adds_no_die_where_nobody_challenges(tmp_path: Path):
    rules = {"card": "Figures roll 1 die more when challenging.", "ability": "Play a Mood card. Defend against a challenge 1."}
    game = odd_game(tmp_path, rules, ("A..z.", "....."), {})
    game.play("A: Try > Swell")
    assert sorted(game.options) == ["roll !", "roll b", "roll s"]


@rule("CDN-10", "BON-2")
def test_an_objective_in_the_first_square_is_taken_too(tmp_path: Path):
    text = "As an interact, a character of yours adjacent to this may take this."
    game = odd_game(tmp_path, {"objective": text}, ("BA..z", "....."), {"B": {"side": "light", "character": "Ring the Bell"}})
    game.play("A: interact Bell")
    assert game["B.square"] == "none"


@rule("CDN-5", "CDN-8")
def test_a_token_that_came_back_is_meant_in_the_pool(tmp_path: Path):
    rules = {
        "trait": "When a gold token returns, put it on the 3 of your track. Once per round.",
        "ability": "Shift a gold token on your track down 1.",
    }
    game = odd_game(tmp_path, rules, ("A..z.", "....."), {"sides": {"light": {"pool": ["red"], "track": [["gold"], [], [], []]}}})
    game.play("A: Try")
    assert game["sides.light.track"] == [["red"], [], ["gold"], []] and game["sides.light.pool"] == []


@rule("TRN-11")
def test_who_has_no_exhausted_marker_gives_none_and_who_has_one_takes_none(tmp_path: Path):
    odd = Odd("ability", "Give the exhausted marker of an ally to another ally.", "ABCDz")
    marked: dict[str, object] = {"side": "light", "exhausted": True}
    game = odd_game(
        tmp_path, {odd.kind: odd.rule}, (odd.first, "E...."), {"B": {"side": "light"}, "C": marked, "D": marked, "E": {"side": "light"}}
    )
    assert game.refused("A: Try > B") == ["TRN-11"]
    assert game.refused("A: Try > C > D") == ["TRN-11"]


MANY = "nobody chooses so many"
COUNTS, ONE = "counts, and means none in particular", "an event is of one at a time"
NOBODYS, NOWHERE = "is done by a figure, and a card of a deck is nobody's", "who has left the map is nowhere to push from"
REFUSED = [
    ("ability", "Gain a red token on your track.", COUNTS),
    ("ability", "Gain a red token of an opponent.", COUNTS),
    ("ability", "Lose a red token on your track.", COUNTS),
    ("ability", "Lose each red token.", COUNTS),
    ("ability", "Lose up to 2 Oil tokens.", COUNTS),
    ("ability", "Lose an Oil token of an ally.", COUNTS),
    ("ability", "Choose an ability token in your pool. Lose it.", COUNTS),
    ("ability", "An opponent loses a red token in your pool.", COUNTS),
    ("trait", "When 2 allies are knocked down, gain 1 point.", ONE),
    ("trait", "When each ally is knocked down, gain 1 point.", ONE),
    ("trait", "When this and an ally are knocked down, gain 1 point.", ONE),
    ("trait", "When this takes 2 Lamp markers, gain 1 point.", ONE),
    ("trait", "When this becomes exhausted, if this did 2 abilities this turn, gain 1 point.", ONE),
    ("trait", "When this does another basic challenge, gain 1 point.", "which one came before is not remembered"),
    ("card", "At the end of the round, push each character in the Goal area 1.", NOBODYS),
    ("card", "At the end of the round, challenge 2.", NOBODYS),
    ("card", "When a figure is knocked down, move 1.", NOBODYS),
    ("token", "When a rival enters the square of this, remove this. Push it 2.", NOWHERE),
    ("token", "When a rival enters a square within 1 of this, you may remove this to push it 2.", NOWHERE),
    ("trait", "When an ally is knocked out, it pushes the challenger 1.", NOWHERE),
    ("trait", "When an ally is knocked out, move that ally 1.", "`that ally` has left the map by then"),
    ("trait", "When an ally is knocked out, it does a basic challenge against the challenger.", "`it` has left the map by then, and challenges nobody"),
    ("ability", "Take an adjacent Lamp marker. Move it 1.", "`it` has left the map by then"),
    ("trait", "When an ally is challenged, another ally within 1 of it may make it the target.", "`it` is the target already"),
    ("trait", "When this knocks out an ally and a rival, gain 1 point.", ONE),
    ("trait", "As a basic action, each ally may move 1.", "an action is one figure's"),
    ("rule", "As a basic action, 2 characters of yours may move 1.", "an action is one figure's"),
    ("trait", "2 adjacent allies have 1 more defense.", "nobody chooses here"),
    ("trait", "Another ally has 1 more defense.", "leaves nobody out here"),
    ("trait", "This or an adjacent ally has 1 more defense.", "nobody chooses between them here"),
    ("ability", "Until the end of the round, up to 2 allies have 1 more defense.", "nobody chooses here"),
    ("ability", "Gain 1 point for each different ability token in your pool.", "`different` tells no colours apart"),
    ("ability", "If you have 2 different items, gain 1 point.", "`different` says nothing here"),
    ("ability", "Range 3 challenge 2 from each ally.", MANY),
    ("ability", "Move 3, through up to 2 rivals.", MANY),
    ("ability", "Shift an ability token on the track of 2 rivals up 1.", MANY),
    ("ability", "Place a Net token as near as possible to 2 rivals.", MANY),
    ("trait", "When this is challenged, make up to 2 allies the target.", MANY),
    ("trait", "This rolls 1 die more when challenging 2 rivals.", MANY),
    ("trait", "When this is challenged, you may make this the target.", "`this` is the target already"),
]  # fmt: skip


@rule("ABI-4", "STA-2", "DST-6")
@pytest.mark.parametrize(("kind", "text", "why"), REFUSED, ids=lambda one: str(one)[:60])
def test_an_odd_text_that_can_mean_nothing_is_refused(tmp_path: Path, kind: str, text: str, why: str):
    with pytest.raises(ContentError) as refused:
        load(odd_pack(tmp_path, **{kind: text}))
    assert why in str(refused.value)
