"""Odds are exact, say what winning does, and what is spent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kit.table import Game, scene
from tipover.engine.core import questions
from tipover.engine.core.event import ChallengeLost, ChallengeWon
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.table import queries
from tipover.table.protocol.from_server import OddsShown, PartShown


def _odds(game: Game, line: str) -> list[OddsShown]:
    return queries.odds(game.state, [game.options.index(line)])


def _by_every_roll(state: State, option: int) -> Fraction:
    """The chance to win by playing every roll, weighed: slow and from the engine's events alone."""
    assert state.decision is not None
    trial = state.clone()
    apply(trial, state.decision.options[option])
    return _won(trial)


def _won(state: State) -> Fraction:
    ask = state.decision
    assert ask is not None and ask.asked == questions.ROLL and ask.weights is not None
    total = Fraction(0)
    for option, weight in zip(ask.options, ask.weights, strict=True):
        trial = state.clone()
        events = apply(trial, option)
        over = next((event for event in events if isinstance(event, ChallengeWon | ChallengeLost)), None)
        total += Fraction(weight, sum(ask.weights)) * (_won(trial) if over is None else int(isinstance(over, ChallengeWon)))
    return total


def test_a_basic_challenge() -> None:
    game = scene(" A b ", A="Gi-hun", b="Worker #28", round=2)
    (found,) = _odds(game, "A: challenge b")
    assert (found.exact, found.target, found.effect, found.spends, found.open) == ("103/216", 1, "knocked down", "", False)
    assert found.win == pytest.approx(103 / 216)
    assert found.dice_parts == [PartShown(2, "basic challenge")]
    assert found.defense_parts == [PartShown(2, "defense of Worker #28")]


def test_an_ability_with_its_parts_and_its_token() -> None:
    game = scene(" A b ", A="Sae-byeok", b="Worker #28", pool="blue silver silver", round=3)
    (found,) = _odds(game, "A: Sucker Punch")
    assert found.dice_text == "5 dice = 3 Sucker Punch + 2 silver in pool"
    assert found.dice_parts == [PartShown(3, "Sucker Punch"), PartShown(2, "silver in pool", "silver", "in pool")]
    assert found.spends == "blue to 3, back at the end of round 5"
    assert Fraction(found.exact) == _by_every_roll(game.state, found.option)


def test_an_ability_that_asks_for_its_target_has_odds_with_that_question() -> None:
    game = scene(
        """
        +---+---+---+
        | b   A   c |
        +---+---+---+
    """,
        A="Sae-byeok",
        b="Worker #28",
        c={"character": "Iron Man", "side": "dark"},
        pool="blue silver",
        round=3,
    )
    assert _odds(game, "A: Sucker Punch") == []
    game.play("A: Sucker Punch")
    found = queries.odds(game.state, [0, 1])
    assert [one.target for one in found] == [1, 2]
    assert [one.spends for one in found] == ["blue to 3, back at the end of round 5"] * 2


@pytest.mark.parametrize(
    ("scenario", "points", "effect"),
    [
        (None, 0, "knocked out"),
        ("Leaders", 0, "knocked out, +1 point"),
        ("First game (Squid Game)", 0, "knocked out, +1 point"),
        ("First game (Squid Game)", 2, "knocked out, +1 point, which wins the game"),
    ],
)
def test_winning_against_one_who_lies_says_the_points(scenario: str | None, points: int, effect: str) -> None:
    drawing = """
        +---+---+---+
        | A   b   . |
        +---+---+---+
    """
    fallen = {"character": "Gentleman Caller", "side": "dark", "down": True}
    game = scene(drawing, A="Rose Nylund", b=fallen, sides={"light": {"points": points}}, **({"scenario": scenario} if scenario else {}))  # type: ignore[arg-type]
    assert _odds(game, "A: challenge b")[0].effect == effect


def test_points_of_the_rounds_end_are_not_the_challenges() -> None:
    """With its last action the last character ends the round: what is scored then is no effect of winning."""
    drawing = """
        +---+---+---+
        | A   b   . |
        +---+---+---+
    """
    game = scene(
        drawing, scenario="Control", actions=1, A="Gi-hun", b={"character": "Il-nam", "side": "dark", "exhausted": True},
        areas={"Control": [["a1"], ["b1"], ["c1"]]},
    )  # fmt: skip
    assert _odds(game, "A: challenge b")[0].effect == "knocked down"


@pytest.mark.parametrize("name", ["Gi-hun", "Captain America", "Black Widow", "Arya Stark", "Iron Man", "The Night King"])
def test_odds_are_those_of_every_roll_played(name: str) -> None:
    game = scene(" A b ", A=name, b="Il-nam", pool="blue red silver gold", round=2)
    tried = 0
    for number in range(len(game.options)):
        for found in queries.odds(game.state, [number]):
            if not found.open:
                assert Fraction(found.exact) == _by_every_roll(game.state, number), game.options[number]
                tried += 1
    assert tried


def test_what_leads_to_no_challenge_and_numbers_of_nothing_are_left_out() -> None:
    game = scene(" A b ", A="Gi-hun", b="Worker #28")
    assert queries.odds(game.state, [game.options.index("A: end"), -1, 999]) == []
    game.play("A: challenge b")
    assert queries.odds(game.state, [0]) == []
