"""Marks, the check of rule ids at collection, and the coverage of the rules at the end of a run."""

import math
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from kit.figures import MINUTES, has_time, missed, table
from tipover.cli.coverage import coverage, ledger, summary

ROOT = Path(__file__).resolve().parent.parent
RULES = ledger(ROOT)
SOAK = os.environ.get("TIPOVER_SOAK") == "1"

# Examples are timed by nobody: a busy machine is no fault. In CI the same examples come every time.
settings.register_profile("quick", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.register_profile("soak", deadline=None, max_examples=1000)
settings.load_profile("soak" if SOAK else "quick")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of engine/rules.toml that the test proves")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out soak tests unless TIPOVER_SOAK=1: deselected, not skipped, since a skip fails in CI. Then the long ones first."""
    if not SOAK:
        left_out = [item for item in items if item.get_closest_marker("soak")]
        if left_out:
            items[:] = [item for item in items if not item.get_closest_marker("soak")]
            config.hook.pytest_deselected(items=left_out)
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, _order(item)))


def _order(item: pytest.Item) -> int:
    """The place of a test that measures a figure; 0 for all others, which stay as they are."""
    mark = item.get_closest_marker("figure")
    return int(mark.args[0]) if SOAK and mark is not None else 0


def _tried(item: pytest.Item) -> str:
    """The test of a figure without what it is given: `test_l3_crowds::test_everybody`."""
    return f"{item.path.stem}::{item.name}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Bound a figure's test where all of them have so many minutes: left out if no time is left for it, and ended if it takes three times as long as it should.

    So that one that hangs does not take the others' time. What is left out or ended is said where the figures are.
    """
    mark = item.get_closest_marker("figure")
    if not SOAK or mark is None or math.isinf(MINUTES) or not hasattr(signal, "setitimer"):
        return (yield)
    seconds = float(mark.args[1])
    if not has_time(seconds):
        missed(_tried(item), "no time was left")
        pytest.skip("no time is left for this figure")

    def ended(*_: object) -> None:
        missed(_tried(item), f"ended after {3 * seconds:.0f} s")
        raise TimeoutError(f"this figure took more than {3 * seconds:.0f} s")

    former = signal.signal(signal.SIGALRM, ended)
    signal.setitimer(signal.ITIMER_REAL, 3 * seconds)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail the collection of a module or class whose tests name an id that the ledger does not have."""
    report = yield
    if report.passed and RULES:
        unknown = [
            f"{item.nodeid}: rule {name} is not in src/tipover/engine/rules.toml."
            for item in report.result
            if isinstance(item, pytest.Item)
            for mark in item.iter_markers("rule")
            for name in mark.args
            if name not in RULES
        ]
        if unknown:
            report.outcome = "failed"
            report.longrepr = "\n".join(dict.fromkeys(unknown))
            report.result = []
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print a soak's figures, and after a run over all of tests/ the coverage of the rules: reading every test file for it takes seconds.

    Only the controller of a parallel run has a terminal, so it is printed once.
    """
    if SOAK and (figures := table()):
        terminalreporter.write_line(figures)
    if any(Path(given).resolve() != ROOT / "tests" for given in config.args):
        return
    terminalreporter.write_line(summary(RULES, coverage(ROOT)))
