"""Two people at a table of a real server, for tests of the protocol: opened, sat down at, and refused."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from kit.server import Client, Opened, Refused, ServerProcess

ME = {"kind": "me", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def short(server: ServerProcess, key: str = "first-golden_girls", rounds: int = 3) -> dict[str, Any]:
    """A ready-made game that ends after a few rounds."""
    quick = {one["key"]: one for one in server.http("/api/catalog")[1]["quick"]}
    return {**quick[key]["setup"], "rounds": rounds}


def two(server: ServerProcess, **wanted: Any) -> tuple[Opened, Opened]:
    """A table with two people: who opened it, and who sat down."""
    asked: dict[str, Any] = {"setup": short(server), "placed": True} | wanted
    table = server.open([ME, OPEN], **asked)
    return table, server.sit(table.code, name="Ben", seed="5eed")


def clients(server: ServerProcess, *tables: Opened) -> list[Client]:
    """A socket for each who has sat down."""
    return [Client(server, tables[0].code, list(one.tokens.values())) for one in tables]


async def refused(asked: Coroutine[Any, Any, Any]) -> Refused:
    """The refusal that a command gets."""
    with pytest.raises(Refused) as no:
        await asked
    return no.value
