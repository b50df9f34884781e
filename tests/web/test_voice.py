"""What the table says at a glance: the goal at the start, an act a line, its details on a click, and a digest on coming back."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, picture, sit, window
from kit.hands import Hands
from kit.server import ServerProcess
from kit.stations import ANN, asked, setup_of


def test_the_table_speaks_in_sentences(chrome: Browser, server: ServerProcess) -> None:
    with window(chrome) as page:
        sit(page, server, server.open([ANN, {"kind": "bot", "bot": "level1"}], setup=setup_of(server, "barracks"), placed=True))
        asked(page)
        goal = page.get_by_role("region", name="How this match is won")
        expect(goal.get_by_role("paragraph")).to_have_count(4)  # the match, and three lines
        expect(goal).to_contain_text(re.compile("First to 6.*knock-out 1"))
        picture(page, "voice-goal")
        hands = Hands(page)
        log = page.locator('[role=log][aria-label="What happened"]')
        lines = log.locator("li:not(.since)").get_by_role("button")
        for _ in range(30):
            if page.get_by_role("button", name="since your last turn").count() and log.get_by_text(re.compile(r" (hits|misses) ")).count():
                break
            hands.step()
            hands.turn()
        expect(goal).to_have_count(0)
        told = lines.all_text_contents()
        assert not [line for line in told if "takes the turn" in line or "is exhausted" in line]
        fight = log.get_by_role("button", name=re.compile(r" (hits|misses) .*\d v \d")).last
        fight.click()
        expect(fight).to_have_attribute("aria-expanded", "true")
        expect(log.get_by_text(re.compile("rolls .* success")).first).to_be_visible()
        expect(log.get_by_role("link", name=re.compile("^Rule CHA-")).first).to_be_visible()
        picture(page, "voice-details")
        page.reload()
        asked(page)
        digest = page.get_by_role("region", name="Since your last turn")
        expect(digest).to_be_visible(timeout=PATIENCE)
        picture(page, "voice-digest")
        digest.get_by_role("button", name=re.compile("^see it")).first.click()
        expect(page.get_by_role("button", name="Back to the present")).to_be_visible(timeout=PATIENCE)
        digest.get_by_role("button", name="To my turn").click()
        expect(digest).to_have_count(0)
        expect(page.get_by_role("button", name="Back to the present")).to_have_count(0)
