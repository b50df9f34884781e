"""BON: bonus objectives."""

import pytest

from kit.marks import rule
from kit.table import Game, scene
from tipover import Setup, load
from tipover.board.draw import read_drawing
from tipover.board.mask import mask_of
from tipover.cards.catalog import CHARACTER, OBJECTIVE, SIDES, MapCard
from tipover.engine.core.setup import FigureSlot


def fresh(drawing, owners, sides=2):
    """A game from its start: one character a side, and the Data Terminal of some sides; l, d, t, f are starting areas."""
    catalog = load()
    drawn = read_drawing(drawing)
    areas = {f"start {side}": [mask_of(drawn.marks[side[0]])] for side in SIDES[:sides]}
    names = ("Iron Man", "Gi-hun", "Jon Snow", "Il-nam")
    slots = [FigureSlot(side, CHARACTER, catalog.figure(names[side]), f"{'LDTF'[side]}1") for side in range(sides)]
    slots += [FigureSlot(side, OBJECTIVE, catalog.figure("Data Terminal"), f"O{side}") for side in owners]
    return Game(Setup(catalog, MapCard("fresh", "", drawn.grid, areas, {}), None, list(range(sides)), slots, []).start())


TWO = """
    +---+---+---+
    | l   .   d |
    +   +   +   +
    | l   .   d |
    +   +   +   +
    | l   .   d |
    +---+---+---+
"""
THREE = """
    +---+---+---+---+
    | l   .   d   d |
    +   +   +   +   +
    | l   .   .   . |
    +   +   +   +   +
    | .   .   t   t |
    +---+---+---+---+
"""


@rule("BON-1")
def test_an_opponent_places_the_marker_in_its_own_starting_area_after_the_characters():
    game = fresh(TWO, [0])
    game.play("flip light", "place L1 a1", "place D1 c1")
    ask = game.state.decision
    assert (ask.side, ask.seat, ask.figure) == (1, 1, game.state.setup.figure("O0"))
    assert [line.split()[-1] for line in game.options] == ["c2", "c3"]
    assert game.refused("place O0 a2")[0] == "BON-1"
    game.play("place O0 c3")
    assert game["O0.square"] == "c3"


@rule("BON-1")
def test_with_more_sides_the_next_clockwise_places_it():
    game = fresh(THREE, [0, 2], sides=3)
    game.play("flip light", "place L1 a1", "place D1 c1", "place T1 c3")
    seen = {}
    while game.state.decision.figure >= 0 and game.state.round == 0:
        ask = game.state.decision
        seen[game.state.setup.mark(ask.figure)] = (ask.side, game.options[0].split()[-1])
        game.play(game.options[0])
    assert {mark: game[f"{mark}.square"] for mark in ("O0", "O2")} == {"O0": "d1", "O2": "a2"}


@rule("BON-2")
def test_only_the_cards_team_completes_it_wherever_it_lies():
    game = scene(" A T b ", A="Iron Man", T="Data Terminal", sides={"light": {"pool": [], "track": [[], ["red"], [], []]}})
    game.play("A: interact Data Terminal")
    assert game["sides.light.track"] == [["red"], ["T"], [], []]
    other = scene(" A T b ", T="Data Terminal", turn="b")
    assert other.refused("b: interact Data Terminal")[0] in ("ACT-4", "ACT-7")


@rule("BON-2", "ACT-4")
@pytest.mark.parametrize("named", ["T", "Data Terminal", "Hack the Terminal"])
def test_a_bonus_objective_is_interacted_with_by_its_mark_its_marker_or_its_card(named):
    """Both sides have one; the mark says which."""
    others = {"character": "Data Terminal", "side": "dark"}
    game = scene(" A T b U ", A="Iron Man", T="Data Terminal", U=others, sides={"light": {"pool": [], "track": [[], ["red"], [], []]}})
    assert game.refused("A: interact U")[0] in ("ACT-4", "ADJ-1")
    game.play(f"A: interact {named}")
    assert game["sides.light.track"] == [["red"], ["T"], [], []]


@rule("BON-3")
def test_a_marker_is_not_challenged_nor_pushed_nor_swapped_nor_moved():
    game = scene(" A T b ", A="Black Widow", T={"character": "Data Terminal", "side": "dark"}, pool="blue silver")
    assert game.refused("A: challenge T")[0] == "BON-3"
    assert game.refused("A: Widow's Bite")[0] == "CHA-16", "It is no target."
    game.play("A: Spy Disguise")
    assert game["T.square"] == "b1", "It is nobody's ally (ALY-2)."


@rule("BON-3")
def test_a_marker_does_not_move_when_each_rival_is_pulled_or_each_ally_moves():
    game = scene(" A . T ", A="Blanche Devereaux", T={"character": "Data Terminal", "side": "dark"}, b={"side": "dark"}, pool="silver")
    game.play("A: Southern Hospitality")
    assert game["T.square"] == "c1"
    mine = scene(" A . T b ", A="Il-nam", T="Data Terminal", pool="gold")
    mine.play("A: Turn It Around > a1")
    assert mine["T.square"] == "c1"


@rule("BON-4")
def test_with_more_sides_each_card_counts_for_its_own_team():
    for turn, allowed in (("A", True), ("b", False), ("C", False)):
        game = scene(
            """
            +---+---+---+
            | A   T   b |
            +   +   +   +
            | .   C   . |
            +---+---+---+
            """,
            A="Iron Man",
            C={"side": "third"},
            T="Data Terminal",
            turn=turn,
            areas={"start light": ["a1"], "start dark": ["b1", "c1"], "start third": ["b2"]},
            sides={"light": {"track": [[], ["red"], [], []]}, "third": {"track": [[], ["blue"], [], []]}},
        )
        assert game.allows(f"{turn}: interact Data Terminal") == allowed
        if allowed:
            game.play("A: interact Data Terminal")
            assert game["sides.light.track"] == [["red"], ["T"], [], []]
            assert game["sides.third.track"] == [[], ["blue"], [], []]
