"""Probes of an audit, written from the ledger and the sheet before the code was asked: pairs of rows, more sides, games that were set up.

A scene draws what a game that is set up has to find out, so some of these begin with `arrange`.
"""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, scene
from kit.texts import card_with, trait_with
from tipover import arrange, load

SQUID = {
    "Entry": ["b1", "c1"], "Entry Centre": ["b1"], "Scoring": ["e1"], "Out of Bounds": ["a2"], "start light": ["a1"], "start dark": ["e2"],
}  # fmt: skip
ROW = {"start light": ["a1"], "start dark": ["e1"]}


def floor(*rows: str) -> str:
    """Rows of squares without walls inside: `A.z`."""
    border = "+" + "---+" * len(rows[0])
    between = "\n+" + "   +" * len(rows[0]) + "\n"
    return border + "\n" + between.join("|" + " ".join(f" {sign} " for sign in row) + "|" for row in rows) + "\n" + border


def rest_of_round(game: Game) -> Game:
    """Everybody ends the turn and says no, until the round is over."""
    now = game["round"]
    while game.state.decision is not None and game["round"] == now:
        wanted = [line for line in game.options if line.endswith(": end") or line in ("> no", "> done")]
        game.play(wanted[0] if wanted else game.options[0])
    return game


# --- scenarios ---


@rule("PTS-3", "CDN-10")
def test_a_marker_that_an_ally_carries_in_the_entry_area_is_not_taken_from_it():
    game = scene(floor("A.B..", "....z"), scenario="Squid Game", areas=SQUID, B={"carries": ["Squid"]})
    game.play("A: move b1")
    assert game["A.carries"] == [] and not any("Squid" in line for line in game.options)


@rule("RND-1")
@pytest.mark.parametrize(("carried", "points"), [(False, 1), (True, 0)])
def test_the_defence_scores_for_what_lies_in_the_entry_area_and_not_for_what_is_carried_there(carried: bool, points: int):
    at = {"on": "A"} if carried else {"square": "c1"}
    game = scene(floor(".A...", "....z"), scenario="Squid Game", areas=SQUID, pieces=[{"kind": "Squid", **at}], turn="z")
    assert rest_of_round(game)["sides.dark.points"] == points


@rule("MOV-12", "CHA-27")
def test_a_carrier_that_is_pushed_into_the_scoring_area_scores():
    game = scene(
        floor("..zA.", "....."),
        scenario="Squid Game",
        areas=SQUID,
        A={"carries": ["Squid"]},
        z="Captain America",
        turn="z",
        sides={"dark": {"pool": ["red"]}},
    )
    game.play("z: No, You Move > A", "roll s s s", "roll s s", "> e1")
    assert (game["sides.light.points"], game["A.out"], game["sides.dark.points"]) == (2, True, 0)


@rule("CDN-10", "CHA-27")
def test_the_cup_stays_in_the_square_that_its_carrier_left():
    game = scene(
        " A b . . . ",
        scenario="Triumph",
        areas={"Middle": ["c1"], **ROW},
        b={"side": "dark", "character": "Bellatrix Lestrange", "carries": ["Triumph"]},
        turn="b",
        sides={"dark": {"pool": ["blue"]}},
    )
    game.play("b: Morsmordre")
    assert game["b.carries"] == [] and "A: interact Triumph" in game.options


@rule("WIN-3", "FFA-2")
@pytest.mark.parametrize(("number", "points"), [(1, 0), (2, 0), (3, 1), (4, 1)])
def test_a_character_in_the_territory_counts_from_three_a_side_on(number: int, points: int):
    drawing = floor("ABCD"[:number] + "." * (5 - number), ".....", "wxyz"[:number] + "." * (5 - number))
    areas = {"Scoring": ["a1", "a3"], "start light": ["a1"], "start dark": ["a3"]}
    game = rest_of_round(scene(drawing, scenario="Territory", areas=areas, turn="light", first="light"))
    assert (game["sides.light.points"], game["sides.dark.points"]) == (points, points), "each has one there: nobody has the most"


@rule("FST-1", "FFA-3")
@pytest.mark.parametrize(
    ("rows", "more", "points"),
    [
        ((".Azt.", "....."), {"t": {"side": "third"}}, (1, 0, 1)),
        ((".Azt.", "....."), {"t": {"side": "third", "down": True}}, (1, 0, 1)),
        ((".Azyt", "....."), {"y": {"side": "dark"}, "t": {"side": "third"}}, (1, 0, 0)),
        ((".Azt.", "...q."), {"t": {"side": "third"}, "q": {"side": "third"}}, (1, 0, 1)),
        (
            (".Az.t", "..w.."),
            {"t": {"side": "third", "character": "The Night King"}, "w": {"side": "third", "character": "Wight", "of": "t"}},
            (1, 0, 0),
        ),
    ],
    ids=["beside it", "lying beside it", "far away", "two beside it", "a minion beside it"],
)
def test_who_gains_from_a_knock_out_in_marvels_first_game(rows: tuple[str, str], more: dict[str, object], points: tuple[int, ...]):
    areas = {"start light": ["a1"], "start dark": ["e1"], "start third": ["a2"]}
    game = scene(
        floor(*rows), scenario="First game (Marvel, Game of Thrones)", areas=areas, turn="A", z={"side": "dark", "down": True}, **more
    )
    game.play("A: challenge z", "roll b b", "roll b b")
    assert tuple(game[f"sides.{side}.points"] for side in ("light", "dark", "third")) == points


