"""The group of commands: loads a command only when it is called, and prints every error as a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn, TypeVar

import click

from tipover.cli.out import clean, folded, put_json, width

BAD_INPUT = 2
BROKEN = 70
INTERRUPTED = 130

# Name → the module with its command, and what `--help` says of it.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("serve_commands", "A table in the browser: alone, with friends, or by link."),
    "serve": ("serve_commands", "Tables for a whole house or the world, behind a proxy."),
    "store": ("store_command", "Check, copy, tidy and export the games that a server keeps."),
    "doctor": ("doctor_command", "What is installed, and whether a server can run here."),
    "terminal": ("terminal_command", "A game in the terminal; also from a scene or a record."),
    "see": ("look_commands", "What is seen from a square."),
    "reach": ("look_commands", "Where a figure's move may end."),
    "odds": ("odds_command", "A challenge's chance to win, exactly."),
    "why": ("why_command", "Why a line of play is refused, or a square seen or not."),
    "sim": ("sim_command", "Many random games, and who won."),
    "lab": ("lab_command", "Experiments: who plays better, what is fair, better weights."),
    "perft": ("perft_command", "How many ways a scene can go on, to a depth."),
    "replay": ("replay_command", "A recorded game again, choice by choice."),
    "analyse": ("analyse_command", "How a recorded game went: chances, costly decisions, luck."),
    "verify": ("verify_command", "Prove the dice of a recorded game."),
    "check": ("check_command", "Check packs and their rules, maps, scenes with their tests, records."),
    "new": ("new_command", "Begin a pack of your own: `tipover new pack NAME`."),
    "format": ("format_command", "Write a pack's rules in their one spelling."),
    "cards": ("cards_command", "Every card by pack, or one card with its text and where it is from."),
    "rules": ("rules_command", "The rules by number, and which tests prove them."),
}

F = TypeVar("F", bound=Callable[..., Any])


class Guarded(click.Group):
    """Commands by name, loaded when called; prints no traceback unless TIPOVER_DEBUG=1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of `--help`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tipover.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a misspelt name gets a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], list(COMMANDS), 1)
            hint = f" Did you mean '{close[0]}'?" if close else f" There are {', '.join(COMMANDS)}."
            ctx.fail(f"There is no command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run the command line and exit: 0 success, 1 faults found by `check` or no proof by `verify`, 2 bad input."""
        _replace_unencodable()
        extra["standalone_mode"] = False
        code: object = 0
        try:
            code = super().main(args, prog_name or "tipover", **extra)
        except click.ClickException as error:
            code = _report_usage(error)
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except SystemExit as ending:
            code = ending.code
        sys.exit(_flush(code if isinstance(code, int) else 0))

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; an exception becomes a sentence and an exit code."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
            return 0
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            if sys.stderr.isatty():
                print(file=sys.stderr)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _discard_output()
            raise click.exceptions.Exit(0) from None
        except Exception as error:
            if os.environ.get("TIPOVER_DEBUG"):
                raise
            raise click.exceptions.Exit(_report_error(error)) from None


def _report_error(error: Exception) -> int:
    """Print an error as a sentence; returns the exit code."""
    from tipover.bots import UnknownBot
    from tipover.cards.toml import ContentError
    from tipover.engine.core.illegal_choice import IllegalChoice
    from tipover.engine.core.setup import SetupError
    from tipover.play.notation.typed_names import NotationError

    if isinstance(error, NotationError):
        _print_error(f"line 1, column {error.column}: {error}")
        return BAD_INPUT
    if isinstance(error, ContentError | SetupError | IllegalChoice | UnknownBot):
        _print_error(str(error))
        return BAD_INPUT
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        _print_error(f"{name}{error.strerror or error}")
        return BAD_INPUT
    what = clean(" ".join(f"{type(error).__name__}: {error}".split()))
    print(f"Something went wrong inside Tipover ({what}). {_where_told(error)}", file=sys.stderr)
    return BROKEN


def _where_told(error: Exception) -> str:
    """Write a report of an error that nobody foresaw, and say where it is."""
    from contextlib import suppress

    with suppress(Exception):  # whatever is broken, the sentence is told
        from tipover.table.crash_report import write_report
        from tipover.table.serving import data_folder

        file = write_report(error, data_folder(), sys.argv[1:])
        if file is not None:
            return f"A report without names or secrets is in {file}: please send it to us."
    return "Set TIPOVER_DEBUG=1 to see where."


def _print_error(text: str) -> None:
    """Print a message on standard error, wrapped if that is a terminal."""
    for line in text.split("\n"):
        for part in folded(line, width(), "  ") if sys.stderr.isatty() else [clean(line)]:
            print(part, file=sys.stderr)


def _report_usage(error: click.ClickException) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":  # its message is the help; older versions of click have no such error
        print(clean(error.format_message()), file=sys.stderr)
        return error.exit_code
    if isinstance(error, click.UsageError) and error.ctx is not None:
        print(clean(error.ctx.get_usage()), file=sys.stderr)
    _print_error(f"Error: {error.format_message()}")
    return error.exit_code


def _replace_unencodable() -> None:
    """Replace characters that the locale cannot encode instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _flush(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        print(f"The output could not be written: {error.strerror}.", file=sys.stderr)
        return BAD_INPUT
    return code


def _discard_output() -> None:
    """Discard further output: the reader of the pipe has closed it."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


def _note_packs(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    folders: list[str] = ctx.find_root().meta.setdefault("tipover.packs", [])
    folders += value


def packs_option(function: F) -> F:
    """`--packs FOLDER`, on the group and on every command that reads content."""
    option = click.option(
        "--packs", metavar="FOLDER", multiple=True, expose_value=False, callback=_note_packs,
        help="Read further packs from this folder (also TIPOVER_PACKS).",
    )  # fmt: skip
    return option(function)


def json_option(function: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def fail(message: str) -> NoReturn:
    """Print a sentence and exit with code 2."""
    _print_error(message)
    raise click.exceptions.Exit(BAD_INPUT)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from tipover.compiled import running
        from tipover.engine.core.version import __version__

        print(f"tipover {__version__} ({running()})")
        ctx.exit()


@click.group(
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command takes --help, and those that print something --json. `tipover play` opens a table in the browser.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version.")
@packs_option
def tipover() -> None:
    """Tipover plays the Funkoverse strategy game by exact rules, and says why it refuses."""


__all__ = ["BAD_INPUT", "fail", "json_option", "packs_option", "put_json", "tipover"]
