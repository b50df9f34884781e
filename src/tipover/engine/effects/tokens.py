"""Ability tokens are paid, gained and lost (ABI-2, ABI-5)."""

from __future__ import annotations

from tipover.engine.core.event import Event, TokensGained, TokenSpent
from tipover.engine.core.frames import text_frame
from tipover.engine.core.happening import LAST_TOKEN, PAYS_LESS, Happening
from tipover.engine.core.ids import Colour, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import add_tokens, tokens_at
from tipover.engine.effects.happen import happen


def pay(state: State, figure: FigureId, colour: Colour, price: int, events: list[Event]) -> int:
    """Move a token from the pool to a place of the track; below 1 none is needed. Returns what `text_frame.paid` says (ABI-5)."""
    if price < 1:
        return text_frame.FREE_OF_TOKENS
    side = state.setup.side_of[figure]
    add_tokens(state, side, 0, colour, -1)
    add_tokens(state, side, price, colour, 1)
    events.append(TokenSpent(side, colour, price))
    return colour | (0 if tokens_at(state, side, 0, colour) else text_frame.LAST_OF_TYPE) | price * text_frame.PLACE


def is_last_of_type(paid: int) -> bool:
    """Whether an ability was paid with the last token of its type."""
    return bool(paid & text_frame.LAST_OF_TYPE) and not paid & (text_frame.FREE_OF_TOKENS | text_frame.ITEM)


def colour_of(paid: int) -> int:
    """The colour of the token that an ability was paid with."""
    return paid & text_frame.LAST_OF_TYPE - 1


def has_paid(state: State, figure: FigureId, paid: int) -> None:
    """Set off the texts that wait for a payment: for less than the price, or with the last token of its type."""
    if paid & text_frame.LESS:
        happen(state, (Happening(PAYS_LESS, figure),))
    if is_last_of_type(paid):
        happen(state, (Happening(LAST_TOKEN, figure, colour_of(paid)),), goes_on=True, is_checked=True)


def gain_tokens(state: State, side: Side, colour: Colour, count: int, events: list[Event]) -> None:
    """Put ability tokens into a side's pool, or take them out of it for good."""
    add_tokens(state, side, 0, colour, count)
    events.append(TokensGained(side, colour, count))
