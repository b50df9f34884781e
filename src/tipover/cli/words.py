"""Events and reasons as sentences with the names, squares and rule ids a player knows."""

from __future__ import annotations

from tipover.cards.catalog import COLOURS, SIDES
from tipover.cli.out import count
from tipover.cli.walls import reason_words
from tipover.engine import event as happened
from tipover.engine.decision import PIECE
from tipover.engine.dice import FACE_NAMES
from tipover.engine.event import Event
from tipover.engine.reason import Reason
from tipover.engine.state import State


def figure_words(state: State, figure: int) -> str:
    """`Rose Nylund (L1)`; a figure without a card goes by its mark."""
    mark = state.setup.mark(figure)
    name = state.name(figure)
    return mark if name == mark else f"{name} ({mark})"


def thing_words(state: State, thing: int) -> str:
    """A figure by name and mark, or a piece by what it is."""
    if thing < PIECE:
        return figure_words(state, thing)
    slot = state.setup.pieces[thing - PIECE]
    return f"point marker {slot.letter}" if slot.letter else slot.name


def faces_words(faces: tuple[int, ...]) -> str:
    """`burst, burst, shield`; no dice are `nothing`."""
    return ", ".join(FACE_NAMES[face] for face in faces) or "nothing"


def sentences(state: State, events: list[Event]) -> list[str]:
    """What happened, one sentence each; what changes nothing a player sees is passed over."""
    said = [sentence(state, event) for event in events]
    return [one for one in said if one]


def sentence(state: State, event: Event) -> str:
    """One event as a sentence with its rule, or nothing."""
    if isinstance(event, happened.Moved | happened.Placed | happened.Returned | happened.StoodUp | happened.TurnBegan):
        return _about_moving(state, event)
    if isinstance(event, happened.Challenged | happened.Rolled | happened.ChallengeWon | happened.ChallengeLost):
        return _about_challenge(state, event)
    if isinstance(event, happened.KnockedDown | happened.KnockedOut | happened.PutOnTrack | happened.Removed):
        return _about_losing(state, event)
    if isinstance(event, happened.SideTaken | happened.Flipped | happened.Picked | happened.Revealed | happened.GameBegan):
        return _about_set_up(state, event)
    return _about_rounds(state, event)


def _about_moving(state: State, event: Event) -> str:
    grid = state.setup.grid
    if isinstance(event, happened.TurnBegan):
        side = SIDES[state.setup.side_of[event.figure]]
        return f"{figure_words(state, event.figure)} takes the turn of {side} (TRN-1)."
    if isinstance(event, happened.Moved):
        who = figure_words(state, event.figure)
        if not event.path:
            return f"{who} moves 0 and stays on {grid.name(event.start)} (MOV-18)."
        way = " → ".join(grid.name(square) for square in (event.start, *event.path))
        return f"{who} moves {way} (ACT-1)."
    if isinstance(event, happened.Placed):
        return f"{figure_words(state, event.figure)} is placed on {grid.name(event.square)} (SUP-6)."
    if isinstance(event, happened.Returned):
        where = f" on {grid.name(event.square)}" if event.square >= 0 else ""
        return f"{_capital(thing_words(state, event.thing))} is back{where} (CDN-3)."
    assert isinstance(event, happened.StoodUp)
    who = figure_words(state, event.figure)
    if event.helper in (event.figure, -1):
        return f"{who} rallies and stands up (TRN-5)."
    return f"{figure_words(state, event.helper)} assists {who}, who stands up (ACT-3)."


