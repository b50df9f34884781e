"""Small things that were ugly once: a light strip beside a dark page, and several bots of one name at a table."""

from __future__ import annotations

import re
import threading

from playwright.sync_api import Browser, expect, sync_playwright

from kit.browser import FLAGS, PATIENCE, chromium, picture, settled, sit, window
from kit.layout import resized
from kit.server import ServerProcess
from kit.stations import ANN, asked, setup_of

# The colours at the right edge of the window, where a scrollbar or its place would be, and how wide that place is.
DOTTED = """() => [...document.querySelectorAll('header .who')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map((e) => e.textContent)"""
SCROLLS = """() => { const all = document.querySelector('[aria-label="Sides"]'); return all.scrollHeight - all.clientHeight; }"""
EDGE = "() => [innerWidth - document.documentElement.clientWidth, getComputedStyle(document.documentElement).colorScheme]"


def test_a_dark_page_has_no_light_strip_at_its_edge(server: ServerProcess) -> None:
    """In a browser whose scrollbars take room, as on a desk: the tests' own browser hides them."""
    found: dict[str, object] = {}

    def look() -> None:  # a playwright of its own needs a thread of its own
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(
                executable_path=chromium(), args=FLAGS, headless=True, ignore_default_args=["--hide-scrollbars"]
            )
            try:
                page = started.new_page(viewport={"width": 1280, "height": 720}, color_scheme="light")
                settled(page, theme="dark")
                page.goto(server.url + "/cards")
                expect(page.get_by_role("heading", name="Cards and symbols")).to_be_visible(timeout=PATIENCE)
                found["cards"] = page.evaluate(EDGE)
                sit(page, server, server.open([ANN, {"kind": "bot", "bot": "random"}]))
                asked(page)
                found["table"] = page.evaluate(EDGE)
            finally:
                started.close()

    apart = threading.Thread(target=look)
    apart.start()
    apart.join()
    wide, scheme = found["cards"]  # type: ignore[misc]
    assert wide > 0 and scheme == "dark", "a long page scrolls, and its scrollbar is dark though the system is light"
    assert found["table"] == [0, "dark"], "a table never scrolls: nothing is kept free beside it"


def test_three_bots_of_one_name_are_told_apart(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        bots = [{"kind": "bot", "bot": "level1"}] * 3
        sit(page, server, server.open([ANN, *bots], setup=setup_of(server, "lab"), placed=True))
        asked(page)
        rivals = page.get_by_role("region", name=re.compile("^(Dark|Third|Fourth): "))
        expect(rivals).to_have_count(3)
        names = rivals.evaluate_all("(all) => all.map((e) => e.getAttribute('aria-label').split(': ')[1])")
        assert names == ["Pip (Dark)", "Pip (Third)", "Pip (Fourth)"]
        score = page.get_by_role("group", name="Score")
        expect(score.locator(".who")).to_have_text(["Ann", "Pip", "Pip", "Pip"])  # the signs tell them apart there
        for size in ((1440, 900), (1920, 1080), (1280, 720)):
            resized(page, size)
            assert page.evaluate(DOTTED) == [], size
            high = [box["height"] for box in (one.bounding_box() for one in rivals.all()) if box]
            assert max(sorted(high)[:2]) <= 30, "who does not act is one line"
            if size[1] >= 900:
                assert page.evaluate(SCROLLS) <= 0, "all of them are in view"
        picture(page, "rivals-three")
