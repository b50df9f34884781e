"""Messages of real games for the web's tests; `run.py generate` writes them into web/fixtures."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kit.chains import MyChain
from kit.shown import acts, log
from tipover import Match, Record, arrange, first_game, load
from tipover.cards.catalog import SIDES
from tipover.engine.core import questions, verbs
from tipover.engine.core.dice import face_name
from tipover.engine.core.event import Event
from tipover.engine.core.setup import Setup
from tipover.play.deal import Wish, deal
from tipover.play.dice import Stream
from tipover.play.fair import FairDice
from tipover.table.present.catalog_shown import catalog_shown, rules_shown
from tipover.table.present.game import game_shown
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.question import question
from tipover.table.protocol.from_server import Update, Welcome
from tipover.table.protocol.game import LogLine
from tipover.table.protocol.literals import SideOrNone
from tipover.table.protocol.people import SeatNow, TableNow

MOST_CHOICES = 400
UPDATES = 30


class Sample:
    """A game played at random, with the log of everything so far as one seat may know it."""

    def __init__(self, setup: Setup, seed: str, seat: int = 0) -> None:
        self.match = Match(setup, seed)
        self.seats = [seat]
        self.stream = Stream(seed, "fixture")
        self.told = 0
        self.lines: list[LogLine] = self.logged(self.match.events)

    def step(self) -> Update:
        """One answer, a challenge if there is one, else a random one that does not end the turn; and the update it brings."""
        ask = self.match.state.decision
        assert ask is not None, "the game is over; choose another seed"
        busy = [option for option in ask.options if option.verb == verbs.CHALLENGE] or [
            option for option in ask.options if option.verb != verbs.END
        ]
        events = self.match.play((busy or ask.options)[self.stream.randrange(len(busy or ask.options))])
        state, count = self.match.state, len(self.match.choices)
        fresh = self.logged(events)
        self.lines += fresh
        moment = position(state, self.seats, count, count)
        moment.question = question(self.match, self.seats)
        return Update(seq=count, moment=moment, news=news(state, events, self.seats), log=fresh)

    def logged(self, events: list[Event]) -> list[LogLine]:
        """The lines of these new events, with the acts that they complete."""
        match, count = self.match, len(self.match.choices)
        heads = acts(match.state, match.events[self.told :], match.events[: self.told], count)
        self.told = len(match.events) if heads else self.told
        return log(match.state, events, count, self.seats) + heads

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
        side_of: dict[int, SideOrNone] = {
            seat: SIDES[side] for side in state.setup.sides if state.team[side] >= 0 for seat in state.seats_of(side)
        }
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
    if ask is None or ask.asked != questions.ACTION or 0 not in ask.seats or state.round < 2:
        return False
    return len(ask.options) >= at_least and any(option.verb == verbs.CHALLENGE for option in ask.options)


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
    return ask is not None and ask.asked == questions.PICK and 0 in ask.seats


def samples() -> dict[str, tuple[str, Sample]]:
    """The moments by the names of their files; the seeds were chosen because such moments come up with them."""
    first = dealt("first b 4", Wish("first", "Florida Boardwalk", dealt=True))
    first.until(asked)
    territory = dealt("territory 0", Wish("3v3", "Barracks", "Territory", TERRITORY))
    territory.until(lambda match: asked(match, 14) and any(match.state.track))
    four = dealt("four 0", Wish("ffa4", dealt=True))
    four.until(asked)
    picks = dealt("picks 4", Wish("3v3"))
    picks.until(picking)
    ultimate = dealt("ultimate 1", Wish("ultimate", dealt=True))
    ultimate.until(asked)
    return {
        "first": ("First game", first),
        "territory": ("Territory", territory),
        "four": ("Four sides", four),
        "picks": ("Set-up with picks", picks),
        "ultimate": ("Ultimate", ultimate),
    }


def chained_game(before: int = 0) -> dict[str, object]:
    """A finished game with the chains of both seats, and the rolls that the first has added to; the second missed one.

    `before`: so many choices are another game's, which this one goes on from.
    """
    ann, ben = MyChain("a" * 64), MyChain("b" * 64)
    dice = FairDice("6f" * 32, [ann.end, ben.end])
    match = Match(first_game("golden_girls", quick=True, rounds=8), None, ["Ann", "Ben"])
    stream = Stream("web7", "players")
    given: list[list[int]] = []
    shown: list[list[object]] = []
    other = FairDice("7a" * 32, ["another", "game"])
    while (ask := match.state.decision) is not None:
        if not ask.is_chance:
            fights = [option for option in ask.options if option.verb == verbs.CHALLENGE] or ask.options
            match.play(fights[stream.randrange(len(fights))])
            continue
        if len(match.choices) < before:
            match.play(other.answer(ask))
            continue
        number = dice.asked + 1
        given.append([number, len(match.choices)])
        dice.chains[0].show(number, ann.link(number))
        if number != 2:
            dice.chains[1].show(number, ben.link(number))
        choice = dice.answer(ask)
        if choice.verb == verbs.ROLL:
            shown.append([len(match.choices), [face_name(face) for face in choice.path]])
        match.play(choice)
    match.dice = None if before else dice
    record = Record.of(match)
    if before:
        record.note = f"played on from choice {before} of another game; the dice since: {dice.proof(revealed=True)}"
    return {"record": record.text(), "seeds": [ann.seed, ben.seed], "ends": [ann.end, ben.end], "given": given, "shown": shown}


def written() -> dict[str, bytes]:
    """The files by name: the catalog and the rules, each welcome, and for the first game and Territory the updates that follow."""
    files = {"catalog.json": _encoded(catalog_shown(load())), "rules.json": _encoded(rules_shown()), "dice.json": _encoded(chained_game())}
    files["continued.json"] = _encoded(chained_game(before=40))
    for name, (title, sample) in samples().items():
        files[f"{name}.json"] = _encoded(sample.welcome(title))
        if name in ("first", "territory"):
            updates: list[Update] = []
            while len(updates) < UPDATES and sample.match.state.decision is not None:
                updates.append(sample.step())
            files[f"{name}.updates.json"] = _encoded(updates)
    return files


def _encoded(message: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(message), indent=1) + b"\n"
