"""One judge for hints and analysis: who follows the hints is never told of a mistake, and asking about an answer changes no verdict."""

from __future__ import annotations

import pytest

from kit.bot_scenes import CORRIDOR, asked
from kit.exact import after
from tipover import arrange, load
from tipover.bots import make
from tipover.bots.game_analysis import _mistake, _step, analyse
from tipover.bots.greedy import side_of
from tipover.bots.hint import Hint, hints
from tipover.bots.play_outs import LEAST_SWEEPS, Line, PlannedAnswer, going_on, in_doubt
from tipover.bots.referee import CLEARLY, is_kept, roll_verdict, verdict
from tipover.bots.study import MOST_ROLLS, Look, Study
from tipover.bots.turn_planner import PLAYED_ON
from tipover.bots.turn_tree import TurnNode
from tipover.engine.core import questions, verbs
from tipover.engine.core.ids import NO_SIDE
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.view import view
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice
from tipover.play.match import Match
from tipover.play.scene import scene_state

FOR_A_ROLL = 1000  # positions for the verdict on a roll
FEW = 700  # positions for a verdict: enough for some play-outs, and what is asked of it here holds for any number
CHANGED = ("plans 0", "2v2", "Control", 26)  # a game in which a second look would change a plan
SCENARIOS = ("Control", "Leaders", "Territory", "Flags", "Triumph")


def followed(seed: str, mode: str, scenario: str, most: int, judged_by: int = FEW, kept: list[int] | None = None) -> Match:
    """At most so many choices of a game in which one player always takes the first hint, against one who sees little.

    `kept` gets the numbers of the answers that were planned before and that a second look alone would not give.
    """
    before: Hint | None = None
    match = Match(arrange(load(), deal(load(), seed, Wish(mode, scenario=scenario, rounds=9, dealt=True))), None, ["Ann", "Ben"])
    dice, rival = SeededDice(seed), make("level2", seed)
    while not match.over and len(match.choices) < most:
        state, ask = match.state, asked(match.state)
        if ask.weights is not None:
            match.play(dice.answer(ask))
            continue
        known = view(state, ask.seats[0])
        if ask.seats[0] != 0:
            match.play(rival.choose(known, ask))
            continue
        best = hints(known, ask, 1, judged_by, before=before)[0]
        if kept is not None and before is not None and hints(known, ask, 1, judged_by)[0].choice != best.choice:
            kept.append(len(match.choices))
        before = best if best.plan else before
        match.play(best.choice)
    return match


def mistakes_of(match: Match, judged_by: int = FEW) -> list[str]:
    """What the analysis says that the one who followed the hints should have done otherwise."""
    found = analyse(match, 4, judged_by=judged_by)
    return [one.sentence for one in found.worst(found.sides[0], 99) if one.cost > 0]


def _is_firsts_choice(state: State) -> bool:
    """Whether the first seat has a choice."""
    ask = asked(state)
    return ask.weights is None and ask.seats[0] == 0 and len(ask.options) > 1


def _side_looked(state: State) -> Look:
    """A look at a decision or roll that says whose it is."""
    ask = asked(state)
    return Look(NO_SIDE if ask.weights is not None else side_of(state, ask.seats[0], ask), (), ())


def test_who_follows_the_hints_is_not_told_of_a_mistake() -> None:
    match = followed("hints 1", "2v2", "Leaders", 24)
    assert sum(seats == [0] for seats in match.seats) > 4
    assert mistakes_of(match) == []


def test_a_plan_is_kept_unless_something_is_clearly_better() -> None:
    match = followed("hints 3", "2v2", "Control", 12, 60)
    state = next(one for one in map(match.before, range(len(match.choices))) if one.round and asked(one).asked == questions.ACTION)
    known, ask = view(state, asked(state).seats[0]), asked(state)
    fresh = verdict(known, ask, judged=FEW)
    near = next(one for one in fresh.weighed[1:] if fresh.weighed[0].chance - one.chance <= CLEARLY)
    plan = [PlannedAnswer(state, near.choice), *fresh.plan]
    kept = verdict(known, ask, judged=FEW, planned=plan)
    assert kept.weighed[0] == near and kept.plan == fresh.plan and {*kept.weighed} == {*fresh.weighed}
    earlier = Hint(near.choice, say("hint.wins"), state, 0.625, tuple(plan))
    assert hints(known, ask, 1, FEW, before=earlier)[0].choice == near.choice
    assert not is_kept([fresh.weighed[0]._replace(is_proved=True), near], near.choice), "a proved win is never given away"
    assert going_on(plan, state) == tuple(plan) and going_on(plan, match.state) == ()
    corridor = scene_state(CORRIDOR)
    known, ask = view(corridor, asked(corridor).seats[0]), asked(corridor)
    fresh = verdict(known, ask, judged=FEW)
    far = next(one for one in fresh.weighed if fresh.weighed[0].chance - one.chance > CLEARLY)
    assert verdict(known, ask, judged=FEW, planned=[PlannedAnswer(corridor, far.choice)]) == fresh


