"""S15: servers that cheat with their dice, each in its way, and a player who shares no code with them: what it notices, what `verify` does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cli.runs import answer
from kit.cheats import BEGIN, CHEATS, SERVE
from kit.own_player import OwnPlayer
from kit.server import ServerProcess, serving

MOST = 160  # choices of a game
RECORDED = [name for name, cheat in CHEATS.items() if cheat.has_record]


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


@pytest.mark.parametrize("name", RECORDED)
def test_a_server_that_cheats_is_found_out(name: str, tmp_path: Path) -> None:
    cheat = CHEATS[name]
    with serving(program=BEGIN + cheat.program + SERVE) as server:
        for player in played(server):
            record = player.record()
            assert len(player.given) >= 2, "There were dice to cheat with."
            assert cheat.noticed in player.faults(record)
            if not cheat.is_legal:
                continue
            mine = ("--seed", player.chain.seed, "--promise", player.promise)
            found = verified(record, tmp_path, *mine, code=1 if cheat.refused else 0)
            assert cheat.refused in found["refusal"]
            assert any(cheat.told.format(other=2 - player.seat) in said for said in found["said"]) or not cheat.told
            found = verified(record, tmp_path, code=1 if cheat.plain else 0)
            assert cheat.plain in found["refusal"]
