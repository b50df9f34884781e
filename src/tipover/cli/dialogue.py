"""The conversation at a terminal: shows the board and the question, reads a line, says what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tipover.cards.catalog import SIDES
from tipover.cli.files import is_interactive
from tipover.cli.out import clean, say, say_all, tell, width
from tipover.cli.picture import spread
from tipover.cli.question import explained, heading, hint, meaning_of_squares, option_lines, squares_asked
from tipover.cli.sitting import Sitting, save
from tipover.cli.words import reason_lines, result_words, sentences
from tipover.engine.decision import ASK_ROLL, CHALLENGE
from tipover.engine.event import Event
from tipover.engine.field import seen_by
from tipover.engine.run import IllegalChoice
from tipover.engine.sightwhy import as_square, viewer_side, why_not_seen, why_seen
from tipover.play.notation import NotationError, notate, why_not

HELP = """\
Type an option's number, or a line of the notation:
  L1                 L1 takes the turn
  L1: move c4        move; a square alone will do (a move may stay where it is)
  L1: challenge D2   challenge an adjacent rival
  L1: assist L2      help up an adjacent ally that is knocked down
  L1: interact A     take an adjacent point marker
  L1: rally          stand up, for both actions
  L1: end            no more actions
  c4                 the square to place, return or move to
  roll b s           dice you rolled: b burst, s shield, ! triple; 'roll' rolls for you
A figure goes by its mark (L1), or by the beginning of its name (Rose).
And besides:
  why L1: move c4    may it do that? if not, by which rule
  why L1 D2          does L1 see D2, and why
  see c4             what is seen from a square
  odds               the chances of the challenges you may declare
  undo               take back your last choice, up to the last die
  board              the board and the question again
  save FILE          keep the game as a record
  quit               leave
"""


class Dialogue:
    """One sitting in conversation."""

    def __init__(self, sitting: Sitting, record: str = "") -> None:
        self.sitting = sitting
        self.record = record
        self.typed = is_interactive()
        self.done = False
        self._shown = -1

    def run(self) -> None:
        """Talk until the game is left, or the input ends; then keep the record if one is wanted."""
        self.tell_events(self.sitting.begin())
        lines = self._lines()
        try:
            while not self.done:
                self.show()
                line = next(lines, None)
                if line is None:
                    break
                self.hear(line)
        finally:
            self.keep()

    def keep(self) -> None:
        """Write the record that was asked for."""
        if self.record:
            save(self.sitting, self.record)
            say(f"The record is in {self.record}.", err=True)

    def _lines(self) -> Iterator[str]:
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing, where the system has it)
        while True:
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
                say(f"> {line.strip()}")
                yield line

    # -- what is shown ---------------------------------------------------------------------------------

    def show(self) -> None:
        """The board and the question, unless they stand there already."""
        state = self.sitting.state
        if self._shown == len(self.sitting.match.choices):
            return
        self._shown = len(self.sitting.match.choices)
        ask = state.decision
        say()
        say_all(spread(state, width(), squares_asked(ask), meaning_of_squares(state, ask)))
        say()
        if ask is None:
            result = f"{SIDES[state.winner]} wins" if state.winner >= 0 else "a draw" if state.over else "nobody is left to act"
            tell(f"The game is over: {result} ({result_words(state)}).")
            if self.typed:
                tell("Type 'save FILE' to keep the game, or 'quit'.")
            return
        who = "" if ask.is_chance else self._names(ask.seats)
        tell(heading(state, ask, who))
        say_all(option_lines(state, ask, width()))
        tell(hint(state, ask))

    def _names(self, seats: list[int]) -> str:
        names = self.sitting.match.names
        return " or ".join(names[seat] if seat < len(names) else f"player {seat + 1}" for seat in seats) if names else ""

    def tell_events(self, events: list[Event]) -> None:
        """What happened, a sentence each."""
        for sentence in sentences(self.sitting.state, events):
            tell(f"· {sentence}", "  ")

    # -- what is typed ---------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Do what a typed line says."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        commands = {"help": self._help, "?": self._help, "undo": self._undo, "odds": self._odds, "see": self._see,
                    "why": self._why, "save": self._save, "quit": self._quit, "exit": self._quit, "board": self._board}  # fmt: skip
        command = commands.get(word.lower())
        try:
            if not text:
                self.done = self.sitting.state.decision is None
            elif command is not None and self.sitting.state.setup.figure(text) < 0:
                command(rest.strip())
            elif text.lower() == "roll" and self._wants_dice():
                self.tell_events(self.sitting.chance())
            else:
                self.tell_events(self.sitting.answer(text))
        except NotationError as error:
            tell(f"Not understood: {error}.")
        except IllegalChoice as refusal:
            self._refuse(refusal)
        except OSError as error:
            tell(f"That file cannot be used: {error.strerror or error}.")

    def _wants_dice(self) -> bool:
        ask = self.sitting.state.decision
        return ask is not None and ask.is_chance

    def _refuse(self, refusal: IllegalChoice) -> None:
        state = self.sitting.state
        for k, line in enumerate(reason_lines(refusal.reasons) or [str(refusal)]):
            tell(f"{'No: ' if k == 0 else '    '}{line}", "    ")
        ask = state.decision
        if refusal.nearby and ask is not None and ask.asked != ASK_ROLL:
            tell(f"    Allowed, for example: {', '.join(notate(state, option) for option in refusal.nearby)}.", "    ")

    def _help(self, rest: str) -> None:
        for line in HELP.splitlines():
            say(line)

    def _board(self, rest: str) -> None:
        self._shown = -1

    def _quit(self, rest: str) -> None:
        self.done = True

    def _undo(self, rest: str) -> None:
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
        save(self.sitting, goal)
        say(f"The record is in {clean(goal)}.")

    def _odds(self, rest: str) -> None:
        state = self.sitting.state
        words = rest.split()
        if len(words) == 2 and all(word.isascii() and word.isdigit() and int(word) <= 40 for word in words):
            from tipover.cli.odds import odds_line

            tell(odds_line(int(words[0]), int(words[1])))
            return
        if words:
            tell("Type 'odds' for the challenges at hand, or 'odds 2 2' for two dice against two.")
            return
        options = [option for option in state.decision.options if option.verb == CHALLENGE] if state.decision else []
        for option in options:
            tell(f"{notate(state, option)}  {explained(state, option)}")
        if not options:
            tell("Nobody can be challenged now. 'odds 2 2' tells the chance of two dice against two.")

    def _see(self, rest: str) -> None:
        state = self.sitting.state
        square = as_square(state, rest)
        if square < 0:
            tell("Type 'see' and a square or a figure, as 'see c4'.")
            return
        mask = seen_by(state, square, viewer_side(state, square))
        say_all(spread(state, width(), mask, f"seen from {state.setup.grid.name(square)}"))
        tell(f"Seen from {state.setup.grid.name(square)}: {', '.join(state.setup.grid.names(mask))}.")

    def _why(self, rest: str) -> None:
        state = self.sitting.state
        words = rest.split()
        if len(words) == 2 and all(as_square(state, word) >= 0 for word in words):
            seen = why_seen(state, words[0], words[1])
            tell(f"{words[1]} is {'seen' if seen else 'not seen'} from {words[0]}.")
            reasons = seen or why_not_seen(state, words[0], words[1])
        elif not rest:
            tell("Type 'why' and what you would do, as 'why L1: move c4', or two squares, as 'why a1 c4'.")
            return
        else:
            reasons = why_not(state, rest)
            tell("That is not allowed:" if reasons else "That is allowed.")
        for line in reason_lines(reasons):
            tell(f"  {line}", "  ")
