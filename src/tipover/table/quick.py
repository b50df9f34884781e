"""Games without a set-up: matches that are ready to be played, and deals that keep what is wished for."""

from __future__ import annotations

import secrets
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from tipover.cards.catalog import CHARACTER, SIDES, Catalog
from tipover.engine.arrange import arrange, first_game
from tipover.engine.attachments import is_attachment
from tipover.engine.setup import Setup, SetupError
from tipover.play.deal import FIRST, MODES, THREE, TWO, ULTIMATE, Draw, Wish
from tipover.play.deal import deal as dealt
from tipover.table.protocol import DealWanted, QuickMatch, SetupDealt

MINUTES_OF_A_FIRST_GAME = 15
LONGEST_NAME = 80
MOST_NAMES = 12  # of one side: characters and attachments

Described = dict[str, Any]


def matches(catalog: Catalog) -> list[QuickMatch]:
    """The first game of every set that has one, then the other matches whose cards are all loaded."""
    return [*_first_games(catalog), *(found for one in _written() if (found := _match(catalog, one)) is not None)]


def match(catalog: Catalog, key: str) -> QuickMatch:
    """One match by its key; a key without one is a `SetupError`."""
    found = matches(catalog)
    for one in found:
        if one.key == key:
            return one
    raise SetupError(f"there is no ready-made match '{key[:LONGEST_NAME]}'; there are {', '.join(one.key for one in found)}")


def _first_games(catalog: Catalog) -> list[QuickMatch]:
    """First games with two sides, their characters dealt in the order of the box (FST-1); the smallest first."""
    packs = {pack.key: pack.name for pack in catalog.packs}
    setups: list[tuple[str, Setup]] = []
    for key in {key for scenario in catalog.scenarios if scenario.first for key in scenario.maps if key in packs}:
        try:
            setups.append((key, first_game(key, quick=True, catalog=catalog)))
        except (SetupError, IndexError):
            continue  # a pack that stands in for the set's own may have too few characters for its first game
    setups.sort(key=lambda one: (len(one[1].figures), one[1].grid.size, one[0]))
    return [_shown(f"first-{key}", f"First game: {packs[key]}", MINUTES_OF_A_FIRST_GAME, setup.source) for key, setup in setups]


@cache
def _written() -> list[Described]:
    text = (files("tipover.table") / "quick.toml").read_text("utf-8")
    found: list[Described] = tomllib.loads(text)["match"]
    return found


def _match(catalog: Catalog, written: Described) -> QuickMatch | None:
    """A written match; none if the packs in use have not got all its cards: a replaced pack may have others."""
    setup: Described = written["setup"]
    try:
        arrange(catalog, setup)
    except SetupError:
        return None
    return _shown(written["key"], written["title"], written["minutes"], setup)


def _shown(key: str, title: str, minutes: int, setup: Described) -> QuickMatch:
    teams = _teams(setup)
    return QuickMatch(
        key=key,
        title=title,
        about=f"{setup['map']}, {_numbers(setup)}, about {minutes} minutes",
        light=teams[0],
        dark=teams[1],
        setup=setup,
        scenario=setup["scenario"],
        further=teams[2:],
    )


def _teams(setup: Described) -> list[list[str]]:
    """Who and what each side has, by name."""
    teams: list[list[str]] = []
    for part in setup["sides"]:
        attached = [one if isinstance(one, str) else one["name"] for one in part.get("attachments", [])]
        alone = [part["ultimate"]] if "ultimate" in part else []
        teams.append([*alone, *part.get("figures", []), *attached])
    return teams


def _numbers(setup: Described) -> str:
    """`2 v 2`: the characters of each side; and what else one should know before one sits down."""
    said = " v ".join(str(len(part.get("figures", [])) + part.get("picks", 0) or 1) for part in setup["sides"])
    if any(part.get("seats", 1) > 1 for part in setup["sides"]):
        said += ", two players a side"
    if setup.get("secret"):
        said += ", picked in secret"
    return said


# -- deals -----------------------------------------------------------------------------------------------


def deal(wanted: DealWanted, catalog: Catalog) -> SetupDealt:
    """A fair set-up that keeps what is wished for; what cannot be played is a `SetupError` with its sentence."""
    _check(wanted)
    draw = wanted.seed or secrets.token_hex(8)
    teams = _completed(catalog, wanted, Draw(f"{draw} teams"))
    setup = dealt(catalog, draw, Wish(wanted.mode, wanted.map, wanted.scenario, teams, dealt=True, sides=wanted.sides))
    arrange(catalog, setup)
    return SetupDealt(setup, _teams(setup), str(setup["map"]), str(setup["scenario"]))


def _check(wanted: DealWanted) -> None:
    """Refuse what no deal can have before anything is looked up."""
    names = [wanted.mode, wanted.map, wanted.scenario, wanted.seed, *(name for team in wanted.teams for name in team)]
    if any(len(name) > LONGEST_NAME for name in names):
        raise SetupError(f"a name has at most {LONGEST_NAME} characters")
    if len(wanted.teams) > len(SIDES):
        raise SetupError(f"at most {len(SIDES)} sides play, not {len(wanted.teams)} (SUP-2)")
    if any(len(team) > MOST_NAMES for team in wanted.teams):
        raise SetupError(f"a side has at most {MOST_NAMES} characters and attachments together")
    if wanted.sides and wanted.mode != FIRST:
        raise SetupError("only a first game may be for another number of sides; each other mode has its own (FST-1)")
    if wanted.mode == FIRST and any(wanted.teams):
        raise SetupError("a first game deals its characters from its own box; take another mode to choose them (FST-1)")


def _completed(catalog: Catalog, wanted: DealWanted, draw: Draw) -> tuple[tuple[str, ...], ...]:
    """The teams wished for, those with too few characters filled up: to the mode's number, else to the largest team's."""
    teams = [tuple(team) for team in wanted.teams]
    if wanted.mode == ULTIMATE or (wanted.mode and wanted.mode not in MODES):
        return tuple(teams)
    people = [[name for name in team if not is_attachment(catalog, name)] for team in teams]
    size = {TWO: 2, THREE: 3}.get(wanted.mode, 0)
    if size and any(len(team) > size for team in people):
        raise SetupError(f"in {wanted.mode} a side has {size} characters, not {max(len(team) for team in people)} (SUP-3)")
    size = size or max(2, *(len(team) for team in people), 0)
    taken = {name for team in people for name in team}
    free = draw.mixed([card.name for card in catalog.figures if card.kind == CHARACTER and not card.basic and card.name not in taken])
    filled: list[tuple[str, ...]] = []
    for team, own in zip(teams, people, strict=True):
        lacking = size - len(own) if own else 0
        filled.append((*team, *free[:lacking]))
        free = free[lacking:]
    return tuple(filled)
