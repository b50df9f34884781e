"""Ready-made matches can be played as they are, and deals keep what is wished for."""

from __future__ import annotations

import pytest

from tipover.bots.playout import random_game
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import SetupError
from tipover.table import quick
from tipover.table.protocol.content import QuickMatch
from tipover.table.protocol.people import DealWanted

CATALOG = load()
MATCHES = quick.matches(CATALOG)


@pytest.mark.parametrize("match", MATCHES, ids=lambda one: one.key)
def test_every_match_begins_and_goes_on_for_two_rounds(match: QuickMatch) -> None:
    setup = arrange(CATALOG, {**match.setup, "rounds": 2})
    assert random_game(setup, match.key).state.over


def test_there_are_many_matches_with_the_first_game_of_every_set_before_the_others() -> None:
    assert [one.key for one in MATCHES[:4]] == ["first-golden_girls", "first-marvel", "first-game_of_thrones", "first-squid_game"]
    assert len({one.key for one in MATCHES}) == len(MATCHES) >= 12
    packs = {card.pack for one in MATCHES for name in one.light for card in CATALOG.figures if card.name == name}
    assert packs == {"golden_girls", "marvel", "game_of_thrones", "squid_game"}
    assert len({one.scenario for one in MATCHES}) >= 10
    assert {len(one.setup["sides"]) for one in MATCHES} == {2, 3, 4}
    assert {len(one.further) for one in MATCHES} == {0, 1, 2}


def test_no_written_match_is_left_out_for_a_misspelt_name() -> None:
    assert len(MATCHES) == 4 + len(quick._written())


@pytest.mark.parametrize(
    ("key", "about"),
    [
        ("first-golden_girls", "Florida Boardwalk, 2 v 2, about 15 minutes"),
        ("ultimate", "Godswood, 3 v 1, about 25 minutes"),
        ("home", "Golden Girls' Home, 2 v 2, two players a side, about 20 minutes"),
        ("secret", "Barracks, 2 v 2, picked in secret, about 25 minutes"),
        ("lab", "Shuri's Lab, 2 v 2 v 2 v 2, about 35 minutes"),
    ],
)
def test_a_match_says_what_to_expect(key: str, about: str) -> None:
    assert quick.match(CATALOG, key).about == about


@pytest.mark.parametrize("match", MATCHES, ids=lambda one: one.key)
def test_one_match_is_found_without_setting_up_the_others(match: QuickMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens a table would otherwise hold up all others for it."""
    made: list[str] = []
    written, first = quick.arrange, quick.first_game
    monkeypatch.setattr(quick, "arrange", lambda catalog, setup: made.append("written") or written(catalog, setup))
    monkeypatch.setattr(quick, "first_game", lambda key, **wish: made.append(key) or first(key, **wish))
    assert quick.match(CATALOG, match.key) == match and len(made) == 1


def test_an_unknown_match_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SetupError, match=r"there is no ready-made match 'first-'; there are first-golden_girls, .*secret"):
        quick.match(CATALOG, "first-")


def test_attachments_are_named_with_their_side() -> None:
    assert quick.match(CATALOG, "godswood").light == ["Arya Stark", "Jon Snow", "Needle"]


def test_a_key_without_a_match_is_refused_with_the_keys_there_are() -> None:
    with pytest.raises(SetupError, match="there is no ready-made match 'chess'; there are first-golden_girls"):
        quick.match(CATALOG, "chess")


# -- deals -----------------------------------------------------------------------------------------------


def test_the_same_seed_deals_the_same_game_and_nobody_picks() -> None:
    one, other = (quick.deal(DealWanted(mode="2v2", seed="17"), CATALOG) for _ in range(2))
    assert one.setup == other.setup
    assert [len(part["figures"]) for part in one.setup["sides"]] == [2, 2]
    assert not any("picks" in part for part in one.setup["sides"])
    assert quick.deal(DealWanted(mode="2v2"), CATALOG).setup != quick.deal(DealWanted(mode="2v2"), CATALOG).setup


def test_what_is_wished_for_stays() -> None:
    wish = DealWanted("3v3", "Godswood", "Leaders", [["Arya Stark"], ["Iron Man", "Rose Nylund", "Gi-hun"]], "5")
    made = quick.deal(wish, CATALOG)
    assert (made.map, made.scenario) == ("Godswood", "Leaders")
    light, dark = (part["figures"] for part in made.setup["sides"])
    assert light[0] == "Arya Stark" and len(set(light)) == 3
    assert dark == ["Iron Man", "Rose Nylund", "Gi-hun"]
    assert not set(light) & set(dark)
    assert [team[:3] for team in made.teams] == [light, dark]


@pytest.mark.parametrize("mode", ["2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate", "first", ""])
@pytest.mark.parametrize("seed", range(6))
def test_every_mode_is_dealt_fairly(mode: str, seed: int) -> None:
    made = quick.deal(DealWanted(mode=mode, seed=str(seed)), CATALOG)
    setup = arrange(CATALOG, made.setup)
    sizes = {len(setup.characters[side]) for side in setup.sides}
    assert sizes == {1, 3} if setup.ultimate >= 0 else len(sizes) == 1
    assert mode != "first" or len(setup.sides) == 2


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (DealWanted(mode="5v5"), "there is no mode '5v5'"),
        (DealWanted(map="Godswod"), "did you mean 'Godswood'"),
        (DealWanted(scenario="Chess"), "there is no scenario 'Chess'"),
        (DealWanted(mode="2v2", teams=[["Gandalf the Gray"]]), "there is no character 'Gandalf the Gray'"),
        (DealWanted(mode="2v2", teams=[["Gi-hun", "Il-nam", "Front Man"]]), "in 2v2 a side has 2 characters, not 3"),
        (DealWanted(mode="first", teams=[["Gi-hun"]]), "a first game deals its characters"),
        (DealWanted(mode="ffa4", map="Godswood"), "no map and scenario fit this"),
        (DealWanted(teams=[[], [], [], [], []]), "at most 4 sides play, not 5"),
        (DealWanted(teams=[["x"] * 13]), "at most 12 characters"),
        (DealWanted(map="x" * 81), "at most 80 characters"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_a_sentence(wish: DealWanted, told: str) -> None:
    with pytest.raises(SetupError, match=told):
        quick.deal(wish, CATALOG)
