"""The server with chance taken out, for tests of the page: `python -m kit.sure NAME serve …` rolls the same dice every time.

At every table dice fall and bots think by the name alone, whatever seeds the server and the browsers have drawn: so the same
answers lead to the same game, in whatever order tables are opened. Nothing else is changed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tipover.cli import main
from tipover.play import fair
from tipover.table import apart, bot_answers
from tipover.table.children import command
from tipover.table.table_log import Table


def be_sure(by: str) -> None:
    """Let dice and bots of this process go by a name."""

    def mixed(server_seed: str, seeds: Sequence[str]) -> str:
        return by

    def shared(seed: str, links: Sequence[str]) -> str:
        return by

    def seeded(table: Table, seat: int) -> str:
        return f"{by}/{seat}/{table.count}"

    def begun(module: str, kindness: int, *arguments: str) -> list[str]:
        return command("kit.sure_apart", kindness, by, *arguments)

    fair.mixed, fair.shared = mixed, shared
    bot_answers.bot_seed = seeded
    apart.command = begun  # type: ignore[attr-defined]  # the process that has the rooms with strangers' cards


if __name__ == "__main__":
    be_sure(sys.argv.pop(1))
    main()
