"""The analysis of a game: it names the blunders, tells luck exactly from skill, and its accounts add up."""

from __future__ import annotations

import random

import pytest

from kit.surewin import HELD, PASSED, TAKEN, TO_ITS_END, played
from tipover import arrange, load
from tipover.bots import make, turn_planner
from tipover.bots.foresee import following
from tipover.bots.game_analysis import Analysis, Ledger, analyse, spot
from tipover.bots.proof import MOST_AT_ONCE, ProofSearch, decided_from
from tipover.bots.prospects import standing, with_own
from tipover.bots.study import FLOOR
from tipover.engine.core.dice import win_chance
from tipover.engine.view import view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.match import Match

LAST_ROLL = """
drawing = '''
+---+---+---+---+---+
| .   .   A   b   . |
+---+---+---+---+---+
'''
turn = "A"
actions = 1
round = 2
first = "light"
scenario = "Territory"
[areas]
Scoring = ["d1"]
[figures]
A = { side = "light" }
b = { side = "dark", exhausted = true, down = true }
[sides.light]
points = 5
[sides.dark]
points = 5
"""


def dealt(mode: str, seed: str, *bots: str, rounds: int = 1) -> Match:
    """A whole short game between bots."""
    match = Match(arrange(load(), deal(load(), seed, Wish(mode, rounds=rounds))), seed)
    players = [make(bots[seat % len(bots)], seat) for seat in range(match.setup.seat_count)]
    while (ask := match.state.decision) is not None:
        match.play(players[ask.seats[0]].choose(view(match.state, ask.seats[0]), ask))
    return match


def adds_up(one: Ledger) -> bool:
    """Whether an account does, and in whole percent to the last point."""
    told = one.percent()
    assert all(abs(told[name] - 100 * part) <= 2 for name, part in one._asdict().items()), "no part is far from what it was"
    assert told["start"] + told["luck"] - told["errors"] + told["gifts"] + told["drift"] == told["end"]
    return one.start + one.luck - one.errors + one.gifts + one.drift == pytest.approx(one.end, abs=1e-9)


# -- what a decision cost --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> Analysis:
    """Light walks past a sure win, and loses."""
    match = played(PASSED)
    assert match.over and match.state.winner == 1
    return analyse(match, nodes=60)


def test_who_walks_past_a_sure_win_is_told_so_with_the_better_answer(found: Analysis) -> None:
    blunder = next(one for one in found.worst(0) if one.number == 1)
    assert (blunder.moment, blunder.played, blunder.better) == (0, "A: end", "A: interact A")
    assert found.chances[0] == (1.0, 0.0), "the win was sure"
    assert blunder.cost > 0.25
    assert blunder.sentence.startswith("Choice 1, round 2: light chose: end ") and "Better: let " in blunder.sentence
    assert "1 point at once" in blunder.sentence
    assert blunder.sentence.endswith(f" It cost {blunder.percent} percentage points of a 100 % chance to win.")


def test_an_answer_that_loses_at_once_is_the_worst_of_all(found: Analysis) -> None:
    assert {one.number for one in found.worst()[:2]} == {one.number for one in found.worst(0)} == {1, 4}
    assert "which loses the game" in next(one for one in found.worst() if one.number == 4).sentence
    assert found.ledgers[0].errors > 0.8 > 0.2 > found.ledgers[1].errors


def test_who_takes_the_sure_win_makes_no_mistake() -> None:
    found = analyse(played(TAKEN), nodes=60)
    assert found.over and found.worst() == [] and found.chances == [(1.0, 0.0)] * 3
    assert found.ledgers[0] == Ledger(1.0, 0.0, 0.0, 0.0, 0.0, 1.0)


# -- luck ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "between", "won"), [(("roll b b", "roll b b"), 7 / 12, 1.0), (("roll b s", "roll s s"), 1 / 4, 0.0)])
def test_luck_is_what_the_dice_gave_less_the_exact_expectation(dice: tuple[str, str], between: float, won: float) -> None:
    """The knock-out wins the game, and b in the Scoring area wins it else: every chance is known."""
    found = analyse(played(("A: challenge b", *dice), LAST_ROLL), nodes=60)
    expected = float(win_chance(2, 2))
    assert [chances[0] for chances in found.chances] == pytest.approx([expected, expected, between, won])
    light = found.ledgers[0]
    assert light.luck == pytest.approx(won - expected) and light.errors == light.gifts == 0 and light.drift == pytest.approx(0)
    assert found.ledgers[1].luck == pytest.approx(-light.luck)
    roll = found.luckiest[0] if won else found.unluckiest[0]
    assert roll.number == 3 and roll.luck == pytest.approx(won - between)
    assert ("more than the dice do on average" if won else "less than the dice do on average") in roll.sentence


