"""CHA: what texts do with dice that the sheet's cards do not; the cards are those of packs/workshop."""

from pathlib import Path

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from kit.terrain import asked
from kit.texts import tried
from tipover import ContentError, State, load
from tipover.cards.catalog import NUMBER_AT
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core.dice import PLAIN_DIE, alike, mixed_rolls, rolls, successes, total_of
from tipover.engine.core.event import Challenged, ChallengeLost, ChallengeWon, DiceRolled, DieTurned, KnockedDown, Rolled

PACK = pack("workshop")


def table(drawing: str, **more: object) -> Game:
    return scene(drawing, catalog=PACK, **more)  # type: ignore[arg-type]


def on_card(kind: str, mark: str) -> dict[str, object]:
    return {"kind": kind, "side": "light" if mark.isupper() else "dark", "on": mark}


def last(game: Game, kind: type) -> object:
    return game.happened(kind)[-1]


# -- roll and count --------------------------------------------------------------------------------------


@rule("CHA-12")
def test_a_roll_counts_a_burst_once_and_a_triple_three_times_and_nobody_defends():
    game = table(" A . b ", A="Gambler")
    game.play("A: Long Shot")
    assert game.state.decision.is_chance
    assert sum(game.state.decision.weights) == 6**3
    game.play("roll b s !")
    assert game["sides.light.points"] == 4, "1 for the burst, 3 for the triple, nothing for the shield."
    assert not game.happened(Rolled)
    assert not game.happened(Challenged)
    assert game["turn"] == "A", "Nothing further is asked: no defense is rolled."


@rule("CHA-12")
def test_no_success_is_a_count_of_0():
    game = table(" A . b ", A="Gambler")
    game.play("A: Long Shot", "roll s s s")
    assert game["sides.light.points"] == 0


@rule("CHA-12")
@pytest.mark.parametrize(("faces", "points"), [("1 5", 0), ("1 6", 2), ("6 6", 5), ("3 3", 3)])
def test_the_total_of_numbered_dice_is_7_or_more(faces: str, points: int):
    game = table(" A . b ", A="Gambler")
    game.play("A: Double or Nothing")
    assert len(game.options) == 21
    assert sum(game.state.decision.weights) == 36
    game.play(f"roll {faces}")
    assert game["sides.light.points"] == points


@rule("CHA-12", "CHA-19")
def test_faces_that_the_dice_do_not_have_are_refused_and_so_is_a_wrong_number_of_dice():
    game = table(" A . b ", A="Gambler")
    game.play("A: Double or Nothing")
    assert game.refused("roll 7 1") == ["CHA-5"]
    assert game.refused("roll b b") == ["CHA-5"]
    assert game.refused("roll 3") == ["CHA-5"]


@rule("CHA-12")
def test_dice_of_two_kinds_fall_together():
    game = table(" A . . . . b ", A="Gambler")
    game.play("A: Mixed Luck")
    weights = dict(zip(game.options, game.state.decision.weights, strict=True))
    assert sum(weights.values()) == 6 * 6 * 2
    assert weights["roll b b b"] == 9, "Two bursts of three faces each, and the coin's one burst."
    game.play("roll b b 0")
    assert "> c1" in game.options
    assert "> d1" not in game.options, "2 successes, so a move of 2; the blank counts nothing."


@rule("CHA-22")
def test_dice_match_only_if_two_or_more_are_rolled():
    alone = table(" A . b ", A="Gambler")
    alone.play("A: Lone Die", "roll 6")
    assert alone["sides.light.points"] == 0
    pair = table(" A . b ", A="Gambler")
    pair.play("A: Double or Nothing", "roll 2 2")
    assert pair["sides.light.points"] == 3
    different = table(" A . b ", A="Gambler")
    different.play("A: Double or Nothing", "roll 1 2")
    assert different["sides.light.points"] == 0
    assert [alike((3,)), alike((3, 3)), alike((3, 4)), alike(())] == [1, 2, 0, 0]


@rule("CHA-12", "CHA-30")
def test_every_outcome_of_mixed_dice_is_there_once_with_its_weight():
    coin = (0, NUMBER_AT)
    options, weights = mixed_rolls((PLAIN_DIE, PLAIN_DIE, coin))
    assert len({option.path for option in options}) == len(options)
    assert all(option.path == tuple(sorted(option.path)) for option in options)
    assert sum(weights) == 6 * 6 * 2
    assert mixed_rolls((PLAIN_DIE,) * 4) == rolls(4), "Plain dice are asked as ever."
    hits = sum(weight * successes(option.path, False) for option, weight in zip(options, weights, strict=True))
    assert hits == 72 + 72 + 36, "A plain die has 6 successes on 6 faces, the coin 1 on 2."
    assert total_of((NUMBER_AT + 4, 0, NUMBER_AT + 3)) == 7


