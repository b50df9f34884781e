"""Items, statuses, pieces, companions, objectives, decks and scenarios that no set has: what each text says is what happens.

Each was written with what a careful reader expects of it before it was played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kit.marks import rule
from kit.odd_pack import AREAS, odd_game, odd_pack
from tipover import ContentError, load

HIT = ("roll b b", "roll b b")
ROUND = ("A: end", "z: end")
LIGHT, DARK, THIRD = "sides.light.points", "sides.dark.points", "sides.third.points"


@dataclass
class Part:
    """A rule on a kind of card, two rows of five squares, what is played, and what holds then."""

    kind: str
    rule: str
    first: str
    play: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)
    options: tuple[str, ...] | None = None  # the answers of the question that is open then
    seat: int | None = None  # who is asked
    second: str = "....."
    more: dict[str, object] = field(default_factory=dict)


def lies(kind: str, square: str, side: str = "light") -> dict[str, object]:
    return {"pieces": [{"kind": kind, "side": side, "square": square}]}


HEXED: dict[str, object] = {"z": {"side": "dark", "statuses": ["Hex of A"]}}
DOWN: dict[str, object] = {"side": "dark", "down": True}
IMP: dict[str, object] = {"I": {"side": "light", "character": "Imp", "of": "A"}}
BOSUN: dict[str, object] = {"C": {"side": "light", "character": "Bosun", "of": "A"}}
BELL: dict[str, object] = {"B": {"side": "light", "character": "Ring the Bell"}}
BOTH: dict[str, object] = {
    "A": {"character": "Tester", "items": ["Hook"]},
    "z": {"side": "dark", "character": "Mate", "items": ["Rope"]},
    "pool": "red",
}
FALLEN: dict[str, object] = {
    "A": {"character": "Tester", "down": True, "items": ["Rope"]},
    "B": {"side": "light", "down": True},
    "pool": "red",
}
THREE: dict[str, object] = {
    "w": {"side": "third"},
    "sides": {"light": {"pool": ["red"], "points": 2}, "dark": {"points": 2}, "third": {"points": 2}},
}
PARTS = [
    Part("rule", "When a character of yours enters the Goal area, gain 1 point.", "..A..", ("A: move d1", "A: move d2"), {LIGHT: 1}, second="....z"),
    Part("rule", "When a character of yours enters the Goal area, gain 1 point.", "...A.", ("A: move d1 d2", "A: move c1 d2"), {LIGHT: 1}, second="z...."),
    Part("rule", "When a character of yours enters your starting area, gain 1 point.", "A....", ("A: move b1", "A: move a1"), {LIGHT: 1}, second="....z"),
    Part("rule", "Once per round, when a character of yours enters the Goal area, gain 1 point. Move it 1.", "..A..", ("A: move d1",), {LIGHT: 1}, second="....z"),
    Part("rule", "At the end of the round, if you have the most characters in the Goal area, gain 2 points.", "A..Bz", ("A: end", "z: end", "B: end"), {LIGHT: 2, DARK: 0}, more={"B": {}}),
    Part("rule", "At the start of each round, if an opponent has the most points, gain 1 point.", "A.z..", ROUND, {LIGHT: 1, DARK: 3}, more={"sides": {"dark": {"points": 3}}}),
    Part("rule", "When you knock out a rival, gain 2 points. An opponent loses 1 point.", "Az...", ("A: challenge z", *HIT), {LIGHT: 2, DARK: 0}, more={"z": DOWN, "sides": {"dark": {"points": 1}}}),
    Part("rule", "When a character of yours is knocked out, each opponent gains 1 point.", "Az...", ("A: challenge z", *HIT), {LIGHT: 1, DARK: 0}, more={"z": DOWN}),
    Part("rule", "As an interact, a character of yours in the Zone area may gain 1 point. Put it on the 1 of your track.", "..A..", ("A: interact Zone",), {LIGHT: 1, "A.out": True}, second="....z"),
    Part("rule", "As an interact, a character of yours may take an adjacent Flag marker of an opponent. When a character of yours with a Flag marker ends its movement in your starting area, gain 3 points. Discard its Flag marker.", ".A.z.", ("A: interact Flag", "A: move a1"), {LIGHT: 3, "A.carries": []}, more=lies("Flag", "c1", "dark")),
    Part("table", "At the start of each round, each character in the Goal area moves 1.", "A..z.", ROUND, {}, ("> c1", "> d1", "> e1", "> c2", "> d2", "> e2"), 1),
    Part("table", "At the end of the round, for each character in the Goal area: place it in the Zone area.", "A..z.", ROUND, {"z.square": "c1"}),
    Part("table", "Characters in the Goal area cannot be challenged.", "A.Bz.", ROUND, {}, ("B: move b1", "B: move c1", "B: move e1", "B: move a2", "B: move b2", "B: move c2", "B: move d2", "B: move e2", "B: end"), 0, more={"B": {}}),
    Part("status", "At the end of its turn, defend against a challenge 1. Discard this card.", "A.z..", ("A: end", "z: end", "roll b", "roll b b"), {"z.down": True, "z.statuses": []}, more=HEXED),
    Part("status", "When this moves, the owner may move 1.", "A.z..", ("A: end", "z: move d1"), {}, ("> a1", "> b1", "> a2", "> b2", "> no"), 0, more=HEXED),
    Part("status", "When the owner is knocked down, discard this card.", "Ay.z.", ("A: end", "y: challenge A", *HIT), {"z.statuses": []}, more=HEXED),
    Part("status", "The owner rolls 1 die more when challenging this.", "Az...", ("A: challenge z", "roll b b b"), {}, ("roll b b", "roll b s", "roll b !", "roll s s", "roll s !", "roll ! !"), more=HEXED),
    Part("item", "This can do an assist while knocked down.", "AB..z", (), {}, ("A: assist B", "A: rally", "A: end"), 0, more=FALLEN),
    Part("item", "This can do a challenge action while knocked down.", "Az...", (), {}, ("A: challenge z", "A: rally", "A: end"), 0, more={"A": FALLEN["A"], "pool": "red"}),
    Part("item", "This can do an ability while knocked down.", "AB..z", (), {}, ("A: Try", "A: rally", "A: end"), 0, more=FALLEN),
    Part("used_item", "An ally within 2 may move 2. Move 1.", "A.B.z", ("A: use Hook > B > d2", "> b1"), {"B.square": "d2", "A.square": "b1"}, more={"A": {"character": "Tester", "items": ["Hook"]}, "B": {}}),
    Part("token", "Rivals in the square of this have 1 less defense.", "A.z..", ("A: move b1", "A: challenge z", "roll b b"), {}, ("roll b", "roll s", "roll !"), more=lies("Net", "c1")),
    Part("token", "When an ally enters the square of this, it may move 2. Remove this. Once per turn.", "AB...", ("A: end", "z: end", "B: move c1", "> e1"), {"B.square": "e1"}, second="....z", more={"B": {}, **lies("Net", "c1")}),
    Part("token", "At the end of the round, this moves 1 toward a rival.", "A...z", ROUND, {}, ("> c1", "> d1", "> d2"), 0, more=lies("Net", "c1")),
    Part("token", "As an interact, a character adjacent to this may discard this. Gain 1 point.", "A.z..", ("A: end", "z: interact Net"), {DARK: 1, LIGHT: 0}, more=lies("Net", "c1")),
    Part("marker", "At the end of the round, if a character has this, its side gains 1 point.", "A.z..", ("A: Try", *ROUND), {LIGHT: 1}, more={"pool": "red", **lies("Lamp", "b1")}),
    Part("marker", "When a character takes this, exhaust it.", "A.z..", ("A: Try",), {"A.exhausted": True}, more={"pool": "red", **lies("Lamp", "b1")}),
    Part("minion", "When a rival ends its movement adjacent to this, this may do a basic challenge against it.", "AI..z", ("A: end", "z: move c1"), {}, ("> z", "> no"), 0, more=IMP),
    Part("minion", "When this is removed, the owner gains 1 point.", "AIz..", ("A: end", "z: challenge I", "roll b b", "roll b"), {LIGHT: 1}, more=IMP),
    Part("minion", "When an adjacent ally is challenged, you may make this the target.", ".AIz.", ("A: end", "z: move b2", "z: challenge A"), {}, ("> yes", "> no"), 0, more=IMP),
    Part("companion", "As a companion action, this may move 2. The owner moves 1.", "AC..z", ("C: move c1",), {"C.square": "c1"}, ("> a1", "> b1", "> a2", "> b2"), 0, more=BOSUN),
    Part("companion", "As a companion action, this may move the owner 2.", "AC..z", ("C: Bosun",), {"C.square": "b1"}, ("> a1", "> c1", "> a2", "> b2", "> c2"), 0, more=BOSUN),
    Part("companion", "As a companion action, this may do a basic challenge. If it wins, the owner gains 1 point.", "A.Cz.", ("C: challenge z", *HIT), {LIGHT: 1}, more=BOSUN),
    Part("objective", "As an interact, a character of yours adjacent to this may discard an item to gain 2 points.", ".AB.z", ("A: interact Bell",), {LIGHT: 2, "A.items": []}, more={"A": {"character": "Tester", "items": ["Rope"]}, **BELL}),
    Part("objective", "As an interact, a character adjacent to this may gain 1 point. Exhaust it.", "A.Bz.", ("A: end", "z: interact Bell"), {DARK: 1, LIGHT: 0, "z.exhausted": True}, more=BELL),
    Part("objective", "As an interact, a character of yours adjacent to this may swap this with it.", ".AB.z", ("A: interact Bell",), {"A.square": "c1"}, more=BELL),
    Part("objective", "As an interact, a character of yours adjacent to this may take this. At the end of the round, if a character of yours has this, gain 2 points.", ".AB.z", ("A: interact Bell", *ROUND), {LIGHT: 2}, more=BELL),
    Part("objective", "When a rival within 2 of this is knocked out, gain 1 point.", ".ABz.", ("A: move c2", "A: challenge z", *HIT), {LIGHT: 1}, more={"z": DOWN, **BELL}),
    Part("rule", "As an interact, a character of yours may discard an item to gain 2 points.", "A.z..", ("A: interact scenario",), {LIGHT: 2}, more={"A": {"character": "Tester", "items": ["Rope"]}}),
    Part("rule", "When a character of yours is knocked down, it may discard an item to stand up.", "Az...", ("A: end", "z: challenge A", *HIT), {}, ("> Rope", "> no"), 0, more={"A": {"character": "Tester", "items": ["Rope"]}}),
    Part("ability", "Choose a ready ally. It does a basic action other than a move.", "ABz..", ("A: Try",), {}, ("> challenge y", "> challenge z"), 0, ".y...", more={"B": {"side": "light"}, "pool": "red"}),
    Part("ability", "An opponent discards an item.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook"]}, more=BOTH),
    Part("ability", "Each opponent gives an item to this.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook", "Rope"]}, more=BOTH),
    Part("token", "At the end of the round, gain an Oil token.", "A...z", ROUND, {"A.carries": ["Oil"]}, more=lies("Net", "b1")),
    Part("ability", "A rival within 3 discards an item.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook"]}, more=BOTH),
    Part("ability", "An opponent discards each item.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook"]}, more=BOTH),
    Part("ability", "Each rival discards each item.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook"]}, more=BOTH),
    Part("ability", "Give an item to a rival within 3.", "A..z.", ("A: Try",), {"z.items": ["Hook", "Rope"], "A.items": []}, more=BOTH),
    Part("ability", "A rival within 3 gives an item to this.", "A..z.", ("A: Try",), {"z.items": [], "A.items": ["Hook", "Rope"]}, more=BOTH),
    Part("ability", "A rival within 3 puts an item on the 3 of its track.", "A..z.", ("A: Try",), {"sides.dark.track": [[], [], ["Rope"], []]}, more=BOTH),
    Part("ability", "Put each item on the 3 of your track.", "A..z.", ("A: Try",), {"sides.light.track": [["red"], [], ["Hook"], []]}, more=BOTH),
    Part("ability", "Choose a rival with an item. Put an item of it on the 3 of its track.", "A..z.", ("A: Try",), {"sides.dark.track": [[], [], ["Rope"], []]}, more=BOTH),
    Part("ability", "An ally within 3 gains an Oil token. It may discard an Oil token to move 2.", "AB..z", ("A: Try",), {"B.carries": ["Oil"]}, ("> Oil", "> no"), 0, more={"B": {"character": "Mate"}, "pool": "red"}),
    Part("card", "When a character is knocked down, its side loses 1 point.", "Az...", ("A: Try > Swell", "A: challenge z", *HIT), {DARK: 1}, more={"sides": {"dark": {"points": 2}, "light": {"pool": ["red"]}}}),
    Part("card", "When a character is knocked down, it may stand up. Once per round.", "Az...", ("A: Try > Swell", "A: challenge z", *HIT), {}, ("> yes", "> no"), 1, more={"pool": "red"}),
    Part("card", "At the end of the round, each side gains 1 point.", "A.z..", ("A: Try > Swell", *ROUND), {LIGHT: 1, DARK: 1}, more={"pool": "red"}),
    Part("card", "The owner has 1 more defense. When the owner is knocked down, discard this card.", "Az...", ("A: Try > Swell", "A: end", "z: challenge A", "roll b b", "roll b b b"), {"A.down": True, "A.statuses": []}, more={"pool": "red"}),
    Part("status", "At the end of its turn, lose 1 point.", "A.z..", ROUND, {DARK: 1, LIGHT: 0}, more={**HEXED, "sides": {"dark": {"points": 2}}}),
    Part("status", "At the start of its turn, the owner moves this 1.", "A.z..", ("A: end", "z"), {}, ("> b1", "> c1", "> d1", "> b2", "> c2", "> d2"), 0, more=HEXED),
    Part("status", "When this becomes exhausted, discard this card. Give Hex to an adjacent figure.", "A.zy.", ROUND, {"y.statuses": ["Hex"], "z.statuses": []}, more=HEXED),
    Part("status", "When this is knocked out, the owner may return an ability token on its track.", "Az...", ("A: challenge z", *HIT), {}, ("> red 1", "> no"), 0, more={"z": {"side": "dark", "down": True, "statuses": ["Hex of A"]}, "sides": {"light": {"track": [["red"], [], [], []]}}}),
    Part("status", "As a basic action, an ally adjacent to this may discard this card.", "A.zy.", ("A: end", "y: Hex"), {"z.statuses": []}, more=HEXED),
    Part("ability", "Until the end of the turn, this cannot do an action.", "A...z", ("A: Try",), {}, ("z: move c1", "z: move d1", "z: move e1", "z: move c2", "z: move d2", "z: move e2", "z: end"), 1, more={"pool": "red"}),
    Part("objective", "As an interact, a character of yours adjacent to this may choose an ally. It moves 1.", "BACy.", ("A: interact Bell",), {}, ("> C", "> y"), 0, "....z", more={**BELL, "C": {"side": "light"}, "y": {"side": "light"}}),
    Part("objective", "As an interact, a character of yours adjacent to this may gain 1 point. Each ally gains 1 point.", "BACy.", ("A: interact Bell", "> C"), {LIGHT: 3}, None, second="....z", more={**BELL, "C": {"side": "light"}, "y": {"side": "light"}}),
    Part("objective", "As an interact, a character of yours adjacent to this may gain 1 point for each ally within 3 of this.", "BAC..", ("A: interact Bell",), {LIGHT: 1}, second="....z", more={**BELL, "C": {"side": "light"}}),
    Part("token", "As an interact, an adjacent ally may choose an ally. It moves 1.", "yA..C", ("A: interact Net",), {}, ("> C", "> y"), 0, "....z", more={**lies("Net", "c1"), "C": {"side": "light"}, "y": {"side": "light"}}),
    Part("rule", "As an interact, a character of yours in the Zone area may choose an ally. It moves 1.", "ByA.z", ("A: interact Zone",), {}, ("> B", "> y"), 0, more={"B": {}, "y": {"side": "light"}}),
    Part("card", "As an interact, a character of yours may choose an ally. It moves 1.", "AyC.z", ("A: Try > Swell", "A: interact Swell"), {}, ("> C", "> y"), 0, more={"pool": "red", "C": {"side": "light"}, "y": {"side": "light"}}),
    Part("status", "As an interact, an adjacent ally may choose an ally. It moves 1.", "y.zx.", ("A: end", "x: interact Hex"), {}, ("> w", "> x"), 1, "w...A", more={**HEXED, "w": {"side": "dark"}, "y": {"side": "light"}}),
    Part("objective", "As an interact, a character of yours adjacent to this may place a Lamp marker adjacent to this.", "BA..z", ("A: interact Bell",), {}, ("> a1", "> b1", "> a2", "> b2"), 0, more=BELL),
    Part("objective", "At the end of the round, place a Net token adjacent to this.", "BA..z", ROUND, {}, ("> a1", "> b1", "> a2", "> b2"), 0, more=BELL),
    Part("table", "At the end of the round, place a Lamp marker adjacent to a character in the Zone area.", "..A.z", ROUND, {}, ("> b1", "> c1", "> d1", "> b2", "> c2", "> d2"), 0),
    Part("card", "At the end of the round, place a Net token adjacent to a character in the Zone area.", "..A.z", ROUND, {}, ("> b1", "> c1", "> d1", "> b2", "> c2", "> d2"), 0, more={"in_force": ["Swell"], "areas": AREAS, "scenario": "Odd Game"}),
    Part("ability", "A rival within 3 may push this 1.", ".Az..", ("A: Try",), {}, ("> a1", "> a2", "> b1", "> no"), 1, more={"pool": "red"}),
    Part("trait", "After a challenge by this, the target may push this 1.", ".Az..", ("A: challenge z", *HIT), {}, ("> a1", "> a2", "> b1", "> no"), 1),
    Part("objective", "As an interact, a character of yours adjacent to this may push this 1.", "BA...", ("A: interact Bell",), {}, None, second="....z", more=BELL),
    Part("ability", "Take an adjacent Lamp marker. Each rival within 3 of its last square moves 1.", ".A.z.", ("A: Try",), {"A.carries": ["Lamp"]}, ("> c1", "> d1", "> e1", "> c2", "> d2", "> e2"), 1, more={"pool": "red", **lies("Lamp", "b2")}),
    Part("marker", "When a character takes this, each rival within 2 of the last square of this moves 1.", "A.z..", ("A: Try",), {}, ("> b1", "> c1", "> d1", "> b2", "> c2", "> d2"), 1, more={"pool": "red", **lies("Lamp", "b1")}),
    Part("ability", "Move an adjacent Net token 1. Place this in its last square.", ".A..z", ("A: Try", "> c2"), {"A.square": "b2"}, more={"pool": "red", **lies("Net", "b2")}),
    Part("ability", "Place an adjacent Net token in the Goal area. Place this in its last square.", ".A..z", ("A: Try", "> d1"), {"A.square": "b2"}, more={"pool": "red", "areas": AREAS, "scenario": "Odd Game", **lies("Net", "b2")}),
    Part("ability", "Put an adjacent Net token on the 2 of your track. Place this in its last square.", ".A..z", ("A: Try",), {"A.square": "b2"}, more={"pool": "red", **lies("Net", "b2")}),
    Part("ability", "Swap this with an adjacent Net token. Each rival within 1 of the last square of that Net token moves 1.", ".A...", ("A: Try",), {"A.square": "b2"}, None, 1, "..z..", more={"pool": "red", **lies("Net", "b2")}),
    Part("ability", "An opponent gains 1 point. Each other opponent loses 1 point.", "A.z.w", ("A: Try", "> dark"), {DARK: 3, THIRD: 1}, more=THREE),
    Part("ability", "Choose an opponent. A character of another opponent moves 1.", "A.z.w", ("A: Try", "> dark"), {}, ("> d1", "> d2", "> e1", "> e2"), 2, more=THREE),
    Part("ability", "An opponent moves a rival 1.", "A.z.w", ("A: Try", "> third"), {}, ("> w", "> z"), 2, more=THREE),
    Part("trait", "After this rolls dice in a challenge, an opponent turns a burst to a shield.", "Az..w", ("A: challenge z", "roll b b", "roll s s"), {}, ("> dark", "> third"), 0, more=THREE),
    Part("trait", "After a rival rolls dice to defend, it rerolls a shield.", "Az..w", ("A: challenge z", "roll b b", "roll s s"), {}, ("roll b", "roll s", "roll !"), more=THREE),
    Part("rule", "When a character of yours is knocked out, each opponent gains 1 point.", "Az..w", ("A: challenge z", *HIT), {LIGHT: 3, DARK: 2, THIRD: 3}, more={**THREE, "z": DOWN}),
    Part("rule", "At the end of the round, if no opponent has a character in the Zone area, gain 1 point.", "A.z.w", ("A: end", "z: end", "w: end"), {LIGHT: 2, DARK: 3, THIRD: 2}, more=THREE),
]  # fmt: skip
ABILITIES = {"marker": "Take an adjacent Lamp marker.", "card": "Play a Mood card."}


@rule("TIM-5", "ITM-1", "STA-1", "TOK-1", "COM-1")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.kind}: {part.rule} {part.first}")
def test_an_odd_part_does_what_it_says(tmp_path: Path, part: Part):
    rules = {part.kind: part.rule} | ({"ability": ABILITIES[part.kind]} if part.kind in ABILITIES else {})
    game = odd_game(tmp_path, rules, (part.first, part.second), part.more)
    game.play(*part.play)
    assert {key: game[key] for key in part.facts} == part.facts
    if part.options is not None:
        assert sorted(game.options) == sorted(part.options)
    if part.seat is not None:
        assert game.state.decision is not None and game.state.decision.seats == [part.seat]


@rule("TOK-7")
@pytest.mark.parametrize(("who", "play"), [(0, ("A: Try > Swell", "A: end", "z: end")), (1, ("A: end", "z: Try > Swell", "z: end"))])
def test_a_played_card_of_a_deck_places_the_pieces_of_its_owner(tmp_path: Path, who: int, play: tuple[str, ...]):
    rules = {"card": "At the end of the round, place a Lamp marker adjacent to the owner.", "ability": ABILITIES["card"]}
    both: dict[str, object] = {
        "z": {"side": "dark", "character": "Tester"},
        "sides": {side: {"pool": ["red"]} for side in ("light", "dark")},
    }
    game = odd_game(tmp_path, rules, ("A...z", "....."), both)
    game.play(*play, "> b2" if who == 0 else "> d2")
    placed = [slot.side for slot, at in zip(game.state.setup.pieces, game.state.piece_at, strict=True) if slot.name == "Lamp" and at >= 0]
    assert placed == [who]


REFUSED = [
    (
        "rule",
        "When a character of yours is knocked out, its opponent gains 1 point.",
        "`opponent` is always seen from your side, not from `it`",
    ),
    ("table", "At the end of the round, place each character in the Goal area in the Zone area.", "an area is in no other"),
    ("status", "When this is knocked out, give Hex to an ally of this.", "`ally` is always seen from `this`: write `ally` alone"),
    ("token", "The square of this counts as the Zone area.", "squares count as obscured or as a side's starting area"),
    ("token", "This counts as obscured.", "squares count as other ground, and `this` is none: `The square of this counts as obscured.`"),
    (
        "card",
        "Figures roll 1 die more when defending against a basic challenge.",
        "`defending` is said with a figure, a token or a marker, not with an action",
    ),
    (
        "table",
        "At the start of the game, place a Flag marker in each starting area.",
        "one thing goes to one place: `For each starting area: place a Flag marker in it.`",
    ),
    (
        "ability",
        "Place a Net token adjacent to each rival.",
        "one thing goes to one place: for one beside each write `For each rival: place a Net token adjacent to it.`",
    ),
    (
        "minion",
        "This cannot be knocked out.",
        "`cannot be knocked out` is said of a character, not of a minion; who loses a challenge is removed: `cannot be removed`",
    ),
    ("companion", "This cannot be knocked down.", "`cannot be knocked down` is said of a character, not of a companion"),
    ("ability", "Swap a rival with a rival of another opponent.", "`another opponent` leaves nobody out here: no side was chosen before"),
    ("ability", "Another side gains 1 point.", "`Another side` leaves nobody out here: no side was chosen before"),
    (
        "trait",
        "After this rolls dice in a challenge, choose a die. Turn it to a shield.",
        "the dice of a roll are not chosen before: say it at once",
    ),
    (
        "trait",
        "After this rolls dice to defend, a rival chooses a die. Reroll that die.",
        "the dice of a roll are not chosen before: say it at once",
    ),
    ("ability", "This may push this 1.", "nothing is pushed from itself: write who does it, or `Move 1.`"),
    ("token", "Allies can move through the square of this.", "`through` leads to a figure or a wall, not to a square"),
]


@rule("MAP-6")
@pytest.mark.parametrize(("kind", "text", "message"), REFUSED)
def test_an_odd_part_that_can_mean_nothing_is_refused(tmp_path: Path, kind: str, text: str, message: str):
    with pytest.raises(ContentError) as error:
        load(odd_pack(tmp_path, **{kind: text}))
    assert message in error.value.faults[0].message


@rule("TRN-4")
def test_who_may_assist_on_the_ground_is_told_why_it_cannot_move(tmp_path: Path):
    game = odd_game(tmp_path, {"item": "This can do an assist while knocked down."}, ("AB..z", "....."), FALLEN)
    assert game.refused("A: move a2") == ["TRN-4"]
    assert game.refused("A: Try") == ["TRN-4"]
