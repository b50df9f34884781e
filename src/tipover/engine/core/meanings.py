"""What phrases mean in one game, once they were read; `phrases.meaning` reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tipover.cards.ast import Filter, Group, Phrase
from tipover.engine.core.ids import Thing

if TYPE_CHECKING:
    from tipover.engine.core.state import State
    from tipover.engine.core.text_index import TextIndex


class Meaning:
    """A phrase as read in one game: `every` returns all it names in the fixed order of the table (TIM-7), `fits` tests one thing.

    `fits` asks wherever a thing is, for events speak also of what is leaving. The phrase is kept so that its identity stays its own.
    """

    __slots__ = ("every", "fits", "phrase")

    def __init__(
        self, phrase: Phrase, every: Callable[[State, list[int]], list[Thing]], fits: Callable[[State, list[int], Thing], bool]
    ) -> None:
        self.phrase = phrase
        self.every = every
        self.fits = fits


class Reading:
    """What phrases mean with these cards; `phrases.meaning` fills the tables, by the identity of the tree's node.

    With `by_control` a controlled figure is its controller's, as for moves, challenges and sight; otherwise its owner's (CTL-1, CTL-9).
    With `with_reserve` pieces that are not in play are named too, as for deeds that bring them in; otherwise those in play alone.
    """

    __slots__ = ("areas", "asked_later", "by_control", "meanings", "places", "relations", "texts", "with_reserve", "without")

    def __init__(self, texts: TextIndex, by_control: bool = False, with_reserve: bool = False) -> None:
        self.texts = texts
        self.by_control = by_control
        self.with_reserve = with_reserve
        self.meanings: dict[int, Meaning] = {}
        self.relations: dict[int, tuple[Filter, Callable[[State, list[int], Thing], bool]]] = {}
        self.places: dict[int, tuple[Filter, Callable[[State, list[int], Thing], int]]] = {}
        self.areas: dict[int, tuple[Phrase, Callable[[State, list[int]], int]]] = {}
        self.without: dict[int, tuple[Group, Group]] = {}
        self.asked_later: dict[int, set[str]] = {}  # by program, stage, and whether it is asked about the step there


def some_of(reading: Reading, group: Group) -> Group:
    """What `no X` denies: `an X`, made once for a reading."""
    found = reading.without.get(id(group))
    if found is None:
        found = (group, Group("a", group.adjs, group.nouns, group.filters))
        reading.without[id(group)] = found
    return found[1]
