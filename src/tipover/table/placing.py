"""Set-up answered by the table itself: sides and picks drawn by the table's seed, figures placed towards the middle."""

from __future__ import annotations

from tipover.engine.decision import ASK_PLACE, Choice, Decision
from tipover.engine.state import State
from tipover.play.dice import Stream
from tipover.table.tables import Table


def answer_setup(table: Table) -> None:
    """Answer every question before the first round, and let the dice answer theirs."""
    assert table.dice is not None
    draws = Stream(table.dice.seed, "set-up")
    while (ask := table.state.decision) is not None and table.state.round == 0:
        if ask.is_chance:
            table.roll()
            continue
        table.play_choice(_answer(table.state, ask, draws))
    table.roll()


def _answer(state: State, ask: Decision, draws: Stream) -> Choice:
    if ask.asked != ASK_PLACE:
        return ask.options[draws.randrange(len(ask.options))]
    best = min(_to_middle(state, option) for option in ask.options)
    front = [option for option in ask.options if _to_middle(state, option) == best]
    return front[draws.randrange(len(front))]


def _to_middle(state: State, option: Choice) -> int:
    """How far a square is from the middle of the map, in half squares: the farther of its column's and its row's."""
    grid = state.setup.grid
    column, row = option.thing % grid.columns, option.thing // grid.columns
    return max(abs(2 * column - grid.columns + 1), abs(2 * row - grid.rows + 1))
