"""The table: moves acknowledged under load, starts, and what a browser waits for."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from bench.measure import Row, at_most, environment

ROOT = Path(__file__).resolve().parent.parent
if (KIT := str(ROOT / "tests")) not in sys.path:  # the clients of the tests are the ones that measure
    sys.path.insert(0, KIT)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from kit.load import Figures
    from kit.server import Opened, ServerProcess

ROOMS, RATE = 500, 100.0
STARTS = 7
VISITS = 7
ME = {"kind": "me", "name": "Ann", "seed": "a1"}
BOT = {"kind": "bot", "bot": "random"}

# The moment a page can be used: something that can be pressed is drawn. Counted from the navigation's start.
USABLE = """
window.usable = new Promise((done) => {
  const look = () => {
    const found = document.querySelector("main a[href], main button:not([disabled])");
    if (found && found.getClientRects().length) done(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
"""
# From the press itself until squares to move to are drawn: the next frame after they are there.
ANSWERED = """
() => {
  const lit = () => document.querySelectorAll("g.reach:not(.option)").length;
  window.answered = new Promise((done) => {
    addEventListener("pointerup", (press) => {
      const look = () => (lit() ? requestAnimationFrame(() => done(performance.now() - press.timeStamp)) : requestAnimationFrame(look));
      look();
    }, { capture: true, once: true });
  });
}
"""


def under_load(seconds: float, rooms: int = ROOMS, rate: float = RATE) -> list[Row]:
    """L1 in short: so many rooms of four with so many moves a second, and the load's own process on the same machine."""
    from kit.load import Load, audit
    from kit.server import serving

    async def played(server: ServerProcess) -> Figures:
        load = Load(server, rooms, rate)
        await load.open()
        figures = await load.run(seconds)
        await load.close()
        found = audit(server.data / "tables.sqlite", load.players)
        assert found.faults == [] and found.kept == figures.moves, found.faults[:5]
        return figures

    with serving() as server:
        found = asyncio.run(played(server))
    many = f"{rooms} rooms × 4 seats, {found.moves / found.seconds:.0f} moves/s for {found.seconds:.0f} s"
    return [
        Row(f"a move acknowledged, half of them; {many}", found.p50, "ms"),
        at_most("a move acknowledged, 99 of 100", found.p99, "ms", 100),
        Row("a move acknowledged, the slowest", found.worst, "ms"),
        at_most("acknowledged moves lost or done twice", 0, "moves", 0),
        at_most("the server's memory after it", found.memory, "MB", 600),
        Row("hello → welcome, half of them", found.welcome, "ms"),
    ]


def server_start() -> list[Row]:
    """From the start of the process until it listens, with a store that is there already; after a kill -9 each time."""
    from kit.server import serving

    times: list[float] = []
    with serving() as server:
        server.open([ME, BOT])
        for _ in range(STARTS):
            server.kill()
            begun = time.perf_counter()
            server.start()
            times.append(time.perf_counter() - begun)
    return [at_most("server: start → listening, after a kill", statistics.median(times), "s", 1)]


def in_the_browser() -> list[Row]:
    """What a person waits for: the first page, a table's page, and the answer to a click; medians of fresh profiles."""
    from kit.browser import browser
    from kit.server import serving

    with serving() as server:
        tables = [(opened, _turn(server, opened)) for opened in (server.open([ME, BOT]) for _ in range(VISITS))]
        with browser() as started:
            visits = [_visit(started, server, opened, square) for opened, square in tables]
    return [
        at_most("the first page usable, from an empty cache", statistics.median(one.first for one in visits), "ms", 1000),
        Row("a table's page with its board", statistics.median(one.table for one in visits), "ms"),
        at_most("click on a figure → where it can go is shown", statistics.median(one.click for one in visits), "ms", 100),
    ]


class Visit(NamedTuple):
    """What somebody waited for, in ms."""

    first: float
    table: float
    click: float


def _visit(started: Browser, server: ServerProcess, opened: Opened, square: int) -> Visit:
    """The first page with an empty cache, then a table, then a click on the figure in this square."""
    context = started.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(USABLE)
    page.goto(f"{server.url}/")
    first = float(page.evaluate("window.usable"))
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", ["tipover.seats", _seats(opened)])
    begun = time.perf_counter()
    page.goto(f"{server.url}/t/{opened.code}")
    page.wait_for_selector("[data-square]")
    table = (time.perf_counter() - begun) * 1000
    click = _clicked(page, square)
    context.close()
    return Visit(first, table, click)


def _seats(opened: Opened) -> str:
    """The seats of a table as a browser keeps them."""
    tokens = [{"seat": seat, "token": token} for seat, token in opened.tokens.items()]
    return json.dumps([{"code": opened.code, "tokens": tokens, "opened": 1, "seen": 1}])


def _turn(server: ServerProcess, opened: Opened) -> int:
    """The square of a figure that may take the turn."""
    from kit.server import Client

    async def asked() -> int:
        async with Client(server, opened.code, list(opened.tokens.values())) as client:
            await client.until(lambda: any(option["verb"] == "turn" for option in client.options))
            return int(next(option["square"] for option in client.options if option["verb"] == "turn"))

    return asyncio.run(asked())


def _clicked(page: Page, square: int) -> float:
    """Press a figure's square; how long until squares are lit, in the page's own time."""
    cell = page.locator(f'[data-square="{square}"]')
    cell.wait_for()
    page.evaluate(ANSWERED)
    cell.click()
    return float(page.evaluate("window.answered"))


def bundle() -> list[Row]:
    """What a browser loads for the start page in all: program, styles, page and drawings, gzipped."""
    from kit.bundle import start_page, weight

    return [at_most("the start page in all, gzipped", weight(start_page()) / 1000, "KB", 150)]


def tables(seconds: float) -> list[Row]:
    """Everything about the table, with compiled modules kept as on anyone's machine."""
    with mock.patch.dict(os.environ, environment(), clear=True):
        return [*server_start(), *in_the_browser(), *bundle(), *under_load(seconds)]
