"""Every event has a sentence and a type on the wire, every verb a type of options; what lacks one fails when it is looked for."""

from dataclasses import dataclass

import pytest

from kit.table import scene
from tipover.engine.core import event as happened
from tipover.engine.core import verbs
from tipover.engine.core.event import EVENTS, Event
from tipover.engine.core.ids import FigureId
from tipover.play import narrate
from tipover.table.present.news import news
from tipover.table.protocol import news as news_types
from tipover.table.protocol import options as option_types
from tools.contract import typescript


@dataclass(slots=True)
class Whispered(Event):
    """No catalogue has a sentence for it."""

    figure: FigureId


@dataclass(slots=True)
class Removed(Event):
    """There is a sentence for it, with a gap that no field fills; and no field of the news is called `volume`."""

    volume: int


@pytest.mark.parametrize("kind", [Whispered, Removed])
def test_an_event_with_neither_row_nor_sentence_is_refused(kind: type[Event]) -> None:
    with pytest.raises(TypeError, match=f"no sentence for the event {kind.__name__}"):
        narrate._plain_row(kind)


def test_a_field_that_the_wire_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="no field of the news for volume of the event Removed"):
        news_types._type_of(Removed)


def test_an_event_without_a_row_is_narrated_with_its_fields_and_rules() -> None:
    state = scene(" A b ").state
    assert narrate.sentences(state, [happened.KnockedDown(0)]) == [f"{state.name(0)} (A) is knocked down (CHA-8)."]
    assert narrate.sentences(state, [happened.TokenSpent(0, 1, 3)]) == ["Light pays a red token; it goes to the 3 of the track (ABI-2)."]


def test_each_event_has_one_type_on_the_wire() -> None:
    assert [kind.__struct_config__.tag for kind in news_types.KINDS.values()] == list(EVENTS)
    text = typescript()
    assert all(f'  event: "{name}";\n' in text for name in EVENTS)


def test_each_verb_has_one_type_on_the_wire() -> None:
    assert [kind.__struct_config__.tag for kind in option_types.KINDS.values()] == list(verbs.VERBS)
    text = typescript()
    assert all(f'  verb: "{name}";\n' in text for name in verbs.VERBS)


def test_the_fields_of_news_are_those_of_the_event() -> None:
    state = scene(" A b ").state
    moved, spent = news(state, [happened.Moved(0, 0, (1, 2)), happened.TokenSpent(0, 1, 3)], [0])
    assert (moved.thing, moved.start, moved.path, moved.figure, moved.side) == (0, 0, [1, 2], 0, "light")
    assert (spent.colour, spent.to, spent.side) == ("red", 3, "light")
