"""The loop of a game in the terminal: shows the board and the question, reads a line, prints the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tipover.cli.asides import tell_card, tell_lines, tell_odds, tell_seen, tell_why
from tipover.cli.files import is_interactive
from tipover.cli.helping import help_lines
from tipover.cli.out import clean, say, say_all, tell, width
from tipover.cli.picture import spread
from tipover.cli.question_text import heading, hint, meaning_of_squares, option_lines, squares_asked
from tipover.cli.sitting import Sitting, save
from tipover.cli.typed_lines import suggestions
from tipover.engine.core import questions
from tipover.engine.core.event import Event
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.play.narrate import reason_lines, result_words, sentences
from tipover.play.notation.typed_names import NotationError


class Dialogue:
    """A game played in the terminal."""

    def __init__(self, sitting: Sitting, record: str = "") -> None:
        self.sitting = sitting
        self.record = record
        self.typed = is_interactive()
        self.done = False
        self._shown = -1
        self._kept = -1
        self._news: list[str] = []
        self._hinted: set[int] = set()

    def run(self) -> None:
        """Read lines until the player quits or the input ends; writes the requested record after every choice."""
        self.tell_events(self.sitting.begin())
        self.keep()
        lines = self._lines()
        while not self.done:
            self.show()
            line = next(lines, None)
            if line is None:
                break
            self.hear(line)
        if self.record:
            tell(f"The record is in {self.record}.", err=True)

    def keep(self) -> None:
        """Write the requested record, if it has changed."""
        if self.record and self._kept != self._moment():
            save(self.sitting, self.record, shared=False)
            self._kept = self._moment()

    def _moment(self) -> int:
        return hash(tuple(self.sitting.match.lines))

    def _lines(self) -> Iterator[str]:
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing, where the system has it)
        while True:
            sys.stdout.flush()
            if self.typed:
                try:
                    yield input("> ")
                except EOFError:
                    print()
                    return
                continue
            line = sys.stdin.readline()
            if not line:
                return
            if line.strip() and not line.lstrip().startswith("#"):
                tell(f"> {line.strip()}")
                yield line

    # -- what is shown ---------------------------------------------------------------------------------

    def show(self) -> None:
        """Print the board, what happened since, and the question, unless they were printed already."""
        state = self.sitting.state
        if self._shown == len(self.sitting.match.choices):
            return
        self._shown = len(self.sitting.match.choices)
        ask = state.decision
        say()
        say_all(spread(state, width(), squares_asked(ask), meaning_of_squares(state, ask), self.sitting.side_names()))
        for sentence in self._news:
            tell(f"· {sentence}", "  ")
        self._news.clear()
        if ask is None:
            tell(f"The game is over: {self.sitting.outcome()} ({result_words(state)}).")
            if self.typed:
                tell("Type 'save FILE' to keep the game, or 'quit'.")
            return
        who = "" if ask.is_chance else " or ".join(filter(None, map(self.sitting.name_of, ask.seats)))
        tell(heading(state, ask, who))
        say_all(option_lines(state, ask, width()))
        if ask.asked not in self._hinted or ask.asked == questions.ROLL:
            self._hinted.add(ask.asked)
            tell(hint(state, ask))

    def tell_events(self, events: list[Event]) -> None:
        """Store a sentence for each event, to be printed with the board."""
        self._news += sentences(self.sitting.state, events)

    # -- what is typed ---------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Execute a typed line: a command, a question or an answer."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        state = self.sitting.state
        commands = {"help": self._help, "?": self._help, "undo": self._undo, "save": self._save, "quit": self._quit,
                    "exit": self._quit, "board": self._board}  # fmt: skip
        asides = {"odds": tell_odds, "see": tell_seen, "why": tell_why, "lines": tell_lines, "card": tell_card}
        command, aside = commands.get(word.lower()), asides.get(word.lower())
        try:
            if not text:
                self.done = state.decision is None
            elif state.setup.figure(text) < 0 and command is not None:
                command(rest.strip())
            elif state.setup.figure(text) < 0 and aside is not None:
                aside(state, rest.strip())
            elif text.lower() == "roll" and self._wants_dice():
                self.tell_events(self.sitting.chance())
            else:
                self._answer(text)
            self.keep()
        except NotationError as error:
            tell(f"Not understood: {error}.")
        except IllegalChoice as refusal:
            self._refuse(text, refusal)
        except OSError as error:
            tell(f"That file cannot be used: {error.strerror or error}.")

    def _answer(self, text: str) -> None:
        """Play a line; prints a message if it only repeats a forced answer and so changes nothing."""
        before = len(self.sitting.match.choices)
        self.tell_events(self.sitting.answer(text))
        if len(self.sitting.match.choices) == before:
            tell(f"'{clean(text)}' changes nothing: that is done, and the question above is still open.")

    def _wants_dice(self) -> bool:
        ask = self.sitting.state.decision
        return ask is not None and ask.is_chance

    def _refuse(self, line: str, refusal: IllegalChoice) -> None:
        state = self.sitting.state
        for k, told in enumerate(reason_lines(state, refusal.reasons) or [str(refusal)]):
            tell(f"{'No: ' if k == 0 else '    '}{told}", "    ")
        ask = state.decision
        if refusal.nearby and ask is not None and ask.asked != questions.ROLL:
            tell(f"    Allowed, for example: {', '.join(suggestions(state, line, refusal))}.", "    ")

    def _help(self, rest: str) -> None:
        self._hinted.clear()
        for line in help_lines(self.sitting.state, width()):
            say(line)

    def _board(self, rest: str) -> None:
        self._shown = -1
        self._hinted.clear()

    def _quit(self, rest: str) -> None:
        self.done = True

    def _undo(self, rest: str) -> None:
        if self.sitting.last_own() < 0:
            tell("There is nothing of yours to take back.")
            return
        taken = self.sitting.undo()
        if not taken:
            tell("There is nothing to take back: dice that have fallen stay as they are.")
            return
        self._shown = -1
        tell(f"Taken back: {', '.join(taken)}.")

    def _save(self, rest: str) -> None:
        if not rest:
            tell("Save where? Type 'save game.tip'.")
            return
        goal = rest if Path(rest).suffix else f"{rest}.tip"
        save(self.sitting, goal, shared=True)
        going_on = (
            "" if self.sitting.match.over else ", to share: with the dice as they fell, without the seed and without what is still secret"
        )
        tell(f"The record is in {clean(goal)}{going_on}.")
