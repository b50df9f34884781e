"""`tipover terminal`: a game in the terminal, from a first game, a scene or a record."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NoReturn

import click

from tipover.bots import NAMES, Bot, make
from tipover.cards.catalog import SIDES
from tipover.cli.dialogue import Dialogue
from tipover.cli.entry import BAD_INPUT, json_option, packs_option
from tipover.cli.files import catalog, is_record, read_record, read_text, scene_of
from tipover.cli.newgame import FIRST_GAMES, NewGameOptions, new_game, table_options, team_options
from tipover.cli.out import put_json, tell
from tipover.cli.sitting import Sitting, check_goal, moment_json, refusal_json, seats_of_side
from tipover.engine.core.event import Event
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.play.dice import SeededDice
from tipover.play.match import Match
from tipover.play.narrate import reason_lines
from tipover.play.notation.typed_names import NotationError


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    options: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [
        click.argument("file", metavar="[SCENE|RECORD]", required=False),
        click.argument("lines", metavar="[LINE]...", nargs=-1),
        click.option("--first", type=click.Choice(FIRST_GAMES), help="Which first game. [default: golden_girls]"),
        click.option("--sides", type=click.IntRange(2, 4), help="How many sides; three or four in marvel, game_of_thrones."),
        table_options,
        team_options,
        click.option("--pick/--quick", "picks", default=None, help="Colours and characters are picked, or dealt. "
                     "[default: picked with --first, else Rose and Lifeguard against Blanche and Gentleman Caller]"),
        click.option("--hotseat", is_flag=True, help="People play every side. [default with a scene]"),
        click.option("--against", metavar="BOT", help="Play against this bot. [default in a new game: random; in a record: the bots it names]"),
        click.option("--side", type=click.Choice(SIDES), help="The side you play against a bot. [default: light]"),
        click.option("--seed", metavar="SEED", help="Dice from this seed; the same seed, the same dice."),
        click.option("--rounds", type=click.IntRange(1, 9999), help="End after so many rounds (RND-5)."),
        click.option("--do", "do", metavar="LINE", multiple=True, help="Play this line and end; may be repeated."),
        click.option("--record", metavar="FILE", help="Keep the game in this file, written after every choice, with seed and secret picks: "
                     "for yourself until the game is over. 'save FILE' in the game writes one to share."),
        json_option,
        packs_option,
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def _run(file: str | None, lines: tuple[str, ...], do: tuple[str, ...], record: str | None, as_json: bool, **wished: Any) -> None:
    wish = NewGameOptions(**wished)
    if wish.hotseat and (wish.against or wish.side):
        raise click.UsageError("--hotseat is without a bot: leave out --against and --side.")
    if record:
        check_goal(record)
    sitting = from_file(file, wish, as_json) if file else new_game(wish, as_json)
    played = [*lines, *do]
    dialogue = Dialogue(sitting, record or "")
    if not played and not as_json:
        dialogue.run()
        return
    events: list[Event] = sitting.begin()
    for line in played:
        dialogue.keep()
        try:
            events += sitting.answer(line)
        except (IllegalChoice, NotationError) as error:
            _refused(sitting, line, error, as_json)
    dialogue.keep()
    if as_json:
        put_json(moment_json(sitting, events))
    else:
        dialogue.tell_events(events)
        dialogue.show()
        if record:
            tell(f"The record is in {record}.", err=True)


def _refused(sitting: Sitting, line: str, error: IllegalChoice | NotationError, as_json: bool) -> NoReturn:
    """Say why a stated line was not played, and end."""
    if as_json:
        put_json(refusal_json(sitting.state, line, error))
    else:
        reasons = reason_lines(sitting.state, error.reasons) if isinstance(error, IllegalChoice) else []
        tell(f"'{line}' is refused: {' '.join(reasons) or error}", err=True)
    raise click.exceptions.Exit(BAD_INPUT)


def from_file(path: str, wish: NewGameOptions, quiet: bool = False) -> Sitting:
    """A scene to play from, or a record to play on."""
    for name in wish.given():
        raise click.UsageError(f"{name} goes with a new game, not with a file.")
    text = read_text(path)
    stated = False
    if is_record(text, path):
        record = read_record(path, text)
        cards = catalog()
        for warning in record.warnings(cards):
            tell(f"Note: {warning}.", err=True)
        match = record.replay(cards)
        if wish.seed is not None:
            match.dice, stated = SeededDice(wish.seed), True
    else:
        state = scene_of(path, text)
        match = Match(state.setup, wish.seed, [], state)
    bots: dict[int, Bot] = {}
    if wish.against or (wish.side and not wish.hotseat):
        yours = seats_of_side(match.state, wish.side or "light")
        if not yours:
            raise click.UsageError(f"--side {wish.side} does not play here.")
        seed = wish.seed if wish.seed is not None else secrets.token_hex(8)
        others = [seat for seat in range(match.setup.seat_count) if seat not in yours]
        bots = {seat: make(wish.against or "random", f"{seed}/{seat}") for seat in others}
    elif not wish.hotseat:
        bots = _bots_of(match, wish)
        if bots and match.dice is None:
            # A record to share has lost its seed: played on, it is a new game with dice of its own.
            match.dice, stated = SeededDice(secrets.token_hex(8)), True
    sitting = Sitting(match, bots, stated)
    if bots and not quiet:
        own = " and ".join(SIDES[side] for side, name in sitting.side_names().items() if name == "you")
        tell(f"You play {own or 'on'} against the random player; with --hotseat people play every side.")
    return sitting


def _bots_of(match: Match, wish: NewGameOptions) -> dict[int, Bot]:
    """The bots that a record's names tell of; none if they sit everywhere, for then nobody would play."""
    named = [seat for seat, name in enumerate(match.names[: match.setup.seat_count]) if name in NAMES]
    if len(named) == match.setup.seat_count:
        return {}
    seed = wish.seed if wish.seed is not None else secrets.token_hex(8)
    return {seat: make(match.names[seat], f"{seed}/{seat}") for seat in named}


@click.command("terminal")
@_options
def terminal_command(**given: Any) -> None:
    """Play in the terminal: from a SCENE or RECORD (- is standard input), or a new first game.

    A scene is played by people at every seat unless --against names a bot; a record goes on with the bots it names. With LINEs or --do the lines are played and the command ends; a refused line ends it with exit code 2.
    """
    _run(**given)
