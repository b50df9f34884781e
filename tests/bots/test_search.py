"""The searching player and what it stands on: chance, the tree and its reuse, the same by seed, no more than a seat may know."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from kit.bot_scenes import CORRIDOR, OPEN_FIELD, asked
from kit.exact import after
from tipover import State, apply, arrange, load, notate
from tipover.bots import Bot, UnknownBot, make
from tipover.bots.playout import Played, play_out
from tipover.bots.rolls import outcomes
from tipover.bots.search import SearchBot, Weighed
from tipover.bots.value import win_chances
from tipover.cards.catalog import SIDES
from tipover.compiled import running
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import win_chance
from tipover.engine.core.frames import challenge_frame
from tipover.engine.core.setup import Setup
from tipover.engine.run import reopen
from tipover.engine.view import View, view
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.scene import scene_state

WORKSHOP = Path(__file__).parents[1] / "packs" / "workshop"
SLOWEST = 2.0  # seconds for a budget of 50 ms, on a machine that does much else meanwhile


def dealt(mode: str, seed: str, scenario: str = "", rounds: int = 1, dealt: bool = True) -> Setup:
    """A game of a mode, dealt from a seed."""
    return arrange(load(), deal(load(), seed, Wish(mode, scenario=scenario, rounds=rounds, dealt=dealt)))


def walked(state: State, seed: str, steps: int) -> State:
    """A game some random answers further, at a seat's question."""
    dice, stream = SeededDice(seed), Stream(seed, "walk")
    while (ask := state.decision) is not None and (steps > 0 or ask.weights is not None):
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
        steps -= 1
    return state


# -- the same by seed ------------------------------------------------------------------------------------------


@cache
def short_game(seed: str) -> Played:
    """A short game between small bots, everything drawn from a seed."""
    setup = dealt("2v2", "reproducible", "Leaders")
    bots: list[Bot] = [make(name, f"{seed}/{name}") for name in ("search:12", "level3")]
    return play_out(setup, bots, seed)


