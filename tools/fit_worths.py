"""Learn what cards are worth in a team, from quick games of dealt teams: writes `bots/card_worths.toml`.

`python -m tools.fit_worths --games 6000` plays them (each deal twice, with the teams exchanged; about a tenth of a second a game with the
compiled rules) and keeps a row for each in `--rows`, from where it goes on if it was stopped. Worths are fitted to the points by which
games ended; the fewer games a card was in, the nearer to the average it is drawn. The same seed and cards give the same table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tipover.bots.card_worths import SHIPPED, Worths, printed_on
from tipover.bots.evaluate import Evaluator
from tipover.bots.quick_player import QuickPlayer
from tipover.cards.catalog import CHARACTER, Catalog
from tipover.cards.pack import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.ids import SIDE_OF
from tipover.lab.deals import passed_on
from tipover.lab.lab_games import side_attachments, side_figures
from tipover.play.deal import THREE, TWO, Wish, deal
from tipover.play.dice import Stream

Row = dict[str, list[list[str]] | list[int]]
ROUNDS = 8
DRAWN_TO_AVERAGE = 150.0  # games of an average card that every card is taken to have had as well: foretells games that were held back best
MOST_LEAD = 8  # points; by more a game is not more telling
TENTHS = 10.0


def played(catalog: Catalog, seed: str, number: int) -> list[Row]:
    """The two games of a deal: the teams and the points, by team."""
    dealt = deal(catalog, f"{seed}/{number}", Wish((THREE, TWO)[number % 2], rounds=ROUNDS, dealt=True))
    rows: list[Row] = []
    for described in (dealt, passed_on(dealt, 1)):
        setup = arrange(catalog, described)
        start = setup.start()
        end = QuickPlayer(Evaluator(start), 1 << 60).play_on(start, 1 << 60, Stream(f"{seed}/{number}", "dice"))
        sides = [SIDE_OF[end.team.index(place)] for place in range(len(setup.sides))]
        rows.append(
            {
                "figures": [side_figures(end, side) for side in sides],
                "attachments": [side_attachments(end, side) for side in sides],
                "points": [end.points[side] for side in sides],
            }
        )
    return rows


def kept_rows(catalog: Catalog, seed: str, games: int, path: Path) -> list[Row]:
    """The rows of so many games, those that are missing in the file played and added."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = lines[: len(lines) - len(lines) % 2]
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
        for number in range(len(lines) // 2, games // 2):
            new = [json.dumps(row, ensure_ascii=False) for row in played(catalog, seed, number)]
            file.writelines(f"{line}\n" for line in new)
            file.flush()
            lines += new
    return [json.loads(line) for line in lines[: games // 2 * 2]]


def fitted(rows: Sequence[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """The worth of every character and every attachment, from the teams it was in."""
    kinds = ("figures", "attachments")
    names = sorted({(kind, name) for row in rows for kind in kinds for team in row[kind] if isinstance(team, list) for name in team})
    place = {name: k for k, name in enumerate(names)}
    teams: NDArray[np.float64] = np.zeros((len(rows), len(names)))
    leads: NDArray[np.float64] = np.zeros(len(rows))
    for number, row in enumerate(rows):
        for side, sign in enumerate((1, -1)):
            points = row["points"][side]
            assert isinstance(points, int)
            leads[number] += sign * points
            for kind in kinds:
                team = row[kind][side]
                assert isinstance(team, list)
                for name in team:
                    teams[number, place[kind, name]] += sign
    leads = np.clip(leads, -MOST_LEAD, MOST_LEAD)
    found = np.linalg.solve(teams.T @ teams + DRAWN_TO_AVERAGE * np.eye(len(names)), teams.T @ leads)
    worths = {name: round(float(TENTHS * found[k]), 1) for name, k in place.items()}
    figures, attachments = ({name: worth for (one, name), worth in worths.items() if one == kind} for kind in kinds)
    return figures, attachments


def by_print(catalog: Catalog, worths: dict[str, float]) -> dict[str, float]:
    """What each of what is printed adds to a worth, as far as the worths of characters tell."""
    cards = [card for card in catalog.figures if card.kind == CHARACTER and card.name in worths]
    parts = list(printed_on(cards[0]))
    table = np.array([[printed_on(card)[part] for part in parts] for card in cards])
    worth = np.array([worths[card.name] for card in cards])
    found = np.linalg.solve(table.T @ table + len(cards) / 10 * np.eye(len(parts)), table.T @ worth)
    return {part: round(float(found[k]), 2) for k, part in enumerate(parts)}


def written(worths: Worths, made: str) -> str:
    """The table as a file."""
    lines = [f"# {made}", "# In tenths of a point by which a side with the card ends ahead."]
    for part, table in zip(Worths._fields, worths, strict=True):
        lines += ["", f"[{part}]", *(f"{json.dumps(name, ensure_ascii=False)} = {worth}" for name, worth in table.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play what is missing, fit, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6000, help="games to learn from")
    parser.add_argument("--seed", default="worths", help="of the deals and dice")
    parser.add_argument("--rows", type=Path, default=Path("tipover-lab/worths.jsonl"), help="where the games are kept")
    parser.add_argument("--to", type=Path, default=SHIPPED, help="where the table is written")
    chosen = parser.parse_args()
    chosen.rows.parent.mkdir(parents=True, exist_ok=True)
    catalog = load()
    rows = kept_rows(catalog, chosen.seed, chosen.games, chosen.rows)
    figures, attachments = fitted(rows)
    made = f"Written by `python -m tools.fit_worths --games {chosen.games} --seed {chosen.seed}`; cards {catalog.digest}."
    chosen.to.write_text(written(Worths(figures, attachments, by_print(catalog, figures)), made), encoding="utf-8")


if __name__ == "__main__":
    main()
