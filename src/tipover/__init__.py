"""Tipover: an exact, explaining rules engine for a miniatures skirmish game."""

from tipover.cards.catalog import Catalog
from tipover.cards.maps import read_map
from tipover.cards.pack import load
from tipover.cards.toml import ContentError
from tipover.engine.arrange import arrange, first_game
from tipover.engine.decision import CHANCE, Choice, Decision
from tipover.engine.event import Event
from tipover.engine.reason import Reason
from tipover.engine.run import IllegalChoice, apply
from tipover.engine.setup import Setup, SetupError
from tipover.engine.sightwhy import why_not_seen, why_seen
from tipover.engine.state import State
from tipover.engine.version import __version__
from tipover.engine.view import View, view
from tipover.play.match import Match
from tipover.play.notation import NotationError, notate, parse, why_not
from tipover.play.record import Record
from tipover.play.scene import read_scene

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
    "read_map",
    "read_scene",
    "view",
    "why_not",
    "why_not_seen",
    "why_seen",
]
