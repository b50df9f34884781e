"""Records: a game as a file with set-up, seed or dice, and the list of choices; enough to replay it exactly."""

from __future__ import annotations

import json
from collections.abc import Callable
from errno import EISDIR
from os import strerror
from pathlib import Path

from tipover.cards.catalog import SIDES, Catalog
from tipover.cards.pack import load
from tipover.cards.raw_file import read_raw
from tipover.cards.toml import ContentError, Fault
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import NOBODY
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.nesting import DEEPEST_SETUP, is_nested_deeper
from tipover.engine.core.setup import Setup, SetupError
from tipover.engine.core.state import State
from tipover.engine.core.version import __version__
from tipover.play.dice import SeededDice
from tipover.play.fair import FairDice, NotFair, Proof, commitment
from tipover.play.match import Match
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import notate

FORMAT = "tipover-record 1"
FIRST_CHOICE = 8  # the line number of the first choice in `text`
LARGEST_RECORD = 8 * 1024 * 1024


class Record:
    """A recorded game. `lines` are choices in the notation, each with its line number in the file."""

    def __init__(self) -> None:
        self.file = "record"
        self.engine = __version__
        self.catalog = ""
        self.setup: dict[str, object] = {}
        self.dice = "stated"
        self.names: list[str] = []
        self.lines: list[str] = []
        self.numbers: list[int] = []
        self.columns: list[int] = []
        self.result = ""
        self.note = ""
        self._places = {"setup": 1, "dice": 1, "result": 1}

    @staticmethod
    def of(match: Match, ended: bool = False) -> Record:
        """The complete record of a match so far, with its seed and secret choices, for the one who runs the game.

        Fair dice are written as stated rolls until the game is over or `ended` by its people, so that the seed stays secret.
        """
        record = Record()
        record.catalog = match.setup.catalog.digest
        record.setup = match.setup.to_json()
        record.dice = _dice_written(match.dice, match.over or ended)
        record.names = match.names
        record.lines = list(match.lines)
        record.numbers = [FIRST_CHOICE + k for k in range(len(record.lines))]
        record.columns = [len(f"{k} ") + 1 for k in range(1, len(record.lines) + 1)]
        if match.over or ended:
            record.result = result_line(match.state)
        return record

    @staticmethod
    def shared(match: Match, seat: int = NOBODY, ended: bool = False) -> Record:
        """The record as one seat may know the game; `NOBODY` for the public.

        During the game it contains the rolls but never the seed, and ends before the first hidden choice (SUP-11); from
        there it can be continued as a new game. Once the game is over, or `ended` by its people, it is complete.
        """
        record = Record.of(match, ended)
        if match.over or ended:
            return record
        record.dice = "stated"
        known = match.open_to(seat)
        if known < len(record.lines):
            record.note = "what was chosen in secret, and all after it, is left out until it is shown (SUP-11)"
        for part in (record.lines, record.numbers, record.columns):
            del part[known:]
        return record

    def text(self) -> str:
        """The file's text."""
        head = [FORMAT, f"engine {self.engine}", f"catalog {self.catalog}"]
        head.append("setup " + json.dumps(self.setup, separators=(",", ":"), ensure_ascii=False))
        head.append(f"dice {self.dice}")
        head.append("names " + " | ".join(" ".join(name.replace("|", "/").split()) for name in self.names))
        body = [f"{k} {line}" for k, line in enumerate(self.lines, 1)]
        tail = [*([f"=== {self.result}"] if self.result else []), *([f"# {self.note}"] if self.note else [])]
        return "\n".join([*head, "---", *body, *tail]) + "\n"

    @staticmethod
    def read(path: str | Path) -> Record:
        """Read a record file; mistakes raise a `ContentError` with the line."""
        name = str(path)
        try:
            if Path(path).is_dir():
                raise IsADirectoryError(EISDIR, strerror(EISDIR))
            raw = read_raw(Path(path), LARGEST_RECORD, told="a record has at most")
        except OSError as error:
            raise ContentError([Fault(name, 1, 1, f"the file cannot be read: {error.strerror}")]) from None
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ContentError([Fault(name, 1, 1, "the file is not UTF-8 text")]) from None
        return Record.parse(text, name)

    @staticmethod
    def parse(text: str, name: str = "record") -> Record:
        """Read a record's text."""
        record = Record()
        record.file = name
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip() != FORMAT:
            raise ContentError([Fault(name, 1, 1, f"a record begins with '{FORMAT}'")])
        seen: set[str] = set()
        for number, raw in enumerate(lines[1:], 2):
            line = _head_line(raw)
            if "---" in seen:
                record._choice(number, raw)
            elif line == "---":
                seen.add("---")
            elif line:
                if (key := line.partition(" ")[0]) in seen:
                    raise ContentError([Fault(name, number, 1, f"the line '{key}' stands twice")])
                seen.add(record._head(number, line))
        for key in ("setup", "dice", "---"):
            if key not in seen:
                raise ContentError([Fault(name, len(lines), 1, f"the record has no line '{key}'")])
        return record

    def _head(self, number: int, line: str) -> str:
        key, _, value = line.partition(" ")
        value = value.strip()
        if key == "setup":
            try:
                data = json.loads(value)
            except (ValueError, RecursionError):
                raise ContentError([Fault(self.file, number, 7, "the set-up is one line of JSON")]) from None
            if not isinstance(data, dict):
                raise ContentError([Fault(self.file, number, 7, "the set-up is a JSON object")])
            if is_nested_deeper(data):
                raise ContentError([Fault(self.file, number, 7, f"the set-up is nested deeper than {DEEPEST_SETUP} brackets")])
            self.setup = data
            self._places["setup"] = number
        elif key == "dice":
            self.dice = value
            if value != "stated" and not value.startswith(("seed ", "fair ")):
                raise ContentError([Fault(self.file, number, 6, "the dice are 'seed …', 'stated' or 'fair …'")])
            self._places["dice"] = number
            try:
                self.proof()
            except NotFair as error:
                raise ContentError([Fault(self.file, number, 6, str(error))]) from None
        elif key in ("engine", "catalog"):
            setattr(self, key, value)
        elif key == "names":
            self.names = [one.strip() for one in value.split("|")] if value else []
        else:
            keys = "engine, catalog, setup, dice, names and then ---"
            raise ContentError([Fault(self.file, number, 1, f"'{key}' is no part of a record; it has {keys}")])
        return key

    def _choice(self, number: int, raw: str) -> None:
        line = raw.strip()
        if not line or line.startswith("#"):
            return
        if line.startswith("==="):
            self.result = _without_comment(line[3:].strip())
            self._places["result"] = number
            return
        count, _, choice = line.partition(" ")
        choice = _without_comment(choice)
        if count != str(len(self.lines) + 1) or not choice:
            want = len(self.lines) + 1
            raise ContentError([Fault(self.file, number, 1, f"'{count}' where choice number {want} belongs, as '{want} L1: move c4'")])
        if self._places["result"] > 1:
            raise ContentError([Fault(self.file, number, 1, "a choice after the end of the game")])
        self.lines.append(choice)
        self.numbers.append(number)
        self.columns.append(raw.index(choice, raw.index(count) + len(count)) + 1)

    def warnings(self, catalog: Catalog) -> list[str]:
        """Differences between this program and its cards and those that the record was made with."""
        said: list[str] = []
        if self.engine != __version__:
            said.append(f"the record was made by engine {self.engine}; this is {__version__}")
        if self.catalog and self.catalog != catalog.digest:
            said.append(f"the cards have changed since: catalog {self.catalog}, now {catalog.digest}")
        return said

    def begin(self, catalog: Catalog | None = None) -> Match:
        """A match at the record's start. Fair dice without the server's seed are read as stated rolls."""
        catalog = catalog or load()
        dice = self.seeded()
        try:
            setup, start = self._start(catalog)
        except (SetupError, ContentError) as error:
            raise ContentError([Fault(self.file, self._places["setup"], 7, f"the set-up cannot be played: {error}")]) from None
        match = Match(setup, None, self.names, start)
        match.dice = dice
        return match

    def proof(self) -> Proof | None:
        """The record's line of fair dice; None if it has other dice."""
        return Proof.read(self.dice) if self.dice.startswith("fair ") else None

    def seeded(self) -> SeededDice | None:
        """The dice of the record's seed; None if it has none. A server's seed that does not match its commitment is refused."""
        if self.dice.startswith("seed "):
            return SeededDice(self.dice[5:].strip())
        proof = self.proof()
        if proof is None or not proof.server_seed:
            return None
        if not proof.is_kept:
            message = f"the server's seed does not fit the commitment: its SHA-256 is {commitment(proof.server_seed)}"
            raise ContentError([Fault(self.file, self._places["dice"], 6, message)])
        return FairDice(proof.server_seed, proof.seeds)

    def _start(self, catalog: Catalog) -> tuple[Setup, State | None]:
        if "scene" in self.setup:
            from tipover.play.scene import scene_state

            state = scene_state(str(self.setup["scene"]), self.file, catalog)
            return state.setup, state
        return arrange(catalog, self.setup), None

    def replay(self, catalog: Catalog | None = None, each: Callable[[Match], None] | None = None) -> Match:
        """Replay the record, checking every choice and every seeded die; `each` is called after each choice."""
        match = self.begin(catalog)
        seeded, match.dice = match.dice, None
        for number, column, line in zip(self.numbers, self.columns, self.lines, strict=True):
            self._catch_up(match, seeded, line, each)
            ask = match.state.decision
            try:
                expected = seeded.answer(ask) if seeded and ask is not None and ask.is_chance else None
                match.play(line)
            except NotationError as error:
                raise ContentError([Fault(self.file, number, column + error.column - 1, f"'{line}': {error}")]) from None
            except IllegalChoice as refusal:
                raise ContentError([Fault(self.file, number, column, f"'{line}' is refused: {refusal}")]) from None
            if expected is not None and match.choices[-1] != expected:
                raise ContentError([Fault(self.file, number, column, f"'{line}' is not what the {_seeds_give(seeded)}")])
            if each is not None:
                each(match)
        if seeded and not match.over:
            self._catch_up(match, seeded, "", each)
        if self.result and self.result != result_line(match.state):
            ended = "ended" if match.over else "stands at"
            message = f"the result '{self.result}' does not fit the game, which {ended} '{result_line(match.state)}'"
            raise ContentError([Fault(self.file, self._places["result"], 5, message)])
        match.dice = seeded
        return match

    def _catch_up(self, match: Match, seeded: SeededDice | None, line: str, each: Callable[[Match], None] | None) -> None:
        """Let seeded dice answer until the next line is asked for, since a record may leave them out."""
        while seeded and (ask := match.state.decision) is not None and ask.is_chance:
            if line.lower().startswith(("roll", "flip")) or _is_drawn(match.state, ask, line):
                return
            match.play(seeded.answer(ask))
            if each is not None:
                each(match)


