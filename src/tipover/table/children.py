"""How the server starts the processes that work for it: with no environment, and after running games in the eyes of the system.

A child is kind before it imports anything: to load the packs takes half a second of processor, and a check or a thought that
somebody waits for is no reason to hold up everybody's moves.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import tipover

ANSWERING = 5  # the `nice` value of what somebody waits for and is soon done
CHECKING = 10  # the same of checks of strangers' cards, of rooms that play with them, and of analyses
SEARCHING = 17  # the same of searches
_kindness = 0  # how much kinder this process is than the server
_BEGIN = "import sys; at = sys.argv.index('--'); sys.path[:0] = sys.argv[1:at]; from tipover.table.children import begin; begin(*sys.argv[at + 1 :])"


def command(module: str, kindness: int, *arguments: str) -> list[str]:
    """The command that runs `main` of a module in a process with this `nice` value; the path of the program is an argument."""
    where = [str(Path(tipover.__file__).parents[1]), *(path for path in sys.path if path)]
    return [sys.executable, "-I", "-c", _BEGIN, *where, "--", str(_kindness), str(kindness), module, *arguments]


def begin(inherited: str, kindness: str, module: str, *arguments: str) -> None:
    """Run a module's `main` in this process, kindly from now on; its parent may have been kind already."""
    global _kindness
    _kindness = int(inherited)
    be_kind(int(kindness))
    from importlib import import_module  # everything heavy is imported kindly

    import_module(module).main(*arguments)


def be_kind(kindness: int) -> None:
    """Let others come first; a search also gives way at once when one of them wakes up, where the system can do that."""
    global _kindness
    more, _kindness = max(0, kindness - _kindness), max(kindness, _kindness)
    with suppress(AttributeError, OSError):  # not every platform has these
        os.nice(more)
        if kindness >= SEARCHING:
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
