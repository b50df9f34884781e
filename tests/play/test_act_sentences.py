"""An act is one sentence: who did what to whom, with the numbers and the result; what is no news is not told."""

from __future__ import annotations

import pytest

from kit.table import Game, scene
from kit.texts import card_with
from tipover import Match, arrange, load
from tipover.engine.core.event import KnockedDown, KnockedOut, PointsGained
from tipover.play.act_sentences import KINDS, ToldAct, acts, with_points
from tipover.play.deal import deal
from tipover.play.dice import SeededDice, Stream
from tipover.table.present.plain_names import table_printer


def told(game: Game, *lines: str, people: dict[int, str] | None = None, code: str = "en") -> list[str]:
    """The acts of lines that are played one after another, each followed by the next question."""
    earlier = list(game.events)
    found = acts(game.state, game.play(*lines), earlier)
    printer = table_printer(game.state, code, people)  # type: ignore[arg-type]
    return [printer.text(with_points(act)) for act in found]


FIGHT = {"A": "Iron Man", "b": "Front Man"}


@pytest.mark.parametrize(
    ("rolls", "said"),
    [
        (("roll b b", "roll b b b"), "Iron Man hits Front Man, 2 v 0: down."),
        (("roll s s", "roll s b b"), "Iron Man misses Front Man, 0 v 1."),
    ],
)
def test_a_challenge_is_told_with_its_numbers_and_its_result(rolls: tuple[str, ...], said: str) -> None:
    game = scene(" A b . ", turn="A", **FIGHT)
    assert told(game, "A: challenge b", *rolls) == [said]


def test_a_knock_out_says_who_gains_by_the_name_of_the_person() -> None:
    game = scene(" A b . ", turn="A", scenario="Territory", **{**FIGHT, "b": {"character": "Front Man", "down": True}})
    said = told(game, "A: challenge b", "roll b b", "roll b b b", people={0: "Mara", 1: "Tom"})
    assert said == ["Iron Man hits Front Man, 2 v 0: out! Mara +1"]
    assert told(scene(" A b . ", turn="A", **FIGHT), "A: challenge b", "roll b b", "roll b b b", code="de") == [
        "Iron Man trifft Front Man, 2 : 0: umgeworfen."
    ]


def test_an_ability_is_named_by_the_challenge_that_it_makes() -> None:
    game = scene(" A b . ", turn="A", catalog=card_with("Challenge 3."), A="Tester", b="Front Man", pool="red")
    assert told(game, "A: Try", "roll b b b", "roll b b b") == ["Tester hits Front Man with Try, 3 v 0: down."]


def test_an_ability_that_asks_is_told_with_what_comes_of_it() -> None:
    game = scene(" A . . b ", turn="A", catalog=card_with("Move 2."), A="Tester", b="Front Man", pool="red")
    assert told(game, "A: Try") == []
    assert told(game, "> c1") == ["Tester moves a1 to c1."]
    game = scene(" A . . b ", turn="A", catalog=card_with("Move 2."), A="Tester", b="Front Man", pool="red")
    assert told(game, "A: Try", "> c1") == ["Tester uses Try: Tester moves a1 to c1."]


def test_a_turn_that_begins_and_a_figure_that_is_exhausted_are_no_news() -> None:
    game = scene(" A C . b ", turn="light", A="Iron Man", C="Gi-hun", b="Front Man")
    assert told(game, "A") == []
    assert told(game, "A: end") == []


def test_who_is_moved_by_a_rival_is_not_said_to_move() -> None:
    game = scene(" A b . . ", turn="A", catalog=card_with("Push an adjacent rival 1."), A="Tester", b="Front Man", pool="red")
    assert told(game, "A: Try", "> c1") == ["Tester uses Try: Front Man is moved from b1 to c1."]


def test_a_challenge_that_waits_for_an_answer_is_told_in_two_acts() -> None:
    """The second sentence knows the dice that fell before the question."""
    game = scene(" A b . ", turn="A", **FIGHT)
    assert told(game, "A: challenge b") == ["Iron Man challenges Front Man."]
    assert told(game, "roll b b", "roll b b b") == ["Iron Man hits Front Man, 2 v 0: down."]


@pytest.mark.parametrize("seed", range(6))
def test_no_point_and_no_fall_goes_untold_in_random_games(seed: int) -> None:
    """Over whole acts: points are those of the state, everybody who falls is in a sentence, and each sentence prints in every language."""
    catalog = load()
    match = Match(arrange(catalog, deal(catalog, f"acts {seed}")))
    dice, stream = SeededDice(f"acts {seed}"), Stream(f"acts {seed}", "acts")
    begin = gained = 0
    found: list[ToldAct] = []
    while (ask := match.state.decision) is not None and len(match.choices) < 250:
        if ask.is_chance:
            match.play(dice.answer(ask))
            continue
        fresh = acts(match.state, match.events[begin:], match.events[:begin])
        for act in fresh:
            assert act.kind in KINDS
            for code in ("en", "de"):
                printed = table_printer(match.state, code).text(with_points(act))
                assert printed and "{" not in printed and "is exhausted" not in printed and "takes the turn" not in printed
        if fresh:
            new = match.events[begin:]
            gained += sum(event.points for event in new if isinstance(event, PointsGained))
            if any(isinstance(event, KnockedDown | KnockedOut) for event in new):
                assert any(act.kind in ("down", "out", "round", "end") for act in fresh), fresh
            begin = len(match.events)
        found += fresh
        match.play(ask.options[stream.randrange(len(ask.options))])
    assert sum(gain.points for act in found for gain in act.gains) == gained


def test_a_game_that_begins_in_the_middle_of_a_turn_tells_whose_it_is_and_not_that_it_is_lost() -> None:
    game = scene(" A . . b ", turn="A", **FIGHT)
    [walk] = acts(game.state, game.play("A: move b1"), [])
    assert walk.side == 0
    assert told(game, "A: end") == []
