"""Scenarios, pieces and decks that no set has, written by hand: what each text says is what happens (§2 of the language's page)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import load
from tipover.engine.core.ids import IN_FORCE, RESERVE

AREAS: dict[str, object] = {"start light": ["a1"], "start dark": ["e1"], "Zone": ["b1"]}
CLAIM = "As an interact, a character of yours may claim an adjacent Zone area."


def scenario(folder: Path, text: str, key: str = "rule") -> Game:
    """A row of five squares with a Zone in b1, A at one end and b at the other, in a scenario of this text."""
    (folder / "odd" / "scenarios").mkdir(parents=True)
    (folder / "odd" / "pack.toml").write_text('name = "Odd"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    card = f'name = "Odd Game"\npoints = [6, 10]\nareas = ["Zone"]\n{key} = {json.dumps(text)}\n'
    (folder / "odd" / "scenarios" / "odd.toml").write_text(card, encoding="utf-8")
    return scene(" A . . . b ", catalog=load(folder / "odd"), scenario="Odd Game", areas=AREAS)


@rule("TIM-5")
@pytest.mark.parametrize(
    ("text", "play", "points"),
    [
        (f"{CLAIM} At the end of the round, gain 1 point for each Zone area of yours.", ("A: interact Zone", "A: end", "b: end"), (1, 0)),
        (f"{CLAIM} At the end of the round, gain 1 point for each Zone area of an opponent.", ("A: interact Zone", "A: end", "b: end"), (0, 1)),
        ("At the end of the round, for each Zone area: gain 1 point for each character of yours in it.", ("A: move b1", "A: end", "b: end"), (1, 0)),
        ("As an interact, a character may gain 1 point.", ("A: end", "b: interact scenario"), (0, 1)),
        ("As an interact, a rival may gain 1 point.", ("A: end", "b: interact scenario"), (0, 1)),
    ],
)  # fmt: skip
def test_an_odd_scenario_does_what_it_says(tmp_path: Path, text: str, play: tuple[str, ...], points: tuple[int, int]):
    game = scenario(tmp_path, text)
    game.play(*play)
    assert (game["sides.light.points"], game["sides.dark.points"]) == points


@rule("ACT-4")
def test_an_action_for_everybody_is_offered_once_though_each_side_has_the_rule(tmp_path: Path):
    game = scenario(tmp_path, "As an interact, a character may gain 1 point. Once per round.")
    assert [one for one in game.options if "interact" in one] == ["A: interact scenario"]


PIECES = """[[token]]
name = "Net"
number = 3
of = "Tester"

[[token]]
name = "Oil"
number = 3
of = "Tester"
on = "card"
"""
CARDS = """[[deck]]
name = "Weather"
of = "Tester"

[[card]]
deck = "Weather"
name = "Swell"
rule = "Figures have 1 more movement."

