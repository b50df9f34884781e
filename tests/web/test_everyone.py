"""For everyone (A1): axe on every page and state, text of double size, wide and on a phone; pictures of each are kept.

Axe looks at every page and state wide and light, and at those of the table, which has other parts there, on a phone in the dark.
In the soak at everything in both themes, on a tablet too.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PHONE, TABLET, WIDE, axe_findings, picture, window
from kit.layout import outside, resized
from kit.server import ServerProcess
from kit.stations import STATIONS, TABLE

SIZES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE}
ON_PHONES_ONLY = ("table-cards", "table-log")
FIXED = ("table-odds", "table-no", "table-plan", "table-threats", "table-four", "lesson", "table-end")  # pages that never scroll
FIXED_SIZES = [(1280, 720), (1024, 768), (390, 844)]


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


def text_size(page: Page, times: int) -> None:
    """The text size of the settings, without the dialog, which would change the state."""
    page.evaluate("(times) => document.documentElement.style.setProperty('--text', String(times))", times)


def judge(page: Page, name: str) -> list[str]:
    """What axe finds, and what runs out of the window."""
    return [f"{name}: {found}" for found in axe_findings(page)] + judge_width(page, name)


def judge_width(page: Page, name: str) -> list[str]:
    """What runs out of the window, and gaps of texts that nobody has filled."""
    wide = overflow(page)
    gaps: list[str] = page.evaluate("() => document.body.innerText.match(/\\{[a-z_]+\\}/g) ?? []")
    return [f"{name}: the page scrolls sideways: {wide}"] * bool(wide) + [f"{name}: the gap {gap} is not filled" for gap in gaps]


def judge_doubled(page: Page, name: str) -> list[str]:
    """What runs out of the window at double text size, which the page has from then on."""
    text_size(page, 2)
    return judge_width(page, f"{name} at 200 %")


def out_of_the_window(page: Page, station: str) -> list[str]:
    """Controls of a page with a fixed layout that nobody can reach."""
    faults: list[str] = []
    for size in FIXED_SIZES if station in FIXED else []:
        resized(page, size)
        faults += [f"{station} at {size}: {found}" for found in outside(page)]
    return faults


def fewer(page: Page, station: str) -> None:
    """Of a page that lists everything only a part, by its own filter: what it lists is all alike, and axe takes its time; the soak judges all."""
    if station == "cards":
        page.get_by_label("Set", exact=True).select_option("Squid Game")
        expect(page.get_by_role("article", name="Gi-hun")).to_be_visible()
    elif station == "rules":
        page.get_by_label("Find in the rules").fill("CHA-")
        expect(page.locator("#MOV-1")).to_have_count(0)


@pytest.mark.parametrize("station", list(STATIONS))
def test_every_page_and_state_is_for_everyone(chrome: Browser, server: ServerProcess, station: str) -> None:
    """Opened once and looked at wide and narrow; a phone's own sheets have a window of their own. Double text is tried where it is tightest."""
    small = station in ON_PHONES_ONLY
    with window(chrome, PHONE if small else WIDE) as page:
        STATIONS[station](page, server)
        faults: list[str] = []
        if not small:
            picture(page, f"{station}-wide-light")
            faults += judge_width(page, f"{station}-wide-light")
            fewer(page, station)
            faults += judge(page, f"{station}-wide-light")
            faults += out_of_the_window(page, station)
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        if station in TABLE:
            page.emulate_media(color_scheme="dark")
            faults += judge(page, f"{station}-phone-dark")
        picture(page, f"{station}-phone-{'dark' if station in TABLE else 'light'}")
        faults += judge_width(page, f"{station}-phone") + judge_doubled(page, f"{station}-phone")
        assert faults == []


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("station", list(STATIONS))
def test_every_page_and_state_in_both_themes_and_all_sizes(
    chrome: Browser, server: ServerProcess, station: str, size: str, theme: str
) -> None:
    with window(chrome, SIZES[size], theme) as page:
        STATIONS[station](page, server)
        picture(page, f"{station}-{size}-{theme}")
        faults = judge(page, f"{station}-{size}-{theme}") + judge_doubled(page, f"{station}-{size}-{theme}")
        picture(page, f"{station}-{size}-{theme}-200")
        assert faults == []
