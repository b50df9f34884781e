"""Events that are one object for every time they happen are never changed, whoever gets them."""

from __future__ import annotations

import pytest

from tipover.engine.core import event as happened
from tipover.engine.core.ids import FigureId
from tipover.engine.effects import figures, moments


@pytest.mark.parametrize("shared", [*figures._EXHAUSTED[:3], *moments._TURN_BEGAN[:3]], ids=str)
def test_a_shared_event_cannot_be_changed(shared: happened.Exhausted | happened.TurnBegan) -> None:
    figure = shared.figure
    with pytest.raises(AttributeError, match="never changed"):
        shared.figure = FigureId(9)
    assert shared.figure == figure and shared == type(shared)(figure)


def test_it_is_no_kind_of_happening_by_itself() -> None:
    assert happened.SharedEvent not in happened.EVENTS.values() and happened.Exhausted in happened.EVENTS.values()
