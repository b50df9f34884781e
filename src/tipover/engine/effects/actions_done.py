"""Actions are begun and done (ACT, ABI-18)."""

from __future__ import annotations

from collections.abc import Callable

from tipover.engine.core import verbs
from tipover.engine.core.decision import plain
from tipover.engine.core.event import AbilityUsed, Event
from tipover.engine.core.frames import text_frame
from tipover.engine.core.happening import DOES, LAST_TOKEN, Happening
from tipover.engine.core.ids import FIGURE_OF, FigureId
from tipover.engine.core.state import State
from tipover.engine.effects.happen import Frames, happen, is_done
from tipover.engine.effects.launch import launch
from tipover.engine.effects.tokens import colour_of, is_last_of_type
from tipover.engine.laws.prohibitions import kind_bits


def do_action(state: State, figure: FigureId, bits: int, begin: Callable[[], None], goes_on: bool) -> None:
    """A figure does an action, of the kinds that the bits name, unless a text is done instead.

    `goes_on`: it is an ability or the use of an item, which ends when its text ends (`has_done`).
    """
    happen(state, (Happening(DOES, figure, bits),), begin, goes_on=goes_on)


def report_use(figure: FigureId, name: str, events: list[Event]) -> None:
    """Report that a figure begins an ability, the use of an item, or an action that a card offers (ABI-1)."""
    events.append(AbilityUsed(figure, name))


def has_done(state: State, text: list[int], is_item: bool) -> None:
    """An ability or an item's use is over, for any reason: what waits for its end happens (ABI-18)."""
    listens = state.texts.listens
    if listens[DOES] is None and listens[LAST_TOKEN] is None:
        return
    me = FIGURE_OF[text_frame.this(text)]
    if is_item:
        done = plain(verbs.USE, me, text_frame.card(text))
    else:
        done = plain(verbs.ABILITY, me, state.texts.abilities[me].index(text_frame.program(text)))
    names = [Happening(DOES, me, kind_bits(state, done))]
    if not is_item and is_last_of_type(text_frame.paid(text)):
        names.append(Happening(LAST_TOKEN, me, colour_of(text_frame.paid(text))))

    def by_text(state: State, frames: Frames) -> None:
        launch(state, frames, text)

    is_done(state, tuple(names), order=by_text)
