"""Figures that are knocked down tip over, and wobble when they stand up; with reduced motion they simply lie and stand."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from kit.browser import aside, sit, starts_with, until, window
from kit.server import Client, Opened, Refused, ServerProcess

PATIENCE = 20_000
LISTEN = "window.moved = []; addEventListener('animationstart', (event) => window.moved.push(event.animationName), true)"
LYING = "g[data-thing] .asleep"


async def _take(server: ServerProcess, table: Opened) -> None:
    """Take the lesson about lying figures up to where the Caller has knocked the Lifeguard down."""
    async with Client(server, table.code, list(table.tokens.values())) as learner:
        seen = {-1}
        for line in ("R: move b3", "R: end", "L: assist R", "L: end"):
            await learner.until(lambda: learner.moment["seq"] not in seen and bool(learner.moment["question"].get("mine")))
            seen.add(learner.moment["seq"])
            try:
                await learner.ask("choose", seat=0, seq=learner.moment["seq"], line=line)
            except Refused as no:
                assert line == "R: move b3" and no.code == "illegal", "Trying it is the first step's goal."
        await learner.until(lambda: any(figure.get("down") for figure in learner.moment["figures"]))


def _watch(page: Page, server: ServerProcess) -> list[str]:
    """Take the lesson while a page shows it; the key frames that were seen."""
    table = server.open([{"kind": "me"}], lesson="down")
    starts_with(page, LISTEN)
    sit(page, server, table)
    expect(page.locator(LYING)).to_have_count(1, timeout=PATIENCE)
    aside(_take(server, table))
    # Rose lay, stood up, and then the Lifeguard fell: the title of the one who lies tells them apart.
    expect(page.locator("g[data-thing]", has=page.locator(".asleep")).locator("title")).to_have_text("Lifeguard", timeout=PATIENCE)
    until(page, "() => !document.getAnimations().length", timeout=PATIENCE)
    found: list[str] = page.evaluate("window.moved")
    return found


def test_a_figure_tips_over_and_wobbles_when_it_stands_up(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, still=False) as page:
        moved = _watch(page, server)
        assert [name for name in moved if name in ("tip", "wobble")] == ["wobble", "tip"]


def test_nothing_tips_over_where_reduced_motion_is_wished_for(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, still=True) as page:
        assert {"tip", "wobble"}.isdisjoint(_watch(page, server))
