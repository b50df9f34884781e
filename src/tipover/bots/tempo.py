"""How long a bot may think about a question when people wait for it.

Master has five to ten seconds for a turn: most of it for the first decision, in which the whole turn is planned, more near the
end of a round, and little for what a text asks. What is forced, planned, proved or clear takes less by itself.
"""

from __future__ import annotations

from tipover.bots import plain_name
from tipover.engine.core import questions
from tipover.engine.core.decision import Decision
from tipover.engine.core.state import State
from tipover.engine.queries.turns import ACTIONS_A_TURN, turns_to_come

USUAL = 1.0  # seconds for a decision
PATIENT = ("master",)  # bots that have the following
FIRST, LATER, TEXT = 5.5, 1.25, 0.7  # for the first decision of a turn, for a later one, for anything else
LATE, LAST_TURNS = 1.25, 2  # times as long in the last turns of a round


def seconds_for(bot: str, state: State, decision: Decision) -> float:
    """The seconds that a bot may think about a question; `bot` may have a budget or a style in its name."""
    if plain_name(bot) not in PATIENT:
        return USUAL
    if decision.asked == questions.TURN:
        seconds = FIRST
    elif decision.asked == questions.ACTION:
        was_asked = turns_to_come(state).get(decision.side, 0) > 1  # for the figure, and its whole turn was planned then
        seconds = FIRST if state.actions_left >= ACTIONS_A_TURN and not was_asked else LATER
    else:
        seconds = TEXT
    is_late = state.round > 0 and sum(turns_to_come(state).values()) <= LAST_TURNS
    return seconds * LATE if is_late else seconds