@rule("CDN-6", "FFA-1")
def test_who_stands_on_an_opponents_portal_has_infiltrated():
    game = scene(
        floor("A....", "....z"),
        scenario="Infiltrate",
        areas={"start light": ["a1"], "start dark": ["e2"]},
        z={"character": "Rick Sanchez", "items": ["Portal Gun"]},
        pieces=[{"kind": "Portal", "side": "dark", "square": "a1"}],
        first="light",
    )
    assert rest_of_round(game)["sides.light.points"] == 1


# --- control, allies, actions that are given ---


@rule("CTL-1", "ALY-2")
def test_with_three_sides_a_controlled_rival_challenges_the_third_and_its_own_and_never_the_controllers():
    game = scene(floor("Azt", "yB."), A="Sae-byeok", z={}, y={}, t={"side": "third"}, B={}, pool="silver")
    game.play("A: Intimidating Demand > z")
    assert {line for line in game.options if "challenge" in line} == {"> challenge t", "> challenge y"}


@rule("CTL-7", "TRN-4")
def test_one_that_may_act_while_down_can_be_controlled_lying():
    game = scene(" A i y . ", A="Sae-byeok", i={"side": "dark", "character": "Il-nam", "down": True}, y={}, pool="silver")
    game.play("A: Intimidating Demand")
    assert "> challenge y" in game.options


@rule("CTL-1", "TOK-4")
def test_a_controlled_rival_sets_off_no_box_of_its_own_side():
    box = {"kind": "Mystery Box", "side": "dark", "square": "c1"}
    game = scene(" A z . . j ", A="Sae-byeok", z={}, j="The Joker", pool="silver", pieces=[box])
    game.play("A: Intimidating Demand > move c1")
    assert game["z.square"] == "c1" and not game.options[0].startswith("roll")


@rule("ACT-8", "ABI-9")
def test_a_basic_action_given_to_a_companion_is_none_that_characters_alone_may_do():
    game = scene(
        " A . . G . z ",
        A="Lord Voldemort",
        J={"character": "Jon Snow"},
        G={"character": "Ghost", "of": "J"},
        z={"character": "Front Man", "statuses": ["Ground Rules"]},
        sides={"light": {"pool": ["gold"], "track": [["J"], [], [], []]}},
    )
    game.play("A: Oppugno > G")
    assert any("move" in line for line in game.options) and not any("Ground" in line for line in game.options)


@rule("TRN-18", "COM-3")
def test_an_extra_action_on_the_track_is_a_companions():
    energy = [{"kind": "Energy", "side": "light", "on": "A"}] * 2
    game = scene(
        " G . z ",
        A={"character": "Black Panther"},
        B={},
        G={"character": "Ghost", "of": "A"},
        turn="light",
        pieces=energy,
        sides={"light": {"track": [["A"], ["B"], [], []]}},
    )
    game.play("A", "> yes")
    assert {line.split()[1] for line in game.options} == {"move", "end"} and all(
        line.startswith(("G: move", "A: end")) for line in game.options
    )


@rule("ULT-3", "TRN-7")
def test_a_marker_that_a_text_puts_on_an_ultimate_is_one_of_its_three():
    game = scene(
        " A z . . ",
        catalog=card_with("Exhaust an adjacent rival."),
        A="Tester",
        B={},
        D={},
        z={"character": "Iron Man", "ultimate": True},
        scenario="Ultimate",
        areas={"start light": ["a1"], "start dark": ["d1"]},
        sides={"light": {"pool": ["red"], "track": [["B", "D"], [], [], []]}},
    )
    game.play("A: Try")
    assert game["z.exhausted"] is False and game.state.exhaust_markers[game.state.setup.figure("z")] == 1


# --- dice, costs, cards ---


@rule("TIM-4")
def test_of_two_that_set_its_defense_its_own_side_says_which_is_last():
    game = scene(
        " A z . ",
        catalog=trait_with("Adjacent rivals have defense 1."),
        A="Waiter",
        z={"character": "Daenerys Targaryen", "ultimate": True},
    )
    game.play("A: challenge z")
    assert game.state.decision is not None and list(game.state.decision.seats) == [1]
    assert sorted(game.options) == ["> Fire and Blood", "> Waits"]


@rule("CHA-4", "CHA-24")
def test_the_challengers_suit_is_asked_before_the_defenders_die():
    game = scene(
        " A w . ",
        A={"character": "Batman", "statuses": ["Combat Suit of R"]},
        R={"character": "Rick Sanchez"},
        w={"side": "dark", "character": "Wonder Woman"},
        sides={"light": {"pool": ["red"], "track": [["R"], [], [], []]}},
    )
    game.play("A: challenge w")
    first = list(game.state.decision.seats)  # type: ignore[union-attr]
    game.play("> no")
    assert (first, list(game.state.decision.seats)) == ([0], [1])  # type: ignore[union-attr]


