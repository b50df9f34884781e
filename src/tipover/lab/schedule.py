"""What an experiment plays: the scenarios, maps and modes that its deals cycle through, and its players."""

from __future__ import annotations

from collections.abc import Sequence

from tipover.bots import UnknownBot, make
from tipover.cards.catalog import Catalog, suggestion
from tipover.engine.core.arrange import arrange
from tipover.engine.core.attachments import is_attachment
from tipover.engine.core.setup import SetupError
from tipover.lab import LabError
from tipover.lab.lab_games import Player
from tipover.play.deal import FFA_3, FFA_4, FIRST, MODES, THREE, TWO, ULTIMATE, Wish, deal

TWO_SIDED = (TWO, THREE, ULTIMATE, FIRST)  # one seat a side; the first that fits is the default
SIDES_OF = {FFA_3: 3, FFA_4: 4}  # all other modes are for two
DEFAULT_SCENARIOS = 3
ROUNDS = 30  # a game that is not over by then is drawn (RND-5)


def contestant(text: str) -> Player:
    """A player from `BOT`, or from `BOT=NAMES` with its own team."""
    bot, _, names = text.partition("=")
    team = tuple(name for part in names.split(",") if (name := " ".join(part.split())))
    if "=" in text and not team:
        raise LabError(f"'{text}' names no team; a bot with a team is written BOT=NAME, NAME")
    try:
        make(bot, "")
    except UnknownBot as error:
        raise LabError(str(error)) from None
    return Player(bot.strip().lower(), team)


def contestants(texts: Sequence[str]) -> list[Player]:
    """The players of a run; each may be named only once."""
    players = [contestant(text) for text in texts]
    names = [player.name for player in players]
    if len(players) < 2:
        raise LabError("an arena needs at least two players; name bots, as in: greedy random")
    for name in names:
        if names.count(name) > 1:
            raise LabError(f"'{name}' is named twice; a player does not meet itself")
    return players


def differing_scenarios(catalog: Catalog, number: int = DEFAULT_SCENARIOS) -> list[str]:
    """The first scenarios of the packs for two sides with any teams that differ in the areas they need."""
    found: dict[tuple[str, ...], str] = {}
    for one in catalog.scenarios:
        if not one.first and not one.ultimate and not one.parts and 2 in one.sides:
            found.setdefault(tuple(one.areas), one.name)
    return list(found.values())[:number]


def wishes(
    catalog: Catalog, modes: Sequence[str] = (), scenarios: Sequence[str] = (), maps: Sequence[str] = (),
    teams: tuple[tuple[str, ...], ...] = (), rounds: int = ROUNDS, picks: bool = False, players: Sequence[Player] = (), every: bool = False,
) -> list[Wish]:  # fmt: skip
    """Every playable combination of what is chosen; a choice that fits nothing raises the error of the dealer.

    Without a mode, the first mode for two sides that fits a scenario and map is used, or with `every` all of them.
    """
    _known(modes, MODES, "mode")
    _known(scenarios, [one.name for one in catalog.scenarios], "scenario")
    _known(maps, [one.name for one in catalog.maps], "map")
    found: list[Wish] = []
    refused = ""
    for scenario in scenarios or ("",):
        for name in maps or ("",):
            for mode in modes or TWO_SIDED:
                wish = Wish(mode, name, scenario, teams, rounds, not picks, 2 if mode == FIRST else 0)  # a first game may have more sides
                try:
                    _try(catalog, wish, players)
                except SetupError as error:
                    refused = refused or str(error)
                    continue
                found.append(wish)
                if not modes and not every:
                    break
    used = {part for wish in found for part in wish[:3]}
    if not found or any(one not in used for one in (*modes, *scenarios, *maps)):
        raise LabError(refused or "nothing can be played with this")
    return found


def whole_deals(sizes: Sequence[int], games: int) -> tuple[int, int]:
    """The number of deals, cycling through these sizes, that contain at least `games` games, and their number of games."""
    turns = games // sum(sizes)
    deals, count = turns * len(sizes), turns * sum(sizes)
    for size in sizes:
        if count >= games:
            break
        deals, count = deals + 1, count + size
    return deals, count


def _known(chosen: Sequence[str], known: list[str], sort: str) -> None:
    folded = {one.lower() for one in known}
    for one in chosen:
        if " ".join(one.lower().split()) not in folded:
            raise LabError(f"there is no {sort} '{one}'{suggestion(one, known) or '; there are ' + ', '.join(known)}")


def _check_size(catalog: Catalog, team: tuple[str, ...], mode: str) -> None:
    """Raise if a named team does not have as many characters as its mode."""
    figures = [name for name in team if not is_attachment(catalog, name)]
    wanted = {TWO: 2, THREE: 3}.get(mode, 0)
    if team and wanted and len(figures) != wanted:
        raise SetupError(f"a team of {mode} has {wanted} characters, not {len(figures)}: {', '.join(team)} (SUP-3)")


def _try(catalog: Catalog, wish: Wish, players: Sequence[Player]) -> None:
    """Deal a game of every pair of players with teams; raises a `SetupError` if one cannot be played."""
    with_teams = [player for player in players if player.team]
    lineups = [(one, other) for k, one in enumerate(players) for other in players[k + 1 :]] if with_teams else []
    for one, other in lineups or [(Player(""), Player(""))]:
        teams = (one.team, other.team) if one.team or other.team else wish.teams
        for team in teams:
            _check_size(catalog, team, wish.mode)
        arrange(catalog, deal(catalog, "0", wish._replace(teams=teams)))


def pack_key(catalog: Catalog, name: str) -> str:
    """A pack by its key or its name."""
    for pack in catalog.packs:
        if name.strip().lower() in (pack.key.lower(), pack.name.lower()):
            return pack.key
    known = [pack.key for pack in catalog.packs]
    raise LabError(f"there is no pack '{name}'{suggestion(name, known) or '; there are ' + ', '.join(known)}")
