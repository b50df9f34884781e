"""How a game went, in the browser: asked for at its end, drawn, read aloud, and each decision leads to its moment."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, PHONE, WIDE, axe_findings, picture, window
from kit.server import ServerProcess
from kit.surewin import record_of


def test_the_decision_that_cost_the_game_is_told_and_leads_to_its_moment(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=record_of())
    for size, theme in ((WIDE, "light"), (PHONE, "dark")):
        with window(chrome, size, theme) as page:
            page.goto(f"{server.url}/r/{table.code}")
            panel = page.get_by_role("region", name="How it went")
            panel.get_by_role("button", name="How it went").click(timeout=PATIENCE)
            blunder = panel.get_by_role("button", name=re.compile("Choice 1, .* Better: let "))
            expect(blunder).to_be_visible(timeout=4 * PATIENCE)
            curve = panel.get_by_role("slider", name=re.compile("chance to win"))
            expect(panel).to_contain_text(
                re.compile(r"Light 100 % here. In all: 100 %, dice 0, own slips −\d+, rivals' [+\d]+, seen later [−+\d]+ = 0 %")
            )
            expect(panel.locator(".curve")).to_have_text(re.compile(r"^\s*100 %\s*50 %\s*0 %\s*round\s*2\s*3\s*$"))
            blunder.scroll_into_view_if_needed()
            blunder.click()
            expect(page.get_by_role("grid")).to_be_in_viewport(ratio=0.9)
            expect(curve).to_have_attribute("aria-valuetext", "choice 0: Light 100 %, Dark 0 %")
            curve.focus()
            page.keyboard.press("End")
            expect(curve).to_have_attribute("aria-valuetext", "choice 4: Light 0 %, Dark 100 %")
            expect(page.get_by_role("slider", name="Moment", exact=True)).to_have_value("4")
            lines = panel.locator("polyline")
            assert lines.count() == 2
            strokes = lines.evaluate_all("(lines) => lines.map((line) => getComputedStyle(line).strokeDasharray)")
            assert len(set(strokes)) == 2, "colour is not the only sign"
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            assert axe_findings(page) == []
            page.set_viewport_size({"width": PHONE[0] if size == WIDE else WIDE[0], "height": size[1]})
            expect(blunder).to_be_visible()  # it is not to be asked for again
            page.set_viewport_size({"width": size[0], "height": size[1]})
            panel.scroll_into_view_if_needed()
            picture(page, f"analysis-{size[0]}-{theme}")
