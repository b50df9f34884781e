"""ACT: actions that cards add, give and name."""

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import card_with, waiting
from tipover import why_not

PACK = pack("rulings")


def front(rule_card, **more):
    return {"side": "light", "character": "Front Man", "statuses": [rule_card], **more}


@rule("ACT-5")
def test_abilities_and_items_are_special_actions_and_not_given_with_a_basic_one():
    game = scene(" A . B b ", A="Coach", B={"character": "Sae-byeok", "items": ["Needle"]}, catalog=PACK, pool="gold blue")
    game.play("A: Drill")
    assert [line for line in game.options if "Sucker" in line or "use" in line] == []
    assert game.refused("> Sucker Punch")[0] == "ACT-5"
    assert game.refused("> use Needle")[0] == "ACT-5"


@rule("ACT-8")
def test_a_basic_action_that_a_card_adds_is_there_for_basics_and_rivals_too():
    game = scene(" A b . . . F ", F=front("Ground Rules"), turn="dark")
    assert "b: Ground Rules" in game.options
    game.play("b: Ground Rules > e1")
    assert game["b.square"] == "e1"


@rule("ACT-8")
def test_it_is_there_wherever_a_basic_action_is_given():
    game = scene(" A . B . . F b ", A="Coach", F=front("Ground Rules"), catalog=PACK, pool="gold")
    game.play("A: Drill > B")
    assert "> Ground Rules" in game.options


@rule("ACT-8")
def test_it_is_there_for_a_controlled_rival():
    game = scene(" A b . . . F ", A="Sae-byeok", F=front("Ground Rules"), pool="silver")
    game.play("A: Intimidating Demand > Ground Rules > e1")
    assert game["b.square"] == "e1"


@rule("ACT-8")
def test_it_is_not_there_for_companions_and_minions():
    game = scene(
        " A . G P . F b ",
        A="Coach",
        G={"character": "Ghost", "of": "A"},
        P={"character": "Pet", "of": "A"},
        F=front("Ground Rules"),
        catalog=PACK,
        pool="gold gold",
    )
    for mark, end in (("G", "b1"), ("P", "c1")):
        game.play(f"A: Drill > {mark}")
        assert f"> move {end}" in game.options
        assert "> Ground Rules" not in game.options
        game.play(f"> move {end}")


@rule("ACT-8")
def test_it_is_no_basic_move_that_another_card_names():
    game = scene(" A b . . . F ", A="Il-nam", F=front("Ground Rules"), pool="silver")
    game.play("A: Convincing Smile > b")
    assert "> Ground Rules" not in game.options
    assert "> move d1" in game.options and "> move e1" not in game.options


@rule("ACT-8")
def test_it_is_not_there_when_the_card_is_not_in_force():
    game = scene(" A b . . . F ", F="Front Man")
    assert game.refused("A: Ground Rules") != []


@rule("ACT-9")
def test_a_change_to_basic_challenges_holds_for_those_cards_give_and_for_companions_and_minions():
    game = scene(
        " A G b . F ",
        A="Coach",
        G={"character": "Ghost", "of": "A"},
        F=front("Brutal Contest"),
        catalog=PACK,
        pool="gold",
    )
    game.play("G: challenge b")
    assert game.dice == "3 dice = 2 basic challenge + 1 Brutal Contest"
    game.play("roll s s s", "roll b b", "A: Drill > G > challenge b")
    assert game.dice == "3 dice = 2 basic challenge + 1 Brutal Contest"


@rule("ACT-9")
def test_a_minions_basic_challenge_is_the_basic_one():
    game = scene(" A P b . F ", A="Coach", P={"character": "Pet", "of": "A"}, F=front("Brutal Contest"), catalog=PACK, pool="gold")
    game.play("A: Drill > P > challenge b")
    assert game.dice == "3 dice = 2 basic challenge + 1 Brutal Contest"


@rule("ACT-9")
def test_another_challenge_is_not_the_basic_one():
    game = scene(" A b . F ", A="Sae-byeok", F=front("Brutal Contest"), pool="blue")
    game.play("A: Sucker Punch > b")
    assert game.dice == "3 dice = 3 Sucker Punch"


@rule("ACT-4")
def test_an_interact_that_a_scenario_offers_goes_by_its_piece():
    game = scene(
        " A . . b ",
        scenario="Flags",
        areas={"start light": ["a1"], "start dark": ["d1"], "Flag light": ["a1"], "Flag dark": ["c1"]},
        pieces=[{"kind": "Flag", "side": "dark", "square": "c1"}, {"kind": "Flag", "side": "light", "square": "a1"}],
    )
    assert game.refused("A: interact Flag") != []
    game.play("A: move b1", "A: interact Flag")
    assert (game["sides.light.points"], game["A.square"]) == (2, "a1")


@rule("ACT-8")
def test_the_reason_against_an_added_action_says_whether_the_card_is_in_force_or_finds_nothing():
    game = scene(" A b . . F ", F=front("Accelerated Pace"), sides={"light": {"pool": []}})
    assert game.refused("A: Ground Rules") == ["ACT-8"]
    assert "Ground Rules is not in force" in why_not(game.state, "A: Ground Rules")[0].sentence
    assert game.refused("A: Accelerated Pace") == ["ACT-7"], "No token lies on the track."
    assert "shift an ability token" in why_not(game.state, "A: Accelerated Pace")[0].sentence


