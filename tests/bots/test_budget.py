"""Every bot answers every kind of question of every mode with an offered option, and within its budget in nodes."""

from __future__ import annotations

import pytest

from tipover import State, apply, arrange, load
from tipover.bots import LEVELS, MOST_BUDGET, make
from tipover.engine.core import questions
from tipover.engine.core.decision import Decision
from tipover.engine.core.setup import Setup
from tipover.engine.view import view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream

OPEN_TO_ALL = 0  # a bot without a budget in nodes
BUDGETS = {
    "random": OPEN_TO_ALL,
    "greedy": OPEN_TO_ALL,
    "search:1": 1,
    "search:25": 25,
    "plan:25": 25,
    "playouts:90": 90,
    "master:90": 90,
    "learned:25": 25,
    **{name: LEVELS[name][0] for name in LEVELS},
}
DEALS = (*MODES, "secret")
LARGE = 100  # nodes: a bot with so many answers one question of a quick run, the others four
MOST_TRIED = 200  # seeds, until a deal has what is wanted

Asked = tuple[State, Decision]


def dealt(kind: str, seed: str) -> Setup:
    """A game of a mode, or one in which characters are picked in secret, dealt from a seed."""
    for k in range(MOST_TRIED):
        described = deal(load(), f"{seed} {k}", Wish("" if kind == "secret" else kind, rounds=2))
        if kind != "secret" or described.get("secret"):
            return arrange(load(), described)
    raise AssertionError(f"no deal of {MOST_TRIED} has secret picks")


def questions_of(setup: Setup, seed: str) -> list[Asked]:
    """Every question of a random game that a seat is asked, each with the state it is asked in."""
    state = setup.start()
    dice, stream = SeededDice(seed), Stream(seed, "questions")
    found: list[Asked] = []
    while (ask := state.decision) is not None:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        found.append((state.clone(), ask))
        apply(state, ask.options[stream.randrange(len(ask.options))])
    return found


def some_of(found: list[Asked], number: int, seed: str) -> list[Asked]:
    """So many of a game's questions, no kind twice before all kinds were there; which ones the seed says."""
    stream = Stream(seed, "sample")
    left: dict[int, list[Asked]] = {}
    for one in found:
        left.setdefault(one[1].asked, []).append(one)
    taken: list[Asked] = []
    while len(taken) < min(number, len(found)):
        kinds = sorted(kind for kind in left if left[kind])
        for kind in [kinds.pop(stream.randrange(len(kinds))) for _ in range(len(kinds))][: number - len(taken)]:
            taken.append(left[kind].pop(stream.randrange(len(left[kind]))))
    return taken


def answers_well(name: str, state: State, ask: Decision) -> None:
    """One bot answers one question: by an option, in its budget, and without a hand on the true state."""
    where = f"{name} asked for a {questions.ASKS[ask.asked]}"
    digest = state.digest()
    bot = make(name, 5)
    assert ask.offers(bot.choose(view(state, ask.seats[0]), ask)), where
    assert state.digest() == digest, f"{where} changed the game"
    if BUDGETS[name]:
        spent = getattr(bot, "spent")  # noqa: B009 - only bots with a budget have it
        assert 0 <= spent <= BUDGETS[name], f"{where} spent {spent} nodes"


@pytest.mark.parametrize("kind", DEALS)
def test_every_bot_answers_with_an_option_within_its_budget(kind: str) -> None:
    found = questions_of(dealt(kind, f"budget {kind}"), kind)
    for name, nodes in BUDGETS.items():
        for state, ask in some_of(found, 1 if nodes >= LARGE else 4, f"{kind} {name}"):
            answers_well(name, state, ask)


@pytest.mark.parametrize("name", [name for name in BUDGETS if 0 < BUDGETS[name] < LARGE])
def test_a_small_budget_is_kept_while_others_have_secrets(name: str) -> None:
    """What is hidden is guessed several times over, but all the guesses together have one budget."""
    hidden: list[Asked] = []
    for scenario in ("Leaders", "Scrimmage"):
        setup = arrange(load(), deal(load(), "sealed", Wish("3v3", scenario=scenario, rounds=1, dealt=True)))
        hidden += [one for one in questions_of(setup, scenario) if view(one[0], one[1].seats[0]).hides]
    assert len(hidden) >= 2
    for state, ask in hidden:
        answers_well(name, state, ask)


@pytest.mark.soak
@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("name", list(BUDGETS))
def test_every_bot_answers_every_decision_of_random_games(name: str, kind: str) -> None:
    for k in range(3):
        found = questions_of(dealt(kind, f"all {kind} {k}"), f"{k}")
        for state, ask in found if BUDGETS[name] < LARGE else some_of(found, 12, f"{k}"):
            answers_well(name, state, ask)


def test_every_level_has_more_nodes_than_the_one_below() -> None:
    nodes = [nodes for nodes, _, _ in LEVELS.values()]
    answers = [answers or MOST_BUDGET for _, answers, _ in LEVELS.values()]
    assert list(LEVELS) == [f"level{k}" for k in range(1, 6)]
    assert answers == sorted(set(answers)), "who thinks longer thinks of more"
    assert nodes == sorted(set(nodes)) and nodes[0] > 0 and nodes[-1] <= MOST_BUDGET


def test_a_question_with_one_answer_costs_nothing() -> None:
    """Secret picks are asked even if there is one answer; no bot thinks about it."""
    state, ask = questions_of(dealt("first", "lone"), "lone")[-1]
    lone = Decision(ask.asked, ask.seats, ask.side, ask.figure, ask.options[:1])
    bot = make("level5", 1)
    assert bot.choose(view(state, ask.seats[0]), lone) == ask.options[0]
    assert getattr(bot, "spent") == 0  # noqa: B009
