"""Tipover: an exact, explaining rules engine for a miniatures skirmish game.

The public names are found when they are first used, so that a command that needs none of them starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tipover.compiled import install

if TYPE_CHECKING:
    from tipover.cards.catalog import Catalog
    from tipover.cards.map_files import read_map
    from tipover.cards.pack import load
    from tipover.cards.toml import ContentError
    from tipover.engine.core.arrange import arrange, first_game
    from tipover.engine.core.decision import Choice, Decision
    from tipover.engine.core.event import Event
    from tipover.engine.core.ids import CHANCE
    from tipover.engine.core.illegal_choice import IllegalChoice
    from tipover.engine.core.reason import Reason
    from tipover.engine.core.setup import Setup, SetupError
    from tipover.engine.core.state import State
    from tipover.engine.core.version import __version__
    from tipover.engine.explain.sight import why_not_seen, why_seen
    from tipover.engine.run import apply
    from tipover.engine.view import View, view
    from tipover.play.match import Match
    from tipover.play.notation.lines import parse, why_not
    from tipover.play.notation.typed_names import NotationError
    from tipover.play.notation.writing import notate
    from tipover.play.playouts import playout, playouts
    from tipover.play.record import Record
    from tipover.play.scene import read_scene

install()

_HOMES = {
    "cards.catalog": ["Catalog"],
    "cards.map_files": ["read_map"],
    "cards.pack": ["load"],
    "cards.toml": ["ContentError"],
    "engine.core.arrange": ["arrange", "first_game"],
    "engine.core.decision": ["Choice", "Decision"],
    "engine.core.ids": ["CHANCE"],
    "engine.core.event": ["Event"],
    "engine.core.reason": ["Reason"],
    "engine.run": ["IllegalChoice", "apply"],
    "engine.core.setup": ["Setup", "SetupError"],
    "engine.explain": ["why_not_seen", "why_seen"],
    "engine.core.state": ["State"],
    "engine.core.version": ["__version__"],
    "engine.view": ["View", "view"],
    "play.match": ["Match"],
    "play.notation.typed_names": ["NotationError"],
    "play.notation.lines": ["parse", "why_not"],
    "play.playouts": ["playout", "playouts"],
    "play.record": ["Record"],
    "play.scene": ["read_scene"],
    "play.notation.writing": ["notate"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CHANCE",
    "Catalog",
    "Choice",
    "ContentError",
    "Decision",
    "Event",
    "IllegalChoice",
    "Match",
    "NotationError",
    "Reason",
    "Record",
    "Setup",
    "SetupError",
    "State",
    "View",
    "__version__",
    "apply",
    "arrange",
    "first_game",
    "load",
    "notate",
    "parse",
    "playout",
    "playouts",
    "read_map",
    "read_scene",
    "view",
    "why_not",
    "why_not_seen",
    "why_seen",
]


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'tipover' has no attribute {name!r}")
    value: object = getattr(import_module(f"tipover.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
