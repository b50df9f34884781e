"""PRE: which text holds when two disagree."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover.engine.core.event import Challenged

PACK = pack("rulings")


@rule("PRE-1")
def test_a_card_beats_the_instructions():
    lying = scene(" A b ", A={"character": "Il-nam", "down": True})
    assert lying.allows("A: challenge b"), "The book bars actions while knocked down, Wisdom allows them."
    assert scene(" A b ", A={"character": "Gi-hun", "down": True}).refused("A: challenge b")[0] == "TRN-4"
    striding = scene(" A b . . ", A="Front Man", pool="red")
    assert striding.allows("A: Intimidating Stride > c1")
    assert striding.refused("A: move c1")[0] == "MOV-5"


@rule("PRE-1")
def test_a_characters_text_beats_the_scenario_card():
    game = scene(" A b c ", b="Stone", scenario="Parade", catalog=PACK)
    game.play("A: challenge b")
    assert game.happened(Challenged)[0].defense.total == 4, "Set in Stone says 4, the scenario 3."


@rule("PRE-1")
def test_where_no_character_speaks_the_scenario_card_holds():
    game = scene(" A b c ", b="Il-nam", scenario="Parade", catalog=PACK)
    game.play("A: challenge b")
    assert game.happened(Challenged)[0].defense.total == 3


@rule("PRE-1")
@pytest.mark.parametrize(
    ("token", "line", "key"),
    [("silver", "A: Tire Out", "b.exhausted"), ("red", "A: Throw Out", "b.out")],
)
def test_what_a_card_says_cannot_be_done_to_a_figure_is_not_done(token, line, key):
    game = scene(" A b . ", A="Bully", b="Anchor", catalog=PACK, pool=token)
    game.play(line)
    assert (game[key], game["turn"]) == (False, "A"), "Stays Put."
    other = scene(" A b . ", A="Bully", b="Stone", catalog=PACK, pool=token)
    other.play(line)
    assert other[key]


@rule("PRE-1", "CTL-7")
def test_who_cannot_be_controlled_is_not():
    game = scene(" A b . ", A="Bully", b="Anchor", catalog=PACK, pool="silver")
    game.play("A: Puppet")
    assert game["turn"] == "A" and "A: move a1" in game.options, "Nobody to choose: the card ends."


@rule("PRE-1")
def test_its_own_turn_exhausts_it_and_its_own_move_moves_it_all_the_same():
    game = scene(" A b . ", b="Anchor", turn="b", catalog=PACK)
    game.play("b: move c1", "b: end")
    assert (game["b.square"], game["b.exhausted"]) == ("c1", True), "By others, it means."
