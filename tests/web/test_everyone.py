"""For everyone (A1): axe on every page and state, text of double size, dark and light, all widths; pictures of each are kept."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, Page

from kit.browser import PHONE, TABLET, WIDE, axe_findings, picture, window
from kit.server import ServerProcess
from kit.stations import STATIONS

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
SIZES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE}
ON_PHONES_ONLY = ("table-cards", "table-log")


def overflow(page: Page) -> str:
    """What makes the page wider than its window, or nothing."""
    found: str = page.evaluate(
        """() => {
          const wide = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= wide + 1) return '';
          const out = [...document.body.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > wide + 1);
          const last = out.filter((e) => ![...e.children].some((child) => out.includes(child)));
          return `${document.documentElement.scrollWidth} > ${wide}: ` + last.slice(0, 4).map((e) => e.outerHTML.slice(0, 120)).join(' | ');
        }"""
    )
    return found


def double_text(page: Page, on: bool) -> None:
    """The text size of the settings, 200 % or 100 %, without the dialog, which would change the state."""
    page.evaluate("(size) => document.documentElement.style.setProperty('--text', size)", "2" if on else "1")


def judge(page: Page, name: str, doubled: bool = True) -> list[str]:
    """What axe finds, and what runs out of the window at normal and, if `doubled`, at double text size."""
    faults = [f"{name}: {found}" for found in axe_findings(page)]
    if wide := overflow(page):
        faults.append(f"{name}: the page scrolls sideways: {wide}")
    if doubled:
        double_text(page, True)
        if wide := overflow(page):
            faults.append(f"{name} at 200 %: the page scrolls sideways: {wide}")
        if SOAK:
            picture(page, f"{name}-200")
        double_text(page, False)
    return faults


@pytest.mark.parametrize("station", list(STATIONS))
def test_every_page_and_state_is_for_everyone(chrome: Browser, server: ServerProcess, station: str) -> None:
    """Opened once and looked at in three widths; a phone's own sheets, and its fingers, have a window of their own.

    A change of theme or text size styles every drawing anew, which takes a browser without a graphics card seconds:
    so the dark pictures come last, and double text is tried where it is tightest.
    """
    small = station in ON_PHONES_ONLY
    with window(chrome, PHONE if small else WIDE) as page:
        STATIONS[station](page, server)
        faults: list[str] = []
        if not small:
            picture(page, f"{station}-wide-light")
            faults += judge(page, f"{station}-wide-light", doubled=False)
            page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
            picture(page, f"{station}-tablet-light")
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        picture(page, f"{station}-phone-light")
        faults += judge(page, f"{station}-phone-light")
        page.emulate_media(color_scheme="dark")
        picture(page, f"{station}-phone-dark")
        if not small:
            page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
            picture(page, f"{station}-wide-dark")
        assert faults == []


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("station", list(STATIONS))
def test_every_page_and_state_in_both_themes_and_all_sizes(chrome: Browser, server: ServerProcess, station: str, size: str, theme: str) -> None:
    with window(chrome, SIZES[size], theme) as page:
        STATIONS[station](page, server)
        picture(page, f"{station}-{size}-{theme}")
        assert judge(page, f"{station}-{size}-{theme}") == []
