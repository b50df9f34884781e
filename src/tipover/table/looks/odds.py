"""The exact odds of the challenges that answers would declare, with what winning would do and what it costs."""

from __future__ import annotations

from tipover.cards.catalog import COLOURS
from tipover.engine import event as happened
from tipover.engine.decision import ASK_ROLL, PIECE, USE, Choice
from tipover.engine.dice import successes
from tipover.engine.event import Event
from tipover.engine.flow.abilities import prices
from tipover.engine.flow.kinds import CHALLENGE_FRAME, KIND, STAGE, TEXT_FRAME
from tipover.engine.flow.stages import DEFENDING
from tipover.engine.numbers import SUBTRACT, Number
from tipover.engine.run import advance, apply
from tipover.engine.state import State
from tipover.engine.steps.frame import FREE_OF_TOKENS, ITEM, LESS, ME, PAID, PROG, is_figure
from tipover.engine.steps.thing import side_now
from tipover.play.chances import Outlook, outlook, skip_to_dice
from tipover.play.telling import count
from tipover.table.looks.refusal import hides_something
from tipover.table.protocol import OddsShown, Part

MOST_QUESTIONS = 16  # that texts may ask between two rolls before the effect of winning is given up


def odds(state: State, options: list[int]) -> list[OddsShown]:
    """The odds of the options with these numbers; those that declare no challenge at once are left out."""
    ask = state.decision
    if ask is None or ask.is_chance or hides_something(state):
        return []
    found: list[OddsShown] = []
    for number in dict.fromkeys(options):
        if 0 <= number < len(ask.options):
            option = ask.options[number]
            ahead = outlook(state, option)
            if ahead is not None:
                found.append(_shown(state, number, option, ahead))
    return found


def _shown(state: State, number: int, option: Choice, ahead: Outlook) -> OddsShown:
    return OddsShown(
        option=number,
        target=ahead.target,
        win=float(ahead.chance),
        exact=str(ahead.chance),
        dice=ahead.dice.total,
        dice_text=str(ahead.dice),
        dice_parts=_parts(ahead.dice),
        defense=ahead.defense.total,
        defense_text=str(ahead.defense),
        defense_parts=_parts(ahead.defense),
        effect=_effect(state, option, ahead.target),
        open=ahead.open,
        spends=_spends(state, option),
    )


def _parts(number: Number) -> list[Part]:
    return [Part(-part.amount if part.how == SUBTRACT else part.amount, part.name) for part in number.parts]


# -- what winning does -----------------------------------------------------------------------------------


def _effect(state: State, option: Choice, target: int) -> str:
    """What the best roll against the worst would do to the target, and the points it would bring; empty if it cannot win."""
    trial = state.clone()
    events = apply(trial, option)
    skip_to_dice(trial, events)
    for _ in range(MOST_QUESTIONS):
        if trial.decision is None or any(isinstance(event, happened.ChallengeWon | happened.ChallengeLost) for event in events):
            break
        if trial.decision.is_chance:
            events += apply(trial, _best(trial))
        elif not _skip_texts(trial, events):
            break
    place = next((k for k, event in enumerate(events) if isinstance(event, happened.ChallengeWon)), -1)
    if place < 0:
        return ""
    won = events[place]
    assert isinstance(won, happened.ChallengeWon)
    side = side_now(state, won.challenger) if won.challenger >= 0 else -1
    return _told(_at_once(events[place + 1 :], trial, state.acting), target, side)


def _best(trial: State) -> Choice:
    """The roll that suits the challenger best: most successes of its own, fewest of the defender's."""
    ask = trial.decision
    assert ask is not None
    frame = trial.stack[-1]
    defending = frame[KIND] == CHALLENGE_FRAME and frame[STAGE] == DEFENDING
    if ask.asked != ASK_ROLL:
        return ask.options[0]
    return max(ask.options, key=lambda one: -successes(one.path, True) if defending else successes(one.path, False))


def _skip_texts(trial: State, events: list[Event]) -> bool:
    """Leave out what texts ask after a roll; whether there was a challenge to go on with."""
    place = max((k for k, frame in enumerate(trial.stack) if frame[KIND] == CHALLENGE_FRAME), default=-1)
    if place < 0 or place == len(trial.stack) - 1:
        return False
    del trial.stack[place + 1 :]
    trial.decision = None
    advance(trial, events)
    return True


def _at_once(events: list[Event], trial: State, acting: int) -> list[Event]:
    """What belongs to the challenge: all before the turn ends, after which a round may be scored."""
    ends = [k for k, event in enumerate(events) if isinstance(event, happened.Exhausted) and event.figure == acting]
    found = events[: ends[0]] if ends else list(events)
    if trial.over:
        found += [event for event in events if isinstance(event, happened.GameWon)]
    return found


def _told(events: list[Event], target: int, side: int) -> str:
    said: list[str] = []
    for event in events:
        if isinstance(event, happened.KnockedDown) and event.figure == target:
            said.append("knocked down")
        elif isinstance(event, happened.KnockedOut) and event.figure == target:
            said.append("knocked out")
        elif isinstance(event, happened.Removed) and event.thing == target:
            said.append("taken off the map")
        elif isinstance(event, happened.PutOnTrack) and event.thing == target and "knocked out" not in said:
            said.append(f"to the {event.place} of the track")
    points = sum(event.points for event in events if isinstance(event, happened.PointsGained) and event.side == side)
    if points:
        said.append(f"{'+' if points > 0 else '−'}{count(abs(points), 'point')}")
    if any(isinstance(event, happened.GameWon) and event.side == side for event in events):
        said.append("which wins the game")
    return ", ".join(dict.fromkeys(said))


# -- what it costs ---------------------------------------------------------------------------------------


def _spends(state: State, option: Choice) -> str:
    """`blue to 3, back at the end of round 5`: the token or item that this option spends, or its ability has spent."""
    if option.verb == USE:
        part = state.setup.pieces[option.thing - PIECE].part
        return _away(state, state.setup.pieces[option.thing - PIECE].name, part.cost) if part is not None and part.cost else ""
    for event in apply(state.clone(), option):
        if isinstance(event, happened.TokenSpent):
            return _away(state, COLOURS[event.colour], event.place)
    frame = next((one for one in reversed(state.stack) if one[KIND] == TEXT_FRAME), None)
    return _paid(state, frame) if frame is not None else ""


def _paid(state: State, frame: list[int]) -> str:
    """What the ability that asks for its target now was paid with."""
    paid, figure = frame[PAID], frame[ME]
    if paid < 0 or paid & (FREE_OF_TOKENS | ITEM | LESS) or not is_figure(figure) or frame[PROG] not in state.cast.abilities[figure]:
        return ""
    ability = state.setup.card(state.card[figure]).abilities[state.cast.abilities[figure].index(frame[PROG])]
    return _away(state, COLOURS[ability.colour], prices(state, figure, ability.cost)[0])


def _away(state: State, what: str, place: int) -> str:
    return f"{what} to {place}, back at the end of round {state.round + place - 1}"
