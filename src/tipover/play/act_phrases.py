"""What an event adds to the sentence of its act: a phrase without a full stop. Events without a row here are no news."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tipover.cards.catalog import SIDES
from tipover.engine.core import event as happened
from tipover.engine.core.event import Event
from tipover.engine.core.ids import NOBODY, PIECE, SIDE_AT, Colour, FigureId, Side, is_area, is_figure, is_square
from tipover.engine.core.said import ColourPart, CountPart, ListPart, Part, Said, ShortPart, SidePart, SquarePart, say, squares_part
from tipover.engine.core.state import State
from tipover.play.narrate import said_of


class ActSetting(NamedTuple):
    """What a phrase depends on beside its event."""

    actor: FigureId  # whose turn it is, or -1
    used: set[str]  # the cards that were used in this turn
    in_set_up: bool


Row = Callable[..., Said | None]  # takes a state, an event of the row's class and the setting
R = TypeVar("R", bound=Row)
_ROWS: dict[type[Event], Row] = {}


def phrase(state: State, event: Event, setting: ActSetting) -> Said | None:
    """One event as a part of its act's sentence; None if it is no news."""
    row = _ROWS.get(type(event))
    return row(state, event, setting) if row is not None else None


def _row(kind: type[Event]) -> Callable[[R], R]:
    """Register a function as the row of an event class."""

    def register(row: R) -> R:
        _ROWS[kind] = row
        return row

    return register


# -- set-up, rounds, the end -----------------------------------------------------------------------------


@_row(happened.SideTaken)
def _side_taken(state: State, event: happened.SideTaken, setting: ActSetting) -> Said:
    return say("act.side_taken", player=SidePart(event.side, capital=True), colour=say(f"side.{SIDES[event.side]}"))


@_row(happened.Flipped)
def _flipped(state: State, event: happened.Flipped, setting: ActSetting) -> Said:
    return say("act.begins", side=SidePart(event.side, capital=True))


@_row(happened.MarkerTaken)
def _marker_taken(state: State, event: happened.MarkerTaken, setting: ActSetting) -> Said:
    return say("act.begins", side=SidePart(event.side, capital=True))


@_row(happened.Picked)
def _picked(state: State, event: happened.Picked, setting: ActSetting) -> Said:
    if event.card < 0:
        return say("act.picked_in_secret", side=SidePart(event.side, capital=True))
    return say("act.picked", side=SidePart(event.side, capital=True), card=state.setup.card(event.card).name)


@_row(happened.Attached)
def _attached(state: State, event: happened.Attached, setting: ActSetting) -> Said:
    side = SidePart(event.side, capital=True)
    if event.thing < 0:
        return say("act.attached_in_secret", side=side)
    if event.figure < 0:
        return say("act.attached", side=side, thing=ShortPart(event.thing))
    return say("act.attached_to", side=side, thing=ShortPart(event.thing), figure=ShortPart(event.figure))


@_row(happened.Revealed)
def _revealed(state: State, event: happened.Revealed, setting: ActSetting) -> Said:
    return say("act.revealed")


@_row(happened.RoundBegan)
def _round_began(state: State, event: happened.RoundBegan, setting: ActSetting) -> Said | None:
    """Only the first round: what follows the end of another is no news."""
    return say("act.round_began", round=event.round, side=SidePart(event.first, capital=True)) if event.round == 1 else None


@_row(happened.RoundEnded)
def _round_ended(state: State, event: happened.RoundEnded, setting: ActSetting) -> Said:
    return say("act.round_ended", round=event.round)


@_row(happened.GameWon)
def _game_won(state: State, event: happened.GameWon, setting: ActSetting) -> Said:
    return say("act.game_won", side=SidePart(event.side, capital=True))


@_row(happened.GameDrawn)
def _game_drawn(state: State, event: happened.GameDrawn, setting: ActSetting) -> Said:
    return say("act.game_drawn")


