"""The board and the chances of the moment: fog, Rubble, markers, the challenges that cards declare, who stood up by what."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import load
from tipover.cli.out import Line
from tipover.cli.panel import sides
from tipover.cli.picture import board, legend
from tipover.cli.question_text import explained
from tipover.engine.core import verbs
from tipover.engine.core.dice import win_chance
from tipover.engine.core.event import Challenged, Event, StoodUp
from tipover.play.chances import outlook
from tipover.play.narrate import sentences

from .runs import answer, run

PACKS = Path(__file__).parents[1] / "packs"
TERRAIN = load(PACKS / "terrain")


def text_of(lines: list[Line]) -> list[str]:
    return ["".join(part if isinstance(part, str) else part[0] for part in line).rstrip() for line in lines]


def told(game: Game, kind: type[Event], *lines: str) -> list[str]:
    """The sentences of the events of one kind that some lines bring about."""
    return sentences(game.state, [event for event in game.play(*lines) if isinstance(event, kind)])


# -- the board -------------------------------------------------------------------------------------------------


@rule("MAP-9")
def test_rubble_of_the_moment_opens_the_wall_that_is_drawn() -> None:
    wall = """
        +---+---+---+
        | A | .   b |
        +---+---+---+
    """
    game = scene(wall, catalog=TERRAIN, A="Burrower", b="Runner", pool="red red")
    assert text_of(board(game.state))[2] == " 1 | A | .   b |"
    game.play("A: Burrow > b1")
    assert text_of(board(game.state))[2] == " 1 | .   A   b |"
    assert "Rubble between a1 and b1" in legend(game.state)
    game.play("A: Pick Up")
    assert text_of(board(game.state))[2] == " 1 | . | A'  b |"
    assert "Rubble" not in legend(game.state)


@rule("SEE-7")
def test_fog_of_the_moment_is_drawn() -> None:
    game = scene(" A . . b ", catalog=TERRAIN, A="Surveyor", b="Runner", pieces=[{"kind": "Fog", "side": "light", "square": "c1"}])
    assert text_of(board(game.state))[2] == " 1   A   .  ~&F  b"
    assert "~ obscured" in legend(game.state)


@rule("MAP-9", "MOV-3")
def test_reach_goes_through_rubble_and_as_far_as_the_figure_moves_now(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    drawn = 'drawing = """\n+---+---+---+\n| A | .   b |\n+---+---+---+\n"""\nturn = "A"\n'
    path.write_text(drawn, encoding="utf-8")
    assert answer("reach", path, "A")["squares"] == ["a1"]
    path.write_text(f'{drawn}[[pieces]]\nkind = "Rubble"\nbetween = ["a1", "b1"]\n', encoding="utf-8")
    for words in ([], ["--packs", str(PACKS / "terrain")]):
        assert answer("reach", path, "A", *words) == {"figure": "A", "steps": 2, "squares": ["a1", "b1"]}


@rule("ULT-2")
@pytest.mark.parametrize(
    ("markers", "said", "sign"), [(1, "I Iron Man: a1, markers 1/3", " I "), (2, "markers 2/3", " I "), (3, "a1, exhausted", " I'")]
)
def test_an_ultimate_is_exhausted_with_its_third_marker(markers: int, said: str, sign: str) -> None:
    game = scene(" I . b ", turn="dark", I={"character": "Iron Man", "ultimate": True, "exhausted": markers})
    assert any(said in line for line in text_of(sides(game.state, 60, {})))
    assert text_of(board(game.state))[2].startswith(f" 1  {sign}")
    assert ("exhausted '" in legend(game.state)) == (markers == 3)


# -- chances ---------------------------------------------------------------------------------------------------


@rule("CHA-7", "CHA-5")
def test_where_a_card_asks_for_its_target_the_chance_and_its_parts_are_shown() -> None:
    game = scene(" b A c ", A="Sae-byeok", b="Gi-hun", c={"side": "dark", "down": True}, pool="blue silver silver")
    game.play("A: Sucker Punch")
    said = [explained(game.state, option) for option in game.state.decision.options]
    dice = 3 + game.state.pool[2]
    defense = [game.state.defense(option.figure) for option in game.state.decision.options]
    for text, blocks in zip(said, defense, strict=True):
        assert f": {win_chance(dice, blocks)} = " in text and f"{dice} dice = 3 Sucker Punch + " in text and "against" in text
    assert "to knock out" in said[1] and "to knock out" not in said[0]
    found = outlook(game.state, game.state.decision.options[0])
    declared = [event for event in game.play("> b") if isinstance(event, Challenged)]
    assert found is not None and declared == [Challenged(game.state.setup.figure("A"), found.target, found.dice, found.defense)]


@rule("CHA-7", "CHA-26")
def test_the_chance_of_a_basic_challenge_is_what_the_dice_give() -> None:
    game = scene(" A b ", A={"side": "light"}, b={"side": "dark"})
    option = next(one for one in game.state.decision.options if one.verb == verbs.CHALLENGE)
    found = outlook(game.state, option)
    assert found is not None and found.chance == win_chance(2, game.state.defense(found.target)) == Fraction(103, 216)
    assert explained(game.state, option) == f"{game.state.name(found.target)} (b): 103/216 = 47.7%"


def test_what_declares_no_challenge_has_no_chance() -> None:
    game = scene(" A . b ", A={"side": "light"})
    assert all(outlook(game.state, option) is None for option in game.state.decision.options)


# -- standing up -----------------------------------------------------------------------------------------------


@rule("TRN-5", "ACT-3")
def test_who_stands_up_is_told_with_what_made_it_stand() -> None:
    rally = scene(" A . b ", A={"side": "light", "down": True}, B={"side": "light"})
    assert told(rally, StoodUp, "A: rally")[0].endswith("(A) rallies and stands up (TRN-5).")
    assist = scene(" A B . b ", A={"side": "light"}, B={"side": "light", "down": True})
    assert "(B), who stands up (ACT-3)." in told(assist, StoodUp, "A: assist B")[0]
    card = scene(" A B . b ", A="Jon Snow", B={"side": "light", "down": True}, pool="gold")
    assert told(card, StoodUp, "A: Hold the Wall > B > stand up > done")[0].endswith("(B) stands up by Hold the Wall (CHA-8).")


def test_a_typed_answer_that_changes_nothing_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text('drawing = " A . . B b "\nturn = "A"\n[figures]\nA = { character = "Gi-hun" }\n', encoding="utf-8")
    shown = run("terminal", path, typed="A: Take the Lead for 2\n> yes\n> done\n").stdout
    assert shown.count("changes nothing: that is done, and the question above is still open.") >= 1
