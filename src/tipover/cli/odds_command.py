"""`tipover odds`: a challenge's chance, as an exact fraction, with every margin it may end by."""

from __future__ import annotations

import click

from tipover.cli.entry import json_option
from tipover.cli.out import put_json, say, tell, width
from tipover.engine.core.dice import MOST_DICE, SIDES_OF_A_DIE, distribution, win_chance

LONGEST_BAR = 40
LONGEST_COUNT = 20  # digits; longer numbers are rounded for people


def _dice(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """A number of dice, or a sentence that says what is asked."""
    if value.startswith("--"):
        raise click.UsageError(f"There is no option '{value}'.", ctx)
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise click.UsageError(f"'{value}' is no number of dice; give two numbers from 0 to {MOST_DICE}, as 'tipover odds 2 2'.", ctx)
    if value != digits or len(digits) > 4 or int(digits) > MOST_DICE:
        raise click.UsageError(f"{value} is not in the range: there are 0 to {MOST_DICE} dice.", ctx)
    return int(digits)


def margins(attack: int, defense: int) -> dict[int, int]:
    """Successes of the challenger less the defender's → how many of the 6ⁿ rolls end so."""
    ways: dict[int, int] = {}
    for hits, a in distribution(attack, False).items():
        for blocks, d in distribution(defense, True).items():
            ways[hits - blocks] = ways.get(hits - blocks, 0) + a * d
    return dict(sorted(ways.items(), reverse=True))


def odds_line(attack: int, defense: int) -> str:
    """`2 dice against 2: 103/216 = 47.69 % to win (CHA-7)`; a fraction too long to read is left to --json."""
    chance = win_chance(attack, defense)
    dice = "1 die" if attack == 1 else f"{attack} dice"
    exact = f"{chance} =" if len(str(chance)) <= 2 * LONGEST_COUNT else "about"
    return f"{dice} against {defense}: {exact} {float(chance) * 100:.2f} % to win (CHA-7)."


@click.command("odds", context_settings={"ignore_unknown_options": True})
@click.argument("attack", callback=_dice)
@click.argument("defense", callback=_dice)
@click.option("--outcomes", is_flag=True, help="With --json: every margin with its number of ways too.")
@json_option
def odds_command(attack: int, defense: int, outcomes: bool, as_json: bool) -> None:
    """The chance that ATTACK dice win against DEFENSE dice.

    A die has three bursts, two shields and a triple; bursts count for the challenger, shields for the
    defender, a triple is three for either. More successes win; a tie is a loss.
    """
    chance = win_chance(attack, defense)
    ways = margins(attack, defense)
    total = SIDES_OF_A_DIE ** (attack + defense)
    if as_json:
        data: dict[str, object] = {"attack": attack, "defense": defense, "win": float(chance), "exact": str(chance)}
        if outcomes:
            data["outcomes"] = [{"margin": margin, "ways": number} for margin, number in ways.items()]
            data["rolls"] = total
        put_json(data)
        return
    tell(odds_line(attack, defense))
    say()
    _table(ways, total)


def _table(ways: dict[int, int], total: int) -> None:
    """Every margin with its number of ways and a bar, as broad as the terminal lets it be."""
    most = max(ways.values())
    digits = max(4, *(len(_counted(number)) for number in (*ways.values(), total)))
    longest = max(0, min(LONGEST_BAR, width() - digits - 21))
    say(f"margin  {'ways'.rjust(digits)}  per cent")
    for margin, number in ways.items():
        if margin == 0:
            say("", ("        – a tie or less is no win –", "dim"))
        bar = "█" * round(longest * number / most)
        say(f"{margin:>+6}  {_counted(number).rjust(digits)}  {number / total * 100:>7.2f} %  ", (bar, "green" if margin > 0 else "dim"))
    say(f"   all  {_counted(total).rjust(digits)}")


def _counted(number: int) -> str:
    text = str(number)
    return text if len(text) <= LONGEST_COUNT else f"{number:.3e}"
