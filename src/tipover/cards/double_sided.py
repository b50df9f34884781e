"""The side that a double-sided item shows when it comes into play (DBL-1)."""

from __future__ import annotations

from tipover.cards.ast import Act, EventClause, May, Ref, Text, When

# The owner chooses the side when the card comes into play, which for an item is the start of the game.
CHOOSE_SIDE = When(EventClause("at", "start of the game"), (May(Ref("you"), (), (Act("flip", None, Ref("this card")),)),))


def with_choice(texts: tuple[Text, ...]) -> tuple[Text, ...]:
    """The texts of the front, with the owner's choice of the side, unless a text determines it at the start."""
    starts = [text for text in texts if isinstance(text, When) and text.event.verb == CHOOSE_SIDE.event.verb]
    if any(isinstance(step, Act) and step.verb == "flip" for text in starts for step in text.steps):
        return texts
    return (*texts, CHOOSE_SIDE)
