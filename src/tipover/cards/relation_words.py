"""The relations of noun phrases, which say where or whose something is."""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """The entry of a relation, which says where or whose."""

    form: str  # how it is written; X is a phrase, N a number
    can_be_not: bool  # whether `not` may precede it
    meaning: str
    example: str  # a rule that shows it


RELATIONS: dict[str, Relation] = {
    "within": Relation(
        "within N [of X]", True, "distance at most N from this, or X; no sight (DST-1)", "Choose a rival within 3 of an ally. Push it 1."
    ),
    "adjacent to": Relation("adjacent to X", True, "neighbouring and seen (ADJ-1)", "Choose a rival not adjacent to this. Push it 1."),
    "in sight": Relation("in sight [of X]", True, "this, or X, sees it (SEE-1)", "Choose a rival in sight. Push it 1."),
    "in a straight line": Relation(
        "in a straight line [with X]",
        True,
        "in one of the eight directions from this, or X; never itself (DST-4)",
        "Challenge 2 against a rival within 3 and in a straight line and in sight.",
    ),
    "in a row": Relation(
        "in a row [with X]",
        True,
        "in the same row from edge to edge as this, or X; never itself (MAP-8)",
        "Choose a rival in a row with an ally. Push it 1.",
    ),
    "in": Relation("in X", True, "in one of those squares; in a pool", "Place this in an empty square."),
    "on": Relation("on X | on the N of X", True, "on the map, a track, a wall", "Return a thing on the 2 of your track."),
    "with": Relation("with X", False, "carries, has; an area: contains", "Choose a rival with no item. Push it 1."),
    "of": Relation("of X", False, "belongs to; the owner comes first", "Choose a character of yours within 3. Move it 1."),
    "other than": Relation("other than X", False, "not that one", "Do a basic action other than an interact."),
    "nearest to": Relation("nearest to X", False, "comes last; ties: the text's side chooses (DST-3)", "Push the rival nearest to this 1."),
    "as near as possible to": Relation(
        "as near as possible to X", False, "the nearest free square (CDN-4)", "Choose an ally. Place it as near as possible to this."
    ),
    "passed through": Relation(
        "passed through", False, "by the last move of this text (MOV-22)", "Move 3, through rivals. Move each rival passed through 1."
    ),
    "where": Relation(
        "where EVENT this round", False, "squares where that happened", "Place this in a square where an ally was knocked out this round."
    ),
}
OWNER = "of"
ALIGNED = ("in a straight line", "in a row")  # before `with X`, or alone
LAST_RELATIONS = ("nearest to", "as near as possible to")  # written after the others without `and`
