"""Styles: what a bot likes shows in its games, costs no proved win, and is the same for the same seed."""

from __future__ import annotations

from functools import cache

import pytest

from tipover import arrange, load
from tipover.bots import STYLED, STYLES, UnknownBot, make, plain_name
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import PlannedAnswer
from tipover.bots.styles import STYLES as LIKINGS
from tipover.bots.styles import style_of
from tipover.bots.tempo import PATIENT, seconds_for
from tipover.bots.turn_tree import TurnNode
from tipover.engine.core import questions, verbs
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.match import Match
from tools.habits import Row, difference, played, told

GAMES, ROUNDS = 12, 4
# What a person sees of each style, and by how much at least it differs here from the same bot without one.
SEEN = [
    ("brawler", "challenges", 0.05),
    ("runner", "challenges", -0.05),
    ("runner", "steps walked", 0.2),
    ("guard", "beside an ally", 0.1),
    ("guard", "in a rival's way", 0.02),
]


@cache
def games(style: str) -> tuple[Row, ...]:
    return tuple(played((f"level3+{style}", "level3"), load(), "styles", k // 2, k % 2, ROUNDS) for k in range(GAMES))


@pytest.mark.parametrize(("style", "habit", "least"), SEEN)
def test_a_style_shows_in_its_games(style: str, habit: str, least: float) -> None:
    first, second, _, _ = difference(games(style), habit)
    assert (first - second) / least >= 1, told(games(style))


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(("level3+runner", "level3"), load(), "styles", 0, 0, ROUNDS) == games("runner")[0]


def in_an_action() -> State:
    """A position in which an action is asked for, with a challenge among the answers."""
    setup = arrange(load(), deal(load(), "styles", Wish("2v2", scenario="Control", rounds=20, dealt=True)))
    state, dice, stream = setup.start(), SeededDice("styles"), Stream("styles", "answers")
    while (ask := state.decision) is not None:
        if ask.asked == questions.ACTION and any(one.verb == verbs.CHALLENGE for one in ask.options):
            return state
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    raise AssertionError("no challenge came up")


def taken_with(best: float, other: float) -> bool:
    """Whether a brawler challenges, if a walk has the chance `best` and the challenge `other`."""
    state = in_an_action()
    ask = state.decision
    assert ask is not None
    root = TurnNode(state)
    root.side = ask.side
    walk = next(one for one in ask.options if one.verb == verbs.MOVE and one.square != state.figure_at[one.figure])
    challenge = next(one for one in ask.options if one.verb == verbs.CHALLENGE)
    for choice, chance in ((walk, best), (challenge, other)):
        after = TurnNode(state)
        after.values.append(tuple(chance for _ in state.setup.sides))
        root.choices.append(choice)
        root.children.append(after)
    style = style_of("brawler")
    assert style is not None
    line = style.line(root, [PlannedAnswer(state, walk)], Evaluator(state))
    return line[0].choice == challenge


def test_what_is_nearly_as_good_is_taken_if_it_is_liked() -> None:
    assert taken_with(0.5, 0.49)


def test_what_is_clearly_worse_is_not_taken() -> None:
    assert not taken_with(0.5, 0.5 - LIKINGS["brawler"].most - 0.01)


def test_a_proved_win_is_never_given_away() -> None:
    assert not taken_with(1.0, 0.99)


def test_every_style_has_its_likings_and_every_bot_of_the_list_can_have_one() -> None:
    assert {*STYLES} == {*LIKINGS} and style_of("") is None
    for bot in STYLED:
        for style in STYLES:
            make(f"{bot}+{style}", 1)
    make("playouts:100+guard", 1)
    assert plain_name("playouts:100+guard") == "playouts"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("level3+brawlr", "there is no style 'brawlr'; there are brawler, runner, guard"),
        ("level3+", "there is no style ''"),
        ("greedy+guard", "greedy has no style; a style can be given to level2"),
        ("level9+guard", "there is no bot 'level9"),
    ],
)
def test_an_unknown_style_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        make(name, 1)
    assert sentence in str(refused.value)


def test_a_master_with_a_style_has_a_masters_time() -> None:
    match = Match(arrange(load(), deal(load(), "time", Wish("2v2"))), None, ["Ann", "Ben"])
    assert match.state.decision is not None
    (master,) = PATIENT
    assert seconds_for(f"{master}+guard", match.state, match.state.decision) == seconds_for(master, match.state, match.state.decision)
