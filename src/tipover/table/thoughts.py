"""What a thinking process is asked, and how it answers: a bot's choice, hints, threats, plans. All of it is plain data."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from typing import Any

import msgspec

from tipover.bots import Bot, make
from tipover.bots.hint import Hint, hints
from tipover.bots.play_outs import going_on
from tipover.bots.pondering import ponder
from tipover.bots.tempo import seconds_for
from tipover.bots.turn_planner import TurnBot, resumed
from tipover.cards.catalog import SIDES
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import SeatId
from tipover.engine.core.language import sentence
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.play.match import Match
from tipover.play.notation.writing import notate
from tipover.table import queries
from tipover.table.opening import Library
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.plain_names import table_printer
from tipover.table.present.question import question
from tipover.table.protocol.from_server import BranchShown, HintIs, HintShown, Planned, ThreatsAre
from tipover.table.table_head import Head, setup_of
from tipover.table.table_log import Table

KEPT_SETUPS = 32
PONDERED = (
    8.0  # seconds that a bot thinks ahead at a time, more than it would take for its next question; another process is free meanwhile
)
KEPT_HINTS = 16  # that have a plan: the next hint of the turn goes on with it
KEPT_MINDS = 4  # bots that may go on with their search within a turn


class Scene(msgspec.Struct):
    """A position of a table."""

    head: Head  # What the table was opened with.
    state: dict[str, Any]  # The state as JSON.


class BotThought(msgspec.Struct, tag="bot"):
    """What does a bot answer?"""

    scene: Scene  # The position.
    room: str  # The table's code.
    seat: int  # The seat that is asked.
    bot: str  # The bot's name.
    seed: str  # The bot's seed.


class PonderThought(msgspec.Struct, tag="ponder"):
    """What may a bot be asked next, and what would it answer? It keeps that to itself."""

    scene: Scene  # The position, in which somebody else is asked.
    room: str  # The table's code.
    seat: int  # The bot's seat.
    bot: str  # The bot's name.
    seed: str  # The bot's seed.


class HintThought(msgspec.Struct, tag="hint"):
    """What are good answers of a seat?"""

    scene: Scene  # The position.
    id: str  # The question's id, which the answer has too.
    seq: int  # The moment's number.
    seat: int  # The seat that is asked.
    language: str  # The reader's language.


class ThreatsThought(msgspec.Struct, tag="threats"):
    """What can a side's rivals do next?"""

    scene: Scene  # The position.
    id: str  # The question's id, which the answer has too.
    seq: int  # The moment's number.
    side: str  # The side.
    language: str  # The reader's language.
    figure: int = -1  # Its figure that the chances at empty squares are for, -1 for none.


class PlanThought(msgspec.Struct, tag="plan"):
    """Where do some answers of a seat lead?"""

    scene: Scene  # The position.
    id: str  # The question's id, which the answer has too.
    seq: int  # The moment's number.
    seat: int  # The seat that plans.
    answers: list[int | str]  # Its answers.
    names: list[str]  # The names of the seats.
    seen: tuple[int, ...]  # The seats whose knowledge is shown.
    count: int  # The choices so far.
    language: str  # The reader's language.


class BotLine(msgspec.Struct):
    """A bot's answer."""

    line: str  # The line of the record.


class NoAnswer(msgspec.Struct):
    """There is no answer to this."""

    not_now: str  # Why not, as a sentence.


Thought = BotThought | PonderThought | HintThought | ThreatsThought | PlanThought
ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Thought] = msgspec.json.Decoder(Thought)


def scene_of(table: Table) -> Scene:
    """A table's position, without what thinking needs not know: it may go to other machines."""
    head = msgspec.structs.replace(table.head, server_seed="", next_seed="", former="", title="")
    return Scene(head, state_json(table.state))


