"""What stands where in an observation: the planes, the rows of the tables of figures and pieces, the globals.

Everything is told as the observing seat sees it: sides go clockwise from its own, so that `own` means the same for
everybody. Squares are numbered on the canvas of 16 × 16. The tables of docs/envs.md are made from these lists.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import COLOURS

MOST_SIDES = 4
AREAS = 64


class Part(NamedTuple):
    """One plane, one row, or one stretch of the globals: its name, what it says, how many numbers it has."""

    name: str
    meaning: str
    size: int = 1


WHOSE = ["own side", "next side clockwise", "second next side", "third next side"]
_KINDS = ["character", "companion", "minion", "bonus objective"]

# The map: these change only when walls break or fog rises, and with the side a seat takes.
GROUND = [
    Part("map", "1 on squares of the map"),
    Part("enterable", "1 where a figure can ever stand"),
    *(Part(f"closed {way}", f"1 where no step leads {way} from this square") for way in ("north", "east", "south", "west")),
    Part("obscured", "1 on obscured squares"),
    *(Part(f"start, {whose}", f"1 in the starting area: {whose}") for whose in WHOSE),
    Part("area, nobody's", "1 in the areas the scenario speaks of that belong to no side"),
    Part("area, own side", "1 in the areas the scenario speaks of that are the own side's"),
    Part("area, others'", "1 in the areas the scenario speaks of that are other sides'"),
    Part("area number", "there the number of the area among all areas of the map, from 1; where two overlap the later one"),
]
STANDING = [
    *(Part(f"figure, {whose}", f"1 where a figure stands: {whose}") for whose in WHOSE),
    *(Part(kind, f"1 where a {kind} stands") for kind in _KINDS),
    Part("down", "1 where a figure is knocked down"),
    Part("exhausted", "the exhausted markers of the figure there"),
    Part("defense", "the defense printed on the card of the figure there"),
    Part("figure number", "the number of the figure there, from 1: its column in the table of figures"),
]
LYING = [
    Part("point marker", "1 where a point marker lies"),
    Part("piece, own side", "how many other pieces of the own side lie there"),
    Part("piece, others'", "how many other pieces of other sides lie there"),
    Part("piece, nobody's", "how many other pieces of no side lie there"),
    Part("piece with a defense", "1 where a piece lies that can be challenged"),
]
CLAIMED = [
    Part("claimed, own side", "1 in areas the own side has claimed"),
    Part("claimed, others'", "1 in areas other sides have claimed"),
]
ATTENTION = [
    Part("acting", "1 where the figure stands whose turn it is"),
    Part("asked", "1 where the figure stands that the open question is about; only for the seat that is asked"),
]
PLANES = [*GROUND, *STANDING, *LYING, *CLAIMED, *ATTENTION]

FIGURE_ROWS = [
    Part("kind", "1 character, 2 companion, 3 minion, 4 bonus objective; 0 there is no such figure"),
    Part("side", "0 own side, then clockwise"),
    Part("mine", "1 if this seat decides for it"),
    Part("ultimate", "1 if it plays with its ultimate card"),
    Part("of", "the number of the figure it belongs to, from 1; 0 nobody"),
    Part("card", "the number of its card in the catalog, from 1; 0 not picked, or not to be known"),
    Part("defense", "the defense printed on its card"),
    Part("square", "its square on the canvas; -1 off the map"),
    Part("track", "its place on the cooldown track, 1 to 4; 5 on its way back; 0 elsewhere"),
    Part("down", "1 if it is knocked down"),
    Part("exhausted", "its exhausted markers"),
    Part("controlled", "1 + the side that controls it (0 own side); 0 nobody does"),
]

PIECE_ROWS = [
    Part("card", "the number of its card in the catalog, from 1; -1 a point marker; 0 there is no such piece"),
    Part("side", "whose it is: 0 own side, then clockwise; -1 nobody's"),
    Part("square", "its square on the canvas; -1 off the map"),
    Part("place", "0 on the map or in reserve, 1 to 4 on a track, 5 on its way back, 6 held, 7 in force, 8 on a wall"),
    Part("holder", "the number of the figure that holds it, from 1; 0 nobody"),
]

GLOBALS = [
    Part("sides", "how many sides play"),
    Part("own side", "0 light, 1 dark, 2 third, 3 fourth"),
    Part("partner", "1 if this is the second seat of its side"),
    Part("target", "the points that win; 0 none"),
    Part("limit", "the last round; 0 none"),
    Part("round", "the round; 0 during set-up"),
    Part("first", "the side with the First Player marker: 0 own side, then clockwise; -1 nobody"),
    Part("turn", "the side whose turn it is, likewise"),
    Part("acting", "the number of the figure whose turn it is, from 1; 0 nobody"),
    Part("actions", "the actions left in the turn"),
    Part("challenger", "of the challenge under way: the challenger's number, from 1; 0 there is none"),
    Part("target figure", "of the challenge under way: the target's number, from 1; 0 none, or a piece"),
    Part("dice", "of the challenge under way: dice of the challenger, then of the defender, then the successes ahead", 3),
    Part("is asked", "1 if the open question is this seat's"),
    Part("question", "if so, what is asked: 1 side, 2 flip, 3 pick, 4 place, 5 turn, 6 action, 7 roll, 8 return, 9 where, 10 text, 11 order, 12 attach; else 0"),
    Part("question's figure", "if so, the number of the figure it is about, from 1; 0 none"),
    Part("question's card", "if so, the number of the name of the card whose text asks, among all names of the catalog, from 1; 0 no card"),
    Part("points", "points, by side from the own one on", MOST_SIDES),
    Part("pool", f"ability tokens in the pool, by side × colour ({', '.join(COLOURS)})", MOST_SIDES * 4),
    Part("track", "ability tokens on the cooldown track, by side × place 1 to 4 × colour", MOST_SIDES * 16),
    Part("claims", "for each area of the map 1 + the side that has claimed it; 0 nobody", AREAS),
]  # fmt: skip

GLOBAL_COUNT = sum(part.size for part in GLOBALS)


def plane(name: str) -> int:
    """The number of a plane."""
    return _place(PLANES, name)


def at(name: str) -> int:
    """Where a stretch of the globals begins."""
    place = _place(GLOBALS, name)
    return sum(part.size for part in GLOBALS[:place])


def _place(parts: list[Part], name: str) -> int:
    for k, part in enumerate(parts):
        if part.name == name:
            return k
    raise KeyError(f"there is no '{name}'; there are {', '.join(part.name for part in parts)}")
