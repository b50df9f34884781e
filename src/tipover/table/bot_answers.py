"""How a bot's seat is answered: by the lesson's own line, at random, or by a thinking process."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from tipover.bots import make
from tipover.engine.core.decision import Decision
from tipover.engine.core.state import State
from tipover.engine.view import view
from tipover.play.notation.writing import notate
from tipover.table.table_log import Table
from tipover.table.thinkers import Asker
from tipover.table.thoughts import BotLine, BotThought, Thought, scene_of

CARELESS = "random"  # the bot that needs no thinking process


class Thinking(Protocol):
    """What answers for bots."""

    async def think(self, thought: Thought, asker: Asker) -> bytes:
        """The encoded answer to a thought."""


class BotAsked(NamedTuple):
    """A question to a bot, copied from its table."""

    seat: int  # The seat that is asked.
    seq: int  # The moment's number.
    line: str  # The answer if it is already known, otherwise empty.
    state: State  # A copy of the state.
    question: Decision  # The question.
    thought: BotThought | None  # What a thinking process is asked, if one is needed.
    seed: str  # The bot's seed.


def bot_seed(table: Table, seat: int) -> str:
    """The seed of a bot's next answer."""
    return f"{table.head.server_seed}/{seat}/{table.count}"


def ask_bot(table: Table, seat: int) -> BotAsked | None:
    """The question that a bot's seat is asked now; None if it is not asked. The caller must hold the table's lock."""
    question = table.state.decision if table.bot_asked() == seat else None
    if question is None:
        return None
    line = (table.lesson.rival_line() if table.lesson is not None else None) or ""
    name, seed = table.seats[seat].player, bot_seed(table, seat)
    thought = BotThought(scene_of(table), table.code, seat, name, seed) if not line and name != CARELESS else None
    return BotAsked(seat, table.game_seq, line, table.state.clone(), question, thought, seed)


async def bot_line(asked: BotAsked, thinkers: Thinking, asker: Asker, is_lost: bool) -> str:
    """A bot's answer; one that `is_lost` has failed to think and answers at random."""
    if asked.line:
        return asked.line
    if asked.thought is not None and not is_lost:
        return msgspec.json.decode(await thinkers.think(asked.thought, asker), type=BotLine).line
    choice = make(CARELESS, asked.seed).choose(view(asked.state, asked.seat), asked.question)
    return notate(asked.state, choice)
