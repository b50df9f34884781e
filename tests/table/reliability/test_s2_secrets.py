"""S2: what was picked in secret stays secret. Two games that differ in one secret pick are the same, byte for byte, to everybody else."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kit.hostile import ME, SOAK
from kit.marks import rule
from kit.server import Client, Json, Opened, ServerProcess
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.decision import Decision
from tipover.engine.view import has_secrets
from tipover.play.deal import Wish, deal
from tipover.play.notation.writing import notate
from tipover.table.asks import prepare
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, open_table
from tipover.table.protocol import from_client
from tipover.table.protocol.people import SeatWanted
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.table_head import GAME, Head
from tipover.table.table_log import Table
from tipover.table.thoughts import Mind, Thought
from tipover.table.views import ENCODER, Mark, Views, mark, table_now

MIND = Mind(Library(load()))  # what a thinking process answers with

PAIRS = 10_000 if SOAK else 200
SOCKET_PAIRS = 60 if SOAK else 6
PARTS = 2  # so that two workers share them
MOST_CHOICES = 60

PICKS: Json = {
    "map": "Florida Boardwalk", "scenario": "Flags", "secret": True,
    "box": ["Sae-byeok", "Black Widow", "Iron Man", "Gi-hun", "Rose Nylund", "Invitation", "Needle", "Ghost", "Cheesecake"],
    "sides": [{"side": "light", "picks": 2, "attach": 1}, {"side": "dark", "picks": 2, "attach": 1}],
}  # fmt: skip
LEADERS: Json = {
    "map": "Barracks", "scenario": "Leaders",
    "sides": [{"side": "light", "figures": ["Sae-byeok", "Black Widow"]}, {"side": "dark", "figures": ["Iron Man", "Gi-hun"]}],
}  # fmt: skip
SCRIMMAGE: Json = {
    "map": "Shuri's Lab", "scenario": "Scrimmage",
    "sides": [
        {"side": "light", "figures": ["Sae-byeok", "Black Widow"]}, {"side": "dark", "figures": ["Iron Man", "Gi-hun"]},
        {"side": "third", "figures": ["Rose Nylund", "Jon Snow"]},
    ],
}  # fmt: skip

NAMES = [
    "Gi-hun",
    "Sae-byeok",
    "Front Man",
    "Black Widow",
    "Iron Man",
    "Rose Nylund",
    "Invitation",
    "Needle",
    "Ghost",
    "Cheesecake",
    "Nobody",
]


@cache
def catalog() -> Catalog:
    """The sets' packs, read once."""
    return load()


def described(number: int) -> Json:
    """The game of a pair: the three that are made for secrets, and dealt ones whose teams are picked in secret."""
    if number % 5 < 3:
        return (PICKS, LEADERS, SCRIMMAGE)[number % 5]
    for seed in range(200):
        setup = deal(catalog(), f"secret {number} {seed}", Wish("3v3" if number % 2 else "2v2"))
        if arrange(catalog(), setup).secret:
            return setup
    raise AssertionError("No deal has secret picks.")


# -- two worlds of one table -----------------------------------------------------------------------------


class World:
    """A table with its views as the server has them, without sockets: every byte comes from the encoder that sockets use."""

    def __init__(self, setup: Json) -> None:
        head = Head(GAME, "A table", "5eed" * 16, setup)
        seats = arrange(catalog(), setup).seat_count
        opened = open_table("ABCDEF", head, Library(catalog()), [SeatWanted("me", f"P{k}", seed=f"s{k}") for k in range(seats)], 0.0)
        self.table: Table = opened.table
        self.tokens = {one.seat: one.token for one in opened.given}
        self.views = Views(self.table)
        self.table.changed = 0.0
        self.seats = range(seats)

    @property
    def ask(self) -> Decision:
        """The open question."""
        found = self.table.state.decision
        assert found is not None
        return found

    def choose(self, seat: int, option: int) -> Mark:
        """Answer the open question as a command does."""
        former = mark(self.table)
        command = from_client.Choose(f"c{self.table.seq}", seat, self.table.game_seq, notate(self.table.state, self.ask.options[option]))
        draft(self.table, judge(self.table, command, (seat,), set(self.seats)), command.id)
        self.table.changed = 0.0  # the hour is no part of the game
        self.views.forget()
        return former

    def told(self, former: Mark, seats: tuple[int, ...], draws: random.Random) -> list[bytes]:
        """Every byte that a socket with these seats is told after a choice, or is told when it asks."""
        seat = seats[0] if seats else 0
        now = table_now(self.table)
        said = [self.views.update(former, seats), ENCODER.encode(now), self.views.welcome(seats, now)]
        said.append(self.moments(seats))
        if self.ask.secret and seats and seats[0] in self.ask.seats:
            said += [self.refused(seats[0], f"pick {name}") for name in draws.sample(NAMES, 3)]
        said.append(record_text(self.table, self.tokens[seat] if seats else "").encode())
        figure, square = draws.randrange(12) - 1, draws.randrange(80) - 1
        lines = [notate(self.table.state, self.ask.options[0]), "pick Gi-hun", "L1: end", f"D1: move a{draws.randrange(9)}"]
        line = draws.choice(lines[1:] if self.ask.secret and not set(self.ask.seats) & set(seats) else lines)
        asks: list[Any] = [
            from_client.AskSight("q", figure, square, draws.randrange(60)),
            from_client.AskWhy("q", [line]), from_client.AskThreats("q", draws.choice(["light", "dark"])),
            from_client.AskOdds("q", seat, self.table.game_seq, [0, 1]), from_client.AskPlan("q", seat, self.table.game_seq, [line]),
        ]  # fmt: skip
        if draws.random() < 0.2:  # a hint is a search, as long as all the rest together
            asks.append(from_client.AskHint("q", seat))
        for ask in asks if draws.random() < 0.5 else asks[:1]:
            try:
                asked = prepare(self.table, ask, seats)
                said.append(MIND.answer(ENCODER.encode(asked)) if isinstance(asked, Thought) else ENCODER.encode(asked()))
            except RefusedError as no:
                said.append(ENCODER.encode(no.over_socket("q")))
        return said

    def moments(self, seats: tuple[int, ...]) -> bytes:
        """The last positions as these seats may see them."""
        asked = prepare(self.table, from_client.AskMoments("q", max(0, self.table.count - 3), self.table.count), seats)
        assert not isinstance(asked, Thought)
        return ENCODER.encode(asked())

    def refused(self, seat: int, line: str) -> bytes:
        """Why a seat may not pick something, where it may not: the reasons tell nothing of what others picked."""
        if any(notate(self.table.state, option).startswith(line) for option in self.ask.options):
            return b"offered"
        try:
            judge(self.table, from_client.Choose("no", seat, self.table.game_seq, line), (seat,), set(self.seats))
        except RefusedError as no:
            return ENCODER.encode(no.over_socket("no"))
        raise AssertionError(f"{line} was not offered, and was played")


