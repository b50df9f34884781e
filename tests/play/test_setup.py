"""Set-ups from a description: what is wrong is one sentence with its rule."""

from __future__ import annotations

import copy
import json
import pickle
import re

import pytest

from tipover import Setup, SetupError, apply, arrange, first_game, load
from tipover.engine.core.arrange import KEYS, MOST_FIGURES, SIDE_KEYS

GOOD: dict[str, object] = {
    "map": "Barracks",
    "scenario": "First game (Squid Game)",
    "sides": [
        {"side": "light", "seats": 1, "figures": ["Gi-hun", "Sae-byeok", "Worker #28"]},
        {"side": "dark", "seats": 1, "figures": ["Front Man", "Il-nam", "Worker #29"]},
    ],
}


def changed(**more: object) -> dict[str, object]:
    return {**copy.deepcopy(GOOD), **more}


def side(name: str = "light", **more: object) -> dict[str, object]:
    return {"side": name, "figures": ["Gi-hun"], **more}


def two(**more: object) -> list[object]:
    """Two sides; the words change the first."""
    return [side(**more), side("dark")]


def test_a_good_one_plays_and_is_its_own_json():
    setup = arrange(load(), GOOD)
    assert isinstance(setup, Setup) and setup.to_json() == GOOD
    again = arrange(load(), json.loads(json.dumps(setup.to_json())))
    assert again.start().digest() == setup.start().digest()


def test_names_are_found_whatever_their_case():
    assert arrange(load(), changed(map="bArRaCkS", scenario="first game (squid game)"))


def test_all_keys():
    described = {
        "map": "Shuri's Lab", "rounds": 7, "secret": True, "colours": True, "box": ["Gi-hun", "Il-nam"],
        "sides": [{"side": one, "seats": 2, "picks": 1, "figures": ["Iron Drone"]} for one in ("light", "dark", "fourth")],
    }  # fmt: skip
    setup = arrange(load(), described)
    assert (setup.rounds, setup.secret, setup.colours, setup.sides) == (7, True, True, [0, 1, 3])
    assert setup.seats == [[0, 1], [2, 3], [4, 5]] and len(setup.box) == 2
    assert [slot.mark for slot in setup.figures] == ["L1", "L2", "D1", "D2", "F1", "F2"]