def test_a_state_in_the_middle_of_a_roll_is_json_there_and_back():
    game = table(" A b ", A="Contender", b="Guard", pieces=[on_card("Cheer", "A")])
    for line in ("A: All In", "> Cheer", "roll b b b", "roll s s"):
        game.play(line)
        again: State = state_from_json(game.state.setup, state_json(game.state))
        assert again == game.state
        assert again.decision.options == game.state.decision.options
        assert game.state.clone() == game.state


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ('["burst"]', "a die has 2 to 20 faces"),
        ('["burst", "star"]', "'star' is no face; a face is burst, shield, triple, blank, or a number from 0 to 20"),
        ("[1, 21]", "21 is no face"),
        ("3", "a die has 2 to 20 faces"),
    ],
)
def test_a_die_with_faces_that_cannot_be_is_refused(tmp_path: Path, faces: str, said: str):
    pack = tmp_path / "odd"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Odd"\nversion = "0.1.0"\nneeds = ["core"]\n')
    (pack / "pieces.toml").write_text(f'[[die]]\nname = "Odd"\nfaces = {faces}\n')
    with pytest.raises(ContentError, match=said):
        load(pack)


# -- turning dice ----------------------------------------------------------------------------------------


@rule("CHA-13", "CHA-24")
def test_after_the_roll_a_die_counts_as_turned_and_the_challenge_is_compared_with_it():
    game = table(" A b ", A="Turner", b="Guard")
    game.play("A: Steady Hand", "roll b s s", "roll s b")
    assert game.options == ["> shield", "> no"], "Turning comes when both have rolled; a burst is a burst already."
    game.play("> shield")
    assert last(game, DieTurned) == DieTurned(0, 1, 0)
    assert last(game, ChallengeWon) == ChallengeWon(0, 1, 1)
    assert game["b.down"] is True


@rule("CHA-13")
def test_turning_is_a_may_and_left_out_the_dice_lie_as_they_fell():
    game = table(" A b ", A="Turner", b="Guard")
    game.play("A: Steady Hand", "roll b s s", "roll s b", "> no")
    assert game.happened(ChallengeLost) == [ChallengeLost(0, 1)]
    assert not game.happened(DieTurned)


@rule("CHA-13")
def test_with_no_die_to_turn_nothing_is_asked():
    game = table(" A b ", A="Turner", b="Guard")
    game.play("A: Steady Hand", "roll b b b", "roll s s")
    assert game.happened(ChallengeWon) == [ChallengeWon(0, 1, 1)]


@rule("CHA-13", "CHA-4")
def test_before_the_roll_a_die_is_set_and_one_die_less_is_rolled():
    game = table(" A b ", A="Turner", b="Guard", pieces=[on_card("Plate", "b")])
    game.play("A: Steady Hand")
    assert game.options == ["> Plate", "> no"], "The defender decides before anyone rolls."
    assert game.state.decision.seat == 1
    game.play("> Plate", "roll b b b")
    assert len(game.state.decision.options[0].path) == 1, "One of the two dice is a shield already."
    game.play("roll s")
    assert [event.faces for event in game.happened(Rolled)] == [(0, 0, 0), (1, 1)]
    assert last(game, ChallengeWon) == ChallengeWon(0, 1, 1)


@rule("CHA-13")
def test_after_the_roll_only_as_the_card_says():
    standing = table(" A b ", A="Gi-hun", b="Guard")
    standing.play("A: challenge b", "roll b s", "roll b b")
    assert standing.happened(KnockedDown), "Guard turns dice only while it is knocked down."
    lying = table(" A b ", A="Gi-hun", b={"character": "Guard", "down": True})
    lying.play("A: challenge b", "roll b s", "roll b b")
    assert lying.options == ["> burst", "> no"]
    lying.play("> burst")
    assert lying.happened(ChallengeLost)
    assert lying["b.square"] == "b1"


@rule("CHA-24")
def test_changes_after_the_roll_are_the_challengers_first_then_the_defenders():
    game = table(" A b ", A="Turner", b={"character": "Guard", "down": True})
    game.play("A: Steady Hand", "roll s s s", "roll b b")
    assert (game.state.decision.seat, game.options) == (0, ["> shield", "> no"])
    game.play("> shield")
    assert (game.state.decision.seat, game.options) == (1, ["> burst", "> no"])
    game.play("> burst")
    assert game.happened(ChallengeLost), "1 against 1."


@rule("CHA-4", "CHA-24")
def test_dice_are_changed_by_the_challenger_then_the_defender_before_anyone_rolls():
    pieces = [on_card("Cheer", "A"), on_card("Plate", "b")]
    game = table(" A b ", A="Contender", b="Guard", pieces=pieces)
    game.play("A: All In")
    assert (game.state.decision.seat, game.options) == (0, ["> Cheer", "> no"])
    game.play("> Cheer")
    assert (game.state.decision.seat, game.options) == (1, ["> Plate", "> no"])
    game.play("> Plate")
    assert game.dice == "3 dice = 2 All In + 1 Champion die"
    weights = dict(zip(game.options, game.state.decision.weights, strict=True))
    assert weights["roll ! ! !"] == 2, "One triple on each plain die, two on the Champion die."


