"""What lies where on the page: the board's box, controls outside the window, texts that are cut off."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

# Every box the board has in a frame while `window.watched` names the size of the window; none is kept between two sizes.
_WATCH = """() => { window.boxes = {}; window.watched = ''; const look = () => { const board = document.querySelector('[role=grid]');
  if (board && window.watched) { const b = board.getBoundingClientRect();
    (window.boxes[window.watched] ??= new Set()).add([b.x, b.y, b.width, b.height].map((n) => n.toFixed(1)).join(' ')); }
  requestAnimationFrame(look); }; look(); }"""
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Buttons, links and fields that cannot be reached: outside the window, and in nothing that scrolls to them.
_OUTSIDE = """() => [...document.querySelectorAll('button, a[href], input, select, summary, [role=gridcell]')].filter((e) => {
  const box = e.getBoundingClientRect();
  if (!box.width || !box.height || e.closest('.sr')) return false;
  const within = (b) => b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
  if (within(box)) return false;
  for (let p = e.parentElement; p; p = p.parentElement) {
    const style = getComputedStyle(p);
    if (/auto|scroll/.test(style.overflowY) && p.scrollHeight > p.clientHeight) return !within(p.getBoundingClientRect());
  }
  return true;
}).map((e) => `outside: ${e.outerHTML.slice(0, 100)} at ${JSON.stringify(e.getBoundingClientRect())}`)"""
# Text that is cut off, though neither it nor what it stands in tells the whole on hover, and it cannot be scrolled.
_CUT = """() => [...document.querySelectorAll('main *, header *, footer *')].filter((e) => {
  const style = getComputedStyle(e);
  if (!e.childNodes.length || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.closest('.sr, svg')) return false;
  const cut = style.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1 || style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 2;
  return cut && !e.closest('[title]');
}).map((e) => `cut: ${e.outerHTML.slice(0, 120)}`)"""
_SCROLLS = "document.documentElement.scrollHeight > innerHeight ? ['the page scrolls'] : []"


# Whether things are seen whole where they stand: inside the window and inside everything round them that scrolls or cuts.
_HIDDEN = """(all) => all.filter((e) => { const b = e.getBoundingClientRect();
  for (let p = e.parentElement; p; p = p.parentElement) { const c = p.getBoundingClientRect();
    if (getComputedStyle(p).overflowY !== 'visible' && (b.bottom > c.bottom + 1 || b.top < c.top - 1)) return true; }
  return b.bottom > innerHeight + 1 || b.top < -1; }).map((e) => e.textContent.trim())"""


def hidden(what: Locator) -> list[str]:
    """The texts of those of these elements that can only be read after scrolling."""
    found: list[str] = what.evaluate_all(_HIDDEN)
    return found


def watch_board(page: Page) -> None:
    """Look at the board's box in every frame that is drawn from now on."""
    page.evaluate(_WATCH)


def resized(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and the page two frames to follow."""
    page.evaluate("() => { window.watched = ''; }")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(_TWO_FRAMES)
    page.evaluate("() => { window.watched = `${innerWidth} x ${innerHeight}`; }")


def board_boxes(page: Page) -> dict[str, list[str]]:
    """The boxes that the board has had, by the size of the window."""
    found: dict[str, list[str]] = page.evaluate(
        "() => Object.fromEntries(Object.entries(window.boxes).map(([size, all]) => [size, [...all]]))"
    )
    return found


def outside(page: Page) -> list[str]:
    """Controls that nobody can reach, and whether the page as a whole scrolls."""
    found: list[str] = page.evaluate(f"() => [...({_OUTSIDE})(), ...({_SCROLLS})]")
    return found


def misplaced(page: Page) -> list[str]:
    """Controls that nobody can reach and texts that nobody can read to their end."""
    found: list[str] = page.evaluate(f"() => [...({_OUTSIDE})(), ...({_CUT})(), ...({_SCROLLS})]")
    return found
