"""`tipover analyse`: how a recorded game went: the chances to win, the decisions that cost most, luck apart from skill."""

from __future__ import annotations

from pathlib import Path

import click

from tipover.bots.game_analysis import NODES, TOLD, AnalysedChoice, Analysis, Ledger, Throw, analyse, budget, lost_percent
from tipover.bots.referee import JUDGED
from tipover.cards.catalog import SIDES
from tipover.cli.chart import ruler, sparkline, svg
from tipover.cli.entry import fail, json_option, packs_option
from tipover.cli.files import record_with_cards
from tipover.cli.out import progress, put_json, say, tell, width
from tipover.engine.core.ids import Side, side_named
from tipover.engine.core.state import State
from tipover.play.match import Match
from tipover.play.narrate import result_words
from tipover.play.printers import count

MOST_NODES = 100_000
LABEL = 10
COLUMNS = ("start", "luck", "own slips", "rivals'", "seen later", "end")


@click.command("analyse")
@click.argument("file", metavar="RECORD")
@click.option("--side", type=click.Choice(SIDES), help="Tell of this side's decisions and dice alone.")
@click.option(
    "--nodes", type=click.IntRange(1, MOST_NODES), help=f"Positions searched for each decision; {NODES} if not given, fewer in long games."
)
@click.option("--seed", default="0", show_default=True, metavar="SEED", help="The same seed and nodes find the same.")
@click.option("--moments", is_flag=True, help="The chances after every choice as well.")
@click.option("--svg", "picture", metavar="FILE", help="Write the chances as a picture.")
@json_option
@packs_option
def analyse_command(file: str, side: str | None, nodes: int | None, seed: str, moments: bool, picture: str | None, as_json: bool) -> None:
    """Say how the game of RECORD went; - is standard input.

    A game that is not over is looked through as far as its record goes.
    """
    record, cards, warnings = record_with_cards(file, as_json, " It is looked through as far as it goes.")
    match = record.replay(cards)
    only = side_named(side) if side else None
    if only is not None and only not in match.setup.sides:
        fail(f"--side {side}: the sides of this game are {', '.join(SIDES[one] for one in match.setup.sides)}.")
    if picture:
        _check_writable(picture)
    with progress("choices") as done:
        found = analyse(match, nodes or budget(match), seed, done, judged_by=0 if nodes else JUDGED)
    if picture:
        title = f"{_against(match)}: {_ended(match.state)}"
        Path(picture).write_text(svg(found, title, {one: SIDES[one] for one in found.sides}, found.worst(only)), encoding="utf-8")
    if as_json:
        put_json({**as_data(found, match.state, only), "warnings": warnings})
        return
    _report(found, match, only, moments)
    if picture:
        tell(f"The picture is in {picture}.", err=True)


def _check_writable(picture: str) -> None:
    """Raise an OSError before the analysis, not after it, if the picture cannot be written."""
    with open(picture, "a", encoding="utf-8"):
        pass


# -- for programs ------------------------------------------------------------------------------------------


def as_data(found: Analysis, state: State, only: Side | None = None) -> dict[str, object]:
    """An analysis as JSON; chances are rounded to four digits."""
    sides = {side: SIDES[side] for side in found.sides}
    return {
        "sides": list(sides.values()),
        "choices": len(found.steps),
        "over": found.over,
        "winner": SIDES[state.winner] if state.winner >= 0 else "none" if found.over else None,
        "nodes": found.nodes,
        "chances": {name: [round(chances[place], 4) for chances in found.chances] for place, name in enumerate(sides.values())},
        "worst": [
            {"number": one.number, "moment": one.moment, "side": SIDES[one.side], "played": one.played, "better": one.better,
             "cost": round(one.cost, 4), "sentence": one.sentence}
            for one in found.worst(only)
        ],
        "account": {name: {key: round(amount, 4) for key, amount in found.ledgers[side]._asdict().items()} for side, name in sides.items()},
        "luckiest": {sides[side]: _throw_data(one) for side, one in found.luckiest.items() if only in (None, side)},
        "unluckiest": {sides[side]: _throw_data(one) for side, one in found.unluckiest.items() if only in (None, side)},
        "steps": [_step_data(found, step) for step in found.steps],
    }  # fmt: skip


def _throw_data(one: Throw) -> dict[str, object]:
    return {"number": one.number, "moment": one.moment, "luck": round(one.luck, 4), "sentence": one.sentence}


