"""`tipover odds`: a challenge's chance, as an exact fraction, with every margin it may end by."""

from __future__ import annotations

import click

from tipover.cli.entry import json_option
from tipover.cli.out import put_json, say
from tipover.engine.dice import MOST_DICE, SIDES_OF_A_DIE, distribution, win_chance

DICE = click.IntRange(0, MOST_DICE)
LONGEST_BAR = 40


def margins(attack: int, defense: int) -> dict[int, int]:
    """Successes of the challenger less the defender's → how many of the 6ⁿ rolls end so."""
    ways: dict[int, int] = {}
    for hits, a in distribution(attack, False).items():
        for blocks, d in distribution(defense, True).items():
            ways[hits - blocks] = ways.get(hits - blocks, 0) + a * d
    return dict(sorted(ways.items(), reverse=True))


def odds_line(attack: int, defense: int) -> str:
    """`2 dice against 2: 103/216 = 47.69 % to win (CHA-7)`."""
    chance = win_chance(attack, defense)
    dice = "1 die" if attack == 1 else f"{attack} dice"
    return f"{dice} against {defense}: {chance} = {float(chance) * 100:.2f} % to win (CHA-7)."


@click.command("odds")
@click.argument("attack", type=DICE)
@click.argument("defense", type=DICE)
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
    say(odds_line(attack, defense))
    say()
    most = max(ways.values())
    digits = max(len(str(number)) for number in ways.values())
    say(f"margin  {'ways'.rjust(max(digits, 4))}  per cent")
    for margin, number in ways.items():
        if margin == 0:
            say("", ("        – a tie or less is no win –", "dim"))
        bar = "█" * round(LONGEST_BAR * number / most)
        say(f"{margin:>+6}  {str(number).rjust(max(digits, 4))}  {number / total * 100:>7.2f} %  ", (bar, "green" if margin > 0 else "dim"))
    say(f"   all  {str(total).rjust(max(digits, 4))}")
