"""The layout of observations: planes, rows of the tables of figures and pieces, globals.

Everything is relative to the observing seat: sides are listed clockwise from its own. Squares are numbered on the canvas
of 16 × 16. The tables of docs/envs.md are generated from these lists.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import COLOURS
from tipover.engine.core.ids import PLACES
from tipover.engine.core.tracks import POOL_SLOTS, TRACK_SLOTS

MOST_SIDES = 4
AREAS = 64


class ObservationPart(NamedTuple):
    """One plane, one row of a table, or one range of the globals."""

    name: str
    meaning: str  # what its values mean
    size: int = 1  # how many values it has


WHOSE = ["own side", "next side clockwise", "second next side", "third next side"]
_KINDS = ["character", "companion", "minion", "bonus objective"]

# The map: changes only with broken walls, obscured squares, and the side that the seat takes.
GROUND = [
    ObservationPart("map", "1 on squares of the map"),
    ObservationPart("enterable", "1 where a figure can ever stand"),
    *(ObservationPart(f"closed {way}", f"1 where no step leads {way} from this square") for way in ("north", "east", "south", "west")),
    ObservationPart("obscured", "1 on obscured squares"),
    *(ObservationPart(f"start, {whose}", f"1 in the starting area: {whose}") for whose in WHOSE),
    ObservationPart("area, nobody's", "1 in the areas the scenario speaks of that belong to no side"),
    ObservationPart("area, own side", "1 in the areas the scenario speaks of that are the own side's"),
    ObservationPart("area, others'", "1 in the areas the scenario speaks of that are other sides'"),
    ObservationPart("area number", "there the number of the area among all areas of the map, from 1; where two overlap the later one"),
]
STANDING = [
    *(ObservationPart(f"figure, {whose}", f"1 where a figure stands: {whose}") for whose in WHOSE),
    *(ObservationPart(kind, f"1 where a {kind} stands") for kind in _KINDS),
    ObservationPart("down", "1 where a figure is knocked down"),
    ObservationPart("exhausted", "the exhausted markers of the figure there"),
    ObservationPart("defense", "the defense printed on the card of the figure there"),
    ObservationPart("figure number", "the number of the figure there, from 1: its column in the table of figures"),
]
LYING = [
    ObservationPart("point marker", "1 where a point marker lies"),
    ObservationPart("piece, own side", "how many other pieces of the own side lie there"),
    ObservationPart("piece, others'", "how many other pieces of other sides lie there"),
    ObservationPart("piece, nobody's", "how many other pieces of no side lie there"),
    ObservationPart("piece with a defense", "1 where a piece lies that can be challenged"),
]
CLAIMED = [
    ObservationPart("claimed, own side", "1 in areas the own side has claimed"),
    ObservationPart("claimed, others'", "1 in areas other sides have claimed"),
]
ATTENTION = [
    ObservationPart("acting", "1 where the figure stands whose turn it is"),
    ObservationPart("asked", "1 where the figure stands that the open question is about; only for the seat that is asked"),
]
PLANES = [*GROUND, *STANDING, *LYING, *CLAIMED, *ATTENTION]

FIGURE_ROWS = [
    ObservationPart("kind", "1 character, 2 companion, 3 minion, 4 bonus objective; 0 there is no such figure"),
    ObservationPart("side", "0 own side, then clockwise"),
    ObservationPart("mine", "1 if this seat decides for it"),
    ObservationPart("ultimate", "1 if it plays with its ultimate card"),
    ObservationPart("of", "the number of the figure it belongs to, from 1; 0 nobody"),
    ObservationPart("card", "the number of its card in the catalog, from 1; 0 not picked, or not to be known"),
    ObservationPart("defense", "the defense printed on its card"),
    ObservationPart("square", "its square on the canvas; -1 off the map"),
    ObservationPart("track", f"its place on the cooldown track, 1 to {PLACES}; {PLACES + 1} on its way back; 0 elsewhere"),
    ObservationPart("down", "1 if it is knocked down"),
    ObservationPart("exhausted", "its exhausted markers"),
    ObservationPart("controlled", "1 + the side that controls it (0 own side); 0 nobody does"),
]

PIECE_ROWS = [
    ObservationPart("card", "the number of its card in the catalog, from 1; -1 a point marker; 0 there is no such piece"),
    ObservationPart("side", "whose it is: 0 own side, then clockwise; -1 nobody's"),
    ObservationPart("square", "its square on the canvas; -1 off the map"),
    ObservationPart(
        "place",
        f"0 on the map or in reserve, 1 to {PLACES} on a track, {PLACES + 1} on its way back, {PLACES + 2} held, {PLACES + 3} in force, "
        f"{PLACES + 4} on a wall",
    ),
    ObservationPart("holder", "the number of the figure that holds it, from 1; 0 nobody"),
]

GLOBALS = [
    ObservationPart("sides", "how many sides play"),
    ObservationPart("own side", "0 light, 1 dark, 2 third, 3 fourth"),
    ObservationPart("partner", "1 if this is the second seat of its side"),
    ObservationPart("target", "the points that win; 0 none"),
    ObservationPart("limit", "the last round; 0 none"),
    ObservationPart("round", "the round; 0 during set-up"),
    ObservationPart("first", "the side with the First Player marker: 0 own side, then clockwise; -1 nobody"),
    ObservationPart("turn", "the side whose turn it is, likewise"),
    ObservationPart("acting", "the number of the figure whose turn it is, from 1; 0 nobody"),
    ObservationPart("actions", "the actions left in the turn"),
    ObservationPart("challenger", "of the challenge under way: the challenger's number, from 1; 0 there is none"),
    ObservationPart("target figure", "of the challenge under way: the target's number, from 1; 0 none, or a piece"),
    ObservationPart("dice", "of the challenge under way: dice of the challenger, then of the defender, then the successes ahead", 3),
    ObservationPart("is asked", "1 if the open question is this seat's"),
    ObservationPart("question", "if so, what is asked: 1 side, 2 flip, 3 pick, 4 place, 5 turn, 6 action, 7 roll, 8 return, 9 where, 10 text, 11 order, 12 attach; else 0"),
    ObservationPart("question's figure", "if so, the number of the figure it is about, from 1; 0 none"),
    ObservationPart("question's card", "if so, the number of the name of the card whose text asks, among all names of the catalog, from 1; 0 no card"),
    ObservationPart("points", "points, by side from the own one on", MOST_SIDES),
    ObservationPart("pool", f"ability tokens in the pool, by side × colour ({', '.join(COLOURS)})", POOL_SLOTS),
    ObservationPart("track", f"ability tokens on the cooldown track, by side × place 1 to {PLACES} × colour", TRACK_SLOTS),
    ObservationPart("claims", "for each area of the map 1 + the side that has claimed it; 0 nobody", AREAS),
]  # fmt: skip

GLOBAL_COUNT = sum(part.size for part in GLOBALS)


def plane(name: str) -> int:
    """The index of a plane."""
    return _place(PLANES, name)


def at(name: str) -> int:
    """The first index of a range of the globals."""
    place = _place(GLOBALS, name)
    return sum(part.size for part in GLOBALS[:place])


def _place(parts: list[ObservationPart], name: str) -> int:
    for k, part in enumerate(parts):
        if part.name == name:
            return k
    raise KeyError(f"there is no '{name}'; there are {', '.join(part.name for part in parts)}")
