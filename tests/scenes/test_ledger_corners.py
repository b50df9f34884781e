"""Probes of the ledger's corners: where two of its rows meet, written from the ledger alone and asked through what plays."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.packs import pack
from kit.table import Game, scene
from kit.texts import tried
from tipover import arrange, load
from tipover.engine.core import questions
from tipover.engine.core.event import ChainStopped
from tipover.engine.core.ids import CHANCE
from tipover.play.scene import scene_state

FIRST_MARVEL = "First game (Marvel, Game of Thrones)"
WON = ("roll b b", "roll b b")


def floor(*rows: str) -> str:
    """Squares without walls between them: `A.z` is a row of three."""
    edge, between = "+---" * len(rows[0]) + "+", "+   " * len(rows[0]) + "+"
    lines = [f"| {'   '.join(row)} |" for row in rows]
    return "\n".join([edge, f"\n{between}\n".join(lines), edge])


def ghost(side: str, of: str, **more: object) -> dict[str, object]:
    return {"side": side, "character": "Ghost", "of": of, **more}


def deciding(game: Game) -> list[int]:
    assert game.state.decision is not None
    return list(game.state.decision.seats)


def squares(game: Game) -> list[str]:
    return sorted(line.split()[-1] for line in game.options)


# --- companions ---


@rule("COM-1", "CHA-9", "CDN-3")
def test_a_companion_that_loses_is_on_the_1_and_comes_back_to_the_starting_area_in_the_same_round():
    game = scene(
        floor("A...", "g...", "...z"),
        A={},
        z="Jon Snow",
        g=ghost("dark", "z"),
        areas={"start light": ["a1"], "start dark": ["c3", "d3"]},
    )
    game.play("A: challenge g", "roll b b", "roll b")
    assert (game["g.down"], game["sides.dark.track"]) == (False, [["g"], [], [], []]), "never knocked down"
    game.play("A: end", "z: end")
    assert (game["g.square"], game["round"]) == ("c3", 2), "the only free square of its starting area"


@rule("COM-1", "CHA-28")
@pytest.mark.parametrize(("text", "out"), [("Knock an adjacent rival down.", False), ("Knock an adjacent rival out.", True)])
def test_a_companion_is_never_knocked_down_but_may_be_knocked_out(text: str, out: bool):
    game = tried(text, floor("Ag..", "....", "...z"), z="Jon Snow", g=ghost("dark", "z"))
    assert (game["g.down"], game["g.out"]) == (False, out)


@rule("COM-1", "MOV-5", "SEE-2")
def test_a_companion_stops_its_rivals_and_hides_what_is_behind_it_and_not_its_allies():
    game = scene(" A g . . . z ", A={}, z="Jon Snow", g=ghost("dark", "z"))
    assert game.refused("A: move c1")[0] == "MOV-5"
    other = scene(" A g . . . z ", turn="z", A={}, z="Jon Snow", g=ghost("dark", "z"))
    other.play("z: move d1", "z: move c1")
    assert other["z.square"] == "c1"
    assert scene(" g z A . ", A={}, z="Jon Snow", g=ghost("dark", "z")).refused("A: challenge g")[0] == "CHA-2"


@rule("COM-3", "TRN-6", "COM-2")
def test_the_companion_of_a_knocked_out_character_does_one_free_and_two_paid_actions_and_no_more():
    game = scene(
        floor("G...", "....", "...z"),
        A="Jon Snow",
        G=ghost("light", "A"),
        turn="light",
        sides={"light": {"track": [["A"], [], [], []]}},
    )
    for _ in range(3):
        assert game["turn"] == "A"
        game.play("G: move a1")
    assert (game["turn"], game["A.exhausted"], game["A.out"]) == ("z", True, True)


@rule("COM-3", "TRN-5")
def test_a_free_companion_action_leaves_the_rally_and_a_paid_one_does_not():
    game = scene(floor("A..G", "....", "...z"), A={"character": "Jon Snow", "down": True}, G=ghost("light", "A"))
    game.play("G: move d2")
    assert game.allows("A: rally")
    game.play("G: move d1")
    assert game.refused("A: rally") == ["TRN-5"] and game.refused("A: move a2") == ["TRN-4"]


@rule("COM-2")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("G: move e1", []),
        ("G: move f2", ["MOV-3"]),
        ("G: challenge z", ["CHA-2"]),
        ("G: assist A", ["COM-2"]),
        ("G: rally", ["COM-2"]),
        ("G: end", ["COM-2"]),
        ("G", ["TRN-1"]),
    ],
)
def test_before_anybody_has_the_turn_a_companions_action_is_judged_by_its_card(line: str, rules: list[str]):
    """A assists nobody, moves 3 and not 2, and ends no turn: told the same before its character is chosen as after."""
    game = scene(floor("AG...B", "......", "z....."), turn="light", A={"character": "Jon Snow", "down": True}, B={}, G=ghost("light", "A"))
    assert game.refused(line) == rules


@rule("COM-2", "TRN-6")
def test_before_anybody_has_the_turn_a_companion_on_the_track_is_refused_as_in_it():
    sides = {"light": {"track": [["G"], [], [], []]}}
    game = scene(" A . B z ", turn="light", A="Jon Snow", B={}, G=ghost("light", "A"), sides=sides)
    assert game.refused("G: move b1")[0] == "COM-2"


@rule("COM-4", "TRN-7", "TRN-11")
def test_a_marker_given_to_a_character_takes_the_turn_of_its_companion_too():
    game = scene(
        floor("A..g", "....", ".zy."),
        A="Bugs Bunny",
        z="Jon Snow",
        g=ghost("dark", "z"),
        y={"exhausted": True},
        pool="silver",
        B={"side": "light", "exhausted": True},
        sides={"light": {"track": [["B"], [], [], []], "pool": ["silver"]}},
    )
    game.play("A: Rabbit Season > y")
    assert (game["y.exhausted"], game["z.exhausted"]) == (False, True)
    game.play("A: end", "y")
    assert not any(line.startswith("g:") for line in game.options)


@rule("TRN-11", "TRN-12", "TRN-7")
def test_a_figure_given_the_marker_in_its_own_turn_goes_on_and_gets_no_second_one():
    game = scene(floor("A..C", "....", ".zy."), A="Bugs Bunny", C={"exhausted": True}, z={"exhausted": True}, y={}, pool="silver")
    game.play("A: Rabbit Season > C")
    assert (game["A.exhausted"], game["C.exhausted"], game["turn"]) == (True, False, "A"), "it was the only ready one of its side"
    game.play("A: end", "y: end")
    assert game["turn"] == "C", "whose marker went away takes a turn"


# --- items ---


@rule("ITM-3", "ITM-2")
@pytest.mark.parametrize("to", [{}, ghost("light", "A")])
def test_an_item_is_not_handed_to_one_that_cannot_hold_it_and_still_goes_to_the_track(to: dict[str, object]):
    game = scene(" A . B z ", A={"character": "Gi-hun", "items": ["Invitation"]}, B=to)
    game.play("A: use Invitation")
    assert (game["A.items"], game["B.items"], game["B.square"]) == (["Invitation"], [], "b1")
    assert game["sides.light.track"] == [[], ["Invitation"], [], []]
    assert game.refused("A: use Invitation") == ["ITM-2"]


@rule("ITM-4", "CDN-3", "ITM-2")
def test_an_item_handed_on_comes_back_to_its_new_holder_two_rounds_later():
    game = scene(
        " A . B . z ",
        A={"character": "Gi-hun", "items": ["Invitation"]},
        B="Iron Man",
        areas={"start light": ["a1"], "start dark": ["e1"]},
    )
    game.play("A: use Invitation", "A: end", "z: end", "B: end")
    assert (game["round"], game["sides.light.track"]) == (2, [["Invitation"], [], [], []])
    game.play("z: end", "A: end", "B: end")
    assert (game["round"], game["sides.light.track"]) == (3, [[], [], [], []])
    assert game["B.items"] == ["Invitation"] and game.refused("A: use Invitation")[0] == "ITM-1"
    assert game.allows("B: use Invitation")


# --- bonus objectives ---


@rule("BON-2", "BON-4", "ACT-4")
def test_a_bonus_objective_counts_for_its_own_team_wherever_it_lies_and_is_reached_like_a_character():
    game = scene(
        " z T A . ",
        A={},
        T={"side": "light", "character": "Hack the Terminal"},
        z={},
        sides={"light": {"track": [["red"], ["blue"], [], []]}, "dark": {"track": [["gold"], [], [], []]}},
    )
    assert game.refused("A: challenge T") == ["BON-3"]
    assert game.refused("A: move b1") == ["MOV-8"] and game.refused("A: move a1")[0] in ("MOV-6", "MOV-8", "MOV-1")
    game.play("A: interact T")
    assert game["sides.light.track"] == [["blue"], ["T"], [], []] and game["sides.light.pool"] == ["red"]
    game.play("A: end")
    assert game.refused("z: interact T")[0] in ("ACT-4", "BON-2")
    assert game["sides.dark.track"] == [["gold"], [], [], []]


@rule("BON-3", "CDN-4", "OCC-1")
def test_who_returns_treats_the_square_of_a_bonus_objective_as_taken():
    game = scene(
        floor("T...", "....", "A..z"),
        A={"exhausted": True},
        z={},
        turn="z",
        T={"side": "dark", "character": "Hack the Terminal"},
        B={"side": "light", "exhausted": True},
        sides={"light": {"track": [["B"], [], [], []]}},
        areas={"start light": ["a1"], "start dark": ["d3"]},
    )
    game.play("z: end")
    assert squares(game) == ["a2", "b1", "b2"]


# --- occupied ---


@rule("OCC-2", "CDN-2", "CDN-3")
def test_who_finds_no_square_stays_on_the_1_while_tokens_come_back():
    game = scene(
        " A z ",
        A={},
        z={"exhausted": True},
        y={"side": "dark", "exhausted": True},
        x={"side": "dark", "exhausted": True},
        sides={"dark": {"track": [["y", "red"], ["x", "blue"], [], []]}},
    )
    game.play("A: end")
    assert game["round"] == 2 and game["sides.dark.pool"] == ["red"]
    assert [sorted(place) for place in game["sides.dark.track"]] == [["blue", "x", "y"], [], [], []]  # type: ignore[attr-defined]


@rule("OCC-2", "CDN-2")
def test_of_two_that_come_back_to_one_free_square_the_owner_says_which():
    game = scene(
        " A . z ",
        turn="A",
        A={},
        z={"exhausted": True},
        y={"side": "dark", "exhausted": True},
        x={"side": "dark", "exhausted": True},
        sides={"dark": {"track": [["y", "x"], [], [], []]}},
        areas={"start light": ["a1"], "start dark": ["c1"]},
    )
    game.play("A: end")
    assert deciding(game) == [1] and sorted(game.options) == ["> x", "> y"]
    game.play("> x")
    assert (game["x.square"], game["sides.dark.track"], game["round"]) == ("b1", [["y"], [], [], []], 2)


# --- first games, the end ---


@rule("FST-1", "CHA-17", "CHA-18")
@pytest.mark.parametrize(("drawing", "points"), [(floor("Ab.T"), (0, 1, 0)), (floor("AbT."), (0, 1, 0)), (floor("TAb."), (0, 1, 1))])
def test_a_knock_out_that_nobody_did_gives_a_point_to_each_opponent_beside_it(drawing: str, points: tuple[int, ...]):
    """Rose answers and knocks Gi-hun down; what he paid less for takes him out, and no character has the credit."""
    game = scene(drawing, A="Gi-hun", b="Rose Nylund", T={"side": "third"}, scenario=FIRST_MARVEL, pool="red")
    game.play("A: Back to Back for 2 > b", "roll s s", "roll b b", "> A", *WON)
    assert game["A.down"] is True
    while not game.options[0].startswith("roll"):
        game.play("A: end")
    game.play("roll b", "roll b b")
    assert game["A.out"] is True
    assert tuple(game[f"sides.{side}.points"] for side in ("light", "dark", "third")) == points


@rule("FST-1", "CTL-1", "CHA-18")
def test_in_golden_girls_first_game_a_controlled_rivals_knock_out_wins_for_the_controller():
    game = scene(
        floor("Az.", ".y.", "..."),
        A="Sae-byeok",
        y={"down": True},
        pool="silver",
        scenario="First game (Golden Girls)",
        B={"side": "light"},
    )
    game.play("A: Intimidating Demand > z > challenge y", *WON)
    assert game["winner"] == "light"


@rule("FST-1", "TOK-1", "CHA-18")
def test_in_marvels_first_game_a_box_far_from_its_owner_gives_its_owner_the_point():
    game = scene(
        floor("A...j", ".....", "B...."),
        A={"down": True},
        B="Gi-hun",
        j="The Joker",
        turn="j",
        scenario=FIRST_MARVEL,
        pieces=[{"kind": "Mystery Box", "side": "dark", "square": "b2"}],
        T={"side": "third"},
        sides={"light": {"pool": ["gold"]}, "third": {"track": [["T"], [], [], []]}},
    )
    game.play("j: end")
    while game["turn"] not in ("light", "B", "A"):
        game.play(game.options[-1])
    game.play("B: Take the Lead for 2")
    for _ in range(4):
        if game.options[0].startswith("roll"):
            break
        game.play(next((line for line in ("> A", "> b2", "> a3") if line in game.options), game.options[0]))
    game.play("roll b b b b", "roll b b")
    assert game["A.out"] is True
    assert [game[f"sides.{side}.points"] for side in ("light", "dark", "third")] == [0, 1, 0]


def limited(points: tuple[int, int], rounds: int) -> Game:
    sides = [{"side": "light", "figures": ["Gi-hun", "Iron Man"]}, {"side": "dark", "figures": ["Jon Snow", "Arya Stark"]}]
    game = Game(arrange(load(), {"map": "Barracks", "scenario": "Leaders", "rounds": rounds, "sides": sides}).start())
    game.play("flip light")
    while game.state.round == 0:
        game.play(game.options[0])
    game.state.points[:2] = list(points)
    while game.state.decision and game.state.round <= 3:
        game.play(next((line for line in game.options if line.endswith(": end")), game.options[-1]))
    return game


@rule("RND-5", "WIN-1")
@pytest.mark.parametrize(
    ("points", "rounds", "winner", "last"),
    [
        ((0, 0), 1, "none", 1),
        ((2, 1), 1, "light", 1),
        ((1, 5), 2, "dark", 2),
        ((6, 2), 2, "light", 1),
        ((6, 6), 2, "none", 2),
        ((7, 6), 3, "light", 1),
    ],
)
def test_a_limit_of_rounds_gives_the_game_to_who_has_more_and_a_tie_to_nobody(points: tuple[int, int], rounds: int, winner: str, last: int):
    game = limited(points, rounds)
    assert game.state.decision is None and (game["winner"], game["round"]) == (winner, last)


# --- power-ups and the marker of the first player ---


def court(figures: str, turn: str, pieces: dict[str, str], **sides: str) -> Game:
    lines = ['map = "The Court"', 'scenario = "Basketball"', f'turn = "{turn}"', 'first = "light"', "[figures]", figures]
    for side, pool in sides.items():
        lines += [f"[sides.{side}]", f"pool = {pool.split()!r}"]
    for kind, square in {"Hoop": "a6", **pieces}.items():
        lines += ["[[pieces]]", f'kind = "{kind}"', f'square = "{square}"']
    return Game(scene_state("\n".join(lines) + "\n", "scene"))


@rule("PWR-1", "PWR-4", "CTL-1", "CTL-4")
def test_a_controlled_rival_that_enters_a_power_up_has_it_for_its_own_side():
    figures = 'A = { side = "light", character = "Sae-byeok", square = "d6" }\nz = { side = "dark", character = "Jon Snow", square = "e6" }'
    game = court(figures, "A", {"Turbo Power-up": "e7", "Ball": "a6"}, light="silver")
    game.play("A: Intimidating Demand > z > move e7")
    assert (game["z.statuses"], game["A.statuses"]) == (["Turbo"], [])
    assert game["sides.dark.track"] == [[], ["Turbo Power-up"], [], []] and game["sides.light.track"] == [[], [], ["silver"], []]


@rule("PWR-4", "MOV-10")
@pytest.mark.parametrize(("line", "statuses"), [("A: move e6 f6", ["Turbo"]), ("A: move f6", [])])
def test_a_power_up_is_taken_in_passing_by_the_way_that_is_chosen(line: str, statuses: list[str]):
    figures = 'A = { side = "light", character = "Sae-byeok", square = "d6" }\nz = { side = "dark", character = "Jon Snow", square = "i6" }'
    game = court(figures, "A", {"Turbo Power-up": "e6", "Ball": "a6"})
    game.play(line)
    assert (game["A.square"], game["A.statuses"]) == ("f6", statuses)


@rule("RND-3", "TRN-3")
def test_who_gets_the_ball_has_the_marker_for_the_next_round_and_the_order_of_this_one_stays():
    figures = (
        'A = { side = "light", character = "Sae-byeok", square = "d6", carries = ["Ball"] }\n'
        'B = { side = "light", square = "i9" }\n'
        'z = { side = "dark", character = "Jon Snow", square = "e6" }\n'
        'y = { side = "dark", square = "i6" }'
    )
    game = court(figures, "A", {})
    game.play("A: end", "z: challenge A", *WON)
    assert game["z.carries"] == ["Ball"] and game.state.first == 1
    game.play("z: end")
    assert game["turn"] == "B", "this round goes on as it began"
    game.play("B: end", "y: end")
    assert (game["round"], game["turn"], game.state.first) == (2, "dark", 1), "not passed on at its end"


@rule("PWR-3", "TEA-3")
def test_of_those_nearest_the_hoop_the_shooters_opponent_picks_and_one_that_lies_does_not_count():
    figures = (
        'A = { side = "light", character = "Sae-byeok", square = "c6", carries = ["Ball"] }\n'
        'B = { side = "light", square = "c7" }\n'
        'z = { side = "dark", character = "Jon Snow", square = "c5" }\n'
        'y = { side = "dark", square = "b7", down = true }'
    )
    game = court(figures, "A", {})
    game.play("A: Shoot", "roll b s s")
    assert deciding(game) == [1] and sorted(game.options) == ["> A", "> B", "> z"]
    game.play("> B")
    assert game["B.carries"] == ["Ball"] and game["sides.light.points"] == 0


@rule("PWR-2")
def test_two_power_ups_of_four_are_drawn_and_lie_one_at_each_side():
    sides = [{"side": "light", "figures": ["Gi-hun", "Iron Man"]}, {"side": "dark", "figures": ["Jon Snow", "Arya Stark"]}]
    game = Game(arrange(load(), {"map": "The Court", "scenario": "Basketball", "sides": sides}).start())
    game.play("flip light")
    drawn: list[list[str]] = []
    while game.state.decision is not None and game.state.decision.asked != questions.TURN:
        if any("Power-up" in line for line in game.options):
            drawn.append(game.options)
            assert game.state.decision.seats == [CHANCE]
        game.play(game.options[0])
    assert [len(options) for options in drawn] == [4, 3], "each side draws one, by chance, of those that are left"
    lying = [game.state.piece_at[p] for p, slot in enumerate(game.state.setup.pieces) if "Power-up" in slot.name]
    assert sum(square >= 0 for square in lying) == 2 and len({square for square in lying if square >= 0}) == 2


# --- chains, double sides ---


@rule("TIM-8")
def test_a_chain_across_two_sides_ends_is_told_with_its_cards_and_the_turn_goes_on():
    """Each stands the other up or down for ever; neither card sets itself off alone."""
    game = scene(" A b ", b="Tumbler", catalog=pack("rulings"))
    told = game.play("A: challenge b", "roll b b", "roll b")
    (stopped,) = [event for event in told if isinstance(event, ChainStopped)]
    assert stopped.names and game["turn"] == "A" and game.allows("A: end")


@rule("DBL-1", "STA-1", "CHA-8")
def test_a_double_sided_card_stays_as_it_lies_through_a_knock_out():
    game = scene(
        " A b . ",
        catalog=pack("workshop"),
        A={},
        b={"character": "Gi-hun", "statuses": ["Scowl"], "down": True},
        areas={"start light": ["a1"], "start dark": ["c1"]},
    )
    game.play("A: challenge b", *WON)
    assert game["b.out"] is True and game["b.statuses"] == ["Scowl"]