def pair(number: int, nth: int = -1) -> tuple[int, bool]:
    """Play two worlds that differ in one secret answer, and compare all that others are told until it is shown.

    How many things were compared, and whether the secret was shown in the end.
    """
    draws = random.Random(f"pair {number}")
    setup = described(number)
    one, two = World(setup), World(setup)
    chooser = -1 if draws.random() < 0.7 else draws.choice(one.seats)  # -1: whoever is asked first, which hides it longest
    if nth < 0:
        nth = draws.randrange(3) if setup is PICKS else draws.randrange(2) if number % 5 > 2 else 0
    secrets = compared = 0
    differ = False
    for step in range(MOST_CHOICES):
        if one.table.state.decision is None:
            break  # won early, before so many secrets
        ask, twin = one.ask, two.ask
        seat = ask.seats[0]
        assert twin.seats == ask.seats and twin.asked == ask.asked
        chooser = seat if ask.secret and chooser < 0 else chooser
        option = other = draws.randrange(len(ask.options))
        if ask.secret and seat == chooser:
            if secrets == nth and len(ask.options) > 1:
                other = draws.choice([k for k in range(len(twin.options)) if k != option])
                differ = True
            secrets += 1
            other = min(other, len(twin.options) - 1)  # what is left to pick may differ after a pick
        former = one.choose(seat, option)
        assert two.choose(seat, other) == former
        if not differ:
            continue
        if not has_secrets(one.table.state):
            assert not has_secrets(two.table.state)
            return compared, one.table.state != two.table.state
        for world in (one, two):  # the chooser's view is made first: nothing of it may be kept for others
            world.views.update(former, (chooser,))
        others = tuple(seat for seat in one.seats if seat != chooser)
        for viewer in {*((seat,) for seat in others), others, ()}:
            asks = f"{number} {step} {viewer}"
            here, there = one.told(former, viewer, random.Random(asks)), two.told(former, viewer, random.Random(asks))
            assert here == there, f"pair {number}, choice {step}: seat {viewer or 'nobody'} is told of seat {chooser}'s secret"
            compared += len(here)
        if chooser not in one.ask.seats:  # one screen for all: the other person has been handed it
            everybody = tuple(one.seats)
            assert one.views.update(former, everybody) == two.views.update(former, everybody), f"pair {number}: the shared screen shows it"
            assert one.moments(everybody) == two.moments(everybody)
            now = table_now(one.table)
            assert one.views.welcome(everybody, now) == two.views.welcome(everybody, now)
    if nth:
        return pair(number, 0)  # the seat had not so many secrets
    raise AssertionError(f"pair {number}: no secret of seat {chooser} was shown")


@rule("SUP-11")
@pytest.mark.parametrize("part", range(PARTS))
def test_games_that_differ_in_a_secret_pick_are_the_same_bytes_to_all_others(part: int) -> None:
    compared = shown = 0
    for number in range(part, PAIRS, PARTS):
        bytes_compared, was_shown = pair(number)
        compared += bytes_compared
        shown += was_shown
    assert shown > PAIRS / PARTS * 0.9, "Nearly all secrets come out in the end, else nothing was hidden."
    assert compared > PAIRS / PARTS * 10


