"""Example rules for docs/cards.md where the tables of `vocabulary` have none: one for each word and form; the tests run them.

They use the names of the pack that the guide describes: Oil and Net tokens, Lantern markers, Gull minions, the Rope …
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards import vocabulary
from tipover.cards.catalog import TRACK_PLACES


class GuideForm(NamedTuple):
    """A form of the language that is in no table of `vocabulary`."""

    form: str  # how it is written
    meaning: str
    example: str  # a rule that shows it


KINDS: dict[str, GuideForm] = {
    "do": GuideForm("DEED.", "done when its ability or item is used", "Move 2. Push an adjacent rival 1."),
    "when": GuideForm(
        "When EVENT, DEED. · After EVENT, DEED. · At MOMENT, DEED. · Before the round ends, DEED. · Before X rolls dice, DEED.",
        "done each time that happens; all sentences up to the next such head belong to it",
        "When this is challenged, move 1.",
    ),
    "while": GuideForm(
        "CHANGE. · While COND, CHANGE. · As ACTION, X may DEED.",
        "holds all the time",
        "While there are 2 or more adjacent rivals, this has 1 more defense.",
    ),
    "instead": GuideForm(
        "Instead of EVENT in its -ing form, DEED.",
        "the event does not happen, and nothing that waits for it; while the deed cannot be done, the event happens",
        "Instead of this being knocked out, knock this down. Once per round.",
    ),
}

STEPS: dict[str, GuideForm] = {
    "deed": GuideForm("DEED", "done by `this`; in a scenario by the side", "Move 2."),
    "doer": GuideForm("X DEEDs", "done by X, whose side decides", "Each knocked-down ally within 2 stands up."),
    "made": GuideForm("DEED X", "you decide: `Move X 1`", "Move an adjacent rival 1."),
    "may": GuideForm("X may DEED", "asked, never forced; covers the rest of its sentence", "An adjacent ally may do a basic challenge."),
    "to": GuideForm(
        "X may DEED to DEED",
        "the second is had for the first, which must be done in full",
        "This may exhaust an adjacent ally to do an extra action.",
    ),
    "or": GuideForm("DEED or DEED", "one of them; only what can be done is offered", "Move 1 or do an assist."),
    "choose one": GuideForm(
        "Choose one: DEED; or DEED, then DEED.",
        "the same where a way has several parts; it is offered if its first part can be done",
        "Choose one: move 2; or push an adjacent rival 1, then move 1.",
    ),
    ", or": GuideForm("X DEEDs, or DEED", "the same where the doers differ", "Choose an ally. It stands up, or place it adjacent to this."),
    "if": GuideForm("If COND, DEED.", "up to the full stop", "Challenge 2. If it wins, push the target 1, then move 1."),
    "otherwise": GuideForm(
        "Otherwise, DEED.",
        "the sentence after an `If`, when it did not hold",
        "If there is an adjacent rival, push it 1. Otherwise, move 2.",
    ),
    "then": GuideForm(
        "DEED, then DEED",
        "the next part inside an `If`, `may`, `Control` or loop, where `and` joins no deeds; after `X DEEDs` the doer is named again: `it moves 2, then it does an assist`",
        "Each ally may move 1, then do an assist.",
    ),
    "times": GuideForm("N times: DEED", "one after another, each chosen anew", "3 times: this or a standing ally moves 1."),
    "for each": GuideForm(
        "For each X: DEED", "`it` is the current one", "For each adjacent rival: challenge 1 against it, then push it 1."
    ),
    "control": GuideForm(
        "Control X: X DEEDs", "X acts for your side, then is a rival again (CTL-1)", "Control an adjacent rival: it does a basic action."
    ),
    "before": GuideForm(
        "Before X rolls dice [to defend], DEED",
        "when all that the challenge sets off is done and no die has fallen; the challenger's side first, then the defender's (CHA-4)",
        "Before this rolls dice, this may add a die to the roll.",
    ),
    "opponent": GuideForm(
        "An opponent DEEDs",
        "that side decides; of several opponents you pick one (ALY-4)",
        "An opponent chooses a character of yours. Push it 1.",
    ),
    "random": GuideForm(
        "Choose X at random", "chance chooses, each as likely as any other (TIM-3)", "Choose a rival at random. Push it 1."
    ),
    "exhausted marker": GuideForm(
        "Give the exhausted marker of X to X",
        "the one becomes ready, the other exhausted (TRN-7)",
        "Give the exhausted marker of an ally to another ally.",
    ),
    "flip the marker": GuideForm("Flip the First Player marker", "a fair coin (TIM-3)", "Flip the First Player marker."),
    "until": GuideForm(
        "Until EVENT or MOMENT, CHANGE", "a standing rule with an end", "Until the end of the round, this has 1 more defense."
    ),
    "until trigger": GuideForm(
        "Until EVENT or MOMENT, when EVENT, …",
        "a trigger with an end, also with `after`, `at` and `before`; it knows what the text has chosen so far; `Once per turn.` at the end limits the text that begins it, not the trigger, which hears the end of the ability that began it (ABI-18)",
        "Choose a rival. Until the end of the round, when it is knocked out, gain 1 point.",
    ),
}

UNTIL: dict[str, str] = {
    "end of the round": "Until the end of the round, this rolls 1 die more when challenging.",
    "end of the turn": "Choose a rival. Until the end of the turn, it has 1 less defense.",
    "end of its turn": "Until the end of its turn, this can move through rivals. Move 3.",
    "start of its turn": "Until the start of its turn, this cannot be challenged.",
    "an event": "Until this is knocked down, this has 2 more defense.",
}

NUMBERS: dict[str, GuideForm] = {
    "plain": GuideForm("N", "0 to 20; words do too: `three` prints as `3`", "Move 3."),
    "each": GuideForm("N for each X", "counted when the part is done, after costs are paid (ABI-2)", "Move 1 for each adjacent rival."),
    "plus each": GuideForm(
        "N, plus N for each X",
        "with its parts kept: the table shows `5 dice = 3 Name + 2 silver in pool`",
        "Challenge 3, plus 1 for each silver token in your pool.",
    ),
    "plus if": GuideForm("N, plus N if COND", "added when the condition holds", "Challenge 2, plus 2 if this is adjacent to an ally."),
    "highest": GuideForm(
        "the highest place of X",
        "the highest place on a track that one of them has",
        "Challenge 1, plus the highest place of an ability token on your track.",
    ),
    "time turn": GuideForm(
        "N for each time EVENT this turn | this turn of its own",
        "how often it happened; the event in the past",
        "When this becomes exhausted, gain 1 point for each time this won a challenge this turn.",
    ),
    "time round": GuideForm(
        "N for each time EVENT this round",
        "the same since the round began",
        "At the end of the round, gain 1 point for each time this was challenged this round.",
    ),
    "repeat": GuideForm(
        "shift X down N for each X",
        "`shift` alone repeats: the token is chosen anew each time (ABI-16)",
        "Shift an ability token on your track down 1 for each adjacent rival.",
    ),
}


ACTIONS: dict[str, str] = {  # verbs that name an action, used as nouns
    "move": "Do a basic move.",
    "challenge": "Do a basic move and a basic challenge in either order.",
}

POSSESSIVES: dict[str, str] = {
    "your": "Gain 1 point for each ability token on your track.",
    "its": "Choose an ally. Place it in its starting area.",
    "their": "Choose up to 2 allies. Place them in their starting area.",
    "'s": "Challenge 2. Shift an ability token on the target's track up 1.",
}


# Conditions whose example needs a name that a pack declares.
CONDITIONS: dict[str, str] = {"total": "Roll 2 Storm dice. If the total is 7 or more, move 1."}


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
    "concealed": "Until the end of the round, this cannot be seen. Challenge 1, plus 1 if this is concealed.",
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
PASSIVES["passed"] = "The First Player marker cannot be passed."


# The kind of card of rules that are not for a character.
CARRIERS: dict[str, str] = {
    vocabulary.REFS["this card"].example: "status",
    vocabulary.NOUNS["owner"].example: "status",
    vocabulary.NOUNS["companion action"].example: "companion",
    OCCASIONS["doing"]: "card",
    "When this is knocked down, discard this card.": "status",
    "When this is knocked down, flip this card.": "status",
    "When a rival enters the square of this, remove this.": "token",
}

# Rules that can be read and that the checker refuses or warns of; the page shows its messages.
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
    ("an ability", f"Put an item on the {TRACK_PLACES + 1} of your track."),
    ("an ability", "Choose a standing knocked-down rival. Push it 1."),
    ("an ability", "You win. Move 1."),
    ("an ability", "Stand up."),
    ("an ability", "Swap an ally with a rival. Push it 1."),
    ("an ability", "Push the rival 1."),
    ("an ability", "Choose a wall within 2. Push it 1."),
    ("an ability", "Exhaust a wall."),
    ("an ability", "Remove an adjacent rival."),
    ("a trait", "When this is knocked down, knock this down."),
    ("a trait", "This has 1 more defense. Once per turn."),
    ("a trait", "At the start of the game, gain 1 point. Once per game."),
    ("a trait", "While this is not in sight of a rival, this cannot be seen."),
    ("a scenario", "When you knock out a rival, move 1."),
]