def test_luck_over_all_outcomes_is_nothing() -> None:
    match = played(["A: challenge b"], LAST_ROLL)
    ask = match.state.decision
    assert ask is not None and ask.weights is not None
    total = 0.0
    for option, weight in zip(ask.options, ask.weights, strict=True):
        other = played(["A: challenge b"], LAST_ROLL)
        other.play(option)
        step = analyse(other, nodes=5).steps[1]
        total += weight * (step.after[0] - step.before[0])
    assert total == pytest.approx(0)


# -- whole games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_the_accounts_add_up_in_every_mode(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_planner, "TO_FINISH", 100)  # a proof of a whole last round takes long, and the sums need none
    match = dealt(mode, f"account {mode}", "random")
    found = analyse(match, nodes=5)
    assert len(found.chances) == len(match.choices) + 1 == len(found.steps) + 1
    for chances in found.chances:
        assert sum(chances) == pytest.approx(1) and all(-1e-9 <= one <= 1 + 1e-9 for one in chances)
    assert found.chances[-1] == standing(match.state), "the end is the result"
    assert all(adds_up(one) for one in found.ledgers.values())
    assert sum(one.luck for one in found.ledgers.values()) == pytest.approx(0)
    for step in found.steps:
        if step.side >= 0:
            place = found.sides.index(step.side)
            cost = step.before[place] - step.after[place]
            assert cost == pytest.approx(0) if step.best is None else cost >= FLOOR - 1e-9
    for side, ones in found.mistakes.items():
        assert len(ones) <= 3 and [one.cost for one in ones] == sorted((one.cost for one in ones), reverse=True)
        assert all(one.side == side and one.moment == one.number - 1 for one in ones)
        for one in ones:
            assert (f"It cost {one.percent} percentage point" if one.cost else "othing better was found. Next best: ") in one.sentence
            assert not (one.cost and one.fell)


def test_the_careless_player_errs_more_than_the_steady_one() -> None:
    match = dealt("first", "skill 3", "greedy", "random", rounds=4)
    found = analyse(match, nodes=12)
    assert found.ledgers[1].errors > found.ledgers[0].errors
    assert found.worst(1)[0].cost > 0.1
    # A roll ends where the curve goes on, unless it would have begun beyond all chance.
    rolls = [(step, then) for step, then in zip(found.steps, found.chances[1:], strict=True) if step.side < 0 and min(step.before) > 1e-9]
    assert len(rolls) > 8 and all(step.after == pytest.approx(then) for step, then in rolls)


def test_a_lost_game_names_three_decisions_also_of_a_steady_player() -> None:
    match = dealt("2v2", "steady 2", "greedy", "greedy", rounds=6)
    found = analyse(match, nodes=10)
    for side in found.sides:
        assert len(found.worst(side)) == 3 and len({one.number for one in found.worst(side)}) == 3
        assert all(one.better and one.better != one.played for one in found.worst(side))
        turns = {(one.state.round, *one.state.exhaust_markers) for one in found.worst(side)}
        assert len(turns) == 3, "of each turn one decision is told"


def test_the_same_seed_finds_the_same_and_progress_goes_up_to_its_end() -> None:
    match = dealt("first", "again", "random")
    told: list[tuple[int, int]] = []
    first: Analysis = analyse(match, 8, "s", lambda done, of: told.append((done, of)))
    assert first == analyse(match, 8, "s")
    assert [done for done, _ in told] == sorted(done for done, _ in told) and told[-1][0] == told[-1][1]


def test_who_has_seen_enough_judges_the_rest_as_it_stands() -> None:
    match = dealt("first", "enough", "random")
    found = analyse(match, 8, enough=lambda: True)
    assert found.worst() == [] and all(adds_up(one) for one in found.ledgers.values())
    assert found.skipped == sum(step.side >= 0 for step in found.steps) and not analyse(match, 4).skipped
    assert any(one.luck for one in found.ledgers.values()) or not any(step.side < 0 and step.round for step in found.steps)


