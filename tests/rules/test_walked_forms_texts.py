"""What real cards need, form by form: of each form a fresh card as a fan would type it, and what a careful reader expects of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kit.marks import rule
from kit.odd_pack import odd_game
from kit.table import Game, scene
from tipover import load
from tipover.engine.core.event import Challenged

HIT = ("roll b b", "roll b b")
LIGHT, DARK = "sides.light.points", "sides.dark.points"
DARK_SIDE: dict[str, object] = {"side": "dark"}
OURS: dict[str, object] = {"side": "light"}
TO_PAY: dict[str, object] = {"pool": "red"}
OIL: dict[str, object] = {"pieces": [{"kind": "Oil", "on": "A"}, {"kind": "Oil", "on": "A"}]}
NET: dict[str, object] = {"pieces": [{"kind": "Net", "side": "light", "square": "c1"}]}
NEAR_NET: dict[str, object] = {"pieces": [{"kind": "Net", "side": "light", "square": "b1"}]}
HEXED: dict[str, object] = {"z": {"side": "dark", "down": True, "statuses": ["Hex of A"]}}
ONE_OR_OTHER = "Choose one: push an adjacent rival 2, then move 1; or gain 1 point, then knock this down."
SEVENS = {"trait": "After this rolls Bone dice, if the total is 6 or more, gain 1 point.", "ability": "Roll 2 Bone dice. Move 1."}
MARKER = "While you have the First Player marker, this has 1 more defense. The First Player marker cannot be passed."


@dataclass
class Walked:
    """The rules of some cards, two rows of five squares, what is played, and what holds then."""

    rules: dict[str, str]
    first: str
    play: tuple[str, ...]
    facts: dict[str, object] = field(default_factory=dict)
    options: tuple[str, ...] | None = None  # the answers of the question that is open then
    seat: int | None = None  # who is asked
    second: str = "....."
    more: dict[str, object] = field(default_factory=dict)


FORMS = [
    Walked(  # a choice before a roll, offered to a defender alone
        {"trait": "Before this rolls dice to defend, this may discard an Oil token to add a die to the roll."},
        "Az...", ("A: end", "z: challenge A", "> yes", "roll b b", "roll s s s"), {"A.carries": ["Oil"], "A.down": False}, more=OIL,
    ),
    Walked(
        {"trait": "Before this rolls dice to defend, this may discard an Oil token to add a die to the roll."},
        "Az...", ("A: challenge z",), {"A.carries": ["Oil", "Oil"]}, ("roll b b", "roll b s", "roll b !", "roll s s", "roll s !", "roll ! !"), more=OIL,
    ),
    Walked(  # a status card's challenge is credited to who gave the card
        {"status": "At the end of its turn, this defends against a challenge 3.", "rule": "When you knock out a rival, gain 1 point."},
        "A.z..", ("A: end", "z: end", "roll b b b", "roll b b"), {LIGHT: 1, DARK: 0}, more=HEXED,
    ),
    Walked(  # a token that challenges beside itself
        {"token": "When a rival enters an adjacent square, this does a challenge 2 against it."},
        "A...z", ("A: end", "z: move d1", *HIT), {"z.down": True}, more=NET,
    ),
    Walked(  # … and no ally of its own side
        {"token": "When a rival enters an adjacent square, this does a challenge 2 against it."},
        "A...z", ("A: move b1",), {"A.square": "b1"}, seat=0, more=NET,
    ),
    Walked({"ability": ONE_OR_OTHER}, "Az...", ("A: Try",), {}, ("> push an adjacent rival 2", "> gain 1 point"), 0, more=TO_PAY),
    Walked(
        {"ability": ONE_OR_OTHER}, "Az...", ("A: Try", "> push an adjacent rival 2", "> d1"), {LIGHT: 0}, ("> a1", "> b1", "> a2", "> b2"), 0,
        more=TO_PAY,
    ),
    Walked({"ability": ONE_OR_OTHER}, "Az...", ("A: Try", "> gain 1 point"), {LIGHT: 1, "A.down": True, "z.square": "b1"}, more=TO_PAY),
    Walked({"ability": ONE_OR_OTHER}, "A...z", ("A: Try",), {LIGHT: 1, "A.down": True}, more=TO_PAY),
    Walked(  # two that each do something: each side decides for its own
        {"ability": "An ally and an adjacent rival each move 1."},
        "Az...", ("A: Try", "> B", "> b2"), {"B.square": "b2"}, ("> b1", "> c1", "> a2", "> c2"), 1, "B....", {**TO_PAY, "B": OURS},
    ),
    Walked(  # a different action each
        {"ability": "Each ally within 3 does a different basic action."},
        "AB..z", ("A: Try", "> D", "> challenge z", *HIT, "> B"), {}, ("> move b1", "> move c1", "> move d1", "> move b2", "> move c2"), 0, "C..D.",
        {**TO_PAY, "B": OURS, "C": OURS, "D": OURS},
    ),
    Walked(
        {"trait": "After this rolls dice in a challenge, this may turn a burst to a triple."},
        "Az...", ("A: challenge z", "roll b s", "roll s s", "> b"), {"z.down": True},
    ),
    Walked(  # as defender too
        {"trait": "After this rolls dice in a challenge, this may turn a burst to a triple."},
        "Az...", ("A: end", "z: challenge A", "roll b b", "roll b s"), {}, ("> burst", "> no"), 0,
    ),
    Walked(SEVENS, "A...z", ("A: Try", "roll 5 1"), {LIGHT: 1}, more=TO_PAY),  # a trait that waits for a card's own roll
    Walked(SEVENS, "A...z", ("A: Try", "roll 4 1"), {LIGHT: 0}, more=TO_PAY),
    Walked(SEVENS, "Az...", ("A: challenge z", *HIT), {LIGHT: 0}),  # ordinary dice are no Bone dice
    Walked(  # a figure that is placed from the track when its turn begins
        {"trait": "At the start of its turn, if this is on your track, place this adjacent to an ally."},
        "B...z", ("A",), {}, ("> b1", "> a2", "> b2"), 0, more={"B": OURS, "sides": {"light": {"track": [[], ["A"], [], []]}}},
    ),
    Walked(
        {"trait": "At the start of its turn, if this is on your track, place this adjacent to an ally."},
        "AB..z", ("A: end", "z: end", "B: end", "z: end", "A"), {"A.square": "a1"}, more={"B": OURS},
    ),
    Walked(
        {"ability": "Move 4 in a straight line, through rivals. Knock each rival passed through down."},
        "Az.y.", ("A: Try", "> e1", "> z"), {"A.square": "e1", "z.down": True, "y.down": True, "x.down": False}, second="....x",
        more={**TO_PAY, "y": DARK_SIDE, "x": DARK_SIDE},
    ),
    Walked(
        {"ability": "Challenge 1. If it wins, push each other rival in a row with the target 1."},
        "Az.y.", ("A: Try", "roll s", "roll b b"), {"z.down": False, "y.square": "d1"}, second="..x..", more={**TO_PAY, "y": DARK_SIDE, "x": DARK_SIDE},
    ),
    Walked(
        {"ability": "Challenge 1. If it wins, push each other rival in a row with the target 1."},
        "Az.y.", ("A: Try", "roll !", "roll b b"), {"z.square": "b1"}, ("> d1", "> e1", "> e2"), 0, "..x..", {**TO_PAY, "y": DARK_SIDE, "x": DARK_SIDE},
    ),
    Walked(  # without paying: the blue token stays in the pool
        {"ability": "An adjacent ally may do an ability without paying."},
        "AB...", ("A: Try", "> B", "> Shove", "> d1"), {"sides.light.pool": ["blue"], "z.square": "d1"}, second="..z..",
        more={"pool": "red blue", "B": {"side": "light", "character": "Mate"}},
    ),
    Walked(
        {"rule": "At the end of the round, gain 1 point for each character of yours in the Goal area."},
        "A..Bz", ("A: end", "z: end", "B: end", "C: end"), {LIGHT: 2, DARK: 0}, second="...C.", more={"B": OURS, "C": OURS},
    ),
    Walked(
        {"ability": "Move a Net token 3. If it is adjacent to a rival, exhaust that rival."},
        "A...z", ("A: Try", "> d1"), {"z.exhausted": True}, more={**TO_PAY, **NEAR_NET},
    ),
    Walked(
        {"ability": "Move a Net token 3. If it is adjacent to a rival, exhaust that rival."},
        "A...z", ("A: Try", "> c1"), {"z.exhausted": False}, more={**TO_PAY, **NEAR_NET},
    ),
    Walked(  # a second target that is chosen by its place: y and not x
        {"ability": "Range 3 challenge 2. Challenge 1 against another rival adjacent to the target."},
        "A..zy", ("A: Try", "> z", *HIT, "roll !", "roll b b"), {"z.down": True, "y.down": True, "x.down": False}, second="x....",
        more={**TO_PAY, "y": DARK_SIDE, "x": DARK_SIDE},
    ),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{next(iter(form.rules.values()))[:60]} {' '.join(form.play)[:40]}")
def test_a_fresh_card_of_a_form_does_what_it_says(tmp_path: Path, form: Walked):
    game = odd_game(tmp_path, form.rules, (form.first, form.second), form.more)
    game.play(*form.play)
    assert {key: game[key] for key in form.facts} == form.facts
    if form.options is not None:
        assert sorted(game.options) == sorted(form.options)
    if form.seat is not None:
        assert game.state.decision is not None and game.state.decision.seats == [form.seat]


@rule("RND-3")
def test_the_first_player_marker_goes_to_an_opponent_of_who_was_knocked_out(tmp_path: Path):
    rules = {"trait": "When this is knocked out, an opponent gains the First Player marker."}
    game = odd_game(tmp_path, rules, ("Az...", "....."), {"A": {"character": "Tester", "down": True}})
    game.play("A: end")
    assert game.state.first == 0
    game.play("z: challenge A", *HIT)
    assert game.state.first == 1


@rule("RND-3", "CHA-4")
def test_who_has_the_first_player_marker_defends_better_and_keeps_it(tmp_path: Path):
    game = odd_game(tmp_path, {"trait": MARKER}, ("Az...", "....."), {})
    game.play("A: end", "z: challenge A", "roll b b")
    assert str(game.happened(Challenged)[-1].defense) == "3 dice = 2 defense of Tester + 1 Waits"  # type: ignore[attr-defined]
    game.play("roll s s s", "z: end")
    assert (game["round"], game.state.first, game["turn"]) == (2, 0, "A")


CHAOS = '[[die]]\nname = "Chaos"\nfaces = ["blank", "blank", "burst", "shield", "triple", "triple"]\n'
LUCK = '[[die]]\nname = "Luck"\nfaces = [1, 2, 3, 4, 5, 6]\nnumber = 2\nof = "Tester"\n'
SNARE = (
    '[[token]]\nname = "Snare"\nnumber = 2\nof = "Bolt"\nrule = "When a figure enters the square of this, knock it down. Remove this."\n'
)
BOLT = '[[item]]\nname = "Bolt"\ncost = 2\nrule = "Place a Snare token adjacent to a rival within 3."\n'


def with_pieces(
    tmp_path: Path, pieces: str, ability: str, trait: str = "", drawing: str = " A . z ", items: str = "", **more: object
) -> Game:
    """A scene in which A is Tester, of a pack with pieces of its own."""
    pack = tmp_path / "walked"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Walked"\nneeds = ["core"]\n', encoding="utf-8")
    card = f'name = "Tester"\ntokens = ["red"]\ndefense = 2\n[[ability]]\nname = "Try"\ncost = "red 1"\nrule = {json.dumps(ability)}\n'
    card += f'[trait]\nname = "Waits"\nrule = {json.dumps(trait)}\n' if trait else ""
    (pack / "characters" / "tester.toml").write_text(card, encoding="utf-8")
    (pack / "pieces.toml").write_text(pieces, encoding="utf-8")
    if items:
        (pack / "attachments.toml").write_text(items, encoding="utf-8")
    return scene(drawing, catalog=load(pack), **{"A": "Tester", "pool": "red", **more})  # type: ignore[arg-type]


COUNT = "Roll 2 Chaos dice. Gain 1 point for each success."


@rule("CHA-12")
@pytest.mark.parametrize(
    ("trait", "play", "points"),
    [
        ("", ("roll - -",), 0),
        ("", ("roll - !",), 3),
        ("After this rolls Chaos dice, this may reroll a blank.", ("roll - -", "> yes", "roll !"), 3),
        ("After this rolls Chaos dice, this may reroll a blank.", ("roll s !",), 3),
        ("After this rolls Chaos dice, this may turn a blank to a triple.", ("roll - s", "> blank"), 3),
    ],
)
def test_blank_faces_are_no_success_and_can_be_changed(tmp_path: Path, trait: str, play: tuple[str, ...], points: int):
    game = with_pieces(tmp_path, CHAOS, COUNT, trait)
    game.play("A: Try", *play)
    assert game[LIGHT] == points


def test_a_blank_is_written_with_a_dash_and_the_refusal_says_so(tmp_path: Path):
    game = with_pieces(tmp_path, CHAOS, COUNT)
    game.play("A: Try")
    with pytest.raises(ValueError, match=r"write b \(burst\), s \(shield\), ! \(triple\) or - \(blank\)"):
        game.play("roll blank !")


@rule("CDN-1")
def test_a_die_lies_on_a_track_and_is_counted_there(tmp_path: Path):
    game = with_pieces(
        tmp_path, LUCK, "Put a Luck die on the 2 of your track. Gain 1 point for each Luck die on your track.", pool="red red"
    )
    game.play("A: Try")
    assert game[LIGHT] == 1
    game.play("A: Try")
    assert game[LIGHT] == 3


@rule("CHA-4", "CDN-1")
def test_a_die_is_put_on_the_track_for_another_before_a_roll(tmp_path: Path):
    trait = "Before this rolls dice in a challenge, this may put a Luck die on the 3 of your track to add a die to the roll."
    game = with_pieces(tmp_path, LUCK, "Move 1.", trait, " A z ", actions=3)
    for _ in range(2):
        game.play("A: challenge z", "> yes", "roll s s s", "roll s s")
        assert game.happened(Challenged)[-1].dice.total == 3  # type: ignore[attr-defined]
    game.play("A: challenge z")
    assert game.happened(Challenged)[-1].dice.total == 2, "Both lie there, and one that does is no price."  # type: ignore[attr-defined]


@rule("ABI-4")
def test_what_lies_on_a_place_of_the_track_is_not_put_there_again(tmp_path: Path):
    lies: dict[str, object] = {"sides": {"light": {"track": [[], ["gold"], ["red"], []]}}, "pool": "red blue"}
    game = with_pieces(tmp_path, LUCK, "Put an ability token on your track on the 2 of your track.", **lies)
    game.play("A: Try")
    assert game.options == ["> red 1", "> red 3"]


@rule("TOK-3")
def test_a_token_that_an_item_brings_works_when_the_item_is_used(tmp_path: Path):
    game = with_pieces(tmp_path, SNARE, "Move 1.", "", " A . . z . ", BOLT, A={"character": "Tester", "items": ["Bolt"]}, pool="red red")
    game.play("A: Bolt")
    assert game.options == ["> c1", "> d1", "> e1"]
    game.play("> e1", "A: end", "z: move e1")
    assert game["z.down"] is True
