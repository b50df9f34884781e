"""A card with one text, for tests that state the text themselves."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from kit.packs import FOLDER
from kit.table import Game, scene
from tipover import load
from tipover.cards.catalog import Catalog

PACK = 'name = "One Text"\nversion = "0.1.0"\nneeds = ["core", "{beside}"]\nwall = "yellow"\nshort = "ONE"\n'


@cache
def card_with(rule: str, beside: str = "terrain", challenge: bool = False) -> Catalog:
    """The cards of the sets and of one of our packs with one more: Tester, whose ability Try (red 1) does what `rule` says.

    `challenge`: whether it is marked as a challenge action.
    """
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "one_text"
        (pack / "characters").mkdir(parents=True)
        (pack / "pack.toml").write_text(PACK.format(beside=beside), encoding="utf-8")
        card = f'name = "Tester"\ntokens = ["red"]\ndefense = 2\n\n[[ability]]\nname = "Try"\ncost = "red 1"\nrule = {json.dumps(rule)}\n'
        card += "challenge = true\n" if challenge else ""
        (pack / "characters" / "tester.toml").write_text(card, encoding="utf-8")
        return load(FOLDER / beside, pack)


@cache
def trait_with(rule: str, beside: str = "terrain") -> Catalog:
    """The same with Waiter, whose trait Waits is `rule`."""
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "one_text"
        (pack / "characters").mkdir(parents=True)
        (pack / "pack.toml").write_text(PACK.format(beside=beside), encoding="utf-8")
        card = f'name = "Waiter"\ntokens = ["red"]\ndefense = 2\n\n[trait]\nname = "Waits"\nrule = {json.dumps(rule)}\n'
        (pack / "characters" / "waiter.toml").write_text(card, encoding="utf-8")
        return load(FOLDER / beside, pack)


def waiting(rule: str, drawing: str, **more: object) -> Game:
    """A scene in which figure A has a trait that says `rule`."""
    return scene(drawing, catalog=trait_with(rule), A="Waiter", **more)  # type: ignore[arg-type]


def tried(rule: str, drawing: str, pieces: str = "", beside: str = "terrain", **more: object) -> Game:
    """A scene in which figure A has just begun to do what `rule` says; pieces as `Fog c1 light`."""
    laid = [dict(zip(("kind", "square", "side"), one.split(), strict=True)) for one in pieces.split(",") if one.strip()]
    game = scene(drawing, catalog=card_with(rule, beside), A="Tester", pool="red", pieces=laid, **more)  # type: ignore[arg-type]
    game.play("A: Try")
    return game
