"""First games for as many sides as their boxes have (FST-1)."""

from __future__ import annotations

import pytest

from kit.marks import rule
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import SetupError
from tipover.table.protocol.people import DealWanted
from tipover.table.quick import deal

MANY, TWO = "First game (Marvel, Game of Thrones)", "First game (Golden Girls)"


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("where", ["Shuri's Lab", "Winterfell"])
def test_a_first_game_is_dealt_for_as_many_sides_as_are_wished_for(where: str, sides: int) -> None:
    dealt = deal(DealWanted("first", map=where, scenario=MANY, sides=sides), load())
    assert (dealt.map, len(dealt.teams)) == (where, sides)
    names = [name for team in dealt.teams for name in team]
    assert len(set(names)) == len(names), "Nobody stands on two sides."
    assert arrange(load(), dealt.setup).seat_count == sides


def test_a_first_game_of_which_no_number_is_said_is_for_two() -> None:
    assert all(len(deal(DealWanted("first", seed=str(k)), load()).teams) == 2 for k in range(6))


@pytest.mark.parametrize(
    "wanted", [DealWanted("first", scenario=TWO, sides=3), DealWanted("first", sides=5), DealWanted("first", sides=-1)]
)
def test_a_box_is_not_dealt_for_more_sides_than_it_has(wanted: DealWanted) -> None:
    with pytest.raises(SetupError, match=f"{wanted.sides} sides"):
        deal(wanted, load())


def test_the_other_modes_have_their_own_number_of_sides() -> None:
    with pytest.raises(SetupError, match="only a first game"):
        deal(DealWanted("2v2", sides=3), load())


@rule("SUP-3", "TEA-1", "FFA-1")
@pytest.mark.parametrize("mode", ["teams", "ffa3", "ffa4"])
@pytest.mark.parametrize("size", [1, 2, 4, 6])
def test_teams_and_free_for_all_are_dealt_with_any_size_from_one_to_six(mode, size):
    dealt = deal(DealWanted(mode=mode, size=size, seed=f"{mode} {size}"), load())
    assert {len(part["figures"]) for part in dealt.setup["sides"]} == {size}
    assert {part["seats"] for part in dealt.setup["sides"]} == {2 if mode == "teams" and size > 1 else 1}


@rule("SUP-3")
@pytest.mark.parametrize(("mode", "size"), [("2v2", 3), ("first", 2), ("ffa3", 7), ("teams", -1)])
def test_other_modes_have_their_own_size(mode, size):
    with pytest.raises(SetupError, match="SUP-3"):
        deal(DealWanted(mode=mode, size=size), load())
