"""The compiled module of `shortcuts_taken.py` held to the interpreted one, number by number: `python try_shortcuts.py`."""

from __future__ import annotations

import gc
import importlib.util
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import NamedTuple, cast

from tipover.board import shortcuts_taken as compiled  # type: ignore[attr-defined]
from tipover.compiled import running

EDGES = (0, 1, 29, 30, 31, 59, 60, 61, 62, 63, 64, 89, 90, 91, 119, 120, 121, 149, 150, 180, 1024, 1199, 1200, 1201)


def interpreted() -> ModuleType:
    """The same module as Python runs it."""
    spec = importlib.util.spec_from_file_location("interpreted", Path(__file__).with_name("shortcuts_taken.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def told(work: Callable[..., object], *given: object) -> object:
    """What a function returns, or its error."""
    try:
        return work(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Pair(NamedTuple):
    """As one is, with a default."""

    one: object
    other: object = "other"


@dataclass(slots=True)
class Slotted:
    """As events are."""

    one: object
    other: object = "other"


@dataclass(slots=True)
class Derived(Slotted):
    """One more field than its base; two of three are given."""

    third: int = 3


@dataclass(slots=True)
class Careful:
    """One that does something when it is made."""

    one: object
    other: object = "other"

    def __post_init__(self) -> None:
        self.other = (self.one, self.other)


@dataclass(slots=True)
class Fresh:
    """One whose default is made anew."""

    one: object
    other: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Refusing:
    """One whose fields are written by a method of its own."""

    one: object
    other: object = "other"

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, (name, value))


@dataclass
class Loose:
    """A dataclass without slots."""

    one: object
    other: object = "other"


@dataclass(slots=True)
class ByName:
    """One field can only be given by its name."""

    one: object
    other: object = field(default="other", kw_only=True)


class Begun:
    """An ordinary class with a beginning of its own."""

    __slots__ = ("one", "other")

    def __init__(self, one: object, other: object = "other") -> None:
        self.one, self.other = other, one


class Doubled(Pair):
    """A named tuple's subclass that makes its objects itself."""

    def __new__(cls, one: object, other: object = "other") -> Doubled:
        return cast("Doubled", super().__new__(cls, (one, one), other))


CLASSES = (Pair, Slotted, Derived, Careful, Fresh, Refusing, Loose, ByName, Begun, Doubled, int, str, tuple, dict, complex)


def shape(made: object) -> object:
    """What an object is made of, and its type."""
    slots = getattr(type(made), "__slots__", ())
    return type(made), [getattr(made, name) for name in ("one", "other", "third") if name in slots or hasattr(made, name)] or repr(made)


def try_numbers(plain: ModuleType, draw: Random) -> None:
    near = [sign * ((1 << bits) + more) for bits in EDGES for sign in (1, -1) for more in (-1, 0, 1)]
    some = [sign * draw.getrandbits(draw.randrange(1, most)) for most in (200, 1300) for _ in range(200) for sign in (1, -1)]
    some += [(1 << draw.randrange(1, 1300)) | draw.getrandbits(20) for _ in range(100)]  # what is left of two of them is often short
    numbers = near + some
    for one in numbers:
        for other in near + draw.sample(some, 20):
            assert compiled.of_two(one, other) == plain.of_two(one, other), (one, other)
            assert compiled.product(one, other) == one * other, (one, other)
        for count in (*EDGES, 3, -1):
            assert told(compiled.shifted, one, count) == told(plain.shifted, one, count), (one, count)
        assert compiled.in_lists(one) == plain.in_lists(one), one


def try_lists(plain: ModuleType) -> None:
    for size in range(4):
        for place in (0, 1, 2, 3, -1, -2, -3, -4):
            assert told(compiled.item, [*range(size)], place) == told(plain.item, [*range(size)], place), (size, place)
            ours, theirs = [*range(size)], [*range(size)]
            assert told(compiled.put, ours, place, 900_000) == told(plain.put, theirs, place, 900_000), (size, place)
            assert ours == theirs


def try_containers(plain: ModuleType) -> None:
    some: list[object] = [0, 1, -1, 300, -300, 1 << 40, 1 << 100, True, 1.0, "a", None, (1,), float("nan")]
    for one in [*some, 2, 1 << 40 | 1, 300.0, False]:
        again = int(str(one)) if type(one) is int else one  # another object of the same number
        for container in ([], some, some[:7], some[::-1], [int(str(other)) for other in some[:7]]):
            assert compiled.has(container, again) == plain.has(container, again), (container, one)
    rows: dict[str, int] = {}
    for number in range(5):
        assert told(compiled.looked_up, rows, "a") == told(plain.looked_up, rows, "a")
        rows["a"] = number
        assert compiled.looked_up(rows, "a") == number
        assert compiled.looked_up({"a": 9, "b": number}, "".join("b")) == number
        assert compiled.looked_up({**rows}, "a") == number
    rows.clear()
    assert told(compiled.looked_up, rows, "a") == told(plain.looked_up, rows, "a") == "KeyError: 'a'"
    for length in range(1, 60):  # keys that come and go, at the same place in memory
        assert told(compiled.looked_up, {"x" * 7: 7, "y": 1}, "x" * length) == told(plain.looked_up, {"x" * 7: 7, "y": 1}, "x" * length)
    for name in (compiled.kept, None, 7, compiled.kept):
        compiled.kept = name
        assert compiled.named() is name


def try_calls(plain: ModuleType) -> None:
    for kind in CLASSES:
        for one, other in ((1, 2), ("a", None), ((1, 2), [3]), ([("a", 1)], 4)):
            for _ in range(3):  # the first time a class is looked at, then it is known
                made, expected = told(compiled.called, kind, one, other), told(plain.called, kind, one, other)
                assert shape(made) == shape(expected), kind
                made, expected = told(compiled.called_with_one, kind, one), told(plain.called_with_one, kind, one)
                assert shape(made) == shape(expected), kind
    assert compiled.called(Fresh, 1, []).other is not compiled.called_with_one(Fresh, 1).other
    for module in (compiled, plain):
        add = module.adder(7)
        assert (add(1), add(1, 2), add(1, other=2), add(other=2, one=1)) == (108, 10, 10, 10)
        assert "one" in str(told(add)) and "3" in str(told(add, 1, 2, 3))
        assert (module.both(1, 2), module.both(1, 2, 5), module.both(1, 2, fourth=9)) == ((1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 3, 9))


def try_objects(plain: ModuleType) -> None:
    for length in (1, 2, 63, 64, 65, 500):
        for _ in range(5):
            assert compiled.summed(compiled.chain(length)) == plain.summed(plain.chain(length))
    assert compiled.chain(200_000) is not None  # freed one inside the other
    gc.collect()
    count = sum(isinstance(one, compiled.Node) for one in gc.get_objects())
    assert count == 0, f"{count} objects are left"
    numbers = [1 << 100 | k for k in range(1000)]
    before = [sys.getrefcount(number) for number in numbers[:3]]
    for number in numbers:
        compiled.of_two(number, number + 1)
    assert [sys.getrefcount(number) for number in numbers[:3]] == before


class Rung(Exception):
    """What the alarm of `try_signals` raises."""


def ring(number: int, frame: FrameType | None) -> None:
    raise Rung


def try_signals() -> None:
    """What a signal raises in the middle of a product of long numbers comes out soon, and the program goes on."""
    number = (1 << 40_000) - 7
    expected = number**4
    signal.signal(signal.SIGALRM, ring)
    for _ in range(30):
        signal.setitimer(signal.ITIMER_REAL, 0.003)
        begun = time.monotonic()
        try:
            while time.monotonic() - begun < 20:
                assert compiled.powers(number, 3, 5) == expected
        except Rung:
            continue
        raise AssertionError("nobody heard the alarm")


if __name__ == "__main__":
    assert not isinstance(compiled.of_two, FunctionType), "the module is interpreted"
    same = interpreted()
    try_numbers(same, Random(1))
    try_lists(same)
    try_containers(same)
    try_calls(same)
    try_objects(same)
    try_signals()
    print(running())
