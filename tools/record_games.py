"""Record games of one bot against another, with their analyses: `python -m tools.record_games master search:800 --games 10`.

Deals are dealt from the seed (2v2 and 3v3 by turns, one scenario after the other) and each is played twice, with the bots' sides exchanged.
`N.tip` is a game's record, `N.txt` what `tipover analyse` says of it; what is there already is not made again, so that a run that was
stopped goes on. `README.md` lists the games of the folder and who won how many. With bots that count positions and no milliseconds the
same seed and cards give the same games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tipover.bots import Bot, make
from tipover.cards.catalog import SIDES, Catalog
from tipover.cards.pack import load
from tipover.cli.analyse_command import analyse_command
from tipover.engine.core.arrange import arrange
from tipover.engine.view import view
from tipover.lab.interval import wilson
from tipover.lab.lab_games import side_figures
from tipover.play.deal import THREE, TWO, Wish, deal
from tipover.play.match import Match
from tipover.play.record import Record

SCENARIOS = ("Control", "Leaders", "Territory", "Flags")
ROUNDS = 12
COLUMNS = "120"
PAGE = "README.md"


def played(catalog: Catalog, seed: str, number: int, bots: tuple[str, str]) -> Record:
    """The record of game `number`: of deal `number // 2`, in the odd one with the bots' sides exchanged."""
    which = number // 2
    wish = Wish((TWO, THREE)[which % 2], scenario=SCENARIOS[which % len(SCENARIOS)], rounds=ROUNDS, dealt=True)
    setup = arrange(catalog, deal(catalog, f"{seed}/{which}", wish))
    names = bots if number % 2 == 0 else bots[::-1]
    seats: list[str] = [""] * setup.seat_count
    for name, own in zip(names, setup.seats, strict=True):
        for seat in own:
            seats[seat] = name
    players: list[Bot] = [make(name, f"{seed}/{number}/{seat}") for seat, name in enumerate(seats)]
    match = Match(setup, f"{seed}/{which}", seats)
    while (ask := match.state.decision) is not None:
        match.play(players[ask.seats[0]].choose(view(match.state, ask.seats[0]), ask))
    return Record.of(match)


class Told(NamedTuple):
    """A recorded game as the page lists it."""

    name: str  # of its files
    table: str  # scenario and map
    teams: list[str]  # bot and figures, by side
    winner: int  # whose place it is in `teams`, -1 if nobody won
    bots: list[str]
    points: str
    rounds: int


def told(catalog: Catalog, file: Path) -> Told:
    """What the page says of a record, from the game replayed."""
    match = Record.read(file).replay(catalog)
    state = match.state
    sides = state.setup.sides
    bots = [match.names[state.seats_of(side)[0]] for side in sides]
    teams = [f"{bot}: {', '.join(side_figures(state, side))}" for bot, side in zip(bots, sides, strict=True)]
    scenario = state.setup.scenario.name if state.setup.scenario else ""
    winner = list(sides).index(state.winner) if state.winner in sides else -1
    return Told(
        file.stem,
        f"{scenario}, {state.setup.map.name}",
        teams,
        winner,
        bots,
        " : ".join(str(state.points[side]) for side in sides),
        state.round,
    )


def page(games: Sequence[Told], bots: tuple[str, str], command: str) -> str:
    """The page that lists the games of a folder."""
    first = bots[0]
    score = sum(0.5 if game.winner < 0 else float(game.bots[game.winner] == first) for game in games)
    rows = [
        f"| {game.name} | {game.table} | {' | '.join(game.teams)} | {game.points} | {game.rounds} | "
        f"{'drawn' if game.winner < 0 else f'**{game.bots[game.winner]}**, {SIDES[game.winner]}'} | "
        f"[record]({game.name}.tip) | [analysis]({game.name}.txt) |"
        for game in games
    ]
    return "\n".join([
        f"# {first} against {bots[1]}",
        "",
        f"`{command}`: {len(games)} games, two of each deal with the sides exchanged, at most {ROUNDS} rounds. "
        f"**{first} scores {score:g} of {len(games)}, {wilson(score, len(games)).shown}** (a draw is half a win; Wilson's 95 % interval). "
        "`tipover replay FILE` shows a game, `tipover analyse FILE` makes its analysis again.",
        "",
        f"| game | scenario, map | {SIDES[0]} | {SIDES[1]} | points | rounds | won by | | |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
    ])  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and analyse what is missing in the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, help="as the lab names them, as in: master search:800")
    parser.add_argument("--games", type=int, default=10, help="how many, two of each deal")
    parser.add_argument("--seed", default="published", help="of deals, dice and bots")
    parser.add_argument("--into", type=Path, default=Path("docs/games"), help="the folder")
    parser.add_argument("--nodes", type=int, help="positions searched for each decision of the analysis; else as at the table")
    chosen = parser.parse_args(arguments)
    bots = (chosen.bots[0], chosen.bots[1])
    chosen.into.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.games):
        file = chosen.into / f"{number + 1:02}.tip"
        if not file.exists():
            file.write_text(played(load(), chosen.seed, number, bots).text(), encoding="utf-8")
        analysis = file.with_suffix(".txt")
        if not analysis.exists():
            few = ["--nodes", str(chosen.nodes)] if chosen.nodes else []
            found = CliRunner(env={"COLUMNS": COLUMNS}).invoke(analyse_command, [str(file), *few], catch_exceptions=False)
            analysis.write_text(found.stdout, encoding="utf-8")
        print(f"{file}: {Record.read(file).result}", flush=True)
        listed = [told(load(), one) for one in sorted(chosen.into.glob("*.tip"))]
        command = f"python -m tools.record_games {' '.join(bots)} --games {chosen.games} --seed {chosen.seed}"
        (chosen.into / PAGE).write_text(page(listed, bots, command), encoding="utf-8")


if __name__ == "__main__":
    main()
