"""An action that is drawn without listing all: each that is listed is as likely as any other, and nothing else is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from laws.players import OWN_PACKS, choose, own_setup
from tipover import Choice, Setup, State, apply, arrange, first_game, load
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import END_OF
from tipover.engine.core.frames import kinds, turn_frame
from tipover.engine.laws.actions import turn_actions
from tipover.engine.laws.drawn_actions import drawn_action
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream

DRAWS = 40  # for each action of a question
LIKELY = 5.0  # standard deviations
WISHES = {scenario: Wish("3v3", scenario=scenario, rounds=8) for scenario in ("Leaders", "Control", "Squid Game")}


def in_turns(setup: Setup, seed: str, most: int) -> Iterator[State]:
    """States along a random game in which a figure has an action of its own turn to choose."""
    state, dice, stream = setup.start(), SeededDice(seed), Stream(seed, "players")
    while (ask := state.decision) is not None and most:
        if ask.asked == questions.ACTION and state.stack[-1][kinds.KIND] == kinds.TURN and state.actions_left:
            yield state
            most -= 1
        apply(state, dice.answer(ask) if ask.is_chance else choose(state, stream, 30))


def drawn(state: State, stream: Stream, count: int) -> Counter[Choice | None]:
    """How often each action was drawn."""
    frame = state.stack[-1]
    figure, actions = turn_frame.actor(frame), turn_frame.actions_left(frame)
    return Counter(drawn_action(state, figure, actions, stream) for _ in range(count))


def setups() -> list[tuple[str, Setup]]:
    games = [(scenario, arrange(load(), deal(load(), f"drawn {scenario}", wish))) for scenario, wish in WISHES.items()]
    return [*games, ("first game", first_game("marvel", 2)), *((name, own_setup(name, "drawn", 8)) for name in OWN_PACKS)]


def test_every_action_is_as_likely_as_any_other() -> None:
    """By the chi-square of all questions together: its mean is the degrees of freedom, its variance twice that."""
    spread, freedom, found = 0.0, 0, Counter[int]()
    stream = Stream("as likely")
    for seed, setup in setups():
        for state in in_turns(setup, seed, 12):
            assert state.decision is not None
            options = state.decision.options
            tally = drawn(state, stream, DRAWS * len(options))
            assert set(tally) == set(options)
            spread += sum((times - DRAWS) ** 2 / DRAWS for times in tally.values())
            freedom += len(options) - 1
            found.update(option.verb for option in options)
    assert abs(spread - freedom) < LIKELY * (2 * freedom) ** 0.5
    assert found[verbs.ABILITY] > 50 and found[verbs.OFFER] > 5, "too few texts were there to be drawn"


def test_where_only_stopping_is_left_nothing_is_drawn() -> None:
    """A figure that is knocked down and has too few actions left to rally only stops, which is not asked."""
    left = 0
    for state in in_turns(first_game("marvel", 2), "down", 30):
        trial = state.clone()
        figure = turn_frame.actor(trial.stack[-1])
        trial.down[figure] = 1
        if turn_actions(trial, figure, 1) == [END_OF[figure]]:
            left += 1
            assert drawn_action(trial, figure, 1, Stream(left)) is None
            rally = {END_OF[figure], Choice(verbs.RALLY, figure)}
            assert {drawn_action(trial, figure, 2, Stream(f"{left} {k}")) for k in range(30)} == rally
    assert left > 10
