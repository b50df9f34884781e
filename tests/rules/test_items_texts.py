"""ITM: items."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not
from tipover.engine.core.event import Challenged

PACK = pack("rulings")


@rule("ITM-1")
def test_an_item_is_used_by_the_one_who_holds_it_and_nobody_else():
    game = scene(" A . B b ", A={"character": "Gi-hun", "items": ["Cheesecake", "Tonic"]}, B="Sae-byeok", catalog=PACK)
    assert "A: use Tonic" in game.options
    game.play("A: end", "b: end")
    assert game.refused("B: use Tonic")[0] == "ITM-1"


@rule("ITM-1", "ACT-5")
def test_an_item_that_nobody_has_is_refused_as_an_item_and_not_as_an_ability():
    game = scene(" A B b ", A="Gi-hun", B={})
    assert game.refused("A: use Needle") == ["ITM-1"]
    assert "does not hold Needle" in str(why_not(game.state, "A: use Needle")[0])
    assert game.refused("A: Needle") == ["ABI-1"], "without 'use' it is read as an ability"
    game.play("A: end", "b: end")
    assert game.refused("B: use Needle") == ["ACT-5"], "a basic character uses none at all"


@rule("ITM-1")
def test_an_item_stays_with_its_character_through_a_knock_out():
    game = scene(" A b ", A={"character": "Gi-hun", "items": ["Tonic"], "down": True}, turn="b", catalog=PACK)
    game.play("b: challenge A", "roll b b", "roll b b")
    assert (game["A.out"], game["A.items"]) == (True, ["Tonic"])


@rule("ITM-1", "ITM-2")
def test_without_a_number_an_item_is_a_trait():
    game = scene(" A b ", b={"character": "Gi-hun", "items": ["Amulet"]}, catalog=PACK)
    game.play("A: challenge b")
    assert game.happened(Challenged)[0].defense.total == 3
    other = scene(" A b ", A={"character": "Gi-hun", "items": ["Amulet"]}, catalog=PACK)
    assert other.refused("A: use Amulet") == ["ITM-2"]


@rule("ITM-2")
def test_using_an_item_is_an_action_and_afterwards_its_card_goes_to_its_number():
    game = scene(" A b . ", A={"character": "Gi-hun", "items": ["Needle"]})
    game.play("A: use Needle")
    assert game["sides.light.track"] == [[], [], [], []], "Not before its effect."
    game.play("roll b b", "roll b b")
    assert game["sides.light.track"] == [["Needle"], [], [], []]
    assert game["turn"] == "A"
    game.play("A: move a1")
    assert game["turn"] == "b"


@rule("ITM-2")
def test_on_the_track_it_is_not_used():
    game = scene(" A b . ", A={"character": "Gi-hun", "items": ["Needle"]}, sides={"light": {"track": [["Needle"], [], [], []]}})
    assert game.refused("A: use Needle")[0] == "ITM-2"
    (reason, *_) = why_not(game.state, "A: use Needle")
    assert "track" in reason.sentence and "Needle" in reason.sentence
    game.play("A: end", "b: end", "b: end")
    assert (game["round"], game["turn"]) == (2, "A")
    assert game.allows("A: use Needle"), "Back with the cooldown."


@rule("ITM-2")
def test_its_card_goes_to_the_track_though_its_user_was_knocked_down():
    game = scene(" A b . ", A={"character": "Gi-hun", "items": ["Needle"]}, b="Rose Nylund")
    game.play("A: use Needle", "roll s s", "roll b b", "> A", "roll b b", "roll b b")
    assert (game["A.down"], game["sides.light.track"]) == (True, [["Needle"], [], [], []])


@rule("ITM-3")
def test_a_figure_that_cannot_hold_an_item_does_not_get_it():
    for mark, who in (("B", {}), ("G", {"character": "Ghost", "of": "A"}), ("P", {"character": "Pet", "of": "A"})):
        game = scene(
            f" A . {mark} . b ",
            A={"character": "Coach", "items": ["Baton"]},
            catalog=PACK,
            **{mark: who},
        )
        game.play("A: use Baton")
        assert (game["A.items"], game[f"{mark}.items"]) == (["Baton"], []), mark
        assert game["sides.light.track"] == [[], [], ["Baton"], []], "It was used all the same."


@rule("ITM-4")
def test_an_item_handed_on_in_its_own_use_goes_to_the_track_and_returns_to_its_new_holder():
    game = scene(" A . B . b ", A={"character": "Gi-hun", "items": ["Invitation"]}, B="Sae-byeok")
    game.play("A: use Invitation")
    assert (game["A.items"], game["B.items"], game["B.square"]) == ([], ["Invitation"], "b1")
    assert game["sides.light.track"] == [[], ["Invitation"], [], []]
    assert game.refused("A: use Invitation")[0] == "ITM-1"
    game.play("A: end", "b: end")
    assert game.refused("B: use Invitation")[0] == "ITM-2"
    game.play("B: end", "b: end", "A: end", "B: end")
    assert (game["round"], game["sides.light.track"]) == (3, [[], [], [], []])
    game.play("B: use Invitation > a1")
    assert (game["A.items"], game["B.items"]) == (["Invitation"], [])


@rule("ITM-2", "ABI-11")
def test_a_limit_on_an_items_card_holds_though_the_card_is_back():
    game = scene(" A . . b ", A={"character": "Gi-hun", "items": ["Relic"]}, catalog=PACK)
    game.play("A: use Relic > b1", "A: end", "b: end", "b: end")
    assert (game["round"], game["turn"], game["sides.light.track"]) == (2, "A", [[], [], [], []])
    assert "A: use Relic" not in game.options, "It says once per game."
    assert game.refused("A: use Relic") == ["TRN-8"]
