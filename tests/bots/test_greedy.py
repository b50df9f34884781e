"""The steady player: answers everything, the same by seed, knows no more than its seat, and beats the careless one."""

from __future__ import annotations

import time

import pytest

from tipover import apply, arrange, load
from tipover.bots import Bot, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import Foresight, grouped
from tipover.bots.greedy import judge
from tipover.bots.hint import hint
from tipover.bots.playout import play_out
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import win_chance
from tipover.engine.core.event import KnockedDown
from tipover.engine.core.ids import is_piece
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.core.tracks import at_place
from tipover.engine.view import View, view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.notation.lines import follow
from tipover.play.scene import scene_state

SLOWEST = 1.5  # seconds of work for one decision, on a machine that does much else meanwhile


def dealt(mode: str, seed: str, scenario: str = "", rounds: int = 2) -> Setup:
    """A game of a mode, dealt from a seed."""
    return arrange(load(), deal(load(), seed, Wish(mode, scenario=scenario, rounds=rounds)))


def wander(state: State, seed: str, most: int) -> list[tuple[State, Decision]]:
    """The decisions of people in a random game, each with the state it was asked in."""
    dice, stream = SeededDice(seed), Stream(seed, "wander")
    found: list[tuple[State, Decision]] = []
    while (ask := state.decision) is not None and len(found) < most:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        found.append((state.clone(), ask))
        apply(state, ask.options[stream.randrange(len(ask.options))])
    return found


@pytest.mark.parametrize("mode", MODES)
def test_it_answers_every_decision_with_an_option_and_the_same_by_seed(mode: str) -> None:
    for k in range(2):
        for state, ask in wander(dealt(mode, f"{mode} {k}").start(), f"{k}", 40)[::3]:
            digest = state.digest()
            began = time.process_time()
            choice = make("greedy", 7).choose(view(state, ask.seats[0]), ask)
            assert time.process_time() - began < SLOWEST
            assert ask.offers(choice)
            assert choice == make("greedy", 7).choose(view(state, ask.seats[0]), ask)
            assert state.digest() == digest, "it tries things on clones only"


@pytest.mark.parametrize("mode", MODES)
def test_a_hint_is_an_option_with_a_sentence(mode: str) -> None:
    for state, ask in wander(dealt(mode, f"hint {mode}").start(), mode, 45)[::3]:
        given = hint(view(state, ask.seats[0]), ask)
        assert ask.offers(given.choice)
        assert given.sentence.endswith(".") and len(given.sentence) > 10
        assert given == hint(view(state, ask.seats[0]), ask)


TRAP = """
drawing = '''
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   R   .   .   q |
+---+---+---+---+---+
'''
turn = "R"
scenario = "Territory"
[figures]
R = { side = "light", character = "Raptor" }
[sides.light]
pool = ["blue", "silver"]
"""


def test_where_a_token_goes_is_hinted_with_a_sentence() -> None:
    """The answer names a piece, which is no figure that comes nearer to anything or could be challenged."""
    state = scene_state(TRAP)
    for choice in follow(state, "R: Set the Trap > b2"):
        apply(state, choice)
    ask = state.decision
    assert ask is not None and all(is_piece(option.figure) for option in ask.options)
    given = hint(view(state, ask.seats[0]), ask)
    assert ask.offers(given.choice) and given.sentence == "Choose a1: nothing else promises more."


