"""Play-outs as judge: whole turns played on with the same dice for every line, within their budget, the same for the same seed."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from statistics import stdev

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from kit.surewin import SURE_WIN
from kit.texts import waiting
from tipover import State, apply, arrange, load, notate
from tipover.bots import LEVELS, PLAYED_OUT, WIDE, make, net_file
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import KEPT, USUAL, Judging, LineJudge, lines_of
from tipover.bots.quick_player import QuickPlayer, UsedUp, drawn
from tipover.bots.turn_planner import Grasp, TurnBot, following_lines
from tipover.bots.turn_tree import TurnTree
from tipover.bots.weights import PLAYED
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.queries.turns import ACTIONS_A_TURN, turn_of
from tipover.engine.view import view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.scene import scene_state

MUCH = 100_000


def mid_game(mode: str, seed: str, questions_before: int = 12) -> State:
    """A position of a dealt game at the beginning of a turn, after some answers of the steady player."""
    state = arrange(load(), deal(load(), seed, Wish(mode, rounds=4, dealt=True))).start()
    dice, bot = SeededDice(seed), make("greedy", seed)
    count = 0
    while (ask := state.decision) is not None:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        count += 1
        is_new_turn = ask.asked == questions.TURN or (ask.asked == questions.ACTION and state.actions_left >= ACTIONS_A_TURN)
        if count > questions_before and state.round and is_new_turn and len(ask.options) > 1:
            return state
        apply(state, bot.choose(view(state, ask.seats[0]), ask))
    raise AssertionError("the game was over before")


def tree_of(state: State, nodes: int = 60) -> TurnTree:
    """The tree of the turn that is asked about, and of no other."""
    ask = asked(state)
    tree = TurnTree(state, ask.seats[0], ask, list(ask.options))
    tree.grow_turn(nodes)
    return tree


# -- the quick player ------------------------------------------------------------------------------------------


def test_it_takes_what_pays_at_once() -> None:
    state = scene_state(CORRIDOR)
    apply(state, next(one for one in asked(state).options if notate(state, one) == "A: move c1"))
    assert any(one.verb == verbs.INTERACT for one in asked(state).options)
    after = QuickPlayer(Evaluator(state), MUCH).play_on(state, 1, Stream(1))
    assert after.points[0] == 1


def test_it_walks_to_what_pays_if_it_can_take_it_in_the_same_turn() -> None:
    state = scene_state(CORRIDOR)
    assert not any(one.verb == verbs.INTERACT for one in asked(state).options)
    player = QuickPlayer(Evaluator(state), MUCH)
    walk = player._taking(state, asked(state), 0)
    assert walk is not None and notate(state, walk) == "A: move c1"
    apply(state, walk)
    taken = player._taking(state, asked(state), 0)
    assert taken is not None and taken.verb == verbs.INTERACT
    apply(state, taken)
    assert state.points[0] == 1 and player._taking(state, asked(state), 0) is None, "nothing is left that pays"


@pytest.mark.parametrize("mode", MODES)
def test_it_plays_a_round_to_its_end(mode: str) -> None:
    state = mid_game(mode, f"turns {mode}")
    for turns in (1, 2):
        after = QuickPlayer(Evaluator(state), MUCH).play_on(state, turns, Stream(turns), is_to_round_end=True)
        assert after.over or (after.round > state.round and not sum(after.exhaust_markers))
        assert after.over or asked(after).asked in (questions.TURN, questions.ACTION)


def test_a_round_that_begins_with_somebody_exhausted_ends_as_any_other() -> None:
    game = waiting("At the start of each round, exhaust an ally.", " A B . . . y z ")
    player = QuickPlayer(Evaluator(game.state), MUCH)
    after = player.play_on(game.state, 1, Stream(1), is_to_round_end=True)
    assert after.over or after.round == game.state.round + 1
    assert player.left > 0


def test_a_play_out_is_given_up_when_the_time_is_up() -> None:
    state = mid_game("2v2", "clock")
    player = QuickPlayer(Evaluator(state), MUCH)
    player.until = time.monotonic()
    with pytest.raises(UsedUp):
        player.play_on(state, 4, Stream(1))
    assert player.left == MUCH


@pytest.mark.parametrize("mode", MODES)
def test_it_plays_so_many_turns_on_a_copy(mode: str) -> None:
    state = mid_game(mode, f"turns {mode}")
    before = state.digest()
    for turns in (1, 2, 3):
        after = QuickPlayer(Evaluator(state), MUCH).play_on(state, turns, Stream(turns))
        assert state.digest() == before, "the position itself is left as it is"
        passed = sum(after.exhaust_markers) - sum(state.exhaust_markers)
        assert after.over or after.round > state.round or passed == turns
        assert after.over or asked(after).asked in (questions.TURN, questions.ACTION)


def test_it_is_given_up_when_there_is_no_leave_for_more() -> None:
    state = mid_game("2v2", "leave")
    player = QuickPlayer(Evaluator(state), 3)
    with pytest.raises(UsedUp):
        player.play_on(state, 4, Stream(1))
    assert player.left == 0


def test_dice_are_drawn_by_their_weights() -> None:
    open_question = asked(scene_state(CORRIDOR))
    ask = Decision(questions.ROLL, [], open_question.side, open_question.figure, open_question.options[:3], [0, 5, 1])
    stream = Stream("weights")
    found = [ask.options.index(drawn(ask, stream)) for _ in range(600)]
    assert found.count(0) == 0 and 60 < found.count(2) < 140


def about_to_challenge(seed: str) -> tuple[State, Choice]:
    """A position of a dealt game in which the steady player challenges somebody, and that answer."""
    for k in range(20):
        state = mid_game("2v2", f"{seed} {k}")
        bot, dice = make("greedy", seed), SeededDice(seed)
        while (ask := state.decision) is not None:
            choice = dice.answer(ask) if ask.weights is not None else bot.choose(view(state, ask.seats[0]), ask)
            if choice.verb == verbs.CHALLENGE:
                return state, choice
            apply(state, choice)
    raise AssertionError("nobody challenges anybody")


def test_luck_is_what_a_roll_gives_beyond_its_mean_and_nothing_on_average() -> None:
    state, choice = about_to_challenge("luck")
    apply(state, choice)
    player = QuickPlayer(Evaluator(state), MUCH)
    player.watched = asked(state).side
    stream, seen = Stream("luck"), []
    for _ in range(400):
        player.luck = 0.0
        after = player._thrown(state, asked(state), stream)
        assert after != state
        seen.append(player.luck)
    assert min(seen) < -0.005 and max(seen) > 0.005, "one who wins a challenge was lucky, one who loses it was not"
    assert abs(sum(seen) / len(seen)) < (max(seen) - min(seen)) / 10


def test_without_the_luck_of_the_dice_play_outs_of_one_line_differ_less() -> None:
    spread = {}
    for fair in (True, False):
        found = []
        for k in range(3):
            judge = LineJudge(tree_of(about_to_challenge(f"fair {k}")[0]), MUCH, Stream(k), fair)
            chosen = judge._chosen()[:6]
            for number in range(10):
                judge._sweep(chosen, number)
            found += [stdev(line.found) for line in chosen]
        spread[fair] = sum(found) / len(found)
    assert spread[True] < 0.9 * spread[False], spread


# -- the judge -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["2v2", "3v3", "ffa3"])
def test_the_steps_of_a_line_lead_to_its_end(mode: str) -> None:
    state = mid_game(mode, f"steps {mode}")
    lines = lines_of(tree_of(state).root, tree_of(state).side)
    assert len(lines) > 3 and {line.number for line in lines} <= set(range(len(asked(state).options)))
    for line in lines:
        trial = state.clone()
        for step in line.steps:
            while trial != step.state:  # forced answers, which the tree gives at once
                assert len(asked(trial).options) == 1
                apply(trial, asked(trial).options[0])
            apply(trial, step.choice)
        while trial != line.end.state:
            assert len(asked(trial).options) == 1
            apply(trial, asked(trial).options[0])


def test_every_line_has_the_same_dice_and_the_worse_ones_are_left_out() -> None:
    state = mid_game("2v2", "halving")
    judge = LineJudge(tree_of(state), 6000, Stream(1))
    found = judge.judge()
    assert 1 < len(found) <= USUAL.lines
    assert found[0].stage == len(KEPT) and sum(line.stage == len(KEPT) for line in found) == 1
    for before, after in pairwise(found):
        assert (before.stage, before.plays, before.mean) >= (after.stage, after.plays, after.mean), "best first"
    assert found[0].plays > found[-1].plays, "who is better is played on more often"


CROWDED = """
drawing = '''
+---+---+---+---+---+---+---+---+---+---+
| A   .   .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   .   .   B |
+   +   +   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +   +   +
| .   .   c   .   .   .   .   .   .   . |
+---+---+---+---+---+---+---+---+---+---+
'''
scenario = "Territory"
[figures]
c = { side = "dark", exhausted = true }
"""


def test_every_figure_that_may_take_the_turn_has_lines_that_are_judged() -> None:
    """Also if the evaluation likes all lines of one figure better than any of the others: what those could do is seen then."""
    state = scene_state(CROWDED)
    ask = asked(state)
    assert ask.asked == questions.TURN and len(ask.options) == 2
    judge = LineJudge(tree_of(state, 250), MUCH, Stream(1))
    liked = [line.number for line in sorted(judge.lines, key=lambda line: -line.static)[: USUAL.lines]]
    assert min(liked.count(0), liked.count(1)) < 2, "by the evaluation alone the other would be left out"
    chosen = [line.number for line in judge._chosen()]
    assert len(chosen) == USUAL.lines and min(chosen.count(0), chosen.count(1)) >= USUAL.lines // 3


@pytest.mark.parametrize("nodes", [0, 1, 40, 400, 2000])
@pytest.mark.parametrize("judging", [USUAL, Judging(rounds=1, at_later_end=0.5, is_short_first=True), Judging(reply=30)])
def test_the_budget_is_kept(nodes: int, judging: Judging) -> None:
    judge = LineJudge(tree_of(mid_game("3v3", "budget")), nodes, Stream(1), judging=judging)
    found = judge.judge()
    assert 0 <= judge.spent <= nodes and (found or nodes <= 400 or judging.reply)


@pytest.mark.parametrize("mode", ["2v2", "3v3"])
def test_with_few_positions_the_best_lines_are_judged_and_the_others_left_out(mode: str) -> None:
    state = mid_game(mode, "few")
    whole = LineJudge(tree_of(state), MUCH, Stream(1))
    chosen = whole._chosen()
    assert len(chosen) == USUAL.lines and whole._sweep(chosen, 0)
    nodes = whole.spent * 2 // 3
    all_or_none = LineJudge(tree_of(state), nodes, Stream(1), judging=Judging(fits=0.0))
    assert all_or_none.judge() == [], "they do not suffice for one play-out of every line"
    judge = LineJudge(tree_of(state), nodes, Stream(1))
    found = judge.judge()
    assert 2 <= len(found) < USUAL.lines and judge.spent <= nodes
    best = {(line.number, line.static) for line in chosen[: len(found)]}
    assert {(line.number, line.static) for line in found} == best, "those that the evaluation likes best"
    assert found[0].plays > 1, "positions are left for further play-outs"


def test_with_enough_positions_every_line_is_judged_as_before() -> None:
    state, told = mid_game("2v2", "halving"), []
    for fits in (0.0, 0.5):
        found = LineJudge(tree_of(state), 6000, Stream(1), judging=Judging(fits=fits)).judge()
        told.append([(line.number, line.found) for line in found])
    assert told[0] == told[1]


# -- its settings ----------------------------------------------------------------------------------------------


def test_a_short_first_stage_leaves_lines_out_but_nothing_of_it_stays_in_the_others() -> None:
    state = mid_game("2v2", "short")
    long = LineJudge(tree_of(state), MUCH, Stream(1), judging=Judging(at_round_end=1.0))
    short = LineJudge(tree_of(state), 6000, Stream(1), judging=Judging(at_round_end=1.0, is_short_first=True))
    found = short.judge()
    first = [line for line in found if line.stage == 0]
    kept = [line for line in found if line.stage > 0]
    assert first and kept and {line.plays for line in first} == {1}
    for line in kept:
        same = next(
            one for one in long.lines if one.number == line.number and one.static == line.static and len(one.steps) == len(line.steps)
        )
        while same.plays < line.plays:
            long._sweep([same], same.plays)
        assert same.found == line.found


def test_who_plays_on_to_the_end_of_the_next_round_looks_at_more_and_finds_something_else() -> None:
    state = mid_game("2v2", "rounds")
    near, far = (
        LineJudge(tree_of(state), MUCH, Stream(1), judging=one)
        for one in (Judging(at_round_end=1.0), Judging(at_round_end=1.0, rounds=1, at_later_end=1.0))
    )
    for judge in (near, far):
        assert judge._sweep(judge._chosen()[:4], 0)
    assert far.spent > 1.3 * near.spent
    assert [line.found for line in near.lines] != [line.found for line in far.lines]


def test_what_the_evaluation_says_at_once_counts_as_much_as_is_set() -> None:
    state = mid_game("2v2", "at once")
    found = {}
    for share in (0.0, 0.25, 1.0):
        judge = LineJudge(tree_of(state), MUCH, Stream(1), judging=Judging(at_once=share))
        line = judge._chosen()[0]
        assert judge._sweep([line], 0)
        found[share] = line.mean
        share_of_side = line.end.values[0][judge.side] / sum(line.end.values[0])
    assert found[1.0] == pytest.approx(share_of_side)
    assert found[0.25] == pytest.approx(0.75 * found[0.0] + 0.25 * found[1.0])


def test_the_reply_to_a_line_is_sought_once() -> None:
    judge = LineJudge(tree_of(mid_game("2v2", "reply")), MUCH, Stream(1), judging=Judging(reply=40))
    line = next(line for line in judge._chosen() if not line.end.children)
    spent = []
    for number in range(3):
        before = judge.spent
        assert judge._sweep([line], number)
        spent.append(judge.spent - before)
    assert len(judge._replies) == 1 and spent[0] > max(spent[1:])


def test_time_that_is_up_ends_it() -> None:
    assert LineJudge(tree_of(mid_game("2v2", "time")), MUCH, Stream(1)).judge(until=0.0) == []


def test_the_same_seed_judges_alike() -> None:
    found = []
    for _ in range(2):
        state = mid_game("2v2", "alike")
        lines = LineJudge(tree_of(state), 2500, Stream("alike")).judge()
        found.append([(notate(state, line.steps[0].choice), line.mean, line.plays) for line in lines])
    assert found[0] == found[1]


# -- the bot ---------------------------------------------------------------------------------------------------


def test_a_marker_in_reach_is_taken() -> None:
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, Grasp(1500, wide=100))
    done = []
    while turn_of(state)[1] == state.setup.figure("A"):
        choice = bot.choose(view(state, 0), asked(state))
        done.append(notate(state, choice))
        apply(state, choice)
    assert done == ["A: move c1", "A: interact E"]


def test_every_answer_is_told_once_and_the_best_first() -> None:
    state = mid_game("2v2", "told")
    ask = asked(state)
    bot = TurnBot(1, Grasp(2500, wide=200))
    found = bot.weigh(view(state, ask.seats[0]), ask)
    assert len({one.choice for one in found}) == len(found) and {one.choice for one in found} <= {*ask.options}
    assert all(0 < one.chance < 1 for one in found if not one.is_proved) and 0 < bot.spent <= 2500
    assert found[0].visits >= max(one.visits for one in found)


def test_with_few_nodes_the_tree_decides() -> None:
    state = scene_state(CORRIDOR)
    bot = TurnBot(1, Grasp(20, wide=20))
    assert asked(state).offers(bot.choose(view(state, 0), asked(state))) and bot.spent <= 20


def test_a_sure_win_is_proved_and_not_played_out() -> None:
    state = scene_state(SURE_WIN)
    found = TurnBot(1, Grasp(1500, wide=100)).weigh(view(state, 0), asked(state))
    assert found[0].is_proved and found[0].chance == 1.0


def test_level_five_takes_the_best_whole_turn_by_its_net() -> None:
    state = mid_game("2v2", "played")
    ask, nodes = asked(state), LEVELS["level5"][0]
    seen, net = view(state, ask.seats[0]), net_file.shipped_net()
    level5 = make("level5", 1)
    assert isinstance(level5, TurnBot) and net is not None
    found = level5.weigh(seen, ask)
    assert found == TurnBot(1, Grasp(nodes, is_one_turn=True), weights=PLAYED, net=net).weigh(seen, ask)
    assert found != TurnBot(1, Grasp(nodes, is_one_turn=True), weights=PLAYED).weigh(seen, ask)


def test_without_its_net_level_five_judges_by_play_outs_and_the_weights_that_won_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net_file.shipped_net.cache_clear()
    monkeypatch.setattr(net_file, "SHIPPED", tmp_path / "gone.net")
    state = mid_game("2v2", "played")
    ask, nodes = asked(state), PLAYED_OUT["level5"]
    seen = view(state, ask.seats[0])
    try:
        with pytest.warns(UserWarning, match="the net cannot be read"):
            level5 = make("level5", 1)
    finally:
        net_file.shipped_net.cache_clear()
    assert isinstance(level5, TurnBot)
    found = level5.weigh(seen, ask)
    assert max(one.visits for one in found) > 1, "lines are played on"
    assert found == TurnBot(1, Grasp(nodes, wide=WIDE), weights=PLAYED).weigh(seen, ask)
    assert found != TurnBot(1, Grasp(nodes, wide=WIDE)).weigh(seen, ask)


def test_a_thorough_tree_judges_a_challenge_by_both_outcomes_also_with_few_nodes() -> None:
    state = scene_state(OPEN_FIELD)
    ask = asked(state)
    followed: list[int] = []
    for is_thorough in (False, True):
        tree = TurnTree(state.clone(), ask.seats[0], ask, list(ask.options), is_thorough=is_thorough)
        tree.grow_turn(10)
        assert 0 < tree.made <= 10
        followed.append(min(len(one.chances) for one in tree.root.children if one.chances))
    assert followed == [1, 2]


def test_master_follows_the_best_lines_by_the_same_net() -> None:
    state = mid_game("2v2", "played")
    ask, net = asked(state), net_file.shipped_net()
    seen = view(state, ask.seats[0])
    master = make("master:1200", 1)
    assert isinstance(master, TurnBot) and net is not None
    found = master.weigh(seen, ask)
    assert found == TurnBot(1, following_lines(1200), weights=PLAYED, net=net).weigh(seen, ask)
    assert found != TurnBot(1, Grasp(1200, is_one_turn=True), weights=PLAYED, net=net).weigh(seen, ask)