@pytest.mark.parametrize(
    ("described", "told"),
    [
        (changed(map="Baracks"), "there is no map 'Baracks'; did you mean 'Barracks'?"),
        (changed(map=None), "there is no map None"),
        (changed(map=["Barracks"]), "there is no map ['Barracks']; did you mean 'Barracks'?"),
        (changed(scenario="First game (Squid Gem)"), "there is no scenario 'First game (Squid Gem)'; did you mean 'First game (Squid Game)'?"),
        (changed(scenario=5), "there is no scenario 5"),
        (
            changed(scenario="First game (Golden Girls)"),
            "'First game (Golden Girls)' is not played on Barracks; it is on Florida Boardwalk (SUP-1)",
        ),
        (changed(colour=True), f"a set-up has no key 'colour'; it has {', '.join(KEYS)}"),
        (changed(sides=[]), "a set-up lists two to four sides (SUP-2)"),
        (changed(sides=[side()]), "a set-up lists two to four sides (SUP-2)"),
        (changed(sides="light"), "a set-up lists two to four sides (SUP-2)"),
        (changed(sides=[side(), side("dark"), side("third")]), "'First game (Squid Game)' is for 2 sides, not 3 (FFA-1)"),
        (changed(scenario=None, sides=[side(), side("dark"), side("third")]), "Barracks has no starting area for third (MAP-6)"),
        (changed(sides=[side(), side()]), "the side light stands twice"),
        (changed(sides=[side("dark"), side()]), "sides go clockwise: light, dark, third, fourth"),
        (changed(sides=[5, side("dark")]), "each side is a table with 'side' = one of light, dark, third, fourth"),
        (changed(sides=[side("left"), side("dark")]), "each side is a table with 'side' = one of light, dark, third, fourth"),
        (changed(sides=two(figure=[])), f"a side has no key 'figure'; it has {', '.join(SIDE_KEYS)}"),
        (changed(sides=two(figures=["Gihun"])), "there is no character 'Gihun'; did you mean 'Gi-hun'?"),
        (changed(sides=two(figures=["Ghost"])), "'Ghost' is no character but a card of another sort: companion"),
        (changed(sides=two(figures="Gi-hun")), "'figures' is a list of names"),
        (changed(sides=two(figures=[1])), "'figures' is a list of names"),
        (changed(sides=two(figures=["Gi-hun", "GI-HUN"])), "two characters of one name cannot be allies; light has one twice (SUP-4)"),
        (changed(sides=two(figures=["Gi-hun", "Il-nam"])), "every side has the same number of characters (SUP-3)"),
        (changed(sides=two(figures=[])), f"a side has one to {MOST_FIGURES} characters (SUP-3)"),
        (changed(sides=two(picks=6)), f"a side has one to {MOST_FIGURES} characters (SUP-3)"),
        (changed(sides=two(picks=7)), f"a side picks at most {MOST_FIGURES} characters"),
        (changed(sides=two(picks=-1)), f"a side picks at most {MOST_FIGURES} characters"),
        (changed(sides=two(seats=3)), "a side has one or two seats (TEA-1)"),
        (changed(sides=two(seats="1")), "a side has one or two seats (TEA-1)"),
        (changed(sides=two(seats=2)), "each player of a side has at least one character (TEA-1)"),
        (changed(sides=[side(figures=[], picks=1), side("dark")]), "1 characters are to be picked and the box holds 0 (SUP-3)"),
        (changed(box=["Gihun"]), "there is no character 'Gihun'; did you mean 'Gi-hun'?"),
        (changed(box="Gi-hun"), "'box' is a list of names"),
        (changed(box=["Gi-hun", "Gi-hun"]), "a character stands twice in the box (SUP-4)"),
        (changed(rounds=-1), "'rounds' is a whole number; 0 is no limit (RND-5)"),
        (changed(rounds="many"), "'rounds' is a whole number; 0 is no limit (RND-5)"),
    ],
)  # fmt: skip
def test_a_wrong_set_up_is_one_sentence(described, told):
    with pytest.raises(SetupError) as caught:
        arrange(load(), described)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("name", "sides", "told"),
    [
        ("squid", 2, "there is no first game 'squid'; there are game_of_thrones, golden_girls, marvel, squid_game"),
        ("golden_girls", 3, "the first game of 'golden_girls' is for 2 sides, not 3 (FST-1)"),
        ("marvel", 1, "the first game of 'marvel' is for 2 or 3 or 4 sides, not 1 (FST-1)"),
        ("marvel", 5, "the first game of 'marvel' is for 2 or 3 or 4 sides, not 5 (FST-1)"),
    ],
)
def test_a_first_game_that_is_not_there(name, sides, told):
    with pytest.raises(SetupError, match=f"^{re.escape(told)}$"):
        first_game(name, sides=sides)


def test_a_first_game_with_given_characters():
    setup = first_game("squid_game", characters=[["Gi-hun", "Il-nam"], ["Gi-hun", "Front Man"]])
    names = [load().figures[slot.card].name for slot in setup.figures]
    assert names == ["Gi-hun", "Il-nam", "Worker #28", "Gi-hun", "Front Man", "Worker #29"]


def test_a_limit_of_rounds_ends_the_game():
    state = first_game("golden_girls", quick=True, rounds=2).start()
    while state.decision:
        apply(state, state.decision.options[-1])
    assert state.over and state.round == 2 and state.winner == -1


def test_the_set_ups_of_a_catalog_share_its_programs_and_a_copy_of_it_has_its_own():
    catalog = load()
    one, other = (arrange(catalog, GOOD).start().texts for _ in range(2))
    assert one.programs and all(a is b for a, b in zip(one.programs, other.programs, strict=True))
    copied = pickle.loads(pickle.dumps(catalog))
    own = arrange(copied, GOOD).start().texts
    key = own.programs[0].name, id(own.program_texts[0])
    copied.known_programs[key] = own.program_texts[1], own.programs[1]  # as if another text had lain there before it was copied
    copied.known_past_events[key[1]] = own.program_texts[1], ["an event of another text"], [], False, False, False
    again = arrange(copied, GOOD).start().texts
    assert again.programs == own.programs == one.programs
    assert again.counted == own.counted and again.event_squares == own.event_squares
