"""What happened, in the past tense. A list of events covers all that a choice changed, for log, animation and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tipover.board.mask import Square
from tipover.engine.core.ids import CardId, Colour, FigureId, Side, Thing
from tipover.engine.core.numbers import Number


@dataclass(slots=True)
class Event:
    """Something that happened; never changed once given.

    To add one, write its class here and its sentence under `event` in the catalogues of `languages/`. That is enough if the
    fields fill the sentence's gaps; otherwise `play.narrate` needs a row for it.
    """

    rules: ClassVar[tuple[str, ...]] = ()  # the rules that its sentence names, unless `play.narrate` has a row for it


@dataclass(slots=True)
class SharedEvent(Event):
    """One that is the same object whenever it happens to a figure, so that changing it is refused."""

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"an event is never changed: {type(self).__name__}.{name}")
        object.__setattr__(self, name, value)


@dataclass(slots=True)
class SideTaken(Event):
    """A team took a base colour (SUP-2)."""

    team: int
    side: Side


@dataclass(slots=True)
class Flipped(Event):
    """The First Player marker fell, and this side has it (SUP-2, TIM-3)."""

    side: Side
    rules = ("SUP-2",)


@dataclass(slots=True)
class Picked(Event):
    """A character was picked; `card` is -1 while it is secret (SUP-3, SUP-11)."""

    side: Side
    figure: FigureId
    card: CardId


@dataclass(slots=True)
class Attached(Event):
    """A side has an attachment, with a character or (a bonus objective) with nobody; `thing` is -1 while it is secret (ATT-1)."""

    side: Side
    thing: Thing
    figure: FigureId


@dataclass(slots=True)
class MarkerTaken(Event):
    """The ultimate's side took the First Player marker; nothing is flipped (ULT-1)."""

    side: Side
    rules = ("ULT-1",)


@dataclass(slots=True)
class Revealed(Event):
    """Secret picks were shown, all at once (SUP-11)."""

    rules = ("SUP-11",)


@dataclass(slots=True)
class Placed(Event):
    """A figure or piece was put in a square without a path (SUP-6, MOV-13)."""

    figure: Thing
    square: Square


@dataclass(slots=True)
class WallOpened(Event):
    """A piece was laid on the wall between two squares, or on the corner they meet at, and opens it (MAP-9)."""

    thing: Thing
    path: tuple[Square, Square]


@dataclass(slots=True)
class GameBegan(Event):
    """Set-up is over (RND-4)."""

    rules = ("RND-4",)


@dataclass(slots=True)
class RoundBegan(Event):
    """A round began; `first` has the First Player marker."""

    round: int
    first: Side


@dataclass(slots=True)
class TurnBegan(SharedEvent):
    """A figure was chosen to take its side's turn (TRN-1)."""

    figure: FigureId


@dataclass(slots=True)
class Moved(Event):
    """A figure or piece moved along a path; an empty path is a move of 0 (MOV-18)."""

    figure: Thing
    start: Square
    path: tuple[Square, ...]


@dataclass(slots=True)
class Challenged(Event):
    """A challenge was declared, with the parts of both dice counts (CHA-24)."""

    challenger: FigureId
    target: Thing
    dice: Number
    defense: Number


@dataclass(slots=True)
class Rolled(Event):
    """Dice fell: for the challenger, or for the defender (CHA-5, CHA-6)."""

    target: Thing
    defending: bool
    faces: tuple[int, ...]
    successes: int


@dataclass(slots=True)
class DiceRolled(Event):
    """Dice fell that a text rolls or adds; `figure` rolls them, -1 nobody (CHA-12)."""

    figure: Thing
    faces: tuple[int, ...]
    successes: int
    total: int


@dataclass(slots=True)
class DieTurned(Event):
    """A die is taken as rolled to another face; `face` is -1 for a die that was not rolled yet (CHA-13)."""

    figure: Thing
    face: int
    into: int


@dataclass(slots=True)
class TargetChanged(Event):
    """A challenge goes on with another target (CHA-14)."""

    challenger: FigureId
    target: Thing
    rules = ("CHA-14",)


@dataclass(slots=True)
class TargetUnfit(Event):
    """The other target could not have been chosen: the challenge is over, and the rest of its text (CHA-14)."""

    challenger: FigureId
    target: Thing
    rules = ("CHA-14",)


@dataclass(slots=True)
class ChallengeEnded(Event):
    """A challenge is over without a result: its target left the map, or its challenger fell or left it (CHA-25)."""

    challenger: FigureId
    target: Thing
    rules = ("CHA-25",)


@dataclass(slots=True)
class ChallengeWon(Event):
    """The challenger had strictly more successes (CHA-7)."""

    challenger: FigureId
    target: Thing
    margin: int


@dataclass(slots=True)
class ChallengeLost(Event):
    """The challenger had not (CHA-7)."""

    challenger: FigureId
    target: Thing


@dataclass(slots=True)
class KnockedDown(Event):
    """A standing character lost a challenge (CHA-8)."""

    figure: FigureId
    rules = ("CHA-8",)


@dataclass(slots=True)
class KnockedOut(Event):
    """A knocked-down character lost a challenge and left the map; `credit` did it (CHA-8, CHA-18)."""

    figure: FigureId
    square: Square
    credit: FigureId


