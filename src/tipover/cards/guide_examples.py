"""Sentences for docs/cards.md where the tables of `vocabulary` have none: one for each word and form, run by the tests.

Their names are those of the pack that the guide builds: Oil and Net tokens, Lantern markers, Gull minions, the Rope …
"""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """How something is written, what it means, and a rule that shows it."""

    form: str
    meaning: str
    example: str


KINDS: dict[str, Form] = {
    "do": Form("DEED.", "done when its ability or item is used", "Move 2. Push an adjacent rival 1."),
    "when": Form(
        "When EVENT, DEED. · After EVENT, DEED. · At MOMENT, DEED. · Before the round ends, DEED.",
        "done each time that happens; all sentences up to the next such head belong to it",
        "When this is challenged, move 1.",
    ),
    "while": Form(
        "CHANGE. · While COND, CHANGE. · As ACTION, X may DEED.",
        "holds all the time",
        "While there are 2 or more adjacent rivals, this has 1 more defense.",
    ),
    "instead": Form(
        "Instead of EVENT in its -ing form, DEED.",
        "the event does not happen, and nothing that waits for it",
        "Instead of this being knocked out, knock this down. Once per round.",
    ),
}

STEPS: dict[str, Form] = {
    "deed": Form("DEED", "done by `this`; in a scenario by the side", "Move 2."),
    "doer": Form("X DEEDs", "done by X, whose side decides", "Each knocked-down ally within 2 stands up."),
    "made": Form("DEED X", "you decide: `Move X 1`", "Move an adjacent rival 1."),
    "may": Form("X may DEED", "asked, never forced; covers the rest of its sentence", "An adjacent ally may do a basic challenge."),
    "to": Form(
        "X may DEED to DEED",
        "the second is had for the first, which must be done in full",
        "This may exhaust an adjacent ally to do an extra action.",
    ),
    "or": Form("DEED or DEED", "one of them; only what can be done is offered", "Move 1 or do an assist."),
    ", or": Form("X DEEDs, or DEED", "the same where the doers differ", "Choose an ally. It stands up, or place it adjacent to this."),
    "if": Form("If COND, DEED.", "up to the full stop", "Challenge 2. If it wins, push the target 1, then move 1."),
    "otherwise": Form(
        "Otherwise, DEED.",
        "the sentence after an `If`, when it did not hold",
        "If there is an adjacent rival, push it 1. Otherwise, move 2.",
    ),
    "then": Form(
        "DEED, then DEED",
        "the next part inside an `If`, `may`, `Control` or loop, where `and` joins no deeds; after `X DEEDs` the doer is named again: `it moves 2, then it does an assist`",
        "Each ally may move 1, then do an assist.",
    ),
    "times": Form("N times: DEED", "one after another, each chosen anew", "3 times: this or a standing ally moves 1."),
    "for each": Form("For each X: DEED", "`it` is the current one", "For each adjacent rival: challenge 1 against it, then push it 1."),
    "control": Form(
        "Control X: X DEEDs", "X acts for your side, then is a rival again (CTL-1)", "Control an adjacent rival: it does a basic action."
    ),
    "until": Form("Until EVENT or MOMENT, CHANGE", "a standing rule with an end", "Until the end of the round, this has 1 more defense."),
}

UNTIL: dict[str, str] = {
    "end of the round": "Until the end of the round, this rolls 1 die more when challenging.",
    "end of its turn": "Until the end of its turn, this can move through rivals. Move 3.",
    "start of its turn": "Until the start of its turn, this cannot be challenged.",
    "an event": "Until this is knocked down, this has 2 more defense.",
}

NUMBERS: dict[str, Form] = {
    "plain": Form("N", "0 to 20; words do too: `three` prints as `3`", "Move 3."),
    "each": Form("N for each X", "counted when the part is done, after costs are paid (ABI-2)", "Move 1 for each adjacent rival."),
    "plus each": Form(
        "N, plus N for each X",
        "with its parts kept: the table shows `5 dice = 3 Name + 2 silver in pool`",
        "Challenge 3, plus 1 for each silver token in your pool.",
    ),
    "plus if": Form("N, plus N if COND", "added when the condition holds", "Challenge 2, plus 2 if this is adjacent to an ally."),
    "highest": Form(
        "the highest place of X",
        "the highest place on a track that one of them has",
        "Challenge 1, plus the highest place of an ability token on your track.",
    ),
    "time turn": Form(
        "N for each time EVENT this turn",
        "how often it happened; the event in the past",
        "When this becomes exhausted, gain 1 point for each time this won a challenge this turn.",
    ),
    "time round": Form(
        "N for each time EVENT this round",
        "the same since the round began",
        "At the end of the round, gain 1 point for each time this was challenged this round.",
    ),
    "repeat": Form(
        "shift X down N for each X",
        "`shift` alone repeats: the token is chosen anew each time (ABI-16)",
        "Shift an ability token on your track down 1 for each adjacent rival.",
    ),
}

