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
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Frame, Page, expect, sync_playwright

from kit.server import Opened, ServerProcess
from tools.commands import BROWSERS

ROOT = Path(__file__).resolve().parents[2]
AXE = Path(axe_playwright_python.__file__ or "").with_name("axe.min.js")
Answer = TypeVar("Answer")
PICTURES = Path(os.environ.get("TIPOVER_ARTEFACTS", ROOT / "artefacts")) / "screens"
SOAK = os.environ.get("TIPOVER_SOAK") == "1"
WIDE, TABLET, PHONE = (1440, 900), (820, 1100), (360, 780)
POLLING = 40  # milliseconds between two looks: a look at every frame would take the page's own time
PATIENCE = 20_000  # milliseconds; the tests may share two cores with much else
LONGEST_WAY = 60_000  # milliseconds to a page's first sight
ANALYSED = 300_000  # milliseconds to the end of an analysis, which gives way to everything else on the machine
expect.set_options(timeout=PATIENCE)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-audio-output",
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
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    pytest.skip(f"there is no chromium on this machine (apt-get install {BROWSERS[0]})")


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
def window(
    started: Browser, size: tuple[int, int] = WIDE, theme: str = "light", still: bool = True, touch: bool = False, own: bool = False
) -> Iterator[Page]:
    """A page in an empty profile; faults in its console fail the test. `still`: reduced motion.

    `own`: nobody has used the profile, nor will; for tests that listen to the page, catch its requests or take its clock.
    """
    with profile(started, size, theme, still, touch, own) as page, faultless(page):
        yield page


class Profile:
    """A profile that is emptied after each use.

    What it has loaded of the site stays in its cache, and its first page is used again by the next test, with nothing kept: a new
    page would be a new process, and that is most of the work. What `starts_with` has added to a page is taken away with its session.
    """

    def __init__(self, started: Browser, touch: bool, phone: bool) -> None:
        self.context: BrowserContext = started.new_context(has_touch=touch or phone, is_mobile=phone, device_scale_factor=1)
        self.context.add_init_script(SURE_DEALS)
        self.context.set_default_navigation_timeout(LONGEST_WAY)
        self.keeper = self.context.new_page()  # it shows nothing, and has the way to what is stored
        self.storage = self.context.new_cdp_session(self.keeper)
        self.page: Page | None = None
        self.visited: set[str] = set()
        self.context.on("page", lambda page: page.on("framenavigated", self._visits))

    def _visits(self, frame: Frame) -> None:
        place = urlsplit(frame.url)
        if place.scheme.startswith("http"):
            self.visited.add(f"{place.scheme}://{place.netloc}")

    def opened(self, size: tuple[int, int], theme: str, still: bool) -> Page:
        """A page in it, as if it were new."""
        page = self.page = self.page or self.context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(
            media="null",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if still else "no-preference",
            forced_colors="null",
            contrast="null",
        )
        return page

    def emptied(self) -> None:
        """Close its pages but the first, and forget what they stored."""
        for page in self.context.pages:
            if page not in (self.keeper, self.page):
                page.close()
        self._leave()
        self.context.clear_cookies()
        self.context.clear_permissions()
        for origin in self.visited:
            kept = "local_storage,indexeddb,service_workers,cache_storage,websql,file_systems"
            self.storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kept})
        self.visited.clear()

    def _leave(self) -> None:
        """Bring the first page to where none of the program runs, with its process; one that was at several servers is closed."""
        page = self.page
        if page is None:
            return
        session = SESSIONS.pop(page, None)
        if session is not None:
            session.detach()
        [*origins] = self.visited
        try:
            assert len(origins) == 1
            page.goto(f"{origins[0]}/icon.svg", timeout=PATIENCE)
            page.evaluate("() => sessionStorage.clear()")
            page.mouse.move(0, 0)
            forget = self.context.new_cdp_session(page)
            forget.send("Page.resetNavigationHistory")
            forget.detach()
        except (AssertionError, Error):  # its server may be gone
            self.page = None
            page.close()


