"""Conditions said of one, of none, of several and of all: `If no ally is knocked down`, `If each ally has an item`."""

import pytest

from kit.texts import tried

NEEDLE = {"character": "Iron Man", "items": ["Needle"]}
EMPTY_HANDED = {"character": "Gi-hun"}

CASES = [
    ("an ally is knocked down", [False, True, True]),
    ("no ally is knocked down", [True, False, False]),
    ("each ally is knocked down", [False, False, True]),
    ("2 or more allies are knocked down", [False, False, True]),
    ("2 allies are knocked down", [False, False, True]),
    ("an ally or a rival is knocked down", [False, True, True]),
    ("an ally and a rival are standing", [True, True, False]),
    ("there is no knocked-down ally", [True, False, False]),
]


@pytest.mark.parametrize(("condition", "wanted"), CASES)
def test_a_state_is_true_of_as_many_as_the_words_say(condition: str, wanted: list[bool]):
    found = []
    for down in range(3):
        game = tried(
            f"If {condition}, gain 1 point.", " A . B C x ", B={"side": "light", "down": down > 0}, C={"side": "light", "down": down > 1}
        )
        found.append(game["sides.light.points"] == 1)
    assert found == wanted


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("a rival has an item", [False, True]),
        ("no rival has an item", [True, False]),
        ("each rival has an item", [False, False]),
        ("a rival has no item", [True, True]),
    ],
)
def test_having_is_true_of_as_many_as_the_words_say(condition: str, wanted: list[bool]):
    found = []
    for holder in (EMPTY_HANDED | {"character": "Iron Man"}, NEEDLE):
        game = tried(f"If {condition}, gain 1 point.", " A . x y ", x=EMPTY_HANDED, y=holder)
        found.append(game["sides.light.points"] == 1)
    assert found == wanted
