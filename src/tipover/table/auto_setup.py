"""Automatic set-up: sides and picks drawn with the table's seed, figures placed towards the middle."""

from __future__ import annotations

from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.state import State
from tipover.play.dice import Stream
from tipover.table.shares import missing
from tipover.table.table_log import Table


def answer_setup(table: Table) -> None:
    """Answer every question before the first round, dice included, up to a roll that waits for a seat's share."""
    if table.dice is None:
        return  # a lesson places its own figures
    draws = Stream(table.dice.seed, "set-up")
    while (ask := table.state.decision) is not None and table.state.round == 0 and not missing(table):
        if ask.is_chance:
            table.roll()
            continue
        table.play_choice(_answer(table.state, ask, draws))
    table.roll()


def _answer(state: State, ask: Decision, draws: Stream) -> Choice:
    if ask.asked != questions.PLACE:
        return ask.options[draws.randrange(len(ask.options))]
    best = min(_to_middle(state, option) for option in ask.options)
    front = [option for option in ask.options if _to_middle(state, option) == best]
    return front[draws.randrange(len(front))]


def _to_middle(state: State, option: Choice) -> int:
    """The distance of a square from the middle of the map in half squares: the larger of columns and rows."""
    grid = state.setup.grid
    column, row = option.thing % grid.columns, option.thing // grid.columns
    return max(abs(2 * column - grid.columns + 1), abs(2 * row - grid.rows + 1))
