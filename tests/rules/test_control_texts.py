"""CTL: control of rivals."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import tried
from tipover.engine.core.event import Challenged

PACK = pack("rulings")


def demand(drawing, **more):
    """Sae-byeok (A) with one silver token: Intimidating Demand controls an adjacent rival for a basic action."""
    return scene(drawing, **({"A": "Sae-byeok", "pool": "silver"} | more))


def acts(game):
    return {line.removeprefix("> ") for line in game.options}


@rule("CTL-1")
def test_a_controlled_rival_challenges_its_own_side_and_not_the_controllers():
    game = demand(
        """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | B   .   . |
        +---+---+---+
        """
    )
    game.play("A: Intimidating Demand > b")
    assert {one for one in acts(game) if one.startswith("challenge")} == {"challenge c"}
    assert game.refused("> challenge A")[0] == "CHA-1"


@rule("CTL-1")
def test_a_controlled_rival_moves_through_the_controllers_figures_and_not_through_its_own_side():
    game = demand(" c b A . ")
    game.play("A: Intimidating Demand > b")
    assert {one for one in acts(game) if one.startswith("move")} == {"move b1", "move d1"}
    own = demand(" . c b A ")
    own.play("A: Intimidating Demand > b")
    assert {one for one in acts(own) if one.startswith("move")} == {"move c1"}, "c stands in the way like a rival."


@rule("CTL-1", "CTL-6")
def test_points_of_a_controlled_rival_are_the_controllers_and_the_marker_lies_on_its_4():
    game = demand(" A b F . ", points={"F": "F"})
    game.play("A: Intimidating Demand > interact F")
    assert (game["sides.light.points"], game["sides.dark.points"]) == (1, 0)
    assert game["sides.light.track"] == [[], [], ["silver"], ["F"]]
    assert game["sides.dark.track"] == [[], [], [], []]


@rule("CTL-1", "CHA-18")
def test_a_knock_out_by_a_controlled_rival_scores_for_the_controller():
    game = demand(" A b c ", c={"down": True}, scenario="Territory", areas={"Scoring": ["a1"], "start light": ["a1"], "start dark": ["c1"]})
    game.play("A: Intimidating Demand > challenge c", "roll b b", "roll b b")
    assert (game["c.out"], game["sides.light.points"], game["sides.dark.points"]) == (True, 1, 0)


@rule("CTL-1")
def test_afterwards_it_is_its_owners_again():
    game = demand(" A b c ")
    game.play("A: Intimidating Demand > move b1", "A: end", "b")
    assert "b: challenge A" in game.options
    assert "b: challenge c" not in game.options


@rule("CTL-1", "TOK-4")
def test_a_token_that_harms_rivals_harms_a_controlled_one():
    game = scene(
        " A b . . ",
        A="Doorkeeper",
        catalog=PACK,
        pool="gold",
        pieces=[{"kind": "Box", "side": "light", "square": "c1"}],
    )
    game.play("A: Step Here > move c1")
    (challenge,) = game.happened(Challenged)
    assert (challenge.challenger, challenge.dice.total) == (-1, 4)


@rule("CTL-2", "CHA-29")
def test_made_to_challenge_without_control_it_may_challenge_its_own_side():
    game = scene(" A b c ", A="Bully", catalog=PACK, pool="silver")
    game.play("A: Turn on Them > b")
    (challenge,) = game.happened(Challenged)
    figure = game.state.setup.figure
    assert (challenge.challenger, challenge.target) == (figure("b"), figure("c"))


@rule("CTL-2", "CHA-29")
def test_made_to_challenge_it_is_not_the_makers_ally_and_the_maker_chooses_the_target():
    game = scene(
        """
        +---+---+---+---+
        | A   b   c   d |
        +   +   +   +   +
        | .   .   B   . |
        +---+---+---+---+
        """,
        A="Bully",
        B="Blanche Devereaux",
        catalog=PACK,
        pool="silver",
    )
    game.play("A: Turn on Them > c")
    assert (game.options, game.state.decision.seat) == (["> b", "> d"], 0)
    game.play("> d")
    assert game.dice == "1 die = 2 basic challenge − 1 Devastatingly Beautiful", "To Blanche it is a rival as before."


@rule("CTL-3")
def test_the_controller_chooses_action_path_and_target_its_owner_what_its_own_cards_offer():
    game = demand(" A b c . ", b="Black Widow")
    game.play("A: Intimidating Demand > challenge c", "roll s s", "roll b b")
    ask = game.state.decision
    assert (ask.seat, ask.figure) == (1, game.state.setup.figure("b")), "Agile Acrobat is her owner's to use."


@rule("CTL-3")
def test_the_controller_answers_for_the_given_actions():
    game = demand(" A b c . ", b="Black Widow")
    game.play("A: Intimidating Demand")
    ask = game.state.decision
    assert ask.seat == 0
    assert ask.figure == game.state.setup.figure("b")


@rule("CTL-4")
def test_the_pool_on_a_controlled_rivals_cards_is_its_owners():
    game = scene(
        " A b c ",
        A="Bully",
        b="Sae-byeok",
        catalog=PACK,
        sides={"light": {"pool": ["silver", "blue", "silver", "silver"]}, "dark": {"pool": ["blue", "silver"]}},
    )
    game.play("A: Puppet > Sucker Punch")
    assert game.dice == "4 dice = 3 Sucker Punch + 1 silver in pool"
    assert game["sides.dark.track"] == [[], [], ["blue"], []]
    assert game["sides.light.track"] == [[], ["silver"], [], []]


@rule("CTL-4")
def test_without_a_token_in_its_owners_pool_it_has_no_ability():
    game = scene(" A b c ", A="Bully", b="Sae-byeok", catalog=PACK, sides={"light": {"pool": ["silver", "blue"]}, "dark": {"pool": []}})
    game.play("A: Puppet")
    assert "> Sucker Punch" not in game.options
    assert game.refused("> Sucker Punch")[0] == "ABI-2"


@rule("CTL-5")
def test_a_controlled_rival_assists_only_the_controllers_side():
    game = scene(
        """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | .   B   . |
        +---+---+---+
        """,
        A="Sae-byeok",
        B={"down": True},
        c={"down": True},
        pool="silver",
    )
    game.play("A: Intimidating Demand")
    assert {one for one in acts(game) if one.startswith("assist")} == {"assist B"}
    game.play("> assist B")
    assert not game["B.down"]


@rule("CTL-7")
def test_a_knocked_down_rival_cannot_be_chosen_an_exhausted_one_can():
    game = demand(" b A c . ", b={"down": True}, c={"exhausted": True})
    game.play("A: Intimidating Demand")
    assert game.state.decision.figure == game.state.setup.figure("c")
    game.play("> move d1")
    assert (game["c.exhausted"], game["turn"]) == (True, "A")


@rule("CTL-7")
def test_a_knocked_down_rival_is_refused_with_the_reason():
    game = demand(
        """
        +---+---+---+
        | b   A   c |
        +   +   +   +
        | .   d   . |
        +---+---+---+
        """,
        b={"down": True},
    )
    game.play("A: Intimidating Demand")
    assert game.refused("> b")[0] == "CTL-7"


@rule("CTL-7")
def test_control_neither_exhausts_it_nor_costs_it_actions():
    game = demand(" A b . c ")
    game.play("A: Intimidating Demand > move b1", "A: end", "b: move c1", "b: move c1")
    assert game["b.exhausted"], "It had its two actions all the same."


@rule("CTL-8")
def test_an_ally_controlled_acts_as_itself():
    game = scene(" A B c ", A="Il-nam", pool="silver")
    game.play("A: Convincing Smile")
    assert {one for one in acts(game) if one.startswith("challenge")} == {"challenge c"}
    assert game.state.controlled_by == [-1, -1, -1]


@rule("CTL-8")
def test_of_an_ally_controlled_the_knock_out_is_its_own():
    game = scene(
        " A B c ",
        A="Il-nam",
        c={"down": True},
        pool="silver",
        scenario="Territory",
        areas={"Scoring": ["a1"], "start light": ["a1"], "start dark": ["c1"]},
    )
    game.play("A: Convincing Smile > challenge c", "roll b b", "roll b b")
    assert (game["c.out"], game["sides.light.points"]) == (True, 1)


@rule("CTL-9")
def test_while_controlled_it_is_no_rival_of_the_controllers_side_for_dice():
    game = demand(
        """
        +---+---+---+
        | A   b   c |
        +   +   +   +
        | .   B   . |
        +---+---+---+
        """,
        B="Blanche Devereaux",
    )
    game.play("A: Intimidating Demand > challenge c")
    assert game.dice == "2 dice = 2 basic challenge", "Devastatingly Beautiful is for rivals."


@rule("CTL-9")
def test_while_controlled_its_own_sides_blanche_counts_it_as_a_rival():
    game = demand(" A b c ", c="Blanche Devereaux")
    game.play("A: Intimidating Demand > challenge c")
    assert game.dice == "1 die = 2 basic challenge − 1 Devastatingly Beautiful"


@rule("CTL-9", "SEE-9")
def test_while_controlled_the_controllers_figures_do_not_block_its_sight():
    game = scene(
        " A b B c ",
        A="Bully",
        b="Iron Man",
        catalog=PACK,
        sides={"light": {"pool": ["silver"]}, "dark": {"pool": ["red"]}},
    )
    game.play("A: Puppet > Unibeam")
    (challenge,) = game.happened(Challenged)
    assert challenge.target == game.state.setup.figure("c"), "Past B, who is its ally now."


@rule("CTL-1", "ABI-15")
def test_a_controlled_rival_that_falls_does_no_more_and_is_free():
    game = scene(" A c d . ", A="Il-nam", d="Rose Nylund", pool="silver")
    game.play("A: Convincing Smile > challenge d", "roll s s", "roll b b", "> c", "roll b b", "roll b b")
    assert (game["c.down"], game.state.controlled_by) == (True, [-1, -1, -1])
    assert game["turn"] == "A", "The basic move is left out; the turn goes on."


@rule("CTL-1")
def test_for_everything_but_moves_challenges_and_sight_a_controlled_rival_stays_its_owners():
    game = scene(
        """
        +---+---+---+---+---+
        | A   b   .   d   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        A="Bully",
        b="Gi-hun",
        catalog=PACK,
        sides={"light": {"pool": ["silver"]}, "dark": {"pool": ["gold"]}},
    )
    game.play("A: Puppet > Heart of Gold for 3")
    assert game.options == ["> c1", "> e1", "> c2", "> d2", "> e2"], "Placed beside its own ally d: placing is no move."


