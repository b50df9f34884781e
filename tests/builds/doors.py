"""The doors of the Python interface, tried on the build that runs: what is kept, and what is refused with a sentence.

`python doors.py` prints the build, then each door that is as promised; the first that is not ends it with an error.
"""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from types import FunctionType

import numpy as np

from tipover import Choice, Event, IllegalChoice, State, View, apply, arrange, first_game, playout, playouts, view
from tipover.compiled import running
from tipover.engine.core import verbs
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import SeatId
from tipover.engine.core.setup import Setup
from tipover.engine.run import takes
from tipover.play.dice import SeededDice

DESCRIBED: dict[str, object] = {
    "map": "Barracks",
    "scenario": "First game (Squid Game)",
    "rounds": 4,
    "sides": [
        {"side": "light", "seats": 1, "figures": ["Gi-hun", "Sae-byeok", "Worker #28"]},
        {"side": "dark", "seats": 1, "figures": ["Front Man", "Il-nam", "Worker #29"]},
    ],
}


class Number:
    """A whole number that is no `int`, as those of numpy are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def start() -> State:
    """A game in which someone moves."""
    state = first_game("squid_game", 2).start()
    dice = SeededDice("doors")
    while (ask := state.decision) is not None and not any(option.verb == verbs.MOVE for option in ask.options):
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[0])
    return state


def question(state: State) -> Decision:
    """The question that is open."""
    assert state.decision is not None
    return state.decision


def step_of(state: State) -> Choice:
    """A move of one step, with its path."""
    for option in question(state).options:
        step = option._replace(path=(option.thing,))
        if option.verb == verbs.MOVE and takes(state, step):
            return step
    raise AssertionError("nobody can move by a step")


def refused(work: Callable[[], object], kind: type[Exception], *words: str) -> None:
    """A door that is closed: an error of this kind, whose sentence has these words."""
    try:
        work()
    except kind as error:
        assert all(word in str(error) for word in words), error
    else:
        raise AssertionError(f"{work} is not refused")


def a_tuple_or_a_list_is_no_choice() -> None:
    for given in (tuple(step_of(start())), list(step_of(start())), None, "A1: end", 3):
        state = start()
        before = state.digest()
        refused(lambda state=state, given=given: apply(state, given), IllegalChoice, "A choice is one of the options")  # type: ignore[misc]
        assert state.digest() == before


def whole_numbers_of_any_kind_make_a_choice() -> None:
    for make in (Number, np.int64, np.int8):
        state, other = start(), start()
        known = step_of(state)
        made = Choice(make(known.verb), make(known.figure), make(known.thing), tuple(make(step) for step in known.path))  # type: ignore[arg-type, misc]
        assert str(apply(other, made)) == str(apply(state, known))
        assert other.digest() == state.digest()
        playout(other, seed=1)  # nothing of the other kind of number is left in it
    listed = step_of(start())
    apply(start(), Choice(listed.verb, listed.figure, listed.thing, list(listed.path)))  # type: ignore[arg-type]


def other_numbers_make_none() -> None:
    known = step_of(start())
    for fields in ((float(known.verb), *known[1:]), (*known[:2], "3", known.path), (*known[:3], 7), (*known[:3], (1.5,))):
        refused(lambda fields=fields: apply(start(), Choice(*fields)), IllegalChoice, "A choice is one of the options")  # type: ignore[misc]


def whole_numbers_of_any_kind_are_seats_seeds_and_limits() -> None:
    for make in (Number, np.int64):
        assert view(start(), make(1)).seat == 1
        assert playout(start(), seed=make(3)).state.digest() == playout(start(), seed=3).state.digest()
        assert playout(start(), None, 3, make(5)).decisions == 5
        assert len(playouts(start(), make(2), seed=3, most=5)) == 2
    refused(lambda: view(start(), 1.5), TypeError, "float")  # type: ignore[arg-type]
    refused(lambda: playout(start(), None, 3, 2.5), TypeError, "float")  # type: ignore[arg-type]


def copies_of_a_state_are_independent() -> None:
    for copied in (copy.copy, copy.deepcopy):
        state = start()
        before = state.digest()
        twin = copied([state])[0] if copied is copy.deepcopy else copied(state)
        assert twin is not state and twin.digest() == before and twin.setup is state.setup
        apply(twin, step_of(twin))
        assert state.digest() == before != twin.digest()


def what_never_changes_is_its_own_copy() -> None:
    for one in (start().setup, question(start())):
        assert copy.copy(one) is one and copy.deepcopy(one) is one


def a_view_is_copied_with_its_state() -> None:
    state = start()
    seen = copy.deepcopy(view(state, 1))
    before = seen.json()
    apply(state, step_of(state))
    assert seen.json() == before != view(state, 1).json() and seen.seat == 1


def what_plays_is_not_pickled() -> None:
    state = start()
    for one, words in ((state, "its JSON"), (state.setup, "what describes it"), (question(state), "options"), (view(state, 0), "its JSON")):
        refused(lambda one=one: pickle.dumps(one), TypeError, "cannot be pickled", words)  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(step_of(state))) == step_of(state)


def a_catalog_is_copied_and_pickled_with_its_maps() -> None:
    played = playout(start(), seed=1).state
    catalog = played.setup.catalog
    for twin in (pickle.loads(pickle.dumps(catalog)), copy.deepcopy(catalog)):
        assert twin.digest == catalog.digest
        assert playout(arrange(twin, DESCRIBED).start(), seed=1).state.over


def ordinary_classes_can_be_derived_from() -> None:
    class Mine(IllegalChoice):
        pass

    class Dice(SeededDice):
        pass

    class Told(Event):
        pass

    assert Mine("no", [], []).reasons == [] and Dice("seed") and issubclass(Told, Event)


def classes_that_play_are_final_where_they_are_compiled() -> None:
    state = start()

    class Seen(View):
        pass

    class Game(State):
        pass

    for base, work in ((View, lambda: Seen(state, SeatId(0))), (State, lambda: Game(state.setup))):
        if is_compiled(base):
            refused(work, TypeError, "cannot inherit from compiled")
            refused(lambda base=base: setattr(state if base is State else view(state, 0), "mine", 1), AttributeError, "mine")  # type: ignore[misc]
        else:
            work()


def is_compiled(kind: type) -> bool:
    """Whether a class is compiled: its functions are none of Python's."""
    return not isinstance(vars(kind)["__init__"], FunctionType)


DOORS = (
    a_tuple_or_a_list_is_no_choice,
    whole_numbers_of_any_kind_make_a_choice,
    other_numbers_make_none,
    whole_numbers_of_any_kind_are_seats_seeds_and_limits,
    copies_of_a_state_are_independent,
    what_never_changes_is_its_own_copy,
    a_view_is_copied_with_its_state,
    what_plays_is_not_pickled,
    a_catalog_is_copied_and_pickled_with_its_maps,
    ordinary_classes_can_be_derived_from,
    classes_that_play_are_final_where_they_are_compiled,
)

if __name__ == "__main__":
    print(running())
    assert is_compiled(Setup) == is_compiled(State) == (running() == "compiled")  # `View` is not in a sample of the modules
    for door in DOORS:
        door()
        print(door.__name__)
    sys.exit()
