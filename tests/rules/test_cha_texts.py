"""CHA, CTL-2: what texts do with dice and challenges that the sheet's cards do not; the cards are those of packs/workshop."""

from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import ContentError, State, load
from tipover.cards.catalog import NUMBER_AT
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.dice import PLAIN_DIE, alike, mixed_rolls, rolls, successes, total_of
from tipover.engine.event import (
    Challenged,
    ChallengeLost,
    ChallengeWon,
    DiceRolled,
    DieTurned,
    KnockedDown,
    KnockedOut,
    Rolled,
    TargetChanged,
)

PACK = load(Path(__file__).parents[1] / "packs" / "workshop")


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
        ('["burst", "star"]', "'star' is no face; a face is burst, shield, triple, or a number from 0 to 20"),
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


# -- another target --------------------------------------------------------------------------------------

ARM = """
    +---+---+---+---+
    | A   b   .   r |
    +---+---+---+---+
"""


@rule("CHA-14")
def test_the_challenge_goes_on_with_the_new_target():
    game = table(ARM, A="Gi-hun", b="Rider", r={"character": "Arm", "of": "b"})
    game.play("A: challenge b")
    assert game.options == ["> yes", "> no"]
    game.play("> yes", "roll b b", "roll s")
    assert game.happened(TargetChanged) == [TargetChanged(0, game.state.setup.figure("r"))]
    assert str(last(game, Challenged).defense) == "1 die = 1 defense of Arm"
    assert (game["b.square"], game["b.down"]) == ("d1", False)
    assert game["r.square"] == "none", "The Arm lost and is removed."


@rule("CHA-14")
def test_left_out_the_first_target_stays():
    game = table(ARM, A="Gi-hun", b="Rider", r={"character": "Arm", "of": "b"})
    game.play("A: challenge b", "> no", "roll b b", "roll s b")
    assert (game["b.down"], game["r.square"]) == (True, "d1")


@rule("CHA-14")
def test_a_target_that_could_not_have_been_chosen_ends_the_challenge_and_the_rest_of_its_text():
    game = table(" A b . c ", A="Pusher", b="Decoy", c={})
    game.play("A: Reckless > c")
    assert "A: end" in game.options, "c is not adjacent: no dice are asked for."
    assert not game.happened(Challenged)
    assert not game.happened(ChallengeLost)
    assert game["sides.light.points"] == 0, "What follows the challenge is not done either."
    assert game["sides.light.track"] == [["red"], [], [], []], "The ability was paid and is over."
    near = table(" c A b ", A="Pusher", b="Decoy", c={})
    near.play("A: Reckless > c", "roll b b b", "roll s b")
    assert near["c.down"] is True, "c is adjacent to A and might have been chosen."
    assert near["sides.light.points"] == 2


# -- who has the credit ----------------------------------------------------------------------------------


def down(character: str = "") -> dict[str, object]:
    return {"down": True, **({"character": character} if character else {})}


@rule("CTL-2", "CHA-29")
def test_made_to_challenge_it_finds_its_targets_on_its_own_side_and_the_maker_chooses():
    drawing = """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | .   D   e |
        +---+---+---+
    """
    game = table(drawing, A="Puppeteer", b={}, c={}, e={}, scenario="Power", turn="A")
    game.play("A: Turn on Them > b")
    assert game.options == ["> c", "> e"], "b's own side, within its reach; neither A nor D, its rivals."
    assert game.state.decision.seat == 0, "The maker chooses."


@rule("CHA-29", "CHA-18")
def test_a_knock_out_by_a_figure_made_to_challenge_is_the_makers():
    game = table(" A b c ", A="Puppeteer", b={}, c=down(), scenario="Power")
    game.play("A: Turn on Them > b", "roll b b", "roll b b")
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("CTL-2")
def test_what_a_rival_merely_may_do_is_its_own_challenge():
    drawing = """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | .   D   . |
        +---+---+---+
    """
    game = table(drawing, A="Puppeteer", b={}, c={}, scenario="Power")
    game.play("A: Egg On > b")
    assert game.state.decision.seat == 1, "b's own side is asked."
    assert game.options == ["> A", "> D"], "Its rivals, as ever."


