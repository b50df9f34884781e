"""The ladder: its ratings rise or there are none, everybody on it has a face and a line, and the lowest never idles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from tipover.bots import NAMES, make
from tipover.bots.ladder import FIRST, RUNGS, STAND_IN, Rung
from tipover.cards.pack import load
from tipover.engine.core import questions, verbs
from tipover.engine.core.arrange import arrange
from tipover.engine.core.translations import language
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice
from tipover.play.match import Match

ROOT = Path(__file__).resolve().parents[2]


def faults_of(rungs: Sequence[Rung]) -> list[str]:
    """What is wrong with the ratings of a ladder; nothing while nobody has one."""
    if not any(one.rating or one.doubt for one in rungs):
        return []
    faults = [f"{one.name} has no rating, others have" for one in rungs if not one.rating]
    faults += [f"{one.name}'s rating has no doubt" for one in rungs if one.rating and one.doubt <= 0]
    return faults + [f"{below.name} is rated above {above.name}" for below, above in pairwise(rungs) if below.rating > above.rating]


def test_ratings_are_those_of_all_or_of_nobody_and_rise_with_the_ladder() -> None:
    assert faults_of(RUNGS) == []
    rated = [one._replace(rating=10.0 + n, doubt=2.0) for n, one in enumerate(RUNGS)]
    assert faults_of(rated) == []
    assert faults_of([rated[0]._replace(rating=30.0), *rated[1:]]) == ["Pip is rated above Nell"]
    assert faults_of([*rated[:-1], RUNGS[-1]._replace(rating=0.0, doubt=0.0)]) == [
        "Old Fenn has no rating, others have",
        "Magda is rated above Old Fenn",
    ]


def test_stars_rise_with_the_ladder() -> None:
    stars = [one.stars for one in RUNGS]
    assert stars == sorted({*stars}) and stars[0] >= 0.5 and stars[-1] <= 5 and all((2 * one).is_integer() for one in stars)


def test_everybody_on_the_ladder_is_a_bot_with_a_face_and_a_line() -> None:
    drawings = (ROOT / "web" / "src" / "figures.svg").read_text("utf-8")
    assert {FIRST, STAND_IN} < {one.bot for one in RUNGS} < {*NAMES}
    for one in RUNGS:
        assert f'<symbol id="c-{one.face}"' in drawings
        for code in ("en", "de"):
            assert language(code).text(f"bot.{one.bot}.about").endswith(".")
    for names in ([one.bot for one in RUNGS], [one.name for one in RUNGS]):
        assert len({*names}) == len(RUNGS)


@pytest.mark.parametrize("scenario", ["First game (Golden Girls)", "Flags"])
def test_the_lowest_uses_every_action_and_takes_what_lies_at_its_feet(scenario: str) -> None:
    mode = "first" if scenario.startswith("First") else "2v2"
    match = Match(arrange(load(), deal(load(), "never idle", Wish(mode, scenario=scenario, rounds=3))), None, ["Ann", "Ben"])
    bots, dice = [make(FIRST, f"{seat}") for seat in (0, 1)], SeededDice("never idle")
    acted = 0
    while not match.over:
        state, ask = match.state, match.state.decision
        assert ask is not None
        if ask.weights is not None:
            match.play(dice.answer(ask))
            continue
        choice = bots[ask.seats[0]].choose(view(state, ask.seats[0]), ask)
        if ask.asked == questions.ACTION:
            stays = [one for one in ask.options if one.verb == verbs.MOVE and one.square == state.figure_at[one.figure]]
            useful = [one for one in ask.options if one.verb != verbs.END and one not in stays]
            assert not useful or choice in useful
            acted += choice in useful
        match.play(choice)
    assert acted > 4