REFS: dict[str, str] = {
    "this": "Place this within 2.",
    "this card": "After a challenge against this, discard this card.",
    "it": "Choose an adjacent rival. Push it 1.",
    "them": "Choose up to 2 allies. They move 1.",
    "you": "When you knock out a rival, gain 1 point.",
    "yours": "Choose a character of yours. Move it 1.",
}

POSSESSIVES: dict[str, str] = {
    "your": "Gain 1 point for each ability token on your track.",
    "its": "Choose an ally. Place it in its starting area.",
    "their": "Choose up to 2 allies. Place them in their starting area.",
    "'s": "Challenge 2. Shift an ability token on the target's track up 1.",
}

DETERMINERS: dict[str, str] = {
    "a": "Push an adjacent rival 1.",
    "another": "Choose an ally. Swap it with another ally.",
    "each": "Push each adjacent rival 1.",
    "the": "Push the rival nearest to this 1.",
    "no": "If there is no minion, move 2.",
    "any": "Move any number of allies 1.",
    "up to": "Push up to 2 adjacent rivals 1.",
    "or more": "While there are 1 or more adjacent rivals, this has 1 more defense.",
    "all": "Adjacent rivals have 1 less movement.",
    "N": "Push 2 adjacent rivals 1.",
}

ADJECTIVES: dict[str, str] = {
    "standing": "Choose a standing rival. Push it 1.",
    "knocked-down": "Stand a knocked-down ally up.",
    "exhausted": "Refresh an exhausted ally.",
    "ready": "Choose a ready ally. Move it 1.",
    "adjacent": "Swap this with an adjacent ally.",
    "opposing": "Place this in an opposing starting area.",
    "basic": "Choose a basic character. Move it 1.",
    "empty": "Place this in an empty square.",
    "different": "Push 2 different rivals 1.",
}

NOUNS: dict[str, str] = {
    "figure": "Move an adjacent figure 1.",
    "character": "Swap this with a character within 3.",
    "companion": "Move a companion 2.",
    "minion": "Move a minion 2.",
    "objective": "Place this adjacent to an objective.",
    "ally": "Each ally may move 1.",
    "rival": "Push a rival 1.",
    "opponent": "Choose a character of an opponent. Push it 1.",
    "owner": "When this becomes exhausted, the owner may move 1.",
    "target": "Challenge 2. Push the target 1.",
    "challenger": "After a challenge against this, push the challenger 1.",
    "ability token": "Return an ability token on your track.",
    "blue token": "Challenge 1, plus 1 for each blue token in your pool.",
    "red token": "Gain a red token.",
    "silver token": "Gain 2 silver tokens.",
    "gold token": "Move 1 for each gold token in your pool.",
    "type of ability token": "Challenge 1 for each type of ability token on your track.",
    "token": "Remove an adjacent token.",
    "marker": "Take an adjacent marker.",
    "point marker": "Place this adjacent to a point marker.",
    "item": "Choose a rival with an item. Push it 1.",
    "card": "Play a card.",
    "thing": "Return a thing on your track.",
    "point": "Gain 2 points.",
    "die": "Roll 2 dice.",
    "success": "Roll 3 dice. Move 1 for each success.",
    "square moved": "Move 3. Gain 1 point for each square moved.",
    "square": "Place this in the square of an adjacent token.",
    "set-up square": "Move 1. Place this in its set-up square.",
    "last square": "When an ally is knocked out, you may place this in its last square.",
    "area": "Place this in an area.",
    "starting area": "Place this in your starting area.",
    "wall": "Move 3, through walls.",
    "map": "Swap this with an ally on the map.",
    "track": "Shift an ability token on a track down 1.",
    "pool": "Gain 1 point for each ability token in your pool.",
    "action": "Do an action.",
    "extra action": "Do an extra action.",
    "companion action": "As a companion action, this may move 3.",
    "assist": "Do an assist.",
    "interact": "Do an interact.",
    "ability": "Do an ability.",
    "move": "Do a basic move.",
    "challenge": "Do a basic move and a basic challenge in either order.",
}

