"""`tipover cards`: the list, one card drawn within 80 columns, JSON, a suggestion for a slip of the pen."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.runs import answer, run
from kit.marks import rule
from tipover import load

NAMES = [card.card or card.name for card in load().figures] + [card.name for card in load().pieces] + [one.name for one in load().scenarios]


def test_the_list_names_every_card_by_pack() -> None:
    lines = run("cards").output
    assert lines.index("Core") < lines.index("Game of Thrones") < lines.index("Squid Game")
    for name in ["Sae-byeok", "Worker #28", "Hack the Terminal", "Drogon", "The List", "Brutal Contest", "Scrimmage", "Godswood"]:
        assert name in lines
    listed = answer("cards")
    assert {"pack": "squid_game", "sort": "Game Rule card", "name": "Ground Rules"} in listed


@rule("CHA-19")
def test_the_faces_of_the_dice_are_marked_as_known() -> None:
    assert "every die has 3° burst, 2° shield, 1° triple (CHA-19)   ° known, not printed in the books" in run("cards").output


@pytest.mark.parametrize(
    ("die", "drawn", "faces"),
    [
        ("Boogie", "faces 1, 2, 3, 4, 5, 6°", ["1", "2", "3", "4", "5", "6"]),
        ("Champion", "faces shield, shield, shield, shield, triple, triple°", ["shield"] * 4 + ["triple"] * 2),
    ],
)
def test_a_die_of_a_set_is_a_card_with_its_faces_and_where_they_are_from(die: str, drawn: str, faces: list[str]) -> None:
    assert drawn in run("cards", die).output
    assert answer("cards", die)["faces"] == faces
    assert [one["sort"] for one in answer("cards") if one["name"] == die] == ["die"]
    assert "dice:              Boogie" in run("cards").output


def test_a_card_is_drawn_with_costs_text_and_provenance() -> None:
    assert run("cards", "sae-byeok").output.split("\n") == [
        "Sae-byeok   character, Squid Game",
        "─" * 80,
        "defense 2   tokens ● blue ● silverʰ",
        "",
        "Sucker Punch   ● blueʰ 3   ★ʰ challenge",
        "  Challenge 3, plus 1 for each silver token in your pool.",
        "  ʰ “silver token” is house",
        "",
        "Easily Overlooked   ● blueʰ 2ʰ",
        "  Place Sae-byeok within 3 and not adjacent to a rival.",
        "",
        "Intimidating Demand   ● silverʰ 3ʰ",
        "  Control an adjacent rival: it does a basic action. Move 1 for each blue",
        "  token in your pool.",
        "  ʰ “blue token” is house",
        "",
        "Pickpocket   trait",
        "  When Sae-byeok becomes exhausted, shift an ability token on your track down",
        "  1 for each adjacent rival.",
        "─" * 80,
        "° known, not printed in the books   ʰ house value, ours",
        "",
    ]


@pytest.mark.parametrize("name", [*NAMES, *(one.name for one in load().maps)])
def test_every_card_fits_eighty_columns_and_is_given_as_json(name: str) -> None:
    drawn = run("cards", name).output
    assert all(len(line) <= 80 and line == line.rstrip() for line in drawn.split("\n"))
    found = answer("cards", name)
    names = [one["name"] for one in (found if isinstance(found, list) else [found])]
    assert name in names


def test_a_card_is_found_by_its_ability_trait_short_name_or_marker() -> None:
    for name, card in [
        ("Flirt", "Blanche Devereaux"),
        ("pickpocket", "Sae-byeok"),
        ("cap", "Captain America"),
        ("data terminal", "Hack the Terminal"),
    ]:
        assert run("cards", name).output.startswith(card)
    assert [one["name"] for one in answer("cards", "Game Rule")] == ["Accelerated Pace", "Brutal Contest", "Ground Rules"]


def test_json_has_every_value_with_its_provenance() -> None:
    card = answer("cards", "Front Man")
    assert card["abilities"][0] == {
        "name": "Keep Order",
        "colour": "red",
        "cost": 3,
        "challenge": True,
        "rule": "Basic challenge. If it wins, each ally within 3 may do a basic challenge.",
    }
    assert card["ultimate"]["tokens"] == ["red", "red", "silver"]
    assert card["provenance"]["ability.Keep Order.cost"] == "house"
    assert answer("cards", "Squid Game")["parts"] == {"light": "attack", "dark": "defend"}
    assert answer("cards", "Flags")["maps"] == [
        "Funko Factory",
        "Catwoman's Penthouse",
        "Joker's Carnival",
        "Florida Boardwalk",
        "Diagon Alley",
        "Raptor Paddock",
        "Oogie's Lair",
        "Blips and Chitz",
        "Black Lagoon",
    ]


def test_an_unknown_name_gets_a_suggestion_and_exit_code_2() -> None:
    result = run("cards", "Sucker Puch", code=2)
    assert "There is no card 'Sucker Puch'; did you mean 'Sucker Punch'?" in result.output
    assert "`tipover cards` lists them" in run("cards", "zzzz", code=2).output


def test_cards_of_a_further_pack_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "mine" / "characters").mkdir(parents=True)
    (tmp_path / "mine" / "pack.toml").write_text('name = "Mine"\n')
    text = 'name = "Hero"\nshort = "H"\ntokens = ["red"]\n[trait]\nname = "Bold"\nrule = "This has 1 more defense."\n'
    (tmp_path / "mine" / "characters" / "hero.toml").write_text(text)
    assert "  H has 1 more defense." in run("cards", "Hero", "--packs", tmp_path).output
    (tmp_path / "mine" / "characters" / "hero.toml").write_text(text.replace("defense", "defens"))
    assert "hero.toml:6:25: `defens` is not known; did you mean `defense`?" in run("cards", "Hero", "--packs", tmp_path, code=2).output