@dataclass(slots=True)
class PutOnTrack(Event):
    """A figure or piece went to a place of a side's cooldown track (CDN-1)."""

    thing: Thing
    side: Side
    place: int
    rules = ("CDN-1",)


@dataclass(slots=True)
class Removed(Event):
    """A minion, token or marker left the map for good (CHA-9)."""

    thing: Thing
    rules = ("CHA-9",)


@dataclass(slots=True)
class StoodUp(Event):
    """A knocked-down figure stands again; `helper` is who stood it up, itself too; `rule` a rule's id or a card's name (ACT-3, TRN-5)."""

    figure: FigureId
    helper: Thing
    rule: str


@dataclass(slots=True)
class PointsGained(Event):
    """A side gained points; `rule` says by what."""

    side: Side
    points: int
    rule: str


@dataclass(slots=True)
class Exhausted(SharedEvent):
    """A figure got an exhausted marker (TRN-3)."""

    figure: FigureId


@dataclass(slots=True)
class RoundEnded(Event):
    """Everyone is exhausted (RND-1)."""

    round: int
    rules = ("RND-1",)


@dataclass(slots=True)
class CooledDown(Event):
    """Everything on a side's track went down by one (CDN-2)."""

    side: Side


@dataclass(slots=True)
class TokensReturned(Event):
    """Ability tokens came off the track into the pool, counted by colour (CDN-3)."""

    side: Side
    tokens: tuple[int, ...]


@dataclass(slots=True)
class Returned(Event):
    """A figure or piece came off the track; `square` is -1 for an item back with its holder (CDN-3)."""

    thing: Thing
    square: Square


@dataclass(slots=True)
class Refreshed(Event):
    """All exhausted markers were taken off (RND-1)."""


@dataclass(slots=True)
class MarkersOff(Event):
    """A rule took the exhausted markers off a figure (TRN-11)."""

    figure: FigureId
    rules = ("TRN-11",)


@dataclass(slots=True)
class MarkerPassed(Event):
    """An exhausted marker went from one figure to another (TRN-7)."""

    figure: FigureId
    target: FigureId
    rules = ("TRN-7",)


@dataclass(slots=True)
class FirstPlayerGained(Event):
    """A text gave a side the First Player marker (RND-3)."""

    side: Side
    rules = ("RND-3",)


@dataclass(slots=True)
class Drawn(Event):
    """Chance picked something for a text."""

    thing: Thing


@dataclass(slots=True)
class FirstPlayerPassed(Event):
    """The First Player marker went clockwise (RND-1)."""

    side: Side
    rules = ("RND-1",)


@dataclass(slots=True)
class GameWon(Event):
    """A side won (WIN-1, WIN-2)."""

    side: Side
    rule: str


@dataclass(slots=True)
class GameDrawn(Event):
    """The game ended with nobody ahead (RND-5)."""

    rule: str


@dataclass(slots=True)
class TokenSpent(Event):
    """An ability token paid for an ability went to a place of the track (ABI-2)."""

    side: Side
    colour: Colour
    place: int
    rules = ("ABI-2",)


@dataclass(slots=True)
class TokenShifted(Event):
    """An ability token changed its place; 0 is the pool (CDN-5)."""

    side: Side
    colour: Colour
    place: int
    to: int


@dataclass(slots=True)
class TokensGained(Event):
    """A side gained (or lost) ability tokens of a colour."""

    side: Side
    colour: Colour
    count: int


@dataclass(slots=True)
class Given(Event):
    """A status, mark, item or token is now with a figure (STA-1)."""

    thing: Thing
    figure: FigureId
    rules = ("STA-1",)


@dataclass(slots=True)
class Taken(Event):
    """A figure took something and carries it (CDN-10)."""

    figure: FigureId
    thing: Thing
    rules = ("CDN-10",)


@dataclass(slots=True)
class CardPlayed(Event):
    """A scenario status card came into force for everyone (STA-2)."""

    thing: Thing
    rules = ("STA-2",)


@dataclass(slots=True)
class CardDiscarded(Event):
    """A card or token went out of play and is available again (TOK-5)."""

    thing: Thing
    rules = ("TOK-5",)


@dataclass(slots=True)
class CardFlipped(Event):
    """A double-sided card lies with its other side up; `thing` is the side that counts now (DBL-1)."""

    thing: Thing
    rules = ("DBL-1",)


@dataclass(slots=True)
class Claimed(Event):
    """An area shows a side's colour."""

    figure: FigureId
    area: int
    side: Side


@dataclass(slots=True)
class AbilityUsed(Event):
    """A figure began an ability, an item's use, or an action that a card offers (ABI-1)."""

    figure: FigureId
    name: str


@dataclass(slots=True)
class Replaced(Event):
    """A text was done instead of what would have happened to a thing, -1 to none; its card's name, and its words for that (PRE-1)."""

    thing: Thing
    name: str
    words: str


@dataclass(slots=True)
class NotDone(Event):
    """A part of a text could not be done: the step of a program, and whose text it is (ABI-4, ABI-6)."""

    thing: Thing
    program: int
    step: int


@dataclass(slots=True)
class ChainStopped(Event):
    """A chain of effects that set itself off too often was ended; its cards are named (TIM-8)."""

    names: tuple[str, ...]


EVENTS: dict[str, type[Event]] = {
    name: kind
    for name, kind in list(globals().items())
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, SharedEvent)
}
