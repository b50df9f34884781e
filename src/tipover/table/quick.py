"""Games without a set-up page: ready-made matches, and deals that respect wishes."""

from __future__ import annotations

import secrets
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from tipover.cards.catalog import CHARACTER, SIDES, Catalog
from tipover.engine.core.arrange import MOST_FIGURES, arrange, first_game
from tipover.engine.core.attachments import is_attachment
from tipover.engine.core.language import ENGLISH, NoNames, Printer
from tipover.engine.core.said import ListPart, Part, Said, say
from tipover.engine.core.setup import Setup, SetupError
from tipover.engine.core.setup_faults import SetupFault
from tipover.engine.core.translations import Language, language
from tipover.play.deal import FFA_3, FFA_4, FIRST, MODES, TEAMS, THREE, TWO, ULTIMATE, DealError, Draw, Wish
from tipover.play.deal import deal as dealt
from tipover.table.protocol.content import QuickMatch
from tipover.table.protocol.people import DealWanted, SetupDealt

MINUTES_OF_A_FIRST_GAME = 15
LONGEST_NAME = 80
MOST_NAMES = 12  # characters and attachments of one side

Described = dict[str, Any]


def matches(catalog: Catalog, code: str = ENGLISH) -> list[QuickMatch]:
    """The first game of every set that has one, then the other matches whose cards are all loaded, in a language."""
    printer = Printer(NoNames(), language(code))
    return [*_first_games(catalog, printer), *(found for one in _written() if (found := _match(catalog, one, printer)) is not None)]


def setup_fault(error: SetupError) -> Part:
    """Why a set-up cannot be played, as part of a sentence: in the reader's language where the catalogue has it."""
    return error.said if isinstance(error, SetupFault) else str(error).removesuffix(".")


def match(catalog: Catalog, key: str) -> QuickMatch:
    """The match with this key; an unknown key raises `SetupError`. No other match is set up for it."""
    printer = Printer(NoNames(), language(ENGLISH))
    written = next((one for one in _written() if one["key"] == key), None)
    found = _match(catalog, written, printer) if written is not None else None
    if written is None:
        found = next((one for one in _first_games(catalog, printer, key.removeprefix("first-")) if one.key == key), None)
    if found is None:
        raise DealError(say("deal.no_match", name=key[:LONGEST_NAME], names=ListPart(tuple(one.key for one in matches(catalog)))))
    return found


def _first_games(catalog: Catalog, printer: Printer, only: str = "") -> list[QuickMatch]:
    """First games with two sides, smallest first, with characters dealt in the order of the box (FST-1); `only` that of one set."""
    packs = {pack.key: pack.name for pack in catalog.packs}
    setups: list[tuple[str, Setup]] = []
    for key in {key for scenario in catalog.scenarios if scenario.first for key in scenario.maps if key in packs and only in ("", key)}:
        try:
            setups.append((key, first_game(key, quick=True, catalog=catalog)))
        except (SetupError, IndexError):
            continue  # a pack that replaces a set may have too few characters for its first game
    setups.sort(key=lambda one: (len(one[1].figures), one[1].grid.size, one[0]))
    return [
        _shown(f"first-{key}", say("quick.first", set=packs[key]), MINUTES_OF_A_FIRST_GAME, setup.source, printer) for key, setup in setups
    ]


@cache
def _written() -> list[Described]:
    text = (files("tipover.table") / "quick.toml").read_text("utf-8")
    found: list[Described] = tomllib.loads(text)["match"]
    return found


def _match(catalog: Catalog, written: Described, printer: Printer) -> QuickMatch | None:
    """A ready-made match, or None if the loaded packs lack one of its cards, since a replaced pack may have others."""
    setup: Described = written["setup"]
    try:
        arrange(catalog, setup)
    except SetupError:
        return None
    return _shown(written["key"], say(f"quick.match.{written['key']}"), written["minutes"], setup, printer)


def _shown(key: str, title: Said, minutes: int, setup: Described, printer: Printer) -> QuickMatch:
    teams = _teams(setup)
    return QuickMatch(
        key=key,
        title=printer.text(title),
        about=printer.text(say("quick.about", map=setup["map"], numbers=_numbers(setup, printer.language), minutes=minutes)),
        light=teams[0],
        dark=teams[1],
        setup=setup,
        scenario=setup["scenario"],
        further=teams[2:],
    )


