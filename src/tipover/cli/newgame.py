"""A new game from options: a first game, a set-up file, or a deal that keeps what is wished for."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from tipover.bots import Bot, make
from tipover.cards.catalog import SIDES
from tipover.cli.files import catalog, read_setup
from tipover.cli.out import tell
from tipover.cli.sitting import Sitting
from tipover.engine.core.arrange import arrange, first_game
from tipover.engine.core.ids import side_named
from tipover.engine.core.setup import Setup
from tipover.play import deal
from tipover.play.match import Match
from tipover.play.printers import count

FIRST_GAMES = ["golden_girls", "squid_game", "marvel", "game_of_thrones"]


class NewGameOptions(NamedTuple):
    """What the options of `terminal` ask for."""

    first: str | None
    sides: int | None
    picks: bool | None
    hotseat: bool
    against: str | None
    side: str | None
    seed: str | None
    rounds: int | None
    anything: bool
    setup: str | None
    scenario: str | None
    map_name: str | None
    mode: str | None
    light: str | None
    dark: str | None
    third: str | None
    fourth: str | None

    def is_dealt(self) -> bool:
        """Whether the game is dealt rather than a first game or a file's."""
        return bool(self.anything or self.scenario or self.map_name or self.mode or self._teams())

    def _teams(self) -> tuple[tuple[str, ...], ...]:
        return teams_of(self.light, self.dark, self.third, self.fourth)

    def deal(self) -> deal.Wish:
        """As a wish to the dealer."""
        return deal.Wish(
            self.mode or "", self.map_name or "", self.scenario or "", self._teams(), self.rounds or 0, self.picks is False
        )  # fmt: skip

    def given(self) -> list[str]:
        """The options that say which new game it is."""
        options = {
            "--first": self.first, "--sides": self.sides, "--pick": self.picks, "--rounds": self.rounds,
            "--random": self.anything or None, "--setup": self.setup, "--scenario": self.scenario, "--map": self.map_name,
            "--mode": self.mode, "--light": self.light, "--dark": self.dark, "--third": self.third, "--fourth": self.fourth,
        }  # fmt: skip
        return [name for name, value in options.items() if value is not None]


def teams_of(*lists: str | None) -> tuple[tuple[str, ...], ...]:
    """The names of each side's list, up to the last side that has one."""
    teams = [tuple(name for part in (one or "").split(",") if (name := " ".join(part.split()))) for one in lists]
    while teams and not teams[-1]:
        teams.pop()
    return tuple(teams)


def table_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is played where: of `sim` too."""
    for option in reversed([
        click.option("--random", "anything", is_flag=True, help="Deal any mode, map, scenario, teams and attachments."),
        click.option("--setup", metavar="FILE", help="Play the set-up in this TOML or JSON file."),
        click.option("--scenario", metavar="NAME", help="Play this scenario; what else is not said is dealt."),
        click.option("--map", "map_name", metavar="NAME", help="Play on this map."),
        click.option("--mode", type=click.Choice(deal.MODES), help="How many against how many."),
    ]):  # fmt: skip
        function = option(function)
    return function


def team_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Who is on each side."""
    for side in reversed(SIDES):
        text = 'Its characters and attachments, as "Arya Stark, Stark Guard, Needle".' if side == SIDES[0] else f"Those of {side}."
        function = click.option(f"--{side}", metavar="NAMES", help=text)(function)
    return function


def check_one(first: str | None, setup: str | None, dealt: bool) -> None:
    """Refuse options that name two different games."""
    if sum((first is not None, setup is not None, dealt)) > 1:
        raise click.UsageError("Give one of --first, --setup, and --random or what is to be dealt (--scenario, --map, --mode, …).")


def new_game(wish: NewGameOptions, quiet: bool = False) -> Sitting:
    """A new game: you and bots, or people at every seat."""
    check_one(wish.first, wish.setup, wish.is_dealt())
    seed = wish.seed if wish.seed is not None else str(secrets.randbits(48))
    setup = _setup(wish, seed)
    yours = 0 if setup.colours else _team_of(setup, wish.side or SIDES[setup.sides[0]])
    bots: dict[int, Bot] = {}
    names = [f"player {seat + 1}" for seat in range(setup.seat_count)]
    if not wish.hotseat:
        kind = wish.against or "random"
        bots = {seat: make(kind, f"{seed}/{seat}") for seat in range(setup.seat_count) if seat not in setup.seats[yours]}
        names = [kind if seat in bots else "you" for seat in range(setup.seat_count)]
    match = Match(setup, seed, names)
    sitting = Sitting(match, bots, opening=f"side {wish.side}" if setup.colours and wish.side else "")
    if not quiet:
        _introduce(setup, seed, bots)
    return sitting


def _setup(wish: NewGameOptions, seed: str) -> Setup:
    cards = catalog()
    if wish.setup:
        described = read_setup(wish.setup, cards)
        return arrange(cards, described | ({"rounds": wish.rounds} if wish.rounds else {}))
    if wish.is_dealt():
        if wish.sides is not None:
            raise click.UsageError("--sides goes with a first game; in a dealt one --mode says how many sides play.")
        described = deal.deal(cards, seed, wish.deal())
        if wish.side:
            described.pop("colours", None)  # the side is chosen already
        return arrange(cards, described)
    several = wish.sides is not None and wish.sides > 2
    name = wish.first or ("marvel" if several else "golden_girls")
    picks = wish.first is not None if wish.picks is None else wish.picks
    return first_game(name, wish.sides or 2, quick=not picks, rounds=wish.rounds or 0, catalog=cards)


def _team_of(setup: Setup, side: str) -> int:
    number = side_named(side)
    if number not in setup.sides:
        raise click.UsageError(f"--side {side} does not play; this game has {', '.join(SIDES[s] for s in setup.sides)}.")
    return setup.sides.index(number)


def _introduce(setup: Setup, seed: str, bots: dict[int, Bot]) -> None:
    """Say what is played where, against whom, and by which texts of the scenario."""
    scenario = setup.scenario
    who = "You play against the random player." if bots else "People play every side."
    if scenario is None:
        tell(f"A game without a scenario on {setup.map.name}. {who}")
    else:
        tell(f"{scenario.name} on {setup.map.name}. {who} {' '.join(_rules(setup))}".rstrip())
        if scenario.wins_at:
            tell(f"{count(scenario.wins_at, 'point')} win the game at once (WIN-2).")
        elif setup.target:
            tell(f"At the end of a round {count(setup.target, 'point')}, and more than anyone else, win the game (WIN-1).")
    tell(f"A figure that loses a challenge is knocked down; one that loses again is knocked out. Dice seed {seed}.")
    tell("Type 'help' at any time.")


def _rules(setup: Setup) -> list[str]:
    """The scenario's own words: those for every side alone, those of a part with its name."""
    scenario = setup.scenario
    assert scenario is not None
    sides = {part: f"{side.capitalize()} ({part})" for side, part in scenario.parts.items()}
    titles = {"ultimate": "The ultimate", "others": "The others", **sides}
    return [f"{titles[key]}: {text}" if key in titles else " ".join(text.split()) for key, text in scenario.rules.items()]
