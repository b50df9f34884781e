"""How a game went, in the browser: asked for at its end, drawn, read aloud, and each decision leads to its moment."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from kit.browser import PATIENCE, PHONE, WIDE, axe_findings, picture, window
from kit.server import ServerProcess
from tipover.play.match import Match
from tipover.play.record import Record
from tipover.play.scene import scene_state

PASSED = """
drawing = '''
+---+---+---+---+---+---+---+
| .   A   .   .   .   .   b |
+---+---+---+---+---+---+---+
'''
turn = "A"
round = 2
first = "light"
scenario = "Territory"
[points]
A = "a1"
B = "f1"
[figures]
A = { side = "light" }
b = { side = "dark", exhausted = true }
[sides.light]
points = 5
[sides.dark]
points = 5
"""


def lost() -> str:
    """The record of a game in which light walks past a sure win, and loses."""
    start = scene_state(PASSED)
    match = Match(start.setup, None, ["Ann", "Ben"], start)
    for line in ("A: end", "b: interact B", "b: end", "A: end"):
        match.play(line)
    return Record.of(match).text()


def test_the_decision_that_cost_the_game_is_told_and_leads_to_its_moment(chrome: Browser, server: ServerProcess) -> None:
    table = server.open([], record=lost())
    for size, theme in ((WIDE, "light"), (PHONE, "dark")):
        with window(chrome, size, theme) as page:
            page.goto(f"{server.url}/r/{table.code}")
            panel = page.get_by_role("region", name="How it went")
            panel.get_by_role("button", name="How it went").click(timeout=PATIENCE)
            blunder = panel.get_by_role("button", name=re.compile("Choice 1, .* Better: let "))
            expect(blunder).to_be_visible(timeout=4 * PATIENCE)
            curve = panel.get_by_role("slider", name=re.compile("chance to win"))
            blunder.click()
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
            panel.scroll_into_view_if_needed()
            picture(page, f"analysis-{size[0]}-{theme}")
