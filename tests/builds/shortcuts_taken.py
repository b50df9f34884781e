"""Compiled beside the package by `test_shortcuts.py`, to be held to what Python itself makes of the same."""

from __future__ import annotations

from collections.abc import Callable


def of_two(one: int, other: int) -> list[object]:
    """What two numbers give."""
    return [one & other, one | other, one ^ other, one + other, one - other, ~one, -one, one == other, one != other, one < other, bool(one)]


def product(one: int, other: int) -> int:
    """What two numbers give when they are multiplied."""
    return one * other


def powers(number: int, count: int, rounds: int) -> int:
    """So many products of a number with itself, again and again: time enough for a signal to come in the middle of one."""
    made = number
    for _ in range(rounds):
        made = number
        for _ in range(count):
            made = made * number
    return made


def shifted(number: int, count: int) -> list[int]:
    """A number shifted both ways."""
    return [number >> count, number << count]


def in_lists(number: int) -> list[int]:
    """A number put into a list and taken out in every way there is."""
    found = [number]
    found.append(number + 1)
    found[0] = found[1] - 1
    found[-1] = found[0]
    return [found[0], found[1], found[-1], found[len(found) - 2], *[one for one in found]]


def item(numbers: list[int], place: int) -> int:
    """The item of a list."""
    return numbers[place]


def put(numbers: list[int], place: int, number: int) -> None:
    """Write an item of a list."""
    numbers[place] = number


def called(work: Callable[..., object], one: object, other: object) -> object:
    """What a function or a class makes of two things."""
    return work(one, other)


def called_with_one(work: Callable[..., object], one: object) -> object:
    """What a function or a class makes of one thing."""
    return work(one)


class Node:
    """A compiled class, of which many objects come and go."""

    def __init__(self, number: int, after: Node | None) -> None:
        self.number = number
        self.after = after
        self.work = [number]


def chain(length: int) -> Node | None:
    """Objects that hold one another."""
    first: Node | None = None
    for number in range(length):
        first = Node(number, first)
    return first


def summed(first: Node | None) -> int:
    """The numbers of a chain, and a ring made of it and dropped."""
    total, last = 0, first
    while last is not None:
        total += last.number + last.work[0]
        if last.after is None:
            break
        last = last.after
    if last is not None:
        last.after = first  # only the collector can free it now
    return total


def adder(more: int) -> Callable[[int, int], int]:
    """A function kept as a value."""

    def add(one: int, other: int = 100) -> int:
        return one + other + more

    return add


def both(one: int, other: int, third: int = 3, fourth: int = 4) -> tuple[int, int, int, int]:
    """Arguments with defaults."""
    return one, other, third, fourth


kept: object = "a name of the module that can be replaced"


def has(container: list[object], one: object) -> bool:
    """Whether something is in a list."""
    return one in container


def looked_up(rows: dict[str, int], name: str) -> int:
    """What a dictionary has under a name."""
    return rows[name]


def named() -> object:
    """What a name of the module means now."""
    return kept