MADE = """
+---+---+---+
| A   x   y |
+   +   +   +
| .   B   . |
+---+---+---+
"""
BLANCHE = {"side": "light", "character": "Blanche Devereaux"}


@rule("CTL-2", "CTL-9")
@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("A rival within 3 does a basic challenge.", "1 die = 2 basic challenge − 1 Devastatingly Beautiful"),
        ("Control a rival within 3: it does a basic challenge.", "2 dice = 2 basic challenge"),
    ],
)
def test_made_to_challenge_it_stays_a_rival_for_dice_controlled_it_does_not(text: str, dice: str):
    game = tried(text, MADE, x={"side": "dark"}, y={"side": "dark", "down": True}, B=BLANCHE)
    if "> x" in game.options:
        game.play("> x")
    assert game.dice == dice


@rule("CHA-29")
def test_made_to_challenge_it_is_never_against_a_third_side():
    game = tried("A rival within 3 does a basic challenge.", MADE, x={"side": "dark"}, y={"side": "third"}, B={"side": "light"})
    assert game["turn"] == "A" and "A: end" in game.options, "nobody of its own side is beside either of them"


@rule("CHA-29")
def test_a_knock_out_by_one_that_was_made_to_challenge_scores_for_the_maker():
    areas = {"start light": ["a2"], "start dark": ["c2"]}
    game = tried(
        "A rival within 3 does a basic challenge.",
        MADE.replace("B", "."),
        x={"side": "dark"},
        y={"side": "dark", "down": True},
        scenario="First game (Squid Game)",
        areas=areas,
    )
    game.play("roll b b", "roll b b")
    assert (game["y.out"], game["sides.light.points"], game["sides.dark.points"]) == (True, 1, 0)
