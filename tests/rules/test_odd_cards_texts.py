"""Cards that no set has, written by hand: what each says is what happens, and whom it asks (§1.3, 1.5 and 2 of the language's page)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.texts import card_with, trait_with, waiting

AREAS: dict[str, object] = {"start light": ["a1", "a2"], "start dark": ["e1", "e2"]}
HIT, MISS = ("roll b b", "roll b b"), ("roll s s", "roll b b")


@dataclass
class Card:
    """A rule, two rows of five squares, what is played, and what holds then."""

    rule: str
    first: str
    play: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)
    options: tuple[str, ...] | None = None  # the answers of the question that is open then
    seat: int | None = None  # who is asked
    second: str = "....."
    more: dict[str, object] = field(default_factory=dict)

    @property
    def is_trait(self) -> bool:
        return self.rule.startswith(("When ", "After ", "At ", "Before ", "Instead ", "As "))

    def game(self) -> Game:
        edge, between = "+---" * 5 + "+", "+   " * 5 + "+"
        rows = [f"| {'   '.join(row)} |" for row in (self.first, self.second)]
        drawing = "\n".join([edge, rows[0], between, rows[1], edge])
        catalog = (trait_with if self.is_trait else card_with)(self.rule)
        pool = {} if self.is_trait or "sides" in self.more else {"pool": "red"}
        game = scene(drawing, catalog=catalog, A="Waiter" if self.is_trait else "Tester", **pool, **self.more)  # type: ignore[arg-type]
        game.play(*(() if self.is_trait else ("A: Try",)), *self.play)
        return game


DOWN = {"down": True}
POOLS = {"light": {"pool": ["red", "gold"], "track": [["silver"], [], [], []]}, "dark": {"pool": ["blue"], "track": [["gold"], [], [], []]}}
EVENTS = [
    Card("When this is knocked down, this may move 1.", "Az...", ("A: end", "z: challenge A", *HIT), {"A.down": True}, ("> a1", "> a2", "> b2", "> no")),
    Card("After this is knocked down, stand up. Once per round.", "Az...", ("A: end", "z: challenge A", *HIT), {"A.down": False}),
    Card("After an ally becomes exhausted, this may move 1.", "AB.z.", ("A: end", "z: end", "B: end"), {}, ("> a1", "> a2", "> b2", "> no"), 0),
    Card("After this ends its movement adjacent to a rival, push it 1.", "A.z..", ("A: move b1",), {}, ("> c1", "> d1", "> d2"), 0),
    Card("When this ends its movement within 2 of an ally, that ally may stand up.", "A..Bz", ("A: move b1", "> yes"), {"B.down": False}, more={"B": DOWN}),
    Card("When you reach 3 points, each ally stands up.", "A.zB.", ("A: interact A",), {"B.down": False}, more={"B": DOWN, "points": {"A": "b1"}, "sides": {"light": {"points": 2}}}),
    Card("After another character does an interact, this may move 1.", "A.z..", ("A: end", "z: interact A"), {}, ("> a1", "> b1", "> a2", "> b2", "> no"), 0, more={"points": {"A": "b1"}}),
    Card("After a rival does a basic move, this may do a basic challenge against it.", "A.z..", ("A: end", "z: move b1"), {}, ("> z", "> no"), 0),
    Card("When a rival does an ability, gain 1 point.", "A.z..", ("A: end", "z: Burrow > e2"), {"sides.light.points": 1}, more={"z": "Bugs Bunny"}),
    Card("After this withstands a challenge, push the challenger 1.", "Az...", ("A: end", "z: challenge A", "roll b s", "roll s s"), {}, ("> b1", "> c1", "> c2"), 0),
    Card("Before this rolls dice to defend, this may add a die to the roll.", "Az...", ("A: end", "z: challenge A"), {}, ("> yes", "> no"), 0),
    Card("At the end of its turn, if this is adjacent to a rival, gain 1 point.", "Az...", ("A: end",), {"sides.light.points": 1}),
    Card("At the end of its turn, if this is adjacent to a rival, gain 1 point.", "A.z..", ("A: end",), {"sides.light.points": 0}),
    Card("At the start of each round, each rival within 1 loses 1 point.", "Az...", ("A: end", "z: end"), {"sides.dark.points": 1}, more={"sides": {"dark": {"points": 2}}}),
    Card("Before the round ends, if this is on the map, gain 1 point.", "Az...", ("A: end", "z: end"), {"sides.light.points": 1}),
    Card("Instead of an adjacent ally being knocked out, knock this out.", "ABz..", ("A: end", "z: challenge B", *HIT), {"A.out": True, "B.out": False}, more={"B": DOWN}),
    Card("When a rival ends its movement adjacent to this, this may do a basic challenge against it.", "A..z.", ("A: end", "z: move b1"), {}, ("> z", "> no"), 0),
    Card("When an ally leaves the map, gain 1 point.", "A.B.z", ("A: end", "z: end", "B: Morsmordre"), {"sides.light.points": 1}, more={"B": "Bellatrix Lestrange"}),
]  # fmt: skip
ASKED = [
    Card("An opponent chooses an ally within 3. Push it 1.", "AB.z.", (), {}, ("> B", "> C"), 1, "C....", {"B": {}, "C": {}}),
    Card("A rival within 3 moves 1.", "A.z..", (), {}, ("> b1", "> c1", "> d1", "> b2", "> c2", "> d2"), 1),
    Card("Move each rival within 3 1.", "A.z..", (), {}, ("> z", "> y"), 0, "y...."),
    Card("An opponent puts an ability token in its pool on the 3 of its track.", "A.z..", (), {}, ("> blue", "> gold"), 1, more={"sides": {"light": {"pool": ["red"]}, "dark": {"pool": ["blue", "gold"]}}}),
    Card("Choose a rival within 3. It chooses a square within 1 of it. Place it in that square.", "A.z..", ("> d2",), {"z.square": "d2"}),
    Card("An opponent chooses a rival. Knock that rival down.", "A.z..", (), {}, ("> z", "> y"), 1, "..y.."),
    Card("An opponent may move a rival 2.", "A.z..", (), {}, ("> z", "> y", "> no"), 1, "y...."),
    Card("An opponent loses 1 point or puts an ability token in its pool on the 4 of its track.", "A.z..", (), {}, ("> lose 1 point", "> put an ability token in its pool on the 4 of its track"), 1, more={"sides": {"light": {"pool": ["red"]}, "dark": {"pool": ["blue"], "points": 1}}}),
    Card("Challenge 2. The target moves 1. Move 1.", "Az...", MISS, {}, ("> b1", "> c1", "> a2", "> b2", "> c2"), 1),
    Card("Challenge 2. Move the target 1.", "Az...", MISS, {}, ("> b1", "> c1", "> a2", "> b2", "> c2"), 0),
]  # fmt: skip
NEEDED = [
    Card("Choose a rival or move 1. Push it 1.", "A..z.", (), {}, ("> choose a rival", "> move 1")),
    Card("Move 1 or choose a rival. Push it 1.", "A..z.", (), {}, ("> move 1", "> choose a rival")),
    Card("Choose one: move 2; or stand an adjacent ally up, then push an adjacent rival 1.", "AB...", (), {}, ("> move 2", "> stand an adjacent ally up"), second="z....", more={"B": DOWN}),
    Card("Choose one: move 2; or stand an adjacent ally up, then push an adjacent rival 1; or gain 1 point.", "A....", (), {}, ("> move 2", "> gain 1 point"), second="z...."),
    Card("This and an ally within 2 each do a basic action.", "AB...", (), {}, ("> A", "> B"), 0, "z....", {"B": {}}),
    Card("Do 2 different basic actions.", "A...z", ("> move b1",), {"A.square": "b1", "turn": "A"}),
    Card("After this rolls dice to defend, this may turn each die to a shield.", "Az...", ("A: end", "z: challenge A", *HIT, "> yes"), {"A.down": False}),
    Card("If you have the First Player marker, move 3. Otherwise, gain the First Player marker.", "A..z.", (), {"A.square": "a1"}, more={"first": "dark"}),
    Card("Move 3 in a straight line, through rivals.", "A.z..", (), {}, ("> a1", "> b1", "> d1", "> a2", "> b2")),
    Card("An ally within 2 does an ability without paying.", "AB..z", (), {}, ("> Override Protocol", "> Repulsor Blast", "> Unibeam"), 0, more={"B": "Iron Man", "sides": {"light": {"pool": ["red"]}}}),
    Card("Move a Coin token within 3 2 toward a rival.", "A...z", (), {}, ("> b1", "> c1", "> d1", "> c2", "> d2"), 0, more={"pieces": [{"kind": "Coin", "side": "light", "square": "b1"}]}),
    Card("Push a Coin token within 3 1.", "A...z", (), {}, ("> b1", "> c1", "> c2"), 0, more={"pieces": [{"kind": "Coin", "side": "light", "square": "b1"}]}),
    Card("Swap a Coin token with this.", "A...z", (), {"A.square": "c1"}, more={"pieces": [{"kind": "Coin", "side": "light", "square": "c1"}]}),
    Card("Pull a point marker in sight 2.", "A...z", (), {}, ("> b1", "> c1", "> d1", "> b2", "> c2"), 0, more={"points": {"A": "d1"}}),
    Card("Challenge 2. Challenge 1 against another rival within 2 of the target.", "Az.y.", HIT, {"z.down": True}, ("roll b", "roll s", "roll !")),
    Card("Challenge 2. Challenge 1 against another rival within 2 of the target.", "Az..y", HIT, {"z.down": True, "turn": "A"}),
    Card("Place this in the starting area of an opponent.", "A...z", (), {"A.square": "e2"}, more={"areas": AREAS}),
    Card("If this is in the starting area of a rival, gain 1 point.", "..z.A", (), {"sides.light.points": 1}, more={"areas": AREAS}),
    Card("Choose the rival nearest to this. Push it 1.", "A..z.", (), {}, ("> c1", "> b2", "> c2"), 0, ".y..."),
    Card("Move 3. Gain 1 point for each square moved.", "A....", ("> c1",), {"sides.light.points": 2}, second="....z"),
    Card("Challenge 2. If it wins, challenge 2 against another rival. If it wins, gain 1 point.", "Az...", ("> z", *HIT, *MISS), {"sides.light.points": 0}, second="y...."),
    Card("Shift an ability token on the track of an opponent up 1.", "A.z..", (), {"sides.dark.track": [[], ["gold"], [], []]}, more={"sides": POOLS}),
    Card("Gain 1 point for each gold token in the pool of an opponent.", "A.z..", (), {"sides.light.points": 0}, more={"sides": POOLS}),
    Card("Choose an adjacent rival. Put it on the 1 of its track.", "Az...", (), {"sides.dark.track": [["z"], [], [], []]}),
    Card("Gain a gold token or gain 1 point.", "A.z..", ("> gain a gold",), {"sides.light.pool": ["gold"]}),
]  # fmt: skip

PAID = [("red", "red", 1), ("red red", "red", 0), ("red gold", "gold", 0)]


@rule("ABI-2", "ABI-18")
@pytest.mark.parametrize("word", ["When", "After"])
@pytest.mark.parametrize(("pool", "colour", "points"), PAID)
def test_the_last_token_of_one_colour_is_waited_for(word: str, pool: str, colour: str, points: int):
    """Iron Man's own trait names no colour; a card may."""
    text = f"{word} an ally does an ability paid with the last {colour} token, gain 1 point."
    game = waiting(text, " A B . b ", B="Iron Man", pool=pool)
    game.play("A: end", "b: end", "B: Repulsor Blast > b", "roll s s", "roll b b")
    assert game["sides.light.points"] == points


