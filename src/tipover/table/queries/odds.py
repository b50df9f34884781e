"""The exact odds of the challenges that answers would declare, with the effect of winning and the cost."""

from __future__ import annotations

from tipover.cards.catalog import COLOURS
from tipover.engine.core import event as happened
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import successes
from tipover.engine.core.event import Event
from tipover.engine.core.ids import ALL_COLOURS, PIECE, Colour, FigureId
from tipover.engine.core.language import ENGLISH, Printer
from tipover.engine.core.numbers import SUBTRACT, Number
from tipover.engine.core.said import ColourPart, CountPart, ListPart, NumberPart, Part, Said, say
from tipover.engine.core.state import State
from tipover.engine.queries.card_texts import ability_of
from tipover.engine.queries.challenges import is_defense_roll
from tipover.engine.queries.figures import prices, side_now
from tipover.engine.queries.texts import paid_ability
from tipover.engine.run import apply, skip_texts, skip_to_dice
from tipover.play.chances import Outlook, outlook
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_server import OddsShown, PartShown
from tipover.table.queries.refusal import hides_something

MOST_QUESTIONS = 16  # of texts between two rolls, after which the effect of winning is left out


def odds(state: State, options: list[int], language: str = ENGLISH) -> list[OddsShown]:
    """The odds of the options with these numbers, without those that do not declare a challenge at once."""
    ask = state.decision
    if ask is None or ask.is_chance or hides_something(state):
        return []
    printer = table_printer(state, language)
    found: list[OddsShown] = []
    for number in dict.fromkeys(options):
        if 0 <= number < len(ask.options):
            option = ask.options[number]
            ahead = outlook(state, option)
            if ahead is not None:
                found.append(_shown(state, number, option, ahead, printer))
    return found


def _shown(state: State, number: int, option: Choice, ahead: Outlook, printer: Printer) -> OddsShown:
    paid = _pays(state, option)
    return OddsShown(
        option=number,
        target=ahead.target,
        win=float(ahead.chance),
        exact=str(ahead.chance),
        dice=ahead.dice.total,
        dice_text=printer.part(NumberPart(ahead.dice)),
        dice_parts=_parts(ahead.dice, printer),
        defense=ahead.defense.total,
        defense_text=printer.part(NumberPart(ahead.defense)),
        defense_parts=_parts(ahead.defense, printer),
        effect=printer.part(_effect(state, option, ahead.target)),
        open=ahead.open,
        pays=COLOURS[paid[0]] if paid is not None else "",
        spends=printer.part(_spends(state, option, paid)),
    )


def _parts(number: Number, printer: Printer) -> list[PartShown]:
    return [
        PartShown(
            -part.amount if part.how == SUBTRACT else part.amount,
            printer.number_part(part),
            COLOURS[part.colour] if part.colour >= 0 else "",
            part.rest,
        )
        for part in number.parts
    ]


# -- what winning does -----------------------------------------------------------------------------------


def _effect(state: State, option: Choice, target: int) -> Part:
    """What the best roll against the worst would do to the target, and the points it would give; empty if it cannot win."""
    trial = state.clone()
    events = apply(trial, option)
    skip_to_dice(trial, events)
    for _ in range(MOST_QUESTIONS):
        if trial.decision is None or any(isinstance(event, happened.ChallengeWon | happened.ChallengeLost) for event in events):
            break
        if trial.decision.is_chance:
            events += apply(trial, _best(trial))
        elif not skip_texts(trial, events):
            break
    place = next((k for k, event in enumerate(events) if isinstance(event, happened.ChallengeWon)), -1)
    if place < 0:
        return ""
    won = events[place]
    assert isinstance(won, happened.ChallengeWon)
    side = side_now(state, won.challenger) if won.challenger >= 0 else -1
    return _summary(_at_once(events[place + 1 :], trial, state.acting), target, side)


def _best(trial: State) -> Choice:
    """The best roll for the challenger: most successes of its own, fewest of the defender's."""
    ask = trial.decision
    assert ask is not None
    defending = is_defense_roll(trial)
    if ask.asked != questions.ROLL:
        return ask.options[0]
    return max(ask.options, key=lambda one: -successes(one.path, True) if defending else successes(one.path, False))


def _at_once(events: list[Event], trial: State, acting: FigureId) -> list[Event]:
    """The events of the challenge: those before the turn ends, because after it the round may be scored."""
    ends = [k for k, event in enumerate(events) if isinstance(event, happened.Exhausted) and event.figure == acting]
    found = events[: ends[0]] if ends else list(events)
    if trial.over:
        found += [event for event in events if isinstance(event, happened.GameWon)]
    return found


def _summary(events: list[Event], target: int, side: int) -> ListPart:
    said: list[Said] = []
    for event in events:
        if isinstance(event, happened.KnockedDown) and event.figure == target:
            said.append(say("odds.knocked_down"))
        elif isinstance(event, happened.KnockedOut) and event.figure == target:
            said.append(say("odds.knocked_out"))
        elif isinstance(event, happened.Removed) and event.thing == target:
            said.append(say("odds.removed"))
        elif isinstance(event, happened.PutOnTrack) and event.thing == target and say("odds.knocked_out") not in said:
            said.append(say("odds.to_track", place=event.place))
    points = sum(event.points for event in events if isinstance(event, happened.PointsGained) and event.side == side)
    if points:
        said.append(say("odds.points_gained" if points > 0 else "odds.points_lost", points=CountPart(abs(points), "point")))
    if any(isinstance(event, happened.GameWon) and event.side == side for event in events):
        said.append(say("odds.wins"))
    return ListPart(tuple(dict.fromkeys(said)))


# -- what it costs ---------------------------------------------------------------------------------------


def _pays(state: State, option: Choice) -> tuple[Colour, int] | None:
    """Colour and place of the token that this option spends or its ability has spent, or None."""
    if option.verb == verbs.USE:
        return None
    for event in apply(state.clone(), option):
        if isinstance(event, happened.TokenSpent):
            return event.colour, event.place
    paid = paid_ability(state)
    if paid is None:
        return None
    figure, number = paid
    ability = ability_of(state, figure, number)
    return ALL_COLOURS[ability.colour], prices(state, figure, ability.cost)[0]


def _spends(state: State, option: Choice, paid: tuple[Colour, int] | None) -> Part:
    """`blue to 3, back at the end of round 5`: the token or item that this option spends."""
    if option.verb == verbs.USE:
        part = state.setup.pieces[option.thing - PIECE].part
        return _away(state, state.setup.pieces[option.thing - PIECE].name, part.cost) if part is not None and part.cost else ""
    return _away(state, ColourPart(paid[0]), paid[1]) if paid is not None else ""


def _away(state: State, what: Part, place: int) -> Said:
    return say("odds.away", what=what, place=place, round=state.round + place - 1)