def _about_challenge(state: State, event: Event) -> str:
    if isinstance(event, happened.Challenged):
        who, whom = figure_words(state, event.challenger), thing_words(state, event.target)
        return f"{who} challenges {whom} (CHA-24): {event.dice}, against {event.defense}."
    if isinstance(event, happened.Rolled):
        hits = count(event.successes, "success", "successes")
        if event.defending:
            return f"The defense of {thing_words(state, event.target)} rolls {faces_words(event.faces)}: {hits} (CHA-6)."
        return f"The challenge rolls {faces_words(event.faces)}: {hits} (CHA-6)."
    if isinstance(event, happened.ChallengeWon):
        return f"{figure_words(state, event.challenger)} wins the challenge by {event.margin} (CHA-7)."
    assert isinstance(event, happened.ChallengeLost)
    return f"{figure_words(state, event.challenger)} does not win: more successes are needed than the defender has (CHA-7)."


def _about_losing(state: State, event: Event) -> str:
    if isinstance(event, happened.KnockedDown):
        return f"{figure_words(state, event.figure)} is knocked down (CHA-8)."
    if isinstance(event, happened.KnockedOut):
        by = f", credit to {figure_words(state, event.credit)}" if event.credit >= 0 else ""
        where = state.setup.grid.name(event.square)
        return f"{figure_words(state, event.figure)} is knocked out and leaves {where}{by} (CHA-8)."
    if isinstance(event, happened.PutOnTrack):
        return f"{_capital(thing_words(state, event.thing))} goes to the {event.place} of {SIDES[event.side]}'s cooldown track (CDN-1)."
    assert isinstance(event, happened.Removed)
    return f"{_capital(thing_words(state, event.thing))} is taken off the map (CHA-9)."


def _about_set_up(state: State, event: Event) -> str:
    if isinstance(event, happened.SideTaken):
        return f"Player {event.team + 1} takes {SIDES[event.side]} (SUP-2)."
    if isinstance(event, happened.Flipped):
        return f"The First Player marker falls to {SIDES[event.side]} (SUP-2)."
    if isinstance(event, happened.Picked):
        if event.card < 0:
            return f"{_capital(SIDES[event.side])} picks a character in secret (SUP-11)."
        card = state.setup.card(event.card).name
        return f"{_capital(SIDES[event.side])} picks {card} ({state.setup.mark(event.figure)}) (SUP-3)."
    if isinstance(event, happened.Revealed):
        return "The secret picks are shown (SUP-11)."
    return "Set-up is over, and the game begins (RND-4)."


def _about_rounds(state: State, event: Event) -> str:
    if isinstance(event, happened.PointsGained):
        return f"{_capital(SIDES[event.side])} gains {count(event.points, 'point')} ({event.rule})."
    if isinstance(event, happened.Exhausted):
        return f"{figure_words(state, event.figure)} is exhausted (TRN-3)."
    if isinstance(event, happened.RoundBegan):
        return f"Round {event.round} begins; {SIDES[event.first]} is first (RND-1)."
    if isinstance(event, happened.RoundEnded):
        return f"Round {event.round} ends (RND-1)."
    if isinstance(event, happened.TokensReturned):
        tokens = [colour for k, colour in enumerate(COLOURS) for _ in range(event.tokens[k])]
        return f"{_capital(SIDES[event.side])} has {', '.join(tokens)} back in the pool (CDN-3)."
    if isinstance(event, happened.FirstPlayerPassed):
        return f"The First Player marker goes to {SIDES[event.side]} (RND-1)."
    if isinstance(event, happened.GameWon):
        return f"{_capital(SIDES[event.side])} wins the game ({event.rule})."
    if isinstance(event, happened.GameDrawn):
        return f"The game is a draw ({event.rule})."
    return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def reason_lines(state: State, reasons: list[Reason]) -> list[str]:
    """Reasons as sentences, each with its rule; the walls are named where they come up first."""
    lines: list[str] = []
    named: set[object] = set()
    for reason in reasons:
        said = reason.sentence if reason.walls in named else reason_words(state, reason)
        if len(reason.squares) > 1:
            named.add(reason.walls)
        lines.append(f"{said} ({reason.rule})")
    return lines


def result_words(state: State) -> str:
    """How a game stands or ended: `light 1, dark 0`."""
    return ", ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)