@rule("CHA-3")
@pytest.mark.parametrize(("line", "drawing", "allowed"), [
    ("A: POW!", "A..z.", True), ("A: POW!", "A...z", False), ("A: challenge z", "A..z.", True), ("A: challenge z", "A...z", False),
])  # fmt: skip
def test_two_more_range_make_an_adjacent_challenge_one_of_range_three(line: str, drawing: str, allowed: bool):
    suited = {"character": "Batman", "statuses": ["Long Scope of R"]}
    game = scene(floor(drawing, "....R"), A=suited, R="Rick Sanchez", pool="red")
    assert any(option.startswith(line) for option in game.options) is allowed


@rule("ABI-19", "ABI-4")
def test_the_pool_of_a_target_that_was_knocked_out_can_still_be_used():
    game = scene(
        " A z . . . ",
        A="Blanche Devereaux",
        z={"character": "Batman", "down": True},
        areas=ROW,
        sides={"light": {"pool": ["red"]}, "dark": {"pool": ["red", "gold"]}},
    )
    game.play("A: Flirt > z", "roll b b", "roll b b")
    assert game["z.out"] is True and game.options == ["> red", "> gold"]


@rule("STA-1", "ABI-13")
def test_a_status_card_of_which_all_are_in_play_cannot_be_given_and_the_token_is_spent():
    game = scene(" A B D . z ", A="Harry Potter", B={"statuses": ["Protego of A", "Protego of A"]}, D={}, pool="blue")
    game.play("A: Protego")
    assert (game["D.statuses"], game["sides.light.track"], game["turn"]) == ([], [["blue"], [], [], []], "A")


@rule("STA-4")
def test_each_of_two_front_men_has_a_set_and_equal_cards_add_up():
    game = scene(" A . z ", turn="start", A="Front Man", z="Front Man", first="light")
    game.play("> Brutal Contest")
    assert len(game.options) == 3, "all three are there for the other too"
    both = {"character": "Front Man", "statuses": ["Brutal Contest"]}
    other = scene(" A y . z ", A=both, z=both, y={})
    other.play("A: challenge y")
    assert other.dice.startswith("4 dice")


# --- games that were set up ---


def begun(place: str, scenario: str, light: list[str], dark: list[str], **more: object) -> Game:
    """A game in its first round; every question of the set-up gets its first answer."""
    sides = [{"side": "light", "figures": light}, {"side": "dark", "figures": dark}]
    game = Game(arrange(load(), {"map": place, "scenario": scenario, "sides": sides, **more}).start())
    while game.state.round == 0 or game.options[0].startswith(">"):
        game.play(game.options[0])
    return game


def put(game: Game, **squares: str) -> None:
    """Figures where a probe needs them, before a turn is taken."""
    for mark, square in squares.items():
        game.state.figure_at[game.state.setup.figure(mark)] = game.state.setup.grid.square(square)


@rule("CDN-3", "CHA-9")
def test_a_sprinter_comes_back_to_its_own_start_square():
    game = begun("The Yard", "Red Light Green Light", ["Gi-hun", "Iron Man"], ["Batman", "Sally"])
    (runner,) = [slot.mark for slot in game.state.setup.figures if game[f"{slot.mark}.square"] == "f12"]
    put(game, **{runner: "b6", "L1": "b7"})
    game.play("L1", f"L1: challenge {runner}", "roll b b", "roll b")
    assert (game["sides.dark.track"], game["sides.light.points"]) == ([[runner], [], [], []], 0)
    assert rest_of_round(game)[f"{runner}.square"] == "f12"


@rule("SUP-2", "PWR-2")
def test_the_power_ups_of_a_game_lie_one_in_the_nearest_square_of_each_side():
    game = begun("The Court", "Basketball", ["LeBron James", "Tune Squad Player"], ["Bugs Bunny", "Goon Squad Player"])
    grid, state = game.state.setup.grid, game.state
    lying = [
        grid.name(state.piece_at[k]) for k, slot in enumerate(state.setup.pieces) if "Power-up" in slot.name and state.piece_at[k] >= 0
    ]
    assert sorted(lying) == ["h4", "h8"]


@rule("SUP-2", "ULT-1")
def test_the_ultimate_that_takes_light_plays_light_with_its_tokens_and_the_three_follow_their_team():
    sides = [{"side": "light", "seats": 2, "figures": ["Gi-hun", "Sally", "Batman"]}, {"side": "dark", "ultimate": "Iron Man"}]
    game = Game(arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides, "colours": True}).start())
    assert game.state.decision is not None and list(game.state.decision.seats) == [2], "the ultimate takes its colour first"
    game.play("side light")
    while game.state.round == 0 or game.options[0].startswith(">"):
        game.play(game.options[0])
    assert game["sides.light.pool"] == ["red", "red", "red", "silver", "silver"]
    assert list(game.state.decision.seats) == [2] and game.state.turn == 0  # type: ignore[union-attr]
