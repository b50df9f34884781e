"""A plugin of pytest that leaves a sample of the tests: `-p sample_of_tests`, for the compiled build alone.

Of each suite (a folder of `tests/`) it keeps a share by its number of tests, but at least `LEAST`, evenly spread over the order in which
they are collected; together at least `SAMPLE`. Those marked `long` are left out before.
"""

from __future__ import annotations

import pytest

from tipover.compiled import running

SAMPLE, LEAST = 500, 12


def evenly(items: list[pytest.Item], most: int) -> list[pytest.Item]:
    """At most so many of them, evenly spread."""
    return [items[k * len(items) // most] for k in range(most)] if len(items) > most else items


def sampled(suites: list[list[pytest.Item]]) -> list[pytest.Item]:
    """The share of each suite."""
    total = sum(map(len, suites))
    return [item for one in suites for item in evenly(one, max(LEAST, -(-SAMPLE * len(one) // total)))]


def pytest_configure() -> None:
    if running() != "compiled":
        pytest.exit(f"The sample is for the compiled build, but this is {running()}.", returncode=1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    suites: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long") is None:
            suites.setdefault(item.path.relative_to(config.rootpath).parts[1], []).append(item)
    items[:] = sampled(list(suites.values()))