@rule("CHA-18", "CTL-1")
def test_for_a_controlled_rival_the_controlling_character_has_the_credit():
    game = table(" A b c ", A="Puppeteer", b={}, c=down(), scenario="Power")
    game.play("A: Strings > b", "roll b b", "roll b b")
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("CHA-18")
@pytest.mark.parametrize(("name", "whose"), [("Imp", "Puppeteer"), ("Ghost", "Gi-hun"), ("Pup", "Gi-hun")])
def test_for_a_minion_or_companion_its_character_has_the_credit(name: str, whose: str):
    game = table(" G b . A ", turn="G", A=whose, G={"character": name, "of": "A"}, b=down(), scenario="Power")
    game.play("G: challenge b", "roll b b", "roll b b")
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert game["sides.light.points"] == 1


@rule("CHA-18", "CHA-27")
def test_for_a_token_the_character_that_put_it_in_play_has_the_credit():
    pit = {"kind": "Pit", "side": "light", "square": "c1"}
    game = table(" b . . A ", turn="b", A="Trapper", b={}, pieces=[pit], scenario="Power")
    game.play("b: move c1")
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert game["sides.light.points"] == 1


@rule("CHA-18", "CHA-27")
def test_for_a_status_card_its_giver_has_the_credit():
    game = table(" b . . A ", turn="b", A="Jailer", b={"statuses": ["Doom of A"]}, scenario="Power")
    game.play("b: end")
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert (game["sides.light.points"], game["b.out"]) == (1, True)


@rule("CHA-27")
def test_knocked_out_by_a_rule_without_a_challenge_is_credited_and_put_on_the_track_is_not():
    out = table(" A . b ", A="Puppeteer", b={}, scenario="Power")
    out.play("A: Finish")
    assert out["sides.light.points"] == 1
    put = table(" A . b ", A="Rider", b={}, scenario="Power")
    put.play("A: Send Off")
    assert (put["sides.light.points"], put["b.out"]) == (0, True)
    assert not put.happened(KnockedOut)


@rule("CHA-28")
def test_knocked_down_by_a_rule_who_is_down_stays_down():
    game = table(" A . b ", A="Rider", b=down(), scenario="Power")
    game.play("A: Fell > b")
    assert (game["b.down"], game["b.square"]) == (True, "c1")
    assert not game.happened(KnockedOut)


@rule("CHA-9", "CHA-28")
def test_companions_and_minions_are_never_knocked_down_by_a_rule_either():
    game = table(" A G . b ", A="Rider", G={"character": "Ghost", "of": "A"}, b={})
    game.play("A: Fell")
    assert game["b.down"] is True, "b was the only one to choose: Ghost cannot be knocked down."


@rule("CHA-9")
def test_a_marker_that_loses_goes_where_its_rule_says():
    idol = {"kind": "Idol", "side": "dark", "square": "b1"}
    game = table(" A . . b ", A="Gi-hun", b="Jailer", pieces=[idol], areas={"start dark": ["d1"]})
    game.play("A: challenge Idol", "roll b b", "roll b")
    assert game.state.lies[game.state.setup.pieces.index(next(p for p in game.state.setup.pieces if p.name == "Idol"))] == 3


# -- defended against nobody, and ended ------------------------------------------------------------------


@rule("CHA-17", "TOK-4")
def test_challenged_by_nobody_loses_as_ever_and_a_knock_out_scores_for_nobody():
    trap = {"kind": "Trap", "side": "light", "square": "b1"}
    game = table(" b . . A ", turn="b", A="Trapper", b={}, pieces=[trap], scenario="Power")
    game.play("b: move c1", "roll b b b b", "roll b b")
    assert (game["b.square"], game["b.down"]) == ("b1", True), "Knocked down on the way, the move ends there (MOV-15)."
    (challenged,) = game.happened(Challenged)
    assert (challenged.challenger, str(challenged.dice)) == (-1, "4 dice = 4 Trap")
    lying = table(" b . c A ", turn="c", A="Pusher", b=down(), c={}, pieces=[trap], scenario="Power")
    lying.play("c: end", "A: Shove > b", "> b1", "roll b b b b", "roll b b")
    assert lying["b.out"] is True
    assert last(lying, KnockedOut).credit == -1
    assert lying["sides.light.points"] == 0, "Nobody knocked it out."


@rule("CHA-25")
def test_once_declared_it_goes_on_though_the_target_went_out_of_reach():
    game = table(" A b . . ", A="Gi-hun", b="Dodger")
    game.play("A: challenge b > d1", "roll b b", "roll b b")
    assert (game["b.square"], game["b.down"]) == ("d1", True)


