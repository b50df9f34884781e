"""Events and reasons as sentences with the names, squares and rule ids a player knows."""

from __future__ import annotations

from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine import event as happened
from tipover.engine.decision import PIECE
from tipover.engine.dice import face_name
from tipover.engine.event import Event
from tipover.engine.reason import Reason
from tipover.engine.rules import rules
from tipover.engine.state import State
from tipover.play.wallwords import area_words, reason_words


def count(number: int, one: str, many: str = "") -> str:
    """`1 point`, `3 points`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


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
    return ", ".join(face_name(face) for face in faces) or "nothing"


def sentences(state: State, events: list[Event]) -> list[str]:
    """What happened, one sentence each; what changes nothing a player sees is passed over."""
    begins = max((k for k, event in enumerate(events) if isinstance(event, happened.GameBegan)), default=-1)
    said = [sentence(state, event, k < begins) for k, event in enumerate(events)]
    return [one for one in said if one]


def sentence(state: State, event: Event, in_set_up: bool = False) -> str:
    """One event as a sentence with its rule, or nothing; `in_set_up`: it happened there, though the state is past it."""
    if isinstance(event, happened.Placed):
        return _placed(state, event, in_set_up or not state.round)
    if isinstance(event, happened.Moved | happened.WallOpened | happened.Returned | happened.StoodUp | happened.TurnBegan):
        return _about_moving(state, event)
    if isinstance(event, happened.Challenged | happened.Rolled | happened.ChallengeWon | happened.ChallengeLost):
        return _about_challenge(state, event)
    if isinstance(event, happened.DiceRolled | happened.DieTurned | happened.TargetChanged):
        return _about_dice(state, event)
    if isinstance(event, happened.KnockedDown | happened.KnockedOut | happened.PutOnTrack | happened.Removed):
        return _about_losing(state, event)
    if isinstance(
        event,
        happened.SideTaken
        | happened.Flipped
        | happened.MarkerTaken
        | happened.Picked
        | happened.Attached
        | happened.Revealed
        | happened.GameBegan,
    ):
        return _about_set_up(state, event)
    if isinstance(event, happened.TokenSpent | happened.TokenShifted | happened.TokensGained | happened.TokensReturned):
        return _about_tokens(event)
    if isinstance(
        event,
        happened.Given
        | happened.Taken
        | happened.CardPlayed
        | happened.CardDiscarded
        | happened.Claimed
        | happened.AbilityUsed
        | happened.Replaced
        | happened.ChainStopped,
    ):
        return _about_cards(state, event)
    return _about_rounds(state, event)


def _placed(state: State, event: happened.Placed, in_set_up: bool) -> str:
    who = _capital(thing_words(state, event.figure))
    if event.square < 0:
        return f"{who} is taken off the map to be placed (MOV-13)."
    return f"{who} is placed on {state.setup.grid.name(event.square)} ({'SUP-6' if in_set_up else 'MOV-13'})."


def _about_moving(state: State, event: Event) -> str:
    grid = state.setup.grid
    if isinstance(event, happened.TurnBegan):
        side = SIDES[state.setup.side_of[event.figure]]
        return f"{figure_words(state, event.figure)} takes the turn of {side} (TRN-1)."
    if isinstance(event, happened.Moved):
        who = _capital(thing_words(state, event.figure))
        if not event.path:
            return f"{who} moves 0 and stays on {grid.name(event.start)} (MOV-18)."
        way = " → ".join(grid.name(square) for square in (event.start, *event.path))
        return f"{who} moves {way} (ACT-1)."
    if isinstance(event, happened.WallOpened):
        between = " and ".join(grid.name(square) for square in event.path)
        return f"{_capital(thing_words(state, event.thing))} opens the wall between {between} (MAP-9)."
    if isinstance(event, happened.Returned):
        where = f" on {grid.name(event.square)}" if event.square >= 0 else ""
        return f"{_capital(thing_words(state, event.thing))} is back{where} (CDN-3)."
    assert isinstance(event, happened.StoodUp)
    return _stood_up(state, event)


def _stood_up(state: State, event: happened.StoodUp) -> str:
    """By its own rally, by an assist, or by a card with its name."""
    who = figure_words(state, event.figure)
    if event.rule not in rules():
        return f"{who} stands up by {event.rule} (CHA-8)."
    if event.helper == event.figure:
        return f"{who} rallies and stands up ({event.rule})."
    return f"{figure_words(state, event.helper)} assists {who}, who stands up ({event.rule})."


def _about_challenge(state: State, event: Event) -> str:
    if isinstance(event, happened.Challenged):
        whom = thing_words(state, event.target)
        if event.challenger < 0:
            return f"{_capital(whom)} defends against a challenge by nobody (CHA-17): {event.dice}, against {event.defense}."
        who = figure_words(state, event.challenger)
        return f"{who} challenges {whom} (CHA-24): {event.dice}, against {event.defense}."
    if isinstance(event, happened.Rolled):
        hits = count(event.successes, "success", "successes")
        if event.defending:
            return f"The defense of {thing_words(state, event.target)} rolls {faces_words(event.faces)}: {hits} (CHA-6)."
        return f"The challenge rolls {faces_words(event.faces)}: {hits} (CHA-6)."
    if isinstance(event, happened.ChallengeWon):
        return f"{_challenger(state, event.challenger)} wins the challenge by {event.margin} (CHA-7)."
    assert isinstance(event, happened.ChallengeLost)
    return f"{_challenger(state, event.challenger)} does not win: more successes are needed than the defender has (CHA-7)."


def _about_dice(state: State, event: Event) -> str:
    if isinstance(event, happened.DiceRolled):
        who = _capital(thing_words(state, event.figure)) if event.figure >= 0 else "The card"
        told = [count(event.successes, "success", "successes")] if event.successes or not event.total else []
        told += [f"a total of {event.total}"] if event.total else []
        return f"{who} rolls {faces_words(event.faces)}: {', '.join(told)} (CHA-12)."
    if isinstance(event, happened.DieTurned):
        which = f"showing {face_name(event.face)}" if event.face >= 0 else "not yet rolled"
        return f"A die of {thing_words(state, event.figure)}, {which}, counts as {face_name(event.into)} (CHA-13)."
    assert isinstance(event, happened.TargetChanged)
    return f"The target is now {thing_words(state, event.target)} (CHA-14)."


def _challenger(state: State, challenger: int) -> str:
    """Who challenges; nobody does where a text lets a figure defend (CHA-17)."""
    return figure_words(state, challenger) if challenger >= 0 else "The card's challenge"


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
    if isinstance(event, happened.MarkerTaken):
        return f"{_capital(SIDES[event.side])} plays the ultimate and takes the First Player marker (ULT-1)."
    if isinstance(event, happened.Attached):
        if event.thing < 0:
            return f"{_capital(SIDES[event.side])} picks an attachment in secret (SUP-11)."
        whose = f" for {figure_words(state, event.figure)}" if event.figure >= 0 else ""
        return f"{_capital(SIDES[event.side])} picks {thing_words(state, event.thing)}{whose} (ATT-1)."
    if isinstance(event, happened.Revealed):
        return "The secret picks are shown (SUP-11)."
    return "Set-up is over, and the game begins (RND-4)."


def _about_rounds(state: State, event: Event) -> str:
    if isinstance(event, happened.PointsGained):
        return _points_words(event)
    if isinstance(event, happened.Exhausted):
        if state.setup.markers(event.figure) > 1:
            return f"{figure_words(state, event.figure)} gets an exhausted marker; the third exhausts it (ULT-2)."
        return f"{figure_words(state, event.figure)} is exhausted (TRN-3)."
    if isinstance(event, happened.RoundBegan):
        return f"Round {event.round} begins; {SIDES[event.first]} is first (RND-1)."
    if isinstance(event, happened.RoundEnded):
        return f"Round {event.round} ends (RND-1)."
    if isinstance(event, happened.FirstPlayerPassed):
        return f"The First Player marker goes to {SIDES[event.side]} (RND-1)."
    if isinstance(event, happened.MarkersOff):
        return f"{figure_words(state, event.figure)} is not exhausted any more (TRN-11)."
    if isinstance(event, happened.CardFlipped):
        return f"{_capital(thing_words(state, event.thing))} lies up now; its other side is ignored (DBL-1)."
    if isinstance(event, happened.GameWon):
        return f"{_capital(SIDES[event.side])} wins the game ({event.rule})."
    if isinstance(event, happened.GameDrawn):
        return f"The game is a draw ({event.rule})."
    return ""


def _points_words(event: happened.PointsGained) -> str:
    """Points by a rule, or by a card with its name; a card may take them too (PTS-2)."""
    does = "gains" if event.points > 0 else "loses"
    by = f"({event.rule})" if event.rule in rules() else f"by {event.rule} (PTS-2)"
    return f"{_capital(SIDES[event.side])} {does} {count(abs(event.points), 'point')} {by}."


def _about_tokens(event: Event) -> str:
    if isinstance(event, happened.TokensReturned):
        tokens = [colour for k, colour in enumerate(COLOURS) for _ in range(event.tokens[k])]
        return f"{_capital(SIDES[event.side])} has {', '.join(tokens)} back in the pool (CDN-3)."
    if isinstance(event, happened.TokenSpent):
        return f"{_capital(SIDES[event.side])} pays a {COLOURS[event.colour]} token; it goes to the {event.place} of the track (ABI-2)."
    if isinstance(event, happened.TokenShifted):
        there = f"the {event.place} of the track" if event.place else "the pool"
        to = f"the {event.to}" if event.to else "the pool"
        return f"A {COLOURS[event.colour]} token of {SIDES[event.side]} goes from {there} to {to} (CDN-5)."
    assert isinstance(event, happened.TokensGained)
    does = "gains" if event.count > 0 else "loses"
    return f"{_capital(SIDES[event.side])} {does} {count(abs(event.count), f'{COLOURS[event.colour]} token')} (ABI-7)."


def _about_cards(state: State, event: Event) -> str:
    if isinstance(event, happened.AbilityUsed):
        return f"{figure_words(state, event.figure)} does {event.name} (ABI-1)."
    if isinstance(event, happened.Given):
        return f"{_capital(thing_words(state, event.thing))} is now with {figure_words(state, event.figure)} (STA-1)."
    if isinstance(event, happened.Taken):
        return f"{figure_words(state, event.figure)} takes {thing_words(state, event.thing)} and carries it (CDN-10)."
    if isinstance(event, happened.CardPlayed):
        return f"{_capital(thing_words(state, event.thing))} is in force for everyone (STA-2)."
    if isinstance(event, happened.CardDiscarded):
        return f"{_capital(thing_words(state, event.thing))} is out of play and can be had again (TOK-5)."
    if isinstance(event, happened.Replaced):
        who = f" for {thing_words(state, event.thing)}" if 0 <= event.thing < PIECE + len(state.setup.pieces) else ""
        return f"{event.name} is done{who} instead of “{event.words}”, which does not happen (PRE-1)."
    if isinstance(event, happened.ChainStopped):
        return f"{' and '.join(event.names)} set each other off too often; the chain ends (TIM-8)."
    assert isinstance(event, happened.Claimed)
    area = state.setup.areas[event.area]
    return f"{_capital(area.name)}, {area_words(state.setup.grid, area.mask)}, shows the colour of {SIDES[event.side]} (MAP-6)."


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
