"""The child process that analyses one finished game: it prints its progress, then the result, and exits."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import msgspec

from tipover.bots.game_analysis import TOLD, Analysis, CostlyDecision, Throw, analyse, budget, in_percent, rounds_of, spot
from tipover.bots.reasons import deed
from tipover.bots.referee import JUDGED
from tipover.cards.catalog import SIDES
from tipover.cards.pack import load
from tipover.engine.core.dice import face_name
from tipover.engine.core.ids import Side, is_figure
from tipover.engine.core.language import languages
from tipover.play.record import Record
from tipover.table.cardbox import catalog_with
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_server import AccountShown, AnalysisIs, AnswerShown, FaceShown, MistakeShown

MOST_SECONDS = 25.0  # of processor time for search; what is left after that is only evaluated
MOST_WAITED = 240.0  # seconds of waiting, for a busy machine: what is known so far is shown meanwhile
REPORT_EVERY = 0.25  # seconds between two reports of progress
SHOW_EVERY = 2.0  # seconds of processor time between two reports of what is known so far, the first of them at once
ALMOST = 0.99  # the most that is done before all is


class Task(msgspec.Struct):
    """A game to analyse."""

    record: str  # The text of its record.
    cards: list[str]  # TOML of the cards written for its table.
    folders: list[str]  # Folders of further packs.


def main() -> None:
    """Read a task from standard input; print the progress line by line, what is known so far now and then, and the result as the last line."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    _say(msgspec.json.encode(looked_through(task, _Teller())))


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


class _Teller:
    """Prints the progress and what is known so far, neither more often than it is worth."""

    def __init__(self) -> None:
        self.done = 0.0
        self.told_at = 0.0
        self.shown_at = -SHOW_EVERY

    def __call__(self, done: int, of: int) -> None:
        self.done = min(done / of, ALMOST)
        if time.monotonic() - self.told_at >= REPORT_EVERY:
            self.told_at = time.monotonic()
            _say(b"%.3f" % self.done)

    def partly(self, so_far: Callable[[], Analysis]) -> None:
        """Print what is known so far."""
        if time.process_time() - self.shown_at >= SHOW_EVERY:
            _say(msgspec.json.encode(told_in_all(so_far(), self.done)))
            self.shown_at = time.process_time()


def looked_through(task: Task, tell: _Teller) -> dict[str, AnalysisIs]:
    """The analysis of a game in every language."""
    begun, until = time.process_time(), time.monotonic() + MOST_WAITED
    catalog = catalog_with(task.cards, load(*task.folders, forgiving=True), *task.folders)
    match = Record.parse(task.record).replay(catalog)

    def enough() -> bool:
        return time.process_time() - begun > MOST_SECONDS or time.monotonic() > until

    return told_in_all(analyse(match, budget(match), 0, tell, enough, tell.partly, JUDGED), 1.0)


def told_in_all(found: Analysis, done: float) -> dict[str, AnalysisIs]:
    """An analysis in every language, so much of it done."""
    return {code: shown(found, code, done) for code in languages()}


def shown(found: Analysis, language: str, done: float = 1.0) -> AnalysisIs:
    """An analysis for the wire: chances in whole percent, changes in percentage points."""
    accounts = [_account(found, place, side, language) for place, side in enumerate(found.sides)]
    mistakes = [_mistake(one, language) for one in found.worst(most=TOLD * len(found.sides))]
    decided = found.decided if found.decided < len(found.steps) else -1
    return AnalysisIs("", done, accounts, mistakes, found.skipped, rounds_of(found.steps), decided)


def _mistake(one: CostlyDecision, language: str) -> MistakeShown:
    state, printer = one.state, table_printer(one.state, language)
    figure = one.choice.figure if is_figure(one.choice.figure) else state.acting
    after, before = map(in_percent, one.chances)
    warning = printer.text(one.warning) if one.warning is not None else ""
    played = AnswerShown(printer.text(deed(state, one.choice)), after, spot(state, one.choice), warning)
    better = AnswerShown(printer.text(deed(state, one.other)), before, spot(state, one.other), printer.text(one.why))
    return MistakeShown(one.moment, SIDES[one.side], one.percent, state.round, figure, played, better, _text(one, language))


def _account(found: Analysis, place: int, side: Side, language: str) -> AccountShown:
    account = found.ledgers[side].percent()
    chances = [in_percent(chances[place]) for chances in found.chances]
    shown = AccountShown(SIDES[side], chances, account["luck"], account["errors"], account["gifts"], account["drift"])
    shown.rolls = [(roll.moment, in_percent(roll.luck)) for roll in found.rolls[side]]
    shown.faces = [FaceShown(face_name(one.face), one.fell, round(one.expected, 1)) for one in found.faces[side]]
    if side in found.luckiest:
        shown.luckiest, shown.luckiest_at = _text(found.luckiest[side], language), found.luckiest[side].moment
    if side in found.unluckiest:
        shown.unluckiest, shown.unluckiest_at = _text(found.unluckiest[side], language), found.unluckiest[side].moment
    return shown


def _text(one: CostlyDecision | Throw, language: str) -> str:
    return table_printer(one.state, language).text(one.said)
