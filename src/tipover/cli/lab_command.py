"""`tipover lab`: experiments. `arena` finds out who plays better, `balance` whether the content is fair, `tune` and `train` better evaluations."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, takewhile
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tipover.cards.catalog import SIDES
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import catalog, folders
from tipover.cli.newgame import team_options, teams_of
from tipover.cli.out import progress, put_json, say, tell
from tipover.lab import LabError
from tipover.play.deal import FFA_3, FFA_4, MODES, ULTIMATE
from tipover.play.printers import count

if TYPE_CHECKING:
    from tipover.lab.runner import RunSummary

MOST_GAMES = 1_000_000
SHOWN = 24  # rows of a table on the screen
STOPPED = 130
FREE_FOR_ALL = (FFA_3, FFA_4)
PROBED = 4  # games played to estimate the time of a run


@click.group("lab", context_settings={"max_content_width": 100})
def lab_command() -> None:
    """Experiments: who plays better, whether the content is fair, better weights, a net by self-play.

    Every run can be stopped at any moment; the same command goes on where it stopped.
    """


def run_options(games: int, of: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options that every experiment has."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed([
            click.option("--games", type=click.IntRange(1, MOST_GAMES), default=games, show_default=True, help=f"How many games {of}."),
            click.option("--seed", default="1", show_default=True, metavar="SEED", help="Deals, dice and bots come of it."),
            click.option("--rounds", type=click.IntRange(1, 9999), default=30, show_default=True, help="A game is drawn after so many rounds (RND-5)."),
            click.option("--jobs", type=click.IntRange(1, 256), help="Processes at work. [default: one for each core]"),
            click.option("--cluster", is_flag=True, help="Play on a Ray cluster: RAY_ADDRESS's, else one on this machine."),
            click.option("--out", metavar="FOLDER", help="Where results go. [default: one below tipover-lab/ for these settings]"),
            json_option,
            packs_option,
        ]):  # fmt: skip
            function = option(function)
        return function

    return add


def table_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options for scenarios, maps and modes; each may be repeated."""
    for option in reversed([
        click.option("--scenario", "scenarios", multiple=True, metavar="NAME", help="Play this scenario; may be given again."),
        click.option("--map", "maps", multiple=True, metavar="NAME", help="Play on this map; may be given again."),
        click.option("--mode", "modes", multiple=True, type=click.Choice(MODES), help="How many against how many; may be given again."),
    ]):  # fmt: skip
        function = option(function)
    return function