def test_a_question_of_a_text_has_the_chance_of_the_plan_that_leads_there() -> None:
    """The tree judges such questions, and it says something else than play-outs: 69, 52 and 69 % within one turn."""
    match = followed(*CHANGED)
    state = next(
        one
        for one in map(match.before, range(len(match.choices)))
        if one.round and asked(one).asked not in PLAYED_ON and _is_firsts_choice(one)
    )
    known, ask = view(state, 0), asked(state)
    alone = hints(known, ask, 2, FEW)
    earlier = alone[0]._replace(chance=0.9875, plan=(PlannedAnswer(state, alone[0].choice),))
    given = hints(known, ask, 2, FEW, before=earlier)
    assert (given[0].choice, given[0].chance) == (alone[0].choice, 0.9875) and "99 %" in given[0].sentence
    assert [one.chance for one in given[1:]] == [one.chance for one in alone[1:]]


def test_who_goes_on_with_the_plan_of_a_hint_is_not_told_of_a_mistake() -> None:
    kept: list[int] = []
    match = followed(CHANGED[0], *CHANGED[1:], kept=kept)
    assert kept, "a second look alone would have changed the plan"
    study = Study([match.before(k) for k in range(len(match.choices))] + [match.state], match.choices, 4, 0, lambda: False, FEW)
    study.looks = [_side_looked(state) for state in study.states[:-1]]
    assert all(study._last_look(number).best is None for number in kept)
    assert mistakes_of(match) == []


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100))
def test_in_a_hundred_games_no_hint_is_condemned(number: int) -> None:
    match = followed(f"hundred {number}", ("2v2", "3v3")[number % 2], SCENARIOS[number % len(SCENARIOS)], 1000)
    assert mistakes_of(match) == []


def test_the_analysis_asks_the_judge_of_the_hints() -> None:
    """Also about decisions that nobody suspects: the first hint costs nothing, and what costs something has that hint beside it."""
    match = followed("hints 2", "2v2", "Flags", 24, 60)
    states = [match.before(k) for k in range(len(match.choices))] + [match.state]
    looked = costly = 0
    for number, state in enumerate(states[:-1]):
        ask = asked(state)
        if ask.weights is not None or ask.asked != questions.ACTION or len(ask.options) < 6 or looked >= 3:
            continue
        looked += 1
        best = hints(view(state, ask.seats[0]), ask, 1, FEW)[0].choice
        for choice in (best, ask.options[-1]):
            study = Study(states, [*match.choices[:number], choice, *match.choices[number + 1 :]], 4, 0, lambda: False, FEW)
            study.looks = [Look(side_of(state, ask.seats[0], ask), (), ())] * (number + 1)
            look = study._last_look(number)
            place = state.setup.sides.index(look.side)
            if choice == best:
                assert look.best is None and look.before == look.after
            else:
                assert best in (look.best, look.other)
                costly += look.after[place] < look.before[place]
    assert looked == 3 and costly


def test_a_suspicion_that_the_judge_was_not_asked_about_costs_nothing() -> None:
    match = followed("hints 2", "2v2", "Flags", 10, 60)
    states = [match.before(k) for k in range(len(match.choices))] + [match.state]
    study = Study(states, match.choices, 4, 0, lambda: False, FEW)
    better = asked(states[0]).options[0]
    study.looks = [Look(0, (0.5, 0.5), (0.2, 0.8), better)] * 2
    study.again = {1}
    study.last = (0.2, 0.8)
    looks = study.level()
    assert [one.after for one in looks] == [(0.5, 0.5), (0.2, 0.8)] and [one.best for one in looks] == [None, better]


def test_a_turn_that_was_given_away_is_looked_at_although_nothing_seems_wrong() -> None:
    match = followed("hints 2", "2v2", "Flags", 10, 60)
    number, state = next(
        (k, one)
        for k in range(len(match.choices))
        if (one := match.before(k)).round and asked(one).asked == questions.ACTION and one.actions_left == 2
    )
    ended = next(one for one in asked(state).options if one.verb == verbs.END)
    other = next(one for one in asked(state).options if one.verb != verbs.END)
    place = state.setup.sides.index(side_of(state, asked(state).seats[0], asked(state)))
    for choice, suspect in ((ended, number), (other, -1)):
        states = [match.before(k) for k in range(number + 1)] + [after(state, choice)]
        study = Study(states, [*match.choices[:number], choice], 4, 0, lambda: False, FEW)
        study.looks = [_side_looked(one)._replace(before=(0.5, 0.5), after=(0.5, 0.5)) for one in states[:-1]]
        study.last = (0.5, 0.5)
        assert study._suspect(place) == suspect


