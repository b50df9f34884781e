"""What a knock-out pays, found by trying it on clones. A scenario or card may pay by who is knocked out, and by who does it."""

from __future__ import annotations

from typing import Final

from tipover.cards.catalog import CHARACTER
from tipover.engine.core.ids import NOBODY, FigureId, Side, Thing
from tipover.engine.core.state import State
from tipover.engine.queries.turns import after_knock_out
from tipover.engine.run import apply

MOST_STAKE: Final = 5.0  # in points: the value of a possible knock-out that wins the game
MOST_ANSWERS: Final = 12  # answers given in one trial


def stakes_of_first(state: State, side: Side) -> dict[Thing, float]:
    """What knocking out each rival pays a side, in points, if its first character on the board does it."""
    return _stakes(state, side, next((one for one in state.setup.characters[side] if state.figure_at[one] >= 0), NOBODY))


def stakes_by_challenger(state: State, share: float) -> dict[FigureId, dict[Thing, float]]:
    """The same by the character on the board that does it; `share`: how much that counts, the rest being what the first is paid."""
    found: dict[FigureId, dict[Thing, float]] = {}
    for side in state.setup.sides:
        first: dict[Thing, float] = {}
        for by in state.setup.characters[side]:
            if state.figure_at[by] >= 0:
                paid = _stakes(state, side, by)
                first = first or paid
                found[by] = {rival: first[rival] + share * (one - first[rival]) for rival, one in paid.items()}
    return found


def mean_stake(pays: list[float], hits: list[float]) -> float:
    """What a knock-out by one of some challengers pays on average, by what each is paid and its chance; who is paid most goes first."""
    if min(pays) == max(pays):
        return pays[0]
    left, paid = 1.0, 0.0
    for number in sorted(range(len(pays)), key=lambda one: -pays[one]):
        paid += left * hits[number] * pays[number]
        left *= 1 - hits[number]
    return paid / (1 - left) if left < 1 else max(pays)


def _stakes(state: State, side: Side, by: FigureId) -> dict[Thing, float]:
    """What knocking out each rival pays a side if that figure does it, in points."""
    found: dict[Thing, float] = {}
    for figure, of in zip(state.setup.figure_ids, state.setup.side_of, strict=True):
        if of == side or state.setup.kind_of[figure] != CHARACTER or state.card[figure] < 0:
            continue
        if state.figure_at[figure] < 0 or by < 0:
            found[figure] = 1.0
            continue
        trial = after_knock_out(state, figure, by, side)
        run_on(trial)
        paid = float(trial.points[side] - state.points[side])
        found[figure] = MOST_STAKE if trial.over and trial.winner == side else min(MOST_STAKE, max(0.0, paid))
    return found


def run_on(trial: State, until: tuple[int, ...] = ()) -> int:
    """Play a clone until nothing is left to do, with the first answer to questions and the likeliest rolls; returns their number.

    `until`: questions at which it stops.
    """
    for number in range(MOST_ANSWERS):
        ask = trial.decision
        if ask is None or ask.asked in until:
            return number
        choice = ask.options[0]
        if ask.weights is not None:
            choice = ask.options[max(range(len(ask.weights)), key=ask.weights.__getitem__)]
        apply(trial, choice)
    return MOST_ANSWERS