def test_neither_choice_nor_hint_depends_on_what_others_chose_in_secret() -> None:
    described = deal(load(), "secret", Wish("3v3", scenario="Leaders", rounds=1, dealt=True))
    first = arrange(load(), described).start()
    stream, dice = Stream("x", "walk"), SeededDice("x")
    while (ask := first.decision) is not None and not ask.secret:
        apply(first, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    assert ask is not None and len(ask.options) > 1
    seen = set()
    for option in ask.options:
        state = first.clone()
        apply(state, option)
        asked = state.decision
        assert asked is not None
        shown = view(state, asked.seats[0])
        assert shown.hides
        seen.add((make("greedy", 3).choose(shown, asked), hint(shown, asked)))
    assert len(seen) == 1


@pytest.mark.long
def test_it_beats_the_careless_player() -> None:
    won = games = 0
    for mode, scenario in (("first", "First game (Golden Girls)"), ("3v3", "Territory")):
        for k in range(2):
            setup = dealt(mode, f"pair {k // 2}", scenario, 12)
            mine = k % len(setup.seats)
            bots: list[Bot] = [make("random", k)] * setup.seat_count
            for seat in setup.seats[mine]:
                bots[seat] = make("greedy", k)
            end = play_out(setup, bots, k).state
            games += 1
            won += end.winner >= 0 and end.team[end.winner] == mine
    assert games == won == 4


# -- what it judges by -----------------------------------------------------------------------------------------

FACING = """
drawing = '''
+---+---+---+---+
| .   A   b   . |
+   +   +   +   +
| .   .   .   c |
+---+---+---+---+
'''
turn = "A"
scenario = "Territory"
[figures]
b = { side = "dark", down = DOWN }
"""


def facing(down: bool) -> State:
    """A beside b, who lies or stands; c is near."""
    return scene_state(FACING.replace("DOWN", "true" if down else "false"))


def test_foresight_has_the_exact_odds_of_a_challenge() -> None:
    state = facing(False)
    b = state.setup.figure("b")
    outcomes = Foresight(Evaluator(state), 0, 200).after(state, Choice(verbs.CHALLENGE, state.setup.figure("A"), b))
    fell = sum(one.chance for one in outcomes if any(isinstance(event, KnockedDown) for event in one.events))
    assert fell == pytest.approx(float(win_chance(2, 2)))
    assert sum(one.chance for one in outcomes) == pytest.approx(1.0)


def test_outcomes_that_lead_to_the_same_are_put_together() -> None:
    state = facing(False)
    apply(state, Choice(verbs.CHALLENGE, state.setup.figure("A"), state.setup.figure("b")))
    ask = state.decision
    assert ask is not None and ask.weights is not None
    hits = grouped(state, ask)
    assert len(hits) == 6 and sum(chance for _, chance in hits) == pytest.approx(1.0)
    apply(state, ask.options[0])
    assert state.decision is not None and len(grouped(state, state.decision)) == 2


def test_a_rival_who_lies_is_challenged_and_the_hint_says_the_odds() -> None:
    state = facing(True)
    ask = state.decision
    assert ask is not None
    best = judge(state.clone(), ask.seats[0], ask)[0]
    assert best.choice == Choice(verbs.CHALLENGE, state.setup.figure("A"), state.setup.figure("b"))
    told = hint(View(state, ask.seats[0]), ask).sentence
    assert "48 % to knock" in told and "out" in told


def test_what_a_knock_out_pays_is_found_out_by_trying_it() -> None:
    state = facing(True)
    assert Evaluator(state).stakes[0][state.setup.figure("b")] == 1.0
    plain = scene_state(FACING.replace("DOWN", "true").replace('scenario = "Territory"', ""))
    assert Evaluator(plain).stakes[0][plain.setup.figure("b")] == 0.0


def test_what_a_round_end_would_give_is_found_out_by_trying_it() -> None:
    areas = '[areas]\nScoring = ["a1", "b1"]\n[figures]'
    state = scene_state(FACING.replace("DOWN", "true").replace("[figures]", areas))
    assert Evaluator(state).round_gains(state) == {0: 1, 1: 0}


def test_a_position_is_worth_to_one_what_it_costs_the_other() -> None:
    better, worse = facing(True), facing(False)
    for side, sign in ((0, 1), (1, -1)):
        assert sign * Evaluator(better).score(better, side) > sign * Evaluator(worse).score(worse, side)


def test_a_turn_to_come_counts_by_whether_its_figure_stands_lies_or_is_away() -> None:
    weights = Weights(standing=0.0, lying=0.0, away=0.0, ready=1.0, ready_lying=10.0, ready_away=100.0)
    for change, dark in (("false", 1 + 1), ("true", 10 + 1)):
        state = scene_state(FACING.replace("DOWN", change))
        assert Evaluator(state, weights).worths(state)[1].figures == dark
        state.figure_at[state.setup.figure("b")] = at_place(1)
        assert Evaluator(state, weights).worths(state)[1].figures == 100 + 1


def test_what_rivals_may_do_next_counts_more_or_less_against_a_side() -> None:
    state = facing(True)
    usual, careless = Evaluator(state), Evaluator(state, WEIGHTS._replace(rival_threat=0.0))
    worths = usual.worths(state)
    assert worths[0].threat > 0 < worths[1].threat
    for side in (0, 1):
        assert careless.balance(worths, side) == pytest.approx(usual.balance(worths, side) + worths[1 - side].threat)


def test_what_draws_figures_on_is_the_best_of_the_goals_and_less_for_each_further_one() -> None:
    """The evaluation looks at the goals of a side all at once; hints and the search ask for them one by one."""
    setup = dealt("2v2", "tables", "Leaders", rounds=3)
    positions = [state for state, _ in wander(setup.start(), "tables", 60) if state.round][-12:]
    assert len(positions) == 12
    evaluator = Evaluator(positions[0])
    shared = 0
    for number, state in enumerate(positions):
        state.down[number % len(state.down)] ^= 1  # who lies is worth more to whoever is near
        for side in setup.sides:
            goals = evaluator.goals(state, side)
            assert goals
            expected, drawn = 0.0, [1] * len(goals)
            for figure in setup.characters[side]:
                if state.figure_at[figure] >= 0:
                    pulls = [evaluator.pull([goal], state.figure_at[figure]) / by for goal, by in zip(goals, drawn, strict=True)]
                    best = pulls.index(max(pulls))
                    shared += drawn[best] > 1
                    drawn[best] += 1
                    expected += pulls[best] * (0.5 if state.down[figure] else 1.0)
            assert evaluator.worths(state)[side].aims == expected
    assert shared, "a goal that two go to counts half for the second"
