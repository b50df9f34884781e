"""Odd texts that mix control, dice, tracks, markers, charges and triggers that last: what each says is what happens.

Each was written with what a careful reader expects of it before it was played.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.odd_pack import Odd, holds, name_of

HIT, MISS = ("roll b b", "roll b b"), ("roll s s", "roll s s")
LIGHT, DARK = "sides.light.points", "sides.dark.points"
TRACK = "sides.light.track"
RED: dict[str, object] = {"pool": "red"}
DOWN: dict[str, object] = {"z": {"side": "dark", "down": True}}
CHOSEN = "Choose a rival. Until the end of the round, "
TRIED = ("A: Try", "> z")

# `that rival` of a trigger that lasts is the one that the text chose, not whoever the event happens to.
LASTING = [
    Odd("ability", CHOSEN + "when that rival is knocked down, gain 2 points.", "Az..y", (*TRIED, "A: challenge z", *HIT), {LIGHT: 2}, more=RED),
    Odd("ability", CHOSEN + "when that rival is knocked down, gain 2 points.", "Az..y", ("A: Try", "> y", "A: challenge z", *HIT), {LIGHT: 0}, more=RED),
    Odd("ability", CHOSEN + "when that rival is knocked out, place this in its last square.", "Az..y", (*TRIED, "A: challenge z", *HIT), {"A.square": "b1"}, more={**RED, **DOWN}),
    Odd("ability", CHOSEN + "when you knock out that rival, gain 2 points.", "Az..y", (*TRIED, "A: challenge z", *HIT), {LIGHT: 2}, more={**RED, **DOWN}),
    Odd("ability", CHOSEN + "when this knocks out that rival, gain 2 points.", "Az..y", (*TRIED, "A: challenge z", *HIT), {LIGHT: 2}, more={**RED, **DOWN}),
    Odd("ability", CHOSEN + "after a challenge by that rival, gain 1 point.", "Az..y", (*TRIED, "A: end", "z: challenge A", *HIT), {LIGHT: 1}, more=RED),
    Odd("ability", CHOSEN + "when that rival enters a square adjacent to this, gain 1 point.", "A..z.", ("A: Try", "A: end", "z: move b1"), {LIGHT: 1}, more=RED),
    Odd("ability", "Choose a rival. Choose an ally. Until the end of the round, when that rival is knocked down, push it 1. Move that ally 1.", "Az.B.", ("A: Try", "> e1", "A: challenge z", *HIT), {"B.square": "e1"}, ("> b1", "> c1", "> c2"), more={**RED, "B": {"side": "light"}}),
]  # fmt: skip


def lies(*pieces: tuple[str, str]) -> dict[str, object]:
    """What lies where: a kind and a square each."""
    return {"pieces": [{"kind": kind, "side": "light", "square": square} for kind, square in pieces], **RED}


def bearing(**more: object) -> dict[str, object]:
    return {"A": {"character": "Tester", **more}, **RED}


HEXED: dict[str, object] = {"z": {"side": "dark", "statuses": ["Hex of A"]}, **RED}
LAMPED: dict[str, object] = {"z": {"side": "dark", "carries": ["Lamp"]}, **RED}
FOUR: dict[str, object] = {
    "w": {"side": "third"},
    "v": {"side": "fourth"},
    "sides": {side: {"points": 2, "pool": ["red"]} for side in ("light", "dark", "third", "fourth")},
}
AREAS: dict[str, object] = {
    "areas": {"start light": ["a1", "a2"], "start dark": ["e1", "e2"], "Zone": ["c1"], "Goal": ["d1", "d2"]},
    "scenario": "Odd Game",
}
MIXED = [
    Odd("ability", "Control an adjacent rival: it moves 2, then it takes an adjacent Lamp marker. Put its Lamp marker on the 2 of your track.", "Az...", ("A: Try", "> c1"), {"z.carries": [], TRACK: [["red"], ["Lamp"], [], []]}, more=lies(("Lamp", "d1"))),
    Odd("ability", "Range 3 challenge 2, plus 1 for each thing on the 1 of your track. If it wins, shift each thing on the 1 of your track up 1.", "A.z..", ("A: Try", "roll b b b", "roll b b"), {TRACK: [[], ["red"], [], []]}, more=RED),
    Odd("ability", "Choose a rival within 3 with a Lamp marker. Place that Lamp marker adjacent to this. Push that rival 1.", "A.z..", ("A: Try", "> b1", "> d1"), {"z.carries": [], "z.square": "d1"}, more=LAMPED),
    Odd("trait", "Before this rolls dice, this may put an item on the 4 of your track to add a die to the roll.", "Az...", ("A: challenge z", "> yes", "roll b b b", "roll b b"), {TRACK: [[], [], [], ["Rope"]], "z.down": True}, more=bearing(items=["Rope"])),
    Odd("item", "Before this rolls dice to defend, this may put this card on the 2 of your track to add 2 dice to the roll.", "Az...", ("A: end", "z: challenge A", "> yes", "roll b b", "roll b b s s"), {TRACK: [[], ["Rope"], [], []], "A.down": False}, more=bearing(items=["Rope"])),
    Odd("status", "When this wins a challenge, the owner loses 1 point. Discard this card.", "Az...", ("A: end", "z: challenge A", *HIT), {LIGHT: 1, "z.statuses": []}, more={"z": HEXED["z"], "sides": {"light": {"points": 2}}}),
    Odd("status", "Before this rolls dice to defend, this may discard this card to add a die to the roll.", "Az...", ("A: challenge z", "> yes", "roll b b", "roll b s s"), {"z.statuses": [], "z.down": False}, more=HEXED),
    Odd("ability", "Take each adjacent Lamp marker. Put a Lamp marker of this on the 3 of your track. Move 1 for each Lamp marker on your track.", "A...z", ("A: Try", "> b2"), {"A.carries": ["Lamp"], TRACK: [["red"], [], ["Lamp"], []]}, more=lies(("Lamp", "b1"), ("Lamp", "a2"))),
    Odd("ability", "Challenge 3 against a rival adjacent to a Lamp marker. If it wins, take that Lamp marker.", "A.z..", ("A: Try", "roll b b b", "roll b b"), {"z.down": True, "A.carries": ["Lamp"]}, more=lies(("Lamp", "d1"))),
    Odd("ability", "Challenge 2. If it loses, control the target: it moves 1.", "Az...", ("A: Try", *MISS), {}, ("> a2", "> b1", "> b2", "> c1", "> c2"), 0, more=RED),
    Odd("ability", "Control a rival within 2: it does a basic challenge. If it wins, gain 1 point.", "A.zw.", ("A: Try", *HIT), {LIGHT: 3, "w.down": True}, more=FOUR, second="....v"),
    Odd("ability", "Choose up to 2 opponents. Each of them loses 1 point.", "A...z", ("A: Try", "> dark", "> fourth"), {DARK: 1, "sides.third.points": 2, "sides.fourth.points": 1}, more=FOUR, second=".wv.."),
    Odd("ability", "Choose a rival. Each other rival of its side moves 1 toward it.", "A.zyw", ("A: Try", "> z"), {"y.square": "d1", "w.square": "e1"}, more=FOUR, second="v...."),
    Odd("rule", "At the end of the round, if you have the most characters in the Zone area, each opponent loses 1 point.", "..A..", ("A: end", "z: end", "w: end", "v: end"), {LIGHT: 2, DARK: 1, "sides.third.points": 1}, more=FOUR, second="zwv.."),
    Odd("rule", "When a character of yours enters the Zone area, it may take a Flag marker in the Zone area.", ".A..z", ("A: move c1",), {}, ("> Flag", "> no"), 0, more={"pieces": [{"kind": "Flag", "side": "dark", "square": "c1"}]}),
    Odd("marker", "At the end of the round, if a character with this is in the Goal area, its side gains 1 point.", "A..z.", ("A: end", "z: end"), {DARK: 1, LIGHT: 0}, more={**LAMPED, **AREAS}),
    Odd("ultimate", "Instead of an ally within 2 being knocked out, put an ability token in your pool on the 4 of your track.", "ABz..", ("A: end", "z: challenge B", *HIT), {"B.out": False, TRACK: [[], [], [], ["red"]]}, more={**bearing(ultimate=True), "B": {"side": "light", "down": True}}),
    Odd("ability", "Discard any number of Oil tokens. Gain 1 point for each of those Oil tokens.", "A...z", ("A: Try", "> Oil", "> no"), {LIGHT: 1}, more=bearing(carries=["Oil", "Oil"])),
    Odd("ability", "Discard each Oil token. Challenge 1, plus 1 for each of them.", "Az...", ("A: Try", "roll b b b", "roll b b"), {"z.down": True}, more=bearing(carries=["Oil", "Oil"])),
    Odd("ability", "Discard each Oil token. For each of those Oil tokens: gain 1 point.", "A...z", ("A: Try",), {LIGHT: 2}, more=bearing(carries=["Oil", "Oil"])),
    Odd("ability", "Remove each adjacent Net token. Push a rival within 3 1 for each of those Net tokens.", "Az...", ("A: Try", "> d1"), {"z.square": "d1"}, more=lies(("Net", "a2"), ("Net", "b2"))),
    Odd("ability", "Knock up to 2 rivals out. Gain 1 point for each of those rivals.", "Az.y.", ("A: Try", "> z", "> y", "> z"), {LIGHT: 2}, more=RED),
    Odd("ability", "Choose up to 2 rivals. Gain 1 point for each of those rivals.", "Az.y.", ("A: Try", "> z", "> done"), {LIGHT: 1}, more=RED),
    Odd("used_item", "Discard any number of Oil tokens. Challenge 1, plus 1 for each of those Oil tokens. If it wins, push the target 1 for each of those Oil tokens.", "Az...", ("A: use Hook", "> Oil", "> Oil", "roll b b b", "roll b b", "> d1"), {"z.square": "d1"}, more=bearing(items=["Hook"], carries=["Oil", "Oil"])),
    Odd("trait", "When this becomes exhausted, discard any number of Oil tokens. Gain 1 point for each of them.", "A...z", ("A: end", "> Oil", "> Oil"), {LIGHT: 2}, more=bearing(carries=["Oil", "Oil"])),
    Odd("ability", "Control a rival within 3: it puts an item on the 2 of its track, then it moves 1.", "A.z..", ("A: Try",), {"sides.dark.track": [[], ["Rope"], [], []]}, None, 0, more={"z": {"side": "dark", "character": "Mate", "items": ["Rope"]}, **RED}),
    Odd("trait", "After a rival rolls dice to defend, this may put a gold token in your pool on the 3 of your track to turn a shield to a burst.", "Az...", ("A: challenge z", "roll b b", "roll s s", "> yes"), {"z.down": True, TRACK: [[], [], ["gold"], []]}, more={"sides": {"light": {"pool": ["gold"]}}}),
    Odd("trait", "After this rolls dice in a challenge, 2 times: this may discard an Oil token to reroll a die.", "Az...", ("A: challenge z", "roll s s", "roll s b", "> yes", "> shield"), {"A.carries": ["Oil"]}, more=bearing(carries=["Oil", "Oil"])),
    Odd("ability", "Range 3 challenge 2. If it wins, put the target's item on the 4 of its track. If it loses, put an item of this on the 4 of your track.", "A.z..", ("A: Try", *MISS), {TRACK: [["red"], [], [], ["Rope"]]}, more=bearing(items=["Rope"])),
    Odd("ability", "Choose an opponent. It loses 1 point, or it puts an ability token in its pool on the 4 of its track.", "A..zw", ("A: Try", "> third"), {}, None, 2, more=FOUR, second="....v"),
    Odd("rule", "When you knock out a rival, its side loses 1 point.", ".Az.w", ("A: challenge z", *HIT), {DARK: 1, "sides.third.points": 2}, more={**FOUR, **DOWN}, second="....v"),
    Odd("rule", "When a character of yours with a Flag marker is knocked out, place its Flag marker in its last square.", "Az...", ("A: challenge z", *HIT), {"z.carries": []}, more={"z": {"side": "dark", "down": True, "carries": ["Flag"]}}),
    Odd("ability", "Choose an opponent. Swap a character of that opponent with a character of another opponent.", "Az.yw", ("A: Try", "> dark", "> w", "> z"), {"z.square": "e1", "w.square": "b1"}, more=FOUR, second="....v"),
    Odd("companion", "When the owner is challenged, this may move 1 toward the owner.", "A....", ("A: end", "z: challenge A"), {}, ("> d1", "> d2", "> e2", "> no"), 0, more={"C": {"side": "light", "character": "Bosun", "of": "A"}}, second="z...C"),
]  # fmt: skip


@rule("CTL-1", "CHA-4", "CDN-1")
@pytest.mark.parametrize("odd", MIXED, ids=name_of)
def test_what_is_mixed_does_what_it_says(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("ABI-18", "TIM-5")
@pytest.mark.parametrize("odd", LASTING, ids=name_of)
def test_whom_a_trigger_that_lasts_waits_for_is_the_one_that_was_chosen(tmp_path: Path, odd: Odd):
    holds(tmp_path, odd)


@rule("CDN-3")
@pytest.mark.parametrize("word", ["it", "that ally"])
def test_who_returns_is_placed_where_the_text_says_and_nowhere_before(tmp_path: Path, word: str):
    more: dict[str, object] = {**AREAS, "B": {"side": "light"}, "sides": {"light": {"track": [["B"], [], [], []]}}}
    asked = ("> b1", "> d1", "> b2", "> c2", "> d2")
    holds(
        tmp_path, Odd("trait", f"When an ally returns, place {word} adjacent to this.", "..A.z", ("A: end", "z: end"), {}, asked, more=more)
    )
