"""Messages of real games for the web's tests: `python -m kit.fixtures web/fixtures` plays a few and writes what a seat is told."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from tipover import Match, arrange, load
from tipover.cards.catalog import SIDES
from tipover.engine.decision import ASK_ACTION, ASK_PICK, CHALLENGE, END
from tipover.engine.setup import Setup
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream
from tipover.table.protocol import LogLine, SeatNow, TableNow, Update, Welcome
from tipover.table.show.game import game_shown
from tipover.table.show.moment import position
from tipover.table.show.news import log, news
from tipover.table.show.question import question

MOST_CHOICES = 400
UPDATES = 30


class Sample:
    """A game played at random, with the log of everything so far as one seat may know it."""

    def __init__(self, setup: Setup, seed: str, seat: int = 0) -> None:
        self.match = Match(setup, seed)
        self.seats = [seat]
        self.stream = Stream(seed, "fixture")
        self.lines: list[LogLine] = log(self.match.state, self.match.events, len(self.match.choices), self.seats)

    def step(self) -> Update:
        """One answer, a challenge if there is one, else a random one that does not end the turn; and the update it brings."""
        ask = self.match.state.decision
        assert ask is not None, "the game is over; choose another seed"
        busy = [option for option in ask.options if option.verb == CHALLENGE] or [option for option in ask.options if option.verb != END]
        events = self.match.play((busy or ask.options)[self.stream.randrange(len(busy or ask.options))])
        state, count = self.match.state, len(self.match.choices)
        fresh = log(state, events, count, self.seats)
        self.lines += fresh
        moment = position(state, self.seats, count, count)
        moment.question = question(self.match, self.seats)
        return Update(seq=count, moment=moment, news=news(state, events, self.seats), log=fresh)

    def until(self, wanted: Callable[[Match], bool]) -> None:
        """Play on until the moment is as wanted."""
        for _ in range(MOST_CHOICES):
            if wanted(self.match):
                return
            self.step()
        raise AssertionError("no such moment came up; choose another seed")

    def welcome(self, title: str) -> Welcome:
        """What the seat is told when it says hello now."""
        match, state = self.match, self.match.state
        count = len(match.choices)
        moment = position(state, self.seats, count, count)
        moment.question = question(match, self.seats)
        side_of = {seat: SIDES[side] for side in state.setup.sides if state.team[side] >= 0 for seat in state.seats_of(side)}
        seats = [
            SeatNow(seat=seat, kind="person", side=side_of.get(seat, ""), name="You", present=True)
            if seat in self.seats
            else SeatNow(seat=seat, kind="bot", side=side_of.get(seat, ""), name="Random", bot="random", present=True)
            for seat in range(match.setup.seat_count)
        ]
        score = ", ".join(f"{SIDES[side]} {state.points[side]}" for side in state.setup.sides)
        table = TableNow(
            code="fixture", title=title, status="over" if state.over else "playing", seats=seats, round=state.round, score=score
        )
        return Welcome(code="fixture", you=self.seats, game=game_shown(match.setup), table=table, moment=moment, log=self.lines)


def asked(match: Match, at_least: int = 8) -> bool:
    """Whether seat 0 is asked for an action after the first round, with so many answers or more and a challenge among them."""
    state = match.state
    ask = state.decision
    if ask is None or ask.asked != ASK_ACTION or 0 not in ask.seats or state.round < 2:
        return False
    return len(ask.options) >= at_least and any(option.verb == CHALLENGE for option in ask.options)


TERRITORY = (
    ("Sae-byeok", "Black Widow", "Rose Nylund"),
    ("Arya Stark", "Captain America", "Worker #28"),
)


def dealt(seed: str, wish: Wish) -> Sample:
    """A sample of a dealt game; one seed deals it and plays it."""
    return Sample(arrange(load(), deal(load(), seed, wish)), seed)


def picking(match: Match) -> bool:
    """Whether seat 0 is asked for a character."""
    ask = match.state.decision
    return ask is not None and ask.asked == ASK_PICK and 0 in ask.seats


def samples() -> dict[str, tuple[str, Sample]]:
    """The moments by the names of their files; the seeds were chosen because such moments come up with them."""
    first = dealt("first b 4", Wish("first", "Florida Boardwalk", dealt=True))
    first.until(asked)
    territory = dealt("territory 5", Wish("3v3", "Barracks", "Territory", TERRITORY))
    territory.until(lambda match: asked(match, 14) and any(match.state.track))
    four = dealt("four 0", Wish("ffa4", dealt=True))
    four.until(asked)
    picks = dealt("picks 4", Wish("3v3"))
    picks.until(picking)
    ultimate = dealt("ultimate 0", Wish("ultimate", dealt=True))
    ultimate.until(asked)
    return {
        "first": ("First game", first),
        "territory": ("Territory", territory),
        "four": ("Four sides", four),
        "picks": ("Set-up with picks", picks),
        "ultimate": ("Ultimate", ultimate),
    }


def main(folder: str) -> None:
    """Write each welcome, and for the first game and Territory the updates that follow."""
    goal = Path(folder)
    goal.mkdir(parents=True, exist_ok=True)
    for name, (title, sample) in samples().items():
        _write(goal / f"{name}.json", sample.welcome(title))
        if name in ("first", "territory"):
            updates: list[Update] = []
            while len(updates) < UPDATES and sample.match.state.decision is not None:
                updates.append(sample.step())
            _write(goal / f"{name}.updates.json", updates)


def _write(path: Path, message: object) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(message), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