def _is_drawn(state: State, ask: Decision, line: str) -> bool:
    """Whether a line is an answer to a text that draws at random (`> Turbo Power-up`), which looks like a player's."""
    return line.startswith(">") and any(notate(state, option).lower() == line.lower() for option in ask.options)


def _dice_written(dice: SeededDice | None, ended: bool) -> str:
    """The text of the dice; a server's seed is included only once it cannot be exploited any more."""
    if isinstance(dice, FairDice):
        return str(dice.proof(revealed=True)) if ended else "stated"
    return f"seed {dice.seed}" if dice else "stated"


def _seeds_give(dice: SeededDice | None) -> str:
    return "mixed seeds give" if isinstance(dice, FairDice) else "seed gives"


def _head_line(raw: str) -> str:
    """A line of the head without its comment; a set-up and names may contain `#`, a seed one without a space before it."""
    line = raw.strip()
    return line if line.startswith(("setup ", "names ")) else _without_comment(line)


def _without_comment(text: str) -> str:
    """A choice without its comment; in a name, `#` has no space before it."""
    return (" " + text).split(" #", 1)[0].strip() if not text.lower().startswith("pick") else text.split("  #", 1)[0].strip()


def result_line(state: State) -> str:
    """`light 3 dark 1`: the points of each side, clockwise from light."""
    return " ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)
