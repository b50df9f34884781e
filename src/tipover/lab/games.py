"""One game of an experiment: what is dealt, who sits where, what came of it. The same on every machine and in any process."""

from __future__ import annotations

import time
import traceback
from pathlib import PurePath
from typing import NamedTuple

from tipover.bots import Bot, make
from tipover.cards.catalog import CHARACTER, SIDES, Catalog
from tipover.cards.pack import load
from tipover.engine.arrange import arrange
from tipover.engine.attachments import names_of
from tipover.engine.run import apply
from tipover.engine.setup import Setup
from tipover.engine.state import NOBODY, State
from tipover.engine.view import view
from tipover.lab import LabError
from tipover.play.deal import Described, Wish, deal
from tipover.play.dice import SeededDice

Row = dict[str, object]
MOST_TRIES = 60  # deals looked at until one has a card of the pack that is wanted


class NothingOfPack(LabError):
    """Deals of a kind in which a pack has no part."""


class Player(NamedTuple):
    """A contestant: a bot, perhaps with a team it brings along, perhaps with weights for its evaluation."""

    bot: str
    team: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    label: str = ""

    @property
    def name(self) -> str:
        """How it is written: `greedy`, or `greedy=Name, Name`."""
        return self.label or (f"{self.bot}={', '.join(self.team)}" if self.team else self.bot)

    def sit(self, seed: str) -> Bot:
        """Its bot for one seat."""
        if not self.weights:
            return make(self.bot, seed)
        from tipover.bots.greedy import GreedyBot
        from tipover.bots.weights import Weights

        return GreedyBot(seed, weights=Weights(*self.weights))


class Game(NamedTuple):
    """A game to be played, as plain data. `key` names it in its run; `turn`: by how many places the dealt teams are passed on.

    The deal, the dice and each seat's stream come of `seed` alone: games that differ only in who sits where, or in
    `turn`, are dealt alike and roll from the same numbers.
    """

    key: str
    folders: tuple[str, ...]
    seed: str
    wish: Wish
    players: tuple[Player, ...]  # by side, clockwise from light
    turn: int = 0
    pack: str = ""  # only deals with a card of this pack


_catalogs: dict[tuple[str, ...], Catalog] = {}


def catalog_of(folders: tuple[str, ...]) -> Catalog:
    """The packs of a run, read once in a process."""
    if folders not in _catalogs:
        _catalogs[folders] = load(*folders, forgiving=True)  # what is left out was said when the run was planned
    return _catalogs[folders]


def described(game: Game) -> Described:
    """The set-up of a game: dealt from its seed, its players' own teams with them, the teams passed on by `turn`."""
    catalog = catalog_of(game.folders)
    count = len(game.players)
    teams = tuple(game.players[(k + game.turn) % count].team for k in range(count))  # as they sat before they were passed on
    wish = game.wish._replace(teams=teams) if any(teams) else game.wish
    dealt = _with_pack(catalog, game, wish) if game.pack else deal(catalog, game.seed, wish)
    return passed_on(dealt, game.turn) if game.turn else dealt


def _with_pack(catalog: Catalog, game: Game, wish: Wish) -> Described:
    """The first of the seed's deals in which a card of the pack is played, or its scenario or map if it has no cards."""
    figures = [card.name for card in catalog.figures if card.pack == game.pack and card.kind == CHARACTER]
    cards = {*figures, *(name for name in names_of(catalog) if _pack_of(catalog, name) == game.pack)}
    for number in range(MOST_TRIES):
        dealt = deal(catalog, f"{game.seed}.{number}", wish)
        if cards & {name for part in parts_of(dealt) for name in (*figures_of(part), *attachments_of(part))} if cards else _is_on(catalog, game.pack, dealt):
            return dealt
    raise NothingOfPack(f"in {MOST_TRIES} deals nothing of the pack '{game.pack}' came up; wish for its scenario or map")


def _pack_of(catalog: Catalog, attachment: str) -> str:
    figure, piece = catalog.figure(attachment), catalog.piece(attachment)
    return catalog.figures[figure].pack if figure >= 0 else catalog.pieces[piece].pack if piece >= 0 else ""


