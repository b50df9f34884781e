"""A layout that never moves: the board's box is the same at every step of a whole game, and no control lies outside the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import PATIENCE, settled, sit, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import ANN, BOT, STATIONS, setup_of

SIZES = [(1280, 720), (1440, 900), (1920, 1080), (2560, 1440), (1024, 768), (768, 1024), (390, 844)]
# The boxes that the board has had since the page was opened, looked at in every frame that is drawn.
WATCH = """() => { window.boxes = new Set(); const look = () => { const board = document.querySelector('[role=grid]');
  if (board) { const b = board.getBoundingClientRect(); window.boxes.add([b.x, b.y, b.width, b.height].map((n) => n.toFixed(1)).join(' ')); }
  requestAnimationFrame(look); }; look(); }"""
# Buttons, links and fields that cannot be reached: outside the window, and in nothing that scrolls to them.
OUTSIDE = """() => [...document.querySelectorAll('button, a[href], input, select, summary, [role=gridcell]')].filter((e) => {
  const box = e.getBoundingClientRect();
  if (!box.width || !box.height || e.closest('.sr')) return false;
  const within = (b) => b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
  if (within(box)) return false;
  for (let p = e.parentElement; p; p = p.parentElement) {
    const style = getComputedStyle(p);
    if (/auto|scroll/.test(style.overflowY) && p.scrollHeight > p.clientHeight) return !within(p.getBoundingClientRect());
  }
  return true;
}).map((e) => `${e.outerHTML.slice(0, 100)} at ${JSON.stringify(e.getBoundingClientRect())}`)"""
# Text that is cut off, though neither it nor what it stands in tells the whole on hover, and it cannot be scrolled.
CUT = """() => [...document.querySelectorAll('main *, header *, footer *')].filter((e) => {
  const style = getComputedStyle(e);
  if (!e.childNodes.length || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.closest('.sr, svg')) return false;
  const cut = style.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1 || style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 2;
  return cut && !e.closest('[title]');
}).map((e) => e.outerHTML.slice(0, 120))"""


def outside(page: Page) -> list[str]:
    """Controls that nobody can reach."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_stays_where_it_is_through_a_whole_game(chrome: Browser, server: ServerProcess, size: tuple[int, int]) -> None:
    with window(chrome, size) as page:
        settled(page, speed=0)
        sit(page, server, server.open([ANN, BOT], setup=setup_of(server, "first-squid_game", rounds=2), placed=True))
        expect(page.get_by_role("grid")).to_be_visible(timeout=PATIENCE)
        page.evaluate(WATCH)
        hands = Hands(page, "touch" if size[0] < 700 else "mouse")
        for _ in range(200):
            assert outside(page) == []
            assert page.evaluate(CUT) == []
            if not hands.step():
                break
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        boxes = sorted(page.evaluate("() => [...window.boxes]"))
        assert len(boxes) == 1, boxes


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (390, 844)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "station", ["table-odds", "table-no", "table-plan", "table-threats", "table-four", "lesson", "table-end", "replay"]
)
def test_in_every_state_all_controls_are_in_the_window(chrome: Browser, server: ServerProcess, station: str, size: tuple[int, int]) -> None:
    with window(chrome, size) as page:
        STATIONS[station](page, server)
        assert outside(page) == []
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_nothing_lies_over_the_board(chrome: Browser, server: ServerProcess) -> None:
    """Odds and reasons stand in the dock: every square of the board can be pointed at."""
    with window(chrome, (1280, 720)) as page:
        for station in ("table-odds", "table-dice", "table-no"):
            STATIONS[station](page, server)
            covered = page.evaluate(
                """() => [...document.querySelectorAll('[role=gridcell]')].filter((e) => { const b = e.getBoundingClientRect();
                const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2); return top !== e; }).map((e) => e.getAttribute('aria-label'))"""
            )
            assert covered == [], station
