"""S15: servers that cheat with their dice, each in its way, and a player who shares no code with them: what it notices, what `verify` does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.runs import answer
from kit.own_player import OwnPlayer
from kit.server import ServerProcess, serving

MOST = 160  # choices of a game
BEGIN = """
import runpy
from tipover.play import chain, fair
from tipover.play.chain import Chain, hashed
from tipover.play.dice import answer_at
from tipover.play.fair import FairDice, Proof, commitment, mixed, shared
honest, honest_proof, honest_answer = FairDice.__init__, FairDice.proof, FairDice.foretold
"""
SERVE = "\nrunpy.run_module('tipover', run_name='__main__', alter_sys=True)\n"


class Cheat(NamedTuple):
    """A way to cheat."""

    program: str  # What the server does differently.
    noticed: str  # What the player notices.
    refused: str = ""  # What `verify` refuses it for with the player's seed and the promise; empty if it can only tell.
    told: str = ""  # What it tells.
    plain: str = ""  # What it refuses it for with nothing of the player's; empty if it cannot.


CHEATS = {
    "another seed is shown": Cheat(
        """
def proof(self, revealed):
    made = honest_proof(self, revealed)
    return made._replace(server_seed="ab" * 32) if revealed else made
FairDice.proof = proof
""",
        "the seed that was promised is not shown",
        "does not fit the commitment",
        plain="does not fit the commitment",
    ),
    "the seed is chosen when all chains are known, and the promise with it": Cheat(
        """
def init(self, server_seed, seeds, asked=0):
    honest(self, commitment(server_seed + ",".join(seeds)), seeds, asked)
FairDice.__init__ = init
""",
        "another promise",
        "another promise",
    ),
    "the seats' seeds are mixed in another order": Cheat(
        """
def init(self, server_seed, seeds, asked=0):
    honest(self, server_seed, seeds, asked)
    self.seed = mixed(server_seed, self.seeds[::-1])
    self.key = self.seed.encode()
FairDice.__init__ = init
""",
        "another die",
        "is not what the mixed seeds give",
        plain="is not what the mixed seeds give",
    ),
    "the seats are written in another order, and the dice are rolled by it": Cheat(
        """
def init(self, server_seed, seeds, asked=0):
    honest(self, server_seed, seeds, asked)
    self.seed = mixed(server_seed, self.seeds[::-1])
def foretold(self, ask):
    number = self.asked + 1
    return answer_at(shared(self.seed, [one.at(number) for one in list(self.chains.values())[::-1]]).encode(), number, ask)
def proof(self, revealed):
    made = honest_proof(self, revealed)
    return made._replace(seeds=made.seeds[::-1])
FairDice.__init__, FairDice.foretold, FairDice.proof = init, foretold, proof
""",
        "another chain than mine",
        told="The chain of seat {other} is that of your seed",
    ),
    "what is not liked is rolled again": Cheat(
        """
def foretold(self, ask):
    first = honest_answer(self, ask)
    number = self.asked + 1
    key = shared(self.seed, [one.at(number) for one in self.chains.values()]).encode()
    rolled = [first, *(answer_at(key, number + k, ask) for k in range(1, 9))]
    return max(rolled, key=lambda one: (sum(one.path), str(one)))
FairDice.foretold = foretold
""",
        "another die",
        "is not what the mixed seeds give",
        plain="is not what the mixed seeds give",
    ),
    "the seed is never shown": Cheat(
        """
FairDice.proof = lambda self, revealed: honest_proof(self, False)
""",
        "the seed that was promised is not shown",
        "the server's seed is not in the record",
        plain="the server's seed is not in the record",
    ),
    "a link is said to have been missed that was given": Cheat(
        """
def foretold(self, ask):
    if self.asked + 1 == 2:
        for one in self.chains.values():
            one.missed.add(2)
    return honest_answer(self, ask)
FairDice.foretold = foretold
""",
        "a link of mine is left out",
        told="it gave none for roll 2",
    ),
    "a player's chain is replaced by one of the server's": Cheat(
        """
links = ["the server's own"]
for _ in range(chain.LINKS):
    links.append(hashed(links[-1]))
links.reverse()
def init(self, server_seed, seeds, asked=0):
    honest(self, server_seed, ["chain:" + links[0]] * len(seeds), asked)
FairDice.__init__ = init
Chain.fits = lambda self, number, link: self.depth < number
honest_show = Chain.show
Chain.show = lambda self, number, link: honest_show(self, number, links[number])
""",
        "another chain than mine",
        "your seed is none of the seats' seeds",
    ),
}  # fmt: skip


def played(server: ServerProcess) -> tuple[OwnPlayer, OwnPlayer]:
    """Two players at a table of a server, at the end of a game."""
    ann, ben = OwnPlayer(server.port, "Ann"), OwnPlayer(server.port, "Ben")
    ann.open()
    ben.sit_down(ann.code)

    async def both() -> None:
        async with asyncio.timeout(90):
            await asyncio.gather(ann.play(MOST), ben.play(MOST))

    asyncio.run(both())
    return ann, ben


def verified(record: str, folder: Path, *more: str, code: int) -> dict[str, Any]:
    file = folder / "game.tip"
    file.write_text(record, encoding="utf-8")
    found: dict[str, Any] = answer("verify", file, *more, code=code)
    return found


def test_an_honest_server_is_found_honest_by_a_player_of_its_own(tmp_path: Path) -> None:
    with serving() as server:
        for player in played(server):
            record = player.record()
            assert len(player.given) >= 3 and player.faults(record) == []
            found = verified(record, tmp_path, "--seed", player.chain.seed, "--promise", player.promise, code=0)
            assert found["proven"] and any("is that of your seed" in said for said in found["said"])


@pytest.mark.parametrize("name", CHEATS)
def test_a_server_that_cheats_is_found_out(name: str, tmp_path: Path) -> None:
    cheat = CHEATS[name]
    with serving(program=BEGIN + cheat.program + SERVE) as server:
        for player in played(server):
            record = player.record()
            assert len(player.given) >= 2, "There were dice to cheat with."
            assert cheat.noticed in player.faults(record)
            mine = ("--seed", player.chain.seed, "--promise", player.promise)
            found = verified(record, tmp_path, *mine, code=1 if cheat.refused else 0)
            assert cheat.refused in found["refusal"]
            assert any(cheat.told.format(other=2 - player.seat) in said for said in found["said"]) or not cheat.told
            found = verified(record, tmp_path, code=1 if cheat.plain else 0)
            assert cheat.plain in found["refusal"]
