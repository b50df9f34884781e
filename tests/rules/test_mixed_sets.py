"""MIX: everything from every set together; and scenario status cards from the start (STA-2)."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import SetupError, arrange, load
from tipover.engine.core.ids import IN_FORCE, PIECE, RESERVE
from tipover.play.deal import Wish, deal

MIXED = {
    "map": "Golden Girls' Home",
    "scenario": "Leaders",
    "sides": [
        {"side": "light", "figures": ["Gi-hun", "Captain America", "Lifeguard"], "attachments": [{"name": "Needle", "of": "Gi-hun"}]},
        {"side": "dark", "figures": ["Blanche Devereaux", "The Night King", "Iron Drone"], "attachments": [{"name": "Ghost", "of": "Blanche Devereaux"}]},
    ],
}  # fmt: skip


def begun(described: dict[str, object]) -> Game:
    game = Game(arrange(load(), described).start())
    game.play("flip light")
    while game.state.round == 0:
        game.play(game.options[0])
    return game


@rule("MIX-1")
def test_characters_basics_attachments_maps_and_scenarios_of_all_sets_play_together():
    game = begun(MIXED)
    catalog = load()
    packs = {catalog.figures[card].pack for card in game.state.card}
    assert packs == {"squid_game", "marvel", "golden_girls", "game_of_thrones"}
    assert game["L1.items"] == ["Needle"]


@rule("MIX-1", "SUP-5")
def test_the_pool_is_filled_from_the_cards_of_all_sets():
    game = begun(MIXED)
    catalog = load()
    dots = [colour for name in ("Gi-hun", "Captain America") for colour in catalog.figures[catalog.figure(name)].tokens]
    assert len(game["sides.light.pool"]) == len(dots) == 5


@rule("MIX-1")
@pytest.mark.parametrize(("scenario", "where"), [
    ("Triumph", "Winterfell, Shuri's Lab"),
    (
        "Territory",
        "Funko Factory, Barracks, Helicarrier Bridge, Godswood, Golden Girls' Home, Arkham Asylum, Gotham City Streets, Halloween Town, Room of Requirement, Castle Laboratory, Smith House, Visitor Center",
    ),
])  # fmt: skip
def test_a_maps_own_list_of_scenarios_binds(scenario, where):
    """The Yard has a scoring area that Territory could use, but it is made for two other scenarios."""
    sides = [{"side": side, "figures": ["Gi-hun", "Il-nam"]} for side in ("light", "dark")]
    first, *_ = where.split(", ")
    assert arrange(load(), {"map": first, "scenario": scenario, "sides": sides})
    with pytest.raises(SetupError) as caught:
        arrange(load(), {"map": "The Yard", "scenario": scenario, "sides": sides})
    told, _, listed = str(caught.value).removesuffix(" (SUP-1)").partition("; it is on ")
    assert told == f"'{scenario}' is not played on The Yard" and sorted(listed.split(", ")) == sorted(where.split(", "))


@rule("SUP-1")
def test_a_map_without_a_list_takes_every_scenario_whose_areas_it_fills(tmp_path):
    pack = tmp_path / "field"
    (pack / "maps").mkdir(parents=True)
    (pack / "pack.toml").write_text('name = "Field"\nversion = "1"\nneeds = ["core", "game_of_thrones"]\n', encoding="utf-8")
    drawing = "+---+---+---+\n| l   S   d |\n+---+---+---+"
    areas = '[areas]\n"start light" = "l"\n"start dark" = "d"\nScoring = "S"\n'
    (pack / "maps" / "field.toml").write_text(f'name = "Field"\ndrawing = """\n{drawing}\n"""\n{areas}', encoding="utf-8")
    catalog = load(pack)
    takes = [one.name for one in catalog.scenarios if "Field" in [card.name for card in catalog.maps_for(one)] and not one.ultimate]
    assert sorted(takes) == ["Infiltrate", "Leaders", "Scrimmage", "Territory"], "those that need no area, or Scoring; no first game"


@rule("SUP-1")
def test_deals_keep_to_the_lists():
    catalog = load()
    for seed in range(60):
        dealt = deal(catalog, seed)
        assert catalog.map(str(dealt["map"])) in catalog.maps_for(catalog.scenario(str(dealt["scenario"])))
    with pytest.raises(SetupError, match="no map and scenario fit this: mode 2v2, scenario Territory, map The Yard"):
        deal(catalog, 1, Wish(mode="2v2", scenario="Territory", map="The Yard"))


# -- STA-2 -----------------------------------------------------------------------------------------------------


@rule("STA-2")
def test_a_game_may_be_set_up_with_scenario_status_cards_in_force():
    """Ground Rules without Front Man: every character may move up to 3 in a straight line as a basic action."""
    game = begun({**MIXED, "scenario": "Territory", "in_force": ["Ground Rules"]})
    assert game.allows(f"{game.options[0].split(':')[0]}: Ground Rules")
    plain = begun({**MIXED, "scenario": "Territory"})
    assert not plain.allows(f"{plain.options[0].split(':')[0]}: Ground Rules")


@rule("STA-2")
def test_several_may_be_in_force_and_they_are_nobodys():
    game = begun({**MIXED, "scenario": "Territory", "in_force": ["Ground Rules", "Brutal Contest"]})
    cards = [(slot.name, slot.side, game.state.piece_at[p]) for p, slot in enumerate(game.state.setup.pieces) if slot.deck]
    assert cards == [("Ground Rules", -1, IN_FORCE), ("Brutal Contest", -1, IN_FORCE)]


@rule("STA-2", "STA-4")
def test_front_mans_own_cards_are_a_set_of_their_own():
    """Ground Rules is in force from the start and Front Man may still play his own."""
    sides = [{"side": "light", "figures": ["Front Man"]}, {"side": "dark", "figures": ["Gi-hun"]}]
    game = begun({"map": "Barracks", "sides": sides, "in_force": ["Ground Rules"]})
    assert len(game.options) == 3, "all three cards of his deck"
    own = [p for p, slot in enumerate(game.state.setup.pieces) if slot.deck and slot.side == 0]
    assert [game.state.piece_at[p] for p in own] == [RESERVE] * 3
    assert [game.state.owner[p] for p in own] == [0] * 3


@rule("STA-2", "STA-4")
def test_a_card_in_force_from_the_start_is_not_front_mans_to_replace():
    """At the start of a round he may replace his own card, not the one the game was set up with."""
    sides = [{"side": "light", "figures": ["Front Man"]}, {"side": "dark", "figures": ["Gi-hun"]}]
    game = begun({"map": "Barracks", "sides": sides, "in_force": ["Ground Rules"]})
    game.play("> Brutal Contest")
    assert game.options == ["> Brutal Contest", "> no"]


@rule("STA-4")
def test_a_front_man_picked_in_play_has_one_set_and_cannot_replace_a_card_by_the_same_card():
    """Either side could have picked him, so both have a set waiting; the one of the side that did not is nobody's to play."""
    sides = [{"side": side, "picks": 1} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Front Man", "Gi-hun"]}).start())
    game.play("flip light", "pick Front Man")
    while game.state.round == 0:
        game.play(game.options[0])
    assert game.options == ["> Accelerated Pace", "> Brutal Contest", "> Ground Rules"]
    assert {game.state.setup.pieces[option.thing - PIECE].side for option in game.state.decision.options} == {0}
    game.play("> Brutal Contest", "> Brutal Contest")
    assert game.options == ["> Accelerated Pace", "> Ground Rules"]
    assert game.refused("> Brutal Contest") == ["STA-4"]


@rule("STA-4")
def test_two_front_men_have_a_set_of_cards_each():
    """Both picked him: each plays and replaces cards of his own set, though the other's have the same names."""
    sides = [{"side": side, "picks": 1} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Front Man"], "secret": True}).start())
    game.play("flip light", "pick Front Man", "pick Front Man")
    while game.state.round == 0:
        game.play(game.options[0])
    for side in (0, 1):
        offered = [game.state.setup.pieces[option.thing - PIECE].side for option in game.state.decision.options]
        assert offered == [side] * 3
        game.play("> Ground Rules")


@rule("STA-2")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (["The List"], "'The List' is no scenario status card; there are Accelerated Pace, Brutal Contest, Ground Rules (STA-2)"),
        (["Rule Ground"], "'Rule Ground' is no scenario status card; there are Accelerated Pace, Brutal Contest, Ground Rules (STA-2)"),
        (["Stitches"], "'Stitches' is no scenario status card; there are Accelerated Pace, Brutal Contest, Ground Rules (STA-2)"),
        (["Ground Rules", "ground rules"], "'ground rules' stands twice among the cards in force (STA-2)"),
        ("Ground Rules", "'in_force' is a list of names"),
        ([True], "'in_force' is a list of names"),
    ],
)
def test_wrong_cards_in_force_are_one_sentence(cards, told):
    with pytest.raises(SetupError) as caught:
        arrange(load(), {**MIXED, "in_force": cards})
    assert str(caught.value) == told