[[card]]
deck = "Weather"
name = "Calm"
rule = "Figures have 1 less movement."
"""


def pack_of(folder: Path, text: str, **files: str) -> Path:
    """A pack with Tester, whose ability Try does what the text says, and further files."""
    place = folder / "odd"
    (place / "characters").mkdir(parents=True)
    (place / "pack.toml").write_text('name = "Odd"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    card = f'name = "Tester"\ntokens = ["red"]\ndefense = 2\n\n[[ability]]\nname = "Try"\ncost = "red 1"\nrule = {json.dumps(text)}\n'
    (place / "characters" / "tester.toml").write_text(card, encoding="utf-8")
    for name, content in files.items():
        (place / f"{name}.toml").write_text(content, encoding="utf-8")
    return place


def with_pieces(folder: Path, text: str) -> Game:
    """A, B and z in a row, three Net tokens where A, B and nobody are; A has just begun to do what the text says."""
    place = pack_of(folder, text, pieces=PIECES, status=CARDS)
    nets: list[dict[str, object]] = [{"kind": "Net", "side": "light", "square": square} for square in ("a1", "b1", "c1")]
    game = scene(" A B . . z ", catalog=load(place), A="Tester", pool="red", pieces=nets)
    game.play("A: Try")
    return game


@rule("TOK-1", "STA-2")
@pytest.mark.parametrize(
    ("text", "play", "where"),
    [
        ("Play each Weather card.", (), {"Swell": "in force", "Calm": "in force"}),
        ("Play up to 2 Weather cards.", ("> Calm", "> no"), {"Calm": "in force", "Swell": "reserve"}),
        ("Discard up to 2 Net tokens within 3.", ("> Net b1", "> no"), {"Net": "a1 reserve c1"}),
        ("Discard 2 Net tokens within 3.", ("> Net b1", "> Net c1"), {"Net": "a1 reserve reserve"}),
        ("Take each Net token within 3.", (), {"Net": "A A A"}),
        ("Give each Net token within 3 to an ally.", (), {"Net": "B B B"}),
        ("Give 2 Net tokens within 3 to an ally.", ("> Net a1", "> Net c1"), {"Net": "B b1 B"}),
        ("Gain 3 Oil tokens. Discard any number of Oil tokens.", ("> Oil", "> Oil", "> no"), {"Oil": "reserve reserve A"}),
    ],
)
def test_a_deed_is_done_to_as_many_pieces_as_the_text_says(tmp_path: Path, text: str, play: tuple[str, ...], where: dict[str, str]):
    game = with_pieces(tmp_path, text)
    game.play(*play)
    state = game.state

    def place(piece: int) -> str:
        at, holder = state.piece_at[piece], state.piece_holder[piece]
        if holder >= 0:
            return state.setup.mark(holder)
        return state.setup.grid.name(at) if at >= 0 else {IN_FORCE: "in force", RESERVE: "reserve"}[at]

    found = {name: " ".join(place(k) for k, slot in enumerate(state.setup.pieces) if slot.name == name) for name in where}
    assert found == where


def with_item(folder: Path, text: str, cost: str, *play: str) -> Game:
    """A, who holds a Rope with this text, between B and z."""
    item = f'[[item]]\nname = "Rope"\n{cost}rule = {json.dumps(text)}\n'
    place = pack_of(folder, "Move 1.", attachments=item)
    game = scene(" B A z . y ", catalog=load(place), A={"character": "Tester", "items": ["Rope"]}, pool="red")
    game.play(*play)
    return game


@rule("ITM-2", "PRE-1")
def test_an_item_that_its_own_text_puts_on_the_track_stays_there(tmp_path: Path):
    game = with_item(tmp_path, "Move 2. Put this card on the 4 of your track.", "cost = 2\n", "A: use Rope", "> b1")
    assert game["sides.light.track"] == [[], [], [], ["Rope"]]


@rule("ITM-2", "CDN-9")
def test_an_item_without_a_number_does_nothing_while_it_lies_on_the_track(tmp_path: Path):
    hit = ("z: challenge A", "roll b b", "roll b b")
    text = "Instead of this being knocked down, put this card on the 3 of your track."
    game = with_item(tmp_path, text, "", "A: end", *hit)
    assert (game["A.down"], game["sides.light.track"]) == (False, [[], [], ["Rope"], []])
    game.play(*hit)
    assert game["A.down"] is True


NET = '[[token]]\nname = "Net"\nnumber = 2\nof = "Tester"\nrule = {}\n'


@rule("CDN-10", "TOK-1")
def test_the_text_of_a_piece_holds_while_somebody_carries_it(tmp_path: Path):
    place = pack_of(tmp_path, "Take a Net token within 2.", pieces=NET.format(json.dumps("A character with this has 1 more movement.")))
    game = scene(" A . . . z ", catalog=load(place), A="Tester", pool="red", pieces=[{"kind": "Net", "side": "light", "square": "b1"}])
    assert "A: move d1" not in game.options
    game.play("A: Try")
    assert "A: move d1" in game.options


@rule("ACT-4")
def test_what_a_token_offers_goes_by_its_name(tmp_path: Path):
    place = pack_of(tmp_path, "Move 1.", pieces=NET.format(json.dumps("As an interact, a character adjacent to this may gain 1 point.")))
    game = scene(" A . . . z ", catalog=load(place), A="Tester", pieces=[{"kind": "Net", "side": "light", "square": "b1"}])
    assert "A: interact Net" in game.options


GULLS = '[[minion]]\nname = "Gull"\nnumber = 2\ndefense = 1\nof = "Tester"\n'


@rule("TOK-3", "TOK-7")
@pytest.mark.parametrize(
    ("text", "play", "where"),
    [
        ("Place 2 Gull minions within 2.", ("> b1", "> c1"), ["b1", "c1"]),
        ("Place up to 2 Gull minions within 2.", ("> Gull", "> done", "> c1"), ["c1", "none"]),
        ("Place each Gull minion within 2.", ("> c1", "> b1"), ["c1", "b1"]),
    ],
)
def test_as_many_minions_come_out_of_the_reserve_as_the_text_says(tmp_path: Path, text: str, play: tuple[str, ...], where: list[str]):
    place = pack_of(tmp_path, text, pieces=GULLS)
    game = scene(" A . . . z ", catalog=load(place), A="Tester", pool="red")
    game.play("A: Try", *play)
    assert sorted([game["Gull.square"], game["Gull2.square"]]) == sorted(where)  # type: ignore[type-var]
