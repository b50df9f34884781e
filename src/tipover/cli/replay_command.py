"""`tipover replay`: a recorded game again, as sentences, or its board after a choice."""

from __future__ import annotations

import click

from tipover.cards.catalog import SIDES
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import begin, record_with_cards
from tipover.cli.out import put_json, say, say_all, tell, width
from tipover.cli.picture import spread
from tipover.engine.codec import state_json
from tipover.engine.core.state import State
from tipover.play.act_sentences import acts, with_points
from tipover.play.match import Match
from tipover.play.narrate import result_words, sentences
from tipover.play.printers import count, marked


class _ReplayPrinter:
    """Listens to a replay: prints each choice with what it did, and keeps the state after one of them."""

    def __init__(self, at: int | None, aloud: bool, brief: bool = False) -> None:
        self.at = at
        self.aloud = aloud
        self.brief = brief
        self.told = self.events = 0
        self.state: State | None = None

    def hear(self, match: Match) -> None:
        """Take note of the choices since the last call."""
        if self.aloud and self.brief:
            self._tell_acts(match)
        elif self.aloud:
            for line in match.lines[self.told :]:
                self.told += 1
                say((f"{self.told:>4} {line}", "bold"))
            for sentence in sentences(match.state, match.events[self.events :]):
                tell(f"     {sentence}", "     ")
            self.events = len(match.events)
        if self.at is not None and self.state is None and len(match.choices) >= self.at:
            self.state = match.state.clone()

    def _tell_acts(self, match: Match) -> None:
        """One sentence for each act; what is no news yet is told with the next choice, and dice with what they decide."""
        if match.state.decision is not None and match.state.decision.is_chance:
            return
        found = acts(match.state, match.events[self.events :], match.events[: self.events])
        for act in found:
            tell(f"{len(match.choices):>4} {marked(match.state).text(with_points(act))}", "     ")
        if found:
            self.events = len(match.events)


@click.command("replay")
@click.argument("file", metavar="RECORD")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Show the board after choice N instead.")
@click.option("--brief", is_flag=True, help="One sentence for each act, without its choices, dice and rules.")
@json_option
@packs_option
def replay_command(file: str, at: int | None, brief: bool, as_json: bool) -> None:
    """Play RECORD again, checking every choice and every die; - is standard input."""
    record, cards, warnings = record_with_cards(file, as_json, " It is replayed as far as it goes.")
    teller = _ReplayPrinter(at, at is None and not as_json, brief)
    teller.hear(begin(record, cards))
    match = record.replay(cards, teller.hear)
    if at is not None and teller.state is None:
        fail(f"--at {at}: the record has {count(len(match.choices), 'choice')}.")
    state = teller.state or match.state
    if as_json:
        winner = SIDES[state.winner] if state.winner >= 0 else "none" if state.over else None
        data = {"choices": at if at is not None else len(match.choices), "digest": state.digest(), "winner": winner, "warnings": warnings}
        put_json({**data, "state": state_json(state)} if at is not None else data)
        return
    if at is not None:
        say_all(spread(state, width()))
        return
    ended = f"{SIDES[state.winner]} won" if state.winner >= 0 else "a draw" if state.over else "not finished"
    tell(f"{count(len(match.choices), 'choice')}, {ended} ({result_words(state)}), digest {state.digest()}")