# What each page is told to do before its program begins; with its session it forgets that.
SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def starts_with(page: Page, script: str) -> None:
    """Run a script in every document of a page, before its own. Unlike `add_init_script` it ends with the test."""
    if page not in SESSIONS:
        SESSIONS[page] = page.context.new_cdp_session(page)
        SESSIONS[page].send("Page.enable")
    SESSIONS[page].send("Page.addScriptToEvaluateOnNewDocument", {"source": script})


# The profiles that lie ready, by browser and by what a profile cannot change: whether it is a phone's, and has fingers.
READY: WeakKeyDictionary[Browser, dict[tuple[bool, bool], list[Profile]]] = WeakKeyDictionary()


@contextmanager
def profile(
    started: Browser, size: tuple[int, int] = WIDE, theme: str = "light", still: bool = True, touch: bool = False, own: bool = False
) -> Iterator[Page]:
    """A page in an empty profile, whose faults nobody minds yet."""
    phone = size[0] < 700
    ready = READY.setdefault(started, {}).setdefault((touch, phone), [])
    mine = ready.pop() if ready and not own else Profile(started, touch, phone)
    is_empty = False
    try:
        yield mine.opened(size, theme, still)
        if not own:
            mine.emptied()
            is_empty = True
    finally:
        if is_empty:
            ready.append(mine)
        else:  # after a failure nobody knows what it holds
            mine.context.close()


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


def _is_outage(text: str) -> bool:
    """What a browser itself says when a test stops the server, or asks for what is refused."""
    return "ERR_CONNECTION" in text or "WebSocket connection" in text or "Failed to load resource" in text


def sit(page: Page, server: ServerProcess, table: Opened, *seats: int) -> None:
    """Go to a table with these seats (all that were given, if none is named) by the link that brings a seat to another device."""
    chosen = {seat: token for seat, token in table.tokens.items() if not seats or seat in seats}
    carried = ",".join(f"{seat}.{token}" for seat, token in chosen.items())
    page.goto(f"{server.url}/t/{table.code}" + (f"#seat={carried}" if carried else ""))


def until(page: Page, holds: str, *, arg: Any = None, timeout: float = PATIENCE, polling: float = POLLING) -> None:
    """Wait until something holds in a page. It is not looked at in every frame: then the page would draw frames for nothing else."""
    page.wait_for_function(holds, arg=arg, timeout=timeout, polling=polling)


def settled(page: Page, **kept: object) -> None:
    """Begin with these settings in the browser, as if they had been chosen before."""
    starts_with(
        page,
        "if (location.protocol.startsWith('http') && !localStorage.getItem('tipover.settings'))"
        f" localStorage.setItem('tipover.settings', {json.dumps(json.dumps(kept))})",
    )


def hurried(page: Page, rounds: int) -> None:
    """Let every game that is set up on a page end after so many rounds at the latest; in the soak games last as long as they like."""
    if not SOAK:
        starts_with(
            page,
            f"""{{ const real = window.fetch; window.fetch = (what, how) => {{
              if (String(what).endsWith('/api/tables') && how?.body) {{
                const wish = JSON.parse(how.body); if (wish.setup) wish.setup.rounds = {rounds}; how = {{ ...how, body: JSON.stringify(wish) }};
              }}
              return real(what, how); }}; }}""",
        )


def listen(page: Page) -> None:
    """Keep what is read aloud from now on."""
    starts_with(page, LISTENING)


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

    The drawings that `use` takes from, two thousand elements that nobody sees or hears, are out of the page meanwhile: it takes half the time.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[dict[str, Any]] = page.evaluate(
        """async () => { const apart = [...document.querySelectorAll('.sprite')].map((one) => { const place = document.createComment(''); one.replaceWith(place); return [place, one]; });
          try { return (await axe.run({ resultTypes: ['violations'] })).violations; } finally { for (const [place, one] of apart) place.replaceWith(one); } }"""
    )
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {'; '.join(str(node['target']) for node in found['nodes'][:4])}"
        for found in violations
        if found["impact"] in ("serious", "critical")
    ]