@rule("TRN-3", "ACT-4")
def test_an_offered_interact_at_the_wrong_time_is_refused_for_the_time_alone():
    flags = {
        "scenario": "Flags",
        "areas": {"start light": ["a1"], "start dark": ["d1"], "Flag light": ["a1"], "Flag dark": ["d1"]},
        "pieces": [{"kind": "Flag", "side": "dark", "square": "d1"}, {"kind": "Flag", "side": "light", "square": "a1"}],
    }
    game = scene(" A b . . ", **flags)
    assert game.refused("b: interact Flag") == ["TRN-3"], "The flag lies beside b: only the turn is another's."
    far = scene(" A . b . ", **flags)
    assert far.refused("b: interact Flag") == ["TRN-3", "ACT-4", "ADJ-1"], "Here the flag is out of reach as well."


@rule("ACT-4")
def test_the_reason_against_an_offered_interact_quotes_the_card_and_what_it_asks_for():
    game = scene(" A . T b ", T="Data Terminal")
    assert game.refused("A: interact Data Terminal") == ["ACT-4", "ADJ-1"]
    assert "As an interact, a character of yours adjacent to this" in why_not(game.state, "A: interact Data Terminal")[0].sentence
    other = scene(" A T b ", T={"character": "Data Terminal", "side": "dark"})
    assert other.refused("A: interact Data Terminal") == ["ACT-4", "ALY-2"]


BOTH: dict[str, object] = {"side": "dark", "character": "Gi-hun"}
TOKENS: dict[str, object] = {"dark": {"pool": ["red", "gold", "gold", "blue"]}}


def words_of(lines: list[str]) -> set[str]:
    """What kinds of actions are offered: `move`, `challenge` …, an ability as `ability`."""
    found = {line.split(": ")[-1].removeprefix("> ").split()[0] for line in lines}
    return {word if word in ("move", "challenge", "assist", "interact", "rally", "end") else "ability" for word in found}


@rule("ACT-5", "TRN-19")
@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Do a basic action.", {"move", "challenge"}),
        ("Do a basic action other than a challenge.", {"move"}),
        ("Do a basic action other than an interact.", {"move", "challenge"}),
        ("Do an action other than a move.", {"challenge", "ability"}),
        ("Do an action other than an ability.", {"move", "challenge"}),
        ("Do a challenge or a basic action other than a challenge.", {"move", "challenge"}),
        ("Do an interact or an action other than an ability.", {"move", "challenge"}),
        ("Do a move and an action other than an ability in either order.", {"move", "challenge"}),
        ("Do a basic move and a basic action other than a challenge in either order.", {"move"}),
    ],
)
def test_what_is_left_out_of_a_given_action_is_not_offered(text: str, offered: set[str]):
    game = scene(" . A b . ", catalog=card_with(text), A="Tester", pool="red red red")
    game.play("A: Try")
    assert words_of(game.options) == offered


@rule("ACT-5", "TRN-19")
@pytest.mark.parametrize("text", ["Do an action other than a basic action.", "Do an action other than a move or a challenge."])
def test_where_abilities_alone_are_given_the_only_one_is_done(text: str):
    game = scene(" . A b . ", catalog=card_with(text), A="Tester", pool="red red red")
    game.play("A: Try")
    assert game["sides.light.pool"] == [] and game["turn"] == "A"


@rule("PRE-1")
def test_who_can_do_no_action_ends_its_turn():
    game = waiting("Adjacent rivals cannot do an action.", " A b . ", b=BOTH, turn="b", sides=TOKENS)
    assert game["turn"] == "A"


@rule("PRE-1")
@pytest.mark.parametrize(
    ("text", "open_to_b"),
    [
        ("Adjacent rivals cannot do a basic action.", {"ability", "end"}),
        ("Adjacent rivals cannot do a basic action other than a move.", {"move", "ability", "end"}),
        ("Adjacent rivals cannot do an action other than a challenge.", {"challenge", "end"}),
        ("Adjacent rivals cannot do a move or an ability.", {"challenge", "end"}),
    ],
)
def test_a_card_forbids_the_actions_it_names_and_no_others(text: str, open_to_b: set[str]):
    game = waiting(text, " A b . ", b=BOTH, turn="b", sides=TOKENS)
    assert words_of(game.options) == open_to_b


@rule("ACT-2")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("After this does a basic move, gain 1 point.", 0),
        ("After this does a basic action, gain 1 point.", 1),
        ("After this does an action, gain 1 point.", 1),
        ("After this does an ability, gain 1 point.", 0),
        ("After this does a basic action other than a move, gain 1 point.", 1),
        ("After this does an action other than a basic action, gain 1 point.", 0),
        ("After this does a basic action other than a move or a challenge, gain 1 point.", 0),
    ],
)
def test_an_action_that_is_waited_for_is_the_one_that_is_named(text: str, points: int):
    game = waiting(text, " A b . ")
    game.play("A: challenge b", "roll s s", "roll s s")
    assert game["sides.light.points"] == points


@rule("TRN-4")
def test_what_may_be_done_on_the_ground_leaves_out_what_the_card_leaves_out():
    game = waiting("This can do a basic action other than a move while knocked down.", " A b . ", turn="b")
    game.play("b: challenge A", "roll b b", "roll b b", "b: end")
    assert game["A.down"] is True and words_of(game.options) == {"challenge", "rally", "end"}
