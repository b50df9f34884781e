"""One action of a turn drawn from all there are, without asking of every text whether it may be begun (TRN-2, ACT-7)."""

from __future__ import annotations

from tipover.engine.core import verbs
from tipover.engine.core.decision import END_OF, Choice, plain
from tipover.engine.core.draws import Draws
from tipover.engine.core.ids import FigureId
from tipover.engine.core.state import State
from tipover.engine.laws.abilities import open_abilities
from tipover.engine.laws.actions import EVERY_BASIC, basics, item_actions, lawful, turn_actions
from tipover.engine.laws.offers import OfferLaw


def drawn_action(state: State, figure: FigureId, actions: int, draws: Draws) -> Choice | None:
    """One of the `turn_actions`, each with equal chance; None if stopping is the only one, which is not asked.

    What is cheap to list is listed. An offer has a place after that, and an ability one for each price, whether they are open or not:
    only the one that is drawn is judged, and where it is not open there is another draw. So all that are open are equally likely.
    """
    texts = state.texts
    rows, offers = texts.ability_rows[figure], texts.offers[figure]
    if state.figure_at[figure] < 0 or state.down[figure] or state.setup.companions or not (rows or offers):
        return _from_all(state, figure, actions, draws)
    options = basics(state, figure, EVERY_BASIC, offered=False)
    if texts.uses:
        options += item_actions(state, figure)
    if not options:
        return _from_all(state, figure, actions, draws)
    options.append(END_OF[figure])
    listed = len(options)
    prices = 2 if texts.changes_prices or texts.lowers_prices else 1  # a price, and the one that a text lowers it to
    before_rows = listed + len(offers)
    places = before_rows + prices * len(rows)
    while True:
        place = draws.randrange(places)
        if place < listed:
            return options[place]
        if place < before_rows:
            entry = offers[place - listed]
            found = [plain(verbs.OFFER, figure, number) for number in OfferLaw(state, figure, EVERY_BASIC).among([entry])]
            place = 0
        else:
            number, place = divmod(place - before_rows, prices)
            found = open_abilities(state, figure, [rows[number]], True)
        if texts.forbids:
            found = lawful(state, found)
        if place < len(found):
            return found[place]


def _from_all(state: State, figure: FigureId, actions: int, draws: Draws) -> Choice | None:
    """The same, where all of them are listed."""
    options = turn_actions(state, figure, actions)
    return options[draws.randrange(len(options))] if len(options) > 1 else None
