"""What the cards of further sets need: tokens that challenge, figures placed from the track, pieces that an item brings."""

from __future__ import annotations

import json

import pytest

from kit.marks import rule
from kit.table import scene
from tipover import Catalog, load
from tipover.engine.core.event import Challenged, KnockedOut

PIECES = """
[[token]]
name = "Turret"
number = 2
of = "Engineer"
rule = "When a rival enters the square of this, this does a challenge 4 against it. If it wins, remove this."

[[token]]
name = "Gun"
number = 1
of = "Engineer"
rule = "At the end of the round, this does a range 3 challenge 2."

[[token]]
name = "Ambush"
number = 2
of = "Raptor"
defense = 1

[[token]]
name = "Portal"
number = 1
of = "Portal Gun"
rule = "The square of this counts as your starting area."
"""
ITEMS = """
[[item]]
name = "Portal Gun"
cost = 3
rule = "Place the Portal token within 4 and in sight and in an empty square."
"""
CHARACTERS = {
    "Engineer": ("", {"Rest": "Move 1."}),
    "Raptor": ("At the start of its turn, this may place this in the square of an Ambush token of yours.", {"Rest": "Move 1."}),
    "Pair": (
        "",
        {
            "Both": "This and an ally within 3 each move 1.",
            "Chain": "Challenge 2. Challenge 1 against another rival within 2 of the target.",
        },
    ),
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    pack = tmp_path_factory.mktemp("packs") / "needs"
    (pack / "characters").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Needs"\nneeds = ["core"]\n', encoding="utf-8")
    (pack / "pieces.toml").write_text(PIECES, encoding="utf-8")
    (pack / "attachments.toml").write_text(ITEMS, encoding="utf-8")
    for name, (trait, abilities) in CHARACTERS.items():
        lines = [f'name = "{name}"', 'tokens = ["red"]', "defense = 2"]
        for title, text in abilities.items():
            lines += ["[[ability]]", f'name = "{title}"', 'cost = "red 1"', f"rule = {json.dumps(text)}"]
        lines += ["[trait]", 'name = "Trait"', *([f"rule = {json.dumps(trait)}"] if trait else [])]
        (pack / "characters" / f"{name.lower()}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(pack)


def laid(kind: str, *squares: str) -> list[dict[str, object]]:
    return [{"kind": kind, "side": "light", "square": square} for square in squares]


@rule("CHA-18", "ADJ-3", "TOK-4")
def test_a_token_challenges_who_enters_its_square_and_its_owner_has_the_credit(catalog: Catalog):
    game = scene(" b . . A ", A="Engineer", b={}, turn="b", catalog=catalog, pieces=laid("Turret", "b1"))
    game.play("b: move b1", "roll b b b b", "roll b b")
    (challenged,) = game.happened(Challenged)
    assert (challenged.challenger, str(challenged.dice)) == (-1, "4 dice = 4 Turret")
    assert game["b.down"] is True
    assert game.state.piece_at[0] < 0, "`If it wins` is this challenge: the token is removed."


@rule("CHA-18", "CHA-2")
def test_a_token_s_ranged_challenge_names_rivals_of_its_side_that_it_sees(catalog: Catalog):
    game = scene(
        """
        +---+---+---+---+---+---+
        | b   .   .   . | d   A |
        +---+---+---+---+---+---+
        """,
        A="Engineer", b={"down": True}, d={}, catalog=catalog, pieces=laid("Gun", "c1"),
    )  # fmt: skip
    game.play("A: end", "b: end", "d: end", "roll b b", "roll b b")
    (out,) = game.happened(KnockedOut)
    assert (out.figure, out.credit) == (game.state.setup.figure("b"), game.state.setup.figure("A")), "d is behind a wall."


@rule("TRA-2", "TRN-16")
def test_a_figure_is_placed_from_the_track_when_its_turn_begins_and_takes_it_there(catalog: Catalog):
    game = scene(
        " C . . . b ", A={"character": "Raptor", "side": "light"}, C={}, turn="light", catalog=catalog,
        pieces=laid("Ambush", "b1", "d1"), sides={"light": {"track": [["A"], [], [], []]}},
    )  # fmt: skip
    game.play("A")
    assert game.options == ["> b1", "> d1", "> no"]
    game.play("> d1")
    assert game["A.square"] == "d1"
    assert game.allows("A: challenge b")


@rule("MOV-13", "TRA-2")
def test_it_cannot_be_placed_where_somebody_is(catalog: Catalog):
    game = scene(
        " C . . . b ", A={"character": "Raptor", "side": "light"}, C={}, turn="light", catalog=catalog,
        pieces=laid("Ambush", "a1", "d1"), sides={"light": {"track": [["A"], [], [], []]}},
    )  # fmt: skip
    game.play("A")
    assert game.options == ["> d1", "> no"]


@rule("CDN-6", "ITM-2")
def test_a_piece_that_an_item_brings_is_there_whoever_holds_it(catalog: Catalog):
    game = scene(" A . . . b ", A={"character": "Engineer", "items": ["Portal Gun"]}, b={}, catalog=catalog)
    game.play("A: use Portal Gun", "> c1")
    (portal,) = [p for p, slot in enumerate(game.state.setup.pieces) if slot.name == "Portal"]
    assert game.state.piece_at[portal] == 2


@rule("ABI-3")
def test_two_figures_each_do_something(catalog: Catalog):
    game = scene(" A . C . b ", A="Pair", C={}, b={}, catalog=catalog, pool="red")
    game.play("A: Both")
    assert sorted(game.options) == ["> A", "> C"]
    game.play("> C", "> d1", "> b1")
    assert (game["A.square"], game["C.square"]) == ("b1", "d1")


@rule("CHA-2")
def test_a_second_target_is_chosen_by_the_place_the_text_names(catalog: Catalog):
    game = scene(" A b . d e ", A="Pair", b={}, d={}, e={}, catalog=catalog, pool="red")
    game.play("A: Chain", "roll b b", "roll s s")
    assert [event.target for event in game.happened(Challenged)] == [game.state.setup.figure("b"), game.state.setup.figure("d")]
