"""Styles: what a bot likes shows in its games, costs no proved win, and is the same for the same seed."""

from __future__ import annotations

from functools import cache

import pytest

from tipover import arrange, load
from tipover.bots import STYLED, STYLES, UnknownBot, make, plain_name
from tipover.bots.distances import steps_between
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import Line, PlannedAnswer
from tipover.bots.styles import STYLES as LIKINGS
from tipover.bots.styles import Likings, Style, style_of
from tipover.bots.tempo import PATIENT, seconds_for
from tipover.bots.turn_tree import TurnNode
from tipover.engine.core import questions, verbs
from tipover.engine.core.state import State
from tipover.engine.queries.board import board
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.match import Match
from tools.habits import difference, played, told

DEALS, ROUNDS = 6, 6
# What a person sees of each style, and by which part at least it is more or less than without a style.
SEEN = [
    ("brawler", "challenges", 0.1),
    ("runner", "challenges", -0.1),
    ("runner", "steps", 0.05),
]
# A guard is seen only where it has brought its figures by its own turns.
GUARDED = ("beside an ally", "in a rival's way")
GAMES = 16


@cache
def asked() -> list[State]:
    """Every position of some games of level three in which an action is asked for."""
    found: list[State] = []
    for number in range(DEALS):
        wish = Wish(("2v2", "3v3")[number % 2], scenario=("Control", "Flags", "Territory")[number // 2], rounds=ROUNDS, dealt=True)
        setup = arrange(load(), deal(load(), f"styles {number}", wish))
        bots, dice = [make("level3", f"{number}/{seat}") for seat in range(setup.seat_count)], SeededDice(f"styles {number}")
        state = setup.start()
        while (ask := state.decision) is not None:
            if ask.asked == questions.ACTION and ask.weights is None:
                found.append(state.clone())
            seat = ask.seats[0]
            apply(state, dice.answer(ask) if ask.weights is not None else bots[seat].choose(view(state, seat), ask))
    return found


@cache
def done_by(bot: str) -> dict[str, int]:
    """What a bot does in these positions, all together."""
    did = dict.fromkeys([habit for _, habit, _ in SEEN], 0)
    for number, state in enumerate(asked()):
        ask = state.decision
        assert ask is not None
        table = steps_between(board(state))
        choice = make(bot, f"{number}").choose(view(state, ask.seats[0]), ask)
        did["challenges"] += choice.verb == verbs.CHALLENGE
        if choice.verb == verbs.MOVE:
            did["steps"] += table[state.figure_at[choice.figure]][choice.square]
    return did


@pytest.mark.parametrize(("style", "habit", "least"), SEEN)
def test_a_style_shows_in_seeded_games(style: str, habit: str, least: float) -> None:
    with_style, without = done_by(f"level3+{style}")[habit], done_by("level3")[habit]
    assert (with_style / without - 1) / least >= 1, f"{habit}: {with_style} with the style, {without} without"


@pytest.mark.long
def test_a_guards_figures_keep_together_and_in_the_way_in_seeded_games() -> None:
    rows = [played(("level3+guard", "level3"), load(), "styles", k // 2, k % 2, ROUNDS) for k in range(GAMES)]
    for habit in GUARDED:
        first, second, _, _ = difference(rows, habit)
        assert first / second > 1.1, told(rows)


def test_the_same_seed_plays_the_same_game() -> None:
    rows = [played(("level3+runner", "level3+guard"), load(), "styles", 0, 0, 3) for _ in range(2)]
    assert rows[0] == rows[1] and rows[0].first["turns"] and "challenges / turns" in told(rows)


def in_an_action() -> State:
    """A position in which an action is asked for, with a challenge among the answers."""
    setup = arrange(load(), deal(load(), "styles", Wish("2v2", scenario="Control", rounds=20, dealt=True)))
    state, dice, stream = setup.start(), SeededDice("styles"), Stream("styles", "answers")
    while (ask := state.decision) is not None:
        if ask.asked == questions.ACTION and any(one.verb == verbs.CHALLENGE for one in ask.options):
            return state
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    raise AssertionError("no challenge came up")


def taken_with(best: float, other: float, likings: Likings = LIKINGS["brawler"]) -> bool:
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
    line = Style(likings).line(root, [PlannedAnswer(state, walk)], Evaluator(state))
    return line[0].choice == challenge


def test_what_is_nearly_as_good_is_taken_if_it_is_liked() -> None:
    assert taken_with(0.5, 0.49)


def test_no_more_than_the_most_is_given_away_however_much_it_is_liked() -> None:
    assert taken_with(0.5, 0.48, Likings(0.03, challenge=1.0)) and not taken_with(0.5, 0.46, Likings(0.03, challenge=1.0))


def test_a_proved_win_is_never_given_away() -> None:
    assert not taken_with(1.0, 0.99)


@pytest.mark.parametrize(
    ("best", "other", "stage", "is_taken"),
    [(0.5, 0.49, 1, True), (0.5, 0.49, 0, False), (0.5, 0.4, 1, False), (1.0, 0.99, 1, False)],
    ids=["nearly as good", "left out at once", "clearly worse", "a sure win"],
)
def test_of_lines_that_were_played_on_the_liked_one_comes_first(best: float, other: float, stage: int, is_taken: bool) -> None:
    state = in_an_action()
    ask = state.decision
    style = style_of("brawler")
    assert ask is not None and style is not None
    lines: list[Line] = []
    for number, (verb, value, survived) in enumerate(((verbs.MOVE, best, 3), (verbs.CHALLENGE, other, stage))):
        choice = next(one for one in ask.options if one.verb == verb)
        line = Line([PlannedAnswer(state, choice)], TurnNode(state), value, number, number)
        line.add(value)
        line.stage = survived
        lines.append(line)
    found = style.in_order(lines, ask.side, Evaluator(state))
    assert found == ([*reversed(lines)] if is_taken else lines)
    assert style.in_order([], ask.side, Evaluator(state)) == []


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
        ("level2+guard", "level2 has no style; a style can be given to level3"),
        ("greedy+guard", "greedy has no style; a style can be given to level3"),
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