def _step_data(found: Analysis, step: AnalysedChoice) -> dict[str, object]:
    own = found.sides.index(step.side) if step.side >= 0 else -1
    data: dict[str, object] = {
        "number": step.number,
        "round": step.round,
        "side": SIDES[step.side] if own >= 0 else "chance",
        "line": step.line,
    }
    if own < 0:
        data["luck"] = {SIDES[side]: round(step.after[k] - step.before[k], 4) for k, side in enumerate(found.sides)}
    elif step.best is not None:
        data |= {"cost": round(step.before[own] - step.after[own], 4), "better": step.better}
    return data


# -- for people --------------------------------------------------------------------------------------------


def _against(match: Match) -> str:
    """`light (Ann) against dark (Ben)`."""
    said: list[str] = []
    for side in match.setup.sides:
        seats = match.state.seats_of(side) if match.state.team[side] >= 0 else []
        names = [match.names[seat] for seat in seats if seat < len(match.names) and match.names[seat]]
        said.append(SIDES[side] + (f" ({', '.join(names)})" if names else ""))
    return (" against " if len(said) == 2 else ", ").join(said)


def _ended(state: State) -> str:
    ended = f"{SIDES[state.winner]} won" if state.winner >= 0 else "a draw" if state.over else "not finished"
    return f"{ended} ({result_words(state)})"


def _report(found: Analysis, match: Match, only: Side | None, moments: bool) -> None:
    who = _against(match)
    tell(f"{who[:1].upper()}{who[1:]}: {count(len(found.steps), 'choice')}, {_ended(match.state)}.")
    if not found.steps:
        tell("Nothing has been played yet.")
        return
    _curve(found)
    _worst(found, only)
    _account(found)
    _dice(found, only)
    if moments:
        _moments(found)


def _curve(found: Analysis) -> None:
    columns = width() - LABEL - 20
    say()
    say(("The chance to win, from the first choice to the last", "bold"))
    for place, side in enumerate(found.sides):
        line = sparkline([chances[place] for chances in found.chances], columns)
        account = found.ledgers[side]
        say(f"  {SIDES[side]:<{LABEL - 2}}{line}  {account.start * 100:.0f} % to {account.end * 100:.0f} %")
    say(f"  {'round':<{LABEL - 2}}{ruler(found.steps, columns)}")


def _worst(found: Analysis, only: Side | None) -> None:
    worst = found.worst(only)
    say()
    whose = f" of {SIDES[only]}" if only is not None else ""
    if not worst:
        tell(f"No decision{whose} cost anything, as far as {count(found.nodes, 'node')} of search see.")
        return
    say((f"The decisions{whose} that cost most", "bold"))
    for number, one in enumerate(worst, 1):
        tell(f"  {number}. {one.sentence}", "     ")
    if len(worst) < TOLD:
        tell("  No other is worth telling, as far as the search sees.")


def _account(found: Analysis) -> None:
    say()
    say(("Luck and skill, in percentage points of the chance to win", "bold"))
    say("  " + " " * 7 + "".join(f"{name:>11}" for name in COLUMNS))
    for side in found.sides:
        say(f"  {SIDES[side]:<7}" + "".join(f"{cell:>11}" for cell in _cells(found.ledgers[side])))
    tell(
        "  Luck is what the dice gave against what was to be expected of them; slips are what decisions cost against a better answer, one's own and the rivals'; seen later is what no single choice explains: what lay too far ahead to be seen, and slips too small to tell.",
        "  ",
    )


def _cells(one: Ledger) -> list[str]:
    parts = one.percent()
    changes = [parts["luck"], -parts["errors"], parts["gifts"], parts["drift"]]
    return [str(parts["start"]), *(f"{change:+d}".replace("-", "−") if change else "0" for change in changes), str(parts["end"])]


def _dice(found: Analysis, only: Side | None) -> None:
    """The luckiest roll of each side; with `only`, the unluckiest of that side as well."""
    for side in found.sides:
        if only in (None, side) and side in found.luckiest:
            tell(f"  Luckiest for {SIDES[side]}: {found.luckiest[side].sentence}", "     ")
    if only in found.unluckiest and only is not None:
        tell(f"  Unluckiest for {SIDES[only]}: {found.unluckiest[only].sentence}", "     ")


def _moments(found: Analysis) -> None:
    say()
    say(("The chances after every choice", "bold"))
    for step, chances in zip(found.steps, found.chances[1:], strict=True):
        told = "  ".join(f"{SIDES[side]} {chances[place] * 100:3.0f} %" for place, side in enumerate(found.sides))
        own = found.sides.index(step.side) if step.side >= 0 else -1
        slip = f"  cost {lost_percent(step.before[own], step.after[own])}, better {step.better}" if step.best is not None else ""
        say(f"  {step.number:>4}  {told}  {step.line}{slip}")
