"""What makes each event and moment of the vocabulary happen once, and other ways to the same events."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.core import event as told
from tipover.engine.core.event import Event

DRAWING = """
+---+---+---+---+---+
| C   A   b   .   . |
+   +   +   +   +   +
| .   m   .   .   . |
+---+---+---+---+---+
"""
WALLED = DRAWING.replace("+   +   +   +", "+   +   +---+", 1)
FAR = DRAWING.replace("b   .   .", ".   .   b")
ABILITIES = {
    "Banish": "Remove an adjacent minion.",
    "Grab": "Take an adjacent marker.",
    "Throw": "Roll 3 dice. Gain 1 point for each success.",
    "Recall": "Return an ally on your track.",
    "Score": "Gain 3 points.",
    "Rest": "Move 1.",
    "Shelve": "Choose an adjacent rival. Put it on the 2 of its track.",
    "Stow": "Put an adjacent marker on the 2 of your track.",
    "Fetch": "Return a marker on your track.",
    "Trade": "Swap this with an ally.",
    "Hop": "Place this in the square of a marker.",
    "Fend": "Defend against a challenge 2.",
    "Oust": "Choose an adjacent rival. Knock it out.",
    "Trip": "Choose an adjacent rival. Knock it down.",
    "Tire": "Exhaust an adjacent rival.",
    "Help": "Each ally stands up.",
    "Lunge": "Challenge 3.",
    "Spare": "Return an ability token on your track.",
    "Ease": "Shift an ability token on your track down 1.",
}


class Scene(NamedTuple):
    """What makes an event happen once: who and what is named, the lines to play, and the event that tells it.

    `head` is a standing rule that the card needs. `more` are keys of the scene.
    """

    who: str
    lines: tuple[str, ...]
    kind: type[Event] | None
    what: str = ""
    head: str = ""
    more: dict[str, object] = {}


WON, LOST = ("roll b b", "roll b b"), ("roll s s", "roll s s")
SCENES: dict[str, Scene] = {
    "exhausted": Scene("this", ("A: end",), told.Exhausted),
    "challenged": Scene("a rival", ("A: challenge b", *WON), told.Challenged),
    "knocked down": Scene("a rival", ("A: challenge b", *WON), told.KnockedDown),
    "knocked out": Scene("a rival", ("A: challenge b", *WON), told.KnockedOut, more={"b": {"down": True}}),
    "removed": Scene("a minion", ("A: Banish",), told.Removed),
    "leaves": Scene("a rival", ("A: challenge b", *WON), told.KnockedOut, more={"b": {"down": True}}),
    "stands": Scene("an ally", ("A: assist C",), told.StoodUp, more={"C": {"down": True}}),
    "returns": Scene("an ally", ("A: Recall",), told.Returned, more={"sides": {"light": {"track": [["C"], [], [], []]}}}),
    "pays less": Scene("this", ("A: Rest for 0", "> c2"), told.Moved, head="This may pay 1 less for an ability. "),
    "reaches farther": Scene("this", ("A: challenge b", *WON), told.Challenged, "", "This may have 2 more range. ", {"drawing": FAR}),
    "wins": Scene("this", ("A: challenge b", *WON), told.ChallengeWon),
    "loses": Scene("this", ("A: challenge b", *LOST), told.ChallengeLost),
    "beaten": Scene("a rival", ("A: challenge b", *WON), told.ChallengeWon),
    "withstands": Scene("a rival", ("A: challenge b", *LOST), told.ChallengeLost),
    "rolls to defend": Scene("a rival", ("A: challenge b", *WON), None),
    "rolls in a challenge": Scene("this", ("A: challenge b", *WON), None),
    "rolls": Scene("this", ("A: Throw", "roll s s s"), told.DiceRolled),
    "moves": Scene("this", ("A: move c2",), None),
    "ends": Scene("this", ("A: move c2",), None, " adjacent to a rival"),
    "enters": Scene("this", ("A: move c2",), None, " the square of a Coin marker"),
    "crosses": Scene("this", ("A: move c2",), None, " a wall", "This can move through walls. ", {"drawing": WALLED}),
    "takes": Scene("this", ("A: Grab",), told.Taken, " a marker"),
    "knocks out": Scene("you", ("A: challenge b", *WON), told.KnockedOut, " a rival", more={"b": {"down": True}}),
    "reaches": Scene("you", ("A: Score",), told.PointsGained, " 3 points"),
    "last token": Scene("this", ("A: Rest", "> c2"), None, more={"pool": "blue silver silver"}),
    "does": Scene("this", ("A: assist C",), told.StoodUp, " an assist", more={"C": {"down": True}}),
    "challenge by": Scene("this", ("A: challenge b", *WON), told.Challenged),
    "challenge against": Scene("a rival", ("A: challenge b", *WON), told.Challenged),
}
DOWN: dict[str, object] = {"b": {"down": True}}
# The same events in other ways: by a text, by another rule, of another kind of thing.
ROUTES: list[tuple[str, Scene]] = [
    ("exhausted", Scene("a rival", ("A: Tire > b",), told.Exhausted)),
    ("challenged", Scene("this", ("A: Fend", "roll b b", "roll b b"), told.Challenged)),
    ("challenge against", Scene("this", ("A: Fend", "roll b b", "roll b b"), told.Challenged)),
    ("beaten", Scene("this", ("A: Fend", "roll b b", "roll b b"), told.ChallengeWon)),
    ("withstands", Scene("this", ("A: Fend", "roll b b", "roll s s"), told.ChallengeLost)),
    ("challenge by", Scene("this", ("A: Lunge > b", "roll b b b", "roll b b"), told.Challenged)),
    ("knocked down", Scene("this", ("A: Fend", "roll b b", "roll b b"), told.KnockedDown)),
    ("knocked down", Scene("a rival", ("A: Trip > b",), told.KnockedDown)),
    ("knocked out", Scene("a rival", ("A: Oust > b",), told.KnockedOut)),
    ("knocks out", Scene("you", ("A: Oust > b",), told.KnockedOut, " a rival")),
    ("leaves", Scene("a rival", ("A: Shelve > b",), told.PutOnTrack)),
    ("leaves", Scene("a minion", ("A: Banish",), told.Removed)),
    ("leaves", Scene("a marker", ("A: Stow",), told.PutOnTrack)),
    ("leaves", Scene("a marker", ("A: Grab",), told.Taken)),
    ("returns", Scene("a marker", ("A: Stow", "A: Fetch"), told.Returned)),
    ("returns", Scene("a marker", ("A: Stow", "A: end", "round", "round"), told.Returned)),
    ("returns", Scene("a rival", ("A: Shelve > b", "A: end", "round", "round"), told.Returned)),
    ("returns", Scene("a minion", ("A: Banish", "A: end", "round"), told.Placed)),
    ("returns", Scene("an ability token of yours", ("A: Spare",), told.TokensReturned)),
    ("returns", Scene("an ability token of yours", ("A: Ease",), told.TokensReturned)),
    ("returns", Scene("a blue token", ("A: Rest", "> c2", "A: end", "round"), told.TokensReturned)),
    ("enters", Scene("this", ("A: Hop",), told.Placed, " the square of a marker")),
    ("enters", Scene("an ally", ("A: Trade > C",), told.Placed, " the square of a marker", more={"coin": "b1"})),
    (
        "enters",
        Scene("a rival", ("A: Shelve > b", "A: end", "round", "round"), told.Returned, " the square of a marker", more={"coin": "e2"}),
    ),
    ("rolls", Scene("this", ("A: challenge b", *WON), told.Rolled)),
    ("rolls to defend", Scene("this", ("A: Fend", "roll b b", "roll b b"), None)),
    ("rolls", Scene("a rival", ("A: challenge b", *WON), told.Rolled)),
    ("stands", Scene("an ally", ("A: Help",), told.StoodUp, more={"C": {"down": True}})),
    ("does", Scene("this", ("A: Rest", "> c2"), None, " an ability")),
    ("does", Scene("this", ("A: move c2",), None, " a basic action")),
    ("does", Scene("this", ("A: challenge b", *WON), None, " a challenge")),
    ("ends", Scene("this", ("A: Rest", "> c2"), None, " adjacent to a rival")),
    ("wins", Scene("this", ("A: Lunge > b", "roll b b b", "roll b b"), told.ChallengeWon)),
    ("reaches", Scene("you", ("A: Score", "A: Score"), told.PointsGained, " 5 points")),
    # Sides as subjects.
    ("wins", Scene("an opponent", ("A: end", "b: challenge A", *WON), told.ChallengeWon)),
    ("wins", Scene("you", ("A: challenge b", *WON), told.ChallengeWon)),
    ("wins", Scene("you or an opponent", ("A: end", "b: challenge A", *WON), told.ChallengeWon)),
    ("loses", Scene("an opponent", ("A: end", "b: challenge A", *LOST), told.ChallengeLost)),
    ("rolls", Scene("an opponent", ("A: end", "b: challenge A", *WON), told.Rolled)),
    ("challenge by", Scene("an opponent", ("A: end", "b: challenge A", *WON), told.Challenged)),
    (
        "knocks out",
        Scene("an opponent", ("A: Fend", *WON, "b: challenge A", *WON), told.KnockedOut, " a character of yours"),
    ),
    (
        "reaches",
        Scene("an opponent", ("A: end", "b: Score"), told.PointsGained, " 3 points", more={"b": "Scorer", "pool": "blue"}),
    ),
    # Actions of several kinds, and of each kind.
    ("does", Scene("this", ("A: assist C",), told.StoodUp, " an assist or an interact", more={"C": {"down": True}})),
    ("does", Scene("this", ("A: move c2",), None, " a move or an ability")),
    ("does", Scene("this", ("A: Rest", "> c2"), None, " a challenge or an ability")),
    ("does", Scene("this", ("A: move c2",), None, " an action")),
    ("does", Scene("this", ("A: move c2",), None, " a move")),
    ("does", Scene("an opponent", ("A: end", "b: challenge A", *WON), None, " a challenge")),
]
MOMENT_SCENES: dict[str, tuple[str, tuple[str, ...]]] = {
    "start of the game": ("start", ()),
    "start of each round": ("start", ()),
    "start of its turn": ("light", ("A: end",)),
    "end of its turn": ("A", ("A: end",)),
    "end of the round": ("A", ("A: end", "round")),
    "round ends": ("A", ("A: end", "round")),
}
