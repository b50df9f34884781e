"""Record games of one bot against another, with their analyses: `python -m tools.record_games master search:800 --games 10`.

Deals are dealt from the seed (2v2 and 3v3 by turns, one scenario after the other) and each is played twice, with the bots' sides exchanged.
`N.tip` is a game's record, `N.txt` what `tipover analyse` says of it; what is there already is not made again, so that a run that was
stopped goes on. With bots that count positions and no milliseconds the same seed and cards give the same games.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from click.testing import CliRunner

from tipover.bots import Bot, make
from tipover.cards.catalog import Catalog
from tipover.cards.pack import load
from tipover.cli.analyse_command import analyse_command
from tipover.engine.core.arrange import arrange
from tipover.engine.view import view
from tipover.play.deal import THREE, TWO, Wish, deal
from tipover.play.match import Match
from tipover.play.record import Record

SCENARIOS = ("Control", "Leaders", "Territory", "Flags")
ROUNDS = 12
COLUMNS = "120"


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


def main() -> None:
    """Play and analyse what is missing in the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, help="as the lab names them, as in: master search:800")
    parser.add_argument("--games", type=int, default=10, help="how many, two of each deal")
    parser.add_argument("--seed", default="published", help="of deals, dice and bots")
    parser.add_argument("--into", type=Path, default=Path("docs/games"), help="the folder")
    chosen = parser.parse_args()
    chosen.into.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.games):
        file = chosen.into / f"{number + 1:02}.tip"
        if not file.exists():
            file.write_text(played(load(), chosen.seed, number, (chosen.bots[0], chosen.bots[1])).text(), encoding="utf-8")
        told = file.with_suffix(".txt")
        if not told.exists():
            found = CliRunner(env={"COLUMNS": COLUMNS}).invoke(analyse_command, [str(file)], catch_exceptions=False)
            told.write_text(found.stdout, encoding="utf-8")
        print(f"{file}: {Record.read(file).result}", flush=True)


if __name__ == "__main__":
    main()