def _teams(setup: Described) -> list[list[str]]:
    """Names of the characters and attachments of each side."""
    teams: list[list[str]] = []
    for part in setup["sides"]:
        attached = [one if isinstance(one, str) else one["name"] for one in part.get("attachments", [])]
        alone = [part["ultimate"]] if "ultimate" in part else []
        teams.append([*alone, *part.get("figures", []), *attached])
    return teams


def _numbers(setup: Described, words: Language) -> str:
    """`2 v 2`: the number of characters of each side, and whether they are picked."""
    said = words.text("quick.against").join(str(len(part.get("figures", [])) + part.get("picks", 0) or 1) for part in setup["sides"])
    if any(part.get("seats", 1) > 1 for part in setup["sides"]):
        said += words.text("quick.two_a_side")
    if setup.get("secret"):
        said += words.text("quick.in_secret")
    return said


# -- deals -----------------------------------------------------------------------------------------------


def deal(wanted: DealWanted, catalog: Catalog) -> SetupDealt:
    """A fair set-up that respects the wishes; raises `SetupError` with a sentence if they cannot be met."""
    _check(wanted)
    draw = wanted.seed or secrets.token_hex(8)
    teams = _completed(catalog, wanted, Draw(f"{draw} teams"))
    setup = dealt(catalog, draw, Wish(wanted.mode, wanted.map, wanted.scenario, teams, dealt=True, sides=wanted.sides, size=wanted.size))
    arrange(catalog, setup)
    return SetupDealt(setup, _teams(setup), str(setup["map"]), str(setup["scenario"]))


def _check(wanted: DealWanted) -> None:
    """Refuse wishes that no deal can meet, before looking anything up."""
    names = [wanted.mode, wanted.map, wanted.scenario, wanted.seed, *(name for team in wanted.teams for name in team)]
    if any(len(name) > LONGEST_NAME for name in names):
        raise DealError(say("deal.name_too_long", most=LONGEST_NAME))
    if len(wanted.teams) > len(SIDES):
        raise DealError(say("deal.too_many_sides", "SUP-2", most=len(SIDES), number=len(wanted.teams)))
    if any(len(team) > MOST_NAMES for team in wanted.teams):
        raise DealError(say("deal.too_many_names", most=MOST_NAMES))
    if wanted.sides and wanted.mode != FIRST:
        raise DealError(say("deal.sides_of_first_game", "FST-1"))
    if wanted.size and (wanted.mode not in (TEAMS, FFA_3, FFA_4) or not 1 <= wanted.size <= MOST_FIGURES):
        raise DealError(say("deal.size_of_teams", "SUP-3", most=MOST_FIGURES))
    if wanted.mode == FIRST and any(wanted.teams):
        raise DealError(say("deal.box_of_first_game", "FST-1"))


def _completed(catalog: Catalog, wanted: DealWanted, draw: Draw) -> tuple[tuple[str, ...], ...]:
    """The wished-for teams, filled up with drawn characters to the mode's number, otherwise to the size of the largest team."""
    teams = [tuple(team) for team in wanted.teams]
    if wanted.mode == ULTIMATE or (wanted.mode and wanted.mode not in MODES):
        return tuple(teams)
    people = [[name for name in team if not is_attachment(catalog, name)] for team in teams]
    size = {TWO: 2, THREE: 3}.get(wanted.mode, 0)
    if size and any(len(team) > size for team in people):
        raise DealError(say("deal.team_too_large", "SUP-3", mode=wanted.mode, size=size, number=max(len(team) for team in people)))
    size = size or max(2, *(len(team) for team in people), 0)
    taken = {name for team in people for name in team}
    free = draw.mixed([card.name for card in catalog.figures if card.kind == CHARACTER and not card.basic and card.name not in taken])
    filled: list[tuple[str, ...]] = []
    for team, own in zip(teams, people, strict=True):
        lacking = size - len(own) if own else 0
        filled.append((*team, *free[:lacking]))
        free = free[lacking:]
    return tuple(filled)
