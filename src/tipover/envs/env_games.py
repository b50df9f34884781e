"""The games of an environment: always the same set-up, or one dealt from the seed of each reset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import Setup, SetupError
from tipover.play.deal import FFA_3, FFA_4, TEAMS, THREE, TWO, ULTIMATE, Wish, deal
from tipover.play.dice import below

ROUNDS = 30
_SEATS = {TWO: (2, 2), THREE: (2, 2), TEAMS: (4, 4), FFA_3: (3, 3), FFA_4: (4, 4), ULTIMATE: (2, 3)}  # fewest and most seats of a mode
_ANY = (2, 4)


class GameOptions(TypedDict, total=False):
    """What an environment may be told about its games.

    `setup`: a `Setup`, or the description of one; else what is given of `mode`, `map`, `scenario` and `teams` (names by side)
    is kept and the rest dealt from the seed of each reset. `picks`: teams that are not given may be picked in play, openly or
    in secret, not only dealt. `rounds`: the last round, if the set-up has none. `packs`: folders of further packs.
    """

    setup: Setup | Mapping[str, object] | None
    mode: str
    map: str
    scenario: str
    teams: Iterable[Iterable[str]]
    picks: bool
    rounds: int
    packs: Iterable[str | Path]


class Games:
    """Deals games according to `GameOptions`; invalid options raise a `SetupError` at once."""

    def __init__(
        self,
        setup: Setup | Mapping[str, object] | None = None,
        mode: str = "",
        map: str = "",
        scenario: str = "",
        teams: Iterable[Iterable[str]] = (),
        picks: bool = True,
        rounds: int = ROUNDS,
        packs: Iterable[str | Path] = (),
    ) -> None:
        if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= 9999:
            raise SetupError(f"'rounds' is the last round, 1 to 9999, so that every episode ends; not {rounds!r} (RND-5)")
        self.rounds = rounds
        wished = tuple(tuple(names) for names in teams)
        self._wish = Wish(mode, map, scenario, wished, rounds, not picks)
        self._fixed: Setup | None = None
        if setup is not None:
            if mode or map or scenario or wished:
                raise SetupError("give a set-up, or what to deal it from (mode, map, scenario, teams), not both")
            self._fixed = self._limited(setup, packs)
            self.fewest = self.seats = self._fixed.seat_count
            return
        self._catalog = load(*packs)
        self.deal(0)  # options that cannot be met must raise here, not at a later reset
        self.fewest, self.seats = _SEATS.get(mode, _ANY)

    def _limited(self, setup: Setup | Mapping[str, object], packs: Iterable[str | Path]) -> Setup:
        """A set-up with a last round."""
        if not isinstance(setup, Setup):
            return arrange(load(*packs), {"rounds": self.rounds, **setup})
        if setup.rounds:
            return setup
        if not setup.source:
            raise SetupError("this set-up has no last round, so its games may never end: give it 'rounds' (RND-5)")
        return arrange(setup.catalog, {**setup.source, "rounds": self.rounds})

    def deal(self, seed: int) -> Setup:
        """The set-up of a game with this seed."""
        if self._fixed is not None:
            return self._fixed
        return arrange(self._catalog, deal(self._catalog, seed, self._wish))


def after(seed: int) -> int:
    """The seed of the next episode, if a reset is given none."""
    return below(str(seed).encode(), "next episode", 1 << 63)