def test_the_owner_of_a_secret_is_told_of_it() -> None:
    """The same comparison for the chooser's own eyes does find the difference: it is no blind test."""
    one, two = World(PICKS), World(PICKS)
    seat = one.ask.seats[0]
    former = one.choose(seat, 0)
    two.choose(seat, 1)
    assert one.told(former, (seat,), random.Random(1)) != two.told(former, (seat,), random.Random(1))


# -- over real sockets -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, ServerProcess, list[Opened]]]:
    """Two servers with copies of the same tables: the same codes, tokens and dice in both."""
    first, second = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    tables: list[Opened] = []
    with ServerProcess(first) as server:
        for number in range(SOCKET_PAIRS):
            setup = described(number)
            tables.append(server.open([ME] * arrange(catalog(), setup).seat_count, setup=setup))
    shutil.copytree(first, second, dirs_exist_ok=True, ignore=shutil.ignore_patterns("server.log"))
    with ServerProcess(first) as one, ServerProcess(second) as two:
        yield one, two, tables


def plain(client: Client, begin: int) -> list[str]:
    """What a socket was told from a frame on, without the hour.

    Who is here is told when those who come have come: a table that is told once more, with nothing new, is left out.
    """
    frames = [re.sub(r'"changed":[0-9.e+]+', '"changed":0', frame) for frame in client.frames]
    told: list[str] = []
    table = ""
    for number, frame in enumerate(frames):
        news = json.loads(frame)
        known, table = table, json.dumps(news["table"]) if "table" in news else table
        if number >= begin and not (news["type"] == "table" and table == known):
            told.append(frame)
    return told


async def watched(server: ServerProcess, table: Opened, secret: int, answers: list[int]) -> dict[str, list[str]]:
    """Play a table by numbers of options until its first secrets are shown, the n-th secret answer by `secret`; what each socket was told."""
    clients = [Client(server, table.code, [token]) for token in table.tokens.values()]
    watcher = Client(server, table.code)
    everybody = [*clients, watcher]
    heard: dict[str, list[str]] = {"chooser": []}
    chooser: Client | None = None
    for client in everybody:
        await client.connect()
    for client in everybody:  # all presence is told before anything is played
        await client.until(
            lambda client=client: client.table.get("watching", 0) == 1 and all(one.get("present") for one in client.table["seats"])
        )  # type: ignore[misc]
    begun = [len(client.frames) for client in everybody]
    for answer in answers:
        asked = next(client for client in clients if client.mine >= 0)
        option = answer % len(asked.options)
        if asked.question.get("secret") and chooser is None:
            chooser, option = asked, secret % len(asked.options)
        elif chooser is not None and asked.question.get("secret") is None:
            break
        await asked.choose(asked.options[option]["line"], identity=f"c{asked.moment['seq']}")
        for client in everybody:
            await client.reach(asked.moment["seq"])
        if chooser is not None and chooser is not asked and asked.question.get("secret") is None and watcher.question.get("secret") is None:
            break  # shown: what comes from here on may differ
        for client in everybody:
            if client is not chooser:
                heard.setdefault(f"{client.you}", []).extend(plain(client, begun[everybody.index(client)]))
                begun[everybody.index(client)] = len(client.frames)
    for client in everybody:
        await client.close()
    assert chooser is not None
    heard["chooser"] = plain(chooser, 0)
    return heard


def test_over_real_sockets_others_are_sent_the_same_bytes(twins: tuple[ServerProcess, ServerProcess, list[Opened]]) -> None:
    one, two, tables = twins
    different = 0
    for number, table in enumerate(tables):
        answers = [random.Random(f"socket {number} {k}").randrange(1000) for k in range(40)]
        here = asyncio.run(watched(one, table, 0, answers))
        there = asyncio.run(watched(two, table, 1, answers))
        different += here.pop("chooser") != there.pop("chooser")
        assert here == there and sum(map(len, here.values())) >= 2, f"table {number}"
        assert all(json.loads(frame) for frames in here.values() for frame in frames)
    assert different == len(tables), "The choosers themselves are told different things."


def test_records_of_the_twins_are_the_same_to_strangers(twins: tuple[ServerProcess, ServerProcess, list[Opened]], tmp_path: Path) -> None:
    """Over HTTP too: a record in the making tells nobody else of a secret."""
    one, two, _ = twins
    for server in (one, two):
        assert server.http("/api/health")[1]["ok"]
    for number, setup in enumerate((PICKS, LEADERS)):
        texts: list[str] = []
        for server, option in ((one, 0), (two, 1)):
            table = server.open([ME, ME], setup=setup)

            async def game(server: ServerProcess = server, table: Opened = table, option: int = option) -> Opened:
                async with Client(server, table.code, list(table.tokens.values())) as both:
                    for _ in range(40):
                        if both.question.get("secret"):
                            await both.choose(both.options[option]["line"])
                            break
                        await both.choose(both.options[0]["line"])
                return table

            asyncio.run(game())
            texts.append(server.record(table.code).partition("\n---\n")[2].partition("# what")[2])
        assert texts[0] == texts[1], number
