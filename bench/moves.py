"""What a move costs: `python -m bench.moves [--against FOLDER …] [--rounds N] [--moves N] [--sockets] [--pure]`.

Rooms of four people play at once. Every move is decoded, checked, played, stored in SQLite and acknowledged, and all four are
told. Without `--sockets` the people are in the same process, and everything it does is counted; with it they are clients
of a real server on the loopback, and only the server counts. Costs are processor time, so that most of what else the
machine does falls out of them. `--against` names checkouts of other versions, which are measured by turns in processes of their
own; versions that play and tell the same have equal digests.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.measure import Row, at_most

ROOT = Path(__file__).resolve().parent.parent
if (KIT := str(ROOT / "tests")) not in sys.path:  # the clients of the tests are the ones that measure
    sys.path.insert(0, KIT)
GAME = "lab"  # what the load of L1 plays
ROOMS = 12
WARM_UP = 10  # moves of each room before the clock runs
PER_SECOND = 60.0  # moves with sockets
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Cost:
    """What was measured of one version."""

    moves: int = 0
    seconds: float = 0.0  # of processor
    bytes: int = 0  # told to everybody
    told: str = ""  # a digest of everything told about the games

    @property
    def ms(self) -> float:
        """Milliseconds of processor a move."""
        return self.seconds / max(1, self.moves) * 1000


# -- in one process --------------------------------------------------------------------------------------


class Ear:
    """A person's socket that keeps what it is told."""

    def __init__(self, seat: int) -> None:
        self.seats: tuple[int, ...] = (seat,)
        self.address = "127.0.0.1"
        self.language = "en"
        self.asking = ""
        self.closed = False
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        """Keep a message."""
        self.heard.append(message)


class Room:
    """A table with its four people, who answer at random."""

    def __init__(self, number: int, seed: int) -> None:
        from tipover.cards.pack import load
        from tipover.table.opening import Library, head_of, open_table
        from tipover.table.protocol.people import NewTable, SeatWanted

        library = Library(load())
        head = head_of(NewTable(quick=GAME, placed=True), library)
        head.server_seed, head.next_seed = f"{seed + number:064x}", f"{seed:064x}"
        wanted = [SeatWanted("me", f"Player {seat}", seed=f"5eed{seat}") for seat in range(4)]
        self.opening = open_table(f"ROOM{number:02}", head, library, wanted, 0.0)
        self.people = [Ear(seat) for seat in range(4)]
        self.draws = random.Random(f"{seed}/{number}")