@rule("CHA-25", "ABI-6")
def test_it_ends_when_the_challenger_is_knocked_down_before_the_dice():
    game = table(" A b . ", A="Pusher", b="Spike", pieces=[on_card("Thorn", "b")])
    game.play("A: Reckless", "> Thorn")
    assert game["A.down"] is True
    assert not game.happened(Rolled)
    assert game["sides.light.points"] == 0, "The ability stops with its doer knocked down."
    lying = table(" A b . ", A="Pusher", b="Spike", pieces=[on_card("Thorn", "b")], actions=1)
    lying.play("A: From the Floor", "> Thorn", "roll b b", "roll b b")
    assert lying["b.down"] is True, "Usable while knocked down, it goes on."


@rule("CHA-25")
def test_it_ends_when_the_target_has_left_the_map():
    game = table(" A b . ", A={"character": "Pusher", "statuses": ["Vanishing"]}, b={})
    game.play("A: Reckless")
    assert not game.happened(Rolled)
    assert game["b.out"] is True
    assert game["sides.light.points"] == 1, "Neither won nor lost: only the last sentence is done."


@rule("ABI-10", "CHA-7")
@pytest.mark.parametrize(("dice", "points"), [("roll b b b", 2), ("roll s s s", 3)])
def test_what_follows_a_lost_challenge_is_done_unless_the_card_asks_for_a_win(dice: str, points: int):
    game = table(" A b . ", A="Pusher", b={}, sides={"light": {"points": 3 if dice == "roll s s s" else 0, "pool": ["red"]}})
    game.play("A: Reckless", dice, "roll b b")
    assert game["sides.light.points"] == points


@rule("ACT-9", "CHA-21")
def test_a_basic_challenge_given_by_a_card_is_the_basic_one_for_companions_too():
    game = scene(" G b . A ", catalog=PACK, turn="A", A="Gi-hun", G={"character": "Pup", "of": "A"}, b={"statuses": ["Brawl"]})
    game.play("G: challenge b")
    assert game.dice == "3 dice = 2 basic challenge + 1 Brawl"
    other = table(" A b ", A="Turner", b={"statuses": ["Brawl"]})
    other.play("A: Steady Hand")
    assert other.dice == "3 dice = 3 Steady Hand", "No basic challenge."


@rule("CHA-26")
def test_a_challenger_with_0_dice_loses_and_its_roll_is_not_asked():
    game = table(" A b ", A="Gi-hun", b={"statuses": ["Daze", "Daze"]})
    game.play("A: challenge b")
    assert game.dice == "0 dice = 2 basic challenge − 1 Daze − 1 Daze"
    assert game.state.decision.figure == game.state.setup.figure("b"), "Only the defender rolls."
    game.play("roll b b")
    assert game.happened(ChallengeLost)


@rule("CHA-10", "CHA-11")
def test_several_targets_are_ordered_by_the_acting_player_and_each_is_a_challenge_of_its_own():
    drawing = """
        +---+---+---+
        | b   A   c |
        +---+---+---+
    """
    game = table(drawing, A="Black Panther", b={}, c={}, pool="blue")
    game.play("A: Kinetic Energy Burst")
    assert game.options == ["> b", "> c"]
    game.play("> c", "roll s s", "roll b b", "roll b b", "roll b b")
    assert (game["c.down"], game["b.down"]) == (False, True), "Losing one stops neither the other nor the rest."


@rule("CHA-24")
def test_a_given_actions_challenge_is_not_the_texts_own():
    drawing = """
        +---+---+---+---+
        | c   A   b   . |
        +---+---+---+---+
    """
    game = table(drawing, A="Jailer", b={}, c={})
    game.play("A: Grudge Match > b", "roll b b", "roll b b", "> challenge c", "roll s s", "roll s s")
    assert game.options == ["> c1", "> d1"], "The target is still b, whom the text challenged."


@rule("CHA-15", "CHA-16")
def test_only_a_card_marked_with_the_burst_is_refused_for_want_of_a_target():
    """Override Protocol contains a challenge and is none; Repulsor Blast is marked, and needs its target now."""
    game = scene(" A . . . . . b ", A="Iron Man", pool="red silver")
    assert game.refused("A: Repulsor Blast") == ["CHA-16"]
    assert game.allows("A: Override Protocol")
