"""The page in German: switched in the settings, a move is played, and page and log speak it; nothing is too wide for a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, picture, window
from kit.server import ServerProcess
from kit.stations import action

PHONE = (360, 740)
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def test_a_move_is_played_and_read_in_german(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        action(page, server)
        table = page.url
        page.goto(server.url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Language").select_option("de")
        expect(page.locator("html")).to_have_attribute("lang", "de", timeout=PATIENCE)
        expect(page.get_by_role("heading", name=re.compile("Setz dich"))).to_be_visible(timeout=PATIENCE)
        picture(page, "german-start")
        page.goto(table)
        log = page.get_by_role("log", name="Was geschah")
        expect(log).to_be_visible(timeout=PATIENCE)
        lines = log.locator("li:not(.since)")
        before = lines.count()
        page.get_by_role("gridcell", name=re.compile("kann hierher gehen, 1 Schritt")).first.click(force=True)
        expect(lines).not_to_have_count(before, timeout=PATIENCE)
        expect(lines.last).to_contain_text(re.compile("zieht|geht"), timeout=PATIENCE)
        picture(page, "german-table")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_timeout(300)
        picture(page, "german-table-phone")
        page.get_by_role("button", name="Menü").click()
        expect(page.get_by_role("dialog").get_by_role("button", name="Aufgeben")).to_be_visible(timeout=PATIENCE)
        items = page.get_by_role("dialog").get_by_role("button").all_inner_texts()
        assert {"Sichtlinien", "Diesen Zug planen", "Darstellung: Hell", "Partie speichern (.tip)", "Aufgeben"} <= {*items}, items
        page.keyboard.press("Escape")
        assert not page.evaluate(TOO_WIDE)
        page.goto(server.url)
        expect(page.get_by_role("heading", name=re.compile("Setz dich"))).to_be_visible(timeout=PATIENCE)
        picture(page, "german-start-phone")
        assert not page.evaluate(TOO_WIDE)
