"""TIM: the order of effects, with cards."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from kit.texts import waiting
from tipover import Match, arrange, load
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import questions, verbs
from tipover.engine.core.event import ChainStopped, Challenged, Event, KnockedDown, Moved
from tipover.play.deal import Wish, deal

PACK = pack("rulings")


def asked_side(game):
    return game.state.decision.side


@rule("TIM-1")
def test_one_players_simultaneous_effects_are_ordered_by_that_player():
    game = scene(
        " A b . ",
        A="Sae-byeok",
        scenario="Parade",
        catalog=PACK,
        sides={"light": {"pool": [], "track": [[], ["red"], [], []]}},
    )
    game.play("A: end")
    assert sorted(game.options) == ["> Parade", "> Pickpocket"]
    assert asked_side(game) == 0
    game.play("> Pickpocket")
    assert game["sides.light.track"] == [["red"], [], [], []]


@rule("TIM-1")
def test_effects_of_several_players_come_in_turn_order_from_the_side_whose_turn_it_is():
    drawing = """
        +---+---+---+---+---+
        | A   .   .   .   b |
        +   +   +   +   +   +
        | C   d   .   .   . |
        +---+---+---+---+---+
    """
    for turn, mark, target, order in (("C", "C", "d", [0, 1]), ("d", "d", "C", [1, 0])):
        game = scene(drawing, A="Onlooker", b="Onlooker", turn=turn, catalog=PACK)
        game.play(f"{mark}: challenge {target}", "roll b b", "roll b b")
        asked = []
        while game.options and game.options[-1] == "> no":
            asked.append(asked_side(game))
            game.play("> no")
        assert asked == order


@rule("TIM-1", "RND-2")
def test_outside_turns_the_order_begins_with_the_first_player():
    for first, order in (("light", [1, 0]), ("dark", [0, 1])):
        game = scene(" A . . b ", A="Onlooker", b="Onlooker", first=first, turn=first, catalog=PACK)
        for mark in ("A", "b") if first == "light" else ("b", "A"):
            game.play(f"{mark}: end")
        asked = []
        while game.options[-1] == "> no":
            asked.append(asked_side(game))
            game.play("> no")
        assert asked == order, "The first player marker has passed on."


@rule("TIM-1")
def test_two_effects_of_one_card_can_be_told_apart():
    game = scene(" A . . b ", A="Doubler", turn="light", catalog=PACK, sides={"light": {"pool": ["blue"], "track": [["red"], [], [], []]}})
    assert len(game.options) == len(set(game.options)) == 2, game.options


@rule("TIM-2")
def test_may_is_offered_never_forced():
    game = scene(" A b . ", A="Rose Nylund", pool="red")
    game.play("A: Life Isn't Fair, Kiddo > b", "roll s s s s", "roll b b")
    assert "> no" in game.options
    game.play("> no")
    assert game["b.square"] == "b1"


@rule("TIM-2")
def test_what_is_no_may_has_no_no():
    game = scene(" A b . ", A="Captain America", pool="red")
    game.play("A: No, You Move > b", "roll s s s", "roll b b")
    assert game.options == ["> b1", "> c1"], "A push of 0 is the least (MOV-18)."


@rule("TIM-5")
def test_an_effect_set_off_in_the_middle_is_done_whole_before_what_was_going_on():
    game = scene(" A b . c ", A="Black Widow", pool="blue")
    game.play("A: Hurricane Throw > a1", "roll b b b b", "roll b b")
    assert game.options == ["> a1", "> no"], "Agile Acrobat before the push."
    game.play("> no", "> c1")
    kinds = [type(event) for event in game.events]
    assert kinds.index(KnockedDown) < len(kinds) - 1 - kinds[::-1].index(Moved)


@rule("TIM-5")
def test_an_effect_set_off_by_an_effect_comes_before_the_rest():
    game = scene(
        """
        +---+---+---+---+
        | A   b   .   . |
        +   +   +   +   +
        | .   .   .   D |
        +---+---+---+---+
        """,
        A="Iron Man",
        b="Rose Nylund",
        D="Onlooker",
        catalog=PACK,
        pool="silver",
    )
    game.play("A: Override Protocol > challenge b", "roll s s", "roll b b", "> A", "roll b b", "roll b b")
    assert game["A.down"], "Rose's answer, an effect of the first challenge, knocked him down."
    assert game.state.decision.figure == game.state.setup.figure("D"), "What that sets off comes first."


@rule("TIM-6")
def test_a_scenarios_rule_is_an_effect_of_the_side_it_speaks_of():
    game = scene(
        " A b . ",
        b="Sae-byeok",
        A="Sae-byeok",
        turn="dark",
        first="light",
        scenario="Parade",
        catalog=PACK,
        sides={"dark": {"pool": [], "track": [[], ["red"], [], []]}},
    )
    game.play("b: end")
    assert sorted(game.options) == ["> Parade", "> Pickpocket"]
    assert asked_side(game) == 1


@rule("TIM-6")
def test_rules_of_nobodys_are_ordered_by_the_first_player():
    for first, side in (("light", 0), ("dark", 1)):
        game = scene(" A . . b ", scenario="Bell", first=first, turn="A", catalog=PACK)
        game.play("A: end")
        assert len(game.options) == 2 and game.options[-1] != "> no", game.options
        assert asked_side(game) == side


CHAIN = """
from kit.table import scene
from tipover import Match, arrange, load
from tipover import load
game = scene(" A b ", b="Tumbler", catalog=load({folder!r}))
told = game.play("A: challenge b", "roll b b", "roll b")
print(sum(type(event).__name__ in ("KnockedDown", "StoodUp") for event in told), game["turn"])
print(*told, sep="\\n")
"""


@rule("TIM-8")
def test_a_chain_that_sets_itself_off_ends_after_200_and_the_table_names_the_cards():
    folder = str(Path(__file__).parents[1] / "packs" / "rulings")
    # In a process of its own: an engine that breaks this rule never comes back.
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    line = [sys.executable, "-c", CHAIN.format(folder=folder)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=20, env=paths)
    assert done.returncode == 0, done.stderr
    head, _, events = done.stdout.partition("\n")
    count, turn = head.split()
    assert 190 <= int(count) <= 202
    assert "Roly-Poly" in events or "Tumbler" in events, "Which card it was."
    assert turn == "A", "The game goes on."


@rule("TIM-8", "TRN-9")
def test_a_turn_has_at_most_200_extra_actions_and_the_card_that_gives_more_is_named():
    game = waiting("When this wins a challenge, do an extra action.", " A b ")
    won = ("A: challenge b", "roll b b", "roll b b")

    def challenged(given: int) -> list[Event]:
        game.state.extra_actions = given
        game.state.down[game.state.setup.figure("b")] = 0
        return game.play(*won)

    challenged(198)
    assert (game.state.extra_actions, game.state.actions_left) == (199, 2), "One spent, one given."
    challenged(199)
    assert (game.state.extra_actions, game.state.actions_left) == (200, 2)
    assert ChainStopped(("Waits",)) in challenged(200)
    assert game.state.actions_left == 1, "The 201st is not given."
    game.play("A: end", "b: end")
    assert game.state.extra_actions == 0


@rule("TIM-8", "TRN-9")
def test_a_game_that_was_loaded_in_a_turn_refuses_the_same_action_as_the_one_that_went_on():
    game = waiting("When this wins a challenge, do an extra action.", " A b ")
    game.state.extra_actions = 198
    saved = state_json(game.state)
    assert saved["extra_actions"] == 198
    loaded = state_from_json(game.state.setup, json.loads(json.dumps(saved)))
    assert loaded == game.state and loaded.digest() == game.state.digest()
    refused: list[list[bool]] = []
    for state in (game.state, loaded):
        game.state = state
        refused.append([])
        for _ in range(4):
            state.down[state.setup.figure("b")] = 0
            told = game.play("A: challenge b", "roll b b", "roll b b")
            refused[-1].append(ChainStopped(("Waits",)) in told)
            if not state.actions_left:
                break
    assert refused == [[False, False, True, True]] * 2, "The 199th and the 200th are given."


@rule("TIM-8", "TRN-9")
def test_what_is_done_once_a_turn_need_not_be_counted():
    """So the digests of ordinary games know of no count: it is written only where a turn may go on and on."""
    trait = "At the start of its turn, do an extra action."
    game = waiting(trait, " A . b ")
    game.play("A: end", "b: end", "b: end")
    assert (game["turn"], game.state.actions_left, game.state.extra_actions) == ("A", 3, 0)
    limited = waiting("When this wins a challenge, do an extra action. Once per turn.", " A b ")
    limited.play("A: challenge b", "roll b b", "roll b b")
    assert (limited.state.actions_left, limited.state.extra_actions) == (2, 0)
    assert "extra_actions" not in state_json(limited.state)
    begun = waiting("When this wins a challenge, until the end of the turn, after a rival is knocked out, do an extra action.", " A b . c ")
    begun.play("A: challenge b", "roll b b", "roll b b", "A: challenge b")
    begun.play("roll b b", "roll b b")
    assert begun.state.extra_actions == 1, "What is begun again and again is counted."


@rule("TIM-8", "ACT-8")
@pytest.mark.parametrize("trait", ["As a basic action, this may do a basic action.", "As an interact, this may do an action."])
def test_an_offered_action_gives_none_that_gives_an_action_in_turn(trait: str):
    game = waiting(trait, " A . b ")
    (offered,) = [one for one in game.options if "Waits" in one or "Waiter" in one]
    game.play(offered)
    assert game.options == ["> move a1", "> move b1"]
    assert game.refused("> " + offered.removeprefix("A: ")) == ["TIM-8"]


@rule("TIM-4")
def test_adding_comes_before_subtracting_and_setting_last_on_cards():
    game = scene(
        """
        +---+---+---+
        | A   b   c |
        +---+---+---+
        """,
        b={"character": "Blanche Devereaux", "items": ["Amulet"]},
        F={"character": "Front Man", "statuses": ["Brutal Contest"], "exhausted": True},
        catalog=PACK,
        sides={"light": {"track": [["F"], [], [], []]}},
    )
    game.play("A: challenge b")
    (challenge,) = game.happened(Challenged)
    assert str(challenge.dice) == "2 dice = 2 basic challenge + 1 Brutal Contest − 1 Devastatingly Beautiful"
    assert challenge.defense.total == 3


@rule("TIM-4")
def test_a_set_defense_is_not_changed_by_what_adds():
    game = scene(" A b ", b={"character": "Stone", "items": ["Amulet"]}, catalog=PACK)
    game.play("A: challenge b")
    assert game.happened(Challenged)[0].defense.total == 4


@rule("TIM-4")
@pytest.mark.parametrize(("first", "dice"), [("Set in Stone", 1), ("Paper Armor", 4)])
def test_of_several_settings_of_a_defense_the_controller_orders_and_the_last_holds(first, dice):
    """Set in Stone says 4 and Paper Armor 1. A's side challenges; b's side says which is set first."""
    game = scene(" A b ", b={"character": "Stone", "items": ["Paper Armor"]}, catalog=PACK)
    game.play("A: challenge b")
    assert (asked_side(game), sorted(game.options)) == (1, ["> Paper Armor", "> Set in Stone"])
    game.play(f"> {first}")
    assert game.happened(Challenged)[0].defense.total == dice
    assert game.state.decision.asked == questions.ROLL


@rule("TIM-4", "PRE-1")
def test_a_setting_of_the_scenario_comes_before_those_of_cards_and_nothing_is_asked():
    """Parade says 3, Set in Stone 4."""
    game = scene(" A b ", b={"character": "Stone"}, scenario="Parade", catalog=PACK)
    game.play("A: challenge b")
    assert game.happened(Challenged)[0].defense.total == 4


@rule("TIM-4", "MOV-3")
@pytest.mark.parametrize("items", [["Lead Boots", "Spring Boots"], ["Spring Boots", "Lead Boots"]])
def test_of_several_settings_of_movement_the_longest_leaves_every_other_open(items):
    """Whoever orders 1 before 4 may move 0 to 4, so nothing is asked."""
    game = scene(" A . . . . . b ", A={"character": "Gi-hun", "items": items}, catalog=PACK)
    assert {f"A: move {column}1" for column in "abcde"} == {line for line in game.options if "move" in line}


@rule("TIM-7")
def test_two_cards_of_one_name_on_a_figure_are_not_put_in_order():
    """Two Intel cards that go after an ability: nobody can tell in which order."""
    game = scene(" A . b ", A={"character": "Batgirl", "statuses": ["Intel", "Intel"]}, b="Iron Man", pool="silver")
    game.play("A: Gather Intel", "> b1")
    assert game.state.decision.asked == questions.ACTION
    assert game["A.statuses"] == []


@rule("TIM-7")
def test_minions_of_one_name_off_the_map_are_not_put_in_order():
    """The Sprinters of Red Light Green Light are placed without being asked which comes first, and each has its square."""
    catalog = load()
    for seed in range(4):
        match = Match(arrange(catalog, deal(catalog, seed, Wish(mode="2v2", scenario="Red Light Green Light", dealt=True))), seed)
        placed = 0
        for _ in range(60):
            ask = match.state.decision
            if ask is None:
                break
            placed = max(placed, sum(match.state.name(one) == "Sprinter" and at >= 0 for one, at in enumerate(match.state.figure_at)))
            asked = [option.figure for option in ask.options if option.verb == verbs.FIGURE]
            off = [match.state.name(one) for one in asked if match.state.figure_at[one] < 0]
            assert len(off) == len(set(off)), (match.lines[-1:], off)
            match.play(next((one for one in ask.options if one.verb == verbs.END), ask.options[0]))
        assert placed > 2


LIGHT = {"side": "light"}
TRACK = {"light": {"pool": ["silver"], "track": [["blue", "B", "C"], ["red"], [], []]}}


@rule("TIM-7", "CDN-2")
@pytest.mark.parametrize(("first", "second"), [("B", "blue 1"), ("blue 1", "B")])
def test_no_order_is_asked_between_a_figure_and_a_token_the_token_goes_first(first: str, second: str):
    game = scene(" F . . . z ", turn="F", F="Dr. Finkelstein", B=LIGHT, C=LIGHT, sides=TRACK, areas={"start light": ["a1", "b1", "c1"]})
    game.play("F: Brain Scratch > a1", f"> {first}", f"> {second}")
    assert game["sides.light.pool"] == ["blue"]
    assert game.options == ["> b1", "> c1"], "where B returns"


@rule("TIM-7")
def test_the_order_of_two_figures_is_asked():
    game = scene(" F . . . z ", turn="F", F="Dr. Finkelstein", B=LIGHT, C=LIGHT, sides=TRACK, areas={"start light": ["a1", "b1", "c1"]})
    game.play("F: Brain Scratch > a1", "> B", "> C")
    assert game.options == ["> B", "> C"]