NAMES: dict[str, str] = {
    "token": "Gain 2 Oil tokens.",
    "marker": "Take an adjacent Lantern marker.",
    "minion": "Each Gull minion moves 2.",
    "deck": "Play a Weather card.",
    "area": "Place this in the Lamp area.",
    "die": "Roll 2 Storm dice. If the total is 7 or more, move 1.",
    "character": "Move Marlow 1.",
    "figure": "Bosun may do a basic challenge.",
    "status": "Give Soaked to an adjacent rival.",
    "item": "Give the Rope to an ally.",
    "piece": "Place the Bell adjacent to this.",
    "card": "When this becomes exhausted, you may discard Swell to play Calm.",
}
NAME_RULES: dict[str, str] = {
    "character": "stands bare", "figure": "companions, and minions with `proper = true`, stand bare", "status": "stands bare", "card": "a card of a deck stands bare",
    "item": "takes `the`", "piece": "objectives, and minions of which there is one, take `the`",
}  # fmt: skip

STATES: dict[str, str] = {
    "standing": "While this is standing, adjacent rivals roll 1 die fewer when challenging.",
    "knocked down": "Challenge 2. If the target is knocked down, move 1.",
    "exhausted": "Choose an ally. If it is exhausted, refresh it. Otherwise, move it 1.",
    "ready": "Choose an adjacent rival. If it is ready, exhaust it.",
}

STATS: dict[str, str] = {
    "defense": "This has defense 3.",
    "range": "This has 1 more range.",
    "movement": "Adjacent rivals have 1 less movement.",
}

OCCASIONS: dict[str, str] = {
    "challenging": "This rolls 1 die more when challenging a knocked-down rival.",
    "defending": "This rolls 2 dice more when defending against an adjacent rival.",
    "doing": "Figures roll 1 die more when doing a basic challenge.",
}

PASSIVES: dict[str, str] = {
    word: f"This cannot be {word}."
    for word in ("seen", "challenged", "knocked out", "knocked down", "pushed", "pulled", "moved", "placed", "exhausted", "controlled")
}
PASSIVES["removed"] = "Minions cannot be removed."

FACES: dict[str, str] = {
    "shield": "After this rolls dice, this may turn a die to a shield.",
    "burst": "After this rolls dice, this may turn a die to a burst.",
}

MOVING: dict[str, str] = {
    "toward": "Move 3 toward a rival in sight.",
    "away from": "Move 2 away from a rival in sight.",
    "straight": "Move 3 in a straight line.",
    "through": "Move 3, through rivals.",
    "ending": "Move 3, ending adjacent to a rival.",
}

LIMITS: dict[str, str] = {
    "Usable while knocked down": "Stand up or do an action. Usable while knocked down.",
    "Once per turn": "Do an extra action. Once per turn.",
    "Once per round": "When this is challenged, gain 1 point. Once per round.",
    "Once per game": "Gain 2 points. Once per game.",
}

# Rules that do not stand on a character: on what they stand.
CARRIERS: dict[str, str] = {
    REFS["this card"]: "status",
    NOUNS["owner"]: "status",
    NOUNS["companion action"]: "companion",
    OCCASIONS["doing"]: "card",
    "When this is knocked down, discard this card.": "status",
    "When this is knocked down, flip this card.": "status",
    "When a rival enters the square of this, remove this.": "token",
}

# Rules that read, and that the checker refuses or warns of; the page tells what it says.
REFUSED: list[tuple[str, str]] = [
    ("an ability", "Push the target 1."),
    ("an ability", "If it wins, move 1."),
    ("an ability", "Challenge 2 against each adjacent rival. If it wins, move 1."),
    ("an ability", "Move each rival passed through 1."),
    ("an ability", "Gain 1 point for each success."),
    ("an ability", "Push them 1."),
    ("an ability", "Discard this card."),
    ("an ability", "Choose an ally."),
    ("an ability", "Choose in secret a character of yours. Move it 1."),
    ("an ability", "Move 0."),
    ("an ability", "Put an item on the 5 of your track."),
    ("an ability", "Choose a standing knocked-down rival. Push it 1."),
    ("an ability", "You win. Move 1."),
    ("an ability", "Stand up."),
    ("an ability", "Place this adjacent to a rival within 2. Push it 1."),
    ("a trait", "When this is knocked down, knock this down."),
    ("a trait", "This has 1 more defense. Once per turn."),
    ("a trait", "At the start of the game, gain 1 point. Once per game."),
    ("a trait", "While this is not in sight of a rival, this cannot be seen."),
    ("a scenario", "When you knock out a rival, move 1."),
]
