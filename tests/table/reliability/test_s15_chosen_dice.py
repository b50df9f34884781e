"""S15: a host who sits at its own table and tries seeds, a seat that leaves or says nothing when it sees a die: no die is chosen unseen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.runs import answer
from kit.chains import MyChain, digest, key_of, plain_roll, reckoned
from kit.hostile import SOAK, eager, kept, quick_setup
from kit.server import Client, Opened, Refused, ServerProcess, serving

GAMES = 20 if SOAK else 1
TRIES = 20_000 if SOAK else 500  # seeds that a host tries


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def chains() -> tuple[MyChain, MyChain]:
    return MyChain("ann's own secret"), MyChain("ben's own secret")


class Page(Client):
    """A client that gives its seat's share of each roll by itself, unless it is told to keep silent."""

    chain: MyChain
    silent = False
    given: set[int]

    async def share(self) -> None:
        number = self.moment.get("roll_waits", 0)
        if not self.silent and number and number not in self.given:
            self.given.add(number)
            await self.ask("share", seat=self.you[0], number=number, link=self.chain.link(number))


def page(server: ServerProcess, table: Opened, seat: int, chain: MyChain) -> Page:
    made = Page(server, table.code, [table.tokens[seat]])
    made.chain, made.given = chain, set()
    return made


def opened(server: ServerProcess, chains: tuple[MyChain, MyChain], setup: dict[str, Any] | None = None) -> Opened:
    seats = [{"kind": "me", "name": name, "seed": chain.end} for name, chain in zip(("Ann", "Ben"), chains, strict=True)]
    return server.open(seats, setup=setup or quick_setup(server, 12), placed=True)


async def play(ann: Page, ben: Page, draws: random.Random, choices: int = 400) -> None:
    """Play to the end: whoever is asked answers, and both add to every roll."""
    for _ in range(choices):
        await settle(ann, ben)
        if ann.over:
            return
        asked = ann if ann.mine >= 0 else ben
        await asked.choose(eager(asked, draws))
    await ann.ask("resign", seat=ann.you[0])
    await ann.until(lambda: ann.over)


async def settle(ann: Page, ben: Page) -> None:
    """Give shares until no roll waits and somebody is asked, or it is over."""
    while not ann.over and (ann.moment.get("roll_waits") or (ann.mine < 0 and ben.mine < 0)):
        seq = max(ann.moment["seq"], ben.moment["seq"])
        await ann.reach(seq)
        await ben.reach(seq)
        await ann.share()
        await ben.share()
        await ann.until(lambda seq=seq: ann.over or ann.moment["seq"] > seq or not ann.moment.get("roll_waits"))  # type: ignore[misc]
        await ben.until(lambda: ben.over or ben.moment["seq"] >= ann.moment["seq"])


def played(server: ServerProcess, chains: tuple[MyChain, MyChain], name: str) -> str:
    """The record of a whole game."""
    table = opened(server, chains)

    async def both() -> None:
        async with page(server, table, 0, chains[0]) as ann, page(server, table, 1, chains[1]) as ben:
            await play(ann, ben, random.Random(name))

    asyncio.run(both())
    return server.record(table.code)


@pytest.fixture(scope="module")
def record(server: ServerProcess, chains: tuple[MyChain, MyChain]) -> str:
    return played(server, chains, "whole game")


def verified(text: str, folder: Path, *more: str, code: int = 0) -> dict[str, Any]:
    file = folder / "game.tip"
    file.write_text(text, encoding="utf-8")
    found: dict[str, Any] = answer("verify", file, *more, code=code)
    return found


def test_every_die_is_what_the_links_of_both_give(server, chains, record, tmp_path) -> None:
    for number in range(GAMES):
        text = played(server, chains, f"game {number}") if number else record
        told, made = reckoned(text)
        assert told == made and len(told) > 3
        for chain in chains:
            found = verified(text, tmp_path, "--seed", chain.seed)
            assert found["proven"] and any("is that of your seed" in said for said in found["said"]), found


def test_a_host_that_knows_its_seed_and_tries_its_own_cannot_choose_a_die(server, chains) -> None:
    """Plain seeds can be tried until a die is liked: that is why a roll waits for everybody's link."""
    server_seed, ben = "5e" * 32, "ben-plain"
    liked = next(f"try-{n}" for n in range(TRIES) if plain_roll(key_of(server_seed, [f"try-{n}", ben], []), 1, 2) == "roll ! !")
    assert plain_roll(key_of(server_seed, [liked, ben], []), 1, 2) == "roll ! !", "With plain seeds the host has what it likes."

    host = MyChain("the host's best")
    ends = [host.end, chains[1].end]
    guesses = {plain_roll(key_of(server_seed, ends, [host.link(1), digest(f"guess {n}")]), 1, 2) for n in range(200)}
    assert len(guesses) == 6, "Until Ben's link is shown, every roll is possible, whatever the host has chosen."


