"""Bots. A bot answers decisions from what its seat may see; it has a seed and its own random stream."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Protocol

from tipover.cards.catalog import suggestion
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.view import View

if TYPE_CHECKING:
    from tipover.bots.net import Net

# What each level sees of a decision: positions that it judges, answers that come to its mind (0: all), and positions that it
# follows to the end of a round that may end the game.
LEVELS = {"level1": (1, 1, 0), "level2": (4, 4, 0), "level3": (12, 8, 0), "level4": (40, 16, 600), "level5": (1500, 0, 5000)}
NAMES = ["random", "greedy", "search", *LEVELS, "master", "plan", "playouts", "turns", "learned"]
STYLES = ("brawler", "runner", "guard")  # their likings are in `styles`
# That can have a style: they search whole turns, and see lines enough to choose from.
STYLED = ("level3", "level4", "level5", "master", "plan", "playouts", "turns", "learned")
BUDGETED = ("search", "master", "plan", "playouts", "turns", "learned")
# Nodes of bots that judge by play-outs, if nothing else is said. They have the weights that won games (`weights.PLAYED`), and level
# five is one of them only if it has no net.
PLAYED_OUT = {"level5": 1600, "playouts": 3600, "master": 40_000}
DEEP = 12_000  # positions of Master, for whole turns and the rival's after them by the net; without it he judges by play-outs, too
WHOLE_TURNS = ("turns", "learned", "level5")  # bots that take the best whole turn, without looking at the one after it
WIDE = 250  # of these for the lines of the turn, at least
WIDE_SHARE = 20  # of many nodes one in so many
FINISHED = 10  # positions for each node of a small budget that are followed to the end of a round that may end the game
MOST_BUDGET = 1_000_000  # nodes or milliseconds per decision


class Bot(Protocol):
    """Answers decisions. `budget` is in seconds; None for no limit."""

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """One of the decision's options."""


class UnknownBot(ValueError):
    """There is no bot with this name."""


def make(name: str, seed: int | str, net: Net | None = None) -> Bot:
    """A bot by name; the same seed makes the same choices. Those that search take a budget: `plan:800` (nodes), `plan:200ms`.

    A style comes after it: `level3+brawler`.

    `turns` takes the best whole turn by the evaluation by hand, `learned` and level five by the net that comes with this version; `master`
    is `plan` with that net and more nodes. Without it level five and Master are `playouts`. Another `net` is for bots that search whole
    turns; the others do not use it.
    """
    from tipover.bots.greedy import GreedyBot
    from tipover.bots.net_file import shipped_net
    from tipover.bots.random import RandomBot
    from tipover.bots.search import SearchBot
    from tipover.bots.styles import style_of
    from tipover.bots.turn_planner import NODES, TO_FINISH, Grasp, TurnBot, following_lines
    from tipover.bots.weights import PLAYED

    plain, manner = split_style(name)
    key, colon, budget = plain.partition(":")
    if key not in NAMES or (colon and key not in BUDGETED):
        raise UnknownBot(f"there is no bot '{name}'; there are {', '.join(NAMES)}{suggestion(name, NAMES)}")
    if manner and key not in STYLED:
        raise UnknownBot(f"{key} has no style; a style can be given to {', '.join(STYLED)}")
    style = style_of(manner)
    nodes, ms = _budget(name, key, budget.strip()) if colon else (0, inf)
    if key == "random":
        return RandomBot(seed)
    if key == "greedy":
        return GreedyBot(seed)
    if key == "search":
        return SearchBot(seed, nodes, ms) if nodes else SearchBot(seed)
    if key in LEVELS and key not in PLAYED_OUT:
        return TurnBot(seed, Grasp(*LEVELS[key]), net=net, style=style)
    if key in ("learned", "level5") and net is None:
        net = shipped_net()
    if key in WHOLE_TURNS and not (key == "level5" and net is None):
        nodes = nodes or LEVELS["level5"][0]
        return TurnBot(seed, Grasp(nodes, finish=LEVELS["level5"][2], is_one_turn=True), ms, PLAYED, net, style)
    if key == "master" and (net := net or shipped_net()) is not None:
        nodes = nodes or DEEP
        return TurnBot(seed, following_lines(nodes), ms, PLAYED, net, style)
    nodes = nodes or PLAYED_OUT.get(key, NODES)
    finish = TO_FINISH if nodes >= NODES else FINISHED * nodes
    if key in PLAYED_OUT:
        return TurnBot(seed, Grasp(nodes, finish=finish, wide=max(WIDE, nodes // WIDE_SHARE)), ms, PLAYED, net, style)
    return TurnBot(seed, Grasp(nodes, finish=finish), ms, net=net, style=style)


def plain_name(name: str) -> str:
    """The name of a bot without its budget and style: `level3` of `level3+brawler`."""
    return name.partition("+")[0].partition(":")[0].strip()


def split_style(name: str) -> tuple[str, str]:
    """A bot's name without its style, and the style: `level3+brawler`; empty if it has none."""
    plain, plus, style = (part.strip() for part in name.strip().lower().partition("+"))
    if plus and style not in STYLES:
        raise UnknownBot(f"there is no style '{style}'; there are {', '.join(STYLES)}{suggestion(style, STYLES)}")
    return plain, style


def _budget(name: str, key: str, budget: str) -> tuple[int, float]:
    """The nodes and milliseconds of a bot's written budget."""
    number = budget.removesuffix("ms").strip()
    if not number.isascii() or not number.isdigit() or len(number) > 9 or not 0 < int(number) <= MOST_BUDGET:
        raise UnknownBot(f"'{name}' has no budget a search can have: write `{key}:800` for nodes or `{key}:200ms`, at most {MOST_BUDGET}")
    return (MOST_BUDGET, float(number)) if budget.endswith("ms") else (int(number), inf)
