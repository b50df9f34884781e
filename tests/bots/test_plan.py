"""The planning player: whole turns as edges, lines compared at the same number of turns, no idle turns, exact ends of rounds."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from kit.exact import Solver, solve
from kit.surewin import SURE_WIN
from tipover import State, apply, arrange, load, notate, parse
from tipover.bots import LEVELS, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.rolls import are_all, outcomes
from tipover.bots.round_finish import DRAWN, OPEN, RoundFinish, TooMuch, is_near
from tipover.bots.turn_lines import GIFT, Memory, Width, answers_in_order, is_after, is_idle, stamp_of
from tipover.bots.turn_planner import Grasp, TurnBot, resumed, weigh
from tipover.bots.turn_tree import TurnNode, TurnTree, is_won, ranked
from tipover.bots.value import SURELY
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.setup import Setup
from tipover.engine.queries.turns import turn_of, turns_to_come
from tipover.engine.view import view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.notation.lines import follow
from tipover.play.scene import read_scene, scene_state

TACTICS = Path(__file__).parent / "tactics"
SOAK = os.environ.get("TIPOVER_SOAK") == "1"
SCENES = sorted(path.stem for path in TACTICS.glob("*.toml"))


def dealt(mode: str, seed: str, rounds: int = 2) -> Setup:
    """A game of a mode, dealt from a seed."""
    return arrange(load(), deal(load(), seed, Wish(mode, rounds=rounds, dealt=True)))


def grown(state: State, nodes: int) -> TurnTree:
    """The tree of the open question."""
    ask = asked(state)
    tree = TurnTree(state, ask.seats[0], ask, list(ask.options))
    tree.grow(nodes)
    return tree


def leaves(node: TurnNode) -> list[TurnNode]:
    """Where the lines of a turn end."""
    return [leaf for child in node.children for leaf in leaves(child)] if node.children else [node]


# -- a turn is one edge ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_every_leaf_is_judged_after_a_whole_turn(mode: str) -> None:
    state = dealt(mode, f"leaf {mode}").start()
    dice, stream, looked = SeededDice(mode), Stream(mode, "walk"), 0
    while (ask := state.decision) is not None and looked < 4:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        if state.round and len(ask.options) > 1 and ask.asked in (questions.TURN, questions.ACTION):
            looked += 1
            side, figure, _ = turn_of(state)
            for leaf in leaves(grown(state, 30).root):
                if leaf.state.over:
                    continue
                then = asked(leaf.state)
                assert then.asked != questions.TEXT
                if then.asked == questions.ACTION and leaf.state.round == state.round and ask.asked == questions.ACTION:
                    now = turn_of(leaf.state)
                    assert now[:2] != (side, figure) or sum(leaf.state.exhaust_markers) != sum(state.exhaust_markers)
        apply(state, ask.options[stream.randrange(len(ask.options))])
    assert looked == 4


def test_lines_are_compared_at_the_same_number_of_turns() -> None:
    """One that was followed less far is taken to change as the others did."""
    root = TurnNode(scene_state(OPEN_FIELD))
    root.side = asked(root.state).side
    for values in ([0.5, 0.8], [0.52], [0.4, 0.7]):
        child = TurnNode(root.state)
        child.values = [(one, 1 - one) for one in values]
        root.children.append(child)
        root.choices.append(asked(root.state).options[len(root.choices)])
    assert [number for _, number in ranked(root)] == [1, 0, 2]
    root.children[0].values[1] = (0.9, 0.1)
    assert [number for _, number in ranked(root)] == [0, 1, 2], "now the others have gained 0.35 on average"


def test_a_second_walk_leads_only_to_where_no_other_line_walks() -> None:
    state = scene_state(CORRIDOR)
    found = [leaf.state.figure_at[0] for leaf in leaves(grown(state, 200).root) if leaf.state.piece_at == state.piece_at]
    assert len(found) == len(set(found)), "no square is looked at twice without anything done there"


def test_deeds_come_first_and_the_end_of_the_turn_last() -> None:
    state = scene_state(OPEN_FIELD)
    ask = asked(state)
    order = answers_in_order(state, ask, ask.side, Evaluator(state), Memory(), Width(3, 99, 99, 3))
    assert order[0].verb == verbs.CHALLENGE and order[-1].verb == verbs.END
    few = answers_in_order(state, ask, ask.side, Evaluator(state), Memory(), Width(3, 5, 3, 2))
    assert any(one.verb == verbs.MOVE for one in few), "a walk may lead to a deed"


def test_a_turn_ends_where_another_begins() -> None:
    state = scene_state(OPEN_FIELD)
    turn = stamp_of(state)
    assert not is_after(state, asked(state), turn)
    apply(state, Choice(verbs.END, state.setup.figure("A")))
    assert is_after(state, asked(state), turn)


# -- the plan --------------------------------------------------------------------------------------------------


def test_the_plan_is_kept_and_costs_nothing() -> None:
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, Grasp(200, 0, 0))
    first = bot.choose(view(state, 0), asked(state))
    assert notate(state, first) == "A: move c1" and 0 < bot.spent <= 200
    apply(state, first)
    heir = TurnBot(2, Grasp(200, 0, 0))
    assert resumed(heir, bot) is heir
    assert notate(state, heir.choose(view(state, 0), asked(state))) == "A: interact E" and heir.spent == 0


def test_what_comes_between_ends_the_plan() -> None:
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, Grasp(200, 0, 0))
    bot.choose(view(state, 0), asked(state))
    other = scene_state(OPEN_FIELD)
    assert asked(other).offers(bot.choose(view(other, 0), asked(other))) and bot.spent > 0


@pytest.mark.parametrize("name", [*LEVELS, "plan:60", "master:300"])
@pytest.mark.parametrize("mode", ["2v2", "ffa3"])
def test_nobody_gives_a_turn_away(name: str, mode: str) -> None:
    """No turn begins with its end or a walk to where the figure stands while anything else can be done.

    It would be right only if every use of the action were worse; in these games none is.
    """
    state, dice = dealt(mode, "never idle", 2).start(), SeededDice("never idle")
    bots = [make(name, f"{seat}") for seat in range(state.setup.seat_count)]
    turns, enough = 0, 24
    if name in ("level5", "master:300") and not SOAK:
        enough = 4 if mode == "2v2" else 1  # it looks far ahead, which takes long where three play
    while (ask := state.decision) is not None and turns < enough:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        choice = bots[ask.seats[0]].choose(view(state, ask.seats[0]), ask)
        if ask.asked == questions.ACTION and state.actions_left >= 2:
            turns += 1
            assert not is_idle(state, choice) or all(is_idle(state, one) for one in ask.options)
        apply(state, choice)
    assert turns >= min(6, enough)


@pytest.mark.parametrize(
    ("used", "better", "taken"),
    [
        (0.5, 0.0, "A: move a1"),
        (0.5, GIFT / 2, "A: move a1"),
        (0.5, 2 * GIFT, "A: end"),
        (1 - SURELY, SURELY, "A: end"),
        (1.0, 0.0, "A: move a1"),
    ],
    ids=["even", "hardly worse", "clearly worse", "what is won for sure", "won for sure either way"],
)
def test_an_action_is_given_away_only_if_every_use_is_clearly_worse(used: float, better: float, taken: str) -> None:
    state = scene_state(OPEN_FIELD)
    root = TurnNode(state)
    root.side = asked(state).side
    for line, value in (("A: end", used + better), ("A: move a1", used), ("A: move c1", 0.4)):
        child = TurnNode(state)
        child.values = [(value, 1 - value)]
        root.children.append(child)
        root.choices.append(parse(state, line))
    assert notate(state, TurnBot(1)._best(root)[0].choice) == taken


def test_a_roll_of_which_outcomes_were_thinned_out_is_not_whole() -> None:
    """What wins after each of them would count as proved."""
    thinned = whole = 0
    for k in range(40):
        state, dice, stream = dealt("3v3", f"thinned {k}", 4).start(), SeededDice(f"{k}"), Stream(f"{k}", "thinned")
        while (ask := state.decision) is not None and not thinned:
            if ask.asked == questions.ROLL and ask.weights is not None:
                found = outcomes(state, ask)
                every = outcomes(state, ask, len(ask.options))
                assert are_all(every, state, ask)
                assert are_all(found, state, ask) == (len(found) == len(every))
                thinned += len(found) < len(every)
                whole += len(found) == len(every)
            apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
        if thinned and whole:
            break
    assert thinned and whole


# -- the end of a round ----------------------------------------------------------------------------------------


def position(name: str) -> State:
    """A tactical scene at its question, in the last round."""
    path = TACTICS / f"{name}.toml"
    state = read_scene(path)
    state.setup.rounds = state.round
    for line in tomllib.loads(path.read_text(encoding="utf-8"))["test"][0]["play"][:-1]:
        for choice in follow(state, line):
            apply(state, choice)
    return state


@pytest.mark.parametrize("name", SCENES[:20])
def test_a_round_followed_to_its_end_has_the_exact_chances(name: str) -> None:
    """Against a solver that shares nothing with the bots."""
    state = position(name)
    ask = asked(state)
    found = RoundFinish(Evaluator(state), 20_000, 0).solve(state, ask)
    side = ask.side if ask.side >= 0 else 0
    for choice, chance in solve(state).chances.items():
        assert found[choice].values[side] == pytest.approx(float(chance)) and found[choice].is_exact
        if found[choice].sure != OPEN:
            shares = {DRAWN: 1 / len(state.setup.sides), side: 1.0}
            assert float(chance) == pytest.approx(shares.get(found[choice].sure, 0.0))


def test_too_much_to_follow_is_said_and_the_position_is_planned_instead() -> None:
    state = position(SCENES[-1])
    with pytest.raises(TooMuch):
        RoundFinish(Evaluator(state), 5, 0).solve(state, asked(state))
    few = TurnBot(1, Grasp(40, 0, 5)).weigh(view(state, asked(state).seats[0]), asked(state))
    assert few and not any(one.is_proved and one.chance < 1 for one in few)


def test_a_round_is_followed_to_its_end_when_somebody_can_reach_the_target() -> None:
    state = scene_state(SURE_WIN)
    assert sum(turns_to_come(state).values()) <= 2 and is_near(state)
    far = scene_state(SURE_WIN.replace("points = 5", "points = 1"))
    assert not is_near(far)
    far.setup.rounds = far.round
    assert is_near(far), "the last of the agreed rounds"


def test_a_win_within_the_turn_is_proved_and_one_that_dice_decide_is_not() -> None:
    state = scene_state(SURE_WIN)
    found = weigh(view(state, 0), asked(state))
    assert found[0].is_proved and found[0].chance == 1.0 and notate(state, found[0].choice) == "A: interact A"
    assert not any(is_won(child, asked(state).side) for child in grown(scene_state(OPEN_FIELD), 100).root.children)


def test_the_evaluation_knows_who_would_win_if_the_round_ended_now() -> None:
    state = scene_state(SURE_WIN)
    assert Evaluator(state).round_result(state).winner == -1, "five each"
    state.points[1] = 6
    evaluator = Evaluator(state)
    result = evaluator.round_result(state)
    assert result.winner == 1 and result.gains == {0: 0, 1: 0}
    assert evaluator.worths(state)[1].verdict > 0 == evaluator.worths(state)[0].verdict
    state.points[1] = 5
    state.points[0] = 4
    state.setup.rounds = state.round
    assert Evaluator(state).round_result(state).winner == 1, "more points win after the agreed rounds (RND-5)"


def test_the_solver_of_the_tests_agrees_on_the_sure_win() -> None:
    state = scene_state(SURE_WIN)
    state.setup.rounds = state.round
    assert max(Solver().chances(state)) == 1