class Mind:
    """Thinks in one process: keeps set-ups, and the searches of bots as long as their turn lasts."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._setups: OrderedDict[bytes, Setup] = OrderedDict()
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()
        self._hinted: deque[Hint] = deque(maxlen=KEPT_HINTS)  # the latest first

    def answer(self, asked: bytes) -> bytes:
        """The answer to an encoded thought, encoded as it will be sent to a browser."""
        thought = _DECODER.decode(asked)
        state = state_from_json(self._setup(thought.scene.head), thought.scene.state)
        try:
            return ENCODER.encode(self._answered(thought, state))
        except queries.NotNow as no:
            return ENCODER.encode(NoAnswer(sentence(no.said, getattr(thought, "language", "en"))))

    def _answered(self, thought: Thought, state: State) -> msgspec.Struct:
        match thought:
            case BotThought():
                return BotLine(self._bot_line(thought, state))
            case PonderThought():
                self._ponder(thought, state)
                return BotLine("")
            case HintThought():
                return self._hint(thought, state)
            case ThreatsThought():
                side = SIDES.index(thought.side)
                return ThreatsAre(thought.id, thought.seq, queries.threats(state, side, thought.language, thought.figure))
            case PlanThought():
                return _plan(thought, state)

    def _setup(self, head: Head) -> Setup:
        key = ENCODER.encode(head)
        if key not in self._setups:
            self._setups[key] = setup_of(head, self._library.of(head.cards))
        self._setups.move_to_end(key)
        while len(self._setups) > KEPT_SETUPS:
            self._setups.popitem(last=False)
        return self._setups[key]

    def _bot_line(self, thought: BotThought, state: State) -> str:
        key = (thought.room, thought.seat)
        ask = state.decision
        assert ask is not None
        bot = resumed(make(thought.bot, thought.seed), self._bots.pop(key, None))
        choice = bot.choose(view(state, SeatId(thought.seat)), ask, budget=seconds_for(thought.bot, state, ask))
        line = notate(state, choice)
        if _goes_on(state, choice, thought.seat):
            self._keep(key, bot)
        return line

    def _hint(self, thought: HintThought, state: State) -> HintIs:
        decision = state.decision
        assert decision is not None
        before = next((one for one in self._hinted if going_on(one.plan, state)), None)
        given = hints(view(state, SeatId(thought.seat)), decision, before=before)
        if given[0].plan:
            self._hinted.appendleft(given[0])
        best, *more = [
            HintShown(
                notate(state, one.choice), table_printer(one.state, thought.language).text(one.said), decision.options.index(one.choice)
            )
            for one in given
        ]
        return HintIs(thought.id, thought.seq, best.line, best.sentence, best.option, more)

    def _ponder(self, thought: PonderThought, state: State) -> None:
        """Let a bot think ahead for a moment; what it finds waits for its next question."""
        key = (thought.room, thought.seat)
        bot = self._bots.pop(key, None) or make(thought.bot, thought.seed)
        ponder(bot, view(state, SeatId(thought.seat)), thought.seed, time.monotonic() + PONDERED)
        self._keep(key, bot)

    def ready(self, room: str, seat: int) -> int:
        """For how many positions that may come a bot has its answer here."""
        bot = self._bots.get((room, seat))
        return bot.ready if isinstance(bot, TurnBot) else 0

    def _keep(self, key: tuple[str, int], bot: Bot) -> None:
        if isinstance(bot, TurnBot):
            bot.rest()
        self._bots[key] = bot
        while len(self._bots) > KEPT_MINDS:
            self._bots.popitem(last=False)


def _goes_on(state: State, choice: Choice, seat: int) -> bool:
    """Whether the seat may be asked again in its turn after this choice, which is played here."""
    if choice.verb == verbs.END:
        return False
    apply(state, choice)
    ask = state.decision
    return ask is not None and (ask.is_chance or seat in ask.seats)


def _plan(thought: PlanThought, state: State) -> Planned:
    ahead = queries.plan(Match(state.setup, None, thought.names, state), thought.seat, thought.answers, thought.language)
    language = thought.language
    moment = position(ahead.match.state, thought.seen, thought.seq, thought.count + len(ahead.match.choices), language)
    moment.question = question(ahead.match, thought.seen, language)
    shown = news(ahead.match.state, ahead.events, thought.seen, language)
    printer = table_printer(ahead.match.state, language)
    branches = [BranchShown(printer.text(one.said), one.chance) for one in ahead.branches]
    answer = "" if branches else queries.best_answer(ahead.match.state, thought.seat, thought.names, language)
    return Planned(thought.id, thought.seq, moment, ahead.played, shown, ahead.stopped, branches, ahead.chance, answer)