@contextmanager
def guarded(folder: Path | None) -> Iterator[None]:
    """Print a LabError as a sentence, and treat SIGTERM like Ctrl-C: the results so far are kept."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except LabError as error:
        said = str(error)
        fail(said if said.endswith("?") else f"{said}.")
    except KeyboardInterrupt:
        if folder is not None and folder.is_dir():
            tell(f"Stopped. The results so far are kept in {folder}; the same command goes on from there.", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def processes(jobs: int | None) -> int:
    """The number of processes that play."""
    return jobs or os.cpu_count() or 1


def command_line() -> str:
    """The command as typed, for the report."""
    return shlex.join(["tipover", *sys.argv[1:]])


@lab_command.command("arena")
@click.argument("bots", nargs=-1, metavar="[BOT…]")
@table_options
@team_options
@click.option("--ladder", is_flag=True, help="Only neighbours meet, as they are named.")
@click.option("--picks", is_flag=True, help="Let the bots pick their teams where the deal has it so.")
@click.option(
    "--beats",
    type=click.FloatRange(0.01, 0.99),
    metavar="RATE",
    help="Test whether the later named of two wins at this rate; stop a pair that is decided.",
)
@click.option(
    "--unless", type=click.FloatRange(0.01, 0.99), metavar="RATE", help="The rate the test rules out. [default: --beats less 0.2]"
)
@run_options(60, "each pair plays; a deal is two, more in a free-for-all")
def arena_command(
    bots: tuple[str, ...], scenarios: tuple[str, ...], maps: tuple[str, ...], modes: tuple[str, ...],
    light: str | None, dark: str | None, third: str | None, fourth: str | None, ladder: bool, picks: bool,
    beats: float | None, unless: float | None,
    games: int, seed: str, rounds: int, jobs: int | None, cluster: bool, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Find out who plays better: every two players meet on the same deals, each with sides changed and the same dice seed.

    A player is a bot, or BOT=NAMES with a team it brings along: tipover lab arena "greedy=Gi-hun, Worker #29" random.
    Without names the bots that take no search play: random and greedy.
    """
    from tipover.lab import arena, arena_results, journal, library, report, schedule

    with guarded(None):
        library("openskill", "lab"), library("matplotlib", "lab")
        cards = catalog()
        players = schedule.contestants(bots or ("random", "greedy"))
        if any(player.team for player in players) and (light or dark or third or fourth):
            raise LabError(f"give teams to players (BOT=NAMES) or to sides ({', '.join(f'--{side}' for side in SIDES)}), not both")
        tables = schedule.wishes(
            cards, modes, scenarios or ([] if maps or modes else schedule.differing_scenarios(cards)), maps,
            teams_of(light, dark, third, fourth), rounds, picks, players,
        )  # fmt: skip
        if unless is not None and beats is None:
            raise LabError("--unless is a rate below that of --beats")
        low = arena.ruled_out(beats, unless or 0.0) if beats else 0.0
        plan = arena.ArenaPlan(tuple(players), tuple(tables), seed, games, tuple(folders()), ladder, beats or 0.0, low)
        folder = Path(out) if out else journal.default_folder(plan.settings())
    with guarded(folder):
        with progress("games", as_json) as on_progress:
            played, course = arena.play(plan, folder, processes(jobs), cluster, on_progress)
        found = arena_results.rated(played)
        shown = arena_results.tables(played, found)
        report.write(folder, "arena", command_line(), seed, course, arena_results.sections(played, found, shown))
    finish(arena_results.json_of(played, found), shown, folder, played.rows, as_json)


def finish(told: dict[str, object], tables: list[Any], folder: Path, rows: list[dict[str, object]], as_json: bool) -> None:
    """Print the results of an experiment; exit with code 1 if a game ended by an internal error."""
    faults = [row for row in rows if "fault" in row]
    if as_json:
        put_json(told | {"folder": str(folder)})
    else:
        for table in tables:
            for line in table.lines(SHOWN):
                say(line)
            if table.note:
                tell(f"  {table.note}", "  ")
            say("")
        tell(f"Results, plots and the report page are in {folder}: open {folder / 'report.html'}.")
    for row in faults[:5]:
        tell(f"fault: game {row['game']} (seed '{row['seed']}') broke off: {row['fault']}", err=True)
    if faults:
        tell(
            f"{count(len(faults), 'game')} broke off by a fault of Tipover's own and {'is' if len(faults) == 1 else 'are'} not counted.",
            err=True,
        )
        raise click.exceptions.Exit(1)


