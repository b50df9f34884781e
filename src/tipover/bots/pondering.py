"""Thinking ahead while somebody else is asked: the positions that will probably come, with an answer ready for each.

What is expected is guessed from what the bot's seat may know: the rivals' best answers by a short search, the likeliest dice.
"""

from __future__ import annotations

import time

from tipover.bots import Bot
from tipover.bots.foresee import following
from tipover.bots.search import BY_CARD, time_for_part
from tipover.bots.turn_planner import TurnBot, weigh
from tipover.engine.core.ids import SeatId
from tipover.engine.core.state import State
from tipover.engine.view import View, view
from tipover.play.dice import Stream

GUESSES = 3  # answers of the one who is asked that are followed
NODES = 60  # of the search for them
FINISH = 5  # positions for each of these nodes that are followed to the end of a round
GUESSING = 4  # one part of so many of the time is for guessing what will come
FARTHEST = 12  # answers and rolls until the bot's seat is asked


def ponder(bot: Bot, seen: View, seed: int | str, until: float) -> int:
    """Let a bot that plans think until then about the likeliest position that it has no plan for; how many it has plans for then.

    One position has all the time: a plan that had less than the bot would take for it now is never used.
    """
    if not isinstance(bot, TurnBot):
        return 0
    state = next((one for one in expected(seen, seed, time_for_part(until, GUESSING)) if not bot.is_ready_for(one)), None)
    if state is not None:
        bot.think_ahead(view(state, seen.seat), until)
    return bot.ready


def expected(seen: View, seed: int | str, until: float) -> list[State]:
    """Positions in which the seat is asked something next, likeliest first; none if it is asked already."""
    state = seen.sample(Stream(seed, "ponder"))
    ask = state.decision
    if ask is None or ask.is_chance or seen.seat in ask.seats or ask.asked in BY_CARD or ask.secret:
        return []
    found: list[State] = []
    for one in weigh(view(state, ask.seats[0]), ask, NODES, seed, FINISH, until)[:GUESSES]:
        then = _until_asked(following(state, (one.choice,)), seen.seat, seed, until)
        if then is not None and then not in found:
            found.append(then)
    return found


def _until_asked(state: State, seat: SeatId, seed: int | str, until: float) -> State | None:
    """The position in which a seat has to decide something, if it comes soon."""
    for _ in range(FARTHEST):
        ask = state.decision
        if ask is None or ask.asked in BY_CARD or ask.secret or time.monotonic() >= until:
            return None
        if ask.weights is not None:
            choice = ask.options[max(range(len(ask.weights)), key=ask.weights.__getitem__)]
        elif len(ask.options) == 1:
            choice = ask.options[0]
        elif seat in ask.seats:
            return state
        else:
            choice = weigh(view(state, ask.seats[0]), ask, NODES, seed, FINISH, until)[0].choice
        state = following(state, (choice,))
    return None
