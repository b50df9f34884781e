"""Picks: by what cards did in games where that is known, else by their print; the table of worths, and how it is made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kit.bot_scenes import asked
from tipover import apply, arrange, load
from tipover.bots import card_worths, make
from tipover.bots.card_worths import SHIPPED, Worths, figure_worth, read_worths, shipped_worths
from tipover.bots.greedy import printed_worth
from tipover.engine.core import questions
from tipover.engine.core.attachments import names_of
from tipover.engine.core.state import State
from tipover.engine.view import view
from tipover.play.dice import SeededDice
from tools.fit_worths import by_print, fitted, kept_rows, played, written

BOX = [card.name for card in load().figures if card.kind == 0 and not card.basic]
DRAFT = {
    "map": "Barracks", "scenario": "Leaders", "box": BOX, "rounds": 1,
    "sides": [{"side": "light", "picks": 2}, {"side": "dark", "picks": 2}],
}  # fmt: skip


def picking(secret: bool = False) -> State:
    """A game at its first pick."""
    state, dice = arrange(load(), {**DRAFT, "secret": secret}).start(), SeededDice("picks")
    while asked(state).asked != questions.PICK:
        apply(state, dice.answer(asked(state)) if asked(state).weights is not None else asked(state).options[0])
    return state


@pytest.fixture
def worths(monkeypatch: pytest.MonkeyPatch) -> Worths:
    """A table in which one card is by far the best, one that its print would not recommend."""
    state = picking()
    least = min(asked(state).options, key=lambda option: printed_worth(state, option, False))
    table = Worths({state.setup.catalog.figures[least.thing].name: 9.0}, {}, {})
    monkeypatch.setattr(card_worths, "shipped_worths", lambda: table)
    return table


def test_strong_bots_pick_by_worth_in_games_and_weak_ones_by_print(worths: Worths) -> None:
    """Who sees only some of the answers loses with the cards that win in stronger hands (docs/results.md)."""
    for secret in (False, True):
        state = picking(secret)
        ask = asked(state)
        most = max(printed_worth(state, option, False) for option in ask.options)
        for name in ("level1", "level2", "level3", "level4", "greedy", "search:20"):
            assert printed_worth(state, make(name, 1).choose(view(state, ask.seats[0]), ask), False) == most
        for name in ("level5", "master:300"):
            picked = state.setup.catalog.figures[make(name, 1).choose(view(state, ask.seats[0]), ask).thing].name
            assert picked in worths.figures, name


def test_a_card_that_was_in_no_game_has_the_worth_of_its_print() -> None:
    table = Worths({"Known": 2.0}, {}, {"one": 1.0, "defense": 3.0})
    card = load().figures[0]
    assert figure_worth(replace(card, name="Known"), table) == 2.0
    assert figure_worth(replace(card, name="Unknown", defense=2), table) == 7.0
    assert figure_worth(replace(card, name="Unknown", defense=3), table) == 10.0


def test_the_table_names_cards_that_there_are() -> None:
    """Whoever renames a card learns of it here: `python -m tools.fit_worths` writes the table anew."""
    catalog, table = load(), read_worths(SHIPPED)
    assert set(table.figures) <= {card.name for card in catalog.figures}
    assert set(table.attachments) <= {*names_of(catalog)}
    assert len(table.figures) > 40 and set(table.printed) == set(card_worths.printed_on(catalog.figures[0]))


@pytest.mark.parametrize("text", ["[figures]\nx = 'y'\n[attachments]\n[printed]\n", "[figures]\n", "[figures", "\x00"])
def test_a_table_that_cannot_be_read_is_told_of_and_the_bots_play_on(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "card_worths.toml"
    broken.write_text(text)
    with pytest.raises(ValueError, match=r"card_worths\.toml: the worths of cards"):
        read_worths(broken)
    monkeypatch.setattr(card_worths, "SHIPPED", broken)
    shipped_worths.cache_clear()
    state = picking()
    with pytest.warns(UserWarning, match="Bots take all cards to be alike"):
        assert asked(state).offers(make("level5", 1).choose(view(state, asked(state).seats[0]), asked(state)))
    shipped_worths.cache_clear()


# -- how the table is made ---------------------------------------------------------------------------------------


def test_worths_are_fitted_to_the_points_of_teams() -> None:
    rows = [{"figures": [["Good", "Plain"], ["Bad", "Other"]], "attachments": [[], []], "points": [4, 0]}] * 40
    rows += [{"figures": [["Plain"], ["Other"]], "attachments": [[], []], "points": [1, 1]}] * 200
    rows += [{"figures": [["Plain"], ["Other"]], "attachments": [[], ["Charm"]], "points": [0, 9]}] * 100
    found, attached = fitted(rows)
    assert found["Good"] == -found["Bad"] > 5 and abs(found["Plain"]) < found["Good"]
    assert attached["Charm"] > 20
    once, _ = fitted(rows[:1])
    assert 0 < once["Good"] < 1, "one game says little"


def test_games_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    catalog, path = load(), tmp_path / "rows.jsonl"
    first = kept_rows(catalog, "kept", 2, path)
    assert first == played(catalog, "kept", 0) and len(first) == 2
    own, other = ([{*team} & {*BOX} for team in row["figures"]] for row in first)
    assert own == other[::-1], "the same characters, with the sides exchanged; basics have a side's colour"
    path.write_text(path.read_text() + "{}\n")  # the first game of a deal that was stopped
    assert kept_rows(catalog, "kept", 2, path) == first and len(path.read_text().splitlines()) == 2


def test_the_table_is_written_as_it_is_read(tmp_path: Path) -> None:
    cards = [card for card in load().figures if card.kind == 0]
    figures = {card.name: float(card.defense) for card in cards}
    table = Worths(figures, {"Needle": -1.5}, by_print(load(), figures))
    (tmp_path / "table.toml").write_text(written(table, "made here"), encoding="utf-8")
    assert read_worths(tmp_path / "table.toml") == table
    assert figure_worth(replace(cards[0], name="Unknown", defense=3), table) > figure_worth(
        replace(cards[0], name="Unknown", defense=1), table
    )