@_row(happened.FirstPlayerGained)
def _first_player_gained(state: State, event: happened.FirstPlayerGained, setting: ActSetting) -> Said:
    return say("act.first_player_gained", side=SidePart(event.side, capital=True))


# -- positions -------------------------------------------------------------------------------------------


@_row(happened.Placed)
def _placed(state: State, event: happened.Placed, setting: ActSetting) -> Said | None:
    if event.square < 0:
        return None
    key = "act.starts" if setting.in_set_up else "act.placed"
    return say(key, thing=ShortPart(event.figure), square=SquarePart(event.square))


@_row(happened.Moved)
def _moved(state: State, event: happened.Moved, setting: ActSetting) -> Said:
    thing, start = ShortPart(event.figure), SquarePart(event.start)
    if not event.path:
        return say("act.stayed", thing=thing, square=start)
    key = "act.is_moved" if _is_forced(state, event, setting.actor) else "act.moved"
    return say(key, thing=thing, start=start, end=SquarePart(event.path[-1]))


def _is_forced(state: State, event: happened.Moved, actor: FigureId) -> bool:
    """Whether a thing is moved by the other side: in the turn of a figure that is no ally."""
    side_of = state.setup.side_of
    return event.figure >= PIECE or (is_figure(event.figure) and actor >= 0 and side_of[actor] != side_of[event.figure])


@_row(happened.WallOpened)
def _wall_opened(state: State, event: happened.WallOpened, setting: ActSetting) -> Said:
    return say("act.wall_opened", thing=ShortPart(event.thing), squares=squares_part(event.path, "and"))


@_row(happened.Returned)
def _returned(state: State, event: happened.Returned, setting: ActSetting) -> Said | None:
    """A figure that comes back; items and markers that do are details."""
    if event.square < 0 or event.thing >= PIECE:
        return None
    return say("act.returned", thing=ShortPart(event.thing), square=SquarePart(event.square))


@_row(happened.Removed)
def _removed(state: State, event: happened.Removed, setting: ActSetting) -> Said:
    return say("act.removed", thing=ShortPart(event.thing))


@_row(happened.PutOnTrack)
def _put_on_track(state: State, event: happened.PutOnTrack, setting: ActSetting) -> Said | None:
    """A point marker is taken; an item that is used is a price, which is no news."""
    if event.thing < PIECE:
        return say("act.put_on_track", thing=ShortPart(event.thing), place=event.place)
    slot = state.setup.pieces[event.thing - PIECE]
    if not slot.letter:
        return None if slot.name in setting.used else say("act.put_on_track", thing=ShortPart(event.thing), place=event.place)
    is_own = setting.actor >= 0 and state.setup.side_of[setting.actor] == event.side
    who: Part = ShortPart(setting.actor) if is_own else SidePart(event.side, capital=True)
    return say("act.marker_taken", who=who, letter=slot.letter)


@_row(happened.Claimed)
def _claimed(state: State, event: happened.Claimed, setting: ActSetting) -> Said:
    area, side = state.setup.areas[event.area].name, SidePart(event.side, capital=True)
    if event.figure < 0:
        return say("act.claimed", area=area, side=side)
    return say("act.claimed_by", figure=ShortPart(event.figure), area=area, side=side)


@_row(happened.Drawn)
def _drawn(state: State, event: happened.Drawn, setting: ActSetting) -> Said | None:
    said = said_of(state, event)
    if said is None or not (is_figure(event.thing) or is_square(event.thing) or is_area(event.thing) or event.thing >= SIDE_AT):
        return None
    return say("act.drawn", thing=dict(said.parts)["thing"])


# -- figures ---------------------------------------------------------------------------------------------


@_row(happened.KnockedDown)
def _knocked_down(state: State, event: happened.KnockedDown, setting: ActSetting) -> Said:
    return say("act.knocked_down", figure=ShortPart(event.figure))


@_row(happened.KnockedOut)
def _knocked_out(state: State, event: happened.KnockedOut, setting: ActSetting) -> Said:
    return say("act.knocked_out", figure=ShortPart(event.figure))


