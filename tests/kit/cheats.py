"""Servers that cheat with their dice, each in its way, and what whoever plays there has to notice."""

from __future__ import annotations

from typing import NamedTuple

BEGIN = """
import runpy
from tipover.table import records, views
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
    page: str = ""  # What the page in a browser tells at the end, a part of its sentence.
    is_legal: bool = True  # Whether its record is one of a game that can be played, so that `verify` can be asked at all.
    has_record: bool = True  # Whether there is a record in the end that a player and `verify` can be asked about.


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
        page="did not keep its promise",
    ),
    "the seed is chosen when all chains are known, and the promise with it": Cheat(
        """
def init(self, server_seed, seeds, asked=0):
    honest(self, commitment(server_seed + ",".join(seeds)), seeds, asked)
FairDice.__init__ = init
""",
        "another promise",
        "another promise",
        page="did not keep its promise",
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
        page="A die is not what the shares make",
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
        page="My share is not in these dice",
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
        page="A die is not what the shares make",
    ),
    "the seed is never shown": Cheat(
        """
FairDice.proof = lambda self, revealed: honest_proof(self, False)
""",
        "the seed that was promised is not shown",
        "the server's seed is not in the record",
        plain="the server's seed is not in the record",
        page="did not keep its promise",
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
        page="left out a share that I gave in time",
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
        page="My share is not in these dice",
    ),
    "the record tells other dice than were shown": Cheat(
        """
def foretold(self, ask):
    first = honest_answer(self, ask)
    self.told = [*getattr(self, "told", []), "roll " + " ".join("bs!"[face] for face in first.path)]
    key = shared(self.seed, [one.at(self.asked + 1) for one in self.chains.values()]).encode()
    return max([first, *(answer_at(key, 5000 + k, ask) for k in range(8))], key=lambda one: (sum(one.path), str(one)))
FairDice.foretold = foretold
honest_text = records.record_text
def record_text(table, token=""):
    text = honest_text(table, token)
    if not table.over:
        return text
    told = iter(table.dice.told)
    return "\\n".join(line.split(" ")[0] + " " + next(told) if line[:1].isdigit() and " roll " in line else line for line in text.split("\\n"))
records.record_text = record_text
""",
        "other dice than were shown",
        page="The record has other dice than this page has shown",
        is_legal=False,
    ),
    "the record tells other choices than were made": Cheat(
        """
import re
honest_text = records.record_text
def record_text(table, token=""):
    text = honest_text(table, token)
    return re.sub(r"(?m)^(\\d+ \\w+: move) .*$", r"\\1 a1", text) if table.over else text
records.record_text = record_text
""",
        "another choice than mine",
        page="or another choice than mine",
        is_legal=False,
    ),
    "no proof is shown at all": Cheat(
        """
honest_changing = views._changing
views._changing = lambda table: {**honest_changing(table), "dice": ""}
records.record_text = lambda table, token="": "tipover-record 1\\n---\\n"
""",
        "no proof",
        page="This server shows no proof of its dice",
        has_record=False,
    ),
    "the record is never given": Cheat(
        """
def record_text(table, token=""):
    raise RuntimeError("not today")
records.record_text = record_text
""",
        "no record",
        page="The record could not be read, so these dice are not checked",
        has_record=False,
    ),
}  # fmt: skip
