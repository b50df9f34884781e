"""Events and reasons as sentences.

An event class has a row here, or a sentence in the catalogue whose gaps its fields fill; one with neither fails at import.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

from tipover.board.mask import Square
from tipover.cards.catalog import SIDES
from tipover.engine.core import event as happened
from tipover.engine.core.event import EVENTS, Event
from tipover.engine.core.ids import ALL_COLOURS, AREA_AT, PIECE, SIDE_AT, SIDE_OF, SQUARE_AT, FigureId, is_area, is_square
from tipover.engine.core.language import english
from tipover.engine.core.reason import Reason
from tipover.engine.core.rules import rules
from tipover.engine.core.said import (
    ColourPart,
    CountPart,
    FacePart,
    FigurePart,
    ListPart,
    NumberPart,
    Part,
    PickPart,
    Said,
    SidePart,
    SquarePart,
    ThingPart,
    say,
    squares_part,
)
from tipover.engine.core.state import State
from tipover.engine.queries.undone import not_done_said
from tipover.play.printers import marked
from tipover.play.walls_in_words import area_said, walls_said

Row = Callable[..., Said | None]  # takes a state and an event of the row's class
R = TypeVar("R", bound=Row)
_ROWS: dict[type[Event], Row] = {}


def sentences(state: State, events: list[Event]) -> list[str]:
    """What happened as English sentences with names, marks and rule ids; events that change nothing visible are left out."""
    printer = marked(state)
    return [printer.text(said) for said in narrate(state, events) if said is not None]


def narrate(state: State, events: list[Event]) -> list[Said | None]:
    """A sentence for each event, None if it changes nothing visible; `state` is the one after them."""
    begins = max((k for k, event in enumerate(events) if isinstance(event, happened.GameBegan)), default=-1)
    return [said_of(state, event, k < begins) for k, event in enumerate(events)]


def said_of(state: State, event: Event, in_set_up: bool = False) -> Said | None:
    """One event as a sentence, or None; `in_set_up` if it happened in set-up, although the state is past it."""
    if in_set_up and isinstance(event, happened.Placed):
        return _placed(state, event, in_set_up)
    return _ROWS[type(event)](state, event)


def _row(*kinds: type[Event]) -> Callable[[R], R]:
    """Register a function as the row of event classes."""

    def register(row: R) -> R:
        _ROWS.update(dict.fromkeys(kinds, row))
        return row

    return register


# -- set-up ----------------------------------------------------------------------------------------------


@_row(happened.SideTaken)
def _side_taken(state: State, event: happened.SideTaken) -> Said:
    return say("event.side_taken", "SUP-2", player=event.team + 1, side=SidePart(event.side))


@_row(happened.Picked)
def _picked(state: State, event: happened.Picked) -> Said:
    if event.card < 0:
        return say("event.picked_in_secret", "SUP-11", side=SidePart(event.side))
    picked = PickPart(event.figure, state.setup.card(event.card).name)
    return say("event.picked", "SUP-3", side=SidePart(event.side), card=picked)


@_row(happened.Attached)
def _attached(state: State, event: happened.Attached) -> Said:
    if event.thing < 0:
        return say("event.attached_in_secret", "SUP-11", side=SidePart(event.side))
    if event.figure < 0:
        return say("event.attached", "ATT-1", side=SidePart(event.side), thing=ThingPart(event.thing))
    return say("event.attached_to", "ATT-1", side=SidePart(event.side), thing=ThingPart(event.thing), figure=FigurePart(event.figure))


# -- positions -------------------------------------------------------------------------------------------


@_row(happened.Placed)
def _placed(state: State, event: happened.Placed, in_set_up: bool = False) -> Said:
    if event.square < 0:
        return say("event.lifted", "MOV-13", thing=ThingPart(event.figure))
    rule = "SUP-6" if in_set_up or not state.round else "MOV-13"
    return say("event.placed", rule, thing=ThingPart(event.figure), square=SquarePart(event.square))


@_row(happened.Drawn)
def _drawn(state: State, event: happened.Drawn) -> Said:
    thing, drawn = event.thing, ThingPart(event.thing)
    if is_square(thing):
        return say("event.drawn", "TIM-3", thing=SquarePart(Square(thing - SQUARE_AT)))
    if is_area(thing):
        return say("event.drawn", "TIM-3", thing=state.setup.areas[thing - AREA_AT].name)
    return say("event.drawn", "TIM-3", thing=SidePart(SIDE_OF[thing - SIDE_AT]) if thing >= SIDE_AT else drawn)


@_row(happened.Moved)
def _moved(state: State, event: happened.Moved) -> Said:
    if not event.path:
        return say("event.stayed", "MOV-18", thing=ThingPart(event.figure), square=SquarePart(event.start))
    return say("event.moved", "ACT-1", thing=ThingPart(event.figure), way=squares_part((event.start, *event.path), "way"))


@_row(happened.WallOpened)
def _wall_opened(state: State, event: happened.WallOpened) -> Said:
    return say("event.wall_opened", "MAP-9", thing=ThingPart(event.thing), squares=squares_part(event.path, "and"))


@_row(happened.Returned)
def _returned(state: State, event: happened.Returned) -> Said:
    if event.square < 0:
        return say("event.returned", "CDN-3", thing=ThingPart(event.thing))
    return say("event.returned_to", "CDN-3", thing=ThingPart(event.thing), square=SquarePart(event.square))


@_row(happened.Claimed)
def _claimed(state: State, event: happened.Claimed) -> Said:
    area = state.setup.areas[event.area]
    return say(
        "event.claimed",
        "MAP-6",
        area=say("area.name", name=area.name),
        where=area_said(state.setup.grid, area.mask),
        side=SidePart(event.side),
    )


# -- challenges and dice ---------------------------------------------------------------------------------


@_row(happened.Challenged)
def _challenged(state: State, event: happened.Challenged) -> Said:
    numbers: dict[str, Part] = {"dice": NumberPart(event.dice), "defense": NumberPart(event.defense)}
    if event.challenger < 0:
        return say("event.challenged_by_nobody", "CHA-17", target=ThingPart(event.target), **numbers)
    return say("event.challenged", "CHA-24", figure=FigurePart(event.challenger), target=ThingPart(event.target), **numbers)


@_row(happened.Rolled)
def _rolled(state: State, event: happened.Rolled) -> Said:
    hits = CountPart(event.successes, "success")
    if event.defending:
        return say("event.defense_rolled", "CHA-6", target=ThingPart(event.target), faces=faces_part(event.faces), successes=hits)
    return say("event.challenge_rolled", "CHA-6", faces=faces_part(event.faces), successes=hits)


@_row(happened.ChallengeWon)
def _challenge_won(state: State, event: happened.ChallengeWon) -> Said:
    return say("event.challenge_won", "CHA-7", who=_challenger(event.challenger), margin=event.margin)


@_row(happened.ChallengeLost)
def _challenge_lost(state: State, event: happened.ChallengeLost) -> Said:
    return say("event.challenge_lost", "CHA-7", who=_challenger(event.challenger))


@_row(happened.DiceRolled)
def _dice_rolled(state: State, event: happened.DiceRolled) -> Said:
    who: Part = ThingPart(event.figure) if event.figure >= 0 else say("event.the_card")
    results: list[Part] = [CountPart(event.successes, "success")] if event.successes or not event.total else []
    results += [say("event.total", total=event.total)] if event.total else []
    return say("event.dice_rolled", "CHA-12", who=who, faces=faces_part(event.faces), results=ListPart(tuple(results)))


@_row(happened.DieTurned)
def _die_turned(state: State, event: happened.DieTurned) -> Said:
    who, into = ThingPart(event.figure), FacePart(event.into)
    if event.face < 0:
        return say("event.die_set", "CHA-13", who=who, into=into)
    return say("event.die_turned", "CHA-13", who=who, face=FacePart(event.face), into=into)


def faces_part(faces: tuple[int, ...]) -> Part:
    """`burst, burst, shield`; no dice are `nothing`."""
    return ListPart(tuple(FacePart(face) for face in faces)) if faces else say("face.nothing")


def _challenger(challenger: FigureId) -> Part:
    """The challenger; nobody if a text makes a figure defend (CHA-17)."""
    return FigurePart(challenger) if challenger >= 0 else say("event.challenge_of_card")


# -- figures ---------------------------------------------------------------------------------------------


@_row(happened.KnockedOut)
def _knocked_out(state: State, event: happened.KnockedOut) -> Said:
    if event.credit < 0:
        return say("event.knocked_out", "CHA-8", figure=FigurePart(event.figure), square=SquarePart(event.square))
    by = FigurePart(event.credit)
    return say("event.knocked_out_by", "CHA-8", figure=FigurePart(event.figure), square=SquarePart(event.square), by=by)


@_row(happened.StoodUp)
def _stood_up(state: State, event: happened.StoodUp) -> Said:
    """Stood up by its own rally, by an assist, or by a named card."""
    figure = FigurePart(event.figure)
    if event.rule not in rules():
        return say("event.stood_up_by_card", "CHA-8", figure=figure, card=event.rule)
    if event.helper == event.figure:
        return say("event.rallied", event.rule, figure=figure)
    return say("event.assisted", event.rule, helper=ThingPart(event.helper), figure=figure)


@_row(happened.Exhausted)
def _exhausted(state: State, event: happened.Exhausted) -> Said:
    if state.setup.markers(event.figure) > 1:
        return say("event.got_exhausted_marker", "ULT-2", figure=FigurePart(event.figure))
    return say("event.exhausted", "TRN-3", figure=FigurePart(event.figure))


# -- points and tokens -----------------------------------------------------------------------------------


@_row(happened.PointsGained)
def _points_gained(state: State, event: happened.PointsGained) -> Said:
    """Points by a rule or by a named card; a card may also take points away (PTS-2)."""
    what = "gained" if event.points > 0 else "lost"
    side, points = SidePart(event.side), CountPart(abs(event.points), "point")
    if event.rule in rules():
        return say(f"event.points_{what}", event.rule, side=side, points=points)
    return say(f"event.points_{what}_by_card", "PTS-2", side=side, points=points, card=event.rule)


@_row(happened.TokensReturned)
def _tokens_returned(state: State, event: happened.TokensReturned) -> Said:
    tokens = tuple(ColourPart(colour) for colour, number in zip(ALL_COLOURS, event.tokens, strict=True) for _ in range(number))
    return say("event.tokens_returned", "CDN-3", side=SidePart(event.side), tokens=ListPart(tokens))


@_row(happened.TokenShifted)
def _token_shifted(state: State, event: happened.TokenShifted) -> Said:
    start = say("event.place_of_track", place=event.place) if event.place else say("event.pool")
    end = say("event.place", place=event.to) if event.to else say("event.pool")
    return say("event.token_shifted", "CDN-5", colour=ColourPart(event.colour), side=SidePart(event.side), start=start, end=end)


@_row(happened.TokensGained)
def _tokens_gained(state: State, event: happened.TokensGained) -> Said:
    key = "event.tokens_gained" if event.count > 0 else "event.tokens_lost"
    return say(key, "ABI-7", side=SidePart(event.side), tokens=CountPart(abs(event.count), "coloured_token", ColourPart(event.colour)))


# -- cards -----------------------------------------------------------------------------------------------


@_row(happened.AbilityUsed)
def _ability_used(state: State, event: happened.AbilityUsed) -> Said:
    return say("event.ability_used", "ABI-1", figure=FigurePart(event.figure), card=event.name)


@_row(happened.Replaced)
def _replaced(state: State, event: happened.Replaced) -> Said:
    if not 0 <= event.thing < PIECE + len(state.setup.pieces):
        return say("event.replaced", "PRE-1", card=event.name, words=event.words)
    return say("event.replaced_for", "PRE-1", card=event.name, thing=ThingPart(event.thing), words=event.words)


@_row(happened.NotDone)
def _not_done(state: State, event: happened.NotDone) -> Said:
    return not_done_said(state, event)


@_row(happened.ChainStopped)
def _chain_stopped(state: State, event: happened.ChainStopped) -> Said:
    return say("event.chain_stopped", "TIM-8", cards=ListPart(event.names, "and"))


# -- turns, rounds, the end ------------------------------------------------------------------------------


@_row(happened.TurnBegan)
def _turn_began(state: State, event: happened.TurnBegan) -> Said:
    return say("event.turn_began", "TRN-1", figure=FigurePart(event.figure), side=SidePart(state.setup.side_of[event.figure]))


@_row(happened.RoundBegan)
def _round_began(state: State, event: happened.RoundBegan) -> Said:
    return say("event.round_began", "RND-1", round=event.round, side=SidePart(event.first))


@_row(happened.CooledDown, happened.Refreshed)
def _silent(state: State, event: Event) -> None:
    return None


@_row(happened.GameWon)
def _game_won(state: State, event: happened.GameWon) -> Said:
    return say("event.game_won", event.rule, side=SidePart(event.side))


@_row(happened.GameDrawn)
def _game_drawn(state: State, event: happened.GameDrawn) -> Said:
    return say("event.game_drawn", event.rule)


# -- all other events ------------------------------------------------------------------------------------

# What a field of an event becomes in its sentence, by its name.
_PARTS: dict[str, Callable[..., Part]] = {
    "figure": FigurePart,
    "thing": ThingPart,
    "target": ThingPart,
    "side": SidePart,
    "square": SquarePart,
    "colour": ColourPart,
    "place": int,
    "round": int,
}


def plain_key(kind: type[Event]) -> str:
    """The key of the sentence of an event without a row: of `KnockedDown` it is `event.knocked_down`."""
    return "event." + "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).removeprefix("_")


def _plain_row(kind: type[Event]) -> Row:
    """The row of an event whose fields fill the gaps of its sentence."""
    key = plain_key(kind)
    names = {field.name for field in fields(kind)} & set(_PARTS)
    gaps = [gap.partition(":")[0] for _, gap in english().pieces(key) if gap is not None] if key in english().texts else None
    if gaps is None or not set(gaps) <= names:
        raise TypeError(
            f"no sentence for the event {kind.__name__}: it needs a row, or {key} in the catalogue with gaps that its fields fill"
        )

    def said(state: State, event: Event) -> Said:
        return say(key, *event.rules, **{gap: _PARTS[gap](getattr(event, gap)) for gap in gaps})

    return said


_ROWS.update({kind: _plain_row(kind) for kind in EVENTS.values() if kind not in _ROWS})


# -- reasons and results ---------------------------------------------------------------------------------


def reason_lines(state: State, reasons: list[Reason]) -> list[str]:
    """Reasons as English sentences, each with its rule; walls are described where they are first mentioned."""
    printer = marked(state)
    lines: list[str] = []
    named: set[object] = set()
    for reason in reasons:
        walls = None if reason.walls in named else walls_said(state, reason)
        if len(reason.squares) > 1:
            named.add(reason.walls)
        lines.append(f"{reason.sentence}{f' {printer.text(walls)}' if walls is not None else ''} ({reason.rule})")
    return lines


def result_words(state: State) -> str:
    """The score: `light 1, dark 0`."""
    return ", ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)
