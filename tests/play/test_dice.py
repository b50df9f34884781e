"""Seeded dice reckoned by hand: one digest, several where 256 bits do not hold the weights, and draws made again."""

from __future__ import annotations

import hashlib
import hmac
from itertools import accumulate

import pytest

from tipover.engine.core import questions
from tipover.engine.core.decision import Decision
from tipover.engine.core.dice import rolls
from tipover.engine.core.ids import CHANCE
from tipover.play.dice import SeededDice, below

KEY = b"a seed"
ONE = 1 << 256  # what one digest holds


def digests(*messages: str) -> int:
    """The digests of these messages, one behind the other, as a number."""
    return int(b"".join(hmac.new(KEY, message.encode(), hashlib.sha256).digest() for message in messages).hex(), 16)


def test_what_256_bits_hold_is_one_digest() -> None:
    assert below(KEY, "7", ONE) == digests("7")
    assert below(KEY, "7", 6**4) == digests("7") % 6**4


@pytest.mark.parametrize("total", [ONE + 1, 3 * ONE, 6**100, ONE * ONE], ids=["one more", "three times", "a hundred dice", "512 bits"])
def test_beyond_them_a_second_digest_stands_behind_the_first(total: int) -> None:
    whole = ONE * ONE
    labels = [str(n) for n in range(1, 200) if digests(str(n), f"{n}/1") < whole - whole % total]
    assert len(labels) > 90
    assert [below(KEY, label, total) for label in labels] == [digests(label, f"{label}/1") % total for label in labels]


def test_beyond_512_bits_there_is_a_third() -> None:
    assert below(KEY, "7", ONE**3) == digests("7", "7/1", "7/2")


def test_a_number_in_the_incomplete_last_stretch_is_drawn_again_with_all_its_digests() -> None:
    total = ONE * ONE // 2 + 1  # the stretch is nearly half of all numbers
    again = {
        str(n): tries
        for n in range(1, 200)
        if (tries := next(k for k in range(99) if digests(*([f"{n}.{k}", f"{n}.{k}/1"] if k else [str(n), f"{n}/1"])) < total))
    }
    assert set(again.values()) >= {1, 2, 3}
    for label, tries in again.items():
        assert below(KEY, label, total) == digests(f"{label}.{tries}", f"{label}.{tries}/1")


def test_no_third_of_so_large_a_range_is_favoured() -> None:
    seen = [0, 0, 0]
    for n in range(3000):
        seen[below(KEY, str(n), 3 * ONE) // ONE] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in seen) < 13.8, "a chi-square that fair dice exceed once in a thousand seeds"


def test_a_roll_of_a_hundred_dice_is_answered_from_two_digests() -> None:
    options, weights = rolls(100)
    assert sum(weights) == 6**100 > ONE
    dice = SeededDice("a seed")
    for n in range(1, 6):
        drawn = below(KEY, str(n), 6**100)
        wanted = next(option for option, upto in zip(options, accumulate(weights), strict=True) if drawn < upto)
        assert dice.answer(Decision(questions.ROLL, [CHANCE], -1, -1, options, weights)) == wanted
        assert len(wanted.path) == 100
