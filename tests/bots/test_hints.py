"""Hints: the best answers in order, each with a reason, its odds and its chance to win; no more known than the seat knows."""

from __future__ import annotations

import pytest

from kit.bot_scenes import CORRIDOR, asked
from kit.exact import after
from kit.surewin import SURE_WIN
from tipover import apply, arrange, load
from tipover.bots import make
from tipover.bots.hint import explained, hint, hints, with_plan
from tipover.bots.play_outs import PlannedAnswer
from tipover.bots.reasons import judged
from tipover.engine.core import questions
from tipover.engine.view import view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.notation.lines import parse
from tipover.play.notation.writing import notate
from tipover.play.printers import marked
from tipover.play.scene import scene_state

DUEL = """
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
b = { side = "dark", down = true }
"""


@pytest.mark.parametrize("mode", MODES)
def test_hints_are_options_in_the_order_of_their_chances(mode: str) -> None:
    state = arrange(load(), deal(load(), f"hints {mode}", Wish(mode, rounds=2))).start()
    dice, stream, count = SeededDice(mode), Stream(mode, "walk"), 0
    while (ask := state.decision) is not None and count < 30:
        if ask.weights is not None:
            apply(state, dice.answer(ask))
            continue
        count += 1
        if count % 6 == 0 and len(ask.options) > 1:
            digest = state.digest()
            given = hints(view(state, ask.seats[0]), ask, nodes=25)
            assert state.digest() == digest, "they are tried on clones only"
            assert 1 <= len(given) <= 3 and len({one.choice for one in given}) == len(given)
            assert all(ask.offers(one.choice) for one in given)
            assert all(one.sentence[0].isupper() and one.sentence.endswith(".") and ":" in one.sentence for one in given)
            chances = [one.chance for one in given]
            if ask.asked in (questions.PICK, questions.ATTACH, questions.SIDE):
                assert set(chances) == {-1.0}, "a card says nothing of a chance to win"
            else:
                assert all(0 <= one <= 1 for one in chances) and chances == sorted(chances, reverse=True)
            assert given == hints(view(state, ask.seats[0]), ask, nodes=25)
        apply(state, ask.options[stream.randrange(len(ask.options))])


def test_a_sure_win_is_the_first_hint_and_says_so() -> None:
    state = scene_state(SURE_WIN)
    assert state.decision is not None
    given = hints(view(state, 0), state.decision)
    assert notate(state, given[0].choice) == "A: interact A"
    assert given[0].chance == 1.0 and "1 point at once" in given[0].sentence and given[0].sentence.endswith("It wins the game.")
    assert len(given) == 3 and given[-1].chance < 0.9  # to go there first wins as well, a little later
    assert "The chance to win then: " in given[-1].sentence and given[-1].sentence.endswith(" %.")


def test_the_odds_and_the_risk_are_told_and_moves_of_one_figure_count_once() -> None:
    state = scene_state(DUEL)
    assert state.decision is not None
    given = hints(view(state, 0), state.decision)
    challenge = next(one for one in given if notate(state, one.choice) == "A: challenge b")
    assert "48 % to knock" in challenge.sentence and "Mind that" in challenge.sentence
    assert sum(notate(state, one.choice).startswith("A: move") for one in given) <= 1
    assert len(hints(view(state, 0), state.decision, most=1, nodes=60)) == 1


def test_the_plan_is_said_in_words() -> None:
    """What the judge means to do after the first answer, and what the round comes to then."""
    state = scene_state(CORRIDOR)
    first = hints(view(state, 0), asked(state))[0]
    assert notate(state, first.choice) == "A: move c1"
    assert first.sentence == (
        "Move Guard to c1: it comes nearer to point marker E. Then: let Guard take point marker E. Nobody can come up and challenge Guard "
        "there. As things stand, light then has 1 point at the end of this round. The chance to win then: 56 %."
    )


WALK_PAST = """
drawing = '''
+---+---+---+---+---+---+---+---+
| .   .   A   .   .   .   .   b |
+---+---+---+---+---+---+---+---+
'''
turn = "A"
scenario = "Territory"
"""


def test_the_risk_that_is_told_is_that_of_the_planned_end_of_the_turn() -> None:
    """Who steps towards a rival and away again is not warned of it; the warning is of where the plan leaves the figure."""
    state = scene_state(WALK_PAST)
    ask, side = asked(state), 0
    near = parse(state, "A: move e1")
    then = after(state, near)
    plan = [PlannedAnswer(then, next(one for one in asked(then).options if notate(then, one) == "A: move c1"))]
    text = marked(state)
    alone = text.text(explained(state, view(state, 0), ask, judged(state, near, side)))
    planned = text.text(with_plan(explained(state, view(state, 0), ask, judged(state, near, side), plan=plan), state, near, plan, side))
    assert "Mind that" in alone and "Mind that" not in planned, (alone, planned)
    assert planned.index("Then: move") < planned.index("Nobody can come up"), planned


def test_who_has_which_areas_and_points_at_the_end_of_the_round_is_said() -> None:
    said = []
    for seed in range(6):
        state = arrange(load(), deal(load(), f"areas {seed}", Wish("2v2", scenario="Control", rounds=4, dealt=True))).start()
        dice, bot, count = SeededDice(f"{seed}"), make("greedy", seed), 0
        while (ask := state.decision) is not None and count < 26:
            count += ask.weights is None
            apply(state, dice.answer(ask) if ask.weights is not None else bot.choose(view(state, ask.seats[0]), ask))
            if state.round and state.decision is not None and state.decision.asked == questions.ACTION and count > 18:
                break
        if state.decision is not None:
            said.append(hints(view(state, state.decision.seats[0]), state.decision, 1, nodes=300)[0].sentence)
            if "at the end of this round." in said[-1] and (" area and " in said[-1] or " areas and " in said[-1]):
                return
    raise AssertionError(said)


def test_the_quick_hint_has_no_chance_and_is_the_same_as_ever() -> None:
    state = scene_state(DUEL)
    assert state.decision is not None
    quick = hint(view(state, 0), state.decision)
    assert quick.chance == -1.0 and notate(state, quick.choice) == "A: challenge b"


def test_hints_do_not_depend_on_what_others_chose_in_secret() -> None:
    first = arrange(load(), deal(load(), "secret", Wish("3v3", scenario="Leaders", rounds=1, dealt=True))).start()
    stream, dice = Stream("x", "walk"), SeededDice("x")
    while (ask := first.decision) is not None and not ask.secret:
        apply(first, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    assert ask is not None and len(ask.options) > 1
    seen = set()
    for option in ask.options[:4]:
        state = first.clone()
        apply(state, option)
        asked = state.decision
        assert asked is not None
        shown = view(state, asked.seats[0])
        assert shown.hides
        seen.add(tuple((one.choice, one.sentence, one.chance) for one in hints(shown, asked, nodes=24)))
    assert len(seen) == 1
