"""Probes of set-up and teams written from the rules ledger alone, through the public interface: no scene begins that early."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import SetupError, arrange, load

OBJECTIVE = "Hack the Terminal"
THREE = {"light": ["Gi-hun", "Iron Man"], "dark": ["Il-nam", "Jon Snow"], "third": ["Rose Nylund", "Black Widow"]}
TEAMS = [
    {"side": "light", "seats": 2, "figures": ["Gi-hun", "Sae-byeok", "Worker #28"]},
    {"side": "dark", "seats": 2, "figures": ["Black Widow", "Jon Snow", "Worker #29"]},
]


def begun(sides: list[dict[str, object]], flip: str, **more: object) -> Game:
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, **more}).start())
    game.play(f"flip {flip}")
    return game


def placed(game: Game) -> list[tuple[str, int]]:
    """Every figure that is placed, with the seat that places it, in order; attachments are picked on the way."""
    found: list[tuple[str, int]] = []
    while game.state.round == 0:
        verb, mark, *_ = game.options[0].split()
        if verb == "place":
            found.append((mark, game.state.decision.seats[0]))  # type: ignore[union-attr]
        game.play(game.options[0])
    return found


def in_turn(teams: list[dict[str, object]] = TEAMS) -> Game:
    game = begun(teams, "light")
    placed(game)
    return game


def refusal(light: list[str], dark: list[str], own: list[object] | None = None, others: list[object] | None = None, **more: object) -> str:
    """Why a game cannot be set up; empty if it can."""
    sides = [
        {"side": "light", "figures": light, "attachments": own or []},
        {"side": "dark", "figures": dark, "attachments": others or []},
    ]
    try:
        arrange(load(), {"map": "Barracks", "sides": sides, **more})
    except SetupError as error:
        return str(error)
    return ""


@rule("SUP-6")
@pytest.mark.parametrize(("first", "order"), [("light", "LDT"), ("dark", "DTL"), ("third", "TLD")])
def test_the_first_player_places_all_then_the_others_clockwise(first: str, order: str):
    sides: list[dict[str, object]] = [{"side": side, "figures": names} for side, names in THREE.items()]
    game = begun(sides, first, map="Winterfell", scenario="Triumph")
    assert "".join(mark[0] for mark, _ in placed(game)) == "".join(letter * 2 for letter in order)


@rule("BON-1")
def test_the_next_clockwise_places_the_objective_in_its_own_starting_area_after_all_figures():
    sides: list[dict[str, object]] = [{"side": side, "figures": names, "attachments": [OBJECTIVE]} for side, names in THREE.items()]
    game = begun(sides, "dark", map="Winterfell", scenario="Triumph")
    found = placed(game)
    assert [mark for mark, _ in found[:6]] == ["D1", "D2", "T1", "T2", "L1", "L2"]
    assert dict(found[6:]) == {"L3": 1, "D3": 2, "T3": 0}, "light's goes to dark, dark's to third, third's to light"
    grid, at = game.state.setup.grid, game.state.figure_at
    where = {slot.mark: grid.name(at[k]) for k, slot in enumerate(game.state.setup.figures)}
    beside = {"L3": "D1", "D3": "T1", "T3": "L1"}
    for objective, figure in beside.items():
        mine, theirs = where[objective], where[figure]
        assert abs(ord(mine[0]) - ord(theirs[0])) <= 3 and abs(int(mine[1:]) - int(theirs[1:])) <= 3, (objective, mine, theirs)


@rule("BON-1", "TEA-3")
def test_in_a_team_its_first_seat_places_the_objective_that_it_was_handed():
    sides = [{**TEAMS[0], "attachments": [OBJECTIVE]}, {**TEAMS[1], "attachments": [OBJECTIVE]}]
    found = placed(begun(sides, "dark"))
    assert found[:6] == [("D1", 2), ("D2", 3), ("D3", 2), ("L1", 0), ("L2", 1), ("L3", 0)]
    assert sorted(found[6:]) == [("D4", 0), ("L4", 2)]


@rule("SUP-3")
@pytest.mark.parametrize(
    ("light", "dark", "fault"),
    [
        (["Gi-hun"], ["Il-nam"], ""),
        (["Gi-hun", "Worker #28"], ["Il-nam", "Worker #29"], ""),
        (["Gi-hun", "Iron Man", "Jon Snow", "Rose Nylund"], ["Il-nam", "Black Widow", "Arya Stark", "Blanche Devereaux"], ""),
        ([], [], "SUP-3"),
        (["Gi-hun", "Iron Man"], ["Il-nam", "Black Widow", "Arya Stark"], "SUP-3"),
        (["Gi-hun", "Gi-hun"], ["Il-nam", "Black Widow"], "SUP-4"),
        (["Worker #28", "Worker #28"], ["Il-nam", "Black Widow"], "SUP-4"),
        (["Gi-hun", "Iron Man"], ["Gi-hun", "Iron Man"], ""),
    ],
)
def test_how_many_characters_and_which(light: list[str], dark: list[str], fault: str):
    assert fault in refusal(light, dark) and bool(fault) == bool(refusal(light, dark))


@rule("SUP-10", "ITM-1")
@pytest.mark.parametrize(
    ("own", "others", "fault"),
    [
        (["Needle"], ["Needle"], ""),
        (["Needle", "Needle"], ["Needle", "Cheesecake"], "SUP-10"),
        ([OBJECTIVE, OBJECTIVE], ["Needle", "Cheesecake"], "SUP-10"),
        ([{"name": "Needle", "of": "Gi-hun"}, {"name": "Cheesecake", "of": "Gi-hun"}], ["Needle", OBJECTIVE], ""),
        ([{"name": "Ghost", "of": "Gi-hun"}, {"name": "Needle", "of": "Gi-hun"}], ["Ghost", "Needle"], ""),
        ([{"name": "Needle", "of": "Worker #28"}], ["Cheesecake"], "ITM-1"),
        ([{"name": "Needle", "of": "Il-nam"}], ["Cheesecake"], "ITM-1"),
        ([{"name": OBJECTIVE, "of": "Gi-hun"}], ["Cheesecake"], "BON-1"),
        (["Needle"], [], "ATT-1"),
    ],
)
def test_which_attachments_a_side_may_have(own: list[object], others: list[object], fault: str):
    found = refusal(["Gi-hun", "Worker #28"], ["Il-nam", "Worker #29"], own, others)
    assert fault in found and bool(fault) == bool(found)


@rule("SUP-1")
@pytest.mark.parametrize(("place", "scenario"), [("The Yard", "Territory"), ("Barracks", "Triumph"), ("Winterfell", "Flags")])
def test_a_maps_own_list_of_scenarios_binds(place: str, scenario: str):
    assert "(SUP-1)" in refusal(["Gi-hun", "Iron Man"], ["Il-nam", "Jon Snow"], map=place, scenario=scenario)


@rule("TEA-3", "CTL-3")
def test_the_seat_of_the_controlling_character_decides_for_the_rival_it_controls():
    """Sae-byeok is the second player's: the rival's action is the second player's, not the side's first seat's."""
    game = in_turn()
    state = game.state
    sae, rival = 1, 3
    grid = state.setup.grid
    state.figure_at[sae], state.figure_at[rival] = grid.square("e6"), grid.square("e7")
    game.play("L2", "L2: Intimidating Demand")
    assert game.state.decision is not None and game.state.decision.seats == [1]
    assert any("> move" in line for line in game.options)


@rule("TEA-2", "TEA-4")
def test_sides_alternate_and_one_player_against_two_has_as_many_turns():
    game = in_turn([TEAMS[0], {**TEAMS[1], "seats": 1}])
    sides: list[int] = []
    while game.state.round == 1:
        sides.append(game.state.turn)
        game.play(f"{game.options[0]}: end" if ":" not in game.options[0] else game.options[-1])
    assert sides[:6] == [0, 1, 0, 1, 0, 1]
    assert game.state.first == 1, "the marker passes to the other side, not to the other player"
