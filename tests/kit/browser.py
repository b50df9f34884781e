"""A real browser for tests: Debian's chromium driven by playwright, pictures kept as artefacts, axe."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from kit.server import Opened, ServerProcess

ROOT = Path(__file__).resolve().parents[2]
AXE = Path(axe_playwright_python.__file__ or "").with_name("axe.min.js")
Answer = TypeVar("Answer")
PICTURES = Path(os.environ.get("TIPOVER_ARTEFACTS", ROOT / "artefacts")) / "screens"
WIDE, TABLET, PHONE = (1440, 900), (820, 1100), (360, 780)
PATIENCE = 20_000  # milliseconds; the tests may share two cores with much else
LONGEST_WAY = 60_000  # milliseconds to a page's first sight
expect.set_options(timeout=PATIENCE)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
# Teams that nobody asked for by a seed are dealt by the number of the deal on the page: the same ones every time.
SURE_DEALS = """(() => { const real = window.fetch; let deals = 0; window.fetch = (what, how) => {
  if (String(what).endsWith('/api/deal') && how?.body) {
    const wish = JSON.parse(how.body); wish.seed ||= `deal ${++deals}`; how = { ...how, body: JSON.stringify(wish) };
  }
  return real(what, how); }; })()"""

# What a screen reader would read by itself: whatever is added to a live region or changed in it, in order, with its tone.
LISTENING = """(() => { window.heard = []; new MutationObserver((all) => { for (const one of all) {
  const region = (one.target.closest ? one.target : one.target.parentElement)?.closest('[aria-live=polite], [aria-live=assertive]');
  const words = one.type === 'childList' ? [...one.addedNodes].map((node) => node.textContent).join(' ') : one.target.data;
  if (region && words.trim()) window.heard.push([region.getAttribute('aria-live'), words.replace(/\\s+/g, ' ').trim()]);
} }).observe(document, { childList: true, characterData: true, subtree: true }); })()"""


def chromium() -> str:
    """Where the machine's chromium is; a test that needs it is skipped where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("there is no chromium on this machine (apt-get install chromium)")


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless chromium."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS, headless=True)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def window(started: Browser, size: tuple[int, int] = WIDE, theme: str = "light", still: bool = True, touch: bool = False) -> Iterator[Page]:
    """A page in a fresh profile; faults in its console fail the test. `still`: reduced motion."""
    with profile(started, size, theme, still, touch) as page, faultless(page):
        yield page


@contextmanager
def profile(
    started: Browser, size: tuple[int, int] = WIDE, theme: str = "light", still: bool = True, touch: bool = False
) -> Iterator[Page]:
    """A page in a fresh profile, whose faults nobody minds yet."""
    phone = size[0] < 700
    context: BrowserContext = started.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce" if still else "no-preference",
        has_touch=touch or phone,
        is_mobile=phone,
        device_scale_factor=1,
    )
    context.add_init_script(SURE_DEALS)
    context.set_default_navigation_timeout(LONGEST_WAY)
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def faultless(page: Page) -> Iterator[None]:
    """While this lasts, a fault in the page's console fails the test."""
    faults: list[str] = []

    def fails(error: Error) -> None:
        faults.append(str(error))

    def says(message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_outage(message.text):
            faults.append(message.text)

    page.on("pageerror", fails)
    page.on("console", says)
    try:
        yield
        assert faults == [], faults
    finally:
        page.remove_listener("pageerror", fails)
        page.remove_listener("console", says)


@contextmanager
def emptied(page: Page, server: ServerProcess, size: tuple[int, int] = WIDE) -> Iterator[Page]:
    """A page that was used before, with nothing kept and nothing under the mouse: half the work of a new one."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/icon.svg")  # of the same origin, and none of the program runs in it
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.mouse.move(0, 0)
    with faultless(page):
        yield page


def _is_outage(text: str) -> bool:
    """What a browser itself says when a test stops the server, or asks for what is refused."""
    return "ERR_CONNECTION" in text or "WebSocket connection" in text or "Failed to load resource" in text


def sit(page: Page, server: ServerProcess, table: Opened, *seats: int) -> None:
    """Go to a table with these seats (all that were given, if none is named) by the link that brings a seat to another device."""
    chosen = {seat: token for seat, token in table.tokens.items() if not seats or seat in seats}
    carried = ",".join(f"{seat}.{token}" for seat, token in chosen.items())
    page.goto(f"{server.url}/t/{table.code}" + (f"#seat={carried}" if carried else ""))


def settled(page: Page, **kept: object) -> None:
    """Begin with these settings in the browser, as if they had been chosen before."""
    page.add_init_script(
        f"if (!localStorage.getItem('tipover.settings')) localStorage.setItem('tipover.settings', {json.dumps(json.dumps(kept))})"
    )


def listen(page: Page) -> None:
    """Keep what is read aloud from now on."""
    page.add_init_script(LISTENING)


def heard(page: Page, tone: str) -> list[str]:
    """What was read aloud so far: `polite` or `assertive`."""
    found: list[list[str]] = page.evaluate("() => window.heard")
    return [words for how, words in found if how == tone]


def aside(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run something with a loop of its own beside playwright, which has one running in this thread."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result()


def picture(page: Page, name: str) -> Path:
    """Keep a screenshot as an artefact of the run."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=str(path), full_page=False, animations="disabled", timeout=90_000)
    return path


def axe_findings(page: Page) -> list[str]:
    """Serious and critical findings of axe on the page as it stands, one sentence each.

    The drawings that `use` takes from, a thousand elements that nobody sees or hears, are left out: it takes half the time.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run({exclude: [['.sprite']]}, {resultTypes: ['violations']})).violations"
    )
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {'; '.join(str(node['target']) for node in found['nodes'][:4])}"
        for found in violations
        if found["impact"] in ("serious", "critical")
    ]
