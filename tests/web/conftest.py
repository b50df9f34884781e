"""One chromium and one server for all tests of the page that run in a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from kit.browser import browser
from kit.server import ServerProcess, serving

SURE = "web"


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    """A browser; each test opens windows of its own in it. It ends before tests elsewhere begin, which have loops of their own."""
    with browser() as started:
        yield started


@pytest.fixture(scope="package")
def server() -> Iterator[ServerProcess]:
    """A server whose dice and bots do the same every time, at every table."""
    with serving(sure=SURE) as started:
        yield started
