"""The trial of a pack: each of its texts is played until it has done something, within a bound of games and choices.

A crash and a loop that only its bound ends are faults; a text that never did anything gets a warning that says what it lacked.
Everything is drawn from one fixed seed, so that the same files give the same findings, in any folder and in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tipover.cards.catalog import Catalog
from tipover.cards.check import fault_at
from tipover.cards.check_text import WrittenRule
from tipover.cards.toml import Fault
from tipover.engine.core import questions, verbs
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import ChainStopped
from tipover.engine.core.setup import SetupError
from tipover.engine.core.state import State
from tipover.engine.queries.provoked import matters_when_tried, provoked
from tipover.engine.queries.trials import GameTexts, IdleText, chain_length, matters_now, text_of_error
from tipover.engine.run import take
from tipover.play.deal import Described
from tipover.play.dice import Stream
from tipover.play.trial.casts import Casts
from tipover.play.trial.positions import shaken

MOST_SETUP_CHOICES = 200
POSITIONS = 3  # for each game of the first round
CHOICES = 16  # in each position
FURTHER_GAMES = 25  # as long as a text has done nothing
FURTHER_POSITIONS = 10
BETTER_POSITIONS = 5  # from which the one is taken in which most idle texts could do something
SUSPECT = 8  # effects that set off one another: so many, and the chain is played to its end
MOST_IN_A_LOOP = 400  # choices until TIM-8 has ended any chain
MOST_FAULTS = 10
STANDING_TRIES = 3  # standing rules looked at for each choice
UNMET = "no game has this text: nothing brings its card into play"


class Trial:
    """The trial of one pack's rules. `is_time_up`, asked after each choice, ends it early; what was not played by then is not blamed."""

    def __init__(self, catalog: Catalog, pack: str, rules: Iterable[WrittenRule], is_time_up: Callable[[], bool] = lambda: False) -> None:
        self.catalog = catalog
        self.casts = Casts(catalog, pack)
        self.written = {id(text): (written, text) for written in rules for text in written.texts}
        self.idle: dict[int, IdleText | None] = dict.fromkeys(self.written)  # the texts that have done nothing, None if not even met
        self.is_time_up = is_time_up
        self.choices = 0
        self.turn = 0  # the idle triggers have their events one after another
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []

    def run(self) -> None:
        """Play until every text has done something, or the bound is reached."""
        if not self.written:
            return
        games = 0
        for described in self.casts.first():
            games += self._game(described, POSITIONS, games)
            if self._is_over():
                return
        for number in range(FURTHER_GAMES):
            if not self.idle:
                break
            for described in self.casts.further(self.idle, number):
                games += self._game(described, FURTHER_POSITIONS, games)
                if self._is_over():
                    return
        if not games and self.casts.errors:
            written, text = next(iter(self.written.values()))
            self.faults.append(fault_at(written, text.at, f"no game can be set up with these cards: {self.casts.errors[0]}"))
            return
        for key, lacked in self.idle.items():
            written, text = self.written[key]
            self.warnings.append(fault_at(written, text.at, UNMET if lacked is None else lacked.lacked()))

    def _is_over(self) -> bool:
        return len(self.faults) >= MOST_FAULTS or self.is_time_up()

    # -- one game ------------------------------------------------------------------------------------------

    def _game(self, described: Described, positions: int, number: int) -> int:
        """Play a game's set-up and several positions of it; 1, or 0 if it cannot be set up."""
        try:
            setup = arrange(self.catalog, described)
        except SetupError as error:
            self.casts.errors.append(error)
            return 0
        stream = Stream(number, "trial")
        try:
            state = setup.start()
            self._play(state, stream, MOST_SETUP_CHOICES, is_setup=True)
            for _ in range(positions):
                if state.decision is None or self._is_over():
                    break
                self._play(self._position(state, stream), stream, CHOICES)
        except Exception as error:  # whatever a text breaks, its author is to be told
            self._blame_crash(error)
        return 1

    def _position(self, state: State, stream: Stream) -> State:
        """A position of a game; if a trigger is still idle, one in which its event has just happened."""
        texts = GameTexts(state, self.idle)
        position = shaken(state, stream, texts.bearers)
        if not texts.idle and not texts.standing:
            return position
        best = texts.readiness(position)
        for _ in range(BETTER_POSITIONS):
            other = shaken(state, stream, texts.bearers)
            if (ready := texts.readiness(other)) > best:
                position, best = other, ready
        if not texts.triggers:
            return position
        self.turn += 1
        entry = texts.triggers[self.turn % len(texts.triggers)]
        return provoked(position, entry, self.turn) or position

    def _play(self, state: State, stream: Stream, most: int, is_setup: bool = False) -> None:
        """Make choices, those that begin an idle text first, and note which texts did something."""
        texts = GameTexts(state, self.idle)
        number = 0
        while number < most or (number < MOST_IN_A_LOOP and chain_length(state) > SUSPECT):
            number += 1
            ask = state.decision
            if ask is None or (is_setup and state.round > 0 and ask.asked == questions.TURN):
                break
            if texts.is_outdated(state):
                self._note(texts)
                texts = GameTexts(state, self.idle)
            choice = _choice(state, ask, stream, texts)
            for rule in texts.standing[:STANDING_TRIES]:
                if matters_now(state, rule, choice) or (number == 1 and matters_when_tried(state, rule)):
                    self.idle.pop(id(rule.text), None)
                    texts.standing.remove(rule)
            self.choices += 1
            for event in take(state, choice):
                if isinstance(event, ChainStopped):
                    self._blame_loop(event)
            if self.is_time_up():
                break
        self._note(texts)

    def _note(self, texts: GameTexts) -> None:
        for key in texts.done():
            self.idle.pop(key, None)
        for key, lacked in texts.still_idle():
            if key in self.idle:
                self.idle[key] = lacked

    # -- faults --------------------------------------------------------------------------------------------

    def _blame_crash(self, error: Exception) -> None:
        text = text_of_error(error)
        if isinstance(error, RecursionError):
            message = "does not come to an end"
        else:
            message = f"broke off, which is a fault of the program too: {type(error).__name__} {error}".strip()
        written = self.catalog.written(text) if text is not None else None
        if text is not None and written is not None:
            self.idle.pop(id(text), None)
            self._blame(fault_at(written, text.at, f"a game with this text {message}"))
            return
        written, text = next(iter(self.written.values()))
        self._blame(fault_at(written, text.at, f"a game with a text of this pack {message}"))

    def _blame(self, fault: Fault) -> None:
        """Note a fault, only one for each text."""
        if all(fault[:3] != one[:3] for one in self.faults):
            self.faults.append(fault)

    def _blame_loop(self, event: ChainStopped) -> None:
        """A chain of texts that only its bound ended, at the first text of this pack that is part of it."""
        for written, text in self.written.values():
            if written.name in event.names:
                others = [name for name in event.names if name != written.name]
                whom = f"it and {', '.join(others)} set" if others else "it sets"
                message = f"{whom} off one another without end (TIM-8): close one with `Once per turn.`"
                self._blame(fault_at(written, text.at, message))
                return


