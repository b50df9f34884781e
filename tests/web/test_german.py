"""The page in German: switched in the settings, a move is played, and page and log speak it; nothing is too wide for a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, picture, sit, starts_with, window
from kit.server import ServerProcess
from kit.stations import action, duel

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


def test_a_refusal_an_action_and_an_aim_are_read_in_german(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        starts_with(page, "if (location.protocol.startsWith('http')) localStorage.setItem('tipover.language', 'de')")
        table, seat = duel(server)
        sit(page, server, table, seat)
        expect(page.get_by_role("button", name=re.compile("^Nehmen"))).to_contain_text("nichts nah", timeout=PATIENCE)
        page.locator("[role=gridcell][aria-disabled=true]").last.click(force=True)
        why = page.get_by_role("heading", name="Ein einfacher Zug geht höchstens 2 Felder weit.")
        expect(why).to_be_visible(timeout=PATIENCE)
        page.goto(server.url + "/new?here=1&step=scenario")
        expect(page.get_by_text("Nimm die Plätze ein und halte die meisten.").first).to_be_visible(timeout=PATIENCE)