def test_no_die_falls_before_all_who_are_here_have_added_to_it(server, chains) -> None:
    table = opened(server, chains)

    async def one_by_one() -> None:
        async with page(server, table, 0, chains[0]) as ann, page(server, table, 1, chains[1]) as ben:
            number = ann.moment["roll_waits"]
            assert number == 1 and ann.mine < 0 and ben.mine < 0
            before = len(kept(server, table.code))
            with pytest.raises(Refused) as no:
                await ben.ask("share", seat=1, number=1, link=chains[0].link(1))
            assert no.value.code == "illegal"
            with pytest.raises(Refused) as no:
                await ben.ask("share", seat=1, number=2, link=chains[1].link(2))
            assert no.value.code == "stale"
            await ann.share()
            rows = kept(server, table.code)[before:]
            assert [row[2] for row in rows] == ["share"], "One share alone rolls nothing."
            with pytest.raises(Refused) as no:
                await ann.ask("share", seat=0, number=1, link=chains[0].link(1))
            assert no.value.code == "stale"
            with pytest.raises(Refused):
                await ann.ask("undo", seat=0, seq=ann.moment["seq"])
            await ben.share()
            await ben.until(lambda: ben.moment["count"] > 0)
            assert kept(server, table.code)[before + 1][2] == "share" and kept(server, table.code)[before + 2][2] == "choice"

    asyncio.run(one_by_one())


def test_who_says_nothing_or_leaves_gets_no_other_die_and_it_is_told(server, chains, tmp_path) -> None:
    """The fallback: after a while the dice fall without the seat that is silent; page, log and record say so."""
    table = opened(server, chains)

    async def without_ben() -> None:
        async with page(server, table, 0, chains[0]) as ann:
            async with page(server, table, 1, chains[1]):
                pass  # Ben sees the table, and leaves before the first die
            await ann.share()
            await ann.until(lambda: ann.moment["count"] > 0)
            assert any("Ben gave no share" in line["text"] for line in ann.log)
            fallen = [row for row in kept(server, table.code) if row[2] == "choice"]
            async with page(server, table, 1, chains[1]) as ben:
                with pytest.raises(Refused) as no:
                    await ben.ask("share", seat=1, number=1, link=chains[1].link(1))
                assert no.value.code == "stale", "A link that comes too late changes nothing."
                assert [row for row in kept(server, table.code) if row[2] == "choice"] == fallen
                await play(ann, ben, random.Random("without ben"), choices=30)

    asyncio.run(without_ben())
    told, made = reckoned(server.record(table.code))
    assert told == made
    found = verified(server.record(table.code), tmp_path, "--seed", chains[1].seed)
    assert found["proven"] and any("seat 2 fits its chain" in said and "it gave none for roll" in said for said in found["said"]), found


def test_a_killed_server_waits_again_for_the_same_roll(chains) -> None:
    """Nothing of a roll is lost or rolled twice when the server dies between two shares."""
    with serving() as server:
        table = opened(server, chains)

        async def first() -> None:
            async with page(server, table, 0, chains[0]) as ann:
                await ann.share()

        async def second() -> None:
            async with page(server, table, 0, chains[0]) as ann, page(server, table, 1, chains[1]) as ben:
                assert ann.moment["roll_waits"] == 1
                ann.given.add(1)  # kept before the server died
                await play(ann, ben, random.Random("killed"), choices=10)

        asyncio.run(first())
        server.restart(kill=True)
        asyncio.run(second())
        told, made = reckoned(server.record(table.code))
        assert told == made and told


# -- what a dishonest server could write -----------------------------------------------------------------


def dice_line(record: str) -> str:
    return next(line for line in record.splitlines() if line.startswith("dice fair "))


def test_what_a_cheating_server_writes_is_caught(record, chains, tmp_path) -> None:
    """Another seed, a chain of its own instead of the player's, a share left out, another die."""
    line = dice_line(record)
    _, _, commitment, seats, seed = line.split()
    other = "ab" * 32
    mine = MyChain("another chain")
    ann = seats.split(",")[0]
    depth = int(ann.split(":")[2])
    swapped = f"{mine.end}:{depth}:{mine.link(depth)}"
    for forged, said in [
        (line.replace(seed, other), "does not fit the commitment"),
        (line.replace(commitment, digest(other)).replace(seed, other), "is not what the mixed seeds give"),
        (line.replace(ann, swapped), "is not what the mixed seeds give"),
        (line.replace(ann, f"{ann}:1-{depth}"), "is not what the mixed seeds give"),
    ]:
        found = verified(record.replace(line, forged), tmp_path, code=1)
        assert not found["proven"] and said in found["refusal"], (forged, found)
    bad = verified(record.replace(line, line.replace(ann, swapped)), tmp_path, "--seed", chains[0].seed, code=1)
    assert not bad["proven"]
    other_game = verified(record, tmp_path, "--seed", "a seed that was never in it", code=1)
    assert not other_game["proven"] and "none of the seats' seeds" in other_game["refusal"]
