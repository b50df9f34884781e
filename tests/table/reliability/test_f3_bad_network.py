"""F3: games through a network that cuts, duplicates, delays, reorders and half-opens; everybody ends with the same state."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from kit.load import Player, audit
from kit.proxy import Faults, Proxy
from kit.server import ServerProcess, serving
from tipover.play.record import Record

ROUNDS = 2
TOGETHER = 20  # games at a time
SEATS = [{"kind": "me", "name": name, "seed": name} for name in ("ann", "ben")]
LONGEST = 90.0  # seconds for a batch of games


def test_twenty_games_through_a_bad_network_end_the_same_for_all() -> None:
    met = asyncio.run(games(20))
    assert all(met[fault] for fault in Faults._fields), met


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_games_through_a_bad_network_end_the_same_for_all(part: int) -> None:
    met = asyncio.run(games(100, 100 * part))
    assert all(met[fault] for fault in Faults._fields), met


async def games(number: int, begin: int = 0) -> Counter[str]:
    """Play so many games, numbered from `begin` on; the faults they met."""
    met: Counter[str] = Counter()
    with serving() as server:
        quick = {one["key"]: one for one in server.http("/api/catalog")[1]["quick"]}
        setup = {**quick["first-golden_girls"]["setup"], "rounds": ROUNDS}
        numbers = range(begin, begin + number)
        for first in range(0, number, TOGETHER):
            async with asyncio.timeout(LONGEST):
                met += sum(await asyncio.gather(*(_game(server, setup, game) for game in numbers[first : first + TOGETHER])), Counter())
    return met


async def _game(server: ServerProcess, setup: dict[str, Any], number: int) -> Counter[str]:
    """One game of two and a watcher, each through the proxy; it ends by the rules, for all at the same moment."""
    table = await asyncio.to_thread(server.open, SEATS, setup=setup, placed=True)
    async with Proxy(server.socket_url, f"F3 {number}") as proxy:
        players = [Player(proxy.url, table.code, token, f"game{number}-{seat}") for seat, token in table.tokens.items()]
        watcher = Player(proxy.url, table.code, "", "watcher")
        everybody = [*players, watcher]
        await asyncio.gather(*(one.start() for one in everybody))
        await asyncio.gather(*(player.play(lambda: False) for player in players))
        await watcher.until(lambda: watcher.seen.over)
        text = await asyncio.to_thread(server.record, table.code)
        digest = Record.parse(text).replay().state.digest()
        assert {(one.seen.digest, one.seen.over) for one in everybody} == {(digest, True)}
        told = {seq: found for one in everybody for seq, found in one.digests.items()}
        assert all(told[seq] == found for one in everybody for seq, found in one.digests.items())
        await asyncio.gather(*(one.stop() for one in everybody))
        assert audit(server.data / "tables.sqlite", players).faults == []
        return proxy.met
