"""The fair deal: any mode, map, scenario, teams and attachments from a seed; what is wished for stays."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tipover import Setup, SetupError, arrange, load
from tipover.cards.catalog import OBJECTIVE
from tipover.play.deal import FFA_3, FFA_4, FIRST, MODES, TEAMS, THREE, TWO, ULTIMATE, Draw, Wish, deal

SEEDS = 400


@pytest.fixture(scope="module")
def dealt() -> list[dict[str, object]]:
    return [deal(load(), f"deals/{k}") for k in range(SEEDS)]


@pytest.fixture(scope="module")
def arranged(dealt: list[dict[str, object]]) -> list[Setup]:
    return [arrange(load(), json.loads(json.dumps(described))) for described in dealt]


def parts(described: dict[str, object]) -> list[dict[str, object]]:
    return described["sides"]  # type: ignore[return-value]


def test_every_deal_can_be_played_and_recorded(arranged):
    for setup in arranged:
        assert setup.start().decision is not None


def test_every_map_and_scenario_is_dealt(dealt, arranged):
    assert {described["map"] for described in dealt} == {one.name for one in load().maps}
    assert {setup.scenario.name for setup in arranged} == {one.name for one in load().scenarios}


def test_every_mode_is_dealt(dealt):
    shapes = Counter()
    for described in dealt:
        sides = parts(described)
        sizes = [len(part.get("figures", [])) + part.get("picks", 0) for part in sides]
        kind = "ultimate" if any("ultimate" in part for part in sides) else f"{len(sides)} sides of {sizes[0]}"
        shapes[kind + (" in teams" if sides[0].get("seats") == 2 and "ultimate" not in kind else "")] += 1
    for shape in (
        "ultimate",
        "2 sides of 2",
        "2 sides of 3",
        "2 sides of 2 in teams",
        "2 sides of 3 in teams",
        "3 sides of 2",
        "4 sides of 3",
    ):
        assert shapes[shape] > 3, shapes


def test_a_deal_is_fair(dealt):
    """Equal numbers of characters, basics, picks and attachments on every side (SUP-3, ATT-1)."""
    catalog = load()
    for described in dealt:
        sides = parts(described)
        if any("ultimate" in part for part in sides):
            continue
        counts = set()
        for part in sides:
            basics = sum(1 for name in part["figures"] if catalog.figures[catalog.figure(name)].basic)
            counts.add(
                (len(part["figures"]), basics, part.get("picks", 0), part.get("attach", 0), len(part.get("attachments", [])), part["seats"])
            )
        assert len(counts) == 1, described


def test_sets_are_mixed_and_attachments_of_every_kind_dealt(dealt):
    catalog = load()
    kinds, mixed = set(), 0
    for described in dealt:
        for part in parts(described):
            for entry in part.get("attachments", []):
                name = entry["name"] if isinstance(entry, dict) else entry
                figure = catalog.figure(name)
                kinds.add("item" if figure < 0 else "objective" if catalog.figures[figure].kind == OBJECTIVE else "companion")
            packs = {catalog.figures[catalog.figure(name)].pack for name in part.get("figures", [])}
            mixed += len(packs) > 1
    assert kinds == {"item", "objective", "companion"} and mixed > SEEDS // 4


def test_picks_are_sometimes_decisions_sometimes_secret_and_cards_sometimes_in_force(dealt):
    assert 20 < sum("box" in described for described in dealt) < SEEDS - 20
    assert sum(bool(described.get("secret")) for described in dealt) > 20
    assert sum(any(part.get("attach") for part in parts(described)) for described in dealt) > 10
    assert 20 < sum("in_force" in described for described in dealt) < SEEDS // 2


def test_the_same_seed_deals_the_same_and_another_seed_another():
    assert deal(load(), "a") == deal(load(), "a") and deal(load(), 7) == deal(load(), "7")
    assert len({json.dumps(deal(load(), k)) for k in range(50)}) == 50


def test_a_deal_is_the_same_for_ever():
    """The draws are HMAC-SHA256 of `deal n` under the seed: whoever has the seed can reckon them again."""
    draw = Draw("77001")
    assert [draw.randrange(1000) for _ in range(5)] == [draw_by_hand("77001", n, 1000) for n in range(1, 6)]


def draw_by_hand(seed: str, number: int, stop: int) -> int:
    import hashlib
    import hmac

    return int(hmac.new(seed.encode(), f"deal {number}".encode(), hashlib.sha256).hexdigest(), 16) % stop


def test_orders_are_drawn_evenly():
    orders = Counter("".join(Draw(f"order {k}").mixed(list("abc"))) for k in range(3000))
    assert len(orders) == 6 and all(400 < number < 600 for number in orders.values())


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_can_be_wished_for(mode):
    for seed in range(25):
        described = deal(load(), f"{mode}/{seed}", Wish(mode=mode))
        setup = arrange(load(), described)
        wanted = {TWO: 2, THREE: 3}.get(mode)
        if wanted:
            assert len(setup.sides) == 2 and all(len(setup.characters[side]) == wanted for side in setup.sides) and setup.seat_count == 2
        assert {FFA_3: 3, FFA_4: 4}.get(mode, len(setup.sides)) == len(setup.sides)
        assert (setup.ultimate >= 0) == (mode == ULTIMATE)
        assert mode != TEAMS or setup.seat_count == 4
        assert setup.scenario.first == (mode == FIRST)


def test_a_map_a_scenario_and_teams_can_be_wished_for():
    wish = Wish(scenario="leaders", map="barracks", teams=(("Iron Man", "Iron Drone", "Needle"), ("Gi-hun", "Il-nam")))
    for seed in range(10):
        described = deal(load(), seed, wish)
        assert (described["map"], described["scenario"]) == ("Barracks", "Leaders")
        light, dark = parts(described)
        assert light["figures"] == ["Iron Man", "Iron Drone"] and light["attachments"] == ["Needle"]
        assert dark["figures"] == ["Gi-hun", "Il-nam"] and len(dark["attachments"]) == 1, "the other side gets as many"
        assert arrange(load(), described)


def test_a_team_wished_for_gets_rivals_of_its_own_number():
    for seed in range(10):
        setup = arrange(load(), deal(load(), seed, Wish(teams=(("Iron Man", "Gi-hun", "Jon Snow"),))))
        assert {len(setup.characters[side]) for side in setup.sides} == {3}


def test_an_ultimate_wished_for_plays_against_those_wished_for():
    three = ("Gi-hun", "Jon Snow", "Black Widow")
    for teams, alone in (((("Iron Man",), three), 0), ((three, ("Iron Man",)), 1), ((three,), 1), ((("Front Man",),), 0)):
        described = deal(load(), "u", Wish(mode=ULTIMATE, teams=teams))
        assert "ultimate" in parts(described)[alone] and arrange(load(), described)


def test_nothing_is_picked_where_all_shall_be_dealt():
    for seed in range(60):
        assert "box" not in deal(load(), seed, Wish(dealt=True))


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Wish(mode="4v4"), "there is no mode '4v4'; there are 2v2, 3v3, teams, ffa3, ffa4, ultimate, first"),
        (Wish(map="Baracks"), "there is no map 'Baracks'; did you mean 'Barracks'?"),
        (Wish(scenario="Leader"), "there is no scenario 'Leader'; did you mean 'Leaders'?"),
        (Wish(mode=FFA_4, map="Barracks"), "no map and scenario fit this: mode ffa4, map Barracks (SUP-1)"),
        (Wish(scenario="Triumph", map="The Yard"), "no way to play fits this: scenario Triumph, map The Yard (SUP-1)"),
        (Wish(mode=ULTIMATE, teams=(("Iron Man", "Needle"),)), "an ultimate plays alone against one side with three characters, without attachments (ULT-1)"),
        (Wish(teams=(("Gi-hun",) * 1, ("Il-nam",), ("Jon Snow",), ("Rose Nylund",), ("Iron Man",))), "no way to play fits this: teams of 1, 1, 1, 1, 1 (SUP-1)"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_met_is_one_sentence(wish, told):
    with pytest.raises(SetupError) as caught:
        deal(load(), 1, wish)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("seed", range(20))
def test_against_a_team_of_one_somebody_with_a_name_is_dealt(seed: int) -> None:
    described = deal(load(), f"alone {seed}", Wish(teams=(("Gi-hun",),)))
    setup = arrange(load(), described)
    assert [len(setup.characters[side]) for side in setup.sides] == [1] * len(setup.sides) or setup.ultimate >= 0
