"""A table of the terrain pack, whose cards move, push, pull and lay things that lie in the way."""

from __future__ import annotations

from kit.packs import pack
from kit.table import Game, scene

PACK = pack("terrain")
EVERY = "blue blue blue silver silver silver gold gold red red red"


def table(drawing: str, pieces: str = "", **more: object) -> Game:
    """A scene of the terrain pack; pieces as `Trap b1 dark, Coin c3 light`."""
    laid = [dict(zip(("kind", "square", "side"), one.split(), strict=True)) for one in pieces.split(",") if one.strip()]
    more.setdefault("pool", EVERY)
    return scene(drawing, catalog=PACK, pieces=laid, **more)  # type: ignore[arg-type]


def asked(game: Game) -> set[str]:
    """The squares and ways of the open question."""
    return {option.removeprefix("> ") for option in game.options}
