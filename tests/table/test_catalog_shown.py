"""The catalog as it is sent says what the packs say: words, values and where they are from, walls where they stand."""

from __future__ import annotations

import msgspec
import pytest

from tipover.board.geometry import Segment, in_pieces
from tipover.board.grid import Grid
from tipover.board.mask import mask_of
from tipover.cards.catalog import COLOURS, FigureCard, MapCard, provenance_of
from tipover.cards.pack import load
from tipover.cli.cards_command import draw
from tipover.engine.core.rules import rules
from tipover.engine.core.setup import areas_of
from tipover.table.present.cards import card_shown, map_shown, piece_shown, scenario_shown
from tipover.table.present.catalog_shown import catalog_shown, rules_shown
from tipover.table.protocol.content import CardShown, CatalogShown

CATALOG = load()
SHOWN = catalog_shown(CATALOG)


def test_the_whole_catalog_is_there_and_crosses_the_wire() -> None:
    assert [card.name for card in SHOWN.cards] == [card.name for card in CATALOG.figures]
    assert [piece.name for piece in SHOWN.pieces] == [piece.name for piece in CATALOG.pieces]
    assert [one.name for one in SHOWN.scenarios] == [one.name for one in CATALOG.scenarios]
    assert [one.name for one in SHOWN.maps] == [one.name for one in CATALOG.maps]
    raw = msgspec.json.encode(SHOWN)
    assert msgspec.json.decode(raw, type=CatalogShown) == SHOWN
    assert len(raw) < 200_000


def test_a_card_speaks_of_its_character_by_its_short_name() -> None:
    shown = card_shown(CATALOG.figures[CATALOG.figure("Arya Stark")], CATALOG)
    assert (shown.set, shown.kind, shown.short, shown.tokens) == ("Game of Thrones", "character", "Arya", ["red", "silver"])
    assert [one.text for one in shown.abilities] == [
        "Move 1. Challenge 2. Move 1.",
        "Place Arya adjacent to a knocked-down character within 4.",
        "Challenge 3, plus 2 if the target has The List.",
    ]
    assert shown.trait is not None and shown.trait.text.split("\n")[2] == "Arya rolls 1 die more when challenging a rival with The List."
    texts = [one.text.replace(" this turn", "").replace(" this round", "") for card in SHOWN.cards for one in card.abilities]
    assert not any(" this" in text for text in texts)


def test_an_ability_tells_the_colours_of_the_tokens_that_its_words_name() -> None:
    shown = [one for card in SHOWN.cards for one in card.abilities]
    assert any(one.counts for one in shown)
    for one in shown:
        assert one.counts == [colour for colour in COLOURS if f"{colour} token" in one.text], one.text


def test_values_that_are_not_printed_are_marked_and_printed_ones_are_not() -> None:
    shown = card_shown(CATALOG.figures[CATALOG.figure("Captain America")], CATALOG)
    assert shown.provenance == {
        "ability.I Can Do This All Day.cost.colour": "house",
        "ability.Shield Throw.cost.colour": "house",
        "ability.No, You Move.cost.colour": "house",
    }
    words = card_shown(CATALOG.figures[CATALOG.figure("Sae-byeok")], CATALOG).provenance
    assert words["ability.Sucker Punch.rule.silver token"] == "house"
    assert "ability.Sucker Punch.rule" not in words


@pytest.mark.parametrize("card", CATALOG.figures, ids=lambda one: one.name)
def test_as_many_values_are_marked_as_the_terminal_marks(card: FigureCard) -> None:
    shown = card_shown(card, CATALOG)
    lines = draw(CATALOG, card)[:-1]
    said = "".join(part if isinstance(part, str) else part[0] for line in lines for part in line)
    marked = [key for key in shown.provenance if not _is_unseen(shown, key)]
    assert said.count("ʰ") + said.count("°") == len(marked)
    for key, whence in shown.provenance.items():
        assert provenance_of(card.provenance, key) == whence


def _is_unseen(shown: CardShown, key: str) -> bool:
    """Whether the terminal prints no such value: the rule of a trait without one, the star of what is no challenge."""
    if key.endswith(".challenge"):
        return key not in [f"ability.{one.name}.challenge" for one in shown.abilities if one.challenge]
    part = shown.trait if key == "trait.rule" else shown.ultimate if key == "ultimate.rule" else None
    return part is not None and not part.text


def test_an_objective_goes_by_its_marker_and_has_the_title_of_its_card() -> None:
    shown = card_shown(CATALOG.figures[CATALOG.figure("Data Terminal")], CATALOG)
    assert (shown.name, shown.title, shown.kind) == ("Data Terminal", "Hack the Terminal", "objective")


def test_an_item_speaks_of_its_holder_and_a_token_of_itself() -> None:
    by_name = {piece.name: piece for piece in SHOWN.pieces}
    assert all("this" not in piece.text.replace("this card", "the card").split() for piece in SHOWN.pieces)
    assert by_name["Accelerated Pace"].deck == "Game Rule"
    assert piece_shown(CATALOG.pieces[CATALOG.piece("Energy")]).of == "Black Panther"


@pytest.mark.parametrize("card", CATALOG.maps, ids=lambda one: one.name)
def test_a_map_drawn_from_what_is_sent_has_the_same_steps_and_lines(card: MapCard) -> None:
    shown = map_shown(card)
    pieces = [piece for wall in shown.walls for piece in in_pieces(Segment(*wall))]
    again = Grid(shown.columns, shown.rows, pieces, mask_of(shown.covered), mask_of(shown.obscured))
    for square in range(card.grid.size):
        assert again.steps(square) == card.grid.steps(square)
        assert again.clear(square) == card.grid.clear(square)
    everyone = mask_of(shown.enclosed) | mask_of(shown.covered)
    assert everyone == card.grid.everywhere & ~card.grid.flood(card.starts())
    assert not mask_of(shown.enclosed) & mask_of(shown.covered)


def test_areas_have_the_numbers_that_a_game_gives_them() -> None:
    factory = CATALOG.map("Funko Factory")
    assert factory is not None
    shown = map_shown(factory)
    assert [(one.name, mask_of(one.squares)) for one in shown.areas] == [(one.name, one.mask) for one in areas_of(factory)]
    assert [(one.name, one.side) for one in shown.areas][:2] == [("starting", "light"), ("starting", "dark")]
    assert ("Flag", "dark") in [(one.name, one.side) for one in shown.areas]


def test_a_scenario_has_its_words_by_side_and_only_the_maps_it_is_played_on() -> None:
    squid = CATALOG.scenario("Squid Game")
    first = CATALOG.scenario("First game (Golden Girls)")
    assert squid is not None and first is not None
    assert [one.name for one in scenario_shown(squid, CATALOG).texts] == ["The table", "Light (attack)", "Dark (defend)"]
    assert scenario_shown(squid, CATALOG).maps == ["The Yard"]
    assert (scenario_shown(first, CATALOG).maps, scenario_shown(first, CATALOG).basics) == (["Florida Boardwalk"], 1)


def test_every_bot_has_a_title_and_every_rule_of_the_game_is_there() -> None:
    assert all(bot.title and bot.about.endswith(".") for bot in SHOWN.bots)
    assert [one.id for one in rules_shown()] == [rule.id for rule in rules().values() if not rule.later]
    assert all(one.chapter and one.sentence for one in rules_shown())