@rule("CHA-4")
def test_the_challenger_is_first_in_the_rivals_turn_too():
    pieces = [on_card("Plate", "A"), on_card("Cheer", "b")]
    game = table(" A b ", A="Guard", b="Contender", pieces=pieces, turn="b", sides={"dark": {"pool": ["red"]}})
    game.play("b: challenge A")
    assert game.state.decision.seat == 1
    game.play("> no")
    assert game.state.decision.seat == 0


@rule("CHA-13", "CHA-24")
def test_a_die_added_after_the_roll_is_rolled_now():
    game = table(" A b ", A="Contender", b="Guard")
    game.play("A: challenge b", "roll b b", "roll s s")
    assert game.options == ["roll b", "roll 0"], "The dice match, so the coin is added, by the trait alone."
    assert game.state.decision.weights == [1, 1]
    game.play("roll b")
    assert last(game, DiceRolled) == DiceRolled(0, (0,), 1, 0)
    assert last(game, ChallengeWon) == ChallengeWon(0, 1, 1), "3 against 2."


@rule("CHA-13", "CHA-12")
def test_a_die_of_a_texts_own_roll_is_turned_before_it_is_counted():
    game = table(" A . b ", A={"character": "Gambler", "statuses": ["Loaded"]})
    game.play("A: Long Shot", "roll s s !")
    assert game.options == ["> shield", "> triple", "> no"]
    game.play("> shield")
    assert game["sides.light.points"] == 4


@rule("CHA-13")
def test_each_die_is_turned_without_a_question():
    game = table(" A b ", A={}, b={"statuses": ["Stout"]})
    game.play("A: challenge b", "roll b !", "roll b !")
    assert [(event.face, event.into) for event in game.happened(DieTurned)] == [(0, 1), (2, 1)]
    assert last(game, ChallengeWon) == ChallengeWon(0, 1, 2), "4 against 2 shields."


@rule("CHA-13")
def test_up_to_2_dice_are_turned_one_after_another():
    game = table(" A b ", A={"character": "Turner", "statuses": ["Nimble"]}, b={}, pool="")
    game.play("A: challenge b", "roll s s", "roll s s")
    assert game.options == ["> Sleight", "> Nimble"]
    game.play("> Nimble")
    assert game.options == ["> shield", "> done"]
    game.play("> shield")
    assert game.options == ["> shield", "> done"]
    game.play("> shield")
    assert len(game.happened(DieTurned)) == 2
    assert game.happened(ChallengeLost), "2 against 2; there is no shield left for Sleight to turn."


# -- CHA-2: a text that says where its targets are ------------------------------------------------------------

GATHERED = """
    +---+---+---+---+
    | A   b   c   D |
    +   +   +   +   +
    | .   e   .   g |
    +   +   +   +   +
    | .   .   .   . |
    +   +   +   +   +
    | f   .   .   . |
    +---+---+---+---+
"""


@rule("CHA-2")
@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Challenge 1.", "be"),
        ("Challenge 1 against a standing rival.", "be"),
        ("Challenge 1 against an adjacent rival.", "be"),
        ("Challenge 1 against a rival within 3.", "bcefg"),
        ("Challenge 1 against a rival in sight.", "bef"),
        ("Challenge 1 against a rival adjacent to an ally.", "cg"),
        ("Range 3 challenge 1 against a rival within 2.", "be"),
    ],
)
def test_a_relation_of_place_in_the_target_phrase_says_how_targets_are_chosen(text, targets):
    """c and g stand behind others; D is an ally. An adjective alone changes nothing, and a stated range holds besides."""
    game = tried(text, GATHERED)
    assert asked(game) == set(targets)


@rule("CHA-2", "CHA-3")
def test_more_range_does_not_go_on_a_challenge_that_says_where_its_targets_are():
    """Nobody within 2 of the first target but c: d, three squares off, is no target."""
    game = tried("Challenge 1. Challenge 1 against a rival within 1 of the target.", " A b c d ")
    game.play("roll s", "roll s s")
    assert game.happened(Challenged)[-1].target in map(game.state.setup.figure, "bc")


@rule("CHA-2")
def test_without_a_relation_of_place_the_refusal_is_that_it_is_not_adjacent():
    game = tried("Challenge 1 against a standing rival.", GATHERED)
    assert game.refused("> c") == ["CHA-2"]
    near = tried("Challenge 1 against a rival within 2.", GATHERED)
    assert near.refused("> f") == ["DST-2"]
