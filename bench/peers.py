"""Random play of other games' engines beside this one's, in one run: `python -m bench.peers --peers PYTHON [--rounds N]`.

`PYTHON` is the interpreter of a throw-away environment with `chess` and `catanatron` in it (`python3 -m venv /tmp/peers` and
`/tmp/peers/bin/pip install chess catanatron`); they are no dependency of this project. Each engine plays in processes of its own,
by turns, whole games with every option listed at every decision, each by its own way to play at random: catanatron's `play_tick`, this
engine's `playout`, python-chess by a loop, because it has none. Of each the quickest game of its kind counts, in processor time. What a
loop in Python around this engine reaches, which checks each answer once more and lets the collector run, stands beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BAR = 4  # times each of them, compiled, with every card text live

CHESS = """
import json, random, time, chess
found = []
for seed in range(4):
    draw, board, count = random.Random(seed), chess.Board(), 0
    begun = time.process_time()
    while count < 400 and not board.is_game_over():
        board.push(draw.choice(list(board.legal_moves)))
        count += 1
    found.append((time.process_time() - begun) / count)
print(json.dumps({"python-chess": [min(found)]}))
"""

CATANATRON = """
import json, random, time
from catanatron import Game, RandomPlayer, Color
found = []
for seed in range(4):
    random.seed(seed)
    game, count = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed), 0
    begun = time.process_time()
    while game.winning_color() is None and count < 3000:
        game.play_tick()
        count += 1
    found.append((time.process_time() - begun) / count)
print(json.dumps({"catanatron": [min(found)]}))
"""

TIPOVER = """
import json, time
from bench.pace import _random_game, settle
from bench.engine import without_texts
from bench.texts import setups
from tipover import playout
from tipover.play.dice import Stream
found = {}
plain, texts = [without_texts()], [setup for _, setup in setups()]
whole = lambda setup, seed: playout(setup.start(), seed=seed).decisions
by_hand = lambda setup, seed: _random_game(setup, Stream(seed))[1]
for name, games, played in (
    ("bare rules", plain, whole), ("every card text live, by a loop in Python", texts, by_hand), ("every card text live", texts, whole)
):
    least = []
    for setup in games:
        played(setup, 0)
        settle()
        times = []
        for seed in range(1, 5):
            begun = time.process_time()
            count = played(setup, seed)
            times.append((time.process_time() - begun) / count)
        least.append(min(times))
    found[name] = least
print(json.dumps(found))
"""


def told(python: str, program: str, source: Path = SOURCE, pure: bool = True) -> dict[str, list[float]]:
    """The seconds that a program prints: for each kind of game, of a decision in the quickest one."""
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | ({"TIPOVER_PURE": "1"} if pure else {})
    env["PYTHONPATH"] = f"{source}{os.pathsep}{ROOT}" if program is TIPOVER else ""
    done = subprocess.run([python, "-c", program], env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{python} could not be measured: {done.stderr.strip().splitlines()[-1:]}")
    seconds: dict[str, list[float]] = json.loads(done.stdout)
    return seconds


def measured(peers: str, trees: dict[str, tuple[Path, bool]], rounds: int) -> dict[str, float]:
    """The rate of each engine, and of each build with bare rules and with texts: of each kind of game the quickest of all rounds."""
    least: dict[str, list[float]] = {}

    def add(name: str, seconds: list[float]) -> None:
        least[name] = list(map(min, seconds, least.get(name, seconds)))

    for _ in range(rounds):
        for program in (CHESS, CATANATRON):
            for name, seconds in told(peers, program).items():
                add(name, seconds)
        for build, (source, pure) in trees.items():
            for name, seconds in told(sys.executable, TIPOVER, source, pure).items():
                add(f"{build}, {name}", seconds)
    return {name: len(seconds) / sum(seconds) for name, seconds in least.items()}


def table(best: dict[str, float]) -> str:
    """Rates and ratios as a Markdown table; the compiled build with texts has a bar."""
    lines = ["| what | decisions/s | of python-chess | of catanatron |", "|---|---|---|---|"]
    for name, rate in best.items():
        ratios = [rate / best[peer] for peer in ("python-chess", "catanatron")]
        met = [
            f": {'met' if ratio >= BAR else 'NOT MET'} (≥ {BAR})"
            if name.startswith("compiled") and name.endswith("every card text live")
            else ""
            for ratio in ratios
        ]
        lines.append(f"| {name} | {rate:,.0f} | {ratios[0]:.2f} ×{met[0]} | {ratios[1]:.2f} ×{met[1]} |")
    return "\n".join(lines)


def main() -> None:
    """Measure by turns, and print rates and ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peers", required=True, help="the Python of an environment with chess and catanatron")
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine is measured (5)")
    chosen = parser.parse_args()
    trees = {"pure": (SOURCE, True)} | ({"compiled": (SOURCE, False)} if (SOURCE / "tipover" / "compiled.json").is_file() else {})
    print(table(measured(chosen.peers, trees, chosen.rounds)))


if __name__ == "__main__":
    main()