async def _played(seed: int, moves: int, folder: Path) -> Cost:
    from tipover.table.live_table import LiveTable
    from tipover.table.socket import understood
    from tipover.table.store import GameRow, open_store
    from tipover.table.thinkers import Thinkers
    from tipover.table.views import ENCODER, table_now

    store, work, thinkers = open_store(str(folder / "tables.sqlite")), ThreadPoolExecutor(4), Thinkers(())
    await store.open()
    rooms = [Room(number, seed) for number in range(ROOMS)]

    async def seated(room: Room) -> LiveTable:
        table = room.opening.table
        summary = ENCODER.encode(table_now(table)).decode()
        await store.create(GameRow(table.code, 0.0, 0.0, table.status, False, summary, "{}", 0), room.opening.rows)
        live = LiveTable(table, store, work, thinkers, lambda: table)
        live.listeners.update(room.people)
        return live

    async def play(room: Room, live: LiveTable, most: int) -> int:
        table = live.table
        for number in range(most):
            ask = table.state.decision
            if table.over or ask is None:
                return number
            asked = ask.seats[0]
            choose = {"type": "choose", "id": f"c{table.seq}", "seat": asked, "seq": table.game_seq}
            message = msgspec.json.encode({**choose, "option": room.draws.randrange(len(ask.options))}).decode()
            await live.command(room.people[asked], understood(message))
        return most

    tables = [await seated(room) for room in rooms]
    await asyncio.gather(*(play(room, live, WARM_UP) for room, live in zip(rooms, tables, strict=True)))
    begun = time.process_time()
    done = await asyncio.gather(*(play(room, live, moves // ROOMS) for room, live in zip(rooms, tables, strict=True)))
    spent = time.process_time() - begun
    for live in tables:
        await live.stop()
    await store.close()
    thinkers.close()
    work.shutdown()
    digest = hashlib.sha256()
    heard = [message for room in rooms for one in room.people for message in one.heard]
    for message in heard:
        if not message.startswith(b'{"type":"table"'):  # that has the time in it
            digest.update(message)
    return Cost(sum(done), spent, sum(map(len, heard)), digest.hexdigest()[:16])


def in_process(seed: int, moves: int) -> Cost:
    """Rooms in this process, without sockets."""
    with tempfile.TemporaryDirectory(prefix="tipover-moves-") as folder:
        return asyncio.run(_played(seed, moves, Path(folder)))


# -- with sockets ----------------------------------------------------------------------------------------


def _processor(pid: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def over_sockets(tree: Path, moves: int, pure: bool) -> Cost:
    """A server of this tree, and clients at a steady pace; only the server counts."""
    from kit.load import Load
    from kit.server import serving

    async def played() -> Cost:
        load = Load(server, ROOMS, PER_SECOND, GAME)
        await load.open()
        await load.run(3.0)
        assert server.process is not None
        before = sum(len(player.acked) for player in load.players)
        begun = _processor(server.process.pid)
        await load.run(moves / PER_SECOND)
        spent = _processor(server.process.pid) - begun
        done = sum(len(player.acked) for player in load.players) - before
        await load.close()
        return Cost(done, spent)

    program = f"import sys; sys.path.insert(0, {str(tree / 'src')!r}); import runpy; runpy.run_module('tipover', run_name='__main__', alter_sys=True)"
    os.environ["TIPOVER_PURE"] = "1" if pure else ""
    with serving(program=program) as server:
        return asyncio.run(played())


# -- versions by turns -----------------------------------------------------------------------------------


def measured(tree: Path, seed: int, moves: int, pure: bool) -> Cost:
    """Another version in a process of its own."""
    env = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0", "TIPOVER_PURE": "1" if pure else ""}
    command = [sys.executable, "-m", "bench.moves", "--one", str(seed), "--moves", str(moves)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{tree} could not be measured: {done.stderr.strip()[-600:]}")
    return Cost(**json.loads(done.stdout))


def moves_cost(moves: int = 480) -> list[Row]:
    """What a move costs in this tree, for the table of all measurements."""
    best = min((measured(ROOT, seed, moves, pure=False) for seed in range(3)), key=lambda cost: cost.ms)
    return [at_most("a move of one of four people, without sockets: processor time", best.ms, "ms", 2)]


def main() -> None:
    """Measure this tree, by turns with the others that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", action="append", default=[], metavar="FOLDER", help="a checkout of another version")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=480)
    parser.add_argument("--sockets", action="store_true", help="a real server and its clients")
    parser.add_argument("--pure", action="store_true", help="without compiled modules")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one is not None:
        print(json.dumps(vars(in_process(chosen.one, chosen.moves))))
        return
    trees = [*(Path(one).resolve() for one in chosen.against), ROOT]
    found: dict[Path, list[Cost]] = {tree: [] for tree in trees}
    for number in range(chosen.rounds):
        for tree in trees:
            one = over_sockets(tree, chosen.moves, chosen.pure) if chosen.sockets else measured(tree, number, chosen.moves, chosen.pure)
            found[tree].append(one)
            print(f"{tree.name}: {one.ms:.2f} ms, load {os.getloadavg()[0]:.1f}", flush=True)
    for tree, costs in found.items():
        same = "" if chosen.sockets or [one.told for one in costs] == [one.told for one in found[ROOT]] else "; other messages"
        middle = statistics.median(one.ms for one in costs)
        print(f"{tree}: best {min(one.ms for one in costs):.2f} ms, median {middle:.2f} ms of processor a move{same}")


if __name__ == "__main__":
    main()
