"""What a reader of another language still reads in English, by its place on the wire: this list, and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from kit.server import ServerProcess
from tipover import load
from tipover.engine.core.arrange import arrange
from tipover.play.deal import Wish, deal
from tipover.play.match import Match
from tipover.table.present.catalog_shown import catalog_shown
from tipover.table.present.news import entries
from tipover.table.present.question import question
from tipover.table.protocol.from_client import AbilityTry, ActionTry, SquareTry
from tipover.table.queries import why_tries

PRICE = re.compile(r"^\d: ")  # before the text of an ability
A_SENTENCE = 3  # words; what is shorter may be a name
NAMES = (
    "line",
    "name",
    "set",
    "of",
    "title",
    "scenario",
    "light",
    "dark",
    "further",
    "map",
    "maps",
    "figures",
    "box",
)  # fields with names of the game's things, and its notation
STAYS = {
    # The texts of cards, pieces and scenarios are in the card language, of which there is one; the signs quote its phrases.
    "catalog": {
        "cards.abilities.text", "cards.trait.text", "cards.ultimate.text", "cards.text", "pieces.text", "scenarios.texts.text",
        "scenarios.signs.says",
    },
    "rules": {"rule", "source"},  # the law itself; what a player is told is its sentence
    "lessons": {"about"},
}  # fmt: skip


def same(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence that is the same in both, with its place without the numbers of lists."""
    if isinstance(one, dict):
        for key in one:
            yield from same(one[key], other[key], f"{place}.{key}".strip("."))
    elif isinstance(one, list):
        for mine, theirs in zip(one, other, strict=True):
            yield from same(mine, theirs, place)
    elif isinstance(one, str) and one == other and len(one.split()) >= A_SENTENCE:
        yield place, one


def is_name(place: str) -> bool:
    return place.rpartition(".")[2] in NAMES


@pytest.mark.parametrize("page", list(STAYS))
def test_of_the_pages_only_what_is_listed_stays_english(server: ServerProcess, page: str) -> None:
    english, german = (server.http(f"/api/{page}", headers={"Tipover-Language": code})[1] for code in ("en", "de"))
    found = {place for place, _ in same(english, german) if not is_name(place)}
    assert found == STAYS[page]


def told(match: Match, code: str) -> list[Any]:
    """The question of a moment and the reasons against everything that could be tried."""
    state = match.state
    tries: list[SquareTry | AbilityTry | ActionTry] = [SquareTry(square) for square in range(state.setup.grid.size)]
    tries += [AbilityTry(0), AbilityTry(1)]
    tries += [ActionTry(verb) for verb in ("move", "challenge", "assist", "interact", "rally", "end")]
    asked = question(match, state.decision.seats if state.decision else [], code)
    return [msgspec.to_builtins(asked), *[msgspec.to_builtins(one) for one in why_tries(state, tries, code)]]


@pytest.mark.parametrize("scenario", ["Control", "Leaders", "Triumph", "Infiltrate"])
def test_at_a_table_nothing_stays_english_but_cards_names_and_texts(scenario: str) -> None:
    match = Match(arrange(load(), deal(load(), "german", Wish("3v3", scenario=scenario, dealt=True))), "german")
    draws = random.Random(scenario)
    found: list[tuple[str, str]] = []
    for n in range(120):
        state = match.state
        if state.decision is None:
            break
        if n % 8 == 0:
            found += same(told(match, "en"), told(match, "de"))
        match.play(draws.choice(state.decision.options))
    log = [[msgspec.to_builtins(entry) for entry in entries(match.state, match.events, 0, [0, 1], code)] for code in ("en", "de")]
    found += same(*log)
    cards = msgspec.json.encode(catalog_shown(load())).decode()
    assert sorted({(place, text) for place, text in found if not is_name(place) and PRICE.sub("", text).split(".")[0] not in cards}) == []
