"""Whether the words of a phrase say where its things are (CHA-2, TOK-3)."""

from __future__ import annotations

from typing import Final

from tipover.cards.ast import Filter, Group, Join, Phrase, Ref
from tipover.cards.relation_words import ALIGNED

_RELATIONS: Final = (
    "within",
    "adjacent to",
    "in sight",
    *ALIGNED,
    "in",
    "on",
    "nearest to",
    "as near as possible to",
    "passed through",
    "where",
)


def places_of_phrase(phrase: Phrase) -> list[Filter]:
    """The relations of place of a phrase: within 3, in sight, in an area, adjacent to something, nearest to something."""
    if isinstance(phrase, Ref):
        return []
    if isinstance(phrase, Join):
        return [one for part in phrase.parts for one in places_of_phrase(part)]
    return [one for one in phrase.filters if one.rel in _RELATIONS]


def says_where(phrase: Phrase) -> bool:
    """Whether a phrase says where its things are, by a relation or by `adjacent`. `standing` says nothing of the kind."""
    return bool(places_of_phrase(phrase)) or (isinstance(phrase, Group) and "adjacent" in phrase.adjs)
