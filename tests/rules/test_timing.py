"""TIM: fair flips, numbers with parts, what is asked and what is not."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kit.marks import rule
from kit.table import scene
from tipover import first_game, load
from tipover.engine.core import questions
from tipover.engine.core.dice import flips
from tipover.engine.core.event import Returned, TokensReturned
from tipover.engine.core.numbers import ADD, SET, SUBTRACT, Number, Part, sum_parts


@rule("TIM-3")
@pytest.mark.parametrize("sides", [[0, 1], [0, 1, 2], [0, 1, 2, 3]])
def test_the_flip_is_as_likely_for_each_side(sides):
    options, weights = flips(sides)
    assert [choice.thing for choice in options] == sides
    assert {Fraction(weight, sum(weights)) for weight in weights} == {Fraction(1, len(sides))}


@rule("TIM-3")
def test_a_game_asks_chance_for_the_flip_of_a_fair_coin():
    state = first_game("golden_girls", quick=True).start()
    ask = state.decision
    assert ask.is_chance
    assert ask.weights == [1, 1]


@rule("TIM-4")
@pytest.mark.parametrize(
    ("parts", "total"),
    [
        ([], 0),
        ([(3, ADD), (2, ADD)], 5),
        ([(2, ADD), (1, SUBTRACT)], 1),
        ([(2, ADD), (5, SUBTRACT)], 0),
        ([(5, SUBTRACT), (2, ADD)], 0),
        ([(3, SUBTRACT), (2, ADD), (4, ADD)], 3),
        ([(2, ADD), (5, SUBTRACT), (4, SET)], 4),
        ([(1, SET), (2, ADD), (7, ADD)], 1),
        ([(6, SET), (2, SET), (9, ADD)], 2),
        ([(0, SET), (9, ADD)], 0),
    ],
)
def test_a_number_first_adds_then_subtracts_not_below_0_then_sets(parts, total):
    made = [Part(amount, f"part {k}", how) for k, (amount, how) in enumerate(parts)]
    assert sum_parts(made) == total
    assert Number(made).total == total


@rule("TIM-4")
def test_a_number_says_its_parts_in_the_order_they_count():
    parts = [Part(1, "Slippery", SUBTRACT), Part(3, "Sucker Punch"), Part(2, "silver in pool")]
    assert str(Number(parts)) == "4 dice = 3 Sucker Punch + 2 silver in pool − 1 Slippery"
    assert str(Number([*parts, Part(1, "Steady", SET)])) == "1 die = 3 Sucker Punch + 2 silver in pool − 1 Slippery, set to 1 Steady"
    assert str(Number([Part(2, "basic challenge")])) == "2 dice = 2 basic challenge"


@rule("TIM-4")
def test_the_dice_of_a_challenge_come_with_their_parts():
    game = scene(" A b ", b="Il-nam")
    (declared,) = game.play("A: challenge b")
    assert str(declared.dice) == "2 dice = 2 basic challenge"
    assert str(declared.defense) == "1 die = 1 defense of Il-nam"


@rule("TIM-7")
def test_tokens_and_markers_come_back_in_a_fixed_order_and_nobody_is_asked():
    game = scene(
        " A E F b ",
        points={"F": "F", "E": "E"},
        sides={"light": {"pool": [], "track": [["gold", "F", "blue", "E", "red"], [], [], []]}},
    )
    told = game.play("A: end", "b: end")
    assert [event for event in told if isinstance(event, TokensReturned | Returned)] == [
        TokensReturned(0, (1, 1, 0, 1)),
        Returned(256, 1),
        Returned(257, 2),
    ]
    assert (game["round"], game["sides.light.pool"]) == (2, ["blue", "red", "gold"])


@rule("TIM-7")
def test_an_order_is_asked_among_figures_and_not_of_a_lone_one():
    for waiting, asked in ((["C"], ["> a1", "> b1"]), (["C", "D"], ["> C", "> D"])):
        game = scene(
            " . . A b ",
            C={"exhausted": True},
            D={"exhausted": True},
            areas={"start light": ["a1", "b1"]},
            sides={"light": {"track": [waiting, [], [], []]}},
        )
        game.play("A: end", "b: end")
        assert game.options == asked


@rule("TIM-7")
@pytest.mark.parametrize(
    ("one", "other", "is_asked"),
    [
        ("gain 1 point.", "gain 2 points.", False),
        ("gain 1 point.", "you may move this 1.", False),
        ("gain 1 point for each rival within 1.", "move 1.", True),
        ("gain 1 point for each rival within 1.", "shift an ability token on your track down 1.", False),
        ("move 1.", "shift an ability token on your track down 1.", False),
        ("move 1.", "shift an ability token on your track down 1 for each adjacent rival.", True),
        ("if you have the most points, move 1.", "gain 1 point.", True),
        ("choose a character of yours. Give a Crown marker to it.", "give Dizzy to a rival.", False),
        ("choose a character of yours. Give a Crown marker to it.", "choose a character with a Crown marker. Knock it down.", True),
        ("remove a minion.", "move 1.", False),
        ("remove a minion.", "push a minion 1.", False),
        ("place this within 2.", "push an adjacent rival 1.", True),
        ("if an ally is exhausted, gain 1 point.", "refresh an ally.", True),
        ("if this is on the map, gain 1 point.", "place this within 2.", True),
        ("gain a red token.", "gain 2 blue tokens.", False),
        ("gain a red token.", "move 1 for each red token in your pool.", True),
        ("lose 1 point.", "lose 2 points.", False),
        ("lose 1 point.", "gain 1 point.", True),
        ("this may lose 1 point to move 1.", "lose 1 point.", True),
        ("lose a red token.", "gain a red token.", True),
        ("gain a Torch token.", "gain 2 Torch tokens.", True),
        ("gain a Torch token.", "gain a Torch token. Move 1.", False),
    ],
)
def test_an_order_is_asked_only_among_effects_that_can_matter_to_one_another(one, other, is_asked):
    """Plain points, effects that change nothing the other looks at, and effects that can do nothing now are just done."""
    game = scene(
        """
        +---+---+---+---+
        | A   .   b   . |
        +   +   +   +   +
        | .   .   .   C |
        +---+---+---+---+
        """,
        turn="light", A="Tester", catalog=card_with_texts(one, other), C={"exhausted": True},
        sides={"light": {"pool": [], "points": 1, "track": [[], ["red"], [], []]}},
    )  # fmt: skip
    assert (game.state.decision.asked == questions.ORDER) == is_asked


@cache
def card_with_texts(*texts: str):
    """The sets with one more character, whose trait does each of these at the start of its turn."""
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "texts"
        (pack / "characters").mkdir(parents=True)
        (pack / "pack.toml").write_text('name = "Texts"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
        torches = '[[token]]\nname = "Torch"\nnumber = 2\nof = "Tester"\non = "card"\n'
        (pack / "pieces.toml").write_text(f'[[marker]]\nname = "Crown"\nnumber = 1\nof = "Tester"\n\n{torches}', encoding="utf-8")
        (pack / "status.toml").write_text(
            '[[status]]\nname = "Dizzy"\nnumber = 1\nof = "Tester"\nrule = "This has 1 less movement."\n', encoding="utf-8"
        )
        rule = " ".join(f"At the start of its turn, {text}" for text in texts)
        card = f'name = "Tester"\ntokens = ["red"]\ndefense = 2\n\n[trait]\nname = "Both"\nrule = {json.dumps(rule)}\n'
        (pack / "characters" / "tester.toml").write_text(card, encoding="utf-8")
        return load(pack)
