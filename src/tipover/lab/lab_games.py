"""One game of an experiment: the deal, the seating and the result, which is the same on every machine and in any process."""

from __future__ import annotations

import time
import traceback
from functools import lru_cache
from pathlib import Path, PurePath
from typing import NamedTuple

from tipover.bots import Bot, make
from tipover.bots.net import Net
from tipover.bots.net_file import NetError, read_net
from tipover.bots.playout import play_out
from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE, SIDES, Catalog
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.ids import NO_SIDE, PIECE_THING, SIDE_OF, Side
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.queries.figures import attachment_name
from tipover.lab import LabError
from tipover.lab.deals import deal_with, passed_on
from tipover.lab.train_games import packed, sampled_game
from tipover.play.collection_pause import CollectionPause
from tipover.play.deal import Described, Wish, deal

Row = dict[str, object]


class Player(NamedTuple):
    """A contestant: a bot, perhaps with a team it brings along, perhaps with weights or a net for its evaluation."""

    bot: str
    team: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    label: str = ""
    net: str = ""  # the file of the net that it judges by; the bot is one that can have a net

    @property
    def name(self) -> str:
        """Its name: `greedy`, or `greedy=Name, Name`."""
        return self.label or (f"{self.bot}={', '.join(self.team)}" if self.team else self.bot)

    def sit(self, seed: str) -> Bot:
        """Its bot for one seat."""
        if not self.weights:
            return make(self.bot, seed, _net_of(self.net) if self.net else None)
        from tipover.bots.greedy import GreedyBot
        from tipover.bots.weights import Weights

        return GreedyBot(seed, weights=Weights(*self.weights))


class LabGame(NamedTuple):
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
    sampled: int = 0  # in a training run: positions that the learner judges for a turn (`train_games`)


_catalogs: dict[tuple[str, ...], Catalog] = {}


def catalog_of(folders: tuple[str, ...]) -> Catalog:
    """The catalog of a run (cached in each process)."""
    if folders not in _catalogs:
        _catalogs[folders] = load(*folders, forgiving=True)  # packs left out were reported when the run was planned
    return _catalogs[folders]


@lru_cache(maxsize=4)
def _net_of(path: str) -> Net:
    """The net in a file (cached in each process)."""
    try:
        return read_net(Path(path))
    except NetError as error:
        raise LabError(str(error)) from None


def described(game: LabGame) -> Described:
    """The description of a game's set-up: dealt from its seed with the players' own teams, which move `turn` sides on."""
    catalog = catalog_of(game.folders)
    count = len(game.players)
    teams = tuple(game.players[(k + game.turn) % count].team for k in range(count))  # before they are moved
    wish = game.wish._replace(teams=teams) if any(teams) else game.wish
    dealt = deal_with(catalog, game.pack, game.seed, wish) if game.pack else deal(catalog, game.seed, wish)
    return passed_on(dealt, game.turn) if game.turn else dealt


def play(game: LabGame) -> Row:
    """Play a game and return its row; an internal error is a row too, so that one broken game does not end a long run."""
    began = time.perf_counter()
    try:
        row = _row(game)
    except LabError:
        raise
    except Exception as error:
        row = {"game": game.key, "seed": game.seed, "fault": f"{type(error).__name__}: {error}{_place_of(error)}"}
    row["seconds"] = round(time.perf_counter() - began, 3)
    return row


def _row(game: LabGame) -> Row:
    setup = arrange(catalog_of(game.folders), described(game))
    if game.sampled:
        return _training_row(game, setup)
    bots: list[Bot] = [make("random", "")] * setup.seat_count
    for player, seats in zip(game.players, setup.seats, strict=True):
        for seat in seats:
            bots[seat] = player.sit(f"{game.seed}/{seat}")
    with CollectionPause():  # no bot leaves anything that refers to itself
        played = play_out(setup, bots, game.seed)
    return _told(game, setup, *played)


def _training_row(game: LabGame, setup: Setup) -> Row:
    """The row of a game that samples are taken of."""
    net = game.players[0].net
    found = sampled_game(setup, game.seed, game.sampled, _net_of(net) if net else None)
    return _told(game, setup, found.state, 0, NO_SIDE) | {"turns": found.turns, "samples": packed(found.numbers)}


def _told(game: LabGame, setup: Setup, state: State, decisions: int, first: Side) -> Row:
    sides = [SIDE_OF[state.team.index(place)] for place in range(len(game.players))]  # where colours are chosen, not as they were described
    return {
        "game": game.key, "seed": game.seed, "mode": game.wish.mode, "scenario": setup.scenario.name if setup.scenario else "",
        "map": setup.map.name,
        "teams": [
            {"side": SIDES[side], "player": player.name, "figures": side_figures(state, side), "attachments": side_attachments(state, side)}
            for side, player in zip(sides, game.players, strict=True)
        ],
        "first": state.team[first] if first >= 0 else -1,
        "winner": state.team[state.winner] if state.winner >= 0 else -1,
        "points": [state.points[side] for side in sides],
        "rounds": state.round, "decisions": decisions, "digest": state.digest(),
    }  # fmt: skip


def side_figures(state: State, side: Side) -> list[str]:
    """The characters of a side, including those it picked."""
    return [
        state.name(k)
        for k, slot in zip(state.setup.figure_ids, state.setup.figures, strict=True)
        if slot.side == side and slot.kind == CHARACTER and state.card[k] >= 0
    ]


def side_attachments(state: State, side: Side) -> list[str]:
    """The attachments of a side, including those it picked."""
    setup = state.setup
    items = [PIECE_THING[k] for k, slot in enumerate(setup.pieces) if slot.side == side and slot.sort == "item" and state.owner[k] >= 0]
    others = [
        k
        for k, slot in zip(setup.figure_ids, setup.figures, strict=True)
        if slot.side == side and slot.kind in (COMPANION, OBJECTIVE) and state.card[k] >= 0
    ]
    return [attachment_name(state, thing) for thing in (*items, *others)]


def _place_of(error: Exception) -> str:
    """The file and line of our code where an error was raised."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        path = PurePath(frame.filename)
        if "tipover" in path.parts:
            place = f" ({path.parent.name}/{path.name}:{frame.lineno})"
    return place


def play_chunk(games: list[LabGame]) -> list[Row]:
    """Play several games one after another, as one task."""
    return [play(game) for game in games]
