"""What a card is worth in a team, for picks: learned from games where the card was in them, reckoned from its print where it was not.

A worth is in tenths of the points by which a side with the card ends ahead, compared with an average card. The table is a file that
`python -m tools.fit_worths` writes; no card is named here, and a card of a fan's pack has the worth of its print.
"""

from __future__ import annotations

import tomllib
import warnings
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tipover.cards.catalog import FigureCard
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import Thing
from tipover.engine.core.state import State
from tipover.engine.queries.figures import attachment_name

SHIPPED = Path(__file__).parent / "card_worths.toml"


class Worths(NamedTuple):
    """A table of worths by name."""

    figures: dict[str, float]
    attachments: dict[str, float]
    printed: dict[str, float]  # what each of what is printed on a card adds to the worth of one that was not in the games


def printed_on(card: FigureCard) -> dict[str, float]:
    """What counts of a card's print, in numbers."""
    return {
        "one": 1.0,
        "defense": float(card.defense),
        "tokens": float(len(card.tokens)),
        "abilities": float(len(card.abilities)),
        "cost": float(sum(one.cost for one in card.abilities)),
        "challenges": float(sum(one.challenge for one in card.abilities)),
        "trait": float(card.trait is not None),
    }


def read_worths(path: Path) -> Worths:
    """The table in a file; a ValueError that says what is wrong with it."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path.name}: the worths of cards cannot be read: {error}") from None
    parts = [told.get(part) for part in Worths._fields]
    if not all(isinstance(part, dict) and all(type(worth) in (int, float) for worth in part.values()) for part in parts):
        raise ValueError(f"{path.name}: the worths of cards are tables of numbers by name: {', '.join(Worths._fields)}")
    return Worths(*({str(name): float(worth) for name, worth in part.items()} for part in parts if isinstance(part, dict)))


@lru_cache(maxsize=1)
def shipped_worths() -> Worths:
    """The table that comes with this version; empty, with a warning that says why, if it cannot be used: all cards are alike then."""
    try:
        return read_worths(SHIPPED)
    except ValueError as error:
        warnings.warn(f"{error}. Bots take all cards to be alike.", stacklevel=2)
        return Worths({}, {}, {})


def figure_worth(card: FigureCard, worths: Worths) -> float:
    """The worth of a character's card in a team."""
    known = worths.figures.get(card.name)
    return known if known is not None else sum(worths.printed.get(part, 0.0) * number for part, number in printed_on(card).items())


def pick_worth(state: State, option: Choice, is_attachment: bool) -> float:
    """The worth of a pick: of a character, or of an attachment, whoever is to have it."""
    worths = shipped_worths()
    if is_attachment:
        return worths.attachments.get(attachment_name(state, Thing(option.thing)), 0.0)
    return figure_worth(state.setup.catalog.figures[option.thing], worths)