def _is_on(catalog: Catalog, pack: str, dealt: Described) -> bool:
    """Whether a deal's scenario or map is of a pack."""
    scenario, one = catalog.scenario(str(dealt.get("scenario"))), catalog.map(str(dealt.get("map")))
    return pack in (scenario.pack if scenario else "", one.pack if one else "")


def passed_on(dealt: Described, turn: int) -> Described:
    """The same deal with each side's team gone to the side `turn` places on: who they are, what they have, not where they start."""
    parts = parts_of(dealt)
    return {**dealt, "sides": [{**parts[(k - turn) % len(parts)], "side": part["side"]} for k, part in enumerate(parts)]}


def parts_of(dealt: Described) -> list[dict[str, object]]:
    """The sides of a description."""
    parts = dealt.get("sides")
    assert isinstance(parts, list)
    return parts


def figures_of(part: dict[str, object]) -> list[str]:
    """The names of a described side's characters, an ultimate's among them."""
    figures = part.get("figures", [])
    assert isinstance(figures, list)
    return [str(name) for name in figures] + ([str(part["ultimate"])] if "ultimate" in part else [])


def attachments_of(part: dict[str, object]) -> list[str]:
    """The names of a described side's attachments."""
    found = part.get("attachments", [])
    assert isinstance(found, list)
    return [str(one["name"]) if isinstance(one, dict) else str(one) for one in found]


class Ended(NamedTuple):
    """A game that is over: its last state, how many decisions it took, and who went first in round 1."""

    state: State
    decisions: int
    first: int


def play_out(setup: Setup, bots: list[Bot], seed: str) -> Ended:
    """Play from set-up to the end, bots by seat; who went first is noted on the way, for the marker moves on."""
    dice = SeededDice(seed)
    state = setup.start()
    count, first = 0, NOBODY
    while (ask := state.decision) is not None:
        count += 1
        if ask.weights is not None:
            apply(state, dice.answer(ask))
        else:
            seat = ask.seats[0]
            apply(state, bots[seat].choose(view(state, seat), ask))
        if first == NOBODY:
            first = state.first
    return Ended(state, count, first)


def play(game: Game) -> Row:
    """What came of a game; a fault of our own is a row too, so that one broken game does not end a long run."""
    began = time.perf_counter()
    try:
        row = _row(game)
    except LabError:
        raise
    except Exception as error:
        row = {"game": game.key, "seed": game.seed, "fault": f"{type(error).__name__}: {error}{_place_of(error)}"}
    row["seconds"] = round(time.perf_counter() - began, 3)
    return row


def _row(game: Game) -> Row:
    dealt = described(game)
    setup = arrange(catalog_of(game.folders), dealt)
    bots: list[Bot] = [make("random", "")] * setup.seat_count
    for player, seats in zip(game.players, setup.seats, strict=True):
        for seat in seats:
            bots[seat] = player.sit(f"{game.seed}/{seat}")
    state, decisions, first = play_out(setup, bots, game.seed)
    teams = [
        {"side": part["side"], "player": player.name, "figures": figures_of(part), "attachments": attachments_of(part)}
        for part, player in zip(parts_of(dealt), game.players, strict=True)
    ]
    return {
        "game": game.key, "seed": game.seed, "mode": game.wish.mode, "scenario": setup.scenario.name if setup.scenario else "",
        "map": setup.map.name, "teams": teams,
        "first": state.team[first] if first >= 0 else -1,
        "winner": state.team[state.winner] if state.winner >= 0 else -1,
        "sides": [SIDES[state.team.index(k)] for k in range(len(teams))],
        "points": [state.points[state.team.index(k)] for k in range(len(teams))],
        "rounds": state.round, "decisions": decisions, "digest": state.digest(),
    }  # fmt: skip


def _place_of(error: Exception) -> str:
    """Where in our own code something broke."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        path = PurePath(frame.filename)
        if "tipover" in path.parts:
            place = f" ({path.parent.name}/{path.name}:{frame.lineno})"
    return place


def play_chunk(games: list[Game]) -> list[Row]:
    """Several games in a row: the work of one task."""
    return [play(game) for game in games]