def test_asking_about_an_answer_changes_nothing_of_the_rest() -> None:
    match = followed("hints 3", "2v2", "Control", 12, 60)
    state = next(one for one in map(match.before, range(len(match.choices))) if one.round and asked(one).asked == questions.ACTION)
    ask = asked(state)
    known = view(state, ask.seats[0])
    plain = verdict(known, ask, judged=FEW)
    assert plain.given is None
    for choice in (ask.options[-1], plain.weighed[0].choice):
        found = verdict(known, ask, choice, FEW)
        assert found.weighed == plain.weighed
        assert found.given is not None and found.given.choice == choice and found.given.visits == plain.weighed[0].visits


def test_what_would_have_been_better_is_told_with_its_plan() -> None:
    state = scene_state(CORRIDOR)
    ask = asked(state)
    best = verdict(view(state, ask.seats[0]), ask)
    worst = best.weighed[-1].choice
    study = Study([state, state], [worst], 4, 0, lambda: False)
    study.looks = [Look(0, (), ())]
    look = study._last_look(0)
    assert look.best == best.weighed[0].choice and look.plan == best.plan and len(best.plan) == 1
    told = _mistake(_step(0, look, state, worst, True), state, worst, 0).sentence
    assert "Then: let Guard take point marker E." in told, told


def test_luck_is_told_by_the_same_judge() -> None:
    """Who wins a challenge had luck, who loses it had none, on average nothing is gained; and the same roll is told the same."""
    for seed in range(10):
        match = followed(f"rolls {seed}", "2v2", "Leaders", 60, 60)
        states = [match.before(k) for k in range(len(match.choices))] + [match.state]
        rolls = [k for k, state in enumerate(states[:-1]) if state.round and asked(state).weights is not None]
        if len(rolls) >= 2:
            break
    assert len(rolls) >= 2
    state = states[rolls[0]]
    ask = asked(state)
    assert ask.weights is not None
    found = {option: roll_verdict(state, ask, option, FOR_A_ROLL) for option in ask.options}
    assert len({one.expected for one in found.values()}) == 1, "what is expected does not depend on what fell"
    whole, place = sum(ask.weights), state.setup.sides.index(ask.side) if ask.side in state.setup.sides else 0
    mean = sum(weight * found[option].given[place] for option, weight in zip(ask.options, ask.weights, strict=True)) / whole
    assert mean == pytest.approx(found[ask.options[0]].expected[place])
    assert max(one.given[place] for one in found.values()) - min(one.given[place] for one in found.values()) > 0.01
    assert roll_verdict(state, ask, ask.options[0], FOR_A_ROLL) == found[ask.options[0]]
    study = Study(states, match.choices, 4, 0, lambda: False, 2 * FOR_A_ROLL)
    study._first_looks(lambda done: None, lambda: None)
    before = list(study.looks)
    study._judge_rolls()
    changed = [k for k in range(len(before)) if study.looks[k] != before[k]]
    assert 0 < len(changed) <= MOST_ROLLS and {*changed} <= {*rolls}
    for k in changed[:1]:
        roll = asked(states[k])
        assert study.looks[k][1:3] == roll_verdict(states[k], roll, match.choices[k], FOR_A_ROLL)


def line_of(values: list[float]) -> Line:
    """A line with these play-outs."""
    state = arrange(load(), deal(load(), "line", Wish("2v2", dealt=True))).start()
    line = Line([], TurnNode(state), 0.5, 0, 0)
    for value in values:
        line.add(value)
    return line


def test_lines_are_left_out_as_soon_as_it_is_clear() -> None:
    good, bad, even = [0.6, 0.7, 0.5, 0.6], [0.3, 0.4, 0.2, 0.3], [0.9, 0.2, 0.7, 0.5]
    lines = [line_of(good), line_of(bad), line_of(even)]
    assert in_doubt(lines) == [lines[0], lines[2]], "what always came to less is out, what came to less now and then stays"
    few = [line_of(values[: LEAST_SWEEPS - 1]) for values in (good, bad)]
    assert in_doubt(few) == few, "too few play-outs to say"