def test_the_same_seed_plays_the_same_game_in_every_process() -> None:
    here = short_game("seed")
    code = "from tests_bots_search import short_game; end = short_game('seed'); print(end.state.digest(), end.decisions)"
    load_it = (
        "import importlib.util, sys; "
        f"spec = importlib.util.spec_from_file_location('tests_bots_search', {__file__!r}); "
        "one = importlib.util.module_from_spec(spec); sys.modules['tests_bots_search'] = one; spec.loader.exec_module(one); "
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", load_it + code],
            env={**os.environ, "PYTHONHASHSEED": number, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in ("1", "2")
    ]
    said = [run.communicate(timeout=120)[0].strip() for run in runs]
    assert said == [f"{here.state.digest()} {here.decisions}"] * 2


def test_another_seed_plays_another_game() -> None:
    assert len({short_game(seed).state.digest() for seed in ("seed", "other")}) == 2


# -- only what the seat may see --------------------------------------------------------------------------------


def worlds(first: State) -> list[State]:
    """The states that differ only in what the asked seat now chooses in secret."""
    found = [after(first, option) for option in asked(first).options]
    assert len(found) > 1 and len({one.digest() for one in found}) == len(found)
    return found


def until_secret(setup: Setup, kind: int = -1) -> State:
    """A game at its first secret question of a kind."""
    state = setup.start()
    dice, stream = SeededDice("x"), Stream("x", "walk")
    while not (asked(state).secret and kind in (-1, asked(state).asked)):
        ask = asked(state)
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    return state


@pytest.mark.parametrize("nodes", [2, 40])
def test_neither_choice_nor_chances_depend_on_a_rivals_secret_leader(nodes: int) -> None:
    first = until_secret(dealt("3v3", "secret", "Leaders"))
    seen: list[list[Weighed]] = []
    for state in worlds(first):
        shown = view(state, asked(state).seats[0])
        assert shown.hides
        seen.append(SearchBot(3, nodes).weigh(shown, asked(state)))
        assert SearchBot(3, nodes).choose(shown, asked(state)) == seen[-1][0].choice
    assert all(one == seen[0] for one in seen), "the same guesses, the same tree, the same numbers"


def sealed() -> type[View]:
    """A view that lets nobody but itself at the true state. Of a compiled class none can be made: then a TypeError says so."""

    class Sealed(View):
        def __getattribute__(self, name: str) -> object:
            if name == "_state":
                asker = sys._getframe(1).f_code.co_filename
                assert asker.endswith(os.path.join("engine", "view.py")), f"{asker} looks at the true state"
            return super().__getattribute__(name)

    return Sealed


@pytest.mark.parametrize("name", ["random", "greedy", "search:12", "plan:12", "level1"])
def test_no_bot_looks_at_the_true_state(name: str) -> None:
    state = until_secret(dealt("3v3", "secret", "Leaders"))
    apply(state, asked(state).options[0])
    if running() == "compiled":  # the same sources; what they look at is seen in pure Python
        with pytest.raises(TypeError, match="cannot inherit from compiled"):
            sealed()(state, asked(state).seats[0])
        return
    for _ in range(3):
        ask = asked(state)
        assert ask.offers(make(name, 3).choose(sealed()(state, ask.seats[0]), ask))
        walked(state, name, 4)


def test_its_choice_does_not_depend_on_a_rivals_secret_pick_of_a_character() -> None:
    setup = next(one for k in range(200) if (one := dealt("2v2", f"hidden {k}", rounds=1, dealt=False)).secret)
    first = until_secret(setup, questions.PICK)
    seat = asked(first).seats[0]
    for name in ("search:40", "plan:40", "level2", "greedy"):
        answers: set[tuple[Choice, ...]] = set()
        for state in worlds(first)[:6]:
            stream, bot, given = Stream("own", "walk"), make(name, 3), []
            while asked(state).seats[0] == seat:  # its other picks are hidden too, and the same in all worlds
                apply(state, asked(state).options[stream.randrange(len(asked(state).options))])
            shown = view(state, asked(state).seats[0])
            assert shown.hides and asked(state).asked == questions.PICK
            given.append(bot.choose(shown, asked(state)))
            answers.add(tuple(given))
        assert len(answers) == 1, name


# -- the tree is kept ------------------------------------------------------------------------------------------


def visits(bot: SearchBot, state: State) -> int:
    """How often the answers to the open question were looked into, after thinking about it."""
    return sum(one.visits for one in bot.weigh(view(state, asked(state).seats[0]), asked(state)))


def second_action(nodes: int) -> tuple[SearchBot, State]:
    """A bot that has gone to the marker with its first action, and the state at its second."""
    state = scene_state(CORRIDOR)
    bot = SearchBot(4, nodes)
    apply(state, bot.choose(view(state, 0), asked(state)))
    assert notate(scene_state(CORRIDOR), Choice(verbs.MOVE, 0, state.figure_at[0])) == "A: move c1"
    assert asked(state).asked == questions.ACTION and state.acting == state.setup.figure("A")
    return bot, state


def with_its_tree(bot: SearchBot, nodes: int) -> SearchBot:
    """A bot of another budget that goes on with the tree of this one."""
    other = SearchBot(4, nodes)
    other._tree = bot._tree
    return other


def test_the_tree_is_kept_between_the_actions_of_a_turn() -> None:
    bot, state = second_action(300)
    assert visits(with_its_tree(bot, 20), state) > 2 * visits(SearchBot(4, 20), state)


def test_what_was_seen_before_needs_fewer_new_nodes() -> None:
    bot, state = second_action(300)
    new = SearchBot(4, 300)
    wanted = visits(new, state)
    little = with_its_tree(bot, 20)
    for _ in range(15):
        if visits(little, state) >= wanted:
            break
    assert 0 < little.spent < new.spent


def test_the_tree_is_kept_over_a_roll() -> None:
    state = scene_state(OPEN_FIELD)
    bot = SearchBot(4, 300)
    visits(bot, state)
    apply(state, Choice(verbs.CHALLENGE, state.setup.figure("A"), state.setup.figure("b")))
    for faces in ((0, 0), (0, 1)):  # two bursts against a shield
        assert asked(state).asked == questions.ROLL
        apply(state, next(option for option in asked(state).options if option.path == faces))
    assert state.down[state.setup.figure("b")] and asked(state).asked == questions.ACTION
    assert visits(with_its_tree(bot, 20), state) > 2 * visits(SearchBot(4, 20), state)


def test_who_looks_at_little_looks_anywhere_at_a_second_action_too() -> None:
    """With a kept tree as with a new one: else a low level would be drawn to one edge of every map."""
    places: list[float] = []
    for seed in range(16):
        state = scene_state(OPEN_FIELD)
        bot = SearchBot(seed, 3)
        apply(state, next(one.choice for one in bot.weigh(view(state, 0), asked(state)) if one.choice.verb == verbs.MOVE))
        options = asked(state).options
        places += [options.index(one.choice) / len(options) for one in bot.weigh(view(state, 0), asked(state))]
    assert sum(place < 0.5 for place in places) > len(places) / 3


def test_another_position_gets_another_tree() -> None:
    bot, _ = second_action(200)
    other = scene_state(OPEN_FIELD.replace("| .   B   .   .   . |", "| .   .   B   .   . |"))
    assert visits(bot, other) <= visits(SearchBot(4, 200), other) * 1.2


# -- chance ----------------------------------------------------------------------------------------------------

DUEL = """
scenario = "Territory"
drawing = '''
+---+---+---+
| A   b   . |
+---+---+---+
'''
turn = "A"
"""


def challenged(text: str = DUEL, dice: int = 2, defense: int = 2, packs: list[Path] | None = None) -> State:
    """A challenges b with so many dice, which are about to roll."""
    state = scene_state(text, catalog=load(*(packs or [])))
    apply(state, Choice(verbs.CHALLENGE, state.setup.figure("A"), state.setup.figure("b")))
    state.stack[-1][challenge_frame.DICE], state.stack[-1][challenge_frame.DEFENSE] = dice, defense
    reopen(state)
    return state


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_outcomes_of_a_plain_challenge_have_the_exact_odds(dice: int) -> None:
    for defense in range(1, 7):
        state = challenged(dice=dice, defense=defense)
        found = outcomes(state, asked(state))
        assert sum(one.chance for one in found) == pytest.approx(1.0, abs=1e-12)
        won = [one.chance for one in found if after(state, *one.faces).down[state.setup.figure("b")]]
        assert won == [float(win_chance(dice, defense))], f"{dice} against {defense}"


def test_where_a_text_looks_at_the_dice_they_fall_one_after_the_other() -> None:
    """Turner may turn a die after his roll; when he does not, the odds are those of any challenge."""
    text = DUEL + '[figures]\nA = { side = "light", character = "Turner" }\n'
    first = challenged(text, packs=[WORKSHOP])
    won = Fraction(0)
    whole = 0.0
    edge = [(1.0, first)]
    asked_for = 0
    while edge:
        chance, state = edge.pop()
        ask = state.decision
        if ask is not None and ask.asked == questions.ROLL:
            found = outcomes(state, ask)
            assert all(len(one.faces) == 1 for one in found) and sum(one.chance for one in found) == pytest.approx(1.0)
            edge += [(chance * one.chance, after(state, *one.faces)) for one in found]
        elif ask is not None and ask.asked != questions.ACTION:
            asked_for += 1
            edge.append((chance, after(state, next(option for option in ask.options if notate(state, option) == "> no"))))
        else:
            whole += chance
            won += Fraction(chance) * state.down[state.setup.figure("b")]
    assert asked_for > 1, "the text asks in between"
    assert whole == pytest.approx(1.0) and float(won) == pytest.approx(float(win_chance(2, 2)))


def result(state: State) -> tuple[object, ...]:
    """What a challenge leaves behind for everybody to see."""
    return (tuple(state.figure_at), tuple(state.down), tuple(state.points), state.over, state.winner)


def every_roll(state: State, number: int) -> dict[tuple[object, ...], Fraction]:
    """What so many rolls, one after the other, lead to, each multiset of faces by its weight."""
    ask = asked(state)
    if not number or ask.weights is None:
        return {result(state): Fraction(1)}
    found: dict[tuple[object, ...], Fraction] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        for end, chance in every_roll(after(state, option), number - 1).items():
            found[end] = found.get(end, Fraction(0)) + Fraction(weight, sum(ask.weights)) * chance
    return found


CROWD = """
scenario = "Territory"
drawing = '''
+---+---+---+---+
| A   b   .   C |
+   +   +   +   +
| .   B   c   . |
+---+---+---+---+
'''
[areas]
"start light" = ["a1", "a2"]
"start dark" = ["d1", "d2"]
[figures]
A = { side = "light", character = "Captain America" }
B = { side = "light", character = "Rose Nylund" }
C = { side = "light", character = "Jon Snow" }
b = { side = "dark", character = "Black Widow" }
c = { side = "dark", character = "The Night King" }
"""


def test_the_outcomes_of_challenges_in_random_games_are_those_of_every_roll() -> None:
    seen: set[tuple[int, int]] = set()
    number = 0
    for k in range(4):
        state = scene_state(CROWD)
        state.setup.rounds = 3
        dice, stream = SeededDice(k), Stream(k, "rolls")
        while (ask := state.decision) is not None:
            found = outcomes(state, ask) if ask.asked == questions.ROLL else []
            if found and len(found[0].faces) == 2:
                number += 1
                seen.add((state.stack[-1][challenge_frame.DICE], state.stack[-1][challenge_frame.DEFENSE]))
                grouped: dict[tuple[object, ...], float] = {}
                for one in found:
                    end = result(after(state, *one.faces))
                    grouped[end] = grouped.get(end, 0.0) + one.chance
                assert grouped == pytest.approx({end: float(chance) for end, chance in every_roll(state, 2).items()})
            apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    assert number >= 15 and len(seen) >= 3


# -- chances to win --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_the_sides_chances_sum_to_one_to_the_end(mode: str) -> None:
    for k in range(2):
        state = dealt(mode, f"chances {k}").start()
        sides = state.setup.sides
        for step in range(0, 60, 6):
            walked(state, f"{k} {step}", 6)
            chances = win_chances(state)
            assert list(chances) == sides and 2 <= len(sides) <= 4
            assert sum(chances.values()) == pytest.approx(1.0) and all(0 <= one <= 1 for one in chances.values())
        walked(state, "end", 5000)
        assert state.over
        expected = dict.fromkeys(sides, 1 / len(sides)) if state.winner < 0 else {side: float(side == state.winner) for side in sides}
        assert win_chances(state) == expected


def test_the_winner_of_three_has_it_all() -> None:
    state = scene_state(
        DUEL.replace("b   .", "b   t")
        + '[figures]\nt = { side = "third" }\nb = { side = "dark", exhausted = true }\n[sides.third]\npoints = 2\n'
    )
    state.setup.rounds = 1
    walked(state, "on", 50)
    assert state.over and state.winner == 2 and win_chances(state) == {0: 0.0, 1: 0.0, 2: 1.0}


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_who_is_asked_in_an_even_game_has_an_even_chance(sides: int) -> None:
    """Whoever is asked: a chance that is told is one of chances that make 1 together. The same team on every side is even."""
    team = ["Captain America", "Gi-hun"]
    parts = [{"side": side, "figures": team} for side in SIDES[:sides]]
    state = arrange(load(), {"map": "Shuri's Lab", "scenario": "Scrimmage", "sides": parts, "rounds": 1}).start()
    stream = Stream(1, "placing")
    asks: list[Decision] = []
    while len(asks) < sides:
        ask = asked(state)
        if state.round == 1 and ask.side not in [one.side for one in asks]:
            asks.append(ask)
            assert SearchBot(0, 40).weigh(view(state, ask.seats[0]), ask)[0].chance == pytest.approx(1 / sides, abs=0.03)
        ends = [option for option in ask.options if option.verb == verbs.END]
        apply(state, (ends or ask.options)[stream.randrange(len(ends or ask.options))])


def test_answers_are_weighed_from_best_to_worst_each_once() -> None:
    state = scene_state(OPEN_FIELD)
    found = SearchBot(2, 300).weigh(view(state, 0), asked(state))
    assert found == SearchBot(2, 300).weigh(view(state, 0), asked(state))
    choices = [one.choice for one in found]
    assert len(set(choices)) == len(choices) and set(choices) <= set(asked(state).options)
    assert all(0 <= one.chance <= 1 and one.visits > 0 for one in found)
    assert found[0].chance > found[-1].chance
    assert SearchBot(2, 300).choose(view(state, 0), asked(state)) == choices[0]


# -- time and names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["search:1ms", "search:50ms", "plan:1ms", "plan:50ms", "playouts:1ms", "playouts:50ms", "master:50ms"])
def test_a_budget_of_time_ends_in_time(name: str) -> None:
    state = walked(dealt("3v3", "in time", "Territory", rounds=3).start(), "in time", 20)
    bot = make(name, 1)
    began = time.process_time()
    assert asked(state).offers(bot.choose(view(state, asked(state).seats[0]), asked(state)))
    assert time.process_time() - began < SLOWEST


def test_no_time_at_all_still_gets_an_answer() -> None:
    state = walked(dealt("3v3", "in time", "Territory", rounds=3).start(), "in time", 20)
    for name in ("search:400", "level5"):
        assert asked(state).offers(make(name, 1).choose(view(state, asked(state).seats[0]), asked(state), 0.0))


WRONG = (
    "", "serach", "level6", "level0", "search:", "search:many", "search:0", "search:-5", "search:1e3", "search:10s", "search:ms",
    "search:99999999", "search:4:4", "greedy:10", "level5:10", "search:²", "plan:", "plan:0", "plan:2:2", "plan:ms",
)  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_an_unknown_bot_or_a_bad_budget_gets_a_sentence(name: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        make(name, 1)
    said = str(caught.value)
    assert f"'{name}'" in said and len(said.split()) > 5
    assert "search:200ms" in said or "plan:200ms" in said or "level5" in said, "it says what would be right"


def test_a_budget_is_written_in_nodes_or_milliseconds() -> None:
    state = scene_state(OPEN_FIELD)
    for name in ("search:7", " Search:7 ", "SEARCH:7"):
        bot = make(name, 1)
        bot.choose(view(state, 0), asked(state))
        assert isinstance(bot, SearchBot) and 0 < bot.spent <= 7
    with pytest.raises(UnknownBot, match="did you mean 'greedy'"):
        make("greddy", 1)
