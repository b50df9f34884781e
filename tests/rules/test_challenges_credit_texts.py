"""CHA, CTL-2: who is challenged in the end, who has the credit, and how challenges end; the cards are those of packs/workshop."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from tipover.engine.core.event import Challenged, ChallengeLost, KnockedOut, Rolled, TargetChanged

PACK = pack("workshop")


def table(drawing: str, **more: object) -> Game:
    return scene(drawing, catalog=PACK, **more)  # type: ignore[arg-type]


def on_card(kind: str, mark: str) -> dict[str, object]:
    return {"kind": kind, "side": "light" if mark.isupper() else "dark", "on": mark}


def last(game: Game, kind: type) -> object:
    return game.happened(kind)[-1]


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
    assert game.options == ["> A", "> D", "> no"], "Its rivals, as ever; it need not."


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
    assert game.state.piece_at[game.state.setup.pieces.index(next(p for p in game.state.setup.pieces if p.name == "Idol"))] == 3


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


@rule("CHA-17", "CHA-18", "TOK-4")
def test_a_knock_out_by_a_token_is_credited_to_the_character_who_put_it_in_play():
    """P shoves b, who lies on the floor, onto the Trap that A has laid: the knock-out is A's."""
    trap = {"kind": "Trap", "side": "light", "square": "b1"}
    game = table(" b . P A ", turn="P", P="Pusher", A="Trapper", b=down(), pieces=[trap], scenario="Power", pool="blue")
    game.play("P: Shove > b", "> b1", "roll b b b b", "roll b b")
    assert game["b.out"] is True
    assert last(game, KnockedOut).credit == game.state.setup.figure("A")
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)


@rule("CHA-17", "CHA-18", "STA-1")
@pytest.mark.parametrize(("bearer", "points"), [("b", (1, 0)), ("C", (0, 0))])
def test_a_knock_out_by_a_status_card_is_credited_to_its_giver_but_never_to_the_defenders_own_side(bearer, points):
    """J has given Fuse, to a rival or to an ally."""
    statuses = {"statuses": ["Fuse of J"], "down": True}
    figures: dict[str, object] = {"b": {}, "C": {}} | {bearer: statuses}
    game = table(" J b . C ", turn=bearer, J="Jailer", scenario="Power", **figures)
    game.play(f"{bearer}: end", "roll b b b b", "roll b b")
    assert game[f"{bearer}.out"] is True
    assert last(game, KnockedOut).credit == (game.state.setup.figure("J") if bearer == "b" else -1)
    assert (game["sides.light.points"], game["sides.dark.points"]) == points


@rule("CHA-17")
def test_a_knock_out_by_ones_own_trait_is_credited_to_nobody():
    """Desperate Measures challenges Gi-hun himself."""
    game = table(" A . b ", A=down("Gi-hun"), b={}, scenario="Power")
    game.state.counts = [1] * len(game.state.counts)
    game.play("A: end", "roll b", "roll b b")
    assert game["A.out"] is True
    assert (last(game, KnockedOut).credit, game["sides.dark.points"]) == (-1, 0)


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
