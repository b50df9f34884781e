"""The command line: `tipover …`. Each command is loaded only when it is called."""

from __future__ import annotations


def main() -> None:
    """Run the command line on the process's own arguments and end the process."""
    from tipover.cli.entry import tipover

    tipover.main(prog_name="tipover")
