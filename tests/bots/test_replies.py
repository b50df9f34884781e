"""Lines of a turn judged by the rival's whole turn after them."""

from __future__ import annotations

from itertools import islice

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from tipover import State, apply, arrange, load
from tipover.bots import make
from tipover.bots.play_outs import Line, distinct, lines_of
from tipover.bots.replies import LEAST, ReplyJudge, ReplyStage
from tipover.bots.turn_planner import FOLLOWED, Grasp, TurnBot, following_lines
from tipover.bots.turn_tree import TurnNode, TurnTree, Values
from tipover.bots.weights import PLAYED
from tipover.engine.core import questions
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice
from tipover.play.scene import scene_state

ENOUGH = 100_000


def grown(state: State, nodes: int = 400) -> TurnTree:
    """The tree of the turn that is asked about."""
    ask = asked(state)
    tree = TurnTree(state, ask.seats[0], ask, list(ask.options), is_thorough=True)
    tree.grow_turn(nodes)
    return tree


def replied(state: State, nodes: int) -> Values:
    """The chances after the best turn of whoever is asked."""
    return grown(state, nodes).root.values[0]


def after(node: TurnNode, nodes: int) -> list[float]:
    """The same below the end of a line: by its dice, and by the answers after them that the tree of the turn likes best."""
    if not node.children:
        return list(node.values[0] if node.state.over else replied(node.state, nodes))
    if not node.chances:
        return after(max(node.children, key=lambda child: child.values[0][node.side]), nodes)
    assert sum(node.chances) == pytest.approx(1)
    found = [after(child, nodes) for child in node.children]
    return [sum(chance * one[side] for chance, one in zip(node.chances, found, strict=True)) for side in range(len(found[0]))]


def mid_game(seed: str, mode: str) -> State:
    """A position of a dealt game in its second round, at the beginning of a turn."""
    state = arrange(load(), deal(load(), seed, Wish(mode, rounds=6, dealt=True))).start()
    dice, bot = SeededDice(seed), make("level2", seed)
    while (ask := asked(state)).weights is not None or state.round < 2 or ask.asked not in (questions.TURN, questions.ACTION):
        apply(state, dice.answer(ask) if ask.weights is not None else bot.choose(view(state, ask.seats[0]), ask))
    return state


@pytest.mark.parametrize("scene", [CORRIDOR, OPEN_FIELD])
def test_a_line_counts_what_is_left_after_the_rivals_best_turn_by_the_exact_chances_of_the_dice(scene: str) -> None:
    state = scene_state(scene)
    tree = grown(state)
    judge = ReplyJudge(tree, ENOUGH, (ReplyStage(5, 60),))
    lines = judge.judge()
    assert len(lines) == 5 and judge.spent > 0
    for line in lines:
        values = after(line.end, 60)
        assert line.mean == pytest.approx(values[tree.side] / sum(values))
    assert [line.mean for line in lines] == sorted((line.mean for line in lines), reverse=True)
    assert any(line.mean != pytest.approx(line.static, abs=1e-3) for line in lines), "the rival's turn changes something"


def test_two_turns_more_are_the_rivals_line_after_which_one_is_left_with_least() -> None:
    tree = grown(scene_state(CORRIDOR))
    one = {_key(line): line.mean for line in ReplyJudge(tree, ENOUGH, (ReplyStage(4, 60),)).judge()}
    two = {_key(line): line.mean for line in ReplyJudge(tree, ENOUGH, (ReplyStage(4, 60, turns=2),)).judge()}
    assert one.keys() == two.keys() and one != two
    line = next(islice(distinct(lines_of(tree.root, tree.side)), 1))
    reply = grown(line.end.state, 60)
    left: list[float] = []
    for end in islice(distinct(lines_of(reply.root, reply.side)), 3):
        values = after(end.end, 30)
        left.append(values[tree.side] / sum(values))
    assert two[_key(line)] == pytest.approx(min(left), abs=1e-6)


def _key(line: Line) -> tuple[object, ...]:
    return tuple(step.choice for step in line.steps)


def test_a_later_stage_follows_the_best_of_the_one_before_and_comes_first() -> None:
    tree = grown(mid_game("stages", "2v2"))
    stages = (ReplyStage(6, 40), ReplyStage(2, 80, turns=2))
    first = ReplyJudge(tree, ENOUGH, stages[:1]).judge()
    best = {_key(line) for line in first[:2]}
    both = ReplyJudge(tree, ENOUGH, stages).judge()
    assert [line.stage for line in both] == [2, 2, 1, 1, 1, 1] and {_key(line) for line in both[:2]} == best


def test_positions_are_kept_to_and_what_does_not_fit_is_not_followed() -> None:
    tree = grown(mid_game("few", "3v3"))
    for nodes in (0, LEAST - 1, 3 * LEAST, 150, 400):
        judge = ReplyJudge(tree, nodes, (ReplyStage(8, 60),))
        lines = judge.judge()
        assert judge.spent <= nodes and len(lines) != 1
        assert bool(lines) == (nodes >= 150)
    assert len(ReplyJudge(tree, 400, (ReplyStage(8, 60),)).judge()) < 8
    assert ReplyJudge(tree, ENOUGH, (ReplyStage(8, 60),)).judge(until=0.0) == [], "no time is left"


@pytest.mark.parametrize("mode", ["2v2", "3v3", "ffa3"])
def test_master_answers_by_it_within_its_positions(mode: str) -> None:
    state = mid_game("master", mode)
    ask = asked(state)
    seen = view(state, ask.seats[0])
    master = make("master:2000", 1)
    assert isinstance(master, TurnBot)
    found = master.weigh(seen, ask)
    assert {one.choice for one in found} <= {*ask.options} and 0 < master.spent <= 2000
    by_hand = TurnBot(1, following_lines(2000), weights=PLAYED)
    assert by_hand.weigh(seen, ask) != found, "the net judges"
    assert all(0 < one.chance < 1 for one in found)


def test_with_few_positions_a_stage_has_fewer_for_each_turn() -> None:
    assert following_lines(ENOUGH).replies == FOLLOWED
    assert all(few.nodes < full.nodes and few.lines == full.lines for few, full in zip(following_lines(300).replies, FOLLOWED, strict=True))
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, following_lines(40))
    assert asked(state).offers(bot.choose(view(state, 0), asked(state))) and bot.spent <= 40


def test_the_rest_of_the_turn_is_planned() -> None:
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, Grasp(3000, 0, 0, wide=400, is_one_turn=True, replies=(ReplyStage(6, 60),)))
    apply(state, bot.choose(view(state, 0), asked(state)))
    assert bot.spent > 0
    assert asked(state).offers(bot.choose(view(state, 0), asked(state))) and bot.spent == 0