@_row(happened.StoodUp)
def _stood_up(state: State, event: happened.StoodUp, setting: ActSetting) -> Said:
    if event.helper in (event.figure, NOBODY):
        return say("act.stood_up", figure=ShortPart(event.figure))
    return say("act.helped_up", helper=ShortPart(event.helper), figure=ShortPart(event.figure))


@_row(happened.Exhausted)
def _exhausted(state: State, event: happened.Exhausted, setting: ActSetting) -> Said | None:
    """The end of a turn is no news, also of one that was under way when the game began; a figure that loses its turn is."""
    return None if setting.actor in (event.figure, NOBODY) else say("act.exhausted", figure=ShortPart(event.figure))


@_row(happened.MarkersOff)
def _markers_off(state: State, event: happened.MarkersOff, setting: ActSetting) -> Said:
    return say("act.markers_off", figure=ShortPart(event.figure))


@_row(happened.MarkerPassed)
def _marker_passed(state: State, event: happened.MarkerPassed, setting: ActSetting) -> Said:
    return say("act.marker_passed", figure=ShortPart(event.figure), target=ShortPart(event.target))


# -- tokens and cards ------------------------------------------------------------------------------------


def tokens_shifted(side: Side, colours: list[Colour], is_back: bool) -> Said:
    """Tokens that came back to the pool, or that changed their places on the track."""
    tokens = ListPart(tuple(ColourPart(colour) for colour in colours))
    return say("act.tokens_back" if is_back else "act.tokens_shifted", side=SidePart(side, capital=True), tokens=tokens)


@_row(happened.TokensGained)
def _tokens_gained(state: State, event: happened.TokensGained, setting: ActSetting) -> Said:
    key = "act.tokens_gained" if event.count > 0 else "act.tokens_lost"
    tokens = CountPart(abs(event.count), "coloured_token", ColourPart(event.colour))
    return say(key, side=SidePart(event.side, capital=True), tokens=tokens)


@_row(happened.Given)
def _given(state: State, event: happened.Given, setting: ActSetting) -> Said:
    return say("act.given", figure=ShortPart(event.figure), thing=ShortPart(event.thing))


@_row(happened.Taken)
def _taken(state: State, event: happened.Taken, setting: ActSetting) -> Said:
    return say("act.taken", figure=ShortPart(event.figure), thing=ShortPart(event.thing))


@_row(happened.CardPlayed)
def _card_played(state: State, event: happened.CardPlayed, setting: ActSetting) -> Said:
    return say("act.card_played", card=_name(state, event))


@_row(happened.CardDiscarded)
def _card_discarded(state: State, event: happened.CardDiscarded, setting: ActSetting) -> Said:
    return say("act.card_discarded", card=_name(state, event))


@_row(happened.CardFlipped)
def _card_flipped(state: State, event: happened.CardFlipped, setting: ActSetting) -> Said:
    return say("act.card_flipped", card=_name(state, event))


def _name(state: State, event: happened.CardPlayed | happened.CardDiscarded | happened.CardFlipped) -> Part:
    """A card's own name, without an article."""
    return state.setup.pieces[event.thing - PIECE].name if event.thing >= PIECE else ShortPart(event.thing)


@_row(happened.Replaced)
def _replaced(state: State, event: happened.Replaced, setting: ActSetting) -> Said:
    return say("act.replaced", card=event.name, words=event.words)


@_row(happened.DiceRolled)
def _dice_rolled(state: State, event: happened.DiceRolled, setting: ActSetting) -> Said:
    results: list[Part] = [CountPart(event.successes, "success")] if event.successes or not event.total else []
    results += [say("event.total", total=event.total)] if event.total else []
    who: Part = ShortPart(event.figure) if event.figure >= 0 else say("act.the_card")
    return say("act.dice_rolled", who=who, results=ListPart(tuple(results)))


@_row(happened.ChainStopped)
def _chain_stopped(state: State, event: happened.ChainStopped, setting: ActSetting) -> Said:
    return say("act.chain_stopped")
