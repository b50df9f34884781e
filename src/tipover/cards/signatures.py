"""The signature of each verb: what may do it, what it is done to, what may follow `to`, `with`, `against` and the like."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.ast import Act
from tipover.cards.phrase_kinds import (
    ANYTHING,
    FIGURE,
    KEPT_CARD,
    MOVABLE,
    NONE,
    ON_TRACK,
    PIECE,
    TARGET,
    WITH_A_PLACE,
    Kind,
)

DOER = FIGURE | Kind.SIDE | Kind.OBJECTIVE | PIECE
# Who challenges (a piece for its side, CHA-17), pushes or pulls: it goes away from, or to, the doer's square (MOV-21).
IN_A_SQUARE = FIGURE | Kind.OBJECTIVE | PIECE
CHOOSABLE = WITH_A_PLACE | ON_TRACK | KEPT_CARD | Kind.SIDE


class Signature(NamedTuple):
    """What a verb takes. Where a phrase may name several kinds, one of them has to fit, and only those are offered."""

    doer: Kind  # who may do it
    what: Kind  # what it is done to; NONE if it takes no object
    to: Kind = NONE  # what may follow `to`, `with` or `on the N of`
    own: Kind = NONE  # who may do it to itself, without an object
    never: Kind = NONE  # what a phrase after it must not name at all, even among others


SIGNATURES: dict[str, Signature] = {
    "move": Signature(DOER, MOVABLE, own=FIGURE | PIECE),
    "push": Signature(IN_A_SQUARE, MOVABLE),
    "pull": Signature(IN_A_SQUARE, MOVABLE),
    "place": Signature(DOER, MOVABLE),
    "swap": Signature(DOER, MOVABLE, to=MOVABLE),
    "put": Signature(DOER, ON_TRACK, to=Kind.TRACK),
    "shift": Signature(DOER, ON_TRACK),
    "give": Signature(DOER, PIECE | Kind.ITEM | Kind.STATUS, to=FIGURE),
    "gain": Signature(DOER, PIECE | Kind.ABILITY_TOKEN | Kind.NUMBER | Kind.FIRST_PLAYER),
    "lose": Signature(DOER, PIECE | Kind.ABILITY_TOKEN | Kind.NUMBER),
    "choose": Signature(DOER, CHOOSABLE),
    "do": Signature(FIGURE, Kind.ACTION),
    "challenge": Signature(IN_A_SQUARE, NONE, own=IN_A_SQUARE),
    "defend": Signature(TARGET, NONE, own=TARGET),
    "roll": Signature(DOER, Kind.DIE),
    "stand": Signature(DOER, Kind.CHARACTER, own=Kind.CHARACTER),
    "knock": Signature(DOER, FIGURE),
    "control": Signature(DOER, FIGURE),
    "turn": Signature(DOER, Kind.DIE),
    "reroll": Signature(DOER, Kind.DIE),
    "add": Signature(DOER, Kind.DIE),
    "make": Signature(DOER, TARGET),
    "take": Signature(FIGURE, PIECE | Kind.ITEM | Kind.OBJECTIVE),
    "discard": Signature(DOER, PIECE | KEPT_CARD),
    "remove": Signature(DOER, PIECE | Kind.MINION | Kind.OBJECTIVE, never=Kind.CHARACTER),
    "play": Signature(DOER, Kind.CARD),
    "claim": Signature(DOER, Kind.AREA),
    "exhaust": Signature(DOER, Kind.CHARACTER),
    "refresh": Signature(DOER, Kind.CHARACTER),
    "return": Signature(DOER, ON_TRACK),
    "flip": Signature(DOER, Kind.STATUS | Kind.ITEM | Kind.FIRST_PLAYER),
    "win": Signature(Kind.SIDE, NONE, own=Kind.SIDE),
}


def doer_kinds(act: Act) -> Kind:
    """Who can do a deed: to itself, if it names no object."""
    signature = SIGNATURES[act.verb]
    return signature.own if act.what is None and signature.own else signature.doer


# A verb with one of its adverbs takes less than the verb alone.
NARROWER: dict[tuple[str, str], Kind] = {
    ("knock", "down"): Kind.CHARACTER,
    ("give", "exhausted marker"): Kind.CHARACTER,
    ("choose", "random"): TARGET | PIECE | KEPT_CARD | Kind.SQUARE | Kind.AREA | Kind.SIDE,
}

# The same of what follows `to`.
NARROWER_TO: dict[tuple[str, str], Kind] = {("give", "exhausted marker"): Kind.CHARACTER}

# What is gained or lost has to be named: there is no telling which of its kind comes.
UNNAMED: dict[str, str] = {
    "ability token": "say its colour: `a red token`",
    "token": "say which token, with the name that the pack gives it",
    "marker": "say which marker, with the name that the pack gives it",
    "point marker": "points are gained, not their markers: `gain 1 point`",
    "type of ability token": "say its colour: `a red token`",
    "token paid": "say its colour: `a red token`",
    "thing": "say which thing, as `a red token`",
    "point": "points are counted: `1 point`",
}

# Deeds that are not done to some of the things their kinds allow: they stay on the map, and have no defense.
POINT_MARKERS: dict[str, str] = {
    "give": "points are gained, not their markers: `gain 1 point`",
    "challenge": "a point marker has no defense (CHA-1): `Challenge 2 against a rival.`",
}

# What may follow the words of a deed.
HOW_KINDS: dict[str, Kind] = {
    "against": FIGURE | PIECE,
    "adding": Kind.DIE,
    "from": WITH_A_PLACE,
    "toward": WITH_A_PLACE,
    "away from": WITH_A_PLACE,
    "through": FIGURE | Kind.WALL,
}

# What a relation can be said of, and what it leads to.
RELATION_KINDS: dict[str, tuple[Kind, Kind]] = {
    "within": (WITH_A_PLACE, WITH_A_PLACE),
    "adjacent to": (WITH_A_PLACE, WITH_A_PLACE),
    "in sight": (WITH_A_PLACE, WITH_A_PLACE),
    "in a straight line": (WITH_A_PLACE, WITH_A_PLACE),
    "in a row": (WITH_A_PLACE, WITH_A_PLACE),
    "in": (WITH_A_PLACE | Kind.ABILITY_TOKEN, Kind.SQUARE | Kind.AREA | Kind.POOL),
    "on": (WITH_A_PLACE | ON_TRACK, Kind.MAP | Kind.TRACK | Kind.WALL),
    "with": (FIGURE | Kind.SIDE | Kind.AREA, WITH_A_PLACE | ON_TRACK | KEPT_CARD | Kind.FIRST_PLAYER),
    "of": (ANYTHING, WITH_A_PLACE | Kind.SIDE | KEPT_CARD),
    "other than": (ANYTHING, ANYTHING),
    "nearest to": (WITH_A_PLACE, WITH_A_PLACE),
    "as near as possible to": (WITH_A_PLACE, WITH_A_PLACE),
    "passed through": (WITH_A_PLACE, NONE),
    "where": (WITH_A_PLACE, ANYTHING),
}

ADJECTIVE_KINDS: dict[str, Kind] = {
    "standing": TARGET,
    "knocked-down": Kind.CHARACTER,
    "exhausted": Kind.CHARACTER,
    "ready": Kind.CHARACTER,
    "adjacent": WITH_A_PLACE,
    "opposing": FIGURE | Kind.AREA | PIECE,
    "basic": Kind.CHARACTER | Kind.ACTION,
    "empty": Kind.SQUARE | Kind.AREA,
    "obscured": Kind.SQUARE,
    "concealed": TARGET | PIECE,
    "different": ANYTHING,
    "other": ANYTHING,
}

# What an author most likely means by a verb with a kind it does not take.
MEANT: dict[tuple[str, Kind], str] = {
    ("remove", Kind.CHARACTER): "Knock it out",
    ("remove", Kind.COMPANION): "Put it on the 3 of its track",
    ("remove", Kind.ITEM): "Discard it",
    ("remove", Kind.STATUS): "Discard it",
    ("discard", Kind.CHARACTER): "Knock it out",
    ("discard", Kind.MINION): "Remove it",
    ("discard", Kind.ABILITY_TOKEN): "Lose a red token",
    ("knock", Kind.MINION): "Knock it out",
    ("knock", Kind.COMPANION): "Knock it out",
    ("gain", Kind.STATUS): "Give it to this",
    ("gain", Kind.ITEM): "Take an item of the target",
    ("take", Kind.ABILITY_TOKEN): "Gain a red token",
    ("take", Kind.STATUS): "Discard it",
    ("put", Kind.STATUS): "Discard it",
    ("take", Kind.FIRST_PLAYER): "Gain the First Player marker",
    ("give", Kind.FIRST_PLAYER): "An opponent gains the First Player marker",
    ("lose", Kind.FIRST_PLAYER): "An opponent gains the First Player marker",
}

# What `cannot be` is said of, where it is not said of whatever has a place.
PASSIVE_KINDS: dict[str, Kind] = {
    "passed": Kind.FIRST_PLAYER,
    "knocked down": Kind.CHARACTER,
    "knocked out": Kind.CHARACTER,
    "exhausted": Kind.CHARACTER,
    "removed": Kind.MINION | PIECE | Kind.OBJECTIVE,
}


class EventSubject(NamedTuple):
    """What an event happens to, and how the like is said of other kinds."""

    kinds: Kind
    instead: dict[Kind, str] = {}


# A minion or token that loses is removed, a companion goes to the track without being knocked out (CHA-9); both always stand (CHA-20).
EVENT_SUBJECTS: dict[str, EventSubject] = {
    "exhausted": EventSubject(FIGURE | Kind.SIDE),
    "challenged": EventSubject(TARGET | PIECE | Kind.SIDE),
    "challenge against": EventSubject(TARGET | PIECE | Kind.SIDE),
    "beaten": EventSubject(TARGET | PIECE | Kind.SIDE),
    "withstands": EventSubject(TARGET | PIECE | Kind.SIDE),
    "knocked down": EventSubject(Kind.CHARACTER | Kind.SIDE, {Kind.MINION | PIECE: "is removed"}),
    "knocked out": EventSubject(Kind.CHARACTER | Kind.SIDE, {Kind.MINION | PIECE: "is removed", Kind.COMPANION: "leaves the map"}),
    "crosses": EventSubject(FIGURE | PIECE),
    "enters": EventSubject(TARGET | PIECE | Kind.SIDE),
    "takes": EventSubject(FIGURE | Kind.SIDE),
    "challenge by": EventSubject(FIGURE | Kind.TOKEN | Kind.SIDE),
    "removed": EventSubject(
        ~(Kind.COMPANION | Kind.CHARACTER) & (ON_TRACK | KEPT_CARD),
        {Kind.COMPANION: "leaves the map", Kind.COMPANION | Kind.CHARACTER: "is knocked out"},
    ),
}

# What an event is done to: who takes, enters or knocks out what.
EVENT_OBJECTS: dict[str, Kind] = {
    "takes": PIECE | Kind.ITEM | Kind.OBJECTIVE,
    "enters": TARGET | PIECE | Kind.SQUARE | Kind.AREA,  # `enters an ally`: a square of it
    "knocks out": Kind.CHARACTER,
}

# What a figure can have; a side has tokens, points and areas besides.
HAD_BY_FIGURES = PIECE | KEPT_CARD | Kind.OBJECTIVE | Kind.FIRST_PLAYER

# What nobody means who says that a side has something.
NEVER_OF_A_SIDE = Kind.SIDE | Kind.POOL | Kind.TRACK | Kind.SQUARE | Kind.WALL | Kind.MAP

# Deeds that take one kind of thing, a number or a name, so that several are several deeds.
ONE_AT_A_TIME = ("gain", "lose", "roll")
