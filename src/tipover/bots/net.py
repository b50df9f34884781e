"""A net that says how much better a position is for a side than the evaluation by hand thinks, in whole numbers alone.

A first layer makes of each figure's row a few sums, cut off below zero, which are added up by side. A second layer compares two
sides at a time: sums of what one side has, what the other has and what the game is like, cut off below zero. What the first has
over the second is the difference of both ways round, so equal sides are always even. More than two sides are compared in pairs.

All sums of a layer lie side by side in one long number, `LANE` bits each: one product adds a feature to all of them, in pure Python
as quickly as in a compiled build. The same file gives the same numbers on every machine.
"""

from __future__ import annotations

from struct import unpack
from typing import Final, NamedTuple

LANE: Final = 32  # bits of a sum
FINE: Final = 1 << 14  # of a weight: so much is 1
ONE_BITS: Final = 4  # a feature of 16 is 1
SUM_BITS: Final = 18  # so a sum of 1 << 18 is 1
EMBED_SHIFT: Final = 12  # sums of figures are handed on with 64 as 1 ...
EMBED_FINE: Final = 1 << 12  # ... so their weights are that much
OUT_FINE: Final = 1 << 12
UNIT: Final = 1 << 30  # of the result: a lead of UNIT makes a side e times as likely to win
MOST_LEAD: Final = 6.0  # leads beyond it count as this much
MOST_KNOWN: Final = 60_000  # rows of figures whose sums are kept


class Look(NamedTuple):
    """A position in numbers (`features`)."""

    sides: list[list[int]]  # a row for each side, in the order of `setup.sides`
    figures: list[list[list[int]]]  # the rows of each side's figures
    game: list[int]  # a row for the game as a whole


class Net:
    """The weights, as whole numbers; rows by feature, in each a number for every sum."""

    __slots__ = (
        "_figure_columns",
        "_figure_form",
        "_figure_mask",
        "_figure_offset",
        "_figure_size",
        "_game_columns",
        "_known",
        "_side_columns",
        "_side_form",
        "_side_mask",
        "_side_offset",
        "_side_size",
        "_sum_columns",
        "bias",
        "direct",
        "direct_figure",
        "embed",
        "figure",
        "game",
        "hidden",
        "out",
        "own",
        "own_figure",
        "rival",
        "rival_figure",
    )  # fmt: skip

    def __init__(
        self, figure: list[list[int]], own: list[list[int]], rival: list[list[int]], own_figure: list[list[int]],
        rival_figure: list[list[int]], game: list[list[int]], bias: list[int], out: list[int], direct: list[int], direct_figure: list[int],
    ) -> None:  # fmt: skip
        self.figure = figure  # from a figure's row to its sums
        self.own = own  # from a side's row to the hidden sums, as the side that is judged
        self.rival = rival  # the same as its rival
        self.own_figure = own_figure  # from the sums of its figures, as the side that is judged
        self.rival_figure = rival_figure
        self.game = game
        self.bias = bias
        self.out = out
        self.direct = direct  # what each feature of a side counts besides, without the hidden layer
        self.direct_figure = direct_figure
        self.embed = len(direct_figure)
        self.hidden = len(bias)
        self._figure_columns = [packed(row) for row in figure]
        self._figure_offset = _offset(self.embed)
        self._figure_mask = (1 << LANE * self.embed) - 1  # what a file with wrong weights may bring beyond the lanes is cut off
        self._figure_form = f"<{self.embed}i"
        self._figure_size = self.embed * LANE // 8
        lanes = 2 * self.hidden + 1
        self._side_columns = [packed([*own[k], *rival[k], direct[k]]) for k in range(len(own))]
        self._sum_columns = [packed([*own_figure[k], *rival_figure[k], direct_figure[k]]) for k in range(self.embed)]
        self._side_offset = _offset(lanes)
        self._side_mask = (1 << LANE * lanes) - 1
        self._side_form = f"<{lanes}i"
        self._side_size = lanes * LANE // 8
        self._game_columns = [packed(row) for row in [*game, bias]]
        self._known: dict[bytes, tuple[int, ...]] = {}

    def leads(self, look: Look) -> list[float]:
        """How far each side is above the mean of all, as the logarithm of its odds."""
        shared = 0
        for value, column in zip(look.game, self._game_columns, strict=False):
            if value:
                shared += value * column
        shared += self._game_columns[-1]
        found: list[tuple[int, ...]] = []
        for row, figures in zip(look.sides, look.figures, strict=True):
            total = shared  # it has only the lanes of the side that is judged
            for value, column in zip(row, self._side_columns, strict=True):
                if value:
                    total += value * column
            if figures:
                for value, column in zip(self._summed(figures), self._sum_columns, strict=True):
                    if value:
                        total += value * column
            found.append(
                unpack(
                    self._side_form,
                    (((total + self._side_offset) ^ self._side_offset) & self._side_mask).to_bytes(self._side_size, "little"),
                )
            )
        number = len(found)
        leads = [0.0] * number
        for one in range(number):
            for other in range(one + 1, number):
                lead = self._lead(found[one], found[other])
                leads[one] += lead
                leads[other] -= lead
        return [min(MOST_LEAD, max(-MOST_LEAD, lead / number)) for lead in leads]

    def _lead(self, one: tuple[int, ...], other: tuple[int, ...]) -> float:
        """What one side is ahead of another, as the logarithm of its odds."""
        hidden = self.hidden
        total = 0
        for k, weight in enumerate(self.out):
            own = one[k] + other[hidden + k]
            if own > 0:
                total += own * weight
            turned = other[k] + one[hidden + k]
            if turned > 0:
                total -= turned * weight
        total += (one[2 * hidden] - other[2 * hidden]) * OUT_FINE
        return total / UNIT

    def _summed(self, figures: list[list[int]]) -> list[int]:
        """The sums of a side's figures."""
        whole = [0] * self.embed
        for row in figures:
            key = bytes([value & 255 for value in row])
            known = self._known.get(key)
            if known is None:
                total = 0
                for value, column in zip(row, self._figure_columns, strict=True):
                    if value:
                        total += value * column
                sums = unpack(
                    self._figure_form,
                    (((total + self._figure_offset) ^ self._figure_offset) & self._figure_mask).to_bytes(self._figure_size, "little"),
                )
                known = tuple([one >> EMBED_SHIFT if one > 0 else 0 for one in sums])
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[key] = known
            for k, one in enumerate(known):
                whole[k] += one
        return whole


def packed(row: list[int]) -> int:
    """Numbers side by side in one long number."""
    total = 0
    for place, one in enumerate(row):
        total += one << LANE * place
    return total


def _offset(lanes: int) -> int:
    """Half of what a lane can hold, in each: added, no lane borrows from the next; taken away bit by bit, it leaves numbers with a sign."""
    return sum([1 << LANE * place + LANE - 1 for place in range(lanes)])