def _choice(state: State, ask: Decision, stream: Stream, texts: GameTexts) -> Choice:
    """One that begins an idle text, mostly; otherwise first a kind, so that rare deeds are not lost among many moves."""
    wanted = [option for option in ask.options if texts.begins_idle(state, option)]
    fresh = [option for option in wanted if not texts.was_in_vain(state, option)]
    if wanted and stream.randrange(4):
        moves = [] if fresh or not stream.randrange(2) else [option for option in ask.options if option.verb == verbs.MOVE]
        wanted = fresh or moves or wanted
        return wanted[stream.randrange(len(wanted))]
    if ask.weights is not None:
        return ask.options[stream.randrange(len(ask.options))]  # rare rolls too
    kinds = list(dict.fromkeys((one.verb, one.thing if one.verb in verbs.CARD_ACTIONS else -1) for one in ask.options))
    verb, thing = kinds[stream.randrange(len(kinds))]
    if ask.asked in (questions.ACTION, questions.TURN) and stream.randrange(3) == 0 and (verbs.CHALLENGE, -1) in kinds:
        verb, thing = verbs.CHALLENGE, -1  # most texts wait for what challenges bring about
    among = [one for one in ask.options if one.verb == verb and thing in (-1, one.thing)]
    return among[stream.randrange(len(among))]