FALL = ("A: end", "z: challenge A", *HIT)
JUDGED_BEFORE = [
    Card("When a knocked-down rival stands up, gain 1 point.", "A.z..", ("A: end", "z: rally"), {"sides.light.points": 1}, more={"z": DOWN}),
    Card("After a knocked-down ally stands up, gain 1 point.", "AB..z", ("A: assist B",), {"sides.light.points": 1}, more={"B": DOWN}),
    Card("When a standing rival is knocked down, gain 1 point.", "Az...", ("A: challenge z", *HIT), {"sides.light.points": 1}),
    Card("When a ready rival becomes exhausted, gain 1 point.", "A.z..", ("A: end", "z: end"), {"sides.light.points": 1}, second="y...."),
    Card("When a rival adjacent to this moves, gain 1 point.", "Az...", ("A: end", "z: move d1"), {"sides.light.points": 1}),
    Card("When a rival adjacent to this moves, gain 1 point.", "A..z.", ("A: end", "z: move b1"), {"sides.light.points": 0}),
    Card("When a rival not adjacent to this enters a square adjacent to this, gain 1 point.", "A..z.", ("A: end", "z: move b1"), {"sides.light.points": 1}),
]  # fmt: skip
INSTEAD = [
    Card("Instead of this being knocked down, discard an item.", "Az...", FALL, {"A.down": True}),
    Card("Instead of this being knocked down, put a red token in your pool on the 2 of your track. Once per round.", "Az...", (*FALL, "z: challenge A", *HIT), {"A.out": True}, second="....y", more={"sides": {"light": {"pool": []}}}),
    Card("Instead of this being knocked down, put a red token in your pool on the 2 of your track.", "Az...", FALL, {"A.down": False, "sides.light.pool": []}, more={"sides": {"light": {"pool": ["red"]}}}),
    Card("Instead of this being knocked down, if this has an item, gain 1 point.", "Az...", FALL, {"A.down": True, "sides.light.points": 0}),
    Card("Instead of this being knocked down, push each rival within 1 of an ally 1.", "Az...", FALL, {"A.down": False}),
]  # fmt: skip
POOR: dict[str, object] = {"sides": {"light": {"pool": ["red"], "track": [[], ["gold", "gold"], [], []]}}}
COUNTED = [
    Card("Roll 3 dice. For each success: gain 1 point.", "A.z..", ("roll b b !",), {"sides.light.points": 5}),
    Card("Roll 2 dice. For each success: roll 1 die, then gain 1 point for each success.", "A.z..", ("roll b b", "roll b", "roll s"), {"sides.light.points": 1}),
    Card("Move 3. For each square moved: gain 1 point.", "A....", ("> c1",), {"sides.light.points": 2}, second="....z"),
    Card("For each gold token on your track: gain 1 point.", "A.z..", (), {"sides.light.points": 2}, more=POOR),
    Card("Choose a gold token on your track. Shift it up 1.", "A.z..", (), {"sides.light.track": [["red"], ["gold"], ["gold"], []]}, more=POOR),
    Card("If you have 2 or more gold tokens, gain 1 point.", "A.z..", (), {"sides.light.points": 1}, more=POOR),
    Card("If an opponent has the most gold tokens, gain 1 point.", "A.z..", (), {"sides.light.points": 1}, more={"sides": {"light": {"pool": ["red", "gold"]}, "dark": {"pool": ["gold", "gold"]}}}),
    Card("If an opponent has the most points, gain 1 point.", "A.z..", (), {"sides.light.points": 1}, second="..C..", more={"C": {"side": "third"}, "sides": {"light": {"pool": ["red"]}, "dark": {"points": 1}, "third": {"points": 2}}, "areas": AREAS | {"start third": ["c2"]}}),
    Card("Choose 2 rivals. For each of them: push it 1.", "Az...", ("> z", "> y", "> z", "> c1", "> c2"), {"z.square": "c1", "y.square": "c2", "x.square": "d2"}, second=".y.x."),
    Card("Choose 2 rivals. Gain 1 point for each of those rivals.", "Az...", ("> z", "> x"), {"sides.light.points": 2}, second=".y.x."),
    Card("Choose 2 rivals. Push one of them 1.", "Az...", ("> z", "> x"), {}, ("> z", "> x"), 0, ".y.x."),
    Card("This may flip a First Player marker.", "A.z..", (), {}, ("> yes", "> no"), 0),
    Card("This may flip the First Player marker.", "A.z..", ("> yes",), {}, ("flip light", "flip dark"), -1),
    Card("This may choose a rival at random. Knock it down.", "A.z..", (), {}, ("> yes", "> no"), 0, "..y.."),
]  # fmt: skip
TRACKS: dict[str, object] = {
    "sides": {"light": {"track": [["silver"], [], [], []]}, "dark": {"pool": ["blue"], "track": [[], ["gold"], [], []]}}
}
OFFERED = [
    Card("Control an adjacent rival: it does an ability.", "Az.y.", ("> Repulsor Blast",), {}, ("> y", "> x"), 0, "B..x.", {"B": {}, "z": "Iron Man", "sides": {"light": {"pool": ["red"]}, "dark": {"pool": ["red"]}}}),
    Card("As an interact, a character may shift an ability token on your track down 1.", "A.z..", ("A: end", "z: interact Waiter"), {"sides.dark.track": [["gold"], [], [], []], "sides.light.track": [["silver"], [], [], []]}, more=TRACKS),
    Card("As an interact, a character may gain 1 point for each blue token in your pool.", "A.z..", ("A: end", "z: interact Waiter"), {"sides.dark.points": 1, "sides.light.points": 0}, more=TRACKS),
    Card("As a basic action, an ally may move 1. An ally within 3 stands up. Move 1.", "AB.z.", ("A: end", "z: end", "B: Waits > b1"), {"C.down": False}, ("> b1", "> c1", "> b2", "> c2"), 0, "C....", {"B": {}, "C": DOWN}),
    Card("As a basic action, a character may put an ability token in your pool on the 4 of your track.", "ASz..", ("A: end", "z: end", "S: Intimidating Demand > Waits"), {}, ("> blue", "> gold"), 0, more={"S": "Sae-byeok", "sides": {"light": {"pool": ["silver", "red"]}, "dark": {"pool": ["blue", "gold"]}}}),
]  # fmt: skip


@rule("TIM-5", "ABI-4", "CTL-4")
@pytest.mark.parametrize("card", [*JUDGED_BEFORE, *INSTEAD, *COUNTED, *OFFERED], ids=lambda card: f"{card.rule} {card.first}")
def test_another_odd_card_does_what_it_says(card: Card):
    test_an_odd_card_does_what_it_says(card)


@rule("TIM-5", "ABI-3", "TRA-3")
@pytest.mark.parametrize("card", [*EVENTS, *ASKED, *NEEDED], ids=lambda card: f"{card.rule} {card.first}")
def test_an_odd_card_does_what_it_says(card: Card):
    game = card.game()
    assert {key: game[key] for key in card.facts} == card.facts
    if card.options is not None:
        assert sorted(game.options) == sorted(card.options)
    if card.seat is not None:
        assert game.state.decision is not None and game.state.decision.seats == [card.seat]