def test_a_game_that_is_not_over_is_looked_through_so_far() -> None:
    found = analyse(played(PASSED[:1]), nodes=40)
    assert not found.over and len(found.chances) == 2 and found.worst()[0].better == "A: interact A"
    nothing = analyse(played(()), nodes=40)
    assert nothing.steps == [] and nothing.chances == [(1.0, 0.0)] and nothing.worst() == []


def test_the_others_share_what_one_side_leaves() -> None:
    assert with_own((0.5, 0.25, 0.25), 0, 0.2) == pytest.approx((0.2, 0.4, 0.4))
    assert with_own((1.0, 0.0, 0.0), 0, 0.5) == pytest.approx((0.5, 0.25, 0.25))


# -- what is proved --------------------------------------------------------------------------------------------


def test_a_game_that_nobody_can_turn_any_more_is_told_as_decided_not_estimated() -> None:
    """Dark has one turn left in the round, and no three points within reach: from light's turn on it is proved."""
    match = played(TO_ITS_END, HELD)
    assert match.over and match.state.winner == 0
    found = analyse(match, nodes=8)
    assert found.decided == 0
    assert set(found.chances) == {(1.0, 0.0)}
    assert found.worst(1) == [], "no decision could change it"
    assert adds_up(found.ledgers[1])


def test_what_can_still_be_turned_is_not_told_as_decided(found: Analysis) -> None:
    assert found.decided > 0, "light could have won at the start"
    states = [played(PASSED).before(k) for k in range(len(PASSED))] + [played(PASSED).state]
    assert decided_from(states, lambda: True) == len(PASSED), "who has seen enough proves nothing"
    assert decided_from(states[:2]) == 1, "nothing is proved of a game that is not over"


def test_a_proof_holds_whatever_the_others_and_the_dice_do() -> None:
    """From a moment that is told as decided the loser and the dice do as they like, and the winner follows the proof."""
    match = dealt("2v2", "proof 2", "greedy", "random", rounds=2)
    states = [match.before(k) for k in range(len(match.choices))] + [match.state]
    moment, winner = decided_from(states), match.state.winner
    assert moment < len(match.choices), "this game is decided before its end"
    for seed in range(8):
        rest = Match(match.setup, f"other dice {seed}", [], states[moment])
        chance = random.Random(seed)
        while (ask := rest.state.decision) is not None:
            options = ask.options
            if ask.seats[0] in rest.state.seats_of(winner):
                options = [one for one in options if ProofSearch(winner, MOST_AT_ONCE).holds(following(rest.state, [one]))]
                assert options, "the proof goes on"
            rest.play(chance.choice(options))
        assert rest.state.winner == winner


# -- whose dice ------------------------------------------------------------------------------------------------


def test_each_side_s_rolls_are_told_with_what_they_gave_and_what_fell() -> None:
    match = played(("A: challenge b", "roll b !", "roll s s"), LAST_ROLL)
    found = analyse(match, nodes=8)
    assert [one.moment for one in found.rolls[0]] == [1] and [one.moment for one in found.rolls[1]] == [2]
    assert [(one.face, one.fell, round(one.expected, 6)) for one in found.faces[0]] == [(0, 1, 1.0), (1, 0, 0.666667), (2, 1, 0.333333)]
    assert sum(one.fell for one in found.faces[1]) == pytest.approx(sum(one.expected for one in found.faces[1]))
    for side, place in ((0, 0), (1, 1)):
        step = found.steps[found.rolls[side][0].moment]
        assert found.rolls[side][0].luck == pytest.approx(step.after[place] - step.before[place])


def test_the_arrow_of_a_decision_ends_where_it_is_about(found: Analysis) -> None:
    blunder = next(one for one in found.worst(0) if one.number == 1)
    name = blunder.state.setup.grid.name
    assert spot(blunder.state, blunder.choice) == -1, "to end is about no square"
    assert name(spot(blunder.state, blunder.other)) == "a1"
    assert blunder.chances[0] == pytest.approx(blunder.chances[1] - blunder.cost)
