"""The bots' stream of random numbers: its two ways of reckoning agree, and it never changes."""

import pytest

from tipover.play.stream import Stream

STOPS = (1, 2, 6, 100, 2**20 + 7, 2**31 - 1, 2**31, 2**32, 10**12, 2**64)


def by_definition(word: int, count: int) -> list[int]:
    """The first numbers of splitmix64 from a state, as its authors write it."""
    found = []
    for _ in range(count):
        word = (word + 0x9E3779B97F4A7C15) % 2**64
        z = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        found.append(z ^ (z >> 31))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_whole_words_and_halves_give_the_same_numbers(seed: int) -> None:
    """The compiled build reckons with halves; they are tried in pure Python too, where nothing can overflow unseen."""
    whole, halves = Stream(seed, "both"), Stream(seed, "both")
    for stop in STOPS * 5:
        assert whole.randrange(stop) == halves._by_halves(stop)


def test_the_numbers_are_those_of_splitmix64() -> None:
    stream = Stream(7, "test")
    begun = stream._whole
    assert [stream.randrange(2**64) for _ in range(200)] == by_definition(begun, 200)


def test_a_stream_is_the_same_in_every_version() -> None:
    stream = Stream("tipover", "version")
    assert [stream.randrange(1000) for _ in range(8)] == [478, 127, 564, 320, 868, 55, 940, 846]