@lab_command.command("balance")
@table_options
@click.option("--bot", default="greedy", show_default=True, metavar="BOT", help="Who plays every side.")
@click.option("--beside", metavar="BOT", help="Let this bot play the same deals too, and tell what needs a plan: where the two differ.")
@click.option("--pack", metavar="NAME", help="Deal teams of this pack's characters.")
@click.option("--ultimate", metavar="NAME", help="Only games of this character, with its ultimate card, against three.")
@run_options(200, "in all, whole deals")
def balance_command(
    scenarios: tuple[str, ...], maps: tuple[str, ...], modes: tuple[str, ...], bot: str, beside: str | None, pack: str | None,
    ultimate: str | None, games: int, seed: str, rounds: int, jobs: int | None, cluster: bool, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Find out whether the content is fair: every character, attachment, team, map and scenario, going first, game length.

    Teams are dealt from the seed; each deal is played again with the teams changed over and the same dice seed.
    """
    from tipover.lab import balance, balance_beside, balance_results, journal, library, report, schedule

    with guarded(None):
        library("matplotlib", "lab")
        cards = catalog()
        player, *others = schedule.contestants([bot, beside]) if beside is not None else [schedule.contestant(bot)]
        if any(one.team for one in (player, *others)):
            raise LabError("in a balance run the teams are dealt; --bot and --beside take a bot alone")
        key = schedule.pack_key(cards, pack) if pack else ""
        if ultimate is not None and any(mode != ULTIMATE for mode in modes):
            raise LabError(f"--ultimate is of games of the mode {ULTIMATE}; leave out the others")
        modes, teams = (modes, ()) if ultimate is None else ((ULTIMATE,), ((ultimate,), ()))
        tables = schedule.wishes(cards, modes, scenarios, maps, teams, rounds=rounds, every=True)
        plan = balance.with_pack(balance.BalancePlan(player, tuple(tables), seed, games, tuple(folders()), key, *others))
        folder = Path(out) if out else journal.default_folder(plan.settings())
    with guarded(folder):
        played = balance.Balance(plan)
        course = play_out(played, folder, plan.settings(), processes(jobs), cluster, as_json)
        found = balance.Findings(cards, played.played_by(""))
        shown = balance_results.tables(found)
        parts, told = balance_results.sections(found, shown), balance_results.json_of(played, found)
        for other in others:
            both = balance_beside.Compared(player.name, other.name, found, balance.Findings(cards, played.played_by(balance.BESIDE)))
            compared = balance_beside.tables(both)
            parts, shown, told = (
                [*balance_beside.sections(both, compared), *parts],
                [*shown, *compared],
                told | {"beside": balance_beside.json_of(both)},
            )
        report.write(folder, "balance", command_line(), seed, course, parts)
    finish(told, shown, folder, played.rows, as_json)


def play_out(experiment: Any, folder: Path, settings: dict[str, object], jobs: int, cluster: bool, quiet: bool) -> RunSummary:
    """Play an experiment to its end, with an estimate of the time at the start of a new run and a progress bar."""
    from tipover.lab import journal
    from tipover.lab.runner import run

    if not quiet and not journal.kept(folder, settings):
        estimate_time(experiment, jobs)
    with progress("games", quiet) as on_progress:
        return run(experiment, folder, settings, jobs, cluster, on_progress)


def estimate_time(experiment: Any, jobs: int) -> None:
    """Print how long a new run will take, estimated from its first games."""
    from tipover.lab.lab_games import play
    from tipover.lab.report import told_time

    total = experiment.total()
    if total < PROBED * 4:
        return
    first = takewhile(lambda game: game is not None, experiment.games())  # what comes after a barrier needs the rows before it
    probe = [play(game) for game in islice(first, PROBED)]
    each = sum(float(str(row["seconds"])) for row in probe) / len(probe)
    tell(
        f"{total:,} games at about {each:.1f} s, {count(jobs, 'process', 'processes')} at work: about {told_time(each * total / jobs)}.",
        err=True,
    )


@lab_command.command("tune")
@table_options
@click.option("--only", multiple=True, metavar="WEIGHT", help="Tune this weight; may be given again. [default: all]")
@click.option("--from", "start", metavar="FILE", help="Begin with the weights of this TOML file.")
@click.option("--deals", type=click.IntRange(1, 1000), default=4, show_default=True, help="Deals of each step, two games each.")
@click.option(
    "--check",
    type=click.IntRange(0, MOST_GAMES),
    default=100,
    show_default=True,
    help="Games at the end against the weights it began with.",
)
@run_options(400, "of all steps together")
def tune_command(
    scenarios: tuple[str, ...], maps: tuple[str, ...], modes: tuple[str, ...], only: tuple[str, ...], start: str | None, deals: int, check: int,
    games: int, seed: str, rounds: int, jobs: int | None, cluster: bool, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Look for better weights of the evaluation by self-play, and say how much better they are.

    Writes weights.toml; `tipover lab tune --from weights.toml` goes on from there.
    """
    from tipover.bots.weights import WEIGHTS, Weights
    from tipover.lab import journal, library, report, schedule, tune, tune_results

    with guarded(None):
        library("matplotlib", "lab")
        cards = catalog()
        tables = schedule.wishes(
            cards, modes, scenarios or ([] if maps or modes else schedule.differing_scenarios(cards)), maps, rounds=rounds
        )
        first = tune.read_weights(Path(start)) if start else WEIGHTS
        fields = tuple(tune.known_field(name) for name in dict.fromkeys(only)) or Weights._fields
        plan = tune.TunePlan(first, fields, tuple(tables), seed, max(1, games // (2 * deals)), deals, (check + 1) // 2, tuple(folders()))
        if any(wish.mode in FREE_FOR_ALL for wish in tables):
            raise LabError("weights are tuned in games between two sides; leave out ffa3 and ffa4")
        folder = Path(out) if out else journal.default_folder(plan.settings())
    with guarded(folder):
        played = tune.Tune(plan)
        course = play_out(played, folder, plan.settings(), processes(jobs), cluster, as_json)
        shown = tune_results.tables(played)
        journal.write_file(folder / "weights.toml", tune.written(played).encode())
        report.write(folder, "tune", command_line(), seed, course, tune_results.sections(played, shown))
    finish(tune_results.json_of(played), shown, folder, played.rows, as_json)


@lab_command.command("train")
@table_options
@click.option("--generations", type=click.IntRange(1, 1000), default=3, show_default=True, help="Nets, one after another.")
@click.option(
    "--proof", type=click.IntRange(2, MOST_GAMES), default=400, show_default=True, help="Games in which a new net has to prove itself."
)
@click.option("--bot", metavar="BOT", help="Who plays the proof, with either evaluation. [default: turns:250]")
@click.option("--from", "start", metavar="FILE", help="Begin with this net instead of the evaluation by hand.")
@run_options(400, "each generation samples")
def train_command(
    scenarios: tuple[str, ...], maps: tuple[str, ...], modes: tuple[str, ...], generations: int, proof: int, bot: str | None, start: str | None,
    games: int, seed: str, rounds: int, jobs: int | None, cluster: bool, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Train a net that corrects the evaluation by hand, and let it prove itself against what judged before.

    Writes the net of each generation and learned.net, the last one that was taken. More --generations go on from there.
    """
    from tipover.bots.net_file import NetError, read_net
    from tipover.lab import journal, library, report, schedule, train, train_results

    with guarded(None):
        library("matplotlib", "lab"), library("numpy", "lab")
        cards = catalog()
        player = schedule.contestant(bot or train.BOT)
        if player.team or player.bot.partition(":")[0] not in train.PROVING:
            raise LabError(
                f"the proof is played by a bot that searches whole turns: {', '.join(train.PROVING)}, with a budget as in {train.BOT}"
            )
        if any(mode in FREE_FOR_ALL for mode in modes):
            raise LabError("nets are trained in games between two sides, and play all; leave out ffa3 and ffa4")
        if start:
            try:
                read_net(Path(start))
            except NetError as error:
                raise LabError(str(error)) from None
        tables = schedule.wishes(
            cards, modes or train.MODES, scenarios or ([] if maps else schedule.differing_scenarios(cards, MOST_GAMES)), maps, rounds=rounds
        )
        plan = train.TrainPlan(tuple(tables), seed, generations, games, (proof + 1) // 2, tuple(folders()), player.bot, start or "")
        folder = Path(out) if out else journal.default_folder(plan.settings())
    with guarded(folder):
        played = train.Train(plan, folder, None if as_json else _tell_of_fit)
        course = play_out(played, folder, plan.settings(), processes(jobs), cluster, as_json)
        shown = train_results.tables(played)
        net = played.finish()
        report.write(folder, "train", command_line(), seed, course, train_results.sections(played, shown))
    finish(train_results.json_of(played) | {"net": str(net) if net else None}, shown, folder, played.rows, as_json)


def _tell_of_fit(generation: int) -> None:
    """Say that no game is played for a while."""
    tell(f"Fitting the net of generation {generation}; about a minute for a thousand games.", err=True)
