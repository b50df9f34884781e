"""Which squares matter to a mover because texts wait for somebody to enter them (MOV-10)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.movement import Path
from tipover.cards.ast import Act, Filter, Group, Instead, Phrase, When
from tipover.cards.relation_words import ALIGNED
from tipover.engine.core.decision import Choice, plain
from tipover.engine.core.happening import ENTERS
from tipover.engine.core.ids import PIECE, FigureId, Thing, Verb
from tipover.engine.core.state import State
from tipover.engine.phrases.entities import side_of, square_of
from tipover.engine.phrases.events import is_area
from tipover.engine.phrases.meaning import PLACE_RELATIONS, area_mask, fits
from tipover.engine.phrases.nouns import noun_test
from tipover.engine.phrases.text_frames import frames_of

# Acts whose outcome does not depend on where the mover is.
PLACELESS_ACTS: Final = ("gain", "lose", "discard", "shift", "give", "place", "return", "claim", "exhaust", "refresh", "win")
OUTSIDE: Final = -(1 << 20)  # below every number of a text
PLACES_OF_ITS_OWN: Final = ("square", "last square")


def listening(state: State, thing: Thing, steps: int) -> dict[Square, int]:
    """The squares in reach that matter when this thing enters them, each with a number that equivalent squares share; not to be changed.

    Squares are equivalent if the same texts listen to both and nothing that those texts do depends on the square (MOV-10).
    """
    waiting = state.texts.listens[ENTERS]
    if waiting is None:
        return {}
    heard: list[tuple[int, Mask, Mask, bool]] = []
    read_as: dict[tuple[int, ...], int] = {}  # a trigger that lasts may wait for several things: each is a text of its own
    at, own = square_of(state, thing), side_of(state, thing)
    near = state.setup.enterable & state.setup.grid.within(at, steps) if at >= 0 else 0
    for entry in (*waiting.when, *waiting.after, *waiting.instead):
        text = entry.text
        assert isinstance(text, (When, Instead))
        who = text.event.who
        if who is None or (entry.counter >= 0 and state.counts[entry.counter]) or (0 <= entry.mine != own and thing < PIECE):
            continue
        for frame in frames_of(state, entry):
            mask = area_mask(state, frame, text.event.what) & near
            if not mask or not _may_be(state, frame, who, thing):
                continue
            text_number = entry.program
            if entry.begun_by is not None:
                text_number = -1 - read_as.setdefault(tuple(frame), len(read_as))
            is_left = isinstance(text.event.what, Phrase) and is_area(text.event.what) and (mask & BIT[at] or steps > 2)
            heard.append((text_number, mask, near & ~mask if is_left else 0, _is_placeless(text)))
    if not heard:
        return {}
    found = _KNOWN_NUMBERS.get(key := tuple(heard))
    if found is None:
        if len(_KNOWN_NUMBERS) >= _MOST_KNOWN:
            _KNOWN_NUMBERS.clear()
        found = _KNOWN_NUMBERS[key] = _numbered(heard)
    return found


def _numbered(heard: list[tuple[int, Mask, Mask, bool]]) -> dict[Square, int]:
    """The squares that matter with their numbers: of each text its own, the squares where it listens, those around an area that a way
    may leave and enter anew, and whether what it does depends on no place.
    """
    texts_at: dict[Square, list[int]] = {}
    distinct: set[int] = set()
    for text_number, mask, around, is_placeless in heard:
        squares = squares_of(mask)
        for square in squares:
            texts_at.setdefault(square, []).append(text_number)
        for square in squares_of(around):
            texts_at.setdefault(square, []).append(OUTSIDE - text_number)
        if not is_placeless:
            distinct.update(squares)
    numbers: dict[tuple[int, ...], int] = {}
    return {
        square: square if square in distinct else -1 - numbers.setdefault(tuple(entries), len(numbers))
        for square, entries in texts_at.items()
    }


def _may_be(state: State, frame: list[int], who: Phrase, thing: Thing) -> bool:
    """Whether a thing is one of those that an event names, or may become one on its way."""
    if fits(state, frame, who, thing):
        return True
    if not isinstance(who, Group) or not any(one.rel in PLACE_RELATIONS for one in who.filters):
        return False
    return any(noun_test(state.texts.own, who, noun)(state, frame, thing) for noun in who.nouns)


# Whether what a text does depends on no place, by its identity: the hash of a text walks through its whole tree.
_KNOWN_TEXTS: Final[dict[int, tuple[When | Instead, bool]]] = {}
_MOST_KNOWN: Final = 512
# What `_numbered` made of texts and the squares where they listen.
_KNOWN_NUMBERS: Final[dict[tuple[tuple[int, Mask, Mask, bool], ...], dict[Square, int]]] = {}


def _is_placeless(text: When | Instead) -> bool:
    """Whether everything that a text does is the same wherever its mover is (cached)."""
    known = _KNOWN_TEXTS.get(id(text))
    if known is None:
        if len(_KNOWN_TEXTS) >= _MOST_KNOWN:
            _KNOWN_TEXTS.clear()
        known = _KNOWN_TEXTS[id(text)] = (text, _depends_on_no_place(text))
    return known[1]


def _depends_on_no_place(text: When | Instead) -> bool:
    return all(_is_independent_of_place(node) for step in text.steps for node in _nodes(step))


_OF_PLACE: Final = frozenset(
    ["within", "adjacent to", "in sight", *ALIGNED, "nearest to", "as near as possible to"]
)  # relations to where one is


def _is_independent_of_place(node: object) -> bool:
    if isinstance(node, Act):
        return node.verb in PLACELESS_ACTS
    if isinstance(node, Group):
        return "adjacent" not in node.adjs and not set(node.nouns) & set(PLACES_OF_ITS_OWN)
    return not isinstance(node, Filter) or node.rel not in _OF_PLACE


def _nodes(tree: object) -> list[object]:
    """A tree and every part of it."""
    if isinstance(tree, tuple):
        return [node for part in tree for node in _nodes(part)]
    if not is_dataclass(tree) or isinstance(tree, type):
        return []
    return [tree, *(node for one in fields(tree) for node in _nodes(getattr(tree, one.name)))]


def move_choices(verb: Verb, thing: Thing, ways: dict[Square, list[Path]]) -> list[Choice]:
    """The options of a move: the least way to an end by the end alone, others by their path (MOV-10)."""
    mover = FigureId(thing)
    return [Choice(verb, mover, end, path) if k else plain(verb, mover, end) for end, found in ways.items() for k, path in enumerate(found)]
