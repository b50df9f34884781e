"""Cards and sentences for whatever is pointed at, letters for figures of one name, and no word cut in two."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, WIDE, sit, window
from kit.hands import Hands
from kit.layout import resized
from kit.server import ServerProcess
from kit.stations import ANN, BOT, action, odds

# Words of a page that stand on two lines.
BROKEN = """() => { const found = []; const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) if (!node.parentElement.closest('.sr, svg')) for (const one of node.data.matchAll(/[\\p{L}]+/gu)) {
    const range = document.createRange(); range.setStart(node, one.index); range.setEnd(node, one.index + one[0].length);
    const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (tops.size > 1) found.push(one[0]); }
  return found; }"""

# Texts that end in three dots because they have no room.
DOTTED = """() => [...document.querySelectorAll('main *')].filter((e) => getComputedStyle(e).textOverflow === 'ellipsis' && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent.trim())"""


def test_a_rival_shows_its_card_and_what_lies_on_a_square_is_told(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, WIDE) as page:
        action(page, server)
        hands = Hands(page)
        look = hands.turn()
        rival = next(label for label in look.cells if "rival," in label and "target" not in label)
        square, name = (
            rival.split(",")[0],
            re.sub(r" [A-Z]$", "", next(part for part in rival.split(", ")[1:] if part[0].isupper() and "area" not in part)),
        )
        hands.cell(square).click(force=True)
        expect(page.get_by_role("article", name=name)).to_be_visible(timeout=PATIENCE)
        expect(page.locator('[role=group][aria-label="Why not"]')).to_have_count(0)
        page.keyboard.press("?")
        expect(page.locator('[role=group][aria-label="Why not"]').get_by_role("heading")).to_have_text(
            re.compile(r"\w+ \w+"), timeout=PATIENCE
        )
        for _ in range(3):
            page.keyboard.press("Escape")
        page.mouse.move(2, 2)
        expect(page.get_by_role("article", name=name)).to_have_count(0)
        hands.cell(square).hover(force=True)
        expect(page.get_by_role("article", name=name)).to_be_visible(timeout=PATIENCE)
        track = page.get_by_role("group", name=re.compile("^Place 1|^place 1", re.IGNORECASE)).first
        track.focus()
        expect(page.get_by_role("list", name="What lies there")).to_contain_text("is back at the end of round")
        expect(page.get_by_role("list", name="What lies there").get_by_role("link")).to_have_accessible_name("Rule CDN-2")


def test_the_parts_of_the_odds_are_read_to_their_end(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, WIDE) as page:
        odds(page, server)
        assert page.evaluate(DOTTED) == []


def test_no_name_is_cut_in_two_and_two_of_one_name_have_letters(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome, WIDE) as page:
        page.goto(server.url + "/new?bot=1")
        expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=PATIENCE)
        for name in ("Dr. Finkelstein", "Daenerys Targaryen"):
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}:")).first.click()
        assert page.evaluate(BROKEN) == []
        sit(page, server, server.open([ANN, BOT], quick="sprint", placed=True))
        expect(page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
        Hands(page).turn()
        names = [label for label in Hands(page).look().cells if "Sprinter" in label]
        resized(page, (1280, 720))
        assert page.evaluate(BROKEN) == []
        assert sorted(letter for label in names for letter in re.findall(r"Sprinter ([A-Z]), rival", label)) == ["C", "D"], names
        assert page.evaluate(BROKEN) == []
